"""Base of the compiled engine's records that TOML is decoded into.

The build copies this file beside the modules of `engine.base`; it stays Python.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import StructMeta

if TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as mypyc_attr  # pyright: ignore
else:

    def mypyc_attr(**_):
        """Return a decorator that does nothing: only mypyc reads the arguments."""
        return lambda kind: kind


class Meta(StructMeta):
    """Metaclass that restores a record's options and fields, which mypyc loses.

    mypyc forgets the options in the class head, so they are read from `_options` in its body. It
    also gives everything that a class assigns an annotation; fields are only those annotated as
    text.
    """

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


# an alias, since mypyc takes a `cached_property` for a property that is computed at every call
kept: Any = cached_property
