"""Two people at two terminals with plain OpenSSH: a whole game of each variant between them, by
keys alone, one of them cut off meanwhile.

    python -m tests.hostile.two_terminals
    python -m tests.hostile.two_terminals --variant war_game --cuts 3 --size 80x24

Each has a key of their own and `ssh` in a window of tmux. They give their names, one makes a table
and the other sits down, and both play by pressing what leads to the action that they want. What
they want comes from the game as the server keeps it, seen from their seat. A cut is a `kill -9` of
the second player's `ssh`; whoever comes in again must be asked the same question. 1 where a game
did not end, or anything else happened than was pressed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from engine import ai, notation
from engine.game import Game
from engine.history.record import Record
from engine.history.replay import check, replay
from tests.hiding import VARIANTS
from tests.tui.by_keys import IN_TMUX, keys_for
from tui.server.storage.database import Store, url_of
from tui.server.storage.tables import Tables
from tui.session.game_setup import variant_ids

ROOT = Path(__file__).parents[2]
NAMES = ("Edna", "Dale")
LEVELS = ("normal", "easy")  # how well each chooses, so that games end
SOCKET = f"spellfront-two-{os.getpid()}"  # of a tmux of our own
PATIENCE = 3000.0  # so many seconds a game may take
LAG = 20.0  # so many seconds it may take until what was waited for is there
REST = 0.4  # a screen that stays as it is for so many seconds has come to rest
# after so many seconds without an effect keys are pressed again: the screen was still behind. Three
# times in all
AGAIN = 4.0
THOUGHT = 0.5  # so many seconds a player thinks about a decision
ESCAPING = 0.3  # seconds after Escape until a terminal no longer takes the next key as one with Alt
CLOSES = "Esc close"  # a hint at the foot of every page over the table
SUMMARY = re.compile(r"Enter  (back to )?the hall")  # a hint at the foot of the summary of a game
LEFT = "Finished games"  # a heading of the lobby
UNHEARD = 1.0  # seconds until a key at the end of a game has had its effect
# the screen's own questions before something is passed over
CONFIRMS = ("y: yes, n: no", "End the turn?")
HOLDS = (
    "last thing you could do this turn",
    "last thing you can do this turn",
    "Do it, end turn",
    "Your turn is over",
)
"""Sentences with which a table waits for Space before the end of a turn."""
# the key came before its question: that is asked now
REFUSES = ("Not passed", "so nothing was passed")
BETWEEN = 15  # so many decisions of the second player's are made between two cuts


def tmux(*words: str) -> str:
    return subprocess.run(
        ["tmux", "-L", SOCKET, *words], capture_output=True, text=True, check=True
    ).stdout


def key_on(screen: str) -> str | None:
    """Return the key that goes on from a page over the table, or from the end of a turn; None if
    the screen waits for neither.
    """
    if any(CLOSES in line for line in screen.splitlines()[-2:]):
        return "Escape"
    return "space" if any(words in screen for words in HOLDS) else None


def key_for(screen: str, *, passes: bool) -> str | None:
    """Return the key that answers what the screen itself asks of a player, who may want to pass;
    None if it asks nothing.
    """
    if any(words in screen for words in CONFIRMS):
        return "y" if passes else "n"
    return key_on(screen)


def carries_out(kept: str, wanted: str) -> bool:
    """Return whether an entry of a record is the action that a player wanted.

    Auto-pay is kept as the mana abilities it chose.
    """
    return kept == wanted or (wanted == "auto" and kept.startswith("activate "))


class Terminal:
    """Somebody's terminal, with `ssh` in it."""

    def __init__(self, name: str, port: int, home: Path, size: str) -> None:
        self.name, columns, rows = name, *size.split("x")
        key = home / name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
        options = (
            "-F none -o IdentityAgent=none -o IdentitiesOnly=yes -o "
            f"StrictHostKeyChecking=no -o UserKnownHostsFile={home}/known"
        )
        self.command = (
            f"exec env TERM=xterm-256color ssh {options} -i {key} -p {port} "
            f"{name.lower()}@127.0.0.1"
        )
        tmux("new-session", "-d", "-s", name, "-x", columns, "-y", rows, "sleep 1000000")
        tmux("set-option", "-t", name, "remain-on-exit", "on")
        self.come()

    def come(self) -> None:
        """Come in, in the same window."""
        tmux("respawn-pane", "-k", "-t", self.name, self.command)

    def cut_off(self) -> None:
        """The line breaks: `ssh` says nothing more to the server."""
        os.kill(int(tmux("display-message", "-p", "-t", self.name, "#{pane_pid}")), signal.SIGKILL)
        self.wait_until(
            lambda: tmux("display-message", "-p", "-t", self.name, "#{pane_dead}").strip() == "1",
            "the end of ssh",
        )

    def press(self, *keys: str) -> None:
        for key in keys:
            tmux("send-keys", "-t", self.name, IN_TMUX.get(key, key))
            time.sleep(ESCAPING if key == "Escape" else 0.04)

    def type(self, words: str) -> None:
        tmux("send-keys", "-t", self.name, "-l", words)
        self.press("enter")

    def screen(self) -> str:
        return tmux("capture-pane", "-p", "-t", self.name)

    def prompt(self) -> str:
        """The question at the foot of the screen, without what the screen alone remembers: what
        was left undone on purpose.
        """
        lines = [line for line in self.screen().splitlines()[-5:] if f" {self.name}: " in line]
        return re.sub(r" \([^)]*\)$", "", " ".join(lines[-1].split())) if lines else ""

    def is_asked(self) -> bool:
        """Whether there is a question, and the screen has come to rest.

        Whatever stands in the way is answered first.
        """
        before = self.screen()
        if key := key_on(before):
            self.press(key)
            time.sleep(REST)
            return False
        time.sleep(REST)
        return bool(self.prompt()) and self.screen() == before

    def has_left(self) -> bool:
        """Go from the end of a game to the lobby; whether that is done.

        A summary that has just come up takes no keys for a moment.
        """
        screen = self.screen()
        if key := "enter" if SUMMARY.search(screen) else key_on(screen):
            self.press(key)
            time.sleep(UNHEARD)
        return LEFT in screen

    def wait_until(self, so: Callable[[], object], what: str) -> None:
        until = time.monotonic() + LAG
        while not so():
            if time.monotonic() > until:
                raise TimeoutError(f"{self.name} waited in vain for {what}:\n{self.screen()}")
            time.sleep(0.02)

    def sees(self, words: str) -> None:
        self.wait_until(lambda: words in self.screen(), repr(words))


class Followed:
    """The game at a table as the server keeps it."""

    def __init__(self, data: Path) -> None:
        self.store, self.known, self.length = Store(url_of("", data), "looks on"), None, 0

    async def record(self) -> Record:
        return await Tables(self.store).record(1)

    async def game(self) -> Game:
        """The game as far as it is kept.

        What is new since the last time is played on, with the dice and shuffles that the record
        has.
        """
        record = await self.record()
        if self.known is None:
            for step in replay(record):
                self.known = step.game
        else:
            for entry in record.entries[self.length :]:
                self.known.state.set(dice=entry.dice, shuffles=entry.shuffles)
                self.known.apply(notation.read(entry.action, self.known))
        self.length = len(record.entries)
        assert self.known is not None
        return self.known


class Evening:
    """A game between two people, and how it went."""

    def __init__(self, variant: str, data: Path, terminals: list[Terminal], cuts: int) -> None:
        self.variant, self.terminals, self.cuts = variant, terminals, cuts
        self.followed = Followed(data)
        self.players = [ai.make(level, 1) for level in LEVELS]
        self.decisions = [0, 0]
        self.tries = self.repeated = 0
        self.returns: list[float] = []  # the seconds from a line that breaks to the same question
        self.problems: list[str] = []

    def begin(self) -> None:
        """From the login to the table."""
        edna, dale = self.terminals
        for each in self.terminals:
            each.sees("What should other players call you?")
            each.type(each.name)
            each.sees("The hall")
        edna.press("n")
        edna.sees("A new table")
        edna.press(*["Right"] * variant_ids().index(self.variant), "S")
        edna.sees("Waiting for players to take the free seats.")
        dale.sees("Open tables")
        dale.press("enter")
        dale.sees("Press Enter to take a seat.")
        dale.press("enter")
        dale.sees("Press r when you are ready.")
        dale.press("r")
        edna.sees("Press Enter to start the game.")
        edna.press("enter")
        edna.wait_until(lambda: any(each.prompt() for each in self.terminals), "the first question")

    async def play(self) -> None:
        """To the end. Raises TimeoutError."""
        until, told = time.monotonic() + PATIENCE, time.monotonic()
        while (game := await self.followed.game()).decision is not None:
            if time.monotonic() > until:
                raise TimeoutError(f"no end after {self.followed.length} decisions")
            if time.monotonic() > told + 60:
                told = time.monotonic()
                sys.stdout.write(
                    f"{self.variant}: turn {game.state.turn.number}, {self.followed.length} "
                    "decisions\n"
                )
                sys.stdout.flush()
            seat = game.decision.seat
            if (
                not self.terminals[seat].is_asked()
                or len((await self.followed.record()).entries) != self.followed.length
            ):
                continue
            if (
                seat == 1
                and len(self.returns) < self.cuts
                and self.decisions[1] >= BETWEEN * (len(self.returns) + 1)
            ):
                await self.cut_off()
            await self.decide(game, seat)

    async def decide(self, game: Game, seat: int) -> None:
        """Press what leads to the action that is wanted, and wait until the server has kept it."""
        terminal, view, stop = self.terminals[seat], game.view_for(seat), time.monotonic() + THOUGHT
        wanted, before = (
            self.players[seat].choose(view, lambda: time.monotonic() > stop),
            self.followed.length,
        )
        keys, seen = keys_for(view, wanted), terminal.screen()
        terminal.press(*keys)
        until = time.monotonic() + AGAIN
        while len(entries := (await self.followed.record()).entries) == before:
            screen = terminal.screen()
            if key := key_for(screen, passes=wanted.verb in ("pass", "done")):
                terminal.press(key)
                await asyncio.sleep(REST)
            elif any(words in screen for words in REFUSES):
                return
            elif time.monotonic() > until:
                self.again(
                    f"{terminal.name}: {notation.write(wanted, view)} by "
                    f"{keys_for(view, wanted)} did nothing\n{screen}"
                )
                terminal.press("Escape", "Escape")
                return
            await asyncio.sleep(0.05)
        self.decisions[seat], self.tries = self.decisions[seat] + 1, 0
        if not carries_out(kept := entries[before].action, notation.write(wanted, view)):
            done = f"by {keys}, and {kept} was kept; {self.repeated} times again by then"
            self.problems.append(
                f"{terminal.name}: {notation.write(wanted, view)} was wanted "
                f"{done}\n{seen}\n{terminal.screen()}"
            )

    def again(self, what: str) -> None:
        """Keys have had no effect. Raises TimeoutError where that is no accident."""
        self.tries, self.repeated = self.tries + 1, self.repeated + 1
        if self.tries == 3:
            raise TimeoutError(what)

    async def cut_off(self) -> None:
        """The second player's line breaks while they are asked something, and they come in
        again.
        """
        dale = self.terminals[1]
        asked, length = dale.prompt(), len((await self.followed.record()).entries)
        dale.cut_off()
        begun = time.monotonic()
        dale.come()
        dale.sees("Your games")
        dale.press("enter")
        dale.wait_until(dale.prompt, "a question")
        self.returns.append(time.monotonic() - begun)
        dale.wait_until(dale.is_asked, "a whole question")
        if dale.prompt() != asked:
            self.problems.append(f"cut off at {asked!r}, and is at {dale.prompt()!r}")
        if len((await self.followed.record()).entries) != length:
            self.problems.append(f"something was decided while {dale.name} was away")

    async def end(self) -> str:
        """Both are told who has won, and the record is whole."""
        final = check(await self.followed.record()).state
        for each in self.terminals:
            each.wait_until(each.has_left, f"the end of the game and {LEFT!r}")
        await self.followed.store.close()
        won = " and ".join(NAMES[seat] for seat in final.winners or ()) or "nobody"
        return f"{won} won in turn {final.turn.number}"


async def evening(variant: str, cuts: int, size: str) -> int:
    """A game, and how many problems there were."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        server, port = serve(home)
        try:
            game = Evening(
                variant, home / "house", [Terminal(name, port, home, size) for name in NAMES], cuts
            )
            game.begin()
            try:
                await game.play()
                ended = await game.end()
            except TimeoutError as error:
                game.problems.append(str(error))
                ended = "not ended"
        finally:
            subprocess.run(["tmux", "-L", SOCKET, "kill-server"], check=False)
            server.terminate()
            server.wait()
    returns = ", ".join(f"{each:.1f} s" for each in game.returns) or "never"
    took = time.monotonic() - begun
    sys.stdout.write(
        f"{variant}: {ended}; {sum(game.decisions)} decisions by keys, {game.followed.length} in "
        f"all, in {took:.0f} s; "
        f"{game.repeated} times keys were pressed again; "
        f"cut off and back at the same question after {returns}; {len(game.problems)} problems\n"
    )
    for problem in game.problems:
        sys.stdout.write(f"  {problem}\n")
    sys.stdout.flush()
    return len(game.problems) + (len(game.returns) < cuts)


def serve(home: Path) -> tuple[subprocess.Popen[str], int]:
    """A server as a program, and its port."""
    command = [
        sys.executable,
        "-m",
        "tui.cli",
        "serve",
        "--port",
        "0",
        "--data",
        str(home / "house"),
    ]
    log = (home / "log").open("w")
    server = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=log,
        text=True,
    )
    assert server.stdout is not None
    found = re.search(r"port (\d+)", server.stdout.readline())
    assert found, (home / "log").read_text()
    return server, int(found[1])


def main(words: list[str] | None = None) -> int:
    """Play one variant or all."""
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--variant", choices=VARIANTS, help="only this one")
    made.add_argument("--cuts", type=int, default=3, help="how often the second player is cut off")
    made.add_argument("--size", default="80x24")
    arguments = made.parse_args(words)
    chosen = [arguments.variant] if arguments.variant else VARIANTS
    return (
        1
        if sum(
            [asyncio.run(evening(variant, arguments.cuts, arguments.size)) for variant in chosen]
        )
        else 0
    )


if __name__ == "__main__":
    sys.exit(main())
