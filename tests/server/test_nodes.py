"""Several nodes on one store: who lives, who watches where, whose turn it is, whose time is up.

There is no bell here: what the nodes know of each other they know from the store.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestServer
from sqlalchemy.exc import SQLAlchemyError

from lobby.table.facts import Answered, Credited, PresenceChanged
from server import keeper, node, presence
from server.store import nodes
from server.store.nodes import Nodes
from tests.server.nodes import House, SeededEntropy
from tests.server.people import PATIENCE, Person
from tests.server.test_races import SEATED, all_see, asked, facts_of, seated
from tests.server.test_returning import HOUR, member

pytestmark = pytest.mark.both_stores

NOW = 1_000_000
HERE = ("t1", "anna")


# --- two nodes ---------------------------------------------------------------------------------


@dataclass
class Pair:
    """Two servers on one store; three people at a table: Anna at the first, the others not."""

    one: House
    other: House
    people: list[Person]
    stream: str

    def told(self, kind: type[Any]) -> list[Any]:
        return [fact for fact in facts_of(self.other, self.stream) if isinstance(fact, kind)]

    async def dies(self, how: str) -> None:
        """The first node ends, in order or as a killed one would."""
        name = self.one.presence.node.name
        at = self.other.streams.now() - nodes.ALIVE_MILLISECONDS - 1
        await self.one.stop()
        ready = "true" if how == "killed" else "false"
        self.other.rows(f"update node set ready = {ready}, at = ? where name = ?", at, name)


@pytest.fixture
async def pair(
    house: House,
    database_url: str,
    http: ClientSession,
    aiohttp_server: Callable[..., Awaitable[TestServer]],
    monkeypatch: pytest.MonkeyPatch,
) -> Pair:
    monkeypatch.setattr(presence, "LOST_SECONDS", 0.05)
    monkeypatch.setattr(presence, "SETTLE_SECONDS", 0.05)
    monkeypatch.setattr(keeper, "LOOK_SECONDS", 0.01)
    for module in (nodes, presence):  # the clock leaps, hearts beat on by the real one
        monkeypatch.setattr(module, "ALIVE_MILLISECONDS", 1000 * 24 * HOUR)
    other = House(database_url, http, aiohttp_server, house.clock, SeededEntropy("other"))
    await other.start()
    people, stream = await seated(house, pace="quick")
    for person in people[1:]:
        await moves(person, other, stream)
    pair = Pair(house, other, people, stream)
    await listed(pair, [(people[0], house), (people[1], other), (people[2], other)])
    return pair


async def moves(person: Person, house: House, stream: str) -> None:
    """He comes to another node before the first one hears that he has gone."""
    before, name = person.socket, house.presence.node.name
    house.clock.at += 0.001  # of two browsers the later one counts
    await person.connect(house.url)
    await person.watch(stream)
    query = "select node from watcher where person = ? and node = ?"
    await until(lambda: house.rows(query, person.person, name) != [])
    await before.close()


async def until(true: Callable[[], bool]) -> None:
    """Look again and again until it is so."""
    async with asyncio.timeout(PATIENCE):
        while True:
            if true():
                return
            await asyncio.sleep(0.05)


async def listed(pair: Pair, wanted: list[tuple[Person, House]]) -> None:
    """Wait until the store has who watches where."""
    names = {(person.person, house.presence.node.name) for person, house in wanted}
    query = "select person, node from watcher where stream = ?"
    await until(lambda: {*pair.other.rows(query, pair.stream)} == names)


@pytest.mark.parametrize("how", ["in order", "killed"])
async def test_who_goes_down_with_his_node_is_away_until_he_comes_to_another(
    pair: Pair, how: str
) -> None:
    anna, boris = pair.people[:2]
    await pair.dies(how)
    await boris.until(lambda: member(boris, pair.stream, anna)["away"])
    pair.one.clock.at += 1
    await anna.connect(pair.other.url)
    await anna.watch(pair.stream)
    await boris.until(lambda: not member(boris, pair.stream, anna)["away"])
    assert [fact.here for fact in pair.told(PresenceChanged)] == [False, True]
    assert pair.told(Credited) == []


async def test_who_moves_to_another_node_was_never_away(pair: Pair) -> None:
    await moves(pair.people[0], pair.other, pair.stream)
    await listed(pair, [(each, pair.other) for each in pair.people])
    await pair.dies("killed")
    await until(lambda: len(pair.other.rows("select name from node")) == 1)
    assert pair.told(PresenceChanged) == []


async def test_a_newer_browser_at_another_node_takes_the_seat(pair: Pair) -> None:
    anna = pair.people[0]
    pair.one.clock.at += 1
    newer = await anna.again()
    await newer.connect(pair.other.url)
    await newer.watch(pair.stream)
    await anna.until(lambda: ("replaced", {"stream": pair.stream}) in anna.heard)
    assert await anna.refused(pair.stream, "propose", wish="pause") == "other_browser"
    await newer.command(pair.stream, "propose", wish="pause")


async def test_time_is_called_up_once_and_by_whoever_lives(pair: Pair) -> None:
    """Nobody is at a table whose node is dead: the other finds it by what is overdue."""
    pair.one.clock.at += HOUR
    await all_see(pair.people, pair.stream, SEATED + 1)
    assert [fact.by for fact in pair.told(Answered)] == ["clock"]
    for person in pair.people[1:]:
        await person.close()
    await pair.dies("killed")
    replicas = pair.other.streams.replicas
    await until(lambda: pair.stream not in replicas or not replicas[pair.stream].watchers)
    pair.one.clock.at += HOUR
    await until(lambda: len(pair.told(Answered)) == 2)
    assert {fact.by for fact in pair.told(Answered)} == {"clock"}


async def test_what_both_want_to_do_is_done_once(pair: Pair) -> None:
    """Players answer at both nodes in turn; each time that is over is called up once."""
    stream = pair.stream
    for turn in range(4):
        person, move = asked(pair.people, stream)
        n = person.screens[stream].n
        if turn % 2:
            await person.command(stream, **move)
        else:
            pair.one.clock.at += HOUR
        await all_see(pair.people, stream, n + 1)
    commands = [command for _, _, command, _ in pair.other.entries(stream)]
    assert len(commands) == len({*commands}) == SEATED + 4
    assert [fact.by for fact in pair.told(Answered)] == ["clock", "player", "clock", "player"]


async def test_a_table_that_others_keep_is_let_go_of(pair: Pair) -> None:
    """And is taken up again when they do not: here nobody is left to keep it but this node."""
    stream, replicas = pair.stream, pair.other.streams.replicas
    anna = pair.people[0]
    for person in pair.people[1:]:
        await moves(person, pair.one, stream)
    await until(lambda: stream not in replicas)
    first, move = asked(pair.people, stream)
    await first.command(stream, **move)
    await all_see(pair.people, stream, SEATED + 1)
    assert stream not in replicas
    await moves(anna, pair.other, stream)
    pair.one.clock.at += HOUR
    await all_see(pair.people, stream, SEATED + 2)
    assert [fact.by for fact in pair.told(Answered)] == ["player", "clock"]


# --- nobody is charged for a downtime ----------------------------------------------------------


async def test_a_command_after_a_downtime_comes_after_its_credit(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store was away, or all slept; an answer is the first that this node hears of."""
    people, stream = await seated(house, pace="quick")
    house.clock.at += 5
    monkeypatch.setattr(node, "FRESH_SECONDS", 0.0)
    person, move = asked(people, stream)
    banks = {**people[0].screens[stream].table["clock"]["bank"]}
    house.clock.at += HOUR
    await person.command(stream, **move)
    for other in people:
        await other.sees(stream, SEATED + 2)
    assert people[0].screens[stream].table["clock"]["bank"] == banks
    assert [type(fact) for fact in facts_of(house, stream)[-2:]] == [Credited, Answered]


async def test_the_pages_of_a_node_that_has_lost_the_store_go_to_another(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = pair.people[:2]
    lost = pair.one.presence.node
    await until(lambda: lost.seen.living != set())
    beats = Nodes.beat

    async def cut_off(nodes: Nodes, at: int, unbroken: bool) -> object:
        if nodes is lost.nodes:
            raise SQLAlchemyError("the network is gone")
        return await beats(nodes, at, unbroken)

    monkeypatch.setattr(Nodes, "beat", cut_off)
    monkeypatch.setattr(node, "LOST_SECONDS", 0.5)
    monkeypatch.setattr(node, "FRESH_SECONDS", 0.2)
    await until(lambda: not lost.fresh)
    assert await anna.refused(pair.stream, "propose", wish="pause") == "try_again"
    assert await anna.socket.gone() == 1001
    await anna.connect(pair.other.url)
    await anna.watch(pair.stream)
    assert not boris.socket.closed.done()
