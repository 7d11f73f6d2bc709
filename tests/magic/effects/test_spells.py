"""Countering and copying spells."""

import pytest

from engine.cards.model import Again, Card, Counter, Damage, Draw, Modify, Target
from engine.cards.terms import Filter
from tests.magic.positions import A_CREATURE, ANNA, BEN, Position, bigger, creature, instant

BEAR = creature("Bear", 2, 2)
A_SPELL = Target(of=Filter(zone="stack"))


def counter_spell(effect: Counter) -> Card:
    return instant(effect, targets=(A_SPELL,), name="Denial")


@pytest.mark.cr("701.6a")
def test_a_countered_spell_goes_to_the_graveyard_and_does_nothing() -> None:
    table = Position(plain=True)
    deny = table.give(counter_spell(Counter()), BEN)
    bear = table.cast(table.give(BEAR), resolve=False)

    table.cast(deny, on=bear)

    assert table.state.stack == ()
    assert table.permanents(ANNA) == []
    assert table.names(ANNA, "graveyard") == ["Bear"]


@pytest.mark.parametrize("zone", ["exile", "hand"])
def test_a_countered_spell_goes_where_the_effect_says(zone: str) -> None:
    table = Position(plain=True)
    deny = table.give(counter_spell(Counter(to=zone)), BEN)  # type: ignore[arg-type]
    bear = table.cast(table.give(BEAR), resolve=False)
    table.cast(deny, on=bear)
    assert table.names(ANNA, zone) == ["Bear"]


def test_a_countered_spell_goes_on_top_of_its_owners_library() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, creature("Ox", 2, 4))
    deny = table.give(counter_spell(Counter(to="library-top")), BEN)
    bear = table.cast(table.give(BEAR), resolve=False)
    table.cast(deny, on=bear)
    assert table.names(ANNA, "library") == ["Bear", "Ox"]


def test_what_cant_be_countered_resolves() -> None:
    table = Position(plain=True)
    deny = table.give(counter_spell(Counter()), BEN)
    snake = table.cast(table.give(creature("Snake", 2, 2, "uncounterable")), resolve=False)
    table.cast(deny, on=snake)
    assert table.zone(snake) == "battlefield"


def test_a_spell_is_countered_unless_its_controller_pays() -> None:
    table = Position(plain=True)
    deny = table.give(counter_spell(Counter(unless_pays=2)), BEN)
    bear = table.cast(table.give(BEAR), resolve=False)
    table.mana(ANNA, "{G}{G}{G}")

    table.cast(deny, on=bear)
    assert (table.asked, table.chooser) == ("may", ANNA)
    table.choose("yes")
    table.resolve()

    assert table.zone(bear) == "battlefield"
    assert sum(table.player(ANNA).pool) == 1


def test_who_does_not_pay_loses_the_spell() -> None:
    table = Position(plain=True)
    deny = table.give(counter_spell(Counter(unless_pays="X")), BEN)
    bear = table.cast(table.give(BEAR), resolve=False)
    table.mana(ANNA, "{G}")
    table.cast(deny, on=bear)
    table.choose("no")
    assert table.zone(bear) == "graveyard"


def test_who_cannot_pay_is_not_asked() -> None:
    table = Position(plain=True)
    deny = table.give(counter_spell(Counter(unless_pays=1)), BEN)
    bear = table.cast(table.give(BEAR), resolve=False)
    table.cast(deny, on=bear)
    assert table.zone(bear) == "graveyard"


# --- copying ---

FORK = instant(
    Again(), targets=(Target(of=Filter(zone="stack", types=("Instant", "Sorcery"))),), name="Fork"
)
BOLT = instant(Damage(amount=3, to="target"), targets=(A_CREATURE,), name="Bolt")


@pytest.mark.cr("707.10")
def test_a_copy_does_the_same_again_and_leaves_no_card() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, BEAR, BEAR)
    fork = table.give(FORK, BEN)
    table.library_of(BEN, BEAR)
    plan = table.cast(table.give(instant(Draw(), name="Plan")), resolve=False)

    table.cast(fork, on=plan)

    assert (table.names(ANNA, "hand"), table.names(BEN, "hand")) == (["Bear"], ["Bear"])
    assert (table.names(ANNA, "graveyard"), table.names(BEN, "graveyard")) == (["Plan"], ["Fork"])
    assert all(obj.zone != "stack" for obj in table.state.objects.values())


@pytest.mark.cr("707.10c")
def test_a_copy_gets_new_targets_or_keeps_the_old_ones() -> None:
    for new in (True, False):
        table = Position(plain=True)
        bear, ox = table.put(BEAR, BEN), table.put(creature("Ox", 2, 4), ANNA)
        fork = table.give(FORK, BEN)
        bolt = table.cast(table.give(BOLT), on=bear, resolve=False)

        table.cast(fork, on=bolt)
        assert (table.asked, table.chooser) == ("may", BEN)
        table.choose("yes" if new else "no")
        if new:
            assert table.offered() == {bear, ox}
            table.choose("target", ox)
        table.resolve()

        assert table.zone(bear) == "graveyard"
        assert table.look(ox).damage == (3 if new else 0)


def test_a_countered_copy_is_gone() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    fork = table.give(FORK, BEN)
    table.give(counter_spell(Counter()), ANNA)
    growth = instant(
        Modify(what="target", change=bigger(1, 1)), targets=(A_CREATURE,), name="Growth"
    )
    spell = table.cast(table.give(growth), on=bear, resolve=False)
    table.cast(fork, on=spell, resolve=False)
    while table.asked == "priority" and table.state.stack[-1].name == "Fork":
        table.choose("pass")
    table.choose("no")
    copy = table.state.stack[-1]
    assert copy.copy

    table.cast(table.player(ANNA).hand[0], on=copy.id)
    table.resolve()

    assert table.size(bear) == (3, 3)
    assert sorted(table.names(ANNA, "graveyard")) == ["Denial", "Growth"]
