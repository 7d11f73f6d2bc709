"""Drawing of a space: a box with a name above, a holder below, and armies inside.

The cursor on a legal choice is heavy with double lines.

    ╭ b2 Swamp ──── 3 ╮     name, land, Conquer Value
    │ E Yavimaya W 6/4│     each creature with its controller's letter
    ╰ D ──────── 4+3 ─╯     holder; the overlay's text

A double edge is a legal choice, a heavy edge the cursor.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.strip import Strip

from engine.log import head
from engine.view import View
from tui.terminal import symbols, theme
from tui.widgets.short_names import (
    Firsts,
    beside_marks,
    cut_word,
    letter_pairs,
    told_apart,
    whole_words,
)

LIGHT, HEAVY, DOUBLE, HEAVY_CHOICE = "╭╮╰╯─│", "┏┓┗┛━┃", "╔╗╚╝═║", "┏┓┗┛═┃"
"""Edges: corners, horizontal, vertical.

The cursor on a legal choice is heavy with double lines.
"""
# edges of a space inside a region's outline, and of an unrevealed space there
NO_EDGES, FOG = " " * 6, "░" * 6


class Soldier(Struct, frozen=True):
    """A creature or planeswalker as drawn on a space."""

    seat: int
    name: str
    stats: str
    marks: str = ""
    power: int = 0
    choice: bool = False  # a legal choice now
    current: bool = False  # under the cursor
    sign: str = ""  # one cell for a noncreature object; empty for a creature
    picked: bool = False  # picked for the action that is being composed
    # names of all visible objects, from which a short name must differ
    among: tuple[str, ...] = ()
    # the two letters kept while the object is on the map; empty: computed from `among`
    pair: str = ""

    def two_letters(self) -> str:
        """Return the two-letter abbreviation."""
        return self.pair or letter_pairs(dict.fromkeys((*self.among, self.name)), {})[self.name]

    def short(self, room: int, way: Callable[[str, int], str]) -> str:
        """Return the name in at most `room` cells, distinct from other visible names.

        `way` shortens a name; it is overruled only if two names would look the same.
        """
        return told_apart(self._firsts(room, way), room)[self.name]

    def beside(self, room: int, least: int, way: Callable[[str, int], str]) -> str:
        """Return the short name beside marks that leave it only `least` of `room` cells."""
        return beside_marks(self._firsts(room, way), room, least)[self.name]

    def _firsts(self, room: int, way: Callable[[str, int], str]) -> Firsts:
        return tuple(
            (name, way(name, room)) for name in {**dict.fromkeys(self.among), self.name: None}
        )

    @property
    def dot(self) -> str:
        """The mark of a picked or legal choice."""
        if self.picked:
            return symbols.PICKED
        return symbols.CHOICE if self.choice else ""


class SpaceLook(Struct, frozen=True):
    """Everything that decides how a space is drawn."""

    name: str
    land_name: str
    letter: str  # the land's letter; empty if face down
    face_up: bool
    value: int
    holder: int
    home: int  # seat of the Stronghold's owner; -1: no Stronghold
    soldiers: tuple[Soldier, ...]
    seats: tuple[str, ...]  # the players' letters
    holder_name: str = ""
    note: str = ""  # text of the overlay
    alarm: bool = False  # the note warns of danger
    advised: bool = False  # the note marks a step of the adviser's plan
    cursor: bool = False
    choice: bool = False
    chosen: bool = False
    # "go", "strike" or "target": what the piece or card under the cursor could do here
    reach: str = ""
    dots: bool = False  # no room for edges
    open: bool = False  # inside a region's outline, without edges
    tapped: bool = False  # the land
    hole: bool = False  # the land is gone
    second: str = ""  # the land's second letter, if it has two basic land types


REACHED = {"go": "› go", "strike": "» strike", "target": "» target"}
"""The signs of spaces that the piece or card under the cursor could reach."""
LIFE = "♥"  # before the life left, if power, toughness and damage don't fit
HOLE = "✕"  # the sign for land that is gone
BACK_ROW = 12  # cells of a creature's name in a back row beside the map
NAME_WIDTH = 12  # box width in cells from which on creatures are named

Piece = tuple[str, Style]
Line = list[Piece]


def draw(look: SpaceLook, width: int, height: int) -> list[Strip]:
    """Return the lines of a space drawn in `width` by `height` cells."""
    _, ground = theme.LAND_COLORS[look.letter]
    if look.dots:
        return _draw_dots(look, width, height, ground)
    if look.cursor:
        edges = HEAVY_CHOICE if look.choice else HEAVY
    else:
        edges = DOUBLE if look.choice else LIGHT
    if look.open:
        # drawn 2 cells wider; the sides are cut off below
        edges, width = FOG if not look.face_up and not look.soldiers else NO_EDGES, width + 2
    edge = Style(color=theme.FOG) if edges == FOG else edge_style(look)
    inside = _inside(look, width - 2, height - 2)
    lines = [_top(look, edges, edge, width)]
    lines += [[(edges[5], edge), *cut(line, width - 2), (edges[5], edge)] for line in inside]
    lines.append(_bottom(look, edges, edge, width))
    return [strip_of(line[1:-1] if look.open else line, ground) for line in lines]


def strip_of(line: Line, ground: str) -> Strip:
    """Return a line on the background color of a land; a piece's own style takes precedence."""
    base = Style(bgcolor=ground)
    return Strip([Segment(text, base + style) for text, style in line if text])


def edge_style(look: SpaceLook) -> Style:
    """Return the color of a space's edges."""
    if look.cursor:
        return theme.HERE
    if look.choice:
        return theme.CHOICE
    return theme.seat_style(look.holder) if look.holder >= 0 else Style(color=theme.FAINT)


def _top(look: SpaceLook, edges: str, edge: Style, width: int) -> Line:
    """Return the top edge: name and land at the left, Conquer Value at the right.

    The words are shortened to fit.
    """
    room = width - 2
    value = str(look.value) if look.value else ""
    land_style = theme.land_style(look.letter) if look.face_up else theme.DIM
    tapped = symbols.TAPPED if look.tapped else ""
    land = short = HOLE if look.face_up else "?"
    if look.face_up and not look.hole:
        land = look.land_name + tapped
        short = (look.letter + look.second or land[:1]) + tapped
    home = "♜" if look.home >= 0 else ""
    name_style = theme.HERE if look.cursor else theme.STRONG
    for words in ((home, look.name, land), (home, look.name, short), ("", look.name, short)):
        left: Line = [
            (" ", edge),
            (" ".join(filter(None, words[:2])), name_style),
            (" ", edge),
            (words[2], land_style),
            (" ", edge),
        ]
        right: Line = [(f" {value} ", theme.STRONG), (edges[4], edge)] if value else []
        if _length(left) + _length(right) < room:
            return _edge_line(edges[0], left, right, edges[1], edges[4], edge, room)
    blank = " " if len(look.name) + 1 + len(short) <= room else ""
    tight: Line = [(look.name[: max(room - 2, 1)], name_style), (blank, edge), (short, land_style)]
    if not blank and (look.value or not look.face_up):
        tight = [(look.name, name_style)]
    right = [] if _has_value_below(look, width) else [(value, theme.STRONG)]
    return _edge_line(edges[0], tight, right, edges[1], edges[4], edge, room)


def _has_value_below(look: SpaceLook, width: int) -> bool:
    """Return whether the Conquer Value must move to the bottom edge.

    It does if name, land and value would run together in the top edge.
    """
    land = len(look.letter + look.second) + look.tapped if look.face_up and not look.hole else 1
    return look.value > 0 and len(f"{look.name}  {look.value}") + max(land, 1) > width - 2


def _bottom(look: SpaceLook, edges: str, edge: Style, width: int) -> Line:
    """Return the bottom edge: the holder, a note, and the Conquer Value if it didn't fit above."""
    room = width - 2
    if _has_value_below(look, width):
        return _tight_bottom(look, edges, edge, room)
    left: Line = []
    if look.holder >= 0:
        letter = look.seats[look.holder]
        left = [
            (edges[4], edge),
            (f" {letter} " if room > 5 else letter, theme.badge_style(look.holder)),
        ]
        if look.holder_name and room >= len(look.holder_name) + len(look.note) + 9:
            left += [(f" {look.holder_name} ", theme.seat_style(look.holder))]
    note_style = theme.DANGER if look.alarm else theme.STRONG
    right: Line = [(look.note, note_style), (edges[4], edge)] if look.note else []
    if look.reach and not look.note:
        sign = REACHED[look.reach]
        right = [
            (
                sign if room > len(sign) + 3 else sign[0],
                theme.DANGER if look.reach == "strike" else theme.CHOICE,
            ),
            (edges[4], edge),
        ]
    return _edge_line(edges[2], left, right, edges[3], edges[4], edge, room)


def _tight_bottom(look: SpaceLook, edges: str, edge: Style, room: int) -> Line:
    """Return the bottom edge with the Conquer Value at the right, a note before it.

    A note that needs all the room stands alone.
    """
    holder: Piece = (
        (look.seats[look.holder], theme.badge_style(look.holder))
        if look.holder >= 0
        else (edges[4], edge)
    )
    note = look.note or (REACHED[look.reach][0] if look.reach else "")
    is_danger = look.alarm or look.reach == "strike"
    note_style = theme.DANGER if is_danger else theme.STRONG
    right: Line = [(note, note_style)] if note else []
    below: Line = [(edges[4], edge), (str(look.value), theme.STRONG)]
    if len(look.name) + 1 + len(look.letter) > room:  # the top edge has no room for the land either
        below.insert(1, (HOLE if look.hole else look.letter, theme.land_style(look.letter)))
    if len(note) + 1 + _length(below) <= room:
        right += below
    left: Line = [(edges[4], edge), holder] if _length(right) + 2 <= room else [holder]
    return _edge_line(edges[2], left, right, edges[3], edges[4], edge, room)


def _edge_line(
    first: str, left: Line, right: Line, last: str, fill: str, edge: Style, room: int
) -> Line:
    left, right = cut(left, room, pad=False), cut(right, room, pad=False)
    spare = room - _length(left) - _length(right)
    if spare < 0:
        left, spare = cut(left, room - _length(right), pad=False), 0
    return [(first, edge), *left, (fill * spare, edge), *right, (last, edge)]


# --- Armies ---------------------------------------------------------------------------------------


def _inside(look: SpaceLook, width: int, height: int) -> list[Line]:
    """Return the lines between the edges: a creature per line, or armies in few words."""
    if not look.soldiers:
        return [
            [(("░" if not look.face_up else " ") * width, Style(color=theme.FOG))]
            for _ in range(height)
        ]
    lines: list[Line]
    if len(look.soldiers) <= height and (height > 1 or width >= NAME_WIDTH):
        lines = _with_names(look, width, height)
    elif height > 2 and width >= NAME_WIDTH:
        shown = look.soldiers[: height - 1]
        lines = [_soldier_line(look, soldier, width) for soldier in shown]
        lines.append([(" + ", theme.QUIET), *_armies(look, look.soldiers[height - 1 :], width - 3)])
    else:
        seats = sorted({soldier.seat for soldier in look.soldiers})
        if height >= len(seats):
            lines = [
                _armies(look, [s for s in look.soldiers if s.seat == seat], width) for seat in seats
            ]
        else:
            lines = [_armies(look, look.soldiers, width)]
    lines = [cut(line, width) for line in lines[:height]]
    return lines + [[(" " * width, theme.PLAIN)]] * (height - len(lines))


def _with_names(look: SpaceLook, width: int, height: int) -> list[Line]:
    """Return a line for each creature, and a second line for names that are cut.

    Names that lose the most letters get the spare lines first.
    """
    single = [_soldier_line(look, soldier, width) for soldier in look.soldiers]
    lost = {
        at: len(soldier.name) - _letters(single[at], width)
        for at, soldier in enumerate(look.soldiers)
    }
    worst = sorted((at for at in lost if lost[at] > 0), key=lambda at: -lost[at])[
        : height - len(single)
    ]
    return [
        line
        for at, soldier in enumerate(look.soldiers)
        for line in (
            [_size_line(look, soldier, width), _name_line(soldier, width)]
            if at in worst
            else [single[at]]
        )
    ]


def _letters(line: Line, width: int) -> int:
    """Return the number of visible letters of a name in a creature's line."""
    return len(line[2][0].rstrip()) if width >= NAME_WIDTH else 0


def _soldier_style(soldier: Soldier, plain: Style = theme.PLAIN) -> Style:
    if soldier.current:
        return theme.CURSOR
    return theme.CHOICE if soldier.dot else plain


def _state(soldier: Soldier) -> str:
    """Return a creature's marks, power and toughness."""
    return f"{soldier.marks}{' ' if soldier.marks else ''}{soldier.stats}"


def _soldier_line(look: SpaceLook, soldier: Soldier, width: int) -> Line:
    """Return a creature's line: controller's letter, name, marks, power and toughness."""
    style = _soldier_style(soldier)
    if width < NAME_WIDTH:
        return _size_line(look, soldier, width)
    right = _state(soldier)
    space = "" if len(soldier.name) + len(right) + 3 == width else " "
    room = width - 2 - len(space) - len(right)
    name = soldier.short(room - 1, shorten)
    if space and not look.open and len(longer := soldier.short(room, shorten)) > len(name):
        name, space, room = longer, "", room + 1  # the edge separates the line from the next space
    return [
        (look.seats[soldier.seat], theme.badge_style(soldier.seat)),
        (soldier.dot or " ", theme.CHOICE),
        (name.ljust(room), style),
        (right, style),
        (space, theme.PLAIN),
    ]


def _size_line(look: SpaceLook, soldier: Soldier, width: int) -> Line:
    """Return a creature's line without a name, with as much as fits.

    That is the controller's letter, the choice mark, power and toughness, and marks.
    """
    line = _sizes(look, [soldier])
    if _length(line) <= width:
        return line
    words = soldier.dot + soldier.stats
    if len(words) >= width:
        dotted = soldier.dot + life_left(soldier.stats)
        words = dotted if len(dotted) < width else fitting_stats(soldier.stats, "", width - 1)
    return [line[0], (words, line[-1][1])]


def _name_line(soldier: Soldier, width: int) -> Line:
    """Return a line with as much of a creature's name as fits."""
    return [(soldier.short(width, shorten), _soldier_style(soldier, theme.QUIET))]


def fitting_stats(stats: str, marks: str, room: int) -> str:
    """Return size, damage and state in at most `room` cells, without cutting a number.

    The forms are "2/20-3↷", "2/20-3", "♥17↷" (the life left) and "♥17"; empty if none fits.
    """
    ways = (stats + marks, stats, life_left(stats) + marks, life_left(stats))
    return next((words for words in ways if len(words) <= room), "")


SIZE = re.compile(r"[^/]*/(\d+)([-+]\d+)?")


def life_left(stats: str) -> str:
    """Return toughness less damage as "♥17"; empty for an object without toughness."""
    size = SIZE.fullmatch(stats)
    return f"{LIFE}{int(size[1]) + int(size[2] or 0)}" if size is not None else ""


def shorten(name: str, room: int) -> str:
    """Return a name in at most `room` cells: "Y. Wurm", "Wurm".

    "Birds" for Birds of Paradise; "Ornith" only if no word fits.
    """
    if len(name) <= room:
        return name
    words, last = name.split(), head(name)
    if last != words[-1].rstrip(",") and room >= NAME_WIDTH and (begun := _begun(words, room)):
        return begun
    spelled = last == words[-1] and all(
        word[0].isupper() and "'" not in word for word in words[:-1]
    )
    initials = " ".join([word[0] + "." for word in words[:-1]] + words[-1:]) if spelled else last
    ways = (initials, last, *sorted(whole_words(name), key=len, reverse=True))
    return next((short for short in ways if len(short) <= room), "") or cut_word(last, max(room, 0))


def _begun(words: Sequence[str], room: int) -> str:
    """Return the most first words of a name that fit and end in a capitalized word.

    "Circle of Protection" for Circle of Protection: Red.
    """
    telling = (number for number in range(len(words) - 1, 0, -1) if words[number - 1][0].isupper())
    return next(
        (
            short
            for number in telling
            if len(short := " ".join(words[:number]).rstrip(",:")) <= room
        ),
        "",
    )


def _armies(look: SpaceLook, soldiers: Sequence[Soldier], width: int) -> Line:
    """Return armies in the most detailed form that fits.

    The forms are each creature's size, numbers with total power, and numbers alone.
    """
    for words in (_sizes, _totals, _counts):
        line = words(look, soldiers)
        if _length(line) <= width:
            return line
    return _counts(look, soldiers)


def _by_seat(soldiers: Sequence[Soldier]) -> list[tuple[int, list[Soldier]]]:
    return [
        (seat, [s for s in soldiers if s.seat == seat])
        for seat in sorted({s.seat for s in soldiers})
    ]


def _army_style(soldiers: Sequence[Soldier]) -> Style:
    if any(soldier.current for soldier in soldiers):
        return theme.CURSOR
    return theme.CHOICE if any(soldier.dot for soldier in soldiers) else theme.PLAIN


def _dot(soldiers: Sequence[Soldier]) -> str:
    """Return the mark of an army with a picked or legal choice."""
    return max(
        (soldier.dot for soldier in soldiers),
        key=(("", symbols.CHOICE, symbols.PICKED)).index,
        default="",
    )


def _sizes(look: SpaceLook, soldiers: Sequence[Soldier]) -> Line:
    line: Line = []
    for seat, army in _by_seat(soldiers):
        line += [(" ", theme.PLAIN)] if line else []
        line.append((look.seats[seat], theme.badge_style(seat)))
        for soldier in army:
            line += [
                (" ", theme.PLAIN),
                (_dot([soldier]) + soldier.stats + soldier.marks, _army_style([soldier])),
            ]
    return line


def _totals(look: SpaceLook, soldiers: Sequence[Soldier]) -> Line:
    line: Line = []
    for seat, army in _by_seat(soldiers):
        line += [(" ", theme.PLAIN)] if line else []
        total = sum(soldier.power for soldier in army)
        line += [
            (look.seats[seat], theme.badge_style(seat)),
            (f"{_dot(army) or '×'}{len(army)}:{total}", _army_style(army)),
        ]
    return line


def _counts(look: SpaceLook, soldiers: Sequence[Soldier]) -> Line:
    line: Line = []
    for seat, army in _by_seat(soldiers):
        line += [
            (look.seats[seat], theme.badge_style(seat)),
            (_dot(army) + str(len(army)), _army_style(army)),
        ]
    return line


# --- Dots -----------------------------------------------------------------------------------------


def _draw_dots(look: SpaceLook, width: int, height: int, ground: str) -> list[Strip]:
    """Return a space without edges: land, holder, army, and a note if it fits."""
    land, style = _land_sign(look), theme.land_style(look.letter)
    if look.cursor:
        style = theme.CURSOR
    elif look.choice:
        style = theme.CHOICE + Style(reverse=True)
    holder: Piece = (
        (look.seats[look.holder], theme.badge_style(look.holder))
        if look.holder >= 0
        else (" ", style)
    )
    note = theme.DANGER if look.alarm else theme.STRONG
    armies = _counts(look, look.soldiers) if look.soldiers else []
    if height > 1 and look.soldiers:
        armies = (
            _alone(look, look.soldiers[0], width)
            if len(look.soldiers) == 1
            else _armies(look, look.soldiers, width)
        )
    if height > 2 and look.soldiers:
        return _draw_small(look, width, height, style, ground)
    if height == 1:
        return [
            strip_of(
                cut(_dot_line(look, width, (land, style), holder, armies, note), width), ground
            )
        ]
    top = _dots_top(look, width, style, holder)
    if look.note and height == 2:
        top = [
            (
                look.name.ljust(width - len(look.note))
                if len(look.name + look.note) < width
                else "",
                style,
            ),
            (look.note, note),
        ]
    below: Line = [(look.note.rjust(width - 1), note)] if look.note else []
    if look.reach and not look.note:
        below = [
            (
                REACHED[look.reach][0].rjust(width - 1),
                theme.DANGER if look.reach == "strike" else theme.CHOICE,
            )
        ]
    lines: list[Line] = [top, armies, *([below] if height > 2 else [])]
    return [strip_of(cut(line, width), ground) for line in [*lines, *[[]] * height][:height]]


def _land_sign(look: SpaceLook) -> str:
    """Return the letter of a space's land, or a sign for land without a letter."""
    if look.hole:
        return HOLE
    return look.letter or ("." if look.face_up else "?")


def _alone(look: SpaceLook, soldier: Soldier, width: int) -> Line:
    """Return a lone creature's size after its controller's letter.

    The blank between them is dropped if the size would touch the next space.
    """
    line = _sizes(look, [soldier])
    return (
        line
        if _length(line) < width
        else [
            line[0],
            (soldier.dot + fitting_stats(soldier.stats, soldier.marks, width - 2), line[-1][1]),
        ]
    )


def _dot_line(
    look: SpaceLook, width: int, land: Piece, holder: Piece, armies: Line, note: Style
) -> Line:
    """Return a space of one line: name if there is room, land, and army or holder.

    A note replaces the whole line.
    """
    style = land[1]
    if look.note and len(look.note) <= width:
        return [(look.note, note)]
    name = f"{look.name} " if len(look.name) + 6 <= width else ""
    first, number = (armies[0], armies[1][0]) if armies else (holder, " ")
    return [
        (name, style),
        land,
        first,
        (number if len(number) <= width - len(name) - 2 else "+", style),
    ]


def _dots_top(look: SpaceLook, width: int, style: Style, holder: Piece | None) -> Line:
    """Return the first line of a space without edges: name, land, holder and value.

    A blank separates name and land if there is room.
    """
    land = _land_sign(look)
    behind: Line = []
    if holder is not None and look.value:
        behind = [holder, (str(look.value), style)]
    elif holder is not None and look.holder >= 0:
        behind = [holder]
    if look.tapped:
        behind = [(symbols.TAPPED, style), *behind]
    spare = width - len(look.name) - len(land) - _length(behind)
    if look.second and spare > 1:
        land, spare = land + look.second, spare - 1
    if spare < 0 and not look.face_up:
        land = ""
    gap = max(0, min(spare - 1, width - 4 - len(look.name)))
    if spare > 0 and look.name[-1:].isalpha():  # "keep B", but "b2B"
        gap = max(gap, 1)
    room = width - len(land) - _length(behind) - gap
    used: Line = [(look.name[:room], style), (" " * gap, style), (land, style), *behind]
    return [*used, (" " * (width - _length(used)), style)]


def _draw_small(look: SpaceLook, width: int, height: int, style: Style, ground: str) -> list[Strip]:
    """Return an occupied space without edges, in three lines or more.

    The lines show the space's name, the first creature's size, and its state or name.
    """
    first = max(
        look.soldiers,
        key=lambda soldier: (soldier.current, soldier.picked, bool(soldier.dot), soldier.power),
    )
    top = _dots_top(look, width, style, None)
    badge: Piece = (look.seats[first.seat], theme.badge_style(first.seat))
    piece = _soldier_style(first)
    size = fitting_stats(first.stats, "", width - 1)
    room = width - 1 - len(size)
    middle: Line = [badge, ((first.dot if room else ""), theme.CHOICE), (size, piece)]
    whose: Line = []
    # the controller's letter of a large creature goes below the size
    if size != first.stats and len(first.stats) <= width:
        middle, whose, room = [(first.stats, piece)], [badge], 0
    more = f"+{len(look.soldiers) - 1}" if len(look.soldiers) > 1 else ""
    signs = (
        ("" if room else first.dot)
        + first.marks
        + more
        + (REACHED[look.reach][0] if look.reach else "")
    )
    width_left = width - len(whose)
    last: Line = [*whose, (signs[:width_left], theme.STRONG)]
    if look.note:
        left = max(width_left - 1 - len(look.note), 0)
        last = [
            *whose,
            (signs[:left].ljust(left), theme.STRONG),
            (look.note[:width], theme.DANGER if look.alarm else theme.STRONG),
        ]
    elif len(signs) < width_left:
        room = width_left - (len(signs) or 1)  # names of neighboring spaces don't touch
        name = (
            first.short(room, shorten)
            if len(signs) < 2
            else first.beside(width_left - 1, room, shorten)
        )
        last = [*whose, (name.ljust(room), theme.QUIET), (signs, theme.STRONG)]
    return [
        strip_of(cut(line, width), ground) for line in [top, middle, last, *[[]] * height][:height]
    ]


# --- Back rows ---


def back_rows(view: View) -> list[Text]:
    """Return a line for each player with the creatures waiting to enter the map.

    Players whose home row is at the top come first.
    """
    homes = {space.home_of: space.y for space in reversed(view.spaces) if space.home_of >= 0}
    letters, rows = symbols.letters_of(view), list[Text]()
    names = sorted({item.name for item in view.permanents if item.power is not None})
    shown = told_apart(tuple((name, shorten(name, BACK_ROW)) for name in names), BACK_ROW)
    for seat in sorted(homes, key=lambda seat: homes[seat]):
        text = Text.assemble((letters[seat], theme.badge_style(seat)), (" back row:", theme.QUIET))
        waiting = [
            item
            for item in view.permanents
            if item.controller == seat and not item.space and item.power is not None
        ]
        for item in waiting:
            text.append(
                f" {shown[item.name]} {symbols.stats(item)}{symbols.state_marks(item)}", theme.PLAIN
            )
        rows.append(text if waiting else text.append(" empty", theme.QUIET))
    return rows


# --- Pieces ---------------------------------------------------------------------------------------


def _length(line: Line) -> int:
    return sum(len(text) for text, _ in line)


def cut(line: Line, width: int, *, pad: bool = True) -> Line:
    """Return a line of exactly, or without `pad` at most, `width` cells."""
    cut: Line = []
    left = width
    for text, style in line:
        if left <= 0:
            break
        cut.append((text[:left], style))
        left -= len(text)
    return [*cut, (" " * left, theme.PLAIN)] if left > 0 and pad else cut
