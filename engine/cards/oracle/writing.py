"""Writing of cards, abilities and their parts in the words of the grammar."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from engine.base.records import replace
from engine.cards.model import AnyAbility, AnyEffect, Keyword, Spell, Target
from engine.cards.oracle.abilities import is_pair
from engine.cards.oracle.bodies import read_spell, write_spell
from engine.cards.oracle.grammar import Reader, TooManyReadingsError, Writer, Written
from engine.cards.oracle.others import apart_from_host
from engine.cards.oracle.printed import Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.rules import load_rules
from engine.cards.oracle.tokens import text_of
from engine.cards.spelling import one_spelling

NO_DATA = (AttributeError, KeyError, TypeError, ValueError, TooManyReadingsError)
"""Errors in writing data that no card has."""


@lru_cache(8192)
def oracle_words(ability: AnyAbility, this: str, host: str) -> str | None:
    """Return an ability in words that read as just this ability, or None if there are none.

    `this` is the noun for the source, `host` the words for what it is attached to.
    """
    try:
        words = written_ability(ability, Said(this=this, host=host))
        if words is None or isinstance(ability, Keyword):
            return words
        return words if meanings(words, ability, this) == [one_spelling(ability)] else None
    except NO_DATA:
        return None


@lru_cache(4096)
def words_for_both(first: AnyAbility, second: AnyAbility, this: str, host: str) -> str | None:
    """Return two abilities that differ only in their events as one text, None if they don't.

    "Whenever this creature enters or attacks, …".
    """
    if not is_pair((first, second)):
        return None
    load_rules()
    try:
        said = Said(this=this, host=host)
        written = Writer().write("triggered", (first, second), said)
        if written is None:
            return None
        words = text_of(written.text)
        reader = Reader(words)
        found = [
            tuple(map(one_spelling, each.value))
            for each in reader.read("abilities", 0)
            if each.end == len(reader.tokens)
        ]
    except NO_DATA:
        return None
    both = (one_spelling(first), one_spelling(second))
    return words if set(found) == {both} else None


def meanings(words: str, ability: AnyAbility, this: str = "") -> list[AnyAbility]:
    """Return all abilities that words can mean if they are read as one of the kind of another.

    `this` is the noun for the source.
    """
    reader = Reader(words)
    if isinstance(ability, Spell):
        readings = [each._replace(value=each.value[0]) for each in read_spell(reader, 0)]
    elif isinstance(ability, Keyword):
        lines = reader.read("card-line", 0)
        readings = [line._replace(value=line.value.abilities) for line in lines]
        readings = [line._replace(value=line.value[0]) for line in readings if line.value]
    else:
        readings = reader.read("ability", 0)
    found = [each.value for each in readings if each.end == len(reader.tokens)]
    return list(dict.fromkeys(one_spelling(apart_from_host(each, this)) for each in found))


def written_ability(ability: AnyAbility, said: Said) -> str | None:
    """Return an ability in the words of the grammar, or None if it can't say it."""
    load_rules()
    writer = Writer()
    written = (
        write_spell(writer, ability, said)
        if isinstance(ability, Spell)
        else writer.write("ability", ability, said)
    )
    return None if written is None else text_of(written.text)


def words_of_field(name: str, value: Any, said: Said) -> str | None:
    """Return a field of a card as a line of its text, or None: "Enchant creature"."""
    return _said("card-line", Line(fields=((name, value),)), said)


def words_of_cost(cost: Any, said: Said) -> str | None:
    """Return a cost as it stands before a colon, or None if the grammar can't say it."""
    return _said("cost", cost, said)


def words_of_uses(spend: Any, said: Said) -> str | None:
    """Return the sentence on the uses of restricted mana, or None if the grammar can't say it."""
    return _said("spend", spend, said)


def words_of_effect(effect: AnyEffect, targets: tuple[Target, ...], said: Said) -> str | None:
    """Return an effect as sentences, or None if the grammar can't say it.

    What stands before the effect is unknown, so that "it" and "that player" are as it calls them.
    """
    known: dict[str, Any] = {"object": "it", "player": "that-player", "remembered": "it"}
    said = replace(said, targets=targets, **known)
    for named in range(len(targets) + 1):
        inner = replace(said, named=tuple(range(named)))
        words = _said("effects", (effect,), inner)
        if words is not None:
            return words
    return None


def _said(category: str, value: Any, said: Said) -> str | None:
    load_rules()
    try:
        written: Written | None = Writer().write(category, value, said)
    except NO_DATA:
        return None
    return None if written is None else text_of(written.text)
