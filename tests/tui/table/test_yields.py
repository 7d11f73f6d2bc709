"""Responses: a player is asked where it could matter, and about nothing that they do not want to
be asked about.
"""

from __future__ import annotations

from threading import Event

import pytest

from engine.base.records import replace
from engine.magic.core.agenda import DecisionView
from engine.magic.core.position import StackItem
from engine.magic.core.special_actions import StackAction
from engine.view import CombatView, TurnView, View
from tests.magic.positions import ANNA, BEN, Position
from tests.tui.at_table import words
from tests.tui.fake import STEPS, creature, grid, view
from tests.tui.games import Puppet, asked, play_until, session
from tui.app import SpellfrontApp
from tui.settings.screens.switches import Switches
from tui.table.screens.yields import yields_page
from tui.table.stops.responses import Concern, kind_of
from tui.table.stops.stops import WISHES, Stops

EDNA, DALE = 0, 1


def facing(spell: str, *, hand: str = "", at_mine: bool = False) -> View:
    """Ben has cast a spell, at Anna's Grizzly Bears or at his own Hill Giant; Anna may respond,
    with a card in hand.
    """
    position = Position(plain=True, active=BEN)
    position.watchful()
    bears, giant = position.put("Grizzly Bears"), position.put("Hill Giant", BEN)
    if hand:
        position.give(hand)
        position.mana(ANNA, "{U}{U}{U}{R}{R}{G}{G}{B}{B}")
    position.cast(position.give(spell, BEN), on=bears if at_mine else giant, resolve=False)
    position.attend(ANNA)
    return position.game.view_for(ANNA)


@pytest.mark.parametrize(
    ("spell", "hand", "at_mine", "matters", "asked"),
    [
        # it targets Anna's creature, but nothing that she could do would help
        ("Terror", "", True, True, False),
        ("Terror", "Counterspell", True, True, True),
        ("Giant Growth", "", False, False, False),  # it targets Ben's own
        # she could do something, but it is nothing of hers
        ("Giant Growth", "Lightning Bolt", False, False, False),
        ("Giant Growth", "Counterspell", False, True, True),
        ("Air Elemental", "Terror", False, False, False),
        ("Air Elemental", "Counterspell", False, True, True),
        ("Earthquake", "", False, False, False),  # X = 0 hurts nobody
        ("Pyroclasm", "", False, True, False),  # it has no target, and kills her Bears
        ("Pyroclasm", "Giant Growth", False, True, True),
    ],
)
def test_an_opponents_spell_stops_where_an_answer_would_help(
    spell: str, hand: str, at_mine: bool, matters: bool, asked: bool
) -> None:
    seen = facing(spell, hand=hand, at_mine=at_mine)
    assert seen.stack[-1].name == spell
    assert Concern()(seen) is matters
    assert Stops(seen.turn.steps).would_want(seen) is asked


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("hand", ["", "Counterspell", "Terror"])
def test_at_a_shared_screen_it_does_not_depend_on_what_is_in_a_hand(hand: str) -> None:
    assert Concern(shared=True)(facing("Air Elemental", hand=hand))


def test_the_same_spell_is_looked_at_again_when_the_position_has_changed() -> None:
    position = Position(plain=True, active=BEN)
    position.watchful()
    position.give("Counterspell")
    position.cast(position.give("Air Elemental", BEN), resolve=False)
    position.attend(ANNA)
    concern = Concern()
    assert not concern(position.game.view_for(ANNA))
    position.mana(ANNA, "{U}{U}{U}")
    assert concern(position.game.view_for(ANNA)), "now it could be countered"


def of_move() -> View:
    """Dale's creature is about to move, which can be answered."""
    moving = creature(9, "Goblins", 0, 0, DALE, zone="stack", types=("Ability",))
    seen = view(
        grid(3, 3),
        (),
        (),
        DecisionView(EDNA, "priority", ""),
        stack=(moving,),
        turn=TurnView(4, 2, DALE, 4, STEPS),
    )
    seen.known.set(stack=(StackItem(DALE, 21, "Goblins", ability=StackAction(), id=9),))
    return seen


def test_nobody_is_asked_at_an_opponents_every_move_unless_they_want_to_be() -> None:
    stops, seen = Stops(STEPS), of_move()
    stops.concerns = Concern(shared=True)
    assert kind_of(seen, seen.stack[-1]) == "moves"
    assert not stops.would_want(seen)
    stops.toggle_wish("moves")
    assert stops.would_want(seen)


def attack(space: str, holder: int) -> View:
    spaces = grid(3, 3, **{space: {"land_name": "Swamp", "holder": holder}})
    fight = CombatView(DALE, space, ((21, 0, (), False),), 0)
    there = (creature(21, "White Knight", 2, 2, DALE, space),)
    return view(
        spaces,
        there,
        (),
        DecisionView(EDNA, "priority", ""),
        combat=fight,
        turn=TurnView(4, 2, DALE, 6, STEPS),
    )


def test_attacks_on_oneself_and_among_others_are_wished_for_apart() -> None:
    stops = Stops(STEPS)
    stops.toggle_wish("other attacks")
    assert stops.would_want(attack("b2", EDNA))
    assert not stops.would_want(attack("b2", 2))
    stops.toggle_wish("attacks")
    assert not stops.would_want(attack("b2", EDNA))


def test_for_the_rest_of_a_turn_only_what_strikes_at_one_is_asked() -> None:
    stops = Stops(STEPS)
    stops.resting = 4
    end = view(decision=DecisionView(EDNA, "priority", ""), turn=TurnView(4, 2, DALE, 8, STEPS))
    assert not stops.would_want(end)
    assert stops.would_want(attack("b2", EDNA))
    assert not stops.would_want(attack("b2", 2))
    assert stops.would_want(replace(end, turn=TurnView(6, 3, DALE, 8, STEPS))), "another turn"
    assert stops.passing(end) == "until the turn ends"
    assert stops.lift()
    assert stops.would_want(end)
    assert not stops.lift()


def test_rest_and_ending_spare_nobody_a_question_of_their_own_turn() -> None:
    stops = Stops(STEPS)
    stops.resting = 3
    main = view(decision=DecisionView(EDNA, "priority", ""))
    assert stops.would_want(main), "one's own turn is ended, not rested through"
    stops.ending = 3
    assert not stops.would_want(main)
    stops.end_yield()
    assert stops.would_want(main)


def test_the_page_has_a_switch_for_every_wish_and_step() -> None:
    stops = Stops(STEPS)
    page = yields_page(stops, attack("b2", EDNA))
    switches = [switch for switch in page._switches if switch.flip]
    assert len(switches) == len(WISHES) + 2 * len(STEPS) + 4
    for switch in switches:
        before = switch.is_on()
        assert switch.flip is not None
        switch.flip()
        assert switch.is_on() is not before, switch.words


@pytest.mark.slow
async def test_yields_are_switched_on_their_page() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.press("Y")
        await pilot.pause()
        assert isinstance(pilot.app.screen, Switches)
        assert "> [x] spells and abilities that affect you, or that you could counter" in words(
            pilot, "#page-body"
        )
        await pilot.press("down", "space", "escape")
        await pilot.pause()
        assert "spells" in played.stops[0].wishes
        assert "First Main" in words(pilot, "#prompt")


class Slow(Puppet):
    """Thinks until it is told to answer."""

    may_answer = Event()

    def choose(self, level: str, seed: int, view: View) -> str:
        self.may_answer.wait(10)
        return super().choose(level, seed, view)


@pytest.mark.slow
async def test_a_yield_is_shown_while_others_choose_and_lifted_by_its_key() -> None:
    slow = Slow()
    played = play_until(
        session(thinker=slow),
        lambda s: asked(1, "priority", "First Main")(s) and s.game.state.turn.number > 1,
    )
    played.stops[0].start_yield(played.view())
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        assert "You pass until something happens; press z to stop" in words(pilot, "#prompt")
        await pilot.press("z")
        await pilot.pause()
        assert not played.stops[0].yielding
        assert "You pass" not in words(pilot, "#prompt").splitlines()[0]
        slow.may_answer.set()
