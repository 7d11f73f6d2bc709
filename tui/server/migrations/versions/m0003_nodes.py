"""Tie leases to nodes, whose heartbeat renews all leases at once."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Replace the leases, none of which are held during a migration."""
    op.create_table(
        "nodes",
        sa.Column("node", sa.String(40), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("here", sa.Text, nullable=False),
    )
    op.drop_table("leases")
    op.create_table(
        "leases",
        sa.Column(
            "table", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("node", sa.String(40), nullable=False, index=True),
    )


def downgrade() -> None:
    """Restore the previous tables."""
    op.drop_table("leases")
    op.create_table(
        "leases",
        sa.Column(
            "table", sa.Integer, sa.ForeignKey("tables.id"), primary_key=True, autoincrement=False
        ),
        sa.Column("node", sa.String(40), nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.drop_table("nodes")
