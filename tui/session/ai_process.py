"""Computer players in a worker process, so that the screen never waits for them.

The worker gets the View of the seat that must choose, never the game, and answers with an action's
text form. What the computer player remembers goes along both ways, so that the process itself keeps
nothing. It is started for the first request; if it dies, the next request starts a new one.
"""

from __future__ import annotations

import os
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple, cast

from tui.adviser.advice import AdviceRequest
from tui.session.background import start_process

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess

    from engine.view import View
    from tui.adviser.advice import Advice
    from tui.adviser.thinking import Adviser
    from tui.session.background import Pipe

# seconds that a worker may exceed its deadline before it is stopped: starting and reading cards
# count
GRACE = 20.0

# computer players whose memories are kept: a server has ever more of them, whose games are over
MOST_PLAYERS = 1000


class ThinkingError(Exception):
    """Error of a computer player that failed to answer; the message is shown to the player."""


class Request(NamedTuple):
    """A request to a worker: the computer player (level and seed), the View, and the time."""

    level: str
    seed: int
    # bytes as written by `sent_views`, if another process made the View
    view: View | bytes
    seconds: float
    memory: bytes = b""  # what the player remembers, as the last answer returned it; empty: nothing


class PlayerAnswer(NamedTuple):
    """An answer of a computer player: the text form of an action, and what the player remembers."""

    action: str
    memory: bytes


class Memories:
    """Memories of computer players between their questions; the least recent are dropped.

    So any process can take a player's next question.
    """

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], bytes] = {}

    def of(self, *player: object) -> bytes:
        """Return what a player remembers; empty if nothing."""
        return self._kept.get(player, b"")

    def keep(self, memory: bytes, *player: object) -> None:
        """Keep what a player remembers."""
        self._kept.pop(player, None)
        self._kept[player] = memory
        if len(self._kept) > MOST_PLAYERS:
            del self._kept[next(iter(self._kept))]


class AIProcess:
    """A client for computer players. `choose` blocks: call it from a thread."""

    def __init__(self, seconds: float = 1.0, *, nice: int = 0) -> None:
        """Prepare a worker; `seconds` is its time for one action, `nice` its process priority."""
        self.seconds, self._nice = seconds, nice
        self._process: BaseProcess | None = None
        self._pipe: Pipe | None = None
        self._closed = False
        self._memories = Memories()
        # an abandoned request may still be running
        self._one_at_a_time = Lock()

    def choose(self, level: str, seed: int, view: View | bytes) -> str:
        """Return the text form of the action of a player of this level. Raises ThinkingError.

        The player is known by level and seed, and remembers its plans.
        """
        answer = self.answer(level, seed, view, self._memories.of(level, seed))
        self._memories.keep(answer.memory, level, seed)
        return answer.action

    def answer(self, level: str, seed: int, view: View | bytes, memory: bytes) -> PlayerAnswer:
        """Return the answer of a player with this memory. Raises ThinkingError."""
        with self._one_at_a_time:
            request = Request(level, seed, view, self.seconds, memory)
            return cast("PlayerAnswer", self._ask(request, self.seconds))

    def advise(self, request: AdviceRequest) -> Advice:
        """Return the adviser's answer. Raises ThinkingError."""
        with self._one_at_a_time:
            return cast("Advice", self._ask(request, request.seconds))

    def _ask(self, request: Request | AdviceRequest, seconds: float) -> object:
        if self._closed:
            raise ThinkingError("the player has left the game")
        try:
            pipe = self._pipe or self._start()
            pipe.send(request)
            if not pipe.poll(seconds + GRACE):
                raise ThinkingError(f"no answer within {seconds + GRACE:.0f} seconds")
            kind, answer = cast("tuple[str, object]", pipe.recv())
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
            raise ThinkingError(str(answer))
        return answer

    def close(self) -> None:
        """End the worker for good; a waiting or later caller gets a ThinkingError."""
        self._closed = True
        self._stop()

    def _stop(self) -> None:
        process, self._process, self._pipe = self._process, None, None
        if process is not None and process.is_alive():
            process.terminate()

    def _start(self) -> Pipe:
        self._process, self._pipe = start_process("spellfront-thinker", work, self._nice)
        if self._closed:  # meanwhile
            self._stop()
            raise ThinkingError("the player has left the game")
        return self._pipe


def work(pipe: Pipe, nice: int = 0) -> None:
    """Answer requests in the worker until the other end of the pipe is closed.

    Output of the worker never reaches the terminal.
    """
    if nice and hasattr(os, "nice"):
        os.nice(nice)

    adviser: Adviser | None = None  # remembers its thoughts about the last question
    with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
        while True:
            try:
                request = cast("Request | AdviceRequest", pipe.recv())
            except (EOFError, OSError):
                return
            try:
                if isinstance(request, AdviceRequest):
                    adviser = adviser or _new_adviser()
                    pipe.send(("advice", _advice(adviser, request)))
                    continue
                answer = ("action", answered(request))
            except Exception as error:  # every error is shown on the screen
                answer = ("error", f"{type(error).__name__}: {error}")
            pipe.send(answer)


def answered(request: Request) -> PlayerAnswer:
    """Return the answer to a request by a player that exists for this request alone."""
    from engine import ai, notation
    from engine.ai.memory import Memory
    from engine.view import View
    from tui.session.sent_views import read_back, written

    deadline = time.monotonic() + request.seconds
    player = ai.make(request.level, request.seed)
    if request.memory:
        player.memory = read_back(request.memory, Memory)
    view = read_back(request.view, View) if isinstance(request.view, bytes) else request.view
    action = player.choose(view, lambda: time.monotonic() >= deadline)
    return PlayerAnswer(notation.write(action, view), written(player.memory))


def _new_adviser() -> Adviser:
    from tui.adviser.thinking import Adviser

    return Adviser()


def _advice(adviser: Adviser, request: AdviceRequest) -> Advice:
    """Return the adviser's answer within the time of a request."""
    deadline = time.monotonic() + request.seconds
    return adviser.advise(request, lambda: time.monotonic() >= deadline)
