"""Scenarios: what makes no sense is told, not passed over, and whatever is visible can be set up
and expected.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.scenario import Result, run, run_text
from tests.scenario.test_scenario_format import area, permanent

BEARS = permanent("Grizzly Bears", "Edna")
WURM = permanent("Craw Wurm", "Dale")
STRENGTH = permanent("Holy Strength", "Edna", attached_to="Grizzly Bears")


def play(
    variant: str,
    script: str,
    rest: str = BEARS + WURM,
    *,
    head: str = "",
    edna: str = "",
    name: str = "Edna",
) -> Result:
    """Run a scenario of two players, of any variant."""
    top = f'title = "A test"\nvariant = "{variant}"\n{head}\nscript = """\n{script}\n"""\n'
    return run_text(
        (
            f'{top}[[player]]\nname = "{name}"\n{edna}\n[[player]]\nname = "Dale"\ncolor = '
            f'"white"\n{rest}'
        ),
        "test.toml",
    )


def problems(result: Result) -> list[str]:
    return [f"{problem.where}: {problem.found}; {problem.allowed}" for problem in result.problems]


# --- positions ---


@pytest.mark.parametrize(
    ("variant", "rest", "said"),
    [
        (
            "conquering",
            permanent("Giant Growth", "Edna"),
            "permanent.1.card: 'Giant Growth', Instant; a permanent card",
        ),
        (
            "conquering",
            permanent("Chaos Orb", "Edna"),
            "permanent.1.card: 'Chaos Orb', which can't be played yet; a playable card",
        ),
        (
            "conquering",
            permanent("Rod of Ruin", "Edna", space="b2"),
            "permanent.1.space: 'b2'; nothing: Rod of Ruin isn't on the map",
        ),
        (
            "conquering",
            BEARS + permanent("Craw Wurm", "Edna", attached_to="b2"),
            "permanent.2.attached_to: 'b2'; nothing: Craw",
        ),
        (
            "conquering",
            BEARS + BEARS + STRENGTH,
            (
                "permanent.3.attached_to: 'Grizzly Bears', a name shared by several permanents; a "
                "label"
            ),
        ),
        (
            "conquering",
            area("b2", "Swamp", face="down", holder="Edna"),
            ": b2 is held but face down; a position that a game can reach",
        ),
        (
            "conquering",
            "[spaces.b2]\nhole = true\n",
            "spaces.b2.hole: true; nothing: land can't be destroyed in The Conquering",
        ),
        (
            "conquering",
            permanent("Grizzly Bears", "Edna", label="b2"),
            "permanent.1.label: 'b2'; a name that no other permanent",
        ),
        (
            "conquering",
            permanent("Grizzly Bears", "Edna", label="dale"),
            "permanent.1.label: 'dale'; a name that no other permanent",
        ),
        (
            "conquering",
            permanent("Grizzly Bears", "Edna", label="stack 2"),
            "permanent.1.label: 'stack 2'; a name that doesn't begin with",
        ),
        (
            "conquering",
            permanent("Grizzly Bears", "Edna", named="b2"),
            "permanent.1.named: 'b2'; nothing: Grizzly Bears doesn't name a space here",
        ),
        (
            "war_game",
            area("b2", "Swamp", conquer_value=4),
            "spaces.b2.conquer_value: 4; nothing: The War Game has no Conquer Values",
        ),
        (
            "tactical",
            permanent("Grizzly Bears", "Edna", space="h5")
            + permanent("Craw Wurm", "Dale", space="h5"),
            ": 2 pieces stand on h5",
        ),
        (
            "tactical",
            BEARS + permanent("Rod of Ruin", "Edna", carried_by="Grizzly Bears"),
            "permanent.2.carried_by: 'Grizzly Bears'; no",
        ),
        (
            "battle_field",
            permanent("Craw Wurm", "Edna", space="b2")
            + permanent("Grizzly Bears", "Edna", carried_by="Craw Wurm"),
            "permanent.2.carried_by: 'Craw Wurm'; nothing: Grizzly Bears can't be carried here",
        ),
        (
            "frontier",
            area("c3", "Swamp", holder="Edna"),
            "spaces.c3.holder: 'Edna'; nothing: players can't hold land in Frontier Magic",
        ),
        (
            "frontier",
            area("c3", "Swamp", face="down", tapped_by="Edna"),
            "spaces.c3.tapped_by: 'Edna'; nothing: there is no land",
        ),
    ],
)
def test_a_position_that_can_not_be_is_told(variant: str, rest: str, said: str) -> None:
    found = problems(play(variant, "expect turn 9", rest))
    assert len(found) == 1
    assert found[0].startswith(said)


@pytest.mark.parametrize(
    ("variant", "keys", "said"),
    [
        (
            "conquering",
            {"edna": "life = 7"},
            "player.1.life: 7; nothing: players have no life in The Conquering",
        ),
        (
            "tactical",
            {"edna": 'stronghold = "Swamp"'},
            "player.1.stronghold: 'Swamp'; nothing: Tactical Magic has no Strongholds",
        ),
        ("conquering", {"edna": "out = true", "head": 'active = "Edna"'}, "active: 'Edna'; Dale"),
        ("conquering", {"head": "turn = 0"}, "turn: 0; "),
        (
            "conquering",
            {"edna": "lost_turns = 2"},
            "player.1.lost_turns: 2; 0: the Stronghold is not lost",
        ),
        (
            "tactical",
            {"edna": "poison = 10"},
            ": a game that Dale has already won; a position that a game can reach",
        ),
        (
            "tactical",
            {"edna": "life = 0"},
            ": a game that Dale has already won; a position that a game can reach",
        ),
        (
            "conquering",
            {"head": 'options = { fast = "yes" }'},
            "options.fast: house rule 'fast'; none; this variant has no house rules",
        ),
        ("conquerin", {}, "variant: no variant 'conquerin'; a file or one of"),
        (
            "conquering",
            {"name": "Edna: the first"},
            "player.1.name: 'Edna: the first'; printable characters except ':'",
        ),
        ("conquering", {"name": ""}, "player.1.name: ''; printable"),
        ("conquering", {"name": "nobody"}, "player.1.name: 'nobody'; a name that no other player"),
        (
            "conquering",
            {"name": "until"},
            "player.1.name: 'until'; a name that doesn't begin with 'until'",
        ),
    ],
)
def test_a_key_with_which_nothing_can_be_done_is_told(
    variant: str, keys: dict[str, str], said: str
) -> None:
    assert any(
        found.startswith(said) for found in problems(play(variant, "expect turn 9", "", **keys))
    )


def test_who_is_out_has_left_with_everything() -> None:
    text = (
        'title = "x"\nvariant = "conquering"\nscript = """\nexpect s2 holder nobody\nexpect '
        'Dale out\nexpect winner none\n"""\n'
    )
    players = (
        '[[player]]\nname = "Edna"\n[[player]]\nname = "Dale"\nout = '
        'true\n[[player]]\nname = "Theresa"\n'
    )
    result = run_text(text + players + BEARS + permanent("Craw Wurm", "Theresa"))
    assert result.passed, str(result)


@pytest.mark.parametrize("number", [1, 5])
def test_more_or_fewer_players_than_a_variant_has_are_told(number: int) -> None:
    players = "".join(f'[[player]]\nname = "Player {each}"\n' for each in "ABCDE"[:number])
    found = problems(
        run_text(f'title = "x"\nvariant = "conquering"\nscript = "expect turn 9"\n{players}')
    )
    assert found == [f"player: {number} player{'s' if number > 1 else ''}; 2 or 3 or 4"]


def test_a_variant_file_is_looked_for_from_the_folder_of_the_scenario(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(
        'extends = "conquering"\nid = "mine"\nname = "Mine"\nsummary = "My own."\n'
    )
    scenario = tmp_path / "a.toml"
    players = '[[player]]\nname = "Edna"\n[[player]]\nname = "Dale"\n'
    scenario.write_text(
        f'title = "x"\nvariant = "mine.toml"\nscript = "expect turn 9"\n{players}{BEARS}{WURM}'
    )
    assert run(scenario).passed
    (tmp_path / "mine.toml").write_text('extends = "conquering"\nid = "mine"\nname = "Mine"\n')
    assert str(run(scenario)).startswith(f"{tmp_path / 'mine.toml'}: summary: found nothing")


# --- scripts ---


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("expect not Grizzly Bears in graveyrad", "a space or one of battlefield, stack, hand"),
        ("expect not Grizzly Bears keyword flyng", "flying"),
        ("expect not Grizzly Bears color gren", "one of these: white, blue"),
        ("expect not Grizzly Bears attached to Craw Worm", "a name in this game"),
        ("expect not Grizzly Bears controller Theresa", "a player: Edna, Dale"),
        ("expect not Grizzly Bears power much", "a number"),
        ("expect Grizzly Bears untapped really", "nothing after 'untapped'"),
        ("expect not Grizzly Bears counters 2", "a kind of counter and a number"),
        ("expect not b2 land Swmap", "one of these: Plains"),
        ("expect not b2 face sideways", "one of these: up, down"),
        ("expect not b2 holder Theresa", "a player: Edna, Dale"),
        ("expect not Edna mana {Q}", "mana such as"),
        ("expect not Edna mana {X}", "mana such as"),
        ("expect not Edna mana", "mana such as"),
        ("expect not winner Theresa", "a player: Edna, Dale"),
        ("expect not active Theresa", "a player: Edna, Dale"),
        ("expect not decision Theresa priority", "a player: Edna, Dale"),
        ("expect not step Fist Main", "one of these: Untap"),
        ("until Dale Movment", "a player, a step, or both"),
        ("illegal Edna: move Grizzly Bears b3", "'illegal CLAUSE NAME: action'"),
        ("Edna: move Grizzly Bears \u00b2", "names, spaces and numbers"),
        (f"Edna: move Grizzly Bears {'9' * 5000}", "names, spaces and numbers"),
    ],
)
def test_a_slip_of_the_pen_is_told_and_never_holds(line: str, expected: str) -> None:
    result = play("conquering", line, head='step = "Movement"')
    assert result.failure is not None
    assert expected in result.failure.expected


@pytest.mark.parametrize(
    "line", ["expect not Grizzly Bears keyword cycling", "expect not Grizzly Bears keyword rampage"]
)
def test_a_keyword_is_expected_by_its_name_whatever_it_costs(line: str) -> None:
    result = play("conquering", line, head='step = "Movement"')
    assert result.passed, str(result)


def test_where_a_card_was_found_is_told_by_its_zone() -> None:
    result = play("conquering", "expect Giant Growth in graveyard", edna='hand = ["Giant Growth"]')
    assert result.failure is not None
    assert "hand" in result.failure.found


def test_labels_may_have_words_that_also_stand_between_names() -> None:
    label = "Bear on guard with + x 3"
    things = (
        permanent("Grizzly Bears", "Edna", label=label)
        + permanent("Grizzly Bears", "Edna", tapped=True)
        + WURM
    )
    script = f"Edna: cast Giant Growth on {label}\nresolve\nexpect {label} power 6"
    result = play("conquering", script, things, edna='hand = ["Giant Growth"]\nmana = "{G}"')
    assert result.passed, str(result)


# --- whatever is visible can be expected ---


def test_what_an_attack_leaves_can_be_seen() -> None:
    things = (
        area("b2", "Mountain")
        + permanent("Grizzly Bears", "Edna", space="b2")
        + permanent("White Knight", "Dale", space="b2")
    )
    script = """
expect turn 9
expect round 5
expect land damage 0
expect Grizzly Bears ready
Edna: attack b2 with Grizzly Bears
expect Grizzly Bears attacking
expect decision Dale blockers
Dale: done
expect not Grizzly Bears attacked
expect not Grizzly Bears moved
expect not Grizzly Bears token
"""
    result = play("conquering", script, things, head='step = "Attack/Conquer"')
    assert result.passed, str(result)


def test_the_targets_of_a_spell_and_the_text_of_a_card_can_be_seen() -> None:
    script = """
Edna: cast Giant Growth on Grizzly Bears
expect Giant Growth targeting Grizzly Bears
expect not Giant Growth targeting Craw Wurm
expect Giant Growth text +3/+3
"""
    result = play(
        "conquering", script, edna='hand = ["Giant Growth", "Giant Growth"]\nmana = "{G}{G}"'
    )
    assert result.passed, str(result)


@pytest.mark.rule("B-26")
def test_who_carries_what_is_set_up_and_seen() -> None:
    things = permanent("Grizzly Bears", "Edna", space="b6") + permanent(
        "Rod of Ruin", "Edna", carried_by="Grizzly Bears"
    )
    script = (
        "expect Rod of Ruin carried by Grizzly Bears\nexpect Grizzly Bears carrying Rod of "
        "Ruin\nexpect Edna's token carrying none"
    )
    result = play("battle_field", script, things)
    assert result.passed, str(result)


@pytest.mark.rule("W-32")
def test_the_terrain_that_a_permanent_names_is_set_up_and_seen() -> None:
    things = (
        permanent("White Knight", "Dale", space="b2")
        + permanent("Crusade", "Dale", named="b2")
        + BEARS
    )
    result = play(
        "war_game",
        "expect not Crusade named b1\nexpect Crusade named b2\nexpect White Knight power 4",
        things,
    )
    assert result.passed, str(result)


def test_land_of_a_continent_is_set_up_tapped_by_somebody() -> None:
    things = (
        area("c3", "Swamp", tapped_by="Dale") + BEARS + permanent("Craw Wurm", "Dale", space="c3")
    )
    result = play(
        "frontier",
        (
            "expect c3 tapped\nexpect c3 tapped by Dale\nexpect land graveyard 0\nexpect d1 home "
            "of "
            "Dale"
        ),
        things,
    )
    assert result.passed, str(result)


@pytest.mark.cr("708.2a")
def test_a_permanent_is_set_up_face_down() -> None:
    things = permanent("Daru Lancer", "Edna", label="spy", face_down=True)
    seen = (
        "expect spy power 2\nexpect spy toughness 2\nexpect spy in s1\nexpect not spy keyword "
        "first strike"
    )
    script = (
        f"{seen}\nEdna: turn-up spy\nexpect spy power 3\nexpect spy toughness 4\nexpect spy "
        "keyword first strike"
    )
    result = play("conquering", script, things, edna='mana = "{W}{W}{W}{W}"')
    assert result.passed, str(result)


@pytest.mark.cr("702.26d", "702.26g")
def test_a_permanent_is_set_up_phased_out_with_what_is_attached_to_it() -> None:
    things = (
        permanent("Grizzly Bears", "Edna", phased_out=True)
        + STRENGTH
        + permanent("Gray Ogre", "Edna")
        + WURM
    )
    before = "expect Grizzly Bears in phased\nexpect Edna phased out 2"
    after = (
        "expect Edna phased out 0\nexpect Holy Strength attached to Grizzly Bears\nexpect "
        "Grizzly Bears power 4"
    )
    result = play(
        "conquering",
        f"{before}\nuntil Dale\nuntil Edna\n{after}",
        things,
        edna=f"library = {['Forest'] * 9}",
    )
    assert result.passed, str(result)


def test_what_has_phased_out_is_still_known_by_its_name() -> None:
    things = permanent("Breezekeeper", "Edna") + BEARS + WURM
    seen = "expect Breezekeeper in phased\nexpect Edna phased out 1\nexpect Breezekeeper power 4"
    script = f"expect Breezekeeper in s1\nuntil Dale\nuntil Edna\n{seen}"
    result = play("conquering", script, things, edna=f"library = {['Forest'] * 9}")
    assert result.passed, str(result)
