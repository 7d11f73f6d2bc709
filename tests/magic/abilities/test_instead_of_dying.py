"""Several effects that would replace one death (CR 616.1): who chooses among them, when, and
where nobody has to.
"""

import pytest

from engine.ai import easy
from engine.cards.model import (
    Activated,
    Card,
    Change,
    Damage,
    Destroy,
    Discard,
    Exile,
    GainLife,
    MakeToken,
    Modify,
    Move,
    PutCounters,
    Regenerate,
    Replace,
    Sacrifice,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter
from engine.magic.turn.steps import Cleanup
from engine.magic.zones import dying, moving
from tests.magic.positions import (
    ANNA,
    BEN,
    CARL,
    CREATURES,
    Position,
    artifact,
    bigger,
    creature,
    enchantment,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
VOID = enchantment("Void", Replace(event="dies", what=CREATURES, exile=True))
HARBOR = enchantment(
    "Harbor", Replace(event="dies", what=CREATURES, then=(Move(what="it", to="hand"),))
)
ALTAR = enchantment(
    "Altar", Replace(event="dies", what=CREATURES, exile=True, then=(GainLife(amount=3),))
)
WAKE = enchantment(
    "Wake", Triggered(when=When(event="dies", what=CREATURES), effects=(GainLife(amount=1),))
)
HOMING = Replace(event="dies", what="self", then=(Move(what="it", to="library-shuffled"),))
VOID_FIRST, HARBOR_FIRST = 1, 2


def torn(
    card: Card = BEAR, seat: int = ANNA, *, by: int = BEN, **more: object
) -> tuple[Position, int]:
    """Somebody's creature which, if it would die, is exiled or returned to its owner's hand
    instead.
    """
    table = Position(plain=True, **more)  # type: ignore[arg-type] # fields of Position
    table.put(VOID, by)
    table.put(HARBOR, by)
    return table, table.put(card, seat)


# --- who chooses ---


@pytest.mark.rule("M-8")
@pytest.mark.cr("616.1", "614.6")
@pytest.mark.parametrize(("first", "zone"), [(VOID_FIRST, "exile"), (HARBOR_FIRST, "hand")])
def test_its_controller_chooses_what_happens_instead_of_dying(first: int, zone: str) -> None:
    table, bear = torn()
    table.follow(Destroy(what="target"), on=bear, by=BEN)
    assert (table.asked, table.chooser, table.zone(bear)) == ("instead", ANNA, "battlefield")
    assert table.named == ("Void", "Harbor")
    table.choose("choose", number=first)
    table.resolve()
    assert table.zone(bear) == zone


@pytest.mark.cr("616.1")
def test_who_has_taken_control_chooses_for_anothers_creature() -> None:
    table, bear = torn(seat=BEN)
    table.follow(Modify(what="target", change=Change(controller="you"), until="forever"), on=bear)
    table.follow(Destroy(what="target"), on=bear)
    assert table.chooser == ANNA
    table.choose("choose", number=HARBOR_FIRST)
    assert table.names(BEN, "hand") == ["Bear"]


@pytest.mark.cr("616.1")
def test_two_effects_that_come_to_the_same_leave_nothing_to_choose() -> None:
    table = Position(plain=True)
    table.put(VOID)
    table.put(VOID, BEN)
    bear = table.put(BEAR)
    table.follow(Destroy(what="target"), on=bear)
    assert (table.asked, table.zone(bear)) == ("pause", "exile")


@pytest.mark.cr("616.1", "614.6")
@pytest.mark.parametrize(("first", "life"), [(1, 20), (2, 23)])
def test_what_happens_beside_the_exile_makes_a_difference(first: int, life: int) -> None:
    table = Position(plain=True)
    table.put(VOID)
    table.put(ALTAR)
    bear = table.put(BEAR)
    table.follow(Destroy(what="target"), on=bear)
    table.choose("choose", number=first)
    table.resolve()
    assert (table.zone(bear), table.player(ANNA).life) == ("exile", life)


@pytest.mark.cr("616.1f")
def test_of_effects_that_replace_the_same_death_only_one_applies() -> None:
    """What is exiled is about to die no more."""
    table = Position(plain=True)
    table.put(ALTAR)
    table.put(ALTAR, BEN)
    bear = table.put(BEAR)
    table.follow(Destroy(what="target"), on=bear)
    table.choose("choose", number=2)
    table.resolve()
    assert (table.zone(bear), table.player(ANNA).life, table.player(BEN).life) == ("exile", 20, 23)


# --- when ---


@pytest.mark.cr("616.1", "704.3", "704.5g")
def test_the_choice_comes_up_for_lethal_damage_before_anybody_has_priority() -> None:
    table, bear = torn()
    table.watchful()
    table.state.change(bear, damage=2)
    table.priority()
    assert (table.asked, table.chooser, table.zone(bear)) == ("instead", ANNA, "battlefield")
    table.choose("choose", number=VOID_FIRST)
    assert (table.asked, table.zone(bear)) == ("priority", "exile")


@pytest.mark.cr("616.1", "701.21a")
def test_a_sacrificed_creature_leaves_when_chosen_and_the_effects_go_on_after_it() -> None:
    table, bear = torn()
    table.give(OX)
    table.follow(Sacrifice(of=CREATURES), Discard(count="all"))
    assert (table.asked, table.zone(bear)) == ("instead", "battlefield")
    table.choose("choose", number=HARBOR_FIRST)
    table.resolve()
    assert sorted(name for name in table.names(ANNA, "graveyard") if name in ("Bear", "Ox")) == [
        "Bear",
        "Ox",
    ]


@pytest.mark.cr("616.1", "601.2h")
def test_the_choice_comes_up_while_a_cost_is_paid_and_the_spell_is_cast_after_it() -> None:
    table, bear = torn()
    altar = table.put(
        artifact("Pyre", Activated(cost=Costs(sacrifice=CREATURES), effects=(GainLife(amount=2),)))
    )
    table.activate(altar)
    table.choose("sacrifice", bear)
    assert (table.asked, table.player(ANNA).life) == ("instead", 20)
    table.choose("choose", number=HARBOR_FIRST)
    table.resolve()
    assert (table.zone(bear), table.player(ANNA).life) == ("hand", 22)


@pytest.mark.cr("616.1", "514.3a")
def test_what_dies_as_the_turn_ends_is_asked_about_once() -> None:
    """An effect that made it larger wears off, and it has no toughness left."""
    table, bear = torn()
    table.follow(
        Modify(what="target", change=bigger(0, 2)),
        PutCounters(on="target", kind="-1/-1", count=3),
        on=bear,
    )
    table.game.push(Cleanup())
    table._go_on()
    assert (table.asked, table.zone(bear)) == ("instead", "battlefield")
    table.choose("choose", number=VOID_FIRST)
    assert (table.asked, table.names(ANNA, "exile")) == ("pause", ["Bear"])


@pytest.mark.rule("M-8")
@pytest.mark.cr("616.1", "101.4", "603.10a")
def test_several_players_choose_in_turn_order_before_anything_leaves() -> None:
    table = Position(plain=True, players=3, active=BEN)
    for card in (VOID, HARBOR, WAKE):
        table.put(card, CARL)
    carls, annas, bens = table.put(BEAR, CARL), table.put(BEAR, ANNA), table.put(BEAR, BEN)
    table.follow(Destroy(what=CREATURES), by=CARL)
    for chooser, first in ((BEN, VOID_FIRST), (CARL, HARBOR_FIRST), (ANNA, VOID_FIRST)):
        assert (table.asked, table.chooser) == ("instead", chooser)
        assert [table.zone(each) for each in (bens, carls, annas)] == ["battlefield"] * 3
        table.choose("choose", number=first)
    table.resolve()
    assert [table.zone(each) for each in (bens, carls, annas)] == ["exile", "hand", "exile"]
    assert not table.happened("trigger")


@pytest.mark.cr("616.1", "603.10a")
def test_those_with_a_choice_leave_together_with_those_without() -> None:
    """The choice is about creatures only, and an enchantment that dies with them sees them go."""
    table = Position(plain=True)
    leaves = Triggered(when=When(event="leaves", what=CREATURES), effects=(GainLife(amount=1),))
    witness = table.put(enchantment("Witness", leaves))
    table.put(VOID)
    table.put(ALTAR)
    bears = [table.put(BEAR), table.put(BEAR)]
    table.follow(Destroy(what=Filter(any_of=(CREATURES, Filter(name="Witness")))))
    table.choose("choose", number=1)
    assert table.zone(witness) == "battlefield"
    table.choose("choose", number=1)
    table.in_order()
    assert [table.zone(each) for each in (*bears, witness)] == ["exile", "exile", "graveyard"]
    assert table.player(ANNA).life == 22


@pytest.mark.cr("616.1", "603.10a")
def test_an_effect_whose_source_dies_at_the_same_time_can_be_chosen() -> None:
    table, bear = torn()
    table.follow(Destroy(what=Filter()))
    table.choose("choose", number=VOID_FIRST)
    assert (table.zone(bear), table.names(BEN, "graveyard")) == ("exile", ["Void", "Harbor"])


@pytest.mark.cr("616.1", "800.4a")
def test_the_others_choose_again_when_the_player_with_the_effects_leaves() -> None:
    table, bear = torn(players=3)
    other = table.put(OX, CARL)
    table.follow(Destroy(what=CREATURES))
    table.choose("choose", number=VOID_FIRST)
    assert table.chooser == CARL
    table.game.concede(BEN)
    assert (table.asked, table.zone(bear), table.zone(other)) == ("pause", "graveyard", "graveyard")


@pytest.mark.cr("616.1", "800.4a")
def test_the_others_leave_though_whoever_would_choose_is_gone() -> None:
    table, bear = torn(players=3, seat=CARL)
    mine = table.put(OX)
    table.follow(Destroy(what=CREATURES), by=BEN)
    table.choose("choose", number=HARBOR_FIRST)
    assert table.chooser == CARL
    table.game.concede(CARL)
    table.resolve()
    assert (table.zone(bear), table.zone(mine)) == ("", "hand")


# --- beside other mechanics ---


@pytest.mark.cr("701.19a", "616.1g")
def test_regeneration_comes_first_and_leaves_nothing_to_choose() -> None:
    table, bear = torn()
    table.follow(Regenerate(what="target"), on=bear)
    table.follow(Destroy(what="target"), on=bear)
    assert (table.asked, table.zone(bear)) == ("pause", "battlefield")


@pytest.mark.cr("702.93a", "702.79a", "603.3b")
def test_undying_and_persist_replace_nothing_but_trigger_both() -> None:
    """Their controller orders them; whichever resolves first brings the creature back."""
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "undying", "persist"))
    table.follow(Destroy(what="target"), on=wolf)
    assert (table.asked, table.chooser) == ("order-triggers", ANNA)
    table.in_order()
    assert len(table.permanents(ANNA)) == 1


@pytest.mark.cr("616.1", "702.93a", "603.6c")
def test_undying_has_its_say_where_death_is_only_put_off_until_the_choice() -> None:
    table, bear = torn(creature("Wolf", 2, 2, "undying"))
    table.follow(Destroy(what="target"), on=bear)
    table.choose("choose", number=VOID_FIRST)
    assert (table.asked, table.zone(bear)) == ("pause", "exile")


@pytest.mark.cr("616.1", "702.84a", "614.6")
@pytest.mark.parametrize("first", [1, 2])
def test_what_is_exiled_wherever_it_would_go_is_exiled_whatever_is_chosen(first: int) -> None:
    """To the hand instead of the graveyard, and into exile instead of the hand."""
    table = Position(plain=True)
    table.put(HARBOR)
    bear = table.put(BEAR)
    table.follow(
        Modify(what="target", change=Change(restrict=("leaves-to-exile",)), until="forever"),
        on=bear,
    )
    table.follow(Destroy(what="target"), on=bear)
    table.choose("choose", number=first)
    table.resolve()
    assert table.zone(bear) == "exile"


@pytest.mark.cr("614.1a", "614.6")
def test_what_would_die_this_turn_is_exiled_and_what_returns_to_a_hand_is_not() -> None:
    table = Position(plain=True)
    exiled, returned = table.put(BEAR), table.put(BEAR)
    for bear in (exiled, returned):
        table.follow(Modify(what="target", change=Change(restrict=("dies-to-exile",))), on=bear)
    table.follow(Move(what="target", to="hand"), on=returned)
    table.follow(Destroy(what="target"), on=exiled)
    assert (table.zone(exiled), table.names(ANNA, "hand")) == ("exile", ["Bear"])


@pytest.mark.cr("616.1", "614.6")
def test_a_creatures_own_effect_is_one_among_others() -> None:
    colossus = creature("Colossus", 9, 9, abilities=(HOMING,))
    table = Position(plain=True)
    table.put(VOID, BEN)
    ident = table.put(colossus)
    table.follow(Damage(amount=9, to="target"), on=ident)
    assert table.chooser == ANNA
    table.choose("choose", number=2)
    table.resolve()
    assert (table.names(ANNA, "library"), table.zone(ident)) == (["Colossus"], "")


@pytest.mark.cr("616.1", "111.8")
def test_the_token_that_comes_instead_finds_the_dead_creature_gone() -> None:
    rising = MakeToken(token=creature("Zombie", 2, 2))
    table = Position(plain=True)
    table.put(VOID)
    table.put(
        enchantment(
            "Crypt",
            Replace(
                event="dies",
                what=Filter(types=("Creature",), token=False),
                exile=True,
                then=(rising,),
            ),
        )
    )
    bear = table.put(BEAR)
    table.follow(Destroy(what=CREATURES))
    table.choose("choose", number=2)
    table.resolve()
    assert (table.zone(bear), len(table.permanents(ANNA))) == ("exile", 3)


@pytest.mark.cr("616.1", "608.2h")
def test_what_follows_speaks_of_what_the_creature_became() -> None:
    """Put a creature into the graveyard, then put it onto the battlefield: from the hand, if
    that is where it went.
    """
    table, bear = torn()
    table.follow(Move(what="target", to="graveyard"), Move(what="it", to="battlefield"), on=bear)
    table.choose("choose", number=HARBOR_FIRST)
    table.resolve()
    assert table.zone(bear) == "battlefield"


@pytest.mark.cr("616.1", "614.6")
def test_exile_that_is_no_death_is_not_replaced() -> None:
    table, bear = torn()
    table.follow(Exile(what="target"), on=bear)
    assert (table.asked, table.zone(bear)) == ("pause", "exile")


# --- how computer players choose, and how it is kept ---


@pytest.mark.cr("616.1")
def test_a_computer_player_keeps_its_card() -> None:
    table, bear = torn()
    table.follow(Destroy(what="target"), on=bear)
    table.do(easy.answer(table.game))
    table.resolve()
    assert table.zone(bear) == "hand"


@pytest.mark.cr("616.1")
def test_a_game_forked_at_the_choice_goes_on_in_both_ways() -> None:
    table, bear = torn()
    table.follow(Destroy(what="target"), on=bear)
    other = table.game.fork()
    assert other.state == table.state
    other.apply(other.legal_actions()[0])
    table.choose("choose", number=HARBOR_FIRST)
    table.resolve()
    assert (
        [obj.zone for obj in other.state.objects.values() if obj.printed.name == "Bear"],
        table.zone(bear),
    ) == (["exile"], "hand")


# --- where a variant has other rules of death ---


@pytest.mark.rule("W-13")
@pytest.mark.cr("616.1")
@pytest.mark.parametrize(("first", "zone"), [(VOID_FIRST, "exile"), (HARBOR_FIRST, "hand")])
def test_where_nothing_goes_to_a_graveyard_it_is_still_replaced_that_it_would(
    first: int, zone: str
) -> None:
    table = Position(variant="war_game", step="Casting")
    table.put(VOID)
    table.put(HARBOR)
    bear = table.put(BEAR)
    dying.destroy(table.game, [bear])
    table._go_on()
    table.choose("choose", number=first)
    assert table.zone(bear) == zone


@pytest.mark.rule("W-13")
@pytest.mark.cr("614.6")
def test_exile_is_not_taken_for_death_where_the_dead_are_exiled() -> None:
    table = Position(variant="war_game", step="Casting")
    table.put(HARBOR)
    bear = table.put(BEAR)
    moving.move(table.game, bear, "exile", kind="exile")
    table._go_on()
    assert table.zone(bear) == "exile"


@pytest.mark.rule("B-8")
@pytest.mark.cr("616.1g")
def test_a_creature_that_regenerates_has_no_choice_where_creatures_have_life() -> None:
    table = Position(variant="battle_field")
    table.put(VOID)
    table.put(HARBOR)
    bear = table.put(BEAR, shields=1, damage=2)
    table.priority()
    assert (table.asked, table.zone(bear), table.look(bear).damage) == (
        "priority",
        "battlefield",
        0,
    )
