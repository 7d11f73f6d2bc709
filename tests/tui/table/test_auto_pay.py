"""Costs at the table: what is paid without a question, what Auto-pay says and does, and one
press that takes it back.
"""

from __future__ import annotations

import re

import pytest

from engine.actions import Action
from engine.analysis.invariants import same_position
from engine.view import View
from tests.server.server_tests import match_of, until
from tests.tui.at_table import press, words
from tests.tui.games import session_of
from tests.tui.plain.test_plain import after
from tui.app import SpellfrontApp
from tui.server.match.seat import SeatSession
from tui.session.local import LocalSession
from tui.session.protocol import Next
from tui.table import forecast
from tui.table.action_builder import AUTO, ActionBuilder
from tui.table.stops.stops import Stops
from tui.table.wording import sentence

GROVE = """
title = "A grove"
variant = "tactical"
active = "Edna"
step = "First Main"
script = ""
player = [
    {{ name = "Edna", token = "a10", color = "green", library = ["Craw Wurm"], hand = [
        "Grizzly Bears", {hand},
    ] }},
    {{ name = "Dale", token = "p10", color = "white", library = ["Craw Wurm"], hand = [
        "Swords to Plowshares",
    ] }},
]
permanent = [{lands}]
"""


def grove(
    *lands: str,
    hand: str = '"Giant Growth", "Giant Growth"',
    kinds: tuple[str, ...] = ("human", "ai:easy"),
) -> LocalSession:
    """Edna holds Grizzly Bears and further cards, and has these lands."""
    permanents = ", ".join(f'{{ card = "{name}", controller = "Edna" }}' for name in lands)
    played = session_of(GROVE.format(lands=permanents, hand=hand), kinds)
    played.hand_over()
    return played


def cast(played: LocalSession, name: str = "Grizzly Bears") -> None:
    view = played.view()
    played.answer(
        next(
            each
            for each in view.actions
            if each.verb == "cast" and view.object_name(each.object) == name
        )
    )


def untapped(played: LocalSession) -> list[str]:
    return sorted(
        item.name for item in played.view().permanents if "Land" in item.types and not item.tapped
    )


def asked(played: LocalSession) -> str:
    assert played.game.decision is not None
    return played.game.decision.kind


def test_equal_lands_pay_without_a_question() -> None:
    played = grove("Forest", "Forest", "Forest")
    cast(played)
    assert asked(played) == "payment"
    assert played.answers_itself
    assert played.pass_by_itself()
    assert asked(played) != "payment"
    assert untapped(played) == ["Forest"]
    payments = [each for each in played.record.entries if each.action.startswith("activate")]
    assert len(payments) == 2
    assert not any(each.by_hand for each in payments)


def test_one_press_takes_back_a_spell_with_what_was_paid_by_itself() -> None:
    played = grove("Forest", "Forest", "Forest")
    before = played.game.fork()
    cast(played)
    played.pass_by_itself()
    played.take_back()
    assert same_position(played.game.state, before.state)
    assert not played.answers_itself


def test_auto_pay_is_offered_first_with_what_it_leaves() -> None:
    played = grove("Forest", "Forest", "Mountain")
    cast(played)
    assert not played.answers_itself
    assert not played.pass_by_itself()
    builder = ActionBuilder(played.view())
    assert builder.candidates()[0] == AUTO
    assert builder.label(AUTO) == "Auto-pay {R}{G}, leaves Forest untapped"
    before = played.game.fork()
    played.answer(Action("auto"))
    assert untapped(played) == ["Forest"]
    played.take_back()
    assert same_position(played.game.state, before.state)
    assert asked(played) == "payment"


def test_what_auto_pay_can_not_leave_is_said() -> None:
    played = grove("Forest", "Forest", "Mountain", hand='"Giant Growth", "Lightning Bolt"')
    cast(played)
    assert label(played) in (
        "Auto-pay {R}{G}, not enough left for Lightning Bolt, leaves Forest untapped",
        "Auto-pay {G}{G}, not enough left for Giant Growth, leaves Mountain untapped",
    )


def test_what_auto_pay_leaves_is_counted() -> None:
    played = grove(*["Forest", "Mountain"] * 2, "Island", "Plains", "Plains")
    cast(played)
    assert label(played) == "Auto-pay {R}{G}, leaves Forest, Mountain, Island, 2 Plains untapped"


def label(played: LocalSession) -> str:
    return sentence(Action("auto"), played.view())


def test_the_forecast_of_a_source_tells_what_it_does_alone() -> None:
    played = grove(
        *["Forest"] * 2, *["Mountain"] * 2, "Llanowar Elves", "Llanowar Elves", hand='"Craw Wurm"'
    )
    cast(played, "Craw Wurm")
    view = played.view()
    said = {
        view.object_name(each.object): told(view, each)
        for each in view.actions
        if each.verb == "activate"
    }
    assert said == {"Forest": "", "Mountain": "", "Llanowar Elves": "Llanowar Elves taps"}


def told(view: View, action: Action) -> str:
    trial = forecast.of(view).trial(action)
    assert trial is not None
    return forecast.results(view, trial)


def test_full_control_and_the_player_s_wish_keep_the_question() -> None:
    for wish in ("full_control", "pays_by_itself"):
        played = grove("Forest", "Forest", "Forest")
        setattr(played.stops[0], wish, wish == "full_control")
        cast(played)
        assert not played.pass_by_itself()
        assert asked(played) == "payment"


def test_the_wish_is_kept_with_a_game() -> None:
    stops, other = Stops(["Main"], {0}), Stops(["Main"], {0})
    stops.pays_by_itself = False
    other.read(str(stops))
    assert not other.pays_by_itself
    stops.pays_by_itself = True
    assert "paying" not in str(stops)
    other.read(str(stops))
    assert other.pays_by_itself
    with pytest.raises(ValueError, match="in gold"):
        other.read(f"{stops}; paying in gold")


def test_without_a_screen_costs_are_paid_as_well() -> None:
    played = grove("Forest", "Forest", "Forest")
    told = after(played, "cast grizzly-bears")
    assert "Pay {" not in told
    assert untapped(played) == ["Forest"]
    played = grove("Forest", "Forest", "Mountain")
    told = after(played, "cast grizzly-bears", "1")
    assert re.search(r"1\.\s+Auto-pay .*leaves Forest untapped", told)
    assert untapped(played) == ["Forest"]


async def test_at_a_server_costs_are_paid_where_the_game_is_led() -> None:
    for lands, keys in ((("Forest",) * 3, 1), (("Forest", "Forest", "Mountain"), 2)):
        progress = grove(*lands, kinds=("human", "human"))
        match = match_of(progress)
        seat = await SeatSession.at(match.connection(0))
        view = seat.view()
        seat.answer(
            next(
                each
                for each in view.actions
                if each.verb == "cast" and view.object_name(each.object) == "Grizzly Bears"
            )
        )
        await until(lambda seat=seat: seat.next() is Next.PERSON or seat.asked == 1)
        if keys == 2:
            assert (
                sentence(Action("auto"), seat.view()) == "Auto-pay {R}{G}, leaves Forest untapped"
            )
            seat.answer(Action("auto"))
            await until(
                lambda seat=seat: (
                    seat.view().decision is None or seat.view().decision.kind != "payment"
                )
            )
        assert seat.view().decision is None or seat.view().decision.kind != "payment"
        assert untapped(progress) == ["Forest"]
        seat.stops[0].pays_by_itself = False
        await until(lambda progress=progress: not progress.stops[0].pays_by_itself)
        await match.close()


@pytest.mark.slow
async def test_enter_pays_where_there_is_a_choice() -> None:
    played = grove("Forest", "Forest", "Mountain")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "c", "enter")
        assert "Auto-pay {R}{G}, leaves Forest untapped" in words(pilot, "#prompt")
        await press(pilot, "enter")
        assert untapped(played) == ["Forest"]


@pytest.mark.slow
async def test_a_number_pays_as_it_plays_a_card() -> None:
    played = grove("Forest", "Forest", "Mountain")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "c", "enter")
        assert asked(played) == "payment"
        await press(pilot, "1")
        assert untapped(played) == ["Forest"]


@pytest.mark.slow
async def test_the_setting_takes_effect_at_once() -> None:
    played = grove("Forest", "Forest", "Forest")
    app = SpellfrontApp(played, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        app.change_setting("auto_pay", False)
        await press(pilot, "c", "enter")
        assert "Pay {1}{G} for Grizzly Bears" in words(pilot, "#prompt")
        await press(pilot, "enter")
        assert untapped(played) == ["Forest"]


@pytest.mark.slow
async def test_a_spell_takes_one_key_where_lands_are_equal() -> None:
    played = grove("Forest", "Forest", "Forest")
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "c", "enter")
        assert "Pay {" not in words(pilot, "#prompt")
        assert untapped(played) == ["Forest"]
        await press(pilot, "u", "u")  # the square where they entered, then the spell
        assert "Taken back: Cast Grizzly Bears" in words(pilot, "#prompt")
        assert untapped(played) == ["Forest"] * 3


@pytest.mark.slow
async def test_the_cursor_goes_on_to_the_next_source() -> None:
    lands = *["Forest"] * 3, *["Mountain"] * 3
    played = grove(*lands, "Llanowar Elves", "Llanowar Elves", hand='"Craw Wurm"')
    cast(played, "Craw Wurm")
    async with SpellfrontApp(played, pace=0).run_test(size=(100, 30)) as pilot:
        assert "Auto-pay" in words(pilot, "#prompt")
        await press(pilot, "tab")
        for number in range(1, 6):
            await press(pilot, "enter")
            assert "Auto-pay" not in words(pilot, "#prompt")
            sources = [item for item in played.view().permanents if item.tapped]
            assert len(sources) == number
        await press(pilot, "enter")
        assert asked(played) != "payment"
