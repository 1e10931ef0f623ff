"""An installation goes to PostgreSQL and back, byte for byte; nothing else is taken in."""

from __future__ import annotations

import io
import stat
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from sqlalchemy import func, insert, select

from server import moving
from server.settings import Settings, from_environment
from server.store import schema
from server.store.database import Database
from server.store.lines import FIELDS, Lines
from tests.server.nodes import rows, sqlite_url
from tests.server.operating.played import Played, ran
from tests.server.people import Person
from tests.server.postgres import PostgresServer
from tests.server.processes import Process

FRIDAY = 1_800_000_000_000


def of(url: str) -> Settings:
    return from_environment({"PULYA_DB": url})


async def counts(settings: Settings) -> dict[str, int]:
    database = Database(settings.database)
    async with database.read.connect() as connection:
        found: dict[str, int] = {}
        for table in moving.TABLES:
            query = select(func.count()).select_from(table)
            found[table.name] = (await connection.execute(query)).scalar_one()
    await database.close()
    return found


async def add(settings: Settings, table: str, **row: Any) -> None:
    database = Database(settings.database)
    async with database.write.begin() as connection:
        await connection.execute(insert(schema.metadata.tables[table]), row)
    await database.close()


def test_everything_is_moved() -> None:
    assert {table.name for table in moving.TABLES} == {*schema.metadata.tables}


async def test_there_and_back(
    log: Played,
    tmp_path: Path,
    postgresql_url: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(moving, "ROWS", 50)
    await add(log.settings, "mark", contest=log.contest, person="p1", until=FRIDAY)
    await add(log.settings, "return_link", person="p1", hash=b"\x00\xff", at=FRIDAY)
    await add(log.settings, "watcher", node="n", stream=log.table, person="p1", at=FRIDAY)
    await add(log.settings, "downtime", since=FRIDAY, until=FRIDAY + 1)
    before = await counts(log.settings)
    assert all(before.values()), before
    files = [tmp_path / f"{number}.export" for number in range(3)]
    there, back = of(postgresql_url), of(f"sqlite:///{tmp_path / 'back.db'}")
    for source, file, target in ((log.settings, files[0], there), (there, files[1], back)):
        assert await ran(source, "export", str(file)) == 0
        assert await ran(target, "import", str(file)) == 0
        assert await counts(target) == before
        assert await ran(target, "check") == 0
    assert await ran(back, "export", str(files[2])) == 0
    assert len({file.read_bytes() for file in files}) == 1
    for table in moving.TABLES:
        query = f"select * from {table.name} order by 1, 2, 3" if table.name != "downtime" else (
            "select * from downtime"
        )  # fmt: skip
        assert rows(log.path, query) == rows(tmp_path / "back.db", query)
    out = capsys.readouterr()
    told = f"{sum(before.values())} rows: entry {before['entry']}, stream {before['stream']}, "
    assert out.out.count(f"imported {told}") == 2
    assert out.err.count(f"exported {told}") == 3


@pytest.mark.both_stores
async def test_talk_goes_on_after_it(log: Played, tmp_path: Path, database_url: str) -> None:
    """The numbers of lines are given out by the database."""
    file, target = tmp_path / "pulya.export", replace(log.settings, database=database_url)
    if database_url == sqlite_url(log.path):
        target = of(f"sqlite:///{tmp_path / 'other.db'}")
    assert await ran(log.settings, "export", str(file)) == 0
    assert await ran(target, "import", str(file)) == 0
    database = Database(target.database)
    line = dict.fromkeys(FIELDS, "") | {"stream": log.table, "at": FRIDAY, "line": "И вам"}
    await Lines(database).add(line)
    assert [each["line"] for each in await Lines(database).last(log.table)] == ["Спасибо", "И вам"]
    await database.close()


async def test_cookies_go_on_counting(
    log: Played, tmp_path: Path, postgresql_url: str, http: ClientSession
) -> None:
    file = tmp_path / "pulya.export"
    before, after = Process(log.path), Process(log.path, PULYA_DB=postgresql_url)
    try:
        await before.start(http)
        boris = await Person.guest(http, before.url, "Борис")
        await before.stop()
        assert await ran(log.settings, "export", str(file)) == 0
        assert await ran(of(postgresql_url), "import", str(file)) == 0
        await after.start(http)
        async with http.get(f"{after.url}/api/me", headers={"Cookie": boris.cookie}) as response:
            told = await response.json()
        assert (told["person"], told["name"]) == (boris.person, "Борис")
        await after.stop()
    finally:
        for process in (before, after):
            if process.running is not None:
                await process.kill()


async def test_the_file_is_its_owner_s_alone_and_never_another_one(
    log: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pulya.export"
    assert await ran(log.settings, "export", str(file)) == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    capsys.readouterr()
    assert await ran(log.settings, "export", str(file)) == 2
    assert capsys.readouterr().err == f"{file} cannot be written: File exists\n"


async def test_an_export_that_fails_leaves_no_file(
    log: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    def full(_out: moving.Out, _content: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(moving.Out, "frame", full)
    file = tmp_path / "pulya.export"
    assert await ran(log.settings, "export", str(file)) == 2
    assert capsys.readouterr().err == f"{file} cannot be written: No space left on device\n"
    assert not file.exists()


async def test_streams_of_bytes_do_as_well(
    log: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "pulya.export"
    assert await ran(log.settings, "export", str(file)) == 0
    out = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr(sys, "stdout", out)
    assert await ran(log.settings, "export", "-") == 0
    assert out.buffer.getvalue() == file.read_bytes()  # type: ignore[attr-defined] # it is BytesIO
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(file.read_bytes())))
    other = of(f"sqlite:///{tmp_path / 'other.db'}")
    assert await ran(other, "import", "-") == 0
    assert await counts(other) == await counts(log.settings)


# --- what is refused ---


def cut(text: bytes) -> bytes:
    return text[:-1]


def without_the_end(text: bytes) -> bytes:
    return text[: text.rindex(b"sha256") - 200]


def longer(text: bytes) -> bytes:
    return text + b"\x00"


def one_bit(text: bytes) -> bytes:
    place = text.index(b"deal_opened")
    return text[:place] + b"D" + text[place + 1 :]


def other_kind(_text: bytes) -> bytes:
    return b"SQLite format 3\x00"


def other_version(text: bytes) -> bytes:
    return text.replace(b"pulya_export\x01", b"pulya_export\x02", 1)


def other_schema(text: bytes) -> bytes:
    return text.replace(b"schema\xa40005", b"schema\xa40004", 1)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (cut, "this is no export, or not the whole of one"),
        (without_the_end, "this is no export, or "),
        (longer, "the export was changed: its sum does not agree"),
        (one_bit, "the export was changed: its sum does not agree"),
        (other_kind, "this is no export, or it was changed"),
        (other_version, "the export is of version 2, not 1"),
        (other_schema, "the export was made at migration 0004, and this server has 0005: migrate"),
    ],
)
async def test_what_is_not_whole_is_not_taken(
    log: Played,
    tmp_path: Path,
    postgresql_url: str,
    capsys: pytest.CaptureFixture[str],
    change: Callable[[bytes], bytes],
    told: str,
) -> None:
    """Nothing of it."""
    file = tmp_path / "pulya.export"
    assert await ran(log.settings, "export", str(file)) == 0
    text = file.read_bytes()
    file.write_bytes(change(text))
    assert file.read_bytes() != text
    targets = [of(f"sqlite:///{tmp_path / 'other.db'}"), of(postgresql_url)]
    for target in targets:
        capsys.readouterr()
        assert await ran(target, "import", str(file)) == 2
        error = capsys.readouterr().err
        assert error.startswith(told)
        assert error.count("\n") == 1
        assert await ran(target, "migrate") == 0
        assert {*(await counts(target)).values()} == {0}


async def test_a_database_that_is_not_empty_takes_nothing(
    log: Played, tmp_path: Path, postgresql_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "pulya.export"
    assert await ran(log.settings, "export", str(file)) == 0
    for target in (of(f"sqlite:///{tmp_path / 'other.db'}"), of(postgresql_url)):
        assert await ran(target, "migrate") == 0
        await add(target, "key", name="session", value=b"k", at=FRIDAY)
        before = await counts(target)
        capsys.readouterr()
        assert await ran(target, "import", str(file)) == 2
        assert capsys.readouterr().err == "the database is not empty: key has 1 rows\n"
        assert await counts(target) == before


async def test_a_database_on_which_a_server_lives_takes_nothing(
    log: Played, tmp_path: Path, postgresql_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the clock of the store."""
    file, target = tmp_path / "pulya.export", of(postgresql_url)
    assert await ran(log.settings, "export", str(file)) == 0
    database = Database(target.database)
    async with database.read.connect() as connection:
        now = int((await connection.execute(moving.STORE_NOW)).scalar_one() * 1000)
    await database.close()
    await add(target, "node", name="second", at=now, ready=True)
    capsys.readouterr()
    assert await ran(target, "import", str(file)) == 2
    assert capsys.readouterr().err == "servers live on this database: second\n"


async def test_a_file_that_is_not_there_is_named(
    log: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = tmp_path / "missing.db"
    for arguments in (["export", "-"], ["check"]):
        assert await ran(of(f"sqlite:///{missing}"), *arguments) == 2
        assert capsys.readouterr().err == f"there is no file {missing}\n"
    assert not missing.exists()
    assert await ran(log.settings, "import", str(missing)) == 2
    assert capsys.readouterr().err == f"{missing} cannot be read: No such file or directory\n"


# --- migrations ---


@pytest.mark.both_stores
async def test_the_command_migrates_and_says_from_where(
    database_url: str, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = replace(of("sqlite:///x.db"), database=database_url)
    if database_url.startswith("postgresql:"):  # that one is migrated already
        settings = of(await postgres.make_database("bare"))
    assert await ran(settings, "migrate") == 0
    assert await ran(settings, "migrate") == 0
    assert capsys.readouterr().out == (
        "the database came from nothing to migration 0005\n"
        "the database was at migration 0005 already\n"
    )


async def test_a_database_of_a_newer_server_is_refused(
    log: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log.sql("update alembic_version set version_num = '9999'")
    for arguments in (["migrate"], ["check"], ["export", str(tmp_path / "other.export")]):
        assert await ran(log.settings, *arguments) == 2
        told = "the database is a newer server's: its migration 9999 is unknown\n"
        assert capsys.readouterr().err == told


async def test_an_older_database_is_migrated_first(
    log: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    log.sql("update alembic_version set version_num = '0004'")
    assert await ran(log.settings, "check") == 2
    told = "the database is at migration 0004, not at 0005: python -m server migrate\n"
    assert capsys.readouterr().err == told


async def test_a_database_that_is_away_is_named_without_its_password(
    capsys: pytest.CaptureFixture[str],
) -> None:
    settings = of("postgresql://anna:s3cret@127.0.0.1:1/pulya")
    for arguments in (["check"], ["migrate"], ["export", "-"]):
        assert await ran(settings, *arguments) == 2
        out = capsys.readouterr()
        assert out.out == ""
        assert out.err.startswith("the database cannot be ")
        assert out.err.count("\n") == 1
        assert "s3cret" not in out.err
