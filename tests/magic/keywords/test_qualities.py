"""Protection from, and affinity for, whatever words may name (CR 702.16, 702.41)."""

import pytest

from engine.cards.keyword_abilities import abilities_of_keyword
from engine.cards.model import Card, Change, Enters, Static
from engine.magic.damage.evasion import block_refusal
from tests.magic.positions import ANNA, BEN, Position, artifact, aura, creature

BEAR = creature("Bear", 2, 2)
MAGIC = pytest.mark.rule("M-13")
RED, GREEN = (
    creature("Goblin", 1, 1, cost="{R}", subtypes=("Goblin",)),
    creature("Elf", 1, 1, cost="{G}", subtypes=("Elf",)),
)
CHANGELING = creature("Shifter", 1, 1, "changeling", cost="{G}")
DOCTOR = creature("Doctor", 1, 1, cost="{R}", subtypes=("Time Lord", "Doctor"))
LEGEND = creature("Hero", 1, 1, cost="{G}", supertypes=("Legendary",))
GOLEM = Card(name="Golem", types=("Artifact", "Creature"), power=1, toughness=1)


def blocks(table: Position, attacker: int, blocker: int) -> bool:
    return block_refusal(table.game, blocker, attacker, ()) is None


@MAGIC
@pytest.mark.cr("702.16a", "702.16f", "702.16g", "702.73a")
@pytest.mark.parametrize(
    ("quality", "able"),
    [
        ("black", {"Goblin", "Elf", "Shifter", "Hero", "Golem"}),
        ("red", {"Elf", "Shifter", "Hero", "Golem"}),
        ("red and from artifacts", {"Elf", "Shifter", "Hero"}),
        ("elves", {"Goblin", "Hero", "Golem"}),
        ("legendary creatures", {"Goblin", "Elf", "Shifter", "Golem"}),
        ("equipment", {"Goblin", "Elf", "Shifter", "Hero", "Golem"}),
        ("red creatures", {"Elf", "Shifter", "Hero", "Golem"}),
        ("colorless creatures", {"Goblin", "Elf", "Shifter", "Hero"}),
        ("each color", {"Golem"}),
    ],
)
def test_protection_is_from_what_has_all_that_its_words_say(quality: str, able: set[str]) -> None:
    table = Position(plain=True)
    knight = table.put(creature("Knight", 2, 2, f"protection from {quality}"))
    foes = [table.put(card, BEN) for card in (RED, GREEN, CHANGELING, LEGEND, GOLEM)]
    assert {table.game.object_name(foe) for foe in foes if blocks(table, knight, foe)} == able


@MAGIC
@pytest.mark.cr("702.16a", "614.12")
def test_protection_may_be_from_a_color_chosen_as_it_enters() -> None:
    table = Position(plain=True)
    angel = table.give(
        creature(
            "Angel", 2, 2, "protection from the chosen color", abilities=(Enters(choose="color"),)
        )
    )
    table.cast(angel)
    table.choose("choose", word="red")
    goblin, elf = table.put(RED, BEN), table.put(GREEN, BEN)
    assert [blocks(table, table.now(angel), foe) for foe in (goblin, elf)] == [False, True]


@MAGIC
@pytest.mark.cr("702.16a", "614.12")
def test_an_aura_may_give_protection_from_a_color_chosen_as_it_entered() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    given = Static(what="attached", change=Change(keywords=("protection from the chosen color",)))
    table.cast(table.give(aura("Blessing", Enters(choose="color"), given)), on=bear)
    table.choose("choose", word="red")
    goblin, elf = table.put(RED, BEN), table.put(GREEN, BEN)
    assert [blocks(table, bear, foe) for foe in (goblin, elf)] == [False, True]


@MAGIC
@pytest.mark.cr("702.16a")
def test_where_nothing_was_chosen_there_is_no_protection() -> None:
    table = Position(plain=True)
    angel, goblin = (
        table.put(creature("Angel", 2, 2, "protection from the chosen color")),
        table.put(RED, BEN),
    )
    assert blocks(table, angel, goblin)


@MAGIC
@pytest.mark.cr("702.16a", "614.12")
def test_protection_may_be_from_a_chosen_type_of_two_words() -> None:
    table = Position(plain=True)
    warded = creature(
        "Angel",
        2,
        2,
        "protection from the chosen type",
        abilities=(Enters(choose="creature-type"),),
    )
    angel = table.put(warded, chosen="Time Lord")
    doctor, lord = table.put(DOCTOR, BEN), table.put(creature("Lord", 1, 1), BEN)
    assert [blocks(table, angel, foe) for foe in (doctor, lord)] == [False, True]


@MAGIC
@pytest.mark.cr("702.41a", "702.41b", "702.73a")
@pytest.mark.parametrize(
    ("words", "number"),
    [
        (("affinity for elves",), 2),
        (("affinity for goblins",), 2),
        (("affinity for artifact creatures",), 1),
        (("affinity for artifacts",), 2),
        (("affinity for legendary creatures",), 1),
        (("affinity for artifacts", "affinity for creatures"), 7),
        (("affinity for artifacts", "affinity for artifacts"), 4),
    ],
)
def test_affinity_is_for_what_has_all_that_its_words_say(
    words: tuple[str, ...], number: int
) -> None:
    table = Position(plain=True)
    for card in (RED, GREEN, CHANGELING, LEGEND, GOLEM, artifact("Relic")):
        table.put(card)
    table.put(GOLEM, BEN)
    giant = table.give(creature("Giant", 4, 4, *words, cost="{9}"))
    table.mana(ANNA, "{C}" * (9 - number))
    table.cast(giant, free=False)
    assert table.zone(giant) == "battlefield"
    assert table.player(ANNA).pool == (0,) * 6


@MAGIC
@pytest.mark.cr("702.16a")
@pytest.mark.parametrize("quality", ["time lords", "red time lords", "red creature time lords"])
def test_a_quality_may_name_a_type_of_two_words(quality: str) -> None:
    table = Position(plain=True)
    knight = table.put(creature("Knight", 2, 2, f"protection from {quality}"))
    foes = [table.put(card, BEN) for card in (DOCTOR, RED, creature("Lord", 1, 1))]
    assert [blocks(table, knight, foe) for foe in foes] == [False, True, True]


@MAGIC
@pytest.mark.cr("702.72a", "702.29e")
def test_a_keyword_may_name_a_type_of_two_words_or_with_an_apostrophe() -> None:
    (champion, _) = abilities_of_keyword("champion a Time Lord or C'tan")
    (cycling,) = abilities_of_keyword("basic time lordcycling {2}")
    assert "subtypes=('Time Lord', \"C'tan\")" in repr(champion)
    assert "subtypes=('Time Lord',)" in repr(cycling)
    assert "any_of=()" in repr(cycling)
