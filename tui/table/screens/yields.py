"""The page of yields: all that a player may or may not want to be asked about, in one place."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from engine.view import View
from tui.settings.screens.switches import Switch, Switches
from tui.table.stops.stops import NO_TURN, WISHES, Stops

TITLE = "What you are asked about"


def yields_page(stops: Stops, view: View) -> Switches:
    """A player's stops, wishes and yields as switches."""
    rows = [Switch("In any step: ask me about")]
    rows += [
        Switch(words, partial(_has, stops.wishes, wish), partial(stops.toggle_wish, wish))
        for wish, words in WISHES.items()
    ]
    if view.turn.active != view.seat and view.turn.number:
        rows += [
            Switch(""),
            Switch(f"During {view.players[view.turn.active].name}'s turn"),
            _rest(stops, view.turn.number),
        ]
    for own, whose in ((True, "your own turns"), (False, "other players' turns")):
        rows += [Switch(""), Switch(f"During {whose}: stop and ask me in")]
        chosen = stops.own if own else stops.others
        rows += [
            Switch(name, partial(_has, chosen, step), _toggling(stops, step, own=own))
            for step, name in enumerate(view.turn.steps)
        ]
    rows += [
        Switch(""),
        Switch("Always"),
        Switch(
            "ask me at every opportunity", lambda: stops.full_control, partial(_flip_control, stops)
        ),
    ]
    rows += [
        Switch("ask me how to pay", lambda: not stops.pays_by_itself, partial(_flip_paying, stops))
    ]
    rows += [
        Switch(
            "ask me where creatures enter",
            lambda: not stops.places_by_itself,
            partial(_flip_placing, stops),
        )
    ]
    return Switches(TITLE, rows)


def _rest(stops: Stops, turn: int) -> Switch:
    """Return whether the rest of a turn is passed, except for threats to the player."""

    def flip() -> None:
        stops.resting = NO_TURN if stops.resting == turn else turn

    words = "pass unless you are attacked, or you or something you control is targeted"
    return Switch(words, lambda: stops.resting == turn, flip)


def _has(chosen: Collection[object], what: object) -> bool:
    return what in chosen


def _toggling(stops: Stops, step: int, *, own: bool) -> Callable[[], object]:
    return lambda: stops.toggle(step, own=own)


def _flip_paying(stops: Stops) -> None:
    stops.pays_by_itself = not stops.pays_by_itself


def _flip_placing(stops: Stops) -> None:
    stops.places_by_itself = not stops.places_by_itself


def _flip_control(stops: Stops) -> None:
    stops.full_control = not stops.full_control
