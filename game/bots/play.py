"""The play of a game: of the legal cards the one that does best in the likely layouts."""

from functools import partial

from game.bots.holdings import name_of
from game.bots.memory import Memory
from game.bots.search import Hands, Search
from game.bots.strength import result, tricks
from game.bots.table import set_table
from game.bots.worlds import Declared, layouts
from game.view import View

NODES = 1200
"""Positions to look into for one answer; the layout that is being looked at is finished."""
MOST = 4000
"""Positions of a single layout, beyond which it is given up."""
LAYOUTS = 48
"""Layouts times the tricks that are still to come."""


def card(view: View, memory: Memory, options: list[str], hand: str) -> str:
    """The card that this hand plays."""
    declarer, contract, players = view["declarer"], view["contract"], view["players"]
    assert declarer is not None
    assert contract is not None
    table = set_table(view, memory, declarer, hand, options)
    level, taken = int(contract[:-1]), view["taken"][declarer]
    sign = 1 if table.place == 0 else -1

    def opinion(hands: Hands) -> tuple[list[float], int]:
        search, more = Search(memory.trump, MOST), max(0, level - taken)
        scores = []
        for option in table.options:
            after, trick = table.after(hands, option)
            more = search.tricks(after, table.leader, trick, more)
            scores.append(sign * result(level, taken + more, players))
        return scores, search.nodes

    declared = Declared(partial(tricks, trump=memory.trump), level)
    number = LAYOUTS // view["cards"][hand]["count"]
    return name_of(table.best(layouts(view, memory, number, declared), opinion, NODES, low=True))
