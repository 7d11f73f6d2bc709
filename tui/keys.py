"""Every command that has a key, once: bindings, help, the strip of keys and the palette are all made from this list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from textual.binding import Binding, BindingType
from textual.keys import format_key


class Command(NamedTuple):
    """A command: where it works, its id, its keys, the word in the strip of keys and the sentence in the help."""

    scope: str
    name: str
    keys: str  # several with commas between
    word: str
    help: str
    argument: str = ""  # given to the action, as Textual writes it

    @property
    def id(self) -> str:
        """What keymap files call it."""
        return f"{self.scope}.{self.name}"

    @property
    def action(self) -> str:
        """What Textual calls: a method `action_...` of the screen."""
        base = self.name.replace("-", "_")
        return f"{base.partition('_to_')[0]}({self.argument})" if self.argument else base


SCOPES = {
    "table": "At the table",
    "launch": "Before a game",
    "decks": "Among the decks",
    "deck": "Making a deck",
    "everything": "In the list of everything",
    "puzzles": "In the list of lessons and puzzles",
    "puzzle": "In a puzzle or lesson, besides",
    "settled": "When a puzzle or lesson is settled",
    "rewind": "When looking back on a game",
    "past-games": "In the list of games to look back on",
    "play-on": "When choosing who plays on",
    "page": "In help, rules, log and other pages",
    "log": "In the log, besides",
    "help": "In the help of a table, also",
    "switches": "On a page of switches",
    "hand-over": "Between players",
    "settings": "In the settings",
    "hall": "In the hall of a house",
    "new-table": "When making a table there",
    "waiting-room": "At a table there, before its game",
    "house-table": "At a table in a house, besides",
    "talk": "When talking at a table",
    "account": "On the page of your account",
    "own-files": "Among your own decks in a house",
}

COMMANDS = (
    Command("table", "take", "enter", "take", "Take the choice under the cursor; on a space, go into what stands there"),
    Command("table", "next-choice", "tab", "next", "Go to the next thing that can be chosen now"),
    Command("table", "previous-choice", "shift+tab", "previous", "Go to the previous thing that can be chosen now"),
    Command("table", "go-on", "space", "pass, done", "Pass priority, or be done with what is asked: the prompt says what comes then"),
    Command(
        "table",
        "end-turn",
        "E",
        "end turn",
        "End your turn; you are asked first if something is left undone that you have not left so before",
    ),
    Command("table", "back", "escape", "back", "Undo the last pick, then return to the map"),
    Command("table", "undo", "u", "take back", "Take back what you did last: one press, one step"),
    Command("table", "take-back", "U", "withdraw", "Take back all of the spell, ability or attack that is being announced"),
    Command("table", "auto", "a", "auto-pay", "Pay the rest of the cost automatically"),
    Command("table", "yes", "y", "yes", "Answer yes, or keep a hand"),
    Command("table", "no", "n", "no", "Answer no, or take a mulligan"),
    Command("table", "move-to-left", "left,h", "left", "Move the cursor left on the map, also from a list: then it is on the map", "-1, 0"),
    Command("table", "move-to-down", "down,j", "down", "Move the cursor down", "0, 1"),
    Command("table", "move-to-up", "up,k", "up", "Move the cursor up", "0, -1"),
    Command("table", "move-to-right", "right,l", "right", "Move the cursor right on the map, also from a list", "1, 0"),
    Command("table", "go", "g", "go to", "Go to a space: type its name after this key"),
    Command("table", "pane-to-map", "m", "map", "Go to the map", "'map'"),
    Command("table", "pane-to-here", "full_stop", "here", "Go to what stands on this space", "'here'"),
    Command("table", "pane-to-hand", "c", "cards", "Go to the cards in hand", "'hand'"),
    Command("table", "pane-to-stack", "s", "stack", "Go to the stack", "'stack'"),
    Command("table", "pane-to-zones", "p", "players", "Go to the players: their permanents off the map, graveyards and exile", "'zones'"),
    Command("table", "pane-to-choices", "o", "options", "Go to the list of everything that can be chosen now", "'choices'"),
    Command("table", "everything", "e", "everything", "All that you can do now in one list: type words to find it, Enter does it"),
    Command("table", "find", "slash", "find", "Find an option by words of it: Tab goes to the next that has them, Enter stays there"),
    Command("table", "read", "i", "read", "Read all about what the cursor is on, and the whole question"),
    Command("table", "why", "w", "why", "Why not now, why so large, what it reaches, what the words mean; after a refusal, why that"),
    Command("table", "overlay", "t", "threats", "Threats on the map: where others could strike; then your reach, holders, terrain, magic"),
    Command("table", "overlay-to-previous", "T", "overlay back", "Go back through what the map can show", "-1"),
    Command("table", "paint-anew", "ctrl+l", "paint anew", "Paint the whole screen anew, if the terminal shows something else"),
    Command("table", "zoom-to-larger", "plus,equals_sign", "zoom in", "Make the squares of a large board larger", "1"),
    Command("table", "zoom-to-smaller", "minus", "zoom out", "Make them smaller: more of the board fits", "-1"),
    Command(
        "table",
        "yield",
        "z",
        "pass on",
        "Pass until an opponent acts, an attack, another question or one's next turn comes; or pass no more",
    ),
    Command(
        "table",
        "all",
        "A",
        "all",
        "Do it with all equals of a row (3× Elves); attack with all that can; or move all of the space under the cursor",
    ),
    Command(
        "table",
        "so-many",
        "x",
        "one more",
        "On a row of several equals (3× Elves): have the key that takes do it with two, three... of them",
    ),
    Command("table", "again", "r", "again", "Give the last order again, to the next creature of the same name"),
    Command("table", "yields", "Y", "yields", "See and change what you are asked about: steps, spells, moves, attacks, the rest of a turn"),
    Command("table", "full-control", "f", "full control", "Be asked at every opportunity, or only at stops again"),
    Command("table", "stop", "v", "stop", "Set or clear a stop at the current step (click a step for any other)"),
    Command("table", "pause", "P", "pause", "Watching computer players: pause, and go on; any other key shows the end of their round"),
    Command("table", "one-step", "S", "step", "Watching computer players: let one decision through, and pause"),
    Command("table", "speed-to-slower", "less_than_sign", "slower", "Watch computer players more slowly", "-1"),
    Command("table", "speed-to-faster", "greater_than_sign", "faster", "Watch computer players faster, up to as fast as they think", "1"),
    Command("table", "log", "L", "log", "Read the whole log"),
    Command("table", "look-back", "b", "look back", "Look back on the game so far, decision by decision; nothing is changed by it"),
    Command("table", "rules", "R", "rules", "Read the rules of this game"),
    Command("table", "command", "colon", "command", "Type an action, a space or a command by its name, such as :stop"),
    Command("table", "concede", "X", "concede", "Give up this game"),
    Command("table", "leave", "Q", "leave", "Leave the table; the game is saved and can be resumed"),
    Command("table", "settings", "comma", "settings", "Settings: colours, letters, pace, bell, keys"),
    Command("table", "help", "question_mark", "help", "What the keys do"),
    Command("launch", "previous-row", "up,k", "up", "Go to the row above"),
    Command("launch", "next-row", "down,j,tab", "down", "Go to the row below"),
    Command("launch", "change-to-left", "left,h", "change", "The previous value of this row", "-1"),
    Command("launch", "change-to-right", "right,l,space", "change", "The next value of this row", "1"),
    Command("launch", "press", "enter", "edit, start", "Edit this row, resume this game, or start"),
    Command("launch", "back", "escape", "back", "Leave what is being typed as it was"),
    Command("launch", "start", "S", "start", "Start the game"),
    Command("launch", "delete", "D", "delete", "Delete the saved game under the cursor"),
    Command("launch", "rename", "N", "name", "Give the saved game under the cursor a name"),
    Command("launch", "decks", "C", "decks", "Look at the decks, make and change your own"),
    Command("launch", "rules", "R", "rules", "Read the rules of the chosen game"),
    Command("launch", "puzzles", "P", "learn", "Lessons and puzzles: learn by playing"),
    Command("launch", "look-back", "b", "look back", "Look back on games that are over, or on those that go on, decision by decision"),
    Command("launch", "settings", "comma", "settings", "Settings: colours, letters, pace, bell, keys"),
    Command("launch", "help", "question_mark", "help", "What the keys do"),
    Command("launch", "leave", "Q", "quit", "Quit"),
    Command("decks", "previous-row", "up,k", "up", "Go to the deck above"),
    Command("decks", "next-row", "down,j", "down", "Go to the deck below"),
    Command("decks", "open", "enter", "open", "Open this deck, to change it or to look at it"),
    Command("decks", "new", "n", "new", "Make a new deck"),
    Command("decks", "import", "i", "import", "Take in a list: paste it, or type the name of a file"),
    Command("decks", "copy", "c", "copy", "Copy this deck: the copy is yours to change"),
    Command("decks", "rename", "N", "name", "Give a deck of yours another name"),
    Command("decks", "delete", "D", "delete", "Delete a deck of yours"),
    Command("decks", "variant-to-next", "right,l,v", "variant", "Judge the decks by the next variant's rules", "1"),
    Command("decks", "variant-to-previous", "left,h,V", "variant back", "Judge them by the variant before", "-1"),
    Command("decks", "help", "question_mark", "help", "What the keys do"),
    Command("decks", "back", "escape,q", "back", "Leave what is being typed, or go back"),
    Command(
        "deck",
        "search",
        "slash",
        "search",
        "Look for cards by words, t:creature c:g mv<=3 o:flying pow>=4; - before a word: without it",
    ),
    Command("deck", "add", "enter,plus,equals_sign", "add", "Put the card under the cursor into the deck once more"),
    Command("deck", "remove", "minus,delete,backspace", "remove", "Take the card under the cursor out of the deck once"),
    Command("deck", "other", "tab,left,right,shift+tab", "deck/cards", "Go from the cards that were found to those of the deck, and back"),
    Command("deck", "fill", "f", "fill up", "Add cards until the deck is as large as the variant wants it, lands too"),
    Command("deck", "undo", "u", "undo", "Take the last change back"),
    Command("deck", "variant-to-next", "v", "variant", "Make the deck for the next variant", "1"),
    Command("deck", "variant-to-previous", "V", "variant back", "Make it for the variant before", "-1"),
    Command("deck", "everything", "a", "all cards", "Show also the cards that this variant forbids, or only those that it allows"),
    Command("deck", "import", "i", "import", "Add the cards of a list: paste it, or type the name of a file"),
    Command("deck", "export", "x", "export", "Copy the deck as a list that other programs read, and keep it in a file"),
    Command("deck", "rename", "N", "name", "Give the deck another name"),
    Command("deck", "step-to-up", "up,k", "up", "Go to the card above", "-1"),
    Command("deck", "step-to-down", "down,j", "down", "Go to the card below", "1"),
    Command("deck", "step-to-page-up", "pageup", "page up", "Go ten cards up", "-10"),
    Command("deck", "step-to-page-down", "pagedown", "page down", "Go ten cards down", "10"),
    Command("deck", "help", "question_mark", "help", "What the keys do"),
    Command("deck", "back", "escape,q", "back", "Leave what is being typed, or go back; the deck is kept"),
    Command("everything", "take", "enter", "do it", "Do what the cursor is on"),
    Command("everything", "step-to-up", "up", "up", "Go up", "-1"),
    Command("everything", "step-to-down", "down,tab", "down", "Go down", "1"),
    Command("everything", "step-to-page-up", "pageup", "page up", "Go ten up", "-10"),
    Command("everything", "step-to-page-down", "pagedown", "page down", "Go ten down", "10"),
    Command("everything", "back", "escape", "back", "Return to the table and do nothing"),
    Command("puzzles", "play", "enter,space", "play", "Play the lesson or puzzle under the cursor"),
    Command("puzzles", "next-row", "down,j,tab", "down", "Go to the row below"),
    Command("puzzles", "previous-row", "up,k", "up", "Go to the row above"),
    Command("puzzles", "help", "question_mark", "help", "What the keys do"),
    Command("puzzles", "close", "escape,q,Q", "back", "Back to the start"),
    Command("puzzle", "hint", "H", "hint", "Read a hint, the next one each time"),
    Command("puzzle", "again", "ctrl+r", "restart", "Begin the puzzle or lesson anew"),
    Command("settled", "next", "enter", "next", "Go to the next puzzle or lesson; try again if this one failed"),
    Command("settled", "again", "r,ctrl+r", "restart", "Restart the puzzle or lesson"),
    Command("settled", "solution", "s", "solution", "Read how it is done"),
    Command("settled", "leave", "escape,q,Q", "back", "Back to the list"),
    Command("rewind", "step-to-on", "right,l,space", "on", "Go on by a decision", "1"),
    Command("rewind", "step-to-back", "left,h", "back", "Go back by a decision", "-1"),
    Command("rewind", "turn-to-on", "right_square_bracket,pagedown", "turn on", "Go to where the next turn begins", "1"),
    Command("rewind", "turn-to-back", "left_square_bracket,pageup", "turn back", "Go to where this turn began, then the one before", "-1"),
    Command("rewind", "place-to-first", "home", "beginning", "Go to the beginning of the game", "0"),
    Command("rewind", "place-to-last", "end", "end", "Go to the last decision", "1"),
    Command("rewind", "find", "slash", "find", "Go to the next thing told that has a word in it: type it after this key"),
    Command("rewind", "again-to-next", "n", "next", "Go to the next one with this word", "1"),
    Command("rewind", "again-to-previous", "N", "previous", "Go to the one before with this word", "-1"),
    Command("rewind", "eyes", "v", "eyes", "See through the next player's eyes, or everything: once the game is over"),
    Command("rewind", "pane", "tab", "lists", "Put the cursor into the next list: here, hand, stack, players; then the map again"),
    Command("rewind", "move-to-up", "up,k", "up", "Move the cursor up, on the map or in a list", "0, -1"),
    Command("rewind", "move-to-down", "down,j", "down", "Move the cursor down", "0, 1"),
    Command(
        "rewind",
        "move-to-left",
        "shift+left,comma",
        "left",
        "Move the cursor left on the map, also from a list: then it is on the map",
        "-1, 0",
    ),
    Command("rewind", "move-to-right", "shift+right,full_stop", "right", "Move the cursor right on the map, also from a list", "1, 0"),
    Command("rewind", "read", "i", "read", "Read all about what the cursor is on"),
    Command("rewind", "play-on", "p", "play on", "Begin a new game from this position"),
    Command("rewind", "export-to-text", "x", "export", "Write this turn to a text file: what was told, and the map as it is here", "False"),
    Command("rewind", "export-to-picture", "X", "picture", "Write it to a picture (SVG)", "True"),
    Command("rewind", "log", "L", "log", "Read all that was told up to here"),
    Command("rewind", "help", "question_mark", "help", "What the keys do"),
    Command("rewind", "close", "escape,q,Q,b", "leave", "Leave what is being typed, or go back to where you were"),
    Command("past-games", "open", "enter,space", "look back", "Look back on the game under the cursor"),
    Command("past-games", "row-to-down", "down,j,tab", "down", "Go to the game below", "1"),
    Command("past-games", "row-to-up", "up,k", "up", "Go to the game above", "-1"),
    Command("past-games", "help", "question_mark", "help", "What the keys do"),
    Command("past-games", "close", "escape,q,Q,b", "back", "Back to the start"),
    Command("play-on", "start", "enter", "play on", "Begin the game"),
    Command("play-on", "row-to-down", "down,j,tab", "down", "Go to the next seat", "1"),
    Command("play-on", "row-to-up", "up,k", "up", "Go to the seat before", "-1"),
    Command("play-on", "change-to-right", "right,l,space", "change", "Have this seat played by the next kind of player", "1"),
    Command("play-on", "change-to-left", "left,h", "change", "Have it played by the kind before", "-1"),
    Command("play-on", "back", "escape,q", "back", "Go back to the game that is looked at"),
    Command("page", "close", "escape,q", "close", "Close the page"),
    Command("page", "scroll-to-down", "down,j", "down", "Scroll down", "1"),
    Command("page", "scroll-to-up", "up,k", "up", "Scroll up", "-1"),
    Command("page", "page-to-down", "pagedown,space", "page down", "Scroll down a page", "1"),
    Command("page", "page-to-up", "pageup", "page up", "Scroll up a page", "-1"),
    Command("page", "search", "slash", "search", "Show only lines with a word"),
    Command("page", "scroll-to-first", "home", "first", "Go to the first line", "-1000000"),
    Command("page", "scroll-to-last", "end", "last", "Go to the last line", "1000000"),
    Command("log", "why", "w", "the clause", "Which clause stands behind this line, and what it says"),
    Command("help", "all", "question_mark,enter", "all keys", "Read every key and every sign"),
    Command("switches", "row-to-down", "down,j,tab", "down", "Go to the next switch", "1"),
    Command("switches", "row-to-up", "up,k,shift+tab", "up", "Go to the switch before", "-1"),
    Command("switches", "flip", "enter,space", "on or off", "Turn the switch on or off"),
    Command("switches", "close", "escape,q", "close", "Close the page: it is so from now on"),
    Command("hand-over", "ready", "enter,space", "ready", "Show the table to the next player"),
    Command("hand-over", "leave", "Q", "leave", "Leave the table; the game is saved"),
    Command("settings", "previous-row", "up,k", "up", "Go to the row above"),
    Command("settings", "next-row", "down,j,tab", "down", "Go to the row below"),
    Command("settings", "next-part", "pagedown", "page down", "Go ten rows down"),
    Command("settings", "previous-part", "pageup", "page up", "Go ten rows up"),
    Command("settings", "change-to-left", "left,h", "change", "The previous value of this setting", "-1"),
    Command("settings", "change-to-right", "right,l,space", "change", "The next value of this setting", "1"),
    Command("settings", "press", "enter", "change", "The next value of this setting; on a command: give it the key that is pressed next"),
    Command("settings", "further", "A", "one more key", "On a command: give it a further key, beside those that it has"),
    Command("settings", "usual", "D", "as usual", "Give this setting its usual value, or this command its usual keys"),
    Command("settings", "close", "escape,q,comma", "close", "Go back; all is remembered"),
    Command("hall", "open", "enter,space", "open", "Go on with your game, sit down at an open table, or watch a game"),
    Command("hall", "make", "n", "new game", "Make a table"),
    Command("hall", "join", "c", "code", "Join a private table: type the code that you were given"),
    Command("hall", "talk", "apostrophe", "say", "Say something in the hall"),
    Command("hall", "here", "w", "who", "See who is here, and read all that was said"),
    Command("hall", "row-to-down", "down,j,tab", "down", "Go to the table below", "1"),
    Command("hall", "row-to-up", "up,k", "up", "Go to the table above", "-1"),
    Command("hall", "decks", "C", "decks", "Your own decks, cards and variants in this house: bring them, look at them, take them away"),
    Command("hall", "account", "a", "account", "Your account: its name, and the keys that open it"),
    Command("hall", "settings", "comma", "settings", "Colours, pace and keys"),
    Command("hall", "help", "question_mark", "help", "What the keys do"),
    Command("hall", "leave", "q,Q", "leave", "Leave the house: your games are kept"),
    Command("new-table", "start", "S", "make it", "Make the table"),
    Command("new-table", "press", "enter", "change, make it", "Change or edit this row, or make the table"),
    Command("new-table", "next-row", "down,j,tab", "down", "Go to the row below"),
    Command("new-table", "previous-row", "up,k", "up", "Go to the row above"),
    Command("new-table", "change-to-right", "right,l,space", "change", "The next value of this row", "1"),
    Command("new-table", "change-to-left", "left,h", "change", "The value before", "-1"),
    Command("new-table", "rules", "R", "rules", "Read the rules of the chosen game"),
    Command("new-table", "help", "question_mark", "help", "What the keys do"),
    Command("new-table", "back", "escape,q", "back", "Leave what is being typed as it was, or go back to the hall"),
    Command("waiting-room", "start", "enter,s", "start", "Begin the game, once every seat is taken and everybody ready: for its host"),
    Command("waiting-room", "ready", "r", "ready", "Say that you are ready, or not yet after all"),
    Command("waiting-room", "deck-to-right", "right,l,space", "deck", "Play with the next deck", "1"),
    Command("waiting-room", "deck-to-left", "left,h", "deck", "Play with the deck before", "-1"),
    Command("waiting-room", "rules", "R", "rules", "Read the rules of this table's game"),
    Command("waiting-room", "cards", "c", "own cards", "Read the cards of somebody's own that may be in decks here"),
    Command("waiting-room", "talk", "apostrophe", "say", "Say something at this table"),
    Command("waiting-room", "help", "question_mark", "help", "What the keys do"),
    Command("waiting-room", "stand-up", "q,Q", "stand up", "Leave the table; whoever made it takes it away"),
    Command("waiting-room", "back", "escape", "hall", "Back to the hall; your seat stays yours"),
    Command("house-table", "draw", "D", "draw", "Offer a draw, or agree to one: all must agree"),
    Command("house-table", "ask-back", "B", "ask back", "Ask to take back what you decided last, or agree to that: all must agree"),
    Command("house-table", "decline", "N", "decline", "Don't agree to what is proposed, or withdraw what you have proposed"),
    Command("house-table", "talk", "apostrophe", "talk", "Read what was said at this table, and say something"),
    Command("talk", "talk", "enter,apostrophe", "say", "Say something at this table"),
    Command("talk", "row-to-down", "down,j", "down", "Go down", "1"),
    Command("talk", "row-to-up", "up,k", "up", "Go up", "-1"),
    Command("talk", "help", "question_mark", "help", "What the keys do"),
    Command("talk", "back", "escape,q", "back", "Back to the table"),
    Command("account", "add", "a", "add a key", "Have another key open your account too: paste its public part"),
    Command("account", "code", "c", "a code", "A code with which you come in from another machine; its key is added then"),
    Command("account", "take-away", "D", "take away", "Have the key under the cursor open your account no more"),
    Command("account", "rename", "N", "name", "Be called something else"),
    Command("account", "row-to-down", "down,j,tab", "down", "Go to the key below", "1"),
    Command("account", "row-to-up", "up,k", "up", "Go to the key above", "-1"),
    Command("account", "settings", "comma", "settings", "Colours, pace and keys; they are kept with your account"),
    Command("account", "help", "question_mark", "help", "What the keys do"),
    Command("account", "back", "escape,q", "back", "Back to the hall"),
    Command("own-files", "open", "enter,space", "read", "Read what is in this file, and where a deck may be played"),
    Command("own-files", "bring", "n,i", "new", "Bring a deck: type a name, then paste its list"),
    Command("own-files", "take-away", "D", "take away", "Have this house forget the file under the cursor"),
    Command("own-files", "row-to-down", "down,j,tab", "down", "Go to the file below", "1"),
    Command("own-files", "row-to-up", "up,k", "up", "Go to the file above", "-1"),
    Command("own-files", "help", "question_mark", "help", "What the keys do"),
    Command("own-files", "back", "escape,q", "back", "Back to the hall"),
)

BY_ID = {command.id: command for command in COMMANDS}


def in_scope(scope: str) -> list[Command]:
    """The commands that work in one place."""
    return [command for command in COMMANDS if command.scope == scope]


def bindings(scope: str) -> list[BindingType]:
    """The commands of a place as Textual's bindings."""
    return [Binding(c.keys, c.action, c.word, id=c.id, show=False) for c in in_scope(scope)]


def key_words(keys: str) -> list[str]:
    """Return keys as a reader knows them: "Enter", "Tab", "↑", "?"."""
    return [key_word(key.strip()) for key in keys.split(",")]


WORDS = {"⏎": "Enter", "⌫": "Backspace", "pgup": "PgUp", "pgdn": "PgDn"}  # names that any reader and any terminal knows


def key_word(key: str) -> str:
    """Return one key as a reader knows it."""
    shown = format_key(key)
    return WORDS.get(shown, shown.capitalize() if len(shown) > 1 and shown.isalpha() else shown)


def first_key(ident: str, keymap: Mapping[str, str]) -> str:
    """A player's first key for a command, as a reader knows it; the usual one where the player has given it none."""
    return key_words(keymap.get(ident, BY_ID[ident].keys))[0]
