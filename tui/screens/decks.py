"""The decks: those that come with the game and one's own, whether the variant allows them, and what can be done with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Paste
from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Input

from engine.records import replace
from tui import keys, own_decks, theme
from tui.frame import frame_of
from tui.game_setup import Setup, deck, deck_files, deck_offences, forget_decks, header_of, step, variant_ids
from tui.screens.laid_out import when_laid_out
from tui.widgets.ask_line import AskLine
from tui.widgets.headed_rows import first_in_sight, next_row
from tui.widgets.key_strip import KeyStrip, Place
from tui.widgets.lines import Lines, styled, wrapped
from tui.widgets.rows_apart import rows_apart

if TYPE_CHECKING:
    from engine.cards.decklist import Decklist


class Row(NamedTuple):
    """A line of the list: a heading, or a deck by its name."""

    words: str
    name: str = ""


class DecksScreen(Screen[None]):
    """All decks in a list, with what is in the one under the cursor."""

    BINDINGS = keys.bindings("decks")
    CSS_PATH = "decks.tcss"
    AUTO_FOCUS = ""

    def __init__(self, variant: str, then: Callable[[], object]) -> None:
        """`then` is done whenever decks have come, gone or changed."""
        super().__init__()
        self._variant = variant
        self._then = then
        self._rows: list[Row] = []
        self._at = 1
        self._top = 0
        self._note = ""
        self._to_delete = ""
        self._judged: set[str] = set()  # the variants whose verdicts are known

    def compose(self) -> ComposeResult:
        yield Lines(id="deck-title")
        with Horizontal(id="deck-body"):
            yield Lines(id="deck-list")
            yield Lines(id="deck-about")
        yield Lines(id="deck-note")
        yield KeyStrip(id="keys")
        yield AskLine(id="command")

    def on_mount(self) -> None:
        when_laid_out(self, self._begin)

    def _begin(self) -> None:
        self.redraw()
        self._judge(self._variant)

    @work(thread=True, exclusive=True)
    def _judge(self, variant: str) -> None:
        """Find out which decks a variant allows, first the one that is chosen, then all, beside the screen."""
        for each in (variant, *variant_ids()):
            for name in deck_files():
                deck_offences(name, Setup(each, []))
            self.app.call_from_thread(self._know, each)

    def _know(self, variant: str) -> None:
        self._judged.add(variant)
        self.redraw()

    # --- drawing ---

    @property
    def _line(self) -> AskLine:
        return self.query_one("#command", AskLine)

    @property
    def _deck(self) -> str:
        """The deck under the cursor."""
        return self._rows[self._at].name if self._rows else ""

    def _list(self) -> list[Row]:
        own = own_decks.files()
        mine = [Row("Your decks"), *(Row(name, name) for name in own)]
        mine += [] if own else [Row("none yet: n makes one")]
        return [*mine, Row("Decks that come with the game"), *(Row(name, name) for name in deck_files() if name not in own)]

    def redraw(self) -> None:
        """Draw the list, the deck under the cursor, and the keys."""
        self._rows = self._list()
        if not self._deck:
            self._at = next((at for at, row in enumerate(self._rows) if row.name), 0)
        title = styled(" Decks", theme.HERE).append("   judged by the rules of ", theme.QUIET)
        self.query_one("#deck-title", Lines).show([title.append(f"‹ {header_of(self._variant).name} ›", theme.STRONG)])
        self.query_one("#deck-list", Lines).paint(self._paint_list)
        self.query_one("#deck-about", Lines).paint(lambda width, _: self._about(self._deck, width - 1))
        self.query_one("#deck-note", Lines).show([styled(f" {self._note}", theme.DANGER)])
        corner = self.query_one("#deck-list").content_region.offset
        self.app.cursor_position = Offset(corner.x + 2, corner.y + self._at - self._top)
        keymap = frame_of(self).keymap
        if self._line.is_open:
            self.query_one(KeyStrip).show_keys([Place("decks.back", "leave it")], keymap, f"{self._line.purpose}: ")
            return
        names = ("open", "new", "copy", "import", "variant-to-next", "rename", "delete", "back", "help")
        own = self._deck in own_decks.files()
        self.query_one(KeyStrip).show_keys([Place(f"decks.{name}") for name in names if own or name not in ("rename", "delete")], keymap)

    def _paint_list(self, width: int, height: int) -> list[Text]:
        self._top = first_in_sight(self._top, self._at, len(self._rows), height)
        lines = rows_apart([self._row_parts(row, at == self._at) for at, row in enumerate(self._rows)], width - 1)
        return lines[self._top : self._top + height]

    def _row_parts(self, row: Row, current: bool) -> tuple[Text, Text]:
        if not row.name:
            return styled(row.words, theme.HERE if row.words[:1].isupper() else theme.DIM), Text()
        number = sum(copies for copies, _ in deck(row.name).main)
        offences = deck_offences(row.name, Setup(self._variant, [])) if self._variant in self._judged else None
        verdict = "" if offences is None else f"✗ {len(offences)}" if offences else "✓"
        left = styled("> " if current else "  ", theme.HERE)
        left.append(f" {row.name} ", theme.CURSOR if current else theme.DIM if offences else theme.PLAIN)
        return left, styled(f"{number:3} {verdict:<3}", theme.QUIET)

    def _about(self, name: str, width: int) -> list[Text]:
        """A deck: its name and plan, where it is allowed, what the chosen variant has against it, its cards."""
        if not name:
            return []
        found = deck(name)
        lines = [styled(found.name, theme.HERE), *(wrapped(styled(found.plan, theme.PLAIN), width) if found.plan else [])]
        if known := [variant for variant in variant_ids() if variant in self._judged]:
            legal = [header_of(variant).name for variant in known if not deck_offences(name, Setup(variant, []))]
            lines += wrapped(styled(f"Legal in: {', '.join(legal) or 'no variant'}", theme.CHOICE if legal else theme.DANGER), width, "  ")
        if self._variant in self._judged:
            for offence in deck_offences(name, Setup(self._variant, [])):
                lines += wrapped(styled(f"✗ {offence}", theme.DANGER), width, "  ")
        return [*lines, Text(), *(styled(f"{copies:3} {card}", theme.QUIET) for copies, card in found.main)]

    def say(self, note: str) -> None:
        """Show a note until the next key."""
        self._note = note
        self.redraw()

    # --- going about ---

    def _step(self, by: int) -> None:
        self._note, self._to_delete = "", ""
        self._at = next_row([not row.name for row in self._rows], self._at, by)
        self.redraw()

    def action_next_row(self) -> None:
        self._step(1)

    def action_previous_row(self) -> None:
        self._step(-1)

    def action_variant(self, by: int) -> None:
        self._note, self._variant = "", step(variant_ids(), self._variant, by)
        self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While something is typed, nothing else is done."""
        return None if self._line.is_open and action not in ("back",) and not action.startswith("app.") else True

    def action_back(self) -> None:
        if self._line.is_open:
            self._line.close(keep=False)
            self.redraw()
        else:
            self.dismiss()

    def action_help(self) -> None:
        from tui.screens.pages import help_page

        self.app.push_screen(help_page("decks", frame_of(self).keymap))

    # --- what can be done with decks ---

    def action_open(self) -> None:
        if self._deck:
            self._open(self._deck)

    def _open(self, name: str, notes: list[str] | None = None) -> None:
        """Open a deck to be changed, if its list can be read."""
        found = deck(name)
        own = own_decks.files().get(name)
        variant = self._variant if own is None else found.variant if found.variant in variant_ids() else self._variant
        self._make(found, name, variant, own, [*(notes or []), *map(str, found.problems)])

    def _make(self, found: Decklist, name: str, variant: str, path: Path | None, notes: list[str]) -> None:
        from tui.deck_bench import Bench
        from tui.screens.deck_edit import DeckScreen

        bench = Bench(found, name, variant, path)

        def done(_: None) -> None:
            bench.close()
            self._show_changed(bench.name)

        self.app.push_screen(DeckScreen(bench, notes), done)

    def _show_changed(self, name: str) -> None:
        """Decks have changed: read them anew, and go to one of them."""
        forget_decks()
        self._rows = self._list()
        self._at = next((at for at, row in enumerate(self._rows) if row.name == name), 1)
        self._then()
        self._begin()

    def action_new(self) -> None:
        self._line.ask("Name of the new deck", own_decks.free_name("my deck", deck_files()), self._begin_new)
        self.redraw()

    def _begin_new(self, name: str) -> None:
        from engine.cards.decklist import Decklist

        name = own_decks.free_name(name.strip() or "my deck", deck_files())
        self._make(Decklist(name, (), variant=self._variant), name, self._variant, None, [])

    def action_copy(self) -> None:
        if self._deck:
            self._keep_new(deck(self._deck), self._deck)

    def _keep_new(self, found: Decklist, name: str) -> str:
        """Write a deck under a name that is free, and go to it. Returns the name; empty where it can't be written."""
        name = own_decks.free_name(name, deck_files())
        try:
            path = own_decks.keep_new(replace(found, name=name, variant=found.variant or self._variant), name)
        except OSError as error:
            self.say(f"The deck can't be kept: {own_decks.in_words(error)}")
            return ""
        self._show_changed(path.stem)
        return path.stem

    def action_import(self) -> None:
        self._line.ask("Paste a deck list, or type the name of its file", "", self._import_file)
        self.redraw()

    def _import_file(self, name: str) -> None:
        from engine.cards.decklist import load_deck

        if name.strip():
            path = Path(name.strip()).expanduser()
            self._import(load_deck(path), path.stem)

    @on(AskLine.Pasted)
    def _pasted(self, event: AskLine.Pasted) -> None:
        self._line.close(keep=False)
        self._import_text(event.text)

    def on_paste(self, event: Paste) -> None:
        self._import_text(event.text)

    def _import_text(self, text: str) -> None:
        from engine.cards.decklist import read_deck

        if text.strip():
            self._import(read_deck(text, "the list"), "imported")

    def _import(self, found: Decklist, name: str) -> None:
        """Keep what is known of a list as a deck of the player's own, and tell what is not."""
        problems = [str(problem) for problem in found.problems]
        if not found.main:
            self.say(problems[0] if problems else "There is no card in this list.")
            return
        if kept := self._keep_new(found, found.name or name):
            self._open(kept, [f"{own_decks.left_out(problems)}:", *problems] if problems else [])

    def action_rename(self) -> None:
        path = own_decks.files().get(self._deck)
        if path is None:
            self.say("Only a deck of yours can be renamed: c copies this one.")
            return
        self._line.ask("New name", self._deck, lambda name: self._rename(path, name.strip()))
        self.redraw()

    def _rename(self, path: Path, name: str) -> None:
        if name == path.stem:
            return
        if problem := own_decks.rename(path, name, deck_files()):
            self.say(f"This deck can't be renamed: {problem}")
        else:
            self._show_changed(name)

    def action_delete(self) -> None:
        """Delete a deck: the first time the key asks, the second time it does."""
        path = own_decks.files().get(self._deck)
        if path is None:
            self.say("Only a deck of yours can be deleted.")
        elif self._to_delete != self._deck:
            self._to_delete = self._deck
            self.say("Press D again to delete this deck for good.")
        elif problem := own_decks.delete(path):
            self.say(f"This deck can't be deleted: {problem}")
        else:
            self._note = self._to_delete = ""
            self._show_changed("")

    @on(Input.Submitted, "#command")
    def _typed(self) -> None:
        self._note = ""
        self._line.close(keep=True)
        if self.is_current:
            self.redraw()

    @on(Lines.Pressed, "#deck-list")
    def _row_pressed(self, event: Lines.Pressed) -> None:
        at = self._top + event.row
        if at < len(self._rows) and self._rows[at].name:
            self._at, before = at, self._at
            self.redraw()
            if at == before:
                self.action_open()
