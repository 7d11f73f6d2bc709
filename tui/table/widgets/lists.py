"""The list panels: the current space, hand, stack, players' zones, options.

Each thing takes one row; a list scrolls to the cursor.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.style import Style
from rich.text import Text
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Offset
from textual.message import Message

from engine.magic.core.position import NOBODY
from engine.view import ObjectView, PlayerView, View
from tui.table import available_mana, wording
from tui.table.action_builder import Spot
from tui.table.board.drawing import shorten
from tui.table.selection import Selection
from tui.table.widgets.player_strip import poison_words, stronghold_words
from tui.terminal import symbols, theme
from tui.widgets.lines import Lines, styled
from tui.widgets.rows_apart import rows_apart
from tui.widgets.short_names import told_apart

LONG = 10
"""The number of cards of a graveyard or of exile that are listed.

A zone is listed in full while the player looks through it or may choose a card further down.
Otherwise a large exile zone would hide the next player.
"""
TITLES = {
    "here": "Here",
    "hand": "Hand",
    "stack": "Stack",
    "zones": "Players",
    "choices": "Options",
}


class ListRow(NamedTuple):
    """A line of a list with the spot under the cursor; None for headings."""

    spot: Spot | None
    text: Text


class Parts(NamedTuple):
    """A row before the layout: `left` is cut if needed, `right` is aligned to the right."""

    spot: Spot | None
    left: Text
    right: Text = Text()


class ListPanel(Lines):
    """A list panel of the table."""

    class Rolled(Message):
        """A turn of the mouse wheel over a list, by a number of rows; negative: up."""

        def __init__(self, pane: str, rows: int) -> None:
            super().__init__()
            self.pane = pane
            self.rows = rows

    def __init__(self, pane: str, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self.pane = pane
        self._rows: list[ListRow] = []
        self._top = 0
        self._title = ""

    def show_selection(self, selection: Selection) -> None:
        """Draw the panel's list, with a count in the title."""
        self._title = title(selection, self.pane)
        if self.display:
            self.set_class(selection.pane == self.pane, "-active")
        self.paint(lambda width, height: self._visible(selection, width, height))

    def show(self, texts: Sequence[Text]) -> None:
        """Show rows; the title counts the hidden rows above and below."""
        super().show(texts)
        above, below = self._top, len(self._rows) - self._top - len(texts)
        more = [
            f"{arrow} {number} more"
            for arrow, number in (("↑", above), ("↓", below))
            if number > 0 and texts
        ]
        self.name_panel("  ".join((self._title, *more)))

    def _visible(self, selection: Selection, width: int, height: int) -> list[Text]:
        """Return the rows that fit, including the cursor's."""
        self._rows = rows(selection, self.pane, width)
        at = (
            next((i for i, row in enumerate(self._rows) if row.spot == selection.spot), 0)
            if selection.pane == self.pane
            else 0
        )
        self._top = max(
            0, min(max(self._top, at - height + 2), max(at - 1, 0), len(self._rows) - height)
        )
        return [row.text for row in self._rows[self._top : self._top + height]]

    def place_cursor(self, spot: Spot) -> None:
        """Put the terminal's cursor on a spot's row, for screen readers and braille lines."""
        row = next(
            (index - self._top for index, row in enumerate(self._rows) if row.spot == spot), 0
        )
        corner = self.content_region.offset
        self.app.cursor_position = Offset(corner.x, corner.y + max(row, 0))

    def on_mouse_scroll_up(self, _: MouseScrollUp) -> None:
        self.post_message(self.Rolled(self.pane, -1))

    def on_mouse_scroll_down(self, _: MouseScrollDown) -> None:
        self.post_message(self.Rolled(self.pane, 1))

    def spot_at(self, row: int) -> Spot | None:
        """Return the spot at a visible row; None if the row has none."""
        index = self._top + row
        return self._rows[index].spot if index < len(self._rows) else None


def title(selection: Selection, pane: str) -> str:
    """Return a list's title with the number of entries."""
    if pane == "here":
        return f"{TITLES[pane]}: {selection.space}" if selection.space else TITLES[pane]
    count = len(selection.items(pane)) if pane != "zones" else 0
    return f"{TITLES[pane]} {count}" if count else TITLES[pane]


def rows(selection: Selection, pane: str, width: int) -> list[ListRow]:
    """Return the rows of a panel."""
    if pane == "zones":
        parts = [
            *(
                row
                for player in selection.view.players
                for row in _player_rows(selection, player, width)
            ),
            *_lands_gone(selection, width),
        ]
    elif pane == "choices":
        parts = [_choice_row(selection, spot, width) for spot in selection.items(pane)]
    else:
        parts = [_object_row(selection, spot, pane, width) for spot in selection.items(pane)] or [
            Parts(None, styled(f" {_nothing(selection, pane)}", theme.DIM))
        ]
    lines = rows_apart([(left, right) for _, left, right in parts], width)
    return [ListRow(part.spot, line) for part, line in zip(parts, lines, strict=True)]


ROOM_FOR_SIZE = 4  # cells for the size of a card in hand
LEAST_NAME = 5  # cells from which on a name is shortened; in less room it is cut
EMPTY = {"here": "nothing here", "hand": "no cards in hand", "stack": "the stack is empty"}


def _nothing(selection: Selection, pane: str) -> str:
    """Return the text of an empty panel."""
    return (
        "you can't see any hands" if pane == "hand" and selection.view.seat is None else EMPTY[pane]
    )


def _marked(selection: Selection, spot: Spot, pane: str) -> tuple[Text, Style]:
    """Return the mark of a picked or legal choice, and the style of its name.

    A number is shown only if its key plays the card: elsewhere the key would only move the cursor,
    and the next choice is numbered anew.
    """
    number, is_choice = selection.number_that_plays(spot), selection.is_choice(spot)
    current = selection.pane == pane and selection.spot == spot
    is_picked = spot in selection.builder.picked
    if is_picked:
        label = symbols.PICKED
    elif is_choice:
        label = str(number) if 0 < number < 10 else symbols.CHOICE
    else:
        label = ""
    style = theme.CHOICE if is_choice or is_picked else theme.PLAIN
    if current:
        style = theme.CURSOR
    return styled(
        f"{'>' if current else ' '}{label:<2}", theme.HERE if current else theme.CHOICE
    ), style


def _object_row(selection: Selection, spot: Spot, pane: str, width: int) -> Parts:
    """Return the row of an object: choice mark, controller, name; at the right, its state.

    In the hand, the cost and size are at the right instead.
    """
    item = selection.find(spot)
    if item is None:
        return Parts(spot, styled("   a hidden card", theme.QUIET))
    left, style = _marked(selection, spot, pane)
    if pane != "hand" and item.controller != NOBODY:
        left.append(
            symbols.letters_of(selection.view)[item.controller], theme.badge_style(item.controller)
        )
        left.append(" ")
    number = len(selection.group(spot)) if pane == "here" else 1
    left.append(f"{number}× " if number > 1 else "", style)
    on_land = item.attached_to and any(
        space.land == item.attached_to for space in selection.view.spaces
    )
    left.append(
        "  ↳ " if (item.attached_to or item.carried_by) and pane == "here" and not on_land else "",
        style,
    )
    right = (
        _card_size(selection, item, width - left.cell_len) if pane == "hand" else _right_part(item)
    )
    if on_land and pane == "here":
        right = styled("on the land ", theme.QUIET)
    left.append(
        _name_among(selection, item, pane, width - left.cell_len - right.cell_len - 1), style
    )
    if pane == "stack" and item.targets:
        left.append(
            " → " + ", ".join(_target_name(selection, target) for target in item.targets),
            theme.QUIET,
        )
    return Parts(spot, left, right)


def _name_among(selection: Selection, item: ObjectView, pane: str, room: int) -> str:
    """Return an object's name, shortened if needed but distinct from the others in the list."""
    if len(item.name) <= room or room < LEAST_NAME:
        return item.name
    others = {
        found.name: None
        for spot in selection.items(pane)
        if (found := selection.find(spot)) is not None
    }
    return told_apart(
        tuple((name, shorten(name, room)) for name in {**others, item.name: None}), room
    )[item.name]


def _card_size(selection: Selection, item: ObjectView, room: int) -> Text:
    """Return the cost and size of a card in hand.

    The sizes are aligned in a column if all the names still fit.
    """
    least = _room_for_size(
        tuple((card.name, card.cost, symbols.stats(card)) for card in selection.hand()), room
    )
    return _cost_and_size(item.cost, symbols.stats(item), least)


@lru_cache(64)
def _room_for_size(hand: tuple[tuple[str, str, str], ...], room: int) -> int:
    """Return the cells for the sizes of a hand's cards in rows of `room` cells.

    A card is given by name, cost and size. Cached, since every row asks.
    """
    fits = all(
        len(name) + 1 + _cost_and_size(cost, size, ROOM_FOR_SIZE).cell_len <= room
        for name, cost, size in hand
    )
    return ROOM_FOR_SIZE if fits else 0


def _cost_and_size(cost: str, size: str, least: int) -> Text:
    """Return a card's short cost, and its size padded to at least `least` cells."""
    text = symbols.mana_text(cost, braces=False)
    return text.append(f" {size:>{least}}" if size else " " * (least + bool(least)), theme.PLAIN)


def _right_part(item: ObjectView) -> Text:
    size = symbols.stats(item)
    text = styled(symbols.state_marks(item), theme.HERE)
    text.append(symbols.counters(item), theme.CHOICE)
    text.append(f" {size} " if size else " ", theme.PLAIN)
    return text


def _target_name(selection: Selection, target: int) -> str:
    return (
        selection.view.players[-target - 1].name
        if target < 0
        else selection.view.object_name(target)
    )


def _choice_row(selection: Selection, spot: Spot, width: int) -> Parts:
    """Return the row of an option: its label and, for a permanent, the space and the size.

    The label is shortened to the room left.
    """
    left, style = _marked(selection, spot, "choices")
    label, item = selection.builder.label(spot), selection.find(spot)
    number, room = len(selection.group(spot)), width - left.cell_len - 1
    if item is None or not (item.space or (item.zone == "battlefield" and item.power is not None)):
        return Parts(spot, left.append(f"{f'{number}× ' if number > 1 else ''}{label}", style))
    # the space is shown at the right
    label = label.removesuffix(f" at {item.space}") if item.space else label
    count = f"{number}× " if number > 1 else ""
    space = f"{item.space} " if item.space else ""
    size = f"{count}{space}{symbols.stats(item)} "
    # the creature's name matters more than its action
    labels = [label, *([f"{item.name}…"] if label.endswith("…") else [])]
    ways = [
        (words, where)
        for words in labels
        for where in (*(() if item.space else (f"off the map {size}",)), size)
    ]
    action = selection.builder.action_at(spot)
    if aim := wording.aimed(action, selection.view) if action is not None else "":
        ways += [(aim, size), (aim, f"{item.space} ")]
    words, where = next(
        ((words, where) for words, where in ways if len(words) + len(where) <= room), ways[-1]
    )
    return Parts(spot, left.append(words, style), styled(where, theme.QUIET))


def _standing(view: View, player: PlayerView) -> str:
    """Return a player's progress to victory: areas or Strongholds, or else the life total."""
    held, needed, what = symbols.conquests(view, player)
    if needed:
        return f"{held}/{needed} {what} "
    return f"life {player.life} " if player.life is not None else ""


def _lands_gone(selection: Selection, width: int) -> list[Parts]:
    """Return rows for the lands that have left the map, which had no owner (F-18)."""
    gone = selection.view.land_graveyard
    title = [Parts(None, styled(f"   land graveyard {len(gone)}", theme.DIM))] if gone else []
    return [
        *title,
        *(_object_row(selection, Spot("object", item.id), "zones", width) for item in gone),
    ]


def _player_rows(selection: Selection, player: PlayerView, width: int) -> list[Parts]:
    """Return the rows of a player: name, counts, mana, Stronghold, zones.

    Permanents off the map, the graveyard and exile come last.
    """
    view, spot = selection.view, Spot("player", player.seat)
    head, style = _marked(selection, spot, "zones")
    head.append(f" {symbols.letters_of(view)[player.seat]} ", theme.badge_style(player.seat))
    head.append(
        f" {player.name}", style if style is not theme.PLAIN else theme.seat_style(player.seat)
    )
    held = styled("out " if player.out else _standing(view, player), theme.STRONG)
    found = [Parts(spot, head, held)]
    if player.out:
        return found
    counts = f"   hand {player.hand_count} · library {player.library_count}"
    found.append(
        Parts(
            None,
            styled(
                counts
                + (
                    f" · life {player.life}"
                    if player.life is not None and player.areas_to_win
                    else ""
                ),
                theme.QUIET,
            ),
        )
    )
    if any(player.pool):
        mana = Text("   ")
        mana.append_text(symbols.pool_words(view, player))
        found.append(Parts(None, mana))
    if mana := available_mana.words(view, player):
        found.append(Parts(None, styled(f"   {mana}", theme.QUIET)))
    found += [
        Parts(None, Text(" ").append_text(words))
        for words in (stronghold_words(player), poison_words(player))
        if words
    ]
    found += [Parts(None, styled(f"   {note}", theme.QUIET)) for note in player.notes]
    zones = (
        ("hand", selection.open_hand(player)),
        ("", selection.off_map(player.seat)),
        ("emblems", player.emblems),
        ("phased out", player.phased),
        ("top of library", player.top),
        ("graveyard", tuple(reversed(player.graveyard))),
        ("exile", player.exile),
    )
    for name, zone in zones:
        if zone and name:
            found.append(Parts(None, styled(f"   {name} {len(zone)}", theme.DIM)))
        deep = [item for item in zone[LONG:] if selection.is_choice(Spot("object", item.id))]
        shown = zone if not name or selection.pane == "zones" or deep else zone[:LONG]
        found += [_object_row(selection, Spot("object", item.id), "zones", width) for item in shown]
        if len(shown) < len(zone):
            found.append(Parts(None, styled(f"    and {len(zone) - len(shown)} more", theme.DIM)))
    return [*found, Parts(None, Text())]
