"""Passwords: what one may be, and argon2id in threads, a few at once."""

import asyncio
import unicodedata
from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from game.script import Refused
from server.forms import HALVES
from server.plain import login_of

LEAST, MOST = 8, 200
"""Characters."""
AT_ONCE, MOST_WAITING = 2, 40
"""Each takes some 64 MiB and much of a processor for a moment."""
T = TypeVar("T")


class Passwords:
    """Hashes and verifies off the loop."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self.hasher = hasher or PasswordHasher()
        self.turn = asyncio.Semaphore(AT_ONCE)
        self.waiting = 0

    @cached_property
    def nobodys(self) -> str:
        """Verified where there is no account, so that this takes as long."""
        return self.hasher.hash("")

    async def hashed(self, password: str) -> str:
        """Raises `Refused` (too_fast) when too many wait."""
        return await self.in_thread(lambda: self.hasher.hash(encoded(password)))

    async def fits(self, password: str, kept: str | None) -> bool:
        """Whether it is the password of this hash; of none it never is.

        Raises `Refused` (too_fast) when too many wait.
        """

        def same() -> bool:
            nobodys = self.nobodys  # made when first needed, whoever asks
            return self.same(password, nobodys if kept is None else kept)

        fitting = await self.in_thread(same)
        return fitting and kept is not None

    def outdated(self, kept: str) -> bool:
        """Whether the hash was made with other parameters than are used now."""
        return self.hasher.check_needs_rehash(kept)

    def same(self, password: str, kept: str) -> bool:
        try:
            return self.hasher.verify(kept, encoded(password))
        except (VerificationError, InvalidHashError):
            return False

    async def in_thread(self, work: Callable[[], T]) -> T:
        if self.waiting >= MOST_WAITING:
            raise Refused("too_fast")
        self.waiting += 1
        try:
            async with self.turn:
                return await asyncio.to_thread(work)
        finally:
            self.waiting -= 1


def encoded(password: str) -> bytes:
    """The same for an accented letter in one character or in two."""
    return unicodedata.normalize("NFC", password).encode()


def proper_password(password: Any, name: str) -> str:
    """A new password for an account of this name. Raises `Refused` (bad_password)."""
    good = (
        isinstance(password, str)
        and LEAST <= len(password) <= MOST
        and not HALVES.search(password)
        and login_of(password) != login_of(name)
    )
    if not good:
        raise Refused("bad_password", least=LEAST, most=MOST)
    assert isinstance(password, str)
    return password
