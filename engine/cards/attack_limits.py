"""Static abilities that keep a creature from attacking some players (CR 508.1c).

"This creature can't attack unless defending player controls an Island" is decided as the creature
would attack, for each player that it could attack. At other times nobody is the defending player.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from engine.base.records import class_of, field_names, is_tuple, replace
from engine.cards.model import Change, Static
from engine.cards.rewriting import PLAIN, with_parts
from engine.cards.terms import Condition

STAYS = Change(restrict=("cant-attack",))


class AttackLimit(NamedTuple):
    """A condition under which a creature can't attack a player."""

    alone: Condition  # where nobody is attacked: "defending player" means nobody
    of_player: Condition  # "defending player" is said as "that player"


def attack_limit(ability: Static) -> AttackLimit | None:
    """Return the limit if an ability keeps its source from attacking some players, else None."""
    condition = ability.condition
    if condition is None or ability.what != "self" or ability.change != STAYS:
        return None
    of_player = _of_that_player(condition)
    return AttackLimit(condition, of_player) if of_player is not condition else None


def _of_that_player(part: Any) -> Any:
    """Return a part of a condition that says "that player" for "defending player"."""
    if type(part) in PLAIN:
        return part
    if is_tuple(part):
        return with_parts(part, _of_that_player)
    said = {
        name: "that-player"
        for name in field_names(class_of(part))
        if getattr(part, name) == "defending-player"
    }
    return with_parts(replace(part, **said) if said else part, _of_that_player)
