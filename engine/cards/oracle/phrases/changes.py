"""Continuous changes: "gets +1/+1", "has flying", "can't block", and how long they last."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engine.base.records import replace
from engine.cards.keywords import keyword_problem
from engine.cards.model import Change, Modify
from engine.cards.oracle.bags import apart, merged
from engine.cards.oracle.grammar import (
    GRAMMAR,
    H,
    Reader,
    Reading,
    Writer,
    Written,
    agreed,
    category,
    phrase,
)
from engine.cards.oracle.phrases.lists import list_of
from engine.cards.oracle.references import Number, Said
from engine.cards.text.words import listed

_BONUS = re.compile(r"([+-])(\d+|x)/([+-])(\d+|x)")


@category("bonus")
class Bonus:
    """A bonus to power and toughness: "+2/-X", as a pair of amounts."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the bonus at a place."""
        match = _BONUS.fullmatch(reader.word(at))
        if match is not None:
            yield Reading(
                tuple(Number(at, _amount(*match.group(n, n + 1))) for n in (1, 3)), at + 1
            )

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a bonus; what it counts follows at the end of the clause."""
        texts: list[str] = []
        for amount in value:
            negative = (type(amount) is int and amount < 0) or amount == "-X"
            plain = {"-X": "X"}.get(amount, amount) if isinstance(amount, str) else amount
            if type(plain) is int:
                plain = abs(plain)
            written = writer.write("amount", plain, said, "bonus")
            if written is None:
                return None
            said = written.said
            texts.append(("-" if negative else "+") + written.text)
        if texts[0] == "+0" and texts[1][0] == "-":
            texts[0] = "-0"
        if texts[1] == "+0" and texts[0][0] == "-":
            texts[1] = "-0"
        return Written("/".join(texts), said)


def _amount(sign: str, number: str) -> int | str:
    if number == "x":
        return "-X" if sign == "-" else "X"
    return -int(number) if sign == "-" else int(number)


@category("keyword")
class Keyword:
    """A keyword ability in lowercase: "flying", "protection from black", "equip {2}"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the keywords that begin at a place."""
        words: list[str] = []
        for end in range(at, min(at + 6, len(reader.tokens))):
            word = reader.word(end)
            words.append(reader.tokens[end] if word[0] == "{" else word)
            text = " ".join(words)
            if keyword_problem(text) is None:
                yield Reading(text, end + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the keyword."""
        return Written(value, said) if isinstance(value, str) else None


list_of("keywords", "keyword")

# --- Parts of a change, in their order ------------------------------------------------------------

for have in ("have", "gain"):
    phrase(f"change-{have}", f"*{have} <words:keywords.one/and>", Change(keywords=H.words))
    phrase(f"change-{have}", "*lose <words:keywords.one/and>", Change(lose_keywords=H.words))
GRAMMAR.phrases("change-part")
RESTRICTIONS = {
    "cant-attack": "can't attack",
    "cant-block": "can't block",
    "cant-be-blocked": "can't be blocked",
    "must-attack": "*attack each combat if able",
    "cant-be-regenerated": "can't be regenerated",
    "doesnt-untap": "*don't untap during *its controller's untap step",
    "attacks-despite-defender": "can attack as though *it didn't have defender",
    "can-block-any-number": "can block any number of creatures",
}
for word, words in RESTRICTIONS.items():
    phrase("restriction", words, Change(restrict=(word,)))  # type: ignore[arg-type]
phrase("restriction", "can't attack or block", Change(restrict=("cant-attack", "cant-block")))
UNTIL = {
    "end-of-turn": "until end of turn",
    "your-next-turn": "until your next turn",
    "end-of-combat": "until end of combat",
}
for word, words in UNTIL.items():
    phrase("until", words, word)


class Changes:
    """The parts of a change, merged: "gets +1/+1 and has flying".

    The mode is the person of the subject.
    """

    def __init__(self, *kinds: str, bonus: bool = True) -> None:
        self._kinds = kinds
        self._bonus = bonus

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the changes that begin at a place."""
        for before, end in self._parts(reader, at, mode):
            yield Reading(before, end)
            yield from self._more(reader, before, end, mode, 1)

    def _more(
        self, reader: Reader, before: Change, at: int, mode: str, parts: int
    ) -> Iterator[Reading]:
        comma = reader.word(at) == ","
        joined = reader.word(at + comma) == "and"
        if joined and (not comma or parts > 1):
            for part, end in self._parts(reader, at + comma + 1, mode):
                change = merged(before, part)
                if change is not None:
                    yield Reading(change, end)
        if comma and not joined:
            for part, end in self._parts(reader, at + 1, mode):
                change = merged(before, part)
                if change is not None:
                    yield from self._more(reader, change, end, mode, parts + 1)

    def _parts(self, reader: Reader, at: int, mode: str) -> Iterator[tuple[Change, int]]:
        if self._bonus and reader.word(at) == agreed("get", mode):
            for bonus in reader.read("bonus", at + 1):
                power, toughness = bonus.value
                yield Change(power=power, toughness=toughness), bonus.end
        for kind in self._kinds:
            for part in reader.read(kind, at, mode):
                yield part.value, part.end

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a change in words."""
        if not isinstance(value, Change):
            return None
        words: list[str] = []
        left = value
        if self._bonus and (value.power != 0 or value.toughness != 0):
            bonus = writer.write("bonus", (value.power, value.toughness), said)
            if bonus is None:
                return None
            said = bonus.said
            words.append(f"{agreed('get', mode)} {bonus.text}")
            left = replace(left, power=0, toughness=0)
        for kind in self._kinds:
            parts, left = apart(GRAMMAR.phrases(kind), left)
            for rule, meanings in parts:
                written = writer.say(rule.elements, meanings, said, mode)
                if written is None:
                    return None
                said = written.said
                words.append(written.text)
        return Written(listed(words), said) if words and left == Change() else None


GRAMMAR.categories["change"] = Changes("change-part", "change-have", "restriction")
GRAMMAR.categories["change-begin"] = Changes("change-part", "change-gain", "restriction")
GRAMMAR.categories["restrictions"] = Changes("restriction", bonus=False)

phrase(
    "effect",
    "<what:things.many!> <change:restrictions.=> this turn",
    Modify(what=H.what, change=H.change),
)
phrase(
    "effect",
    "<what:things.many!> <change:change-begin.=> <until:until>",
    Modify(what=H.what, change=H.change, until=H.until),
    "<until:until> , <what:things.many!> <change:change-begin.=>",
)
