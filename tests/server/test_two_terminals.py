"""The driver of two terminals presses keys by the names that tmux knows, and answers what the
screen itself asks.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hostile import two_terminals
from tests.hostile.two_terminals import Terminal, carries_out, key_for

pytestmark = pytest.mark.slow

PAGE = " c1: face down  1-5 of 5\n  Held by no one.\n\n Esc close  ↓ down  ↑ up\n"
TABLE = (
    "  D  Dale: Second Main: cast or pass        Space: End turn\n t: the next overlay, Esc: "
    "no overlay\n"
)
LAST = "  D  Dale: That was the last thing you could do this turn       Space: End turn\n\n"
HOSTS_SUMMARY = "  You win\n  Enter  the hall   r  again   L  log   b  review\n"
GUESTS_SUMMARY = "  Edna wins\n  Enter  back to the hall   L  the whole log   b  review\n"
HALL = "  The hall\n  Finished games\n"
ENDING = "  D  Dale: End the turn? Space: end it, n: keep playing\n Still possible: attack\n"


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """The keys that tmux is sent, of a terminal whose screen is a page until Escape is pressed."""
    sent = list[str]()

    def tmux(*words: str) -> str:
        if words[0] == "send-keys":
            sent.append(words[-1])
        return TABLE if "Escape" in sent else PAGE

    monkeypatch.setattr(two_terminals, "tmux", tmux)
    monkeypatch.setattr(two_terminals, "REST", 0.0)
    monkeypatch.setattr(two_terminals, "ESCAPING", 0.0)
    return sent


def test_no_key_is_typed_letter_by_letter(sent: list[str]) -> None:
    Terminal.press(dale(), "colon", "x", "space", "number_sign", "minus", "enter")
    assert sent == [":", "x", "Space", "#", "-", "Enter"]


def test_a_page_over_the_table_is_closed_before_a_decision(sent: list[str]) -> None:
    assert not Terminal.is_asked(dale())
    assert sent == ["Escape"]
    assert Terminal.is_asked(dale())
    assert sent == ["Escape"]


def test_the_screens_own_questions_are_answered_as_the_player_wants() -> None:
    assert [key_for(each, passes=True) for each in (PAGE, TABLE, ENDING, LAST)] == [
        "Escape",
        None,
        "y",
        "space",
    ]
    assert [key_for(each, passes=False) for each in (PAGE, TABLE, ENDING, LAST)] == [
        "Escape",
        None,
        "n",
        "space",
    ]


@pytest.mark.parametrize("summary", [HOSTS_SUMMARY, GUESTS_SUMMARY])
def test_the_end_of_a_game_is_left_even_if_the_first_key_came_too_early(
    summary: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screens = iter((LAST, TABLE, summary, summary, HALL))
    pressed = list[str]()
    monkeypatch.setattr(two_terminals, "UNHEARD", 0.0)
    monkeypatch.setattr(Terminal, "screen", lambda _: next(screens))
    monkeypatch.setattr(Terminal, "press", lambda _, key: pressed.append(key))
    dale().wait_until(dale().has_left, "the hall")
    assert pressed == ["space", "enter", "enter"]


def test_auto_pay_may_be_kept_as_the_abilities_that_pay() -> None:
    assert carries_out("activate swamp#176 ability1", "auto")
    assert not carries_out("take-back", "auto")
    assert not carries_out("activate swamp#176 ability1", "pass")


def dale() -> Terminal:
    """A terminal without a window."""
    terminal = Terminal.__new__(Terminal)
    terminal.name = "Dale"
    return terminal
