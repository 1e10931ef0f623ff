"""How the hidden cards may lie, as far as a player can know.

The layouts are drawn from a key made of the situation itself, so that the same situation gives
the same layouts: a bot has no dice. A hidden declarer has kept the ten cards that suit his
contract best, and layouts in which they are worth it come first.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, islice

from game.bots.holdings import HAND, Cards, each, of_names
from game.bots.memory import Memory
from game.bots.search import Hands
from game.bots.strength import Value, lighten
from game.shuffle import Draw, below, mix
from game.view import View

TRIES = 3
"""Layouts drawn for each that is kept, where the declarer is hidden."""


@dataclass(frozen=True, slots=True)
class Declared:
    """What a declarer's ten cards are worth to him, and what they should be worth."""

    value: Value
    level: float


def known_hands(view: View) -> dict[str, Cards]:
    """The hands that lie in this player's view."""
    hands = {seat: view["cards"][seat]["known"] for seat in view["hands"]}
    return {seat: of_names(hand) for seat, hand in hands.items() if hand is not None}


def layouts(view: View, memory: Memory, number: int, declared: Declared) -> list[Hands]:
    """At most so many layouts of the cards still held, in the order of `view["hands"]`."""
    seen = known_hands(view)
    unseen = memory.live & ~sum(seen.values())
    hidden = [seat for seat in view["hands"] if seat not in seen]
    hidden.sort(key=lambda seat: seat == view["declarer"])
    sizes = [view["cards"][seat]["count"] for seat in hidden]
    if len(hidden) == 1:
        found = [{hidden[0]: hand} for hand in kept(memory, hidden[0], unseen, sizes[0], declared)]
    elif hidden:
        one, two = hidden
        drawn = dealt(memory, one, two, unseen, (sizes[0], sizes[1]))
        if two == view["declarer"]:
            drawn = plausible(islice(drawn, TRIES * number), memory, unseen, two, declared)
        found = [{one: first, two: second} for first, second in islice(drawn, number)]
    else:
        found = [{}]
    return [in_order(view, seen | hands) for hands in found[:number]]


def in_order(view: View, hands: dict[str, Cards]) -> Hands:
    """The hands in the order of `view["hands"]`."""
    first, second, third = (hands[seat] for seat in view["hands"])
    return first, second, third


def kept(memory: Memory, seat: str, unseen: Cards, size: int, declared: Declared) -> list[Cards]:
    """What a declarer may hold when all others lie open: all but a discard, the likeliest first."""
    loose = unseen & ~memory.voids[seat]
    discards = combinations(each(loose), loose.bit_count() - size)
    played = memory.played[seat]
    hands = [loose ^ sum(discard) for discard in discards]
    return sorted(hands, key=lambda hand: -declared.value(hand | played))


def dealt(
    memory: Memory, one: str, two: str, unseen: Cards, sizes: tuple[int, int]
) -> Iterator[tuple[Cards, Cards]]:
    """Layouts of two hidden hands; what is left over lies in the discard or is still the talon.

    No hand gets a suit that it has shown it does not hold. The talon that was shown is with the
    declarer, who comes second.
    """
    lacking = memory.voids[two]
    free = unseen & ~memory.voids[one] & ~memory.talon
    fixed, loose = [*each(free & lacking)], [*each(free & ~lacking)]
    bound = [*each(unseen & ~free & ~lacking)]
    spare = unseen.bit_count() - sum(sizes) - (unseen & ~free & lacking).bit_count()
    words = Draw(b"%d %d" % (memory.gone, unseen)).words()
    while True:
        mix(fixed, words)
        mix(loose, words)
        number = max(len(fixed) - below(words, spare + 1), sizes[0] - len(loose))
        number = min(max(number, 0), sizes[0])
        split = sizes[0] - number
        second = [*bound, *loose[split:]]
        yield sum(fixed[:number]) + sum(loose[:split]), sum(second[: sizes[1]])


def plausible(
    drawn: Iterator[tuple[Cards, Cards]],
    memory: Memory,
    unseen: Cards,
    declarer: str,
    declared: Declared,
) -> Iterator[tuple[Cards, Cards]]:
    """The layouts with the discard that such a declarer would make, the likeliest first."""
    played, lacking = memory.played[declarer], memory.voids[declarer]
    found: list[tuple[float, Cards, Cards]] = []
    for first, _ in drawn:
        loose = (unseen ^ first) & ~lacking
        number = loose.bit_count() + played.bit_count() - HAND
        hand = lighten(loose | played, loose, number, declared.value)
        lacks = max(0.0, declared.level - declared.value(hand))
        found.append((lacks, first, hand & ~played))
    found.sort(key=lambda layout: layout[0])
    return iter([(first, second) for _, first, second in found])
