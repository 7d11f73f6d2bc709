"""The cursor: where it goes, what it finds, what it takes."""

from __future__ import annotations

import pytest

from engine.actions import DONE, Action
from engine.base.records import replace
from engine.cards.characteristics import printed
from engine.cards.library import library
from engine.magic.core.agenda import DecisionView
from engine.magic.core.position import GameObject
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from engine.view import ObjectView, View
from tests.tui.fake import battle, creature, grid, player, view
from tests.tui.games import NAMES, Puppet, deck
from tui.session.local import LocalSession
from tui.table.action_builder import NOTHING, Spot
from tui.table.selection import Selection

BEARS, LIONS = (
    creature(11, "Grizzly Bears", 2, 2, 0, "b3"),
    creature(22, "Savannah Lions", 2, 1, 1, "north"),
)


def test_the_cursor_comes_back_to_the_card_of_the_hand_where_it_was() -> None:
    selection = Selection(battle())
    selection.pane_to("hand")
    selection.move(0, 1)
    card = selection.spot
    assert card != selection.items("hand")[0]
    selection.to_map()
    selection.pane_to("hand")
    assert selection.spot == card


def test_the_cursor_begins_on_ones_own_stronghold() -> None:
    assert Selection(battle()).spot == Spot("space", name="south")


def test_arrows_walk_the_map_and_enter_goes_into_a_space() -> None:
    selection = Selection(battle())
    selection.move(0, -1)
    assert selection.spot == Spot("space", name="b3")
    assert selection.take() is None
    assert (selection.pane, selection.spot) == ("here", Spot("object", 11))
    selection.move(-1, 0)
    assert (selection.pane, selection.space) == ("map", "a3")


def test_tab_goes_round_everything_that_can_be_chosen() -> None:
    selection = Selection(battle())
    seen: list[Spot] = []
    for _ in range(3):
        selection.cycle(1)
        seen.append(selection.spot)
    assert seen == [Spot("object", 41), Spot("object", 42), Spot("object", 41)]
    assert selection.pane == "hand"
    selection.cycle(-1)
    assert selection.spot == Spot("object", 42)


def test_taking_a_card_gives_its_action() -> None:
    selection = Selection(battle())
    selection.cycle(1)
    assert selection.take() == Action("cast", 41)


def test_a_new_question_brings_the_cursor_to_its_first_answer() -> None:
    targets = (Action("target", 11), Action("target", 22), Action("take-back"))
    selection = Selection(battle())
    selection.show(
        view(grid(3, 3), (BEARS, LIONS), targets, DecisionView(0, "target", "Choose a target"))
    )
    assert (selection.pane, selection.space, selection.spot) == ("here", "b3", Spot("object", 11))
    selection.cycle(1)
    assert selection.space == "north"
    assert selection.take() == targets[1]


def test_priority_leaves_the_cursor_alone() -> None:
    selection = Selection(battle())
    selection.move(0, -1)
    selection.show(battle())
    assert selection.spot == Spot("space", name="b3")


def test_who_may_respond_sees_the_stack_and_then_the_map_again() -> None:
    spell = ObjectView(
        61, "Terror", "stack", 1, 1, ("Instant",), (), ("black",), "{1}{B}", (), targets=(11,)
    )
    growth = creature(42, "Giant Growth", 0, 0)
    asked = DecisionView(0, "priority", "Respond to Terror, or pass")
    selection = Selection(battle())
    selection.pane_to("hand")
    selection.show(
        view(
            battle().spaces,
            (BEARS,),
            (Action("cast", 42), Action("pass")),
            asked,
            (player(0, "Edna", hand=(growth,)),),
            stack=(spell,),
        )
    )
    assert (selection.pane, selection.spot) == ("stack", Spot("object", 61))
    selection.show(battle())
    assert selection.pane == "map"


def test_a_land_is_chosen_on_the_map() -> None:
    spaces = grid(
        3, 3, b2={"land": 71, "land_name": "Swamp"}, c2={"land": 72, "land_name": "Plains"}
    )
    actions = (Action("target", 71), Action("target", 72))
    selection = Selection(view(spaces, (), actions, DecisionView(0, "target", "Choose a land")))
    assert (selection.pane, selection.spot) == ("map", Spot("space", name="b2"))
    assert selection.candidate() == Spot("object", 71)
    selection.cycle(1)
    assert selection.take() == actions[1]


def test_enter_goes_to_who_stands_on_land_rather_than_tapping_it() -> None:
    """Land that would only make mana is tapped where nobody stands, where mana is asked for, or
    when one has gone to it in the list of what can be done.
    """
    elves = creature(13, "Llanowar Elves", 1, 1, 0, "b3")
    tap = Action("activate", 73, 1)
    spaces = grid(3, 3, b3={"land_name": "Forest", "land": 73})
    asked = DecisionView(0, "priority", "Main")
    here = view(
        spaces, (elves,), (Action("move", 13, origin="b3", space="b2"), Action("pass"), tap), asked
    )
    here.known.put(GameObject(73, printed(library().card("Llanowar Elves")), -1, -1, "battlefield"))
    selection = Selection(here)
    selection.go_to(Spot("space", name="b3"))
    assert selection.take() is None
    assert (selection.pane, selection.spot) == ("here", Spot("object", 13))
    selection.cycle(1)
    assert selection.candidate() == Spot("object", 13), "Tab passes over the land"
    selection.aim_at(Spot("object", 73))
    assert (selection.pane, selection.space) == ("map", "b3")
    assert selection.take() == tap
    paying = Selection(
        replace(here, decision=DecisionView(0, "payment", "Pay {G}"), actions=(tap, Action("auto")))
    )
    paying.go_to(Spot("space", name="b3"))
    assert paying.take() == tap


def test_enter_where_the_cursor_rests_turns_up_no_stronghold() -> None:
    reveal = Action("reveal", space="south")
    selection = Selection(replace(battle(), actions=(Action("cast", 41), Action("pass"), reveal)))
    assert selection.spot == Spot("space", name="south")
    selection.take()
    assert selection.pane == "here"
    selection.cycle(-1)
    assert selection.take() == reveal, "but when one has gone to it by Tab"


def test_words_are_chosen_from_the_list_of_options() -> None:
    selection = Selection(
        view(
            grid(3, 3),
            (),
            (Action("x", number=1), Action("x", number=2)),
            DecisionView(0, "x", "Choose X"),
        )
    )
    assert selection.pane == "choices"
    selection.move(0, 1)
    assert selection.take() == Action("x", number=2)


def test_numbers_lead_to_choices() -> None:
    selection = Selection(battle())
    selection.by_number(2)
    assert selection.spot == Spot("object", 42)
    selection.by_number(9)
    assert selection.spot == Spot("object", 42)


def test_back_undoes_a_pick_and_then_returns_to_the_map() -> None:
    actions = (
        Action("move", 11, origin="b3", space="a3"),
        Action("move", 11, origin="b3", space="b2"),
        Action("done"),
    )
    selection = Selection(view(grid(3, 3), (BEARS,), actions, DecisionView(0, "move", "Move")))
    assert selection.take() is None
    assert selection.spot == Spot("space", name="b3"), (
        "the cursor stays with the creature that was picked"
    )
    assert not selection.can_take(), "Enter there does nothing"
    selection.back()
    assert selection.spot == Spot("object", 11)
    selection.back()
    assert selection.pane == "map"
    assert selection.verb("pass", "done") == Action("done")


def moves_of(*standing: ObjectView, turn: int = 3) -> View:
    """A view in which each of some creatures on b3 that has not moved may go to b2."""
    going = [
        Action("move", item.id, origin="b3", space="b2") for item in standing if not item.moved
    ]
    seen = view(grid(3, 3), standing, (*going, DONE), DecisionView(0, "move", "Move"))
    return replace(seen, turn=replace(seen.turn, number=turn))


def gone(item: ObjectView) -> ObjectView:
    """The same creature once it has moved."""
    return replace(item, space="b2", moved=True)


def test_the_cursor_goes_on_from_a_piece_that_has_moved_to_the_next_that_has_not() -> None:
    first, second, third = (
        creature(ident, name, 2, 2, 0, "b3")
        for ident, name in ((11, "Bear"), (12, "Elf"), (13, "Ox"))
    )
    selection = Selection(moves_of(first, second, third))
    selection.go_to(Spot("object", 12))
    selection.show(moves_of(first, gone(second), third))
    assert selection.spot == Spot("object", 13), "the next in order"
    selection.show(moves_of(first, gone(second), gone(third)))
    assert selection.spot == Spot("object", 11), "then the one that was passed over"


def test_the_cursor_does_not_go_on_to_a_piece_that_stayed_in_the_turn_before() -> None:
    sentry, first, second = (
        creature(ident, name, 2, 2, 0, "b3")
        for ident, name in ((11, "Bear"), (12, "Elf"), (13, "Ox"))
    )
    selection = Selection(moves_of(sentry, first, turn=3))
    selection.show(moves_of(sentry, gone(first), turn=3))
    selection.show(
        replace(
            moves_of(sentry, gone(first)),
            decision=DecisionView(0, "priority", ""),
            actions=(Action("pass"),),
        )
    )
    selection.show(moves_of(sentry, first, second, turn=5))
    selection.show(moves_of(sentry, gone(first), second, turn=5))
    assert selection.spot == Spot("object", 13)


def test_what_has_gone_is_no_longer_under_the_cursor() -> None:
    selection = Selection(view(grid(3, 3), (BEARS,)))
    selection.go_to(Spot("object", 11))
    selection.show(view(grid(3, 3), ()))
    assert selection.spot in (NOTHING, Spot("space", name="b3"))


def test_the_zones_list_everybody_and_what_they_have_off_the_map() -> None:
    spots = Selection(battle()).items("zones")
    assert spots == [Spot("player", 0), Spot("player", 1), Spot("object", 31), Spot("object", 51)]


def test_pressing_twice_takes() -> None:
    selection = Selection(battle())
    assert selection.press(Spot("object", 41), "hand") is None
    assert selection.press(Spot("object", 41), "hand") == Action("cast", 41)


def test_sideways_goes_over_the_map_from_wherever_the_cursor_is() -> None:
    selection = Selection(battle())
    selection.go_to(Spot("space", name="b3"))
    for pane in ("map", "here", "hand"):
        selection.go_to(Spot("space", name="b3"))
        selection.pane_to(pane)
        selection.move(-1, 0)
        assert (selection.pane, selection.space, selection.spot) == (
            "map",
            "a3",
            Spot("space", name="a3"),
        ), pane


def test_what_is_to_be_placed_stands_nowhere_until_it_is() -> None:
    where = [Action("place", 13, space=name) for name in ("b3", "a3")]
    at_first = replace(
        battle(),
        actions=tuple(where),
        decision=DecisionView(0, "place", "Choose where Llanowar Elves come to stand", 13),
    )
    selection = Selection(at_first)
    assert next(space for space in selection.view.spaces if space.name == "south").creatures == ()
    assert selection.find(Spot("object", 13)).space == ""
    assert (selection.pane, selection.space) == ("map", "b3")
    assert selection.builder.label(selection.candidate()) == "Put Llanowar Elves at b3"
    selection.show(replace(battle(), actions=(Action("pass"),)))
    assert next(space for space in selection.view.spaces if space.name == "south").creatures == (
        13,
    )


@pytest.mark.rule("C-5", "W-1")
@pytest.mark.parametrize("variant", ["conquering", "war_game"])
@pytest.mark.parametrize(
    ("cards", "land"),
    [
        (("Savannah Lions", "Swords to Plowshares"), "Plains"),
        (("Mons's Goblin Raiders", "Lightning Bolt"), "Mountain"),
        (("Grizzly Bears", "Giant Growth"), "Forest"),
    ],
)
def test_a_stronghold_is_first_offered_the_land_of_its_player_s_colour(
    cards: tuple[str, str], land: str, variant: str
) -> None:
    seats = [Seat(name, deck(*cards)) for name in NAMES[:2]]
    played = LocalSession.start(load(variant), seats, ("human", "human"), 7, None, Puppet())
    at_table = Selection(played.seen_by(played.asked))
    assert at_table.builder.label(at_table.candidate()) == f"Choose {land}"
