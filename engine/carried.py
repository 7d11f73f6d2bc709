"""What a record carries of what does not come with the game: the cards of somebody's own in its decks, and rules of their own.

They are carried as they were when the game began: a card as it was read, rules with house rules chosen and maps drawn. So the game goes
on and is played again whatever becomes of the files, and on any machine. What a record carries is looked at like those files.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from msgspec import json

from engine import fitting
from engine.cards.library import faults_of, library
from engine.cards.model import Card
from engine.files import MOST_BYTES, UnreadableFileError, parse_json
from engine.fronts.squares import Squares, shipped_maps
from engine.loading import RulesetError, bad_choice, load, without_choice
from engine.record import Record, RecordError
from engine.records import replace
from engine.ruleset import Ruleset
from engine.schema import Problem, read

if TYPE_CHECKING:
    from engine.magic.setup import Seat

T = TypeVar("T")

KEPT = 64  # so many of each are kept that have been read


def cards_to_carry(seats: Iterable[Seat]) -> list[str]:
    """The cards in decks that don't come with the game, by name, as a record carries them."""
    cards = {card.name: card for seat in seats for card in seat.deck}
    return [_text(card) for _, card in sorted(cards.items()) if not library().ships(card)]


def without_paths(rules: Ruleset) -> Ruleset:
    """Rules whose maps of somebody's own are called by their files' names alone: where those lie is nobody else's business."""
    chosen = {
        key: _called(choice, rules.options[key].choices) if rules.options[key].names_map else choice for key, choice in rules.chosen.items()
    }
    layouts = {
        number: replace(layout, map=_called(layout.map, ())) if isinstance(layout, Squares) and layout.map else layout
        for number, layout in rules.board.layouts.items()
    }
    if (chosen, layouts) == (rules.chosen, rules.board.layouts):
        return rules
    return replace(rules, chosen=chosen, board=replace(rules.board, layouts=layouts))


def _called(name: str, choices: Container[str]) -> str:
    """What a drawing is called: never as one of those that come with the game, unless it is that one."""
    short = Path(name).name
    return name if name in choices or name in shipped_maps() else f"./{short}" if short in choices or short in shipped_maps() else short


def rules_to_carry(rules: Ruleset) -> str:
    """Rules as a record carries them; nothing of those that come with the game."""
    return "" if rules.ships else _text(replace(rules, file=Path(rules.file).name))


def _text(value: object) -> str:
    return json.encode(value, order="deterministic").decode()


def rules_of(record: Record, file: str = "record") -> Ruleset:
    """The rules of a recorded game. Raises RecordError where it can't be played by them."""
    try:
        rules = _rules(record.ruleset) if record.ruleset else load(record.variant_file or record.variant, record.options)
    except RulesetError as error:
        more = f" (and {len(error.problems) - 1} more problems)" if len(error.problems) > 1 else ""
        raise RecordError(f"{file}: the variant {record.variant} can't be played: {error.problems[0]}{more}") from None
    if len(record.seats) not in rules.players:
        raise RecordError(f"{file}: found {len(record.seats)} players; allowed in {rules.name}: {', '.join(map(str, rules.players))}")
    return rules


@lru_cache(KEPT)
def _rules(text: str) -> Ruleset:
    rules, problems = _read(Ruleset, text)
    if rules is not None:
        missing = [Problem("chosen", "nothing", f"an answer to '{key}'") for key in rules.options if key not in rules.chosen]
        chosen = [problem for key, choice in rules.chosen.items() for problem in bad_choice(rules, key, choice)]
        problems = [*without_choice(rules), *missing, *chosen] or fitting.problems(rules)
    if problems or rules is None:
        raise RulesetError(problems)
    return rules


def cards_of(record: Record, file: str = "record") -> Callable[[str], Card]:
    """What finds the cards of a recorded game by name. Raises RecordError where one that it carries can't be read."""
    own = _own_cards(record, file)
    return lambda name: own[name] if name in own else library().card(name)


def own_things(record: Record) -> list[str]:
    """What a record carries, in words. Raises RecordError where that can't be read."""
    rules = [f"the rules of {rules_of(record).name}"] if record.ruleset else []
    return [*rules, *(f"the card {name}" for name in _own_cards(record))]


def _own_cards(record: Record, file: str = "record") -> dict[str, Card]:
    found: dict[str, Card] = {}
    for text in record.printed:
        card, problems = _card(text)
        if card is not None and library().is_shipped(card.name):
            problems = [Problem(card.name, "the name of a card that comes with the game", "a name of its own")]
        if card is None or problems:
            raise RecordError(f"{file}: a card that it carries can't be read: {problems[0]}")
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
        return None, [Problem("", f"{len(text):,} letters", f"at most {MOST_BYTES:,}")]
    try:
        data = parse_json(text)
    except UnreadableFileError as error:
        return None, [Problem("", error.found, error.allowed)]
    return read(kind, data, str(data.get("name", ""))[:60] if kind is Card else "")
