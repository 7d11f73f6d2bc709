"""The plain table: whole games line by line, and everything that can be typed."""

from __future__ import annotations

import io
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine import ai
from engine.actions import Action, IllegalAction
from engine.base.records import replace
from engine.history.replay import check
from engine.view import View
from tests.tui.fake import battle
from tests.tui.games import FRONT, Puppet, asked, play_until, quiet, session, session_of
from tests.tui.table.test_numbers import RICH
from tui.plain.answers import AnswerOption, is_sure, matching, meant, plainly
from tui.plain.lines import lines_of
from tui.plain.rounds import play_all, table_of
from tui.plain.spoken import aloud
from tui.plain.table import BLANKS, LATEST, PlainLines, PlainTable
from tui.session.game_setup import GameSetup, header_of, variant_ids
from tui.session.local import LocalSession
from tui.settings.settings import Settings
from tui.table.action_builder import ActionBuilder

EASY = ai.make("easy", 3)


def easily(view: View) -> Action:
    return EASY.choose(view, lambda: False)


class Listener:
    """Somebody who hears every line, and answers by what is heard."""

    def __init__(self, answers: Callable[[Listener], str]) -> None:
        self.heard: list[str] = []
        self.since: list[str] = []  # what was heard since the last answer
        self._answers = answers
        self.asked = 0

    @property
    def lines(self) -> PlainLines:
        return PlainLines(self._ask, self._hear)

    def _hear(self, line: str) -> None:
        self.heard.append(line)
        self.since.append(line)

    def _ask(self, prompt: str) -> str:
        self.asked += 1
        assert prompt
        answer = self._answers(self)
        self.since = []
        return answer


def answering(*answers: str) -> Listener:
    """A listener who says these things, and then no more."""
    said = iter(answers)

    def answer(_: Listener) -> str:
        try:
            return next(said)
        except StopIteration:
            raise EOFError from None

    return Listener(answer)


def after(played: LocalSession, *answers: str) -> str:
    """All that is told when these things are typed."""
    listener = answering(*answers)
    PlainTable(played, listener.lines).play()
    return "\n".join(listener.heard)


def in_main() -> LocalSession:
    return play_until(session(), asked(0, "priority", "First Main"))


# --- whole games ---


class Thoughtful:
    """Plays what a computer player would, by the numbers that are read out."""

    def __init__(self, played: LocalSession) -> None:
        self.listener = Listener(self._answer)
        self.table = PlainTable(played, self.listener.lines)
        self._moment = -1
        self._wanted = Action("")
        self.mores = 0

    def _answer(self, listener: Listener) -> str:
        table = self.table
        if self._moment != table.session.moment:
            self._moment, self._wanted = table.session.moment, easily(table.builder.view)
        if table.numbers and self._wanted.number in table.numbers:
            return str(self._wanted.number)
        option = self._option()
        number = table.options.index(option) + 1
        if not any(line.startswith(f"{number}. {option.words}") for line in listener.heard[-60:]):
            assert any('Type "more"' in line for line in listener.since)
            self.mores += 1
            return "more"
        return str(number)

    def _option(self) -> AnswerOption:
        """The answer that leads to what is wanted, or to its equal; the first one where an equal
        has taken its place before.
        """
        options, builder = self.table.options, self.table.builder
        spots = builder.way_to(self._wanted)[len(builder.picked) :][:1]
        words = {plainly(builder, spot) for spot in spots}
        exact = [
            option for option in options if option.action == self._wanted or option.spot in spots
        ]
        alike = [option for option in options if option.words.startswith(tuple(words))]
        grouped = [
            option for option in options if any(inner.spot in spots for inner in option.options)
        ]
        return (exact or alike or grouped or options)[0]


@pytest.mark.slow
@pytest.mark.parametrize("variant", [name for name in variant_ids() if not header_of(name).extends])
def test_a_whole_game_of_each_variant_is_played_by_numbers(
    variant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.session.local.AIProcess", lambda: Puppet(easily))
    setup = GameSetup.new()
    setup.choose_variant(variant)
    setup.seed = "5"
    played = setup.start()
    played.ask_before_ending = False
    player = Thoughtful(played)
    assert player.table.play() == "over"
    played.close()
    heard = player.listener.heard
    winners = played.view().winners
    assert winners is not None
    assert any(line.startswith("The game ended") for line in heard)
    assert all(line.isprintable() for told in heard for line in told.split("\n"))
    assert check(played.recorder.record).state.winners == winners


def test_people_at_one_terminal_hear_nothing_of_each_others_cards() -> None:
    """A game between two people, each of whom answers at random by number, and looks at
    everything.
    """
    dice = random.Random(4)
    played = session(("human", "human"))
    told: dict[int | None, list[str]] = {0: [], 1: []}

    def answer(listener: Listener) -> str:
        told[played.viewer if played.viewer is not None else None] = (
            told.get(played.viewer, []) + listener.since
        )
        if listener.asked > 120:
            raise EOFError
        return dice.choice(["1", "1", "2", "3", "hand", "map", "log", "players", "stack"])

    listener = Listener(answer)
    table = PlainTable(played, listener.lines)
    assert table.play() == "left"
    assert any("\n" * BLANKS in line for line in listener.heard)
    assert "Grizzly Bears" in "".join(told[0])
    assert "Savannah Lions" in "".join(told[1])
    assert not any("draws Savannah Lions" in line for line in told[0])
    assert not any("draws Grizzly Bears" in line for line in told[1])


# --- what can be typed ---


def test_a_question_is_put_with_numbers_and_answered_by_number() -> None:
    played = in_main()
    before = played.moment
    heard = after(played, "1")
    assert "Round 1, Edna's turn, First Main." in heard
    assert "1. Cast Grizzly Bears" in heard
    assert "Pass" in heard
    assert played.moment > before


def test_an_answer_can_be_words_of_it_or_the_text_form_of_an_action() -> None:
    for answer in ("cast griz", "Cast Grizzly Bears {1}{G}", "pass"):
        played = in_main()
        before = played.moment
        after(played, answer)
        assert played.recorder.record.entries[before].action.split()[0] == answer.split()[0].lower()


def test_words_of_several_answers_are_read_out_to_choose_from() -> None:
    played = in_main()
    heard = after(played, "c", "zz", "9999", "0")
    assert "'zz' is not an answer here" in heard
    assert "There is no answer 9999" in heard
    assert "There is no answer 0" in heard


def test_everything_that_is_to_be_seen_is_told() -> None:
    heard = after(
        in_main(),
        "map",
        "hand",
        "stack",
        "players",
        "look s1",
        "look grizzly bears",
        "look Dale",
        "look",
        "look nobody",
        "log 3",
        "help",
    )
    assert "s1: Forest, Edna's Stronghold" in heard
    assert "Grizzly Bears, 2/2, costs 1 green and 1 generic" in heard
    assert "Nothing is on the stack." in heard
    assert "Dale: holds 0 of the 5 areas needed to win" in heard
    assert "Creature: Bear" in heard
    assert "Type what to look at" in heard
    assert "There is nothing called 'nobody' here" in heard
    assert "quit: leave the game" in heard


def test_why_tells_what_stands_in_the_way() -> None:
    heard = after(in_main(), "why move bears b3", "why cast dragon", "why", "why pass")
    assert "There is nothing called 'dragon' here" in heard
    assert 'Type "why", then what you want to do' in heard
    assert "You can do that now: it is answer 2." in heard
    assert "M-" in heard or "C-" in heard or "CR" in heard


def test_a_spell_that_is_begun_is_taken_back() -> None:
    played = play_until(
        session(),
        lambda s: (
            asked(0, "priority", "First Main")(s)
            and any(a.verb == "cast" for a in s.view().actions)
        ),
    )
    before = played.view().players[0].hand_count
    after(played, "cast griz", "undo", "undo")
    assert played.view().players[0].hand_count in (before, before - 1)


def test_leaving_conceding_and_the_end_of_the_input() -> None:
    assert "You left the game. It is saved." in after(in_main(), "quit")
    assert "You left the game. It is saved." in after(in_main())
    played = in_main()
    heard = after(played, "concede", "no", "concede", "yes")
    assert "Dale won" in heard
    assert played.view().winners == (1,)


def test_full_control_and_waiting() -> None:
    played = in_main()
    heard = after(played, "full", "full", "wait")
    assert "stops whenever you could act" in heard
    assert "stops only at your stops" in heard
    assert played.moment > 0


# --- streams ---


def test_lines_go_over_any_streams_without_an_escape() -> None:
    sink = io.StringIO()
    lines = lines_of(io.StringIO("first\n" + "x" * 5000 + "\nlast"), sink, ascii=True)
    assert lines.ask("> ") == "first"
    assert lines.ask("> ") == "x" * 1000
    assert lines.ask("> ") == "last"
    with pytest.raises(EOFError):
        lines.ask("> ")
    lines.tell("Lim-Dûl — “so”")
    assert sink.getvalue().endswith('Lim-Dul - "so"\n')


@pytest.mark.parametrize("kind", ["look ", "why ", "graveyard ", "log ", "map ", ""])
def test_whatever_is_typed_is_answered_in_words(kind: str) -> None:
    nonsense = (
        "\x1b[2J",
        "#" * 900,
        "{t}",
        "b2 b3 b4 b5",
        "=",
        "cast #1",
        "player9",
        "-1",
        "1.5",
        "move bears#99999999 b1",
        "9" * 300,
        "²",
    )
    heard = after(in_main(), *(kind + words for words in nonsense))
    assert "You left the game. It is saved." in heard


# --- what passing does, and orders in words ---


def test_passing_says_what_comes_and_the_turn_ends_once_that_is_sure() -> None:
    played = in_main()
    heard = after(played, "wait", "no")
    assert "Pass: on to Second Main" in heard
    played = play_until(session(), asked(0, "priority", "Second Main"))
    assert played.view().turn.active == 0
    before = played.moment
    heard = after(played, "pass", "no", "end", "no")
    assert "Pass: your turn ends" in heard
    assert heard.count("Still possible: ") == 2
    assert heard.count("Your turn continues.") == 2
    assert played.moment == before
    after(played, "pass", "yes")
    assert played.view().turn.number > 1


def test_what_is_asked_is_answered_only_by_an_answer() -> None:
    """Edna waits until her next turn begins, and hears the question again: that passes nothing."""
    played = in_main()
    after(played, "wait", "yes", "again", "again", "help")
    moment = played.moment
    after(played, "again")
    assert played.moment == moment


def test_a_whole_order_is_understood_at_once() -> None:
    def has_bears(played: LocalSession) -> bool:
        return any(a.verb == "move" for a in played.view().actions)

    def casting(view: View) -> Action:
        wanted = [
            a
            for a in view.actions
            if a.verb == "auto" or (a.verb == "cast" and "Bears" in view.object_name(a.object))
        ]
        return wanted[0] if wanted and view.seat == 0 else quiet(view)

    played = play_until(session(), has_bears, casting)
    move = next(action for action in played.view().actions if action.verb == "move")
    heard = after(played, f"move the bears to {move.space}")
    assert f"Grizzly Bears moves from s1 to {move.space}" in heard


def test_numbers_and_spaces_are_whole_words_and_a_place_is_no_goal() -> None:
    made = battle()
    moves = (Action("move", 11, space="e8"), Action("scout", 12, space="e10"))
    builder = ActionBuilder(replace(made, actions=(*moves, Action("pass"))))
    bears, wurm = (item for item in made.permanents if item.id in (11, 12))
    size = f"{wurm.power}/{wurm.toughness}"
    said = {
        answer: matching(answer, builder, [])
        for answer in ("scout 6", "move bears e1", "move to b3", f"scout {size}")
    }
    assert [len(found) for found in said.values()] == [0, 0, 0, 1]
    (only,) = matching(f"move bears {bears.space}", builder, [])
    assert not is_sure(f"move bears {bears.space}", only, builder.view), (
        "it goes elsewhere: that is asked first"
    )
    assert is_sure("move bears e8", only, builder.view)


@pytest.mark.parametrize(
    "line", ["move #{bears} e10", "target player2", "cast #99999", "attack s1"]
)
def test_an_action_that_is_not_legal_is_refused_not_returned(line: str) -> None:
    view = in_main().view()
    card = view.players[0].hand[0].id
    with pytest.raises(IllegalAction):
        meant(
            line.format(bears=card)
            if view.has_space("e10") or "e10" not in line
            else f"move #{card} b2",
            view,
        )
    assert meant("pass", view) == Action("pass")


def test_numbers_hold_until_something_else_is_asked_and_others_go_on_from_them() -> None:
    listener = answering()
    table = PlainTable(in_main(), listener.lines)
    first, second, third, other = (
        AnswerOption(words) for words in ("Attack", "Block", "Cast", "Done")
    )
    table._offer([first, second, third])
    table._offer([third, other])
    assert listener.heard == ["1. Attack", "2. Block", "3. Cast", "3. Cast", "4. Done"]


@pytest.mark.parametrize(
    ("signs", "words"),
    [
        ("Pay {1}{B}{B} for it", "Pay 2 black and 1 generic for it"),
        ("{T}: Add {G}.", "tap: Add 1 green."),
        ("{X}{R}", "1 red and X generic"),
        ("{W/U}{2/W}", "1 white or blue and 1 2 generic or white"),
        ("{GS} and {0}", "1 green snow and nothing"),
        ("no signs {}", "no signs {}"),
    ],
)
def test_signs_are_said_in_words(signs: str, words: str) -> None:
    assert aloud(signs) == words


def test_the_rules_are_read_by_their_parts_and_the_deck_is_told() -> None:
    heard = after(
        in_main(),
        "rules",
        "rules 2",
        "rules strong",
        "rules zz",
        "deck",
        "where",
        "where bears",
        "w 1",
        "w 9999",
    )
    assert "2. How to win" in heard
    assert "How to win.\n" in heard
    assert "There is no chapter 'zz' in the rules" in heard
    assert "Creatures: 30 Grizzly Bears." in heard
    assert "You have no pieces on the map." in heard
    assert "Cast Grizzly Bears" in heard


# --- after the end ---


def test_a_resumed_game_begins_with_a_summary_and_not_with_all_of_its_log() -> None:
    played = play_until(
        session(), lambda now: asked(0, "priority", "First Main")(now) and now.view().turn.round > 3
    )
    assert len(played.log()) > 3 * LATEST
    heard = (
        after(played, "log 50")
        .split("> ")[0]
        .split("Round ")[0]
        .split("Answer with a number")[1]
        .splitlines()
    )
    assert "The game continues in round 4." in heard
    assert any(line.startswith("Dale: ") for line in heard)
    assert 'Most recently (type "log 16" to hear more):' in heard
    assert len(heard) < LATEST + 8
    fresh = after(session(), "keep")
    assert "The game goes on" not in fresh


def test_an_amount_is_answered_with_the_number_itself_or_the_range_is_told() -> None:
    heard = after(session_of(RICH), "cast enrage", "99", "12")
    assert "Type a number from 0 to 12." in heard
    assert "99 is out of range: type a number from 0 to 12." in heard
    assert "Choose a target for Enrage" in heard


def test_an_answer_tells_what_comes_of_it() -> None:
    heard = after(session_of(FRONT), "1")
    assert re.search(
        r"^[0-9]+\. Attack Savannah Lions with .*\. Forecast: Savannah Lions dies\.$",
        heard,
        re.MULTILINE,
    )


def rounds(*answers: str) -> tuple[str, list[LocalSession]]:
    """What is told of a game that is given up at once, and of those after it; and their
    sessions.
    """
    listener, played = answering(*answers), list[LocalSession]()

    def noted(session: LocalSession, *rest: Any) -> PlainTable:
        played.append(session)
        return table_of(session, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tui.plain.rounds.table_of", noted)
        play_all(
            play_until(session(), asked(0, "priority", "First Main")), listener.lines, Settings()
        )
    return "\n".join(listener.heard), played


@pytest.mark.slow
def test_after_a_game_the_same_players_may_play_again_or_another_game_or_leave(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tui.session.local.AIProcess", lambda: Puppet(easily))
    heard, played = rounds("concede", "yes", "1", "quit")
    assert (
        "Play again?\n1. Yes, with the same players and decks\n2. Another game\n3. Leave" in heard
    )
    first, second = played
    assert [seat.deck for seat in second.recorder.record.seats] == [
        seat.deck for seat in first.recorder.record.seats
    ]
    assert [player.name for player in second.game.state.players] == ["Edna", "Dale"]
    heard, played = rounds("concede", "yes", "sing", "another", "frontier", "quit")
    assert "Type a number from 1 to 3" in heard
    assert "Which game?" in heard
    assert [each.game.rules.id for each in played] == ["conquering", "frontier"]
    assert played[1].kinds == ("human", "ai:easy")
    for no in ("3", "leave", "quit", "no"):
        assert len(rounds("concede", "yes", no)[1]) == 1
    assert len(rounds("concede", "yes")[1]) == 1, "nobody is there any more"


def test_who_comes_is_told_with_its_size() -> None:
    def casting(seen: View) -> Action:
        wanted = [
            a
            for a in seen.actions
            if a.verb == "auto" or (a.verb == "cast" and "Bears" in seen.object_name(a.object))
        ]
        return (wanted or [quiet(seen)])[0]

    played = play_until(
        session(),
        lambda s: any(item.name == "Grizzly Bears" for item in s.view().permanents),
        casting,
    )
    assert any(
        "enters at s1 under Edna's control, " in line and line.endswith("/3.")
        for line in after(played).splitlines()
    )


def test_the_end_of_a_game_against_a_computer_names_the_command_that_rates_it(
    tmp_path: Path,
) -> None:
    played = session(path=tmp_path / "a.game")
    play_until(played, asked(0, "priority"))
    heard = after(played, "concede", "yes")
    assert "The game ended in round" in heard
    assert re.search("To rate your decisions: spellfront replay .* --analyse", heard)
