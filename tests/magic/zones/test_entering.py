"""The one door by which everything enters the battlefield (CR 614.12), spells among it that are
moved there.
"""

from typing import Literal

import pytest

from engine.actions import DONE
from engine.cards.model import (
    Again,
    Card,
    Change,
    CopyToken,
    Counter,
    Enters,
    Exile,
    Modify,
    Move,
    Static,
    Target,
)
from engine.cards.subtypes import CREATURE_TYPES
from engine.cards.terms import Filter
from engine.magic.zones.entering import every_creature_type
from tests.magic.positions import (
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    creature,
    enchantment,
    instant,
)

BEAR = creature("Bear", 2, 2)
VOICE = creature("Voice", 2, 2, abilities=(Enters(choose="color"),))
HUNTER = creature("Hunter", 2, 2, abilities=(Enters(choose="creature-type"),))
CLONE = creature("Clone", 0, 0, abilities=(Enters(copy_of=CREATURES),))
GLUTTON = creature("Glutton", 1, 1, "devour 1")
BROOD = creature("Brood", 1, 1, abilities=(Enters(counters="+1/+1", count=2),))
Place = Literal[
    "battlefield", "hand", "graveyard", "library-top", "library-bottom", "library-shuffled"
]
A_SPELL = Target(of=Filter(zone="stack"))


def on_stack(table: Position, card: Card) -> tuple[int, int]:
    """A card that was cast, and its spell, on which nobody has passed yet."""
    table.watchful()
    ident = table.give(card)
    return ident, table.cast(ident, resolve=False)


# --- tokens choose as they enter ---


@pytest.mark.cr("614.12", "707.2")
def test_a_token_copy_asks_for_the_colour_that_its_original_asked_for() -> None:
    table = Position(plain=True)
    voice = table.put(VOICE, BEN, chosen="green")
    table.follow(CopyToken(of="target"), on=voice)
    table.choose("choose", word="red")
    token = next(obj for obj in table.state.objects.values() if obj.token)
    assert (token.chosen, token.zone, token.controller) == ("red", "battlefield", ANNA)
    assert table.look(voice).chosen == "green"


@pytest.mark.cr("614.12")
def test_each_of_two_tokens_chooses_for_itself() -> None:
    table = Position(plain=True)
    table.follow(CopyToken(of="target", count=2), on=table.put(VOICE, chosen="green"))
    table.choose("choose", word="red")
    table.choose("choose", word="blue")
    assert sorted(obj.chosen for obj in table.state.objects.values() if obj.token) == [
        "blue",
        "red",
    ]


@pytest.mark.cr("614.12", "702.82a")
def test_a_token_copy_may_devour() -> None:
    table = Position(plain=True)
    glutton, bear = table.put(GLUTTON), table.put(BEAR)
    table.follow(CopyToken(of="target"), on=glutton)
    table.choose("choose", bear)
    table.do(DONE)
    token = next(obj for obj in table.state.objects.values() if obj.token)
    assert (token.count("+1/+1"), table.zone(bear)) == (1, "graveyard")


@pytest.mark.cr("614.12", "707.5", "707.9")
def test_a_token_copy_of_a_clone_that_is_none_may_copy_something() -> None:
    table = Position(plain=True)
    clone, bear = table.put(CLONE, counters=(("+1/+1", 1),)), table.put(BEAR, BEN)
    table.follow(CopyToken(of="target"), on=clone)
    table.choose("choose", bear)
    token = next(obj for obj in table.state.objects.values() if obj.token)
    assert (token.zone, table.characteristics(token.id).name, table.size(token.id)) == (
        "battlefield",
        "Bear",
        (2, 2),
    )


@pytest.mark.cr("614.12", "614.1c")
def test_a_token_copy_enters_with_the_counters_of_its_original() -> None:
    table = Position(plain=True)
    table.follow(CopyToken(of="target"), on=table.put(BROOD))
    token = next(obj for obj in table.state.objects.values() if obj.token)
    assert table.size(token.id) == (3, 3)


@pytest.mark.cr("205.3e", "205.3m")
def test_any_creature_type_may_be_chosen_and_nothing_else() -> None:
    table = Position(plain=True)
    table.put(BEAR)
    table.cast(table.give(HUNTER))
    words = table.offered_words("choose")
    assert words >= {*CREATURE_TYPES, "Goblin", "Bear", "Time Lord"}
    assert not words & {"Forest", "Equipment", "Creature", "Jace"}


@pytest.mark.cr("614.12")
@pytest.mark.parametrize("zone", ["hand", "graveyard", "exile"])
def test_whatever_is_put_onto_the_battlefield_chooses_there(
    zone: Literal["hand", "graveyard", "exile"],
) -> None:
    table = Position(plain=True)
    voice = table.give(VOICE, zone=zone)
    table.follow(Move(what=Filter(zone=zone, types=("Creature",)), to="battlefield"))
    table.choose("choose", word="red")
    assert (table.zone(voice), table.look(voice).chosen) == ("battlefield", "red")


# --- spells that are moved off the stack ---


@pytest.mark.cr("400.7", "608.3")
@pytest.mark.parametrize("card", [BEAR, CLONE, VOICE, GLUTTON, BROOD], ids=lambda card: card.name)
def test_a_creature_spell_that_is_put_onto_the_battlefield_does_not_resolve_as_well(
    card: Card,
) -> None:
    table = Position(plain=True)
    other = table.put(creature("Ox", 2, 4), BEN)
    ident, spell = on_stack(table, card)
    table.follow(Move(what="target", to="battlefield"), on=spell)
    while table.asked == "choose":
        if table.may("choose", other):
            table.choose("choose", other)
        else:
            table.do(DONE if DONE in table.game.legal_actions() else table.game.legal_actions()[0])
    table.resolve()
    assert (table.zone(ident), len(table.state.stack)) == ("battlefield", 0)


@pytest.mark.cr("400.7", "701.6")
@pytest.mark.parametrize(
    "to", ["hand", "library-top", "library-bottom", "library-shuffled", "graveyard"]
)
def test_a_spell_that_is_moved_elsewhere_is_off_the_stack(to: Place) -> None:
    table = Position(plain=True)
    _, spell = on_stack(table, CLONE)
    table.follow(Move(what="target", to=to), on=spell)
    while table.asked == "choose":
        table.do(table.game.legal_actions()[0])
    table.resolve()
    zone = getattr(table.state.players[ANNA], to.split("-")[0])
    assert not table.state.stack
    assert [table.look(ident).printed.name for ident in zone].count("Clone") == 1


@pytest.mark.cr("400.7", "701.13")
def test_a_spell_that_is_exiled_is_off_the_stack() -> None:
    table = Position(plain=True)
    ident, spell = on_stack(table, BEAR)
    table.follow(Exile(what="target"), on=spell)
    assert (table.zone(ident), len(table.state.stack)) == ("exile", 0)


@pytest.mark.cr("707.10a")
@pytest.mark.parametrize("to", ["battlefield", "hand", "graveyard"])
def test_a_copy_of_a_spell_that_is_moved_ceases_to_exist(to: Place) -> None:
    table = Position(plain=True)
    ident, spell = on_stack(table, BEAR)
    table.cast(
        table.give(instant(Again(what="target"), targets=(A_SPELL,))), on=spell, resolve=False
    )
    table.passes(2)
    copy = table.state.stack[-1].id
    table.cast(
        table.give(instant(Move(what="target", to=to), targets=(A_SPELL,))), on=copy, resolve=False
    )
    table.passes(2)
    assert copy not in table.state.objects
    table.resolve()
    assert table.zone(ident) == "battlefield"
    assert not any(obj.token for obj in table.state.objects.values())


@pytest.mark.cr("707.10f", "614.12")
def test_a_copy_of_a_permanent_spell_becomes_a_token_that_chooses() -> None:
    table = Position(plain=True)
    _, spell = on_stack(table, VOICE)
    table.follow(Again(what="target"), on=spell)
    table.resolve()
    table.choose("choose", word="red")
    table.resolve()
    if table.asked == "choose":
        table.choose("choose", word="blue")
    chosen = {obj.chosen: obj.token for obj in table.state.objects.values() if obj.chosen}
    assert chosen == {"red": True, "blue": False}


@pytest.mark.cr("708.9", "400.7")
def test_a_face_down_spell_that_is_put_onto_the_battlefield_is_what_it_is() -> None:
    table = Position(plain=True)
    table.watchful()
    ident = table.give(creature("Spy", 3, 4, "morph {2}"))
    spell = table.cast(ident, way="morph", resolve=False)
    table.follow(Move(what="target", to="battlefield"), on=spell)
    assert (table.characteristics(ident).name, table.look(ident).face_down) == ("Spy", False)


# --- turned face up for morph ---


@pytest.mark.cr("702.37e")
def test_who_would_have_no_morph_face_up_is_not_turned_up_for_it() -> None:
    table = Position(plain=True)
    spy = table.give(creature("Spy", 3, 4, "morph {2}"))
    table.cast(spy, way="morph")
    table.mana(ANNA, "{C}{C}")
    table.attend()
    assert table.may("turn-up", spy)
    silence = table.put(
        enchantment("Silence", Static(what=CREATURES, change=Change(lose_abilities=True)))
    )
    table.attend()
    assert not table.may("turn-up", spy)
    table.follow(Move(what="target", to="hand"), on=silence)
    table.attend()
    assert table.may("turn-up", spy)


@pytest.mark.cr("112.4", "701.6")
def test_a_spell_that_was_made_uncounterable_stays_where_it_is() -> None:
    table = Position(plain=True)
    ident, spell = on_stack(table, BEAR)
    grant = instant(
        Modify(what="target", change=Change(keywords=("uncounterable",))), targets=(A_SPELL,)
    )
    table.cast(table.give(grant), on=spell, resolve=False)
    table.passes(2)
    table.follow(Counter(what="target"), on=spell)
    table.resolve()
    assert table.zone(ident) == "battlefield"


@pytest.mark.cr("205.3m", "205.3e")
def test_only_what_creatures_are_is_a_creature_type_to_choose() -> None:
    table = Position(plain=True)
    table.put(artifact("Engine", subtypes=("Gadget",)))
    table.put(creature("Thing", 1, 1, subtypes=("Oddling",)))
    assert {"Gadget", "Oddling"} & set(every_creature_type(table.game)) == {"Oddling"}
