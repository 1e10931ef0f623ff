"""How facts make a contest.

`evolve` never fails. An act of a director is told before the facts that it comes to.
"""

from lobby.contest import facts, pulya_facts
from lobby.contest.contest import (
    Call,
    Contest,
    Correction,
    Deed,
    Entrant,
    Pulya,
    Ruling,
    Seal,
    TourState,
)
from lobby.contest.facts import Fact
from lobby.contest.plan import MINUTE, SECOND
from lobby.contest.results import tournament
from lobby.contest.schedule import CORRECTED_UNTIL, corrected_until

WALL_CLOCK = MINUTE
"""The server was down for less: all times stay as they are."""


def created(fact: facts.Created) -> Contest:
    """The contest that its first fact makes."""
    plan = fact.plan
    return Contest(
        name=fact.contest,
        plan=plan,
        secret=fact.secret,
        commitment=fact.commitment,
        directors=[fact.director],
        registration_until=plan.registration_until,
        draw_at=plan.draw_at,
        starts=[tour.starts for tour in plan.tours],
        apart=[[*pair] for pair in plan.forbidden],
    )


def evolve(contest: Contest, fact: Fact, at: int) -> None:
    """Take a fact, written at this time, into the contest."""
    match fact:
        case facts.Created():
            raise ValueError("a contest is created once")
        case facts.Acted(by, did, why, detail):
            contest.deeds.append(Deed(at, by, did, why, detail))
        case facts.DirectorAdded(person):
            contest.directors.append(person)
        case facts.DirectorRemoved(person):
            contest.directors.remove(person)
        case facts.Registered():
            registered(contest, fact)
        case facts.Withdrew(person):
            withdrew(contest, person)
        case facts.RegistrationClosed():
            contest.closed = True
        case facts.DrawMade(order):
            contest.draw = [*order]
        case facts.Called():
            called(contest, fact, at)
        case facts.Reseated():
            contest.tours[fact.tour - 1].tables = tables_of(fact.tables, fact.reasons)
        case facts.CameHere(person):
            for entrant in contest.entrants:
                if entrant.person == person:
                    entrant.here = entrant.own = True
        case facts.TourOpened():
            tour_opened(contest, fact, at)
        case facts.Halted(players):
            contest.halted, contest.halts, contest.paused_at = players, contest.halts + 1, at
        case facts.Paused():
            contest.paused_at = at
            for table in contest.at_play():
                stand(table, at, still=True)
        case facts.Resumed():
            resumed(contest, at)
        case facts.Shifted(by):
            shifted(contest, by)
        case facts.Extended(_, numbers, by):
            for table in chosen(contest, fact.tour, numbers):
                table.ends += by
        case facts.LastCircleMoved(_, numbers, before):
            for table in chosen(contest, fact.tour, numbers):
                table.before = before
        case facts.LastCircleAnnounced(_, numbers):
            for table in chosen(contest, fact.tour, numbers):
                table.last_circle = True
        case facts.WatchingSet(_, numbers, watching):
            for table in chosen(contest, fact.tour, numbers):
                table.watching, table.watchings = watching, table.watchings + 1
        case facts.TourEnded(number):
            contest.tours[number - 1].ended = True
        case facts.TourOver(number):
            contest.tours[number - 1].over = at
        case facts.Penalised():
            contest.tours[fact.tour - 1].penalties.append(fact)
        case facts.KeptApart(pairs):
            contest.apart = [[*pair] for pair in pairs]
        case facts.Frozen(frozen):
            contest.frozen = frozen
        case facts.Announced(text):
            contest.announcements.append((at, text))
        case facts.DirectorCalled():
            table = pulya(contest, fact.tour, fact.table)
            contest.calls.append(Call(at, fact.tour, fact.table, fact.person, fact.about))
            table.calls.append(len(contest.calls))
        case facts.Attended(call):
            attended(contest, call, at)
        case facts.Looked():
            contest.looks.append((at, fact))
        case facts.TableHeld(held=held):
            table = pulya(contest, fact.tour, fact.table)
            table.held = held
            stand(table, at, still=held or contest.paused_at is not None)
        case facts.Credited(since):
            credited(contest, since, at)
        case facts.NoMoreTours():
            no_more_tours(contest, at)
        case facts.Finished(called_off):
            contest.ended = "called_off" if called_off else "finished"
        case _:
            evolve_table(contest, pulya(contest, fact.tour, fact.table), fact, at)


def seal(contest: Contest, n: int, chain: str) -> None:
    """After entry n of the log, whose link this is: the tours that it ended."""
    for tour in contest.tours:
        if tour.over is not None and tour.seal is None:
            tour.seal = Seal(n, chain)


def evolve_table(contest: Contest, table: Pulya, fact: pulya_facts.AtTable, at: int) -> None:
    match fact:
        case pulya_facts.Substituted(_, _, out, into):
            table.rulings.append(Ruling(contest.deeds[-1], fact))
            if into == out:
                table.substitutes.pop(out, None)
            else:
                table.substitutes[out] = into
        case pulya_facts.Annulled() | pulya_facts.Adjusted():
            table.rulings.append(Ruling(contest.deeds[-1], fact))
        case pulya_facts.Dismissed():
            table.dismissed.append(fact.person)
        case pulya_facts.Settled():
            table.whists, table.deals, table.signs_since = [*fact.whists], fact.deals, at
            table.held, table.stood_at = False, None
        case pulya_facts.Signed():
            table.signed.add(fact.person)
        case pulya_facts.Posted():
            table.whists, table.posted = [*fact.whists], fact.by
            table.held, table.stood_at = False, None
        case pulya_facts.Corrected():
            before, after = table.whists or [], [*fact.whists]
            table.corrections.append(Correction(contest.deeds[-1], before, after))
            table.whists = after


def stand(table: Pulya, at: int, *, still: bool) -> None:
    """Play and clocks of a table stand still, or go on: its tour ends later by as long (§T7.6)."""
    if not table.plays or still == (table.stood_at is not None):
        return
    table.stands += 1
    if table.stood_at is not None:
        table.ends += max(0, at - table.stood_at)
    table.stood_at = at if still else None


def attended(contest: Contest, number: int, at: int) -> None:
    """After the last answer silence runs anew (§T8.4)."""
    call = contest.calls[number - 1]
    call.answered = contest.deeds[-1]
    table = pulya(contest, call.tour, call.table)
    table.calls.remove(number)
    if table.signs_since is not None:
        table.signs_since = max(table.signs_since, at)


def pulya(contest: Contest, tour: int, number: int) -> Pulya:
    """Of a fact: it was there when that was written."""
    return contest.tours[tour - 1].tables[number - 1]


def chosen(contest: Contest, tour: int, numbers: list[int]) -> list[Pulya]:
    return [pulya(contest, tour, number) for number in numbers]


def registered(contest: Contest, fact: facts.Registered) -> None:
    """Who enters late did not play the tours before."""
    here = fact.bot or contest.plan.no_show == 0
    entrant = contest.entrant(fact.person)
    if entrant is not None:
        entrant.withdrawn, entrant.here, entrant.own = False, here, entrant.own or not fact.added
        return
    contest.entrants.append(Entrant(fact.person, fact.bot, here=here, own=not fact.added))
    if contest.draw:
        contest.draw.append(fact.person)
        for tour in contest.tours:
            if tour.began is not None:
                contest.absent.setdefault(tour.number, []).append(fact.person)


def withdrew(contest: Contest, person: str) -> None:
    """Before the draw it is as if he had never entered."""
    if not contest.draw:
        contest.entrants = [each for each in contest.entrants if each.person != person]
    for entrant in contest.entrants:
        if entrant.person == person:
            entrant.withdrawn, entrant.here = True, False


def called(contest: Contest, fact: facts.Called, at: int) -> None:
    tables, before = tables_of(fact.tables, fact.reasons), tournament(contest).tours
    contest.tours.append(TourState(fact.tour, tables, at, fact.until, before))
    comes = contest.plan.no_show == 0
    for entrant in contest.entrants:
        entrant.here = (entrant.bot or comes) and not entrant.withdrawn


def tables_of(tables: list[list[str]], reasons: list[str]) -> list[Pulya]:
    return [
        Pulya(number, [*players], reason)
        for number, (players, reason) in enumerate(zip(tables, reasons, strict=True), start=1)
    ]


def tour_opened(contest: Contest, fact: facts.TourOpened, at: int) -> None:
    tour = contest.tours[fact.tour - 1]
    tour.tables = tables_of(fact.tables, fact.reasons)
    for table in tour.tables:
        table.ends, table.before = fact.ends, fact.before
        table.watching = contest.plan.watching
    tour.began = at
    contest.absent[fact.tour] = [*fact.absent]
    for person in fact.marked:
        contest.marks[person] = fact.mark_until


def resumed(contest: Contest, at: int) -> None:
    """All that is to come moves by its length (§T7.6); who was missing is waited for anew."""
    since = at if contest.paused_at is None else min(at, contest.paused_at)
    gap = at - since
    shifted(contest, gap)
    corrections_moved(contest, since, at)
    tour = contest.tour
    if tour is not None and tour.began is None:
        again = contest.halted is not None
        tour.until = at + contest.plan.no_show * SECOND if again else tour.until + gap
    for table in contest.at_play():
        stand(table, at, still=table.held)
        if table.signs_since is not None:
            table.signs_since += at - max(since, table.signs_since)
    contest.paused_at, contest.halted = None, None


def shifted(contest: Contest, by: int) -> None:
    """Of what is planned only that which has not begun."""
    if not contest.closed:
        contest.registration_until += by
    if not contest.draw:
        contest.draw_at += by
    for number in range(len(contest.tours), len(contest.starts)):
        contest.starts[number] += by


def credited(contest: Contest, since: int, at: int) -> None:
    """Planned times stay; beyond a minute a running tour gets the time back (§T7.9)."""
    since = max(since, contest.credited)
    contest.credited = max(contest.credited, at)
    if at - since < WALL_CLOCK:
        return
    contest.downtimes.append((since, at))
    if contest.paused_at is not None:
        return
    corrections_moved(contest, since, at)
    tour = contest.tour
    if tour is not None and tour.began is None:
        tour.until += at - since
    for table in contest.at_play():
        if table.signs_since is not None:
            table.signs_since += at - max(since, table.signs_since)
        elif table.stood_at is None:
            assert tour is not None
            table.ends += at - max(since, tour.began or 0)


def corrections_moved(contest: Contest, since: int, at: int) -> None:
    """Where the time for corrections ran then, it ends later by as long (§T7.6, §T7.9)."""
    for tour in contest.tours:
        until = corrected_until(contest, tour.number)
        if until is not None and since < until:
            tour.moved += at - max(since, until - tour.moved - CORRECTED_UNTIL)


def no_more_tours(contest: Contest, at: int) -> None:
    """What halted the contest is past; a pause goes on."""
    if contest.tours[-1].began is None:
        contest.tours.pop()
    contest.cut = at
    if contest.halted is not None:
        contest.halted = contest.paused_at = None
