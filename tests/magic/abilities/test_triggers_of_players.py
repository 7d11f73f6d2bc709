"""Triggers on what players do, whatever object is concerned."""

import pytest

from engine.cards.model import (
    Activated,
    Damage,
    Destroy,
    GainLife,
    LoseLife,
    PutCounters,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Compare, Costs, Filter, Stat
from engine.magic.zones import drawing
from tests.magic.positions import ANNA, BEN, Position, creature, instant
from tests.magic.witnesses import watcher

GROWS = (PutCounters(on="self"),)


def test_gaining_life_is_noticed_by_whose_life_it_is() -> None:
    table = Position(plain=True)
    mate = table.put(
        creature(
            "Mate",
            2,
            2,
            abilities=(Triggered(when=When(event="gains-life", who="you"), effects=GROWS),),
        )
    )
    table.follow(GainLife(amount=3))
    assert table.size(mate) == (3, 3)
    table.follow(GainLife(amount=3), by=BEN)
    table.follow(LoseLife(amount=1, who="you"))
    assert table.size(mate) == (3, 3)


def test_each_card_that_an_opponent_draws_is_noticed() -> None:
    table = Position(plain=True)
    table.library_of(BEN, *[creature("Bear", 2, 2)] * 3)
    table.library_of(ANNA, creature("Ox", 2, 4))
    eye = table.put(
        creature(
            "Eye",
            1,
            1,
            abilities=(Triggered(when=When(event="draws", who="opponent"), effects=GROWS),),
        )
    )
    drawing.Draws(BEN, 2).run(table.game)
    drawing.Draws(ANNA, 1).run(table.game)
    table.priority()
    assert table.size(eye) == (3, 3)


def test_a_filter_by_mana_value_counts_the_x_of_a_spell_on_the_stack() -> None:
    table = Position(plain=True)
    big = instant(GainLife(amount="X"), name="Big", cost="{X}{W}")
    small = Target(of=Filter(zone="stack", value_max=2))
    answer = table.give(instant(Destroy(what="target"), name="Answer", targets=(small,)), BEN)
    card = table.give(big, ANNA)
    table.cast(card, x=1, resolve=False)
    table._give_priority(BEN)
    assert table.may("cast", answer)

    table = Position(plain=True)
    answer = table.give(instant(Destroy(what="target"), name="Answer", targets=(small,)), BEN)
    table.cast(table.give(big, ANNA), x=2, resolve=False)
    table._give_priority(BEN)
    assert not table.may("cast", answer)


@pytest.mark.cr("120.2", "102.3")
def test_damage_to_its_own_controller_is_not_damage_to_an_opponent() -> None:
    table = Position(plain=True)
    feeds = watcher(When(event="deals-damage", to="opponent"), GainLife(amount=5))
    hurt_you, hurt_ben = (
        Activated(cost=Costs(), effects=(Damage(amount=1, to=whom),))
        for whom in ("you", "opponents")
    )
    imp = table.put(creature("Imp", 1, 1, abilities=(feeds, hurt_you, hurt_ben)))
    table.activate(imp, 2)
    assert table.player(ANNA).life == 19
    table.activate(imp, 3)
    assert table.player(ANNA).life == 24


def test_whoever_sees_a_spell_cast_may_ask_how_many_were_cast_before_it() -> None:
    table = Position(plain=True)
    second = Compare(left=Stat(what="spells-before"), right=1)
    table.put(
        creature(
            "Sage",
            1,
            1,
            abilities=(watcher(When(event="cast", what=Filter(), who="you"), condition=second),),
        )
    )
    for life in (20, 21, 22):
        table.cast(table.give(instant(name="Nothing")))
        assert table.player(ANNA).life == life
