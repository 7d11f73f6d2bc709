"""All the rules of the grammar, loaded when a text is first read or written."""

from __future__ import annotations

from importlib import import_module

MODULES = (
    "lists",
    "objects",
    "mentions",
    "amounts",
    "costs",
    "memories",
    "conditions",
    "changes",
    "events",
    "effects_on_permanents",
    "effects_on_cards",
    "mana",
    "keyword_actions",
    "choices",
    "sequences",
    "branches",
    "statics",
    "tokens_made",
    "emblems",
    "card_lines",
)


def load_rules() -> None:
    """Load the modules with the rules; does nothing the second time."""
    for name in MODULES:
        import_module(f"engine.cards.oracle.phrases.{name}")
    for name in ("bodies", "triggered", "activated", "abilities"):
        import_module(f"engine.cards.oracle.{name}")
