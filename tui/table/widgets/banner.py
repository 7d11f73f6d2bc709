"""The lines above and below the map that appear only when needed.

The banner reports an event that has just changed the game; the line below lists what affects
everyone.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from engine.cards.model import Activated, AnyAbility, Enters, Keyword, Spell
from engine.view import ObjectView, View
from tui.terminal import symbols, theme
from tui.widgets.lines import Lines, cut_line, styled, wrapped

MOST_ROWS = 2  # lines of the banner at most
FIRST = " ▶ "  # start of the banner, on any terminal


class Banner(Lines):
    """The latest turning points of the game, above the map until the next key."""

    def show_moments(self, moments: Sequence[str], width: int) -> None:
        """Draw the moments in as many lines as needed, at most `MOST_ROWS`.

        The banner is hidden if there are none.
        """
        rows = banner_lines(moments, width)
        if self.display != bool(rows):
            self.display = bool(rows)
        if rows and (self.styles.height is None or self.styles.height.value != len(rows)):
            self.styles.height = len(rows)
        self.paint(lambda width, _: banner_lines(moments, width), about=(tuple(moments), width))


def banner_lines(moments: Sequence[str], width: int) -> list[Text]:
    """Return the moments as lines of at most `width` cells."""
    if not moments:
        return []
    words = styled(
        f"{FIRST}{'. '.join(f'{line[:1].upper()}{line[1:]}' for line in moments)}.", theme.HERE
    )
    lines = wrapped(words, max(width, 10), "   ")
    return (
        [*lines[: MOST_ROWS - 1], cut_line(lines[MOST_ROWS - 1].append(" …"), width)]
        if len(lines) > MOST_ROWS
        else lines
    )


class InEffect(Lines):
    """A line below the map that lists permanents off the map with lasting effects.

    Hidden if there are none.
    """

    def show_view(self, view: View) -> None:
        """Draw the permanents with their controllers' letters."""
        found = in_effect(view)
        if self.display != bool(found):
            self.display = bool(found)
        self.paint(lambda width, _: [in_effect_line(view, found, width)] if found else [])


def in_effect(view: View) -> list[ObjectView]:
    """Return permanents off the map with abilities at work, world enchantments first.

    Creatures, lands, attached and carried permanents and player tokens are left out.
    """
    off_map = [
        item
        for item in view.permanents
        if not (item.space or item.attached_to or item.carried_by or item.player_token)
    ]
    found = [
        item
        for item in off_map
        if item.power is None and "Land" not in item.types and _acts_by_itself(view, item)
    ]
    return sorted(found, key=lambda item: ("World" not in item.types, item.controller))


def _acts_by_itself(view: View, item: ObjectView) -> bool:
    """Return whether a permanent has an ability at work without being activated."""
    known = view.known.objects.get(item.id)
    return known is not None and any(map(_is_lasting, known.printed.base.abilities))


def _is_lasting(ability: AnyAbility) -> bool:
    return not isinstance(ability, Activated | Enters | Keyword | Spell)


def in_effect_line(view: View, found: Sequence[ObjectView], width: int) -> Text:
    """Return one line with the permanents' names, equal ones counted.

    The end of the line counts the names that don't fit.
    """
    letters = symbols.letters_of(view)
    counts: dict[tuple[int, str], int] = {}
    for item in found:
        counts[item.controller, item.name] = counts.get((item.controller, item.name), 0) + 1
    line, left = styled(" In effect:", theme.QUIET), len(counts)
    for (seat, name), number in counts.items():
        piece = Text(" " if left == len(counts) else "  ").append(
            letters[seat] if seat >= 0 else "-", theme.badge_style(max(seat, 0))
        )
        piece.append(f" {f'{number}× ' if number > 1 else ''}{name}", theme.PLAIN)
        more = f" +{left}"
        if line.cell_len + piece.cell_len + (len(more) if left > 1 else 0) > width:
            return line.append(more, theme.QUIET)
        line.append_text(piece)
        left -= 1
    return line
