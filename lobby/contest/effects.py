"""What a contest has to tell its tables, and what a table brings back.

Nothing is sent: whoever serves a table pulls these and carries out each as a command of the table,
with the id given here, which is the same for everybody. The log of the table takes an id once: so
a table hears of each once, however often this is asked and wherever somebody was killed between.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from lobby.contest import pulya_facts
from lobby.contest.commands import Looked, Post
from lobby.contest.contest import Contest, Pulya, TourState, is_bot
from lobby.table import commands as table_commands
from lobby.table.obeying import result_of
from lobby.table.table import Table


@dataclass(frozen=True, slots=True)
class Effect:
    """A command of the table in the stream `stream`, and its id."""

    id: str
    stream: str
    command: table_commands.OfContest


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


def effects_at(
    contest: Contest, tour: int, number: int, taken: Collection[str] = ()
) -> list[Effect]:
    """The same for one table; nothing for one that was not opened."""
    table = contest.table(tour, number)
    if table is None or contest.tours[tour - 1].began is None:
        return []
    told = of_table(contest, contest.tours[tour - 1], table)
    return [effect for effect in told if effect.id not in taken]


def of_table(contest: Contest, tour: TourState, table: Pulya) -> Iterator[Effect]:
    """Nothing for one that has brought its pulya."""
    if table.signs_since is not None:
        return
    stream = table_stream(contest.name, tour.number, table.number)
    if table.posted or contest.ended:
        yield Effect(f"{stream}-given", stream, table_commands.End(cut=True))
        return
    for id, command in of_playing(contest, tour, table):
        yield Effect(f"{stream}-{id}", stream, command)


Told = Iterator[tuple[str, table_commands.OfContest]]


def of_playing(contest: Contest, tour: TourState, table: Pulya) -> Told:
    """The ends of the ids, and the commands; of what only the last state matters only the last."""
    plan = contest.plan
    yield (
        "open",
        table_commands.Seat(
            contest=contest.name,
            players=[*table.players],
            bots=[player for player in table.players if is_bot(player)],
            rules=plan.rules,
            changed=dict(plan.changed),
            pace=plan.pace,
            deals=plan.deals,
            watching=plan.watching,
            delay=plan.delay,
        ),
    )
    yield from rulings(table)
    for number, person in enumerate(table.dismissed, start=1):
        yield f"dismiss-{number}", table_commands.Dismiss(person)
    if table.watchings:
        yield f"watchable-{table.watchings}", table_commands.Watchable(table.watching)
    if table.stands:
        held = table.stood_at is not None
        yield f"hold-{table.stands}", table_commands.Hold(held)
    if table.last_circle:
        yield "last-circle", table_commands.LastCircle()
    if tour.ended:
        yield "end", table_commands.End(cut=False)


def rulings(table: Pulya) -> Told:
    """In their order, numbered together; `out` is who sat there until then."""
    sitting = {player: player for player in table.players}
    for count, ruling in enumerate(table.rulings, start=1):
        why = ruling.deed.why
        match ruling.fact:
            case pulya_facts.Substituted(out=entrant, into=into, bot=bot):
                out, sitting[entrant] = sitting[entrant], into
                yield f"replace-{count}", table_commands.Replace(out, into, bot)
            case pulya_facts.Annulled(deal=deal, replay=replay):
                yield f"annul-{count}", table_commands.Annul(deal, replay, why)
            case pulya_facts.Adjusted(
                person=person, pool=pool, mountain=mountain, on=on, whists=whists
            ):
                number = table.players.index(person) + 1
                other = table.players.index(on) + 1 if on else 0
                told = table_commands.Adjust(number, pool, mountain, other, whists, why)
                yield f"adjust-{count}", told


def post(
    tour: int,
    table: int,
    whists: list[str],
    deals: int,
    rulings: int = 0,
    head: tuple[int, str] = (0, ""),
) -> tuple[str, Post]:
    """The settled pulya of a table as a command of the contest, with its id; it counts once.

    `whists` are in the order of the numbers, as "20" or "-40/3".
    """
    return f"post-{tour}-{table}", Post(tour, table, [*whists], deals, rulings, *head)


def brought(
    stream: str, table: Table, head: tuple[int, str] = (0, "")
) -> list[tuple[str, Post | Looked]]:
    """What the table in this stream has for its contest by now: commands with their ids.

    `head` is the last entry of its log and the link of that, in hex. Nothing of a table of no
    contest. Its pulya comes when it is finished, 0 for each where nobody has sat down, and each
    look of a director once its deal is over (§T9.3).
    """
    place = place_of(stream)
    if place is None or not table.contest:
        return []
    _, tour, number = place
    told: list[tuple[str, Post | Looked]] = []
    over, finished = {past.opened.number for past in table.past}, table.phase == "finished"
    for count, look in enumerate(table.looks, start=1):
        if finished or look.deal in over:
            id = f"looked-{tour}-{number}-{look.deal}-{count}"
            told.append((id, Looked(tour, number, look.deal, look.person, look.why)))
    if finished:
        whists, deals = result_of(table)
        rulings = len(table.past) - deals + len(table.adjustments)
        told.append(post(tour, number, whists, deals, rulings, head))
    return told
