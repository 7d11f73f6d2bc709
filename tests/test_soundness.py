"""The fuzzer's checks notice what they are there for."""

from __future__ import annotations

import pytest

from engine import secrecy, soundness
from engine.actions import Action
from engine.cards.characteristics import printed
from engine.cards.deck_files import shipped_decks
from engine.cards.decklist import cards_of, load_deck
from engine.cards.library import library
from engine.cards.model import Draw
from engine.events import Event
from engine.fronts import pieces
from engine.fronts.land import creatures_at
from engine.game import Game
from engine.loading import load
from engine.magic import battlefield, placing
from engine.magic.ability_index import index_of
from engine.magic.derived import ASKS
from engine.magic.offers import Offer
from engine.magic.resolving import FinishSpell
from engine.magic.setup import Seat
from engine.magic.state import StackItem
from engine.record import Fingerprints
from engine.records import replace
from engine.view import View
from tests.hiding import game_of
from tests.magic.positions import ANNA, BEN, Position
from tests.rules.table import BEAR


@pytest.fixture
def game() -> Game:
    first, second, *_ = [cards_of(load_deck(file)) for file in shipped_decks().values()]
    game = Game.start(load("conquering"), [Seat("Edna", first), Seat("Dale", second)], 5)
    while game.decision is not None and game.decision.kind in ("land-type", "color", "mulligan"):
        game.apply(next((action for action in game.legal_actions() if action.verb == "keep"), game.legal_actions()[0]))
    return game


def test_a_sound_game_has_no_faults(game: Game) -> None:
    assert soundness.faults(game) == []
    assert soundness.known_faults(game) == []
    assert soundness.fork_faults(game) == []
    assert [leak for seat in secrecy.viewers(game.state) for leak in secrecy.view_leaks(game, seat)] == []


def test_knowing_something_that_computing_anew_would_not_give_is_a_fault(game: Game) -> None:
    stronger = game.permanents.table[game.state.battlefield[0]] = game.chars(game.state.battlefield[0]).copy()
    stronger.power += 1
    assert any("is known to be other than it is" in fault for fault in soundness.known_faults(game))


def test_a_fact_that_finding_it_out_anew_would_not_give_is_a_fault(game: Game) -> None:
    assert creatures_at(game, 0, 0) == []
    (number,) = [number for number, ask in ASKS.items() if ask.__name__ == "_creatures"]
    game.state.keep(number, {})
    assert soundness.known_faults(game) == []
    game.state.keep(number, {(0, 0): [1]})
    assert any("_creatures() is known to be other than it is" in fault for fault in soundness.known_faults(game))


def test_abilities_that_are_known_to_be_anothers_are_a_fault(game: Game) -> None:
    battlefield.enter(game, printed(library().card("Llanowar Elves")), 0, battlefield.Arrival(0, 0))
    assert [act[2] for act in index_of(game).makers[0]] != []
    assert soundness.known_faults(game) == []
    index_of(game).makers.clear()
    assert any("other abilities" in fault for fault in soundness.known_faults(game))


def test_pieces_that_are_known_to_stand_elsewhere_are_a_fault() -> None:
    deck = cards_of(load_deck(shipped_decks()["battle-field-armoury"]))
    game = Game.start(load("battle_field"), [Seat("Edna", deck), Seat("Dale", deck)], 5)
    while game.decision is not None and game.decision.kind == "start":
        game.apply(game.legal_actions()[0])
    assert soundness.known_faults(game) == []
    standing = pieces.everybody(game)
    (number,) = [number for number, ask in ASKS.items() if ask is pieces.everybody]
    game.state.keep(number, standing[1:])
    assert "everybody() is known to be other than it is" in soundness.known_faults(game)


def test_state_based_actions_that_nobody_looked_for_are_a_fault(game: Game) -> None:
    while game.decision is not None and game.decision.kind != "priority":
        game.apply(game.legal_actions()[0])
    assert soundness.known_faults(game) == []
    game.state.change_player(0, poison=10)
    assert soundness.known_faults(game) == ["state-based actions are due that were not looked for"]


def test_an_object_in_two_places_is_a_fault(game: Game) -> None:
    edna = game.state.players[0]
    game.state.change_player(0, graveyard=(edna.hand[0],))
    assert any("is in 2 places" in fault for fault in soundness.faults(game))


def test_an_object_in_no_list_is_a_fault(game: Game) -> None:
    edna = game.state.players[0]
    game.state.change_player(0, hand=edna.hand[1:])
    assert any("is in no list" in fault for fault in soundness.faults(game))


def test_a_pool_below_none_is_a_fault(game: Game) -> None:
    game.state.change_player(1, pool=(0, -1, 0, 0, 0, 0))
    assert any("in the pool" in fault for fault in soundness.faults(game))


def test_a_held_area_that_is_face_down_is_a_fault(game: Game) -> None:
    game.state.change_area(0, holder=1)
    assert any("held but face down" in fault for fault in soundness.faults(game))


def test_legal_actions_that_are_not_sorted_are_a_fault(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "legal_actions", lambda self: (Action("pass"), Action("done")))
    assert "the legal actions are not sorted, or not unique" in soundness.faults(game)


def test_a_legal_action_that_is_refused_is_a_fault(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    legal = game.legal_actions()
    monkeypatch.setattr(Game, "fork", lambda self: game_that_refuses(self))
    assert any("refused" in fault for fault in soundness.fork_faults(game))
    assert game.legal_actions() == legal


def game_that_refuses(game: Game) -> Game:
    """A fork that takes none of its actions."""
    fork = Game(game.rules, game.state.fork())
    fork._offer = Offer(())
    return fork


@pytest.mark.rule("M-1")
def test_a_view_with_anothers_hand_is_a_leak(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = game.view_for(0)
    other = game.view_for(1)
    players = (honest.players[0], replace(honest.players[1], hand=other.players[1].hand))
    monkeypatch.setattr(Game, "view_for", lambda self, seat: replace(honest, players=players))
    assert any("shows" in leak for leak in secrecy.view_leaks(game, 0))


@pytest.mark.rule("M-1")
def test_a_view_that_knows_the_position_is_a_leak(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    honest: View = game.view_for(0)
    monkeypatch.setattr(Game, "view_for", lambda self, seat: replace(honest, known=self.state))
    leaks = secrecy.view_leaks(game, 0)
    assert any("knows" in leak for leak in leaks)
    assert any("has the name" in leak for leak in leaks)


@pytest.mark.rule("M-1")
def test_a_view_that_knows_more_of_permanents_than_it_shows_is_a_leak(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("frontier", 15)
    honest = game.view_for(0)
    assert secrecy.view_leaks(game, 0) == []
    permanents = honest.known.permanents
    assert permanents is not None
    ident = game.state.battlefield[0]
    stronger = permanents.table[ident] = permanents.table[ident].copy()
    stronger.power += 1
    monkeypatch.setattr(Game, "view_for", lambda self, seat: honest)
    assert any("is known to be other than it is" in leak for leak in secrecy.view_leaks(game, 0))


@pytest.mark.rule("M-1")
def test_an_event_that_names_a_drawn_card_is_a_leak(game: Game) -> None:
    state = game.state
    drawn = state.players[0].hand[0]
    event = Event("draw", seat=0, object=drawn, card=state.objects[drawn].printed.name, known_to=(0,))
    assert secrecy.event_leaks([event], state, state) == []
    told = secrecy.event_leaks([replace(event, known_to=None)], state, state)
    assert any("tells 1 of" in leak for leak in told)
    assert any("tells None of" in leak for leak in told)
    assert not any("tells 0 of" in leak for leak in told)


@pytest.mark.rule("C-19")
def test_an_event_that_names_land_which_nobody_has_seen_is_a_leak(game: Game) -> None:
    state = game.state
    land = next(area.land for area in state.areas if not area.face_up)
    named = Event("attach", seat=0, object=1, card="Sea's Claim", other=land, other_card=state.objects[land].printed.name)
    assert any(f"#{land}" in leak for leak in secrecy.event_leaks([named], state, state))
    assert not secrecy.event_leaks([replace(named, other_card="the face-down land of b1")], state, state)


@pytest.mark.rule("M-1")
def test_whoever_draws_a_card_and_puts_it_back_may_be_told_of_it(game: Game) -> None:
    state = game.state
    top = state.players[0].library[-1]
    put_back = Event("bottom", seat=0, object=top, card=state.objects[top].printed.name, known_to=(0,))
    assert secrecy.event_leaks([put_back], state, state)
    assert secrecy.event_leaks([replace(put_back, kind="draw"), put_back], state, state) == []


@pytest.mark.rule("M-1")
def test_a_card_that_everybody_saw_may_be_told_of(game: Game) -> None:
    state = game.state
    held = state.players[0].hand[0]
    name = state.objects[held].printed.name
    told = Event("resolve", seat=0, object=held, card=name)
    assert secrecy.event_leaks([told], state, state)
    for kind in ("reveal", "put-away", "discard"):
        assert secrecy.event_leaks([Event(kind, seat=0, object=held, card=name), told], state, state) == []
    before = state.fork()
    before.set(stack=(StackItem(0, held, name, id=999),))
    assert secrecy.event_leaks([told], before, state) == []


@pytest.mark.rule("M-1")
def test_a_card_that_is_asked_about_as_it_enters_from_a_hand_is_told_of(game: Game) -> None:
    state = game.state
    held = state.players[0].hand[0]
    name = state.objects[held].printed.name
    told = Event("choose", seat=0, object=held, card=name)
    assert secrecy.event_leaks([told], state, state)
    asking = state.fork()
    asking.set(agenda=(*state.agenda, FinishSpell(StackItem(0, held, name, id=999))))
    assert secrecy.event_leaks([told], state, asking) == []


def test_a_card_that_was_revealed_for_its_miracle_cost_is_told_of_while_it_may_be_cast() -> None:
    table = Position(plain=True)
    table.put(BEAR, BEN)
    table.library_of(ANNA, "Vanishment")
    table.mana(ANNA, "{U}")
    table.follow(Draw())
    table.choose("yes")
    table.resolve()
    assert table.asked == "may"
    assert not secrecy.view_leaks(table.game, BEN)
    assert not secrecy.view_leaks(table.game, None)


def test_a_name_within_a_longer_word_is_no_leak(game: Game) -> None:
    made = placing.create(game, printed(library().card("Opt")), 1, "hand")
    assert made in game.state.players[1].hand
    assert secrecy.view_leaks(game, 0) == []
    assert secrecy._as_a_word("Opt", b"\x8c\x03Opt\x94")
    assert not secrecy._as_a_word("Opt", b"\x8c\x06Option\x94")


def test_a_name_that_is_a_keyword_of_an_open_card_is_no_leak(game: Game) -> None:
    placing.create(game, printed(library().card("Fear")), 1, "hand")
    placing.create(game, printed(library().card("Frightcrawler")), 1, "graveyard")
    assert secrecy.view_leaks(game, 0) == []


def test_positions_are_the_same_but_for_the_generator(game: Game) -> None:
    fork = game.fork()
    fork.state.set(rng=fork.state.rng + 1)
    assert soundness.same_position(game.state, fork.state)
    fork.state.change_player(0, lands_played=3)
    assert not soundness.same_position(game.state, fork.state)


@pytest.mark.cr("107.4h")
def test_snow_mana_that_is_not_in_the_pool_is_a_fault(game: Game) -> None:
    game.state.change_player(0, pool=(2, 0, 0, 0, 0, 0), kept=(1, 0, 0, 0, 0, 0), snow=(1, 0, 0, 0, 0, 0))
    assert soundness.faults(game) == []
    game.state.change_player(0, snow=(2, 0, 0, 0, 0, 0))
    assert any("2, 0, 0, 0, 0, 0) snow" in fault for fault in soundness.faults(game))


@pytest.mark.cr("107.4h")
def test_pools_of_other_mana_have_other_fingerprints(game: Game) -> None:
    before = Fingerprints().of(game.state)
    game.state.change_player(0, pool=(1, 0, 0, 0, 0, 0))
    plain = Fingerprints().of(game.state)
    game.state.change_player(0, snow=(1, 0, 0, 0, 0, 0))
    assert len({before, plain, Fingerprints().of(game.state)}) == 3
