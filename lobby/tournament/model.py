"""What a tournament is made of, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, TypeAlias

Player: TypeAlias = int | str
"""Whatever names an entrant; nothing depends on what it is."""


class BadRecord(ValueError):
    """Something that no tournament can have come to; `place` tells where it stands.

    The place is `formula`, `draw`, `absent`, `tours`, `tour 2` or `tour 2: table 1`.
    """

    def __init__(self, place: str, wrong: str) -> None:
        super().__init__(f"{place}: {wrong}")
        self.place = place
        self.wrong = wrong


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table of a tour that is over: players and their whists, in the same order."""

    players: tuple[Player, ...]
    whists: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """Points and whists, of a tour or of several together."""

    points: Fraction = Fraction(0)
    whists: Fraction = Fraction(0)

    def __add__(self, other: "Score") -> "Score":
        return Score(self.points + other.points, self.whists + other.whists)


@dataclass(frozen=True, slots=True)
class Tour:
    """A tour that is over."""

    tables: tuple[TableResult, ...]
    awards: Mapping[Player, Score] = field(default_factory=dict)
    """What the director gave to players of this tour, or took off (§T2.9)."""

    @property
    def players(self) -> list[Player]:
        return [player for table in self.tables for player in table.players]


class Column(NamedTuple):
    """One of the values by which a line of the standings has its place.

    `what` is "points", "whists", "draw" (the place in it), at a festival also "came_to" (the last
    tour that he played), "final_whists", "whists_before" and "points_before" the final.
    """

    what: str
    value: Fraction


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings (§T3.10, §T4.2).

    `columns` are in the order in which they decide. `decided` is the one that puts it below the
    line above, "shared" where both share a place, empty in the first line.
    """

    place: int
    player: Player
    score: Score
    columns: tuple[Column, ...]
    decided: str


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is known of a tournament: its formula by name, the draw, the tours played so far.

    `absent` has those who should have played a tour, from 1, and did not come. `playing` has the
    number of the running tour for everybody whom it has seated.
    """

    formula: str
    draw: tuple[Player, ...]
    tours: tuple[Tour, ...] = ()
    absent: Mapping[int, frozenset[Player]] = field(default_factory=dict)
    playing: Mapping[Player, int] = field(default_factory=dict)

    def missing(self, number: int) -> frozenset[Player]:
        """Who did not come to this tour."""
        return self.absent.get(number, frozenset())
