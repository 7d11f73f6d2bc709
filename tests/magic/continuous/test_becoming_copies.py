"""Permanents that become copies of others, for a time or for good, and copies that are more than
what they copy (CR 707, 613.2).
"""

import pytest

from engine.cards.model import (
    Activated,
    AnyEffect,
    BecomeCopy,
    Change,
    CopyToken,
    Destroy,
    Enters,
    Exile,
    GainLife,
    Modify,
    Move,
    PutCounters,
    Static,
    Triggered,
    Unlike,
    When,
)
from engine.cards.terms import Costs, Count, Filter, Until
from engine.magic.turn.steps import drop_ended, wear_off
from engine.magic.zones.face_down import turn_face_down, turn_face_up
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    bigger,
    creature,
    enchantment,
    instant,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4, "vigilance")
GIANT = creature("Giant", 5, 5, "trample", cost="{4}{R}", colors=("red",))
MAGE = creature(
    "Mage",
    1,
    1,
    abilities=(Activated(cost=Costs(), effects=(GainLife(amount=1),), once_each_turn=True),),
)
ILLUSION = Unlike(add_types=("Artifact",), add_subtypes=("Illusion",), keywords=("flying",))


def becomes(until: Until = "end-of-turn", unlike: Unlike | None = None) -> AnyEffect:
    """The first target becomes a copy of the second."""
    return BecomeCopy(what="target", of="target2", until=until, unlike=unlike)


def called(table: Position, ident: int) -> tuple[str, tuple[int, int]]:
    return table.characteristics(ident).name, table.size(ident)


@pytest.mark.rule("M-7", "M-12")
@pytest.mark.cr("707.2", "613.2a", "514.2")
def test_a_creature_becomes_a_copy_until_end_of_turn() -> None:
    table = Position(plain=True)
    bear, giant = table.put(BEAR), table.put(GIANT, BEN)
    table.follow(becomes(), on=(bear, giant))
    assert called(table, bear) == ("Giant", (5, 5))
    assert (table.characteristics(bear).colors, table.characteristics(bear).has("trample")) == (
        frozenset({"red"}),
        True,
    )
    assert table.look(bear).controller == ANNA
    wear_off(table.game)
    assert called(table, bear) == ("Bear", (2, 2))


@pytest.mark.cr("707.2", "708.5")
def test_the_view_tells_what_a_copy_really_is_unless_it_lies_face_down() -> None:
    table = Position(plain=True)
    bear, giant = table.put(BEAR), table.put(GIANT, BEN)
    table.follow(becomes(), on=(bear, giant))

    def told() -> list[str]:
        return [
            line
            for item in table.game.view_for(BEN).permanents
            if item.id == bear
            for line in item.changes
        ]

    assert told() == ["A copy: this is really Bear."]
    turn_face_down(table.game, bear)
    assert told() == []


@pytest.mark.cr("707.2", "400.7")
def test_who_is_a_copy_for_good_stays_one_until_it_leaves() -> None:
    table = Position(plain=True)
    bear, giant = table.put(BEAR), table.put(GIANT, BEN)
    table.follow(becomes("forever"), on=(bear, giant))
    wear_off(table.game)
    assert called(table, bear) == ("Giant", (5, 5))
    table.follow(Move(what="target", to="hand"), on=bear)
    assert table.names(ANNA, "hand") == ["Bear"]


@pytest.mark.cr("707.2c")
def test_a_copy_does_not_follow_what_it_copies() -> None:
    table = Position(plain=True)
    bear, ox, giant = table.put(BEAR), table.put(OX), table.put(GIANT)
    table.follow(becomes(), on=(bear, ox))
    table.follow(becomes(), on=(ox, giant))
    assert (called(table, bear)[0], called(table, ox)[0]) == ("Ox", "Giant")


@pytest.mark.cr("707.2", "613.4")
def test_counters_and_effects_stay_while_it_is_something_else() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX)
    table.follow(PutCounters(on="target"), Modify(what="target", change=bigger(2, 0)), on=bear)
    table.follow(becomes(), on=(bear, ox))
    assert called(table, bear) == ("Ox", (5, 5))


@pytest.mark.cr("613.7", "707.3")
def test_the_last_copy_effect_counts_and_when_it_ends_the_one_before_does() -> None:
    table = Position(plain=True)
    bear, ox, giant = table.put(BEAR), table.put(OX), table.put(GIANT)
    table.follow(becomes("your-next-turn"), on=(bear, ox))
    table.follow(becomes(), on=(bear, giant))
    assert called(table, bear)[0] == "Giant"
    wear_off(table.game)
    assert called(table, bear)[0] == "Ox"
    table.state.change_turn(number=table.state.turn.number + 2)
    drop_ended(table.game, BEN)
    assert called(table, bear)[0] == "Bear"


@pytest.mark.cr("707.2", "613.2a")
def test_a_clone_that_becomes_something_else_is_the_copy_again_that_it_entered_as() -> None:
    table = Position(plain=True)
    clone, ox = (
        table.give(creature("Clone", 0, 0, abilities=(Enters(copy_of=CREATURES),), cost="{3}{U}")),
        table.put(OX),
    )
    table.cast(clone)
    table.choose("choose", ox)
    table.resolve()
    clone = table.now(clone)
    table.follow(becomes(), on=(clone, table.put(GIANT)))
    assert called(table, clone)[0] == "Giant"
    wear_off(table.game)
    assert called(table, clone)[0] == "Ox"
    table.follow(Move(what="target", to="hand"), on=clone)
    assert table.names(ANNA, "hand") == ["Clone"]


@pytest.mark.cr("707.2", "707.4", "613.6")
def test_a_copy_brings_the_static_abilities_and_loses_its_own() -> None:
    table = Position(plain=True)
    lord = table.put(
        creature(
            "Lord",
            2,
            2,
            abilities=(Static(what=Filter(types=("Creature",), other=True), change=bigger(1, 1)),),
        )
    )
    bear, ox = table.put(BEAR), table.put(OX)
    assert table.size(ox) == (3, 5)
    table.follow(becomes(), on=(bear, lord))
    assert (table.size(ox), table.size(lord), table.size(bear)) == ((4, 6), (3, 3), (3, 3))
    table.follow(becomes(), on=(lord, ox))
    assert (table.size(bear), table.size(ox)) == ((2, 2), (3, 5))
    wear_off(table.game)
    assert (table.size(bear), table.size(ox)) == ((3, 3), (3, 5))


@pytest.mark.cr("707.2", "602.5b")
def test_an_ability_that_it_comes_to_have_has_not_been_used() -> None:
    table = Position(plain=True)
    first, second, bear = table.put(MAGE), table.put(MAGE), table.put(BEAR)
    table.activate(first)
    table.priority()
    assert not table.may("activate", first)
    table.follow(becomes(), on=(first, bear))
    table.follow(becomes(), on=(first, second))
    table.priority()
    assert table.may("activate", first)


@pytest.mark.cr("707.9", "707.9a")
def test_a_copy_that_is_more_is_copied_with_what_it_has() -> None:
    table = Position(plain=True)
    bear, ox, giant = table.put(BEAR), table.put(OX), table.put(GIANT)
    table.follow(becomes(unlike=ILLUSION), on=(bear, giant))
    table.follow(becomes(), on=(ox, bear))
    for ident in (bear, ox):
        c = table.characteristics(ident)
        assert (c.name, c.types, c.subtypes) == (
            "Giant",
            frozenset({"Artifact", "Creature"}),
            frozenset({"Giant", "Illusion"}),
        )
        assert c.has("flying")
        assert c.has("trample")
    assert not table.characteristics(giant).has("flying")


@pytest.mark.cr("707.9", "707.9d", "604.3")
def test_a_copy_may_have_another_name_color_and_size_however_the_originals_is_set() -> None:
    table = Position(plain=True)
    counting = Static(
        change=Change(base_power=Count(of=CREATURES), base_toughness=Count(of=CREATURES))
    )
    bear, swarm = (
        table.put(BEAR),
        table.put(creature("Swarm", 0, 0, "trample", abilities=(counting,))),
    )
    unlike = Unlike(
        name="Colossus", colors=("blue",), add_supertypes=("Legendary",), power=7, toughness=6
    )
    table.follow(becomes(unlike=unlike), on=(bear, swarm))
    c = table.characteristics(bear)
    assert (c.name, table.size(bear), c.colors, c.has("trample")) == (
        "Colossus",
        (7, 6),
        frozenset({"blue"}),
        True,
    )
    assert c.supertypes == frozenset({"Legendary"})
    assert table.size(swarm) == (2, 2)


@pytest.mark.cr("707.5", "707.9")
def test_it_may_enter_as_a_copy_that_is_more() -> None:
    table = Position(plain=True)
    ox = table.put(OX, BEN)
    image = table.give(
        creature(
            "Image", 0, 0, abilities=(Enters(copy_of=CREATURES, unlike=ILLUSION),), cost="{1}{U}"
        )
    )
    table.cast(image)
    table.choose("choose", ox)
    table.resolve()
    c = table.characteristics(table.now(image))
    assert (c.name, c.has("flying"), c.has("vigilance"), c.subtypes) == (
        "Ox",
        True,
        True,
        frozenset({"Ox", "Illusion"}),
    )


@pytest.mark.cr("707.9", "111.3")
def test_a_token_may_be_a_copy_that_is_more() -> None:
    table = Position(plain=True)
    ox = table.put(OX, BEN)
    table.follow(CopyToken(of="target", unlike=Unlike(keywords=("haste",))), on=ox)
    token = next(ident for ident in table.permanents(ANNA) if table.look(ident).token)
    assert (
        table.characteristics(token).name,
        table.characteristics(token).has("haste"),
        table.characteristics(ox).has("haste"),
    ) == ("Ox", True, False)


@pytest.mark.cr("707.9a", "603.2")
def test_a_copy_keeps_the_ability_that_made_it_one() -> None:
    table = Position(plain=True)
    changes = Triggered(
        when=When(event="enters", what=Filter(types=("Creature",), other=True)),
        effects=(BecomeCopy(of="it", keeps=True),),
    )
    shifter = table.put(creature("Shifter", 0, 1, abilities=(changes,)))
    for name in (OX, GIANT):
        table.cast(table.give(name))
        table.resolve()
        table.resolve()
    assert called(table, shifter) == ("Giant", (5, 5))
    assert table.characteristics(shifter).abilities == (changes,)


@pytest.mark.cr("608.2h", "707.2")
def test_it_becomes_a_copy_of_what_has_just_left() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    table.follow(Exile(what="target"), BecomeCopy(what="target2", of="it"), on=(ox, bear))
    assert called(table, bear) == ("Ox", (2, 4))


@pytest.mark.cr("708.2", "707.2")
def test_who_lies_face_down_is_a_copy_when_it_is_turned_up() -> None:
    table = Position(plain=True)
    bear, giant = table.put(BEAR), table.put(GIANT, BEN)
    turn_face_down(table.game, bear)
    table.follow(becomes(), on=(bear, giant))
    assert table.size(bear) == (2, 2)
    assert not table.characteristics(bear).has("trample")
    turn_face_up(table.game, bear)
    assert called(table, bear) == ("Giant", (5, 5))
    wear_off(table.game)
    assert called(table, bear) == ("Bear", (2, 2))


@pytest.mark.cr("708.2", "708.8")
def test_a_copy_that_is_turned_down_is_itself_again_once_the_effect_is_over() -> None:
    table = Position(plain=True)
    bear, giant = table.put(BEAR), table.put(GIANT, BEN)
    table.follow(becomes(), on=(bear, giant))
    turn_face_down(table.game, bear)
    wear_off(table.game)
    turn_face_up(table.game, bear)
    assert called(table, bear) == ("Bear", (2, 2))


@pytest.mark.cr("702.26", "707.2")
def test_who_has_phased_out_stays_a_copy_for_as_long_as_the_effect_lasts() -> None:
    table = Position(plain=True)
    bear, giant = table.put(creature("Wisp", 2, 2, "phasing")), table.put(GIANT, BEN)
    table.follow(becomes("forever"), on=(bear, giant))
    assert not table.characteristics(bear).has("phasing")
    wear_off(table.game)
    assert called(table, bear)[0] == "Giant"


@pytest.mark.cr("707.2", "704.5f")
def test_who_becomes_too_small_for_its_damage_dies() -> None:
    table = Position(plain=True)
    giant, bear = table.put(GIANT, damage=3), table.put(BEAR)
    table.follow(becomes(), on=(giant, bear))
    table.priority()
    assert "Giant" in table.names(ANNA, "graveyard")


@pytest.mark.cr("613.1", "707.2")
def test_copying_comes_before_every_other_effect() -> None:
    table = Position(plain=True)
    thing, bear = table.put(artifact("Thing")), table.put(BEAR)
    table.put(
        enchantment(
            "March",
            Static(
                what=Filter(types=("Artifact",)),
                change=Change(add_types=("Creature",), base_power=1, base_toughness=1),
            ),
        )
    )
    assert table.size(thing) == (1, 1)
    table.follow(becomes(), on=(thing, bear))
    assert (called(table, thing), table.characteristics(thing).types) == (
        ("Bear", (2, 2)),
        frozenset({"Creature"}),
    )
    table.follow(Destroy(what="target"), on=bear)
    assert called(table, thing) == ("Bear", (2, 2))


@pytest.mark.cr("611.2b", "613.2a")
def test_a_copy_for_as_long_as_the_source_stays() -> None:
    table = Position(plain=True)
    ring = table.put(
        artifact(
            "Ring",
            Activated(
                cost=Costs(),
                effects=(BecomeCopy(what="target", of="target2", until="source-leaves"),),
                targets=(A_CREATURE, A_CREATURE),
            ),
        )
    )
    bear, ox = table.put(BEAR), table.put(OX)
    table.activate(ring, on=(bear, ox))
    table.resolve()
    assert called(table, bear)[0] == "Ox"
    table.follow(Destroy(what="target"), on=ring)
    table.priority()
    assert called(table, bear)[0] == "Bear"


@pytest.mark.cr("707.2", "514.2", "400.7")
def test_a_copy_that_has_died_is_nothing_to_turn_back_when_the_turn_ends() -> None:
    table = Position(plain=True)
    bear, giant = table.put(BEAR), table.put(GIANT, BEN)
    table.follow(becomes(), on=(bear, giant))
    table.follow(Destroy(what="target"), on=bear)

    wear_off(table.game)

    assert "Bear" in table.names(ANNA, "graveyard")


@pytest.mark.cr("707.2", "613.2a")
def test_what_else_lasts_on_a_creature_has_no_say_in_what_it_is_a_copy_of() -> None:
    table = Position(plain=True)
    bear, giant = table.put(BEAR), table.put(GIANT, BEN)
    table.follow(Modify(what="target", change=bigger(1, 1), until="forever"), on=bear)
    table.follow(becomes(), on=(bear, giant))
    table.follow(Modify(what="target", change=bigger(1, 1), until="forever"), on=bear)
    assert called(table, bear) == ("Giant", (7, 7))

    wear_off(table.game)

    assert called(table, bear) == ("Bear", (4, 4))


DYED = creature(
    "Dyed", 1, 1,
    abilities=(
        Enters(choose="color"),
        Static(what="self", change=Change(colors=("chosen",))),
        Static(what=CREATURES, change=Change(keywords=("protection from the chosen color",))),
    ),
)  # fmt: skip
KIN = creature(
    "Kin", 1, 1,
    abilities=(
        Enters(choose="creature-type"),
        Static(what=CREATURES, change=Change(subtypes=("chosen",))),
        Static(
            what=Filter(types=("Creature",), shares="chosen-type"), change=Change(power=1)
        ),
    ),
)  # fmt: skip


@pytest.mark.cr("607.5a", "707.2", "702.51a")
@pytest.mark.parametrize("before", ["", "Goblin"])
def test_a_copy_that_chose_no_color_keeps_its_own_and_convokes(before: str) -> None:
    table = Position(plain=True)
    bear, dyed = table.put(BEAR, chosen=before), table.put(DYED, BEN, chosen="red")
    table.follow(becomes(), on=(bear, dyed))
    seen = table.characteristics(bear)
    assert (seen.colors, seen.keywords) == ({"green"}, {"protection from red"})
    spell = instant(GainLife(amount=1), cost="{G}", keywords=("convoke",))
    table.cast(table.give(spell), free=False)
    assert table.offered("tap") == {bear}


@pytest.mark.cr("607.5a", "707.2")
@pytest.mark.parametrize("before", ["", "red"])
def test_a_copy_that_chose_no_type_changes_none(before: str) -> None:
    table = Position(plain=True)
    bear, kin = table.put(BEAR, chosen=before), table.put(KIN, BEN, chosen="Elf")
    table.follow(becomes(), on=(bear, kin))
    table.follow(Exile(what="target"), on=kin)
    assert (table.characteristics(bear).subtypes, table.size(bear)) == ({"Kin"}, (1, 1))
