"""Explanations of power and toughness, effect by effect in order of application."""

from __future__ import annotations

from copy import copy

from msgspec import Struct

from engine.cards.characteristics import Characteristics
from engine.log import many
from engine.magic.continuous import filters
from engine.magic.continuous.characteristics import in_full
from engine.magic.continuous.layer_dependency import DependencyPass
from engine.magic.continuous.layers import (
    ADD,
    DEFINE,
    SET,
    SWITCH,
    LayerEffect,
    before_effects,
    size_of_counter,
    through_layers,
)
from engine.magic.core.game import GameCore
from engine.magic.core.position import GameObject

UNTIL = {
    "end-of-turn": "until end of turn",
    "your-next-turn": "until your next turn",
    "end-of-combat": "until end of combat",
    "next-untap": "until the end of its controller's next untap step",
    "your-next-untap": "until the end of your next untap step",
    "target-next-untap": "until the end of that player's next untap step",
    "source-leaves": "for as long as {this} remains on the battlefield",
    "you-control": "for as long as you control {this}",
    "forever": "for the rest of the game",
}
"""How long a change lasts, in words."""


class SizeReason(Struct, frozen=True):
    """One part of an explanation: the change of power and toughness, the result, and the reason."""

    power: int
    toughness: int
    then: tuple[int, int]
    why: str
    does: str = "adds"  # "begins", "adds", "sets" or "switches"

    @property
    def words(self) -> str:
        """The part as text: "2/2 printed", "+1/+1: Crusade", "1/1 instead: Humility"."""
        if self.does == "adds":
            return f"{self.power:+}/{self.toughness:+}: {self.why}"
        how = {"begins": "", "sets": " instead:", "switches": ", switched:"}[self.does]
        return f"{self.then[0]}/{self.then[1]}{how} {self.why}"


# an effect (None: the map and counters), and the power and toughness after it
Step = tuple[LayerEffect | None, int, int]


def explained(game: GameCore, ident: int) -> list[SizeReason]:
    """Return the parts of a creature's power and toughness, from the printed values on.

    Empty for an object that is not a creature.
    """
    obj, c = game.state.objects[ident], game.characteristics(ident)
    if not c.is_creature:
        return []
    if obj.zone != "battlefield":
        base, size = obj.printed.base, (c.power, c.toughness)
        parts = [SizeReason(0, 0, (base.power, base.toughness), "printed", "begins")]
        return (
            parts
            if size == parts[0].then
            else [*parts, SizeReason(0, 0, size, "counted by its own text", "sets")]
        )
    before = before_effects(game, obj)
    now = (before.power, before.toughness)
    parts = [
        SizeReason(
            0,
            0,
            now,
            f"printed{f' on {before.name}' if obj.own.name != before.name else ''}",
            "begins",
        )
    ]
    for effect, power, toughness in _steps(game, obj):
        then = (power, toughness)
        if effect is None:
            parts += _of_map_and_counters(game, obj, c, now)
        elif effect.layer in (DEFINE, SET, SWITCH) or then != now:
            kind = {ADD: "adds", SWITCH: "switches"}.get(effect.layer, "sets")
            parts.append(
                SizeReason(
                    power - now[0], toughness - now[1], then, _why(game, effect, ident), kind
                )
            )
        now = then
    if now != (c.power, c.toughness):  # effects in a circular dependency
        parts.append(
            SizeReason(
                c.power - now[0],
                c.toughness - now[1],
                (c.power, c.toughness),
                "effects that depend on each other",
            )
        )
    return parts


def _steps(game: GameCore, obj: GameObject) -> list[Step]:
    """Return a permanent's size after each effect, in the order of the layers."""
    cache, steps = in_full(game), list[Step]()

    def see(effect: LayerEffect | None, c: Characteristics) -> None:
        steps.append((effect, c.power, c.toughness))

    if not cache.entangled:
        through_layers(game, obj, cache.effects, see)
        return steps
    fork, trial = game.fork(), copy(cache)
    fork.state.begin_permanents(trial)
    lasting = [
        effect for key, group in cache.groups.items() if key not in cache.table for effect in group
    ]
    DependencyPass(
        fork,
        trial,
        lasting,
        cache.table,
        lambda ident, effect, c: see(effect, c) if ident == obj.id else None,
    ).run()
    return steps


def _of_map_and_counters(
    game: GameCore, obj: GameObject, c: Characteristics, now: tuple[int, int]
) -> list[SizeReason]:
    """Return the parts added by the map and by counters."""
    added = game.rules.parts_of_bonus(game, obj, c)
    for kind, number in obj.counters:
        power, toughness = size_of_counter(kind)
        added.append((power * number, toughness * number, many(number, f"{kind} counter")))
    parts = list[SizeReason]()
    for power, toughness, why in added:
        if power or toughness:
            now = (now[0] + power, now[1] + toughness)
            parts.append(SizeReason(power, toughness, now, why))
    return parts


def _why(game: GameCore, effect: LayerEffect, ident: int) -> str:
    """Return the source of an effect, with its duration if limited."""
    source = filters.last_object(game, effect.ctx.source)
    if effect.ctx.source == ident:
        name = "its own text"
    elif source is not None:
        name = source.printed.name
    else:
        name = effect.ctx.name
    lasting = next(
        (
            each
            for each in game.state.lasting
            if each.timestamp == effect.timestamp and each.change is effect.change
        ),
        None,
    )
    until = (
        UNTIL.get(lasting.until, "").format(this=name or "its source")
        if lasting is not None
        else ""
    )
    return f"{name or 'a spell or ability'}{f', {until}' if until else ''}"
