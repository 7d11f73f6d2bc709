"""Battle Field, attacks: who, whom, what comes of it (B-15 to B-20)."""

from __future__ import annotations

import pytest

from engine.actions import Action, IllegalAction
from engine.cards.library import library
from engine.cards.model import Card, Change, Damage, Modify, Triggered, When
from tests.magic.positions import ANNA, BEN, bigger, creature, instant
from tests.rules.field import Field
from tests.rules.table import BEAR, GOLEM, KNIGHT, WALL, WURM

BIRD = creature("Bird", 2, 2, "flying")
ARCHER = creature("Archer", 1, 3, "reach")
SHADE = creature("Shade", 2, 2, "fear", cost="{2}{B}")
MERFOLK = creature("Merfolk", 2, 2, "islandwalk", cost="{1}{U}")
STALKER = creature("Stalker", 2, 2, "shadow", cost="{1}{B}")
PALADIN = creature("Paladin", 2, 2, "protection from red", cost="{1}{W}")
GOBLIN = creature("Goblin", 1, 1, cost="{R}")
ISLAND = library().card("Island")
GIANT = creature("Giant", 5, 5)
GUARD = creature("Guard", 2, 4, "defender")


# --- B-15 ---


@pytest.mark.rule("B-15")
def test_attacks_come_one_after_another() -> None:
    field = Field()
    first, second = field.put(BEAR, at="e5"), field.put(BEAR, at="e6")
    wolf, golem = field.put(BEAR, BEN, at="f5"), field.put(GOLEM, BEN, at="f6")
    field.turn("Attack")

    assert field.attacks(first) == {wolf, golem}
    field.strike(first, wolf)
    assert field.zone(wolf) == "graveyard"
    assert field.attacks(second) == {golem}
    field.strike(second, golem)

    assert field.life_of(golem) == 1
    assert field.asked != "strike"  # nobody is left who could attack


@pytest.mark.rule("B-15")
def test_the_player_may_be_done_at_any_time() -> None:
    field = Field()
    field.put(BEAR, at="e5")
    wolf = field.put(BEAR, BEN, at="f5")
    field.turn("Attack")
    while field.asked == "priority":
        field.do(Action("pass"))

    field.choose("done")

    assert field.asked != "strike"
    assert field.life_of(wolf) == 2


@pytest.mark.rule("B-15")
def test_not_tapped_not_new_not_ones_own_and_only_next_to_it() -> None:
    field = Field()
    tapped, new = field.put(BEAR, at="e5", tapped=True), field.put(BEAR, at="e6", fresh=True)
    quick, able = (
        field.put(creature("Quick", 2, 2, "haste"), at="f4", fresh=True),
        field.put(BEAR, at="e4"),
    )
    wolf, far = field.put(BEAR, BEN, at="f5"), field.put(BEAR, BEN, at="h5")
    field.turn("Attack")

    assert not field.attacks(tapped) | field.attacks(new)
    assert field.attacks(quick) == {wolf}
    assert field.attacks(able) == {wolf}
    for ident, target in (
        (tapped, wolf),
        (new, wolf),
        (able, tapped),
        (able, far),
        (able, field.token(ANNA)),
        (wolf, able),
    ):
        assert field.refused(field.attacker(ident, target)) == "B-15"


@pytest.mark.rule("B-15")
def test_a_token_is_attacked_like_a_creature() -> None:
    field = Field()
    giant = field.put(GIANT, at="i5")
    field.turn("Attack")

    field.strike(giant, field.token(BEN))

    assert field.life(BEN) == 15


@pytest.mark.rule("B-15")
def test_creatures_attack_only_in_the_attack_phase() -> None:
    field = Field()
    bear, wolf = field.put(BEAR, at="e5"), field.put(BEAR, BEN, at="f5")
    field.turn("First Main")

    assert field.refused(field.attacker(bear, wolf)) == "B-15"


@pytest.mark.rule("B-15")
def test_a_vigilant_creature_attacks_once_all_the_same() -> None:
    field = Field()
    guard = field.put(creature("Guard", 1, 4, "vigilance"), at="e5")
    foe, other = field.put(GOLEM, BEN, at="f5"), field.put(GOLEM, BEN, at="f6")
    field.put(BEAR, at="g6")
    field.turn("Attack")
    field.strike(guard, foe)

    assert not field.attacks(guard)
    assert field.refused(field.attacker(guard, other)) == "B-15"


@pytest.mark.rule("B-15", "B-16", "B-18")
def test_while_somebody_has_priority_an_attack_is_refused_for_what_is_against_it() -> None:
    field = Field()
    bear, guard = field.put(BEAR, at="e5"), field.put(WALL, at="e6")
    bird, golem = field.put(BIRD, BEN, at="f5"), field.put(GOLEM, BEN, at="f6")
    field.give("Lightning Bolt")
    field.mana(ANNA, "{R}")
    field.turn("Attack")

    assert field.asked == "priority"
    assert field.refused(field.attacker(bear, bird)) == "B-16"
    assert field.refused(field.attacker(guard, golem)) == "B-18"
    with pytest.raises(IllegalAction, match=r"after all players pass \(B-15\)$"):
        field.game.apply(field.attacker(bear, golem))
    with pytest.raises(IllegalAction, match=r"only in their controller's Attack step \(B-15\)$"):
        field.game.apply(field.attacker(golem, bear))


# --- B-16 ---


@pytest.mark.rule("B-16")
@pytest.mark.parametrize(
    ("attacker", "target", "legal"),
    [
        (BEAR, BIRD, False),
        (BIRD, BIRD, True),
        (ARCHER, BIRD, True),
        (BIRD, BEAR, True),
        (BEAR, SHADE, False),
        (SHADE, SHADE, True),
        (GOBLIN, PALADIN, False),
        (BEAR, PALADIN, True),
        (BEAR, STALKER, False),
        (STALKER, STALKER, True),
        (STALKER, BEAR, False),
        (BEAR, "Phantom Warrior", False),
        ("Cloud Sprite", BEAR, False),
        ("Cloud Sprite", BIRD, True),
        ("Ironclaw Orcs", BEAR, True),  # a limit of its own blocks, no evasion of the bear's
        ("Ironclaw Orcs", BIRD, False),
    ],
)
def test_who_could_not_block_it_cannot_attack_it(
    attacker: Card | str, target: Card | str, legal: bool
) -> None:
    field = Field()
    mine, theirs = field.put(attacker, at="e5"), field.put(target, BEN, at="f5")
    field.put(BEAR, at="i5")  # somebody can always attack
    field.turn("Attack")

    assert field.attacks(mine) == ({theirs} if legal else set())
    if not legal:
        assert field.refused(field.attacker(mine, theirs)) == "B-16"


@pytest.mark.rule("B-16")
@pytest.mark.parametrize("attacker", [BEAR, MERFOLK])
def test_a_landwalker_is_safe_from_whoever_has_such_a_land_in_play(attacker: Card) -> None:
    field = Field()
    mine, fish = field.put(attacker, at="e5"), field.put(MERFOLK, BEN, at="f5")
    field.put(BEAR, at="i5")
    field.turn("Attack")
    assert field.attacks(mine) == {fish}

    field.put(ISLAND, ANNA)
    field.turn("Attack")

    assert not field.attacks(mine)


@pytest.mark.rule("B-16", "M-13")
@pytest.mark.cr("702.14c")
@pytest.mark.parametrize(
    ("keyword", "land", "safe"),
    [
        ("nonbasic landwalk", Card(name="Rift", types=("Land",)), True),
        ("nonbasic landwalk", library().card("Swamp"), False),
        ("legendary landwalk", Card(name="Hall", types=("Land",), supertypes=("Legendary",)), True),
        (
            "snow swampwalk",
            Card(name="Bog", types=("Land",), supertypes=("Basic", "Snow"), subtypes=("Swamp",)),
            True,
        ),
        ("snow swampwalk", library().card("Swamp"), False),
    ],
)
def test_a_landwalker_may_ask_for_more_than_a_land_type(
    keyword: str, land: Card, safe: bool
) -> None:
    field = Field()
    walker, bear = (
        field.put(creature("Walker", 2, 2, keyword), at="e5"),
        field.put(BEAR, BEN, at="f5"),
    )
    field.put(land, BEN)
    field.turn("Attack", BEN)

    assert (walker not in field.attacks(bear)) is safe


@pytest.mark.rule("B-16")
def test_tokens_can_be_attacked_by_everybody() -> None:
    field = Field()
    stalker, bird = field.put(STALKER, at="i5"), field.put(BIRD, at="i6")
    field.turn("Attack")

    assert field.attacks(stalker) == field.attacks(bird) == {field.token(BEN)}


# --- B-17 ---


@pytest.mark.rule("B-17")
def test_attacker_and_attacked_both_tap_and_deal_damage_to_each_other() -> None:
    field = Field()
    giant, golem = field.put(GIANT, at="e5"), field.put(creature("Ogre", 3, 6), BEN, at="f5")
    field.turn("Attack")

    field.strike(giant, golem)

    assert (field.look(giant).tapped, field.look(golem).tapped) == (True, True)
    assert (field.life_of(giant), field.life_of(golem)) == (2, 1)


@pytest.mark.rule("B-17")
def test_the_attacked_counts_as_a_blocker() -> None:
    field = Field()
    bear = field.put(BEAR, at="e5")
    blocks = Triggered(
        when=When(event="blocks"), effects=(Modify(what="self", change=bigger(0, 3)),)
    )
    guard = field.put(creature("Guard", 0, 1, abilities=(blocks,)), BEN, at="f5")
    field.turn("Attack")

    field.strike(bear, guard)

    assert field.life_of(guard) == 2


@pytest.mark.rule("B-17")
def test_a_tapped_creature_can_be_attacked_and_strikes_back() -> None:
    field = Field()
    bear, golem = field.put(BEAR, at="e5"), field.put(GOLEM, BEN, at="f5", tapped=True)
    field.turn("Attack")

    field.strike(bear, golem)

    assert field.zone(bear) == "graveyard"
    assert field.life_of(golem) == 1


@pytest.mark.rule("B-17")
def test_a_token_deals_one_damage() -> None:
    field = Field()
    giant, weak = field.put(GIANT, at="i5"), field.put(GOBLIN, at="i6")
    field.turn("Attack")

    field.strike(giant, field.token(BEN))
    field.strike(weak, field.token(BEN))

    assert field.life_of(giant) == 4
    assert field.zone(weak) == "graveyard"
    assert field.life(BEN) == 14


@pytest.mark.rule("B-17")
def test_what_has_attacked_stays_tapped_until_its_untap_step() -> None:
    field = Field()
    field.library_of(ANNA, BEAR, BEAR)
    field.library_of(BEN, BEAR, BEAR)
    giant, ogre = field.put(GIANT, at="e5"), field.put(creature("Ogre", 3, 6), BEN, at="f5")
    field.turn("Attack")
    field.strike(giant, ogre)

    field.until("Draw", of=BEN)
    assert (field.look(giant).tapped, field.look(ogre).tapped) == (True, False)
    field.until("Draw", of=ANNA)

    assert not field.look(giant).tapped


# --- B-18 ---


@pytest.mark.rule("B-18")
def test_walls_and_tokens_cannot_attack() -> None:
    field = Field()
    wall = field.put(creature("Wall", 3, 5, "defender"), at="e5")
    wolf, thief = field.put(BEAR, BEN, at="f5"), field.put(BEAR, BEN, at="b6")
    field.put(BEAR, at="g5")
    field.turn("Attack")

    assert not field.attacks(wall) | field.attacks(field.token(ANNA))
    assert field.refused(field.attacker(wall, wolf)) == "B-18"
    assert field.refused(field.attacker(field.token(ANNA), thief)) == "B-18"


@pytest.mark.rule("B-18")
def test_they_do_not_tap_when_they_are_attacked() -> None:
    field = Field()
    bear, other, wall = (
        field.put(BEAR, at="e5"),
        field.put(GIANT, at="i5"),
        field.put(WALL, BEN, at="f5"),
    )
    field.turn("Attack")

    field.strike(bear, wall)
    field.strike(other, field.token(BEN))

    assert not field.look(wall).tapped
    assert not field.look(field.token(BEN)).tapped


@pytest.mark.rule("B-18")
def test_a_wall_that_an_effect_lets_attack_taps_and_an_attacked_wall_does_not() -> None:
    field = Field()
    bear, wall = field.put(BEAR, at="e5"), field.put(WALL, BEN, at="f5")
    freed, wolf = field.put(WALL, at="c8"), field.put(BEAR, BEN, at="c7")
    for each in (wall, freed):
        field.follow(
            Modify(
                what="target",
                change=Change(restrict=("attacks-despite-defender",)),
                until="forever",
            ),
            on=each,
        )
    field.turn("Attack")

    field.strike(bear, wall)
    field.strike(freed, wolf)

    assert not field.look(wall).tapped
    assert field.look(freed).tapped


@pytest.mark.rule("B-18")
@pytest.mark.parametrize(
    "wall", [creature("Statue", 2, 5, subtypes=("Wall",)), creature("Shifter", 2, 2, "changeling")]
)
def test_walls_without_defender_are_walls(wall: Card) -> None:
    field = Field()
    mine, theirs = field.put(wall, at="e5"), field.put(wall, BEN, at="c5")
    bear, wolf = field.put(BEAR, at="d6"), field.put(BEAR, BEN, at="f5")
    field.turn("Attack")

    assert field.refused(field.attacker(mine, wolf)) == "B-18"
    field.strike(bear, theirs)

    assert not field.look(theirs).tapped


@pytest.mark.rule("B-18", "M-13")
def test_a_defender_that_is_no_wall_cannot_attack_and_taps_when_attacked() -> None:
    field = Field()
    guard, sentry = field.put(GUARD, at="e5"), field.put(GUARD, BEN, at="c5")
    freed = field.put(GUARD, at="e4")
    bear, wolf = field.put(BEAR, at="d6"), field.put(GIANT, BEN, at="f5")
    field.follow(
        Modify(
            what="target", change=Change(restrict=("attacks-despite-defender",)), until="forever"
        ),
        on=freed,
    )
    field.turn("Attack")

    assert field.refused(field.attacker(guard, wolf)) == "M-13"
    field.strike(bear, sentry)
    field.strike(freed, wolf)

    assert field.look(sentry).tapped
    assert field.zone(freed) == "graveyard"


# --- B-19 ---


@pytest.mark.rule("B-19")
def test_until_end_of_combat_lasts_for_the_whole_attack_phase() -> None:
    field = Field()
    first, second = field.put(GIANT, at="e5"), field.put(BEAR, at="e6")
    foe = field.put(creature("Ogre", 3, 9), BEN, at="f5")
    field.turn("Attack")
    field._give_priority(ANNA)
    field.follow(Modify(what="target", change=bigger(2, 0), until="end-of-combat"), on=second)
    field.strike(first, foe)
    assert field.size(second) == (4, 2)
    field.strike(second, foe)
    assert field.life_of(foe) == 0 or field.zone(foe) == "graveyard"

    third = field.put(BEAR, at="a1")
    field.put(GIANT, BEN, at="a2")
    field.turn("Attack")
    field._give_priority(ANNA)
    field.follow(Modify(what="target", change=bigger(2, 0), until="end-of-combat"), on=third)
    assert field.size(third) == (4, 2)
    field.until("Second Main")
    assert field.size(third) == (2, 2)


@pytest.mark.rule("B-19")
def test_a_vigilant_attacker_does_not_tap_but_an_attacked_vigilant_creature_does() -> None:
    field = Field()
    guard, watch = (
        field.put(creature("Guard", 1, 4, "vigilance"), at="e5"),
        field.put(creature("Watch", 1, 4, "vigilance"), BEN, at="f5"),
    )
    field.turn("Attack")

    field.strike(guard, watch)

    assert (field.look(guard).tapped, field.look(watch).tapped) == (False, True)


# --- B-20 ---


@pytest.mark.rule("B-20")
def test_trample_goes_on_to_other_opposing_creatures_next_to_the_attacker() -> None:
    field = Field()
    wurm, bear = field.put(WURM, at="e5"), field.put(BEAR, BEN, at="f5")
    beside, behind = field.put(GOLEM, BEN, at="e6"), field.put(GOLEM, BEN, at="g5")
    mine = field.put(BEAR, at="d5")
    field.turn("Attack")

    field.strike(wurm, bear, damage=(3,))

    assert field.zone(bear) == "graveyard"
    assert field.zone(beside) == "graveyard"
    assert (field.life_of(behind), field.life_of(mine)) == (3, 2)


@pytest.mark.rule("B-20")
def test_trample_reaches_a_token_that_is_next_to_the_attacker() -> None:
    field = Field()
    wurm, bear = field.put(WURM, at="i5"), field.put(BEAR, BEN, at="i4")
    field.turn("Attack")

    field.strike(wurm, bear, damage=(2,))

    assert field.life(BEN) == 16


@pytest.mark.rule("B-20")
def test_what_is_lethal_must_go_to_the_attacked_first() -> None:
    field = Field()
    wurm, golem = field.put(WURM, at="e5"), field.put(GOLEM, BEN, at="f5", damage=1)
    field.put(BEAR, BEN, at="e6")
    field.turn("Attack")
    while field.asked == "priority":
        field.do(Action("pass"))
    field.do(field.attacker(wurm, golem))
    while field.asked == "priority":
        field.do(Action("pass"))

    assert [action.number for action in field.game.legal_actions()] == [2, 3, 4, 5, 6]


@pytest.mark.rule("B-20")
def test_once_the_attacked_is_gone_all_of_it_goes_on() -> None:
    field = Field()
    lion = field.put(creature("Lion", 4, 9, "trample", "double strike"), at="e5")
    bear, beside = field.put(BEAR, BEN, at="f5"), field.put(GIANT, BEN, at="e6")
    field.turn("Attack")

    field.strike(lion, bear, damage=(4,))

    assert field.zone(bear) == "graveyard"
    assert field.life_of(beside) == 1


@pytest.mark.rule("B-17", "B-20")
def test_for_rampage_the_attacked_is_the_only_blocker() -> None:
    field = Field()
    rhino, golem = (
        field.put(creature("Rhino", 3, 6, "rampage 2"), at="e5"),
        field.put(GOLEM, BEN, at="f5"),
    )
    field.put(BEAR, BEN, at="e6")
    field.turn("Attack")

    field.strike(rhino, golem)

    assert field.size(rhino) == (3, 6)


@pytest.mark.rule("B-20")
def test_first_strike_deals_first() -> None:
    field = Field()
    knight, bear = field.put(KNIGHT, at="e5"), field.put(BEAR, BEN, at="f5")
    field.turn("Attack")

    field.strike(knight, bear)

    assert (field.zone(bear), field.life_of(knight)) == ("graveyard", 2)


@pytest.mark.rule("B-20")
def test_there_is_time_for_spells_before_damage() -> None:
    field = Field()
    bear, golem = field.put(BEAR, at="e5"), field.put(GOLEM, BEN, at="f5")
    bolt = field.give(
        instant(
            Damage(amount=3, to="target"),
            targets=library().card("Lightning Bolt").abilities[0].targets,
        )
    )  # type: ignore[union-attr]
    field.turn("Attack")
    while field.asked == "priority":
        field.do(Action("pass"))
    field.do(field.attacker(bear, golem))
    assert field.look(golem).tapped

    field.cast(bolt, on=golem)
    field.carry_out()

    assert field.life_of(bear) == 2
