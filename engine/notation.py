"""Text notation of actions: `move grizzly-bears#12 b2 b3`, `cast giant-growth#7`, `pass`.

An action is its verb and then, in a fixed order, everything else it names: an object as name#id, a
player as player1, an object's ability as ability2, spaces by name (two: from, to), a number, a
word as =word. The name before a # is for the reader; only the id counts. A word is the rest of the
text (`choose =Time Lord`), or in quotes, as in JSON, if it would not read back otherwise.
"""

from __future__ import annotations

import json
import re
from contextlib import suppress
from functools import lru_cache
from typing import Any, Protocol

from engine.actions import Action, IllegalAction


class Names(Protocol):
    """Names needed to read and write actions."""

    def object_name(self, ident: int) -> str: ...  # "" for an unknown id
    def has_space(self, name: str) -> bool: ...


NUMBER = "[1-9][0-9]{0,8}"  # pattern of a number from 1
# replaces a hidden name, such as that of a face-down land or an opponent's card
NAMELESS = "object"


@lru_cache(8192)
def slug(name: str) -> str:
    """Return a name as written in actions: "Gaea's Anthem" is gaeas-anthem."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower().replace("'", "")).strip("-") or NAMELESS


def write(action: Action, names: Names) -> str:
    """Return the text form of an action."""
    words = [action.verb]
    words += [_object(ident, names) for ident in (action.object,) if ident]
    words += [f"ability{action.ability}"] if action.ability else []
    words += [_object(ident, names) for ident in (action.target,) if ident]
    words += [space for space in (action.origin, action.space) if space]
    words += [str(action.number)] if action.number else []
    words += [write_word(action.word)] if action.word else []
    return " ".join(words)


def write_word(word: str) -> str:
    """Return an action's word as it is, or in quotes if it would not read back otherwise.

    A record's line can't hold a "|" or a line break, and spaces could change.
    """
    if word == " ".join(word.split()) and word.isprintable() and word[0] != '"' and "|" not in word:
        return f"={word}"
    return "=" + json.dumps(word).replace("|", r"\u007c")


def part_word(text: str) -> tuple[str, str]:
    """Return the text of an action without its word, and the word; "" for none."""
    start, *rest = re.split(r"(?:^|\s)=", text, maxsplit=1)
    word = " ".join(rest).strip()
    if word[:1] == '"':
        with suppress(ValueError):
            found: object = json.loads(word)
            return start, found if isinstance(found, str) else word
    return start, " ".join(word.split())


def read(text: str, names: Names) -> Action:
    """Return the action of a text. Raises IllegalAction for words that can't be understood."""
    start, said = part_word(text)
    words = start.split()
    if not words:
        raise IllegalAction("", "an action needs at least a verb, such as 'pass'")
    fields: dict[str, Any] = {"word": said}
    for word in words[1:]:
        if match := re.fullmatch(rf"(\S*)#({NUMBER})", word):
            _put(fields, ("object", "target"), _known(match[1], int(match[2]), names), word)
        elif match := re.fullmatch(rf"player({NUMBER})", word):
            _put(fields, ("object", "target"), -int(match[1]), word)
        elif match := re.fullmatch(rf"ability({NUMBER})", word):
            _put(fields, ("ability",), int(match[1]), word)
        elif names.has_space(word):
            _put(fields, ("origin", "space"), word, word)
        elif re.fullmatch(rf"-?{NUMBER}|0", word):
            _put(fields, ("number",), int(word), word)
        else:
            raise IllegalAction(
                "",
                (
                    f"'{word}' in '{text}' isn't an object (name#id), player, space, number or "
                    "=word "
                    "of this game"
                ),
            )
    if "origin" in fields and "space" not in fields:
        fields["space"] = fields.pop("origin")
    return Action(words[0], **fields)


def _object(ident: int, names: Names) -> str:
    return f"player{-ident}" if ident < 0 else f"{slug(names.object_name(ident))}#{ident}"


def _known(name: str, ident: int, names: Names) -> int:
    actual = slug(names.object_name(ident))
    if name not in ("", NAMELESS, actual) and actual != NAMELESS:
        raise IllegalAction("", f"#{ident} is {actual}, not {name}")
    return ident


def _put(fields: dict[str, Any], keys: tuple[str, ...], value: object, word: str) -> None:
    for key in keys:
        if key not in fields:
            fields[key] = value
            return
    raise IllegalAction(
        "", f"'{word}' is one too many: an action can name at most {len(keys)} of these"
    )
