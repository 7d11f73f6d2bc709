"""Examples of the Comprehensive Rules, sections 603 to 616, set up with cards of our own."""

import pytest

from engine.cards.model import (
    Activated,
    AddMana,
    BecomeCopy,
    Change,
    Damage,
    Delayed,
    Destroy,
    Draw,
    Enters,
    GainLife,
    MakeToken,
    May,
    Modify,
    Move,
    Replace,
    Sacrifice,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter, Stat
from tests.magic.burn import zap
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    creature,
    enchantment,
    instant,
    sorcery,
)

BEAR = creature("Bear", 2, 2)
RAT = creature("Rat", 1, 1, cost="")
ONE_LIFE = GainLife(amount=1)


@pytest.mark.cr("603.6b")
@pytest.mark.parametrize(("silenced", "life"), [(False, 22), (True, 21)])
def test_what_loses_its_abilities_as_it_enters_does_not_notice_that_it_enters(
    silenced: bool, life: int
) -> None:
    """Somebody else's ability does notice it, whatever it is on the battlefield."""
    table = Position(plain=True)
    table.put(
        enchantment(
            "Bell", Triggered(when=When(event="enters", what=CREATURES), effects=(ONE_LIFE,))
        )
    )
    if silenced:
        table.put(enchantment("Hush", Static(what=CREATURES, change=Change(lose_abilities=True))))
    table.cast(
        table.give(
            creature(
                "Herald",
                1,
                1,
                abilities=(Triggered(when=When(event="enters"), effects=(ONE_LIFE,)),),
            )
        )
    )
    table.in_order()
    assert table.player(ANNA).life == life


@pytest.mark.cr("603.6b")
def test_what_is_made_a_creature_as_it_enters_enters_as_a_creature() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Bell", Triggered(when=When(event="enters", what=CREATURES), effects=(ONE_LIFE,))
        )
    )
    march = Static(
        what=Filter(types=("Artifact",)),
        change=Change(add_types=("Creature",), base_power=1, base_toughness=1),
    )
    table.put(enchantment("March", march))
    table.cast(table.give(artifact("Cog")))
    assert table.player(ANNA).life == 21


@pytest.mark.cr("607.4")
def test_what_was_chosen_is_chosen_for_each_of_its_abilities() -> None:
    table = Position(plain=True)
    chosen = Filter(types=("Creature",), shares="chosen-color")
    plume = artifact(
        "Plume",
        Enters(choose="color"),
        Static(what=chosen, change=Change(power=1)),
        Activated(cost=Costs(tap=True), effects=(Destroy(what=chosen),)),
    )
    bear, ogre = table.put(BEAR), table.put(creature("Ogre", 2, 2, cost="{R}"), BEN)
    table.cast(table.give(plume))
    table.choose("choose", word="red")
    assert (table.size(bear), table.size(ogre)) == ((2, 2), (3, 2))
    plume_id = next(i for i in table.permanents(ANNA) if table.look(i).printed.name == "Plume")
    table.activate(plume_id, 3)
    assert (table.zone(bear), table.zone(ogre)) == ("battlefield", "graveyard")


@pytest.mark.cr("607.5a")
def test_who_becomes_a_copy_has_chosen_nothing() -> None:
    """A Shifter that turns into a Voice on the battlefield never entered as one: it is protected
    from no colour.
    """
    table = Position(plain=True)
    voice = creature(
        "Voice", 2, 2, "protection from the chosen color", abilities=(Enters(choose="color"),)
    )
    shifting = Activated(cost=Costs(), effects=(BecomeCopy(of="target"),), targets=(A_CREATURE,))
    shifter = table.put(creature("Shifter", 1, 1, abilities=(shifting,)))
    table.cast(table.give(voice))
    table.choose("choose", word="red")
    original = next(i for i in table.permanents(ANNA) if table.look(i).printed.name == "Voice")
    table.activate(shifter, on=original)
    zap(table, 1, shifter, by=BEN)
    assert table.look(shifter).damage == 1


@pytest.mark.cr("608.2d")
def test_who_has_nothing_to_sacrifice_cannot_choose_to() -> None:
    table = Position(plain=True)
    bargain = May(
        who="opponents",
        cost=Costs(sacrifice=CREATURES),
        otherwise=(Damage(amount=4, to="that-player"),),
    )
    table.follow(bargain)
    assert (table.asked, table.player(BEN).life) == ("pause", 16)


@pytest.mark.cr("608.2k")
def test_what_a_trigger_spoke_of_is_meant_even_if_it_is_no_creature_any_more() -> None:
    table = Position(plain=True)
    back = Delayed(when=When(event="step", step="end"), then=(Move(what="it", to="hand"),))
    wall = creature(
        "Tears",
        0,
        4,
        "defender",
        abilities=(Triggered(when=When(event="blocks"), effects=(back,)),),
    )
    machine = table.put(artifact("Machine"))
    walking = Change(add_types=("Creature",), base_power=1, base_toughness=1)
    table.follow(Modify(what="target", change=walking, until="end-of-combat"), on=machine)
    table.attack(machine, blocks={machine: (table.put(wall, BEN),)})
    assert not table.characteristics(machine).is_creature
    table.begin("end")
    assert table.zone(machine) == "hand"


@pytest.mark.cr("615.10")
def test_what_prevents_some_damage_to_each_does_so_for_each() -> None:
    table = Position(plain=True)
    clerics = Filter(types=("Creature",), subtypes=("Cleric",), controller="you")
    table.put(
        creature(
            "Defender",
            2,
            4,
            subtypes=("Cleric",),
            abilities=(Replace(event="damage", what=clerics, prevent=1),),
        )
    )
    cleric, ox = (
        table.put(creature("Cleric", 2, 4, subtypes=("Cleric",))),
        table.put(creature("Ox", 2, 4)),
    )
    theirs = table.put(creature("Cleric", 2, 4, subtypes=("Cleric",)), BEN)
    table.follow(Damage(amount=2, to=CREATURES))
    assert [table.look(i).damage for i in (cleric, ox, theirs)] == [1, 2, 2]
    table.follow(Damage(amount=2, to=CREATURES))
    assert [table.look(i).damage for i in (cleric,)] == [2]


@pytest.mark.cr("616.2")
def test_a_replaced_event_can_be_replaced_again() -> None:
    """Life that would be gained becomes cards drawn, and a draw that would be becomes a Rat."""
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, BEAR)
    table.put(enchantment("Words", Replace(event="draw", what="you", then=(MakeToken(token=RAT),))))
    table.put(enchantment("Tithe", Replace(event="gain-life", what="you", then=(Draw(count=1),))))
    before = len(table.permanents(ANNA))
    table.follow(ONE_LIFE)
    assert (
        table.player(ANNA).life,
        len(table.player(ANNA).hand),
        len(table.permanents(ANNA)) - before,
    ) == (20, 0, 1)


@pytest.mark.cr("605.2", "107.1b")
@pytest.mark.parametrize(("power", "made"), [(3, 3), (0, 0), (-2, 0)])
def test_a_mana_ability_is_one_even_if_it_makes_nothing(power: int, made: int) -> None:
    table = Position(plain=True)
    joiner = creature("Joiner", power, 2, abilities=(
        Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}", times=Stat(what="power",
        of="self")),)),
    ))  # fmt: skip
    ident = table.put(joiner)
    table.watchful()
    table.attend()
    table.activate(ident, resolve=False)
    assert (table.state.stack, sum(table.player(ANNA).pool)) == ((), made)


@pytest.mark.cr("120.5")
def test_damage_destroys_nothing_itself() -> None:
    """Whatever would happen if the spell destroyed the creature does not: it dies of the damage
    afterwards.
    """
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    table.follow(Damage(amount=3, to="target"), ONE_LIFE, on=bear)
    assert (table.zone(bear), table.player(ANNA).life) == ("graveyard", 21)


@pytest.mark.cr("101.4", "701.21a")
def test_creatures_that_everybody_sacrifices_are_sacrificed_at_once() -> None:
    """Each of them sees the other die, whoever chose first."""
    table = Position(plain=True)
    seeing = Triggered(
        when=When(event="dies", what=Filter(types=("Creature",), other=True)),
        effects=(Damage(amount=1, to="opponents"),),
    )
    table.put(creature("Ghoul", 2, 2, abilities=(seeing,)), ANNA)
    table.put(creature("Ghast", 2, 2, abilities=(seeing,)), BEN)
    table.cast(table.give(sorcery(Sacrifice(who="players", of=CREATURES))))
    while table.asked == "sacrifice":
        table.do(table.game.legal_actions()[0])
    table.resolve()
    assert (table.player(ANNA).life, table.player(BEN).life) == (19, 19)


@pytest.mark.cr("608.2b")
def test_a_target_that_one_part_may_not_have_any_more_is_still_the_others() -> None:
    table = Position(plain=True)
    table.watchful()
    nonblack = Target(of=Filter(types=("Creature",), not_colors=("black",)))
    land = Target(of=Filter(types=("Artifact",)))
    table.put(
        enchantment(
            "Forge",
            Static(
                what=Filter(types=("Artifact",), subtypes=("Golem",)),
                change=Change(add_types=("Creature",)),
            ),
        )
    )
    golem = table.put(artifact("Golem", subtypes=("Golem",)), BEN)
    table.state.change(golem, counters=(("+1/+1", 2),))
    spores = table.give(
        sorcery(Damage(amount=1, to="target"), Destroy(what="target2"), targets=(nonblack, land))
    )
    table.cast(spores, on=(golem, golem), resolve=False)
    dye = instant(Modify(what="target", change=Change(colors=("black",))), targets=(A_CREATURE,))
    table._give_priority(BEN)
    table.cast(table.give(dye, BEN), on=golem, resolve=False)
    table.resolve()
    assert table.zone(golem) == "graveyard"
    assert not [event for event in table.happened("damage") if event.other == golem]
