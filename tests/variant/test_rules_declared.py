"""Rules declare themselves: each kind says what it is and what it needs, and is found without being
listed anywhere.

Magic asks a map for no more than is declared.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from engine.fronts.common.layouts import Layout
from engine.fronts.common.movement import Moves
from engine.magic.core import map_interface as asked
from engine.magic.core.special_actions import SpecialAction
from engine.magic.turn.steps import Step
from engine.rule import Rule, any_of, tag_of
from engine.variant.inheritance import shipped
from engine.variant.loading import load
from engine.variant.ruleset import all_rules

MAGIC = Path(__file__).parents[2] / "engine" / "magic"


def tags(family: type[Rule]) -> list[str]:
    return [member.__struct_config__.tag for member in any_of(family).__args__]


def test_every_kind_of_a_family_is_found_in_order() -> None:
    for family in (Layout, Moves, Step, SpecialAction):
        assert tags(family) == sorted(tags(family))
    assert {"one-step", "march", "by-size", "by-life", "exploring"} <= set(tags(Moves))
    assert {"untap", "cleanup", "area-attack"} <= set(tags(Step))


def test_what_is_only_the_common_part_of_others_is_no_kind() -> None:
    assert not {"walk", "area-moves", "moves"} & set(tags(Moves))


def test_what_holds_everywhere_is_no_kind_that_a_file_could_name() -> None:
    assert not {"suspend", "turn-up"} & set(tags(SpecialAction))


def test_a_kind_without_words_of_its_own_is_refused() -> None:
    class Family(Rule, frozen=True, tag_field="kind", tag=True):
        pass

    class Tide(Family, frozen=True):
        depth: int = 3

    with pytest.raises(TypeError, match="Tide says nothing of itself"):
        any_of(Family)


@pytest.mark.parametrize("variant", shipped())
def test_every_rule_of_a_variant_has_what_it_needs_and_words_for_it(variant: str) -> None:
    rules = load(variant)
    found = list(all_rules(rules))
    assert {"movement", "arrival", "reach", "turn.1"} <= {key for key, _ in found}
    for _, rule in found:
        assert all(need.is_met(rules) for need in rule.needs)
        if not isinstance(rule, type(rules.mana)):
            assert type(rule).__name__ not in " ".join(rule.told(rules)).split() or tag_of(rule)


# --- what Magic asks of a map ---


def declared(protocol: Any) -> set[str]:
    return {
        name for name in (*vars(protocol), *protocol.__annotations__) if not name.startswith("_")
    }


def test_magic_asks_a_map_for_nothing_that_is_not_declared() -> None:
    parts = {
        "reach": asked.MapReach,
        "arrival": asked.MapArrival,
        "movement": asked.MapMovement,
        "mana": asked.ManaKind,
    }
    for path in MAGIC.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        for name in re.findall(r"game\.rules\.(\w+)", text):
            assert name in declared(asked.MapInterface), (
                f"{path.name} asks the rules for '{name}': declare it in "
                "engine/magic/core/map_interface.py"
            )
        for part, name in re.findall(r"game\.rules\.(\w+)\.(\w+)", text):
            assert part not in parts or name in declared(parts[part]), (
                f"{path.name} asks {part} for '{name}'"
            )


def test_magic_reads_nothing_that_a_map_alone_makes_of_an_object() -> None:
    files = [*MAGIC.rglob("*.py"), *(MAGIC.parent / "cards").rglob("*.py")]
    files.remove(MAGIC / "core" / "position.py")  # the position keeps it for the map
    assert [
        path.name
        for path in files
        if re.search(r"(?<!Columns)\.on_map\b", path.read_text(encoding="utf-8"))
    ] == []


def test_nothing_is_declared_that_magic_does_not_ask_for() -> None:
    asking = [
        path
        for path in MAGIC.parent.rglob("*.py")
        if path.name != "map_interface.py" and "fronts" not in path.parts
    ]
    texts = "\n".join(path.read_text(encoding="utf-8") for path in asking)
    assert [
        name for name in declared(asked.MapInterface) if not re.search(rf"rules\.{name}\b", texts)
    ] == []
