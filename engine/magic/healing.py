"""What heals or prevents damage, for the moment before damage is dealt (W-29)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action
from engine.cards.model import Activated, AnyAbility, AnyEffect, GainLife, Prevent, Regenerate, Spell
from engine.cards.nested import flat
from engine.magic.castability import faces
from engine.magic.game import Game

HEALING = Prevent | Regenerate | GainLife


def is_healing(game: Game, action: Action) -> bool:
    """Whether what would be cast or activated heals or prevents damage; something modal in each of its modes."""
    obj = game.state.objects[action.object]
    says: AnyAbility | None
    if action.verb == "cast":
        says = dict(faces(obj.printed)).get(action.word, obj.printed).spell
    else:
        abilities = game.chars(obj.id).abilities
        says = abilities[action.ability - 1] if 0 < action.ability <= len(abilities) else None
    if not isinstance(says, Spell | Activated):
        return False
    return heals(says.effects) or (bool(says.modes) and all(heals(mode.effects) for mode in says.modes))


def heals(effects: Iterable[AnyEffect]) -> bool:
    """Whether a list of effects heals or prevents damage now."""
    return any(isinstance(effect, HEALING) for effect in flat(effects, later=False))
