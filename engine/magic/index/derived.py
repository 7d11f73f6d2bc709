"""Derived values: functions of a position, cached until a column that they read changes.

A derived value is a function of a game that declares the columns of the position
(`engine.base.dirty_flags`) it depends on:

    @derived("controller", "space", "types")
    def creatures_by_space(game): ...

The function is called like any other. It may read only declared columns; the dependency check
(`tui.tools.dependency_check`) raises an error otherwise. The set of permanents and fields
that never change need no declaration. A function that calls another derived value declares that
function instead of its columns. `EVERYTHING` stands for all columns, `RECORDS` for all columns of
objects.

Three places keep derived values up to date. `State` has the only methods that write a position, and
each sets the dirty masks of the values that depend on the changed column. Characteristics
(`engine.magic.continuous.characteristics`), the one value that is updated piece by piece, set the
masks of their dependents when they change. Finally, a value with its mask set is recomputed on its
next call. Forks share cached values, so callers must not modify them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

import engine.magic.core.position  # noqa: F401 # pyright: ignore[reportUnusedImport] # defines the columns
from engine.base.dirty_flags import PRESENCE, VALUES, Value, declare

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore

A = TypeVarTuple("A")
R = TypeVar("R")
ASKS: dict[int, Callable[..., Any]] = {}  # the function of every derived value, by number
ANSWERS: set[int] = set()  # the numbers of the values cached per argument


def derived(
    *goes_by: str | Callable[..., Any],
) -> Callable[[Callable[[GameCore], R]], Callable[[GameCore], R]]:
    """Declare a function of a game as a derived value that depends on these columns."""

    def made(find_out: Callable[[GameCore], R]) -> Callable[[GameCore], R]:
        value = declared(find_out.__name__, goes_by)
        number, mask, first = value.number, value.mask, value.waits_for
        waits = mask | first

        @wraps(find_out)
        def found_out(game: GameCore) -> R:
            state = game.state
            if state.dirty & waits:
                if state.dirty & first:
                    game.permanents  # noqa: B018 # may set the mask
                if state.dirty & mask:
                    if game.effort is not None:
                        game.effort.spend(1 + len(state.battlefield) // 16)
                    found = find_out(game)
                    state.keep(number, found)
                    return found
            return state.kept[number]

        ASKS[number] = found_out
        return found_out

    return made


def derived_for(
    *goes_by: str | Callable[..., Any],
) -> Callable[[Callable[[GameCore, *A], R]], Callable[[GameCore, *A], R]]:
    """Declare a derived value with arguments: a seat, a space or permanents.

    Arguments must not be cards in hands or libraries: cached values are shared with forks, in which
    other cards may have the same ids.
    """

    def made(find_out: Callable[[GameCore, *A], R]) -> Callable[[GameCore, *A], R]:
        value = declared(find_out.__name__, goes_by)
        number, mask, first = value.number, value.mask, value.waits_for
        waits = mask | first

        @wraps(find_out)
        def found_out(game: GameCore, *asked: *A) -> R:
            state = game.state
            if state.dirty & waits:
                if state.dirty & first:
                    game.permanents  # noqa: B018 # may set the mask
                if state.dirty & mask:
                    state.keep(number, {})
            answers = state.kept[number]
            if asked in answers:
                return answers[asked]
            if game.effort is not None:
                game.effort.spend(1 + len(state.battlefield) // 64)
            found = answers[asked] = find_out(game, *asked)
            return found

        ASKS[number] = found_out
        ANSWERS.add(number)
        return found_out

    return made


def declared(name: str, goes_by: tuple[str | Callable[..., Any], ...]) -> Value:
    """Register a derived value by name, with its columns and those of other derived values."""
    columns: set[str] = set()
    for each in goes_by:
        if isinstance(each, str):
            columns.add(each)
        else:
            other = next(VALUES[number] for number, ask in ASKS.items() if ask is each)
            columns |= other.columns | ({PRESENCE} if other.of_presence else set())
    return declare(name, columns)
