"""The server is killed, again and again, and started anew on the same file: nothing is lost."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest
from aiohttp import ClientSession

from game.script import PUBLIC
from lobby.table.audience import sight
from lobby.table.seen import table_seen_by
from server.store.log import Entry
from server.table_replica import TableReplica
from tests.server.nodes import rows, sqlite_url
from tests.server.people import Person, Screen, finished, new_id
from tests.server.processes import Process
from tests.server.sockets import PATIENCE, Closed
from tests.server.sound import sound

BOT_PAUSE = "0.02"
MOST = 2**31


@dataclass
class Story:
    """Anna plays among bots on a server that dies."""

    database: Path
    process: Process
    http: ClientSession
    anna: Person
    stream: str
    dice: Random = field(default_factory=lambda: Random(7))
    acknowledged: dict[str, int] = field(default_factory=dict)
    kills: int = 0

    @property
    def screen(self) -> Screen:
        return self.anna.screens[self.stream]

    def entries(self) -> list[Entry]:
        columns = "stream, n, at, who, command, what, body"
        query = f"select {columns} from entry where stream = ? order by n"
        return [Entry(*row) for row in rows(self.database, query, self.stream)]

    async def command(self, move: dict[str, Any], id: str = "") -> int:
        id = id or new_id()
        done = await self.anna.command(self.stream, id=id, **move)
        n: int = done["n"]
        assert self.acknowledged.setdefault(id, n) == n
        return n

    def nothing_is_lost(self) -> None:
        """Every acknowledged command is in the log once, and the log has no hole."""
        entries = self.entries()
        assert [entry.n for entry in entries] == [*range(1, len(entries) + 1)]
        own = {e.command: e.n for e in entries if e.who == self.anna.person}
        assert own == {f"{self.anna.person}:{id}": n for id, n in self.acknowledged.items()}
        by_bots = [entry.command for entry in entries if entry.who != self.anna.person]
        assert len(set(by_bots)) == len(by_bots)

    def logged(self, n: int = MOST) -> TableReplica:
        """The table after entry n, from the log alone."""
        replica = TableReplica(self.stream)
        replica.load([entry for entry in self.entries() if entry.n <= n])
        assert not replica.drifted
        return replica

    def as_logged(self, n: int) -> dict[str, Any]:
        """What Anna may see after entry n, from the log alone."""
        replica = self.logged(n)
        seen = sight(replica.opened, self.anna.person)
        viewer = seen.viewer
        running = replica.opened.running
        shown: dict[str, Any] = {
            "n": n,
            "table": table_seen_by(replica.opened, seen),
        }
        if running is not None:
            shown["view"] = running.seen_by(viewer)
            if viewer & {*running.deal.around}:  # he holds cards, of which the public sees none
                assert running.seen_by(PUBLIC) != shown["view"] or running.play.ask is None
        return shown

    def shown_is_logged(self, shown: dict[str, Any]) -> None:
        logged = self.as_logged(shown["n"])
        assert {name: shown[name] for name in logged} == logged

    async def dies(self) -> None:
        """Kill; what Anna was shown is in the log."""
        await self.process.kill()
        self.kills += 1
        await self.anna.socket.gone()
        self.shown_is_logged(self.screen.shows())

    def dies_before_closing(self) -> None:
        """As if it had died a moment earlier, when a deal was over and not yet written down."""
        last = self.entries()[-1]
        if last.what != "close":
            return
        with closing(sqlite3.connect(self.database)) as connection:
            connection.execute(
                "delete from entry where stream = ? and n = ?", (self.stream, last.n)
            )
            connection.execute(
                "update stream set n = n - 1, due = 1 where stream = ?", (self.stream,)
            )
            connection.commit()

    async def lives(self) -> None:
        await self.process.start(self.http)

    async def comes_back(self) -> None:
        """Anna's browser has the same session, and sees what it saw, or more."""
        seen = self.screen.shows()
        await self.anna.connect()
        await self.anna.watch(self.stream)
        now = self.screen.shows()
        assert now["n"] >= seen["n"]
        if now["n"] == seen["n"]:
            assert now == seen
        self.shown_is_logged(now)

    async def killed(self) -> None:
        await self.dies()
        await self.lives()
        await self.comes_back()

    async def until(self, true: Callable[[Screen], bool]) -> None:
        """Play until it is so."""
        while not true(self.screen):
            seen = self.screen.n
            move = self.anna.move(self.stream, self.dice)
            if move is None:
                await self.anna.until(lambda: self.screen.n > seen)  # noqa: B023
            else:
                await self.anna.sees(self.stream, await self.command(move))

    async def asked(self) -> dict[str, Any]:
        """Play on until it is Anna's turn in a deal; what she would answer."""
        await self.until(lambda screen: self.is_asked(screen))
        move = self.anna.move(self.stream, self.dice)
        assert move is not None
        return move

    def is_asked(self, screen: Screen) -> bool:
        move = self.anna.move(self.stream)
        return move is not None and move["what"] == "answer"

    async def quiet(self) -> int:
        """Wait until nothing happens by itself any more; how many entries there are.

        Read off the log: a pause between two entries may be a slow machine's.
        """
        async with asyncio.timeout(PATIENCE):
            while True:
                if not self.logged().head.due:
                    return len(self.entries())
                await asyncio.sleep(0.1)


@pytest.fixture
async def story(tmp_path: Path, http: ClientSession) -> AsyncIterator[Story]:
    database = tmp_path / "pulya.db"
    process = Process(database, PULYA_BOT_PAUSE=BOT_PAUSE, PULYA_RATE="1000")
    await process.start(http)
    anna = await Person.guest(http, process.url)
    order = {"rules": "festival-2011", "players": 4, "deals": 3, "bots": True}
    opening = new_id()
    stream = (await anna.command("", "open", id=opening, **order))["stream"]
    await anna.watch(stream)
    story = Story(database, process, http, anna, stream, acknowledged={opening: 1})
    yield story
    await story.process.kill()


async def after_the_opening(story: Story) -> None:
    await story.killed()


async def while_chairs_are_chosen(story: Story) -> None:
    await story.until(lambda screen: screen.table["phase"] == "playing")
    await story.killed()


async def right_after_an_acknowledgement(story: Story) -> None:
    await story.command(await story.asked())
    await story.killed()


async def right_after_another(story: Story) -> None:
    await story.command(await story.asked())
    await story.dies()
    await story.lives()
    await story.comes_back()


async def before_the_acknowledgement(story: Story) -> None:
    """It is not known whether it went in: the same command is sent again."""
    for delay in (0.0, 0.001, 0.003, 0.006):
        move, id = await story.asked(), new_id()
        sending = asyncio.create_task(story.command(move, id))
        await asyncio.sleep(delay)
        await story.process.kill()
        story.kills += 1
        await asyncio.gather(sending, return_exceptions=True)
        await story.anna.socket.gone()
        await story.lives()
        await story.comes_back()
        n = await story.command(move, id)
        await story.anna.sees(story.stream, n)
        story.nothing_is_lost()


async def while_bots_answer(story: Story) -> None:
    """They go on by themselves, though nobody has come back yet."""
    for _ in range(2):
        move = await story.asked()
        await story.command(move)
        await asyncio.sleep(0.03)
        before = len(story.entries())
        await story.dies()
        await story.lives()
        assert await story.quiet() >= before
        await story.comes_back()
        assert story.anna.move(story.stream) is not None


async def before_a_deal_is_written_down(story: Story) -> None:
    """The last card has fallen; the sheet is written after the restart."""
    await story.until(lambda screen: screen.view["phase"] == "over")
    await story.dies()
    story.dies_before_closing()
    await story.lives()
    await story.quiet()
    await story.comes_back()
    assert story.screen.table["phase"] == "between"


async def between_two_deals(story: Story) -> None:
    await story.until(lambda screen: screen.table["phase"] == "between")
    move = story.anna.move(story.stream)
    assert move is not None
    await story.command(move)
    await story.killed()
    assert story.screen.table["phase"] == "playing"


async def after_the_end(story: Story) -> None:
    await story.until(finished)
    settled = story.screen.table["settled"]
    await story.killed()
    assert story.screen.table["settled"] == settled


MOMENTS: list[Callable[[Story], Awaitable[None]]] = [
    after_the_opening,
    while_chairs_are_chosen,
    right_after_an_acknowledgement,
    before_the_acknowledgement,
    while_bots_answer,
    before_a_deal_is_written_down,
    between_two_deals,
    right_after_another,
    after_the_end,
]


async def test_a_pulya_outlives_its_server(story: Story) -> None:
    for moment in MOMENTS:
        await moment(story)
        story.nothing_is_lost()
    await story.process.stop()
    await sound(sqlite_url(story.database))
    assert story.kills >= 12
    assert len(story.screen.table["past"]) == 3


async def test_a_server_that_is_told_to_stop_stops_at_once(story: Story) -> None:
    await story.asked()
    async with asyncio.timeout(10):  # as is promised
        assert await story.process.stop() == 0
    assert await story.anna.socket.gone() == 1001
    with pytest.raises(Closed):
        await story.anna.sync(story.stream)
    await story.lives()
    await story.comes_back()
