"""Scenario files: positions, scripts, and what is said about mistakes in them."""

from __future__ import annotations

from engine.scenario import Result, run_text

PLAYERS = """
[[player]]
name = "Edna"
color = "green"
{edna}
[[player]]
name = "Dale"
color = "white"
{dale}
"""


def play(script: str, rest: str = "", *, head: str = "", edna: str = "", dale: str = "") -> Result:
    """Run a scenario of two players."""
    top = f'title = "A test"\nvariant = "conquering"\n{head}\nscript = """\n{script}\n"""\n'
    return run_text(top + PLAYERS.format(edna=edna, dale=dale) + rest, "test.toml")


def permanent(card: str, controller: str, **keys: object) -> str:
    """A [[permanent]] table."""
    lines = [
        f"{key} = {str(value).lower() if isinstance(value, bool) else repr(value)}"
        for key, value in keys.items()
    ]
    return (
        f'\n[[permanent]]\ncard = "{card}"\ncontroller = "{controller}"\n' + "\n".join(lines) + "\n"
    )


def area(name: str, land: str, **keys: object) -> str:
    """A [spaces.NAME] table."""
    return f'\n[spaces.{name}]\nland = "{land}"\n' + "".join(
        f"{key} = {value!r}\n" for key, value in keys.items()
    )


# --- positions ---


def test_a_position_has_what_its_file_says() -> None:
    edna = """
hand = ["Giant Growth", "Llanowar Elves"]
library = ["Grizzly Bears", "Craw Wurm"]
graveyard = ["Grizzly Bears"]
mana = "{G}{G}"
stronghold = "Swamp"
"""
    things = (
        area("b2", "Island", holder="Edna", conquer_value=5)
        + permanent("Grizzly Bears", "Edna", label="Hurt", space="b2", damage=1, tapped=True)
        + permanent(
            "Grizzly Bears", "Edna", label="Big", space="b2", counters={"+1/+1": 2}
        ).replace("{'+1/+1': 2}", '{ "+1/+1" = 2 }')
        + permanent("White Knight", "Dale", ready=False)
    )
    script = """
expect Edna hand 2
expect Edna library 2
expect Giant Growth in Edna's hand
expect Craw Wurm in library
expect Edna mana {G}{G}
expect Edna areas 1
expect s1 land Swamp
expect s1 holder Edna
expect b2 holder Edna
expect b2 land Island
expect b2 conquer value 5
expect b2 face up
expect a1 face down
expect b2 creatures 2
expect Hurt damage 1
expect Hurt tapped
expect Hurt toughness 3
expect Big power 4
expect Big counters +1/+1 2
expect Big untapped
expect White Knight in s2
expect White Knight keyword first strike
expect White Knight color white
expect White Knight type Knight
expect step First Main
expect active Edna
expect winner none
"""
    result = play(script, things, edna=edna)
    assert result.passed, str(result)
    assert result.lines == 27


def test_a_fresh_creature_is_not_ready() -> None:
    result = play(
        "illegal C-17 Edna: move Grizzly Bears b3",
        permanent("Grizzly Bears", "Edna", ready=False),
        head='step = "Movement"',
    )
    assert result.failure is not None  # nobody is asked to move: there is nothing that could
    things = permanent("Grizzly Bears", "Edna", ready=False) + permanent("Craw Wurm", "Edna")
    result = play(
        "illegal C-17 Edna: move Grizzly Bears b3\nEdna: move Craw Wurm b3",
        things,
        head='step = "Movement"',
    )
    assert result.passed, str(result)


def test_dice_come_from_the_file() -> None:
    result = play(
        "Edna: move Craw Wurm b3\nexpect b3 conquer value 5",
        permanent("Craw Wurm", "Edna"),
        head='step = "Movement"\ndice = [5]',
    )
    assert result.passed, str(result)


def test_an_attachment_is_on_its_host() -> None:
    things = permanent("Grizzly Bears", "Edna", label="Bear") + permanent(
        "Holy Strength", "Edna", attached_to="Bear"
    )
    result = play(
        "expect Holy Strength attached to Bear\nexpect Bear power 4\nexpect Bear toughness 5",
        things,
    )
    assert result.passed, str(result)  # +1/+2, and +1/+1 in its colour's land


# --- scripts ---


def test_casting_chooses_targets_and_pays() -> None:
    things = permanent("Grizzly Bears", "Edna")
    script = """
Edna: cast Giant Growth on Grizzly Bears
expect stack 1
resolve
expect Grizzly Bears power 6
expect Giant Growth in Edna's graveyard
expect Edna mana {G}
"""
    result = play(script, things, edna='hand = ["Giant Growth", "Giant Growth"]\nmana = "{G}{G}"')
    assert result.passed, str(result)


def test_an_announcement_by_hand_asks_each_question() -> None:
    things = permanent("Grizzly Bears", "Edna") + permanent("White Knight", "Dale")
    script = """
Edna: cast Giant Growth ...
expect decision Edna target
Edna: take-back
expect Giant Growth in Edna's hand
expect decision Edna priority
"""
    result = play(script, things, edna='hand = ["Giant Growth"]\nmana = "{G}"')
    assert result.passed, str(result)


def test_attack_and_block() -> None:
    things = (
        area("b2", "Mountain")
        + permanent("Grizzly Bears", "Edna", space="b2")
        + permanent("White Knight", "Dale", space="b2")
    )
    script = """
Edna: attack b2 with Grizzly Bears
Dale: block Grizzly Bears with White Knight
expect Grizzly Bears in graveyard
expect White Knight in b2
expect b2 holder nobody
"""
    result = play(script, things, head='step = "Attack/Conquer"')
    assert result.passed, str(result)


def test_until_goes_to_a_players_step() -> None:
    result = play(
        (
            "until Dale\nexpect active Dale\nuntil Edna Movement\nexpect step Movement\nexpect "
            "active Edna"
        ),
        permanent("Grizzly Bears", "Edna") + permanent("White Knight", "Dale"),
    )
    assert result.passed, str(result)


def test_conceding_ends_the_game() -> None:
    result = play(
        "Edna: concede\nexpect winner Dale\nexpect decision none",
        permanent("Grizzly Bears", "Edna"),
        head='step = "Movement"',
    )
    assert result.passed, str(result)


# --- failures ---


def test_the_first_failing_line_is_named_with_expected_and_found() -> None:
    result = play(
        "# a comment\n\nexpect b2 holder nobody\nexpect b2 holder Edna\nexpect b2 holder Dale"
    )
    assert result.failure is not None
    assert result.failure.text == "expect b2 holder Edna"
    assert result.failure.found == "nobody"
    # title, variant, an empty line, script, comment, an empty line, one that holds
    assert result.failure.line == 8
    assert str(result).startswith("test.toml:8: expect b2 holder Edna\n  expected: ")


def test_an_action_of_the_wrong_player_says_who_is_asked() -> None:
    result = play("Dale: pass", permanent("Grizzly Bears", "Edna"), head='step = "Movement"')
    assert result.failure is not None
    assert "the decision is Edna's" in result.failure.found


def test_an_illegal_action_says_why() -> None:
    result = play(
        "Edna: move Grizzly Bears a1", permanent("Grizzly Bears", "Edna"), head='step = "Movement"'
    )
    assert result.failure is not None
    assert "C-" in result.failure.found


def test_illegal_wants_the_clause_and_leaves_the_position() -> None:
    bears = permanent("Grizzly Bears", "Edna")
    script = "illegal C-4 Edna: move Grizzly Bears a1\nexpect Grizzly Bears in s1"
    assert play(script, bears, head='step = "Movement"').passed
    wrong = play("illegal C-99 Edna: move Grizzly Bears a1", bears, head='step = "Movement"')
    assert wrong.failure is not None
    assert wrong.failure.expected == "refused by C-99"
    assert wrong.failure.found.startswith("refused by C-4")
    allowed = play("illegal C-4 Edna: move Grizzly Bears b3", bears, head='step = "Movement"')
    assert allowed.failure is not None
    assert allowed.failure.found == "it was allowed"


def test_a_name_for_different_things_wants_a_label() -> None:
    things = permanent("Grizzly Bears", "Edna") + permanent("Grizzly Bears", "Edna", tapped=True)
    result = play("expect Grizzly Bears power 3", things)
    assert result.failure is not None
    assert "label" in result.failure.expected


def test_words_that_are_not_understood_are_named() -> None:
    for line, found in (
        ("Edna: move Grizzly Pears b3", "Grizzly"),
        ("Theresa: pass", "Theresa"),
        ("dance", "dance"),
        ("expect moon full", "moon"),
        ("expect Grizzly Bears mood good", "mood good"),
        ("until Never", "Never"),
    ):
        result = play(line, permanent("Grizzly Bears", "Edna"), head='step = "Movement"')
        assert result.failure is not None, line
        assert found in result.failure.found, str(result)


def test_every_problem_of_a_file_is_reported() -> None:
    things = permanent("Grizzly Pears", "Theresa", space="z9") + area(
        "q7", "Island", holder="Nobody At All"
    )
    result = play(
        "expect winner none",
        things,
        head='step = "Dancing"\nactive = "Theresa"',
        edna='mana = "{Q}"\nhand = ["Serra Angle"]',
    )
    text = str(result)
    assert not result.passed
    for where in (
        "step",
        "active",
        "player.1.mana",
        "player.1.hand.1",
        "permanent.1.card",
        "permanent.1.controller",
        "permanent.1.space",
    ):
        assert f"test.toml: {where}: " in text
    assert "spaces.q7" in text
    assert "did you mean 'Grizzly Bears'?" in text
    assert "did you mean 'Serra Angel'?" in text


def test_unknown_keys_and_bad_toml_are_problems() -> None:
    result = play("expect winner none", permanent("Grizzly Bears", "Edna", tappped=True))
    assert "did you mean 'tapped'?" in str(result)
    broken = run_text("title = ", "broken.toml")
    assert not broken.passed
    assert str(broken).startswith("broken.toml: ")


def test_nothing_stands_on_an_obstacle() -> None:
    head = 'title = "x"\nvariant = "tactical"\noptions = { table = "ruins" }\nscript = ""\n'
    players = '[[player]]\nname = "Edna"\ntoken = "h6"\n[[player]]\nname = "Dale"\n'
    result = run_text(
        head
        + players
        + '[[permanent]]\ncard = "Grizzly Bears"\ncontroller = "Edna"\nspace = "h5"\n'
    )
    said = [f"{problem.where}: {problem.found}" for problem in result.problems]
    assert said == ["player.1.token: 'h6', an obstacle", "permanent.1.space: 'h5', an obstacle"]


def test_snow_mana_is_set_and_expected() -> None:
    script = """
expect Edna mana {G}{G}{C}
expect Edna snow mana {G}
Edna: cast Giant Growth on Grizzly Bears
expect Edna mana {G}{C}
expect Edna snow mana none
"""
    edna = 'hand = ["Giant Growth"]\nmana = "{G}{C}"\nsnow = "{G}"'
    result = play(script, permanent("Grizzly Bears", "Edna"), edna=edna)
    assert result.passed, str(result)
    wrong = play("expect Edna snow mana none", edna='snow = "{S}"')
    assert any(problem.where == "player.1.snow" for problem in wrong.problems)
