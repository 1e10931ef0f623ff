"""The whisting: a script that is the tree of docs/rules, chapter 4."""

from game.preferans.contracts import HALF_WHIST_LEVELS, PRICES, level
from game.preferans.events import HandChosen, HandShown, WhistingOver, WhistSaid, cards_for
from game.preferans.facts import Deal, Whisted, Whisting
from game.script import Ask, Script, Seat, Tell

WHIST, PASS, HALF = "whist", "pass", "half"
LOOK = "look-"
"""What stands before the seat whose hand the dealer chooses."""


def whist_or_not(deal: Deal, tell: Tell) -> Script[Whisted]:
    """The whole dialogue. Over before anybody leads (§4.13)."""
    end = yield from dialogue(deal, tell)
    deal.whisted = end
    assert deal.bid is not None
    unplayed = end.how in (Whisting.HALF, Whisting.NOBODY)
    duty = 0 if unplayed else PRICES[level(deal.bid)].duty
    tell(WhistingOver(end.how.value, end.by, end.hand, duty))
    return end


def dialogue(deal: Deal, tell: Tell) -> Script[Whisted]:
    """Who whists in the end; W1 and W2 are the defenders clockwise from the declarer (§4.1)."""
    assert deal.bid is not None
    w1, w2 = deal.defenders
    halves = level(deal.bid) in HALF_WHIST_LEVELS  # §4.3
    if (yield from say(tell, w1, (WHIST, PASS), PASS, "§4.1")) == WHIST:
        if (yield from say(tell, w2, (WHIST, PASS), PASS, "§4.1")) == WHIST:
            return Whisted(Whisting.BOTH)
        if not halves or (yield from say(tell, w1, (WHIST, HALF), WHIST, "§4.4")) == WHIST:
            return Whisted(Whisting.LONE, w1, w1)
        return (yield from half_or_return(deal, tell, half=w1, other=w2))
    answer = yield from say(
        tell, w2, (WHIST, PASS, HALF) if halves else (WHIST, PASS), PASS, "§4.3"
    )
    if answer == WHIST:
        return Whisted(Whisting.LONE, w2, w2)
    if answer == HALF:
        return (yield from half_or_return(deal, tell, half=w2, other=w1))
    if halves and not deal.convention.pass_pass_return_67:  # §4.6
        return Whisted(Whisting.NOBODY)
    if (yield from say(tell, w1, (WHIST, PASS), PASS, "§4.6")) == WHIST:
        return Whisted(Whisting.RETURNED, w1, w1)
    return (yield from dealer_or(deal, tell, Whisted(Whisting.NOBODY)))


def half_or_return(deal: Deal, tell: Tell, half: Seat, other: Seat) -> Script[Whisted]:
    """§4.5: a half-whist stands unless the other defender, or then the dealer, whists after all."""
    if (yield from say(tell, other, (WHIST, PASS), PASS, "§4.5")) == WHIST:
        return Whisted(Whisting.RETURNED, other, other)
    return (yield from dealer_or(deal, tell, Whisted(Whisting.HALF, half)))


def dealer_or(deal: Deal, tell: Tell, otherwise: Whisted) -> Script[Whisted]:
    """§4.8: the sitting dealer is asked last; he first chooses the one hand he may look at."""
    dealer = deal.sitting
    if dealer is None or deal.shown == deal.declarer:  # §4.14
        return otherwise
    seen = deal.defenders if deal.shown is None else (deal.shown,)  # §4.14
    looks = tuple(LOOK + seat for seat in seen)
    word: str = yield Ask(dealer, "dealer", (PASS, *looks), PASS, "§4.8")
    if word == PASS:
        tell(WhistSaid(dealer, PASS))
        return otherwise
    hand = Seat(word.removeprefix(LOOK))
    tell(HandChosen(dealer, hand))
    shown = HandShown(hand, dealer, cards_for(frozenset((hand, dealer)), deal.hands[hand]))
    if deal.convention.dealer_look:  # §4.9
        tell(shown)
    if (yield from say(tell, dealer, (WHIST, PASS), PASS, "§4.8")) == PASS:
        return otherwise
    if not deal.convention.dealer_look:
        tell(shown)
    return Whisted(Whisting.DEALER, dealer, hand)  # §4.10


def say(tell: Tell, seat: Seat, words: tuple[str, ...], otherwise: str, rule: str) -> Script[str]:
    """One question of the whisting and its answer, told to all."""
    word: str = yield Ask(seat, "whist", words, otherwise, rule)
    tell(WhistSaid(seat, word))
    return word
