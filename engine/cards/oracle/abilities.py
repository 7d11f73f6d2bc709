"""Whole abilities of a text: their parts, and who "it" is in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from engine.cards.model import Activated, May, Spell, Triggered, When
from engine.cards.oracle.grammar import Reader, Reading, Writer, Written, category
from engine.cards.oracle.references import Antecedents, Said, UnresolvedError, resolved
from engine.cards.spelling import one_spelling
from engine.cards.terms import Filter, Stat

LIMITS = {
    "activate only as a sorcery": {"sorcery_speed": True},
    "activate only during your turn": {"your_turn_only": True},
    "activate only once each turn": {"once_each_turn": True},
    "any player may activate this ability": {"any_player": True},
}


@category("ability")
class Ability:
    """An ability of a permanent, resolved: triggered, activated or static."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the abilities that begin at a place."""
        yield from self._triggered(reader, at)
        yield from self._activated(reader, at)
        for static in reader.read("static", at):
            yield from _settled(static.value, Antecedents(), static.end)

    @staticmethod
    def _triggered(reader: Reader, at: int) -> Iterator[Reading]:
        for event in reader.read("event", at):
            if reader.word(event.end) != ",":
                continue
            for condition, start in _intervening(reader, event.end + 1):
                for effects in reader.read("effects", start):
                    ability = Triggered(
                        when=event.value, condition=condition, effects=effects.value
                    )
                    yield from _settled(ability, antecedents_of(event.value), effects.end)

    @staticmethod
    def _activated(reader: Reader, at: int) -> Iterator[Reading]:
        for cost in reader.read("cost", at):
            if reader.word(cost.end) != ":":
                continue
            for effects in reader.read("effects", cost.end + 1):
                ability = Activated(cost=cost.value, effects=effects.value)
                yield from _settled(ability, Antecedents(), effects.end)
                yield from _limited(reader, ability, effects.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return an ability in words."""
        if isinstance(value, Triggered):
            return _write_triggered(writer, value, said)
        if isinstance(value, Activated):
            return _write_activated(writer, value, said)
        return writer.write("static", value, said)


def _limited(reader: Reader, ability: Activated, at: int) -> Iterator[Reading]:
    for words, limit in LIMITS.items():
        end = reader.at_words(at, words)
        if end is not None and reader.word(end) == ".":
            limited = replace(ability, **limit)
            yield from _settled(limited, Antecedents(), end + 1)
            yield from _limited(reader, limited, end + 1)


def _intervening(reader: Reader, at: int) -> Iterator[tuple[Any, int]]:
    if reader.word(at) != "if":
        yield None, at
    else:
        for condition in reader.read("condition", at + 1):
            if reader.word(condition.end) == ",":
                yield condition.value, condition.end + 1


def _settled(ability: Any, before: Antecedents, end: int) -> Iterator[Reading]:
    try:
        ability = resolved(ability, before)
    except UnresolvedError:
        return
    if isinstance(ability, Spell | Activated | Triggered):
        ability = replace(ability, targets=tuple(before.targets))
    yield Reading(one_spelling(ability), end)


DAMAGE = ("deals-damage", "is-dealt-damage")


def antecedents_of(when: When) -> Antecedents:
    """Return what pronouns mean after an event."""
    player = "that-player" if when.who != "you" else ""
    if when.event == "step":
        return Antecedents(player=player)
    damage = Stat(what="damage-dealt") if when.event in DAMAGE else None
    return Antecedents(
        object="it" if isinstance(when.what, Filter) else when.what, player=player, amount=damage
    )


def _start(before: Antecedents, said: Said, targets: tuple[Any, ...]) -> Said:
    return replace(
        said, targets=targets, named=(), object=before.object, other=before.other,
        player=before.player, after="",
    )  # fmt: skip


def _write_triggered(writer: Writer, ability: Triggered, said: Said) -> Written | None:
    event = writer.write("event", ability.when, said)
    if event is None:
        return None
    words = [event.text, ","]
    inner = _start(antecedents_of(ability.when), said, ability.targets)
    if ability.condition is not None:
        condition = writer.write("condition", ability.condition, inner)
        if condition is None:
            return None
        inner = condition.said
        words += ["if", condition.text, ","]
    effects = (May(then=ability.effects),) if ability.optional else ability.effects
    written = writer.write("effects", effects, inner)
    plain = replace(ability, targets=(), condition=None, optional=False)
    if written is None or plain != Triggered(when=ability.when, effects=ability.effects):
        return None
    return Written(" ".join((*words, written.text)), said)


def _write_activated(writer: Writer, ability: Activated, said: Said) -> Written | None:
    cost = writer.write("cost", ability.cost, said)
    written = writer.write("effects", ability.effects, _start(Antecedents(), said, ability.targets))
    if cost is None or written is None:
        return None
    words = [cost.text, ":", written.text]
    plain = replace(ability, targets=())
    for sentence, limit in LIMITS.items():
        if all(getattr(ability, name) == value for name, value in limit.items()):
            words.append(f"{sentence} .")
            plain = replace(plain, **dict.fromkeys(limit, False))
    if plain != Activated(cost=ability.cost, effects=ability.effects):
        return None
    return Written(" ".join(words), said)


def read_spell(reader: Reader, at: int) -> Iterator[Reading]:
    """Yield the spell abilities that begin at a place."""
    for effects in reader.read("effects", at):
        yield from _settled(Spell(effects=effects.value), Antecedents(), effects.end)


def write_spell(writer: Writer, ability: Spell, said: Said) -> Written | None:
    """Return a spell ability in words."""
    if ability != Spell(effects=ability.effects, targets=ability.targets):
        return None
    return writer.write("effects", ability.effects, _start(Antecedents(), said, ability.targets))
