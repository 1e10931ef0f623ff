"""Who takes part: entering, leaving, coming to a tour, playing on for somebody else (§T6)."""

import re
from itertools import count

from game.script import Refused
from lobby.contest import acts, facts, pulya_facts
from lobby.contest.contest import Contest, Entrant, is_bot
from lobby.contest.facts import Fact
from lobby.contest.plan import LONGEST_ID, MOST_PAIRS, is_pair
from lobby.contest.results import unposted
from lobby.contest.schedule import phase
from lobby.line import is_line
from lobby.table.gathering import BOT
from lobby.tournament.formulas import FORMULAS

MOST_ENTRANTS = 2_000
MOST_OF_A_FESTIVAL = 200
BOT_ID = re.compile(rf"{BOT}[0-9-]{{1,40}}", re.ASCII)


def register(contest: Contest, person: str, bot: bool = False, added: bool = False) -> list[Fact]:
    """Somebody new or who had withdrawn; what a director may add is in `may_be_added`.

    Raises `Refused` (already_entered, registration_closed, contest_full, bad_person).
    """
    entrant = contest.entrant(person)
    if entrant is not None and not entrant.withdrawn:
        raise Refused("already_entered")
    check_person(person, bot)
    if not open_for_entries(contest) and not (added and may_be_added(contest, person)):
        raise Refused("registration_closed", "§T6.6")
    final = FORMULAS[contest.plan.formula].has_final
    most = MOST_OF_A_FESTIVAL if final else MOST_ENTRANTS
    if entrant is None and len(contest.entrants) >= most:
        raise Refused("contest_full", most=most)
    return [facts.Registered(person, bot, added)]


def check_person(person: str, bot: bool) -> None:
    """Raises `Refused` (bad_person)."""
    well = BOT_ID.fullmatch(person) if bot else is_line(person, LONGEST_ID) and not is_bot(person)
    if not well:
        raise Refused("bad_person")


def may_be_added(contest: Contest, person: str) -> bool:
    """Anybody before the draw; after it who had withdrawn, and bots in a halt and between tours.

    No bot after the first tour of a festival: it could not advance (§T6.1, §T6.4, §T6.6).
    """
    now = phase(contest)
    if now not in ("between", "called"):
        return now == "closed"
    if contest.entrant(person) is not None:
        return True
    began = any(tour.began is not None for tour in contest.tours)
    late = began and FORMULAS[contest.plan.formula].has_final
    return is_bot(person) and not late and (now == "between" or contest.halted is not None)


def open_for_entries(contest: Contest) -> bool:
    """Until registration closes, or as the plan allows late entry (§T6.6).

    At a festival nobody enters after its first tour: he could not advance (§T6.1).
    """
    now = phase(contest)
    if now == "registration":
        return True
    if now not in ("closed", "between", "called"):
        return False
    opens = len(contest.tours) + (now != "called")
    once = FORMULAS[contest.plan.formula].has_final
    return opens <= (min(1, contest.plan.late) if once else contest.plan.late)


def entered(contest: Contest, person: str) -> Entrant:
    """Raises `Refused` (not_entered)."""
    entrant = contest.entrant(person)
    if entrant is None or entrant.withdrawn:
        raise Refused("not_entered")
    return entrant


def withdraw(contest: Contest, person: str) -> list[Fact]:
    """Raises `Refused` (not_entered, still_plays)."""
    entered(contest, person)
    if sits(contest, person):
        raise Refused("still_plays", "§T6.5")
    return [facts.Withdrew(person)]


def sits(contest: Contest, person: str) -> bool:
    """Whether he plays at a table that is not yet posted, for himself or for somebody else."""
    return any(person in table.sitting for table in contest.at_play())


def here(contest: Contest, person: str, tour: int) -> list[Fact]:
    """Reserves may come as well: they replace those who do not (§T6.1)."""
    entrant = entered(contest, person)
    if phase(contest) != "called" or contest.tours[-1].number != tour:
        raise Refused("no_tour_called")
    if entrant.here:
        raise Refused("already_ready")
    return [facts.CameHere(person)]


def keep_apart(contest: Contest, pairs: list[list[str]]) -> list[Fact]:
    """Raises `Refused` (bad_pairs, already_so)."""
    known = {entrant.person for entrant in contest.entrants}
    if len(pairs) > MOST_PAIRS or not all(is_pair(pair) and known >= {*pair} for pair in pairs):
        raise Refused("bad_pairs", "§T5.6", most=MOST_PAIRS)
    told = sorted({tuple(sorted(pair)) for pair in pairs})
    if told == sorted(tuple(sorted(pair)) for pair in contest.apart):
        raise Refused("already_so")
    return [facts.KeptApart([[*pair] for pair in told])]


def substitute(contest: Contest, command: acts.Substitute) -> list[Fact]:
    """The table keeps its size; the result is the entrant's, with a mark (§T6.5, §T9.8)."""
    table = unposted(contest, command.tour, command.table, "§T9.8")
    if command.out not in table.players:
        raise Refused("not_at_this_table")
    if not table.plays:
        raise Refused("already_posted", "§T9.8")
    if command.into:
        check_person(command.into, is_bot(command.into))
    into = free_name(contest, command) if command.bot else command.into
    if into != command.out:
        check_person(into, command.bot)
    if into == table.sitting[table.players.index(command.out)]:
        raise Refused("already_so")
    if sits(contest, into):
        raise Refused("still_plays", "§T9.8")
    return [pulya_facts.Substituted(command.tour, command.table, command.out, into, is_bot(into))]


def free_name(contest: Contest, command: acts.Substitute) -> str:
    """Of a bot that has not played yet."""
    names = (f"{BOT}{command.tour}-{command.table}-{number}" for number in count(1))
    known = {each.person for each in contest.entrants} | {
        each.into for table in contest.at_play() for each in table.replaced
    }
    return next(name for name in names if name not in known)
