"""Seatings found by trying all of them: written from docs/rules, without looking at the code."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

Tables = tuple[tuple[int, ...], ...]
Pairs = frozenset[frozenset[int]]
Fits = Callable[[int, tuple[int, ...]], bool]


def of_sizes(
    places: Sequence[int], sizes: Sequence[int], fits: Fits = lambda _number, _table: True
) -> Iterator[Tables]:
    """All ways to give these places to tables of these sizes, if each table fits its number."""
    yield from from_table(0, places, sizes, fits)


def from_table(
    number: int, places: Sequence[int], sizes: Sequence[int], fits: Fits
) -> Iterator[Tables]:
    if number == len(sizes):
        yield ()
        return
    for table in combinations(places, sizes[number]):
        if fits(number, table):
            left = [place for place in places if place not in table]
            for rest in from_table(number + 1, left, sizes, fits):
                yield (table, *rest)


def meeting(tables: Tables, pairs: Pairs) -> int:
    return sum(frozenset(two) in pairs for table in tables for two in combinations(table, 2))


def apart(tables: Tables, points: Sequence[Fraction]) -> Fraction:
    return sum(
        (max(points[one] for one in table) - min(points[one] for one in table) for table in tables),
        Fraction(0),
    )


def in_order(sizes: Sequence[int]) -> Tables:
    places = iter(range(sum(sizes)))
    return tuple(tuple(next(places) for _ in range(size)) for size in sizes)


def smallest_threes(players: int) -> list[int]:
    """Fours first; by trying how many threes are enough (§T1.1)."""
    threes = next(count for count in range(players) if (players - 3 * count) % 4 == 0)
    assert players >= 3 * threes
    return [4] * ((players - 3 * threes) // 4) + [3] * threes


def order_of_sizes(points: Sequence[Fraction]) -> tuple[int, ...]:
    """§T5.1."""
    orders = {*permutations(smallest_threes(len(points)))}
    return min(
        orders, key=lambda order: (apart(in_order(order), points), [-size for size in order])
    )


def by_points(
    points: Sequence[Fraction], met: Pairs, sizes: Sequence[int], forbidden: Pairs = frozenset()
) -> Tables | None:
    """§T5.2, with the forbidden pairs apart; None if that cannot be."""

    cut = in_order(sizes)

    def points_of(table: tuple[int, ...]) -> list[Fraction]:
        return sorted(points[place] for place in table)

    def fits(number: int, table: tuple[int, ...]) -> bool:
        return points_of(table) == points_of(cut[number]) and meeting((table,), forbidden) == 0

    ways = of_sizes(range(len(points)), sizes, fits)
    return min(ways, key=lambda tables: (meeting(tables, met), tables), default=None)


def by_swaps(
    points: Sequence[Fraction], met: Pairs, sizes: Sequence[int], forbidden: Pairs = frozenset()
) -> Tables:
    """§T5.5, §T5.6."""
    cut = in_order(sizes)
    home = {place: number for number, table in enumerate(cut) for place in table}

    def near(number: int, table: tuple[int, ...]) -> bool:
        return all(abs(home[place] - number) <= 1 for place in table)

    def pairs(tables: Tables) -> tuple[int, int]:
        return meeting(tables, forbidden), meeting(tables, met)

    def worth(tables: Tables) -> tuple[tuple[int, int], Fraction, Tables]:
        return pairs(tables), apart(tables, points), tables

    best = min(of_sizes(range(len(points)), sizes, near), key=worth)
    return best if pairs(best) < pairs(cut) else cut


def two_threes(met: Pairs, forbidden: Pairs) -> Tables:
    """§T5.3, the table of the best player first."""

    def worth(tables: Tables) -> tuple[int, int, int, Tables]:
        sums = [sum(table) for table in tables]
        return meeting(tables, forbidden), meeting(tables, met), abs(sums[0] - sums[1]), tables

    return min((tables for tables in of_sizes(range(6), (3, 3)) if 0 in tables[0]), key=worth)
