"""Functions of the public API that no other module has: see `engine.__all__`."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from pathlib import Path

from engine import ai
from engine.ai.player import ComputerPlayer
from engine.base.files import UnreadableFileError, read_text
from engine.base.schema import Problem
from engine.cards.decks import find
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.lists import cards_of
from engine.cards.library import library
from engine.cards.model import Card
from engine.game import Game
from engine.history import record
from engine.history.record import Record
from engine.scenario import form
from engine.scenario.form import Scenario
from engine.scenario.running import Result, run_text
from engine.scenario.setting import set_up
from engine.variant import inheritance
from engine.variant.ruleset import Ruleset

Source = str | PathLike[str]
"""A file's path, or its text: anything with a line break is text."""


class ScenarioError(ValueError):
    """A scenario that can't be read or set up, with everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = tuple(problems)


def variants() -> list[str]:
    """Return the ids of the variants that come with the engine, for `load_variant`."""
    return list(inheritance.shipped())


def decks(rules: Ruleset | None = None) -> list[str]:
    """Return the names of the decks that come with the engine, for `deck`.

    With `rules`, only those that are made for this variant.
    """
    return list(shipped_decks()) if rules is None else find.suited_names(rules.id, rules.extends)


def deck(source: Source, rules: Ruleset | None = None) -> tuple[Card, ...]:
    """Return the cards of a deck, for `Seat`.

    `source` is the name of a deck that comes with the engine, the path of a deck list in any usual
    format, or the text of such a list ("4 Grizzly Bears\\n20 Forest\\n"). Raises DeckError if there
    is no such deck, if a line can't be read and, with `rules`, if the variant doesn't allow it.
    """
    found = find.find_deck(source)
    return cards_of(found) if rules is None else find.legal_cards(found, rules.deck, rules.name)


def card(name: str) -> Card:
    """Return the card with this name. Raises UnknownCard, with the closest names, for none."""
    return library().card(name)


def player(level: str = "normal", seed: int = 0) -> ComputerPlayer:
    """Return a computer player, whose `choose` answers a View with one of its actions.

    Levels are "easy", "normal", "hard" and "random". The same seed and the same Views in the same
    order get the same answers. A player remembers plans, so each seat needs one of its own. Raises
    ValueError for an unknown level.
    """
    return ai.make(level, seed)


def load_record(source: Source) -> Record:
    """Return a recorded game from its file or text, for `replay`. Raises RecordError."""
    text = str(source)
    return record.parse(text) if "\n" in text else record.load(Path(source))


def load_scenario(source: Source) -> Scenario:
    """Return a scenario, a position with a script, from its TOML file or text.

    Raises ScenarioError for anything that is wrong with it.
    """
    text, file = _text_of(source)
    scenario, problems = form.parse(text, file)
    if scenario is None:
        raise ScenarioError(problems)
    return scenario


def start_scenario(scenario: Scenario, folder: Source = "") -> Game:
    """Return a game in a scenario's position, before its script.

    A variant or a map of the scenario's own is looked for in `folder`. Raises ScenarioError if the
    position is impossible.
    """
    stage, problems = set_up(scenario, Path(folder))
    if stage is None:
        raise ScenarioError(problems)
    return stage.game


def run_scenario(source: Source) -> Result:
    """Run the script of a scenario from its TOML file or text; `passed` tells how it ended."""
    return run_text(*_text_of(source))


def _text_of(source: Source) -> tuple[str, str]:
    """Return a scenario's text, and the name of its file for messages."""
    text = str(source)
    if "\n" in text:
        return text, "scenario"
    try:
        return read_text(Path(source)), text
    except UnreadableFileError as error:
        problem = Problem(file=text, where="", found=error.found, allowed=error.allowed)
        raise ScenarioError([problem]) from None
