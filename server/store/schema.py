"""The tables of the database. Changes come as migrations (server/store/migrations)."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
    false,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

# The log. The primary key is the fence: nobody can write entry n a second time.
entry = Table(
    "entry",
    metadata,
    Column("stream", String(40), primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970
    Column("who", String(40), nullable=False),
    Column("command", String(120), nullable=False),  # who and the id of his command
    Column("what", String(20), nullable=False),
    Column("body", LargeBinary, nullable=False),  # JSON, see server/entries.py
    Column("chain", LargeBinary),  # server/store/chain.py; none if an older server wrote it
    UniqueConstraint("stream", "command"),
)
Index("ix_entry_who", entry.c.who)

# The head of each stream, written together with its last entry.
stream = Table(
    "stream",
    metadata,
    Column("stream", String(40), primary_key=True),
    Column("n", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("open", Boolean, nullable=False),  # something may still happen
    Column("due", Boolean, nullable=False),  # something has to happen by itself
    Column("joinable", Boolean, nullable=False, server_default=false()),  # and shown to all
    Column("due_at", BigInteger),  # when, in milliseconds since 1970
)
Index("ix_stream_open", stream.c.open, stream.c.at)
Index("ix_stream_due", stream.c.due, stream.c.due_at)

# The servers that work on this database: each writes down every second that it lives.
node = Table(
    "node",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),  # milliseconds since 1970
    Column("ready", Boolean, nullable=False),  # it has not left in order
)

# When no server lived on this database.
downtime = Table(
    "downtime",
    metadata,
    Column("since", BigInteger, primary_key=True, autoincrement=False),  # milliseconds since 1970
    Column("until", BigInteger, nullable=False),
)

# Who watches which table at which node.
watcher = Table(
    "watcher",
    metadata,
    Column("node", String(40), primary_key=True),
    Column("stream", String(40), primary_key=True),
    Column("person", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),  # since when, milliseconds since 1970
)
Index("ix_watcher_stream", watcher.c.stream, watcher.c.person)

# Names can be erased; the log knows people by id alone.
person = Table(
    "person",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("name", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
)

# Keys that the server has drawn for itself.
key = Table(
    "key",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# A private link by which a person comes back from another browser: only its hash is kept.
return_link = Table(
    "return_link",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("hash", LargeBinary, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("hash"),
)

# People who have a password. Their cookies count while they carry this generation.
account = Table(
    "account",
    metadata,
    Column("person", String(40), primary_key=True),
    Column("login", String(40), nullable=False),  # server/plain.py: login_of the name
    Column("hash", String(200), nullable=False),
    Column("administrator", Boolean, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    UniqueConstraint("login"),
)

# No-shows, read off the contests: each is shown to other contests until it expires.
mark = Table(
    "mark",
    metadata,
    Column("contest", String(40), primary_key=True),
    Column("person", String(40), primary_key=True),
    Column("until", BigInteger, nullable=False),  # milliseconds since 1970
)
Index("ix_mark_person", mark.c.person)

# What was said at tables; it can be erased, so it is no part of the log.
talk = Table(
    "talk",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("stream", String(40), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("person", String(40), nullable=False),
    Column("phrase", String(20), nullable=False),
    Column("line", String(200), nullable=False),
    Column("card", String(3), nullable=False),
)
Index("ix_talk_stream", talk.c.stream, talk.c.id)
