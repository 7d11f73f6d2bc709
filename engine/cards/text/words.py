"""English grammar for rules text: numbers, articles, plurals, verbs, and the context of a text.

A predicate is written with its verbs starred and without person, "*get +1/+1 and *have flying", and
`inflect` gives them the form for the subject. "*its" and "*it" follow the subject's number in the
same way, and "*{an Elf|Elves}" holds words for one and for many.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from engine.base.rule_words import in_number
from engine.cards.model import Target

IRREGULAR_PLURALS = {
    "elf": "elves",
    "dwarf": "dwarves",
    "wolf": "wolves",
    "werewolf": "werewolves",
    "mouse": "mice",
    "ox": "oxen",
}
SAME_PLURALS = frozenset(
    {
        "plains",
        "merfolk",
        "kithkin",
        "soltari",
        "dauthi",
        "thalakos",
        "aurochs",
        "samurai",
        "zubera",
    }
)
IRREGULAR_VERBS = {
    "be": "is",
    "have": "has",
    "do": "does",
    "its": "its",
    "it": "it",
    "don't": "doesn't",
    "aren't": "isn't",
    "was": "was",
}
IRREGULAR_FOR_MANY = {"be": "are", "its": "their", "it": "they", "was": "were"}
IRREGULAR_FOR_YOU = {"be": "are", "its": "your", "it": "you", "was": "were"}

Person = Literal["you", "one", "many"]


class Noun(NamedTuple):
    """A noun phrase and its grammatical person.

    An empty text is the "you" that an instruction leaves out: "Draw a card."
    """

    text: str
    person: Person = "one"

    @property
    def owner(self) -> str:
        """The possessive form: "your", "its", "each player's"."""
        possessive = {"you": "your", "": "your", "it": "its", "they": "their", "them": "their"}.get(
            self.text
        )
        return possessive or self.text + (
            "'" if self.text.endswith("s") and self.person == "many" else "'s"
        )

    @property
    def pronoun(self) -> str:
        """The possessive pronoun: "your" or "their"."""
        return "your" if self.person == "you" else "their"


YOU = Noun("you", "you")
IMPLIED = Noun("", "you")


class Clause(NamedTuple):
    """One instruction: a subject, a predicate with starred verbs, and sentences that follow it.

    `compound` marks an instruction made of others (if, may, delayed), whose predicate is a whole
    sentence.
    """

    subject: Noun
    predicate: str
    follow: tuple[str, ...] = ()
    compound: bool = False

    def main(self) -> str:
        """Return the first sentence, uncapitalized and without its period."""
        if self.compound:
            return self.predicate
        return f"{self.subject.text} {inflect(self.predicate, self.subject.person)}".lstrip()

    def sentences(self) -> tuple[str, ...]:
        """Return all sentences, uncapitalized and without periods."""
        return (self.main(), *self.follow)

    def within(self) -> str:
        """Return the instruction as part of a longer sentence."""
        return f"({'; '.join(self.sentences())})" if self.compound or self.follow else self.main()

    def after_may(self, who: Noun) -> str:
        """Return the instruction in the form that follows "`who` may"."""
        if self.compound:
            return self.within()
        base = inflect(self.predicate, "you")
        same = self.subject.text == who.text or (
            self.subject.person == "you" and who.person == "you"
        )
        words = (
            base
            if same
            else (
                f"have {self.subject.text or 'you'} "
                f"{inflect_base(self.predicate, self.subject.person)}"
            )
        )
        return words + (f" ({'; '.join(self.follow)})" if self.follow else "")


@dataclass
class Context:
    """The context of a text, with the targets named so far.

    `this` and `host` name the source and the object it is attached to. `named` holds the targets
    mentioned so far, by index: a first mention is written in full ("target creature"), a later one
    is short. `depth` counts quotation marks. `it` is the object of a trigger or an earlier
    instruction, and `sacrificed` the kind of the sacrificed one.
    """

    this: str = "this permanent"
    host: str = "the permanent this is attached to"
    targets: tuple[Target, ...] = ()
    named: list[int] = field(default_factory=list[int])
    depth: int = 0
    in_trigger: bool = False
    it: str = "it"
    sacrificed: str = "permanent"

    def with_targets(self, targets: tuple[Target, ...], named: int = 0) -> Context:
        """Return the context of an ability with `targets`.

        The first `named` of them are mentioned already.
        """
        return replace(self, targets=targets, named=list(range(named)))

    def quoting(self, this: str) -> Context:
        """Return the context of an ability granted to an object, between quotation marks."""
        host = f"the permanent {this} is attached to"
        return Context(this=this, host=host, depth=self.depth + 1)

    def quote(self, text: str) -> str:
        """Return text between quotation marks, double and single in turn."""
        mark = "\"'"[self.depth % 2]
        return f"{mark}{text}{mark}"


def inflect(predicate: str, person: Person) -> str:
    """Return a predicate with its starred words in the form for a person."""
    predicate = re.sub(r"\*\{([^|}]*)\|([^}]*)\}", r"\2" if person == "many" else r"\1", predicate)
    return re.sub(r"\*([a-z']+)", lambda match: _verb(match[1], person), predicate)


def inflect_base(predicate: str, person: Person) -> str:
    """Return a predicate with its first verb in the infinitive, as after "have it"."""
    return inflect(
        re.sub(
            r"\*(?!its?\b)([a-z']+)",
            lambda match: "not" if match[1] == "don't" else match[1],
            predicate,
        ),
        person,
    )


def _verb(base: str, person: Person) -> str:
    if person == "you":
        return IRREGULAR_FOR_YOU.get(base, base)
    if person == "many":
        return IRREGULAR_FOR_MANY.get(base, base)
    if base in IRREGULAR_VERBS:
        return IRREGULAR_VERBS[base]
    if base.endswith("y") and base[-2] not in "aeiou":
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "x", "ch", "sh", "o")) else "s")


def plural(noun: str) -> str:
    """Return the plural of a noun: "creatures" for "creature", "Elves" for "Elf"."""
    low = noun.lower()
    if low in SAME_PLURALS:
        return noun
    if low in IRREGULAR_PLURALS:
        return noun[0] + IRREGULAR_PLURALS[low][1:]
    if low.endswith("y") and low[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if low.endswith(("s", "x", "ch", "sh", "z")) else "s")


def article(words: str) -> str:
    """Return words with "a" or "an"; "other creature" becomes "another creature"."""
    if words.startswith("other "):
        return "an" + words
    first = words.lower()
    sounds_open = first.startswith(
        ("a", "e", "i", "o", "8", "11/", "18/", "u", "x/")
    ) and not first.startswith(("uni", "urza", "use", "one "))
    return f"{'an' if sounds_open else 'a'} {words}"


def number_word(number: int) -> str:
    """Return a number as a word up to twenty, in digits otherwise; zero stays a digit."""
    if 10 < number <= 20:
        return _TEENS[number - 11]
    return in_number(number) if number else "0"


_TEENS = (
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip


def additional(number: int, noun: str) -> str:
    """Return so many more of something: "an additional creature", "an additional two creatures"."""
    if number == 1:
        return f"an additional {noun}"
    return f"an additional {number_word(number)} {plural(noun)}"


def listed(words: Sequence[str], joiner: str = "and") -> str:
    """Return words as a list: "a", "a and b", "a, b, and c"."""
    return (
        f" {joiner} ".join(words)
        if len(words) < 3
        else f"{', '.join(words[:-1])}, {joiner} {words[-1]}"
    )


def capitalized(text: str) -> str:
    """Return text with a capital at its start, even after a bracket or quotation mark."""
    return re.sub(r"^([(\"']*)([a-z])", lambda match: match[1] + match[2].upper(), text, count=1)


def stopped(text: str) -> str:
    """Return text as a sentence, capitalized and with a period unless a quotation ends with one."""
    return capitalized(text) + (
        "" if text.endswith(("—", ".", '."', ".'", ".'\"", ".\"'")) else "."
    )
