"""The ways to cast a card (CR 118.8, 118.9, 601.2b).

A way is a face, a zone, a mana cost and additional or alternative costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any, Literal, cast

from msgspec import Struct

from engine.base.records import replace
from engine.cards.altered_faces import altered_faces
from engine.cards.characteristics import FACE_DOWN, INSTEAD, MORPH, Printed, printed
from engine.cards.checks.nested import walk, words
from engine.cards.costs import FREE, ManaCost, parse_cost, plus
from engine.cards.remembered import of_each
from engine.cards.terms import Condition, Costs, Exists, Filter, Many


class CastingOption(Struct, frozen=True):
    """A way to cast a card."""

    word: str  # name of the way in an action
    face: Printed
    cost: ManaCost  # before increases and reductions
    extra: Costs | None = None  # costs besides mana
    zone: str = "hand"  # zone of the card
    paid: tuple[str, ...] = ()  # costs that can be asked about after casting
    least: int = 0  # least mana that the way could cost
    is_open: bool = False  # True if the way works whenever the position allows it
    condition: Condition | None = None  # what must hold for the way to be open
    choice: Costs | None = None  # the alternative cost, or the part chosen of an additional cost
    by: str = ""  # the permission without which the way isn't open: "free", "flashback"

    @property
    def kicked(self) -> bool:
        return "kicker" in self.paid

    @property
    def is_spell(self) -> bool:
        """True if the result would be a spell at all."""
        return (
            "Land" not in self.face.card.types and self.face.card.playable and self.face.name != ""
        )

    @property
    def has_cost(self) -> bool:
        """True if there is a cost to pay (CR 118.6, 202.1b).

        A card without a mana cost has none, unless an alternative cost is paid.
        """
        return self.face.card.cost != "" or not {*INSTEAD, ALTERNATIVE, "morph"}.isdisjoint(
            self.paid
        )


class CastingOptions(Struct, frozen=True):
    """The ways to cast a card from one zone."""

    all: tuple[CastingOption, ...]
    cheapest: int  # least mana of the cheapest way
    dearest: int  # least mana of the most expensive way

    def within(self, budget: int) -> CastingOptions:
        """Return the ways that `budget` mana could pay for."""
        return _together([way for way in self.all if way.least <= budget])

    def permitted_only(self) -> CastingOptions | None:
        """Return the ways that need a permission, or None if there are none.

        Any card that can be cast has one for nothing; a card that nobody has seen yet has none.
        """
        ways = [way for way in self.all if way.by]
        return _together(ways) if ways else None


SURGED = Exists(of=Filter(zone="stack", controller="you", among="cast-this-turn"))
"""What allows surge: another spell of its player this turn (CR 702.117)."""
LAND_CARD = Costs(discard=1, discard_of=Filter(types=("Land",)))
CONSPIRATORS = Costs(tap_other=Filter(types=("Creature",), shares="color"), tap_count=2)
ALTERNATIVE = "alternative"  # word for a way with a cost rather than the mana cost
OTHER_COST = "other-cost"  # word for a way with another part of an additional cost than the first
# words in actions for added costs with another name
NAMES = {"kicker": "kicked"}


def casting_options(card: Printed) -> tuple[CastingOption, ...]:
    """Return all ways to cast a card, the usual one first."""
    if card.ways is None:
        card.ways = tuple(
            replace(
                way,
                least=min(way.face.least, way.cost.value),
                is_open=way.is_spell and way.has_cost,
            )
            for way in _ways(card)
        )
    return cast("tuple[CastingOption, ...]", card.ways)


def ways_from(card: Printed, zone: str) -> CastingOptions | None:
    """Return the ways to cast a card from a zone, or None if there are none."""
    if card.ways_from is None:
        ways = casting_options(card)
        card.ways_from = {
            way.zone: _together([each for each in ways if each.zone == way.zone]) for way in ways
        }
    return cast("dict[str, CastingOptions]", card.ways_from).get(zone)


def _together(ways: list[CastingOption]) -> CastingOptions:
    costs = [way.least for way in ways]
    return CastingOptions(tuple(ways), min(costs), max(costs))


def way_named(card: Printed, word: str) -> CastingOption | None:
    """Return the way that an action's word names, or None."""
    return next((way for way in all_ways(card) if way.word == word), None)


FREE_WAY, FLASHBACK = "free", "flashback"
"""Words for the ways to cast a card without paying its mana cost, and from a graveyard for it."""


@of_each
def all_ways(card: Printed) -> tuple[CastingOption, ...]:
    """Return all ways to cast a card, those last that need a permission."""
    return (*casting_options(card), *_by_flashback(card), *_for_nothing(card))


@of_each
def permitted_ways(card: Printed) -> CastingOptions | None:
    """Return the ways to cast a card that a permission may open, or None if there are none."""
    ways = [way for way in all_ways(card) if way.by or way.zone == "hand"]
    return _together(ways) if ways else None


def _for_nothing(card: Printed) -> Iterator[CastingOption]:
    """Yield the ways to cast a card without paying its mana cost (CR 118.9)."""
    for way in casting_options(card):
        if way.zone == "hand" and way.is_spell and INSTEAD_OF_COST.isdisjoint(way.paid):
            yield replace(
                way,
                word="-".join(filter(None, (FREE_WAY, way.word))),
                cost=without_mana_cost(way),
                paid=(*way.paid, FREE_WAY),
                least=0,
                is_open=True,
                by=FREE_WAY,
            )


def without_mana_cost(way: CastingOption) -> ManaCost:
    """Return the mana that casting a card in a way costs if its mana cost isn't paid."""
    cost = replace(way.cost, fixed=FREE.fixed, generic=0, x=0, hybrid=(), snow=0)
    cost = plus(cost, beside_mana(way))
    for name in way.paid:
        more = way.face.card.kicker if name == "kicker" else way.face.costs.get(name)
        cost = plus(cost, parse_cost((more or Costs()).mana))
    return cost


def _by_flashback(card: Printed) -> Iterator[CastingOption]:
    """Yield the ways to cast a card by a flashback cost equal to its mana cost (CR 702.34a)."""
    own = FLASHBACK in card.costs
    for way in casting_options(card):
        if way.zone == "hand" and way.is_open and INSTEAD_OF_COST.isdisjoint(way.paid):
            word = f"{FLASHBACK}-2" if own else FLASHBACK
            yield replace(
                way,
                word="-".join(filter(None, (word, way.word))),
                zone="graveyard",
                paid=(*way.paid, FLASHBACK, "granted"),
                by=FLASHBACK,
            )


INSTEAD_OF_COST = frozenset({*INSTEAD, ALTERNATIVE, "morph"})
"""The ways to cast a card for another cost than its mana cost."""


def way_meant(card: Printed, word: str, zone: str) -> CastingOption | None:
    """Return the way most likely meant by casting a card from a zone with a word.

    Ways from the zone come before others. None if the card can't be cast at all.
    """
    ways = casting_options(card)
    if all(way.word != word for way in ways):
        ways = all_ways(card)
    return min(ways, key=lambda way: (way.zone != zone, way.word != word), default=None)


def _ways(card: Printed) -> Iterator[CastingOption]:
    faces = [("", card)]
    if card.card.halves:
        faces = list(zip(("left", "right"), map(printed, card.card.halves), strict=True))
    for word, face in faces:
        for base in _bases(word, face):
            added = tuple(_added(base.face))
            for number in range(len(added) + 1):
                for chosen in combinations(added, number):
                    yield _with(base, chosen)


def _bases(word: str, face: Printed) -> Iterator[CastingOption]:
    for number, beside in enumerate(_additional(face)):
        other = _numbered(OTHER_COST, number - 1) if number else ""
        choice = _choices(face)[number] if _choices(face) else None
        for base in _with_additional(word, face, beside):
            yield replace(
                base,
                word="-".join(filter(None, (base.word, other))),
                paid=(*base.paid, other) if other else base.paid,
                choice=base.choice or choice,
            )
    if face.morph is not None:
        yield CastingOption("morph", FACE_DOWN, parse_cost(MORPH), paid=("morph",))


def _choices(face: Printed) -> tuple[Costs, ...]:
    return face.card.additional.either if face.card.additional is not None else ()


def _additional(face: Printed) -> list[Costs | None]:
    """Return the additional costs of a spell, one for each choice among their parts."""
    cost = face.card.additional
    if cost is None or not cost.either:
        return [cost]
    rest = replace(cost, either=())
    return [
        replace(together(rest, each) or Costs(), mana=rest.mana + each.mana) for each in cost.either
    ]


def _numbered(word: str, number: int) -> str:
    """Return the word for one of several ways of a kind: "alternative", "alternative-2"."""
    return f"{word}-{number + 1}" if number else word


def _with_additional(word: str, face: Printed, beside: Costs | None) -> Iterator[CastingOption]:
    """Yield the ways to cast a face with an additional cost, which is paid in all of them."""
    costs, besides = face.costs, parse_cost(beside.mana if beside is not None else "")
    yield CastingOption(word, face, plus(face.cost, besides), together(beside, None))
    for number, each in enumerate(face.card.alternatives):
        yield CastingOption(
            "-".join(filter(None, (word, _numbered(ALTERNATIVE, number)))),
            face,
            plus(parse_cost(each.cost.mana), besides),
            together(beside, each.cost),
            paid=(ALTERNATIVE,),
            condition=each.condition,
            choice=each.cost,
        )
    altered = altered_faces(face.card)
    for name in INSTEAD:
        if name in costs:
            zone = "graveyard" if name == "flashback" else "hand"
            yield CastingOption(
                name,
                printed(altered[name]) if name in altered else face,
                plus(parse_cost(costs[name].mana), besides),
                together(beside, costs[name]),
                zone,
                (name,),
                condition=SURGED if name == "surge" else None,
            )
    if "jump-start" in costs:
        yield CastingOption(
            "jump-start",
            face,
            plus(face.cost, besides),
            together(beside, Costs(discard=1)),
            "graveyard",
            ("jump-start",),
        )
    if "retrace" in costs:
        yield CastingOption(
            "retrace", face, plus(face.cost, besides), together(beside, LAND_CARD), "graveyard"
        )


def beside_mana(way: CastingOption) -> ManaCost:
    """Return the mana of an additional cost, which is paid in every way of casting (CR 118.8)."""
    cost = way.face.card.additional
    if cost is None:
        return parse_cost("")
    chosen = way.choice.mana if way.choice is not None and way.choice in cost.either else ""
    return parse_cost(cost.mana + chosen)


def _added(face: Printed) -> Iterator[tuple[str, Costs]]:
    if face.card.kicker is not None:
        yield "kicker", face.card.kicker
    if face.card.flash_cost is not None:
        yield "flash", face.card.flash_cost
    for name in ("buyback", "entwine"):
        if name in face.costs:
            yield name, face.costs[name]
    if "conspire" in face.costs:
        yield "conspire", CONSPIRATORS


def _with(way: CastingOption, added: tuple[tuple[str, Costs], ...]) -> CastingOption:
    for name, cost in added:
        way = replace(
            way,
            word="-".join(filter(None, (way.word, NAMES.get(name, name)))),
            cost=plus(way.cost, parse_cost(cost.mana)),
            extra=together(way.extra, cost),
            paid=(*way.paid, name),
        )
    return way


def together(a: Costs | None, b: Costs | None) -> Costs | None:
    """Return two costs combined, without their mana; None if nothing is left.

    Raises NotImplementedError for two costs of one kind, such as two sacrifices.
    """
    costs = [replace(cost, mana="") for cost in (a, b) if cost is not None]
    costs = [cost for cost in costs if cost != Costs()]
    if len(costs) < 2:
        return costs[0] if costs else None
    fields: dict[str, Any] = {}
    plain = Costs()
    for name in Costs.__struct_fields__:
        values = [
            getattr(cost, name) for cost in costs if getattr(cost, name) != getattr(plain, name)
        ]
        if len(values) == 2 and not isinstance(values[0], bool):
            if name not in ("life", "discard"):
                raise NotImplementedError(
                    f"two costs that both have '{name}' can't be paid for one spell"
                )
            values = [sum(values)]
        if values:
            fields[name] = values[0]
    return Costs(**fields)


def repeated(face: Printed) -> tuple[str, ManaCost] | None:
    """Return the name and cost of a payment that may be repeated (CR 702.33c, 702.56), or None."""
    return next(
        (
            (name, parse_cost(face.costs[name].mana))
            for name in ("multikicker", "replicate")
            if name in face.costs
        ),
        None,
    )


NUMBERS = (
    "sacrifice_count",
    "discard",
    "life",
    "energy",
    "remove_count",
    "tap_count",
    "return_count",
    "exile_count",
    "reveal_count",
)
"""The parts of a cost that are numbers and may be X."""


@of_each
def has_x(cost: Costs) -> bool:
    """Return whether X occurs in a cost besides mana: as a number, or in a filter."""
    found = (word for part in walk(cost) for _, _, word in words(part))
    return any(word == "X" for word in found)


@of_each
def is_bounded_by_x(cost: Costs) -> bool:
    """Return whether X decides which objects can pay a cost: "exile a card with mana value X"."""
    found = (word for part in walk(cost) if part is not cost for _, _, word in words(part))
    return any(word == "X" for word in found)


def with_x(cost: Costs, x: int) -> Costs:
    """Return a cost with X in its numbers besides mana replaced."""
    if not has_x(cost):
        return cost
    return replace(cost, **{name: x for name in NUMBERS if getattr(cost, name) == "X"})


def count(number: Many | Literal["hand", "all"]) -> int:
    """Return a number of a cost, with an X that isn't chosen yet as 0."""
    return number if isinstance(number, int) else 0
