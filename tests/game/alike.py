"""Two deals that look alike to somebody, given the same public answers.

What a viewer may know is worked out here from the rules (`knows`), not from what is told. As
long as he may know the same of both deals he must have been told the same, byte for byte. From
the first lawful difference on (a talon turned up, a hand laid open) nothing is compared.
"""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

from game.cards import Card, named
from game.preferans.conventions import Convention
from game.preferans.facts import Layout
from game.script import Seat, Viewer
from tests.game.players import Table, shuffled, some_agreement, some_answer


class Leak(AssertionError):
    """A viewer was told what he may not know."""


def knows(table: Table, viewer: Viewer) -> dict[str, list[str]]:
    """The cards that this viewer has lawfully seen by now, beside those played."""
    deal, layout = table.deal, table.layout
    dealt = {
        seat: sorted(named(hand)) for seat, hand in zip(deal.around, layout.hands, strict=True)
    }
    known = {f"hand of {seat}": dealt[seat] for seat in viewer if seat in dealt}
    if deal.declarer is not None:
        known["talon"] = named(layout.talon)  # §3.1
    elif table.answers("call").count("pass") == 3:
        known["talon"] = named(layout.talon[: 1 + (deal.cards_played >= 3)])  # §6.4
    if deal.declarer in viewer:
        known["discard"] = table.answers("discard")  # §3.2
    if deal.sitting in viewer:
        if deal.shown is not None:
            known[f"hand of {deal.shown}"] = dealt[deal.shown]  # §2.9
        said = table.answers("whist", "dealer")
        for word in said:
            if word.startswith("look-") and (deal.convention.dealer_look or said[-1] == "whist"):
                seat = Seat(word.removeprefix("look-"))
                known[f"hand of {seat}"] = dealt[seat]  # §4.9
    if deal.declarer is not None and deal.bid is None:  # §5.7
        blind = deal.around[0] == deal.declarer and not deal.cards_played
        laid = len(table.answers("discard")) == 2 and not blind
    else:
        laid = "open" in table.answers("lie")  # §4.11
    if laid:
        known |= {f"hand of {seat}": dealt[seat] for seat in deal.defenders}
    return known


def twin(dice: Random, layout: Layout, viewer: Viewer, around: tuple[Seat, ...]) -> Layout:
    """The same cards to the viewer, some or all of the others elsewhere."""
    places = [[*hand] for hand in layout.hands] + [[*layout.talon]]
    hidden = [place for seat, place in zip(around, places[:3], strict=True) if seat not in viewer]
    if dice.random() < 0.3:
        hidden.append(places[3])
    if dice.random() < 0.2:
        cards = [card for place in hidden for card in place]
        dice.shuffle(cards)
        for place in hidden:
            place[:] = [cards.pop() for _ in place]
    else:
        for _ in range(dice.choice((0, 1, 1, 2, 4))):
            one, other = dice.sample(hidden, 2)
            swap(dice, one, other)
    first, second, third, talon = (tuple(place) for place in places)
    return replace(layout, hands=(first, second, third), talon=(talon[0], talon[1]))


def swap(dice: Random, one: list[Card], other: list[Card]) -> None:
    here, there = dice.randrange(len(one)), dice.randrange(len(other))
    one[here], other[there] = other[there], one[here]


def compare(first: Table, second: Table, viewer: Viewer, told: int) -> int:
    """Raises `Leak` unless the viewer was told the same since then; returns how much it was."""
    streams = [
        json.dumps([event.seen_by(viewer) for event in table.events[told:]])
        for table in (first, second)
    ]
    if streams[0] != streams[1]:
        raise Leak(f"{sorted(viewer)} sees {streams[0]} or {streams[1]} after {first.words}")
    return len(first.events)


def same_answer(dice: Random, first: Table, second: Table, viewer: Viewer) -> tuple[str, str]:
    """What both are answered: the same words, but for a discard that the viewer does not see.

    Empty where no answer is legal in both.
    """
    eager = 0.4
    ask, other = first.ask, second.ask
    if ask.what == "discard" and ask.seat not in viewer:
        return some_answer(dice, ask, eager), some_answer(dice, other, eager)
    if ask.what == "card" and first.deal.cards_played and dice.random() < 0.02:
        word = some_agreement(dice, first.deal)
        return word, word
    common = tuple(option for option in ask.options if option in other.options)
    word = some_answer(dice, replace(ask, options=common), eager) if common else ""
    return word, word


def play_alike(dice: Random, convention: Convention, players: int, viewer: Viewer) -> list[str]:
    """Play two such deals as long as they look alike; what was asked, `over` at the end.

    Raises `Leak`.
    """
    layout = shuffled(dice, players, dice.choice((0, 0, 1)))
    first = Table(convention, layout)
    second = Table(convention, twin(dice, layout, viewer, first.deal.around))
    told = compare(first, second, viewer, 0)
    reached: list[str] = []
    while first.play.ask is not None:
        reached.append(first.ask.what)
        words = same_answer(dice, first, second, viewer)
        if not all(words):
            return reached
        first.says(words[0])
        second.says(words[1])
        if knows(first, viewer) != knows(second, viewer):
            return reached
        told = compare(first, second, viewer, told)
    return [*reached, "over"]
