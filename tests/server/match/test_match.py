"""A match: what seats say is carried out once, kept before it is told, and told to each for its
own eyes.
"""

from __future__ import annotations

import asyncio

import pytest

from engine import notation
from engine.actions import Action
from engine.history.undo import Why
from engine.view import View
from tests.server.server_tests import Ear, Notebook, Quiet, at_once, match_of, progress_of, until
from tests.tui.games import quiet
from tui.server.match.connections import OVER
from tui.server.match.match import BUSY, LATE, UNHEARD, Connection, Match
from tui.server.match.seat import SeatSession
from tui.server.storage.database import KeptElsewhereError
from tui.server.storage.messages import ChangeStops, Concede, Decide, TakeBack, Update
from tui.server.storage.stop_settings import StopSettings
from tui.session.protocol import Next

pytestmark = pytest.mark.slow


async def seated(match: Match, *seats: int | None) -> list[tuple[Connection, Ear]]:
    """Chairs for seats, each with an ear that has heard what has been so far."""
    found: list[tuple[Connection, Ear]] = []
    for seat in seats:
        connection, ear = match.connection(seat), Ear()
        ear(await connection.open(ear))
        found.append((connection, ear))
    return found


def say_quietly(connection: Connection, now: Update, action: Action | None = None) -> None:
    """Answer what is asked of a seat."""
    connection.say(Decide(now.number, notation.write(action or quiet(now.view), now.view)))


async def play(places: list[tuple[Connection, Ear]], decisions: int) -> None:
    """Have whoever is asked answer, so many times."""
    for _ in range(decisions):
        now = places[0][1].last
        assert now.asked is not None
        connection, ear = next(
            (connection, ear) for connection, ear in places if connection.seat == now.asked
        )
        say_quietly(connection, ear.last)
        await until(
            lambda before=now.number: all(ear.last.number > before for _, ear in places),
            "word of a decision",
        )


async def test_two_seats_see_the_same_game() -> None:
    match = match_of(progress_of())
    places = await seated(match, 0, 1)
    await play(places, 12)
    (_, edna), (_, dale) = places
    assert edna.last.number == dale.last.number > 12
    assert edna.last.view.turn == dale.last.view.turn
    assert edna.last.view.spaces == dale.last.view.spaces
    assert [player.hand_count for player in edna.last.view.players] == [
        player.hand_count for player in dale.last.view.players
    ]
    assert edna.last.view.seat == 0
    assert dale.last.view.seat == 1
    await match.close()


async def test_an_answer_that_comes_twice_or_late_is_refused_and_the_question_shown_again() -> None:
    keeper = Notebook()
    match = match_of(progress_of(), keeper)
    places = await seated(match, 0, 1)
    first = places[0][1].last
    connection, ear = next(place for place in places if place[0].seat == first.asked)
    say_quietly(connection, ear.last)
    say_quietly(connection, first)
    await until(lambda: ear.last.refusal)
    assert ear.last.refusal == LATE
    assert ear.last.number > first.number
    assert ear.last.view.decision is not None or ear.last.asked != connection.seat
    assert (
        len([line for line in keeper.lines if line.startswith(f"player{connection.seat + 1}:")])
        == 1
    )
    await match.close()


async def test_what_is_said_while_too_much_waits_is_refused_and_the_question_shown_again() -> None:
    match = match_of(progress_of())
    places = await seated(match, 0, 1)
    asked = places[0][1].last.asked
    flood = next(connection for connection, _ in places if connection.seat != asked)
    session = await SeatSession.at(match.connection(asked))
    before = session.moment, len(session.events), session.view().decision
    for _ in range(BUSY):
        flood.say(Decide(0, "pass"))
    session.answer(quiet(session.view()))
    assert session.next() is Next.OTHERS
    heard: list[str] = []
    await until(lambda: heard.append(session.hear().refusal) or heard[-1], "a refusal")
    assert heard[-1] == UNHEARD
    assert session.next() is Next.PERSON
    assert (session.moment, len(session.events), session.view().decision) == before
    await until(lambda: match._inbox.empty())
    session.answer(quiet(session.view()))
    await until(lambda: session.moment > before[0], "what was said again")
    await match.close()


async def test_stops_that_were_not_heard_are_as_they_were() -> None:
    match = match_of(progress_of())
    (connection, _), (flood, _) = await seated(match, 0, 1)
    session = await SeatSession.at(match.connection(0))
    before = StopSettings.of(session.stops[0])
    for _ in range(BUSY):
        flood.say(Decide(0, "pass"))
    session.stops[0].full_control = True
    await until(lambda: session.hear().refusal, "a refusal")
    assert StopSettings.of(session.stops[0]) == before
    connection.close()
    await match.close()


async def test_nobody_answers_for_somebody_else() -> None:
    match = match_of(progress_of())
    places = await seated(match, 0, 1)
    asked = places[0][1].last.asked
    other, ear = next(place for place in places if place[0].seat != asked)
    other.say(Decide(ear.last.number, "pass"))
    await until(lambda: ear.last.refusal)
    assert ear.last.asked == asked
    await match.close()


async def test_what_is_told_has_been_kept_before() -> None:
    keeper = Notebook()
    match = match_of(progress_of(), keeper)
    (connection, ear), other = await seated(match, 0, 1)
    kept_then: list[int] = []

    def hear(update: Update) -> None:
        kept_then.append(len(keeper.lines))
        ear(update)

    connection.hear = hear
    await play([(connection, ear), other], 5)
    assert kept_then == [update.number - 1 for update in ear.heard[1:]]
    await match.close()


async def test_what_could_not_be_kept_is_told_to_nobody() -> None:
    keeper = Notebook()
    match = match_of(progress_of(), keeper)
    places = await seated(match, 0, 1)
    number = places[0][1].last.number
    keeper.error = KeptElsewhereError("table 1")
    connection, ear = next(place for place in places if place[0].seat == place[1].last.asked)
    say_quietly(connection, ear.last)
    await until(lambda: match.is_lost, "the end of a match that is not what is kept")
    # they stay, for whoever leads it next
    assert all(ear.last.number == number and not ear.last.closed for _, ear in places)
    # and nobody is shown what may not be so
    assert await match.seat(match.connection(None), Ear()) is None
    assert [said.connection for said in match.lose()] == [connection]


async def test_a_fault_closes_its_match_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    progress = progress_of()
    match = match_of(progress)
    places = await seated(match, 0, 1)

    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(progress.recorder, "apply", broken)
    connection, ear = next(place for place in places if place[0].seat == place[1].last.asked)
    say_quietly(connection, ear.last)
    await until(lambda: all(ear.last.closed for _, ear in places))
    assert "An error in Spellfront has closed this table" in ear.last.closed


async def test_whoever_comes_back_is_at_the_same_question() -> None:
    match = match_of(progress_of())
    places = await seated(match, 0, 1)
    await play(places, 9)
    connection, ear = places[0]
    connection.close()
    (_, again), *_ = await seated(match, 0)
    assert again.last.number == ear.last.number
    assert again.last.asked == ear.last.asked
    assert again.last.view == ear.last.view
    assert again.last.events == tuple(event for update in ear.heard for event in update.events)
    await match.close()


async def test_what_a_player_wants_passed_is_passed_while_they_are_away() -> None:
    keeper = Notebook()
    match = match_of(progress_of(), keeper)
    places = await seated(match, 0, 1)

    def has_priority(update: Update) -> bool:
        return (
            bool(update.view.turn.number)
            and update.view.decision is not None
            and update.view.decision.kind == "priority"
        )

    while not any(has_priority(ear.last) for _, ear in places):
        await play(places, 1)
    connection, ear = next(place for place in places if place[0].seat == place[1].last.asked)
    first, turn = ear.heard[0].wishes, ear.last.view.turn.number
    assert first is not None
    # the player ends the turn
    connection.say(
        ChangeStops(StopSettings(first.own, first.others, first.wishes, False, turn, -1, None))
    )
    say_quietly(connection, ear.last)
    connection.close()
    other = next(place for place in places if place[0] is not connection)
    await until(
        lambda: other[1].last.view.turn.number > turn or other[1].last.asked == other[0].seat,
        "the end of the turn",
    )
    assert str(turn) in keeper.wishes[connection.seat or 0]
    await match.close()


async def test_two_terminals_of_one_player_have_the_same_stops() -> None:
    match = match_of(progress_of())
    (one, _), (_, other) = await seated(match, 0, 0)
    first = other.last.wishes
    assert first is not None
    wanted = StopSettings((), first.others, first.wishes, True, -1, -1, None)
    one.say(ChangeStops(wanted))
    await until(lambda: other.last.wishes == wanted)
    await match.close()


async def test_a_decision_is_taken_back_unless_somebody_has_answered() -> None:
    match = match_of(progress_of())
    places = await seated(match, 0, 1)
    connection, ear = next(place for place in places if place[0].seat == place[1].last.asked)
    before = ear.last
    say_quietly(connection, before)
    await until(lambda: ear.last.number > before.number)
    if ear.last.asked == connection.seat:
        assert ear.last.barred is None
    else:
        connection.say(TakeBack(ear.last.number))
        await until(lambda: ear.last.back or ear.last.refusal)
        assert ear.last.asked == connection.seat
        assert ear.last.barred is not None
        assert ear.last.barred.why is Why.NOTHING
    await match.close()


async def test_whoever_gives_up_has_lost() -> None:
    keeper = Notebook()
    match = match_of(progress_of(), keeper)
    (connection, ear), _ = await seated(match, 0, 1)
    connection.say(Concede())
    await until(lambda: ear.last.asked is None)
    assert ear.last.view.winners == (1,)
    assert keeper.kept[-1].state == "over"
    await match.close()


async def test_computer_players_go_on_while_a_person_is_not_asked() -> None:
    match = match_of(progress_of(("human", "ai:easy")))
    places = await seated(match, 0)
    for _ in range(8):
        await until(lambda: places[0][1].last.asked == 0, "a person's turn")
        before = places[0][1].last
        say_quietly(places[0][0], before)
        await until(lambda number=before.number: places[0][1].last.number > number)
    assert any(update.others for update in places[0][1].heard)
    await match.close()


async def test_a_computer_player_is_not_asked_what_nobody_asks_any_more() -> None:
    """Somebody gives up in the moment in which it would have begun to think."""
    thought: list[View] = []

    def pick(view: View) -> Action:
        thought.append(view)
        return quiet(view)

    match = Match(1, progress_of(("human", "ai:easy")), Notebook(), Quiet(pick), at_once)  # pyright: ignore[reportArgumentType]
    ((connection, ear),) = await seated(match, 0)
    await until(lambda: ear.last.asked == 0)
    thought.clear()
    say_quietly(connection, ear.last)
    connection.say(Concede())
    await until(lambda: match.over.done())
    await asyncio.sleep(0.05)
    assert match.over.result() == OVER
    assert all(view.decision is not None for view in thought)
