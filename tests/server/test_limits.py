"""How much one socket may ask for, and how long others wait for a slow one."""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress

import pytest

from server import wire
from server.limits import Allowance, Allowances
from tests.server.nodes import House
from tests.server.people import Refusal, finished
from tests.server.sockets import PATIENCE


def test_full_allowances_are_forgotten() -> None:
    asks = Allowances(rate=1.0, burst=2.0)
    for number in range(1000):
        assert asks.take(str(number), 100.0)
    assert asks.take("late", 100.9)
    assert len(asks.names) == 1001
    assert [asks.take("late", 101.2) for _ in range(2)] == [True, False]
    assert [*asks.names] == ["late"]


def test_an_allowance_fills_up_again() -> None:
    allowance = Allowance(rate=2, burst=3)
    assert [allowance.take(100.0) for _ in range(5)] == [True, True, True, False, False]
    assert [allowance.take(100.5) for _ in range(2)] == [True, False]
    assert [allowance.take(200.0) for _ in range(4)] == [True, True, True, False]
    assert not allowance.take(150.0)  # a clock that went back gives nothing


async def test_who_sends_too_fast_is_refused_for_a_while(house: House) -> None:
    await house.restart(rate=10)
    anna, boris = await house.guest(), await house.guest()
    stream = await anna.open(bots=False)
    codes = []
    for _ in range(40):
        try:
            await anna.sync(stream)
        except Refusal as refusal:
            codes.append(refusal.code)
    assert codes == ["too_fast"] * 11  # 30 at once, one of them was `open`
    assert await boris.sync(stream)  # somebody else is not concerned
    assert await anna.refused(stream, "leave") == "too_fast"
    house.clock.at += 0.5
    assert await anna.command(stream, "leave")
    assert len(house.entries(stream)) == 2


async def test_every_kind_of_message_counts(house: House) -> None:
    await house.restart(rate=1)
    anna = await house.guest()
    for event in ("command", "sync", "unwatch"):
        with pytest.raises(Refusal, match="malformed"):
            await anna.socket.call(event, "nonsense")
    for event in ("command", "sync", "unwatch"):
        with pytest.raises(Refusal, match="too_fast"):
            await anna.socket.call(event, "nonsense")


async def answered() -> None:
    """Wait until the server has read and answered what was asked, into the pipe of who asked."""
    await asyncio.sleep(0.1)
    while len(asyncio.all_tasks()) > 100:  # noqa: ASYNC110  # nobody tells of it
        await asyncio.sleep(0.01)


async def test_a_slow_reader_is_cut_off_and_nobody_waits_for_him(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "MOST_WAITING", 20_000)
    anna, boris, vera = [await house.guest(name) for name in ("Анна", "Борис", "Вера")]
    stream = await anna.open(bots=False, players=3)
    await anna.watch(stream)
    await boris.watch(stream)
    pipe = boris.socket.ws.get_extra_info("socket")
    pipe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    much = await boris.open()
    boris.socket.reader.cancel()  # from now on he asks and asks and never looks
    watchers = house.streams.replicas[stream].watchers
    async with asyncio.timeout(2 * PATIENCE):
        while len(watchers) == 2:
            with suppress(ConnectionError):
                for number in range(500):
                    await boris.socket.emit("sync", {"stream": much}, number=number)
            await answered()
            for what in ("join", "leave"):
                done = await vera.command(stream, what)
                await anna.sees(stream, done["n"])
    assert not anna.socket.closed.done()
    await boris.socket.ws.close()
    await boris.connect()
    assert (await boris.watch(stream)).n == anna.screens[stream].n


async def test_who_only_asks_and_never_reads_is_cut_off(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing happens at his table: what waits are the answers to him alone."""
    monkeypatch.setattr(wire, "MOST_WAITING", 20_000)
    boris = await house.guest("Борис")
    stream = await boris.open(deals=8)  # of which there is much to tell
    await boris.watch(stream)
    await boris.plays(stream, finished)
    pipe = boris.socket.ws.get_extra_info("socket")
    pipe.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    boris.socket.reader.cancel()
    watchers = house.streams.replicas[stream].watchers
    async with asyncio.timeout(2 * PATIENCE):
        while watchers:
            with suppress(ConnectionError):
                for number in range(500):
                    await boris.socket.emit("sync", {"stream": stream}, number=number)
            await answered()
    await boris.socket.ws.close()
