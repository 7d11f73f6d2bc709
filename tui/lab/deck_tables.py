"""The scores of decks as tables: for the terminal, and for the page `docs/BALANCE.md`."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

from rich.style import Style
from rich.table import Table
from rich.text import Text

from engine.cards.decks.files import shipped_decks, title
from engine.log import many
from tui.lab.deck_scores import DeckScores, Score
from tui.lab.tables import limit
from tui.lab.tasks import Experiment, decks_of, rules_of
from tui.tools.computer_games import CUT_OFF

EVEN, COLD, HOT = (70, 70, 70), (40, 80, 190), (190, 60, 40)  # red, green, blue of a cell
HOTTEST = 0.35  # how far from one half a score has the full color
ENDS = {
    "conquest": "by conquest",
    "elimination": "by elimination",
    "draw": "drawn",
    CUT_OFF: "cut off",
}
INTRODUCTION = """# The balance of the decks

`spellfront lab decks` makes this page ([how](LAB.md#decks)).

Every deck that comes with Spellfront plays every other deck of its variant. A number in a row is
the share of games that the deck wins against the deck of the column; a draw counts half. The
interval is that of 95%, over pairs of games with the same luck and swapped seats. `thumb` follows
rules of thumb, and `normal` looks ahead. A deck that needs more foresight than they have is
better than it seems here.
"""


def heading(experiment: Experiment) -> str:
    """Return an experiment in words: "every deck against every other in The Conquering..."."""
    options = "".join(f", {option}" for option in experiment.options)
    player = experiment.players[0]
    return (
        f"every deck against every other in {experiment.name}{options}; {player} on both sides, "
        f"{limit(experiment)}"
    )


def matrix(scores: DeckScores) -> Table:
    """Return a table of every deck against every other, colored by score."""
    table = Table()
    table.add_column("")
    table.add_column("deck", no_wrap=True)
    for name in ("score", "95%", "Elo"):
        table.add_column(name, justify="right", no_wrap=True)
    for number in range(1, len(scores.decks) + 1):
        table.add_column(f"v {number}", justify="right", no_wrap=True)
    elo = scores.ratings()
    for number, deck in enumerate(scores.decks, 1):
        of = scores.of(deck)
        cells = [_colored(_against(scores, deck, other)) for other in scores.decks]
        table.add_row(str(number), deck, _percent(of), _between(of), f"{elo[deck]:+d}", *cells)
    return table


def _against(scores: DeckScores, deck: str, other: str) -> Score | None:
    return None if deck == other else scores.against(deck, other)


def _colored(score: Score | None) -> Text:
    """Return a score on a background from blue for a lost pairing to red for a won one."""
    if score is None:
        return Text("-")
    share = min(abs(score.score - 0.5) / HOTTEST, 1.0)
    end = HOT if score.score > 0.5 else COLD
    red, green, blue = (
        round(even + share * (full - even)) for even, full in zip(EVEN, end, strict=True)
    )
    return Text(_percent(score, 0), Style(color="white", bgcolor=f"rgb({red},{green},{blue})"))


def _percent(score: Score | None, digits: int = 1) -> str:
    return f"{100 * score.score:.{digits}f}%" if score else "-"


def _between(score: Score | None) -> str:
    return f"{100 * score.low:.1f} to {100 * score.high:.1f}" if score else "-"


def summary(scores: DeckScores) -> list[str]:
    """Return the edges of turn order and seat, and the length and ends of the games."""
    lines = [
        f"{who} scores {_percent(score)} ({_between(score)})"
        for who, score in (
            ("the player who goes first", scores.beginner),
            ("the player in the first seat", scores.first_seat),
        )
        if score
    ]
    if scores.games:
        short, middle, long = (scores.rounds(share) for share in (0.1, 0.5, 0.9))
        lines.append(
            f"length: {many(middle, 'round')} (four of five games: {short} to {long}), "
            f"{scores.decisions:.0f} decisions a game"
        )
        ends = ", ".join(f"{number} {ENDS[how]}" for how, number in scores.ends.items())
        lines.append(f"games: {len(scores.games)} ({ends})")
    return lines


def comparison(plain: DeckScores, house: DeckScores) -> Table:
    """Return a table of the scores with house rules beside those without."""
    table = Table(title="with the plain rules and with the house rules", title_justify="left")
    for name in ("", "plain", "95%", "house rules", "95%", "change"):
        table.add_column(name, justify="right" if name else "left", no_wrap=True)
    for name, one, other in _compared(plain, house):
        change = f"{100 * (other.score - one.score):+.1f}" if one and other else "-"
        table.add_row(name, _percent(one), _between(one), _percent(other), _between(other), change)
    return table


def _compared(
    plain: DeckScores, house: DeckScores
) -> Iterator[tuple[str, Score | None, Score | None]]:
    for deck in plain.decks:
        if deck in house.decks:
            yield deck, plain.of(deck), house.of(deck)
    yield "goes first", plain.beginner, house.beginner
    yield "first seat", plain.first_seat, house.first_seat


# --- the page ---


def hash_of_lists(variant: str) -> str:
    """Return a hash of the deck lists of a variant: their names, and the names of their cards."""
    digest = hashlib.sha256()
    for deck, cards in sorted(decks_of(variant, ()).items()):
        names = ", ".join(sorted(card.name for card in cards))
        digest.update(f"{deck}: {names}\n".encode())
    return digest.hexdigest()[:16]


def _mark(variant: str, level: str) -> str:
    """Return the beginning of the line that opens a section of the page."""
    return f"<!-- {variant}, {level}:"


def marks(page: str) -> dict[tuple[str, str], str]:
    """Return the hash of the deck lists for each variant and level on a page."""
    found = re.findall(r"^<!-- (\S+), (\S+): decks (\w+), ", page, re.M)
    return {(variant, level): digest for variant, level, digest in found}


def section(scores: DeckScores) -> str:
    """Return the section of a variant and a level, in Markdown."""
    experiment = scores.experiment
    variant = rules_of(experiment.variant, ()).id
    level = experiment.players[0]
    names = {deck: title(file) for deck, file in shipped_decks().items()}
    head = ["", "deck", "score", "95%", "Elo", *map(str, range(1, len(scores.decks) + 1))]
    rows = [head, ["---:" if name != "deck" else "---" for name in head]]
    elo = scores.ratings()
    for number, deck in enumerate(scores.decks, 1):
        of = scores.of(deck)
        cells = [_percent(_against(scores, deck, other), 0) for other in scores.decks]
        rows.append(
            [
                str(number),
                names.get(deck, deck),
                _percent(of),
                _between(of),
                f"{elo[deck]:+d}",
                *cells,
            ]
        )
    lines = [
        f"{_mark(variant, level)} decks {hash_of_lists(variant)}, engine {experiment.engine} -->",
        f"## {experiment.name}: {level}",
        "",
        *[f"| {' | '.join(row)} |" for row in rows],
        "",
        *[f"- {line[0].upper()}{line[1:]}." for line in summary(scores)],
    ]
    return "\n".join(lines) + "\n"


def with_section(page: str, made: str) -> str:
    """Return a page with this section in the place of an older one, or of its own in the order.

    An empty page gets the introduction first.
    """
    parts = re.split(r"^(?=<!-- )", page, flags=re.M)
    mark = made.partition(": decks")[0]
    kept = [part.strip("\n") for part in parts[1:] if not part.startswith(f"{mark}:")]
    sections = sorted([*kept, made.strip("\n")], key=_order)
    return "\n\n".join([INTRODUCTION.strip("\n"), *sections]) + "\n"


def _order(made: str) -> tuple[str, bool, str]:
    """Return what a section is sorted by: its variant, the rules of thumb before other levels."""
    variant, _, level = made.removeprefix("<!-- ").partition(":")[0].partition(", ")
    return variant, level != "thumb", level
