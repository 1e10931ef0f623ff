"""A server that cannot start says so in one line, and its exit status is 2."""

from __future__ import annotations

import asyncio
import os
import socket
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from server.store.database import Database
from tests.server.postgres import PostgresServer
from tests.server.processes import PATIENCE, ROOT


async def told(database: str, **settings: str) -> str:
    """The one line that it says besides what it did."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "server"),
        cwd=ROOT,
        env=os.environ | {"PULYA_DB": database, "PULYA_HOST": "127.0.0.1"} | settings,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    async with asyncio.timeout(PATIENCE):
        _, err = await process.communicate()
    lines = [line for line in err.decode().splitlines() if " INFO " not in line]
    assert process.returncode == 2, lines
    [line] = lines
    return line


async def test_a_port_that_is_taken(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        line = await told(f"sqlite:///{tmp_path}/pulya.db", PULYA_PORT=str(port))
    assert line.startswith(f"cannot listen on 127.0.0.1:{port}: ")
    assert "address already in use" in line


@pytest.mark.parametrize("host", ["nowhere.invalid", "no..where"])
async def test_a_host_that_is_none(tmp_path: Path, host: str) -> None:
    line = await told(f"sqlite:///{tmp_path}/pulya.db", PULYA_HOST=host, PULYA_PORT="0")
    assert line.startswith(f"cannot listen on {host}:0: ")


async def test_a_directory_is_no_database(tmp_path: Path) -> None:
    line = await told(f"sqlite:///{tmp_path}")
    assert line == "the database cannot be opened: unable to open database file"


async def test_a_database_of_something_else(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "other.db")) as other:
        other.execute("create table person (name text)")
    line = await told(f"sqlite:///{tmp_path}/other.db")
    assert line == "the database cannot be used: table person already exists"


async def test_a_database_that_somebody_else_is_writing(tmp_path: Path) -> None:
    path = tmp_path / "pulya.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin immediate")
        line = await told(f"sqlite:///{path}")
    assert line == "the database cannot be opened: database is locked"


async def test_a_role_that_may_not_write(
    postgres: PostgresServer, empty_postgresql_url: str
) -> None:
    url = empty_postgresql_url.replace("postgres@", "reader@")
    await postgres.sql("create role reader login")
    try:
        line = await told(url)
        assert line == "the database cannot be used: permission denied for schema public"
        database = Database(empty_postgresql_url)
        await database.migrate()
        await database.close()
        await postgres.sql("grant select on all tables in schema public to reader", "empty")
        line = await told(url)
        assert line == "the database cannot be used: permission denied for table key"
        await postgres.sql("drop owned by reader", "empty")
    finally:
        await postgres.sql("drop role reader")
