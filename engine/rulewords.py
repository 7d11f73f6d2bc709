"""Rules in words: what each says by itself, and the words for numbers."""

from __future__ import annotations

from functools import singledispatch

from msgspec import Struct
from msgspec.structs import asdict

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@singledispatch
def in_words(rule: Struct) -> list[str]:
    """What a rule says. A rule without words of its own is shown by its name and numbers."""
    values = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in asdict(rule).items())
    return [f"{type(rule).__name__}: {values}" if values else type(rule).__name__]


def in_number(number: int) -> str:
    """A number, as a word if it is small."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def many(number: int, thing: str) -> str:
    """ "one point", "two points"."""
    return f"{in_number(number)} {thing}{'' if number == 1 else 's'}"


def a_die(sides: int) -> str:
    """ "a 6-sided die", "an 8-sided die"."""
    return f"{'an' if str(sides)[0] == '8' or sides in (11, 18) else 'a'} {sides}-sided die"


def ordinal(number: int) -> str:
    """ "third", "12th", "21st"."""
    words = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return words[number] if 0 < number < len(words) else f"{number}{ending}"


COLORS_OF_LANDS = "white Plains, blue Islands, black Swamps, red Mountains, green Forests"
"""Which colour belongs to which land."""


def bonus(power: int, toughness: int) -> str:
    """ "+1/+1", "-2/+0"."""
    return f"{power:+d}/{toughness:+d}"
