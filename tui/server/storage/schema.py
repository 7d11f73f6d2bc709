"""The tables of the database: one schema for SQLite and PostgreSQL.

Times are milliseconds since 1970.

Who holds a seat or wrote something is a `holder`: "account:12", or "guest:" and a secret word that
its guest alone was told.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ACCOUNTS = Table(
    "accounts",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(40), nullable=False),
    # the name without case: no two that look alike
    Column("folded", String(160), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("banned", Text, nullable=False),  # why; empty: not
    Column("settings", Text, nullable=False),  # as TOML
    Column("keymap", Text, nullable=False),
    # when its player was asked for another name; 0: never
    Column("asked_name", BigInteger, nullable=False, server_default="0"),
)
"""Players who come with a key."""

NAMES = Table(
    "names",
    METADATA,
    # the name as it looks: the same for all names that look alike
    Column("skeleton", String(400), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    # when an old name is free again; 0: the account has this name
    Column("until", BigInteger, nullable=False, server_default="0"),
)
"""Names that nobody else can take: those of accounts, and old ones of renamed accounts for a
while.
"""

KEYS = Table(
    "keys",
    METADATA,
    Column("fingerprint", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("public", Text, nullable=False),
    Column("added", BigInteger, nullable=False),
    # when somebody came in with it last; 0: never
    Column("used", BigInteger, nullable=False, server_default="0"),
)
"""The keys of accounts, by their SHA-256 fingerprints."""

PASSES = Table(
    "passes",
    METADATA,
    Column("code", String(16), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)
"""Codes with which a player comes in once from another machine, whose key is added to the
account.
"""

FILES = Table(
    "files",
    METADATA,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("name", String(120), primary_key=True),
    Column("kind", String(8), nullable=False),  # "deck", "cards", "variant"
    Column("text", Text, nullable=False),
    Column("size", Integer, nullable=False),  # of the text, in bytes
    Column("changed", BigInteger, nullable=False),
)
"""What accounts have brought: decks, cards and variants of their own."""

TABLES = Table(
    "tables",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("code", String(16), nullable=False, unique=True),  # joins a private table
    Column("host", String(80), nullable=False),  # the holder who made it
    Column("variant", String(80), nullable=False),
    Column("options", Text, nullable=False),  # house rules, as JSON
    Column("watchable", Boolean, nullable=False),
    Column("state", String(8), nullable=False),  # "open", "playing", "over", "faulty"
    # the record up to its decisions, with the seed: for nobody's eyes until the game is over
    Column("header", Text, nullable=False),
    Column("asked", Integer),  # the seat that must choose
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    # whoever has the code may join, and nobody else sees it
    Column("private", Boolean, nullable=False, server_default=false()),
    # how time is kept, as JSON; empty: not at all
    Column("clock", Text, nullable=False, server_default=""),
    # the time that each seat has left, as JSON
    Column("clocks", Text, nullable=False, server_default=""),
    # a variant and cards that don't ship, as JSON
    Column("own", Text, nullable=False, server_default=""),
    # steps of its game that a worker didn't survive
    Column("failures", Integer, nullable=False, server_default="0"),
    Index("ix_tables_state_changed", "state", "changed"),
    sqlite_autoincrement=True,  # a number is never used again, not even of a table that is gone
)
"""Tables at which a game is made, played or over."""

SEATS = Table(
    "seats",
    METADATA,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("holder", String(80), nullable=False, index=True),  # empty: free, or a computer player's
    Column("name", String(40), nullable=False),
    Column("kind", String(16), nullable=False),  # "human", "ai:easy"...
    Column("deck", String(120), nullable=False),
    Column("wishes", Text, nullable=False),  # the player's stops, as JSON
    # the holder who alone may sit down here
    Column("invited", String(80), nullable=False, server_default=""),
    Column("ready", Boolean, nullable=False, server_default=false()),
    Column("list", Text, nullable=False, server_default=""),  # of a deck that doesn't ship
)
"""Who sits where."""

DECISIONS = Table(
    "decisions",
    METADATA,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    # its place in the record; 0 is the beginning
    Column("number", Integer, primary_key=True, autoincrement=False),
    # as it stands in a record, with its chance and fingerprint
    Column("line", Text, nullable=False),
    Column("node", String(40), nullable=False),  # who led the match
    Column("at", BigInteger, nullable=False),
)
"""What was decided, one after another.

Rows are only ever added: the key says that no two nodes decide the same.
"""

NODES = Table(
    "nodes",
    METADATA,
    Column("node", String(40), primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("here", Text, nullable=False),  # the names of the players who are there, as JSON
    # when the node has last said that it is there
    Column("alive", BigInteger, nullable=False, server_default="0"),
)
"""The servers that are this house, and how long each is one unless it says so again."""

LEASES = Table(
    "leases",
    METADATA,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("node", String(40), nullable=False, index=True),
)
"""Which node leads a match. It holds as long as the node is one of the house's."""

WORDS = Table(
    "words",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table", ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("word", Text, nullable=False),  # a message of `messages.Word`, as JSON
    Column("reply", Text),  # why it was refused; none: not heard yet; empty: carried out
    Column("at", BigInteger, nullable=False),
)
"""What seats at other nodes say to the node that leads their match."""

CHAT = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table", ForeignKey("tables.id"), index=True),  # none: in the hall
    Column("holder", String(80), nullable=False),
    Column("name", String(40), nullable=False),
    Column("words", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    # said by a watcher during a game: its players don't read it
    Column("watching", Boolean, nullable=False, server_default=false()),
)
"""What people say to each other."""

__all__ = [
    "ACCOUNTS",
    "CHAT",
    "DECISIONS",
    "FILES",
    "KEYS",
    "LEASES",
    "METADATA",
    "NAMES",
    "NODES",
    "PASSES",
    "SEATS",
    "TABLES",
    "WORDS",
]
