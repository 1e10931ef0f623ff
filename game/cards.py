"""Cards as numbers 0…31, their names, packs and the order of a hand."""

from collections.abc import Iterable, Sequence
from typing import NewType

Card = NewType("Card", int)

SUITS = "SCDH"  # §1.2: the order of the suits in the bidding
RANKS = "789TJQKA"  # low to high

PACK: tuple[Card, ...] = tuple(Card(number) for number in range(32))
NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
BY_NAME: dict[str, Card] = {name: Card(number) for number, name in enumerate(NAMES)}


def suit_of(card: Card) -> int:
    """The suit as an index into SUITS."""
    return card >> 3


def rank_of(card: Card) -> int:
    """The rank as an index into RANKS, the ace highest (§1.2)."""
    return card & 7


def named(cards: Iterable[Card]) -> list[str]:
    """The names of the cards, in their order."""
    return [NAMES[card] for card in cards]


def sorted_hand(cards: Iterable[Card]) -> list[Card]:
    """The cards by suit (SUITS), within a suit from the ace down."""
    return sorted(cards, key=lambda card: (suit_of(card), -rank_of(card)))


def hand_text(cards: Iterable[Card]) -> str:
    """A hand as `A7.AK987.-.JT`: suits in the order of SUITS, ranks from the ace down."""
    suits: list[str] = ["", "", "", ""]
    for card in sorted_hand(cards):
        suits[suit_of(card)] += RANKS[rank_of(card)]
    return ".".join(ranks or "-" for ranks in suits)


def hand_of_text(text: str) -> list[Card]:
    """The hand that `hand_text` writes; the ranks may stand in any order.

    Raises ValueError, saying what is wrong, for anything else, a repeated card included.
    """
    parts = text.split(".")
    if len(parts) != len(SUITS):
        raise ValueError(f"a hand has four suits with dots between them, not {text!r}")
    cards: list[Card] = []
    for suit, ranks in zip(SUITS, parts, strict=True):
        for rank in "" if ranks == "-" else ranks:
            card = BY_NAME.get(rank + suit)
            if card is None:
                raise ValueError(f"no rank {rank!r}")
            if card in cards:
                raise ValueError(f"{rank}{suit} stands twice in a hand")
            cards.append(card)
    return cards


def repeated(cards: Sequence[Card]) -> Card | None:
    """The first card that stands a second time, if any."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            return card
        seen.add(card)
    return None
