"""Phrases made of parts that merge into one record: filters, changes and costs.

A part is a rule whose record gives some fields; reading merges the parts of a phrase, and writing
takes the fields of a record apart again, in the order of the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.base.records import replace
from engine.cards.oracle.grammar import PhraseRule, Phrases, given, unify

JOINED = frozenset(
    {"not_types", "not_supertypes", "not_subtypes", "not_colors", "not_keywords", "restrict"}
)
"""Fields that several parts of one phrase can add to: "nonartifact, nonblack"."""


def merged(first: Any, second: Any) -> Any | None:
    """Return the record that has the fields of both, or None if both give the same field."""
    ours, theirs = given(first), given(second)
    for name in ours.keys() & theirs.keys():
        if name not in JOINED:
            return None
        theirs[name] = ours[name] + theirs[name]
    return replace(first, **theirs) if theirs else first


def without(record: Any, rule: PhraseRule) -> Any:
    """Return a record without the fields that a rule says."""
    empty = type(record)()
    return replace(record, **{name: getattr(empty, name) for name in given(rule.record)})


Says = Callable[[PhraseRule, dict[str, Any]], bool]


def apart(
    phrases: Phrases, record: Any, says: Says | None = None
) -> tuple[list[tuple[PhraseRule, dict[str, Any]]], Any]:
    """Return the rules that say fields of a record, in their order, and what is left to say.

    Rules that `says` rejects are passed over: their slots have no words for the data.
    """
    found: list[tuple[PhraseRule, dict[str, Any]]] = []
    left = given(record)
    for rule, fields in phrases.with_some_of(left):
        if not left.keys() >= fields.keys():
            continue
        meanings: dict[str, Any] = {}
        if all(unify(value, left[name], meanings) for name, value in fields.items()):
            if says is not None and meanings and not says(rule, meanings):
                continue
            found.append((rule, meanings))
            record = without(record, rule)
            left = given(record)
        elif (rest := _rest(fields, left)) is not None:
            found.append((rule, {}))
            record = replace(record, **rest)
            left = given(record)
    return found, record


def _rest(fields: dict[str, Any], left: dict[str, Any]) -> dict[str, Any] | None:
    """Return what is left of a field after one of its negated words is said, None if it isn't."""
    if len(fields) != 1:
        return None
    name, value = next(iter(fields.items()))
    if not name.startswith("not_") or name not in left or type(value) is not tuple:
        return None
    words: tuple[Any, ...] = value  # type: ignore[assignment]
    if any(word not in left[name] for word in words):
        return None
    return {name: tuple(word for word in left[name] if word not in words)}
