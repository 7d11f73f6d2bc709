"""Choices without targets, and the top cards of libraries."""

import pytest

from engine.cards.model import (
    Activated,
    AddMana,
    Change,
    Choose,
    ChooseQuality,
    Enters,
    Exile,
    GainLife,
    LookAtTop,
    Modify,
    Move,
    PutCounters,
    Reveal,
    Search,
    Tap,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Compare, Costs, Exists, Filter, Not, Paid, Stat
from tests.magic.positions import ANNA, BEN, Position, aura, creature, instant, sorcery

BEAR, OX, ELF = creature("Bear", 2, 2), creature("Ox", 2, 4), creature("Elf", 1, 1)
PLAN = sorcery(name="Plan")
MINE = Filter(types=("Creature",), controller="you")
GRAVE = Filter(zone="graveyard", types=("Creature",), owner="that-player")


# --- objects ---


def test_what_is_chosen_is_no_target_and_is_chosen_as_it_resolves() -> None:
    table = Position(plain=True)
    veiled = table.put(creature("Veiled", 1, 1, "shroud"))
    bear = table.put(BEAR)
    table.follow(Choose(of=MINE), Move(what="chosen", to="hand"))
    assert (table.asked, table.chooser, table.offered()) == ("choose", ANNA, {veiled, bear})
    table.choose("choose", veiled)
    assert (table.zone(veiled), table.zone(bear)) == ("hand", "battlefield")


def test_where_there_is_no_choice_nobody_is_asked() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(Choose(of=MINE, count=2), PutCounters(on="chosen"))
    assert table.size(bear) == (3, 3)
    table.follow(
        Choose(of=Filter(types=("Artifact",))), Move(what="chosen", to="hand"), GainLife(amount=2)
    )
    assert table.player(ANNA).life == 22


def test_up_to_so_many_may_be_fewer() -> None:
    table = Position(plain=True)
    bear, ox, elf = table.put(BEAR), table.put(OX), table.put(ELF)
    table.follow(Choose(of=MINE, count=2, up_to=True), Tap(what="chosen"))
    table.choose("choose", ox)
    assert table.offered() == {0, bear, elf}
    table.choose("done")
    assert [table.look(i).tapped for i in (bear, ox, elf)] == [False, True, False]


def test_each_player_chooses_of_their_own() -> None:
    table = Position(plain=True)
    mine = [table.give(card, ANNA, "graveyard") for card in (BEAR, OX)]
    theirs = [table.give(card, BEN, "graveyard") for card in (ELF, BEAR)]
    table.follow(Choose(of=GRAVE, who="players"), Move(what="chosen", to="battlefield"))
    assert (table.chooser, table.offered()) == (ANNA, set(mine))
    table.choose("choose", mine[1])
    assert (table.chooser, table.offered()) == (BEN, set(theirs))
    table.choose("choose", theirs[0])
    assert [table.zone(card) for card in (*mine, *theirs)] == [
        "graveyard",
        "battlefield",
        "battlefield",
        "graveyard",
    ]
    assert table.look(theirs[0]).controller == BEN


def test_each_player_chooses_as_many() -> None:
    table = Position(plain=True)
    mine = [table.give(card, ANNA, "graveyard") for card in (BEAR, OX, ELF)]
    theirs = [table.give(card, BEN, "graveyard") for card in (ELF, BEAR, OX)]
    table.follow(Choose(of=GRAVE, who="players", count=2), Move(what="chosen", to="battlefield"))
    for card in (*mine[:2], *theirs[:2]):
        table.choose("choose", card)
    assert [table.zone(card) for card in (*mine, *theirs)] == [
        "battlefield",
        "battlefield",
        "graveyard",
    ] * 2


def test_the_others_choose_when_one_leaves() -> None:
    table = Position(players=3, plain=True)
    for seat in (ANNA, BEN, 2):
        table.give(BEAR, seat, "graveyard"), table.give(OX, seat, "graveyard")
    table.follow(Choose(of=GRAVE, who="opponents"), Move(what="chosen", to="hand"))
    assert table.chooser == BEN
    table.game.concede(BEN)
    assert table.chooser == 2
    table.choose("choose", table.player(2).graveyard[1])
    assert table.names(2, "hand") == ["Ox"]


# --- the top of a library ---


@pytest.mark.cr("401.4")
def test_a_card_is_taken_and_the_rest_goes_below_in_a_chosen_order() -> None:
    table = Position(plain=True)
    bear, ox, elf, plan = table.library_of(ANNA, BEAR, OX, ELF, PLAN)
    table.follow(LookAtTop(count=3, take=1))
    assert {card.id for card in table.game.view_for(ANNA).revealed} == {bear, ox, elf}
    assert table.game.view_for(BEN).revealed == ()
    table.choose("find", ox)
    assert table.names(ANNA, "hand") == ["Ox"]
    table.choose("choose", bear)
    assert table.names(ANNA, "library") == ["Plan", "Bear", "Elf"] or table.asked == "choose"
    if table.asked == "choose":
        table.choose("choose", elf)
    assert table.names(ANNA, "library") == ["Plan", "Bear", "Elf"]
    assert plan in table.player(ANNA).library


def test_looking_alone_puts_the_cards_back_in_any_order() -> None:
    table = Position(plain=True)
    bear, ox, _ = table.library_of(BEN, BEAR, OX, PLAN)
    table.follow(LookAtTop(count=2, who="opponents", rest="library-top"))
    assert (table.chooser, table.offered()) == (ANNA, {bear, ox})
    table.choose("choose", bear)
    if table.asked == "choose":
        table.choose("choose", ox)
    assert table.names(BEN, "library") == ["Ox", "Bear", "Plan"]


def test_only_cards_of_a_kind_may_be_taken_and_none_need_be() -> None:
    table = Position(plain=True)
    bear, *_ = table.library_of(ANNA, BEAR, PLAN, OX)
    look = LookAtTop(
        count=2, take=2, of=Filter(types=("Creature",)), reveal="taken", rest="graveyard"
    )
    table.follow(look)
    assert table.offered("find") == {bear}
    table.choose("done")
    assert table.names(ANNA, "graveyard")[:2] in (["Bear", "Plan"], ["Plan", "Bear"])
    assert table.names(ANNA, "hand") == []


def test_just_any_card_may_be_left_where_taking_it_is_optional() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, PLAN)
    table.follow(LookAtTop(count=1, take=1, optional=True, rest="graveyard"))
    assert table.may("done")
    table.choose("done")
    assert "Bear" in table.names(ANNA, "graveyard")
    assert table.names(ANNA, "hand") == []


def test_no_more_is_taken_than_the_effect_says() -> None:
    table = Position(plain=True)
    bear, ox, _ = table.library_of(ANNA, BEAR, OX, PLAN)
    table.follow(LookAtTop(count=3, take=1, of=Filter(types=("Creature",)), rest="graveyard"))
    assert table.offered("find") == {bear, ox}
    table.choose("find", ox)
    assert table.names(ANNA, "hand") == ["Ox"]
    assert {"Bear", "Plan"} <= set(table.names(ANNA, "graveyard"))


def test_nobody_is_asked_where_no_card_of_the_kind_is_among_them() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, PLAN, OX)
    table.follow(LookAtTop(count=1, take=1, of=Filter(types=("Creature",)), rest="graveyard"))
    assert table.asked == "pause"
    assert "Plan" in table.names(ANNA, "graveyard")


def test_cards_revealed_are_seen_by_all_and_put_where_the_effect_says() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, OX)
    table.follow(LookAtTop(count=2, take=2, to="battlefield", reveal="all"))
    assert len(table.happened("reveal")) == 2
    assert sorted(table.game.object_name(i) for i in table.permanents(ANNA)) == ["Bear", "Ox"]


def test_a_library_with_too_few_cards_or_none() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR)
    table.follow(LookAtTop(count=4, take=1))
    assert table.names(ANNA, "hand") == ["Bear"]
    table.follow(LookAtTop(count=4, take=1), GainLife(amount=1))
    assert table.player(ANNA).life == 21


def test_of_two_cards_found_the_first_goes_elsewhere_than_the_other() -> None:
    table = Position(plain=True)
    bear, ox, elf = table.library_of(ANNA, BEAR, OX, ELF)
    table.follow(
        Search(
            of=Filter(types=("Creature",)), to="battlefield", others_to="hand", count=2, tapped=True
        )
    )
    table.choose("find", ox)
    table.choose("find", elf)
    assert table.names(ANNA, "hand") == ["Elf"]
    (found,) = table.permanents(ANNA)
    assert (table.game.object_name(found), table.look(found).tapped) == ("Ox", True)
    assert table.names(ANNA, "library") == ["Bear"]
    assert bear not in table.player(ANNA).library  # it was shuffled


# --- how abilities are activated, and how permanents enter ---


@pytest.mark.cr("602.5b")
def test_an_ability_is_activated_only_if_its_condition_holds_and_so_often_each_turn() -> None:
    table = Position(plain=True)
    threshold = Compare(left=Stat(what="graveyard", of="you"), right=2)
    pump = (Modify(what="self", change=Change(power=1)),)
    bear = table.put(
        creature(
            "Bear",
            2,
            2,
            abilities=(
                Activated(cost=Costs(), effects=pump, condition=threshold, most_each_turn=2),
            ),
        )
    )
    table._give_priority(ANNA)
    assert not table.may("activate", bear)
    table.give(PLAN, ANNA, "graveyard"), table.give(PLAN, ANNA, "graveyard")
    table.activate(bear)
    table.activate(bear)
    table._give_priority(ANNA)
    assert table.size(bear) == (4, 2)
    assert not table.may("activate", bear)


def test_a_permanent_enters_with_more_if_it_was_kicked() -> None:
    table = Position(plain=True)
    titan = creature(
        "Titan", 2, 2, abilities=(Enters(counters="+1/+1", count=3, keywords=("trample",),
        condition=Paid()),),
        cost="{1}{G}", kicker=Costs(mana="{2}{G}"),
    )  # fmt: skip
    small, big = table.give(titan), table.give(titan)
    table.cast(small)
    table.cast(big, way="kicked")
    assert (table.size(small), table.characteristics(small).has("trample")) == ((2, 2), False)
    assert (table.size(big), table.characteristics(big).has("trample")) == ((5, 5), True)


def test_a_permanent_enters_tapped_unless_something_is_there() -> None:
    table = Position(plain=True)
    alone = Not(condition=Exists(of=Filter(subtypes=("Elf",), controller="you")))
    guard = creature("Guard", 1, 1, abilities=(Enters(tapped=True, condition=alone),))
    first, second = table.give(guard), table.give(guard)
    table.cast(first)
    table.put(ELF)
    table.cast(second)
    assert [table.look(table.now(i)).tapped for i in (first, second)] == [True, False]
    assert [table.look(i).counters for i in (first, second)] == [(), ()]


@pytest.mark.cr("601.2c")
def test_one_or_two_targets() -> None:
    table = Position(plain=True)
    bear, ox, elf = table.put(BEAR, BEN), table.put(OX, BEN), table.put(ELF, BEN)
    two = Target(of=Filter(types=("Creature",)), count=2, at_least=1)
    stun = instant(Tap(what="target"), targets=(two,), name="Stun")
    table.cast(table.give(stun), on=bear)
    assert [table.look(i).tapped for i in (bear, ox, elf)] == [True, False, False]
    table.cast(table.give(stun), on=(ox, elf))
    assert [table.look(i).tapped for i in (bear, ox, elf)] == [True, True, True]
    lone = Position(plain=True)
    card = lone.give(stun)
    lone._give_priority(ANNA)
    assert not lone.may("cast", card)


# --- untapping and mana ---


@pytest.mark.cr("502.3")
def test_a_permanent_that_misses_its_next_untap_step_untaps_in_the_one_after() -> None:
    from engine.magic.turn.steps import UntapStep

    table = Position(plain=True)
    theirs, mine = table.put(BEAR, BEN, tapped=True), table.put(OX, ANNA, tapped=True)
    for on in (theirs, mine):
        table.follow(
            Modify(what="target", change=Change(restrict=("doesnt-untap",)), until="next-untap"),
            on=on,
        )
    untap = UntapStep(name="Untap")
    untap.begin(table.game, BEN)
    assert (table.look(theirs).tapped, table.look(mine).tapped) == (True, True)
    untap.begin(table.game, BEN)
    assert (table.look(theirs).tapped, table.look(mine).tapped) == (False, True)
    untap.begin(table.game, ANNA)
    untap.begin(table.game, ANNA)
    assert not table.look(mine).tapped


@pytest.mark.cr("611.2c")
def test_an_effect_that_is_over_for_one_of_two_objects_goes_on_for_the_other() -> None:
    from engine.magic.turn.steps import UntapStep

    table = Position(plain=True)
    theirs, mine = table.put(BEAR, BEN, tapped=True), table.put(OX, ANNA, tapped=True)
    two = Target(of=Filter(types=("Creature",)), count=2)
    frost = instant(
        Modify(what="target", change=Change(restrict=("doesnt-untap",)), until="next-untap"),
        targets=(two,),
        name="Frost",
    )
    table.cast(table.give(frost), on=(theirs, mine))
    assert [table.game.characteristics(i).restrict for i in (theirs, mine)] == [
        {"doesnt-untap"}
    ] * 2
    UntapStep(name="Untap").begin(table.game, BEN)
    assert [table.game.characteristics(i).restrict for i in (theirs, mine)] == [
        set(),
        {"doesnt-untap"},
    ]


@pytest.mark.cr("605.4a")
def test_a_triggered_mana_ability_adds_its_mana_at_once() -> None:
    table = Position(plain=True)
    elf = table.put(
        creature(
            "Druid",
            1,
            1,
            abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)),),
        )
    )
    growth = Triggered(
        when=When(event="taps-for-mana", what="attached"),
        effects=(AddMana(add="{G}", who="that-player"),),
    )
    table.put(aura("Growth", growth), on=elf)
    prayer = Triggered(
        when=When(event="taps-for-mana", what=Filter()), effects=(GainLife(amount=1),)
    )
    table.put(creature("Monk", 1, 1, abilities=(prayer,)), BEN)
    table.activate(elf, resolve=False)
    assert table.player(ANNA).pool[4] == 2
    assert table.player(BEN).life == 21


# --- colors, types and keywords ---

WARDED = Modify(what="target", change=Change(keywords=("protection from the chosen color",)))


def test_a_color_chosen_as_a_spell_resolves_is_the_color_of_the_protection() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(ChooseQuality(), WARDED, on=bear)
    assert (table.asked, table.chooser) == ("choose", ANNA)
    table.choose("choose", word="red")
    assert "protection from red" in table.game.characteristics(bear).keywords


def test_a_creature_becomes_the_type_or_color_of_the_choice() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(
        ChooseQuality(quality="creature-type"),
        Modify(what="target", change=Change(subtypes=("chosen",))),
        ChooseQuality(who="opponents"),
        Modify(what="target", change=Change(colors=("chosen",))),
        on=bear,
    )
    table.choose("choose", word="Time Lord")
    assert table.chooser == BEN
    table.choose("choose", word="blue")
    found = table.game.characteristics(bear)
    assert (found.subtypes, found.colors) == (frozenset({"Time Lord"}), frozenset({"blue"}))


def test_one_of_some_keywords_is_chosen() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(
        ChooseQuality(quality="keyword", among=("flying", "trample")),
        Modify(what="target", change=Change(keywords=("chosen",))),
        on=bear,
    )
    table.choose("choose", word="trample")
    assert table.game.characteristics(bear).keywords == frozenset({"trample"})


def test_later_effects_find_objects_of_the_chosen_color() -> None:
    table = Position(plain=True)
    bear = table.put(creature("Bear", 2, 2, colors=("green",)))
    ox = table.put(creature("Ox", 2, 4, colors=("red",)))
    table.follow(ChooseQuality(), Tap(what=Filter(types=("Creature",), shares="chosen-color")))
    table.choose("choose", word="red")
    tapped = [ident for ident in (bear, ox) if table.game.state.objects[ident].tapped]
    assert tapped == [ox]


def test_all_cards_of_a_kind_are_taken_from_the_top_without_a_choice() -> None:
    table = Position(plain=True)
    top = table.library_of(ANNA, PLAN, BEAR, OX)
    table.follow(LookAtTop(count=3, take="all", of=Filter(types=("Creature",)), reveal="all"))
    assert table.asked != "choose"
    assert [table.zone(ident) for ident in top] == ["library", "hand", "hand"]


def test_the_top_card_may_go_to_the_bottom() -> None:
    table = Position(plain=True)
    table.library_of(BEN, BEAR, OX)
    look = LookAtTop(
        count=1, who="opponents", take=1, optional=True, to="library-bottom", rest="library-top"
    )
    table.follow(look)
    table.choose("find", table.player(BEN).library[-1])
    assert table.names(BEN, "library") == ["Ox", "Bear"]


def test_a_card_of_a_hand_that_was_revealed_can_be_chosen_and_exiled() -> None:
    table = Position(plain=True)
    bear, plan = table.give(BEAR, BEN), table.give(PLAN, BEN)
    table.follow(
        Reveal(who="opponents", zone="hand"),
        Choose(of=Filter(zone="hand", among="revealed")),
        Exile(what="chosen"),
    )
    assert (table.chooser, table.offered()) == (ANNA, {bear, plan})
    table.choose("choose", plan)
    assert (table.zone(plan), table.zone(bear)) == ("exile", "hand")
