"""Talk at tables: stored before it is heard, while the rules allow it (lobby/table/talk.py)."""

from game.script import Refused
from lobby.table.talk import LENGTH, PHRASES, may_point, may_talk
from server.messages import LineMessage
from server.plain import plain
from server.streams import Streams


class Talk:
    """Says lines."""

    def __init__(self, streams: Streams) -> None:
        self.streams = streams

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
            self.streams.outgoing(replica.listeners, "said", said)
        return said
