"""Costs: "{2}, {T}, Sacrifice a creature" before a colon, "pay {2}" within a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.english import capitalized, listed, number_word
from engine.base.records import replace
from engine.cards.oracle.bags import apart, merged
from engine.cards.oracle.grammar import (
    GRAMMAR,
    H,
    PhraseRule,
    Reader,
    Reading,
    Writer,
    Written,
    category,
    phrase,
)
from engine.cards.oracle.phrases.lists import NUMBERS
from engine.cards.oracle.references import Said
from engine.cards.terms import Costs, Filter, Many


@category("mana")
class ManaPhrase:
    """Mana symbols: "{2}{G}"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the symbols at a place."""
        word = reader.word(at)
        if word[:1] == "{" and word not in ("{T}", "{Q}") and "{E}" not in word:
            yield Reading(reader.tokens[at], at + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the symbols."""
        return Written(value, said) if isinstance(value, str) and value else None


@category("many")
class ManyOf:
    """The number of objects of a cost, as a word before a noun in the plural: "two", "X"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the number at a place."""
        word = reader.word(at)
        if word == "x":
            yield Reading("X", at + 1)
        elif word != "one" and word in NUMBERS:
            yield Reading(NUMBERS[word], at + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the number as a word."""
        if value == "X":
            return Written("X", said)
        return Written(number_word(value), said) if type(value) is int and value > 1 else None


@category("life-cost")
class LifeCost:
    """The life of a cost, in digits or X."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the number at a place."""
        if reader.word(at) == "x":
            yield Reading("X", at + 1)
        yield from reader.read("integer", at)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the number."""
        return Written("X", said) if value == "X" else writer.write("integer", value, said)


MOST_SYMBOLS = 10  # more energy counters are a word and one symbol


def energy_words(number: Many) -> str:
    """Return a number of energy counters: "{E}{E}", "eight {E}", "X {E}"."""
    if isinstance(number, int) and 0 < number <= MOST_SYMBOLS:
        return "{E}" * number
    return f"{number if isinstance(number, str) else number_word(number)} {{E}}"


@category("energy-cost")
class EnergyCost:
    """The energy counters of a cost: "{E}{E}", "eight {E}"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the number at a place."""
        word = reader.word(at)
        if word and word == "{E}" * (len(word) // 3):
            yield Reading(len(word) // 3, at + 1)
        elif word in NUMBERS and reader.word(at + 1) == "{E}":
            yield Reading(NUMBERS[word], at + 2)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the number in symbols."""
        return Written(energy_words(value), said) if type(value) is int and value > 0 else None


@category("loyalty")
class Loyalty:
    """The cost of a loyalty ability: "+1", "-2", "0", "-X"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the number at a place."""
        word = reader.word(at)
        if reader.word(at + 1) != ":":
            return
        if word == "-x":
            yield Reading("-X", at + 1)
        elif word == "0" or (word[:1] in ("+", "-") and word[1:].isdigit()):
            yield Reading(int(word), at + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the number with its sign."""
        if type(value) is not int:
            return Written(value, said) if value == "-X" else None
        return Written(f"{value:+d}" if value else "0", said)


class OwnObjects:
    """Objects of a cost, which must be yours anyway: "a land you control" is any land.

    Permanents that are tapped as a cost must be untapped anyway, too.
    """

    def __init__(self, **fields: Any) -> None:
        self._fields = fields

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the objects at a place."""
        for objects in reader.read("objects", at, mode):
            of = objects.value
            if all(getattr(of, name) == value for name, value in self._fields.items()):
                empty = Filter()
                plain = {name: getattr(empty, name) for name in self._fields}
                yield objects._replace(value=replace(of, **plain))

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the objects in words."""
        if not isinstance(value, Filter) or value.zone != "battlefield":
            return None
        return writer.write("objects-from", replace(value, **self._fields), said, mode)


GRAMMAR.categories["own-objects"] = OwnObjects(controller="you")
GRAMMAR.categories["own-untapped"] = OwnObjects(controller="you", tapped=False)


@category("cards-elsewhere")
class CardsElsewhere:
    """Cards of a cost in a graveyard or a hand: "two cards from your graveyard"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the cards at a place."""
        for objects in reader.read("objects", at, mode):
            if objects.value.zone not in ("battlefield", "stack"):
                yield objects

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the cards in words."""
        if not isinstance(value, Filter) or value.zone == "battlefield":
            return None
        return writer.write("objects-from", value, said, mode)


# parts before a colon, in their order
phrase("cost-part", "<loyalty:loyalty>", Costs(loyalty=H.loyalty))
phrase("cost-part", "<mana:mana>", Costs(mana=H.mana))
phrase("cost-part", "{T}", Costs(tap=True))
phrase("cost-part", "{Q}", Costs(untap=True))
# parts that are verbs, before a colon or within a sentence
phrase("cost-deed", "*pay <mana:mana>", Costs(mana=H.mana))
phrase("cost-deed", "*pay <life:life-cost> life", Costs(life=H.life))


def _several(verb: str, cards: str, field: str, after: str = "", many_after: str = "") -> None:
    """Add the rules for costs of one object or several."""
    count = f"{field.partition('_')[0]}_count"
    phrase(
        "cost-deed",
        f"*{verb} <count:many> <of:{cards}.many>{many_after or after}",
        Costs(**{field: H.of, count: H.count}),
    )
    phrase("cost-deed", f"*{verb} <of:{cards}.a>{after}", Costs(**{field: H.of}))


phrase("cost-deed", "*have an opponent gain <life:life-cost> life", Costs(opponent_gains=H.life))
phrase("cost-deed", "*have each other player gain <life:life-cost> life", Costs(others_gain=H.life))
phrase("cost-deed", "*reveal *their hand", Costs(reveal_hand=True))
_several("tap", "own-untapped", "tap_other")
phrase("cost-deed", "*pay <energy:energy-cost>", Costs(energy=H.energy))
phrase("cost-deed", "*exert <any:this>", Costs(exert=True))
phrase("cost-deed", "*sacrifice <any:this>", Costs(sacrifice="self"))
phrase(
    "cost-deed",
    "*sacrifice <of:objects.a> and <also:objects.a>",
    Costs(sacrifice=H.of, also=(Costs(sacrifice=H.also),)),
)
_several("sacrifice", "objects", "sacrifice")
phrase("cost-deed", "*discard *their hand", Costs(discard="hand"))
phrase("cost-deed", "*discard this card", Costs(discard_self=True))
for words, at_random in ((" at random", True), ("", False)):
    if not at_random:
        phrase("cost-deed", "*discard <of:certain-cards.a>", Costs(discard=1, discard_of=H.of))
        phrase(
            "cost-deed",
            "*discard <count:many> <of:certain-cards.many>",
            Costs(discard=H.count, discard_of=H.of),
        )
    phrase("cost-deed", f"*discard a card{words}", Costs(discard=1, discard_random=at_random))
    phrase(
        "cost-deed",
        f"*discard <count:many> cards{words}",
        Costs(discard=H.count, discard_random=at_random),
    )
phrase("cost-deed", "*reveal this card from your hand", Costs(reveal_self=True))
phrase("cost-deed", "*exile <any:own-card>", Costs(exile_self=True))
_several("exile", "cards-elsewhere", "exile_other")
_several("exile", "own-objects", "exile_other")
phrase("cost-deed", "*exile the top card of *their library", Costs(exile_top=1))
phrase(
    "cost-deed", "*exile the top <number:many> cards of *their library", Costs(exile_top=H.number)
)
phrase("cost-deed", "*mill a card", Costs(mill=1))
phrase("cost-deed", "*mill <number:many> cards", Costs(mill=H.number))
phrase("cost-deed", "*return <any:this> to its owner's hand", Costs(return_self=True))
_several("return", "own-objects", "return_other", " to its owner's hand", " to their owner's hand")
_several("reveal", "certain-cards", "reveal", " from your hand")
phrase(
    "cost-deed",
    "*remove all <kind:counter-kind> counters from <any:this>",
    Costs(remove_counter=H.kind, remove_count="all"),
)
for words, fields in (
    (" from <source:own-objects.a>", {"remove_from": H.source}),
    (" from among <source:own-objects.many>", {"remove_from": H.source}),
    (" from <any:this>", {}),
):
    phrase(
        "cost-deed",
        f"*remove <count:many> <kind:counter-kind> counters{words}",
        Costs(remove_counter=H.kind, remove_count=H.count, **fields),
        read_only=" a>" in words,
    )
    if "among" not in words:
        phrase(
            "cost-deed",
            f"*remove a <kind:counter-kind> counter{words}",
            Costs(remove_counter=H.kind, **fields),
            f"*remove an <kind:counter-kind> counter{words}",
        )
phrase(
    "cost-deed",
    "*put a <kind:counter-kind> counter on <on:own-objects.a>",
    Costs(put_counter=H.kind, put_on=H.on),
)
phrase("cost-deed", "*put a <kind:counter-kind> counter on <any:this>", Costs(put_counter=H.kind))


@category("own-card")
class OwnCard:
    """The source of an ability where it is: "this creature", "this card from your graveyard"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the source at a place."""
        for zone in ("graveyard", "hand"):
            end = reader.at_words(at, f"this card from your {zone}")
            # only an activated ability works in a hand
            if end is not None and (zone == "graveyard" or reader.word(end) in (":", ",")):
                yield Reading("self", end, "one")
        if reader.word(at + 1) != "card":
            yield from reader.read("this", at)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the words for the source."""
        if said.zone in ("graveyard", "hand"):
            return Written(f"this card from your {said.zone}", said, "one")
        return writer.write("this", "self", said)


class Cost:
    """The parts of a cost, merged.

    As `symbols` the cost stands before a colon, with mana and tap symbols; otherwise its verbs have
    a subject, whose person is the mode.
    """

    def __init__(self, *, symbols: bool) -> None:
        self._kinds = ("cost-part", "cost-deed") if symbols else ("cost-deed",)
        self._joiner = "," if symbols else "and"

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the costs that begin at a place."""
        for cost in self._more(reader, Costs(), at, mode):
            yield cost
            if not self._kinds[1:] and reader.word(cost.end) == "or":
                for other in reader.read("payment", cost.end + 1, mode):
                    if not other.value.either:
                        yield Reading(Costs(either=(cost.value, other.value)), other.end)

    def _more(self, reader: Reader, before: Costs, at: int, mode: str) -> Iterator[Reading]:
        for kind in self._kinds:
            for part in reader.read(kind, at, mode or "you"):
                cost = merged(before, part.value)
                if cost is None:
                    continue
                yield Reading(cost, part.end)
                if reader.word(part.end) == self._joiner:
                    yield from self._more(reader, cost, part.end + 1, mode)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a cost in words."""
        words: list[str] = []
        left = value
        if not isinstance(value, Costs):
            return None
        if value.either and value == Costs(either=value.either) and self._joiner == "and":
            options = [writer.write("payment", each, said, mode) for each in value.either]
            texts = [option.text for option in options if option is not None]
            return Written(" or ".join(texts), said) if len(texts) == len(options) else None

        def says(rule: PhraseRule, meanings: dict[str, Any]) -> bool:
            return writer.say(rule.elements, meanings, said, mode or "you") is not None

        for kind in self._kinds:
            parts, left = apart(GRAMMAR.phrases(kind), left, says)
            for rule, meanings in parts:
                written = writer.say(rule.elements, meanings, said, mode or "you")
                if written is None:
                    return None
                said = written.said
                words.append(capitalized(written.text) if self._joiner == "," else written.text)
        if left != Costs() or not words:
            return None
        if value.exile_self and self._joiner == "and":
            said = replace(said, object="exiled", several=False)
        return Written(", ".join(words) if self._joiner == "," else listed(words), said)


GRAMMAR.categories["cost"] = Cost(symbols=True)
GRAMMAR.categories["payment"] = Cost(symbols=False)
