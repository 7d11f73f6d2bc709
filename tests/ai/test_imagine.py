"""Imagined games: what a player can't see stays out of them, and the game goes on as it was."""

from __future__ import annotations

from collections import Counter

from engine.actions import Action
from engine.ai.determinize import determinize, until_step_ends
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.lists import cards_of, load_deck
from engine.fronts.common.land import BASIC_TYPES
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from engine.view import View
from tests.magic.positions import ANNA, BEN, creature
from tests.rules.table import BEAR, Table


def seen_by(table: Table, seat: int) -> View:
    return table.game.view_for(seat)


def hand(game: Game, seat: int) -> list[str]:
    return [game.object_name(ident) for ident in game.state.players[seat].hand]


def test_a_hidden_hand_is_not_known() -> None:
    table = Table()
    table.give(creature("Secret", 9, 9), BEN)
    table.give(BEAR, ANNA)
    table.turn("First Main")
    view = seen_by(table, ANNA)
    game = determinize(view, view.rules, 1)
    assert hand(game, ANNA) == ["Bear"]
    assert "Secret" not in hand(game, BEN)


def test_hidden_land_is_dealt_from_what_is_not_seen() -> None:
    table = Table()
    table.area("a1", "Swamp")
    table.area("b1", "Swamp")
    table.turn("Movement")
    view = seen_by(table, ANNA)
    found: set[str] = set()
    for seed in range(20):
        state = determinize(view, view.rules, seed).state
        lands = [
            state.objects[a.land].printed.name
            for a in state.areas
            if a.stronghold == -1 and not a.face_up
        ]
        assert Counter(lands)["Swamp"] == 0, "both Swamps are seen"
        assert max(Counter(lands).values()) <= 2
        found.add(lands[0])
    assert len(found) > 1


def test_hidden_land_of_the_decks_is_dealt_by_the_seed_and_evenly() -> None:
    rules = load("frontier")
    deck = next(
        load_deck(file)
        for _, file in sorted(shipped_decks().items())
        if load_deck(file).variant == "frontier"
    )
    view = Game.start(rules, [Seat(name, cards_of(deck)) for name in ("Edna", "Dale")], 3).view_for(
        None
    )

    def dealt(seed: int) -> list[str]:
        return [
            area.hidden.name
            for area in determinize(view, rules, seed).state.areas
            if area.hidden is not None
        ]

    counts = Counter(dealt(1))
    assert set(counts) == set(BASIC_TYPES), "a spectator knows nobody's colour"
    assert max(counts.values()) - min(counts.values()) <= 1
    assert dealt(1) == dealt(1)
    assert len({tuple(dealt(seed)) for seed in range(20)}) > 1


def test_the_same_seed_gives_the_same_game() -> None:
    table = Table()
    table.put(BEAR, ANNA)
    table.turn("Movement")
    view = seen_by(table, ANNA)
    assert determinize(view, view.rules, 7).state == determinize(view, view.rules, 7).state


def test_imagining_leaves_the_game_alone() -> None:
    table = Table()
    bear = table.put(BEAR, ANNA)
    table.turn("Movement")
    view = seen_by(table, ANNA)
    before = table.state.key()
    game = determinize(view, view.rules, 1)
    assert game.legal_actions() == table.game.legal_actions()
    game.apply(Action("move", object=bear, origin="s1", space="b3"))
    assert game.state.objects[bear].space != table.state.objects[bear].space
    assert table.state.key() == before


def test_a_fork_halts_when_the_step_is_over() -> None:
    table = Table()
    table.put(BEAR, ANNA)
    table.turn("Movement")
    view = seen_by(table, ANNA)
    game = until_step_ends(determinize(view, view.rules, 1))
    for _ in range(20):
        if game.decision is None or game.decision.kind == "halt":
            break
        game.apply(next(a for a in game.legal_actions() if a.verb in ("done", "pass")))
    assert game.decision is not None
    assert game.decision.kind == "halt"
    assert game.step_name() == "Movement"


def test_an_announcement_can_be_taken_back_in_an_imagined_game() -> None:
    table = Table()
    bear = table.give(BEAR, ANNA)
    table.turn("First Main")
    table.mana(ANNA, "{R}{W}")
    table.announce_cast(bear)
    assert table.asked == "payment"
    view = seen_by(table, ANNA)
    game = determinize(view, view.rules, 1)
    assert hand(game, ANNA) == []
    game.apply(Action("take-back"))
    assert hand(game, ANNA) == ["Bear"]
