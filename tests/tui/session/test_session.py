"""Sessions: who sees what, who is asked, what is saved."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from engine.actions import Action
from engine.analysis.leak_check import twin_faults
from engine.cards.characteristics import printed
from engine.cards.library import library
from engine.history.record import Fingerprints, RecordError
from engine.history.record import load as load_record
from engine.view import View
from tests.tui.games import DECKS, Puppet, asked, play_until, quiet, session
from tui.session.local import LocalSession
from tui.session.protocol import Next
from tui.settings import paths


def test_a_game_left_before_anything_was_decided_is_not_kept(tmp_path: Path) -> None:
    left, cut, begun = (tmp_path / f"{name}.game" for name in ("left", "cut", "begun"))
    session(path=left).drop()
    assert not left.exists()
    session(path=cut).close()
    assert cut.exists()
    played = session(path=begun)
    played.act(quiet(played.game.view_for(played.asked)))
    played.drop()
    assert begun.exists()


def named(line: str) -> bool:
    """Whether a line of the log names a card of these decks."""
    return any(name in line for pair in DECKS for name in pair)


def test_a_person_against_the_computer_is_never_handed_the_screen() -> None:
    played = session()
    assert played.viewer == 0
    seen = set()
    play_until(played, lambda s: seen.add(s.next()) or s.game.state.turn.number == 3)
    assert seen == {Next.PERSON, Next.COMPUTER}


def test_people_at_one_terminal_hand_it_over() -> None:
    played = session(("human", "human"))
    assert played.viewer is None
    assert played.next() is Next.HAND_OVER
    played.hand_over()
    assert played.next() is Next.PERSON
    first = played.game.decision
    assert first is not None
    assert played.viewer == first.seat


def test_a_view_has_only_the_hand_of_whoever_sees_the_screen() -> None:
    played = play_until(session(("human", "human")), asked(0, "priority"))
    played.viewer = None
    assert all(not player.hand for player in played.view().players)
    played.hand_over()
    assert [bool(player.hand) for player in played.view().players] == [True, False]


def test_the_log_tells_nobody_what_another_draws() -> None:
    played = play_until(session(("human", "human")), lambda s: s.game.state.turn.number == 4)
    for seat, own, other in ((0, "Edna", "Dale"), (1, "Dale", "Edna")):
        played.viewer = seat
        drawn = [line for line in played.log() if "draws" in line]
        assert any(line.startswith(own) and named(line) for line in drawn)
        assert any(line.startswith(other) for line in drawn)
        assert not any(line.startswith(other) and named(line) for line in drawn)
    played.viewer = None
    assert not any("draws" in line and named(line) for line in played.log())
    assert not any(" you" in line.lower() for line in played.log())


def test_stops_pass_without_asking() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    played.stops[0].toggle(played.view().turn.step, own=True)
    moment = played.moment
    assert played.pass_by_itself()
    assert played.moment == moment + 1
    at_main = play_until(session(), asked(0, "priority", "First Main"))
    assert not at_main.pass_by_itself()


def test_an_empty_attack_is_asked_about_only_under_full_control() -> None:
    def cast(view: View) -> Action:
        bears = [card.id for card in view.players[0].hand if card.name == "Grizzly Bears"]
        wanted = [
            a for a in view.actions if a.verb == "auto" or (a.verb == "cast" and a.object in bears)
        ]
        return wanted[0] if wanted else quiet(view)

    played = play_until(session(), asked(0, "attack-area"), cast)
    assert {action.space for action in played.game.legal_actions() if action.verb == "attack"} == {
        "s1"
    }
    played.stops[0].full_control = True
    assert not played.pass_by_itself()
    played.stops[0].full_control = False
    assert played.pass_by_itself()
    assert not asked(0, "attack-area")(played)


def test_the_computer_thinks_with_its_own_view() -> None:
    puppet = Puppet()
    played = play_until(session(thinker=puppet), lambda s: s.next() is Next.COMPUTER)
    action = played.think()
    assert action in played.game.legal_actions()
    (view,) = puppet.asked
    assert view.seat == 1
    assert not view.players[0].hand


def test_every_decision_is_saved_and_the_game_goes_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    played = play_until(session(path=path), asked(0, "priority", "First Main"))
    played.close()
    again = LocalSession.resume(path, Puppet())
    assert Fingerprints().of(again.game.state) == Fingerprints().of(played.game.state)
    assert again.kinds == played.kinds
    assert again.viewer == 0
    assert again.log() == played.log()
    again.act(again.game.legal_actions()[0])
    assert len(load_record(path).entries) == played.moment + 1


def test_conceding_ends_a_game_of_two(tmp_path: Path) -> None:
    path = tmp_path / "games" / "a.game"
    played = play_until(session(path=path), asked(0, "priority"))
    played.concede(0)
    assert played.next() is Next.NOBODY
    assert played.view().winners == (1,)
    assert paths.finish(path) == tmp_path / "finished" / "a.game"
    assert not path.exists()


def test_saved_games_are_listed_the_latest_first() -> None:
    for number, minute in ((1, 0), (2, 5)):
        path = paths.folder() / f"{number}.game"
        path.parent.mkdir(parents=True, exist_ok=True)
        session(path=path)
        os.utime(path, (minute, minute))
    (paths.folder() / "broken.game").write_text("no record\n")
    (paths.folder() / "gone.game").symlink_to("nowhere")
    broken, second, first = paths.saved_games()
    assert "line 1" in broken.problem
    assert (second.path.name, first.path.name) == ("2.game", "1.game")
    assert second.title == "Edna against Dale"
    assert second.detail.startswith("The Conquering, ")
    assert not second.problem


def test_a_finished_game_takes_the_place_of_no_other(tmp_path: Path) -> None:
    for _ in range(2):
        path = tmp_path / "games" / "a.game"
        session(path=path)
        assert paths.finish(path) != path
    assert sorted(file.name for file in (tmp_path / "finished").iterdir()) == ["a-2.game", "a.game"]


def test_a_game_that_can_not_be_moved_away_when_it_is_over_stays_where_it_is(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games" / "a.game"
    session(path=path)
    (tmp_path / "finished").write_text("a file in the way")
    assert paths.finish(path) == path
    assert path.exists()


def test_who_plays_a_saved_seat_must_be_somebody(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    session(path=path)
    path.write_text(path.read_text().replace("ai:easy", "ai:genius"))
    with pytest.raises(
        RecordError,
        match="found 'ai:genius' as the kind of player for Dale; allowed: human, ai:easy",
    ):
        LocalSession.resume(path, Puppet())


def test_two_games_of_a_second_have_two_files() -> None:
    now = datetime(2026, 1, 2, 3, 4, 5)
    first = paths.new_path("conquering", now)
    assert first.name == "2026-01-02-030405-conquering.game"
    first.parent.mkdir(parents=True)
    first.write_text("")
    assert paths.new_path("conquering", now) != first


def test_an_action_that_is_not_legal_changes_nothing() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    moment = played.moment
    with pytest.raises(Exception, match="Movement"):
        played.act(Action("move", origin="s1", space="b3"))
    assert played.moment == moment


def whole_turn(played: LocalSession) -> list[tuple[str, int, str]]:
    """Everybody passes until Edna's turn is over: who got the screen, and who was asked at it,
    in which step.
    """
    turn, seen = played.game.state.turn.number, list[tuple[str, int, str]]()
    while (decision := played.game.decision) is not None and played.game.state.turn.number == turn:
        if played.pass_by_itself():
            continue
        waits = played.next()
        if waits is Next.HAND_OVER:
            seen.append((waits.name, decision.seat, played.game.step_name()))
            played.hand_over()
        else:
            if decision.seat != 0:  # what Edna sees of it is that the screen is away
                seen.append((waits.name, decision.seat, played.game.step_name()))
            played.answer(quiet(played.view()))
    return seen


@pytest.mark.rule("M-1")
def test_nobody_sees_by_the_hand_over_whether_an_opponent_could_do_anything() -> None:
    """The attack: pass, and see whether the screen goes to the opponent, whose instants can be
    cast, or comes back at once.
    """
    found: list[list[tuple[str, int, str]]] = []
    for name in ("Lightning Bolt", "Grizzly Bears", "Craw Wurm"):
        played = play_until(
            session(("human", "human")),
            lambda s: s.game.state.turn.number > 2 and asked(0, "priority", "First Main")(s),
        )
        state = played.game.state
        state.change_player(1, pool=(0, 0, 0, 9, 0, 0), kept=(0, 0, 0, 9, 0, 0))
        for ident in state.players[1].hand:
            state.change(ident, printed=printed(library().card(name)))
        played.viewer = 0
        found.append(whole_turn(played))
    assert found[0] == found[1] == found[2]
    assert ("HAND_OVER", 1, "End") in found[0]


def of_wurms() -> LocalSession:
    """A game of two people at one screen: Edna has priority, and nothing in hand that she could
    cast.
    """
    played = play_until(session(("human", "human")), asked(0, "priority", "First Main"))
    for ident in played.game.state.players[0].hand:
        played.game.state.change(ident, printed=printed(library().card("Craw Wurm")))
    played.game._offer = None
    return played


def test_who_has_the_screen_is_not_asked_where_they_can_only_pass() -> None:
    played = of_wurms()
    played.viewer = 0
    assert played.pass_by_itself()
    played = of_wurms()
    played.hand_over()
    assert not played.pass_by_itself()


def test_a_game_at_one_screen_is_resumed_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "a.game"
    played = play_until(
        session(("human", "human"), path=file), lambda s: s.game.state.turn.number == 2
    )
    assert "\nsharing: 1 2\n" in file.read_text()
    played.close()
    again = LocalSession.resume(file, Puppet())
    assert again.game.state == played.game.state
    assert again.game.sharing == (0, 1)
    assert session().game.sharing == (1,)


def test_passing_for_the_sake_of_secrecy_is_no_decision() -> None:
    """Ten rounds in which nobody can decide anything are a draw at one screen as anywhere
    (M-18).
    """
    played = of_wurms()
    played.game.state.set(idle_turns=3)
    played.act(Action("pass"))
    assert played.game.state.idle_turns == 3


@pytest.mark.rule("C-5", "W-1")
def test_only_the_player_choosing_a_stronghold_is_reminded_of_the_deck_colors() -> None:
    played = session(("human", "human"))
    chooser = played.asked
    assert chooser is not None
    own, other = played.seen_by(chooser).decision, played.seen_by(1 - chooser).decision
    assert own is not None
    assert other is not None
    assert "(your deck: 60 " in own.prompt
    assert other.prompt == ""
    assert twin_faults(played.game, chooser) == []
