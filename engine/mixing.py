"""What a variant's tables need of each other: rules for areas on areas, rules for squares on squares, and so on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.fronts.arrival import BackRow, BesideToken, InStronghold
from engine.fronts.attack import AreaAttack
from engine.fronts.aura_removal import RemoveAura
from engine.fronts.battle import Battles
from engine.fronts.belongings import Belongings, HandOver
from engine.fronts.countering import Countering
from engine.fronts.engagement import Engagements
from engine.fronts.expedition import ExploringMain, MoveCreatures, Scout
from engine.fronts.exploring import Exploring
from engine.fronts.ground import Ground
from engine.fronts.land_drops import PlayLand
from engine.fronts.land_mana import ThroughCreatures
from engine.fronts.layouts import Continent
from engine.fronts.mana import SupplyPoints
from engine.fronts.march import March
from engine.fronts.movement import Movement, OneStep
from engine.fronts.neighbors import AttackNeighbors
from engine.fronts.orders import OrderedAttack
from engine.fronts.pioneers import Pioneers
from engine.fronts.player_tokens import PlayerTokens
from engine.fronts.production import ManaProduction
from engine.fronts.reach import Local, Terrains, WithinMovement
from engine.fronts.skirmish import AttackByAttack
from engine.fronts.squares import Squares
from engine.fronts.strongholds import RevealStronghold, Strongholds
from engine.fronts.supply import Supply, UpkeepHeal
from engine.fronts.terrain import DugIn, HeldLand, MatchingLand, MatchingSquare
from engine.fronts.victory import HoldAreas, HoldStrongholds, Quiet
from engine.fronts.walking import ByLife, BySize, MovePiece, Walk
from engine.schema import Problem

if TYPE_CHECKING:
    from engine.cards.terms import Record
    from engine.fronts.layouts import Layout
    from engine.magic.turn import Step
    from engine.ruleset import Ruleset

AREAS, SQUARES, CONTINENT = "a map of areas", "a board with kind = 'squares'", "a board with kind = 'continent'"
LAND = "land on its spaces, as areas and continents have it"
OWN_LAND = "a map that is not made of the decks' lands"
TOKEN, STRONGHOLD, COMBAT = "the table [token]", "the table [stronghold]", "the table [combat]"
GROUND, BELONGINGS = "the table [ground]", "the table [belongings]"
POINTS, STEPS = "mana with kind = 'supply-points'", "movement with kind = 'one-step'"
MARCHES, WALKS = "movement with kind = 'one-step' or 'march'", "movement with kind = 'by-size' or 'by-life'"
EXPLORES = "movement with kind = 'exploring'"
MOVING = "a [[turn]] step with kind = 'movement'"
ATTACKING = "a [[turn]] step with kind = 'area-attack'"
FIGHTING = "a [[turn]] step with kind = 'ordered-attack' or 'attack-by-attack'"
WALKING = "an [[action]] with kind = 'move-piece'"
WANDERING = "an [[action]] with kind = 'move-creatures'"

NEEDS: dict[type, tuple[str, ...]] = {
    OneStep: (AREAS, MOVING),
    March: (AREAS, MOVING),
    BySize: (SQUARES, WALKING),
    ByLife: (SQUARES, WALKING),
    Exploring: (CONTINENT, WANDERING),
    Movement: (AREAS, MARCHES),
    ManaProduction: (AREAS, STRONGHOLD),
    Supply: (POINTS,),
    UpkeepHeal: (POINTS,),
    AreaAttack: (AREAS, STEPS),
    Battles: (AREAS,),
    OrderedAttack: (SQUARES, COMBAT),
    AttackByAttack: (SQUARES, COMBAT),
    ExploringMain: (EXPLORES,),
    MoveCreatures: (EXPLORES,),
    Scout: (EXPLORES,),
    AttackNeighbors: (EXPLORES,),
    MovePiece: (SQUARES, WALKS),
    PlayLand: (OWN_LAND,),
    RemoveAura: (TOKEN,),
    HandOver: (BELONGINGS,),
    RevealStronghold: (STRONGHOLD,),
    InStronghold: (STRONGHOLD,),
    BesideToken: (TOKEN,),
    BackRow: (EXPLORES,),
    Local: (AREAS,),
    Terrains: (AREAS,),
    WithinMovement: (SQUARES, WALKS),
    HoldAreas: (AREAS, ATTACKING),
    HoldStrongholds: (STRONGHOLD,),
    Quiet: (TOKEN,),
    ThroughCreatures: (CONTINENT,),
    MatchingLand: (LAND,),
    HeldLand: (AREAS,),
    MatchingSquare: (GROUND,),
    DugIn: (LAND,),
    Strongholds: (AREAS,),
    Pioneers: (CONTINENT,),
    PlayerTokens: (SQUARES,),
    Engagements: (SQUARES, WALKS, FIGHTING),
    Ground: (SQUARES,),
    Belongings: (TOKEN,),
    Countering: (TOKEN,),
}
"""What each kind of rule can't be played without."""


def problems(rules: Ruleset) -> Iterator[Problem]:
    """Every rule of a variant that lacks what it needs."""
    there = _there(rules)
    for where, record in _records(rules):
        for need in NEEDS.get(type(record), ()):
            if not there[need]:
                tag = record.__struct_config__.tag
                key, name = (f"{where}.kind", f"'{tag}'") if tag else (where, f"[{where}]")
                yield Problem(where=key, found=f"{name} without {need}", allowed=f"this {'kind' if tag else 'table'} only with {need}")


def _there(rules: Ruleset) -> dict[str, bool]:
    """What a variant has of all that rules can need."""
    layouts = [layout for number, layout in rules.board.layouts.items() if number in map(str, rules.players)]

    def takes(*kinds: type[Step]) -> bool:
        return any(isinstance(step, kinds) for step in rules.turn)

    return {
        AREAS: all(map(_is_of_areas, layouts)),
        SQUARES: all(isinstance(layout, Squares) for layout in layouts),
        CONTINENT: all(isinstance(layout, Continent) for layout in layouts),
        LAND: not any(isinstance(layout, Squares) for layout in layouts),
        OWN_LAND: not any(layout.from_decks for layout in layouts),
        TOKEN: rules.token is not None,
        STRONGHOLD: rules.stronghold is not None,
        COMBAT: rules.combat is not None,
        GROUND: rules.ground is not None,
        BELONGINGS: rules.belongings is not None,
        POINTS: isinstance(rules.mana, SupplyPoints),
        STEPS: isinstance(rules.movement, OneStep),
        MARCHES: isinstance(rules.movement, OneStep | March),
        WALKS: isinstance(rules.movement, Walk),
        EXPLORES: isinstance(rules.movement, Exploring),
        MOVING: takes(Movement),
        ATTACKING: takes(AreaAttack),
        FIGHTING: takes(OrderedAttack, AttackByAttack),
        WALKING: any(isinstance(action, MovePiece) for action in rules.action),
        WANDERING: any(isinstance(action, MoveCreatures) for action in rules.action),
    }


def _is_of_areas(layout: Layout) -> bool:
    return not isinstance(layout, Squares | Continent)


def _records(rules: Ruleset) -> Iterator[tuple[str, Record]]:
    """The tables of a variant that need others, with their keys."""
    yield "movement", rules.movement
    yield "arrival", rules.arrival
    yield "reach", rules.reach
    yield "mana", rules.mana
    for key, records in (("turn", rules.turn), ("action", rules.action), ("victory", rules.victory), ("terrain", rules.terrain)):
        for number, record in enumerate(records, 1):
            yield f"{key}.{number}", record
    tables = {
        "stronghold": rules.stronghold, "pioneer": rules.pioneer, "token": rules.token,
        "combat": rules.combat, "ground": rules.ground, "belongings": rules.belongings, "countering": rules.countering,
    }  # fmt: skip
    yield from ((key, table) for key, table in tables.items() if table is not None)
