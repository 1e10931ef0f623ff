"""Who watches what at this node, written down for the others."""

import asyncio
import logging
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from server.store.nodes import Nodes, Watching

AGAIN_SECONDS = 0.5
logger = logging.getLogger(__name__)


class Whereabouts:
    """`came` and `went` from anywhere; `run` writes down what has changed, all at once."""

    def __init__(self, nodes: Nodes, now: Callable[[], int]) -> None:
        self.nodes, self.now = nodes, now
        self.here: dict[Watching, int] = {}
        """Since when, in milliseconds."""
        self.changed: set[Watching] = set()
        self.stirred = asyncio.Event()

    def came(self, stream: str, person: str) -> None:
        self.here[stream, person] = self.now()
        self.note({(stream, person)})

    def went(self, stream: str, person: str) -> None:
        if self.here.pop((stream, person), None) is not None:
            self.note({(stream, person)})

    def again(self) -> None:
        """Write down all of it: the others have taken this node for dead."""
        self.note({*self.here})

    def note(self, changed: set[Watching]) -> None:
        self.changed |= changed
        self.stirred.set()

    async def run(self) -> None:
        """Until cancelled. What could not be written is tried again."""
        while True:
            await self.stirred.wait()
            self.stirred.clear()
            changed, self.changed = self.changed, set()
            here = {each: self.here[each] for each in changed if each in self.here}
            try:
                await self.nodes.change(here, changed - here.keys())
            except (SQLAlchemyError, OSError) as failure:
                logger.warning("who watches is not written down: %r", failure)
                self.changed |= changed
                await asyncio.sleep(AGAIN_SECONDS)
                self.stirred.set()
