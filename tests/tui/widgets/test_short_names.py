"""Names in little room: two different creatures in sight never look the same."""

from __future__ import annotations

from random import Random

import pytest

from engine.cards.library import library
from tests.tui.fake import creature, grid, view
from tui.table.board.drawing import Soldier, SpaceLook, shorten
from tui.table.board.widget import BoardWidget, Highlights
from tui.widgets.short_names import told_apart


def shorts(room: int, *names: str) -> list[str]:
    return [
        Soldier(0, name, "1/1", among=names).short(
            room, lambda name, left: name.replace(" ", "")[:left]
        )
        for name in names
    ]


def test_a_name_is_cut_as_ever_where_it_stands_alone() -> None:
    assert shorts(5, "Craw Wurm", "Serra Angel", "Ornithopter") == ["CrawW", "Serra", "Ornit"]
    assert shorts(12, "Craw Wurm") == ["CrawWurm"]
    assert shorten("Yavimaya Wurm", 9) == "Y. Wurm"


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Goblin Raider", "Goblin Hero"), ["Raid", "Hero"]),
        (("Llanowar Elves", "Llanowar Knight", "Llano Beast"), ["Elves", "Knigh", "Beast"]),
        (("Forester", "Forestwalker"), ["Foter", "Foker"]),
        (("Soldier", "Soldiers"), ["Soier", "Soers"]),
    ],
)
def test_names_that_would_look_the_same_are_shortened_otherwise(
    names: tuple[str, ...], expected: list[str]
) -> None:
    assert shorts(5, *names) == expected


def test_names_with_one_noun_keep_what_differs() -> None:
    names = ("Wall of Air", "Wall of Bone", "Serra Angel")
    assert [Soldier(0, name, "1/1", among=names).short(7, shorten) for name in names] == [
        "W. Air",
        "W. Bone",
        "Angel",
    ]
    assert [Soldier(0, name, "1/1", among=names).short(4, shorten) for name in names] == [
        "Air",
        "Bone",
        "Ange",
    ]
    griffins = ("Ekundu Griffin", "Teremko Griffin")
    assert [Soldier(0, name, "2/2", among=griffins).short(7, shorten) for name in griffins] == [
        "Ekundu",
        "Teremko",
    ]


@pytest.mark.parametrize("room", [1, 2, 3, 4, 5, 7, 9, 12])
def test_of_any_creatures_no_two_look_the_same(room: int) -> None:
    every = library().names()[::7]
    random = Random(room)
    for _ in range(40):
        names = tuple(sorted(random.sample(every, min(20, 6 + 4 * room))))
        found = told_apart(tuple((name, name.replace(" ", "")[:room]) for name in names), room)
        assert len({short.lower() for short in found.values()}) == len(names)
        assert all(0 < len(short) <= room for short in found.values())
    alike = tuple((f"Bear{'s' * number}", "Bear"[:room]) for number in range(9))
    assert len(set(told_apart(alike, room).values())) == 9


def test_creatures_on_the_map_are_told_apart() -> None:
    there = (
        creature(1, "Goblin Raider", 2, 2, 0, "a1"),
        creature(2, "Goblin Hero", 2, 2, 1, "c3"),
        creature(3, "Goblin Hero", 1, 1, 0, "b2"),
    )
    seen = view(grid(3, 3), there)
    board = BoardWidget()
    board.show(seen, Highlights())
    names = {
        look.soldiers[0].name: look.soldiers[0].among
        for look in board._looks.values()
        if hasattr(look, "soldiers") and look.soldiers
    }
    assert names == dict.fromkeys(
        ("Goblin Raider", "Goblin Hero"), ("Goblin Hero", "Goblin Raider")
    )


@pytest.mark.parametrize(
    ("name", "room", "short"),
    [
        ("Birds of Paradise", 8, "Birds"),
        ("Wirewood Herald", 8, "Herald"),
        ("Akroma, Angel of Wrath", 10, "Akroma"),
        ("Savannah Lions", 8, "S. Lions"),
        ("Savannah Lions", 4, "Lion"),
        ("Goblin Mountaineer", 9, "Goblin"),
        ("Ornithopter", 7, "Ornith"),
        ("Circle of Protection: Red", 22, "Circle of Protection"),
        ("Ornithopter of the East", 16, "Ornithopter"),
        ("Mirran Crusader", 7, "Mirran"),
        ("Shorestalker", 10, "Shorestalk"),
        ("Minotaur", 4, "Mino"),
        ("Guest 0a38's token", 12, "token"),
        ("Computer 1's token", 12, "token"),
    ],
)
def test_of_a_name_the_word_is_kept_that_says_what_it_is(name: str, room: int, short: str) -> None:
    assert shorten(name, room) == short


def test_a_creature_keeps_its_two_letters_whatever_comes_and_goes() -> None:
    board, at = BoardWidget(), grid(3, 3)
    brigand, bears, knight = (
        creature(number, name, 2, 2, 0, space)
        for number, name, space in (
            (1, "Goblin Brigand", "a1"),
            (2, "Grizzly Bears", "b2"),
            (3, "Blood Knight", "c3"),
        )
    )
    seen = list[dict[str, str]]()
    for there in ((bears,), (bears, brigand), (bears, brigand, knight), (bears, knight)):
        board.show(view(at, there), Highlights())
        soldiers = [
            look.soldiers[0]
            for look in board._looks.values()
            if isinstance(look, SpaceLook) and look.soldiers
        ]
        seen.append({soldier.name: soldier.two_letters() for soldier in soldiers})
    assert [shown["Grizzly Bears"] for shown in seen] == ["Br"] * 4
    assert [shown["Goblin Brigand"] for shown in seen[1:3]] == ["Bg"] * 2, (
        "two names in sight differ"
    )
    assert [shown["Blood Knight"] for shown in seen[2:]] == ["Kn"] * 2
