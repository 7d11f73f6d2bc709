"""Tokens: "two 1/1 green Elf Warrior creature tokens with flying", and copies of permanents."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

from engine.base.english import listed
from engine.base.records import replace
from engine.cards.model import BecomeCopy, Card, CopyToken, Enters, MakeToken, Unlike
from engine.cards.oracle.bags import apart, merged
from engine.cards.oracle.grammar import (
    GRAMMAR,
    H,
    Reader,
    Reading,
    Writer,
    Written,
    category,
    phrase,
)
from engine.cards.oracle.phrases.amounts import x_explained
from engine.cards.oracle.references import Number, Said
from engine.cards.terms import Kind

KINDS = {kind.lower(): kind for kind in get_args(Kind)}

# --- Tokens ---------------------------------------------------------------------------------------


@category("token")
class Token:
    """The characteristics of tokens: "1/1 white Soldier creature token with flying".

    The mode is the number of the tokens. Unless it is `sized`, the size stands before.
    """

    def __init__(self, *, sized: bool = True) -> None:
        self._sized = sized

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the tokens described at a place, as cards."""
        facts: dict[str, Any] = {}
        supertypes: list[str] = []
        while reader.word(at) in ("legendary", "snow"):
            supertypes.append(reader.word(at).capitalize())
            at += 1
        if supertypes:
            facts["supertypes"] = tuple(supertypes)
        if not self._sized:
            yield from self._colored(reader, facts | {"power": 0, "toughness": 0}, at, mode)
            return
        for size in reader.read("size", at):
            power, toughness = (number.value for number in size.value)
            if type(power) is int and type(toughness) is int:
                sized = facts | {"power": power, "toughness": toughness}
                yield from self._colored(reader, sized, size.end, mode)
        if not reader.read("size", at):  # its ability defines its size
            yield from self._colored(reader, facts | {"power": 0, "toughness": 0}, at, mode)

    def _colored(
        self, reader: Reader, facts: dict[str, Any], at: int, mode: str
    ) -> Iterator[Reading]:
        for colors in reader.read("colors", at, "one/and"):
            yield from self._typed(reader, facts | {"colors": colors.value}, colors.end, mode)
        if reader.word(at) == "colorless":
            yield from self._typed(reader, facts, at + 1, mode)

    def _typed(
        self, reader: Reader, facts: dict[str, Any], at: int, mode: str
    ) -> Iterator[Reading]:
        subtypes: list[str] = []
        while found := reader.read("subtype", at, "one"):
            subtypes.append(found[-1].value)
            at = found[-1].end
        types: list[str] = []
        while reader.word(at) in KINDS:
            types.append(KINDS[reader.word(at)])
            at += 1
        if reader.word(at) != ("tokens" if mode == "many" else "token") or not types:
            return
        facts = facts | {"subtypes": tuple(subtypes), "types": tuple(types)}
        if "Creature" not in types:
            facts = {name: value for name, value in facts.items() if name not in _SIZE}
        name = " ".join(subtypes)
        if name:
            yield from self._able(reader, facts | {"name": name}, at + 1)
        if reader.word(at + 1) == "named":
            for named in reader.read("name", at + 2):
                yield from self._able(reader, facts | {"name": named.value}, named.end)

    def _able(self, reader: Reader, facts: dict[str, Any], at: int) -> Iterator[Reading]:
        if not self._sized or facts.get("power") != 0 or facts.get("toughness") != 0:
            yield Reading(Card(**facts), at)
        if reader.word(at) == "with":
            for grants in reader.read("grants", at + 1):
                change = grants.value
                card = Card(**facts, keywords=change.keywords, abilities=change.abilities)
                yield Reading(card, grants.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a token's characteristics in words."""
        if not isinstance(value, Card) or not value.types:
            return None
        words = [word.lower() for word in value.supertypes]
        if self._sized and value.power is not None and "Creature" in value.types:
            words.append(f"{value.power}/{value.toughness}")
        words.append(listed(value.colors) if value.colors else "colorless")
        words += [*value.subtypes, *(kind.lower() for kind in value.types)]
        words.append("tokens" if mode == "many" else "token")
        if value.name != " ".join(value.subtypes):
            words.append(f"named {value.name}")
        if value.keywords or value.abilities:
            kind = "creature" if "Creature" in value.types else value.types[0].lower()
            grants = writer.write("grants", value, replace(said, receiver=kind))
            if grants is None:
                return None
            words.append(f"with {grants.text}")
        plain = Card(
            name=value.name,
            types=value.types,
            supertypes=value.supertypes,
            subtypes=value.subtypes,
            colors=value.colors,
            power=value.power,
            toughness=value.toughness,
            keywords=value.keywords,
            abilities=value.abilities,
        )
        return Written(" ".join(words), said) if plain == value else None


_SIZE = ("power", "toughness")
_STATES: tuple[tuple[str, dict[str, Any]], ...] = (("", {}), ("tapped", {"tapped": True}))
for _state, _fields in _STATES:
    phrase(
        "effect",
        f"<who:doer!> *create <count:some!> {_state} <token:token.=>",
        MakeToken(token=H.token, count=H.count, who=H.who, **_fields),
    )
    phrase(
        "effect",
        f"<who:doer!> *create a number of {_state} <token:token.many> equal to <count:quantity>",
        MakeToken(token=H.token, count=H.count, who=H.who, **_fields),
        read_only=True,
    )

phrase(
    "several",
    "<who:doer!> *create <count:some!> <token:token.=> and <more:some!> <other:token.=>",
    (
        MakeToken(token=H.token, count=H.count, who=H.who),
        MakeToken(token=H.other, count=H.more, who=H.who),
    ),
)

GRAMMAR.categories["unsized-token"] = Token(sized=False)


@category("token-size")
class TokenSize:
    """The size of tokens that depends on an amount: "X/X"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the amount at a place."""
        if reader.word(at) == "x/x":
            yield Reading(Number(at, "X"), at + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the size; what X is follows at the end of the clause."""
        if value == "X":
            return Written("X/X", said)
        explained = x_explained(writer, value, said)
        return explained and Written("X/X", explained)


phrase(
    "effect",
    "<who:doer!> *create <count:some!> <size:token-size> <token:unsized-token.=>",
    MakeToken(token=H.token, count=H.count, who=H.who, power=H.size, toughness=H.size),
)

# --- Copies ---------------------------------------------------------------------------------------

phrase(
    "unlike-part", "its name is <name:name>", Unlike(name=H.name), "its name is still <name:name>"
)
phrase(
    "unlike-part",
    "it's <types:further-subtypes> in addition to its other types",
    Unlike(add_subtypes=H.types),
)
phrase(
    "unlike-part",
    "it's <types:further-types> in addition to its other types",
    Unlike(add_types=H.types),
)
phrase("unlike-part", "it's <colors:colors.one/and>", Unlike(colors=H.colors))
phrase(
    "unlike-part",
    "it's legendary in addition to its other types",
    Unlike(add_supertypes=("Legendary",)),
)
phrase(
    "unlike-part",
    "it has <words:keywords.one/and>",
    Unlike(keywords=H.words),
    "it gains <words:keywords.one/and>",
)
phrase(
    "unlike-part",
    "it has <ability:quoted-ability>",
    Unlike(abilities=(H.ability,)),
    "it gains <ability:quoted-ability>",
)


@category("unlike")
class Differences:
    """The differences of a copy, after "except": "it has haste and it's blue"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the differences at a place."""
        yield from self._more(reader, Unlike(), at, 0)

    @staticmethod
    def _size(reader: Reader, at: int) -> Iterator[Reading]:
        """Yield the size of a copy: "it's 7/7"."""
        start = reader.at_words(at, "it's")
        if start is not None:
            start += reader.word(start) == "still"
            power, slash, toughness = reader.word(start).partition("/")
            if slash and power.isdigit() and toughness.isdigit():
                yield Reading(Unlike(power=int(power), toughness=int(toughness)), start + 1)

    def _more(self, reader: Reader, before: Unlike, at: int, parts: int) -> Iterator[Reading]:
        for part in (*reader.read("unlike-part", at), *self._size(reader, at)):
            unlike = merged(before, part.value)
            if unlike is None:
                continue
            yield Reading(unlike, part.end)
            comma = reader.word(part.end) == ","
            joined = reader.word(part.end + comma) == "and"
            if comma or joined:
                yield from self._more(reader, unlike, part.end + comma + joined, parts + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the differences in words."""
        if not isinstance(value, Unlike):
            return None
        words: list[str] = []
        if type(value.power) is int and type(value.toughness) is int:
            words.append(f"it's {value.power}/{value.toughness}")
            value = replace(value, power=None, toughness=None)
        parts, left = apart(GRAMMAR.phrases("unlike-part"), value)
        for rule, meanings in parts:
            written = writer.say(rule.elements, meanings, said)
            if written is None:
                return None
            words.append(written.text)
        return Written(listed(words), said) if words and left == Unlike() else None


for _except, _unlike in (("", {}), (", except <unlike:unlike>", {"unlike": H.unlike})):
    phrase(
        "effect",
        f"create a token that's a copy of <of:thing> {_except}",
        CopyToken(of=H.of, **_unlike),
    )
    phrase(
        "effect",
        f"create <count:count> tokens that are copies of <of:thing> {_except}",
        CopyToken(of=H.of, count=H.count, **_unlike),
    )
    phrase(
        "effect",
        f"<what:things.many!> *become a copy of <of:thing> {_except}",
        BecomeCopy(what=H.what, of=H.of, **_unlike),
    )
    phrase(
        "effect",
        f"<what:things.many!> *become a copy of <of:thing> <until:until> {_except}",
        BecomeCopy(what=H.what, of=H.of, until=H.until, **_unlike),
        f"<until:until> , <what:things.many!> *become a copy of <of:thing> {_except}",
    )
    _start = "you may have <any:this> enter as a copy of"
    phrase(
        "static-clause",
        f"{_start} any <of:objects.one> on the battlefield {_except}",
        Enters(copy_of=H.of, **_unlike),
        f"{_start} <of:objects.a> {_except}",
        f"{_start} <of:objects.a> on the battlefield {_except}",
    )
phrase(
    "effect",
    "<what:things.many!> *become a copy of <of:thing> , except it has this ability",
    BecomeCopy(what=H.what, of=H.of, keeps=True),
    "<what:things.many!> *become a copy of <of:thing> and gains this ability",
)
phrase(
    "effect",
    "<what:things.many!> *become a copy of <of:thing> , except <unlike:unlike> and it has this "
    "ability",
    BecomeCopy(what=H.what, of=H.of, keeps=True, unlike=H.unlike),
)
