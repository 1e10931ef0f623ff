"""The plan of a contest, as data: what is played, by which clock. Times in milliseconds since 1970.

Planned times stay on the wall clock. `zone` is the time zone in which they are shown, as
"Europe/Moscow": nothing is reckoned by it.
"""

import re
from dataclasses import dataclass, field
from typing import Any

from game.preferans.conventions import CONVENTIONS, Convention
from game.script import Refused
from lobby.line import MOST, is_line
from lobby.table.audience import WATCHING
from lobby.table.gathering import MOST_DEALS, check_field
from lobby.table.timing import PACES
from lobby.tournament.formulas import FORMULAS

SECOND = 1_000
MINUTE = 60 * SECOND
DAY = 24 * 60 * MINUTE
MOST_TOURS = 20
MOST_SECONDS = 36_000
MOST_DAYS = 90
MOST_PAIRS = 200
LONGEST_ID = 100
LATEST = 4_102_444_800 * SECOND
"""No tour of a plan ends later: the beginning of the year 2100."""
FESTIVAL_TOURS = 3
"""§T3.1: two tours and a final; with two tours the final is played at the time of the second."""
ZONE = re.compile(r"UTC|[A-Za-z_]+(/[A-Za-z0-9_+-]+){1,2}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Planned:
    """A tour: when it is called, how many seconds it lasts from the moment it is opened."""

    starts: int
    seconds: int


@dataclass(frozen=True, slots=True)
class Plan:
    """See the fields. A festival has three `tours`, of which the last is the final (§T3.1)."""

    title: str
    formula: str
    """One of lobby/tournament/formulas.py."""
    rules: str
    """The convention at the tables, of which `changed` overrides some fields."""
    registration_until: int
    draw_at: int
    tours: list[Planned]
    zone: str = "UTC"
    changed: dict[str, Any] = field(default_factory=dict)
    pace: str = "usual"
    """The clocks at the tables: one of lobby/table/timing.py, or none."""
    deals: int = MOST_DEALS
    """A pulya ends after so many deals, if no last circle has ended it before."""
    last_circle: int = -1
    """Seconds before the end at which the last circle is announced; -1 as the convention says."""
    no_show: int = 600
    """Seconds that are waited for players of a tour that is called; with 0 all of them come."""
    signing: int = 180
    """Seconds after which silence confirms a settled pulya; with 0 at once."""
    rest: int = 300
    """Seconds at least between the end of a tour and the call of the next."""
    late: int = 0
    """§T6.6: the last tour before whose opening somebody may still enter; 0 none after the draw."""
    mark_days: int = 30
    """So long the mark of a no-show is shown."""
    forbidden: list[list[str]] = field(default_factory=list)
    """Pairs who must not meet (§T5.6)."""
    watching: str = "hand"
    """One of `WATCHING` (§T10.1)."""
    delay: bool = True
    """Spectators see a deal when it is over (§T10.4)."""
    accounts: bool = False
    """Only people with an account may enter, which whoever serves the contest checks."""

    @property
    def convention(self) -> Convention:
        return CONVENTIONS[self.rules]

    @property
    def last_circle_milliseconds(self) -> int:
        """§9.1: before the end."""
        own = self.last_circle
        return MINUTE * self.convention.last_circle_minutes if own < 0 else SECOND * own


def check(plan: Plan) -> None:
    """Raises `Refused` (bad_contest, bad_table) with the first field that cannot be."""
    if not is_line(plan.title):
        raise Refused("bad_contest", field="title")
    if plan.formula not in FORMULAS:
        raise Refused("bad_contest", field="formula")
    if plan.rules not in CONVENTIONS:
        raise Refused("bad_contest", field="rules")
    for name, value in plan.changed.items():
        check_field(name, value)
    if plan.pace not in ("", *PACES):
        raise Refused("bad_contest", field="pace")
    if plan.watching not in WATCHING:
        raise Refused("bad_contest", field="watching")
    if len(plan.zone) > MOST or not ZONE.fullmatch(plan.zone):
        raise Refused("bad_contest", field="zone")
    check_tours(plan)
    for name, least, most in (
        ("deals", 1, MOST_DEALS),
        ("last_circle", -1, MOST_SECONDS),
        ("no_show", 0, MOST_SECONDS),
        ("signing", 0, MOST_SECONDS),
        ("rest", 0, MOST_SECONDS),
        ("late", 0, MOST_TOURS),
        ("mark_days", 0, MOST_DAYS),
    ):
        if not least <= getattr(plan, name) <= most:
            raise Refused("bad_contest", field=name, least=least, most=most)
    if len(plan.forbidden) > MOST_PAIRS or not all(map(is_pair, plan.forbidden)):
        raise Refused("bad_contest", "§T5.6", field="forbidden")


def is_pair(told: list[str]) -> bool:
    """Whether it is two different people."""
    return len(told) == len({*told}) == 2 and all(is_line(each, LONGEST_ID) for each in told)


def check_tours(plan: Plan) -> None:
    """One after the other, after the draw, which comes after registration."""
    final = FORMULAS[plan.formula].has_final
    if not 1 <= len(plan.tours) <= MOST_TOURS or (final and len(plan.tours) != FESTIVAL_TOURS):
        raise Refused("bad_contest", "§T3.1" if final else "", field="tours")
    if not 0 < plan.registration_until <= plan.draw_at <= plan.tours[0].starts:
        raise Refused("bad_contest", field="draw_at")
    free = 0
    for tour in plan.tours:
        if not 1 <= tour.seconds <= MOST_SECONDS or tour.starts < free:
            raise Refused("bad_contest", field="tours")
        free = tour.starts + tour.seconds * SECOND
    if free > LATEST:
        raise Refused("bad_contest", field="tours", latest=LATEST)
