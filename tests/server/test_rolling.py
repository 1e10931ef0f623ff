"""A rolling upgrade: the server before this one and the present one work side by side.

What is the older one's stands in tests/server/previous.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from aiohttp import ClientSession

from server.store.chain import START, link
from server.store.log import Entry
from tests.server.bell import RedisServer
from tests.server.nodes import rows
from tests.server.people import PATIENCE, Person, finished, play_together
from tests.server.processes import ROOT, Process

PREVIOUS = ROOT / "tests" / "server" / "previous" / "e2fbaa8.zip"
LOG = "select stream, n, at, who, command, what, body, chain from entry where stream = ? order by n"
OF_THE_FUTURE = b'{"facts": [{"what": "of_the_future"}], "told": ""}'


@dataclass
class Upgrade:
    """One database, an older server on it that runs, and a newer one."""

    database: Path
    http: ClientSession
    older: Process
    newer: Process

    def entries(self, stream: str) -> list[Entry]:
        return [Entry(*row) for row in rows(self.database, LOG, stream)]

    def adds(self, stream: str, what: str, body: bytes) -> None:
        """An entry that neither of them wrote."""
        last = self.entries(stream)[-1]
        statement = "insert into entry (stream, n, at, who, command, what, body) values"
        values = (stream, last.n + 1, last.at, "table", f"table:.{what}", what, body)
        rows(self.database, f"{statement} (?, ?, ?, ?, ?, ?, ?)", *values)
        rows(self.database, "update stream set n = n + 1 where stream = ?", stream)


@pytest.fixture
async def upgrade(tmp_path: Path, http: ClientSession) -> AsyncIterator[Upgrade]:
    shutil.unpack_archive(PREVIOUS, tmp_path / "older")
    redis = RedisServer(tmp_path)
    await redis.start()
    database = tmp_path / "pulya.db"
    settings = {"PULYA_REDIS": redis.url, "PULYA_BOT_PAUSE": "0.02", "PULYA_RATE": "1000"}
    older, newer = (Process(database, **settings) for _ in range(2))
    older.root = tmp_path / "older"
    await older.start(http)
    yield Upgrade(database, http, older, newer)
    for process in (older, newer):
        if process.running is not None:
            await process.kill()
    await redis.stop()


async def after(screens: list[Person], stream: str, deals: int) -> None:
    """Play until so many deals are over on every screen."""
    await play_together(screens, stream, lambda screen: len(screen.table["past"]) >= deals)


async def test_tables_go_on_through_an_upgrade(upgrade: Upgrade) -> None:
    """Two people and two bots begin at the older server; each moves in his own time."""
    anna = await Person.guest(upgrade.http, upgrade.older.url, "Анна")
    boris = await Person.guest(upgrade.http, upgrade.older.url, "Борис")
    stream = await anna.open(deals=4, bots=False, pace="calm")
    for person in (anna, boris):
        await person.watch(stream)
    await boris.command(stream, "join")
    await anna.sees(stream, 2)
    await anna.command(stream, "fill")
    await after([anna, boris], stream, 1)

    await upgrade.newer.start(upgrade.http)  # and the database is migrated
    await boris.close()
    await boris.connect(upgrade.newer.url)
    await boris.watch(stream)
    await after([anna, boris], stream, 3)
    assert anna.screens[stream].table["past"] == boris.screens[stream].table["past"]

    await upgrade.older.stop()
    n = len(upgrade.entries(stream))
    await anna.connect(upgrade.newer.url)
    await anna.watch(stream)
    await play_together([anna, boris], stream, finished)
    assert anna.screens[stream].table == boris.screens[stream].table

    entries = upgrade.entries(stream)
    assert [entry.n for entry in entries] == [*range(1, len(entries) + 1)]
    assert len({entry.command for entry in entries}) == len(entries)
    own = {"anna": 0, "boris": 0}
    for entry in entries:  # the older one's have no link; those of the newer cover them
        own["anna" if entry.who == anna.person else "boris"] += 1
    assert min(own.values()) > 10
    assert None in {entry.chain for entry in entries[:n]}
    chain = START
    for entry in entries:
        chain = link(chain, entry)
        assert entry.chain in (None, chain)
    assert all(entry.chain is not None for entry in entries[n:])


async def test_neither_adds_to_what_it_cannot_read(upgrade: Upgrade) -> None:
    await upgrade.newer.start(upgrade.http)
    anna = await Person.guest(upgrade.http, upgrade.older.url, "Анна")
    boris = await Person.guest(upgrade.http, upgrade.newer.url, "Борис")
    stream = await anna.open(players=3, bots=False)
    other = await anna.open(players=3, bots=False)
    for person in (anna, boris):
        await person.watch(stream)
    upgrade.adds(stream, "of_the_future", OF_THE_FUTURE)
    for person in (anna, boris):
        async with asyncio.timeout(PATIENCE):
            while await person.refused(stream, "join") != "table_stopped":  # noqa: ASYNC110
                await asyncio.sleep(0.1)
    assert [entry.what for entry in upgrade.entries(stream)] == ["open", "of_the_future"]
    await boris.command(other, "join")


async def test_an_older_server_does_not_start_on_a_newer_database(upgrade: Upgrade) -> None:
    await upgrade.newer.start(upgrade.http)
    await upgrade.older.stop()
    with pytest.raises(AssertionError):
        await upgrade.older.start(upgrade.http)
    assert upgrade.older.running is not None
    assert upgrade.older.running.returncode != 0
