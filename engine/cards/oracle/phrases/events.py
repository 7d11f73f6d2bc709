"""Events of triggered abilities: "when this creature enters", "at the beginning of your upkeep"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engine.base.english import number_word
from engine.base.records import replace
from engine.base.rule_words import ordinal
from engine.cards.model import When
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
from engine.cards.oracle.references import Said
from engine.cards.spelling import A_CREATURE
from engine.cards.subtypes import creature_types
from engine.cards.terms import Filter

# --- Steps ----------------------------------------------------------------------------------------

STEPS = {
    "upkeep": "upkeep",
    "draw": "draw step",
    "end": "end step",
}


def _step(template: str, step: str, who: str, *also: str) -> None:
    when = When(event="step", step=step, who=who)  # type: ignore[arg-type]
    phrase("event", f"at the beginning of {template}", when, *also)


for step, words in STEPS.items():
    _step(f"your {words}", step, "you")
    _step(f"<each:each-player.=> {words}", step, "any")
    _step(f"each opponent's {words}", step, "opponent")
    _step(f"the {words} of <host:host-controller>", step, "controller-of-attached")
    _step(f"the chosen player's {words}", step, "chosen-player")
for half in ("precombat", "postcombat"):
    _step(f"your {half} main phase", f"{half}-main", "you")
    _step(f"<each:each-player.=> {half} main phase", f"{half}-main", "any")
_step("each of your main phases", "main", "you")
_step("each main phase", "main", "any")
_step("combat on your turn", "combat", "you")
_step("each combat", "combat", "any", "at the beginning of combat on each player's turn")
_step("combat on each opponent's turn", "combat", "opponent")


@category("each-player")
class EachPlayer:
    """The steps of all players: "each", or "each player's" if "that player" follows.

    With the mode "player" it does.
    """

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield nothing that counts, after the words for the steps."""
        for words in ("each player's", "each"):
            end = reader.at_words(at, words.replace("'s", " 's"))
            if end is not None:
                yield Reading(None, end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the words for the steps."""
        return Written("each player's" if mode == "player" else "each", said)


@category("host-controller")
class HostController:
    """The controller of what the source is attached to, in events that are always theirs."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield nothing that counts, after the words for the player."""
        for host in reader.read("attached-thing", at):
            end = reader.at_words(host.end, "'s controller")
            if end is not None:
                yield Reading(None, end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the words for the player."""
        return Written(f"{said.host}'s controller", said)


# --- Objects of events ----------------------------------------------------------------------------


@category("event-self")
class EventSelf:
    """The source of an ability, or what it is attached to."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the object at a place."""
        yield from reader.read("this", at)
        yield from reader.read("attached-thing", at)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the object in words."""
        return None if isinstance(value, Filter) else writer.write("event-object", value, said)


MORTAL_KINDS = frozenset({"Creature", "Planeswalker"})
MORTAL_NOUNS = ("creature", "planeswalker", "Vehicle", "card")


def is_mortal(value: Any, said: Said) -> bool:
    """Return whether objects die rather than being put into a graveyard (CR 700.4)."""
    if isinstance(value, Filter):
        kinds = frozenset(value.types)
        if kinds:
            return kinds <= MORTAL_KINDS
        return bool(creature_types(value.subtypes)) or value.token is not None
    return (said.this if value == "self" else said.host).endswith(MORTAL_NOUNS)


class Mortal(ReadAs):
    """Objects that die, or those that are put into a graveyard instead."""

    def __init__(self, reads: str, *, dies: bool) -> None:
        self.reads = reads
        self._dies = dies

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the objects in words, None if they are of the other kind."""
        if is_mortal(value, said) is not self._dies:
            return None
        return writer.write(self.reads, value, said, mode)


for _end, _reads in (("", "event-object"), ("-affected", "affected")):
    GRAMMAR.categories[f"mortal{_end}"] = Mortal(_reads, dies=True)
    GRAMMAR.categories[f"immortal{_end}"] = Mortal(_reads, dies=False)

ONCE = {
    "enters": ("event-object", "*enter"),
    "dies": ("mortal", "*die"),
    "dies ": ("immortal", "*be put into a graveyard from the battlefield"),
    "leaves": ("event-object", "*leave the battlefield"),
}
"""Events that happen to an object only once: the object and the verb."""
OFTEN = {
    "attacks": ("event-object", "*attack"),
    "attacks-alone": ("event-object", "*attack alone"),
    "attacks-unblocked": ("event-object", "*attack and isn't blocked"),
    "blocks": ("event-object", "*block"),
    "becomes-blocked": ("event-object", "*become blocked"),
    "fights-in-combat": ("event-object", "*block or *become blocked"),
    "taps": ("event-object", "*become tapped"),
    "untaps": ("event-object", "*become untapped"),
    "turned-up": ("event-object", "*be turned face up"),
}


def _of_object(template: str, record: When, *, once: bool = False) -> None:
    """Add the rules of an event of an object: "when" for what happens once, else "whenever"."""
    if once:
        own = re.sub(r"<what:(event-object|mortal|immortal)!>", r"<what:\1.self!>", template)
        phrase("event", f"when {own}", record)
    phrase("event", f"whenever {template}", record, f"when {template}")


class Owned:
    """Objects that go to the graveyard of a player, who owns them."""

    def __init__(self, owner: Any, phrases: str = "objects") -> None:
        self._owner = owner
        self._phrases = phrases

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the objects at a place, as objects of that owner."""
        for objects in reader.read(self._phrases, at, "a"):
            if objects.value.owner == "any":
                yield objects._replace(value=replace(objects.value, owner=self._owner))

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the objects in words, without their owner."""
        if not isinstance(value, Filter) or value.owner != self._owner:
            return None
        return writer.write(self._phrases, replace(value, owner="any"), said, "a")


category("owned-by-you")(lambda: Owned("you"))
category("owned-by-opponent")(lambda: Owned("opponent"))
for owner in ("any", "you", "opponent"):
    category(f"cards-of-{owner}")(lambda owner=owner: Owned(owner, "cards"))
for owner, words in (("you", "your"), ("opponent", "an opponent's")):
    _of_object(
        f"<what:owned-by-{owner}!> *be put into {words} graveyard from the battlefield",
        When(event="dies", what=H.what),
    )
for event, (kind, words) in (ONCE | OFTEN).items():
    _of_object(
        f"<what:{kind}!> {words}",
        When(event=event.strip(), what=H.what),  # type: ignore[arg-type]
        once=event in ONCE or event == "turned-up",
    )
_of_object(
    "<what:event-object!> *block <by:objects.a>",
    When(event="blocks", what=H.what, by=H.by),
)
_of_object(
    "<what:event-object!> *become blocked by <by:objects.a>",
    When(event="becomes-blocked-by", what=H.what, by=H.by),
)
for words, who in (
    ("", "any"),
    (" you control", "you"),
    (" an opponent controls", "opponent"),
):
    _of_object(
        f"<what:event-object!> *become the target of a spell or ability{words}",
        When(event="becomes-target", what=H.what, who=who),  # type: ignore[arg-type]
    )
phrase(
    "event",
    "when the last <counters:counter-kind> counter is removed from <what:this>",
    When(event="last-counter", what=H.what, counters=H.counters),
)


@category("a-spell")
class ASpell:
    """A spell as the other object of an event: "a spell", "an Aura spell"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the spells at a place."""
        for spells in reader.read("objects", at, "a"):
            if spells.value.zone == "stack":
                yield spells

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the spells in words."""
        if not isinstance(value, Filter) or value.zone != "stack":
            return None
        return writer.write("objects", value, said, "a")


_of_object(
    "<what:event-object!> *become the target of <by:a-spell>",
    When(event="becomes-target", what=H.what, by=H.by),
)
TARGETED = "whenever you become the target of"
phrase("event", f"{TARGETED} <by:a-spell>", When(event="becomes-target", what="you", by=H.by))
phrase(
    "event",
    f"{TARGETED} a spell or ability an opponent controls",
    When(event="becomes-target", what="you", who="opponent"),
)
phrase(
    "event",
    "whenever one or more <counters:counter-kind> counters are put on <what:event-object>",
    When(event="counters-put", what=H.what, counters=H.counters),
)

# --- Attacks --------------------------------------------------------------------------------------

for attacked, at in (
    ("you", "you"),
    ("you or a planeswalker you control", "you-or-planeswalker"),
):
    _of_object(
        f"<what:event-object!> *attack {attacked}",
        When(event="attacks", what=H.what, to=at),  # type: ignore[arg-type]
    )
    phrase(
        "event",
        f"whenever one or more <what:objects.many> attack {attacked}",
        When(event="declares-attack", what=H.what, to=at),  # type: ignore[arg-type]
    )
_of_object(
    "<what:event-self!> *attack for the first time each turn",
    When(event="attacks", what=H.what, nth=1),
)
for others in (1, 2, 3):
    word = "one other creature" if others == 1 else f"{number_word(others)} other creatures"
    phrase(
        "event",
        f"whenever <what:event-self> and at least {word} attack",
        When(event="attacks", what=H.what, at_least=others + 1),
    )
phrase("event", "whenever you attack", When(event="declares-attack", who="you"))
phrase(
    "event",
    "whenever you attack with <number:integer.word> or more creatures",
    When(event="declares-attack", who="you", at_least=H.number),
)
phrase(
    "event",
    "whenever one or more <what:objects.many> attack",
    When(event="declares-attack", what=H.what),
)

# --- Into a graveyard -----------------------------------------------------------------------------

MILLED = When(event="is-put-into-graveyard", what=H.what, origin="library")
phrase("event", "when <what:this> is put into your graveyard from your library", MILLED)
_of_object("<what:cards-of-you!> *be put into your graveyard from your library", MILLED)
phrase(
    "event",
    "whenever <what:this> becomes unattached from a permanent",
    When(event="becomes-unattached", what=H.what),
)
BURIED = When(event="is-put-into-graveyard", what=H.what)
phrase("event", "when <what:this> is put into a graveyard from anywhere", BURIED)
for owner, words in (("any", "a"), ("you", "your"), ("opponent", "an opponent's")):
    _of_object(f"<what:cards-of-{owner}!> *be put into {words} graveyard from anywhere", BURIED)


@category("damaged-object")
class DamagedObject:
    """An object that is dealt damage, if it isn't just any creature."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the objects at a place."""
        for objects in reader.read("objects", at, "a"):
            if objects.value not in (Filter(), A_CREATURE) and objects.value.zone == "battlefield":
                yield objects

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the objects in words."""
        if value in (Filter(), A_CREATURE):
            return None
        return writer.write("objects", value, said, "a")


# --- Damage ---------------------------------------------------------------------------------------

TO_YOU_OR_THIS: tuple[tuple[str, Any], ...] = (("you", "you"), ("<what:event-self>", H.what))
for combat in ("combat ", ""):
    only = bool(combat)
    for words, to in (
        ("", "any"),
        (" to a player", "player"),
        (" to an opponent", "opponent"),
        (" to a creature", "creature"),
    ):
        _of_object(
            f"<what:event-object!> *deal {combat}damage{words}",
            When(event="deals-damage", what=H.what, to=to, combat_only=only),  # type: ignore[arg-type]
        )
    _of_object(
        f"<what:event-object!> *deal {combat}damage to <by:damaged-object>",
        When(event="deals-damage", what=H.what, by=H.by, combat_only=only),
    )
    _of_object(
        f"<what:event-self!> *deal {combat}damage to you",
        When(event="deals-damage", what=H.what, to="you", combat_only=only),
    )
    hurt = When(event="is-dealt-damage", what=H.what, combat_only=only)
    _of_object(f"<what:event-object!> *be dealt {combat}damage", hurt)
    phrase("event", f"whenever you're dealt {combat}damage", replace(hurt, what="you"))
    for words, what in TO_YOU_OR_THIS:
        for source, by in (
            ("a source", Filter()),
            ("a source an opponent controls", Filter(controller="opponent")),
        ):
            phrase(
                "event",
                f"whenever {source} deals {combat}damage to {words}",
                When(event="is-dealt-damage", what=what, by=by, combat_only=only),
            )
    for words, what in TO_YOU_OR_THIS:
        phrase(
            "event",
            f"whenever <by:objects.a!> *deal {combat}damage to {words}",
            When(event="is-dealt-damage", what=what, by=H.by, combat_only=only),
        )

# --- Players --------------------------------------------------------------------------------------

DEEDS = {
    "cast <what:spells.a>": When(event="cast", what=H.what),
    "discard <what:cards.a>": When(event="discards", what=H.what),
    "cycle <what:cards.a>": When(event="cycles", what=H.what),
    "sacrifice <what:objects.a>": When(event="is-sacrificed", what=H.what),
    "draw a card": When(event="draws"),
    "gain life": When(event="gains-life"),
    "lose life": When(event="loses-life"),
    "shuffle": When(event="shuffles"),
    "tap <what:objects.a> for mana": When(event="taps-for-mana", what=H.what),
    "play <what:objects.a>": When(event="plays-land", what=H.what),
    "activate an ability that isn't a mana ability": When(event="activates", what=Filter()),
    "activate an ability of <what:objects.a> that isn't a mana ability": When(
        event="activates", what=H.what
    ),
    "cast <what:spells.a> from exile": When(event="cast", what=H.what, origin="exile"),
}
"""Events that players bring about, by what they do."""
DOERS = {
    "you": "you",
    "any": "a player",
    "opponent": "an opponent",
    "attached": "enchanted player",
}
for deed, record in DEEDS.items():
    for who, player in DOERS.items():
        verb, _, rest = deed.partition(" ")
        template = f"{player} {verb if who == 'you' else f'{verb}s'} {rest}".rstrip()
        by_player = replace(record, who=who)
        phrase("event", f"whenever {template}", by_player, f"when {template}")
for who, player in DOERS.items():
    one = "" if who == "you" else "s"
    their = "your" if one == "" else "their"
    for zone in ("graveyard", "hand"):
        phrase(
            "event",
            f"whenever {player} cast{one} <what:spells.a> from {'a' if who == 'any' else their} "
            f"{zone}",
            When(event="cast", what=H.what, who=who, origin=zone),  # type: ignore[arg-type]
        )
    for nth in (1, 2, 3):
        phrase(
            "event",
            f"whenever {player} cast{one} {their} {ordinal(nth)} spell each turn",
            When(event="cast", what=Filter(), who=who, nth=nth),  # type: ignore[arg-type]
        )
        phrase(
            "event",
            f"whenever {player} draw{one} {their} {ordinal(nth)} card each turn",
            When(event="draws", who=who, nth=nth),  # type: ignore[arg-type]
        )
for words in ("whenever", "when"):
    phrase(
        "event",
        f"{words} you tap <any:this> for mana",
        When(event="taps-for-mana"),
        read_only=True,
    )
_of_object("<what:event-object!> *be tapped for mana", When(event="taps-for-mana", what=H.what))
for who, words in (
    ("you", "you cycle or discard"),
    ("any", "a player cycles or discards"),
    ("opponent", "an opponent cycles or discards"),
):
    discarded = When(event="discards", what=H.what, who=who)  # type: ignore[arg-type]
    # cycling a card is discarding it (CR 702.29a)
    phrase("event", f"whenever {words} <what:cards.a>", discarded, read_only=True)
phrase("event", "when you cast this spell", When(event="cast"))
phrase("event", "when you cycle this card", When(event="cycles", who="you"))
phrase("event", "when you discard this card", When(event="discards", who="you"))
_FORCED = "a spell or ability an opponent controls causes you to discard"
_BY_FOE = Filter(controller="opponent")
phrase("event", f"when {_FORCED} this card", When(event="discards", who="you", by=_BY_FOE))
phrase(
    "event",
    f"whenever {_FORCED} <what:cards.a>",
    When(event="discards", what=H.what, who="you", by=_BY_FOE),
)
phrase(
    "event", "when you sacrifice <what:this>", When(event="is-sacrificed", what=H.what, who="you")
)

# --- Events of two kinds --------------------------------------------------------------------------

PAIRED = {
    "attacks": "attacks",
    "blocks": "blocks",
    "enters": "enters",
    "dies": "dies",
    "leaves the battlefield": "leaves",
    "is put into a graveyard from the battlefield": "dies",
    "is turned face up": "turned-up",
    "becomes blocked": "becomes-blocked",
    "becomes tapped": "taps",
    "becomes untapped": "untaps",
}
"""Events that a text names in pairs, by their words: "enters or attacks"."""


@category("events")
class Events:
    """The events of an ability as a tuple: most often one, or two of one object or two objects."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the events at a place."""
        for event in reader.read("event", at):
            yield Reading((event.value,), event.end)
        end = reader.at_words(at, "when you cycle this card or it dies")
        if end is not None:
            yield Reading((When(event="cycles", who="you"), When(event="dies")), end)
        if reader.word(at) in ("when", "whenever"):
            for subject in reader.read("event-object", at + 1):
                yield from self._of_one(reader, subject)
            for this in reader.read("event-self", at + 1):
                yield from self._of_two(reader, this)

    @staticmethod
    def _of_one(reader: Reader, subject: Reading) -> Iterator[Reading]:
        for first, end in _paired(reader, subject.end):
            if reader.word(end) != "or":
                continue
            for second, after in _paired(reader, end + 1):
                if (first, second) != ("blocks", "becomes-blocked"):
                    events = tuple(When(event=each, what=subject.value) for each in (first, second))
                    yield Reading(events, after)
        start = reader.at_words(subject.end, "blocks or becomes blocked by")
        if start is not None:
            for by in reader.read("objects", start, "a"):
                blocks = When(event="blocks", what=subject.value, by=by.value)
                blocked = replace(blocks, event="becomes-blocked-by")
                yield Reading((blocks, blocked), by.end)

    @staticmethod
    def _of_two(reader: Reader, this: Reading) -> Iterator[Reading]:
        if reader.word(this.end) != "or":
            return
        for other in reader.read("objects", this.end + 1, "a"):
            if isinstance(this.value, str) and (other.value.other or this.value != "self"):
                for event, end in _paired(reader, other.end):
                    first = When(event=event, what=this.value)  # type: ignore[arg-type]
                    yield Reading((first, replace(first, what=other.value)), end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return one event or two in words."""
        if len(value) == 1:
            return writer.write("event", value[0], said, mode)
        first, second = value
        if value == (When(event="cycles", who="you"), When(event="dies")):
            return Written("when you cycle this card or it dies", said)
        if replace(second, event=first.event) == first:
            return _write_of_one(writer, first, second, said)
        if replace(second, what=first.what) == first == When(event=first.event, what=first.what):
            this = writer.write("event-object", first.what, said, "self")
            other = writer.write("objects", second.what, said, "a")
            if this is None or other is None:
                return None
            verb = _verb(first, said)
            return Written(f"whenever {this.text} or {other.text} {verb}", said)
        return None


def _write_of_one(writer: Writer, first: When, second: When, said: Said) -> Written | None:
    """Return two events of one object in words."""
    subject = writer.write("event-object", first.what, said)
    if subject is None:
        return None
    if (first.event, second.event) == ("blocks", "becomes-blocked-by"):
        by = writer.write("objects", first.by, said, "a")
        verbs = by and f"blocks or becomes blocked by {by.text}"
    else:
        plain = first == When(event=first.event, what=first.what)
        words = (_verb(first, said), _verb(second, said))
        verbs = " or ".join(words) if plain and all(words) else None
    if verbs is None:
        return None
    once = {first.event, second.event} <= {*ONCE} and not isinstance(first.what, Filter)
    return Written(f"{'when' if once else 'whenever'} {subject.text} {verbs}", said)


def _verb(when: When, said: Said) -> str:
    """Return the verb of an event that is named in a pair, "" if it can't be."""
    if when.event == "dies" and not is_mortal(when.what, said):
        return "is put into a graveyard from the battlefield"
    return next((words for words, event in PAIRED.items() if event == when.event), "")


def _paired(reader: Reader, at: int) -> Iterator[tuple[Any, int]]:
    for words, event in PAIRED.items():
        end = reader.at_words(at, words)
        if end is not None:
            yield event, end
