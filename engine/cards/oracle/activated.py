"""Activated abilities: their costs, their zones, and when they can be activated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from engine.base.records import field_names, replace
from engine.cards.model import Activated, Damage
from engine.cards.oracle.bags import apart, merged
from engine.cards.oracle.bodies import body_of, settled, start_of
from engine.cards.oracle.grammar import (
    GRAMMAR,
    H,
    Reader,
    Reading,
    Writer,
    Written,
    category,
    given,
    phrase,
)
from engine.cards.oracle.references import Antecedents, Said
from engine.cards.terms import Costs, During, Every

# --- Limits ---------------------------------------------------------------------------------------


class ActivationLimits(Struct, frozen=True, kw_only=True):
    """The fields of an activated ability that limit its activation."""

    sorcery_speed: bool = False
    instant_speed: bool = False
    your_turn_only: bool = False
    once_each_turn: bool = False
    any_player: bool = False
    most_each_turn: int | None = None
    condition: Any = None


phrase("activation-limit", "as a sorcery", ActivationLimits(sorcery_speed=True))
phrase("activation-limit", "as an instant", ActivationLimits(instant_speed=True))
phrase("activation-limit", "during your turn", ActivationLimits(your_turn_only=True))
phrase("activation-limit", "during <time:time>", ActivationLimits(condition=H.time))
phrase("activation-limit", "once each turn", ActivationLimits(once_each_turn=True))
phrase("activation-limit", "if <condition:condition>", ActivationLimits(condition=H.condition))
TIMES = {2: "twice", 3: "three times", 4: "four times", 5: "five times"}


@category("activation-limits")
class LimitsPhrase:
    """The sentences after an activated ability that limit it, merged."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the limits that begin at a place."""
        for limit, end in self._sentence(reader, at):
            if reader.word(end) != ".":
                continue
            yield Reading(limit, end + 1)
            for more in reader.read("activation-limits", end + 1):
                if (both := _both(limit, more.value)) is not None:
                    yield Reading(both, more.end)

    def _sentence(self, reader: Reader, at: int) -> Iterator[tuple[ActivationLimits, int]]:
        start = reader.at_words(at, "activate only")
        if start is not None:
            yield from self._more(reader, start)
        start = reader.at_words(at, "any player may activate this ability")
        if start is not None:
            yield ActivationLimits(any_player=True), start
            start = reader.at_words(start, "but only")
            for limit, end in self._more(reader, start) if start is not None else ():
                if not limit.your_turn_only and _is_anybodys(limit.condition):
                    yield replace(limit, any_player=True), end
        start = reader.at_words(at, "activate no more than")
        for number, words in TIMES.items() if start is not None else ():
            end = reader.at_words(start or 0, f"{words} each turn")
            if end is not None:
                yield ActivationLimits(most_each_turn=number), end

    def _more(self, reader: Reader, at: int) -> Iterator[tuple[ActivationLimits, int]]:
        for first in reader.read("activation-limit", at):
            yield first.value, first.end
            start = reader.at_words(first.end, "and only")
            for more, end in self._more(reader, start) if start is not None else ():
                if (both := _both(first.value, more)) is not None:
                    yield both, end

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the limits of an ability as sentences, "" if there are none."""
        left = ActivationLimits(
            **{name: getattr(value, name) for name in field_names(ActivationLimits)}
        )
        sentences: list[str] = []
        any_player, number = left.any_player, left.most_each_turn
        left = replace(left, any_player=False, most_each_turn=None)
        conditions = left.condition.of if isinstance(left.condition, Every) else ()
        if conditions:
            left = replace(left, condition=None)
        parts, left = apart(
            GRAMMAR.phrases("activation-limit"),
            left,
            lambda rule, meanings: writer.say(rule.elements, meanings, said) is not None,
        )
        if left != ActivationLimits():
            return None
        words: list[str] = []
        for rule, meanings in parts:
            written = writer.say(rule.elements, meanings, said)
            if written is None:
                return None
            words.append(f"only {written.text}")
        for condition in conditions:
            written = writer.write("activation-limit", ActivationLimits(condition=condition), said)
            if written is None:
                return None
            words.append(f"only {written.text}")
        if any_player:
            but = f" but {' and '.join(words)}" if words else ""
            sentences.append(f"any player may activate this ability{but} .")
        elif words:
            sentences.append(f"activate {' and '.join(words)} .")
        if number is not None:
            if number not in TIMES:
                return None
            sentences.append(f"activate no more than {TIMES[number]} each turn .")
        return Written(" ".join(sentences), said)


def _both(first: ActivationLimits, second: ActivationLimits) -> ActivationLimits | None:
    """Return the limits of both, None if they limit the same thing twice."""
    if first.condition is None or second.condition is None:
        return merged(first, second)
    both = merged(replace(first, condition=None), replace(second, condition=None))
    conditions = (*_conditions(first.condition), *_conditions(second.condition))
    return both and replace(both, condition=Every(of=conditions))


def _conditions(condition: Any) -> tuple[Any, ...]:
    return condition.of if isinstance(condition, Every) else (condition,)


def _is_anybodys(condition: Any) -> bool:
    """Return whether a condition, if there is one, is the same for all players."""
    return condition is None or (isinstance(condition, During) and condition.whose == "any")


# --- Abilities ------------------------------------------------------------------------------------


def antecedents_of_cost(cost: Costs) -> Antecedents:
    """Return what pronouns mean after a cost: the source, if the cost names it."""
    counters = bool(cost.remove_counter) and cost.remove_from is None
    named = cost.sacrifice == "self" or cost.exile_self or cost.return_self or cost.exert
    return Antecedents(object="self" if named or counters else "")


@category("activated")
class ActivatedPhrase:
    """An activated ability, resolved."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the abilities that begin at a place."""
        for cost in reader.read("cost", at):
            if reader.word(cost.end) != ":":
                continue
            zone = _zone_of(reader, at, cost.end)
            for body in reader.read("body", cost.end + 1):
                ability = Activated(cost=cost.value, effects=(), zone=zone)  # type: ignore[arg-type]
                yield from settled(ability, antecedents_of_cost(cost.value), body.value, body.end)
                for limits in reader.read("activation-limits", body.end):
                    limited = replace(ability, **given(limits.value))
                    yield from settled(
                        limited, antecedents_of_cost(cost.value), body.value, limits.end
                    )

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return an ability in words."""
        said = replace(said, zone=value.zone)
        name = f"{value.keyword} — " if value.keyword else ""
        cost = writer.write("cost", value.cost, said)
        inner = start_of(antecedents_of_cost(value.cost), said, value.targets)
        if value.cost.remove_counter or isinstance((*value.effects, None)[0], Damage):
            inner = replace(inner, object="")  # named once more, as cards have it
        body = writer.write("body", body_of(value), inner)
        limits = writer.write("activation-limits", value, said)
        if cost is None or body is None or limits is None:
            return None
        return Written(f"{name}{cost.text} : {body.text} {limits.text}".rstrip(), said)


def _zone_of(reader: Reader, at: int, end: int) -> str:
    """Return the zone in which an ability with a cost works."""
    words = " ".join(reader.word(index) for index in range(at, end))
    if "exile this card from your graveyard" in words:
        return "graveyard"
    in_hand = (
        "discard this card",
        "reveal this card from your hand",
        "exile this card from your hand",
    )
    return "hand" if any(deed in words for deed in in_hand) else "battlefield"
