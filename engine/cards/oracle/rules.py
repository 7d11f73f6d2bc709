"""All the rules of the grammar, loaded when a text is first read or written."""

from __future__ import annotations

from importlib import import_module


def load_rules() -> None:
    """Load the modules with the rules; does nothing the second time."""
    for name in ("phrases", "bodies", "triggered", "activated", "abilities", "keyword_meanings"):
        import_module(f"engine.cards.oracle.{name}")
