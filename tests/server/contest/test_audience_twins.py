"""What players are sent is the same, byte for byte, whether anybody watches them or not."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgpack
import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestServer

from server.streams import Streams
from server.table_replica import TableReplica
from tests.server.contest.spectators import WHY, Evening, Watcher
from tests.server.nodes import START, House, sqlite_url

OF_THE_AUDIENCE = ("audience", "looks")
"""Fields of a table in which spectators and directors may show."""


@dataclass
class ByDeal:
    """The same chance for the same deal of the same table, whatever entries came before it."""

    streams: Streams

    def __call__(self, about: str) -> bytes:
        stream = about.split()[0]
        replica = self.streams.replicas.get(stream)
        table = replica.table if isinstance(replica, TableReplica) else None
        deal = table.number if table is not None else 0
        return hashlib.sha256(f"{stream} {deal}".encode()).digest()


class InOrder:
    """People are numbered as they come: the same in both houses."""

    def __init__(self) -> None:
        self.numbers = count(1)

    def token_hex(self, size: int) -> str:
        return f"{next(self.numbers):0{2 * size}}"


async def played(house: House, watched: bool, rules: str, players: int) -> Evening:
    """Two deals; with spectators behind every hand, who come and go, and a director who looks."""
    await house.start()
    house.streams.entropy = ByDeal(house.streams)
    evening = await Evening.begun(house, rules=rules, players=players, pace="quick")
    evening.dice = Random(rules)
    house.clock.at = START + 7210  # the tour has begun 10 seconds ago, in both houses
    if not watched:
        await evening.finished()
        return evening
    stream = evening.stream
    behind = [await evening.behind(seat) for seat in ("N", "E", "S", "N", "")]
    await evening.opened()
    await evening.moves(3)
    await evening.director.command(stream, "look", why=WHY)
    await evening.director.watch(stream)
    evening.people.append(evening.director)
    await behind[1].command(stream, "watch", seat="N")
    await behind[2].command(stream, "watch")
    await evening.moves(3)
    await behind[3].command(stream, "unwatch")
    late = await evening.behind("E", account=True)
    await evening.opened(2)
    await evening.moves(4)
    await evening.players[0].command(stream, "dismiss", person=late.person)
    await behind[0].close()
    evening.people.remove(behind[0])
    await evening.finished()
    return evening


def plain(message: dict[str, Any]) -> dict[str, Any]:
    """A message without what tells of spectators; entries are counted otherwise with them."""
    bare = {key: value for key, value in message.items() if key not in ("n", "names")}
    for part in ("set", "table"):
        if part in bare:
            kept = {name: v for name, v in bare[part].items() if name not in OF_THE_AUDIENCE}
            bare[part] = kept
            if not kept:
                del bare[part]
    return bare


def of_deals(person: Watcher, evening: Evening) -> list[bytes]:
    """All that came to him from the first deal on, but entries that are bare."""
    begun = next(n for n, eyes in evening.truth().eyes.items() if eyes.deal)
    told = [(n, plain(message)) for n, message in person.told(evening.stream)]
    return [msgpack.packb(m) for n, m in told if n >= begun and m.keys() - {"stream", "at"}]


@pytest.mark.parametrize(("rules", "players"), [("festival-2011", 4), ("fspr-2006", 3)])
async def test_spectators_change_nothing_for_players(
    tmp_path: Path,
    http: ClientSession,
    aiohttp_server: Callable[..., Awaitable[TestServer]],
    monkeypatch: pytest.MonkeyPatch,
    rules: str,
    players: int,
) -> None:
    twins = []
    for watched in (False, True):
        monkeypatch.setattr("server.entrance.secrets", InOrder())
        house = House(sqlite_url(tmp_path / f"{watched}.db"), http, aiohttp_server)
        twins.append(await played(house, watched, rules, players))
    alone, watched_by_many = twins
    assert alone.stream == watched_by_many.stream
    assert watched_by_many.replica.n > alone.replica.n
    for person, twin in zip(alone.people, watched_by_many.people[:players], strict=True):
        assert person.person == twin.person
        sent = of_deals(person, alone)
        assert len(sent) > 40
        assert of_deals(twin, watched_by_many) == sent
    watched_by_many.proved()
