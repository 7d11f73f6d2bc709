"""Equals: permanents that differ in nothing a player could see, so that a list has them in one row: "3× Llanowar Elves"."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.records import replace
from engine.view import ObjectView, View


def alike(view: View, items: Iterable[ObjectView], apart: Collection[int] = ()) -> list[list[ObjectView]]:
    """Things in their order, equals together where the first of them is; those `apart`, by id, are like nothing else.

    What has something attached to it, or is spoken of by others, stands alone.
    """
    named = _named(view).union(apart)
    groups: dict[object, list[ObjectView]] = {}
    for item in items:
        together = item.zone == "battlefield" and not item.player_token and item.id not in named
        groups.setdefault(replace(item, id=0) if together else item.id, []).append(item)
    return list(groups.values())


def _named(view: View) -> set[int]:
    """The things that others name: what bears or carries something, is aimed at, blocks or is blocked."""
    named = {ident for item in view.permanents for ident in (item.attached_to, item.carried_by, *item.blocking) if ident}
    named |= {item.id for item in view.permanents if item.attached_to or item.carried_by or item.blocking}
    return named | {ident for item in view.stack for ident in item.targets}
