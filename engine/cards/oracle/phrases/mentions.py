"""Objects and players that a text speaks of: "this creature", "target player", "it"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.english import number_word, plural
from engine.base.records import replace
from engine.cards.model import Target
from engine.cards.oracle.grammar import (
    GRAMMAR,
    ReadAs,
    Reader,
    Reading,
    Writer,
    Written,
    category,
    phrase,
)
from engine.cards.oracle.own_name import NAMELESS_GRANTER
from engine.cards.oracle.phrases.lists import NUMBERS
from engine.cards.oracle.references import EITHER, Mention, Said
from engine.cards.subtypes import CREATURE_TYPES, LAND_TYPES
from engine.cards.terms import RESULTS, TARGET_INDEX, Filter

_DAMAGED = Filter(types=("Creature", "Planeswalker"))
NAMED_SOURCE = "this"
"""The last object said, where it is the source by its noun."""
ANY_TARGET = Target(of=_DAMAGED, player="any")
OWN_NOUNS = (
    "creature", "permanent", "land", "artifact", "enchantment", "planeswalker", "battle", "aura",
    "equipment", "vehicle", "spell", "card", "token", "emblem",
)  # fmt: skip
THAT_NOUNS = (
    "creature", "permanent", "land", "artifact", "enchantment", "planeswalker", "card", "spell",
    "token", "ability",
)  # fmt: skip
OF_CARDS = ("discarded", "milled", "drawn", "revealed", "exiled", "moved")
"""The results that are cards rather than permanents."""
DAMAGED_PLAYER = "that player or that planeswalker 's controller"
"""The player concerned after damage to a "target player or planeswalker"."""
OPPONENTS_OF_PLAYER = "each of that player 's opponents"
PLAYERS = {
    "each player": "players",
    "each opponent": "opponents",
    "defending player": "defending-player",
    "the chosen player": "chosen-player",
    "enchanted player": "attached",
}

# --- Targets --------------------------------------------------------------------------------------

phrase("target-player", "~player", "any")
phrase("target-player", "~opponent", "opponent")
phrase("target-ability", "activated ~ability", "activated")
phrase("target-ability", "triggered ~ability", "triggered")
phrase("target-ability", "activated or triggered ~ability", "any")


@category("target")
class TargetPhrase:
    """A target named in full: "up to two other target creatures you control"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the target at a place, as a `Target`."""
        for words in ("any target", "any other target"):
            if (end := reader.at_words(at, words)) is not None:
                of = replace(_DAMAGED, other=len(words) > 10)
                yield Reading(replace(ANY_TARGET, of=of), end, "one")
        for target, after in _counts(reader, at):
            many = "one" if target.count == 1 else "many"
            other = reader.word(after) in ("other", "another")
            word = after + other
            if reader.word(word) == "targets" and many == "many":
                of = replace(_DAMAGED, other=other)
                yield Reading(replace(target, of=of, player="any"), word + 1, many)
            if reader.word(word) != "target":
                continue
            for reading in self._kinds(reader, word + 1, many):
                found = replace(
                    target,
                    **{name: getattr(reading.value, name) for name in PARTS},
                )
                if other:
                    if found.of is None:
                        continue
                    found = replace(found, of=replace(found.of, other=True))
                yield Reading(found, reading.end, many)

    @staticmethod
    def _kinds(reader: Reader, at: int, number: str) -> Iterator[Reading]:
        for player in reader.read("target-player", at, number):
            yield Reading(Target(player=player.value), player.end)
        yield from _abilities(reader, at, number)
        for objects in reader.read("objects", at, number):
            yield Reading(Target(of=objects.value), objects.end)
            if reader.word(objects.end) == "or":
                for player in reader.read("target-player", objects.end + 1, number):
                    yield Reading(Target(of=objects.value, player=player.value), player.end)
        for player in reader.read("target-player", at, number):
            if reader.word(player.end) == "or":
                for objects in reader.read("objects", player.end + 1, number):
                    yield Reading(Target(of=objects.value, player=player.value), objects.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a target in full."""
        if not isinstance(value, Target):
            return None
        one = value.count == 1
        number = "one" if one else "many"
        other = value.of is not None and (value.of.other or value.of.apart_from in TARGET_INDEX)
        of = None if value.of is None else replace(value.of, other=False, apart_from=None)
        before = _how_many(value)
        if before is None:
            return None
        plain = replace(value, of=of, count=1, up_to=False, at_least=None)
        if plain == ANY_TARGET:
            word = "other " if other else ""
            text = f"{before}{word}targets" if before else f"any {word}target"
            return Written(text, said, number)
        kinds: list[str] = []
        player = "target-player"
        if of is not None:
            written = writer.write("objects-from", of, said, number)
            if written is None:
                return None
            said = written.said
            kinds.append(written.text)
        if value.player:
            kinds.append(GRAMMAR.phrases(player).write(writer, value.player, said, number).text)  # type: ignore[union-attr]
            if of == Filter(types=("Planeswalker",)):
                kinds.reverse()
        if value.ability:
            words = _ability_words(writer, value, said)
            if words is None:
                return None
            kinds = [words] if words in ANY_ITEM else [*kinds, words]
        another = "other " if before else "another "
        another = another if other else ""
        return Written(f"{before}{another}target {' or '.join(kinds)}", said, number)


SUBTYPES_OF_HOSTS = frozenset(CREATURE_TYPES) | LAND_TYPES
"""Nouns for what an Aura is attached to, besides card types: "enchanted Forest"."""
PARTS = ("of", "player", "ability", "ability_of")
"""The fields of a target that say what it is."""
ANY_ITEM: dict[str, Any] = {"spell , activated ability , or triggered ability": "any"}
"""Targets that are spells or abilities, by their words."""
LEAST = {"one or two": (1, 2), "one , two , or three": (1, 3), "two or three": (2, 3)}
"""Numbers of targets that leave a choice: the least and the most."""


def _abilities(reader: Reader, at: int, number: str) -> Iterator[Reading]:
    """Yield the targets at a place that are abilities, or spells and abilities."""
    for ability in reader.read("target-ability", at, number):
        yield Reading(Target(ability=ability.value), ability.end)
        start = reader.at_words(ability.end, "from")
        for source in reader.read("objects", start, "a") if start is not None else ():
            # "from an artifact source"
            if reader.word(source.end) == "source":
                found = Target(ability=ability.value, ability_of=source.value)
                yield Reading(found, source.end + 1)
    for words, ability in ANY_ITEM.items():
        if number == "one" and (end := reader.at_words(at, words)) is not None:
            yield Reading(Target(of=Filter(zone="stack"), ability=ability), end)


def _how_many(target: Target) -> str | None:
    """Return the words for a number of targets, "" for one, None if there are none."""
    if target.at_least is not None:
        numbers: dict[Any, str] = {bounds: words for words, bounds in LEAST.items()}
        words = numbers.get((target.at_least, target.count))
        return None if words is None or target.up_to else f"{words} "
    before = "up to " if target.up_to else ""
    if target.count == 1 and not target.up_to:
        return before
    number = number_word(target.count) if isinstance(target.count, int) else "X"
    return f"{before}{number} "


def _ability_words(writer: Writer, target: Target, said: Said) -> str | None:
    """Return the words for the abilities that a target can be."""
    one = target.count == 1
    whole = (target.of, target.ability, target.player)
    for words, ability in ANY_ITEM.items():
        if one and whole == (Filter(zone="stack"), ability, ""):
            return words
    kind = writer.write("target-ability", target.ability, said, "one" if one else "many")
    if kind is None or target.ability_of is None:
        return kind and kind.text
    source = writer.write("objects", target.ability_of, said, "a") if one else None
    return source and f"{kind.text} from {source.text} source"


def _counts(reader: Reader, at: int) -> Iterator[tuple[Target, int]]:
    """Yield the numbers of targets at a place, as targets without a description."""
    yield Target(), at
    up_to = reader.at_words(at, "up to")
    start = at if up_to is None else up_to
    word = reader.word(start)
    if word in NUMBERS:
        yield Target(count=NUMBERS[word], up_to=up_to is not None), start + 1
    elif word == "x":
        yield Target(count="X", up_to=up_to is not None), start + 1
    if up_to is None:
        for words, (least, most) in LEAST.items():
            end = reader.at_words(at, words)
            if end is not None:
                yield Target(count=most, at_least=least), end


# --- Objects --------------------------------------------------------------------------------------


@category("this")
class This:
    """The source of an ability: "this creature"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the source if the words for it stand at a place."""
        if reader.word(at) == "this" and reader.word(at + 1) in OWN_NOUNS:
            yield Reading("self", at + 2, "one")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the words for the source."""
        return Written(f"this {said.this}", said, "one") if value in ("self", None) else None


@category("thing")
class ThingPhrase:
    """One object or several, by reference: the source, a target, a pronoun.

    With the mode "one" only a single object is written.
    """

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the mentions of objects at a place."""
        buried = reader.at_words(at, "this card from your graveyard")
        if buried is not None:
            yield Reading(Mention(at, ref="self", role="graveyard"), buried, "one")
        for this in reader.read("this", at):
            yield Reading(Mention(at, ref="self"), this.end, "one")
        first, second = reader.word(at), reader.word(at + 1)
        enchantable = second in OWN_NOUNS or second.capitalize() in SUBTYPES_OF_HOSTS
        if first in ("enchanted", "equipped", "fortified") and enchantable:
            yield Reading(Mention(at, ref="attached"), at + 2, "one")
        for target in reader.read("target", at):
            if target.value.of is not None or target.value.ability:
                yield Reading(Mention(at, target=target.value), target.end, target.person)
        yield from self._pronouns(reader, at, first, second)
        if (end := reader.at_words(at, NAMELESS_GRANTER)) is not None:
            yield Reading(Mention(at, ref="creator"), end, "one")
        for words, ref in (
            ("the chosen", "chosen"),
            ("the exiled", "exiled-by-self"),
            *((f"the {result}", result) for result in RESULTS if result not in ("exiled", "moved")),
        ):
            end = reader.at_words(at, words)
            if end is not None:
                noun = reader.word(end)
                if noun in THAT_NOUNS:
                    yield Reading(Mention(at, ref=ref), end + 1, "one")
                if noun.removesuffix("s") in THAT_NOUNS and noun.endswith("s"):
                    yield Reading(Mention(at, ref=ref), end + 1, "many")

    @staticmethod
    def _pronouns(reader: Reader, at: int, first: str, second: str) -> Iterator[Reading]:
        if first in ("it", "itself"):
            yield Reading(Mention(at, word=first), at + 1, "one")
        elif first in ("they", "them"):
            yield Reading(Mention(at, word="those"), at + 1, "many")
        elif first == "that" and second in THAT_NOUNS:
            yield Reading(Mention(at, word=f"that {second}"), at + 2, "one")
        elif first == "those" and second.removesuffix("s") in THAT_NOUNS:
            yield Reading(Mention(at, word=f"those {second}"), at + 2, "many")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a reference in words: in full, or as a pronoun if it was the last object named."""
        written = self._written(writer, value, said)
        return None if written is None or (mode == "one" and written.person != "one") else written

    def _written(self, writer: Writer, value: Any, said: Said) -> Written | None:
        if value in TARGET_INDEX:
            return self._target(writer, TARGET_INDEX[value], value, said)
        if value == "self":
            return self._source(said)
        if value == "attached":
            it = said.object == "attached"
            said = replace(said, object="attached", receiver=host_noun(said.host))
            return Written("it" if it else said.host, said, "one")
        if value == "it":
            return self._it(said)
        if value == "chosen":
            text = "it" if said.object == "chosen" else "the chosen creature"
            return Written(text, replace(said, object="chosen"), "one")
        if value == "creator":
            return Written(NAMELESS_GRANTER, said, "one")
        if value == "exiled-by-self":
            return Written("the exiled card", said, "one")
        return self._result(value, said) if value in RESULTS else None

    @staticmethod
    def _source(said: Said) -> Written:
        it = said.object == "self"
        if not it and said.object in ("it", *TARGET_INDEX):
            said = replace(said, other=said.object)  # "that creature" is never the source
        # where it isn't "it", it stays "this creature", and nothing else is "it" after that
        said = replace(said, object="self" if it else NAMED_SOURCE, receiver=said.this)
        buried = said.zone == "graveyard"
        words = "this card from your graveyard" if buried else f"this {said.this}"
        return Written("it" if it and not buried else words, said, "one")

    @staticmethod
    def _it(said: Said) -> Written | None:
        """Return the words for what the engine calls "it"; the source that has died is, too."""
        if said.other == "it":
            return Written(f"that {said.other_noun}", replace(said, object="it"), "one")
        if said.object in ("it", "self", "attached"):
            return Written("it", said, "one")
        if said.other_noun == NAMED_SOURCE:
            return Written(f"this {said.this}", said, "one")
        if said.object in TARGET_INDEX and said.other_noun in OWN_NOUNS:
            # "that land" isn't the creature that was named last
            return Written(f"that {said.other_noun}", replace(said, object="it"), "one")
        return None

    @staticmethod
    def _result(value: str, said: Said) -> Written:
        it = said.object == value
        noun = "card" if value in OF_CARDS else "creature"
        if value == "revealed" and said.shown:
            return Written("the revealed cards", said, "many")
        if it and said.several:
            return Written(f"those {plural(noun)}", said, "many")
        text = "it" if it else f"the {value} {noun}"
        return Written(text, replace(said, object=value), "one")

    @staticmethod
    def _target(writer: Writer, index: int, ref: str, said: Said) -> Written | None:
        if index >= len(said.targets):
            return None
        target = said.targets[index]
        if target.of is None and not target.ability:
            return None
        if index in said.named:
            noun = noun_of(target.of) if target.of is not None else "ability"
            if target.count != 1:
                those = f"those {plural(noun)}"
                return Written(those, said, "many") if said.object == ref else None
            if said.other == ref:
                return Written(f"that {noun}", replace(said, object=ref), "one")
            if said.object == "it" and said.other_noun != noun:
                return Written(f"that {noun}", replace(said, object=ref), "one")
            return Written("it", said, "one") if said.object == ref else None
        if index != len(said.named):
            return None
        written = writer.write("target", target, said)
        if written is None:
            return None
        named = replace(
            written.said, named=(*said.named, index), object=ref, other="",
            player=ref if target.player else written.said.player,
            receiver=receiver_of(target.of) if target.of is not None else "permanent",
        )  # fmt: skip
        return written._replace(said=named)


@category("dealer")
class Dealer(ReadAs):
    """The source of damage; "it" and "that creature" in the same clause don't mean that one."""

    reads = "thing"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the source in words."""
        written = writer.write("thing", value, said)
        if written is None or value != "self" or written.text == "it" or not said.object:
            return written
        return written._replace(said=replace(written.said, object=said.object))


@category("that-thing")
class ThatThing(ReadAs):
    """An object once more, with its noun: "that creature"."""

    reads = "thing"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a reference in words, "that creature" for "it"."""
        written = writer.write("thing", value, said)
        if written is None or written.text != "it":
            return written
        return written._replace(text=f"that {said.receiver}")


def host_noun(host: str) -> str:
    """Return the word by which an ability granted to a host calls its source."""
    return "permanent" if host.startswith("the ") else host.split()[-1]


def receiver_of(of: Filter) -> str:
    """Return the word by which an ability calls its source, one of the objects of a filter."""
    if of.zone != "battlefield":
        return "spell" if of.zone == "stack" else "card"
    return of.types[0].lower() if len(of.types) == 1 else "permanent"


_CREATURES = frozenset(CREATURE_TYPES)


def noun_of(of: Filter) -> str:
    """Return the noun after "that" for one of the objects of a filter: "that creature"."""
    names = set(of.subtypes)
    for noun, known in (("creature", _CREATURES), ("land", LAND_TYPES)):
        if names and not of.types and of.zone == "battlefield" and names <= known:
            return noun
    return receiver_of(of)


def all_or(mode: str, what: Filter) -> str:
    """Return the mode for a filter as a subject: "all creatures" if nothing else describes them."""
    plain = what in (Filter(types=what.types[:1]), Filter(subtypes=what.subtypes[:1]))
    return "all" if mode == "many" and plain else mode


@category("things")
class Things:
    """Objects by reference, or all that a filter finds.

    The mode is the form for the latter: "all", "each" or "many".
    """

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the mentions of objects and the descriptions at a place."""
        for thing in reader.read("thing", at):
            yield thing
            if thing.person == "many" and reader.word(thing.end) == "each":
                yield thing._replace(end=thing.end + 1)
        start = reader.at_words(at, "each of")
        for thing in reader.read("thing", start) if start is not None else ():
            if thing.person == "many":
                yield thing._replace(person="one")
        for form in dict.fromkeys((mode, "all", "each")):
            yield from reader.read("objects", at, form)
        for thing in reader.read("thing", at):
            yield from self._fellows(reader, thing)

    @staticmethod
    def _fellows(reader: Reader, thing: Reading) -> Iterator[Reading]:
        """Yield a target together with "each other creature that shares a color with it"."""
        if thing.value.target is None or reader.word(thing.end) != "and":
            return
        for form in ("all", "each"):
            for objects in reader.read("objects", thing.end + 1, form):
                of = objects.value
                if isinstance(of.apart_from, Mention) and of.apart_from == of.shares_with:
                    of = replace(of, apart_from=None, shares_with=thing.value)
                    yield Reading(of, objects.end, "many")

    @staticmethod
    def _write_fellows(writer: Writer, value: Filter, said: Said, mode: str) -> Written | None:
        """Return a target and the objects that share a quality with it in words."""
        index = TARGET_INDEX.get(value.shares_with)
        if index is None or index in said.named:
            return None
        target = writer.write("thing", value.shares_with, said)
        if target is None:
            return None
        others = replace(value, apart_from=value.shares_with)
        form = mode if mode in ("all", "each") else "each"
        written = writer.write("objects", others, target.said, form)
        return written and written._replace(text=f"{target.text} and {written.text}", person="many")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a reference or a filter in words."""
        if isinstance(value, Filter):
            said = replace(said, receiver=receiver_of(value))
            if value == said.object and mode == "many":
                return Written(f"those {plural(noun_of(value))}", said, "many")
            if (fellows := self._write_fellows(writer, value, said, mode)) is not None:
                return fellows
            return writer.write("objects-from", value, said, all_or(mode, value))
        return writer.write("thing", value, said)


@category("things-there")
class ThingsThere(ReadAs):
    """Cards that stay where they are: "target sorcery card in your graveyard"."""

    reads = "things"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the objects in words."""
        form = "each" if isinstance(value, Filter) else mode
        written = writer.write("things", value, said, form)
        if written is None:
            return None
        return written._replace(text=written.text.replace(" from your ", " in your "))


@category("your-things")
class YourThings:
    """Objects that "you" own: cards in your graveyard, "this card", a pronoun."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the objects at a place."""
        for things in reader.read("things", at, mode):
            value = things.value
            of = value if isinstance(value, Filter) else value.target and value.target.of
            if of is None or of.owner == "you":
                yield things

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the objects in words if they are yours."""
        of = value if isinstance(value, Filter) else None
        index = TARGET_INDEX.get(value) if isinstance(value, str) else None
        if index is not None and index < len(said.targets):
            of = said.targets[index].of
        yours = (of is not None and of.owner == "you") or (
            value == "self" and (said.this == "card" or said.zone == "graveyard")
        )
        yours = yours or (value == "it" == said.object and said.yours)
        yours = yours or (value == "revealed" and said.shown)
        return writer.write("things", value, said, mode) if yours else None


@category("one-recipient")
class OneRecipient:
    """One object or player that damage is dealt to."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the objects and players at a place."""
        yield from reader.read("thing", at)
        yield from reader.read("player", at)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the object or player in words."""
        return writer.write("player", value, said) or writer.write("thing", value, said)


# --- Players --------------------------------------------------------------------------------------


@category("player")
class PlayerPhrase:
    """A player or several, by reference: "you", "target opponent", "that player", "its owner"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the mentions of players at a place."""
        first, second = reader.word(at), reader.word(at + 1)
        if first == "you":
            yield Reading(Mention(at, ref="you"), at + 1, "you")
        yield from self._groups(reader, at)
        for target in reader.read("target", at):
            if target.value.of is None and target.value.player:
                yield Reading(Mention(at, target=target.value), target.end, target.person)
        if first == "that" and second in ("player", "opponent"):
            yield Reading(Mention(at, word="that player"), at + 2, "one")
        if (end := reader.at_words(at, DAMAGED_PLAYER)) is not None:
            yield Reading(Mention(at, word="that player"), end, "one")
        if first in ("they", "them"):
            yield Reading(Mention(at, word="they"), at + 1, "many")
        if first == "its" and second in ("controller", "owner"):
            yield Reading(Mention(at, word="it", role=second), at + 2, "one")
        for thing in reader.read("thing", at):
            mention = thing.value
            role = reader.word(thing.end + 1)
            if (
                thing.person == "one"
                and reader.word(thing.end) == "'s"
                and role in ("controller", "owner")
            ):
                yield Reading(replace(mention, role=role), thing.end + 2, "one")

    @staticmethod
    def _groups(reader: Reader, at: int) -> Iterator[Reading]:
        for words, ref in PLAYERS.items():
            if (end := reader.at_words(at, words)) is not None:
                yield Reading(Mention(at, ref=ref), end, "one")
        if (end := reader.at_words(at, OPPONENTS_OF_PLAYER)) is not None:
            yield Reading(Mention(at, word="that player", role="opponents"), end, "one")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return a player in words."""
        if value == "you":
            return Written("you", said, "you")
        if value == "attached" and said.host != "enchanted player":
            return None
        for words, ref in PLAYERS.items():
            if value == ref:
                return Written(words, replace(said, player=ref), "one")
        if value in TARGET_INDEX:
            return self._target(writer, TARGET_INDEX[value], value, said)
        if not isinstance(value, str):
            return None
        role, of, ref = value.partition("-of-")
        if role == "opponents":
            known = said.player == ref
            return Written(OPPONENTS_OF_PLAYER, replace(said, player=""), "one") if known else None
        if of:
            written = writer.write("thing", ref, said)
            if written is None:
                return None
            owner = "its" if written.text == "it" else f"{written.text}'s"
            return Written(f"{owner} {role}", replace(written.said, player=value), "one")
        if value == "that-player" and said.player:
            same = said.player == value
            return Written("that player" if same else "they", said, "one" if same else "many")
        return None

    @staticmethod
    def _target(writer: Writer, index: int, ref: str, said: Said) -> Written | None:
        if index >= len(said.targets) or not said.targets[index].player:
            return None
        if index in said.named:
            of = said.targets[index].of
            if of is not None and of != Filter(types=("Planeswalker",)):
                return None
            words = "that player" if of is None else DAMAGED_PLAYER
            return Written(words, said, "one") if said.player == ref else None
        if index != len(said.named) or said.targets[index].of is not None:
            return None
        written = writer.write("target", said.targets[index], said)
        if written is None:
            return None
        named = replace(written.said, named=(*said.named, index), player=ref)
        return written._replace(said=named)


@category("another-player")
class AnotherPlayer:
    """A player by reference, but not "you", which has rules of its own."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the players at a place."""
        yield from (player for player in reader.read("player", at) if player.person != "you")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the player in words."""
        return None if value == "you" else writer.write("player", value, said)


@category("doer")
class Doer:
    """The player whom an instruction speaks to: a player, or "you" left out."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the players at a place, and the "you" that is left out there."""
        yield from reader.read("player", at)
        yield Reading(Mention(at, ref="you"), at, "you")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the player in words, nothing for "you"."""
        if value == "you":
            return Written("", said, "you")
        return writer.write("player", value, said)


@category("recipient")
class Recipient:
    """Objects or players that damage is dealt to."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the objects and players at a place."""
        yield from reader.read("things", at, "each")
        if (end := reader.at_words(at, EITHER)) is not None:
            yield Reading(Mention(at, word=EITHER), end, "one")
        for player in reader.read("player", at):
            if reader.word(player.end - 1) != "them":
                yield player

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return what is dealt damage in words."""
        written = writer.write("player", value, said)
        if written is not None:
            return written
        index = TARGET_INDEX.get(value) if isinstance(value, str) else None
        if index in said.named and said.targets[index].player:
            # "that creature" may be a player
            either = [each for each in said.targets if each.player and each.of is not None]
            return Written(EITHER, said, "one") if len(either) == 1 else None
        written = writer.write("things", value, said, "each")
        if written is None or isinstance(value, Filter) or written.person != "many":
            return written
        return written._replace(text=f"each of {written.text}")


@category("attached-thing")
class Attached:
    """The object or player that the source is attached to: "enchanted creature"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the mention at a place."""
        for thing in reader.read("thing", at):
            if thing.value.ref == "attached":
                yield Reading("attached", thing.end, "one")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the words for what the source is attached to."""
        return Written(said.host, said, "one") if value == "attached" else None


@category("event-object")
class EventObject:
    """The object of an event: the source, what it is attached to, or any that a filter finds.

    With the mode "self" objects found by a filter aren't written.
    """

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the objects at a place."""
        yield from reader.read("this", at)
        yield from reader.read("attached-thing", at)
        yield from reader.read("objects", at, "a")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the object in words."""
        if isinstance(value, Filter):
            if mode == "self":
                return None
            return writer.write("objects", value, said, "a")
        kind = "this" if value == "self" else "attached-thing"
        return writer.write(kind, value, said)


CONTROLLERS = {
    "you": "you control",
    "opponent": "an opponent controls",
    "defending-player": "defending player controls",
}


@category("controlled")
class Controlled:
    """Objects that someone controls, as a sentence: "you control a Forest"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the objects at a place."""
        for who, words in CONTROLLERS.items():
            end = reader.at_words(at, words)
            if end is not None:
                for objects in reader.read("objects", end, "a"):
                    if objects.value.controller == "any":
                        yield Reading(replace(objects.value, controller=who), objects.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the sentence."""
        who = CONTROLLERS.get(value.controller)
        objects = writer.write("objects", replace(value, controller="any"), said, "a")
        return objects and objects._replace(text=f"{who} {objects.text}") if who else None


@category("whose")
class Whose:
    """The owner of a quality, an object: "its", "that creature's", "the sacrificed creature's"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the owners at a place."""
        if reader.word(at) == "its":
            yield Reading(Mention(at, word="it"), at + 1)
        for thing in reader.read("thing", at):
            if reader.word(thing.end) == "'s":
                yield Reading(thing.value, thing.end + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the owner as a possessive."""
        written = writer.write("thing", value, said)
        if written is None:
            return None
        return written._replace(text="its" if written.text == "it" else f"{written.text}'s")


@category("another-whose")
class AnotherWhose:
    """The owner of a zone, but not "you": "their", "target player's"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the owners at a place."""
        if reader.word(at) == "their":
            yield Reading(Mention(at, word="their"), at + 1)
        for player in reader.read("another-player", at):
            if reader.word(player.end) == "'s":
                yield Reading(player.value, player.end + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the owner as a possessive, a pronoun for the last player named."""
        if said.player and value in (said.player, "that-player"):
            return Written("their", said)
        written = writer.write("another-player", value, said)
        return written and written._replace(text=f"{written.text}'s")


@category("whose-player")
class WhosePlayer:
    """The owner of a hand, a library or a life total: "your", "target player's", "their"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the owners at a place."""
        if reader.word(at) == "your":
            yield Reading(Mention(at, ref="you"), at + 1)
        yield from reader.read("another-whose", at)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the owner as a possessive."""
        if value == "you":
            return Written("your", said)
        written = writer.write("player", value, said)
        if written is None:
            return None
        return written._replace(
            text="their" if written.text in ("that player", "they") else f"{written.text}'s"
        )
