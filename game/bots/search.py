"""The exact play of a game with all cards in view: how many tricks one hand takes against two.

The declarer's hand stands first, the other two clockwise after it. The search asks whether he can
reach so many tricks, and remembers for each position the bounds that it has found; a position is
known by who holds the first, second… card of each suit, so that only the order counts.

Editing rules: this is the hot path of the bots. Everything is integers; measure before and after.
"""

from collections.abc import Sequence
from typing import TypeAlias

from game.bots.holdings import MASKS, SHIFTS, SUIT, Cards, Holding, ranked, runs, suit_cards

Hands: TypeAlias = tuple[Cards, Cards, Cards]
Trick: TypeAlias = tuple[Cards, ...]
"""Single cards, from the leader's on."""


class TooLong(Exception):
    """The search has used up its positions."""


class Runs(dict[int, tuple[Cards, ...]]):
    """`holding << 8 | live` to its distinct cards in one suit, from the highest or the lowest."""

    def __init__(self, shift: int, upwards: bool) -> None:
        super().__init__()
        self.shift = shift
        self.step = -1 if upwards else 1

    def __missing__(self, key: int) -> tuple[Cards, ...]:
        found = runs(key >> 8, key & SUIT)[:: self.step]
        self[key] = tuple(card << self.shift for card in found)
        return self[key]


class Patterns(dict[int, int]):
    """The three holdings of a suit, a byte each, to a number that only their order decides."""

    def __missing__(self, key: int) -> int:
        first, second, third = ranked((key & SUIT, key >> 8 & SUIT, key >> 16))
        pattern = 1
        for rank in range((first | second | third).bit_length()):
            place = 0 if first >> rank & 1 else 1 if second >> rank & 1 else 2
            pattern = 3 * pattern + place
        self[key] = pattern
        return pattern


DOWN = [Runs(shift, upwards=False) for shift in SHIFTS]
UP = [Runs(shift, upwards=True) for shift in SHIFTS]
PATTERNS = Patterns()
PATTERN_BITS = 14  # 2 · 3^8 patterns


def position(hands: Sequence[Cards], leader: int) -> int:
    """The number under which a position is remembered."""
    first, second, third = hands
    key = PATTERNS[first & SUIT | (second & SUIT) << 8 | (third & SUIT) << 16]
    for shift in SHIFTS[1:]:
        suit = first >> shift & SUIT | (second >> shift & SUIT) << 8 | (third >> shift & SUIT) << 16
        key = key << PATTERN_BITS | PATTERNS[suit]
    return key << 2 | leader


def sure(holding: Holding, left: Holding, right: Holding) -> int:
    """Tricks in a suit that nobody can keep from the one on lead, if nobody trumps."""
    top = (holding >> (left | right).bit_length()).bit_count()
    if top and top >= left.bit_count() and top >= right.bit_count():
        return holding.bit_count()
    return top


class Search:
    """One deal with its trump; `nodes` counts the positions looked into."""

    def __init__(self, trump: int | None, limit: int) -> None:
        self.limit = limit
        self.nodes = 0
        self.known: dict[int, tuple[int, int]] = {}
        self.trumps: Cards = 0 if trump is None else MASKS[trump]
        self.trump_shift = -1 if trump is None else SHIFTS[trump]
        self.sides = [shift for shift in SHIFTS if shift != self.trump_shift]

    def tricks(self, hands: Hands, leader: int, trick: Trick, guess: int) -> int:
        """The declarer's tricks from here on, the one on the table included.

        `hands` no longer hold the cards of the trick. Raises `TooLong`.
        """
        if self.reaches(hands, leader, trick, guess):
            while self.reaches(hands, leader, trick, guess + 1):
                guess += 1
            return guess
        while not self.reaches(hands, leader, trick, guess - 1):
            guess -= 1
        return guess - 1

    def reaches(self, hands: Hands, leader: int, trick: Trick, need: int) -> bool:
        """Whether the declarer gets at least `need` of the tricks that are still open."""
        left = max(hand.bit_count() for hand in hands)
        if not trick:
            return self.at(hands, leader, need, left)
        cards = list(hands)
        live = sum(hands) | sum(trick)
        best, winner = trick[0], leader
        place = leader
        for card in trick[1:]:
            place = (place + 1) % 3
            if self.beats(card, best):
                best, winner = card, place
        if len(trick) == 1:
            return self.second(cards, live, leader, trick[0], need, left)
        if len(trick) == 2:
            last = (leader + 2) % 3
            suit = (trick[0].bit_length() - 1) >> 3
            return self.third(cards, live, last, suit, best, winner, need, left)
        return self.at(hands, winner, need - (winner == 0), left)

    def beats(self, card: Cards, best: Cards) -> bool:
        """Whether the card takes the trick from the best so far."""
        mask = self.trumps if best & self.trumps else suit_cards(best)
        return card > best if card & mask else bool(card & self.trumps)

    def at(self, hands: Sequence[Cards], leader: int, need: int, left: int) -> bool:
        """`reaches` with `leader` on lead and `left` tricks to come."""
        if need <= 0:
            return True
        if need > left:
            return False
        key = position(hands, leader)
        bounds = self.known.get(key)
        if bounds is None:
            bounds = self.known[key] = self.bounds(hands, leader, left)
        low, high = bounds
        if low >= need:
            return True
        if high < need:
            return False
        if self.nodes >= self.limit:
            raise TooLong
        self.nodes += 1
        reached = self.lead([*hands], leader, need, left)
        self.known[key] = (need, high) if reached else (low, need - 1)
        return reached

    def bounds(self, hands: Sequence[Cards], leader: int, left: int) -> tuple[int, int]:
        """The least and the most that a look at the high cards leaves possible."""
        mine, one, two = hands[leader], hands[(leader + 1) % 3], hands[(leader + 2) % 3]
        others, trump = one | two, self.trump_shift
        certain = 0
        suits: Sequence[int] = SHIFTS
        if others & self.trumps:
            certain = sure(mine >> trump & SUIT, one >> trump & SUIT, two >> trump & SUIT)
            drawn = certain == (mine >> trump & SUIT).bit_count() and certain >= max(
                (one >> trump & SUIT).bit_count(), (two >> trump & SUIT).bit_count()
            )
            suits = self.sides if drawn else ()
        for shift in suits:
            holding = mine >> shift & SUIT
            if holding:
                certain += sure(holding, one >> shift & SUIT, two >> shift & SUIT)
        if trump < 0:
            return (certain, left) if leader == 0 else (0, left - certain)
        trumps, left_hand, right_hand = (hand >> trump & SUIT for hand in hands)
        over = trumps.bit_length()
        against = max((left_hand >> over).bit_count(), (right_hand >> over).bit_count())
        if leader == 0:
            return certain, left - against
        top = (trumps >> (left_hand | right_hand).bit_length()).bit_count()
        return top, left - max(certain, against)

    def lead(self, hands: list[Cards], place: int, need: int, left: int) -> bool:
        declarer = place == 0
        hand, live = hands[place], hands[0] | hands[1] | hands[2]
        for card in self.leads(hand, live ^ hand, live, declarer):
            hands[place] = hand ^ card
            if self.second(hands, live, place, card, need, left) == declarer:
                hands[place] = hand
                return declarer
        hands[place] = hand
        return not declarer

    def leads(self, hand: Cards, others: Cards, live: Cards, declarer: bool) -> list[Cards]:
        """Winners of the side suits, the declarer's trumps, other side cards, other trumps."""
        winners: list[Cards] = []
        rest: list[Cards] = []
        trumps: tuple[Cards, ...] = ()
        if hand & self.trumps:
            shift = self.trump_shift
            trumps = DOWN[shift >> 3][(hand >> shift & SUIT) << 8 | (live >> shift & SUIT)]
        for shift in self.sides:
            holding = hand >> shift & SUIT
            if holding:
                key = holding << 8 | (live >> shift & SUIT)
                if holding > others >> shift & SUIT:
                    winners += DOWN[shift >> 3][key]
                else:
                    rest += UP[shift >> 3][key]
        if declarer and others & self.trumps:
            return [*winners, *trumps, *rest]
        return [*winners, *rest, *trumps]

    def second(
        self, hands: list[Cards], live: Cards, leader: int, led: Cards, need: int, left: int
    ) -> bool:
        place, last = (leader + 1) % 3, (leader + 2) % 3
        declarer = place == 0
        suit = (led.bit_length() - 1) >> 3
        hand, trumps = hands[place], self.trumps
        mask = MASKS[suit]
        for card in self.follows(hand, live, suit, led, declarer or leader == 0):
            beaten = card > led if card & mask else card & trumps
            best, winner = (card, place) if beaten else (led, leader)
            hands[place] = hand ^ card
            if self.third(hands, live, last, suit, best, winner, need, left) == declarer:
                hands[place] = hand
                return declarer
        hands[place] = hand
        return not declarer

    def third(
        self,
        hands: list[Cards],
        live: Cards,
        place: int,
        suit: int,
        best: Cards,
        winner: int,
        need: int,
        left: int,
    ) -> bool:
        declarer = place == 0
        hand, trumps = hands[place], self.trumps
        mask = trumps if best & trumps else MASKS[suit]
        for card in self.follows(hand, live, suit, best, declarer or winner == 0):
            beaten = card > best if card & mask else card & trumps
            taker = place if beaten else winner
            hands[place] = hand ^ card
            reached = self.at(hands, taker, need - (taker == 0), left - 1)
            if reached == declarer:
                hands[place] = hand
                return declarer
        hands[place] = hand
        return not declarer

    def follows(
        self, hand: Cards, live: Cards, suit: int, best: Cards, takes: bool
    ) -> tuple[Cards, ...]:
        """The legal cards (§5.1): if the hand wants the trick its cheapest winner, else low."""
        for mask in (MASKS[suit], self.trumps):
            if hand & mask:
                shift = ((mask.bit_length() - 1) >> 3) << 3
                cards = UP[shift >> 3][(hand >> shift & SUIT) << 8 | (live >> shift & SUIT)]
                if takes and best & mask and cards[0] < best < cards[-1]:
                    lower = sum(card < best for card in cards)
                    return cards[lower:] + cards[:lower]
                return cards
        found: tuple[Cards, ...] = ()
        for shift in SHIFTS:
            key = (hand >> shift & SUIT) << 8 | (live >> shift & SUIT)
            found += UP[shift >> 3][key]
        return found
