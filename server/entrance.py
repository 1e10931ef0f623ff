"""The routes by which a browser becomes somebody without a password: guests, return links."""

import hashlib
import secrets

from aiohttp import web

from game.script import Refused
from server.clock import Clock
from server.forms import body
from server.limits import Allowances, allow
from server.messages import PersonMessage
from server.plain import login_of, proper_name
from server.session import Sessions
from server.store.accounts import Accounts
from server.store.people import People

GUESTS_A_SECOND, GUESTS_AT_ONCE = 0.5, 20
"""How many people one address may bring."""
LINKS_A_SECOND, LINKS_AT_ONCE = 0.5, 10
"""How many return links one person may draw."""


class Entrance:
    """The handlers, with what they need."""

    def __init__(
        self, people: People, accounts: Accounts, sessions: Sessions, clock: Clock
    ) -> None:
        self.people, self.accounts, self.sessions, self.clock = people, accounts, sessions, clock
        self.asks = Allowances(GUESTS_A_SECOND, GUESTS_AT_ONCE)
        """Of addresses, for guests, accounts and return links."""
        self.links = Allowances(LINKS_A_SECOND, LINKS_AT_ONCE)
        """Of people."""

    def add_to(self, app: web.Application) -> None:
        app.router.add_post("/api/guest", self.guest)
        app.router.add_get("/api/me", self.me)
        app.router.add_post("/api/link", self.new_link)
        app.router.add_delete("/api/link", self.drop_link)
        app.router.add_post("/api/return", self.come_back)
        app.router.add_post("/api/logout", self.leave)

    async def guest(self, request: web.Request) -> web.Response:
        """A new person of this name, who is this browser from now on."""
        self.let_ask(request)
        name = proper_name(await body(request))
        if await self.accounts.named(login_of(name)) is not None:
            raise Refused("name_taken")
        person = new_person()
        await self.people.add(person, name, self.now())
        return await self.started(request, person, 0)

    async def me(self, request: web.Request) -> web.Response:
        return web.json_response(await self.told(await self.sessions.required(request)))

    async def new_link(self, request: web.Request) -> web.Response:
        """A new return link for this person; an earlier one is worth nothing from now on."""
        person = await self.sessions.required(request)
        allow(self.links, person, self.clock)
        link = secrets.token_urlsafe(24)
        await self.people.set_link(person, hashed(link), self.now())
        return web.json_response({"link": link})

    async def drop_link(self, request: web.Request) -> web.Response:
        await self.people.drop_link(await self.sessions.required(request))
        return web.json_response({})

    async def come_back(self, request: web.Request) -> web.Response:
        """Make this browser the person of the link. Guesses are limited by address."""
        self.let_ask(request)
        message = await body(request)
        link = message.get("link") if isinstance(message, dict) else None
        person = await self.people.linked(hashed(link)) if isinstance(link, str) else None
        if person is None:
            raise Refused("no_such_link")
        return await self.started(
            request, person, (await self.accounts.standing(person)).generation
        )

    async def leave(self, request: web.Request) -> web.Response:
        """This browser is nobody from now on."""
        return self.ended(request)

    # --- for whoever lets people in and out ---

    def let_ask(self, request: web.Request) -> None:
        """Raises `Refused` (too_fast)."""
        allow(self.asks, request.remote or "", self.clock)

    def now(self) -> int:
        return int(self.clock.now() * 1000)

    async def told(self, person: str) -> PersonMessage:
        names = await self.people.names([person])
        standing = await self.accounts.standing(person)
        return {
            "person": person,
            "name": names.get(person, ""),
            "account": standing.account,
            "administrator": standing.administrator,
        }

    async def started(self, request: web.Request, person: str, generation: int) -> web.Response:
        """This browser is that person from now on."""
        response = web.json_response(await self.told(person))
        self.sessions.start(response, person, generation, secure=request.secure)
        return response

    def ended(self, request: web.Request) -> web.Response:
        response = web.json_response({})
        self.sessions.end(response, secure=request.secure)
        return response


def new_person() -> str:
    return f"p{secrets.token_hex(8)}"


def hashed(link: str) -> bytes:
    """What is kept of a return link: it has 192 random bits, so it needs no slow hash."""
    return hashlib.sha256(link.encode("utf-8", "replace")).digest()
