"""Equal things: permanents and cards that a player could not tell apart, so that a list has them
in one row: "3× Llanowar Elves".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property

from engine.actions import Action
from engine.base.records import replace
from engine.view import ObjectView, View


class Looks:
    """Everything that a player can see of the objects of a view, without their ids."""

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
        view = self._view
        zones = [view.permanents, view.stack, view.revealed, view.land_graveyard]
        zones += [
            zone
            for player in view.players
            for zone in (player.hand, player.graveyard, player.exile, player.phased)
        ]
        return {item.id: item for zone in reversed(zones) for item in zone}

    def of(self, ident: int) -> object:
        """Return what an object looks like: equal for two objects only if a player could not tell
        them apart.

        Objects that other objects name (an Aura's creature, a target, a blocker) look like nothing
        else, and neither do players, their tokens, spells and abilities on the stack, and the land
        of the map.
        """
        item = self._items.get(ident)
        if item is None or item.player_token or item.zone == "stack" or ident in self._named:
            return ident
        return replace(item, id=0)

    def item(self, ident: int) -> ObjectView | None:
        """Return an object of the view by its id; None if the seat may not see it."""
        return self._items.get(ident)

    def ties(self, item: ObjectView) -> list[str]:
        """Return what an object is bound to that its size and state do not say: attachments,
        carriers, fights, spells.
        """
        view = self._view
        said = [f"with {each.name}" for each in view.permanents if each.attached_to == item.id]
        said += [f"carrying {each.name}" for each in view.permanents if each.carried_by == item.id]
        bearer = self.item(item.attached_to or item.carried_by)
        said += [f"on {bearer.name} {bearer.space}".rstrip()] if bearer is not None else []
        said += [f"blocking {view.object_name(ident)}" for ident in item.blocking]
        said += [f"blocked by {each.name}" for each in view.permanents if item.id in each.blocking]
        said += [f"target of {each.name}" for each in view.stack if item.id in each.targets]
        return [*said, *item.keywords, *item.changes, *(["not a card"] if item.token else [])]

    def done(self, action: Action) -> object:
        """Return what doing an action looks like: equal for two actions only if all the objects
        concerned look alike.
        """
        return replace(action, object=0, target=0), self.of(action.object), self.of(action.target)


def set_apart(sentences: Sequence[str], ties: Sequence[Sequence[str]]) -> list[str]:
    """Return what to add to each of several sentences so that no two read the same; nothing where
    they differ already.

    This is what one object is bound to (`ties`) and others of the same sentence are not, or else a
    number.
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
    """Return things in their order, equal ones together where the first of them is; those `apart`,
    by id, are like nothing else.

    Anything that bears an attachment, or that other objects name, stands alone.
    """
    named = _named(view).union(apart)
    groups: dict[object, list[ObjectView]] = {}
    for item in items:
        together = item.zone == "battlefield" and not item.player_token and item.id not in named
        groups.setdefault(replace(item, id=0) if together else item.id, []).append(item)
    return list(groups.values())


def _named(view: View) -> set[int]:
    """Return the ids of what others name: whatever bears or carries something, is a target,
    blocks or is blocked.
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
