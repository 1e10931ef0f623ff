"""How many auctions and whisting dialogues there are: golden numbers, and an enumerator that
knows nothing of `game`.
"""

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.preferans.contracts import LADDER, STEP
from game.preferans.facts import Deal, Whisted, Whisting, opened
from game.preferans.whisting import dialogue
from game.script import Ask, Play, Seat
from tests.game.arbiter import GOLDEN
from tests.game.players import RULES, Table, often, sit
from tests.oracle import auctions, whisting

COUNTS = json.loads((Path(__file__).parents[1] / "golden" / "counts.json").read_text())


def cases(kind: str) -> list[tuple[str, int, int, int]]:
    """Convention, players, streak or level, number."""
    return [
        (rules, int(players), int(key), number)
        for rules, by_players in COUNTS[kind].items()
        for players, by_key in by_players.items()
        for key, number in by_key.items()
    ]


def terms(table: Table, half_misere: bool) -> auctions.Terms:
    return auctions.Terms(
        players=table.layout.players,
        streak=table.layout.streak,
        hold_mandatory=table.convention.hold_mandatory,
        half_misere=half_misere,
        nine_ends_auction=table.convention.nine_ends_auction,
    )


def again(table: Table, words: tuple[str, ...]) -> Table:
    return Table(table.convention, table.layout).says(" ".join(words))


def in_auction(table: Table) -> bool:
    return table.play.ask is not None and table.ask.what in ("call", "invitation")


def test_the_golden_numbers_contain_the_published_ones() -> None:
    published = json.loads((GOLDEN / "counts.json").read_text())
    for kind, by_rules in published.items():
        for rules, by_players in by_rules.items():
            for players, by_key in by_players.items():
                assert COUNTS[kind][rules][players] == by_key
    assert {rules for rules, *_ in cases("auctions")} == {*RULES}
    assert {rules for rules, *_ in cases("whisting")} == {*RULES}


# --- auctions ---------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["fspr-2006", "fspr-code-6"])
@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("streak", [0, 1])
def test_every_auction_where_the_hold_is_a_duty(rules: str, players: int, streak: int) -> None:
    """Word for word the auctions of the enumerator, and the same declarer, bid and bargain."""
    start = sit(rules, players, streak=streak)
    rest: list[tuple[str, ...]] = [()]
    found: set[tuple[str, ...]] = set()
    while rest:
        table = again(start, rest.pop())
        said = tuple(table.words)
        if in_auction(table):
            rest.extend((*said, word) for word in table.ask.options)
            continue
        found.add(said)
        verdict = auctions.verdict(said)
        hands = dict(enumerate(table.deal.around, start=1))
        bid = None if table.deal.bid is None else LADDER[table.deal.bid]
        assert table.deal.declarer == (hands[verdict.hand] if verdict.hand else None)
        assert bid == (None if verdict.bid == "misere" else verdict.bid)
        assert table.deal.shared == verdict.half
        assert table.deal.shown == (hands[verdict.shown] if verdict.shown else None)
    expected = auctions.auctions(terms(start, start.convention.half_misere))
    assert found == {*expected}


def state(words: tuple[str, ...]) -> tuple[object, ...]:
    """All that the rest of an auction may depend on, read off its words."""
    said = auctions.calls(words)
    live = [call for call in said if call.word != "pass"]
    named = [call.word for call in live if call.word != "here"]
    return (
        auctions.turn(said),
        frozenset(call.hand for call in said if call.word == "pass"),
        frozenset(call.hand for call in said),
        frozenset(call.hand for call in said if call.word == "misere"),
        live[-1].hand if live else None,
        named[-1] if named else None,
        "invite" in words,
        words[-1] if words and words[-1] in ("invite", "yes", "no") else None,
    )


def number_of_auctions(start: Table) -> int:
    """Walk the script; where it has been in the same state before, do not walk again."""
    known: dict[tuple[object, ...], int] = {}

    def count(words: tuple[str, ...]) -> int:
        table = again(start, words)
        if not in_auction(table):
            return 1
        key = state(words)
        if key not in known:
            known[key] = sum(count((*words, word)) for word in table.ask.options)
        return known[key]

    return count(())


@pytest.mark.parametrize(("rules", "players", "streak", "number"), cases("auctions"))
def test_number_of_auctions(rules: str, players: int, streak: int, number: int) -> None:
    start = sit(rules, players, streak=streak, half_misere=False)
    assert number_of_auctions(start) == number == auctions.count(terms(start, False))


@pytest.mark.parametrize(("rules", "players", "streak", "number"), cases("invitations"))
def test_number_of_auctions_with_invitations(
    rules: str, players: int, streak: int, number: int
) -> None:
    start = sit(rules, players, streak=streak)
    half_misere = start.convention.half_misere
    assert number_of_auctions(start) == number == auctions.count(terms(start, half_misere))


@pytest.mark.parametrize("hold_mandatory", [False, True])
@pytest.mark.parametrize("streak", [0, 2])
def test_number_of_auctions_where_a_nine_ends_them(hold_mandatory: bool, streak: int) -> None:
    fields = {"hold_mandatory": hold_mandatory, "nine_ends_auction": True}
    start = sit("fspr-2006", streak=streak, **fields)
    assert number_of_auctions(start) == auctions.count(terms(start, True))


@often
@given(
    seed=st.integers(0, 10**9),
    players=st.sampled_from((3, 4)),
    streak=st.sampled_from((0, 1, 5)),
    flags=st.tuples(st.booleans(), st.booleans(), st.booleans()),
)
def test_any_auction_is_asked_as_the_enumerator_asks(
    seed: int, players: int, streak: int, flags: tuple[bool, bool, bool]
) -> None:
    hold, half, nine = flags
    fields = {"hold_mandatory": hold, "half_misere": half, "nine_ends_auction": nine}
    table = sit("festival-2011", players, streak=streak, **fields)
    dice = Random(seed)
    eager = dice.random()
    while in_auction(table):
        options = auctions.legal(table.words, terms(table, half))
        assert {*table.ask.options} == {*options}
        assert len(table.ask.options) == len(options)
        active = [word for word in options if word != "pass"] or ["pass"]
        table.says(dice.choice(active) if dice.random() < eager else dice.choice(options))
    assert auctions.legal(table.words, terms(table, half)) == ()


# --- whisting ---------------------------------------------------------------------------------

ENDS = {
    "A": (Whisting.BOTH, None, None),
    "B": (Whisting.LONE, "W1", "W1"),
    "C": (Whisting.LONE, "W2", "W2"),
    "D": (Whisting.RETURNED, "W2", "W2"),
    "E": (Whisting.DEALER, "dealer", "hand"),
    "F": (Whisting.HALF, "W1", None),
    "G": (Whisting.RETURNED, "W1", "W1"),
    "H": (Whisting.DEALER, "dealer", "hand"),
    "I": (Whisting.HALF, "W2", None),
    "J": (Whisting.NOBODY, None, None),
    "K": (Whisting.RETURNED, "W1", "W1"),
    "L": (Whisting.DEALER, "dealer", "hand"),
    "M": (Whisting.NOBODY, None, None),
}
"""The letters of the enumerator as the script puts them: how, who whists, with whose hand."""


def refuse(_: Ask, end: str) -> None:
    raise AssertionError(end)


def walk(
    table: Table, level: int, declarer: str, shown: str | None
) -> dict[tuple[str, ...], Whisted]:
    """Every complete dialogue of the script, and what it comes to."""

    def start(words: tuple[str, ...]) -> Play[Whisted]:
        deal: Deal = opened(table.convention, table.layout)
        deal.declarer, deal.bid = Seat(declarer), STEP[f"{level}S"]
        deal.shown = None if shown is None else Seat(shown)
        play = Play(lambda tell: dialogue(deal, tell), refuse)
        for word in words:
            assert play.ask is not None
            play.answer(play.ask.seat, word)
        return play

    rest: list[tuple[str, ...]] = [()]
    found: dict[tuple[str, ...], Whisted] = {}
    while rest:
        words = rest.pop()
        play = start(words)
        if play.ask is None:
            assert play.result is not None
            found[words] = play.result
        else:
            rest.extend((*words, word) for word in play.ask.options)
    return found


@pytest.mark.parametrize(("rules", "players", "level", "number"), cases("whisting"))
def test_number_of_whisting_dialogues(rules: str, players: int, level: int, number: int) -> None:
    table = sit(rules, players)
    returns = table.convention.pass_pass_return_67
    for declarer in "NES":
        assert len(walk(table, level, declarer, None)) == number
    assert whisting.count(level, players, returns) == number


@cache
def pair(players: int, declarer: str) -> tuple[str, str]:
    ring = "NES"
    place = ring.index(declarer)
    return ring[(place + 1) % 3], ring[(place + 2) % 3]


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("declarer", [*"NES"])
@pytest.mark.parametrize(
    ("players", "shown"),
    [(3, None), (4, None), (4, "N"), (4, "E"), (4, "S")],  # nobody is invited at three (§2.9)
)
def test_every_whisting_dialogue_comes_to_what_the_enumerator_says(
    rules: str, players: int, declarer: str, shown: str | None
) -> None:
    """§4.15, and §4.14 where the dealer of four was shown a hand at an invitation."""
    table = sit(rules, players)
    returns = table.convention.pass_pass_return_67
    w1, w2 = pair(players, declarer)
    for level in range(6, 11):
        found = walk(table, level, declarer, shown)
        expected = dict(whisting.dialogues(level, players, returns, (w1, w2), shown))
        assert found.keys() == expected.keys()
        for words, letter in expected.items():
            looks = [word.removeprefix("look-") for word in words if word.startswith("look-")]
            people: dict[str | None, Any] = {None: None, "W1": w1, "W2": w2, "dealer": "W"}
            people["hand"] = looks[-1] if looks else None
            how, by, hand = ENDS[letter]
            assert found[words] == Whisted(how, people[by], people[hand])
