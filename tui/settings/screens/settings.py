"""Settings screen: all settings with descriptions, and all keys.

Changes take effect at once and are saved.
"""

from __future__ import annotations

from textwrap import shorten, wrap

from msgspec import Struct
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Key, Resize
from textual.geometry import Offset
from textual.screen import Screen

from tui.base_app import BaseApp, frame_of
from tui.screens.laid_out import when_laid_out
from tui.settings import key_commands
from tui.settings.key_presets import SET_BY_NAME, SETS, keymap_of
from tui.settings.keymap import RESERVED, KeymapError, given, keys_of, owner_of
from tui.settings.settings import ENTRIES, SettingEntry, Settings
from tui.terminal import theme
from tui.widgets.headed_rows import in_sight, next_row
from tui.widgets.key_strip import KeyPlace, KeyStrip
from tui.widgets.lines import Lines, justified, styled, wrapped

PART = 10  # rows per page key
OWN = "your own"  # value of the key preset if keys are in none of them


class SettingRow(Struct, frozen=True):
    """A heading, a setting, the key preset, or a command whose keys can be changed."""

    label: str
    value: str = ""
    entry: SettingEntry | None = None
    command: key_commands.Command | None = None
    sets: bool = False

    @property
    def is_heading(self) -> bool:
        return self.entry is None and self.command is None and not self.sets


class SettingsScreen(Screen[None]):
    """A list of rows, with a description of the current one beside it."""

    BINDINGS = key_commands.bindings("settings")
    AUTO_FOCUS = ""

    def __init__(self) -> None:
        super().__init__()
        self._at = 1
        self._top = 0
        self._note = ""
        # waiting for a key that replaces a command's keys (False) or is added to them (True)
        self._listening: bool | None = None
        # a key refused because another command has it; pressed again, it is reassigned
        self._insisted = ""

    def compose(self) -> ComposeResult:
        yield Lines(id="title")
        with Horizontal(id="launch-body"):
            yield Lines(id="form")
            yield Lines(id="preview")
        yield Lines(id="note")
        yield KeyStrip(id="keys")

    def on_mount(self) -> None:
        title = styled(" Settings", theme.HERE)
        title.append(f"   changes take effect at once {self._app.remembers}", theme.QUIET)
        self.query_one("#title", Lines).show([title])
        when_laid_out(self, self.redraw)

    def on_resize(self, _: Resize) -> None:
        when_laid_out(self, self.redraw)

    @property
    def _app(self) -> BaseApp:
        return frame_of(self)

    # --- rows ---

    def rows(self) -> list[SettingRow]:
        """Return all rows with their current values."""
        settings, keymap = self._app.settings, self._app.keymap
        rows = [SettingRow("Settings")]
        rows += [
            SettingRow(entry.label, entry.values[getattr(settings, entry.name)], entry=entry)
            for entry in ENTRIES
        ]
        rows += [SettingRow("Keys"), SettingRow("Key preset", self._set_name(), sets=True)]
        for scope, title in key_commands.SCOPES.items():
            rows.append(SettingRow(title))
            rows += [
                SettingRow(
                    c.help, " ".join(key_commands.key_words(keymap.get(c.id, c.keys))), command=c
                )
                for c in key_commands.in_scope(scope)
            ]
        return rows

    def _set_name(self) -> str:
        now = self._app.keymap
        return next((each.words for each in SETS if keymap_of(each) == now), OWN)

    @property
    def row(self) -> SettingRow:
        """The current row."""
        return self.rows()[self._at]

    # --- drawing ---

    def redraw(self) -> None:
        """Draw the rows, the description of the current one, and the keys."""
        rows = self.rows()
        form, preview = self.query_one("#form", Lines), self.query_one("#preview", Lines)

        def paint(width: int, height: int) -> list[Text]:
            lines = [_row_text(row, index == self._at, width - 1) for index, row in enumerate(rows)]
            self._top, shown = in_sight(lines, self._top, self._at, height)
            return shown

        form.paint(paint)
        corner = form.content_region.offset
        self.app.cursor_position = Offset(corner.x + 2, corner.y + self._at - self._top)
        row = rows[self._at]
        preview.paint(lambda width, _: self._about(row, width - 1))
        self._show_note()
        commands = [
            "previous-row",
            "next-row",
            *(["press", "further"] if row.command else ["change-to-right"]),
            "usual",
            "close",
        ]
        prefix = (
            f"press a key for: {row.command.word} "
            if row.command and self._listening is not None
            else ""
        )
        shown: list[KeyPlace] = []
        if not prefix:
            words = {"press": "new key"}
            shown = [KeyPlace(f"settings.{name}", words.get(name, "")) for name in commands]
        self.query_one(KeyStrip).show_keys(shown, self._app.keymap, prefix)

    def _about(self, row: SettingRow, width: int) -> list[Text]:
        lines = wrapped(styled(row.label, theme.HERE), width)
        if row.entry is not None:
            lines += wrapped(styled(row.entry.help, theme.PLAIN), width)
            chosen = getattr(self._app.settings, row.entry.name)
            values = [styled(f"{'▸' if value == chosen else ' '} {word}",
            theme.CHOICE if value == chosen else theme.QUIET)
                      for value, word in row.entry.values.items()]  # fmt: skip
            return [*lines, Text(), *values]
        if row.sets:
            words = (
                "Choose which keys move the cursor. A preset replaces all keys that you have "
                "changed yourself."
            )
            lines += wrapped(styled(words, theme.PLAIN), width)
            for each in SETS:
                lines += [
                    Text(),
                    styled(each.words, theme.STRONG),
                    *wrapped(styled(each.help, theme.QUIET), width),
                ]
            return lines
        if row.command is None:
            return lines
        usual = " ".join(key_commands.key_words(row.command.keys))
        guide = (
            f"Keys: {row.value}. Default: {usual}.",
            "",
            (
                "Enter, then a key: use only that key. A, then a key: add that key. D: restore the "
                "default."
            ),
            "",
            "If another command on the same screen has the key, press it once more to take it; "
            "the other command then gets the key "
            "that this command had.",
            "",
            f"Its name in the file keys.toml is {row.command.id}." if self._app.keeps_files else "",
        )
        return lines + [
            line for words in guide for line in wrapped(styled(words, theme.PLAIN), width)
        ]

    def _show_note(self) -> None:
        words = wrap(
            self._note, max(self.size.width - 1, 20), initial_indent=" ", subsequent_indent=" "
        )[:6]
        note = self.query_one("#note", Lines)
        note.styles.height = max(len(words), 1)
        note.show([Text(line, theme.DANGER) for line in words] or [Text(" ")])

    def _say(self, words: str) -> None:
        self._note = words
        self.redraw()

    # --- keys ---

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow no commands while the screen waits for a key to assign."""
        return None if self._listening is not None else True

    def on_key(self, event: Key) -> None:
        """Assign the key to the current command, if the screen waits for one."""
        command, further = self.row.command, self._listening
        if further is None or command is None:
            return
        event.stop()
        event.prevent_default()
        self._listening = None
        if event.key == "escape":
            self._say("")
        elif event.key in RESERVED:
            self._say(
                f"{key_commands.key_words(event.key)[0]} {RESERVED[event.key]}, so it can't be "
                "assigned."
            )
        else:
            self._give(event.key, command, further=further)

    def _give(self, key: str, command: key_commands.Command, *, further: bool) -> None:
        keymap, shown = self._app.keymap, key_commands.key_words(key)[0]
        owner = owner_of(key, command, keymap)
        if owner is not None and self._insisted != key:
            self._insisted, self._listening = key, further
            self._say(
                f"{shown} belongs to '{owner.word}': {owner.help} Press {shown} again to use it "
                "here, or press another key or Escape."
            )
            return
        self._insisted = ""
        try:
            self._say(self._app.change_keys(given(key, command, keymap, further=further)))
        except KeymapError as error:
            self._say(error.problems[0])

    @property
    def _headings(self) -> list[bool]:
        return [row.is_heading for row in self.rows()]

    def _go_to(self, at: int) -> None:
        self._at, self._insisted = at, ""
        self._say("")

    def _turn_page(self, by: int) -> None:
        headings = self._headings
        at = max(0, min(self._at + by, len(headings) - 1))
        self._go_to(next_row(headings, at, 1) if headings[at] else at)

    def action_next_row(self) -> None:
        self._go_to(next_row(self._headings, self._at, 1))

    def action_previous_row(self) -> None:
        self._go_to(next_row(self._headings, self._at, -1))

    def action_next_part(self) -> None:
        self._turn_page(PART)

    def action_previous_part(self) -> None:
        self._turn_page(-PART)

    def action_change(self, by: int) -> None:
        row = self.row
        if row.entry is not None:
            values = list(row.entry.values)
            now = values.index(getattr(self._app.settings, row.entry.name))
            self._say(self._app.change_setting(row.entry.name, values[(now + by) % len(values)]))
        elif row.sets:
            names = [each.words for each in SETS]
            at = 0 if by > 0 else -1
            if row.value in names:
                at = names.index(row.value) + by
            self._say(self._app.change_keys(keymap_of(SETS[at % len(SETS)])))
        else:
            self._say("Press Enter, then the new key.")

    def action_press(self) -> None:
        if self.row.command is not None:
            self._listen(further=False)
        else:
            self.action_change(1)

    def action_further(self) -> None:
        if self.row.command is not None:
            self._listen(further=True)

    def _listen(self, *, further: bool) -> None:
        self._listening, self._insisted = further, ""
        self._say("")

    def action_usual(self) -> None:
        row = self.row
        if row.entry is not None:
            self._say(self._app.change_setting(row.entry.name, getattr(Settings(), row.entry.name)))
        elif row.sets:
            self._say(self._app.change_keys(keymap_of(SET_BY_NAME["usual"])))
        elif row.command is not None:
            keymap = {
                ident: own for ident, own in self._app.keymap.items() if ident != row.command.id
            }
            taken = [
                other
                for key in keys_of(row.command, {})
                if (other := owner_of(key, row.command, keymap)) is not None
            ]
            if taken:
                self._say(
                    f"Its default key is now used for '{taken[0].word}'; give that command "
                    "another key first."
                )
            else:
                self._say(self._app.change_keys(keymap))

    def action_close(self) -> None:
        self.dismiss()

    # --- mouse ---

    @on(Lines.Pressed, "#form")
    def _row_pressed(self, event: Lines.Pressed) -> None:
        at = self._top + event.row
        rows = self.rows()
        if at >= len(rows) or rows[at].is_heading or self._listening is not None:
            return
        if at == self._at:
            self.action_press()
        else:
            self._at = at
            self._say("")


def _row_text(row: SettingRow, current: bool, width: int) -> Text:
    """Return a row as a line of the list."""
    if row.is_heading:
        return styled(row.label, theme.HERE)
    text = styled("> " if current else "  ", theme.HERE)
    value = styled(
        f"‹ {row.value} ›" if current and not row.command else f"  {row.value}  ",
        theme.CURSOR if current else theme.PLAIN,
    )
    label = styled(
        _in_short(row.label, max(width - value.cell_len - 3, 4)),
        theme.STRONG if current else theme.QUIET,
    )
    return justified(text.append_text(label), value, width)


def _in_short(label: str, room: int) -> str:
    """Return a command's description shortened to some columns.

    Text after a semicolon or parenthesis is left out first, else as many whole words are kept
    as fit.
    """
    ways = (label, label.partition(";")[0], label.partition(" (")[0], label.partition(":")[0])
    return next((way for way in ways if len(way) <= room), "") or shorten(
        ways[1], room, placeholder="…"
    )
