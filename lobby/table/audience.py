"""Who sees what of a table."""

from typing import NamedTuple

from game.script import PUBLIC, Viewer
from lobby.table.table import Table


class Sight(NamedTuple):
    """Whose cards; `late`: of a running deal nothing before it is over."""

    viewer: Viewer
    late: bool


def sight(table: Table, person: str) -> Sight:
    """What this person sees."""
    member = table.member(person)
    own = PUBLIC if member is None or member.seat is None else frozenset((member.seat,))
    return Sight(own, False)
