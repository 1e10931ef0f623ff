"""Nothing of a contest is told before it is stored: not to tables, not to whoever asks by HTTP."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from server import presence
from server.store.log import Entry, Head
from tests.server.contest.festival import Festival, Guest
from tests.server.contest.test_archive import called
from tests.server.nodes import House


async def test_what_is_being_stored_is_told_to_nobody(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last circle is decided, and its entry does not come to the disk. The hall is busy."""
    monkeypatch.setattr(presence, "LOST_SECONDS", 0.05)
    director = await Guest.holder(house.http, house.url)
    anna = await Guest.guest(house.http, house.url, "Анна")
    festival = await Festival.created(house, director, formula="points-4321", tours=1)
    stream = festival.stream
    await anna.command(stream, "register")
    for number in (1, 2):
        await director.acts(stream, "add", person=f"bot-{number}", bot=True)
    for step, tour in (("close", 0), ("draw", 0), ("call", 1)):
        await director.acts(stream, "start", step=step, tour=tour)
    await anna.command(stream, "here", tour=1)
    table = f"{stream}-1-1"
    board = await director.follow(stream)
    await director.until(lambda: table in board.shown["progress"])
    await anna.watch(table)

    store, waits, go_on = house.streams.log.append, asyncio.Event(), asyncio.Event()

    async def append(entry: Entry, head: Head) -> bool:
        if entry.stream == stream and entry.what == "last_circle_now":
            waits.set()
            await go_on.wait()
        return await store(entry, head)

    monkeypatch.setattr(house.streams.log, "append", append)
    acting = asyncio.create_task(director.acts(stream, "last_circle_now", tour=1))
    await waits.wait()

    def of_table() -> list[Any]:
        return [command for _, _, command, _ in house.entries(table) if "last-circle" in command]

    asking = asyncio.create_task(called(house, "GET", f"contests/{stream}"))
    await anna.close()  # which the hall hears of, and looks what there is to do
    await asyncio.sleep(1)  # longer than the hall looks at anything
    assert of_table() == []
    assert not asking.done()
    assert not board.contest["tours"][0]["tables"][0]["last_circle"]
    go_on.set()
    await acting
    await asking
    await director.until(lambda: board.shown["progress"][table]["last_circle"])
    assert len(of_table()) == 1
