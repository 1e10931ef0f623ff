"""What a contest has to tell its tables, and what a table brings back.

Nothing is sent: whoever serves a table pulls these and carries out each as a command of the table,
with the id given here, which is the same for everybody. The log of the table takes an id once: so
a table hears of each once, however often this is asked and wherever somebody was killed between.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

from lobby.contest.commands import Post
from lobby.contest.contest import Contest, Pulya, TourState
from lobby.table import facts as table_facts


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Open it with these people, number 1 first (§T1.4, §T1.5).

    The pulya ends after `deals`, or with the last circle, which is announced from outside.
    """

    id: str
    stream: str
    contest: str
    tour: int
    table: int
    players: list[str]
    bots: list[str]
    rules: str
    changed: dict[str, Any]
    pace: str
    deals: int
    ends: int
    """The planned end of the tour, in milliseconds."""


@dataclass(frozen=True, slots=True)
class LastCircle:
    """Announce it: which deal runs is told by the entry of the table's log (§9.3)."""

    id: str
    stream: str


@dataclass(frozen=True, slots=True)
class EndMoved:
    """The planned end of the tour is `ends` now, in milliseconds."""

    id: str
    stream: str
    ends: int


@dataclass(frozen=True, slots=True)
class Replace:
    """`into` sits in the place of `out` from now on."""

    id: str
    stream: str
    out: str
    into: str
    bot: bool


@dataclass(frozen=True, slots=True)
class EndTable:
    """No other deal is opened. With `given` the result is posted already, or none is wanted."""

    id: str
    stream: str
    given: bool


@dataclass(frozen=True, slots=True)
class Hold:
    """The contest is paused, or goes on."""

    id: str
    stream: str
    paused: bool


@dataclass(frozen=True, slots=True)
class Say:
    """An announcement of the directors."""

    id: str
    stream: str
    text: str


Effect: TypeAlias = OpenTable | LastCircle | EndMoved | Replace | EndTable | Hold | Say


def table_stream(contest: str, tour: int, number: int) -> str:
    """The name of a table's stream; the log has room for 40 characters."""
    return f"{contest}-{tour}-{number}"


def place_of(stream: str) -> tuple[str, int, int] | None:
    """The contest, the tour and the number of a table, by its stream; None for another stream."""
    contest, _, rest = stream.rpartition("-")
    contest, _, tour = contest.rpartition("-")
    if not contest or not all(part.isascii() and part.isdigit() for part in (tour, rest)):
        return None
    return contest, int(tour), int(rest)


def effects(contest: Contest, taken: Collection[str] = ()) -> list[Effect]:
    """What the tables may not have heard yet, table by table in order.

    `taken` are the ids that their logs have. A table that was never opened need not be ended.
    """
    return [
        effect
        for tour in contest.tours
        for table in (tour.tables if tour.began is not None else ())
        for effect in of_table(contest, tour, table)
        if effect.id not in taken
    ]


def of_table(contest: Contest, tour: TourState, table: Pulya) -> Iterator[Effect]:
    """Nothing for one that has brought its pulya."""
    stream = table_stream(contest.name, tour.number, table.number)
    if table.settled_at is not None:
        return
    if table.posted or contest.ended:
        yield EndTable(f"{stream}-given", stream, given=True)
    else:
        yield from of_playing(contest, tour, table, stream)


def of_playing(contest: Contest, tour: TourState, table: Pulya, stream: str) -> Iterator[Effect]:
    plan = contest.plan
    bots = {entrant.person for entrant in contest.entrants if entrant.bot}
    yield OpenTable(
        id=f"{stream}-open",
        stream=stream,
        contest=contest.name,
        tour=tour.number,
        table=table.number,
        players=[*table.players],
        bots=[player for player in table.players if player in bots],
        rules=plan.rules,
        changed=dict(plan.changed),
        pace=plan.pace,
        deals=plan.deals,
        ends=table.ends,
    )
    yield from replaced(stream, table)
    if table.extended:
        yield EndMoved(f"{stream}-ends-{table.extended}", stream, table.ends)
    if contest.paused_at is not None:
        yield Hold(f"{stream}-hold-{contest.pauses}", stream, paused=True)
    elif contest.pauses > tour.pauses:
        yield Hold(f"{stream}-go-on-{contest.pauses}", stream, paused=False)
    for number, (_, text) in enumerate(contest.announcements, start=1):
        if number > tour.said:
            yield Say(f"{stream}-say-{number}", stream, text)
    if table.last_circle:
        yield LastCircle(f"{stream}-last-circle", stream)
    if tour.ended:
        yield EndTable(f"{stream}-end", stream, given=False)


def replaced(stream: str, table: Pulya) -> Iterator[Replace]:
    """One after the other; `out` is who sat there until then."""
    sitting = {player: player for player in table.players}
    for number, each in enumerate(table.replaced, start=1):
        out, sitting[each.out] = sitting[each.out], each.into
        yield Replace(f"{stream}-replace-{number}", stream, out, each.into, each.bot)


def opening(told: OpenTable) -> list[table_facts.Fact]:
    """The table's opening entry: everybody has joined, and the numbers are drawn."""
    return [
        table_facts.Opened(
            rules=told.rules,
            players=len(told.players),
            deals=told.deals,
            changed=dict(told.changed),
            pace=told.pace,
            listed=False,
            contest=told.contest,
        ),
        *(table_facts.Joined(player, player in told.bots) for player in told.players),
        table_facts.Drawn({player: number for number, player in enumerate(told.players, start=1)}),
    ]


def post(tour: int, table: int, whists: list[str], deals: int) -> tuple[str, Post]:
    """The settled pulya of a table as a command of the contest, with its id; it counts once.

    `whists` are in the order of the numbers, as "20" or "-40/3".
    """
    return f"post-{tour}-{table}", Post(tour, table, [*whists], deals)
