"""PostgreSQL that loses nothing when the machine does, and that may go away and come back."""

from typing import Any

import asyncpg
from sqlalchemy import NullPool, event, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DisconnectionError, OperationalError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

CONNECT_SECONDS = 3.0
ANSWER_SECONDS = 4.0
"""After so long without an answer the connection is held to be broken."""
WAIT_SECONDS = 10.0
"""For a free connection of the pool, when many read at once."""
NOWHERE = "\uffff"
"""No character: it is in no text."""
DURABLE = {
    "application_name": "pulya",
    "synchronous_commit": "on",  # whatever the server's own settings say
    # A node that has vanished leaves no session behind.
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "2",
}
IMPATIENT = {
    # Less than ANSWER_SECONDS: who waits for a node that was stopped in the middle of a
    # transaction gets the row, or an answer at least.
    "statement_timeout": "3s",
    "idle_in_transaction_session_timeout": "2s",
}


APPEND = text("""
with given as (
  select * from unnest(
    cast(:stream as text[]), cast(:n as integer[]), cast(:at as bigint[]), cast(:who as text[]),
    cast(:command as text[]), cast(:what as text[]), cast(:body as bytea[]),
    cast(:chain as bytea[]), cast(:open as boolean[]), cast(:due as boolean[]),
    cast(:joinable as boolean[]), cast(:due_at as bigint[])
  ) as given (stream, n, at, who, command, what, body, chain, open, due, joinable, due_at)
), won as (
  insert into entry (stream, n, at, who, command, what, body, chain)
  select stream, n, at, who, command, what, body, chain from given order by stream, n
  on conflict do nothing
  returning stream, n, command
), heads as (
  insert into stream (stream, n, at, open, due, joinable, due_at)
  select distinct on (stream) stream, n, at, open, due, joinable, due_at
  from given join won using (stream, n, command) order by stream, n desc
  on conflict (stream) do update set
    n = excluded.n, at = excluded.at, open = excluded.open, due = excluded.due,
    joinable = excluded.joinable, due_at = excluded.due_at
  where excluded.n > stream.n
)
select stream, n, command from won
""")
"""What Log.commit does, in one statement: each costs as much as a dozen entries."""


class Session(asyncpg.Connection):  # type: ignore[misc]  # asyncpg brings no types
    async def close(self, *, timeout: float | None = None) -> None:  # noqa: ASYNC109 - asyncpg's
        """At once. To take leave would be to wait for whom does not answer, with each anew."""
        self.terminate()


def writer(url: str) -> AsyncEngine:
    """Its transactions are READ COMMITTED: whoever comes second waits for the first, and sees it.

    Nothing that is written depends on what was read before in the same transaction: the keys
    decide. A stricter level would refuse the second for no more than having waited.
    """
    return engine(
        url,
        IMPATIENT,
        ANSWER_SECONDS,
        isolation_level="READ COMMITTED",
        pool_size=4,
        max_overflow=4,
    )


def reader(url: str) -> AsyncEngine:
    """Each statement is a transaction of its own, which cannot write."""
    settings = IMPATIENT | {"default_transaction_read_only": "on"}
    return engine(
        url, settings, ANSWER_SECONDS, isolation_level="AUTOCOMMIT", pool_size=8, max_overflow=8
    )


def patient(url: str) -> AsyncEngine:
    """For what may take minutes: one connection at a time, of which none is kept."""
    return engine(url, {}, None, isolation_level="READ COMMITTED", poolclass=NullPool)


def engine(url: str, settings: dict[str, str], answer: float | None, **options: Any) -> AsyncEngine:
    """`url` is libpq's; `settings` are those of the session. Whatever fails is SQLAlchemyError."""
    if "poolclass" not in options:
        options["pool_timeout"] = WAIT_SECONDS

    async def connect() -> Any:
        try:
            return await asyncpg.connect(
                url,
                timeout=CONNECT_SECONDS,
                command_timeout=answer,
                connection_class=Session,
                server_settings=DURABLE | settings,
            )
        except OSError as failure:  # refused, or no answer in time
            why = str(failure) or f"no connection in {CONNECT_SECONDS:g} seconds"
            raise asyncpg.InterfaceError(why) from failure

    made = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect,
        hide_parameters=True,  # they are secrets, and errors are logged
        **options,
    )

    @event.listens_for(made.sync_engine, "checkout")
    def look(connection: Any, _record: Any, _proxy: Any) -> None:
        """One that broke while it was idle is replaced before anybody uses it."""
        if connection.driver_connection.is_closed():
            raise DisconnectionError

    @event.listens_for(made.sync_engine, "handle_error")
    def broken(context: ExceptionContext) -> OperationalError | None:
        """No answer in time, the network says so, or the driver has lost the thread (as it may
        after a lost connection or a cancelled query): the pool begins anew."""
        failure = context.original_exception
        if not isinstance(failure, OSError | asyncpg.InternalClientError):
            return None
        context.is_disconnect = True
        # A time-out is else held to be the caller's own, and the other connections to be sound.
        context.invalidate_pool_on_disconnect = True
        return OperationalError(context.statement, None, failure, connection_invalidated=True)

    @event.listens_for(made.sync_engine, "before_cursor_execute", retval=True)
    def seek(
        _connection: Any, _cursor: Any, statement: str, values: Any, context: Any, _many: bool
    ) -> tuple[str, Any]:
        """There is no NUL in a text here: one that has it is found nowhere, as elsewhere."""
        if context is None or context.isinsert or context.isupdate:
            return statement, values
        return statement, tuple(
            value.replace("\0", NOWHERE) if isinstance(value, str) else value for value in values
        )

    return made
