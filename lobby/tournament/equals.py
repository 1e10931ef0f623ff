"""Players of equal points change places between tables, for the fewest repeat meetings (§T5.2).

What is looked for is exact. Each table keeps how many of which points it has; of all ways to fill
the tables so, those with the fewest pairs who sat together in the tour before; of these the one
that comes first by the places of its players, table by table.

How it is found. The tables are filled in their order, each in the order of places, so the first
seating found is the one that comes first. It is asked first for as few meetings as a lower bound
allows, then for one more, and so on: the first answer is the fewest. Two things keep that short.
Those who sat at one table form a group, all meetings are inside groups, and two groups with equally
many people left of all points can stand for each other: of such groups only the first is tried; and
what remains after a table is remembered, by numbers and not by names, once it has failed.

The promise holds as long as no question takes more than `MOST_STEPS` tables to be filled: a stated
bound, the same on every computer. Beyond it the question is given up and more meetings are allowed,
so that a seating always comes, only perhaps not the best.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import comb

MOST_STEPS = 20_000


def fewest_meetings(
    levels: Sequence[int],
    groups: Sequence[int],
    sizes: Sequence[int],
    forbidden: frozenset[frozenset[int]] = frozenset(),
) -> list[tuple[int, ...]] | None:
    """The places at each table; None if the forbidden pairs of places cannot be kept apart.

    `levels` are the points by place, as numbers 0, 1, 2… from the highest; `groups` tells by place
    who sat together. Both have as many entries as `sizes` come to.
    """
    most = sum(comb(size, 2) for size in sizes)
    search = Search(levels, groups, sizes, forbidden)
    allowed, more = search.at_least(), 1
    if forbidden and not Search(levels, groups, sizes, forbidden).can_be(most):
        return None
    while True:
        try:
            found = search.within(allowed)
        except GivenUp:
            more *= 2
        else:
            if found is not None:
                return found
        allowed = min(allowed + more, most)


class GivenUp(Exception):
    """The question took more than `MOST_STEPS`."""


@dataclass(slots=True)
class Level:
    """The players of equal points who are not yet seated, and the tables that wait for them."""

    first: int
    last: int
    """The places from `first` to `last - 1`."""
    shares: list[int]
    """How many each table takes, in the order of the tables."""


@dataclass(slots=True)
class Search:
    levels: Sequence[int]
    groups: Sequence[int]
    sizes: Sequence[int]
    forbidden: frozenset[frozenset[int]]
    tables: list[list[int]] = field(init=False)
    """The level of each chair, table by table."""
    level: list[Level] = field(init=False)
    left: dict[int, list[int]] = field(init=False)
    """Of each group, how many are not yet seated, by level."""
    named: dict[int, list[int]] = field(init=False)
    """The places of the groups for which no other can stand: one of them must not meet somebody."""
    seated: list[bool] = field(init=False)
    failed: list[dict[object, int]] = field(init=False)
    """By table: what remained, and with how many meetings still allowed it was not enough."""

    def __post_init__(self) -> None:
        count = self.levels[-1] + 1
        self.tables, self.level, first = [], [], 0
        for size in self.sizes:
            self.tables.append(list(self.levels[first : first + size]))
            first += size
        for number in range(count):
            start = self.levels.index(number)
            end = start + self.levels.count(number)
            shares = [table.count(number) for table in self.tables if number in table]
            self.level.append(Level(start, end, shares))
        self.left = {group: [0] * count for group in self.groups}
        for level, group in zip(self.levels, self.groups, strict=True):
            self.left[group][level] += 1
        barred = {self.groups[place] for pair in self.forbidden for place in pair}
        self.named = {
            group: [place for place, other in enumerate(self.groups) if other == group]
            for group in barred
        }
        self.seated = [False] * len(self.levels)
        self.failed = [{} for _ in self.tables]

    # --- the question ---------------------------------------------------------------------------

    def can_be(self, allowed: int) -> bool:
        """Whether a seating with at most so many meetings was found."""
        try:
            return self.within(allowed) is not None
        except GivenUp:
            return False

    def within(self, allowed: int) -> list[tuple[int, ...]] | None:
        """The first seating with at most so many meetings. Raises `GivenUp`."""
        bounds = [self.bound(number) for number in range(len(self.level))]
        self.seated = [False] * len(self.levels)
        picked: list[list[int]] = [[] for _ in self.tables]
        spent = [0]
        filling = [self.filled(0, picked[0], allowed)]
        steps = 0
        while filling:
            met = next(filling[-1], None)
            at = len(filling) - 1
            if met is None:
                self.failed[at][self.remains()] = allowed - spent[at]
                filling.pop()
                spent.pop()
                continue
            now, then = spent[at] + met, at + 1
            if then == len(self.tables):
                return [tuple(table) for table in picked]
            steps += 1
            if steps > MOST_STEPS:
                self.undo(picked)
                raise GivenUp
            if self.hopeless(then, allowed - now, bounds):
                continue
            picked[then].clear()
            spent.append(now)
            filling.append(self.filled(then, picked[then], allowed - now))
        return None

    def undo(self, picked: list[list[int]]) -> None:
        """Everybody stands up."""
        for place, sits in enumerate(self.seated):
            if sits:
                self.left[self.groups[place]][self.levels[place]] += 1
        for table in picked:
            table.clear()

    def hopeless(self, table: int, allowed: int, bounds: list[int]) -> bool:
        """Whether the tables from this one are known to need more meetings."""
        running = self.tables[table][0]
        if self.bound(running, table) + sum(bounds[running + 1 :]) > allowed:
            return True
        known = self.failed[table]
        return bool(known) and known.get(self.remains(), -1) >= allowed

    def remains(self) -> object:
        """All that matters about those who are not yet seated."""
        kinds = Counter(self.kind(group) for group, left in self.left.items() if any(left))
        return frozenset(kinds.items())

    def kind(self, group: int) -> object:
        """Equal for groups that can stand for each other."""
        if group in self.named:
            return (group, *(place for place in self.named[group] if not self.seated[place]))
        return tuple(self.left[group])

    # --- one table ------------------------------------------------------------------------------

    def filled(self, table: int, picked: list[int], allowed: int) -> Iterator[int]:
        """Fill it in all ways that differ, in the order of places; the meetings at it.

        After each way the players sit there, until the next is asked for.
        """
        yield from self.chair(self.tables[table], picked, allowed, 0)

    def chair(self, chairs: list[int], picked: list[int], allowed: int, met: int) -> Iterator[int]:
        if len(picked) == len(chairs):
            yield met
            return
        level = chairs[len(picked)]
        first = self.level[level].first
        if picked:
            first = max(first, picked[-1] + 1)
        tried = set()
        here = [self.groups[place] for place in picked]
        for place in range(first, self.level[level].last):
            if self.seated[place]:
                continue
            group = self.groups[place]
            kind = self.stands_for(place, group, group in here)
            if kind in tried:
                continue
            tried.add(kind)
            meets = met + here.count(group)
            if meets > allowed or self.barred(place, picked):
                continue
            self.seated[place] = True
            self.left[group][level] -= 1
            picked.append(place)
            yield from self.chair(chairs, picked, allowed, meets)
            picked.pop()
            self.left[group][level] += 1
            self.seated[place] = False

    def stands_for(self, place: int, group: int, here: bool) -> object:
        """Equal for players of one level of whom the first speaks for all."""
        if group in self.named:
            return place
        return (group if here else None, self.kind(group))

    def barred(self, place: int, picked: list[int]) -> bool:
        return bool(self.forbidden) and any(
            frozenset((place, other)) in self.forbidden for other in picked
        )

    # --- the lower bound ------------------------------------------------------------------------

    def at_least(self) -> int:
        """Meetings that no seating can do without."""
        return sum(self.bound(number) for number in range(len(self.level)))

    def bound(self, number: int, table: int = 0) -> int:
        """The same among the players of one level, for those who are left before this table."""
        level = self.level[number]
        shares = level.shares
        if table:
            before = sum(number in chairs for chairs in self.tables[:table])
            shares = shares[before:]
        places = range(level.first, level.last)
        counts = Counter(self.groups[place] for place in places if not self.seated[place])
        return max(crowded(counts, shares), squeezed(counts, shares))


def crowded(counts: Mapping[int, int], shares: Sequence[int]) -> int:
    """Each group by itself, spread as evenly as the tables allow."""
    return sum(spread(count, shares) for count in counts.values() if count > len(shares))


def spread(count: int, shares: Sequence[int]) -> int:
    """The fewest pairs at one table of so many, over tables that take so many each."""
    pairs, round_ = 0, 0
    while count > 0:
        open_ = min(count, sum(share > round_ for share in shares))
        pairs += round_ * open_
        count -= open_
        round_ += 1
    return pairs


def squeezed(counts: Mapping[int, int], shares: Sequence[int]) -> int:
    """All groups together: how many find no table at which their group is not yet (Gale, Ryser)."""
    largest = sorted(counts.values(), reverse=True)[:3]
    return max(
        (
            sum(largest[:many]) - sum(min(share, many) for share in shares)
            for many in range(1, len(largest) + 1)
        ),
        default=0,
    )
