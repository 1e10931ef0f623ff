"""The auction: which calls are legal, whose turn it is, and who wins (docs/rules, chapter 2)."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

from game.preferans.contracts import (
    BEATS_MISERE,
    HIGHEST,
    LADDER,
    LOWEST,
    LOWEST_IN_RASPASY,
    Bid,
)
from game.preferans.events import Called, HandShown, InvitationAnswered, Invited, cards_for
from game.preferans.facts import Deal
from game.script import Ask, Script, Seat, Tell

PASS, HERE, MISERE = "pass", "here", "misere"
INVITE, YES, NO = "invite", "yes", "no"


@dataclass(slots=True)
class Auction:
    """The calls so far. `high` is None as long as nothing is bid and while misère stands."""

    order: tuple[Seat, Seat, Seat]
    opening: Bid
    holder: Seat | None = None
    high: Bid | None = None
    misere: bool = False
    passed: set[Seat] = field(default_factory=set)
    called: set[Seat] = field(default_factory=set)
    miserable: Seat | None = None
    """Who has called misère."""

    def earlier(self, seat: Seat, other: Seat) -> bool:
        return self.order.index(seat) < self.order.index(other)


def opening_bid(streak: int) -> Bid:
    """The lowest bid that may open: a seven in raspasy (§2.2, §2.8)."""
    return LOWEST_IN_RASPASY if streak else LOWEST


def legal_calls(auction: Auction, seat: Seat, hold_mandatory: bool) -> tuple[str, ...]:
    """The calls that this player may make, invitations left out, from pass upwards."""
    calls = [PASS]
    if seat == auction.miserable:  # §2.4
        return (PASS,)
    if auction.misere:  # §2.4
        calls.append(LADDER[BEATS_MISERE])
    elif auction.high is None or auction.holder is None:
        calls.append(LADDER[auction.opening])  # §2.2
    else:
        climb = auction.high < HIGHEST
        if len(auction.passed) == 1 and auction.earlier(seat, auction.holder):  # §2.5
            calls.append(HERE)
            climb = climb and not hold_mandatory
        if climb:
            calls.append(LADDER[auction.high + 1])  # §2.2
    unbid = not auction.misere and (auction.high is None or auction.high < BEATS_MISERE)
    if seat not in auction.called and unbid:  # §2.3
        calls.append(MISERE)
    return tuple(calls)


def forbidden_by(auction: Auction, seat: Seat, hold_mandatory: bool, call: str) -> str:
    """The paragraph by which this player may not make this call."""
    others = {HERE: "§2.5", INVITE: "§2.9", MISERE: "§2.3"}
    if call not in LADDER:
        return others.get(call, "§2.1")
    if auction.misere or seat == auction.miserable:
        return "§2.4"
    bid = LADDER.index(call)
    if auction.high is None:
        return "§2.8" if bid < auction.opening == LOWEST_IN_RASPASY else "§2.2"
    return "§2.5" if hold_mandatory and bid == auction.high + 1 else "§2.2"


def record(auction: Auction, seat: Seat, call: str) -> None:
    """Take down a legal call."""
    auction.called.add(seat)
    if call == PASS:
        auction.passed.add(seat)  # §2.6
        return
    auction.holder = seat
    auction.misere = call == MISERE
    if call == MISERE:
        auction.high, auction.miserable = None, seat
    elif call != HERE:
        auction.high = Bid(LADDER.index(call))


def is_over(auction: Auction, nine_ends: bool) -> bool:
    """§2.7; by §2.10 a nine over misère may end the auction at once."""
    if len(auction.passed) == 3:
        return True
    if auction.holder is None:
        return False
    if nine_ends and auction.miserable not in (None, auction.holder):
        return True
    return len(auction.passed) == 2


def bid_in_turn(deal: Deal, tell: Tell) -> Script[Auction]:
    """The whole auction, invitations to a half misère included. Writes declarer, bid, shared."""
    convention = deal.convention
    auction = Auction(deal.around, opening_bid(deal.layout.streak))
    while not is_over(auction, convention.nine_ends_auction):
        for seat in auction.order:
            if seat in auction.passed or is_over(auction, convention.nine_ends_auction):
                continue
            calls = legal_calls(auction, seat, convention.hold_mandatory)
            forbids = partial(forbidden_by, auction, seat, convention.hold_mandatory)
            call = yield from one_call(deal, tell, seat, calls, forbids)
            record(auction, seat, call)
            tell(Called(seat, call))
    if auction.holder is not None:
        deal.declarer, deal.bid = auction.holder, auction.high
    deal.shared = deal.shared and auction.misere
    return auction


def one_call(
    deal: Deal, tell: Tell, seat: Seat, calls: tuple[str, ...], forbids: Callable[[str], str]
) -> Script[str]:
    """One player's call; before it he may invite the sitting dealer to share a misère (§2.9)."""
    dealer = deal.sitting
    may_invite = MISERE in calls and dealer is not None and deal.convention.half_misere
    if not may_invite or deal.shown is not None or dealer is None:
        call: str = yield Ask(seat, "call", calls, PASS, "§2.6", forbids=forbids)
        return call
    call = yield Ask(seat, "call", (*calls, INVITE), PASS, "§2.6", forbids=forbids)
    if call != INVITE:
        return call
    deal.shown = seat  # §2.9: one invitation a deal
    tell(Invited(seat, dealer))
    tell(HandShown(seat, dealer, cards_for(frozenset((seat, dealer)), deal.hands[seat])))
    word: str = yield Ask(dealer, "invitation", (YES, NO), NO, "§2.9")
    deal.shared = word == YES
    tell(InvitationAnswered(dealer, word))
    if deal.shared:
        calls = (MISERE,)
    call = yield Ask(seat, "call", calls, calls[0], "§2.9")
    return call
