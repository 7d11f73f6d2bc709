"""A mana source: a mana ability that can be activated now, with the mana and its price."""

from __future__ import annotations

import re

from msgspec import Struct

from engine.cards.costs import ManaCost
from engine.cards.model import Spend
from engine.magic.core.position import Pool

Makes = tuple[tuple[str, Pool], ...]
"""The mana that an ability makes for each possible choice, keyed by the choice.

A choice of one color is that color's letter, a choice of several mana their letters in parentheses:
"(UB)". One entry with an empty key if there is no choice. Where mana abilities triggered by this
one have colors to choose as well (CR 605.4a), further choices follow.
"""


class Source(Struct, frozen=True, gc=False):
    """A mana ability that can be activated: its permanent, index, amount and possible mana."""

    object: int
    ability: int
    number: int
    makes: Makes
    through: int = 0  # the creature that must tap for a neighboring land; 0: none
    snow: bool = False  # the ability makes snow mana
    cost: ManaCost | None = None  # a mana cost; None: no mana, as usual
    taps: bool = True  # whether the permanent is tapped as a cost
    leaves: bool = False  # whether the permanent is sacrificed as a cost
    spend: Spend | None = None  # the only uses of the mana; None: it may be spent on anything


Step = tuple[Source, str]  # a mana ability to activate, with the letter of the color to choose
Steps = tuple[Step, ...]


def key_of(letters: str) -> str:
    """Return the key of a choice of mana, given by the letters of all mana chosen."""
    return letters if len(letters) == 1 else f"({letters})"


def choices_in(key: str) -> list[str]:
    """Return the choices that a key of `Makes` consists of, each as the letters of its mana."""
    return ["".join(found) for found in re.findall(r"\(([A-Z]*)\)|([A-Z])", key)]


def tapping(ident: int) -> int:
    """Return the key for tapping an object, as a resource that only one use can consume."""
    return 2 * ident


def leaving(ident: int) -> int:
    """Return the key for removing an object, as a resource that only one use can consume."""
    return 2 * ident + 1


def rival(source: Source) -> int:
    """Return the key of the resource for which one permanent's abilities compete.

    Most of them tap the permanent.
    """
    return leaving(source.object) if source.leaves and not source.taps else tapping(source.object)


def used_by(source: Source) -> set[int]:
    """Return the keys of all resources that activating a source consumes."""
    used = {rival(source)}
    if source.leaves:
        used.add(leaving(source.object))
    if source.through:
        used.add(tapping(source.through))
    return used
