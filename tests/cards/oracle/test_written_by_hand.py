"""Sentences of cards that are written by hand, read from made-up cards and written the same way."""

from __future__ import annotations

import pytest

from engine.cards.describe import nouns_of
from engine.cards.library import library
from engine.cards.model import AnyAbility, Card
from engine.cards.oracle.printed import Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import meanings, oracle_words, written_ability
from engine.cards.spelling import one_spelling

AS_READ = (
    ("creature", "This spell costs {R} less to cast for each red creature you control."),
    (
        "creature",
        "Goblin spells you cast cost {R}{R} less to cast. This effect reduces only the amount of "
        "colored mana you pay.",
    ),
    ("creature", "Green spells your opponents cast cost {G} more to cast."),
    ("creature", "This creature is the chosen type in addition to its other types."),
    ("Aura", "Enchanted land is the chosen type."),
    (
        "land",
        "If this land would enter, sacrifice an untapped Swamp instead. If you do, put this land "
        "onto the battlefield. If you don't, put it into its owner's graveyard.",
    ),
    (
        "artifact",
        "If this artifact would enter, you may discard two cards instead. If you do, put this "
        "artifact onto the battlefield. If you don't, put it into its owner's graveyard.",
    ),
    ("creature", "This creature gets -X/-X, where X is the number of cards in the chosen player's "
                 "graveyard."),
    ("creature", "{T}: Tap target creature with swampwalk."),
    ("artifact", "{T}, Remove all charge counters from this artifact: You gain 3 life for each "
                 "counter removed this way."),
    ("creature", "{T}, Sacrifice an artifact and a Forest: Draw a card."),
    ("creature", "{1}, Put a -1/-1 counter on a creature you control: Draw a card."),
    (
        "Equipment",
        "At the beginning of your upkeep, put a +1/+1 counter on equipped creature if it's black.",
    ),
    ("creature", "{T}: Counter target triggered ability from an enchantment source."),
    ("creature", "{1}, {T}: Counter target spell, activated ability, or triggered ability."),
    ("creature", "Whenever this creature becomes blocked, it gets +3/+3 until end of turn for each "
                 "creature blocking it."),
    ("creature", "If a nontoken creature you control would die, instead exile it and draw a card."),
    ("creature", "{T}: All combat damage that would be dealt to you this turn by red creatures is "
                 "dealt to this creature instead."),
    ("Aura", "Enchanted Wall can attack as though it didn't have defender."),
    ("artifact", "{T}: Add one mana of any color among legendary artifacts you control."),
    ("artifact", "{T}: Add one mana of any of the exiled card's colors."),
    ("artifact", "Sacrifice this artifact: Draw a card. Activate only as an instant."),
    ("creature", "This creature has flying as long as no opponent controls a red creature."),
    (
        "creature",
        "{2}, {T}: Exile target artifact card from a graveyard. This creature becomes a copy of "
        "that card, except it has this ability.",
    ),
    ("creature", "You may have this creature enter as a copy of any Wall on the battlefield, "
                 "except it's 2/9."),
    (
        "creature",
        "You may have this creature enter as a copy of any Wall on the battlefield, except its "
        "name is Made Up and it has \"{2}: Untap this creature.\"",
    ),
    ("creature", "Whenever an opponent casts a spell, this creature deals damage equal to that "
                 "spell's mana value to any target."),
)  # fmt: skip
SPELLS = (
    "Destroy all creatures that aren't enchanted.",
    "Each player discards their hand. Each player draws that many cards minus one.",
    "Exile target creature. Its controller may search their library for a basic land card, put it "
    "onto the battlefield tapped, then shuffle.",
    "Create two 1/1 white Bird creature tokens. If this spell was kicked, create six of those "
    "tokens instead.",
    "Create a token that's a copy of target creature. If this spell was kicked, create three of "
    "those tokens instead.",
    "This spell deals 2 damage to any target. If this spell was kicked, this spell deals 4 damage "
    "instead.",
    "Until end of turn, whenever a Swamp is tapped for mana, that player adds {B}.",
    "Whenever a creature is dealt damage this turn, destroy it.",
    "Counter target spell. At the beginning of your next main phase, add an amount of {U} equal "
    "to its mana value.",
    "If target black creature's power is less than or equal to the number of cards in your "
    "graveyard, destroy it.",
    "Sacrifice any number of Islands. This spell deals that much damage to any target.",
    "Tap all Walls target opponent controls. Those creatures don't untap during that player's next "
    "untap step.",
    "Until end of turn, whenever target Wall deals damage, you gain that much life.",
    "Mill four cards. For each card milled this way, you lose 1 life unless you sacrifice a land.",
    "For each land destroyed this way, draw a card unless you pay {2}.",
    "Choose any target. Reveal cards from the top of your library until you reveal a creature "
    "card. This spell deals damage equal to that card's power to that permanent or player. Put the "
    "revealed cards on the bottom of your library in any order.",
    "Each player sacrifices a creature. Create an X/X red Ogre creature token, where X is the "
    "total toughness of the creatures sacrificed this way.",
)


def _read(text: str, noun: str) -> AnyAbility:
    line = read_line("Made Up", text, {"types": ("Sorcery" if noun == "spell" else "Creature",)})
    assert isinstance(line, Line), f"{text}: {line}"
    [ability] = line.abilities
    return ability


@pytest.mark.parametrize(("noun", "text"), [*AS_READ, *(("spell", text) for text in SPELLS)])
def test_a_sentence_is_read_and_written_in_the_same_words(noun: str, text: str) -> None:
    hosts = {"Aura": "enchanted land", "Equipment": "equipped creature"}
    host = "enchanted Wall" if "Wall" in text else hosts.get(noun, "permanent")
    assert written_ability(_read(text, noun), Said(this=noun, host=host)) == text


@pytest.mark.parametrize(
    "text",
    [
        "Green spells you cast cost {2}{G} less.",
        "Goblin spells you cast cost {R}{R} less to cast.",
        "{T}, Sacrifice an artifact and Forest: Draw a card.",
        "This creature has flying as long as no opponent controls.",
        "{T}: Counter target triggered ability from an enchantment.",
    ],
)
def test_a_sentence_that_lacks_a_word_is_refused(text: str) -> None:
    assert not isinstance(read_line("Made Up", text, {"types": ("Creature",)}), Line)


def test_that_spell_is_never_the_target_that_was_named_last() -> None:
    text = "Whenever you cast a spell, tap target creature if that spell's mana value is 4 or less."
    ability = _read(text, "creature")
    assert ability.effects[0].condition.what == "it"  # type: ignore[union-attr]


def test_a_creature_that_would_fight_itself_is_refused() -> None:
    text = "Draw a card. Target creature you control fights that creature."
    assert not isinstance(read_line("Made Up", text, {"types": ("Sorcery",)}), Line)


def test_a_target_named_by_both_branches_is_one_target() -> None:
    spell = _read(SPELLS[5], "spell")
    assert len(spell.targets) == 1  # type: ignore[union-attr]
    assert meanings(SPELLS[5], spell) == [one_spelling(spell)]


def test_the_grammar_writes_the_cards_written_by_hand() -> None:
    cards = library()
    names = [name for name in cards.names() if cards.is_written(name)][::12]
    assert [name for name in names if not _is_written(cards.card(name))] == []


def _is_written(card: Card) -> bool:
    said = nouns_of(card)
    return all(oracle_words(ability, said.this, said.host) for ability in card.abilities)
