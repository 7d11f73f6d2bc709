"""What accounts bring: looked at as it comes, with a quota, and only for them."""

from __future__ import annotations

import pytest

from tests.hostile import worst_cards
from tui.server.game_server import GameServer
from tui.server.storage import decks
from tui.server.storage.accounts import ServerPlayer, guest_of
from tui.server.storage.decks import DeckError, Files

BEARS = b"// VARIANT: conquering\n4 Grizzly Bears\n10 Forest\n"
VARIANT = 'extends = "conquering"\nid = "mine"\nname = "Mine"\nsummary = "Mine."\n'
CARD = """[[card]]
name = "Bear of Edna's"
cost = "{G}"
types = ["Creature"]
power = 2
toughness = 2
"""


@pytest.fixture
async def edna(server: GameServer) -> ServerPlayer:
    return await server.accounts.make("Edna", "SHA256:one", "ssh-ed25519 AAAA")


@pytest.fixture
def files(server: GameServer) -> Files:
    return server.files


@pytest.mark.slow
async def test_a_deck_is_brought_listed_read_and_taken_away(
    files: Files, edna: ServerPlayer
) -> None:
    brought = await files.bring(edna, "bears.txt", BEARS)
    assert (brought.name, brought.kind, brought.size, brought.notes) == (
        "bears.txt",
        "deck",
        len(BEARS),
        (),
    )
    assert [each.name for each in await files.listed(edna.account)] == ["bears.txt"]
    assert await files.listed(2) == []
    assert await files.text(1, "bears.txt") == BEARS.decode()
    with pytest.raises(DeckError, match="you have no file"):
        await files.text(2, "bears.txt")
    await files.bring(edna, "bears.txt", b"3 Forest\n")
    assert await files.text(1, "bears.txt") == "3 Forest\n"
    await files.take_away(edna, "bears.txt")
    with pytest.raises(DeckError, match="you have no file"):
        await files.take_away(edna, "bears.txt")


@pytest.mark.slow
async def test_what_is_not_known_of_a_list_is_told(files: Files, edna: ServerPlayer) -> None:
    brought = await files.bring(edna, "bears.txt", b"4 Grizzly Bears\n3 No Such Card\n")
    assert [*brought.notes] == [
        "Spellfront knows 4 of your 7 cards.",
        "Unknown names: 3 No Such Card.",
    ]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("../bears.txt", BEARS, "allowed as a name"),
        ("/etc/passwd", BEARS, "allowed as a name"),
        ("a/b.txt", BEARS, "allowed as a name"),
        (".txt", BEARS, "allowed"),
        ("a\x1b[31m.txt", BEARS, "allowed as a name"),
        ("bears.exe", BEARS, "a name that ends in .txt"),
        ("x" * 300 + ".txt", BEARS, "at most"),
        ("bears.txt", b"\xff\xfe\x00", "isn't a text file"),
        ("bears.txt", b"4 Grizzly Bears\x1b[2J\n", "U\\+001B"),
        ("bears.txt", "4 Grizzly Bears\u202e\n".encode(), "U\\+202E"),
        ("bears.txt", b"nothing of any sense\n", "a number of copies"),
        ("bears.txt", b"", "no cards"),
        ("bears.txt", b"1 Forest\n" * 8000, "65,536"),
        ("mine.toml", b"[[[", "TOML"),
        ("mine.toml", b"a" + b".a" * 50 + b" = 1\n", "at most 32 parts"),
        ("mine.toml", b'extends = "/etc/passwd"\n', "allowed on this server"),
        ("mine.toml", b'extends = "../conquering.toml"\n', "allowed on this server"),
        (
            "mine.toml",
            (VARIANT + '[board.layouts.2]\nmap = "/etc/passwd"\n').encode(),
            "a map that ships with the game",
        ),
        (
            "mine.toml",
            (VARIANT + '[change]\n"board.layouts.2.map" = "../x.map"\n').encode(),
            "a map that ships with the game",
        ),
        ("mine.toml", VARIANT.replace('"mine"', '"conquering"').encode(), "an id of its own"),
        ("mine.toml", (VARIANT + "[nonsense]\na = 1\n").encode(), "nonsense"),
        (
            "cards.toml",
            b'[[card]]\nname = "Grizzly Bears"\ntypes = ["creature"]\npower = 2\ntoughness = 2\n',
            "Grizzly Bears",
        ),
        ("cards.toml", b'[[card]]\nname = "Odd"\nnonsense = 1\n', "Odd"),
    ],
)
async def test_what_is_not_kept_says_why(
    files: Files, edna: ServerPlayer, name: str, data: bytes, words: str
) -> None:
    with pytest.raises(DeckError, match=words) as caught:
        await files.bring(edna, name, data)
    assert caught.value.problems
    assert all(problem.isprintable() for problem in caught.value.problems)
    assert await files.listed(edna.account) == []


@pytest.mark.slow
async def test_a_deck_of_ones_own_cards_alone_is_kept_and_judged_with_them(
    files: Files, edna: ServerPlayer
) -> None:
    deck = b"60 Bear of Edna's\n"
    alone = await files.bring(edna, "bears.txt", deck)
    assert alone.notes[0] == "Spellfront knows none of your 60 cards."
    assert "Legal in: no variant" in await files.judged(edna.account, "bears.txt", deck.decode())
    await files.bring(edna, "cards.toml", CARD.encode())
    own = "Your own cards, for tables that allow them: 60 Bear of Edna's."
    assert (await files.bring(edna, "bears.txt", deck)).notes == (own,)
    judged = await files.judged(edna.account, "bears.txt", deck.decode())
    assert judged[0] == own
    assert not any("Not understood" in line for line in judged)
    assert any("copies" in line and "Bear of Edna" in line for line in judged), (
        "it is judged by what a deck may hold"
    )
    assert any(
        "Not understood" in line for line in await files.judged(2, "bears.txt", deck.decode())
    ), "with nobody else's cards"


@pytest.mark.slow
async def test_a_name_that_no_screen_has_room_for_is_a_problem_of_its_card(
    files: Files, edna: ServerPlayer
) -> None:
    with pytest.raises(DeckError, match=r"token\.name: found 48,000 letters; allowed: at most 40"):
        await files.bring(edna, "long.toml", worst_cards.LONG_NAME.encode())
    assert (await files.bring(edna, "worst.toml", worst_cards.card_file().encode())).kind == "cards"


async def test_variants_and_cards_are_told_apart(files: Files, edna: ServerPlayer) -> None:
    assert (await files.bring(edna, "mine.toml", VARIANT.encode())).kind == "variant"
    assert (await files.bring(edna, "cards.toml", CARD.encode())).kind == "cards"


async def test_there_is_room_for_so_much(
    files: Files, edna: ServerPlayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(decks, "MOST_FILES", 2)
    await files.bring(edna, "a.txt", BEARS)
    await files.bring(edna, "b.txt", BEARS)
    await files.bring(edna, "b.txt", BEARS)
    with pytest.raises(DeckError, match="at most 2"):
        await files.bring(edna, "c.txt", BEARS)
    monkeypatch.setattr(decks, "MOST_FILES", 10)
    monkeypatch.setattr(decks, "MOST_IN_ALL", 2 * len(BEARS) + 1)
    with pytest.raises(DeckError, match="bytes"):
        await files.bring(edna, "c.txt", BEARS)


async def test_a_guest_has_no_folder(files: Files) -> None:
    guest = guest_of("guest")
    assert guest is not None
    with pytest.raises(DeckError, match="log in with a key"):
        await files.bring(guest, "bears.txt", BEARS)
