"""Effects on permanents and spells: damage, destruction, movement, counters, prevention."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.english import number_word, plural
from engine.base.records import replace
from engine.cards.model import (
    AttachTo,
    ByKeyword,
    Counter,
    Damage,
    Destroy,
    Exchange,
    Exile,
    Fight,
    May,
    Move,
    Prevent,
    PutCounters,
    Redirect,
    Regenerate,
    RemoveCounters,
    RemoveFromCombat,
    Sacrifice,
    Share,
    Tap,
    Target,
    Untap,
)
from engine.cards.oracle.grammar import (
    GRAMMAR,
    H,
    ReadAs,
    Reader,
    Reading,
    Writer,
    Written,
    category,
    phrase,
)
from engine.cards.oracle.phrases.amounts import is_quality, x_explained
from engine.cards.oracle.phrases.lists import NUMBERS
from engine.cards.oracle.phrases.mentions import ANY_TARGET, NAMED_SOURCE
from engine.cards.oracle.references import Mention, Number, Said, ThatMuch
from engine.cards.terms import TARGET_INDEX, Filter

# --- Numbers of things ----------------------------------------------------------------------------


@category("some")
class Some:
    """A number before a noun that agrees with it: "a", "two", "X".

    Templates write the noun with "~", and the slot as their subject.
    """

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the number at a place."""
        word = reader.word(at)
        if word in ("a", "an"):
            yield Reading(Number(at, 1), at + 1, "one")
        elif word == "x":
            yield Reading(Number(at, "X"), at + 1, "many")
        elif word in NUMBERS and word != "one":
            yield Reading(Number(at, NUMBERS[word]), at + 1, "many")
        elif reader.at_words(at, "that many") is not None:
            yield Reading(Number(at, ThatMuch(at)), at + 2, "many")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the number as a word; what it counts follows at the end of the clause."""
        written = writer.write("amount", value, said, "bonus")
        if written is None or written.text == "0":
            return None
        if written.text == "1":
            return written._replace(text="a", person="one")
        number = written.text
        if number.isdigit():
            number = number_word(int(number))
        return written._replace(text=number, person="many")


# --- Damage ---------------------------------------------------------------------------------------

_DEALS = "<by:dealer!> *deal <amount:amount-dealt> damage"
_DEALS_X = "<by:dealer!> *deal <amount:amount-x> damage"
_UNPREVENTED = ("the damage can't be prevented", "that damage can't be prevented")
_ALSO: tuple[tuple[str, dict[str, Any]], ...] = (
    ("", {}),
    ("and each player", {"also_to": "each-player"}),
    ("and each opponent", {"also_to": "each-opponent"}),
)


@category("amount-x")
class AmountX(ReadAs):
    """An amount that the end of the clause explains if it depends on anything: "X damage"."""

    reads = "amount"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the amount in words."""
        if isinstance(value, int | str) or value == said.amount:
            return writer.write("amount", value, said)
        explained = x_explained(writer, value, said)
        return explained and Written("X", explained)


@category("amount-dealt")
class AmountDealt(ReadAs):
    """An amount of damage that says by itself how much it is: "3", "X", "that much"."""

    reads = "amount"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the amount in words."""
        plain = isinstance(value, int | str) or value == said.amount
        return writer.write("amount", value, said) if plain else None


@category("number-of-objects")
class NumberOfObjects(ReadAs):
    """A number of objects or counters, unlike a quality of one object."""

    reads = "quantity"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the quantity in words."""
        return None if is_quality(value) else writer.write("quantity", value, said)


for _tail, _fields in _ALSO:
    phrase(
        "effect",
        f"{_DEALS} to <to:recipient> {_tail}",
        Damage(amount=H.amount, to=H.to, by=H.by, **_fields),
    )
    phrase(
        "effect",
        f"{_DEALS} to <to:recipient> {_tail} . {_UNPREVENTED[0]}",
        Damage(amount=H.amount, to=H.to, by=H.by, preventable=False, **_fields),
        f"{_DEALS} to <to:recipient> {_tail} . {_UNPREVENTED[1]}",
    )
    phrase(
        "effect",
        f"{_DEALS} to <to:recipient> {_tail} . a creature dealt damage this way can't be "
        "regenerated this turn",
        Damage(amount=H.amount, to=H.to, by=H.by, regenerate=False, **_fields),
    )
for _tail, _fields in _ALSO:
    _record = Damage(amount=H.amount, to=H.to, by=H.by, **_fields)
    for _words, _read in (
        ("damage to <to:recipient> {} equal to <amount:number-of-objects>", False),
        ("damage equal to <amount:quantity> to <to:recipient> {}", True),
        ("damage to <to:recipient> {} equal to <amount:quantity>", True),
        ("<amount:amount> damage to <to:recipient> {}", False),
    ):
        _template = f"<by:dealer!> *deal {_words.format(_tail)}"
        phrase("effect", _template, _record, write_only=not _read)
phrase(
    "effect",
    f"{_DEALS_X} to <to:recipient> and <more:amount-x> damage to <other:recipient>",
    Damage(amount=H.amount, to=H.to, by=H.by, beside=(Share(amount=H.more, to=H.other),)),
)
phrase(
    "effect",
    f"{_DEALS_X} to <to:recipient> , <more:amount-x> damage to <other:recipient> , and "
    "<most:amount-x> damage to <third:recipient>",
    Damage(
        amount=H.amount,
        to=H.to,
        by=H.by,
        beside=(Share(amount=H.more, to=H.other), Share(amount=H.most, to=H.third)),
    ),
)
phrase(
    "effect",
    f"{_DEALS_X} to <to:recipient> and <other:beside-recipient>",
    Damage(amount=H.amount, to=H.to, by=H.by, beside=(Share(amount=H.amount, to=H.other),)),
)
phrase(
    "effect",
    f"{_DEALS_X} divided as you choose among any number of <to:any-number>",
    Damage(amount=H.amount, to=H.to, by=H.by, divided=True),
)
phrase(
    "effect",
    f"{_DEALS_X} divided as you choose among <to:thing>",
    Damage(amount=H.amount, to=H.to, by=H.by, divided=True),
)


@category("any-number")
class DividedTargets:
    """Any number of targets among which damage is divided: not more than the damage."""

    BEFORE = 10  # words between the amount of damage and the targets

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the targets at a place, as many as the damage that precedes them at most."""
        damage = reader.word(at - self.BEFORE)
        if damage != "x" and not damage.isdigit():
            return
        count: Any = "X" if damage == "x" else int(damage)
        if reader.word(at) == "targets":
            target = Target(of=ANY_TARGET.of, player="any", count=count, up_to=True)
            yield Reading(Mention(at, target=target), at + 1, "many")
        if reader.word(at) == "target":
            for objects in reader.read("objects", at + 1, "many"):
                target = Target(of=objects.value, count=count, up_to=True)
                yield Reading(Mention(at, target=target), objects.end, "many")

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the targets in words."""
        if value not in TARGET_INDEX or TARGET_INDEX[value] >= len(said.targets):
            return None
        target = said.targets[TARGET_INDEX[value]]
        if not target.up_to:
            return None
        written = writer.write("thing", value, said)
        if written is None:
            return None
        text = written.text.removeprefix("up to ").partition(" ")[2]
        return written._replace(text=text)


_EACH = ("player", "opponent")


@category("beside-recipient")
class BesideRecipient:
    """A further recipient of the same damage, but not "each player", which has a word of its own.

    Other creatures are recipients together with the first.
    """

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the recipients at a place."""
        for recipient in reader.read("recipient", at):
            fellows = isinstance(recipient.value, Filter) and recipient.value.apart_from is not None
            each_player = reader.word(at) == "each" and reader.word(at + 1) in _EACH
            if not fellows and not each_player:
                yield recipient

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the recipient in words."""
        if value in ("players", "opponents"):
            return None
        return writer.write("recipient", value, said)


phrase("effect", "<first:thing!> *fight <second:thing>", Fight(first=H.first, second=H.second))

# --- Destruction, exile and sacrifice -------------------------------------------------------------

phrase("effect", "destroy <what:things.all>", Destroy(what=H.what))
phrase(
    "effect",
    "destroy <what:things.all!> . *it can't be regenerated",
    Destroy(what=H.what, regenerate=False),
    "destroy <what:things.all> . it can't be regenerated",
    "destroy <what:things.all> . they can't be regenerated",
    "destroy <what:things.all> . that creature can't be regenerated",
    "destroy <what:things.all> . those creatures can't be regenerated",
    "destroy <what:things.all> and it can't be regenerated",
    "destroy <what:things.all> , and it can't be regenerated",
    "destroy <what:things.all> . a creature destroyed this way can't be regenerated",
    "destroy <what:things.all> . creatures destroyed this way can't be regenerated",
)
phrase("effect", "exile <what:things.all>", Exile(what=H.what))
phrase(
    "effect",
    "exile <what:things.all> until <any:this> leaves the battlefield",
    Exile(what=H.what, until_source_leaves=True),
)
phrase("effect", "regenerate <what:things.each>", Regenerate(what=H.what))
phrase("effect", "<who:doer!> *sacrifice <of:thing>", Sacrifice(who=H.who, of=H.of))
phrase("effect", "<who:doer!> *sacrifice <of:objects.a>", Sacrifice(who=H.who, of=H.of))
phrase(
    "effect",
    "<who:doer!> *sacrifice any number of <of:objects.many>",
    Sacrifice(who=H.who, of=H.of, count="any"),
)
phrase(
    "effect",
    "<who:doer!> *sacrifice <of:objects.a> for each <count:for-each>",
    Sacrifice(who=H.who, of=H.of, count=H.count),
)
phrase(
    "effect",
    "<who:doer!> *sacrifice <count:count> <of:objects.many>",
    Sacrifice(who=H.who, of=H.of, count=H.count),
)
for _number, _of in (("<count:count>", "<of:objects.many>"), ("", "<of:objects.a>")):
    phrase(
        "effect",
        f"<who:doer!> *sacrifice {_number} {_of} of *their choice",
        Sacrifice(who=H.who, of=H.of, **({"count": H.count} if _number else {})),
        read_only=True,
    )

for _verb, _kind in (("destroy", Destroy), ("exile", Exile), ("tap", Tap), ("untap", Untap)):
    phrase(
        "several",
        f"{_verb} <what:thing> and <also:thing>",
        (_kind(what=H.what), _kind(what=H.also)),
    )
phrase(
    "several",
    "return <what:thing> and <also:thing> to their owners' hands",
    (Move(what=H.what, to="hand"), Move(what=H.also, to="hand")),
    "return <what:thing> and <also:thing> to their owner's hand",
)

# --- Tapping, combat, attachment ------------------------------------------------------------------

phrase("effect", "tap <what:things.all>", Tap(what=H.what))
phrase("effect", "untap <what:things.all>", Untap(what=H.what))
phrase(
    "sentence",
    "you may tap or untap <what:thing>",
    May(then=(Tap(what=H.what),), otherwise=(May(then=(Untap(what=H.what),)),)),
)
phrase("effect", "remove <what:things.all> from combat", RemoveFromCombat(what=H.what))
phrase("effect", "attach <any:this> to <to:thing>", AttachTo(to=H.to))
phrase("effect", "<what:thing!> *phase out", ByKeyword(word="phase-out", what=H.what))
for _verb, _preposition, _kind in (
    ("put", "on", PutCounters),
    ("remove", "from", RemoveCounters),
):
    phrase(
        "effect",
        f"{_verb} <count:some!> <kind:counter-kind> ~counter {_preposition} <on:recipient>",
        _kind(on=H.on, kind=H.kind, count=H.count),
    )

phrase(
    "several",
    "put <count:some!> <kind:counter-kind> ~counter on <on:recipient> and <more:some!> "
    "<other:counter-kind> ~counter on <also:recipient>",
    (
        PutCounters(on=H.on, kind=H.kind, count=H.count),
        PutCounters(on=H.also, kind=H.other, count=H.more),
    ),
)


class Returned(ReadAs):
    """Objects that are returned to where they were, rather than put there for the first time."""

    def __init__(self, reads: str, *, to_you: bool = False) -> None:
        self.reads = reads
        self._to_you = to_you

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the objects in words."""
        of = value if isinstance(value, Filter) else None
        index = TARGET_INDEX.get(value) if isinstance(value, str) else None
        if index is not None and index < len(said.targets):
            of = said.targets[index].of
        new = of is not None and (
            of.zone in ("hand", "library")
            or (self._to_you and of.zone == "graveyard" and of.owner != "you")
        )
        if new or (value == "it" == said.object and said.yours):
            return None
        written = writer.write(self.reads, value, said, mode)
        if written is None or written.text != "it" or value == "self":
            return written
        dead = value == "attached" or (value == "it" and said.other_noun != NAMED_SOURCE)
        return written._replace(text="that card") if dead or index is not None else written


for _category in ("thing", "things", "your-things"):
    GRAMMAR.categories[f"returned-{_category}"] = Returned(_category)
GRAMMAR.categories["recovered-things"] = Returned("things", to_you=True)


@category("shown-cards")
class CardsShown(ReadAs):
    """Several cards that have been revealed from your library."""

    reads = "your-things"

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the cards in words."""
        shown = value == "revealed" and said.shown
        return writer.write("your-things", value, said) if shown else None


# --- Movement -------------------------------------------------------------------------------------


def _moved(verb: str, preposition: str, zone: str, to: Any, *, read_only: bool = False) -> None:
    """Add the rules for moving objects to a zone of their owners."""
    record = Move(what=H.what, to=to)
    order = " in any order" if to in ("library-top", "library-bottom") else ""
    wordings = (
        (f"<what:your-things.all> {preposition} your {zone}", order),
        (f"<what:thing.one> {preposition} its owner's {zone}", ""),
        (f"<what:things.all> {preposition} their owners' {plural(zone)}", ""),
        (f"<what:things.each> {preposition} its owner's {zone}", ""),
        (f"<what:things.all> {preposition} their owner's {zone}", ""),
        (f"<what:thing> {preposition} their owner's {zone}", order),
        (f"<what:thing> {preposition} their {zone}", order),
    )
    if order:
        shown = f"{verb} <what:shown-cards> {preposition} your {zone}{order}"
        phrase("effect", shown, record, write_only=True)
    for index, (words, more) in enumerate(wordings):
        also = (f"{verb} {words}{more}",) if more else ()
        phrase("effect", f"{verb} {words}", record, *also, read_only=read_only or index > 2)


_moved("return", "to", "hand", "hand")
phrase(
    "effect",
    "return to your hand <what:your-things.all>",
    Move(what=H.what, to="hand"),
    read_only=True,
)
_moved("put", "into", "hand", "hand", read_only=True)
_moved("put", "on top of", "library", "library-top")
_moved("put", "on the bottom of", "library", "library-bottom")
for _place in ("second", "third"):
    phrase(
        "effect",
        f"put <what:thing> into its owner's library {_place} from the top",
        Move(what=H.what, to=f"library-{_place}"),  # type: ignore[arg-type] # words of Move
    )
_moved("shuffle", "into", "library", "library-shuffled")
_moved("put", "into", "graveyard", "graveyard")
phrase(
    "effect",
    "the owner of <what:thing> shuffles it into their library",
    Move(what=H.what, to="library-shuffled"),
    read_only=True,
)
for _verb, _preposition, _old in (("return", "to", "returned-"), ("put", "onto", "")):
    for _state, _fields in (("", {}), ("tapped", {"tapped": True})):
        for _whose, _things, _under in (
            ("", "your-things.all", {}),
            (
                "under your control",
                "recovered-things.all" if _old else "things.all",
                {"under": "you"},
            ),
            ("under its owner's control", "thing.one", {}),
            ("under their owners' control", "things.all", {}),
            ("under their owner's control", "thing.all", {}),
        ):
            _what = _things if "recovered" in _things else f"{_old}{_things}"
            _start = f"{_verb} <what:{_what}> {_preposition} the battlefield"
            phrase(
                "effect",
                f"{_start} {_state} {_whose}",
                Move(what=H.what, to="battlefield", **_fields, **_under),  # type: ignore[arg-type]
                f"{_start} {_whose} {_state}",
            )

# --- Prevention and redirection -------------------------------------------------------------------

_COMBAT: tuple[tuple[str, dict[str, Any]], ...] = (("", {}), ("combat", {"combat_only": True}))
_DEALT: tuple[tuple[str, dict[str, Any]], ...] = (
    ("to <to:recipient> this turn", {"to": H.to}),
    ("this turn to <to:recipient>", {"to": H.to}),
    ("this turn", {}),
    ("this turn by <source:objects.many>", {"source": H.source}),
    ("to <to:recipient> this turn by <source:objects.many>", {"to": H.to, "source": H.source}),
    ("by <source:objects.many> this turn", {"source": H.source}),
)
for _word, _fields in _COMBAT:
    for _index, (_where, _more) in enumerate(_DEALT):
        phrase(
            "effect",
            f"prevent all {_word} damage that would be dealt {_where}",
            Prevent(**_fields, **_more),
            read_only=_index in (1, 5),
        )
    for _where, _more in _DEALT[:2]:
        phrase(
            "effect",
            f"prevent the next <amount:amount> {_word} damage that would be dealt {_where}",
            Prevent(amount=H.amount, **_fields, **_more),
            read_only=_where is not _DEALT[0][0],
        )
    phrase(
        "effect",
        f"all {_word} damage that would be dealt to <what:recipient> this turn is dealt to "
        "<to:one-recipient> instead",
        Redirect(what=H.what, to=H.to, **_fields),
        f"all {_word} damage that would be dealt this turn to <what:recipient> is dealt to "
        "<to:one-recipient> instead",
    )
    phrase(
        "effect",
        f"all {_word} damage that would be dealt to <what:recipient> this turn by "
        "<source:objects.many> is dealt to <to:one-recipient> instead",
        Redirect(what=H.what, to=H.to, source=H.source, **_fields),
        f"all {_word} damage that would be dealt to <what:recipient> by <source:objects.many> "
        "this turn is dealt to <to:one-recipient> instead",
    )
    phrase(
        "effect",
        f"the next <amount:amount> {_word} damage that would be dealt to <what:recipient> this "
        "turn is dealt to <to:one-recipient> instead",
        Redirect(what=H.what, to=H.to, amount=H.amount, **_fields),
    )
phrase(
    "effect",
    "the next time <source:damage-source> would deal damage to <to:recipient> this turn , "
    "prevent that damage",
    Prevent(to=H.to, source=H.source, next_time=True),
)
phrase(
    "effect",
    "the next time <source:damage-source> would deal damage to <to:recipient> this turn , "
    "prevent <amount:amount> of that damage",
    Prevent(to=H.to, source=H.source, amount=H.amount, next_time=True),
)
phrase(
    "effect",
    "the next time <source:damage-source> would deal damage to <what:recipient> this turn , "
    "that damage is dealt to <to:one-recipient> instead",
    Redirect(what=H.what, to=H.to, source=H.source, next_time=True),
)


@category("damage-source")
class DamageSource:
    """A source of damage that its controller chooses: "a red source of your choice"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the filter for the source; None for any source."""
        if reader.word(at) not in ("a", "an"):
            return
        if (end := reader.at_words(at + 1, "source of your choice")) is not None:
            yield Reading(None, end)
        for adjective in reader.read("adjective", at + 1):
            end = reader.at_words(adjective.end, "source of your choice")
            if end is not None:
                yield Reading(adjective.value, end)
        for objects in reader.read("objects", at, "a"):
            end = reader.at_words(objects.end, "of your choice")
            if end is not None:
                yield Reading(objects.value, end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the source in words."""
        if value is None:
            return Written("a source of your choice", said)
        written = writer.write("adjective", value, said)
        if written is not None:
            article = "an" if written.text.startswith("artifact") else "a"
            return written._replace(text=f"{article} {written.text} source of your choice")
        written = writer.write("objects", value, said, "a")
        return written and written._replace(text=f"{written.text} of your choice")


# --- Control and copies ---------------------------------------------------------------------------

phrase("effect", "exchange control of <both:things-two>", Exchange(first=H.both, second=H.both))
phrase(
    "effect",
    "exchange control of <first:thing> and <second:thing>",
    Exchange(first=H.first, second=H.second),
)
phrase(
    "effect",
    "exchange life totals with <second:player>",
    Exchange(first="you", second=H.second, what="life"),
    "you exchange life totals with <second:player>",
)
phrase(
    "effect",
    "<both:players-two!> exchange life totals",
    Exchange(first=H.both, second=H.both, what="life"),
)


@category("things-two")
class TwoThings:
    """Two targets that one phrase names: "two target creatures"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the targets at a place."""
        for thing in reader.read("thing", at):
            if thing.value.target is not None and thing.value.target.count == 2:
                yield thing

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the targets in words."""
        written = writer.write("thing", value, said)
        return written if written is not None and written.text.startswith("two ") else None


@category("players-two")
class TwoPlayers:
    """Two target players."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the players at a place."""
        for player in reader.read("player", at):
            if player.value.target is not None and player.value.target.count == 2:
                yield player

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the players in words."""
        written = writer.write("player", value, said)
        return written if written is not None and written.text.startswith("two ") else None


# --- Spells ---------------------------------------------------------------------------------------

phrase("effect", "counter <what:thing>", Counter(what=H.what))
phrase(
    "effect",
    "counter <what:thing> unless its controller pays <pays:generic-mana>",
    Counter(what=H.what, unless_pays=H.pays),
)
_INSTEAD = {
    "exile": "exile it",
    "hand": "put it into its owner's hand",
    "library-top": "put it on top of its owner's library",
}
for _zone, _words in _INSTEAD.items():
    _if = "if that spell is countered this way ,"
    phrase(
        "effect",
        f"counter <what:thing> . {_if} {_words} instead of putting it into its owner's graveyard",
        Counter(what=H.what, to=_zone),  # type: ignore[arg-type]
        f"counter <what:thing> . {_if} {_words.replace('it ', 'that card ', 1)} instead of "
        "putting it into its owner's graveyard",
        f"counter <what:thing> . {_if} {_words} instead of into its owner's graveyard",
        f"counter <what:thing> . {_if} {_words} instead of into that player's graveyard",
        f"counter <what:thing> . {_if} {_words} instead of putting it into that player's graveyard",
    )
    phrase(
        "effect",
        f"counter <what:thing> unless its controller pays <pays:generic-mana> . {_if} {_words} "
        "instead of putting it into its owner's graveyard",
        Counter(what=H.what, to=_zone, unless_pays=H.pays),  # type: ignore[arg-type]
    )


@category("generic-mana")
class GenericMana:
    """An amount of generic mana: "{2}", "{X}"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the amount at a place."""
        number = reader.word(at)[1:-1]
        if reader.word(at) == "{X}":
            yield Reading(Number(at, "X"), at + 1)
        elif number.isdigit():
            yield Reading(Number(at, int(number)), at + 1)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the amount as a symbol."""
        written = writer.write("amount", value, replace(said, amount=None), "mana")
        return written and written._replace(text=f"{{{written.text}}}")
