"""Cards as bits, and what a holding in one suit comes to by itself.

A set of cards is a number with bit `1 << card`; a holding is the eight bits of one suit, the ace
the highest. The games of a single suit are played out exactly, over every split of the cards that
are out, and remembered: there are only 256 holdings.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from math import comb
from typing import TypeAlias

from game.cards import BY_NAME, NAMES

Cards: TypeAlias = int
Holding: TypeAlias = int
Split: TypeAlias = tuple[Holding, Holding, Holding]
"""The suit as the one who is asked about holds it, and his two opponents."""

SHIFTS = (0, 8, 16, 24)
SUIT: Holding = 0xFF
MASKS: tuple[Cards, ...] = tuple(SUIT << shift for shift in SHIFTS)
ALL: Cards = (1 << 32) - 1
HAND = 10


def each(cards: Cards) -> Iterator[Cards]:
    """The cards one by one, from the lowest bit."""
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


def of_names(names: Iterable[str]) -> Cards:
    """The set of the cards with these names."""
    return sum(1 << BY_NAME[name] for name in names)


def name_of(card: Cards) -> str:
    """The name of a single card."""
    return NAMES[card.bit_length() - 1]


def rank_of(card: Cards) -> int:
    """The rank of a single card, the ace 7."""
    return (card.bit_length() - 1) & 7


def suit_cards(card: Cards) -> Cards:
    """All cards of the suit of a single card."""
    return MASKS[(card.bit_length() - 1) >> 3]


def holdings(cards: Cards) -> tuple[Holding, Holding, Holding, Holding]:
    """The holding in each suit."""
    return cards & SUIT, cards >> 8 & SUIT, cards >> 16 & SUIT, cards >> 24


def ranked(split: Split) -> Split:
    """The same split without the ranks that nobody holds."""
    mine, left, right = split
    rest = mine | left | right
    place, packed = 1, [0, 0, 0]
    while rest:
        card = rest & -rest
        rest ^= card
        packed[0 if card & mine else 1 if card & left else 2] |= place
        place <<= 1
    return packed[0], packed[1], packed[2]


@cache
def alone(split: Split, mine_leads: bool, wanted: bool) -> int:
    """My tricks in the suit if always I, or always one of them, leads it, all cards in view.

    I want tricks or, not `wanted`, avoid them, and the others the reverse. Cards that are left
    when they have none are tricks if wanted.
    """
    mine, left, right = split
    if not mine or not left | right:
        return mine.bit_count() if wanted else 0
    leaders = [0] if mine_leads else [place for place in (1, 2) if split[place]]
    tricks = [after(split, leader, (), mine_leads, wanted) for leader in leaders]
    return min(tricks) if wanted else max(tricks)


def after(
    split: Split, leader: int, played: tuple[Cards, ...], mine_leads: bool, wanted: bool
) -> int:
    """My tricks from the middle of a trick on, in which `played` lie from the leader on."""
    place = (leader + len(played)) % 3
    if len(played) == 3:
        cards = played[-leader:] + played[:-leader] if leader else played
        rest = ranked((split[0] ^ cards[0], split[1] ^ cards[1], split[2] ^ cards[2]))
        return (cards[0] == max(cards)) + alone(rest, mine_leads, wanted)
    ends = [
        after(split, leader, (*played, card), mine_leads, wanted)
        for card in [*each(split[place])] or [0]
    ]
    return max(ends) if (place == 0) == wanted else min(ends)


def splits(mine: Holding, hidden: int = 2 * HAND) -> Iterator[tuple[float, Split]]:
    """How the rest of the suit may lie in two hands of ten, with the chance of each."""
    out = SUIT ^ mine
    number = out.bit_count()
    left = out
    while True:
        held = left.bit_count()
        ways = comb(hidden - number, HAND - held) / comb(hidden, HAND)
        yield ways, ranked((mine, left, out ^ left))
        if not left:
            return
        left = (left - 1) & out


@cache
def leading(mine: Holding) -> float:
    """Tricks to expect of the suit if I lead it from a hand of many entries."""
    return sum(chance * alone(split, True, True) for chance, split in splits(mine))


@cache
def waiting(mine: Holding) -> float:
    """Tricks to expect of the suit if they have to lead it."""
    return sum(chance * alone(split, False, True) for chance, split in splits(mine))


@cache
def forced(mine: Holding) -> float:
    """The tricks that the suit is expected to be forced to take."""
    return sum(chance * alone(split, False, False) for chance, split in splits(mine))


@cache
def trapped(mine: Holding) -> float:
    """The chance that the suit can be forced to take a trick."""
    return sum(chance for chance, split in splits(mine) if alone(split, False, False))


def runs(holding: Holding, live: Holding) -> tuple[Holding, ...]:
    """One card of each row of cards that are worth the same, from the highest.

    `live` are all cards of the suit that are still out, the holding's own among them.
    """
    found: list[Holding] = []
    inside = False
    for rank in range(7, -1, -1):
        card = 1 << rank
        if holding & card:
            if not inside:
                found.append(card)
            inside = True
        elif live & card:
            inside = False
    return tuple(found)
