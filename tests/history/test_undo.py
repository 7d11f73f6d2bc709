"""Taking back: how far it goes, what bars it, and that the game is then what it was."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.actions import PASS, Action
from engine.analysis.invariants import same_position
from engine.base.files import append_line
from engine.cards.library import library
from engine.cards.model import AnyEffect, Discard, Draw, GainLife, Mill, Scry
from engine.game import Game
from engine.history.record import RecordError, load, parse
from engine.history.recording import Recorder
from engine.history.replay import check
from engine.history.timeline import Timeline
from engine.history.undo import MOST, BarredError, Decided, UndoHistory, Why, learner
from engine.log import TakenBack
from engine.magic.turn.setup import Seat
from engine.variant.inheritance import shipped
from engine.variant.loading import load as load_rules
from tests.magic.positions import ANNA, BEN, Position, creature, instant
from tests.undo import Undone


class Table:
    """A game of two that is written down, and what its players can take back."""

    def __init__(self, *cards: str, path: Path | None = None) -> None:
        """Both have these cards, in equal parts, in decks of sixty."""
        deck = tuple(library().card(name) for name in cards for _ in range(60 // len(cards)))
        seats = [Seat("Edna", deck), Seat("Dale", deck)]
        self.recorder = Recorder.start(
            load_rules("conquering"), seats, ["ai:easy", "ai:easy"], 7, path
        )
        self.past = UndoHistory()

    @property
    def game(self) -> Game:
        return self.recorder.game

    def do(self, action: Action, *, by_hand: bool = True) -> None:
        """Whoever is asked does something."""
        decision = self.game.decision
        assert decision is not None
        before, place = self.game.fork(), len(self.recorder.record.entries)
        events = self.recorder.apply(action)
        self.past.note(
            before, self.game, action, events, seat=decision.seat, place=place, by_hand=by_hand
        )

    def until(self, wanted: Callable[[Game], bool]) -> Table:
        """As little as possible is done until something is so."""
        for _ in range(500):
            if wanted(self.game):
                return self
            legal = self.game.legal_actions()
            self.do(
                next(
                    (action for action in legal if action.verb in ("pass", "done", "keep")),
                    legal[0],
                )
            )
        raise AssertionError("it never came to that")

    def legal(self, verb: str) -> list[Action]:
        """What can be done of a kind."""
        return [action for action in self.game.legal_actions() if action.verb == verb]

    def cast(self, name: str) -> Action:
        """Casting a card of this name."""
        return next(
            action for action in self.legal("cast") if self.game.object_name(action.object) == name
        )

    def take_back(self, *, free: bool = False) -> Decided:
        """Whoever is asked takes the last decision back."""
        assert self.game.decision is not None
        seat = self.game.decision.seat
        decided = self.past.last(self.game, seat, free=free)
        self.recorder.take_back(seat, decided.place, decided.before)
        self.past.cut(decided.place)
        return decided

    def barred(self) -> BarredError:
        """Why whoever is asked can't take back anything."""
        assert self.game.decision is not None
        with pytest.raises(BarredError) as found:
            self.past.last(self.game, self.game.decision.seat)
        return found.value


def first_main(game: Game) -> bool:
    """Whether Edna may act in her first turn's first main phase."""
    decision = game.decision
    return (
        decision is not None
        and (decision.kind, decision.seat) == ("priority", 0)
        and game.sorcery_time(0)
    )


def at_her_main_phase(*cards: str, path: Path | None = None) -> Table:
    return Table(*cards, path=path).until(first_main)


def test_what_was_cast_is_taken_back_with_the_mana_that_it_took() -> None:
    table = at_her_main_phase("Memnite", "Ornithopter")
    before, hand = table.game.fork(), table.game.view_for(0).players[0].hand
    table.do(table.legal("cast")[0])
    assert len(table.game.view_for(0).players[0].hand) == len(hand) - 1
    assert table.take_back().action == Action("cast", object=table.legal("cast")[0].object)
    assert same_position(table.game.state, before.state)
    assert table.game.view_for(0) == before.view_for(0)
    assert table.game.view_for(1) == before.view_for(1)
    assert table.game.legal_actions() == before.legal_actions()


def test_decisions_are_taken_back_one_by_one_up_to_where_another_answered() -> None:
    table = at_her_main_phase("Memnite", "Ornithopter")
    spells = [table.legal("cast")[0], table.legal("cast")[1], table.legal("cast")[2]]
    for spell in spells:
        table.do(spell)
    for spell in reversed(spells):
        assert table.take_back().action == spell
    assert table.barred().why is not Why.NOTHING


def test_what_another_player_has_answered_stays() -> None:
    table = at_her_main_phase("Memnite", "Ornithopter")
    table.do(PASS)
    table.until(
        lambda game: (
            game.decision is not None and game.decision.seat == 1 and bool(table.legal("cast"))
        )
    )
    table.game.holds = True  # everybody is asked
    table.do(table.legal("cast")[0])
    table.do(PASS)
    assert table.game.decision is not None
    assert table.game.decision.seat == 0
    barred = table.barred()
    assert (barred.why, barred.seat) == (Why.ANSWERED, 1)


def test_who_passes_by_a_wish_of_their_own_has_not_answered() -> None:
    table = at_her_main_phase("Memnite", "Ornithopter")
    table.game.holds = True
    spell = table.legal("cast")[0]
    table.do(spell)
    table.do(PASS, by_hand=False)
    table.do(PASS, by_hand=False)
    assert table.game.decision is not None
    assert table.game.decision.seat == 0
    assert table.take_back().action == spell


def test_free_taking_back_crosses_answers_and_dice() -> None:
    table = at_her_main_phase("Memnite", "Ornithopter")
    before = table.game.fork()
    table.do(PASS)
    table.until(lambda game: game.state.turn.number == 4 and first_main(game))
    assert table.barred().why in (Why.ANSWERED, Why.SHOWN, Why.CHANCE)
    for _ in range(30):
        if same_position(table.game.state, before.state):
            break
        assert table.take_back(free=True).seat == 0
    assert same_position(table.game.state, before.state)
    assert table.game.legal_actions() == before.legal_actions()


def test_who_has_decided_nothing_can_take_nothing_back() -> None:
    table = Table("Memnite", "Ornithopter")
    barred = table.barred()
    assert barred.why is Why.NOTHING


def test_what_is_too_long_ago_is_forgotten() -> None:
    table = at_her_main_phase("Memnite", "Ornithopter")
    decided = table.game.fork()
    for number in range(MOST + 1):
        table.past.note(decided, table.game, PASS, (), seat=0, place=number, by_hand=False)
    assert table.barred().why is Why.FORGOTTEN


# --- what is a reveal ---


def learned(effect: AnyEffect) -> int | None:
    """Who has come to know a card by a spell of Anna's, that she did not know; there are some in
    Ben's hand and in both libraries.
    """
    table = Position()
    for seat in (ANNA, BEN):
        table.give(creature("Bear", 2, 2), seat)
        table.library_of(seat, creature("Ox", 2, 4), creature("Elf", 1, 1))
    spell = table.give(instant(effect))
    before = table.game.fork()
    table.cast(spell)
    return learner(before, table.game, ANNA)


@pytest.mark.rule("M-1")
def test_whoever_comes_to_see_a_card_has_learned_something() -> None:
    assert learned(Draw()) == ANNA
    assert learned(Draw(who="opponents")) == BEN
    assert learned(Mill(who="opponents", count=1)) == ANNA
    assert learned(Scry(count=1)) == ANNA
    assert learned(Discard(who="opponents", count=1, chooser="you")) == ANNA
    assert learned(GainLife(amount=3)) is None


@pytest.mark.rule("M-1")
def test_what_one_shows_of_ones_own_is_no_news_to_oneself() -> None:
    assert learned(Discard(count=1)) is None
    table = Position()
    bear, before = table.give(creature("Bear", 2, 2, cost="{0}")), table.game.fork()
    table.cast(bear)
    assert learner(before, table.game, ANNA) is None
    assert learner(before, table.game, BEN) is not None


@pytest.mark.rule("M-1")
def test_a_face_down_land_that_is_turned_up_has_been_seen() -> None:
    table = Position()
    table.area("b2", "Swamp", face_up=False)
    before = table.game.fork()
    table.area("b2", "Swamp")
    assert learner(before, table.game, ANNA) == ANNA


# --- on the disk ---


def test_a_record_with_what_was_taken_back_replays_and_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    table = at_her_main_phase("Memnite", "Ornithopter", path=path)
    kept = path.read_text(encoding="utf-8")
    table.do(table.legal("cast")[0])
    table.do(table.legal("cast")[-1])
    table.take_back()
    table.take_back()
    table.do(PASS)
    written = path.read_text(encoding="utf-8")
    assert written == str(table.recorder.record)
    assert written.startswith(kept)  # what is on the disk is never touched
    assert [line.partition(" |")[0] for line in written.splitlines()][-5:][2:] == [
        "player1: undo 1",
        "player1: undo 1",
        "player1: pass",
    ]
    again = check(load(path))
    assert same_position(again.state, table.game.state)
    table.recorder.close()
    resumed = Recorder.resume(path)
    assert same_position(resumed.game.state, table.game.state)
    assert (
        len(resumed.record.standing())
        == sum(line.startswith(("start:", "player1:", "player2:")) for line in kept.splitlines())
        + 1
    )


def test_several_are_taken_back_by_one_line() -> None:
    table = at_her_main_phase("Memnite", "Ornithopter")
    standing = table.recorder.record.standing()
    table.do(table.legal("cast")[0])
    decided = table.past.last(table.game, 0)
    table.do(table.legal("cast")[-1])
    table.recorder.take_back(0, decided.place, decided.before)
    record = parse(str(table.recorder.record))
    assert record.entries[-1].undone == 2
    assert record.standing() == standing
    assert record.returns() == {len(record.entries) - 1: standing[-1]}
    assert same_position(check(record).state, table.game.state)


def test_the_tape_of_a_game_marks_what_was_taken_back_from_there_on() -> None:
    table = at_her_main_phase("Memnite", "Ornithopter")
    table.do(table.legal("cast")[0])
    cast = len(table.recorder.record.entries) - 1
    table.take_back()
    tape = Timeline.of(parse(str(table.recorder.record)))
    tape.read()
    then = [each for each in tape.told_of_step(cast, 0) if " casts " in each]
    later = [each for each in tape.told_of_step(tape.last, 0) if " casts " in each]
    assert len(then) == 1
    assert not isinstance(then[0], TakenBack)
    assert later == [f"{then[0]} (taken back)"]
    assert isinstance(later[0], TakenBack)
    assert tape.told(cast, 0) == tape.told(cast, 0, cast)
    assert f"{then[0]} (taken back)" in tape.told(cast, 0, tape.last)
    assert f"{then[0]} (taken back)" in tape.told_until(tape.last, 0)


def test_the_tape_of_a_game_goes_back_and_forth_over_what_was_taken_back() -> None:
    table = at_her_main_phase("Memnite", "Ornithopter")
    before = table.game.fork()
    for _ in range(2):
        table.do(table.legal("cast")[0])
        table.take_back()
    table.do(table.legal("cast")[-1])
    tape = Timeline.of(parse(str(table.recorder.record)))
    assert tape.read()
    assert same_position(tape.position(tape.last).state, table.game.state)
    for place in (tape.last - 1, tape.last - 3, tape.last - 5):
        assert same_position(tape.position(place).state, before.state)
    assert tape.action(tape.last - 1) is None
    assert tape.events(tape.last - 1, 0) == []


def test_a_torn_line_takes_nothing_back(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    table = at_her_main_phase("Memnite", "Ornithopter", path=path)
    table.do(table.legal("cast")[0])
    after = table.game.fork()
    table.take_back()
    table.recorder.close()
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rindex(b"undo") + 3])
    assert same_position(check(load(path)).state, after.state)


@pytest.mark.parametrize("number", ["1000", "999999999"])
def test_no_more_is_taken_back_than_was_done(tmp_path: Path, number: str) -> None:
    path = tmp_path / "a.game"
    at_her_main_phase("Memnite", path=path).recorder.close()
    append_line(path, f"player1: undo {number}")
    lines = path.read_text(encoding="utf-8").count("\n")
    with pytest.raises(
        RecordError,
        match=(
            rf"line {lines}: found 'undo {number}'; allowed: at most as many decisions as can "
            r"be undone"
        ),
    ):
        check(load(path), str(path))


@pytest.mark.parametrize("words", ["undo", "undo 0", "undo -1", "undo x", "undo 1 2"])
def test_taking_back_is_written_in_one_way(tmp_path: Path, words: str) -> None:
    path = tmp_path / "a.game"
    at_her_main_phase("Memnite", path=path).recorder.close()
    append_line(path, f"player1: {words}")
    with pytest.raises(RecordError, match=f"found '{words}'"):
        check(load(path), str(path))


# --- at random ---


@pytest.mark.slow
@pytest.mark.rule("M-1", "M-19")
@pytest.mark.parametrize("variant", shipped())
def test_whatever_is_taken_back_nobody_can_tell_and_nobody_has_learned_anything(
    variant: str,
) -> None:
    told = Undone(variant, 5, decisions=240).play()
    assert told.faults == ()
    assert told.returns > 5


@pytest.mark.slow
@pytest.mark.rule("M-1", "M-19")
@pytest.mark.parametrize("variant", shipped())
def test_after_every_decision_it_can_be_taken_back_and_decided_again(variant: str) -> None:
    told = Undone(variant, 2, decisions=60, every=True).play()
    assert told.faults == ()
    assert told.returns > 5
