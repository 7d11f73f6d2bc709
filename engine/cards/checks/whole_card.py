"""Problems of a card that show only when its fields are seen together."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from msgspec import Struct

from engine.base.records import replace
from engine.base.schema import Problem, shown
from engine.cards import model, terms
from engine.cards.altered_faces import altered_faces
from engine.cards.casting_options import casting_options, has_x
from engine.cards.characteristics import MORPHS, printed
from engine.cards.checks.nested import entries, flat, lists, own_parts, parts, words
from engine.cards.checks.results import (
    ALL_RESULTS,
    OF_EVENTS,
    of_cost,
    of_effect,
    paid_on_casting,
    without_results,
)
from engine.cards.checks.useless_keys import OF_NO_OBJECT, SPELLS, idle_keys
from engine.cards.costs import COLOR_WORDS, SYMBOLS, parse_cost
from engine.cards.keyword_abilities import keyword_costs
from engine.cards.keywords import REPEATED, costly_keyword_problem, keyword_problem
from engine.cards.spliced import SPLICE, can_be_spliced
from engine.log import many


def misfits(card: model.Card, where: str) -> Iterator[Problem]:
    """Yield the problems of a card that `engine.base.schema` can't find."""
    found = [*_misfits(card, where)]
    yield from found or _added_up(card, where)


def _misfits(card: model.Card, where: str) -> Iterator[Problem]:
    yield from _unplayable(card, where)
    yield from _uncreated(card, where)
    faces = [(half, f"{where}.halves.{number}") for number, half in enumerate(card.halves, 1)] or [
        (card, where)
    ]
    # CR 702.33c
    kicked = any(face.kicker or "multikicker" in dict(keyword_costs(face)) for face, _ in faces)
    paid = frozenset[str]().union(*(paid_on_casting(face) for face, _ in faces))
    for place, part in parts(card, where):
        yield from _words(place, part)
        yield from idle_keys(place, part)
        yield from _unspoken(place, part, paid)
        yield from without_results(place, part)
        yield from _unchangeable(place, part)
        yield from _repeated(place, part)
        yield from _unfit_part(place, part)
        if isinstance(part, model.Card):
            yield from _facts(part, place)
            yield from _unfit(part, place)
        elif isinstance(part, model.Keyword):
            yield from _costly(place, part)
        elif isinstance(part, model.Activated | model.Triggered | model.Spell):
            yield from _produced(place, part)
        elif isinstance(part, model.May) and part.times != 1 and part.cost is not None:
            yield from _times_over(place, part.cost)
        elif isinstance(part, terms.Paid) and part.cost == "kicker" and not kicked:
            yield Problem(
                where=f"{place}.if",
                found="'kicked'",
                allowed="'kicked' on a card that has a kicker",
            )
    for face, place in faces:
        yield from _unpaid(face, place)


# --- facts ---


def _uncreated(card: model.Card, where: str) -> Iterator[Problem]:
    """Yield problems with words for the creator of what is no token."""
    for place, part in parts(card, where, (model.MakeToken,)):
        if any(word == "creator" for _, _, word in words(part)):
            yield Problem(
                where=place, found="'creator'", allowed="'creator' in the abilities of tokens"
            )


def _facts(card: model.Card, where: str) -> Iterator[Problem]:
    is_creature, is_aura = "Creature" in card.types, "Aura" in card.subtypes
    is_creature = is_creature or "Vehicle" in card.subtypes
    for key, wanted, of in (
        ("power", is_creature, "creatures and Vehicles"),
        ("toughness", is_creature, "creatures and Vehicles"),
        ("loyalty", "Planeswalker" in card.types, "planeswalkers"), ("enchant", is_aura, "Auras"),
    ):  # fmt: skip
        if (getattr(card, key) is not None) is not wanted:
            found = "nothing" if wanted else "a value"
            yield Problem(where=f"{where}.{key}", found=found, allowed=f"{key!r} only on {of}")
    equips = any(word == "equip" for word, _ in keyword_costs(card))
    if equips is not ("Equipment" in card.subtypes):
        found = (
            "'equip' on a card that isn't Equipment" if equips else "an Equipment without 'equip'"
        )
        yield Problem(
            where=f"{where}.keywords", found=found, allowed="'equip' and its cost on Equipment"
        )
    for name in ("awaken", "bestow", "overload"):
        if name in dict(keyword_costs(card)) and name not in altered_faces(card):
            yield Problem(
                where=f"{where}.keywords",
                found=f"{name!r} on a card whose spell it can't change",
                allowed="'awaken' on a spell with fewer than three targets, 'bestow' on an "
                "enchantment creature, 'overload' on a spell with a single target to act on",
            )
    if SPLICE in dict(keyword_costs(card)) and not can_be_spliced(card):
        yield Problem(
            where=f"{where}.keywords",
            found=f"{SPLICE!r} on a card whose text can't be added to a spell",
            allowed=f"{SPLICE!r} on a spell without modes that speaks of each target by itself",
        )
    yield from _kinds(card, where)
    if len(card.halves) not in (0, 2):
        yield Problem(
            where=f"{where}.halves",
            found=many(len(card.halves), "half", "halves"),
            allowed="none or two",
        )
    spells = sum(isinstance(ability, model.Spell) for ability in card.abilities)
    is_spell = bool(SPELLS & set(card.types)) and not card.halves
    if spells != is_spell and (spells or card.playable):
        allowed = "one 'spell' ability on an instant or sorcery, none on other cards"
        yield Problem(
            where=f"{where}.abilities",
            found=many(spells, "'spell' ability", "'spell' abilities"),
            allowed=allowed,
        )


def _kinds(card: model.Card, where: str) -> Iterator[Problem]:
    types, found = set(card.types), " and ".join(map(repr, card.types)) or "nothing"
    if card.playable and (not types - {"Tribal"} or "Battle" in types):
        yield Problem(
            where=f"{where}.types",
            found=found,
            allowed="a playable card type, or 'Tribal' with another type",
        )
    if types & SPELLS and types - SPELLS - {"Tribal"}:
        yield Problem(
            where=f"{where}.types",
            found=found,
            allowed="'Instant' or 'Sorcery' without a permanent type",
        )
    for subtype, kind in (("Aura", "Enchantment"), ("Equipment", "Artifact")):
        if subtype in card.subtypes and kind not in types:
            yield Problem(
                where=f"{where}.subtypes",
                found=repr(subtype),
                allowed=f"{subtype!r} on cards of the type {kind!r}",
            )
    if (enchant := card.enchant) is not None:
        if enchant.of is not None and enchant.of.zone != "battlefield":
            yield Problem(
                where=f"{where}.enchant.of.zone",
                found=repr(enchant.of.zone),
                allowed="'battlefield'",
            )
        if enchant.count != 1 or enchant.up_to or enchant.at_least is not None:
            yield Problem(
                where=f"{where}.enchant",
                found="a number other than one",
                allowed="one object or player",
            )


def _unplayable(card: model.Card, where: str) -> Iterator[Problem]:
    """Yield problems with cards that can't be played."""
    for place, part in parts(card, where) if card.playable else ():
        if isinstance(part, model.UNPLAYED):
            yield Problem(
                where=f"{place}.do",
                found=f"{type(part).__name__.lower()!r}",
                allowed="on a card with playable = false",
            )
    if (
        card.additional is not None
        and card.kicker is not None
        and card.kicker != terms.Costs(mana=card.kicker.mana)
    ):
        yield Problem(
            where=f"{where}.kicker",
            found="more than mana",
            allowed="a cost of mana only, if the card also has an additional cost",
        )


def _added_up(card: model.Card, where: str) -> Iterator[Problem]:
    """Yield a problem with costs besides mana that can't be paid together for a spell."""
    try:
        casting_options(printed(card))
    except NotImplementedError as error:
        yield Problem(
            where=f"{where}.additional",
            found="costs that can't be added up",
            allowed="one part of each kind",
            hint=str(error),
        )


# --- words ---


def _words(where: str, part: terms.DataRecord) -> Iterator[Problem]:
    """Yield problems with words that the types of fields don't limit: mana symbols and keywords."""
    if isinstance(part, model.Card):
        yield from _cost(f"{where}.cost", part.cost)
    elif isinstance(part, terms.Costs):
        yield from _cost(f"{where}.mana", part.mana)
    elif isinstance(part, model.CastCost):
        yield from _change_of_cost(f"{where}.mana", part.mana)
    if isinstance(part, model.AddMana):
        for place, symbols in (
            ("add", part.add),
            *((f"either.{number}", each) for number, each in enumerate(part.either, 1)),
        ):
            yield from _added_symbols(f"{where}.{place}", symbols)
    yield from _kind_words(where, part)
    for key, place, word in words(part):
        if (
            key in ("subtypes", "not_subtypes", "add_subtypes")
            and not word[:1].isupper()
            and word != "chosen"
        ):
            yield Problem(
                where=f"{where}.{place}",
                found=repr(word),
                allowed="a subtype with a capital letter",
            )
        elif key in ("keywords", "lose_keywords", "not_keywords"):
            if (key, word) in OF_A_CHOICE:
                continue
            if wrong := keyword_problem(
                word, bare=isinstance(part, terms.Filter) or key == "lose_keywords"
            ):
                yield Problem(
                    where=f"{where}.{place}", found=repr(word), allowed=wrong[0], hint=wrong[1]
                )
            elif "{" in word:
                yield from _cost(f"{where}.{place}", word[word.find("{") :])


def _added_symbols(where: str, symbols: str) -> Iterator[Problem]:
    """Yield a problem with symbols of mana to be added that aren't plain symbols in braces."""
    written = "".join(f"{{{symbol}}}" for symbol in symbols[1::3])
    if symbols != written or (where.rpartition(".")[2] != "add" and not symbols):
        allowed = "mana symbols in braces, as in '{G}{G}'"
    elif set(symbols[1::3]) - set(SYMBOLS):
        allowed = "the symbols {W}, {U}, {B}, {R}, {G} and {C}"
    else:
        return
    yield Problem(where=where, found=repr(symbols), allowed=allowed)


def _produced(
    where: str, ability: model.Activated | model.Triggered | model.Spell
) -> Iterator[Problem]:
    """Yield problems with mana like the mana produced, if nothing was tapped for mana."""
    triggered = isinstance(ability, model.Triggered) and (
        ability.when.event == "taps-for-mana"
        and not (ability.optional or ability.targets or ability.modes)
        and all(isinstance(effect, model.AddMana) for effect in ability.effects)
    )
    for place, part in own_parts(ability, where):
        if isinstance(part, model.AddMana) and part.like == "produced" and not triggered:
            yield Problem(
                where=f"{place}.like",
                found="'produced'",
                allowed="an ability that triggers on 'taps-for-mana' and adds mana only",
            )


def _change_of_cost(where: str, mana: str) -> Iterator[Problem]:
    yield from _cost(where, mana)
    if any(symbol in mana for symbol in ("X", "S", "/")):
        allowed = "generic mana and the symbols {W}, {U}, {B}, {R}, {G} and {C}"
        yield Problem(where=where, found=repr(mana), allowed=allowed)


def _costly(where: str, part: model.Keyword) -> Iterator[Problem]:
    if (wrong := costly_keyword_problem(part.word)) is not None:
        yield Problem(where=f"{where}.word", found=repr(part.word), allowed=wrong[0], hint=wrong[1])
    if part.word == "cumulative upkeep":
        yield from _times_over(where, part.cost)


def _times_over(where: str, cost: terms.Costs) -> Iterator[Problem]:
    """Yield a problem with a cost paid several times that has parts which can't be counted."""
    countable = terms.Costs(
        mana=cost.mana, life=cost.life, energy=cost.energy,
        discard=cost.discard, discard_random=cost.discard_random,
        discard_of=cost.discard_of,
        sacrifice=cost.sacrifice if isinstance(cost.sacrifice, terms.Filter) else None,
        sacrifice_count=cost.sacrifice_count,
        tap_other=cost.tap_other, tap_count=cost.tap_count,
    )  # fmt: skip
    if cost != countable:
        allowed = (
            "only mana, life, or a number of objects to discard, sacrifice or tap, in a "
            "cost that is paid several times"
        )
        yield Problem(where=f"{where}.cost", found="a cost that is paid only once", allowed=allowed)


# kinds of counters: changes of power and toughness, or words
COUNTER = re.compile(r"[+-]\d+/[+-]\d+|[^\W\d_][\w -]*")


def _kind_words(where: str, part: terms.DataRecord) -> Iterator[Problem]:
    if isinstance(part, terms.Stat):
        if part.what == "devotion" and part.kind not in COLOR_WORDS:
            yield Problem(
                where=f"{where}.kind",
                found=repr(part.kind),
                allowed=f"one of {', '.join(map(repr, COLOR_WORDS))}",
            )
        if part.what == "times-paid" and part.kind not in REPEATED:
            yield Problem(
                where=f"{where}.kind",
                found=repr(part.kind),
                allowed=f"one of {', '.join(map(repr, sorted(REPEATED)))}",
            )
        counters = part.kind if part.what == "counters" else None
    elif isinstance(part, model.When):
        counters = part.counters if part.event == "last-counter" else None
    else:
        counters = (
            part.kind
            if isinstance(part, model.PutCounters | model.RemoveCounters)
            else getattr(part, "counters", "") or None
        )
    if counters is not None and not COUNTER.fullmatch(counters):
        key = "counters" if hasattr(part, "counters") else "kind"
        yield Problem(
            where=f"{where}.{key}",
            found=repr(counters),
            allowed="a kind of counter, as in '+1/+1' or 'charge'",
        )


def _cost(where: str, text: str) -> Iterator[Problem]:
    try:
        parse_cost(text)
    except ValueError as error:
        yield Problem(where=where, found=repr(text), allowed="a mana cost", hint=str(error))


def _has_x(cost: terms.Costs) -> bool:
    return (
        "{X}" in cost.mana or cost.loyalty == "-X" or has_x(cost) or any(map(_has_x, cost.either))
    )


def _unpaid(card: model.Card, where: str) -> Iterator[Problem]:
    """Yield problems with X if no cost has X."""
    paid = [terms.Costs(mana=card.cost), card.additional, card.kicker]
    paid += [cost for word, cost in keyword_costs(card) if word in MORPHS]
    paid += [each.cost for each in card.alternatives]
    if any(_has_x(cost) for cost in paid if cost is not None):
        return
    for number, ability in enumerate(card.abilities, 1):
        if isinstance(ability, model.Activated) and _has_x(ability.cost):
            continue
        own_x: list[str] = []  # places of effects that say themselves what X is
        for place, part in own_parts(ability, f"{where}.abilities.{number}"):
            if isinstance(part, model.Delayed) and part.x is not None:
                own_x.append(f"{place}.then.")
            for _, key, word in words(part):
                if word in ("X", "-X") and not place.startswith(tuple(own_x)):
                    yield Problem(
                        where=f"{place}.{key}",
                        found=repr(word),
                        allowed="X only if a cost has {X}",
                    )


# --- abilities and costs that don't fit their card ---

PAID_ON_CASTING = frozenset(
    {
        "flashback",
        "bestow",
        "buyback",
        "dash",
        "entwine",
        "evoke",
        "overload",
        "surge",
        "prowl",
        "madness",
    }
)
"""Keywords with any cost, paid as a spell is cast."""
OF_SOURCE = (
    "tap",
    "untap",
    "loyalty",
    "remove_counter",
    "exert",
    "put_counter",
    "exile_self",
    "return_self",
    "discard_self",
    "reveal_self",
)
"""Parts of a cost that concern its source; `sacrifice` may be one as well."""
MAKES_LEAVE = ("exile_self", "return_self", "discard_self")
IN_ZONE: dict[str, tuple[str, ...]] = {
    "battlefield": (
        "tap",
        "untap",
        "loyalty",
        "remove_counter",
        "put_counter",
        "exert",
        "exile_self",
        "return_self",
    ),
    "hand": ("exile_self", "discard_self", "reveal_self"),
    "graveyard": ("exile_self", "return_self"),
}
"""Parts of a cost that an ability can have, by the zone of its source."""
WHILE_RESOLVING = (
    "tap", "untap", "remove_counter", "put_counter", "exert", "exile_self", "return_self",
)  # fmt: skip

TYPES = frozenset({"basic-land-type", "creature-type"})
OF_A_CHOICE = {
    ("shares", "chosen-color"): {"color"}, ("colors", "chosen"): {"color"}, ("shares",
    "chosen-type"): TYPES, ("subtypes", "chosen"): TYPES, ("like", "chosen-color"): {"color"},
    ("keywords", "chosen"): {"keyword"},
}  # fmt: skip
"""Words for the choice made as a permanent entered, by key, with the kinds of choice that they
need.
"""


def _unfit(card: model.Card, where: str) -> Iterator[Problem]:
    for key in ("additional", "kicker"):
        if (cost := getattr(card, key)) is not None:
            allowed = "parts that don't concern the spell itself"
            yield from _of_source(
                f"{where}.{key}", cost, (), allowed, may_choose=key == "additional"
            )
            if cost == terms.Costs():
                yield Problem(where=f"{where}.{key}", found="an empty table", allowed="a cost")
    for number, each in enumerate(card.alternatives, 1):
        allowed = "parts that don't concern the spell itself"
        yield from _of_source(f"{where}.alternatives.{number}.cost", each.cost, (), allowed)
    is_spell = bool(SPELLS & set(card.types))
    for number, ability in enumerate(card.abilities, 1):
        place = f"{where}.abilities.{number}"
        if is_spell and card.playable and not _of_a_spell(ability):
            allowed = (
                "on an instant or sorcery, only its spell ability and abilities that work "
                "in a hand, a graveyard or exile"
            )
            yield Problem(
                where=f"{place}.ability",
                found=repr(type(ability).__struct_config__.tag),
                allowed=allowed,
            )
        if (
            isinstance(ability, model.Activated)
            and ability.cost.loyalty is not None
            and "Planeswalker" not in card.types
        ):
            yield Problem(
                where=f"{place}.cost.loyalty",
                found=shown(ability.cost.loyalty),
                allowed="loyalty on planeswalkers",
            )
        yield from _out_of_place(ability, place, card)


def _unfit_part(where: str, part: terms.DataRecord) -> Iterator[Problem]:
    if isinstance(part, model.Activated):
        zone = f"parts of a cost that can be paid in the zone '{part.zone}'"
        yield from _of_source(
            f"{where}.cost",
            part.cost,
            IN_ZONE[part.zone],
            zone,
            may_sacrifice=part.zone == "battlefield",
        )
    elif isinstance(part, model.Keyword) and part.word in PAID_ON_CASTING:
        yield from _of_source(
            f"{where}.cost", part.cost, (), "parts that don't concern the spell itself"
        )
    elif isinstance(part, terms.Costs) and part.crew:
        yield Problem(where=f"{where}.crew", found=repr(part.crew), allowed="the keyword 'crew'")
    elif isinstance(part, model.Change | model.Unlike):
        for number, ability in enumerate(part.abilities, 1):
            if isinstance(ability, model.Spell | model.Enters):
                found = repr(type(ability).__struct_config__.tag)
                yield Problem(
                    where=f"{where}.abilities.{number}.ability",
                    found=found,
                    allowed="abilities that a permanent can be given",
                )
    elif isinstance(part, model.MakeEmblem):
        yield from _of_emblem(part, where)
    elif isinstance(part, model.May) and part.cost is not None:
        if part.cost.opponent_gains:
            yield Problem(
                where=f"{where}.cost.opponent_gains",
                found=shown(part.cost.opponent_gains),
                allowed="'opponent_gains' in costs of spells and abilities",
            )
        yield from _of_source(
            f"{where}.cost",
            part.cost,
            WHILE_RESOLVING,
            "a cost to be paid while something resolves",
            may_sacrifice=True,
        )


# --- emblems ---


def _of_emblem(effect: model.MakeEmblem, where: str) -> Iterator[Problem]:
    """Yield problems with the abilities of an emblem, which is neither permanent nor card."""
    if not effect.abilities:
        yield Problem(where=f"{where}.abilities", found="[]", allowed="at least one ability")
    nothing = model.Card(name="Emblem", types=())
    for number, ability in enumerate(effect.abilities, 1):
        place = f"{where}.abilities.{number}"
        if not _works_in_command_zone(ability):
            yield Problem(
                where=f"{place}.ability",
                found=repr(type(ability).__struct_config__.tag),
                allowed="in an emblem, abilities that concern players and other objects, and that "
                "no player activates",
            )
        yield from _out_of_place(ability, place, nothing)
        for inner, part in own_parts(ability, place):
            yield from _of_no_permanent(inner, part)
            if isinstance(part, terms.Present | terms.Recent):
                yield Problem(
                    where=f"{inner}.if",
                    found=repr(type(part).__struct_config__.tag),
                    allowed="a condition that an emblem can meet, which is no permanent",
                )


def _works_in_command_zone(ability: model.AnyAbility) -> bool:
    """Return whether an ability of an emblem does something."""
    match ability:
        case model.Triggered(when=when):
            names_self = when.what == "self" and when.event not in OF_NO_OBJECT
            return when.zone == "battlefield" and not names_self
        case model.Static(what=what):
            return isinstance(what, terms.Filter)
        case model.Replace(what=what):
            return what not in ("self", "attached")
        case model.CastCost(of=of):
            return of != "self"
        case model.PlayerRule():
            return True
        case _:
            return False


# --- costs and kinds of cards ---


def _of_source(
    where: str,
    cost: terms.Costs,
    fit: tuple[str, ...],
    allowed: str,
    *,
    may_sacrifice: bool = False,
    may_choose: bool = False,
) -> Iterator[Problem]:
    """Yield problems with parts of a cost that concern its source and don't fit.

    Only one part of a cost may move the source to another zone.
    """
    plain = terms.Costs()
    parts = [key for key in OF_SOURCE if getattr(cost, key) != getattr(plain, key)]
    if cost.remove_from is not None:  # no counters of the source
        parts.remove("remove_counter")
    if cost.put_on is not None:
        parts.remove("put_counter")
    if cost.either and not may_choose:
        yield Problem(
            where=f"{where}.either",
            found="a choice of costs",
            allowed="'either' in an additional cost to cast a spell",
        )
    for number, each in enumerate(cost.either, 1):
        yield from _of_source(f"{where}.either.{number}", each, fit, allowed)
    leaving = [key for key in parts if key in MAKES_LEAVE]
    for key in parts:
        if key not in fit:
            yield Problem(where=f"{where}.{key}", found=shown(getattr(cost, key)), allowed=allowed)
    if cost.sacrifice == "self":
        leaving.append("sacrifice")
        if not may_sacrifice:
            yield Problem(where=f"{where}.sacrifice", found="'self'", allowed=allowed)
    if len(leaving) > 1:
        yield Problem(
            where=where,
            found=f"{' and '.join(leaving)}",
            allowed="one way in which the source leaves its zone",
        )


def _of_a_spell(ability: model.AnyAbility) -> bool:
    match ability:
        case model.Spell() | model.Keyword() | model.CastCost(of="self"):
            return True
        case model.Activated(zone=zone):
            return zone != "battlefield"
        case model.Triggered(when=when):
            return when.zone != "battlefield" or (
                when.event in ("cast", "cycles", "discards") and when.what == "self"
            )
        case _:
            return False


def _out_of_place(ability: model.AnyAbility, where: str, card: model.Card) -> Iterator[Problem]:
    """Yield problems with words that mean nothing on the card.

    They need a host, a pair, a choice made on entering, or a permanent.
    """
    attaches = not {"Aura", "Equipment"}.isdisjoint(card.subtypes) or "bestow" in altered_faces(
        card
    )
    chosen: set[str] = {other.choose for other in card.abilities if isinstance(other, model.Enters)}
    chosen.update(
        part.quality
        for _, part in own_parts(ability, where)
        if isinstance(part, model.ChooseQuality)
    )
    for place, part in own_parts(ability, where):
        if isinstance(part, model.AttachTo) and not attaches:
            yield Problem(
                where=f"{place}.do",
                found="'attach-to'",
                allowed="'attach-to' on Auras and Equipment",
            )
        if (
            isinstance(part, model.RuleThisTurn | model.PlayerRule)
            and part.rule == "attack-source"
            and "Planeswalker" not in card.types
        ):
            yield Problem(
                where=f"{place}.rule",
                found="'attack-source'",
                allowed="'attack-source' on planeswalkers, which creatures can attack",
            )
        if isinstance(ability, model.Spell):
            yield from _of_no_permanent(place, part)
        for key, _, word in words(part):
            if word in ("attached", "controller-of-attached") and not attaches:
                yield Problem(
                    where=f"{place}.{key}",
                    found=repr(word),
                    allowed="'attached' on Auras and Equipment",
                )
            elif word == "chosen-player" and chosen.isdisjoint({"player", "opponent"}):
                yield Problem(
                    where=f"{place}.{key}",
                    found=repr(word),
                    allowed="a player that its controller chooses as it enters",
                )
            elif word == "pair" and "soulbond" not in card.keywords:
                yield Problem(
                    where=f"{place}.{key}",
                    found=repr(word),
                    allowed="'pair' on a creature with soulbond",
                )
            elif (key, word) in OF_A_CHOICE and OF_A_CHOICE[key, word].isdisjoint(chosen):
                yield Problem(
                    where=f"{place}.{key}",
                    found=repr(word),
                    allowed="something that its controller chooses as it enters",
                )


OF_PERMANENTS = (
    model.Regenerate, model.Fight, model.Sacrifice, model.Tap, model.Untap, model.PutCounters,
    model.RemoveCounters, model.RemoveFromCombat, model.Modify, model.CopyToken, model.BecomeCopy,
)  # fmt: skip
"""Effects on permanents, for which "self" can't mean a spell."""


def _of_no_permanent(where: str, part: terms.DataRecord) -> Iterator[Problem]:
    """Yield problems with a spell that treats its source as a permanent."""
    if isinstance(part, model.BecomeCopy) and part.keeps:
        yield Problem(
            where=f"{where}.keeps",
            found="true",
            allowed="'keeps' in activated and triggered abilities of permanents",
        )
    for key, _, word in words(part):
        if word == "self" and isinstance(part, OF_PERMANENTS):
            yield Problem(
                where=f"{where}.{key}",
                found="'self'",
                allowed="permanents; the spell itself isn't one",
            )
        elif key == "until" and word in ("source-leaves", "you-control"):
            yield Problem(
                where=f"{where}.{key}",
                found=repr(word),
                allowed="a duration that doesn't depend on the source, which is a spell",
            )


# --- references in effects ---

TARGETS_NEEDED = {
    **{ref: index + 1 for ref, index in terms.TARGET_INDEX.items()}, "controller-of-target": 1,
    "owner-of-target": 1, "all-targets": 1,
}  # fmt: skip
"""The number of target phrases that a reference needs."""
IT = ("it", "controller-of-it", "owner-of-it")
OF_THAT_PLAYER = ("that-player", "opponents-of-that-player")
NAMES_IT = (
    model.MakeToken
    | model.CopyToken
    | model.Sacrifice
    | model.Exile
    | model.Move
    | model.Search
    | model.LookAtTop
    | model.Reveal
    | model.Manifest
    | model.Cast
)
"""Effects after which "it" may be an object that they have moved or created."""
# parts of an effect that have references of their own
APART = (model.Ability, model.Card, model.Effect, model.Target, model.When)


class Referents(Struct, frozen=True):
    """The references that an effect may use at its point in a list."""

    targets: int = 0
    it: bool = False
    player: bool = False  # "that player"
    chosen: bool = False
    later: bool = False  # targets are forgotten
    results: frozenset[str] = frozenset()


def _unspoken(where: str, part: terms.DataRecord, paid: frozenset[str]) -> Iterator[Problem]:
    """Yield problems with references that mean nothing in an ability's effects.

    `paid`: the results of the costs of casting the card.
    """
    if isinstance(part, model.Replace):
        yield from _list(f"{where}.then", part.then, Referents(it=True, player=True))
    if not isinstance(part, model.Spell | model.Activated | model.Triggered):
        return
    triggered = isinstance(part, model.Triggered)
    returned = isinstance(part, model.Activated) and part.cost.return_other is not None
    if isinstance(part, model.Activated):
        paid = of_cost(part.cost)
    elif isinstance(part, model.Triggered):
        paid = OF_EVENTS.get(part.when.event, frozenset())
    known = yield from _list(
        f"{where}.effects",
        part.effects,
        Referents(len(part.targets), triggered or returned, triggered, results=paid),
    )
    for number, mode in enumerate(part.modes, 1):
        own = replace(known, targets=len(part.targets + mode.targets))
        yield from _list(f"{where}.modes.{number}.effects", mode.effects, own)


def _repeated(where: str, part: terms.DataRecord) -> Iterator[Problem]:
    """Yield problems with a process that is repeated: what it is must be clear.

    It is all effects of an ability up to the last one, which repeats them.
    """
    for key, effects, _ in lists(part):
        whole = key == "effects" and not isinstance(part, model.WhenDone) and not part.modes  # type: ignore[attr-defined]
        for number, effect in enumerate(effects, 1):
            ends = whole and number == len(effects)
            for place, each in parts(effect, f"{where}.{key}.{number}"):
                if isinstance(each, model.Repeat) and not (
                    ends and each in flat((effect,), later=False)
                ):
                    yield Problem(
                        where=place,
                        found="'repeat' in the middle of effects",
                        allowed="'repeat' in the last effect of an ability without modes",
                    )


CHANGEABLE = ("battlefield", "stack")
"""Zones in which objects can be changed; a changed spell stays changed as a permanent (CR 112.4,
400.7a).
"""


def _unchangeable(where: str, part: terms.DataRecord) -> Iterator[Problem]:
    """Yield problems with changes of objects that can't be changed in their zone, or not so."""
    targeted = (
        (f"{where}.{place}", each, targets)
        for place, effects, targets in lists(part)
        for each in flat(effects, later=False)
    )
    for place, effect, targets in targeted:
        if (
            isinstance(effect, model.Modify)
            and isinstance(effect.what, str)
            and effect.what in terms.TARGET_INDEX
        ):
            phrase = next(iter(targets[terms.TARGET_INDEX[effect.what] :]), None)
            zone = phrase.of.zone if phrase is not None and phrase.of is not None else "battlefield"
            if zone not in CHANGEABLE:
                yield Problem(
                    where=place,
                    found=f"'modify' of a card in the zone '{zone}'",
                    allowed="'modify' of permanents and spells",
                )
            elif zone == "stack" and effect.change.controller:
                yield Problem(
                    where=place,
                    found="'controller' of a spell",
                    allowed="'controller' of permanents",
                )


def _list(
    where: str, effects: tuple[model.AnyEffect, ...], known: Referents
) -> Generator[Problem, None, Referents]:
    """Check the effects of a list; return the references known after them."""
    for number, effect in enumerate(effects, 1):
        known = yield from _effect(f"{where}.{number}", effect, known)
    return known


def _effect(
    where: str, effect: model.AnyEffect, known: Referents
) -> Generator[Problem, None, Referents]:
    concerned = getattr(effect, "who", getattr(effect, "to", None))
    several = concerned in ("players", "opponents")
    speaks = (
        replace(known, player=True)
        if several or (isinstance(effect, model.Choose) and effect.who != "you")
        else known
    )
    for place, part in parts(effect, where, (*APART, terms.PerPlayer)):
        yield from _meaningless(place, part, speaks)
        for _, at, entry in entries(part):
            if isinstance(entry, terms.PerPlayer):
                for inner, each in parts(entry, f"{place}.{at}"):
                    yield from _meaningless(inner, each, replace(known, player=True))
    within, after = _within(effect, known), known
    for key in ("then", "otherwise"):
        done = yield from _list(f"{where}.{key}", getattr(effect, key, ()), within)
        after = replace(
            after,
            it=after.it or done.it,
            chosen=after.chosen or done.chosen,
            results=after.results | done.results,
        )
    if isinstance(effect, model.Delayed | model.WhenDone):
        return known
    return replace(
        after,
        it=after.it or isinstance(effect, NAMES_IT),
        chosen=after.chosen or isinstance(effect, model.Choose),
        results=after.results | of_effect(effect),
    )


def _meaningless(where: str, part: terms.DataRecord, known: Referents) -> Iterator[Problem]:
    """Yield problems with the words of a record that refer to nothing."""
    for _, key, word in words(part):
        if (key, word) not in OF_A_CHOICE and (allowed := _instead(word, known)):
            yield Problem(where=f"{where}.{key}", found=repr(word), allowed=allowed)


def _within(effect: model.AnyEffect, known: Referents) -> Referents:
    """Return the references known to the effects nested in an effect."""
    if isinstance(effect, model.Delayed):  # it remembers one object, a target if there is no "it"
        return Referents(
            it=known.it or known.targets > 0 or effect.each_time,
            player=True,
            later=known.targets > 0,
            results=known.results,
        )
    if isinstance(effect, model.WhenDone):
        return replace(known, targets=len(effect.targets))
    if isinstance(effect, model.ForEach):
        players = effect.of in ("players", "opponents")
        return replace(known, player=known.player or players, it=known.it or not players)
    if isinstance(effect, model.SeparatePiles):
        return replace(known, chosen=True)
    if isinstance(effect, model.May) and effect.cost is not None:
        known = replace(known, results=known.results | of_cost(effect.cost))
    return (
        replace(known, player=True)
        if isinstance(effect, model.May) and effect.who != "you"
        else known
    )


def _instead(word: str, known: Referents) -> str:
    """Return what is allowed in place of a word; "" if the word means something."""
    if TARGETS_NEEDED.get(word, 0) > known.targets:
        if known.later:
            return "'it', the first target, because a delayed trigger remembers one object"
        if known.targets == 1:
            return "its one target"
        return (
            f"one of its {known.targets} targets"
            if known.targets
            else "no target, because the ability has none"
        )
    if word in IT and not known.it:
        return "'it' in an ability that triggers, or after an effect that deals with one object"
    if word in ALL_RESULTS and word not in known.results:
        return f"'{word}' after an effect or cost with such results"
    if word in OF_THAT_PLAYER and not known.player:
        return f"'{word}' in an ability that triggers, or in what a player may do"
    return "'chosen' after the effect 'choose'" if word == "chosen" and not known.chosen else ""
