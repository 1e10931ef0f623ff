"""The database: one engine that writes, one that only reads, and the migrations."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Table, func, select
from sqlalchemy.dialects import postgresql as in_postgresql
from sqlalchemy.dialects import sqlite as in_sqlite
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError

from server.failures import reason
from server.store import postgresql, sqlite

MIGRATIONS = Path(__file__).parent / "migrations"
MIGRATING = 0x70756C7961
"""The number of PostgreSQL's lock that a server holds while it migrates."""


class Unusable(Exception):
    """The database cannot be opened, or is not one for this server; the text is one line."""


class Database:
    """SQLite or PostgreSQL, by the URL.

    `write` is for transactions, `single` for a statement that is one by itself, `read` never waits
    for either. What fails is SQLAlchemyError; of PostgreSQL also where it cannot be reached.
    """

    def __init__(self, url: str) -> None:
        self.is_postgresql = url.startswith("postgresql:")
        store = postgresql if self.is_postgresql else sqlite
        self.write, self.read = store.writer(url), store.reader(url)
        self.patient = postgresql.patient(url) if self.is_postgresql else self.write
        self.single = self.write.execution_options(isolation_level="AUTOCOMMIT")

    def insert(self, table: Table) -> in_postgresql.Insert | in_sqlite.Insert:
        """An insertion that can say what becomes of a conflict, alike for both."""
        return in_postgresql.insert(table) if self.is_postgresql else in_sqlite.insert(table)

    async def migrate(self) -> None:
        """Bring the database to the newest migration. Raises Unusable.

        In one transaction: a server that starts at the same time would else come in between two.
        """
        try:
            async with self.patient.begin() as connection:
                await connection.run_sync(upgrade)
        except BaseException as failure:
            await self.close()
            if not isinstance(failure, DBAPIError) or failure.statement is not None:
                raise
            raise Unusable(f"the database cannot be opened: {reason(failure)}") from failure

    async def close(self) -> None:
        for engine in (self.read, self.write, self.patient):
            await engine.dispose()


def is_of_a_row(failure: BaseException) -> bool:
    """Whether one row is to blame, which no database would take: others can be written."""
    if not isinstance(failure, DBAPIError):
        return isinstance(failure, ArithmeticError | ValueError)  # the driver cannot pass it on
    of_data = str(getattr(failure.orig, "sqlstate", "")).startswith("22")  # PostgreSQL's
    return of_data or isinstance(failure, IntegrityError | DataError)


def upgrade(connection: Connection) -> None:
    """Raises Unusable: a server that is newer than this one was here."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        connection.execute(select(func.pg_advisory_xact_lock(MIGRATING)))
    refuse_newer(connection)
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def refuse_newer(connection: Connection) -> None:
    """Raises Unusable: a server that is newer than this one was here."""
    known = {script.revision for script in ScriptDirectory(str(MIGRATIONS)).walk_revisions()}
    unknown = {*MigrationContext.configure(connection).get_current_heads()} - known
    if unknown:
        raise Unusable(f"the database is a newer server's: its migration {min(unknown)} is unknown")


def revision(connection: Connection) -> str | None:
    """The migration that the database is at; None of an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def newest() -> str:
    """The newest migration that this server knows."""
    head = ScriptDirectory(str(MIGRATIONS)).get_current_head()
    assert head is not None
    return head
