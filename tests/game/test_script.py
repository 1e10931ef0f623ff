"""The kernel, with a game of two questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest

from game.script import (
    PUBLIC,
    Ask,
    Event,
    Play,
    Refused,
    Script,
    Seat,
    Secret,
    Tell,
    Wire,
    asked,
)

N, E = Seat("N"), Seat("E")


@dataclass(frozen=True, slots=True)
class Thought(Event):
    name: ClassVar[str] = "thought"
    seat: Seat
    number: Secret
    loud: Wire


def guess(tell: Tell) -> Script[str]:
    """N thinks of a number, E guesses it."""
    number = yield Ask(N, "number", ("1", "2", "3"), "1", "§0.1")
    tell(Thought(N, Secret(frozenset((N,)), number, "?"), "now guess"))
    said = yield Ask(E, "guess", ("1", "2", "3"), "2", "§0.2", hand=N)
    return f"{number} {said}"


def admit(ask: Ask, end: str) -> None:
    if ask.seat != E or end != "enough":
        raise Refused("no_end_here", "§0.3")


def play() -> Play[str]:
    return Play(guess, admit)


def test_a_play_asks_tells_and_comes_to_something() -> None:
    game = play()
    assert (game.ask, game.number, game.result) == (
        Ask(N, "number", ("1", "2", "3"), "1", "§0.1"),
        0,
        None,
    )
    assert [event.name for event in game.news()] == ["asked"]
    assert game.news() == []
    game.answer(N, "3")
    assert [event.name for event in game.news()] == ["thought", "asked"]
    assert game.number == 1
    game.answer(E, "2")
    assert (game.ask, game.number, game.result, game.news()) == (None, 2, "3 2", [])


@pytest.mark.parametrize(
    ("seat", "word", "code", "rule", "detail"),
    [
        (E, "3", "not_your_turn", "§0.1", {"seat": "N"}),
        (N, "4", "not_an_option", "§0.1", {"what": "number", "choice": "4"}),
        (N, "", "not_an_option", "§0.1", {"what": "number", "choice": ""}),
    ],
)
def test_a_refusal_says_why_and_leaves_no_trace(
    seat: Seat, word: str, code: str, rule: str, detail: dict[str, str]
) -> None:
    game = play()
    game.news()
    for refuse in (game.answer, game.check):
        with pytest.raises(Refused) as refused:
            refuse(seat, word)
        assert (refused.value.code, refused.value.rule) == (code, rule)
        assert refused.value.detail == detail
        assert str(refused.value) == code
    assert (game.number, game.news()) == (0, [])
    game.check(N, "1")
    assert (game.number, game.news()) == (0, [])
    game.answer(N, "1")
    assert game.number == 1


def test_when_all_is_over_nobody_is_asked() -> None:
    game = play()
    game.answer(N, "1")
    game.answer(E, "1")
    for refuse in (lambda: game.answer(E, "1"), lambda: game.finish("enough")):
        with pytest.raises(Refused, match="deal_over"):
            refuse()
    assert (game.number, game.result) == (2, "1 1")


def test_an_end_is_admitted_or_refused() -> None:
    game = play()
    with pytest.raises(Refused, match="no_end_here"):
        game.finish("enough")
    game.answer(N, "1")
    with pytest.raises(Refused, match="no_end_here"):
        game.finish("too much")
    game.finish("enough")
    assert (game.ask, game.result) == (None, "1 enough")


def test_a_secret_is_for_those_who_look_from_its_seats() -> None:
    told = Thought(N, Secret(frozenset((N,)), "3", "?"), "now guess")
    open_ = {"event": "thought", "seat": "N", "number": "3", "loud": "now guess"}
    assert told.seen_by(frozenset((N,))) == open_
    assert told.seen_by(frozenset((N, E))) == open_
    assert told.seen_by(frozenset((E,))) == open_ | {"number": "?"}
    assert told.seen_by(PUBLIC) == open_ | {"number": "?"}
    assert told.whole() == open_


def test_that_somebody_is_asked_is_public_and_his_options_are_his() -> None:
    question = asked(Ask(E, "guess", ("1", "2"), "2", "§0.2", hand=N), 7)
    seen = {
        "event": "asked",
        "number": 7,
        "seat": "E",
        "what": "guess",
        "options": ["1", "2"],
        "rule": "§0.2",
        "hand": "N",
    }
    assert question.seen_by(frozenset((E,))) == seen
    assert question.seen_by(frozenset((N,))) == seen | {"options": None}
    assert question.seen_by(PUBLIC) == seen | {"options": None}
