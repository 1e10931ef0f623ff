"""The bots: legal, deterministic, blind to what they may not see, and sound where it is plain."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import pytest

from benchmarks.arena import TABLES, play
from benchmarks.caught import catches
from benchmarks.opponents import at_random, by_thumb
from game.bots import Memory, choose, claims, misere, respond
from game.bots import play as in_play
from game.bots.avoiding import Avoiding, is_safe
from game.bots.holdings import ALL, Cards, each, name_of
from game.bots.search import Search, TooLong
from game.cards import BY_NAME, hand_of_text
from game.preferans.agreement import final_tricks, parties
from game.preferans.conventions import Convention
from game.preferans.facts import Deal
from game.preferans.seats import chairs
from game.script import Seat
from game.tricks import legal, suit_else_trump
from game.view import View, empty, fold
from tests.game.alike import knows, same_answer, twin
from tests.game.players import Table, shuffled, sit, some_answer

DEALS_OF_BOTS, DEALS_AGAINST_CHANCE = 3, 10
"""For each convention at three and at four."""


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that look into few positions, so that many deals take little time."""
    for module in (in_play, misere):
        monkeypatch.setattr(module, "NODES", 60)
        monkeypatch.setattr(module, "MOST", 250)
    monkeypatch.setattr(in_play, "LAYOUTS", 16)
    monkeypatch.setattr(misere, "GLANCE", 60)


@dataclass(slots=True)
class Bot:
    """What a bot in this chair has been sent so far."""

    table: Table
    seat: Seat
    view: View = field(default_factory=empty)
    memory: Memory = field(default_factory=Memory)
    told: int = 0

    def listen(self) -> None:
        """Only what a browser in this chair would get."""
        for event in self.table.events[self.told :]:
            seen = event.seen_by(frozenset((self.seat,)))
            fold(self.view, seen)
            self.memory.see(seen)
        self.told = len(self.table.events)

    def answer(self) -> str:
        self.listen()
        return choose(self.view, self.memory)

    def on_claim(self, tricks: dict[Seat, int]) -> str:
        self.listen()
        return respond(self.view, self.memory, {**tricks})


def answer(table: Table) -> str:
    """What a bot that comes to the table now says to the question."""
    return Bot(table, table.ask.seat).answer()


def finish(table: Table) -> Table:
    """Bots at all chairs play on to the end."""
    minds = {seat: Bot(table, seat) for seat in chairs(table.deal.players)}
    while table.play.ask is not None:
        table.says(minds[table.ask.seat].answer())
    return table


# --- at random --------------------------------------------------------------------------------


def played(dice: Random, table: Table, bots: set[Seat]) -> int:
    """Play a deal to its end, the other chairs at random; how often a bot spoke."""
    minds = {seat: Bot(table, seat) for seat in bots}
    spoken = 0
    while table.play.ask is not None:
        ask = table.ask
        if ask.seat in minds:
            word = minds[ask.seat].answer()
            assert word in ask.options, (ask, word)
            spoken += 1
        else:
            word = some_answer(dice, ask, 0.4)
        table.says(word)
    return spoken


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(("convention", "players"), TABLES)
def test_bots_only_say_what_is_legal(convention: Convention, players: int) -> None:
    dice, spoken = Random(f"{convention.name} {players}"), 0
    for number in range(DEALS_OF_BOTS + DEALS_AGAINST_CHANCE):
        table = Table(convention, shuffled(dice, players, number % 4))
        around = chairs(players)
        bots = {*around} if number < DEALS_OF_BOTS else {*dice.sample(around, dice.choice((1, 2)))}
        spoken += played(dice, table, bots)
    assert spoken > 180


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize(("convention", "players"), TABLES)
def test_a_change_that_a_bot_cannot_see_does_not_change_its_answer(
    convention: Convention, players: int
) -> None:
    dice, compared = Random(f"{players} {convention.name}"), 0
    for number in range(12):
        seat = chairs(players)[number % players]
        viewer = frozenset((seat,))
        layout = shuffled(dice, players, number % 3)
        first = Table(convention, layout)
        second = Table(convention, twin(dice, layout, viewer, first.deal.around))
        bot, other = Bot(first, seat), Bot(second, seat)
        while first.play.ask is not None and knows(first, viewer) == knows(second, viewer):
            if first.ask.seat == seat:
                words = bot.answer(), other.answer()
                assert words[0] == words[1], first.words
                compared += 1
            else:
                words = same_answer(dice, first, second, viewer)
                if not all(words):
                    break
            first.says(words[0])
            second.says(words[1])
    assert compared > 15


@pytest.mark.usefixtures("hasty")
def test_a_bot_that_hears_it_all_at_once_answers_as_one_that_sat_there() -> None:
    """A node that takes a table over builds the bot's memory anew."""
    for number, (convention, players) in enumerate(TABLES):
        table = Table(convention, shuffled(Random(number), players, number % 3))
        minds = {seat: Bot(table, seat) for seat in chairs(players)}
        while table.play.ask is not None:
            word = minds[table.ask.seat].answer()
            assert word == answer(table)
            table.says(word)


@pytest.mark.usefixtures("hasty")
def test_bots_beat_chance_and_rules_of_thumb_on_the_same_deals() -> None:
    for other, deals, whists in ((at_random(1), 3, 100.0), (by_thumb, 6, 0.0)):
        total, dice = 0.0, Random(3)
        for number in range(deals):
            convention, players = TABLES[number % len(TABLES)]
            layout = shuffled(dice, players, number % 2)
            for seat in chairs(players):
                table = {chair: other for chair in chairs(players) if chair != seat}
                total += play(convention, layout, table).result(seat)
        assert total > whists


# --- exact play -------------------------------------------------------------------------------


def by_trying(
    hands: list[Cards], leader: int, trick: list[Cards], trump: int | None, wanted: bool
) -> int:
    """The first hand's tricks by trying everything: most if it wants them, else fewest."""
    place = (leader + len(trick)) % 3
    if len(trick) == 3:
        cards = [card.bit_length() - 1 for card in trick]
        suits = [card >> 3 for card in cards]
        strength = [(suits[n] == trump, suits[n] == suits[0], cards[n]) for n in range(3)]
        winner = (leader + strength.index(max(strength))) % 3
        return (winner == 0) + by_trying(hands, winner, [], trump, wanted)
    if not hands[place]:
        return 0
    hand = [card.bit_length() - 1 for card in each(hands[place])]
    led = (trick[0].bit_length() - 1) >> 3 if trick else None
    ends = []
    for card in legal(hand, led, trump, suit_else_trump):  # type: ignore[arg-type]  # bits, not cards
        rest = [*hands]
        rest[place] ^= 1 << card
        ends.append(by_trying(rest, leader, [*trick, 1 << card], trump, wanted))
    return max(ends) if (place == 0) == wanted else min(ends)


def some_hands(dice: Random, size: int) -> tuple[Cards, Cards, Cards]:
    cards = dice.sample(range(32), 3 * size)
    one, two, three = (sum(1 << card for card in cards[n::3]) for n in range(3))
    return one, two, three


def test_the_search_of_a_game_is_exact() -> None:
    dice = Random(5)
    for _ in range(120):
        hands, trump, leader = (
            some_hands(dice, 3),
            dice.choice((None, 0, 1, 2, 3)),
            dice.randrange(3),
        )
        exact = by_trying([*hands], leader, [], trump, wanted=True)
        for guess in (0, 3):
            assert Search(trump, 10**6).tricks(hands, leader, (), guess) == exact


def test_the_search_of_a_misere_is_exact_about_its_first_trick() -> None:
    dice = Random(6)
    for _ in range(120):
        hands, leader = some_hands(dice, 3), dice.randrange(3)
        exact = by_trying([*hands], leader, [], None, wanted=False)
        assert Avoiding(10**6).takes(hands, leader, (), 1) == (exact > 0)
        if leader and is_safe(hands[0], hands[1] | hands[2]):
            assert exact == 0


def test_a_search_gives_up_when_it_gets_too_long() -> None:
    hands = some_hands(Random(1), 8)
    with pytest.raises(TooLong):
        Search(0, 3).reaches(hands, 0, (), 4)
    with pytest.raises(TooLong):
        Avoiding(3).takes(hands, 0, (), 2)


# --- plain cases ------------------------------------------------------------------------------

SAFE = "N:987.97.J97.87 E:AKQJ.AKQ.AKQ.- S:T.JT8.T8.AKQJ"
"""The first hand is a misère that nobody catches."""
STRONG = "N:AKQJT98.A.K7.- E:7.KQJ.AQJ.AKQ S:-.T987.T98.JT9"
"""The first hand has eight tricks in spades, whatever happens."""
POOR = "N:QT8.JT8.Q9.QT E:AKJ.AKQ.AKJ.A S:97.97.T87.KJ9"


def dealt(hands: str, rules: str = "fspr-2006", streak: int = 0) -> Table:
    """These hands; the talon is what they leave."""
    held = sum(1 << card for hand in hands.split() for card in hand_of_text(hand[2:]))
    talon = " ".join(name_of(card) for card in each(ALL ^ held))
    return sit(rules, hands=hands, talon=talon, streak=streak)


@pytest.mark.parametrize(("hands", "call"), [(STRONG, "6S"), (POOR, "pass"), (SAFE, "misere")])
def test_a_hand_is_called_by_its_worth(hands: str, call: str) -> None:
    assert answer(dealt(hands)) == call


def test_a_bid_is_held_as_long_as_it_is_worth_it() -> None:
    assert answer(dealt(STRONG).says("6S pass 6C")) == "here"


def test_a_strong_hand_orders_what_it_is_worth_and_keeps_its_tricks() -> None:
    table = finish(dealt(STRONG).says("6S pass pass"))
    assert not {"-AS", "-KS", "-AC"} & {*table.answers("discard")}
    assert table.score.contract == "8S"
    assert table.score.tricks["N"] >= 8


def test_raspasy_are_passed_out_with_a_low_hand_and_fled_with_a_high_one() -> None:
    low = "N:JT.T8.T8.QJT9 E:AKQ.AKQ.AKQ.A S:987.J97.J97.7"
    high = "N:JT.T8.T8.QJT9 E:987.J97.J97.7 S:AKQ.AKQ.AKQ.A"
    assert answer(dealt(low, streak=2).says("pass pass")) == "pass"
    assert answer(dealt(high, streak=2).says("pass pass")) == "7S"


def test_a_safe_misere_is_made_and_a_caught_one_is_caught() -> None:
    table = finish(dealt(SAFE).says("misere pass pass"))
    assert table.score.tricks["N"] == 0
    assert catches(0, 2) == 2


@pytest.mark.parametrize(("hands", "word"), [(SAFE, "yes"), (STRONG, "no")])
def test_the_sitting_dealer_shares_only_a_misere_that_he_would_play(hands: str, word: str) -> None:
    assert answer(dealt(hands).says("invite")) == word


# --- claims -----------------------------------------------------------------------------------

OPEN = "6S pass pass -7H -8H 8S whist pass AS open"
"""The strong hand against a lone whister, both hands of the defence open."""


CLOSED = "6S pass pass -7H -8H 8S whist whist AS"
MISERE = "misere pass pass -TH -JD 7S"


def said(hands: str, words: str, claim: str, seat: str, shown: str = "") -> str:
    """What the bot in this chair says to the claim, with a hand shown or none."""
    table = dealt(hands).says(words)
    bot = Bot(table, Seat(seat))
    bot.listen()
    tricks = final_tricks(table.deal, claim)
    return respond(bot.view, bot.memory, {**tricks}, shown.split())


@pytest.mark.parametrize(
    ("claim", "declarer", "whister"),
    [("=10", "yes", "no"), ("=9", "yes", "no"), ("=8", "yes", "yes"), ("=7", "no", "yes")],
)
def test_with_open_hands_bots_agree_to_what_best_play_comes_to(
    claim: str, declarer: str, whister: str
) -> None:
    assert said(STRONG, OPEN, claim, "N") == declarer
    assert said(STRONG, OPEN, claim, "E", shown="KS QS JS TS 9S 8S AC KD 7D") == whister
    assert said(STRONG, OPEN, claim, "E") == "no"  # he may have discarded his best cards


@pytest.mark.parametrize(
    ("claim", "seat", "word"),
    [("=0,E10,S0", "E", "yes"), ("=8,E1,S1", "E", "no"), ("=10,E0,S0", "N", "yes")],
)
def test_in_closed_play_bots_agree_only_to_all_that_is_left(
    claim: str, seat: str, word: str
) -> None:
    assert said(STRONG, CLOSED, claim, seat) == word


@pytest.mark.parametrize(
    ("claim", "seat", "word"),
    [("=0", "N", "yes"), ("=10", "N", "no"), ("=10", "E", "yes"), ("=1", "N", "no")],
)
def test_a_misere_player_agrees_to_no_tricks_and_the_others_to_all(
    claim: str, seat: str, word: str
) -> None:
    assert said(SAFE, MISERE, claim, seat) == word


def test_in_raspasy_bots_agree_to_no_more_tricks() -> None:
    for seat, word in (("N", "yes"), ("E", "no")):
        assert said(SAFE, "pass pass pass 7H", "=N0,E10,S0", seat) == word


def test_against_a_safe_misere_bots_give_up_the_catch() -> None:
    assert said(SAFE, MISERE, "=0", "E", shown="9S 8S 9C 7C 9D 7D 9H 8H 7H") == "yes"


def test_a_claim_that_takes_too_long_to_see_through_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = "6S pass pass -QH -TH 6S whist pass whist 8S open"
    assert said(POOR, words, "=0", "N") == "yes"
    monkeypatch.setattr(claims, "NODES", 0)
    assert said(POOR, words, "=0", "N") == "no"


def truth(deal: Deal, view: View) -> int:
    """The declarer's tricks from here on, if all see all cards."""
    assert deal.declarer is not None
    around, first = [*deal.around], deal.around.index(deal.declarer)
    turned = [*around[first:], *around[:first]]
    one, two, three = (sum(1 << card for card in deal.hands[seat]) for seat in turned)
    laid = [on_table["card"] for on_table in view["trick"]]
    ask = view["ask"]
    assert ask is not None
    leader = (turned.index(Seat(ask["hand"] or "")) - len(laid)) % 3
    trumps = {"S": 0, "C": 1, "D": 2, "H": 3}.get((view["contract"] or "")[-1])
    trick = tuple(1 << BY_NAME[name] for name in laid)
    return Search(trumps, 10**6).tricks((one, two, three), leader, trick, 3)


@pytest.mark.usefixtures("hasty")
def test_an_agreed_claim_never_costs_what_could_be_held() -> None:
    dice, agreed = Random(11), {"declarer": 0, "whister": 0}
    for number in range(40):
        convention, players = TABLES[number % len(TABLES)]
        table = Table(convention, shuffled(dice, players))
        while table.play.ask is not None:
            deal, ask = table.deal, table.ask
            if deal.open_hands and deal.bid is not None and deal.cards_played >= 15:
                assert deal.declarer is not None
                public = Bot(table, deal.declarer)
                public.listen()
                more = truth(deal, public.view)
                for claim in range(max(0, more - 1), min(10, more + 2)):
                    final = deal.taken[deal.declarer] + claim
                    tricks = final_tricks(deal, f"={final}")
                    for seat in parties(deal):
                        if Bot(table, seat).on_claim(tricks) == "yes":
                            mine = seat == deal.declarer
                            assert claim >= more if mine else claim <= more
                            agreed["declarer" if mine else "whister"] += 1
            table.says("open" if "open" in ask.options else some_answer(dice, ask, 0.3))
    assert min(agreed.values()) > 20
