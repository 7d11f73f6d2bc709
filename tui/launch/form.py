"""Rows of the launch screen: values, changes, and descriptions beside the form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from rich.text import Text

from engine.log import many
from tui.session.game_setup import (
    GameSetup,
    deck,
    deck_files,
    deck_offences,
    deck_title,
    header_of,
    step,
    suited_decks,
    variant_ids,
)
from tui.session.saved_games import SavedGameStatus
from tui.session.seat_kinds import KINDS, in_words
from tui.settings.paths import SavedGame
from tui.terminal import theme
from tui.widgets.lines import justified, styled, wrapped

UNKNOWN = SavedGameStatus(0.0)


class FormRow(Struct):
    """A row: label, value, how to change (by -1 or 1), edit or press it, and a description."""

    label: str
    value: str = ""  # chosen or typed value
    change: Callable[[int], None] | None = None
    edit: Callable[[str], None] | None = None
    press: str = ""  # "start", "puzzles", "decks", "settings", or a saved game's path
    about: Callable[[int, int], list[Text]] | None = None
    bad: bool = False
    mark: str = ""  # mark after the value, never cut off
    unset: str = ""  # text shown without a value

    @property
    def is_heading(self) -> bool:
        return self.change is None and self.edit is None and not self.press


def rows_of(
    setup: GameSetup,
    saved: Sequence[SavedGame],
    checked: bool,
    standings: Mapping[str, SavedGameStatus],
    own: Sequence[str] = (),
) -> list[FormRow]:
    """Return the whole form; until `checked`, without anything that needs rules and cards."""
    rows: list[FormRow] = []
    if saved:
        rows.append(FormRow("Continue"))
        rows += [_saved_row(game, standings.get(str(game.path), UNKNOWN)) for game in saved]
    rows += [FormRow("New here?"), _learn_row()]
    rows.append(FormRow("New game"))
    rows += [*game_rows(setup, checked, (*variant_ids(), *own), own), _seed_row(setup)]
    for number in range(len(setup.seats)):
        rows += _seat_rows(setup, number, checked)
    rows += option_rows(setup)
    words = (
        "All decks, and which variants allow them. Copy a deck and change it, build your own "
        "card by card, or import a list."
    )
    decks = FormRow(
        "Decks: build and edit",
        press="decks",
        about=lambda width, _: wrapped(styled(words, theme.PLAIN), width),
    )
    start = FormRow(
        "Start the game", press="start", about=lambda width, _: _start_lines(setup, checked, width)
    )
    return [
        *rows,
        FormRow(""),
        start,
        decks,
        FormRow("Settings", press="settings", about=_about_settings),
    ]


def _about_settings(width: int, _: int) -> list[Text]:
    words = (
        "Themes and colors, plain ASCII, speed, bell, confirmations, and every key: vi, "
        "numeric keypad, WASD or your own."
    )
    return [styled("Settings", theme.HERE), *wrapped(styled(words, theme.PLAIN), width)]


def _learn_row() -> FormRow:
    words = (
        "A five-minute lesson for each variant, step by step, then puzzles at three "
        "difficulty levels. New here? Start with a lesson."
    )

    def about(width: int, _: int) -> list[Text]:
        return [
            styled("Learn by playing", theme.HERE),
            Text(),
            *wrapped(styled(words, theme.PLAIN), width),
        ]

    return FormRow("Learn: lessons and puzzles", press="puzzles", about=about)


def _saved_row(game: SavedGame, standing: SavedGameStatus) -> FormRow:
    """Return the row of a saved game: name or variant, round, leader and time."""
    parts = [
        game.name or game.variant or game.title,
        *([f"round {standing.round}"] if standing.round else []),
    ]

    def about(width: int, _: int) -> list[Text]:
        lines = wrapped(styled(game.name or game.title, theme.HERE), width)
        lines += wrapped(styled(game.title, theme.PLAIN), width) if game.name else []
        lines += wrapped(styled(game.detail, theme.QUIET), width)
        lines += (
            wrapped(styled(f"Round {standing.round}: {standing.words}", theme.PLAIN), width)
            if standing.round
            else []
        )
        if game.problem:
            return [
                *lines,
                Text(),
                *wrapped(
                    styled(f"This game can't be resumed: {game.problem}", theme.DANGER), width
                ),
            ]
        words = (
            "Enter resumes this game where you left off. b reviews it, N names it, D deletes it."
        )
        return [*lines, Text(), *wrapped(styled(words, theme.PLAIN), width)]

    return FormRow(
        ", ".join(parts), game.when, press=str(game.path), about=about, bad=bool(game.problem)
    )


def option_rows(setup: GameSetup) -> list[FormRow]:
    """Return the house rules of the variant, if any, below their heading."""
    rows = [_option_row(setup, key) for key in setup.header.options]
    return [FormRow("House rules"), *rows] if rows else []


def game_rows(
    setup: GameSetup, checked: bool, variants: Sequence[str], own: Sequence[str] = ()
) -> list[FormRow]:
    """Return the rows for the variant (one of some) and the number of players."""
    header = setup.header

    def about_variants(width: int, height: int) -> list[Text]:
        names = styled("Variants: ", theme.QUIET)
        for variant in variants:
            names.append(", " if variant != variants[0] else "", theme.QUIET)
            names.append(
                header_of(variant).name, theme.HERE if variant == setup.variant else theme.PLAIN
            )
        lines = [*wrapped(names, width), Text()]
        return lines + about(width, height - len(lines))

    def about(width: int, height: int) -> list[Text]:
        lines = [
            styled(header.name, theme.HERE),
            *wrapped(styled(header.summary, theme.PLAIN), width),
        ]
        if setup.variant in own:
            lines += wrapped(styled(f"Your own variant: {setup.variant}", theme.QUIET), width)
        lines += [*wrapped(styled(header.source, theme.QUIET), width), Text()]
        return lines + (_map(setup, width, max(height - len(lines), 3)) if checked else [])

    def seat(by: int) -> None:
        players = [str(number) for number in header.players]
        setup.seat(int(step(players, str(len(setup.seats)), by)))

    return [
        FormRow(
            "Variant",
            header.name,
            lambda by: setup.choose_variant(step(variants, setup.variant, by)),
            about=about_variants,
        ),
        FormRow("Players", str(len(setup.seats)), seat, about=about),
    ]


def _seed_row(setup: GameSetup) -> FormRow:
    def reseed(text: str) -> None:
        setup.seed = text.strip()

    words = (
        "The seed determines every die roll and shuffle: the same seed, decks and decisions "
        "replay the same game. "
        "Leave it empty for a random one."
    )
    return FormRow(
        "Seed",
        setup.seed,
        edit=reseed,
        unset="random",
        about=lambda width, _: wrapped(styled(words, theme.PLAIN), width),
    )


def _map(setup: GameSetup, width: int, height: int) -> list[Text]:
    """Return a sketch of the board, with tokens if the map fixes their starting squares."""
    from tui.table.board.sketch import sketch

    rules, seats = setup.rules(), len(setup.seats)
    tokens = seats if rules.token is not None and rules.token.start == "fixed" else 0
    return sketch(setup.board(), width, height, tokens)


def _seat_rows(setup: GameSetup, number: int, checked: bool) -> list[FormRow]:
    seat = setup.seats[number]

    def rename(text: str) -> None:
        seat.name = text.strip()

    def retype(by: int) -> None:
        seat.kind = step(KINDS, seat.kind, by)

    def about_kind(width: int, _: int) -> list[Text]:
        words = (
            "Several people can share this terminal: the screen is hidden between their turns. "
            "A computer player thinks for a second at most."
        )
        return [
            styled("Who plays this seat", theme.HERE),
            *wrapped(styled(words, theme.PLAIN), width),
        ]

    return [
        FormRow(f"Seat {number + 1}"),
        FormRow("Name", seat.name, edit=rename, about=about_kind),
        FormRow("Played by", in_words(seat.kind), retype, about=about_kind),
        deck_row(setup, number, checked, lambda: _decks_to_choose(setup, checked)),
    ]


def deck_row(
    setup: GameSetup, number: int, checked: bool, decks: Callable[[], Sequence[str]]
) -> FormRow:
    """Return the row for a seat's deck, one of some."""
    seat = setup.seats[number]

    def redeck(by: int) -> None:
        seat.deck = step(decks(), seat.deck, by)

    offences = deck_offences(seat.deck, setup) if checked else []
    verdict = f"✗ {len(offences)}" if offences else "✓"
    legal = verdict if checked else ""

    def about(width: int, _: int) -> list[Text]:
        return _deck_lines(seat.deck, offences, checked, width)

    return FormRow(
        "Deck", deck_title(seat.deck), redeck, about=about, bad=bool(offences), mark=legal
    )


def _decks_to_choose(setup: GameSetup, checked: bool) -> list[str]:
    """Return all decks: those made for the variant, then other legal ones, then the rest."""
    suited = suited_decks(setup.variant)
    decks = [*suited, *(name for name in deck_files() if name not in suited)]
    return sorted(decks, key=lambda name: bool(deck_offences(name, setup))) if checked else decks


def _deck_lines(name: str, offences: Sequence[str], checked: bool, width: int) -> list[Text]:
    """Return a deck's name, plan, legality and cards."""
    if not checked or not name:
        return [styled(deck_title(name) or "no deck", theme.HERE)]
    found = deck(name)
    count = sum(copies for copies, _ in found.main)
    lines = [styled(found.name, theme.HERE), *wrapped(styled(found.plan, theme.PLAIN), width)]
    lines.append(
        styled(f"{many(count, 'card')}, legal ✓", theme.CHOICE)
        if not offences
        else styled(f"{many(count, 'card')}, {many(len(offences), 'problem')} ✗", theme.DANGER)
    )
    for offence in offences:
        lines += wrapped(styled(f"✗ {offence}", theme.DANGER), width, "  ")
    cards = [styled(f"{copies} {card}", theme.QUIET) for copies, card in found.main]
    half = (len(cards) + 1) // 2
    if width < 44:
        return [*lines, Text(), *cards]
    column = width // 2
    pairs = zip(cards[:half], [*cards[half:], Text()], strict=False)
    return [
        *lines,
        Text(),
        *(
            justified(_padded(left, column - 1), Text(), column).append_text(right)
            for left, right in pairs
        ),
    ]


def _padded(text: Text, width: int) -> Text:
    text.truncate(width, overflow="ellipsis")
    return text


def _option_row(setup: GameSetup, key: str) -> FormRow:
    option = setup.header.options[key]
    choices = list(option.choices)

    def change(by: int) -> None:
        setup.options = {
            **setup.options,
            key: step(choices, setup.options.get(key, choices[0]), by),
        }

    def about(width: int, _: int) -> list[Text]:
        return [styled(option.label, theme.HERE), *wrapped(styled(option.help, theme.PLAIN), width)]

    return FormRow(option.label, setup.options.get(key, choices[0]), change, about=about)


def _start_lines(setup: GameSetup, checked: bool, width: int) -> list[Text]:
    problems = setup.problems() if checked else []
    if problems:
        return [
            styled("The game can't start yet", theme.DANGER),
            *(line for p in problems for line in wrapped(styled(p, theme.PLAIN), width, "  ")),
        ]
    lines = [styled("Ready", theme.HERE), Text()]
    return lines + [
        styled(f"{seat.name}: {deck_title(seat.deck)}, {in_words(seat.kind)}", theme.PLAIN)
        for seat in setup.seats
    ]


def label_width(rows: list[FormRow], width: int) -> int:
    """Return the width of labels, so that values are aligned.

    A label longer than half the form moves only its own value.
    """
    return max(
        12,
        *(
            len(row.label) + 2
            for row in rows
            if not row.is_heading and not row.press and len(row.label) < width // 2
        ),
    )


def row_text(row: FormRow, current: bool, width: int, labels: int) -> Text:
    """Return a row as a line of the form."""
    if row.is_heading:
        return styled(row.label, theme.HERE)
    plain = theme.DANGER if row.bad else theme.PLAIN
    style = theme.CURSOR if current else plain
    text = Text()
    text.append("> " if current else "  ", theme.HERE)
    if row.press:
        text.append(f" {row.label} ", theme.CURSOR if current else theme.STRONG)
        return justified(text, styled(row.value + " ", theme.QUIET), width)
    text.append(row.label.ljust(labels), theme.QUIET)
    mark = f" {row.mark}" if row.mark else ""
    value = (
        _padded(Text(row.value or row.unset), width - text.cell_len - len(mark) - 4).plain + mark
    )
    text.append(f"‹ {value} ›" if row.change and current else f"  {value}  ", style)
    return justified(text, Text(), width)
