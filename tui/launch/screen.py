"""Launch screen: saved games to resume, and a form for a new one with descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from textual import work
from textual.worker import get_current_worker

from engine.base.records import replace
from tui.screens.form import FormScreen
from tui.session.branching import PLAY_ON
from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.key_strip import KeyPlace
from tui.widgets.lines import Lines, styled

if TYPE_CHECKING:
    from tui.launch.form import FormRow
    from tui.session.game_setup import GameSetup
    from tui.session.local import LocalSession
    from tui.session.saved_games import SavedGameStatus
    from tui.settings.paths import SavedGame


# seconds before rules and cards are read, so that the first frame gets all of the CPU
BREATH = 0.1


# actions of rows; any other value is a saved game's file
PRESSES = ("start", "puzzles", "decks", "settings")


class LaunchScreen(FormScreen[None]):
    """The first screen; it stays below the table while a game is played."""

    BINDINGS = key_commands.bindings("launch")
    scope = "launch"

    def __init__(self, problems: Sequence[str] = ()) -> None:
        """Begin with `problems` to show first, such as a keymap that can't be used."""
        super().__init__()
        self._note = "; ".join(problems)
        self._setup: GameSetup | None = None
        self._saved: list[SavedGame] = []
        self._standings: dict[str, SavedGameStatus] = {}
        self._checked = False
        self._to_delete = ""
        self._own: tuple[str, ...] = ()  # the player's own variants, once checked

    def on_mount(self) -> None:
        title = styled(" Spellfront", theme.HERE)
        title.append("   Magic: The Gathering on a map", theme.QUIET)
        self.query_one("#title", Lines).show([title])
        self._load()
        self.set_timer(BREATH, self._read_rules_and_decks)

    def _load(self) -> None:
        """Read what the first frame shows: saved games and the first variant's header."""
        from tui.session.errors import SetupError
        from tui.session.game_setup import GameSetup

        try:
            self._setup = self._setup or GameSetup.new()
        except SetupError as error:
            self.say(error.problems[0])
            return
        self._look_for_games()
        if self._checked:  # after returning from a game
            self._find_standings()

    def _look_for_games(self) -> None:
        """List the games that can be resumed, and go to the first row below the first heading."""
        from tui.session.saved_games import kept
        from tui.settings.paths import saved_games

        self._saved = saved_games()
        # the first game to resume, or the first row under "New game"
        self._at = 1 if self._saved else 3
        self._standings = {
            key: standing for key, standing in kept().items() if self._is_as_it_was(key, standing)
        }
        self.redraw()

    def _is_as_it_was(self, path: str, standing: SavedGameStatus) -> bool:
        return any(
            str(game.path) == path and game.changed == standing.changed for game in self._saved
        )

    @work(thread=True, exclusive=True, group="standings")
    def _find_standings(self) -> None:
        """Replay the saved games one by one while no game is played, and show their standings."""
        from tui.session.saved_games import found

        worker = get_current_worker()
        for standings in found(self._saved):
            if worker.is_cancelled or not self.is_current:
                return
            self.app.call_from_thread(self._show_standings, dict(standings))

    def on_screen_resume(self) -> None:
        """Continue to compute standings after another screen was shown."""
        if self._checked:
            self._find_standings()

    def _show_standings(self, standings: dict[str, SavedGameStatus]) -> None:
        self._standings = standings
        self.redraw()

    @work(thread=True)
    def _read_rules_and_decks(self) -> None:
        """Read rules and cards, which takes a moment, and show the map and the decks' legality."""
        from engine.variant.loading import RulesetError
        from tui.session import own_variants
        from tui.session.game_setup import deck_files, deck_offences

        self._own = own_variants.usable()
        for problem in own_variants.problems():
            self.app.call_from_thread(self.say, f"{problem[:1].upper()}{problem[1:]}")
        if self._setup is None:
            return
        try:
            for name in deck_files():
                deck_offences(name, self._setup)
        except RulesetError as error:
            self.app.call_from_thread(self.say, f"A variant can't be loaded: {error.problems[0]}")
            return
        self.app.call_from_thread(self._complete)

    def _complete(self) -> None:
        self._checked = True
        self.redraw()
        self._find_standings()

    @property
    def is_complete(self) -> bool:
        """Return whether everything is shown, checked decks included."""
        return self._checked

    # --- form ---

    def rows(self) -> list[FormRow]:
        from tui.launch.form import rows_of

        return (
            []
            if self._setup is None
            else rows_of(self._setup, self._saved, self._checked, self._standings, self._own)
        )

    def places(self) -> list[KeyPlace]:
        names = (
            "next-row",
            "change-to-right",
            "press",
            "start",
            "puzzles",
            "decks",
            "rules",
            "help",
            "settings",
            "leave",
            "look-back",
        )
        commands = [
            self.press_place() if name == "press" else KeyPlace(f"launch.{name}") for name in names
        ]
        return (
            [KeyPlace("launch.rename"), KeyPlace("launch.delete"), *commands]
            if self._saved_path is not None
            else commands
        )

    def forget(self) -> None:
        self._to_delete = ""

    def press(self, row: FormRow) -> None:
        if row.press in PRESSES:
            getattr(self, f"action_{row.press}")()
        else:
            self._resume(Path(row.press))

    @property
    def _saved_path(self) -> Path | None:
        """The file of the saved game under the cursor, or None."""
        row = self._row if self._rows else None
        return Path(row.press) if row is not None and row.press not in ("", *PRESSES) else None

    # --- keys ---

    def action_start(self) -> None:
        from tui.session.errors import SetupError

        if self._setup is None:
            return
        try:
            session = self._setup.start()
        except SetupError as error:
            more = (
                f" (and {len(error.problems) - 1} more; see Start the game)"
                if len(error.problems) > 1
                else ""
            )
            self.say(error.problems[0] + more)
        else:
            self._play(session)

    def _resume(self, path: Path) -> None:
        from engine.history.record import RecordError
        from tui.session.local import LocalSession
        from tui.settings.paths import cant_be_saved

        try:
            session = LocalSession.resume(path)
        except RecordError as error:
            self._explain(path, str(error))
        except OSError as error:
            self._explain(path, cant_be_saved(error))
        else:
            self._play(session)

    def _explain(self, path: Path, problem: str) -> None:
        """Show why a game can't be resumed, in a line and in full beside the form."""
        self._saved = [
            replace(game, problem=problem) if game.path == path else game for game in self._saved
        ]
        self.say(problem.removeprefix(f"{path}: "))

    def _play(self, session: LocalSession) -> None:
        self._app.sit_down(session, lambda _: self._come_back())

    def _come_back(self) -> None:
        """Show the saved games again; keys typed ahead at the end of a game are ignored."""
        self._app.guard.deafen()
        self._load()

    def action_delete(self) -> None:
        """Delete a saved game when the key is pressed a second time."""
        path = self._saved_path
        if path is None:
            return
        if self._to_delete != str(path):
            self._to_delete = str(path)
            self.say("Press D again to delete this game permanently.")
            return
        from tui.settings.paths import delete

        if problem := delete(path):
            self.say(f"This file can't be deleted: {problem}")
            return
        self._note = ""
        self._look_for_games()

    def action_rename(self) -> None:
        """Ask for a name for the saved game under the cursor."""
        path = self._saved_path
        if path is None:
            self.say("You can name only saved games; go to one with the arrow keys.")
            return
        name = next((game.name for game in self._saved if game.path == path), "")
        self._type(lambda typed: self._rename(path, typed.strip()), name)

    def _rename(self, path: Path, name: str) -> None:
        from tui.settings.paths import rename

        if problem := rename(path, name):
            self._note = f"This game can't be renamed: {problem}"
            return
        self._look_for_games()
        self._at = next(
            (at for at, row in enumerate(self._rows) if row.press == str(path.with_stem(name))),
            self._at,
        )
        self._find_standings()

    def action_decks(self) -> None:
        from tui.decks.screens.list import DecksScreen

        if self._setup is not None:
            self.app.push_screen(
                DecksScreen(self._setup.variant, self.redraw), lambda _: self._mend_decks()
            )

    def _mend_decks(self) -> None:
        """Replace chosen decks that were deleted or renamed with suited ones."""
        from tui.session.game_setup import deck_files, suited_decks

        if self._setup is not None:
            suited = suited_decks(self._setup.variant)
            for number, seat in enumerate(self._setup.seats):
                seat.deck = (
                    seat.deck
                    if seat.deck in deck_files() or not suited
                    else suited[number % len(suited)]
                )
        self.redraw()

    def action_rules(self) -> None:
        from tui.screens.pages import rules_page

        if self._setup is not None:
            self.app.push_screen(rules_page(self._setup.rules(), len(self._setup.seats)))

    def action_look_back(self) -> None:
        from tui.launch.past_games import PastGamesScreen

        self.app.push_screen(PastGamesScreen(self._saved_path), self._looked_back)

    def _looked_back(self, how: str | None) -> None:
        if how == PLAY_ON:
            self._app.play_on(lambda _: self._come_back())

    def action_puzzles(self) -> None:
        from tui.table.screens.puzzles import PuzzlesScreen

        self.app.push_screen(PuzzlesScreen())

    def action_help(self) -> None:
        from tui.screens.pages import help_page

        self.app.push_screen(help_page("launch", self._app.keymap))

    def action_settings(self) -> None:
        from tui.settings.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen(), lambda _: self.redraw())

    def action_leave(self) -> None:
        self.app.exit()
