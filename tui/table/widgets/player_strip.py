"""The players in a line or half a line each, for small terminals."""

from __future__ import annotations

from rich.text import Text

from engine.log import many
from engine.view import PlayerView, View
from tui.table import available_mana
from tui.terminal import symbols, theme
from tui.widgets.lines import Lines, Same, styled


class PlayerStrip(Lines):
    """A strip of at most two lines; with three or four players, two share a line."""

    def show_players(self, view: View) -> None:
        """Draw every player's counts."""
        self.paint(lambda width, _: player_lines(view, width), about=Same(view))


def player_lines(view: View, width: int) -> list[Text]:
    """Return the lines of the strip."""
    letters = symbols.letters_of(view)
    beside = len(view.players) > 2
    room = width // 2 if beside else width
    for short, spelled in ((False, False), (True, True), (True, False)):
        cells = [
            player_words(view, player, letters[player.seat], short=short, spelled=spelled)
            for player in view.players
        ]
        if all(cell.cell_len < room for cell in cells):
            break
    for cell in cells:
        cell.truncate(room, overflow="ellipsis")
    if not beside:
        return cells
    lines: list[Text] = []
    for left, right in zip(cells[::2], [*cells[1::2], Text()], strict=False):
        line = left.copy()
        line.append(" " * (room - left.cell_len))
        line.append_text(right)
        lines.append(line)
    return lines


def player_words(
    view: View, player: PlayerView, letter: str, *, short: bool, spelled: bool = False
) -> Text:
    """Return a player's name and counts in one line.

    A `short` line has letters for labels, or short words if `spelled`.
    """
    text = Text()
    text.append(f" {letter} ", theme.badge_style(player.seat))
    deciding = view.decision is not None and view.decision.seat == player.seat
    text.append("▸" if deciding else " ", theme.HERE)
    text.append(player.name, theme.seat_style(player.seat))
    if player.out:
        return text.append("  out of the game", theme.QUIET)
    held, needed, what = symbols.conquests(view, player)
    if short:
        counts = [f"{held}/{needed}"] if needed else []
        hand, library = ("hand ", "lib ") if spelled else ("h", "L")
        counts += [f"{hand}{player.hand_count}", f"{library}{player.library_count}"]
        text.append("  " + " ".join(counts), theme.PLAIN)
    else:
        number, where = symbols.used_up(view, player)
        text.append(f"  {what} {held}/{needed}" if needed else "", theme.PLAIN)
        text.append(
            f"  hand {player.hand_count}  library {player.library_count}  {where} {number}",
            theme.QUIET,
        )
    if player.life is not None:
        text.append(f"  life {player.life}", theme.PLAIN)
    text.append_text(stronghold_words(player, short=short))
    text.append_text(poison_words(player))
    if player.emblems and not short:
        text.append(f"  emblems {len(player.emblems)}", theme.PLAIN)
    if any(player.pool):
        text.append("  " if not short else " ")
        text.append_text(_short_pool(view, player) if short else symbols.pool_words(view, player))
    if mana := available_mana.words(view, player, short=short):
        text.append(f"{' ' if short else '  '}{mana}", theme.QUIET)
    return text


def _short_pool(view: View, player: PlayerView) -> Text:
    if not view.rules.mana.colored:
        return styled(f"s{sum(player.pool)}", theme.PLAIN)
    return symbols.pool_words(view, player)


def poison_words(player: PlayerView) -> Text:
    """Return a player's number of poison counters; empty if zero."""
    return styled(f"  poison {player.poison}", theme.DANGER) if player.poison else Text()


def stronghold_words(player: PlayerView, *, short: bool = False) -> Text:
    """Return the state of a player's lost Stronghold; empty while the owner holds it."""
    if not player.stronghold or player.stronghold_holder == player.seat:
        return Text()
    left = "" if player.turns_left is None else f", {many(player.turns_left, 'turn')} left"
    return styled(
        f" {symbols.STRONGHOLD}!{player.turns_left or ''}"
        if short
        else f"  {symbols.STRONGHOLD} lost{left}",
        theme.DANGER,
    )
