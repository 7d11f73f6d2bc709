"""Scenario scripts: the lines that do and expect things, and what is said when they fail."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.scenario import stage_of
from engine.scenario.wording import VERBS
from tests.scenario.test_scenario_format import area, permanent
from tests.scenario.test_scenario_sense import BEARS, WURM, play, problems
from tui.table.wording import SENTENCES

LIBRARY = f"library = {['Craw Wurm'] * 5}"
WARDEN = permanent("Soul Warden", "Edna") + BEARS


# --- going on ---


def test_resolving_leaves_new_triggers_on_the_stack() -> None:
    edna = 'hand = ["Llanowar Elves", "Giant Growth"]\nmana = "{G}{G}"\nlife = 20'
    script = """
Edna: cast Llanowar Elves
resolve
Edna: place Llanowar Elves b7
expect stack 1
expect Edna life 20
resolve
expect Edna life 21
"""
    result = play("tactical", script, WARDEN, edna=edna)
    assert result.passed, str(result)


def test_a_spell_is_paid_for_with_mana_that_nothing_else_in_hand_needs() -> None:
    edna = 'hand = ["Murder", "Lightning Bolt"]\nmana = "{B}{B}{B}{R}"'
    result = play(
        "tactical", "Edna: cast Murder on Grizzly Bears\nexpect Edna mana {R}", BEARS, edna=edna
    )
    assert result.passed, str(result)


def test_nothing_passes_by_itself_while_the_script_holds() -> None:
    script = """
hold
expect step Draw
expect decision Edna priority
Edna: pass
expect asked Dale priority
expect decision Dale priority
hold off
Dale: pass
expect not step Draw
"""
    result = play("conquering", script, "", head='step = "Draw"', edna=LIBRARY)
    assert result.passed, str(result)


def test_without_holding_a_step_in_which_nobody_can_act_is_over() -> None:
    result = play("conquering", "expect step Draw", "", head='step = "Draw"', edna=LIBRARY)
    assert result.failure is not None


def test_a_step_of_this_turn_is_waited_for_and_missed_once_it_is_over() -> None:
    assert play("conquering", "at Movement\nat Movement\nexpect step Movement").passed
    past = play("conquering", "at Upkeep", head='step = "Movement"')
    assert past.failure is not None
    assert past.failure.expected == "Upkeep of this turn"
    assert "which is later" in past.failure.found
    unknown = play("conquering", "at Dinner")
    assert unknown.failure is not None
    assert unknown.failure.expected.startswith("a step: Untap")


# --- what is refused, and what is no action at all ---


@pytest.mark.parametrize(
    "action",
    [
        "dance Grizzly Bears",
        "move Grizzly Pears b3",
        "move Grizzly Bears z9",
        "move Giant Growth b3",
        "cast Grizzly Bears",
        "pass b3",
        "move Grizzly Bears =fast 3 b3",
        "attacker player9",
        "cast Giant Growth on Serra Angle",
        "",
    ],
)
def test_words_that_are_no_action_are_not_refused_but_wrong(action: str) -> None:
    for clause in ("no clause", "C-17", "M-4"):
        result = play(
            "conquering",
            f"illegal {clause} Edna: {action}",
            edna='hand = ["Giant Growth"]',
            head='step = "Movement"',
        )
        assert result.failure is not None
        assert not result.failure.expected.startswith("refused by")


def test_a_refusal_that_rests_on_no_clause_is_asked_for() -> None:
    assert play("conquering", "illegal no clause Edna: yes", head='step = "Movement"').passed
    wrong = play(
        "conquering", "illegal no clause Edna: move Grizzly Bears a1", head='step = "Movement"'
    )
    assert wrong.failure is not None
    assert wrong.failure.expected == "refused by no clause"
    assert wrong.failure.found.startswith("refused by C-4")


def test_a_refused_action_is_told_with_the_legal_ones_most_like_it() -> None:
    result = play("conquering", "Edna: move Grizzly Bears a1", head='step = "Movement"')
    assert result.failure is not None
    assert result.failure.found.endswith("legal actions: 'move Grizzly Bears b3', 'done'")


def test_what_is_suggested_for_one_of_several_of_a_name_can_be_said_so() -> None:
    giants = permanent("Hill Giant", "Edna", space="e5") + permanent(
        "Hill Giant", "Dale", space="e6"
    )
    attack = 'step = "Attack"'
    refused = play("battle_field", "Edna: attacker Hill Giant, Dale's token", giants, head=attack)
    assert refused.failure is not None
    suggested = refused.failure.found.partition("legal actions: '")[2].partition("'")[0]
    assert suggested.count("#") == 2
    assert play(
        "battle_field", f"Edna: {suggested}\nexpect permanents 0 Hill Giant", giants, head=attack
    ).passed


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Grizzly Pears b3 as fast as they can", " (did you mean 'Grizzly Bears'?)"),
        ("Greezly Baers b3 as fast as they can", " (did you mean 'Grizzly Bears'?)"),
        ("Unheard-of Thing b3 as fast as it can", ""),
    ],
)
def test_a_misspelt_name_at_the_beginning_of_many_words_is_recognized(
    words: str, meant: str
) -> None:
    result = play("conquering", f"Edna: move {words}", head='step = "Movement"')
    assert result.failure is not None
    assert (
        result.failure.expected
        == f"names, spaces and numbers of this game in 'move {words}'{meant}"
    )


def test_an_object_goes_by_its_name_and_number() -> None:
    head = (
        'title = "x"\nvariant = "conquering"\nscript = ""\n[[player]]\nname = '
        '"Edna"\n[[player]]\nname = "Dale"\n'
    )
    stage, _, _ = stage_of(head + BEARS + WURM)
    assert stage is not None
    bears = stage.one_object("Grizzly Bears")
    assert (
        stage.objects_called(f"grizzly-bears#{bears.id}")
        == stage.objects_called(f"#{bears.id}")
        == [bears]
    )
    assert (
        stage.objects_called(f"craw-wurm#{bears.id}")
        == stage.objects_called("grizzly-bears#99999")
        == []
    )


def test_the_name_of_a_card_to_cast_means_the_one_in_hand() -> None:
    hand = 'hand = ["Grizzly Bears", "Giant Growth"]\nmana = "{G}"'
    result = play("conquering", "illegal C-1 Edna: cast Grizzly Bears", edna=hand)
    assert result.failure is not None
    assert (
        result.failure.found == "refused by M-4: Grizzly Bears costs {1}{G}, more than you can pay"
    )


def test_every_verb_has_words_on_the_screen_and_a_line_in_the_readme() -> None:
    readme = (Path(__file__).parents[1] / "scenarios" / "README.md").read_text(encoding="utf-8")
    assert VERBS.keys() == SENTENCES.keys()
    assert [verb for verb in VERBS if f"`{verb} " not in readme and f"`{verb}`" not in readme] == []


def test_players_go_by_their_names_and_by_their_numbers() -> None:
    edna = 'hand = ["Lightning Bolt", "Lightning Bolt"]\nmana = "{R}{R}"\nlife = 20'
    script = """
Edna: cast Lightning Bolt on player1
resolve
expect Edna life 17
Edna: cast Lightning Bolt on Edna
resolve
expect player1 life 14
"""
    result = play("tactical", script, BEARS, edna=edna)
    assert result.passed, str(result)
    nobody = play("tactical", "Edna: cast Lightning Bolt on player3", BEARS, edna=edna)
    assert nobody.failure is not None
    assert nobody.failure.found == "'player3', which is none of these"


@pytest.mark.rule("F-30")
def test_whoever_shares_a_card_goes_by_any_of_their_names() -> None:
    ours = permanent("Benalish Hero", "Edna", space="c2") + permanent(
        "Grizzly Bears", "Edna", space="c2"
    )
    theirs = permanent("Hill Giant", "Dale", space="c3") + permanent(
        "Benalish Infantry", "Dale", space="c3"
    )
    things = area("c2", "Plains") + area("c3", "Swamp") + ours + theirs
    for attacker in ("Benalish Hero", "Grizzly Bears"):
        for attacked in ("Hill Giant", "Benalish Infantry"):
            result = play(
                "frontier",
                (
                    f"Edna: attacker {attacker}, {attacked}\nexpect Benalish Hero "
                    "attacking\nexpect "
                    "Grizzly Bears attacking"
                ),
                things,
            )
            assert result.passed, str(result)


# --- what is expected ---


def test_what_is_attached_to_nothing_on_a_board_of_squares_says_so() -> None:
    things = BEARS + permanent("Bonesplitter", "Edna")
    result = play(
        "tactical",
        (
            "expect Bonesplitter attached to nothing\nexpect not Bonesplitter attached to Grizzly "
            "Bears"
        ),
        things,
    )
    assert result.passed, str(result)


@pytest.mark.rule("B-23")
def test_an_enchantment_lies_where_its_player_stands() -> None:
    result = play(
        "battle_field",
        "expect Glorious Anthem in c1",
        permanent("Glorious Anthem", "Edna"),
        edna='token = "c1"',
    )
    assert result.passed, str(result)


def test_of_several_spells_on_the_stack_a_name_means_the_one_that_is_called_so() -> None:
    edna = 'hand = ["Counterspell", "Giant Growth", "Lightning Bolt"]\nmana = "{U}{U}{G}{R}"'
    script = """
hold
Edna: cast Giant Growth on Grizzly Bears
Edna: cast Lightning Bolt on Grizzly Bears
Edna: cast Counterspell on Giant Growth
expect Counterspell targeting Giant Growth
expect not Counterspell targeting Lightning Bolt
"""
    result = play("conquering", script, edna=edna)
    assert result.passed, str(result)


def test_what_is_offered_instead_of_a_name_of_several_is_understood() -> None:
    things = (
        area("b2", "Plains")
        + permanent("Memnite", "Edna", space="b2")
        + permanent("Memnite", "Edna", space="c2")
    )
    edna = 'hand = ["Shock"]\nmana = "{R}"'

    unclear = play("conquering", "Edna: cast Shock on Memnite", things, edna=edna)
    assert unclear.failure is not None
    offered = unclear.failure.found.removeprefix("several: ").split(", ")

    for one in offered:
        result = play(
            "conquering",
            f"Edna: cast Shock on {one}\nresolve\nexpect Edna graveyard 2",
            things,
            edna=edna,
        )
        assert result.passed, str(result)
    assert len(offered) == 2


def test_several_abilities_of_one_source_go_by_its_name() -> None:
    cards = (
        ("Prodigal Pyromancer", "Edna", "Tim"),
        ("Prodigal Pyromancer", "Edna", "Tom"),
        ("Craw Wurm", "Dale", ""),
        ("Grizzly Bears", "Dale", ""),
    )
    things = area("b2", "Plains") + "".join(
        permanent(card, whose, label=label, space="b2") for card, whose, label in cards
    )
    script = """
hold
Edna: activate Tim on Craw Wurm
Edna: activate Tom on Grizzly Bears
expect stack 2
expect Tim targeting Craw Wurm
expect not Tim targeting Grizzly Bears
expect Tom targeting Grizzly Bears
resolve
expect stack 1
expect Grizzly Bears damage 1
expect Craw Wurm damage 0
"""
    result = play("conquering", script, things)
    assert result.passed, str(result)


@pytest.mark.rule("W-4")
def test_what_a_seat_sees_is_expected_of_that_seat() -> None:
    things = permanent("Daru Lancer", "Edna", label="spy", face_down=True)
    script = """
expect Edna sees Giant Growth
expect not Dale sees Giant Growth
expect Dale sees s1 face down
expect Edna sees s1 land Forest
expect not Dale sees s1 land Forest
expect Dale sees spy power 2
expect Edna sees Daru Lancer
expect not Dale sees Daru Lancer
expect Dale sees Edna hand 1
"""
    result = play(
        "war_game", script, things + WURM, edna='hand = ["Giant Growth"]', head='step = "Movement"'
    )
    assert result.passed, str(result)


def test_who_was_asked_is_known_until_the_next_line_that_does_something() -> None:
    things = (
        area("b2", "Mountain")
        + permanent("Grizzly Bears", "Edna", space="b2")
        + permanent("White Knight", "Dale", space="b2")
    )
    script = """
Edna: attack b2 with Grizzly Bears
expect Dale asked blockers
expect asked Dale
Dale: done
expect Dale asked move
expect not Edna asked
expect not asked Dale blockers
"""
    result = play("conquering", script, things, head='step = "Attack/Conquer"')
    assert result.passed, str(result)
    wrong = play("conquering", "expect not asked Dale blokers", head='step = "Movement"')
    assert wrong.failure is not None
    assert "blockers" in wrong.failure.expected
    assert play(
        "tactical",
        (
            "expect not decision Dale opportunity\nexpect not player2 asked dredge\nexpect player1 "
            "asked priority"
        ),
    ).passed


@pytest.mark.cr("704.5c")
def test_poison_is_set_up_and_expected() -> None:
    assert play("tactical", "expect Edna poison 9\nexpect Dale poison 0", edna="poison = 9").passed


@pytest.mark.cr("114.1")
def test_emblems_are_set_up_and_expected() -> None:
    champion = """emblems = ["Elspeth, Sun's Champion"]"""
    assert play("tactical", "expect Edna emblems 1\nexpect Dale emblems 0", edna=champion).passed
    refused = play("tactical", "expect Edna emblems 1", edna='emblems = ["Shock"]')
    assert problems(refused) == [
        "player.1.emblems.1: 'Shock'; a card with an ability that makes an emblem"
    ]


# --- positions ---


@pytest.mark.rule("C-6")
def test_the_first_turn_of_a_game_skips_its_draw() -> None:
    first = play(
        "conquering",
        "expect turn 1\nexpect round 1\nexpect Edna hand 0",
        head='turn = 1\nstep = "Draw"',
        edna=LIBRARY,
    )
    assert first.passed, str(first)
    third = play("conquering", "expect Edna hand 2", head='turn = 3\nstep = "Draw"', edna=LIBRARY)
    assert third.passed, str(third)


@pytest.mark.rule("F-22")
def test_land_of_a_continent_need_not_be_basic() -> None:
    script = "expect c3 land Island\nexpect c3 land Tropical Island\nexpect not c3 land Tundra"
    result = play("frontier", script, area("c3", "Tropical Island") + BEARS)
    assert result.passed, str(result)
    elsewhere = problems(play("conquering", "expect turn 9", area("c3", "Tropical Island") + BEARS))
    assert elsewhere == [
        "spaces.c3.land: 'Tropical Island'; one of these: Plains, Island, Swamp, Mountain, Forest"
    ]


@pytest.mark.rule("W-4")
def test_nobody_stands_in_a_stronghold_that_lies_face_down() -> None:
    there = permanent("Grizzly Bears", "Edna", space="s2")
    down = problems(play("war_game", "expect turn 9", area("s2", "Plains", face="down") + there))
    assert down == ["spaces.s2.face: 'down', though an opponent has been there; 'up'"]
    assert play("war_game", "expect s2 face up\nexpect s1 face down", there).passed


@pytest.mark.rule("C-45", "W-39")
def test_a_game_that_is_won_already_is_no_position() -> None:
    held = "".join(area(name, "Swamp", holder="Edna") for name in ("a1", "b1", "c1", "a2", "b2"))
    won = ": a game that Edna has already won; a position that a game can reach"
    assert problems(play("conquering", "expect turn 9", held + BEARS)) == [won]
    assert problems(
        play("war_game", "expect turn 9", area("s2", "Plains", holder="Edna") + BEARS)
    ) == [won]
