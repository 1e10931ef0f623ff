"""The opening of a deal, and lots drawn from one decision's chance."""

import hashlib
import hmac

from game import shuffle
from game.cards import hand_text, named
from game.preferans.deal import VERSION
from game.preferans.dealing import dealt
from game.script import Seat
from lobby.table import facts
from lobby.table.table import Table


def lot(chance: bytes, about: bytes) -> bytes:
    """Bytes of this decision's chance for one purpose."""
    return hmac.digest(chance, about, hashlib.sha256)


def deal_opened(table: Table, number: int, dealer: Seat, chance: bytes) -> facts.DealOpened:
    """A deal from a fresh secret, shuffled so that anybody can check it afterwards.

    At a table for practice it is the one that was brought along.
    """
    if table.dealt:
        brought = table.dealt[number - 1]
        return facts.DealOpened(
            number=number,
            dealer=brought.dealer,
            streak=brought.streak,
            hands=brought.hands,
            talon=brought.talon,
            secret="",
            commitment="",
            version=VERSION,
        )
    return of_secret(table, number, dealer, lot(chance, b"deal"))


def of_secret(table: Table, number: int, dealer: Seat, secret: bytes) -> facts.DealOpened:
    """The deal that this secret comes to. Raises ValueError for one of the wrong length."""
    name = f"deal {number}"
    pack, packet = shuffle.drawn(secret, [], name, table.convention.talon_packets)
    layout = dealt(pack, packet, table.players, dealer, table.streak)
    return facts.DealOpened(
        number=number,
        dealer=dealer,
        streak=table.streak,
        hands=[hand_text(hand) for hand in layout.hands],
        talon=named(layout.talon),
        secret=secret.hex(),
        commitment=shuffle.commitment(secret, name),
        version=VERSION,
    )
