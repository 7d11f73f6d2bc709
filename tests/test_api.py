"""The engine as a library: `import engine as sf`."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import engine as sf
from engine.actions import IllegalAction as IllegalActionAtHome
from engine.game import Game as GameAtHome

ROOT = Path(__file__).parent.parent
EXAMPLE = """
import engine as sf

rules = sf.load_variant("conquering")
seats = [sf.Seat("Edna", sf.deck("white-knights")), sf.Seat("Dale", sf.deck("red-raiders"))]
game = sf.Game.start(rules, seats, seed=7)
print(game)
game.push_text("choose =Forest")
print(game.decision)
"""
PRINTED = """\
The Conquering. Before the first turn.

                          +------------------------+
                          |s2 ?                    |
                          |Dale's Stronghold       |
                          |                        |
                          +------------------------+
+------------------------++------------------------++------------------------+
|a1 ?                    ||b1 ?                    ||c1 ?                    |
|                        ||                        ||                        |
|                        ||                        ||                        |
+------------------------++------------------------++------------------------+
+------------------------++------------------------++------------------------+
|a2 ?                    ||b2 ?                    ||c2 ?                    |
|                        ||                        ||                        |
|                        ||                        ||                        |
+------------------------++------------------------++------------------------+
+------------------------++------------------------++------------------------+
|a3 ?                    ||b3 ?                    ||c3 ?                    |
|                        ||                        ||                        |
|                        ||                        ||                        |
+------------------------++------------------------++------------------------+
                          +------------------------+
                          |s1 ?                    |
                          |Edna's Stronghold       |
                          |                        |
                          +------------------------+

Edna: 0 cards in hand, 60 cards in library, 0 of 5 areas.
Dale: 0 cards in hand, 60 cards in library, 0 of 5 areas.
Edna decides: Choose your Stronghold's basic land type
Dale decides: Choose your Stronghold's basic land type
"""
IMPORTING = """
opened = []
sys.addaudithook(lambda event, told: opened.append(str(told[0])) if event == "open" else None)
path, before = list(sys.path), set(sys.modules)
import engine
assert sys.path == path and list(engine.__path__) == [engine.__file__.rpartition("/")[0]]
print(*sorted(set(sys.modules) - before))
print(*opened)
"""
TYPED = """
import engine as sf

rules: sf.Ruleset = sf.load_variant("tactical")
cards: tuple[sf.Card, ...] = sf.deck(sf.decks(rules)[0], rules)
game: sf.Game = sf.Game.start(rules, [sf.Seat("Edna", cards), sf.Seat("Dale", cards)], seed=7)
players: list[sf.ComputerPlayer] = [sf.player("easy", seed) for seed in (1, 2)]
while (decision := game.decision) is not None:
    view: sf.View = game.view_for(decision.seat)
    action: sf.Action = players[decision.seat].choose(view)
    try:
        events: list[sf.Event] = game.push_text(game.text_of(action))
    except sf.IllegalAction as illegal:
        print(illegal.code, illegal.message)
for step in sf.replay(sf.load_record("game.txt")):
    print(step.game)
passed: bool = sf.run_scenario("scenario.toml").passed
print(sf.__version__, sf.start_scenario(sf.load_scenario("scenario.toml")), passed)
"""


def in_a_clean_python(code: str) -> str:
    """Return what a program prints that knows nothing but the standard library and this source."""
    sites = [entry for entry in sys.path if entry.endswith("site-packages")]
    start = f"import sys; sys.path[:0] = {[str(ROOT)]!r}; sys.path += {sites!r}\n"
    command = [sys.executable, "-I", "-S", "-c", start + code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_example_prints_its_map() -> None:
    assert in_a_clean_python(EXAMPLE) == PRINTED


def test_importing_loads_neither_libraries_nor_cards_and_leaves_the_path() -> None:
    modules, opened, *_ = in_a_clean_python(IMPORTING).split("\n")
    loaded = set(modules.split())
    heavy = {"asyncio", "multiprocessing", "textual", "msgspec", "typing", "subprocess"}
    assert loaded & heavy == set()
    assert {name for name in loaded if name.startswith("engine")} == {"engine"}
    assert not re.search(r"\.(toml|txt)\b", opened)


def test_every_public_name_is_there_for_programs_and_for_type_checkers() -> None:
    tree = ast.parse((ROOT / "engine" / "__init__.py").read_text(encoding="utf-8"))
    typed, _ = (node for node in tree.body if isinstance(node, ast.If))
    imported = {
        alias.asname or alias.name
        for node in typed.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert imported == set(sf.__all__) == set(dir(sf))
    assert [name for name in sf.__all__ if getattr(sf, name) is None] == []
    assert (sf.Game, sf.IllegalAction) == (GameAtHome, IllegalActionAtHome)
    with pytest.raises(AttributeError, match="no attribute 'game_of'"):
        _ = sf.game_of  # pyright: ignore[reportAttributeAccessIssue]
    assert (ROOT / "engine" / "py.typed").is_file()


def test_decks_and_variants_are_found_by_name() -> None:
    assert {"conquering", "tactical", "kings_road"} <= set(sf.variants())
    rules = sf.load_variant("frontier")
    names = sf.decks(rules)
    assert all(name.startswith("frontier-") for name in names)
    assert set(names) < set(sf.decks())
    assert sf.deck(names[0], rules) == sf.deck(names[0])
    assert sf.deck("4 Grizzly Bears\n")[0] == sf.card("Grizzly Bears")
    with pytest.raises(sf.DeckError, match="not legal in Frontier Magic"):
        sf.deck("4 Grizzly Bears\n", rules)
    with pytest.raises(sf.UnknownCard, match="Grizzly Bears"):
        sf.card("Grizly Bears")


def test_computer_players_answer_views() -> None:
    rules = sf.load_variant("conquering")
    seats = [sf.Seat(name, sf.deck("red-raiders", rules)) for name in ("Edna", "Dale")]
    recorder = sf.Recorder.start(rules, seats, ["ai:easy", "ai:random"], seed=7)
    players = [sf.player("easy", 1), sf.player("random", 2)]
    for _ in range(30):
        decision = recorder.game.decision
        assert decision is not None
        view = recorder.game.view_for(decision.seat)
        recorder.apply(players[decision.seat].choose(view))
    record = sf.load_record(str(recorder.record))
    *_, last = sf.replay(record)
    assert str(last.game) == str(recorder.game)
    with pytest.raises(ValueError, match="the levels are easy, normal, hard, random"):
        sf.player("perfect")


def test_scenarios_are_read_set_up_and_run(tmp_path: Path) -> None:
    file = next((ROOT / "tests" / "scenarios" / "conquering").glob("*.toml"))
    scenario = sf.load_scenario(file)
    assert sf.start_scenario(scenario).rules.name == "The Conquering"
    assert sf.run_scenario(file).passed
    assert sf.run_scenario(file.read_text(encoding="utf-8")).passed
    with pytest.raises(sf.ScenarioError, match="title"):
        sf.load_scenario("variant = 'conquering'\n")
    with pytest.raises(sf.ScenarioError, match=r"nowhere\.toml"):
        sf.run_scenario(tmp_path / "nowhere.toml")


@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy isn't installed")
def test_a_typed_program_passes_mypy(tmp_path: Path) -> None:
    file = tmp_path / "typed.py"
    file.write_text(TYPED, encoding="utf-8")
    options = ["--strict", "--follow-imports=silent", f"--cache-dir={tmp_path / 'cache'}"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *options, str(file)],
        env={"MYPYPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.startswith("Success"), done.stdout + done.stderr
