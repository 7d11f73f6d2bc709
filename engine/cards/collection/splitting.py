"""The entries of a huge JSON text, cut out of a stream without parsing the rest.

A parser for the whole text would need as much memory as the text. Here brackets are matched over
chunks, and each entry is handed on as bytes of limited length. Three forms are known: a list of
entries, entries one after another (JSON lines), and a table with the entries under "data".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from engine.base.files import UnreadableFileError

MOST_ENTRY = 1 << 20  # bytes of an entry; the longest of MTGJSON have some 100,000
DEEPEST = 32  # levels of nesting

# everything up to the next bracket outside of strings; never matches only a part of a string
_BRACKET = re.compile(rb'((?:[^"{}\[\]]++|"(?:[^"\\]++|\\.)*+")*+)([{}\[\]])', re.DOTALL)
_DATA = re.compile(rb'.*"data"\s*:\s*', re.DOTALL)
_WRAPPED = re.compile(rb'\{\s*"(?:meta"|data"|object"\s*:\s*"list")', re.DOTALL)


class JsonSplitter:
    """A reader of entries from chunks of JSON."""

    def __init__(self) -> None:
        self._waiting = b""  # bytes that aren't read yet, or belong to an open entry
        self._at = 0  # place in these bytes up to which brackets are matched
        self._open = bytearray()  # open brackets
        self._begins = -1  # place where the open entry begins, or -1
        self._level = -1  # number of brackets around an entry; -1: not known yet
        self._is_wrapped = False
        self._in_data = False
        self.number = 0  # entries found so far

    def entries(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """Yield the entries of the text in `chunks`. Raises UnreadableFileError."""
        for chunk in chunks:
            kept = self._begins if self._begins >= 0 else self._at
            self._waiting = self._waiting[kept:] + chunk
            self._at -= kept
            self._begins = min(self._begins, 0)
            yield from self._found()
            if len(self._waiting) - max(self._begins, 0) > MOST_ENTRY + len(chunk):
                raise UnreadableFileError(
                    f"an entry of more than {MOST_ENTRY:,} bytes after {self.number:,} entries",
                    "a collection of cards",
                )
        if self._open or self._waiting[self._at :].strip():
            raise UnreadableFileError(
                f"the end of the file in the middle of an entry, after {self.number:,} entries"
                if self._open
                else "text that isn't JSON",
                "a whole file, as Scryfall or MTGJSON offers it, or a card on each line",
            )

    def _found(self) -> Iterator[bytes]:
        """Yield the entries that are complete in the waiting bytes."""
        if self._level < 0 and not self._find_form():
            return
        while match := _BRACKET.match(self._waiting, self._at):
            bracket = match[2][0]
            if self._begins < 0:
                self._check_between(match[1])
            start, self._at = match.start(2), match.end()
            if bracket in b"{[":
                self._begin(bracket, start, match[1])
            elif (entry := self._end(bracket)) is not None:
                self.number += 1
                yield entry

    def _find_form(self) -> bool:
        """Find how entries are wrapped; return whether enough of the text is there."""
        head = self._waiting.removeprefix(b"\xef\xbb\xbf").lstrip()
        if len(head) < 100 and b"}" not in head and b"]" not in head:
            return False
        self._at = len(self._waiting) - len(head)
        self._is_wrapped = _WRAPPED.match(head) is not None
        self._level = 2 if self._is_wrapped else int(head.startswith(b"["))
        return True

    def _begin(self, bracket: int, start: int, before: bytes) -> None:
        if len(self._open) == DEEPEST:
            raise UnreadableFileError(
                f"more than {DEEPEST} levels of nesting after {self.number:,} entries",
                f"at most {DEEPEST} levels",
            )
        if self._is_wrapped and len(self._open) == 1:
            self._in_data = _DATA.fullmatch(before) is not None
        if len(self._open) == self._level and (self._in_data or not self._is_wrapped):
            self._begins = start
        self._open.append(bracket)

    def _end(self, bracket: int) -> bytes | None:
        """Close a bracket; return the entry that ends with it, if any."""
        if not self._open or self._open.pop() + 2 != bracket:
            raise UnreadableFileError(
                f"brackets that don't match after {self.number:,} entries", "JSON"
            )
        if len(self._open) != self._level or self._begins < 0:
            return None
        begins, self._begins = self._begins, -1
        return self._waiting[begins : self._at]

    def _check_between(self, text: bytes) -> None:
        """Raise UnreadableFileError for anything but commas between entries."""
        if self._is_wrapped or len(self._open) > self._level:
            return
        if stray := text.strip(b" \t\r\n,"):
            raise UnreadableFileError(
                f"{stray[:40].decode('utf-8', 'replace')!r} after {self.number:,} entries",
                "entries in braces",
            )
