"""The routes: health, the list of tables, finished deals, the page."""

from pathlib import Path

from aiohttp import web
from sqlalchemy import text

from game.script import Refused
from lobby.contest.effects import place_of
from lobby.table.records import deals_object, deals_text
from server.clock import Clock
from server.forms import number_in
from server.limits import Allowances, allow
from server.messages import TableRow
from server.session import Sessions
from server.store.database import Database
from server.store.people import People
from server.streams import Streams

PAGE = Path(__file__).parent.parent / "clients" / "web" / "dist"
LISTED_HOURS, OWN_HOURS = 48, 14 * 24
MOST_LISTED = 100
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
        self.reads = Allowances(READS_A_SECOND, READS_AT_ONCE)
        """Of people."""

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/healthz", self.health)
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

    async def tables(self, request: web.Request) -> web.Response:
        """This person's own tables, also finished ones, and those that one can join."""
        person = await self.sessions.required(request)
        allow(self.reads, person, self.clock)
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
        async with self.streams.table(stream) as replica:
            table = replica.opened
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
        """The finished deals of a pulya; `?deal=3` is one, `?pulya=1` an earlier pulya.

        Those of a contest are open to all, as its standings are.
        """
        stream = request.match_info["stream"]
        person = await self.sessions.person(request)
        if person is None and place_of(stream) is None:
            raise Refused("no_session")
        allow(self.reads, person or request.remote or "", self.clock)
        deal, pulya = number_in(request, "deal"), number_in(request, "pulya")
        async with self.streams.table(stream) as replica:
            if request.path.endswith(".json"):
                return web.json_response(deals_object(replica.opened, deal, pulya))
            text = deals_text(replica.opened, deal, pulya)
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
