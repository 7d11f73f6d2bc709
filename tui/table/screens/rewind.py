"""Looking back: any place of a game on the screen, step by step back and forth.

Nothing can be done there but look. A game that is over can be analyzed.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text
from textual import on
from textual.widgets import Input

from engine.history.record import RecordError
from engine.history.timeline import Eyes, Timeline
from engine.log import many
from tui.base_app import BaseApp, frame_of
from tui.screens.laid_out import when_laid_out
from tui.session.timeline_view import PERSON, Rewinding
from tui.settings import key_commands
from tui.table.action_builder import Spot
from tui.table.controllers.model import PanelModel
from tui.table.screens.panel_screen import PanelScreen
from tui.table.screens.panels import Shown
from tui.table.selection import Selection
from tui.table.widgets.prompt import notice, refusal
from tui.terminal import theme
from tui.terminal.clause_numbers import are_shown
from tui.widgets.key_strip import KeyPlace
from tui.widgets.lines import cut_line, justified, styled

if TYPE_CHECKING:
    from tui.look_back.analyst import GameAnalyst

USEFUL = {
    "step-to-back": "", "step-to-on": "", "turn-to-on": "turn", "mistake-to-next": "",
    "mistake-to-previous": "", "better": "", "analyze": "", "find": "", "eyes": "", "play-on": "",
    "export-to-text": "", "help": "", "close": "", "turn-to-back": "previous turn", "pane": "",
    "log": "",
}  # fmt: skip
"""The commands of the strip, with shorter words where there are any."""
MARGIN = 4  # cells beside a message
GROWS_EVERY = 0.3  # seconds between two looks at an analysis under way
PANES = ("map", "here", "hand", "stack", "zones")  # where the cursor goes in turn
# for players on a server, once the game is over
DOWNLOAD = "To get this game: ssh SERVER replay TABLE > game.sf"


class RewindScreen(PanelScreen):
    """A review of a recorded game, from the last place or the first.

    Dismissed with "back", or to play on with the game that the app has then.
    """

    BINDINGS = key_commands.bindings("rewind")

    def __init__(
        self,
        tape: Timeline,
        viewer: Eyes = PERSON,
        *,
        at_end: bool = True,
        path: Path | None = None,
        analyst: GameAnalyst | None = None,
    ) -> None:
        """`viewer` is the seat of the person; None for a watcher.

        `path`: the file of the record, beside which its analysis is kept; `analyst`: the analysis,
        if it has been begun already.
        """
        self.rewinding = Rewinding(tape, viewer)
        self._path = path
        self._analyst = analyst
        self._owns_analyst = analyst is None  # whether the analysis ends with this screen
        super().__init__(PanelModel(Selection(self.rewinding.view())))
        self._at_end = at_end
        self._told = 0  # number of sentences of the analysis that were told
        self._reading = True  # not all of the tape has been read yet

    @property
    def _app(self) -> BaseApp:
        return frame_of(self)

    def on_mount(self) -> None:
        self.panels.title_logs("Events in this step")
        self.set_class(self.selection.view.is_of_squares, "-squares")
        when_laid_out(self, self._begin)

    def _begin(self) -> None:
        if not self._app.reads_elsewhere and self._read():
            self._ready()
        else:
            self.redraw()
            self.run_worker(self._read_on())

    async def _read_on(self) -> None:
        try:
            while not await self._app.read_on(self.rewinding.tape):
                self.redraw()
        except RecordError as error:
            self.model.message = refusal(f"You can't play on from here: {error}")
        self._ready()

    def _read(self) -> bool:
        """Play some of the game through.

        Whether that was the rest of it, or all that can be played.
        """
        try:
            return self.rewinding.tape.read(self._app.part)
        except RecordError as error:
            self.model.message = refusal(f"You can't play on from here: {error}")
            return True

    def _ready(self) -> None:
        self._reading = False
        self.rewinding.open_eyes()
        self.rewinding.go_to(self.rewinding.tape.last if self._at_end else 0)
        self.model.selection = Selection(self.rewinding.view())
        self._open_kept_analysis()
        self.set_interval(GROWS_EVERY, self._grow)
        self._show_place()

    # --- the analysis ---

    def _open_kept_analysis(self) -> None:
        """Show the analysis that is kept beside the record, if there is one."""
        from tui.look_back.analyst import path_beside

        if self._analyst is not None:
            self.rewinding.analysis = self._analyst.analysis
        elif self._path is not None and self._may_analyze() and path_beside(self._path).exists():
            self._open_analysis()

    def _may_analyze(self) -> bool:
        return self._app.keeps_files and self.rewinding.tape.is_over

    def _open_analysis(self) -> bool:
        """Open the analysis of the game, or show why that is impossible."""
        from engine.analysis.analysis_file import AnalysisError
        from tui.look_back.analyst import GameAnalyst

        tape = self.rewinding.tape
        try:
            self._analyst = GameAnalyst(tape.record, self._path)
        except AnalysisError as error:
            self.model.message = refusal(f"The game can't be analyzed: {error}.")
            return False
        self.rewinding.analysis = self._analyst.analysis
        return True

    def _grow(self) -> None:
        """Show what the analysis has found meanwhile."""
        analyst = self._analyst
        if analyst is None or not analyst.grow():
            return
        if analyst.problem:
            self.model.message = refusal(analyst.problem)
        elif not analyst.is_running:
            self.model.message = notice(self._summary("The game is analyzed."))
        self.redraw()

    def _summary(self, before: str = "") -> str:
        """Return the analysis in as many whole sentences as fit, from the next one on.

        `before` is said first, and the sentences begin anew. The key to analyze reads on.
        """
        from tui.look_back.analysis_words import summary_lines

        assert self._analyst is not None
        seats = [] if self.rewinding.viewer is None else [self.rewinding.viewer]
        told = list(summary_lines(self._analyst.analysis, self.rewinding.tape, seats))
        first = 0 if before or self._told >= len(told) else self._told
        key = key_commands.first_key("rewind.analyze", self.keymap)
        words, self._told = before, first
        for number, sentence in enumerate(told[first:], first):
            longer = f"{words} {sentence}".strip()
            onward = f"  {key}: more" if number + 1 < len(told) else ""
            if number > first and cell_len(longer + onward) > self.size.width - MARGIN:
                return f"{words}  {key}: more"
            words, self._told = longer, number + 1
        return words

    def on_unmount(self) -> None:
        if self._analyst is not None and self._owns_analyst:
            self._analyst.stop()

    def action_analyze(self) -> None:
        if not self._app.keeps_files:
            self.refuse(f"A game can be analyzed only on your own computer. {DOWNLOAD}")
        elif not self.rewinding.tape.is_over:
            from tui.look_back.analyst import GOES_ON

            self.refuse(GOES_ON)
        elif self._analyst is None and not self._open_analysis():
            self.redraw()
        elif self._analyst is not None:
            self._start_or_stop(self._analyst)

    def _start_or_stop(self, analyst: GameAnalyst) -> None:
        again = key_commands.first_key("rewind.analyze", self.keymap)
        if analyst.is_running:
            analyst.stop()
            self.tell(f"The analysis was stopped: {again} continues it.")
        elif analyst.analysis.is_whole:
            self.tell(self._summary())
        else:
            analyst.start()
            self.tell(analyst.problem or f"Analyzing the game: {again} stops it.")

    def action_mistake(self, by: int) -> None:
        if self.rewinding.analysis is None:
            self.refuse(
                f"First press {key_commands.first_key('rewind.analyze', self.keymap)} to have "
                "the game analyzed."
            )
            return
        self._go(self.rewinding.to_mistake(by), self._no_mistake(by))

    def _no_mistake(self, by: int) -> str:
        """Return why no mistake is gone to."""
        found = self.rewinding.analysis
        so_far = "" if found is None or found.is_whole else " so far"
        if found is None or not found.mistakes():
            return f"No mistake has been found{so_far}."
        if by > 0:
            return f"This is the only mistake{so_far}."
        return f"There is no mistake before this{so_far}."

    def action_better(self) -> None:
        if not self.rewinding.show_better():
            found = self.rewinding.analysis
            key = key_commands.first_key("rewind.mistake-to-next", self.keymap)
            onward = f": {key} goes to the next mistake" if found and found.mistakes() else ""
            self.refuse(f"There is no better plan to show here{onward}.")
            return
        self.model.message = Text()
        self._show_place()

    def _analysis_words(self) -> str:
        """Return the mark of the decision that led here with its chances; "" without any."""
        from tui.look_back.analysis_words import better_words, percent

        rated = self.rewinding.rated
        if rated is None:
            return ""
        if self.rewinding.shows_better:
            return f"Better ({percent(rated.best)}): {better_words(rated, self.rewinding.tape)}"
        if rated.plan:
            return f" {rated.mark} {percent(rated.done)}, best {percent(rated.best)}".rstrip()
        return f" {rated.mark} {percent(rated.done)}".replace("  ", " ")

    def _marked(self) -> frozenset[str | int]:
        """Return the spaces and objects that are marked: news, or those of the better plan."""
        from tui.look_back.analysis_words import steps_of

        rated = self.rewinding.rated
        if rated is None or not self.rewinding.shows_better:
            return self.rewinding.changed()
        before = self.rewinding.tape.position(rated.place - 1).view_for(rated.seat)
        found: set[str | int] = set()
        for step in steps_of(rated.plan, before):
            found |= {step.object, step.target, step.space}
        return frozenset(found - {0, ""})

    def _show_chances(self) -> None:
        """Show the line of the chance over the game, if it is analyzed."""
        from tui.look_back.chance_line import chance_lines

        rewinding, analysis = self.rewinding, self.rewinding.analysis
        line = self.panels.chances
        if line.display != (analysis is not None):
            line.display = analysis is not None
        if analysis is None:
            return
        eyes = rewinding.eyes if rewinding.eyes is not None and rewinding.eyes >= 0 else None
        seat = next((each for each in (eyes, rewinding.viewer) if each is not None), 0)
        tape = rewinding.tape
        line.paint(
            lambda width, height: chance_lines(
                analysis, seat, tape.names[seat], rewinding.place, tape.last, (width, height),
                plain=self._app.has_ascii_alone,
            )
        )  # fmt: skip

    # --- what it tells ---

    def redraw(self) -> None:
        if not self.is_mounted or not self.children:
            return
        self.panels.draw(
            Shown(
                self.selection,
                self.rewinding.log(),
                tells_log=self.selection.pane == "map",
                changed=self._marked(),
            )
        )
        self._show_chances()

    def show_prompt(self) -> None:
        self.panels.prompt.paint(lambda width, _: self._prompt_lines(width))
        self.panels.keys.show_keys(
            [KeyPlace(f"rewind.{name}", word) for name, word in self._useful().items()], self.keymap
        )

    def _has_mistakes(self) -> bool:
        """Return whether a mistake has been found, or may still be."""
        found = self.rewinding.analysis
        return found is not None and (bool(found.mistakes()) or not found.is_whole)

    def _useful(self) -> dict[str, str]:
        """Return the useful commands of the strip, with their words."""
        idle = [] if len(self.rewinding.offered()) > 1 else ["eyes"]
        idle += [] if self._app.keeps_files else ["play-on", "export-to-text"]
        idle += [] if self._may_analyze() else ["analyze"]
        idle += [] if self._has_mistakes() else ["mistake-to-next", "mistake-to-previous"]
        rated = self.rewinding.rated
        idle += [] if rated is not None and rated.plan else ["better"]
        words = USEFUL
        if self._analyst is not None and self._analyst.is_running:
            words = USEFUL | {"analyze": f"stop ({self._analyst.percent}%)"}
        return {name: word for name, word in words.items() if name not in idle}

    def _prompt_lines(self, width: int) -> list[Text]:
        rewinding = self.rewinding
        if self._reading:
            whole = len(rewinding.tape.record.entries) - 1
            return [
                styled(
                    f" Replaying the game: {rewinding.tape.last} of {many(whole, 'decision')}…",
                    theme.QUIET,
                ),
                Text(),
            ]
        head = styled(f" {rewinding.heading()}", theme.STRONG)
        words = self._analysis_words()
        if not rewinding.shows_better:
            words = f"{rewinding.decision_words()}{words}"
        decision_words = cut_line(styled(f" {words}", theme.CHOICE), width)
        right = f"{rewinding.eyes_words()} "
        return [
            justified(head, styled(right, theme.HERE), width),
            self.model.message if self.model.message.plain else decision_words,
        ]

    def _show_place(self) -> None:
        """Show the current place of the review."""
        self.selection.show(self.rewinding.view())
        self.redraw()

    def after_key(self) -> None:
        self.model.message = Text()
        self.redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """While the tape is read there is nothing but to leave; while words are typed, letters
        are letters.
        """
        if action.startswith("app.") or action == "close":
            return True
        return None if self._reading or self.panels.line.is_open else True

    # --- keys ---

    def _go(self, moved: bool, otherwise: str) -> None:
        """Show the new place, or a refusal if the place is unchanged."""
        self.model.message = Text() if moved else refusal(otherwise)
        self._show_place()

    def action_step(self, by: int) -> None:
        moved = self.rewinding.go_to(self.rewinding.place + by)
        self._go(moved, "This is the last decision." if by > 0 else "This is the beginning.")

    def action_turn(self, by: int) -> None:
        self._go(
            self.rewinding.turn(by),
            "There is no turn after this." if by > 0 else "This is the beginning.",
        )

    def action_place(self, last: int) -> None:
        self.rewinding.go_to(self.rewinding.tape.last if last else 0)
        self._go(True, "")

    def action_find(self) -> None:
        self.after_key()
        self.panels.line.open("words from an event: Enter goes to the next match", finding=True)

    @on(Input.Submitted, "#command")
    def _words_given(self, event: Input.Submitted) -> None:
        self.close_command_line()
        self.rewinding.wanted = event.value.strip()
        self.action_again(1)

    def action_again(self, by: int) -> None:
        wanted = self.rewinding.wanted
        if not wanted:
            self.refuse(
                f"First press {key_commands.first_key('rewind.find', self.keymap)} and type a "
                "word to look for."
            )
            return
        self._go(
            self.rewinding.seek(back=by < 0),
            f"'{wanted}' doesn't appear {'before' if by < 0 else 'after'} this.",
        )

    def action_eyes(self) -> None:
        others = self.rewinding.next_eyes()
        self._go(others, "You can't see through other players' eyes until the game is over.")

    def action_pane(self) -> None:
        panes = [pane for pane in PANES if pane in ("map", "zones") or self.selection.items(pane)]
        at = panes.index(self.selection.pane) + 1 if self.selection.pane in panes else 0
        self.selection.pane_to(panes[at % len(panes)])
        self.after_key()

    def action_move(self, dx: int, dy: int) -> None:
        self.selection.move(dx, dy)
        self.after_key()

    def action_read(self) -> None:
        from tui.screens.pages import TextPage
        from tui.table.widgets.inspector import describe

        self.app.push_screen(TextPage(*describe(self.selection, self.size.width - 6)))

    def action_play_on(self) -> None:
        from tui.session.branching import why_not
        from tui.table.screens.play_on import PlayOnScreen

        rewinding = self.rewinding
        if not self._app.keeps_files:
            self.refuse(f"You can play on from a game only on your own computer. {DOWNLOAD}")
        elif problem := why_not(rewinding.tape, rewinding.shown_place):
            self.refuse(problem)
        else:
            self.app.push_screen(
                PlayOnScreen(rewinding.tape.record, rewinding.heading()), self._play_on
            )

    def _play_on(self, kinds: list[str] | None) -> None:
        from tui.session.branching import PLAY_ON, play_on
        from tui.settings.paths import cant_be_saved

        if kinds is None:
            return
        try:
            self._app.following = play_on(self.rewinding.tape, self.rewinding.shown_place, kinds)
        except RecordError as error:
            self.refuse(f"You can't play on from here: {error}")
        except OSError as error:
            self.refuse(cant_be_saved(error))
        else:
            self.dismiss(PLAY_ON)

    def action_export(self, picture: bool) -> None:
        from tui.settings.paths import exports
        from tui.table.screens.turn_page import keep

        if not self._app.keeps_files:
            self.refuse(f"The server can't save files for you. {DOWNLOAD}")
            return
        try:
            path = keep(exports(), self.rewinding, self.panels.board.drawn(), picture=picture)
        except OSError as error:
            self.refuse(f"The file wasn't saved: {error.filename}: {error.strerror or error}")
        else:
            self.tell(f"This turn was saved to {path}")

    def action_log(self) -> None:
        from tui.screens.pages import log_page

        self.app.push_screen(log_page(self.rewinding.whole_log(), numbered=are_shown(self.app)))

    def show_log(self) -> None:
        self.action_log()

    def action_help(self) -> None:
        from tui.screens.pages import help_page

        self.app.push_screen(help_page("rewind", self.keymap))

    def action_close(self) -> None:
        if self.panels.line.is_open:
            self.close_command_line()
        else:
            self.dismiss("back")

    # --- the mouse ---

    def pressed(self, spot: Spot, pane: str) -> None:
        self.selection.press(spot, pane)
        self.after_key()
