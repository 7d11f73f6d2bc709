"""Views and updates sent from a worker to other processes, restricted to harmless records.

A View shares most of its records with the next, so that pickle needs a tenth of the bytes of JSON.
Only records, tuples, enumerations and errors of the engine and of `tui.server.storage.messages` are
accepted; everything else is refused.
"""

from __future__ import annotations

import pickle
from enum import Enum
from functools import cache
from importlib import import_module
from io import BytesIO
from typing import Any

from engine.base.records import BASES
from engine.cards.characteristics import Characteristics

RECORDS = (*BASES, tuple, Enum, Exception, Characteristics)
LARGEST_VIEW = 1 << 20  # bytes of one update, unless the host sets another limit
ROOMS = (
    "engine.",
    "tui.server.storage.messages",
    "tui.server.storage.stop_settings",
    "tui.server.match.sent_timeline",
)
"""Prefixes of modules whose records a worker may send."""
PLAIN = frozenset({"frozenset", "set", "dict", "tuple", "list"})
MAKERS = frozenset(
    {
        ("engine.cards.characteristics", "_from_json"),
        ("engine.base.dirty_flags", "_nobody_yet"),
        ("msgspec._utils", "rebuild"),
    }
)
"""Functions that restore records; each makes only records that are allowed anyway."""


class UnreadableUpdateError(Exception):
    """Error for bytes from a worker that are no update."""


@cache
def _allowed(module: str, name: str) -> Any:
    """Return the class or function that an update names. Raises UnreadableUpdateError."""
    if (module, name) in MAKERS or (module == "builtins" and name in PLAIN):
        return getattr(import_module(module), name)
    found = (
        getattr(import_module(module), name, None)
        if module.startswith(ROOMS) and "." not in name
        else None
    )
    if isinstance(found, type) and issubclass(found, RECORDS):
        return found
    raise UnreadableUpdateError(f"found {module}.{name}; allowed: records of the engine")


class _Reader(pickle.Unpickler):
    def find_class(self, module_name: str, global_name: str, /) -> Any:
        return _allowed(module_name, global_name)


def written(value: object) -> bytes:
    """Return a value as bytes."""
    return pickle.dumps(value, 5)


def read_back(data: bytes, kind: type[Any]) -> Any:
    """Return the value in some bytes.

    Raises UnreadableUpdateError for another kind of value or forbidden contents.
    """
    import engine.game  # loads all modules to which records of the engine refer

    del engine
    try:
        found = _Reader(BytesIO(data)).load()
    except UnreadableUpdateError:
        raise
    except Exception as error:
        raise UnreadableUpdateError(
            f"found bytes that can't be read: {type(error).__name__}"
        ) from None
    if not isinstance(found, kind):
        raise UnreadableUpdateError(f"found {type(found).__name__}; allowed: {kind.__name__}")
    return found
