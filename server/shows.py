"""What the watchers of a contest have not seen yet, at once or with all of the next moment."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from server.contest_replica import ContestReplica
from server.replica import Send

SHOW_SECONDS = 0.25
"""The watchers of a contest hear of changes no more often than this."""


class Shows:
    """`start` takes work that is to be done beside everything else."""

    def __init__(self, outgoing: Send, start: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self.outgoing, self.start = outgoing, start

    def soon(self, replica: ContestReplica) -> None:
        """Show what has changed: at once, or with all that changes in the next moment."""
        if not replica.waiting and replica.watchers:
            replica.waiting = True
            self.start(self.show(replica))

    async def show(self, replica: ContestReplica) -> None:
        loop = asyncio.get_running_loop()
        await asyncio.sleep(replica.shown_at + SHOW_SECONDS - loop.time())
        replica.waiting = False
        async with replica.lock:  # nothing is shown that is not stored
            if not replica.loaded or not replica.watchers:
                return
            replica.shown_at = loop.time()
            self.now(replica)

    def now(self, replica: ContestReplica) -> None:
        message = replica.changes()
        if message is not None:
            self.outgoing(replica.watchers, "changed", message)
