"""Tricks: which cards are legal, and which card takes the trick.

Rank order, trump and duty are arguments, so that another game brings its own.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from game.cards import Card, suit_of

Rank: TypeAlias = Callable[[Card], int]
Duty: TypeAlias = Callable[[Sequence[Card], int, int | None], Sequence[Card]]
"""(hand, suit led, trump) -> the cards that may be played."""


def suit_else_trump(hand: Sequence[Card], led: int, trump: int | None) -> Sequence[Card]:
    """§5.1: the suit led; without it a trump; without that any card. No duty to beat."""
    for suit in (led, trump):
        following = [card for card in hand if suit_of(card) == suit]
        if following:
            return following
    return hand


def legal(hand: Sequence[Card], led: int | None, trump: int | None, duty: Duty) -> Sequence[Card]:
    """The cards of the hand that may be played; any for the one who leads."""
    return hand if led is None else duty(hand, led, trump)


def taker(cards: Sequence[Card], led: int, trump: int | None, rank: Rank) -> int:
    """The index of the card that takes the trick: the highest trump, else the highest of the
    suit led (§5.2). Raises ValueError if no card is of either suit.
    """
    for suit in (trump, led):
        of_suit = [place for place, card in enumerate(cards) if suit_of(card) == suit]
        if of_suit:
            return max(of_suit, key=lambda place: rank(cards[place]))
    raise ValueError("no card of the suit led")
