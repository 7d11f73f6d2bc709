"""Targets (CR 115): what may be one, and what keeps something from being one (CR 702.11, 702.16,
702.18).
"""

import pytest

from engine.actions import Action, IllegalAction
from engine.cards.model import (
    Activated,
    AnyEffect,
    Card,
    Change,
    Damage,
    Destroy,
    Discard,
    Exile,
    GainLife,
    LoseLife,
    Mill,
    Modify,
    Move,
    Sacrifice,
    Static,
    Tap,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter
from engine.magic.continuous import filters
from engine.magic.core.position import AbilityContext
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    ANYTHING,
    BEN,
    CARL,
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


def candidates(table: Position, target: Target, seat: int = ANNA, **card: object) -> set[int]:
    """What a spell with this target phrase could target."""
    ident = table.give(instant(Tap(what="target"), targets=(target,), **card), seat)
    table._give_priority(seat)
    if not table.may("cast", ident):
        return set()
    table.do(Action("cast", object=ident))
    found = table.offered("target")
    if table.asked != "target":
        return set(table.state.stack[-1].targets[0])
    table.do(Action("take-back"))
    return found


# --- what a phrase finds ---

PLANESWALKER = Card(name="Sage", types=("Planeswalker",), loyalty=3)


@pytest.mark.cr("115.4")
def test_any_target_is_a_creature_a_planeswalker_or_a_player() -> None:
    table = Position(plain=True)
    bear, sage = table.put(BEAR), table.put(PLANESWALKER, BEN)
    table.put(artifact("Lamp"))
    assert candidates(table, ANYTHING) == {bear, sage, player(ANNA), player(BEN)}


@pytest.mark.cr("115.1", "102.2")
@pytest.mark.parametrize(
    ("phrase", "found"), [("any", {ANNA, BEN, CARL}), ("opponent", {BEN, CARL})]
)
def test_target_players(phrase: str, found: set[int]) -> None:
    table = Position(plain=True, players=3)
    assert candidates(table, Target(player=phrase)) == {player(seat) for seat in found}  # type: ignore[arg-type] # one of its words


RED = creature("Imp", 1, 1, "flying", cost="{R}", colors=("red",))
BLACK = creature("Rat", 1, 1, cost="{2}{B}", colors=("black",), supertypes=("Legendary",))
GOLEM = Card(
    name="Golem",
    types=("Artifact", "Creature"),
    subtypes=("Golem",),
    cost="{4}",
    power=5,
    toughness=6,
)


@pytest.mark.cr("115.1", "109.2")
@pytest.mark.parametrize(
    ("f", "names"),
    [
        (Filter(types=("Creature",)), {"Imp", "Rat", "Golem"}),
        (Filter(types=("Creature",), colors=("red",)), {"Imp"}),
        (Filter(types=("Creature",), not_colors=("black",)), {"Imp", "Golem"}),
        (Filter(types=("Creature",), not_types=("Artifact",)), {"Imp", "Rat"}),
        (Filter(types=("Artifact", "Enchantment")), {"Golem", "Hearth"}),
        (Filter(types=("Creature",), keywords=("flying",)), {"Imp"}),
        (Filter(types=("Creature",), not_keywords=("flying",)), {"Rat", "Golem"}),
        (Filter(types=("Creature",), power_min=4), {"Golem"}),
        (Filter(types=("Creature",), toughness_max=1), {"Imp", "Rat"}),
        (Filter(types=("Creature",), value_max=1), {"Imp"}),
        (Filter(types=("Creature",), value_min=4), {"Golem"}),
        (Filter(types=("Creature",), colorless=True), {"Golem"}),
        (Filter(supertypes=("Legendary",)), {"Rat"}),
        (Filter(types=("Creature",), not_supertypes=("Legendary",)), {"Imp", "Golem"}),
        (Filter(subtypes=("Golem", "Rat")), {"Golem", "Rat"}),
        (Filter(types=("Creature",), not_subtypes=("Golem",)), {"Imp", "Rat"}),
        (Filter(types=("Creature",), controller="opponent"), {"Rat"}),
        (Filter(types=("Creature",), controller="you", tapped=True), {"Golem"}),
        (Filter(types=("Creature",), tapped=False), {"Imp", "Rat"}),
        (Filter(counters="charge"), {"Golem"}),
        (Filter(name="Rat"), {"Rat"}),
        (
            Filter(any_of=(Filter(colors=("red",)), Filter(types=("Enchantment",)))),
            {"Imp", "Hearth"},
        ),
        (Filter(types=("Creature",), owner="opponent"), {"Rat"}),
    ],
)
def test_a_phrase_finds_what_it_describes_and_nothing_else(f: Filter, names: set[str]) -> None:
    table = Position(plain=True)
    table.put(RED)
    table.put(BLACK, BEN)
    table.put(GOLEM, tapped=True, counters=(("charge", 1),))
    table.put(enchantment("Hearth"))
    objects = table.state.objects
    found = {
        objects[ident].printed.name
        for ident in candidates(table, Target(of=f))
        if objects[ident].owner >= 0
    }
    assert found == names


@pytest.mark.cr("115.2", "109.2b")
@pytest.mark.parametrize("zone", ["graveyard", "exile"])
def test_a_phrase_that_names_a_zone_finds_cards_there_only(zone: str) -> None:
    table = Position(plain=True)
    card = table.give(BEAR, BEN, zone)
    table.put(BEAR)
    assert candidates(table, Target(of=Filter(zone=zone, types=("Creature",)))) == {card}  # type: ignore[arg-type] # one of its words


@pytest.mark.cr("115.2")
def test_a_card_in_a_graveyard_is_no_creature_on_the_battlefield() -> None:
    table = Position(plain=True)
    table.give(BEAR, zone="graveyard")
    assert candidates(table, A_CREATURE) == set()


@pytest.mark.cr("115.1c", "613.1d")
def test_what_has_become_a_creature_may_be_targeted_as_one() -> None:
    table = Position(plain=True)
    statue = table.put(artifact("Statue"))
    assert candidates(table, A_CREATURE) == set()
    table.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=1, base_toughness=1)
        ),
        on=statue,
    )
    assert candidates(table, A_CREATURE) == {statue}


@pytest.mark.cr("115.1", "613.1e")
def test_a_colour_that_was_changed_counts() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(Modify(what="target", change=Change(colors=("black",))), on=bear)
    assert candidates(table, Target(of=Filter(types=("Creature",), colors=("green",)))) == set()
    assert candidates(table, Target(of=Filter(types=("Creature",), colors=("black",)))) == {bear}


# --- what can't be targeted ---


@pytest.mark.cr("702.18a")
def test_shroud_keeps_everybody_off() -> None:
    table = Position(plain=True)
    table.put(creature("Shade", 1, 1, "shroud"))
    assert candidates(table, A_CREATURE) == set()
    assert candidates(table, A_CREATURE, BEN) == set()


@pytest.mark.cr("702.11b")
def test_hexproof_keeps_opponents_off() -> None:
    table = Position(plain=True)
    shade = table.put(creature("Shade", 1, 1, "hexproof"))
    assert candidates(table, A_CREATURE) == {shade}
    assert candidates(table, A_CREATURE, BEN) == set()


@pytest.mark.cr("702.16b")
@pytest.mark.parametrize(
    ("quality", "color", "allowed"),
    [("red", "red", False), ("red", "blue", True), ("everything", "blue", False)],
)
def test_protection_keeps_off_spells_of_its_quality(
    quality: str, color: str, allowed: bool
) -> None:
    table = Position(plain=True)
    table.put(creature("Knight", 2, 2, f"protection from {quality}"))
    assert bool(candidates(table, A_CREATURE, colors=(color,))) is allowed


@pytest.mark.cr("702.16b", "113.7")
def test_protection_keeps_off_abilities_by_what_their_source_is() -> None:
    shoot = Activated(
        cost=Costs(tap=True),
        targets=(Target(of=CREATURES),),
        effects=(Damage(amount=1, to="target"),),
    )
    table = Position(plain=True)
    knight = table.put(creature("Knight", 2, 2, "protection from artifacts"), BEN)
    gun, mage = (
        table.put(artifact("Gun", shoot)),
        table.put(creature("Mage", 1, 1, abilities=(shoot,))),
    )
    table._give_priority(ANNA)
    table.do(Action("activate", object=gun, ability=1))
    assert knight not in table.offered("target")
    table.resolve()
    table = Position(plain=True)
    knight = table.put(creature("Knight", 2, 2, "protection from artifacts"), BEN)
    mage = table.put(creature("Mage", 1, 1, abilities=(shoot,)))
    table._give_priority(ANNA)
    table.do(Action("activate", object=mage, ability=1))
    assert knight in table.offered("target")


@pytest.mark.cr("702.16b", "702.18a")
@pytest.mark.parametrize("keyword", ["protection from everything", "hexproof", "shroud"])
@pytest.mark.parametrize(
    "effect",
    [
        Destroy(what=CREATURES),
        Sacrifice(who="opponents", of=CREATURES),
        Move(what=CREATURES, to="hand"),
    ],
)
def test_what_does_not_target_touches_the_untouchable(
    keyword: str, effect: Destroy | Sacrifice | Move
) -> None:
    table = Position(plain=True)
    shade = table.put(creature("Shade", 1, 1, keyword), BEN)
    table.follow(effect)
    assert table.zone(shade) in ("graveyard", "hand")


@pytest.mark.cr("702.16b", "702.18a", "115.10a")
def test_shroud_does_not_keep_an_attached_aura_from_working() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.put(
        aura("Cloak", Static(what="attached", change=Change(keywords=("shroud",), power=1))),
        on=bear,
    )
    table.priority()
    assert table.size(bear) == (3, 2)
    assert candidates(table, A_CREATURE) == set()


@pytest.mark.cr("702.11b", "613.1f")
def test_hexproof_that_was_lost_protects_no_more() -> None:
    table = Position(plain=True)
    shade = table.put(creature("Shade", 1, 1, "hexproof"))
    table.follow(Modify(what=CREATURES, change=Change(lose_keywords=("hexproof",))), by=BEN)
    assert candidates(table, A_CREATURE, BEN) == {shade}


@pytest.mark.cr("702.11b", "613.1b")
def test_hexproof_goes_by_who_controls_the_creature_now() -> None:
    table = Position(plain=True)
    shade = table.put(creature("Shade", 1, 1, "hexproof"), BEN)
    table.follow(Modify(what=CREATURES, change=Change(controller="you")))
    assert candidates(table, A_CREATURE) == {shade}
    assert candidates(table, A_CREATURE, BEN) == set()


# --- refusals and changes ---


@pytest.mark.rule("M-4")
@pytest.mark.cr("601.2c")
@pytest.mark.parametrize("keyword", ["shroud", "hexproof", "protection from red"])
def test_a_refused_target_says_which_ability_stops_it(keyword: str) -> None:
    table = Position(plain=True)
    shade = table.put(creature("Shade", 1, 1, keyword), BEN)
    bolt = table.give(
        instant(Damage(amount=1, to="target"), targets=(ANYTHING,), name="Bolt", colors=("red",))
    )
    table._give_priority(ANNA)
    table.do(Action("cast", object=bolt))
    with pytest.raises(IllegalAction, match=f"has {keyword}"):
        table.do(Action("target", object=shade))


@pytest.mark.cr("115.6", "601.2c")
def test_a_spell_with_up_to_one_target_resolves_without_any() -> None:
    table = Position(plain=True)
    card = instant(
        Destroy(what="target"), GainLife(amount=2), targets=(Target(of=CREATURES, up_to=True),)
    )
    table.cast(table.give(card))
    assert table.player(ANNA).life == 22


@pytest.mark.cr("115.10", "608.2d")
def test_what_is_chosen_on_resolution_is_no_target() -> None:
    """An edict takes what shroud would keep from any target."""
    table = Position(plain=True)
    shade = table.put(creature("Shade", 1, 1, "shroud"), BEN)
    table.cast(
        table.give(
            instant(Sacrifice(who="target", of=CREATURES), targets=(Target(player="opponent"),))
        ),
        on=player(BEN),
    )
    assert table.zone(shade) == "graveyard"


@pytest.mark.cr("115.1", "608.2c")
@pytest.mark.parametrize(
    ("effect", "look"),
    [
        (Mill(who="target", count=2), lambda table: len(table.player(BEN).graveyard) == 2),
        (Discard(who="target", count=1), lambda table: len(table.player(BEN).hand) == 0),
        (LoseLife(amount=3, who="target"), lambda table: table.player(BEN).life == 17),
        (GainLife(amount=3, who="target"), lambda table: table.player(BEN).life == 23),
    ],
    ids=["mill", "discard", "lose", "gain"],
)
def test_effects_on_a_target_player(
    effect: Mill | Discard | LoseLife | GainLife, look: object
) -> None:
    table = Position(plain=True)
    table.library_of(BEN, BEAR, BEAR, BEAR)
    table.give(OX, BEN)
    table.cast(table.give(instant(effect, targets=(Target(player="any"),))), on=player(BEN))
    assert callable(look)
    assert look(table)


# --- interactions ---


@pytest.mark.cr("702.16d", "704.5m", "303.4c")
def test_protection_drops_an_attached_aura_but_not_its_controllers_equipment() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    halo = table.put(aura("Halo", Static(what="attached", change=bigger(1, 1))), on=bear)
    sword = Card(
        name="Sword",
        types=("Artifact",),
        subtypes=("Equipment",),
        cost="{1}",
        abilities=(Static(what="attached", change=bigger(2, 0)),),
    )
    blade = table.put(sword, on=bear)
    table.follow(Modify(what="target", change=Change(keywords=("protection from white",))), on=bear)
    assert (table.zone(halo), table.look(blade).attached_to, table.size(bear)) == (
        "graveyard",
        bear,
        (4, 2),
    )


@pytest.mark.cr("702.16b", "608.2b", "613.1e")
def test_a_spell_that_changed_colour_meets_protection_as_it_resolves() -> None:
    """The knight becomes protected from green while the green spell waits: it loses its target."""
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    ward = table.give(
        instant(
            Modify(what="target", change=Change(keywords=("protection from green",))),
            targets=(A_CREATURE,),
        ),
        BEN,
    )
    table.cast(
        table.give(instant(Destroy(what="target"), targets=(A_CREATURE,), colors=("green",))),
        on=bear,
        resolve=False,
    )
    table.cast(ward, on=bear)
    assert table.zone(bear) == "battlefield"


@pytest.mark.cr("603.3d", "702.11b")
def test_an_opponents_trigger_must_target_something_else_than_the_hexproof() -> None:
    theirs = Target(of=Filter(types=("Creature",), controller="opponent"))
    kill = Triggered(
        when=When(event="enters"), targets=(theirs,), effects=(Destroy(what="target"),)
    )
    table = Position(plain=True)
    shade, bear = table.put(creature("Shade", 1, 1, "hexproof"), BEN), table.put(BEAR, BEN)
    table.cast(table.give(creature("Assassin", 1, 1, abilities=(kill,))))
    assert (table.zone(shade), table.zone(bear)) == ("battlefield", "graveyard")


@pytest.mark.cr("603.2", "702.16b", "115.1")
def test_what_could_not_be_targeted_has_not_become_a_target() -> None:
    timid = Triggered(when=When(event="becomes-target"), effects=(Exile(what="self"),))
    table = Position(plain=True)
    ghost = table.put(creature("Ghost", 1, 1, "protection from red", abilities=(timid,)))
    table.cast(table.give(instant(Damage(amount=1, to=CREATURES), colors=("red",))))
    assert table.zone(ghost) == "battlefield"
    table.cast(
        table.give(instant(Tap(what="target"), targets=(A_CREATURE,), colors=("blue",))), on=ghost
    )
    assert table.zone(ghost) == "exile"


@pytest.mark.cr("702.16f", "509.1b", "702.16e")
def test_a_protected_blocker_takes_no_damage_and_deals_its_own() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    knight = table.put(creature("Knight", 2, 2, "protection from green"), BEN)
    table.attack(bear, blocks={bear: (knight,)})
    assert (table.zone(bear), table.zone(knight)) == ("graveyard", "battlefield")


BOTH = (Target(of=CREATURES), Target(of=CREATURES))


@pytest.mark.cr("115.3", "601.2c")
@pytest.mark.parametrize(
    ("effect", "zone"),
    [
        (Exile(what="all-targets"), "exile"),
        (Destroy(what="all-targets"), "graveyard"),
        (Move(what="all-targets", to="hand"), "hand"),
        (Move(what="all-targets", to="library-top"), "library"),
        (Sacrifice(of="all-targets", who="players"), "graveyard"),
    ],
)
def test_what_is_chosen_for_two_phrases_is_dealt_with_once(effect: AnyEffect, zone: str) -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.cast(table.give(instant(effect, targets=BOTH)), on=(bear, bear))
    assert table.zone(bear) == zone


@pytest.mark.cr("400.7j", "608.2c")
def test_a_spell_finds_its_target_again_where_it_has_put_it() -> None:
    haste = Modify(what="target", change=Change(keywords=("haste",)))
    table = Position(plain=True)
    bear = table.give(BEAR, BEN, "graveyard")
    dead = (Target(of=Filter(zone="graveyard")),)
    table.cast(
        table.give(
            sorcery(Move(what="target", to="battlefield", under="you"), haste, targets=dead)
        ),
        on=bear,
    )
    assert table.look(bear).controller == ANNA
    assert "haste" in table.characteristics(bear).keywords

    cat = table.put(creature("Cat", 2, 2), BEN)
    stolen = (Destroy(what="target"), Move(what="target", to="battlefield", under="you"))
    table.cast(table.give(sorcery(*stolen, targets=(A_CREATURE,))), on=cat)
    assert (table.zone(cat), table.look(cat).controller) == ("battlefield", ANNA)


@pytest.mark.cr("108.4")
def test_a_land_that_nobody_controls_stands_for_no_player() -> None:
    table = Position()
    for _ in range(2):
        table.give(BEAR, BEN)
    nobodys = table.state.areas[table.game.board.names["b2"]].land
    table.area("b2")
    table.cast(
        table.give(
            sorcery(
                Discard(who="target"),
                GainLife(amount=1),
                targets=(Target(of=Filter(types=("Land",))),),
            )
        ),
        on=nobodys,
    )
    assert table.asked == "pause"
    assert len(table.names(BEN, "hand")) == 2


@pytest.mark.cr("303.4", "115.4")
def test_what_is_enchanted_is_so_by_an_aura_that_is_attached_to_it() -> None:
    table = Position(plain=True)
    bear, ox = table.put(creature("Bear", 2, 2)), table.put(creature("Ox", 2, 4))
    table.put(aura("Halo"), attached_to=bear)
    table.put(artifact("Blade", subtypes=("Equipment",)), attached_to=ox)

    def found(enchanted: bool) -> list[int]:
        return filters.find(
            table.game, Filter(types=("Creature",), enchanted=enchanted), AbilityContext(ANNA, 0)
        )

    assert (found(True), found(False)) == ([bear], [ox])
