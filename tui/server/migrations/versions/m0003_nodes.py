"""A lease holds as long as its node is there, which is said once for all its matches."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Nobody has a lease while this is done."""
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
    """As it was before."""
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
