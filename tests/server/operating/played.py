"""A database as an evening leaves it: a pulya among friends, and a contest with a director."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession, DummyCookieJar, web
from aiohttp.test_utils import TestServer

from server import commands
from server.settings import Settings
from server.store.chain import START, link
from server.store.log import Entry
from tests.server.contest.evening import Evening
from tests.server.nodes import House, rows, sqlite_url
from tests.server.people import finished
from tests.server.test_talk import says


@dataclass(frozen=True)
class Played:
    """`table` is the pulya among friends, `seated` Anna's table of the first tour."""

    path: Path
    contest: str
    table: str
    seated: str

    @property
    def settings(self) -> Settings:
        return Settings(database=sqlite_url(self.path))

    def copied(self, path: Path) -> Played:
        """The same, to be spoilt."""
        shutil.copy(self.path, path)
        return Played(path, self.contest, self.table, self.seated)

    def sql(self, statement: str, *values: Any) -> None:
        with closing(sqlite3.connect(self.path)) as connection:
            connection.execute(statement, values)
            connection.commit()

    def entries(self, stream: str) -> list[Entry]:
        query = "select stream, n, at, who, command, what, body, chain from entry where stream = ?"
        return [Entry(*row) for row in self.rows(f"{query} order by n", stream)]

    def find(self, stream: str, what: str, nth: int = 1) -> int:
        """The entry with the nth fact of this kind."""
        facts = [
            (entry.n, fact["what"])
            for entry in self.entries(stream)
            for fact in json.loads(entry.body)["facts"]
        ]
        return [n for n, fact in facts if fact == what][nth - 1]

    def change(self, stream: str, n: int, change: Callable[[dict[str, Any]], object]) -> None:
        """The facts of an entry, one after the other; `told` stays as it was."""
        [entry] = [entry for entry in self.entries(stream) if entry.n == n]
        body = json.loads(entry.body)
        for fact in body["facts"]:
            change(fact)
        packed = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
        self.sql("update entry set body = ? where stream = ? and n = ?", packed, stream, n)

    def chained_anew(self, stream: str) -> None:
        """As whoever has the whole database can do it."""
        chain, links = START, []
        for entry in self.entries(stream):
            chain = link(chain, entry)
            links.append((chain, stream, entry.n))
        with closing(sqlite3.connect(self.path)) as connection, connection:
            connection.executemany("update entry set chain = ? where stream = ? and n = ?", links)

    def rows(self, query: str, *values: Any) -> list[Any]:
        return rows(self.path, query, *values)


async def ran(settings: Settings, *arguments: str) -> int:
    """The exit status of a command of the operator; it asks nothing."""
    return await asyncio.to_thread(commands.run, [*arguments], settings, pytest.fail)


async def played(path: Path) -> Played:
    async def make_server(app: web.Application) -> TestServer:
        server = TestServer(app)
        await server.start_server()
        return server

    async with ClientSession(cookie_jar=DummyCookieJar()) as http:
        house = House(sqlite_url(path), http, make_server)
        await house.start()
        try:
            return await an_evening(house)
        finally:
            await house.stop()


async def an_evening(house: House) -> Played:
    evening = await Evening.playing(house)
    anna, director, festival = evening.anna, evening.director, evening.festival
    table = await anna.open(deals=2)
    await anna.watch(table)
    await anna.plays(table, finished)
    await says(anna, table, line="Спасибо")

    seated, first = evening.table, evening.place
    await anna.plays(seated, lambda screen: screen.table["phase"] == "playing")
    await director.watch(seated)
    await director.command(seated, "look", why="a doubt")
    await anna.plays(seated, finished)
    await festival.until(lambda _: not evening.mine.plays)
    await anna.command(festival.stream, "sign", **first)
    await festival.until(lambda contest: contest.tours[0].over is not None)
    size = len(festival.contest.tours[0].tables[first["table"] - 1].players)
    whists = ["30", "-30", *["0"] * (size - 2)]
    await evening.acts("correct", **first, whists=whists, why="a slip")
    await festival.until(lambda contest: len(contest.tours) == 2 and bool(contest.at_play()))
    await evening.acts("give", **evening.place, whists=["0"] * len(evening.mine.players))
    await festival.until(lambda _: festival.over())
    await asyncio.gather(anna.close(), director.close())
    return Played(house.path, festival.stream, table, seated)
