"""Conversion of plain data, as read from TOML, to records, with all problems reported at once.

`read` serves variants, cards and scenarios alike. A kind is a `msgspec.Struct` (with
`forbid_unknown_fields`, so that a misspelled key is a problem) or any type made of structs, unions,
lists, tables, words and numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import TypeVar, cast

import msgspec
from msgspec import Struct, inspect

from engine.base.nearest import nearest

T = TypeVar("T")
Table = Mapping[str, object]


class Problem(Struct, frozen=True):
    """A problem with a file: where, what was found, what is allowed.

    Its text is one line for the writer of the file.
    """

    where: str  # a dotted key, list entries counted from 1: "board.layouts.2.rows"
    found: str
    allowed: str
    hint: str = ""
    file: str = ""  # added by a caller that knows the file

    def __str__(self) -> str:
        place = ": ".join(part for part in (self.file, self.where) if part)
        hint = f" ({self.hint})" if self.hint else ""
        return f"{place + ': ' if place else ''}found {self.found}; allowed: {self.allowed}{hint}"


def read(kind: type[T], data: object, where: str = "") -> tuple[T | None, list[Problem]]:
    """Return `data` as a `kind` and no problems, or None and all problems.

    `where` is the key that `data` stands under.
    """
    try:
        return msgspec.convert(data, kind), []
    except msgspec.ValidationError as error:
        problems = list(_check(_type_info(kind), data, where))  # type: ignore[arg-type]
        return None, problems or [Problem(where, "a value that doesn't fit", str(error))]


_type_info = cache(inspect.type_info)


# --- Looking for problems -------------------------------------------------------------------------


def _check(kind: inspect.Type, data: object, where: str) -> Iterator[Problem]:
    options = _options(kind)
    if isinstance(data, dict):
        yield from _check_table(options, cast("Table", data), where)
    elif isinstance(data, list) and (
        lists := [o for o in options if isinstance(o, inspect.VarTupleType | inspect.TupleType)]
    ):
        yield from _check_list(lists[0], cast("list[object]", data), where)
    elif not any(_fits(option, cast("object", data)) for option in options):
        words = [
            value
            for o in options
            if isinstance(o, inspect.LiteralType)
            for value in o.values
            if isinstance(value, str)
        ]
        hint = did_you_mean(data, words) if isinstance(data, str) else ""
        yield Problem(where, shown(cast("object", data)), _describe(options), hint)


def _options(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """Return the members of a union, unwrapped; for any other type, that type alone."""
    if isinstance(kind, inspect.Metadata):
        return _options(kind.type)
    if isinstance(kind, inspect.UnionType):
        return tuple(option for member in kind.types for option in _options(member))
    return (kind,)


def _check_list(
    kind: inspect.VarTupleType | inspect.TupleType, data: list[object], where: str
) -> Iterator[Problem]:
    kinds = (
        (kind.item_type,) * len(data) if isinstance(kind, inspect.VarTupleType) else kind.item_types
    )
    if len(kinds) != len(data):
        yield Problem(where, f"a list of {len(data)}", _describe([kind]))
    for number, (each, entry) in enumerate(zip(kinds, data, strict=False), 1):
        yield from _check(each, entry, _join(where, number))


def _check_table(options: tuple[inspect.Type, ...], data: Table, where: str) -> Iterator[Problem]:
    structs = [o for o in options if isinstance(o, inspect.StructType)]
    tables = [o for o in options if isinstance(o, inspect.DictType)]
    if structs and structs[0].tag_field is not None:
        yield from _check_tagged(structs, structs[0].tag_field, data, where)
    elif structs:
        yield from _check_struct(structs[0], data, where)
    elif tables:
        for key, value in data.items():
            yield from _check(tables[0].key_type, key, _join(where, key))
            yield from _check(tables[0].value_type, value, _join(where, key))
    elif not isinstance(options[0], inspect.AnyType):
        yield Problem(where, "a table", _describe(options))


def _check_tagged(
    structs: list[inspect.StructType], field: str, data: Table, where: str
) -> Iterator[Problem]:
    """Yield the problems of a table whose tag selects the struct.

    Without a valid tag nothing else can be checked.
    """
    by_tag = {str(struct.tag): struct for struct in structs}
    tag = data.get(field)
    if isinstance(tag, str) and tag in by_tag:
        yield from _check_struct(by_tag[tag], data, where)
        return
    found = shown(tag) if field in data else "nothing"
    yield Problem(_join(where, field), found, listed(map(repr, by_tag)), did_you_mean(tag, by_tag))


def _check_struct(struct: inspect.StructType, data: Table, where: str) -> Iterator[Problem]:
    fields = {field.encode_name: field for field in struct.fields}
    unset = [name for name in fields if name not in data]
    for key, value in data.items():
        if key in fields:
            yield from _check(fields[key].type, value, _join(where, key))
        elif key != struct.tag_field and struct.forbid_unknown_fields:
            allowed = (
                f"only {listed(map(repr, fields), 'and')} in {_called(struct)}"
                if fields
                else f"nothing in {_called(struct)}"
            )
            yield Problem(_join(where, key), "an unknown key", allowed, did_you_mean(key, unset))
    for name in unset:
        if fields[name].required:
            allowed = _describe(_options(fields[name].type))
            yield Problem(_join(where, name), "nothing", allowed, "this key is required")


def _called(struct: inspect.StructType) -> str:
    return f"a table with {struct.tag_field} = {struct.tag!r}" if struct.tag_field else "this table"


def _fits(option: inspect.Type, data: object) -> bool:
    match option:
        case inspect.LiteralType():
            return type(data) in {type(value) for value in option.values} and data in option.values
        case inspect.IntType():
            return type(data) is int and _in_bounds(option, data)
        case inspect.FloatType():
            return type(data) in (int, float) and _in_bounds(option, cast("float", data))
        case inspect.StrType():
            return isinstance(data, str) and (
                option.max_length is None or len(data) <= option.max_length
            )
        case inspect.BoolType():
            return isinstance(data, bool)
        case _:
            return isinstance(option, inspect.AnyType)


def _in_bounds(kind: inspect.IntType | inspect.FloatType, number: float) -> bool:
    return (kind.ge is None or number >= kind.ge) and (kind.le is None or number <= kind.le)


# --- Words ----------------------------------------------------------------------------------------


def _describe(options: Iterable[inspect.Type]) -> str:
    """Return the allowed values in words.

    For example "a whole number from 1 to 40, 'X' or a table with count = 'objects' or 'stat'".
    """
    options = tuple(options)
    found = [text for option in options if (text := _describe_one(option))]
    structs = [o for o in options if isinstance(o, inspect.StructType)]
    if structs and structs[0].tag_field is not None:
        found.append(
            f"a table with {structs[0].tag_field} = {listed(repr(s.tag) for s in structs)}"
        )
    elif structs:
        found.append("a table")
    return listed(dict.fromkeys(found))


def _describe_one(option: inspect.Type) -> str:
    """Return one option in words; "" for structs, which `_describe` collects, and for None."""
    match option:
        case inspect.LiteralType():
            return listed(map(repr, option.values))
        case inspect.IntType(ge=int(least), le=most) if least == most:
            return f"the number {least}"
        case inspect.IntType():
            return "a whole number" + _bounds(option)
        case inspect.FloatType():
            return "a number" + _bounds(option)
        case inspect.StrType():
            return (
                "text"
                if option.max_length is None
                else f"text of at most {option.max_length} characters"
            )
        case inspect.BoolType():
            return "true or false"
        case inspect.VarTupleType():
            return "a list, each entry " + _describe(_options(option.item_type))
        case inspect.TupleType():
            return f"a list of {len(option.item_types)}"
        case inspect.DictType():
            return "a table"
        case _:
            return ""


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    if kind.ge is None:
        return "" if kind.le is None else f", at most {kind.le}"
    return f", at least {kind.ge}" if kind.le is None else f" from {kind.ge} to {kind.le}"


def did_you_mean(word: object, allowed: Iterable[str]) -> str:
    """Return a hint with the nearest allowed word, or "" if none is near."""
    close = nearest(str(word), tuple(allowed))
    return f"did you mean {close[0]!r}?" if close else ""


def shown(data: object) -> str:
    """Return a found value, decoded or not, as a TOML file would write it."""
    if isinstance(data, dict | Struct):
        return "a table"
    if isinstance(data, list | tuple):
        return "a list"
    if isinstance(data, bool):
        return "true" if data else "false"
    text = repr(data) if isinstance(data, str | int | float) else str(data)
    return text if len(text) <= 60 else text[:57] + "..."


def _join(where: str, key: object) -> str:
    return f"{where}.{key}" if where else str(key)


def described(kind: object) -> str:
    """Return the allowed values of a key's type, in the words of a problem."""
    return _describe(_options(inspect.type_info(kind)))


def listed(words: Iterable[str], last: str = "or") -> str:
    """Return words as a list: "one, two or three"; "nothing" for none."""
    *others, end = list(words) or ["nothing"]
    return f"{', '.join(others)} {last} {end}" if others else end
