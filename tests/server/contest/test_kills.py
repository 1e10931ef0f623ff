"""The server dies in the middle of a festival, again and again: the festival ends as if it had not.

Where chance depends on nothing but a stream and the number of an entry, and nothing is written of
the downtime itself, bots play the same deals whatever happened in between.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestServer
from sqlalchemy.exc import SQLAlchemyError

from game.preferans.pulya import deals_left
from lobby.contest.contest import Contest
from lobby.contest.effects import table_stream
from lobby.contest.schedule import last_circle_at, phase
from lobby.contest.seen import contest_seen
from lobby.table.facts import LastCircleAnnounced
from server.entries import unpacked
from server.kinds import is_contest
from server.store.log import Entry, Head, Log
from server.store.nodes import Nodes
from server.table_replica import TableReplica
from tests.server.contest.festival import Festival, Guest, Lasting, StreamEntropy, plan
from tests.server.nodes import FakeClock, House, never_down, sqlite_url
from tests.server.people import new_id
from tests.server.processes import Process
from tests.server.sound import sound

Point = Literal["before", "between"]
"""Before the entry is stored, or between that and all that follows from it."""
ANY = "any"


@dataclass(frozen=True, slots=True)
class Death:
    """At the `nth` entry in which this happens: "contest tour_opened", "table seat", `ANY`…

    Where somebody dies there already it is the next one.
    """

    happens: str
    nth: int
    point: Point


def happens_in(entry: Entry) -> set[str]:
    """The command and the facts of an entry, as `Death` names them."""
    whose = "contest" if is_contest(entry.stream) else "table"
    facts = json.loads(entry.body)["facts"]
    return {ANY} | {f"{whose} {what}" for what in (entry.what, *(fact["what"] for fact in facts))}


class Fate:
    """Ends one life of a server after the other: from its death on a life stores nothing more."""

    def __init__(self, deaths: list[Death], monkeypatch: pytest.MonkeyPatch) -> None:
        self.deaths = deaths
        self.died: list[Death] = []
        self.counts: Counter[str] = Counter()
        self.dead = False
        self.buried = asyncio.Event()
        self.storing: set[asyncio.Task[bool]] = set()
        store = Log.append

        async def append(log: Log, entry: Entry, head: Head) -> bool:
            if self.dead:
                await self.rest()
            happens = happens_in(entry)
            death = self.of(happens)
            if death is not None:
                self.dead = True
                self.died.append(death)
                self.deaths.remove(death)
            if death is None or death.point == "between":
                self.counts.update(happens)
                task = asyncio.create_task(store(log, entry, head))
                self.storing.add(task)
                assert await task, "nobody else writes here"
                self.storing.discard(task)
            if death is not None:
                await self.rest()
            return True

        monkeypatch.setattr(Log, "append", append)

    def of(self, happens: set[str]) -> Death | None:
        for death in sorted(self.deaths, key=lambda death: death.point == "between"):
            if death.happens in happens and self.counts[death.happens] + 1 >= death.nth:
                return death
        return None

    async def rest(self) -> None:
        await self.buried.wait()
        raise SQLAlchemyError("the server is dead")

    async def again(self, house: House) -> None:
        """Stop what is left of this life, and begin another one."""
        await asyncio.gather(*self.storing)
        self.buried.set()
        await house.stop()
        self.dead, self.buried = False, asyncio.Event()
        await house.start()


def idle(_festival: Festival) -> Callable[[Contest], None]:
    return lambda _: None


@dataclass
class Evenings:
    """Festivals of the same bots from the same beginning."""

    house: House
    stream: str
    path: Path
    monkeypatch: pytest.MonkeyPatch
    at: float = 0
    played: int = field(default=0)

    async def evening(
        self, deaths: list[Death], watching: Callable[[Festival], Callable[[Contest], None]] = idle
    ) -> tuple[Festival, Fate]:
        """A whole festival through these deaths."""
        self.played += 1
        path = self.path.with_name(f"evening{self.played}.db")
        shutil.copy(self.path, path)
        clock, entropy = FakeClock(self.at), StreamEntropy()
        house = House(sqlite_url(path), self.house.http, self.house.make_server, clock, entropy)
        festival = Festival(house, self.stream)
        festival.watches = watching(festival)
        with self.monkeypatch.context() as patch:
            fate = Fate([*deaths], patch)
            await house.start()
            await festival.until(lambda _: fate.dead or festival.over())
            while fate.dead:
                await fate.again(house)
                await festival.until(lambda _: fate.dead or festival.over())
            await house.stop()
        assert fate.deaths == []
        return festival, fate


Begin = Callable[..., Awaitable[Evenings]]


@pytest.fixture
def begin(
    tmp_path: Path,
    http: ClientSession,
    aiohttp_server: Callable[..., Awaitable[TestServer]],
    monkeypatch: pytest.MonkeyPatch,
) -> Begin:
    async def begun(bots: int, **plan: Any) -> Evenings:
        """A contest to which so many bots are entered."""
        house = House(
            sqlite_url(tmp_path / "beginning.db"), http, aiohttp_server, entropy=StreamEntropy()
        )
        await house.start()
        director = await Guest.holder(http, house.url, "Судья")
        festival = await Festival.created(house, director, **plan)
        for number in range(bots):
            await director.acts(festival.stream, "add", person=f"bot-{number}", bot=True)
        await house.stop()
        return Evenings(house, festival.stream, house.path, monkeypatch, house.clock.at)

    return begun


def told(festival: Festival, stream: str) -> list[str]:
    """What the facts of a stream are, in their order."""
    return [fact["what"] for row in festival.rows(stream) for fact in json.loads(row[4])["facts"]]


def everything(festival: Festival) -> list[Any]:
    """What must be the same: the results, and every deal of every table."""
    tables = {stream: festival.replayed(stream).opened for stream in festival.tables()}
    deals = {stream: [*table.members, *table.past] for stream, table in tables.items()}
    return [*festival.results(), deals]


def each_once(festival: Festival) -> None:
    """Nothing is taken twice: not a word to a table, not a pulya, not a step of the contest."""
    for stream in [festival.stream, *festival.tables()]:
        rows = festival.rows(stream)
        assert [n for n, *_ in rows] == [*range(1, len(rows) + 1)]
        commands = Counter(command for _, _, _, command, _ in rows)
        assert {*commands.values()} == {1}
    facts = Counter(told(festival, festival.stream))
    tours = festival.rebuilt().tours
    assert facts["settled"] == facts["posted"] == len(festival.tables())
    assert facts["called"] == facts["tour_opened"] == facts["tour_over"] == len(tours)
    assert facts["finished"] == 1
    for stream in festival.tables():
        assert told(festival, stream).count("opened") == 1


MOMENTS = [
    ("contest registration_closed", 1),
    ("contest draw_made", 1),
    ("contest called", 1),
    ("contest tour_opened", 1),
    ("table seat", 3),
    ("table seated", 6),
    ("table deal_closed", 2),
    ("contest settled", 1),
    ("contest settled", 5),
    ("contest tour_over", 1),
    ("contest tour_opened", 2),
    ("contest tour_over", 3),
    ("contest finished", 1),
]


def deaths_at(*numbers: int) -> list[Death]:
    return [Death(ANY, n, ("before", "between")[place % 2]) for place, n in enumerate(numbers)]


@pytest.mark.parametrize("turn", [0, pytest.param(1, marks=pytest.mark.soak)])
async def test_a_festival_ends_as_if_nobody_had_died(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, turn: int
) -> None:
    monkeypatch.setattr(Nodes, "beat", never_down)
    evenings = await begin(17, deals=1)
    undisturbed, fate = await evenings.evening([])
    each_once(undisturbed)
    points: tuple[Point, Point] = ("before", "between")
    deaths = [
        Death(happens, nth, points[(place + turn) % 2])
        for place, (happens, nth) in enumerate(MOMENTS)
    ]
    deaths += deaths_at(*Random(17 + turn).sample(range(2, fate.counts[ANY]), 5))
    disturbed, _ = await evenings.evening(deaths)
    each_once(disturbed)
    await sound(disturbed.house.database)
    assert everything(disturbed) == everything(undisturbed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(6))
async def test_it_does_so_wherever_the_server_dies(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """Every entry is somebody's death in the end: the numbers are shared out among the seeds."""
    monkeypatch.setattr(Nodes, "beat", never_down)
    evenings = await begin(17, deals=1)
    undisturbed, fate = await evenings.evening([])
    for turn in range(4):
        numbers = range(2 + turn * 6 + seed, fate.counts[ANY] - 1, 24)
        disturbed, _ = await evenings.evening(deaths_at(*numbers))
        each_once(disturbed)
        await sound(disturbed.house.database)
        assert everything(disturbed) == everything(undisturbed)


# --- the last circle, by the clock ---


def at_the_second_deal(festival: Festival) -> Callable[[Contest], None]:
    """The clock jumps to the announcement as soon as some table plays its second deal."""

    def jump(contest: Contest) -> None:
        if phase(contest) != "playing":
            return
        tour = contest.tours[-1]
        waiting = [table for table in tour.tables if table.plays and not table.last_circle]
        second = any(
            festival.replica.progress.get(table_stream(contest.name, tour.number, table.number), {})
            .get("deal", 0) > 1
            for table in waiting
        )  # fmt: skip
        if second:
            moments = [last_circle_at(tour, table) / 1000 for table in waiting]
            clock = festival.house.clock
            clock.at = max(clock.at, *moments)

    return jump


def heard_in_time(festival: Festival, stream: str) -> bool:
    """The table heard of it once and played on exactly as long as §9 says; in mid-deal or not."""
    rows = festival.rows(stream)
    [(place, fact)] = [
        (place, fact)
        for place, row in enumerate(rows)
        for fact in unpacked(row[4], TableReplica.vocabulary).facts
        if isinstance(fact, LastCircleAnnounced)
    ]
    before = festival.replayed(stream, rows[place][0] - 1).opened
    running = before.phase == "playing"
    left = deals_left(before.convention, before.players, running)
    assert fact.deals == before.number - running + left
    table = festival.replayed(stream).opened
    assert table.phase == "finished"
    assert len(table.past) == table.deals == fact.deals
    assert not any(past.annulled for past in table.past)
    return running


LAST_CIRCLES = [
    ("contest last_circle_announced", 1),
    ("table last_circle", 1),
    ("table last_circle", 2),
    ("table deal_opened", 6),
    ("table last_circle", 3),
]


@pytest.mark.parametrize("turn", [0, pytest.param(1, marks=pytest.mark.soak)])
async def test_the_last_circle_is_heard_once_by_every_table(begin: Begin, turn: int) -> None:
    evenings = await begin(6, rules="festival-2011", deals=60)
    points: tuple[Point, Point] = ("before", "between")
    deaths = [
        Death(happens, nth, points[(place + turn) % 2])
        for place, (happens, nth) in enumerate(LAST_CIRCLES)
    ]
    festival, _ = await evenings.evening(deaths, at_the_second_deal)
    each_once(festival)
    await sound(festival.house.database)
    in_mid_deal = [heard_in_time(festival, stream) for stream in festival.tables()]
    assert True in in_mid_deal
    for tour in festival.rebuilt().tours:
        assert all(table.last_circle for table in tour.tables)


# --- over real sockets, by the clock of the machine ---


async def killed(process: Process, http: ClientSession) -> None:
    await process.kill()
    await process.start(http)


async def test_a_contest_outlives_its_process(
    tmp_path: Path, http: ClientSession, aiohttp_server: Callable[..., Awaitable[TestServer]]
) -> None:
    """Killed twice in mid-tour: nothing acknowledged is lost, what is shown is what is logged."""
    database = tmp_path / "pulya.db"
    process = Process(database, PULYA_BOT_PAUSE="0", PULYA_RATE="1000")
    await process.start(http)
    people = [await Lasting.holder(http, process.url, name) for name in ("Судья", "Анна", "Борис")]
    director, *players = people
    told = plan(time.time() + 3600, "points-4321", 2, deals=2, last_circle=5, signing=2, no_show=5)
    told["tours"] = [each | {"seconds": 20} for each in told["tours"]]
    stream = (await director.command("", "create", id=new_id(), plan=told))["stream"]
    board = await director.follow(stream)
    playing = [asyncio.create_task(each.takes_part(stream)) for each in players]
    lasting = [asyncio.create_task(each.lasts()) for each in people]
    for number in range(7):
        await director.acts(stream, "add", person=f"bot-{number}", bot=True)
    await director.until(lambda: len(board.contest["entrants"]) == 9)
    await director.acts(stream, "start", step="close")
    await director.acts(stream, "start", step="draw")
    for tour in (1, 2):
        await director.acts(stream, "start", step="call", tour=tour)
        await director.until(lambda: board.contest["phase"] == "playing")
        await players[0].answers(3)
        await killed(process, http)
        await director.until(lambda: board.contest["phase"] not in ("called", "playing"))
    await director.acts(stream, "end")
    await asyncio.gather(*playing)
    await director.until(lambda: board.contest["phase"] == "finished")
    for task in lasting:
        task.cancel()
    await asyncio.gather(*lasting, return_exceptions=True)
    await process.stop()

    festival = Festival(House(sqlite_url(database), http, aiohttp_server), stream)
    each_once(festival)
    await sound(festival.house.database)
    assert board.contest == contest_seen(festival.rebuilt())
    for table in festival.tables():
        assert festival.replayed(table).opened.phase == "finished"
    logged = {
        (name, command): n
        for name in [stream, *festival.tables()]
        for n, _, _, command, _ in festival.rows(name)
    }
    assert sum(each.returns for each in people) >= 6
    for person in people:
        for (name, id), n in person.acknowledged.items():
            assert logged[name, f"{person.person}:{id}"] == n
