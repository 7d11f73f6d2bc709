"""Designations of permanents, and exploring: renowned, monstrous (CR 701.37, 701.44, 702.112)."""

import pytest

from engine.cards.model import (
    Activated,
    ByKeyword,
    Draw,
    GainLife,
    If,
    LookAtTop,
    Move,
    PutCounters,
    Static,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Filter, Matches
from tests.magic.positions import ANNA, BEN, Position, bigger, creature, enchantment

BEAR = creature("Bear", 2, 2)
MAGIC = pytest.mark.rule("M-13")
MONSTROSITY = Activated(
    cost=Costs(),
    effects=(
        If(
            condition=Matches(what="self", filter=Filter(monstrous=False)),
            then=(PutCounters(on="self", count=3), ByKeyword(word="become-monstrous")),
        ),
    ),
)


@MAGIC
@pytest.mark.cr("702.112a")
def test_renown_counts_only_once() -> None:
    table = Position(plain=True)
    squire = table.put(creature("Squire", 1, 1, "renown 2"))
    table.attack(squire)
    assert (table.size(squire), table.look(squire).designations) == ((3, 3), ("renowned",))
    table.attack(squire)
    assert table.size(squire) == (3, 3)


@MAGIC
@pytest.mark.cr("702.112a", "510.1c")
def test_a_blocked_creature_does_not_become_renowned() -> None:
    table = Position(plain=True)
    squire, wall = table.put(creature("Squire", 1, 1, "renown 2")), table.put(BEAR, BEN)
    table.attack(squire, blocks={squire: [wall]})
    assert table.happened("becomes") == []


@MAGIC
@pytest.mark.cr("701.37a", "701.37b")
def test_monstrosity_works_only_once() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Forest", "Forest")
    draws = Triggered(when=When(event="becomes-monstrous"), effects=(Draw(),))
    hydra = table.put(creature("Hydra", 2, 2, abilities=(MONSTROSITY, draws)))
    for _ in range(2):
        table.activate(hydra)
        assert (table.size(hydra), table.names(ANNA, "hand")) == ((5, 5), ["Forest"])


@MAGIC
@pytest.mark.cr("701.37b")
def test_a_designation_is_no_counter_and_ends_when_the_permanent_leaves() -> None:
    table = Position(plain=True)
    table.put(
        enchantment("Fame", Static(what=Filter(monstrous=True), change=bigger(1, 0))),
    )
    hydra = table.put(creature("Hydra", 2, 2, abilities=(MONSTROSITY,)))
    table.activate(hydra)
    table.state.change(hydra, counters=())
    assert table.size(hydra) == (3, 2)
    assert table.game.state.objects[hydra].designations == ("monstrous",)
    table.follow(
        Move(what="target", to="hand"),
        Move(what="target", to="battlefield"),
        on=hydra,
    )
    assert (table.size(hydra), table.look(hydra).designations) == ((2, 2), ())


@MAGIC
@pytest.mark.cr("701.37b")
def test_everyone_sees_a_designation() -> None:
    table = Position(plain=True)
    hydra = table.put(creature("Hydra", 2, 2, abilities=(MONSTROSITY,)))
    table.activate(hydra)
    shown = {each.id: each for each in table.game.view_for(BEN).permanents}
    assert shown[hydra].changes == ("It is monstrous.",)


@MAGIC
@pytest.mark.cr("701.44a")
@pytest.mark.parametrize(("answer", "zone"), [("yes", "graveyard"), ("no", "library")])
def test_exploring_past_a_spell_gives_a_counter(answer: str, zone: str) -> None:
    table = Position(plain=True)
    scout = table.put(BEAR)
    (card,) = table.library_of(ANNA, BEAR)
    table.follow(ByKeyword(word="explore", what="target"), on=scout)
    table.choose(answer)
    assert (table.size(scout), table.zone(card)) == ((3, 3), zone)


@MAGIC
@pytest.mark.cr("701.44a")
def test_exploring_finds_a_land() -> None:
    table = Position(plain=True)
    scout = table.put(BEAR)
    (land,) = table.library_of(ANNA, "Forest")
    table.follow(ByKeyword(word="explore", what="target"), on=scout)
    assert (table.size(scout), table.zone(land)) == ((2, 2), "hand")
    assert [event.card for event in table.happened("reveal")] == ["Forest"]


@MAGIC
@pytest.mark.cr("701.44a")
def test_exploring_without_a_library_gives_a_counter() -> None:
    table = Position(plain=True)
    scout = table.put(BEAR)
    table.follow(ByKeyword(word="explore", what="target"), on=scout)
    assert table.size(scout) == (3, 3)


@MAGIC
@pytest.mark.cr("701.44c")
def test_the_controller_of_the_creature_explores() -> None:
    table = Position(plain=True)
    scout = table.put(BEAR, BEN)
    (card,) = table.library_of(BEN, BEAR)
    table.follow(ByKeyword(word="explore", what="target"), on=scout)
    assert table.chooser == BEN
    table.choose("yes")
    assert table.zone(card) == "graveyard"


@MAGIC
@pytest.mark.cr("701.44b")
def test_abilities_trigger_once_a_creature_has_explored() -> None:
    table = Position(plain=True)
    explored = When(event="explores", what=Filter(types=("Creature",), controller="you"))
    table.put(enchantment("Map", Triggered(when=explored, effects=(GainLife(amount=1),))))
    scout, other = table.put(BEAR), table.put(BEAR, BEN)
    for ident in (scout, other):
        table.follow(ByKeyword(word="explore", what="target"), on=ident)
    assert table.player(ANNA).life == 21


@MAGIC
@pytest.mark.cr("701.25a", "701.25c")
def test_abilities_trigger_once_a_player_has_surveiled() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, BEAR, "Forest", BEAR)
    when = When(event="surveils", who="you")
    table.put(enchantment("Spies", Triggered(when=when, effects=(GainLife(amount=1),))))
    surveil = LookAtTop(count=2, take=2, to="graveyard", optional=True, rest="library-top")
    table.follow(surveil)
    assert table.player(ANNA).life == 20
    table.choose("done")
    while table.asked not in ("priority", "pause"):
        table.do(table.game.legal_actions()[0])
    table.resolve()
    assert table.player(ANNA).life == 21
    table.follow(LookAtTop(count=1, take=1))
    assert table.player(ANNA).life == 21
