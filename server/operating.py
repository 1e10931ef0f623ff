"""What the operator's commands need: a database that is there, and to read it at one moment."""

import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection

from server.failures import reason
from server.settings import Settings
from server.store.database import Database, newest, refuse_newer, revision


class Failed(Exception):
    """The command is not carried out; the text says why, in one line."""


def there(settings: Settings) -> None:
    """SQLite would make a file that is missing. Raises Failed."""
    url = make_url(settings.database)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        raise Failed(f"there is no file {url.database}")


@contextmanager
def to_output() -> Iterator[None]:
    """What is written in it to standard output. Raises Failed if it does not get there."""
    try:
        yield
    except OSError as failure:
        with suppress(OSError):  # Python tries again when it ends, and would complain
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise Failed(f"standard output cannot be written: {reason(failure)}") from None


def to_read(url: str) -> str:
    """The URL of a database of which nothing but reading is wanted. Raises Failed.

    SQLite wants to write beside a file that it reads. Where it may not, the file is taken as it
    is, if nobody has it open: whoever has keeps `-shm` and `-wal` beside it.
    """
    parts = make_url(url)
    if parts.get_backend_name() != "sqlite":
        return url
    path = Path(parts.database or "").absolute()
    if os.access(path, os.W_OK) and os.access(path.parent, os.W_OK):
        return url
    wal, shm = (path.with_name(path.name + end) for end in ("-wal", "-shm"))
    query = {"uri": "true", "mode": "ro"}
    if not shm.exists():
        if wal.exists() and wal.stat().st_size:
            raise Failed(f"{wal} cannot be taken in: copy both files to where you may write")
        query["immutable"] = "1"
    own = parts.set(database=f"file:{quote(str(path))}", query=query)
    return own.render_as_string(hide_password=False)


@asynccontextmanager
async def opened(settings: Settings, *, reading: bool = True) -> AsyncIterator[Database]:
    """A database that is at the newest migration; nothing is made. Raises Failed, Unusable."""
    there(settings)
    database = Database(to_read(settings.database) if reading else settings.database)
    try:
        async with database.read.connect() as connection:
            await connection.run_sync(refuse_newer)
            found, wanted = await connection.run_sync(revision), newest()
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
    after = newest()
    if before == after:
        return f"the database was at migration {after} already"
    return f"the database came from {before or 'nothing'} to migration {after}"
