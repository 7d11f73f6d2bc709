"""Tokens of rules text: words, numbers, symbols and marks, and text made of them."""

from __future__ import annotations

import re

_TOKEN = re.compile(
    r"(?:\{[^{}]+\})+"  # {2}{G}
    r"|[+-]?(?:\d+|X|\*)(?:[+-]\*)?/[+-]?(?:\d+|X|\*)(?:[+-]\*)?"  # +1/+1, 2/2, */1+*
    r"|[+-](?:\d+|X)(?![\w/])"  # -2 of a loyalty ability
    r"|\b(?:[Ii]t|[Tt]hat|[Tt]here)'s\b"  # contractions
    r"|\bUrza's(?=$| (?:Mine|Power-Plant|Tower)\b)"  # a land type
    r"|'s(?!\w)|'(?!\w)"  # possessives
    r"|[^\W_](?:[^\W_]|-(?=[^\W_])|'(?=(?:t|re|ll|ve|d)\b))*"  # words
    r"|\S"
)


def tokens_of(text: str) -> tuple[str, ...]:
    """Return the tokens of a text: "its owner's hand" gives "its", "owner", "'s", "hand"."""
    return tuple(_TOKEN.findall(text))


def lowered(token: str) -> str:
    """Return a token as it is compared: words in lowercase, symbols as they are."""
    return token if token[0] == "{" else token.lower()


_TIGHT = re.compile(r" (?=[.,:;)?!]|'s\b|'(?= |$)|\u201d)|(?<=[(\u201c]) ")
_SENTENCE = re.compile(r"(^|[.:—•\u201c] |\u201c|^\")([a-z])")


OPEN, CLOSE = "\u201c", "\u201d"
"""Quotation marks of words that are written, before `text_of` makes them alike."""
_STOPPED = re.compile(rf"\.((?:{CLOSE}\.)*{CLOSE}+)\.")
_AN = re.compile(r"\b([Aa]) (?=X/X|8/|11/|18/|(?!uni|one\b|use)[aeiouAEIOU])")
_MARKS = re.compile(f"[{OPEN}{CLOSE}]")


def text_of(words: str) -> str:
    """Return words as text: no spaces before marks, capitals at the starts of sentences.

    A quotation's period ends the sentence around it, too. Quotation marks inside others are single.
    """
    text = _STOPPED.sub(lambda match: f".{match[1].replace('.', '')}", _TIGHT.sub("", words))
    text = _AN.sub(r"\1n ", text)
    text = _SENTENCE.sub(lambda match: match[1] + match[2].upper(), text)
    depth = 0

    def straight(match: re.Match[str]) -> str:
        nonlocal depth
        depth += match[0] == OPEN
        mark = "'" if depth % 2 == 0 else '"'
        depth -= match[0] == CLOSE
        return mark

    return _MARKS.sub(straight, text)
