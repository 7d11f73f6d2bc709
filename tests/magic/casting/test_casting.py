"""Casting spells (CR 601): when, from where, with what choices, and back again."""

import pytest

from engine.actions import Action, IllegalAction
from engine.base.records import replace
from engine.cards.model import (
    Activated,
    AddMana,
    Card,
    CastCost,
    Damage,
    Destroy,
    Discard,
    Draw,
    GainLife,
    If,
    LoseLife,
    MakeToken,
    Mode,
    PutCounters,
    Spell,
    Tap,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Count, Filter, Not, Paid, Stat
from tests.magic.asking import may_activate, may_cast
from tests.magic.mana_sources import ELF, announce
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    ANYTHING,
    BEN,
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
OX = creature("Ox", 2, 4)
FLASHER = creature("Ambusher", 3, 1, "flash")
BALM = sorcery(GainLife(amount=3), name="Balm")
SPARK = instant(Damage(amount=1, to="target"), targets=(ANYTHING,), name="Spark")
GROVE = Card(
    name="Grove",
    types=("Land",),
    abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)),),
)


# --- when ---


@pytest.mark.rule("M-4")
@pytest.mark.cr("307.1", "302.1", "301.1", "303.1")
@pytest.mark.parametrize(
    "card",
    [BALM, BEAR, artifact("Lamp", cost="{0}"), enchantment("Hearth", cost="{0}")],
    ids=lambda card: card.name,
)
@pytest.mark.parametrize(
    ("step", "active", "allowed"),
    [("First Main", ANNA, True), ("First Main", BEN, False), ("Upkeep", ANNA, False)],
)
def test_slow_spells_belong_to_ones_own_main_phase(
    card: Card, step: str, active: int, allowed: bool
) -> None:
    table = Position(plain=True, active=active, step=step)
    ident = table.give(card)
    table.mana(ANNA, "{G}{C}")
    assert may_cast(table, ident) is allowed


@pytest.mark.rule("M-4")
@pytest.mark.cr("304.1", "702.8a", "117.1a")
@pytest.mark.parametrize("card", [SPARK, FLASHER], ids=lambda card: card.name)
@pytest.mark.parametrize(("step", "active"), [("First Main", BEN), ("Upkeep", ANNA), ("End", BEN)])
def test_instants_and_spells_with_flash_may_be_cast_at_any_time(
    card: Card, step: str, active: int
) -> None:
    table = Position(plain=True, active=active, step=step)
    ident = table.give(card)
    table.mana(ANNA, "{G}{C}")
    assert may_cast(table, ident)


@pytest.mark.cr("307.1", "117.1a")
def test_nothing_slow_is_cast_while_something_is_on_the_stack() -> None:
    table = Position(plain=True)
    balm, spark, other = table.give(BALM), table.give(SPARK), table.give(BALM)
    table.watchful()
    table.cast(balm, resolve=False)
    assert not may_cast(table, other)
    assert may_cast(table, spark)


@pytest.mark.cr("601.3", "601.2")
@pytest.mark.parametrize("zone", ["graveyard", "exile", "library"])
def test_cards_are_cast_from_the_hand_only(zone: str) -> None:
    table = Position(plain=True)
    ident = table.give(SPARK, zone=zone)
    assert not may_cast(table, ident)


@pytest.mark.cr("601.3", "108.3")
def test_nobody_casts_anothers_cards() -> None:
    table = Position(plain=True)
    assert not may_cast(table, table.give(SPARK, BEN))


@pytest.mark.cr("305.9", "601.3")
def test_a_land_is_not_cast() -> None:
    table = Position(plain=True)
    assert not may_cast(table, table.give(GROVE))


# --- announcing (M-4) ---


@pytest.mark.rule("M-4")
@pytest.mark.cr("601.2a")
def test_an_announced_spell_is_on_the_stack_at_once() -> None:
    table = Position(plain=True)
    table.put(BEAR)
    spark = table.give(SPARK)
    table._give_priority(ANNA)
    table.do(Action("cast", object=spark))
    assert table.asked == "target"
    assert [item.name for item in table.state.stack] == ["Spark"]
    assert table.names(ANNA, "hand") == []


@pytest.mark.rule("M-4")
@pytest.mark.cr("601.2", "732.1")
def test_an_announcement_is_taken_back_whole() -> None:
    table = Position(plain=True)
    grove, bear = table.put(GROVE), table.put(BEAR)
    burn = table.give(
        instant(
            Damage(amount="X", to="target"),
            targets=(ANYTHING,),
            cost="{X}{G}",
            additional=Costs(sacrifice=CREATURES),
        )
    )
    table.mana(ANNA, "{C}")
    table._give_priority(ANNA)
    before = table.state.fork()
    table.do(Action("cast", object=burn))
    table.do(Action("x", number=1))
    table.do(Action("target", object=player(BEN)))
    if table.asked == "payment":
        table.do(Action("activate", object=grove, ability=1))
    table.do(Action("take-back"))
    assert table.state == before
    assert table.zone(bear) == "battlefield"


@pytest.mark.rule("M-4")
@pytest.mark.cr("601.2h", "732.1")
def test_what_was_tapped_for_mana_is_untapped_when_the_spell_is_taken_back() -> None:
    table = Position(plain=True)
    groves = [table.put(GROVE), table.put(GROVE)]
    bear = table.give(creature("Bear", 2, 2, cost="{G}{G}"))
    table._give_priority(ANNA)
    table.do(Action("cast", object=bear))
    table.do(Action("activate", object=groves[0], ability=1))
    assert table.look(groves[0]).tapped
    table.do(Action("take-back"))
    assert (table.look(groves[0]).tapped, table.player(ANNA).pool[4]) == (False, 0)
    assert table.names(ANNA, "hand") == ["Bear"]


@pytest.mark.rule("M-4")
@pytest.mark.cr("601.2h")
def test_what_has_been_paid_cannot_be_taken_back() -> None:
    table = Position(plain=True)
    table.watchful()
    table.cast(table.give(BALM), resolve=False)
    assert not table.may("take-back")


@pytest.mark.cr("601.2i", "603.2")
def test_a_spell_that_was_taken_back_was_never_cast() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Ear",
            Triggered(
                when=When(event="cast", what=Filter(zone="stack")), effects=(GainLife(amount=1),)
            ),
        )
    )
    table.put(BEAR)
    spark = table.give(SPARK)
    table._give_priority(ANNA)
    table.do(Action("cast", object=spark))
    table.do(Action("take-back"))
    table.do(Action("pass"))
    assert table.player(ANNA).life == 20


@pytest.mark.cr("601.2c")
def test_a_spell_without_a_legal_target_cannot_be_cast() -> None:
    table = Position(plain=True)
    assert not may_cast(table, table.give(instant(Destroy(what="target"), targets=(A_CREATURE,))))


@pytest.mark.cr("601.2c", "702.5a")
def test_an_aura_spell_needs_a_target_too() -> None:
    table = Position(plain=True)
    halo = table.give(aura("Halo", cost="{0}"))
    assert not may_cast(table, halo)
    table.put(BEAR, BEN)
    assert may_cast(table, halo)


@pytest.mark.cr("601.2c", "115.3")
def test_one_object_is_targeted_once_by_one_phrase() -> None:
    two = instant(Tap(what="target"), targets=(Target(of=CREATURES, count=2),))
    table = Position(plain=True)
    first, second = table.put(BEAR), table.put(OX)
    card = table.give(two)
    table.cast(card, on=(first, second))
    assert table.look(first).tapped
    assert table.look(second).tapped
    table = Position(plain=True)
    table.put(BEAR)
    assert not may_cast(table, table.give(two))


@pytest.mark.cr("115.3", "601.2c")
def test_one_object_may_be_the_target_of_two_phrases() -> None:
    table = Position(plain=True)
    ox = table.put(OX)
    card = instant(
        Damage(amount=1, to="target"),
        Damage(amount=2, to="target2"),
        targets=(A_CREATURE, ANYTHING),
    )
    table.cast(table.give(card), on=(ox, ox))
    assert table.look(ox).damage == 3


@pytest.mark.cr("115.3", "601.2c")
def test_another_target_is_other_than_the_first() -> None:
    table = Position(plain=True)
    ox, bear = table.put(OX), table.put(BEAR)
    another = Target(of=Filter(types=("Creature",), apart_from="target"))
    card = instant(
        Damage(amount=1, to="target"), Damage(amount=2, to="target2"), targets=(A_CREATURE, another)
    )
    spell = table.give(card)
    alone = Position(plain=True)
    alone.put(OX)
    assert not may_cast(alone, alone.give(card))
    with pytest.raises(IllegalAction, match="legal target"):
        table.cast(spell, on=(ox, ox))
    table.do(Action("target", object=bear))
    assert (table.look(ox).damage, table.zone(bear)) == (1, "graveyard")


@pytest.mark.cr("601.2c", "115.1b")
@pytest.mark.parametrize("chosen", [0, 1, 2])
def test_up_to_two_targets_may_be_fewer(chosen: int) -> None:
    table = Position(plain=True)
    bears = [table.put(BEAR) for _ in range(3)]
    card = table.give(
        instant(Tap(what="target"), targets=(Target(of=CREATURES, count=2, up_to=True),))
    )
    table.cast(card, on=bears[:chosen])
    assert sum(table.look(bear).tapped for bear in bears) == chosen


@pytest.mark.cr("601.2d")
@pytest.mark.parametrize("share", [1, 2, 3])
def test_divided_damage_gives_each_target_at_least_one(share: int) -> None:
    table = Position(plain=True)
    first, second = table.put(creature("Wall", 0, 9)), table.put(creature("Wall", 0, 9))
    volley = table.give(
        sorcery(
            Damage(amount=4, to="target", divided=True), targets=(Target(of=CREATURES, count=2),)
        )
    )
    table._give_priority(ANNA)
    table.do(Action("cast", object=volley))
    table.do(Action("target", object=first))
    table.do(Action("target", object=second))
    assert {action.number for action in table.game.legal_actions() if action.verb == "assign"} == {
        1,
        2,
        3,
    }
    table.do(Action("assign", number=share))
    assert {action.number for action in table.game.legal_actions() if action.verb == "assign"} == {
        4 - share
    }
    table.do(Action("assign", number=4 - share))
    table.resolve()
    assert (table.look(first).damage, table.look(second).damage) == (share, 4 - share)


@pytest.mark.rule("M-12")
@pytest.mark.cr("601.2b", "107.3a")
def test_x_is_chosen_before_it_is_paid() -> None:
    table = Position(plain=True)
    blaze = table.give(sorcery(Damage(amount="X", to="target"), targets=(ANYTHING,), cost="{X}{R}"))
    table.mana(ANNA, "{R}{C}{C}{C}")
    table._give_priority(ANNA)
    table.do(Action("cast", object=blaze))
    assert {action.number for action in table.game.legal_actions() if action.verb == "x"} == {
        0,
        1,
        2,
        3,
    }


@pytest.mark.cr("107.3a", "601.2f")
def test_x_may_be_nothing() -> None:
    table = Position(plain=True)
    table.cast(
        table.give(sorcery(Damage(amount="X", to="target"), targets=(ANYTHING,), cost="{X}{R}")),
        x=0,
        on=player(BEN),
    )
    assert table.player(BEN).life == 20


@pytest.mark.cr("107.3g", "202.3e")
def test_x_counts_for_a_spells_mana_value_on_the_stack_only() -> None:
    table = Position(plain=True)
    table.watchful()
    table.put(
        enchantment(
            "Scale",
            Triggered(
                when=When(event="cast", what=Filter(zone="stack")),
                effects=(GainLife(amount=Stat(what="mana-value", of="it")),),
            ),
        )
    )
    hydra = creature("Hydra", 1, 1, cost="{X}{G}{G}")
    card = table.give(hydra)
    assert table.look(card).printed.value == 2
    table.cast(card, x=3)
    assert table.player(ANNA).life == 25


@pytest.mark.rule("M-12")
@pytest.mark.cr("700.2a", "601.2b")
@pytest.mark.parametrize(("mode", "life", "cards"), [(1, 22, 0), (2, 20, 1)])
def test_a_modal_spell_does_what_was_chosen(mode: int, life: int, cards: int) -> None:
    modes = (Mode(effects=(GainLife(amount=2),)), Mode(effects=(Draw(),)))
    table = Position(plain=True)
    table.library_of(ANNA, BEAR)
    table.cast(
        table.give(
            Card(name="Charm", cost="{0}", types=("Instant",), abilities=(Spell(modes=modes),))
        ),
        mode=mode,
    )
    assert (table.player(ANNA).life, len(table.player(ANNA).hand)) == (life, cards)


@pytest.mark.cr("700.2a", "601.2c")
def test_a_mode_without_a_legal_target_cannot_be_chosen() -> None:
    modes = (
        Mode(effects=(Destroy(what="target"),), targets=(A_CREATURE,)),
        Mode(effects=(GainLife(amount=2),)),
    )
    table = Position(plain=True)
    card = table.give(
        Card(name="Charm", cost="{0}", types=("Instant",), abilities=(Spell(modes=modes),))
    )
    table._give_priority(ANNA)
    table.do(Action("cast", object=card))
    assert {action.number for action in table.game.legal_actions() if action.verb == "mode"} == {2}


@pytest.mark.cr("700.2d")
def test_two_different_modes_are_chosen_and_followed_in_the_order_of_the_card() -> None:
    modes = (
        Mode(effects=(GainLife(amount=2),)),
        Mode(effects=(Draw(),)),
        Mode(effects=(LoseLife(amount=1, who="opponents"),)),
    )
    table = Position(plain=True)
    card = table.give(
        Card(
            name="Command",
            cost="{0}",
            types=("Instant",),
            abilities=(Spell(modes=modes, choose=2),),
        )
    )
    table._give_priority(ANNA)
    table.do(Action("cast", object=card))
    table.do(Action("mode", number=3))
    assert not any(action.number == 3 for action in table.game.legal_actions())
    table.do(Action("mode", number=1))
    table.resolve()
    assert (table.player(ANNA).life, table.player(BEN).life) == (22, 19)
    assert [event.seat for event in table.happened("life")] == [ANNA, BEN]


@pytest.mark.cr("702.33a", "601.2b")
@pytest.mark.parametrize(("way", "life"), [("", 21), ("kicked", 25)])
def test_a_kicked_spell_does_more(way: str, life: int) -> None:
    burst = sorcery(
        If(condition=Paid(), then=(GainLife(amount=5),), otherwise=(GainLife(amount=1),)),
        cost="{G}",
        kicker=Costs(mana="{2}"),
    )
    table = Position(plain=True)
    table.cast(table.give(burst), way=way)
    assert table.player(ANNA).life == life


@pytest.mark.cr("702.33d", "603.6a")
def test_a_creature_knows_whether_it_was_kicked() -> None:
    grows = Triggered(
        when=When(event="enters"), condition=Paid(), effects=(PutCounters(on="self", count=2),)
    )
    table = Position(plain=True)
    plain, kicked = (
        table.give(creature("Sapling", 1, 1, abilities=(grows,), kicker=Costs(mana="{2}")))
        for _ in range(2)
    )
    table.cast(plain)
    table.cast(kicked, way="kicked")
    assert (table.size(plain), table.size(kicked)) == ((1, 1), (3, 3))


# --- costs ---


@pytest.mark.rule("M-3")
@pytest.mark.cr("601.2f", "118.7a")
def test_a_reduction_takes_generic_mana_only() -> None:
    table = Position(plain=True)
    table.put(artifact("Medallion", CastCost(amount=-3, of=Filter(types=("Creature",)))))
    bear = table.give(BEAR)
    assert not may_cast(table, bear)
    table.mana(ANNA, "{G}")
    table.cast(bear, free=False)
    assert table.zone(bear) == "battlefield"


@pytest.mark.cr("601.2f", "118.7")
@pytest.mark.parametrize(
    ("who", "seat", "price"),
    [
        ("you", ANNA, 1),
        ("you", BEN, 2),
        ("opponent", ANNA, 2),
        ("opponent", BEN, 1),
        ("any", BEN, 1),
    ],
)
def test_a_reduction_is_for_whom_it_names(who: str, seat: int, price: int) -> None:
    table = Position(plain=True, active=seat)
    table.put(artifact("Medallion", CastCost(amount=-1, of=CREATURES, who=who)))  # type: ignore[arg-type] # one of its words
    bear = table.give(BEAR, seat)
    table.mana(seat, "{G}")
    assert may_cast(table, bear, seat) is (price == 1)


@pytest.mark.cr("601.2f")
def test_increases_and_reductions_are_added_up() -> None:
    table = Position(plain=True)
    table.put(artifact("Sphere", CastCost(amount=2, of=Filter(), who="any")))
    table.put(artifact("Medallion", CastCost(amount=-1, of=CREATURES)))
    bear = table.give(BEAR)
    table.mana(ANNA, "{G}{C}")
    assert not may_cast(table, bear)
    table.mana(ANNA, "{C}")
    assert may_cast(table, bear)


@pytest.mark.cr("601.2f", "107.3a")
def test_a_reduction_takes_off_what_is_paid_for_x_too() -> None:
    table = Position(plain=True)
    table.put("Nightscape Familiar")
    blaze = table.give("Blaze")
    table.mana(ANNA, "{R}{C}{C}")
    announce(table, blaze)
    assert {action.number for action in table.game.legal_actions() if action.verb == "x"} == {
        0,
        1,
        2,
        3,
    }
    table.do(Action("x", number=3))
    table.choose("target", player(BEN))
    table.resolve()
    assert (table.player(BEN).life, sum(table.player(ANNA).pool)) == (17, 0)


@pytest.mark.cr("601.2b", "601.2f", "107.4e")
def test_a_reduction_takes_off_the_generic_half_of_hybrid_symbols() -> None:
    table = Position(plain=True)
    table.put("Nightscape Familiar")
    javelin = table.give("Flame Javelin")
    table.mana(ANNA, "{C}{C}{C}{C}")
    assert not may_cast(table, javelin)
    table.mana(ANNA, "{C}")
    table.cast(javelin, on=player(BEN), free=False)
    assert (table.player(BEN).life, sum(table.player(ANNA).pool)) == (16, 0)


@pytest.mark.cr("118.8", "601.2b", "601.2h")
def test_an_additional_cost_is_paid_though_the_spell_is_countered() -> None:
    from engine.cards.model import Counter

    rite = sorcery(GainLife(amount=9), additional=Costs(sacrifice=CREATURES), name="Rite")
    table = Position(plain=True)
    bear = table.put(BEAR)
    no = table.give(instant(Counter(), targets=(Target(of=Filter(zone="stack")),)), BEN)
    table.cast(table.give(rite), resolve=False)
    table.choose("sacrifice", bear)
    assert table.zone(bear) == "graveyard"
    table.cast(no, on=table.state.stack[-1].id)
    assert table.player(ANNA).life == 20


@pytest.mark.cr("118.3", "119.4")
def test_life_that_one_lacks_cannot_be_paid() -> None:
    bleed = Activated(cost=Costs(life=3), effects=(Draw(),))
    table = Position(plain=True)
    ring = table.put(artifact("Ring", bleed))
    table.state.change_player(ANNA, life=3)
    assert may_activate(table, ring)
    table.state.change_player(ANNA, life=2)
    assert not may_activate(table, ring)


@pytest.mark.rule("M-17")
@pytest.mark.cr("119.4")
def test_without_life_no_life_is_paid() -> None:
    table = Position()
    ring = table.put(artifact("Ring", Activated(cost=Costs(life=1), effects=(Draw(),))))
    assert not may_activate(table, ring)


@pytest.mark.cr("118.3", "701.9a")
def test_the_spell_itself_is_not_discarded_for_its_cost() -> None:
    table = Position(plain=True)
    wild = table.give(sorcery(Draw(), additional=Costs(discard=1), name="Wild Guess"))
    assert not may_cast(table, wild)
    table.give(BEAR)
    assert may_cast(table, wild)


@pytest.mark.cr("601.2h", "603.3", "704.3")
def test_what_was_sacrificed_for_a_spell_triggers_above_it() -> None:
    table = Position(plain=True)
    table.watchful()
    martyr = table.put(
        creature(
            "Martyr",
            1,
            1,
            abilities=(Triggered(when=When(event="dies"), effects=(GainLife(amount=2),)),),
        )
    )
    table.cast(
        table.give(
            sorcery(
                LoseLife(amount=1, who="opponents"),
                additional=Costs(sacrifice=CREATURES),
                name="Rite",
            )
        ),
        resolve=False,
    )
    table.choose("sacrifice", martyr)
    assert [item.name for item in table.state.stack] == ["Rite", "Martyr"]


# --- interactions ---


@pytest.mark.cr("601.2f", "118.7", "613.1e")
def test_what_a_spell_costs_depends_on_what_the_card_is() -> None:
    table = Position(plain=True)
    table.put(artifact("Ruby", CastCost(amount=-1, of=Filter(colors=("red",)))))
    red, green = table.give(creature("Imp", 1, 1, cost="{1}{R}")), table.give(BEAR)
    table.mana(ANNA, "{R}{G}")
    assert may_cast(table, red)
    table.state.change_player(ANNA, pool=(0, 0, 0, 0, 1, 0))
    assert not may_cast(table, green)


@pytest.mark.cr("601.2f", "608.3")
def test_a_cost_that_changes_after_it_was_paid_matters_no_more() -> None:
    from engine.cards.model import Move

    table = Position(plain=True)
    medallion = table.put(artifact("Medallion", CastCost(amount=-1, of=CREATURES)))
    bounce = table.give(
        instant(Move(what="target", to="hand"), targets=(Target(of=Filter(types=("Artifact",))),)),
        BEN,
    )
    table.mana(ANNA, "{G}")
    bear = table.give(BEAR)
    table.cast(bear, free=False, resolve=False)
    table.cast(bounce, on=medallion)
    assert table.zone(bear) == "battlefield"


@pytest.mark.cr("601.2g", "605.3a", "601.2h")
def test_a_creature_sacrificed_for_a_spell_may_make_its_mana_first() -> None:
    elf = creature(
        "Elf", 1, 1, abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{B}"),)),)
    )
    rite = sorcery(Draw(), cost="{B}", additional=Costs(sacrifice=CREATURES), name="Rite")
    table = Position(plain=True)
    table.library_of(ANNA, BEAR)
    ident = table.put(elf)
    table._give_priority(ANNA)
    table.do(Action("cast", object=table.give(rite)))
    assert table.may("activate", ident)
    assert not table.may("sacrifice", ident)
    table.do(Action("activate", object=ident, ability=1))
    while table.asked in ("cost", "payment"):
        table.do(next(a for a in table.game.legal_actions() if a.verb in ("sacrifice", "auto")))
    table.resolve()
    assert table.names(ANNA, "hand") == ["Bear"]


@pytest.mark.cr("601.2c", "702.11b", "702.18a")
@pytest.mark.parametrize(
    ("keyword", "seat", "allowed"),
    [("hexproof", BEN, True), ("hexproof", ANNA, False), ("shroud", BEN, False), ("", ANNA, True)],
)
def test_a_spell_with_nothing_to_target_but_the_untouchable(
    keyword: str, seat: int, allowed: bool
) -> None:
    """Ben's creature, and a spell of Anna's or Ben's."""
    table = Position(plain=True)
    table.put(creature("Shade", 1, 1, *filter(None, [keyword])), BEN)
    card = table.give(instant(Tap(what="target"), targets=(A_CREATURE,)), seat)
    assert may_cast(table, card, seat) is allowed


@pytest.mark.cr("107.3a", "601.2c")
def test_x_targets_need_as_many_objects() -> None:
    table = Position(plain=True)
    bears = [table.put(BEAR) for _ in range(2)]
    card = table.give(
        instant(Tap(what="target"), targets=(Target(of=CREATURES, count="X"),), cost="{X}{U}")
    )
    table.mana(ANNA, "{U}{C}{C}{C}{C}")
    table._give_priority(ANNA)
    table.do(Action("cast", object=card))
    assert max(action.number for action in table.game.legal_actions()) == 2
    table.do(Action("x", number=2))
    for bear in bears:
        if table.asked == "target":
            table.do(Action("target", object=bear))
    if table.asked == "payment":
        table.do(Action("auto"))
    table.resolve()
    assert all(table.look(bear).tapped for bear in bears)


@pytest.mark.cr("601.2c", "601.2e")
def test_a_spell_with_a_counted_number_of_targets_needs_as_many() -> None:
    table = Position(plain=True)
    blast = table.give(
        instant(
            Destroy(what="target"),
            targets=(Target(of=CREATURES, count=Count(of=Filter(types=("Artifact",)))),),
        )
    )
    for _ in range(2):
        table.put(artifact("Stone"))
    table.put(BEAR)
    assert not may_cast(table, blast)
    table.put(BEAR)
    assert may_cast(table, blast)


@pytest.mark.cr("601.2b", "118.3", "602.2b")
@pytest.mark.parametrize(
    "price", [Costs(mana="{X}", tap=True), Costs(mana="{X}", tap_other=CREATURES)]
)
def test_x_is_no_more_than_can_be_paid_beside_the_rest_of_the_cost(price: Costs) -> None:
    table = Position(plain=True)
    heal = Activated(cost=price, effects=(GainLife(amount="X"),))
    table.put(ELF)
    druid = table.put(replace(ELF, abilities=(*ELF.abilities, heal)))
    table.attend()
    table.do(Action("activate", object=druid, ability=2))
    assert {action.number for action in table.game.legal_actions() if action.verb == "x"} == {0, 1}


@pytest.mark.rule("M-4")
@pytest.mark.cr("601.2b", "601.2f")
def test_an_x_beyond_what_can_be_paid_is_refused_by_the_clause_of_costs() -> None:
    table = Position(plain=True)
    table.put(ELF)
    blast = table.give(instant(GainLife(amount="X"), cost="{X}"))
    table.attend()
    table.do(Action("cast", object=blast))
    before = table.state.fork()
    with pytest.raises(IllegalAction, match="at most 1") as refused:
        table.game.apply(Action("x", number=2))
    assert refused.value.code == "M-4"
    assert table.state == before


@pytest.mark.cr("601.3", "608.2b")
def test_a_refused_action_changes_nothing() -> None:
    table = Position(plain=True)
    bear = table.give(BEAR)
    table._give_priority(ANNA)
    before = table.state.fork()
    with pytest.raises(IllegalAction, match="more than you can pay"):
        table.game.apply(Action("cast", object=bear))
    assert table.state == before


@pytest.mark.cr("608.2c", "608.2d")
def test_instructions_are_followed_in_order() -> None:
    """Discard first, and the card drawn is safe; draw first, and there is a choice."""
    for effects, asked in (((Discard(), Draw()), "pause"), ((Draw(), Discard()), "discard")):
        table = Position(plain=True)
        table.library_of(ANNA, OX)
        table.give(BEAR)
        table.follow(*effects)
        assert table.asked == asked


@pytest.mark.cr("608.2h", "107.1")
def test_a_number_is_counted_as_the_spell_resolves() -> None:
    table = Position(plain=True)
    rally = table.give(sorcery(GainLife(amount=Count(of=CREATURES)), name="Rally"))
    spawn = table.give(instant(MakeToken(token=creature("Rat", 1, 1, cost=""), count=2)), BEN)
    table.put(BEAR)
    table.cast(rally, resolve=False)
    table.cast(spawn)
    assert table.player(ANNA).life == 23


@pytest.mark.cr("608.2c", "603.4")
def test_if_you_did_not_kick_it_the_rest_is_another() -> None:
    card = sorcery(
        If(condition=Not(condition=Paid()), then=(LoseLife(amount=1, who="opponents"),)),
        cost="{G}",
        kicker=Costs(mana="{1}"),
    )
    table = Position(plain=True)
    table.cast(table.give(card), way="kicked")
    assert table.player(BEN).life == 20
    table.cast(table.give(card))
    assert table.player(BEN).life == 19


def test_one_mode_or_both_may_be_chosen() -> None:
    modes = (Mode(effects=(GainLife(amount=2),)), Mode(effects=(GainLife(amount=5),)))
    charm = Card(
        name="Charm",
        cost="{0}",
        types=("Instant",),
        abilities=(Spell(modes=modes, choose_up_to=2),),
    )
    for second, life in ((Action("done"), 22), (Action("mode", number=2), 27)):
        table = Position(plain=True)
        card = table.give(charm)
        table._give_priority(ANNA)
        table.do(Action("cast", object=card))
        assert not any(action.verb == "done" for action in table.game.legal_actions())
        table.do(Action("mode", number=1))
        table.do(second)
        table.resolve()
        assert table.player(ANNA).life == life
