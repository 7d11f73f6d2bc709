"""What a spell or ability means for whatever it targets: good or bad. Read off the card's data, effect by effect."""

from __future__ import annotations

from collections.abc import Iterable

from engine.cards import model, nested, terms
from engine.cards.model import AnyEffect, Change
from engine.magic import targets
from engine.magic.state import Speaker
from engine.magic.targets import effects_of

HARMFUL = (
    model.Damage | model.Destroy | model.Exile | model.Sacrifice | model.Discard | model.Mill | model.LoseLife | model.Counter
    | model.Tap | model.RemoveFromCombat | model.LookAtHand
)  # fmt: skip
HELPFUL = (
    model.Untap | model.Regenerate | model.Prevent | model.GainLife | model.Draw | model.AttachTo | model.Again | model.Search
    | model.AddMana | model.MakeToken
)  # fmt: skip
CRIPPLING = frozenset({"cant-attack", "cant-block", "must-attack", "cant-be-regenerated", "doesnt-untap", "cant-activate", "cant-move"})


def of_change(change: Change) -> int:
    """Whether a continuous change is good (above 0) or bad for the object that it changes."""
    if change.controller or change.lose_abilities or CRIPPLING & set(change.restrict):
        return -1
    total = sum(n for n in (change.power, change.toughness) if isinstance(n, int))
    if total or "-X" in (change.power, change.toughness):
        return 1 if total > 0 else -1
    return -1 if change.lose_keywords or change.types or change.subtypes else 1


def of_effects(effects: Iterable[AnyEffect], ref: str) -> int:
    """How good (above 0) or bad a list of effects is for what a reference speaks of, with all that they lead to."""
    return sum(_of_effect(effect, ref) for effect in nested.flat(effects))


def _of_effect(effect: AnyEffect, ref: str) -> int:
    """How good or bad one effect is for what a reference speaks of; 0 when it doesn't concern it."""
    if isinstance(effect, model.Fight):
        return (effect.first == ref) - (effect.second == ref)
    if isinstance(effect, model.Redirect):
        return (effect.what == ref) - (effect.to == ref)
    return of_instruction(effect) if _concerns(effect, ref) else 0


def of_instruction(effect: object) -> int:
    """How good or bad one effect is for whatever it acts on."""
    if isinstance(effect, model.Modify):
        return of_change(effect.change)
    if isinstance(effect, model.PutCounters | model.RemoveCounters):
        bad = effect.kind.startswith("-") is isinstance(effect, model.PutCounters)
        return -1 if bad else 1
    if isinstance(effect, model.Move):
        return 1 if effect.to == "battlefield" else -1
    return -1 if isinstance(effect, HARMFUL) else 1 if isinstance(effect, HELPFUL) else 0


def _concerns(effect: object, ref: str) -> bool:
    spoken_of = (getattr(effect, field, None) for field in ("what", "to", "who", "on", "of"))
    return any(word in (ref, "all-targets") for word in spoken_of if isinstance(word, str))


def of_target(item: Speaker, phrase: int) -> int:
    """How good (above 0) or bad what is being announced is for what its target phrase number `phrase` will name."""
    wanted = targets.phrases(item, item.ability)
    ref = terms.TARGETS[min(phrase, len(terms.TARGETS) - 1)]
    effects = effects_of(item)
    filter_ = wanted[phrase].of if phrase < len(wanted) else None
    if filter_ is not None and filter_.zone == "graveyard" and any(isinstance(e, model.Move) and e.what == ref for e in effects):
        return 1
    return of_effects(effects, ref)


def of_enchanting(card: model.Card) -> int:
    """How good or bad an Aura is for what it enchants."""
    total = 0
    for ability in card.abilities:
        if isinstance(ability, model.Static) and ability.what == "attached":
            total += of_change(ability.change)
        elif isinstance(ability, model.Triggered):
            total += of_effects(ability.effects, "attached")
        elif isinstance(ability, model.Replace) and ability.redirect == "attached":
            total -= 1
        elif isinstance(ability, model.Activated):
            total += max(0, of_effects(ability.effects, "attached"))
    return total
