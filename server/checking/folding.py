"""A stream folded from entry 1 as a server folds it, one fact after the other.

What the play tells must be what it told when the entry was written: so every deal is played again.
"""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from game.script import Refused
from server.checking.problems import Problem
from server.checking.rows import Stream
from server.entries import digest, unpacked
from server.replica import Replica

Before = Callable[[int, Any], Iterator[str]]
"""What is wrong with a fact of entry n, asked before it is folded."""


def folded(stream: Stream, replica: Replica, before: Before) -> Iterator[Problem]:
    """What is wrong; where it cannot go on the replica is `drifted`."""
    for entry in stream.entries:
        try:
            body = unpacked(entry.body, replica.vocabulary)
            for fact in body.facts:
                for what in before(entry.n, fact):
                    yield Problem(stream.name, entry.n, what)
                replica.fold([fact], entry.at)
            replica.took(entry)
            told = replica.told()
        except msgspec.MsgspecError as wrong:
            yield from stopped(stream, replica, entry.n, f"it cannot be read: {wrong}")
            return
        except Refused as refused:
            what = f"an answer is none of its question ({refused.code})"
            yield from stopped(stream, replica, entry.n, what)
            return
        except Exception as wrong:  # noqa: BLE001 - facts may be changed in any way
            yield from stopped(stream, replica, entry.n, f"it cannot follow: {wrong!r}")
            return
        if digest(told) != body.told:
            yield Problem(stream.name, entry.n, "played again it tells something else")


def stopped(stream: Stream, replica: Replica, n: int, what: str) -> Iterator[Problem]:
    replica.drifted = True
    line = " ".join(what.split())[:200]
    yield Problem(stream.name, n, f"{line}; the rest of it is not looked at")
