"""The page has a text for every reason that a score can give."""

import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from game.cards import BY_NAME
from game.preferans.contracts import Bid
from game.preferans.conventions import CONVENTIONS
from game.preferans.facts import Outcome, Whisted, Whisting
from game.preferans.scoring import score
from game.preferans.seats import E, N, S, W

TEXTS = Path(__file__).parent.parent.parent / "clients" / "web" / "src" / "i18n"
LONE = (Whisting.LONE, Whisting.RETURNED, Whisting.HALF)
TALON = (BY_NAME["AS"], BY_NAME["KS"])


def outcomes() -> Iterator[Outcome]:
    """Every level, every end of the whisting, every number of tricks of the declarer N."""
    for bid, how, tricks in product((0, 5, 10, 15, 20), Whisting, range(11)):
        by = S if how in LONE else W if how is Whisting.DEALER else None
        taken = {N: tricks, E: 0, S: 10 - tricks, W: 0}
        yield Outcome(4, W, 0, taken, TALON, N, Bid(bid), Whisted(how, by, by and S))
    for shared, tricks in product((True, False), range(3)):
        taken = {N: tricks, E: 0, S: 10 - tricks, W: 0}
        yield Outcome(4, W, 0, taken, TALON, N, shared=shared)
    yield Outcome(4, W, 0, {N: 0, E: 4, S: 6, W: 0}, TALON)


@pytest.mark.parametrize("lang", ["ru", "en"])
def test_every_reason_has_a_text_and_every_text_a_reason(lang: str) -> None:
    scores = [score(each, outcome) for each in CONVENTIONS.values() for outcome in outcomes()]
    reasons = {line.why for each in scores for line in each.lines}
    texts = (TEXTS / f"{lang}.ts").read_text(encoding="utf-8")
    assert reasons == set(re.findall(r'"why\.(\w+)":', texts))
