"""The fuzzer's checks notice what they are there for."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.analysis import invariants, leak_check
from engine.base.records import replace
from engine.cards.characteristics import printed
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.lists import cards_of, load_deck
from engine.cards.library import library
from engine.cards.model import Draw, GainLife, Reveal, SeparatePiles
from engine.events import Event
from engine.fronts.common import pieces
from engine.fronts.common.land import creatures_at
from engine.game import Game
from engine.history.record import Fingerprints
from engine.magic.core.legal_actions import LegalActions
from engine.magic.core.position import Attacker, Combat, Outcome, StackItem
from engine.magic.effects.emblems import emblem, give_emblem
from engine.magic.index.by_ability import index_of
from engine.magic.index.derived import ASKS
from engine.magic.turn.resolving import FinishSpell
from engine.magic.turn.setup import Seat
from engine.magic.zones import battlefield, object_lists
from engine.magic.zones.moving import move
from engine.variant.loading import load
from engine.view import View
from tests.hiding import game_of
from tests.magic.positions import ANNA, BEN, Position, aura, creature, instant

BEAR = creature("Bear", 2, 2)


@pytest.fixture
def game() -> Game:
    first, second, *_ = [cards_of(load_deck(file)) for file in shipped_decks().values()]
    game = Game.start(load("conquering"), [Seat("Edna", first), Seat("Dale", second)], 5)
    while game.decision is not None and game.decision.kind in ("land-type", "color", "mulligan"):
        game.apply(
            next(
                (action for action in game.legal_actions() if action.verb == "keep"),
                game.legal_actions()[0],
            )
        )
    return game


def test_a_sound_game_has_no_faults(game: Game) -> None:
    assert invariants.faults(game) == []
    assert invariants.known_faults(game) == []
    assert invariants.fork_faults(game) == []
    assert [
        leak
        for seat in leak_check.viewers(game.state)
        for leak in leak_check.view_leaks(game, seat)
    ] == []


def test_knowing_something_that_computing_anew_would_not_give_is_a_fault(game: Game) -> None:
    stronger = game.permanents.table[game.state.battlefield[0]] = game.characteristics(
        game.state.battlefield[0]
    ).copy()
    stronger.power += 1
    assert any(
        "is known to be other than it is" in fault for fault in invariants.known_faults(game)
    )


def test_a_fact_that_finding_it_out_anew_would_not_give_is_a_fault(game: Game) -> None:
    assert not creatures_at(game, 0, 0)
    (number,) = [number for number, ask in ASKS.items() if ask.__name__ == "armies"]
    game.state.keep(number, {})
    assert invariants.known_faults(game) == []
    game.state.keep(number, {(0, 0): [1]})
    assert any(
        "armies() is known to be other than it is" in fault
        for fault in invariants.known_faults(game)
    )


def test_abilities_that_are_known_to_be_anothers_are_a_fault(game: Game) -> None:
    battlefield.enter(
        game, printed(library().card("Prodigal Sorcerer")), 0, battlefield.EnteringPermanent(0, 0)
    )
    assert [act[2] for act in index_of(game).acts[0]] != []
    assert invariants.known_faults(game) == []
    index_of(game).acts.clear()
    assert any("other abilities" in fault for fault in invariants.known_faults(game))


def test_pieces_that_are_known_to_be_others_are_a_fault() -> None:
    deck = cards_of(load_deck(shipped_decks()["battle-field-armoury"]))
    game = Game.start(load("battle_field"), [Seat("Edna", deck), Seat("Dale", deck)], 5)
    while game.decision is not None and game.decision.kind == "start":
        game.apply(game.legal_actions()[0])
    assert invariants.known_faults(game) == []
    there = pieces.anywhere(game)
    (number,) = [number for number, ask in ASKS.items() if ask is pieces.anywhere]
    game.state.keep(number, there[1:])
    assert "anywhere() is known to be other than it is" in invariants.known_faults(game)


def test_state_based_actions_that_nobody_looked_for_are_a_fault(game: Game) -> None:
    while game.decision is not None and game.decision.kind != "priority":
        game.apply(game.legal_actions()[0])
    assert invariants.known_faults(game) == []
    game.state.change_player(0, poison=10)
    assert invariants.known_faults(game) == ["state-based actions are due that were not looked for"]


def test_an_object_in_two_places_is_a_fault(game: Game) -> None:
    edna = game.state.players[0]
    game.state.change_player(0, graveyard=(edna.hand[0],))
    assert any("is in 2 places" in fault for fault in invariants.faults(game))


def test_an_object_in_no_list_is_a_fault(game: Game) -> None:
    edna = game.state.players[0]
    game.state.change_player(0, hand=edna.hand[1:])
    assert any("is in no list" in fault for fault in invariants.faults(game))


def test_a_pool_below_none_is_a_fault(game: Game) -> None:
    game.state.change_player(1, pool=(0, -1, 0, 0, 0, 0))
    assert any("in the pool" in fault for fault in invariants.faults(game))


def test_a_held_area_that_is_face_down_is_a_fault(game: Game) -> None:
    game.state.change_area(0, holder=1)
    assert any("held but face down" in fault for fault in invariants.faults(game))


def test_legal_actions_that_are_not_sorted_are_a_fault(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Game, "legal_actions", lambda self: (Action("pass"), Action("done")))
    assert "the legal actions are not sorted, or not unique" in invariants.faults(game)


def test_a_legal_action_that_is_refused_is_a_fault(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    legal = game.legal_actions()
    monkeypatch.setattr(Game, "fork", lambda self: game_that_refuses(self))
    assert any("refused" in fault for fault in invariants.fork_faults(game))
    assert game.legal_actions() == legal


def game_that_refuses(game: Game) -> Game:
    """A fork that takes none of its actions."""
    fork = Game(game.rules, game.state.fork())
    fork._offer = LegalActions(())
    return fork


@pytest.mark.rule("M-1")
def test_a_view_with_anothers_hand_is_a_leak(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    honest = game.view_for(0)
    other = game.view_for(1)
    players = (honest.players[0], replace(honest.players[1], hand=other.players[1].hand))
    monkeypatch.setattr(Game, "view_for", lambda self, seat: replace(honest, players=players))
    assert any("shows" in leak for leak in leak_check.view_leaks(game, 0))


@pytest.mark.rule("M-1")
def test_a_view_that_knows_the_position_is_a_leak(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest: View = game.view_for(0)
    monkeypatch.setattr(Game, "view_for", lambda self, seat: replace(honest, known=self.state))
    leaks = leak_check.view_leaks(game, 0)
    assert any("knows" in leak for leak in leaks)
    assert any("has the name" in leak for leak in leaks)


@pytest.mark.rule("M-1")
def test_a_view_that_knows_more_of_permanents_than_it_shows_is_a_leak(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = game_of("frontier", 15)
    honest = game.view_for(0)
    assert leak_check.view_leaks(game, 0) == []
    permanents = honest.known.permanents
    assert permanents is not None
    ident = game.state.battlefield[0]
    stronger = permanents.table[ident] = permanents.table[ident].copy()
    stronger.power += 1
    monkeypatch.setattr(Game, "view_for", lambda self, seat: honest)
    assert any("is known to be other than it is" in leak for leak in leak_check.view_leaks(game, 0))


@pytest.mark.rule("M-1")
def test_an_event_that_names_a_drawn_card_is_a_leak(game: Game) -> None:
    state = game.state
    drawn = state.players[0].hand[0]
    event = Event(
        "draw", seat=0, object=drawn, card=state.objects[drawn].printed.name, known_to=(0,)
    )
    assert leak_check.event_leaks([event], state, state) == []
    told = leak_check.event_leaks([replace(event, known_to=None)], state, state)
    assert any("tells 1 of" in leak for leak in told)
    assert any("tells None of" in leak for leak in told)
    assert not any("tells 0 of" in leak for leak in told)


@pytest.mark.rule("C-19")
def test_an_event_that_names_land_which_nobody_has_seen_is_a_leak(game: Game) -> None:
    state = game.state
    land = next(area.land for area in state.areas if not area.face_up)
    named = Event(
        "attach",
        seat=0,
        object=1,
        card="Sea's Claim",
        other=land,
        other_card=state.objects[land].printed.name,
    )
    assert any(f"#{land}" in leak for leak in leak_check.event_leaks([named], state, state))
    assert not leak_check.event_leaks(
        [replace(named, other_card="the face-down land at b1")], state, state
    )


@pytest.mark.rule("M-1")
def test_whoever_draws_a_card_and_puts_it_back_may_be_told_of_it(game: Game) -> None:
    state = game.state
    top = state.players[0].library[-1]
    put_back = Event(
        "bottom", seat=0, object=top, card=state.objects[top].printed.name, known_to=(0,)
    )
    assert leak_check.event_leaks([put_back], state, state)
    assert leak_check.event_leaks([replace(put_back, kind="draw"), put_back], state, state) == []


@pytest.mark.rule("M-1")
def test_a_card_that_everybody_saw_may_be_told_of(game: Game) -> None:
    state = game.state
    held = state.players[0].hand[0]
    name = state.objects[held].printed.name
    told = Event("resolve", seat=0, object=held, card=name)
    assert leak_check.event_leaks([told], state, state)
    for kind in ("reveal", "put-away", "discard"):
        assert (
            leak_check.event_leaks(
                [Event(kind, seat=0, object=held, card=name), told], state, state
            )
            == []
        )
    before = state.fork()
    before.set(stack=(StackItem(0, held, name, id=999),))
    assert leak_check.event_leaks([told], before, state) == []


def test_an_emblem_is_no_card_that_was_not_there(game: Game) -> None:
    before = game.state.fork()
    give_emblem(game, 0, emblem("Nissa", ()), 0)
    assert invariants.account_faults([], before, game.state) == []


@pytest.mark.rule("M-1")
def test_an_action_that_names_a_card_which_its_player_cant_see_is_a_leak(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Position(plain=True)
    top = table.library_of(0, creature("Ant", 1, 1), creature("Bee", 2, 2))
    table.follow(Reveal(count=2), SeparatePiles(of="revealed", by="you"))
    assert table.asked == "separate"
    assert leak_check.offer_leaks(table.game) == []
    monkeypatch.setattr(leak_check, "seen_by", lambda game, seat: ())
    assert len(leak_check.offer_leaks(table.game)) == len(top)


@pytest.mark.rule("M-1")
def test_a_card_that_is_put_back_after_it_was_revealed_is_told_of(game: Game) -> None:
    state = game.state
    top = state.players[0].library[-1]
    told = Event("goes", seat=0, object=top, card=state.objects[top].printed.name, known_to=(0,))
    before = state.fork()
    before.set(results=(Outcome("destroyed", top),))
    assert leak_check.event_leaks([told], before, state)
    before.set(results=(Outcome("revealed", top),))
    assert leak_check.event_leaks([told], before, state) == []


@pytest.mark.rule("M-1")
def test_a_card_that_is_asked_about_as_it_enters_from_a_hand_is_told_of(game: Game) -> None:
    state = game.state
    held = state.players[0].hand[0]
    name = state.objects[held].printed.name
    told = Event("choose", seat=0, object=held, card=name)
    assert leak_check.event_leaks([told], state, state)
    asking = state.fork()
    asking.set(agenda=(*state.agenda, FinishSpell(StackItem(0, held, name, id=999))))
    assert leak_check.event_leaks([told], state, asking) == []


def test_a_card_revealed_for_its_miracle_cost_is_known_while_it_may_be_cast() -> None:
    table = Position(plain=True)
    table.put(BEAR, BEN)
    table.library_of(ANNA, "Vanishment")
    table.mana(ANNA, "{U}")
    table.follow(Draw())
    table.choose("yes")
    table.resolve()
    assert table.asked == "may"
    assert not leak_check.view_leaks(table.game, BEN)
    assert not leak_check.view_leaks(table.game, None)


def test_a_name_within_a_longer_word_is_no_leak(game: Game) -> None:
    made = object_lists.create(game, printed(library().card("Opt")), 1, "hand")
    assert made in game.state.players[1].hand
    assert leak_check.view_leaks(game, 0) == []
    assert leak_check._as_a_word("Opt", b"\x8c\x03Opt\x94")
    assert not leak_check._as_a_word("Opt", b"\x8c\x06Option\x94")


def test_a_name_that_is_a_keyword_of_an_open_card_is_no_leak(game: Game) -> None:
    object_lists.create(game, printed(library().card("Fear")), 1, "hand")
    object_lists.create(game, printed(library().card("Frightcrawler")), 1, "graveyard")
    assert leak_check.view_leaks(game, 0) == []


def test_positions_are_the_same_but_for_the_generator(game: Game) -> None:
    fork = game.fork()
    fork.state.set(rng=fork.state.rng + 1)
    assert invariants.same_position(game.state, fork.state)
    fork.state.change_player(0, lands_played=3)
    assert not invariants.same_position(game.state, fork.state)


@pytest.mark.cr("107.4h")
def test_snow_mana_that_is_not_in_the_pool_is_a_fault(game: Game) -> None:
    game.state.change_player(
        0, pool=(2, 0, 0, 0, 0, 0), kept=(1, 0, 0, 0, 0, 0), snow=(1, 0, 0, 0, 0, 0)
    )
    assert invariants.faults(game) == []
    game.state.change_player(0, snow=(2, 0, 0, 0, 0, 0))
    assert any("2, 0, 0, 0, 0, 0) snow" in fault for fault in invariants.faults(game))


@pytest.mark.cr("107.4h")
def test_pools_of_other_mana_have_other_fingerprints(game: Game) -> None:
    before = Fingerprints().of(game.state)
    game.state.change_player(0, pool=(1, 0, 0, 0, 0, 0))
    plain = Fingerprints().of(game.state)
    game.state.change_player(0, snow=(1, 0, 0, 0, 0, 0))
    assert len({before, plain, Fingerprints().of(game.state)}) == 3


# --- what must add up ---


@pytest.fixture
def table() -> Position:
    return Position(plain=True)


def settled(table: Position) -> Game:
    """The game at a moment at which somebody has priority."""
    table.attend(ANNA)
    return table.game


def test_what_adds_up_is_no_fault(table: Position) -> None:
    card = table.give(instant(GainLife(3), cost="{1}"), ANNA)
    before, told = table.state.fork(), len(table.told)
    table.cast(card)
    assert table.state.players[ANNA].life == 23
    assert invariants.account_faults(table.told[told:], before, table.state) == []


def test_a_card_that_is_lost_or_made_is_a_fault(table: Position) -> None:
    bear = table.put(BEAR)
    before = table.state.fork()
    table.state.change(bear, printed=table.state.objects[table.put("Grizzly Bears")].printed)
    (fault,) = invariants.account_faults((), before, table.state)
    assert fault == "Anna has lost {'Bear': 1} and has {'Grizzly Bears': 2} that were not there"


def test_cards_that_leave_with_their_player_are_no_fault() -> None:
    table = Position(players=3, plain=True)
    table.give(BEAR, BEN)
    before = table.state.fork()
    table.game.concede(BEN)
    assert invariants.account_faults((), before, table.state) == []


def test_life_that_changes_without_a_word_is_a_fault(table: Position) -> None:
    before = table.state.fork()
    table.state.change_player(BEN, life=17)
    assert invariants.account_faults((), before, table.state) == [
        "Ben had 20 life, changed by 0, and has 17"
    ]
    assert (
        invariants.account_faults([Event("life", seat=BEN, number=-3)], before, table.state) == []
    )


def test_what_was_told_of_something_taken_back_does_not_count(table: Position) -> None:
    before = table.state.fork()
    told = [Event("life", seat=BEN, number=-2), Event("take-back", seat=BEN)]
    assert invariants.account_faults(told, before, table.state) == []


def test_mana_out_of_nowhere_is_a_fault(table: Position) -> None:
    before = table.state.fork()
    table.state.change_player(ANNA, pool=(0, 0, 0, 0, 2, 0))
    assert (
        len(
            invariants.account_faults(
                [Event("mana", seat=ANNA, numbers=(0, 0, 0, 0, 1, 0))], before, table.state
            )
        )
        == 1
    )
    assert (
        invariants.account_faults(
            [Event("mana", seat=ANNA, numbers=(0, 0, 0, 0, 2, 0))], before, table.state
        )
        == []
    )


def test_what_hangs_on_nothing_or_on_itself_is_a_fault(table: Position) -> None:
    bear = table.put(BEAR)
    charm = table.put(aura("Charm"), on=bear)
    assert invariants.attachment_faults(settled(table)) == []
    table.state.change(bear, attached_to=charm)
    assert any("hangs on itself" in fault for fault in invariants.attachment_faults(table.game))
    table.state.change(bear, attached_to=0)
    table.state.change(charm, attached_to=9999)
    assert invariants.attachment_faults(table.game) == [
        f"Charm#{charm} is attached to #9999, which is not there"
    ]


def test_a_creature_that_is_attached_is_a_fault(table: Position) -> None:
    first, second = table.put(BEAR), table.put(BEAR)
    settled(table)
    table.state.change(first, attached_to=second)
    assert invariants.attachment_faults(table.game) == [f"Bear#{first} is a creature and attached"]


@pytest.mark.parametrize(
    ("attackers", "word"),
    [
        ((Attacker(1), Attacker(1)), "attacks twice"),
        ((Attacker(1, blockers=(2,)),), "attacks its own side"),
        ((Attacker(1, blockers=(99,)),), "isn't there"),
        ((Attacker(1, band=3),), "doesn't attack"),
        ((Attacker(1, blockers=(3,)),), ""),
    ],
)
def test_combat_that_can_not_be_is_a_fault(
    table: Position, attackers: tuple[Attacker, ...], word: str
) -> None:
    """Numbers stand for Anna's first and second creature, and Ben's."""
    ids = {1: table.put(BEAR), 2: table.put(BEAR), 3: table.put(BEAR, BEN), 99: 9999, 0: 0}
    settled(table)
    real = [
        replace(a, id=ids[a.id], blockers=tuple(ids[b] for b in a.blockers), band=ids[a.band])
        for a in attackers
    ]
    table.state.set(combat=Combat(ANNA, -1, tuple(real)))
    faults = invariants.combat_faults(table.game)
    assert [word in fault for fault in faults] == [True] * bool(word)


def test_a_band_goes_on_when_who_led_it_has_gone(table: Position) -> None:
    leader, other = table.put(BEAR), table.put(BEAR)
    settled(table)
    table.state.set(
        combat=Combat(ANNA, -1, (Attacker(leader, band=leader), Attacker(other, band=leader)))
    )
    move(table.game, leader, "graveyard")
    assert invariants.combat_faults(table.game) == []


@pytest.mark.cr("704.5f", "704.5g")
def test_a_creature_that_should_be_dead_is_a_fault(table: Position) -> None:
    bear, rock = table.put(BEAR), table.put(creature("Rock", 0, 1, "indestructible"))
    settled(table)
    assert invariants.dying_faults(table.game) == []
    table.state.change(bear, damage=2)
    table.state.change(rock, damage=2)
    assert invariants.dying_faults(table.game) == [
        f"Bear#{bear} lives with 2 damage and toughness 2"
    ]


@pytest.mark.rule("B-6", "B-8")
@pytest.mark.parametrize(
    ("toughness", "damage", "dead"),
    [(0, -3, False), (-2, -3, False), (-3, -3, True), (0, 0, True), (1, 1, True)],
)
def test_who_has_gained_life_is_dead_when_none_of_it_is_left(
    table: Position, toughness: int, damage: int, dead: bool
) -> None:
    bear = table.put(creature("Bear", 2, 2))
    settled(table)
    table.state.change(bear, damage=damage, counters=(("-1/-1", 2 - toughness),))
    assert bool(invariants.dying_faults(table.game)) is dead


def test_an_illegal_action_that_is_allowed_is_a_fault(
    table: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = settled(table)
    assert (
        invariants.refusal_faults(
            game, [Action("move", object=1), Action("cast", object=77), *game.legal_actions()]
        )
        == []
    )
    monkeypatch.setattr(Game, "apply", lambda self, action: [])
    assert invariants.refusal_faults(game, [Action("move", object=1)]) == [
        f"{Action('move', object=1)} is not listed as legal and was allowed"
    ]


def test_a_refusal_that_changes_the_game_is_a_fault(
    table: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, apply = settled(table), Game.apply

    def careless(self: Game, action: Action) -> list[Event]:
        self.state.change_player(BEN, poison=1)
        return apply(self, action)

    monkeypatch.setattr(Game, "apply", careless)
    assert any(
        "has changed the game" in fault
        for fault in invariants.refusal_faults(game, [Action("move", object=1)])
    )


@pytest.mark.rule("M-4")
def test_taking_back_less_than_all_is_a_fault(
    table: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    bolt = table.give("Lightning Bolt")
    table.put("Grizzly Bears")
    table.mana(ANNA, "{R}")
    before = settled(table).state.fork()
    assert not invariants.may_take_back(table.game)
    table.do(Action("cast", object=bolt))
    assert invariants.may_take_back(table.game)
    assert invariants.take_back_faults(table.game, before) == []
    apply = Game.apply

    def careless(self: Game, action: Action) -> list[Event]:
        told = apply(self, action)
        self.state.change_player(ANNA, pool=(0, 0, 0, 0, 0, 0))
        return told

    monkeypatch.setattr(Game, "apply", careless)
    faults = invariants.take_back_faults(table.game, before)
    assert faults == [
        "taking back leads to another position than that before the announcement: players"
    ]
