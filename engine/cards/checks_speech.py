"""What effects speak of: a target that isn't there, an "it" before anything has been spoken of."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import cast

from msgspec import Struct

from engine.cards import model as m
from engine.cards import terms
from engine.cards.nested import flat
from engine.records import replace
from engine.schema import Problem

TARGET_NUMBER = {"target": 1, "target2": 2, "target3": 3, "controller-of-target": 1, "owner-of-target": 1, "all-targets": 1}
"""The target phrase that a reference needs."""
IT = ("it", "controller-of-it", "owner-of-it")
NAMES_IT = m.MakeToken | m.CopyToken | m.Sacrifice | m.Exile | m.Move | m.Search | m.LookAtTop | m.Reveal | m.Cast
"""Effects after which "it" may be what they have dealt with."""


class Known(Struct, frozen=True):
    """What an effect may speak of by the time that it happens."""

    targets: int = 0
    it: bool = False
    player: bool = False  # "that player"
    chosen: bool = False
    later: bool = False  # targets are forgotten


def unspoken(where: str, part: terms.Record) -> Iterator[Problem]:
    """Words in the effects of an ability that mean nothing there."""
    if isinstance(part, m.Replace):
        yield from _list(f"{where}.then", part.then, Known(it=True, player=True))
    if not isinstance(part, m.Spell | m.Activated | m.Triggered):
        return
    triggered = isinstance(part, m.Triggered)
    returned = isinstance(part, m.Activated) and part.cost.return_other is not None
    known = yield from _list(f"{where}.effects", part.effects, Known(len(part.targets), triggered or returned, triggered))
    for number, mode in enumerate(part.modes, 1):
        own = replace(known, targets=len(part.targets + mode.targets))
        yield from _list(f"{where}.modes.{number}.effects", mode.effects, own)


CHANGEABLE = ("battlefield", "stack")
"""Zones in which objects can be changed: what is done to a spell goes on for what it becomes (CR 112.4, 400.7a)."""


def unchangeable(where: str, part: terms.Record) -> Iterator[Problem]:
    """What an ability changes though it can't be changed where it is, or not so."""
    if isinstance(part, m.WhenDone):
        yield from _unchangeable(f"{where}.then", part.then, part.targets)
    elif isinstance(part, m.Spell | m.Activated | m.Triggered):
        yield from _unchangeable(f"{where}.effects", part.effects, part.targets)
        for number, mode in enumerate(part.modes, 1):
            yield from _unchangeable(f"{where}.modes.{number}.effects", mode.effects, part.targets + mode.targets)


def _unchangeable(where: str, effects: tuple[m.AnyEffect, ...], targets: tuple[m.Target, ...]) -> Iterator[Problem]:
    for effect in flat(effects, later=False):
        if isinstance(effect, m.Modify) and isinstance(effect.what, str) and effect.what in terms.TARGETS:
            phrase = next(iter(targets[TARGET_NUMBER[effect.what] - 1 :]), None)
            zone = phrase.of.zone if phrase is not None and phrase.of is not None else "battlefield"
            if zone not in CHANGEABLE:
                yield Problem(where=where, found=f"'modify' of a card in the zone '{zone}'", allowed="'modify' of permanents and spells")
            elif zone == "stack" and effect.change.controller:
                yield Problem(where=where, found="'controller' of a spell", allowed="'controller' of permanents")


def _list(where: str, effects: tuple[m.AnyEffect, ...], known: Known) -> Generator[Problem, None, Known]:
    """The effects of a list; returns what may be spoken of after them."""
    for number, effect in enumerate(effects, 1):
        known = yield from _effect(f"{where}.{number}", effect, known)
    return known


def _effect(where: str, effect: m.AnyEffect, known: Known) -> Generator[Problem, None, Known]:
    if isinstance(effect, m.Choose) and effect.who != "you":
        yield from _words(where, effect, replace(known, player=True))
    else:
        yield from _words(where, effect, known)
    within, after = _within(effect, known), known
    for key in ("then", "otherwise"):
        done = yield from _list(f"{where}.{key}", getattr(effect, key, ()), within)
        after = replace(after, it=after.it or done.it, chosen=after.chosen or done.chosen)
    if isinstance(effect, m.Delayed | m.WhenDone):
        return known
    return replace(after, it=after.it or isinstance(effect, NAMES_IT), chosen=after.chosen or isinstance(effect, m.Choose))


def _within(effect: m.AnyEffect, known: Known) -> Known:
    """What may be spoken of by the effects within one."""
    if isinstance(effect, m.Delayed):  # it remembers one object, a target where there is no "it"
        return Known(it=known.it or known.targets > 0, player=True, later=known.targets > 0)
    if isinstance(effect, m.WhenDone):
        return replace(known, targets=len(effect.targets))
    return replace(known, player=True) if isinstance(effect, m.May) and effect.who != "you" else known


def _words(where: str, node: terms.Record, known: Known) -> Iterator[Problem]:
    """The words of an effect, those of effects within it and of abilities and tokens that it makes left out."""
    for key in node.__struct_fields__:
        value = getattr(node, key)
        entries = cast("tuple[object, ...]", value) if isinstance(value, tuple) else (value,)
        for number, entry in enumerate(entries, 1):
            place = f"{where}.{key}{f'.{number}' if isinstance(value, tuple) else ''}"
            if isinstance(entry, str):
                allowed = _instead(entry, known)
                if allowed:
                    yield Problem(where=place, found=repr(entry), allowed=allowed)
            elif isinstance(entry, terms.Record) and not isinstance(entry, m.Ability | m.Card | m.Effect | m.Target | m.When):
                yield from _words(place, entry, known)


def _instead(word: str, known: Known) -> str:
    """What is allowed in a word's place; empty if it means something."""
    if TARGET_NUMBER.get(word, 0) > known.targets:
        if known.later:
            return "'it', which is what was targeted first, since a delayed trigger remembers one object"
        return f"one of its {known.targets} targets" if known.targets else "no target, since the ability has none"
    if word in IT and not known.it:
        return "'it' in an ability that triggers, or after an effect that deals with one object"
    if word == "that-player" and not known.player:
        return "'that-player' in an ability that triggers, or in what a player may do"
    return "'chosen' after the effect 'choose'" if word == "chosen" and not known.chosen else ""
