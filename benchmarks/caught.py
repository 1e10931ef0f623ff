"""Misères that can be caught whatever the declarer plays, and whether the bots catch them."""

from collections.abc import Iterator
from random import Random

from benchmarks.arena import play
from benchmarks.opponents import Player, asked
from game.bots import Memory, choose
from game.bots.avoiding import Avoiding
from game.bots.holdings import Cards
from game.bots.misere import best_ten, burden
from game.cards import PACK, Card
from game.preferans.conventions import FSPR_2006
from game.preferans.facts import Layout
from game.preferans.seats import chairs, hands_of
from game.view import View

NO_LIMIT = 1 << 60
TEMPTING = 1.5
"""The tricks that a hand may be forced to take and still be called misère."""


def bits(cards: tuple[Card, ...]) -> Cards:
    return sum(1 << card for card in cards)


def layouts(seed: int) -> Iterator[tuple[Layout, int]]:
    """Layouts and the place of a declarer whom exact play with all cards in view catches.

    He has discarded as the bots do. The place changes from one to the next.
    """
    random, place = Random(seed), 0
    while True:
        pack = list(PACK)
        random.shuffle(pack)
        hands = (tuple(pack[:10]), tuple(pack[10:20]), tuple(pack[20:30]))
        if burden(bits(hands[place]))[1] > TEMPTING:
            continue
        ten = best_ten(bits(hands[place]) | bits(tuple(pack[30:])), place == 0)
        one, two = bits(hands[(place + 1) % 3]), bits(hands[(place + 2) % 3])
        if Avoiding(NO_LIMIT).takes((ten, one, two), -place % 3, (), 1):
            dealer = chairs(4)[place]
            yield Layout(4, dealer, hands, (pack[30], pack[31])), place
            place = (place + 1) % 3


def calling(misere: bool) -> Player:
    """A bot that is told what to call."""

    def player(view: View, memory: Memory) -> str:
        if asked(view)[0] == "call":
            return "misere" if misere else "pass"
        return choose(view, memory)

    return player


def catches(seed: int, number: int) -> int:
    """How many of so many such misères the bots catch, against a bot who plays them."""
    caught = 0
    for _, (layout, place) in zip(range(number), layouts(seed), strict=False):
        seats = hands_of(layout.dealer, 4)
        players = {seat: calling(seat == seats[place]) for seat in seats}
        caught += play(FSPR_2006, layout, players).score.tricks[seats[place]] > 0
    return caught
