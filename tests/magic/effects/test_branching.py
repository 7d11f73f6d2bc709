"""If, may, unless and delayed effects; what can't be played."""

from typing import get_args

import pytest

from engine.cards.model import (
    Ante,
    AnyEffect,
    Card,
    Delayed,
    Destroy,
    Dexterity,
    Discard,
    Draw,
    GainLife,
    If,
    LoseGame,
    LoseLife,
    MakeToken,
    May,
    Modify,
    PutCounters,
    Sacrifice,
    Triggered,
    When,
    WinGame,
)
from engine.cards.terms import (
    Compare,
    Costs,
    During,
    Either,
    Every,
    Exists,
    Filter,
    Matches,
    Stat,
    TurnIs,
)
from engine.magic.abilities.resolve_effects import PERFORMERS, perform
from engine.magic.core.position import StackItem
from tests.magic.positions import ANNA, BEN, CREATURES, Position, bigger, creature, enchantment

BEAR = creature("Bear", 2, 2)
GAIN = GainLife(amount=1)
LOSE = LoseLife(amount=1, who="you")


def test_every_effect_but_ante_and_dexterity_can_be_carried_out() -> None:
    kinds = set(get_args(AnyEffect))
    assert kinds - PERFORMERS.keys() == {Ante, Dexterity}


@pytest.mark.parametrize("effect", [Ante(), Dexterity()])
def test_ante_and_dexterity_are_refused_by_name(effect: Ante | Dexterity) -> None:
    table = Position()
    with pytest.raises(
        NotImplementedError, match=f"Contract: a card with '{type(effect).__name__.lower()}'"
    ):
        perform(table.game, StackItem(ANNA, 1, "Contract", id=1), effect)


# --- if ---


def test_one_branch_or_the_other() -> None:
    table = Position(plain=True)
    choice = If(condition=Exists(of=CREATURES), then=(GAIN,), otherwise=(LOSE,))
    table.follow(choice)
    assert table.player(ANNA).life == 19
    table.put(BEAR)
    table.follow(choice, GAIN)
    assert table.player(ANNA).life == 21


def test_conditions_read_the_position_as_the_effect_happens() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    big = Compare(left=Stat(what="power", of="target"), right=4)
    table.follow(
        Modify(what="target", change=bigger(2, 0)), If(condition=big, then=(GAIN,)), on=bear
    )
    table.follow(
        If(condition=Matches(what="target", filter=Filter(types=("Artifact",))), then=(GAIN,)),
        on=bear,
    )
    table.follow(If(condition=TurnIs(whose="opponent"), then=(GAIN,)), by=BEN)
    assert (table.player(ANNA).life, table.player(BEN).life) == (21, 21)


@pytest.mark.cr("608.2c")
@pytest.mark.parametrize(("other", "life"), [(BEAR, 20), (creature("Bird", 1, 1, "flying"), 21)])
def test_what_is_said_of_all_targets_holds_for_each(other: Card, life: int) -> None:
    table = Position(plain=True)
    bird, second = table.put(creature("Bird", 1, 1, "flying")), table.put(other)
    fly = Matches(what="all-targets", filter=Filter(keywords=("flying",)))
    table.follow(If(condition=fly, then=(GAIN,)), on=(bird, second))
    assert table.player(ANNA).life == life


# --- may ---


def test_a_player_may_do_something_or_not() -> None:
    table = Position(plain=True)
    table.follow(May(then=(GAIN,), otherwise=(LOSE,)))
    assert table.asked == "may"
    table.choose("yes")
    table.follow(May(then=(GAIN,), otherwise=(LOSE,)))
    table.choose("no")
    assert table.player(ANNA).life == 20
    assert [e.number for e in table.happened("life")] == [1, -1]


def test_mana_is_paid_out_of_the_pool() -> None:
    table = Position(plain=True)
    table.mana(ANNA, "{G}{G}{R}")
    table.follow(May(cost=Costs(mana="{1}{G}"), then=(GAIN,), otherwise=(LOSE,)))
    table.choose("yes")
    assert sum(table.player(ANNA).pool) == 1
    assert table.player(ANNA).life == 21


def test_who_cannot_pay_is_not_asked() -> None:
    table = Position(plain=True)
    table.follow(May(cost=Costs(mana="{1}{G}"), then=(GAIN,), otherwise=(LOSE,)))
    assert table.asked == "pause"
    assert table.player(ANNA).life == 19


def test_upkeep_is_paid_or_the_permanent_is_sacrificed() -> None:
    upkeep = Triggered(
        when=When(event="step", step="upkeep", who="you"),
        effects=(May(cost=Costs(mana="{U}"), otherwise=(Sacrifice(),)),),
    )
    table = Position(plain=True)
    serpent = table.put(creature("Serpent", 5, 5, abilities=(upkeep,)))
    table.mana(ANNA, "{U}")

    table.begin("upkeep")
    assert table.prompt.startswith("Pay {U} for Serpent? ")
    table.choose("yes")
    assert table.zone(serpent) == "battlefield"

    table.begin("upkeep")
    assert table.zone(serpent) == "graveyard"


def test_costs_in_permanents_and_cards_are_chosen() -> None:
    table = Position(plain=True)
    bear, ox = table.put(BEAR), table.put(creature("Ox", 2, 4))
    card, kept = table.give(BEAR), table.give(BEAR)

    table.follow(May(cost=Costs(sacrifice=CREATURES, discard=1), then=(GAIN,)))
    table.choose("yes")
    assert (table.asked, table.offered()) == ("cost", {bear, ox})
    table.choose("sacrifice", ox)
    assert table.offered() == {card, kept}
    table.choose("discard", card)

    assert [table.zone(i) for i in (bear, ox, card, kept)] == [
        "battlefield",
        "graveyard",
        "graveyard",
        "hand",
    ]
    assert table.player(ANNA).life == 21


def test_permanents_are_tapped_or_returned_for_a_cost() -> None:
    table = Position(plain=True)
    bear, tapped = table.put(BEAR), table.put(BEAR, tapped=True)

    table.follow(May(cost=Costs(tap_other=CREATURES), then=(GAIN,)))
    table.choose("yes")
    assert table.look(bear).tapped

    table.follow(May(cost=Costs(return_other=CREATURES), then=(GAIN,)))
    table.choose("yes")
    table.choose("return", tapped)
    assert table.zone(tapped) == "hand"
    assert table.player(ANNA).life == 22


def test_a_source_that_has_died_can_still_be_paid_for_with_mana() -> None:
    again = Triggered(when=When(event="dies"), effects=(May(cost=Costs(mana="{2}"), then=(GAIN,)),))
    table = Position(plain=True)
    ghost = table.put(creature("Ghost", 1, 1, abilities=(again,)))
    table.mana(ANNA, "{C}{C}")
    table.follow(Destroy(what="target"), on=ghost)
    table.choose("yes")
    assert table.player(ANNA).life == 21


@pytest.mark.rule("C-16")
def test_life_cannot_be_paid_where_players_have_none() -> None:
    table = Position()
    table.library_of(ANNA, BEAR)
    table.put(
        enchantment(
            "Bargain",
            Triggered(
                when=When(event="step", step="upkeep"),
                effects=(May(cost=Costs(life=2), then=(Draw(),)),),
            ),
        )
    )
    table.begin("upkeep")
    assert table.asked == "pause"
    assert table.player(ANNA).hand == ()


def test_each_player_is_asked_in_turn_and_is_that_player() -> None:
    table = Position(players=3, active=BEN, plain=True)
    table.follow(May(who="players", then=(LoseLife(amount=2, who="that-player"),)), by=BEN)
    answers = {BEN: "yes", ANNA: "no", 2: "yes"}
    order = []
    while table.asked == "may":
        order.append(table.chooser)
        table.choose(answers[table.chooser])
    assert order == [1, 2, 0]
    assert [p.life for p in table.state.players] == [20, 18, 18]


def test_the_effects_after_a_question_wait_for_its_answer() -> None:
    table = Position(plain=True)
    for name in ("Bear", "Ox"):
        table.give(creature(name, 2, 2), BEN)
    table.library_of(BEN, creature("Elf", 1, 1))
    table.follow(Discard(who="opponents"), Draw(who="opponents"))
    assert table.names(BEN, "hand") == ["Bear", "Ox"]
    table.choose("discard", table.player(BEN).hand[0])
    assert table.names(BEN, "hand") == ["Ox", "Elf"]


# --- delayed ---


@pytest.mark.cr("603.7")
def test_a_delayed_trigger_waits_for_its_event_and_happens_once() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    upkeep = When(event="step", step="upkeep", who="you")
    table.follow(Delayed(when=upkeep, then=(PutCounters(on="it"),)), on=bear)

    table.begin("upkeep", BEN)
    assert table.size(bear) == (2, 2)
    table.begin("upkeep", ANNA)
    assert table.size(bear) == (3, 3)
    table.begin("upkeep", ANNA)
    assert table.size(bear) == (3, 3)


@pytest.mark.cr("118.12", "111.7")
@pytest.mark.parametrize("token", [False, True])
def test_the_cost_a_trigger_offers_can_be_paid_though_its_source_is_gone(
    token: bool,
) -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR)
    rat = creature(
        "Rat",
        1,
        1,
        abilities=(
            Triggered(when=When(event="dies"), effects=(May(cost=Costs(life=2), then=(Draw(),)),)),
        ),
    )
    if token:
        table.follow(MakeToken(token=rat))
    else:
        table.put(rat)

    table.follow(Destroy(what="target"), on=table.permanents(ANNA)[-1])
    assert table.asked == "may"
    table.choose("yes")

    assert (table.player(ANNA).life, len(table.player(ANNA).hand)) == (18, 1)


@pytest.mark.cr("118.3", "400.7")
@pytest.mark.parametrize("token", [False, True])
def test_what_has_died_can_not_be_sacrificed_any_more(token: bool) -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR)
    offer = May(cost=Costs(sacrifice="self"), then=(Draw(),))
    rat = creature("Rat", 1, 1, abilities=(Triggered(when=When(event="dies"), effects=(offer,)),))
    if token:
        table.follow(MakeToken(token=rat))
    else:
        table.put(rat)

    table.follow(Destroy(what="target"), on=table.permanents(ANNA)[-1])

    assert table.asked != "may"
    assert table.player(ANNA).hand == ()


def test_all_conditions_or_one_of_them() -> None:
    table = Position(plain=True)
    elf, goblin = (Exists(of=Filter(subtypes=(kind,))) for kind in ("Elf", "Goblin"))
    both = If(condition=Every(of=(elf, goblin)), then=(GAIN,))
    one = If(condition=Either(of=(elf, goblin)), then=(LOSE,))
    table.follow(both, one)
    assert table.player(ANNA).life == 20
    table.put(creature("Elf", 1, 1, subtypes=("Elf",)))
    table.follow(both, one)
    assert table.player(ANNA).life == 19
    table.put(creature("Goblin", 1, 1, subtypes=("Goblin",)))
    table.follow(both)
    assert table.player(ANNA).life == 20


def test_a_spell_wins_or_loses_the_game() -> None:
    table = Position(plain=True)
    table.follow(WinGame())
    assert table.game.state.winners == (ANNA,)
    table = Position(plain=True)
    table.follow(LoseGame(who="opponents"))
    assert table.game.state.winners == (ANNA,)


def test_a_condition_asks_for_the_step() -> None:
    table = Position(plain=True)
    main = If(condition=During(step="main"), then=(GAIN,), otherwise=(LOSE,))
    upkeep = If(condition=During(step="upkeep"), then=(GAIN,), otherwise=(LOSE,))
    table.follow(main, main, upkeep)
    assert table.player(ANNA).life == 21
