"""What is wrong with a card though each of its fields has a value of its kind: a look at the card as a whole shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.cards import model as m
from engine.cards import terms
from engine.cards.casting_options import ways_of
from engine.cards.characteristics import printed
from engine.cards.checks_abilities import unchangeable, unfit, unfit_part, unspoken
from engine.cards.checks_keys import SPELLS, idle_keys
from engine.cards.costs import COLOR_WORDS, SYMBOLS, parse_cost
from engine.cards.keyword_abilities import keyword_costs
from engine.cards.keywords import REPEATED, costly_keyword_problem, keyword_problem
from engine.cards.nested import own_parts, parts, words
from engine.schema import Problem


def misfits(card: m.Card, where: str) -> Iterator[Problem]:
    """Every problem of a card that `engine.schema` can't see."""
    found = [*_misfits(card, where)]
    yield from found or _added_up(card, where)


def _misfits(card: m.Card, where: str) -> Iterator[Problem]:
    yield from _unplayable(card, where)
    faces = [(half, f"{where}.halves.{number}") for number, half in enumerate(card.halves, 1)] or [(card, where)]
    kicked = any(
        face.kicker is not None or any(word == "multikicker" for word, _ in keyword_costs(face)) for face, _ in faces
    )  # CR 702.33c
    for place, part in parts(card, where):
        yield from _words(place, part)
        yield from idle_keys(place, part)
        yield from unspoken(place, part)
        yield from unchangeable(place, part)
        yield from unfit_part(place, part)
        if isinstance(part, m.Card):
            yield from _facts(part, place)
            yield from unfit(part, place)
        elif isinstance(part, m.Keyword):
            yield from _costly(place, part)
        elif isinstance(part, m.May) and part.times != 1 and part.cost is not None:
            yield from _times_over(place, part.cost)
        elif isinstance(part, terms.Paid) and part.cost == "kicker" and not kicked:
            yield Problem(where=f"{place}.if", found="'kicked'", allowed="'kicked' on a card that has a kicker")
    for face, place in faces:
        yield from _unpaid(face, place)


# --- facts ---


def _facts(card: m.Card, where: str) -> Iterator[Problem]:
    is_creature, is_aura = "Creature" in card.types, "Aura" in card.subtypes
    for key, wanted, of in (
        ("power", is_creature, "creatures"), ("toughness", is_creature, "creatures"),
        ("loyalty", "Planeswalker" in card.types, "planeswalkers"), ("enchant", is_aura, "Auras"),
    ):  # fmt: skip
        if (getattr(card, key) is not None) is not wanted:
            found = "nothing" if wanted else "a value"
            yield Problem(where=f"{where}.{key}", found=found, allowed=f"{key} on {of}, and on nothing else")
    equips = any(word == "equip" for word, _ in keyword_costs(card))
    if equips is not ("Equipment" in card.subtypes):
        found = "'equip' on what is no Equipment" if equips else "an Equipment without 'equip'"
        yield Problem(where=f"{where}.keywords", found=found, allowed="'equip' and its cost on Equipment")
    yield from _kinds(card, where)
    if len(card.halves) not in (0, 2):
        yield Problem(where=f"{where}.halves", found=f"{len(card.halves)} halves", allowed="none or two")
    spells = sum(isinstance(ability, m.Spell) for ability in card.abilities)
    is_spell = bool(SPELLS & set(card.types)) and not card.halves
    if spells != is_spell and (spells or card.playable):
        allowed = "one ability 'spell' on an instant or sorcery, none on other cards"
        yield Problem(where=f"{where}.abilities", found=f"{spells} of the ability 'spell'", allowed=allowed)


def _kinds(card: m.Card, where: str) -> Iterator[Problem]:
    types, found = set(card.types), " and ".join(map(repr, card.types)) or "nothing"
    if card.playable and (not types - {"Tribal"} or "Battle" in types):
        yield Problem(where=f"{where}.types", found=found, allowed="a card type that is played, 'Tribal' beside another")
    if types & SPELLS and types - SPELLS - {"Tribal"}:
        yield Problem(where=f"{where}.types", found=found, allowed="'Instant' or 'Sorcery' beside no type of permanents")
    for subtype, kind in (("Aura", "Enchantment"), ("Equipment", "Artifact")):
        if subtype in card.subtypes and kind not in types:
            yield Problem(where=f"{where}.subtypes", found=repr(subtype), allowed=f"{subtype!r} on cards of the type {kind!r}")
    if (enchant := card.enchant) is not None:
        if enchant.of is not None and enchant.of.zone != "battlefield":
            yield Problem(where=f"{where}.enchant.of.zone", found=repr(enchant.of.zone), allowed="'battlefield'")
        if enchant.count != 1 or enchant.up_to or enchant.at_least is not None:
            yield Problem(where=f"{where}.enchant", found="another number than one", allowed="one object or player")


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
    yield from _kind_words(where, part)
    for key, place, word in words(part):
        if key in ("subtypes", "not_subtypes", "add_subtypes") and not word[:1].isupper() and word != "chosen":
            yield Problem(where=f"{where}.{place}", found=repr(word), allowed="a subtype with a capital letter")
        elif key in ("keywords", "lose_keywords", "not_keywords"):
            if wrong := keyword_problem(word, bare=isinstance(part, terms.Filter) or key == "lose_keywords"):
                yield Problem(where=f"{where}.{place}", found=repr(word), allowed=wrong[0], hint=wrong[1])
            elif "{" in word:
                yield from _cost(f"{where}.{place}", word[word.find("{") :])


def _costly(where: str, part: m.Keyword) -> Iterator[Problem]:
    if (wrong := costly_keyword_problem(part.word)) is not None:
        yield Problem(where=f"{where}.word", found=repr(part.word), allowed=wrong[0], hint=wrong[1])
    if part.word == "cumulative upkeep":
        yield from _times_over(where, part.cost)


def _times_over(where: str, cost: terms.Costs) -> Iterator[Problem]:
    """A cost that is paid several times over consists of what can be counted."""
    countable = terms.Costs(
        mana=cost.mana, life=cost.life, discard=cost.discard, discard_random=cost.discard_random, discard_of=cost.discard_of,
        sacrifice=cost.sacrifice if isinstance(cost.sacrifice, terms.Filter) else None, sacrifice_count=cost.sacrifice_count,
        tap_other=cost.tap_other, tap_count=cost.tap_count,
    )  # fmt: skip
    if cost != countable:
        allowed = "mana, life, and how many to discard, sacrifice or tap, where a cost is paid several times over"
        yield Problem(where=f"{where}.cost", found="a cost that is paid only once", allowed=allowed)


COUNTER = re.compile(r"[+-]\d+/[+-]\d+|[^\W\d_][\w -]*")
"""Kinds of counters: those that change power and toughness, and words."""


def _kind_words(where: str, part: terms.Record) -> Iterator[Problem]:
    if isinstance(part, terms.Stat):
        if part.what == "devotion" and part.kind not in COLOR_WORDS:
            yield Problem(where=f"{where}.kind", found=repr(part.kind), allowed=f"one of {', '.join(map(repr, COLOR_WORDS))}")
        if part.what == "times-paid" and part.kind not in REPEATED:
            yield Problem(where=f"{where}.kind", found=repr(part.kind), allowed=f"one of {', '.join(map(repr, sorted(REPEATED)))}")
        counters = part.kind if part.what == "counters" else None
    elif isinstance(part, m.When):
        counters = part.counters if part.event == "last-counter" else None
    else:
        counters = part.kind if isinstance(part, m.PutCounters | m.RemoveCounters) else getattr(part, "counters", "") or None
    if counters is not None and not COUNTER.fullmatch(counters):
        key = "counters" if hasattr(part, "counters") else "kind"
        yield Problem(where=f"{where}.{key}", found=repr(counters), allowed="a kind of counter, as in '+1/+1' or 'charge'")


def _cost(where: str, text: str) -> Iterator[Problem]:
    try:
        parse_cost(text)
    except ValueError as error:
        yield Problem(where=where, found=repr(text), allowed="a mana cost", hint=str(error))


def _unpaid(card: m.Card, where: str) -> Iterator[Problem]:
    """X means nothing where no cost has it."""
    paid = [cost.mana for cost in (terms.Costs(mana=card.cost), card.additional, card.kicker) if cost is not None]
    paid += [cost.mana for word, cost in keyword_costs(card) if word == "morph"]
    if "{X}" in "".join(paid):
        return
    for number, ability in enumerate(card.abilities, 1):
        if isinstance(ability, m.Activated) and ("{X}" in ability.cost.mana or ability.cost.loyalty == "-X"):
            continue
        for place, part in own_parts(ability, f"{where}.abilities.{number}"):
            for key in part.__struct_fields__:
                if getattr(part, key) in ("X", "-X"):
                    yield Problem(where=f"{place}.{key}", found=repr(getattr(part, key)), allowed="X where a cost has {X}")
