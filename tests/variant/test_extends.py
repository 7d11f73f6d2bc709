"""Variants that change another: what they take over, what they replace, and every mistake told."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from engine.fronts.areas.march import March
from engine.fronts.common.layouts import Grid
from engine.fronts.common.movement import OneStep
from engine.fronts.common.squares import SquareBoard
from engine.magic.turn.steps import DrawStep
from engine.variant.inheritance import merge, shipped
from engine.variant.loading import check, load
from engine.variant.ruleset import Ruleset
from tui.session.game_setup import GameSetup, suited_decks, variant_ids
from tui.tools.random_play import choose_eagerly

HEADER = 'id = "mine"\nname = "Mine"\nsummary = "My own."\n'


def variant(folder: Path, text: str, name: str = "mine") -> Path:
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def rules(folder: Path, text: str, base: str = "conquering") -> Ruleset:
    return load(variant(folder, f'extends = "{base}"\n{HEADER}{text}'))


def problems(folder: Path, text: str) -> list[str]:
    return [str(problem).partition("mine.toml: ")[2] for problem in check(variant(folder, text))]


# --- what it does ---


def test_what_is_not_given_is_taken_over(tmp_path: Path) -> None:
    mine, base = rules(tmp_path, ""), load("conquering")
    assert (mine.name, mine.extends, mine.version) == ("Mine", "conquering", base.version)
    assert (mine.turn, mine.board, mine.clauses) == (base.turn, base.board, base.clauses)
    assert mine.fingerprint() != base.fingerprint()


def test_tables_are_taken_over_key_by_key(tmp_path: Path) -> None:
    mine = rules(tmp_path, "[board.layouts.2]\nrows = 4\n[board.lands_per_type]\n2 = 3\n")
    layout = mine.board.layouts["2"]
    assert isinstance(layout, Grid)
    assert (layout.rows, layout.columns, layout.strongholds) == (4, 3, ("south", "north"))
    assert mine.board.lands_per_type == {"2": 3, "3": 3, "4": 3}


def test_a_table_of_another_kind_replaces_all_of_the_old_one(tmp_path: Path) -> None:
    # house rules about the old kind go with it
    text = 'remove = ["options.land", "options.pace"]\n[movement]\nkind = "one-step"\n'
    mine = rules(tmp_path, text, "war_game")
    assert mine.movement == OneStep()


def test_lists_are_replaced(tmp_path: Path) -> None:
    assert rules(tmp_path, "[deck]\nforbid = []\n").deck.forbid == ()


def test_change_reaches_into_lists_and_remove_takes_away(tmp_path: Path) -> None:
    text = (
        'remove = ["turn.8", "turn.5", "terrain.2"]\n[change]\n"turn.4.count" = '
        '1\n"victory.1.areas.2" = 6\n'
    )
    mine = rules(tmp_path, text)
    assert [step.name for step in mine.turn] == [
        "Untap",
        "Mana Production",
        "Upkeep",
        "Draw",
        "Movement",
        "Attack/Conquer",
        "End",
    ]
    assert mine.areas_to_win(2) == 6
    assert len(mine.terrain) == 1
    draw = mine.turn[3]
    assert isinstance(draw, DrawStep)
    assert draw.count == 1


def test_a_variant_may_extend_a_file_beside_it_that_extends_another(tmp_path: Path) -> None:
    variant(
        tmp_path, f'extends = "conquering"\n{HEADER}[stronghold]\nconquer_value = 9\n', "middle"
    )
    mine = rules(tmp_path, "[stronghold]\nleast_power = 5\n", "middle.toml")
    assert mine.stronghold is not None
    assert (mine.stronghold.conquer_value, mine.stronghold.least_power) == (9, 5)


def test_a_drawing_lies_beside_the_variant_or_beside_what_it_extends(tmp_path: Path) -> None:
    folder = tmp_path / "base"
    folder.mkdir()
    (folder / "yard.txt").write_text(
        "1......2\n........\n...#....\n........\n........\n", encoding="utf-8"
    )
    options = 'remove = ["options.size", "options.table"]\n'
    variant(
        folder,
        f'extends = "tactical"\n{HEADER}{options}[board.layouts.2]\nmap = "yard.txt"\n',
        "middle",
    )
    assert load(folder / "middle.toml").board_for(2).spaces[19].obstacle
    assert rules(tmp_path, "", "base/middle.toml").board_for(2).spaces[19].obstacle


def test_only_a_map_of_ones_own_is_looked_for_among_the_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A record names a map's file from anywhere; other house rules stay the words that they are,
    whatever files are called.
    """
    monkeypatch.chdir(tmp_path)
    for name in ("bare", "7x7", "mine.txt"):
        (tmp_path / name).write_text(".....\n" * 5, encoding="utf-8")
    words = load("battle_field", {"map": "bare", "size": "7x7"}).chosen
    assert (words["map"], words["size"]) == ("bare", "7x7")
    assert load("battle_field", {"map": "mine.txt"}).chosen["map"] == str(tmp_path / "mine.txt")


def test_the_base_is_left_as_it_was() -> None:
    base = {"a": {"b": [1, 2]}, "c": 1}
    merged = merge(base, {"a": {"d": 2}})
    merged["a"]["b"].append(3)
    assert base == {"a": {"b": [1, 2]}, "c": 1}


# --- what is wrong ---


def test_an_unknown_base_is_named(tmp_path: Path) -> None:
    (said,) = problems(tmp_path, f'extends = "conquerign"\n{HEADER}')
    assert said.startswith("extends: found no variant 'conquerign'; allowed: a file or one of ")
    assert " conquering, " in said
    assert said.endswith("(did you mean 'conquering'?)")


def test_a_circle_is_named_step_by_step(tmp_path: Path) -> None:
    variant(tmp_path, f'extends = "mine.toml"\n{HEADER}', "other")
    (problem,) = check(variant(tmp_path, f'extends = "other.toml"\n{HEADER}'))
    assert "mine.toml -> other.toml -> mine.toml, a circle" in str(problem)
    assert problems(tmp_path, f'extends = "mine.toml"\n{HEADER}')[0].startswith(
        "extends: found mine.toml -> mine.toml, a circle"
    )


def test_a_base_with_problems_tells_its_own(tmp_path: Path) -> None:
    variant(tmp_path, "id = 3", "broken")
    (tmp_path / "torn.toml").write_text("id = [", encoding="utf-8")
    said = [str(p) for p in check(variant(tmp_path, f'extends = "torn.toml"\n{HEADER}'))]
    assert said[0].startswith(f"{tmp_path / 'torn.toml'}: found ")


def test_own_keys_must_be_given_and_the_others_make_sense(tmp_path: Path) -> None:
    assert problems(tmp_path, 'extends = "conquering"\n') == [
        f"{key}: found nothing; allowed: text (each variant needs its own)"
        for key in ("id", "name", "summary")
    ]
    text = (
        'extends = "conquering"\nremove = ["stronghlod", '
        f'"turn.44"]\n{HEADER}[change]\n"turn.30.count" = 2\n"id.x" = 1\n'
    )
    assert problems(tmp_path, text) == [
        "change.turn.30.count: found '30', which doesn't exist; allowed: a key of this variant",
        "change.id.x: found 'x', which doesn't exist; allowed: a key of this variant",
        (
            "remove.2: found 'turn.44', which doesn't exist; allowed: a key of The Conquering (did "
            "you mean 'turn'?)"
        ),
        (
            "remove.1: found 'stronghlod', which doesn't exist; allowed: a key of The Conquering "
            "(did you mean 'stronghold'?)"
        ),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"extends = 3\n{HEADER}", "extends: found 3; allowed: the name or file of a variant"),
        (
            f'extends = "conquering"\nremove = 3\n{HEADER}',
            "remove: found 3; allowed: a list, each entry text",
        ),
        (
            f'remove = ["turn"]\n{HEADER}',
            "remove: found an unknown key; allowed: only together with 'extends'",
        ),
    ],
)
def test_edits_of_the_wrong_kind(tmp_path: Path, text: str, said: str) -> None:
    assert said in problems(tmp_path, text)


def test_what_is_wrong_with_the_whole_is_told_as_ever(tmp_path: Path) -> None:
    text = (
        f'extends = "conquering"\nspeed = 3\n{HEADER}[movement]\ntap = '
        "true\n[board.layouts.2]\nrows = 70\n"
    )
    said = problems(tmp_path, text)
    assert any(line.startswith("speed: found an unknown key") for line in said)
    assert any(line.startswith("movement.tap: found an unknown key") for line in said)
    assert any(
        line.startswith("board.layouts.2.rows: found 70; allowed: a whole number from 1 to 60")
        for line in said
    )


# --- those that come with the game ---

HOUSE = ("alley", "blitz", "honeycomb", "kings_road", "long_march")


def test_no_two_spaces_of_a_grid_have_one_name(tmp_path: Path) -> None:
    for columns, said in (
        (18, []),
        (19, ["found 19 columns; allowed: at most 18 with Strongholds"]),
    ):
        text = f"[board.layouts.2]\ncolumns = {columns}\n[board.lands_per_type]\n2 = 15\n"
        found = problems(tmp_path, f'extends = "conquering"\n{HEADER}{text}')
        assert [
            problem.removeprefix("board.layouts.2.columns: ").partition(",")[0] for problem in found
        ] == said


def test_the_name_by_which_files_and_records_know_a_variant_is_one_word(tmp_path: Path) -> None:
    text = (
        'extends = "conquering"\nid = "../my own"\nname = "My own"\nsummary = '
        '"Mine."\nversion = ""\n'
    )
    assert [problem.partition(";")[0] for problem in problems(tmp_path, text)] == [
        "id: found '../my own'",
        "version: found ''",
    ]


def test_house_variants_are_listed_after_the_others() -> None:
    assert tuple(shipped())[-len(HOUSE) :] == HOUSE
    assert variant_ids()[-len(HOUSE) :] == HOUSE


@pytest.mark.parametrize("name", HOUSE)
def test_house_variants_start_at_the_launch_with_the_decks_of_what_they_change(name: str) -> None:
    setup = GameSetup.new()
    setup.choose_variant(name)
    assert setup.problems() == []
    assert {seat.deck for seat in setup.seats} <= set(suited_decks(load(name).extends))
    assert setup.start().game.decision is not None


@pytest.mark.parametrize("name", HOUSE)
@pytest.mark.parametrize("seed", [2, 5])
def test_house_variants_are_played(name: str, seed: int) -> None:
    setup = GameSetup.new()
    setup.choose_variant(name)
    setup.seed = str(seed)
    game, random = setup.start().game, Random(seed)
    for _ in range(600):
        if game.decision is None:
            break
        game.apply(choose_eagerly(game.legal_actions(), random))
    assert game.state.turn.number > 10


def test_armies_of_the_blitz_march_two_areas() -> None:
    movement = load("blitz").movement
    assert isinstance(movement, March)
    assert movement.distance == 2


def test_the_alley_is_a_drawn_table() -> None:
    board = load("alley").board_for(2)
    assert isinstance(board, SquareBoard)
    assert (board.columns, board.rows) == (12, 7)
    assert any(space.obstacle for space in board.spaces)


def test_an_entry_of_a_list_is_removed_by_its_number_alone(tmp_path: Path) -> None:
    text = f'extends = "conquering"\nremove = ["deck.forbid.untargetability"]\n{HEADER}'
    assert [problem.partition(",")[0] for problem in problems(tmp_path, text)] == [
        "remove.1: found 'deck.forbid.untargetability'"
    ]
