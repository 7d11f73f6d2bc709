"""The data of cards in plain words, where no sentence of the grammar says what they mean.

Only abilities that no check has passed are shown so: those of older records, and of cards that are
being written.
"""

from __future__ import annotations

from msgspec.inspect import StructType, type_info

from engine.base.records import class_of, field_names, is_tuple


def in_data(record: object) -> str:
    """Return a record in one line, with the fields that are given: "draw (count: 2)".

    Different records have different lines.
    """
    if record is None or isinstance(record, bool):
        return {None: "none", True: "yes", False: "no"}[record]
    if isinstance(record, str):
        return record if record.isalnum() else f"'{record}'"
    if is_tuple(record):
        return f"[{', '.join(map(in_data, record))}]"
    kind = class_of(record)
    if not field_names(kind):
        return str(record)
    info = type_info(kind)
    assert isinstance(info, StructType)
    fields = [
        f"{field.name.replace('_', ' ')}: {in_data(value)}"
        for field in info.fields
        if (value := getattr(record, field.name)) != field.default or field.required
    ]
    name = str(info.tag or kind.__name__.lower()).replace("-", " ")
    return f"{name} ({', '.join(fields)})" if fields else name
