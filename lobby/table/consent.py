"""What needs everybody's consent: a pause, an answer taken back, a bot for who is away."""

from game.script import Refused
from lobby.table import commands, facts
from lobby.table.facts import Fact
from lobby.table.gathering import member_of
from lobby.table.table import Member, Table, missed


def decide(
    table: Table, who: str, command: commands.Propose | commands.Vote | commands.Resume
) -> list[Fact]:
    """Raises `Refused`."""
    member = member_of(table, who)
    match command:
        case commands.Propose(wish):
            return propose(table, member, wish)
        case commands.Vote(word):
            if table.paused:
                raise Refused("paused")
            if table.wish is None or who not in table.wish.waiting:
                raise Refused("no_wish_waits")
            if word not in ("yes", "no"):
                raise Refused("no_words")
            return [facts.Voted(who, word)]
        case commands.Resume():
            if table.contest:
                raise Refused("not_in_a_contest")
            if not table.paused:
                raise Refused("not_paused")
            return [facts.Resumed()]


def propose(table: Table, member: Member, wish: str) -> list[Fact]:
    """Nobody there to ask means agreed: bots and absent players have no say.

    Raises `Refused` (no_words, not_in_a_contest, something_waits, no_deal_runs, nothing_to_undo,
    card_seen, nobody_is_away, wished_before).
    """
    if wish not in ("pause", "undo", "stand_in"):
        raise Refused("no_words")
    if table.contest and wish != "stand_in":
        raise Refused("not_in_a_contest")
    if table.wish is not None or table.paused:
        raise Refused("something_waits")
    if (member.person, wish) in table.unheard:
        raise Refused("wished_before")
    answers, absent = 0, ""
    if wish == "stand_in":
        absent = waited_for(table)
    elif table.ask is None:
        raise Refused("no_deal_runs")
    elif table.claim is not None:
        raise Refused("something_waits")
    elif wish == "undo":
        answers = undone(table, member)
    asked = [
        other.person
        for other in table.people
        if other is not member and not other.stand_in and not other.away
    ]
    waiting = asked or [member.person]
    told: list[Fact] = [facts.Proposed(member.person, wish, waiting, answers, absent)]
    if not asked:
        told.append(facts.Voted(member.person, "yes"))
    return told


def waited_for(table: Table) -> str:
    """Somebody who is away while the table waits for him. Raises `Refused` (nobody_is_away)."""
    match table.phase:
        case "seating":
            awaited = [member for member in table.people if member.number == 1]
        case "between":
            awaited = [member for member in table.people if not member.ready]
        case "playing":
            seats = table.claim.waiting if table.claim else [table.ask.seat] if table.ask else []
            awaited = [member for member in table.people if member.seat in seats]
        case _:
            awaited = []
    for member in awaited:
        if missed(member):
            return member.person
    raise Refused("nobody_is_away")


def undone(table: Table, member: Member) -> int:
    """How many answers stay. Raises `Refused` (nothing_to_undo, card_seen)."""
    running = table.running
    assert running is not None
    seats = running.seats
    own = [place for place, seat in enumerate(seats) if seat == member.seat]
    if not own:
        raise Refused("nothing_to_undo")
    first = own[-1]
    while first and seats[first - 1] == member.seat:
        first -= 1
    if first < running.shown_at or running.shown_since(first):
        raise Refused("card_seen")
    return first
