"""The controllers of a table on a server: clocks, proposals and talk stand above the map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from rich.text import Text

from engine.history.record import RecordError
from engine.history.undo import BarredError
from tui.server.match.agreements import WORDS
from tui.server.match.seat import SeatSession
from tui.server.screens.rows import sentence, server_app_of
from tui.server.storage.clocks import LITTLE, shown
from tui.server.storage.save_errors import NOTHING_COUNTS
from tui.server.storage.tables import TableError
from tui.settings import key_commands
from tui.table import undo_log
from tui.table.controllers.addition import Addition
from tui.table.controllers.flow import GameFlow
from tui.table.controllers.kinds import AT_HOME
from tui.table.controllers.pages import Pages
from tui.table.controllers.strip import Strip
from tui.table.controllers.table import Controller, Table
from tui.table.controllers.undo import Undo
from tui.table.controllers.words import PromptWords
from tui.terminal import theme
from tui.widgets.key_strip import KeyPlace
from tui.widgets.lines import Lines, cut_line, styled

if TYPE_CHECKING:
    from pathlib import Path

    from textual.screen import Screen

    from tui.server.app import ServerApp
    from tui.server.storage.messages import Proposal

TICK = 1.0  # seconds between two looks at the clock
# the commands that come first for whoever watches
WATCHING = ("table.look-back", "house-table.talk", "table.leave")
ONLY_PLAYING = ("table.everything", "table.command", "table.pane-to-hand", "table.pane-to-choices")
"""Commands that show or do something to players alone."""
AGREE = {"draw": "draw", "take-back": "ask-back"}  # the commands that agree to a proposal


def seat_of(controller: Controller) -> SeatSession:
    """Return the session of a table on a server."""
    assert isinstance(controller.session, SeatSession)
    return controller.session


def app_of(controller: Controller) -> ServerApp:
    """Return the app of the terminal."""
    return server_app_of(controller.ui.app.screen)


class ServerLine(Addition):
    """The line of a server's table: clocks, the open proposal, and the latest message."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self.line = Lines(id="house")
        self.seat = seat_of(self)
        self._seen = self._newest = 0  # numbers of the last message read here, and of the last one
        self._last_said = ""
        self._stop_listening = lambda: None

    def begin(self) -> None:
        self.ui.set_interval(TICK, self._tick)
        lobby = app_of(self).server.lobby
        self._stop_listening = lobby.listen(lambda: self.ui.call_later(self._listen))
        self.ui.call_later(self._listen, first=True)

    def end(self) -> None:
        self._stop_listening()

    def draw(self) -> None:
        """Show the line only while it has something to say."""
        assert self.line is not None
        words = self._words()
        if self.line.display != bool(words.plain):
            self.line.display = bool(words.plain)
        self.line.paint(lambda width, _: [cut_line(words.copy(), width)])

    def _tick(self) -> None:
        if self.seat.standing.running is not None:
            self.draw()

    def _words(self) -> Text:
        if trouble := app_of(self).server.store.trouble:
            return styled(f" {NOTHING_COUNTS.format(why=trouble)}", theme.DANGER)
        text = styled("", theme.PLAIN)
        standing, players = self.seat.standing, self.selection.view.players
        for number, left in enumerate(standing.left):
            runs = number == standing.running
            style = theme.STRONG if runs else theme.QUIET
            if runs and left < LITTLE:
                style = theme.DANGER
            text.append(f" {players[number].name} {shown(left)} ", style)
        if (proposal := standing.proposal) is not None:
            text.append(f" {self._proposed(proposal)}", theme.HERE)
        elif self._newest > self._seen:
            text.append(f" {self._last_said}", theme.CHOICE)
        return text

    def _proposed(self, proposal: Proposal) -> str:
        what, name = WORDS[proposal.what], self.selection.view.players[proposal.seat].name
        viewer = self.session.viewer
        if viewer is None:
            return f"{name} proposes {what}."
        if viewer in proposal.agreed:
            did = "propose" if proposal.seat == viewer else "agree to"
            return f"You {did} {what}. {self.key('decline')}: withdraw."
        agree, decline = self.key(AGREE[proposal.what]), self.key("decline")
        return f"{name} proposes {what}. {agree}: agree, {decline}: decline."

    def key(self, name: str) -> str:
        """Return the first key of a command of server tables."""
        return key_commands.first_key(f"house-table.{name}", self.ui.keymap)

    # --- talk ---

    async def _listen(self, *, first: bool = False) -> None:
        """Look for new messages; `first`: all there are count as read."""
        if not self.ui.is_attached:
            return
        app = app_of(self)
        latest = await app.server.talk.latest(self.seat.table, app.who, 1)
        self._newest = latest[0].id if latest else 0
        self._last_said = ""
        if latest:
            said = latest[0]
            self._last_said = f"{said.speaker}: {said.words} ({self.key('talk')} to read)"
        self._seen = self._newest if first else self._seen
        self.draw()

    def action_talk(self) -> None:
        from tui.server.screens.talk import TalkScreen

        self.ui.push(TalkScreen(self.seat.table), lambda _: self._has_read())

    def _has_read(self) -> None:
        self.ui.run_worker(self._listen(first=True), group="talk")

    # --- agreements ---

    def action_draw(self) -> None:
        self._propose("draw", "Offer a draw?")

    def action_ask_back(self) -> None:
        self._propose("take-back", "Ask the other players to let you take back your last decision?")

    def _propose(self, what: Literal["draw", "take-back"], question: str) -> None:
        """Propose something after a question; agree at once to a proposal of another player."""
        if not self.table.stops.plays():
            return
        proposal, viewer = self.seat.standing.proposal, self.session.viewer
        if proposal is not None and proposal.what == what and proposal.seat != viewer:
            self.seat.propose(what)
        else:
            self.table.answers.confirm(question, lambda: self._say_so(what))

    def _say_so(self, what: Literal["draw", "take-back"]) -> None:
        self.seat.propose(what)
        self.ui.redraw()

    def action_decline(self) -> None:
        if not self.table.stops.plays():
            return
        if self.seat.standing.proposal is None:
            self.ui.refuse("There is no proposal right now.")
        else:
            self.seat.decline()


class ServerWords(PromptWords):
    """Words of the prompt at a server's table."""

    @property
    def waiting(self) -> str:
        words = super().waiting
        return f"Watching: {words}" if words and self.session.viewer is None else words


class ServerStrip(Strip):
    """The strip of keys at a server's table."""

    def useful_keys(self) -> list[KeyPlace]:
        found = super().useful_keys()
        proposal, viewer = seat_of(self).standing.proposal, self.session.viewer
        if self.model.question is not None:
            return found
        if viewer is None:
            rest = [place for place in found if place.id not in ONLY_PLAYING]
            return [*map(KeyPlace, WATCHING), *rest]
        if proposal is not None and viewer not in proposal.agreed:
            agree = KeyPlace(f"house-table.{AGREE[proposal.what]}", "agree")
            return [agree, KeyPlace("house-table.decline"), *found]
        at = next((at for at, place in enumerate(found) if place.id == "table.why"), len(found))
        return [*found[:at], KeyPlace("house-table.talk"), *found[at:]]


class ServerFlow(GameFlow):
    """The flow of a game that a server leads."""

    called = -1  # moment for which a player who reviews the game was called last

    async def hear(self) -> None:
        session = self.session
        is_away, is_asked = not self.model.present.is_set(), session.asked == session.viewer
        is_player = session.viewer is not None
        if is_away and is_asked and is_player and session.moment != self.called:
            self.called = session.moment
            self.ui.app.bell()
            self.ui.app.notify("The game has moved on: it is your turn to choose.")
        await super().hear()

    def end_screen(self, path: Path | None) -> Screen[str]:
        from tui.server.screens.game_over import ServerGameOverScreen

        seat = seat_of(self)
        return ServerGameOverScreen(seat.seen_by(None), seat.log(), seat.table, seat.viewer)


class ServerPages(Pages):
    """Pages of a server's table."""

    def action_look_back(self) -> None:
        self.model.message = Text()
        self.ui.run_worker(self._look_back(), exclusive=True, group="looking back")

    async def _look_back(self) -> None:
        flow = self.table.flow
        try:
            screen = await app_of(self).look_back(seat_of(self).table, at_end=True)
        except (TableError, RecordError) as error:
            self.ui.refuse(sentence(error))
            return
        if self.ui.is_on_top():
            assert isinstance(flow, ServerFlow)
            flow.called = self.session.moment
            flow.stop_for(screen)

    def action_leave(self) -> None:
        """Leave at once if the player only watches; nothing is left behind then."""
        if self.session.viewer is None:
            self.table.flow.leave("left")
        else:
            super().action_leave()


class ServerUndo(Undo):
    """Undo at a server's table: other players may be asked."""

    def refuse_undoing(self, barred: BarredError) -> None:
        if self.selection.verb("take-back") is not None:
            super().refuse_undoing(barred)
            return
        line = self.table.addition
        assert isinstance(line, ServerLine)
        why = undo_log.why_not(
            barred, [player.name for player in self.selection.view.players], self.session.viewer
        )
        self.ui.refuse(f"{why} {line.key('ask-back')} asks the other players.")


AT_A_SERVER = AT_HOME._replace(
    flow=ServerFlow,
    undo=ServerUndo,
    pages=ServerPages,
    words=ServerWords,
    strip=ServerStrip,
    addition=ServerLine,
)
