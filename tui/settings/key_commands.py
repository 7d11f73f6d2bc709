"""Commands with keys, the source of bindings, help, the key strip and the palette."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from textual.binding import Binding, BindingType
from textual.keys import format_key


class Command(NamedTuple):
    """A command: its scope, id and keys, its word in the key strip and its sentence in the help."""

    scope: str
    name: str
    keys: str  # keys, separated by commas
    word: str
    help: str
    argument: str = ""  # argument of the action, in Textual's syntax

    @property
    def id(self) -> str:
        """The name in keymap files."""
        return f"{self.scope}.{self.name}"

    @property
    def action(self) -> str:
        """The Textual action: a method `action_...` of the screen."""
        base = self.name.replace("-", "_")
        return f"{base.partition('_to_')[0]}({self.argument})" if self.argument else base


SCOPES = {
    "table": "At the table",
    "launch": "Before a game",
    "decks": "In the list of decks",
    "deck": "Building a deck",
    "everything": "In the list of everything you can do",
    "puzzles": "In the list of lessons and puzzles",
    "puzzle": "Also in a puzzle or lesson",
    "settled": "At the end of a puzzle or lesson",
    "rewind": "When reviewing a game",
    "past-games": "In the list of games to review",
    "play-on": "When choosing players to continue a game",
    "page": "In help, rules, log and other pages",
    "log": "Also in the log",
    "help": "Also in a table's help",
    "switches": "On a page of on/off settings",
    "hand-over": "Between players",
    "settings": "In the settings",
    "hall": "In the hall of a server",
    "new-table": "When making a table on a server",
    "waiting-room": "At a table on a server, before its game",
    "house-table": "Also at a table on a server",
    "talk": "When reading messages at a table",
    "account": "On your account page",
    "own-files": "In the list of your own files on a server",
}
AT_HOME = frozenset(
    {
        "launch",
        "decks",
        "deck",
        "puzzles",
        "puzzle",
        "settled",
        "past-games",
        "play-on",
        "hand-over",
    }
)
"""Scopes that exist only where the program runs on the player's own machine."""
ON_SERVERS = frozenset(
    {"hall", "new-table", "waiting-room", "house-table", "talk", "account", "own-files"}
)
"""Scopes that exist only on a server."""

COMMANDS = (
    Command(
        "table",
        "take",
        "enter",
        "take",
        "Choose what is under the cursor; on a space, go to the list of the pieces there",
    ),
    Command("table", "next-choice", "tab", "next", "Jump to the next legal choice"),
    Command(
        "table", "previous-choice", "shift+tab", "previous", "Jump to the previous legal choice"
    ),
    Command(
        "table",
        "suggest",
        "d",
        "suggest",
        (
            "Go to a suggested choice (for a picked creature, or the one under the cursor: its "
            "best "
            "move); Enter takes it"
        ),
    ),
    Command(
        "table",
        "go-on",
        "space",
        "pass, done",
        "Pass priority or finish the current choice; the prompt says what happens next",
    ),
    Command(
        "table",
        "end-turn",
        "E",
        "end turn",
        "End your turn; asks first if that would clearly waste something",
    ),
    Command(
        "table",
        "finish-turn",
        "F",
        "combat, end",
        (
            "Go on to combat, and end your turn after it without another main phase; asks first if "
            "that would clearly waste something"
        ),
    ),
    Command(
        "table",
        "back",
        "escape",
        "back",
        "Cancel the last pick or what you are announcing; else return to the map",
    ),
    Command("table", "undo", "u", "undo", "Undo your last action, one step per press"),
    Command(
        "table",
        "take-back",
        "U",
        "cancel",
        "Cancel the spell, ability or attack you are announcing",
    ),
    Command("table", "auto", "a", "auto-pay", "Pay the rest of the cost automatically"),
    Command("table", "yes", "y", "yes", "Answer yes, or keep a hand"),
    Command("table", "no", "n", "no", "Answer no, or take a mulligan"),
    Command(
        "table",
        "move-to-left",
        "left,h",
        "left",
        "Move the cursor left on the map (from a list, this returns to the map)",
        "-1, 0",
    ),
    Command("table", "move-to-down", "down,j", "down", "Move the cursor down", "0, 1"),
    Command("table", "move-to-up", "up,k", "up", "Move the cursor up", "0, -1"),
    Command(
        "table",
        "move-to-right",
        "right,l",
        "right",
        "Move the cursor right on the map (from a list, this returns to the map)",
        "1, 0",
    ),
    Command(
        "table",
        "hint",
        "H",
        "advice",
        (
            "Ask the adviser what a strong player would do: Enter takes the first step; press "
            "again for what may come after it"
        ),
    ),
    Command("table", "go", "g", "go to", "Go to a space: press this key, then type its name"),
    Command("table", "pane-to-map", "m", "map", "Go to the map", "'map'"),
    Command(
        "table",
        "pane-to-here",
        "full_stop",
        "here",
        "Go to the list of the pieces on this space",
        "'here'",
    ),
    Command("table", "pane-to-hand", "c", "cards", "Go to the cards in your hand", "'hand'"),
    Command("table", "pane-to-stack", "s", "stack", "Go to the stack", "'stack'"),
    Command(
        "table",
        "pane-to-zones",
        "p",
        "players",
        "Go to the players: their permanents off the map, emblems, graveyards and exile",
        "'zones'",
    ),
    Command(
        "table", "pane-to-choices", "o", "options", "Go to the list of legal choices", "'choices'"
    ),
    Command(
        "table",
        "everything",
        "e",
        "everything",
        "List everything you can do now; type to filter, Enter to choose",
    ),
    Command(
        "table",
        "find",
        "slash",
        "find",
        "Search the options: Tab jumps to the next match, Enter stops there",
    ),
    Command(
        "table",
        "read",
        "i",
        "read",
        "Show full details of the object under the cursor, and the full prompt",
    ),
    Command(
        "table",
        "why",
        "w",
        "why",
        (
            "Explain the object under the cursor: why you can't use it now, its size, its range, "
            "its "
            "keywords; after a refusal, the reason"
        ),
    ),
    Command(
        "table",
        "overlay",
        "t",
        "threats",
        "Cycle map overlays: enemy threats, your reach, who controls what, terrain, magic",
    ),
    Command("table", "overlay-to-previous", "T", "overlay back", "Previous map overlay", "-1"),
    Command(
        "table",
        "paint-anew",
        "ctrl+l",
        "redraw",
        "Redraw the screen if the terminal has garbled it",
    ),
    Command(
        "table", "zoom-to-larger", "plus,equals_sign", "zoom in", "Zoom in on a large board", "1"
    ),
    Command(
        "table",
        "zoom-to-smaller",
        "minus",
        "zoom out",
        "Zoom out to see more of a large board",
        "-1",
    ),
    Command(
        "table",
        "yield",
        "z",
        "pass on",
        (
            "Pass until an opponent acts or attacks, you must choose something, or your next turn "
            "begins; press again to stop passing"
        ),
    ),
    Command(
        "table",
        "all",
        "A",
        "all",
        (
            "Use every creature in a group (3× Elves), attack with everything that can attack, or "
            "move everything on this space"
        ),
    ),
    Command(
        "table",
        "so-many",
        "x",
        "one more",
        "On a group (3× Elves): make Enter act with two of them, three, and so on",
    ),
    Command(
        "table",
        "step-to-left",
        "shift+left",
        "move left",
        "Move the creature under the cursor one space to the left",
        "-1, 0",
    ),
    Command(
        "table",
        "step-to-right",
        "shift+right",
        "move right",
        "Move the creature under the cursor one space to the right",
        "1, 0",
    ),
    Command(
        "table",
        "step-to-up",
        "shift+up",
        "move up",
        "Move the creature under the cursor one space up",
        "0, -1",
    ),
    Command(
        "table",
        "step-to-down",
        "shift+down",
        "move down",
        "Move the creature under the cursor one space down",
        "0, 1",
    ),
    Command(
        "table",
        "hold",
        "G",
        "guard, hold",
        (
            "Hold: don't ask about the permanent under the cursor during other players' turns. "
            "Guard: ask again"
        ),
    ),
    Command(
        "table",
        "again",
        "r",
        "again",
        "Repeat the last order with the next creature of the same name",
    ),
    Command(
        "table",
        "yields",
        "Y",
        "yields",
        "Choose when the game stops for you: steps, spells, moves, attacks, or not again this turn",
    ),
    Command(
        "table",
        "full-control",
        "f",
        "full control",
        "Toggle full control: stop at every opportunity, or only at your stops",
    ),
    Command(
        "table",
        "stop",
        "v",
        "stop",
        "Set or clear a stop at the current step (for any other step, click it)",
    ),
    Command(
        "table",
        "pause",
        "P",
        "pause",
        "While computer players act: pause or continue; any other key skips to your turn",
    ),
    Command(
        "table",
        "one-step",
        "S",
        "step",
        "While computer players act: show one decision, then pause",
    ),
    Command(
        "table",
        "speed-to-slower",
        "less_than_sign",
        "slower",
        "Show computer players' actions more slowly",
        "-1",
    ),
    Command(
        "table",
        "speed-to-faster",
        "greater_than_sign",
        "faster",
        "Show computer players' actions faster, up to instant",
        "1",
    ),
    Command("table", "log", "L", "log", "Read the whole log"),
    Command(
        "table",
        "look-back",
        "b",
        "review",
        "Review the game so far, decision by decision, without changing it",
    ),
    Command("table", "rules", "R", "rules", "Read the rules of this game"),
    Command(
        "table",
        "command",
        "colon",
        "command",
        "Type an action, a space or a command, such as :stop",
    ),
    Command("table", "concede", "X", "concede", "Concede the game"),
    Command(
        "table", "leave", "Q", "leave", "Leave the table; the game is saved and can be resumed"
    ),
    Command("table", "settings", "comma", "settings", "Settings: colors, ASCII, speed, bell, keys"),
    Command("table", "help", "question_mark", "help", "Help: what the keys do"),
    Command("launch", "previous-row", "up,k", "up", "Go to the row above"),
    Command("launch", "next-row", "down,j,tab", "down", "Go to the row below"),
    Command("launch", "change-to-left", "left,h", "change", "Previous value of this row", "-1"),
    Command("launch", "change-to-right", "right,l,space", "change", "Next value of this row", "1"),
    Command("launch", "press", "enter", "edit, start", "Edit this row, resume this game, or start"),
    Command("launch", "back", "escape", "back", "Cancel typing"),
    Command("launch", "start", "S", "start", "Start the game"),
    Command("launch", "delete", "D", "delete", "Delete the saved game under the cursor"),
    Command("launch", "rename", "N", "name", "Name the saved game under the cursor"),
    Command("launch", "decks", "C", "decks", "Look at the decks; build and edit your own"),
    Command("launch", "rules", "R", "rules", "Read the rules of the chosen variant"),
    Command("launch", "puzzles", "P", "learn", "Lessons and puzzles: learn by playing"),
    Command(
        "launch", "look-back", "b", "review", "Review finished or saved games, decision by decision"
    ),
    Command(
        "launch", "settings", "comma", "settings", "Settings: colors, ASCII, speed, bell, keys"
    ),
    Command("launch", "help", "question_mark", "help", "Help: what the keys do"),
    Command("launch", "leave", "Q", "quit", "Quit"),
    Command("decks", "previous-row", "up,k", "up", "Go to the deck above"),
    Command("decks", "next-row", "down,j", "down", "Go to the deck below"),
    Command("decks", "open", "enter", "open", "Open this deck to edit or look at it"),
    Command("decks", "new", "n", "new", "Make a new deck"),
    Command(
        "decks", "import", "i", "import", "Import a list: paste it, or type the name of a file"
    ),
    Command("decks", "copy", "c", "copy", "Copy this deck; you can edit the copy"),
    Command("decks", "rename", "N", "name", "Rename one of your decks"),
    Command("decks", "delete", "D", "delete", "Delete one of your decks"),
    Command(
        "decks",
        "variant-to-next",
        "right,l,v",
        "variant",
        "Check the decks against the next variant's rules",
        "1",
    ),
    Command(
        "decks",
        "variant-to-previous",
        "left,h,V",
        "variant back",
        "Check the decks against the previous variant's rules",
        "-1",
    ),
    Command("decks", "help", "question_mark", "help", "Help: what the keys do"),
    Command("decks", "back", "escape,q", "back", "Cancel typing, or go back"),
    Command(
        "deck",
        "search",
        "slash",
        "search",
        (
            "Search cards, for example t:creature c:g mv<=3 o:flying pow>=4; put - before a word "
            "to "
            "exclude it"
        ),
    ),
    Command(
        "deck",
        "add",
        "enter,plus,equals_sign",
        "add",
        "Add a copy of the card under the cursor to the deck",
    ),
    Command(
        "deck",
        "remove",
        "minus,delete,backspace",
        "remove",
        "Remove a copy of the card under the cursor from the deck",
    ),
    Command(
        "deck",
        "other",
        "tab,left,right,shift+tab",
        "deck/cards",
        "Switch between the search results and the deck",
    ),
    Command(
        "deck",
        "fill",
        "f",
        "fill up",
        "Add cards and lands until the deck has the size that the variant requires",
    ),
    Command("deck", "undo", "u", "undo", "Undo the last change"),
    Command("deck", "variant-to-next", "v", "variant", "Build the deck for the next variant", "1"),
    Command(
        "deck",
        "variant-to-previous",
        "V",
        "variant back",
        "Build the deck for the previous variant",
        "-1",
    ),
    Command(
        "deck",
        "everything",
        "a",
        "all cards",
        "Show all cards, or only those that this variant allows",
    ),
    Command(
        "deck",
        "import",
        "i",
        "import",
        "Add cards from a list: paste it, or type the name of a file",
    ),
    Command(
        "deck",
        "export",
        "x",
        "export",
        "Copy the deck as a list for other programs, and save it to a file",
    ),
    Command("deck", "rename", "N", "name", "Rename the deck"),
    Command("deck", "step-to-up", "up,k", "up", "Go to the card above", "-1"),
    Command("deck", "step-to-down", "down,j", "down", "Go to the card below", "1"),
    Command("deck", "step-to-page-up", "pageup", "page up", "Go up ten cards", "-10"),
    Command("deck", "step-to-page-down", "pagedown", "page down", "Go down ten cards", "10"),
    Command("deck", "help", "question_mark", "help", "Help: what the keys do"),
    Command("deck", "back", "escape,q", "back", "Cancel typing, or go back; the deck is saved"),
    Command("everything", "take", "enter", "do it", "Do the action under the cursor"),
    Command("everything", "step-to-up", "up", "up", "Go up", "-1"),
    Command("everything", "step-to-down", "down,tab", "down", "Go down", "1"),
    Command("everything", "step-to-page-up", "pageup", "page up", "Go up ten lines", "-10"),
    Command("everything", "step-to-page-down", "pagedown", "page down", "Go down ten lines", "10"),
    Command("everything", "back", "escape", "back", "Return to the table without acting"),
    Command("puzzles", "play", "enter,space", "play", "Play the lesson or puzzle under the cursor"),
    Command("puzzles", "next-row", "down,j,tab", "down", "Go to the row below"),
    Command("puzzles", "previous-row", "up,k", "up", "Go to the row above"),
    Command("puzzles", "help", "question_mark", "help", "Help: what the keys do"),
    Command("puzzles", "close", "escape,q,Q", "back", "Go back to the launch screen"),
    Command(
        "puzzle",
        "hint",
        "H",
        "hint",
        (
            "Show a hint, and the next one when pressed again; after the last hint, and in "
            "lessons, ask the adviser"
        ),
    ),
    Command("puzzle", "again", "ctrl+r", "restart", "Restart the puzzle or lesson"),
    Command(
        "settled",
        "next",
        "enter",
        "next",
        "Go to the next puzzle or lesson; try again if this one failed",
    ),
    Command("settled", "again", "r,ctrl+r", "restart", "Restart the puzzle or lesson"),
    Command("settled", "solution", "s", "solution", "Read the solution"),
    Command("settled", "leave", "escape,q,Q", "back", "Back to the list"),
    Command("rewind", "step-to-on", "right,l,space", "on", "Go forward one decision", "1"),
    Command("rewind", "step-to-back", "left,h", "back", "Go back one decision", "-1"),
    Command(
        "rewind",
        "turn-to-on",
        "right_square_bracket,pagedown",
        "next turn",
        "Go to the beginning of the next turn",
        "1",
    ),
    Command(
        "rewind",
        "turn-to-back",
        "left_square_bracket,pageup",
        "previous turn",
        "Go to the beginning of this turn, then of the turn before",
        "-1",
    ),
    Command(
        "rewind", "place-to-first", "home", "beginning", "Go to the beginning of the game", "0"
    ),
    Command("rewind", "place-to-last", "end", "end", "Go to the last decision", "1"),
    Command(
        "rewind",
        "find",
        "slash",
        "find",
        "Go to the next event whose text contains a word: type the word after this key",
    ),
    Command("rewind", "again-to-next", "n", "next", "Go to the next event with this word", "1"),
    Command(
        "rewind",
        "again-to-previous",
        "N",
        "previous",
        "Go to the previous event with this word",
        "-1",
    ),
    Command(
        "rewind",
        "eyes",
        "v",
        "eyes",
        "Once the game is over: see it through the next player's eyes, or see everything",
    ),
    Command(
        "rewind",
        "pane",
        "tab",
        "lists",
        "Go to the next list (this space, hand, stack, players), then back to the map",
    ),
    Command(
        "rewind", "move-to-up", "up,k", "up", "Move the cursor up on the map or in a list", "0, -1"
    ),
    Command("rewind", "move-to-down", "down,j", "down", "Move the cursor down", "0, 1"),
    Command(
        "rewind",
        "move-to-left",
        "shift+left,comma",
        "left",
        "Move the cursor left on the map (from a list, this returns to the map)",
        "-1, 0",
    ),
    Command(
        "rewind",
        "move-to-right",
        "shift+right,full_stop",
        "right",
        "Move the cursor right on the map (from a list, this returns to the map)",
        "1, 0",
    ),
    Command("rewind", "read", "i", "read", "Show full details of the object under the cursor"),
    Command("rewind", "play-on", "p", "play on", "Start a new game from this position"),
    Command(
        "rewind",
        "analyze",
        "a",
        "analyze",
        "Once the game is over: have every decision analyzed, or stop that",
    ),
    Command("rewind", "mistake-to-next", "m", "mistake", "Go to the next mistake", "1"),
    Command("rewind", "mistake-to-previous", "M", "back", "Go to the previous mistake", "-1"),
    Command(
        "rewind", "better", "H", "better", "On a mistake: show the better plan, or go back to it"
    ),
    Command(
        "rewind",
        "export-to-text",
        "x",
        "export",
        "Save this turn to a text file: the log, and the map as it is here",
        "False",
    ),
    Command(
        "rewind", "export-to-picture", "X", "picture", "Save this turn as a picture (SVG)", "True"
    ),
    Command("rewind", "log", "L", "log", "Read the log up to here"),
    Command("rewind", "help", "question_mark", "help", "Help: what the keys do"),
    Command(
        "rewind", "close", "escape,q,Q,b", "leave", "Cancel typing, or go back to where you were"
    ),
    Command("past-games", "open", "enter,space", "review", "Review the game under the cursor"),
    Command("past-games", "row-to-down", "down,j,tab", "down", "Go to the game below", "1"),
    Command("past-games", "row-to-up", "up,k", "up", "Go to the game above", "-1"),
    Command("past-games", "help", "question_mark", "help", "Help: what the keys do"),
    Command("past-games", "close", "escape,q,Q,b", "back", "Go back to the launch screen"),
    Command("play-on", "start", "enter", "play on", "Begin the game"),
    Command("play-on", "row-to-down", "down,j,tab", "down", "Go to the next seat", "1"),
    Command("play-on", "row-to-up", "up,k", "up", "Go to the previous seat", "-1"),
    Command(
        "play-on",
        "change-to-right",
        "right,l,space",
        "change",
        "Choose the next kind of player for this seat",
        "1",
    ),
    Command(
        "play-on",
        "change-to-left",
        "left,h",
        "change",
        "Choose the previous kind of player for this seat",
        "-1",
    ),
    Command("play-on", "back", "escape,q", "back", "Go back to the game you are reviewing"),
    Command("page", "close", "escape,q", "close", "Close the page"),
    Command("page", "scroll-to-down", "down,j", "down", "Scroll down", "1"),
    Command("page", "scroll-to-up", "up,k", "up", "Scroll up", "-1"),
    Command("page", "page-to-down", "pagedown,space", "page down", "Scroll down a page", "1"),
    Command("page", "page-to-up", "pageup", "page up", "Scroll up a page", "-1"),
    Command("page", "search", "slash", "search", "Show only lines that contain a word"),
    Command("page", "scroll-to-first", "home", "first", "Go to the first line", "-1000000"),
    Command("page", "scroll-to-last", "end", "last", "Go to the last line", "1000000"),
    Command("log", "why", "w", "the clause", "Show the rule behind this line"),
    Command("help", "all", "question_mark,enter", "all keys", "See every key and every symbol"),
    Command("switches", "row-to-down", "down,j,tab", "down", "Go to the next on/off setting", "1"),
    Command(
        "switches", "row-to-up", "up,k,shift+tab", "up", "Go to the previous on/off setting", "-1"
    ),
    Command("switches", "flip", "enter,space", "on or off", "Turn the setting on or off"),
    Command("switches", "close", "escape,q", "close", "Close the page; your choices are saved"),
    Command("hand-over", "ready", "enter,space", "ready", "Show the table to the next player"),
    Command("hand-over", "leave", "Q", "leave", "Leave the table; the game is saved"),
    Command("settings", "previous-row", "up,k", "up", "Go to the row above"),
    Command("settings", "next-row", "down,j,tab", "down", "Go to the row below"),
    Command("settings", "next-part", "pagedown", "page down", "Go down ten rows"),
    Command("settings", "previous-part", "pageup", "page up", "Go up ten rows"),
    Command(
        "settings", "change-to-left", "left,h", "change", "Previous value of this setting", "-1"
    ),
    Command(
        "settings", "change-to-right", "right,l,space", "change", "Next value of this setting", "1"
    ),
    Command(
        "settings",
        "press",
        "enter",
        "change",
        "Next value of this setting; on a command, press this and then the key you want for it",
    ),
    Command("settings", "further", "A", "one more key", "On a command: add another key"),
    Command("settings", "usual", "D", "default", "Restore the default value or keys"),
    Command("settings", "close", "escape,q,comma", "close", "Go back; everything is saved"),
    Command(
        "hall",
        "open",
        "enter,space",
        "open",
        "Continue your game, look at an open table, or watch a game",
    ),
    Command("hall", "make", "n", "new game", "Make a table"),
    Command("hall", "join", "c", "code", "Join a private table by its code"),
    Command("hall", "talk", "apostrophe", "say", "Send a message to the hall"),
    Command("hall", "here", "w", "who", "See who is here, and read all messages"),
    Command("hall", "row-to-down", "down,j,tab", "down", "Go to the table below", "1"),
    Command("hall", "row-to-up", "up,k", "up", "Go to the table above", "-1"),
    Command(
        "hall",
        "decks",
        "C",
        "decks",
        "Your own decks, cards and variants on this server: upload, read and delete them",
    ),
    Command(
        "hall", "account", "a", "account", "Your account: its name, and the SSH keys that open it"
    ),
    Command("hall", "settings", "comma", "settings", "Settings: colors, speed and keys"),
    Command("hall", "help", "question_mark", "help", "Help: what the keys do"),
    Command("hall", "leave", "q,Q", "leave", "Disconnect; your games are saved"),
    Command("new-table", "start", "S", "make it", "Make the table"),
    Command(
        "new-table",
        "press",
        "enter",
        "change, make it",
        "Change or edit this row, or make the table",
    ),
    Command("new-table", "next-row", "down,j,tab", "down", "Go to the row below"),
    Command("new-table", "previous-row", "up,k", "up", "Go to the row above"),
    Command(
        "new-table", "change-to-right", "right,l,space", "change", "Next value of this row", "1"
    ),
    Command("new-table", "change-to-left", "left,h", "change", "Previous value of this row", "-1"),
    Command("new-table", "rules", "R", "rules", "Read the rules of the chosen variant"),
    Command("new-table", "help", "question_mark", "help", "Help: what the keys do"),
    Command("new-table", "back", "escape,q", "back", "Cancel typing, or go back to the hall"),
    Command(
        "waiting-room",
        "start",
        "enter,s",
        "start",
        (
            "Take a free seat; or, as the host, start the game once every seat is taken and "
            "everyone "
            "is ready"
        ),
    ),
    Command("waiting-room", "ready", "r", "ready", "Say that you are ready, or take that back"),
    Command("waiting-room", "deck-to-right", "right,l,space", "deck", "Choose the next deck", "1"),
    Command("waiting-room", "deck-to-left", "left,h", "deck", "Choose the previous deck", "-1"),
    Command("waiting-room", "rules", "R", "rules", "Read the rules of this table's game"),
    Command(
        "waiting-room",
        "cards",
        "c",
        "custom cards",
        "Read the custom cards that decks at this table may contain",
    ),
    Command("waiting-room", "talk", "apostrophe", "say", "Send a message to this table"),
    Command("waiting-room", "help", "question_mark", "help", "Help: what the keys do"),
    Command(
        "waiting-room",
        "stand-up",
        "q,Q",
        "stand up",
        "Leave the table; if you are the host, it is removed",
    ),
    Command("waiting-room", "back", "escape", "hall", "Go back to the hall; you keep your seat"),
    Command(
        "house-table", "draw", "D", "draw", "Offer a draw, or agree to one; everyone must agree"
    ),
    Command(
        "house-table",
        "ask-back",
        "B",
        "take back",
        (
            "Ask to take back your last decision, or agree to another player's request; everyone "
            "must agree"
        ),
    ),
    Command("house-table", "decline", "N", "decline", "Decline a proposal, or withdraw your own"),
    Command("house-table", "talk", "apostrophe", "talk", "Read and send messages at this table"),
    Command("talk", "talk", "enter,apostrophe", "say", "Send a message to this table"),
    Command("talk", "row-to-down", "down,j", "down", "Go down", "1"),
    Command("talk", "row-to-up", "up,k", "up", "Go up", "-1"),
    Command("talk", "help", "question_mark", "help", "Help: what the keys do"),
    Command("talk", "back", "escape,q", "back", "Go back to the table"),
    Command(
        "account", "add", "a", "add a key", "Add an SSH key to your account: paste its public part"
    ),
    Command(
        "account",
        "code",
        "c",
        "a code",
        "Get a code for logging in from another machine, whose key is then added",
    ),
    Command(
        "account", "take-away", "D", "remove", "Remove the key under the cursor from your account"
    ),
    Command("account", "rename", "N", "name", "Change your name"),
    Command("account", "row-to-down", "down,j,tab", "down", "Go to the key below", "1"),
    Command("account", "row-to-up", "up,k", "up", "Go to the key above", "-1"),
    Command(
        "account",
        "settings",
        "comma",
        "settings",
        "Settings: colors, speed and keys, saved with your account",
    ),
    Command("account", "help", "question_mark", "help", "Help: what the keys do"),
    Command("account", "back", "escape,q", "back", "Go back to the hall"),
    Command(
        "own-files", "open", "enter,space", "read", "Read this file, and see where a deck is legal"
    ),
    Command("own-files", "bring", "n,i", "new", "Add a deck: type a name, then paste its list"),
    Command("own-files", "take-away", "D", "delete", "Delete the file under the cursor"),
    Command("own-files", "row-to-down", "down,j,tab", "down", "Go to the file below", "1"),
    Command("own-files", "row-to-up", "up,k", "up", "Go to the file above", "-1"),
    Command("own-files", "help", "question_mark", "help", "Help: what the keys do"),
    Command("own-files", "back", "escape,q", "back", "Go back to the hall"),
)

BY_ID = {command.id: command for command in COMMANDS}


def in_scope(scope: str) -> list[Command]:
    """Return the commands of one scope."""
    return [command for command in COMMANDS if command.scope == scope]


def bindings(scope: str) -> list[BindingType]:
    """Return the commands of a scope as Textual's bindings."""
    return [Binding(c.keys, c.action, c.word, id=c.id, show=False) for c in in_scope(scope)]


def key_words(keys: str) -> list[str]:
    """Return keys as readers know them: "Enter", "Tab", "↑", "?"."""
    return [key_word(key.strip()) for key in keys.split(",")]


# names known to every reader and terminal
WORDS = {"⏎": "Enter", "⌫": "Backspace", "pgup": "PgUp", "pgdn": "PgDn"}


def key_word(key: str) -> str:
    """Return one key as readers know it."""
    shown = format_key(key)
    return WORDS.get(shown, shown.capitalize() if len(shown) > 1 and shown.isalpha() else shown)


def first_key(ident: str, keymap: Mapping[str, str]) -> str:
    """Return a player's first key for a command, as readers know it.

    Without a key in the keymap, return the default one.
    """
    return key_words(keymap.get(ident, BY_ID[ident].keys))[0]
