"""Understanding of whole cards: every word of a text is accounted for, or the card is refused."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from engine.cards.checks.whole_card import misfits
from engine.cards.model import AnyAbility, Card, Spell
from engine.cards.oracle.bodies import read_spell
from engine.cards.oracle.facts import facts_of, unset_number
from engine.cards.oracle.grammar import Reader, Reading, Steps, TooManyReadingsError
from engine.cards.oracle.levels import START, read_level, with_levels
from engine.cards.oracle.others import with_others
from engine.cards.oracle.printed import CardRefusal, Line, PrintedCard
from engine.cards.oracle.rules import load_rules
from engine.cards.oracle.wording import present_wording
from engine.cards.spelling import one_spelling

SPELL_TYPES = ("Instant", "Sorcery")


def understand(printed: PrintedCard) -> Card | CardRefusal:
    """Return a printed card's data, or why it can't be had."""
    facts = facts_of(printed)
    if isinstance(facts, CardRefusal):
        return facts
    return understand_lines(printed, facts, lines_of(printed))


def understand_lines(
    printed: PrintedCard, facts: dict[str, Any], lines: list[str]
) -> Card | CardRefusal:
    """Return the data of a card with some facts and lines of text, or why it can't be had."""
    found = _read_lines(printed, facts, lines)
    refused = [read for read in found if isinstance(read, CardRefusal)]
    return refused[0] if refused else _whole(printed, facts, found)  # type: ignore[arg-type]


def _read_lines(
    printed: PrintedCard, facts: dict[str, Any], lines: list[str]
) -> list[Line | CardRefusal]:
    """Return the meaning of each line; the paragraphs of a spell are read as one."""
    steps = Steps()
    found = [read_line(printed.name, line, facts, steps) for line in lines]
    if not any(kind in SPELL_TYPES for kind in facts["types"]):
        return found
    of_spell = [
        index
        for index, read in enumerate(found)
        if isinstance(read, CardRefusal) or any(isinstance(each, Spell) for each in read.abilities)
    ]
    if len(of_spell) < 2:
        return found
    text = " ".join(lines[index] for index in of_spell)
    whole = read_line(printed.name, text, facts, steps)
    if isinstance(whole, CardRefusal):
        return found
    others = [read for index, read in enumerate(found) if index not in of_spell]
    return [whole, *others]


def refusals(printed: PrintedCard) -> list[CardRefusal]:
    """Return a refusal for each line of a card that isn't understood, or one for the whole card."""
    facts = facts_of(printed)
    if isinstance(facts, CardRefusal):
        return [facts]
    read = _read_lines(printed, facts, lines_of(printed))
    refused = [line for line in read if isinstance(line, CardRefusal)]
    if refused:
        return refused
    whole = _whole(printed, facts, [line for line in read if isinstance(line, Line)])
    return [whole] if isinstance(whole, CardRefusal) else []


def lines_of(printed: PrintedCard) -> list[str]:
    """Return a card's abilities in the present wording, an ability with its modes in one line."""
    lines: list[str] = []
    for line in present_wording(printed):
        if line.startswith("•") and lines:
            lines[-1] += f" {line}"
        else:
            lines.append(line)
    return with_levels(lines)


# --- Lines ----------------------------------------------------------------------------------------


def read_line(
    name: str, line: str, facts: dict[str, Any], steps: Steps | None = None
) -> Line | CardRefusal:
    """Return what a line of a card adds to it, or why it isn't understood.

    `steps`: those left for all lines of the card; None: a line by itself has all of them.
    """
    if line.startswith(START):
        return read_level(name, line, lambda part: read_line(name, part, facts, steps))
    load_rules()
    try:
        reader = Reader(line, steps)
        readings = _readings(reader, facts)
    except TooManyReadingsError:
        return CardRefusal(
            name=name, reason="the text is too long, or can be read in too many ways", line=line
        )
    if len(readings) == 1:
        return readings[0]
    if readings:
        shown = " | ".join(msgspec.json.encode(reading).decode() for reading in readings)
        return CardRefusal(name=name, reason=f"the line has two meanings: {shown}", line=line)
    stopped = min(reader.furthest, len(reader.tokens) - 1)
    return CardRefusal(
        name=name,
        reason="a phrase isn't understood",
        line=line,
        phrase=" ".join(reader.tokens[stopped:]),
    )


def _readings(reader: Reader, facts: dict[str, Any]) -> list[Line]:
    found = list(reader.read("card-line", 0))
    if any(kind in SPELL_TYPES for kind in facts["types"]):
        found += _as_lines(read_spell(reader, 0))
    found += _as_lines(reader.read("abilities", 0))
    lines = [reading.value for reading in found if reading.end == len(reader.tokens)]
    return list(dict.fromkeys(lines))


def _as_lines(readings: Iterable[Reading]) -> list[Reading]:
    return [reading._replace(value=Line(abilities=reading.value)) for reading in readings]


# --- The whole card -------------------------------------------------------------------------------


def _whole(printed: PrintedCard, facts: dict[str, Any], lines: list[Line]) -> Card | CardRefusal:
    abilities = _joined([ability for line in lines for ability in line.abilities])
    fields = dict(facts)
    for line in lines:
        fields |= dict(line.fields)
    keywords = tuple(sorted((each for line in lines for each in line.keywords), key=_has_cost))
    try:
        plain = msgspec.to_builtins(
            Card(name=printed.name, keywords=keywords, abilities=abilities, **fields)
        )
        card = with_others(one_spelling(msgspec.convert(plain, Card)))
    except (msgspec.ValidationError, TypeError) as error:
        return CardRefusal(name=printed.name, reason=f"the card language can't say it: {error}")
    if isinstance(card, str):
        return CardRefusal(name=printed.name, reason=card)
    problems = list(misfits(card, printed.name))
    if problems:
        return CardRefusal(name=printed.name, reason=f"the card's data doesn't fit: {problems[0]}")
    unset = unset_number(card, printed)
    return card if unset is None else CardRefusal(name=printed.name, reason=unset)


def _has_cost(keyword: str) -> bool:
    """Return whether a keyword has a cost, so that it is told after those without."""
    return "{" in keyword


def _joined(abilities: list[AnyAbility]) -> tuple[AnyAbility, ...]:
    """Return abilities with the paragraphs of a spell as one ability."""
    spells = [ability for ability in abilities if isinstance(ability, Spell)]
    if len(spells) < 2:
        return tuple(abilities)
    if any(spell.targets or spell.modes for spell in spells[1:]):
        return tuple(abilities)
    first, *rest = spells
    whole = msgspec.structs.replace(
        first, effects=(*first.effects, *(effect for spell in rest for effect in spell.effects))
    )
    return tuple(
        whole if ability is first else ability
        for ability in abilities
        if ability is first or not isinstance(ability, Spell)
    )
