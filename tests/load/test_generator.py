"""The generator plays as people do, and what it measures is there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.load.measure import STAGES
from tests.load.nodes import Load, Node, floor, started, under

FEW = Load("a few tables", 3, warm_up=0.0, seconds=2.0)


async def test_people_play_and_every_stage_is_accounted_for(tmp_path: Path) -> None:
    node = Node(tmp_path, staged=True)
    async with started([node]):
        measured, tally = await under(FEW, [node])
    assert measured.answers > 10
    assert len(measured.latencies) > 10
    assert tally.entries >= 4 * len(measured.latencies)
    assert not any(measured.refused.values()), measured.refused
    assert measured.spent.keys() >= {*STAGES} - {"ring", "loop"}
    assert min(measured.spent[stage] for stage in ("receive", "decide", "store", "pack")) > 0


@pytest.mark.parametrize("kind", ["bare", "room"])
async def test_a_floor_answers_everybody(kind: str) -> None:
    measured = await floor(kind, replace(FEW, seconds=0.5), 300)
    assert measured.answers > 10
    assert measured.cpu > 0
