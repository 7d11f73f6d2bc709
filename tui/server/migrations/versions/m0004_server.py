"""Never reuse table numbers, lengthen private codes, and reserve names by their looks."""

import secrets

import sqlalchemy as sa
from alembic import op

from tui.server.storage.account_names import normal, skeleton

revision = "0004"
down_revision = "0003"

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
CODE_LENGTH = 12
OF_TABLES = (
    "tables.id",
    "seats.table",
    "decisions.table",
    "leases.table",
    "words.table",
    "chat.table",
)
"""The columns that contain table numbers."""


def upgrade() -> None:
    """Rebuild and add tables and columns."""
    connection = op.get_bind()
    if connection.dialect.name == "sqlite":
        _count_on(connection)
    else:
        op.add_column("tables", failures())
    op.add_column(
        "accounts", sa.Column("asked_name", sa.BigInteger, nullable=False, server_default="0")
    )
    op.add_column("nodes", sa.Column("alive", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column(
        "chat", sa.Column("watching", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_table(
        "names",
        sa.Column("skeleton", sa.String(400), primary_key=True),
        sa.Column("account", sa.Integer, sa.ForeignKey("accounts.id"), nullable=False, index=True),
        sa.Column("until", sa.BigInteger, nullable=False, server_default="0"),
    )
    _take_names(connection)
    _renew_codes(connection)


def failures() -> sa.Column[int]:
    """Return the column that counts steps a worker didn't survive."""
    return sa.Column("failures", sa.Integer, nullable=False, server_default="0")


def _count_on(connection: sa.Connection) -> None:
    """Rebuild `tables` so that SQLite never reuses a number.

    Numbering starts above the highest number in any row.
    """
    highest = max(_highest(connection, *column.split(".")) for column in OF_TABLES)
    with op.batch_alter_table(
        "tables", recreate="always", table_kwargs={"sqlite_autoincrement": True}
    ) as batch:
        batch.add_column(failures())
    connection.execute(sa.text("DELETE FROM sqlite_sequence WHERE name = 'tables'"))
    connection.execute(
        sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES ('tables', :highest)"),
        {"highest": highest},
    )
    if broken := connection.execute(sa.text("PRAGMA foreign_key_check")).all():
        raise RuntimeError(
            f"{len(broken)} rows refer to rows that are not there; the database is damaged, so "
            "nothing was changed"
        )


def _highest(connection: sa.Connection, table: str, column: str) -> int:
    return (
        connection.execute(
            sa.select(sa.func.max(sa.column(column))).select_from(sa.table(table))
        ).scalar()
        or 0
    )


def _take_names(connection: sa.Connection) -> None:
    """Reserve the skeleton of each account's name; the oldest of similar names gets it."""
    names = sa.table("names", sa.column("skeleton"), sa.column("account"))
    accounts = sa.table("accounts", sa.column("id"), sa.column("name"))
    found = dict[str, int]()
    for ident, name in connection.execute(
        sa.select(accounts.c.id, accounts.c.name).order_by(accounts.c.id)
    ):
        found.setdefault(skeleton(normal(name)), ident)
    if found:
        connection.execute(
            sa.insert(names),
            [{"skeleton": looks, "account": ident} for looks, ident in found.items()],
        )


def _renew_codes(connection: sa.Connection) -> None:
    """Give unguessable codes to private tables whose games aren't over."""
    tables = sa.table("tables", *map(sa.column, ("id", "code", "private", "state")))
    private = sa.and_(tables.c.private == sa.true(), tables.c.state.in_(("open", "playing")))
    for ident in connection.execute(sa.select(tables.c.id).where(private)).scalars().all():
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        connection.execute(sa.update(tables).where(tables.c.id == ident).values(code=code))


def downgrade() -> None:
    """Do nothing: downgrades are not supported."""
