"""What is not what its card says: copies of permanents and spells, split cards, face-down
permanents (CR 707 to 709).
"""

import pickle

import pytest

from engine.cards.model import (
    Activated,
    Again,
    Card,
    Change,
    CopyToken,
    Counter,
    Damage,
    Destroy,
    Draw,
    Enters,
    Exile,
    GainLife,
    LoseLife,
    Mode,
    Modify,
    Move,
    PutCounters,
    Spell,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter
from engine.magic.zones.face_down import turn_face_down, turn_face_up
from tests.magic.positions import (
    A_CREATURE,
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
OX = creature("Ox", 2, 4, "vigilance")
CLONE = creature(
    "Clone", 0, 0, abilities=(Enters(copy_of=CREATURES),), cost="{3}{U}", colors=("blue",)
)
A_SPELL = Target(of=Filter(zone="stack"))
TWIN = instant(Again(what="target"), targets=(A_SPELL,), name="Twin")


def cloned(table: Position, ident: int, seat: int = ANNA) -> int:
    """A clone of a creature."""
    clone = table.give(CLONE, seat)
    table.cast(clone)
    table.choose("choose", ident)
    table.resolve()
    return table.now(clone)


# --- permanents that enter as copies ---


@pytest.mark.rule("M-12")
@pytest.mark.cr("707.2", "707.5")
def test_a_clone_is_what_it_copies() -> None:
    table = Position(plain=True)
    clone = cloned(table, table.put(OX, BEN))
    c = table.characteristics(clone)
    assert (c.name, c.power, c.toughness, c.has("vigilance"), c.colors) == (
        "Ox",
        2,
        4,
        True,
        frozenset({"green"}),
    )
    assert table.look(clone).controller == ANNA


@pytest.mark.cr("707.2")
def test_counters_effects_and_damage_are_not_copied() -> None:
    table = Position(plain=True)
    ox = table.put(OX, counters=(("+1/+1", 3),), damage=1, tapped=True)
    table.follow(Modify(what="target", change=bigger(5, 5)), on=ox)
    clone = cloned(table, ox)
    assert (table.size(clone), table.look(clone).damage, table.look(clone).tapped) == (
        (2, 4),
        0,
        False,
    )


@pytest.mark.cr("707.2", "613.1d")
def test_a_copy_of_an_animated_artifact_is_no_creature() -> None:
    table = Position(plain=True)
    statue = table.put(artifact("Statue"))
    table.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=3, base_toughness=3)
        ),
        on=statue,
    )
    clone = cloned(table, statue)
    assert table.characteristics(clone).types == frozenset({"Artifact"})


@pytest.mark.cr("707.5")
def test_a_clone_may_copy_nothing_and_dies_of_it() -> None:
    table = Position(plain=True)
    table.put(BEAR)
    clone = table.give(CLONE)
    table.cast(clone)
    table.choose("done")
    table.resolve()
    assert table.zone(clone) == "graveyard"


MIRROR = enchantment("Mirror", Enters(copy_of=Filter(types=("Enchantment",))))


@pytest.mark.cr("303.4f", "707.5")
def test_what_enters_as_a_copy_of_an_aura_enchants_what_its_controller_chooses() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX, BEN)
    wings = table.put(aura("Wings", Static(what="attached", change=bigger(1, 1))), on=bear)
    mirror = table.give(MIRROR)
    table.cast(mirror)
    table.choose("choose", wings)
    table.resolve()
    assert table.offered("choose") == {bear, ox}
    table.choose("choose", ox)
    assert (table.size(ox), table.characteristics(table.now(mirror)).name) == ((3, 5), "Wings")


@pytest.mark.cr("303.4g", "707.5")
def test_a_copy_of_an_aura_that_nothing_can_hold_goes_to_the_graveyard() -> None:
    table = Position(plain=True)
    own = Target(of=Filter(types=("Creature",), controller="you"))
    oath = table.put(
        aura("Oath", Static(what="attached", change=bigger(1, 1)), enchant=own),
        BEN,
        on=table.put(OX, BEN),
    )
    mirror = table.give(MIRROR)
    table.cast(mirror)
    table.choose("choose", oath)
    table.resolve()
    assert (table.zone(mirror), "Mirror" in table.names(ANNA, "graveyard")) == ("graveyard", True)


@pytest.mark.cr("707.5")
def test_with_nothing_to_copy_nobody_is_asked() -> None:
    table = Position(plain=True)
    clone = table.give(CLONE)
    table.cast(clone)
    assert (table.asked, table.zone(clone)) == ("pause", "graveyard")


@pytest.mark.rule("M-2", "M-12")
@pytest.mark.cr("707.2", "400.7")
def test_a_clone_is_itself_again_in_another_zone() -> None:
    table = Position(plain=True)
    clone = cloned(table, table.put(BEAR))
    table.follow(Move(what="target", to="hand"), on=clone)
    assert table.names(ANNA, "hand") == ["Clone"]


@pytest.mark.cr("707.3")
def test_a_copy_of_a_copy_is_what_the_first_copied() -> None:
    table = Position(plain=True)
    first = cloned(table, table.put(OX, BEN))
    assert table.characteristics(cloned(table, first)).name == "Ox"


@pytest.mark.cr("707.5", "603.6a")
def test_a_clone_has_the_enters_trigger_of_what_it_copies() -> None:
    table = Position(plain=True)
    herald = table.put(
        creature(
            "Herald",
            1,
            1,
            abilities=(Triggered(when=When(event="enters"), effects=(GainLife(amount=3),)),),
        )
    )
    cloned(table, herald)
    assert table.player(ANNA).life == 23


@pytest.mark.cr("707.5", "614.12")
def test_a_clone_enters_tapped_or_with_counters_like_what_it_copies() -> None:
    table = Position(plain=True)
    sloth = table.put(
        creature("Sloth", 1, 1, abilities=(Enters(tapped=True, counters="+1/+1", count=2),))
    )
    clone = cloned(table, sloth)
    assert (table.look(clone).tapped, table.size(clone)) == (True, (3, 3))


@pytest.mark.cr("707.5", "614.12")
def test_a_clone_chooses_anew_what_is_chosen_as_it_enters() -> None:
    shaman = creature(
        "Shaman",
        1,
        1,
        abilities=(Enters(choose="color"), Static(what="self", change=Change(colors=("chosen",)))),
        colors=("green",),
    )
    table = Position(plain=True)
    clone = table.give(CLONE)
    table.put(shaman, chosen="red")
    table.cast(clone)
    table.choose("choose", next(iter(table.offered("choose") - {0})))
    assert table.asked == "choose"
    table.choose("choose", word="black")
    table.resolve()
    assert table.characteristics(clone).colors == frozenset({"black"})


@pytest.mark.cr("707.2", "704.5j")
def test_a_copied_legend_meets_the_legend_rule() -> None:
    table = Position(plain=True)
    queen = table.put(creature("Queen", 3, 3, supertypes=("Legendary",)))
    clone = cloned(table, queen)
    assert table.offered("choose") == {queen, clone}
    table.choose("choose", clone)
    assert (table.zone(queen), table.characteristics(clone).name) == ("graveyard", "Queen")


@pytest.mark.cr("707.2", "613.1a", "611.3a")
def test_a_copied_lord_leads_and_is_led() -> None:
    chief = creature(
        "Chief",
        2,
        2,
        subtypes=("Goblin",),
        abilities=(Static(what=Filter(subtypes=("Goblin",), other=True), change=bigger(1, 1)),),
    )
    table = Position(plain=True)
    lord, goblin = table.put(chief), table.put(creature("Goblin", 1, 1))
    clone = cloned(table, lord)
    assert [table.size(ident) for ident in (lord, clone, goblin)] == [(3, 3), (3, 3), (3, 3)]
    table.follow(Destroy(what="target"), on=lord)
    assert [table.size(ident) for ident in (clone, goblin)] == [(2, 2), (2, 2)]


@pytest.mark.cr("707.2", "107.3m")
def test_a_copy_of_a_creature_cast_for_x_knows_no_x() -> None:
    hydra = creature("Hydra", 1, 1, abilities=(Enters(counters="+1/+1", count="X"),), cost="{X}{G}")
    table = Position(plain=True)
    original = table.give(hydra)
    table.cast(original, x=4)
    assert table.size(original) == (5, 5)
    assert table.size(cloned(table, table.now(original))) == (1, 1)


@pytest.mark.cr("707.2", "303.4", "702.5a")
def test_protection_that_was_copied_drops_an_aura() -> None:
    """The clone of a knight is protected as the knight is: the Aura that its player puts on it
    falls off at once.
    """
    table = Position(plain=True)
    knight = table.put(creature("Knight", 2, 2, "protection from white"), BEN)
    clone = cloned(table, knight)
    halo = table.put(aura("Halo", Static(what="attached", change=bigger(1, 1))), on=clone)
    table.priority()
    assert (table.zone(halo), table.size(clone)) == ("graveyard", (2, 2))


@pytest.mark.cr("707.5", "603.10a")
def test_a_clone_dies_as_what_it_was() -> None:
    table = Position(plain=True)
    martyr = table.put(
        creature(
            "Martyr",
            1,
            1,
            abilities=(Triggered(when=When(event="dies"), effects=(GainLife(amount=4),)),),
        )
    )
    table.follow(Destroy(what="target"), on=cloned(table, martyr))
    assert table.player(ANNA).life == 24
    assert "Clone" in table.names(ANNA, "graveyard")


@pytest.mark.cr("707.5", "400.7j")
def test_a_clone_put_onto_the_battlefield_copies_and_may_be_spoken_of() -> None:
    table = Position(plain=True)
    ox = table.put(OX, BEN)
    clone = table.give(CLONE, zone="graveyard")
    table.follow(Move(what="target", to="battlefield"), PutCounters(on="it"), on=clone)
    table.choose("choose", ox)
    table.resolve()
    assert (table.characteristics(clone).name, table.size(clone)) == ("Ox", (3, 5))


@pytest.mark.cr("707.2", "702.93a", "400.7")
def test_a_clone_of_an_undying_creature_comes_back_as_a_clone() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "undying"))
    ox = table.put(OX)
    clone = cloned(table, wolf)
    table.follow(Destroy(what="target"), on=clone)
    assert table.asked == "choose"
    table.choose("choose", ox)
    table.resolve()
    assert (table.characteristics(clone).name, table.size(clone)) == ("Ox", (3, 5))


# --- tokens that are copies ---


@pytest.mark.rule("M-12")
@pytest.mark.cr("707.2", "111.3")
def test_a_token_that_is_a_copy_has_the_cost_and_abilities_of_the_card() -> None:
    table = Position(plain=True)
    ox = table.put(OX, BEN, counters=(("+1/+1", 1),))
    table.follow(CopyToken(count=2), on=ox)
    tokens = table.permanents(ANNA)
    assert [
        (
            table.size(t),
            table.characteristics(t).has("vigilance"),
            table.look(t).token,
            table.look(t).printed.value,
        )
        for t in tokens
    ] == [((2, 4), True, True, 2)] * 2


@pytest.mark.cr("707.2", "608.2h")
def test_a_copy_of_what_has_died_copies_it_as_it_was() -> None:
    table = Position(plain=True)
    copies = Triggered(
        when=When(event="dies", what=Filter(types=("Creature",), token=False)),
        effects=(CopyToken(of="it"),),
    )
    table.put(enchantment("Mirror", copies))
    table.follow(Destroy(what="target"), on=cloned(table, table.put(OX, BEN)))
    assert sorted(table.characteristics(ident).name for ident in table.permanents(ANNA)) == [
        "Mirror",
        "Ox",
    ]


@pytest.mark.cr("707.2", "603.6a")
def test_copied_tokens_enter_and_trigger() -> None:
    table = Position(plain=True)
    herald = table.put(
        creature(
            "Herald",
            1,
            1,
            abilities=(Triggered(when=When(event="enters"), effects=(GainLife(amount=3),)),),
        )
    )
    table.follow(CopyToken(count=2), on=herald)
    table.in_order()
    assert table.player(ANNA).life == 26


# --- copies of spells ---


@pytest.mark.rule("M-12")
@pytest.mark.cr("707.10", "707.10c")
def test_a_copied_spell_resolves_first_and_may_have_another_target() -> None:
    table = Position(plain=True, players=3)
    twin = table.give(TWIN)
    bolt = table.cast(
        table.give(instant(Damage(amount=3, to="target"), targets=(ANYTHING,))),
        on=player(BEN),
        resolve=False,
    )
    table.cast(twin, on=bolt)
    table.choose("yes")
    table.choose("target", player(2))
    table.resolve()
    assert [table.player(seat).life for seat in range(3)] == [20, 17, 17]


@pytest.mark.rule("M-12")
@pytest.mark.cr("707.10", "107.3")
def test_the_copy_of_an_x_spell_has_the_same_x() -> None:
    table = Position(plain=True)
    twin = table.give(TWIN)
    table.watchful()
    blaze = sorcery(Damage(amount="X", to="target"), targets=(ANYTHING,), cost="{X}{R}")
    spell = table.cast(table.give(blaze), x=4, on=player(BEN), resolve=False)
    table.cast(twin, on=spell)
    table.choose("no")
    table.resolve()
    assert table.player(BEN).life == 12


@pytest.mark.cr("707.10", "700.2")
def test_the_copy_of_a_modal_spell_has_the_same_mode() -> None:
    charm = Card(
        name="Charm",
        cost="{0}",
        types=("Instant",),
        abilities=(Spell(modes=(Mode(effects=(GainLife(amount=2),)), Mode(effects=(Draw(),)))),),
    )
    table = Position(plain=True)
    twin = table.give(TWIN)
    table.watchful()
    table.cast(twin, on=table.cast(table.give(charm), mode=1, resolve=False))
    assert (table.player(ANNA).life, table.player(ANNA).hand) == (24, ())


@pytest.mark.cr("707.10", "702.33d")
def test_the_copy_of_a_kicked_spell_is_kicked() -> None:
    from engine.cards.model import If
    from engine.cards.terms import Paid

    burst = sorcery(
        If(condition=Paid(), then=(GainLife(amount=5),), otherwise=(GainLife(amount=1),)),
        cost="{G}",
        kicker=Costs(mana="{2}"),
    )
    table = Position(plain=True)
    twin = table.give(TWIN)
    table.watchful()
    table.cast(twin, on=table.cast(table.give(burst), way="kicked", resolve=False))
    assert table.player(ANNA).life == 30


@pytest.mark.cr("707.10", "601.2d")
def test_the_copy_of_divided_damage_is_divided_alike() -> None:
    table = Position(plain=True)
    twin = table.give(TWIN)
    table.watchful()
    first, second = table.put(OX), table.put(OX)
    volley = sorcery(
        Damage(amount=3, to="target", divided=True), targets=(Target(of=CREATURES, count=2),)
    )
    table.cast(
        twin, on=table.cast(table.give(volley), on=(first, second), divide=(2, 1), resolve=False)
    )
    table.choose("no")
    table.resolve()
    assert (table.zone(first), table.look(second).damage) == ("graveyard", 2)


@pytest.mark.rule("M-2")
@pytest.mark.cr("707.10a", "704.5e")
def test_a_copy_of_a_spell_is_nowhere_when_it_has_resolved() -> None:
    table = Position(plain=True)
    twin = table.give(TWIN)
    table.cast(
        twin, on=table.cast(table.give(sorcery(GainLife(amount=1), name="Balm")), resolve=False)
    )
    assert table.names(ANNA, "graveyard") == ["Twin", "Balm"]


@pytest.mark.cr("707.10a", "701.6a")
def test_a_countered_copy_is_nowhere_and_the_spell_resolves() -> None:
    table = Position(plain=True)
    twin = table.give(TWIN)
    no = table.give(instant(Counter(), targets=(A_SPELL,), name="No"), BEN)
    balm = table.cast(table.give(sorcery(GainLife(amount=1), name="Balm")), resolve=False)
    table.cast(twin, on=balm, resolve=False)
    table.passes()
    copy = table.state.stack[-1]
    assert copy.copy
    table.cast(no, on=copy.id)
    table.resolve()
    assert table.player(ANNA).life == 21


@pytest.mark.cr("707.10f", "111.1")
def test_a_copy_of_a_permanent_spell_becomes_a_token() -> None:
    table = Position(plain=True)
    twin = table.give(TWIN)
    table.cast(twin, on=table.cast(table.give(BEAR), resolve=False))
    bears = table.permanents(ANNA)
    assert sorted(table.look(bear).token for bear in bears) == [False, True]


@pytest.mark.cr("707.10", "109.5")
def test_a_copys_controller_is_who_copied_it() -> None:
    table = Position(plain=True)
    twin = table.give(TWIN, BEN)
    table.cast(
        twin, on=table.cast(table.give(sorcery(LoseLife(amount=2, who="opponents"))), resolve=False)
    )
    assert (table.player(ANNA).life, table.player(BEN).life) == (18, 18)


@pytest.mark.cr("707.10c", "115.1")
def test_a_new_target_of_a_copy_must_be_legal() -> None:
    table = Position(plain=True)
    twin = table.give(TWIN)
    bear = table.put(BEAR)
    table.put(creature("Shade", 1, 1, "shroud"), BEN)
    table.watchful()
    table.cast(
        twin,
        on=table.cast(
            table.give(instant(Destroy(what="target"), targets=(A_CREATURE,))),
            on=bear,
            resolve=False,
        ),
    )
    table.choose("yes")
    table.resolve()
    assert table.zone(bear) == "graveyard"  # there was nothing else to choose


# --- split cards ---


def split() -> Card:
    ice = Card(
        name="Frost",
        types=("Instant",),
        cost="{U}",
        abilities=(Spell(effects=(Exile(what="target"),), targets=(A_CREATURE,)),),
    )
    fire = Card(
        name="Flame",
        types=("Sorcery",),
        cost="{3}{R}",
        abilities=(Spell(effects=(Damage(amount=2, to="target"),), targets=(ANYTHING,)),),
    )
    return Card(
        name="Frost // Flame", types=("Instant", "Sorcery"), cost="{U}{3}{R}", halves=(ice, fire)
    )


@pytest.mark.rule("M-4")
@pytest.mark.cr("709.3b", "709.4")
@pytest.mark.parametrize(
    ("way", "target", "name", "value", "color"),
    [("left", 0, "Frost", 1, "blue"), ("right", -2, "Flame", 4, "red")],
)
def test_a_split_spell_is_only_the_half_that_is_cast(
    way: str, target: int, name: str, value: int, color: str
) -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    card = table.give(split())
    table.watchful()
    table.cast(card, way=way, on=target or bear, resolve=False)
    obj = table.state.objects[table.state.stack[-1].id]
    c = table.game.characteristics(obj.id)
    assert (c.name, obj.printed.value, c.colors) == (name, value, frozenset({color}))
    table.resolve()
    assert table.names(ANNA, "graveyard")[-1] == "Frost // Flame"


@pytest.mark.cr("709.4", "202.3d")
def test_a_split_card_in_hand_has_both_halves() -> None:
    table = Position(plain=True)
    obj = table.state.objects[table.give(split())]
    assert (obj.printed.value, table.game.characteristics(obj.id).colors) == (
        5,
        frozenset({"blue", "red"}),
    )


@pytest.mark.cr("709.3b", "701.6a")
def test_a_spell_against_blue_spells_finds_the_blue_half_only() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    cards = [table.give(split()), table.give(split())]
    blast = table.give(
        instant(
            Counter(), targets=(Target(of=Filter(zone="stack", colors=("blue",))),), name="Blast"
        ),
        BEN,
    )
    table.watchful()
    table.cast(cards[0], way="right", on=player(BEN), resolve=False)
    table._give_priority(BEN)
    assert not table.may("cast", blast)
    table.passes(2)
    table.cast(cards[1], way="left", on=bear, resolve=False)
    table.cast(blast, on=table.state.stack[-1].id)
    assert (table.player(BEN).life, table.zone(bear)) == (18, "battlefield")
    assert table.names(ANNA, "graveyard") == ["Frost // Flame"] * 2


@pytest.mark.cr("709.3", "117.1a")
def test_the_cheap_instant_half_is_offered_while_the_other_is_out_of_reach() -> None:
    """Nobody is passed over who could cast one half only."""
    table = Position(plain=True, active=BEN)
    table.put(BEAR)
    table.give(split())
    table.mana(ANNA, "{U}")
    table.priority(ANNA)
    assert table.asked == "priority"
    assert [action.word for action in table.game.legal_actions() if action.verb == "cast"] == [
        "left"
    ]


@pytest.mark.cr("709.3b", "707.10")
def test_a_copy_of_a_split_spell_copies_the_half() -> None:
    table = Position(plain=True)
    twin = table.give(TWIN)
    table.watchful()
    table.cast(twin, on=table.cast(table.give(split()), way="right", on=player(BEN), resolve=False))
    table.choose("no")
    table.resolve()
    assert table.player(BEN).life == 16


# --- face-down permanents ---

YETI = creature("Secret Yeti", 5, 5, "trample", supertypes=("Legendary",))


@pytest.mark.cr("708.2", "708.2a")
def test_a_face_down_permanent_is_a_plain_creature() -> None:
    table = Position(plain=True)
    yeti = table.put(YETI, counters=(("+1/+1", 1),))
    turn_face_down(table.game, yeti)
    c = table.characteristics(yeti)
    assert (c.types, c.colors, c.keywords, c.supertypes, table.size(yeti)) == (
        frozenset({"Creature"}), frozenset(), frozenset(), frozenset(), (3, 3),
    )  # fmt: skip
    assert table.look(yeti).printed.value == 0


@pytest.mark.cr("708.8", "603.6a")
def test_turning_face_up_is_not_entering() -> None:
    herald = creature(
        "Herald",
        4,
        4,
        abilities=(Triggered(when=When(event="enters"), effects=(GainLife(amount=3),)),),
    )
    table = Position(plain=True)
    ident = table.put(herald, tapped=True, damage=1)
    turn_face_down(table.game, ident)
    turn_face_up(table.game, ident)
    table.priority()
    assert (table.characteristics(ident).name, table.player(ANNA).life) == ("Herald", 20)
    assert (table.look(ident).tapped, table.look(ident).damage) == (True, 1)


@pytest.mark.cr("708.2", "611.3a")
def test_a_face_down_lord_leads_nobody_until_it_is_turned_up() -> None:
    table = Position(plain=True)
    lord = table.put(
        creature(
            "Chief",
            2,
            2,
            abilities=(Static(what=Filter(types=("Creature",), other=True), change=bigger(1, 1)),),
        )
    )
    bear = table.put(BEAR)
    turn_face_down(table.game, lord)
    assert table.size(bear) == (2, 2)
    turn_face_up(table.game, lord)
    assert table.size(bear) == (3, 3)


@pytest.mark.rule("M-1")
@pytest.mark.cr("708.5")
def test_only_its_controller_knows_what_lies_face_down() -> None:
    table = Position(plain=True)
    yeti = table.put(YETI)
    turn_face_down(table.game, yeti)
    assert b"Secret Yeti" not in pickle.dumps(table.game.view_for(BEN))
    assert b"Secret Yeti" not in pickle.dumps(table.game.view_for(None))
    assert table.game.view_for(ANNA).known.objects[yeti].own.name == "Secret Yeti"


@pytest.mark.cr("708.9", "400.7")
def test_a_face_down_permanent_that_dies_is_shown_and_is_its_card_again() -> None:
    table = Position(plain=True)
    yeti = table.put(YETI)
    turn_face_down(table.game, yeti)
    table.follow(Destroy(what="target"), on=yeti)
    assert table.names(ANNA, "graveyard")[0] == "Secret Yeti"
    assert [event.card for event in table.happened("reveal")] == ["Secret Yeti"]


@pytest.mark.cr("708.2", "707.2")
def test_a_copy_of_a_face_down_permanent_is_a_plain_creature_face_up() -> None:
    table = Position(plain=True)
    yeti = table.put(YETI)
    turn_face_down(table.game, yeti)
    clone = cloned(table, yeti)
    assert (
        table.size(clone),
        table.characteristics(clone).keywords,
        table.look(clone).face_down,
    ) == (
        (2, 2),
        frozenset(),
        False,
    )
    table.follow(Move(what="target", to="hand"), on=clone)
    assert table.names(ANNA, "hand") == ["Clone"]


@pytest.mark.cr("708.2", "613.1f", "122.1")
def test_effects_and_counters_stay_when_it_is_turned_up() -> None:
    table = Position(plain=True)
    yeti = table.put(YETI)
    turn_face_down(table.game, yeti)
    table.follow(
        PutCounters(on="target"),
        Modify(what="target", change=Change(keywords=("flying",))),
        on=yeti,
    )
    turn_face_up(table.game, yeti)
    assert (
        table.size(yeti),
        table.characteristics(yeti).has("flying"),
        table.characteristics(yeti).has("trample"),
    ) == ((6, 6), True, True)


@pytest.mark.cr("602.5", "708.2")
def test_a_face_down_permanents_abilities_cannot_be_activated() -> None:
    table = Position(plain=True)
    mage = table.put(
        creature("Mage", 1, 1, abilities=(Activated(cost=Costs(), effects=(GainLife(amount=1),)),))
    )
    turn_face_down(table.game, mage)
    table._give_priority(ANNA)
    assert not table.may("activate", mage)


@pytest.mark.cr("708.8", "707.3")
def test_a_copy_that_is_turned_down_and_up_again_is_the_copy() -> None:
    table = Position(plain=True)
    shade = table.put(creature("Shade", 4, 4, "morph {1}"), BEN)
    clone = cloned(table, shade)
    turn_face_down(table.game, clone)
    assert table.size(clone) == (2, 2)
    table.mana(ANNA, "{G}")
    table.attend()
    table.choose("turn-up", clone)
    assert (table.characteristics(clone).name, table.size(clone)) == ("Shade", (4, 4))
    table.follow(Move(what="target", to="hand"), on=clone)
    assert table.names(ANNA, "hand") == ["Clone"]
