"""Keyword abilities that say how a permanent enters, or what happens when it does (CR 702)."""

import pytest

from engine.cards.model import (
    Change,
    Damage,
    Discard,
    Draw,
    Enters,
    GainLife,
    If,
    Modify,
    Move,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Filter, Not, Paid
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    BEN,
    CARL,
    Position,
    artifact,
    creature,
    instant,
    player,
)

BEAR = creature("Bear", 2, 2)
OX = creature("Ox", 2, 4)
MAGIC = pytest.mark.rule("M-13")


@MAGIC
@pytest.mark.cr("702.54a")
def test_bloodthirst_wants_an_opponent_to_have_been_dealt_damage_this_turn() -> None:
    table = Position(plain=True)
    calm, wild = table.give("Scab-Clan Mauler"), table.give("Scab-Clan Mauler")
    table.follow(Damage(amount=1, to="you"))
    table.cast(calm)
    table.follow(Damage(amount=1, to="target"), on=player(BEN))
    table.cast(wild)
    assert (table.size(calm), table.size(wild)) == ((1, 1), (3, 3))


@MAGIC
@pytest.mark.cr("702.54b")
def test_bloodthirst_x_is_all_the_damage_that_opponents_have_been_dealt() -> None:
    table = Position(plain=True, players=3)
    wild, later = (
        table.give(creature("Kin", 1, 1, "bloodthirst X")),
        table.give(creature("Kin", 1, 1, "bloodthirst X")),
    )
    table.follow(Damage(amount=3, to="you"))
    table.follow(Damage(amount=1, to="target"), on=player(BEN))
    table.follow(Damage(amount=2, to="opponents"))
    table.cast(wild)
    assert table.size(wild) == (6, 6)
    table.state.change_turn(number=table.state.turn.number + 1)
    table.cast(later)
    assert table.size(later) == (1, 1)


@MAGIC
@pytest.mark.cr("702.54a", "702.90b")
def test_damage_by_infect_is_damage_enough_for_bloodthirst() -> None:
    table = Position(plain=True)
    wild = table.give("Stormblood Berserker")
    table.attack(table.put(creature("Rat", 1, 1, "infect")))
    assert table.player(BEN).poison == 1
    table.cast(wild)
    assert table.size(wild) == (3, 3)


@MAGIC
@pytest.mark.cr("702.82a")
def test_devour_takes_any_number_of_creatures_for_a_counter_each() -> None:
    table = Position(plain=True)
    food = [table.put(BEAR) for _ in range(3)]
    wurm = table.give("Gorger Wurm")
    table.cast(wurm)
    table.choose("choose", food[0])
    table.choose("choose", food[1])
    table.choose("done")
    assert table.size(wurm) == (7, 7)
    assert [table.zone(ident) for ident in food] == ["graveyard", "graveyard", "battlefield"]


@MAGIC
@pytest.mark.cr("702.82a", "603.6c", "603.10a")
def test_what_is_devoured_dies_at_once_and_undying_brings_it_back() -> None:
    table = Position(plain=True)
    wolf = table.put(creature("Wolf", 2, 2, "undying"))
    wurm = table.give("Gorger Wurm")
    table.cast(wurm)
    table.choose("choose", wolf)
    table.resolve()
    assert table.size(wurm) == (6, 6)
    assert table.size(wolf) == (3, 3)


@MAGIC
@pytest.mark.cr("702.38a", "702.73a")
def test_amplify_counts_the_revealed_cards_of_its_kind() -> None:
    table = Position(plain=True)
    beast = table.give("Feral Throwback")
    kin = table.give(creature("Goat", 1, 1, subtypes=("Beast",)))
    changeling, bear = table.give("Woodland Changeling"), table.give(BEAR)
    table.cast(beast)
    assert table.offered("choose") == {kin, changeling}
    table.choose("choose", kin)
    table.choose("choose", changeling)
    assert table.size(beast) == (3 + 4, 3 + 4)
    assert {event.card for event in table.happened("reveal")} == {"Goat", "Woodland Changeling"}
    assert table.zone(bear) == table.zone(kin) == "hand"


@MAGIC
@pytest.mark.cr("702.44a", "702.44b")
def test_sunburst_counts_the_colours_of_mana_spent() -> None:
    table = Position(plain=True)
    myr, prism = table.give("Suntouched Myr"), table.give("Pentad Prism")
    table.mana(ANNA, "{W}{W}{U}")
    table.cast(myr, free=False)
    assert table.size(myr) == (2, 2)
    table.mana(ANNA, "{R}{C}")
    table.cast(prism, free=False)
    assert table.look(prism).counters == (("charge", 1),)


@MAGIC
@pytest.mark.cr("702.44a", "702.44b", "707.5")
def test_what_enters_as_a_copy_with_sunburst_counts_the_colours_spent_on_itself() -> None:
    table = Position(plain=True)
    myr = table.put("Suntouched Myr", counters=(("+1/+1", 1),))
    mimic = table.give(
        creature(
            "Mimic", 0, 0, cost="{3}{U}", abilities=(Enters(copy_of=Filter(types=("Creature",))),)
        )
    )
    table.mana(ANNA, "{W}{U}{G}{C}")
    table.cast(mimic, free=False)
    table.choose("choose", myr)
    assert table.size(mimic) == (3, 3)


@MAGIC
@pytest.mark.cr("702.44a", "704.5f")
def test_a_sunburst_creature_cast_without_coloured_mana_dies() -> None:
    table = Position(plain=True)
    myr = table.give("Suntouched Myr")
    table.cast(myr)
    assert table.zone(myr) == "graveyard"


@MAGIC
@pytest.mark.cr("702.72a", "702.72b")
def test_a_champion_exiles_another_creature_that_returns_when_it_leaves() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, counters=(("+1/+1", 1),))
    table.put(OX)
    titan = table.give("Changeling Titan")
    table.cast(titan)
    table.choose("yes")
    table.choose("exile", bear)
    assert table.zone(bear) == "exile"
    table.cast(table.give("Terminate"), on=titan)
    assert (table.zone(titan), table.size(bear)) == ("graveyard", (2, 2))


@MAGIC
@pytest.mark.cr("702.72a")
def test_a_champion_without_another_creature_is_sacrificed() -> None:
    table = Position(plain=True)
    table.put(BEAR, BEN)
    titan = table.give("Changeling Titan")
    table.cast(titan)
    assert table.zone(titan) == "graveyard"


@MAGIC
@pytest.mark.cr("702.72a", "603.6c")
def test_a_champion_that_dies_before_its_trigger_resolves_leaves_the_card_exiled() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(OX)
    titan, bolt = table.give("Changeling Titan"), table.give("Terminate", BEN)
    table.cast(titan, resolve=False)
    table.cast(bolt, on=titan)
    assert table.zone(titan) == "graveyard"
    assert {table.zone(bear), table.zone(ox)} == {"battlefield"}


@MAGIC
@pytest.mark.cr("702.72a")
def test_what_is_championed_may_be_of_either_of_two_kinds() -> None:
    table = Position(plain=True)
    shaman, goblin = table.put(creature("Shaman", 1, 1)), table.put(creature("Goblin", 1, 1))
    table.put(BEAR)
    table.cast(table.give(creature("Crafter", 3, 3, "champion a Goblin or Shaman")))
    table.choose("yes")
    assert table.offered("exile") == {shaman, goblin}


@MAGIC
@pytest.mark.cr("702.74a")
def test_an_evoked_creature_does_its_deed_and_is_sacrificed() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    snipe = table.give("Aethersnipe")
    table.cast(snipe, way="evoke")
    while table.asked == "order-triggers":
        table.choose("order", snipe, number=1)
    table.choose("target", bear)
    table.resolve()
    assert (table.zone(snipe), table.zone(bear)) == ("graveyard", "hand")


@MAGIC
@pytest.mark.cr("702.74a", "603.6c")
def test_what_is_evoked_leaves_and_triggers_on_leaving() -> None:
    table = Position(plain=True)
    table.cast(table.give("Walker of the Grove"), way="evoke")
    assert [table.size(ident) for ident in table.permanents(ANNA)] == [(4, 4)]


@MAGIC
@pytest.mark.cr("702.74a")
def test_whoever_controls_what_was_evoked_sacrifices_it() -> None:
    table = Position(plain=True)
    table.watchful()
    snipe = table.give(creature("Snipe", 4, 4, "evoke {2}"))
    table.cast(snipe, way="evoke", resolve=False)
    table.passes(2)  # it enters, and its trigger waits
    theft = instant(Modify(what="target", change=Change(controller="you")), targets=(A_CREATURE,))
    table.cast(table.give(theft, BEN), on=snipe)
    assert table.zone(snipe) == "graveyard"


@MAGIC
@pytest.mark.cr("702.74a")
def test_cast_for_its_mana_cost_it_stays() -> None:
    table = Position(plain=True)
    walker = table.give("Walker of the Grove")
    table.cast(walker)
    assert table.zone(walker) == "battlefield"


@MAGIC
@pytest.mark.cr("702.75a")
def test_hideaway_exiles_a_card_that_its_controller_alone_may_look_at() -> None:
    table = Position(plain=True)
    names = ["One", "Two", "Three", "Four", "Five"]
    table.library_of(ANNA, *(creature(name, 1, 1) for name in names))
    table.state.set(shuffles=((2, 0, 1),))
    hollow = creature(
        "Watcher",
        2,
        1,
        "hideaway 4",
        abilities=(Triggered(when=When(event="leaves"), effects=(Draw(),)),),
    )
    table.cast(table.give(hollow))
    assert table.asked == "choose"
    shown = {each.name for each in table.game.view_for(ANNA).revealed}
    assert shown == {"One", "Two", "Three", "Four"}
    three = next(i for i in table.player(ANNA).library if table.game.object_name(i) == "Three")
    table.choose("choose", three)
    assert table.names(ANNA, "exile") == ["Three"]
    assert [card.name for card in table.game.view_for(ANNA).players[ANNA].exile] == ["Three"]
    assert [card.name for card in table.game.view_for(BEN).players[ANNA].exile] == [
        "Face-down card"
    ]
    assert table.game.view_for(BEN).known.objects[table.player(ANNA).exile[0]].printed.name == ""
    assert table.names(ANNA, "library")[0] == "Five"
    assert not any(event.card == "Three" for event in table.told if event.for_seat(BEN).card)


@MAGIC
@pytest.mark.rule("M-1")
@pytest.mark.cr("702.75a", "110.2")
def test_only_the_player_who_gains_control_of_a_hideaway_sees_its_hidden_card() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, OX)
    hollow = table.give(artifact("Hollow", keywords=("hideaway 2",)))
    table.cast(hollow)
    table.do(table.game.legal_actions()[0])
    theft = instant(
        Modify(what="target", change=Change(controller="you")),
        targets=(Target(of=Filter(types=("Artifact",))),),
    )
    table.cast(table.give(theft, BEN), on=hollow)
    (hidden,) = table.player(ANNA).exile
    seen = [table.game.view_for(seat).known.objects[hidden].printed.name for seat in (ANNA, BEN)]
    assert seen == ["", table.game.object_name(hidden)]


@MAGIC
@pytest.mark.cr("702.75a", "118.9")
def test_what_was_hidden_away_is_cast_for_nothing_once_the_condition_holds() -> None:
    table = Position(plain=True)
    bear, *_ = table.library_of(ANNA, BEAR, OX)
    hollow = table.put("Howltooth Hollow")
    table.happen("enters", hollow, seat=ANNA)
    table.choose("choose", bear)
    table.mana(ANNA, "{B}")
    spare = table.give(OX, BEN)
    table.activate(hollow, 3)
    assert table.zone(bear) == "exile"  # Ben has a card in hand
    table.follow(Discard(who="target"), on=player(BEN))
    assert table.zone(spare) == "graveyard"
    table.state.change(hollow, tapped=False)
    table.mana(ANNA, "{B}")
    table.activate(hollow, 3)
    table.choose("cast", bear)
    table.resolve()
    assert table.zone(bear) == "battlefield"


@MAGIC
@pytest.mark.cr("702.98a", "614.12", "110.5")
def test_choices_as_it_enters_are_made_for_cards_put_onto_the_battlefield() -> None:
    table = Position(plain=True)
    food = table.put(BEAR)
    wurm = table.give("Gorger Wurm", zone="graveyard")
    table.follow(Move(what="target", to="battlefield"), on=wurm)
    table.choose("choose", food)
    assert table.size(wurm) == (6, 6)


@MAGIC
@pytest.mark.cr("702.33c", "702.33d")
def test_multikicker_is_paid_as_often_as_one_likes() -> None:
    table = Position(plain=True)
    hawks = table.give("Apex Hawks")
    table.mana(ANNA, "{W}{W}{W}{C}{C}{C}{C}")
    table.cast(hawks, x=2, free=False)
    assert table.size(hawks) == (4, 4)
    assert table.player(ANNA).pool == (0,) * 6


@MAGIC
@pytest.mark.cr("702.33c")
def test_multikicker_need_not_be_paid() -> None:
    table = Position(plain=True)
    hawks = table.give("Apex Hawks")
    table.cast(hawks)
    assert table.size(hawks) == (2, 2)


@MAGIC
@pytest.mark.cr("702.76a")
def test_prowl_is_open_after_combat_damage_by_a_creature_of_its_kind() -> None:
    table = Position(plain=True)
    faerie, rogue = table.give("Latchkey Faerie"), table.put(creature("Rogue", 1, 1))
    card = table.library_of(ANNA, OX)[0]
    table.mana(ANNA, "{U}{C}{C}")
    table.priority()
    assert not table.may("cast", faerie)
    table.attack(rogue)
    table.cast(faerie, way="prowl", free=False)
    assert table.zone(faerie) == "battlefield"
    assert table.zone(card) == "hand"


@MAGIC
@pytest.mark.cr("702.76a", "702.73a")
def test_prowl_for_mana_cost_draws_nothing() -> None:
    table = Position(plain=True)
    faerie = table.give("Latchkey Faerie")
    card = table.library_of(ANNA, OX)[0]
    table.cast(faerie)
    assert table.zone(card) == "library"


@MAGIC
@pytest.mark.cr("702.76a", "702.73a")
@pytest.mark.parametrize(("striker", "spell"), [("changeling", ""), ("", "changeling")])
def test_who_is_of_every_creature_type_prowls_for_any_and_any_for_it(
    striker: str, spell: str
) -> None:
    table = Position(plain=True)
    thief = creature(
        "Thief", 1, 1, "prowl {0}", *filter(None, [spell]), subtypes=("Rogue",), cost="{4}"
    )
    table.give(thief)
    table.attack(
        table.put(creature("Scout", 1, 1, *filter(None, [striker]), subtypes=("Shapeshifter",)))
    )
    table.attend()
    assert table.offered_words("cast") == {"prowl"}


@MAGIC
@pytest.mark.cr("702.76a")
def test_prowl_goes_by_creature_types_alone() -> None:
    table = Position(plain=True)
    table.give(artifact("Sword", subtypes=("Equipment",), keywords=("prowl {0}", "equip {1}")))
    table.attack(table.put(creature("Golem", 1, 1, subtypes=("Golem", "Equipment"))))
    table.attend()
    assert table.offered_words("cast") == set()


@MAGIC
@pytest.mark.cr("702.33c", "702.33d")
@pytest.mark.parametrize(("times", "life"), [(0, 20), (1, 25)])
def test_who_paid_multikicker_has_kicked_it(times: int, life: int) -> None:
    table = Position(plain=True)
    reward = Triggered(
        when=When(event="enters"), effects=(If(condition=Paid(), then=(GainLife(amount=5),)),)
    )
    hawk = table.give(creature("Hawk", 1, 1, "multikicker {1}", cost="{W}", abilities=(reward,)))
    table.mana(ANNA, "{W}{C}")
    table.cast(hawk, x=times, free=False)
    table.resolve()
    assert table.player(ANNA).life == life


# --- tribute ---


GIANT = creature(
    "Giant",
    3,
    3,
    "tribute 2",
    abilities=(
        Triggered(
            when=When(event="enters"),
            condition=Not(condition=Paid(cost="tribute")),
            effects=(GainLife(amount=5),),
        ),
    ),
)


@MAGIC
@pytest.mark.cr("702.104a", "702.104b")
@pytest.mark.parametrize(("answer", "size", "life"), [("yes", (5, 5), 20), ("no", (3, 3), 25)])
def test_an_opponent_may_pay_tribute(answer: str, size: tuple[int, int], life: int) -> None:
    table = Position(plain=True)
    giant = table.cast(table.give(GIANT))
    assert (table.asked, table.chooser) == ("may", BEN)
    table.choose(answer)
    table.resolve()
    assert (table.size(giant), table.player(ANNA).life) == (size, life)


@MAGIC
@pytest.mark.cr("702.104a")
def test_the_controller_chooses_who_is_asked_for_tribute() -> None:
    table = Position(plain=True, players=3)
    giant = table.cast(table.give(GIANT))
    assert table.chooser == ANNA
    table.choose("choose", player(CARL))
    assert table.chooser == CARL
    table.choose("yes")
    table.resolve()
    assert table.size(giant) == (5, 5)
