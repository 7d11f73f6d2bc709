"""Reading a variant: its TOML file as a Ruleset, its house rules chosen, with every problem of the file reported at once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import fitting
from engine.extending import VariantFile, merge, open_variant, set_key, values_at
from engine.fronts.layouts import UnreadableDrawingError
from engine.fronts.squares import find_drawing
from engine.records import replace
from engine.ruleset import Option, Ruleset
from engine.schema import Problem, read, shown


class RulesetError(ValueError):
    """A variant that can't be loaded, with everything that is wrong with it."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


def load(variant: str | Path, options: Mapping[str, str] | None = None) -> Ruleset:
    """The rules of a shipped variant (by id) or of a file, with house rules chosen. Raises RulesetError."""
    opened = open_variant(variant)
    rules, problems = (None, []) if opened.problems else resolve(opened, options or {})
    if rules is None:
        raise RulesetError(opened.problems or [replace(problem, file=opened.file) for problem in problems])
    return replace(rules, file=str(Path(variant).resolve())) if opened.folders else rules


def check(variant: str | Path) -> list[Problem]:
    """Everything that is wrong with a variant's file, whichever of its house rules are chosen."""
    opened = open_variant(variant)
    if opened.problems:
        return opened.problems
    problems = resolve(opened, {})[1] or list(_wrong_choices(opened))
    return [replace(problem, file=opened.file) for problem in problems]


def resolve(opened: VariantFile, options: Mapping[str, str]) -> tuple[Ruleset | None, list[Problem]]:
    """A variant's data as rules, house rules applied."""
    data = merge(opened.data, {})
    rules, problems = read(Ruleset, data)
    if rules is None:
        return None, problems
    problems = [*_filled_in(rules), *without_choice(rules), *_overridden(data, rules)]
    problems += [p for key, choice in options.items() for p in bad_choice(rules, key, choice)]
    if problems:
        return None, problems
    chosen = {key: options.get(key, next(iter(option.choices))) for key, option in rules.options.items()}
    for key, choice in chosen.items():
        problems += _choose(data, key, rules.options[key], choice)
    house = rules.options
    rules, more = read(Ruleset, data)
    if rules is None or problems:
        return None, problems + more
    problems = list(_read_drawings(data, rules, opened.folders))
    if chosen:
        drawings = {key for key, choice in chosen.items() if house[key].names_map and choice not in house[key].choices}
        found = {key: find_drawing(chosen[key], opened.folders) for key in drawings}  # from whatever folder the game is resumed in
        data["chosen"] = chosen | found
    rules, more = read(Ruleset, data)
    problems += more
    if rules is not None and not problems:
        rules = fitting.for_whom_there_is_room(rules) if options else rules
        problems = fitting.problems(rules)
    return (None if problems else rules), problems


def _filled_in(rules: Ruleset) -> Iterator[Problem]:
    layouts = rules.board.layouts.items()
    drawn = [f"board.layouts.{number}.{key}" for number, layout in layouts for key in layout.filled_in if getattr(layout, key)]
    for where in [*(["chosen"] if rules.chosen else []), *(["file"] if rules.file else []), *drawn]:
        yield Problem(where, "an unknown key", "nothing: the program fills it in")


def _wrong_choices(opened: VariantFile) -> Iterator[Problem]:
    """What is wrong with a variant, good in itself, when a house rule is chosen."""
    rules, _ = read(Ruleset, opened.data)
    for key, option in rules.options.items() if rules is not None else ():
        for choice in list(option.choices)[1:]:
            for problem in resolve(opened, {key: choice})[1]:
                yield replace(problem, hint=f"with the house rule {key} = {choice}")
        data = merge(opened.data, {})
        if option.other and (set_key(data, option.other, "") or read(Ruleset, data)[1]):
            yield Problem(f"options.{key}.other", f"'{option.other}'", "a key of this variant that is text, or nothing")


def _read_drawings(data: dict[str, Any], rules: Ruleset, folders: Sequence[Path]) -> Iterator[Problem]:
    for number, layout in rules.board.layouts.items():
        try:
            data["board"]["layouts"][number].update(layout.read_files(folders))
        except UnreadableDrawingError as error:
            yield Problem(f"board.layouts.{number}.map", f"no drawing '{error.name}'", str(error))


# --- house rules ---


def without_choice(rules: Ruleset) -> Iterator[Problem]:
    """House rules among which there is nothing to choose."""
    for key, option in rules.options.items():
        if not option.choices:
            yield Problem(f"options.{key}.choices", "no choice", "at least one")


def _overridden(data: dict[str, Any], rules: Ruleset) -> Iterator[Problem]:
    """What a file says to no effect, since the default of a house rule says otherwise."""
    for key, option in rules.options.items():
        default = next(iter(option.choices), "")
        for dotted, value in option.choices.get(default, {}).items():
            for where, found in values_at(data, dotted):
                if found != value:
                    allowed = f"{shown(value)}, the first choice of the house rule '{key}', or anything without that house rule"
                    yield Problem(where, shown(found), allowed)


def bad_choice(rules: Ruleset, key: str, choice: str) -> list[Problem]:
    """What is wrong with an answer to a house rule."""
    option = rules.options.get(key)
    if option is None:
        return [Problem(f"options.{key}", f"house rule '{key}'", ", ".join(rules.options) or "no house rules here")]
    known = choice in option.choices or option.other
    return [] if known else [Problem(f"options.{key}", f"'{choice}'", ", ".join(option.choices))]


def _choose(data: dict[str, Any], key: str, option: Option, choice: str) -> Iterator[Problem]:
    """Set whatever a choice sets; an answer that is none of the choices is itself the value."""
    where = f"options.{key}.choices.{choice}" if choice in option.choices else f"options.{key}.other"
    for dotted, value in option.choices.get(choice, {option.other: choice}).items():
        for problem in set_key(data, dotted, value):
            yield replace(problem, where=f"{where}.{problem.where}")
