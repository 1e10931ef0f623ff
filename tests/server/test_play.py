"""Whole pulyas over real sockets."""

from __future__ import annotations

import pytest

from tests.server.nodes import House
from tests.server.people import finished


@pytest.mark.both_stores
async def test_a_pulya_with_bots(house: House) -> None:
    anna = await house.guest()
    stream = await anna.open(deals=2)
    await anna.watch(stream)
    screen = await anna.plays(stream, finished)
    assert len(screen.table["past"]) == 2
    await anna.close()
