"""What a tournament is made of, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

Player: TypeAlias = int | str
"""Whatever names an entrant; nothing depends on what it is."""


class BadRecord(ValueError):
    """Something that no tournament can have come to; `place` tells where it stands.

    The place is `formula`, `draw`, `absent`, `tours`, `tour 2` or `tour 2: table 1`.
    """

    def __init__(self, place: str, wrong: str) -> None:
        super().__init__(f"{place}: {wrong}")
        self.place = place


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


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings (§T3.10, §T4.2)."""

    place: int
    player: Player
    score: Score


@dataclass(frozen=True, slots=True)
class Tournament:
    """What is known of a tournament: its formula by name, the draw, the tours played so far.

    `absent` has those who should have played a tour, from 1, and did not come.
    """

    formula: str
    draw: tuple[Player, ...]
    tours: tuple[Tour, ...] = ()
    absent: Mapping[int, frozenset[Player]] = field(default_factory=dict)

    def missing(self, number: int) -> frozenset[Player]:
        """Who did not come to this tour."""
        return self.absent.get(number, frozenset())
