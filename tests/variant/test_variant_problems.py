"""What is wrong with a variant's file beyond its single keys: house rules that can't be chosen,
numbers and maps that can't be played.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards.library import library
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import RulesetError, check, load

HEADER = 'id = "mine"\nname = "Mine"\nsummary = "My own."\n'


def problems(folder: Path, text: str, base: str = "conquering") -> list[str]:
    path = folder / "mine.toml"
    path.write_text(f'extends = "{base}"\n{HEADER}{text}', encoding="utf-8")
    return [str(problem).partition("mine.toml: ")[2] for problem in check(path)]


def test_a_clause_for_no_reason_that_there_is_is_a_problem(tmp_path: Path) -> None:
    said = problems(
        tmp_path,
        '[clauses]\n"movement.ajdacent" = "1"\n"atack" = "2"\n"scout" = "3"\n"scout.card" = "4"\n',
    )
    assert [line.partition(", ")[0] for line in said] == [
        "clauses.movement.ajdacent: found an unknown reason; allowed: movement",
        "clauses.atack: found an unknown reason; allowed: activate",
    ]
    assert said[0].endswith("(did you mean 'movement.adjacent'?)")
    assert said[1].endswith("(did you mean 'attack'?)")


# --- house rules ---


def cards(choices: str, other: str = "") -> str:
    return (
        f'[options.cards]\nlabel = "Cards"\nother = "{other}"\n[options.cards.choices]\n{choices}\n'
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            cards('two = { "turn.4.count" = 2 }\nmany = { "turn.4.count" = "many" }'),
            (
                "turn.4.count: found 'many'; allowed: a whole number, at least 0 (with the house "
                "rule cards = many)"
            ),
        ),
        (
            cards('two = { "turn.4.count" = 2 }\nmore = { "turn.4.cuont" = 3 }'),
            "turn.4.cuont: found an unknown key; allowed: only 'name' and 'count' in a table "
            "with kind = 'draw' "
            "(with the house rule cards = more)",
        ),
        (
            cards('two = { "turn.44.count" = 2 }'),
            (
                "options.cards.choices.two.turn.44.count: found '44', which doesn't exist; "
                "allowed: "
                "a key of this variant"
            ),
        ),
        (
            cards('two = { "turn.4.count" = 2 }\nfew = { "board.lands_per_type.2" = 1 }'),
            (
                "board.lands_per_type.2: found 5 lands for 9 areas; allowed: at least 2 (with the "
                "house rule cards = few)"
            ),
        ),
        (cards(""), "options.cards.choices: found no choices; allowed: at least one"),
        (
            cards('two = { "turn.4.count" = 2 }', "trun.4.count"),
            (
                "options.cards.other: found 'trun.4.count'; allowed: a text key of this variant, "
                "or "
                "nothing"
            ),
        ),
        (
            cards('two = { "setup.*.x" = 2 }'),
            (
                "options.cards.choices.two.setup.hand.x: found 'x', which doesn't exist; "
                "allowed: a "
                "key of this variant"
            ),
        ),
        (
            cards('two = { "board.*.x" = 2 }'),
            "board.layouts.x: found 2; allowed: a table with kind = 'continent', 'grid'",
        ),
    ],
)
def test_every_choice_of_a_house_rule_is_checked(text: str, said: str, tmp_path: Path) -> None:
    assert any(line.startswith(said) for line in problems(tmp_path, text))


@pytest.mark.parametrize(
    ("base", "text", "said"),
    [
        (
            "war_game",
            "[movement]\ndistance = 2",
            "movement.distance: found 2; allowed: 1, the first choice of house rule 'pace', or",
        ),
        (
            "frontier",
            "[movement]\ntapped = false",
            "movement.tapped: found false; allowed: true, the first choice of house rule",
        ),
        (
            "war_game",
            '[change]\n"turn.3.die" = 8',
            "turn.3.die: found 8; allowed: 6, the first choice of house rule 'supply', or",
        ),
        (
            "battle_field",
            (
                'remove = ["options.size"]\n[options.grid]\nlabel = '
                '"Grid"\n[options.grid.choices.small]\n"board.layouts.*.size" = "10x10"'
            ),
            "board.layouts.3.size: found '15x15'; allowed: '10x10', the first choice",
        ),
    ],
)
def test_a_key_that_a_house_rule_overrides_is_refused(
    base: str, text: str, said: str, tmp_path: Path
) -> None:
    assert any(line.startswith(said) for line in problems(tmp_path, text, base))


@pytest.mark.parametrize(
    "text",
    ['[chosen]\nsize = "5x5"\n', 'file = "a.toml"\n', '[board.layouts.2]\ndrawing = ["...."]\n'],
)
def test_what_the_program_fills_in_is_no_key_of_a_file(text: str, tmp_path: Path) -> None:
    (said,) = problems(tmp_path, text, "tactical")
    assert said.endswith(": found an unknown key; allowed: nothing; Spellfront fills this in")


def test_a_file_with_a_mark_at_its_beginning_is_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    # as some editors save it
    path.write_text(f'extends = "tactical"\n{HEADER}', encoding="utf-8-sig")
    assert load(path).name == "Mine"


# --- numbers ---


@pytest.mark.parametrize(
    ("base", "text", "said"),
    [
        (
            "conquering",
            '[change]\n"turn.9.hand_size" = -1',
            "turn.9.hand_size: found -1; allowed: a whole number, at least 0",
        ),
        (
            "conquering",
            '[change]\n"turn.2.die" = 0',
            "turn.2.die: found 0; allowed: a whole number from 1 to 1000",
        ),
        (
            "conquering",
            "[setup]\nfirst_player_die = 1",
            "setup.first_player_die: found 1; allowed: a whole number from 2 to 1000",
        ),
        (
            "conquering",
            "[setup]\nhand = 61",
            (
                "setup.hand: found 61; allowed: at most 60, the number of cards in the smallest "
                "library"
            ),
        ),
        (
            "frontier",
            "[setup]\nhand = 36",
            (
                "setup.hand: found 36; allowed: at most 35, the number of cards in the smallest "
                "library"
            ),
        ),
        (
            "frontier",
            "[deck]\nleast_lands = 30",
            "deck.least_lands: found 30; allowed: at most 25, the value of most_lands",
        ),
        (
            "conquering",
            "[deck]\nleast_lands = 1",
            "deck.least_lands: found 1; allowed: 0, because lands = false",
        ),
        (
            "conquering",
            '[change]\n"victory.1.areas.2" = 10',
            "victory.1.areas.2: found 10; allowed: at most 9, the number of areas on the map",
        ),
        (
            "tactical",
            "[setup]\nlife = 12",
            "setup.life: found 12; allowed: 20, the toughness of players' tokens",
        ),
        (
            "tactical",
            'remove = ["setup.life"]',
            "setup.life: found nothing; allowed: 20, the toughness of players' tokens",
        ),
        (
            "conquering",
            "players = []",
            "players: found no number of players; allowed: at least one of 2, 3 and 4",
        ),
        ("conquering", "players = [2, 3, 2]", "players: found 2 twice; allowed: each once"),
    ],
)
def test_numbers_that_nobody_could_play_by_are_refused(
    base: str, text: str, said: str, tmp_path: Path
) -> None:
    assert said in problems(tmp_path, text, base)


# --- names ---


@pytest.mark.parametrize(
    ("base", "text", "said"),
    [
        (
            "conquering",
            'version = "1 beta"',
            "version: found '1 beta'; allowed: letters, digits, '_', '-' and '.'",
        ),
        (
            "conquering",
            "[board.lands_per_type]\ntwo = 3",
            "board.lands_per_type.two: found an unknown key; allowed: a number of players",
        ),
        (
            "conquering",
            "[board.layouts.5]\nkind = 'triangle'",
            "board.layouts.5: found an unknown key; allowed: a number of players",
        ),
        (
            "battle_field",
            '[change]\n"action.2.steps" = ["Frist Main"]',
            "action.2.steps: found 'Frist Main'; allowed: 'First Main' or",
        ),
        (
            "tactical",
            "[[action]]\nkind = 'play-land'\n[[action]]\nkind = 'play-land'",
            "action: found 'play-land' twice; allowed: each once",
        ),
        (
            "war_game",
            "[arrival]\ntypes = ['Planeswalker']",
            "arrival.types: found no 'Creature'; allowed: 'Creature', with or",
        ),
        (
            "conquering",
            "[arrival]\ntypes = ['Creature', 'Land']",
            "arrival.types.2: found 'Land'; allowed: 'Creature' or 'Planeswalker'",
        ),
    ],
)
def test_names_of_nothing_are_refused(base: str, text: str, said: str, tmp_path: Path) -> None:
    assert any(line.startswith(said) for line in problems(tmp_path, text, base))


# --- what goes with what ---


@pytest.mark.parametrize(
    ("base", "text", "said"),
    [
        (
            "conquering",
            'remove = ["turn.6"]',
            "movement.kind: found 'one-step' without a [[turn]] step with kind = 'movement'",
        ),
        (
            "conquering",
            'remove = ["turn.7"]',
            "victory.1.kind: found 'hold-areas' without a [[turn]] step with kind = 'area-attack'",
        ),
        (
            "tactical",
            'remove = ["action.2"]',
            "movement.kind: found 'by-size' without an [[action]] with kind = 'move-piece'",
        ),
        (
            "tactical",
            'remove = ["turn.5"]',
            "combat: found [combat] without a [[turn]] step with kind = 'ordered-attack' or",
        ),
        (
            "frontier",
            'remove = ["action.1", "options.attackers", "options.unblockable"]',
            "movement.kind: found 'exploring' without an [[action]] with kind = 'move-creatures'",
        ),
        (
            "conquering",
            "[countering]\ntoken_range = 3",
            "countering: found [countering] without the table [token]",
        ),
        (
            "battle_field",
            '[[victory]]\nkind = "quiet"\n[[victory]]\nkind = "stalemate"',
            "victory.2.kind: found 'stalemate'; allowed: either",
        ),
        (
            "conquering",
            '[board.layouts.3]\nkind = "continent"',
            "movement.kind: found 'one-step' without a map of areas",
        ),
        (
            "frontier",
            (
                'action = [{kind = "move-creatures"}, {kind = "scout"}, {kind = '
                '"attack-neighbors"}, '
                '{kind = "play-land"}]'
            ),
            "action.4.kind: found 'play-land' without a map that is not made of the decks' lands",
        ),
    ],
)
def test_rules_without_what_they_are_about_are_refused(
    base: str, text: str, said: str, tmp_path: Path
) -> None:
    assert any(line.startswith(said) for line in problems(tmp_path, text, base))


# --- maps ---


@pytest.mark.parametrize(
    ("base", "text", "said"),
    [
        (
            "conquering",
            '[board.layouts.2]\nstrongholds = ["north", "north"]',
            "board.layouts.2.strongholds: found 'north' twice; allowed",
        ),
        (
            "frontier",
            'players = [2, 3]\n[board.layouts.3]\nkind = "continent"',
            "board.layouts.3: found home rows for 2 players; allowed: 3, one for each player",
        ),
        (
            "frontier",
            'remove = ["options.rows"]\n[board.layouts.2]\nrows = 41',
            (
                "board.layouts.2.rows: found 41 rows; allowed: at most 40, the fewest lands the "
                "decks can have in total"
            ),
        ),
    ],
)
def test_maps_that_leave_somebody_without_a_home_are_refused(
    base: str, text: str, said: str, tmp_path: Path
) -> None:
    assert any(line.startswith(said) for line in problems(tmp_path, text, base))


@pytest.mark.parametrize(
    ("base", "drawing", "said"),
    [
        (
            "tactical",
            ".",
            "board.layouts.2: found 1 free square; allowed: at least 2 for players' tokens",
        ),
        (
            "tactical",
            "####\n#.##",
            "board.layouts.2: found 1 free square; allowed: at least 2 for players' tokens",
        ),
        (
            "tactical",
            "1...",
            "board.layouts.2: found 1 starting square; allowed: at least 2 for players' tokens",
        ),
        (
            "battle_field",
            "###\n#..\n###",
            "board.layouts.2: found 1 free border square; allowed: at least 2 for players' tokens",
        ),
    ],
)
def test_maps_without_room_for_all_tokens_are_refused(
    base: str, drawing: str, said: str, tmp_path: Path
) -> None:
    (tmp_path / "yard.txt").write_text(drawing + "\n", encoding="utf-8")
    removed = (
        '["options.size", "options.table"]'
        if base == "tactical"
        else '["options.size", "options.map"]'
    )
    layout = '[board.layouts.2]\nmap = "yard.txt"\nsmallest = [1, 1]\nsquare = false\n'
    assert said in problems(tmp_path, f"remove = {removed}\nplayers = [2]\n{layout}", base)


def test_a_map_that_is_chosen_may_have_room_for_fewer_players(tmp_path: Path) -> None:
    (tmp_path / "yard.txt").write_text("#.###\n#...#\n#...#\n#...#\n###.#\n", encoding="utf-8")
    assert load("battle_field", {"map": str(tmp_path / "yard.txt")}).players == (2,)
    (tmp_path / "yard.txt").write_text("#####\n#...#\n#...#\n#...#\n###.#\n", encoding="utf-8")
    with pytest.raises(RulesetError, match="found 1 free border square; allowed: at least 2"):
        load("battle_field", {"map": str(tmp_path / "yard.txt")})


def test_starting_squares_of_a_drawing_are_left_unused_where_players_choose_theirs(
    tmp_path: Path,
) -> None:
    (tmp_path / "yard.txt").write_text("1.2\n...\n...\n", encoding="utf-8")
    layout = '[board.layouts.3]\nmap = "yard.txt"\nsmallest = [1, 1]\n'
    assert (
        problems(
            tmp_path,
            f'remove = ["options.size", "options.map"]\nplayers = [3]\n{layout}',
            "battle_field",
        )
        == []
    )
    rules, deck = load(tmp_path / "mine.toml"), (library().card("Plains"),) * 60
    decision = Game.start(rules, [Seat(name, deck) for name in ("Edna", "Dale", "Abe")], 1).decision
    assert decision is not None
    assert decision.kind == "start"


def test_records_of_an_earlier_version_keep_its_rules(tmp_path: Path) -> None:
    earlier = '[earlier.1]\n"setup.hand" = 6\n[earlier.2]\n"setup.hnad" = 5\n'
    (said,) = problems(tmp_path, earlier)
    assert said.startswith("setup.hnad: found an unknown key")

    path = tmp_path / "mine.toml"
    path.write_text(
        f'extends = "conquering"\nversion = "3"\n{HEADER}[earlier.1]\n"setup.hand" = 6\n',
        encoding="utf-8",
    )
    assert not check(path)
    old, new = load(path, version="1"), load(path)
    assert (old.version, old.setup.hand) == ("1", 6)
    assert (new.version, new.setup.hand) == ("3", 7)
