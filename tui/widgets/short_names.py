"""Short names that keep different things distinguishable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain, combinations

from engine.log import head

LEAST_WORD = 3  # letters of the shortest meaningful word, or of a shortened word
VOWELS = "aeiouy"

# names, each with its preferred short name
Firsts = tuple[tuple[str, str], ...]


@lru_cache(1024)
def told_apart(names: Firsts, room: int) -> Mapping[str, str]:
    """Return a unique short name for each name.

    The preferred one if unique, or else another of at most `room` letters.
    """
    wanted = Counter(short.lower() for _, short in names)
    found = {name: short for name, short in names if wanted[short.lower()] == 1}
    taken = {short.lower() for _, short in names}
    for name, short in names:
        if name not in found:
            found[name] = next(
                (other for other in _others(name, room) if other.lower() not in taken), short
            )
            taken.add(found[name].lower())
    return found


@lru_cache(1024)
def beside_marks(names: Firsts, room: int, least: int) -> Mapping[str, str]:
    """Return `least` letters of each short name, for cells shared with marks.

    These are unique too; if all own letters are taken, another letter is used.
    """
    whole = told_apart(names, room)
    wanted = Counter(short[:least].lower() for short in whole.values())
    found = {
        name: short[:least] for name, short in whole.items() if wanted[short[:least].lower()] == 1
    }
    taken = {short.lower() for short in found.values()}
    for name, short in whole.items():
        if name not in found:
            ways = chain(map("".join, combinations(short, least)), _others(name, least))
            found[name] = next(
                (other for other in ways if other.lower() not in taken), short[:least]
            )
            taken.add(found[name].lower())
    return found


def letter_pairs(names: Iterable[str], kept: Mapping[str, str]) -> dict[str, str]:
    """Return two letters for each name: those in `kept`, or else the first free ones."""
    found = {name: kept[name] for name in names if name in kept}
    taken = set(found.values())
    for name in names:
        if name not in found:
            ways = list(_pairs(name))
            found[name] = next((pair for pair in ways if pair not in taken), ways[0])
            taken.add(found[name])
    return found


def _pairs(name: str) -> Iterator[str]:
    """Yield a capital and a small letter from a name, best first.

    From the main word, its consonants before its vowels, then from other words.
    """
    best = head(name)
    for word in (best, *(word for word in name.split() if word != best and word[0].isupper())):
        letters = [letter for letter in word.lower() if letter.isalnum()]
        rest = sorted(letters[1:], key=lambda letter: letter in VOWELS)
        yield from (f"{letters[0].upper()}{letter}" for letter in rest or letters[:1])


def whole_words(name: str) -> list[str]:
    """Return the meaningful words of a name: "Wall" and "Air" for Wall of Air."""
    return [
        word
        for word in name.replace(",", "").split()
        if word[0].isupper() and len(word) >= LEAST_WORD
    ]


def cut_word(word: str, room: int) -> str:
    """Return the beginning of a word, cut after a consonant if possible: "Ornith", "Mount"."""
    if len(word) <= room:
        return word
    short = word[:room].rstrip("'-")
    spoken = short.rstrip(VOWELS + "'-")
    return spoken if len(spoken) > LEAST_WORD else short


def _others(name: str, room: int) -> Iterator[str]:
    """Yield other short forms of a name.

    Such as "W. Air", "Air", "Hurl", the beginning with the end, with another letter, or with a
    number.
    """
    words = name.replace("-", " ").split()
    first, last, whole = words[0], words[-1], "".join(words)
    halves = sorted(range(1, room), key=lambda length: abs(2 * length - room))
    if len(words) > 1 and len(short := f"{first[0]}. {last}") <= room:
        yield short
    if len(words) > 1 and room >= LEAST_WORD:
        telling = whole_words(name)[::-1]
        yield from (word for word in telling if len(word) <= room)
        yield from (cut_word(word, room) for word in telling)
    yield from (first[:length] + last[: room - length] for length in halves if len(words) > 1)
    yield from (whole[:length] + whole[length - room :] for length in halves)
    yield from (whole[: room - 1] + letter for letter in whole[1:])
    yield from (
        whole[: room - len(str(number))] + str(number) for number in range(1, 10 ** min(room, 3))
    )
