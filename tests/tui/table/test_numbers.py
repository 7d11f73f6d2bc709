"""Number keys: amounts are typed, and a card keeps its number as long as it is in hand."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.base.records import replace
from engine.view import ObjectView, View
from tests.tui.at_table import press, words
from tests.tui.fake import creature
from tests.tui.games import asked, play_until, session, session_of
from tui.app import SpellfrontApp
from tui.table.action_builder import ActionBuilder, Spot
from tui.table.amounts import TypedAmount, amounts, range_words
from tui.table.hand_numbers import HandNumbers
from tui.table.selection import Selection
from tui.table.widgets.lists import rows
from tui.terminal import symbols

RICH = """
title = "A rich hand"
variant = "conquering"
active = "Edna"
step = "First Main"
script = ""
player = [
    { name = "Edna", mana = "RED", hand = [
        "Mons's Goblin Raiders", "Enrage", "Mons's Goblin Raiders",
    ] },
    { name = "Dale", color = "white" },
]
spaces.b2 = { land = "Swamp" }
permanent = [{ card = "Craw Wurm", controller = "Edna", space = "b2" }]
""".replace("RED", "{R}" * 13)


def hand(*ids: int) -> list[ObjectView]:
    return [creature(ident, f"Card {ident}", 1, 1) for ident in ids]


def test_a_card_keeps_its_number_and_a_new_one_takes_the_lowest_free_one() -> None:
    numbers = HandNumbers()
    assert numbers.of(hand(11, 12, 13)) == {11: 1, 12: 2, 13: 3}
    assert numbers.of(hand(11, 13)) == {11: 1, 13: 3}, "after 12 was cast"
    assert numbers.of(hand(11, 12, 13)) == {11: 1, 12: 2, 13: 3}, "after an undo"
    assert numbers.of(hand(11, 13)) == {11: 1, 13: 3}
    assert numbers.of(hand(11, 13, 14, 15)) == {11: 1, 13: 3, 14: 2, 15: 4}
    assert numbers.of(hand(15, 12, 14)) == {15: 4, 14: 2, 12: 1}, (
        "what was there before comes first"
    )


def test_a_resumed_or_rewound_hand_is_numbered_in_its_order() -> None:
    assert HandNumbers().of(hand(13, 14, 11)) == {13: 1, 14: 2, 11: 3}


def test_the_hand_is_listed_by_its_numbers_and_nothing_else_has_one() -> None:
    view = play_until(session(), asked(0, "priority", "First Main")).view()
    selection = Selection(view)
    first, second, *rest = selection.hand()
    seat = view.players[0]
    drawn = replace(first, id=999)
    selection.show(_with_hand(view, (second, *rest)))
    assert [selection.number_of(Spot("object", card.id)) for card in selection.hand()[:2]] in (
        [2, 3],
        [2, 0],
        [0, 3],
        [0, 0],
    )
    selection.show(_with_hand(view, (second, *rest, drawn)))
    assert selection.hand()[0].id == 999, "it has number 1"
    assert selection.card_of_number(2).ident == second.id
    assert len(seat.hand) == len(selection.hand())
    others = [
        spot
        for spot in selection.builder.candidates()
        if spot.ident not in {card.id for card in selection.hand()}
    ]
    assert not any(selection.number_of(spot) for spot in others)


def _with_hand(view: View, cards: tuple[ObjectView, ...]) -> View:
    mine = replace(view.players[0], hand=tuple(cards))
    return replace(view, players=(mine, *view.players[1:]))


def of_amounts(view: View, *numbers: int) -> ActionBuilder:
    return ActionBuilder(
        replace(
            view, actions=(*(Action("x", number=number) for number in numbers), Action("take-back"))
        )
    )


def test_an_amount_is_typed_digit_by_digit_and_corrected() -> None:
    builder = of_amounts(
        play_until(session(), asked(0, "priority", "First Main")).view(), *range(5, 21)
    )
    found, typed = amounts(builder), TypedAmount()
    assert sorted(found) == list(range(5, 21))
    assert range_words(found) == "a number from 5 to 20"
    typed.type("1")
    assert typed.may_grow(found)
    typed.type("2")
    assert typed.digits == "12"
    typed.type("3")
    assert not typed.may_grow(found)
    assert typed.erase()
    assert typed.digits == "12"


@pytest.mark.slow
async def test_number_keys_play_cards_and_type_amounts_that_enter_confirms() -> None:
    played = session_of(RICH)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        selection = pilot.app.screen.selection
        await press(pilot, "1")
        if played.game.decision.kind == "cost":
            await press(pilot, "enter")
        assert [selection.card_of_number(number).ident > 0 for number in (1, 2, 3)] == [
            False,
            True,
            True,
        ]
        await press(pilot, "1")
        assert "No card in your hand has the number 1." in words(pilot, "#prompt")
        await press(pilot, "2")
        assert "Choose X for Enrage" in words(pilot, "#prompt")
        moment = played.moment
        await press(pilot, "1")
        assert played.moment == moment, "12 is still possible"
        await press(pilot, "5")
        assert "15 is out of range: type a number from 0 to 11." in words(pilot, "#prompt")
        await press(pilot, "enter")
        assert played.moment == moment
        await press(pilot, "1", "5", "backspace", "0")
        assert "X = 10" in words(pilot, "#prompt")
        await press(pilot, "enter")
        assert played.recorder.record.entries[moment].action == "x 10"


@pytest.mark.slow
async def test_enter_after_a_digit_takes_exactly_the_card_of_that_number() -> None:
    played = play_until(session(), asked(0, "mulligan"))
    played.act(Action("mulligan"))
    play_until(played, asked(0, "mulligan"))
    played.act(Action("mulligan"))
    play_until(played, asked(0, "bottom"), lambda view: Action("keep"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        selection = pilot.app.screen.selection
        for key in ("3", "5"):
            card = selection.card_of_number(int(key)).ident
            assert card in {each.ident for each in selection.builder.numbers()}
            before = played.game.state.players[0].hand
            await press(pilot, key, "enter")
            assert set(before) - set(played.game.state.players[0].hand) == {card}


@pytest.mark.slow
async def test_clearing_the_stop_where_one_is_asked_leaves_the_question_there() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        moment = played.moment
        await press(pilot, "v")
        assert "The game goes on" not in words(pilot, "#prompt")
        await press(pilot, "right", "e")
        assert len(pilot.app.screen_stack) > 1, "all that could be done before can be done now"
        assert played.moment == moment


@pytest.mark.slow
async def test_a_digit_that_a_keymap_binds_keeps_its_meaning() -> None:
    played = session_of(RICH)
    app = SpellfrontApp(played, pace=0)
    async with app.run_test(size=(80, 24)) as pilot:
        moment = played.moment
        app.keymap = {"table.move-to-down": "down,2"}
        await press(pilot, "2")
        assert played.moment == moment, "it walks and plays no card"
        await press(pilot, "1")
        assert played.moment > moment


def test_a_number_is_shown_only_where_its_key_plays_the_card() -> None:
    """In other lists the key only goes there, and the choices are counted anew after each of
    them.
    """
    main = play_until(session(), asked(0, "priority", "First Main")).view()
    selection, card = Selection(main), main.players[0].hand[0]
    selection.show(replace(main, actions=(Action("cast", card.id), Action("pass"))))
    assert [
        row.text.plain[:3] for row in rows(selection, "hand", 40) if row.spot.ident == card.id
    ] == [" 1 "]
    decision = replace(main.decision, kind="discard", prompt="Discard a card")
    selection.show(
        replace(
            main,
            decision=decision,
            actions=tuple(Action("choose", card.id) for card in main.players[0].hand),
        )
    )
    assert {row.text.plain[1] for row in rows(selection, "hand", 40)} == {symbols.CHOICE}
