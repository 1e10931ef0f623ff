"""The list of nodes in the store: who lives, who did, who watches where; and the clock of all."""

from __future__ import annotations

import time

import pytest

from server.clock import StoreClock, SystemClock
from server.store.database import Database
from server.store.nodes import Nodes
from tests.server.nodes import FakeClock

pytestmark = pytest.mark.both_stores

NOW = 1_000_000
HERE = ("t1", "anna")
HOUR = 3600


async def test_a_node_lives_as_long_as_its_heart_beats(database: Database) -> None:
    one, other = Nodes(database, "one", "1"), Nodes(database, "other", "1")
    first = await one.beat(NOW, unbroken=False)
    assert (first.living, first.dead, first.known, first.downtimes) == (set(), set(), False, [])
    seen = await other.beat(NOW + 1000, unbroken=False)
    assert (seen.living, seen.dead, seen.known) == ({"one/1"}, set(), False)
    seen = await one.beat(NOW + 5999, unbroken=True)
    assert (seen.living, seen.dead, seen.known) == ({"other/1"}, set(), True)
    seen = await one.beat(NOW + 6000, unbroken=True)
    assert (seen.living, seen.dead) == (set(), {"other/1"})
    await other.beat(NOW + 6500, unbroken=True)
    await other.leave(NOW + 6600)
    seen = await one.beat(NOW + 11_599, unbroken=True)
    assert (seen.living, seen.dead) == (set(), set())
    assert (await one.beat(NOW + 11_600, unbroken=True)).dead == {"other/1"}
    await one.bury({"other/1"}, NOW + 6601)
    assert (await one.beat(NOW + 11_700, unbroken=True)).dead == set()
    assert not (await other.beat(NOW + 11_800, unbroken=True)).known


async def test_nobody_buries_a_node_that_is_back(database: Database) -> None:
    one, other = Nodes(database, "one", "1"), Nodes(database, "other", "1")
    await other.beat(NOW, unbroken=True)
    await other.change({HERE: NOW}, ())
    await one.bury({"other/1"}, NOW)
    assert (await other.beat(NOW + 1, unbroken=True)).known
    assert await one.elsewhere(*HERE, NOW)
    await one.bury({"other/1"}, NOW + 2)
    assert not await one.elsewhere(*HERE, NOW)


async def test_a_downtime_is_when_no_node_lived(database: Database) -> None:
    """Whoever comes first writes it down; who comes later finds it and no second one."""
    one, other = Nodes(database, "one", "1"), Nodes(database, "other", "1")
    await one.beat(NOW, unbroken=False)
    await other.beat(NOW + 500, unbroken=False)
    back = NOW + 20_000
    down = [(NOW + 500, back)]
    assert (await one.beat(back, unbroken=False)).downtimes == down
    assert (await other.beat(back + 10, unbroken=False)).downtimes == down
    # One that was cut off while the others went on, or beats late, has not made a downtime.
    assert (await one.beat(back + 2000, unbroken=True)).downtimes == down
    assert (await other.beat(back + 3000, unbroken=False)).downtimes == down
    assert (await one.beat(back + 9000, unbroken=True)).downtimes == down
    assert (await one.beat(back + 3_600_000, unbroken=True)).downtimes == []


async def test_a_server_that_left_in_order_was_down_at_once(database: Database) -> None:
    one = Nodes(database, "one", "1")
    await one.beat(NOW, unbroken=False)
    await one.leave(NOW + 300)
    assert (await one.beat(NOW + 900, unbroken=False)).downtimes == [(NOW + 300, NOW + 900)]


async def test_a_server_that_knows_no_nodes_lives_too(database: Database) -> None:
    async with database.write.begin() as connection:
        await connection.exec_driver_sql(
            f"insert into key (name, value, at) values ('heartbeat', '', {NOW})"
        )
    one = Nodes(database, "one", "1")
    seen = await one.beat(NOW + 1000, unbroken=False)
    assert (seen.living, seen.downtimes) == ({""}, [])
    seen = await one.beat(NOW + 10_000, unbroken=False)
    assert (seen.living, seen.dead, seen.downtimes) == (set(), set(), [(NOW + 1000, NOW + 10_000)])


async def test_who_watches_where(database: Database) -> None:
    one, other, third = (Nodes(database, name, "1") for name in ("one", "other", "third"))
    boris = ("t1", "boris")
    await one.beat(NOW, unbroken=True)
    await other.beat(NOW + 5, unbroken=True)
    await one.change({HERE: NOW, boris: NOW}, ())
    await other.change({HERE: NOW + 5}, ())
    assert await third.elsewhere(*boris, NOW + 4999)
    assert not await one.elsewhere(*boris, NOW + 4999)
    assert not await third.elsewhere(*boris, NOW + 5000)
    assert await third.elsewhere(*HERE, NOW + 5000)
    assert await one.newer(["other/1", "third/1"]) == [HERE]
    assert await one.newer(["third/1"]) == []
    assert await other.newer(["one/1"]) == []
    assert await third.lost(["one/1"], ["other/1"]) == [boris]
    assert await third.lost(["one/1", "other/1"], []) == [HERE, boris]
    await one.change({HERE: NOW + 9}, [boris])
    assert await one.newer(["other/1"]) == []
    assert not await third.elsewhere(*boris, NOW)


# --- the store's clock -------------------------------------------------------------------------


def test_the_own_clock_is_put_right() -> None:
    own = FakeClock(1000.0)
    clock = StoreClock(own)
    clock.told(1000.0, 1007.5, 1001.0)
    assert clock.offset == 7.0
    clock.told(2000.0, 2007.3, 2000.4)  # as far as can be told it is right
    assert clock.offset == 7.0
    clock.told(3000.0, 3005.1, 3000.2)
    assert clock.offset == 5.0
    own.at = 4000.0
    assert clock.now() == 4005.0


# --- what was here before, and twins -----------------------------------------------------------


async def test_a_node_that_is_back_at_once_is_another_one(database: Database) -> None:
    """Who watched there before may not have come back: nothing of it counts as living."""
    first, again = Nodes(database, "one", "1"), Nodes(database, "one", "2")
    other = Nodes(database, "other", "1")
    await first.beat(NOW, unbroken=True)
    await first.change({HERE: NOW}, ())
    await other.beat(NOW + 500, unbroken=True)
    seen = await again.beat(NOW + 900, unbroken=False)
    assert (seen.living, seen.dead, seen.known) == ({"other/1"}, set(), False)
    await other.beat(NOW + 4000, unbroken=True)
    seen = await again.beat(NOW + 5000, unbroken=True)
    assert (seen.living, seen.dead) == ({"other/1"}, {"one/1"})
    assert await again.lost(seen.dead, seen.living) == [HERE]


async def test_a_server_that_is_back_at_once_was_down(database: Database) -> None:
    first, again = Nodes(database, "one", "1"), Nodes(database, "one", "2")
    await first.beat(NOW, unbroken=True)
    assert (await again.beat(NOW + 900, unbroken=False)).downtimes == [(NOW, NOW + 900)]


async def test_two_nodes_of_one_name_are_noticed_and_both_live(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    one, twin = Nodes(database, "one", "1"), Nodes(database, "one", "2")
    await one.beat(NOW, unbroken=True)
    await twin.beat(NOW + 100, unbroken=True)
    assert (await one.beat(NOW + 1000, unbroken=True)).living == {"one/2"}
    assert (await twin.beat(NOW + 1100, unbroken=True)).living == {"one/1"}
    assert caplog.text.count("two nodes have the name one: give each its own") == 2


def test_whoever_sets_the_clock_does_not_make_time_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SystemClock()
    before = clock.now()
    assert abs(before - time.time()) < 60
    monkeypatch.setattr(time, "time", lambda: before + HOUR)
    assert 0 <= clock.now() - before < 60
