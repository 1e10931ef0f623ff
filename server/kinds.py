"""What kind of stream a name is, what it begins with, and what may be sent to it."""

from collections.abc import Sequence
from typing import Any

from lobby.contest import commands as contest_commands
from lobby.contest.commands import Create
from lobby.contest.decisions import opening as contest_opening
from lobby.table import commands as table_commands
from lobby.table.commands import Open, Practise
from lobby.table.gathering import opening, practice
from server.clock import Entropy
from server.entries import Vocabulary, vocabulary

OWN = "."
"""What the ids of the server's own commands begin with; a page's id cannot."""
FRIENDLY, CONTEST = "t", "c"
"""How the names of streams begin. The tables of a contest have its name, a tour and a number."""
CONTESTS = CONTEST + "_" * 12
"""The form of the names of contests (SQL LIKE)."""
BEGINNING = vocabulary((*table_commands.SENDABLE.values(), Create))
"""What may be sent without a stream: of these some begin one."""


def sendable(stream: str) -> Vocabulary:
    """The commands that may be sent to a stream."""
    if not stream:
        return BEGINNING
    return contest_commands.SENDABLE if is_contest(stream) else table_commands.SENDABLE


def is_contest(stream: str) -> bool:
    return stream.startswith(CONTEST) and "-" not in stream


def first_facts(
    stream: str, who: str, command: Open | Practise | Create, entropy: Entropy
) -> Sequence[Any]:
    """What the first entry of a stream holds. Raises `Refused`."""
    match command:
        case Create():
            return contest_opening(stream, who, command, entropy(f"{stream} 1"))
        case Practise():
            return practice(who, command)
        case Open():
            return opening(who, command, entropy(f"{stream} 1"))
