"""Maps of hexes and of regions: what is next to what, what is wrong with one, and every way of
moving and fighting over areas on them.
"""

from __future__ import annotations

from itertools import cycle, product
from pathlib import Path
from random import Random

import pytest

from engine.analysis import invariants
from engine.fronts.common.layouts import Hexes
from engine.fronts.common.regions import MOST_COLUMNS, Regions
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.notation import read, write
from engine.variant.loading import check, load
from engine.variant.rules_text import pages
from engine.variant.ruleset import Ruleset
from tui.commands.common import all_decks
from tui.tools.random_play import choose_eagerly

HEADER = 'id = "mine"\nname = "Mine"\nsummary = "My own."\nplayers = [2]\n'
ONLY_TWO = (
    'remove = ["board.layouts.3", "board.layouts.4", "board.lands_per_type.3", '
    '"board.lands_per_type.4"{more}]\n'
)
PICTURE = ("aaaabbbb", "aaaabbbb", "ccccdddd", "ccccdddd")
NAMES = {"a": "ash", "b": "birch", "c": "cedar", "d": "dogwood"}


def near(layout: Hexes | Regions) -> dict[str, set[str]]:
    board = layout.build()
    return {
        space.name: set(names)
        for space, names in zip(board.spaces, board.neighbor_names, strict=True)
    }


def regions(*picture: str, **keys: object) -> Regions:
    return Regions(picture="\n".join(picture or PICTURE), **({"names": NAMES} | keys))  # type: ignore[arg-type]


# --- hexes ---


def test_a_hex_touches_up_to_six_others() -> None:
    found = near(Hexes(rows=(2, 3, 2)))
    assert found["b2"] == {"a2", "c2", "a1", "b1", "a3", "b3"}
    assert found["a1"] == {"b1", "a2", "b2"}


@pytest.mark.parametrize(
    ("side", "doors"),
    [
        ("west", {"a2"}),
        ("north", {"a1", "b1"}),
        ("north-west", {"a1"}),
        ("south-east", {"b3"}),
        ("east", {"c2"}),
        ("south", {"a3", "b3"}),
    ],
)
def test_a_stronghold_has_the_doors_that_its_side_has(side: str, doors: set[str]) -> None:
    assert near(Hexes(rows=(2, 3, 2), strongholds=(side,)))["s1"] == doors  # type: ignore[arg-type]


def test_a_stronghold_within_a_short_middle_row_has_three_doors() -> None:
    assert near(Hexes(rows=(3, 2, 3), strongholds=("west", "east")))["s2"] == {"c1", "b2", "c3"}


def test_strongholds_of_the_three_seats_of_the_honeycomb_are_as_far_from_each_other() -> None:
    board = load("honeycomb").board_for(3)
    homes = [index for index, space in enumerate(board.spaces) if space.stronghold >= 0]
    assert {board.distance(a, b) for a in homes for b in homes if a != b} == {6}


@pytest.mark.parametrize(
    ("layout", "said"),
    [
        (Hexes(rows=()), ("rows", "0 rows", "from 1 to 40")),
        (Hexes(rows=(3, 3)), ("rows", "3 areas in row 2", "2 or 4, because the row before has 3")),
        (
            Hexes(rows=(20, 19), strongholds=("west",)),
            (
                "rows",
                "a row of 20 areas",
                "at most 18 with Strongholds, because the next area would take their names",
            ),
        ),
        (
            Hexes(rows=(3, 4), strongholds=("west", "west")),
            ("strongholds", "'west' twice", "each side once"),
        ),
        (
            Hexes(rows=(1,), strongholds=("north", "north-west")),
            (
                "strongholds",
                "'north' and 'north-west', which would overlap",
                "sides farther apart, or longer rows",
            ),
        ),
    ],
)
def test_what_is_wrong_with_hexes_is_told(layout: Hexes, said: tuple[str, str, str]) -> None:
    assert layout.faults() == [said]


# --- regions ---


def test_regions_border_each_other_where_their_signs_lie_side_by_side() -> None:
    assert near(regions()) == {
        "ash": {"birch", "cedar"}, "birch": {"ash", "dogwood"}, "cedar": {"ash", "dogwood"},
        "dogwood": {"birch", "cedar"},
    }  # fmt: skip


def test_ridges_part_and_straits_join_regions() -> None:
    found = near(regions(ridges=(("birch", "ash"),), straits=(("ash", "dogwood"),)))
    assert found["ash"] == {"cedar", "dogwood"}


def test_strongholds_are_the_regions_that_are_named_in_turn_order() -> None:
    board = regions(strongholds=("dogwood", "ash")).build()
    assert {space.name: space.stronghold for space in board.spaces} == {
        "ash": 1,
        "birch": -1,
        "cedar": -1,
        "dogwood": 0,
    }


WRONG = [
    (
        regions("aaab", "aaabb"),
        "picture",
        "5 characters in line 2",
        "4 characters, like the first line",
    ),
    (
        regions("aaaaxbbb"),
        "picture",
        "'x' in line 1",
        "'.' and the characters in [names]: a, b, c, d",
    ),
    (
        regions("aaa\x1b[31m"),
        "picture",
        "'\\x1b' in line 1",
        "'.' and the characters in [names]: a, b, c, d",
    ),
    (
        regions("a" * 121, "a" * 121),
        "picture",
        "121 x 2 characters",
        f"at most {MOST_COLUMNS} x 40",
    ),
    (regions(*["aaa"] * 41), "picture", "3 x 41 characters", "at most 120 x 40"),
    (
        regions("...."),
        "names.a",
        "a region without any 'a' in the picture",
        "regions drawn in the picture",
    ),
    (regions("....", names={}), "names", "no regions", "at least one"),
    (
        regions("aaabbb", "aaabbb", names={"a": "ash", "b": "ash"}),
        "names.b",
        "'ash', the name of 'a'",
        "a name of its own for each region",
    ),
    (
        regions("aaabbbaaa", "aaabbbaaa", names={"a": "ash", "b": "birch"}),
        "picture",
        "'a' (ash) in 2 pieces",
        "each region in one piece",
    ),
    (
        regions("aabbb", "aabbb", names={"a": "ash", "b": "birch"}),
        "picture",
        "'a' (ash) whose largest rectangle is 2 x 2",
        "a rectangle of at least 3 x 2 characters in each region",
    ),
    (regions(straits=(("ash", "ash"),)), "straits.1", "'ash' and itself", "two regions"),
    (regions(ridges=(("elm", "ash"),)), "ridges.1", "'elm'", "ash, birch, cedar or dogwood"),
    (
        regions(straits=(("ash", "birch"),)),
        "straits.1",
        "'ash' and 'birch', which touch",
        "regions that do not touch in the picture",
    ),
    (
        regions(ridges=(("ash", "dogwood"),)),
        "ridges.1",
        "'ash' and 'dogwood', which do not touch",
        "regions that touch in the picture",
    ),
    (
        regions(ridges=(("ash", "birch"), ("birch", "ash"))),
        "ridges.2",
        "'birch' and 'ash' twice",
        "each pair once",
    ),
    (regions(strongholds=("elm",)), "strongholds", "'elm'", "ash, birch, cedar or dogwood"),
    (regions(strongholds=("ash", "ash")), "strongholds", "'ash' twice", "a region for each seat"),
    (
        regions(ridges=(("ash", "birch"), ("cedar", "dogwood"))),
        "picture",
        "no way from 'ash' to 'birch' and 1 more",
        "regions that can all be reached, using straits if necessary",
    ),
]


@pytest.mark.parametrize(("layout", "where", "found", "allowed"), WRONG)
def test_what_is_wrong_with_regions_is_told(
    layout: Regions, where: str, found: str, allowed: str
) -> None:
    assert (where, found, allowed) in layout.faults()
    assert all(text.isprintable() for fault in layout.faults() for text in fault)


@pytest.mark.parametrize(
    "name", ["Ash", "1ash", "ash-", "a--b", "player1", "ability2", "a" * 17, "", "a b", "\x1b[2J"]
)
def test_a_region_is_called_by_one_word_that_actions_can_name(name: str) -> None:
    faults = regions("aaa", "aaa", names={"a": name}).faults()
    assert [fault[0] for fault in faults] == ["names.a"]
    assert "starting with a letter" in faults[0][2]


@pytest.mark.parametrize("sign", ["ab", "", ".", "é", "\x07"])
def test_the_sign_of_a_region_is_one_letter_or_digit(sign: str) -> None:
    assert any(
        "one letter or digit" in allowed
        for _, _, allowed in regions("aaa", "aaa", names={"a": "ash", sign: "birch"}).faults()
    )


def test_a_picture_that_is_no_text_or_too_much_of_it_is_refused(tmp_path: Path) -> None:
    for picture, said in (
        ("3", "text of at most 5000 characters"),
        (f'"{"a" * 6000}"', "text of at most 5000 characters"),
    ):
        path = tmp_path / "mine.toml"
        layout = (
            f'[board.layouts.2]\nkind = "regions"\npicture = {picture}\nnames = {{ a = "ash" }}\n'
        )
        path.write_text(f'extends = "conquering"\n{HEADER}{layout}', encoding="utf-8")
        assert any(said in str(problem) for problem in check(path))


# --- played ---

HEXES = 'kind = "hexes"\nrows = [3, 4, 3]\nstrongholds = ["west", "east"]\n'
REGIONS = '''kind = "regions"
strongholds = ["west", "east"]
straits = [["north", "south"]]
picture = """
wwwwnnnneeee
wwwwnnnneeee
wwww....eeee
wwwwsssseeee
wwwwsssseeee
"""
names = { w = "west", e = "east", n = "north", s = "south" }
'''
MOVEMENTS = {
    "one-step": '[movement]\nkind = "one-step"\n',
    "by-road": '[movement]\nkind = "by-road"\n',
    "march": '[movement]\nkind = "march"\n',
}
BASES = {
    "conquering": ', "victory.1.areas.3", "victory.1.areas.4"',
    "war_game": ', "options.land", "options.pace"',
}
"""Land is attacked in the one, whole spaces fight in the other."""


def mixed(base: str, layout: str, movement: str, folder: Path) -> Ruleset:
    path = folder / "mine.toml"
    most = '[change]\n"victory.1.areas.2" = 2\n' if base == "conquering" else ""
    text = (
        f"{ONLY_TWO.format(more=BASES[base])}{most}{MOVEMENTS[movement]}[board.lands_per_type]\n2 "
        f"= 4\n[board.layouts.2]\n{layout}"
    )
    path.write_text(f'extends = "{base}"\n{HEADER}{text}', encoding="utf-8")
    return load(path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("base", "layout", "movement"),
    product(BASES, (HEXES, REGIONS), MOVEMENTS),
    ids=lambda text: text.split('"')[1] if "=" in text else text,
)
def test_every_way_of_moving_and_fighting_over_areas_is_played_on_any_map(
    base: str, layout: str, movement: str, tmp_path: Path
) -> None:
    rules = mixed(base, layout, movement, tmp_path)
    assert pages(rules)
    random = Random(f"{base} {movement}")
    seats = [
        Seat(name, deck)
        for name, deck in zip(("Edna", "Dale"), cycle(all_decks(load(base))), strict=False)
    ]
    game = Game.start(rules, seats, 7)
    verbs, fought = set[str](), False
    for number in range(1500):
        if game.decision is None:
            break
        if number % 100 == 0:
            assert [*invariants.faults(game), *invariants.known_faults(game)] == []
            game.view_for(game.decision.seat)
        action = choose_eagerly(game.legal_actions(), random)
        assert read(write(action, game), game) == action
        verbs.add(action.verb)
        game.apply(action)
        fought = fought or game.state.combat is not None
    assert "move" in verbs
    assert fought or base == "war_game"  # where untapped creatures alone strike, and moving may tap


@pytest.mark.rule("C-19")
def test_armies_that_march_find_conquer_values_where_land_is_attacked(tmp_path: Path) -> None:
    rules = mixed("conquering", HEXES, "march", tmp_path)
    decks = all_decks(load("conquering"))
    game, random = Game.start(rules, [Seat("Edna", decks[0]), Seat("Dale", decks[1])], 3), Random(1)
    for _ in range(1500):
        if game.decision is None or any(
            area.face_up and area.stronghold < 0 for area in game.state.areas
        ):
            break
        game.apply(choose_eagerly(game.legal_actions(), random))
    found = [area for area in game.state.areas if area.face_up and area.stronghold < 0]
    assert found
    assert all(1 <= area.conquer_value <= 6 for area in found)


def test_flyers_go_diagonally_only_where_there_are_corners(tmp_path: Path) -> None:
    said = "Creatures with flying may also move diagonally"
    words = " ".join(
        line for page in pages(mixed("war_game", HEXES, "march", tmp_path)) for line in page.lines
    )
    assert said not in words
    assert said in " ".join(line for page in pages(load("war_game")) for line in page.lines)


def test_the_rules_tell_which_regions_there_are_and_what_parts_and_joins_them() -> None:
    words = " ".join(line for page in pages(load("kings_road")) for line in page.lines)
    for said in (
        "They are tarn, moor, fens,",
        "Creatures can't cross the ridge between glen and weald.",
        "The Strongholds are keep and hall.",
    ):
        assert said in words
