"""Add own files, codes for another machine, invitations and clocks."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the tables and columns."""
    op.add_column("keys", sa.Column("used", sa.BigInteger, nullable=False, server_default="0"))
    op.create_table(
        "passes",
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "files",
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), primary_key=True),
        sa.Column("name", sa.String(120), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("size", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.add_column(
        "tables", sa.Column("private", sa.Boolean, nullable=False, server_default=sa.false())
    )
    for name in ("clock", "clocks", "own"):
        op.add_column("tables", sa.Column(name, sa.Text, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("invited", sa.String(80), nullable=False, server_default=""))
    op.add_column(
        "seats", sa.Column("ready", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.add_column("seats", sa.Column("list", sa.Text, nullable=False, server_default=""))


def downgrade() -> None:
    """Do nothing: downgrades are not supported."""
