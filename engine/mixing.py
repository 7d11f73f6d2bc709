"""What a variant's tables need of each other: rules for areas on areas, rules for squares on squares, and so on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.rule import all_rules, tag_of
from engine.schema import Problem

if TYPE_CHECKING:
    from engine.ruleset import Ruleset


def problems(rules: Ruleset) -> Iterator[Problem]:
    """Every rule of a variant that lacks what it needs."""
    for where, rule in all_rules(rules):
        for need in rule.needs:
            if not need.is_met(rules):
                tag = tag_of(rule)
                key, name = (f"{where}.kind", f"'{tag}'") if tag else (where, f"[{where}]")
                yield Problem(
                    where=key, found=f"{name} without {need.words}", allowed=f"this {'kind' if tag else 'table'} only with {need.words}"
                )
