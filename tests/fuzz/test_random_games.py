"""Random games with every position checked: the quick part of `spellfront fuzz`."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.analysis.invariants import same_position
from engine.cards.decks.legality import DeckRules, colors_of
from engine.variant.inheritance import shipped
from tests.forms import only_as_written
from tui.table.widgets import inspector
from tui.tools.fuzz import FuzzTask, play
from tui.tools.random_decks import RANDOM_DECKS, random_deck
from tui.tools.random_positions import random_position


@pytest.mark.slow
@pytest.mark.rule("M-1", "M-19")
@pytest.mark.parametrize(("seats", "seed"), [(2, 101), (2, 102), (3, 103), (4, 104)])
def test_a_random_game_is_sound(seats: int, seed: int) -> None:
    outcome = play(FuzzTask("conquering", (), "", seats, seed, every=40, decisions=300))
    assert outcome.faults == ()
    assert outcome.decisions == 300


@pytest.mark.slow
def test_what_a_half_on_the_stack_really_is_is_no_secret() -> None:
    """Somebody casts a half of a split card of which others lie in hands and libraries."""
    outcome = play(FuzzTask("conquering", (), "", 3, 6170, every=1, decisions=60))
    assert outcome.faults == ()


@pytest.mark.rule("M-1", "M-19")
@pytest.mark.parametrize(("seats", "seed"), [(2, 204), (3, 202), (4, 203)])
def test_a_random_game_of_supply_and_battles_is_sound_under_any_house_rules(
    seats: int, seed: int
) -> None:
    outcome = play(
        FuzzTask("war_game", (), "", seats, seed, every=40, decisions=300, any_rules=True)
    )
    assert outcome.faults == ()
    assert outcome.decisions == 300


@pytest.mark.slow
@pytest.mark.parametrize("variant", shipped())
@pytest.mark.parametrize("seed", [201, 202])
def test_a_random_game_with_decks_of_any_cards_is_sound(variant: str, seed: int) -> None:
    outcome = play(FuzzTask(variant, (), RANDOM_DECKS, 2, seed, every=60, decisions=200))
    assert outcome.faults == ()
    assert outcome.decisions > 50


def test_what_the_screen_can_not_tell_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell_nothing(*_: object) -> None:
        raise KeyError("nameless")

    monkeypatch.setattr(inspector, "describe", tell_nothing)
    outcome = play(FuzzTask("conquering", (), "", 2, 1, every=10, decisions=20))
    assert [fault.partition(",")[0] for fault in outcome.faults] == ["KeyError: 'nameless'"]


@pytest.mark.slow
@pytest.mark.parametrize("variant", shipped())
def test_a_whole_game_in_which_players_have_some_sense_is_sound(variant: str) -> None:
    outcome = play(
        FuzzTask(
            variant, (), RANDOM_DECKS, 2, 404, every=80, decisions=900, any_rules=True, sense=80
        )
    )
    assert outcome.faults == ()


def test_random_decks_are_of_the_size_and_colors_that_can_be_played() -> None:
    for seed in range(20):
        deck = random_deck(DeckRules(size=50, lands=True), Random(seed))
        assert len(deck) == 50
        assert sum("Basic" in card.supertypes for card in deck) == 20
        assert len(frozenset().union(*map(colors_of, deck))) <= 3
        assert all(card.playable for card in deck)
    assert len({random_deck(DeckRules(), Random(seed)) for seed in range(5)}) == 5


@pytest.mark.parametrize("seed", [301, 302, 303])
def test_a_random_game_on_squares_with_any_house_rules_is_sound(seed: int) -> None:
    outcome = play(FuzzTask("tactical", (), "", 2, seed, every=60, decisions=250, any_rules=True))
    assert outcome.faults == ()


@pytest.mark.slow
@pytest.mark.parametrize("variant", shipped())
def test_what_comes_of_a_position_full_of_any_cards_is_sound(variant: str) -> None:
    outcome = play(
        FuzzTask(
            variant,
            (),
            "",
            2,
            502,
            every=20,
            decisions=60,
            any_rules=True,
            sense=40,
            tries=4,
            position=True,
        )
    )
    assert outcome.faults == ()
    assert outcome.decisions == 60


@pytest.mark.slow
@only_as_written("what C reads of a record no witness sees")
def test_moved_permanents_are_recomputed_where_their_space_may_matter() -> None:
    outcome = play(
        FuzzTask(
            "battle_field",
            (),
            "",
            2,
            701730,
            every=8,
            decisions=20,
            any_rules=True,
            sense=40,
            tries=4,
            witness=True,
            position=True,
        )
    )
    assert outcome.faults == ()


@pytest.mark.slow
@pytest.mark.parametrize("variant", shipped())
def test_a_position_at_random_is_full_of_cards(variant: str) -> None:
    state = random_position(variant, {}, Random(7)).state
    zones = Counter(obj.zone for obj in state.objects.values())
    assert all(zones[zone] >= 6 for zone in ("battlefield", "hand", "graveyard", "library"))
    again = random_position(variant, {}, Random(7)).state
    assert same_position(again, state)
