"""Keyword abilities of spells: what they may cost, from where they are cast, and what happens as
they are (CR 702).
"""

import pytest

from engine.actions import Action
from engine.base.records import replace
from engine.cards.characteristics import printed
from engine.cards.library import library
from engine.cards.model import (
    Card,
    CastCost,
    Damage,
    Destroy,
    Draw,
    GainLife,
    Keyword,
    Mode,
    Spell,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter, Stat
from engine.magic.core.position import StackItem
from engine.magic.zones import object_lists
from tests.magic.asking import may_cast_by
from tests.magic.mana_sources import ELF
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    ANYTHING,
    BEN,
    Position,
    artifact,
    creature,
    instant,
    player,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
GIANT = creature("Giant", 4, 4, cost="{4}{R}")
BOLT = instant(Damage(amount=3, to="target"), targets=(ANYTHING,), name="Bolt", cost="{R}")
MAGIC = pytest.mark.rule("M-13")


# --- additional costs ---


@MAGIC
@pytest.mark.cr("702.27a")
def test_a_spell_with_its_buyback_paid_returns_to_hand_as_it_resolves() -> None:
    table = Position(plain=True)
    touch = table.give("Searing Touch")
    table.cast(touch, way="buyback", on=player(BEN))
    assert (table.zone(touch), table.player(BEN).life) == ("hand", 19)
    table.cast(table.now(touch), on=player(BEN))
    assert table.zone(touch) == "graveyard"


@MAGIC
@pytest.mark.cr("702.27a", "701.6a")
def test_a_countered_spell_does_not_return_for_its_buyback() -> None:
    table = Position(plain=True)
    table.watchful()
    touch, no = table.give("Searing Touch"), table.give("Counterspell", BEN)
    spell = table.cast(touch, way="buyback", on=player(BEN), resolve=False)
    table.cast(no, on=spell)
    assert table.zone(touch) == "graveyard"


@MAGIC
@pytest.mark.cr("702.27a", "118.8")
def test_buyback_may_cost_a_sacrifice() -> None:
    table = Position(plain=True)
    price = Keyword(word="buyback", cost=Costs(sacrifice=Filter(types=("Creature",))))
    spell = instant(Draw(), name="Reap")
    spell = Card(name="Reap", cost="{0}", types=("Instant",), abilities=(*spell.abilities, price))
    reap, bear, ox = table.give(spell), table.put(BEAR), table.put(OX)
    table.library_of(ANNA, BEAR)
    table.cast(reap, way="buyback")
    table.choose("sacrifice", bear)
    table.resolve()
    assert (table.zone(reap), table.zone(bear), table.zone(ox)) == (
        "hand",
        "graveyard",
        "battlefield",
    )


@MAGIC
@pytest.mark.cr("702.42a", "702.42b")
def test_an_entwined_spell_does_all_it_offers() -> None:
    table = Position(plain=True)
    bear, lightning = table.put(BEAR, BEN), table.give("Barbed Lightning")
    table.cast(lightning, way="entwine", on=(bear, player(BEN)))
    assert (table.zone(bear), table.player(BEN).life) == ("graveyard", 17)


@MAGIC
@pytest.mark.cr("702.42a", "601.2c")
def test_a_spell_cannot_be_entwined_without_targets_for_every_mode() -> None:
    table = Position(plain=True)
    lightning = table.give("Barbed Lightning")
    table.mana(ANNA, "{R}{R}{R}{R}{R}")
    assert may_cast_by(table, lightning)
    assert not may_cast_by(table, lightning, "entwine")


@MAGIC
@pytest.mark.cr("702.42a", "601.2c")
def test_an_entwined_spell_needs_the_targets_that_its_modes_share() -> None:
    table = Position(plain=True)
    modes = (Mode(effects=(Destroy(what="target"),)), Mode(effects=(GainLife(amount=1),)))
    spell = Spell(targets=(A_CREATURE,), modes=modes)
    card = table.give(
        Card(
            name="Edict",
            cost="{0}",
            types=("Instant",),
            keywords=("entwine {1}",),
            abilities=(spell,),
        )
    )
    table.mana(ANNA, "{C}")
    assert not may_cast_by(table, card, "entwine")
    table.put(BEAR)
    assert may_cast_by(table, card, "entwine")


@MAGIC
@pytest.mark.cr("702.78a")
def test_conspirators_of_the_spells_colour_copy_it() -> None:
    table = Position(plain=True)
    goblins = [table.put("Goblin Grappler") for _ in range(2)]
    table.put(BEAR)
    trail = table.give("Burn Trail")
    table.cast(trail, way="conspire", on=player(BEN), resolve=False)
    for goblin in goblins:
        if table.asked == "cost":
            table.choose("tap", goblin)
    table.resolve()
    table.choose("no")
    table.resolve()
    assert table.player(BEN).life == 14
    assert all(table.look(goblin).tapped for goblin in goblins)


@MAGIC
@pytest.mark.cr("702.78a")
def test_one_creature_of_the_colour_cannot_conspire_alone() -> None:
    table = Position(plain=True)
    table.put("Goblin Grappler")
    table.put(BEAR)
    trail = table.give("Burn Trail")
    table.mana(ANNA, "{R}{C}{C}{C}")
    assert may_cast_by(table, trail)
    assert not may_cast_by(table, trail, "conspire")


@MAGIC
@pytest.mark.cr("702.78a", "118.3")
def test_creatures_that_have_to_make_the_mana_do_not_conspire() -> None:
    table = Position(plain=True)
    spell = table.give(instant(GainLife(amount=1), cost="{G}", keywords=("conspire",)))
    table.put(ELF)
    table.put(ELF)
    assert may_cast_by(table, spell)
    assert not may_cast_by(table, spell, "conspire")
    table.put(ELF)
    assert may_cast_by(table, spell, "conspire")


@MAGIC
@pytest.mark.cr("702.56a")
def test_replicate_copies_the_spell_once_for_each_payment() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, BEAR, BEAR, BEAR)
    train = table.give("Train of Thought")
    table.mana(ANNA, "{U}{U}{U}{C}{C}{C}")
    table.cast(train, x=2, free=False)
    table.resolve()
    assert len(table.player(ANNA).hand) == 3


# --- helping to pay ---


@MAGIC
@pytest.mark.cr("702.41a")
def test_affinity_makes_it_cheaper_by_each_artifact() -> None:
    table = Position(plain=True)
    frog = table.give("Frogmite")
    for _ in range(3):
        table.put(artifact("Relic"))
    table.mana(ANNA, "{C}")
    table.cast(frog, free=False)
    assert table.zone(frog) == "battlefield"


@MAGIC
@pytest.mark.cr("702.41a", "601.2f")
def test_affinity_never_makes_coloured_mana_cheaper() -> None:
    table = Position(plain=True)
    cast = table.give("Thoughtcast")
    for _ in range(6):
        table.put(artifact("Relic"))
    table.mana(ANNA, "{R}")
    assert not may_cast_by(table, cast)
    table.mana(ANNA, "{U}")
    assert may_cast_by(table, cast)


@MAGIC
@pytest.mark.cr("702.41a", "601.2f")
def test_an_increase_is_counted_before_affinity_takes_off() -> None:
    table = Position(plain=True)
    frog = table.give("Frogmite")
    table.put(artifact("Tax", CastCost(amount=2, of=Filter(types=("Creature",)), who="any")))
    for _ in range(4):
        table.put(artifact("Relic"))
    table.mana(ANNA, "{C}")
    table.cast(frog, free=False)
    assert table.zone(frog) == "battlefield"


@MAGIC
@pytest.mark.cr("702.51a")
def test_convoke_lets_creatures_pay_by_being_tapped() -> None:
    table = Position(plain=True)
    guardian = table.give("Ledev Guardian")
    white = table.put(creature("Cleric", 1, 1, cost="{W}"), fresh=True)
    green = table.put(BEAR)
    table.mana(ANNA, "{C}{C}")
    table.cast(guardian, free=False)
    table.do(Action("tap", object=white, word="W"))
    table.do(Action("tap", object=green))
    table.resolve()
    assert table.zone(guardian) == "battlefield"
    assert table.look(white).tapped
    assert table.look(green).tapped


@MAGIC
@pytest.mark.cr("702.126a")
def test_improvise_lets_artifacts_pay_generic_mana_by_being_tapped() -> None:
    table = Position(plain=True)
    spell = table.give(instant(GainLife(amount=1), cost="{2}{W}", keywords=("improvise",)))
    first, second, spare = (table.put(artifact(name)) for name in ("Cog", "Coil", "Cage"))
    table.put(BEAR)
    assert not may_cast_by(table, spell)
    table.mana(ANNA, "{W}")
    table.cast(spell, free=False)
    for each in (first, second):
        table.do(Action("tap", object=each))
    table.resolve()
    assert table.player(ANNA).life == 21
    assert [table.look(each).tapped for each in (first, second, spare)] == [True, True, False]


@MAGIC
@pytest.mark.cr("702.125a")
@pytest.mark.parametrize(("players", "castable"), [(2, False), (3, True)])
def test_undaunted_costs_less_for_each_opponent(players: int, castable: bool) -> None:
    table = Position(plain=True, players=players)
    spell = table.give(instant(GainLife(amount=1), cost="{3}", keywords=("undaunted",)))
    table.mana(ANNA, "{C}")
    assert may_cast_by(table, spell) is castable


@MAGIC
@pytest.mark.cr("702.51a")
def test_convoke_pays_coloured_mana_only_by_a_creature_of_the_colour() -> None:
    table = Position(plain=True)
    guardian = table.give("Ledev Guardian")
    for _ in range(4):
        table.put(BEAR)
    assert not may_cast_by(table, guardian)
    table.put(creature("Cleric", 1, 1, cost="{W}"))
    assert may_cast_by(table, guardian)


@MAGIC
@pytest.mark.cr("702.51a")
def test_a_creature_convokes_in_its_colour_only_where_the_spell_costs_that_colour() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    spell = table.give(instant(GainLife(amount=1), cost="{1}{W}", keywords=("convoke",)))
    table.mana(ANNA, "{W}{C}")
    table.cast(spell, free=False)
    assert {action.word for action in table.game.legal_actions() if action.object == bear} == {""}


@MAGIC
@pytest.mark.cr("702.51a", "601.2h")
def test_a_spell_with_convoke_may_be_paid_for_with_mana_alone() -> None:
    table = Position(plain=True)
    guardian, bear = table.give("Ledev Guardian"), table.put(BEAR)
    table.cast(guardian)
    table.choose("done")
    table.resolve()
    assert table.zone(guardian) == "battlefield"
    assert not table.look(bear).tapped


@MAGIC
@pytest.mark.cr("702.51a")
def test_a_creature_that_makes_mana_may_convoke_in_its_own_colour() -> None:
    table = Position(plain=True)
    monk = table.put(replace(ELF, cost="{W}"))
    spell = table.give(instant(GainLife(amount=1), cost="{W}", keywords=("convoke",)))
    assert may_cast_by(table, spell)
    table.do(Action("cast", object=spell))
    table.choose("tap", monk, word="W")
    table.resolve()
    assert table.player(ANNA).life == 21
    assert not may_cast_by(
        table, table.give(instant(GainLife(amount=1), cost="{W}", keywords=("convoke",)))
    )


@MAGIC
@pytest.mark.cr("702.51a", "702.66a", "601.2b")
def test_convoke_and_delve_help_to_pay_for_x() -> None:
    table = Position(plain=True)
    for _ in range(2):
        table.put(BEAR)
        table.give(BEAR, zone="graveyard")
    table.attend()
    table.do(
        Action(
            "cast",
            object=table.give(
                instant(GainLife(amount="X"), cost="{X}{G}", keywords=("convoke", "delve"))
            ),
        )
    )
    assert {action.number for action in table.game.legal_actions() if action.verb == "x"} == {
        0,
        1,
        2,
        3,
    }


@MAGIC
@pytest.mark.cr("702.51a", "601.2h")
def test_a_creature_may_be_tapped_for_convoke_and_then_be_sacrificed() -> None:
    table = Position(plain=True)
    bear, sacrifice = table.put(BEAR), Costs(sacrifice=Filter(types=("Creature",)))
    spell = table.give(
        instant(GainLife(amount=1), cost="{1}", keywords=("convoke",), additional=sacrifice)
    )
    table.cast(spell, free=False)
    table.choose("tap", bear)
    table.choose("sacrifice", bear)
    table.resolve()
    assert (table.player(ANNA).life, table.zone(bear)) == (21, "graveyard")


@MAGIC
@pytest.mark.cr("702.51a", "118.3")
def test_with_a_mana_source_needed_as_one_it_is_not_tapped_for_convoke_too() -> None:
    table = Position(plain=True)
    elf, sacrifice = table.put(ELF), Costs(sacrifice=Filter(types=("Creature",)))
    spell = table.give(
        instant(GainLife(amount=1), cost="{1}{G}", keywords=("convoke",), additional=sacrifice)
    )
    assert not may_cast_by(table, spell)
    bear = table.put(BEAR)
    table.cast(spell, free=False)
    table.choose("tap", bear, word="G")
    table.choose("tap", elf)
    table.choose("sacrifice", elf)
    table.resolve()
    assert (table.player(ANNA).life, table.zone(bear), table.zone(elf)) == (
        21,
        "battlefield",
        "graveyard",
    )


@MAGIC
@pytest.mark.cr("702.51a", "702.66a")
def test_creatures_are_tapped_then_permanents_sacrificed_then_cards_exiled() -> None:
    table = Position(plain=True)
    bear, sacrifice = table.put(BEAR), Costs(sacrifice=Filter(types=("Creature",)))
    other = table.give(OX, zone="graveyard")
    spell = table.give(
        instant(GainLife(amount=1), cost="{3}", keywords=("convoke", "delve"), additional=sacrifice)
    )
    table.mana(ANNA, "{C}")
    table.cast(spell, free=False)
    table.choose("tap", bear)
    table.choose("sacrifice", bear)
    assert table.offered("exile") == {other, table.now(bear)}
    table.choose("exile", bear)
    table.choose("exile", other)
    table.resolve()
    assert (table.player(ANNA).life, table.player(ANNA).pool[5]) == (21, 1)


@MAGIC
@pytest.mark.cr("702.51a", "107.4e")
def test_creatures_of_any_color_pay_for_the_two_generic_mana_of_a_hybrid_symbol() -> None:
    table = Position(plain=True)
    bears = [table.put(BEAR) for _ in range(2)]
    spell = table.give(instant(GainLife(amount=1), cost="{2/W}", keywords=("convoke",)))
    table.cast(spell, free=False)
    for bear in bears:
        table.choose("tap", bear)
    table.resolve()
    assert table.player(ANNA).life == 21


@MAGIC
@pytest.mark.cr("702.33c", "601.2f")
def test_a_reduction_takes_off_what_is_paid_for_multikicker_too() -> None:
    table = Position(plain=True)
    table.put(artifact("Medallion", CastCost(amount=-1, of=Filter())))
    table.mana(ANNA, "{R}{C}")
    table.attend()
    table.do(
        Action(
            "cast",
            object=table.give(
                instant(GainLife(amount=1), cost="{R}", keywords=("multikicker {2}",))
            ),
        )
    )
    assert {action.number for action in table.game.legal_actions() if action.verb == "x"} == {0, 1}


@MAGIC
@pytest.mark.cr("702.33c", "601.2c")
def test_a_spell_is_kicked_no_more_often_than_it_finds_targets() -> None:
    table = Position(plain=True)
    targets = Target(
        of=Filter(types=("Creature",)), count=Stat(what="times-paid", kind="multikicker", plus=1)
    )
    storm = table.give(
        instant(
            Damage(amount=1, to="target"),
            targets=(targets,),
            cost="{R}",
            keywords=("multikicker {1}",),
        )
    )
    for _ in range(2):
        table.put(BEAR)
    table.mana(ANNA, "{R}{C}{C}{C}")
    table.attend()
    table.do(Action("cast", object=storm))
    assert {action.number for action in table.game.legal_actions() if action.verb == "x"} == {0, 1}


@MAGIC
@pytest.mark.cr("702.66a")
def test_delve_exiles_cards_of_the_graveyard_in_place_of_generic_mana() -> None:
    table = Position(plain=True)
    angler = table.give("Gurmag Angler")
    used = [table.give(BEAR, zone="graveyard") for _ in range(6)]
    kept = table.give(OX, zone="graveyard")
    table.mana(ANNA, "{B}")
    table.cast(angler, free=False)
    for card in used:
        table.choose("exile", card)
    table.resolve()
    assert table.zone(angler) == "battlefield"
    assert [table.zone(card) for card in used] == ["exile"] * 6
    assert table.zone(kept) == "graveyard"


@MAGIC
@pytest.mark.cr("702.66a", "601.2i")
def test_an_announcement_taken_back_brings_delved_cards_back() -> None:
    table = Position(plain=True)
    angler = table.give("Gurmag Angler")
    cards = [table.give(BEAR, zone="graveyard") for _ in range(7)]
    table.mana(ANNA, "{B}")
    table.cast(angler, free=False)
    table.choose("exile", cards[0])
    table.choose("take-back")
    assert len(table.player(ANNA).graveyard) == 7
    assert table.look(angler).zone == "hand"


# --- as it is cast, and afterwards ---


@MAGIC
@pytest.mark.cr("702.40a")
def test_storm_copies_a_spell_for_each_spell_before_it_this_turn() -> None:
    table = Position(plain=True)
    for seat in (ANNA, BEN):
        table.cast(table.give(instant(), seat))
    table.cast(table.give("Empty the Warrens"))
    assert len(table.permanents(ANNA)) == 6


@MAGIC
@pytest.mark.cr("702.40a", "608.2h")
def test_a_storm_copies_a_spell_that_has_been_countered() -> None:
    table = Position(plain=True)
    table.watchful()
    table.cast(table.give(instant()), resolve=False)
    table.passes(2)
    shots = table.give("Grapeshot")
    spell = table.cast(shots, on=player(BEN), resolve=False)
    table.cast(table.give("Counterspell", BEN), on=spell, resolve=False)
    table.passes(2)
    assert table.zone(shots) == "graveyard"
    table.passes(2)
    table.choose("no")
    table.passes(2)
    assert (table.player(BEN).life, table.state.stack) == (19, ())


@MAGIC
@pytest.mark.cr("702.56a", "702.78a", "608.2h")
@pytest.mark.parametrize(("word", "way"), [("replicate {1}", ""), ("conspire", "conspire")])
def test_replicate_and_conspire_copy_a_spell_that_has_left_the_stack(word: str, way: str) -> None:
    table = Position(plain=True)
    table.watchful()
    bears = [table.put(replace(BEAR, colors=("white",))) for _ in range(2)]
    mend = table.give(instant(GainLife(amount=1), cost="{W}", keywords=(word,)))
    table.mana(ANNA, "{C}")
    table.cast(mend, way=way, x=1, resolve=False)
    for bear in bears if table.asked == "cost" else ():
        table.choose("tap", bear)
    table.cast(table.give("Counterspell", BEN), on=table.state.stack[0].id, resolve=False)
    table.passes(6)
    assert (table.zone(mend), table.player(ANNA).life) == ("graveyard", 21)


@MAGIC
@pytest.mark.cr("702.40a", "707.10c")
def test_each_copy_of_a_storm_may_have_another_target() -> None:
    table = Position(plain=True)
    bear = table.put(creature("Squirrel", 1, 1), BEN)
    table.cast(table.give(instant()))
    table.cast(table.give("Grapeshot"), on=player(BEN))
    table.choose("yes")
    table.choose("target", bear)
    table.resolve()
    assert (table.zone(bear), table.player(BEN).life) == ("graveyard", 19)


@MAGIC
@pytest.mark.cr("702.40a")
def test_copies_are_not_cast_and_raise_no_storm() -> None:
    table = Position(plain=True)
    table.cast(table.give(instant()))
    table.cast(table.give("Empty the Warrens"))
    table.cast(table.give("Empty the Warrens"))
    assert len(table.permanents(ANNA)) == 2 * 2 + 2 * 3


@MAGIC
@pytest.mark.cr("702.85a")
def test_cascade_casts_the_first_cheaper_card_and_puts_the_rest_on_the_bottom() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Howltooth Hollow", GIANT, BEAR, OX)
    elf = table.give("Bloodbraid Elf")
    table.cast(elf)
    assert table.asked == "may"
    bear = next(i for i in table.player(ANNA).exile if table.game.object_name(i) == "Bear")
    table.choose("cast", bear)
    table.resolve()
    assert sorted(table.game.object_name(i) for i in table.permanents(ANNA)) == [
        "Bear",
        "Bloodbraid Elf",
    ]
    assert table.names(ANNA, "library")[0] == "Ox"
    assert sorted(table.names(ANNA, "library")[1:]) == ["Giant", "Howltooth Hollow"]
    assert table.names(ANNA, "exile") == []


@MAGIC
@pytest.mark.cr("702.85a")
def test_what_one_cascades_into_need_not_be_cast() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, OX)
    table.cast(table.give("Bloodbraid Elf"))
    table.choose("done")
    table.resolve()
    assert table.names(ANNA, "library") == ["Ox", "Bear"]


@MAGIC
@pytest.mark.cr("702.85a", "702.37c", "118.9a")
def test_what_one_cascades_into_is_not_cast_face_down() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, creature("Sleeper", 3, 3, "morph {G}", cost="{G}"))
    table.cast(table.give("Bloodbraid Elf"))
    assert table.offered_words("cast") == {""}


@MAGIC
@pytest.mark.cr("702.85a", "702.40a")
def test_a_spell_cast_by_cascade_counts_for_a_storm() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR)
    table.cast(table.give("Bloodbraid Elf"))
    bear = table.player(ANNA).exile[0]
    table.choose("cast", bear)
    table.resolve()
    table.cast(table.give("Empty the Warrens"))
    assert len(table.permanents(ANNA)) == 2 + 6


@MAGIC
@pytest.mark.cr("702.88a")
def test_a_spell_with_rebound_is_cast_again_at_the_next_upkeep_and_not_a_third_time() -> None:
    table = Position(plain=True)
    shock = table.give("Staggershock")
    table.cast(shock, on=player(BEN))
    assert table.zone(shock) == "exile"
    table.begin("upkeep")
    table.choose("cast", shock)
    table.choose("target", player(BEN))
    table.resolve()
    assert (table.player(BEN).life, table.zone(shock)) == (16, "graveyard")


@MAGIC
@pytest.mark.cr("702.88a")
def test_rebound_may_be_left_alone_and_the_card_stays_exiled() -> None:
    table = Position(plain=True)
    shock = table.give("Staggershock")
    table.cast(shock, on=player(BEN))
    table.begin("upkeep")
    table.choose("done")
    assert table.zone(shock) == "exile"
    table.begin("upkeep")
    assert table.asked != "may"


@MAGIC
@pytest.mark.cr("702.61a", "702.61b")
def test_nobody_answers_a_spell_with_split_second_but_with_mana() -> None:
    table = Position(plain=True)
    elves, pinger, bolt = (
        table.put("Llanowar Elves", BEN),
        table.put("Prodigal Sorcerer", BEN),
        table.give(BOLT, BEN),
    )
    table.mana(BEN, "{R}")
    table.attend(BEN)
    before = {(action.verb, action.object) for action in table.game.legal_actions()}
    assert {("cast", bolt), ("activate", pinger), ("activate", elves)} <= before
    grip = object_lists.create(table.game, printed(library().card("Krosan Grip")), ANNA, "stack")
    table.state.set(stack=(StackItem(ANNA, grip, "Krosan Grip", is_spell=True, id=grip),))
    table.attend(BEN)
    assert {(action.verb, action.object) for action in table.game.legal_actions()} == {
        ("pass", 0),
        ("activate", elves),
    }


@MAGIC
@pytest.mark.cr("702.61a", "603.3b")
def test_triggers_still_go_on_the_stack_over_a_spell_with_split_second() -> None:
    table = Position(plain=True)
    relic = table.put(artifact("Relic"), BEN)
    watcher = Triggered(
        when=When(event="cast", what=Filter(zone="stack")), effects=(GainLife(amount=1),)
    )
    table.put(artifact("Gong", watcher), BEN)
    table.cast(table.give("Krosan Grip"), on=relic)
    assert (table.player(BEN).life, table.zone(relic)) == (21, "graveyard")


# --- drawing, and from the hand ---


@MAGIC
@pytest.mark.cr("702.52a")
def test_dredge_returns_a_card_in_place_of_a_draw() -> None:
    table = Position(plain=True)
    dog = table.give("Greater Mossdog", zone="graveyard")
    table.library_of(ANNA, *[BEAR] * 4)
    table.follow(Draw(count=2))
    table.choose("dredge", dog)
    assert table.zone(dog) == "hand"
    assert len(table.player(ANNA).library) == 0
    assert len(table.player(ANNA).hand) == 2
    assert len(table.player(ANNA).graveyard) == 4  # three milled, and the spell that let Anna draw


@MAGIC
@pytest.mark.cr("702.52a", "702.52b")
def test_one_may_draw_all_the_same_and_must_with_too_few_cards() -> None:
    table = Position(plain=True)
    dog = table.give("Greater Mossdog", zone="graveyard")
    table.library_of(ANNA, *[BEAR] * 3)
    table.follow(Draw())
    table.choose("draw")
    assert table.zone(dog) == "graveyard"
    table.follow(Draw())  # two are left: nothing is asked
    assert len(table.player(ANNA).hand) == 2


@MAGIC
@pytest.mark.cr("702.52a", "121.2")
def test_a_dredged_card_is_not_drawn() -> None:
    table = Position(plain=True)
    dog = table.give("Greater Mossdog", zone="graveyard")
    table.library_of(ANNA, *[BEAR] * 3, "Vanishment")
    table.put(BEAR, BEN)
    table.follow(Draw(count=2))
    table.choose("dredge", dog)
    assert table.asked == "may"  # the next card is the first one drawn this turn: a miracle


@MAGIC
@pytest.mark.cr("702.29a")
def test_cycling_discards_a_card_for_another() -> None:
    table = Position(plain=True)
    cycler = table.give(creature("Mauler", 4, 4, "cycling {2}"))
    card = table.library_of(ANNA, OX)[0]
    table.mana(ANNA, "{C}{C}")
    table.activate(cycler)
    assert (table.zone(cycler), table.zone(card)) == ("graveyard", "hand")


@MAGIC
@pytest.mark.cr("702.29a", "702.35a")
def test_a_cycled_card_with_madness_may_be_cast() -> None:
    table = Position(plain=True)
    cycler = table.give(creature("Mauler", 4, 4, "cycling {2}", "madness {0}"))
    card = table.library_of(ANNA, OX)[0]
    table.mana(ANNA, "{C}{C}")
    table.activate(cycler)
    table.choose("cast", cycler)
    table.resolve()
    assert (table.zone(cycler), table.zone(card)) == ("battlefield", "hand")


@MAGIC
@pytest.mark.cr("702.29e")
def test_typecycling_searches_for_a_card_of_the_type() -> None:
    table = Position(plain=True)
    templar = table.give("Noble Templar")
    plains = table.library_of(ANNA, OX, BEAR, "Plains")[2]
    table.mana(ANNA, "{C}{C}")
    table.activate(templar, 1)
    assert table.asked == "search"
    table.choose("find", plains)
    assert "Plains" in table.names(ANNA, "hand")


@MAGIC
@pytest.mark.cr("702.29e")
@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("landcycling {2}", {"Plains", "Vault"}),
        ("basic landcycling {2}", {"Plains"}),
        ("artifact landcycling {2}", {"Vault"}),
        ("artifactcycling {2}", {"Vault", "Relic"}),
        ("wizardcycling {2}", {"Mage", "Woodland Changeling"}),
    ],
)
def test_typecycling_may_be_for_any_type_supertype_or_subtype_or_several_together(
    word: str, names: set[str]
) -> None:
    table = Position(plain=True)
    vault, mage = (
        Card(name="Vault", types=("Artifact", "Land")),
        creature("Mage", 1, 1, subtypes=("Wizard",)),
    )
    table.library_of(ANNA, "Plains", vault, artifact("Relic"), mage, "Woodland Changeling", BEAR)
    table.mana(ANNA, "{C}{C}")
    table.activate(table.give(creature("Page", 1, 1, word)))
    assert {table.game.object_name(ident) for ident in table.offered("find")} == names


@MAGIC
@pytest.mark.cr("702.29a", "702.29e", "118.8")
@pytest.mark.parametrize("word", ["cycling", "wizardcycling"])
def test_cycling_may_cost_more_than_mana(word: str) -> None:
    table = Position(plain=True)
    price = Keyword(word=word, cost=Costs(sacrifice=Filter(types=("Creature",)), sacrifice_count=2))
    page = table.give(creature("Page", 1, 1, abilities=(price,)))
    bears = [table.put(BEAR) for _ in range(3)]
    card = table.library_of(ANNA, creature("Mage", 1, 1, subtypes=("Wizard",)))[0]
    table.activate(page)
    for bear in bears[:2]:
        table.choose("sacrifice", bear)
    table.resolve()
    if table.asked == "search":
        table.choose("find", card)
    assert [table.zone(bear) for bear in bears] == ["graveyard", "graveyard", "battlefield"]
    assert len(table.player(ANNA).hand) == 1


@MAGIC
@pytest.mark.cr("702.29c", "702.29f", "702.53a", "702.77a")
def test_a_card_is_cycled_for_a_cost_of_cycling_or_typecycling_alone() -> None:
    table = Position(plain=True)
    table.put(
        artifact(
            "Rift",
            Triggered(
                when=When(event="cycles", what=Filter(zone="graveyard")),
                effects=(GainLife(amount=1),),
            ),
        )
    )
    table.library_of(ANNA, BEAR, BEAR)
    bear = table.put(BEAR)
    table.mana(ANNA, "{U}{U}{C}")
    table.activate(table.give("Drift of Phantasms"))
    table.choose("done")
    table.mana(ANNA, "{W}{C}{C}")
    table.activate(table.give("Burrenton Bombardier"), on=bear)
    assert (table.player(ANNA).life, table.size(bear)) == (20, (4, 4))
    table.mana(ANNA, "{C}{C}")
    table.activate(table.give("Noble Templar"))
    assert table.player(ANNA).life == 21


@MAGIC
@pytest.mark.cr("702.53a")
def test_transmute_searches_for_a_card_of_the_same_mana_value() -> None:
    table = Position(plain=True)
    drift = table.give("Drift of Phantasms")
    three, two = creature("Three", 1, 1, cost="{2}{R}"), BEAR
    table.library_of(ANNA, two, three, two)
    table.mana(ANNA, "{U}{U}{C}")
    table.activate(drift)
    found = {table.game.object_name(ident) for ident in table.offered("find")}
    assert found == {"Three"}


@MAGIC
@pytest.mark.cr("702.77a")
def test_reinforce_puts_counters_on_a_creature_from_the_hand() -> None:
    table = Position(plain=True)
    bear, bombardier = table.put(BEAR), table.give("Burrenton Bombardier")
    table.mana(ANNA, "{W}{C}{C}")
    table.activate(bombardier, on=bear)
    assert (table.size(bear), table.zone(bombardier)) == ((4, 4), "graveyard")


@MAGIC
@pytest.mark.cr("702.77a", "107.3a")
def test_reinforce_x_puts_as_many_counters_as_were_paid_for() -> None:
    table = Position(plain=True)
    bear, swell = (
        table.put(BEAR),
        table.give(instant(GainLife(amount=1), keywords=("reinforce X {X}{W}",))),
    )
    table.mana(ANNA, "{W}{C}{C}{C}")
    table.activate(swell, 2, on=bear, x=3)
    assert (table.size(bear), table.zone(swell)) == ((5, 5), "graveyard")


@MAGIC
@pytest.mark.cr("702.84a")
def test_an_unearthed_creature_attacks_at_once_and_is_exiled_at_the_end() -> None:
    table = Position(plain=True)
    thunder = table.give("Hell's Thunder", zone="graveyard")
    table.mana(ANNA, "{R}{C}{C}{C}{C}")
    table.activate(thunder, 2)
    assert (table.zone(thunder), table.game.is_sick(table.now(thunder))) == ("battlefield", False)
    table.begin("end")
    table.in_order()
    assert table.zone(thunder) == "exile"


@MAGIC
@pytest.mark.cr("702.84a", "614.1a")
def test_an_unearthed_creature_that_would_leave_is_exiled_instead() -> None:
    table = Position(plain=True)
    thunder = table.give("Hell's Thunder", zone="graveyard")
    table.mana(ANNA, "{R}{C}{C}{C}{C}")
    table.activate(thunder, 2)
    table.cast(table.give("Unsummon"), on=thunder)
    assert table.zone(thunder) == "exile"


# --- escalate ---


ALLIANCE = Card(
    name="Alliance",
    types=("Instant",),
    cost="{W}",
    keywords=("escalate {2}",),
    abilities=(
        Spell(
            modes=(
                Mode(effects=(GainLife(amount=1),)),
                Mode(effects=(GainLife(amount=2),)),
                Mode(effects=(GainLife(amount=4),)),
            ),
            choose_up_to=3,
        ),
    ),
)


@MAGIC
@pytest.mark.cr("702.120a")
@pytest.mark.parametrize(
    ("mana", "modes", "life"),
    [("{W}", (1,), 21), ("{W}{C}{C}", (1, 3), 25), ("{W}{C}{C}{C}{C}", (1, 2, 3), 27)],
)
def test_each_mode_beyond_the_first_costs_mana(
    mana: str, modes: tuple[int, ...], life: int
) -> None:
    table = Position(plain=True)
    card = table.give(ALLIANCE)
    table.mana(ANNA, mana)
    table.attend()
    table.do(Action("cast", object=card))
    for mode in modes:
        if table.asked == "mode":
            table.do(Action("mode", number=mode))
    assert table.asked != "mode"
    table.resolve()
    assert (table.player(ANNA).life, table.player(ANNA).pool) == (life, (0,) * 6)


@MAGIC
@pytest.mark.cr("702.120a")
def test_nobody_must_escalate() -> None:
    table = Position(plain=True)
    card = table.give(ALLIANCE)
    table.mana(ANNA, "{W}{C}{C}")
    table.attend()
    table.do(Action("cast", object=card))
    table.do(Action("mode", number=3))
    table.choose("done")
    table.resolve()
    assert table.player(ANNA).life == 24
