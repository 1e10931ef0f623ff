"""The lots of a tournament, from a secret that was committed to before (§T1.3–§T1.6).

Before the draw the server shows `game.shuffle.commitment(secret, name)`; afterwards it shows the
secret, and anybody can draw the same lots again.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from game.shuffle import Draw, below, framed, mix
from lobby.tournament.model import Player

Numbers = Mapping[Player, Sequence[int]]
"""The numbers that players have had at their tables so far."""


def lot(secret: bytes, name: str, about: str) -> Iterator[int]:
    """The numbers of one lot of the tournament of this name."""
    key = hashlib.sha256(framed([secret, name.encode(), about.encode()])).digest()
    return Draw(key).words()


def order_of_draw(secret: bytes, name: str, entered: Sequence[Player]) -> list[Player]:
    """Everybody's place in the draw; `entered` is the list as it was when entry closed (§T1.3)."""
    order = list(entered)
    mix(order, lot(secret, name, "draw"))
    return order


def numbers_at_table(
    secret: bytes,
    name: str,
    tour: int,
    table: int,
    players: Sequence[Player],
    before: Numbers | None = None,
) -> list[Player]:
    """Who has number 1, who 2… at this table of this tour (§T1.4, §T1.5).

    Of all orders those in which the numbers that players have had already come again least often;
    among them the lot decides. Tour and table are counted from 1. The order in which `players` are
    given changes the lot: it is the one of the seating.
    """
    had = before or {}

    def again(order: Sequence[Player]) -> int:
        return sum(had.get(who, ()).count(number) for number, who in enumerate(order, start=1))

    orders = [*permutations(players)]
    fewest = min(map(again, orders))
    fair = [order for order in orders if again(order) == fewest]
    return list(fair[below(lot(secret, name, f"tour {tour} table {table}"), len(fair))])
