"""The log, heads of streams, people, keys."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "entry",
        sa.Column("stream", sa.String(40), nullable=False),
        sa.Column("n", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("who", sa.String(40), nullable=False),
        sa.Column("command", sa.String(120), nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("stream", "n", name=op.f("pk_entry")),
        sa.UniqueConstraint("stream", "command", name=op.f("uq_entry_stream")),
    )
    op.create_table(
        "stream",
        sa.Column("stream", sa.String(40), nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.Column("due", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("stream", name=op.f("pk_stream")),
    )
    op.create_index(op.f("ix_stream_open"), "stream", ["open", "at"])
    op.create_table(
        "person",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_person")),
    )
    op.create_table(
        "key",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_key")),
    )


def downgrade() -> None:
    for table in ("key", "person", "stream", "entry"):
        op.drop_table(table)
