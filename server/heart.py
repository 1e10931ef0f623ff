"""What comes with each heartbeat: lost time is given back, pages of a lost node move, the dead are
spoken for."""

import asyncio
from collections.abc import Awaitable, Callable

from server.node import Node
from server.presence import Presence
from server.streams import Streams
from server.sweeper import Sweeper


class Heart:
    """`hang_up` tells every page of this node to go to another one."""

    def __init__(
        self,
        node: Node,
        streams: Streams,
        sweeper: Sweeper,
        presence: Presence,
        hang_up: Callable[[], Awaitable[None]],
    ) -> None:
        self.node, self.streams, self.sweeper, self.presence = node, streams, sweeper, presence
        self.hang_up = hang_up
        self.beating = asyncio.Lock()

    async def beat(self) -> None:
        """Once a second, and whenever somebody needs it. Raises SQLAlchemyError."""
        try:
            async with self.beating:
                seen = await self.node.beat()
                if not self.node.credited:
                    down = self.streams.downtimes != seen.downtimes
                    self.streams.downtimes = seen.downtimes
                    self.presence.patient(down)
                    await self.sweeper.give_back()
                    self.node.credited = True
        finally:
            if self.node.lost:
                await self.hang_up()
        await self.presence.beaten(seen)

    async def steady(self) -> None:
        """To be called before a command is looked at: what it is decided on may be long past.

        Raises SQLAlchemyError.
        """
        if not self.node.fresh:
            await self.beat()
