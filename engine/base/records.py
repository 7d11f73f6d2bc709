"""Records, the frozen ones that a position is made of: what is done with them wherever they are
from.

They are `msgspec.Struct`s. Where the engine is compiled they are classes of C's own
(`building/native_records.py` stands here then), so everybody copies them with this `replace`.
"""

from msgspec.structs import replace as replace


def field_names(kind: type[object]) -> tuple[str, ...]:
    """The fields of a kind of record; none of what is no record."""
    names: tuple[str, ...] = getattr(kind, "__struct_fields__", ())
    return names
