"""Keyword abilities of attackers and blockers (CR 702), each in plain Magic: what the card says,
done and looked at.
"""

import pytest

from engine.actions import Action
from engine.cards.model import Card, Change, Destroy, Enters, Modify, Static
from engine.cards.terms import Filter
from engine.fronts.areas.attack import BlockQuestion
from engine.magic.core.position import NOWHERE, Attacker, Combat
from engine.magic.damage.evasion import block_refusal
from engine.magic.turn import combat
from engine.magic.turn.priority import Round
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
    CARL,
    CREATURES,
    Position,
    artifact,
    bigger,
    creature,
    instant,
    player,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
GIANT = creature("Giant", 4, 4)
MAGIC = pytest.mark.rule("M-13")


@MAGIC
@pytest.mark.cr("702.83a", "702.83b")
def test_exalted_strengthens_what_attacks_alone_once_for_each_instance() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.put("Akrasan Squire")
    table.put(creature("Acolyte", 1, 1, "exalted"))
    table.attack(bear)
    table.in_order()
    assert table.player(BEN).life == 16


@MAGIC
@pytest.mark.cr("702.83b")
def test_exalted_does_nothing_for_two_attackers() -> None:
    table = Position(plain=True)
    bear, other = table.put(BEAR), table.put(creature("Acolyte", 1, 1, "exalted"))
    table.attack(bear, other)
    assert table.player(BEN).life == 17


@MAGIC
@pytest.mark.cr("702.91a")
def test_battle_cry_strengthens_the_other_attackers_and_not_those_at_home() -> None:
    table = Position(plain=True)
    driver, bear, ox = table.put("Goblin Wardriver"), table.put(BEAR), table.put(OX)
    table.attack(driver, bear)
    assert table.player(BEN).life == 20 - 2 - 3
    assert table.size(ox) == (2, 4)


@MAGIC
@pytest.mark.cr("702.91b")
def test_two_battle_cries_cheer_each_other() -> None:
    table = Position(plain=True)
    one, two = table.put("Goblin Wardriver"), table.put("Goblin Wardriver")
    table.attack(one, two)
    table.in_order()
    assert table.player(BEN).life == 20 - 3 - 3


@MAGIC
@pytest.mark.cr("702.86a")
def test_annihilator_makes_the_defending_player_sacrifice_what_that_player_chooses() -> None:
    table = Position(plain=True)
    crusher = table.put("Ulamog's Crusher")
    bear, ox, giant = (table.put(card, BEN) for card in (BEAR, OX, GIANT))
    table.attack(crusher)
    assert (table.asked, table.chooser) == ("sacrifice", BEN)
    table.choose("sacrifice", bear)
    table.choose("sacrifice", ox)
    table.resolve()
    assert [table.zone(ident) for ident in (bear, ox, giant)] == [
        "graveyard",
        "graveyard",
        "battlefield",
    ]


@MAGIC
@pytest.mark.cr("702.86a", "508.5")
def test_annihilator_spares_a_player_who_is_not_attacked() -> None:
    table = Position(plain=True, players=3)
    crusher = table.put("Ulamog's Crusher")
    bear, ox = table.put(BEAR, BEN), table.put(OX, CARL)
    table.attack(crusher)
    assert (table.zone(bear), table.zone(ox)) == ("graveyard", "battlefield")


@MAGIC
@pytest.mark.cr("702.86a", "508.5")
def test_annihilator_does_not_ask_whether_its_creature_still_attacks() -> None:
    table = Position(plain=True)
    table.watchful()
    crusher, bear = table.put("Ulamog's Crusher"), table.put(BEAR, BEN)
    table.state.set(combat=Combat(ANNA, NOWHERE, (Attacker(crusher, player(BEN)),)))
    combat.declare_attack(table.game)
    table.game.push(Round(ANNA))
    table._go_on()
    table.cast(table.give(instant(Destroy(what="target"), targets=(A_CREATURE,)), BEN), on=crusher)
    assert (table.zone(crusher), table.zone(bear)) == ("graveyard", "graveyard")


@MAGIC
@pytest.mark.cr("702.45a")
def test_bushido_helps_when_it_blocks_or_becomes_blocked_and_only_then() -> None:
    table = Position(plain=True)
    samurai, bear = table.put(creature("Samurai", 2, 2, "bushido 2")), table.put(BEAR, BEN)
    table.attack(samurai, blocks={samurai: [bear]})
    assert (table.zone(samurai), table.look(samurai).damage, table.zone(bear)) == (
        "battlefield",
        2,
        "graveyard",
    )
    alone = table.put(creature("Samurai", 2, 2, "bushido 2"))
    table.attack(alone)
    assert table.player(BEN).life == 18


@MAGIC
@pytest.mark.cr("702.25a")
def test_flanking_weakens_a_blocker_without_it() -> None:
    table = Position(plain=True)
    rider, bear = table.put(creature("Rider", 1, 1, "flanking")), table.put(BEAR, BEN)
    table.attack(rider, blocks={rider: [bear]})
    assert (table.zone(rider), table.zone(bear)) == ("graveyard", "graveyard")


@MAGIC
@pytest.mark.cr("702.25a")
def test_flanking_does_nothing_against_flanking() -> None:
    table = Position(plain=True)
    rider, other = (
        table.put(creature("Rider", 1, 1, "flanking")),
        table.put(creature("Horseman", 2, 2, "flanking"), BEN),
    )
    table.attack(rider, blocks={rider: [other]})
    assert (table.zone(rider), table.zone(other)) == ("graveyard", "battlefield")


@MAGIC
@pytest.mark.cr("702.23a", "702.23b")
def test_rampage_counts_the_blockers_beyond_the_first() -> None:
    table = Position(plain=True)
    hunter = table.put(creature("Hunter", 3, 3, "rampage 2"))
    bears = [table.put(BEAR, BEN) for _ in range(3)]
    table.attack(hunter, blocks={hunter: bears})
    for bear in bears[:2]:
        table.choose("assign", bear, number=2)
    if table.asked == "damage":
        table.choose("assign", bears[2], number=3)
    table.resolve()
    assert table.size(hunter) == (7, 7)
    assert table.zone(hunter) == "battlefield"
    assert [table.zone(bear) for bear in bears] == ["graveyard"] * 3


@MAGIC
@pytest.mark.cr("702.23b")
def test_rampage_counts_the_blockers_that_are_there_as_it_resolves() -> None:
    table = Position(plain=True)
    hunter = table.put(creature("Hunter", 4, 4, "rampage 2"))
    bears = [table.put(BEAR, BEN) for _ in range(2)]
    bolt = table.give("Lightning Bolt", BEN)
    table.mana(BEN, "{R}")
    table.attack(hunter, blocks={hunter: bears})
    while not table.state.stack:
        table.choose("pass")
    table.cast(bolt, on=bears[0], free=False)
    assert (table.zone(bears[0]), table.size(hunter)) == ("graveyard", (4, 4))


@MAGIC
@pytest.mark.cr("702.39a")
def test_provoke_untaps_a_creature_and_makes_it_block() -> None:
    table = Position(active=ANNA, step="First Main")
    table.area("b2", "Forest")
    grappler = table.put("Goblin Grappler", at="b2")
    other = table.put(creature("Raider", 1, 1), at="b2")
    giant = table.put(GIANT, BEN, at="b2", tapped=True)
    space = table.game.board.names["b2"]
    land = table.state.areas[space].land
    table.state.set(combat=Combat(ANNA, space, (Attacker(grappler, land), Attacker(other, land))))
    combat.declare_attack(table.game)
    table.priority()
    assert table.asked == "may"
    table.choose("yes")
    assert not table.look(giant).tapped
    (seen,) = [item for item in table.game.view_for(BEN).permanents if item.id == giant]
    assert seen.changes == ("This creature blocks Goblin Grappler if able.",)
    table.game.push(BlockQuestion(BEN))
    table.area("b2", "Forest")
    assert {(a.verb, a.object, a.target) for a in table.game.legal_actions()} == {
        ("block", giant, grappler)
    }


@MAGIC
@pytest.mark.cr("702.98a")
def test_an_unleashed_creature_has_a_counter_and_cannot_block() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    calm = table.put("Rakdos Cackler", BEN)
    wild = table.put("Rakdos Cackler", BEN, counters=(("+1/+1", 1),))
    assert block_refusal(table.game, calm, bear, ()) is None
    refusal = block_refusal(table.game, wild, bear, ())
    assert refusal is not None
    assert refusal.reason == "block.restricted"


@MAGIC
@pytest.mark.cr("702.98a", "614.12")
def test_whoever_casts_a_creature_with_unleash_chooses() -> None:
    table = Position(plain=True)
    first, second = table.give("Rakdos Cackler"), table.give("Rakdos Cackler")
    table.cast(first)
    assert table.asked == "may"
    table.choose("yes")
    table.cast(second)
    table.choose("no")
    assert (table.size(first), table.size(second)) == ((2, 2), (1, 1))


@MAGIC
@pytest.mark.cr("702.49a", "702.49c")
def test_a_ninja_takes_the_place_of_an_unblocked_attacker() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    ninja = table.give("Ninja of the Deep Hours")
    card = table.library_of(ANNA, OX, GIANT)[0]
    table.mana(ANNA, "{U}{U}")
    table.attack(bear)
    fight = table.state.combat
    assert fight is not None
    assert fight.settled  # before blocks there was nothing to do
    table.do(Action("activate", object=ninja, ability=2))
    table.choose("return", bear)
    assert table.zone(bear) == "hand"
    table.resolve()
    while table.asked == "priority":
        table.choose("pass")
    assert table.asked == "may"
    table.choose("yes")
    assert table.player(BEN).life == 18
    assert table.look(ninja).tapped
    assert table.zone(card) == "hand"


@MAGIC
@pytest.mark.cr("702.49a", "614.12")
def test_a_ninja_for_which_something_is_chosen_as_it_enters_attacks_all_the_same() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    ninja = table.give(
        creature("Student", 0, 0, "ninjutsu {1}", abilities=(Enters(copy_of=CREATURES),))
    )
    wild = table.give(creature("Rogue", 3, 3, "ninjutsu {1}", "unleash"))
    table.mana(ANNA, "{C}{C}")
    table.attack(bear)
    table.activate(wild)
    table.choose("return", bear)
    table.resolve()
    table.choose("yes")  # it enters with a counter
    table.activate(ninja, 2)
    table.choose("return", wild)
    table.resolve()
    table.choose("choose", ox)
    table.resolve()
    assert (
        table.characteristics(ninja).name,
        table.look(ninja).tapped,
        table.player(BEN).life,
    ) == (
        "Ox",
        True,
        18,
    )


@MAGIC
@pytest.mark.cr("702.49c")
def test_a_ninja_cannot_replace_a_blocked_creature() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    ninja = table.give("Ninja of the Deep Hours")
    table.mana(ANNA, "{U}{U}")
    table.attack(bear, blocks={bear: [ox]})
    while table.asked == "priority":
        assert not table.may("activate", ninja)
        table.choose("pass")


@MAGIC
@pytest.mark.cr("702.108a")
def test_prowess_answers_each_noncreature_spell_of_its_controller() -> None:
    table = Position(plain=True)
    monk = table.put(creature("Monk", 1, 1, "prowess"))
    table.cast(table.give(instant()), resolve=False)
    table.resolve()
    assert table.size(monk) == (2, 2)
    table.cast(table.give(instant(), BEN))
    assert table.size(monk) == (2, 2)
    table.cast(table.give(BEAR))
    assert table.size(monk) == (2, 2)


@MAGIC
@pytest.mark.cr("702.28b", "702.31b", "702.36b", "702.13b", "702.9b", "702.111b", "702.118b")
@pytest.mark.parametrize(
    ("keyword", "can", "cant"),
    [
        ("shadow", creature("Shade", 1, 1, "shadow"), BEAR),
        ("horsemanship", creature("Rider", 1, 1, "horsemanship"), BEAR),
        ("fear", creature("Rat", 1, 1, cost="{B}"), BEAR),
        ("intimidate", BEAR, creature("Rat", 1, 1, cost="{B}")),
        ("flying", creature("Spider", 1, 1, "reach"), BEAR),
        ("skulk", BEAR, creature("Ogre", 3, 1)),
    ],
)
def test_who_can_block_a_creature_that_evades(keyword: str, can: Card, cant: Card) -> None:
    table = Position(plain=True)
    attacker = table.put(creature("Raider", 2, 2, keyword))
    one, other = table.put(can, BEN), table.put(cant, BEN)
    assert block_refusal(table.game, one, attacker, ()) is None
    assert block_refusal(table.game, other, attacker, ()) is not None


@MAGIC
@pytest.mark.cr("702.73a")
def test_a_changeling_is_of_every_creature_type() -> None:
    table = Position(plain=True)
    changeling = table.put("Woodland Changeling")
    table.put(artifact("Horn", Static(what=Filter(subtypes=("Goblin",)), change=bigger(1, 1))))
    assert table.size(changeling) == (3, 3)


@MAGIC
@pytest.mark.cr("702.73a", "205.1b", "205.3d")
@pytest.mark.parametrize(
    ("types", "size"), [(("Artifact",), (2, 2)), (("Artifact", "Creature"), (3, 3))]
)
def test_a_changeling_keeps_its_creature_types_only_as_long_as_it_is_a_creature(
    types: tuple[str, ...], size: tuple[int, int]
) -> None:
    table = Position(plain=True)
    changeling = table.put("Woodland Changeling")
    table.put(artifact("Horn", Static(what=Filter(subtypes=("Goblin",)), change=bigger(1, 1))))
    table.follow(Modify(what="target", change=Change(types=types)), on=changeling)
    assert table.size(changeling) == size


@MAGIC
@pytest.mark.cr("702.73a", "205.3d")
def test_a_changeling_is_no_land_and_no_equipment() -> None:
    table = Position(plain=True)
    changeling = table.put("Woodland Changeling")
    table.put(
        artifact("Horn", Static(what=Filter(subtypes=("Swamp", "Equipment")), change=bigger(1, 1)))
    )
    assert table.size(changeling) == (2, 2)


@MAGIC
@pytest.mark.cr("702.73a")
def test_a_changeling_is_not_among_those_of_another_type() -> None:
    table = Position(plain=True)
    changeling = table.put("Woodland Changeling")
    table.put(
        artifact(
            "Horn",
            Static(what=Filter(types=("Creature",), not_subtypes=("Wall",)), change=bigger(1, 1)),
        )
    )
    assert table.size(changeling) == (2, 2)


@MAGIC
@pytest.mark.cr("702.73a", "604.3", "613.1d", "613.1f")
@pytest.mark.parametrize(
    ("change", "goblin"),
    [
        (Change(lose_abilities=True), True),
        (Change(subtypes=("Frog",)), False),
        (Change(add_subtypes=("Frog",)), True),
    ],
)
def test_a_changeling_keeps_its_types_without_abilities_and_loses_them_to_others(
    change: Change, goblin: bool
) -> None:
    table = Position(plain=True)
    changeling = table.put("Woodland Changeling")
    table.put(artifact("Horn", Static(what=Filter(subtypes=("Goblin",)), change=bigger(1, 1))))
    table.follow(Modify(what="target", change=change), on=changeling)
    assert table.size(changeling) == ((3, 3) if goblin else (2, 2))


@MAGIC
@pytest.mark.cr("702.39a", "702.16b")
def test_a_creature_with_protection_cannot_be_provoked() -> None:
    table = Position(plain=True)
    grappler = table.put("Goblin Grappler")
    table.put(creature("Paladin", 2, 2, "protection from red"), BEN)
    table.attack(grappler)
    assert table.player(BEN).life == 19


@MAGIC
@pytest.mark.cr("702.83a", "702.91a")
def test_a_granted_keyword_works_like_a_printed_one() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX)
    table.follow(Modify(what="target", change=Change(keywords=("battle cry",))), on=bear)
    table.attack(bear, ox)
    assert table.player(BEN).life == 20 - 2 - 3
