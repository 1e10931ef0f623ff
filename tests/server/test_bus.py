"""Two servers on one database: whoever sits where, all see the same, and promptly."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestServer
from redis.exceptions import RedisError

from server import app
from server.bus import CHANNEL, QUIET_SECONDS, listen, rings
from tests.server.bell import RedisServer
from tests.server.nodes import House, SeededEntropy
from tests.server.people import Person, Refusal, finished, play_together
from tests.server.sockets import PATIENCE

ANY_BUS = pytest.mark.parametrize("town", ["redis", "alone"], indirect=True)
"""Whatever the bell promises but promptness, the store keeps without it."""


@dataclass
class Town:
    """Two servers, and the bell between them, if there is one."""

    redis: RedisServer
    one: House
    other: House

    async def guests(self) -> tuple[Person, Person]:
        """Anna at one server, Boris at the other."""
        return await self.one.guest("Анна"), await self.other.guest("Борис")


@pytest.fixture
async def redis(tmp_path: Path) -> AsyncIterator[RedisServer]:
    redis = RedisServer(tmp_path)
    await redis.start()
    yield redis
    await redis.stop()


@pytest.fixture
async def town(
    request: pytest.FixtureRequest,
    database_url: str,
    http: ClientSession,
    redis: RedisServer,
    aiohttp_server: Callable[..., Awaitable[TestServer]],
) -> Town:
    houses = [
        House(database_url, http, aiohttp_server, entropy=SeededEntropy(seed))
        for seed in ("one", "other")
    ]
    rings = getattr(request, "param", "redis") == "redis"
    for house in houses:
        await house.start(redis=redis.url if rings else "")
    if rings:
        await heard(redis, 2)
    return Town(redis, *houses)


async def heard(redis: RedisServer, nodes: int) -> None:
    """Wait until so many servers listen."""
    async with asyncio.timeout(PATIENCE):
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", redis.port)
            writer.write(f"PUBSUB NUMSUB {CHANNEL}\r\n".encode())
            answer = [await reader.readline() for _ in range(4)]
            writer.close()
            if answer[-1] == f":{nodes}\r\n".encode():
                return
            await asyncio.sleep(0.02)


async def seen(sender: Person, stream: str, *watchers: Person) -> None:
    """What he does is seen by all of them."""
    for _ in range(4):
        for what in ("join", "leave"):
            done = await sender.command(stream, what)
            for watcher in watchers:
                await watcher.sees(stream, done["n"])


@pytest.fixture
def only_bell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody compares with the log: what is seen elsewhere is seen because the bell rang."""
    monkeypatch.setattr(app, "COMPARE_SECONDS", 3600.0)


@ANY_BUS
async def test_a_session_holds_on_both(town: Town) -> None:
    anna, _ = await town.guests()
    await anna.connect(town.other.url)
    assert await anna.open()


@pytest.mark.usefixtures("only_bell")
@pytest.mark.both_stores
async def test_entries_ring_through(town: Town) -> None:
    anna, boris = await town.guests()
    stream = await anna.open(players=3, bots=False)
    await anna.watch(stream)
    await boris.watch(stream)
    await seen(boris, stream, anna, boris)
    assert anna.screens[stream].shows() == boris.screens[stream].shows()


@pytest.mark.both_stores
@ANY_BUS
async def test_a_table_of_two_towns(town: Town) -> None:
    """Players at different servers, bots of both: each entry once, the same pulya for all."""
    anna, boris = await town.guests()
    stream = await anna.open(deals=2, bots=False)
    await anna.watch(stream)
    await boris.watch(stream)
    await boris.command(stream, "join")
    await anna.sees(stream, 2)
    await anna.command(stream, "fill")
    await play_together([anna, boris], stream, finished)
    for house, person in ((town.one, anna), (town.other, boris)):
        late = await person.again()
        assert await late.sync(stream) == person.screens[stream].shows()
        assert not house.streams.replicas[stream].drifted
    entries = town.one.entries(stream)
    assert [n for n, *_ in entries] == [*range(1, len(entries) + 1)]
    commands = [command for _, _, command, _ in entries]
    assert len(set(commands)) == len(commands)
    shown = [person.screens[stream].table["settled"] for person in (anna, boris)]
    assert shown[0] == shown[1]


@pytest.mark.both_stores
@ANY_BUS
async def test_a_command_sent_to_both_is_carried_out_once(town: Town) -> None:
    anna, boris = await town.guests()
    stream = await anna.open(players=3, bots=False)
    for turn in range(10):
        elsewhere = await boris.again()
        await elsewhere.connect(town.one.url)
        what, id = ("join", "leave")[turn % 2], f"the-same-{turn}"
        done = await asyncio.gather(
            boris.command(stream, what, id=id), elsewhere.command(stream, what, id=id)
        )
        assert done[0] == done[1] == {"stream": stream, "n": turn + 2}
        await elsewhere.close()


@pytest.mark.both_stores
@ANY_BUS
async def test_of_two_who_want_the_last_chair_one_gets_it(town: Town) -> None:
    for _ in range(5):
        anna, boris = await town.guests()
        vera = await town.one.guest("Вера")
        stream = await anna.open(players=3, bots=False)
        await vera.command(stream, "join")
        gleb = await town.one.guest("Глеб")
        outcomes = await asyncio.gather(
            boris.command(stream, "join"), gleb.command(stream, "join"), return_exceptions=True
        )
        refused = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
        assert [refusal.code for refusal in refused] == ["table_is_full"]


@ANY_BUS
async def test_what_is_said_at_one_is_heard_at_the_other_once(town: Town) -> None:
    anna, boris = await town.guests()
    stream = await anna.open(players=3, bots=False)
    for person in (anna, boris):
        await person.watch(stream)
    await boris.command(stream, "join")
    lines = [f"раз {number}" for number in range(4)]
    for number, line in enumerate(lines):
        town.one.clock.at += 1
        message = {"stream": stream, "phrase": "", "line": line, "card": ""}
        await (anna, boris)[number % 2].socket.call("say", message)
    for person in (anna, boris):
        await person.until(lambda: len(said(person)) >= len(lines))  # noqa: B023
    await boris.command(stream, "leave")
    await anna.sees(stream, 3)
    assert sorted(said(anna)) == sorted(said(boris)) == lines


def said(person: Person) -> list[str]:
    return [message["line"] for name, message in person.heard if name == "said"]


async def test_while_the_bell_is_away_entries_come_all_the_same(town: Town) -> None:
    anna, boris = await town.guests()
    stream = await anna.open(players=3, bots=False)
    await anna.watch(stream)
    await boris.watch(stream)
    await town.redis.stop()
    await seen(boris, stream, boris, anna)
    await town.redis.start()
    await heard(town.redis, 2)
    await seen(boris, stream, anna, boris)
    assert anna.screens[stream].shows() == boris.screens[stream].shows()


async def test_bots_play_on_while_the_bell_is_away(town: Town) -> None:
    anna, boris = await town.guests()
    stream = await anna.open()
    await anna.watch(stream)
    await boris.watch(stream)
    await town.redis.stop()
    await anna.plays(stream, finished)
    await boris.until(lambda: finished(boris.screens[stream]))
    assert anna.screens[stream].table == boris.screens[stream].table


@pytest.mark.usefixtures("only_bell")
@pytest.mark.parametrize("nonsense", ["x", "t0", "t0 x", "t0 -1", "t0 99999999999999999999", "''"])
async def test_nonsense_on_the_bell_stops_nothing(town: Town, nonsense: str) -> None:
    anna, boris = await town.guests()
    stream = await anna.open(players=3, bots=False)
    await anna.watch(stream)
    await boris.watch(stream)
    await town.redis.command("PUBLISH", CHANNEL, f'"{nonsense}"')
    await town.redis.command("PUBLISH", CHANNEL, f'"{stream} 999999999999"')
    await town.redis.command("PUBLISH", CHANNEL, '"\\xff\\xfe"')
    await seen(boris, stream, anna)


async def test_rings_that_come_together_travel_together(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many tables that change at the same moment, each is on the other server's screens."""
    anna, boris = await town.guests()
    tables = [await anna.open(players=3, bots=False) for _ in range(20)]
    for stream in tables:
        await boris.watch(stream)
    sent: list[str] = []
    bus = town.one.streams.ring.__self__  # type: ignore[attr-defined]
    publish = bus.redis.publish

    async def counted(channel: str, message: str) -> Any:
        sent.append(message)
        return await publish(channel, message)

    monkeypatch.setattr(bus.redis, "publish", counted)
    done = await asyncio.gather(*(anna.command(stream, "leave") for stream in tables))
    for stream, each in zip(tables, done, strict=True):
        await boris.sees(stream, each["n"])
    told = [ring for message in sent for ring in rings(message.encode())]
    assert sorted(told) == sorted((each["stream"], each["n"]) for each in done)
    assert len(sent) < len(told)


@pytest.mark.usefixtures("only_bell")
async def test_trouble_with_the_log_does_not_silence_the_bell(
    town: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = await town.guests()
    stream = await anna.open(players=3, bots=False)
    await anna.watch(stream)
    await boris.watch(stream)
    log = town.one.streams.log
    entries, failed = log.entries, asyncio.Event()

    async def unread(*_: Any) -> Any:
        failed.set()
        raise OSError("nobody thought of this")

    monkeypatch.setattr(log, "entries", unread)
    await boris.command(stream, "join")
    await failed.wait()
    monkeypatch.setattr(log, "entries", entries)
    await boris.command(stream, "leave")
    await seen(boris, stream, anna)


async def test_a_server_starts_without_the_bell(town: Town) -> None:
    await town.redis.stop()
    await town.one.restart(redis=town.redis.url)
    anna = await town.one.guest()
    assert await anna.open()
    await town.redis.start()
    await heard(town.redis, 2)


async def test_a_bell_that_nobody_holds_any_more_is_noticed() -> None:
    """The connection stands and nothing comes: not a ring, not what was asked for."""
    asked = 0

    class Deaf:
        async def get_message(self, **limits: float) -> None:
            assert limits["timeout"] == QUIET_SECONDS

        async def ping(self) -> None:
            nonlocal asked
            asked += 1

    heard: list[object] = []
    with pytest.raises(RedisError):
        await listen(Deaf(), heard.extend)  # type: ignore[arg-type]
    assert heard == []
    assert asked == 1
