"""The table on a server: the usual table with a line for clocks, proposals and messages."""

from __future__ import annotations

from pathlib import Path
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
from tui.table.screens.table import TableScreen
from tui.terminal import theme
from tui.widgets.key_strip import KeyPlace
from tui.widgets.lines import Lines, cut_line, styled

if TYPE_CHECKING:
    from textual.screen import Screen

    from tui.server.app import ServerApp
    from tui.server.storage.messages import Proposal

TICK = 1.0  # seconds between updates of the clocks


class ServerTableScreen(TableScreen):
    """The table of a player or watcher at a match."""

    BINDINGS = key_commands.bindings("house-table")
    help_scope = "house-table"
    CSS_PATH = Path(__file__).parents[2] / "table" / "screens" / "table.tcss"
    session: SeatSession

    def __init__(self, session: SeatSession, *, pace: float = 0.4) -> None:
        super().__init__(session, pace=pace)
        self.session = session
        # ids of the latest message read here, and of the latest of all
        self._seen = self._newest = 0
        self._last_said = ""
        self._called = -1  # the decision for which a reviewing player was last alerted
        self._stop_listening = lambda: None

    def on_mount(self) -> None:
        self.mount(Lines(id="house"), after="#players")
        self.set_interval(TICK, self._tick)
        self._stop_listening = self.server_app.server.lobby.listen(
            lambda: self.call_later(self._listen)
        )
        self.call_later(self._listen, first=True)

    def on_unmount(self) -> None:
        self._stop_listening()

    @property
    def server_app(self) -> ServerApp:
        """The app of this screen."""
        return server_app_of(self)

    # --- the line above the map ---

    def redraw(self) -> None:
        super().redraw()
        self._show_server_line()

    def _tick(self) -> None:
        if self.session.standing.running is not None:
            self._show_server_line()

    def _show_server_line(self) -> None:
        """Show or hide the line with clocks, proposals and messages."""
        if not self.query("#house"):
            return
        line, words = self.query_one("#house", Lines), self._server_words()
        if line.display != bool(words.plain):
            line.display = bool(words.plain)
        line.paint(lambda width, _: [cut_line(words.copy(), width)])

    def _server_words(self) -> Text:
        if trouble := self.server_app.server.store.trouble:
            return styled(f" {NOTHING_COUNTS.format(why=trouble)}", theme.DANGER)
        text = styled("", theme.PLAIN)
        standing, players = self.session.standing, self.selection.view.players
        for seat, left in enumerate(standing.left):
            runs = seat == standing.running
            usual = theme.STRONG if runs else theme.QUIET
            style = theme.DANGER if runs and left < LITTLE else usual
            text.append(f" {players[seat].name} {shown(left)} ", style)
        if (proposal := standing.proposal) is not None:
            text.append(f" {self._proposed(proposal)}", theme.HERE)
        elif self._newest > self._seen:
            text.append(f" {self._last_said}", theme.CHOICE)
        return text

    def _proposed(self, proposal: Proposal) -> str:
        what, name = WORDS[proposal.what], self.selection.view.players[proposal.seat].name
        if self.session.viewer is None:
            return f"{name} proposes {what}."
        if self.session.viewer in proposal.agreed:
            return (
                f"You {'propose' if proposal.seat == self.session.viewer else 'agree to'} "
                f"{what}. {self._key('decline')}: withdraw."
            )
        return (
            f"{name} proposes {what}. {self._key(AGREE[proposal.what])}: agree, "
            f"{self._key('decline')}: decline."
        )

    def _key(self, name: str) -> str:
        return key_commands.first_key(f"house-table.{name}", self.keymap)

    def _useful_keys(self) -> list[KeyPlace]:
        found, proposal, viewer = (
            super()._useful_keys(),
            self.session.standing.proposal,
            self.session.viewer,
        )
        if self._confirmed is not None:
            return found
        if viewer is None:
            return [
                *map(KeyPlace, WATCHING),
                *(place for place in found if place.id not in ONLY_PLAYING),
            ]
        if proposal is not None and viewer not in proposal.agreed:
            return [
                KeyPlace(f"house-table.{AGREE[proposal.what]}", "agree"),
                KeyPlace("house-table.decline"),
                *found,
            ]
        at = next((at for at, place in enumerate(found) if place.id == "table.why"), len(found))
        return [*found[:at], KeyPlace("house-table.talk"), *found[at:]]

    # --- review ---

    def action_look_back(self) -> None:
        self.message = Text()
        self.run_worker(self._look_back(), exclusive=True, group="looking back")

    async def _look_back(self) -> None:
        try:
            screen = await self.server_app.look_back(self.session.table, at_end=True)
        except (TableError, RecordError) as error:
            self.refuse(sentence(error))
            return
        if self.app.screen is self:
            self._called = self.session.moment
            self.stop_for(screen)

    async def hear(self) -> None:
        session = self.session
        if (
            not self._present.is_set()
            and session.asked == session.viewer is not None
            and session.moment != self._called
        ):
            self._called = session.moment
            self.app.bell()
            self.app.notify("The game has moved on: it is your turn to choose.")
        await super().hear()

    def _end_screen(self) -> Screen[str]:
        from tui.server.screens.game_over import ServerGameOverScreen

        return ServerGameOverScreen(
            self.session.seen_by(None), self.session.log(), self.session.table, self.session.viewer
        )

    def action_leave(self) -> None:
        """Leave the table; watchers leave without a question."""
        if self.session.viewer is None:
            self._leave("left")
        else:
            super().action_leave()

    @property
    def waiting(self) -> str:
        words = super().waiting
        return f"Watching: {words}" if words and self.session.viewer is None else words

    # --- chat ---

    async def _listen(self, *, first: bool = False) -> None:
        """Look for a new message."""
        if not self.is_attached:
            return
        latest = await self.server_app.server.talk.latest(
            self.session.table, self.server_app.who, 1
        )
        self._newest = latest[0].id if latest else 0
        self._last_said = (
            f"{latest[0].speaker}: {latest[0].words} ({self._key('talk')} to read)"
            if latest
            else ""
        )
        self._seen = self._newest if first else self._seen
        self._show_server_line()

    def action_talk(self) -> None:
        from tui.server.screens.talk import TalkScreen

        self.app.push_screen(TalkScreen(self.session.table), lambda _: self._has_read())

    def _has_read(self) -> None:
        self.run_worker(self._listen(first=True), group="talk")

    # --- agreements ---

    def action_draw(self) -> None:
        self._propose("draw", "Offer a draw?")

    def action_ask_back(self) -> None:
        self._propose("take-back", "Ask the other players to let you take back your last decision?")

    def _propose(self, what: Literal["draw", "take-back"], question: str) -> None:
        """Propose something after confirmation, or agree at once to another player's proposal."""
        if not self._plays():
            return
        proposal = self.session.standing.proposal
        if proposal is not None and proposal.what == what and proposal.seat != self.session.viewer:
            self.session.propose(what)
        else:
            self._confirm(question, lambda: self._say_so(what))

    def _say_so(self, what: Literal["draw", "take-back"]) -> None:
        self.session.propose(what)
        self.redraw()

    def action_decline(self) -> None:
        if not self._plays():
            return
        if self.session.standing.proposal is None:
            self.refuse("There is no proposal right now.")
        else:
            self.session.decline()

    def _refuse_undoing(self, barred: BarredError) -> None:
        if self.selection.verb("take-back") is not None:
            super()._refuse_undoing(barred)
        else:
            names = [player.name for player in self.selection.view.players]
            self.refuse(
                f"{undo_log.why_not(barred, names, self.session.viewer)} {self._key('ask-back')} "
                "asks the other players."
            )


# the most useful commands for watchers
WATCHING = ("table.look-back", "house-table.talk", "table.leave")
ONLY_PLAYING = ("table.everything", "table.command", "table.pane-to-hand", "table.pane-to-choices")
"""The commands for players only."""
AGREE = {"draw": "draw", "take-back": "ask-back"}  # the commands that agree to a proposal
