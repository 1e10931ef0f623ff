"""The word on a claim: yes only where no play can bring more (§5.8–§5.10)."""

from collections.abc import Sequence
from functools import partial

from game.bots.avoiding import Avoiding
from game.bots.holdings import of_names
from game.bots.memory import Memory
from game.bots.search import Search, TooLong
from game.bots.strength import tricks as expected
from game.bots.table import set_table
from game.bots.worlds import Declared, in_order, known_hands, layouts
from game.preferans.bidding import MISERE, NO, YES
from game.preferans.facts import Whisting
from game.preferans.play import TRICKS
from game.view import View

NODES = 4000
"""Positions to look into; a claim that takes longer to see through is refused."""
DISCARDS = 66
"""Ways to discard two of twelve cards."""


def respond(view: View, memory: Memory, tricks: dict[str, int], shown: Sequence[str] = ()) -> str:
    """The answer to a claim that comes to these final tricks.

    `shown` is the hand of a declarer who claims (§5.9).
    """
    most = is_most(view, memory.seat, tricks)
    return YES if most or is_certain(view, memory, tricks, shown) else NO


def is_most(view: View, seat: str, tricks: dict[str, int]) -> bool:
    """Whether the claim gives this player all that is left, or where he avoids tricks nothing."""
    taken, declarer = view["taken"], view["declarer"]
    left = TRICKS - sum(taken.values())
    if declarer is None or (view["contract"] == MISERE and seat == declarer):
        return tricks[seat] == taken[seat]
    more = tricks[declarer] - taken[declarer]
    if view["contract"] == MISERE or seat == declarer:
        return more == left
    if view["whisted"] is not None and view["whisted"]["how"] == Whisting.BOTH.value:
        return tricks[seat] - taken[seat] == left
    return more == 0


def is_certain(view: View, memory: Memory, tricks: dict[str, int], shown: Sequence[str]) -> bool:
    """Whether, with the hands of the defence open, best play of both sides comes to no more.

    Against a hidden declarer that must be so whatever he has discarded.
    """
    declarer, ask = view["declarer"], view["ask"]
    hands = known_hands(view)
    if declarer is None or ask is None or ask["hand"] is None:
        return False
    if shown:
        hands[declarer] = of_names(shown)
    hidden = {*view["hands"]} - hands.keys()
    if hidden - {declarer}:
        return False
    table = set_table(view, memory, declarer, ask["hand"], [])
    more = tricks[declarer] - view["taken"][declarer]
    value = partial(expected, trump=memory.trump)
    declared = Declared(value, 0)
    found = layouts(view, memory, DISCARDS, declared) if hidden else [in_order(view, hands)]
    trick, leader, mine = table.trick, table.leader, memory.seat == declarer
    left = NODES
    try:
        for layout in found:
            turned = table.turned(layout)
            if view["contract"] == MISERE:
                avoiding = Avoiding(left)
                if avoiding.takes(turned, leader, trick, more if mine else more + 1) != mine:
                    return False
                left -= avoiding.nodes
            else:
                search = Search(memory.trump, left)
                if search.reaches(turned, leader, trick, more + mine) == mine:
                    return False
                left -= search.nodes
    except TooLong:
        return False
    return True
