"""Triggered abilities: their events, conditions and zones, and who "it" is after each event."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Literal

from msgspec import json

from engine.base.records import replace
from engine.cards.model import Destroy, Exile, If, May, Modify, Sacrifice, Triggered, When
from engine.cards.oracle.bodies import MOVING, Body, body_of, settled, start_of
from engine.cards.oracle.grammar import Reader, Reading, Writer, Written, category
from engine.cards.oracle.phrases.mentions import NAMED_SOURCE, OWN_NOUNS, noun_of
from engine.cards.oracle.references import A_SPELL, Antecedents, Said
from engine.cards.spelling import A_CREATURE, of_other
from engine.cards.terms import Condition, Filter, Not, Stat

Zone = Literal["battlefield", "graveyard"]

OF_TWO = frozenset(
    (
        "blocks",
        "becomes-blocked",
        "becomes-blocked-by",
        "deals-damage",
        "is-dealt-damage",
        "becomes-unattached",
    )
)
"""Events of two objects: the second is "that creature", the first "it" if that can be said."""
DAMAGE = frozenset({"deals-damage", "is-dealt-damage"})
OF_NO_OBJECT = frozenset(
    {"declares-attack", "shuffles", "step", "state", "gains-life", "loses-life", "draws"}
)
LIFE = {"gains-life": Stat(what="life-gained"), "loses-life": Stat(what="life-lost")}
"""What "that much" means after an event of players."""
PLAIN_STATE = When(event="state")


OF_PLAYERS = frozenset(
    (
        "step",
        "cast",
        "discards",
        "cycles",
        "is-sacrificed",
        "draws",
        "gains-life",
        "loses-life",
        "taps-for-mana",
        "plays-land",
        "shuffles",
        "activates",
        "declares-attack",
    )
)
"""Events that a text ascribes to a player."""


OF_CONTROLLERS = frozenset({"enters", "dies", "leaves", "taps", "untaps", "turned-up"})
"""Events of an object whose player is its controller: "a creature an opponent controls"."""


def _names_a_player(when: When) -> bool:
    """Return whether "that player" can mean the player of an event."""
    if when.event in OF_PLAYERS:
        is_own = when.what == "self" and when.event not in OF_NO_OBJECT
        return when.who != "you" and not is_own
    if isinstance(when.what, Filter) and when.what.controller == "opponent":
        return when.event in OF_CONTROLLERS
    return when.to in ("player", "opponent") or when.who == "opponent"


def _types_of(when: When) -> dict[str, tuple[str, ...]]:
    """Return the types of the object of an event, by the reference for it, where known."""
    if not isinstance(when.what, Filter):
        return {}
    if when.event == "cast":
        return {"it": (*when.what.types, A_SPELL)}
    return {"it": when.what.types} if when.what.types else {}


def antecedents_of(when: When) -> Antecedents:
    """Return what pronouns mean after an event.

    Of two objects the engine calls the second one "it", whether a text names that one or not. The
    first one can be referred to only if it is the source or what the source is attached to.
    """
    player = "that-player" if _names_a_player(when) else ""
    if when.event in LIFE:
        return Antecedents(player=player, amount=LIFE[when.event])
    if when.event in OF_NO_OBJECT:
        host = "attached" if when.who == "controller-of-attached" else ""
        return Antecedents(object=host, player=player)
    named = "" if isinstance(when.what, Filter) else when.what
    if when.event == "is-put-into-graveyard":
        return Antecedents(object="it", player=player, remembered="it")
    if when.event not in OF_TWO:
        what = named or "it"
        types = _types_of(when)
        return Antecedents(object=what, player=player, remembered=what, types=types)  # type: ignore[arg-type]
    amount = Stat(what="damage-dealt") if when.event in DAMAGE else None
    is_said = when.by is not None or when.to == "creature" or when.event == "becomes-unattached"
    second = "it" if is_said else ""
    if when.event == "is-dealt-damage":
        # "a creature deals damage to you": the source is named first
        of_this = named in ("self", "attached")
        if second:
            named = "" if of_this else second
    return Antecedents(object=named, other=second, player=player, remembered="it", amount=amount)


_DRAWS = re.compile(r"^((?:that player |you )?draws?) a card(?= \.)")


def _ends_itself(ability: Triggered) -> bool:
    """Return whether an ability happens once, because it takes its source off the battlefield."""
    first: Any = ability.effects[0] if ability.effects else None
    if ability.optional or ability.when.event not in ONE_OFF:
        return False
    if isinstance(first, Sacrifice):
        return first.of == "self"
    if isinstance(first, Destroy | Exile):
        return first.what == "attached"
    becomes = isinstance(first, Modify) and first.until == "forever" and first.what == "self"
    return becomes and isinstance(ability.when.what, Filter)


ONE_OFF = ("becomes-target", "cast", "plays-land", "taps", "attacks", "blocks", "turned-up")
"""Events of which the first is the last, if the source is gone after it."""


@category("triggered")
class TriggeredPhrase:
    """Triggered abilities as a tuple, resolved: one for each event that the text names."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the abilities that begin at a place."""
        if reader.word(at) not in ("when", "whenever", "at"):
            return
        for events in reader.read("events", at):
            if reader.word(events.end) == ",":
                for condition, zone, start in _intervening(reader, events.end + 1):
                    for body in reader.read("body", start):
                        whens = [_in_zone(when, zone) for when in events.value]
                        own = _names_the_source(reader, events.end, start)
                        yield from _each(whens, condition, body, names_source=own)
        if reader.word(at) == "when":
            for condition in reader.read("condition", at + 1):
                if reader.word(condition.end) == ",":
                    for body in reader.read("body", condition.end + 1):
                        yield from _each([PLAIN_STATE], condition.value, body)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return an ability in words, or several that differ only in their events, as a tuple."""
        several: tuple[Triggered, ...] = (value,) if isinstance(value, Triggered) else value
        value = several[0]
        start = self._start(writer, value, tuple(map(_event_of, several)), said)
        if start is None:
            return None
        body = body_of(value)
        if value.optional:
            if body.modes:
                return None
            body = replace(body, effects=(May(then=body.effects),))
        written = self._body(writer, value, body, start.said)
        if written is None:
            return None
        text, before = written.text, start.text
        if value.when.event == "step" and value.when.step == "draw":
            text = _DRAWS.sub(r"\1 an additional card", text, count=1)
        if _ends_itself(value):
            before = before.replace("whenever ", "when ", 1)
        return Written(f"{before} {text}", said)

    @staticmethod
    def _body(writer: Writer, ability: Triggered, body: Body, said: Said) -> Written | None:
        """Return a body in words; an "if" of its own doesn't stand right after the event."""
        first = body.effects[0] if body.effects else None
        if ability.condition is not None or not isinstance(first, If):
            return writer.write("body", body, said)
        if first.otherwise:
            whole = writer.write("body", body, said)
            return None if whole is None or whole.text.startswith("if ") else whole
        written = writer.write("simple", first.then, said)
        if written is None or written.said.after:
            return None
        joiner, condition = "if", writer.write("condition", first.condition, written.said)
        if condition is None and isinstance(first.condition, Not):
            joiner = "unless"
            condition = writer.write("condition", first.condition.condition, written.said)
        if condition is None:
            return None
        text = f"{written.text} {joiner} {condition.text} ."
        if len(body.effects) == 1:
            return condition._replace(text=text)
        rest = writer.write("effects", body.effects[1:], condition.said)
        return rest and rest._replace(text=f"{text} {rest.text}")

    @staticmethod
    def _start(
        writer: Writer, ability: Triggered, events: tuple[When, ...], said: Said
    ) -> Written | None:
        """Return the events and condition of an ability in words."""
        zone = ability.when.zone
        inner = start_of(antecedents_of(events[0]), said, ability.targets)
        inner = replace(inner, zone=zone, other_noun=_other_noun(events[0]))
        if len(events) == 2 and events[0].what != events[1].what:
            inner = replace(inner, object="")  # "it" would be either
        if events == (PLAIN_STATE,):
            if ability.condition is None:
                return None
            condition = writer.write("condition", ability.condition, inner)
            return condition and condition._replace(text=f"when {condition.text} ,")
        event = writer.write("events", events, said, _player_of(ability))
        if event is None:
            return None
        if event.said.object == NAMED_SOURCE and inner.object == "it":
            inner = replace(inner, object=NAMED_SOURCE, other="it")
        words = f"{event.text} ,"
        conditions: list[str] = []
        if zone == "graveyard" and not _moves_itself(ability):
            conditions.append("this card is in your graveyard")
        if zone == "exile":
            conditions.append("this card is exiled")
        if ability.condition is not None:
            condition = writer.write("condition", ability.condition, inner)
            if condition is None:
                return None
            inner = condition.said
            conditions.append(condition.text)
        if conditions:
            words += f" if {' and '.join(conditions)} ,"
        return Written(words, inner)


def _event_of(ability: Triggered) -> When:
    """Return the event of an ability as its text names it."""
    when = replace(ability.when, zone="battlefield")
    if when.event == "blocks" and when.by is None and of_other(ability):
        when = replace(when, by=A_CREATURE)
    return when


def _moves_itself(ability: Triggered) -> bool:
    """Return whether the effects say where the source is, so that no condition says it."""
    return b'"what":"self"' in json.encode(ability.effects)


def _other_noun(when: When) -> str:
    """Return the word for the object that the engine calls "it" after an event."""
    if when.event == "becomes-unattached":
        return "permanent"
    if when.event == "cast":
        return "spell"
    if when.event in MOVING and when.what == "self":
        return NAMED_SOURCE
    of = when.by if when.event in OF_TWO else when.what
    noun = noun_of(of) if isinstance(of, Filter) else "creature"
    return "creature" if noun == "permanent" and when.event in OF_TWO else noun


def _player_of(ability: Triggered) -> str:
    """Return "player" if an ability speaks of the player of its step, for "each player's"."""
    return "player" if "that-player" in repr((ability.condition, ability.effects)) else ""


def _in_zone(when: When, zone: Zone) -> When:
    return replace(when, zone=zone) if zone != "battlefield" else when


def _intervening(reader: Reader, at: int) -> Iterator[tuple[Condition | None, Zone, int]]:
    if reader.word(at) != "if":
        yield None, "battlefield", at
        return
    buried = reader.at_words(at, "if this card is in your graveyard")
    zone: Zone = "battlefield"
    start = at + 1
    if buried is not None:
        if reader.word(buried) == ",":
            yield None, "graveyard", buried + 1
        if reader.word(buried) != "and":
            return
        start, zone = buried + 1, "graveyard"
    for condition in reader.read("condition", start):
        if reader.word(condition.end) == ",":
            yield condition.value, zone, condition.end + 1


def _names_the_source(reader: Reader, at: int, end: int) -> bool:
    """Return whether a condition speaks of the source, so that "it" can mean that."""
    return any(
        reader.word(place) == "this" and reader.word(place + 1) in OWN_NOUNS
        for place in range(at, end)
    )


def _each(
    whens: list[When], condition: Condition | None, body: Reading, *, names_source: bool = False
) -> Iterator[Reading]:
    """Yield the abilities that a text stands for, one for each event."""
    abilities: list[tuple[Triggered, ...]] = [()]
    two_subjects = len(whens) == 2 and whens[0].what != whens[1].what
    for when in whens:
        before = antecedents_of(when)
        if names_source and not before.object:
            before.object = "self"
        if two_subjects and when.what == "self":
            before.other = "self"  # "that creature" is the source or another one
        ability = Triggered(when=when, effects=(), condition=condition)
        more = [one.value for one in settled(ability, before, body.value, body.end)]
        abilities = [(*some, one) for some in abilities for one in more]
    for some in abilities:
        yield Reading(some, body.end)
