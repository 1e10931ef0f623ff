"""What a command comes to at a table: facts, or a refusal that changes nothing.

`chance` is 32 fresh random bytes for each decision; what is drawn by lot here and the secret of a
deal come from it and from nothing else.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from game import shuffle
from game.cards import hand_text, named, sorted_hand
from game.preferans.agreement import check_claim, final_tricks, parties, shows_hand
from game.preferans.conventions import CONVENTIONS, Convention
from game.preferans.deal import VERSION
from game.preferans.dealing import dealt
from game.preferans.seats import chairs
from game.script import Refused, Seat
from lobby import commands, facts
from lobby.commands import Command
from lobby.facts import Fact
from lobby.running import Running
from lobby.table import Member, Table

MOST_DEALS = 60
SEATED_AT = "§1.6"


def opening(who: str, command: commands.Open, chance: bytes) -> list[Fact]:
    """The facts of a new table, at which `who` takes part. Raises `Refused` (bad_table)."""
    if command.rules not in CONVENTIONS:
        raise Refused("bad_table", field="rules")
    if command.players not in (3, 4):
        raise Refused("bad_table", "§1.1", field="players")
    if not 1 <= command.deals <= MOST_DEALS:
        raise Refused("bad_table", field="deals", most=MOST_DEALS)
    for name, value in command.changed.items():
        check_field(CONVENTIONS[command.rules], name, value)
    told: list[Fact] = [
        facts.Opened(command.rules, command.players, command.deals, dict(command.changed)),
        facts.Joined(who, bot=False),
    ]
    if command.bots:
        bots = [bot_name(number) for number in range(1, command.players)]
        told += [facts.Joined(bot, bot=True) for bot in bots]
        told.append(numbers_drawn([who, *bots], chance))
    return told


def check_field(convention: Convention, name: str, value: Any) -> None:
    """Raises `Refused` unless the table may override this field with this value."""
    known = {field.name: field.metadata["rule"] for field in fields(Convention)}
    if name == "name" or name not in known:
        raise Refused("bad_table", field=name)
    if type(getattr(convention, name)) is not bool or type(value) is not bool:
        raise Refused("bad_table", known[name], field=name)


def decide(table: Table, who: str, command: Command, chance: bytes) -> list[Fact]:
    """Raises `Refused`; the codes are listed in docs/protocol.md."""
    match command:
        case commands.Open():
            raise Refused("table_is_open")
        case commands.Join():
            return join(table, who, chance)
        case commands.Leave():
            gathering(table, who)
            return [facts.Left(who)]
        case commands.Fill():
            gathering(table, who)
            return fill(table, chance)
        case commands.Choose(seat):
            return choose(table, who, seat, chance)
        case commands.Answer():
            return answer(table, who, command)
        case commands.Claim():
            return claim(table, who, command)
        case commands.Respond():
            return respond(table, who, command)
        case commands.Ready(number):
            return ready(table, who, number, chance)
        case commands.Close(number):
            return close(table, number)


def member_of(table: Table, who: str) -> Member:
    member = table.member(who)
    if member is None:
        raise Refused("not_at_this_table")
    return member


def gathering(table: Table, who: str) -> None:
    member_of(table, who)
    if table.phase != "gathering":
        raise Refused("already_seated", SEATED_AT)


def join(table: Table, who: str, chance: bytes) -> list[Fact]:
    if table.member(who) is not None:
        raise Refused("already_here")
    if not table.free:
        raise Refused("table_is_full")
    people = [*(member.person for member in table.members), who]
    told: list[Fact] = [facts.Joined(who, bot=False)]
    if table.free == 1:
        told.append(numbers_drawn(people, chance))
    return told


def bot_name(number: int) -> str:
    return f"bot-{number}"


def fill(table: Table, chance: bytes) -> list[Fact]:
    """Bots in the free chairs, and everybody draws (§1.6)."""
    bots = [bot_name(number) for number in range(1, table.free + 1)]
    people = [*(member.person for member in table.members), *bots]
    return [*(facts.Joined(bot, bot=True) for bot in bots), numbers_drawn(people, chance)]


def lot(chance: bytes, about: bytes) -> bytes:
    """Bytes of this decision's chance for one purpose."""
    return hmac.digest(chance, about, hashlib.sha256)


def numbers_drawn(people: Sequence[str], chance: bytes) -> facts.Drawn:
    """§1.6: everybody draws a number."""
    words = shuffle.Draw(lot(chance, b"numbers")).words()
    numbers = list(range(1, len(people) + 1))
    shuffle.mix(numbers, words)
    return facts.Drawn(dict(zip(people, numbers, strict=True)))


def choose(table: Table, who: str, seat: str, chance: bytes) -> list[Fact]:
    """§1.6: number 1 chooses, the rest sit clockwise; the first dealer is drawn by lot."""
    member = member_of(table, who)
    around = chairs(table.players)
    if table.phase != "seating":
        raise Refused("no_seating_now", SEATED_AT)
    if member.number != 1:
        raise Refused("not_number_one", SEATED_AT)
    if seat not in around:
        raise Refused("no_such_chair", SEATED_AT, seat=seat)
    first = around.index(Seat(seat))
    seats = {
        other.person: around[(first + (other.number or 0) - 1) % table.players]
        for other in table.members
    }
    dealer = around[shuffle.below(shuffle.Draw(lot(chance, b"dealer")).words(), table.players)]
    opened = deal_opened(table, 1, dealer, chance)
    return [facts.Seated({**seats}, dealer), opened]


def deal_opened(table: Table, number: int, dealer: Seat, chance: bytes) -> facts.DealOpened:
    """A deal from a fresh secret, shuffled so that anybody can check it afterwards."""
    secret = lot(chance, b"deal")
    name = f"deal {number}"
    pack, packet = shuffle.drawn(secret, [], name, table.convention.talon_packets)
    layout = dealt(pack, packet, table.players, dealer, table.streak)
    return facts.DealOpened(
        number=number,
        dealer=dealer,
        streak=table.streak,
        hands=[hand_text(hand) for hand in layout.hands],
        talon=named(layout.talon),
        secret=secret.hex(),
        commitment=shuffle.commitment(secret, name),
        version=VERSION,
    )


def at_question(table: Table, who: str, deal: int, ask: int) -> tuple[Running, Seat]:
    """The running deal and the person's seat. Raises `Refused` where the question is over."""
    member = member_of(table, who)
    if table.running is None or member.seat is None or table.phase != "playing":
        raise Refused("no_deal_runs")
    if (deal, ask) != (table.running.number, table.running.play.number):
        raise Refused("question_is_over", deal=table.running.number, ask=table.running.play.number)
    return table.running, member.seat


def answer(table: Table, who: str, command: commands.Answer) -> list[Fact]:
    running, seat = at_question(table, who, command.deal, command.ask)
    if table.claim is not None:
        raise Refused("claim_waits", "§5.9")
    if not command.words:
        raise Refused("no_words")
    running.tried(seat, command.words)
    return [facts.Answered(seat, list(command.words))]


def claim(table: Table, who: str, command: commands.Claim) -> list[Fact]:
    running, seat = at_question(table, who, command.deal, command.ask)
    ask, deal = running.play.ask, running.deal
    if table.claim is not None:
        raise Refused("claim_waits", "§5.9")
    if ask is None:
        raise Refused("no_deal_runs")
    check_claim(deal, ask, seat, command.end)
    trick = sum(deal.taken.values())
    if (seat, trick) in table.barred:
        raise Refused("claimed_before", "§5.9")
    waiting = [other for other in parties(deal) if other != seat]
    cards = named(sorted_hand(deal.hands[seat])) if shows_hand(deal, seat) else None
    tricks: dict[str, int] = dict(final_tricks(deal, command.end).items())
    return [facts.Claimed(seat, command.end, trick, tricks, [*waiting], cards)]


def respond(table: Table, who: str, command: commands.Respond) -> list[Fact]:
    _, seat = at_question(table, who, command.deal, command.ask)
    if table.claim is None or seat not in table.claim.waiting:
        raise Refused("no_claim_waits", "§5.9")
    if command.word not in ("yes", "no"):
        raise Refused("no_words")
    return [facts.ClaimAnswered(seat, command.word)]


def ready(table: Table, who: str, number: int, chance: bytes) -> list[Fact]:
    """The next deal opens when everybody is ready."""
    member = member_of(table, who)
    if table.phase != "between" or number != table.number:
        raise Refused("no_deal_to_come")
    if member.ready:
        raise Refused("already_ready")
    told: list[Fact] = [facts.GotReady(who)]
    if all(other.ready for other in table.members if other is not member):
        assert table.dealer is not None
        told.append(deal_opened(table, number + 1, table.dealer, chance))
    return told


def close(table: Table, number: int) -> list[Fact]:
    running = table.running
    if running is None or running.number != number or table.phase != "playing":
        raise Refused("no_deal_runs")
    score = running.play.result
    if score is None:
        raise Refused("deal_not_over")
    return [facts.DealClosed(number, score.wire())]
