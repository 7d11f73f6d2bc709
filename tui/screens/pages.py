"""Pages to read: help, rules, the log.

Pages scroll, and `/` filters the lines by a word.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.events import MouseScrollDown, MouseScrollUp, Resize
from textual.screen import Screen
from textual.widgets import Input

from engine.log import TakenBack
from engine.variant.clauses import sentence
from tui.screens.laid_out import when_laid_out
from tui.settings import key_commands
from tui.table.selection import Selection
from tui.table.widgets.inspector import describe
from tui.table.widgets.log import clause_mark, clause_of, counted
from tui.table.widgets.prompt import choice_line, question_line
from tui.terminal import theme
from tui.terminal.clause_numbers import without
from tui.widgets.key_strip import KeyPlace, KeyStrip
from tui.widgets.lines import Lines, styled, wrapped

if TYPE_CHECKING:
    from engine.variant.ruleset import Ruleset


class TextPage(Screen[None]):
    """A title and lines of text; `at_end` starts at the last lines."""

    BINDINGS = key_commands.bindings("page")
    AUTO_FOCUS = ""

    def __init__(
        self, title: str, lines: Sequence[Text], *, at_end: bool = False, indent: int = 2
    ) -> None:
        """Prepare the page; continuation lines are indented by `indent` cells."""
        super().__init__()
        self._indent = " " * indent
        self._title = title
        self._lines = list(lines)
        self._top = 1_000_000 if at_end else 0
        self._wanted = ""

    def compose(self) -> ComposeResult:
        yield Lines(id="page-title")
        yield Lines(id="page-body")
        yield KeyStrip(id="keys")
        yield Input(id="command", placeholder="a word to find")

    def on_mount(self) -> None:
        self.query_one("#command", Input).cursor_blink = False
        when_laid_out(self, self.redraw)

    def on_resize(self, _: Resize) -> None:
        when_laid_out(self, self.redraw)

    @property
    def _height(self) -> int:
        return max(self.query_one("#page-body").size.height, 1)

    def redraw(self) -> None:
        """Draw the visible part of the text."""
        body = self.query_one("#page-body", Lines)
        lines = self._pieces(max(body.size.width, 20))
        self._top = max(0, min(self._top, len(lines) - self._height))
        body.show(lines[self._top : self._top + self._height])
        words = f" {self._title}" + (f"  with '{self._wanted}'" if self._wanted else "")
        shown = (
            f"  {self._top + 1}-{min(self._top + self._height, len(lines))} of {len(lines)}"
            if lines
            else "  nothing found"
        )
        self.query_one("#page-title", Lines).show(
            [styled(words, theme.HERE).append(shown, theme.QUIET)]
        )
        keymap = getattr(self.app, "keymap", {})
        self.query_one(KeyStrip).show_keys(self._keys(), keymap)

    def _pieces(self, width: int) -> list[Text]:
        """Return the lines with the wanted word, wrapped to `width` cells."""
        return [piece for line in self._found() for piece in wrapped(line, width, self._indent)]

    def _found(self) -> list[Text]:
        """Return the lines with the wanted word, each under its section's heading."""
        found: list[Text] = []
        heading: Text | None = None  # the section's heading, until a line of the section is found
        for line in self._lines if self._wanted else ():
            heading = line if _is_heading(line) else heading
            if self._wanted.lower() in line.plain.lower():
                found += [heading] if heading is not None and heading is not line else []
                found.append(line)
                heading = None
        return found if self._wanted else self._lines

    def _keys(self) -> list[KeyPlace]:
        """Return the commands in the strip of keys."""
        return [KeyPlace(command.id) for command in key_commands.in_scope("page")]

    def action_scroll(self, lines: int) -> None:
        self._top += lines
        self.redraw()

    def action_page(self, pages: int) -> None:
        self.action_scroll(pages * (self._height - 1))

    def action_close(self) -> None:
        line = self.query_one("#command", Input)
        if self._wanted or line.has_focus:
            line.value = self._wanted = ""
            self._search_entered()
            self.redraw()
        else:
            self.dismiss()

    def action_search(self) -> None:
        line = self.query_one("#command", Input)
        line.add_class("-open")
        line.focus()

    @on(Input.Changed, "#command")
    def _typed(self, event: Input.Changed) -> None:
        self._wanted, self._top = event.value, 0
        self.redraw()

    @on(Input.Submitted, "#command")
    def _search_entered(self) -> None:
        self.query_one("#command").remove_class("-open")
        self.set_focus(None)

    def on_mouse_scroll_down(self, _: MouseScrollDown) -> None:
        self.action_scroll(3)

    def on_mouse_scroll_up(self, _: MouseScrollUp) -> None:
        self.action_scroll(-3)


def _is_heading(line: Text) -> bool:
    """Return whether a line is a section heading, styled as a heading throughout."""
    return bool(line.plain) and [(span.start, span.end, span.style) for span in line.spans] == [
        (0, len(line), theme.HERE)
    ]


class HelpPage(TextPage):
    """A page with the keys and symbols of the current place; a key opens the full list."""

    BINDINGS = [*key_commands.bindings("page"), *key_commands.bindings("help")]

    def __init__(
        self, lines: Sequence[Text], keymap: Mapping[str, str], scope: str = "table"
    ) -> None:
        more = f"{key_commands.first_key('help.all', keymap)}: every key and every symbol"
        super().__init__(
            "What you can do here",
            [*lines, Text(), styled(more, theme.QUIET)],
            indent=KEY_WIDTH + 3,
        )
        self._keymap = keymap
        self._scope = scope

    def _keys(self) -> list[KeyPlace]:
        return [KeyPlace("help.all"), *super()._keys()]

    def action_all(self) -> None:
        """Open the page with every key and every symbol."""
        self.app.push_screen(help_page(self._scope, self._keymap))


KEY_WIDTH = 12  # cells for a key or a symbol before its meaning


def here_page(
    selection: Selection,
    waiting: str,
    places: Sequence[KeyPlace],
    seen: str,
    keymap: Mapping[str, str],
    scope: str = "table",
) -> HelpPage:
    """Return the first help page at a table: the question, the keys, the visible symbols.

    `seen` is the text on the screen; only symbols in that text are explained.
    """
    lines = [question_line(selection, waiting), choice_line(selection), Text()]
    for place in places:
        command = key_commands.BY_ID[place.id]
        if not place.idle:
            lines.append(
                _meaning(key_commands.first_key(place.id, keymap), command.help, theme.KEY)
            )
    signs = [_meaning(mark, meaning) for mark, sign, meaning in SIGNS if re.search(sign, seen)]
    return HelpPage(
        [*lines, Text(), styled("Symbols on this screen", theme.HERE), *signs], keymap, scope
    )


def place_page(scope: str, keymap: Mapping[str, str]) -> HelpPage:
    """Return the first help page away from a table: first steps and the place's keys."""
    steps = FIRST_STEPS.get(scope, ())
    lines = [
        *(styled(spoken(step, keymap), theme.PLAIN) for step in steps),
        *([Text()] if steps else []),
    ]
    commands = {
        command.help: command
        for command in reversed(key_commands.in_scope(scope))
        if command.name != "help"
    }
    lines += [
        _meaning(
            " ".join(key_commands.key_words(keymap.get(command.id, command.keys))),
            command.help,
            theme.KEY,
        )
        for command in reversed(commands.values())
    ]
    return HelpPage(lines, keymap, scope)


def spoken(text: str, keymap: Mapping[str, str]) -> str:
    """Return a sentence with commands such as {hall.make} replaced by the player's keys."""
    return re.sub(
        r"\{([a-z-]+\.[a-z-]+)\}", lambda match: key_commands.first_key(match[1], keymap), text
    )


FIRST_STEPS = {
    "hall": (
        "Your first game: press {hall.make}, choose a variant and a computer player with the "
        "arrow keys, then press {new-table.start}. "
        "At the table, press {waiting-room.start} to start the game.",
        (
            "To play against another person, leave the seat open; they choose your table in this "
            "list and press {hall.open}."
        ),
    ),
    "new-table": (
        (
            "Up and down: go to another row. Left and right: change its value. The right side "
            "shows "
            "what the row means."
        ),
    ),
    "waiting-room": (
        "Once every seat is taken and everyone is ready, the host can start the game.",
    ),
}
"""First steps for a new player, by place."""


def help_page(scope: str, keymap: Mapping[str, str]) -> TextPage:
    """Return the page of all keys, those of `scope` first, and of all symbols.

    Keys that exist only at home are left out on a server, and vice versa.
    """
    lines: list[Text] = []
    pair = (key_commands.AT_HOME, key_commands.ON_SERVERS)
    absent = next((other for mine, other in (pair, pair[::-1]) if scope in mine), frozenset[str]())
    for place in sorted(
        (name for name in key_commands.SCOPES if name not in absent), key=lambda name: name != scope
    ):
        lines += [Text(), styled(key_commands.SCOPES[place], theme.HERE)]
        for command in key_commands.in_scope(place):
            line = _meaning(
                " ".join(key_commands.key_words(keymap.get(command.id, command.keys))),
                command.help,
                theme.KEY,
            )
            lines.append(line.append(f"  :{command.name}", theme.DIM) if place == "table" else line)
    others = [_meaning(key, meaning, theme.KEY) for key, meaning in OTHER_KEYS]
    signs = [_meaning(mark, meaning) for mark, _, meaning in SIGNS]
    also, on_map = styled("Everywhere", theme.HERE), styled("On the map", theme.HERE)
    return TextPage(
        "Keys", [*lines[1:], Text(), also, *others, Text(), on_map, *signs], indent=KEY_WIDTH + 3
    )


def _meaning(mark: str, meaning: str, style: Style = theme.STRONG) -> Text:
    """Return a line with a key or a symbol and the meaning."""
    return styled(f"  {mark:<{KEY_WIDTH}}", style).append(f" {meaning}", theme.PLAIN)


OTHER_KEYS = (
    (
        "1 to 9",
        (
            "Play the card in your hand with this number, or go to the choice with this number; "
            "for "
            "an amount, type it, then press Enter"
        ),
    ),
    ("ctrl+p", "Find a command by typing part of what it does"),
    ("⏎ ⌫", "Enter and Backspace, in the line of keys at the bottom"),
    (
        "too fast",
        (
            "Keys that pass are ignored for a moment after a new question appears, so an extra "
            "press "
            "doesn't pass by accident"
        ),
    ),
    (
        "the mouse",
        "Click to move the cursor; click again to choose. The line of keys, the steps and the "
        "log can be clicked too. "
        "The wheel scrolls a list and zooms squares",
    ),
)
"""Keys and gestures outside the list of commands."""

SIGNS = (
    ("E D", r"^", "a letter for each player, on that player's color"),
    ("2/2", r"\d/\d", "power/toughness; 2/2-1 has 1 damage, 2/2+1 has gained 1 life"),
    ("♥17", "♥", "the life that is left, where there is no room for more"),
    ("↷", "↷", "tapped"),
    ("°", "°", "summoning sick: can't attack or use {T} abilities yet"),
    ("»", "»", "attacking; on a space: the creature under the cursor could strike there"),
    ("«", "«", "blocking"),
    ("›", "›", "the creature under the cursor could go there"),
    ("!", "!", "new since your last decision"),
    (
        "•",
        "•",
        (
            "a legal choice, as is a space with a double border; in the steps: the game stops "
            "there "
            "for you"
        ),
    ),
    ("▸", "▸", "picked; before a name: that player must decide"),
    ("━", "[━┃┏]", "a heavy border is the cursor"),
    ("?  ░", r"\?|░", "face down: no one has seen this land"),
    ("♜", "♜", "a Stronghold"),
    (
        "a1 G ─ 5",
        r"[A-Za-z] [─━═]+ \d|[─━═]\d[╮╯┓┛╗╝]|[a-z]\d +[WUBRG][A-Z ]\d",
        "a space, its land (W Plains, U Island, B Swamp, R Mountain, G Forest) and its Conquer "
        "Value, "
        "at the bottom right of the smallest boxes",
    ),
    ("E×3:7", r"×\d", "three creatures with a total power of 7, where there is no room for each"),
    (
        "♚ ◆ ✦",
        "[♚◆✦]",
        "on squares: a player's token, an artifact, or anything else that isn't a creature",
    ),
    ("▒", "▒", "an obstacle"),
    ("·", "·", "a square within reach of the piece under the cursor"),
    ("↑ → ↗", "[←→↑↓↖↗↘↙][A-Z]", "an enemy piece in that direction, out of sight"),
    (
        "a→ →a •b",
        r"\b[a-z][←→↑↓↖↗↘↙]|[←→↑↓↖↗↘↙•][a-z]\b",
        "the adviser's best plan, step by step: a piece leaves, a piece arrives, anything else",
    ),
    ("▲", "▲", "a ridge: nothing can cross it"),
    (
        "3/5 h7 L53",
        r" h[and ]*\d+ +(?:L|lib(?:rary)? )\d+",
        (
            "areas or Strongholds held, out of the number needed to win; cards in hand and "
            "library; "
            "s6: supply"
        ),
    ),
    (
        "3/5: {G}",
        r"lands \d",
        (
            "untapped lands out of all lands; then the mana they can produce ({W/U}: either "
            "color), "
            "or just +{G}"
        ),
    ),
    ("♜!3", r"♜!\d", "a lost Stronghold, and the turns left to retake it"),
    ("(2)", r"\(\d\)", "two counters"),
    ("4+3", r"\d\+\d", "threat or reach: power there now + power one move away"),
    (
        "C-17",
        r"\b[A-Z]-\d",
        "the clause of the rules behind this; w explains the newest, L lists all",
    ),
)
"""The symbols of a table: as displayed, a pattern that finds each in a text, the meaning."""


def about_page(selection: Selection, waiting: str, width: int) -> TextPage:
    """Return a page with the full text of the inspector and the prompt."""
    name, lines = describe(selection, width - 6)
    return TextPage(
        name, [*lines, Text(), question_line(selection, waiting), choice_line(selection)]
    )


def oracle_page(
    selection: Selection, refused: str, width: int, told: Sequence[str] = ()
) -> TextPage:
    """Return the page that explains the card or space under the cursor.

    The page says why an object can't be used now, why its numbers are what they are, and what its
    words mean. The clause behind the last line of `told` comes last. `refused` is the newest
    refusal.
    """
    from tui.explain.why import answers

    name, lines = answers(selection, refused, width - 6)
    if told and (clause := clause_of(told[-1])):
        lines += [
            Text(),
            styled("Last line of the log", theme.HERE),
            Text(told[-1]).append_text(clause_mark(told[-1])),
        ]
        lines.append(styled(f"  {clause}  {sentence(clause) or NO_SENTENCE}", theme.QUIET))
    return TextPage(f"Why: {name}", lines, indent=9)


class LogPage(TextPage):
    """The whole log, with a cursor on one line; a key explains the clause behind the line."""

    BINDINGS = key_commands.bindings("log")

    def __init__(self, sentences: Sequence[str], *, numbered: bool = True) -> None:
        """Prepare the page; clause numbers follow the lines if `numbered`."""
        told = list(counted(sentences))
        shown = told if numbered else [without(line) for line in told]
        lines = [
            styled(words, theme.TAKEN_BACK if isinstance(line, TakenBack) else theme.PLAIN)
            for words, line in zip(shown, told, strict=True)
        ]
        if numbered:
            lines = [
                line.append_text(clause_mark(sentence))
                for line, sentence in zip(lines, told, strict=True)
            ]
        super().__init__(
            "Log, with the clauses behind it" if numbered else "Log", lines, at_end=True
        )
        self._clauses = {
            id(line): clause_of(sentence) for line, sentence in zip(lines, told, strict=True)
        }
        # index of the line under the cursor, among the lines with the wanted word
        self._at = len(lines)

    def _pieces(self, width: int) -> list[Text]:
        found = self._found()
        self._at = max(0, min(self._at, len(found) - 1))
        pieces: list[Text] = []
        for number, line in enumerate(found):
            begin = styled("> " if number == self._at else "  ", theme.HERE)
            rows = [
                (Text("  ") if row else begin).append_text(piece)
                for row, piece in enumerate(wrapped(line, width - 2, self._indent))
            ]
            if number == self._at:  # scroll until the whole line is visible
                self._top = max(min(self._top, len(pieces)), len(pieces) + len(rows) - self._height)
            pieces += rows
        return pieces

    def _keys(self) -> list[KeyPlace]:
        return [KeyPlace("log.why"), *super()._keys()]

    def action_scroll(self, lines: int) -> None:
        self._at += lines
        self.redraw()

    def action_why(self) -> None:
        """Open the text of the clause behind the line under the cursor."""
        found = self._found()
        if not found:
            return
        line = found[self._at]
        clause = self._clauses[id(line)]
        words = [line, Text()]
        if clause:
            words.append(
                styled(f"{clause}  ", theme.STRONG).append(
                    sentence(clause) or NO_SENTENCE, theme.PLAIN
                )
            )
        else:
            words.append(
                styled(
                    "A player's decision or a card brought this about, not a clause of the rules.",
                    theme.QUIET,
                )
            )
        self.app.push_screen(TextPage("Why", words, indent=6))


NO_SENTENCE = "This variant has a clause of its own here, and Spellfront has no text for it."


def log_page(sentences: Sequence[str], *, numbered: bool = True) -> TextPage:
    """Return the page of the log, as far as the viewer may know the events."""
    return LogPage(sentences, numbered=numbered)


def rules_page(rules: Ruleset, players: int) -> TextPage:
    """Return the rules of a variant, as loaded, for a number of players."""
    from engine.variant.clauses import clauses_of
    from engine.variant.rules_text import pages

    lines: list[Text] = []
    for page in pages(rules, players):
        lines += [
            styled(page.title, theme.HERE),
            *(styled(line, theme.PLAIN) for line in page.lines),
            Text(),
        ]
    lines.append(styled("Clauses, as named in refusals: C-17", theme.HERE))
    for number, words in clauses_of(rules):
        lines.append(styled(f"{number:<5} ", theme.STRONG).append(words, theme.PLAIN))
    return TextPage(f"Rules of {rules.name}", lines)
