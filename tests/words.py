"""All sentences that players and hosts read, with where they come from, in one file for a reviewer.

    python3 -m tests.words [FILE]        writes each of them once (default: build/words.txt)

Templates are followed by an example, in which sample values stand for their placeholders. What is
read off a rendered page (the rules of the variants, `--help`) and the guides is listed after the
source. Log lines are read in `engine/log.py`.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
NOT_READ = (
    "engine/analysis/invariants.py",
    "engine/analysis/leak_check.py",
    "tui/server/migrations/",
    "tui/server/storage/schema.py",
)
"""Modules whose strings only developers read."""
GUIDES = (
    "README.md",
    "docs/SERVER.md",
    "docs/WITHOUT_A_SCREEN.md",
    "variants/README.md",
    "engine/cards/README.md",
    "tests/scenarios/README.md",
    "screenshots/README.md",
)
UNREAD_KEYS = frozenset(
    {"script", "board", "decks", "setup", "expect", "start", "cells", "rows", "picture", "actions"}
)
"""Tables of data files that hold notation or maps, not sentences."""
FOR_DEVELOPERS = frozenset(
    {
        "AssertionError",
        "TypeError",
        "KeyError",
        "NotImplementedError",
        "RuntimeError",
        "AttributeError",
    }
)
SAMPLES = {
    "who": "Edna", "player": "Edna", "whose": "Edna's", "others": "Dale's", "seat": "Edna",
    "foe": "Dale", "opponent": "Dale",
    "owner": "Edna's", "space": "b2", "where": "b2", "there": "b2", "here": "b2", "place": "b2",
    "at": " at b2", "card": "Grizzly Bears",
    "other": "Pit Stoker", "aim": "Pit Stoker", "name": "Grizzly Bears",
    "object_name": "Grizzly Bears", "space_name": "b2",
    "number": "3", "amount": "3", "range": "2", "life": "12", "cards": "3 cards",
    "zone": "Edna's graveyard", "round": "4",
    "land": "Island", "step": "Movement", "word": "area", "cost": "{2}{G}", "path": "deck.txt",
    "file": "deck.txt",
    "problem": "it is not a deck list",
    "len": "3", "many": "3 cards",
}  # fmt: skip
"""What stands for a placeholder in an example, by the last name in it."""


class Words(NamedTuple):
    """A sentence, or a piece of one, and its source."""

    where: str
    text: str


def all_words() -> list[Words]:
    """Every sentence once, in the order of its sources."""
    sources = (
        *source_words("engine"),
        *source_words("tui"),
        *data_words(),
        *rules_words(),
        *help_words(),
        *guide_words(),
    )
    found = dict[str, Words]()
    for words in sources:
        found.setdefault(words.text, words)
    return list(found.values())


# --- Python ---


def source_words(folder: str) -> Iterator[Words]:
    """The strings of at least two words in a folder's modules, but for docstrings and what only
    developers read.
    """
    for file in sorted((ROOT / folder).rglob("*.py")):
        name = file.relative_to(ROOT).as_posix()
        if not name.startswith(NOT_READ):
            yield from strings_of(name, file.read_text(encoding="utf-8"))


def strings_of(name: str, code: str) -> Iterator[Words]:
    """The strings of one module; placeholders in braces."""
    tree = ast.parse(code)
    unread = {id(node) for parent in ast.walk(tree) for node in _unread(parent)}
    yield from (
        Words(f"{name}:{line}", text) for line, text in _strings(tree, unread) if is_prose(text)
    )


def _unread(node: ast.AST) -> Iterator[ast.AST]:
    """Docstrings, type annotations, patterns, styles and errors that show a mistake in the
    program.
    """
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    elif isinstance(node, ast.Assert) and node.msg is not None:
        yield node.msg
    elif isinstance(node, ast.Call):
        called = ast.unparse(node.func)
        if (
            called in FOR_DEVELOPERS
            or called.startswith(("re.", "derived", "sa.", "cast"))
            or called.endswith(("text", "query", "execute"))
        ):
            yield from node.args
    elif isinstance(node, ast.AnnAssign):
        yield node.annotation
    elif isinstance(node, ast.Assign) and any(
        "CSS" in ast.unparse(target) for target in node.targets
    ):
        yield node.value


def _strings(node: ast.AST, unread: set[int]) -> Iterator[tuple[int, str]]:
    if id(node) in unread:
        return
    if isinstance(node, ast.JoinedStr):
        yield node.lineno, "".join(_part(part) for part in node.values)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                yield from _strings(part.value, unread)
    elif isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.lineno, node.value
    else:
        for child in ast.iter_child_nodes(node):
            yield from _strings(child, unread)


def _part(part: ast.expr) -> str:
    if isinstance(part, ast.Constant):
        return str(part.value)
    return f"{{{ast.unparse(part.value)}}}" if isinstance(part, ast.FormattedValue) else ""


def is_prose(text: str) -> bool:
    """Whether a text has two words side by side, and is no style, query or notation."""
    if re.search(
        r"[;{]\n|^\s*(SELECT|INSERT|UPDATE|CREATE|PRAGMA|DELETE FROM)\b|^[.#$&]\w|://", text
    ):
        return False
    return (
        re.search(r"[A-Za-z'’]{2,}[,:]? (\(?[A-Za-z'’]{2,}|a )|\{[^}]*\}'?s? [a-z]{2,}", text)
        is not None
    )


# --- data files ---


def data_words() -> Iterator[Words]:
    """The sentences of variants, clauses, lessons, puzzles and reminders."""
    files = (*sorted((ROOT / "variants").rglob("*.toml")), ROOT / "engine/cards/reminders.toml")
    for file in files:
        text = file.read_text(encoding="utf-8")
        name, lines = file.relative_to(ROOT).as_posix(), text.splitlines()
        for words in _texts(tomllib.loads(text)):
            start = words.strip().splitlines()[0][:40]
            line = next((number for number, each in enumerate(lines, 1) if start in each), 0)
            yield Words(f"{name}:{line}", " ".join(words.split()))


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if is_prose(value):
            yield value
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, dict):
        for key, each in value.items():
            if key not in UNREAD_KEYS:
                yield from _texts(each)


# --- rendered pages and guides ---


def rules_words() -> Iterator[Words]:
    """The rules pages of the variants that ship, as players read them."""
    from engine.variant.inheritance import shipped
    from engine.variant.loading import load
    from engine.variant.rules_text import pages

    for variant in shipped():
        for page in pages(load(variant)):
            yield from (Words(f"rules of {variant}, {page.title}", line) for line in page.lines)


def help_words() -> Iterator[Words]:
    """What `spellfront --help` and each `spellfront COMMAND --help` print, a line each."""
    from tui.cli import COMMANDS, TOOLS, main

    for command in ("", *COMMANDS):
        printed = StringIO()
        if command:
            printed.write(
                import_module(f"tui.{'tools' if command in TOOLS else 'commands'}.{command}")
                .parser()
                .format_help()
            )
        else:
            with redirect_stdout(printed):
                main(["--help"])
        for line in re.sub(r"\n {10,}", " ", printed.getvalue()).splitlines():
            if is_prose(line):
                yield Words(f"spellfront {command} --help".replace("  ", " "), line.strip())


def guide_words() -> Iterator[Words]:
    """The sentences of the guides, without code."""
    for name in GUIDES:
        text = re.sub(
            r"```.*?```|<!--.*?-->",
            lambda code: "\n" * code[0].count("\n"),
            (ROOT / name).read_text(encoding="utf-8"),
            flags=re.S,
        )
        for number, line in enumerate(text.splitlines(), 1):
            cells = line.strip("| ").split(" | ") if line.startswith("|") else [line]
            yield from (
                Words(f"{name}:{number}", cell.strip("#- ")) for cell in cells if is_prose(cell)
            )


# --- the file ---


def example(text: str) -> str:
    """A template with sample values; nothing for a text that is no template."""
    filled = (
        re.sub(r"\[([^\[\]|]*)(?:\|[^\[\]]*)?\]", r"\1", text)
        if "{t." in text or "{e." in text
        else text
    )
    filled = re.sub(r"\{([^{}]*)\}", lambda found: _sample(found[1]), filled)
    return filled if filled != text else ""


def _sample(code: str) -> str:
    if either := re.match(r"'([^']*)' if .* else (?:'.*'|.*)$", code):
        return either[1]
    names = re.findall(r"[a-z]+", re.sub(r"\(.*\)|\[.*\]|'[^']*'", "", code.replace("_", ".")))
    return next(
        (SAMPLES[name] for name in reversed(names) if name in SAMPLES), names[-1] if names else code
    )


def report(found: Iterable[Words]) -> str:
    """The text of the file: sources as headings, each sentence with its line."""
    lines, heading = list[str](), ""
    for where, text in found:
        source, _, line = where.partition(":")
        if source != heading:
            lines += ["", f"## {source}"]
            heading = source
        lines.append(f"{line and f'{line}: '}{text}".replace("\n", "\\n"))
        if shown := example(text):
            lines.append(f"    e.g. {shown}".replace("\n", "\\n"))
    return "\n".join(lines[1:]) + "\n"


@cache
def read() -> tuple[Words, ...]:
    """All sentences, collected once."""
    return tuple(all_words())


def main() -> None:
    """Write the file that the command line names."""
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "build/words.txt")
    path.parent.mkdir(exist_ok=True)
    path.write_text(report(read()), encoding="utf-8")
    sys.stdout.write(f"{len(read())} sentences in {path}\n")


if __name__ == "__main__":
    main()
