"""What a deal starts from, what is known of it while it is played, and what it comes to."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

from game.cards import Card
from game.preferans.contracts import Bid
from game.preferans.conventions import Convention
from game.preferans.seats import chairs, hands_of, sitting_dealer
from game.script import Seat


@dataclass(frozen=True, slots=True)
class Layout:
    """A dealt deal. `hands` are the first, second and third hand; `talon` in the order of §6.4.

    `streak` is the number of raspasy already played in the run that is still going (§6.5).
    """

    players: int
    dealer: Seat
    hands: tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]
    talon: tuple[Card, Card]
    streak: int = 0


class Whisting(Enum):
    """How the whisting ended (§4.1–§4.8)."""

    BOTH = "both"
    LONE = "lone"
    RETURNED = "returned"
    DEALER = "dealer"
    HALF = "half"
    NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Whisted:
    """The end of the whisting; `by` is the lone whister, or who stays with the half-whist.

    `hand` is the hand that the whister's tricks belong to: his own, or the one that the sitting
    dealer took over (§4.10).
    """

    how: Whisting
    by: Seat | None = None
    hand: Seat | None = None


@dataclass(slots=True)
class Deal:
    """The facts of a running deal. The scripts write them, nobody else."""

    convention: Convention
    layout: Layout
    hands: dict[Seat, list[Card]]
    taken: dict[Seat, int]
    declarer: Seat | None = None
    bid: Bid | None = None
    """The bid, then the ordered contract; None in misère and raspasy."""
    whisted: Whisted | None = None
    shared: bool = False
    """A misère played half and half with the sitting dealer (§2.9)."""
    shown: Seat | None = None
    """Whose hand the sitting dealer was shown at an invitation (§2.9)."""
    open_hands: bool = False
    cards_played: int = 0
    talon_led: int = 0
    """How many talon cards' tricks are over in raspasy (§6.2)."""
    discard: list[Card] = field(default_factory=list)

    @property
    def players(self) -> int:
        return self.layout.players

    @property
    def dealer(self) -> Seat:
        return self.layout.dealer

    @property
    def around(self) -> tuple[Seat, Seat, Seat]:
        """First, second, third hand."""
        return hands_of(self.dealer, self.players)

    @property
    def sitting(self) -> Seat | None:
        """The dealer of four."""
        return sitting_dealer(self.dealer, self.players)

    def from_seat(self, leader: Seat) -> Iterator[Seat]:
        """The three who hold cards, clockwise from the leader."""
        first = self.around.index(leader)
        for step in range(3):
            yield self.around[(first + step) % 3]

    @property
    def defenders(self) -> tuple[Seat, Seat]:
        """Clockwise from the declarer."""
        assert self.declarer is not None
        _, first, second = self.from_seat(self.declarer)
        return first, second


def opened(convention: Convention, layout: Layout) -> Deal:
    """The facts at the start of a deal."""
    seats = hands_of(layout.dealer, layout.players)
    return Deal(
        convention,
        layout,
        hands={seat: list(hand) for seat, hand in zip(seats, layout.hands, strict=True)},
        taken=dict.fromkeys(chairs(layout.players), 0),
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a deal came to: enough to write it into the pulya (§7).

    `tricks` are those taken by the cards of each seat, or agreed; all zero if nothing was played.
    `bid` is the ordered contract, None in misère (declarer set) and raspasy (declarer None).
    """

    players: int
    dealer: Seat
    streak: int
    tricks: dict[Seat, int]
    talon: tuple[Card, Card]
    declarer: Seat | None = None
    bid: Bid | None = None
    whisted: Whisted | None = None
    shared: bool = False
