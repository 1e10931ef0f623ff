"""SIGKILL at every entry of a recorded pulya: before it is stored, between storing and the
acknowledgement, after the acknowledgement. The file, the answers and the screens become those of
an evening at which nobody died.
"""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from aiohttp.test_utils import TestServer

from tests.server.doomed import POINTS, Death
from tests.server.nodes import House, sqlite_url
from tests.server.people import Person
from tests.server.recorded import Author, Evening
from tests.server.sound import sound

NAMES = ("Анна", "Борис", "Вера")


class Pulya:
    """The undisturbed evening, and what it starts from: a database that knows three people."""

    def __init__(
        self, beginning: Path, http: ClientSession, cookies: list[tuple[str, str]]
    ) -> None:
        self.beginning, self.http, self.cookies = beginning, http, cookies
        self.evenings: list[Evening] = []
        self.undisturbed = self.evening("undisturbed", [])

    def evening(self, name: str, deaths: list[Death]) -> Evening:
        database = self.beginning.with_name(f"{name}.db")
        shutil.copy(self.beginning, database)
        people = [Person(self.http, "", person, cookie) for person, cookie in self.cookies]
        self.evenings.append(Evening(database, self.http, people, deaths))
        return self.evenings[-1]

    async def recorded(self, seed: int, wild: bool, **order: Any) -> None:
        evening = self.undisturbed
        await evening.begin()
        await Author(evening, seed, wild).writes({"rules": "fspr-2006", "pace": "usual", **order})
        await evening.closes(self.length)
        await evening.end()

    @property
    def length(self) -> int:
        """How many entries the pulya has."""
        return max(n for n, _ in self.undisturbed.shown)

    async def survives(self, shift: int) -> None:
        """At each entry the server dies at one point; with all shifts it has died at all."""
        entries = range(1, self.length + 1)
        deaths = [Death(n, POINTS[(n + shift) % len(POINTS)]) for n in entries]
        evening = self.evening(f"shift{shift}", deaths)
        await evening.begin()
        await evening.repeat(self.undisturbed.sent)
        await evening.closes(self.length)
        await evening.end()
        await sound(sqlite_url(evening.database))
        undisturbed = self.undisturbed
        assert evening.sent == undisturbed.sent
        assert evening.log() == undisturbed.log()
        assert evening.frames == undisturbed.frames
        for moment, shows in evening.shown.items():
            assert shows == undisturbed.shown[moment]
        for death in deaths:
            self.known_as_stated(evening.attempts, death)

    def known_as_stated(self, attempts: dict[int, int], death: Death) -> None:
        """After the acknowledgement nobody sends it again; before it everybody has to.

        What the table does by itself may kill once more before an answer comes.
        """
        n, own = death.n, self.undisturbed.attempts
        if n in own:
            least = 1 if death.point == "after" else 2
            assert attempts[n] >= least
            assert attempts[n] == least or {n - 1, n + 1} - own.keys()


@pytest.fixture
async def pulya(
    tmp_path: Path, http: ClientSession, aiohttp_server: Callable[..., Awaitable[TestServer]]
) -> AsyncIterator[Pulya]:
    house = House(sqlite_url(tmp_path / "beginning.db"), http, aiohttp_server)
    await house.start()
    guests = [await house.guest(name) for name in NAMES]
    await house.stop()
    pulya = Pulya(house.path, http, [(guest.person, guest.cookie) for guest in guests])
    yield pulya
    for evening in pulya.evenings:
        await evening.stop()


async def test_a_deal_outlives_its_server_at_every_entry(pulya: Pulya) -> None:
    await pulya.recorded(seed=3, wild=False, players=3, deals=1)
    for shift in range(len(POINTS)):
        await pulya.survives(shift)


@pytest.mark.soak
@pytest.mark.parametrize("shift", range(len(POINTS)))
async def test_a_pulya_with_bot_wishes_and_claims_does_so_too(pulya: Pulya, shift: int) -> None:
    await pulya.recorded(seed=12, wild=True, players=4, deals=3)
    done = [sent for sent in pulya.undisturbed.sent if "ok" in sent.answer]
    commands = [sent.message["command"] for sent in done]
    kinds = {command.get("wish", command["what"]) for command in commands}
    assert kinds >= {"pause", "resume", "undo", "vote", "claim", "respond"}
    await pulya.survives(shift)
