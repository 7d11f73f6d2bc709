"""Derived values: what follows from a position, found out once for as long as what it follows from
stays as it is.

A derived value is a function of a game that says which columns of the position
(`engine.base.dirty_flags`) it goes by:

    @derived("controller", "space", "types")
    def creatures_by_space(game): ...

It is called like any other function. It looks at these columns and at no others; under the witness
(`engine.magic.index.dependency_check`) reading one that it hasn't declared is a fault. Which
permanents there are, and whatever a record never changes, needs no saying: but whoever looks for
nobody who has nothing in a column names it `WITH + "keywords"`, and stays what it is while others
come and go. A function that goes by another derived value names that one in place of its columns;
`EVERYTHING` stands for all of them, `RECORDS` for all of the objects.

What keeps it up to date is in three places. `State` has the only hands that write a position, and
each sets the marks of the values that go by the column that it changes. What permanents are
(`engine.magic.continuous.characteristics`), the one value that is brought up to date bit by bit,
sets the marks of those that go by it when permanents become something else. And a value is found
out again when it is asked for and its mark is set. Forks share what has been found out, so nobody
changes what these functions return.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar, TypeVarTuple

import engine.magic.core.position  # noqa: F401 # pyright: ignore[reportUnusedImport] # which has the columns
from engine.base.dirty_flags import PRESENCE, VALUES, Value, declare

if TYPE_CHECKING:
    from engine.magic.core.game import Game
    from engine.magic.index.dependency_check import Witness

A = TypeVarTuple("A")
R = TypeVar("R")
ASKS: dict[int, Callable[..., Any]] = {}  # every derived value's function, by its number
ANSWERS: set[int] = set()  # the numbers of those that are kept by what is asked about
WITNESSES: list[Witness] = []  # who watches what derived values read, if anybody does


def derived(
    *goes_by: str | Callable[..., Any],
) -> Callable[[Callable[[Game], R]], Callable[[Game], R]]:
    """A value that follows from these columns of a position, and from nothing else."""

    def made(find_out: Callable[[Game], R]) -> Callable[[Game], R]:
        value = declared(find_out.__name__, goes_by)
        number, mark, first = value.number, value.mark, value.waits_for
        waits = mark | first

        @wraps(find_out)
        def found_out(game: Game) -> R:
            state = game.state
            if state.stale & waits:
                if state.stale & first:
                    game.permanents  # noqa: B018 # which may set the mark
                if state.stale & mark:
                    if game.effort is not None:
                        game.effort.spend(1 + len(state.battlefield) // 16)
                    found = (
                        find_out(game)
                        if not WITNESSES
                        else WITNESSES[-1].watch(value, find_out, game)
                    )
                    state.keep(number, found)
                    return found
            return state.kept[number]

        ASKS[number] = found_out
        return found_out

    return made


def derived_for(
    *goes_by: str | Callable[..., Any],
) -> Callable[[Callable[[Game, *A], R]], Callable[[Game, *A], R]]:
    """A value for each of several things that are asked about: a seat, a space, permanents.

    Not cards in hands and libraries: what has been found out of them is shared with forks, in which
    other cards may have their ids.
    """

    def made(find_out: Callable[[Game, *A], R]) -> Callable[[Game, *A], R]:
        value = declared(find_out.__name__, goes_by)
        number, mark, first = value.number, value.mark, value.waits_for
        waits = mark | first

        @wraps(find_out)
        def found_out(game: Game, *asked: *A) -> R:
            state = game.state
            if state.stale & waits:
                if state.stale & first:
                    game.permanents  # noqa: B018 # which may set the mark
                if state.stale & mark:
                    state.keep(number, {})
            answers = state.kept[number]
            if asked in answers:
                return answers[asked]
            if game.effort is not None:
                game.effort.spend(1 + len(state.battlefield) // 64)
            found = (
                find_out(game, *asked)
                if not WITNESSES
                else WITNESSES[-1].watch(value, find_out, game, *asked)
            )
            answers[asked] = found
            return found

        ASKS[number] = found_out
        ANSWERS.add(number)
        return found_out

    return made


def declared(name: str, goes_by: tuple[str | Callable[..., Any], ...]) -> Value:
    """The value that a function of this name finds out, which goes by columns and by what other
    values go by.
    """
    columns: set[str] = set()
    for each in goes_by:
        if isinstance(each, str):
            columns.add(each)
        else:
            other = next(VALUES[number] for number, ask in ASKS.items() if ask is each)
            columns |= other.columns | ({PRESENCE} if other.of_presence else set())
    return declare(name, columns)
