"""Writing of abilities in the words of the grammar."""

from __future__ import annotations

from engine.cards.model import AnyAbility, Spell
from engine.cards.oracle.bodies import write_spell
from engine.cards.oracle.grammar import Writer
from engine.cards.oracle.references import Said
from engine.cards.oracle.rules import load_rules
from engine.cards.oracle.tokens import text_of


def written_ability(ability: AnyAbility, said: Said) -> str | None:
    """Return an ability in the words of the grammar, or None if it can't say it."""
    load_rules()
    writer = Writer()
    written = (
        write_spell(writer, ability, said)
        if isinstance(ability, Spell)
        else writer.write("ability", ability, said)
    )
    return None if written is None else text_of(written.text)
