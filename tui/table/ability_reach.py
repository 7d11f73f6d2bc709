"""The range of a permanent's abilities on the map, if shorter than in Magic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.base.records import replace
from engine.variant import clauses
from engine.view import ObjectView, View
from tui.table import forecast

if TYPE_CHECKING:
    from engine.cards.model import AnyAbility

OWN_SPACE_ONLY = "Its abilities affect only creatures where it stands."


def words(view: View, item: ObjectView) -> str:
    """Return the clause that confines a permanent's abilities to its own space; "" if none does."""
    obj = view.known.objects.get(item.id)
    if obj is None or item.zone != "battlefield" or not item.space or not view.known.players:
        return ""
    kept, about = forecast.of(view).kept, ("reach", item.id)
    if about not in kept:
        kept[about] = {"": forecast.of(view).within(about, lambda: _words(view, item), "")}
    return kept[about][""]


def _words(view: View, item: ObjectView) -> str:
    from engine.magic.core.position import AbilityContext

    game, obj = forecast.of(view).game, view.known.objects[item.id]
    elsewhere = next(
        (space for space in range(len(game.board.spaces)) if space != obj.space), obj.space
    )
    for ability in game.characteristics(obj.id).abilities:
        speaker = AbilityContext(obj.controller, obj.id, item.name, ability)
        if _concerns_others(ability) and not game.rules.reach.affects(
            game, speaker, replace(obj, space=elsewhere)
        ):
            number = view.rules.clause("reach.creature")
            return f"{clauses.sentence(number) or OWN_SPACE_ONLY} {number}".rstrip()
    return ""


def _concerns_others(ability: AnyAbility) -> bool:
    """Return whether an ability affects other permanents."""
    from engine.cards.checks.nested import flat
    from engine.cards.model import Activated, Static, Triggered
    from engine.cards.terms import Filter

    if isinstance(ability, Static):
        return isinstance(ability.what, Filter)
    if not isinstance(ability, Activated | Triggered):
        return False
    aims = any(phrase.of is not None for phrase in ability.targets)
    return aims or any(
        isinstance(getattr(effect, "what", None), Filter) for effect in flat(ability.effects)
    )
