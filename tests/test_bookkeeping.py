"""The checks of what must add up notice when it doesn't."""

from __future__ import annotations

import pytest

from engine import soundness
from engine.actions import Action
from engine.cards.model import GainLife
from engine.events import Event
from engine.game import Game
from engine.magic.state import Attacker, Combat
from engine.records import replace
from tests.magic.positions import ANNA, BEN, Position, aura, creature, instant

BEAR = creature("Bear", 2, 2)


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
    assert soundness.account_faults(table.told[told:], before, table.state) == []


def test_a_card_that_is_lost_or_made_is_a_fault(table: Position) -> None:
    bear = table.put(BEAR)
    before = table.state.fork()
    table.state.change(bear, printed=table.state.objects[table.put("Grizzly Bears")].printed)
    (fault,) = soundness.account_faults((), before, table.state)
    assert fault == "Anna has lost {'Bear': 1} and has {'Grizzly Bears': 2} that were not there"


def test_cards_that_leave_with_their_player_are_no_fault() -> None:
    table = Position(players=3, plain=True)
    table.give(BEAR, BEN)
    before = table.state.fork()
    table.game.concede(BEN)
    assert soundness.account_faults((), before, table.state) == []


def test_life_that_changes_without_a_word_is_a_fault(table: Position) -> None:
    before = table.state.fork()
    table.state.change_player(BEN, life=17)
    assert soundness.account_faults((), before, table.state) == ["Ben had 20 life, changed by 0, and has 17"]
    assert soundness.account_faults([Event("life", seat=BEN, number=-3)], before, table.state) == []


def test_what_was_told_of_something_taken_back_does_not_count(table: Position) -> None:
    before = table.state.fork()
    told = [Event("life", seat=BEN, number=-2), Event("take-back", seat=BEN)]
    assert soundness.account_faults(told, before, table.state) == []


def test_mana_out_of_nowhere_is_a_fault(table: Position) -> None:
    before = table.state.fork()
    table.state.change_player(ANNA, pool=(0, 0, 0, 0, 2, 0))
    assert len(soundness.account_faults([Event("mana", seat=ANNA, numbers=(0, 0, 0, 0, 1, 0))], before, table.state)) == 1
    assert soundness.account_faults([Event("mana", seat=ANNA, numbers=(0, 0, 0, 0, 2, 0))], before, table.state) == []


def test_what_hangs_on_nothing_or_on_itself_is_a_fault(table: Position) -> None:
    bear = table.put(BEAR)
    charm = table.put(aura("Charm"), on=bear)
    assert soundness.attachment_faults(settled(table)) == []
    table.state.change(bear, attached_to=charm)
    assert any("hangs on itself" in fault for fault in soundness.attachment_faults(table.game))
    table.state.change(bear, attached_to=0)
    table.state.change(charm, attached_to=9999)
    assert soundness.attachment_faults(table.game) == [f"Charm#{charm} is attached to #9999, which is not there"]


def test_a_creature_that_is_attached_is_a_fault(table: Position) -> None:
    first, second = table.put(BEAR), table.put(BEAR)
    settled(table)
    table.state.change(first, attached_to=second)
    assert soundness.attachment_faults(table.game) == [f"Bear#{first} is a creature and attached"]


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
def test_combat_that_can_not_be_is_a_fault(table: Position, attackers: tuple[Attacker, ...], word: str) -> None:
    """Numbers stand for Anna's first and second creature, and Ben's."""
    ids = {1: table.put(BEAR), 2: table.put(BEAR), 3: table.put(BEAR, BEN), 99: 9999, 0: 0}
    settled(table)
    real = [replace(a, id=ids[a.id], blockers=tuple(ids[b] for b in a.blockers), band=ids[a.band]) for a in attackers]
    table.state.set(combat=Combat(ANNA, -1, tuple(real)))
    faults = soundness.combat_faults(table.game)
    assert [word in fault for fault in faults] == [True] * bool(word)


@pytest.mark.cr("704.5f", "704.5g")
def test_a_creature_that_should_be_dead_is_a_fault(table: Position) -> None:
    bear, rock = table.put(BEAR), table.put(creature("Rock", 0, 1, "indestructible"))
    settled(table)
    assert soundness.dying_faults(table.game) == []
    table.state.change(bear, damage=2)
    table.state.change(rock, damage=2)
    assert soundness.dying_faults(table.game) == [f"Bear#{bear} lives with 2 damage and toughness 2"]


def test_an_illegal_action_that_is_allowed_is_a_fault(table: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    game = settled(table)
    assert soundness.refusal_faults(game, [Action("move", object=1), Action("cast", object=77), *game.legal_actions()]) == []
    monkeypatch.setattr(Game, "apply", lambda self, action: [])
    assert soundness.refusal_faults(game, [Action("move", object=1)]) == [
        f"{Action('move', object=1)} is not listed as legal and was allowed"
    ]


def test_a_refusal_that_changes_the_game_is_a_fault(table: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    game, apply = settled(table), Game.apply

    def careless(self: Game, action: Action) -> list[Event]:
        self.state.change_player(BEN, poison=1)
        return apply(self, action)

    monkeypatch.setattr(Game, "apply", careless)
    assert any("has changed the game" in fault for fault in soundness.refusal_faults(game, [Action("move", object=1)]))


@pytest.mark.rule("M-4")
def test_taking_back_less_than_all_is_a_fault(table: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    bolt = table.give("Lightning Bolt")
    table.put("Grizzly Bears")
    table.mana(ANNA, "{R}")
    before = settled(table).state.fork()
    assert not soundness.may_take_back(table.game)
    table.do(Action("cast", object=bolt))
    assert soundness.may_take_back(table.game)
    assert soundness.take_back_faults(table.game, before) == []
    apply = Game.apply

    def careless(self: Game, action: Action) -> list[Event]:
        told = apply(self, action)
        self.state.change_player(ANNA, pool=(0, 0, 0, 0, 0, 0))
        return told

    monkeypatch.setattr(Game, "apply", careless)
    faults = soundness.take_back_faults(table.game, before)
    assert faults == ["taking back leads to another position than that before the announcement: players"]
