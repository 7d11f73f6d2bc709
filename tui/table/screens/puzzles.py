"""The list of lessons and puzzles, with subjects, difficulty, and the solved ones marked."""

from __future__ import annotations

from typing import cast

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen

from tui.base_app import frame_of
from tui.screens.laid_out import when_laid_out
from tui.session import solved
from tui.session.game_setup import header_of, variant_ids
from tui.session.kept_lessons import kept_lessons
from tui.session.solved import Listed
from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.headed_rows import in_sight, next_row
from tui.widgets.key_strip import KeyPlace, KeyStrip
from tui.widgets.lines import Lines, justified, styled, wrapped

GRADES = ("", "easy", "medium", "hard")
KINDS = {"lessons": "First five minutes", "puzzles": "Puzzles", "own": "Your own puzzles"}


class PuzzlesScreen(Screen[None]):
    """Lessons first, then puzzles by variant, then the player's own files."""

    BINDINGS = key_commands.bindings("puzzles")
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Listed | str] = []  # headings are words
        self._solved: frozenset[str] = frozenset()
        self._begun: frozenset[str] = frozenset()  # lessons that were left before the end
        self._at = 0
        self._top = 0
        self._note = ""

    def compose(self) -> ComposeResult:
        yield Lines(id="title")
        with Horizontal(id="launch-body"):
            yield Lines(id="form")
            yield Lines(id="preview")
        yield Lines(id="note")
        yield KeyStrip(id="keys")

    def on_mount(self) -> None:
        self._load()
        self._at = self._first_open()
        when_laid_out(self, self.redraw)

    def _load(self) -> None:
        self._rows, self._solved = rows_of(solved.listed()), solved.solved()
        self._begun = frozenset(kept_lessons())

    def _first_open(self) -> int:
        """Return the first row that is not solved yet."""
        playable = [number for number, row in enumerate(self._rows) if isinstance(row, Listed)]
        return next(
            (n for n in playable if cast("Listed", self._rows[n]).name not in self._solved),
            playable[0] if playable else 0,
        )

    # --- drawing ---

    def redraw(self) -> None:
        """Draw the list, what is said of the current row, and the keys."""
        every = [row for row in self._rows if isinstance(row, Listed)]
        done = sum(row.name in self._solved for row in every)
        title = styled(" Lessons and puzzles", theme.HERE).append(
            f"   {done} of {len(every)} done", theme.QUIET
        )
        self.query_one("#title", Lines).show([title])
        self.query_one("#form", Lines).paint(self._list)
        row = self._row
        self.query_one("#preview", Lines).paint(
            lambda width, _: self._about(row, width - 1) if row else []
        )
        self.query_one("#note", Lines).show([styled(f" {self._note}", theme.DANGER)])
        names = ("play", "next-row", "previous-row", "help", "close")
        self.query_one(KeyStrip).show_keys(
            [KeyPlace(f"puzzles.{name}") for name in names], getattr(self.app, "keymap", {})
        )

    def _about(self, row: Listed, width: int) -> list[Text]:
        lines = about(row, row.name in self._solved, width)
        begun = "… started: you'll continue where you left off"
        return (
            [*lines, *wrapped(styled(begun, theme.CHOICE), width)]
            if row.name in self._begun
            else lines
        )

    def _list(self, width: int, height: int) -> list[Text]:
        lines = [
            self._line(row, number == self._at, width - 1) for number, row in enumerate(self._rows)
        ]
        self._top, shown = in_sight(lines, self._top, self._at, height)
        return shown

    def _line(self, row: Listed | str, current: bool, width: int) -> Text:
        if isinstance(row, str):
            return styled(f" {row}", theme.HERE)
        style = theme.DANGER if row.problem else theme.PLAIN
        style = theme.CURSOR if current else style
        text = Text("> " if current else "  ", theme.HERE)
        begun = "… " if row.name in self._begun else "  "
        mark = "✓ " if row.name in self._solved else begun
        text.append(mark, theme.CHOICE).append(row.title, style)
        grade = GRADES[row.grade] if 0 <= row.grade < len(GRADES) else ""
        return justified(text, styled(grade, theme.QUIET), width)

    @property
    def _row(self) -> Listed | None:
        row = self._rows[self._at] if self._at < len(self._rows) else None
        return row if isinstance(row, Listed) else None

    # --- keys ---

    def _step(self, by: int) -> None:
        self._note = ""
        self._at = next_row([isinstance(row, str) for row in self._rows], self._at, by)
        self.redraw()

    def action_next_row(self) -> None:
        self._step(1)

    def action_previous_row(self) -> None:
        self._step(-1)

    def action_play(self) -> None:
        row = self._row
        if row is None:
            return
        from engine.scenario.form import text_of
        from tui.session.puzzle import PuzzleSession

        text, problems = text_of(row.path)
        try:
            session = PuzzleSession.resumed(text, row.name) if not problems else None
        except ValueError as error:
            problems, session = [str(error).partition("\n")[0]], None
        if session is None:
            self._note = f"This can't be played: {problems[0]}"
            self.redraw()
        else:
            following = self._following(self._at)
            session.following = following[1].title if following else ""
            frame_of(self).sit_down(session, self._played)

    def _following(self, at: int) -> tuple[int, Listed] | None:
        """Return the row to play after another: after a lesson the first puzzle of its variant
        that isn't solved, else the next row.
        """
        row = self._rows[at]
        rows = [
            (number, each)
            for number, each in enumerate(self._rows)
            if isinstance(each, Listed) and not each.problem
        ]
        own = [
            (n, each)
            for n, each in rows
            if each.kind == "puzzles" and isinstance(row, Listed) and each.variant == row.variant
        ]
        found = [(n, each) for n, each in rows if n > at]
        if isinstance(row, Listed) and row.kind == "lessons":
            found = [(n, each) for n, each in own if each.name not in self._solved] or own or found
        return found[0] if found else None

    def _played(self, how: str | None) -> None:
        """Mark a solved puzzle and go to the next one, or play that if the player chose so."""
        before, row, following = self._solved, self._row, self._following(self._at)
        self._load()
        if following is not None and (
            how == "next" or (row is not None and row.name in self._solved - before)
        ):
            self._at = following[0]
        self.redraw()
        if how == "next" and following is not None:
            self.action_play()

    def action_help(self) -> None:
        from tui.screens.pages import help_page

        self.app.push_screen(help_page("puzzles", getattr(self.app, "keymap", {})))

    def action_close(self) -> None:
        self.dismiss()

    @on(Lines.Pressed, "#form")
    def _row_pressed(self, event: Lines.Pressed) -> None:
        at = self._top + event.row
        if at >= len(self._rows) or isinstance(self._rows[at], str):
            return
        if at == self._at:
            self.action_play()
        else:
            self._at = at
            self.redraw()


def rows_of(listed: list[Listed]) -> list[Listed | str]:
    """The rows under their headings: lessons, then the puzzles of each variant, then the
    player's own.
    """
    rows: list[Listed | str] = []
    lessons, own = ([each for each in listed if each.kind == kind] for kind in ("lessons", "own"))
    order = list(variant_ids())
    lessons.sort(
        key=lambda each: order.index(each.variant) if each.variant in order else len(order)
    )
    rows += [KINDS["lessons"], *lessons] if lessons else []
    for variant in order:
        puzzles = [each for each in listed if each.kind == "puzzles" and each.variant == variant]
        rows += [f"{KINDS['puzzles']}: {header_of(variant).name}", *puzzles] if puzzles else []
    return rows + ([KINDS["own"], *own] if own else [])


def about(row: Listed, is_solved: bool, width: int) -> list[Text]:
    """Return the description of a lesson or puzzle, shown before it is played."""
    kind = {"lessons": "A lesson", "puzzles": "A puzzle", "own": "A puzzle of your own"}[row.kind]
    game = header_of(row.variant).name if row.variant in variant_ids() else row.variant
    grade = f", {GRADES[row.grade]}" if 0 < row.grade < len(GRADES) else ""
    lines = [
        *wrapped(styled(row.title, theme.HERE), width),
        styled(f"{kind} in {game}{grade}", theme.QUIET),
        Text(),
    ]
    if row.problem:
        return lines + wrapped(
            styled(f"This file can't be read: {row.problem}", theme.DANGER), width
        )
    lines += wrapped(styled(row.story, theme.PLAIN), width)
    if row.goal:
        from engine.scenario.goals import spoken

        lines += [
            Text(),
            *wrapped(styled("Goal: ", theme.HERE).append(spoken(row.goal), theme.STRONG), width),
        ]
    return [*lines, Text(), *([styled("✓ done", theme.CHOICE)] if is_solved else [])]
