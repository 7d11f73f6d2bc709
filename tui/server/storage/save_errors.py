"""Reasons why saving fails, in words: a full disk, a damaged or unreachable database."""

from __future__ import annotations

import errno
import sqlite3

from sqlalchemy.exc import DBAPIError, IntegrityError, ProgrammingError, SQLAlchemyError

from tui.server.lobby.chat import TalkError
from tui.server.storage.accounts import AccountError
from tui.server.storage.tables import TableError

FULL = "its disk is full"
DAMAGED = "its database is damaged"
SQLITE_REASONS = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_IOERR: "its disk reports errors",
    sqlite3.SQLITE_READONLY: "its database can't be written to",
    sqlite3.SQLITE_CANTOPEN: "its database can't be opened",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
}
POSTGRESQL_FULL = "53100"
NOTHING_COUNTS = "The server can't save anything: {why}. No move counts until saving works again."
SAVED_AGAIN = "Saving works again: moves count from now on."
TRY_LATER = "the server can't save anything right now: {why}; try again later"


class UnsavedError(SQLAlchemyError, TableError, AccountError, TalkError):
    """Nothing can be saved; every page and command reports the reason to its player."""


def reason(error: BaseException) -> str:
    """Return why nothing can be saved, to follow "the server can't save anything:".

    Empty for errors with another cause.
    """
    if isinstance(error, OSError):
        return FULL if error.errno in (errno.ENOSPC, errno.EDQUOT) else ""
    if not isinstance(error, DBAPIError) or isinstance(error, (IntegrityError, ProgrammingError)):
        return ""
    original = error.orig
    if isinstance(original, sqlite3.Error):
        return SQLITE_REASONS.get(getattr(original, "sqlite_errorcode", 0) & 0xFF, "")
    if getattr(original, "sqlstate", None) == POSTGRESQL_FULL:
        return FULL
    return "its database can't be reached" if error.connection_invalidated else ""


def unsaved(why: str) -> UnsavedError:
    """Return the error to report for a refused save."""
    return UnsavedError(TRY_LATER.format(why=why))
