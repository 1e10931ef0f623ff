"""What a command comes to at a table: facts, or a refusal that changes nothing.

`chance` is 32 fresh random bytes for each decision; what is drawn by lot and the secret of a deal
come from it and from nothing else. `now` is in milliseconds. The codes of refusals are listed in
docs/protocol.md.
"""

from dataclasses import replace

from game.cards import named, sorted_hand
from game.preferans.agreement import check_claim, final_tricks, parties, shows_hand
from game.preferans.pulya import deals_left
from game.preferans.seats import chairs
from game.script import Refused, Seat
from lobby.table import audience, commands, consent, facts, gathering, obeying
from lobby.table.commands import Command
from lobby.table.due import deadline, last_circle_at, silence_at
from lobby.table.facts import Fact
from lobby.table.opening import deal_opened
from lobby.table.running import Running
from lobby.table.table import Table

TABLE = "table"
"""Who does what the table does by itself."""


def decide(table: Table, who: str, command: Command, chance: bytes, now: int) -> list[Fact]:
    """Raises `Refused`, having changed nothing."""
    match command:
        case commands.Answer():
            not_blind(table, who)
            return answer(table, who, command)
        case commands.Claim():
            not_blind(table, who)
            return claim(table, who, command)
        case commands.Respond():
            not_blind(table, who)
            return respond(table, who, command)
        case commands.Ready(number):
            return ready(table, who, number, chance)
        case commands.Return():
            return come_back(table, who)
        case commands.Propose() | commands.Vote() | commands.Resume():
            return consent.decide(table, who, command)
        case commands.Close(number):
            return close(table, number)
        case commands.TimeUp():
            return time_up(table, chance, now)
        case commands.LastCircle():
            return last_circle(table, now)
        case commands.StandIn():
            return stand_in(table, command, chance)
        case commands.Presence(number, here):
            if table.member(who) is None:
                return audience.lost(table, who, here)
            return [facts.PresenceChanged(who, number, here)]
        case commands.Credit(since):
            return [facts.Credited(since)]
        case commands.Watch() | commands.Unwatch() | commands.Look():
            return audience.decide(table, who, command)
        case commands.Dismiss(person):
            if who == TABLE:
                return audience.barred(table, person)
            return audience.dismiss(table, who, person)
        case (
            commands.Replace()
            | commands.End()
            | commands.Hold()
            | commands.Annul()
            | commands.Adjust()
            | commands.Watchable()
        ):
            return obeying.decide(table, command)
        case _:
            return gathering.decide(table, who, command, chance)


def not_blind(table: Table, who: str) -> None:
    """Raises `Refused` (has_seen_another_hand): a bot plays this deal for such a substitute."""
    if gathering.member_of(table, who).blind and table.phase == "playing":
        raise Refused("has_seen_another_hand")


def at_question(table: Table, who: str, deal: int, ask: int) -> tuple[Running, Seat]:
    """The running deal and the person's seat. Raises `Refused` where the question is over."""
    member = gathering.member_of(table, who)
    if table.running is None or member.seat is None or table.phase != "playing":
        raise Refused("no_deal_runs")
    if (deal, ask) != (table.running.number, table.running.play.number):
        raise Refused("question_is_over", deal=table.running.number, ask=table.running.play.number)
    if table.paused:
        raise Refused("paused")
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
    if table.wish is not None:
        raise Refused("something_waits")
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
    claim = table.claim
    if claim is None or claim.fact.seat != command.claimer or seat not in claim.waiting:
        raise Refused("no_claim_waits", "§5.9")
    if command.word not in ("yes", "no"):
        raise Refused("no_words")
    return [facts.ClaimAnswered(seat, command.word)]


def ready(table: Table, who: str, number: int, chance: bytes) -> list[Fact]:
    """The next deal opens when everybody is ready."""
    member = gathering.member_of(table, who)
    if table.phase != "between" or number != table.number:
        raise Refused("no_deal_to_come")
    if table.paused:
        raise Refused("paused")
    if member.ready:
        raise Refused("already_ready")
    told: list[Fact] = [facts.GotReady(who)]
    if all(other.ready for other in table.members if other is not member):
        assert table.dealer is not None
        told.append(deal_opened(table, number + 1, table.dealer, chance))
    return told


def come_back(table: Table, who: str) -> list[Fact]:
    if not gathering.member_of(table, who).stand_in:
        raise Refused("nobody_stands_in")
    not_blind(table, who)
    return [facts.CameBack(who)]


def close(table: Table, number: int) -> list[Fact]:
    running = table.running
    if running is None or running.number != number or table.phase != "playing":
        raise Refused("no_deal_runs")
    score = running.play.result
    if score is None:
        raise Refused("deal_not_over")
    return [facts.DealClosed(number, score.wire(), table.banks)]


def time_up(table: Table, chance: bytes, now: int) -> list[Fact]:
    """What silence means, for whatever the table waits for."""
    over = deadline(table)
    if over is None or now < over:
        raise Refused("time_is_not_up")
    if over != silence_at(table):
        ask = table.ask
        assert ask is not None
        return [facts.Answered(ask.seat, [ask.otherwise], by="clock")]
    if table.wish is not None:
        return [facts.Voted(table.wish.waiting[0], "no")]
    if table.phase == "seating":
        return gathering.seated_at(table, chairs(table.players)[0], chance)
    if table.phase == "between":
        assert table.dealer is not None
        late = [facts.GotReady(member.person) for member in table.members if not member.ready]
        return [*late, deal_opened(table, table.number + 1, table.dealer, chance)]
    assert table.claim is not None
    return [facts.ClaimAnswered(table.claim.waiting[0], "no")]


def last_circle(table: Table, now: int) -> list[Fact]:
    """§9.1–§9.4: a running deal is finished and does not count.

    The table of a contest hears of it when the contest says so.
    """
    at = last_circle_at(table)
    if table.contest:
        if table.last_circle or table.phase == "finished":
            raise Refused("last_circle_came", "§9.2")
    elif at is None or now < at:
        raise Refused("time_is_not_up")
    running = table.phase == "playing"
    left = deals_left(table.convention, table.players, running)
    return [facts.LastCircleAnnounced(min(table.deals, table.number - running + left))]


def stand_in(table: Table, command: commands.StandIn, chance: bytes) -> list[Fact]:
    """A bot does it for a player who let his time pass."""
    if not gathering.member_of(table, command.person).stand_in:
        raise Refused("nobody_stands_in")
    match command.command:
        case commands.Answer() as inner:
            told = answer(table, command.person, inner)
            return [replace(fact, by="bot") for fact in told if isinstance(fact, facts.Answered)]
        case commands.Respond() as inner:
            return respond(table, command.person, inner)
        case commands.Ready(number):
            return ready(table, command.person, number, chance)
