"""Many nodes: chained entries, when something is due, which nodes live, who watches where.

A server that knows nothing of it goes on: what it writes has no link and no time due.

PostgreSQL, which no server before this migration knew, compares text byte by byte from here on,
whatever language the database was made for, as SQLite does: for the order and for the indexes.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("entry", sa.Column("chain", sa.LargeBinary, nullable=True))
    op.add_column("stream", sa.Column("due_at", sa.BigInteger, nullable=True))
    op.create_index(op.f("ix_stream_due"), "stream", ["due", "due_at"])
    op.create_table(
        "node",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("ready", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_node")),
    )
    op.create_table(
        "downtime",
        sa.Column("since", sa.BigInteger, nullable=False, autoincrement=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("since", name=op.f("pk_downtime")),
    )
    op.create_table(
        "watcher",
        sa.Column("node", sa.String(40), nullable=False),
        sa.Column("stream", sa.String(40), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("node", "stream", "person", name=op.f("pk_watcher")),
    )
    op.create_index(op.f("ix_watcher_stream"), "watcher", ["stream", "person"])
    if op.get_bind().dialect.name == "postgresql":
        collate("C")


def collate(collation: str) -> None:
    """All columns with text."""
    there = sa.inspect(op.get_bind())
    for table in there.get_table_names():
        for column in there.get_columns(table):
            if isinstance(column["type"], sa.String):
                kind = sa.String(column["type"].length, collation=collation)
                op.alter_column(table, column["name"], type_=kind)


def downgrade() -> None:
    op.drop_table("watcher")
    op.drop_table("downtime")
    op.drop_table("node")
    op.drop_index(op.f("ix_stream_due"), "stream")
    with op.batch_alter_table("stream") as table:
        table.drop_column("due_at")
    with op.batch_alter_table("entry") as table:
        table.drop_column("chain")
