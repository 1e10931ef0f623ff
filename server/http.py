"""The routes: health, who this browser is, the list of tables, finished deals, the page."""

import hashlib
import json
import re
import secrets
from pathlib import Path
from typing import Any

from aiohttp import web
from sqlalchemy import text

from game.script import Refused
from lobby.table.records import deals_object, deals_text
from server.clock import Clock
from server.limits import Allowances
from server.messages import TableRow
from server.plain import VARIATIONS, plain
from server.session import Sessions
from server.store.database import Database
from server.store.people import People
from server.streams import Streams

PAGE = Path(__file__).parent.parent / "clients" / "web" / "dist"
LISTED_HOURS, OWN_HOURS = 48, 14 * 24
MOST_LISTED = 100
NAME_LENGTH = 24
GUESTS_A_SECOND, GUESTS_AT_ONCE = 0.5, 20
"""How many guests one address may bring."""
READS_A_SECOND, READS_AT_ONCE = 5, 40
"""How many lists and exports one person may ask for."""

POLICY = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self' ws: wss:; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)


class Routes:
    """The handlers, with what they need."""

    def __init__(
        self,
        database: Database,
        streams: Streams,
        people: People,
        sessions: Sessions,
        clock: Clock,
    ) -> None:
        self.database, self.streams, self.people = database, streams, people
        self.sessions, self.clock = sessions, clock
        self.asks = Allowances(GUESTS_A_SECOND, GUESTS_AT_ONCE)
        """Of addresses, for guests and return links."""
        self.reads = Allowances(READS_A_SECOND, READS_AT_ONCE)
        """Of people."""

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/healthz", self.health)
        app.router.add_post("/api/guest", self.guest)
        app.router.add_get("/api/me", self.me)
        app.router.add_post("/api/link", self.new_link)
        app.router.add_delete("/api/link", self.drop_link)
        app.router.add_post("/api/return", self.come_back)
        app.router.add_get("/api/tables", self.tables)
        app.router.add_get("/api/tables/{stream}/deals.txt", self.deals)
        app.router.add_get("/api/tables/{stream}/deals.json", self.deals)
        app.router.add_get("/", self.page)
        if PAGE.is_dir():
            app.router.add_static("/", PAGE)
        app.on_response_prepare.append(self.prepare)

    async def health(self, _request: web.Request) -> web.Response:
        """Up, and the database answers."""
        async with self.database.read.connect() as connection:
            await connection.execute(text("select 1"))
        return web.json_response({"ok": True})

    async def guest(self, request: web.Request) -> web.Response:
        """A new person of this name, who is this browser from now on."""
        self.allow(self.asks, request.remote or "")
        name = proper_name(await body(request))
        person = f"p{secrets.token_hex(8)}"
        await self.people.add(person, name, int(self.clock.now() * 1000))
        return self.started(request, person, name)

    async def me(self, request: web.Request) -> web.Response:
        person = self.person(request)
        names = await self.people.names([person])
        if person not in names:
            raise Refused("no_session")
        return web.json_response({"person": person, "name": names[person]})

    async def new_link(self, request: web.Request) -> web.Response:
        """A new return link for this person; an earlier one is worth nothing from now on."""
        person = self.person(request)
        self.allow(self.reads, person)
        link = secrets.token_urlsafe(24)
        await self.people.set_link(person, hashed(link), int(self.clock.now() * 1000))
        return web.json_response({"link": link})

    async def drop_link(self, request: web.Request) -> web.Response:
        await self.people.drop_link(self.person(request))
        return web.json_response({})

    async def come_back(self, request: web.Request) -> web.Response:
        """Make this browser the person of the link. Guesses are limited by address."""
        self.allow(self.asks, request.remote or "")
        message = await body(request)
        link = message.get("link") if isinstance(message, dict) else None
        person = await self.people.linked(hashed(link)) if isinstance(link, str) else None
        if person is None:
            raise Refused("no_such_link")
        names = await self.people.names([person])
        return self.started(request, person, names.get(person, ""))

    def person(self, request: web.Request) -> str:
        """Whose browser it is. Raises `Refused` (no_session)."""
        person = self.sessions.person(request)
        if person is None:
            raise Refused("no_session")
        return person

    def allow(self, allowances: Allowances, name: str) -> None:
        """Raises `Refused` (too_fast)."""
        if not allowances.take(name, self.clock.now()):
            raise Refused("too_fast")

    def started(self, request: web.Request, person: str, name: str) -> web.Response:
        """This browser is that person from now on."""
        response = web.json_response({"person": person, "name": name})
        self.sessions.start(response, person, secure=request.secure)
        return response

    async def tables(self, request: web.Request) -> web.Response:
        """This person's own tables, also finished ones, and those that one can join."""
        person = self.person(request)
        self.allow(self.reads, person)
        log, now = self.streams.log, self.clock.now()
        own = await log.of(person, int(now - OWN_HOURS * 3600) * 1000, MOST_LISTED)
        others = await log.joinable(int(now - LISTED_HOURS * 3600) * 1000, MOST_LISTED)
        rows = []
        for stream in dict.fromkeys([*own, *others]):
            try:
                row = await self.row(stream, person)
            except Refused:  # table_stopped
                continue
            if row["mine"] or stream in others:
                rows.append(row)
        return web.json_response({"tables": rows})

    async def row(self, stream: str, person: str) -> TableRow:
        table = (await self.streams.table(stream)).opened
        people = [member.person for member in table.members if not member.bot]
        names = await self.people.names(people)
        return {
            "stream": stream,
            "rules": table.convention.name,
            "players": table.players,
            "deals": table.deals,
            "phase": table.phase,
            "deal": table.number,
            "names": [names.get(member, "") for member in people],
            "free": table.free,
            "mine": person in people,
            "listed": table.listed,
            "minutes": table.minutes,
            "pace": table.pace,
        }

    async def deals(self, request: web.Request) -> web.Response:
        """The finished deals of a pulya; `?deal=3` is one, `?pulya=1` an earlier pulya."""
        self.allow(self.reads, self.person(request))
        deal, pulya = number_in(request, "deal"), number_in(request, "pulya")
        table = (await self.streams.table(request.match_info["stream"])).opened
        if request.path.endswith(".json"):
            return web.json_response(deals_object(table, deal, pulya))
        text = deals_text(table, deal, pulya)
        return web.Response(text=text, content_type="text/plain", charset="utf-8")

    async def page(self, _request: web.Request) -> web.StreamResponse:
        if not (PAGE / "index.html").is_file():
            return web.Response(status=503, text="The page is not built yet: make page\n")
        return web.FileResponse(PAGE / "index.html")

    async def prepare(self, request: web.Request, response: web.StreamResponse) -> None:
        """Headers of every response."""
        response.headers["Server"] = "pulya"
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "same-origin"
        response.headers["Content-Security-Policy"] = POLICY
        fingerprinted = request.path.startswith("/assets/") and response.status == 200
        kept = "public, max-age=31536000, immutable" if fingerprinted else "no-cache"
        response.headers["Cache-Control"] = kept


async def body(request: web.Request) -> Any:
    """The JSON that was sent. Raises `Refused` (malformed)."""
    try:
        return json.loads(await request.read())
    except (ValueError, RecursionError):
        raise Refused("malformed", where="body") from None


def number_in(request: web.Request, name: str) -> int | None:
    """A number of the query. Raises `Refused` (malformed)."""
    number = request.query.get(name)
    if number is not None and not re.fullmatch("[0-9]{1,4}", number):
        raise Refused("malformed", where=name)
    return None if number is None else int(number)


def hashed(link: str) -> bytes:
    """What is kept of a return link: it has 192 random bits, so it needs no slow hash."""
    return hashlib.sha256(link.encode("utf-8", "replace")).digest()


def proper_name(message: Any) -> str:
    """The name of a guest. Raises `Refused` (bad_name)."""
    name = message.get("name") if isinstance(message, dict) else None
    seen = plain(name, NAME_LENGTH) if isinstance(name, str) else None
    if seen is None or not VARIATIONS.isdisjoint(seen):
        raise Refused("bad_name", most=NAME_LENGTH)
    return seen
