"""What the operator says to the accounts: `python -m server administrator|password …`."""

import asyncio
import sys
from collections.abc import Callable

from game.script import Refused
from server.clock import SystemClock
from server.passwords import LEAST, MOST, Passwords, proper_password
from server.plain import login_of
from server.settings import Settings
from server.store.accounts import Account, Accounts
from server.store.database import Database, Unusable

USAGE = "usage: python -m server [administrator [--remove] NAME | password NAME]"


class Failed(Exception):
    """The command is not carried out; the text says why, in one line."""


def run(arguments: list[str], settings: Settings, ask: Callable[[str], str]) -> int:
    """Exit status: 0, or 2 with one line on standard error. `ask` reads a line unseen."""
    try:
        sys.stdout.write(f"{asyncio.run(done(arguments, settings, ask))}\n")
    except (Failed, Unusable) as failed:
        sys.stderr.write(f"{failed}\n")
        return 2
    return 0


async def done(arguments: list[str], settings: Settings, ask: Callable[[str], str]) -> str:
    """What was done. A server may run on the same database. Raises Failed."""
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
