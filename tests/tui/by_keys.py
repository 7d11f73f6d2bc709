"""The keys that carry out an action at the table, and a whole game played with them in a real
terminal.

    python3 -m tests.tui.by_keys 80x24 won-at-80x24.game
    python3 -m tests.tui.by_keys 140x45 battle-field-at-140x45.game battle_field 3

starts the program in tmux, plays from the launch screen to the end against an easy computer player,
and keeps the record. The number is that of times to go on to another deck of one's own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from engine import ai, notation
from engine.actions import Action
from engine.game import Game
from engine.history.record import RecordError, load
from engine.history.replay import replay
from engine.view import View
from tui.session.game_setup import FIRST_OFFERED, variant_ids
from tui.table.action_builder import ActionBuilder
from tui.table.selection import Selection

RECORDS = Path(__file__).parent / "records"
IN_TMUX = {
    "enter": "Enter",
    "space": "Space",
    "tab": "Tab",
    "colon": ":",
    "number_sign": "#",
    "minus": "-",
}
PATIENCE = 3000  # so many seconds a game may take
THOUGHT = 4.0  # so many seconds the player by keys may think about a decision
LAG = 20  # so many seconds it may take until keys have had their effect
# the keys of letters that don't go by themselves
NAMED = {" ": "space", "#": "number_sign", "-": "minus"}
ALONE = {
    "pass": "space",
    "done": "space",
    "keep": "y",
    "yes": "y",
    "mulligan": "n",
    "no": "n",
    "take-back": "U",
    "auto": "a",
}


def keys_for(view: View, action: Action) -> list[str]:
    """The keys for an action: its own key, or for every pick on the way its number, Tab beyond
    nine, and Enter.

    Where number keys stand for cards in hand or for amounts, the action is typed.
    """
    if action == Action(action.verb) and action.verb in ALONE:
        return [ALONE[action.verb]]
    selection, typed = Selection(view), notation.write(action, view)
    if selection.numbers_are_the_hands or action.verb in ("x", "assign"):
        return ["colon", *(NAMED.get(letter, letter) for letter in typed), "enter"]
    builder = ActionBuilder(view)
    keys = ["m"]
    for spot in builder.way_to(action):
        place = builder.candidates().index(spot) + 1
        keys += [str(min(place, 9)), *["tab"] * (place - 9), "enter"]
        if builder.pick(spot) is not None:
            break
    return keys


# --- in a real terminal ---------------------------------------------------------------------------


class Terminal:
    """The program in a tmux window of its own, with folders of its own."""

    def __init__(self, columns: int, rows: int, home: Path) -> None:
        self.name = f"spellfront-{os.getpid()}"
        self.home = home
        self.known: Game | None = None  # the game as far as it has been followed
        self.followed = 0  # entries of its record
        command = f"XDG_DATA_HOME={home} XDG_CONFIG_HOME={home} {sys.executable} -m tui.cli"
        subprocess.run(
            [
                "tmux",
                "new-session",
                "-d",
                "-s",
                self.name,
                "-x",
                str(columns),
                "-y",
                str(rows),
                command,
            ],
            check=True,
        )

    def press(self, *keys: str) -> None:
        for key in keys:
            subprocess.run(
                ["tmux", "send-keys", "-t", self.name, IN_TMUX.get(key, key)], check=True
            )
            time.sleep(0.08)

    def screen(self) -> str:
        return subprocess.run(
            ["tmux", "capture-pane", "-p", "-t", self.name],
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    def close(self) -> None:
        subprocess.run(["tmux", "kill-session", "-t", self.name], check=False)

    def record(self) -> Path:
        """The game's file."""
        return next((self.home / "spellfront").glob("*/*.game"))

    def game(self) -> Game:
        """The game as it is saved.

        What is new since the last time is played on, with the dice and shuffles that the record
        has.
        """
        record = load(self.record())
        if self.known is None:
            for step in replay(record):
                self.known = step.game
        else:
            for entry in record.entries[self.followed :]:
                self.known.state.set(dice=entry.dice, shuffles=entry.shuffles)
                self.known.apply(notation.read(entry.action, self.known))
        self.followed = len(record.entries)
        assert self.known is not None
        return self.known

    def wait_for_more(self, until: float) -> None:
        """Wait until the keys have had their effect, or came too early, so that none are pressed
        twice; that may take a while.
        """
        until = min(until, time.monotonic() + LAG)
        while time.monotonic() < until:
            with suppress(RecordError):
                if (
                    len(load(self.record()).entries) > self.followed
                    or "Not passed" in self.screen()
                ):
                    return
            time.sleep(0.1)


def play(terminal: Terminal, patience: float) -> None:
    """Play the first seat until the game is over. Raises TimeoutError."""
    player = ai.make("normal", 1)
    until = time.monotonic() + patience
    while "back to the " not in terminal.screen():
        if time.monotonic() > until:
            raise TimeoutError(terminal.screen())
        time.sleep(0.1)
        # the machine was too busy for the computer player
        if "Enter asks again" in terminal.screen():
            terminal.press("enter")
        if "End the turn?" in terminal.screen():
            terminal.press("y")
        if "Your turn is over" in terminal.screen():
            terminal.press("space")
        if not any(" Edna: " in line for line in terminal.screen().splitlines()[-4:]):
            continue
        try:
            game = terminal.game()
        except RecordError:
            continue
        if game.decision is not None and game.decision.seat == 0:
            view, stop = game.view_for(0), time.monotonic() + THOUGHT
            terminal.press(
                *keys_for(view, player.choose(view, lambda stop=stop: time.monotonic() > stop))
            )
            terminal.wait_for_more(until)


def main() -> None:
    """Play one game and keep its record."""
    columns, rows = map(int, sys.argv[1].split("x"))
    with tempfile.TemporaryDirectory() as home:
        variant = sys.argv[3] if len(sys.argv) > 3 else FIRST_OFFERED
        terminal = Terminal(columns, rows, Path(home))
        try:
            time.sleep(4)
            decks = int(sys.argv[4]) if len(sys.argv) > 4 else 0
            terminal.press(
                *["Right"] * variant_ids().index(variant), *["Down"] * 5, *["Right"] * decks, "S"
            )
            time.sleep(3)
            play(terminal, PATIENCE)
            RECORDS.mkdir(exist_ok=True)
            shutil.copy(terminal.record(), RECORDS / sys.argv[2])
        finally:
            terminal.close()


if __name__ == "__main__":
    main()
