"""Each meaning has one spelling in card data; other spellings are still read."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards.library import Library, library
from engine.cards.model import (
    Choose,
    Counter,
    Damage,
    Draw,
    GainLife,
    May,
    Move,
    Search,
    Spell,
    Triggered,
    When,
)
from engine.cards.spelling import one_spelling
from engine.cards.terms import Compare, Costs, Count, Exists, Filter, Stat

ENTERS = When(event="enters")
LANDS = Filter(types=("Land",))


@pytest.mark.parametrize(
    ("other", "usual"),
    [
        (
            Spell(
                effects=(
                    Damage(amount=2, to="opponents"),
                    GainLife(amount=Stat(what="damage-dealt", plus=1)),
                )
            ),
            Spell(
                effects=(
                    Damage(amount=2, to="opponents"),
                    GainLife(amount=Stat(what="damage-taken", plus=1)),
                )
            ),
        ),
        (
            May(then=(Search(of=LANDS, to="hand"),)),
            Search(of=LANDS, to="hand", optional=True),
        ),
        (
            Triggered(when=ENTERS, effects=(Search(of=LANDS, to="hand"),), optional=True),
            Triggered(when=ENTERS, effects=(Search(of=LANDS, to="hand", optional=True),)),
        ),
        (
            Triggered(when=ENTERS, effects=(May(then=(Draw(),)),)),
            Triggered(when=ENTERS, effects=(Draw(),), optional=True),
        ),
        (
            May(otherwise=(Counter(),), cost=Costs(mana="{3}"), who="controller-of-target"),
            Counter(unless_pays=3),
        ),
        (
            May(otherwise=(Counter(),), cost=Costs(mana="{X}"), who="controller-of-target"),
            Counter(unless_pays="X"),
        ),
        (
            (May(then=(Choose(of=LANDS), Move(what="chosen", to="battlefield"))),),
            (Choose(of=LANDS, up_to=True), Move(what="chosen", to="battlefield")),
        ),
        (Count(of=Filter(zone="hand", owner="you"), times=2), Stat(what="hand", of="you", times=2)),
        (
            Exists(of=Filter(zone="graveyard", owner="you"), at_least=7),
            Compare(left=Stat(what="graveyard", of="you"), right=7),
        ),
        (
            Search(of=LANDS, to="battlefield", reveal=False),
            Search(of=LANDS, to="battlefield"),
        ),
    ],
)
def test_another_spelling_becomes_the_usual_one(other: object, usual: object) -> None:
    assert one_spelling(other) == usual
    assert one_spelling(usual) == usual


@pytest.mark.parametrize(
    "record",
    [
        May(then=(Draw(),)),
        May(then=(Search(of=LANDS, to="hand", who="target"),)),
        May(otherwise=(Counter(),), cost=Costs(mana="{U}"), who="controller-of-target"),
        May(otherwise=(Counter(),), cost=Costs(mana="{2}"), who="you"),
        Count(of=Filter(zone="hand", owner="you", colors=("red",))),
        Search(of=LANDS, to="hand", reveal=False),
    ],
)
def test_what_means_something_else_stays(record: object) -> None:
    assert one_spelling(record) == record


def test_cards_that_come_with_the_game_use_the_usual_spellings() -> None:
    known = library()
    others = [name for name in known.names() if one_spelling(card := known.card(name)) != card]
    assert others == []


def test_a_card_of_ones_own_in_another_spelling_is_the_usual_card(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(
        '[[card]]\nname = "Pathfinder Mole"\ncost = "{G}"\ntypes = ["Creature"]\npower = 1\n'
        'toughness = 1\n[[card.abilities]]\nability = "triggered"\nwhen = { event = "enters" }\n'
        'effects = [{ do = "may", then = [{ do = "draw" }] }]\n'
    )
    own = Library(())
    assert own.include(file) == []
    (ability,) = own.card("Pathfinder Mole").abilities
    assert ability == Triggered(when=ENTERS, effects=(Draw(),), optional=True)
