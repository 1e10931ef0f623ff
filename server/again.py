"""Whether something is tried again."""

import asyncio
from collections.abc import Iterator

from game.script import Refused

TRY_SECONDS, AGAIN_SECONDS = 5.0, 0.05
"""So long a command is decided anew if others were first; how long after the store failed."""


class Overtaken(Exception):
    """What was looked at before a command has changed before it could be carried out."""


def tries() -> Iterator[None]:
    """Again and again while there is time. Raises `Refused` (try_again) after that."""
    loop = asyncio.get_running_loop()
    until = loop.time() + TRY_SECONDS
    while loop.time() < until:
        yield
    raise Refused("try_again")
