"""A deal from the first call to the score: the flow of the regulation."""

from typing import TypeAlias

from game.preferans.agreement import admit
from game.preferans.bidding import MISERE, bid_in_turn, opening_bid
from game.preferans.contracts import LADDER
from game.preferans.conventions import Convention
from game.preferans.events import AllPassed, AuctionWon, DealBegan, DealScored, HandDealt, cards_for
from game.preferans.facts import Deal, Layout, Outcome, Whisting, opened
from game.preferans.play import played_out, raspasy
from game.preferans.scoring import Score, raspasy_price, score
from game.preferans.talon import take_and_order
from game.preferans.whisting import whist_or_not
from game.script import Play, Script, Tell

DealPlay: TypeAlias = Play[Score]

VERSION = 2
"""Of the rules: raised when a stored deal would be asked or scored otherwise than it was."""


def begin(convention: Convention, layout: Layout) -> tuple[DealPlay, Deal]:
    """A deal ready to be played, and its facts, which only the play itself may change."""
    deal = opened(convention, layout)
    play = Play(lambda tell: whole_deal(deal, tell), lambda ask, end: admit(deal, ask, end))
    return play, deal


def whole_deal(deal: Deal, tell: Tell) -> Script[Score]:
    """The script of a deal (docs/rules, chapters 1–7)."""
    price = raspasy_price(deal.convention, deal.layout.streak)
    opening = LADDER[opening_bid(deal.layout.streak)]
    around = [*deal.around]
    tell(DealBegan(deal.players, deal.dealer, around, deal.layout.streak, price, opening))
    for seat in around:
        tell(HandDealt(seat, cards_for(frozenset((seat,)), deal.hands[seat])))

    auction = yield from bid_in_turn(deal, tell)
    if deal.declarer is None:
        tell(AllPassed(price))
        yield from raspasy(deal, tell)
    else:
        bid = MISERE if deal.bid is None else LADDER[deal.bid]
        notes = auction.misere and deal.convention.misere_notes  # §5.7
        tell(AuctionWon(deal.declarer, bid, deal.shared, notes))
        yield from take_and_order(deal, tell)
        if auction.misere:
            yield from played_out(deal, tell)
        else:
            whisted = yield from whist_or_not(deal, tell)
            if whisted.how not in (Whisting.HALF, Whisting.NOBODY):  # §4.3, §7.17
                yield from played_out(deal, tell)
    return written(deal, tell)


def outcome_of(deal: Deal) -> Outcome:
    """What the deal came to."""
    return Outcome(
        players=deal.players,
        dealer=deal.dealer,
        streak=deal.layout.streak,
        tricks=dict(deal.taken),
        talon=deal.layout.talon,
        declarer=deal.declarer,
        bid=deal.bid,
        whisted=deal.whisted,
        shared=deal.shared,
    )


def written(deal: Deal, tell: Tell) -> Score:
    """Write the deal down (§7) and tell everybody."""
    result = score(deal.convention, outcome_of(deal))
    lines = [line.wire() for line in result.lines]
    told = (result.kind, result.declarer, result.contract, result.tricks, lines, result.streak)
    tell(DealScored(*told))
    return result
