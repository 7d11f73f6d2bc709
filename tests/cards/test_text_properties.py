"""Whatever the card vocabulary can say has a text, and what the checks let pass reads differently
if its data differ.

Cards are made up as plain data from the types of `engine.cards.model`, so that a new record or
field is covered at once.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import inspect

from engine.cards import model
from engine.cards.describe import describe, unsaid
from engine.cards.model import AnyAbility, AnyEffect, Card
from engine.cards.spelling import one_spelling
from engine.cards.terms import Condition, Costs, Count, DataRecord, Filter, Not, Stat

Data = dict[str, Any]

WORDS: dict[str, tuple[str, ...]] = {
    "subtypes": ("Goblin", "Elf", "Swamp", "Wall"),
    "keywords": (
        "flying",
        "first strike",
        "swampwalk",
        "protection from black",
        "equip {2}",
        "cycling {1}{G}",
    ),
    "supertypes": ("Basic", "Legendary", "Snow"),
    "name": ("Ogre", "Soldier", "Goblin"),
    "mana": ("{2}", "{X}{G}", "{W/U}"),
    "cost": ("{2}", "{X}{G}", "{W/U}"),
    "add": ("{G}", "{C}{C}"),
    "kind": ("+1/+1", "-1/-1", "charge"),
    "keyword": ("equip", "cycling"),
}
"""Words for fields of type str, by the last part of the field's name; counters for all others."""
NUMBERS = (-2, -1, 0, 1, 2, 3, 12)
WRAPPERS: dict[type[DataRecord], tuple[Any, ...]] = {
    Filter: (
        lambda f: _spell({"do": "destroy", "what": f}),
        lambda f: _spell({"do": "search", "of": f, "to": "hand"}),
        lambda f: _spell({"do": "tap", "what": "target"}, targets=[{"of": f, "player": "any"}]),
        lambda f: {"ability": "cast-cost", "amount": 1, "of": f},
    ),
    Count: (
        lambda n: _spell({"do": "draw", "count": n}),
        lambda n: _static({"power": n, "toughness": n}),
    ),
    Stat: (
        lambda n: _spell({"do": "damage", "amount": n, "to": "players"}),
        lambda n: _static({"power": n}),
    ),
    Costs: (
        lambda cost: {"ability": "activated", "cost": cost, "effects": [{"do": "draw"}]},
        lambda cost: _spell({"do": "may", "cost": cost, "then": [{"do": "draw"}]}),
    ),
    model.Target: (lambda t: _spell({"do": "tap", "what": "target"}, targets=[t]),),
    model.Mode: (lambda mode: {"ability": "spell", "modes": [mode]},),
    model.When: (
        lambda when: {"ability": "triggered", "when": when, "effects": [{"do": "draw"}]},
        lambda when: _spell({"do": "delayed", "when": when, "then": [{"do": "draw"}]}),
    ),
    model.Change: (
        lambda change: _static(change),
        lambda change: _spell({"do": "modify", "what": "self", "change": change}),
    ),
}
"""Abilities, as data, in which records stand that are none themselves."""


def _spell(effect: Data, **fields: Any) -> Data:
    return {"ability": "spell", "effects": [effect], **fields}


def _static(change: Data) -> Data:
    return {"ability": "static", "change": change}


def members(union: Any) -> tuple[type[DataRecord], ...]:
    return union.__args__


for _record in members(AnyEffect):
    WRAPPERS[_record] = (
        _spell,
        lambda effect: {"ability": "triggered", "when": {"event": "dies"}, "effects": [effect]},
    )
for _record in members(AnyAbility):
    WRAPPERS[_record] = (lambda ability: ability,)
for _record in (*members(Condition)[:-1], Not):
    WRAPPERS[_record] = (
        lambda condition: _spell({"do": "if", "condition": condition, "then": [{"do": "draw"}]}),
    )


@cache
def info(record: type[DataRecord]) -> inspect.StructType:
    found = inspect.type_info(record)
    assert isinstance(found, inspect.StructType)
    return found


# --- Making up data -------------------------------------------------------------------------------


def values(kind: inspect.Type, name: str, depth: int) -> st.SearchStrategy[Any]:
    """Plain data of a type, with records nested up to `depth` deep."""
    match kind:
        case inspect.StructType():
            return records(kind, depth - 1)
        case inspect.UnionType(types=options):
            flat = [option for option in options if not isinstance(option, inspect.StructType)]
            return st.one_of(
                [
                    values(option, name, depth)
                    for option in (options if depth > 0 else flat or options)
                ]
            )
        case inspect.VarTupleType(item_type=item):
            if depth <= 0 and _nests(item):
                return st.just([])
            return st.lists(values(item, name, depth), max_size=2)
        case inspect.LiteralType(values=words):
            return st.sampled_from(words)
        case inspect.BoolType():
            return st.booleans()
        case inspect.IntType():
            return st.sampled_from(NUMBERS)
        case inspect.NoneType():
            return st.none()
        case _:
            assert isinstance(kind, inspect.StrType), kind
            return st.sampled_from(
                next(
                    (words for key, words in WORDS.items() if name.endswith(key)),
                    ("charge", "+1/+1"),
                )
            )


def _nests(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.StructType | inspect.UnionType)


@st.composite
def records(draw: st.DrawFn, kind: inspect.StructType, depth: int) -> Data:
    """A record as data: what it requires, and up to three other fields."""
    optional = [field.name for field in kind.fields if not field.required]
    chosen = draw(st.lists(st.sampled_from(optional), max_size=3, unique=True)) if optional else []
    data: Data = {kind.tag_field: kind.tag} if kind.tag_field else {}
    for field in kind.fields:
        if field.required or field.name in chosen:
            data[field.name] = draw(values(field.type, field.name, depth))
    return data


@st.composite
def twins(draw: st.DrawFn) -> tuple[Card, Card]:
    """Two cards that differ in one field of one record somewhere."""
    record = draw(st.sampled_from(sorted((*WRAPPERS, Card), key=lambda kind: kind.__name__)))
    kind = info(record)
    data = draw(records(kind, 2))
    field = draw(st.sampled_from(kind.fields or [None]))
    if field is None:
        return (made(record, data, 0),) * 2
    wrapper = draw(st.integers(0, 3))
    other = {**data, field.name: draw(values(field.type, field.name, 2))}
    return made(record, data, wrapper), made(record, other, wrapper)


def made(record: type[DataRecord], data: Data, wrapper: int = 0) -> Card:
    """A card that holds the record."""
    if record is Card:
        return msgspec.convert(data, Card)
    wrappers = WRAPPERS[record]
    ability = wrappers[wrapper % len(wrappers)](data)
    return msgspec.convert({"name": "Ogre", "types": ["Creature"], "abilities": [ability]}, Card)


# --- Properties -----------------------------------------------------------------------------------

QUICK = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example],
)


@pytest.mark.slow
@QUICK
@given(records(info(Card), 4))
def test_every_card_has_a_text_with_a_line_for_each_ability(data: Data) -> None:
    card = msgspec.convert(data, Card)

    lines = describe(card).splitlines()

    assert all(line.strip() for line in lines)
    assert len(lines) >= 2 + len(card.abilities)
    # a "Nonenchantment spell" is one
    assert not any("*" in line or re.search(r"\bNone\b", line) for line in lines)


@pytest.mark.slow
@QUICK
@given(twins())
def test_cards_that_differ_in_one_field_have_different_texts(pair: tuple[Card, Card]) -> None:
    one, other = pair

    if _is_said(one) and _is_said(other):
        same = one_spelling(one) == one_spelling(other)
        assert (describe(one) == describe(other)) is same or one == other


@pytest.mark.parametrize(
    "record",
    sorted((*WRAPPERS, Card), key=lambda kind: kind.__name__),
    ids=lambda kind: kind.__name__,
)
def test_every_field_of_every_record_shows_in_the_text(record: type[DataRecord]) -> None:
    base = _smallest(info(record), "")

    for field in info(record).fields:
        cards = {
            made(record, {**base, field.name: value}) for value in _samples(field.type, field.name)
        }
        said = {one_spelling(card) for card in cards if _is_said(card)}
        texts = {describe(card) for card in said}
        assert len(texts) == len(said), f"{field.name}: {sorted(texts)}"


def _is_said(card: Card) -> bool:
    """Whether the checks pass the abilities of a card, since their text says what they do."""
    return not [*unsaid(one_spelling(card))]


def _samples(kind: inspect.Type, name: str) -> list[Any]:
    """Some values of a type, enough to tell whether a field shows."""
    match kind:
        case inspect.StructType():
            return [_smallest(kind, name)]
        case inspect.UnionType(types=options):
            return [value for option in options for value in _samples(option, name)]
        case inspect.VarTupleType(item_type=item):
            some = _samples(item, name)
            return [[], *([value] for value in some), [some[0], some[-1]], [some[-1], some[0]]]
        case inspect.LiteralType(values=words):
            return list(words)
        case inspect.BoolType():
            return [False, True]
        case inspect.IntType():
            return list(NUMBERS)
        case inspect.NoneType():
            return [None]
        case _:
            return [
                "",
                *next(
                    (words for key, words in WORDS.items() if name.endswith(key)),
                    ("charge", "+1/+1"),
                ),
            ]


def _smallest(kind: inspect.Type, name: str) -> Any:
    """The plainest value of a type."""
    match kind:
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            data = {
                field.name: _smallest(field.type, field.name) for field in fields if field.required
            }
            return {**({tag_field: tag} if tag_field else {}), **data}
        case inspect.UnionType(types=options):
            return _smallest(options[0], name)
        case inspect.VarTupleType():
            return []
        case _:
            return _samples(kind, name)[0]
