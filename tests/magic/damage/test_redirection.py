"""Redirection of damage (CR 614.9): what would be dealt damage, what is dealt it instead, and in
which order effects apply.
"""

import pytest

from engine.cards.model import (
    Card,
    Change,
    Damage,
    Destroy,
    GainLife,
    Modify,
    Move,
    Prevent,
    Redirect,
    Regenerate,
    Replace,
    Triggered,
    When,
)
from engine.cards.terms import Filter, Matches, Stat
from engine.magic.turn.steps import wear_off
from tests.magic.positions import (
    ANNA,
    ANYTHING,
    BEN,
    CARL,
    CREATURES,
    Position,
    artifact,
    aura,
    creature,
    enchantment,
    instant,
    player,
    sorcery,
)

BEAR = creature("Bear", 2, 2)
WALL = creature("Wall", 0, 9)
MARTYR = creature("Martyr", 1, 9, abilities=(Replace(event="damage", what="you", redirect="self"),))
DOUBLER = enchantment("Furnace", Replace(event="damage", double=True))
UNTAPPED = Matches(what="self", filter=Filter(tapped=False))
HURTS = Triggered(
    when=When(event="is-dealt-damage"), effects=(GainLife(amount=Stat(what="damage-dealt")),)
)


def bolt(number: int) -> Card:
    return instant(
        Damage(amount=number, to="target"), targets=(ANYTHING,), name="Bolt", colors=("red",)
    )


def zap(table: Position, number: int, target: int, by: int = BEN) -> None:
    """Somebody's red instant deals so much damage to a target."""
    table.cast(table.give(bolt(number), by), on=target)


def shift(
    table: Position, number: int | str, one: int, other: int, by: int = ANNA, **more: object
) -> None:
    """The next so much damage that would be dealt to one this turn is dealt to the other
    instead.
    """
    table.follow(
        Redirect(what="target", to="target2", amount=number, **more), on=(one, other), by=by
    )  # type: ignore[arg-type] # fields of Redirect


# --- permanents that redirect ---


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.9")
def test_a_creature_takes_the_damage_for_its_controller() -> None:
    table = Position(plain=True)
    martyr = table.put(MARTYR)
    zap(table, 3, player(ANNA))
    zap(table, 2, player(BEN), ANNA)
    assert (table.player(ANNA).life, table.look(martyr).damage, table.player(BEN).life) == (
        20,
        3,
        18,
    )
    assert [event.number for event in table.happened("redirect")] == [3]


@pytest.mark.cr("614.9", "510.2")
def test_combat_damage_of_several_attackers_goes_to_the_creature_that_takes_it() -> None:
    table = Position(plain=True, active=BEN)
    martyr = table.put(MARTYR)
    table.attack(table.put(BEAR, BEN), table.put(BEAR, BEN), aim=player(ANNA))
    assert (table.player(ANNA).life, table.look(martyr).damage) == (20, 4)


@pytest.mark.cr("614.9", "301.5", "303.4")
def test_an_aura_redirects_to_what_it_enchants_and_one_to_the_controller_of_that() -> None:
    table = Position(plain=True)
    wall = table.put(WALL, BEN)
    table.put(aura("Pariah", Replace(event="damage", what="you", redirect="attached")), on=wall)
    zap(table, 3, player(ANNA))
    assert (table.player(ANNA).life, table.look(wall).damage) == (20, 3)
    table.put(
        aura("Link", Replace(event="damage", what="attached", redirect="controller-of-attached")),
        on=wall,
    )
    zap(table, 2, wall)
    assert (table.player(BEN).life, table.look(wall).damage) == (18, 3)


@pytest.mark.cr("614.9", "614.5")
def test_damage_goes_round_once() -> None:
    """From Anna to the creature by one effect, and back to Anna by the other: neither gets a
    second opportunity.
    """
    table = Position(plain=True)
    martyr = table.put(MARTYR)
    table.put(
        aura("Link", Replace(event="damage", what="attached", redirect="controller-of-attached")),
        on=martyr,
    )
    zap(table, 3, player(ANNA))
    assert (table.player(ANNA).life, table.look(martyr).damage) == (17, 0)
    zap(table, 2, martyr)
    assert (table.player(ANNA).life, table.look(martyr).damage) == (17, 2)


@pytest.mark.cr("614.9")
def test_only_the_damage_of_some_sources_is_redirected() -> None:
    table = Position(plain=True)
    guard = creature(
        "Guard",
        1,
        9,
        abilities=(
            Replace(
                event="damage", what="you", source=Filter(types=("Artifact",)), redirect="self"
            ),
        ),
    )
    ident, engine = table.put(guard), table.put(artifact("Engine"), BEN)
    zap(table, 3, player(ANNA))
    table.follow(Damage(amount=2, to="target", by="target2"), on=(player(ANNA), engine))
    assert (table.player(ANNA).life, table.look(ident).damage) == (17, 2)


@pytest.mark.cr("614.9", "611.3a")
@pytest.mark.parametrize(("tapped", "life"), [(False, 20), (True, 17)])
def test_a_creature_redirects_only_as_long_as_its_condition_holds(tapped: bool, life: int) -> None:
    guard = creature(
        "Guard",
        1,
        9,
        abilities=(Replace(event="damage", what="you", redirect="self", condition=UNTAPPED),),
    )
    table = Position(plain=True)
    table.put(guard, tapped=tapped)
    zap(table, 3, player(ANNA))
    assert table.player(ANNA).life == life


@pytest.mark.cr("614.9", "506.4")
def test_a_bodyguard_takes_the_damage_of_unblocked_creatures() -> None:
    table = Position(plain=True, active=BEN)
    guard, wall = table.put("Veteran Bodyguard"), table.put(WALL)
    trampler, bear = table.put(creature("Rhino", 4, 4, "trample"), BEN), table.put(BEAR, BEN)
    table.attack(trampler, bear, blocks={trampler: (wall,)}, aim=player(ANNA))
    assert (table.player(ANNA).life, table.look(guard).damage) == (20, 2)


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.9")
def test_what_is_no_creature_any_more_is_dealt_nothing_instead() -> None:
    table = Position(plain=True)
    martyr = table.put(MARTYR)
    table.follow(
        Modify(what="target", change=Change(types=("Artifact",)), until="forever"), on=martyr
    )
    zap(table, 3, player(ANNA))
    assert (table.player(ANNA).life, table.look(martyr).damage) == (17, 0)


@pytest.mark.rule("C-16")
@pytest.mark.cr("614.9")
def test_damage_redirected_to_a_player_without_life_does_nothing() -> None:
    """It is redirected like any other, and damage to a player does nothing where players have no
    life.
    """
    table = Position()
    wall = table.put(WALL)
    table.put(
        aura("Link", Replace(event="damage", what="attached", redirect="controller-of-attached")),
        on=wall,
    )
    table.follow(Damage(amount=2, to="target"), on=wall)
    assert table.look(wall).damage == 0


# --- for a turn ---


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.9", "614.3")
def test_the_next_so_much_damage_goes_elsewhere_and_the_rest_does_not() -> None:
    table = Position(plain=True)
    wall, other = table.put(WALL), table.put(WALL, BEN)
    shift(table, 3, wall, other)
    zap(table, 2, wall)
    assert (table.look(wall).damage, table.look(other).damage) == (0, 2)
    zap(table, 4, wall)
    assert (table.look(wall).damage, table.look(other).damage) == (3, 3)


@pytest.mark.cr("614.9", "514.2")
def test_redirection_ends_with_the_turn() -> None:
    table = Position(plain=True)
    wall = table.put(WALL)
    shift(table, "all", player(ANNA), wall)
    wear_off(table.game)
    zap(table, 2, player(ANNA))
    assert (table.player(ANNA).life, table.look(wall).damage) == (18, 0)


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.9")
def test_where_the_new_recipient_is_gone_the_effect_does_nothing() -> None:
    table = Position(plain=True)
    wall = table.put(WALL)
    shift(table, "all", player(ANNA), wall)
    table.follow(Destroy(what="target"), on=wall)
    zap(table, 2, player(ANNA))
    assert table.player(ANNA).life == 18


@pytest.mark.cr("614.9", "400.7")
def test_what_has_left_and_returned_is_another_object() -> None:
    table = Position(plain=True)
    wall = table.put(WALL)
    shift(table, "all", player(ANNA), wall)
    table.follow(Move(what="target", to="hand"), Move(what="it", to="battlefield"), on=wall)
    zap(table, 2, player(ANNA))
    assert (table.player(ANNA).life, table.look(wall).damage) == (18, 0)


@pytest.mark.cr("614.9", "800.4a")
def test_damage_is_not_redirected_to_a_player_who_has_left() -> None:
    table = Position(plain=True, players=3)
    wall = table.put(WALL)
    shift(table, "all", wall, player(CARL))
    table.game.concede(CARL)
    zap(table, 2, wall)
    assert table.look(wall).damage == 2


@pytest.mark.cr("614.9", "614.5")
def test_two_effects_send_damage_on_and_back_once_each() -> None:
    table = Position(plain=True)
    one, other = table.put(WALL), table.put(WALL, BEN)
    shift(table, "all", one, other)
    shift(table, "all", other, one)
    zap(table, 2, one)
    assert (table.look(one).damage, table.look(other).damage) == (2, 0)
    zap(table, 3, other)
    assert (table.look(one).damage, table.look(other).damage) == (2, 3)


@pytest.mark.cr("614.9")
def test_damage_is_passed_on_along_a_line_of_creatures() -> None:
    table = Position(plain=True)
    walls = [table.put(WALL) for _ in range(3)]
    shift(table, "all", walls[0], walls[1])
    shift(table, 1, walls[1], walls[2])
    zap(table, 3, walls[0])
    assert [table.look(wall).damage for wall in walls] == [0, 2, 1]


@pytest.mark.cr("614.9", "609.7a", "615.8")
def test_the_next_time_that_a_chosen_source_deals_damage() -> None:
    table = Position(plain=True)
    beacon = table.put("Beacon of Destiny")
    bears = [table.put(creature("Bear", 1, 1), BEN) for _ in range(2)]
    table.activate(beacon)
    assert (table.asked, table.chooser) == ("source", ANNA)
    table.choose("source", bears[1])
    table.resolve()
    for bear in (*bears, bears[1]):
        table.follow(Damage(amount=1, to="target", by="target2"), on=(player(ANNA), bear))
    assert (table.player(ANNA).life, table.look(beacon).damage) == (18, 1)


@pytest.mark.cr("614.9", "115.1")
def test_a_creature_of_kor_passes_its_damage_on_to_another_of_ones_own() -> None:
    table = Position(plain=True)
    nomads, wall = table.put("Nomads en-Kor"), table.put(WALL)
    table.activate(nomads, on=wall)
    table.activate(nomads, on=wall)
    zap(table, 2, nomads)
    assert (table.zone(nomads), table.look(wall).damage, table.asked) == (
        "battlefield",
        2,
        "priority",
    )


@pytest.mark.cr("614.9", "120.3")
def test_what_one_source_deals_by_two_ways_at_one_time_is_dealt_once() -> None:
    """Two points are passed on by two effects to the creature, which notices damage once."""
    table = Position(plain=True)
    nomads, drinker = (
        table.put("Nomads en-Kor"),
        table.put(creature("Drinker", 0, 9, abilities=(HURTS,))),
    )
    table.activate(nomads, on=drinker)
    table.activate(nomads, on=drinker)
    zap(table, 2, nomads)
    assert (table.player(ANNA).life, len(table.happened("trigger"))) == (22, 1)


# --- beside prevention and doubling ---


@pytest.mark.rule("M-8")
@pytest.mark.cr("616.1", "614.9", "615.7")
@pytest.mark.parametrize(("first", "damage"), [("Martyr", 3), ("Instant", 1)])
def test_who_is_dealt_damage_chooses_whether_it_is_prevented_or_redirected_first(
    first: str, damage: int
) -> None:
    table = Position(plain=True)
    martyr = table.put(MARTYR)
    table.follow(Prevent(amount=2, to="target"), on=player(ANNA))
    zap(table, 3, player(ANNA))
    assert (table.asked, table.chooser) == ("choose", ANNA)
    names = ["Martyr", "Instant"]
    table.choose("choose", number=names.index(first) + 1)
    table.resolve()
    assert (table.player(ANNA).life, table.look(martyr).damage) == (20, damage)


@pytest.mark.cr("616.1", "614.9", "614.1a")
def test_where_doubling_first_or_last_comes_to_the_same_nobody_is_asked() -> None:
    table = Position(plain=True)
    martyr = table.put(MARTYR)
    table.put(DOUBLER, BEN)
    zap(table, 3, player(ANNA))
    assert (table.asked, table.look(martyr).damage) == ("pause", 6)


@pytest.mark.cr("616.1", "614.9", "614.1a")
@pytest.mark.parametrize(("first", "damages"), [("Furnace", (9, 1)), ("Instant", (8, 2))])
def test_a_part_is_redirected_before_or_after_the_damage_is_doubled(
    first: str, damages: tuple[int, int]
) -> None:
    """Of 5 doubled, 1 goes elsewhere; or 1 of 5 goes elsewhere, and each part is doubled."""
    table = Position(plain=True)
    wall, other = table.put(creature("Tower", 0, 20)), table.put(WALL, BEN)
    table.put(DOUBLER)
    shift(table, 1, wall, other)
    zap(table, 5, wall)
    assert (table.asked, table.chooser) == ("choose", ANNA)
    table.choose("choose", number=["Furnace", "Instant"].index(first) + 1)
    table.resolve()
    assert (table.look(wall).damage, table.look(other).damage) == damages


@pytest.mark.cr("616.1", "614.9")
@pytest.mark.parametrize(("first", "damages"), [(1, (3, 0)), (2, (0, 3))])
def test_of_two_that_would_take_the_damage_its_first_recipient_chooses(
    first: int, damages: tuple[int, int]
) -> None:
    table = Position(plain=True)
    martyrs = [table.put(MARTYR), table.put(MARTYR)]
    zap(table, 3, player(ANNA))
    assert table.chooser == ANNA
    assert table.named == ("Martyr, to Martyr",) * 2
    table.choose("choose", number=first)
    table.resolve()
    assert tuple(table.look(martyr).damage for martyr in martyrs) == damages


@pytest.mark.cr("616.1", "614.9")
def test_many_equal_effects_leave_no_choice_and_many_different_are_not_all_tried() -> None:
    table = Position(plain=True)
    nomads = table.put("Nomads en-Kor")
    walls = [table.put(WALL) for _ in range(9)]
    for _ in range(9):
        table.activate(nomads, on=walls[0])
    zap(table, 4, nomads)
    assert (table.asked, table.look(walls[0]).damage) == ("priority", 4)
    wear_off(table.game)
    for wall in walls:
        table.activate(nomads, on=wall)
    zap(table, 1, nomads)
    assert (table.asked, len(table.game.legal_actions())) == ("choose", 9)
    table.choose("choose", number=9)
    table.resolve()
    assert [table.look(wall).damage for wall in walls] == [0] * 8 + [1]


@pytest.mark.cr("616.1", "614.9", "702.16e")
def test_damage_may_be_sent_on_though_all_of_it_would_be_prevented() -> None:
    table = Position(plain=True)
    knight = table.put(creature("Knight", 2, 2, "protection from red"))
    wall = table.put(WALL, BEN)
    shift(table, "all", knight, wall)
    table.cast(
        table.give(instant(Damage(amount=2, to=Filter(subtypes=("Knight",))), colors=("red",)), BEN)
    )
    assert table.chooser == ANNA
    table.choose("choose", number=2)
    table.resolve()
    assert (table.look(knight).damage, table.look(wall).damage) == (0, 2)


@pytest.mark.cr("615.12", "614.9")
def test_damage_that_cannot_be_prevented_can_be_redirected() -> None:
    table = Position(plain=True)
    martyr = table.put(MARTYR)
    table.follow(Damage(amount=4, to="target", preventable=False), on=player(ANNA))
    assert (table.player(ANNA).life, table.look(martyr).damage) == (20, 4)


@pytest.mark.cr("614.9", "702.16e")
def test_protection_of_the_new_recipient_prevents_what_is_redirected_to_it() -> None:
    table = Position(plain=True)
    saint = table.put(creature("Saint", 1, 1, "protection from red", abilities=MARTYR.abilities))
    zap(table, 3, player(ANNA))
    assert (table.player(ANNA).life, table.look(saint).damage) == (20, 0)


@pytest.mark.cr("614.9", "616.1")
def test_the_controller_of_the_new_recipient_chooses_what_changes_its_damage() -> None:
    table = Position(plain=True)
    wall = table.put(WALL, BEN)
    table.put(DOUBLER)
    table.put(
        enchantment(
            "Guard",
            Replace(
                event="damage", what=Filter(types=("Creature",), controller="opponent"), prevent=1
            ),
        )
    )
    shift(table, "all", player(ANNA), wall)
    zap(table, 2, player(ANNA))
    assert (table.asked, table.chooser) == ("choose", ANNA)
    table.choose("choose", number=2)
    assert (table.asked, table.chooser) == ("choose", BEN)
    table.choose("choose", number=1)
    table.resolve()
    assert table.look(wall).damage == 3


# --- beside other mechanics ---


@pytest.mark.cr("614.9", "702.2b", "702.15b")
def test_redirected_damage_is_still_its_sources() -> None:
    """Deathtouch kills the creature that takes it, and lifelink gains life for the source's
    controller.
    """
    table = Position(plain=True, active=BEN)
    martyr = table.put(MARTYR)
    table.attack(
        table.put(creature("Snake", 2, 2, "deathtouch", "lifelink"), BEN), aim=player(ANNA)
    )
    assert (table.zone(martyr), table.player(ANNA).life, table.player(BEN).life) == (
        "graveyard",
        20,
        22,
    )


@pytest.mark.cr("614.9", "603.2")
def test_who_deals_combat_damage_to_a_creature_instead_has_dealt_none_to_a_player() -> None:
    thief = creature(
        "Thief",
        2,
        2,
        abilities=(
            Triggered(when=When(event="deals-damage", to="player"), effects=(GainLife(amount=5),)),
        ),
    )
    table = Position(plain=True, active=BEN)
    table.put(MARTYR)
    table.attack(table.put(thief, BEN), aim=player(ANNA))
    assert table.player(BEN).life == 20


@pytest.mark.cr("614.9", "701.19a")
def test_who_takes_the_damage_may_regenerate() -> None:
    table = Position(plain=True)
    martyr = table.put(MARTYR)
    table.follow(Regenerate(what="target"), on=martyr)
    zap(table, 9, player(ANNA))
    assert (table.zone(martyr), table.look(martyr).damage, table.player(ANNA).life) == (
        "battlefield",
        0,
        20,
    )


@pytest.mark.cr("614.9", "608.2h")
def test_what_follows_is_told_all_that_was_dealt_wherever_it_went() -> None:
    drain = sorcery(
        Damage(amount=3, to="target"),
        GainLife(amount=Stat(what="damage-dealt")),
        targets=(ANYTHING,),
    )
    table = Position(plain=True, active=BEN)
    table.put(MARTYR)
    table.cast(table.give(drain, BEN), on=player(ANNA))
    assert (table.player(ANNA).life, table.player(BEN).life) == (20, 23)


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.9", "616.1", "614.6")
def test_a_creature_dying_of_redirected_damage_may_have_a_choice_of_replacements() -> None:
    table = Position(plain=True)
    table.put(enchantment("Void", Replace(event="dies", what=CREATURES, exile=True)))
    table.put(
        enchantment(
            "Harbor", Replace(event="dies", what=CREATURES, then=(Move(what="it", to="hand"),))
        )
    )
    martyr = table.put(MARTYR)
    zap(table, 9, player(ANNA))
    assert (table.asked, table.chooser) == ("instead", ANNA)
    table.choose("choose", number=2)
    table.resolve()
    assert (table.zone(martyr), table.player(ANNA).life) == ("hand", 20)


@pytest.mark.cr("614.9", "704.3")
def test_simultaneous_damage_is_all_redirected_though_a_part_of_it_would_be_lethal() -> None:
    table = Position(plain=True)
    shield = table.put("Palisade Giant")
    wall = table.put(WALL)
    table.follow(Damage(amount=8, to=CREATURES, also_to="each-player"), by=BEN)
    assert (
        table.player(ANNA).life,
        table.look(wall).damage,
        table.zone(shield),
        table.player(BEN).life,
    ) == (20, 0, "graveyard", 12)


@pytest.mark.rule("T-5")
@pytest.mark.cr("614.9")
def test_damage_to_a_players_token_on_the_map_is_redirected_as_damage_to_the_player() -> None:
    table = Position(variant="tactical")
    token = table.player(ANNA).token
    life = table.player(ANNA).life
    martyr = table.put(MARTYR)
    table.follow(Damage(amount=3, to="target"), on=token)
    assert (table.player(ANNA).life, table.look(martyr).damage) == (life, 3)
    wall, theirs = table.put(WALL), table.player(BEN).token
    table.follow(Redirect(what="target", to="target2"), on=(wall, theirs))
    table.follow(Damage(amount=2, to="target"), on=wall)
    assert (table.look(wall).damage, table.player(BEN).life) == (0, life - 2)
