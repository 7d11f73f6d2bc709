"""Sentences with branches, read from made-up sentences and written back."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    Counter,
    Damage,
    Delayed,
    Destroy,
    Draw,
    If,
    May,
    Modify,
    Sacrifice,
    Spell,
    Triggered,
    When,
    WhenDone,
)
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Costs, Exists, Filter, Paid, Stat

END = When(event="step", step="end")


def only(text: str, kind: str = "Instant") -> Spell | Triggered:
    """Return the one ability of a line."""
    line = read_line("Test", text, {"types": (kind,)})
    assert isinstance(line, Line), line
    [ability] = line.abilities
    assert isinstance(ability, Spell | Triggered)
    return ability


def written(ability: Spell | Triggered, kind: str = "spell") -> str | None:
    """Return an ability in words."""
    return written_ability(ability, Said(this=kind))


@pytest.mark.parametrize(
    ("text", "effect"),
    [
        (
            "You may pay {1}. If you do, draw a card.",
            May(cost=Costs(mana="{1}"), then=(Draw(),)),
        ),
        (
            "You may pay {1}. If you do, draw two cards. Otherwise, draw a card.",
            May(cost=Costs(mana="{1}"), then=(Draw(count=2),), otherwise=(Draw(),)),
        ),
        ("You may draw a card.", May(then=(Draw(),))),
        (
            "Sacrifice a creature unless you pay {2}.",
            May(cost=Costs(mana="{2}"), otherwise=(Sacrifice(of=Filter(types=("Creature",))),)),
        ),
        (
            "You may draw a card unless target opponent pays {1}.",
            May(cost=Costs(mana="{1}"), who="target", otherwise=(May(then=(Draw(),)),)),
        ),
        (
            "If you control a Forest, draw a card.",
            If(
                condition=Exists(of=Filter(subtypes=("Forest",), controller="you")),
                then=(Draw(),),
            ),
        ),
        (
            "Draw a card at the beginning of the next turn's upkeep.",
            Delayed(when=When(event="step", step="upkeep"), then=(Draw(),)),
        ),
    ],
)
def test_sentences_are_read_and_written(text: str, effect: object) -> None:
    ability = only(text)
    assert ability.effects == (effect,)
    assert written(ability) == text


def test_what_happens_if_you_do_not_is_unless() -> None:
    ability = only("You may pay {2}. If you don't, you lose 1 life.")
    assert written(ability) == "You lose 1 life unless you pay {2}."


def test_an_infinitive_follows_have() -> None:
    text = "You may have target creature get +1/+1 until end of turn."
    ability = only(text)
    [may] = ability.effects
    assert isinstance(may, May)
    assert isinstance(may.then[0], Modify)
    assert written(ability) == text


def test_instead_is_another_branch() -> None:
    ability = only(
        "This spell deals 1 damage to target creature. If you control a Forest, this spell deals "
        "3 damage to it instead."
    )
    [choice] = ability.effects
    assert isinstance(choice, If)
    assert choice.then == (Damage(amount=3, to="target"),)
    assert choice.otherwise == (Damage(amount=1, to="target"),)


@pytest.mark.parametrize(
    ("text", "inside", "after"),
    [
        # the target and the revealed card don't count unless the mana is paid
        ("You may pay {2}. If you do, tap target creature. It gains flying until end of turn.",
         2, 0),
        ("You may pay {2}. If you do, reveal the top card of your library. Put it into your hand. "
         "You lose 1 life.", 2, 1),
        ("You may pay {2}. If you do, draw a card. You lose 1 life.", 1, 1),
    ],
)  # fmt: skip
def test_sentences_about_what_an_option_brings_belong_to_it(
    text: str, inside: int, after: int
) -> None:
    may, *rest = only(text).effects
    assert isinstance(may, May)
    assert (len(may.then), len(rest)) == (inside, after)


def test_a_delayed_trigger_remembers_the_first_target() -> None:
    ability = only(
        "Target creature gains haste until end of turn. Sacrifice it at the beginning of the next "
        "end step."
    )
    assert ability.effects[1] == Delayed(when=END, then=(Sacrifice(of="it"),))


def test_a_reflexive_trigger_has_targets_of_its_own() -> None:
    ability = only(
        "When this creature enters, you may discard a card. When you do, destroy target artifact.",
        "Creature",
    )
    assert ability.targets == ()
    [may] = ability.effects
    assert isinstance(may, May)
    [done] = may.then
    assert isinstance(done, WhenDone)
    assert done.then == (Destroy(what="target"),)
    assert [target.of for target in done.targets] == [Filter(types=("Artifact",))]


def test_mana_to_save_a_spell_belongs_to_countering() -> None:
    in_hand = Stat(what="hand", of="you")
    for text, amount in (
        ("Counter target spell unless its controller pays {2}.", 2),
        (
            "Counter target spell unless its controller pays {1} for each card in your hand.",
            in_hand,
        ),
    ):
        assert only(text).effects == (Counter(unless_pays=amount),)


def test_kicked_spells_may_do_more() -> None:
    ability = only("Draw a card. If this spell was kicked, draw two cards.")
    assert ability.effects[1] == If(condition=Paid(), then=(Draw(count=2),))


@pytest.mark.parametrize(
    "text",
    [
        # a target that exists only if the spell was kicked
        "Draw a card. If this spell was kicked, destroy target artifact.",
        # a delayed trigger has no targets of its own
        "Destroy target artifact at the beginning of the next end step.",
        # the second target isn't remembered
        "Tap target land and target creature. Destroy that creature at the beginning of the next "
        "end step.",
        # what can fail doesn't follow from the choice alone
        "You may return target creature to its owner's hand. If you do, draw a card.",
        "Draw a card if you.",
        "You may creatures you control gain flying until end of turn.",
        "You may target player draws a card.",
        "Each player may pay {2}. If they do, they draw a card.",
    ],
)
def test_sentences_that_would_be_guesses_are_refused(text: str) -> None:
    assert isinstance(read_line("Test", text, {"types": ("Instant",)}), CardRefusal)
