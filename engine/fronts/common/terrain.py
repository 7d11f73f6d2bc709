"""Bonuses that land gives to the creatures on it (layer 7c)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from engine.base import rule_words
from engine.base.dirty_flags import EVERYTHING
from engine.base.records import replace
from engine.cards.characteristics import Characteristics, unknown_card
from engine.cards.costs import COLOR_WORDS
from engine.cards.terms import kebab
from engine.fronts.common import ground
from engine.fronts.common.land import (
    color_matches,
    land_types,
    sees_land,
    special_owner,
    true_land_types,
    types_of,
)
from engine.fronts.common.variant import map_rules
from engine.magic.continuous.characteristics import in_full
from engine.magic.continuous.layers import goes_by_size
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, GameObject
from engine.magic.index.by_space import places
from engine.magic.index.derived import derived_for
from engine.rule import AREAS, LAND, Rule, Variant, table


class Terrain(Rule, frozen=True, tag_field="kind", tag=kebab):
    """A bonus to the creatures that stand in the right place."""

    goes_by: ClassVar[tuple[str, ...]] = ()
    """Columns (`engine.base.dirty_flags`) that the bonus depends on, besides those of the creature
    and of the land types of its space.
    """

    # columns of lands on the creature's space that the bonus depends on
    land: ClassVar[tuple[str, ...]] = ()

    # columns of other creatures on the space that the bonus depends on
    here: ClassVar[tuple[str, ...]] = ()

    beside: ClassVar[tuple[str, ...]] = ()
    """Columns of permanents on neighboring spaces that the bonus depends on; with any of them it
    depends on who is on the creature's space and on the land types of those around it, too.
    """

    # True if face-down land, which only its owner sees, gives the bonus as well
    in_secret: ClassVar[bool] = False

    power: int = 0  # the power bonus
    toughness: int = 0  # the toughness bonus

    def times(self, game: GameCore, obj: GameObject, c: Characteristics) -> int:
        """Return how many times a creature on the map gets the bonus."""
        raise NotImplementedError

    def because(self, game: GameCore, obj: GameObject) -> str:
        """Return the source of a creature's bonus in a few words."""
        raise NotImplementedError


class MatchingLand(Terrain, frozen=True):
    """On land that matches its color (C-29, W-25), but not in an opponent's Stronghold (C-31).

    With `opposing_strongholds`, Strongholds of opponents count too. Face-down Strongholds, which
    only the owner sees, give the bonus as well.
    """

    needs = (LAND,)
    in_secret = True
    goes_by: ClassVar[tuple[str, ...]] = (
        "area.face_up",
        "area.land",
        "area.stronghold",
        "phased",
        "player.out",
    )

    opposing_strongholds: bool = False  # also in the Strongholds of opponents still in the game

    def told(self, rules: Variant) -> list[str]:
        gain = rule_words.bonus(self.power, self.toughness)
        but = (
            "."
            if self.opposing_strongholds
            else ", but not in the Stronghold of an opponent still in the game."
        )
        return [
            f"A creature in a {{space}} whose basic land type matches its color gets {gain}{but}",
            (
                f"The matches are {rule_words.COLORS_OF_LANDS}. The land's current type counts, "
                "even "
                "if an effect has changed it."
            ),
        ]

    def times(self, game: GameCore, obj: GameObject, c: Characteristics) -> int:
        if not self.opposing_strongholds and special_owner(game, obj.space) not in (
            NOBODY,
            obj.controller,
        ):
            return 0
        return color_matches(true_land_types(game, obj.space), c.colors)

    def because(self, game: GameCore, obj: GameObject) -> str:
        return f"{_named(true_land_types(game, obj.space))} under it"


class MatchingSquare(Terrain, frozen=True):
    """On a square with land of its color (B-39)."""

    needs = (table("ground"),)

    goes_by: ClassVar[tuple[str, ...]] = ("ground",)
    land: ClassVar[tuple[str, ...]] = ("tapped",)

    def told(self, rules: Variant) -> list[str]:
        return [
            (
                "A creature on a square with land of its color gets "
                f"{rule_words.bonus(self.power, self.toughness)}."
            )
        ]

    def times(self, game: GameCore, obj: GameObject, c: Characteristics) -> int:
        return color_matches(ground.types_at(game, obj.space, besides=obj.id), c.colors)

    def because(self, game: GameCore, obj: GameObject) -> str:
        return f"{_named(ground.types_at(game, obj.space, besides=obj.id))} under it"


class HeldLand(Terrain, frozen=True):
    """In an area its controller holds, except Strongholds of players still in the game (C-30)."""

    needs = (AREAS,)

    goes_by: ClassVar[tuple[str, ...]] = ("area.holder", "area.stronghold", "player.out")

    def told(self, rules: Variant) -> list[str]:
        gain = rule_words.bonus(self.power, self.toughness)
        return [
            (
                f"A creature in a {{space}} its controller holds gets {gain}, except in the "
                "Stronghold of a player still in the game."
            )
        ]

    def times(self, game: GameCore, obj: GameObject, c: Characteristics) -> int:
        area = game.state.areas[obj.space]
        return (
            area.holder == obj.controller
            and area.stronghold != obj.controller
            and special_owner(game, obj.space) == NOBODY
        )

    def because(self, game: GameCore, obj: GameObject) -> str:
        return "its controller holds the land under it"


class DugIn(Terrain, frozen=True):
    """For an untapped creature on land of its color, or next to such land (F-25).

    The bonus counts once for the land under the creature and once for each matching face-up land
    next to it without opponents' creatures. Creatures that share a card get the bonus once
    together, for the colors of all the untapped ones (F-30).
    """

    needs = (LAND,)

    goes_by: ClassVar[tuple[str, ...]] = ("area.face_up", "area.land", "phased", "on_map.loose")
    here: ClassVar[tuple[str, ...]] = ("tapped",)
    beside: ClassVar[tuple[str, ...]] = ("controller", "space")

    def told(self, rules: Variant) -> list[str]:
        gain = rule_words.bonus(self.power, self.toughness)
        return [
            f"An untapped creature gets {gain} on land that matches its color, and {gain} for "
            "each matching face-up land next to it "
            f"without an opponent's creature on it. The matches are {rule_words.COLORS_OF_LANDS}."
        ]

    def times(self, game: GameCore, obj: GameObject, c: Characteristics) -> int:
        # land that has become a creature gets no bonus from itself
        if obj.tapped or obj.on_map.loose:
            return 0
        objects, standing = game.state.objects, places(game)
        colors = c.colors
        for ident in standing.get(obj.space, ()):
            if (
                ident != obj.id
                and (other := objects[ident]).controller == obj.controller
                and not other.tapped
            ):
                if ident < obj.id:
                    return 0  # the creature with the lowest number gets the bonus for all
                colors = colors | game.characteristics(ident).colors
        suited = types_of(colors)
        found = int(not suited.isdisjoint(land_types(game, obj.space)))
        for space in game.board.neighbors[obj.space]:
            if not suited.isdisjoint(land_types(game, space)):
                found += all(
                    objects[ident].controller == obj.controller for ident in standing.get(space, ())
                )
        return found

    def because(self, game: GameCore, obj: GameObject) -> str:
        return "land of its color under it and next to it, until it taps"


def _named(types: frozenset[str]) -> str:
    return " ".join(sorted(types)) or "land"


def parts_of_bonus(
    game: GameCore, rules: tuple[Terrain, ...], obj: GameObject, c: Characteristics
) -> list[tuple[int, int, str]]:
    """Return the bonus by rule: power, toughness and the source of each."""
    if obj.on_map.braced is not None:
        return [(*bonus(game, rules, obj, c), "the land, when its attack was declared")]
    found = [(each, *bonus(game, (each,), obj, c)) for each in rules]
    return [
        (power, toughness, each.because(game, obj))
        for each, power, toughness in found
        if power or toughness
    ]


def offered(
    game: GameCore, rules: tuple[Terrain, ...], space: int, obj: GameObject
) -> list[tuple[str, int, int, str]]:
    """Return the bonuses that an untapped creature like `obj` would get in a space.

    Each comes as a color, the power, the toughness and the source; the color is empty if creatures
    of any color get the bonus.
    """
    on_map = replace(obj.on_map, braced=None, loose=False)
    there = replace(obj, id=0, space=space, tapped=False, on_map=on_map)
    c = game.characteristics(obj.id).copy()
    found: list[tuple[str, int, int, str]] = []
    for rule in rules:
        c.colors = frozenset()
        usual = rule.times(game, there, c)
        if usual and not rule.here:  # creatures there may share their bonus
            power, toughness = usual * rule.power, usual * rule.toughness
            found.append(("", power, toughness, rule.because(game, there)))
        for color in COLOR_WORDS:
            c.colors = frozenset((color,))
            times = rule.times(game, there, c)
            if times > usual:
                power, toughness = times * rule.power, times * rule.toughness
                found.append((color, power, toughness, rule.because(game, there)))
    return found


def bonus(
    game: GameCore, rules: tuple[Terrain, ...], obj: GameObject, c: Characteristics
) -> tuple[int, int]:
    """Return the power and toughness that terrain adds to an object."""
    if obj.space < 0 or "Creature" not in c.types:
        return 0, 0
    if obj.on_map.braced is not None:
        return obj.on_map.braced
    power = toughness = 0
    for rule in rules:
        if times := rule.times(game, obj, c):
            power += times * rule.power
            toughness += times * rule.toughness
    return power, toughness


def secret_bonus(game: GameCore, obj: GameObject, c: Characteristics) -> tuple[int, int]:
    """Return the part of an object's bonus that comes from face-down land (W-25)."""
    areas = game.state.areas
    if not areas or obj.space < 0 or areas[obj.space].face_up:
        return 0, 0
    return bonus(game, map_rules(game).terrain, obj, c)


def as_shown(
    game: GameCore, obj: GameObject, c: Characteristics, seat: int | None
) -> Characteristics:
    """Return an object's characteristics as a seat sees them (W-25).

    Bonuses from land that the seat can't see are left out, both the object's own and those of
    objects that its size depends on.
    """
    table = _known_to(game, seat) if _unseen(game, seat) else None
    if table is not None:
        return table.get(obj.id, c)
    power, toughness = secret_bonus(game, obj, c)
    if not (power or toughness) or sees_land(game.state.areas[obj.space], seat):
        return c
    shown = c.copy()
    shown.power, shown.toughness = c.power - power, c.toughness - toughness
    return shown


@derived_for("area.land", "area.stronghold", "area.face_up")
def _unseen(game: GameCore, seat: int | None) -> list[int]:
    """Return the lands of Strongholds that a seat can't see."""
    return [
        area.land
        for area in game.state.areas
        if area.land and area.stronghold != NOBODY and not sees_land(area, seat)
    ]


@derived_for(EVERYTHING)
def _known_to(game: GameCore, seat: int | None) -> Mapping[int, Characteristics] | None:
    """Return all permanents' characteristics without the effects of land that a seat can't see.

    None if no permanent's characteristics depend on others' sizes. They are computed in a fork, so
    any change of this position makes them out of date.
    """
    cache = in_full(game)
    if not (cache.entangled or any(map(goes_by_size, cache.effects))):
        return None
    other = game.fork()
    for land in _unseen(game, seat):
        other.state.change(land, printed=unknown_card())
    other.state.forget()
    return other.permanents.table
