"""What the table of a contest does at its word: who sits, what counts, whether it goes on."""

from typing import TypeAlias

from game.preferans.pulya import enter, ledger, settle
from game.script import Refused, Seat
from lobby.table import commands, facts
from lobby.table.audience import WATCHING, reason
from lobby.table.facts import Fact
from lobby.table.gathering import in_order
from lobby.table.table import Table, adjusted

MOST_POINTS = 10_000
"""Of one adjustment."""
Obeyed: TypeAlias = (
    commands.Replace
    | commands.End
    | commands.Hold
    | commands.Annul
    | commands.Adjust
    | commands.Watchable
)


def opening_for_contest(command: commands.Seat) -> list[Fact]:
    """The facts of a contest's table: all have joined and have their numbers (§T1.4, §T1.5)."""
    return [
        facts.Opened(
            rules=command.rules,
            players=len(command.players),
            deals=command.deals,
            changed=dict(command.changed),
            pace=command.pace,
            listed=False,
            contest=command.contest,
            watching=command.watching,
            delay=command.delay,
        ),
        *(facts.Joined(player, player in command.bots) for player in command.players),
        in_order(command.players),
    ]


def result_of(table: Table) -> tuple[list[str], int]:
    """What a finished table brings its contest: whists by number, how many deals count.

    Whists are exact, as `-40/3`; where nobody has a chair yet, all have nought.
    """
    settled = settle(ledger(table.players, table.lines))
    by_number = sorted(table.members, key=lambda member: member.number or 0)
    whists = [str(settled[m.seat].result) if m.seat is not None else "0" for m in by_number]
    return whists, sum(not past.annulled for past in table.past)


def decide(table: Table, command: Obeyed) -> list[Fact]:
    """Raises `Refused`: unknown_command at a table that has no contest."""
    if not table.contest:
        raise Refused("unknown_command")
    match command:
        case commands.Replace(out, into, bot):
            if table.member(out) is None:
                raise Refused("not_at_this_table")
            if table.member(into) is not None:
                raise Refused("already_here")
            return [facts.Replaced(out, into, bot)]
        case commands.End(cut):
            if table.ended and not (cut and table.phase == "playing"):
                raise Refused("already_so")
            not_over(table)
            return [facts.Ended(cut)]
        case commands.Hold(held):
            not_over(table)
            if held == table.paused:
                raise Refused("already_so")
            return [facts.Held(held)]
        case commands.Annul():
            return annul(table, command)
        case commands.Adjust():
            return adjust(table, command)
        case commands.Watchable(watching):
            if watching not in WATCHING:
                raise Refused("bad_table", field="watching")
            if {watching} == {table.watching, table.watchable}:
                raise Refused("already_so")
            return [facts.WatchingSet(watching)]


def not_over(table: Table) -> None:
    """Raises `Refused` (pulya_over): its result is the contest's, to be corrected there."""
    if table.phase == "finished":
        raise Refused("pulya_over")


def annul(table: Table, command: commands.Annul) -> list[Fact]:
    """A deal that runs or is written down. Of what followed it nothing changes.

    Its lines do not count. The next deal of one that was running has the run of raspasy with which
    that one was opened; it is dealt by the same dealer in a replay, else by the next one, as the
    deal was one of those agreed on. Of one that is written down the run and the dealers that
    followed stay as they were played. A replay makes one deal more, after the last circle, too.
    Raises `Refused` (pulya_over, no_such_deal, already_so, tour_ended, no_reason).
    """
    not_over(table)
    number = command.deal
    if not 1 <= number <= table.number:
        raise Refused("no_such_deal")
    running = number > len(table.past)
    if not running and table.past[number - 1].annulled:
        raise Refused("already_so")
    if command.replay and table.ended:
        raise Refused("tour_ended")
    banks: dict[str, list[int]] = table.banks if running else {}
    return [facts.Annulled(number, command.replay, reason(command.why), banks)]


def adjust(table: Table, command: commands.Adjust) -> list[Fact]:
    """Written on the sheet in the order of the log.

    It takes nobody's pool, mountain or whists below nought: what is missing there can be written
    as mountain, or to the other. Raises `Refused` (pulya_over, no_deal_runs, bad_adjustment,
    no_reason).
    """
    not_over(table)
    if table.running is None:
        raise Refused("no_deal_runs")
    seats = {member.number: member.seat for member in table.members}
    seat, on = seats.get(command.number), seats.get(command.on)
    amounts = (command.pool, command.mountain, command.whists)
    nobody = on is None and (command.whists != 0 or command.on != 0)
    too_much = any(abs(amount) > MOST_POINTS for amount in amounts)
    if seat is None or nobody or on == seat or too_much or not any(amounts):
        raise Refused("bad_adjustment", most=MOST_POINTS)
    fact = facts.Adjusted(
        after=len(table.past),
        seat=seat,
        pool=command.pool,
        mountain=command.mountain,
        on=on if command.whists else None,
        whists=command.whists,
        why=reason(command.why),
    )
    if falls_below_nought(table, seat, on, fact):
        raise Refused("bad_adjustment", most=MOST_POINTS)
    return [fact]


def falls_below_nought(table: Table, seat: Seat, on: Seat | None, fact: facts.Adjusted) -> bool:
    """Whether it takes something off that is not there."""
    sheet = ledger(table.players, table.lines)
    for line in adjusted(fact):
        enter(sheet, line)
    whists = 0 if on is None else sheet.whists.get(seat, {}).get(on, 0)
    after = ((fact.pool, sheet.pool[seat]), (fact.mountain, sheet.mountain[seat]),
             (fact.whists, whists))  # fmt: skip
    return any(change < 0 and now < 0 for change, now in after)
