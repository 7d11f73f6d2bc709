"""The setup of a table on the server: game, seats, clock and watchers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, field
from rich.text import Text

from tui.launch.form import FormRow, deck_row, game_rows, option_rows
from tui.server.storage.clocks import CHOICES, LOSE, NO_CLOCK, THEN, Clock
from tui.server.storage.decks import offered
from tui.server.storage.tables import Own
from tui.session.game_setup import GameSetup, step, variant_ids
from tui.session.seat_kinds import HUMAN, KINDS, in_words
from tui.terminal import theme
from tui.widgets.lines import styled, wrapped

if TYPE_CHECKING:
    from tui.server.storage.accounts import ServerPlayer

OPEN, PRIVATE = "open to everyone", "private (needs the code)"
YES_NO = ("yes", "no")
INVITED = "invited"  # the kind of a seat reserved for a named player


class OwnFile(Struct, frozen=True):
    """A file of the host's own: name, text, and the path of its rules."""

    name: str
    text: str
    path: Path | None = None


class TableSetup(GameSetup, kw_only=True):
    """Everything chosen before a table is created. The host has the first seat."""

    watchable: bool = True
    private: bool = False
    clock: Clock = NO_CLOCK
    then: str = LOSE
    cards: str = ""  # the name of the host's own card file; empty: none
    # the host's own variants, by file path
    own: dict[str, OwnFile] = field(default_factory=dict[str, OwnFile])
    own_cards: dict[str, OwnFile] = field(default_factory=dict[str, OwnFile])

    @classmethod
    def fresh(cls) -> TableSetup:
        """Return the first variant with the fewest players and open seats."""
        setup = cls(variant_ids()[0], [])
        setup.seat(min(setup.header.players))
        return setup

    def suited(self) -> list[str]:
        return offered(self.variant)

    def seat(self, players: int) -> None:
        before = len(self.seats)
        super().seat(players)
        for seat in self.seats[before:]:
            seat.name, seat.kind = "", HUMAN

    @property
    def timed(self) -> Clock:
        """The clock, with the consequence of running out of time."""
        return Clock(self.clock.minutes, self.clock.seconds, self.clock.days, self.then)

    def whose_own(self, host: ServerPlayer) -> Own | None:
        """Return the variant and cards of the host's own; None if everything is shipped."""
        variant, cards = self.own.get(self.variant), self.own_cards.get(self.cards)
        if variant is None and cards is None:
            return None
        rules = (variant.name, variant.text) if variant is not None else ("", "")
        return Own(
            host.name, *rules, *((cards.name, cards.text) if cards is not None else ("", ""))
        )


def rows_of(setup: TableSetup, checked: bool) -> list[FormRow]:
    """Return all rows of the form."""
    rows = [FormRow("A new table"), *game_rows(setup, checked, (*variant_ids(), *setup.own))]
    if setup.own_cards:
        rows.append(
            _choice(
                "Your own cards",
                setup.cards or "none",
                ("none", *setup.own_cards),
                lambda name: _set_cards(setup, name),
                CARDS,
            )
        )
    for number in range(1, len(setup.seats)):
        rows += _seat_rows(setup, number, checked)
    rows += option_rows(setup)
    rows.append(FormRow("Clock and visitors"))
    rows.append(_clock_row(setup))
    if setup.clock.first:
        words = {then: Clock(then=then).end for then in THEN}
        rows.append(
            _choice(
                "Out of time",
                words[setup.then],
                list(words.values()),
                lambda word: _set_then(setup, words, word),
                THEN_WORDS,
            )
        )
    rows.append(
        _choice(
            "Who may join",
            PRIVATE if setup.private else OPEN,
            (OPEN, PRIVATE),
            lambda word: _set_private(setup, word),
            JOIN,
        )
    )
    rows.append(
        _choice(
            "Watchable",
            YES_NO[not setup.watchable],
            YES_NO,
            lambda word: _set_watchable(setup, word),
            WATCH,
        )
    )
    return [
        *rows,
        FormRow(""),
        FormRow("Make the table", press="start", about=lambda width, _: _start_lines(setup, width)),
    ]


CLOCK = (
    "Your clock runs only while you must choose, never while the game or the server is working. "
    "In a correspondence game, each player "
    "has a number of days per turn."
)
THEN_WORDS = "What happens to a player who runs out of time."
JOIN = (
    "A private table is not listed for other players; give its code to the people you want to "
    "play with."
)
WATCH = (
    "Whether other players can watch. They see no hands and no hidden cards, and they can read "
    "what the players say. The players don't see "
    "what watchers say until the game is over."
)
CARDS = (
    "Your own cards that decks at this table may contain. Everyone at the table can read "
    "them first."
)
WHO = (
    "Anyone can take this seat; or reserve it for a player you name, or choose a computer "
    "player and its level."
)


def _about(title: str, words: str) -> Callable[[int, int], list[Text]]:
    return lambda width, _: [styled(title, theme.HERE), *wrapped(styled(words, theme.PLAIN), width)]


def _choice(
    label: str, value: str, values: Sequence[str], choose: Callable[[str], None], words: str
) -> FormRow:
    return FormRow(
        label, value, lambda by: choose(step(values, value, by)), about=_about(label, words)
    )


def _clock_row(setup: TableSetup) -> FormRow:
    def choose(by: int) -> None:
        words = [clock.words for clock in CHOICES]
        setup.clock = CHOICES[words.index(step(words, setup.clock.words, by))]

    return FormRow("Clock", setup.clock.words, choose, about=_about("Clock", CLOCK))


def _set_then(setup: TableSetup, words: dict[str, str], word: str) -> None:
    setup.then = next(then for then, each in words.items() if each == word)


def _set_private(setup: TableSetup, word: str) -> None:
    setup.private = word == PRIVATE


def _set_watchable(setup: TableSetup, word: str) -> None:
    setup.watchable = word == YES_NO[0]


def _set_cards(setup: TableSetup, name: str) -> None:
    setup.cards = name if name in setup.own_cards else ""


def _seat_rows(setup: TableSetup, number: int, checked: bool) -> list[FormRow]:
    seat = setup.seats[number]
    kinds = (HUMAN, INVITED, *KINDS[1:])
    words = {
        HUMAN: "anyone",
        INVITED: "by invitation",
        **{kind: in_words(kind) for kind in KINDS[1:]},
    }

    def retype(by: int) -> None:
        seat.kind = step(kinds, seat.kind, by)

    def invite(text: str) -> None:
        seat.name = " ".join(text.split())

    about = _about(f"Seat {number + 1}", WHO)
    rows = [FormRow(f"Seat {number + 1}", words[seat.kind], retype, about=about)]
    if seat.kind == INVITED:
        rows.append(
            FormRow(
                "  for",
                seat.name,
                edit=invite,
                unset="no one yet",
                about=_about("Invited player", "Press Enter, then type the name of their account."),
            )
        )
    elif seat.kind != HUMAN:
        row = deck_row(setup, number, checked, lambda: offered(setup.variant))
        row.label = "  with"
        rows.append(row)
    return rows


def _start_lines(setup: TableSetup, width: int) -> list[Text]:
    lines = [styled("Make the table", theme.HERE), Text()]
    said = [
        f"{setup.header.name}, {len(setup.seats)} players.",
        f"{setup.clock.told}." + (f" Out of time: {setup.timed.end}." if setup.clock.first else ""),
        "Choose your deck at the table, and start the game there when everyone is ready.",
    ]
    return lines + [line for words in said for line in wrapped(styled(words, theme.PLAIN), width)]
