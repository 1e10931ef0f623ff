"""Contests over HTTP, open to all: the list, one contest, its standings as CSV, its archive."""

import csv
import io
import logging
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from fractions import Fraction

from aiohttp import web
from sqlalchemy.exc import SQLAlchemyError

from game.script import Refused
from lobby.contest.schedule import phase
from server.archive import MOST_BYTES, archived, restored
from server.clock import Clock
from server.contest_replica import ContestReplica
from server.kinds import CONTESTS
from server.limits import Allowances
from server.messages import ContestRow
from server.session import Sessions
from server.store.accounts import Accounts
from server.streams import Streams

MOST_LISTED = 100
MOST_KEPT = 1000
READS_A_SECOND, READS_AT_ONCE = 5, 60
"""Of one address: a club may sit behind one."""
FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""How a cell begins that a spreadsheet would carry out."""
logger = logging.getLogger(__name__)


class ContestRoutes:
    """The handlers, with what they need."""

    def __init__(
        self, streams: Streams, accounts: Accounts, sessions: Sessions, clock: Clock
    ) -> None:
        self.streams, self.accounts = streams, accounts
        self.sessions, self.clock = sessions, clock
        self.reads = Allowances(READS_A_SECOND, READS_AT_ONCE)
        self.ended: dict[str, Listed] = {}
        """What is over does not change: it need not be loaded for every list."""

    def add_to(self, app: web.Application) -> None:
        app.router.add_get("/api/contests", self.list)
        app.router.add_post("/api/contests", self.restore)
        app.router.add_get("/api/contests/{stream}", self.one)
        app.router.add_get("/api/contests/{stream}/standings.csv", self.standings)
        app.router.add_get("/api/contests/{stream}/archive.json", self.archive)

    def allow(self, request: web.Request) -> None:
        """Raises `Refused` (too_fast)."""
        if not self.reads.take(request.remote or "", self.clock.now()):
            raise Refused("too_fast")

    def of(self, request: web.Request) -> AbstractAsyncContextManager[ContestReplica]:
        """The contest of the address. Raises `Refused` (too_fast, no_such_table)."""
        self.allow(request)
        return self.streams.contest(request.match_info["stream"])

    async def chief(self, request: web.Request) -> bool:
        """Whether an administrator asks."""
        person = await self.sessions.person(request)
        return person is not None and await self.accounts.is_administrator(person)

    async def list(self, request: web.Request) -> web.Response:
        """Those that go on, then those that are over, the latest first."""
        self.allow(request)
        person = await self.sessions.person(request) or ""
        rows = []
        for stream in await self.streams.log.like(CONTESTS, MOST_LISTED):
            try:
                rows.append((await self.listed(stream)).row(person))
            except Refused:  # table_stopped
                continue
            except SQLAlchemyError:
                raise
            except Exception:  # whatever it is, it is the matter of this contest alone
                logger.exception("contest %s is not listed", stream)
        return web.json_response({"contests": rows})

    async def listed(self, stream: str) -> "Listed":
        if stream not in self.ended:
            async with self.streams.contest(stream) as replica:
                found, ended = Listed.of(replica), replica.created.ended
            if not ended:
                return found
            self.ended[stream] = found
            if len(self.ended) > MOST_KEPT:
                del self.ended[next(iter(self.ended))]
        return self.ended[stream]

    async def one(self, request: web.Request) -> web.Response:
        async with self.of(request) as replica:
            names = await self.streams.people.names(replica.people)
            shown = {"stream": replica.stream, "n": replica.n, "now": self.streams.now()}
            return web.json_response({**shown, "names": names, **replica.seen()})

    async def standings(self, request: web.Request) -> web.Response:
        """One line a player; points and whists of each tour behind the sums."""
        async with self.of(request) as replica:
            names = await self.streams.people.names(replica.people)
            seen = replica.seen()["contest"]
        text = io.StringIO()
        text.write("\ufeff")  # spreadsheets take it for UTF-8 by this
        lines = csv.writer(text)
        tours = range(1, len(seen["tours"]) + 1)
        lines.writerow(
            ["place", "player", "points", "whists", "penalty points", "penalty whists"]
            + [f"tour {tour}: {what}" for tour in tours for what in ("points", "whists")]
        )
        for line in seen["standings"]:
            cells = [
                spelled(line[name])
                for name in ("points", "whists", "penalty_points", "penalty_whists")
            ]
            for score in line["tours"]:
                told = (score["points"], score["whists"]) if score else ()
                cells += [*map(spelled, told)] or ["", ""]
            who = names.get(line["person"], line["person"])
            lines.writerow([line["place"], harmless(who), *cells])
        return web.Response(text=text.getvalue(), content_type="text/csv", charset="utf-8")

    async def archive(self, request: web.Request) -> web.Response:
        """Everything. Raises `Refused` (contest_runs) before the end for all but administrators."""
        async with self.of(request) as replica:
            if not replica.created.ended and not await self.chief(request):
                raise Refused("contest_runs")
            text = await archived(self.streams, replica)
        return web.Response(body=text, content_type="application/json", charset="utf-8")

    async def restore(self, request: web.Request) -> web.Response:
        """`POST` an archive. Raises `Refused` (not_administrator, bad_archive, …)."""
        self.allow(request)
        if not await self.chief(request):
            raise Refused("not_administrator")
        text = await request.clone(client_max_size=MOST_BYTES).read()
        return web.json_response(
            {"stream": await restored(self.streams, self.streams.people, text)}
        )


@dataclass(frozen=True, slots=True)
class Listed:
    """A contest in the list, and whose it is."""

    seen: ContestRow
    entrants: frozenset[str]
    directors: frozenset[str]

    @classmethod
    def of(cls, replica: ContestReplica) -> "Listed":
        contest = replica.created
        entrants = frozenset(each.person for each in contest.entrants if not each.withdrawn)
        seen: ContestRow = {
            "stream": replica.stream,
            "title": contest.plan.title,
            "zone": contest.plan.zone,
            "formula": contest.plan.formula,
            "rules": contest.plan.rules,
            "phase": phase(contest),
            "registration_until": contest.registration_until,
            "starts": [*contest.starts],
            "entrants": len(entrants),
            "entered": False,
            "directs": False,
        }
        return cls(seen, entrants, frozenset(contest.directors))

    def row(self, person: str) -> ContestRow:
        return {
            **self.seen,
            "entered": person in self.entrants,
            "directs": person in self.directors,
        }


def spelled(exact: str | int) -> str:
    """An exact number as spreadsheets read it, `-40/3` as -13 1/3; 1/3 they take for a date."""
    value = Fraction(exact)
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole} {rest}" if rest else f"{sign}{whole}"


def harmless(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if cell.startswith(FORMULA) else cell
