"""Characteristics (CR 109.3): those printed on a card, and those of an object after all effects."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from engine.cards.checks.nested import walk
from engine.cards.costs import ManaCost, cost_colors, parse_cost, ways_to_pay
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
    CastCost,
    Change,
    Enters,
    Keyword,
    Spell,
    Static,
    Triggered,
    When,
)
from engine.cards.remembered import of_each
from engine.cards.subtypes import creature_types
from engine.cards.terms import (
    MEMORIES,
    REMEMBERED,
    Amount,
    Condition,
    Costs,
    DataRecord,
    Filter,
    Stat,
)

FIELDS = (
    "abilities", "blocked_only_by", "can_block_only", "cant_be_blocked_by", "colors", "every_kind",
    "extra_blocks", "keywords", "name",
    "power", "restrict", "retyped", "subtypes", "supertypes", "toughness", "types",
)  # fmt: skip


NO_LIFT = (0, 0)


def is_always_instant(face: Card) -> bool:
    """Return whether a card is an instant or has flash."""
    return "Instant" in face.types or "flash" in face.keywords


def may_be_instant(face: Card) -> bool:
    """Return whether a card can sometimes be cast as though it had flash, by its own text."""
    return face.flash_cost is not None or face.flash_if is not None


def may_reduce(amount: Amount) -> bool:
    """Return whether a change of a cost may be a reduction."""
    return amount < 0 if isinstance(amount, int) else amount != "X"


class Characteristics:
    """The current characteristics of an object. Don't change them; change a copy.

    `keywords` holds keyword abilities as words ("flying", "protection from black"). Keywords that
    stand for a whole triggered or activated ability ("rampage 2") are in `abilities` as well.
    """

    __slots__ = (*FIELDS, "terrain_bonus")

    name: str
    types: frozenset[str]
    supertypes: frozenset[str]
    subtypes: frozenset[str]
    every_kind: bool  # of every creature type, besides the subtypes (CR 702.73a)
    # a land whose types were set, so that it lost the abilities of its text (CR 305.7)
    retyped: bool
    colors: frozenset[str]
    keywords: frozenset[str]
    abilities: tuple[AnyAbility, ...]
    power: int
    toughness: int
    restrict: frozenset[str]
    blocked_only_by: tuple[Filter, ...]
    cant_be_blocked_by: tuple[Filter, ...]
    can_block_only: tuple[Filter, ...]
    extra_blocks: int  # attackers that the creature can block, beyond the first
    terrain_bonus: tuple[int, int] | None
    """Power and toughness added by the map; None if they were switched later and can't be told
    apart.
    """

    def copy(self) -> Characteristics:
        """Return an independent copy."""
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
        new.extra_blocks = self.extra_blocks
        new.can_block_only, new.every_kind, new.retyped, new.terrain_bonus = (
            self.can_block_only,
            self.every_kind,
            self.retyped,
            self.terrain_bonus,
        )
        return new

    def equals(self, other: Characteristics) -> bool:
        """Return whether all characteristics are equal."""
        return (
            self.power == other.power
            and self.toughness == other.toughness
            and self.equals_but_for_size(other)
        )

    def equals_but_for_size(self, other: Characteristics) -> bool:
        """Return whether all characteristics except power and toughness are equal."""
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
            and self.extra_blocks == other.extra_blocks
            and self.blocked_only_by == other.blocked_only_by
            and self.cant_be_blocked_by == other.cant_be_blocked_by
        )

    @property
    def special(self) -> tuple[tuple[int, AnyAbility], ...]:
        """The abilities except plain mana abilities, with their indexes.

        Plain mana abilities are like those of basic lands.
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
        """Return whether the object has a keyword ability, given in full."""
        return keyword in self.keywords

    @property
    def stays_back(self) -> bool:
        """True if the object has defender and no effect lets it attack anyway (CR 702.3b)."""
        return "defender" in self.keywords and "attacks-despite-defender" not in self.restrict

    def is_of(self, words: Iterable[str]) -> bool:
        """Return whether the object has one of some subtypes."""
        return not self.subtypes.isdisjoint(words) or (
            self.every_kind and bool(creature_types(words))
        )

    def kinds(self) -> frozenset[str]:
        """Return the creature types, with EVERY_KIND if the object is of all of them."""
        return creature_types(self.subtypes) | ({EVERY_KIND} if self.every_kind else set[str]())

    def landwalks(self) -> frozenset[str]:
        """Return the lands that the object has landwalk for: "island" for islandwalk."""
        return _walked_by(self.keywords)

    def walked(self) -> frozenset[str]:
        """Return the words of landwalk that match a land (CR 702.14c).

        For example "island", "nonbasic land", "snow swamp", "artifact land".
        """
        return _walked(self.subtypes, self.supertypes, self.types)

    def protections(self) -> tuple[str, ...]:
        """Return the qualities of the object's protection: "black", "artifacts", "everything".

        A keyword may name several (CR 702.16g).
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


# prefix of a restriction that ends with the id of the creature to block if able (CR 702.39a)
MUST_BLOCK = "must-block-"
# word for all creature types (CR 702.73a)
EVERY_KIND = "every creature type"

INSTEAD = ("evoke", "prowl", "flashback", "dash", "overload", "awaken", "bestow", "surge", "emerge")
"""Keywords with an alternative cost; a spell can have only one (CR 118.9a)."""
EXILED = ("flashback", "jump-start")  # keywords of spells that go nowhere but to exile
MORPHS = ("morph", "megamorph")  # keywords of cards that can be cast face down
MORPH = "{3}"  # cost of casting a card with morph face down (CR 702.37a)
# keywords that help pay for a spell
CHEAPENED = frozenset({"affinity", "convoke", "delve", "emerge", "improvise"})


def defines_characteristics(change: Change, what: object, condition: Condition | None) -> bool:
    """Return whether a static ability only defines its object's characteristics (CR 604.3a).

    These are colors, subtypes, power and toughness.
    """
    if what != "self" or condition is not None:
        return False
    return change == Change(
        colors=change.colors, subtypes=change.subtypes, add_subtypes=change.add_subtypes,
        base_power=change.base_power, base_toughness=change.base_toughness,
    )  # fmt: skip


def own_colors(card: Card) -> frozenset[str]:
    """Return a card's own colors (CR 202.2, 702.114)."""
    if card.colors is not None:
        return frozenset(card.colors)
    return frozenset() if "devoid" in card.keywords else cost_colors(parse_cost(card.cost))


def _asks_for_turn(part: DataRecord) -> bool:
    """Return whether a record asks what has happened this turn."""
    if isinstance(part, Filter):
        return part.among in MEMORIES
    return (isinstance(part, Stat) and part.what in REMEMBERED) or (
        isinstance(part, When) and part.nth > 0
    )


class Printed:
    """A card prepared for play.

    Its cost is parsed, its keywords are written out, its base characteristics are computed.
    """

    __slots__ = (
        "activated_in",
        "asks_for_turn",
        "asks_on_entry",
        "base",
        "card",
        "choice",
        "colors",
        "copies",
        "cost",
        "costs",
        "defining",
        "dredge",
        "elsewhere",
        "has_statics",
        "is_always_instant",
        "is_instant",
        "is_spell",
        "least",
        "name",
        "notes_colors",
        "own_changes",
        "pays_on_entry",
        "spell",
        "takes_control",
        "triggered_in",
        "value",
        "ways",
        "ways_from",
    )  # fmt: skip

    def __init__(self, card: Card) -> None:
        self.card, self.name = card, card.name
        self.cost: ManaCost = parse_cost(card.cost)
        self.value = self.cost.value
        # keywords by name, with their costs
        self.costs: dict[str, Costs] = dict(keyword_costs(card))
        # the changes of its own cost (CR 601.2f)
        self.own_changes = tuple(
            each
            for each in (*card.abilities, *self._written_out())
            if isinstance(each, CastCost) and each.of == "self"
        )
        self.least = self._least()  # least mana that casting it takes
        self.ways: object = None  # the ways to cast it, once computed (casting_options.py)
        self.ways_from: object = None  # the same by zone
        self.colors = own_colors(card)
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
        base.power, base.toughness, base.extra_blocks = card.power or 0, card.toughness or 0, 0
        base.every_kind, base.retyped = "changeling" in base.keywords, False
        base.restrict, base.terrain_bonus = frozenset(), NO_LIFT
        base.blocked_only_by = base.cant_be_blocked_by = base.can_block_only = ()
        # in any way of casting it; always: whatever is paid or holds
        self.is_spell, self.is_instant, self.is_always_instant = self._castable()
        # spell ability of an instant or sorcery
        self.spell = next((a for a in card.abilities if isinstance(a, Spell)), None)
        statics = [a for a in base.abilities if isinstance(a, Static)]
        self.has_statics = bool(statics)
        # static abilities that work in all zones
        self.defining = tuple(
            a for a in statics if defines_characteristics(a.change, a.what, a.condition)
        )
        # an Aura that takes control
        self.takes_control = any(a.what == "attached" and a.change.controller for a in statics)
        # by the zone where they work
        self.activated_in: dict[str, tuple[tuple[int, Activated], ...]] = {}
        self.triggered_in: dict[str, tuple[Triggered, ...]] = {}  # by the zone where they work
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
        # zones besides the battlefield where abilities of the card work
        self.elsewhere = self._elsewhere()
        entering = [a for a in base.abilities if isinstance(a, Enters)]
        self.asks_for_turn, self.asks_on_entry, self.pays_on_entry = (
            "surge" in self.costs or any(map(_asks_for_turn, walk(card))),
            any(a.asks for a in entering),
            any(a.unless is not None or a.buried for a in entering),
        )
        self.dredge = next(
            (int(word[7:]) for word in card.keywords if word.startswith("dredge ")), 0
        )
        self.copies = any(a.copy_of is not None for a in entering)
        # kind of choice made as it enters
        self.choice = next((a.choose for a in entering if a.choose), "")
        # True if colors of mana spent on it matter, or could for a copy
        self.notes_colors = self.copies or "sunburst" in base.keywords

    def _castable(self) -> tuple[bool, bool, bool]:
        """Return whether the card can be cast at all, at instant speed, and always so."""
        faces = self.card.halves or (self.card,)
        is_spell = self.morph is not None or any("Land" not in face.types for face in faces)
        is_instant = any(is_always_instant(face) or may_be_instant(face) for face in faces)
        always = is_always_instant(self.card) or not may_be_instant(self.card)
        return is_spell, is_instant, is_instant and always

    def _elsewhere(self) -> frozenset[str]:
        zones = {*self.activated_in, *self.triggered_in}
        zones |= {"hand"} if "suspend" in self.costs else set()
        zones |= (
            {"graveyard"}
            if any(word in self.costs for word in ("flashback", "jump-start", "retrace", "dredge"))
            else set()
        )
        return frozenset(zones - {"battlefield"})

    def _least(self) -> int:
        """Return the least mana for any way of casting the card, without help such as convoke."""
        if self.card.halves:
            return min(printed(half).least for half in self.card.halves)
        if not CHEAPENED.isdisjoint(self.costs) or any(
            may_reduce(change.amount) for change in self.own_changes
        ):
            return 0
        instead = [parse_cost(self.costs[name].mana) for name in INSTEAD if name in self.costs]
        instead += [parse_cost(each.cost.mana) for each in self.card.alternatives]
        if "suspend" in self.costs:
            instead.append(parse_cost(self.costs["suspend"].mana))
        if self.morph is not None:
            instead.append(parse_cost(MORPH))
        return min(way.value for cost in (self.cost, *instead) for way, _ in ways_to_pay(cost))

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
    def morph(self) -> Costs | None:
        """The cost of turning the card face up; None: it can't be cast face down."""
        return next((self.costs[word] for word in MORPHS if word in self.costs), None)

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


@of_each
def printed(card: Card) -> Printed:
    """Return a card prepared for play; equal results for the same card object."""
    return Printed(card)


def unknown_card() -> Printed:
    """Return the stand-in for a card that only its owner may see."""
    return _UNKNOWN


def unknown_land() -> Printed:
    """Return the stand-in for a face-down land of the map.

    Everyone knows that the card is a land, so Auras stay attached to it.
    """
    return _UNKNOWN_LAND


FACE_DOWN = printed(Card(name="Face-Down Creature", types=("Creature",), power=2, toughness=2))
"""Characteristics of a face-down permanent (CR 708.2a). The name is for readers; no card uses it.
"""

_UNKNOWN = Printed(Card(name="", types=(), playable=False))
_UNKNOWN_LAND = Printed(Card(name="", types=("Land",), playable=False))
