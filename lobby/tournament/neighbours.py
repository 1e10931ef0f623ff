"""Swaps between neighbouring tables, for the fewest repeat meetings (§T5.5, §T5.6).

What is looked for is exact, for any number of tables. Of all seatings in which nobody sits further
than one table from where the cut has put him, those with the fewest forbidden pairs, then with the
fewest pairs who have met, then with the smallest sum of highest minus lowest points; of these the
one that comes first by the places of its players, table by table. If not a single pair is spared,
the cut stands.

How it is found. Going through the tables in their order, all that matters of the tables before is
who of the last one still waits for a chair, and who of this one has gone ahead: at most 70 ways.
So the best seating from here on is reckoned once for each, from the last table back (dynamic
programming). Two thousand players take a second or two.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate, combinations
from typing import NamedTuple

FIRST_CHAIRS = 12
"""The players of three tables, as bits: the first place is the highest, so that of two sets of
equal size the larger number is the one that comes first."""
WEIGHT = 1 << 40
"""Of a pair who has met against any sum of points, and of a forbidden pair against all of those."""


class Way(NamedTuple):
    """One way to fill a table: who sits there, who waits for the next, who came from it."""

    sitting: int
    after: tuple[int, int]


class Best(NamedTuple):
    cost: int
    sitting: int
    after: tuple[int, int]


def fewest_pairs(
    points: Sequence[int],
    met: Sequence[set[int]],
    forbidden: Sequence[set[int]],
    sizes: Sequence[int],
) -> list[tuple[int, ...]]:
    """The places at each table.

    By place: `points`, highest first, as whole numbers; whom he `met`; whom he must not meet.
    """
    firsts = [sum(sizes[:table]) for table in range(len(sizes))]
    standing = [
        tuple(range(first, first + size)) for first, size in zip(firsts, sizes, strict=True)
    ]
    pairs = [pairs_at(table, met, forbidden) for table in standing]
    if not any(pairs):
        return standing
    found = from_the_last_back(points, met, forbidden, sizes)
    spared = sum(pairs) - sum(pairs_at(table, met, forbidden) for table in found)
    return found if spared > 0 else standing


def pairs_at(table: Sequence[int], met: Sequence[set[int]], forbidden: Sequence[set[int]]) -> int:
    """What the pairs of a table weigh."""
    return sum(
        WEIGHT * (other in met[one]) + WEIGHT * WEIGHT * (other in forbidden[one])
        for one, other in combinations(table, 2)
    )


def from_the_last_back(
    points: Sequence[int],
    met: Sequence[set[int]],
    forbidden: Sequence[set[int]],
    sizes: Sequence[int],
) -> list[tuple[int, ...]]:
    """The same, where a pair may be worth a swap."""
    nobody = (0, 0)
    firsts = [0, *accumulate(sizes)]
    after: dict[tuple[int, int], Best] = {nobody: Best(0, 0, nobody)}
    reckoned = []
    windows = []
    for table in range(len(sizes) - 1, -1, -1):
        before = sizes[table - 1] if table else 0
        behind = sizes[table + 1] if table + 1 < len(sizes) else 0
        first = firsts[table] - before
        window = range(first, first + before + sizes[table] + behind)
        costs = costs_of(window, sizes[table], points, met, forbidden)
        best: dict[tuple[int, int], Best] = {}
        for state, ways in ways_to_fill(before, sizes[table], behind).items():
            best[state] = min(
                (
                    Best(costs[way.sitting] + after[way.after].cost, way.sitting, way.after)
                    for way in ways
                ),
                key=lambda found: (found.cost, -found.sitting),
            )
        after = best
        reckoned.append(best)
        windows.append(window)
    tables = []
    state = nobody
    for best, window in zip(reversed(reckoned), reversed(windows), strict=True):
        found = best[state]
        tables.append(tuple(places_of(found.sitting, window)))
        state = found.after
    return tables


def bit(chair: int) -> int:
    return 1 << (FIRST_CHAIRS - 1 - chair)


def places_of(sitting: int, window: range) -> Iterator[int]:
    return (place for chair, place in enumerate(window) if sitting & bit(chair))


def costs_of(
    window: range,
    size: int,
    points: Sequence[int],
    met: Sequence[set[int]],
    forbidden: Sequence[set[int]],
) -> dict[int, int]:
    """What each table of this size out of these players costs."""
    pair = {
        (one, other): pairs_at((window[one], window[other]), met, forbidden)
        for one, other in combinations(range(len(window)), 2)
    }
    costs = {}
    for chairs, sitting in tables_out_of(len(window), size):
        apart = points[window[chairs[0]]] - points[window[chairs[-1]]]
        costs[sitting] = apart + sum([pair[two] for two in combinations(chairs, 2)])
    return costs


@cache
def tables_out_of(players: int, size: int) -> list[tuple[tuple[int, ...], int]]:
    """Chairs in order, and the same as bits."""
    return [(chairs, sum(map(bit, chairs))) for chairs in combinations(range(players), size)]


@cache
def ways_to_fill(before: int, own: int, behind: int) -> dict[tuple[int, int], list[Way]]:
    """By who waits from the table before and who of this one has gone ahead to it: all ways.

    Both are as many, since every table keeps its size. A state is told in chairs of the two tables.
    """
    ways: dict[tuple[int, int], list[Way]] = {}
    mine = range(before, before + own)
    theirs = range(before + own, before + own + behind)
    for many in range(min(before, own) + 1):
        for waiting in combinations(range(before), many):
            for gone in combinations(mine, many):
                rest = [chair for chair in mine if chair not in gone]
                ways[packed(waiting, 0), packed(gone, before)] = [
                    Way(
                        sum(map(bit, {*waiting, *rest, *coming} - {*leaving})),
                        (packed(leaving, before), packed(coming, before + own)),
                    )
                    for moves in range(min(len(rest), behind) + 1)
                    for leaving in combinations(rest, moves)
                    for coming in combinations(theirs, moves)
                ]
    return ways


def packed(chairs: Sequence[int], first: int) -> int:
    """Chairs of one table as bits, from its own first chair."""
    return sum(1 << (chair - first) for chair in chairs)
