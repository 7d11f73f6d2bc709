"""Tactical Magic, magic: how far abilities reach, what may be done to tokens, Auras on them,
losing (T-23 to T-30).
"""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.cards.model import (
    Activated,
    Change,
    CopyToken,
    Damage,
    Destroy,
    Discard,
    Exile,
    GainLife,
    LoseLife,
    May,
    Modify,
    Move,
    Prevent,
    Regenerate,
    Replace,
    Sacrifice,
    Static,
    Tap,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Count, Filter
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    ANYTHING,
    BEN,
    CREATURES,
    artifact,
    aura,
    bigger,
    creature,
    enchantment,
    instant,
    player,
)
from tests.rules.duel import Duel
from tests.rules.table import BEAR, GOLEM, WALL, WURM


def tapping(*effects: object, targets: tuple[Target, ...] = (A_CREATURE,)) -> Activated:
    """{T}: it does this."""
    return Activated(cost=Costs(tap=True), effects=effects, targets=targets)  # type: ignore[arg-type]


SORCERER = creature(
    "Sorcerer", 1, 1, abilities=(tapping(Damage(amount=1, to="target"), targets=(ANYTHING,)),)
)
FOREMAN = creature(
    "Foreman", 1, 1, abilities=(tapping(Modify(what=CREATURES, change=bigger(1, 0)), targets=()),)
)
GHOUL = creature(
    "Ghoul", 2, 2,
    abilities=(Activated(cost=Costs(sacrifice=Filter(types=("Creature",))),
    effects=(Modify(what="self", change=bigger(2, 2)),)),),
)  # fmt: skip
STRENGTH = aura("Strength", Static(what="attached", change=bigger(2, 1)), cost="{1}{W}")


# --- T-23 ---


@pytest.mark.rule("T-23")
def test_a_tapping_ability_reaches_as_far_as_the_affected_creature_moves() -> None:
    duel = Duel()
    sorcerer = duel.put(SORCERER, at="h5")
    # five and three away; they move five and two
    wurm, bear = duel.put(WURM, BEN, at="m5"), duel.put(BEAR, BEN, at="k5")
    duel.turn("First Main")

    duel.announce(sorcerer)

    assert wurm in duel.offered("target")
    assert duel.refused(Action("target", object=bear)) == "T-23"
    duel.choose("take-back")
    duel.state.change(bear, space=duel.game.board.names["j5"])
    duel.activate(sorcerer, on=bear)
    assert duel.look(bear).damage == 1


@pytest.mark.rule("T-23")
def test_a_player_is_where_the_token_is() -> None:
    duel = Duel()
    sorcerer = duel.put(SORCERER, at="h5")
    duel.put(WURM, BEN, at="i7")
    duel.stand(BEN, "j5")
    duel.turn("First Main")

    duel.announce(sorcerer)
    assert duel.refused(Action("target", object=player(BEN))) == "T-23"
    assert duel.refused(Action("target", object=duel.token(BEN))) == "T-23"
    duel.choose("take-back")
    duel.stand(BEN, "i5")
    duel.activate(sorcerer, on=player(BEN))

    assert duel.life(BEN) == 19


@pytest.mark.rule("T-23")
def test_what_it_does_to_many_it_does_to_those_in_reach() -> None:
    duel = Duel()
    foreman = duel.put(FOREMAN, at="h5")
    near, far = duel.put(BEAR, at="j5"), duel.put(BEAR, at="k5")
    duel.turn("First Main")

    duel.activate(foreman)

    assert (duel.characteristics(near).power, duel.characteristics(far).power) == (3, 2)


@pytest.mark.rule("T-23")
def test_the_target_must_be_in_reach_when_the_ability_resolves_too() -> None:
    duel = Duel()
    duel.stand(BEN, "p1")
    sorcerer, bear = duel.put(SORCERER, at="h5"), duel.put(BEAR, BEN, at="j5")
    duel.put(SORCERER, BEN, at="a1")
    duel.give(instant(Damage(amount=1, to="target"), targets=(ANYTHING,)), BEN)
    duel.turn("First Main")

    duel.activate(sorcerer, on=bear, resolve=False)
    duel.state.change(bear, space=duel.game.board.names["k5"])
    duel.resolve()

    assert duel.look(bear).damage == 0


@pytest.mark.rule("T-23")
def test_it_may_target_itself_and_other_abilities_have_no_limit() -> None:
    duel = Duel()
    sorcerer = duel.put(SORCERER, at="a1")
    pinger = Activated(
        cost=Costs(mana="{R}"), effects=(Damage(amount=1, to="target"),), targets=(A_CREATURE,)
    )
    shooter = duel.put(creature("Shooter", 1, 3, abilities=(pinger,)), at="a2")
    far = duel.put(GOLEM, BEN, at="o9")
    rod = duel.put(artifact("Rod", tapping(Damage(amount=1, to="target"))))
    duel.turn("First Main")
    duel.mana(ANNA, "{R}")

    duel.activate(shooter, on=far)
    duel.activate(rod, on=far)
    duel.activate(sorcerer, on=sorcerer)

    assert duel.look(far).damage == 2
    assert duel.zone(sorcerer) == "graveyard"


@pytest.mark.rule("T-23")
def test_counting_is_not_affecting() -> None:
    duel = Duel()
    swarm = Modify(
        what="target", change=Change(power=Count(of=Filter(types=("Creature",), controller="you")))
    )
    captain = duel.put(creature("Captain", 1, 1, abilities=(tapping(swarm),)), at="h5")
    near = duel.put(BEAR, at="i5")
    duel.put(BEAR, at="a1")
    duel.turn("First Main")

    duel.activate(captain, on=near)

    assert (
        duel.characteristics(near).power == 2 + 4
    )  # the two of them, the one far away, and the token


@pytest.mark.rule("T-23", "T-5")
def test_what_is_done_to_a_players_cards_and_life_is_done_to_no_piece() -> None:
    duel = Duel()
    duel.stand(BEN, "p1")
    thief = duel.put(
        creature(
            "Thief", 1, 1, abilities=(tapping(LoseLife(amount=1), targets=(Target(player="any"),)),)
        ),
        at="a9",
    )
    duel.turn("First Main")

    duel.activate(thief, on=player(BEN))

    assert duel.life(BEN) == 19


@pytest.mark.rule("T-23")
def test_what_is_only_looked_at_may_be_targeted_far_away() -> None:
    duel = Duel()
    mirror = duel.put(
        creature("Mirror", 1, 1, abilities=(tapping(CopyToken(of="target")),)), at="a1"
    )
    far = duel.put(GOLEM, BEN, at="p9")
    duel.turn("First Main")

    duel.announce(mirror)

    assert far in duel.offered("target")


@pytest.mark.rule("T-23")
def test_creatures_tapped_as_a_cost_are_near_enough_and_bound_the_ability() -> None:
    duel = Duel()
    crew = Costs(tap_other=Filter(types=("Creature",), other=True))
    ping = Activated(cost=crew, effects=(Damage(amount=1, to="target"),), targets=(A_CREATURE,))
    gunner = duel.put(creature("Gunner", 1, 1, abilities=(ping,)), at="h5")
    near, far = duel.put(BEAR, at="j5"), duel.put(BEAR, at="k5")
    duel.turn("First Main")

    duel.announce(gunner)
    assert duel.refused(Action("target", object=far)) == "T-23"
    duel.choose("target", gunner)
    if duel.asked == "cost":
        assert duel.offered("tap") == {near}
        duel.choose("tap", near)
    assert (duel.look(near).tapped, duel.look(far).tapped) == (True, False)


@pytest.mark.rule("T-23")
def test_with_nobody_near_enough_to_tap_the_ability_is_refused() -> None:
    duel = Duel()
    crew = Costs(tap_other=Filter(types=("Creature",), other=True))
    student = duel.put(
        creature("Student", 1, 1, abilities=(Activated(cost=crew, effects=(GainLife(amount=1),)),)),
        at="h5",
    )
    duel.put(BEAR, at="k5")
    duel.turn("First Main")

    assert duel.refused(Action("activate", object=student, ability=1)) == "T-23"


# --- T-24 ---


@pytest.mark.rule("T-24")
def test_only_the_receivers_movement_counts_and_as_it_is_now() -> None:
    duel = Duel()
    ghoul = duel.put(GHOUL, at="h5")
    snack, meal = (
        duel.put(creature("Mite", 0, 1), at="j5"),
        duel.put(creature("Mouse", 0, 1), at="k5"),
    )
    duel.turn("First Main")

    duel.announce(ghoul)
    assert duel.refused(Action("sacrifice", object=meal)) == "T-24"
    duel.choose("sacrifice", snack)
    duel.resolve()
    duel.announce(ghoul)

    assert meal in duel.offered("sacrifice")


@pytest.mark.rule("T-24")
def test_a_sacrifice_that_a_creature_asks_for_is_within_its_movement_too() -> None:
    duel = Duel()
    upkeep = When(event="step", step="upkeep", who="you")
    hungry = Triggered(
        when=upkeep, effects=(Sacrifice(of=Filter(types=("Creature",), other=True)),)
    )
    duel.put(creature("Lord", 2, 2, abilities=(hungry,)), at="h5")
    near, far = duel.put(BEAR, at="j5"), duel.put(BEAR, at="k5")

    duel.turn("Upkeep")

    assert (duel.zone(near), duel.zone(far)) == ("graveyard", "battlefield")


@pytest.mark.rule("T-24")
def test_a_creature_is_sacrificed_to_another_only_within_the_receivers_movement() -> None:
    duel = Duel()
    ghoul = duel.put(GHOUL, at="h5")
    near, far = duel.put(WURM, at="j5"), duel.put(WURM, at="k5")
    duel.turn("First Main")

    duel.announce(ghoul)

    assert duel.offered("sacrifice") == {ghoul, near}
    duel.choose("sacrifice", near)
    duel.resolve()
    assert duel.characteristics(ghoul).power == 4
    assert duel.zone(far) == "battlefield"


@pytest.mark.rule("T-24")
def test_with_nobody_near_enough_the_cost_cant_be_paid() -> None:
    duel = Duel()
    altar = Activated(
        cost=Costs(sacrifice=Filter(types=("Creature",), other=True)), effects=(GainLife(amount=1),)
    )
    priest = duel.put(creature("Priest", 2, 2, abilities=(altar,)), at="h5")
    duel.put(WURM, at="k5")
    duel.turn("First Main")

    assert duel.refused(Action("activate", object=priest, ability=1)) == "T-24"


@pytest.mark.rule("T-24")
def test_to_what_has_left_nothing_is_sacrificed_and_nobody_is_too_far_away() -> None:
    duel = Duel()
    servant, far = duel.put("Servant of Volrath", at="e5"), duel.put(WURM, at="p10")
    duel.turn("First Main")

    duel.follow(Destroy(what="target"), on=servant)
    duel.resolve()

    assert duel.zone(far) == "graveyard"


# --- T-25 ---


@pytest.mark.rule("T-25")
@pytest.mark.parametrize(
    "effect",
    [
        Destroy(what="target"),
        Exile(what="target"),
        Regenerate(what="target"),
        Move(what="target", to="hand"),
        Sacrifice(who="you", of="target"),
        Modify(what="target", change=Change(controller="you"), until="forever"),
        CopyToken(of="target"),
    ],
)
def test_such_effects_cant_be_aimed_at_a_token(effect: object) -> None:
    duel = Duel()
    bear = duel.put(BEAR, BEN, at="h5")
    spell = duel.give(instant(effect, targets=(A_CREATURE,)))  # type: ignore[arg-type]

    duel.announce_cast(spell)

    assert bear in duel.offered("target")
    assert duel.refused_target(spell, duel.token(BEN)) == "T-25"


@pytest.mark.rule("T-25")
def test_a_spell_may_be_aimed_at_a_token_that_copies_something_else() -> None:
    duel = Duel()
    bolt = duel.give(
        instant(Damage(amount=1, to="target"), CopyToken(of="self"), targets=(A_CREATURE,))
    )

    duel.announce_cast(bolt)

    assert duel.token(BEN) in duel.offered("target")


@pytest.mark.rule("T-25")
def test_an_aura_that_takes_control_cant_be_cast_on_a_token() -> None:
    duel = Duel()
    duel.put(BEAR, BEN, at="h5")
    magic = duel.give(aura("Control", Static(what="attached", change=Change(controller="you"))))

    duel.announce_cast(magic)

    assert duel.refused_target(magic, duel.token(BEN)) == "T-25"


@pytest.mark.rule("T-25")
def test_what_destroys_exiles_or_returns_everything_leaves_the_tokens() -> None:
    for effect in (Destroy(what=CREATURES), Exile(what=CREATURES), Move(what=CREATURES, to="hand")):
        duel = Duel()
        bear = duel.put(BEAR, at="h5")

        duel.follow(effect)

        assert duel.zone(bear) != "battlefield"
        assert duel.zone(duel.token(ANNA)) == duel.zone(duel.token(BEN)) == "battlefield"


@pytest.mark.rule("T-25")
def test_a_token_is_not_sacrificed() -> None:
    duel = Duel()
    bear = duel.put(BEAR, BEN, at="h5")
    duel.follow(Sacrifice(who="opponents", of=CREATURES))
    assert duel.zone(bear) == "graveyard"

    duel.follow(Sacrifice(who="opponents", of=CREATURES))

    assert duel.zone(duel.token(BEN)) == "battlefield"
    ghoul = duel.put(GHOUL, at="a5")
    duel.turn("First Main")
    duel.announce(ghoul)
    assert duel.offered("sacrifice") == {ghoul}


# --- T-26 ---


@pytest.mark.rule("T-26")
def test_other_spells_are_cast_on_tokens_as_on_creatures() -> None:
    duel = Duel()
    growth, strength = duel.give("Giant Growth"), duel.give(STRENGTH)
    token = duel.token(ANNA)
    duel.turn("First Main")

    duel.cast(growth, on=token)
    duel.cast(strength, on=token)

    assert (duel.characteristics(token).power, duel.characteristics(token).toughness) == (6, 24)
    assert duel.look(strength).attached_to == token


@pytest.mark.rule("T-26", "T-5")
def test_a_weakened_token_costs_its_player_life_while_it_is_weak() -> None:
    duel = Duel()
    duel.follow(Damage(amount=17, to="target"), on=duel.token(BEN))
    weakness = duel.give(aura("Weakness", Static(what="attached", change=bigger(-2, -3))))

    duel.cast(weakness, on=duel.token(BEN))

    assert duel.player(BEN).out
    assert duel.state.winners == (ANNA,)


@pytest.mark.rule("T-26")
def test_what_protects_the_token_protects_the_player() -> None:
    duel = Duel()
    token = duel.token(BEN)
    duel.put(
        aura("Ward", Static(what="attached", change=Change(keywords=("protection from green",)))),
        BEN,
        on=token,
    )
    duel.follow(Damage(amount=3, to="target"), on=player(BEN), cost="{G}")
    assert duel.life(BEN) == 20

    duel.follow(Prevent(amount=2, to="target"), on=token)
    duel.follow(Damage(amount=3, to="target"), on=player(BEN), cost="{R}")
    assert duel.life(BEN) == 19

    duel.put(enchantment("Shelter", Replace(event="damage", what="you", prevent="all")), BEN)
    duel.follow(Damage(amount=3, to="target"), on=token, cost="{R}")
    assert duel.life(BEN) == 19


@pytest.mark.rule("T-26")
def test_abilities_notice_damage_to_a_token_as_to_a_creature_and_as_to_a_player() -> None:
    duel = Duel()
    gain = (GainLife(amount=1),)
    whenever = (
        Triggered(when=When(event="deals-damage", to="player"), effects=gain),
        Triggered(when=When(event="deals-damage", to="creature"), effects=gain),
    )
    scout = duel.put(creature("Scout", 1, 1, abilities=whenever), at="o6")
    watcher = Triggered(when=When(event="is-dealt-damage", what="attached"), effects=gain)
    duel.put(aura("Eyes", watcher), ANNA, on=duel.token(BEN))
    duel.turn("Combat")

    duel.order(scout, duel.token(BEN))

    assert duel.life(ANNA) == 23


# --- T-27 ---


@pytest.mark.rule("T-27")
def test_an_aura_on_ones_own_token_is_removed_for_two_life_at_any_time() -> None:
    duel = Duel()
    duel.turn("Upkeep", of=BEN)
    curse = duel.put(
        aura("Curse", Static(what="attached", change=bigger(-1, -1))), BEN, on=duel.token(ANNA)
    )
    duel._give_priority(ANNA)

    duel.choose("remove", curse, word="life")

    assert duel.zone(curse) == "graveyard"
    assert duel.life(ANNA) == 18
    assert duel.state.stack == ()


@pytest.mark.rule("T-27")
def test_nobody_is_asked_for_it_alone_at_every_step() -> None:
    """A player who could do nothing else is asked as turns begin, in their own main phases and
    before fights.
    """
    asked: list[tuple[int, str]] = []
    for seat in (BEN, ANNA):
        for step in ("Upkeep", "Draw", "First Main", "Combat", "End"):
            duel = Duel(active=seat)
            duel.put(STRENGTH, BEN, on=duel.token(ANNA))
            duel.turn(step, of=seat)
            while duel.asked in ("priority", "orders"):
                if (duel.asked, duel.chooser) == ("priority", ANNA):
                    asked.append((seat, step))
                duel.do(Action("pass" if duel.asked == "priority" else "done"))
    assert list(dict.fromkeys(asked)) == [
        (BEN, "Upkeep"),
        (BEN, "Combat"),
        (ANNA, "Upkeep"),
        (ANNA, "First Main"),
        (ANNA, "Combat"),
    ]


@pytest.mark.rule("T-27")
def test_or_for_its_mana_cost() -> None:
    duel = Duel()
    curse = duel.put(STRENGTH, BEN, on=duel.token(ANNA))
    duel.turn("First Main")
    assert duel.refused(Action("remove", object=curse, word="mana")) == "T-27"
    duel.mana(ANNA, "{W}{G}")

    duel.choose("remove", curse, word="mana")

    assert duel.zone(curse) == "graveyard"
    assert (duel.pool(ANNA), duel.life(ANNA)) == ("", 20)


@pytest.mark.rule("T-27")
def test_it_cant_be_responded_to() -> None:
    duel = Duel()
    duel.give(instant(Tap(what="target"), targets=(A_CREATURE,)), BEN)
    curse = duel.put(STRENGTH, BEN, on=duel.token(ANNA))
    duel.turn("First Main")

    duel.choose("remove", curse, word="life")

    assert (duel.asked, duel.chooser) == ("priority", ANNA)
    assert duel.zone(curse) == "graveyard"


@pytest.mark.rule("T-27")
def test_only_auras_on_ones_own_token() -> None:
    duel = Duel()
    bear = duel.put(BEAR, at="h5")
    on_bear, on_theirs = duel.put(STRENGTH, on=bear), duel.put(STRENGTH, on=duel.token(BEN))
    duel.turn("First Main")

    assert duel.refused(Action("remove", object=on_bear, word="life")) == "T-27"
    assert duel.refused(Action("remove", object=on_theirs, word="life")) == "T-27"


@pytest.mark.rule("T-27")
def test_with_one_life_left_only_mana_helps() -> None:
    duel = Duel()
    curse = duel.put(STRENGTH, BEN, on=duel.token(ANNA))
    duel.follow(Damage(amount=19, to="target"), on=player(ANNA))
    duel.turn("First Main")

    assert duel.refused(Action("remove", object=curse, word="life")) == "T-27"


# --- T-28 ---


@pytest.mark.rule("T-28")
def test_while_the_token_is_tapped_its_player_casts_no_spells() -> None:
    duel = Duel()
    bear, growth, theirs = (
        duel.give(BEAR),
        duel.give("Giant Growth"),
        duel.give("Giant Growth", BEN),
    )
    firebolt = duel.give("Firebolt", zone="graveyard")
    sorcerer = duel.put(SORCERER, at="b6")
    forest = duel.put("Forest")
    duel.mana(ANNA, "{G}{G}{G}")
    duel.turn("First Main")
    duel.mana(ANNA, "{G}{G}{G}")

    duel.follow(Tap(what="target"), on=duel.token(ANNA))

    assert duel.refused(Action("cast", object=bear)) == "T-28"
    assert duel.refused(Action("cast", object=growth)) == "T-28"
    assert duel.refused(Action("cast", object=firebolt)) == "T-28"
    duel.activate(sorcerer, on=sorcerer)  # abilities work
    duel._give_priority(ANNA)
    duel.tap_for_mana(forest)
    duel.cast(theirs, on=duel.token(BEN))  # and opponents cast
    assert duel.characteristics(duel.token(BEN)).power == 4


@pytest.mark.rule("T-28")
def test_mana_for_upkeep_still_works() -> None:
    duel = Duel()
    tax = May(cost=Costs(mana="{G}"), otherwise=(Sacrifice(of="self"),))
    upkeep = Triggered(when=When(event="step", step="upkeep", who="you"), effects=(tax,))
    ox = duel.put(creature("Ox", 3, 3, abilities=(upkeep,)), at="h5")
    duel.put("Forest")
    duel.state.change(duel.token(ANNA), tapped=True)

    duel.turn("Upkeep")
    while duel.asked == "priority":
        duel.choose("pass")
    duel.choose("yes")

    assert duel.zone(ox) == "battlefield"


@pytest.mark.rule("T-28")
def test_an_attack_taps_the_token_until_the_end_of_the_turn() -> None:
    duel = Duel()
    duel.library_of(BEN, BEAR)
    duel.stand(ANNA, "h5")
    wall, growth = duel.put(WALL, BEN, at="i5"), duel.give("Giant Growth")
    duel.turn("Combat")
    duel.order(duel.token(ANNA), wall)
    duel._give_priority(ANNA)
    duel.mana(ANNA, "{G}")
    assert duel.refused(Action("cast", object=growth)) == "T-28"

    duel.state.set(agenda=duel.state.agenda[:-1])
    duel.until("Upkeep", of=BEN)

    assert not duel.look(duel.token(ANNA)).tapped


# --- T-29 ---


@pytest.mark.rule("T-29")
def test_spells_have_no_range_limit() -> None:
    duel = Duel()
    far = duel.put(BEAR, BEN, at="p1")
    bolt = duel.give(instant(Damage(amount=2, to="target"), targets=(ANYTHING,)))
    rot = duel.give(instant(Discard(who="target"), targets=(Target(player="any"),)))
    duel.give(BEAR, BEN)

    duel.cast(bolt, on=far)
    duel.cast(rot, on=player(BEN))

    assert duel.zone(far) == "graveyard"
    assert len(duel.player(BEN).hand) == 0


# --- T-30 ---


@pytest.mark.rule("T-30")
def test_a_player_whose_tokens_life_is_0_loses() -> None:
    duel = Duel()
    duel.stand(BEN, "i5")
    duel.follow(Damage(amount=17, to="target"), on=player(BEN))
    golem = duel.put(GOLEM, at="h5")
    duel.turn("Combat")

    duel.order(golem, duel.token(BEN))

    assert duel.lost(BEN)
    assert duel.state.winners == (ANNA,)


@pytest.mark.rule("T-30")
def test_drawing_from_an_empty_library_loses_too() -> None:
    duel = Duel()

    duel.turn("Draw", of=BEN)

    assert duel.state.winners == (ANNA,)


@pytest.mark.rule("T-30", "T-5")
def test_life_gained_is_the_tokens_and_may_go_beyond_20() -> None:
    duel = Duel()
    duel.follow(GainLife(amount=5))

    assert duel.life(ANNA) == 25
    duel.follow(Damage(amount=24, to="target"), on=duel.token(ANNA))
    assert not duel.lost(ANNA)
    duel.follow(Damage(amount=1, to="target"), on=duel.token(ANNA))
    assert duel.lost(ANNA)
