"""Emblems on the screen and in plain mode."""

from __future__ import annotations

from engine.scenario import stage_of
from engine.view import View
from tui.plain import words
from tui.table.widgets import inspector, player_strip

POSITION = """
title = "Emblems"
variant = "tactical"
player = [{ name = "Edna", emblems = ["Elspeth, Sun's Champion"] }, { name = "Dale" }]
script = "expect Edna emblems 1"
"""


def view() -> View:
    """Dale's View of a game in which Edna has an emblem."""
    stage, _, problems = stage_of(POSITION, "emblems.toml")
    assert stage is not None, problems
    return stage.game.view_for(1)


def test_plain_mode_tells_an_emblem_with_its_player_and_by_its_name() -> None:
    seen = view()
    said = words.player_words(seen, seen.players[0])
    assert 'an emblem with "Creatures you control get +2/+2 and have flying"' in said
    assert "emblem" not in words.player_words(seen, seen.players[1])
    about = "\n".join(words.about(seen, "emblem"))
    assert "Elspeth, Sun's Champion emblem" in about
    assert "Edna has this emblem until the game ends" in about


def test_players_are_shown_with_the_number_of_their_emblems() -> None:
    seen = view()
    edna, dale = seen.players
    lines = [line.plain for line in inspector.player_lines(seen, edna)]
    assert any("emblems 1" in line for line in lines)
    assert "emblems 1" in player_strip.player_words(seen, edna, "E", short=False).plain
    assert "emblems" not in player_strip.player_words(seen, dale, "D", short=False).plain
