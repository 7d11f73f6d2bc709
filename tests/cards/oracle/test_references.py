"""References of abilities to the source where it is, and to objects named before."""

from __future__ import annotations

import pytest

from engine.cards.model import Activated, Delayed, Modify, PutCounters, Spell, Triggered
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability


def only(text: str, kind: str = "Creature") -> Spell | Triggered | Activated:
    """Return the one ability of a line."""
    line = read_line("Test", text, {"types": (kind,)})
    assert isinstance(line, Line), line
    [ability] = line.abilities
    assert isinstance(ability, Spell | Triggered | Activated)
    return ability


@pytest.mark.parametrize(
    "text",
    [
        "{2}{G}: Return this card from your graveyard to your hand.",
        "{1}, Discard two cards: Return this card from your graveyard to the battlefield tapped.",
        "Whenever an artifact you control enters, you may pay {R}. If you do, return this card "
        "from your graveyard to your hand.",
        "At the beginning of your upkeep, if this card is in your graveyard, you gain 1 life.",
    ],
)
def test_an_ability_works_where_it_finds_its_source(text: str) -> None:
    ability = only(text)
    zone = ability.when.zone if isinstance(ability, Triggered) else ability.zone  # type: ignore[union-attr]
    assert zone == "graveyard"
    assert written_ability(ability, Said(this="creature")) == text


def test_dying_is_noticed_on_the_battlefield() -> None:
    ability = only("When this creature dies, return this card from your graveyard to your hand.")
    assert isinstance(ability, Triggered)
    assert ability.when.zone == "battlefield"
    assert ability.effects[0].what == "it"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("{3}{W}: Exile this creature, then return it to the battlefield under its owner's "
         "control.", "it"),
        ("When enchanted creature dies, return that card to its owner's hand.", "it"),
        ("Whenever this creature deals combat damage to a creature, tap that creature and it "
         "doesn't untap during its controller's next untap step.", "it"),
        ("Whenever this creature attacks, untap it.", "self"),
        ("Remove a charge counter from this creature: Untap it.", "self"),
    ],
)  # fmt: skip
def test_it_is_what_was_named_last(text: str, last: str) -> None:
    assert only(text).effects[-1].what == last  # type: ignore[union-attr]


def test_what_died_is_remembered_until_later() -> None:
    [later] = only(
        "When this creature dies, return it to its owner's hand at the beginning of the next end "
        "step."
    ).effects
    assert isinstance(later, Delayed)
    assert later.then[0].what == "it"  # type: ignore[union-attr]


def test_those_creatures_are_the_ones_of_the_last_filter() -> None:
    put, modify = only(
        "Put a +1/+1 counter on each creature you control. Those creatures gain vigilance until "
        "end of turn.",
        "Sorcery",
    ).effects
    assert isinstance(put, PutCounters)
    assert isinstance(modify, Modify)
    assert put.on == modify.what


def test_those_tokens_are_all_that_were_created() -> None:
    _, later = only(
        "Create two 1/1 red Goblin creature tokens. Sacrifice those tokens at the beginning of "
        "the next end step.",
        "Sorcery",
    ).effects
    assert isinstance(later, Delayed)
    assert later.then[0].of == "created"  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        "Put a +1/+1 counter on each creature you control. It gains flying until end of turn.",
        "Untap this creature. Those creatures gain flying until end of turn.",
        # the cost names no object, or another one
        "{T}: Untap it.",
        "Remove a charge counter from a creature you control: Untap it.",
    ],
)
def test_pronouns_agree_in_number(text: str) -> None:
    assert isinstance(read_line("Test", text, {"types": ("Sorcery",)}), CardRefusal)
