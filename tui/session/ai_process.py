"""Computer players in a process of their own, so that the screen never waits for one.

The worker gets the View of the seat that must choose, never the game, and answers with an action's
text form. It is started when the first answer is wanted; if it dies, the next question starts a new
one.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from multiprocessing import get_context
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from engine.view import View

# seconds that a worker may take beyond its deadline before it is given up: starting up and reading
# cards count
GRACE = 20.0

# so many computer players a worker remembers: a house has ever more of them, whose games are over
MOST_PLAYERS = 100


class ThinkingError(Exception):
    """A computer player failed to answer; the message is for the player at the screen."""


class Pipe(Protocol):
    """One end of a pipe between processes, on any system."""

    def send(self, obj: object, /) -> None: ...
    def recv(self) -> object: ...
    def poll(self, timeout: float | None = 0.0, /) -> bool: ...
    def close(self) -> None: ...


class Request(NamedTuple):
    """What a worker is asked: which player thinks (level and seed), about what, for how long."""

    level: str
    seed: int
    # bytes: as `sent_views` writes it, where another process than the one that asks has made it
    view: View | bytes
    seconds: float


class Thinker:
    """Asks computer players for actions. `choose` blocks: call it from a thread."""

    def __init__(self, seconds: float = 1.0, *, nice: int = 0) -> None:
        """`nice` is by how much the worker yields to other processes."""
        self.seconds, self._nice = seconds, nice
        self._process: BaseProcess | None = None
        self._pipe: Pipe | None = None
        self._closed = False
        # a question that nobody waits for any more may still be under way
        self._one_at_a_time = Lock()

    def choose(self, level: str, seed: int, view: View | bytes) -> str:
        """The text form of the action that a player of this level takes. Raises ThinkingError."""
        with self._one_at_a_time:
            return self._ask(level, seed, view)

    def _ask(self, level: str, seed: int, view: View | bytes) -> str:
        if self._closed:
            raise ThinkingError("the player has left the game")
        try:
            pipe = self._pipe or self._start()
            pipe.send(Request(level, seed, view, self.seconds))
            if not pipe.poll(self.seconds + GRACE):
                raise ThinkingError(f"no answer within {self.seconds + GRACE:.0f} seconds")
            kind, answer = cast("tuple[str, str]", pipe.recv())
        except EOFError:
            self._stop()
            raise ThinkingError("its process ended") from None
        except OSError as error:
            self._stop()
            raise ThinkingError(f"its process ended ({error.strerror or error})") from None
        except ThinkingError:
            self._stop()
            raise
        if kind == "error":
            self._stop()
            raise ThinkingError(answer)
        return answer

    def close(self) -> None:
        """End the worker for good; somebody who waits for it, or asks again, gets a
        ThinkingError.
        """
        self._closed = True
        self._stop()

    def _stop(self) -> None:
        process, self._process, self._pipe = self._process, None, None
        if process is not None and process.is_alive():
            process.terminate()

    def _start(self) -> Pipe:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(
            target=work, args=(theirs, self._nice), name="spellfront-thinker", daemon=True
        )
        # starting passes on the number of stderr's file, which Textual's stand-in lacks
        with redirect_stderr(sys.__stderr__):
            self._process.start()
        theirs.close()
        self._pipe = ours
        if self._closed:  # meanwhile
            raise ThinkingError("the player has left the game")
        return ours


def work(pipe: Pipe, nice: int = 0) -> None:
    """The worker: answers requests until the other end is closed.

    Nothing that it prints reaches the terminal.
    """
    from engine import ai, notation
    from engine.view import View
    from tui.session.sent_views import read_back

    if nice and hasattr(os, "nice"):
        os.nice(nice)

    players: dict[tuple[str, int], ai.Player] = {}
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        while True:
            try:
                request = cast("Request", pipe.recv())
            except (EOFError, OSError):
                return
            try:
                key = (request.level, request.seed)
                player = players.pop(key, None) or ai.make(*key)
                players[key] = player  # the latest last
                if len(players) > MOST_PLAYERS:
                    del players[next(iter(players))]
                deadline = time.monotonic() + request.seconds
                view = (
                    read_back(request.view, View)
                    if isinstance(request.view, bytes)
                    else request.view
                )
                action = player.choose(view, lambda until=deadline: time.monotonic() >= until)
                answer = ("action", notation.write(action, view))
            except Exception as error:  # whatever goes wrong belongs on the screen, in words
                answer = ("error", f"{type(error).__name__}: {error}")
            pipe.send(answer)
