"""Records of the compiled engine that TOML is decoded into.

It is put beside its modules, as Python.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import StructMeta

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr  # pyright: ignore
else:

    def mypyc_attr(**_):
        """What mypyc alone reads."""
        return lambda kind: kind


class Meta(StructMeta):
    """Finds the options of a record in its body, since mypyc forgets those in its head, and takes
    for fields only what has its type as text, since mypyc gives all that a class assigns an
    annotation."""

    def __new__(
        mcls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **options: Any
    ) -> Any:
        options |= namespace.pop("_options", {})
        fields = {
            key: kind
            for key, kind in namespace.get("__annotations__", {}).items()
            if isinstance(kind, str)
        }
        return super().__new__(
            mcls, name, bases, {**namespace, "__annotations__": fields}, **options
        )


# by this name, since mypyc takes a `cached_property` for a property, which finds out anew each time
kept: Any = cached_property
