"""The pulya: what many deals come to, how the sheet is drawn, the settlement, the last circle."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from game.preferans.conventions import Convention
from game.preferans.scoring import Line
from game.preferans.seats import chairs
from game.script import Seat

POOL_POINT = 20  # §8.1: worth in whists
MOUNTAIN_POINT = 10
WRITTEN_OFF = 2  # §8.3: mountain points for one of the pool


@dataclass(slots=True)
class Sheet:
    """Points of pool and mountain by chair; `whists[writer][on]`."""

    pool: dict[Seat, int]
    mountain: dict[Seat, int]
    whists: dict[Seat, dict[Seat, int]] = field(default_factory=dict)

    def balance(self, seat: Seat) -> int:
        """Whists that he wrote less whists written on him."""
        own = sum(self.whists.get(seat, {}).values())
        return own - sum(on.get(seat, 0) for on in self.whists.values())


def empty_sheet(players: int) -> Sheet:
    around = chairs(players)
    return Sheet(dict.fromkeys(around, 0), dict.fromkeys(around, 0))


def enter(sheet: Sheet, line: Line) -> None:
    """Write a line as it stands: the ledger, in which no mountain is ever written off."""
    match line.into:
        case "pool":
            sheet.pool[line.seat] += line.amount
        case "mountain":
            sheet.mountain[line.seat] += line.amount
        case _:
            assert line.on is not None
            on = sheet.whists.setdefault(line.seat, {})
            on[line.on] = on.get(line.on, 0) + line.amount


def ledger(players: int, lines: Iterable[Line]) -> Sheet:
    """The sums of pool, mountain and whists over the lines of the deals."""
    sheet = empty_sheet(players)
    for line in lines:
        enter(sheet, line)
    return sheet


def write_off(mountain: dict[Seat, int], seat: Seat, amount: int) -> None:
    """§8.3: take the amount off a player's mountain; what it lacks is added to all others."""
    taken = min(mountain[seat], amount)
    mountain[seat] -= taken
    for other in mountain:
        if other != seat:
            mountain[other] += amount - taken


def drawn(convention: Convention, players: int, lines: Iterable[Line]) -> Sheet:
    """The sheet as players of this convention write it; it settles as the ledger does.

    With `write_off` each pool point is two off the mountain, never below nought (§8.3). Where
    zero tricks of raspasy go to the mountain only (§6.7), they are taken off it, below nought
    too: that regulation names no floor.
    """
    sheet = empty_sheet(players)
    for line in lines:
        if line.into == "pool" and convention.write_off:
            write_off(sheet.mountain, line.seat, WRITTEN_OFF * line.amount)
        elif line.why == "zero_tricks" and convention.zero_tricks == "mountain":
            sheet.mountain[line.seat] -= WRITTEN_OFF * line.amount
        else:
            enter(sheet, line)
    return sheet


@dataclass(frozen=True, slots=True)
class Settled:
    """A player's end in whists, exact: from pool and mountain, from whists, and both together."""

    points: Fraction
    whists: int

    @property
    def result(self) -> Fraction:
        return self.points + self.whists


def settle(sheet: Sheet) -> dict[Seat, Settled]:
    """§8.2. The results add up to nought; at three they may be thirds (§8.4)."""
    worth = {
        seat: POOL_POINT * sheet.pool[seat] - MOUNTAIN_POINT * sheet.mountain[seat]
        for seat in sheet.pool
    }
    mean = Fraction(sum(worth.values()), len(worth))
    return {seat: Settled(worth[seat] - mean, sheet.balance(seat)) for seat in worth}


def last_circle_at(convention: Convention, end: float) -> float:
    """§9.1: when the last circle of a tour that ends then is announced, both in seconds."""
    return end - 60 * convention.last_circle_minutes


def deals_left(convention: Convention, players: int, running: bool) -> int:
    """§9.2–§9.4: how many deals are still to be finished once the last circle is announced.

    A deal that is running then is finished first and is not one of the circle's.
    """
    circle = (
        convention.last_circle_deals_of_four
        if players == 4
        else convention.last_circle_deals_of_three
    )
    return circle + running
