"""Levels of creatures with level up (CR 711): "LEVEL 1-3", a size, and abilities."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

from engine.base.records import replace
from engine.cards.model import Activated, AnyAbility, Change, Replace, Static, Triggered
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.terms import Compare, Condition, Every, Stat

START = "LEVEL "
COUNTERS = Stat(what="counters", kind="level")
_LEVEL = re.compile(r"LEVEL (\d{1,3})(?:-(\d{1,3})|\+)\n(\d{1,3})/(\d{1,3})((?:\n[^\n]+)*)")


def with_levels(lines: list[str]) -> list[str]:
    """Return lines of a text with each level, its size and its abilities in one."""
    found: list[str] = []
    for line in lines:
        if found and found[-1].startswith(START) and not line.startswith(START):
            found[-1] += f"\n{line}"
        else:
            found.append(line)
    return found


def read_level(
    name: str, text: str, read: Callable[[str], Line | CardRefusal]
) -> Line | CardRefusal:
    """Return what a level adds to its card; `read` reads each of its abilities."""
    match = _LEVEL.fullmatch(text)
    if match is None:
        return CardRefusal(name=name, reason="the level has no size", line=text)
    least, most, power, toughness = (int(each) if each else None for each in match.groups()[:4])
    assert least is not None
    reached: Condition = Compare(left=COUNTERS, right=least)
    if most is not None:
        reached = Every(of=(reached, Compare(left=most, right=COUNTERS)))
    own = Change(base_power=power, base_toughness=toughness)
    others: list[AnyAbility] = []
    for line in filter(None, match[5].split("\n")):
        found = read(line)
        if isinstance(found, CardRefusal):
            return found
        added = None if found.fields else _added(own, found)
        if added is None:
            return CardRefusal(name=name, reason="a level can't have this ability", line=line)
        own, more = added
        others += [replace(each, condition=reached) for each in more]
    return Line(abilities=(Static(change=own, condition=reached), *others))


def _added(own: Change, line: Line) -> tuple[Change, list[Static | Replace]] | None:
    """Return a level's change with a line's abilities, and those that aren't part of it."""
    others: list[Static | Replace] = []
    own = replace(own, keywords=(*own.keywords, *line.keywords))
    for ability in line.abilities:
        if isinstance(ability, Activated | Triggered):
            own = replace(own, abilities=(*own.abilities, ability))
        elif isinstance(ability, Static | Replace) and ability.condition is None:
            others.append(ability)
        else:
            return None
    return own, others


class Level(NamedTuple):
    """A level of a card: the lines that begin it, its keywords, and its abilities."""

    heading: tuple[str, ...]
    keywords: tuple[str, ...]
    abilities: tuple[AnyAbility, ...]


def levels_of(abilities: tuple[AnyAbility, ...]) -> tuple[tuple[AnyAbility, ...], list[Level]]:
    """Return the abilities before a card's levels, and the levels, which end its text."""
    start = next((place for place, each in enumerate(abilities) if _is_level(each)), None)
    levels: list[Level] = []
    conditions: list[Any] = []
    for ability in abilities[start:] if start is not None else ():
        condition = getattr(ability, "condition", None)
        if isinstance(ability, Static) and _is_level(ability) and condition not in conditions:
            change = ability.change
            heading = (_bounds(condition), f"{change.base_power}/{change.base_toughness}")
            levels.append(Level(heading, change.keywords, change.abilities))
            conditions.append(condition)
        elif isinstance(ability, Static | Replace) and conditions and condition == conditions[-1]:
            plain = replace(ability, condition=None)
            levels[-1] = levels[-1]._replace(abilities=(*levels[-1].abilities, plain))
        else:
            return abilities, []
    return abilities[:start], levels


def _is_level(ability: AnyAbility) -> bool:
    """Return whether an ability is the size of a level, with abilities that belong to it."""
    if not isinstance(ability, Static) or ability.what != "self" or not _bounds(ability.condition):
        return False
    change = ability.change
    sized = type(change.base_power) is int and type(change.base_toughness) is int
    plain = Change(
        base_power=change.base_power,
        base_toughness=change.base_toughness,
        keywords=change.keywords,
        abilities=change.abilities,
    )
    played = all(isinstance(each, Activated | Triggered) for each in change.abilities)
    return sized and played and change == plain


def _bounds(condition: Condition | None) -> str:
    """Return the heading of the level that a condition stands for, "" if it stands for none."""
    least, most = condition, None
    if isinstance(condition, Every) and len(condition.of) == 2:
        least, most = condition.of
    if not isinstance(least, Compare) or least != Compare(left=COUNTERS, right=least.right):
        return ""
    if most is None:
        return f"{START}{least.right}+" if type(least.right) is int else ""
    if not isinstance(most, Compare) or most != Compare(left=most.left, right=COUNTERS):
        return ""
    both = type(least.right) is int and type(most.left) is int
    return f"{START}{least.right}-{most.left}" if both else ""
