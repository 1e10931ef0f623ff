"""From a secret to a pack: unbiased, repeatable by anybody, committed to before it is used.

A stream of bytes is HMAC-SHA-256 in counter mode under a key; from it numbers below a bound are
drawn by rejection, and the pack is shuffled by Fisher and Yates from the end. The key is
SHA-256 over the secret, the nonces of the players in the order of their seats, and the name of
the deal, each with its length before it. All of this can be redone in a browser.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from game.cards import PACK, Card

T = TypeVar("T")

SECRET_BYTES = 32  # 256 bits; less could be tried out from one's own hand


@dataclass(slots=True)
class Draw:
    """Numbers from a key."""

    key: bytes
    counter: int = 0

    def words(self) -> Iterator[int]:
        """32-bit numbers, eight from each block."""
        while True:
            block = hmac.digest(self.key, self.counter.to_bytes(8, "big"), "sha256")
            self.counter += 1
            for place in range(0, len(block), 4):
                yield int.from_bytes(block[place : place + 4], "big")


def framed(parts: Sequence[bytes]) -> bytes:
    """The parts with their lengths, so that no two rows of parts look alike."""
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def commitment(secret: bytes, name: str) -> str:
    """What is shown before the deal: SHA-256 of the secret and the deal's name, in hex.

    Raises ValueError for a secret of the wrong length.
    """
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    return hashlib.sha256(framed([secret, name.encode()])).hexdigest()


def below(words: Iterator[int], bound: int) -> int:
    """A number from 0 to bound - 1, each as likely as the other (rejection)."""
    limit = (1 << 32) - (1 << 32) % bound
    while (word := next(words)) >= limit:
        pass
    return word % bound


def mix(things: list[T], words: Iterator[int]) -> None:
    """Shuffle in place, by Fisher and Yates from the end."""
    for last in range(len(things) - 1, 0, -1):
        other = below(words, last + 1)
        things[last], things[other] = things[other], things[last]


def drawn(
    secret: bytes, nonces: Sequence[bytes], name: str, packets: Sequence[int]
) -> tuple[list[Card], int]:
    """The shuffled pack and the packet that becomes the talon, one of `packets` (§1.3)."""
    key = hashlib.sha256(framed([secret, *nonces, name.encode()])).digest()
    words = Draw(key).words()
    pack = list(PACK)
    mix(pack, words)
    return pack, packets[below(words, len(packets))]
