"""Deals played by any players, each with his own view and memory, as a table would run them."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from time import process_time

from benchmarks.opponents import Player
from game.bots import Memory, choose
from game.cards import PACK
from game.preferans.conventions import CONVENTIONS, Convention
from game.preferans.deal import begin
from game.preferans.dealing import dealt
from game.preferans.facts import Deal, Layout
from game.preferans.pulya import ledger, settle
from game.preferans.scoring import Score
from game.preferans.seats import chairs
from game.script import Event, Seat
from game.view import View, empty, fold

TABLES = [(convention, players) for convention in CONVENTIONS.values() for players in (3, 4)]
"""Every convention for three and for four."""


@dataclass(slots=True)
class Chair:
    """A player with what he sees and remembers."""

    seat: Seat
    player: Player
    view: View = field(default_factory=empty)
    memory: Memory = field(default_factory=Memory)

    def see(self, events: list[Event]) -> None:
        for event in events:
            seen = event.seen_by(frozenset((self.seat,)))
            fold(self.view, seen)
            self.memory.see(seen)


@dataclass(slots=True)
class Played:
    """A deal that is over, and the CPU seconds of every answer by the kind of question."""

    score: Score
    deal: Deal
    seconds: dict[str, list[float]]

    def result(self, seat: Seat) -> float:
        """In whists, the deal settled by itself (§8.2)."""
        return float(settle(ledger(self.deal.players, self.score.lines))[seat].result)


def play(convention: Convention, layout: Layout, players: Mapping[Seat, Player]) -> Played:
    """Play a deal; the bot sits where nobody else is named."""
    running, deal = begin(convention, layout)
    around = {s: Chair(s, players.get(s, choose)) for s in chairs(layout.players)}
    seconds: dict[str, list[float]] = defaultdict(list)
    while True:
        news = running.news()
        for chair in around.values():
            chair.see(news)
        if running.ask is None:
            break
        chair, started = around[running.ask.seat], process_time()
        word = chair.player(chair.view, chair.memory)
        seconds[kind(deal, running.ask.what)].append(process_time() - started)
        running.answer(chair.seat, word)
    assert running.result is not None
    return Played(running.result, deal, seconds)


def kind(deal: Deal, what: str) -> str:
    """The question, a card by what is played."""
    if what != "card":
        return what
    if deal.declarer is None:
        return "card in raspasy"
    return "card in misère" if deal.bid is None else "card in a game"


def layout(
    random: Random, convention: Convention, players: int, number: int, streak: int
) -> Layout:
    """Deal `number` of a table, from a shuffled pack."""
    pack = list(PACK)
    random.shuffle(pack)
    packet = random.choice(convention.talon_packets)
    return dealt(pack, packet, players, chairs(players)[number % players], streak)


def pulya(seed: int, deals: int, convention: Convention, players: int) -> Iterator[Played]:
    """Bots at all chairs, deal after deal, runs of raspasy as they come (§6.9)."""
    random, streak = Random(seed), 0
    for number in range(deals):
        played = play(convention, layout(random, convention, players, number, streak), {})
        streak = played.score.streak
        yield played
