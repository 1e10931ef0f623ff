"""What kind of stream a name is, and what may be sent to it."""

from lobby.contest import commands as contest_commands
from lobby.contest.commands import Create
from lobby.table import commands as table_commands
from server.entries import Vocabulary, vocabulary

OWN = "."
"""What the ids of the server's own commands begin with; a page's id cannot."""
FRIENDLY, CONTEST = "t", "c"
"""How the names of streams begin. The tables of a contest have its name, a tour and a number."""
BEGINNING = vocabulary((*table_commands.SENDABLE.values(), Create))
"""What may be sent without a stream: of these some begin one."""


def sendable(stream: str) -> Vocabulary:
    """The commands that may be sent to a stream."""
    if not stream:
        return BEGINNING
    return contest_commands.SENDABLE if is_contest(stream) else table_commands.SENDABLE


def is_contest(stream: str) -> bool:
    return stream.startswith(CONTEST) and "-" not in stream
