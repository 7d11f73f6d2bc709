"""Replacement effects (CR 614, 616): what happens instead, and in which order effects apply."""

import pytest

from engine.cards.model import (
    AnyEffect,
    Card,
    Change,
    Damage,
    Destroy,
    Discard,
    Draw,
    Exile,
    Fight,
    GainLife,
    LoseLife,
    Modify,
    Move,
    Prevent,
    PutCounters,
    Regenerate,
    Replace,
    Sacrifice,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Filter, Stat
from engine.magic.turn.steps import wear_off
from tests.magic.burn import guard, zap
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
    sorcery,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
WALL = creature("Wall", 0, 9)
DOUBLER = enchantment("Furnace", Replace(event="damage", double=True))
MINE = Filter(types=("Creature",), controller="you")
THEIRS = Filter(types=("Creature",), controller="opponent")
HOMING = Replace(event="dies", what="self", then=(Move(what="it", to="library-shuffled"),))


# --- instead of dying ---


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.6", "700.4")
def test_what_is_exiled_instead_does_not_die() -> None:
    table = Position(plain=True)
    table.put(enchantment("Void", Replace(event="dies", what=CREATURES, exile=True)))
    table.put(
        enchantment(
            "Wake",
            Triggered(when=When(event="dies", what=CREATURES), effects=(GainLife(amount=1),)),
        )
    )
    table.put(
        enchantment(
            "Farewell",
            Triggered(when=When(event="leaves", what=CREATURES), effects=(GainLife(amount=10),)),
        )
    )
    bear = table.put(BEAR)
    table.follow(Destroy(what="target"), on=bear)
    assert (table.zone(bear), table.player(ANNA).life) == ("exile", 30)


@pytest.mark.cr("614.6", "702.93a")
def test_undying_does_not_help_who_is_exiled_instead() -> None:
    table = Position(plain=True)
    table.put(enchantment("Void", Replace(event="dies", what=CREATURES, exile=True)))
    wolf = table.put(creature("Wolf", 2, 2, "undying"))
    table.follow(Sacrifice(of=CREATURES))
    assert table.zone(wolf) == "exile"


@pytest.mark.cr("614.6")
def test_something_else_happens_instead_of_dying() -> None:
    """ "If this would die, shuffle it into its owner's library instead.\""""
    table = Position(plain=True)
    table.put(
        enchantment(
            "Wake",
            Triggered(when=When(event="dies", what=CREATURES), effects=(GainLife(amount=1),)),
        )
    )
    colossus = table.put(creature("Colossus", 9, 9, abilities=(HOMING,)))
    table.follow(Damage(amount=9, to="target"), on=colossus)
    assert (table.names(ANNA, "library"), table.player(ANNA).life) == (["Colossus"], 20)
    assert table.zone(colossus) == ""


@pytest.mark.cr("614.6", "704.3")
def test_a_creature_that_returns_to_hand_instead_of_dying_goes_before_anybody_acts() -> None:
    table = Position(plain=True)
    drake = table.put(
        creature(
            "Drake",
            2,
            2,
            abilities=(Replace(event="dies", what="self", then=(Move(what="it", to="hand"),)),),
        )
    )
    table.watchful()
    table.state.change(drake, damage=2)
    table.priority()
    assert table.zone(drake) == "hand"


@pytest.mark.cr("614.6")
def test_more_happens_beside_the_exile() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Void", Replace(event="dies", what=THEIRS, exile=True, then=(GainLife(amount=2),))
        )
    )
    theirs, mine = table.put(BEAR, BEN), table.put(BEAR)
    table.follow(Destroy(what=CREATURES))
    assert (table.zone(theirs), table.zone(mine)) == ("exile", "graveyard")
    assert table.player(ANNA).life == 22


# --- regeneration ---


@pytest.mark.rule("M-8")
@pytest.mark.cr("701.19a")
def test_regeneration_taps_heals_and_takes_out_of_combat() -> None:
    table = Position(plain=True)
    troll = table.put(creature("Troll", 2, 2))
    giant = table.put(creature("Giant", 5, 5), BEN)
    table.follow(Regenerate(what="target"), on=troll)
    table.attack(troll, blocks={troll: (giant,)})
    assert (table.zone(troll), table.look(troll).tapped, table.look(troll).damage) == (
        "battlefield",
        True,
        0,
    )
    assert not table.happened("dies")
    assert [event.object for event in table.happened("regenerate")] == [troll]


@pytest.mark.cr("701.19a", "514.2")
def test_a_regeneration_shield_is_for_this_turn() -> None:
    table = Position(plain=True)
    troll = table.put(BEAR)
    table.follow(Regenerate(what="target"), on=troll)
    wear_off(table.game)
    table.follow(Destroy(what="target"), on=troll)
    assert table.zone(troll) == "graveyard"


@pytest.mark.cr("701.19a")
def test_each_regeneration_shield_saves_once() -> None:
    table = Position(plain=True)
    troll = table.put(BEAR)
    table.follow(Regenerate(what="target"), Regenerate(what="target"), on=troll)
    for _ in range(2):
        table.follow(Destroy(what="target"), on=troll)
    assert table.zone(troll) == "battlefield"
    table.follow(Destroy(what="target"), on=troll)
    assert table.zone(troll) == "graveyard"


@pytest.mark.cr("701.19c", "701.19a")
def test_what_cannot_be_regenerated_is_destroyed_and_the_shield_left_over() -> None:
    table = Position(plain=True)
    troll = table.put(BEAR)
    table.follow(Regenerate(what="target"), on=troll)
    table.follow(Destroy(what="target", regenerate=False), on=troll)
    assert table.zone(troll) == "graveyard"


@pytest.mark.cr("701.19a", "701.21a")
def test_regeneration_does_not_replace_a_sacrifice() -> None:
    table = Position(plain=True)
    troll = table.put(BEAR)
    table.follow(Regenerate(what="target"), Sacrifice(of=CREATURES), on=troll)
    assert table.zone(troll) == "graveyard"


@pytest.mark.cr("701.19a", "614.6")
def test_who_regenerates_does_not_die_and_so_is_not_exiled_instead() -> None:
    table = Position(plain=True)
    table.put(enchantment("Void", Replace(event="dies", what=CREATURES, exile=True)))
    troll = table.put(BEAR)
    table.follow(Regenerate(what="target"), on=troll)
    table.follow(Destroy(what="target"), on=troll)
    assert table.zone(troll) == "battlefield"


@pytest.mark.cr("120.6", "701.19a")
def test_who_was_dealt_damage_this_turn_is_so_still_when_it_has_regenerated() -> None:
    hurt = Target(of=Filter(types=("Creature",), damaged=True))
    table = Position(plain=True)
    troll, ox = table.put(BEAR), table.put(OX)
    table.follow(Regenerate(what="target"), on=troll)
    zap(table, 2, troll)
    assert table.look(troll).damage == 0
    table.cast(table.give(sorcery(Exile(what="target"), targets=(hurt,))), on=troll)
    assert (table.zone(troll), table.zone(ox)) == ("exile", "battlefield")


@pytest.mark.cr("120.3d", "702.80a")
def test_who_was_dealt_withering_damage_was_dealt_damage() -> None:
    table = Position(plain=True)
    ox = table.put(OX)
    imp = table.put(creature("Imp", 1, 1, "wither"), BEN)
    table.follow(Damage(amount=1, to="target", by="target2"), on=(ox, imp))
    table.follow(Destroy(what=Filter(types=("Creature",), damaged=True)))
    assert (table.zone(ox), table.zone(imp)) == ("graveyard", "battlefield")


# --- several effects on one event (CR 616) ---


@pytest.mark.rule("M-8")
@pytest.mark.cr("616.1", "615.7", "614.1a")
@pytest.mark.parametrize(("first", "life"), [(1, 16), (2, 18)])
def test_who_is_dealt_damage_chooses_whether_it_is_doubled_or_prevented_first(
    first: int, life: int
) -> None:
    """3 damage, doubled, and a shield of 2: 4 or 2 damage."""
    table = Position(plain=True)
    table.put(DOUBLER)
    table.follow(Prevent(amount=2, to="target"), on=player(BEN))
    zap(table, 3, player(BEN))
    assert (table.asked, table.chooser) == ("choose", BEN)
    table.choose("choose", number=first)
    table.resolve()
    assert table.player(BEN).life == life


@pytest.mark.rule("M-8")
@pytest.mark.cr("616.1", "616.1f")
@pytest.mark.parametrize(("first", "damage"), [("Furnace", 5), ("Guard 1", 4)])
def test_a_creatures_controller_chooses_what_changes_its_damage_first(
    first: str, damage: int
) -> None:
    table = Position(plain=True)
    names = [table.game.object_name(table.put(card, BEN)) for card in (DOUBLER, guard(1))]
    wall = table.put(WALL, BEN)
    zap(table, 3, wall)
    assert table.chooser == BEN
    table.choose("choose", number=names.index(first) + 1)
    table.resolve()
    assert table.look(wall).damage == damage


@pytest.mark.cr("616.1", "510.2")
def test_the_choice_comes_up_in_combat_and_the_rest_of_the_damage_waits_for_it() -> None:
    table = Position(plain=True, active=BEN)
    table.put(DOUBLER)
    table.put(guard(1))
    bear, ox = table.put(BEAR, BEN), table.put(OX)
    table.attack(bear, blocks={bear: (ox,)})
    assert (table.asked, table.chooser) == ("choose", ANNA)
    assert table.zone(bear) == "battlefield"
    table.choose("choose", number=2)
    assert (table.look(ox).damage, table.zone(bear)) == (2, "graveyard")


@pytest.mark.cr("616.1", "608.2h")
def test_what_follows_knows_how_much_was_dealt_after_the_choice() -> None:
    drain = sorcery(
        Damage(amount=3, to="target"),
        GainLife(amount=Stat(what="damage-dealt")),
        targets=(ANYTHING,),
    )
    table = Position(plain=True)
    table.put(DOUBLER)
    table.follow(Prevent(amount=2, to="target"), on=player(BEN))
    table.cast(table.give(drain), on=player(BEN))
    table.choose("choose", number=1)
    table.resolve()
    assert (table.player(ANNA).life, table.player(BEN).life) == (24, 16)


@pytest.mark.cr("616.1")
def test_where_the_order_makes_no_difference_nobody_is_asked() -> None:
    table = Position(plain=True)
    table.put(guard(1))
    table.put(guard(2))
    wall = table.put(WALL)
    zap(table, 5, wall)
    assert (table.asked, table.look(wall).damage) == ("pause", 2)


@pytest.mark.cr("616.1", "615.7")
def test_a_shield_is_not_wasted_on_damage_that_is_prevented_in_full_anyway() -> None:
    table = Position(plain=True)
    wall = table.put(creature("Wall", 0, 9, "protection from red"))
    table.follow(Prevent(amount=3, to="target"), on=wall)
    table.cast(table.give(instant(Damage(amount=3, to=CREATURES), colors=("red",))))
    table.follow(Damage(amount=3, to="target"), on=wall)
    assert table.look(wall).damage == 0


@pytest.mark.cr("616.1", "800.4a")
def test_the_damage_is_dealt_though_whoever_would_choose_leaves() -> None:
    table = Position(plain=True, players=3)
    table.put(DOUBLER)
    table.put(guard(1), BEN)
    wall, other = table.put(WALL, BEN), table.put(WALL, ANNA)
    table.follow(Damage(amount=2, to=CREATURES))
    assert (table.asked, table.chooser) == ("choose", BEN)
    table.game.concede(BEN)
    assert (table.zone(wall), table.look(other).damage) == ("", 4)


@pytest.mark.cr("616.1", "702.15b")
def test_lifelink_gains_what_is_dealt_after_doubling_and_prevention() -> None:
    table = Position(plain=True)
    table.put(DOUBLER)
    table.follow(Prevent(amount=1, to="target"), on=player(BEN))
    table.attack(table.put(creature("Vampire", 3, 3, "lifelink")))
    table.choose("choose", number=2)
    assert (table.player(ANNA).life, table.player(BEN).life) == (24, 16)


@pytest.mark.cr("614.5", "615.5")
def test_something_happens_because_damage_was_prevented() -> None:
    """The creature grows by a counter each time, after the damage of the same event has been
    dealt.
    """
    hydra = creature(
        "Hydra",
        3,
        3,
        abilities=(
            Replace(event="damage", what="self", prevent="all", then=(PutCounters(on="self"),)),
        ),
    )
    table = Position(plain=True)
    ident = table.put(hydra)
    zap(table, 5, ident)
    assert (table.look(ident).damage, table.size(ident)) == (0, (4, 4))


@pytest.mark.cr("614.6")
def test_something_happens_instead_of_damage() -> None:
    """ "If damage would be dealt to you, each opponent loses 1 life instead.\""""
    table = Position(plain=True)
    table.put(
        enchantment(
            "Mirror",
            Replace(event="damage", what="you", then=(LoseLife(amount=1, who="opponents"),)),
        )
    )
    zap(table, 5, player(ANNA), BEN)
    assert (table.player(ANNA).life, table.player(BEN).life) == (20, 19)


# --- instead of drawing or discarding ---


def instead(event: str, *then: AnyEffect, what: object = "you", **more: object) -> Replace:
    return Replace(event=event, what=what, then=then, **more)  # type: ignore[arg-type] # fields of Replace


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.11")
def test_something_happens_instead_of_each_card_drawn() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, BEAR)
    table.put(enchantment("Fasting", instead("draw", GainLife(amount=2))))
    table.follow(Draw(count=2))
    assert (table.player(ANNA).life, table.player(ANNA).hand) == (24, ())


@pytest.mark.cr("614.11", "504.1")
def test_the_card_of_the_draw_step_is_replaced_before_anybody_acts() -> None:
    from engine.magic.turn.steps import begin_at

    table = Position(plain=True)
    table.library_of(ANNA, BEAR, BEAR)
    table.put(enchantment("Fasting", instead("draw", GainLife(amount=2))))
    table.watchful()
    begin_at(table.game, ANNA, "Draw")
    table._go_on()
    assert (table.asked, table.player(ANNA).life, table.player(ANNA).hand) == ("priority", 24, ())


@pytest.mark.cr("614.11", "121.6b")
def test_an_opponents_draws_are_not_replaced() -> None:
    table = Position(plain=True)
    table.library_of(BEN, BEAR)
    table.put(enchantment("Fasting", instead("draw", GainLife(amount=2))))
    table.follow(Draw(who="opponents"))
    assert (table.player(ANNA).life, len(table.player(BEN).hand)) == (20, 1)


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.5", "614.11")
def test_drawing_two_instead_of_one_does_not_go_on_for_ever() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, *[BEAR] * 9)
    table.put(enchantment("Reflection", instead("draw", Draw(count=2))))
    table.follow(Draw())
    assert len(table.player(ANNA).hand) == 2


@pytest.mark.cr("614.5", "616.1")
def test_two_such_effects_draw_four() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, *[BEAR] * 9)
    for _ in range(2):
        table.put(enchantment("Reflection", instead("draw", Draw(count=2))))
    table.follow(Draw())
    table.choose("choose", number=1)
    table.resolve()
    assert len(table.player(ANNA).hand) == 4


@pytest.mark.rule("M-8")
@pytest.mark.cr("616.1", "614.11")
@pytest.mark.parametrize(("first", "life", "cards"), [(1, 22, 0), (2, 24, 0)])
def test_who_draws_chooses_which_of_two_effects_applies(first: int, life: int, cards: int) -> None:
    """Two life instead of the card; or two cards instead, each of which becomes two life."""
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, BEAR)
    table.put(enchantment("Fasting", instead("draw", GainLife(amount=2))))
    table.put(enchantment("Reflection", instead("draw", Draw(count=2))))
    table.follow(Draw())
    assert (table.asked, table.chooser) == ("choose", ANNA)
    table.choose("choose", number=first)
    table.resolve()
    assert (table.player(ANNA).life, len(table.player(ANNA).hand)) == (life, cards)


@pytest.mark.cr("614.11", "704.5b")
def test_who_does_not_draw_does_not_lose_to_an_empty_library() -> None:
    table = Position(plain=True)
    table.put(enchantment("Fasting", instead("draw", GainLife(amount=2))))
    table.follow(Draw())
    assert not table.player(ANNA).drew_from_empty


@pytest.mark.cr("614.11", "614.6")
def test_effects_after_the_replaced_draw_wait_for_it() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR)
    table.put(enchantment("Study", instead("draw", Discard(), Draw())))
    table.give(OX)
    table.follow(Draw(), Discard())
    assert sorted(name for name in table.names(ANNA, "graveyard") if name in ("Ox", "Bear")) == [
        "Bear",
        "Ox",
    ]


@pytest.mark.rule("M-8")
@pytest.mark.cr("614.6", "701.9a")
def test_a_discarded_card_is_exiled_instead() -> None:
    table = Position(plain=True)
    table.put(enchantment("Mind Void", instead("discard", what="opponents", exile=True)))
    theirs, mine = table.give(BEAR, BEN), table.give(BEAR)
    table.follow(Discard(who="players"))
    assert (table.zone(theirs), table.zone(mine)) == ("exile", "graveyard")


@pytest.mark.cr("614.6", "701.9c")
def test_a_card_that_is_put_elsewhere_is_discarded_all_the_same() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Ambush",
            instead(
                "discard",
                Move(what="it", to="battlefield"),
                what=Filter(zone="hand", types=("Creature",)),
            ),
        )
    )
    table.put(
        enchantment(
            "Toll",
            Triggered(when=When(event="discards", what=Filter()), effects=(GainLife(amount=1),)),
        )
    )
    bear = table.give(BEAR)
    table.follow(Discard())
    assert (table.zone(bear), table.player(ANNA).life) == ("battlefield", 21)


# --- interactions ---


@pytest.mark.cr("702.16e", "702.19b", "510.1c")
def test_trample_over_a_protected_blocker_assigns_lethal_damage_that_is_prevented() -> None:
    table = Position(plain=True)
    rhino = table.put(creature("Rhino", 5, 5, "trample"))
    knight = table.put(creature("Knight", 2, 2, "protection from green"), BEN)
    table.attack(rhino, blocks={rhino: (knight,)})
    table.choose("assign", knight, number=2)
    assert (table.player(BEN).life, table.look(knight).damage) == (17, 0)


@pytest.mark.cr("615.1a", "702.2b")
def test_deathtouch_needs_damage_that_is_dealt() -> None:
    table = Position(plain=True)
    table.put(guard(1), BEN)
    snake = table.put(creature("Snake", 1, 1, "deathtouch"))
    wall = table.put(WALL, BEN)
    table.attack(snake, blocks={snake: (wall,)})
    assert table.zone(wall) == "battlefield"


@pytest.mark.cr("702.2b", "701.19a", "614.1a")
def test_doubled_damage_of_one_kills_with_deathtouch_only_once_per_regeneration() -> None:
    table = Position(plain=True)
    table.put(DOUBLER)
    snake = table.put(creature("Snake", 1, 9, "deathtouch"))
    troll = table.put(creature("Troll", 1, 9), BEN)
    table.follow(Regenerate(what="target"), on=troll)
    table.attack(snake, blocks={snake: (troll,)})
    assert (table.zone(troll), table.look(troll).damage) == ("battlefield", 0)


@pytest.mark.cr("615.1a", "702.90b")
def test_infection_is_prevented_like_any_damage() -> None:
    table = Position(plain=True)
    table.follow(Prevent(amount=1, to="target"), on=player(BEN))
    table.attack(table.put(creature("Blighted", 3, 3, "infect")))
    assert (table.player(BEN).poison, table.player(BEN).life) == (2, 20)


@pytest.mark.cr("614.1a", "702.80a")
def test_withering_damage_is_doubled_into_counters() -> None:
    table = Position(plain=True)
    table.put(DOUBLER)
    imp, wall = table.put(creature("Imp", 2, 2, "wither")), table.put(WALL, BEN)
    table.attack(imp, blocks={imp: (wall,)})
    assert table.look(wall).counters == (("-1/-1", 4),)


@pytest.mark.cr("601.2d", "615.7")
def test_of_divided_damage_only_the_shielded_part_is_prevented() -> None:
    volley = sorcery(
        Damage(amount=5, to="target", divided=True), targets=(Target(of=CREATURES, count=2),)
    )
    table = Position(plain=True)
    first, second = table.put(WALL), table.put(WALL)
    table.follow(Prevent(amount=2, to="target"), on=first)
    table.cast(table.give(volley), on=(first, second), divide=(3, 2))
    assert (table.look(first).damage, table.look(second).damage) == (1, 2)


@pytest.mark.cr("614.12", "303.4f", "704.5m")
def test_an_aura_put_onto_the_battlefield_enters_attached_as_its_player_chooses() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX)
    halo = table.give(aura("Halo", Static(what="attached", change=bigger(1, 1))), zone="graveyard")
    table.follow(Move(what="target", to="battlefield"), on=halo)
    table.choose("choose", ox)
    assert (table.size(bear), table.size(ox)) == ((2, 2), (3, 5))


@pytest.mark.cr("701.14a", "615.1a")
def test_a_fight_whose_damage_is_prevented_on_one_side_hurts_the_other() -> None:
    table = Position(plain=True)
    table.put(guard("all"))
    mine, theirs = table.put(BEAR), table.put(BEAR, BEN)
    table.follow(Fight(first="target", second="target2"), on=(mine, theirs))
    assert (table.zone(mine), table.zone(theirs)) == ("battlefield", "graveyard")


@pytest.mark.cr("614.1a", "615.1a", "613.1f")
def test_a_guard_that_has_lost_its_abilities_guards_nothing() -> None:
    table = Position(plain=True)
    keeper = table.put(
        creature("Keeper", 1, 1, abilities=(Replace(event="damage", what=MINE, prevent="all"),))
    )
    wall = table.put(WALL)
    table.follow(Modify(what="target", change=Change(lose_abilities=True)), on=keeper)
    zap(table, 2, wall)
    assert table.look(wall).damage == 2


@pytest.mark.cr("115.10", "702.16b", "702.16e")
@pytest.mark.parametrize(
    ("quality", "source"),
    [
        ("artifacts", artifact("Engine")),
        ("creatures", BEAR),
        ("elves", creature("Elf", 1, 1)),
        ("goblin", creature("Goblin", 1, 1)),
        ("goblins", creature("Shifter", 1, 1, "changeling", subtypes=("Shapeshifter",))),
        ("all colors", creature("Imp", 1, 1, colors=("red",))),
        ("colorless", artifact("Engine")),
        ("monocolored", BEAR),
        ("multicolored", creature("Guildmage", 1, 1, colors=("red", "green"))),
        ("everything", artifact("Engine")),
        ("legendary creatures", creature("Queen", 1, 1, supertypes=("Legendary",))),
    ],
)
def test_protection_is_from_a_quality_in_the_singular_or_plural(quality: str, source: Card) -> None:
    table = Position(plain=True)
    knight = table.put(creature("Knight", 2, 9, f"protection from {quality}"))
    other = table.put(WALL)
    table.follow(Damage(amount=1, to=CREATURES, by="target"), on=table.put(source, BEN))
    assert (table.look(knight).damage, table.look(other).damage) == (0, 1)


@pytest.mark.cr("702.16a")
@pytest.mark.parametrize(
    "quality",
    ["artifacts", "goblins", "multicolored", "colorless", "legendary creatures", "enchantments"],
)
def test_protection_from_another_quality_is_none(quality: str) -> None:
    table = Position(plain=True)
    knight = table.put(creature("Knight", 2, 9, f"protection from {quality}"))
    table.follow(Damage(amount=1, to=CREATURES, by="target"), on=table.put(BEAR, BEN))
    assert table.look(knight).damage == 1
