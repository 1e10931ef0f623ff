"""A contest of one table over a server, people who watch it, and all that came to them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgpack
from aiohttp import ClientSession

from lobby.contest.contest import Contest
from server.table_replica import TableReplica
from tests.server.contest.festival import Festival, Guest, plan
from tests.server.nodes import House
from tests.server.people import Screen
from tests.server.sockets import PATIENCE, Refusal, Socket
from tests.server.truth import Truth

PLAYERS = ("Анна", "Борис", "Вера", "Глеб")
WHY = "a card was seen"
OPEN = {"deals": 2, "no_show": 0, "delay": False}
"""Two deals, nobody is waited for, and spectators see them while they are played."""


class Passing(Random):
    """Plays raspasy, in which no hand lies open before its cards are played."""

    def choice(self, options: Any) -> Any:
        return "pass" if "pass" in options else super().choice(options)


class Watcher(Guest):
    """Whose sockets are all kept, with every frame that came."""

    def __init__(self, http: ClientSession, url: str, person: str, cookie: str) -> None:
        super().__init__(http, url, person, cookie)
        self.sockets: list[Socket] = []
        self.boards = {}

    async def connect(self, url: str = "") -> None:
        await super().connect(url)
        self.sockets.append(self.socket)

    def messages(self) -> Iterator[tuple[str, Any]]:
        """All that came: `entry`, `said`, `changed`…, acknowledgements as `ok` and `error`."""
        for socket in self.sockets:
            yield "", None
            for frame in socket.frames:
                match msgpack.unpackb(frame).get("data"):
                    case [str(name), message]:
                        yield name, message
                    case [{"ok": done}]:
                        yield "ok", done
                    case [{"error": refusal}]:
                        yield "error", refusal

    def told(self, stream: str) -> Iterator[tuple[int, Any]]:
        """What came of a table, each with the entry after which it came."""
        last = 0
        for name, message in self.messages():
            if not isinstance(message, dict) or message.get("stream") != stream:
                last = last if name else 0
            elif name in ("entry", "ok"):
                last = message.get("n", last)
                yield last, message
            elif name == "said":
                yield last, message

    async def watch(self, stream: str) -> Screen:
        self.heard = [each for each in self.heard if each[0] != "sent_away"]
        return await super().watch(stream)

    @property
    def sent_away(self) -> bool:
        """Since he has begun to watch."""
        return any(name == "sent_away" for name, _ in self.heard)

    def errors(self) -> list[dict[str, Any]]:
        """All refusals."""
        return [message for name, message in self.messages() if name == "error"]


@dataclass
class Evening:
    """The only table of a contest: `people` are all who watch it at times, the players first."""

    house: House
    festival: Festival
    director: Watcher
    people: list[Watcher]
    dice: Random = field(default_factory=lambda: Passing(1))

    @classmethod
    async def begun(
        cls, house: House, players: int = 3, create: str = "evening-one", **options: Any
    ) -> Evening:
        """The draw is over, guests watch their table; nobody has a chair yet."""
        director = await Watcher.holder(house.http, house.url, "Судья")
        names = PLAYERS[:players]
        guests = [await Watcher.guest(house.http, house.url, name) for name in names]
        told = plan(house.clock.now(), "points-4321", 1, **OPEN | options)
        done = await director.command("", "create", id=create, plan=told)
        festival = Festival(house, done["stream"])
        for guest in guests:
            await guest.command(festival.stream, "register")
        evening = cls(house, festival, director, guests)
        await festival.until(evening.has_table)
        for guest in guests:
            await guest.watch(evening.stream)
        return evening

    def has_table(self, contest: Contest) -> bool:
        return bool(contest.tours) and self.stream in self.house.streams.replicas

    @property
    def stream(self) -> str:
        return f"{self.festival.stream}-1-1"

    @property
    def replica(self) -> TableReplica:
        replica = self.house.streams.replicas[self.stream]
        assert isinstance(replica, TableReplica)
        return replica

    @property
    def phase(self) -> str:
        return self.replica.opened.phase

    @property
    def deal(self) -> int:
        return self.replica.opened.number

    @property
    def players(self) -> list[Watcher]:
        """Those who play now."""
        return [each for each in self.people if self.replica.opened.member(each.person)]

    def spectators(self) -> list[Watcher]:
        """All others."""
        return [each for each in self.people if each not in self.players]

    def sitting(self, seat: str) -> Watcher:
        """Who plays this seat."""
        member = next(m for m in self.replica.opened.members if m.seat == seat)
        return next(each for each in self.people if each.person == member.person)

    async def spectator(self, name: str, account: bool = True) -> Watcher:
        enter = Watcher.holder if account else Watcher.guest
        person = await enter(self.house.http, self.house.url, name)
        self.people.append(person)
        return person

    async def behind(self, seat: str, name: str = "", account: bool = True) -> Watcher:
        """A new spectator who chooses this hand, "" the open table."""
        person = await self.spectator(name or f"Зритель {len(self.people)}", account)
        await person.watch(self.stream)
        if seat:
            await person.command(self.stream, "watch", seat=seat)
        await self.settled()
        return person

    # --- how it goes on ---

    async def settled(self) -> None:
        """Everybody who watches has all that has happened."""
        async with self.replica.lock:  # nothing is on its way to the log
            n, watching = self.replica.n, {*self.replica.watchers.values()}
        for each in self.people:
            screen = each.screens.get(self.stream)
            if screen is not None and each.person in watching:
                await each.until(lambda each=each, screen=screen: screen.n >= n or each.sent_away)

    async def move(self) -> bool:
        """Whoever is asked does it; False where nobody is, and at the end."""
        await self.settled()
        for each in self.players:
            if self.stream in each.screens and await each.step(self.stream, self.dice):
                return True
        return False

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Play until it is so."""
        while True:
            async with self.replica.lock:
                n = self.replica.n
                if wanted():
                    break
            if not await self.move():
                await self.players[0].sees(self.stream, n + 1)
        await self.settled()

    async def opened(self, deal: int = 1) -> None:
        await self.until(lambda: (self.phase, self.deal) == ("playing", deal))

    async def over(self, deal: int = 1) -> None:
        await self.until(lambda: len(self.replica.opened.past) >= deal)

    async def moves(self, times: int) -> None:
        """Some answers."""
        for _ in range(times):
            n = self.replica.n
            while not await self.move():
                n = (await self.players[0].sees(self.stream, n + 1)).n
        await self.settled()

    async def finished(self) -> None:
        await self.until(lambda: self.phase == "finished")

    def rulings(self) -> int:
        """How much the table has heard of its contest."""
        return sum(key.startswith("table:.c") for key in self.replica.commands)

    async def rules(self, what: str, **fields: Any) -> None:
        """The director rules, and the table has heard it."""
        before = self.rulings()
        fields = {"why": WHY, "tour": 1, "table": 1} | fields
        await self.director.acts(self.festival.stream, what, **fields)
        async with asyncio.timeout(PATIENCE):
            while self.rulings() == before:
                async with self.replica.lock:
                    await asyncio.sleep(0)
        await self.settled()

    async def substituted(self, out: str, into: Watcher) -> None:
        """`into` plays on for the entrant `out`."""
        await self.rules("substitute", out=out, into=into.person)
        await into.watch(self.stream)
        await self.settled()

    # --- what came of it ---

    def truth(self) -> Truth:
        return Truth(self.house.entries(self.stream))

    def proved(self, *more: Watcher) -> Truth:
        """Nothing came to anybody that he may not know."""
        truth = self.truth()
        for person in {*self.people, *more, self.director}:
            for n, message in person.told(self.stream):
                leaks = truth.leaks(person.person, n, message)
                assert leaks == set(), (person.person, n, message)
        return truth

    async def shown_as_synced(self) -> None:
        """Every screen that follows shows what the server shows who comes anew."""
        await self.settled()
        for each in self.people:
            screen = each.screens.get(self.stream)
            if screen is not None and each.person in self.replica.watchers.values():
                synced = Screen(self.stream)
                synced.restore(await each.sync(self.stream))
                assert (screen.table, screen.view) == (synced.table, synced.view), each.person


async def attempt(who: Guest, stream: str, what: str, **fields: Any) -> str:
    """The code of the refusal, "" where it was carried out."""
    try:
        await who.command(stream, what, **fields)
    except Refusal as refusal:
        return refusal.code
    return ""


async def shut_out(person: Guest, stream: str) -> str:
    """Why he may not look at the table."""
    try:
        await person.sync(stream)
    except Refusal as refusal:
        return refusal.code
    raise AssertionError("he may")


def known(view: dict[str, Any]) -> str:
    """Whose cards a view shows beside those that lie open."""
    hands = view["cards"].items()
    seats = (seat for seat, hand in hands if hand["known"] is not None and not hand["laid"])
    return "".join(sorted(seats))


def shown(person: Watcher, evening: Evening) -> str:
    """Whose cards his screen shows."""
    view: Any = person.screens[evening.stream].view
    return known(view)


def listed(evening: Evening) -> dict[str, tuple[str, str]]:
    """The list of spectators as a player has it: behind whose hand now, and from the next deal."""
    table = evening.players[0].screens[evening.stream].table
    return {each["person"]: (each["seat"], each["next"]) for each in table["audience"]}
