"""Words of the rules text: numbers and other short phrases."""

from __future__ import annotations

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def in_number(number: int) -> str:
    """Return a number, as a word if it is small."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def many(number: int, thing: str) -> str:
    """Return a number of things: "one point", "two points"."""
    return f"{in_number(number)} {thing}{'' if number == 1 else 's'}"


def how_often(number: int) -> str:
    """Return a number of times: "once", "twice", "three times"."""
    return {1: "once", 2: "twice"}.get(number, f"{in_number(number)} times")


def squares(number: int) -> str:
    """Return a number of squares: "one square", "0 squares"."""
    return many(number, "square") if number else "0 squares"


def a_die(sides: int) -> str:
    """Return a die with its article: "a six-sided die", "an eight-sided die", "a 20-sided die"."""
    return (
        f"{'an' if str(sides)[0] == '8' or sides in (11, 18) else 'a'} {in_number(sides)}-sided die"
    )


def ordinal(number: int) -> str:
    """Return an ordinal number: "third", "12th", "21st"."""
    words = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh")
    ending = (
        "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    )
    return words[number] if 0 < number < len(words) else f"{number}{ending}"


# the color of each basic land type
COLORS_OF_LANDS = (
    "white with Plains, blue with Islands, black with Swamps, red with Mountains "
    "and green with Forests"
)


def bonus(power: int, toughness: int) -> str:
    """Return a bonus to power and toughness: "+1/+1", "-2/+0"."""
    return f"{power:+d}/{toughness:+d}"
