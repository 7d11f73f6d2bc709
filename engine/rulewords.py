"""Rules in words: what each says by itself, and the words for numbers."""

from __future__ import annotations

from functools import singledispatch

from msgspec.structs import asdict

from engine.cards.terms import Record

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@singledispatch
def in_words(rule: Record) -> list[str]:
    """What a rule says. A rule without words of its own is shown by its name and numbers."""
    values = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in asdict(rule).items())
    return [f"{type(rule).__name__}: {values}" if values else type(rule).__name__]


def in_number(number: int) -> str:
    """A number, as a word if it is small."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def many(number: int, thing: str) -> str:
    """ "one point", "two points"."""
    return f"{in_number(number)} {thing}{'' if number == 1 else 's'}"


def ordinal(number: int) -> str:
    """ "third", "12th"."""
    words = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")
    return words[number] if 0 < number < len(words) else f"{number}th"
