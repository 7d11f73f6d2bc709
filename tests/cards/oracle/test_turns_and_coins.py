"""Extra turns, coins, piles, and cards revealed until one fits, read from made-up sentences."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    Activated,
    AnyEffect,
    Change,
    Damage,
    Draw,
    Exile,
    ExtraTurn,
    FlipCoin,
    Modify,
    Move,
    PutCounters,
    RemoveCounters,
    Reveal,
    RuleThisTurn,
    SeparatePiles,
    SkipNext,
    Spell,
    Target,
    Triggered,
    When,
)
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Costs, Exists, Filter

PLAYER = (Target(player="any"),)


@pytest.mark.parametrize(
    ("text", "effect", "targets"),
    [
        ("Take an extra turn after this one.", ExtraTurn(), ()),
        ("Target player takes an extra turn after this one.", ExtraTurn(who="target"), PLAYER),
        (
            "Target player can't cast creature spells this turn.",
            RuleThisTurn(rule="cant-cast", who="target", of=Filter(types=("Creature",))),
            PLAYER,
        ),
        ("You skip your next turn.", SkipNext(what="turn"), ()),
        ("You skip your next two turns.", SkipNext(what="turn", count=2), ()),
        (
            "Target player skips their next untap step.",
            SkipNext(what="untap", who="target"),
            PLAYER,
        ),
        (
            "You may play up to two additional lands this turn.",
            RuleThisTurn(rule="extra-lands", number=2),
            (),
        ),
        (
            "Flip a coin. If you win the flip, draw a card.",
            FlipCoin(then=(Draw(),)),
            (),
        ),
        (
            "Flip a coin. If you win the flip, draw two cards. If you lose the flip, this spell "
            "deals 3 damage to you.",
            FlipCoin(then=(Draw(count=2),), otherwise=(Damage(amount=3, to="you"),)),
            (),
        ),
    ],
)
def test_spells(text: str, effect: AnyEffect, targets: tuple[Target, ...]) -> None:
    spell = Spell(effects=(effect,), targets=targets)
    assert read_line("Test", text, {"types": ("Sorcery",)}) == Line(abilities=(spell,))
    assert written_ability(spell, Said(this="spell")) == text


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        (
            "Reveal the top three cards of your library. An opponent separates those cards into "
            "two piles. Put one pile into your hand and the other into your graveyard.",
            (
                Reveal(count=3),
                SeparatePiles(
                    of="revealed",
                    then=(Move(what="chosen", to="hand"),),
                    otherwise=(Move(what="chosen", to="graveyard"),),
                ),
            ),
        ),
        (
            "Separate all creature cards in your graveyard into two piles. Exile the pile of an "
            "opponent's choice and return the other to the battlefield.",
            (
                SeparatePiles(
                    of=Filter(zone="graveyard", owner="you", types=("Creature",)),
                    by="you",
                    chooser="opponent",
                    then=(Exile(what="chosen"),),
                    otherwise=(Move(what="chosen", to="battlefield"),),
                ),
            ),
        ),
    ],
)
def test_piles(text: str, effects: tuple[AnyEffect, ...]) -> None:
    spell = Spell(effects=effects)
    assert read_line("Test", text, {"types": ("Sorcery",)}) == Line(abilities=(spell,))
    assert written_ability(spell, Said(this="spell")) == text


SHOWN = Filter(zone="library", among="revealed")
CREATURES = Filter(types=("Creature",))


@pytest.mark.parametrize(
    ("text", "effects"),
    [
        (
            "Reveal cards from the top of your library until you reveal a creature card. Put that "
            "card into your hand and the rest on the bottom of your library in a random order.",
            (
                Reveal(until=CREATURES),
                Move(what="it", to="hand"),
                Move(what=SHOWN, to="library-bottom", random_order=True),
            ),
        ),
        (
            "Reveal cards from the top of your library until you reveal a creature card. Put that "
            "card onto the battlefield and exile all other cards revealed this way.",
            (Reveal(until=CREATURES), Move(what="it", to="battlefield"), Exile(what=SHOWN)),
        ),
        (
            "Each opponent reveals cards from the top of their library until they reveal a "
            "creature card. That player puts that card onto the battlefield and shuffles the rest "
            "into their library.",
            (),
        ),
    ],
)
def test_cards_revealed_until_one_fits(text: str, effects: tuple[AnyEffect, ...]) -> None:
    """Each of several players would need a card of their own."""
    line = read_line("Test", text, {"types": ("Sorcery",)})
    if not effects:
        assert isinstance(line, CardRefusal)
        return
    spell = Spell(effects=effects)
    assert line == Line(abilities=(spell,))
    assert written_ability(spell, Said(this="spell")) == text


def test_second_from_the_top() -> None:
    text = "Put target creature into its owner's library second from the top."
    move = Move(what="target", to="library-second")
    spell = Spell(effects=(move,), targets=(Target(of=Filter(types=("Creature",))),))
    assert read_line("Test", text, {"types": ("Sorcery",)}) == Line(abilities=(spell,))
    assert written_ability(spell, Said(this="spell")) == text


def test_an_optional_flip() -> None:
    text = (
        "At the beginning of your upkeep, you may flip a coin. If you win the flip, put a +1/+1 "
        "counter on this creature. If you lose the flip, remove a +1/+1 counter from this creature."
    )
    flip = FlipCoin(then=(PutCounters(on="self"),), otherwise=(RemoveCounters(on="self"),))
    when = When(event="step", step="upkeep", who="you")
    ability = Triggered(when=when, effects=(flip,), optional=True)
    assert read_line("Test", text, {"types": ("Creature",)}) == Line(abilities=(ability,))
    assert written_ability(ability, Said(this="creature")) == text


@pytest.mark.parametrize(
    "text",
    [
        "Flip a coin until you lose a flip.",
        "Flip two coins. If you win the flip, draw a card.",
        "Draw a card. If you win the flip, draw a card.",
        "Take two extra turns after this one.",
        "Reveal the top three cards of your library. An opponent separates them into piles.",
        "Take an extra turn after this one. At the beginning of that turn's end step, you win.",
    ],
)
def test_what_only_resembles_them_is_refused(text: str) -> None:
    assert isinstance(read_line("Test", text, {"types": ("Sorcery",)}), CardRefusal)


CARD_FIELDS = (
    (
        "You may cast this spell as though it had flash if you pay {2} more to cast it.",
        ("flash_cost", Costs(mana="{2}")),
    ),
    (
        "If you control a Forest, you may cast this spell as though it had flash.",
        ("flash_if", Exists(of=Filter(subtypes=("Forest",), controller="you"))),
    ),
)


@pytest.mark.parametrize(("text", "field"), CARD_FIELDS)
def test_spells_cast_as_though_they_had_flash(text: str, field: tuple[str, object]) -> None:
    assert read_line("Test", text, {"types": ("Sorcery",)}) == Line(fields=(field,))
    again = text.replace("If you control", "As long as you control")
    assert read_line("Test", again, {"types": ("Sorcery",)}) == Line(fields=(field,))


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (
            "+2: During target opponent's next turn, creatures that player controls attack this "
            "planeswalker if able.",
            RuleThisTurn(rule="attack-source", who="target", during="next-turn"),
        ),
        (
            "+2: Creatures target opponent controls attack this planeswalker this turn if able.",
            RuleThisTurn(rule="attack-source", who="target"),
        ),
    ],
)
def test_a_planeswalker_calls_creatures(text: str, rule: RuleThisTurn) -> None:
    read = read_line("Guard", text, {"types": ("Planeswalker",)})
    ability = Activated(
        cost=Costs(loyalty=2), effects=(rule,), targets=(Target(player="opponent"),)
    )
    assert isinstance(read, Line)
    assert read.abilities == (ability,)
    assert written_ability(ability, Said(this="planeswalker")) == text


def test_a_planeswalker_that_becomes_a_creature_is_still_one() -> None:
    text = (
        "0: Until end of turn, this planeswalker becomes a 4/4 red Elf creature with haste that's "
        "still a planeswalker."
    )
    change = Change(
        add_types=("Creature",), add_subtypes=("Elf",), colors=("red",), keywords=("haste",),
        base_power=4, base_toughness=4,
    )  # fmt: skip
    ability = Activated(
        cost=Costs(loyalty=0), effects=(Modify(what="self", change=change, until="end-of-turn"),)
    )
    read = read_line("Guard", text, {"types": ("Planeswalker",)})
    assert isinstance(read, Line)
    assert read.abilities == (ability,)
    assert written_ability(ability, Said(this="planeswalker")) == text
