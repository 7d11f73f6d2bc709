"""House rules: what each choice of one sets, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from engine.extending import set_key, values_at
from engine.schema import Problem, shown

if TYPE_CHECKING:
    from engine.ruleset import Option, Ruleset


def without_choice(rules: Ruleset) -> Iterator[Problem]:
    """House rules among which there is nothing to choose."""
    for key, option in rules.options.items():
        if not option.choices:
            yield Problem(where=f"options.{key}.choices", found="no choice", allowed="at least one")


def overridden(data: dict[str, Any], rules: Ruleset) -> Iterator[Problem]:
    """What a file says to no effect, since the default of a house rule says otherwise."""
    for key, option in rules.options.items():
        default = next(iter(option.choices), "")
        for dotted, value in option.choices.get(default, {}).items():
            for where, found in values_at(data, dotted):
                if found != value:
                    allowed = f"{shown(value)}, the first choice of the house rule '{key}', or anything without that house rule"
                    yield Problem(where=where, found=shown(found), allowed=allowed)


def bad_choice(rules: Ruleset, key: str, choice: str) -> list[Problem]:
    """What is wrong with an answer to a house rule."""
    option = rules.options.get(key)
    if option is None:
        return [Problem(where=f"options.{key}", found=f"house rule '{key}'", allowed=", ".join(rules.options) or "no house rules here")]
    if choice not in option.choices and not option.other:
        return [Problem(where=f"options.{key}", found=f"'{choice}'", allowed=", ".join(option.choices))]
    return []


def choose(data: dict[str, Any], key: str, option: Option, choice: str) -> Iterator[Problem]:
    """Set whatever a choice sets; an answer that is none of the choices is itself the value."""
    where = f"options.{key}.choices.{choice}" if choice in option.choices else f"options.{key}.other"
    for dotted, value in option.choices.get(choice, {option.other: choice}).items():
        for problem in set_key(data, dotted, value):
            yield msgspec.structs.replace(problem, where=f"{where}.{problem.where}")
