"""The exact play of a misère with all cards in view: can two make the third take tricks?

The hand that avoids tricks stands first. In raspasy the same search tells what a player must
fear most: that the two others play together against him.

Editing rules: as in search.py.
"""

from collections.abc import Sequence

from game.bots.holdings import MASKS, SHIFTS, SUIT, Cards, Holding, each
from game.bots.search import DOWN, UP, Hands, TooLong, Trick, position


def follows_under(mine: Holding, others: Holding) -> bool:
    """Whether a holding can stay below whatever the others lead: its lowest card is below their
    lowest, its second below their second and so on.
    """
    while mine and others:
        low = mine & -mine
        if low > others & -others:
            return False
        mine ^= low
        others &= others - 1
    return True


class Safe(dict[int, bool]):
    """`mine << 8 | others` to `follows_under`."""

    def __missing__(self, key: int) -> bool:
        self[key] = follows_under(key >> 8, key & SUIT)
        return self[key]


SAFE = Safe()


def is_safe(mine: Cards, others: Cards) -> bool:
    """Whether the hand need not take a trick unless it leads."""
    return (
        SAFE[(mine & SUIT) << 8 | (others & SUIT)]
        and SAFE[(mine >> 8 & SUIT) << 8 | (others >> 8 & SUIT)]
        and SAFE[(mine >> 16 & SUIT) << 8 | (others >> 16 & SUIT)]
        and SAFE[(mine >> 24) << 8 | (others >> 24)]
    )


class Avoiding:
    """One deal without trumps; `nodes` counts the positions looked into."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.nodes = 0
        self.known: dict[int, tuple[int, int]] = {}

    def takes(self, hands: Hands, leader: int, trick: Trick, need: int) -> bool:
        """Whether the first hand can be made to take `need` of the tricks still open.

        `hands` no longer hold the cards of the trick on the table. Raises `TooLong`.
        """
        left = max(hand.bit_count() for hand in hands)
        return self.on(list(hands), leader, trick, need, left)

    def on(self, hands: list[Cards], leader: int, trick: Trick, need: int, left: int) -> bool:
        """`takes` from the middle of a trick."""
        place = (leader + len(trick)) % 3
        if not trick:
            return self.at(hands, leader, need, left)
        mask = MASKS[(trick[0].bit_length() - 1) >> 3]
        best = max(card & mask for card in trick)
        if len(trick) == 3:
            winner = (leader + trick.index(best)) % 3
            return self.at(hands, winner, need - (winner == 0), left)
        first = place == 0
        cards: Sequence[Cards]
        if first:
            cards = self.ducks(hands, mask, best, trick)
        else:
            cards = self.lowest(hands[place], hands[0] | hands[1] | hands[2] | sum(trick), mask)
        hand = hands[place]
        taken = first
        for card in cards:
            hands[place] = hand ^ card
            taken = self.on(hands, leader, (*trick, card), need, left - (len(trick) == 2))
            if taken != first:
                break
        hands[place] = hand
        return taken

    def at(self, hands: list[Cards], leader: int, need: int, left: int) -> bool:
        """`takes` with `leader` on lead and `left` tricks to come."""
        if need <= 0:
            return True
        if need > left:
            return False
        key = position(hands, leader)
        low, high = self.known.get(key, (0, left))
        if low >= need:
            return True
        if high < need:
            return False
        if leader and is_safe(hands[0], hands[1] | hands[2]):
            self.known[key] = (0, 0)
            return False
        if self.nodes >= self.limit:
            raise TooLong
        self.nodes += 1
        hand, first = hands[leader], leader == 0
        taken = first
        for card in self.leads(hands, leader):
            hands[leader] = hand ^ card
            taken = self.on(hands, leader, (card,), need, left)
            if taken != first:
                break
        hands[leader] = hand
        self.known[key] = (need, high) if taken else (low, need - 1)
        return taken

    def leads(self, hands: list[Cards], place: int) -> list[Cards]:
        """The distinct cards to lead: against the first hand its unsafe suits before the others."""
        mine, live = hands[0], hands[0] | hands[1] | hands[2]
        unsafe: list[Cards] = []
        rest: list[Cards] = []
        for shift in SHIFTS:
            holding = hands[place] >> shift & SUIT
            if holding:
                out = live >> shift & SUIT
                cards = UP[shift >> 3][holding << 8 | out]
                own = mine >> shift & SUIT
                if SAFE[own << 8 | (out ^ own)]:
                    rest += cards
                else:
                    unsafe += cards
        return [*unsafe, *rest] if place else [*rest, *unsafe]

    def lowest(self, hand: Cards, live: Cards, mask: Cards) -> tuple[Cards, ...]:
        """The legal cards of one of the others, from the lowest."""
        found: tuple[Cards, ...] = ()
        for shift in SHIFTS:
            if mask >> shift & SUIT or not hand & mask:
                key = (hand >> shift & SUIT) << 8 | (live >> shift & SUIT)
                found += UP[shift >> 3][key]
        return found

    def ducks(self, hands: list[Cards], mask: Cards, best: Cards, trick: Trick) -> list[Cards]:
        """What the first hand plays: its highest card that stays below, then what the third may
        still beat; where it must take, the highest; without the suit its highest cards first.
        """
        mine = hands[0] & mask
        if not mine:
            live = hands[0] | hands[1] | hands[2] | sum(trick)
            found: list[Cards] = []
            for shift in SHIFTS:
                key = (hands[0] >> shift & SUIT) << 8 | (live >> shift & SUIT)
                found += DOWN[shift >> 3][key]
            return sorted(found, key=lambda card: -((card.bit_length() - 1) & 7))
        below = mine & (best - 1)
        highest = 1 << mine.bit_length() - 1
        if len(trick) == 2:
            return [1 << below.bit_length() - 1] if below else [highest]
        above = mine ^ below
        cards = [1 << below.bit_length() - 1] if below else []
        cards += [card for card in each(above) if card < hands[1] & mask]
        return cards or [highest]
