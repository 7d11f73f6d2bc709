"""Descriptions of objects: "other untapped Goblins you control", "a creature card"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar, get_args

from engine.base.english import article, listed, plural
from engine.base.records import replace
from engine.cards.keywords import KNOWN
from engine.cards.oracle.bags import Says, apart, merged, without
from engine.cards.oracle.grammar import (
    GRAMMAR,
    H,
    PhraseRule,
    ReadAs,
    Reader,
    Reading,
    Writer,
    Written,
    category,
    given,
    phrase,
)
from engine.cards.oracle.phrases.lists import list_of
from engine.cards.oracle.references import Number
from engine.cards.subtypes import (
    CREATURE_TYPES,
    LAND_TYPES,
    OF_ARTIFACTS,
    OF_ENCHANTMENTS,
    OF_SPELLS,
    PLANESWALKER_TYPES,
)
from engine.cards.terms import TARGETS, ColorWord, Count, Filter, Kind, Stat, Supertype

SUBTYPES = (
    *CREATURE_TYPES,
    *sorted(LAND_TYPES | OF_ARTIFACTS | OF_ENCHANTMENTS | OF_SPELLS | PLANESWALKER_TYPES),
)

# --- Words ----------------------------------------------------------------------------------------

for color in get_args(ColorWord):
    phrase("color", color, color)
for kind in get_args(Kind):
    phrase("card-type", f"~{kind.lower()}", kind)
for supertype in get_args(Supertype):
    phrase("supertype", supertype.lower(), supertype)


@category("subtype")
class Subtype:
    """A subtype, always with a capital: "Goblin", "Elves", "Time Lord"."""

    def __init__(self) -> None:
        self._one = {name.lower(): name for name in SUBTYPES}
        self._many = {plural(name).lower(): name for name in SUBTYPES}

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the subtype at a place, of one word or two."""
        if not reader.tokens[at : at + 1] or not reader.tokens[at][0].isupper():
            return
        known = self._many if mode == "many" else self._one
        for words in (1, 2):
            name = known.get(" ".join(reader.word(at + index) for index in range(words)))
            if name is not None:
                yield Reading(name, at + words)

    def write(self, writer: Writer, value: Any, said: Any, mode: str) -> Written | None:
        """Return a subtype in the number of the mode."""
        return Written(plural(value) if mode == "many" else value, said)


for keyword in KNOWN:
    phrase("quality-keyword", keyword, keyword)
for name in ("color", "card-type", "supertype", "subtype"):
    list_of(f"{name}s", name)
for land_type in ("plains", "island", "swamp", "mountain", "forest"):
    phrase("quality-keyword", f"{land_type}walk", f"{land_type}walk")
list_of("quality-keywords", "quality-keyword")

HISTORIC = Filter(
    any_of=(
        Filter(types=("Artifact",)),
        Filter(supertypes=("Legendary",)),
        Filter(subtypes=("Saga",)),
    )
)
"""Artifacts, legendary objects and Sagas (CR 700.6)."""

# --- Adjectives, in the order in which they stand -------------------------------------------------

for record, words in (
    (Filter(token=False), "nontoken"),
    (Filter(tapped=True), "tapped"),
    (Filter(tapped=False), "untapped"),
    (Filter(attacking=True), "attacking"),
    (Filter(attacking=False), "nonattacking"),
    (Filter(blocking=True), "blocking"),
    (Filter(blocking=False), "nonblocking"),
    (Filter(blocked=True), "blocked"),
    (Filter(blocked=False), "unblocked"),
    (Filter(any_of=(Filter(attacking=True), Filter(blocking=True))), "attacking or blocking"),
    (HISTORIC, "historic"),
    (Filter(any_of=(Filter(subtypes=("Urza's",)),)), "Urza's"),
    (Filter(enchanted=True), "enchanted"),
    (Filter(paired=True), "paired"),
    (Filter(colorless=True), "colorless"),
    (Filter(multicolored=True), "multicolored"),
    (Filter(multicolored=False, colorless=False), "monocolored"),
):
    phrase("adjective", words, record)
phrase("adjective", "<words:supertypes>", Filter(supertypes=H.words))
phrase("adjective", "<words:colors>", Filter(colors=H.words))
phrase("adjective", "<words:colors.one/and-or>", Filter(colors=H.words), read_only=True)
for supertype in get_args(Supertype):
    phrase("adjective", f"non{supertype.lower()}", Filter(not_supertypes=(supertype,)))
for kind in get_args(Kind):
    phrase("adjective", f"non{kind.lower()}", Filter(not_types=(kind,)))
for color in get_args(ColorWord):
    phrase("adjective", f"non{color}", Filter(not_colors=(color,)))
for subtype in SUBTYPES:
    phrase("adjective", f"non-{subtype}", Filter(not_subtypes=(subtype,)))

ADJECTIVE_ALTERNATIVES = (
    (Filter(attacking=True), Filter(blocking=True)),
    HISTORIC.any_of,
)
"""Alternatives that an adjective says."""

# --- Nouns ----------------------------------------------------------------------------------------

phrase("head-permanents", "~permanent", Filter())
phrase("head-cards", "~card", Filter())
phrase("head-spells", "~spell", Filter())
phrase("head-permanents", "~token", Filter(token=True))
PERMANENT_CARD = Filter(
    types=("Artifact", "Creature", "Enchantment", "Land", "Planeswalker", "Battle")
)
phrase("head-cards", "permanent ~card", PERMANENT_CARD)
phrase(
    "head-cards",
    "<subtypes:subtypes.one> permanent ~card",
    replace(PERMANENT_CARD, subtypes=H.subtypes),
)
ARTIFACT_CREATURE = Filter(types=(H.kind,), any_of=(Filter(types=(H.also,)),))
for words, record in (
    ("<types:card-types.{}>", Filter(types=H.types)),
    ("<subtypes:subtypes.{}>", Filter(subtypes=H.subtypes)),
    (
        "<subtypes:subtypes.one> <types:card-types.{}>",
        Filter(subtypes=H.subtypes, types=H.types),
    ),
    ("<also:card-type.one> <kind:card-type.{}>", ARTIFACT_CREATURE),
):
    phrase("head-permanents", words.format("="), record)
    phrase("head-permanents", words.format("one") + " ~token", replace(record, token=True))
    phrase("head-cards", words.format("one") + " ~card", record)
    phrase("head-spells", words.format("one") + " ~spell", record)
for noun in ("card", "spell"):
    for joiner in ("and", "and/or"):
        phrase(
            f"head-{noun}s",
            f"<types:card-types.one/{joiner.replace('/', '-')}> {noun}s",
            Filter(types=H.types),
            read_only=True,
        )
for kind, record in (
    ("subtype", Filter(subtypes=(H.one, H.two))),
    ("color", Filter(colors=(H.one, H.two))),
):
    phrase(
        "head-spells",
        f"<one:{kind}.one> spells and <two:{kind}.one> spells",
        record,
        read_only=True,
    )
# --- Bounds ---------------------------------------------------------------------------------------


@category("bound")
class Bound:
    """A number or X that bounds a quality: "3", "X"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the number at a place."""
        yield from reader.read("integer", at)
        if reader.word(at) == "x":
            yield Reading(Number(at, "X"), at + 1)

    def write(self, writer: Writer, value: Any, said: Any, mode: str) -> Written | None:
        """Return the number in digits, or X."""
        return Written("X", said) if value == "X" else writer.write("integer", value, said)


class Beyond:
    """A bound that a quantity itself doesn't reach: "less than the number of cards …"."""

    def __init__(self, step: int) -> None:
        self._step = step

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the bounds at a place."""
        for quantity in reader.read("quantity", at):
            amount = quantity.value
            if isinstance(amount, Count | Stat) and not amount.plus and not amount.halve:
                yield quantity._replace(value=replace(amount, plus=self._step))

    def write(self, writer: Writer, value: Any, said: Any, mode: str) -> Written | None:
        """Return the quantity in words."""
        if not isinstance(value, Count | Stat) or value.plus != self._step:
            return None
        return writer.write("quantity", replace(value, plus=0), said)


GRAMMAR.categories["one-less"] = Beyond(-1)
GRAMMAR.categories["one-more"] = Beyond(1)

# --- Qualities, in the order in which they follow -------------------------------------------------

phrase("quality", "with <words:quality-keywords.one/or>", Filter(keywords=H.words))
phrase("quality", "without <words:quality-keywords.one/or>", Filter(not_keywords=H.words))
for field, words in (("power", "power"), ("toughness", "toughness"), ("value", "mana value")):
    low, high = f"{field}_min", f"{field}_max"
    phrase("quality", f"with {words} <number:bound>", Filter(**{low: H.number, high: H.number}))
    phrase("quality", f"with {words} <number:bound> or greater", Filter(**{low: H.number}))
    phrase("quality", f"with {words} <number:bound> or less", Filter(**{high: H.number}))
    for than, bounds in (
        ("equal to", (low, high)),
        ("greater than or equal to", (low,)),
        ("less than or equal to", (high,)),
    ):
        bounded: dict[str, Any] = dict.fromkeys(bounds, H.number)
        phrase("quality", f"with {words} {than} <number:quantity>", Filter(**bounded))
    phrase("quality", f"with {words} less than <number:one-less>", Filter(**{high: H.number}))
    phrase("quality", f"with {words} greater than <number:one-more>", Filter(**{low: H.number}))
for what, words in (("power", "power"), ("toughness", "toughness"), ("mana-value", "mana value")):
    low = f"{words.rpartition(' ')[2]}_min"
    phrase(
        "quality",
        f"with the greatest {words} among <of:objects.many>",
        Filter(**{low: Stat(what=what, of=H.of, take="greatest")}),  # type: ignore[arg-type]
    )
phrase("quality-one", "with a <kind:counter-kind> counter on it", Filter(counters=H.kind))
phrase("quality-many", "with a <kind:counter-kind> counter on them", Filter(counters=H.kind))
phrase(
    "quality-many",
    "with <kind:counter-kind> counters on them",
    Filter(counters=H.kind),
    read_only=True,
)
phrase("quality", "named <name:name>", Filter(name=H.name))
phrase(
    "quality",
    "named <one:name> or <two:name>",
    Filter(any_of=(Filter(name=H.one), Filter(name=H.two))),
)
phrase("quality", "of the chosen color", Filter(shares="chosen-color"))
phrase("quality", "of the chosen type", Filter(shares="chosen-type"))
phrase("quality", "attached to <any:this>", Filter(attached_to_self=True))
phrase("quality", "other than <any:this>", Filter(other=True), read_only=True)
phrase("quality", "except for <any:this>", Filter(other=True), read_only=True)
phrase("quality", "on the battlefield", Filter(), read_only=True)
phrase("quality", "except for lands and tokens", Filter(not_types=("Land",), token=False))
for number, be in (("one", "that's"), ("many", "that are")):
    phrase(f"quality-{number}", f"{be} one or more colors", Filter(colorless=False))
for number, be in (("one", "isn't"), ("many", "aren't")):
    phrase(f"quality-{number}", f"that {be} enchanted", Filter(enchanted=False))
for be in ("that's", "that are"):
    phrase("quality", f"{be} <words:colors>", Filter(colors=H.words), read_only=True)
    for record, words in (
        (Filter(enchanted=True), "enchanted"),
        (Filter(tapped=True), "tapped"),
        (Filter(tapped=False), "untapped"),
        (Filter(attacking=True), "attacking"),
        (Filter(blocking=True), "blocking"),
        (Filter(any_of=(Filter(attacking=True), Filter(blocking=True))), "attacking or blocking"),
    ):
        phrase("quality", f"{be} {words}", record, read_only=True)
phrase(
    "quality",
    "with power or toughness <number:integer> or less",
    Filter(any_of=(Filter(power_max=H.number), Filter(toughness_max=H.number))),
)
phrase(
    "quality",
    "put into your graveyard from the battlefield this turn",
    Filter(among="died-this-turn", owner="you"),
    "that *was put into your graveyard from the battlefield this turn",
)
phrase(
    "quality",
    "that died under your control this turn",
    Filter(among="died-this-turn", controller="you"),
)
phrase(
    "quality",
    "you've cast this turn",
    Filter(among="cast-this-turn", controller="you"),
    "you cast this turn",
)
phrase("quality", "you control", Filter(controller="you"))
phrase("quality", "you don't control", Filter(controller="not-you"))
phrase("quality-one", "an opponent controls", Filter(controller="opponent"))
phrase("quality-many", "your opponents control", Filter(controller="opponent"))
phrase("quality-one", "your opponents control", Filter(controller="opponent"), read_only=True)
phrase("quality", "<who:another-player!> *control", Filter(controller=H.who))
phrase("quality", "you own", Filter(owner="you"))
phrase("quality", "that *target <targets:event-object>", Filter(targets=H.targets))
phrase("quality", "that *target you", Filter(targets="you"))
for shared, words in (
    ("name", "with the same name as"),
    ("mana-value", "with the same mana value as"),
    ("color", "that *share a color with"),
    ("creature-type", "that *share a creature type with"),
    ("card-type", "that *share a card type with"),
):
    kind = "that-thing" if words.startswith("with") else "thing"
    phrase(
        "quality",
        f"{words} <object:{kind}>",
        Filter(shares=shared, shares_with=H.object),  # type: ignore[arg-type]
    )
for preposition in ("in", "from"):
    kind = f"zone-{preposition}"
    phrase(kind, f"{preposition} exile", Filter(zone="exile"))
    for words, among in (
        ("there from the battlefield", "died-this-turn"),
        ("there from anywhere", "buried-this-turn"),
    ):
        phrase(
            kind,
            f"{preposition} your graveyard that *was put {words} this turn",
            Filter(zone="graveyard", owner="you", among=among),  # type: ignore[arg-type]
        )
        phrase(
            f"{kind}-one",
            f"{preposition} a graveyard that *was put {words} this turn",
            Filter(zone="graveyard", among=among),  # type: ignore[arg-type]
        )
    for zone in ("graveyard", "hand", "library"):
        phrase(kind, f"{preposition} your {zone}", Filter(zone=zone, owner="you"))
        phrase(kind, f"{preposition} an opponent's {zone}", Filter(zone=zone, owner="opponent"))
        phrase(f"{kind}-one", f"{preposition} a {zone}", Filter(zone=zone))
        phrase(f"{kind}-many", f"{preposition} all {plural(zone)}", Filter(zone=zone))
        phrase(
            f"{kind}-one", f"{preposition} all {plural(zone)}", Filter(zone=zone), read_only=True
        )
        phrase(f"{kind}-many", f"{preposition} a {zone}", Filter(zone=zone), read_only=True)
        phrase(kind, f"{preposition} <who:another-whose> {zone}", Filter(zone=zone, owner=H.who))
phrase("quality", "that *was dealt damage this turn", Filter(damaged=True))
phrase("quality", "created with <any:this>", Filter(among="created-by-self"))


THIS_WAY = {
    "destroyed": "destroyed this way",
    "sacrificed": "sacrificed this way",
    "exiled": "exiled this way",
    "discarded": "discarded this way",
    "milled": "milled this way",
    "drawn": "drawn this way",
    "created": "created this way",
    "countered": "countered this way",
    "revealed": "revealed this way",
    "tapped": "tapped this way",
    "untapped": "untapped this way",
    "damaged": "dealt damage this way",
}
for result, words in THIS_WAY.items():
    phrase("quality", words, Filter(among=result))  # type: ignore[arg-type]


SIZES = {"power_max", "toughness_max"}


def _is_quality(options: tuple[Filter, ...]) -> bool:
    """Return whether alternatives are those of an adjective or quality."""
    keys = {key for option in options for key in given(option)}
    return options in ADJECTIVE_ALTERNATIVES or keys in (SIZES, {"name"})


def _counts_objects(values: dict[str, Any]) -> bool:
    """Return whether a quality counts or describes other objects."""
    return any(
        isinstance(value, Filter)
        or (isinstance(value, Count | Stat) and isinstance(value.of, Filter))
        for value in values.values()
    )


OWN_QUALITIES = frozenset({"keywords", "not_keywords", "power_min", "power_max", "name"})
"""Qualities that belong to the noun before them, not to alternatives as well."""
OF_CREATURES = frozenset({"keywords", "not_keywords", "power_min", "power_max"})
"""Qualities that only creatures have: "artifact or creature with flying"."""


def _are_unlike(before: Filter, quality: Filter) -> bool:
    """Return whether a quality of creatures follows several types, so that it isn't about all."""
    return (
        len(before.types) > 1
        and "Creature" in before.types
        and before.types != PERMANENT_CARD.types
        and not given(quality).keys().isdisjoint(OF_CREATURES)
    )


def unlike(one: Filter, two: Filter) -> bool:
    """Return whether two alternatives can't be said as a list of one kind of word."""
    first, second = given(one), given(two)
    if one.other or two.other or not first or not second or one == two:
        return False
    if second.keys() == {"subtypes", "types"} and "subtypes" in first:
        return False
    same_word = second.keys() <= {"types"} and "types" in first
    return not same_word and not (second.keys() == {"subtypes"} and "subtypes" in first)


def joined(one: Filter, two: Filter) -> Filter | None:
    """Return two subtypes or two types as a list, None for other filters."""
    keys = given(one).keys()
    if len(keys) != 1 or keys != given(two).keys() or not keys <= {"types", "subtypes"}:
        return None
    name = next(iter(keys))
    return replace(one, **{name: getattr(one, name) + getattr(two, name)})


def one_of(before: tuple[Filter, ...], last: Filter, *, said_twice: bool) -> Filter | None:
    """Return alternatives as one filter, None for a list of one kind of word.

    `said_twice`: both of two have an article.
    """
    if unlike(before[-1], last):
        return Filter(any_of=(*before, last))
    return joined(before[-1], last) if said_twice and len(before) == 1 else None


def _says(writer: Writer, said: Any, number: str) -> Says:
    """Return the test for rules whose slots have words for the data."""
    return lambda rule, meanings: writer.say(rule.elements, meanings, said, number) is not None


def _is_other(ref: str, said: Any) -> bool:
    """Return whether an object is the one that "other" is measured from at some place."""
    if ref == "attached":
        return said.this in ("Aura", "Equipment")
    only = len(said.targets) == 1 and not said.named and ref == TARGETS[0]
    return ref == said.object or (only and said.this == "spell")


class Objects:
    """A description of objects as a filter.

    The mode is the number: "one" and "many" have no article; "a", "each" and "all" are words. The
    preposition before a zone is "in", or "from" for objects that leave the zone; both are read.
    """

    ARTICLES: ClassVar = {
        "a": (("a", False), ("an", False), ("another", True)),
        "each": (("each", False), ("each other", True)),
        "all": (("all", False), ("all other", True)),
        "one": (("", False), ("other", True)),
        "many": (("", False), ("other", True)),
    }

    def __init__(self, *heads: str, where: str = "in") -> None:
        self._heads = heads
        self._where = where

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the descriptions that begin at a place."""
        for objects in self._described(reader, at, mode):
            of = objects.value
            if of.other and of.shares and of.shares_with != "self":
                # other than the object with which they share something
                of = replace(of, other=False, apart_from=of.shares_with)
            yield objects._replace(value=of)

    def _described(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        number = "many" if mode in ("all", "many") else "one"
        for words, other in self.ARTICLES[mode]:
            start = reader.at_words(at, words)
            if start is not None:
                before = Filter(other=other)
                for described, end in self._adjectives(reader, before, start):
                    yield from self._nouns(reader, described, end, number)

    def _adjectives(self, reader: Reader, before: Filter, at: int) -> Iterator[tuple[Filter, int]]:
        yield before, at
        for reading in reader.read("adjective", at):
            described = merged(before, reading.value)
            if described is not None:
                comma = reader.word(reading.end) == ","
                yield from self._adjectives(reader, described, reading.end + comma)

    def _nouns(self, reader: Reader, before: Filter, at: int, number: str) -> Iterator[Reading]:
        for head in self._heads:
            for reading in reader.read(head, at, number):
                described = merged(before, reading.value)
                if described is not None and head == "head-spells" and len(self._heads) > 1:
                    described = replace(described, zone="stack")
                if described is not None:
                    yield from self._qualities(reader, described, reading.end, number, head)
        for first in reader.read("head-permanents", at, number):
            for one, end in self._alternative(reader, before, first, number):
                for both in self._or_others(reader, (one,), end, number):
                    yield both._replace(value=replace(both.value, other=before.other))
        if before == Filter(other=before.other):
            for several, end in self._series(reader, at, number):
                for both in self._or_others(reader, several, end, number):
                    yield both._replace(value=replace(both.value, other=before.other))

    def _series(
        self, reader: Reader, at: int, number: str
    ) -> Iterator[tuple[tuple[Filter, ...], int]]:
        """Yield two or more types with a comma after each: "artifact, enchantment, "."""
        for noun in reader.read("head-permanents", at, number):
            if reader.word(noun.end) != "," or given(noun.value).keys() != {"types"}:
                continue
            for second in reader.read("head-permanents", noun.end + 1, number):
                if reader.word(second.end) == "," and given(second.value).keys() == {"types"}:
                    yield (noun.value, second.value), second.end + 1
            for rest, end in self._series(reader, noun.end + 1, number):
                if len(rest) > 1:
                    yield (noun.value, *rest), end

    @staticmethod
    def _alternative(
        reader: Reader, before: Filter, noun: Reading, number: str
    ) -> Iterator[tuple[Filter, int]]:
        """Yield a noun with the qualities that belong to it alone."""
        described = merged(replace(before, other=False), noun.value)
        if described is None:
            return
        yield described, noun.end
        for quality in reader.read("quality", noun.end, number):
            own = given(quality.value)
            if own and own.keys() <= OWN_QUALITIES:
                better = merged(described, quality.value)
                if better is not None:
                    yield better, quality.end

    def _or_others(
        self, reader: Reader, before: tuple[Filter, ...], at: int, number: str
    ) -> Iterator[Reading]:
        """Yield the descriptions of one of several kinds: "land or nonblack creature".

        `before`: all kinds but the last.
        """
        if reader.at_words(at, "and / or") is not None:
            at += 2
        if reader.word(at) not in (("or", "and") if number == "many" else ("or",)):
            return
        if reader.at_words(at, "or all") is not None:
            return  # a choice between the two
        articles = ("all",) if number == "many" else ("a", "an")
        start = at + 1 + (reader.word(at + 1) in articles)
        for adjectives, end in self._adjectives(reader, Filter(), start):
            for head in self._heads:
                for noun in reader.read(head, end, number):
                    for two, stop in self._alternative(reader, adjectives, noun, number):
                        # "a Knight or a Soldier"
                        both = one_of(before, two, said_twice=start > at + 1 and number != "many")
                        if both is not None:
                            if head == "head-spells" and len(self._heads) > 1:
                                both = replace(both, zone="stack")
                            yield from self._qualities(reader, both, stop, number, head)

    def _qualities(
        self, reader: Reader, before: Filter, at: int, number: str, head: str
    ) -> Iterator[Reading]:
        zone = {"head-permanents": "battlefield", "head-spells": "stack"}.get(head, before.zone)
        if len(self._heads) == 1 or (
            before.zone == zone
            and (head != "head-cards" or zone != "battlefield" or before.among in THIS_WAY)
        ):
            yield Reading(before, at, number)
        place = reader.at_words(at, "on the battlefield")
        if place is not None and before.zone == "battlefield" and head == "head-permanents":
            yield Reading(before, place, number)
        either = len(before.any_of) > 1 and not _is_quality(before.any_of)
        kinds = ["quality", f"quality-{number}"]
        if head == "head-cards" and len(self._heads) > 1:
            kinds += (
                f"zone-{where}{one}" for where in ("in", "from") for one in ("", f"-{number}")
            )
        for kind in kinds:
            for reading in reader.read(kind, at, number):
                described = merged(before, reading.value)
                own = given(reading.value).keys() <= OWN_QUALITIES
                if described is None or (own and (either or _are_unlike(before, reading.value))):
                    continue
                if _counts_objects(given(reading.value)):  # what follows describes what it counts
                    if before.zone == zone or len(self._heads) == 1:
                        yield Reading(described, reading.end, number)
                else:
                    yield from self._qualities(reader, described, reading.end, number, head)

    def write(self, writer: Writer, value: Any, said: Any, mode: str) -> Written | None:
        """Return a filter in words, in the canonical order."""
        if not isinstance(value, Filter):
            return None
        if value.apart_from is not None and _is_other(value.apart_from, said):
            value = replace(value, apart_from=None, other=True)
        number = "many" if mode in ("all", "many") else "one"
        left = replace(value, other=False)
        head = self._heads[0]
        if len(self._heads) > 1 and value.zone != "battlefield":
            head = "head-spells" if value.zone == "stack" else "head-cards"
        if value.among in ("discarded", "milled", "drawn", "revealed"):
            head = "head-cards"
        if value.zone == "stack":
            left = replace(left, zone="battlefield")
        words: list[str] = []
        if len(left.any_of) > 1 and not _is_quality(left.any_of):
            return self._either(writer, value, left, said, mode)
        described = self._split(left, head, number, _says(writer, said, number))
        if described is None:
            return None
        for rule, meanings in described:
            written = writer.say(rule.elements, meanings, said, number)
            if written is None:
                return None
            said = written.said
            words.append(written.text)
        text = _NEGATIONS.sub(r"\1,", " ".join(words))
        if mode == "a":
            text = article(f"other {text}" if value.other else text)
        else:
            before = {"each": "each ", "all": "all "}.get(mode, "")
            text = f"{before}{'other ' if value.other else ''}{text}"
        if mode == "each":
            text = text.replace("an opponent controls", "your opponents control")
        return Written(text, said, number)

    def _either(
        self, writer: Writer, value: Filter, left: Filter, said: Any, mode: str
    ) -> Written | None:
        """Return alternatives in words, and what they have in common."""
        number = "many" if mode in ("all", "many") else "one"
        nouns: list[str] = []
        for option in value.any_of:
            written = writer.write("objects", option, said, number)
            if written is None:
                return None
            nouns.append(article(written.text) if mode == "a" and nouns else written.text)
        left = replace(left, any_of=())
        says = _says(writer, said, number)
        more, left = apart(GRAMMAR.phrases(f"quality-{number}"), left, says)
        after, left = apart(GRAMMAR.phrases("quality"), left, says)
        if left != Filter():
            return None
        words = [listed(nouns, "and" if number == "many" else "or")]
        if value.zone == "stack":
            words.append("spells" if number == "many" else "spell")
            left = replace(left, zone="battlefield")
        for rule, meanings in (*after, *more):
            written = writer.say(rule.elements, meanings, said, number)
            if written is None:
                return None
            said = written.said
            words.append(written.text)
        text = " ".join(words)
        if mode == "a":
            return Written(article(f"other {text}" if value.other else text), said, number)
        before = {"each": "each ", "all": "all "}.get(mode, "")
        return Written(f"{before}{'other ' if value.other else ''}{text}", said, number)

    def _split(
        self, left: Filter, head: str, number: str, says: Says
    ) -> list[tuple[PhraseRule, dict[str, Any]]] | None:
        """Return the rules that say a filter, in the order of the words."""
        nouns = list(GRAMMAR.phrases(head).parts(left))
        nouns.sort(key=lambda part: -len(given(part[0].record)))
        if not nouns:
            return None
        noun = nouns[0]
        left = without(left, noun[0])
        before, left = apart(GRAMMAR.phrases("adjective"), left, says)
        place, left = apart(GRAMMAR.phrases(f"zone-{self._where}"), left, says)
        if not place:
            place, left = apart(GRAMMAR.phrases(f"zone-{self._where}-{number}"), left, says)
        more, left = apart(GRAMMAR.phrases(f"quality-{number}"), left, says)
        after, left = apart(GRAMMAR.phrases("quality"), left, says)
        if left != Filter():
            return None
        last = [part for part in after if _counts_objects(part[1])]
        after = [part for part in after if part not in last]
        # "a creature you control with power 4 or greater"
        of_you = [part for part in after if given(part[0].record) == {"controller": "you"}]
        after = [*of_you, *(part for part in after if part not in of_you)]
        return [*before, noun, *after, *more, *place, *last]


class Counted(ReadAs):
    """Objects that an amount counts: "each creature on the battlefield"."""

    reads = "objects"

    def write(self, writer: Writer, value: Any, said: Any, mode: str) -> Written | None:
        """Return the objects in words."""
        written = writer.write("objects", value, said, mode)
        if written is None:
            return None
        text = written.text.replace("an opponent controls", "your opponents control")
        anywhere = value.zone == "battlefield" and value.controller == "any"
        clear = value.attacking or value.blocking or value.attached_to_self or value.enchanted
        if anywhere and not clear and value.among is None and value.apart_from is None:
            text += " on the battlefield"
        return written._replace(text=text)


_NEGATIONS = re.compile(r"\b(non[\w-]+)(?= non)")  # "nonartifact, nonblack"
ALL_HEADS = ("head-permanents", "head-spells", "head-cards")
GRAMMAR.categories["objects"] = Objects(*ALL_HEADS)
GRAMMAR.categories["counted-objects"] = Counted()
GRAMMAR.categories["objects-from"] = Objects(*ALL_HEADS, where="from")
GRAMMAR.categories["cards"] = Objects("head-cards")
GRAMMAR.categories["spells"] = Objects("head-spells")
