"""The routes of accounts: making one, coming back with a password, ending sessions, erasure.

And what administrators do with accounts.
"""

import logging
from typing import Any

from aiohttp import web

from game.script import Refused
from server.entrance import Entrance, new_person
from server.forms import body, fields
from server.limits import Allowances, allow
from server.messages import AccountsMessage, FoundMessage
from server.passwords import Passwords, proper_password
from server.plain import LOGIN_MOST, account_name, login_of
from server.store.accounts import FIRST, Account, Accounts

LOGINS_A_SECOND, LOGINS_AT_ONCE = 0.5, 20
"""How many passwords one address may try."""
TRIES_A_SECOND, TRIES_AT_ONCE = 0.1, 10
"""How many passwords may be tried for one name, and by one person for himself."""
READS_A_SECOND, READS_AT_ONCE = 1, 30
"""How many people one person may look up."""
LISTED = 50
logger = logging.getLogger(__name__)


class AccountRoutes:
    """The handlers, with what they need."""

    def __init__(self, entrance: Entrance, accounts: Accounts, passwords: Passwords) -> None:
        self.entrance, self.accounts, self.passwords = entrance, accounts, passwords
        self.sessions, self.people, self.clock = (
            entrance.sessions,
            entrance.people,
            entrance.clock,
        )
        self.logins = Allowances(LOGINS_A_SECOND, LOGINS_AT_ONCE)
        """Of addresses."""
        self.tries = Allowances(TRIES_A_SECOND, TRIES_AT_ONCE)
        """Of logins and of people."""
        self.reads = Allowances(READS_A_SECOND, READS_AT_ONCE)
        """Of people."""

    def add_to(self, app: web.Application) -> None:
        app.router.add_post("/api/account", self.create)
        app.router.add_delete("/api/account", self.erase)
        app.router.add_post("/api/login", self.login)
        app.router.add_post("/api/password", self.change_password)
        app.router.add_post("/api/logout-all", self.end_all)
        app.router.add_get("/api/people", self.find)
        app.router.add_get("/api/accounts", self.page)
        app.router.add_post("/api/accounts/{person}/administrator", self.appoint)

    async def create(self, request: web.Request) -> web.Response:
        """The guest of this browser keeps his id; nobody becomes a new person.

        Only this browser stays in, with a new cookie.
        """
        self.entrance.let_ask(request)
        message = await body(request)
        name = account_name(message)
        password = proper_password(message.get("password"), name)
        person = await self.sessions.person(request)
        if person is not None and await self.accounts.has_account(person):
            raise Refused("has_account")
        login = login_of(name)
        if await self.accounts.named(login) is not None:
            raise Refused("name_taken")
        hashed = await self.passwords.hashed(password)
        person = person or new_person()
        await self.accounts.add(person, name, login, hashed, self.entrance.now())
        self.sessions.revoke(person)
        await self.people.forget()
        return await self.entrance.started(request, person, FIRST)

    async def login(self, request: web.Request) -> web.Response:
        """An unknown name and a wrong password look alike and take the same work."""
        allow(self.logins, request.remote or "", self.clock)
        name, password = await fields(request, "name", "password")
        login = login_of(name)
        account = await self.accounts.named(login)
        await self.check(login[:LOGIN_MOST], account, password)
        assert account is not None
        if self.passwords.outdated(account.hash):
            await self.accounts.rehash(account, await self.passwords.hashed(password))
        return await self.entrance.started(request, account.person, account.generation)

    async def change_password(self, request: web.Request) -> web.Response:
        """Only this browser stays in."""
        account = await self.own(request)
        old, new = await fields(request, "old", "new")
        proper_password(new, account.login)
        await self.check(account.person, account, old)
        hashed = await self.passwords.hashed(new)
        generation = await self.accounts.set_password(account.person, hashed)
        self.sessions.revoke(account.person)
        return await self.entrance.started(request, account.person, generation)

    async def end_all(self, request: web.Request) -> web.Response:
        """No browser is this person from now on."""
        account = await self.own(request)
        await self.accounts.end_sessions(account.person)
        self.sessions.revoke(account.person)
        return self.entrance.ended(request)

    async def erase(self, request: web.Request) -> web.Response:
        """The account and the name are gone; the log keeps the id alone."""
        account = await self.own(request)
        (password,) = await fields(request, "password")
        await self.check(account.person, account, password)
        await self.accounts.erase(account.person)
        await self.people.forget()
        self.sessions.revoke(account.person)
        return self.entrance.ended(request)

    async def find(self, request: web.Request) -> web.Response:
        """The account of exactly this name, for account holders."""
        await self.own(request, self.reads)
        account = await self.accounts.named(login_of(request.query.get("login", "")))
        if account is None:
            raise Refused("no_such_person")
        names = await self.people.names([account.person])
        found: FoundMessage = {"person": account.person, "name": names.get(account.person, "")}
        return web.json_response(found)

    async def page(self, request: web.Request) -> web.Response:
        """Up to `LISTED` accounts whose logins come after `from`."""
        await self.administrator(request)
        rows = await self.accounts.page(request.query.get("from", ""), LISTED + 1)
        answer: AccountsMessage = {
            "accounts": [
                {
                    "person": row.person,
                    "name": row.name,
                    "administrator": row.administrator,
                    "at": row.at,
                }
                for row in rows[:LISTED]
            ],
            "next": rows[LISTED - 1].login if len(rows) > LISTED else "",
        }
        return web.json_response(answer)

    async def appoint(self, request: web.Request) -> web.Response:
        """Make an account holder an administrator, or not; one stays."""
        own = await self.administrator(request)
        message: Any = await body(request)
        on = message.get("administrator") if isinstance(message, dict) else None
        if not isinstance(on, bool):
            raise Refused("malformed", where="administrator")
        person = request.match_info["person"]
        await self.accounts.set_administrator(person, on, keep_one=True)
        logger.info("%s: administrator %s, says %s", person, on, own)
        return web.json_response({})

    async def own(self, request: web.Request, reads: Allowances | None = None) -> Account:
        """The account of this browser. Raises `Refused` (no_session, no_account, too_fast)."""
        person = await self.sessions.required(request)
        if reads is not None:
            allow(reads, person, self.clock)
        account = await self.accounts.of(person)
        if account is None:
            raise Refused("no_account")
        return account

    async def administrator(self, request: web.Request) -> str:
        """Raises `Refused` (no_session, not_administrator, too_fast)."""
        person = await self.sessions.required(request)
        allow(self.reads, person, self.clock)
        if not await self.accounts.is_administrator(person):
            raise Refused("not_administrator")
        return person

    async def check(self, whose: str, account: Account | None, password: str) -> None:
        """Raises `Refused` (wrong_password, too_fast).

        Strangers try by name, who has a session by person: they do not use up his tries.
        """
        allow(self.tries, whose, self.clock)
        if not await self.passwords.fits(password, account.hash if account else None):
            raise Refused("wrong_password")
