"""This server among the others: its heartbeat, who else lives, when nobody did.

Nothing depends on it that could be done twice or lost: two nodes that both think a thing is theirs
write it once, for the log takes each id once. It spares work and settles who is patient.
"""

import asyncio
import hashlib

from server.clock import Clock, StoreClock
from server.store.nodes import Nodes, Seen, store_time

BEAT_SECONDS = 1.0
FRESH_SECONDS = 3.0
"""So long after a heartbeat a node knows the time and what was credited; later it does not act."""
LOST_SECONDS = 6.0
"""A node that could not write down that it lives for so long is dead to the others."""
NOBODY = Seen(frozenset(), frozenset(), True, [])


class Node:
    """`name` is its own among the nodes of a database, another one each time it is started."""

    def __init__(self, nodes: Nodes, clock: Clock) -> None:
        self.name, self.nodes, self.clock = nodes.name, nodes, clock
        self.seen = NOBODY
        self.beaten: float | None = None
        """When the last heartbeat that succeeded began, by the loop's clock."""
        self.credited = False
        """Whether what was lost before it is made good."""

    async def beat(self) -> Seen:
        """Write down that this node lives, and see who else does.

        After it `fresh` is false until `credited` is set: what a downtime took has to be given back
        before anything happens by itself.
        """
        began = asyncio.get_running_loop().time()
        await self.set_clock()
        unbroken = self.beaten is not None and began - self.beaten < FRESH_SECONDS
        if not unbroken:
            self.credited = False
        self.seen = await self.nodes.beat(int(self.clock.now() * 1000), unbroken)
        self.beaten = began
        return self.seen

    async def set_clock(self) -> None:
        if isinstance(self.clock, StoreClock):
            asked = self.clock.own.now()
            store = await store_time(self.nodes.database)
            if store is not None:
                self.clock.told(asked, store / 1000, self.clock.own.now())

    @property
    def silence(self) -> float:
        """Seconds since the last heartbeat that succeeded."""
        if self.beaten is None:
            return float("inf")
        return asyncio.get_running_loop().time() - self.beaten

    @property
    def fresh(self) -> bool:
        """Whether this node may say that somebody's time is up."""
        return self.credited and self.silence < FRESH_SECONDS

    @property
    def lost(self) -> bool:
        """Whether the others do without this node: then its pages are better off with them."""
        return bool(self.seen.living) and self.silence > LOST_SECONDS

    @property
    def alone(self) -> bool:
        return not self.seen.living

    def hosts(self, stream: str) -> bool:
        """Whether this node, of those that live, is to run what no player's node runs."""

        def weight(name: str) -> bytes:
            return hashlib.sha256(f"{name} {stream}".encode()).digest()

        return max((self.name, *self.seen.living - {""}), key=weight) == self.name
