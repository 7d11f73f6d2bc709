"""Standings of saved games: the round, and the leader.

Each game is replayed once; its standing is cached as long as its file doesn't change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import DecodeError, Struct, json
from platformdirs import user_cache_path

from engine.base.files import UnreadableFileError, read_bytes, write_whole
from tui.settings.paths import APP

if TYPE_CHECKING:
    from tui.settings.paths import SavedGame


class SavedGameStatus(Struct, frozen=True):
    """A game's round, and its leader in words.

    `changed` is the time of the last change of the file.
    """

    changed: float
    round: int = 0
    words: str = ""


def path() -> Path:
    """Return the cache file."""
    return user_cache_path(APP) / "standings.json"


def kept() -> dict[str, SavedGameStatus]:
    """Return the cached standings by the game's path."""
    try:
        return json.decode(read_bytes(path()), type=dict[str, SavedGameStatus])
    except (UnreadableFileError, DecodeError, RecursionError):
        return {}


def found(games: Sequence[SavedGame]) -> Iterator[dict[str, SavedGameStatus]]:
    """Yield the standings of all games, more of them each time; save the cache at the end."""
    known = kept()
    standings = {
        str(game.path): known[str(game.path)]
        for game in games
        if _is_of(known.get(str(game.path)), game)
    }
    yield standings
    for game in games:
        if str(game.path) not in standings and not game.problem:
            standings[str(game.path)] = _stand(game)
            yield standings
    if standings != known:
        with suppress(OSError):
            write_whole(path(), json.encode(standings).decode())


def _is_of(standing: SavedGameStatus | None, game: SavedGame) -> bool:
    return standing is not None and standing.changed == game.changed


def _stand(game: SavedGame) -> SavedGameStatus:
    """Replay a game to its end; return an empty standing if it can't be resumed."""
    from engine.history.record import RecordError, load
    from engine.history.replay import replay
    from tui.session.statistics import standing

    try:
        *_, last = replay(load(game.path))
    except RecordError:
        return SavedGameStatus(game.changed)
    view = last.game.view_for(None)
    return SavedGameStatus(game.changed, view.turn.round, standing(view))
