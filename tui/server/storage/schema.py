"""The tables of the database: one schema for SQLite and PostgreSQL.

Times are milliseconds since 1970. A `holder` identifies the player of a seat or message:
"account:12", or "guest:" and a secret word known to that guest alone.
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
    # the case-folded name, which must be unique
    Column("folded", String(160), nullable=False, unique=True),
    Column("created", BigInteger, nullable=False),
    Column("banned", Text, nullable=False),  # the reason; empty: not banned
    Column("settings", Text, nullable=False),  # as TOML
    Column("keymap", Text, nullable=False),
    # when the player was asked for another name; 0: never
    Column("asked_name", BigInteger, nullable=False, server_default="0"),
)
"""Players with a key."""

NAMES = Table(
    "names",
    METADATA,
    # the skeleton: equal for all names that look alike
    Column("skeleton", String(400), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    # when an old name becomes free; 0: the account's current name
    Column("until", BigInteger, nullable=False, server_default="0"),
)
"""Reserved names: those of accounts, and for a while old names of renamed accounts."""

KEYS = Table(
    "keys",
    METADATA,
    Column("fingerprint", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("public", Text, nullable=False),
    Column("added", BigInteger, nullable=False),
    # the last login; 0: never
    Column("used", BigInteger, nullable=False, server_default="0"),
)
"""The keys of accounts by SHA-256 fingerprint."""

PASSES = Table(
    "passes",
    METADATA,
    Column("code", String(16), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)
"""Codes that add another machine's key to an account, once."""

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
"""Files uploaded by accounts: decks, cards and variants."""

TABLES = Table(
    "tables",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("code", String(16), nullable=False, unique=True),  # joins a private table
    Column("host", String(80), nullable=False),  # holder
    Column("variant", String(80), nullable=False),
    Column("options", Text, nullable=False),  # house rules, as JSON
    Column("watchable", Boolean, nullable=False),
    Column("state", String(8), nullable=False),  # "open", "playing", "over", "faulty"
    # the record up to its decisions, with the seed: secret until the game is over
    Column("header", Text, nullable=False),
    Column("asked", Integer),  # the seat that must choose
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    # only players with the code can see and join the table
    Column("private", Boolean, nullable=False, server_default=false()),
    # the time control as JSON; empty: none
    Column("clock", Text, nullable=False, server_default=""),
    # the status with the time of each seat, as JSON
    Column("clocks", Text, nullable=False, server_default=""),
    # the host's own variant and cards, as JSON
    Column("own", Text, nullable=False, server_default=""),
    # steps of the game that a worker didn't survive
    Column("failures", Integer, nullable=False, server_default="0"),
    Index("ix_tables_state_changed", "state", "changed"),
    sqlite_autoincrement=True,  # never reuse a number, not even of a deleted table
)
"""Tables before, during and after their game."""

SEATS = Table(
    "seats",
    METADATA,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("holder", String(80), nullable=False, index=True),  # empty: free, or a computer player
    Column("name", String(40), nullable=False),
    Column("kind", String(16), nullable=False),  # "human", "ai:easy"...
    Column("deck", String(120), nullable=False),
    Column("wishes", Text, nullable=False),  # stop settings, as JSON
    # the only holder who may take the seat; empty: anyone
    Column("invited", String(80), nullable=False, server_default=""),
    Column("ready", Boolean, nullable=False, server_default=false()),
    Column("list", Text, nullable=False, server_default=""),  # the list of a custom deck
)
"""The seats of tables."""

DECISIONS = Table(
    "decisions",
    METADATA,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    # the place in the record; 0 is the beginning
    Column("number", Integer, primary_key=True, autoincrement=False),
    # as in a record, with chance and fingerprint
    Column("line", Text, nullable=False),
    Column("node", String(40), nullable=False),  # the node that led the match
    Column("at", BigInteger, nullable=False),
)
"""The decisions of all games.

Rows are only ever added; the key prevents two nodes from making the same decision.
"""

NODES = Table(
    "nodes",
    METADATA,
    Column("node", String(40), primary_key=True),
    Column("until", BigInteger, nullable=False),
    Column("here", Text, nullable=False),  # names of players online, as JSON
    # the last heartbeat
    Column("alive", BigInteger, nullable=False, server_default="0"),
)
"""The nodes that share this database, with the validity of each heartbeat."""

LEASES = Table(
    "leases",
    METADATA,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("node", String(40), nullable=False, index=True),
)
"""The node that leads each match. A lease holds as long as its node is alive."""

WORDS = Table(
    "words",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table", ForeignKey("tables.id"), nullable=False, index=True),
    Column("seat", Integer, nullable=False),
    Column("word", Text, nullable=False),  # a message of `messages.Word`, as JSON
    Column("reply", Text),  # why the message was refused; NULL: not handled yet; empty: carried out
    Column("at", BigInteger, nullable=False),
)
"""Messages from players on other nodes to the leader of a match."""

CHAT = Table(
    "chat",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("table", ForeignKey("tables.id"), index=True),  # NULL: the lobby
    Column("holder", String(80), nullable=False),
    Column("name", String(40), nullable=False),
    Column("words", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    # written by a watcher during a game, hidden from its players
    Column("watching", Boolean, nullable=False, server_default=false()),
)
"""Chat."""

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
