"""What a hand of ten is worth to a declarer in tricks, and what tricks are worth in whists.

The weights were fitted to thousands of deals played out exactly with all cards in view; there the
estimate is off by three quarters of a trick.
"""

from collections.abc import Callable
from functools import cache
from itertools import pairwise
from math import erf, sqrt
from typing import TypeAlias

from game.bots.holdings import (
    HAND,
    Cards,
    Holding,
    Split,
    alone,
    each,
    holdings,
    leading,
    rank_of,
    ranked,
    waiting,
)
from game.preferans.contracts import MISERE_POOL, MISERE_TRICK, PRICES
from game.preferans.pulya import MOUNTAIN_POINT, POOL_POINT

Value: TypeAlias = Callable[[Cards], float]

SPREAD = 0.85
"""Of the tricks in play around the estimate, where nothing else is known."""
SPREADS = (1.2, 1.2, 1.2, 1.2, 1.0, 0.65, 0.5, 0.35, 0.35)
"""The same by the declarer's number of trumps; a long suit leaves little to chance."""
ACE = 0x80


@cache
def as_trumps(holding: Holding) -> float:
    """What the holding adds to a declarer's tricks as trumps; fewer than four are a burden."""
    beyond = holding.bit_count() - 4
    length = 0.3 * beyond if beyond >= 0 else -0.7 * beyond * beyond
    return 0.9 * leading(holding) + length


@cache
def as_side(holding: Holding) -> float:
    """What it adds as a side suit, led by him or by the others."""
    return 0.75 * leading(holding) + 0.25 * waiting(holding)


def tricks(cards: Cards, trump: int | None, first_lead: bool = False) -> float:
    """The tricks that a declarer may expect of these ten cards."""
    if trump is None:
        return tricks_without_trumps(cards, first_lead)
    suits = holdings(cards)
    trumps = suits[trump]
    expected = sum(map(as_side, suits)) - as_side(trumps) + as_trumps(trumps)
    return expected + 0.25 * first_lead


def tricks_without_trumps(cards: Cards, first_lead: bool) -> float:
    """Aces count most, and a suit that the others can run costs the lead and more."""
    suits = holdings(cards)
    aces = sum(holding >= ACE for holding in suits)
    weak = sum(waiting(holding) < 0.95 for holding in suits)
    led = sum(leading(holding) for holding in suits)
    expected = 1.35 * aces + 0.3 * led - 0.25 * weak - 1.2
    return expected + (1.15 if first_lead else -0.45 * (weak > 0))


def tricks_in(hands: tuple[Cards, Cards, Cards], trump: int | None) -> float:
    """The same for the first hand where all three are known, ten cards each."""
    suits = [ranked(split) for split in zip(*(holdings(hand) for hand in hands), strict=True)]
    if trump is None:
        return tricks_without_trumps(hands[0], first_lead=False)
    trumps: Split = suits.pop(trump)
    expected = 0.8 * alone(trumps, True, True) + 0.45 * (trumps[0].bit_count() - 4) + 0.3
    for side in suits:
        expected += 0.7 * alone(side, True, True) + 0.25 * alone(side, False, True)
    return expected


def lighten(cards: Cards, loose: Cards, number: int, value: Value) -> Cards:
    """The cards without so many of the loose ones, each time the one that is missed least.

    Of equals the lower goes.
    """
    for _ in range(number):
        cards ^= max(each(cards & loose), key=lambda card: (value(cards ^ card), -rank_of(card)))
    return cards


@cache
def chances(mean: float, spread: float = SPREAD) -> tuple[float, ...]:
    """The chances of 0…10 tricks; `mean` rounded by the caller, so that few are asked for."""
    below = [(1 + erf((n + 0.5 - mean) / (spread * sqrt(2)))) / 2 for n in range(HAND)]
    edges = [0.0, *below, 1.0]
    return tuple(high - low for low, high in pairwise(edges))


def result(level: int, tricks: int, players: int) -> float:
    """A declarer's result in whists against a lone whister (§7.2–§7.5, §7.10, §8.2)."""
    price, share = PRICES[level], (players - 1) / players
    taken, under = HAND - tricks, max(0, level - tricks)
    if under:
        lost = MOUNTAIN_POINT * price.undertrick * under * share
        return -lost - price.whist * (taken + under * (players - 1))
    short = max(0, price.duty - taken)
    gained = POOL_POINT * price.pool * share - price.whist * taken
    return gained + MOUNTAIN_POINT * price.shortfall * short / players


@cache
def worth(level: int, mean: float, players: int, trumps: int) -> float:
    """What a contract is worth on such an expectation of tricks, rounded by the caller."""
    likely = chances(mean, SPREADS[trumps])
    return sum(chance * result(level, number, players) for number, chance in enumerate(likely))


def misere_worth(chance: float, players: int) -> float:
    """What a misère is worth that is made with this chance and else costs 1½ tricks (§7.14)."""
    share = (players - 1) / players
    lost = 1.5 * MOUNTAIN_POINT * MISERE_TRICK
    return (chance * POOL_POINT * MISERE_POOL - (1 - chance) * lost) * share
