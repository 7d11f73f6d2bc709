"""Copies of card data in which some parts are others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import is_
from typing import Any

from engine.base.records import class_of, field_names, is_tuple, replace

PLAIN = frozenset({str, int, bool, type(None)})
"""The types of values that no record stands in."""


def with_parts(
    record: Any, change: Callable[[Any], Any], names: Iterable[str] | None = None
) -> Any:
    """Return a record, or a tuple of records, with what `change` makes of each part.

    `change` isn't asked about plain values, and calls this itself for the parts of a part. `names`:
    the fields that may change; None: all. If no part changes, the record itself is returned.
    """
    if is_tuple(record):
        items = tuple(map(change, record))  # type: ignore[arg-type]
        return record if all(map(is_, items, record)) else items
    changed = {
        name: new
        for name in (field_names(class_of(record)) if names is None else names)
        if type(old := getattr(record, name)) not in PLAIN and (new := change(old)) is not old
    }
    return replace(record, **changed) if changed else record
