"""A check of declared columns, for tests and the fuzzer.

Within `with Witness():` a derived value that reads an undeclared column raises UndeclaredError. The
engine knows nothing of the check: the context manager wraps the functions of derived values, the
updates of characteristics and the checks of state-based actions from outside. It sees nothing of a
compiled engine, whose functions can't be wrapped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from types import CellType
from typing import Any

from engine.base.dirty_flags import (
    ALL,
    ALL_CHARACTERISTICS,
    CHARACTERISTICS,
    LAND,
    OWNED,
    SPECIAL,
    STATE_BASED_ACTIONS,
    VALUES,
    Columns,
    Value,
    of_all,
)
from engine.cards.characteristics import Characteristics, Printed
from engine.magic.continuous import characteristics
from engine.magic.core.position import NOBODY, Area, GameObject, OnMap, Player, State, Turn
from engine.magic.index.derived import ASKS
from engine.magic.turn import state_based

READS: tuple[tuple[type, frozenset[str], str], ...] = (
    (GameObject, Columns.objects - Columns.on_map, ""),
    (OnMap, Columns.on_map, "on_map."),
    (Player, Columns.players, "player."),
    (Area, Columns.areas, "area."),
    (Turn, Columns.turn, "turn."),
    (Characteristics, Columns.now, ""),
    (State, Columns.whole, ""),
)  # the records whose fields are columns, with the prefix of the column names
UNSAID = frozenset({
    "id", "owner", "token", "player.seat", "player.name",  # fixed for the life of a record
    # the tables themselves: reads inside them are noted
    "objects", "players", "areas", "turn", "battlefield",
    "version", "holes", "dirty", "readers", "permanents", "touched", "unchecked", "kept", "shares",
    "lands",
})  # fmt: skip
"""Fields that need no declaration."""
BUT_ALWAYS = ALL ^ (ALL_CHARACTERISTICS | STATE_BASED_ACTIONS)


class UndeclaredError(AssertionError):
    """A derived value reads a column that it doesn't declare."""


class Witness:
    """A context manager that records the columns that derived values read."""

    def __init__(self) -> None:
        # for each value being computed: the columns read, and through which other value
        self._finding: list[dict[str, str]] = []
        self._own: dict[type, Any] = {}
        self._wrapped = ExitStack()

    def __enter__(self) -> Witness:
        for kind, names, prefix in READS:
            self._own[kind] = kind.__getattribute__
            type.__setattr__(
                kind,
                "__getattribute__",
                self._noting(kind, {name.removeprefix(prefix): name for name in names}),
            )
        for number, ask in ASKS.items():
            self._wrap(computing(ask), "cell_contents", partial(self.watch, VALUES[number]))
        self._leave_out_new_cards()
        self._wrap(characteristics, "_bring", self.watch_permanents)
        self._wrap(state_based, "_look_and_do", self.watch_checks)
        return self

    def __exit__(self, *_: object) -> None:
        self._wrapped.close()
        for kind, own in self._own.items():
            if own is object.__getattribute__:
                type.__delattr__(kind, "__getattribute__")
            else:
                type.__setattr__(kind, "__getattribute__", own)

    def _wrap(self, holder: object, name: str, watch: Callable[..., Any]) -> None:
        self._wrapped.enter_context(wrapped(holder, name, watch))

    def _leave_out_new_cards(self) -> None:
        """Note nothing that is read while a card is prepared for play: its text never changes."""
        prepare = Printed.__init__

        def unnoted(face: Printed, card: Any) -> None:
            self._noted(prepare, face, card)

        type.__setattr__(Printed, "__init__", unnoted)
        self._wrapped.callback(type.__setattr__, Printed, "__init__", prepare)

    def _noting(self, kind: type, columns: dict[str, str]) -> Callable[[Any, str], Any]:
        finding, read = self._finding, self._own[kind]

        def noting(record: Any, name: str) -> Any:
            found = read(record, name)
            if name == "dirty" and kind is State:
                return found | BUT_ALWAYS  # only characteristics are cached
            if finding and name in columns:
                part = ""
                if kind is GameObject and name not in UNSAID:
                    part = LAND if read(record, "owner") == NOBODY else OWNED
                finding[-1].setdefault(part + columns[name], "")
            return found

        return noting

    def _noted(self, find_out: Callable[..., Any], *args: Any) -> tuple[Any, dict[str, str]]:
        self._finding.append({})
        try:
            found = find_out(*args)
        finally:
            read = self._finding.pop()
        return found, read

    def watch(self, value: Value, find_out: Callable[..., Any], *args: Any) -> Any:
        """Compute a value with a function, and check the columns that the function reads.

        Columns read through other values count as well.
        """
        found, read = self._noted(find_out, *args)
        self.check(value, read)
        if self._finding:
            self._finding[-1].update(
                {
                    column: f" by way of {value.name}"
                    for column in read
                    if column not in self._finding[-1]
                }
            )
        return found

    def watch_permanents(self, bring: Callable[[Any], None], game: Any) -> None:
        """Check the computation of characteristics.

        The declared columns change as effects come and go, so those before and after both count.
        """
        before = _declared(game, CHARACTERISTICS)
        _, read = self._noted(bring, game)
        value = _declared(game, CHARACTERISTICS) or VALUES[0]
        value = value._replace(
            columns=value.columns.union(before.columns if before is not None else (), Columns.now)
        )
        self.check(value, read)

    def watch_checks(self, look: Callable[[Any], Any], game: Any) -> Any:
        """Check the columns read by state-based actions, if none applied and none is due.

        A state-based action that applies reads more, and reads the agenda to decide whether to ask.
        """
        before = game.state.version
        done, read = self._noted(look, game)
        read.pop("agenda", None)
        value = _declared(game, STATE_BASED_ACTIONS)
        if (
            not done
            and not game.state.dirty & STATE_BASED_ACTIONS
            and game.state.version == before
            and value is not None
        ):
            self.check(value, read)
        return done

    def check(self, value: Value, read: dict[str, str]) -> None:
        """Raise UndeclaredError if a value reads an undeclared column.

        `read`: the columns read, each with the value through which it was read.
        """
        if value.goes_by(SPECIAL):  # only special abilities count, though all abilities are read
            read.pop("abilities", None)
        undeclared = sorted(
            {
                of_all(column) + how
                for column, how in read.items()
                if column not in UNSAID and not value.goes_by(column)
            }
        )
        if undeclared:
            raise UndeclaredError(
                f"{value.name} goes by {', '.join(undeclared)}, and doesn't declare it"
            )


def computing(ask: Callable[..., Any]) -> CellType:
    """Return the cell in which a derived value keeps the function that computes it."""
    cells = dict(zip(ask.__code__.co_freevars, ask.__closure__ or (), strict=True))
    return cells["find_out"]


@contextmanager
def wrapped(holder: object, name: str, watch: Callable[..., Any]) -> Iterator[None]:
    """Replace a function that `holder` keeps under `name` by `watch` of it and its arguments."""
    own = getattr(holder, name)
    setattr(holder, name, partial(watch, own))
    try:
        yield
    finally:
        setattr(holder, name, own)


def _declared(game: Any, mask: int) -> Value | None:
    """Return the current columns of a value whose columns vary by position.

    None while they are unknown.
    """
    return next((value for value in game.state.readers.values if value.mask == mask), None)
