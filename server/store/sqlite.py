"""SQLite that loses nothing when the machine does: WAL with synchronous=FULL."""

from typing import Any

from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine


def writer(url: str) -> AsyncEngine:
    """It takes SQLite's write lock when a transaction begins, not in the middle of it.

    Of one connection, for which those wait that write: for the lock they would poll, and starve.
    """
    return engine(url, begin="BEGIN IMMEDIATE", pool_size=1, max_overflow=0)


def reader(url: str) -> AsyncEngine:
    return engine(url, begin="BEGIN", query_only=True)


def engine(url: str, begin: str, query_only: bool = False, **pool: int) -> AsyncEngine:
    made = create_async_engine(url, connect_args={"isolation_level": None, "timeout": 5}, **pool)

    @event.listens_for(made.sync_engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=5000")
        if query_only:
            cursor.execute("PRAGMA query_only=ON")
        cursor.close()

    @event.listens_for(made.sync_engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return made
