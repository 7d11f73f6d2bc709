"""Static abilities of permanents: changes, entering the battlefield, replacement, rules."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.english import article
from engine.base.records import replace
from engine.cards.model import (
    CastCost,
    Change,
    Enters,
    Move,
    PlayerRule,
    Replace,
    RuleThisTurn,
    Static,
)
from engine.cards.oracle.grammar import (
    H,
    ReadAs,
    Reader,
    Reading,
    Writer,
    Written,
    category,
    phrase,
)
from engine.cards.oracle.phrases.amounts import ended
from engine.cards.oracle.phrases.mentions import NAMED_SOURCE, all_or, receiver_of
from engine.cards.oracle.phrases.sequences import counted, measured
from engine.cards.oracle.references import Mention, Number, Said
from engine.cards.oracle.tokens import OPEN
from engine.cards.terms import Count, Filter, Matches, Not, Stat, TurnIs

# --- Sentences ------------------------------------------------------------------------------------


@category("static")
class StaticSentence:
    """A static ability as a sentence; what it counts and its condition can stand at the end."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the abilities that begin at a place."""
        for sentence in reader.read("static-clause", at):
            yield from self._ended(reader, sentence)
            for more in counted(reader, sentence.value, sentence.end):
                yield from self._ended(reader, more)
            for more in measured(reader, sentence.value, sentence.end):
                yield from self._ended(reader, more)

    @staticmethod
    def _ended(reader: Reader, sentence: Reading) -> Iterator[Reading]:
        stop = reader.stop(sentence.end)
        if stop is not None:
            yield Reading(sentence.value, stop)
        value = sentence.value
        conditional = isinstance(value, Static | Replace | CastCost | PlayerRule)
        if not conditional or value.condition is not None:
            return
        for words in ("as long as", "if"):
            start = reader.at_words(sentence.end, words)
            for condition in reader.read("condition", start) if start is not None else ():
                stop = reader.stop(condition.end)
                if stop is not None:
                    yield Reading(replace(value, condition=condition.value), stop)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return an ability in words."""
        written = writer.write("static-clause", value, said)
        if written is None:
            return None
        whole = ended(writer, written)
        return whole and whole._replace(text=f"{whole.text} .")


@category("statics")
class StaticSentences:
    """Static abilities in sentences that follow each other, as a tuple."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the abilities that begin at a place."""
        for first in reader.read("static", at):
            yield Reading((first.value,), first.end)
            for rest in reader.read("statics", first.end):
                yield Reading((first.value, *rest.value), rest.end)
            yield from self._otherwise(reader, first)

    @staticmethod
    def _otherwise(reader: Reader, first: Reading) -> Iterator[Reading]:
        """Yield a change under a condition and the one that takes its place otherwise."""
        start = reader.at_words(first.end, "otherwise , it")
        value = first.value
        if start is None or not isinstance(value, Static) or value.condition is None:
            return
        for change in reader.read("change", start, "one"):
            stop = reader.stop(change.end)
            if stop is not None:
                condition = Not(condition=value.condition)
                other = replace(value, change=change.value, condition=condition)
                yield Reading((value, other), stop)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return None: each ability is written by itself."""
        return None


# --- Changes --------------------------------------------------------------------------------------

for _words in (
    "activated abilities of <what:objects.many>",
    "<what:static-what> 's activated abilities",
):
    phrase(
        "static-clause",
        f"{_words} can't be activated",
        Static(what=H.what, change=Change(restrict=("cant-activate",))),
    )
phrase(
    "static-clause",
    "<what:this!> doesn't untap during your untap step",
    Static(what=H.what, change=Change(restrict=("doesnt-untap",))),
    write_only=True,
)
phrase(
    "static-clause",
    "<what:static-what!> <change:change.=>",
    Static(what=H.what, change=H.change),
)
for _kind in ("lands", "artifacts"):
    phrase(
        "static-clause",
        f"<what:static-what!> *be <change:animation.=> . they're still {_kind}",
        Static(what=H.what, change=H.change),
        f"<what:static-what!> *be <change:animation.=> that are still {_kind}",
        read_only=_kind != "lands",
    )
phrase(
    "static-clause",
    "<what:static-what!> *be <change:animation.=> that's still a land",
    Static(what=H.what, change=H.change),
    "<what:static-what!> *be <change:animation.=> . it's still a land",
)
phrase(
    "static-clause",
    "<what:static-what!> <change:restrictions.=> unless <condition:condition>",
    Static(what=H.what, change=H.change, condition=Not(condition=H.condition)),
)
phrase(
    "static-clause",
    "<what:one-static!> <change:brief-change.=> as long as <condition:outer-condition>",
    Static(what=H.what, change=H.change, condition=H.condition),
    write_only=True,
)
phrase(
    "static-clause",
    "as long as <condition:condition> , <what:static-again!> <change:change.=>",
    Static(what=H.what, change=H.change, condition=H.condition),
)


@category("outer-condition")
class OuterCondition(ReadAs):
    """A condition that isn't about the object whose ability it is, at the end of a sentence."""

    reads = "condition"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the condition in words."""
        inner = value.condition if isinstance(value, Not) else value
        if said.after is not None or isinstance(inner, Matches | TurnIs):
            return None
        return writer.write("condition", value, said)


@category("brief-change")
class BriefChange(ReadAs):
    """A change of one part, before a condition."""

    reads = "change"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the change in words."""
        written = writer.write("change", value, said, mode)
        brief = written is not None and " and " not in written.text and OPEN not in written.text
        return written if brief else None


@category("one-static")
class OneStatic(ReadAs):
    """The source, or what it is attached to, as the subject of a static ability."""

    reads = "static-what"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the subject in words."""
        return writer.write("static-what", value, said) if isinstance(value, str) else None


@category("static-again")
class StaticAgain(ReadAs):
    """The subject of a static ability after its condition: "it" if that was about it."""

    reads = "static-what"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the subject in words."""
        if value == "self" and said.object == NAMED_SOURCE:
            return Written("it", replace(said, object="self", receiver=said.this), "one")
        return writer.write("static-what", value, said)


phrase(
    "static-clause",
    "<what:static-what!> *be the chosen type in addition to *its other types",
    Static(what=H.what, change=Change(add_subtypes=("chosen",))),
)
phrase(
    "static-clause",
    "<what:attached-thing> is the chosen type",
    Static(what=H.what, change=Change(subtypes=("chosen",))),
)
phrase(
    "static-clause",
    "you control <what:attached-thing>",
    Static(what=H.what, change=Change(controller="you")),
)
_SAME = Change(base_power=H.amount, base_toughness=H.amount)
for _words, _change in (
    ("power and toughness are each", _SAME),
    ("power is", Change(base_power=H.amount)),
    ("toughness is", Change(base_toughness=H.amount)),
):
    phrase(
        "static-clause",
        f"<what:this> 's {_words} equal to <amount:quantity>",
        Static(what=H.what, change=_change),
    )
phrase(
    "static-clause",
    "<what:this> 's power is equal to <change:size-plus>",
    Static(change=H.change, what=H.what),
)
phrase(
    "static-clause",
    "<what:this> 's power is equal to <power:quantity> and its toughness is equal to "
    "<toughness:quantity>",
    Static(what=H.what, change=Change(base_power=H.power, base_toughness=H.toughness)),
)


@category("size-plus")
class SizePlus:
    """Power, and toughness that is more by a number: "that number plus 1"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the changes at a place."""
        for power in reader.read("quantity", at):
            if not isinstance(power.value, Count | Stat):
                continue
            start = reader.at_words(power.end, "and its toughness is equal to that number plus")
            for more in reader.read("integer", start) if start is not None else ():
                toughness = replace(power.value, plus=power.value.plus + more.value)
                change = Change(base_power=power.value, base_toughness=toughness)
                yield Reading(change, more.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the two numbers in words."""
        power, toughness = value.base_power, value.base_toughness
        if not isinstance(power, Count | Stat) or type(toughness) is not type(power):
            return None
        more = toughness.plus - power.plus
        same = replace(toughness, plus=power.plus) == power
        if more < 1 or not same or value != Change(base_power=power, base_toughness=toughness):
            return None
        written = writer.write("quantity", power, said)
        words = f"and its toughness is equal to that number plus {more}"
        return written and written._replace(text=f"{written.text} {words}")


phrase(
    "static-clause",
    "all creatures able to block <what:static-what> do so",
    Static(what=H.what, change=Change(restrict=("must-be-blocked",))),
)


phrase(
    "static-clause",
    "as long as <any:this> is paired with another creature , <what:pair!> <change:change.=>",
    Static(what=H.what, change=H.change),
)
for _blocked in ("this", "attached-thing"):
    phrase(
        "static-clause",
        f"<of:objects.many> can't block <what:{_blocked}>",
        Static(what=H.what, change=Change(cant_be_blocked_by=H.of)),
        read_only=True,
    )


@category("pair")
class Pair:
    """The source and the creature that it is paired with (CR 702.95)."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the pair."""
        for words, person in (("each of those creatures", "one"), ("both creatures", "many")):
            end = reader.at_words(at, words)
            if end is not None:
                yield Reading("pair", end, person)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the words for the pair."""
        if value != "pair":
            return None
        return Written("each of those creatures", replace(said, receiver="creature"), "one")


@category("static-what")
class StaticWhat:
    """The subject of a static ability: the source, what it is attached to, or a filter."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield what stands at a place."""
        for this in reader.read("this", at):
            yield this._replace(value=Mention(at, ref="self"))
        for attached in reader.read("attached-thing", at):
            yield attached._replace(value=Mention(at, ref="attached"))
        if reader.word(at) == "it":
            yield Reading(Mention(at, word="it"), at + 1, "one")
        for number in ("many", "all", "each"):
            yield from reader.read("objects", at, number)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return what an ability is about."""
        if isinstance(value, Filter):
            said = replace(said, receiver=receiver_of(value))
            counters = bool(value.counters) and value.controller == "you"
            kinds = Filter(types=value.types[:1], subtypes=value.subtypes[:1])
            mode = "each" if counters else all_or("many", value)
            mode = "all" if value == kinds else mode
            return writer.write("objects", value, said, mode)
        return writer.write("thing", value, said) if value in ("self", "attached") else None


# --- Entering the battlefield ---------------------------------------------------------------------

_WITH = "with <count:some!> <kind:counter-kind> ~counter on it"
_ENTERS: tuple[tuple[str, Enters], ...] = (
    ("tapped", Enters(tapped=True)),
    (_WITH, Enters(counters=H.kind, count=H.count)),
    (f"tapped {_WITH}", Enters(counters=H.kind, count=H.count, tapped=True)),
    (
        f"{_WITH} and with <words:keywords.one/and>",
        Enters(counters=H.kind, count=H.count, keywords=H.words),
    ),
    ("with <words:keywords.one/and>", Enters(keywords=H.words)),
)
for _words, _record in _ENTERS:
    phrase("static-clause", f"<any:this> enters {_words}", _record)
    phrase(
        "static-clause",
        f"<any:this> enters {_words} unless <condition:condition>",
        replace(_record, condition=Not(condition=H.condition)),
    )
    phrase(
        "static-clause",
        f"<any:this> enters {_words} if <condition:happened>",
        replace(_record, condition=H.condition),
    )
    phrase(
        "static-clause",
        f"if <condition:condition> , <any:this-or-it> enters {_words}",
        replace(_record, condition=H.condition),
        f"<any:this> enters {_words} if <condition:condition>",
    )
phrase(
    "static-clause",
    "<any:this> enters with a number of <kind:counter-kind> counters on it equal to "
    "<count:quantity>",
    Enters(counters=H.kind, count=H.count),
    read_only=True,
)
for _choice in ("color", "creature-type", "basic-land-type", "player", "opponent"):
    phrase(
        "static-clause",
        f"as <any:this> enters , choose {article(_choice.replace('-', ' '))}",
        Enters(choose=_choice),  # type: ignore[arg-type]
    )
phrase(
    "static-clause",
    "as <any:this> enters , you may <unless:payment.you> . if you don't , <any:this> enters tapped",
    Enters(tapped=True, unless=H.unless),
    "as <any:this> enters , you may <unless:payment.you> . if you don't , it enters tapped",
)
for _may, _must in (("you may", False), ("", True)):
    phrase(
        "static-clause",
        f"if <any:this> would enter , {_may} <unless:payment.you> instead . if you do , put "
        "<any:this> onto the battlefield . if you don't , put it into its owner's graveyard",
        Enters(unless=H.unless, must=_must, buried=True),
    )
phrase("static-clause", "<what:objects.many!> enter tapped", Enters(what=H.what, tapped=True))
for _who in ("each", "many"):
    phrase(
        "static-clause",
        f"<what:objects.{_who}!> *enter with an additional <kind:counter-kind> counter on *it",
        Enters(what=H.what, counters=H.kind, count=1),
        f"<what:objects.{_who}!> *enter with an additional <kind:counter-kind> counter on them",
        read_only=_who == "many",
    )


@category("this-or-it")
class ThisOrIt:
    """The source once more after a condition: "it"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the source."""
        yield from reader.read("this", at)
        if reader.word(at) == "it":
            yield Reading("self", at + 1, "one")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the words for the source."""
        it = said.object in ("self", NAMED_SOURCE)
        return Written("it" if it else f"this {said.this}", said, "one")


# --- Replacement ----------------------------------------------------------------------------------

_COMBAT: tuple[tuple[str, dict[str, Any]], ...] = (("", {}), ("combat", {"combat_only": True}))
_DEALT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("to <what:affected>", {"what": H.what}),
    ("to <what:affected> by <source:objects.many>", {"what": H.what, "source": H.source}),
    ("by <source:objects.many>", {"source": H.source}),
    ("", {}),
)
for _word, _fields in _COMBAT:
    for _where, _more in _DEALT:
        _dealt = f"all {_word} damage that would be dealt {_where}"
        phrase(
            "static-clause",
            f"prevent {_dealt}",
            Replace(event="damage", prevent="all", **_fields, **_more),
        )
        phrase(
            "static-clause",
            f"as long as <condition:condition> , prevent {_dealt}",
            Replace(event="damage", prevent="all", condition=H.condition, **_fields, **_more),
        )
        if "what" not in _more:
            continue
        phrase(
            "static-clause",
            f"{_dealt} is dealt to <redirect:one-recipient> instead",
            Replace(event="damage", redirect=H.redirect, **_fields, **_more),
        )
        phrase(
            "static-clause",
            f"as long as <condition:condition> , {_dealt} is dealt to <redirect:one-recipient> "
            "instead",
            Replace(
                event="damage",
                redirect=H.redirect,
                condition=H.condition,
                **_fields,
                **_more,
            ),
        )
phrase(
    "static-clause",
    "if <what:immortal-affected.a!> would be put into a graveyard from the battlefield , "
    "exile it instead",
    Replace(event="dies", what=H.what, exile=True),
)
phrase(
    "static-clause",
    "if <what:mortal-affected.a!> would die , exile it instead",
    Replace(event="dies", what=H.what, exile=True),
    "if <what:affected.a!> would be put into a graveyard , exile it instead",
    "if <what:affected.a!> would be put into a graveyard from the battlefield , exile it instead",
)
phrase(
    "static-clause",
    "if <what:mortal-affected.a!> would die , instead exile it and <then:simple>",
    Replace(event="dies", what=H.what, exile=True, then=H.then),
)
for _words, _to in (
    ("return it to its owner's hand", "hand"),
    ("put it on top of its owner's library", "library-top"),
    ("put it on the bottom of its owner's library", "library-bottom"),
    ("shuffle it into its owner's library", "library-shuffled"),
):
    phrase(
        "static-clause",
        f"if <what:affected.a!> would die , {_words} instead",
        Replace(event="dies", what=H.what, then=(Move(what="it", to=_to),)),  # type: ignore[arg-type]
    )
phrase(
    "static-clause",
    "if you would gain life , you gain twice that much life instead",
    Replace(event="gain-life", what="you", double=True),
)
phrase(
    "static-clause",
    "players can't gain life",
    Replace(event="gain-life"),
    "if a player would gain life , that player gains no life instead",
)
phrase("static-clause", "you can't gain life", Replace(event="gain-life", what="you"))
phrase(
    "static-clause",
    "your opponents can't gain life",
    Replace(event="gain-life", what="opponents"),
    "if an opponent would gain life , that player gains no life instead",
)
phrase(
    "static-clause",
    "if one or more <kind:counter-kind> counters would be put on <what:affected.a> , twice that "
    "many <kind:counter-kind> counters are put on it instead",
    Replace(event="counters", what=H.what, double=True, counters=H.kind),
)
_ANYTHING = "a permanent or player"
phrase(
    "static-clause",
    f"if <source:objects.a> would deal damage to {_ANYTHING} , it deals double that damage to "
    "that permanent or player instead",
    Replace(event="damage", source=H.source, double=True),
)
phrase(
    "static-clause",
    f"if a source would deal damage to {_ANYTHING} , it deals double that damage to that "
    "permanent or player instead",
    Replace(event="damage", double=True),
)


@category("affected")
class Affected:
    """The subject of a replacement effect: an object or player, or all that a filter finds.

    The mode is the article of the filter.
    """

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield what stands at a place."""
        for this in reader.read("this", at):
            yield this._replace(value=Mention(at, ref="self"))
        for attached in reader.read("attached-thing", at):
            yield attached._replace(value=Mention(at, ref="attached"))
        if not mode and reader.word(at) == "you":
            yield Reading(Mention(at, ref="you"), at + 1, "you")
        for number in (mode,) if mode else ("many", "all", "each"):
            yield from reader.read("objects", at, number)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return what the effect is about."""
        if isinstance(value, Filter):
            return writer.write("objects", value, said, mode or "many")
        if value == "you":
            return None if mode else Written("you", said, "you")
        return writer.write("thing", value, said) if value in ("self", "attached") else None


# --- Costs and rules for players ------------------------------------------------------------------


@category("cost-change")
class CostChangePhrase:
    """A change of a cost in generic mana: "{1} less", "{2} more"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the change at a place, negative if it is less."""
        number, word = reader.word(at)[1:-1], reader.word(at + 1)
        if word not in ("less", "more") or reader.word(at)[:1] != "{":
            return
        if number.isdigit():
            change: Any = int(number) if word == "more" else -int(number)
            yield Reading(Number(at, change), at + 2)
        elif number == "X":
            yield Reading(Number(at, "X" if word == "more" else "-X"), at + 2)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the change in words; what it counts follows at the end of the clause."""
        less = value == "-X" or (type(value) is int and value < 0)
        amount = value
        if type(value) is int:
            amount = abs(value)
        elif value == "-X":
            amount = "X"
        elif isinstance(value, Count | Stat) and value.times < 0:
            less = True
            amount = replace(value, times=-value.times, plus=-value.plus)
        written = writer.write("amount", amount, said, "bonus")
        word = "less" if less else "more"
        return written and written._replace(text=f"{{{written.text}}} {word}")


@category("this-spell")
class ThisSpell(ReadAs):
    """The source as a spell: "this spell"."""

    reads = "this"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the words for the source."""
        return Written("this spell", said, "one") if value == "self" else None


for _words, _who in (
    ("you cast", "you"),
    ("your opponents cast", "opponent"),
    ("", "any"),
):
    phrase(
        "static-clause",
        f"<of:spells.many> {_words} cost <amount:cost-change> to cast",
        CastCost(amount=H.amount, of=H.of, who=_who),  # type: ignore[arg-type]
    )
    # a reduction of colored mana alone never reduces generic mana in its place (CR 118.7c)
    _alone = " . this effect reduces only the amount of colored mana you pay"
    for _more, _amount, _rest in (("more", 1, ""), ("less", -1, _alone)):
        phrase(
            "static-clause",
            f"<of:spells.many> {_words} cost <mana:colored-mana> {_more} to cast{_rest}",
            CastCost(amount=_amount, of=H.of, who=_who, mana=H.mana),  # type: ignore[arg-type]
        )
for _more, _times in (("more", 1), ("less", -1)):
    phrase(
        "static-clause",
        f"<of:this-spell> costs <mana:colored-mana> {_more} to cast for each "
        "<count:counted-objects.one>",
        CastCost(amount=Count(times=_times, of=H.count), of=H.of, mana=H.mana),
    )


@category("colored-mana")
class ColoredMana(ReadAs):
    """Colored mana symbols, of which a cost has more or less: "{W}{B}"."""

    reads = "mana"

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the symbols at a place."""
        for mana in super().read(reader, at, mode):
            if set(mana.value) <= set("{}WUBRG"):
                yield mana

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the symbols."""
        return writer.write("mana", value, said) if value else None


phrase(
    "static-clause",
    "<of:this-spell> costs <amount:cost-change> to cast",
    CastCost(amount=H.amount, of=H.of),
)
phrase(
    "static-clause",
    "<of:this-spell> costs <amount:cost-change> to cast if <condition:condition>",
    CastCost(amount=H.amount, of=H.of, condition=H.condition),
)
for _rule, _words in (
    ("no-maximum-hand-size", "*have no maximum hand size"),
    ("skip-draw", "*skip *their draw step"),
    ("cant-cast-creatures", "can't cast creature spells"),
    ("cant-lose", "can't lose the game"),
    ("life-is-a-resource", "*use *their life as a resource"),
):
    if _rule == "skip-draw":
        phrase("static-clause", "skip your draw step", PlayerRule(rule=_rule))
    phrase("static-clause", f"<who:ruled!> {_words}", PlayerRule(rule=_rule, who=H.who))  # type: ignore[arg-type]

phrase(
    "static-clause",
    "<who:ruled.many!> *skip *their untap steps",
    PlayerRule(rule="skip-untap", who=H.who),
)
_SPELLS: tuple[tuple[str, PlayerRule], ...] = (
    ("<who:ruled.many!> can't cast <of:certain-spells>", PlayerRule(rule="cant-cast", of=H.of)),
    (
        "<who:ruled!> may cast <of:spells.many> as though they had flash",
        PlayerRule(rule="flash", of=H.of),
    ),
    ("<who:ruled!> can't cast more than one spell each turn", PlayerRule(rule="spell-limit")),
    (
        "<who:ruled!> may play an additional land on each of *their turns",
        PlayerRule(rule="extra-lands"),
    ),
    (
        "<who:ruled!> may play <number:count> additional lands on each of *their turns",
        PlayerRule(rule="extra-lands", number=H.number),
    ),
)
for _words, _record in _SPELLS:
    phrase("static-clause", _words, replace(_record, who=H.who))
phrase(
    "static-clause",
    "<who:ruled!> may play an additional land during each of *their turns",
    PlayerRule(rule="extra-lands", who=H.who),
    read_only=True,
)
phrase(
    "static-clause",
    "<who:ruled.many!> can't cast <of:certain-spells> during your turn",
    PlayerRule(rule="cant-cast", of=H.of, who=H.who, condition=TurnIs(whose="you")),
)
phrase(
    "static-clause",
    "<of:spells.many> can't be countered",
    PlayerRule(rule="uncounterable", of=H.of, who="players"),
)
for _many, _step in ((True, "*their untap steps"), (False, "*their untap step")):
    for _number, _things, _record in (
        ("one", "<of:objects.one>", PlayerRule(rule="untap-limit", of=H.of, who=H.who)),
        (
            "<number:count>",
            "<of:objects.many>",
            PlayerRule(rule="untap-limit", of=H.of, who=H.who, number=H.number),
        ),
    ):
        _words = f"<who:ruled.many!> can't untap more than {_number} {_things} during {_step}"
        phrase("static-clause", _words, _record, read_only=not _many)
        phrase(
            "static-clause",
            f"as long as <condition:condition> , {_words}",
            replace(_record, condition=H.condition),
            read_only=not _many,
        )


phrase(
    "static-clause",
    "play with the top card of your library revealed",
    PlayerRule(rule="reveal-top"),
)
phrase(
    "static-clause",
    "<who:ruled.many!> play with the top card of their libraries revealed",
    PlayerRule(rule="reveal-top", who=H.who),
)
_TOPS = (
    ("reveal-top", "*play with the top card of *their library revealed"),
    ("look-top", "may look at the top card of *their library any time"),
)
for _rule, _words in _TOPS:
    phrase("static-clause", f"<who:ruled!> {_words}", PlayerRule(rule=_rule, who=H.who))  # type: ignore[arg-type]
phrase(
    "static-clause",
    "<of:cards-in-graveyard.each> has flashback . the flashback cost is equal to "
    "that card 's mana cost",
    PlayerRule(rule="flashback", of=H.of),
)
for _words, _free in (("", False), (" without paying their mana costs", True)):
    _permission = PlayerRule(rule="play", of=H.of, free=_free)
    phrase("static-clause", f"you may <of:play-from>{_words}", _permission)
    phrase(
        "static-clause",
        f"as long as <condition:condition> , you may <of:play-from>{_words}",
        replace(_permission, condition=H.condition),
    )
    phrase(
        "effect",
        f"until end of turn , you may <of:play-from>{_words}",
        RuleThisTurn(rule="play", of=H.of, free=_free),
        f"you may <of:play-from>{_words} this turn",
    )


@category("cards-in-graveyard")
class CardsInGraveyard:
    """Cards in a player's own graveyard: "each sorcery card in your graveyard"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the descriptions of cards at a place."""
        for objects in reader.read("objects", at, mode):
            if objects.value.zone == "graveyard" and objects.value.owner == "you":
                yield Reading(replace(objects.value, owner="any"), objects.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the cards in words."""
        if value.zone != "graveyard" or value.owner != "any":
            return None
        return writer.write("objects", replace(value, owner="you"), said, mode)


@category("play-from")
class PlayFrom:
    """The playing of cards from a zone: "cast creature spells from the top of your library"."""

    PLACES = (
        ("graveyard", "from your graveyard"),
        ("library", "from the top of your library"),
        ("hand", "from your hand"),
    )
    PLAIN = (
        ("play lands and cast spells", Filter()),
        ("play lands", Filter(types=("Land",))),
        ("cast spells", Filter(not_types=("Land",))),
    )

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the cards that are played, in their zone."""
        for of, end in self._cards(reader, at):
            for zone, words in self.PLACES:
                if (stop := reader.at_words(end, words)) is not None:
                    yield Reading(replace(of, zone=zone), stop)

    def _cards(self, reader: Reader, at: int) -> Iterator[tuple[Filter, int]]:
        for words, of in self.PLAIN:
            if (end := reader.at_words(at, words)) is not None:
                yield of, end
        start = reader.at_words(at, "cast")
        if start is None:
            return
        for kind in ("spells", "cards"):
            for spells in reader.read(kind, start, "many"):
                of = spells.value
                if of.zone in ("battlefield", "stack") and of != Filter():
                    if not of.types and of.not_types != ("Land",):
                        of = replace(of, not_types=(*of.not_types, "Land"))
                    yield of, spells.end

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the playing of cards in words."""
        place = dict(self.PLACES).get(value.zone)
        of = replace(value, zone="battlefield")
        words = next((words for words, each in self.PLAIN if each == of), "")
        if words and place:
            return Written(f"{words} {place}", said)
        if not of.types:
            if of.not_types[-1:] != ("Land",):
                return None
            of = replace(of, not_types=of.not_types[:-1])
        if of == Filter() or "Land" in of.types:
            return None
        spells = writer.write("spells", of, said, "many")
        return spells and spells._replace(text=f"cast {spells.text} {place}") if place else None


@category("certain-spells")
class CertainSpells:
    """Spells, but not just creature spells, for which there is a rule of its own."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the descriptions of spells at a place."""
        for spells in reader.read("spells", at, "many"):
            if spells.value != Filter(types=("Creature",)):
                yield spells

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the spells in words."""
        return writer.write("spells", value, said, "many")


@category("ruled")
class Ruled:
    """The players of a rule: "you", "players", "your opponents"."""

    WORDS = (
        ("you", "you", "you"),
        ("each player", "players", "one"),
        ("each opponent", "opponents", "one"),
        ("players", "players", "many"),
        ("your opponents", "opponents", "many"),
    )

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the players at a place."""
        for words, who, person in self.WORDS:
            end = reader.at_words(at, words)
            if end is not None:
                yield Reading(who, end, person)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the players in words."""
        found = [(words, person) for words, who, person in self.WORDS if who == value]
        words, person = next((each for each in found if each[1] == mode), found[0])
        return Written(words, said, person)


# --- What effects have done -----------------------------------------------------------------------

for _restriction, _words in (
    ("dies-to-exile", "is exiled if it would die"),
    ("leaves-to-exile", "is exiled if it would leave the battlefield"),
    ("must-block-source", "blocks the source if able"),
    ("must-block", "blocks if able"),
):
    # for a permanent that has the restriction now
    phrase(
        "static-clause",
        f"<any:this> {_words}",
        Static(change=Change(restrict=(_restriction,))),  # type: ignore[arg-type]
    )
