"""Levels of creatures with level up (CR 711): "LEVEL 1-3", a size, and abilities."""

from __future__ import annotations

import re
from collections.abc import Callable

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
