"""What the operator says: `python -m server administrator|password|check|migrate|export|import`."""

import asyncio
import sys
from collections.abc import Callable

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from game.script import Refused
from server import moving
from server.checking.walk import check
from server.clock import SystemClock
from server.operating import Failed, migrated, opened
from server.passwords import LEAST, MOST, Passwords, proper_password
from server.plain import login_of
from server.settings import Settings
from server.store.accounts import Account, Accounts
from server.store.database import Database, Unusable

USAGE = (
    "usage: python -m server [--config FILE] [administrator [--remove] NAME | password NAME"
    " | check [--heads] [STREAM…] | migrate | export FILE|- | import FILE|-]"
)


def run(arguments: list[str], settings: Settings, ask: Callable[[str], str]) -> int:
    """Exit status: 0, or 2 with one line on standard error; of `check` 1 if something is wrong.

    `ask` reads a line unseen.
    """
    try:
        return asyncio.run(carried_out(arguments, settings, ask))
    except (Failed, Unusable) as failed:
        sys.stderr.write(f"{failed}\n")
    except SQLAlchemyError as failure:
        sys.stderr.write(f"the database cannot be used: {reason(failure)}\n")
    return 2


def reason(failure: SQLAlchemyError) -> str:
    """What the database said, in one line, without the statement and its values."""
    said: BaseException = failure
    if isinstance(failure, DBAPIError) and failure.orig is not None:
        said = failure.orig.__cause__ or failure.orig
    return str(said).split("\n")[0] or type(said).__name__


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


async def carried_out(arguments: list[str], settings: Settings, ask: Callable[[str], str]) -> int:
    """Exit status. Raises Failed, Unusable and what the database does."""
    match arguments:
        case ["check", *streams] if all(each == "--heads" or each[:1] != "-" for each in streams):
            async with opened(settings) as database:
                wanted = [each for each in streams if each != "--heads"]
                return await check(database, wanted, say, heads="--heads" in streams)
        case ["migrate"]:
            say(await migrated(settings))
        case ["export", file] if file == "-" or not file.startswith("-"):
            told = await moving.exported(settings, file)
            sys.stderr.write(f"{told}\n")
        case ["import", file] if file == "-" or not file.startswith("-"):
            say(await moving.imported(settings, file))
        case _:
            say(await done(arguments, settings, ask))
    return 0


async def done(arguments: list[str], settings: Settings, ask: Callable[[str], str]) -> str:
    """What was done to an account. A server may run on the same database. Raises Failed."""
    database = Database(settings.database)
    accounts = Accounts(database, SystemClock())
    try:
        match arguments:
            case ["administrator", "--remove", name]:
                account = await found(database, accounts, name)
                await accounts.set_administrator(account.person, False, keep_one=False)
                return f"{account.login} ({account.person}) is no administrator"
            case ["administrator", name] if not name.startswith("-"):
                account = await found(database, accounts, name)
                await accounts.set_administrator(account.person, True, keep_one=False)
                return f"{account.login} ({account.person}) is an administrator"
            case ["password", name]:
                account = await found(database, accounts, name)
                hashed = await Passwords().hashed(new_password(account, ask))
                await accounts.set_password(account.person, hashed)
                return f"{account.login} ({account.person}) has a new password, all sessions ended"
            case _:
                raise Failed(USAGE)
    finally:
        await database.close()


async def found(database: Database, accounts: Accounts, name: str) -> Account:
    await database.migrate()
    account = await accounts.named(login_of(name))
    if account is None:
        raise Failed(f"no account has the name {login_of(name)!r}")
    return account


def new_password(account: Account, ask: Callable[[str], str]) -> str:
    """Asked twice. Raises Failed."""
    try:
        password = proper_password(ask("New password: "), account.login)
    except Refused:
        raise Failed(f"a password has {LEAST} to {MOST} characters and is not the name") from None
    if ask("Once more: ") != password:
        raise Failed("the two passwords differ")
    return password
