"""A contest with its tables as one JSON object, to be kept or taken to another server.

    {"pulya_archive": 1, "names": {person: name}, "streams": [
        {"stream": …, "entries": [{"n", "at", "who", "command", "what", "body"}, …]}, …]}

The contest comes first. It is the log as it stands, with secrets: before the end of a contest only
an administrator gets it.
"""

import re
from typing import Annotated

import msgspec

from game.script import Refused
from lobby.contest.effects import place_of, table_stream
from server.contest_replica import ContestReplica
from server.replica import Replica
from server.store.log import Entry, Log
from server.store.people import People
from server.streams import Streams, is_contest
from server.table_replica import TableReplica

VERSION = 1
MOST_BYTES = 64 * 1024 * 1024
STREAM = re.compile(r"c[0-9a-f]{12}(-[0-9]{1,3}-[0-9]{1,4})?")


class Row(msgspec.Struct):
    """An entry of the log; `body` is its JSON."""

    n: int
    at: int
    who: Annotated[str, msgspec.Meta(max_length=40)]
    command: Annotated[str, msgspec.Meta(max_length=120)]
    what: Annotated[str, msgspec.Meta(max_length=20)]
    body: msgspec.Raw


class Stream(msgspec.Struct):
    stream: str
    entries: list[Row]


class Archive(msgspec.Struct):
    """See above."""

    pulya_archive: int
    names: dict[str, str]
    streams: list[Stream]


async def archived(streams: Streams, replica: ContestReplica) -> bytes:
    """The archive of a contest."""
    contest = replica.created
    names = [replica.stream]
    for tour in contest.tours:
        if tour.began is not None:
            names += [table_stream(contest.name, tour.number, each.number) for each in tour.tables]
    parts = [await stream_of(streams.log, name) for name in names]
    known = await streams.people.names(replica.people)
    return msgspec.json.encode(Archive(VERSION, known, [part for part in parts if part.entries]))


async def stream_of(log: Log, name: str) -> Stream:
    rows = [
        Row(entry.n, entry.at, entry.who, entry.command, entry.what, msgspec.Raw(entry.body))
        for entry in await log.after(name, 0)
    ]
    return Stream(name, rows)


async def restored(streams: Streams, people: People, text: bytes) -> str:
    """Take in an archive; the name of its contest.

    Raises `Refused`: bad_archive with `where` and why, contest_exists.
    """
    try:
        archive = msgspec.json.decode(text, type=Archive)
    except msgspec.MsgspecError as wrong:
        raise Refused("bad_archive", where="", why=str(wrong)[:120]) from None
    if archive.pulya_archive != VERSION or not archive.streams:
        raise Refused("bad_archive", where="pulya_archive", why=f"not version {VERSION}")
    contest = archive.streams[0].stream
    wanted = [
        (rows, replayed(contest, each, rows)) for each, rows in map(entries_of, archive.streams)
    ]
    names = [each.stream for each in archive.streams]
    if not is_contest(contest) or len({*names}) != len(names):
        raise Refused("bad_archive", where="streams", why="the contest first, and each once")
    for person, name in archive.names.items():
        if not 1 <= len(person) <= 40 or not 1 <= len(name) <= 40:
            raise Refused("bad_archive", where="names", why=person[:40])
    if not await streams.log.restore([(rows, replica.head) for rows, replica in wanted]):
        raise Refused("contest_exists")
    await people.restore(archive.names, streams.now())
    await streams.replica(contest)
    return contest


def entries_of(stream: Stream) -> tuple[Stream, list[Entry]]:
    rows = [
        Entry(stream.stream, row.n, row.at, row.who, row.command, row.what, bytes(row.body))
        for row in stream.entries
    ]
    return stream, rows


def replayed(contest: str, stream: Stream, rows: list[Entry]) -> Replica:
    """What the entries come to. Raises `Refused` (bad_archive) unless they are a whole stream."""
    name = stream.stream
    place = place_of(name)
    own = name == contest or (place is not None and place[0] == contest)
    if not own or not STREAM.fullmatch(name):
        raise Refused("bad_archive", where=name[:40], why="no stream of this contest")
    if [row.n for row in rows] != [*range(1, len(rows) + 1)]:
        raise Refused("bad_archive", where=name, why="entries are missing")
    replica = ContestReplica(name) if place is None else TableReplica(name)
    try:
        replica.load(rows)
    except Exception as wrong:  # noqa: BLE001 - facts from elsewhere may be put together in any way
        raise Refused("bad_archive", where=name, why=repr(wrong)[:120]) from None
    if not replica.loaded or replica.drifted:
        raise Refused("bad_archive", where=name, why="it does not play again as it is written")
    return replica
