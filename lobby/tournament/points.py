"""The points of a table by its whists, in both systems (§T2)."""

from collections.abc import Sequence
from fractions import Fraction

FESTIVAL_FOUR = (4, 3, 2, 1)
FSPR_PLACES = (3, 1, -1, -3)
WHIST_BANDS = ((10, 0), (50, 1), (150, 2), (300, 3), (500, 4))
"""§T2.5: up to so many whists, so many points."""
BEYOND_THE_BANDS = 5


def shared(whists: Sequence[Fraction], worth: Sequence[int]) -> list[Fraction]:
    """What each place is worth, given to the players by their whists; equals share (§T2.3)."""
    points = []
    for mine in whists:
        above = sum(other > mine for other in whists)
        equal = sum(other == mine for other in whists)
        points.append(Fraction(sum(worth[above : above + equal]), equal))
    return points


def festival(whists: Sequence[Fraction]) -> list[Fraction]:
    """4, 3, 2, 1; at three the second has 3 or 2 by his whists (§T2.1–§T2.3)."""
    if len(whists) == 4:
        return shared(whists, FESTIVAL_FOUR)
    second = sorted(whists, reverse=True)[1]
    return shared(whists, (4, 3 if second > 0 else 2, 1))


def fspr_places(whists: Sequence[Fraction]) -> list[Fraction]:
    """For the place; at three an absent fourth takes one at 0 whists (§T2.4, §T2.7)."""
    absent = [Fraction(0)] * (4 - len(whists))
    return shared([*whists, *absent], FSPR_PLACES)[: len(whists)]


def fspr_whists(whists: Fraction) -> int:
    """For the whists, thirds rounded first (§T2.5, §T2.8)."""
    size = int(abs(whists) + Fraction(1, 2))
    points = next((points for most, points in WHIST_BANDS if size <= most), BEYOND_THE_BANDS)
    return points if whists > 0 else -points


def fspr(whists: Sequence[Fraction]) -> list[Fraction]:
    """For the place and for the whists together (§T2.4–§T2.8)."""
    places = fspr_places(whists)
    return [place + fspr_whists(won) for place, won in zip(places, whists, strict=True)]
