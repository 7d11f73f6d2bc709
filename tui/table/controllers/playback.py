"""Playback: computer players watched, paused, a decision at a time, or skipped to their end."""

from __future__ import annotations

from tui.settings import key_commands
from tui.settings.keymap import keys_of
from tui.table.controllers.table import Controller
from tui.widgets.key_strip import KeyPlace

PLAYING = (
    "take",
    "go-on",
    "end-turn",
    "finish-turn",
    "undo",
    "take-back",
    "auto",
    "yes",
    "no",
    "everything",
    "all",
    "again",
)
"""Commands that do something in the game.

While computer players have a round they do nothing but show its end.
"""
TOGETHER = "Several people are in this game, so one person can't pause it or change its speed."
"""What is said to whoever would watch in another way a game that is led elsewhere."""
# commands for whoever watches
WATCHING = ("pause", "one-step", "speed-to-slower", "speed-to-faster")


class Playback(Controller):
    """Playback of computer players' decisions."""

    @property
    def watches(self) -> bool:
        """Return whether a computer player decides next."""
        return self.model.others_play and not self.model.held and not self.model.failed

    @property
    def _waits(self) -> bool:
        """Return whether a person waits for the end of the computer players' round."""
        players = self.selection.view.players
        return any(not players[seat].out for seat in self.session.people)

    def skips(self, key: str) -> bool:
        """Skip to the end of the computer players' round for any key but those of watching.

        Return whether the key is used up: a key too many must do nothing in the game.
        """
        begun = (
            self.model.typed is not None
            or self.ui.panels.line.is_open
            or self.model.question is not None
        )
        if begun or not self.watches or not self._waits or self.model.watching.paused:
            return False
        name = next(
            (
                command.name
                for command in key_commands.in_scope("table")
                if key in keys_of(command, self.ui.keymap)
            ),
            "",
        )
        if name in WATCHING:
            return False
        self.model.watching.skip()
        plays = name in PLAYING or not name
        if plays:
            self.ui.tell("You can't act right now: skipping the computer players' actions.")
        else:
            self.ui.redraw()
        return plays

    def words(self) -> str:
        """Return the words about the speed of computer players; nothing while a person is asked."""
        if not self.watches:
            return ""
        if self.model.watching.skipping:
            return "To the end of the round…"
        if self.model.watching.paused:
            return "Paused"
        return "" if self.table.words.passing_words() else f"Speed: {self.model.watching.words}"

    def keys(self) -> list[KeyPlace]:
        """Return the keys of watching, for the strip."""
        if not self.watches or self.model.watching.skipping:
            return []
        words = ("resume" if self.model.watching.paused else "", "", "", "")
        return [KeyPlace(f"table.{name}", word) for name, word in zip(WATCHING, words, strict=True)]

    # --- keys ---

    def action_pause(self) -> None:
        if not self._has_watching():
            return
        self.model.watching.toggle()
        self.ui.redraw()

    def action_one_step(self) -> None:
        if not self._has_watching():
            return
        self.model.watching.step()
        self.ui.redraw()

    def action_speed(self, by: int) -> None:
        if self.session.led_elsewhere:
            self.ui.refuse(TOGETHER)
        elif self.model.watching.change_speed(by):
            self.model.pace = self.model.watching.pause
            self.ui.tell(f"Computer players' speed: {self.model.watching.words}.")
        else:
            self.ui.refuse(f"The computer players' speed is already {self.model.watching.words}.")

    def _has_watching(self) -> bool:
        """Return whether computer players can be watched, or refuse with the reason."""
        if not self.watches:
            self.ui.refuse(
                TOGETHER
                if self.session.led_elsewhere
                else "No computer player is acting right now."
            )
        return self.watches
