"""Deck editor: found cards at the left, the deck's cards, then a card and statistics."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.events import Paste
from textual.geometry import Offset
from textual.screen import Screen
from textual.widgets import Input
from textual.worker import get_current_worker

from engine.log import many
from tui.base_app import frame_of
from tui.decks import own_decks
from tui.decks.editor import DeckEditor, found_cards
from tui.decks.imported_lists import told, unreadable
from tui.decks.lines import card_lines, card_row, deck_lines
from tui.screens.laid_out import when_laid_out
from tui.session.errors import new_seed
from tui.session.game_setup import deck_names, forget_decks, header_of, step, variant_ids
from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.ask_line import AskLine
from tui.widgets.key_strip import KeyPlace, KeyStrip
from tui.widgets.lines import Lines, styled

if TYPE_CHECKING:
    from engine.cards.decks.lists import Decklist
    from engine.cards.model import Card

SEARCH = "Search cards"
FOUND, OWN = "found", "own"  # the two lists: found cards, and those of the deck


class DeckScreen(Screen[None]):
    """The screen to edit a deck. Every change is saved at once."""

    BINDINGS = key_commands.bindings("deck")
    CSS_PATH = "decks.tcss"
    AUTO_FOCUS = ""

    def __init__(self, bench: DeckEditor, notes: Sequence[str] = ()) -> None:
        """Begin with a deck; `notes` are shown on a page first, such as missing cards."""
        super().__init__()
        self.bench = bench
        self._notes = list(notes)
        self._list = OWN if bench.deck.main else FOUND
        self._words = ""
        self._everything = False
        self._found: Sequence[Card] | None = None  # None: cards are still being read
        self._at = {FOUND: 0, OWN: 0}
        self._top = {FOUND: 0, OWN: 0}
        self._note = ""

    def compose(self) -> ComposeResult:
        yield Lines(id="deck-title")
        with Horizontal(id="deck-body"):
            yield Lines(id="deck-found")
            yield Lines(id="deck-own")
            yield Lines(id="deck-card")
        yield Lines(id="deck-note")
        yield KeyStrip(id="keys")
        yield AskLine(id="command")

    def on_mount(self) -> None:
        when_laid_out(self, self._begin)

    def _begin(self) -> None:
        self.redraw()
        self._look()
        if self._notes:
            self._show_page(self._notes)

    def _show_page(self, notes: Sequence[str]) -> None:
        """Show paragraphs about the list that was imported."""
        from tui.screens.pages import TextPage

        lines = [line for note in notes for line in (styled(note, theme.PLAIN), Text())]
        self.app.push_screen(TextPage("Imported list", lines[:-1]))

    @work(thread=True, exclusive=True)
    def _look(self) -> None:
        """Find cards in a thread: the first time, all of them must be read."""
        worker, asked = get_current_worker(), (self.bench.variant, self._words, self._everything)
        found, problem = found_cards(asked[0], asked[1], everything=asked[2])
        if not worker.is_cancelled:
            self.app.call_from_thread(self._show_found, found, problem)

    def _show_found(self, found: Sequence[Card], problem: str) -> None:
        self._found, self._note = found, problem or self._note
        self._at[FOUND] = min(self._at[FOUND], max(len(found) - 1, 0))
        self.redraw()

    # --- drawing ---

    @property
    def _line(self) -> AskLine:
        return self.query_one("#command", AskLine)

    @property
    def cards_are_read(self) -> bool:
        """Return whether the cards to add are shown."""
        return self._found is not None

    def cards(self, name: str) -> Sequence[Card]:
        """Return the cards of one of the two lists."""
        return self.bench.cards() if name == OWN else self._found or ()

    @property
    def card(self) -> Card | None:
        """The card under the cursor."""
        cards = self.cards(self._list)
        return cards[min(self._at[self._list], len(cards) - 1)] if cards else None

    def redraw(self) -> None:
        """Draw both lists, the card under the cursor, the statistics, and the keys."""
        bench, offences = self.bench, self.bench.offences()
        title = styled(f" {bench.title}", theme.HERE)
        title.append(f"   {many(bench.size(), 'card')} for ", theme.QUIET).append(
            f"{header_of(bench.variant).name} ", theme.STRONG
        )
        title.append(
            f"✗ {len(offences)}" if offences else "legal ✓",
            theme.DANGER if offences else theme.CHOICE,
        )
        title.append("" if bench.is_own else "   your first change makes a copy", theme.QUIET)
        self.query_one("#deck-title", Lines).show([title])
        for name in (FOUND, OWN):
            panel = self.query_one(f"#deck-{name}", Lines)
            panel.set_class(name == self._list, "-active")
            panel.name_panel(self._title(name))
            panel.paint(lambda width, height, name=name: self._paint(name, width, height))
        self.query_one("#deck-card", Lines).paint(
            lambda width, height: self._about(offences, width - 1, height)
        )
        note = f"Not saved: {bench.unsaved}." if bench.unsaved else self._note
        self.query_one("#deck-note", Lines).show([styled(f" {note}", theme.DANGER)])
        corner = self.query_one(f"#deck-{self._list}").content_region.offset
        self.app.cursor_position = Offset(
            corner.x, corner.y + self._at[self._list] - self._top[self._list]
        )
        self._show_keys()

    def _title(self, name: str) -> str:
        if name == OWN:
            return f"Deck {self.bench.size()}"
        shown = " all" if self._everything else " allowed"
        words = f" '{self._words}'" if self._words else shown
        return f"Cards{words} {len(self._found)}" if self._found is not None else "Cards"

    def _paint(self, name: str, width: int, height: int) -> list[Text]:
        cards = self.cards(name)
        if not cards:
            words = (
                "Reading the cards…"
                if name == FOUND and self._found is None
                else "No card matches."
            )
            return [
                styled(
                    f" {words if name == FOUND else 'No cards yet. Tab: go to the cards to add'}",
                    theme.DIM,
                )
            ]
        at = self._at[name] = min(self._at[name], len(cards) - 1)
        top = self._top[name] = max(
            0, min(max(self._top[name], at - height + 1), at, len(cards) - height)
        )
        shown = enumerate(cards[top : top + height], top)
        return [
            card_row(
                card,
                self.bench.copies(card.name),
                here=number == at and name == self._list,
                width=width,
            )
            for number, card in shown
        ]

    def _about(self, offences: Sequence[str], width: int, height: int) -> list[Text]:
        """Return lines about the card under the cursor, then the deck's statistics and problems.

        The statistics are always visible.
        """
        numbers = deck_lines(self.bench.counts(), offences, width)
        room = max(height - len(numbers) - 1, 4)
        lines = card_lines(self.card, width) if self.card is not None else []
        return [*lines[:room], *[Text()] * max(room - len(lines), 0), Text(), *numbers][:height]

    def _show_keys(self) -> None:
        keymap, strip = frame_of(self).keymap, self.query_one(KeyStrip)
        if self._line.is_open:
            strip.show_keys([KeyPlace("deck.back", "cancel")], keymap, f"{self._line.purpose}: ")
            return
        names = (
            "search",
            "add",
            "remove",
            "other",
            "fill",
            "undo",
            "variant-to-next",
            "back",
            "help",
            "import",
            "export",
            "everything",
        )
        strip.show_keys([KeyPlace(f"deck.{name}") for name in names], keymap)

    def say(self, note: str) -> None:
        """Show a note until the next key."""
        self._note = note
        self.redraw()

    # --- navigation ---

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow only steps through the cards while the player types."""
        return (
            None
            if self._line.is_open
            and action not in ("back", "step")
            and not action.startswith("app.")
            else True
        )

    def action_step(self, by: int) -> None:
        last = max(len(self.cards(self._list)) - 1, 0)
        self._at[self._list] = max(0, min(self._at[self._list] + by, last))
        self.say("")

    def action_other(self) -> None:
        self._list = OWN if self._list == FOUND else FOUND
        self.say("")

    def action_back(self) -> None:
        if self._line.is_open:
            self._line.close(keep=False)
            self.redraw()
        elif self._words:
            self._search("")
        else:
            self.dismiss()

    def action_help(self) -> None:
        from tui.screens.pages import help_page

        self.app.push_screen(help_page("deck", frame_of(self).keymap))

    # --- search ---

    def action_search(self) -> None:
        self._list = FOUND
        self._line.ask(SEARCH, self._words, self._search)
        self.redraw()

    def action_everything(self) -> None:
        self._everything = not self._everything
        self._list = FOUND
        self._look()

    def _search(self, words: str) -> None:
        self._note = ""
        if words != self._words:
            self._words, self._at[FOUND] = words, 0
            self._look()
        self.redraw()

    @on(Input.Changed, "#command")
    def _words_changed(self, event: Input.Changed) -> None:
        if self._line.is_open and self._line.purpose == SEARCH:
            self._search(event.value)

    @on(Input.Submitted, "#command")
    def _typed(self) -> None:
        self._line.close(keep=True)
        self.redraw()

    # --- changes ---

    def action_add(self) -> None:
        if self.card is not None:
            self.bench.add(self.card.name)
            self.say("")

    def action_remove(self) -> None:
        if self.card is not None and self.bench.copies(self.card.name):
            self.bench.add(self.card.name, -1)
            self.say("")

    def action_fill(self) -> None:
        if self._found is None:
            self.say("The cards are still loading. Try again in a moment.")
            return
        added = self.bench.fill(new_seed())
        self._list = OWN
        self.say(
            f"{many(added, 'card')} added. {self._key('undo')}: undo"
            if added
            else "The deck already has enough cards."
        )

    def action_undo(self) -> None:
        self.say("" if self.bench.undo() else "There is nothing to undo.")

    def action_variant(self, by: int) -> None:
        self.bench.play_in(step(variant_ids(), self.bench.variant, by))
        self.say("")
        self._look()

    # --- import and export ---

    def action_import(self) -> None:
        self._line.ask("Paste a deck list, or type the path of its file", "", self._import_file)
        self.redraw()

    def _import_file(self, name: str) -> None:
        from engine.cards.decks.lists import load_deck

        if name.strip():
            self._take_in(load_deck(Path(name.strip()).expanduser()))

    @on(AskLine.Pasted)
    def _pasted(self, event: AskLine.Pasted) -> None:
        self._line.close(keep=False)
        self._take_in_text(event.text)

    def on_paste(self, event: Paste) -> None:
        self._take_in_text(event.text)

    def _take_in_text(self, text: str) -> None:
        from engine.cards.decks.lists import read_deck

        if text.strip():
            self._take_in(read_deck(text, "the list"))

    def _take_in(self, other: Decklist) -> None:
        """Add the known cards of a list to the deck, and report the others."""
        if not (other.main or other.sideboard or other.missing):
            self.say(next(iter(unreadable(other)), "There are no cards in this list."))
            return
        added, self._list = self.bench.take_in(other), OWN
        self.say(f"{many(added, 'card')} added. {self._key('undo')}: undo")
        self._tell_import(other)

    @work(thread=True, exclusive=True, group="import")
    def _tell_import(self, other: Decklist) -> None:
        """Look for the closest cards in a thread, since all cards must be read."""
        from tui.decks import editor

        if notes := told(other, editor.allowed(self.bench.variant) if other.missing else ()):
            self.app.call_from_thread(self._show_page, notes)

    def _key(self, name: str) -> str:
        return key_commands.first_key(f"deck.{name}", frame_of(self).keymap)

    def action_export(self) -> None:
        from engine.base.files import write_whole
        from engine.cards.decks.lists import write_arena

        text, path = (
            write_arena(self.bench.deck),
            own_decks.folder().parent / "exports" / f"{self.bench.name}.txt",
        )
        self.app.copy_to_clipboard(text)
        try:
            write_whole(path, text)
        except OSError as error:
            self.say(
                "Copied to the clipboard if your terminal supports it. The file can't be "
                f"written: {error.strerror or error}."
            )
        else:
            self.say(f"Saved as {path}, and copied to the clipboard if your terminal supports it.")

    def action_rename(self) -> None:
        if not self.bench.is_own:
            self.say("Only your own decks can be renamed. Change a card first: that makes a copy.")
            return
        self._line.ask("New name", self.bench.title, lambda name: self._rename(name.strip()))
        self.redraw()

    def _rename(self, name: str) -> None:
        if problem := self.bench.rename(name, deck_names()):
            self.say(f"The deck can't be renamed: {problem}.")
        else:
            forget_decks()
            self.say("")

    # --- mouse ---

    @on(Lines.Pressed)
    def _pressed(self, event: Lines.Pressed) -> None:
        name = (event.lines.id or "").removeprefix("deck-")
        if name in (FOUND, OWN) and (at := self._top[name] + event.row) < len(self.cards(name)):
            again = (name, at) == (self._list, self._at[name])
            self._list, self._at[name] = name, at
            self.action_add() if again else self.say("")
