"""The Conquering, decks: size, lands, copies, colours and what cards may not do (C-7 to C-10)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards.decks.legality import Offence, check
from engine.cards.library import library
from engine.cards.model import Card
from engine.variant.loading import load
from tui.session.errors import SetupError
from tui.session.game_setup import GameSetup, SeatChoice

RULES = load("conquering").deck
GREEN = (
    "Grizzly Bears", "Llanowar Elves", "Elvish Archers", "Giant Spider", "Durkwood Boars",
    "Yavimaya Wurm", "Craw Wurm",
    "Scryb Sprites", "River Boa", "Elvish Warrior", "Trained Armodon", "Cat Warriors", "Marsh Boa",
    "Giant Growth", "Fog",
)  # fmt: skip
BLACK = (
    "Typhoid Rats", "Drudge Skeletons", "Bog Wraith", "Black Knight", "Nekrataal", "Ravenous Rats",
    "Terror", "Mind Rot",
    "Royal Assassin", "Scathe Zombies", "Frozen Shade", "Bog Raiders", "Undead Warchief",
    "Abyssal Specter", "Severed Legion",
)  # fmt: skip
RED = (
    "Raging Goblin", "Goblin Piker", "Hill Giant", "Lightning Bolt", "Shock", "Fire Elemental",
    "Goblin King", "Goblin Chieftain",
    "Shivan Dragon", "Frost Giant", "Chandra Nalaar", "Blaze", "Shatter", "Mogg Fanatic",
    "Wall of Stone",
)  # fmt: skip


def deck(*extra: str, base: tuple[str, ...] = GREEN) -> list[Card]:
    """Sixty legal cards of one colour, and these besides."""
    return [library().card(name) for name in (*base * 4, *extra)]


def offences(*extra: str, base: tuple[str, ...] = GREEN) -> set[tuple[str, str, str]]:
    """Card, reason and clause of everything that is wrong with a legal deck and these cards
    besides.
    """
    return {(each.card, each.reason, each.clause) for each in check(deck(*extra, base=base), RULES)}


@pytest.mark.rule("C-7", "C-8", "C-9")
@pytest.mark.parametrize("base", [GREEN, BLACK, RED])
def test_sixty_cards_of_one_color_are_a_legal_deck(base: tuple[str, ...]) -> None:
    assert check(deck(base=base), RULES) == []


@pytest.mark.rule("C-7")
def test_fifty_nine_cards_are_too_few() -> None:
    assert [(each.card, each.clause) for each in check(deck()[:-1], RULES)] == [("", "C-7")]


@pytest.mark.rule("C-7")
def test_more_than_sixty_cards_are_fine() -> None:
    assert offences("Gaea's Anthem", "Krosan Tusker") == set()


@pytest.mark.rule("C-7")
@pytest.mark.parametrize("land", ["Forest", "Strip Mine"])
def test_no_land_at_all(land: str) -> None:
    assert (land, "lands", "C-7") in offences(land)


@pytest.mark.rule("C-7")
def test_at_most_four_of_a_card() -> None:
    assert offences("Grizzly Bears") == {("Grizzly Bears", "copies", "C-7")}


@pytest.mark.rule("C-7")
def test_vintages_restricted_list_allows_one() -> None:
    assert offences("Black Lotus") == set()
    assert offences("Black Lotus", "Black Lotus") == {("Black Lotus", "vintage", "C-7")}


@pytest.mark.rule("C-7")
def test_vintages_banned_list_allows_none() -> None:
    assert ("Contract from Below", "vintage", "C-7") in offences("Contract from Below", base=BLACK)


@pytest.mark.rule("C-8")
def test_no_card_of_another_color() -> None:
    assert offences("White Knight") == {("White Knight", "color", "C-8")}


@pytest.mark.rule("C-8")
@pytest.mark.parametrize(
    "card", ["Watchwolf", "Boros Swiftblade", "Kitchen Finks", "Safehold Elite", "Fire // Ice"]
)
def test_no_multicolor_or_hybrid_card_nor_a_split_card_of_two_colors(card: str) -> None:
    assert (card, "color", "C-8") in offences(card)


@pytest.mark.rule("C-8")
@pytest.mark.parametrize(
    ("card", "base"), [("Marble Diamond", GREEN), ("Ornithopter", BLACK), ("Dead // Gone", RED)]
)
def test_colorless_cards_and_split_cards_of_the_one_color_are_allowed(
    card: str, base: tuple[str, ...]
) -> None:
    assert offences(card, base=base) == set()


@pytest.mark.rule("C-9")
@pytest.mark.parametrize(
    ("card", "reason"),
    [
        ("Troll Ascetic", "untargetability"),
        ("Invisible Stalker", "untargetability"),
        ("Lightning Greaves", "untargetability"),
        ("Wrath of God", "mass-creature-removal"),
        ("Massacre", "mass-creature-removal"),
        ("Slice and Dice", "mass-creature-removal"),
        ("Moat", "mass-attack-prevention"),
        ("Teferi's Moat", "mass-attack-prevention"),
        ("Arboria", "mass-attack-prevention"),
        ("Stone Rain", "land-destruction"),
        ("Armageddon", "land-destruction"),
        ("Wild Growth", "land-tapping"),
        ("Caustic Tar", "land-tapping"),
        ("Earthcraft", "land-tapping"),
        ("Great Whale", "land-tapping"),
        ("Palinchron", "land-tapping"),
        ("Cloud of Faeries", "land-tapping"),
        ("Rewind", "land-tapping"),
        ("Ley Druid", "land-tapping"),
        ("Sizzle", "opponent-damage-only"),
        ("Sulfuric Vortex", "opponent-damage-only"),
        ("Morinfen", "life-as-resource"),
        ("Sign in Blood", "life-as-resource"),
        ("Soul Conduit", "life-as-resource"),
        ("Channel", "life-as-resource"),
        ("Vampiric Tutor", "life-as-resource"),
        ("Lich", "life-as-resource"),
        ("Contract from Below", "ante"),
        ("Demonic Attorney", "ante"),
        ("Chaos Orb", "dexterity"),
        ("Falling Star", "dexterity"),
    ],
)
def test_what_cards_may_not_do(card: str, reason: str) -> None:
    assert (card, reason, "C-9") in offences(card)


@pytest.mark.rule("C-9")
@pytest.mark.parametrize(
    "card",
    [
        "Peacekeeper", "White Knight", "Sea's Claim", "Lightning Bolt", "Diabolic Edict",
        "Krosan Tusker", "Healing Salve",
        "Sengir Autocrat", "Garruk Wildspeaker", "Hydroblast", "Pyroblast", "Coiling Oracle",
        "Icy Manipulator", "Innocent Blood",
    ],
)  # fmt: skip
def test_what_cards_may_do(card: str) -> None:
    """A creature that stops attacks in its own reach, its own tokens removed, lands as one use
    among others, what no land is, and more.
    """
    assert not {
        reason for name, reason, clause in offences(card) if name == card and clause == "C-9"
    }


@pytest.mark.rule("C-10")
def test_every_offence_of_a_deck_is_listed_with_its_clause() -> None:
    cards = deck("Forest", "Grizzly Bears", "White Knight", "Troll Ascetic", "Stone Rain")[5:]
    cards = [card for card in cards if card.name != "Fog"]

    found: list[Offence] = check(cards, RULES)

    assert {(each.card, each.clause) for each in found} >= {
        ("", "C-7"), ("Forest", "C-7"), ("White Knight", "C-8"), ("Troll Ascetic", "C-9"),
        ("Stone Rain", "C-9"), ("Stone Rain", "C-8"),
    }  # fmt: skip
    assert all(each.words and each.clause in str(each) for each in found)


@pytest.mark.rule("C-10")
def test_a_game_is_not_started_with_such_a_deck_and_every_reason_is_given(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text("4 Grizzly Bears\n1 Forest\n1 White Knight\n", encoding="utf-8")
    setup = GameSetup(
        "conquering",
        [SeatChoice("Anna", "human", str(file)), SeatChoice("Ben", "human", str(file))],
    )

    with pytest.raises(SetupError) as refusal:
        setup.start()

    lines = [line for line in refusal.value.problems if line.startswith("Anna")]
    assert len(lines) == 3
    for word, clause in (("6 cards", "C-7"), ("Forest", "C-7"), ("White Knight", "C-8")):
        assert any(word in line and clause in line for line in lines)
    assert setup.problems() == refusal.value.problems  # what the launch screen shows before
