"""Raspasy: what a hand must fear, and the card that leaves the least to fear."""

from game.bots.holdings import (
    HAND,
    Cards,
    alone,
    each,
    forced,
    holdings,
    name_of,
    rank_of,
    ranked,
    suit_cards,
)
from game.bots.memory import Memory
from game.bots.search import Hands
from game.bots.table import Table, set_table
from game.bots.worlds import Declared, layouts
from game.preferans.pulya import MOUNTAIN_POINT, POOL_POINT
from game.view import View

LAYOUTS = 48
"""Layouts times the tricks that are still to come."""


def fear(cards: Cards) -> float:
    """The tricks that ten cards must fear, suit by suit."""
    return sum(forced(holding) for holding in holdings(cards))


def worth(cards: Cards, price: int, players: int) -> float:
    """What raspasy are worth in whists to ten cards (§6.6, §6.7)."""
    tricks = 0.2 + 0.85 * fear(cards)  # fitted to deals that bots have played
    clean = max(0.0, 0.6 - tricks / 3)
    points = MOUNTAIN_POINT * price * (HAND / players - tricks)
    return points + POOL_POINT * price * clean


def fear_in(hands: Hands) -> float:
    """`fear` of the first hand where all three are known."""
    suits = zip(*(holdings(hand) for hand in hands), strict=True)
    return sum(alone(ranked(split), mine_leads=False, wanted=False) for split in suits)


def card(view: View, memory: Memory, options: list[str], hand: str) -> str:
    """The card after which the trick and the hand's suits are to be feared least.

    The others are taken to stay below if they can, and then to take with their highest card.
    """
    table = set_table(view, memory, hand, hand, options)
    number = LAYOUTS // view["cards"][hand]["count"]
    found = layouts(view, memory, number, Declared(fear, 0.0))

    def opinion(hands: Hands) -> tuple[list[float], int]:
        return [-cost(table, memory.led, hands, option) for option in table.options], 0

    return name_of(table.best(found, opinion, 1, low=False))


def cost(table: Table, led: Cards, hands: Hands, card: Cards) -> float:
    """What playing the card costs in tricks: this one, and those to fear afterwards."""
    (mine, *others), _ = table.after(hands, card)
    suit = led or suit_cards(card)
    best = max([0, *(laid & suit for laid in table.trick)])
    taken = card & suit > best
    best = max(best, card & suit)
    for place, hand in enumerate(others[: table.behind]):
        answer = ducked(hand, suit, best)
        others[place] = hand ^ answer
        taken = taken and answer & suit < best
        best = max(best, answer & suit)
    return taken + fear_in((mine, others[0], others[1]))


def ducked(hand: Cards, suit: Cards, best: Cards) -> Cards:
    """The highest card that stays below, else the highest of the suit, else the highest of all."""
    following = hand & suit
    if not following:
        return max(each(hand), key=rank_of)
    below = following & (best - 1) or following
    return 1 << below.bit_length() - 1
