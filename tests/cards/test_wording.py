"""Tests of bringing card texts of any year up to date (CR 108.1: Oracle text counts)."""

from __future__ import annotations

import gzip
import json
import re
import time
from pathlib import Path

import pytest

from engine.cards import model
from engine.cards.oracle.printed import PrintedCard
from engine.cards.oracle.wording import (
    LONGEST_TEXT,
    SUBTYPES,
    plural_verb,
    present_subtypes,
    present_wording,
)

PLACES = [folder / "shared/cards/oracle_dev.jsonl.gz" for folder in Path(__file__).parents]
DEV = next(filter(Path.exists, PLACES), None)
"""The reference cards, which lie beside the project and never in it."""


def read(text: str, name: str = "Gray Ox", type_line: str = "Creature — Ox") -> str:
    return "\n".join(present_wording(PrintedCard(name=name, type_line=type_line, text=text)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        # Reminder text, ability words and typography.
        ("Flying (It can only be blocked by birds.)", "Flying"),
        ("Trample\n\nHaste (It can attack.)", "Trample\nHaste"),
        ("({T}: Add {G}.)", ""),
        ("Landfall — Whenever a land dies, draw a card.", "Whenever a land dies, draw a card."),
        ("• Raid — Scry 1.", "• Scry 1."),
        ("Forecast — {W}, Reveal Gray Ox from your hand: Scry 1.",
         "{W}, Reveal this card from your hand: Scry 1. Activate only during your upkeep and only "
         "once each turn."),
        ("−2: Draw a card.", "-2: Draw a card."),
        ("It has “{T}: It’s Æther.”", 'It has "{T}: It\'s Aether."'),
        ("Choose one - Draw a card; or scry 2.", "Choose one —\n• Draw a card.\n• Scry 2."),
        # Zones.
        ("When Gray Ox enters the battlefield or dies, scry 1.",
         "When this creature enters or dies, scry 1."),
        ("Gray Ox comes into play tapped.", "This creature enters tapped."),
        ("Creatures can't enter the battlefield.", "Creatures can't enter the battlefield."),
        ("Whenever a creature with power 3 or less enters the battlefield under your control, "
         "scry 1.", "Whenever a creature you control with power 3 or less enters, scry 1."),
        ("Whenever an Ox enters the battlefield under an opponent's control, draw a card.",
         "Whenever an Ox an opponent controls enters, draw a card."),
        ("If a land entered the battlefield under your control this turn, scry 1.",
         "If a land entered the battlefield under your control this turn, scry 1."),
        ("When Gray Ox is put into a graveyard from the battlefield, scry 1.",
         "When this creature dies, scry 1."),
        ("Whenever a creature you control is put into a graveyard from the battlefield, scry 1.",
         "Whenever a creature you control dies, scry 1."),
        ("Whenever a creature is put into your graveyard from the battlefield, scry 1.",
         "Whenever a creature is put into your graveyard from the battlefield, scry 1."),
        ("Whenever an artifact is put into a graveyard from the battlefield, scry 1.",
         "Whenever an artifact is put into a graveyard from the battlefield, scry 1."),
        ("Whenever an artifact or creature is put into a graveyard from the battlefield, scry 1.",
         "Whenever an artifact or creature is put into a graveyard from the battlefield, scry 1."),
        ("Remove target creature from the game.", "Exile target creature."),
        ("Destroy all lands in play.", "Destroy all lands on the battlefield."),
        # Damage.
        ("Gray Ox deals 1 damage to target creature or player.",
         "This creature deals 1 damage to any target."),
        ("It deals 3 damage divided as you choose among one, two, or three target creatures "
         "and/or players.",
         "It deals 3 damage divided as you choose among one, two, or three targets."),
        ("It deals 1 damage to target creature or player and 1 damage to another target creature "
         "or player.", "It deals 1 damage to any target and 1 damage to any other target."),
        ("It deals 1 damage to each creature and each player.",
         "It deals 1 damage to each creature and each player."),
        ("If a source would deal damage to a creature or player, double it.",
         "If a source would deal damage to a permanent or player, double it."),
        ("It deals 3 damage to target player. That player discards a card.",
         "It deals 3 damage to target player or planeswalker. "
         "That player or that planeswalker's controller discards a card."),
        ("It deals 1 damage to target opponent and each creature he or she controls.",
         "It deals 1 damage to target opponent or planeswalker and each creature that player or "
         "that planeswalker's controller controls."),
        ("It deals damage to target player equal to the number of cards in that player's hand.",
         "It deals damage to target player equal to the number of cards in that player's hand."),
        ("Prevent the next 1 damage that would be dealt to target player this turn.",
         "Prevent the next 1 damage that would be dealt to target player this turn."),
        # Players.
        ("Each player discards his or her hand unless he or she pays {1}.",
         "Each player discards their hand unless they pay {1}."),
        ("He or she reveals it and puts it into his or her hand.",
         "They reveal it and put it into their hand."),
        ("Each player who does so draws cards for each land he or she controls and discards one.",
         "Each player who does so draws cards for each land they control and discards one."),
        ("It deals 1 damage to him or her.", "It deals 1 damage to them."),
        # Mill, create, shuffle.
        ("Target player puts the top two cards of his or her library into his or her graveyard.",
         "Target player mills two cards."),
        ("You may put the top card of your library into your graveyard.", "You may mill a card."),
        ("Put the top X cards of target player's library into that player's graveyard.",
         "Target player mills X cards."),
        ("Put the top half of your library, rounded down, into your graveyard.",
         "Mill half your library, rounded down."),
        ("Put a 1/1 green Ox creature token onto the battlefield.",
         "Create a 1/1 green Ox creature token."),
        ("That player puts two 1/1 white Ox creature tokens with flying onto the battlefield.",
         "That player creates two 1/1 white Ox creature tokens with flying."),
        ("Put a 2/2 black Ox creature token onto the battlefield tapped.",
         "Create a tapped 2/2 black Ox creature token."),
        ("Search your library for a land card, reveal that card, and put it into your hand. Then "
         "shuffle your library.",
         "Search your library for a land card, reveal it, put it into your hand, then shuffle."),
        ("You may search your library for a card and put that card into your hand. If you do, "
         "shuffle your library.",
         "You may search your library for a card, put it into your hand, then shuffle."),
        ("Then that player shuffles his or her library.", "Then that player shuffles."),
        ("Shuffle your graveyard into your library.", "Shuffle your graveyard into your library."),
        ("Search your library for a card and reveal that card. Shuffle your library, then put the "
         "card on top of it.",
         "Search your library for a card, reveal it, then shuffle and put that card on top."),
        ("Its owner may search his or her library for a card and put it onto the battlefield. If "
         "that player does, he or she shuffles his or her library.",
         "Its owner may search their library for a card, put it onto the battlefield, then "
         "shuffle."),
        ('Create a colorless Treasure artifact token with "{T}, Sacrifice this artifact: Add one '
         'mana of any color." Scry 1.', "Create a Treasure token. Scry 1."),
        ("Create a legendary 2/2 red Ox creature token with haste named Elder Ox.",
         "Create Elder Ox, a legendary 2/2 red Ox creature token with haste."),
        ('Create a 1/1 red Ox creature token with "Sacrifice this token: Draw a card."',
         'Create a 1/1 red Ox creature token with "Sacrifice this creature: Draw a card."'),
        ('Create a 1/1 red Ox creature token named Elder Ox. It has "{T}: Untap Elder Ox."',
         'Create a 1/1 red Ox creature token named Elder Ox with "{T}: Untap this creature."'),
        ('Create a 1/1 red Ox creature token with flying and haste. It has "{T}: Scry 1." Scry 2.',
         'Create a 1/1 red Ox creature token with flying, haste, and "{T}: Scry 1." Scry 2.'),
        ("It deals 1 damage to target creature or player. If you control an Ox, it deals 2 damage "
         "to that creature or player instead.",
         "It deals 1 damage to any target. If you control an Ox, it deals 2 damage instead."),
        # Mana, costs and timing.
        ("{T}: Add {G} to your mana pool.", "{T}: Add {G}."),
        ("{T}: Add {2} to your mana pool.", "{T}: Add {C}{C}."),
        ("Destroy target creature with converted mana cost 3 or less.",
         "Destroy target creature with mana value 3 or less."),
        ("Activate this ability only any time you could cast a sorcery and only once each turn.",
         "Activate only as a sorcery and only once each turn."),
        ("Whenever enchanted land is tapped for mana, its controller adds {G}.",
         "Whenever enchanted land is tapped for mana, its controller adds an additional {G}."),
        ("At the beginning of the end step, scry 1.", "At the beginning of each end step, scry 1."),
        ("As long as seven or more cards are in your graveyard, Gray Ox has haste.",
         "As long as there are seven or more cards in your graveyard, this creature has haste."),
        ("If you attacked with a creature this turn, scry 1.",
         "If you attacked this turn, scry 1."),
        ("When enchanted artifact is put into a graveyard, scry 1.",
         "When enchanted artifact is put into a graveyard from the battlefield, scry 1."),
        ("Whenever an Ox deals damage to one of your opponents, scry 1.",
         "Whenever an Ox deals damage to an opponent, scry 1."),
        ("Whenever you cycle or discard another card, scry 1.",
         "Whenever you discard another card, scry 1."),
        ("Gray Ox attacks each turn if able.", "This creature attacks each combat if able."),
        ("Target opponent sacrifices a creature of their choice.",
         "Target opponent sacrifices a creature."),
        ("It's an Ox in addition to its other creature types.",
         "It's an Ox in addition to its other types."),
        ("Totem armor", "Umbra armor"),
        ("Hideaway", "Hideaway 4\nThis creature enters tapped."),
        # Subtypes.
        ("Hounds and Naga you control have haste.", "Dogs and Snake you control have haste."),
        ("Search for a card named Hound of Autumn.", "Search for a card named Hound of Autumn."),
    ],
)  # fmt: skip
def test_wording_is_brought_up_to_date(old: str, new: str) -> None:
    assert read(old) == new


@pytest.mark.parametrize(
    ("type_line", "old", "new"),
    [
        ("Creature — Ox", "Sacrifice Gray Ox: Gray Ox's owner draws a card.",
         "Sacrifice this creature: This creature's owner draws a card."),
        ("Artifact Creature — Ox", "Tap Gray Ox.", "Tap this creature."),
        ("Enchantment — Aura", "Return Gray Ox to its owner's hand.",
         "Return this Aura to its owner's hand."),
        ("Artifact — Equipment", "Attach Gray Ox to it.", "Attach this Equipment to it."),
        ("Land", "Gray Ox becomes a 2/2 creature.", "This land becomes a 2/2 creature."),
        ("Instant", "Gray Ox deals 2 damage to it. Exile Gray Ox.",
         "This spell deals 2 damage to it. Exile this spell."),
        ("Sorcery", "Return Gray Ox from your graveyard to your hand.",
         "Return this card from your graveyard to your hand."),
        # The card in other zones, though it is a permanent's.
        ("Creature", "Gray Ox can't be countered.", "This spell can't be countered."),
        ("Creature", "As an additional cost to cast Gray Ox, scry 1.",
         "As an additional cost to cast this spell, scry 1."),
        ("Creature", "Gray Ox costs {1} less to cast.", "This spell costs {1} less to cast."),
        ("Creature", "{1}, Discard Gray Ox: Scry 1.", "{1}, Discard this card: Scry 1."),
        ("Creature", "When you cycle Gray Ox, scry 1.", "When you cycle this card, scry 1."),
        ("Creature", "When Gray Ox dies, return Gray Ox to the battlefield.",
         "When this creature dies, return this card to the battlefield."),
        ("Creature", "You may cast Gray Ox from your graveyard.",
         "You may cast this card from your graveyard."),
        ("Creature", "{1}: Remove a time counter from Gray Ox. Activate this ability only if Gray "
         "Ox is suspended.",
         "{1}: Remove a time counter from this card. Activate only if this card is suspended."),
        ("Creature", "If Gray Ox would be put into a graveyard from anywhere, exile Gray Ox.",
         "If this card would be put into a graveyard from anywhere, exile this card."),
        # The name itself, and words that only look like it.
        ("Creature", "Search for a card named Gray Ox.", "Search for a card named Gray Ox."),
        ("Creature", "Gray Oxen have haste.", "Gray Oxen have haste."),
        ("Creature", "Gray Ox becomes a copy of it, except its name is Gray Ox.",
         "This creature becomes a copy of it, except its name is Gray Ox."),
        ("Creature", "Spells your opponents cast that target Gray Ox cost {1} more to cast.",
         "Spells your opponents cast that target this creature cost {1} more to cast."),
        # Inside quotation marks the name is who grants, "this creature" who has the ability.
        ("Artifact — Equipment", 'It has "{T}, Unattach Gray Ox: Tap this creature."',
         'It has "{T}, Unattach this Equipment: Tap this creature."'),
        ("Creature", 'When Gray Ox enters, target creature gains "Sacrifice Gray Ox: Scry 1."',
         'When this creature enters, target creature gains "Sacrifice its creator: Scry 1."'),
        ("Creature", 'As long as you attacked, Gray Ox gets +1/+1 and has "{T}: Untap Gray Ox."',
         'As long as you attacked, this creature gets +1/+1 and has "{T}: Untap this creature."'),
    ],
)  # fmt: skip
def test_own_name_becomes_a_noun(type_line: str, old: str, new: str) -> None:
    assert read(old, type_line=type_line) == new


@pytest.mark.parametrize(
    ("name", "type_line"),
    [
        ("Ada, Queen of Oxen", "Legendary Creature — Human"),
        ("Ada of the Hills", "Legendary Creature — Human"),
        ("Ada the Bold", "Legendary Creature — Human"),
        ("Ada Longname", "Legendary Creature — Human"),
        ("Ada, the Bold", "Legendary Creature — Human"),
    ],
)
def test_legends_may_call_themselves_by_a_short_name(name: str, type_line: str) -> None:
    text = f"{name} has haste. Tap Ada."
    assert read(text, name, type_line) == "This creature has haste. Tap this creature."


def test_legends_named_for_a_creature_type_keep_the_type() -> None:
    text = "Create a Sliver token. Sliver Ada has haste."
    said = read(text, "Sliver Ada", "Legendary Creature — Sliver")
    assert said == "Create a Sliver token. This creature has haste."


def test_a_planeswalker_type_is_not_the_name() -> None:
    said = read("+1: Ada deals 1 damage to target Ada planeswalker.", "Ada, Exile",
                "Legendary Planeswalker — Ada")  # fmt: skip
    assert said == "+1: This planeswalker deals 1 damage to target Ada planeswalker."


def test_an_instruction_is_not_the_name() -> None:
    assert read("Exile target creature.", "Exile", "Instant") == "Exile target creature."


def test_a_name_that_is_a_subtype_is_the_name_only_where_it_says_so() -> None:
    said = read("Whenever Ox attacks, tap each other attacking Ox and target Ox creature.", "Ox")
    assert said == (
        "Whenever this creature attacks, tap each other attacking Ox and target Ox creature."
    )


def test_verbs_agree_with_they() -> None:
    for verb, said in {
        "pays": "pay", "does": "do", "doesn't": "don't", "has": "have", "is": "are",
        "searches": "search", "copies": "copy", "loses": "lose", "may": "may", "chose": "chose",
    }.items():  # fmt: skip
        assert plural_verb(verb) == said


def test_merged_subtypes_are_called_by_their_present_names() -> None:
    assert present_subtypes(("Naga", "Hound", "Snake")) == ("Snake", "Dog")


def test_present_wording_stays() -> None:
    for text in (
        "Whenever a creature you control enters, this creature deals 1 damage to any target.",
        "Target player mills two cards, then you may create a 1/1 white Ox creature token.",
        "Search your library for a land card, put it onto the battlefield, then shuffle.",
    ):
        assert read(text) == text


def test_texts_of_great_length_are_refused_or_quick() -> None:
    with pytest.raises(ValueError, match="20,000"):
        read("x" * (LONGEST_TEXT + 1))
    for piece in ("(", '"', "Gray Ox ", "Search ", "put a token ", "he or she pays ", "deals ",
                  "Whenever a ", "named A ", "damage to ", "Choose one — a; or "):  # fmt: skip
        start = time.perf_counter()
        read((piece * LONGEST_TEXT)[:LONGEST_TEXT])
        assert time.perf_counter() - start < 1, piece


def test_real_cards_keep_no_old_wording() -> None:
    if DEV is None:
        pytest.skip("the reference cards aren't there")
    old = re.compile(
        r"\b(?:he or she|his or her|him or her|converted mana|target creature or player"
        r"|Activate this ability only|shuffles? (?:your|their) library"
        r"|enter(?:s|ing) the battlefield|Hound|Naga|Viashino|Cephalid)\b|[\x00-\x1f−’“”(]"
    )
    with gzip.open(DEV, "rt") as lines:
        for card in map(json.loads, lines):
            printed = PrintedCard(
                name=card["name"], type_line=card["type_line"], text=card["oracle_text"]
            )
            for line in present_wording(printed):
                found = old.search(line.replace(card["name"], "this"))
                assert found is None, (card["name"], found)


def test_shipped_cards_have_no_merged_subtypes() -> None:
    folder = Path(model.__file__).parent / "data"
    for file in folder.glob("*.toml"):
        text = file.read_text(encoding="utf-8")
        assert not [subtype for subtype in SUBTYPES if f'"{subtype}"' in text], file.name
