"""Bots at a table of the server: ordinary players, of whom none can hold up the table."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from game.view import empty, fold
from server import bots
from tests.server.nodes import House
from tests.server.people import Person, Screen, finished
from tests.server.sockets import PATIENCE


def first_option(view: Any, memory: Any) -> str:
    return str(view["ask"]["options"][0])


async def test_a_bot_is_told_what_a_browser_in_its_chair_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it sees is what folding the events gives that its person would have been sent."""
    seen: list[tuple[str, Any]] = []

    def watched(view: Any, memory: Any) -> str:
        seen.append((view["ask"]["seat"], view))
        return first_option(view, memory)

    monkeypatch.setattr(bots, "choose", watched)
    anna = await house.guest()
    stream = await anna.open()
    await anna.watch(stream)
    await anna.plays(stream, finished, Random(3))
    running = house.streams.replicas[stream].opened.running
    assert running is not None
    assert len(seen) > 20
    for seat, view in seen:
        told = empty()
        for event in running.told:
            fold(told, event.seen_by(frozenset((seat,))))  # type: ignore[arg-type]
            if told["ask"] == view["ask"]:
                break
        assert view == told
        known = [s for s, hand in view["cards"].items() if hand["known"] and not hand["laid"]]
        assert set(known) <= {seat} or view["phase"] != "auction"


@pytest.mark.parametrize("fault", ["raises", "speaks nonsense", "is silent"])
async def test_a_bot_that_fails_says_what_silence_means(
    house: House, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    def failing(view: Any, memory: Any) -> Any:
        if fault == "raises":
            raise ZeroDivisionError
        return "nonsense" if fault == "speaks nonsense" else None

    monkeypatch.setattr(bots, "choose", failing)
    anna = await house.guest()
    stream = await anna.open(deals=1)
    await anna.watch(stream)
    screen = await anna.plays(stream, finished, Random(2))
    assert len(screen.table["past"]) == 1


async def test_a_bot_that_is_slow_holds_up_its_own_table_only(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, boris = await house.guest(), await house.guest()
    slow = await anna.open()
    thinking, enough = asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def sleepy(view: Any, memory: Any) -> str:
        loop.call_soon_threadsafe(thinking.set)
        enough.wait(PATIENCE)
        return first_option(view, memory)

    monkeypatch.setattr(bots, "choose", sleepy)
    await anna.watch(slow)
    playing = asyncio.create_task(anna.plays(slow, finished))
    await thinking.wait()
    monkeypatch.setattr(bots, "choose", first_option)
    quick = await boris.open()
    await boris.watch(quick)
    n = len(house.entries(slow))
    await boris.plays(quick, finished)
    assert len(house.entries(slow)) == n
    assert not enough.is_set()
    playing.cancel()
    enough.set()


async def test_bots_think_in_processes_of_their_own_and_outlive_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    await house.restart(bot_processes=1)
    monkeypatch.setattr(bots, "choose", None)  # of this process: the others' is not touched
    anna = await house.guest()
    stream = await anna.open(deals=2)
    screen = await anna.watch(stream)
    await anna.plays(stream, lambda screen: len(screen.view["calls"]) > 0)
    (worker,) = multiprocessing.active_children()
    os.kill(worker.pid or 0, signal.SIGKILL)
    await anna.plays(stream, finished)
    assert len(screen.table["past"]) == 2
    (another,) = multiprocessing.active_children()
    assert another.pid != worker.pid
    await house.stop()
    assert not another.is_alive()
    await house.start()


async def two_and_a_bot(
    house: House, until: Callable[[Screen, str], bool]
) -> tuple[str, list[Person], Screen]:
    """Anna and Boris pass with a bot until it is so."""
    people = [await house.guest(name) for name in ("Анна", "Борис")]
    stream = await people[0].open(players=3, bots=False)
    await people[1].command(stream, "join")
    for person in people:
        await person.watch(stream)
    done = await people[0].command(stream, "fill")
    for person in people:
        await person.sees(stream, done["n"])

    def now(screen: Screen) -> bool:
        """A card lies on the table, and the asked seat is right."""
        bot = next((m["seat"] for m in screen.table["members"] if m["bot"]), None)
        cards = [card for card in screen.view["trick"] if card["seat"]]
        return bool(cards) and screen.view["ask"] is not None and until(screen, str(bot))

    async with asyncio.TaskGroup() as tasks:
        for person in people:
            tasks.create_task(passes(person, stream, now))
    return stream, people, people[0].screens[stream]


async def claims_nothing(house: House, person: Person, stream: str) -> int:
    """He gives all tricks that are left to another; the entry."""
    screen = person.screens[stream]
    mine = next(m["seat"] for m in screen.table["members"] if m["person"] == person.person)
    tricks = dict(screen.view["taken"])
    other = next(seat for seat in "NES" if seat != mine)
    tricks[other] += 10 - sum(tricks.values())
    end = "=" + ",".join(f"{seat}{tricks[seat]}" for seat in "NES")
    running = house.streams.replicas[stream].opened.running
    assert running is not None
    question = {"deal": 1, "ask": running.play.number}
    done = await person.command(stream, "claim", **question, end=end)
    return int(done["n"])


async def test_a_bot_decides_on_one_claim_after_the_other(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two people may claim at one question, one after the other's claim was refused."""
    asked: list[str] = []

    def refusing(view: Any, memory: Any, tricks: Any, shown: Any) -> str:
        asked.append(str(tricks))
        return "no"

    monkeypatch.setattr(bots, "choose", passing)
    monkeypatch.setattr(bots, "respond", refusing)
    stream, people, screen = await two_and_a_bot(
        house, lambda screen, bot: screen.view["ask"]["seat"] != bot
    )
    for number, person in enumerate(people, start=1):
        n = await claims_nothing(house, person, stream)
        await people[0].sees(stream, n + 1)
        assert len(asked) == number
        assert screen.table["claim"] is None
    async with asyncio.TaskGroup() as tasks:
        for person in people:
            tasks.create_task(passes(person, stream, finished))


async def test_a_bot_whose_word_is_not_wanted_any_more_goes_on(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it ponders over a claim somebody else refuses; then it is its turn to play."""
    await house.restart(bot_pause=0.3)
    monkeypatch.setattr(bots, "choose", passing)
    stream, (anna, boris), screen = await two_and_a_bot(
        house, lambda screen, bot: screen.view["ask"]["seat"] == bot
    )
    n = await claims_nothing(house, anna, stream)
    claimer = (await boris.sees(stream, n)).table["claim"]["seat"]
    await asyncio.sleep(0.4)
    ask = screen.view["ask"]
    assert ask is not None
    await boris.command(stream, "respond", deal=1, ask=ask["number"], claimer=claimer, word="no")
    await anna.sees(stream, n + 2)
    assert screen.view["ask"] != ask


def passing(view: Any, memory: Any) -> str:
    options = view["ask"]["options"]
    return "pass" if "pass" in options else str(options[0])


async def passes(person: Person, stream: str, until: Callable[[Screen], bool]) -> None:
    """Play until it is so, passing wherever that can be said."""
    screen = person.screens[stream]
    while not until(screen):
        seen = screen.n
        move = person.move(stream)
        if move is None:
            await person.until(lambda: screen.n > seen)  # noqa: B023
            continue
        if move["what"] == "answer":
            move["words"] = [passing(screen.view, None)]
        done = await person.command(stream, **move)
        await person.sees(stream, done["n"])
