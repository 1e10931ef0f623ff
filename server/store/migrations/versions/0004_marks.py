"""Marks of those who did not come, for the directors of other contests."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "mark",
        sa.Column("contest", sa.String(40), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("contest", "person", name=op.f("pk_mark")),
    )
    op.create_index(op.f("ix_mark_person"), "mark", ["person"])


def downgrade() -> None:
    op.drop_table("mark")
