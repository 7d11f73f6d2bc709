"""Characteristics (CR 109.3): those printed on a card, made ready once, and those of an object
after all effects.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from engine.cards.costs import ManaCost, cost_colors, parse_cost, ways
from engine.cards.keyword_abilities import (
    CHARGED,
    abilities_of_keyword,
    abilities_of_record,
    keyword_costs,
)
from engine.cards.mana_abilities import is_as_of_basic_land, mana_abilities
from engine.cards.model import (
    Activated,
    AnyAbility,
    Card,
    Change,
    Enters,
    Keyword,
    Spell,
    Static,
    Triggered,
)
from engine.cards.subtypes import creature_types
from engine.cards.terms import Condition, Costs, Filter

FIELDS = (
    "abilities", "blocked_only_by", "can_block_only", "cant_be_blocked_by", "colors", "every_kind",
    "keywords", "name",
    "power", "restrict", "retyped", "subtypes", "supertypes", "toughness", "types",
)  # fmt: skip


NO_LIFT = (0, 0)


class Characteristics:
    """What an object is right now. Treat as frozen; `copy` before changing.

    `keywords` holds keyword abilities as words ("flying", "protection from black"); those that are
    short for a whole triggered or activated ability ("rampage 2") stand in `abilities` as well.
    """

    __slots__ = (*FIELDS, "lift")

    name: str
    types: frozenset[str]
    supertypes: frozenset[str]
    subtypes: frozenset[str]
    every_kind: bool  # of every creature type, beside its subtypes (CR 702.73a)
    retyped: bool  # a land whose types were set: no ability of its text is left (CR 305.7)
    colors: frozenset[str]
    keywords: frozenset[str]
    abilities: tuple[AnyAbility, ...]
    power: int
    toughness: int
    restrict: frozenset[str]
    blocked_only_by: tuple[Filter, ...]
    cant_be_blocked_by: tuple[Filter, ...]
    can_block_only: tuple[Filter, ...]
    lift: tuple[int, int] | None
    """What the map has added to its power and toughness; none where these were switched since,
    so that it can't be told apart.
    """

    def copy(self) -> Characteristics:
        """An independent copy."""
        new = Characteristics.__new__(Characteristics)
        new.name, new.types, new.supertypes, new.subtypes = (
            self.name,
            self.types,
            self.supertypes,
            self.subtypes,
        )
        new.colors, new.keywords, new.abilities = self.colors, self.keywords, self.abilities
        new.power, new.toughness, new.restrict = self.power, self.toughness, self.restrict
        new.blocked_only_by, new.cant_be_blocked_by = self.blocked_only_by, self.cant_be_blocked_by
        new.can_block_only, new.every_kind, new.retyped, new.lift = (
            self.can_block_only,
            self.every_kind,
            self.retyped,
            self.lift,
        )
        return new

    def equals(self, other: Characteristics) -> bool:
        """Whether two objects are the same in all of this."""
        return (
            self.power == other.power
            and self.toughness == other.toughness
            and self.equals_but_for_size(other)
        )

    def equals_but_for_size(self, other: Characteristics) -> bool:
        """Whether two objects are the same in all of this, power and toughness aside."""
        return (
            self.abilities == other.abilities
            and self.keywords == other.keywords
            and self.restrict == other.restrict
            and self.types == other.types
            and self.subtypes == other.subtypes
            and self.supertypes == other.supertypes
            and self.colors == other.colors
            and self.name == other.name
            and self.every_kind == other.every_kind
            and self.retyped == other.retyped
            and self.can_block_only == other.can_block_only
            and self.blocked_only_by == other.blocked_only_by
            and self.cant_be_blocked_by == other.cant_be_blocked_by
        )

    @property
    def special(self) -> tuple[tuple[int, AnyAbility], ...]:
        """Its abilities but for mana abilities like those of basic lands, by their places among
        all of them.
        """
        return tuple(
            [
                (place, each)
                for place, each in enumerate(self.abilities)
                if not is_as_of_basic_land(each)
            ]
        )

    @property
    def is_creature(self) -> bool:
        return "Creature" in self.types

    def has(self, keyword: str) -> bool:
        """Whether it has a keyword ability, given as its whole words."""
        return keyword in self.keywords

    @property
    def stays_back(self) -> bool:
        """Whether it has defender, and nothing lets it attack in spite of that (CR 702.3b)."""
        return "defender" in self.keywords and "attacks-despite-defender" not in self.restrict

    def is_of(self, words: Iterable[str]) -> bool:
        """Whether it has one of these subtypes."""
        return not self.subtypes.isdisjoint(words) or (
            self.every_kind and bool(creature_types(words))
        )

    def kinds(self) -> frozenset[str]:
        """Its creature types; of one that is of all of them EVERY_KIND as well."""
        return creature_types(self.subtypes) | ({EVERY_KIND} if self.every_kind else set[str]())

    def landwalks(self) -> frozenset[str]:
        """The land types that it walks: "island" for islandwalk."""
        return _walked_by(self.keywords)

    def walked(self) -> frozenset[str]:
        """What landwalkers call a land: "island", "nonbasic land", "snow swamp", "artifact land"
        (CR 702.14c).
        """
        return _walked(self.subtypes, self.supertypes, self.types)

    def protections(self) -> tuple[str, ...]:
        """What it has protection from: "black", "artifacts", "everything"...

        Several may be named together (CR 702.16g).
        """
        return _protections(self.keywords)


@lru_cache(4096)
def _protections(keywords: frozenset[str]) -> tuple[str, ...]:
    named = [
        word[16:].split(" and from ") for word in keywords if word.startswith("protection from ")
    ]
    return tuple([quality for qualities in named for quality in qualities])


@lru_cache(4096)
def _walked(
    subtypes: frozenset[str], supertypes: frozenset[str], types: frozenset[str]
) -> frozenset[str]:
    kinds = {subtype.lower() for subtype in subtypes}
    qualities = {word.lower() for word in supertypes | types}
    qualities |= set() if "Basic" in supertypes else {"nonbasic"}
    return frozenset(
        kinds | {f"{quality} {kind}" for quality in qualities for kind in (*kinds, "land")}
    )


@lru_cache(4096)
def _walked_by(keywords: frozenset[str]) -> frozenset[str]:
    return frozenset(word[:-4] for word in keywords if word.endswith("walk"))


# how a restriction begins that ends with the id of a creature: to block that one if able (CR
# 702.39a)
MUST_BLOCK = "must-block-"
# what stands among creature types for all the others (CR 702.73a)
EVERY_KIND = "every creature type"

INSTEAD = ("evoke", "prowl", "flashback")
"""Keywords whose cost is paid in place of the mana cost, of which a spell has one only (CR
118.9a).
"""
MORPH = "{3}"  # what a card with morph costs face down (CR 702.37a)
CHEAPENED = frozenset({"affinity", "convoke", "delve"})  # keywords that help to pay for a spell


def defines_characteristics(change: Change, what: object, condition: Condition | None) -> bool:
    """Whether a static ability defines its object's colors, subtypes, power or toughness, and
    nothing else (CR 604.3a).
    """
    if what != "self" or condition is not None:
        return False
    return change == Change(
        colors=change.colors, subtypes=change.subtypes, add_subtypes=change.add_subtypes,
        base_power=change.base_power, base_toughness=change.base_toughness,
    )  # fmt: skip


class Printed:
    """A card made ready for play: its cost parsed, its keywords written out, its base
    characteristics made.
    """

    __slots__ = (
        "activated_in", "asks_on_entry", "base", "card", "choice", "colors", "copies", "cost",
        "costs", "defining", "dredge", "elsewhere",
        "has_statics", "is_instant", "is_spell", "least", "name", "notes_colors", "spell",
        "takes_control", "triggered_in", "value", "ways",
        "ways_from",
    )  # fmt: skip

    def __init__(self, card: Card) -> None:
        self.card = card
        self.name = card.name
        self.cost: ManaCost = parse_cost(card.cost)
        self.value = self.cost.value
        # keywords by name, with the cost of those that have one
        self.costs: dict[str, Costs] = dict(keyword_costs(card))
        self.least = self._least()  # mana that it takes at least
        self.ways: object = None  # the ways to cast it, once somebody asks (casting_options.py)
        self.ways_from: object = None  # the same by zone
        self.colors = frozenset(card.colors) if card.colors is not None else cost_colors(self.cost)
        self.base = base = Characteristics()
        base.name = card.name
        base.types, base.supertypes = frozenset(card.types), frozenset(card.supertypes)
        base.subtypes, base.colors = frozenset(card.subtypes), self.colors
        base.keywords = frozenset(
            (*card.keywords, *(a.word for a in card.abilities if isinstance(a, Keyword)))
        )
        base.abilities = (
            tuple(a for a in card.abilities if not isinstance(a, Keyword)) + self._written_out()
        )
        if "Land" in base.types and card.playable:
            base.abilities += mana_abilities(base.subtypes)
        base.power, base.toughness = card.power or 0, card.toughness or 0
        base.every_kind, base.retyped = "changeling" in base.keywords, False
        base.restrict, base.lift = frozenset(), NO_LIFT
        base.blocked_only_by = base.cant_be_blocked_by = base.can_block_only = ()
        self.is_spell, self.is_instant = self._castable()  # in some way of casting it
        # what an instant or sorcery does
        self.spell = next((a for a in card.abilities if isinstance(a, Spell)), None)
        statics = [a for a in base.abilities if isinstance(a, Static)]
        self.has_statics = bool(statics)
        # these work in all zones
        self.defining = tuple(
            a for a in statics if defines_characteristics(a.change, a.what, a.condition)
        )
        # an Aura that steals
        self.takes_control = any(a.what == "attached" and a.change.controller for a in statics)
        # by the zone where they work
        self.activated_in: dict[str, tuple[tuple[int, Activated], ...]] = {}
        self.triggered_in: dict[str, tuple[Triggered, ...]] = {}  # likewise
        for number, ability in enumerate(base.abilities):
            if isinstance(ability, Activated):
                self.activated_in[ability.zone] = (
                    *self.activated_in.get(ability.zone, ()),
                    (number, ability),
                )
            elif isinstance(ability, Triggered):
                self.triggered_in[ability.when.zone] = (
                    *self.triggered_in.get(ability.when.zone, ()),
                    ability,
                )
        # zones beside the battlefield where abilities of it work
        self.elsewhere = self._elsewhere()
        entering = [a for a in base.abilities if isinstance(a, Enters)]
        self.asks_on_entry = any(a.asks for a in entering)
        self.dredge = next(
            (int(word[7:]) for word in card.keywords if word.startswith("dredge ")), 0
        )
        self.copies = any(a.copy_of is not None for a in entering)
        # what is chosen as it enters
        self.choice = next((a.choose for a in entering if a.choose), "")
        # the colours of mana spent on it count, or may come to
        self.notes_colors = self.copies or "sunburst" in base.keywords

    def _castable(self) -> tuple[bool, bool]:
        """Whether it can be cast at all, and at any time."""
        faces = self.card.halves or (self.card,)
        is_spell = "morph" in self.costs or any("Land" not in face.types for face in faces)
        return is_spell, any("Instant" in face.types or "flash" in face.keywords for face in faces)

    def _elsewhere(self) -> frozenset[str]:
        zones = {*self.activated_in, *self.triggered_in}
        zones |= {"hand"} if "suspend" in self.costs else set()
        zones |= (
            {"graveyard"}
            if any(word in self.costs for word in ("flashback", "retrace", "dredge"))
            else set()
        )
        return frozenset(zones - {"battlefield"})

    def _least(self) -> int:
        """The least mana for which it could be cast in some way, nothing counted as help."""
        if self.card.halves:
            return min(printed(half).least for half in self.card.halves)
        if not CHEAPENED.isdisjoint(self.costs):
            return 0
        instead = [parse_cost(self.costs[name].mana) for name in INSTEAD if name in self.costs]
        if "suspend" in self.costs:
            instead.append(parse_cost(self.costs["suspend"].mana))
        if "morph" in self.costs:
            instead.append(parse_cost(MORPH))
        return min(way.value for cost in (self.cost, *instead) for way, _ in ways(cost))

    def _written_out(self) -> tuple[AnyAbility, ...]:
        found: tuple[AnyAbility, ...] = ()
        for word in self.card.keywords:
            found += (
                CHARGED
                if word == "sunburst" and "Creature" not in self.card.types
                else abilities_of_keyword(word)
            )
        records = (a for a in self.card.abilities if isinstance(a, Keyword))
        return found + tuple(
            ability for record in records for ability in abilities_of_record(record)
        )

    @property
    def is_permanent_card(self) -> bool:
        return not self.base.types & {"Instant", "Sorcery"}

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Printed) and self.card == other.card)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, ...]:
        return _from_json, (msgspec.json.encode(self.card),)

    def __repr__(self) -> str:
        return f"Printed({self.name!r})"


@lru_cache(4096)
def _from_json(data: bytes) -> Printed:
    return Printed(msgspec.json.decode(data, type=Card))


_READY: dict[int, Printed] = {}


def printed(card: Card) -> Printed:
    """A card made ready; the same card object always gives the same one."""
    found = _READY.get(id(card))
    if found is None or found.card is not card:
        found = _READY[id(card)] = Printed(card)
    return found


def unknown_card() -> Printed:
    """What stands in a position for a card that its owner alone may see."""
    return _UNKNOWN


def unknown_land() -> Printed:
    """Return the stand-in for a land of the map that lies face down: everybody knows that it is
    a land, so Auras stay on it.
    """
    return _UNKNOWN_LAND


FACE_DOWN = printed(Card(name="Face-Down Creature", types=("Creature",), power=2, toughness=2))
"""What a face-down permanent is (CR 708.2a). The name is for the reader; no card asks for it."""

_UNKNOWN = Printed(Card(name="", types=(), playable=False))
_UNKNOWN_LAND = Printed(Card(name="", types=("Land",), playable=False))
