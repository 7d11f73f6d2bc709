"""The body of an ability: effects or modes, and the meanings of references in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from engine.base.english import number_word
from engine.base.records import replace
from engine.cards.checks.nested import walk
from engine.cards.model import Activated, Cast, Fight, May, Mode, Reveal, Spell, Triggered
from engine.cards.oracle.grammar import Reader, Reading, Writer, Written, category
from engine.cards.oracle.phrases.lists import NUMBERS
from engine.cards.oracle.references import (
    Antecedents,
    Mention,
    Named,
    PlacedEffect,
    Said,
    UnresolvedError,
    apart_from_target,
    each_decides,
    other_than_what,
    resolved,
)
from engine.cards.spelling import one_spelling
from engine.cards.terms import TARGETS


class Body(Struct, frozen=True):
    """The effects of an ability, or its modes."""

    effects: tuple[Any, ...] = ()
    modes: tuple[Mode, ...] = ()
    choose: int = 1
    choose_up_to: int | None = None


@category("body")
class BodyPhrase:
    """The effects of an ability, or "choose one — • …"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the bodies that begin at a place."""
        start = _modes_at(reader, at)
        if start is not None:
            number = NUMBERS[reader.word(at + 1)]
            most = reader.word(at + 3) if reader.word(at + 2) == "or" else ""
            for modes, end in self._modes(reader, start):
                if len(modes) > number or (len(modes) == number and not most):
                    up_to = len(modes) if most in ("both", "more") else NUMBERS.get(most)
                    yield Reading(Body(modes=modes, choose=number, choose_up_to=up_to), end)
            return
        for effects in reader.read("effects", at):
            yield Reading(Body(effects=effects.value), effects.end)
        yield from self._named_first(reader, at)

    @staticmethod
    def _named_first(reader: Reader, at: int) -> Iterator[Reading]:
        """Yield the bodies whose first sentence names a target: "choose any target. …"."""
        start = reader.at_words(at, "choose")
        for target in reader.read("target", start) if start is not None else ():
            stop = reader.stop(target.end)
            named: Any = Named(Mention(target.end - 1, target=target.value))
            for effects in reader.read("effects", stop) if stop is not None else ():
                yield Reading(Body(effects=(named, *effects.value)), effects.end)

    def _modes(self, reader: Reader, at: int) -> Iterator[tuple[tuple[Mode, ...], int]]:
        if reader.word(at) != "•":
            return
        for effects in reader.read("effects", at + 1):
            mode = Mode(effects=effects.value)
            yield (mode,), effects.end
            for more, end in self._modes(reader, effects.end):
                yield (mode, *more), end

    def write(self, writer: Writer, value: Body, said: Said, mode: str) -> Written | None:
        """Return a body in words."""
        if not value.modes:
            if value.choose != 1 or value.choose_up_to is not None:
                return None
            named = self._write_named_first(writer, value, said)
            return named or writer.write("effects", value.effects, said)
        if value.effects:
            return None
        words = [f"choose {_how_many(value)} —"]
        for each in value.modes:
            written = writer.write("effects", each.effects, replace(said, targets=each.targets))
            if written is None:
                return None
            words.append(f"• {written.text}")
        return Written(" ".join(words), said)

    @staticmethod
    def _write_named_first(writer: Writer, value: Body, said: Said) -> Written | None:
        """Return effects after a sentence that names their only target.

        That is how cards speak that reveal any number of cards before they say what for.
        """
        first: Any = value.effects[0] if value.effects else None
        if len(said.targets) != 1 or not isinstance(first, Reveal) or first.until is None:
            return None
        if first.who != "you":
            return None
        [target] = said.targets
        named = writer.write("target", target, said)
        if named is None:
            return None
        known: dict[str, Any] = {"object" if target.of is not None else "player": TARGETS[0]}
        inner = replace(named.said, named=(0,), **known)
        written = writer.write("effects", value.effects, inner)
        return written and written._replace(text=f"choose {named.text} . {written.text}")


def _modes_at(reader: Reader, at: int) -> int | None:
    if reader.word(at) != "choose" or reader.word(at + 1) not in NUMBERS:
        return None
    end = at + 2
    if reader.word(end) == "or":
        if reader.word(end + 1) not in ("both", "more", *NUMBERS):
            return None
        end += 2
    return end + 1 if reader.word(end) == "—" else None


def _how_many(body: Body) -> str:
    """Return the number of modes in words: "one", "two", "one or both", "one or more"."""
    least, most = body.choose, body.choose_up_to
    if most is None:
        return number_word(least)
    if most == len(body.modes):
        return "one or both" if (least, most) == (1, 2) else f"{number_word(least)} or more"
    return f"{number_word(least)} or {number_word(most)}"


AnyPlayed = Spell | Activated | Triggered


def settled(ability: Any, before: Antecedents, body: Body, end: int) -> Iterator[Reading]:
    """Yield an ability with a body whose references have their meanings, if they have any.

    `before` is what its pronouns can refer to at first.
    """
    for effects in _nestings(body.effects):
        start = replace(before, targets=list(before.targets), types=dict(before.types))
        try:
            done = _resolved(ability, start, replace(body, effects=effects))
        except UnresolvedError:
            continue
        done = apart_from_target(replace(done, targets=tuple(start.targets)))
        if start.zone:
            done = _in_zone(done, start.zone)
        done = each_decides(done)
        if not other_than_what(done) and not _fights_itself(done):
            yield Reading(one_spelling(done), end)
        return


def _resolved(ability: Any, before: Antecedents, body: Body) -> Any:
    if not body.modes:
        done = resolved(replace(ability, effects=body.effects), before)
        effects = tuple(each for each in done.effects if not isinstance(each, Named))
        return replace(done, effects=effects)
    ability = resolved(ability, before)
    modes = tuple(_settled_mode(mode, before) for mode in body.modes)
    return replace(ability, modes=modes, choose=body.choose, choose_up_to=body.choose_up_to)


def _nestings(effects: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield effects as they stand, then with the sentences after an option as part of it.

    "You may pay {2}. If you do, tap target creature. It doesn't untap …": the last sentence has a
    meaning only as part of what the payment buys.
    """
    yield effects
    for place, placed in enumerate(effects):
        may = placed.effect if isinstance(placed, PlacedEffect) else placed
        if isinstance(may, May) and may.then and not may.otherwise:
            for stop in range(place + 2, len(effects) + 1):
                then = (*may.then, *effects[place + 1 : stop])
                nested: Any = PlacedEffect(replace(may, then=then), _end_of(effects[stop - 1]))
                yield (*effects[:place], nested, *effects[stop:])
            return


def _end_of(placed: Any) -> int:
    return placed.end if isinstance(placed, PlacedEffect) else 0


def _fights_itself(ability: Any) -> bool:
    """Return whether "that creature" would be the one that fights it."""
    return any(isinstance(part, Fight) and part.first == part.second for part in walk(ability))


MOVING = frozenset({"dies", "leaves", "is-sacrificed", "discards", "cycles"})
"""Events after which the object is a new one in another zone."""


def _in_zone(ability: Any, zone: str) -> Any:
    """Return an ability that works in the zone in which its text finds the source (CR 113.6m)."""
    if isinstance(ability, Activated):
        return replace(ability, zone=zone)
    if isinstance(ability, Triggered):
        when = ability.when
        if when.what != "self" or when.event not in MOVING:
            return replace(ability, when=replace(when, zone=zone))
    return ability


def _settled_mode(mode: Mode, before: Antecedents) -> Mode:
    inner = replace(before, targets=list(before.targets), types=dict(before.types))
    effects = resolved(mode.effects, inner)
    return Mode(effects=effects, targets=tuple(inner.targets[len(before.targets) :]))


def body_of(ability: AnyPlayed) -> Body:
    """Return the body of an ability."""
    return Body(
        effects=ability.effects,
        modes=ability.modes,
        choose=ability.choose,
        choose_up_to=ability.choose_up_to,
    )


def start_of(before: Antecedents, said: Said, targets: tuple[Any, ...]) -> Said:
    """Return what has been said when the body of an ability begins."""
    return replace(
        said, targets=targets, named=(), object=before.object, other=before.other,
        player=before.player, amount=before.amount, remembered=before.remembered, after=None,
    )  # fmt: skip


def read_spell(reader: Reader, at: int) -> Iterator[Reading]:
    """Yield the spell abilities that begin at a place, each as a tuple of one."""
    for body in reader.read("body", at):
        for spell in settled(Spell(), Antecedents(), body.value, body.end):
            if not _casts_itself(spell.value):
                yield spell._replace(value=(spell.value,))


def _casts_itself(spell: Spell) -> bool:
    """Return whether a spell would be cast as it resolves.

    "You may cast this spell without paying its mana cost" is about casting it (CR 601.2f).
    """
    return any(isinstance(part, Cast) and part.what == "self" for part in walk(spell))


def write_spell(writer: Writer, ability: Spell, said: Said) -> Written | None:
    """Return a spell ability in words."""
    return writer.write("body", body_of(ability), start_of(Antecedents(), said, ability.targets))
