"""Numbers and amounts: "three", "X", "the number of creatures you control"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.english import article, number_word, plural
from engine.base.records import replace
from engine.cards.oracle.grammar import H, Reader, Reading, Writer, Written, category, phrase
from engine.cards.oracle.phrases.lists import NUMBERS
from engine.cards.oracle.references import EACH, Number, Said, ThatMuch
from engine.cards.terms import Count, Filter, PerPlayer, Players, Stat


@category("integer")
class Integer:
    """A number that never depends on anything, in digits; in words with the mode "word"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the number at a place."""
        word = reader.word(at)
        if mode == "word" and word in NUMBERS:
            yield Reading(NUMBERS[word], at + 1)
        elif mode != "word" and word.isdigit() and len(word) < 4:
            yield Reading(int(word), at + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a number in digits or in words."""
        if type(value) is not int or value < 0:
            return None
        return Written(number_word(value) if mode == "word" else str(value), said)


@category("amount")
class Amount:
    """An amount: a number, X, or one that follows: "1 damage for each …".

    With a mode it is a number of things: with "card", "a card" and "two cards".
    """

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the amount at a place, as a `Number`."""
        word = reader.word(at)
        if not mode:
            if word.isdigit() and len(word) < 4:
                yield Reading(Number(at, int(word)), at + 1)
            elif word == "x":
                yield Reading(Number(at, "X"), at + 1)
            elif word == "that" and reader.word(at + 1) == "much":
                yield Reading(Number(at, ThatMuch(at)), at + 2)
            return
        noun = mode.split()
        if word in ("a", "an"):
            end = reader.at_words(at + 1, mode)
            if end is not None:
                yield Reading(Number(at, 1), end)
            return
        count: Any = NUMBERS.get(word)
        if word == "x":
            count = "X"
        end = reader.at_words(at + 1, " ".join((*noun[:-1], plural(noun[-1]))))
        if word == "that" and reader.word(at + 1) == "many":
            count = ThatMuch(at)
            end = reader.at_words(at + 2, " ".join((*noun[:-1], plural(noun[-1]))))
        if count is not None and count != 1 and end is not None:
            yield Reading(Number(at, count), end)
            sign = {"plus": 1, "minus": -1}.get(reader.word(end), 0)
            more = NUMBERS.get(reader.word(end + 1))
            if isinstance(count, ThatMuch) and sign and more is not None:
                yield Reading(Number(at, ThatMuch(at, sign * more)), end + 2)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return an amount in words; what it counts follows at the end of the clause."""
        if again := _said_again(value, said, mode):
            return Written(again, said)
        objects = None
        numbered = isinstance(value, Stat) and value.what in ("hand", "graveyard")
        if numbered and value.times == 1 and mode != "mana":
            pass  # "where X is the number of cards in your hand"
        elif isinstance(value, Count | Stat) and value.times > 0 and not value.plus % value.times:
            objects = writer.write("for-each", _once(value), said)
        if objects is not None and isinstance(value, Count | Stat):
            after = (FOR_EACH, _once(value))
            if said.after not in (None, after):
                return None
            said = replace(said, after=after)
            value = value.times
        elif isinstance(value, Stat) and not mode:
            return None  # "damage equal to its power" has rules of its own
        elif not isinstance(value, int | str):
            explained = x_explained(writer, value, said)
            if explained is None:
                return None
            said, value = explained, "X"
        if value != "X" and (type(value) is not int or value < 0):
            return None
        if mode in ("", "bonus", "mana"):
            return Written(str(value), said)
        noun = mode.split()
        if value == 1:
            return Written(article(mode), said)
        number = "X" if value == "X" else number_word(value)
        return Written(" ".join((number, *noun[:-1], plural(noun[-1]))), said)


FOR_EACH, WHERE = "for each", ", where X is"
"""The kinds of words that end a clause with an amount."""


def x_explained(writer: Writer, value: Any, said: Said) -> Said | None:
    """Return what has been said after an X that the end of the clause explains, None if it can't.

    What the amount counts is said there, after everything else in the clause.
    """
    after = (WHERE, value)
    if said.after not in (None, after) or writer.write("quantity", value, said) is None:
        return None
    return replace(said, after=after)


def ended(writer: Writer, written: Written) -> Written | None:
    """Return a clause with the words for its amount at its end, None if there are none."""
    if written.said.after is None:
        return written
    kind, value = written.said.after
    said = replace(written.said, after=None)
    words = writer.write("for-each" if kind == FOR_EACH else "quantity", value, said)
    joined = f"{written.text} {kind}" if kind == FOR_EACH else f"{written.text}{kind}"
    return words and words._replace(text=f"{joined} {words.text}", person=written.person)


def is_quality(value: Any) -> bool:
    """Return whether an amount is a power, toughness or mana value of one object."""
    return isinstance(value, Stat) and value.what in ("power", "toughness", "mana-value")


def _once(value: Count | Stat) -> Count | Stat:
    """Return what an amount counts, once: a creature blocking it is one beyond the first plus 1."""
    return replace(value, times=1, plus=value.plus // value.times)


def _said_again(value: Any, said: Said, mode: str) -> str:
    """Return the words for a number that has been said, or a little more or less, "" if none."""
    if said.amount is not None and value == said.amount and not _of_several(value, said):
        return _that_many(mode)
    more = _more_than_said(value, said)
    if not more or mode in ("", "bonus", "mana"):
        return ""
    return f"{_that_many(mode)} {'plus' if more > 0 else 'minus'} {number_word(abs(more))}"


def _more_than_said(value: Any, said: Said) -> int:
    """Return by how much an amount is more than the last number said, 0 if it is another one."""
    last = said.amount
    if not isinstance(value, Count | Stat) or type(last) is not type(value):
        return 0
    more: int = value.plus - last.plus
    return more if replace(value, plus=last.plus) == last and not _of_several(last, said) else 0


def _of_several(value: Any, said: Said) -> bool:
    """Return whether an amount is the total of several players: "the life lost this way"."""
    total = isinstance(value, Stat) and value.what in ("life-lost", "damage-taken")
    return total and said.player in EACH


def _that_many(mode: str) -> str:
    """Return the words for a number that has been said."""
    if mode == "bonus":
        return "that many"
    noun = mode.split()
    return " ".join(("that many", *noun[:-1], plural(noun[-1]))) if noun else "that much"


# --- After "for each" -----------------------------------------------------------------------------

phrase("for-each", "<of:counted-objects.one>", Count(of=H.of))
phrase(
    "for-each",
    "<kind:counter-kind> counter on <of:thing>",
    Stat(what="counters", kind=H.kind, of=H.of),
)
for quality in ("basic-land-type", "color", "card-type"):
    phrase(
        "for-each",
        f"{quality.replace('-', ' ')} among <of:objects.many>",
        Count(of=H.of, distinct=quality),  # type: ignore[arg-type]
    )
for _zone in ("hand", "graveyard"):
    phrase(
        "for-each",
        f"card in <of:whose-player> {_zone}",
        Stat(what=_zone, of=H.of),  # type: ignore[arg-type]
        write_only=True,
    )
phrase(
    "for-each",
    "creature blocking <of:thing>",
    Stat(what="blockers-beyond-first", of=H.of, plus=1),
)
phrase("for-each", "counter removed this way", Stat(what="counters-removed"))
phrase("for-each", "time it was kicked", Stat(what="times-paid", kind="multikicker"))

# --- Quantities -----------------------------------------------------------------------------------

for what, name in (("power", "power"), ("toughness", "toughness"), ("mana-value", "mana value")):
    stat = Stat(what=what, of=H.of)  # type: ignore[arg-type]
    phrase("plain-quantity", f"<of:whose> {name}", stat)
phrase("plain-quantity", "<of:whose-player> life total", Stat(what="life", of=H.of))
for zone in ("hand", "graveyard"):
    phrase(
        "plain-quantity",
        f"the number of cards in <of:whose-player> {zone}",
        Stat(what=zone, of=H.of),  # type: ignore[arg-type]
    )
_NUMBERS_THIS_WAY = {
    "life-lost": ("the life lost this way", "the amount of life lost this way"),
    "life-gained": ("the life gained this way", "the amount of life gained this way"),
    "damage-taken": ("the damage dealt this way", "the amount of damage dealt this way"),
    "counters-removed": ("the number of counters removed this way",),
    "counters-added": ("the number of counters put this way",),
}
for what, (words, *also) in _NUMBERS_THIS_WAY.items():
    phrase("plain-quantity", words, Stat(what=what), *also)  # type: ignore[arg-type]
for what, words in (("power", "power"), ("toughness", "toughness"), ("mana-value", "mana value")):
    phrase(
        "plain-quantity",
        f"the greatest {words} among <of:objects.many>",
        Stat(what=what, of=H.of, take="greatest"),  # type: ignore[arg-type]
    )
    phrase(
        "plain-quantity",
        f"the total {words} of <of:objects.many>",
        Stat(what=what, of=H.of, take="total"),  # type: ignore[arg-type]
    )
for distinct, words in (
    ("basic-land-type", "basic land types"),
    ("card-type", "card types"),
    ("color", "colors"),
    ("name", "different names"),
):
    phrase(
        "plain-quantity",
        f"the number of {words} among <of:objects.many>",
        Count(of=H.of, distinct=distinct),  # type: ignore[arg-type]
    )
for what, words in (("power", "power"), ("toughness", "toughness")):
    phrase(
        "plain-quantity",
        f"the total {words} of the creatures sacrificed this way",
        Stat(what=what, of="sacrificed", take="total"),  # type: ignore[arg-type]
    )
phrase(
    "plain-quantity",
    "the greatest number of cards a player discarded this way",
    PerPlayer(amount=Count(of=Filter(among="discarded", owner="that-player"))),
)
for take, words in (("greatest", "highest"), ("least", "lowest")):
    for group, among in (("players", "among all players"), ("opponents", "among your opponents")):
        phrase(
            "plain-quantity",
            f"the {words} life total {among}",
            Stat(what="life", of=group, take=take),  # type: ignore[arg-type]
        )
phrase("plain-quantity", "the number of opponents you have", Players(of="opponents"))
phrase("plain-quantity", "the number of <of:counted-objects.many>", Count(of=H.of))
phrase(
    "plain-quantity",
    "the number of <of:objects.many> on the battlefield",
    Count(of=H.of),
    read_only=True,
)
phrase(
    "plain-quantity",
    "the number of <kind:counter-kind> counters on <of:thing>",
    Stat(what="counters", kind=H.kind, of=H.of),
)
phrase(
    "plain-quantity",
    "<of:whose-player> devotion to <kind:color>",
    Stat(what="devotion", kind=H.kind, of=H.of),
)


HALVES: dict[str, Any] = {", rounded down": True, ", rounded up": "up"}


@category("quantity")
class Quantity:
    """A number that a text describes: "twice the number of Goblins you control"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the quantities at a place."""
        for base in self._bases(reader, at):
            yield base
            yield from self._more(reader, base)

    @staticmethod
    def _bases(reader: Reader, at: int) -> Iterator[Reading]:
        yield from reader.read("plain-quantity", at)
        start = reader.at_words(at, "twice")
        if start is not None:
            for base in reader.read("plain-quantity", start):
                yield base._replace(value=replace(base.value, times=2))
        word = reader.word(at)
        number = int(word) if word.isdigit() and len(word) < 4 else NUMBERS.get(word)
        if number is not None and reader.word(at + 1) == "plus":
            for base in reader.read("plain-quantity", at + 2):
                yield base._replace(value=replace(base.value, plus=number))
        start = reader.at_words(at, "half")
        if start is not None:
            for base in reader.read("plain-quantity", start):
                for words, halve in HALVES.items():
                    end = reader.at_words(base.end, words)
                    if end is not None:
                        yield Reading(replace(base.value, halve=halve), end)

    @staticmethod
    def _more(reader: Reader, base: Reading) -> Iterator[Reading]:
        for words, sign in (("plus", 1), ("minus", -1)):
            start = reader.at_words(base.end, words)
            if start is not None:
                number = NUMBERS.get(reader.word(start))
                if reader.word(start).isdigit():
                    number = int(reader.word(start))
                if number is not None:
                    yield Reading(replace(base.value, plus=sign * number), start + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a quantity in words."""
        if value is None or isinstance(value, int | str) or value.times not in (1, 2):
            return None
        written = writer.write("plain-quantity", replace(value, times=1, plus=0, halve=False), said)
        if written is None:
            return None
        text = f"twice {written.text}" if value.times == 2 else written.text
        for words, halve in HALVES.items():
            text = f"half {text}{words}" if value.halve == halve else text
        if value.plus:
            text += f" {'plus' if value.plus > 0 else 'minus'} {abs(value.plus)}"
        return written._replace(text=text)
