"""Splice onto Arcane: the text of cards in hand added to a spell (CR 702.47)."""

import pytest

from engine.cards.checks.whole_card import misfits
from engine.cards.model import Card, Damage, Draw, GainLife, Keyword, Modify, Spell
from engine.cards.terms import Costs, Filter
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    ANYTHING,
    BEN,
    Position,
    bigger,
    creature,
    instant,
    player,
)

BEAR = creature("Bear", 2, 2)
MAGIC = pytest.mark.rule("M-13")
BREATH = instant(GainLife(amount=3), subtypes=("Arcane",), cost="{W}", name="Breath")
RAY = instant(
    Damage(amount=2, to="target"),
    targets=(ANYTHING,),
    subtypes=("Arcane",),
    cost="{1}{R}",
    keywords=("splice onto Arcane {R}",),
    name="Ray",
)
MIGHT = instant(
    Modify(what="target", change=bigger(2, 2)),
    targets=(A_CREATURE,),
    subtypes=("Arcane",),
    cost="{G}",
    name="Might",
)


def announce(table: Position, card: int, mana: str) -> None:
    """Anna begins to cast a card with this mana in her pool."""
    table.mana(ANNA, mana)
    table.cast(card, free=False, resolve=False)


@MAGIC
@pytest.mark.cr("702.47a", "702.47b")
def test_a_spliced_card_adds_its_text_and_stays_in_hand() -> None:
    table = Position(plain=True)
    breath, ray = table.give(BREATH), table.give(RAY)
    announce(table, breath, "{W}{R}")
    table.choose("choose", ray)
    table.choose("target", player(BEN))
    if table.asked == "payment":
        table.choose("auto")
    table.resolve()
    assert (table.player(ANNA).life, table.player(BEN).life) == (23, 18)
    assert (table.names(ANNA, "hand"), table.names(ANNA, "graveyard")) == (["Ray"], ["Breath"])
    assert [event.card for event in table.happened("reveal")] == ["Ray"]


@MAGIC
@pytest.mark.cr("702.47a")
def test_nothing_must_be_spliced() -> None:
    table = Position(plain=True)
    breath, _ = table.give(BREATH), table.give(RAY)
    announce(table, breath, "{W}{R}")
    table.choose("done")
    table.resolve()
    assert (table.player(ANNA).life, table.player(BEN).life) == (23, 20)


@MAGIC
@pytest.mark.cr("702.47c", "702.47d")
def test_targets_of_the_spliced_text_follow_those_of_the_spell() -> None:
    table = Position(plain=True)
    might, ray = table.give(MIGHT), table.give(RAY)
    bear = table.put(BEAR)
    announce(table, might, "{G}{R}")
    table.choose("choose", ray)
    table.choose("target", bear)
    table.choose("target", player(BEN))
    if table.asked == "payment":
        table.choose("auto")
    table.resolve()
    assert (table.size(bear), table.player(BEN).life) == ((4, 4), 18)


@MAGIC
@pytest.mark.cr("702.47a", "118.3")
@pytest.mark.parametrize(
    ("card", "mana"),
    [
        (BREATH, "{W}"),
        (instant(GainLife(amount=3), cost="{W}"), "{W}{R}"),
    ],
)
def test_splicing_costs_mana_and_needs_an_arcane_spell(card: Card, mana: str) -> None:
    table = Position(plain=True)
    spell, _ = table.give(card), table.give(RAY)
    announce(table, spell, mana)
    assert table.asked != "cost"
    table.resolve()
    assert table.player(BEN).life == 20


@MAGIC
@pytest.mark.cr("702.47e")
def test_several_cards_can_be_spliced_but_each_only_once() -> None:
    table = Position(plain=True)
    breath, first, second = table.give(BREATH), table.give(RAY), table.give(RAY)
    announce(table, breath, "{W}{R}{R}{R}")
    table.choose("choose", first)
    assert table.offered("choose") == {second}
    table.choose("choose", second)
    for _ in range(2):
        table.choose("target", player(BEN))
    if table.asked == "payment":
        table.choose("auto")
    table.resolve()
    assert table.player(BEN).life == 16


@MAGIC
@pytest.mark.cr("702.47a")
def test_a_splice_cost_may_be_more_than_mana() -> None:
    table = Position(plain=True)
    breath = table.give(BREATH)
    toll = Keyword(word="splice onto Arcane", cost=Costs(sacrifice=Filter(types=("Creature",))))
    insight = Card(
        name="Insight",
        types=("Instant",),
        subtypes=("Arcane",),
        cost="{U}",
        abilities=(Spell(effects=(Draw(),)), toll),
    )
    card, bear = table.give(insight), table.put(BEAR)
    table.library_of(ANNA, "Forest")
    announce(table, breath, "{W}")
    table.choose("choose", card)
    while table.asked == "cost":
        table.choose("sacrifice", bear)
    table.resolve()
    assert (table.zone(bear), table.names(ANNA, "hand")) == ("graveyard", ["Insight", "Forest"])


def test_text_that_cannot_be_added_is_a_mistake() -> None:
    card = instant(
        GainLife(amount=2, who="controller-of-target"),
        targets=(A_CREATURE,),
        subtypes=("Arcane",),
        keywords=("splice onto Arcane {R}",),
    )
    assert any("splice" in problem.found for problem in misfits(card, ""))
    assert list(misfits(RAY, "")) == []
