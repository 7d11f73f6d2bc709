"""Grouping of indistinguishable permanents and cards, for rows like "3× Llanowar Elves"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from engine.actions import Action
from engine.base.records import replace
from engine.view import ObjectView, View


def visible_objects(view: View) -> dict[int, ObjectView]:
    """Return all objects visible to a View's seat, in every zone, by id."""
    zones = [view.permanents, view.stack, view.revealed, view.land_graveyard]
    zones += [
        zone
        for player in view.players
        for zone in (
            player.hand,
            player.top,
            player.graveyard,
            player.exile,
            player.phased,
            player.emblems,
        )
    ]
    return {item.id: item for zone in reversed(zones) for item in zone}


class Looks:
    """The visible features of a view's objects, without ids."""

    def __init__(self, view: View) -> None:
        self._view = view

    @cached_property
    def _named(self) -> set[int]:
        view = self._view
        bearers = {
            ident
            for item in view.permanents
            for ident in (item.attached_to, item.carried_by, *item.blocking)
            if ident
        }
        return bearers | {ident for item in view.stack for ident in item.targets}

    @cached_property
    def _items(self) -> Mapping[int, ObjectView]:
        return visible_objects(self._view)

    def of(self, ident: int) -> object:
        """Return an object's look, equal for two objects only if no player can tell them apart.

        Objects that other objects refer to (an Aura's creature, a target, a blocker) have looks of
        their own, as do players, their tokens, spells and abilities on the stack, and the land of
        the map.
        """
        item = self._items.get(ident)
        if item is None or item.player_token or item.zone == "stack" or ident in self._named:
            return ident
        return replace(item, id=0)

    def item(self, ident: int) -> ObjectView | None:
        """Return an object of the view by id; None if hidden from the seat."""
        return self._items.get(ident)

    def ties(self, item: ObjectView) -> list[str]:
        """Return an object's relations: attachments, carriers, fights, targeting spells."""
        view = self._view
        said = [f"with {each.name}" for each in view.permanents if each.attached_to == item.id]
        said += [f"carrying {each.name}" for each in view.permanents if each.carried_by == item.id]
        bearer = self.item(item.attached_to or item.carried_by)
        said += [f"on {bearer.name} {bearer.space}".rstrip()] if bearer is not None else []
        said += [f"blocking {view.object_name(ident)}" for ident in item.blocking]
        said += [f"blocked by {each.name}" for each in view.permanents if item.id in each.blocking]
        said += [f"target of {each.name}" for each in view.stack if item.id in each.targets]
        said += [ZONES[item.zone]] if item.zone in ZONES else []
        return [*said, *item.keywords, *item.changes, *(["not a card"] if item.token else [])]

    def done(self, action: Action) -> object:
        """Return an action's look, equal for two actions only if all their objects look alike."""
        return replace(action, object=0, target=0), self.of(action.object), self.of(action.target)


ZONES = {
    "graveyard": "in the graveyard",
    "exile": "in exile",
    "library": "on top of the library",
}
"""The words for zones from which cards are played, as from a hand."""


def set_apart(sentences: Sequence[str], ties: Sequence[Sequence[str]]) -> list[str]:
    """Return an addition to each sentence so that no two read the same; empty if not needed.

    The addition names relations (`ties`) that equal sentences don't share, or else a number.
    """
    together: dict[str, list[Sequence[str]]] = {}
    for sentence, bound in zip(sentences, ties, strict=True):
        together.setdefault(sentence, []).append(bound)
    shared = {sentence: set(each[0]).intersection(*each[1:]) for sentence, each in together.items()}
    whole = [
        (sentence, ", ".join(tie for tie in bound if tie not in shared[sentence]))
        for sentence, bound in zip(sentences, ties, strict=True)
    ]
    still, seen = Counter(whole), Counter[tuple[str, str]]()
    told: list[str] = []
    for each in whole:
        seen[each] += 1
        number = f"no. {seen[each]}" if still[each] > 1 else ""
        told.append(", ".join(filter(None, (each[1], number))))
    return told


def alike(
    view: View, items: Iterable[ObjectView], apart: Collection[int] = ()
) -> list[list[ObjectView]]:
    """Return objects in groups of equal ones, each group at the place of its first object.

    Objects with an id in `apart`, with an attachment, or referred to by other objects stand alone.
    """
    named = _named(view).union(apart)
    groups: dict[object, list[ObjectView]] = {}
    for item in items:
        together = item.zone == "battlefield" and not item.player_token and item.id not in named
        groups.setdefault(replace(item, id=0) if together else item.id, []).append(item)
    return list(groups.values())


def _named(view: View) -> set[int]:
    """Return the ids of objects in a relation to others.

    Such objects bear or carry something, are targets, block or are blocked.
    """
    named = {
        ident
        for item in view.permanents
        for ident in (item.attached_to, item.carried_by, *item.blocking)
        if ident
    }
    named |= {
        item.id for item in view.permanents if item.attached_to or item.carried_by or item.blocking
    }
    return named | {ident for item in view.stack for ident in item.targets}
