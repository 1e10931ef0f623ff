"""Nobody is told what he may not know: non-interference, and leaks planted to be found."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game import script
from game.cards import named
from game.preferans import bidding, deal, play, talon, whisting
from game.preferans.conventions import CONVENTIONS
from game.preferans.events import HandLaid, HandShown, TalonTaken
from game.preferans.facts import Deal
from game.preferans.seats import chairs
from game.script import PUBLIC, Ask, Asked, Event, Script, Seat, Secret, Tell, Viewer
from game.view import View, empty, fold
from tests.game.alike import Leak, play_alike
from tests.game.players import Table, often, sit, some_deal

EVERYBODY: list[Viewer] = [PUBLIC, *(frozenset((Seat(seat),)) for seat in "NESW")]
SEEDS = st.integers(0, 2**32)
EVERY = st.sampled_from([*CONVENTIONS.values()])


def viewers(players: int) -> list[Viewer]:
    return [PUBLIC, *(frozenset((seat,)) for seat in chairs(players))]


@often
@given(seed=SEEDS, convention=EVERY, players=st.sampled_from((3, 4)), looks=st.booleans())
def test_deals_that_look_alike_are_told_alike(
    seed: int, convention: Any, players: int, looks: bool
) -> None:
    for viewer in viewers(players):
        play_alike(Random(seed), replace(convention, dealer_look=looks), players, viewer)


def test_deals_look_alike_for_long() -> None:
    """The property above gets to every question and to the end, for every kind of viewer."""
    reached: dict[str, set[str]] = defaultdict(set)
    for seed in range(400):
        for players in (3, 4):
            for viewer in viewers(players):
                dice = Random(f"{seed} {players} {viewer}")
                convention = dice.choice([*CONVENTIONS.values()])
                where = f"{'somebody' if viewer else 'the public'} of {players}"
                reached[where] |= {*play_alike(dice, convention, players, viewer)}
    asked = {"call", "discard", "contract", "whist", "lie", "card", "over"}
    assert reached == {
        "the public of 3": asked,
        "somebody of 3": asked,
        "the public of 4": asked | {"invitation", "dealer"},
        "somebody of 4": asked | {"invitation", "dealer"},
    }


# --- planted leaks ----------------------------------------------------------------------------


def hands_for_all(_: frozenset[Seat], cards: list[Any]) -> Secret:
    return Secret(frozenset(), named(cards), named(cards))


def first_card_for_all(of: frozenset[Seat], cards: list[Any]) -> Secret:
    return Secret(of, named(sorted(cards)), named(sorted(cards))[0])


def discard_for_all(of: frozenset[Seat], name: str) -> Secret:
    return Secret(of, name, name)


def suit_of_the_discard(of: frozenset[Seat], name: str) -> Secret:
    return Secret(of, name, name[1])


def asked_with(back: Callable[[Ask], Any]) -> Callable[[Ask, int], Asked]:
    def asked(ask: Ask, number: int) -> Asked:
        options = Secret(frozenset((ask.seat,)), [*ask.options], back(ask))
        return Asked(number, ask.seat, ask.what, options, ask.rule, ask.hand)

    return asked


def talon_first(of_deal: Deal, tell: Tell) -> Script[Any]:
    tell(TalonTaken(of_deal.dealer, named(of_deal.layout.talon)))
    return (yield from WHOLE_DEAL(of_deal, tell))


def talon_before_raspasy(of_deal: Deal, tell: Tell) -> Script[None]:
    tell(TalonTaken(of_deal.dealer, named(of_deal.layout.talon)))
    yield from RASPASY(of_deal, tell)


def all_hands_laid(of_deal: Deal, tell: Tell) -> Script[None]:
    yield from LAY(of_deal, tell)
    if of_deal.open_hands and of_deal.declarer is not None:
        tell(HandLaid(of_deal.declarer, named(of_deal.hands[of_deal.declarer])))


def discard_when_put_away(of_deal: Deal, tell: Tell, moment: str) -> None:
    PUT_AWAY(of_deal, tell, moment)
    tell(HandLaid(of_deal.dealer, named(of_deal.discard)))


WHOLE_DEAL, RASPASY, LAY, PUT_AWAY = deal.whole_deal, deal.raspasy, play.lay, play.put_away

LEAKS: dict[str, tuple[object, str, object]] = {
    "the hands": (deal, "cards_for", hands_for_all),
    "a card of each hand": (deal, "cards_for", first_card_for_all),
    "the hand shown at an invitation": (bidding, "cards_for", hands_for_all),
    "the hand that the dealer looks at": (whisting, "cards_for", hands_for_all),
    "the talon": (deal, "whole_deal", talon_first),
    "the second card of the talon in raspasy": (deal, "raspasy", talon_before_raspasy),
    "the discard": (talon, "Secret", discard_for_all),
    "the suit of the discard": (talon, "Secret", suit_of_the_discard),
    "the discard when it is put away": (play, "put_away", discard_when_put_away),
    "the declarer's hand in open play": (play, "lay", all_hands_laid),
    "the options": (script, "asked", asked_with(lambda ask: [*ask.options])),
    "the number of options": (script, "asked", asked_with(lambda ask: len(ask.options))),
    "that there is no choice": (script, "asked", asked_with(lambda ask: len(ask.options) == 1)),
    "what silence means": (script, "asked", asked_with(lambda ask: ask.otherwise)),
}


@pytest.mark.parametrize(("place", "name", "leak"), LEAKS.values(), ids=LEAKS)
def test_a_planted_leak_is_found(
    place: object, name: str, leak: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(place, name, leak)
    found: set[bool] = set()
    for seed in range(3000):
        dice = Random(seed)
        convention = dice.choice([*CONVENTIONS.values()])
        players = dice.choice((3, 4))
        viewer = dice.choice(viewers(players))
        try:
            play_alike(dice, convention, players, viewer)
        except Leak:
            found.add(bool(viewer))
        if found == {False, True}:
            return
    pytest.fail(f"found from a seat, found by the public: {found}")


def test_each_secret_is_for_those_whom_it_concerns() -> None:
    """By name: which seats see the secret fields of an event. Nothing else is secret."""
    concerned: dict[str, set[str]] = defaultdict(set)
    for seed in range(300):
        convention = [*CONVENTIONS.values()][seed % 3]
        table = some_deal(Random(seed), convention, 4, agree=0.05)
        dealer = table.deal.dealer
        for event in table.events:
            for field, value in vars_of(event).items():
                if isinstance(value, Secret):
                    of = {"dealer" if seat == dealer else "seat" for seat in value.of}
                    concerned[f"{event.name}.{field}"] |= of
                    assert event.whole()["seat"] in value.of
                    assert len(value.of) == (2 if isinstance(event, HandShown) else 1)
    assert concerned == {
        "hand_dealt.cards": {"seat"},
        "hand_shown.cards": {"seat", "dealer"},
        "discarded.card": {"seat"},
        "asked.options": {"seat", "dealer"},
    }


def vars_of(event: Event) -> dict[str, object]:
    return {name: getattr(event, name) for name in type(event).__slots__}


def test_a_closed_look_is_seen_by_the_dealer_and_the_owner_only() -> None:
    """§4.9: W looks at the hand of E."""
    table = sit().says("6S pass pass -8H -7H 6S pass half pass look-E")
    shown = [
        {viewer: seen["cards"]}
        for viewer in ("N", "E", "S", "W", "")
        for seen in table.seen(*viewer)
        if seen["event"] == "hand_shown"
    ]
    hand = ["AC", "KC", "QC", "JC", "TC", "7C", "AD", "KD", "QD", "JD"]
    assert shown == [{"N": 10}, {"E": hand}, {"S": 10}, {"W": hand}, {"": 10}]


def test_a_hand_shown_at_an_invitation_is_seen_by_the_dealer_and_the_owner_only() -> None:
    table = sit().says("invite")
    for viewer in ("N", "E", "S", "W", ""):
        seen = next(seen for seen in table.seen(*viewer) if seen["event"] == "hand_shown")
        assert isinstance(seen["cards"], list if viewer and viewer in "NW" else int)


# --- what a screen keeps ----------------------------------------------------------------------


def cards_in(view: View) -> set[str]:
    """Every card that a screen could show."""
    tricks = [*view["trick"], *(view["last"]["cards"] if view["last"] else [])]
    hands = [card for hand in view["cards"].values() for card in hand["known"] or []]
    return {*hands, *view["talon"], *view["discard"], *(played["card"] for played in tricks)}


@often
@given(seed=SEEDS, convention=EVERY, players=st.sampled_from((3, 4)))
def test_a_screen_keeps_no_more_than_one_may_look_at(
    seed: int, convention: Any, players: int
) -> None:
    """§5.5: of the tricks the last; §3.6: the discard until it is put away."""
    table = some_deal(Random(seed), convention, players, agree=0.0)
    discard = {*named(table.deal.discard)}
    for viewer in viewers(players):
        view = empty()
        gone: list[set[str]] = []
        put_away = False
        for event in table.events:
            fold(view, event.seen_by(viewer))
            match event.name:
                case "trick_taken":
                    assert view["last"] is not None
                    gone.append({played["card"] for played in view["last"]["cards"]})
                    assert len(gone[-1]) == 3 or len(gone) <= 2  # and a talon card
                case "discard_put_away":
                    put_away = True
                case "deal_scored":
                    assert view["taken"] == table.score.tricks
            if put_away:
                assert view["discard"] == []
                assert not discard & cards_in(view)
            elif table.deal.declarer not in viewer:
                assert view["discard"] == []
            for trick in gone[:-1]:
                assert not trick & cards_in(view)
        assert (view["phase"], view["ask"]) == ("over", None)


@often
@given(seed=SEEDS, convention=EVERY, players=st.sampled_from((3, 4)))
def test_a_screen_shows_hands_as_they_are(seed: int, convention: Any, players: int) -> None:
    """At every question, whoever looks: the number of cards, and the cards that one knows."""
    table = some_deal(Random(seed), convention, players, agree=0.0)
    again = Table(table.convention, table.layout)
    views = {viewer: empty() for viewer in viewers(players)}
    told = 0
    for word in [*table.words, ""]:
        for viewer, view in views.items():
            for event in again.events[told:]:
                fold(view, event.seen_by(viewer))
            assert [*view["cards"]] == [*again.deal.around]
            for seat, hand in view["cards"].items():
                assert hand["count"] == len(again.deal.hands[seat])
                if hand["known"] is not None:
                    assert sorted(hand["known"]) == sorted(named(again.deal.hands[seat]))
                else:
                    assert seat not in viewer
            assert view["taken"] == again.deal.taken
        told = len(again.events)
        again.says(word)
