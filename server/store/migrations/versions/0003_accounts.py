"""Accounts: a name of one's own and a password, beside guests."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("login", sa.String(40), nullable=False),
        sa.Column("hash", sa.String(200), nullable=False),
        sa.Column("administrator", sa.Boolean, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", name=op.f("pk_account")),
        sa.UniqueConstraint("login", name=op.f("uq_account_login")),
    )


def downgrade() -> None:
    op.drop_table("account")
