"""The examples run, and do what they say."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
CHECKED = """
from pettingzoo.test import api_test, seed_test
from pettingzoo_env import SpellfrontEnv

api_test(SpellfrontEnv({variant!r}), num_cycles=60)
env = SpellfrontEnv({variant!r})
env.reset(seed=7)
for agent in env.agent_iter(200):
    seen, reward, ended, cut, info = env.last()
    mask = seen["action_mask"]
    assert ended or mask.sum() == len(env.game.legal_actions()[: len(mask)])
    env.step(None if ended else env.action_space(agent).sample(mask))
assert env.render() == str(env.game)
print("done")
"""


def ran(*words: str) -> str:
    """Return what a program of these words prints, run with the examples on its path."""
    paths = {"PYTHONPATH": f"{EXAMPLES}:{EXAMPLES.parent}"}
    command = [sys.executable, *words]
    done = subprocess.run(command, env=paths, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_is_played_printed_drawn_and_replayed(tmp_path: Path) -> None:
    printed = ran(str(EXAMPLES / "play_and_draw.py"), str(tmp_path))
    assert "choose =Forest\n" in printed
    assert "refused: there is no #999 you can name here\n" in printed
    assert printed.endswith("The same after a replay: True\n")
    picture = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert picture.startswith("<div><svg")
    assert ">b2 " in picture


@pytest.mark.skipif(find_spec("pettingzoo") is None, reason="PettingZoo isn't installed: extra rl")
@pytest.mark.parametrize("variant", ["conquering", "tactical"])
def test_the_environment_passes_the_tests_of_pettingzoo(variant: str) -> None:
    assert ran("-W", "ignore", "-c", CHECKED.format(variant=variant)).endswith("done\n")
