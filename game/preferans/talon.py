"""The talon, the discard and the contract (docs/rules, chapter 3)."""

from collections.abc import Sequence

from game.cards import BY_NAME, NAMES, Card, named, rank_of, suit_of
from game.preferans.contracts import LADDER, STEP, Bid, trump
from game.preferans.events import Discarded, DiscardPutAway, Ordered, TalonTaken
from game.preferans.facts import Deal
from game.script import Ask, Script, Secret, Tell

DISCARDED = "-"
"""What stands before the name of a card that is discarded."""


def by_default(hand: Sequence[Card], bid: Bid | None) -> Card:
    """The card that silence discards: the lowest of the side suits, if there is one."""
    trumps = None if bid is None else trump(bid)
    return min(hand, key=lambda card: (suit_of(card) == trumps, rank_of(card), suit_of(card)))


def take_and_order(deal: Deal, tell: Tell) -> Script[None]:
    """The declarer takes the talon (§3.1), discards two (§3.2) and orders (§3.3)."""
    assert deal.declarer is not None
    seat, hand = deal.declarer, deal.hands[deal.declarer]
    hand.extend(deal.layout.talon)
    tell(TalonTaken(seat, [*named(deal.layout.talon)]))
    for _ in deal.layout.talon:
        options = tuple(DISCARDED + NAMES[card] for card in sorted(hand))
        otherwise = DISCARDED + NAMES[by_default(hand, deal.bid)]
        word: str = yield Ask(seat, "discard", options, otherwise, "§3.2")
        name = word.removeprefix(DISCARDED)
        hand.remove(BY_NAME[name])
        deal.discard.append(BY_NAME[name])
        tell(Discarded(seat, Secret(frozenset((seat,)), name)))
    if deal.bid is not None:
        word = yield Ask(seat, "contract", LADDER[deal.bid :], LADDER[deal.bid], "§3.3")
        deal.bid = STEP[word]
        tell(Ordered(seat, word))


def put_away(deal: Deal, tell: Tell, moment: str) -> None:
    """At the moment of the convention the discard is out of the declarer's sight (§3.6)."""
    if deal.convention.discard_seen == moment:
        assert deal.declarer is not None
        tell(DiscardPutAway(deal.declarer))
