"""The card library, and the cards that ship: found by any spelling, read only when asked for,
free of problems.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards import model, terms
from engine.cards.characteristics import Printed
from engine.cards.library import BrokenCard, Library, UnknownCard, check, library, shipped_files

EXTRA = """
[[card]]
name = "Æther Sprite"
types = ["Creature"]
cost = "{1}{U}"
power = 1
toughness = 1

[[card]]
name = 'Kongming, "Sleeping Dragon"'
types = ["Creature"]
"""


@pytest.fixture
def extra(tmp_path: Path) -> Path:
    path = tmp_path / "extra.toml"
    path.write_text(EXTRA, encoding="utf-8")
    return path


# --- finding --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "spelling", ["Gaea's Anthem", "gaea's anthem", "GAEA’S  ANTHEM", " Gaéa's Anthem"]
)
def test_a_card_is_found_by_any_spelling_of_its_name(spelling: str) -> None:
    assert library().card(spelling).name == "Gaea's Anthem"


@pytest.mark.parametrize("spelling", ["Dead // Gone", "Dead/Gone", "dead//gone", "Dead / Gone"])
def test_a_split_card_is_found_by_both_halves(spelling: str) -> None:
    card = library().card(spelling)
    assert [half.name for half in card.halves] == ["Dead", "Gone"]


@pytest.mark.parametrize(
    "head",
    [
        '[[card]]\nname = "{}"',
        '[[card]]\nname = "{}"\nkeywords = [["[[card]]"]]',
        '[[ card ]]\n\nname="{}"',
        "  [[card]]  # a card\n  name = '{}'",
        '# [[card]]\n[[card]]\nname = "{}"',
        '[[card]]\nname = "\\u0041"\n[[card]]\nname = "{}"',
        '[[card]]\ntypes = []\nname = "{}"',
    ],
)
def test_cards_are_found_in_any_form_of_toml(head: str, tmp_path: Path) -> None:
    file = tmp_path / "forms.toml"
    texts = [head.format(name) + '\n[[card.abilities]]\nability = "x"' for name in ("B", "C")]
    file.write_text("# my cards\n" + "\n".join(texts))
    assert {*Library([file]).names()} - {"A"} == {"B", "C"}


def test_an_unknown_card_comes_with_suggestions() -> None:
    with pytest.raises(UnknownCard) as caught:
        library().card("Grizly Bear")
    assert "Grizzly Bears" in caught.value.suggestions
    assert str(caught.value).startswith(
        "there is no card called 'Grizly Bear'; did you mean Grizzly Bears"
    )


@pytest.mark.slow
def test_search_finds_names_and_types() -> None:
    names = [card.name for card in library().search("planeswalker")]
    assert {"Chandra Nalaar", "Jace Beleren", "Liliana Vess"} <= set(names)
    assert all("Planeswalker" in library().card(name).types for name in names)
    assert {"Lightning Bolt", "Lightning Strike"} <= {
        card.name for card in library().search("lightning")
    }


def test_names_are_sorted_and_unique() -> None:
    names = library().names()
    assert list(names) == sorted(set(names))


# --- reading --------------------------------------------------------------------------------------


def test_a_card_is_read_once_and_only_when_asked_for(extra: Path) -> None:
    extra.write_text(EXTRA + '[[card]]\nname = "Broken"\ntypes = ["Creatur"]\n', encoding="utf-8")
    cards = Library([extra])
    assert "Broken" in cards.names()
    assert cards.card("aether sprite") is cards.card("Æther Sprite")
    with pytest.raises(
        BrokenCard, match=r"extra\.toml: Broken\.types\.1: found 'Creatur'.*did you mean 'Creature'"
    ):
        cards.card("Broken")


def test_names_with_quotation_marks(extra: Path) -> None:
    assert Library([extra]).card('Kongming, "Sleeping Dragon"').types == ("Creature",)


def test_a_later_file_replaces_a_card(extra: Path) -> None:
    extra.write_text(
        '[[card]]\nname = "Grizzly Bears"\ntypes = ["Creature"]\npower = 3\ntoughness = 3\n',
        encoding="utf-8",
    )
    cards = library(extra)
    assert cards.card("Grizzly Bears").power == 3
    assert cards.card("Serra Angel").power == 4


# --- checking -------------------------------------------------------------------------------------


def problems_of(path: Path, text: str) -> dict[str, str]:
    path.write_text(text, encoding="utf-8")
    return {problem.where: str(problem) for problem in check(path)}


def test_every_problem_of_a_file_is_reported_with_its_card(extra: Path) -> None:
    found = problems_of(
        extra,
        (
            '[[card]]\nname = "A"\ntypes = ["Creatur"]\npowr = 1\n[[card]]\nname = "B"\ntypes = '
            '["Artifact"]\ncost = "{Q}"\n'
        ),
    )
    assert set(found) == {"A.types.1", "A.powr", "B.cost"}
    assert found["A.powr"].startswith("extra.toml: A.powr: found an unknown key")
    assert "'{Q}'" in found["B.cost"]


def test_broken_toml_a_name_twice_and_foreign_tables_are_problems(extra: Path) -> None:
    assert "line 2" in problems_of(extra, "[[card]]\nname = \n")[""]
    assert (
        "second card"
        in problems_of(
            extra, '[[card]]\nname = "A"\ntypes = []\n[[card]]\nname = "a"\ntypes = []\n'
        )["a"]
    )
    assert "allowed: [[card]] tables only" in problems_of(extra, "[deck]\nsize = 60\n")["deck"]


def test_a_file_that_is_not_there_or_not_text_is_a_problem(tmp_path: Path) -> None:
    (missing,) = check(tmp_path / "missing.toml")
    assert missing.file == "missing.toml"
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    assert check(tmp_path / "binary.toml")[0].allowed == "a UTF-8 text file"


# --- the cards that ship --------------------------------------------------------------------------

COLOR_FILES = ("white", "blue", "black", "red", "green")
NAMED_BY_THE_ARTICLE = """
    Yavimaya Wurm; White Knight; Grizzly Bears; Durkwood Boars; Marble Diamond; Llanowar Elves;
    Undead Warchief; Royal Assassin; Nekrataal; Gaea's Anthem; Terror; Serra Angel;
    Stronghold Assassin; Ravenous Rats; Mind Rot; Wheel of Fortune; Disenchant; Sunken City;
    Counterspell; Giant Growth; Refresh; Phantasmal Terrain; Sea's Claim; Chandra Nalaar;
    Jace Beleren; Prodigal Sorcerer; Lightning Bolt; Dead // Gone; Peacekeeper; Krosan Tusker;
    Kodama's Reach; Civic Wayfinder; Veteran Explorer; Wrath of God; Massacre; Slice and Dice;
    Moat; Teferi's Moat; Arboria; No Mercy; Wild Growth; Caustic Tar; Earthcraft; Channel; Sizzle;
    Vampiric Tutor; Lich; Chaos Orb; Falling Star
"""


def cards_of(stem: str) -> list[model.Card]:
    (file,) = (file for file in shipped_files() if file.name == f"{stem}.toml")
    cards = Library([file])
    return [cards.card(name) for name in cards.names()]


@pytest.mark.slow
def test_shipped_cards_have_no_problems() -> None:
    assert [str(problem) for file in shipped_files() for problem in check(file)] == []


def test_there_are_enough_cards_for_decks_of_every_color() -> None:
    assert len(library().names()) >= 1300
    for color in COLOR_FILES:
        assert len([card for card in cards_of(color) if card.playable]) >= 55


def test_every_card_that_the_article_names_is_there() -> None:
    for name in NAMED_BY_THE_ARTICLE.replace("\n", " ").split(";"):
        assert library().card(name).name == name.strip()


@pytest.mark.parametrize("color", COLOR_FILES)
def test_a_color_file_holds_cards_of_that_color_alone(color: str) -> None:
    for part in ("", "_creatures_small", "_creatures_large", "_spells"):
        assert {Printed(card).colors for card in cards_of(color + part)} == {frozenset({color})}


def test_gold_cards_have_several_colors() -> None:
    assert all(len(Printed(card).colors) > 1 for card in cards_of("gold"))


def test_artifacts_are_colorless_and_basic_lands_are_five() -> None:
    for stem in ("artifacts", "artifact_creatures", "artifact_tools", "equipment"):
        assert {Printed(card).colors for card in cards_of(stem)} == {frozenset()}
        assert all("Artifact" in card.types for card in cards_of(stem))
    for stem in ("lands_of_two_colors", "lands_with_abilities"):
        assert all(
            "Land" in card.types and "Basic" not in card.supertypes for card in cards_of(stem)
        )
    assert {card.name: card.subtypes for card in cards_of("lands")} == {
        "Plains": ("Plains",), "Island": ("Island",), "Swamp": ("Swamp",),
        "Mountain": ("Mountain",), "Forest": ("Forest",),
    }  # fmt: skip


def test_vintage_lists() -> None:
    assert {name for name in ("Wheel of Fortune", "Channel", "Black Lotus", "Sol Ring",
    "Demonic Tutor") if restricted(name)} == {
        "Wheel of Fortune", "Channel", "Black Lotus", "Sol Ring", "Demonic Tutor",
    }  # fmt: skip
    assert library().card("Chaos Orb").vintage == "banned"
    assert not restricted("Lightning Bolt")


def restricted(name: str) -> bool:
    return library().card(name).vintage == "restricted"


def test_facts_of_some_cards() -> None:
    wurm = library().card("Yavimaya Wurm")
    assert (wurm.cost, wurm.power, wurm.toughness, wurm.keywords) == (
        "{4}{G}{G}",
        6,
        4,
        ("trample",),
    )
    assert library().card("Chandra Nalaar").loyalty == 6
    assert Printed(library().card("Dead // Gone")).value == 4
    assert Printed(library().card("Kitchen Finks")).colors == {"white", "green"}
    warchief = library().card("Undead Warchief")
    assert model.CastCost(amount=-1, of=terms.Filter(subtypes=("Zombie",))) in warchief.abilities


def test_no_two_files_have_a_card_of_the_same_name() -> None:
    names = [name.lower() for file in shipped_files() for name in Library([file]).names()]
    assert sorted(names) == sorted(set(names))
