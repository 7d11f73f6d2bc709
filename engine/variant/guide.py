"""Tables of the guide to variant files: every key with its type, default and meaning.

They are made from the records that check the files.

    python3 -m engine.variant.guide

writes them into variants/README.md, between the markers for the tables.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Union, cast, get_args, get_origin

from msgspec import NODEFAULT, Struct, structs

from engine.base import compiled
from engine.base.reasons import FAMILIES, HAPPENINGS
from engine.base.schema import described
from engine.variant.ruleset import Ruleset

GUIDE = Path(str(files("variants"))) / "README.md"
BEGIN, END = "<!-- beginning of the tables -->", "<!-- end of the tables -->"
FIELD_MEANING = r"`(\w+)`: ([^.`]*)\."  # a field's meaning in a docstring
# keys that the program fills in
NOT_WRITTEN = frozenset({"chosen", "drawing", "file"})


def _types(record: type[Any]) -> dict[str, Any]:
    """Return the types of a record's fields.

    Annotations of base classes that are no records are left out: they may use unknown names.
    """
    found: dict[str, Any] = {}
    for kind in record.__mro__:
        found = (
            inspect.get_annotations(kind, eval_str=True) if issubclass(kind, Struct) else {}
        ) | found
    return found


def tables() -> str:
    """Return all tables, as Markdown."""
    blocks = [*table("The top of the file", Ruleset)]
    for field in _written(Ruleset):
        blocks += _section(field.name, _types(Ruleset)[field.name])
    return "\n\n".join([*blocks, *_reasons()]) + "\n"


def _written(record: type[Struct]) -> list[structs.FieldInfo]:
    return [field for field in structs.fields(record) if field.name not in NOT_WRITTEN]


def _reasons() -> Iterator[str]:
    yield "### Reasons"
    yield (
        "The names that `[clauses]` can use: a whole family of reasons, or one of its reasons. "
        "These are the reasons for refusing an action:"
    )
    yield _families(FAMILIES)
    yield "These are the reasons for events; the log shows each with its clause:"
    yield _families(HAPPENINGS)


def _families(families: dict[str, tuple[str, ...]]) -> str:
    rows = (
        f"| `{family}` | {', '.join(f'`{family}.{name}`' for name in names)} |"
        for family, names in families.items()
    )
    return "\n".join(["| family | reasons |", "|---|---|", *rows])


def _section(key: str, kind: Any) -> Iterator[str]:
    """Yield the tables of a key whose value is a table or a list of tables."""
    name, members = _structs(kind, key)
    for member in members:
        tag = member.__struct_config__.tag if member.__struct_config__.tag_field else None
        yield from table(f'`{name}` with `kind = "{tag}"`' if tag else f"`{name}`", member)
        for field in _written(member) if not tag else ():
            above = key if name.startswith(f"[{key}]") else name[1:-1]
            yield from _section(f"{above}.{field.name}", _types(member)[field.name])


def _structs(kind: Any, key: str) -> tuple[str, list[type[Struct]]]:
    origin = get_origin(kind)
    if origin is Annotated:
        return _structs(get_args(kind)[0], key)
    if origin is tuple:
        return f"[[{key}]]", _structs(get_args(kind)[0], key)[1]
    if origin is dict:
        return f"[{key}.NAME]", _structs(get_args(kind)[1], key)[1]
    members = get_args(kind) if origin in (Union, UnionType) else (kind,)
    return f"[{key}]", [
        member for member in members if inspect.isclass(member) and issubclass(member, Struct)
    ]


def table(title: str, record: type[Struct]) -> Iterator[str]:
    """Yield the table of a record's keys, as Markdown.

    Raises ValueError if a key has no description.
    """
    yield f"### {title}"
    if (doc := summary(record)) and record is not Ruleset:
        yield doc
    said, hints, rows = meanings(record), _types(record), list[str]()
    for field in _written(record):
        kind = described(hints[field.name]).replace("|", "\\|")
        if field.name not in said:
            raise ValueError(
                f"{record.__name__}.{field.name} has no description: explain it in a comment"
            )
        rows.append(f"| `{field.encode_name}` | {kind} | {_default(field)} | {said[field.name]} |")
    yield (
        "\n".join(["| key | type | default | meaning |", "|---|---|---|---|", *rows])
        if rows
        else "No other keys."
    )


def _default(field: Any) -> str:
    if field.required:
        return "required"
    value = field.default if field.default is not NODEFAULT else field.default_factory()
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return f"`{str(value).lower()}`"
    if isinstance(value, Struct):
        return "as below"
    if isinstance(value, tuple):
        return f"`[{', '.join(map(_literal, cast('tuple[object, ...]', value)))}]`"
    return "none" if value == {} else f"`{_literal(value)}`"


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)


def summary(record: type[Struct]) -> str:
    """Return a record's docstring in one line, without the meanings of fields."""
    text = " ".join(inspect.cleandoc(record.__doc__ or "").split())
    return re.sub(rf" *{FIELD_MEANING}", "", text)


def meanings(record: type[Struct]) -> dict[str, str]:
    """Return the meaning of each field.

    A meaning is a comment behind or above the field, or "`field`: ..." in the docstring.
    """
    found: dict[str, str] = {}
    for each in reversed(record.__mro__):
        if (
            each is Struct
            or not issubclass(each, Struct)
            or not getattr(each, "__struct_fields__", ())
        ):
            continue
        doc = " ".join(inspect.cleandoc(each.__doc__ or "").split())
        found |= {name: words.strip() for name, words in re.findall(FIELD_MEANING, doc)}
        above = ""
        for line in inspect.getsource(each).splitlines():
            if comment := re.match(r"    # (.*)$", line):
                above = f"{above} {comment[1]}".strip()
                continue
            field = re.match(r"    (\w+): (?:.*?  # (?!type|noqa|pyright)(.*))?", line)
            if field and (meaning := field[2] or above):
                found[field[1]] = meaning
            above = ""
    return found


def with_tables(guide: str) -> str:
    """Return the guide with up-to-date tables."""
    head, _, rest = guide.partition(BEGIN)
    return f"{head}{BEGIN}\n\n{tables()}\n{END}{rest.partition(END)[2]}"


def main() -> None:
    """Rewrite the tables of the guide."""
    if compiled.FORM == compiled.COMPILED:
        raise SystemExit("The guide is made from the comments in the source: set SPELLFRONT_PURE=1")
    GUIDE.write_text(with_tables(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
