"""Sentences with branches: "if …", "you may …", "unless …", and what happens later or again."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.records import is_tuple, replace
from engine.cards.model import (
    AddMana,
    Again,
    Ante,
    Cast,
    Clash,
    CopyToken,
    Counter,
    Damage,
    Delayed,
    Dexterity,
    Draw,
    Exile,
    ExtraTurn,
    FlipCoin,
    ForEach,
    GainLife,
    If,
    LoseLife,
    MakeToken,
    May,
    Mill,
    Modify,
    Permit,
    Proliferate,
    PutCounters,
    Repeat,
    Reveal,
    RuleThisTurn,
    Sacrifice,
    Search,
    SkipNext,
    Tap,
    Untap,
    When,
    WhenDone,
)
from engine.cards.oracle.grammar import (
    GRAMMAR,
    H,
    Predicate,
    ReadAs,
    Reader,
    Reading,
    Writer,
    Written,
    category,
    phrase,
    unify,
)
from engine.cards.oracle.phrases.mentions import noun_of
from engine.cards.oracle.phrases.sequences import counted, measured
from engine.cards.oracle.references import Mention, PlacedEffect, Said, followed
from engine.cards.terms import TARGETS, Costs, Count, Exists, Filter, Not, Paid, Stat

# --- Unless ---------------------------------------------------------------------------------------

_UNLESS = "<otherwise:threat> unless <who:payer!> <cost:payment.=>"


@category("threat")
class Threat:
    """The clauses before "unless"; "for each" before them is about the payment as well."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the clauses at a place."""
        if reader.at_words(at, "for each") is None:
            yield from reader.read("simple", at)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the clauses in words."""
        return writer.write("simple", value, said, mode)


@category("payer")
class Payer(ReadAs):
    """The player who can pay to keep something from happening: "they" for the last one named."""

    reads = "player"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the player in words."""
        if said.player == value and "-of-" in value:
            return Written("they", said, "many")
        written = writer.write("player", value, said)
        if written is None or written.text != "that player":
            return written
        return written._replace(text="they", person="many")


@category("counted-object")
class CountedObject:
    """The objects to which something happens in turn, after "for each"; each is "it" then."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the objects at a place."""
        yield from reader.read("objects", at, "one")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the objects in words."""
        if not isinstance(value, Filter):
            return None
        written = writer.write("objects", value, said, "one")
        said = replace(said, object="it", other_noun=noun_of(value))
        return written and written._replace(said=said)


phrase("sentence", _UNLESS, May(otherwise=H.otherwise, cost=H.cost, who=H.who))
phrase(
    "sentence",
    f"for each <of:counted-object> , {_UNLESS}",
    ForEach(of=H.of, then=(May(otherwise=H.otherwise, cost=H.cost, who=H.who),)),
)
phrase(
    "sentence",
    "you may <then:simple> unless <who:one-player!> <cost:payment.=>",
    May(otherwise=(May(then=H.then),), cost=H.cost, who=H.who),
)
phrase(
    "sentence",
    f"{_UNLESS} for each <of:objects.one>",
    May(otherwise=H.otherwise, cost=H.cost, who=H.who, times=Count(of=H.of)),
)
phrase(
    "sentence",
    "<otherwise:simple> unless <who:player!> *pay {X} , where x is <times:quantity>",
    May(otherwise=H.otherwise, cost=Costs(mana="{1}"), who=H.who, times=H.times),
)
phrase(
    "sentence",
    "<then:simple> unless <condition:condition>",
    If(condition=Not(condition=H.condition), then=H.then),
    read_only=True,
)


@category("amount-of-mana")
class AmountOfMana:
    """Generic mana that a player may pay to save a spell: "{2}", "{X}"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield nothing: "unless" is read as a choice, which becomes part of the effect."""
        yield from ()

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the mana as a symbol; what X is follows at the end of the clause."""
        if value is None:
            return None
        amount = writer.write("amount", value, replace(said, amount=None), "mana")
        return amount and amount._replace(text=f"{{{amount.text}}}")


phrase(
    "effect",
    "counter <what:thing> unless its controller pays <amount:amount-of-mana>",
    Counter(what=H.what, unless_pays=H.amount),
)

# --- What a player may do -------------------------------------------------------------------------

phrase("sentence", "<whole:optional>", H.whole)
phrase(
    "sentence",
    "you may <cost:payment.you>. if you do, <then:clauses>",
    May(cost=H.cost, then=H.then),
)
phrase(
    "sentence",
    "you may <cost:payment.you>. if you don't, <otherwise:clauses>",
    May(cost=H.cost, otherwise=H.otherwise),
)
for words in ("otherwise", "if you don't"):
    phrase(
        "sentence",
        f"you may <cost:payment.you>. if you do, <then:clauses> . {words} , <otherwise:clauses>",
        May(cost=H.cost, then=H.then, otherwise=H.otherwise),
        read_only=words != "otherwise",
    )


@category("when-done")
class Reflexive:
    """The effects after "when you do": an ability of its own, with its own targets."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the effects at a place."""
        for then in reader.read("clauses", at):
            yield then._replace(value=WhenDone(then=then.value))

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the effects in words."""
        if not isinstance(value, WhenDone):
            return None
        known = said.object not in TARGETS
        inner = replace(
            said, targets=value.targets, named=(), other="", object=said.object if known else ""
        )
        written = writer.write("clauses", value.then, inner)
        return written and written._replace(said=said)


phrase(
    "sentence",
    "you may <cost:payment.you>. when you do, <then:when-done>",
    May(cost=H.cost, then=(H.then,)),
)
_THEY = (("that player does", "that player doesn't"), ("they do", "they don't"))
for they_do, they_dont in _THEY:
    start = "<who:one-player!> may <cost:payment.many>"
    written = they_do == _THEY[0][0]
    phrase(
        "sentence",
        f"{start}. if {they_do}, <then:clauses>",
        May(who=H.who, cost=H.cost, then=H.then),
        *((f"{start}. if the player does, <then:clauses>",) if written else ()),
        read_only=not written,
    )
    phrase(
        "sentence",
        f"{start}. if {they_dont}, <otherwise:clauses>",
        May(who=H.who, cost=H.cost, otherwise=H.otherwise),
        *((f"{start}. if the player doesn't, <otherwise:clauses>",) if written else ()),
        read_only=not written,
    )


@category("one-player")
class OnePlayer:
    """A single player other than "you" who may do something."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the players at a place."""
        for player in reader.read("another-player", at):
            if player.value.ref not in ("players", "opponents"):
                yield player

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the player in words."""
        return writer.write("another-player", value, said)


phrase(
    "sentence",
    "pay <mana:mana> . if you don't , <otherwise:clauses>",
    May(cost=Costs(mana=H.mana), otherwise=H.otherwise),
    read_only=True,
)
phrase(
    "consequence",
    "sacrifice <of:thing> . if you do , <then:clauses>",
    (Sacrifice(of=H.of), If(condition=Exists(of=Filter(among="sacrificed")), then=H.then)),
    "sacrifice <of:this> . if you do , <then:clauses>",
)
phrase(
    "consequence",
    "sacrifice <of:objects.a> . if you can't , <then:clauses>",
    (
        Sacrifice(of=H.of),
        If(condition=Not(condition=Exists(of=Filter(among="sacrificed"))), then=H.then),
    ),
)
phrase(
    "consequence",
    "exile <what:thing> . if you do , <then:clauses>",
    (Exile(what=H.what), If(condition=Exists(of=Filter(among="exiled")), then=H.then)),
)

SURE = (Draw, GainLife, LoseLife, MakeToken, Mill, Modify, PutCounters, Tap, Untap)
"""Deeds that are done whenever a player chooses to do them: "if you do" adds nothing to them."""


@category("optional")
class Optional:
    """Options of "you" without a cost: "you may draw a card", "you may have it deal 1 damage"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the options at a place."""
        start = reader.at_words(at, "you may")
        if start is None:
            return
        subjects = (*reader.read("things", start, "many"), *reader.read("another-player", start))
        for deeds in reader.read("clauses", start, "you") if not subjects else ():
            paid = reader.read("payment", start, "you")
            if _is_unless(deeds.value) or _is_paid(deeds.value, bool(paid)):
                continue  # "you may draw a card unless that player pays {1}"
            yield Reading(May(then=deeds.value), deeds.end)
            more = reader.at_words(deeds.end, ". if you do ,")
            if more is not None and _is_sure(deeds.value):
                for then in reader.read("clauses", more):
                    yield Reading(May(then=(*deeds.value, *then.value)), then.end)
        if reader.word(start) == "have":
            for deeds in reader.read("infinitives", start + 1):
                yield Reading(May(then=deeds.value), deeds.end)
                for numbers in (measured, counted):
                    for more in numbers(reader, deeds.value, deeds.end):
                        yield Reading(May(then=more.value), more.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return an option in words."""
        if isinstance(value, Search) and value.optional and value.who == "you":
            search = writer.write("effect", replace(value, optional=False), said)
            return search and search._replace(text=f"you may {search.text}")
        if not isinstance(value, May) or value != May(then=value.then) or not value.then:
            return None
        only = value.then[0]
        if isinstance(only, If) and only == If(condition=only.condition, then=only.then):
            return self._under_condition(writer, only, value.then[1:], said)
        have = writer.write("infinitives", value.then, said)
        if have is not None:
            return have._replace(text=f"you may have {have.text}")
        deeds = writer.write("clauses", value.then, said, "you")
        return deeds and deeds._replace(text=f"you may {deeds.text.removeprefix('you ')}")

    @staticmethod
    def _under_condition(
        writer: Writer, first: If, rest: tuple[Any, ...], said: Said
    ) -> Written | None:
        """Return a deed that can be chosen only under a condition, and what follows it."""
        deeds = writer.write("simple", first.then, said)
        condition = deeds and writer.write("condition", first.condition, deeds.said)
        if deeds is None or condition is None or deeds.said.after is not None:
            return None
        for effect in first.then:
            condition = condition._replace(said=followed(effect, condition.said))
        text = f"you may {deeds.text} if {condition.text}"
        if not rest:
            return condition._replace(text=text)
        more = writer.write("clauses", rest, condition.said)
        return more and more._replace(text=f"{text} . {more.text}")


def _is_unless(effects: tuple[Any, ...]) -> bool:
    first = effects[0].effect
    return isinstance(first, May) and bool(first.otherwise) and not first.then


def _is_paid(effects: tuple[Any, ...], paid: bool) -> bool:
    """Return whether effects are what "you may" makes a cost, and what follows it."""
    done, *more = (effect.effect for effect in effects)
    cost = isinstance(done, Sacrifice) or (paid and isinstance(done, Exile))
    return cost and len(more) > 0 and isinstance(more[0], If)


def _is_sure(effects: tuple[Any, ...]) -> bool:
    return all(
        isinstance(effect.effect, SURE) and not _is_cost(effect.effect) for effect in effects
    )


def _is_cost(effect: Any) -> bool:
    """Return whether a deed is read as a cost."""
    if isinstance(effect, PutCounters):
        return isinstance(effect.on, Mention) and effect.on.ref == "self"
    return isinstance(effect, Mill)


@category("infinitives")
class Infinitives:
    """A clause after "have", with its verb in the infinitive: "it deal 1 damage to you"."""

    KINDS = (("player", "", "does-player"), ("things", "many", "does-thing"))

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the clauses at a place, as a tuple of effects."""
        for who, form, kind in self.KINDS:
            for subject in reader.read(who, at, form):
                if subject.person == "you":
                    continue
                for deed in reader.read(kind, subject.end, "many"):
                    record: Any = deed.value.of(subject.value)
                    records: tuple[Any, ...] = record if is_tuple(record) else (record,)  # type: ignore[assignment]
                    placed = tuple(PlacedEffect(each, deed.end) for each in records)
                    yield Reading(placed, deed.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return one effect as a subject and an infinitive."""
        if len(value) != 1:
            return None
        for who, form, kind in self.KINDS:
            for rule in GRAMMAR.phrases(kind).all_rules():
                found = _predicate_of(rule.record, value[0])
                if found is None or found[0] == "you":
                    continue
                subject, meanings = found
                named = writer.write(who, subject, said, form)
                rest = named and writer.say(rule.elements, meanings, named.said, "many")
                if named is not None and rest is not None:
                    return rest._replace(text=f"{named.text} {rest.text}")
        return None


def _predicate_of(predicate: Predicate, effect: Any) -> tuple[Any, dict[str, Any]] | None:
    """Return the subject of an effect and what fills the holes of its predicate."""
    if type(predicate.record) is not type(effect):
        return None
    meanings: dict[str, Any] = {}
    if not unify(predicate.record, effect, meanings):
        return None
    return meanings.pop(predicate.subject), meanings


# --- Conditions -----------------------------------------------------------------------------------

phrase(
    "sentence",
    "<otherwise:simple> . if <condition:paid-condition> , <then:simple> instead",
    If(condition=H.condition, then=H.then, otherwise=H.otherwise),
)
phrase(
    "sentence",
    "if <condition:condition>, <then:clauses>",
    If(condition=H.condition, then=H.then),
    "<then:simple> if <condition:condition>",
)
phrase(
    "sentence",
    "if <condition:condition>, <then:clauses> . otherwise , <otherwise:clauses>",
    If(condition=H.condition, then=H.then, otherwise=H.otherwise),
)
phrase(
    "replaced-sentence",
    "<otherwise:clauses> . if <condition:condition> , <then:clauses> instead",
    If(condition=H.condition, then=H.then, otherwise=H.otherwise),
    "<otherwise:clauses> . if <condition:condition> , instead <then:clauses>",
    "<otherwise:clauses> . <then:simple> instead if <condition:condition>",
    read_only=True,
)
phrase("replaced-sentence", "<whole:more-damage>", H.whole)
phrase("replaced-sentence", "<whole:more-tokens>", H.whole)


@category("more-tokens")
class MoreTokens:
    """Another number of the same tokens: "if …, create five of those tokens instead"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the choices between two numbers at a place."""
        for first in reader.read("simple", at):
            only = first.value[0].effect if len(first.value) == 1 else None
            start = reader.at_words(first.end, ". if")
            if not isinstance(only, CopyToken | MakeToken) or start is None:
                continue
            for condition in reader.read("condition", start):
                create = reader.at_words(condition.end, ", create")
                for count in reader.read("count", create) if create is not None else ():
                    end = reader.at_words(count.end, "of those tokens instead")
                    if end is not None:
                        more: Any = PlacedEffect(replace(only, count=count.value), end)
                        whole = If(condition=condition.value, then=(more,), otherwise=first.value)
                        yield Reading(whole, end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return None: a sentence that replaces another is written with that one."""
        return None


@category("paid-condition")
class PaidCondition:
    """The condition that an optional cost was paid: "this spell was kicked"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the conditions at a place."""
        yield from (each for each in reader.read("condition", at) if isinstance(each.value, Paid))

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the condition in words."""
        return writer.write("condition", value, said) if isinstance(value, Paid) else None


@category("more-damage")
class MoreDamage:
    """Another amount of the same damage: "it deals 4 damage instead if …"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the choices between two amounts at a place."""
        for first in reader.read("simple", at):
            only = first.value[0].effect if len(first.value) == 1 else None
            if isinstance(only, Damage) and reader.word(first.end) == ".":
                for amount, condition, end in self._second(reader, first.end + 1):
                    more: Any = PlacedEffect(replace(only, amount=amount), end)
                    yield Reading(If(condition=condition, then=(more,), otherwise=first.value), end)

    @staticmethod
    def _second(reader: Reader, at: int) -> Iterator[tuple[Any, Any, int]]:
        starts: list[tuple[int | None, Any]] = [(at, None)]
        if reader.word(at) == "if":
            starts = [
                (end, condition.value)
                for condition in reader.read("condition", at + 1)
                if (end := reader.at_words(condition.end, ",")) is not None
            ]
        for start, condition in starts:
            for words in ("it deals", "this spell deals", "this creature deals"):
                deals = reader.at_words(start or 0, words)
                for amount in reader.read("amount", deals) if deals is not None else ():
                    end = reader.at_words(amount.end, "damage instead")
                    if end is None:
                        continue
                    if condition is not None:
                        yield amount.value, condition, end
                    elif reader.word(end) == "if":
                        for last in reader.read("condition", end + 1):
                            yield amount.value, last.value, last.end

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return None: the longer form with both effects is written."""
        return None


phrase(
    "sentence",
    "<then:simple> unless <condition:condition>",
    If(condition=Not(condition=H.condition), then=H.then),
    write_only=True,
)


@category("each-time")
class EachTime(ReadAs):
    """The effects of a trigger that is repeated, in which "it" is the object of the event."""

    reads = "clauses"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the effects in words."""
        inner = replace(said, object="it", remembered="it")
        written = writer.write("clauses", value, inner)
        return written and written._replace(
            said=replace(written.said, object=said.object, remembered=said.remembered)
        )


@category("each-dealt")
class EachDealt(ReadAs):
    """The effects of a trigger that is repeated, in which "that much" is the damage dealt."""

    reads = "each-time"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the effects in words."""
        inner = replace(said, amount=Stat(what="damage-dealt"))
        written = writer.write("each-time", value, inner)
        return written and written._replace(said=replace(written.said, amount=said.amount))


@category("each-tapped")
class EachTapped(ReadAs):
    """The effects of a trigger that is repeated, in which "that player" has tapped something."""

    reads = "each-time"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the effects in words."""
        written = writer.write("each-time", value, replace(said, player="that-player"))
        return written and written._replace(said=replace(written.said, player=said.player))


# --- Later, and again -----------------------------------------------------------------------------

LATER = {
    "the next end step": When(event="step", step="end"),
    "your next end step": When(event="step", step="end", who="you"),
    "the next turn's upkeep": When(event="step", step="upkeep"),
    "your next upkeep": When(event="step", step="upkeep", who="you"),
    "your next draw step": When(event="step", step="draw", who="you"),
    "the next combat": When(event="step", step="combat"),
}
"""Times at which delayed triggers trigger, by their words."""
for words, when in LATER.items():
    time = f"at the beginning of {words}"
    if when.who == "you":
        phrase(
            "sentence",
            f"{time} , pay <mana:mana> . if you don't , <otherwise:clauses>",
            Delayed(when=when, then=(May(cost=Costs(mana=H.mana), otherwise=H.otherwise),)),
            write_only=True,
        )
    phrase(
        "sentence",
        f"<then:simple> {time} if <condition:condition>",
        Delayed(when=when, then=(If(condition=H.condition, then=H.then),)),
    )
    phrase(
        "sentence",
        f"<then:simple> {time}",
        Delayed(when=when, then=H.then),
        f"{time} , <then:clauses>",
    )
    phrase("sentence", f"{time} , <then:clauses>", Delayed(when=when, then=H.then), write_only=True)
for event, verb in (
    ("dies", "die"),
    ("leaves", "leave the battlefield"),
    ("is-dealt-damage", "be dealt damage"),
    ("becomes-blocked", "become blocked"),
):
    phrase(
        "sentence",
        f"when <what:thing!> *{verb} this turn , <then:clauses>",
        Delayed(when=When(event=event, what=H.what), then=H.then, this_turn=True),  # type: ignore[arg-type]
    )
for words, when in (
    ("you cast <what:spells.a>", When(event="cast", what=H.what, who="you")),
    ("<what:objects.a!> *attack", When(event="attacks", what=H.what)),
    ("<what:objects.a!> *die", When(event="dies", what=H.what)),
    ("<what:objects.a!> *be dealt damage", When(event="is-dealt-damage", what=H.what)),
    (
        "<what:objects.a!> *deal combat damage to a player",
        When(event="deals-damage", what=H.what, to="player", combat_only=True),
    ),
    (
        "<what:objects.a!> *deal combat damage to <any:this>",
        When(event="deals-damage", what=H.what, by=Filter(among="self"), combat_only=True),
    ),
):
    phrase(
        "sentence",
        f"whenever {words} this turn , <then:each-time>",
        Delayed(when=when, then=H.then, each_time=True),
        f"until end of turn , whenever {words} , <then:each-time>",
    )
    phrase(
        "sentence",
        f"until your next turn , whenever {words} , <then:each-time>",
        Delayed(when=when, then=H.then, each_time=True, until="your-next-turn"),
    )
phrase(
    "sentence",
    "until end of turn , whenever <what:thing!> *deal damage , <then:each-dealt>",
    Delayed(when=When(event="deals-damage", what=H.what), then=H.then, each_time=True),
    "whenever <what:thing!> *deal damage this turn , <then:each-dealt>",
)
phrase(
    "sentence",
    "until end of turn , whenever <what:objects.a!> *be tapped for mana , <then:each-tapped>",
    Delayed(when=When(event="taps-for-mana", what=H.what), then=H.then, each_time=True),
    "until end of turn , whenever a player taps <what:objects.a> for mana , <then:each-tapped>",
)
phrase(
    "sentence",
    "at the beginning of your next main phase , add an amount of <add:mana> equal to <x:quantity>",
    Delayed(
        when=When(event="step", step="main", who="you"),
        x=H.x,
        then=(AddMana(add=H.add, times="X"),),
    ),
)
phrase("effect", "proliferate", Proliferate())
phrase("effect", "play for ante", Ante())
phrase("effect", "perform a feat of dexterity", Dexterity())
phrase(
    "effect",
    "copy <what:thing> . you may choose new targets for the copy",
    Again(what=H.what),
)
phrase("effect", "you may cast <what:thing> without paying its mana cost", Cast(what=H.what))
phrase(
    "effect",
    "you may play <what:thing> without paying its mana cost",
    Cast(what=H.what, play=True),
)
phrase(
    "effect",
    "you may play cards exiled this way this turn",
    Permit(what="exiled"),
    "until end of turn , you may play cards exiled this way",
)
for _free_words, _free in (("", False), (" without paying its mana cost", True)):
    for _way in ("play", "cast"):
        phrase(
            "effect",
            f"you may {_way} <what:thing>{_free_words} this turn",
            Permit(what=H.what, way=_way, free=_free),  # type: ignore[arg-type] # words of Permit
            f"until end of turn , you may {_way} <what:thing>{_free_words}",
        )
        phrase(
            "effect",
            f"you may {_way} <what:thing>{_free_words} for as long as it remains exiled",
            Permit(what=H.what, way=_way, free=_free, until="forever"),  # type: ignore[arg-type]
        )
phrase(
    "effect",
    "<what:things-there.many!> *gain flashback until end of turn . "
    "the flashback cost is equal to its mana cost",
    Permit(what=H.what, way="flashback"),
)
phrase("effect", "<who:doer!> *exile the top card of *their library", Reveal(who=H.who, exile=True))
phrase(
    "effect",
    "<who:doer!> *exile the top <count:count> cards of *their library",
    Reveal(who=H.who, exile=True, count=H.count),
)
phrase("sentence", "clash with an opponent . if you win , <then:clauses>", Clash(then=H.then))
phrase("sentence", "clash with an opponent", Clash(), read_only=True)
_WIN, _LOSE = "if you win the flip , <then:clauses>", "if you lose the flip , <otherwise:clauses>"
for words, record in (
    (f"{_WIN} . {_LOSE}", FlipCoin(then=H.then, otherwise=H.otherwise)),
    (_WIN, FlipCoin(then=H.then)),
    (_LOSE, FlipCoin(otherwise=H.otherwise)),
):
    phrase("sentence", f"flip a coin . {words}", record)
    phrase("sentence", f"you may flip a coin . {words}", May(then=(record,)))
for _what, _words in (("turn", "turn"), ("untap", "untap step"), ("draw", "draw step")):
    phrase(
        "effect",
        f"<who:player!> *skip *their next {_words}",
        SkipNext(what=_what, who=H.who),  # type: ignore[arg-type] # words of SkipNext
    )
    phrase(
        "effect",
        f"<who:player!> *skip *their next <count:count> {_words}s",
        SkipNext(what=_what, who=H.who, count=H.count),  # type: ignore[arg-type] # words of SkipNext
    )
phrase(
    "effect",
    "<who:player!> can't cast <of:spells.many> this turn",
    RuleThisTurn(rule="cant-cast", who=H.who, of=H.of),
)
phrase(
    "effect",
    "your opponents can't cast <of:spells.many> this turn",
    RuleThisTurn(rule="cant-cast", who="opponents", of=H.of),
    read_only=True,
)
phrase(
    "effect",
    "<who:player!> may play an additional land this turn",
    RuleThisTurn(rule="extra-lands", who=H.who),
)
phrase(
    "effect",
    "<who:player!> may play up to <number:count> additional lands this turn",
    RuleThisTurn(rule="extra-lands", who=H.who, number=H.number),
)
phrase(
    "effect",
    "during <who:whose-player> next turn , creatures that player controls attack <any:this> if "
    "able",
    RuleThisTurn(rule="attack-source", who=H.who, during="next-turn"),
)
phrase(
    "effect",
    "creatures <who:player!> *control attack <any:this> this turn if able",
    RuleThisTurn(rule="attack-source", who=H.who),
)
phrase("effect", "repeat this process", Repeat())
phrase("effect", "<who:doer!> *take an extra turn after this one", ExtraTurn(who=H.who))
