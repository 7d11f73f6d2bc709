"""Loader of variants: a TOML file as a Ruleset, with all problems reported at once.

House rules are applied. Finally the tables are checked against each other for mistakes that no
single key shows, such as maps without room and unknown names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.base.reasons import FAMILIES, HAPPENINGS, NAMES
from engine.base.records import replace
from engine.base.schema import Problem, did_you_mean, read, shown
from engine.fronts.common.arrival import InStronghold
from engine.fronts.common.layouts import Fault, Layout, UnreadableDrawingError
from engine.fronts.common.squares import SquareBoard, find_drawing
from engine.fronts.common.victory import HoldAreas
from engine.fronts.squares.movement import MovePiece
from engine.log import many
from engine.magic.core.position import NOBODY
from engine.rule import tag_of
from engine.variant.inheritance import VariantFile, merge, open_variant, set_key, values_at
from engine.variant.ruleset import Option, Ruleset, all_rules

if TYPE_CHECKING:
    from engine.board import Board


class RulesetError(ValueError):
    """Error for a variant that can't be loaded, with all its problems."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def load(
    variant: str | Path, options: Mapping[str, str] | None = None, version: str = ""
) -> Ruleset:
    """Return the rules of a shipped variant (by id) or of a file, with house rules chosen.

    `version` is that of a record: if the variant has changed since then, the rules are those of
    that version. Raises RulesetError.
    """
    opened = open_variant(variant)
    rules, problems = (None, []) if opened.problems else resolve(opened, options or {}, version)
    if rules is None:
        raise RulesetError(
            opened.problems or [replace(problem, file=opened.file) for problem in problems]
        )
    return replace(rules, file=str(Path(variant).resolve())) if opened.folders else rules


def check(variant: str | Path) -> list[Problem]:
    """Return all problems with a variant's file, for all choices of house rules."""
    opened = open_variant(variant)
    if opened.problems:
        return opened.problems
    problems = (
        resolve(opened, {})[1] or list(_wrong_choices(opened)) or list(_wrong_versions(opened))
    )
    return [replace(problem, file=opened.file) for problem in problems]


def resolve(
    opened: VariantFile, options: Mapping[str, str], version: str = ""
) -> tuple[Ruleset | None, list[Problem]]:
    """Return a variant's data as rules with house rules applied, or its problems."""
    data = merge(opened.data, {})
    rules, problems = read(Ruleset, data)
    if rules is None:
        return None, problems
    problems = [*_filled_in(rules), *without_choice(rules), *_overridden(data, rules)]
    problems += [p for key, choice in options.items() for p in bad_choice(rules, key, choice)]
    if problems:
        return None, problems
    chosen = {
        key: options.get(key, next(iter(option.choices))) for key, option in rules.options.items()
    }
    for key, choice in chosen.items():
        problems += _choose(data, key, rules.options[key], choice)
    problems += _go_back_to(data, version, rules.earlier)
    house = rules.options
    rules, more = read(Ruleset, data)
    if rules is None or problems:
        return None, problems + more
    problems = list(_read_drawings(data, rules, opened.folders))
    if chosen:
        drawings = {
            key
            for key, choice in chosen.items()
            if house[key].names_map and choice not in house[key].choices
        }
        # as full paths, since the game may be resumed in another folder
        found = {key: find_drawing(chosen[key], opened.folders) for key in drawings}
        data["chosen"] = chosen | found
    rules, more = read(Ruleset, data)
    problems += more
    if rules is not None and not problems:
        rules = for_whom_there_is_room(rules) if options else rules
        problems = misfits(rules)
    return (None if problems else rules), problems


def _go_back_to(
    data: dict[str, Any], version: str, earlier: Mapping[str, Mapping[str, object]]
) -> Iterator[Problem]:
    """Set the keys used to replay records of an earlier version."""
    for dotted, value in earlier.get(version, {}).items():
        data["version"] = version
        for problem in set_key(data, dotted, value):
            yield replace(problem, where=f"earlier.{version}.{problem.where}")


def _wrong_versions(opened: VariantFile) -> Iterator[Problem]:
    """Yield problems with the keys for earlier versions, in a variant that is otherwise valid."""
    rules, _ = read(Ruleset, opened.data)
    for version in rules.earlier if rules is not None else ():
        yield from resolve(opened, {}, version)[1]


def _filled_in(rules: Ruleset) -> Iterator[Problem]:
    layouts = rules.board.layouts.items()
    drawn = [
        f"board.layouts.{number}.{key}"
        for number, layout in layouts
        for key in layout.filled_in
        if getattr(layout, key)
    ]
    for where in [*(["chosen"] if rules.chosen else []), *(["file"] if rules.file else []), *drawn]:
        yield Problem(where, "an unknown key", "nothing; Spellfront fills this in")


def _wrong_choices(opened: VariantFile) -> Iterator[Problem]:
    """Yield problems that a choice of house rule causes, in a variant that is otherwise valid."""
    rules, _ = read(Ruleset, opened.data)
    for key, option in rules.options.items() if rules is not None else ():
        for choice in list(option.choices)[1:]:
            for problem in resolve(opened, {key: choice})[1]:
                yield replace(problem, hint=f"with the house rule {key} = {choice}")
        data = merge(opened.data, {})
        if option.other and (set_key(data, option.other, "") or read(Ruleset, data)[1]):
            yield Problem(
                f"options.{key}.other",
                f"'{option.other}'",
                "a text key of this variant, or nothing",
            )


def _read_drawings(
    data: dict[str, Any], rules: Ruleset, folders: Sequence[Path]
) -> Iterator[Problem]:
    for number, layout in rules.board.layouts.items():
        try:
            data["board"]["layouts"][number].update(layout.read_files(folders))
        except UnreadableDrawingError as error:
            yield Problem(f"board.layouts.{number}.map", f"no drawing '{error.name}'", str(error))


# --- house rules ---


def without_choice(rules: Ruleset) -> Iterator[Problem]:
    """Yield problems for house rules without choices."""
    for key, option in rules.options.items():
        if not option.choices:
            yield Problem(f"options.{key}.choices", "no choices", "at least one")


def _overridden(data: dict[str, Any], rules: Ruleset) -> Iterator[Problem]:
    """Yield problems for values that have no effect because a default house rule overrides them."""
    for key, option in rules.options.items():
        default = next(iter(option.choices), "")
        for dotted, value in option.choices.get(default, {}).items():
            for where, found in values_at(data, dotted):
                if found != value:
                    allowed = (
                        f"{shown(value)}, the first choice of house rule '{key}', or "
                        "remove that house rule"
                    )
                    yield Problem(where, shown(found), allowed)


def bad_choice(rules: Ruleset, key: str, choice: str) -> list[Problem]:
    """Return the problems with the choice for a house rule."""
    option = rules.options.get(key)
    if option is None:
        return [
            Problem(
                f"options.{key}",
                f"house rule '{key}'",
                ", ".join(rules.options) or "none; this variant has no house rules",
            )
        ]
    known = choice in option.choices or option.other
    return [] if known else [Problem(f"options.{key}", f"'{choice}'", ", ".join(option.choices))]


def _choose(data: dict[str, Any], key: str, option: Option, choice: str) -> Iterator[Problem]:
    """Set the keys that a choice sets; any answer outside the choices is itself the value."""
    where = (
        f"options.{key}.choices.{choice}" if choice in option.choices else f"options.{key}.other"
    )
    for dotted, value in option.choices.get(choice, {option.other: choice}).items():
        for problem in set_key(data, dotted, value):
            yield replace(problem, where=f"{where}.{problem.where}")


NUMBERS = ("2", "3", "4")  # numbers of players, as keys of tables
NAME = re.compile(r"[\w.-]+")  # text that a record can write as one word


def misfits(rules: Ruleset) -> list[Problem]:
    """Return the problems with a variant whose keys are each valid."""
    found = [
        *_names(rules),
        *_numbers(rules),
        *_cards(rules),
        *_steps(rules),
        *_token(rules),
        *_clauses(rules),
    ]
    for number in map(str, rules.players):
        layout = rules.board.layouts.get(number)
        found += _map(rules, layout, number) if layout is not None else []
    return [*found, *_needs(rules)]


def for_whom_there_is_room(rules: Ruleset) -> Ruleset:
    """Return a variant limited to the numbers of players for which its map has room.

    If the map has room for none, the variant is unchanged.
    """
    roomy = tuple(number for number in rules.players if _has_room(rules, str(number)))
    return replace(rules, players=roomy or rules.players)


def _has_room(rules: Ruleset, number: str) -> bool:
    layout = rules.board.layouts.get(number)
    return (
        layout is None
        or bool(layout.faults())
        or not list(_room_for_tokens(rules, layout.build(), number))
    )


def _names(rules: Ruleset) -> Iterator[Problem]:
    for where, name in (
        ("id", rules.id),
        ("version", rules.version),
        *((f"options.{key}", key) for key in rules.options),
    ):
        if not NAME.fullmatch(name):
            yield Problem(where, repr(name), "letters, digits, '_', '-' and '.'")


def _numbers(rules: Ruleset) -> Iterator[Problem]:
    if not rules.players:
        yield Problem("players", "no number of players", "at least one of 2, 3 and 4")
    yield from _twice("players", map(str, rules.players))
    areas = {
        f"victory.{i}.areas": victory.areas
        for i, victory in enumerate(rules.victory, 1)
        if isinstance(victory, HoldAreas)
    }
    tables: dict[str, Mapping[str, object]] = {
        "board.layouts": rules.board.layouts,
        "board.lands_per_type": rules.board.lands_per_type,
    }
    for where, table in (tables | areas).items():
        for key in table:
            if key not in NUMBERS:
                yield Problem(f"{where}.{key}", "an unknown key", "a number of players: 2, 3 or 4")
        for number in map(str, rules.players):
            layout = rules.board.layouts.get(number)
            if number not in table and (
                table is not rules.board.lands_per_type
                or (layout is not None and _is_dealt(layout))
            ):
                yield Problem(f"{where}.{number}", "nothing", f"an entry for {number} players")


def _is_dealt(layout: Layout) -> bool:
    return layout.has_land and not layout.from_decks


def _twice(where: str, names: Iterable[str]) -> Iterator[Problem]:
    for name, times in Counter(names).items():
        if times > 1:
            yield Problem(
                where, f"{name} {'twice' if times == 2 else f'{times} times'}", "each once"
            )


def _cards(rules: Ruleset) -> Iterator[Problem]:
    deck, most = rules.deck, rules.deck.most_lands
    if deck.least_lands and not deck.lands:
        yield Problem("deck.least_lands", str(deck.least_lands), "0, because lands = false")
    if most is not None and deck.least_lands > most:
        yield Problem(
            "deck.least_lands", str(deck.least_lands), f"at most {most}, the value of most_lands"
        )
    laid = any(layout.from_decks for layout in rules.board.layouts.values()) and deck.lands
    cards = max(0, deck.size - (most or 0)) if laid else deck.size
    if rules.setup.hand > cards:
        yield Problem(
            "setup.hand",
            str(rules.setup.hand),
            f"at most {cards}, the number of cards in the smallest library",
        )


def _steps(rules: Ruleset) -> Iterator[Problem]:
    if not rules.turn:
        yield Problem("turn", "no steps", "at least one [[turn]] step")
    main = [step.name for step in rules.turn if step.is_main]
    for number, action in enumerate(rules.action, 1):
        for name in action.steps if isinstance(action, MovePiece) else ():
            if name not in main:
                allowed = " or ".join(map(repr, main)) or "nothing, because there is no main phase"
                yield Problem(f"action.{number}.steps", repr(name), allowed)
    yield from _twice("action", (repr(tag_of(action)) for action in rules.action))
    counting = [
        (number, tag_of(victory))
        for number, victory in enumerate(rules.victory, 1)
        if victory.is_draw
    ]
    for number, tag in counting[1:]:
        yield Problem(f"victory.{number}.kind", f"'{tag}'", "either 'quiet' or 'stalemate', once")


def _token(rules: Ruleset) -> Iterator[Problem]:
    if rules.token is not None and rules.setup.life != rules.token.toughness:
        found = "nothing" if rules.setup.life is None else str(rules.setup.life)
        yield Problem(
            "setup.life", found, f"{rules.token.toughness}, the toughness of players' tokens"
        )
    if isinstance(rules.arrival, InStronghold) and "Creature" not in rules.arrival.types:
        yield Problem(
            "arrival.types", "no 'Creature'", "'Creature', with or without 'Planeswalker'"
        )


def _clauses(rules: Ruleset) -> Iterator[Problem]:
    for reason in rules.clauses:
        if reason not in NAMES:
            family = reason.partition(".")[0]
            of_it = list(dict.fromkeys((*FAMILIES.get(family, ()), *HAPPENINGS.get(family, ()))))
            families = dict.fromkeys((*FAMILIES, *HAPPENINGS))
            allowed = (
                f"{family}, or one of its reasons: {', '.join(of_it)}"
                if of_it
                else ", ".join(families)
            )
            yield Problem(
                f"clauses.{reason}", "an unknown reason", allowed, did_you_mean(reason, NAMES)
            )


def _map(rules: Ruleset, layout: Layout, number: str) -> Iterator[Problem]:
    where = f"board.layouts.{number}"
    if faults := layout.faults():
        yield from _problems(where, faults)
        return
    board = layout.build()
    areas = sum(space.stronghold == NOBODY for space in board.spaces)
    if rules.stronghold is not None and len(board.spaces) - areas != int(number):
        yield Problem(
            where, many(len(board.spaces) - areas, "Stronghold"), f"{number}, one for each player"
        )
    yield from _room_for_tokens(rules, board, number)
    dealt = 5 * rules.board.lands_per_type.get(number, areas)
    if _is_dealt(layout) and dealt < areas:
        yield Problem(
            f"board.lands_per_type.{number}",
            f"{many(dealt, 'land')} for {many(areas, 'area')}",
            f"at least {-(-areas // 5)}",
        )
    for i, victory in enumerate(rules.victory, 1):
        if isinstance(victory, HoldAreas) and victory.areas.get(number, 0) > areas:
            yield Problem(
                f"victory.{i}.areas.{number}",
                str(victory.areas[number]),
                f"at most {areas}, the number of areas on the map",
            )
    yield from _problems(where, layout.misfits(rules.deck, int(number)))


def _problems(where: str, faults: Iterable[Fault]) -> Iterator[Problem]:
    for key, found, allowed in faults:
        yield Problem(f"{where}.{key}" if key else where, found, allowed)


def _room_for_tokens(rules: Ruleset, board: Board, number: str) -> Iterator[Problem]:
    where = f"board.layouts.{number}"
    if rules.token is None:
        return
    if not isinstance(board, SquareBoard):
        yield Problem(
            where,
            "a map without squares",
            f"a map of squares, with {number} for tokens to start on",
        )
        return
    if rules.token.start == "border":
        room, what = len(board.border), "free border square"
    elif len(board.starts) < int(number):
        room, what = len(board.starts), "starting square"
    else:
        room, what = sum(not space.obstacle for space in board.spaces), "free square"
    if room < int(number):
        yield Problem(where, many(room, what), f"at least {number} for players' tokens")


def _needs(rules: Ruleset) -> Iterator[Problem]:
    for where, rule in all_rules(rules):
        for need in rule.needs:
            if not need.is_met(rules):
                tag = tag_of(rule)
                key, name, what = (
                    (f"{where}.kind", f"'{tag}'", "kind") if tag else (where, f"[{where}]", "table")
                )
                yield Problem(
                    key,
                    f"{name} without {need.words}",
                    f"this {what} only together with {need.words}",
                )
