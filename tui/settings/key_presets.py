"""Key presets: keys that move the cursor, and new keys for the commands that had them.

A preset names the keys of a few commands. A command that loses its only key to it gets the closest
free one, so that a preset fits any set of commands.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tui.settings.key_commands import BY_ID, COMMANDS, SCOPES, Command

SPARE = "WASDFGHJKLZXCVBNMQERTYUIOPwasdfghjklzxcvbnmqertyuiop"
"""Letters for commands that lost their key, if its other case and their word are taken."""


class KeySet(Struct, frozen=True):
    """A preset: name, description, the keys that move the cursor, and those of other commands."""

    name: str
    words: str
    help: str
    left: str = ""
    down: str = ""
    up: str = ""
    right: str = ""
    others: Mapping[str, str] = {}

    def wanted(self) -> dict[str, str]:
        """Return the keys of the preset by command."""
        if not self.left:
            return {}
        names = {"left": self.left, "down": self.down, "up": self.up, "right": self.right}
        asked = {
            ident: ",".join([names[way], *_besides(ident)])
            for way, idents in WALKING.items()
            for ident in idents
            if ident in BY_ID
        }
        return {**asked, **self.others}


def _besides(ident: str) -> list[str]:
    """Return a movement command's default keys without arrows and letters: Tab, Space."""
    return [key for key in split(BY_ID[ident].keys) if key not in USUAL_WALKERS]


USUAL_WALKERS = ("left", "down", "up", "right", "h", "j", "k", "l")
WALKING = {
    "left": ("table.move-to-left", "launch.change-to-left", "settings.change-to-left"),
    "down": ("table.move-to-down", "launch.next-row", "settings.next-row", "page.scroll-to-down"),
    "up": ("table.move-to-up", "launch.previous-row", "settings.previous-row", "page.scroll-to-up"),
    "right": ("table.move-to-right", "launch.change-to-right", "settings.change-to-right"),
}

SETS = (
    KeySet("usual", "default", "The arrows move the cursor, and so do h, j, k and l."),
    KeySet(
        "vi",
        "vi",
        "h, j, k and l move the cursor; the arrows do nothing. G goes to the end of a page.",
        "h",
        "j",
        "k",
        "l",
        {"page.scroll-to-last": "G,end"},
    ),
    KeySet(
        "arrows",
        "arrows",
        "Only the arrows move the cursor; h, j, k and l are free for other commands.",
        "left",
        "down",
        "up",
        "right",
    ),
    KeySet(
        "numpad",
        "numeric keypad",
        "4, 2, 8 and 6 move the cursor, and so do the arrows; 5 chooses, 9 goes to the next "
        "choice, 7 to the previous one, 0 passes. "
        "1 and 3 still play the cards with these numbers; Tab reaches the others.",
        "left,4",
        "down,2",
        "up,8",
        "right,6",
        {
            "table.take": "enter,5",
            "table.next-choice": "tab,9",
            "table.previous-choice": "shift+tab,7",
            "table.go-on": "space,0",
        },
    ),
    KeySet(
        "wasd",
        "WASD",
        "w, a, s and d move the cursor, and so do the arrows. Commands that had these letters "
        "get the capitals, or other keys "
        "shown on this page.",
        "left,a",
        "down,s",
        "up,w",
        "right,d",
    ),
)
SET_BY_NAME = {each.name: each for each in SETS}


def keymap_of(chosen: KeySet) -> dict[str, str]:
    """Return the keys of every command that differ from the default ones, without clashes."""
    wanted = chosen.wanted()
    keymap = {ident: keys for ident, keys in wanted.items() if ident in BY_ID}
    for scope in SCOPES:
        keymap |= _moved(scope, keymap)
    return {
        command.id: keymap[command.id]
        for command in COMMANDS
        if keymap.get(command.id, command.keys) != command.keys
    }


def _moved(scope: str, keymap: Mapping[str, str]) -> dict[str, str]:
    """Return the commands of a scope that lose keys to others, with their new keys."""
    here = [command for command in COMMANDS if command.scope == scope]
    given = {key for command in here if command.id in keymap for key in split(keymap[command.id])}
    taken = given | {
        key for command in here if command.id not in keymap for key in split(command.keys)
    }
    moved: dict[str, str] = {}
    for command in here:
        own = split(command.keys)
        if command.id in keymap or not given & set(own):
            continue
        left = [key for key in own if key not in given]
        if not left:
            left = [spare_key(command, taken)]
            taken.add(left[0])
        moved[command.id] = ",".join(left)
    return moved


def spare_key(command: Command, taken: set[str]) -> str:
    """Return a free key for a command.

    It is the command's letter in the other case, a letter of its word, or any other.
    """
    first = split(command.keys)[0]
    letters = [letter for letter in command.word if letter.isalpha()]
    near = [first.swapcase()] if len(first) == 1 else []
    return next(
        key for key in (*near, *letters, *map(str.upper, letters), *SPARE) if key not in taken
    )


def split(keys: str) -> list[str]:
    """Return the keys in a comma-separated text."""
    return [key.strip() for key in keys.split(",")]
