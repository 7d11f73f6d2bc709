"""The board widget, which draws every space and refreshes only spaces that changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.events import Click, MouseScrollDown, MouseScrollUp, Resize
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip

from engine.map_layout import SMALLEST_BOX, Box, MapLayout, arrange
from engine.view import ObjectView, SpaceView, View
from tui.table.board import squares
from tui.table.board.drawing import Soldier, SpaceLook, back_rows, draw
from tui.table.board.layout import LINES
from tui.table.board.region_drawing import ground
from tui.table.board.region_layout import arrange_regions
from tui.table.board.squares import RULER_WIDTH, SIZES, SquareLook
from tui.terminal import symbols, theme
from tui.widgets.grounded import Grounded
from tui.widgets.short_names import letter_pairs


class Highlights:
    """Marks on the board in addition to its objects."""

    def __init__(
        self,
        cursor: str = "",
        current: int = 0,
        choices: frozenset[int] = frozenset(),
        spaces: frozenset[str] = frozenset(),
        notes: Mapping[str, str] | None = None,
        reach: Mapping[str, str] | None = None,
        *,
        alarm: bool = False,
        picked: frozenset[int] = frozenset(),
        news: frozenset[str | int] = frozenset(),
        advice: Mapping[str, str] | None = None,
    ) -> None:
        self.cursor = cursor  # name of the space under the cursor
        self.current = current  # id of the creature under the cursor; 0: none
        self.choices = choices  # ids of creatures that are legal choices
        self.spaces = spaces  # names of spaces that are legal choices
        self.notes = notes or {}  # text of the overlay in a corner, by space
        # "go", "strike" or "target": what the piece or card under the cursor could do, by space
        self.reach = reach or {}
        self.alarm = alarm  # the notes warn of danger
        self.picked = picked  # ids of creatures picked for the action that is being composed
        self.advice = advice or {}  # marks of the adviser's best plan, by space
        self.news = news  # names of spaces and ids of creatures that are marked as new

    def differ_by_cursor(self, other: Highlights) -> bool:
        """Return whether two sets of marks are equal except for the cursor."""
        mine, theirs = vars(self), vars(other)
        return all(
            mine[name] is theirs[name] or mine[name] == theirs[name]
            for name in mine
            if name not in ("cursor", "current")
        )


class BoardWidget(Grounded):
    """The map of a View."""

    DEFAULT_CSS = "BoardWidget { width: 1fr; height: 1fr; }"

    class SpacePressed(Message):
        """A mouse click on a space."""

        def __init__(self, space: str) -> None:
            super().__init__()
            self.space = space

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._view: View | None = None
        self._highlights = Highlights()
        self._layout_now = MapLayout({}, 0, 0, {})
        self._looks: dict[str, SpaceLook | SquareLook] = {}
        self._ruled = ""  # the cursor's space when the rulers were drawn
        # arrows to pieces out of sight, with the view and the window they were computed for
        self._arrows: tuple[View | None, object, Mapping[str, tuple[str, int]]] = (None, None, {})
        self._names: tuple[str, ...] = ()  # names of the creatures on the map, to be kept distinct
        # two-letter abbreviations by name, kept while such a creature is on the map
        self._pairs: dict[str, str] = {}
        self._back: list[Text] = []  # lines of the back rows, the row above the map first
        # view and marks of the last comparison
        self._compared: tuple[View | None, Highlights] = (None, Highlights())
        self._drawn: dict[str, list[Strip]] = {}
        self._rows: dict[int, list[str]] = {}
        self._of_squares = False
        self._zoomed = 0  # zoom steps from the size at which the whole board fits
        self._square_size = 0  # index into SIZES
        self._corner = Offset(0, 0)  # position of the top left square's corner in the widget

    # --- the view ---

    def show(self, view: View, highlights: Highlights) -> None:
        """Draw a view; spaces that look the same as before are left alone."""
        shape_changed = self._view is None or [(s.name, s.x, s.y) for s in self._view.spaces] != [
            (s.name, s.x, s.y) for s in view.spaces
        ]
        self._view, self._highlights = view, highlights
        names = tuple(
            sorted({item.name for item in view.permanents if item.space and not _sign(item)})
        )
        self._names = self._names if names == self._names else names
        came = sorted(
            (item for item in view.permanents if item.space and not _sign(item)),
            key=lambda item: item.id,
        )
        self._pairs = letter_pairs(dict.fromkeys(item.name for item in came), self._pairs)
        if shape_changed:
            self._arrange()
        self._show_back_rows(back_rows(view))
        self._compare()

    def _show_back_rows(self, rows: list[Text]) -> None:
        """Show the back rows; refresh the lines beside the map if they changed."""
        if [text.markup for text in rows] != [text.markup for text in self._back]:
            self._back = rows
            for y in (self._offset.y - 1, self._offset.y + self._layout_now.height):
                self.refresh(Region(0, max(y, 0), self.size.width, 1))

    def lines_needed(self, width: int, height: int) -> int:
        """Return the height of the whole board with rulers or back rows.

        `width` and `height` are the room that it is laid out for, in cells.
        """
        if self._view is None:
            return height
        return self._arranged(width, height).height + (1 if self._of_squares else len(self._back))

    def zoom(self, step: int) -> bool:
        """Make squares larger (1) or smaller (-1); return whether the size changed."""
        if not self._of_squares or not 0 <= self._square_size + step < len(SIZES):
            return False
        self._zoomed += step
        self._arrange()
        self._compare()
        return True

    def box_of(self, name: str) -> Box | None:
        """Return a space's rectangle in the widget, or None."""
        box = self._layout_now.boxes.get(name)
        offset = self._offset
        return Box(box.x + offset.x, box.y + offset.y, box.width, box.height) if box else None

    def _arrange(self) -> None:
        self._of_squares = self._view is not None and self._view.is_of_squares
        if self._of_squares and self._view is not None:
            best = squares.best_size(self._view.spaces, self.size.width, self.size.height)
            self._square_size = max(0, min(best + self._zoomed, len(SIZES) - 1))
        self._layout_now = self._arranged(self.size.width, self.size.height)
        self._rows = {}
        for name, box in sorted(self._layout_now.boxes.items(), key=lambda entry: entry[1].x):
            for y in range(box.y, box.y + box.height):
                self._rows.setdefault(y, []).append(name)
        self._looks, self._drawn = {}, {}
        self._compared = (None, Highlights())
        self.refresh()

    def _arranged(self, width: int, height: int) -> MapLayout:
        """Return the layout of the whole board, squares at the chosen zoom."""
        if self._view is None:
            return MapLayout({}, 0, 0, {})
        spaces = self._view.spaces
        if self._view.is_of_squares:
            size = squares.best_size(spaces, width, height) + self._zoomed
            return squares.arrange_squares(spaces, max(0, min(size, len(SIZES) - 1)))
        if self._view.picture:
            return arrange_regions(spaces, self._view.picture, width, height)
        return arrange(spaces, width, height)

    def _compare(self) -> None:
        """Update every space's look and refresh the spaces that changed."""
        assert self._view is not None
        before = self._offset
        self._follow_cursor()
        moved, (offset, size) = self._offset != before, (self._offset, self.size)
        letters = symbols.letters_of(self._view)
        on_map = {item.id: item for item in self._view.permanents}
        beyond = self._beyond(self._view, size) if self._of_squares else {}
        for space in self._to_compare(self._view, moved=moved):
            box = self._layout_now.boxes.get(space.name)
            box = Box(box.x + offset.x, box.y + offset.y, box.width, box.height) if box else None
            if self._of_squares and (box is None or not in_sight(box, size)):
                continue
            look: SpaceLook | SquareLook = self._look(self._view, space, on_map, letters)
            if self._of_squares:
                look = SquareLook(
                    look,
                    space.obstacle,
                    (space.x + space.y) % 2 == 1,
                    beyond.get(space.name, ("", -1)),
                )
            if self._looks.get(space.name) != look:
                self._looks[space.name] = look
                self._drawn.pop(space.name, None)
                if box:
                    x, y, width, height = self._layout_now.extent(space.name)
                    self.refresh(Region(x + offset.x, y + offset.y, width, height))
        if moved:
            self.refresh()
        elif self._of_squares and self._highlights.cursor != self._ruled:
            self._refresh_rulers(self._ruled, self._highlights.cursor)
        self._ruled = self._highlights.cursor

    def _beyond(self, view: View, size: Size) -> Mapping[str, tuple[str, int]]:
        """Return arrows to opponents' pieces out of sight.

        Computed again when the view or the visible part of the board changes.
        """
        about = (self._corner, size, self._square_size)
        if self._arrows[0] is not view or self._arrows[1] != about:
            found: Mapping[str, tuple[str, int]] = {}
            if (
                self._layout_now.width > size.width - RULER_WIDTH
                or self._layout_now.height > size.height - 1
            ):
                width, height = SIZES[self._square_size]
                left, top = (
                    max(0, -(-(RULER_WIDTH - self._corner.x) // width)),
                    max(0, -(-(1 - self._corner.y) // height)),
                )
                right, bottom = (
                    (size.width - self._corner.x) // width - 1,
                    (size.height - self._corner.y) // height - 1,
                )
                last = view.spaces[-1]
                viewer = view.seat if view.seat is not None else view.turn.active
                found = squares.beyond(
                    view, (left, top, min(right, last.x), min(bottom, last.y)), viewer
                )
            self._arrows = (view, about, found)
        return self._arrows[2]

    def _to_compare(self, view: View, *, moved: bool) -> Iterable[SpaceView]:
        """Return the spaces that may look different from before.

        If only the cursor has moved, those are the spaces that it left and entered.
        """
        (seen, lit), self._compared = self._compared, (view, self._highlights)
        if moved or seen is not view or not lit.differ_by_cursor(self._highlights):
            return view.spaces
        idents = {lit.current, self._highlights.current}
        names = {lit.cursor, self._highlights.cursor} | {
            item.space for item in view.permanents if item.id in idents
        }
        return [space for space in view.spaces if space.name in names]

    def _refresh_rulers(self, *names: str) -> None:
        """Refresh the column letters and the row numbers of some squares."""
        self.refresh(Region(0, max(0, self._corner.y - 1), self.size.width, 1))
        for name in names:
            if box := self._layout_now.boxes.get(name):
                self.refresh(
                    Region(0, box.y + self._corner.y, max(RULER_WIDTH, self._corner.x), box.height)
                )

    def _look(
        self,
        view: View,
        space: SpaceView,
        on_map: Mapping[int, ObjectView],
        letters: tuple[str, ...],
    ) -> SpaceLook:
        lit = self._highlights
        there = sorted(
            (on_map[ident] for ident in (*space.creatures, *space.lying) if ident in on_map),
            key=lambda item: item.controller,
        )
        soldiers = tuple(
            Soldier(
                item.controller, item.name, symbols.stats(item) or _life(view, item),
                symbols.NEWS * (item.id in lit.news) + symbols.state_marks(item), item.power or 0,
                item.id in lit.choices,
                item.id == lit.current, _sign(item), item.id in lit.picked, self._names,
                self._pairs.get(item.name, ""),
            )
            for item in there
        )  # fmt: skip
        box, kinds = self._layout_now.boxes.get(space.name), symbols.land_letters(space)
        advice = lit.advice.get(space.name, "")
        return SpaceLook(
            name=space.name, land_name=symbols.land_label(view, space), letter=kinds[:1],
            face_up=space.face_up or bool(space.land_name),
            value=space.conquer_value, holder=space.holder, home=space.stronghold_of,
            soldiers=soldiers, seats=letters,
            holder_name=view.players[space.holder].name if space.holder >= 0 else "",
            note=advice or lit.notes.get(space.name, "")
            or symbols.NEWS * (space.name in lit.news),
            cursor=space.name == lit.cursor, choice=space.name in lit.spaces,
            tapped=space.tapped, hole=space.hole, second=kinds[1:2], alarm=lit.alarm and not advice,
            advised=bool(advice),
            reach=lit.reach.get(space.name, ""),
            dots=box is not None and (box.width < SMALLEST_BOX[0] or box.height < SMALLEST_BOX[1]),
            open=bool(self._layout_now.ground),
        )  # fmt: skip

    # --- drawing ---

    @property
    def _offset(self) -> Offset:
        """The position of the layout's corner in the widget.

        A small layout is centered; a large one is scrolled to keep the cursor visible.
        """
        if self._of_squares:
            return self._corner
        box = self._layout_now.boxes.get(self._highlights.cursor, Box(0, 0, 1, 1))
        return Offset(
            _shift(self._layout_now.width, self.size.width, box.x, box.width),
            _shift(self._layout_now.height, self.size.height, box.y, box.height),
        )

    def _follow_cursor(self) -> None:
        """Scroll a board of squares just enough to keep the cursor visible.

        Some squares around the cursor stay visible as well.
        """
        box = self._layout_now.boxes.get(self._highlights.cursor, Box(0, 0, 1, 1))
        layout, size, now = self._layout_now, self.size, self._corner
        self._corner = Offset(
            RULER_WIDTH
            + _follow(
                layout.width, size.width - RULER_WIDTH, box.x, box.width, now.x - RULER_WIDTH
            ),
            1 + _follow(layout.height, size.height - 1, box.y, box.height, now.y - 1),
        )

    def _square_line(self, y: int) -> Strip:
        """Return a line of a board of squares, with rulers."""
        assert self._view is not None
        offset, width, here = self._corner, self.size.width - RULER_WIDTH, self._highlights.cursor
        if y == max(0, offset.y - 1):
            ruler = squares.column_ruler(
                self._view.spaces, self._square_size, RULER_WIDTH - offset.x, width, here
            )
            return (
                Strip(ruler.render(self.app.console, end=""))
                .adjust_cell_length(self.size.width)
                .apply_style(self.rich_style)
            )
        row, left = y - offset.y, RULER_WIDTH - offset.x
        names = [
            n
            for n in self._rows.get(row, ())
            if self._layout_now.boxes[n].x + self._layout_now.boxes[n].width - left > 0
        ]
        names = [n for n in names if self._layout_now.boxes[n].x - left < width]
        # the widget was resized, and the resize event is still to come
        if not names or any(n not in self._looks for n in names):
            return Strip.blank(self.size.width, self.rich_style)
        parts = [
            self._strips(n, box)[row - box.y] for n in names if (box := self._layout_now.boxes[n])
        ]
        skipped = left - self._layout_now.boxes[names[0]].x
        line = Strip.join(parts).crop(max(0, skipped), max(0, skipped) + width)
        number, style = squares.row_number(self._square_size, row, here)
        before = Strip([Segment(" " * max(0, -skipped) + number, self.rich_style + style)])
        return Strip.join([before, line]).adjust_cell_length(self.size.width, self.rich_style)

    def render_line(self, y: int) -> Strip:
        if self._of_squares:
            return self._square_line(y)
        offset, width = self._offset, self.size.width
        row = y - offset.y
        if (row < 0 or row >= self._layout_now.height) and (line := self._back_line(y)) is not None:
            return line
        start = at = min(0, -offset.x)
        parts: list[Strip] = []
        for name in self._rows.get(row, ()):
            box = self._layout_now.boxes[name]
            parts += [self._ground(row, at, box.x), self._strips(name, box)[row - box.y]]
            at = box.x + box.width
        parts.append(self._ground(row, at, max(self._layout_now.width, width - offset.x)))
        left = -offset.x - start
        return Strip.join(parts).crop(left, left + width)

    def drawn(self) -> list[Text]:
        """Return the visible lines of the board without blank lines above and below."""
        lines = [
            Text.assemble(*((segment.text, segment.style or "") for segment in self.render_line(y)))
            for y in range(self.size.height)
        ]
        marked = [y for y, line in enumerate(lines) if line.plain.strip()]
        return lines[marked[0] : marked[-1] + 1] if marked else []

    def _back_line(self, y: int) -> Strip | None:
        """Return a line of a player's back row beside the map, or None."""
        height, top = self.size.height, self._offset.y
        below = height - top - self._layout_now.height
        rows: Sequence[Text | tuple[Text, ...]] = self._back if top and below else ()
        if below and not top:
            rows = (tuple(self._back[::-1]),)
        wanted = {top - 1: 0, top + self._layout_now.height: 1 if top else 0}.get(y, -1)
        if not self._back or not 0 <= wanted < len(rows):
            return None
        row = rows[wanted]
        texts = row if isinstance(row, tuple) else (row,)
        line = Text("  ").join(texts)
        line.truncate(self.size.width, overflow="ellipsis")
        return (
            Strip(line.render(self.app.console, end=""))
            .adjust_cell_length(self.size.width)
            .apply_style(self.rich_style)
        )

    def _strips(self, name: str, box: Box) -> list[Strip]:
        if name not in self._drawn:
            look = self._looks[name]
            drawn = (
                squares.draw_square(look, box.width, box.height)
                if isinstance(look, SquareLook)
                else draw(look, box.width, box.height)
            )
            self._drawn[name] = drawn
        return self._drawn[name]

    def _ground(self, row: int, start: int, end: int) -> Strip:
        """Return the board between spaces: lines between neighbors, or outlines."""
        if self._layout_now.ground:
            return Strip(ground(self._layout_now, self._region_look, row, start, end)).apply_style(
                self.rich_style
            )
        links = self._layout_now.links
        text = "".join(LINES.get(links.get((x, row), ""), " ") for x in range(start, end))
        return (
            Strip([Segment(text, self.rich_style + Style(color=theme.MUTED))])
            if text
            else Strip([])
        )

    def _region_look(self, name: str) -> SpaceLook | None:
        look = self._looks.get(name)
        return look if isinstance(look, SpaceLook) else None

    # --- events ---

    def on_resize(self, _: Resize) -> None:
        if self._view is not None:
            self._arrange()
            self._compare()

    def on_click(self, event: Click) -> None:
        place = event.get_content_offset(self)
        if place is None:
            return
        offset = self._offset
        if name := self._layout_now.at(place.x - offset.x, place.y - offset.y):
            self.post_message(self.SpacePressed(name))

    def on_mouse_scroll_up(self, _: MouseScrollUp) -> None:
        self.zoom(1)

    def on_mouse_scroll_down(self, _: MouseScrollDown) -> None:
        self.zoom(-1)

    def place_cursor(self) -> None:
        """Put the terminal's cursor on the board's, for screen readers and braille."""
        if box := self.box_of(self._highlights.cursor):
            corner = self.content_region.offset
            self.app.cursor_position = Offset(corner.x + box.x + 1, corner.y + box.y)


def in_sight(box: Box, size: Size) -> bool:
    """Return whether any part of a box is visible inside the rulers."""
    return (
        box.x + box.width > RULER_WIDTH
        and box.x < size.width
        and box.y + box.height > 1
        and box.y < size.height
    )


def _shift(size: int, room: int, at: int, length: int) -> int:
    """Return the offset that centers a small layout or scrolls a large one.

    A large layout is scrolled so that [at, at + length) is in the middle of the room.
    """
    if size <= room:
        return (room - size) // 2
    return -max(0, min(size - room, at + length // 2 - room // 2))


def _follow(size: int, room: int, at: int, length: int, now: int) -> int:
    """Return the offset that centers a small layout or scrolls a large one just enough.

    A large layout keeps [at, at + length) and a margin visible.
    """
    if size <= room:
        return (room - size) // 2
    around = min(squares.SCROLL_MARGIN * length, max(0, (room - length) // 2))
    least, most = at + length + around - room, at - around
    return -max(0, min(size - room, max(least, min(-now, most))))


def _life(view: View, item: ObjectView) -> str:
    """Return the life of a token's player; empty for other objects."""
    life = view.players[item.controller].life if item.player_token else None
    return "" if life is None else str(life)


def _sign(item: ObjectView) -> str:
    """Return the sign of a noncreature object; empty for a creature, which is named."""
    if item.player_token:
        return squares.TOKEN
    if item.power is not None:
        return ""
    return squares.ARTIFACT if "Artifact" in item.types else squares.THING
