"""How the facts of a contest, of its directors and of spectators make a table."""

from dataclasses import replace

from game.preferans.seats import after
from lobby.table import audience, facts, timing
from lobby.table.running import Past, nothing
from lobby.table.table import Member, Table

CUT = "cut"
"""In place of a reason, at a deal that was broken off when the contest ended its table."""


def evolve(table: Table, fact: facts.FromOutside, at: int) -> None:
    """Take a fact from outside, written at this time, into the table."""
    match fact:
        case facts.Replaced():
            replaced(table, fact, at)
        case facts.Ended(cut):
            ended(table, cut, at)
        case facts.Held(stands):
            held(table, stands, at)
        case facts.Annulled():
            annulled(table, fact, at)
        case facts.Adjusted():
            table.adjustments.append(fact)
        case facts.WatchingSet(watching):
            audience.watching_set(table, watching)
        case facts.Watched(person, seat):
            audience.watched(table, person, seat)
        case facts.Unwatched(person):
            audience.left(table, person)
        case facts.Dismissed(person):
            audience.left(table, person)
            table.dismissed.add(person)
        case facts.Looked():
            table.looks.append(fact)


def replaced(table: Table, fact: facts.Replaced, at: int) -> None:
    """Another person has the chair, with its time and its claims; wishes begin anew."""
    member = table.member(fact.out)
    assert member is not None
    place = table.members.index(member)
    newcomer = Member(fact.into, fact.bot, member.number, member.seat, ready=fact.bot)
    table.members[place] = newcomer
    audience.left(table, fact.into)
    wish = table.wish
    if wish and fact.out in (wish.fact.person, wish.fact.absent, *wish.waiting):
        table.wish = None
    seat = member.seat
    if seat is None or table.running is None:
        return
    if table.clocks is not None:
        timing.set_away(table.clocks, seat, False, at)
    if audience.blinded(table, fact.into, seat):
        newcomer.blind = True
        newcomer.stand_in = "bot" if table.phase == "playing" else ""
    else:
        table.seen[fact.into] = seat


def deal_over(table: Table, at: int) -> None:
    """A deal runs no more: nothing that waited in it waits; the cards are no secret."""
    table.wish = table.claim = table.refused_by = None
    table.waits_since = at
    audience.sees_all(table)
    for member in table.members:
        if member.blind:
            member.stand_in, member.timeouts = "", 0


def broken_off(table: Table, why: str, at: int) -> None:
    """Nothing of the running deal counts, nor the time of its last question."""
    assert table.running is not None
    running = table.running
    table.past.append(Past(running.opened, tuple(running.answers), nothing(running), why))
    if table.clocks is not None:
        timing.forget(table.clocks)
    table.asked = None
    deal_over(table, at)


def annulled(table: Table, fact: facts.Annulled, at: int) -> None:
    """See obeying.annul."""
    if fact.number > len(table.past):
        assert table.dealer is not None
        broken_off(table, fact.why, at)
        table.take_banks(fact.banks)
        if not fact.replay:
            table.dealer = after(table.dealer, table.players)
    else:
        place = fact.number - 1
        table.past[place] = replace(table.past[place], annulled=fact.why)
    table.deals += fact.replay


def ended(table: Table, cut: bool, at: int) -> None:
    if cut and table.phase == "playing":
        broken_off(table, CUT, at)
    table.ended, table.deals = True, table.number
    if table.phase == "finished":
        table.wish = None


def held(table: Table, stands: bool, at: int) -> None:
    """Who was waited for has all his time again afterwards."""
    table.paused = stands
    table.waits_since = max(table.waits_since, at)
    for waiting in (table.wish, table.claim):
        if waiting is not None:
            waiting.since = max(waiting.since, at)
