"""How facts make a table: `evolve` takes one in and never fails; `wind` sets the clock after it."""

from dataclasses import replace

from game.preferans import pulya
from game.preferans.conventions import CONVENTIONS
from game.preferans.seats import after, chairs
from game.script import Seat
from lobby.table import audience, facts, obeyed, timing
from lobby.table.facts import Fact
from lobby.table.running import Past, Running
from lobby.table.table import Earlier, Member, Pending, Table, Wish, missed


def opened(fact: facts.Opened) -> Table:
    """The table that the first entry of a stream opens."""
    convention = replace(CONVENTIONS[fact.rules], **fact.changed)
    return Table(
        convention,
        dict(fact.changed),
        fact.players,
        fact.deals,
        agreed=fact.deals,
        minutes=fact.minutes,
        pace=fact.pace,
        absent="wait" if fact.absent == "wait" else "bot",
        listed=fact.listed,
        dealt=fact.dealt,
        contest=fact.contest,
        watching=fact.watching,
        watchable=fact.watching,
        delay=fact.delay,
    )


def evolve(table: Table, fact: Fact, at: int) -> None:
    """Take a fact, written at this time, into the table."""
    match fact:
        case facts.Opened():
            raise ValueError("a table is opened once")
        case facts.Joined(person, bot):
            table.members.append(Member(person, bot, ready=bot))
            audience.left(table, person)
            table.waits_since = at
        case facts.Left(person, kicked):
            if kicked:
                table.banned.add(person)
            table.members = [member for member in table.members if member.person != person]
            for member in table.people:
                member.ready = False
        case facts.Drawn(numbers):
            table.waits_since = at
            for member in table.members:
                member.number = numbers[member.person]
        case facts.Seated(seats, dealer):
            seated(table, seats, Seat(dealer))
        case facts.DealOpened():
            deal_opened(table, fact, at)
        case facts.Answered():
            answered(table, fact)
        case facts.Claimed():
            claimed(table, fact, at)
        case facts.ClaimAnswered(seat, word):
            claim_answered(table, seat, word)
        case facts.DealClosed():
            deal_closed(table, fact, at)
        case facts.GotReady(person) | facts.Confirmed(person):
            for member in table.members:
                member.ready = member.ready or member.person == person
        case facts.Renewed():
            renewed(table)
        case facts.LastCircleAnnounced(deals):
            table.deals, table.last_circle = deals, True
        case facts.Proposed():
            table.wish = Wish(fact, [*fact.waiting], at)
        case facts.Voted(person, word):
            voted(table, person, word)
        case facts.Resumed():
            table.paused = False
        case facts.CameBack(person):
            for member in table.members:
                if member.person == person:
                    back(table, member)
        case facts.PresenceChanged():
            presence_changed(table, fact, at)
        case facts.Credited(since):
            if table.clocks is not None:
                timing.credit(table.clocks, since, at)
            table.waits_since = max(table.waits_since, at)
            for waiting in (table.wish, table.claim):
                if waiting is not None:
                    waiting.since = max(waiting.since, at)
        case _:
            obeyed.evolve(table, fact, at)


def claimed(table: Table, fact: facts.Claimed, at: int) -> None:
    assert table.running is not None
    table.claim, table.refused_by = Pending(fact, [*fact.waiting], at), None
    if fact.cards is not None:
        table.running.shown_at = len(table.running.answers)


def seated(table: Table, seats: dict[str, str], dealer: Seat) -> None:
    table.dealer = dealer
    for member in table.members:
        member.seat = Seat(seats[member.person])
    if table.pace:
        table.clocks = timing.clocks_of(timing.PACES[table.pace], chairs(table.players))
        table.clocks.away = {m.seat for m in table.members if m.away and m.seat is not None}


def deal_opened(table: Table, fact: facts.DealOpened, at: int) -> None:
    table.running = Running(table.convention, table.players, fact)
    table.dealer = Seat(fact.dealer)
    table.began = table.began or at
    table.barred.clear()
    table.unheard.clear()
    table.wish = table.refused_by = None
    for member in table.members:
        member.ready, member.blind = member.bot, False
    audience.sits_down(table)


def answered(table: Table, fact: facts.Answered) -> None:
    """Three time-outs in a row, and the stated action follows; an own answer ends the row."""
    assert table.running is not None
    table.running.answers += fact.words
    table.wish = table.refused_by = None
    table.unheard.clear()
    member = table.at(Seat(fact.seat))
    assert member is not None
    if fact.by == "player":
        member.timeouts, member.stand_in = 0, ""
    elif fact.by == "clock":
        member.timeouts += 1
        if member.timeouts >= timing.TIMEOUTS:
            member.stand_in = table.absent


def claim_answered(table: Table, seat: str, word: str) -> None:
    """Agreed by all, a claim is the last answer of the deal; refused, it is barred (§5.9)."""
    assert table.claim is not None
    assert table.running is not None
    claim = table.claim.fact
    if word == "no":
        table.barred.add((claim.seat, claim.trick))
        table.claim, table.refused_by = None, seat
        return
    table.claim.waiting.remove(seat)
    if not table.claim.waiting:
        table.running.answers.append(claim.end)
        table.claim = None


def deal_closed(table: Table, fact: facts.DealClosed, at: int) -> None:
    assert table.running is not None
    assert table.dealer is not None
    table.past.append(Past(table.running.opened, tuple(table.running.answers), fact.result))
    table.streak = fact.result["streak"]
    table.dealer = after(table.dealer, table.players)  # §1.5
    obeyed.deal_over(table, at)
    table.take_banks(fact.banks)


def renewed(table: Table) -> None:
    """Everything but the people and what they agreed on begins anew."""
    table.earlier.append(Earlier(table.pulya, tuple(table.past), results(table)))
    table.pulya += 1
    table.deals = table.agreed
    table.past, table.running, table.dealer, table.streak = [], None, None, 0
    table.clocks, table.asked, table.began, table.last_circle = None, None, 0, False
    table.behind, table.seen = {}, {}
    for member in table.members:
        member.number, member.seat, member.ready = None, None, member.bot


def voted(table: Table, person: str, word: str) -> None:
    """Agreed by all, the wish comes true; refused by one, it is forgotten."""
    assert table.wish is not None
    if word == "no":
        table.unheard.add((table.wish.fact.person, table.wish.fact.wish))
        table.wish = None
        return
    table.wish.waiting.remove(person)
    if table.wish.waiting:
        return
    match table.wish.fact.wish:
        case "pause":
            table.paused = True
        case "undo":
            assert table.running is not None
            table.running.take_back(table.wish.fact.answers)
        case _:
            absent = table.member(table.wish.fact.absent)
            assert absent is not None
            if missed(absent):
                absent.stand_in = "bot"
    table.wish = None


def back(table: Table, member: Member) -> None:
    """He takes his cards back; nobody has to stand in for him. Time-outs before it still count."""
    if member.stand_in and not member.blind:
        member.stand_in, member.timeouts = "", 0
    if table.wish is not None and table.wish.fact.absent == member.person:
        table.wish = None


def results(table: Table) -> dict[str, str]:
    """The settlement of what is written, by person."""
    settled = pulya.settle(pulya.ledger(table.players, table.lines))
    return {m.person: str(settled[m.seat].result) for m in table.members if m.seat is not None}


def presence_changed(table: Table, fact: facts.PresenceChanged, at: int) -> None:
    """Somebody is there again, or not; who is back takes his cards back from the bot."""
    for member in table.members:
        if member.person == fact.person and fact.number >= member.connection:
            member.connection, member.away = fact.number, not fact.here
            if fact.here:
                back(table, member)
            if table.clocks is not None and member.seat is not None:
                timing.set_away(table.clocks, member.seat, member.away, at)


def wind(table: Table, at: int) -> None:
    """Set the clock for whoever is asked now; to be called after each entry of a running deal."""
    clocks, ask = table.clocks, table.ask
    if clocks is None or table.running is None:
        return
    asked = None if ask is None else (table.running.number, table.running.play.number)
    if asked != table.asked:
        timing.charge(clocks, at)
        table.asked = asked
        if ask is not None:
            timing.start(clocks, ask.seat, at)
    member = table.at(clocks.seat) if clocks.seat is not None else None
    waits = member is not None and (member.stand_in != "" or member.bot)
    if table.paused or table.claim is not None or waits or table.asleep:
        timing.stop(clocks, at)
    else:
        timing.go_on(clocks, at)
