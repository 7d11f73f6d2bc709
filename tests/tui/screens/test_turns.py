"""Turns: one press does what the prompt says, and a turn ends only by a key that says so."""

from __future__ import annotations

import time
from types import SimpleNamespace

import pytest
from textual.pilot import Pilot

from engine import ai, why_not
from engine.actions import Action
from engine.base.records import replace
from engine.cards.characteristics import printed
from engine.cards.library import library
from engine.cards.model import Damage
from engine.magic.core.agenda import DecisionView
from engine.view import CombatView, View
from tests.magic.positions import ANNA, ANYTHING, BEN, instant, sorcery
from tests.rules.table import BEAR, GOLEM, Table
from tests.rules.war_table import WarTable
from tests.tui.at_table import words
from tests.tui.fake import creature, grid, view
from tests.tui.games import (
    FRONT,
    LAST_BLOW,
    PIECES,
    Puppet,
    asked,
    bolting,
    play_until,
    quiet,
    session,
    session_of,
)
from tui.app import SpellfrontApp
from tui.session.game_setup import GameSetup
from tui.session.local import LocalSession
from tui.session.protocol import Next
from tui.table.action_builder import Spot
from tui.table.controllers.flow import NEW
from tui.table.screens.hand_over import HandOverScreen
from tui.table.stops import passing
from tui.table.widgets.inspector import object_lines

pytestmark = pytest.mark.slow

EASY = ai.make("easy", 3)


async def press(pilot: Pilot[None], *keys: str) -> None:
    for key in keys:
        await pilot.press(key)
        await pilot.pause()
    await pilot.app.workers.wait_for_complete()
    await pilot.pause()


def with_bears(step: str = "First Main") -> LocalSession:
    """Edna's turn, once she has bears who can move and cards that she could cast."""

    def casting(view: View) -> Action:
        wanted = [
            a
            for a in view.actions
            if a.verb == "auto" or (a.verb == "cast" and "Bears" in view.object_name(a.object))
        ]
        return wanted[0] if wanted else quiet(view)

    kind = "move" if step == "Movement" else "priority"
    return play_until(
        session(), lambda s: s.game.state.turn.number > 2 and asked(0, kind, step)(s), casting
    )


# --- what Space says and does ---


async def test_space_says_where_it_goes_and_goes_there() -> None:
    played = with_bears()
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        assert "Space: On to Movement" in words(pilot, "#prompt")
        assert "Space On to Movement" in words(pilot, "#keys")
        await press(pilot, "space")
        assert played.game.step_name() == "Movement"
        assert "Space: Done moving, on to Second Main" in words(pilot, "#prompt")
        await press(pilot, "space")
        assert played.game.step_name() == "Second Main", (
            "creatures kept back are no reason to ask, and there is nothing to attack"
        )
        assert "Space: End turn" in words(pilot, "#prompt")


@pytest.mark.parametrize("answer", ["space", "enter", "y", "E"])
async def test_ending_a_turn_that_would_waste_something_takes_a_second_press(answer: str) -> None:
    """Bears that could be cast for mana that doesn't last: told once, in one list, and answered
    by the key that asked.
    """
    played = play_until(
        session(), lambda s: s.game.state.turn.number > 2 and asked(0, "priority", "First Main")(s)
    )
    moment = played.moment
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "E")
        assert "End the turn? Space: end it, n: keep playing" in words(pilot, "#prompt")
        assert "Still possible: " in words(pilot, "#prompt")
        assert "castable" in words(pilot, "#prompt")
        assert played.moment == moment
        await press(pilot, "n")
        assert "Space: On to " in words(pilot, "#prompt")
        assert played.moment == moment
        await press(pilot, "E", answer)
        assert played.moment > moment
        assert "Your turn is over" not in words(pilot, "#prompt"), "whoever has ended it knows"


async def test_what_was_left_is_not_told_any_more_once_the_last_deed_has_used_it() -> None:
    """The words about things left undone are not those from before the last deed is shown."""
    played = session_of(LAST_SPELL.replace("First Main", "Second Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        left = passing.wasted(played.view())
        pilot.app.screen.model.on_purpose[0] = frozenset(left.things())
        await press(pilot, "tab")
        assert "Space: End turn (1 card castable)" in words(pilot, "#prompt")
        await press(pilot, "1")
        assert "That was the last thing you could do this turn" in words(pilot, "#prompt")
        assert "Space: End turn" in words(pilot, "#prompt")
        assert "castable" not in words(pilot, "#prompt"), "the mana is spent"
        await press(pilot, "u")
        assert "Space: End turn (1 card castable)" in words(pilot, "#prompt")


async def test_the_only_step_for_moving_is_left_without_a_question() -> None:
    """On squares pieces move with priority, and no more once that step is over (B-11): who moves
    and who stays is the player's business.
    """
    played = session_of(LAST_BLOW.replace('step = "Attack"', 'step = "First Main"'))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        assert played.game.step_name() == "Attack"


async def test_a_free_attack_is_asked_about_every_turn_however_the_turn_is_ended() -> None:
    for key in ("E", "space"):
        played = session_of(LAST_BLOW)
        async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
            await press(pilot, key)
            assert "Still possible: 1 can attack" in words(pilot, "#prompt")
    left = passing.wasted(played.view())
    assert left.words(left.things()) == ["1 can attack"], (
        "next turn the same attack is another chance"
    )


def test_an_attack_that_only_costs_a_creature_is_not_wasted() -> None:
    played = session_of(
        PIECES.replace('"Craw Wurm", controller', '"Goblin Piker", controller').replace(
            '"Savannah Lions"', '"Craw Wurm"'
        )
    )
    play_until(played, asked(0, "orders"))
    assert any(action.verb == "attacker" for action in played.view().actions)
    assert not any("attack" in words for words in passing.wasted(played.view()).words())


async def test_the_key_that_only_ends_turns_asks_nothing_where_nothing_is_left() -> None:
    played = session_of(LAST_BLOW.replace('space = "f5"', 'space = "b9"'))
    turn = played.view().turn.number
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "E")
        assert "End the turn?" not in words(pilot, "#prompt")
        assert played.view().turn.number > turn


def test_going_on_to_a_step_and_to_what_is_chosen_in_it_are_said_in_different_words() -> None:
    asked = view(grid(3, 3), (), (Action("pass"),), DecisionView(0, "priority", ""))
    assert passing.words(asked, passing.Ahead(asked.turn.step, "orders")) == "Choose attacks"


def test_what_could_be_cast_at_nothing_worth_it_is_not_wasted() -> None:
    """Without life a hammer does nothing to a player; at one's own creatures it is not meant,
    and a bolt can wait for another's turn.
    """
    table = Table()
    table.put(BEAR, at="b2")
    hammer = Damage(amount=3, to="target")
    table.give(sorcery(hammer, targets=(ANYTHING,), name="Hammer", cost="{0}"))
    table.give(instant(hammer, targets=(ANYTHING,), name="Bolt", cost="{0}"))
    table.turn("First Main")
    assert table.may("cast")
    assert "1 card castable" not in passing.wasted(table.game.view_for(ANNA)).words()

    table.put(BEAR, BEN, at="b2")
    table.turn("First Main")
    assert "1 card castable" in passing.wasted(table.game.view_for(ANNA)).words()


def test_cards_are_not_wasted_where_unspent_mana_stays() -> None:
    """W-9: supply points last."""
    table = WarTable()
    table.give(GOLEM)
    table.give_supply(9)
    table.turn("Casting")
    assert passing.wasted(table.game.view_for(ANNA)).words() == []


def test_what_could_be_attacked_to_no_end_is_not_wasted() -> None:
    table = Table()
    table.put(BEAR, at="s1")
    table.put(BEAR, at="b2")
    table.put(BEAR, at="c2")
    table.area("b2", "Swamp", value=2, holder=BEN)
    table.area("c2", "Swamp", value=3, holder=BEN)
    table.turn("Attack/Conquer")
    assert table.attackable() == {"s1", "b2", "c2"}
    assert passing.wasted(table.game.view_for(ANNA)).words() == ["1 area can be attacked"]


async def test_why_a_step_goes_by_is_said_at_once() -> None:
    """The Bears came this turn: neither moving nor attacking is asked about."""
    played = with_bears()
    for ident in played.game.state.battlefield:
        if played.game.state.objects[ident].controller == 0:
            played.game.state.change(ident, since=played.game.state.turn.number)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        assert played.game.step_name() == "Second Main"
        assert (
            "You had nothing to do in Movement: Grizzly Bears has summoning sickness (C-17)"
            in words(pilot, "#prompt")
        )


async def test_one_key_ends_the_turn_from_its_beginning_on() -> None:
    played = with_bears()
    turn = played.game.state.turn.number
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "E")
        assert "1 creature can move" in words(pilot, "#prompt"), "nothing has moved yet"
        await press(pilot, "E")
        if played.game.decision is not None and played.game.decision.kind == "discard":
            await press(pilot, "enter", "enter", "enter")
        assert played.game.state.turn.number > turn
        assert "Your turn is over" not in words(pilot, "#prompt"), "whoever has ended it knows"


async def test_who_does_not_want_to_be_asked_ends_the_turn_at_once() -> None:
    played = with_bears()
    played.ask_before_ending = False
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "E")
        assert played.game.step_name() != "First Main"


async def test_the_turn_of_another_is_not_ended() -> None:
    played = play_until(
        session(("human", "human")),
        lambda s: asked(0, "priority")(s) and s.game.state.turn.active == 1,
    )
    played.hand_over()
    played.stops[0].others |= set(range(len(played.view().turn.steps)))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "E")
        assert "It's Dale's turn" in words(pilot, "#prompt")
        assert "Space: Let Dale continue" in words(pilot, "#prompt")


async def test_a_turn_in_which_nothing_can_be_done_waits_for_a_key() -> None:
    """Edna holds nothing that she could cast: her turn goes by, but not without her having seen
    it.
    """
    played = play_until(
        session(), lambda s: s.game.state.turn.number == 1 and asked(1, "priority")(s)
    )
    for zone in ("hand", "library"):
        for ident in getattr(played.game.state.players[0], zone):
            played.game.state.change(ident, printed=printed(library().card("Craw Wurm")))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        if played.game.decision is not None and played.game.decision.kind == "discard":
            await press(pilot, "enter", "enter", "enter")
            assert "That was the last thing you could do this turn" in words(pilot, "#prompt")
            assert "Space: End turn" in words(pilot, "#prompt")
        else:
            assert "Your turn is over" in words(pilot, "#prompt")
            assert "Space: Let Dale begin" in words(pilot, "#prompt")
        moment = played.moment
        await press(pilot)
        assert played.moment == moment, "Dale waits"
        await press(pilot, "space")
        assert played.moment > moment


async def test_a_turn_ended_before_the_game_was_left_is_not_said_to_be_over() -> None:
    played = session()
    play_until(
        played,
        lambda s: (
            s.game.state.turn.active == 0
            and s.game.state.turn.number > 1
            and asked(1, "priority")(s)
        ),
    )
    played.answered[0] = len(played.events)  # Edna's last decision was made in this turn
    number = played.game.state.turn.number
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        assert pilot.app.screen.model.ended == number
        assert "Your turn is over" not in words(pilot, "#prompt")


async def test_a_spell_is_resolved_by_a_key_that_names_it() -> None:
    def growing(view: View) -> Action:
        return next((a for a in view.actions if a.verb in ("cast", "auto", "target")), quiet(view))

    played = play_until(
        session(("human", "human")),
        lambda s: (
            asked(0, "priority")(s) and s.game.state.turn.active == 1 and bool(s.game.state.stack)
        ),
        growing,
    )
    played.hand_over()
    name = played.game.state.stack[-1].name
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        assert f"Space: Let {name} resolve" in words(pilot, "#prompt")


async def test_passing_on_ends_no_turn_unasked() -> None:
    played = with_bears()
    moment = played.moment
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "z")
        assert "End the turn?" in words(pilot, "#prompt")
        assert played.moment == moment
        await press(pilot, "n", "z", "y")
        assert played.moment > moment


async def test_an_attack_that_is_being_declared_is_finished_first() -> None:
    def attacking(view: View) -> Action:
        wanted = [
            a
            for a in view.actions
            if a.verb == "auto" or (a.verb == "cast" and "Bears" in view.object_name(a.object))
        ]
        going = [
            a
            for a in view.actions
            if (a.verb == "move" and a.origin == "s1") or (a.verb == "attack" and a.space != "s1")
        ]
        return (wanted or going or [quiet(view)])[0]

    played = play_until(session(), lambda s: asked(0, "attackers")(s), attacking)
    moment = played.moment
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "E")
        assert "First finish the action you've started" in words(pilot, "#prompt")
        assert played.moment == moment


async def test_of_people_at_one_screen_each_ends_their_own_turn_before_it_is_handed_over() -> None:
    played = play_until(
        session(("human", "human")),
        lambda s: s.game.state.turn.number > 1 and asked(0, "priority", "First Main")(s),
    )
    played.hand_over()
    played.ask_before_ending = False
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "E")
        while played.game.decision is not None and played.game.decision.kind == "discard":
            await press(pilot, "enter")
        assert isinstance(pilot.app.screen, HandOverScreen)
        assert played.game.state.turn.active == 1 or played.game.step_name() == "End"


# --- whole games ---


def is_choice(played: LocalSession) -> bool:
    """Whether Edna, in a main phase of her own, is asked for more than to make mana, or to pass."""
    game, decision = played.game, played.game.decision
    if decision is None or decision.seat != 0 or not game.sorcery_time(0):
        return False
    return any(
        action.verb in ("cast", "move", "play", "attacker") for action in game.legal_actions()
    )


@pytest.mark.parametrize(
    "variant", ["conquering", "battle_field", "frontier", "tactical", "war_game"]
)
def test_nobody_who_presses_what_the_prompt_says_skips_a_main_phase(variant: str) -> None:
    """Edna now and then does what a computer player would do, and passes by Space otherwise;
    Dale only passes.
    """
    setup = GameSetup.new()
    setup.choose_variant(variant)
    setup.seed = "11"
    played = setup.start()
    played.recorder.close()
    presses = 0
    while presses < PRESSES and played.next() is not Next.NOBODY:
        skipped = is_choice(played)
        if played.pass_by_itself():
            assert not skipped, f"{played.game.step_name()} was passed by itself"
        elif played.next() is Next.COMPUTER:
            played.act(quiet(played.game.view_for(1)))
        else:
            presses += 1
            one_press(played, by_space=presses % 2 == 0)
    assert presses >= PRESSES / 2


PRESSES = 40


def one_press(played: LocalSession, *, by_space: bool) -> None:
    """Edna answers; if she passes by Space, what the prompt said of it comes true."""
    view, found, moment = played.view(), played.ahead(), played.moment
    answer = passing.closing(view)
    if answer is None or found is None or not by_space:
        played.answer(EASY.choose(view, lambda: False))
        return
    said = passing.words(view, found)
    played.answer(answer)
    assert played.moment == moment + 1, "one press is one answer"
    while played.pass_by_itself() or (
        played.next() is Next.COMPUTER and played.act(quiet(played.game.view_for(1))) is not None
    ):
        pass
    now = played.game.state.turn
    if said == passing.END_TURN:
        discards = played.game.decision is not None and played.game.decision.kind == "discard"
        assert now.number > view.turn.number or discards
    elif view.turn.active == 0 and played.next() is Next.PERSON and not found.over:
        assert (now.number, now.step) == (view.turn.number, found.step), (
            f"{said}, and then {played.game.step_name()}"
        )


# --- what is picked ---


async def test_space_with_a_piece_picked_puts_it_back_says_so_before_and_passes_nothing() -> None:
    played = session_of(FRONT)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = pilot.app.screen
        picked = table.selection.builder.way_to(
            next(action for action in played.view().actions if action.verb == "attacker")
        )[0]
        table.selection.go_to(picked)
        await press(pilot, "enter")
        assert table.selection.builder.picked
        assert "Space: Let go of Craw Wurm" in words(pilot, "#prompt")
        assert "Space let go" in words(pilot, "#keys")
        moment = played.moment
        await press(pilot, "E")
        assert "First finish the action you've started" in words(pilot, "#prompt")
        assert table.selection.builder.picked
        await press(pilot, "space")
        assert not table.selection.builder.picked
        assert table.selection.spot == picked
        assert "You let go of Craw Wurm and haven't passed." in words(pilot, "#prompt")
        assert played.moment == moment


async def test_space_while_it_is_asked_where_all_go_leaves_all_where_they_are() -> None:
    played = with_bears("Movement")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        table = pilot.app.screen
        table.selection.go_to(Spot("space", name="s1"))
        await press(pilot, "A")
        assert "Space: Stay here" in words(pilot, "#prompt")
        moment = played.moment
        await press(pilot, "space")
        assert "you haven't passed" in words(pilot, "#prompt")
        assert played.moment == moment
        assert (
            "Move a creature" in words(pilot, "#prompt")
            or table.selection.view.decision.kind == "move"
        )


async def test_whoever_does_something_else_is_no_longer_asked_whether_the_turn_ends() -> None:
    played = session_of(FRONT)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "E")
        assert "End the turn? Space: end it, n: keep playing" in words(pilot, "#prompt")
        await press(pilot, "tab")
        assert "End the turn?" not in words(pilot, "#prompt")
        await press(pilot, "y")
        assert "This isn't a yes-or-no question. Space: " in words(pilot, "#prompt")
        await press(pilot, "E", "escape")
        assert "End the turn?" not in words(pilot, "#prompt")
        assert played.view().turn.active == 0


def test_a_token_that_could_move_is_called_so() -> None:
    token = creature(11, "Edna's token", 1, 20, 0, "a1", player_token=True)
    bear = creature(12, "Grizzly Bears", 2, 2, 0, "a2")
    actions = (
        Action("move", 11, space="b1"),
        Action("move", 11, space="b2"),
        Action("move", 12, space="b2"),
    )
    seen = view(grid(2, 2), (token, bear), actions, DecisionView(0, "priority", "First Main"))
    left = passing.Left(seen)
    left.note(why_not.seen(seen), actions)
    assert left.words() == ["1 creature can move", "your token can move"]


# --- where one is in a turn ---


async def test_after_the_last_attack_the_new_step_is_named_and_a_hasty_key_ends_no_turn() -> None:
    played = session_of(PIECES)
    play_until(played, asked(0, "orders"))
    played.stops[0].wishes.clear()
    async with SpellfrontApp(played, pace=30).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        pilot.app.screen.act(
            next(action for action in played.view().actions if action.verb == "attacker")
        )
        await press(pilot)
        assert played.game.step_name() == "Second Main"
        assert "Combat is over. This is Second Main. Space: End turn" in words(pilot, "#prompt")
        turn = played.game.state.turn.number
        await press(pilot, "space")
        assert "Not passed: you were just asked something new" in words(pilot, "#prompt")
        assert played.game.state.turn.number == turn
        await press(pilot, "space")
        assert "Not passed" not in words(pilot, "#prompt")


def test_where_pieces_attack_pieces_nobody_is_said_to_block() -> None:
    played = session_of(PIECES)
    play_until(played, asked(0, "orders"))
    assert passing.doing(played.view()) == "Done attacking"
    here = played.view()
    wurm, lions = (
        item
        for name in ("Craw Wurm", "Savannah Lions")
        for item in here.permanents
        if item.name == name
    )
    here = replace(
        here,
        permanents=(replace(wurm, attacking=True), replace(lions, blocking=(wurm.id,))),
        combat=CombatView(0, "f6", ((wurm.id, lions.id, (lions.id,), True),), 0),
    )
    told = {
        item.name: "\n".join(line.plain for line in object_lines(here, item, 60))
        for item in here.permanents
    }
    assert "attacking Savannah Lions" in told["Craw Wurm"]
    assert "under attack" in told["Savannah Lions"]
    assert "Attacked by Craw Wurm" in told["Savannah Lions"]
    assert not any("lock" in each for each in told.values())


@pytest.mark.parametrize("pace", [0, 30])
async def test_a_question_that_has_been_on_the_screen_for_a_moment_is_new_no_more(
    pace: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = session_of(LAST_SPELL)
    async with SpellfrontApp(played, pace=pace).run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        assert "First Main is over. This is Movement." in words(pilot, "#prompt")
        monkeypatch.setattr(
            "tui.table.controllers.passing.time",
            SimpleNamespace(monotonic=lambda: time.monotonic() + NEW),
        )
        await press(pilot, "E")
        assert "Not passed" not in words(pilot, "#prompt")
        assert "End the turn?" in words(pilot, "#prompt")


async def test_whoever_could_not_leave_a_step_is_told_so() -> None:
    position = PIECES.replace('"Combat"', '"First Main"').replace(
        'color = "white"', 'color = "red", hand = ["Lightning Bolt"], mana = "{R}"'
    )
    played = session_of(position, thinker=Puppet(bolting))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        assert "Space: On to Combat" in words(pilot, "#prompt")
        await press(pilot, "space")
        while "Lightning Bolt" in words(pilot, "#prompt"):
            await press(pilot, "space")
        assert played.game.step_name() == "First Main"
        assert "Something happened before you could leave First Main. Space: On to Combat" in words(
            pilot, "#prompt"
        )


async def test_an_action_skipped_on_purpose_is_shown_but_not_asked_until_it_changes() -> None:
    played = session_of(PIECES.replace('"Combat"', '"Second Main"'))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "E")
        assert "Still possible: 1 creature can move" in words(pilot, "#prompt")
        await press(pilot, "y")
        play_until(played, asked(0, "priority", "Second Main"))
        pilot.app.screen.table.flow.go_on()
        await press(pilot, "m")
        assert "Space: End turn (1 creature can move)" in words(pilot, "#prompt")
        turn = played.game.state.turn.number
        await press(pilot, "E")
        assert played.game.state.turn.number > turn, "that is known"
        play_until(played, asked(0, "priority", "Second Main"))
        lions = next(item for item in played.view().permanents if item.name == "Savannah Lions")
        names = played.game.board.names
        played.game.state.change(lions.id, space=names["b9"])
        pilot.app.screen.table.flow.go_on()
        await press(pilot, "m", "E")
        assert "Still possible: 1 creature can move" in words(pilot, "#prompt"), (
            "nobody is near it any more"
        )


LAST_SPELL = """
title = "The last spell"
variant = "conquering"
active = "Edna"
step = "First Main"
script = ""
player = [
    { name = "Edna", mana = "{R}", hand = ["Mons's Goblin Raiders"] },
    { name = "Dale", color = "white" },
]
spaces.b2 = { land = "Forest" }
spaces.b3 = { land = "Forest" }
permanent = [{ card = "Craw Wurm", controller = "Edna", space = "b2" }]
"""


async def test_an_automatic_movement_step_is_not_passed_by_a_key_for_the_step_before() -> None:
    played = session_of(LAST_SPELL)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        assert played.game.step_name() == "Movement"
        assert "First Main is over. This is Movement." in words(pilot, "#prompt")
        pilot.app.screen.model.unmet_until = 0.0  # however long one has looked at it
        await press(pilot, "space")
        assert "Movement has already begun, so nothing was passed. Space: Done moving" in words(
            pilot, "#prompt"
        )
        assert played.game.step_name() == "Movement"
        await press(pilot, "u")
        assert played.game.step_name() == "First Main"
        assert "is over" not in words(pilot, "#prompt")
        await press(pilot, "1", "down", "space")
        assert played.game.step_name() != "Movement", (
            "another key has been pressed: the step has been seen"
        )


async def test_escape_cancels_a_spell_that_asks_for_a_target() -> None:
    lions = '{ card = "Savannah Lions", controller = "Dale", space = "b2" },'
    hand = LAST_SPELL.replace("Mons's Goblin Raiders", "Lightning Bolt").replace("{R}", "{R}{R}")
    played = session_of(hand.replace("permanent = [", f"permanent = [{lions}"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "1")
        assert played.game.decision.kind == "target"
        await press(pilot, "t")
        assert "t: the next overlay, Esc: no overlay" in words(pilot, "#prompt")
        await press(pilot, "escape")
        assert (pilot.app.screen.selection.overlay, played.game.decision.kind) == ("", "target")
        await press(pilot, "escape")
        assert (pilot.app.screen.selection.pane, played.game.decision.kind) == ("map", "target"), (
            "first from the list to the map"
        )
        await press(pilot, "escape")
        assert played.game.decision.kind == "priority"
        assert played.log()[-1] == "Edna cancels Lightning Bolt"
        assert len(played.view().players[0].hand) == 1


def test_mana_that_an_end_of_turn_wastes_is_told_as_what_will_be() -> None:
    left = passing.Left(play_until(session(), asked(0, "priority", "First Main")).view())
    left.mana, left._ways = 2, {("cast", 1): {(0, "", ())}}
    assert left.words() == ["1 card castable", "2 mana will be lost"]


async def test_going_back_to_an_earlier_step_is_not_told_as_having_nothing_left() -> None:
    played = session_of(LAST_SPELL.replace('"First Main"', '"Movement"'))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        assert played.game.step_name() != "Movement"
        await press(pilot, "u")
        assert played.game.step_name() == "Movement"
        assert "is over" not in words(pilot, "#prompt")


LAST_STEP = """
title = "A last step"
variant = "conquering"
active = "Edna"
step = "Movement"
script = ""
player = [
    { name = "Edna", library = ["Craw Wurm"] },
    { name = "Dale", color = "white", library = ["Craw Wurm"] },
]
spaces.b2 = { land = "Swamp", conquer_value = 3, holder = "Edna" }
permanent = [{ card = "Grizzly Bears", controller = "Edna", space = "b2" }]
"""


async def test_a_last_move_that_turns_up_land_elsewhere_waits_for_a_key() -> None:
    """At a server the other player would go on at once: what the move comes to can't be shown
    first, so it is announced.
    """
    played = play_until(session_of(LAST_STEP, ("human", "ai:easy")), asked(0, "move"))
    played.led_elsewhere = True
    move = next(
        action for action in played.view().actions if action.verb == "move" and action.space == "b3"
    )
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot)
        moment, turn = played.moment, played.game.state.turn.number
        pilot.app.screen.act(move)
        await press(pilot)
        assert "the last thing you can do this turn" in words(pilot, "#prompt")
        assert "Space: Do it, end turn" in words(pilot, "#prompt")
        assert played.moment == moment
        await press(pilot, "enter")
        assert "Your turn waits for a key. Space: Do it, end turn, u: take it back" in words(
            pilot, "#prompt"
        ), "not why the creature on the screen can't attack"
        assert played.moment == moment
        await press(pilot, "u")
        assert played.moment == moment
        pilot.app.screen.act(move)
        await press(pilot, "space")
        assert played.moment > moment
        assert played.game.state.turn.number > turn
