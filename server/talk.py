"""Talk at tables: stored before it is heard, while the rules allow it (lobby/table/talk.py).

For what is said at another node the bell rings as well, with the number of no entry.
"""

import asyncio
from collections.abc import Sequence
from typing import cast

from game.script import Refused
from lobby.table.talk import LENGTH, PHRASES, may_point, may_talk
from server.bus import Ring
from server.messages import LineMessage
from server.plain import plain
from server.streams import Streams
from server.table_replica import TableReplica

SPOKEN = 0
"""What the bell rings with for a line: entries begin at 1."""


class Talk:
    """Says lines."""

    def __init__(self, streams: Streams) -> None:
        self.streams = streams
        self.reading = asyncio.Lock()

    async def say(self, stream: str, person: str, phrase: str, line: str, card: str) -> LineMessage:
        """One of the three, to all who watch the table but those who see this deal when it is over.

        Raises `Refused` (no_words, silence, not_an_open_card, not_at_this_table).
        """
        seen = plain(line, LENGTH) if line else ""
        if [phrase, line, card].count("") != 2 or seen is None or phrase not in ("", *PHRASES):
            raise Refused("no_words", most=LENGTH)
        async with self.streams.table(stream) as replica:
            if replica.opened.member(person) is None:
                raise Refused("not_at_this_table")
            if not may_talk(replica.opened, person):
                raise Refused("silence", "§5.4")
            if card and not may_point(replica.opened, person, card):
                raise Refused("not_an_open_card", "§5.6", card=card)
            said: LineMessage = {
                "stream": stream,
                "at": self.streams.now(),
                "person": person,
                "phrase": phrase,
                "line": seen,
                "card": card,
            }
            await self.streams.lines.add(dict(said))
            self.tell(replica, said)
        self.streams.ring(stream, SPOKEN)
        return said

    def tell(self, replica: TableReplica, said: LineMessage) -> None:
        self.streams.outgoing(replica.listeners, "said", said)

    async def hear(self) -> None:
        """What was said at other nodes since the last call, to those who watch here."""
        async with self.reading:  # one after the other, for each tells what it has found
            fresh = await self.streams.lines.fresh()
        for line in fresh:
            replica = self.streams.replicas.get(line["stream"])
            if isinstance(replica, TableReplica) and replica.loaded and replica.watchers:
                self.tell(replica, cast(LineMessage, line))

    async def rung(self, rings: Sequence[Ring]) -> None:
        """The bell has rung at other nodes: for lines, and for entries."""
        if any(n == SPOKEN for _, n in rings):
            await self.hear()
        await self.streams.rung(rings)
