"""What the operator's commands need: a database that is there, and to read it at one moment."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from server.settings import Settings
from server.store.database import MIGRATIONS, Database, refuse_newer
from server.store.revisions import newest, revision


class Failed(Exception):
    """The command is not carried out; the text says why, in one line."""


def there(settings: Settings) -> None:
    """SQLite would make a file that is missing. Raises Failed."""
    url = make_url(settings.database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise Failed(f"there is no file {url.database}")


@asynccontextmanager
async def opened(settings: Settings) -> AsyncIterator[Database]:
    """A database that is at the newest migration; nothing is made. Raises Failed, Unusable."""
    there(settings)
    database = Database(settings.database)
    try:
        async with database.read.connect() as connection:
            await connection.run_sync(refuse_newer)
            found, wanted = await connection.run_sync(revision), newest(MIGRATIONS)
        if found != wanted:
            told = "holds nothing of ours" if found is None else f"is at migration {found}"
            raise Failed(f"the database {told}, not at {wanted}: python -m server migrate")
        yield database
    finally:
        await database.close()


@asynccontextmanager
async def one_moment(database: Database) -> AsyncIterator[AsyncConnection]:
    """All that is read in it is of one moment, whatever servers write; it may take long."""
    engine = database.patient if database.is_postgresql else database.read
    async with engine.connect() as connection:
        if database.is_postgresql:
            stable = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
            await connection.execution_options(**stable)
        yield connection


async def migrated(settings: Settings) -> str:
    """What was done. Raises Unusable."""
    database = Database(settings.database)
    try:
        async with database.read.connect() as connection:
            before = await connection.run_sync(revision)
        await database.migrate()
    finally:
        await database.close()
    after = newest(MIGRATIONS)
    if before == after:
        return f"the database was at migration {after} already"
    return f"the database came from {before or 'nothing'} to migration {after}"
