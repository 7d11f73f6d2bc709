"""The table as computer players are watched at it: paused, a decision at a time, faster or
slower, or up to the end of their round.
"""

from __future__ import annotations

from engine.log import owner
from tui.settings import key_commands
from tui.settings.keymap import keys_of
from tui.table.screens.orders import OrderingTable
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


class WatchingTable(OrderingTable):
    """A table at which computer players are watched."""

    @property
    def watches(self) -> bool:
        """Whether it is for computer players to go on."""
        return self._others_play and not self._held and not self._failed

    @property
    def _waits(self) -> bool:
        """Whether a person waits for the end of the computer players' round."""
        players = self.selection.view.players
        return any(not players[seat].out for seat in self.session.people)

    def skips(self, key: str) -> bool:
        """A key was pressed: while computer players have a round, any but those of watching shows
        its end at once.

        Whether that is all that it does: a key too many must do nothing in the game.
        """
        begun = self._typed is not None or self._line.is_open or self._confirmed is not None
        if begun or not self.watches or not self._waits or self.watching.paused:
            return False
        name = next(
            (
                command.name
                for command in key_commands.in_scope("table")
                if key in keys_of(command, self.keymap)
            ),
            "",
        )
        if name in WATCHING:
            return False
        self.watching.skip()
        plays = name in PLAYING or not name
        if plays:
            self.tell("You can't act right now: skipping the computer players' actions.")
        else:
            self.redraw()
        return plays

    def watching_words(self) -> str:
        """How computer players are watched now; nothing while a person is asked."""
        if not self.watches:
            return ""
        if self.watching.skipping:
            return "To the end of the round…"
        if self.watching.paused:
            return "Paused"
        return "" if self._passing() else f"Speed: {self.watching.words}"

    def watching_keys(self) -> list[KeyPlace]:
        """The keys of watching, for the strip."""
        if not self.watches or self.watching.skipping:
            return []
        words = ("resume" if self.watching.paused else "", "", "", "")
        return [KeyPlace(f"table.{name}", word) for name, word in zip(WATCHING, words, strict=True)]

    @property
    def waiting(self) -> str:
        asked = (
            self.session.asked
            if self.watches and self.watching.paused and not self._working
            else None
        )
        return (
            f"{owner(self.selection.view.players[asked].name)} next decision is waiting"
            if asked is not None
            else super().waiting
        )

    # --- keys ---

    def action_pause(self) -> None:
        if not self._has_watching():
            return
        self.watching.toggle()
        self.redraw()

    def action_one_step(self) -> None:
        if not self._has_watching():
            return
        self.watching.step()
        self.redraw()

    def action_speed(self, by: int) -> None:
        if self.session.led_elsewhere:
            self.refuse(TOGETHER)
        elif self.watching.change_speed(by):
            self.pace = self.watching.pause
            self.tell(f"Computer players' speed: {self.watching.words}.")
        else:
            self.refuse(f"The computer players' speed is already {self.watching.words}.")

    def _has_watching(self) -> bool:
        """Whether there is anybody to watch; if not, it is said."""
        if not self.watches:
            self.refuse(
                TOGETHER
                if self.session.led_elsewhere
                else "No computer player is acting right now."
            )
        return self.watches
