"""Commands whose output goes nowhere, and databases that are not there or may only be read."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from server.commands import run
from server.settings import Settings
from tests.server.nodes import sqlite_url
from tests.server.operating.played import Played, ran
from tests.server.processes import PATIENCE, ROOT


async def spoken(log: Played, *arguments: str, output: int) -> tuple[int | None, str]:
    """Exit status and standard error of a process whose standard output is that."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server", *arguments),
        cwd=ROOT,
        env=os.environ | {"PULYA_DB": f"sqlite:///{log.path}"},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=output,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,  # without a terminal
    )
    async with asyncio.timeout(PATIENCE):
        _, err = await process.communicate()
    return process.returncode, err.decode()


@pytest.mark.parametrize("arguments", [["check"], ["export", "-"]])
async def test_output_that_goes_nowhere_is_no_verdict(log: Played, arguments: list[str]) -> None:
    """Of `check` 1 would say that the log is not sound."""
    full = os.open("/dev/full", os.O_WRONLY)
    told = "standard output cannot be written: No space left on device\n"
    assert await spoken(log, *arguments, output=full) == (2, told)
    os.close(full)
    reading, writing = os.pipe()
    os.close(reading)
    told = "standard output cannot be written: Broken pipe\n"
    assert await spoken(log, *arguments, output=writing) == (2, told)
    os.close(writing)


async def test_where_nobody_types_a_password_none_is_set(log: Played) -> None:
    [[login, before]] = log.rows("select login, hash from account limit 1")
    told = "no password was typed: it is asked twice\n"
    nowhere = asyncio.subprocess.DEVNULL
    assert await spoken(log, "password", login, output=nowhere) == (2, told)
    assert log.rows("select hash from account where login = ?", login) == [(before,)]


@pytest.mark.parametrize("what", [["administrator"], ["administrator", "--remove"], ["password"]])
def test_a_path_that_is_mistyped_makes_no_database(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: list[str]
) -> None:
    path = tmp_path / "puyla.db"
    assert run([*what, "anna"], Settings(database=sqlite_url(path)), pytest.fail) == 2
    assert capsys.readouterr().err == f"there is no file {path}\n"
    assert [*tmp_path.iterdir()] == []


@pytest.fixture
def medium(log: Played, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Played:
    """A copy of the database that nobody may write, not even the superuser."""
    place = tmp_path / "a medium #1, 100%"
    place.mkdir()
    copied = log.copied(place / "pulya.db")
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK and access(path, mode))
    return copied


async def test_what_may_only_be_read_is_read(
    medium: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And nothing is made beside it."""
    capsys.readouterr()
    assert await ran(medium.settings, "check") == 0
    assert await ran(medium.settings, "export", str(tmp_path / "pulya.export")) == 0
    assert (tmp_path / "pulya.export").stat().st_size > 0
    assert [file.name for file in medium.path.parent.iterdir()] == ["pulya.db"]


async def test_what_lies_beside_it_is_not_left_out(
    medium: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    """A log of writing that is not in the file yet, and nowhere to unfold it."""
    wal = medium.path.with_name("pulya.db-wal")
    wal.write_bytes(b"entries")
    capsys.readouterr()
    assert await ran(medium.settings, "check") == 2
    told = f"{wal} cannot be taken in: copy both files to where you may write\n"
    assert capsys.readouterr().err == told


async def test_what_a_server_has_open_is_read_with_what_lies_beside_it(
    log: Played, medium: Played, capsys: pytest.CaptureFixture[str]
) -> None:

    with closing(sqlite3.connect(medium.path)) as server, server:
        server.execute("pragma journal_mode=wal")
        server.execute("update stream set n = n + 1 where stream = ?", (medium.table,))
        server.commit()
        assert medium.path.with_name("pulya.db-shm").exists()
        assert await ran(medium.settings, "check") == 1
    assert f"{medium.table}: its head is at entry" in capsys.readouterr().out
