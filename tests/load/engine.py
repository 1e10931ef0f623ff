"""The engine alone: deals a second in one process."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle
from pathlib import Path
from random import Random

from game.notation import finished, parse
from game.preferans.conventions import CONVENTIONS
from tests.game.players import some_deal

GOLDEN = Path(__file__).parent.parent / "golden" / "preferans"
SECONDS = 3.0


def a_second(deals: Iterator[Callable[[], object]]) -> float:
    """How many of these deals are played in a second."""
    start = time.perf_counter()
    for count, play in enumerate(deals, start=1):
        play()
        spent = time.perf_counter() - start
        if spent > SECONDS:
            return count / spent
    raise AssertionError("the deals come without end")


def at_random() -> Iterator[Callable[[], object]]:
    """Random legal play to the score, by all conventions, of three and of four."""
    dice = Random(1)
    for convention in cycle(CONVENTIONS.values()):
        for players in (3, 4):
            yield partial(some_deal, dice, convention, players)


def recorded() -> Iterator[Callable[[], object]]:
    """The golden deals, read and played to the score."""
    texts = [
        text for file in sorted(GOLDEN.glob("*.deals")) for text in parse(file.read_text("utf-8"))
    ]
    for text in cycle(texts):
        yield partial(finished, text)
