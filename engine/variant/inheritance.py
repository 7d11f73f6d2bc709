"""Variant files: where they are, and how one variant changes another in a few lines.

`extends` names the variant to change. Its tables are merged key by key; lists, plain values and
tables of another `kind` are replaced. `change` sets single keys, also in entries of lists
("turn.4.count" is a key of the fourth step), and `remove` deletes keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from functools import reduce
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple, cast

from engine.base.files import UnreadableFileError, is_file, read_toml
from engine.base.records import replace
from engine.base.schema import Problem, did_you_mean, read

HOUSE = "house"  # folder of the variants that change another
# keys that a variant doesn't inherit
OWN = ("id", "name", "summary")
EDITS = ("change", "remove")  # keys with changes to the inherited data
ENDING = ".toml"
LONGEST_CHAIN = 16  # most variants in a chain of `extends`

Data = dict[str, Any]


class VariantFile(NamedTuple):
    """A variant's data with everything inherited; `file` is the name used in its problems."""

    file: str
    data: Data
    problems: list[Problem]
    # folders of the file and of those it extends, shipped ones left out
    folders: tuple[Path, ...] = ()


def shipped() -> dict[str, Traversable]:
    """Return the shipped variants by id: independent ones, then those that change another."""
    folder = resources.files("variants")
    found: dict[str, Traversable] = {}
    for place in (folder, folder / HOUSE):
        files = sorted(place.iterdir(), key=lambda path: path.name) if place.is_dir() else []
        found |= {
            path.name.removesuffix(ENDING): path for path in files if path.name.endswith(ENDING)
        }
    return found


def open_variant(
    variant: str | Path, trail: tuple[str, ...] = (), beside: Path | None = None
) -> VariantFile:
    """Return a variant by its id or file, merged with the variants that it extends.

    `trail` lists the variants that led here, `beside` is the folder of the last one.
    """
    known = shipped()
    if isinstance(variant, str) and variant in known:
        path: Traversable = known[variant]
        file, folder = f"{variant}{ENDING}", None
    else:
        path = found = Path(variant) if beside is None else beside / variant
        file, folder = str(variant if beside is None else found), found.parent
        if not is_file(path):
            allowed = "a file or one of " + ", ".join(known)
            return _wrong("", "", f"no variant '{variant}'", allowed, did_you_mean(variant, known))
    try:
        data = read_toml(path)
    except UnreadableFileError as error:
        return _wrong(file, "", error.found, error.allowed)
    # the name in messages about a circle, and to recognize one
    called = str(variant) if folder is None else str(Path(file).resolve())
    opened = _extended(file, data, (*trail, called), folder)
    return opened._replace(
        folders=(folder, *opened.folders) if folder is not None else opened.folders
    )


def _wrong(file: str, where: str, found: str, allowed: str, hint: str = "") -> VariantFile:
    return VariantFile(file, {}, [Problem(where, found, allowed, hint, file)])


def _extended(file: str, data: Data, trail: tuple[str, ...], folder: Path | None) -> VariantFile:
    if "extends" not in data:
        strays = [
            Problem(key, "an unknown key", "only together with 'extends'", file=file)
            for key in EDITS
            if key in data
        ]
        return VariantFile(file, data, strays)
    base_name = data["extends"]
    if not isinstance(base_name, str) or not base_name:
        return _wrong(file, "extends", repr(base_name), "the name or file of a variant")
    base_file = str(((folder or Path()) / base_name).resolve())
    if base_name in trail or (base_name not in shipped() and base_file in trail):
        circle = " -> ".join(Path(step).name for step in (*trail, base_name))
        return _wrong(
            file, "extends", f"{circle}, a circle", "a variant that doesn't lead back to this one"
        )
    if len(trail) > LONGEST_CHAIN:
        found = f"a chain of more than {LONGEST_CHAIN} variants"
        return _wrong(file, "extends", found, f"a chain of at most {LONGEST_CHAIN}")
    base = open_variant(base_name, trail, folder)
    if not base.file:
        return VariantFile(
            file, {}, [replace(problem, where="extends", file=file) for problem in base.problems]
        )
    return VariantFile(file, {}, base.problems) if base.problems else _over(file, data, base)


def _over(file: str, data: Data, base: VariantFile) -> VariantFile:
    problems = [
        Problem(key, "nothing", "text", "each variant needs its own", file)
        for key in OWN
        if key not in data
    ]
    change, wrong = read(dict[str, Any], data.get("change", {}), "change")
    remove, more = read(tuple[str, ...], data.get("remove", []), "remove")
    problems += [replace(problem, file=file) for problem in (*wrong, *more)]
    if problems or change is None or remove is None:
        return VariantFile(file, {}, problems)
    own = {key: value for key, value in data.items() if key not in EDITS}
    merged = merge({key: value for key, value in base.data.items() if key not in OWN}, own)
    problems = [
        replace(p, where=f"change.{p.where}")
        for dotted, value in change.items()
        for p in set_key(merged, dotted, value)
    ]
    for number, dotted in sorted(
        enumerate(remove, 1), key=lambda entry: _place(entry[1]), reverse=True
    ):
        if not _remove(merged, dotted):
            allowed, hint = (
                f"a key of {base.data.get('name', base.file)}",
                did_you_mean(dotted, _dotted_keys(base.data)),
            )
            problems.append(
                Problem(f"remove.{number}", f"'{dotted}', which doesn't exist", allowed, hint)
            )
    return VariantFile(
        file, merged, [replace(problem, file=file) for problem in problems], base.folders
    )


def merge(base: Data, own: Data) -> Data:
    """Return a table merged with another, key by key; neither is changed.

    Other values, and tables of another kind, are replaced.
    """
    merged = deepcopy(base)
    for key, value in own.items():
        before = merged.get(key)
        tables = isinstance(before, dict) and isinstance(value, dict)
        old, new = cast("tuple[Data, Data]", (before, value))
        merged[key] = (
            merge(old, new)
            if tables and new.get("kind", old.get("kind")) == old.get("kind")
            else deepcopy(new)
        )
    return merged


# --- dotted keys: "turn.4.count" counts entries from 1, "*" stands for every key of a table ---


def set_key(data: object, dotted: str, value: object) -> list[Problem]:
    """Set a dotted key, and return the problems with it."""
    place: Any = data
    part, _, rest = dotted.partition(".")
    if rest and part == "*" and isinstance(data, dict):
        names: tuple[str, ...] = tuple(place)
    elif (spot := _spot(data, part)) is None:
        return [Problem(dotted, f"'{part}', which doesn't exist", "a key of this variant")]
    elif not rest:
        place[spot] = value
        return []
    else:
        names = (part,)
        if isinstance(data, dict):
            place.setdefault(part, {})
    return [
        replace(p, where=f"{name}.{p.where}")
        for name in names
        for p in set_key(_within(place, name), rest, value)
    ]


def values_at(data: object, dotted: str, above: str = "") -> Iterator[tuple[str, object]]:
    """Yield the values at a dotted key, each with its full key."""
    place: Any = data
    part, _, rest = dotted.partition(".")
    for name in tuple(place) if part == "*" and isinstance(data, dict) else (part,):
        found = _within(place, name)
        if rest:
            yield from values_at(found, rest, f"{above}{name}.")
        elif found is not None:
            yield f"{above}{name}", found


def _remove(data: Data, dotted: str) -> bool:
    *path, last = dotted.split(".")
    place: Any = reduce(_within, path, cast("object", data))
    if _within(place, last) is None:
        return False
    del place[_spot(place, last)]
    return True


def _within(place: object, part: str) -> object:
    spot = _spot(place, part)
    if spot is None:
        return None
    if isinstance(spot, str):
        return cast("Data", place).get(part)
    return cast("list[object]", place)[spot]


def _spot(place: object, part: str) -> str | int | None:
    """Return the table key or list index that a part of a dotted key stands for, or None."""
    if isinstance(place, dict):
        return part
    is_there = (
        isinstance(place, list)
        and part.isdigit()
        and 0 < int(part) <= len(cast("list[object]", place))
    )
    return int(part) - 1 if is_there else None


def _place(dotted: str) -> tuple[tuple[str, int], ...]:
    """Return a sort key that puts later entries of a list after earlier ones."""
    return tuple((("", int(part)) if part.isdigit() else (part, 0)) for part in dotted.split("."))


def _dotted_keys(data: Data, above: str = "") -> list[str]:
    found: list[str] = []
    for key, value in data.items():
        found.append(above + key)
        if isinstance(value, dict):
            found += _dotted_keys(cast("Data", value), f"{above}{key}.")
    return found
