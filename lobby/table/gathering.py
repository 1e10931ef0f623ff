"""Who sits at a table: opening it, coming and going, the draw and the chairs, another pulya."""

from collections.abc import Collection, Sequence
from itertools import count, islice
from typing import Any

from game import shuffle
from game.cards import hand_text, named
from game.deal_json import deals_of
from game.notation import BadHeader, Malformed, read
from game.preferans.conventions import CONVENTIONS, FLAGS, PARAGRAPHS, Convention
from game.preferans.seats import chairs
from game.script import Refused, Seat
from lobby.table import commands, facts
from lobby.table.commands import Command
from lobby.table.facts import Fact
from lobby.table.opening import deal_opened, lot
from lobby.table.table import Member, Table
from lobby.table.timing import ABSENT, PACES

BOT = "bot-"
"""How the ids of bots begin, and no others."""
MOST_DEALS = 60
MOST_MINUTES = 600
MOST_TEXT = 40_000
"""Characters of the deals that somebody brings along."""
SEATED_AT = "§1.6"


def opening(who: str, command: commands.Open, chance: bytes) -> list[Fact]:
    """The facts of a new table, at which `who` takes part. Raises `Refused` (bad_table)."""
    if command.rules not in CONVENTIONS:
        raise Refused("bad_table", field="rules")
    if command.players not in (3, 4):
        raise Refused("bad_table", "§1.1", field="players")
    if not 1 <= command.deals <= MOST_DEALS:
        raise Refused("bad_table", field="deals", most=MOST_DEALS)
    if not 0 <= command.minutes <= MOST_MINUTES:
        raise Refused("bad_table", "§9.1", field="minutes", most=MOST_MINUTES)
    if command.pace not in ("", *PACES):
        raise Refused("bad_table", field="pace")
    if command.absent not in ABSENT:
        raise Refused("bad_table", field="absent")
    for name, value in command.changed.items():
        check_field(name, value)
    told: list[Fact] = [
        facts.Opened(
            rules=command.rules,
            players=command.players,
            deals=MOST_DEALS if command.minutes else command.deals,
            changed=dict(command.changed),
            minutes=command.minutes,
            pace=command.pace,
            absent=command.absent,
            listed=command.listed and not command.bots,
        ),
        facts.Joined(who, bot=False),
    ]
    if command.bots:
        bots = bots_for(command.players - 1)
        told += [facts.Joined(bot, bot=True) for bot in bots]
        told.append(numbers_drawn([who, *bots], chance))
    return told


def practice(who: str, command: commands.Practise) -> list[Fact]:
    """The facts of a new table for practice, at which `who` takes part.

    With bots he has number 1: he chooses whose cards he plays. Raises `Refused` (bad_deals).
    """
    if len(command.text) > MOST_TEXT:
        raise Refused("bad_deals", deal=0, why=f"more than {MOST_TEXT} characters")
    try:
        texts = deals_of(command.text.removeprefix("\ufeff"))
    except Malformed as wrong:
        raise Refused("bad_deals", deal=0, why=str(wrong)[:200]) from None
    if not 1 <= len(texts) <= MOST_DEALS:
        raise Refused("bad_deals", deal=0, why=f"from 1 to {MOST_DEALS} deals, not {len(texts)}")
    dealt: list[facts.Dealt] = []
    first: tuple[Convention, int] | None = None
    for number, text in enumerate(texts, start=1):
        try:
            convention, layout = read(text)
            first = first or (convention, layout.players)
            if (convention, layout.players) != first:
                raise BadHeader("header Rules or Players: not those of the first deal")
        except Malformed as wrong:
            raise Refused("bad_deals", deal=number, why=str(wrong)[:200]) from None
        if layout.streak > MOST_DEALS:
            raise Refused("bad_deals", deal=number, why=f"header Streak: at most {MOST_DEALS}")
        hands = [hand_text(hand) for hand in layout.hands]
        dealt.append(facts.Dealt(layout.dealer, layout.streak, hands, named(layout.talon)))
    assert first is not None
    convention, players = first
    plain = CONVENTIONS[convention.name]
    flags = {flag: getattr(convention, flag) for flag in FLAGS}
    changed = {flag: value for flag, value in flags.items() if value != getattr(plain, flag)}
    told: list[Fact] = [
        facts.Opened(convention.name, players, len(dealt), changed, listed=False, dealt=dealt),
        facts.Joined(who, bot=False),
    ]
    if command.bots:
        bots = bots_for(players - 1)
        told += [facts.Joined(bot, bot=True) for bot in bots]
        told.append(in_order([who, *bots]))
    return told


def in_order(people: Sequence[str]) -> facts.Drawn:
    """Who practises alone has number 1."""
    return facts.Drawn({person: number for number, person in enumerate(people, start=1)})


def check_field(name: str, value: Any) -> None:
    """Raises `Refused` unless the table may override this field with this value."""
    if name not in FLAGS or type(value) is not bool:
        raise Refused("bad_table", PARAGRAPHS.get(name, ""), field=name)


def member_of(table: Table, who: str) -> Member:
    """Raises `Refused` (not_at_this_table)."""
    member = table.member(who)
    if member is None:
        raise Refused("not_at_this_table")
    return member


def decide(table: Table, who: str, command: Command, chance: bytes) -> list[Fact]:
    """Raises `Refused`."""
    match command:
        case commands.Open() | commands.Practise() | commands.Seat():
            raise Refused("table_is_open")
        case commands.Join():
            return join(table, who, chance)
        case commands.Leave():
            before_seating(table, who)
            return [facts.Left(who)]
        case commands.Kick(person):
            return kick(table, who, person)
        case commands.Fill():
            before_seating(table, who)
            return fill(table, chance)
        case commands.Confirm():
            return confirm(table, who, chance)
        case commands.Choose(seat):
            return choose(table, who, seat, chance)
        case commands.Again():
            return again(table, who, chance)
        case _:
            raise Refused("unknown_command")


def before_seating(table: Table, who: str) -> None:
    """Raises `Refused` (not_at_this_table, already_seated)."""
    member_of(table, who)
    if table.phase != "gathering":
        raise Refused("already_seated", SEATED_AT)


def join(table: Table, who: str, chance: bytes) -> list[Fact]:
    if table.member(who) is not None:
        raise Refused("already_here")
    if who in table.banned:
        raise Refused("sent_away")
    if not table.free or table.phase != "gathering":
        raise Refused("table_is_full")
    return [facts.Joined(who, bot=False)]


def kick(table: Table, who: str, person: str) -> list[Fact]:
    """Who opened the table, or has been at it longest since, may send people away."""
    before_seating(table, who)
    if table.people[0].person != who:
        raise Refused("not_the_host")
    if person == who or table.member(person) is None:
        raise Refused("nobody_to_send_away")
    return [facts.Left(person, kicked=True)]


def bots_for(chairs: int, taken: Collection[str] = ()) -> list[str]:
    """Names of so many bots that do not sit here yet."""
    names = (f"{BOT}{number}" for number in count(1))
    return [*islice((name for name in names if name not in taken), chairs)]


def fill(table: Table, chance: bytes) -> list[Fact]:
    """Bots in the free chairs; with nobody else to wait for, everybody draws (§1.6)."""
    if not table.free:
        raise Refused("table_is_full")
    bots = bots_for(table.free, {member.person for member in table.members})
    told: list[Fact] = [facts.Joined(bot, bot=True) for bot in bots]
    if len(table.people) == 1:
        told.append(numbers_drawn([*(m.person for m in table.members), *bots], chance))
    return told


def confirm(table: Table, who: str, chance: bytes) -> list[Fact]:
    """When the chairs are taken and all people are there, everybody draws (§1.6)."""
    before_seating(table, who)
    member = member_of(table, who)
    if table.free:
        raise Refused("chairs_are_free")
    if member.ready:
        raise Refused("already_ready")
    told: list[Fact] = [facts.Confirmed(who)]
    if all(other.ready for other in table.members if other is not member):
        told.append(numbers_drawn([other.person for other in table.members], chance))
    return told


def numbers_drawn(people: Sequence[str], chance: bytes) -> facts.Drawn:
    """§1.6: everybody draws a number."""
    words = shuffle.Draw(lot(chance, b"numbers")).words()
    numbers = list(range(1, len(people) + 1))
    shuffle.mix(numbers, words)
    return facts.Drawn(dict(zip(people, numbers, strict=True)))


def choose(table: Table, who: str, seat: str, chance: bytes) -> list[Fact]:
    """§1.6: number 1 chooses his chair."""
    member = member_of(table, who)
    if table.phase != "seating":
        raise Refused("no_seating_now", SEATED_AT)
    if table.paused:
        raise Refused("paused")
    if member.number != 1:
        raise Refused("not_number_one", SEATED_AT)
    if seat not in chairs(table.players):
        raise Refused("no_such_chair", SEATED_AT, seat=seat)
    return seated_at(table, Seat(seat), chance)


def seated_at(table: Table, seat: Seat, chance: bytes) -> list[Fact]:
    """§1.6: number 1 here, the rest clockwise; the first dealer is drawn by lot."""
    around = chairs(table.players)
    first = around.index(seat)
    seats: dict[str, str] = {
        member.person: around[(first + (member.number or 0) - 1) % table.players]
        for member in table.members
    }
    dealer = around[shuffle.below(shuffle.Draw(lot(chance, b"dealer")).words(), table.players)]
    return [facts.Seated(seats, dealer), deal_opened(table, 1, dealer, chance)]


def again(table: Table, who: str, chance: bytes) -> list[Fact]:
    """Another pulya begins when all people want it."""
    member = member_of(table, who)
    if table.phase != "finished":
        raise Refused("pulya_goes_on")
    if table.contest:
        raise Refused("not_in_a_contest")
    if member.ready:
        raise Refused("already_ready")
    told: list[Fact] = [facts.GotReady(who)]
    if all(other.ready for other in table.people if other is not member):
        people = [other.person for other in table.members]
        alone = table.dealt and people[1:] == bots_for(table.players - 1)
        told += [facts.Renewed(), in_order(people) if alone else numbers_drawn(people, chance)]
    return told
