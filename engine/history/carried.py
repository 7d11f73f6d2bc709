"""Cards and rules that a record carries, since they don't ship with the game.

They are written into the record as they were when the game began, so that the game can be resumed
and replayed whatever happens to the files, and on any machine. They are checked like those files.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from msgspec import json

from engine.base.files import (
    MOST_BYTES,
    UnreadableFileError,
    parse_json,
)
from engine.base.records import replace
from engine.base.schema import Problem, read
from engine.cards.library import faults_of, library
from engine.cards.model import Card
from engine.fronts.common.squares import Squares, shipped_maps
from engine.history.record import (
    Record,
    RecordError,
)
from engine.log import many
from engine.magic.turn.setup import Seat
from engine.variant import loading
from engine.variant.ruleset import Ruleset

T = TypeVar("T")


KEPT = 64  # number of parsed rules and cards kept


def cards_to_carry(seats: Iterable[Seat]) -> list[str]:
    """Return the cards in decks that don't ship, by name, as JSON for a record."""
    cards = {card.name: card for seat in seats for card in seat.deck}
    return [_text(card) for _, card in sorted(cards.items()) if not library().ships(card)]


def without_paths(rules: Ruleset) -> Ruleset:
    """Return rules whose own maps have file names without folders, since folders are private."""
    chosen = {
        key: _called(choice, rules.options[key].choices) if rules.options[key].names_map else choice
        for key, choice in rules.chosen.items()
    }
    layouts = {
        number: replace(layout, map=_called(layout.map, ()))
        if isinstance(layout, Squares) and layout.map
        else layout
        for number, layout in rules.board.layouts.items()
    }
    if (chosen, layouts) == (rules.chosen, rules.board.layouts):
        return rules
    return replace(rules, chosen=chosen, board=replace(rules.board, layouts=layouts))


def _called(name: str, choices: Container[str]) -> str:
    """Return a map's name without its folder, and never the name of a different shipped map."""
    short = Path(name).name
    if name in choices or name in shipped_maps():
        return name
    return f"./{short}" if short in choices or short in shipped_maps() else short


def rules_to_carry(rules: Ruleset) -> str:
    """Return rules as JSON for a record; "" if they ship."""
    return "" if rules.ships else _text(replace(rules, file=Path(rules.file).name))


def _text(value: object) -> str:
    return json.encode(value, order="deterministic").decode()


def rules_of(record: Record, file: str = "record") -> Ruleset:
    """Return the rules of a recorded game. Raises RecordError if they can't be played."""
    try:
        file_or_id, version = record.variant_file or record.variant, record.variant_version
        rules = (
            _rules(record.ruleset)
            if record.ruleset
            else loading.load(file_or_id, record.options, version)
        )
    except loading.RulesetError as error:
        more = (
            f" (and {many(len(error.problems) - 1, 'more problem')})"
            if len(error.problems) > 1
            else ""
        )
        raise RecordError(
            f"{file}: the variant {record.variant} can't be played: {error.problems[0]}{more}"
        ) from None
    if len(record.seats) not in rules.players:
        raise RecordError(
            f"{file}: found {many(len(record.seats), 'player')}; allowed in {rules.name}: "
            f"{', '.join(map(str, rules.players))}"
        )
    return rules


@lru_cache(KEPT)
def _rules(text: str) -> Ruleset:
    rules, problems = _read(Ruleset, text)
    if rules is not None:
        missing = [
            Problem("chosen", "nothing", f"an answer to '{key}'")
            for key in rules.options
            if key not in rules.chosen
        ]
        chosen = [
            problem
            for key, choice in rules.chosen.items()
            for problem in loading.bad_choice(rules, key, choice)
        ]
        problems = [*loading.without_choice(rules), *missing, *chosen] or loading.misfits(rules)
    if problems or rules is None:
        raise loading.RulesetError(problems)
    return rules


def cards_of(record: Record, file: str = "record") -> Callable[[str], Card]:
    """Return a function that finds the cards of a recorded game by name.

    Raises RecordError if a card in the record can't be read.
    """
    own = _own_cards(record, file)
    return lambda name: own[name] if name in own else library().card(name)


def own_things(record: Record) -> list[str]:
    """Return the rules and cards contained in a record, in words. Raises RecordError."""
    rules = [f"the rules of {rules_of(record).name}"] if record.ruleset else []
    return [*rules, *(f"the card {name}" for name in _own_cards(record))]


def _own_cards(record: Record, file: str = "record") -> dict[str, Card]:
    found: dict[str, Card] = {}
    for text in record.printed:
        card, problems = _card(text)
        if card is not None and library().is_written(card.name):
            problems = [
                Problem(card.name, "the name of a card that comes with Spellfront", "a new name")
            ]
        if card is None or problems:
            raise RecordError(f"{file}: a card in the record can't be read: {problems[0]}")
        if card.name in found:
            raise RecordError(f"{file}: found the card {card.name} twice; allowed: each once")
        found[card.name] = card
    return found


@lru_cache(KEPT)
def _card(text: str) -> tuple[Card | None, Sequence[Problem]]:
    card, problems = _read(Card, text)
    return card, problems if card is None else list(faults_of(card, set()))


def _read(kind: type[T], text: str) -> tuple[T | None, list[Problem]]:
    if len(text) > MOST_BYTES:
        return None, [Problem("", f"{len(text):,} characters", f"at most {MOST_BYTES:,}")]
    try:
        data = parse_json(text)
    except UnreadableFileError as error:
        return None, [Problem("", error.found, error.allowed)]
    return read(kind, data, str(data.get("name", ""))[:60] if kind is Card else "")
