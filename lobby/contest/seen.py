"""What everybody sees of a contest. The secret is shown when all is over (§T1.3)."""

from lobby.contest import pulya_facts
from lobby.contest.contest import Contest, Deed, Pulya, TourState
from lobby.contest.due import due
from lobby.contest.effects import table_stream
from lobby.contest.plan import SECOND
from lobby.contest.results import awards, entries, fraction_of, posted, tournament
from lobby.contest.schedule import (
    corrected_until,
    last_circle_at,
    number_of_tours,
    phase,
    planned,
    signed_until,
)
from lobby.contest.views import (
    CallView,
    ContestView,
    DeedView,
    PulyaView,
    StandingView,
    TourScoreView,
    TourView,
)
from lobby.tournament.formulas import FORMULAS, Formula, asked, formula_of, is_final, is_over
from lobby.tournament.model import Score, Tournament
from lobby.tournament.record import whole_or_text
from lobby.tournament.standings import standings

PODIUM = 3


def contest_seen(contest: Contest) -> ContestView:
    """The contest as everybody may have it."""
    plan, coming = contest.plan, due(contest)
    known = tournament(contest)
    table = standing_views(contest, known)
    finished = contest.ended == "finished"
    return {
        "name": contest.name,
        "title": plan.title,
        "zone": plan.zone,
        "formula": plan.formula,
        "rules": plan.rules,
        "changed": dict(plan.changed),
        "pace": plan.pace,
        "deals": plan.deals,
        "last_circle": plan.last_circle_milliseconds // SECOND,
        "no_show": plan.no_show,
        "signing": plan.signing,
        "rest": plan.rest,
        "late": plan.late,
        "watching": plan.watching,
        "delay": plan.delay,
        "accounts": plan.accounts,
        "phase": phase(contest),
        "registration_until": contest.registration_until,
        "draw_at": contest.draw_at,
        "starts": [*contest.starts],
        "seconds": [tour.seconds for tour in plan.tours],
        "next": {"step": coming.step, "tour": coming.tour, "at": coming.at} if coming else None,
        "paused": contest.paused_at is not None,
        "halted": contest.halted,
        "frozen": contest.frozen,
        "apart": [[*pair] for pair in contest.apart],
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
        "advance": advancing(contest, known),
        "standings": table,
        "podium": [line["person"] for line in table if line["place"] <= PODIUM] if finished else [],
        "announcements": [{"at": at, "text": text} for at, text in contest.announcements],
        "calls": call_views(contest),
        "looks": [
            {
                "at": at,
                "tour": look.tour,
                "table": look.table,
                "deal": look.deal,
                "person": look.person,
                "reason": look.reason,
            }
            for at, look in contest.looks
        ],
        "deeds": [deed_view(deed) for deed in contest.deeds],
        "downtimes": [{"since": since, "until": until} for since, until in contest.downtimes],
    }


def deed_view(deed: Deed) -> DeedView:
    return {
        "at": deed.at,
        "by": deed.by,
        "did": deed.did,
        "why": deed.why,
        "detail": dict(deed.detail),
    }


def call_views(contest: Contest) -> list[CallView]:
    views: list[CallView] = []
    for number, call in enumerate(contest.calls, start=1):
        answer = call.answered
        views.append(
            {
                "number": number,
                "at": call.at,
                "tour": call.tour,
                "table": call.table,
                "person": call.person,
                "about": call.about,
                "answered_by": answer.by if answer else "",
                "answer": answer.why if answer else "",
                "answered_at": answer.at if answer else None,
            }
        )
    return views


def tour_view(contest: Contest, tour: TourState) -> TourView:
    began = tour.began is not None
    return {
        "tour": tour.number,
        "final": is_final(entries(contest), tour.number),
        "seconds": planned(contest, tour.number).seconds,
        "called": tour.called,
        "until": tour.until,
        "began": tour.began,
        "ends": max(table.ends for table in tour.tables) if began else None,
        "over": tour.over,
        "ended": tour.ended,
        "corrected_until": corrected_until(contest, tour.number),
        "tables": [pulya_view(contest, tour, table) for table in tour.tables],
        "absent": [*contest.absent.get(tour.number, [])],
        "penalties": [
            {"person": each.person, "points": each.points, "whists": each.whists}
            for each in tour.penalties
        ],
        "seal": {"n": tour.seal.n, "chain": tour.seal.chain} if tour.seal else None,
    }


def pulya_view(contest: Contest, tour: TourState, table: Pulya) -> PulyaView:
    silent = not table.plays and not table.posted and not table.calls
    goes_on = table.plays and not tour.ended and table.stood_at is None
    waits = tour.began is not None and goes_on and not table.last_circle
    points = None
    if table.posted and table.whists is not None:
        reckoned = FORMULAS[contest.plan.formula].points(map(fraction_of, table.whists))
        points = [whole_or_text(each) for each in reckoned]
    view: PulyaView = {
        "table": table.number,
        "stream": table_stream(contest.name, tour.number, table.number),
        "players": [*table.players],
        "sitting": table.sitting,
        "reason": table.reason,
        "watching": table.watching,
        "ends": table.ends,
        "last_circle_at": last_circle_at(tour, table) if waits else None,
        "last_circle": table.last_circle,
        "plays": table.plays,
        "held": table.held,
        "whists": None if table.whists is None else [*table.whists],
        "deals": table.deals,
        "points": points,
        "signed": sorted(table.signed),
        "signed_until": signed_until(contest, table) if silent else None,
        "calls": [*table.calls],
        "posted": table.posted,
        "substituted": [],
        "annulled": [],
        "adjusted": [],
        "dismissed": [*table.dismissed],
        "corrections": [
            {
                "at": each.deed.at,
                "by": each.deed.by,
                "why": each.deed.why,
                "before": [*each.before],
                "after": [*each.after],
            }
            for each in table.corrections
        ],
    }
    add_rulings(view, table)
    return view


def add_rulings(view: PulyaView, table: Pulya) -> None:
    for ruling in table.rulings:
        at, by, why = ruling.deed.at, ruling.deed.by, ruling.deed.why
        match ruling.fact:
            case pulya_facts.Substituted(out=out, into=into, bot=bot):
                view["substituted"].append(
                    {"at": at, "by": by, "why": why, "out": out, "into": into, "bot": bot}
                )
            case pulya_facts.Annulled(deal=deal, replay=replay):
                view["annulled"].append(
                    {"at": at, "by": by, "why": why, "deal": deal, "replay": replay}
                )
            case pulya_facts.Adjusted() as each:
                view["adjusted"].append(
                    {
                        "at": at,
                        "by": by,
                        "why": why,
                        "person": each.person,
                        "pool": each.pool,
                        "mountain": each.mountain,
                        "on": each.on,
                        "whists": each.whists,
                    }
                )


def standing_views(contest: Contest, known: Tournament) -> list[StandingView]:
    """Of the tables posted so far; empty before the draw."""
    if not contest.draw:
        return []
    formula = formula_of(known)
    given: dict[str, Score] = {}
    substituted: dict[str, int] = {}
    by_tour: list[dict[str, TourScoreView]] = []
    for tour in contest.tours:
        for player, award in awards(tour).items():
            given[str(player)] = given.get(str(player), Score()) + award
        for table in tour.tables:
            for person in {each.out for each in table.replaced}:
                substituted[person] = substituted.get(person, 0) + 1
        by_tour.append(tour_scores(tour, formula))
    lines: list[StandingView] = []
    for standing in standings(known):
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
                "columns": [
                    {"what": column.what, "value": whole_or_text(column.value)}
                    for column in standing.columns
                ],
                "decided": standing.decided,
                "tours": [scored.get(person) for scored in by_tour],
                "substituted": substituted.get(person, 0),
            }
        )
    return lines


def tour_scores(tour: TourState, formula: Formula) -> dict[str, TourScoreView]:
    """Of those whose pulya is posted."""
    told: dict[str, TourScoreView] = {}
    for table in posted(tour):
        for player, points, whists in zip(
            table.players, formula.points(table.whists), table.whists, strict=True
        ):
            told[str(player)] = {"points": whole_or_text(points), "whists": whole_or_text(whists)}
    return told


def advancing(contest: Contest, known: Tournament) -> list[str]:
    """Of a festival between two tours, after those who have withdrawn."""
    waits = contest.tour is not None and contest.tour.over is not None
    waits = waits and len(contest.tours) < number_of_tours(contest)
    if not waits or not formula_of(known).has_final or is_over(known):
        return []
    gone = contest.withdrawn
    coming = asked(known, len(contest.tours) + 1, gone)
    return [str(player) for player in coming if player not in gone]
