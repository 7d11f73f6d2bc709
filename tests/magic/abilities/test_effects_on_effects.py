"""Continuous effects that change one another (CR 613.6, 613.8), and characteristics that cards
define themselves (CR 604.3).
"""

import pytest

from engine.cards.model import (
    Card,
    Change,
    Counter,
    Destroy,
    GainLife,
    Modify,
    Move,
    PutCounters,
    Static,
    Target,
)
from engine.cards.terms import Compare, Count, Exists, Filter, Stat
from engine.magic.turn.steps import wear_off
from tests.magic.positions import (
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
KNIGHT = creature("Knight", 2, 2, "first strike", cost="{W}{W}")
ENCHANTMENTS = Filter(types=("Enchantment",), other=True)
LANDS = Filter(types=("Land",))
HUMBLED = Static(what=CREATURES, change=Change(lose_abilities=True, base_power=1, base_toughness=1))
HUMILITY = enchantment("Humility", HUMBLED)
SILENCE = enchantment("Silence", Static(what=CREATURES, change=Change(lose_abilities=True)))
RADIANCE = enchantment(
    "Radiance",
    Static(
        what=ENCHANTMENTS, change=Change(add_types=("Creature",), base_power=4, base_toughness=4)
    ),
)
BANNER = enchantment(
    "Banner", Static(what=Filter(types=("Creature",), colors=("white",)), change=bigger(1, 1))
)


def colored(before: str, after: str) -> Card:
    """All creatures of one colour are of another."""
    return enchantment(
        f"{before} to {after}",
        Static(what=Filter(types=("Creature",), colors=(before,)), change=Change(colors=(after,))),
    )


def kinds(before: str, after: str) -> Card:
    """All creatures of one kind are of another as well."""
    return enchantment(
        f"{before} to {after}",
        Static(what=Filter(subtypes=(before,)), change=Change(add_subtypes=(after,))),
    )


def laid(*cards: Card) -> tuple[Position, list[int]]:
    """A position with these permanents, which came one after another."""
    table = Position(plain=True)
    return table, [table.put(card) for card in cards]


# --- what began to apply goes on (CR 613.6) ---


@pytest.mark.cr("613.6", "613.7", "613.4b")
@pytest.mark.parametrize(
    ("order", "size"), [((HUMILITY, RADIANCE), (4, 4)), ((RADIANCE, HUMILITY), (1, 1))]
)
def test_who_humbles_all_creatures_and_is_one_itself_goes_on_humbling_them(
    order: tuple[Card, ...], size: tuple[int, int]
) -> None:
    table, (*_, bear) = laid(*order, KNIGHT)
    humility = next(
        ident for ident in table.state.battlefield if table.look(ident).printed.name == "Humility"
    )
    assert table.size(humility) == size
    assert table.size(bear) == (1, 1)
    assert not table.characteristics(bear).has("first strike")


@pytest.mark.cr("613.6")
def test_a_bonus_whose_source_has_lost_its_abilities_before_never_began() -> None:
    table, (banner, knight, *_) = laid(BANNER, KNIGHT, RADIANCE, SILENCE)
    assert (table.size(banner), table.size(knight)) == ((4, 4), (2, 2))


@pytest.mark.cr("613.6", "613.1d")
def test_the_bonus_of_one_effect_goes_to_those_that_it_gave_a_type() -> None:
    """An animator that makes creatures bigger as well, and loses its ability in between, has
    begun in the layer of types.
    """
    grand = Static(
        what=Filter(types=("Artifact",)),
        change=Change(add_types=("Creature",), power=3, toughness=3),
    )
    table, (engine, lamp, *_) = laid(artifact("Engine", grand), artifact("Lamp"), SILENCE)
    assert (table.size(engine), table.size(lamp)) == ((3, 3), (3, 3))


@pytest.mark.cr("613.6", "613.1e", "613.1f")
def test_an_effect_goes_on_for_the_same_objects_though_others_would_fit_later() -> None:
    """Green creatures become black and get a bonus: both parts are for those that were green as
    it began.
    """
    blackened = Static(
        what=Filter(types=("Creature",), colors=("green",)),
        change=Change(colors=("black",), power=1, toughness=1),
    )
    table, (bear, knight, _) = laid(BEAR, KNIGHT, enchantment("Blight", blackened))
    assert (table.size(bear), table.size(knight)) == ((3, 3), (2, 2))


@pytest.mark.cr("613.6", "613.8a")
def test_two_that_take_all_abilities_go_by_their_age() -> None:
    """Each would take the other's ability, so neither waits; the older takes the younger's
    before that begins.
    """
    smaller = enchantment(
        "Meekness",
        Static(what=CREATURES, change=Change(lose_abilities=True, base_power=0, base_toughness=3)),
    )
    table, (*_, bear) = laid(RADIANCE, HUMILITY, smaller, BEAR)
    assert table.size(bear) == (1, 1)


# --- dependency of whole effects (CR 613.8) ---


@pytest.mark.cr("613.8a", "613.8b")
@pytest.mark.parametrize(
    "order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
)
def test_a_chain_of_effects_applies_from_its_end_whatever_came_first(
    order: tuple[int, int, int],
) -> None:
    chain = (kinds("Elf", "Goblin"), kinds("Goblin", "Warrior"), kinds("Warrior", "Wizard"))
    table = Position(plain=True)
    for number in order:
        table.put(chain[number])
    for kind in ("Goblin", "Warrior"):
        table.put(creature(kind, 1, 1))
    assert table.characteristics(table.put(creature("Elf", 1, 1))).subtypes == frozenset(
        {"Elf", "Goblin", "Warrior", "Wizard"}
    )


@pytest.mark.cr("613.8b")
@pytest.mark.parametrize(
    ("first", "second", "color"),
    [("green", "white", "green"), ("white", "green", "white")],
    ids=["green first", "white first"],
)
def test_effects_that_wait_for_each_other_go_by_their_age(
    first: str, second: str, color: str
) -> None:
    table, idents = laid(BEAR, KNIGHT, colored(first, second), colored(second, first))
    assert [table.characteristics(ident).colors for ident in idents[:2]] == [frozenset({color})] * 2


@pytest.mark.cr("613.8b")
def test_a_loop_of_three_goes_by_age_as_well() -> None:
    table, idents = laid(
        BEAR,
        KNIGHT,
        creature("Imp", 2, 2, cost="{B}"),
        colored("green", "white"),
        colored("white", "black"),
        colored("black", "green"),
    )
    assert [table.characteristics(ident).colors for ident in idents[:3]] == [
        frozenset({"green"})
    ] * 3


@pytest.mark.cr("613.8a")
def test_who_would_depend_on_nothing_that_is_there_does_not_wait() -> None:
    """Without a white creature nothing becomes green by the second effect, so the first depends
    on nothing.
    """
    table, (bear, *_) = laid(BEAR, colored("green", "white"), colored("white", "green"))
    assert table.characteristics(bear).colors == frozenset({"green"})


@pytest.mark.cr("613.8c")
def test_what_waits_is_asked_anew_after_each_effect() -> None:
    """The conqueror of lands waits for who makes creatures of enchantments, and that one for who
    makes enchantments of everything.
    """
    humans = enchantment("Conspiracy", Static(what=CREATURES, change=Change(subtypes=("Human",))))
    evening = enchantment(
        "Evening", Static(what=Filter(), change=Change(add_types=("Enchantment",)))
    )
    table, (_, bear, *_) = laid(humans, artifact("Lamp"), RADIANCE, evening)
    assert table.characteristics(bear).subtypes == frozenset({"Human"})
    assert table.size(bear) == (4, 4)


@pytest.mark.cr("613.8a", "305.7")
@pytest.mark.parametrize("first", [0, 1])
def test_a_land_that_loses_its_text_by_a_set_type_changes_nothing(first: int) -> None:
    marsh = Card(
        name="Marsh",
        types=("Land",),
        abilities=(Static(what=LANDS, change=Change(add_subtypes=("Swamp",))),),
    )
    moon = enchantment(
        "Moon",
        Static(
            what=Filter(types=("Land",), not_supertypes=("Basic",)),
            change=Change(subtypes=("Mountain",)),
        ),
    )
    table = Position(plain=True)
    idents = [table.put(card) for card in ((marsh, moon), (moon, marsh))[first]]
    glade = table.put(Card(name="Glade", types=("Land",)))
    assert [table.characteristics(ident).subtypes for ident in (idents[first], glade)] == [
        frozenset({"Mountain"})
    ] * 2


@pytest.mark.cr("613.8a")
def test_who_counts_in_the_layer_of_types_waits_for_who_changes_the_count() -> None:
    awake = Static(
        what=Filter(subtypes=("Golem",)),
        change=Change(add_types=("Creature",)),
        condition=Exists(of=Filter(types=("Artifact",)), at_least=2),
    )
    table, (_, golem, *_) = laid(
        enchantment("Wakening", awake), artifact("Golem", subtypes=("Golem",), power=3,
        toughness=3),
        enchantment("Gilding", Static(what=Filter(types=("Enchantment",)),
        change=Change(add_types=("Artifact",)))),
    )  # fmt: skip
    assert table.characteristics(golem).is_creature


@pytest.mark.cr("613.8a", "613.4c")
def test_a_bonus_for_the_strong_comes_after_the_bonus_that_makes_them_strong() -> None:
    strong = Filter(types=("Creature",), power_min=3)
    table, (_, _, bear) = laid(
        enchantment("Might", Static(what=strong, change=bigger(0, 5))),
        enchantment("Vigor", Static(what=CREATURES, change=bigger(1, 0))),
        BEAR,
    )
    assert table.size(bear) == (3, 7)


@pytest.mark.cr("613.3", "613.7", "604.3")
def test_what_a_card_says_of_its_own_colour_comes_first() -> None:
    motley = Static(what="self", change=Change(colors=("white", "black")))
    table, (_, clown) = laid(
        enchantment("Greenness", Static(what=CREATURES, change=Change(colors=("green",)))),
        creature("Clown", 1, 1, abilities=(motley,)),
    )
    assert table.characteristics(clown).colors == frozenset({"green"})


@pytest.mark.cr("613.7a", "613.6")
def test_an_ability_given_in_the_layer_of_abilities_applies_from_there_on() -> None:
    leads = Static(what=Filter(types=("Creature",), other=True), change=bigger(1, 1))
    table, (_, *others) = laid(
        enchantment("Command", Static(what=CREATURES, change=Change(abilities=(leads,)))),
        BEAR,
        BEAR,
        BEAR,
    )
    assert [table.size(ident) for ident in others] == [(4, 4)] * 3


@pytest.mark.cr("613.6", "611.3a", "613.8")
def test_all_is_as_before_when_who_changed_the_others_has_left() -> None:
    table, (radiance, humility, knight) = laid(RADIANCE, HUMILITY, KNIGHT)
    table.follow(Destroy(what="target"), on=radiance)
    assert (table.size(knight), table.characteristics(humility).is_creature) == ((1, 1), False)
    table.follow(Destroy(what="target"), on=humility)
    assert (table.size(knight), table.characteristics(knight).has("first strike")) == ((2, 2), True)


@pytest.mark.cr("613.4c", "122.1a")
def test_counters_stay_while_effects_change_one_another() -> None:
    table, (*_, knight) = laid(RADIANCE, HUMILITY, KNIGHT)
    table.follow(PutCounters(on="target"), on=knight)
    table.follow(Modify(what="target", change=bigger(2, 0)), on=knight)
    assert table.size(knight) == (4, 2)
    table.follow(Modify(what="target", change=Change(switch=True)), on=knight)
    assert table.size(knight) == (2, 4)


# --- characteristic-defining abilities in every zone (CR 604.3) ---

HAND = Stat(what="hand", of="you")
SAGE = creature(
    "Sage",
    0,
    0,
    abilities=(Static(what="self", change=Change(base_power=HAND, base_toughness=HAND)),),
)
DEAD = Count(of=Filter(zone="graveyard", types=("Creature",)))
GHOUL = creature(
    "Ghoul",
    0,
    0,
    abilities=(Static(what="self", change=Change(base_power=DEAD, base_toughness=DEAD)),),
)
MOTLEY = creature(
    "Clown", 1, 1, abilities=(Static(what="self", change=Change(colors=("white", "black"))),)
)


@pytest.mark.cr("604.3", "208.2a")
@pytest.mark.parametrize("zone", ["graveyard", "hand", "library", "exile"])
def test_a_size_that_a_card_defines_is_its_size_in_every_zone(zone: str) -> None:
    table = Position(plain=True)
    sage = table.give(SAGE, zone=zone)
    for _ in range(3):
        table.give(BEAR)
    cards = 4 if zone == "hand" else 3
    assert table.size(sage) == (cards, cards)


@pytest.mark.cr("604.3", "202.2")
def test_a_colour_that_a_card_defines_is_its_colour_in_hand_and_as_a_spell() -> None:
    table = Position(plain=True)
    table.watchful()
    clown = table.give(MOTLEY)
    assert table.characteristics(clown).colors == frozenset({"white", "black"})
    spell = table.cast(clown, resolve=False)
    assert table.characteristics(spell).colors == frozenset({"white", "black"})


@pytest.mark.cr("604.3")
def test_cards_that_count_each_other_where_they_lie_are_counted() -> None:
    table = Position(plain=True)
    first, _ = table.give(GHOUL, zone="graveyard"), table.give(GHOUL, zone="graveyard")
    assert table.size(first) == (2, 2)
    assert table.size(table.put(GHOUL, BEN)) == (2, 2)


@pytest.mark.cr("604.3", "608.2h")
def test_the_last_known_size_of_a_discarded_card_is_what_it_defined() -> None:
    table = Position(plain=True)
    sage = table.give(SAGE, zone="graveyard")
    table.give(BEAR)
    table.follow(
        Move(what="target", to="library-bottom"),
        GainLife(amount=Stat(what="power", of="target")),
        on=sage,
    )
    assert table.player(ANNA).life == 21


# --- what changes spells (CR 112.4, 400.7a) ---

WHITEN = Change(colors=("white",))
A_SPELL = Target(of=Filter(zone="stack"))


def changed(table: Position, spell: int, change: Change) -> None:
    """A spell is changed where it is, and stays there."""
    table.cast(
        table.give(instant(Modify(what="target", change=change), targets=(A_SPELL,))),
        on=spell,
        resolve=False,
    )
    table.passes(2)


@pytest.mark.cr("112.4", "400.7a")
def test_a_creature_spell_made_white_is_a_white_creature_until_the_turn_ends() -> None:
    table = Position(plain=True)
    table.watchful()
    bear = table.give(BEAR)
    spell = table.cast(bear, resolve=False)
    changed(table, spell, WHITEN)
    assert table.characteristics(spell).colors == frozenset({"white"})
    table.resolve()
    assert (table.zone(bear), table.characteristics(bear).colors) == (
        "battlefield",
        frozenset({"white"}),
    )
    bear = table.now(bear)
    wear_off(table.game)
    assert table.characteristics(bear).colors == frozenset({"green"})


@pytest.mark.cr("112.4", "613.1e")
def test_filters_see_the_colour_that_a_spell_was_given() -> None:
    table = Position(plain=True)
    table.watchful()
    spell = table.cast(table.give(BEAR), resolve=False)
    refuse = instant(
        Counter(what="target"), targets=(Target(of=Filter(zone="stack", colors=("white",))),)
    )
    table.attend()
    assert not table.may("cast", table.give(refuse))
    changed(table, spell, WHITEN)
    table.cast(table.give(refuse), on=spell)
    assert table.zone(spell) == "graveyard"


@pytest.mark.cr("400.7")
def test_a_spell_that_leaves_the_stack_otherwise_leaves_its_changes_behind() -> None:
    table = Position(plain=True)
    table.watchful()
    bear = table.give(BEAR)
    spell = table.cast(bear, resolve=False)
    changed(table, spell, Change(colors=("white",), power=1))
    table.follow(Move(what="target", to="battlefield"), on=spell)
    assert (table.zone(bear), table.characteristics(bear).colors, table.size(bear)) == (
        "battlefield",
        frozenset({"green"}),
        (2, 2),
    )


@pytest.mark.cr("613.8", "611.3a")
def test_a_condition_that_goes_by_power_sees_all_of_it() -> None:
    brave = Static(
        what="self",
        change=Change(keywords=("trample",)),
        condition=Compare(left=Stat(what="power", of="self"), right=4),
    )
    table, (_, _, boar) = laid(
        RADIANCE, BANNER, creature("Boar", 3, 3, abilities=(brave,), cost="{W}")
    )
    assert table.size(boar) == (4, 4)
    assert table.characteristics(boar).has("trample")
