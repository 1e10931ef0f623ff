"""From a pack to three hands and a talon, in packets of two (§1.3)."""

from collections.abc import Sequence

from game.cards import Card
from game.preferans.facts import Layout
from game.script import Seat


def dealt(pack: Sequence[Card], packet: int, players: int, dealer: Seat, streak: int) -> Layout:
    """The layout of a pack whose packet number `packet` (from 1) becomes the talon.

    The other packets go to first, second and third hand in turn.
    """
    pairs = [pack[place : place + 2] for place in range(0, len(pack), 2)]
    talon = pairs.pop(packet - 1)
    first, second, third = (
        tuple(card for pair in pairs[hand::3] for card in pair) for hand in range(3)
    )
    return Layout(players, dealer, (first, second, third), (talon[0], talon[1]), streak)
