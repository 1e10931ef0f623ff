"""Outcomes in a few words, and what is written for them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from game.cards import BY_NAME
from game.preferans.contracts import STEP
from game.preferans.conventions import CONVENTIONS
from game.preferans.facts import Outcome, Whisted, Whisting
from game.preferans.pulya import ledger, settle
from game.preferans.scoring import Score, score
from game.script import Seat

N, E, S, W = Seat("N"), Seat("E"), Seat("S"), Seat("W")
DECLARER, W1, W2, DEALER = N, E, S, W
"""The seats of all the examples; at three the dealer is W2."""

BOTH = Whisted(Whisting.BOTH)
FIRST, SECOND = Whisted(Whisting.LONE, W1, W1), Whisted(Whisting.LONE, W2, W2)
RETURNED = Whisted(Whisting.RETURNED, W1, W1)
RETURNED_BY_SECOND = Whisted(Whisting.RETURNED, W2, W2)
BY_DEALER = Whisted(Whisting.DEALER, DEALER, W1)
HALF_FIRST, HALF = Whisted(Whisting.HALF, W1), Whisted(Whisting.HALF, W2)
NOBODY = Whisted(Whisting.NOBODY)


def outcome(tricks: str, players: int = 4, **more: Any) -> Outcome:
    """`5 3 2` are the tricks of the declarer and both defenders; the dealer's may follow."""
    numbers = [int(number) for number in tricks.split()] + [0]
    taken = dict(zip("NESW"[:players], numbers, strict=False))
    return Outcome(
        players=players,
        dealer=DEALER if players == 4 else W2,
        tricks={Seat(seat): number for seat, number in taken.items()},
        **({"streak": 0, "talon": (BY_NAME["7S"], BY_NAME["8C"])} | more),
    )


def game(level: int, tricks: str, whisted: Whisted, players: int = 4, **more: Any) -> Outcome:
    return outcome(
        tricks, players, declarer=DECLARER, bid=STEP[f"{level}H"], whisted=whisted, **more
    )


def written(played: Outcome, rules: str = "festival-2011", **fields: Any) -> Score:
    return score(replace(CONVENTIONS[rules], **fields), played)


def sheet(got: Score, players: int = 4) -> tuple[str, str, str]:
    """Pool and mountain of everybody, and whists on the declarer, in the order of the seats."""
    found = ledger(players, got.lines)
    on = [found.whists.get(seat, {}).get(DECLARER, 0) for seat in found.pool]
    rows = (found.pool.values(), found.mountain.values(), on[1:])
    pool, mountain, whists = (" ".join(map(str, row)) for row in rows)
    return pool, mountain, whists


def net(got: Score, players: int = 4) -> list[Fraction]:
    return [end.result for end in settle(ledger(players, got.lines)).values()]
