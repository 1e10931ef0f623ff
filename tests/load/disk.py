"""What the disk gives: durable appends without anything of ours."""

from __future__ import annotations

import sqlite3
import time
from contextlib import closing
from pathlib import Path

GROUP = 100
BODY = b"x" * 240
SECONDS = 1.5


def appends_a_second(directory: Path) -> float:
    """Rows a second in SQLite with WAL and synchronous=FULL, a hundred in each transaction."""
    with closing(sqlite3.connect(directory / "bare.db", isolation_level=None)) as connection:
        connection.execute("pragma journal_mode=wal")
        connection.execute("pragma synchronous=full")
        connection.execute("create table entry (stream text, n integer, body blob)")
        connection.execute("create unique index entry_key on entry (stream, n)")
        start, n = time.perf_counter(), 0
        while (spent := time.perf_counter() - start) < SECONDS:
            connection.execute("begin immediate")
            rows = [(f"t{stream:012}", n, BODY) for stream in range(GROUP)]
            connection.executemany("insert into entry values (?, ?, ?)", rows)
            connection.execute("commit")
            n += 1
        return n * GROUP / spent
