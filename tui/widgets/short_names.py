"""Names in little room: whatever is cut off, two things with different names never look the same among those in sight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache

Firsts = tuple[tuple[str, str], ...]
"""Names, each with the short one that it should have if no other has it."""


@lru_cache(1024)
def told_apart(names: Firsts, room: int) -> Mapping[str, str]:
    """For each name one of at most so many letters: the one that it should have, or where several should have that, each another one."""
    wanted = Counter(short.lower() for _, short in names)
    found = {name: short for name, short in names if wanted[short.lower()] == 1}
    taken = {short.lower() for _, short in names}
    for name, short in names:
        if name not in found:
            found[name] = next((other for other in _others(name, room) if other.lower() not in taken), short)
            taken.add(found[name].lower())
    return found


def going_on(code: str, name: str, room: int) -> str:
    """A short name, with as many more letters of the name as there is room for: what follows those that it ends with."""
    words = name.replace("-", " ").split()
    last, whole = words[-1], "".join(words)
    shared = next((length for length in range(len(code), 0, -1) if code.endswith(last[:length])), 0)
    rest = last[shared:] if shared else whole[whole.find(code[-1], 1) + 1 :]
    return (code + rest)[:room]


def _others(name: str, room: int) -> Iterator[str]:
    """Other ways to shorten a name: its beginning with that of its last word or that alone, with its end, a letter, a number."""
    words = name.replace("-", " ").split()
    first, last, whole = words[0], words[-1], "".join(words)
    yield from ([last[0]] if room == 1 and len(words) > 1 else [])
    halves = sorted(range(1, room), key=lambda length: abs(2 * length - room))
    yield from (first[:length] + last[: room - length] for length in halves if len(words) > 1)
    yield from (whole[:length] + whole[length - room :] for length in halves)
    yield from (whole[: room - 1] + letter for letter in whole[1:])
    yield from (whole[: room - len(str(number))] + str(number) for number in range(1, 10 ** min(room, 3)))
