"""What was chosen last before a game, kept for the next one: variant, house rules, who sits where with which deck."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import ValidationError, convert, to_builtins
from platformdirs import user_data_path

from engine.files import UnreadableFileError, read_toml
from tui.kinds import HUMAN, KINDS, LEVELS, wrong_name
from tui.saves import APP

if TYPE_CHECKING:
    from tui.game_setup import Setup


def path() -> Path:
    """The file with the last choices."""
    return user_data_path(APP) / "last.toml"


def remember(setup: Setup) -> None:
    """Keep the choices, if that can be; the seed is chosen anew for each game."""
    from tomli_w import dumps

    from engine.files import write_whole

    data = to_builtins(setup)
    del data["seed"]
    with suppress(OSError):  # a game is worth more than what is remembered of it
        write_whole(path(), dumps(data))


def recall() -> Setup | None:
    """The last choices as far as they still can be made; none where nothing sensible is remembered."""
    from tui.game_setup import Setup, SetupError, variant_ids

    try:
        data: dict[str, Any] = read_toml(path())
        setup = convert(data, Setup)
        setup.seed = ""
        if setup.variant not in variant_ids():
            return None
        _mend(setup)
    except (UnreadableFileError, ValidationError, SetupError):
        return None
    return setup


def _mend(setup: Setup) -> None:
    """Put the usual in place of what is there no longer: decks, house rules, seats, players. Raises SetupError for a broken variant."""
    from tui.game_setup import NAMES, deck_files, suited_decks

    header = setup.header
    rules = header.options.items()
    setup.options = {key: setup.options[key] for key, option in rules if setup.options.get(key) in option.choices}
    del setup.seats[max(header.players) :]
    suited, known = suited_decks(setup.variant), deck_files()
    for number, seat in enumerate(setup.seats):
        if not seat.name or wrong_name(seat.name):
            seat.name = NAMES[number]
        if seat.kind not in KINDS:
            seat.kind = f"ai:{LEVELS[0]}" if number else HUMAN
        if seat.deck not in known:
            seat.deck = suited[number % len(suited)] if suited else ""
    setup.seat(min(header.players, key=lambda players: abs(players - len(setup.seats))))
