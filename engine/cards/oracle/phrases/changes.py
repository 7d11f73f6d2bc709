"""Continuous changes: "gets +1/+1", "has flying", "can't block", and how long they last."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, get_args

from engine.base.english import article, inflect, listed, plural
from engine.base.records import replace
from engine.cards.keywords import COUNTED, keyword_problem
from engine.cards.model import Change, Modify
from engine.cards.oracle.bags import Says, apart, merged
from engine.cards.oracle.grammar import (
    GRAMMAR,
    H,
    ReadAs,
    Reader,
    Reading,
    Writer,
    Written,
    agreed,
    category,
    phrase,
)
from engine.cards.oracle.own_name import GRANTERS
from engine.cards.oracle.phrases.amounts import WHERE, ended, x_explained
from engine.cards.oracle.phrases.lists import list_of
from engine.cards.oracle.phrases.mentions import NAMED_SOURCE
from engine.cards.oracle.phrases.objects import SUBTYPES
from engine.cards.oracle.phrases.sequences import counted
from engine.cards.oracle.references import NEXT_UNTAP, Number, Said
from engine.cards.oracle.tokens import CLOSE, OPEN
from engine.cards.spliced import SPLICE
from engine.cards.subtypes import CREATURE_TYPES, LAND_TYPES
from engine.cards.terms import ColorWord, Count, Filter, Kind, Stat, Supertype

_BONUS = re.compile(r"([+-])(\d+|x)/([+-])(\d+|x)")


@category("bonus")
class BonusPhrase:
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
        for amount in value[: 1 if value[0] == value[1] else 2]:
            negative = amount == "-X"
            plain = "X" if negative else amount
            if type(amount) is int:
                negative, plain = amount < 0, abs(amount)
            elif isinstance(amount, Count | Stat) and amount.times < 0:
                negative = True
                plain = replace(amount, times=-amount.times, plus=-amount.plus)
            written = writer.write("amount", plain, said, "bonus")
            if written is None:
                return None
            said = written.said
            texts.append(("-" if negative else "+") + written.text)
        texts = texts * 2 if len(texts) == 1 else texts
        if texts[0] == "+0" and texts[1][0] == "-":
            texts[0] = "-0"
        if texts[1] == "+0" and texts[0][0] == "-":
            texts[1] = "-0"
        return Written("/".join(texts), said)


def _amount(sign: str, number: str) -> int | str:
    if number == "x":
        return "-X" if sign == "-" else "X"
    return -int(number) if sign == "-" else int(number)


QUALITIES = frozenset(
    form.lower()
    for word in (*get_args(Kind), *get_args(Supertype), *SUBTYPES)
    for form in (word, plural(word))
) | {"everything", "monocolored", "multicolored", "colorless", *get_args(ColorWord)}
"""Words for what a permanent can have protection from, besides a chosen color or type."""
PLURALS = frozenset(plural(word).lower() for word in (*get_args(Kind), *SUBTYPES))
CREATURE_WORDS = frozenset(map(str.lower, CREATURE_TYPES))
CHOSEN_QUALITIES = ("the chosen color", "the chosen type", "the chosen creature type")


@category("keyword")
class KeywordPhrase:
    """A keyword ability in lowercase: "flying", "protection from black", "equip {2}"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the keywords that begin at a place."""
        words: list[str] = []
        if reader.at_words(at, "protection from") is not None:
            for quality in reader.read("protected-quality", at + 2):
                yield quality._replace(value=f"protection from {quality.value}")
            return
        if reader.word(at) in ("affinity", "champion"):
            yield from _of_quality(reader, at)
            return
        if (start := reader.at_words(at, SPLICE.lower())) is not None:
            for mana in reader.read("mana", start):
                yield mana._replace(value=f"{SPLICE} {mana.value}")
            return
        for end in range(at, at + 5):
            word = reader.word(end)
            if not word:
                return
            if word == "—" and words and words[0] in COUNTED:
                continue
            words.append(reader.tokens[end] if word[0] == "{" else word)
            text = " ".join(words)
            if text == "uncounterable":  # not in these words
                return
            if keyword_problem(text) is None:
                yield Reading(text, end + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the keyword."""
        return Written(value, said) if isinstance(value, str) else None


def _of_quality(reader: Reader, at: int) -> Iterator[Reading]:
    """Yield "affinity for artifacts" or "champion a Faerie"."""
    start = reader.at_words(at, "affinity for")
    if start is not None and reader.word(start) in PLURALS:
        yield Reading(f"affinity for {reader.tokens[start]}", start + 1)
    if reader.word(at) == "champion" and reader.word(at + 1) in ("a", "an"):
        end = at + 2
        if reader.word(end) == "creature":
            yield Reading("champion a creature", end + 1)
        while reader.word(end) in CREATURE_WORDS:
            yield Reading(" ".join(("champion", *reader.tokens[at + 1 : end + 1])), end + 1)
            if reader.word(end + 1) != "or":
                return
            end += 2


@category("protected-quality")
class ProtectedQuality:
    """A quality that a permanent has protection from: "black", "artifacts", "the chosen color"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the qualities at a place."""
        for words in CHOSEN_QUALITIES:
            end = reader.at_words(at, words)
            if end is not None:
                yield Reading(words, end)
        end = at
        while reader.word(end) in QUALITIES:
            end += 1
            yield Reading(" ".join(reader.tokens[at:end]), end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the quality."""
        return Written(value, said)


list_of("keywords", "keyword")


@category("quoted-ability")
class QuotedAbility:
    """An ability in quotation marks, with references of its own."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the abilities quoted at a place."""
        for quoted in reader.read("quoted-abilities", at):
            if len(quoted.value) == 1:
                yield quoted._replace(value=quoted.value[0])

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the ability in the words of the object that has it."""
        own = said.receiver == said.this  # "this Aura gains", whose host is the same
        inner = Said(this=said.receiver, host=said.host if own else "permanent")
        written = writer.write("ability", value, inner)
        if written is None:
            return None
        text = _CAPITAL.sub(lambda match: match[0].upper(), written.text, count=1)
        return Written(f"{OPEN} {text} {CLOSE}", said)


@category("quoted-abilities")
class QuotedAbilities:
    """The meaning of one quotation: an ability, or two for "attacks or blocks"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the abilities quoted at a place, as a tuple."""
        mark = reader.word(at)
        if mark not in ('"', "'"):
            return
        for abilities in reader.read("abilities", at + 1):
            closed = reader.word(abilities.end) == mark
            if closed and not self._names_granter(reader, at, abilities.end):
                yield Reading(abilities.value, abilities.end + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return None: each ability is quoted by itself."""
        return None

    @staticmethod
    def _names_granter(reader: Reader, at: int, end: int) -> bool:
        """Return whether a quotation speaks of the Aura or Equipment that grants the ability."""
        words = [reader.word(place) for place in range(at, end)]
        nouns = {noun for this, noun in pairwise(words) if this == "this"}
        return not nouns.isdisjoint(map(str.lower, GRANTERS))


_CAPITAL = re.compile(r"^[a-z]")


@category("grants")
class Grants:
    """Keywords and quoted abilities in a list, as a change."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the lists that begin at a place."""
        yield from self._more(reader, Change(), at, 0)

    def _more(self, reader: Reader, before: Change, at: int, items: int) -> Iterator[Reading]:
        for change, end in self._items(reader, before, at):
            if items == 0:  # a longer list ends with "and"
                yield Reading(change, end)
            comma = reader.word(end) == ","
            start = end + comma
            if reader.word(start) == "and":
                if not comma or items > 0:
                    for last, stop in self._items(reader, change, start + 1):
                        yield Reading(last, stop)
            elif comma:
                for more in self._more(reader, change, start, items + 1):
                    if more.end > start:
                        yield more

    def _items(self, reader: Reader, before: Change, at: int) -> Iterator[tuple[Change, int]]:
        if reader.word(at) in ('"', "'"):
            for quoted in reader.read("quoted-abilities", at):
                yield replace(before, abilities=(*before.abilities, *quoted.value)), quoted.end
            return
        for keyword in reader.read("keyword", at):
            change = replace(before, keywords=(*before.keywords, keyword.value))
            yield change, keyword.end
            if keyword.value.startswith("protection "):
                yield from self._further_qualities(reader, change, keyword.end)

    def _further_qualities(
        self, reader: Reader, before: Change, at: int
    ) -> Iterator[tuple[Change, int]]:
        start = reader.at_words(at, "and from")
        if start is not None:
            for quality in reader.read("protected-quality", start):
                word = f"protection from {quality.value}"
                yield replace(before, keywords=(*before.keywords, word)), quality.end

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the keywords and abilities of a change as a list."""
        words: list[str] = []
        for keyword in value.keywords:
            quality = keyword.removeprefix("protection ")
            if words and quality != keyword and words[-1].startswith("protection "):
                words[-1] += f" and {quality}"
            else:
                words.append(keyword)
        for ability in value.abilities:
            written = writer.write("quoted-ability", ability, said)
            if written is None:
                return None
            words.append(written.text)
        return Written(listed(words), said) if words else None


# --- Parts of a change, in their order ------------------------------------------------------------

ALL_COLORS: tuple[ColorWord, ...] = get_args(ColorWord)
for have, be in (("have", "be"), ("gain", "become")):
    phrase(f"change-{have}", "*lose <words:keywords.one/and>", Change(lose_keywords=H.words))
    phrase(f"change-{have}", "*lose all abilities", Change(lose_abilities=True))
    phrase(f"change-{have}", f"*{be} <colors:colors.one/and>", Change(colors=H.colors))
    phrase(f"change-{have}", f"*{be} colorless", Change(colors=()))
    phrase(f"change-{have}", f"*{be} all colors", Change(colors=ALL_COLORS))
    phrase(f"change-{have}", f"*{be} the chosen color", Change(colors=("chosen",)))
    phrase(f"change-{have}", f"*{be} <types:land-types.=>", Change(subtypes=H.types))
    phrase(f"change-{have}", f"*{be} <types:creature-kinds.=>", Change(subtypes=H.types))
    for _article, _number in (("a", "one"), ("", "many")):
        phrase(
            f"change-{have}",
            f"*{be} {_article} <colors:colors.one/and> <types:bare-kinds.{_number}>",
            Change(colors=H.colors, subtypes=H.types),
            read_only=True,
        )
    for _further, _record in (
        ("<subtypes:further-subtypes.=>", Change(add_subtypes=H.subtypes)),
        ("<types:further-types.=>", Change(add_types=H.types)),
        (
            "<subtypes:further-subtypes> <types:further-nouns.=>",
            Change(add_subtypes=H.subtypes, add_types=H.types),
        ),
    ):
        phrase(
            f"change-{have}",
            f"*{be} {_further} in addition to *its other types",
            _record,
            f"*{be} {_further} in addition to *its other creature types",
            f"*{be} {_further} in addition to *its other land types",
        )
GRAMMAR.phrases("change-part")


class Kinds:
    """Types or subtypes as what something is: "an artifact", "Goblins".

    The mode is the number; without one the words stand before a noun.
    """

    def __init__(self, words: Iterable[str], *, article: bool = True, most: int = 3) -> None:
        self._one = {word.lower(): word for word in words}
        self._many = {plural(word).lower(): word for word in words}
        self._article = article
        self._most = most

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the kinds at a place."""
        if mode != "many" and self._article:
            if reader.word(at) not in ("a", "an"):
                return
            at += 1
        found: list[str] = []
        while len(found) < self._most and reader.word(at) in self._one:
            if mode == "many" and reader.word(at) in self._many:
                break
            found.append(self._one[reader.word(at)])
            at += 1
            if mode != "many":
                yield Reading(tuple(found), at)
        if mode == "many" and reader.word(at) in self._many:
            yield Reading((*found, self._many[reader.word(at)]), at + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the kinds in words."""
        known = self._one.values()
        if not value or any(word not in known for word in value):
            return None
        words = [word.lower() if word in get_args(Kind) else word for word in value]
        if mode == "many":
            words[-1] = plural(words[-1])
            return Written(" ".join(words), said)
        text = " ".join(words)
        return Written(article(text) if self._article else text, said)


GRAMMAR.categories["bare-kinds"] = Kinds(CREATURE_TYPES, article=False)
GRAMMAR.categories["creature-kinds"] = Kinds(CREATURE_TYPES)
GRAMMAR.categories["land-types"] = Kinds(sorted(LAND_TYPES))
GRAMMAR.categories["further-subtypes"] = Kinds(SUBTYPES)
GRAMMAR.categories["further-types"] = Kinds(get_args(Kind))
GRAMMAR.categories["further-nouns"] = Kinds(get_args(Kind), article=False)

# --- Restrictions ---------------------------------------------------------------------------------

RESTRICTIONS = {
    "cant-move": "can't move",
    "cant-attack": "can't attack",
    "cant-block": "can't block",
    "cant-be-blocked": "can't be blocked",
    "must-attack": "*attack each combat if able",
    "cant-be-regenerated": "can't be regenerated",
    "doesnt-untap": "*don't untap during *its controller's untap step",
    "cant-activate": "*its activated abilities can't be activated",
    "attacks-despite-defender": "can attack as though *it didn't have defender",
    "can-block-any-number": "can block any number of creatures",
    "must-be-blocked-once": "must be blocked if able",
    "blocked-by-one": "can't be blocked by more than one creature",
}
for word, words in RESTRICTIONS.items():
    phrase("restriction", words, Change(restrict=(word,)))  # type: ignore[arg-type]
_IDLE = Change(restrict=("cant-activate",))
phrase("restriction", "can't attack or block", Change(restrict=("cant-attack", "cant-block")))
phrase(
    "restriction",
    "can't attack or block , and *its activated abilities can't be activated",
    Change(restrict=("cant-attack", "cant-block", "cant-activate")),
)
phrase("restriction", "can block an additional creature each combat", Change(extra_blocks=1))
phrase(
    "restriction",
    "can block an additional <number:count> creatures each combat",
    Change(extra_blocks=H.number),
)
for words in (
    "*don't untap during your untap step",
    "*don't untap during their controllers' untap steps",
):
    phrase("restriction", words, Change(restrict=("doesnt-untap",)), read_only=True)
phrase("restriction", "can't be blocked except by <of:objects.many>", Change(blocked_only_by=H.of))
phrase("restriction", "can't be blocked by <of:objects.many>", Change(cant_be_blocked_by=H.of))
phrase("restriction", "<of:blockable>", Change(can_block_only=H.of))
_OPPOSITES = (
    ("power_min", "power_max", -1), ("power_max", "power_min", 1),
    ("toughness_min", "toughness_max", -1), ("toughness_max", "toughness_min", 1),
    ("colors", "not_colors", 0), ("keywords", "not_keywords", 0), ("subtypes", "not_subtypes", 0),
    ("types", "not_types", 0),
)  # fmt: skip


def opposite(of: Filter) -> Filter | None:
    """Return the creatures that a filter for creatures doesn't find, if one quality decides."""
    left = replace(of, types=()) if of.types == ("Creature",) else of
    for name, other, step in _OPPOSITES:
        for this, that, by in ((name, other, step), (other, name, -step)):
            value = getattr(left, this)
            empty = getattr(Filter(), this)
            if value == empty or replace(left, **{this: empty}) != Filter():
                continue
            if not isinstance(value, tuple | int):
                return None
            if isinstance(value, int):
                value += by
            return replace(Filter(types=("Creature",)), **{that: value})
    return None


@category("blockable")
class Blockable:
    """The creatures that another one can block, or all others: "can't block black creatures"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the creatures that can be blocked."""
        start = reader.at_words(at, "can block only")
        if start is not None:
            yield from reader.read("objects", start, "many")
        start = reader.at_words(at, "can't block")
        for objects in reader.read("objects", start, "many") if start is not None else ():
            found = opposite(objects.value)
            if found is not None and opposite(found) is not None:
                yield objects._replace(value=found)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the creatures in words, those that can be blocked if they have a keyword."""
        found = opposite(value) if isinstance(value, Filter) else None
        only = found is None or value.keywords
        written = writer.write("objects", value if only else found, said, "many")
        words = "can block only" if only else "can't block"
        return written and written._replace(text=f"{words} {written.text}")


UNTIL = {
    "end-of-turn": "until end of turn",
    "your-next-turn": "until your next turn",
    "end-of-combat": "until end of combat",
    "source-leaves": "for as long as <any:this> remains on the battlefield",
    "you-control": "for as long as you control <any:this>",
}
for word, words in UNTIL.items():
    phrase("until", words, word)


def _says(writer: Writer, said: Said, mode: str) -> Says:
    """Return the test for rules whose slots have words for the data."""
    return lambda rule, meanings: writer.say(rule.elements, meanings, said, mode) is not None


class Changes:
    """The parts of a change, merged: "gets +1/+1 and has flying".

    The mode is the person of the subject.
    """

    def __init__(self, *kinds: str, grant: str = "") -> None:
        self._kinds = kinds
        self._grant = grant

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
        of_abilities = reader.word(at + comma + 1) in ("its", "their")
        if joined and (not comma or parts > 1 or of_abilities):
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
        if self._grant:
            yield from self._sizes(reader, at, mode)
            if reader.word(at) == agreed(self._grant, mode):
                for grants in reader.read("grants", at + 1):
                    yield grants.value, grants.end
            yield from self._sized_kinds(reader, at, mode)
        for kind in self._kinds:
            for part in reader.read(kind, at, mode):
                yield part.value, part.end
                for size in reader.read("with-base-size", part.end) if self._grant else ():
                    change = merged(part.value, size.value)
                    if change is not None:
                        yield change, size.end

    def _sized_kinds(self, reader: Reader, at: int, mode: str) -> Iterator[tuple[Change, int]]:
        """Yield what something becomes in addition to its other types, with its size before."""
        be = "be" if self._grant == "have" else "become"
        if reader.word(at) != agreed(be, mode):
            return
        its = agreed("its", mode)
        for kind, field in (("further-types", "add_types"), ("further-subtypes", "add_subtypes")):
            for kinds in reader.read(kind, at + 1, mode):
                for size in reader.read("with-base-size", kinds.end):
                    end = reader.at_words(size.end, f"in addition to {its} other types")
                    if end is not None:
                        yield replace(size.value, **{field: kinds.value}), end

    @staticmethod
    def _sizes(reader: Reader, at: int, mode: str) -> Iterator[tuple[Change, int]]:
        if reader.word(at) == agreed("get", mode):
            start = at + 1
            if reader.at_words(start, "an additional") is not None:
                start += 2
            for bonus in reader.read("bonus", start):
                power, toughness = bonus.value
                change = Change(power=power, toughness=toughness)
                yield change, bonus.end
                for counting in counted(reader, change, bonus.end):
                    yield counting.value, counting.end
        start = reader.at_words(at, f"{agreed('have', mode)} base power and toughness")
        if start is not None:
            for size in reader.read("size", start):
                power, toughness = size.value
                yield Change(base_power=power, base_toughness=toughness), size.end

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a change in words."""
        if not isinstance(value, Change):
            return None
        parts: list[Written | None] = []
        left = value
        explained: Written | None = None
        if self._grant and (value.power != 0 or value.toughness != 0):
            left = replace(left, power=0, toughness=0)
            bonus = self._bonus(writer, value, said, mode, alone=left == Change())
            if bonus is not None and bonus.said.after is not None and left != Change():
                explained = bonus  # ", where X is …" at the end of the sentence
                said = replace(bonus.said, after=None)
            else:
                said = said if bonus is None else bonus.said
                parts.append(bonus)
        if self._grant:
            more, left = self._granted(writer, left, said, mode)
            parts += more
        for words in self._restrictions(left, mode):
            parts.append(Written(words, said))
            left = replace(left, restrict=())
        for kind in self._kinds:
            found, left = apart(GRAMMAR.phrases(kind), left, _says(writer, said, mode))
            for rule, meanings in found:
                written = writer.say(rule.elements, meanings, said, mode)
                parts.append(written)
                said = written.said if written is not None else said
        if explained is not None:
            parts.append(explained)
            said = replace(said, after=explained.said.after)
        words = [part.text for part in parts if part is not None]
        if len(words) < len(parts) or not words or left != Change():
            return None
        text = listed(words)
        if mode == "many":
            text = text.replace("their controller's untap step", "their controllers' untap steps")
        if words[-1].startswith("its ") and len(words) > 1:
            text = f"{listed(words[:-1])}, and {words[-1]}"
        return Written(text, said)

    @staticmethod
    def _bonus(
        writer: Writer, value: Change, said: Said, mode: str, *, alone: bool
    ) -> Written | None:
        """Return a bonus; only the words that explain an X don't stand right after it."""
        bonus = writer.write("bonus", (value.power, value.toughness), said)
        if bonus is None:
            return None
        bonus = bonus._replace(text=f"{agreed('get', mode)} {bonus.text}")
        if alone or bonus.said.after is None or bonus.said.after[0] == WHERE:
            return bonus
        return ended(writer, bonus)

    def _granted(
        self, writer: Writer, left: Change, said: Said, mode: str
    ) -> tuple[list[Written | None], Change]:
        """Return base sizes and granted abilities in words, and what is left to say."""
        parts: list[Written | None] = []
        if left.base_power is not None and left.base_toughness is not None:
            sizes = (left.base_power, left.base_toughness)
            plain = all(isinstance(each, int | str) for each in sizes)
            size = writer.write("size", sizes, said) if plain else None
            have = f"{agreed('have', mode)} base power and toughness"
            parts.append(size and size._replace(text=f"{have} {size.text}"))
            left = replace(left, base_power=None, base_toughness=None)
        if left.keywords or left.abilities:
            grants = writer.write("grants", left, said)
            text = f"{agreed(self._grant, mode)} {grants.text}" if grants else ""
            parts.append(grants and grants._replace(text=text))
            left = replace(left, keywords=(), abilities=())
        return parts, left

    @staticmethod
    def _restrictions(left: Change, mode: str) -> Iterator[str]:
        """Yield several restrictions that no rule says together."""
        if len(left.restrict) < 2:
            return
        for rule in GRAMMAR.phrases("restriction").all_rules():
            if getattr(rule.record, "restrict", ()) == left.restrict:
                return
        if all(word in RESTRICTIONS for word in left.restrict):
            words = [inflect(RESTRICTIONS[word], mode or "you") for word in left.restrict]  # type: ignore[arg-type]
            if left.restrict[-1] == "cant-activate":
                yield f"{listed(words[:-1])} , and {words[-1]}"
            else:
                yield listed(words)


GRAMMAR.categories["change"] = Changes("change-part", "change-have", "restriction", grant="have")
GRAMMAR.categories["change-begin"] = Changes(
    "change-part", "change-gain", "restriction", grant="gain"
)
GRAMMAR.categories["restrictions"] = Changes("restriction")


@category("size")
class Size:
    """Power and toughness: "2/2", "X/X"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the size at a place, as a pair of amounts."""
        match = _SIZE.fullmatch(reader.word(at))
        if match is not None:
            yield Reading(
                tuple(Number(at, "X" if word == "x" else int(word)) for word in match.groups()),
                at + 1,
            )

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the size."""
        if value[0] == value[1] and isinstance(value[0], Count | Stat):
            explained = x_explained(writer, value[0], said)
            return explained and Written("X/X", explained)
        if any(type(amount) is not int and amount != "X" for amount in value):
            return None
        return Written("/".join(map(str, value)), said)


_SIZE = re.compile(r"(\d{1,3}|x)/(\d{1,3}|x)")


@category("with-base-size")
class WithBaseSize:
    """The base power and toughness of a new kind of creature, as a change."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the change at a place."""
        start = reader.at_words(at, "with base power and toughness")
        for size in reader.read("size", start) if start is not None else ():
            power, toughness = size.value
            yield size._replace(value=Change(base_power=power, base_toughness=toughness))

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return None: the size is written as a part of its own."""
        return None


@category("lasting-change")
class LastingChange:
    """A change without a duration, at the end of a sentence that names none."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the changes at a place."""
        start = at
        while start > 0 and reader.before(start) not in '.:"—•':
            start -= 1
            if reader.tokens[start].lower() == "until":
                return
        for change in reader.read("change-begin", at, mode):
            value = change.value
            brief = value.power != 0 or value.toughness != 0 or value.restrict
            if reader.stop(change.end) is not None and not brief:
                yield change

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the change in words."""
        return writer.write("change-begin", value, said, mode)


# --- Animation ------------------------------------------------------------------------------------

_STILL = "it's still a land"
OF_SOURCE = ("self", NAMED_SOURCE)
"""The last object said, where it is the source."""


@category("animation")
class Animation:
    """The creature that a permanent becomes: "a 2/2 green Elf creature with trample".

    The mode is the number of the permanents.
    """

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the changes at a place."""
        if mode != "many":
            if reader.word(at) not in ("a", "an"):
                return
            at += 1
        for size in reader.read("size", at):
            power, toughness = size.value
            change = Change(base_power=power, base_toughness=toughness)
            yield from self._colored(reader, change, size.end, mode)

    def _colored(self, reader: Reader, before: Change, at: int, mode: str) -> Iterator[Reading]:
        yield from self._kinds(reader, before, at, mode)
        for colors in reader.read("colors", at, "one/and"):
            yield from self._kinds(reader, replace(before, colors=colors.value), colors.end, mode)
        if reader.word(at) == "colorless":
            yield from self._kinds(reader, replace(before, colors=()), at + 1, mode)

    def _kinds(self, reader: Reader, before: Change, at: int, mode: str) -> Iterator[Reading]:
        subtypes: list[str] = []
        while found := reader.read("subtype", at, "one"):
            subtypes.append(found[0].value)
            at = found[0].end
        types: list[str] = []
        while reader.word(at) in ("artifact", "enchantment"):
            types.append(reader.tokens[at].capitalize())
            at += 1
        if reader.word(at) != ("creatures" if mode == "many" else "creature"):
            return
        types.append("Creature")
        change = replace(before, add_subtypes=tuple(subtypes), add_types=tuple(types))
        yield Reading(change, at + 1)
        if reader.word(at + 1) == "with":
            for grants in reader.read("grants", at + 2):
                granted = merged(change, grants.value)
                if granted is not None:
                    yield Reading(granted, grants.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return what a land becomes."""
        kinds = ("planeswalker", "artifact")
        if said.receiver in kinds or (said.object in OF_SOURCE and said.this != "land"):
            return None
        return animation(writer, value, said, mode)


@category("walker-animation")
class WalkerAnimation(ReadAs):
    """The creature that a planeswalker becomes, besides being a planeswalker."""

    reads = "animation"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return what a planeswalker becomes."""
        return animation(writer, value, said, mode) if said.receiver == "planeswalker" else None


@category("quoting-animation")
class QuotingAnimation:
    """A creature that a permanent becomes, with a quotation whose period ends the sentence."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the changes at a place."""
        for change in reader.read("animation", at, mode):
            if change.value.abilities and reader.stop(change.end) == change.end:
                yield change

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return None: the writer leaves out the second period by itself."""
        return None


def animation(writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
    """Return what a permanent becomes as a creature."""
    if not isinstance(value, Change) or value.base_power is None:
        return None
    if value.add_types[-1:] != ("Creature",) or value.base_toughness is None:
        return None
    size = writer.write("size", (value.base_power, value.base_toughness), said)
    if size is None:
        return None
    words = [size.text]
    if value.colors is not None:
        words.append(listed(value.colors) or "colorless")
    words += [*value.add_subtypes, *(kind.lower() for kind in value.add_types)]
    text = " ".join(words)
    text = f"{text}s" if mode == "many" else article(text)
    if value.keywords or value.abilities:
        grants = writer.write("grants", value, size.said)
        if grants is None:
            return None
        text = f"{text} with {grants.text}"
    left = replace(
        value, base_power=None, base_toughness=None, colors=None, add_subtypes=(),
        add_types=(), keywords=(), abilities=(),
    )  # fmt: skip
    return Written(text, size.said) if left == Change() else None


for _also in (_STILL, "they're still lands"):
    phrase(
        "effect",
        f"<what:things.many!> *become <change:animation.=> <until:until> . {_also}",
        Modify(what=H.what, change=H.change, until=H.until),
        f"<until:until> , <what:things.many!> *become <change:animation.=> . {_also}",
        "<until:until> , <what:things.many!> *become <change:animation.=> that's still a land",
        f"<until:until> , <what:things.many!> *become <change:quoting-animation.=> {_also}",
        read_only=_also != _STILL,
    )
phrase(
    "effect",
    "<until:until> , <what:things.many!> *become <change:walker-animation.=> that's still a "
    "planeswalker",
    Modify(what=H.what, change=H.change, until=H.until),
    "<what:things.many!> *become <change:walker-animation.=> <until:until> . it's still a "
    "planeswalker",
)
phrase(
    "effect",
    "<what:things.many!> *become <change:animation.=> that's still a land",
    Modify(what=H.what, change=H.change, until="forever"),
    f"<what:things.many!> *become <change:animation.=> . {_STILL}",
)
phrase(
    "effect",
    "<what:things.many!> *become <change:artifact-animation.=> <until:until>",
    Modify(what=H.what, change=H.change, until=H.until),
    "<until:until> , <what:things.many!> *become <change:artifact-animation.=>",
)
phrase(
    "effect",
    "<what:things.many!> *become <change:sized-artifact.=> <until:until>",
    Modify(what=H.what, change=H.change, until=H.until),
    "<until:until> , <what:things.many!> *become <change:sized-artifact.=>",
)
phrase(
    "effect",
    "<what:things.many!> *become <change:sized-artifact.=>",
    Modify(what=H.what, change=H.change, until="forever"),
)


phrase(
    "effect",
    "<what:things.many!> *become <change:new-creature.=>",
    Modify(what=H.what, change=H.change, until="forever"),
)
phrase(
    "effect",
    "<what:things.many!> *become <change:new-creature.=> <until:until>",
    Modify(what=H.what, change=H.change, until=H.until),
    "<until:until> , <what:things.many!> *become <change:new-creature.=>",
)


phrase(
    "effect",
    "<what:things.many!> *become <change:animation.=> in addition to *its other types "
    "<until:until>",
    Modify(what=H.what, change=H.change, until=H.until),
    "<until:until> , <what:things.many!> *become <change:animation.=> in addition to *its other "
    "types",
    read_only=True,
)


@category("new-creature")
class NewCreature:
    """The creature that an enchantment or creature becomes, of other types than before (CR 205.1a).

    A land or artifact that becomes one keeps its types, and its text says so.
    """

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the changes at a place."""
        for animation in reader.read("animation", at, mode):
            change = animation.value
            if "Artifact" in change.add_types or not change.add_subtypes:
                continue
            if _still_at(reader, animation.end):
                continue
            types = {"types": change.add_types, "subtypes": change.add_subtypes}
            yield animation._replace(value=replace(change, add_types=(), add_subtypes=(), **types))

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return what the permanent becomes."""
        if not isinstance(value, Change) or value.types != ("Creature",):
            return None
        types = {"add_types": value.types, "add_subtypes": value.subtypes}
        return animation(writer, replace(value, types=(), subtypes=(), **types), said, mode)


def _still_at(reader: Reader, at: int) -> bool:
    """Return whether the sentence or the next one says that the permanent keeps its types."""
    for end in range(at, at + 24):
        word, following = reader.word(end), reader.word(end + 1)
        if following == "still" and word in ("it's", "they're", "that's", "are", "that", "they"):
            return True
        if not following:
            break
    return reader.at_words(at, "in addition") is not None


@category("artifact-animation")
class ArtifactAnimation:
    """The artifact creature that an artifact becomes, which keeps all its types (CR 205.1b)."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the changes at a place."""
        for change in reader.read("animation", at, mode):
            if "Artifact" in change.value.add_types:
                yield change

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return what an artifact becomes."""
        if said.object not in OF_SOURCE or said.this == "land":
            return None
        if "Artifact" not in value.add_types:
            return None
        return animation(writer, value, said, mode)


@category("sized-artifact")
class SizedArtifact:
    """The artifact creature that an artifact becomes, with its size at the end."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the changes at a place."""
        words = "artifact creatures" if mode == "many" else "an artifact creature"
        end = reader.at_words(at, f"{words} with base power and toughness")
        for size in reader.read("size", end) if end is not None else ():
            power, toughness = size.value
            types: tuple[Kind, ...] = ("Artifact", "Creature")
            change = Change(base_power=power, base_toughness=toughness, add_types=types)
            yield Reading(change, size.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return what an artifact becomes."""
        plain = Change(
            base_power=value.base_power,
            base_toughness=value.base_toughness,
            add_types=("Artifact", "Creature"),
        )
        if value != plain or (said.object == "self" and said.this == "land"):
            return None
        size = writer.write("size", (value.base_power, value.base_toughness), said)
        words = "artifact creatures" if mode == "many" else "an artifact creature"
        return size and size._replace(text=f"{words} with base power and toughness {size.text}")


# --- Effects --------------------------------------------------------------------------------------

phrase(
    "several",
    "<until:until> , <what:things.many!> <change:change-begin.=> and <also:things.many!> "
    "<more:change-begin.=>",
    (
        Modify(what=H.what, change=H.change, until=H.until),
        Modify(what=H.also, change=H.more, until=H.until),
    ),
    "<what:things.many!> <change:change-begin.=> and <also:things.many!> <more:change-begin.=> "
    "<until:until>",
)
phrase(
    "effect",
    "gain control of <what:things.all> <until:until>",
    Modify(what=H.what, change=Change(controller="you"), until=H.until),
    "<until:until> , gain control of <what:things.all>",
)
phrase(
    "effect",
    "gain control of <what:things.all>",
    Modify(what=H.what, change=Change(controller="you"), until="forever"),
)
phrase(
    "effect",
    "switch <what:whose> power and toughness <until:until>",
    Modify(what=H.what, change=Change(switch=True), until=H.until),
)


@category("next-untap-of")
class NextUntapOf:
    """The player whose next untap step ends an effect: "that player's"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the players at a place."""
        for player in reader.read("another-player", at):
            if reader.word(player.end) == "'s" and not player.value.role:
                yield Reading(replace(player.value, role=NEXT_UNTAP), player.end + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the player as a possessive."""
        if value != f"target-{NEXT_UNTAP}":
            return None
        written = writer.write("another-player", "target", said)
        return written and written._replace(text=f"{written.text}'s")


_TAPPED = Change(restrict=("doesnt-untap",))
for _words, _step in (
    ("during *its controller's next untap step", "next-untap"),
    ("during your next untap step", "your-next-untap"),
):
    phrase(
        "effect",
        f"<what:things.many!> *don't untap {_words}",
        Modify(what=H.what, change=_TAPPED, until=_step),  # type: ignore[arg-type]
    )
phrase(
    "effect",
    "<what:things.many!> *don't untap during <until:next-untap-of> next untap step",
    Modify(what=H.what, change=_TAPPED, until=H.until),
)
phrase(
    "effect",
    "<what:things.many!> *don't untap during their controllers' next untap steps",
    Modify(what=H.what, change=_TAPPED, until="next-untap"),
    read_only=True,
)
for _words, _restriction in (
    ("*attack this turn if able", "must-attack"),
    ("*block this turn if able", "must-block"),
    ("*block <any:this> this turn if able", "must-block-source"),
    ("must be blocked this turn if able", "must-be-blocked-once"),
    ("can attack this turn as though *it didn't have defender", "attacks-despite-defender"),
):
    phrase(
        "effect",
        f"<what:things.many!> {_words}",
        Modify(what=H.what, change=Change(restrict=(_restriction,))),  # type: ignore[arg-type]
    )
phrase(
    "effect",
    "<what:things.many!> can block an additional creature this turn",
    Modify(what=H.what, change=Change(extra_blocks=1)),
)
phrase(
    "effect",
    "<what:whose> activated abilities can't be activated this turn",
    Modify(what=H.what, change=_IDLE),
)
_EXILED = Change(restrict=("dies-to-exile",))
phrase(
    "effect",
    "if a creature dealt damage this way would die this turn , exile it instead",
    Modify(what=Filter(types=("Creature",), among="damaged"), change=_EXILED),
)
phrase(
    "effect",
    "if <what:thing> would die this turn , exile it instead",
    Modify(what=H.what, change=_EXILED),
)
for _words in (
    "<what:things.many!> can't be blocked this turn except by <of:objects.many>",
    "<what:things.many!> can't be blocked except by <of:objects.many> this turn",
):
    phrase(
        "effect",
        _words,
        Modify(what=H.what, change=Change(blocked_only_by=H.of)),
        read_only="this turn except" not in _words,
    )
phrase(
    "effect",
    "<of:objects.many> can't block <what:thing> this turn",
    Modify(what=H.what, change=Change(cant_be_blocked_by=H.of)),
    read_only=True,
)
phrase(
    "effect",
    "all creatures able to block <what:thing> this turn do so",
    Modify(what=H.what, change=Change(restrict=("must-be-blocked",))),
)
phrase(
    "effect",
    "<what:things.many!> <change:lasting-change.=>",
    Modify(what=H.what, change=H.change, until="forever"),
)
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
