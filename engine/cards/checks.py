"""What is wrong with a card though each of its fields has a value of its kind: a look at the card as a whole shows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from engine.cards import model as m
from engine.cards import terms
from engine.cards.keywords import BESIDE_MANA, keyword_problem
from engine.magic.characteristics import printed
from engine.magic.costs import SYMBOLS, parse_cost
from engine.magic.ways import ways_of
from engine.schema import Problem

SPELLS = frozenset({"Instant", "Sorcery"})
TARGET_NUMBER = {"target": 1, "target2": 2, "target3": 3, "controller-of-target": 1, "owner-of-target": 1, "all-targets": 1}
Found = tuple[str, terms.Record]
"""Where a record stands, and the record."""


def misfits(card: m.Card, where: str) -> Iterator[Problem]:
    """Every problem of a card that `engine.schema` can't see."""
    found = [*_misfits(card, where)]
    yield from found or _added_up(card, where)


def _misfits(card: m.Card, where: str) -> Iterator[Problem]:
    yield from _unplayable(card, where)
    for place, part in parts(card, where):
        yield from _words(place, part)
        if isinstance(part, m.Card):
            yield from _facts(part, place)
        elif isinstance(part, m.Spell | m.Activated | m.Triggered):
            yield from _targets(place, part)
        elif isinstance(part, m.Redirect) and part.to in SEVERAL:
            yield Problem(where=f"{place}.to", found=repr(part.to), allowed="one object or player")
        elif isinstance(part, m.Replace):
            yield from _redirected(place, part)
            yield from _doubled(place, part)
        elif isinstance(part, terms.Paid) and str(part.cost) == "kicker" and card.kicker is None:
            yield Problem(where=f"{place}.if", found="'kicked'", allowed="'kicked' on a card that has a kicker")
        elif isinstance(part, m.When) and part.event == "step" and not part.step:
            yield Problem(where=f"{place}.step", found="nothing", allowed="the name of a step, with the event 'step'")
    for face, place in _faces(card, where):
        yield from _unpaid(face, place)


def parts(node: terms.Record, where: str) -> Iterator[Found]:
    """Every record of a card's data with its place, from the given one down."""
    yield where, node
    for field in node.__struct_fields__:
        value = getattr(node, field)
        if isinstance(value, terms.Record):
            yield from parts(value, f"{where}.{field}")
        elif isinstance(value, tuple):
            entries = cast("tuple[object, ...]", value)
            for number, entry in enumerate(entries, 1):
                if isinstance(entry, terms.Record):
                    yield from parts(entry, f"{where}.{field}.{number}")


def _faces(card: m.Card, where: str) -> list[tuple[m.Card, str]]:
    if not card.halves:
        return [(card, where)]
    return [(half, f"{where}.halves.{number}") for number, half in enumerate(card.halves, 1)]


# --- facts ---


def _facts(card: m.Card, where: str) -> Iterator[Problem]:
    """What a card of its types must have, and what it can't."""
    is_creature, is_aura = "Creature" in card.types, "Aura" in card.subtypes
    for key, wanted, of in (
        ("power", is_creature, "creatures"), ("toughness", is_creature, "creatures"),
        ("loyalty", "Planeswalker" in card.types, "planeswalkers"), ("enchant", is_aura, "Auras"),
    ):  # fmt: skip
        if (getattr(card, key) is not None) is not wanted:
            found = "nothing" if wanted else "a value"
            yield Problem(where=f"{where}.{key}", found=found, allowed=f"{key} on {of}, and on nothing else")
    equips = any(word.startswith("equip ") for word in card.keywords)
    if equips is not ("Equipment" in card.subtypes):
        found = "'equip' on what is no Equipment" if equips else "an Equipment without 'equip'"
        yield Problem(where=f"{where}.keywords", found=found, allowed="'equip' and its cost on Equipment")
    if len(card.halves) not in (0, 2):
        yield Problem(where=f"{where}.halves", found=f"{len(card.halves)} halves", allowed="none or two")
    spells = sum(isinstance(ability, m.Spell) for ability in card.abilities)
    is_spell = bool(SPELLS & set(card.types)) and not card.halves
    if spells != is_spell and (spells or card.playable):
        allowed = "one ability 'spell' on an instant or sorcery, none on other cards"
        yield Problem(where=f"{where}.abilities", found=f"{spells} of the ability 'spell'", allowed=allowed)


def _unplayable(card: m.Card, where: str) -> Iterator[Problem]:
    """What can be named and judged only."""
    for place, part in parts(card, where) if card.playable else ():
        if isinstance(part, m.Ante | m.Dexterity):
            yield Problem(where=f"{place}.do", found=f"{type(part).__name__.lower()!r}", allowed="on a card with playable = false")
    if card.additional is not None and card.kicker is not None and card.kicker != terms.Costs(mana=card.kicker.mana):
        yield Problem(where=f"{where}.kicker", found="more than mana", allowed="mana alone beside an additional cost")


def _added_up(card: m.Card, where: str) -> Iterator[Problem]:
    """Costs besides mana that can't be paid together for one spell."""
    try:
        ways_of(printed(card))
    except NotImplementedError as error:
        yield Problem(where=f"{where}.additional", found="costs that can't be added up", allowed="one part of a kind", hint=str(error))


# --- words ---


def _words(where: str, part: terms.Record) -> Iterator[Problem]:
    """Words that the kinds of the fields don't limit: mana symbols and keywords."""
    if isinstance(part, m.Card):
        yield from _cost(f"{where}.cost", part.cost)
    elif isinstance(part, terms.Costs):
        yield from _cost(f"{where}.mana", part.mana)
    if isinstance(part, m.AddMana) and any(f"{{{symbol}}}" not in part.add for symbol in set(part.add) - set("{}")):
        yield Problem(where=f"{where}.add", found=repr(part.add), allowed="symbols of mana in braces, as in '{G}{G}'")
    elif isinstance(part, m.AddMana) and set(part.add) - set("{}") - set(SYMBOLS):
        yield Problem(where=f"{where}.add", found=repr(part.add), allowed="the symbols {W}, {U}, {B}, {R}, {G} and {C}")
    if isinstance(part, m.Keyword) and part.word not in BESIDE_MANA:
        allowed = f"a keyword that may cost more than mana: {', '.join(sorted(BESIDE_MANA))}"
        yield Problem(where=f"{where}.word", found=repr(part.word), allowed=allowed)
    for key in ("keywords", "lose_keywords", "not_keywords"):
        words: tuple[str, ...] = getattr(part, key, ())
        for number, word in enumerate(words, 1):
            wrong = keyword_problem(word, bare=isinstance(part, terms.Filter) or key == "lose_keywords")
            if wrong is not None:
                yield Problem(where=f"{where}.{key}.{number}", found=repr(word), allowed=wrong[0], hint=wrong[1])
            elif "{" in word:
                yield from _cost(f"{where}.{key}.{number}", word[word.index("{") :])


def _cost(where: str, text: str) -> Iterator[Problem]:
    try:
        parse_cost(text)
    except ValueError as error:
        yield Problem(where=where, found=repr(text), allowed="a mana cost", hint=str(error))


# --- references ---

SEVERAL = frozenset({"opponents", "players", "all-targets", "exiled-by-self", "chosen"})
"""References that may speak of more than one."""


def _doubled(where: str, part: m.Replace) -> Iterator[Problem]:
    """Of counters and of life gained little else can be said than that there are twice as many."""
    if part.event != "counters" and part.counters:
        yield Problem(where=f"{where}.counters", found=repr(part.counters), allowed="counters with the event 'counters'")
    event, what, condition = part.event, part.what, part.condition
    if event == "counters" and part != m.Replace(event=event, what=what, counters=part.counters, condition=condition, double=True):
        yield Problem(where=f"{where}.event", found="'counters'", allowed="'counters' with double, and with what, counters and condition")
    plain = m.Replace(event=event, what=what, condition=condition, double=part.double, then=part.then)
    if event == "gain-life" and (part != plain or (part.double and part.then) or isinstance(what, terms.Filter)):
        allowed = "'gain-life' with double or then, and with condition and with players as what"
        yield Problem(where=f"{where}.event", found="'gain-life'", allowed=allowed)


def _redirected(where: str, part: m.Replace) -> Iterator[Problem]:
    """Damage goes to one object or player, and that is all that a permanent's ability does with it."""
    if part.redirect is None:
        return
    if part.event != "damage" or part.prevent is not None or part.double or part.exile or part.then:
        yield Problem(where=f"{where}.redirect", found=repr(part.redirect), allowed="redirect with the event 'damage', beside nothing else")
    if part.redirect in SEVERAL or part.redirect in TARGET_NUMBER:
        yield Problem(where=f"{where}.redirect", found=repr(part.redirect), allowed="one object or player, and no target")


def _targets(where: str, ability: m.Spell | m.Activated | m.Triggered) -> Iterator[Problem]:
    """Effects can speak only of targets that their ability has."""
    yield from _beyond(f"{where}.effects", ability.effects, len(ability.targets))
    for number, mode in enumerate(ability.modes, 1):
        yield from _beyond(f"{where}.modes.{number}.effects", mode.effects, len(ability.targets + mode.targets))


def _beyond(where: str, effects: tuple[m.AnyEffect, ...], targets: int) -> Iterator[Problem]:
    for number, effect in enumerate(effects, 1):
        for place, part in own_parts(effect, f"{where}.{number}"):
            for key in part.__struct_fields__:
                value = getattr(part, key)
                if isinstance(value, str) and TARGET_NUMBER.get(value, 0) > targets:
                    allowed = f"one of its {targets} targets" if targets else "no target, since the ability has none"
                    yield Problem(where=f"{place}.{key}", found=repr(value), allowed=allowed)


def own_parts(node: terms.Record, where: str) -> Iterator[Found]:
    """As `parts`, but without abilities and tokens that are made, whose targets and X are their own."""
    yield where, node
    for field in node.__struct_fields__:
        value = getattr(node, field)
        is_list = isinstance(value, tuple)
        entries = cast("tuple[object, ...]", value) if is_list else (value,)
        for number, entry in enumerate(entries, 1):
            if isinstance(entry, terms.Record) and not isinstance(entry, m.Ability | m.Card):
                yield from own_parts(entry, f"{where}.{field}{f'.{number}' if is_list else ''}")


def _unpaid(card: m.Card, where: str) -> Iterator[Problem]:
    """X means nothing where no cost has it."""
    if "{X}" in card.cost + (card.kicker.mana if card.kicker is not None else ""):
        return
    for number, ability in enumerate(card.abilities, 1):
        if isinstance(ability, m.Activated) and ("{X}" in ability.cost.mana or ability.cost.loyalty == "-X"):
            continue
        for place, part in own_parts(ability, f"{where}.abilities.{number}"):
            for key in part.__struct_fields__:
                if getattr(part, key) in ("X", "-X"):
                    yield Problem(where=f"{place}.{key}", found=repr(getattr(part, key)), allowed="X where a cost has {X}")
