"""The recap: what others did since one was asked."""

from __future__ import annotations

import pytest

from engine.base.records import replace
from engine.events import Event
from engine.log import LINES
from engine.magic.core.agenda import DecisionView
from engine.view import CombatView, TurnView, View
from screenshots.pictures import FOLDER, Picture, app_of
from tests.tui.at_table import press, words
from tests.tui.fake import STEPS, creature, grid, view
from tests.tui.games import LAST_BLOW, PIECES, Puppet, asked, play_until, quiet, session, session_of
from tui.app import SpellfrontApp
from tui.table import recap
from tui.table.recap import PLAYED, Recap, banner, recap_of
from tui.table.screens.table import TableScreen
from tui.table.widgets.banner import banner_lines
from tui.table.widgets.news import news_lines

EDNA, DALE = 0, 1
HERE = view(
    grid(3, 3),
    (creature(21, "White Knight", 2, 2, DALE, "b2"),),
    (),
    DecisionView(EDNA, "priority", ""),
)


def test_what_belongs_together_is_told_in_one_line_the_most_important_first() -> None:
    events = [
        Event("draw", seat=EDNA, card="Terror"),
        Event("move", seat=DALE, object=21, card="White Knight", space="b2", word="b1"),
        Event("move", seat=DALE, object=22, card="White Knight", space="b2", word="b1"),
        Event("cast", seat=DALE, card="Savannah Lions"),
        Event("attack", seat=DALE, object=21, card="White Knight", space="b2"),
        Event("attack", seat=DALE, object=22, card="White Knight", space="b2"),
        Event("dies", seat=EDNA, card="Grizzly Bears", space="b2", creature=True),
        Event("take", seat=DALE, space="b2"),
    ]
    assert recap_of(events, HERE).lines == (
        "Edna's Grizzly Bears dies",
        "Dale attacks b2 with 2 White Knights",
        "Dale takes b2",
        "Dale casts Savannah Lions",
        "Dale moves 2 White Knights to b2",
        "Edna draws Terror",
    )


def test_what_changes_the_map_comes_before_lands_and_cards() -> None:
    events = [
        Event("draw", seat=EDNA, card="Terror"),
        Event("enters", seat=DALE, object=40, card="Swamp", reason=PLAYED),
        Event(
            "cast",
            seat=DALE,
            object=41,
            card="Unholy Strength",
            other=21,
            other_card="White Knight",
        ),
        Event("enters", seat=DALE, object=42, card="Pioneer", space="b1"),
        Event("move", seat=DALE, object=21, card="White Knight", space="b2", word="b1"),
    ]
    recap = recap_of(events, HERE)
    assert recap.lines == (
        "Dale casts Unholy Strength on White Knight",
        "Dale's Pioneer enters",
        "Dale moves White Knight to b2",
        "Dale plays Swamp",
        "Edna draws Terror",
    )
    assert "Swamp" not in news_lines(recap, 60, 3)[-2].plain


def test_losses_come_first_and_what_brought_them_about_next() -> None:
    events = [
        Event("cast", seat=DALE, card="Lightning Bolt", other=11, other_card="Grizzly Bears"),
        Event("dies", seat=EDNA, object=31, other=11, card="Grizzly Bears"),
        Event("cast", seat=DALE, card="Savannah Lions"),
        Event("attack", seat=DALE, object=21, card="White Knight", space="b2"),
    ]
    assert recap_of(events, HERE).lines == (
        "Edna loses Grizzly Bears",
        "Dale casts Lightning Bolt on Grizzly Bears",
        "Dale attacks b2 with White Knight",
        "Dale casts Savannah Lions",
    )


def test_a_players_own_deaths_and_life_come_before_an_opponents() -> None:
    events = [
        Event(
            "attack",
            seat=DALE,
            object=21,
            card="Vampire Nighthawk",
            other=11,
            other_card="Shivan Dragon",
        ),
        Event("dies", seat=DALE, card="Vampire Nighthawk", space="b2", creature=True),
        Event("dies", seat=EDNA, card="Shivan Dragon", space="b2", creature=True),
        Event("life", seat=DALE, number=2),
        Event("life", seat=EDNA, number=-3),
        Event("cast", seat=DALE, card="Savannah Lions"),
        Event("take", seat=DALE, space="b2"),
    ]
    assert recap_of(events, HERE).lines[:4] == (
        "Edna's Shivan Dragon dies",
        "Edna loses 3 life",
        "Dale's Vampire Nighthawk dies",
        "Dale attacks Shivan Dragon with Vampire Nighthawk",
    )


def test_a_creature_that_must_attack_and_has_moved_by_itself_is_told() -> None:
    forced = Event(
        "move",
        seat=EDNA,
        object=11,
        card="Bloodrock Cyclops",
        word="e5",
        space="g3",
        reason="attack.must",
    )
    line = "Bloodrock Cyclops moves to g3 by itself because it must attack"
    assert recap_of([forced], HERE).lines == (line,)
    assert recap.forced_moves([forced], EDNA) == f"{line}."
    assert not recap.forced_moves([forced], DALE)
    assert not recap.forced_moves([replace(forced, reason="")], EDNA)


@pytest.mark.slow
async def test_who_goes_first_is_told_at_the_first_question() -> None:
    events = [Event("roll", seat=EDNA, number=3, word="who starts"), Event("roll", seat=DALE,
    number=5, word="who starts"),
              Event("starts", seat=DALE)]  # fmt: skip
    assert recap.opening(events, HERE) == "Dale goes first (Edna rolled 3, Dale rolled 5)."
    async with SpellfrontApp(session(), pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")  # her Stronghold's land
        assert "goes first (Edna rolled" in words(pilot, "#prompt")


@pytest.mark.slow
@pytest.mark.rule("T-19")
async def test_the_screen_tells_of_a_creature_that_has_moved_by_itself() -> None:
    pieces = PIECES.replace(
        '"Craw Wurm", controller = "Edna", space = "f5"',
        '"Juggernaut", controller = "Edna", space = "f1"',
    )
    played = session_of(
        pieces.replace('step = "Combat"', 'step = "First Main"').replace(
            'space = "f6"', 'space = "n9"'
        )
    )
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "space")
        assert "Juggernaut moves to" in words(pilot, "#prompt").replace("\n  ", " ")
        assert "by itself because it must attack" in " ".join(words(pilot, "#prompt").split())


def test_different_spells_are_told_each_by_itself() -> None:
    """One line of both would read as if the second were a target of the first."""
    unsummon = Event("cast", seat=DALE, card="Unsummon", other=11, other_card="Shivan Dragon")
    tern = Event("cast", seat=DALE, card="Welkin Tern")
    assert recap_of([unsummon, tern, tern], HERE).lines == (
        "Dale casts Unsummon on Shivan Dragon",
        "Dale casts 2 Welkin Terns",
    )


def test_why_nothing_could_be_done_is_told_in_its_own_turn_alone() -> None:
    barred = Event(
        "passed-over", seat=EDNA, card="Attack", word="Kalonian Tusker has summoning sickness"
    )
    turns = [
        Event("turn", seat=DALE, number=4),
        Event("cast", seat=DALE, card="Welkin Tern"),
        Event("turn", seat=EDNA, number=5),
    ]
    assert recap.passed_over([barred])
    assert not recap.passed_over([barred, *turns])
    assert recap_of([barred, *turns], HERE).lines == ("Dale casts Welkin Tern",)


@pytest.mark.rule("B-34")
def test_what_decides_the_game_stands_before_all_and_says_how_it_goes_on() -> None:
    events = [
        Event("attack", seat=DALE, object=21, card="White Knight", other_card="Edna's token"),
        Event("life", seat=EDNA, number=-2),
        Event("fall", seat=EDNA, word="has no life left"),
        Event("discard", seat=EDNA, card="Terror"),
    ]
    first, *others = recap_of(events, HERE).lines
    assert first.startswith(
        "Edna's token dies: Edna has no life left. Edna plays on with only creatures"
    )
    assert others[:2] == ["Edna loses 2 life", "Dale attacks Edna's token with White Knight"]
    assert recap.deciding([Event("out", seat=DALE, word="has no life left")], HERE) == [
        "Dale has no life left and is out"
    ]


@pytest.mark.slow
@pytest.mark.rule("B-34")
async def test_ones_own_blow_that_kills_a_token_is_foretold_and_announced() -> None:
    played = session_of(LAST_BLOW)
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await press(pilot, "tab")
        assert "→ Dale's token dies" in words(pilot, "#prompt")
        told = words(pilot, "#inspector").replace("\n  ", " ").splitlines()
        assert told[1].startswith("Dale's token 1/1 dies"), (
            "what is aimed at, and what becomes of it, before all else"
        )
        assert told[2] == "Dale plays on with only creatures"
        await press(pilot, "enter")
        assert "Dale's token dies: Dale has no life left. Dale plays on" in words(pilot, "#prompt")


def test_of_several_equals_it_is_said_where_the_one_stood_or_stands() -> None:
    two = view(
        grid(3, 3),
        tuple(creature(n, "Grizzly Bears", 2, 2, EDNA, at) for n, at in ((11, "a1"), (12, "b2"))),
        (),
        HERE.decision,
    )
    events = [
        Event("cast", seat=DALE, card="Shock", other=12, other_card="Grizzly Bears"),
        Event("damage", seat=DALE, card="Shock", other=12, other_card="Grizzly Bears", number=1),
        Event("dies", seat=EDNA, object=31, other=13, card="Grizzly Bears", space="c3"),
    ]
    assert recap_of(events, two).lines == (
        "Edna loses Grizzly Bears at c3",
        "Dale casts Shock on Grizzly Bears at b2",
        "Grizzly Bears at b2 is dealt 1 damage",
    )


def test_what_one_has_done_oneself_is_no_news() -> None:
    events = [
        Event("cast", seat=EDNA, card="Terror"),
        Event("move", seat=EDNA, object=11, card="Bears", space="b1"),
        Event("step", word="End"),
    ]
    assert not recap_of(events, HERE).lines


def test_mana_is_news_where_it_was_rolled_and_not_where_it_paid_for_ones_own_spell() -> None:
    paid = [
        Event("mana", seat=EDNA, word="{B}"),
        Event("cast", seat=EDNA, card="Terror"),
        Event("move", seat=DALE, card="Bears", space="b1"),
    ]
    assert not any("{B}" in line for line in recap_of(paid, HERE).lines)
    rolled = [Event("roll", seat=EDNA, number=1, word="mana"), Event("mana", seat=EDNA, word="{B}")]
    assert any("{B}" in line for line in recap_of(rolled, HERE).lines)


def test_what_came_without_having_been_cast_is_told() -> None:
    events = [
        Event("cast", seat=DALE, card="Savannah Lions"),
        Event("enters", seat=DALE, card="Savannah Lions", object=22, space="b1"),
        Event("enters", seat=DALE, card="Mountain"),
        Event("token", seat=DALE, card="Pioneer"),
    ]
    assert recap_of(events, HERE).lines == (
        "Dale casts Savannah Lions",
        "Dale's Mountain, Pioneer enter",
    )


def test_news_without_room_for_all_counts_what_is_left_out() -> None:
    events = [
        Event("attack", seat=DALE, object=n, card="Lions", space=f"a{n}") for n in range(1, 12)
    ]
    recap = recap_of(events, HERE)
    assert len(recap.lines) == 11
    assert news_lines(recap, 60, 5)[-1].plain == "7 more in the log"
    assert len(news_lines(recap, 60, 11)) == 11


def test_what_opponents_did_comes_before_ones_own_deeds() -> None:
    events = [
        Event("take", seat=EDNA, space="b3"),
        Event("passed-over", seat=EDNA, card="Movement", word="nothing can move"),
        Event("cast", seat=DALE, card="Savannah Lions"),
        Event("move", seat=DALE, object=21, card="White Knight", space="b2", word="b1"),
    ]
    assert recap_of(events, HERE).lines == (
        "Dale casts Savannah Lions",
        "Dale moves White Knight to b2",
        "Edna takes b3",
        "You had nothing to do in Movement: nothing can move",
    )


@pytest.mark.slow
async def test_the_news_takes_the_lines_that_are_free() -> None:
    """On a small screen as well: the hand needs only two lines."""
    played = session_of(
        (FOLDER / "battle.toml").read_text(encoding="utf-8"),
    )
    events = [
        Event("attack", seat=DALE, object=n, card="Lions", space=f"a{n}") for n in range(1, 7)
    ]
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        screen.selection.to_map()
        screen.model.recap = recap_of(events, played.view())
        screen.redraw()
        for _ in range(3):
            await pilot.pause()
        assert "more in the log" not in words(pilot, "#news")
        assert all(f"attacks a{n}" in words(pilot, "#news") for n in range(1, 7))


def test_a_creature_that_moved_twice_is_where_it_is_now() -> None:
    events = [
        Event("move", seat=DALE, object=21, card="White Knight", space=space)
        for space in ("b1", "b2")
    ]
    found = recap_of(events, HERE)
    assert found.lines == ("Dale moves White Knight to b2",)
    assert 21 in found.objects
    assert "b2" in found.spaces


def test_cards_that_one_may_not_know_have_no_name() -> None:
    drawn = Event("exile", seat=DALE, card="Terror", known_to=(DALE,)).for_seat(EDNA)
    assert "Terror" not in " ".join(recap_of([drawn], HERE).lines)


def test_the_banner_says_whose_moment_it_is() -> None:
    assert banner(HERE) == "Your turn, round 2: Main"
    theirs = replace(HERE, turn=TurnView(4, 2, DALE, 8, STEPS))
    assert banner(theirs) == "Dale's turn, round 2: End"
    attack = replace(
        theirs,
        combat=CombatView(DALE, "b2", ((21, 0, (), False),), 0),
        decision=DecisionView(EDNA, "blockers", ""),
    )
    assert banner(attack) == "Dale attacks b2 with 1 creature"
    spell = creature(9, "Terror", 0, 0, DALE, zone="stack", targets=(21,))
    assert banner(replace(theirs, stack=(spell,))).startswith("Dale: Terror")


@pytest.mark.slow
async def test_when_control_comes_back_the_recap_stays_on_screen_and_map_until_a_key() -> None:
    puppet = Puppet(
        lambda v: next(
            (a for a in v.actions if a.verb == "auto" or "Lions" in v.object_name(a.object)),
            quiet(v),
        )
    )
    played = play_until(session(thinker=puppet), asked(1, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        for _ in range(50):
            await pilot.app.workers.wait_for_complete()
            await pilot.pause()
            if "Edna:" in words(pilot, "#prompt"):
                break
        assert "Your turn, round 1: First Main" in words(pilot, "#prompt")
        assert "Dale casts 5 Savannah Lions" in words(pilot, "#news")
        board = pilot.app.screen.query_one("#board")
        assert "!" in "".join(board.render_line(y).text for y in range(board.size.height))
        await pilot.press("right")
        await pilot.pause()
        assert "Your turn" not in words(pilot, "#prompt")
        assert "!" not in "".join(board.render_line(y).text for y in range(board.size.height))


# --- complete by kind ---


def test_every_kind_of_event_that_the_log_tells_is_news_or_said_to_be_none() -> None:
    """Whoever adds a kind of event says here what becomes of it when control comes back."""
    grouped = {"passed-over", "take", "hold-lost", "attack", "battle", "damage", "life", "off-map"}
    told = grouped.union(recap.GRAVE, recap.LOSSES, recap.OPPONENT_ACTIONS, recap.SINGLE, recap.OWN)
    assert told | recap.UNTOLD == LINES.keys()
    assert not told & recap.UNTOLD


THEIRS = Event("cast", seat=DALE, card="Balance")
LOST = (
    (Event("discard", seat=EDNA, card="Terror", word="graveyard"), "Edna discards Terror"),
    (Event("mill", seat=EDNA, card="Terror", word="graveyard"), "Edna mills Terror"),
    (
        Event("sacrifice", seat=EDNA, card="Grizzly Bears", word="graveyard"),
        "Edna loses Grizzly Bears",
    ),
    (Event("dies", seat=EDNA, card="Grizzly Bears", word="graveyard"), "Edna loses Grizzly Bears"),
    (Event("exile", seat=EDNA, card="Grizzly Bears", word="exile"), "Edna loses Grizzly Bears"),
    (
        Event("return", seat=EDNA, card="Grizzly Bears", word="hand"),
        "Edna's Grizzly Bears goes to the hand",
    ),
    (
        Event("goes", seat=EDNA, card="Grizzly Bears", word="library"),
        "Edna's Grizzly Bears goes to the library",
    ),
    (
        Event("dies", card="Swamp", word="land graveyard", space="b2"),
        "b2: Swamp goes to the land graveyard",
    ),
    (
        Event("counters", seat=EDNA, object=11, card="Grizzly Bears", word="-1/-1", number=1),
        "Grizzly Bears gets 1 -1/-1 counter",
    ),
    (
        Event("counters", seat=EDNA, object=11, card="Grizzly Bears", word="+1/+1", number=-2),
        "Grizzly Bears loses 2 +1/+1 counters",
    ),
    (
        Event("damage", object=21, card="Bolt", other=11, other_card="Grizzly Bears", number=1),
        "Grizzly Bears is dealt 1 damage",
    ),
    (Event("life", seat=EDNA, number=-3), "Edna loses 3 life"),
    (
        Event("control", seat=DALE, object=11, card="Grizzly Bears"),
        "Dale gains control of Grizzly Bears",
    ),
    (Event("counter", seat=EDNA, card="Terror"), "Terror is countered"),
    (
        Event("fizzle", seat=EDNA, card="Terror"),
        "Terror doesn't resolve: it has no legal targets left",
    ),
    (Event("phase-out", seat=EDNA, object=11, card="Grizzly Bears"), "Grizzly Bears phases out"),
    (Event("hold-lost", seat=EDNA, space="b2"), "Edna loses b2"),
)


@pytest.mark.parametrize(
    ("event", "line"), LOST, ids=[event.kind + event.word for event, _ in LOST]
)
def test_what_an_opponents_spell_took_is_told(event: Event, line: str) -> None:
    mine = replace(
        HERE, permanents=(*HERE.permanents, creature(11, "Grizzly Bears", 2, 2, EDNA, "b1"))
    )
    assert line in recap_of([THEIRS, event], mine).lines


@pytest.mark.parametrize("kind", ["discard", "sacrifice", "mill", "counters"])
def test_what_one_pays_oneself_is_no_news(kind: str) -> None:
    assert not recap_of(
        [Event(kind, seat=EDNA, object=11, card="Grizzly Bears", number=1)], HERE
    ).lines


@pytest.mark.rule("W-22")
def test_an_attacker_that_was_tapped_at_the_gate_is_news_to_its_player() -> None:
    tap = Event("gate", seat=DALE, object=3, card="Serra Angel", space="s2", reason="battle.gate")
    attack = Event("move", seat=DALE, object=4, card="Grizzly Bears", space="b2")
    assert "Dale taps Serra Angel as it attacks at s2" in recap_of([attack, tap], HERE).lines


def test_the_news_names_every_target_and_whose_of_two_alike() -> None:
    cast = Event("cast", seat=DALE, card="Fork Bolt", other=3, other_card="Bear", further=("Wall",))
    attack = Event(
        "attack",
        seat=DALE,
        object=21,
        card="Pioneer",
        other=3,
        other_card="Pioneer",
        whose=(DALE, EDNA),
    )
    lines = recap_of([cast, attack], HERE).lines
    assert "Dale casts Fork Bolt on Bear and Wall" in lines
    assert "Dale attacks Edna's Pioneer with Pioneer" in lines


def test_why_a_step_was_passed_over_is_told_to_whom_it_concerns() -> None:
    told = Event(
        "passed-over",
        seat=EDNA,
        card="Movement",
        word="Bear enters the Island at a2 only carried (W-19)",
        known_to=(EDNA,),
    )
    line = "You had nothing to do in Movement: Bear enters the Island at a2 only carried (W-19)"
    assert recap_of([told], HERE).lines == (line,)
    assert recap.passed_over([told]) == line
    hidden = told.for_seat(DALE)
    assert not recap_of([hidden], HERE).lines
    assert not recap.passed_over([hidden])


@pytest.mark.slow
async def test_events_before_an_unrelated_question_are_told_when_control_comes_back() -> None:
    """Dale's spell made Edna discard while she was asked about something under way: as soon as
    she decides again what to do, it is told.
    """
    played = play_until(session(), asked(0, "priority", "First Main"))
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        table = pilot.app.screen
        assert isinstance(table, TableScreen)
        table.model.put_off = [THEIRS, Event("discard", seat=EDNA, card="Terror")]
        await press(pilot, "space")
        assert "Dale casts Balance" in words(pilot, "#news")
        assert "Edna discards Terror" in words(pilot, "#news")
        await press(pilot, "right")
        assert (
            "Terror" not in words(pilot, "#news") or not pilot.app.screen.query_one("#news").display
        )


# --- the banner above the map ---


def near(held: int) -> View:
    """The same position with so many of five areas held by Dale."""
    return replace(HERE, players=(HERE.players[0], replace(HERE.players[1], areas_held=held)))


def test_an_area_taken_and_a_stronghold_lost_are_told_above_the_map() -> None:
    take = Event("take", seat=DALE, space="b2", number=5)
    away = Event("one-away", seat=DALE, number=4, word="area")
    assert recap.moments([take], near(2)) == ("Dale takes b2 (2 of 5 areas)",)
    assert recap.moments([take, away], near(4)) == (
        "Dale holds 4 areas: one more wins the game",
        "Dale takes b2",
    )
    assert recap.moments([take, away], near(3)) == ("Dale takes b2 (3 of 5 areas)",), (
        "no longer true"
    )
    lost = Event("stronghold-lost", seat=EDNA, space="s1", other=-2)
    assert recap.moments([take, lost], near(2))[0] == "Edna's Stronghold at s1 falls to Dale"
    assert recap.of_moments([Event("cast", seat=DALE, card="Terror")], HERE) is None


def test_an_attack_in_ones_own_turn_is_told_above_the_map() -> None:
    attack = Event(
        "attack", seat=DALE, object=21, card="White Knight", other=11, other_card="Grizzly Bears"
    )
    turn = Event("turn", seat=EDNA, number=3)
    told = ("Dale attacks Grizzly Bears with White Knight during your turn",)
    assert HERE.turn.active == HERE.seat
    assert recap.moments([turn, attack], HERE) == told
    assert recap.moments([attack, turn], HERE) == (), "that was in Dale's turn"
    assert recap.moments([attack], replace(HERE, turn=replace(HERE.turn, active=DALE))) == ()
    assert recap.moments([replace(attack, seat=EDNA)], HERE) == ()


def test_the_banner_is_two_lines_at_most_and_begins_the_same_without_colors() -> None:
    assert [line.plain for line in banner_lines(["Dale takes b2", "it is over"], 60)] == [
        " ▶ Dale takes b2. It is over."
    ]
    assert len(banner_lines([f"Dale takes b{number}" for number in range(30)], 40)) == 2
    assert all(
        line.cell_len <= 40
        for line in banner_lines([f"Dale takes b{number}" for number in range(30)], 40)
    )


@pytest.mark.slow
async def test_what_affects_everybody_stands_below_the_map() -> None:
    async with app_of(Picture((80, 24), "battle.toml")).run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert words(pilot, "#in-effect") == " In effect: E Gaea's Anthem  D Glorious Anthem"


@pytest.mark.slow
async def test_an_area_that_is_taken_is_told_above_the_map_which_stays_in_sight() -> None:
    played = session_of(
        (FOLDER / "battle.toml")
        .read_text(encoding="utf-8")
        .replace('controller = "Dale"\nspace = "b2"', 'controller = "Dale"\nspace = "b1"')
    )
    async with SpellfrontApp(played, pace=0).run_test(size=(80, 24)) as pilot:
        screen = pilot.app.screen
        assert not screen.query_one("#banner").display
        for key in ("enter", "enter", *["space"] * 6):
            await press(pilot, key)
            await pilot.app.workers.wait_for_complete()
            if screen.query_one("#banner").display:
                break
        assert "Edna takes b2" in words(pilot, "#banner")
        assert "one more wins the game" in words(pilot, "#banner")
        assert screen.query_one("#board").size.height >= 15
        assert "Edna holds 4 areas: one more wins the game" in "\n".join(played.log())
        await press(pilot, "down")
        assert not screen.query_one("#banner").display


def test_no_sentence_of_the_news_loses_its_end() -> None:
    recap = Recap(
        "",
        (
            "Computer 1 casts Blood Knight on Hurloon Minotaur",
            "Computer 1 moves Hurloon Minotaur to c3",
        ),
        names=("Edna", "Computer 1"),
    )
    assert [line.plain for line in news_lines(recap, 24, 3)] == [
        "! C casts Blood Knight",
        "  on Hurloon Minotaur",
        "1 more in the log",
    ]
    assert [line.plain for line in news_lines(recap, 42, 2)] == [
        "! C casts Blood Knight on Hurloon Minotaur", "! C moves Hurloon Minotaur to c3",
    ]  # fmt: skip
    assert [line.plain for line in news_lines(recap, 60, 2)] == [
        f"! {line}" for line in recap.lines
    ]
    numbered = Recap("", ("Grizzly Bears is tapped (W-12)", "Craw Wurm is tapped"))
    assert [line.plain for line in news_lines(numbered, 26, 2)] == [
        "! Grizzly Bears is tapped",
        "! Craw Wurm is tapped",
    ]
