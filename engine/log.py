"""Events as sentences, for logs: short, in the present tense, with players' names and never "you"."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Self

from msgspec import Struct

from engine.events import Event, round_of


class Line(str):
    """A line of the log: a sentence, with the number of the clause by which it came about, where there is one."""

    __slots__ = ("clause",)
    clause: str

    def __new__(cls, words: str, clause: str = "") -> Self:
        """`clause`: its number."""
        new = super().__new__(cls, words)
        new.clause = clause
        return new


def line(event: Event, names: Sequence[str], clause: Callable[[str], str]) -> Line | None:
    """An event as a line of the log, or None for one not worth it; `clause` has the number for the name of a reason."""
    words = sentence(event, names)
    return Line(words, clause(event.reason) if event.reason else "") if words else None


def sentence(event: Event, names: Sequence[str]) -> str | None:
    """An event as one short sentence, or None for one not worth a line; `names` are the players' by seat.

    Give it what a seat may know (`Event.for_seat`): a hidden card is then "a card".
    """
    line = LINES.get(event.kind)
    if line is None:
        return None
    told = Told(event, names)
    text = line(told) if callable(line) else line.format(t=told)
    return text[:1].upper() + text[1:] if text else None


class Told(Struct, frozen=True):
    """An event's fields as words, ready to stand in a sentence."""

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
        """The object's name; "a card" where it may not be known."""
        return self.event.card or "a card"

    @property
    def other(self) -> str:
        """The other object or player."""
        return self.name(-self.event.other - 1) if self.event.other < 0 else self.event.other_card or "something"

    @property
    def space(self) -> str:
        return self.event.space

    @property
    def number(self) -> int:
        return self.event.number

    @property
    def round(self) -> int:
        """The round of a turn that is told by its number: what players count by is the round alone."""
        return round_of(self.event.number, len(self.names))

    @property
    def word(self) -> str:
        return self.event.word

    @property
    def at(self) -> str:
        """ " at b2", or nothing for an event that is nowhere on the map."""
        return f" at {self.event.space}" if self.event.space else ""

    @property
    def zone(self) -> str:
        """The zone that a card goes to, with its owner."""
        if self.event.seat < 0:
            return f"the {self.word}"
        return self.word if self.word == "exile" else f"{self.whose} {self.word}"

    def name(self, seat: int) -> str:
        """A player's name; "nobody" for no seat."""
        return self.names[seat] if 0 <= seat < len(self.names) else "nobody"


def owner(name: str) -> str:
    """A player's name as an owner's."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def many(number: int, thing: str) -> str:
    """So many things: "1 card", "2 cards"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


# --- Sentences that depend on more than a template -------------------------------------------------------------


def _roll(t: Told) -> str | None:
    """Of dice that another event tells of, nothing is said here."""
    if t.word in ("conquer value", "random discard"):
        return None
    return f"{t.who} rolls {t.number}{f' ({t.word})' if t.word else ''}{t.at}"


def _cast(t: Told) -> str:
    x = f" with X = {t.number}" if t.number else ""
    aim = f", targeting {t.other}" if t.event.other < 0 or t.event.other_card else ""
    return f"{t.who} casts {t.card}{x}{aim}"


def _activate(t: Told) -> str:
    return f"{t.who} uses {t.card}{f': {t.word}' if t.word else ''}"


def _goes(t: Told) -> str | None:
    """A spell that goes to the graveyard once it has resolved is no news."""
    if t.word == "graveyard":
        return None
    return f"{t.card} goes to {t.zone}" if t.word else f"{t.who} puts a card away"


def _leaves(t: Told) -> str:
    return f"{t.card} goes to {t.zone}" if t.word else f"{t.card} leaves the battlefield"


def _find(t: Told) -> str:
    if not t.event.card:
        return f"{t.who} takes a card from the library"
    place = {"battlefield": "onto the battlefield", "hand": "into the hand", "library": "on top of the library"}
    return f"{t.who} puts {t.card} {place.get(t.word, f'into the {t.word}')}"


def _damage(t: Told) -> str:
    return f"{t.event.card or 'something'} deals {t.number} damage to {t.other}"


def _prevent(t: Told) -> str:
    to = f" to {t.other}" if t.event.other < 0 or t.event.other_card else ""
    return f"{f'{t.number} damage' if t.number else 'damage'}{to} is prevented"


def _life(t: Told) -> str | None:
    return f"{t.who} {'gains' if t.number > 0 else 'loses'} {abs(t.number)} life" if t.number else None


def _bound(t: Told) -> str:
    return f"{t.number:,} {t.word or 'of these'} is the most there can be: the rest is lost"


def _counters(t: Told) -> str:
    counters = many(abs(t.number), f"{t.word} counter".lstrip())
    verb = "is" if abs(t.number) == 1 else "are"
    return f"{counters} {verb} {'put on' if t.number >= 0 else 'removed from'} {t.card}"


def _attack(t: Told) -> str:
    aim = f" {t.other}" if t.event.other < 0 or t.event.other_card else ""
    return f"{t.who} attacks{aim}{t.at} with {t.card}"


def _move(t: Told) -> str:
    return f"{t.card} moves {f'from {t.word} ' if t.word else ''}to {t.space}"


def _choose(t: Told) -> str:
    purpose = t.event.card or t.space
    return f"{t.who} chooses {t.word or 'something'}{f' for {purpose}' if purpose else ''}"


def _keep(t: Told) -> str:
    return f"{t.who} keeps {many(t.number, 'card') if t.number else 'the opening hand'}"


def _take(t: Told) -> str:
    return f"{t.who} takes {t.space}{f' with {t.number} damage' if t.number else ''}"


def _stronghold_lost(t: Told) -> str:
    return f"{t.whose} Stronghold at {t.space} falls{f' to {t.other}' if t.event.other < 0 else ''}"


def _out(t: Told) -> str:
    return f"{t.who} {t.word} and is out" if t.word else f"{t.who} is out"


def _draw(t: Told) -> str:
    return f"the game is a draw: {t.word}" if t.word else "the game is a draw"


def _look(t: Told) -> str:
    return f"{t.who} looks at {owner(t.other)} hand"


def _look_top(t: Told) -> str:
    return f"{t.who} looks at the top {'card' if t.number == 1 else f'{t.number} cards'} of {owner(t.other)} library"


def _sees(t: Told) -> str | None:
    return f"{t.who} sees {t.card}" if t.event.card else None


def _passed_over(t: Told) -> str | None:
    """Why somebody could do nothing in a step is for them alone to know."""
    return f"{t.who} can do nothing in {t.card}: {t.word}" if t.word else None


LINES: dict[str, str | Callable[[Told], str | None]] = {
    # before the game and round the turn
    "starts": "{t.who} goes first",
    "mulligan": "{t.who} takes a mulligan",
    "keep": _keep,
    "bottom": "{t.who} puts {t.card} on the bottom of the library",
    "turn": "round {t.round}: {t.whose} turn",
    "roll": _roll,
    "mana": "{t.who} gets {t.word}",
    # spells and abilities
    "cast": _cast,
    "activate": _activate,
    "trigger": "{t.card} triggers",
    "resolve": "{t.card} resolves",
    "counter": "{t.card} is countered",
    "fizzle": "{t.card} does nothing, having lost its targets",
    "copy": "{t.who} copies {t.card}",
    "copies": "{t.card} becomes a copy of {t.other}",
    "face-up": "{t.card} is turned face up",
    "face-down": "{t.card} is turned face down",
    "take-back": "{t.who} takes back {t.card}",
    "choose": _choose,
    # cards and zones
    "draw": "{t.who} draws {t.card}",
    "new-library": "{t.who} shuffles {t.number} cards into a new library",
    "draw-empty": "{t.who} has no card left to draw",
    "discard": "{t.who} discards {t.card}",
    "mill": "{t.who} mills {t.card}",
    "reveal": "{t.who} reveals {t.card}",
    "look": _look,
    "look-top": _look_top,
    "sees": _sees,
    "scry": "{t.who} scries {t.number}",
    "search": "{t.who} searches the library",
    "find": _find,
    "exile": "{t.card} is exiled",
    "hide": "{t.who} exiles a card face down",
    "to-bottom": "{t.who} puts {t.number} cards on the bottom of the library in a random order",
    "clash": "{t.who} {t.word} the clash",
    "pair": "{t.card} and {t.other} are paired",
    "phase-out": "{t.card} phases out",
    "phase-in": "{t.card} phases in",
    "suspend": "{t.who} suspends {t.card}",
    "return": "{t.card} returns to {t.zone}",
    "goes": _goes,
    "leaves": _leaves,
    # permanents
    "enters": "{t.card} enters{t.at} under {t.whose} control",
    "token": "{t.who} creates a {t.card} token{t.at}",
    "dies": "{t.card} goes to {t.zone}",
    "sacrifice": "{t.card} is sacrificed",
    "destroy": "{t.card} is destroyed",
    "regenerate": "{t.card} regenerates",
    "control": "{t.who} gains control of {t.card}",
    "attach": "{t.card} is attached to {t.other}",
    "counters": _counters,
    "damage": _damage,
    "prevent": _prevent,
    "redirect": "{t.number} damage is redirected to {t.other}",
    "life": _life,
    "bound": _bound,
    # the map
    "move": _move,
    "back": "{t.card} returns to {t.whose} back row",
    "channel": "{t.who} reaches {t.other} through {t.card}{t.at}, which {t.word} for it",
    "scout": "{t.card} scouts {t.space}",
    "passed-over": _passed_over,
    "stays": "{t.card} can't go there any more and stays",
    "place": "{t.card} takes its place at {t.space}",
    "off-map": "{t.card} leaves the map at {t.space}: it is no creature any more",
    "mark": "{t.who} places {t.card} at {t.space}",
    "carry": "{t.other} takes {t.card}{t.at}",
    "drop": "{t.card} lies at {t.space}, dropped",
    "creature-life": "{t.card} gains {t.number} life",
    "fall": "{t.whose} token dies: {t.who} {t.word}",
    "worlds-price": "{t.who} pays for the end of a world: every {t.card} is exiled",
    "reveal-land": "{t.who} turns up {t.card} at {t.space}",
    "conquer-value": "{t.who} rolls a Conquer Value of {t.number} for {t.space}",
    "attack": _attack,
    "block": "{t.card} blocks {t.other}",
    "blocked": "{t.card} is blocked",
    "battle": "{t.who} gives battle at {t.space}",
    "heal": "{t.number} damage on {t.card} heals",
    "name": "{t.who} names {t.space} for {t.card}",
    "take": _take,
    "hold-lost": "{t.who} loses hold of {t.space}",
    "stronghold-lost": _stronghold_lost,
    "stronghold-retaken": "{t.who} retakes the Stronghold at {t.space}",
    "conquered": "{t.who} holds {t.number} {t.word}",
    # the end
    "concede": "{t.who} concedes",
    "out": _out,
    "win": "{t.who} wins the game",
    "draw-game": _draw,
    "quiet": "in {t.number} rounds the game is a draw unless something comes, attacks or is hurt, or a Stronghold changes hands",
}
"""What is said of each kind of event: a template over `Told`, or a function where the words depend on more."""

SILENT = frozenset({"put-away", "renew", "shuffle", "step", "tap", "untap"})
"""Kinds of event that never get a line: other lines or the screen show them."""
