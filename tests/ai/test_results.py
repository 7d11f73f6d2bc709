"""Computer players and spells whose worth follows from their costs, or from X."""

from __future__ import annotations

from engine.ai import card_values
from engine.ai.heuristics import spells
from engine.cards.checks.restrictions import breaks
from engine.cards.library import library
from engine.cards.model import Change, Destroy, Modify
from engine.cards.terms import Count, Filter
from tests.magic.positions import ANNA, BEN, CREATURES, Position, creature

BEAR, OX = creature("Bear", 2, 2), creature("Ox", 2, 4)


def promise_of(table: Position, card: str) -> float:
    table.attend()
    ident = table.give(card)
    table.attend()
    action = next(a for a in table.game.legal_actions() if a.object == ident and a.verb == "cast")
    return spells.promise(table.game, action)


def test_fling_is_worth_what_the_least_creature_can_kill() -> None:
    small, large = Position(plain=True), Position(plain=True)
    for table, power in ((small, 1), (large, 4)):
        table.put(creature("Thrown", power, power))
        table.put(creature("Ogre", 3, 3), BEN)
        table.mana(ANNA, "{R}{C}")
        table.state.change_player(BEN, life=40)
    assert promise_of(small, "Fling") < promise_of(large, "Fling")


def test_a_spell_with_an_x_of_its_targets_is_promising_for_the_right_x() -> None:
    table = Position(plain=True)
    table.put(creature("Ogre", 3, 3, cost="{2}"), BEN)
    table.mana(ANNA, "{U}{C}{C}{C}{C}")
    assert promise_of(table, "Repeal") > 0


def test_what_destroys_a_target_and_its_like_is_bad_for_the_target() -> None:
    like = Filter(shares="name", shares_with="target")
    assert card_values.of_effects((Destroy(what=like),), "target") < 0
    apart = Filter(shares="name", shares_with="target", apart_from="target")
    assert card_values.of_effects((Destroy(what=apart),), "target") == 0


def test_a_negative_amount_is_a_loss() -> None:
    less = Count(of=CREATURES, times=-1)
    shrink = Modify(what="target", change=Change(power=less, toughness=less))
    assert card_values.of_effects((shrink,), "target") < 0


def test_namesakes_of_a_nonland_permanent_are_no_lands() -> None:
    pulse, wake = (library().card(name) for name in ("Maelstrom Pulse", "Echoing Decay"))
    assert not breaks(pulse, "land-destruction")
    assert not breaks(pulse, "mass-creature-removal")
    assert not breaks(wake, "mass-creature-removal")
    assert breaks(library().card("Cleansing Beam"), "mass-creature-removal")
