"""Bots play whole deals against each other and against chance: always one of the options."""

from random import Random

import pytest

from game import shuffle
from game.bots import Memory, choose, respond
from game.preferans.conventions import CONVENTIONS
from game.preferans.deal import begin
from game.preferans.dealing import dealt
from game.preferans.seats import chairs
from game.script import Seat
from game.view import View, empty, fold


def bot_deal(rules: str, players: int, number: int, wild: float) -> list[str]:
    """A deal of bots, each of which answers at random with this chance; the answers."""
    dice, convention = Random(number), CONVENTIONS[rules]
    pack, packet = shuffle.drawn(number.to_bytes(32, "big"), [], "deal", convention.talon_packets)
    around = chairs(players)
    layout = dealt(pack, packet, players, around[number % players], number % 4)
    play, _ = begin(convention, layout)
    memories: dict[Seat, Memory] = {seat: Memory() for seat in around}
    views: dict[Seat, View] = {seat: empty() for seat in around}
    answers = []
    while True:
        for event in play.news():
            for seat in around:
                seen = event.seen_by(frozenset((seat,)))
                memories[seat].see(seen)
                fold(views[seat], seen)
        ask = play.ask
        if ask is None:
            return answers
        view, memory = views[ask.seat], memories[ask.seat]
        word = choose(view, memory)
        assert word in ask.options
        assert word == choose(view, memory)
        if ask.what == "card":
            tricks = {seat: dice.randrange(11) for seat in around}
            assert respond(view, memory, tricks) in ("yes", "no")
        if dice.random() < wild:
            word = dice.choice(ask.options)
        answers.append(word)
        play.answer(ask.seat, word)


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("rules", CONVENTIONS)
def test_bots_play_a_deal(rules: str, players: int) -> None:
    for number in range(25):
        bot_deal(rules, players, number, wild=(0.0, 0.1, 0.4)[number % 3])
