"""How saved games stand: the round, and who leads.

Each is played through once; what came of it is kept as long as its file is the same.
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


class Standing(Struct, frozen=True):
    """Where a game is: its round, and who leads in what, in words.

    `changed` is when its file was written to last.
    """

    changed: float
    round: int = 0
    words: str = ""


def path() -> Path:
    """The file that keeps what was found out."""
    return user_cache_path(APP) / "standings.json"


def kept() -> dict[str, Standing]:
    """What is known without playing anything through, by the game's path."""
    try:
        return json.decode(read_bytes(path()), type=dict[str, Standing])
    except (UnreadableFileError, DecodeError, RecursionError):
        return {}


def found(games: Sequence[SavedGame]) -> Iterator[dict[str, Standing]]:
    """The standings of all games, more at each step; kept in the end."""
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


def _is_of(standing: Standing | None, game: SavedGame) -> bool:
    return standing is not None and standing.changed == game.changed


def _stand(game: SavedGame) -> Standing:
    """Play a game through to where it stands; nothing is told of one that can't be gone on with."""
    from engine.history.record import RecordError, load
    from engine.history.replay import replay
    from tui.session.statistics import standing

    try:
        *_, last = replay(load(game.path))
    except RecordError:
        return Standing(game.changed)
    view = last.game.view_for(None)
    return Standing(game.changed, view.turn.round, standing(view))
