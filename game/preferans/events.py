"""What happens in a deal. Fields are what travels; `Secret` where not everybody may know it."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from game.cards import Card, named, sorted_hand
from game.script import Event, Seat, Secret
from game.view import ScoreLine


@dataclass(frozen=True, slots=True)
class DealBegan(Event):
    """`hands` are the seats of first, second, third hand; `price` that of a raspasy trick now."""

    name: ClassVar[str] = "deal_began"
    players: int
    dealer: Seat
    hands: list[Seat]
    streak: int
    price: int
    opening: str


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    name: ClassVar[str] = "hand_dealt"
    seat: Seat
    cards: Annotated[Secret, list[str] | int]


@dataclass(frozen=True, slots=True)
class Called(Event):
    name: ClassVar[str] = "called"
    seat: Seat
    call: str


@dataclass(frozen=True, slots=True)
class Invited(Event):
    """§2.9: an invitation to share a misère with the sitting dealer `to`."""

    name: ClassVar[str] = "invited"
    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True)
class InvitationAnswered(Event):
    name: ClassVar[str] = "invitation_answered"
    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class HandShown(Event):
    """The sitting dealer `to` is shown the hand of `seat` (§2.9, §4.9)."""

    name: ClassVar[str] = "hand_shown"
    seat: Seat
    to: Seat
    cards: Annotated[Secret, list[str] | int]


@dataclass(frozen=True, slots=True)
class AuctionWon(Event):
    name: ClassVar[str] = "auction_won"
    seat: Seat
    bid: str
    shared: bool
    notes: bool
    """Whether the defenders may note down the layout of a misère (§5.7)."""


@dataclass(frozen=True, slots=True)
class AllPassed(Event):
    name: ClassVar[str] = "all_passed"
    price: int


@dataclass(frozen=True, slots=True)
class TalonTaken(Event):
    name: ClassVar[str] = "talon_taken"
    seat: Seat
    cards: list[str]


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    name: ClassVar[str] = "discarded"
    seat: Seat
    card: Annotated[Secret, str | None]


@dataclass(frozen=True, slots=True)
class Ordered(Event):
    name: ClassVar[str] = "ordered"
    seat: Seat
    contract: str


@dataclass(frozen=True, slots=True)
class DiscardPutAway(Event):
    """From now on the declarer may not look at his discard (§3.6)."""

    name: ClassVar[str] = "discard_put_away"
    seat: Seat


@dataclass(frozen=True, slots=True)
class WhistSaid(Event):
    """`whist`, `pass` or `half`; the dealer's choice of a hand is `HandChosen`."""

    name: ClassVar[str] = "whist_said"
    seat: Seat
    word: str


@dataclass(frozen=True, slots=True)
class HandChosen(Event):
    """The sitting dealer has chosen whose cards he would play (§4.9)."""

    name: ClassVar[str] = "hand_chosen"
    seat: Seat
    hand: Seat


@dataclass(frozen=True, slots=True)
class WhistingOver(Event):
    """`duty` is what the whisters have to take together; 0 where nobody whists (§4.2)."""

    name: ClassVar[str] = "whisting_over"
    how: str
    by: Seat | None
    hand: Seat | None
    duty: int


@dataclass(frozen=True, slots=True)
class LieChosen(Event):
    """`open` or `closed` (§4.11)."""

    name: ClassVar[str] = "lie_chosen"
    seat: Seat
    lie: str


@dataclass(frozen=True, slots=True)
class HandLaid(Event):
    name: ClassVar[str] = "hand_laid"
    seat: Seat
    cards: list[str]


@dataclass(frozen=True, slots=True)
class TalonOpened(Event):
    """A talon card of raspasy: led by the sitting dealer `seat`, or naming the suit (None)."""

    name: ClassVar[str] = "talon_opened"
    seat: Seat | None
    card: str


@dataclass(frozen=True, slots=True)
class Played(Event):
    """A card from the hand of `seat`, played by `by`."""

    name: ClassVar[str] = "played"
    seat: Seat
    by: Seat
    card: str


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    name: ClassVar[str] = "trick_taken"
    seat: Seat


@dataclass(frozen=True, slots=True)
class EndAgreed(Event):
    """§5.10: the final tricks by seat."""

    name: ClassVar[str] = "end_agreed"
    tricks: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class DealScored(Event):
    """The score, line by line, each with its paragraph (see scoring.Score)."""

    name: ClassVar[str] = "deal_scored"
    kind: str
    declarer: Seat | None
    contract: str | None
    tricks: dict[Seat, int]
    lines: list[ScoreLine]
    streak: int


EVENTS: tuple[type[Event], ...] = (
    DealBegan,
    HandDealt,
    Called,
    Invited,
    InvitationAnswered,
    HandShown,
    AuctionWon,
    AllPassed,
    TalonTaken,
    Discarded,
    Ordered,
    DiscardPutAway,
    WhistSaid,
    HandChosen,
    WhistingOver,
    LieChosen,
    HandLaid,
    TalonOpened,
    Played,
    TrickTaken,
    EndAgreed,
    DealScored,
)


def cards_for(of: frozenset[Seat], cards: list[Card]) -> Secret:
    """The cards for those who look from the seats `of`, only their number for all others."""
    return Secret(of, [*named(sorted_hand(cards))], len(cards))
