"""Phrases that planeswalkers brought, read from made-up sentences."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    AnyEffect,
    Change,
    Delayed,
    Destroy,
    Discard,
    Draw,
    Exile,
    If,
    LookAtTop,
    MakeToken,
    Modify,
    Sacrifice,
    Search,
    SeparatePiles,
    SetLife,
    Spell,
    Target,
    When,
)
from engine.cards.oracle.printed import CardRefusal, Line, PrintedCard
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line, understand
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Count, Filter, Matches, Stat

CREATURES = Filter(types=("Creature",))
A_CREATURE = (Target(of=CREATURES),)
ARTIFACTS = Filter(types=("Artifact",), controller="you")
ANIMATED = Change(add_types=("Artifact", "Creature"), base_power=4, base_toughness=4)


def meaning(text: str) -> Spell:
    """The spell that a text means."""
    read = read_line("Spell", text, {"types": ("Sorcery",)})
    assert isinstance(read, Line), read
    (spell,) = read.abilities
    assert isinstance(spell, Spell)
    return spell


@pytest.mark.parametrize(
    ("text", "effects", "targets"),
    [
        (
            "Target player's life total becomes 1.",
            (SetLife(amount=1, who="target"),),
            (Target(player="any"),),
        ),
        ("Your life total becomes 10.", (SetLife(amount=10, who="you"),), ()),
        (
            "Search your library for any number of creature cards, put them onto the battlefield, "
            "then shuffle.",
            (Search(of=CREATURES, to="battlefield", count="any"),),
            (),
        ),
        (
            "Look at the top two cards of your library. Put one of them into your graveyard.",
            (LookAtTop(count=2, take=1, to="graveyard", rest="library-top"),),
            (),
        ),
        (
            "Look at the top card of your library. If it's a creature card, you may reveal it and "
            "put it into your hand.",
            (
                LookAtTop(
                    count=1, take=1, of=CREATURES, optional=True, reveal="taken", rest="library-top"
                ),
            ),
            (),
        ),
        (
            "Look at the top five cards of your library. You may put any number of creature cards "
            "from among them onto the battlefield. Put the rest on the bottom of your library in a "
            "random order.",
            (
                LookAtTop(
                    count=5, take=5, of=CREATURES, optional=True, to="battlefield",
                    rest="library-bottom", random_order=True,
                ),
            ),
            (),
        ),
        (
            "Until your next turn, whenever a creature an opponent controls attacks, it gets "
            "-1/-0 until end of turn.",
            (
                Delayed(
                    when=When(
                        event="attacks", what=Filter(types=("Creature",), controller="opponent")
                    ),
                    then=(Modify(what="it", change=Change(power=-1)),),
                    each_time=True,
                    until="your-next-turn",
                ),
            ),
            (),
        ),
        (
            "Whenever a creature attacks this turn, destroy it.",
            (
                Delayed(
                    when=When(event="attacks", what=CREATURES),
                    then=(Destroy(what="it"),),
                    each_time=True,
                ),
            ),
            (),
        ),
        (
            "Separate all permanents target player controls into two piles. That player sacrifices "
            "all permanents in the pile of their choice.",
            (
                SeparatePiles(
                    of=Filter(controller="target"), by="you", chooser="target",
                    then=(Sacrifice(who="target", of="chosen"),),
                ),
            ),
            (Target(player="any"),),
        ),
        (
            "Exile all creatures that are one or more colors.",
            (Exile(what=Filter(types=("Creature",), colorless=False)),),
            (),
        ),
        (
            "Target artifact you control becomes an artifact creature with base power and "
            "toughness 4/4.",
            (Modify(what="target", change=ANIMATED, until="forever"),),
            (Target(of=ARTIFACTS),),
        ),
        (
            "Artifacts you control become artifact creatures with base power and toughness 4/4 "
            "until end of turn.",
            (Modify(what=ARTIFACTS, change=ANIMATED),),
            (),
        ),
    ],
)  # fmt: skip
def test_effects_are_read_and_written(
    text: str, effects: tuple[AnyEffect, ...], targets: tuple[Target, ...]
) -> None:
    spell = Spell(effects=effects, targets=targets)
    assert meaning(text) == spell
    assert written_ability(spell, Said(this="spell")) == text


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        (
            "Discard all the cards in your hand, then draw that many cards plus one.",
            (Discard(count="all"), Draw(count=Count(of=Filter(among="discarded"), plus=1))),
        ),
        (
            "Discard up to two cards, then draw that many cards.",
            (Discard(count=2, up_to=True), Draw(count=Count(of=Filter(among="discarded")))),
        ),
        (
            "Destroy all permanents except for lands and tokens.",
            (Destroy(what=Filter(not_types=("Land",), token=False)),),
        ),
    ],
)
def test_effects_are_read(text: str, effects: tuple[AnyEffect, ...]) -> None:
    assert meaning(text) == Spell(effects=effects)


def test_a_number_may_be_counted_before_the_clause() -> None:
    clause = "create two 1/1 green Elf creature tokens"
    first = meaning(f"For each creature you control, {clause}.")
    assert first == meaning(
        "Create two 1/1 green Elf creature tokens for each creature you control."
    )
    for text in (
        "For each creature you control, destroy that creature.",
        "For each creature you control, put a +1/+1 counter on it.",
        "For each creature you control, destroy target land.",
    ):
        assert isinstance(read_line("Spell", text, {"types": ("Sorcery",)}), CardRefusal)


def test_a_sacrifice_at_the_end_step_waits_for_its_condition() -> None:
    text = (
        "Gain control of target creature until end of turn. Sacrifice it at the beginning of the "
        "next end step if it has mana value 3 or less."
    )
    _, delayed = meaning(text).effects
    assert delayed == Delayed(
        when=When(event="step", step="end"),
        then=(
            If(
                condition=Matches(what="it", filter=Filter(value_max=3)),
                then=(Sacrifice(of="it"),),
            ),
        ),
    )


def test_a_number_of_tokens_goes_by_the_highest_life_total() -> None:
    text = (
        "Create a number of 1/1 green Elf creature tokens equal to the highest life total among "
        "all players."
    )
    (made,) = meaning(text).effects
    assert isinstance(made, MakeToken)
    assert made.count == Stat(what="life", of="players", take="greatest")


def test_a_line_about_commanders_concerns_no_deck_here() -> None:
    plain = PrintedCard(
        name="Sage", cost="{3}", type_line="Legendary Planeswalker — Jace",
        text="+1: Draw a card.\nSage can be your commander.", loyalty="3",
    )  # fmt: skip
    read = understand(plain)
    assert not isinstance(read, CardRefusal)
    assert len(read.abilities) == 1
