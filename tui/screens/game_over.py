"""The end: who has won, how, and what everybody held."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen

from engine.view import PlayerView, View
from tui import marks, theme
from tui.screens.notice import Notice
from tui.widgets.lines import styled


class GameOverScreen(Screen[None]):
    """A summary, until a key is pressed."""

    BINDINGS = [
        Binding("enter,space,escape,q,Q", "close", "back to the start", id="over.close"),
        Binding("L", "log", "log", id="over.log"),
    ]
    AUTO_FOCUS = ""

    def __init__(self, view: View, log: Sequence[str]) -> None:
        super().__init__(classes="notice")
        self._view = view
        self._log = log

    def compose(self) -> ComposeResult:
        yield Notice(summary(self._view, self._log), {"Enter": ("back to the start", "close"), "L": ("the whole log", "log")})

    def action_close(self) -> None:
        self.dismiss()

    def action_log(self) -> None:
        from tui.screens.pages import log_page

        self.app.push_screen(log_page(self._log))


def _standing(view: View, player: PlayerView) -> str:
    """What a player had at the end."""
    if player.out:
        return "out"
    army = [i for i in view.permanents if i.controller == player.seat and i.power is not None and not i.player_token]
    parts = [f"{player.areas_held} areas"] if player.areas_to_win else []
    parts += [f"{player.life} life"] if player.life is not None else []
    return ", ".join([*parts, f"{len(army)} creatures of power {sum(max(i.power or 0, 0) for i in army)}"])


def summary(view: View, log: Sequence[str]) -> list[Text]:
    """The result, the last things that happened, and each player's standing."""
    winners = view.winners or ()
    names = " and ".join(view.players[seat].name for seat in winners)
    head = styled(f"{names} {'wins' if len(winners) == 1 else 'win'}", theme.HERE)
    if not winners:
        head = styled("The game is a draw", theme.HERE)
    lines = [head, styled(f"{view.variant_name}, round {view.turn.round}", theme.QUIET), Text()]
    letters = marks.letters_of(view)
    for player in view.players:
        line = styled(f" {letters[player.seat]} ", theme.badge_style(player.seat))
        line.append(f" {player.name:<14}", theme.seat_style(player.seat)).append(_standing(view, player), theme.PLAIN)
        lines.append(line)
    return [*lines, Text(), *(styled(sentence, theme.QUIET) for sentence in log[-4:]), Text()]
