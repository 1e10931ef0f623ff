"""A table whose log was written by other rules is stopped: nothing is added and nothing shown."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import pytest
from aiohttp import ClientSession

from game.preferans.deal import VERSION
from lobby.table.commands import Answer, Choose
from tests.server.nodes import House
from tests.server.people import Person, Refusal

Change = Callable[[dict[str, Any]], None]


def rewritten(house: House, stream: str, n: int, change: Change | bytes) -> None:
    """The log as another server would have written it."""
    (body,) = [body for number, _, _, body in house.entries(stream) if number == n]
    if isinstance(change, bytes):
        body = change
    else:
        content = json.loads(body)
        change(content)
        body = json.dumps(content).encode()
    with closing(sqlite3.connect(house.path)) as connection:
        connection.execute(
            "update entry set body = ? where stream = ? and n = ?", (body, stream, n)
        )
        connection.commit()


async def in_a_deal(house: House) -> tuple[Person, str, int]:
    """Anna is asked in a running deal, and has answered once; that was the last entry."""
    anna = await house.guest()
    stream = await anna.open(players=3, deals=2, bots=False)
    await anna.watch(stream)
    others = [await house.guest(name) for name in ("Борис", "Вера")]
    for person in others:
        await person.command(stream, "join")
    for person in (anna, *others):
        await person.command(stream, "confirm")
    people = house.streams.replicas[stream].opened.members
    first = next(member.person for member in people if member.number == 1)
    await house.streams.submit(stream, first, "choose", Choose("N"))
    replica = house.streams.replicas[stream]
    assert replica.opened.running is not None
    play = replica.opened.running.play
    assert play.ask is not None
    asked = replica.opened.at(play.ask.seat)
    assert asked is not None
    await house.streams.submit(stream, asked.person, "the-call", Answer(1, 0, ["6S"]))
    return anna, stream, replica.n


def other_digest(content: dict[str, Any]) -> None:
    content["told"] = "0" * 16


def no_digest(content: dict[str, Any]) -> None:
    content["told"] = ""


def other_answer(content: dict[str, Any]) -> None:
    content["facts"][0]["words"] = ["7S"]  # by other rules one may jump


def unknown_fact(content: dict[str, Any]) -> None:
    content["facts"][0] = {"what": "undone", "seat": "N"}


def unknown_field(content: dict[str, Any]) -> None:
    content["facts"][0]["words"] = 5


async def stopped(house: House, anna: Person, stream: str) -> None:
    """Nobody adds anything, and everybody who looks is told why."""
    before = house.entries(stream)
    for what, fields in {
        "answer": {"deal": 1, "ask": 1, "words": ["pass"]},
        "ready": {"deal": 1},
        "join": {},
    }.items():
        assert await anna.refused(stream, what, **fields) == "table_stopped"
    with pytest.raises(Refusal, match="table_stopped"):
        await anna.sync(stream)
    assert house.entries(stream) == before


@pytest.mark.parametrize(
    "change", [other_digest, no_digest, other_answer, unknown_fact, unknown_field, b"\0", b"{}"]
)
async def test_a_log_of_other_rules_stops_the_table(house: House, change: Change | bytes) -> None:
    anna, stream, n = await in_a_deal(house)
    rewritten(house, stream, n, change)
    await house.restart()
    await anna.connect(house.url)
    await stopped(house, anna, stream)


async def test_a_deal_opened_under_a_newer_version_stops_the_table(house: House) -> None:
    def newer(content: dict[str, Any]) -> None:
        content["facts"][-1]["version"] = VERSION + 1

    anna, stream, n = await in_a_deal(house)
    rewritten(house, stream, n - 1, newer)
    await house.restart()
    await anna.connect(house.url)
    await stopped(house, anna, stream)


async def test_other_tables_go_on(house: House, http: ClientSession) -> None:
    anna, stream, n = await in_a_deal(house)
    rewritten(house, stream, n, b"\0")
    with closing(sqlite3.connect(house.path)) as connection:
        connection.execute("update stream set due = 1")
        connection.commit()
    await house.restart()  # what is due at a stopped table keeps no server from starting
    await anna.connect(house.url)
    other = await anna.open()
    assert (await anna.watch(other)).table["phase"] in ("seating", "playing")
    headers = {"Cookie": anna.cookie}
    async with http.get(f"{house.url}/api/tables", headers=headers) as response:
        listed = (await response.json())["tables"]
    assert [row["stream"] for row in listed] == [other]


async def test_what_is_past_is_not_played_again(house: House) -> None:
    """A deal that is written down keeps its result, whatever the rules say today."""
    anna = await house.guest()
    stream = await anna.open(deals=2)
    await anna.watch(stream)
    screen = await anna.plays(stream, lambda screen: screen.table["phase"] == "between")
    shown = screen.shows()
    await anna.command(stream, "ready", deal=1)
    answers = [n for n, _, command, _ in house.entries(stream) if "answer-after" in command]
    rewritten(house, stream, answers[0], other_digest)
    await house.restart()
    await anna.connect(house.url)
    synced = await anna.sync(stream)
    assert synced["table"]["past"] == shown["table"]["past"]
    assert synced["table"]["deal"] == 2
