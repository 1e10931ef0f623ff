"""How the tests speak: a deal from a few words, played by a few more, or at random."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from hypothesis import settings

from game.cards import PACK
from game.notation import OWN_HEADERS, Text, read
from game.preferans.conventions import CONVENTIONS, Convention
from game.preferans.deal import DealPlay, begin
from game.preferans.facts import Deal, Layout, Whisting
from game.preferans.scoring import Score
from game.preferans.seats import chairs
from game.script import PUBLIC, Ask, Event, Seat, Viewer

often = settings(max_examples=max(250, settings().max_examples))
"""For properties that take a millisecond."""

RULES = tuple(CONVENTIONS)
TALON = "8H 7H"
FIRST, SECOND, THIRD = "AKQJT987.98.-.-", "-.AKQJT7.AKQJ.-", "-.-.T987.AKQJT9"
"""The hands of the deal that is used where the cards do not matter."""


@dataclass(slots=True)
class Table:
    """A deal being played: everything that was asked and answered, everything that was told."""

    convention: Convention
    layout: Layout
    play: DealPlay = field(init=False)
    deal: Deal = field(init=False)
    said: list[tuple[Ask, str]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.play, self.deal = begin(self.convention, self.layout)
        self.events += self.play.news()

    def says(self, words: str) -> Table:
        """Whoever is asked says the next of these words; `=7` ends the play by agreement."""
        for word in words.split():
            ask = self.ask
            if word.startswith("="):
                self.play.finish(word)
            else:
                self.play.answer(ask.seat, word)
            self.said.append((ask, word))
            self.events += self.play.news()
        return self

    @property
    def ask(self) -> Ask:
        assert self.play.ask is not None, "the deal is over"
        return self.play.ask

    @property
    def options(self) -> str:
        """The legal words in one line, in any order but always the same."""
        return " ".join(sorted(self.ask.options))

    @property
    def words(self) -> list[str]:
        return [word for _, word in self.said]

    @property
    def score(self) -> Score:
        assert self.play.result is not None, "the deal is not over"
        return self.play.result

    def answers(self, *what: str) -> list[str]:
        """The answers to these kinds of questions."""
        return [word for ask, word in self.said if ask.what in what]

    def told(self, name: str) -> list[Event]:
        """The events of this name."""
        return [event for event in self.events if event.name == name]

    def seen(self, *seats: str) -> list[dict[str, Any]]:
        """All events as they are seen from these seats; from none, by the public."""
        viewer: Viewer = frozenset(map(Seat, seats)) if seats else PUBLIC
        return [event.seen_by(viewer) for event in self.events]


def sit(
    rules: str = "festival-2011",
    players: int = 4,
    *,
    dealer: str = "",
    streak: int = 0,
    hands: str = "",
    talon: str = TALON,
    **fields: Any,
) -> Table:
    """A table of N, E, S and, at four, W, who deals; `fields` are those of the convention.

    Hands are given as the notation gives them; without them N is the first hand, E the second,
    S the third, and they hold FIRST, SECOND, THIRD.
    """
    dealer = dealer or ("W" if players == 4 else "S")
    hands = hands or f"N:{FIRST} E:{SECOND} S:{THIRD}"
    values = (rules, str(players), dealer, str(streak), hands, talon)
    convention, layout = read(Text(dict(zip(OWN_HEADERS, values, strict=True))))
    return Table(replace(convention, **fields), layout)


# --- at random --------------------------------------------------------------------------------


def shuffled(dice: Random, players: int, streak: int = 0) -> Layout:
    """Any layout."""
    pack = list(PACK)
    dice.shuffle(pack)
    first, second, third = tuple(pack[:10]), tuple(pack[10:20]), tuple(pack[20:30])
    dealer = dice.choice(chairs(players))
    return Layout(players, dealer, (first, second, third), (pack[30], pack[31]), streak)


def some_answer(dice: Random, ask: Ask, eager: float) -> str:
    """One of the options. The eager seldom pass a call; contracts stay near the bid."""
    match ask.what:
        case "call":
            active = [option for option in ask.options if option != "pass"] or ["pass"]
            return dice.choice(active) if dice.random() < eager else ask.otherwise
        case "contract":
            return min(dice.choices(ask.options, k=4), key=ask.options.index)
        case _:
            return dice.choice(ask.options)


def some_agreement(dice: Random, deal: Deal) -> str:
    """Words for any end that can be agreed on now, as the notation describes them."""
    final = dict(deal.taken)
    leads = max(0, 2 - deal.cards_played // 3)
    sharing = [*deal.around]
    for _ in range(10 - sum(final.values())):
        dealer = deal.sitting
        may_lead = deal.declarer is None and dealer is not None and leads > 0
        taker = dice.choice([*sharing, dealer] if may_lead and dealer else sharing)
        leads -= taker == dealer
        final[taker] += 1
    if deal.declarer is None:
        told = [seat for seat in chairs(deal.players) if seat in sharing or final[seat]]
        return "=" + ",".join(f"{seat}{final[seat]}" for seat in told)
    word = f"={final[deal.declarer]}"
    if deal.whisted is not None and deal.whisted.how is Whisting.BOTH:
        pair = [seat for seat in chairs(deal.players) if seat in deal.defenders]
        word += "".join(f",{seat}{final[seat]}" for seat in pair)
    return word


def some_deal(
    dice: Random, convention: Convention, players: int, streak: int = 0, agree: float = 0.01
) -> Table:
    """A deal played to its end at random; at each card after the first it may be agreed."""
    table = Table(convention, shuffled(dice, players, streak))
    eager = dice.choice((0.25, 0.4, 0.5, 0.8))
    while table.play.ask is not None:
        agreed = table.ask.what == "card" and table.deal.cards_played and dice.random() < agree
        if agreed:
            table.says(some_agreement(dice, table.deal))
        else:
            table.says(some_answer(dice, table.ask, eager))
    return table
