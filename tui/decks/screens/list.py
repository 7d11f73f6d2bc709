"""List of decks: the player's own and shipped ones, with their legality in a variant."""

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

from engine.base.records import replace
from tui.base_app import frame_of
from tui.decks import own_decks
from tui.decks.imported_lists import known_words, told, unreadable
from tui.screens.laid_out import when_laid_out
from tui.session.game_setup import (
    GameSetup,
    deck,
    deck_files,
    deck_names,
    deck_offences,
    deck_title,
    forget_decks,
    header_of,
    step,
    variant_ids,
)
from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.ask_line import AskLine
from tui.widgets.headed_rows import first_in_sight, next_row
from tui.widgets.key_strip import KeyPlace, KeyStrip
from tui.widgets.lines import Lines, styled, wrapped
from tui.widgets.rows_apart import rows_apart

if TYPE_CHECKING:
    from engine.cards.decks.lists import Decklist


class DeckRow(NamedTuple):
    """A row of the list: a heading, or the title of a deck and its file's name."""

    words: str
    name: str = ""


class DecksScreen(Screen[None]):
    """The list of all decks, with the contents of the one under the cursor."""

    BINDINGS = key_commands.bindings("decks")
    CSS_PATH = "decks.tcss"
    AUTO_FOCUS = ""

    def __init__(self, variant: str, then: Callable[[], object]) -> None:
        """Begin with a variant; `then` is called whenever a deck was added, changed or removed."""
        super().__init__()
        self._variant = variant
        self._then = then
        self._rows: list[DeckRow] = []
        self._at = 1
        self._top = 0
        self._note = ""
        self._to_delete = ""
        self._judged: set[str] = set()  # variants for which all decks have been checked

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
        """Check all decks in a thread, for the chosen variant first."""
        for each in (variant, *variant_ids()):
            for name in deck_files():
                deck_offences(name, GameSetup(each, []))
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

    def _list(self) -> list[DeckRow]:
        own = own_decks.files()
        mine = [DeckRow("Your decks"), *(DeckRow(deck_title(name), name) for name in own)]
        mine += (
            []
            if own
            else [DeckRow(f"none yet ({self._key('new')}: new, {self._key('import')}: import)")]
        )
        return [
            *mine,
            DeckRow("Decks that come with the game"),
            *(DeckRow(deck_title(name), name) for name in deck_files() if name not in own),
        ]

    def _key(self, name: str) -> str:
        return key_commands.first_key(f"decks.{name}", frame_of(self).keymap)

    def redraw(self) -> None:
        """Draw the list, the deck under the cursor, and the keys."""
        self._rows = self._list()
        if not self._deck:
            self._at = next((at for at, row in enumerate(self._rows) if row.name), 0)
        title = styled(" Decks", theme.HERE).append("   checked for ", theme.QUIET)
        self.query_one("#deck-title", Lines).show(
            [title.append(f"‹ {header_of(self._variant).name} ›", theme.STRONG)]
        )
        self.query_one("#deck-list", Lines).paint(self._paint_list)
        self.query_one("#deck-about", Lines).paint(
            lambda width, _: self._about(self._deck, width - 1)
        )
        self.query_one("#deck-note", Lines).show([styled(f" {self._note}", theme.DANGER)])
        corner = self.query_one("#deck-list").content_region.offset
        self.app.cursor_position = Offset(corner.x + 2, corner.y + self._at - self._top)
        keymap = frame_of(self).keymap
        if self._line.is_open:
            self.query_one(KeyStrip).show_keys(
                [KeyPlace("decks.back", "cancel")], keymap, f"{self._line.purpose}: "
            )
            return
        names = (
            "open",
            "new",
            "copy",
            "import",
            "variant-to-next",
            "rename",
            "delete",
            "back",
            "help",
        )
        own = self._deck in own_decks.files()
        self.query_one(KeyStrip).show_keys(
            [
                KeyPlace(f"decks.{name}")
                for name in names
                if own or name not in ("rename", "delete")
            ],
            keymap,
        )

    def _paint_list(self, width: int, height: int) -> list[Text]:
        self._top = first_in_sight(self._top, self._at, len(self._rows), height)
        lines = rows_apart(
            [self._row_parts(row, at == self._at) for at, row in enumerate(self._rows)], width - 1
        )
        return lines[self._top : self._top + height]

    def _row_parts(self, row: DeckRow, current: bool) -> tuple[Text, Text]:
        if not row.name:
            return styled(row.words, theme.HERE if row.words[:1].isupper() else theme.DIM), Text()
        number = sum(copies for copies, _ in deck(row.name).main)
        offences = (
            deck_offences(row.name, GameSetup(self._variant, []))
            if self._variant in self._judged
            else None
        )
        verdict = f"✗ {len(offences)}" if offences else "✓"
        if offences is None:
            verdict = ""
        left = styled("> " if current else "  ", theme.HERE)
        style = theme.DIM if offences else theme.PLAIN
        left.append(f" {row.words} ", theme.CURSOR if current else style)
        return left, styled(f"{number:3} {verdict:<3}", theme.QUIET)

    def _about(self, name: str, width: int) -> list[Text]:
        """Return lines about a deck: title, plan, legality, problems and cards."""
        if not name:
            return []
        found = deck(name)
        lines = [
            styled(found.name, theme.HERE),
            *(wrapped(styled(found.plan, theme.PLAIN), width) if found.plan else []),
        ]
        if known := [variant for variant in variant_ids() if variant in self._judged]:
            legal = [
                header_of(variant).name
                for variant in known
                if not deck_offences(name, GameSetup(variant, []))
            ]
            lines += wrapped(
                styled(
                    f"Legal in: {', '.join(legal) or 'no variant'}",
                    theme.CHOICE if legal else theme.DANGER,
                ),
                width,
                "  ",
            )
        if self._variant in self._judged:
            for offence in deck_offences(name, GameSetup(self._variant, [])):
                lines += wrapped(styled(f"✗ {offence}", theme.DANGER), width, "  ")
        lines += [
            Text(),
            *(styled(f"{copies:3} {card}", theme.QUIET) for copies, card in found.main),
        ]
        if found.sideboard:
            lines += [Text(), styled("Sideboard", theme.STRONG)]
            lines += [styled(f"{copies:3} {card}", theme.QUIET) for copies, card in found.sideboard]
        return lines

    def say(self, note: str) -> None:
        """Show a note until the next key."""
        self._note = note
        self.redraw()

    # --- navigation ---

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
        """Allow only going back while the player types."""
        return (
            None
            if self._line.is_open and action not in ("back",) and not action.startswith("app.")
            else True
        )

    def action_back(self) -> None:
        if self._line.is_open:
            self._line.close(keep=False)
            self.redraw()
        else:
            self.dismiss()

    def action_help(self) -> None:
        from tui.screens.pages import help_page

        self.app.push_screen(help_page("decks", frame_of(self).keymap))

    # --- commands ---

    def action_open(self) -> None:
        if self._deck:
            self._open(self._deck)

    def _open(self, name: str, notes: list[str] | None = None) -> None:
        """Open a deck for editing; `notes` are shown on a page first."""
        found = deck(name)
        notes = notes or unreadable(found)
        own = own_decks.files().get(name)
        is_made_for = own is not None and found.variant in variant_ids()
        variant = found.variant if is_made_for else self._variant
        self._make(found, name if own else found.name, variant, own, notes or [])

    def _make(
        self, found: Decklist, name: str, variant: str, path: Path | None, notes: list[str]
    ) -> None:
        from tui.decks.editor import DeckEditor
        from tui.decks.screens.editor import DeckScreen

        bench = DeckEditor(found, name, variant, path)

        def done(_: None) -> None:
            bench.close()
            self._show_changed(bench.name)

        self.app.push_screen(DeckScreen(bench, notes), done)

    def _show_changed(self, name: str) -> None:
        """Read all decks again and put the cursor on one of them."""
        forget_decks()
        self._rows = self._list()
        self._at = next((at for at, row in enumerate(self._rows) if row.name == name), 1)
        self._then()
        self._begin()

    def action_new(self) -> None:
        self._line.ask(
            "Name of the new deck", own_decks.free_name("My Deck", deck_names()), self._begin_new
        )
        self.redraw()

    def _begin_new(self, name: str) -> None:
        from engine.cards.decks.lists import Decklist

        name = own_decks.free_name(name.strip() or "My Deck", deck_names())
        self._make(Decklist(name, (), variant=self._variant), name, self._variant, None, [])

    def action_copy(self) -> None:
        if self._deck:
            found = deck(self._deck)
            self._keep_new(found, found.name or self._deck)

    def _keep_new(self, found: Decklist, name: str) -> str:
        """Save a deck under a free name and go to it; return its file's name, or "" on failure."""
        name = own_decks.free_name(name, deck_names())
        try:
            path = own_decks.keep_new(
                replace(found, name=name, variant=found.variant or self._variant), name
            )
        except OSError as error:
            self.say(f"The deck can't be saved: {own_decks.in_words(error)}.")
            return ""
        self._show_changed(path.stem)
        return path.stem

    def action_import(self) -> None:
        self._line.ask("Paste a deck list, or type the path of its file", "", self._import_file)
        self.redraw()

    def _import_file(self, name: str) -> None:
        from engine.cards.decks.lists import load_deck

        if name.strip():
            self._import(load_deck(Path(name.strip()).expanduser()))

    @on(AskLine.Pasted)
    def _pasted(self, event: AskLine.Pasted) -> None:
        self._line.close(keep=False)
        self._import_text(event.text)

    def on_paste(self, event: Paste) -> None:
        self._import_text(event.text)

    def _import_text(self, text: str) -> None:
        from engine.cards.decks.lists import read_deck

        if text.strip():
            self._import(read_deck(text, "the list"))

    def _import(self, found: Decklist) -> None:
        """Ask for the name of an imported deck, unless it is empty."""
        if not (found.main or found.sideboard or found.missing):
            self.say(next(iter(unreadable(found)), "There are no cards in this list."))
            return
        suggested = own_decks.free_name(found.name or "My Deck", deck_names())
        self._line.ask(
            "Name of the deck",
            suggested,
            lambda name: self._keep_import(found, name.strip() or suggested),
        )
        self.say(f"{known_words(found)} Enter: save, Esc: cancel")

    def _keep_import(self, found: Decklist, name: str) -> None:
        """Save the known cards of an imported deck, then open it with a page about the rest."""
        self._note = ""
        if kept := self._keep_new(found, name):
            self._tell_import(found, kept)

    @work(thread=True, exclusive=True, group="import")
    def _tell_import(self, found: Decklist, kept: str) -> None:
        """Look for the closest cards in a thread, since all cards must be read."""
        from tui.decks import editor

        notes = told(found, editor.allowed(self._variant) if found.missing else ())
        self.app.call_from_thread(self._open, kept, notes)

    def action_rename(self) -> None:
        path = own_decks.files().get(self._deck)
        if path is None:
            self.say(f"Only your own decks can be renamed. {self._key('copy')} copies this one.")
            return
        self._line.ask(
            "New name", deck_title(self._deck), lambda name: self._rename(path, name.strip())
        )
        self.redraw()

    def _rename(self, path: Path, name: str) -> None:
        if name in (path.stem, deck_title(path.stem)):
            return
        if problem := own_decks.rename(path, name, deck_names()):
            self.say(f"The deck can't be renamed: {problem}.")
        else:
            self._show_changed(name)

    def action_delete(self) -> None:
        """Ask before deleting a deck; delete it when the key is pressed a second time."""
        path = own_decks.files().get(self._deck)
        if path is None:
            self.say("Only your own decks can be deleted.")
        elif self._to_delete != self._deck:
            self._to_delete = self._deck
            self.say(
                f"Press {self._key('delete')} again to delete {deck_title(self._deck)} for good."
            )
        elif problem := own_decks.delete(path):
            self.say(f"The deck can't be deleted: {problem}.")
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
