"""Which migration a database is at, and which is the newest that this server knows."""

from pathlib import Path

from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection


def revision(connection: Connection) -> str | None:
    """The migration that the database is at; None of an empty one."""
    return MigrationContext.configure(connection).get_current_revision()


def newest(migrations: Path) -> str:
    head = ScriptDirectory(str(migrations)).get_current_head()
    assert head is not None
    return head
