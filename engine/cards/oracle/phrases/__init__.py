"""The rules of the grammar, a module for each kind of phrase.

They are loaded in one order, whichever is asked for first: of two rules that can write the same
data, the first one does.
"""

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
for _name in MODULES:
    import_module(f"{__name__}.{_name}")
