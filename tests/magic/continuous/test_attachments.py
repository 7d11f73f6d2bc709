"""Auras and Equipment (CR 301.5, 303.4, 701.3): what they are attached to, what that gives, and
when they come off.
"""

import pytest

from engine.cards.model import (
    Activated,
    AnyAbility,
    Card,
    Change,
    Damage,
    Destroy,
    Exile,
    GainLife,
    LoseLife,
    Modify,
    Move,
    Replace,
    Sacrifice,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter, Matches, Stat
from engine.magic.turn.steps import wear_off
from tests.magic.positions import (
    ANNA,
    ANYTHING,
    BEN,
    CREATURES,
    Position,
    artifact,
    aura,
    bigger,
    creature,
    enchantment,
    instant,
    player,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
HALO = aura("Halo", Static(what="attached", change=bigger(1, 1)))
BONUS = Static(what="attached", change=bigger(2, 0))
MINE = Filter(types=("Creature",), controller="you")


def equipment(name: str, *abilities: AnyAbility, equip: str = "{1}") -> Card:
    return Card(
        name=name,
        types=("Artifact",),
        subtypes=("Equipment",),
        cost="{2}",
        abilities=abilities,
        keywords=(f"equip {equip}",),
    )


SWORD = equipment("Sword", BONUS)


def equip(table: Position, ident: int, host: int) -> None:
    """Its controller pays for equipping a creature."""
    index = next(
        n
        for n, ability in enumerate(table.characteristics(ident).abilities)
        if isinstance(ability, Activated)
    )
    table.mana(table.look(ident).controller, "{C}")
    table.activate(ident, index + 1, on=host)


# --- Auras ---


@pytest.mark.rule("M-12")
@pytest.mark.cr("303.4b", "608.3")
def test_an_aura_enters_attached_to_what_it_targeted() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    halo = table.give(HALO)
    table.cast(halo, on=bear)
    assert (table.look(halo).attached_to, table.size(bear)) == (bear, (3, 3))


@pytest.mark.cr("303.4", "702.5a")
def test_an_aura_enchants_only_what_it_says() -> None:
    land_aura = aura("Growth", enchant=Target(of=Filter(types=("Artifact",))), cost="{0}")
    table = Position(plain=True)
    table.put(BEAR)
    growth = table.give(land_aura)
    table._give_priority(ANNA)
    assert not table.may("cast", growth)
    lamp = table.put(artifact("Lamp"))
    table.cast(growth, on=lamp)
    assert table.look(growth).attached_to == lamp


@pytest.mark.cr("303.4e", "109.4")
def test_an_auras_controller_is_who_cast_it_whoever_controls_the_creature() -> None:
    sting = Triggered(
        when=When(event="step", step="upkeep", who="you"),
        effects=(LoseLife(amount=1, who="controller-of-attached"),),
    )
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    wound = table.give(aura("Wound", sting))
    table.cast(wound, on=bear)
    assert table.look(wound).controller == ANNA
    table.begin("upkeep", BEN)
    assert table.player(BEN).life == 20
    table.begin("upkeep")
    assert table.player(BEN).life == 19


@pytest.mark.cr("303.4c", "704.5m")
def test_an_aura_on_a_creature_that_leaves_goes_to_its_owners_graveyard() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    halo = table.put(HALO, on=bear)
    table.follow(Exile(what="target"), on=bear)
    assert table.zone(halo) == "graveyard"
    assert "Halo" in table.names(ANNA, "graveyard")


@pytest.mark.cr("613.1b")
def test_an_aura_that_gives_control_takes_the_creature_while_it_stays() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    chains = table.give(aura("Chains", Static(what="attached", change=Change(controller="you"))))
    table.cast(chains, on=bear)
    assert table.look(bear).controller == ANNA
    table.follow(Destroy(what="target"), on=chains)
    assert table.look(bear).controller == BEN


@pytest.mark.cr("303.4c", "613.1b", "702.5a")
def test_an_aura_for_ones_own_creature_falls_off_when_the_creature_changes_sides() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    pact = table.put(aura("Pact", BONUS, enchant=Target(of=MINE)), on=bear)
    table.follow(Modify(what="target", change=Change(controller="you")), on=bear, by=BEN)
    assert table.zone(pact) == "graveyard"


@pytest.mark.cr("303.4", "115.1")
def test_an_aura_may_enchant_a_player() -> None:
    curse = aura(
        "Curse", Replace(event="damage", what="attached", double=True), enchant=Target(player="any")
    )
    table = Position(plain=True)
    ident = table.give(curse)
    table.cast(ident, on=player(BEN))
    assert table.look(ident).attached_to == player(BEN)
    table.follow(Damage(amount=2, to="target"), on=player(BEN))
    table.follow(Damage(amount=2, to="target"), on=player(ANNA))
    assert (table.player(ANNA).life, table.player(BEN).life) == (18, 16)


@pytest.mark.cr("303.4c", "704.5m", "800.4a")
def test_an_aura_on_a_player_who_leaves_goes_too() -> None:
    table = Position(plain=True, players=3)
    curse = table.put(aura("Curse", enchant=Target(player="any")), on=player(BEN))
    table.game.concede(BEN)
    table.priority()
    assert table.zone(curse) == "graveyard"


@pytest.mark.cr("303.4d", "704.5m")
def test_an_aura_never_enchants_itself() -> None:
    from engine.magic.effects.permanents import can_be_attached

    table = Position(plain=True)
    halo = table.put(aura("Halo", enchant=Target(of=Filter(types=("Enchantment",)))))
    other = table.put(enchantment("Hearth"))
    assert not can_be_attached(table.game, halo, halo, ANNA)
    assert can_be_attached(table.game, halo, other, ANNA)


@pytest.mark.cr("303.4f", "303.4g")
def test_an_aura_that_nothing_can_hold_stays_where_it_is() -> None:
    table = Position(plain=True)
    halo = table.give(HALO, zone="graveyard")
    table.follow(Move(what="target", to="battlefield"), on=halo)
    assert table.zone(halo) == "graveyard"


@pytest.mark.cr("303.4f", "702.18a")
def test_an_aura_that_is_not_cast_may_go_onto_a_creature_with_shroud() -> None:
    table = Position(plain=True)
    shade = table.put(creature("Shade", 1, 1, "shroud"))
    halo = table.give(HALO, zone="graveyard")
    table.follow(Move(what="target", to="battlefield"), on=halo)
    assert table.size(shade) == (2, 2)


@pytest.mark.cr("613.4c", "613.7")
def test_several_auras_add_up() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    for _ in range(3):
        table.put(HALO, on=bear)
    assert table.size(bear) == (5, 5)


@pytest.mark.cr("603.6c", "603.10a")
def test_an_aura_that_goes_with_its_creature_returns_to_the_hand_by_its_own_trigger() -> None:
    back = Triggered(when=When(event="leaves"), effects=(Move(what="it", to="hand"),))
    table = Position(plain=True)
    bear = table.put(BEAR)
    rancor = table.put(aura("Rancor", BONUS, back), on=bear)
    table.follow(Destroy(what="target"), on=bear)
    assert table.zone(rancor) == "hand"


# --- Equipment ---


@pytest.mark.rule("M-12")
@pytest.mark.cr("301.5", "702.6a")
def test_equipment_is_attached_by_its_equip_ability() -> None:
    table = Position(plain=True)
    bear, sword = table.put(BEAR), table.put(SWORD)
    assert table.size(bear) == (2, 2)
    equip(table, sword, bear)
    assert (table.look(sword).attached_to, table.size(bear)) == (bear, (4, 2))


@pytest.mark.cr("702.6a", "701.3")
def test_equipping_another_creature_moves_it() -> None:
    table = Position(plain=True)
    bear, ox, sword = table.put(BEAR), table.put(OX), table.put(SWORD)
    equip(table, sword, bear)
    equip(table, sword, ox)
    assert (table.size(bear), table.size(ox)) == ((2, 2), (4, 4))


@pytest.mark.cr("702.6a", "115.1")
def test_equip_targets_a_creature_of_ones_own() -> None:
    table = Position(plain=True)
    table.put(SWORD)
    table.put(BEAR, BEN)
    table.mana(ANNA, "{C}")
    table._give_priority(ANNA)
    assert not table.may("activate")


@pytest.mark.cr("702.6a", "307.1")
def test_equip_keeps_a_sorcerys_time() -> None:
    table = Position(plain=True, step="Upkeep")
    sword = table.put(SWORD)
    table.put(BEAR)
    table.mana(ANNA, "{C}")
    table._give_priority(ANNA)
    assert not table.may("activate", sword)


@pytest.mark.rule("M-12")
@pytest.mark.cr("301.5d", "613.1b")
def test_equipment_stays_on_a_creature_that_changes_sides_and_may_be_taken_back() -> None:
    """Its controller still controls it, and may equip a creature of their own."""
    table = Position(plain=True)
    bear, ox, sword = table.put(BEAR), table.put(OX), table.put(SWORD)
    equip(table, sword, bear)
    table.follow(
        Modify(what="target", change=Change(controller="you"), until="forever"), on=bear, by=BEN
    )
    assert (table.look(bear).controller, table.look(sword).controller, table.size(bear)) == (
        BEN,
        ANNA,
        (4, 2),
    )
    equip(table, sword, ox)
    assert (table.size(bear), table.size(ox)) == ((2, 2), (4, 4))


@pytest.mark.cr("301.5d", "109.5", "613.1b")
def test_what_equipment_says_of_you_is_its_controller() -> None:
    draws = Static(
        what="attached",
        change=Change(
            abilities=(Triggered(when=When(event="attacks"), effects=(GainLife(amount=2),)),)
        ),
    )
    table = Position(plain=True, active=BEN)
    bear = table.put(BEAR, BEN)
    table.put(equipment("Horn", draws), ANNA, on=bear)
    table.attack(bear, aim=player(ANNA))
    # the creature has the ability: its controller gains
    assert (table.player(ANNA).life, table.player(BEN).life) == (18, 22)


@pytest.mark.cr("301.5c", "704.5n")
def test_equipment_comes_off_what_is_no_creature_any_more() -> None:
    table = Position(plain=True)
    statue = table.put(artifact("Statue"))
    table.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=2, base_toughness=2)
        ),
        on=statue,
    )
    sword = table.put(SWORD, on=statue)
    table.priority()
    assert table.look(sword).attached_to == statue
    wear_off(table.game)
    table.priority()
    assert (table.zone(sword), table.look(sword).attached_to) == ("battlefield", 0)


@pytest.mark.cr("301.5c", "702.6a")
def test_equipping_the_same_creature_again_changes_nothing() -> None:
    table = Position(plain=True)
    bear, sword = table.put(BEAR), table.put(SWORD)
    equip(table, sword, bear)
    stamp = table.look(sword).timestamp
    equip(table, sword, bear)
    assert (table.look(sword).timestamp, table.size(bear)) == (stamp, (4, 2))


@pytest.mark.cr("608.2b", "702.6a")
def test_equipment_stays_where_it_is_when_its_new_bearer_is_gone() -> None:
    table = Position(plain=True)
    bear, ox, sword = table.put(BEAR), table.put(OX), table.put(SWORD)
    equip(table, sword, bear)
    kill = table.give(instant(Destroy(what="target"), targets=(Target(of=CREATURES),)), BEN)
    index = next(
        n
        for n, ability in enumerate(table.characteristics(sword).abilities)
        if isinstance(ability, Activated)
    )
    table.mana(ANNA, "{C}")
    table.activate(sword, index + 1, on=ox, resolve=False)
    table.cast(kill, on=ox)
    assert table.look(sword).attached_to == bear


@pytest.mark.cr("702.16c", "702.6a", "115.1")
def test_what_is_protected_from_artifacts_cannot_be_equipped() -> None:
    table = Position(plain=True)
    table.put(creature("Knight", 2, 2, "protection from artifacts"))
    sword = table.put(SWORD)
    table.mana(ANNA, "{C}")
    table._give_priority(ANNA)
    assert not table.may("activate", sword)


@pytest.mark.cr("613.7e", "613.1f")
def test_attaching_anew_gives_a_new_timestamp() -> None:
    """Equipment that grants an ability, put on after all abilities were lost, grants it."""
    wings = equipment("Wings", Static(what="attached", change=Change(keywords=("flying",))))
    table = Position(plain=True)
    bear, ox, feathers = table.put(BEAR), table.put(OX), table.put(wings)
    equip(table, feathers, ox)
    table.follow(Modify(what="target", change=Change(lose_abilities=True)), on=bear)
    equip(table, feathers, bear)
    assert table.characteristics(bear).has("flying")
    table.follow(Modify(what="target", change=Change(lose_abilities=True)), on=bear)
    assert not table.characteristics(bear).has("flying")


# --- interactions ---


@pytest.mark.cr("303.4c", "702.16d", "613.1f")
def test_an_aura_that_gives_protection_from_its_own_colour_goes_off_by_itself() -> None:
    ward = aura("Ward", Static(what="attached", change=Change(keywords=("protection from white",))))
    table = Position(plain=True)
    bear = table.put(BEAR)
    ident = table.give(ward)
    table.cast(ident, on=bear)
    assert (table.zone(ident), table.characteristics(bear).has("protection from white")) == (
        "graveyard",
        False,
    )


@pytest.mark.cr("604.3", "613.4c", "301.5f")
def test_an_equipments_bonus_for_its_wielders_counters() -> None:
    grows = Static(
        what="attached", change=Change(power=Stat(what="counters", of="attached", kind="+1/+1"))
    )
    table = Position(plain=True)
    bear = table.put(BEAR, counters=(("+1/+1", 2),))
    table.put(equipment("Club", grows), on=bear)
    assert table.size(bear) == (6, 4)


@pytest.mark.cr("303.4", "613.1d", "305.7")
def test_an_aura_on_land_changes_its_mana() -> None:
    table = Position()
    table.area("b2", "Forest")
    land = table.state.areas[table.game.board.names["b2"]].land
    spread = aura(
        "Spread",
        Static(what="attached", change=Change(subtypes=("Swamp",))),
        enchant=Target(of=Filter(types=("Land",))),
    )
    table.put(spread, on=land)
    assert table.characteristics(land).subtypes == frozenset({"Swamp"})


@pytest.mark.cr("702.93a", "303.4c", "400.7")
def test_a_creature_that_comes_back_by_undying_has_lost_its_auras_and_equipment() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "undying"))
    halo, sword = table.put(HALO, on=wolf), table.put(SWORD, on=wolf)
    table.follow(Destroy(what="target"), on=wolf)
    assert (table.size(wolf), table.zone(halo), table.look(sword).attached_to) == (
        (3, 3),
        "graveyard",
        0,
    )


@pytest.mark.cr("603.2", "303.4", "120.3")
def test_an_aura_notices_the_damage_that_its_creature_deals() -> None:
    drain = Triggered(
        when=When(event="deals-damage", what="attached", combat_only=True),
        effects=(GainLife(amount=Stat(what="damage-dealt")),),
    )
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.put(aura("Drain", drain), on=bear)
    table.attack(bear)
    assert (table.player(ANNA).life, table.player(BEN).life) == (22, 18)


@pytest.mark.cr("613.1b", "613.7")
def test_of_two_auras_that_take_control_the_later_wins_and_the_first_is_left_over() -> None:
    taking = Static(what="attached", change=Change(controller="you"))
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    first = table.give(aura("Chains", taking))
    second = table.give(aura("Leash", taking, cost="{0}"), BEN)
    table.cast(first, on=bear)
    assert table.look(bear).controller == ANNA
    table.put(aura("Leash", taking), BEN, on=bear)
    table.priority()
    assert table.look(bear).controller == BEN
    leash = next(i for i in table.permanents(BEN) if table.characteristics(i).name == "Leash")
    table.follow(Destroy(what="target"), on=leash)
    assert table.look(bear).controller == ANNA
    assert second


@pytest.mark.cr("303.4", "604.1", "603.4")
def test_an_aura_asks_what_its_creature_is() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    holy = Static(
        what="attached",
        change=bigger(1, 1),
        condition=Matches(what="attached", filter=Filter(colors=("white",))),
    )
    table.put(aura("Blessing", holy), on=bear)
    assert table.size(bear) == (2, 2)
    table.follow(Modify(what="target", change=Change(colors=("white",))), on=bear)
    assert table.size(bear) == (3, 3)


@pytest.mark.cr("702.6a", "602.5a", "302.6")
def test_equipment_may_be_put_on_a_creature_that_has_just_come() -> None:
    table = Position(plain=True)
    bear, sword = table.put(BEAR, fresh=True), table.put(SWORD, fresh=True)
    equip(table, sword, bear)
    assert table.size(bear) == (4, 2)


@pytest.mark.cr("301.5", "701.3", "113.3b")
def test_an_ability_that_equipment_grants_is_its_bearers() -> None:
    shoot = Activated(
        cost=Costs(tap=True), targets=(ANYTHING,), effects=(Damage(amount=1, to="target"),)
    )
    table = Position(plain=True)
    bear = table.put(BEAR)
    gun = table.put(
        equipment("Gun", Static(what="attached", change=Change(abilities=(shoot,)))), on=bear
    )
    table.activate(bear, on=player(BEN))
    assert (table.player(BEN).life, table.look(bear).tapped, table.look(gun).tapped) == (
        19,
        True,
        False,
    )
    assert table.happened("damage")[0].card == "Bear"


@pytest.mark.cr("303.4f", "303.4j")
def test_an_aura_for_an_opponent_is_put_on_nobody_else() -> None:
    table = Position(plain=True)
    curse = table.give(aura("Curse", enchant=Target(player="opponent")), zone="graveyard")
    table.follow(Move(what="target", to="battlefield"), on=curse)
    assert table.look(curse).attached_to == player(BEN)


@pytest.mark.cr("611.3b", "613.1b")
def test_a_stolen_creature_is_its_owners_as_soon_as_the_aura_is_gone() -> None:
    """In the middle of a resolution: Ben has it to sacrifice."""
    table = Position(plain=True)
    ox = table.put(OX, BEN)
    steal = table.put(
        aura("Steal", Static(what="attached", change=Change(controller="you"))), on=ox
    )
    table.priority()
    assert table.look(ox).controller == ANNA
    table.follow(Destroy(what="target"), Sacrifice(who="opponents", of=CREATURES), on=steal)
    assert table.zone(ox) == "graveyard"
