"""What a command comes to in a contest: facts, or a refusal that changes nothing.

`chance` is 32 fresh random bytes; only the secret of a new contest comes from it. `now` is in
milliseconds. `REFUSED` has every code that a contest adds to those of the tables.
"""

from dataclasses import fields
from typing import Any

from game.script import Refused
from game.shuffle import commitment
from lobby.contest import (
    acts,
    calls,
    commands,
    facts,
    impartial,
    people,
    results,
    rulings,
    schedule,
    tours,
)
from lobby.contest.acts import Act, Acts
from lobby.contest.commands import Command
from lobby.contest.contest import Contest
from lobby.contest.due import due
from lobby.contest.facts import Fact
from lobby.contest.plan import check
from lobby.contest.schedule import corrected_until, last_circle_at, phase
from lobby.line import MOST, is_line
from lobby.table.opening import lot

REFUSED = {
    "already_entered": "takes part in this contest already",
    "already_posted": "the pulya of this table came in before; it can only be corrected",
    "already_signed": "has signed this pulya already",
    "already_so": "it is so already",
    "bad_adjustment": (
        "an adjustment is not 0, each part at most `most` points, "
        "and takes nothing that is not there"
    ),
    "bad_announcement": "an announcement has 1 to `most` printable characters",
    "bad_contest": "the contest cannot be created with this `field`",
    "bad_pairs": "a pair is two different entrants; at most `most` pairs",
    "bad_person": "nobody can enter under this id",
    "bad_result": "whists are exact, at a table of sum 0; a penalty is not 0, in a final of whists",
    "bad_seating": "the tour cannot be seated so: at `where` it is wrong `why`",
    "bad_seconds": "from `least` to `most` seconds",
    "bad_watching": "spectators may see nothing, the open table or one hand",
    "cannot_be_seated": "so many `players` cannot be seated: the director decides",
    "contest_full": "a contest has at most `most` entrants",
    "contest_is_over": "the contest is over",
    "contest_is_open": "the contest is created already",
    "director_called": "has called the director to this table and is not answered yet",
    "last_circle_came": "the last circle is announced there, or the pulya is settled",
    "last_director": "a contest has at least one director",
    "no_reason": "a director says why",
    "no_such_call": "there is no call of this number",
    "no_tour_called": "this tour is not being called",
    "no_tour_runs": "this tour does not run",
    "not_a_director": "only a director of this contest does that",
    "not_entered": "does not take part in this contest",
    "not_in_this_tour": "does not play this tour",
    "not_now": "this `step` does not come next",
    "not_posted": "this pulya is not posted yet",
    "nothing_to_sign": "the pulya is not settled yet",
    "others_acted": "directors have acted meanwhile: there are `acts` acts now",
    "plays_there": "a director does not act on his own table or the called tour that he plays",
    "registration_closed": "nobody else is taken in",
    "results_frozen": "the results are frozen",
    "still_plays": "sits at a table that plays",
    "too_late": "corrections were possible until `until`",
    "too_many_acts": "directors have acted `most` times: the contest can only be ended",
    "tour_ended": "a director has ended the tour",
}


MOST_ACTS = 5_000
"""Of directors in a contest; afterwards it can only be ended."""
STARTABLE = ("close", "draw", "call", "open")


def opening(name: str, who: str, command: commands.Create, chance: bytes) -> list[Fact]:
    """The first fact of the contest in the stream `name`. Raises `Refused` (bad_contest…)."""
    check(command.plan)
    secret = lot(chance, b"contest")
    return [facts.Created(name, command.plan, who, secret.hex(), commitment(secret, name))]


def decide(
    contest: Contest, who: str, command: Command, now: int, chief: bool = False
) -> list[Fact]:
    """Raises `Refused`, having changed nothing. A `chief` may act like a director (§T9.1)."""
    if contest.ended:
        raise Refused("contest_is_over")
    match command:
        case commands.Create():
            raise Refused("contest_is_open")
        case commands.Register():
            return people.register(contest, who)
        case commands.Withdraw():
            return people.withdraw(contest, who)
        case commands.Here(tour):
            return people.here(contest, who, tour)
        case commands.Sign():
            return results.sign(contest, who, command)
        case commands.CallDirector():
            return calls.call_director(contest, who, command)
        case commands.TimeUp():
            return time_up(contest, command, now)
        case commands.Post():
            return results.settle(contest, command)
        case commands.Looked():
            return results.looked(contest, command)
        case commands.Credit(since):
            return [facts.Credited(since)]
        case _:
            allowed(contest, who, command, chief)
            told = act(contest, command, now)
            return [facts.Acted(who, command.what, said(command), detail_of(command)), *told]


def said(command: Act) -> str:
    """Why, in one line."""
    return " ".join(command.why.split())


def detail_of(command: Act) -> dict[str, Any]:
    """The command's own fields, for the log of the contest."""
    own = (field.name for field in fields(command) if field.name not in ("why", "after"))
    return {name: getattr(command, name) for name in own}


def allowed(contest: Contest, who: str, command: Act, chief: bool) -> None:
    """Raises `Refused` (not_a_director, no_reason, others_acted, too_many_acts, plays_there)."""
    if who not in contest.directors and not chief:
        raise Refused("not_a_director")
    why = said(command)
    if not is_line(why):
        raise Refused("no_reason", "§T9.1", most=MOST)
    if command.after != len(contest.deeds):
        raise Refused("others_acted", "§T9.2", acts=len(contest.deeds))
    if len(contest.deeds) >= MOST_ACTS and not isinstance(command, acts.End):
        raise Refused("too_many_acts", most=MOST_ACTS)
    impartial.check(contest, who, command)


def act(contest: Contest, command: Acts, now: int) -> list[Fact]:
    """What a director does. Raises `Refused`."""
    match command:
        case acts.AddDirector(person=person):
            people.check_person(person, bot=False)
            if person in contest.directors:
                raise Refused("already_so")
            return [facts.DirectorAdded(person)]
        case acts.RemoveDirector(person=person):
            if person not in contest.directors:
                raise Refused("already_so")
            if len(contest.directors) == 1:
                raise Refused("last_director", "§T9.1")
            return [facts.DirectorRemoved(person)]
        case acts.Add(person=person, bot=bot):
            return people.register(contest, person, bot, added=True)
        case acts.Remove(person=person):
            return people.withdraw(contest, person)
        case acts.Start():
            return start(contest, command, now)
        case acts.Substitute():
            return people.substitute(contest, command)
        case acts.Reseat():
            return tours.reseat(contest, command)
        case acts.Attend(call=number):
            return calls.attend(contest, number)
        case acts.Give():
            return results.give(contest, command)
        case acts.Correct():
            not_too_late(contest, command.tour, now)
            return results.correct(contest, command)
        case acts.Penalise():
            not_too_late(contest, command.tour, now)
            return results.penalise(contest, command)
        case acts.KeepApart(pairs=pairs):
            return people.keep_apart(contest, pairs)
        case acts.Freeze(frozen=frozen):
            if frozen == contest.frozen:
                raise Refused("already_so")
            return [facts.Frozen(frozen)]
        case acts.Announce(text=text):
            if not is_line(text):
                raise Refused("bad_announcement", most=MOST)
            return [facts.Announced(text.strip())]
        case acts.End(called_off=called_off):
            return end(contest, called_off)
        case acts.HoldTable() | acts.Annul() | acts.Adjust() | acts.Dismiss() | acts.Watchable():
            return rulings.decide(contest, command)
        case _:
            return schedule.decide(contest, command)


def end(contest: Contest, called_off: bool) -> list[Fact]:
    """After a tour the time for corrections begins, unless it runs already (§T9.10)."""
    now = phase(contest)
    if called_off or now == "ending":
        return [facts.Finished(called_off)]
    if now not in ("between", "called") or not any(tour.over is not None for tour in contest.tours):
        raise Refused("not_now", "§T9.10", step="finish")
    return [facts.NoMoreTours()]


def not_too_late(contest: Contest, tour: int, now: int) -> None:
    """§T6.7; in a pause the time stands still. Raises `Refused` (results_frozen, too_late)."""
    if contest.frozen:
        raise Refused("results_frozen", "§T8.6")
    if not 1 <= tour <= len(contest.tours):
        return
    until = corrected_until(contest, tour)
    clock = now if contest.paused_at is None else min(now, contest.paused_at)
    if until is not None and clock >= until:
        raise Refused("too_late", "§T6.7", until=until)


def start(contest: Contest, command: acts.Start, now: int) -> list[Fact]:
    """The next step before its time. Raises `Refused` (paused, not_now, cannot_be_seated)."""
    if contest.paused_at is not None:
        raise Refused("paused")
    coming = due(contest)
    wanted = (command.step, command.tour)
    if coming is None or command.step not in STARTABLE or wanted != (coming.step, coming.tour):
        raise Refused("not_now", step=command.step)
    try:
        return carried_out(contest, coming.command, now)
    except tours.Unseatable as why:
        raise tours.refused(why) from None


def time_up(contest: Contest, command: commands.TimeUp, now: int) -> list[Fact]:
    """What comes by itself; where nobody can be seated, the contest waits for a director."""
    coming = due(contest)
    if coming is None or coming.command != command or now < coming.at:
        raise Refused("time_is_not_up")
    try:
        return carried_out(contest, command, now)
    except tours.Unseatable as why:
        return [facts.Halted(why.players)]


def carried_out(contest: Contest, command: commands.TimeUp, now: int) -> list[Fact]:
    """Raises `tours.Unseatable`."""
    match command.step:
        case "close":
            return [facts.RegistrationClosed()]
        case "draw":
            return tours.draw(contest)
        case "call":
            return tours.call(contest, now)
        case "open":
            return tours.open_tour(contest, now)
        case "last_circle":
            tour = contest.tours[-1]
            come = [
                table.number
                for table in tour.tables
                if table.plays
                and not table.last_circle
                and table.stood_at is None
                and last_circle_at(tour, table) <= now
            ]
            return [facts.LastCircleAnnounced(tour.number, come)]
        case "silence":
            return results.silence(contest, command.tour, command.table)
        case "over":
            return [facts.TourOver(command.tour)]
        case "finish":
            return [facts.Finished()]
