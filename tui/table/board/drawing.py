"""How one space looks: a box whose top edge names it and whose bottom edge names its holder, with
the armies inside.

    ╭ b2 Swamp ──── 3 ╮     name, land, Conquer Value
    │ E Yavimaya W 6/4│     who stands there, with the mark of each creature's controller
    ╰ D ──────── 4+3 ─╯     holder; what could come here, when that is shown

A double edge is a valid choice, a heavy one the cursor.
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
from tui.terminal import symbols as marks
from tui.terminal import theme
from tui.widgets.short_names import (
    Firsts,
    beside_marks,
    cut_word,
    letter_pairs,
    told_apart,
    whole_words,
)

LIGHT, HEAVY, DOUBLE, HEAVY_CHOICE = "╭╮╰╯─│", "┏┓┗┛━┃", "╔╗╚╝═║", "┏┓┗┛═┃"
"""Edges: corners, horizontal, vertical. The cursor on a valid choice is heavy with double lines."""
# where a space stands within an outline of its own; where nobody has seen it
NO_EDGES, FOG = " " * 6, "░" * 6


class Soldier(Struct, frozen=True):
    """A creature, or planeswalker, as it stands on a space."""

    seat: int
    name: str
    stats: str
    marks: str = ""
    power: int = 0
    choice: bool = False  # a legal choice now
    current: bool = False  # what the cursor is on
    sign: str = ""  # one cell that stands for it, where it is no creature
    picked: bool = False  # it is to do what is being chosen
    # the names of all that is in sight, from which it is to be told apart
    among: tuple[str, ...] = ()
    # the two letters that it keeps while it is on the map; empty where it is drawn by itself
    pair: str = ""

    def two_letters(self) -> str:
        """Return the letters that stand for it where there is room for two."""
        return self.pair or letter_pairs(dict.fromkeys((*self.among, self.name)), {})[self.name]

    def short(self, room: int, way: Callable[[str, int], str]) -> str:
        """Its name in so many cells, as `way` shortens it unless something else in sight would
        look the same.
        """
        return told_apart(self._firsts(room, way), room)[self.name]

    def beside(self, room: int, least: int, way: Callable[[str, int], str]) -> str:
        """What is left of that name where marks beside it need all but the `least` cells."""
        return beside_marks(self._firsts(room, way), room, least)[self.name]

    def _firsts(self, room: int, way: Callable[[str, int], str]) -> Firsts:
        return tuple(
            (name, way(name, room)) for name in {**dict.fromkeys(self.among), self.name: None}
        )

    @property
    def dot(self) -> str:
        """The mark of what has been picked, or can be."""
        return marks.PICKED if self.picked else marks.CHOICE if self.choice else ""


class SpaceLook(Struct, frozen=True):
    """Everything that decides how a space is drawn."""

    name: str
    land_name: str
    letter: str  # of the land; empty face down
    face_up: bool
    value: int
    holder: int
    home: int  # whose Stronghold it is; -1 for none
    soldiers: tuple[Soldier, ...]
    seats: tuple[str, ...]  # the players' letters
    holder_name: str = ""
    note: str = ""  # what could come here
    alarm: bool = False  # the note tells of a danger
    cursor: bool = False
    choice: bool = False
    chosen: bool = False
    reach: str = ""  # "go", "strike" or "target" where what the cursor is on could do so
    dots: bool = False  # no room for edges
    open: bool = False  # it stands within an outline of its own, and has no edges
    tapped: bool = False  # the land
    hole: bool = False  # the land is gone
    second: str = ""  # the land's other letter, where it has two basic land types


REACHED = {"go": "› go", "strike": "» strike", "target": "» target"}
"""The signs of spaces where what the cursor is on could go next, could strike, or finds a
target.
"""
LIFE = "♥"  # before toughness less damage, where there is no room for power, toughness and damage
HOLE = "✕"  # the sign for land that is gone
BACK_ROW = 12  # cells of the name of whoever waits beside the map
NAME_WIDTH = 12  # cells from which on a creature has its name on the map

Piece = tuple[str, Style]
Line = list[Piece]


def draw(look: SpaceLook, width: int, height: int) -> list[Strip]:
    """A space in so many cells."""
    _, ground = theme.LAND_COLORS[look.letter]
    if look.dots:
        return _draw_dots(look, width, height, ground)
    edges = (
        (HEAVY_CHOICE if look.choice else HEAVY)
        if look.cursor
        else DOUBLE
        if look.choice
        else LIGHT
    )
    if look.open:
        # what is at its sides is left out
        edges, width = FOG if not look.face_up and not look.soldiers else NO_EDGES, width + 2
    edge = Style(color=theme.FOG) if edges == FOG else edge_style(look)
    inside = _inside(look, width - 2, height - 2)
    lines = [_top(look, edges, edge, width)]
    lines += [[(edges[5], edge), *cut(line, width - 2), (edges[5], edge)] for line in inside]
    lines.append(_bottom(look, edges, edge, width))
    return [strip_of(line[1:-1] if look.open else line, ground) for line in lines]


def strip_of(line: Line, ground: str) -> Strip:
    """A line on the colour of its land; the Style of a piece wins over it."""
    base = Style(bgcolor=ground)
    return Strip([Segment(text, base + style) for text, style in line if text])


def edge_style(look: SpaceLook) -> Style:
    """The colour of a space's edges."""
    if look.cursor:
        return theme.HERE
    if look.choice:
        return theme.CHOICE
    return theme.seat_style(look.holder) if look.holder >= 0 else Style(color=theme.FAINT)


def _top(look: SpaceLook, edges: str, edge: Style, width: int) -> Line:
    """The top edge: name and land at the left, Conquer Value at the right; shorter words where
    there is less room.
    """
    room = width - 2
    value = str(look.value) if look.value else ""
    land_style = theme.land_style(look.letter) if look.face_up else theme.DIM
    tapped = marks.TAPPED if look.tapped else ""
    land = (HOLE if look.hole else look.land_name + tapped) if look.face_up else "?"
    short = (
        (HOLE if look.hole else (look.letter + look.second or land[:1]) + tapped)
        if look.face_up
        else "?"
    )
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
    """Whether name, land and Conquer Value would run together in the top edge, so that the value
    stands in the bottom one.
    """
    land = len(look.letter + look.second) + look.tapped if look.face_up and not look.hole else 1
    return look.value > 0 and len(f"{look.name}  {look.value}") + max(land, 1) > width - 2


def _bottom(look: SpaceLook, edges: str, edge: Style, width: int) -> Line:
    """The bottom edge: who holds the space, and a note; the Conquer Value too where the top edge
    has no room for it.
    """
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
    right: Line = (
        [(look.note, theme.DANGER if look.alarm else theme.STRONG), (edges[4], edge)]
        if look.note
        else []
    )
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
    """The bottom edge with the Conquer Value at the right, the note before it; a note that needs
    the room stands alone.
    """
    holder: Piece = (
        (look.seats[look.holder], theme.badge_style(look.holder))
        if look.holder >= 0
        else (edges[4], edge)
    )
    note = look.note or (REACHED[look.reach][0] if look.reach else "")
    right: Line = (
        [(note, theme.DANGER if look.alarm or look.reach == "strike" else theme.STRONG)]
        if note
        else []
    )
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
    """The lines between the edges: a creature on each where there is room, else armies in few
    words.
    """
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
    """A line for each creature, and a second one for names that are cut, as far as there are
    lines: first for those cut most.
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
    """How many letters of a name are in a creature's line."""
    return len(line[2][0].rstrip()) if width >= NAME_WIDTH else 0


def _soldier_style(soldier: Soldier) -> Style:
    return theme.CURSOR if soldier.current else theme.CHOICE if soldier.dot else theme.PLAIN


def _state(soldier: Soldier) -> str:
    """What a creature is doing, power and toughness."""
    return f"{soldier.marks}{' ' if soldier.marks else ''}{soldier.stats}"


def _soldier_line(look: SpaceLook, soldier: Soldier, width: int) -> Line:
    """One creature: controller's letter, name, state, power and toughness."""
    style = _soldier_style(soldier)
    if width < NAME_WIDTH:
        return _size_line(look, soldier, width)
    right = _state(soldier)
    space = "" if len(soldier.name) + len(right) + 3 == width else " "
    room = width - 2 - len(space) - len(right)
    name = soldier.short(room - 1, shorten)
    if space and not look.open and len(longer := soldier.short(room, shorten)) > len(name):
        name, space, room = longer, "", room + 1  # the edge parts it from what is beside it
    return [
        (look.seats[soldier.seat], theme.badge_style(soldier.seat)),
        (soldier.dot or " ", theme.CHOICE),
        (name.ljust(room), style),
        (right, style),
        (space, theme.PLAIN),
    ]


def _size_line(look: SpaceLook, soldier: Soldier, width: int) -> Line:
    """One creature without its name: controller's letter, the mark of a choice, power and
    toughness, state, whatever of these fits.
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
    """A creature's name alone, as much of it as fits."""
    style = theme.CURSOR if soldier.current else theme.CHOICE if soldier.dot else theme.QUIET
    return [(soldier.short(width, shorten), style)]


def fitting_stats(stats: str, marks: str, room: int) -> str:
    """Return size, damage and state in at most `room` cells, no number cut: "2/20-3↷", "2/20-3",
    or "♥17↷", the life left.
    """
    ways = (stats + marks, stats, life_left(stats) + marks, life_left(stats))
    return next((words for words in ways if len(words) <= room), "")


SIZE = re.compile(r"[^/]*/(\d+)([-+]\d+)?")


def life_left(stats: str) -> str:
    """Return toughness less damage as "♥17"; nothing for what has none."""
    size = SIZE.fullmatch(stats)
    return f"{LIFE}{int(size[1]) + int(size[2] or 0)}" if size is not None else ""


def shorten(name: str, room: int) -> str:
    """Return a name in at most `room` cells: "Y.

    Wurm", "Wurm", "Birds" for Birds of Paradise, "Ornith" only if no word fits.
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
    """Return as many first words of a name as fit and say something: "Circle of Protection" of
    Circle of Protection: Red.
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
    """Armies in the most telling words that fit: each creature's size, or numbers with total
    power, or numbers.
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
    """The mark of what has been picked, or is a valid choice."""
    return max(
        (soldier.dot for soldier in soldiers),
        key=(("", marks.CHOICE, marks.PICKED)).index,
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
    """A space without edges: land, holder, the strongest army's size, and a note where it fits."""
    land = HOLE if look.hole else look.letter or ("." if look.face_up else "?")
    style = (
        theme.CURSOR
        if look.cursor
        else theme.CHOICE + Style(reverse=True)
        if look.choice
        else theme.land_style(look.letter)
    )
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


def _alone(look: SpaceLook, soldier: Soldier, width: int) -> Line:
    """A lone creature's size behind its controller's letter, without the blank between them
    where its neighbor would touch it.
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
    """A space of one line: its land and who stands there or holds it, behind its name if there
    is room, or else a note alone.
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
    """The first line of a space without edges: name, land, what is known of it, a blank if there
    is room for one.
    """
    land = HOLE if look.hole else look.letter or ("." if look.face_up else "?")
    behind: Line = []
    if holder is not None:
        behind = (
            [holder, (str(look.value), style)]
            if look.value
            else [holder]
            if look.holder >= 0
            else []
        )
    if look.tapped:
        behind = [(marks.TAPPED, style), *behind]
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
    """A space without edges in three lines on which somebody stands: its name, who stands there
    in which size, what it does.
    """
    first = max(
        look.soldiers,
        key=lambda soldier: (soldier.current, soldier.picked, bool(soldier.dot), soldier.power),
    )
    top = _dots_top(look, width, style, None)
    badge: Piece = (look.seats[first.seat], theme.badge_style(first.seat))
    piece = theme.CURSOR if first.current else theme.CHOICE if first.dot else theme.PLAIN
    size = fitting_stats(first.stats, "", width - 1)
    room = width - 1 - len(size)
    middle: Line = [badge, ((first.dot if room else ""), theme.CHOICE), (size, piece)]
    whose: Line = []
    # a large creature's letter stands below it
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
        room = width_left - (len(signs) or 1)  # names of neighbours don't touch
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
    """Who waits beside the map to enter it, a line for each player, those whose home row is at
    the top first.
    """
    homes = {space.home_of: space.y for space in reversed(view.spaces) if space.home_of >= 0}
    letters, rows = marks.letters_of(view), list[Text]()
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
                f" {shown[item.name]} {marks.stats(item)}{marks.state_marks(item)}", theme.PLAIN
            )
        rows.append(text if waiting else text.append(" empty", theme.QUIET))
    return rows


# --- Pieces ---------------------------------------------------------------------------------------


def _length(line: Line) -> int:
    return sum(len(text) for text, _ in line)


def cut(line: Line, width: int, *, pad: bool = True) -> Line:
    """A line of exactly, or without `pad` at most, so many cells."""
    cut: Line = []
    left = width
    for text, style in line:
        if left <= 0:
            break
        cut.append((text[:left], style))
        left -= len(text)
    return [*cut, (" " * left, theme.PLAIN)] if left > 0 and pad else cut
