"""Variant files: where they are, and variants that change another in a few lines.

`extends` names the variant that is changed. Its tables are taken over key by key; lists, plain values and tables of another
`kind` take the place of what was there. `change` sets single keys, entries of lists too ("turn.4.count" is a key of the fourth
step), and `remove` takes keys away.
"""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, NamedTuple, cast

from engine.files import UnreadableFileError, is_file, read_toml
from engine.records import replace
from engine.schema import Problem, read

HOUSE = "house"
"""The folder of the variants that change another."""
OWN = ("id", "name", "summary")
"""Keys that a variant does not take over from the one that it changes."""
ENDING = ".toml"
LONGEST_CHAIN = 16
"""So many variants may change one another in a row."""

Data = dict[str, Any]


class VariantFile(NamedTuple):
    """A variant's data with everything that it takes over from others; `file` is what its problems name."""

    file: str
    data: Data
    problems: list[Problem]
    folders: tuple[Path, ...] = ()
    """Where its own file lies, then the files that it extends; none of those that come with the game."""


def shipped() -> dict[str, Traversable]:
    """The variants that come with the game, by id: those that stand by themselves, then those that change another."""
    folder = resources.files("variants")
    found: dict[str, Traversable] = {}
    for place in (folder, folder / HOUSE):
        files = sorted(place.iterdir(), key=lambda path: path.name) if place.is_dir() else []
        found |= {path.name.removesuffix(ENDING): path for path in files if path.name.endswith(ENDING)}
    return found


def open_variant(variant: str | Path, trail: tuple[str, ...] = (), beside: Path | None = None) -> VariantFile:
    """A variant by its id or its file, with what it extends. `trail` are those that led here, `beside` the folder of the last one."""
    known = shipped()
    if isinstance(variant, str) and variant in known:
        path: Traversable = known[variant]
        file, folder = f"{variant}{ENDING}", None
    else:
        path = found = Path(variant) if beside is None else beside / variant
        file, folder = str(variant if beside is None else found), found.parent
        if not is_file(path):
            hint = next(iter(get_close_matches(str(variant), list(known), n=1)), "")
            allowed = "a file or one of " + ", ".join(known)
            hint = f"did you mean '{hint}'?" if hint else ""
            return VariantFile("", {}, [Problem(where="", found=f"no variant '{variant}'", allowed=allowed, hint=hint)])
    try:
        data = read_toml(path)
    except UnreadableFileError as error:
        return VariantFile(file, {}, [Problem(where="", found=error.found, allowed=error.allowed, file=file)])
    opened = _extended(file, data, (*trail, _key(variant, file)), folder)
    return opened._replace(folders=(folder, *opened.folders) if folder is not None else opened.folders)


def _key(variant: str | Path, file: str) -> str:
    """What a variant is called in the words about a circle, and known again by."""
    return str(variant) if file == f"{variant}{ENDING}" else str(Path(file).resolve())


def _extended(file: str, data: Data, trail: tuple[str, ...], folder: Path | None) -> VariantFile:
    """A variant's data over that of the one that it extends."""
    if "extends" not in data:
        strays = [
            Problem(where=key, found="an unknown key", allowed="only beside 'extends'", file=file) for key in _Edits._fields if key in data
        ]
        return VariantFile(file, data, strays)
    base_name = data["extends"]
    if not isinstance(base_name, str) or not base_name:
        return VariantFile(file, {}, [Problem(where="extends", found=repr(base_name), allowed="a variant's name or file", file=file)])
    if _leads_back(base_name, trail, folder):
        circle = " -> ".join(Path(step).name for step in (*trail, base_name))
        allowed = "a variant that does not lead back to this one"
        return VariantFile(file, {}, [Problem(where="extends", found=f"{circle}, a circle", allowed=allowed, file=file)])
    if len(trail) > LONGEST_CHAIN:
        found = f"a chain of more than {LONGEST_CHAIN} variants"
        allowed = f"{LONGEST_CHAIN} that change one another"
        return VariantFile(file, {}, [Problem(where="extends", found=found, allowed=allowed, file=file)])
    base = open_variant(base_name, trail, folder)
    if not base.file:
        return VariantFile(file, {}, [replace(problem, where="extends", file=file) for problem in base.problems])
    if base.problems:
        return VariantFile(file, {}, base.problems)
    return _over(file, data, base)


def _leads_back(name: str, trail: tuple[str, ...], folder: Path | None) -> bool:
    return name in trail or (name not in shipped() and str(((folder or Path()) / name).resolve()) in trail)


class _Edits(NamedTuple):
    """The keys that say how the data taken over is changed besides."""

    change: dict[str, Any]
    remove: tuple[str, ...]


def _over(file: str, data: Data, base: VariantFile) -> VariantFile:
    """Data over the base's, single keys changed and removed; everything that is wrong with that."""
    problems = [
        Problem(where=key, found="nothing", allowed="text", hint="a variant has its own", file=file) for key in OWN if key not in data
    ]
    change, wrong = read(dict[str, Any], data.get("change", {}), "change")
    remove, more = read(tuple[str, ...], data.get("remove", []), "remove")
    problems += [replace(problem, file=file) for problem in (*wrong, *more)]
    if problems or change is None or remove is None:
        return VariantFile(file, {}, problems)
    own = {key: value for key, value in data.items() if key not in _Edits._fields}
    merged = merge({key: value for key, value in base.data.items() if key not in OWN}, own)
    problems = [replace(p, where=f"change.{p.where}") for dotted, value in change.items() for p in set_key(merged, dotted, value)]
    for number, dotted in sorted(enumerate(remove, 1), key=lambda entry: _place(entry[1]), reverse=True):
        if not _remove(merged, dotted):
            allowed = f"a key of {base.data.get('name', base.file)}"
            hint = next(iter(get_close_matches(dotted, list(_dotted_keys(base.data)), n=1)), "")
            hint = f"did you mean '{hint}'?" if hint else ""
            problems.append(Problem(where=f"remove.{number}", found=f"'{dotted}', which is not there", allowed=allowed, hint=hint))
    return VariantFile(file, merged, [replace(problem, file=file) for problem in problems], base.folders)


def merge(base: Data, own: Data) -> Data:
    """Tables over tables, key by key; anything else, and a table of another kind, replaces what was there."""
    merged = {key: _copy(value) for key, value in base.items()}
    for key, value in own.items():
        before = merged.get(key)
        if isinstance(before, dict) and isinstance(value, dict) and _same_kind(cast("Data", before), cast("Data", value)):
            merged[key] = merge(cast("Data", before), cast("Data", value))
        else:
            merged[key] = _copy(cast("object", value))
    return merged


def _same_kind(before: Data, value: Data) -> bool:
    return "kind" not in value or value["kind"] == before.get("kind")


def _copy(value: object) -> object:
    """Tables and lists anew, so that changing one variant's data leaves another's alone."""
    if isinstance(value, dict):
        return {key: _copy(each) for key, each in cast("Data", value).items()}
    return [_copy(each) for each in cast("list[object]", value)] if isinstance(value, list) else value


def set_key(data: Data, dotted: str, value: object) -> list[Problem]:
    """Set a dotted key ("turn.4.count" counts list entries from 1; "board.layouts.*.size" is that of every layout)."""
    place: Any = data
    *path, last = dotted.split(".")
    for number, part in enumerate(path):
        if part == "*" and isinstance(place, dict):
            rest, above = ".".join([*path[number + 1 :], last]), ".".join(path[:number])
            return [
                replace(problem, where=f"{above}.{name}.{problem.where}")
                for name, each in cast("Data", place).items()
                for problem in set_key(each, rest, value)
            ]
        if isinstance(place, list) and part.isdigit() and 0 < int(part) <= len(cast("list[Any]", place)):
            place = cast("list[Any]", place)[int(part) - 1]
        elif isinstance(place, dict):
            place = cast("Data", place).setdefault(part, {})
        else:
            return [Problem(where=dotted, found=f"'{part}', which is not there", allowed="a key of this variant")]
    if isinstance(place, list) and last.isdigit() and 0 < int(last) <= len(cast("list[Any]", place)):
        place[int(last) - 1] = value
    elif isinstance(place, dict):
        place[last] = value
    else:
        return [Problem(where=dotted, found=f"'{last}', which is not there", allowed="a key of this variant")]
    return []


def values_at(data: object, dotted: str, above: str = "") -> Iterator[tuple[str, object]]:
    """What stands under a dotted key, if anything does, with its whole name; under each of several where it has a `*`."""
    part, _, rest = dotted.partition(".")
    for name in _names(data) if part == "*" else (part,):
        found = _within(data, name)
        if rest:
            yield from values_at(found, rest, f"{above}{name}.")
        elif found is not None:
            yield f"{above}{name}", found


def _names(data: object) -> tuple[str, ...]:
    return tuple(cast("Data", data)) if isinstance(data, dict) else ()


def _remove(data: Data, dotted: str) -> bool:
    """Take a dotted key away. Whether it was there."""
    place: Any = data
    *path, last = dotted.split(".")
    for part in path:
        place = _within(place, part)
    if isinstance(place, dict) and last in place:
        del place[last]
    elif isinstance(place, list) and last.isdigit() and 0 < int(last) <= len(cast("list[Any]", place)):
        del place[int(last) - 1]
    else:
        return False
    return True


def _within(place: object, part: str) -> object:
    if isinstance(place, dict):
        return cast("Data", place).get(part)
    if isinstance(place, list) and part.isdigit() and 0 < int(part) <= len(cast("list[object]", place)):
        return cast("list[object]", place)[int(part) - 1]
    return None


def _place(dotted: str) -> tuple[tuple[str, int], ...]:
    """An order in which later entries of a list come after earlier ones."""
    return tuple((("", int(part)) if part.isdigit() else (part, 0)) for part in dotted.split("."))


def _dotted_keys(data: Data, above: str = "") -> list[str]:
    """All keys of tables within tables."""
    found: list[str] = []
    for key, value in data.items():
        found.append(above + key)
        if isinstance(value, dict):
            found += _dotted_keys(cast("Data", value), f"{above}{key}.")
    return found
