"""Finds what should have happened by itself and has not: its node is dead, or never had it."""

import logging

from game.script import Refused
from server.kinds import CONTESTS, is_contest
from server.node import Node
from server.streams import Streams

LATE_MILLISECONDS = 2_000
"""So long it is left to the node that has the players."""
AT_ONCE = 200
"""How many streams are loaded before anything else has its turn."""
PATIENCE_MILLISECONDS = 60_000
"""After so long a stream that could not be loaded is tried again."""
logger = logging.getLogger(__name__)


class Sweeper:
    """Loads overdue streams, and the contests that this node hosts; the rest follows from that."""

    def __init__(self, streams: Streams, node: Node) -> None:
        self.streams, self.node = streams, node
        self.given_up: dict[str, int] = {}
        """When a stream could not be loaded, in milliseconds."""

    async def sweep(self) -> None:
        now = self.streams.now()
        since = now if self.node.alone else now - LATE_MILLISECONDS
        late = await self.streams.log.overdue(since, CONTESTS)
        tried = {each: at for each, at in self.given_up.items() if now - at < PATIENCE_MILLISECONDS}
        self.given_up = tried
        wanted = [each for each in late if self.lacks(each) and each not in tried]
        for stream in wanted[:AT_ONCE]:
            await self.load(stream, now)
        for replica in [*self.streams.replicas.values()]:
            if is_contest(replica.stream):  # its host may have died
                self.streams.stir(replica)

    async def give_back(self) -> None:
        """What is loaded here gets back what the last downtimes took; the rest when it is loaded.

        Raises SQLAlchemyError.
        """
        for replica in [*self.streams.replicas.values()]:
            try:
                async with self.streams.held(replica.stream):
                    pass
            except Refused as refused:
                logger.warning("%s: %s", replica.stream, refused)

    def lacks(self, stream: str) -> bool:
        replica = self.streams.replicas.get(stream)
        if replica is not None and replica.loaded:
            return False
        return not is_contest(stream) or self.node.hosts(stream)

    async def load(self, stream: str, now: int) -> None:
        try:
            replica = await self.streams.replica(stream)
            if not replica.drifted:
                return
            logger.error("%s does not play again as it is written", stream)
        except Refused as refused:
            logger.error("%s: %s", stream, refused)
        except Exception:  # one stream's trouble is not the others'
            logger.exception("%s cannot be loaded", stream)
        self.given_up[stream] = now
