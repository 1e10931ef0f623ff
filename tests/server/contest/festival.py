"""A festival over a running server: bots play, people sign, the clock is the test's."""

from __future__ import annotations

import asyncio
import copy
import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any

from aiohttp import ClientError, ClientSession

from lobby.contest.contest import Contest
from lobby.contest.due import due
from lobby.contest.effects import table_stream
from lobby.contest.evolving import created, evolve, seal
from lobby.contest.facts import Created
from lobby.contest.schedule import phase
from lobby.contest.seen import contest_seen
from lobby.table.running import Running
from lobby.table.table import Table
from server.contest_replica import ContestReplica
from server.entries import unpacked
from server.store.chain import START, link
from server.store.log import Entry
from server.table_replica import TableReplica
from tests.server.nodes import House, rows
from tests.server.people import Person, finished, new_id
from tests.server.sockets import Closed, Refusal

LOOK_SECONDS = 0.05
PATIENCE = 120
PEOPLE_LOOKS = 20
"""So long people may take to come when they are called, and to sign."""
AN_HOUR = 3600


@dataclass
class StreamEntropy:
    """The same 32 bytes for the same entry of the same stream."""

    seed: object = 0

    def __call__(self, about: str) -> bytes:
        return hashlib.sha256(f"{self.seed} {about}".encode()).digest()


@dataclass
class Board:
    """A contest as one socket shows it: `sync`, and then the changes carried out."""

    stream: str
    n: int = 0
    shown: dict[str, Any] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    gaps: int = 0

    def restore(self, synced: dict[str, Any]) -> None:
        self.n, self.names = synced["n"], synced["names"]
        self.shown = {name: synced[name] for name in ("contest", "progress", "marks")}

    def take(self, message: dict[str, Any]) -> None:
        if message["after"] != self.n:
            self.gaps += 1
            return
        self.n = message["n"]
        self.names.update(message.get("names", {}))
        for change in message["changes"]:
            carry_out(self.shown, change)

    @property
    def contest(self) -> dict[str, Any]:
        contest: dict[str, Any] = self.shown["contest"]
        return contest


def carry_out(value: Any, change: list[Any]) -> None:
    """See server/differences.py."""
    *way, last = change[0]
    for key in way:
        value = value[key]
    if len(change) == 1:
        if isinstance(value, list):
            del value[last:]
        else:
            del value[last]
    elif isinstance(value, list) and last == len(value):
        value.append(copy.deepcopy(change[1]))
    else:
        value[last] = copy.deepcopy(change[1])


class Guest(Person):
    """A person who watches contests as well."""

    def __init__(self, http: ClientSession, url: str, person: str, cookie: str) -> None:
        super().__init__(http, url, person, cookie)
        self.boards: dict[str, Board] = {}

    def hear(self, name: str, entry: dict[str, Any]) -> None:
        if name == "changed" and entry["stream"] in self.boards:
            self.boards[entry["stream"]].take(entry)
        super().hear(name, entry)

    async def follow(self, stream: str) -> Board:
        """A board that follows the contest from now on."""
        synced = await self.socket.call("sync", {"stream": stream})
        board = self.boards[stream] = Board(stream)
        board.restore(synced)
        return board

    async def acts(self, stream: str, what: str, why: str = "as agreed", **fields: Any) -> Any:
        """A director who has seen everything does it."""
        synced = await self.socket.call("sync", {"stream": stream})
        fields.setdefault("after", len(synced["contest"]["deeds"]))
        return await self.command(stream, what, why=why, **fields)


def plan(now: float, formula: str = "festival", tours: int = 3, **other: Any) -> dict[str, Any]:
    """A contest that begins in a minute: short tours, nobody is waited for."""
    at = int(now * 1000)
    told = {
        "title": "Зимний кубок",
        "formula": formula,
        "rules": "festival-2011",
        "registration_until": at + 60_000,
        "draw_at": at + 60_000,
        "tours": [{"starts": at + (1 + n) * 7_200_000, "seconds": 6000} for n in range(tours)],
        "zone": "Europe/Moscow",
        "pace": "",
        "no_show": 600,
        "signing": 60,
        "rest": 0,
    }
    return told | other


@dataclass
class Festival:
    """A contest on a house."""

    house: House
    stream: str
    watches: Callable[[Contest], None] = lambda contest: None

    @classmethod
    async def created(cls, house: House, director: Guest, **options: Any) -> Festival:
        told = plan(house.clock.now(), **options)
        done = await director.command("", "create", id=new_id(), plan=told)
        return cls(house, done["stream"])

    @property
    def replica(self) -> ContestReplica:
        replica = self.house.streams.replicas[self.stream]
        assert isinstance(replica, ContestReplica)
        return replica

    @property
    def contest(self) -> Contest:
        """As the server has it; from the log while it has none."""
        replica = self.house.streams.replicas.get(self.stream)
        known = replica.contest if isinstance(replica, ContestReplica) else None
        return known or self.rebuilt()

    @property
    def phase(self) -> str:
        return phase(self.contest)

    async def until(self, wanted: Callable[[Contest], bool]) -> None:
        """Time passes whenever nothing else can happen, step by step, until it is so."""
        waited = 0
        async with asyncio.timeout(PATIENCE):
            while not wanted(self.contest):
                self.watches(self.contest)
                coming = due(self.contest)
                self.house.clock.at += LOOK_SECONDS
                waited = waited + 1 if self.phase == "called" or self.signing() else 0
                awaited = 0 < waited < PEOPLE_LOOKS
                if coming is not None and not self.playing() and not awaited:
                    self.house.clock.at = max(self.house.clock.at, coming.at / 1000)
                await asyncio.sleep(LOOK_SECONDS)

    def signing(self) -> bool:
        """Some people have not signed yet."""
        return any(
            not table.plays and not {*table.people} <= table.signed
            for table in self.contest.at_play()
        )

    def playing(self) -> bool:
        """Some table still plays by itself."""
        return self.phase == "playing" and any(each.plays for each in self.contest.at_play())

    async def until_phase(self, *wanted: str) -> None:
        await self.until(lambda contest: phase(contest) in wanted)

    def over(self) -> bool:
        """The contest has ended, and this is stored."""
        return self.contest.ended != "" and self.rebuilt().ended != ""

    def tables(self) -> list[str]:
        """The streams of all tables."""
        return [
            table_stream(self.stream, tour.number, table.number)
            for tour in self.rebuilt().tours
            for table in tour.tables
        ]

    def rebuilt(self) -> Contest:
        """The contest from the log alone."""
        query = "select stream, n, at, who, command, what, body from entry where stream = ?"
        found: Contest | None = None
        chain = START
        for row in rows(self.house.path, f"{query} order by n", self.stream):
            entry = Entry(*row)
            chain = link(chain, entry)
            for fact in unpacked(entry.body, ContestReplica.vocabulary).facts:
                if isinstance(fact, Created):
                    found = created(fact)
                else:
                    assert found is not None
                    evolve(found, fact, entry.at)
            assert found is not None
            seal(found, entry.n, chain.hex())
        assert found is not None
        return found

    def replayed(self, stream: str, most: int | None = None) -> TableReplica:
        """A table from the log alone, up to an entry; every deal, played again, scores the same."""
        replica = TableReplica(stream)
        replica.load(
            [
                Entry(stream, n, at, who, command, "", body)
                for n, at, who, command, body in self.rows(stream)
                if most is None or n <= most
            ]
        )
        assert not replica.drifted
        table = replica.opened
        for past in [past for past in table.past if not past.annulled]:
            again = Running(table.convention, table.players, past.opened, [*past.answers])
            score = again.play.result
            assert score is not None
            assert json.loads(json.dumps(score.wire())) == past.result
        return replica

    def logged(self, stream: str) -> Table:
        """The same as what it comes to."""
        return self.replayed(stream).opened

    def rows(self, stream: str) -> list[tuple[int, int, str, str, bytes]]:
        query = "select n, at, who, command, body from entry where stream = ? order by n"
        return rows(self.house.path, query, stream)

    def results(self) -> list[Any]:
        """What does not depend on when who was faster: the standings and every pulya."""
        seen = contest_seen(self.rebuilt())
        pulyas = [
            [table["players"], table["whists"], table["deals"]]
            for tour in seen["tours"]
            for table in tour["tables"]
        ]
        return [seen["standings"], pulyas, seen["draw"]]


class Player(Guest):
    """Comes when he is called, plays his table at random, signs what he sees."""

    async def takes_part(self, stream: str) -> None:
        board = await self.follow(stream)
        await self.command(stream, "register")
        done: set[str] = set()
        while board.contest["phase"] not in ("finished", "called_off"):
            n = board.n
            await self.does(stream, board, done)
            while board.n == n:  # however long the others play
                self.stirred.clear()
                await self.stirred.wait()

    async def comes_to(self, stream: str) -> None:
        """As the page does: a table may be shown to be open a moment before it is."""
        while True:
            try:
                await self.watch(stream)
            except Refusal as refusal:
                if refusal.code != "no_such_table":
                    raise
                await asyncio.sleep(LOOK_SECONDS)
            else:
                return

    async def does(self, stream: str, board: Board, done: set[str]) -> None:
        if not board.contest["tours"]:
            return
        tour = board.contest["tours"][-1]
        number = tour["tour"]
        mine = [table for table in tour["tables"] if self.person in table["players"]]
        called = board.contest["phase"] == "called" and mine
        if called and f"here {number}" not in done:
            done.add(f"here {number}")
            await self.command(stream, "here", tour=number)
        if tour["began"] is None or not mine:
            return
        [table] = mine
        if table["stream"] not in done:
            done.add(table["stream"])
            await self.comes_to(table["stream"])
            await self.plays(table["stream"], finished, Random(f"{self.person} {number}"))
        elif table["whists"] and not table["posted"] and f"sign {number}" not in done:
            done.add(f"sign {number}")
            await self.command(stream, "sign", tour=number, table=table["table"])


class Lasting(Player):
    """Comes back when the server does, and sends again what was not acknowledged."""

    boards: dict[str, Board]

    def __init__(self, http: ClientSession, url: str, person: str, cookie: str) -> None:
        super().__init__(http, url, person, cookie)
        self.boards = {}
        self.acknowledged: dict[tuple[str, str], int] = {}
        """Of each command, by its stream and id: the entry that it became."""
        self.returns = 0
        self.answered = 0
        self.here = asyncio.Event()
        self.here.set()

    async def lasts(self) -> None:
        """Whenever the connection is gone, come back and look at all of it anew."""
        while True:
            await self.socket.gone()
            self.here.clear()
            for screen in self.screens.values():
                screen.n = 0
            back = False
            while not back:
                await asyncio.sleep(LOOK_SECONDS)
                back = await self.returned()
            self.returns += 1
            self.here.set()
            self.stirred.set()

    async def returned(self) -> bool:
        try:
            await self.connect()
            for stream, board in self.boards.items():
                board.restore(await self.socket.call("sync", {"stream": stream}))
            for stream, screen in self.screens.items():
                screen.restore(await self.sync(stream))
        except (Closed, ClientError, TimeoutError):
            return False
        return True

    def hear(self, name: str, entry: dict[str, Any]) -> None:
        board = self.boards.get(entry["stream"]) if name == "changed" else None
        gaps = board.gaps if board is not None else 0
        super().hear(name, entry)
        if board is not None and board.gaps > gaps:  # as a page does
            self.here.clear()
            self.again_from = asyncio.create_task(self.catches_up(board))

    async def catches_up(self, board: Board) -> None:
        board.restore(await self.socket.call("sync", {"stream": board.stream}))
        self.here.set()
        self.stirred.set()

    async def command(self, stream: str, what: str, *, id: str = "", **fields: Any) -> Any:
        id = id or new_id()
        while True:
            await self.here.wait()
            try:
                done = await super().command(stream, what, id=id, **fields)
            except Closed:
                await asyncio.sleep(LOOK_SECONDS)
            else:
                assert self.acknowledged.setdefault((done["stream"], id), done["n"]) == done["n"]
                self.answered += what == "answer"
                self.stirred.set()
                return done

    async def answers(self, count: int) -> None:
        """So many more questions."""
        wanted = self.answered + count
        await self.until(lambda: self.answered >= wanted)
