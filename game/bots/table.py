"""The question for a card, in bits: what may be played, what lies on the table, who has led."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeAlias

from game.bots.holdings import Cards, each, of_names, rank_of, suit_cards
from game.bots.memory import Memory
from game.bots.search import Hands, TooLong, Trick
from game.view import View

Opinion: TypeAlias = Callable[[Hands], tuple[list[float], int]]
"""How good each option is in a layout, and how many positions it took to see; or `TooLong`."""


@dataclass(frozen=True, slots=True)
class Table:
    """Places are counted from the hand that stands first in a search."""

    first: int
    """That hand's place in `view["hands"]`."""
    place: int
    """Of the hand that plays."""
    leader: int
    behind: int
    """How many hands play to the trick after this one."""
    trick: Trick
    """What lies there that can take it."""
    options: tuple[Cards, ...]
    """What to choose from: of cards that are worth the same only the lowest."""

    def turned(self, hands: Hands) -> Hands:
        """The hands of a layout, from the first."""
        one, two, three = (hands[(self.first + step) % 3] for step in range(3))
        return one, two, three

    def after(self, hands: Hands, card: Cards) -> tuple[Hands, Trick]:
        """The turned hands and the trick once the card is played."""
        one, two, three = (
            hand ^ card if place == self.place else hand for place, hand in enumerate(hands)
        )
        return (one, two, three), (*self.trick, card)

    def best(self, layouts: Iterable[Hands], opinion: Opinion, nodes: int, low: bool) -> Cards:
        """The option that is best over the layouts, as far as so many positions go.

        Of equals the lowest, or the highest.
        """
        scores = [0.0] * len(self.options)
        if len(scores) == 1:
            return self.options[0]
        for layout in layouts:
            try:
                found, used = opinion(self.turned(layout))
            except TooLong:
                break
            scores = [score + more for score, more in zip(scores, found, strict=True)]
            nodes -= used
            if nodes <= 0:
                break
        order = [-rank_of(card) if low else rank_of(card) for card in self.options]
        return max(zip(scores, order, self.options, strict=True))[2]


def set_table(view: View, memory: Memory, first: str, hand: str, options: list[str]) -> Table:
    """The table before the hand plays one of the options, seen from the hand `first`."""
    around, laid = view["hands"], view["trick"]
    place = (around.index(hand) - around.index(first)) % 3
    trick = tuple(of_names([card["card"]]) for card in laid if card["seat"] is not None)  # §6.3
    played = sum(card["by"] is not None for card in laid)
    cards = distinct(of_names(options), memory.live | sum(trick))
    leader = (place - played) % 3
    return Table(around.index(first), place, leader, 2 - played, trick, cards)


def distinct(cards: Cards, live: Cards) -> tuple[Cards, ...]:
    """One card of each row that no card still out parts, the lowest."""
    found: list[Cards] = []
    for card in each(cards):
        below = live & suit_cards(card) & (card - 1)
        if not cards & 1 << below.bit_length() >> 1:
            found.append(card)
    return tuple(found)
