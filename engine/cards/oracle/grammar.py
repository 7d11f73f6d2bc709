"""Rules that stand for text and data at once, with a reader and a writer that use them.

A rule is a template and the record it stands for, with the template's slots as holes in the record:

    phrase("effect", "*destroy <what:things.all>", Destroy(what=H.what))

A template holds words, verbs and pronouns that agree with the subject (`*draw`, `*their`), nouns
that are singular or plural as it is (`~creature`), and slots, `<name:category>` or
`<name:category.mode>`. `<name:category!>` is the subject: verbs after it agree with it. The mode
`=` passes the person of the subject on. Reading fills the holes with what the slots mean; writing
unifies the record with the data and says the slots. A category whose forms can't be listed is a
class with `read` and `write` side by side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple, Protocol, TypeVar

from msgspec import Struct

from engine.base.english import inflect, plural
from engine.base.records import class_of, field_names, is_tuple
from engine.cards.oracle.tokens import lowered, tokens_of
from engine.cards.rewriting import PLAIN, with_parts

K = TypeVar("K", bound=Callable[[], Any])

Person = str
"""The person of a subject: "you", "one" or "many"; "" where nothing agrees with a phrase."""


class Hole(Struct, frozen=True):
    """The place of a slot's meaning in the record of a rule."""

    name: str


class _Holes:
    def __getattr__(self, name: str) -> Any:
        return Hole(name)


H: Any = _Holes()
"""Holes by name: `H.what` is the hole of the slot `<what:…>`."""


class Verb(NamedTuple):
    """A word of a template that agrees with a subject: a verb, a pronoun, or after "~" a noun."""

    base: str


class Slot(NamedTuple):
    """A place of a template that a phrase of a category fills."""

    name: str
    category: str
    mode: str = ""
    subject: bool = False


Element = str | Verb | Slot
_ELEMENTS = re.compile(
    r"<(\w+):([\w-]+)(?:\.([\w=/+ -]+))?(!?)>|([*~][a-z']+)|((?:[^<*~]|\*(?![a-z]))+)"
)


def elements_of(template: str) -> tuple[Element, ...]:
    """Return the words, verbs and slots of a template."""
    found: list[Element] = []
    for match in _ELEMENTS.finditer(template):
        name, category, mode, subject, verb, words = match.groups()
        if name:
            found.append(Slot(name, category, mode or "", bool(subject)))
        elif verb:
            found.append(Verb(verb[verb[0] == "*" :]))
        else:
            found += tokens_of(words)
    return tuple(found)


class Reading(NamedTuple):
    """One meaning of the tokens from some place up to `end`."""

    value: Any
    end: int
    person: Person = ""


class Written(NamedTuple):
    """The text for some data, and what has been said by then."""

    text: str
    said: Any
    person: Person = ""


class Category(Protocol):
    """A kind of phrase, read and written."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterable[Reading]: ...

    def write(self, writer: Writer, value: Any, said: Any, mode: str) -> Written | None: ...


class ReadAs:
    """A category that is read as the category `reads`, and written in a way of its own."""

    reads: str

    def read(self, reader: Reader, at: int, mode: str) -> Iterable[Reading]:
        """Return the meanings of the tokens at a place."""
        return reader.read(self.reads, at, mode)


class PhraseRule(NamedTuple):
    """A template and the record it stands for."""

    elements: tuple[Element, ...]
    record: Any
    person: Person = ""  # of the whole phrase, for verbs that follow it


class Predicate(Struct, frozen=True):
    """The meaning of a verb phrase: a record that lacks only its subject."""

    record: Any
    subject: str

    def of(self, subject: Any) -> Any:
        """Return the whole record."""
        return fill(self.record, {self.subject: subject})


# --- Holes ----------------------------------------------------------------------------------------


def fill(record: Any, meanings: dict[str, Any]) -> Any:
    """Return a record with its holes filled; holes without a meaning stay."""
    if isinstance(record, Hole):
        return meanings.get(record.name, record)
    return with_parts(record, lambda part: fill(part, meanings))


def unify(record: Any, value: Any, meanings: dict[str, Any]) -> bool:
    """Return whether data is an instance of a record; `meanings` gets what fills its holes."""
    if isinstance(record, Hole):
        if isinstance(value, Hole):  # the subject of a predicate
            return record == value
        if record.name in meanings:
            return meanings[record.name] == value
        meanings[record.name] = value
        return True
    if is_tuple(record):
        return (
            is_tuple(value)
            and len(record) == len(value)
            and all(unify(a, b, meanings) for a, b in zip(record, value, strict=True))
        )
    names = field_names(class_of(record))
    if names:
        return type(record) is type(value) and all(
            unify(getattr(record, name), getattr(value, name), meanings) for name in names
        )
    return type(record) is type(value) and record == value


@cache
def _parts(kind: type[Any]) -> tuple[tuple[str, ...], Callable[[Any], tuple[Any, ...]], Any]:
    """Return the names of a class's fields, a function that gets them all, and those if empty."""
    names = field_names(kind)
    get = attrgetter(*names, names[0])  # twice: of one name it would get no tuple
    return names, get, get(kind())


def given(record: Any) -> dict[str, Any]:
    """Return the fields of a part that aren't as in an empty record."""
    names, get, empty = _parts(class_of(record))
    return {
        name: value
        for name, value, default in zip(names, get(record), empty, strict=False)
        if value is not default and value != default
    }


# --- Phrases --------------------------------------------------------------------------------------


class _Node:
    """A node of the tree of templates of one category."""

    __slots__ = ("ends", "slots", "verbs", "words")

    def __init__(self) -> None:
        self.words: dict[str, _Node] = {}
        self.verbs: dict[str, _Node] = {}
        self.slots: dict[Slot, _Node] = {}
        self.ends: list[PhraseRule] = []

    def child(self, element: Element) -> _Node:
        if isinstance(element, Slot):
            return self.slots.setdefault(element, _Node())
        if isinstance(element, Verb):
            return self.verbs.setdefault(element.base, _Node())
        return self.words.setdefault(lowered(element), _Node())


PLAYER_PRONOUNS = {"their": "your", "they": "you", "them": "you", "they've": "you've"}
"""Pronouns for players, with the forms for "you"; those for objects begin with "its" and "it"."""


@cache
def agreed(base: str, person: Person) -> str:
    """Return a word in the form for a subject: "draws" for "draw" and "one"."""
    if base[0] == "~":
        return plural(base[1:]) if person == "many" else base[1:]
    if base in PLAYER_PRONOUNS:
        return PLAYER_PRONOUNS[base] if person in ("", "you") else base
    return inflect(f"*{base}", person or "you")  # type: ignore[arg-type]


class Phrases:
    """A category whose forms are rules."""

    def __init__(self) -> None:
        self._tree = _Node()
        self._rules: dict[object, list[PhraseRule]] = {}
        self._written: list[PhraseRule] = []
        self._fields: list[tuple[PhraseRule, dict[str, Any]]] = []
        self._by_field: dict[str, list[int]] = {}  # the places of rules by a field that they give
        self._indexed = 0

    def all_rules(self) -> list[PhraseRule]:
        """Return the rules that are written, in their order."""
        return self._written

    def add(self, rule: PhraseRule, *, also_written: bool, also_read: bool = True) -> None:
        """Add a rule; unless `also_written` it is only read, unless `also_read` only written."""
        node = self._tree if also_read else _Node()
        for element in rule.elements:
            node = node.child(element)
        node.ends.append(rule)
        if also_written:
            self._rules.setdefault(_key(rule.record), []).append(rule)
            self._written.append(rule)

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the meanings of the tokens at a place."""
        return self._walk(reader, self._tree, at, mode, mode, {})

    def _walk(
        self,
        reader: Reader,
        node: _Node,
        at: int,
        person: Person,
        mode: str,
        meanings: dict[str, Any],
    ) -> Iterator[Reading]:
        for rule in node.ends:
            yield Reading(fill(rule.record, meanings), at, rule.person)
        token = reader.word(at)
        if (child := node.words.get(token)) is not None:
            yield from self._walk(reader, child, at + 1, person, mode, meanings)
        for base, child in node.verbs.items():
            if agreed(base, person) == token:
                yield from self._walk(reader, child, at + 1, person, mode, meanings)
        for slot, child in node.slots.items():
            inner = person if slot.mode == "=" else slot.mode
            for reading in reader.read(slot.category, at, inner):
                known = meanings.get(slot.name, reading.value)
                if known != reading.value:
                    continue
                agrees = reading.person if slot.subject else person
                filled = {**meanings, slot.name: reading.value}
                yield from self._walk(reader, child, reading.end, agrees, mode, filled)

    def rules_for(self, value: Any) -> Iterator[tuple[PhraseRule, dict[str, Any]]]:
        """Yield the rules whose record data is an instance of, with what fills the holes."""
        for rule in (*self._rules.get(_key(value), ()), *self._rules.get(Hole, ())):
            meanings: dict[str, Any] = {}
            if _may_be(rule.record, value) and unify(rule.record, value, meanings):
                yield rule, meanings

    def parts(self, record: Any) -> Iterator[tuple[PhraseRule, dict[str, Any]]]:
        """Yield the rules whose fields a record has among others, with what fills the holes."""
        left = given(record)
        for rule, fields in self.with_fields():
            meanings: dict[str, Any] = {}
            if all(
                name in left and unify(value, left[name], meanings)
                for name, value in fields.items()
            ):
                yield rule, meanings

    def with_fields(self) -> list[tuple[PhraseRule, dict[str, Any]]]:
        """Return the rules that are written, in their order, with the fields that they give."""
        if len(self._fields) < len(self._written):
            more = self._written[len(self._fields) :]
            self._fields += [(rule, given(rule.record)) for rule in more]
        return self._fields

    def with_some_of(self, left: Iterable[str]) -> list[tuple[PhraseRule, dict[str, Any]]]:
        """Return the rules that are written and give some of these fields, in their order."""
        if self._indexed < len(self._written):
            for place, (_, fields) in enumerate(self.with_fields()[self._indexed :], self._indexed):
                for name in [*fields][:1]:
                    self._by_field.setdefault(name, []).append(place)
            self._indexed = len(self._written)
        places = sorted(place for name in left for place in self._by_field.get(name, ()))
        return [self._fields[place] for place in places]

    def write(self, writer: Writer, value: Any, said: Any, mode: str) -> Written | None:
        """Return the words of the first rule that can say data, or None."""
        for rule, meanings in self.rules_for(value):
            written = writer.say(rule.elements, meanings, said, mode)
            if written is not None:
                return written._replace(person=rule.person)
        return None


def _may_be(record: Any, value: Any) -> bool:
    """Return whether data may be an instance of a record: quicker than `unify`."""
    fixed = _FIXED.get(id(record))
    if fixed is None:
        fixed = _FIXED[id(record)] = _fixed(record)
    _, get, values = fixed
    return get is None or get(value) == values


def _fixed(record: Any) -> tuple[Any, Callable[[Any], Any] | None, Any]:
    if isinstance(record, Hole):
        return record, None, None
    names = [name for name in field_names(class_of(record)) if type(getattr(record, name)) in PLAIN]
    get = attrgetter(*names) if names else None
    return record, get, get and get(record)


_FIXED: dict[int, tuple[Any, Callable[[Any], Any] | None, Any]] = {}
"""What gets the plain fields of rules' records, and these, by the records' identity."""


def _key(record: Any) -> object:
    kind = class_of(record)
    return kind if field_names(kind) or isinstance(record, tuple | Hole) else record


# --- The grammar ----------------------------------------------------------------------------------


SUBJECTS = {
    "player": "player",
    "doer": "player",
    "another-player": "player",
    "thing": "thing",
    "dealer": "thing",
    "things": "thing",
}
"""The kinds of subjects of predicates, by the categories of subjects."""


class Grammar:
    """All categories by name.

    A rule of a category whose template begins with a subject is a rule of the category's predicates
    as well, called "does-player" or "does-thing": those can share a subject.
    """

    def __init__(self) -> None:
        self.categories: dict[str, Category] = {}

    def phrases(self, name: str) -> Phrases:
        """Return the category of a name, made if it is new."""
        category = self.categories.setdefault(name, Phrases())
        assert isinstance(category, Phrases)
        return category

    def add(
        self, name: str, rule: PhraseRule, *, also_written: bool, also_read: bool = True
    ) -> None:
        """Add a rule to a category, and to its predicates."""
        self.phrases(name).add(rule, also_written=also_written, also_read=also_read)
        first = rule.elements[0] if rule.elements else ""
        subject = SUBJECTS.get(first.category) if isinstance(first, Slot) else None
        if name in ("effect", "several") and subject is not None and isinstance(first, Slot):
            predicate = Predicate(rule.record, first.name)
            rest = PhraseRule(rule.elements[1:], predicate)
            predicates = self.phrases(f"does-{subject}")
            predicates.add(rest, also_written=also_written, also_read=also_read)


GRAMMAR = Grammar()


def phrase(
    category: str,
    template: str,
    record: Any,
    *also: str,
    person: Person = "",
    read_only: bool = False,
    write_only: bool = False,
) -> None:
    """Add a rule to the grammar: a template for a record, and further wordings that are only read.

    With `read_only` the template itself is only read, too. With `write_only` it is only written,
    because other rules read the same words already.
    """
    for index, wording in enumerate((template, *also)):
        rule = PhraseRule(elements_of(wording), record, person)
        written = index == 0 and not read_only
        GRAMMAR.add(category, rule, also_written=written, also_read=not write_only)


def category(name: str) -> Callable[[K], K]:
    """Return a decorator that adds an instance of a class as the category of a name."""

    def add(kind: K) -> K:
        GRAMMAR.categories[name] = kind()
        return kind

    return add


class TooManyReadingsError(Exception):
    """A text that takes the reader more steps than it takes for any text."""


MOST_STEPS = 6_000  # for all lines of a card; no card of 14,135 takes more than 700
MOST_WORDS = 500  # of a line; no line of these cards has more than 116


class Steps:
    """The steps left for reading a text: phrases asked for, and meanings found."""

    def __init__(self, left: int = MOST_STEPS) -> None:
        self._left = left

    def spend(self, number: int = 1) -> None:
        """Count steps. Raises TooManyReadingsError when none are left."""
        self._left -= number
        if self._left < 0:
            raise TooManyReadingsError


MOST_KNOWN = 500_000
EVERYTHING = 1 << 30
_nothing: set[tuple[str, str, str]] = set()
"""Categories, modes and tokens: a phrase of the category never begins with the token."""


class Reader:
    """Reader of one text; keeps all meanings by category, mode and place.

    A category that finds nothing after a look at one token will find nothing at that token in any
    other text either, so it isn't asked again.

    `furthest` is the last place that some rule looked at, where understanding stopped.
    """

    def __init__(self, text: str, steps: Steps | None = None) -> None:
        """Prepare to read a text. Raises TooManyReadingsError if it is too long."""
        self.tokens = tokens_of(text)
        if len(self.tokens) > MOST_WORDS:
            raise TooManyReadingsError
        self._words = [lowered(token) for token in self.tokens] + [""]
        self._known: dict[tuple[str, int, str], tuple[list[Reading], int]] = {}
        self._looked = 0  # the last place looked at by the category that is asked now
        self.furthest = 0
        self._steps = Steps() if steps is None else steps

    def word(self, at: int) -> str:
        """Return the token at a place in lowercase, "" at the end."""
        if at > self._looked:
            self._looked = at
            if at > self.furthest:
                self.furthest = at
        return self._words[at] if at < len(self._words) else ""

    def words(self, start: int, end: int) -> list[str]:
        """Return the tokens that a reading has read, in lowercase."""
        return self._words[start:end]

    def before(self, at: int) -> str:
        """Return the token before a place; what stands there may decide about what follows."""
        self._looked = EVERYTHING
        return self.tokens[at - 1] if at > 0 else ""

    def at_words(self, at: int, words: str) -> int | None:
        """Return the place after some words if they stand at a place, else None."""
        for word in words.split():
            if self.word(at) != word:
                return None
            at += 1
        return at

    def stop(self, at: int) -> int | None:
        """Return the place after the period of a sentence that ends at a place, else None.

        The period within a quotation ends the sentence around it, too.
        """
        if self.word(at) == ".":
            return at + 1
        self._looked = EVERYTHING  # at what stands before
        quoted = at > 1 and self.tokens[at - 1] in "\"'" and self.tokens[at - 2] in ".\"'"
        return at if quoted else None

    def read(self, name: str, at: int, mode: str = "") -> list[Reading]:
        """Return all meanings of the tokens at a place as a phrase of a category.

        Raises TooManyReadingsError.
        """
        key = (name, at, mode)
        if (known := self._known.get(key)) is not None:
            self._looked = max(self._looked, known[1])
            return known[0]
        start = (name, mode, self.tokens[at] if at < len(self.tokens) else "")
        if start in _nothing:
            self.word(at)
            return []
        self._known[key] = ([], EVERYTHING)  # nothing begins with itself
        self._steps.spend()
        outer, self._looked = self._looked, -1
        readings: dict[Reading, None] = {}
        for reading in GRAMMAR.categories[name].read(self, at, mode):
            self._steps.spend()
            readings[reading] = None
        found = list(readings)
        if not found and self._looked == at and len(_nothing) < MOST_KNOWN:
            _nothing.add(start)
        self._known[key] = (found, self._looked)
        self._looked = max(outer, self._looked)
        return found


class Writer:
    """Writer of data in the words of the grammar."""

    def write(self, name: str, value: Any, said: Any, mode: str = "") -> Written | None:
        """Return data as a phrase of a category, or None if the grammar can't say it."""
        return GRAMMAR.categories[name].write(self, value, said, mode)

    def say(
        self, elements: Iterable[Element], meanings: dict[str, Any], said: Any, person: Person = ""
    ) -> Written | None:
        """Return the words, verbs and slots of a template with their meanings, or None."""
        words: list[str] = []
        for element in elements:
            if isinstance(element, str):
                words.append(element)
            elif isinstance(element, Verb):
                words.append(agreed(element.base, person))
            else:
                mode = person if element.mode == "=" else element.mode
                written = self.write(element.category, meanings.get(element.name), said, mode)
                if written is None:
                    return None
                said = written.said
                words.append(written.text)
                person = written.person if element.subject else person
        return Written(" ".join(word for word in words if word), said)
