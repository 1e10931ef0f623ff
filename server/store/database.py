"""The database: one engine that writes, one that only reads, and the migrations."""

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

MIGRATIONS = Path(__file__).parent / "migrations"


class Database:
    """`write` takes SQLite's write lock when a transaction begins; `read` never waits for it."""

    def __init__(self, url: str) -> None:
        self.write = engine(url, begin="BEGIN IMMEDIATE")
        self.read = engine(url, begin="BEGIN", query_only=True)

    async def migrate(self) -> None:
        """Bring the database to the newest migration.

        In one transaction: a server that starts at the same time would else come in between two.
        """
        async with self.write.begin() as connection:
            await connection.run_sync(upgrade)

    async def close(self) -> None:
        await self.read.dispose()
        await self.write.dispose()


def engine(url: str, begin: str, query_only: bool = False) -> AsyncEngine:
    """SQLite that loses nothing when the machine does: WAL with synchronous=FULL."""
    made = create_async_engine(url, connect_args={"isolation_level": None, "timeout": 5})

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


def upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
