"""Tables as they are made and joined in the lobby, by their screens: house rules, seats, codes,
own decks and variants, talk.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.server_tests import Quiet, Seen, in_lobby, progress_of, until
from tui.server.game_server import GameServer
from tui.server.lobby.chat import KEPT, LONGEST, SWEEP, TalkError
from tui.server.screens.game_over import ServerGameOverScreen
from tui.server.screens.new_table import NewTableScreen
from tui.server.storage.accounts import ServerPlayer, guest_of
from tui.server.storage.clocks import Clock
from tui.server.storage.decks import file_of, offered
from tui.server.storage.tables import Own, TableError, TableRow
from tui.session.game_setup import deck as deck_of
from tui.session.game_setup import header_of, variant_ids

pytestmark = pytest.mark.slow

VARIANT = 'extends = "conquering"\nid = "mine"\nname = "Mine"\nsummary = "Mine."\n'
CARD = (
    '[[card]]\nname = "Bear of Edna"\ncost = "{G}"\ntypes = ["Creature"]\npower = '
    "2\ntoughness = 2\n"
)


@pytest.fixture
async def dale(server: GameServer) -> ServerPlayer:
    return await server.accounts.make("Dale", "SHA256:dale", "")


def guest() -> ServerPlayer:
    found = guest_of("guest")
    assert found is not None
    return found


async def form(seen: Seen) -> None:
    """Begin to make a table."""
    await seen.sees("The hall")
    await seen.press("n")
    await seen.at("NewTableScreen")
    await seen.sees("Variant")
    screen = seen.app.screen
    assert isinstance(screen, NewTableScreen)
    await until(lambda: screen._checked, "the rules")


async def go_to(seen: Seen, label: str) -> None:
    """Go to a row of the form."""
    for _ in range(40):
        screen = seen.app.screen
        assert isinstance(screen, NewTableScreen)
        if screen._row.label == label:
            return
        await seen.press("down")
    raise AssertionError(label)


async def only_table(server: GameServer, player: ServerPlayer) -> TableRow:
    (table,) = await server.lobby.listed(player)
    return table


# --- making one ---


async def test_a_table_has_the_house_rules_that_were_chosen(
    server: GameServer, edna: ServerPlayer
) -> None:
    async with in_lobby(server, edna) as seen:
        await form(seen)
        await go_to(seen, "Variant")
        for _ in range(20):
            screen = seen.app.screen
            assert isinstance(screen, NewTableScreen)
            if screen._setup.header.options:
                break
            await seen.press("right")
        screen = seen.app.screen
        assert isinstance(screen, NewTableScreen)
        key, option = next(iter(screen._setup.header.options.items()))
        await go_to(seen, option.label)
        await seen.press("right", "S")
        await seen.at("WaitingRoomScreen")
        await seen.sees(f"House rules: {option.label}")
    assert (await only_table(server, edna)).options == {key: list(option.choices)[1]}


async def test_clock_guests_and_privacy_are_chosen(server: GameServer, edna: ServerPlayer) -> None:
    async with in_lobby(server, edna) as seen:
        await form(seen)
        await go_to(seen, "Clock")
        await seen.press("right")
        await go_to(seen, "Out of time")
        await seen.press("right")
        await go_to(seen, "Who may join")
        await seen.press("right")
        await go_to(seen, "Watchable")
        await seen.press("right", "S")
        await seen.at("WaitingRoomScreen")
        await seen.sees("No one can watch. Private.")
    table = await only_table(server, edna)
    assert (table.private, table.watchable, table.clock) == (
        True,
        False,
        Clock(5, 5, then="ai:easy"),
    )


async def test_a_seat_is_kept_for_whoever_is_invited(
    server: GameServer, edna: ServerPlayer, dale: ServerPlayer
) -> None:
    async with in_lobby(server, edna) as seen, in_lobby(server, dale) as other:
        await form(seen)
        await go_to(seen, "Seat 2")
        await seen.press("right", "S")
        await seen.sees("enter a name")
        await seen.sees("no one yet")
        await go_to(seen, "  for")
        await seen.press("enter")
        await seen.type("nobody of this name")
        await seen.press("S")
        await seen.sees("There is no player here called")
        await seen.press("enter")
        await seen.type("dale")
        await seen.press("S")
        await seen.at("WaitingRoomScreen")
        await seen.sees("reserved for Dale")
        table = await only_table(server, edna)
        with pytest.raises(TableError, match="reserved for other"):
            await server.lobby.join(guest(), table)
        await other.sees("Invitations")
        await other.press("enter")
        await other.at("WaitingRoomScreen")
        await other.press("enter")
        await other.sees("Press r when you are ready")
        await seen.press("enter")
        await seen.sees("Not ready yet: Dale")
        await other.press("r")
        await seen.sees("Press Enter to start the game.")
        await other.press("q")
        await seen.sees("reserved for Dale")


async def test_nobody_has_two_seats(server: GameServer, edna: ServerPlayer) -> None:
    with pytest.raises(TableError, match="Edna can't sit in two seats"):
        await server.lobby.make(edna, "conquering", ["human"], invited={1: edna})


async def test_a_code_opens_a_private_table(server: GameServer, edna: ServerPlayer) -> None:
    table = await server.lobby.make(edna, "conquering", ["human"], private=True)
    assert await server.lobby.listed(guest()) == []
    async with in_lobby(server, guest()) as seen:
        await seen.press("c")
        await seen.type("wrong")
        await seen.sees("No table has this code")
        await seen.press("c")
        await seen.type(table.code.upper())
        await seen.at("WaitingRoomScreen")
        await seen.sees("Press Enter to take a seat.")
        await seen.press("enter")
        await seen.sees("not ready yet")


async def test_help_in_the_hall_begins_with_a_page_that_fits_and_tells_how_to_start(
    server: GameServer, edna: ServerPlayer
) -> None:
    async with in_lobby(server, edna) as seen:
        await seen.sees("Press n to play")
        await seen.press("question_mark")
        await seen.at("HelpPage")
        await seen.sees("Your first game: press n, choose")
        assert "then press S" in " ".join(seen.shown.split())
        assert "?: every key and every symbol" in seen.shown, "it fits without scrolling"
        await seen.press("question_mark")
        await seen.sees("In the hall of a server")


async def test_the_form_of_a_new_table_names_all_variants(
    server: GameServer, edna: ServerPlayer
) -> None:
    async with in_lobby(server, edna) as seen:
        await seen.press("n")
        await seen.at("NewTableScreen")
        await seen.sees("Variants: ")
        told = " ".join(seen.shown.split())
        assert all(header_of(variant).name in told for variant in variant_ids())


async def test_help_and_rules_are_there(server: GameServer, edna: ServerPlayer) -> None:
    async with in_lobby(server, edna) as seen:
        await form(seen)
        for key, page in (("question_mark", "HelpPage"), ("R", "TextPage")):
            await seen.press(key)
            await seen.at(page)
            await seen.press("escape")
            await seen.at("NewTableScreen")
        await seen.press("escape")
        await seen.at("LobbyScreen")


# --- of one's own ---


async def test_a_deck_of_ones_own_is_played(
    server: GameServer, edna: ServerPlayer, dale: ServerPlayer
) -> None:
    await server.files.bring(edna, "mine.txt", file_of(offered("conquering")[0]).read_bytes())
    title = deck_of(offered("conquering")[0]).name
    async with in_lobby(server, edna) as seen:
        await seen.press("C")
        await seen.sees(title)
        assert "mine.txt, " in seen.shown
    table = await server.lobby.make(edna, "conquering", ["ai:easy"])
    await server.lobby.choose_deck(edna, table, "mine.txt")
    with pytest.raises(TableError, match="no file"):
        await server.lobby.choose_deck(dale, table, "mine.txt")
    await server.files.take_away(edna, "mine.txt")  # the table keeps it
    async with in_lobby(server, edna) as seen:
        await seen.sees("Your games")
        await seen.press("enter")
        await seen.sees(f"{title} (custom deck)")
        await seen.press("enter")
        await seen.at("ServerTableScreen")
        await seen.sees("Edna")


async def test_the_hall_says_what_enter_does_and_the_table_what_a_deck_is(
    server: GameServer, edna: ServerPlayer, dale: ServerPlayer
) -> None:
    await server.lobby.make(edna, "conquering", ["human"])
    async with in_lobby(server, edna) as seen, in_lobby(server, dale) as other:
        for each in (seen, other):
            await each.sees(" ⏎ table ")
            assert " q leave" in each.shown  # at 80 columns as well
            await each.press("enter")
            await each.at("WaitingRoomScreen")
        await other.sees(" ⏎ take a seat ")
        assert len((await only_table(server, edna)).unready) == 0, "nobody has sat down yet"
        assert f"{deck_of(offered('conquering')[0]).name}, host" in other.shown
        assert "code" not in other.shown
        await other.press("enter")
        for each in (seen, other):
            await each.sees("Your deck, ")
        deck = deck_of(offered("conquering")[0])
        assert f"{deck.name}, host" in seen.shown
        assert f"Your deck, {deck.name}: {deck.plan.split()[0]}" in seen.shown
        await other.press("r")
        await seen.press("enter")
        await other.at("ServerTableScreen")
        async with in_lobby(server, await server.accounts.make("Abe", "SHA256:abe", "")) as third:
            await third.sees(" ⏎ watch ")


async def test_a_table_is_looked_at_before_a_seat_is_taken(
    server: GameServer, edna: ServerPlayer, dale: ServerPlayer
) -> None:
    table = await server.lobby.make(
        edna,
        "battle_field",
        ["human"],
        own=Own("Edna", cards="cards.toml", card_texts=CARD),
        watchable=False,
    )
    async with in_lobby(server, dale) as seen:
        await seen.sees("Open tables")
        await seen.press("enter")
        await seen.sees("Edna's own cards")
        assert all(
            words in seen.shown
            for words in ("House rules", "host", "No one can watch", "an open seat")
        )
        await seen.press("q")
        await seen.sees("You have no seat at that table.")
        await seen.press("escape")
        await seen.at("LobbyScreen")
        await seen.press("enter")
        await seen.at("WaitingRoomScreen")
        await server.lobby.join(guest(), table)
        await seen.sees("Waiting for Edna to start the game.")
        await seen.press("enter")
        await seen.sees("All seats are taken.")
        await server.lobby.start(edna, table.id)
        await seen.at("LobbyScreen")
    assert (await server.tables.get(table.id)).seat_of(dale.holder) is None


async def test_a_deck_that_is_not_allowed_is_told_to_its_owner_alone(
    server: GameServer, edna: ServerPlayer, dale: ServerPlayer
) -> None:
    await server.files.bring(dale, "bears.txt", b"4 Grizzly Bears\n")
    table = await server.lobby.make(edna, "conquering", ["human"])
    table = await server.lobby.join(dale, table, ready=False)
    await server.lobby.choose_deck(dale, table, "bears.txt")
    with pytest.raises(TableError, match="60"):
        await server.lobby.be_ready(dale, table, ready=True)
    await server.tables.be_ready(table.id, dale.holder, ready=True)
    with pytest.raises(TableError) as caught:
        await server.lobby.start(edna, table.id)
    assert str(caught.value) == "Dale's deck isn't legal here"


async def test_a_variant_of_ones_own_is_told_to_everybody_and_goes_on_after_all_is_closed(
    tmp_path: Path,
) -> None:
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        edna = await server.accounts.make("Edna", "SHA256:edna", "")
        await server.files.bring(edna, "mine.toml", VARIANT.encode())
        async with in_lobby(server, edna) as seen:
            await form(seen)
            await go_to(seen, "Variant")
            await seen.press("left")
            await seen.sees("Mine")
            await seen.press("S")
            await seen.at("WaitingRoomScreen")
        table = await only_table(server, edna)
        assert (table.variant, table.own) == ("mine", Own("Edna", "mine.toml", VARIANT))
        async with in_lobby(server, guest()) as seen:
            await seen.sees("custom")
            await seen.press("enter")
            await seen.sees("This is Edna's own variant, which does not ship with the game.")
            await seen.press("R")
            await seen.at("TextPage")
            await seen.sees("Rules of Mine")
            await seen.press("escape", "enter")
            await seen.sees("Press r when you are ready")
            await seen.press("r")
            await seen.sees("Waiting for Edna to start the game")
        await server.lobby.start(edna, table.id)
    (file,) = (tmp_path / "own").rglob("*.toml")
    file.unlink()
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        session = await server.lobby.sit(edna, table.id)
        assert session.rules.name == "Mine"


async def test_cards_of_ones_own_are_played_at_their_table_alone(tmp_path: Path) -> None:
    deck = b"4 Bear of Edna\n56 Grizzly Bears\n"
    async with GameServer(tmp_path, ai_pool=Quiet()) as server:
        edna = await server.accounts.make("Edna", "SHA256:edna", "")
        await server.files.bring(edna, "cards.toml", CARD.encode())
        brought = await server.files.bring(edna, "bears.txt", deck)
        assert any("Bear of Edna" in note for note in brought.notes)
        own = Own("Edna", cards="cards.toml", card_texts=CARD)
        table = await server.lobby.make(edna, "battle_field", ["ai:easy"], own=own)
        await server.tables.choose_deck(table.id, edna.holder, "bears.txt", deck.decode())
        with pytest.raises(TableError) as caught:
            await server.lobby.start(edna, table.id)
        # it is known, whatever else the variant wants
        assert "Bear of Edna" not in str(caught.value).replace("Edna: ", "")
        other = await server.lobby.make(edna, "battle_field", ["ai:easy"])
        await server.tables.choose_deck(other.id, edna.holder, "bears.txt", deck.decode())
        with pytest.raises(TableError, match="'Bear of Edna'"):
            await server.lobby.start(edna, other.id)


# --- talk ---


async def test_what_is_said_is_heard_in_the_hall_and_at_the_table_apart(
    server: GameServer, edna: ServerPlayer, dale: ServerPlayer
) -> None:
    table = await server.lobby.make(edna, "conquering", ["human"])
    async with in_lobby(server, edna) as seen, in_lobby(server, dale) as other:
        await other.press("apostrophe")
        await other.type("good evening")
        await seen.sees("Dale: good evening")
        await server.talk.say(edna, table.id, "sit down, Dale")
        assert [line.words for line in await server.talk.latest(None, edna)] == ["good evening"]
        await other.press("enter")
        await other.at("WaitingRoomScreen")
        await other.sees("Edna: sit down, Dale")
        await other.press("escape")
        await other.at("LobbyScreen")
        await other.press("w")
        await other.sees("Here now")
        await other.sees("Dale, just now: good evening")


async def test_players_do_not_read_what_watchers_say_while_the_game_lasts(
    server: GameServer, edna: ServerPlayer, dale: ServerPlayer
) -> None:
    abe = await server.accounts.make("Abe", "SHA256:abe", "")
    table = await server.lobby.make(edna, "conquering", ["human"])

    async def heard_by(player: ServerPlayer) -> list[str]:
        return [
            f"{line.speaker}: {line.words}" for line in await server.talk.latest(table.id, player)
        ]

    await server.talk.say(abe, table.id, "may I watch?")
    await server.lobby.join(dale, table)
    await server.lobby.start(edna, table.id)
    await server.talk.say(edna, table.id, "of course")
    async with in_lobby(server, abe) as seen, in_lobby(server, edna) as other:
        await seen.sees("Games to watch")
        await seen.press("enter")
        await other.press("enter")
        for each in (other, seen):
            await each.at("ServerTableScreen")
        await server.talk.say(abe, table.id, "Dale holds a Giant Growth")
        await seen.sees("Abe (watching): Dale holds")
        assert "Giant Growth" not in other.shown
        await other.press("apostrophe")
        await other.sees("Edna: of course")
        assert "Giant Growth" not in other.shown
    players = ["Abe: may I watch?", "Edna: of course"]
    everything = [*players, "Abe (watching): Dale holds a Giant Growth"]
    assert [await heard_by(each) for each in (edna, dale, abe)] == [players, players, everything]
    session = await server.lobby.sit(edna, table.id)
    session.concede(0)
    await until(lambda: session.asked is None, "the end of the game")
    session.close()
    assert await heard_by(dale) == everything


async def test_what_is_said_is_clean_and_short(server: GameServer, edna: ServerPlayer) -> None:
    await server.talk.say(edna, None, "a\x1b[2J\u202eb\nc" + "d" * 20)
    assert (await server.talk.latest(None, edna))[0].words == "a[2Jb c" + "d" * 20
    for words, why in (("\x1b\u202e", "no message to send"), ("x" * (LONGEST + 1), "at most")):
        with pytest.raises(TalkError, match=why):
            await server.talk.say(edna, None, words)


async def test_too_much_at_once_is_refused_with_words(
    server: GameServer, edna: ServerPlayer, dale: ServerPlayer
) -> None:
    now = 0.0
    server.talk.clock = lambda: now
    for _ in range(5):
        await server.talk.say(edna, None, "again")
    with pytest.raises(TalkError, match="in 11 seconds"):
        await server.talk.say(edna, None, "again")
    await server.talk.say(dale, None, "somebody else may")
    now = 10.5
    await server.talk.say(edna, None, "and later")


async def test_what_was_said_long_ago_is_swept_away(
    server: GameServer, edna: ServerPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.server.lobby.chat.KEPT", 3)
    server.talk.clock = iter(range(0, 10**6, 100)).__next__  # pyright: ignore[reportAttributeAccessIssue]
    assert KEPT > SWEEP
    for number in range(SWEEP):
        await server.talk.say(edna, None, str(number))
    assert [line.words for line in await server.talk.latest(None, edna)] == [
        str(number) for number in range(SWEEP - 3, SWEEP)
    ]


async def test_a_new_table_begins_with_the_choices_of_the_last_one(
    server: GameServer, edna: ServerPlayer
) -> None:
    async with in_lobby(server, edna) as seen:
        await form(seen)
        screen = seen.app.screen
        assert isinstance(screen, NewTableScreen)
        screen._setup.seats[1].kind = "ai:easy"
        screen._setup.watchable = False
        await seen.press("S")
        await seen.at("WaitingRoomScreen")
        await seen.press("escape")
        await seen.at("LobbyScreen")
        await form(seen)
        screen = seen.app.screen
        assert isinstance(screen, NewTableScreen)
        assert (screen._setup.seats[1].kind, screen._setup.watchable) == ("ai:easy", False)
        end = ServerGameOverScreen(progress_of().seen_by(None), [], 1)
        seen.app.push_screen(end)
        await seen.at("ServerGameOverScreen")
        assert end.plays_again
