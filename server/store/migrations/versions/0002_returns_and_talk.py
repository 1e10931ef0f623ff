"""Return links, what is said at tables, whose tables there are and which can be joined."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(op.f("ix_entry_who"), "entry", ["who"])
    op.add_column(
        "stream", sa.Column("joinable", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "return_link",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_return_link")),
        sa.UniqueConstraint("hash", name=op.f("uq_return_link_hash")),
    )
    op.create_table(
        "talk",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("stream", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("phrase", sa.String(20), nullable=False),
        sa.Column("line", sa.String(200), nullable=False),
        sa.Column("card", sa.String(3), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_talk")),
    )
    op.create_index(op.f("ix_talk_stream"), "talk", ["stream", "id"])


def downgrade() -> None:
    op.drop_table("talk")
    op.drop_table("return_link")
    op.drop_column("stream", "joinable")
    op.drop_index(op.f("ix_entry_who"), "entry")
