"""A table: its model, its screen, and the controllers between the two."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterator
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

from textual.geometry import Size
from textual.screen import Screen

if TYPE_CHECKING:
    from tui.session.protocol import GameSession
    from tui.table.controllers.addition import Addition
    from tui.table.controllers.adviser import AdviserKey
    from tui.table.controllers.answers import Answers
    from tui.table.controllers.cursor import Cursor
    from tui.table.controllers.flow import GameFlow
    from tui.table.controllers.model import TableModel
    from tui.table.controllers.orders import Orders
    from tui.table.controllers.pages import Pages
    from tui.table.controllers.passing import Passing
    from tui.table.controllers.playback import Playback
    from tui.table.controllers.stops import StopKeys
    from tui.table.controllers.strip import Strip
    from tui.table.controllers.undo import Undo
    from tui.table.controllers.words import PromptWords
    from tui.table.screens.panels import TablePanels
    from tui.table.selection import Selection
    from tui.table.stops.stops import Stops


class TableUI(Protocol):
    """The part of a screen that controllers use: they draw nothing themselves."""

    panels: TablePanels
    help_scope: ClassVar[str]

    @property
    def is_attached(self) -> bool: ...
    @property
    def app(self) -> Any: ...
    @property
    def size(self) -> Size: ...
    @property
    def keymap(self) -> dict[str, str]: ...
    def redraw(self) -> None: ...
    def refuse(self, words: str) -> None: ...
    def tell(self, words: str) -> None: ...
    def push(self, screen: Screen[Any], then: Callable[[Any], None] | None = None) -> None: ...
    def come_to_front(self) -> None: ...
    def close_command_line(self) -> None: ...
    def when_laid_out(self, callback: Callable[[], object]) -> None: ...
    def is_on_top(self) -> bool: ...
    def seen(self) -> str: ...
    def dismiss(self, result: Any = None) -> Any: ...
    def call_later(self, callback: Callable[..., Any], *args: Any, **kwargs: Any) -> bool: ...
    def run_worker(
        self, work: Coroutine[Any, Any, Any], *, group: str = ..., exclusive: bool = ...
    ) -> Any: ...
    def set_timer(self, delay: float, callback: Callable[[], object]) -> Any: ...
    def set_interval(self, interval: float, callback: Callable[[], object]) -> Any: ...
    def run_command(self, action: str) -> None: ...
    def set_class(self, add: bool, *class_names: str) -> Any: ...


class Controller:
    """A part of a table's behavior: it changes the model and has the screen drawn again."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.model = table.model
        self.ui = table.ui

    @property
    def selection(self) -> Selection:
        """The cursor of the table."""
        return self.model.selection

    @property
    def session(self) -> GameSession:
        """The game as this table plays it."""
        return self.model.session

    @property
    def own_stops(self) -> Stops | None:
        """The stops of the player at the keys; None for a watcher."""
        viewer = self.session.viewer
        return None if viewer is None else self.session.stops.get(viewer)


class ControllerKinds(NamedTuple):
    """The classes of a table's controllers: puzzles and servers have some of their own."""

    flow: type[GameFlow]
    answers: type[Answers]
    cursor: type[Cursor]
    orders: type[Orders]
    passing: type[Passing]
    stops: type[StopKeys]
    playback: type[Playback]
    undo: type[Undo]
    pages: type[Pages]
    words: type[PromptWords]
    strip: type[Strip]
    adviser: type[AdviserKey]
    addition: type[Addition]


class Table:
    """The controllers of one table."""

    def __init__(self, model: TableModel, ui: TableUI, kinds: ControllerKinds) -> None:
        self.model = model
        self.ui = ui
        self.words = kinds.words(self)
        self.strip = kinds.strip(self)
        self.flow = kinds.flow(self)
        self.answers = kinds.answers(self)
        self.cursor = kinds.cursor(self)
        self.orders = kinds.orders(self)
        self.passing = kinds.passing(self)
        self.stops = kinds.stops(self)
        self.playback = kinds.playback(self)
        self.undo = kinds.undo(self)
        self.pages = kinds.pages(self)
        self.adviser = kinds.adviser(self)
        self.addition = kinds.addition(self)

    def command(self, name: str) -> Callable[..., object] | None:
        """Return the method that carries out a command, such as `action_take`; None if unknown."""
        return next((getattr(each, name) for each in self._keyed() if hasattr(each, name)), None)

    def _keyed(self) -> Iterator[Controller]:
        """Yield the controllers that keys reach."""
        yield from (self.addition, self.answers, self.cursor, self.orders, self.passing)
        yield from (self.stops, self.playback, self.undo, self.adviser, self.pages)
