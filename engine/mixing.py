"""What a variant's tables need of each other: rules for areas on areas, rules for squares on squares, and so on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.fronts.arrival import BesideToken, InStronghold
from engine.fronts.attack import AreaAttack
from engine.fronts.battle import Battles
from engine.fronts.mana import SupplyPoints
from engine.fronts.march import March
from engine.fronts.movement import Movement, OneStep
from engine.fronts.orders import OrderedAttack
from engine.fronts.production import ManaProduction
from engine.fronts.reach import Local, Terrains, WithinMovement
from engine.fronts.shedding import RemoveAura
from engine.fronts.squares import Squares
from engine.fronts.strongholds import RevealStronghold
from engine.fronts.supply import Supply, UpkeepHeal
from engine.fronts.victory import HoldAreas, HoldStrongholds
from engine.fronts.walking import BySize, MovePiece
from engine.schema import Problem

if TYPE_CHECKING:
    from engine.cards.model import Record
    from engine.ruleset import Ruleset

AREAS, SQUARES, TOKEN = "a map of areas", "a board with kind = 'squares'", "the table [token]"
STRONGHOLD, COMBAT, POINTS = "the table [stronghold]", "the table [combat]", "mana with kind = 'supply-points'"

NEEDS: dict[type, tuple[str, ...]] = {
    OneStep: (AREAS,),
    March: (AREAS,),
    BySize: (SQUARES,),
    Movement: (AREAS,),
    ManaProduction: (AREAS, STRONGHOLD),
    Supply: (POINTS,),
    UpkeepHeal: (POINTS,),
    AreaAttack: (AREAS,),
    Battles: (AREAS,),
    OrderedAttack: (SQUARES, COMBAT),
    MovePiece: (SQUARES,),
    RemoveAura: (TOKEN,),
    RevealStronghold: (STRONGHOLD,),
    InStronghold: (STRONGHOLD,),
    BesideToken: (TOKEN,),
    Local: (AREAS,),
    Terrains: (AREAS,),
    WithinMovement: (SQUARES,),
    HoldAreas: (AREAS,),
    HoldStrongholds: (STRONGHOLD,),
}
"""What each kind of rule can't be played without."""


def problems(rules: Ruleset) -> Iterator[Problem]:
    """Every rule of a variant that lacks what it needs."""
    layouts = rules.board.layouts.values()
    there = {
        AREAS: any(not isinstance(layout, Squares) for layout in layouts),
        SQUARES: any(isinstance(layout, Squares) for layout in layouts),
        TOKEN: rules.token is not None,
        STRONGHOLD: rules.stronghold is not None,
        COMBAT: rules.combat is not None,
        POINTS: isinstance(rules.mana, SupplyPoints),
    }
    for where, record in _records(rules):
        for need in NEEDS.get(type(record), ()):
            if not there[need]:
                found = f"'{record.__struct_config__.tag}' without {need}"
                yield Problem(where=f"{where}.kind", found=found, allowed=f"this kind only with {need}")


def _records(rules: Ruleset) -> Iterator[tuple[str, Record]]:
    """The tables of a variant that have a kind, with their keys."""
    yield "movement", rules.movement
    yield "arrival", rules.arrival
    yield "reach", rules.reach
    for key, records in (("turn", rules.turn), ("action", rules.action), ("victory", rules.victory)):
        for number, record in enumerate(records, 1):
            yield f"{key}.{number}", record
