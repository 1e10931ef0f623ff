"""The log: many entries in one durable write, and a conflict harms no others."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from server.store import schema
from server.store.database import Database
from server.store.log import GROUP, Entry, Head, Log
from server.store.people import session_key

pytestmark = pytest.mark.both_stores
OPEN = Head(open=True, due=False)


def entry(stream: str, n: int, command: str = "", at: int = 1000, body: bytes = b"{}") -> Entry:
    return Entry(stream, n, at + n, "anna", command or f"anna:{stream}-{n}", "join", body)


async def together(log: Log, *entries: Entry) -> list[bool]:
    """What becomes of entries that come at once."""
    return await asyncio.gather(*(log.append(each, OPEN) for each in entries))


async def test_what_is_appended_is_there_in_order(log: Log) -> None:
    written = [entry("t1", n) for n in (1, 2, 3)]
    for each in written:
        assert await log.append(each, OPEN)
    assert await log.after("t1", 0) == written
    assert await log.after("t1", 2) == written[2:]
    assert await log.after("t1", 3) == []
    assert await log.after("t2", 0) == []


async def test_single_entries_of_many_streams_are_read_at_once(log: Log) -> None:
    written = [entry(f"t{stream}", n) for stream in range(4) for n in (1, 2, 3)]
    await together(log, *written)
    wanted = [("t3", 2), ("t0", 3), ("t0", 2), ("t1", 9), ("t9", 1)]
    assert await log.entries(wanted) == [
        each for each in written if (each.stream, each.n) in wanted
    ]
    assert await log.entries([]) == []
    assert await log.entries([("t1", n) for n in range(1, GROUP + 5)]) == written[3:6]


async def test_nobody_writes_an_entry_a_second_time(log: Log) -> None:
    assert await log.append(entry("t1", 1), OPEN)
    assert not await log.append(entry("t1", 1, "boris:other", body=b"other"), OPEN)
    assert [each.body for each in await log.after("t1", 0)] == [b"{}"]


async def test_nobody_carries_out_a_command_a_second_time(log: Log) -> None:
    assert await log.append(entry("t1", 1, "anna:join"), OPEN)
    assert not await log.append(entry("t1", 2, "anna:join"), OPEN)
    assert await log.append(entry("t2", 1, "anna:join"), OPEN)  # another table
    assert await log.heads(["t1", "t2", "t3"]) == {"t1": 1, "t2": 1}


async def test_in_one_write_a_conflict_harms_no_others(log: Log) -> None:
    await together(log, entry("t1", 1), entry("t2", 1, "anna:join"))
    outcome = await together(
        log,
        entry("t1", 2),
        entry("t1", 1, "boris:late"),  # there before
        entry("t2", 2, "anna:join"),  # carried out before
        entry("t2", 2, "anna:leave"),
        entry("t3", 1),
        entry("t3", 1, "boris:join"),  # twice in this write
        entry("t4", 1, "anna:join"),
        entry("t4", 2, "anna:join"),  # twice in this write
        entry("t5", 1),
    )
    assert outcome == [True, False, False, True, True, False, True, False, True]
    heads = await log.heads(["t1", "t2", "t3", "t4", "t5"])
    assert heads == {"t1": 2, "t2": 2, "t3": 1, "t4": 1, "t5": 1}
    assert [each.command for each in await log.after("t3", 0)] == ["anna:t3-1"]


async def test_of_two_that_are_alike_one_is_stored(log: Log) -> None:
    assert await together(log, entry("t1", 1), entry("t1", 1)) == [True, False]


async def test_many_at_once(log: Log) -> None:
    count = 3 * GROUP + 7
    outcome = await together(log, *(entry(f"t{number}", 1) for number in range(count)))
    assert outcome == [True] * count
    assert len(await log.heads([f"t{number}" for number in range(count)])) == count


async def test_many_at_once_are_few_writes(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    groups = []
    commit = log.commit

    async def counted(group: list[object]) -> object:
        groups.append(len(group))
        return await commit(group)  # type: ignore[arg-type]

    monkeypatch.setattr(log, "commit", counted)
    await together(log, *(entry(f"t{number}", 1) for number in range(300)))
    assert sum(groups) == 300
    assert len(groups) <= 2


async def test_the_head_says_what_is_open_and_what_is_overdue(log: Log) -> None:
    await log.append(entry("t1", 1, at=5000), Head(open=True, due=True, due_at=5500))
    await log.append(entry("t2", 1, at=6000), Head(open=True, due=False))
    await log.append(entry("t3", 1, at=7000), Head(open=True, due=True, due_at=9000))
    await log.append(entry("t4", 1, at=7000), Head(open=True, due=True))
    await log.append(entry("c123456789012", 1, at=1), Head(open=True, due=True, due_at=99_000))
    await log.append(entry("c123456789012-1-1", 1, at=1), Head(open=True, due=True, due_at=99_000))
    contests = "c" + "_" * 12
    assert {*await log.overdue(8999, contests)} == {"t1", "t4", "c123456789012"}
    assert {*await log.overdue(9000, contests)} == {"t1", "t3", "t4", "c123456789012"}
    assert {*await log.overdue(0, contests)} == {"t4", "c123456789012"}
    await log.append(entry("t4", 2, at=8000), Head(open=False, due=False))
    assert await log.overdue(8999, "-") == ["t1"]
    # An entry that is not taken leaves the head as it is.
    assert not await log.append(entry("t1", 1, "late"), Head(open=False, due=False))
    assert await log.overdue(8999, "-") == ["t1"]


async def test_what_can_be_joined_and_what_is_ones_own(log: Log) -> None:
    open_to_all = Head(open=True, due=False, joinable=True)
    for number in (1, 2, 3):
        await log.append(entry(f"t{number}", 1, at=4000 + 1000 * number), open_to_all)
    await log.append(entry("t2", 2, at=8000), OPEN)
    assert await log.joinable(0, 10) == ["t3", "t1"]
    assert await log.joinable(5500, 10) == ["t3"]
    assert await log.joinable(0, 1) == ["t3"]
    who = entry("t1", 1).who
    assert await log.of(who, 0, 10) == ["t2", "t3", "t1"]
    assert await log.of(who, 7500, 10) == ["t2"]
    assert await log.of(who, 0, 1) == ["t2"]
    assert await log.of("nobody", 0, 10) == []


async def test_a_write_that_fails_fails_for_all_in_it_and_for_none_after(
    log: Log, database: Database
) -> None:
    async with database.write.begin() as connection:
        await connection.execute(text("alter table entry rename to elsewhere"))
    outcome = await asyncio.gather(
        log.append(entry("t1", 1), OPEN), log.append(entry("t2", 1), OPEN), return_exceptions=True
    )
    assert all(isinstance(each, SQLAlchemyError) for each in outcome)
    async with database.write.begin() as connection:
        await connection.execute(text("alter table elsewhere rename to entry"))
    assert await together(log, entry("t1", 1), entry("t2", 1)) == [True, True]


async def test_what_cannot_be_written_at_all_stops_nobody_else(log: Log) -> None:
    wrong: list[dict[str, Any]] = [
        {"at": 2**70},  # no database has such a number
        {"who": None},
        {"who": "\ud83d"},  # half a character
    ]
    names = [f"t{number}" for number in range(40)]
    entries = [entry(name, 1) for name in names]
    for number, fields in zip((0, 17, 39), wrong, strict=True):
        entries[number] = replace(entries[number], **fields)
    writing = [log.append(each, OPEN) for each in entries]
    outcome = await asyncio.gather(*writing, return_exceptions=True)
    failed = {number for number, each in enumerate(outcome) if each is not True}
    assert failed == {0, 17, 39}
    assert all(isinstance(outcome[n], OverflowError | ValueError | DBAPIError) for n in failed)
    assert (await log.heads(names)).keys() == {*names} - {"t0", "t17", "t39"}
    assert await log.append(entry("t0", 1), OPEN)


async def test_two_that_write_to_the_same_streams(log: Log, database_url: str) -> None:
    """Each entry once, and nobody waits in a circle."""
    database = Database(database_url)
    other = Log(database)
    running = asyncio.create_task(other.run())
    random, names = Random(1), [f"t{number}" for number in range(150)]

    async def written(mine: Log, who: str, stream: str, n: int) -> bool:
        return await mine.append(entry(stream, n, f"{who}:{stream}-{n}"), OPEN)

    for n in (1, 2, 3):
        whose = [(mine, who, name) for mine, who in ((log, "a"), (other, "b")) for name in names]
        random.shuffle(whose)
        won = await asyncio.gather(*(written(mine, who, name, n) for mine, who, name in whose))
        winners = [
            f"{who}:{name}-{n}"
            for (_, who, name), went_in in zip(whose, won, strict=True)
            if went_in
        ]
        kept = [(await log.after(name, n - 1))[0].command for name in names]
        assert sorted(kept) == sorted(winners)
    assert await log.heads(names) == dict.fromkeys(names, 3)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await database.close()


async def test_a_head_never_goes_back(log: Log) -> None:
    await together(log, entry("t1", 1), entry("t1", 3), entry("t2", 1))
    assert await together(log, entry("t1", 2), entry("t2", 2)) == [True, True]
    assert await log.heads(["t1", "t2"]) == {"t1": 3, "t2": 2}


async def test_a_family_is_a_stream_and_what_is_named_after_it(log: Log) -> None:
    names = ("c1", "c1-1-1", "c1-1-10", "c1-2-1", "c10-1-1", "c1.", "C1-1-1", "c1_1")
    await together(log, *(entry(name, 1) for name in names))
    family = [each.stream for each in await log.family("c1")]
    assert family == ["c1", "c1-1-1", "c1-1-10", "c1-2-1"]


async def test_streams_are_brought_along_all_or_none(log: Log, database: Database) -> None:
    brought = [([entry(name, n) for n in (1, 2)], OPEN) for name in ("c1", "c1-1-1")]
    assert await log.append(entry("c1-1-1", 1), OPEN)
    assert not await log.restore(brought)
    assert await log.heads(["c1", "c1-1-1"]) == {"c1-1-1": 1}
    assert await log.after("c1", 0) == []
    async with database.write.begin() as connection:
        for table in (schema.entry, schema.stream):
            await connection.execute(table.delete())
    outcome = await asyncio.gather(log.restore(brought), log.restore(brought))
    assert sorted(outcome) == [False, True]
    assert await log.after("c1-1-1", 0) == brought[1][0]


async def test_who_does_not_wait_any_more_holds_up_nobody(log: Log) -> None:
    impatient = asyncio.create_task(log.append(entry("t1", 1), OPEN))
    await asyncio.sleep(0)
    impatient.cancel()
    assert await log.append(entry("t2", 1), OPEN)
    assert await log.heads(["t1", "t2"]) == {"t1": 1, "t2": 1}


async def test_readers_do_not_wait_for_a_writer(log: Log, database: Database) -> None:
    await log.append(entry("t1", 1), OPEN)
    async with database.write.begin() as connection:
        await connection.execute(text("delete from entry"))
        assert len(await log.after("t1", 0)) == 1
        await connection.rollback()


async def test_nothing_is_written_by_a_reader(database: Database) -> None:
    async with database.read.connect() as connection:
        with pytest.raises(SQLAlchemyError, match=r"read-?only"):
            await connection.execute(text("delete from entry"))


async def test_what_is_stored_outlives_the_machine(database: Database) -> None:
    if database.is_postgresql:
        async with database.write.connect() as connection:
            assert await connection.scalar(text("show synchronous_commit")) == "on"
        return
    for pool in (database.write, database.read):
        async with pool.connect() as connection:
            assert (await connection.execute(text("pragma journal_mode"))).scalar() == "wal"
    async with database.write.connect() as connection:
        assert (await connection.execute(text("pragma synchronous"))).scalar() == 2  # full


async def test_the_key_of_a_database_is_drawn_once(database: Database) -> None:
    first = await session_key(database, b"1" * 32, at=1)
    assert first == b"1" * 32
    assert await session_key(database, b"2" * 32, at=2) == first
    async with database.read.connect() as connection:
        keys = (await connection.execute(select(schema.key.c.name, schema.key.c.at))).all()
    assert [tuple(row) for row in keys] == [("session", 1)]
