"""What holds in every deal: random legal play in every convention, and in conventions that
nobody plays.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from itertools import product
from random import Random
from typing import Literal

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from game.cards import BY_NAME, PACK, named, sorted_hand
from game.notation import finished, headed, parse, replay_by, write
from game.preferans.contracts import level
from game.preferans.conventions import CONVENTIONS, Convention
from game.preferans.deal import begin
from game.preferans.pulya import drawn, ledger, settle
from game.preferans.scoring import Line, Score
from game.preferans.seats import after
from game.script import Refused, Seat
from tests.game.players import Table, often, shuffled, some_agreement, some_answer, some_deal
from tests.oracle import accounting, whisting

SEEDS = st.integers(0, 2**32)
PLAYERS = st.sampled_from((3, 4))
STREAKS = st.sampled_from((0, 0, 1, 2, 3, 10))
EVERY = st.sampled_from([*CONVENTIONS.values()])
"""The three conventions."""


@st.composite
def changed(draw: st.DrawFn) -> Convention:
    """A convention with any of its flags turned."""
    return replace(
        draw(EVERY),
        hold_mandatory=draw(st.booleans()),
        half_misere=draw(st.booleans()),
        nine_ends_auction=draw(st.booleans()),
        discard_seen=draw(st.sampled_from(("first_lead", "first_trick"))),
        pass_pass_return_67=draw(st.booleans()),
        dealer_look=draw(st.booleans()),
        misere_notes=draw(st.booleans()),
        raspasy_prices=tuple(draw(st.lists(st.integers(1, 9), min_size=1, max_size=5))),
        zero_tricks=draw(st.sampled_from(("pool_or_mountain", "mountain"))),
        exit_unwhisted=draw(st.booleans()),
        exit_half_whist=draw(st.booleans()),
        exit_misere=draw(st.booleans()),
        return_consolation=draw(st.sampled_from(("all", "own"))),
        pair_cap_67=draw(st.booleans()),
        both_responsible=draw(st.sampled_from(("each", "split"))),
        quick_tricks=draw(st.booleans()),
        write_off=draw(st.booleans()),
    )


ANY = st.one_of(EVERY, changed())


def text_of(table: Table) -> str:
    """The deal as text, for whoever looks for what went wrong."""
    text = headed(table.convention, table.layout, table.words)
    return write(replay_by(table.convention, table.layout, text))


# --- while it is played -----------------------------------------------------------------------


def cards_somewhere(table: Table) -> list[int]:
    """Every card that is in a hand, in a trick, discarded or in the talon that nobody has."""
    deal = table.deal
    hands = [card for hand in deal.hands.values() for card in hand]
    played = [BY_NAME[word] for word in table.answers("card") if not word.startswith("=")]
    talon = [] if deal.declarer else [*deal.layout.talon]
    return sorted([*hands, *played, *deal.discard, *talon])


def facts(table: Table) -> tuple[object, ...]:
    """All that an answer could change."""
    play = table.play
    return repr(table.deal), play.ask, play.number, play.result, len(play.news())


def refuses_all_else(table: Table, dice: Random) -> None:
    """Wrong seats, foreign words and wrong ends are refused and leave no trace."""
    before = facts(table)
    ask = table.play.ask
    seat = ask.seat if ask else Seat("N")
    words = [*ask.options] if ask else ["pass", "AS"]
    foreign = ["", "Pass", "pass ", " pass", "11S", "1S", "=", "=5", "-", "look-", "look-Q", "XX"]
    foreign += dice.sample(["7S", "10N", "whist", "yes", "open", "half", "here", "AS", "-7D"], 3)
    for wrong in (s for s in "NESWX" if s != seat):
        with pytest.raises(Refused) as refused:
            table.play.answer(Seat(wrong), dice.choice(words))
        assert refused.value.code == ("not_your_turn" if ask else "deal_over")
    for word in foreign:
        if ask is not None and word in ask.options:
            continue
        with pytest.raises(Refused) as refused:
            table.play.answer(seat, word)
        assert refused.value.code == ("not_an_option" if ask else "deal_over")
    for end in ("", "7", "=-1", "=11", "=5,", "=N10,E0,S1", "=10,W5,N5,E5"):
        with pytest.raises(Refused) as refused:
            table.play.finish(end)
        assert refused.value.code in ("bad_end", "no_end_here") if ask else ("deal_over",)
    assert facts(table) == before


@often
@given(seed=SEEDS, convention=ANY, players=PLAYERS, streak=STREAKS)
def test_every_question_of_a_deal(
    seed: int, convention: Convention, players: int, streak: int
) -> None:
    dice = Random(seed)
    table = Table(convention, shuffled(dice, players, streak))
    eager = dice.choice((0.25, 0.4, 0.5, 0.8))
    agrees = dice.choice((0, 0, 0.03))
    while (ask := table.play.ask) is not None:
        assert len(ask.options) == len({*ask.options}) > 0
        assert ask.otherwise in ask.options
        assert ask.seat in (*table.deal.around, table.deal.dealer)
        assert (ask.hand is not None) is (ask.what == "card")
        assert table.play.number == len(table.said)
        assert cards_somewhere(table) == [*PACK]
        refuses_all_else(table, dice)
        if ask.what == "card" and table.deal.cards_played and dice.random() < agrees:
            table.says(some_agreement(dice, table.deal))
        else:
            table.says(some_answer(dice, ask, eager))
    assert cards_somewhere(table) == [*PACK]
    assert table.play.result is not None
    refuses_all_else(table, dice)
    note(text_of(table))

    tricks = sum(table.score.tricks.values())
    agreed = any(word.startswith("=") for word in table.words)
    if table.deal.cards_played:
        assert tricks == 10
        assert agreed or table.deal.cards_played == 30
        assert agreed or not any(table.deal.hands.values())
    else:
        assert tricks == 0
        assert table.deal.whisted is not None


@often
@given(seed=SEEDS, convention=ANY, players=PLAYERS)
def test_silence_is_always_a_legal_answer(seed: int, convention: Convention, players: int) -> None:
    """A table at which from some moment on nobody answers comes to an end."""
    dice = Random(seed)
    table = Table(convention, shuffled(dice, players))
    silent = dice.randrange(45)
    while (ask := table.play.ask) is not None:
        table.says(some_answer(dice, ask, 0.8) if len(table.said) < silent else ask.otherwise)
    assert table.play.result is not None


# --- when it is over --------------------------------------------------------------------------


@often
@given(seed=SEEDS, convention=ANY, players=PLAYERS, streak=STREAKS)
def test_the_answers_replay_to_the_same_events(
    seed: int, convention: Convention, players: int, streak: int
) -> None:
    table = some_deal(Random(seed), convention, players, streak)
    again = Table(table.convention, table.layout).says(" ".join(table.words))
    assert again.events == table.events
    assert again.score == table.score
    assert repr(again.deal) == repr(table.deal)

    # In one go as well: whoever reads the news late misses nothing.
    play, _ = begin(table.convention, table.layout)
    for ask, word in table.said:
        if word.startswith("="):
            play.finish(word)
        else:
            play.answer(ask.seat, word)
    assert play.news() == table.events
    assert play.news() == []


@often
@given(seed=SEEDS, convention=EVERY, players=PLAYERS, streak=STREAKS)
def test_the_notation_goes_both_ways(
    seed: int, convention: Convention, players: int, streak: int
) -> None:
    table = some_deal(Random(seed), convention, players, streak)
    text = text_of(table)
    parsed = parse(text)
    assert len(parsed) == 1
    replayed = finished(parsed[0])
    assert (replayed.convention, replayed.layout) == (convention, sorted_layout(table))
    assert replayed.play.result == table.score
    assert write(replayed) == text
    assert [token for line in replayed.lines for _, token in line] == table.words
    assert [seat for line in replayed.lines for seat, _ in line] == seats_said(table)


def sorted_layout(table: Table) -> object:
    """The layout with each hand in the order in which it is written."""
    first, second, third = (tuple(sorted_hand(hand)) for hand in table.layout.hands)
    return replace(table.layout, hands=(first, second, third))


def seats_said(table: Table) -> list[str]:
    """Whose words these are on paper: a card is said by the hand that holds it."""
    return [ask.hand or ask.seat for ask, _ in table.said]


# --- the second accounting --------------------------------------------------------------------


def terms_of(convention: Convention) -> accounting.Terms:
    return accounting.Terms(
        quick_tricks=convention.quick_tricks,
        exit_unwhisted=convention.exit_unwhisted,
        exit_half_whist=convention.exit_half_whist,
        exit_misere=convention.exit_misere,
        return_consolation=convention.return_consolation,
        pair_cap_67=convention.pair_cap_67,
        both_responsible=convention.both_responsible,
        raspasy_prices=convention.raspasy_prices,
    )


def outcome_of(table: Table) -> accounting.Outcome:
    """How the deal went, from its words and tricks; nothing of how it was written down."""
    deal, words = table.deal, table.answers("whist", "dealer")
    kind: Literal["game", "misere", "raspasy"] = "game" if deal.bid is not None else "misere"
    if deal.declarer is None:
        kind = "raspasy"
    ending = None
    if deal.bid is not None:
        returns = table.convention.pass_pass_return_67
        ending = whisting.ending(
            words, level(deal.bid), deal.players, returns, deal.defenders, deal.shown
        )
    first, second = named(deal.layout.talon)
    return accounting.Outcome(
        kind=kind,
        players=deal.players,
        dealer=deal.dealer,
        declarer=deal.declarer,
        level=None if deal.bid is None else level(deal.bid),
        ending=ending,
        tricks=dict(deal.taken),
        talon=(first, second),
        half=deal.shared,
        streak=deal.layout.streak,
    )


def account_of(players: int, score: Score) -> accounting.Account:
    """What the game writes, as the other accounting puts it."""
    sheet = ledger(players, score.lines)
    return accounting.Account(**asdict(sheet), streak=score.streak)


@often
@given(seed=SEEDS, convention=ANY, players=PLAYERS, streak=STREAKS)
def test_the_score_is_what_another_accounting_makes_of_the_outcome(
    seed: int, convention: Convention, players: int, streak: int
) -> None:
    table = some_deal(Random(seed), convention, players, streak, agree=0.3)
    note(text_of(table))
    found = account_of(players, table.score)
    assert found == accounting.account(outcome_of(table), terms_of(convention))
    assert all(line.amount > 0 for line in table.score.lines)


@often
@given(seed=SEEDS, convention=ANY, players=PLAYERS, length=st.integers(1, 12))
def test_a_pulya_settles_to_nought_and_as_another_accounting_settles_it(
    seed: int, convention: Convention, players: int, length: int
) -> None:
    """However the sheet is drawn; and at three all results have the same fraction (§8.4)."""
    dice = Random(seed)
    lines: list[Line] = []
    accounts: list[accounting.Account] = []
    streak, dealer = 0, Seat("N")
    for _ in range(length):
        layout = shuffled(dice, players, streak)
        table = Table(convention, replace(layout, dealer=dealer))
        while table.play.ask is not None:
            agreed = table.ask.what == "card" and table.deal.cards_played
            some = some_agreement(dice, table.deal) if agreed else ""
            table.says(some or some_answer(dice, table.ask, 0.6))
        lines += table.score.lines
        accounts.append(accounting.account(outcome_of(table), terms_of(convention)))
        streak, dealer = table.score.streak, after(dealer, players)
    sheet = ledger(players, lines)
    results = {seat: end.result for seat, end in settle(sheet).items()}
    assert sum(results.values()) == 0
    if players == 4 and all(price % 2 == 0 for price in convention.raspasy_prices):
        halves = convention.both_responsible == "split"  # the only odd entries
        assert all(
            (2 * result if halves else result).denominator == 1 for result in results.values()
        )
    if players == 3:
        assert len({result % 1 for result in results.values()}) == 1
    on_paper = settle(drawn(convention, players, lines))
    assert {seat: end.result for seat, end in on_paper.items()} == results
    assert results == accounting.settle(sheet.pool, sheet.mountain, sheet.whists, players)

    if convention.write_off:
        last = accounting.festival_sheet(accounts, players)[-1]
        paper = drawn(convention, players, lines)
        assert (paper.mountain, sum(paper.pool.values())) == (last, 0)
        assert min(paper.mountain.values()) >= 0


def test_random_play_reaches_every_end() -> None:
    """Else the properties above would prove little."""
    reached = set()
    for seed, convention, players in product(range(500), CONVENTIONS.values(), (3, 4)):
        dice = Random(f"{seed} {convention.name} {players}")
        table = some_deal(dice, convention, players, streak=seed % 3, agree=0.2)
        outcome = outcome_of(table)
        reached.add(outcome.ending or outcome.kind)
        if outcome.half:
            reached.add("half misère")
        if table.deal.shown is not None and table.deal.shown in table.deal.around:
            reached.add("invitation")
        if any(word.startswith("=") for word in table.words):
            reached.add("agreed")
    assert reached == {*"ABCDEFGHIJKLM", "misere", "raspasy", "half misère", "invitation", "agreed"}
