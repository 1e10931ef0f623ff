"""What a table shows beside the running deal, as one viewer may have it."""

from collections.abc import Mapping
from typing import TypedDict

from game.preferans import pulya
from game.script import Seat, Viewer
from game.view import Result
from lobby.table.audience import Sight
from lobby.table.due import asked_until, last_circle_at, silence_at
from lobby.table.facts import Adjusted
from lobby.table.table import Member, Pending, Phase, StandIn, Table, Wish


class MemberView(TypedDict):
    """Who takes part; `number` as drawn, `ready` for what comes next (see table.Member)."""

    person: str
    bot: bool
    number: int | None
    seat: str | None
    ready: bool
    away: bool
    stand_in: StandIn


class SheetView(TypedDict):
    """Points by seat, `whists[writer][on]`."""

    pool: dict[str, int]
    mountain: dict[str, int]
    whists: dict[str, dict[str, int]]


class SettledView(TypedDict):
    """Whists from pool and mountain, from whists, and in all; thirds as `-158/3`."""

    points: str
    whists: int
    result: str


class PastView(TypedDict):
    """A finished deal; `secret` opens its `commitment`.

    `annulled` says why nothing of it counts, "" where it does; "cut" is no reason, but tells that
    the end of the table broke it off.
    """

    number: int
    dealer: str
    commitment: str
    secret: str
    result: Result
    annulled: str


class AdjustmentView(TypedDict):
    """What a director has written: to pool and mountain of `seat`, and his whists `on` another."""

    seat: str
    pool: int
    mountain: int
    on: str | None
    whists: int
    why: str


class SpectatorView(TypedDict):
    """Who watches: behind the hand of `seat` in this deal, "" the open table.

    `next` is the hand behind which he sits from the next deal on, "" where that is the same.
    """

    person: str
    seat: str
    next: str


class LookView(TypedDict):
    """A director has looked at all hands of this deal, which is over."""

    deal: int
    person: str
    why: str


class ClaimView(TypedDict):
    """A claim that waits for the answers of the seats `waiting`; cards where they are shown."""

    seat: str
    end: str
    tricks: dict[str, int]
    cards: list[str] | None
    waiting: list[str]


class ClockView(TypedDict):
    """Whose time runs until when, and what is left of the banks by seat, in milliseconds.

    None at a table without clocks, and for those who see nothing of the running deal. `until` is
    None while the clock stands still.
    """

    seat: str | None
    until: int | None
    bank: dict[str, int]
    connection: dict[str, int]


class WishView(TypedDict):
    """What `person` asks the people `waiting` to agree to, as commands.Propose.

    `absent` is for whom a bot is to stand in.
    """

    person: str
    wish: str
    waiting: list[str]
    absent: str


class EarlierView(TypedDict):
    """An earlier pulya; results in whists by person, thirds as `-158/3`."""

    pulya: int
    result: dict[str, str]


class TableView(TypedDict):
    """A table. `deal` is the number of the running deal or the last one, `deals` how many.

    At a table that plays by time (`minutes`) `deals` is known once the last circle is announced.
    """

    rules: str
    changed: dict[str, object]
    """Fields of the convention that this table overrides."""
    players: int
    deals: int
    minutes: int
    ends: int | None
    """When the last circle is announced (§9.1), in milliseconds."""
    last_circle: bool
    pace: str
    absent: StandIn
    """What follows three time-outs in a row."""
    listed: bool
    practice: bool
    """The deals were brought along: some may know the cards, nothing is proved by secrets."""
    pulya: int
    paused: bool
    wish: WishView | None
    silence: int | None
    """When silence answers for those whom a wish, a claim, the chairs or the next deal wait for."""
    clock: ClockView | None
    phase: Phase
    members: list[MemberView]
    deal: int
    commitment: str | None
    """None before the first deal and at a table for practice."""
    sheet: SheetView
    """The ledger."""
    drawn: SheetView
    """The sheet as players of the convention write it (§8.3)."""
    past: list[PastView]
    settled: dict[str, SettledView] | None
    claim: ClaimView | None
    refused_by: str | None
    """The seat that refused the last claim, until the next answer."""
    earlier: list[EarlierView]
    """Pulyas that these people have played at this table before."""
    contest: str
    """The stream of the contest whose table it is, or ""."""
    adjustments: list[AdjustmentView]
    watching: str
    """What spectators may see now, one of audience.WATCHING."""
    delay: bool
    """They see a deal when it is over."""
    audience: list[SpectatorView]
    looks: list[LookView]


def table_seen_by(table: Table, sight: Sight) -> TableView:
    """The table as it may be had so: of a deal that runs nothing is told where it comes late."""
    told = not sight.late or table.phase != "playing"
    lines = table.lines
    ledger = pulya.ledger(table.players, lines)
    finished = table.phase == "finished"
    return {
        "rules": table.convention.name,
        "changed": dict(table.changed),
        "players": table.players,
        "deals": table.deals,
        "minutes": table.minutes,
        "ends": last_circle_at(table),
        "last_circle": table.last_circle,
        "pace": table.pace,
        "absent": table.absent,
        "listed": table.listed,
        "practice": bool(table.dealt),
        "pulya": table.pulya,
        "paused": table.paused and not finished,
        "wish": wish_view(table.wish) if table.wish and told else None,
        "silence": silence_at(table) if told else None,
        "clock": clock_view(table) if told else None,
        "phase": table.phase,
        "members": [member_view(member) for member in table.members],
        "deal": table.number,
        "commitment": (table.running.opened.commitment or None) if table.running else None,
        "sheet": sheet_view(ledger),
        "drawn": sheet_view(pulya.drawn(table.convention, table.players, lines)),
        "past": [
            {
                "number": past.opened.number,
                "dealer": past.opened.dealer,
                "commitment": past.opened.commitment,
                "secret": past.opened.secret,
                "result": past.result,
                "annulled": past.annulled,
            }
            for past in table.past
        ],
        "settled": settled_view(ledger) if finished else None,
        "claim": claim_view(table.claim, sight.viewer) if table.claim and told else None,
        "refused_by": table.refused_by if told else None,
        "earlier": [{"pulya": each.number, "result": each.result} for each in table.earlier],
        "contest": table.contest,
        "adjustments": [adjustment_view(each) for each in table.adjustments],
        "watching": table.watching,
        "delay": table.delay,
        "audience": audience_view(table),
        "looks": looks_view(table),
    }


class AfterAnswer(TypedDict):
    """What an answer may change of a table, of TableView."""

    clock: ClockView | None
    members: list[MemberView]
    wish: None
    silence: None
    refused_by: None


def after_answer(table: Table) -> AfterAnswer:
    """The same for all who see the running deal."""
    return {
        "clock": clock_view(table),
        "members": [member_view(member) for member in table.members],
        "wish": None,
        "silence": None,
        "refused_by": None,
    }


def adjustment_view(fact: Adjusted) -> AdjustmentView:
    return {
        "seat": fact.seat,
        "pool": fact.pool,
        "mountain": fact.mountain,
        "on": fact.on,
        "whists": fact.whists,
        "why": fact.why,
    }


def audience_view(table: Table) -> list[SpectatorView]:
    """In the order in which they came."""
    seen: list[SpectatorView] = []
    for person, chosen in table.audience.items():
        seat = table.behind.get(person, "")
        seen.append({"person": person, "seat": seat, "next": chosen if chosen != seat else ""})
    return seen


def looks_view(table: Table) -> list[LookView]:
    """Those at deals that are over."""
    return [
        {"deal": each.deal, "person": each.person, "why": each.why}
        for each in table.looks
        if each.deal <= len(table.past)
    ]


def member_view(member: Member) -> MemberView:
    return {
        "person": member.person,
        "bot": member.bot,
        "number": member.number,
        "seat": member.seat,
        "ready": member.ready,
        "away": member.away,
        "stand_in": member.stand_in,
    }


def wish_view(wish: Wish) -> WishView:
    waiting = list(wish.waiting)
    fact = wish.fact
    return {
        "person": fact.person,
        "wish": fact.wish,
        "waiting": waiting,
        "absent": fact.absent,
    }


def clock_view(table: Table) -> ClockView | None:
    """None at a table without clocks."""
    clocks = table.clocks
    if clocks is None:
        return None
    return {
        "seat": clocks.seat,
        "until": asked_until(table),
        "bank": by_seat(clocks.bank),
        "connection": by_seat(clocks.connection),
    }


def sheet_view(sheet: pulya.Sheet) -> SheetView:
    return {
        "pool": by_seat(sheet.pool),
        "mountain": by_seat(sheet.mountain),
        "whists": {writer: by_seat(on) for writer, on in sheet.whists.items()},
    }


def by_seat(numbers: Mapping[Seat, int]) -> dict[str, int]:
    return dict(numbers.items())


def settled_view(sheet: pulya.Sheet) -> dict[str, SettledView]:
    return {
        seat: {"points": str(end.points), "whists": end.whists, "result": str(end.result)}
        for seat, end in pulya.settle(sheet).items()
    }


def claim_view(claim: Pending, viewer: Viewer) -> ClaimView:
    return {
        "seat": claim.fact.seat,
        "end": claim.fact.end,
        "tricks": dict(claim.fact.tricks),
        "cards": claim.cards_for(viewer),
        "waiting": list(claim.waiting),
    }
