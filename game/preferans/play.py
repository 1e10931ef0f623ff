"""The play of a game, of a misère and of raspasy (docs/rules, chapters 5 and 6)."""

from collections.abc import Sequence

from game.cards import BY_NAME, NAMES, Card, named, rank_of, sorted_hand, suit_of
from game.preferans.agreement import AGREED, final_tricks
from game.preferans.contracts import trump
from game.preferans.events import (
    EndAgreed,
    HandLaid,
    LieChosen,
    Played,
    TalonOpened,
    TrickTaken,
)
from game.preferans.facts import Deal, Whisting
from game.preferans.talon import put_away
from game.script import Ask, Script, Seat, Tell
from game.tricks import legal, suit_else_trump, taker

OPEN, CLOSED = "open", "closed"
TRICKS = 10


def commander(deal: Deal, seat: Seat) -> Seat:
    """Who decides which card this hand plays (§4.10, §5.4)."""
    whisted = deal.whisted
    if whisted is None or whisted.by is None or seat == deal.declarer:
        return seat
    return whisted.by if deal.open_hands or seat == whisted.hand else seat


def played_out(deal: Deal, tell: Tell) -> Script[None]:
    """Ten tricks of a game or a misère, or fewer and an agreed end."""
    trumps = None if deal.bid is None else trump(deal.bid)
    leader = deal.around[0]  # §5.3
    if leader != deal.declarer:  # §4.12, §5.7
        yield from lay(deal, tell)
    for number in range(TRICKS):
        cards: dict[Seat, Card] = {}
        for seat in deal.from_seat(leader):
            led = suit_of(cards[leader]) if cards else None
            card = yield from one_card(deal, tell, seat, led, trumps)
            if card is None:
                return
            cards[seat] = card
            if deal.cards_played == 1:
                put_away(deal, tell, "first_lead")
                if seat == deal.declarer:  # §4.12 blind
                    yield from lay(deal, tell)
        led = suit_of(cards[leader])
        leader = [*cards][taker([*cards.values()], led, trumps, rank_of)]  # §5.2
        take(deal, tell, leader)
        if number == 0:
            put_away(deal, tell, "first_trick")


def lay(deal: Deal, tell: Tell) -> Script[None]:
    """§4.11: a lone whister chooses open or closed; in misère the defenders always lie open."""
    whisted = deal.whisted
    if whisted is not None:
        if whisted.how is Whisting.BOTH or whisted.by is None:
            return
        lie = yield Ask(whisted.by, "lie", (CLOSED, OPEN), CLOSED, "§4.11")
        tell(LieChosen(whisted.by, lie))
        if lie == CLOSED:
            return
    deal.open_hands = True
    for seat in deal.defenders:
        tell(HandLaid(seat, [*named(sorted_hand(deal.hands[seat]))]))


def raspasy(deal: Deal, tell: Tell) -> Script[None]:
    """Ten tricks that everybody avoids (§6.1), the first two under a card of the talon."""
    leader = first = deal.around[0]
    for number in range(TRICKS):
        led: int | None = None
        takers: list[Seat] = []
        cards: list[Card] = []
        if number < len(deal.layout.talon):
            opened = deal.layout.talon[number]
            led = suit_of(opened)
            tell(TalonOpened(deal.sitting, NAMES[opened]))
            if deal.sitting is not None:  # §6.2, and at three §6.3
                takers.append(deal.sitting)
                cards.append(opened)
        for seat in deal.from_seat(leader):
            card = yield from one_card(deal, tell, seat, led, None)
            if card is None:
                return
            led = suit_of(card) if led is None else led
            takers.append(seat)
            cards.append(card)
        assert led is not None
        winner = takers[taker(cards, led, None, rank_of)]
        take(deal, tell, winner)
        deal.talon_led = min(number + 1, len(deal.layout.talon))
        leader = first if number < len(deal.layout.talon) else winner  # §6.4


def one_card(
    deal: Deal, tell: Tell, seat: Seat, led: int | None, trumps: int | None
) -> Script[Card | None]:
    """A card of this hand; None if instead the end was agreed (§5.10)."""
    hand = deal.hands[seat]
    cards = sorted(legal(hand, led, trumps, suit_else_trump))
    by = commander(deal, seat)
    options = tuple(NAMES[card] for card in cards)
    word = yield Ask(by, "card", options, NAMES[lowest(cards)], "§5.1", hand=seat)
    if word.startswith(AGREED):
        deal.taken = final_tricks(deal, word)
        tell(EndAgreed(dict(deal.taken)))
        return None
    card = BY_NAME[word]
    hand.remove(card)
    deal.cards_played += 1
    tell(Played(seat, by, word))
    return card


def lowest(cards: Sequence[Card]) -> Card:
    """What silence plays: the lowest of the legal cards, by rank, then by suit."""
    return min(cards, key=lambda card: (rank_of(card), suit_of(card)))


def take(deal: Deal, tell: Tell, seat: Seat) -> None:
    """A trick is over."""
    deal.taken[seat] += 1
    tell(TrickTaken(seat))
