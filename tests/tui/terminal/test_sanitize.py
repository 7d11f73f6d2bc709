"""Nothing that could drive a terminal gets there, through whatever field of whatever file it
comes.
"""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from platformdirs import user_config_path, user_data_path

from engine.cards.library import library
from tests.tui.games import session
from tui.app import SpellfrontApp
from tui.cli import main
from tui.session.game_setup import deck_files
from tui.settings import paths
from tui.terminal.sanitize import CleanStream, clean

EVIL = "\x1b]0;owned\x07\x1b[2J\x9b31m\x00\x7f\u202eabc\u2066\u200f\u061c\u2028\u00ad\r\b"
"""A title set, a screen cleared, a colour, a null, a line turned round, and what else is not to
be seen.
"""
QUOTED = "".join(f"\\u{ord(letter):04x}" for letter in EVIL)


def test_what_can_be_seen_stays_as_it_is() -> None:
    text = "Dandân {G}{G} ▸ 2/2 “Æther” 中文 (C-17)"
    assert clean(text) is text
    assert clean("one\ttwo\nthree", "\n") == "one two\nthree"


def test_what_drives_a_terminal_is_taken_out() -> None:
    assert clean(EVIL).rstrip() == "]0;owned[2J31mabc"
    assert clean("\ud800x").strip() == "x"


def test_a_stream_passes_on_clean_text_and_says_that_it_took_all() -> None:
    under = io.StringIO()
    stream = CleanStream(under)
    assert stream.write(EVIL + "\n") == len(EVIL) + 1
    assert under.getvalue().rstrip() == "]0;owned[2J31mabc"
    assert not stream.isatty()


def is_clean(text: str) -> bool:
    return all(line.isprintable() for line in text.split("\n"))


VARIANT = (
    'extends = "conquering"\nid = "{0}"\nname = "{0}"\nsummary = "{0}"\nsource = "{0}"\n'
    '[options."{0}"]\nlabel = "{0}"\nchoices."{0}" = {{}}\n'
)
CARD = (
    '[[card]]\nname = "{0}"\ntypes = ["Creature", "{0}"]\ncost = "{0}"\n"{0}" = '
    '"{0}"\nsubtypes = ["{0}"]\n'
)
SCENARIO = (
    'title = "{0}"\nvariant = "conquering"\nnotes = "{0}"\nscript = """\n{0}: pass\nexpect {0} '
    'power {0}\nillegal {0} Edna: pass\n"""\n'
    '[[player]]\nname = "Edna"\nhand = ["{0}"]\n[[player]]\nname = "{0}"\n[spaces."{0}"]\nland = '
    '"{0}"\n'
)
DECK = "// NAME: {0}\n// PLAN: {0}\n4 {0}\n{0}\n4 Grizzly Bears\n"
GAME = (
    "spellfront record 1\nprogram: {0}\nvariant: {0} {0}\nfile: {0}\nrules: {0}\noption: "
    "{0}={0}\nseed: 1\nplayer: human {0}\nstart: {0}\n"
)


TITLED = (
    'title = "{0}"\nvariant = "conquering"\nscript = """\n"""\nplayer = [{{ name = "A" }}, '
    '{{ name = "B" }}]\n'
)


@pytest.mark.parametrize(
    ("ending", "words", "text"),
    [
        ("toml", ["variants", "check"], VARIANT.format(QUOTED)),
        ("toml", ["variants", "show"], VARIANT.format(QUOTED)),
        ("toml", ["variants", "show"], VARIANT.partition("[options")[0].format(QUOTED)),
        ("toml", ["sim", "--games", "1", "--variant"], VARIANT.format(QUOTED)),
        ("toml", ["cards", "check"], CARD.format(QUOTED)),
        ("toml", ["cards", "check"], f'[[card]]\nname = "{QUOTED}"\ntypes = ["Creature"]\n'),
        ("toml", ["scenario", "run"], SCENARIO.format(QUOTED)),
        ("toml", ["scenario", "run"], TITLED.format(QUOTED)),
        ("txt", ["decks", "check"], DECK.format(EVIL)),
        ("game", ["replay"], GAME.format(EVIL)),
        ("game", ["replay", "--check"], GAME.format(EVIL)),
        ("game", ["replay"], GAME.format("x").replace("human x", "human " + EVIL)),
    ],
)  # fmt: skip
def test_commands_tell_of_a_file_without_its_escapes(
    ending: str, words: list[str], text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / f"{EVIL.replace(chr(0), '')}.{ending}"
    path.write_text(text, encoding="utf-8")
    assert main([*words, str(path)]) in (0, 1, 2)
    told = capsys.readouterr()
    assert is_clean(told.out)
    assert is_clean(told.err)
    assert "owned" in told.out + told.err


@pytest.mark.parametrize(
    "words",
    [
        [EVIL], ["cards", "show", EVIL], ["cards", "search", EVIL], ["decks", "check", EVIL],
        ["variants", "show", EVIL],
        ["play", "--seats", EVIL], ["play", "--names", EVIL], ["sim", "--games", EVIL], ["sim",
        "--option", EVIL],
        ["replay", EVIL], ["scenario", "run", EVIL],
        ["fuzz", "--seats", EVIL], ["bench", "--only", EVIL], ["sim", "--variant", EVIL],
    ],
)  # fmt: skip
def test_commands_repeat_no_escapes_of_their_arguments(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) in (1, 2)
    told = capsys.readouterr()
    assert is_clean(told.out + told.err)
    assert told.out + told.err


def drawn(app: SpellfrontApp) -> str:
    """Every line of the screen, as it goes to the terminal."""
    return "\n".join(strip.text for strip in app.screen._compositor.render_strips(app.size))


@pytest.mark.slow
async def test_the_launch_screen_draws_no_escapes_of_files_and_names() -> None:
    name = EVIL.replace("\0", "")
    decks, games, keys = (
        user_data_path("spellfront") / "decks",
        paths.folder(),
        user_config_path("spellfront"),
    )
    for place in (decks, games, keys, user_data_path("spellfront") / "cards"):
        place.mkdir(parents=True)
    (decks / f"{name}.txt").write_text(DECK.format(EVIL), encoding="utf-8")
    (games / f"{name}.game").write_text(GAME.format(EVIL), encoding="utf-8")
    (keys / "keys.toml").write_text(f'[table]\n"{QUOTED}" = "{QUOTED}"\n', encoding="utf-8")
    (user_data_path("spellfront") / "cards" / f"{name}.toml").write_text(
        CARD.format(QUOTED), encoding="utf-8"
    )
    deck_files.cache_clear()
    library.cache_clear()
    app = SpellfrontApp(pace=0)
    async with app.run_test(size=(140, 45)) as pilot:
        for key in ("down", "down", "right", "right", "enter", "up"):
            await pilot.pause()
            assert is_clean(drawn(app))
            await pilot.press(key)
        await pilot.pause()
        assert is_clean(drawn(app))
        assert "owned" in drawn(app)
    deck_files.cache_clear()
    library.cache_clear()


@pytest.mark.slow
async def test_the_table_draws_no_escapes_of_names_and_messages() -> None:
    played = session(("human", "human"))
    from engine.base.records import replace

    state = played.game.state
    state.set(
        players=tuple(replace(player, name=f"{player.name}{EVIL}") for player in state.players)
    )
    app = SpellfrontApp(played, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "owned" in drawn(app)
        assert is_clean(drawn(app))
        await pilot.press("enter", "colon", *"xyz", "enter")
        await pilot.pause()
        assert is_clean(drawn(app))
