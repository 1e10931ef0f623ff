"""What everybody sees of a contest: plain JSON. The secret is shown when all is over (§T1.3)."""

from fractions import Fraction
from typing import TypedDict

from lobby.contest.contest import Contest, Phase, Pulya, TourState
from lobby.contest.due import due
from lobby.contest.effects import table_stream
from lobby.contest.results import awards, tournament
from lobby.contest.schedule import (
    corrected_until,
    last_circle_at,
    number_of_tours,
    phase,
    signed_until,
)
from lobby.tournament.formulas import FORMULAS, asked, formula_of, is_over
from lobby.tournament.model import Score
from lobby.tournament.record import whole_or_text
from lobby.tournament.standings import standings

PODIUM = 3


class EntrantView(TypedDict):
    """`mark`: until when a no-show is marked, in milliseconds."""

    person: str
    bot: bool
    withdrawn: bool
    here: bool
    mark: int | None


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
    ends: int
    last_circle_at: int | None
    """None before the tour is opened and once it has been announced."""
    last_circle: bool
    whists: list[str] | None
    points: list[int | str] | None
    signed: list[str]
    signed_until: int | None
    """When silence confirms."""
    called_by: str
    about: str
    posted: str
    """"" or confirmed by "players", "silence", "director"."""
    corrected: int


class PenaltyView(TypedDict):
    """In a column of its own (§T2.9)."""

    person: str
    points: str
    whists: str


class TourView(TypedDict):
    """A tour that was called."""

    tour: int
    until: int
    began: int | None
    over: int | None
    ended: bool
    corrected_until: int | None
    tables: list[PulyaView]
    absent: list[str]
    penalties: list[PenaltyView]


class StandingView(TypedDict):
    """Whole numbers, or fractions as text; `penalty` is part of them.

    `substituted`: in so many tours somebody else played on for him.
    """

    place: int
    person: str
    points: int | str
    whists: int | str
    penalty_points: int | str
    penalty_whists: int | str
    substituted: int


class DeedView(TypedDict):
    """An act of a director."""

    at: int
    by: str
    did: str
    why: str


class StepView(TypedDict):
    """What comes next by itself; `at` 0 at once."""

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
    """A contest. Times are milliseconds since 1970, to be shown in `zone`."""

    name: str
    title: str
    zone: str
    formula: str
    rules: str
    changed: dict[str, object]
    phase: Phase
    registration_until: int
    draw_at: int
    starts: list[int]
    minutes: list[int]
    next: StepView | None
    paused: bool
    halted: int | None
    """So many could not be seated."""
    frozen: bool
    directors: list[str]
    entrants: list[EntrantView]
    commitment: str
    secret: str | None
    draw: list[str]
    tours: list[TourView]
    number_of_tours: int
    """Of a festival the most there can be, until its first tour is opened."""
    advance: list[str]
    """Who plays the next tour of a festival, as it stands, best first."""
    standings: list[StandingView]
    podium: list[str]
    announcements: list[AnnouncementView]
    deeds: list[DeedView]
    downtimes: list[DowntimeView]


def contest_seen(contest: Contest) -> ContestView:
    """The contest as everybody may have it."""
    plan, coming = contest.plan, due(contest)
    table = standing_views(contest)
    finished = contest.ended == "finished"
    return {
        "name": contest.name,
        "title": plan.title,
        "zone": plan.zone,
        "formula": plan.formula,
        "rules": plan.rules,
        "changed": dict(plan.changed),
        "phase": phase(contest),
        "registration_until": contest.registration_until,
        "draw_at": contest.draw_at,
        "starts": [*contest.starts],
        "minutes": [tour.minutes for tour in plan.tours],
        "next": {"step": coming.step, "tour": coming.tour, "at": coming.at} if coming else None,
        "paused": contest.paused_at is not None,
        "halted": contest.halted,
        "frozen": contest.frozen,
        "directors": [*contest.directors],
        "entrants": [
            {
                "person": entrant.person,
                "bot": entrant.bot,
                "withdrawn": entrant.withdrawn,
                "here": entrant.here,
                "mark": contest.marks.get(entrant.person),
            }
            for entrant in contest.entrants
        ],
        "commitment": contest.commitment,
        "secret": contest.secret if contest.ended else None,
        "draw": [*contest.draw],
        "tours": [tour_view(contest, tour) for tour in contest.tours],
        "number_of_tours": number_of_tours(contest),
        "advance": advancing(contest),
        "standings": table,
        "podium": [line["person"] for line in table if line["place"] <= PODIUM] if finished else [],
        "announcements": [{"at": at, "text": text} for at, text in contest.announcements],
        "deeds": [
            {"at": deed.at, "by": deed.by, "did": deed.did, "why": deed.why}
            for deed in contest.deeds
        ],
        "downtimes": [{"since": since, "until": until} for since, until in contest.downtimes],
    }


def tour_view(contest: Contest, tour: TourState) -> TourView:
    return {
        "tour": tour.number,
        "until": tour.until,
        "began": tour.began,
        "over": tour.over,
        "ended": tour.ended,
        "corrected_until": corrected_until(contest, tour.number),
        "tables": [pulya_view(contest, tour, table) for table in tour.tables],
        "absent": [*contest.absent.get(tour.number, [])],
        "penalties": [
            {"person": each.person, "points": each.points, "whists": each.whists}
            for each in tour.penalties
        ],
    }


def pulya_view(contest: Contest, tour: TourState, table: Pulya) -> PulyaView:
    silent = not table.plays and not table.posted and not table.called_by
    waits = tour.began is not None and table.plays and not table.last_circle and not tour.ended
    points = None
    if table.posted and table.whists is not None:
        reckoned = FORMULAS[contest.plan.formula].points([*map(Fraction, table.whists)])
        points = [whole_or_text(each) for each in reckoned]
    return {
        "table": table.number,
        "stream": table_stream(contest.name, tour.number, table.number),
        "players": [*table.players],
        "sitting": table.sitting,
        "reason": table.reason,
        "ends": table.ends,
        "last_circle_at": last_circle_at(tour, table) if waits else None,
        "last_circle": table.last_circle,
        "whists": None if table.whists is None else [*table.whists],
        "points": points,
        "signed": sorted(table.signed),
        "signed_until": signed_until(contest, table) if silent else None,
        "called_by": table.called_by,
        "about": table.about,
        "posted": table.posted,
        "corrected": table.corrected,
    }


def standing_views(contest: Contest) -> list[StandingView]:
    """Of the tables posted so far; empty before the draw."""
    if not contest.draw:
        return []
    given: dict[str, Score] = {}
    substituted: dict[str, int] = {}
    for tour in contest.tours:
        for player, award in awards(tour).items():
            given[str(player)] = given.get(str(player), Score()) + award
        for table in tour.tables:
            for person in {each.out for each in table.replaced}:
                substituted[person] = substituted.get(person, 0) + 1
    lines: list[StandingView] = []
    for standing in standings(tournament(contest)):
        person = str(standing.player)
        penalty = given.get(person, Score())
        lines.append(
            {
                "place": standing.place,
                "person": person,
                "points": whole_or_text(standing.score.points),
                "whists": whole_or_text(standing.score.whists),
                "penalty_points": whole_or_text(penalty.points),
                "penalty_whists": whole_or_text(penalty.whists),
                "substituted": substituted.get(person, 0),
            }
        )
    return lines


def advancing(contest: Contest) -> list[str]:
    """Of a festival between two tours, after those who have withdrawn."""
    known = tournament(contest)
    waits = contest.tour is not None and contest.tour.over is not None
    if not waits or not formula_of(known).has_final or is_over(known):
        return []
    gone = {entrant.person for entrant in contest.entrants if entrant.withdrawn}
    coming = asked(known, len(contest.tours) + 1, gone)
    return [str(player) for player in coming if player not in gone]
