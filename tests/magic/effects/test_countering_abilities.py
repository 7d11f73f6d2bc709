"""Abilities on the stack as targets: they are countered as spells are, and what they cost stays
paid.
"""

import pytest

from engine.cards.model import Activated, AddMana, Card, Counter, Draw, Target, Triggered, When
from engine.cards.terms import Costs, Filter
from tests.magic.positions import ANNA, BEN, Position, artifact, creature, instant

DRAWING = Activated(cost=Costs(tap=True), effects=(Draw(),))
LEAVING = Activated(cost=Costs(sacrifice="self"), effects=(Draw(),))
GREETING = Triggered(when=When(event="enters"), effects=(Draw(),))
OX = creature("Ox", 2, 4)
OF_ARTIFACTS = Target(ability="activated", ability_of=Filter(types=("Artifact",)))


def hush(target: Target, effect: Counter = Counter()) -> Card:  # noqa: B008 - a record is never changed
    return instant(effect, targets=(target,), name="Hush")


@pytest.fixture
def table() -> Position:
    table = Position(plain=True)
    table.library_of(ANNA, OX, OX)
    table.watchful()
    return table


def drawn(table: Position) -> int:
    return table.names(ANNA, "hand").count("Ox")


@pytest.mark.cr("701.6a", "118.3")
def test_a_countered_ability_does_nothing_and_what_it_cost_stays_paid(table: Position) -> None:
    no = table.give(hush(Target(ability="activated")), BEN)
    book = table.put(artifact("Book", DRAWING))
    table.activate(book, resolve=False)

    table.cast(no, on=table.state.stack[-1].id)

    assert table.state.stack == ()
    assert drawn(table) == 0
    assert table.look(book).tapped
    assert [event.card for event in table.happened("counter")] == ["Book"]


@pytest.mark.cr("701.6a", "603.3")
def test_a_triggered_ability_can_be_countered(table: Position) -> None:
    no = table.give(hush(Target(ability="triggered")), BEN)
    guest = table.cast(table.give(creature("Guest", 1, 1, abilities=(GREETING,))), resolve=False)
    table.passes(2)
    assert not table.state.stack[-1].is_spell

    table.cast(no, on=table.state.stack[-1].id)

    assert table.zone(guest) == "battlefield"
    assert drawn(table) == 0


@pytest.mark.cr("115.1", "112.1")
@pytest.mark.parametrize(
    ("kind", "fits"), [("activated", True), ("triggered", False), ("any", True)]
)
def test_only_an_ability_of_the_kind_that_is_named_can_be_the_target(
    table: Position, kind: str, fits: bool
) -> None:
    no = table.give(hush(Target(ability=kind)), BEN)  # type: ignore[arg-type]
    table.activate(table.put(artifact("Book", DRAWING)), resolve=False)
    table.attend(BEN)

    assert table.may("cast", no) is fits


@pytest.mark.cr("113.9", "115.1")
def test_a_spell_is_no_ability_and_an_ability_no_spell(table: Position) -> None:
    against_ability, against_spell = (
        table.give(hush(Target(ability="any")), BEN),
        table.give(hush(Target(of=Filter(zone="stack"))), BEN),
    )
    table.cast(table.give(OX), resolve=False)
    table.attend(BEN)
    assert (table.may("cast", against_ability), table.may("cast", against_spell)) == (False, True)
    table.priority()

    table.activate(table.put(artifact("Book", DRAWING)), resolve=False)
    table.attend(BEN)

    assert table.may("cast", against_ability)


@pytest.mark.cr("113.9", "115.1")
def test_what_may_target_spells_and_abilities_is_offered_both(table: Position) -> None:
    both = Target(of=Filter(zone="stack"), ability="any")
    no = table.give(hush(both), BEN)
    spell = table.cast(table.give(creature("Bear", 2, 2, "flash")), resolve=False)
    table.activate(table.put(artifact("Book", DRAWING)), resolve=False)
    ability = table.state.stack[-1].id
    table.attend(BEN)

    table.do(next(action for action in table.game.legal_actions() if action.object == no))

    assert table.offered("target") == {spell, ability}


@pytest.mark.cr("605.3b", "605.1a")
def test_a_mana_ability_is_never_there_to_be_countered(table: Position) -> None:
    no = table.give(hush(Target(ability="any")), BEN)
    table.activate(
        table.put(artifact("Lamp", Activated(cost=Costs(tap=True), effects=(AddMana(add="{C}"),)))),
        resolve=False,
    )
    table.attend(BEN)
    assert not table.may("cast", no)


@pytest.mark.cr("113.7a", "608.2h")
def test_what_the_source_last_was_counts_when_it_is_gone(table: Position) -> None:
    no = table.give(hush(OF_ARTIFACTS), BEN)
    table.activate(table.put(artifact("Star", LEAVING)), resolve=False)

    table.cast(no, on=table.state.stack[-1].id)

    assert drawn(table) == 0


@pytest.mark.cr("115.1", "113.7")
def test_an_ability_of_another_source_cannot_be_the_target(table: Position) -> None:
    no = table.give(hush(OF_ARTIFACTS), BEN)
    table.activate(table.put(creature("Sage", 1, 1, abilities=(DRAWING,))), resolve=False)
    table.attend(BEN)
    assert not table.may("cast", no)


@pytest.mark.cr("115.5", "602.2b")
def test_an_ability_cannot_target_itself(table: Position) -> None:
    silencer = Activated(
        cost=Costs(tap=True), effects=(Counter(),), targets=(Target(ability="activated"),)
    )
    mage = table.put(creature("Mage", 2, 2, abilities=(silencer,)))
    assert not table.may("activate", mage)

    table.activate(table.put(artifact("Book", DRAWING)), resolve=False)
    other = table.state.stack[-1].id
    table.activate(mage, on=other)

    assert drawn(table) == 0


@pytest.mark.cr("608.2b", "701.6a")
def test_who_counters_an_ability_that_is_gone_does_nothing(table: Position) -> None:
    first, second = (table.give(hush(Target(ability="any")), BEN) for _ in range(2))
    table.activate(table.put(artifact("Book", DRAWING)), resolve=False)
    ability = table.state.stack[-1].id
    table.cast(first, on=ability, resolve=False)
    table.cast(second, on=ability, resolve=False)
    table.resolve()
    assert len(table.happened("counter")) == 1
    assert [event.card for event in table.happened("fizzle")] == ["Hush"]


@pytest.mark.cr("118.12", "701.6a")
@pytest.mark.parametrize(("answer", "cards"), [("yes", 1), ("no", 0)])
def test_the_controller_of_an_ability_may_pay_for_it(
    table: Position, answer: str, cards: int
) -> None:
    no = table.give(hush(Target(ability="any"), Counter(unless_pays=2)), BEN)
    table.mana(ANNA, "{C}{C}")
    table.activate(table.put(artifact("Book", DRAWING)), resolve=False)

    table.cast(no, on=table.state.stack[-1].id)
    assert (table.asked, table.chooser) == ("may", ANNA)
    assert "doesn't counter Book" in table.prompt
    table.choose(answer)
    table.resolve()

    assert drawn(table) == cards


@pytest.mark.cr("101.2", "701.6a")
def test_that_a_spell_cannot_be_countered_says_nothing_of_its_abilities(table: Position) -> None:
    no = table.give(hush(Target(ability="any")), BEN)
    beast = table.put(creature("Beast", 4, 4, "uncounterable", abilities=(DRAWING,)))
    table.activate(beast, resolve=False)
    table.cast(no, on=table.state.stack[-1].id)
    assert drawn(table) == 0
