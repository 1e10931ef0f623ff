"""How many tables of four and of three, and in which order (§T1.1, §T5.1)."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeVar

T = TypeVar("T")


def fours_and_threes(players: int) -> tuple[int, int] | None:
    """As few threes as possible; None for 0, 1, 2 and 5, who cannot be seated (§T1.1)."""
    threes = -players % 4
    fours = (players - 3 * threes) // 4
    return (fours, threes) if players > 0 and fours >= 0 else None


def sizes(players: int) -> list[int]:
    """The tables in order, fours first (§T1.2). The number can be seated."""
    seated = fours_and_threes(players)
    assert seated is not None
    fours, threes = seated
    return [4] * fours + [3] * threes


def sizes_by_points(points: Sequence[Fraction]) -> list[int]:
    """The order of fours and threes with the smallest sum of highest minus lowest points (§T5.1).

    `points` are those of all who play, highest first. Of equal orders the one that has a four at
    the first table in which they differ.
    """
    seated = fours_and_threes(len(points))
    assert seated is not None
    least: dict[tuple[int, int], tuple[Fraction, int]] = {(0, 0): (Fraction(0), 0)}
    for threes in range(seated[1] + 1):
        for fours in range(seated[0] + 1):
            first = len(points) - 4 * fours - 3 * threes
            ways = []
            for size, rest in ((4, (fours - 1, threes)), (3, (fours, threes - 1))):
                if rest in least:
                    apart = points[first] - points[first + size - 1]
                    ways.append((apart + least[rest][0], size))
            if ways:
                least[fours, threes] = min(ways, key=lambda way: (way[0], -way[1]))
    order = []
    left = seated
    while left != (0, 0):
        size = least[left][1]
        order.append(size)
        left = (left[0] - 1, left[1]) if size == 4 else (left[0], left[1] - 1)
    return order


def cut(players: Sequence[T], lengths: Sequence[int]) -> list[tuple[T, ...]]:
    """The players in their order, so many to each table."""
    tables = []
    first = 0
    for length in lengths:
        tables.append(tuple(players[first : first + length]))
        first += length
    return tables
