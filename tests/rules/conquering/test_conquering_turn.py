"""The Conquering, the turn: its steps, drawing, Mana Production, no life (C-11 to C-16)."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import (
    Activated,
    AddMana,
    Change,
    Damage,
    Draw,
    GainLife,
    LoseLife,
    May,
    PutCounters,
    Replace,
    Sacrifice,
    Static,
    Tap,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter
from tests.magic.positions import (
    ANNA,
    BEN,
    CARL,
    artifact,
    creature,
    enchantment,
    instant,
    player,
    sorcery,
)
from tests.rules.table import BEAR, ELF, GOLEM, Table, start

ROCK = artifact("Rock", Activated(cost=Costs(tap=True), effects=(AddMana(add="{C}"),)), cost="{2}")
TRICK = instant(Draw(), name="Trick")
DUES = enchantment(
    "Dues",
    Triggered(
        when=When(event="step", step="upkeep", who="you"),
        effects=(May(cost=Costs(mana="{G}"), otherwise=(Sacrifice(),)),),
    ),
)


@pytest.mark.rule("C-11")
def test_the_steps_of_a_turn_and_their_order() -> None:
    table = Table()
    table.turn("Untap", of=BEN)

    table.until("Untap", of=ANNA)

    assert [event.word for event in table.happened("step") if event.seat == BEN] == [
        "Untap", "Mana Production", "Upkeep", "Draw", "First Main", "Movement", "Attack/Conquer",
        "Second Main", "End",
    ]  # fmt: skip


@pytest.mark.rule("C-11", "C-17")
def test_creatures_move_in_movement_and_at_no_other_time() -> None:
    table = Table()
    bear = table.put(BEAR)
    table.give(TRICK)

    table.turn("First Main")

    assert table.asked == "priority"
    assert table.refused(table.moving(bear, "b3")) == "C-11"


@pytest.mark.rule("C-11", "C-22")
def test_creatures_attack_in_attack_conquer_and_at_no_other_time() -> None:
    table = Table()
    table.put(BEAR, at="b2")
    table.give(TRICK)

    table.turn("Second Main")

    assert table.refused(Action("attack", space="b2")) == "C-11"


@pytest.mark.rule("C-11")
def test_sorceries_and_creatures_can_be_cast_in_both_main_phases_and_no_other_step() -> None:
    castable: list[str] = []
    for step in (
        "Upkeep",
        "Draw",
        "First Main",
        "Movement",
        "Attack/Conquer",
        "Second Main",
        "End",
    ):
        table = Table()
        table.put(BEAR, at="b2")
        table.give(TRICK)
        card = table.give(sorcery(Draw()))
        table.library_of(ANNA, BEAR, BEAR, BEAR)
        table.turn(step)
        if table.asked in ("move", "attack-area"):
            table.choose("done")
        castable += [step] if table.may("cast", card) else []

    assert castable == ["First Main", "Second Main"]


@pytest.mark.rule("C-12")
def test_the_draw_step_draws_two_cards() -> None:
    table = Table()
    table.library_of(ANNA, BEAR, ELF, GOLEM)

    table.turn("Draw")

    assert table.names(ANNA, "hand") == ["Bear", "Elf"]
    assert table.names(ANNA, "library") == ["Golem"]


@pytest.mark.rule("C-12")
def test_hands_are_cut_to_seven_at_the_end_of_ones_own_turn() -> None:
    table = Table()
    cards = [table.give(BEAR) for _ in range(9)]
    for _ in range(9):
        table.give(BEAR, BEN)

    table.turn("End")
    assert table.asked == "discard"
    table.choose("discard", cards[0])
    table.choose("discard", cards[1])

    assert table.asked == "rest"
    assert [len(table.player(seat).hand) for seat in (ANNA, BEN)] == [7, 9]


@pytest.mark.rule("C-12")
def test_seven_cards_may_be_kept() -> None:
    table = Table()
    for _ in range(7):
        table.give(BEAR)

    table.turn("End")

    assert table.asked == "rest"


@pytest.mark.rule("C-13")
@pytest.mark.parametrize("result", [1, 4, 6])
def test_the_die_makes_mana_of_the_players_color(result: int) -> None:
    table = Table()
    table.dice(result)

    table.turn("Mana Production", BEN)

    assert table.pool(BEN) == "W" * result
    assert table.pool(ANNA) == ""


@pytest.mark.slow
@pytest.mark.rule("C-13")
def test_the_die_has_six_sides() -> None:
    rolls: set[int] = set()
    for seed in range(60):
        table = Table()
        table.state.set(rng=seed)
        table.turn("Mana Production")
        rolls.add(len(table.pool(ANNA)))

    assert rolls == {1, 2, 3, 4, 5, 6}


@pytest.mark.rule("C-13")
def test_each_area_held_makes_one_mana_of_its_type() -> None:
    table = Table()
    table.area("a1", "Forest", holder=ANNA)
    table.area("a2", "Island", holder=ANNA)
    table.area("b1", "Plains", holder=ANNA)
    table.area("b2", "Plains", holder=ANNA)
    table.area("c3", "Swamp", holder=BEN)
    table.dice(2)

    table.turn("Mana Production")

    assert table.pool(ANNA) == "WWUGGG"  # the article's example, and two green of the die


@pytest.mark.rule("C-13")
def test_an_area_makes_mana_of_its_current_type() -> None:
    table = Table()
    table.area("a1", "Forest", holder=ANNA)
    table.put("Sea's Claim", BEN, on=table.land("a1"))
    table.dice(1)

    table.turn("Mana Production")

    assert table.pool(ANNA) == "UG"


@pytest.mark.rule("C-13")
@pytest.mark.parametrize(("letter", "pool"), [("B", "BG"), ("G", "GG")])
def test_of_an_area_with_several_types_its_holder_chooses_one(letter: str, pool: str) -> None:
    table = Table()
    table.area("a1", "Forest", holder=ANNA)
    bog = Static(what=Filter(types=("Land",)), change=Change(add_subtypes=("Swamp",)))
    table.put(enchantment("Bog", bog), BEN)
    table.dice(1)

    table.turn("Mana Production")
    assert (table.asked, table.pool(ANNA)) == ("color", "G")
    table.do(Action("choose", word=letter))

    assert table.pool(ANNA) == pool


@pytest.mark.rule("C-13", "C-40")
def test_an_opposing_stronghold_makes_two_mana_and_ones_own_none() -> None:
    table = Table(players=3)
    table.put(creature("Giant", 8, 8), BEN)
    table.lose_stronghold(BEN, to=ANNA)
    table.dice(1)

    table.turn("Mana Production")

    assert table.pool(ANNA) == "WWG"  # s2 is a Plains; her own Forest s1 adds nothing


@pytest.mark.rule("C-13")
def test_the_owner_of_a_colorless_deck_names_a_color() -> None:
    game = start(2, deck=(GOLEM,) * 60)
    game.apply(Action("choose", word="Island"))

    assert game.decision is not None
    assert (game.decision.seat, game.decision.kind) == (0, "color")
    assert {action.word for action in game.legal_actions()} == set("WUBRG")
    game.apply(Action("choose", word="R"))
    assert game.state.players[0].mana_color == "R"


@pytest.mark.rule("C-13")
def test_a_deck_with_a_color_is_not_asked() -> None:
    game = start(2, deck=(GOLEM,) * 59 + (BEAR,))
    game.apply(Action("choose", word="Island"))

    assert game.state.players[0].mana_color == "G"


@pytest.mark.rule("C-14")
def test_produced_mana_stays_through_all_steps_until_the_turn_ends() -> None:
    table = Table()
    table.dice(3)
    table.turn("Mana Production")

    for step in (
        "Upkeep",
        "Draw",
        "First Main",
        "Movement",
        "Attack/Conquer",
        "Second Main",
        "End",
    ):
        table.until(step)
        assert table.pool(ANNA) == "GGG", step

    table.until("Untap", of=BEN)
    assert table.pool(ANNA) == ""


@pytest.mark.rule("C-14")
def test_produced_mana_pays_for_upkeep() -> None:
    table = Table()
    table.put(DUES)
    table.give(TRICK)
    table.dice(1)

    table.turn("Mana Production")
    table.choose("pass")
    table.resolve()

    assert table.asked == "may"
    table.choose("yes")
    assert table.pool(ANNA) == ""


@pytest.mark.rule("C-14", "C-15")
def test_mana_of_creatures_and_artifacts_is_gone_at_the_end_of_the_step() -> None:
    table = Table()
    elf, rock = table.put(ELF), table.put(ROCK)
    table.give(TRICK)
    table.dice(2)
    table.turn("Mana Production")
    table.choose("pass")
    assert (table.asked, table.game.step_name()) == ("priority", "Upkeep")

    table.tap_for_mana(elf)
    table.tap_for_mana(rock)

    assert table.pool(ANNA) == "GGGC"
    table.until("Draw")
    assert table.pool(ANNA) == "GG"


@pytest.mark.rule("C-14")
def test_mana_that_would_be_lost_is_spent_first() -> None:
    table = Table()
    elf = table.put(ELF)
    bear = table.give(creature("Cub", 1, 1, cost="{G}"))
    table.give(TRICK)
    table.dice(1)
    table.turn("Mana Production")
    table.until("First Main")
    table.choose("pass")

    table.tap_for_mana(elf)
    table.cast(bear, free=False)

    table.until("Movement")
    assert table.pool(ANNA) == "G"


@pytest.mark.rule("C-15")
def test_nobody_can_do_anything_in_mana_production() -> None:
    table = Table()
    for seat in (ANNA, BEN):
        table.put(ELF, seat)
        table.give(TRICK, seat)
    table.dice(6)

    table.turn("Mana Production")

    assert table.asked == "rest"  # no priority was given, not even for mana abilities
    table.choose("pass")
    assert table.game.step_name() == "Upkeep"
    assert table.may("cast")


@pytest.mark.rule("C-15")
def test_creatures_and_artifacts_make_mana_as_usual() -> None:
    table = Table()
    elf, rock = table.put(ELF), table.put(ROCK)
    golem = table.give(creature("Small Golem", 2, 2, cost="{1}{G}"))
    table.turn("First Main")

    table.cast(golem, free=False)

    assert table.zone(golem) == "battlefield"
    assert table.look(elf).tapped
    assert table.look(rock).tapped


@pytest.mark.rule("C-15")
def test_a_creature_with_summoning_sickness_makes_no_mana() -> None:
    table = Table()
    table.put(ELF, fresh=True)
    cub = table.give(creature("Cub", 1, 1, cost="{G}"))
    table.give(TRICK)

    table.turn("First Main")

    assert not table.may("cast", cub)


@pytest.mark.rule("C-15")
def test_areas_make_no_mana_but_in_mana_production_and_are_never_tapped() -> None:
    table = Table()
    table.area("a1", "Forest", holder=ANNA)
    table.area("a2", "Island", holder=BEN)
    table.give(TRICK)
    table.turn("First Main")
    assert not table.may("activate")

    table.follow(Tap(what="target"), on=table.land("a2"))

    assert not table.look(table.land("a2")).tapped


@pytest.mark.rule("C-16")
def test_nobody_has_life_and_gains_losses_and_damage_do_nothing() -> None:
    table = Table()
    table.put(BEAR, at="s2")
    assert [p.life for p in table.state.players] == [None, None]

    table.follow(GainLife(amount=5))
    table.follow(LoseLife(amount=50), on=player(BEN))
    table.follow(Damage(amount=50, to="target"), on=player(BEN))

    assert [p.life for p in table.state.players] == [None, None]
    assert not table.lost(BEN)
    assert not table.happened("life")
    assert not table.happened("damage")


@pytest.mark.rule("C-16")
def test_damage_to_a_player_is_no_damage_for_abilities_either() -> None:
    table = Table()
    thief = Triggered(
        when=When(event="deals-damage", to="player"), effects=(PutCounters(on="self"),)
    )
    ping = Activated(
        cost=Costs(tap=True),
        effects=(Damage(amount=1, to="target"),),
        targets=(Target(player="any"),),
    )
    archer = table.put(creature("Archer", 1, 1, abilities=(thief, ping)), at="s2")

    table.activate(archer, 2, on=player(BEN))

    assert table.look(archer).counters == ()


@pytest.mark.rule("C-16", "M-8")
def test_a_creature_takes_what_would_be_dealt_to_its_player_instead() -> None:
    table = Table()
    table.put(BEAR, at="s2")
    martyr = table.put(
        creature("Martyr", 1, 9, abilities=(Replace(event="damage", what="you", redirect="self"),)),
        BEN,
    )

    table.follow(Damage(amount=3, to="target"), on=player(BEN))
    table.follow(Damage(amount=2, to="target"), on=player(ANNA))

    assert table.look(martyr).damage == 3


@pytest.mark.rule("C-16")
def test_life_cannot_be_paid() -> None:
    table = Table()
    leech = table.put(
        creature("Leech", 2, 2, abilities=(Activated(cost=Costs(life=1), effects=(Draw(),)),))
    )
    rite = table.give(sorcery(Draw(), name="Rite", additional=Costs(life=1)))
    table.give(TRICK)
    table.turn("First Main")

    assert table.refused(Action("activate", object=leech, ability=1)) == "C-16"
    assert table.refused(Action("cast", object=rite)) == "C-16"


@pytest.mark.rule("C-16")
def test_nobody_loses_for_an_empty_library() -> None:
    table = Table(players=3)
    table.put(BEAR, CARL)

    table.turn("Draw", of=CARL)
    table.until("Untap", of=ANNA)

    assert any((event.kind, event.seat) == ("draw-empty", CARL) for event in table.told)
    assert not table.lost(CARL)
    assert table.state.winners is None


@pytest.mark.rule("C-16")
def test_lifelink_links_nothing() -> None:
    table = Table()
    bat = table.put(creature("Bat", 2, 2, "lifelink"), at="b2")
    wall = table.put(GOLEM, BEN, at="b2")

    table.follow(Damage(amount=2, to="target", by="target2"), on=(wall, bat))

    assert table.look(wall).damage == 2
    assert table.player(ANNA).life is None
