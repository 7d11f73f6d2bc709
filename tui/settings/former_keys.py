"""Default keys of earlier versions, so that a player is told once which ones have moved.

Before default keys change, the current ones are added here; `VERSION` then gives the new ones the
next number.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tui.settings.key_commands import COMMANDS, Command

EARLIER: Mapping[int, Mapping[str, str]] = {
    1: {
        "table.take": "enter",
        "table.next-choice": "tab",
        "table.previous-choice": "shift+tab",
        "table.go-on": "space",
        "table.end-turn": "E",
        "table.back": "escape",
        "table.undo": "u",
        "table.take-back": "U",
        "table.auto": "a",
        "table.yes": "y",
        "table.no": "n",
        "table.move-to-left": "left,h",
        "table.move-to-down": "down,j",
        "table.move-to-up": "up,k",
        "table.move-to-right": "right,l",
        "table.go": "g",
        "table.pane-to-map": "m",
        "table.pane-to-here": "full_stop",
        "table.pane-to-hand": "c",
        "table.pane-to-stack": "s",
        "table.pane-to-zones": "p",
        "table.pane-to-choices": "o",
        "table.everything": "e",
        "table.find": "slash",
        "table.read": "i",
        "table.why": "w",
        "table.overlay": "t",
        "table.overlay-to-previous": "T",
        "table.paint-anew": "ctrl+l",
        "table.zoom-to-larger": "plus,equals_sign",
        "table.zoom-to-smaller": "minus",
        "table.yield": "z",
        "table.all": "A",
        "table.so-many": "x",
        "table.again": "r",
        "table.yields": "Y",
        "table.full-control": "f",
        "table.stop": "v",
        "table.pause": "P",
        "table.one-step": "S",
        "table.speed-to-slower": "less_than_sign",
        "table.speed-to-faster": "greater_than_sign",
        "table.log": "L",
        "table.look-back": "b",
        "table.rules": "R",
        "table.command": "colon",
        "table.concede": "X",
        "table.leave": "Q",
        "table.settings": "comma",
        "table.help": "question_mark",
        "launch.previous-row": "up,k",
        "launch.next-row": "down,j,tab",
        "launch.change-to-left": "left,h",
        "launch.change-to-right": "right,l,space",
        "launch.press": "enter",
        "launch.back": "escape",
        "launch.start": "S",
        "launch.delete": "D",
        "launch.rename": "N",
        "launch.decks": "C",
        "launch.rules": "R",
        "launch.puzzles": "P",
        "launch.look-back": "b",
        "launch.settings": "comma",
        "launch.help": "question_mark",
        "launch.leave": "Q",
        "decks.previous-row": "up,k",
        "decks.next-row": "down,j",
        "decks.open": "enter",
        "decks.new": "n",
        "decks.import": "i",
        "decks.copy": "c",
        "decks.rename": "N",
        "decks.delete": "D",
        "decks.variant-to-next": "right,l,v",
        "decks.variant-to-previous": "left,h,V",
        "decks.help": "question_mark",
        "decks.back": "escape,q",
        "deck.search": "slash",
        "deck.add": "enter,plus,equals_sign",
        "deck.remove": "minus,delete,backspace",
        "deck.other": "tab,left,right,shift+tab",
        "deck.fill": "f",
        "deck.undo": "u",
        "deck.variant-to-next": "v",
        "deck.variant-to-previous": "V",
        "deck.everything": "a",
        "deck.import": "i",
        "deck.export": "x",
        "deck.rename": "N",
        "deck.step-to-up": "up,k",
        "deck.step-to-down": "down,j",
        "deck.step-to-page-up": "pageup",
        "deck.step-to-page-down": "pagedown",
        "deck.help": "question_mark",
        "deck.back": "escape,q",
        "everything.take": "enter",
        "everything.step-to-up": "up",
        "everything.step-to-down": "down,tab",
        "everything.step-to-page-up": "pageup",
        "everything.step-to-page-down": "pagedown",
        "everything.back": "escape",
        "puzzles.play": "enter,space",
        "puzzles.next-row": "down,j,tab",
        "puzzles.previous-row": "up,k",
        "puzzles.help": "question_mark",
        "puzzles.close": "escape,q,Q",
        "puzzle.hint": "H",
        "puzzle.again": "ctrl+r",
        "settled.again": "enter,r,ctrl+r",
        "settled.solution": "s",
        "settled.leave": "escape,q,Q",
        "rewind.step-to-on": "right,l,space",
        "rewind.step-to-back": "left,h",
        "rewind.turn-to-on": "right_square_bracket,pagedown",
        "rewind.turn-to-back": "left_square_bracket,pageup",
        "rewind.place-to-first": "home",
        "rewind.place-to-last": "end",
        "rewind.find": "slash",
        "rewind.again-to-next": "n",
        "rewind.again-to-previous": "N",
        "rewind.eyes": "v",
        "rewind.pane": "tab",
        "rewind.move-to-up": "up,k",
        "rewind.move-to-down": "down,j",
        "rewind.move-to-left": "shift+left,comma",
        "rewind.move-to-right": "shift+right,full_stop",
        "rewind.read": "i",
        "rewind.play-on": "p",
        "rewind.export-to-text": "x",
        "rewind.export-to-picture": "X",
        "rewind.log": "L",
        "rewind.help": "question_mark",
        "rewind.close": "escape,q,Q,b",
        "past-games.open": "enter,space",
        "past-games.row-to-down": "down,j,tab",
        "past-games.row-to-up": "up,k",
        "past-games.help": "question_mark",
        "past-games.close": "escape,q,Q,b",
        "play-on.start": "enter",
        "play-on.row-to-down": "down,j,tab",
        "play-on.row-to-up": "up,k",
        "play-on.change-to-right": "right,l,space",
        "play-on.change-to-left": "left,h",
        "play-on.back": "escape,q",
        "page.close": "escape,q",
        "page.scroll-to-down": "down,j",
        "page.scroll-to-up": "up,k",
        "page.page-to-down": "pagedown,space",
        "page.page-to-up": "pageup",
        "page.search": "slash",
        "page.scroll-to-first": "home",
        "page.scroll-to-last": "end",
        "log.why": "w",
        "switches.row-to-down": "down,j,tab",
        "switches.row-to-up": "up,k,shift+tab",
        "switches.flip": "enter,space",
        "switches.close": "escape,q",
        "hand-over.ready": "enter,space",
        "hand-over.leave": "Q",
        "settings.previous-row": "up,k",
        "settings.next-row": "down,j,tab",
        "settings.next-part": "pagedown",
        "settings.previous-part": "pageup",
        "settings.change-to-left": "left,h",
        "settings.change-to-right": "right,l,space",
        "settings.press": "enter",
        "settings.further": "A",
        "settings.usual": "D",
        "settings.close": "escape,q,comma",
        "hall.open": "enter,space",
        "hall.make": "n",
        "hall.join": "c",
        "hall.talk": "apostrophe",
        "hall.here": "w",
        "hall.row-to-down": "down,j,tab",
        "hall.row-to-up": "up,k",
        "hall.decks": "C",
        "hall.account": "a",
        "hall.settings": "comma",
        "hall.help": "question_mark",
        "hall.leave": "q,Q",
        "new-table.start": "S",
        "new-table.press": "enter",
        "new-table.next-row": "down,j,tab",
        "new-table.previous-row": "up,k",
        "new-table.change-to-right": "right,l,space",
        "new-table.change-to-left": "left,h",
        "new-table.rules": "R",
        "new-table.help": "question_mark",
        "new-table.back": "escape,q",
        "waiting-room.start": "enter,s",
        "waiting-room.ready": "r",
        "waiting-room.deck-to-right": "right,l,space",
        "waiting-room.deck-to-left": "left,h",
        "waiting-room.rules": "R",
        "waiting-room.cards": "c",
        "waiting-room.talk": "apostrophe",
        "waiting-room.help": "question_mark",
        "waiting-room.stand-up": "q,Q",
        "waiting-room.back": "escape",
        "house-table.draw": "D",
        "house-table.ask-back": "B",
        "house-table.decline": "N",
        "house-table.talk": "apostrophe",
        "talk.talk": "enter,apostrophe",
        "talk.row-to-down": "down,j",
        "talk.row-to-up": "up,k",
        "talk.help": "question_mark",
        "talk.back": "escape,q",
        "account.add": "a",
        "account.code": "c",
        "account.take-away": "D",
        "account.rename": "N",
        "account.row-to-down": "down,j,tab",
        "account.row-to-up": "up,k",
        "account.settings": "comma",
        "account.help": "question_mark",
        "account.back": "escape,q",
        "own-files.open": "enter,space",
        "own-files.bring": "n,i",
        "own-files.take-away": "D",
        "own-files.row-to-down": "down,j,tab",
        "own-files.row-to-up": "up,k",
        "own-files.help": "question_mark",
        "own-files.back": "escape,q",
    },
}
"""Keys of each command by id, by version."""

VERSION = max(EARLIER) + any(
    EARLIER[max(EARLIER)].get(command.id) != command.keys for command in COMMANDS
)
"""Version of the current default keys."""


class MovedKeys(Struct, frozen=True):
    """A command whose default keys have changed since an earlier version."""

    command: Command
    before: str


def moved_since(version: int, own: Mapping[str, str]) -> list[MovedKeys]:
    """Return the commands whose default keys have changed since a version.

    Commands with keys in the player's keymap `own` are left out.
    """
    before = EARLIER.get(version, {})
    found = [
        MovedKeys(command, before[command.id])
        for command in COMMANDS
        if command.id in before and command.id not in own
    ]
    return [
        moved
        for moved in found
        if set(moved.before.split(",")) != set(moved.command.keys.split(","))
    ]


def is_new(command: Command, key: str) -> bool:
    """Return whether a command did not have a key in the version before the current one."""
    return key not in EARLIER[max(EARLIER)].get(command.id, "").split(",")


def is_former(ident: str) -> bool:
    """Return whether an earlier version had a command of this id, which keymaps may still name."""
    return any(ident in keys for keys in EARLIER.values())
