"""What a player remembers of a deal beyond what his screen shows."""

from dataclasses import dataclass, field

from game.bots.holdings import ALL, MASKS, Cards, of_names, suit_cards
from game.cards import SUITS
from game.view import Seen


@dataclass(slots=True)
class Memory:
    """Fed with every event as this player got it; a new deal wipes out the one before."""

    seat: str = ""
    """The player himself: whose cards he was dealt, or the dealer who sits out."""
    gone: Cards = 0
    """Cards that have been played, and the talon of raspasy."""
    talon: Cards = 0
    """The talon that the declarer took."""
    discard: Cards = 0
    """The player's own."""
    trump: int | None = None
    played: dict[str, Cards] = field(default_factory=dict)
    voids: dict[str, Cards] = field(default_factory=dict)
    """The cards of all suits that a hand has shown it does not hold."""
    led: Cards = 0
    """All cards of the suit led in the running trick."""

    def see(self, event: Seen) -> None:
        """Take an event as `Event.seen_by` gave it to this player."""
        match event["event"]:
            case "deal_began":
                self.begin(event["dealer"], event["hands"])
            case "hand_dealt" if not isinstance(event["cards"], int):
                self.seat = event["seat"]
            case "talon_taken":
                self.talon = of_names(event["cards"])
            case "discarded" if event["card"] is not None:
                self.discard |= of_names([event["card"]])
            case "ordered":
                strain = event["contract"][-1]
                self.trump = SUITS.find(strain) if strain in SUITS else None
            case "talon_opened":
                card = of_names([event["card"]])
                self.gone |= card
                self.led = suit_cards(card)
            case "played":
                self.play(event["seat"], of_names([event["card"]]))
            case "trick_taken":
                self.led = 0
            case _:
                pass

    def begin(self, dealer: str, hands: list[str]) -> None:
        self.seat = dealer
        self.gone = self.talon = self.discard = self.led = 0
        self.trump = None
        self.played = dict.fromkeys(hands, 0)
        self.voids = dict.fromkeys(hands, 0)

    def play(self, seat: str, card: Cards) -> None:
        """A card played: gone, and perhaps it tells of a suit that the hand lacks (§5.1)."""
        self.gone |= card
        self.played[seat] |= card
        self.led = self.led or suit_cards(card)
        if not card & self.led:
            self.voids[seat] |= self.led
            if self.trump is not None and not card & MASKS[self.trump]:
                self.voids[seat] |= MASKS[self.trump]

    @property
    def live(self) -> Cards:
        """All cards that are not gone and not in the player's own discard."""
        return ALL & ~self.gone & ~self.discard
