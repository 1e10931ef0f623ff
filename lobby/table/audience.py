"""Who watches a table without playing, and what each may see of it.

A spectator sits behind one hand, keeps it for the whole deal, and goes when a player or the
director sends him away. Nobody gets a second hand of a deal: not by standing up, not by having
played it, not as a substitute. Only a director who looks sees all of them, and the players hear of
it afterwards.
"""

from typing import NamedTuple

from game.preferans.seats import chairs
from game.script import PUBLIC, Refused, Seat, Viewer
from lobby.line import MOST, is_line
from lobby.table import commands, facts
from lobby.table.facts import Fact
from lobby.table.table import Table

WATCHING = ("none", "table", "hand")
"""What spectators may see, from least to most: nothing, the open table, one hand with it."""


class Sight(NamedTuple):
    """What a person sees of a table: the cards of `viewer`; `late`: nothing of a running deal."""

    viewer: Viewer
    late: bool


def sight(table: Table, person: str) -> Sight:
    """What this person may see of the table now, whether he is on the list of watchers or not.

    Who is not is to be put there by `Watch` while the table plays: the players may know their
    watchers. Raises `Refused` (not_for_spectators, sent_away).
    """
    member = table.member(person)
    if member is not None:
        own = member.seat
        return Sight(PUBLIC if own is None or member.blind else frozenset((own,)), late=False)
    if looked(table, person):
        return Sight(frozenset(chairs(table.players)), late=False)
    if person in table.dismissed or (person in table.banned and table.phase != "gathering"):
        raise Refused("sent_away")
    if table.watching == "none" and table.phase != "finished":
        raise Refused("not_for_spectators")
    hand = table.behind.get(person)
    return Sight(PUBLIC if hand is None else frozenset((hand,)), late=table.delay)


def looked(table: Table, person: str) -> bool:
    """Whether he has looked at all hands of the running deal, or of the last one."""
    return any((look.person, look.deal) == (person, table.number) for look in table.looks)


def blinded(table: Table, person: str, seat: Seat) -> bool:
    """Whether he has seen another hand of this deal than that of `seat`."""
    return looked(table, person) or table.seen.get(person, seat) != seat


def decide(
    table: Table, who: str, command: commands.Watch | commands.Unwatch | commands.Look
) -> list[Fact]:
    """Raises `Refused`."""
    match command:
        case commands.Watch(seat):
            return watch(table, who, seat)
        case commands.Unwatch():
            if who not in table.audience:
                raise Refused("already_so")
            return [facts.Unwatched(who)]
        case commands.Look(why):
            return look(table, who, why)


def watch(table: Table, who: str, seat: str) -> list[Fact]:
    """Raises `Refused` (plays_here, sent_away, no_such_chair, not_for_spectators, already_so)."""
    if table.member(who) is not None:
        raise Refused("plays_here")
    if who in table.dismissed or who in table.banned:
        raise Refused("sent_away")
    if seat and seat not in chairs(table.players):
        raise Refused("no_such_chair", seat=seat)
    if table.watching == "none" or (seat and table.watchable != "hand"):
        raise Refused("not_for_spectators")
    same = table.audience.get(who) == seat
    if same and table.behind.get(who) == hand_now(table, who, seat):
        raise Refused("already_so")
    return [facts.Watched(who, seat)]


def hand_now(table: Table, person: str, seat: str) -> Seat | None:
    """Behind which hand of this deal he sits once he has chosen that of `seat`.

    The open table counts at once, and so does the hand that he has seen already; any other one
    counts from the next deal.
    """
    if not seat:
        return None
    if table.watching == "hand" and table.seen.get(person) == seat:
        return Seat(seat)
    return table.behind.get(person)


def dismiss(table: Table, who: str, person: str) -> list[Fact]:
    """Any player sends away who watches. Raises `Refused` (not_at_this_table…)."""
    member = table.member(who)
    if member is None or member.bot:
        raise Refused("not_at_this_table")
    if person not in table.audience:
        raise Refused("nobody_to_send_away")
    return [facts.Dismissed(person)]


def barred(table: Table, person: str) -> list[Fact]:
    """The director sends somebody away, also one who does not watch at the moment."""
    if table.member(person) is not None:
        raise Refused("nobody_to_send_away")
    if person in table.dismissed:
        raise Refused("already_so")
    return [facts.Dismissed(person)]


def lost(table: Table, who: str, here: bool) -> list[Fact]:
    """The connection of somebody who does not play: without one he watches no more."""
    if who not in table.audience:
        raise Refused("not_at_this_table")
    if here:
        raise Refused("already_so")
    return [facts.Unwatched(who)]


def look(table: Table, who: str, why: str) -> list[Fact]:
    """Raises `Refused` (not_a_director, plays_here, no_deal_runs, no_reason, already_so)."""
    if not table.contest:
        raise Refused("not_a_director")
    if table.member(who) is not None:
        raise Refused("plays_here")
    if table.phase != "playing":
        raise Refused("no_deal_runs")
    if looked(table, who):
        raise Refused("already_so")
    return [facts.Looked(who, table.number, reason(why))]


def reason(why: str) -> str:
    """Raises `Refused` (no_reason) unless a director says why, in 1 to 200 characters."""
    if not is_line(why):
        raise Refused("no_reason", "§T9.1", most=MOST)
    return why.strip()


# --- what it does to the table ---


def watched(table: Table, person: str, seat: str) -> None:
    hand = hand_now(table, person, seat)
    table.audience[person] = seat
    table.behind.pop(person, None)
    if hand is not None:
        table.behind[person] = hand


def left(table: Table, person: str) -> None:
    """He watches no more."""
    table.audience.pop(person, None)
    table.behind.pop(person, None)


def watching_set(table: Table, watching: str) -> None:
    """Less counts at once: hands are closed, spectators sent out. More counts when none runs."""
    table.watchable = watching
    less = WATCHING.index(watching) < WATCHING.index(table.watching)
    if less or table.phase != "playing":
        table.watching = watching
    if table.watching != "hand":
        table.behind.clear()
    if table.watchable != "hand":
        table.audience = dict.fromkeys(table.audience, "")
    if table.watching == "none":
        table.audience.clear()


def sits_down(table: Table) -> None:
    """A deal is opened: spectators sit behind the hands that they have chosen."""
    table.watching = table.watchable
    table.behind = {who: Seat(seat) for who, seat in table.audience.items() if seat}
    table.seen = {m.person: m.seat for m in table.members if m.seat is not None}
    if not table.delay:
        table.seen |= table.behind


def sees_all(table: Table) -> None:
    """A deal is over: those who had to wait for it see their hands now."""
    table.seen = table.behind | table.seen
