"""Layers meeting layers (CR 613): the classic puzzles, and effects that meet other parts of the
rules.
"""

import pytest

from engine.cards.model import (
    Activated,
    AddMana,
    ByKeyword,
    Card,
    Change,
    CopyToken,
    Damage,
    Destroy,
    GainLife,
    Modify,
    Move,
    PutCounters,
    Static,
    Tap,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Count, Exists, Filter, Matches, Not, Stat
from engine.magic.turn.steps import wear_off
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
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
ARTIFACTS = Filter(types=("Artifact",))
MINE = Filter(types=("Creature",), controller="you")
FLYING = Change(keywords=("flying",))


def modify(table: Position, ident: int, change: Change, by: int = ANNA) -> None:
    table.follow(Modify(what="target", change=change), by=by, on=ident)


# --- type-changing effects and what depends on them ---


@pytest.mark.rule("M-7")
@pytest.mark.cr("613.8a", "613.1d", "613.4b")
@pytest.mark.parametrize("animated_first", [True, False])
def test_all_artifacts_are_creatures_and_all_creatures_fly_in_either_order(
    animated_first: bool,
) -> None:
    animate = enchantment(
        "March",
        Static(
            what=ARTIFACTS, change=Change(add_types=("Creature",), base_power=2, base_toughness=2)
        ),
    )
    flight = enchantment("Gale", Static(what=CREATURES, change=FLYING))
    table = Position(plain=True)
    for card in (animate, flight) if animated_first else (flight, animate):
        table.put(card)
    statue = table.put(artifact("Statue"))
    assert (table.size(statue), table.characteristics(statue).has("flying")) == ((2, 2), True)


@pytest.mark.rule("M-7")
@pytest.mark.cr("613.8a", "613.8b")
@pytest.mark.parametrize("first", [0, 1])
def test_an_effect_on_a_type_waits_for_the_effect_that_gives_the_type(first: int) -> None:
    """ "Goblins are also Warriors" and "all Elves are also Goblins" make a Warrior of an Elf,
    whichever came first.
    """
    cards = (
        enchantment(
            "Muster",
            Static(what=Filter(subtypes=("Goblin",)), change=Change(add_subtypes=("Warrior",))),
        ),
        enchantment(
            "Guise", Static(what=Filter(subtypes=("Elf",)), change=Change(add_subtypes=("Goblin",)))
        ),
    )
    table = Position(plain=True)
    for card in (cards[first], cards[1 - first]):
        table.put(card)
    elf = table.put(creature("Elf", 1, 1))
    assert table.characteristics(elf).subtypes == frozenset({"Elf", "Goblin", "Warrior"})


@pytest.mark.cr("613.8a", "613.8b", "613.1e")
@pytest.mark.parametrize("first", [0, 1])
def test_an_effect_on_a_colour_waits_for_the_effect_that_gives_the_colour(first: int) -> None:
    """ "Red creatures are white" and "green creatures are red" make a green creature white,
    whichever came first.
    """
    cards = (
        enchantment(
            "Bleach",
            Static(
                what=Filter(types=("Creature",), colors=("red",)), change=Change(colors=("white",))
            ),
        ),
        enchantment(
            "Rust",
            Static(
                what=Filter(types=("Creature",), colors=("green",)), change=Change(colors=("red",))
            ),
        ),
    )
    table = Position(plain=True)
    for card in (cards[first], cards[1 - first]):
        table.put(card)
    assert table.characteristics(table.put(BEAR)).colors == frozenset({"white"})


@pytest.mark.cr("613.7", "613.1e", "613.1f")
def test_a_colour_lord_follows_the_colour_that_is_set_last() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Crusade",
            Static(what=Filter(types=("Creature",), colors=("white",)), change=bigger(1, 1)),
        )
    )
    bear = table.put(BEAR)
    modify(table, bear, Change(colors=("white",)))
    assert table.size(bear) == (3, 3)
    modify(table, bear, Change(colors=("black",)))
    assert table.size(bear) == (2, 2)
    wear_off(table.game)
    assert table.characteristics(bear).colors == frozenset({"green"})


@pytest.mark.cr("613.6", "613.1f", "613.4c")
def test_an_effect_that_began_in_an_earlier_layer_goes_on_in_a_later_one() -> None:
    """An animator of artifacts that is itself an artifact loses its abilities in layer 6: it has
    animated them by then.
    """
    change = Change(add_types=("Creature",), base_power=4, base_toughness=4)
    engine = artifact("Engine", Static(what=ARTIFACTS, change=change))
    table = Position(plain=True)
    machine, statue = table.put(engine), table.put(artifact("Statue"))
    table.put(enchantment("Silence", Static(what=CREATURES, change=Change(lose_abilities=True))))
    assert (table.size(machine), table.size(statue)) == ((4, 4), (4, 4))
    assert table.characteristics(machine).abilities == ()


@pytest.mark.rule("M-7")
@pytest.mark.cr("613.4a", "613.4b", "613.4c", "613.4d", "122.1a")
def test_all_of_the_seventh_layer_in_its_order() -> None:
    """*/* by the number of creatures (2), set to 3/1, +1/+1 by a lord, a counter, then switched."""
    counted = Count(of=CREATURES)
    crowd = creature(
        "Crowd",
        0,
        0,
        abilities=(Static(what="self", change=Change(base_power=counted, base_toughness=counted)),),
    )
    table = Position(plain=True)
    ident = table.put(crowd)
    table.put(BEAR)
    assert table.size(ident) == (2, 2)
    table.put(enchantment("Banner", Static(what=MINE, change=bigger(1, 1))))
    assert table.size(ident) == (3, 3)
    modify(table, ident, Change(switch=True))
    table.follow(PutCounters(on="target"), on=ident)
    modify(table, ident, Change(base_power=3, base_toughness=1))
    assert table.size(ident) == (3, 5)


@pytest.mark.cr("613.4d", "613.7")
def test_a_bonus_after_a_switch_counts_before_it() -> None:
    table = Position(plain=True)
    ox = table.put(OX)
    modify(table, ox, Change(switch=True))
    modify(table, ox, bigger(1, 0))
    modify(table, ox, bigger(0, 2))
    assert table.size(ox) == (6, 3)


@pytest.mark.cr("613.4d", "704.5g", "120.6")
def test_switching_kills_who_has_too_much_damage_for_the_new_toughness() -> None:
    table = Position(plain=True)
    ox = table.put(OX, damage=3)
    modify(table, ox, Change(switch=True))
    assert table.zone(ox) == "graveyard"


@pytest.mark.cr("613.4c", "613.4b", "704.5f")
def test_setting_a_size_does_not_undo_a_bonus_or_a_curse() -> None:
    table = Position(plain=True)
    ox = table.put(OX)
    modify(table, ox, bigger(-3, -3))
    assert table.size(ox) == (-1, 1)
    modify(table, ox, Change(base_power=3, base_toughness=3))
    assert table.zone(ox) == "graveyard"


# --- abilities given, taken and given again ---


@pytest.mark.rule("M-7")
@pytest.mark.cr("613.7", "613.1f")
@pytest.mark.parametrize(
    ("order", "flies"),
    [
        ("give-take", False),
        ("take-give", True),
        ("give-take-give", True),
        ("take-give-take", False),
    ],
)
def test_an_ability_is_there_if_it_came_last(order: str, flies: bool) -> None:
    changes = {"give": FLYING, "take": Change(lose_abilities=True)}
    table = Position(plain=True)
    bear = table.put(BEAR)
    for word in order.split("-"):
        modify(table, bear, changes[word])
    assert table.characteristics(bear).has("flying") is flies


@pytest.mark.cr("613.7", "613.1f", "611.2a")
def test_when_the_later_loss_ends_the_ability_is_back() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.put(aura("Wings", Static(what="attached", change=FLYING)), on=bear)
    modify(table, bear, Change(lose_abilities=True))
    assert not table.characteristics(bear).has("flying")
    wear_off(table.game)
    assert table.characteristics(bear).has("flying")


@pytest.mark.cr("613.1f", "702.9b", "509.1b")
def test_two_sources_of_one_ability_and_one_of_them_goes() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    wings = [
        table.put(aura("Wings", Static(what="attached", change=FLYING)), on=bear) for _ in range(2)
    ]
    table.follow(Destroy(what="target"), on=wings[0])
    assert table.characteristics(bear).has("flying")
    table.follow(Destroy(what="target"), on=wings[1])
    assert not table.characteristics(bear).has("flying")


@pytest.mark.cr("613.1f", "604.1", "613.8a")
@pytest.mark.parametrize("first", [0, 1])
def test_what_flies_is_bigger_and_what_is_an_elf_flies(first: int) -> None:
    cards = (
        enchantment(
            "Updraft",
            Static(what=Filter(types=("Creature",), keywords=("flying",)), change=bigger(1, 1)),
        ),
        enchantment("Canopy", Static(what=Filter(subtypes=("Elf",)), change=FLYING)),
    )
    table = Position(plain=True)
    for card in (cards[first], cards[1 - first]):
        table.put(card)
    assert table.size(table.put(creature("Elf", 1, 1))) == (2, 2)
    assert table.size(table.put(BEAR)) == (2, 2)


@pytest.mark.cr("613.1f", "611.3a", "603.2")
def test_a_granted_trigger_is_gone_with_its_giver() -> None:
    grant = Static(
        what=MINE,
        change=Change(
            abilities=(Triggered(when=When(event="attacks"), effects=(GainLife(amount=1),)),)
        ),
    )
    table = Position(plain=True)
    herald, bear = table.put(creature("Herald", 1, 1, abilities=(grant,))), table.put(BEAR)
    table.attack(bear)
    assert table.player(ANNA).life == 21
    table.follow(Destroy(what="target"), on=herald)
    table.attack(bear)
    assert table.player(ANNA).life == 21


# --- control ---


@pytest.mark.rule("M-7")
@pytest.mark.cr("613.1b", "611.3a", "613.4c")
def test_a_stolen_lord_leads_the_thiefs_creatures() -> None:
    leads = Static(
        what=Filter(types=("Creature",), controller="you", other=True), change=bigger(1, 1)
    )
    chief = creature("Chief", 2, 2, abilities=(leads,))
    table = Position(plain=True)
    lord, mine, theirs = table.put(chief, BEN), table.put(BEAR), table.put(BEAR, BEN)
    assert (table.size(mine), table.size(theirs)) == ((2, 2), (3, 3))
    modify(table, lord, Change(controller="you"))
    assert (table.size(mine), table.size(theirs)) == ((3, 3), (2, 2))
    wear_off(table.game)
    table.priority()
    assert (table.size(mine), table.size(theirs)) == ((2, 2), (3, 3))


@pytest.mark.cr("613.1b", "506.4", "302.6")
def test_a_creature_stolen_in_combat_neither_strikes_nor_taps_for_its_controller() -> None:
    shoot = Activated(
        cost=Costs(tap=True),
        targets=(Target(player="any"),),
        effects=(Damage(amount=1, to="target"),),
    )
    table = Position(plain=True, active=BEN)
    archer = table.put(creature("Archer", 3, 3, abilities=(shoot,)), BEN)
    table.put(BEAR)
    steal = table.give(
        instant(Modify(what="target", change=Change(controller="you")), targets=(A_CREATURE,))
    )
    table.state.change_player(ANNA, life=20)
    from engine.magic.core.position import NOWHERE, Attacker, Combat
    from engine.magic.turn import combat

    table.state.set(combat=Combat(BEN, NOWHERE, (Attacker(archer, player(ANNA), ()),)))
    table.cast(steal, on=archer)
    table.game.push(combat.DamageStep(True), combat.DamageStep(False))
    table._go_on()
    assert (table.player(ANNA).life, table.look(archer).controller) == (20, ANNA)
    table._give_priority(ANNA)
    assert not table.may("activate", archer)


@pytest.mark.cr("613.1b", "613.7", "611.2a")
def test_when_the_latest_thief_is_done_the_one_before_has_it_again() -> None:
    table = Position(plain=True, players=3)
    bear = table.put(BEAR)
    table.follow(
        Modify(what="target", change=Change(controller="you"), until="forever"), on=bear, by=BEN
    )
    table.follow(Modify(what="target", change=Change(controller="you")), on=bear, by=2)
    assert table.look(bear).controller == 2
    wear_off(table.game)
    table.priority()
    assert table.look(bear).controller == BEN


# --- conditions and counts ---


@pytest.mark.cr("604.3", "613.4a", "608.2h")
def test_a_size_that_counts_cards_in_graveyards_grows_as_creatures_die() -> None:
    cards = Count(of=Filter(zone="graveyard", types=("Creature",)))
    ghoul = creature(
        "Ghoul",
        0,
        0,
        abilities=(Static(what="self", change=Change(base_power=cards, base_toughness=cards)),),
    )
    table = Position(plain=True)
    table.give(BEAR, zone="graveyard")
    ident, ox = table.put(ghoul), table.put(OX, BEN)
    assert table.size(ident) == (1, 1)
    table.follow(Destroy(what="target"), on=ox)
    assert table.size(ident) == (2, 2)


@pytest.mark.cr("604.3", "704.5f", "400.7")
def test_a_creature_that_counts_others_dies_when_there_are_none() -> None:
    others = Count(of=Filter(types=("Creature",), other=True))
    shade = creature(
        "Shade",
        0,
        0,
        abilities=(Static(what="self", change=Change(base_power=others, base_toughness=others)),),
    )
    table = Position(plain=True)
    ident, bear = table.put(shade), table.put(BEAR)
    table.follow(Move(what="target", to="hand"), on=bear)
    assert table.zone(ident) == "graveyard"


@pytest.mark.cr("611.3a", "604.1")
@pytest.mark.parametrize(("tapped", "size"), [(False, (2, 4)), (True, (5, 4))])
def test_a_bonus_while_something_is_tapped(tapped: bool, size: tuple[int, int]) -> None:
    table = Position(plain=True)
    ox = table.put(OX)
    condition = Exists(of=Filter(types=("Artifact",), tapped=True))
    table.put(
        enchantment("Gears", Static(what=CREATURES, change=bigger(3, 0), condition=condition))
    )
    lamp = table.put(artifact("Lamp"))
    if tapped:
        table.follow(Tap(what="target"), on=lamp)
    assert table.size(ox) == size


@pytest.mark.cr("611.3a", "604.1", "613.1f")
def test_a_bonus_unless_a_condition_holds() -> None:
    table = Position(plain=True)
    company = Exists(of=Filter(types=("Creature",), other=True, controller="you"))
    lonely = Static(what="self", change=bigger(2, 2), condition=Not(condition=company))
    wolf = table.put(creature("Wolf", 1, 1, abilities=(lonely,)))
    assert table.size(wolf) == (3, 3)
    bear = table.put(BEAR)
    assert table.size(wolf) == (1, 1)
    modify(table, bear, Change(controller="you"), by=BEN)
    assert table.size(wolf) == (3, 3)


@pytest.mark.cr("611.2c", "608.2h", "613.4c")
def test_a_bonus_by_a_number_is_fixed_when_the_spell_resolves() -> None:
    table = Position(plain=True)
    ox = table.put(OX)
    number = Count(of=CREATURES)
    table.put(BEAR)
    modify(table, ox, Change(power=number))
    assert table.size(ox) == (4, 4)
    table.put(BEAR)
    assert table.size(ox) == (4, 4)


@pytest.mark.cr("613.4c", "604.1", "613.8a")
def test_a_bonus_by_anothers_power_follows_that_power() -> None:
    table = Position(plain=True)
    ox = table.put(OX)
    table.put(
        aura(
            "Mimicry",
            Static(what="attached", change=Change(power=Stat(what="toughness", of="attached"))),
        ),
        on=ox,
    )
    assert table.size(ox) == (6, 4)
    table.follow(PutCounters(on="target"), on=ox)
    assert table.size(ox)[1] == 5


# --- meeting other rules ---


@pytest.mark.cr("613.1d", "305.7", "605.1a")
def test_a_land_that_becomes_a_creature_still_makes_mana() -> None:
    grove = Card(
        name="Grove",
        types=("Land",),
        abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)),),
    )
    table = Position(plain=True)
    land = table.put(grove)
    modify(table, land, Change(add_types=("Creature",), base_power=3, base_toughness=3))
    assert table.size(land) == (3, 3)
    table.activate(land)
    assert table.player(ANNA).pool[4] == 1


@pytest.mark.cr("613.1d", "704.5f", "205.1a")
def test_an_artifact_made_a_creature_without_toughness_is_gone() -> None:
    table = Position(plain=True)
    statue = table.put(artifact("Statue"))
    modify(table, statue, Change(add_types=("Creature",), base_power=0, base_toughness=0))
    assert table.zone(statue) == "graveyard"


@pytest.mark.cr("707.2", "613.1a", "613.1d", "613.4b")
def test_a_token_copy_of_a_shrunken_nameless_beast_is_the_beast() -> None:
    """Copy effects look under every other layer."""
    table = Position(plain=True)
    beast = table.put(creature("Beast", 6, 6, "trample"))
    table.put(
        aura(
            "Humility",
            Static(
                what="attached", change=Change(lose_abilities=True, base_power=1, base_toughness=1)
            ),
        ),
        on=beast,
    )
    table.follow(CopyToken(), on=beast)
    token = next(ident for ident in table.permanents(ANNA) if table.look(ident).token)
    assert (table.size(beast), table.size(token), table.characteristics(token).has("trample")) == (
        (1, 1),
        (6, 6),
        True,
    )


@pytest.mark.cr("613.1f", "702.16d", "704.5m")
def test_protection_from_a_colour_that_the_aura_has_only_now() -> None:
    table = Position(plain=True)
    knight = table.put(creature("Knight", 2, 2, "protection from black"))
    halo = table.put(aura("Halo", Static(what="attached", change=bigger(1, 1))), on=knight)
    assert table.size(knight) == (3, 3)
    modify(table, halo, Change(colors=("black",)))
    assert (table.zone(halo), table.size(knight)) == ("graveyard", (2, 2))


@pytest.mark.cr("613.1f", "702.12b", "704.5g")
def test_indestructible_that_ends_with_the_turn_ends_with_the_damage() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    modify(table, bear, Change(keywords=("indestructible",)))
    table.follow(Damage(amount=5, to="target"), on=bear)
    assert (table.zone(bear), table.look(bear).damage) == ("battlefield", 5)
    wear_off(table.game)
    table.priority()
    assert table.zone(bear) == "battlefield"


@pytest.mark.cr("613.1f", "702.12b", "704.5g", "120.6")
def test_losing_indestructible_during_the_turn_exposes_damage_marked_before() -> None:
    table = Position(plain=True)
    bear = table.put(creature("Bear", 2, 2, "indestructible"))
    table.follow(Damage(amount=5, to="target"), on=bear)
    modify(table, bear, Change(lose_abilities=True))
    assert table.zone(bear) == "graveyard"


@pytest.mark.cr("613.1d", "303.4c", "702.5a")
def test_an_aura_for_artifacts_falls_off_when_its_host_is_none_any_more() -> None:
    table = Position(plain=True)
    statue = table.put(artifact("Statue"))
    polish = table.put(aura("Polish", enchant=Target(of=ARTIFACTS)), on=statue)
    modify(table, statue, Change(types=("Enchantment",)))
    assert table.zone(polish) == "graveyard"


@pytest.mark.cr("613.1d", "602.5", "305.7")
def test_a_basic_land_type_that_was_set_takes_the_lands_other_abilities() -> None:
    ping = Activated(
        cost=Costs(tap=True),
        targets=(Target(player="any"),),
        effects=(Damage(amount=1, to="target"),),
    )
    spire = Card(name="Spire", types=("Land",), abilities=(ping,))
    table = Position(plain=True)
    land = table.put(spire)
    modify(table, land, Change(subtypes=("Swamp",)))
    table.activate(land)
    assert (table.player(ANNA).pool[2], table.player(BEN).life) == (1, 20)


@pytest.mark.cr("613.7d", "400.7", "613.7")
def test_a_permanent_that_comes_back_has_a_new_timestamp() -> None:
    """The enchantment that sets the size came first; returned, it is the last word."""
    small = enchantment(
        "Shrink", Static(what=CREATURES, change=Change(base_power=1, base_toughness=1))
    )
    big = enchantment(
        "Swell", Static(what=CREATURES, change=Change(base_power=5, base_toughness=5))
    )
    table = Position(plain=True)
    first = table.put(small)
    table.put(big)
    bear = table.put(BEAR)
    assert table.size(bear) == (5, 5)
    table.follow(Move(what="target", to="hand"), on=first)
    table.cast(table.now(first))
    assert table.size(bear) == (1, 1)


@pytest.mark.cr("611.2a", "611.2b", "400.7")
def test_an_effect_for_as_long_as_its_source_stays_ends_with_it_for_good() -> None:
    taking = Modify(what="target", change=Change(controller="you"), until="source-leaves")
    hold = Activated(cost=Costs(tap=True), targets=(A_CREATURE,), effects=(taking,))
    table = Position(plain=True)
    bear, orb = table.put(BEAR, BEN), table.put(artifact("Orb", hold))
    table.activate(orb, on=bear)
    assert table.look(bear).controller == ANNA
    table.follow(Move(what="target", to="hand"), on=orb)
    assert table.look(bear).controller == BEN
    table.cast(table.now(orb))
    assert table.look(bear).controller == BEN


@pytest.mark.cr("613.6", "613.1d", "613.4b")
def test_an_effect_on_what_is_no_creature_goes_on_when_it_has_made_it_one() -> None:
    """ "Each noncreature artifact is a 2/2 creature": it is none of those it looks for any more
    when its size is set.
    """
    noncreatures = Filter(types=("Artifact",), not_types=("Creature",))
    table = Position(plain=True)
    table.put(
        enchantment(
            "March",
            Static(
                what=noncreatures,
                change=Change(add_types=("Creature",), base_power=2, base_toughness=2),
            ),
        )
    )
    statue, golem = (
        table.put(artifact("Statue")),
        table.put(Card(name="Golem", types=("Artifact", "Creature"), power=5, toughness=5)),
    )
    assert (table.size(statue), table.size(golem)) == ((2, 2), (5, 5))


@pytest.mark.cr("613.7f")
def test_what_is_turned_face_up_has_the_last_word() -> None:
    table = Position(plain=True)
    giants = Static(what=CREATURES, change=Change(base_power=5, base_toughness=5))
    sage, bear = (
        table.put(creature("Sage", 2, 2, "morph {1}", abilities=(giants,))),
        table.put(BEAR),
    )
    table.put(
        enchantment(
            "Middling", Static(what=CREATURES, change=Change(base_power=3, base_toughness=3))
        )
    )
    assert table.size(bear) == (3, 3)
    for word in ("turn-face-down", "turn-face-up"):
        table.follow(ByKeyword(word=word, what="target"), on=sage)
    assert table.size(bear) == (5, 5)


# --- what depends on what depends on something ---


@pytest.mark.cr("611.3a", "613.4a")
def test_whoever_came_first_counts_only_what_is_a_creature_now() -> None:
    crowd = creature(
        "Crowd",
        0,
        0,
        abilities=(
            Static(
                change=Change(base_power=Count(of=CREATURES), base_toughness=Count(of=CREATURES))
            ),
        ),
    )
    asleep = Static(
        change=Change(types=("Enchantment",)), condition=Not(condition=Exists(of=ARTIFACTS))
    )
    table = Position(plain=True)
    ident, god = table.put(crowd), table.put(creature("God", 5, 5, abilities=(asleep,)))
    assert (table.characteristics(god).types, table.size(ident)) == ({"Enchantment"}, (1, 1))
    table.put(artifact("Lamp"))
    assert (table.characteristics(god).types, table.size(ident)) == ({"Creature"}, (2, 2))


@pytest.mark.cr("611.3a", "613.1f")
def test_a_condition_is_met_by_what_another_condition_gives() -> None:
    proud = Static(
        change=bigger(2, 2), condition=Matches(what="self", filter=Filter(keywords=("flying",)))
    )
    table = Position(plain=True)
    swan = table.put(creature("Swan", 1, 1, abilities=(proud,)))
    table.put(
        aura("Wings", Static(what="attached", change=FLYING, condition=Exists(of=ARTIFACTS))),
        on=swan,
    )
    assert table.size(swan) == (1, 1)
    table.put(artifact("Lamp"))
    assert table.size(swan) == (3, 3)


@pytest.mark.cr("611.3a", "604.1", "613.1f")
def test_whoever_came_first_counts_what_a_granted_ability_gives() -> None:
    flock = Static(change=Change(power=Count(of=Filter(types=("Creature",), keywords=("flying",)))))
    table = Position(plain=True)
    counter, bear = table.put(creature("Watcher", 0, 3, abilities=(flock,))), table.put(BEAR)
    table.put(
        aura(
            "Gift",
            Static(
                what="attached", change=Change(abilities=(Static(what=CREATURES, change=FLYING),))
            ),
        ),
        on=bear,
    )
    assert table.size(counter) == (2, 3)


# --- subtypes ---


@pytest.mark.cr("205.1a")
def test_new_subtypes_take_the_place_of_those_of_their_own_set_only() -> None:
    table = Position(plain=True)
    arbor = table.put(
        Card(
            name="Arbor",
            types=("Land", "Creature"),
            subtypes=("Forest", "Dryad"),
            power=1,
            toughness=1,
        )
    )
    modify(table, arbor, Change(subtypes=("Swamp",)))
    assert table.characteristics(arbor).subtypes == {"Swamp", "Dryad"}
    modify(table, arbor, Change(subtypes=("Frog",)))
    assert table.characteristics(arbor).subtypes == {"Swamp", "Frog"}
    table.activate(arbor)
    assert table.player(ANNA).pool[2] == 1


@pytest.mark.cr("205.1a")
def test_whoever_loses_a_card_type_loses_its_subtypes() -> None:
    table = Position(plain=True)
    goblin = table.put(creature("Goblin", 1, 1))
    modify(table, goblin, Change(types=("Enchantment",)))
    assert table.characteristics(goblin).subtypes == frozenset()


@pytest.mark.cr("305.7")
def test_a_basic_land_type_that_was_set_takes_keywords_too() -> None:
    table = Position(plain=True)
    citadel = table.put(
        Card(name="Citadel", types=("Artifact", "Land"), keywords=("indestructible",))
    )
    modify(table, citadel, Change(subtypes=("Swamp",)))
    assert not table.characteristics(citadel).has("indestructible")
    modify(table, citadel, Change(keywords=("hexproof",)))
    assert table.characteristics(citadel).keywords == {"hexproof"}


@pytest.mark.cr("613.8a", "305.7")
@pytest.mark.parametrize("first", [0, 1])
def test_a_land_that_has_lost_its_text_changes_no_other_lands(first: int) -> None:
    """Whatever came first, the land that makes every land a Swamp is a Mountain without
    abilities.
    """
    tomb = Card(
        name="Tomb",
        types=("Land",),
        abilities=(Static(what=Filter(types=("Land",)), change=Change(add_subtypes=("Swamp",))),),
    )
    nonbasic = Filter(types=("Land",), not_supertypes=("Basic",))
    cards = (
        tomb,
        enchantment("Moon", Static(what=nonbasic, change=Change(subtypes=("Mountain",)))),
    )
    table = Position(plain=True)
    idents = [table.put(card) for card in (cards[first], cards[1 - first])]
    wood = table.put(
        Card(name="Wood", types=("Land",), supertypes=("Basic",), subtypes=("Forest",))
    )
    assert table.characteristics(idents[first]).subtypes == {"Mountain"}
    assert table.characteristics(wood).subtypes == {"Forest"}


@pytest.mark.cr("613.8a", "613.8b", "702.73a")
@pytest.mark.parametrize("first", [0, 1])
def test_an_effect_on_goblins_waits_for_the_effect_that_makes_everybody_a_goblin(
    first: int,
) -> None:
    """ "Goblins are artifacts as well" and "all creatures have changeling"."""
    cards = (
        enchantment(
            "Clockwork",
            Static(what=Filter(subtypes=("Goblin",)), change=Change(add_types=("Artifact",))),
        ),
        enchantment("Masquerade", Static(what=CREATURES, change=Change(keywords=("changeling",)))),
    )
    table = Position(plain=True)
    for card in (cards[first], cards[1 - first]):
        table.put(card)
    assert "Artifact" in table.characteristics(table.put(BEAR)).types


@pytest.mark.cr("611.3a", "613.4c")
def test_a_count_goes_on_beside_effects_that_count_nothing() -> None:
    table = Position(plain=True)
    table.put(enchantment("Anthem", Static(what=CREATURES, change=bigger(1, 1))))
    herder = table.put(
        creature("Herder", 1, 1, abilities=(Static(change=Change(power=Count(of=CREATURES))),))
    )
    assert table.size(herder) == (3, 2)
    table.put(BEAR)
    assert table.size(herder) == (4, 2)
