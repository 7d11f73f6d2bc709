"""Each meaning has one spelling in card data; other spellings are still read."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards.library import Library, library
from engine.cards.model import (
    Card,
    Change,
    Choose,
    Counter,
    Damage,
    Delayed,
    Draw,
    Exile,
    GainLife,
    LookAtTop,
    May,
    Move,
    Sacrifice,
    Search,
    Spell,
    Static,
    Tap,
    Triggered,
    When,
)
from engine.cards.spelling import one_spelling
from engine.cards.terms import Compare, Costs, Count, Exists, Filter, Matches, Not, Stat

ENTERS = When(event="enters")
END = When(event="step", step="end")
LANDS = Filter(types=("Land",))
BLOCKS_A_CREATURE = When(event="blocks", by=Filter(types=("Creature",)))
ISLANDS = Filter(subtypes=("Island",), controller="you")
STAYS = Static(
    change=Change(restrict=("cant-attack",)),
    condition=Not(condition=Exists(of=Filter(subtypes=("Island",), controller="defending-player"))),
)
LEAVES = Triggered(
    when=When(event="state"),
    effects=(Sacrifice(),),
    condition=Exists(of=ISLANDS, at_least=0, at_most=0),
)


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
            May(
                otherwise=(Counter(),),
                cost=Costs(mana="{2}"),
                times=Count(of=LANDS),
                who="controller-of-target",
            ),
            Counter(unless_pays=Count(of=LANDS, times=2)),
        ),
        (
            (
                LookAtTop(count=1, who="target", rest="library-top"),
                May(then=(Move(what="it", to="graveyard"),)),
                Draw(),
            ),
            (
                LookAtTop(
                    count=1,
                    who="target",
                    take=1,
                    to="graveyard",
                    optional=True,
                    rest="library-top",
                ),
                Draw(),
            ),
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
        (
            Compare(left=Stat(what="power", of="target"), right=4),
            Matches(what="target", filter=Filter(power_min=4)),
        ),
        (
            Compare(left=2, right=Stat(what="mana-value", of="it")),
            Matches(what="it", filter=Filter(value_max=2)),
        ),
        (
            Matches(what="target", filter=Filter(zone="stack", colors=("red",))),
            Matches(what="target", filter=Filter(colors=("red",))),
        ),
        (
            Triggered(when=BLOCKS_A_CREATURE, effects=(Tap(what="it"),)),
            Triggered(when=When(event="blocks"), effects=(Tap(what="it"),)),
        ),
        (
            Triggered(when=When(event="dies"), effects=(Move(what="self", to="hand"),)),
            Triggered(when=When(event="dies"), effects=(Move(what="it", to="hand"),)),
        ),
        (
            Triggered(
                when=When(event="dies", what="attached"),
                effects=(Delayed(when=END, then=(Exile(what="attached"),)),),
            ),
            Triggered(
                when=When(event="dies", what="attached"),
                effects=(Delayed(when=END, then=(Exile(what="it"),)),),
            ),
        ),
        (
            Card(name="Test", types=("Creature",), abilities=(STAYS, LEAVES)),
            Card(name="Test", types=("Creature",), keywords=("islandhome",)),
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
        Count(of=Filter(zone="graveyard", owner="you"), distinct="card-type"),
        Compare(left=Stat(what="power", of="target", times=2), right=4),
        Triggered(when=BLOCKS_A_CREATURE, effects=(Draw(),)),
        Card(name="Test", types=("Creature",), abilities=(STAYS,)),
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
