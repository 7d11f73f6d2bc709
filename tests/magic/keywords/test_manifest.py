"""Manifesting: cards of a library as face-down creatures, and turning them up (CR 701.40)."""

import pytest

from engine.actions import Action
from engine.analysis.leak_check import view_leaks, viewers
from engine.cards.model import Destroy, GainLife, Manifest, PutCounters
from tests.magic.positions import ANNA, BEN, Position, creature, instant, player

DRAGON = creature("Dragon", 5, 5, cost="{3}{R}")
SHADE = creature("Shade", 3, 3, "megamorph {1}", cost="{4}{B}")
TONIC = instant(GainLife(amount=3), cost="{W}", name="Tonic")
MAGIC = pytest.mark.rule("M-13")


def manifested(card: object, seat: int = ANNA) -> tuple[Position, int]:
    """A card that its owner manifests; the permanent."""
    table = Position(plain=True)
    (top,) = table.library_of(seat, card)  # type: ignore[arg-type]
    table.follow(Manifest(who="target"), on=player(seat))
    return table, table.now(top)


@MAGIC
@pytest.mark.cr("701.40a")
def test_any_card_becomes_a_nameless_creature() -> None:
    table, ident = manifested(TONIC)
    c = table.characteristics(ident)
    assert (table.size(ident), c.types, c.colors, table.look(ident).face_down) == (
        (2, 2),
        {"Creature"},
        frozenset(),
        True,
    )


@MAGIC
@pytest.mark.rule("M-1")
@pytest.mark.cr("701.40a", "708.5")
def test_only_its_controller_knows_the_card() -> None:
    table, ident = manifested(DRAGON)
    for seat in viewers(table.game.state):
        assert view_leaks(table.game, seat) == []
    known = table.game.view_for(BEN).known
    assert "Dragon" not in str(known.objects) + str(known.gone)
    assert not [event for event in table.told if event.for_seat(BEN).card == "Dragon"]
    shown = {each.id: each for each in table.game.view_for(BEN).permanents}
    assert shown[ident].changes == ("It is manifested.",)


@MAGIC
@pytest.mark.cr("701.40b")
def test_a_creature_card_is_turned_up_for_its_mana_cost() -> None:
    table, ident = manifested(DRAGON)
    table.attend()
    assert not table.may("turn-up", ident)
    table.mana(ANNA, "{R}{C}{C}{C}")
    table.attend()
    table.do(Action("turn-up", object=ident, word="mana"))
    assert (table.size(ident), table.look(ident).designations) == ((5, 5), ())


@MAGIC
@pytest.mark.cr("701.40b")
def test_other_cards_stay_face_down() -> None:
    table, ident = manifested(TONIC)
    table.mana(ANNA, "{W}{W}{W}")
    table.attend()
    assert not table.may("turn-up", ident)


@MAGIC
@pytest.mark.cr("701.40c", "702.37b")
@pytest.mark.parametrize(("word", "mana", "size"), [("", "{C}", (4, 4)), ("mana", "{B}", (3, 3))])
def test_with_morph_either_cost_can_be_paid(word: str, mana: str, size: tuple[int, int]) -> None:
    table, ident = manifested(SHADE)
    table.mana(ANNA, mana + ("{C}{C}{C}{C}" if word else ""))
    table.attend()
    table.do(Action("turn-up", object=ident, word=word))
    assert table.size(ident) == size


@MAGIC
@pytest.mark.cr("701.40e", "701.40a")
def test_cards_are_manifested_one_at_a_time_and_later_effects_find_the_first() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, DRAGON, TONIC)
    table.follow(Manifest(count=3), PutCounters(on="it", count=2))
    assert [table.size(ident) for ident in table.permanents(ANNA)] == [(4, 4), (2, 2)]


@MAGIC
@pytest.mark.cr("708.9")
def test_a_manifested_card_that_dies_is_shown() -> None:
    table, ident = manifested(DRAGON, BEN)
    table.follow(Destroy(what="target"), on=ident)
    assert (table.zone(ident), table.names(BEN, "graveyard")) == ("graveyard", ["Dragon"])


@pytest.mark.rule("C-20")
@pytest.mark.cr("701.40a")
def test_on_a_map_a_manifested_card_enters_like_a_creature() -> None:
    table = Position()
    (top,) = table.library_of(ANNA, TONIC)
    table.follow(Manifest())
    assert table.look(top).space == table.player(ANNA).stronghold
