"""Events as sentences for logs: short, in the present tense, with names and never "you"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Self

from msgspec import Struct

from engine.base.records import replace
from engine.base.schema import listed
from engine.events import Event, round_of


class LogLine(str):
    """A line of the log, with the number of the clause behind it, if any."""

    __slots__ = ("clause",)
    clause: str

    def __new__(cls, words: str, clause: str = "") -> Self:
        """Make a line with its clause's number."""
        new = super().__new__(cls, words)
        new.clause = clause
        return new


class TakenBack(LogLine):
    """A line of the log about an undone event, marked as such."""

    __slots__ = ()


def taken_back(told: LogLine) -> TakenBack:
    """Return a line marked as about an undone event."""
    if isinstance(told, TakenBack):
        return told
    return TakenBack(f"{told} (taken back)", told.clause)


def line(event: Event, names: Sequence[str], clause: Callable[[str], str]) -> LogLine | None:
    """Return an event as a line of the log; None for an event without a line.

    `clause` returns the clause for the name of a reason.
    """
    words = sentence(event, names)
    if not words:
        return None
    return LogLine(words, clause(event.reason) if event.reason else "")


def sentence(event: Event, names: Sequence[str]) -> str | None:
    """Return an event as one short sentence; None for an event without a line.

    The event must be as a seat may know it (`Event.for_seat`); `names` are by seat.
    """
    line = LINES.get(event.kind)
    if line is None:
        return None
    told = DescribedEvent(event, names)
    text = told.told(line(told) if callable(line) else line)
    return text[:1].upper() + text[1:] if text else None


def merged(events: Sequence[Event]) -> list[tuple[int, Event]]:
    """Return the events to tell, each with its place.

    Attackers sent by one player at one space or target are merged into one event.
    """
    found: list[tuple[int, Event]] = []
    attackers: list[str] = []
    last: Event | None = None  # the attack that further attackers can join
    for place, event in enumerate(events):
        if last is not None and _joins(event, last):
            attackers.append(event.card)
            counts = Counter(attackers)
            names = listed(
                [several(number, name or "a card") for name, number in counts.items()], "and"
            )
            at = next(at for at in range(len(found) - 1, -1, -1) if found[at][1].kind == "attack")
            found[at] = found[at][0], replace(last, card=names)
            continue
        if event.kind != "tap":
            last = event if event.kind == "attack" and not event.whose else None
            attackers = [event.card]
        found.append((place, event))
    return found


def _joins(event: Event, attack: Event) -> bool:
    """Return whether an event is another attacker of an attack."""
    same = (event.kind, event.seat, event.space, event.other) == (
        attack.kind,
        attack.seat,
        attack.space,
        attack.other,
    )
    return same and not event.whose


class DescribedEvent(Struct, frozen=True):
    """The parts of an event as words for a sentence."""

    event: Event
    names: Sequence[str]

    @property
    def who(self) -> str:
        return self.name(self.event.seat)

    @property
    def whose(self) -> str:
        return owner(self.who)

    @property
    def card(self) -> str:
        """The object's name, with its controller's if both objects share a name; else "a card"."""
        return self._owned(0, self.event.card) or "a card"

    @property
    def on_stack(self) -> str:
        """The spell's name, or the ability's by its source: "Pit Stoker's ability"."""
        return f"{owner(self.card)} ability" if self.event.word == "ability" else self.card

    @property
    def aim(self) -> str:
        """The other object or player, and further targets; "" for none."""
        first = (
            self.name(-self.event.other - 1)
            if self.event.other < 0
            else self._owned(1, self.event.other_card)
        )
        counts = Counter(name for name in (first, *self.event.further) if name)
        return (
            listed([several(number, name) for name, number in counts.items()], "and")
            if counts
            else ""
        )

    def _owned(self, place: int, name: str) -> str:
        return f"{owner(self.name(self.event.whose[place]))} {name}" if self.event.whose else name

    @property
    def other(self) -> str:
        return self.aim or "something"

    @property
    def others(self) -> str:
        return owner(self.other)

    @property
    def round(self) -> int:
        """The round of a turn event: players count rounds, not turns."""
        return round_of(self.event.number, len(self.names))

    @property
    def at(self) -> str:
        """The word "at" and the name of the space; "" off the map."""
        return f" at {self.event.space}" if self.event.space else ""

    @property
    def zone(self) -> str:
        """The zone a card goes to, with its owner; "" if hidden."""
        word = self.event.word
        if self.event.seat < 0:
            return word and f"the {word}"
        return word if word in ("", "exile") else f"{self.whose} {word}"

    @property
    def cards(self) -> str:
        """The number of cards ("1 card", "2 cards"); "" for 0."""
        return many(self.event.number, "card") if self.event.number else ""

    def name(self, seat: int) -> str:
        """Return a player's name; "no one" for no seat."""
        return self.names[seat] if 0 <= seat < len(self.names) else "no one"

    def told(self, template: str) -> str:
        """Return a template filled in.

        `{t.who}` is a property of this record, `{e.word}` a field of the event, and
        `[...|...]` the first part without empty fields.
        """
        chosen = re.sub(
            r"\[(.*?)\]",
            lambda choice: next(filter(self._has_all, choice[1].split("|")), ""),
            template,
        )
        return chosen.format(t=self, e=self.event)

    def _has_all(self, part: str) -> bool:
        return all(
            attrgetter(field)(self if kind == "t" else self.event)
            for kind, field in re.findall(r"{(\w)\.(\w+)", part)
        )


def owner(name: str) -> str:
    """Return a player's name in the possessive."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def many(number: int, thing: str, things: str = "") -> str:
    """Return a number of things: "1 card", "2 cards"; `things` is an irregular plural."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def several(number: int, name: str) -> str:
    """Return a number of cards of a name: "Wind Drake", "2 Wind Drakes", "3 Walls of Stone"."""
    return name if number == 1 else f"{number} {plural(name)}"


# words that end the noun in a name
LINKS = frozenset(("of", "to", "from", "in", "with", "for", "the", "at", "on", "and"))
PLURALS = (
    (r"(folk|fish|kin|sheep|deer|samurai|s)$", r"\1"), (r"man$", "men"), (r"child$", "children"),
    (r"mouse$", "mice"),
    (r"thief$", "thieves"), (r"(el|wol|dwar)f$", r"\1ves"), (r"([^aeiou])y$", r"\1ies"),
    (r"(ch|sh|x|z)$", r"\1es"), (r"$", "s"),
)  # fmt: skip
"""Noun endings with their plurals; the first match counts."""


def head_at(words: Sequence[str]) -> int:
    """Return the index of a name's noun: "Bears" in Grizzly Bears, "Birds" in Birds of Paradise."""
    before = next((at for at, word in enumerate(words) if at and word in LINKS), len(words))
    return before - 1


def head(name: str) -> str:
    """Return a name's noun: "Bears", "Birds", "Akroma" before a comma."""
    words = name.partition(",")[0].split()
    return words[head_at(words)]


def plural(name: str) -> str:
    """Return the plural of a card's name; names with a comma, such as "Krenko, Mob Boss", stay."""
    if "," in name or not name:
        return name
    words = name.split(" ")
    at = head_at(words)
    ending, instead = next(each for each in PLURALS if re.search(each[0], words[at], re.IGNORECASE))
    return " ".join(
        (
            *words[:at],
            re.sub(ending, instead, words[at], count=1, flags=re.IGNORECASE),
            *words[at + 1 :],
        )
    )


def damage_words(damage: int) -> str:
    """Return the damage on a creature in words; negative damage is life gained."""
    return f"{-damage} life gained" if damage < 0 else f"{damage} damage"


# --- Sentences that depend on more than a template ---


def _roll(t: DescribedEvent) -> str:
    """Return the line of a die roll; "" if another event tells the result."""
    if t.event.word in ("conquer value", "random discard", "coin flip"):
        return ""
    purpose = {"who starts": " to go first"}.get(t.event.word, "[ for {e.word}]")
    return (
        f"{{t.who}} rolls {'an' if t.event.number in (8, 11, 18) else 'a'} "
        f"{{e.number}}{purpose}{{t.at}}"
    )


def _enters(t: DescribedEvent) -> str:
    played = t.event.reason == "land.played"
    return (
        "{t.who} plays {t.card}{t.at}"
        if played
        else "{t.card} enters{t.at} under {t.whose} control"
    )


def _dies(t: DescribedEvent) -> str:
    return "{t.card} dies" if t.event.creature else "{t.card} goes to {t.zone}"


def _goes(t: DescribedEvent) -> str:
    """Return the line of a card that changes zones; "" for a resolved spell's graveyard."""
    return (
        ""
        if t.event.word == "graveyard"
        else "[{t.card} goes to {t.zone}|{t.who} puts a card into their library]"
    )


def _find(t: DescribedEvent) -> str:
    if not t.event.card:
        return "{t.who} puts a card from their library into their hand"
    place = {
        "battlefield": "onto the battlefield",
        "hand": "into their hand",
        "library": "on top of their library",
    }
    return "{t.who} puts {t.card} " + place.get(t.event.word, "into their {e.word}")


def _life(t: DescribedEvent) -> str:
    number = t.event.number
    verb = "gains" if number > 0 else "loses"
    return f"{{t.who}} {verb} {abs(number)} life" if number else ""


def _energy(t: DescribedEvent) -> str:
    number = abs(t.event.number)
    counters = "an energy counter" if number == 1 else f"{number} energy counters"
    return f"{{t.who}} {'gets' if t.event.number > 0 else 'pays'} {counters}"


def _counters(t: DescribedEvent) -> str:
    number = t.event.number
    article = "an" if t.event.word[:1] in tuple("aeiou") else "a"
    counters = (
        f"{article} [{{e.word}} ]counter is"
        if abs(number) == 1
        else f"{abs(number)} [{{e.word}} ]counters are"
    )
    return f"{counters} {'put on' if number >= 0 else 'removed from'} {{t.card}}"


def _quiet(t: DescribedEvent) -> str:
    rounds = many(t.event.number, "round")
    return (
        f"the game will be a draw in {rounds} unless a permanent enters, something attacks or is "
        "dealt damage, or a Stronghold changes "
        "hands"
    )


def _look_top(t: DescribedEvent) -> str:
    return (
        f"{{t.who}} looks at the top {'card' if t.event.number == 1 else '{e.number} cards'} "
        f"of {{t.others}} library"
    )


def _to_bottom(t: DescribedEvent) -> str:
    cards, order = (
        ("a card", "") if t.event.number == 1 else ("{e.number} cards", " in a random order")
    )
    return f"{{t.who}} puts {cards} on the bottom of their library{order}"


def _attack(t: DescribedEvent) -> str:
    """Return the line of an attack; equal names get their controllers."""
    return (
        "{t.card} attacks {t.aim}{t.at}"
        if t.event.whose
        else "{t.who} attacks[ {t.aim}]{t.at} with {t.card}"
    )


LINES: dict[str, str | Callable[[DescribedEvent], str]] = {
    # before the game, and turns
    "starts": "{t.who} goes first",
    "mulligan": "{t.who} takes a mulligan",
    "keep": "{t.who} keeps [{t.cards}|the opening hand]",
    "bottom": "{t.who} puts {t.card} on the bottom of their library",
    "turn": "round {t.round}: {t.whose} turn",
    "roll": _roll,
    "mana": "{t.who} gets {e.word}",
    # spells and abilities
    "cast": "{t.who} casts {t.card}[ with X = {e.number}][, targeting {t.aim}]",
    "activate": "{t.who} activates {t.card}[, targeting {t.aim}][: {e.word}]",
    "trigger": "{t.card} triggers[, targeting {t.aim}]",
    "resolve": "{t.on_stack} resolves",
    "counter": "{t.card} is countered",
    "fizzle": "{t.on_stack} doesn't resolve: it has no legal targets left",
    "copy": "{t.who} copies {t.card}",
    "copies": "{t.card} becomes a copy of {t.other}",
    "face-up": "{t.card} is turned face up",
    "face-down": "{t.card} is turned face down",
    "take-back": "{t.who} cancels {t.card}",
    "choose": "{t.who} chooses [{e.word}|something][ for {e.card}| for {e.space}]",
    # cards and zones
    "draw": "{t.who} draws {t.card}",
    "new-library": "{t.who} shuffles {t.cards} into a new library",
    "draw-empty": "{t.who} has no cards left to draw",
    "discard": "{t.who} discards {t.card}",
    "mill": "{t.who} mills {t.card}",
    "reveal": "{t.who} reveals {t.card}",
    "look": "{t.who} looks at {t.others} hand",
    "look-top": _look_top,
    "sees": "[{t.who} sees {e.card}]",
    "scry": "{t.who} scries {e.number}",
    "search": "{t.who} searches their library",
    "find": _find,
    "exile": "{t.card} is exiled",
    "hide": "{t.who} exiles a card face down",
    "to-bottom": _to_bottom,
    "clash": "{t.who} {e.word} the clash",
    "flip": "{t.who} {e.word} a coin flip",
    "piles": "{t.who} makes two piles, of {e.word}",
    "pile": "{t.who} chooses the pile of {e.word}",
    "skips": "{t.who} skips {e.word}",
    "extra-turn": "{t.who} will take an extra turn",
    "pair": "{t.card} and {t.other} are paired",
    "emblem": "{t.who} gets an emblem from {t.card}",
    "monarch": "{t.who} becomes the monarch",
    "blessing": "{t.who} gets the city's blessing",
    "becomes": "{t.card} becomes {e.word}",
    "explores": "{t.card} explores",
    "phase-out": "{t.card} phases out",
    "phase-in": "{t.card} phases in",
    "suspend": "{t.who} suspends {t.card}",
    "return": "{t.card} returns to {t.zone}",
    "goes": _goes,
    "leaves": "{t.card} [goes to {t.zone}|leaves the battlefield]",
    # permanents
    "enters": _enters,
    "token": "{t.who} creates a {t.card} token{t.at}",
    "dies": _dies,
    "sacrifice": "{t.card} is sacrificed",
    "destroy": "{t.card} is destroyed",
    "regenerate": "{t.card} regenerates",
    "control": "{t.who} gains control of {t.card}",
    "attach": "{t.card} is attached to {t.other}",
    "counters": _counters,
    "energy": _energy,
    "damage": "[{e.card}|something] deals {e.number} damage to {t.other}",
    "prevent": "[{e.number} ]damage[ to {t.aim}] is prevented",
    "redirect": "{e.number} damage is redirected to {t.other}",
    "life": _life,
    "bound": "{e.number:,} [{e.word}|of these] is the maximum: the rest is lost",
    # the map
    "move": "{t.card} moves [from {e.word} ]to {e.space}",
    "back": "{t.card} returns to {t.whose} back row",
    "channel": "{t.card}{t.at} {e.word} so {t.who} can counter {t.others} spell",
    "scout": "{t.card} scouts {e.space}",
    "passed-over": "[{t.who} has nothing to do in {t.card}: {e.word}]",
    "stays": "{t.card} can no longer move there and stays where it is",
    "place": "{t.card} takes its place at {e.space}",
    "off-map": "{t.card} leaves the map at {e.space}: it isn't a creature anymore",
    "mark": "{t.who} places {t.card} at {e.space}",
    "carry": "{t.other} takes {t.card}{t.at}",
    "drop": "{t.card} is dropped at {e.space}",
    "creature-life": "{t.card} gains {e.number} life",
    "fall": "{t.whose} token dies: {t.who} {e.word}",
    "worlds-price": (
        "{t.who} pays for removing a world enchantment: every copy of {t.card} is exiled"
    ),
    "reveal-land": "{t.who} turns {t.card} at {e.space} face up",
    "conquer-value": "{t.who} rolls a Conquer Value of {e.number} for {e.space}",
    "attack": _attack,
    "block": "{t.card} blocks {t.other}",
    "blocked": "{t.card} is blocked",
    "battle": "{t.who} attacks at {e.space}",
    "gate": "{t.who} taps {t.card} as it attacks at {e.space}",
    "heal": "{e.number} damage on {t.card} heals",
    "name": "{t.who} chooses {e.space} for {t.card}",
    "take": "{t.who} takes {e.space}[ with {e.number} damage]",
    "one-away": lambda t: (
        f"{{t.who}} holds {many(t.event.number, t.event.word)}: one more wins the game"
    ),
    "hold-lost": "{t.who} no longer holds {e.space}",
    "stronghold-lost": "{t.whose} Stronghold at {e.space} falls[ to {t.aim}]",
    "stronghold-retaken": "{t.who} retakes the Stronghold at {e.space}",
    "conquered": lambda t: (
        f"{{t.who}} holds {many(t.event.number, t.event.word.removesuffix('s'))}"
    ),
    # the end
    "concede": "{t.who} concedes",
    "out": "{t.who} [{e.word} and ]is out",
    "win": "{t.who} wins the game",
    "draw-game": "the game is a draw[: {e.word}]",
    "quiet": _quiet,
}
"""Line of each kind of event: a template for `DescribedEvent`, or a function that returns one."""

SILENT = frozenset({"put-away", "renew", "shuffle", "step", "tap", "untap"})
"""Kinds of events without a line, because other lines or the screen show them."""
