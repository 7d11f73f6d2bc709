"""A source of mana: an ability that can be activated now, what it makes, and what using it uses
up.
"""

from __future__ import annotations

from msgspec import Struct

from engine.cards.costs import ManaCost
from engine.magic.core.position import Pool

Makes = tuple[tuple[str, Pool], ...]
"""What an ability makes by the letter of the colour chosen; one entry without a letter where
nothing is chosen.

Where what triggers on it has colours to choose as well (CR 605.4a), further letters follow.
"""


class Source(Struct, frozen=True, gc=False):
    """A mana ability: who has it, which ability, how much mana it makes, and what mana that may
    be.
    """

    object: int
    ability: int
    number: int
    makes: Makes
    through: int = 0  # the creature that has to tap for it, where a land beside it is used
    snow: bool = False  # what it makes is snow mana
    cost: ManaCost | None = None  # of mana, which few have
    taps: bool = True  # whether its permanent is tapped for it
    leaves: bool = False  # whether its permanent is sacrificed for it


Step = tuple[Source, str]  # a mana ability to activate, with the letter of the colour to choose
Steps = tuple[Step, ...]


def tapping(ident: int) -> int:
    """An object's being tapped, as something that can be used up."""
    return 2 * ident


def leaving(ident: int) -> int:
    """An object's leaving where it is, as something that can be used up."""
    return 2 * ident + 1


def rival(source: Source) -> int:
    """What abilities of one permanent compete for, as most of them tap it."""
    return leaving(source.object) if source.leaves and not source.taps else tapping(source.object)


def used_by(source: Source) -> set[int]:
    """What using a source uses up."""
    used = {rival(source)}
    if source.leaves:
        used.add(leaving(source.object))
    if source.through:
        used.add(tapping(source.through))
    return used
