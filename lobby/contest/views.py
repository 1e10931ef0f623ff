"""What everybody sees of a contest, as shapes: plain JSON, made by seen.py.

Moments are milliseconds since 1970, lengths are seconds. Points and whists are whole numbers, or
fractions as text, "-40/3". `by` is the director of an act and `why` what he said.
"""

from typing import Any, TypedDict

from lobby.contest.contest import Phase


class EntrantView(TypedDict):
    """`mark`: until when a no-show is marked."""

    person: str
    bot: bool
    withdrawn: bool
    here: bool
    mark: int | None


class SubstitutedView(TypedDict):
    """`into` has played on for the entrant `out` since then; `out` himself again if equal."""

    at: int
    by: str
    why: str
    out: str
    into: str
    bot: bool


class DealAnnulledView(TypedDict):
    """Nothing of the deal counts; with `replay` one more is dealt."""

    at: int
    by: str
    why: str
    deal: int
    replay: bool


class SheetAdjustedView(TypedDict):
    """Written to an entrant by a director: points of the pulya, whists `on` another one."""

    at: int
    by: str
    why: str
    person: str
    pool: int
    mountain: int
    on: str
    whists: int


class CorrectionView(TypedDict):
    """Of a posted pulya; whists in the order of the numbers."""

    at: int
    by: str
    why: str
    before: list[str]
    after: list[str]


class PulyaView(TypedDict):
    """A table of a tour: players, whists and points in the order of the numbers.

    `sitting` are those who play, with substitutes; the whists are shown from the settlement, and
    the points once it is posted.
    """

    table: int
    stream: str
    players: list[str]
    sitting: list[str]
    reason: str
    watching: str
    """What spectators may see: "none", "table", "hand"."""
    ends: int
    """Of the tour at this table; 0 before the tour is opened."""
    last_circle_at: int | None
    """None before the tour is opened, once it has been announced and while the table is held."""
    last_circle: bool
    plays: bool
    """Its pulya has not come in."""
    held: bool
    """A director has stopped it; in a pause of the contest all stand still."""
    whists: list[str] | None
    deals: int
    """That counted; 0 before the pulya came in, or where a director gave the result."""
    points: list[int | str] | None
    signed: list[str]
    signed_until: int | None
    """When silence confirms; None unless it waits for that."""
    calls: list[int]
    """The numbers of its open calls."""
    posted: str
    """"" or confirmed by "players", "silence", "director"."""
    substituted: list[SubstitutedView]
    annulled: list[DealAnnulledView]
    adjusted: list[SheetAdjustedView]
    dismissed: list[str]
    """Spectators who were sent away."""
    corrections: list[CorrectionView]


class PenaltyView(TypedDict):
    """In a column of its own (§T2.9)."""

    person: str
    points: str
    whists: str


class SealView(TypedDict):
    """The entry of the contest's log that ended a tour, and the link of its chain there, in hex.

    Who keeps it can tell later whether anything of the contest up to there was changed.
    """

    n: int
    chain: str


class TourView(TypedDict):
    """A tour that was called, at `called`; its players are waited for until `until`."""

    tour: int
    final: bool
    seconds: int
    called: int
    until: int
    began: int | None
    ends: int | None
    """The latest end of its tables; None before it is opened."""
    over: int | None
    ended: bool
    """By a director: no table opens another deal."""
    corrected_until: int | None
    tables: list[PulyaView]
    absent: list[str]
    """Who was asked and does not play it."""
    penalties: list[PenaltyView]
    seal: SealView | None
    """Once it is over."""


class ColumnView(TypedDict):
    """`what`: see tournament/model.py, `Column`."""

    what: str
    value: int | str


class TourScoreView(TypedDict):
    """At the table of one tour, without penalties."""

    points: int | str
    whists: int | str


class StandingView(TypedDict):
    """A line; `penalty_points` and `penalty_whists` are part of points and whists.

    At a festival points and whists are those of the tours before the final.
    """

    place: int
    person: str
    points: int | str
    whists: int | str
    penalty_points: int | str
    penalty_whists: int | str
    columns: list[ColumnView]
    """By which the line has its place, in the order in which they decide."""
    decided: str
    """Which of them put it below the line above; "shared": the place is shared; "" in the first."""
    tours: list[TourScoreView | None]
    """By tour; None where he did not play or nothing is posted."""
    substituted: int
    """In so many tours somebody else played on for him."""


class CallView(TypedDict):
    """A call for a director; `answered_at` None while it is open. The numbers count from 1.

    `person` is empty where the pulya has come in without all rulings of the directors.
    """

    number: int
    at: int
    tour: int
    table: int
    person: str
    about: str
    answered_by: str
    answer: str
    answered_at: int | None


class LookedView(TypedDict):
    """A director had looked at all hands of a deal; told when the deal is over."""

    at: int
    tour: int
    table: int
    deal: int
    person: str
    reason: str


class DeedView(TypedDict):
    """An act of a director; `did` is the command, `detail` has its fields."""

    at: int
    by: str
    did: str
    why: str
    detail: dict[str, Any]


class StepView(TypedDict):
    """What comes next by itself (due.py); `at` 0 at once."""

    step: str
    tour: int
    at: int


class AnnouncementView(TypedDict):
    at: int
    text: str


class DowntimeView(TypedDict):
    """The server was down: a running tour got the time back."""

    since: int
    until: int


class ContestView(TypedDict):
    """A contest. Moments are to be shown in `zone`."""

    name: str
    title: str
    zone: str
    formula: str
    rules: str
    changed: dict[str, object]
    pace: str
    deals: int
    last_circle: int
    """Seconds before the end of a tour."""
    no_show: int
    signing: int
    rest: int
    late: int
    """The last tour before whose opening somebody may still enter."""
    watching: str
    delay: bool
    accounts: bool
    phase: Phase
    registration_until: int
    draw_at: int
    starts: list[int]
    seconds: list[int]
    next: StepView | None
    paused: bool
    halted: int | None
    """So many could not be seated."""
    frozen: bool
    apart: list[list[str]]
    """Pairs who must not meet (§T5.6)."""
    directors: list[str]
    entrants: list[EntrantView]
    commitment: str
    secret: str | None
    """None before the end (§T1.3)."""
    draw: list[str]
    tours: list[TourView]
    number_of_tours: int
    """Of a festival the most there can be, until its first tour is opened."""
    advance: list[str]
    """Who plays the next tour of a festival, as it stands, best first."""
    standings: list[StandingView]
    podium: list[str]
    announcements: list[AnnouncementView]
    calls: list[CallView]
    looks: list[LookedView]
    deeds: list[DeedView]
    """How many there are is the `after` of the next act."""
    downtimes: list[DowntimeView]
