"""What could happen: armies that can come to a space, and how an attack would end. Read off a View, for the player's eyes only."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from engine.view import ObjectView, SpaceView, View


class Presence(Struct, frozen=True):
    """Power in a space: standing there now, and in the spaces next to it, able to come."""

    here: int
    near: int


def presence(view: View, seats: Collection[int], space: SpaceView) -> Presence:
    """The power that some players' creatures have in a space, and could bring there in one move."""
    here = near = 0
    for item in view.permanents:
        if item.power is None or item.controller not in seats:
            continue
        if item.space == space.name:
            here += max(item.power, 0)
        elif item.space in space.neighbors and "defender" not in item.keywords:
            near += max(item.power, 0)
    return Presence(here, near)


def overlay(view: View, kind: str) -> dict[str, str]:
    """For each space a note such as "4+3": power there now and one move away; "reach" for one's own, "threat" for everyone else's."""
    viewer = view.seat if view.seat is not None else view.turn.active
    mine = {viewer}
    seats = mine if kind == "reach" else {player.seat for player in view.players if not player.out} - mine
    notes: dict[str, str] = {}
    for space in view.spaces:
        power = presence(view, seats, space)
        if power.here or power.near:
            notes[space.name] = f"{power.here}+{power.near}"
    return notes


class Attack(Struct, frozen=True):
    """An attack in progress: power that would reach the land, what is needed, how many could still block."""

    space: str
    power: int
    need: int
    blockers: int

    @property
    def verdict(self) -> str:
        """In a few words whether that is enough."""
        reach = "enough" if self.power >= self.need else f"{self.need - self.power} short"
        return reach + (f", {self.blockers} could block" if self.blockers else "")


def attack(view: View) -> Attack | None:
    """How the attack in progress stands; none when nobody attacks."""
    combat = view.combat
    space = next((s for s in view.spaces if combat and s.name == combat.space), None)
    if combat is None or space is None or not combat.attackers:
        return None
    on_map = {item.id: item for item in view.permanents}
    through = [
        on_map[ident].power or 0 for ident, aim, _, blocked in combat.attackers if ident in on_map and aim == space.land and not blocked
    ]
    settled = any(blocked for *_, blocked in combat.attackers)
    blockers = 0 if settled else sum(_could_block(item, combat.seat, space.name) for item in view.permanents)
    return Attack(space.name, sum(max(power, 0) for power in through), space.conquer_value, blockers)


def _could_block(item: ObjectView, attacker: int, space: str) -> bool:
    return item.power is not None and item.space == space and item.controller != attacker and not item.tapped and not item.blocking
