"""Contracts: the ladder of bids and the table of prices."""

from dataclasses import dataclass
from typing import NewType

from game.cards import SUITS

Bid = NewType("Bid", int)
"""A step of the ladder of game bids, 0 = 6S … 24 = 10N."""

STRAINS = SUITS + "N"  # §1.2, §2.1: N is no trumps
LADDER: tuple[str, ...] = tuple(f"{level}{strain}" for level in range(6, 11) for strain in STRAINS)
STEP: dict[str, Bid] = {word: Bid(step) for step, word in enumerate(LADDER)}

LOWEST, LOWEST_IN_RASPASY = STEP["6S"], STEP["7S"]  # §2.2, §2.8
BEATS_MISERE = STEP["9S"]  # §2.1, §2.4
HIGHEST = STEP["10N"]


@dataclass(frozen=True, slots=True)
class Price:
    """A row of the price table (§7.1). `duty` is in tricks, of both whisters together (§4.2)."""

    pool: int
    whist: int
    undertrick: int
    shortfall: int
    duty: int


PRICES: dict[int, Price] = {
    6: Price(pool=2, whist=4, undertrick=4, shortfall=2, duty=4),
    7: Price(pool=4, whist=8, undertrick=8, shortfall=4, duty=2),
    8: Price(pool=6, whist=12, undertrick=12, shortfall=6, duty=1),
    9: Price(pool=8, whist=16, undertrick=16, shortfall=8, duty=1),
    10: Price(pool=10, whist=20, undertrick=20, shortfall=10, duty=1),
}
MISERE_POOL, MISERE_TRICK = 10, 20  # §7.14

HALF_WHIST_LEVELS = (6, 7)  # §4.3


def level(bid: Bid) -> int:
    """How many tricks the declarer undertakes to make."""
    return 6 + bid // len(STRAINS)


def trump(bid: Bid) -> int | None:
    """The trump suit as an index into SUITS; None without trumps."""
    strain = bid % len(STRAINS)
    return strain if strain < len(SUITS) else None
