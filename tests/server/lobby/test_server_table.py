"""The table on a server, by its keys: what all must agree to, time, and talk."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.server.server_tests import Quiet, Seen, in_lobby, until
from tui.server.game_server import GameServer
from tui.server.screens.table import ServerTableScreen
from tui.server.storage.accounts import ServerPlayer
from tui.server.storage.clocks import NO_CLOCK, Clock
from tui.settings.key_commands import SCOPES

pytestmark = pytest.mark.slow


@asynccontextmanager
async def two_at_a_table(
    tmp_path: Path, clock: Clock = NO_CLOCK
) -> AsyncIterator[tuple[GameServer, Seen, Seen]]:
    """Two players at a game that has just begun, whoever must choose first."""
    async with GameServer(tmp_path / "house", ai_pool=Quiet()) as server:
        edna, dale = [
            await server.accounts.make(name, f"SHA256:{name}", "") for name in ("Edna", "Dale")
        ]
        table = await server.lobby.make(edna, "conquering", ["human"], clock=clock)
        await server.lobby.join(dale, table)
        await server.lobby.start(edna, table.id)
        async with in_lobby(server, edna) as one, in_lobby(server, dale) as other:
            for seen in (one, other):
                await seen.sees("Your games")
                await seen.press("enter")
                await seen.at("ServerTableScreen")
                await until(lambda seen=seen: seen.server_app.screen.is_mounted)
            asked = (
                one.server_app.session is not None
                and one.server_app.session.next().name == "PERSON"
            )
            yield (server, one, other) if asked else (server, other, one)


async def test_a_draw_is_offered_and_agreed_to(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, one, other):
        await other.press("D")
        await other.sees("Offer a draw? y: yes, n: no")
        await other.press("y")
        await other.sees("You propose a draw. N: withdraw.")
        await one.sees("proposes a draw. D: agree, N: decline.")
        await one.sees("D agree")
        await one.press("D")
        for seen in (one, other):
            await seen.at("ServerGameOverScreen")
            await seen.sees("Enter  back to the hall   L  the whole log   b  review")
            await seen.press("b")
            await seen.at("RewindScreen")
            await seen.press("escape")
            await seen.at("ServerGameOverScreen")
            await seen.press("enter")
            await seen.at("LobbyScreen")


async def test_what_is_proposed_is_declined(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, one, other):
        await one.press("N")
        await one.sees("There is no proposal right now.")
        await one.press("D", "y")
        await other.sees("proposes a draw")
        await other.press("N")
        await one.sees("does not agree to a draw.")
        await until(lambda: "proposes a draw. D" not in other.shown)


async def test_a_proposal_changes_nothing_of_what_is_asked(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, one, other):
        session = one.server_app.session
        assert session is not None
        before = session.view().decision, session.moment
        await other.press("D", "y")
        await one.sees("D: agree")
        assert (session.view().decision, session.moment) == before
        await one.press("tab", "enter")
        await until(lambda: session.moment != before[1], "a decision")


async def test_a_proposal_leaves_what_is_picked(tmp_path: Path) -> None:
    """Whoever has picked a creature, and not yet where it goes, is not at the beginning again:
    Enter would do something else.
    """
    async with two_at_a_table(tmp_path) as (_, one, other):
        screen = one.server_app.screen
        assert isinstance(screen, ServerTableScreen)
        builder, spot = screen.selection.builder, screen.selection.spot
        await other.press("D", "y")
        await one.sees("D: agree")
        await other.press("N")
        await until(lambda: "D: agree" not in one.shown)
        assert screen.selection.builder is builder
        assert screen.selection.spot == spot


async def test_what_is_barred_alone_is_asked_of_the_others(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, one, other):
        for seen in (one, other):
            session = seen.server_app.session
            assert session is not None
            for _ in range(3):
                await until(lambda session=session: session.next().name in ("PERSON", "OTHERS"))
                if session.next().name == "PERSON":
                    number = session.moment
                    verbs = {action.verb for action in session.view().actions}
                    await seen.press(*(("y",) if "keep" in verbs else ("tab", "enter")))
                    await until(
                        lambda session=session, number=number: session.moment != number,
                        "a decision",
                    )
        asked = next(
            seen
            for seen in (one, other)
            if seen.server_app.session is not None
            and seen.server_app.session.next().name == "PERSON"
        )
        await asked.press("u")
        await asked.sees("B asks the other players.")
        await asked.press("B")
        await asked.sees("Ask the other players to let you take back")


async def test_time_is_shown(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path, Clock(5, 5)) as (_, one, other):
        for seen in (one, other):
            await seen.sees("Edna ")
            assert seen.app.screen.query_one("#house").display
            assert seen.shown.count("min") >= 2


async def test_without_a_clock_there_is_no_line_for_it(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (_, one, _):
        assert not one.app.screen.query_one("#house").display


async def test_talk_at_the_table(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (server, one, other):
        await other.press("apostrophe")
        await other.at("TalkScreen")
        await other.sees("No messages yet.")
        await other.type("good luck\x1b")  # whoever comes to talk types at once, and goes on
        await other.sees("good luck")
        await one.sees("good luck (' to read)")
        await other.type("have fun")
        await one.sees("have fun (' to read)")
        await other.press("x", "escape")
        await until(lambda: "Say at this table" not in other.shown)
        await other.at("TalkScreen")
        await other.press("apostrophe", "escape")  # nothing is typed: back to the table
        await other.at("ServerTableScreen")
        assert (await server.talk.latest(None, other.server_app.who)) == []
        await one.press("apostrophe")
        await one.sees("good luck")
        await one.press("?", "escape", "question_mark")
        await one.at("HelpPage")
        await one.press("escape", "escape")
        await one.at("ServerTableScreen")
        await one.press("question_mark")
        await one.sees("Symbols on this screen")
        await one.press("question_mark")
        await one.sees(SCOPES["house-table"])
        await one.press("escape", "escape")
        await one.at("ServerTableScreen")
        await until(lambda: "to read)" not in one.shown)


async def test_words_are_said_even_if_their_page_is_left_in_the_same_moment(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (server, one, other):
        say, may_go_on = server.talk.say, asyncio.Event()

        async def say_later(*words: Any) -> None:
            await may_go_on.wait()
            await say(*words)

        server.talk.say = say_later
        await other.press("apostrophe")
        await other.at("TalkScreen")
        await other.type("good luck")
        await other.press("escape")
        await other.at("ServerTableScreen")
        may_go_on.set()
        await one.sees("good luck (' to read)")


async def test_who_watches_may_talk_and_proposes_nothing(tmp_path: Path) -> None:
    async with two_at_a_table(tmp_path) as (server, _, other):
        abe = await server.accounts.make("Abe", "SHA256:abe", "")
        assert isinstance(abe, ServerPlayer)
        async with in_lobby(server, abe) as seen:
            await seen.sees("Games to watch")
            await seen.press("enter")
            await seen.at("ServerTableScreen")
            for key in ("D", "B", "N"):
                await seen.press(key)
                await seen.sees("only players can do this")
            await other.press("D", "y")
            await seen.sees("proposes a draw.")
            await seen.sees("Watching: ")
            await seen.press("Q")  # nothing is left behind that would be asked about
            await seen.at("LobbyScreen")


@pytest.mark.parametrize("key", ["D", "B"])
async def test_a_question_of_the_screens_own_is_withdrawn(tmp_path: Path, key: str) -> None:
    async with two_at_a_table(tmp_path) as (_, one, other):
        await one.press(key)
        await one.sees("y: yes")
        await one.press("n")
        await until(lambda: "y: yes" not in one.shown)
        assert "proposes" not in other.shown
