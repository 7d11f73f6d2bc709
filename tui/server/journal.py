"""The server's log: one line per event, as text or JSON.

The log never contains a secret, a hidden card or a chat message.
"""

from __future__ import annotations

import logging
import time
from traceback import extract_tb

from msgspec import json

QUIET = ("asyncssh", "alembic", "sqlalchemy", "psycopg")
"""Loggers of which only warnings are kept: asyncssh logs names, and a guest's name is a secret."""


class Journal(logging.Formatter):
    """A formatter that reduces an exception to its type and location.

    The message of an exception might reveal a hidden card.
    """

    def __init__(self, *, as_json: bool = False) -> None:
        super().__init__()
        self._is_json = as_json

    def format(self, record: logging.LogRecord) -> str:
        """Return the record as one line."""
        words, fault = record.getMessage().replace("\n", " "), _fault(record)
        at = (
            time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
            + f".{int(record.msecs):03}Z"
        )
        if not self._is_json:
            return f"{at} {record.levelname} {record.name}: {words}" + (
                f" [{fault}]" if fault else ""
            )
        line = {"at": at, "level": record.levelname.lower(), "from": record.name, "words": words}
        return json.encode(line | ({"fault": fault} if fault else {})).decode()


def _fault(record: logging.LogRecord) -> str:
    if not record.exc_info or record.exc_info[0] is None:
        return ""
    kind, _, back = record.exc_info
    places = [
        f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in extract_tb(back)[-8:]
    ]
    return f"{kind.__name__} at {' < '.join(reversed(places))}"


def open_journal(*, as_json: bool) -> None:
    """Log to standard error from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(Journal(as_json=as_json))
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
    for name in QUIET:
        logging.getLogger(name).setLevel(logging.WARNING)
