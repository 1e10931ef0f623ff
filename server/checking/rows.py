"""A stream as rows: nothing is missing, nothing comes twice, every link fits, its head agrees."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from server.checking.problems import Problem
from server.replica import Replica
from server.store import schema
from server.store.chain import START, link
from server.store.log import HEAD, Entry

STATE = ("open", "due", "joinable", "due_at")
"""Of the head: what follows from the facts."""


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream at one moment; `head` as its row has it."""

    name: str
    entries: list[Entry]
    head: dict[str, Any] | None


async def stream_at(connection: AsyncConnection, name: str) -> Stream:
    table, heads = schema.entry, schema.stream
    query = select(table).where(table.c.stream == name).order_by(table.c.n)
    entries = [Entry(*row) for row in await connection.execute(query)]
    own = select(*(heads.c[column] for column in HEAD)).where(heads.c.stream == name)
    head = (await connection.execute(own)).mappings().one_or_none()
    return Stream(name, entries, None if head is None else dict(head))


def of_rows(stream: Stream) -> Iterator[Problem]:
    """What is wrong with the rows alone."""
    name, entries, head = stream.name, stream.entries, stream.head
    commands: dict[str, int] = {}
    for before, entry in zip((None, *entries), entries, strict=False):
        last = before.n if before else 0
        if entry.n != last + 1:
            yield Problem(name, entry.n, f"it follows entry {last}")
        if entry.command in commands:
            yield Problem(name, entry.n, f"the command of entry {commands[entry.command]} again")
        commands.setdefault(entry.command, entry.n)
    if head is None:
        yield Problem(name, 0, "it has no head")
        return
    last, at = (entries[-1].n, entries[-1].at) if entries else (0, 0)
    if head["n"] != last:
        yield Problem(name, 0, f"its head is at entry {head['n']}, its log at entry {last}")
    elif head["at"] != at:
        yield Problem(name, last, f"its head has the time {head['at']}, not {at}")


def links(stream: Stream) -> Iterator[tuple[bytes, Problem | None]]:
    """The link of each entry, and what is wrong with it.

    What an older server wrote has none: it is reckoned on, and the next one covers it. After one
    that is wrong, or a hole, it goes on from what is stored, so that the place is told once.
    """
    chain, last, unlinked = START, 0, 0
    for entry in stream.entries:
        own = link(chain, entry)
        problem = None
        whole = entry.n == last + 1
        if entry.chain is None:
            unlinked = unlinked or entry.n
        elif whole and entry.chain != own:
            since = f", or one since {unlinked}, which have no link" if unlinked else ""
            told = f"its link does not fit: it was changed, or one before it{since}"
            problem = Problem(stream.name, entry.n, told)
        if entry.chain is not None:
            own, unlinked = entry.chain, 0
        chain, last = own, entry.n
        yield chain, problem


def is_whole(stream: Stream) -> bool:
    """Whether the entries are 1, 2, … and can be folded one after the other."""
    numbers = [entry.n for entry in stream.entries]
    return numbers == [*range(1, len(numbers) + 1)]


def of_head(stream: Stream, replica: Replica) -> Iterator[Problem]:
    """Whether the head has what follows from the facts; an older server knew no time due."""
    if stream.head is None or not stream.entries or stream.head["n"] != replica.n:
        return
    last = stream.entries[-1]
    for column in STATE:
        stored, own = stream.head[column], getattr(replica.head, column)
        if stored != own and not (column == "due_at" and last.chain is None):
            yield Problem(
                stream.name, last.n, f"its head has {column} {stored}, and the log makes it {own}"
            )
