"""Card files brought up to date: each card in its one spelling, everything else as it was."""

from __future__ import annotations

from errno import EEXIST
from pathlib import Path

import tomli_w
from msgspec import to_builtins

from engine.base.files import read_text, write_whole
from engine.cards.library import old_spellings


def rewrite(file: Path) -> tuple[str, ...]:
    """Write the cards of a file in their one spelling; return the names of those that changed.

    The file has no problems. If a card changes, the former file is kept beside it. Raises OSError,
    FileExistsError if something else is already kept there, and UnreadableFileError; then the file
    is as it was.
    """
    text = read_text(file)
    found = old_spellings(text)
    if not found:
        return ()
    pieces, end = list[str](), 0
    for each in found:
        card = tomli_w.dumps({"card": [to_builtins(each.card)]})
        pieces += [text[end : each.start], card, _after_card(text[each.start : each.end])]
        end = each.end
    backup = former_file(file)
    if backup.exists() and read_text(backup) != text:
        raise FileExistsError(EEXIST, "it is in the way of a copy of the file", str(backup))
    write_whole(backup, text)
    write_whole(file, "".join((*pieces, text[end:])))
    return tuple(each.card.name for each in found)


def _after_card(text: str) -> str:
    """Return the blank lines and comments at the end of a card's text: they are the next card's."""
    lines = text.splitlines(keepends=True)
    number = len(lines)
    while lines[number - 1].lstrip()[:1] in ("", "#"):
        number -= 1
    return "".join(lines[number:])


def former_file(file: Path) -> Path:
    """Return where a file is kept as it was before it was brought up to date."""
    return file.with_name(f"{file.name}.old")
