"""A contest with its tables as one JSON object, to be kept or taken to another server.

    {"pulya_archive": 1, "names": {person: name}, "streams": [
        {"stream": …, "entries": [{"n", "at", "who", "command", "what", "body"}, …]}, …]}

The contest comes first. It is the log as it stands, with secrets: before the end of a contest only
an administrator gets it.
"""

import asyncio
import re
from dataclasses import replace
from itertools import groupby
from typing import Annotated

import msgspec

from game.script import Refused
from game.shuffle import commitment
from lobby.contest.effects import brought, place_of, table_stream
from lobby.contest.plan import check
from lobby.table.audience import sight
from lobby.table.decisions import TABLE
from lobby.table.seen import table_seen_by
from server.contest_replica import ContestReplica
from server.kinds import OWN, is_contest
from server.plain import plain
from server.replica import Replica
from server.store.chain import START, link
from server.store.log import Entry
from server.store.people import People
from server.streams import Streams
from server.table_replica import TableReplica

VERSION = 1
MOST_BYTES = 64 * 1024 * 1024
MOST_NAME = 40
PERSON = re.compile(r"[a-z0-9-]{1,40}")
STREAM = re.compile(r"c[0-9a-f]{12}(-[0-9]{1,3}-[0-9]{1,4})?")


class Row(msgspec.Struct):
    """An entry of the log; `body` is its JSON."""

    n: Annotated[int, msgspec.Meta(ge=1, lt=2**31)]
    at: Annotated[int, msgspec.Meta(ge=0, lt=2**53)]
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
    """The archive of a contest, as the log has it at one moment."""
    entries = await streams.log.family(replica.stream)
    parts = [
        Stream(
            name,
            [
                Row(row.n, row.at, row.who, row.command, row.what, msgspec.Raw(row.body))
                for row in rows
            ],
        )
        for name, rows in groupby(entries, key=lambda entry: entry.stream)
    ]
    known = await streams.people.names(replica.people)
    return msgspec.json.encode(Archive(VERSION, known, parts))


async def restored(streams: Streams, people: People, text: bytes) -> str:
    """Take in an archive; the name of its contest.

    A contest that runs goes on from its last entry: the time since then is credited like that in
    which a server was down (§T7.9). Raises `Refused`: bad_archive with `where` and why,
    contest_exists.
    """
    archive = read(text)
    # All of it is played again, which takes its time.
    wanted = await asyncio.to_thread(checked, archive)
    if not await streams.log.restore([(rows, replica.head) for rows, replica in wanted]):
        raise Refused("contest_exists")
    await people.restore(archive.names, streams.now())
    since = max(rows[-1].at for rows, _ in wanted)
    for _, replica in reversed(wanted):  # the contest last, for it stirs its tables
        if replica.timed:
            name = f"{OWN}credit-{since}"
            await streams.submit(replica.stream, TABLE, name, replica.credit(since))
    return wanted[0][1].stream


def read(text: bytes) -> Archive:
    """Raises `Refused` (bad_archive)."""
    try:
        archive = msgspec.json.decode(text, type=Archive)
    except (msgspec.MsgspecError, RecursionError) as wrong:
        raise Refused("bad_archive", where="", why=str(wrong)[:120]) from None
    if archive.pulya_archive != VERSION or not archive.streams:
        raise Refused("bad_archive", where="pulya_archive", why=f"not version {VERSION}")
    for person, name in archive.names.items():
        if not PERSON.fullmatch(person) or plain(name, MOST_NAME) != name:
            raise Refused("bad_archive", where="names", why=person[:40])
    return archive


def checked(archive: Archive) -> list[tuple[list[Entry], Replica]]:
    """The streams, the contest first, and what they come to. Raises `Refused` (bad_archive)."""
    names = [each.stream for each in archive.streams]
    if not is_contest(names[0]) or len({*names}) != len(names):
        raise Refused("bad_archive", where="streams", why="the contest first, and each once")
    wanted = [
        (rows, replayed(each.stream, rows))
        for each, rows in ((each, entries_of(each)) for each in archive.streams)
    ]
    first = wanted[0][1]
    assert isinstance(first, ContestReplica)
    tables = {
        table_stream(first.stream, tour.number, table.number): table
        for tour in first.created.tours
        for table in (tour.tables if tour.began is not None else ())
    }
    for name in names[1:]:
        if name not in tables:
            raise Refused("bad_archive", where=name[:40], why="no table of this contest")
    for name, table in tables.items():
        if table.signs_since is not None and name not in names:
            raise Refused("bad_archive", where=name, why="this table is missing")
    return wanted


def entries_of(stream: Stream) -> list[Entry]:
    """With their links, which follow from what they are."""
    chain, entries = START, []
    for row in stream.entries:
        fields = (row.n, row.at, row.who, row.command, row.what, bytes(row.body))
        entry = Entry(stream.stream, *fields)
        chain = link(chain, entry)
        entries.append(replace(entry, chain=chain))
    return entries


def replayed(name: str, rows: list[Entry]) -> Replica:
    """What the entries come to. Raises `Refused` (bad_archive) unless they are a whole stream."""
    if not STREAM.fullmatch(name):
        raise Refused("bad_archive", where=name[:40], why="no stream of a contest")
    if [row.n for row in rows] != [*range(1, len(rows) + 1)]:
        raise Refused("bad_archive", where=name, why="entries are missing")
    if len({row.command for row in rows}) != len(rows):
        raise Refused("bad_archive", where=name, why="a command comes twice")
    replica = ContestReplica(name) if place_of(name) is None else TableReplica(name)
    try:
        replica.load(rows)
        sound = replica.loaded and not replica.drifted and is_sound(replica)
    except Exception as wrong:  # noqa: BLE001 - facts from elsewhere may be put together in any way
        raise Refused("bad_archive", where=name, why=repr(wrong)[:120]) from None
    if not sound:
        raise Refused("bad_archive", where=name, why="it does not play again as it is written")
    return replica


def is_sound(replica: Replica) -> bool:
    """Whether it is its stream's, and all that is asked of it later has an answer."""
    if isinstance(replica, ContestReplica):
        contest = replica.created
        check(contest.plan)
        secret = commitment(bytes.fromhex(contest.secret), replica.stream) == contest.commitment
        own = contest.name == replica.stream and secret
        return own and bool(replica.seen()) and replica.head is not None
    assert isinstance(replica, TableReplica)
    table, place = replica.opened, place_of(replica.stream)
    views = [table_seen_by(table, sight(table, member.person)) for member in table.members]
    brought(replica.stream, table)
    own = place is not None and table.contest == place[0]
    return own and len(views) == table.players and replica.head is not None
