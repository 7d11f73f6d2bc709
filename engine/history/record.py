"""Records: games as text, with the setup and one line for each decision and its chance.

    spellfront record 1
    program: 0.1.0
    variant: conquering 1
    rules: 5d41402abc4b2a76
    option: opening=seven
    ruleset: {"schema":1,...}           (rules that don't ship, as they were; see `replay.py`)
    printed: {"name":"Pebble Golem"...} (a card that doesn't ship, as it was)
    seed: 42
    payment: 2                          (version of automatic payment; without this line: 1)
    sharing: 1 2                        (players asked even if they can only pass)
    player: human Edna
    deck: 4 Grizzly Bears
    player: ai:normal Dale
    deck: 4 White Knight

    start: | dice 3 5 | shuffle 2 0 1 | =8f14e45f
    player1: keep | =45c48cce
    player2: move white-knight#12 b1 b2 | dice 6 | =d3d94468
    player2: undo 1 | =45c48cce         (undoes this many of the decisions not yet undone)
    player1: pass | by itself | =5d41402a   (passed automatically, by the player's stop settings)
    wishes1: own 5 7 9; others 7 10     (a player's stop settings from here on)
    advised1: hard                      (a player asked the adviser here, who is of this level)

Dice and shuffles are in the line of the decision that caused them, so that a replay never uses the
random generator. The word after the = is a fingerprint of the position after the line. Lines are
only ever added; a last line torn by a crash is left out.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2b
from itertools import groupby
from pathlib import Path

from msgspec import Struct, field, json

from engine.base.files import MOST_RECORD_BYTES, UnreadableFileError, read_text
from engine.cards.decks.files import MOST_CARDS
from engine.events import Event
from engine.log import many
from engine.magic.core.position import PAYMENT, GameObject, State

HUMAN = "human"  # the kind of a seat with a human player
CONCEDE = "concede"  # text of a concession
DRAW = "agree-to-a-draw"
"""Text of an agreed draw; the entry's seat is the last player to agree.

(The action `draw` is a choice of dredge.)
"""
# first word of an entry that undoes decisions; undo, concessions and draws don't answer a decision
UNDO = "undo"
BY_ITSELF = "by itself"  # marks a decision that no player made by hand
LONGEST_WISHES = 1_000  # most characters of a player's stop settings
FORMAT = 1  # version of the record format that this program writes and reads


class RecordError(Exception):
    """Error for a record that can't be read or replayed; the message names file and line."""


class SeatEntry(Struct):
    """A seat of a recorded game: name, kind ("human", "ai:normal") and deck as (count, name).

    The deck is in its order.
    """

    name: str
    kind: str
    deck: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])


class Entry(Struct, frozen=True):
    """One decision in text form, with the chance that followed.

    `seat` is -1 for everything before the first decision.
    """

    seat: int
    action: str
    dice: tuple[int, ...] = ()
    shuffles: tuple[tuple[int, ...], ...] = ()
    mark: str = ""  # fingerprint of the position after the entry
    by_hand: bool = True  # False: passed automatically by the player's stop settings
    line: int = 0  # line number in the file

    @property
    def undone(self) -> int:
        """The number of decisions that the entry undoes; 0 for other entries."""
        found = re.fullmatch(rf"{UNDO} ([1-9]\d{{0,8}})", self.action)
        return int(found[1]) if found else 0

    def __str__(self) -> str:
        parts = [f"player{self.seat + 1}: {self.action}" if self.seat >= 0 else "start:"]
        parts += [] if self.by_hand else [BY_ITSELF]
        parts += ["dice " + _numbers(self.dice)] if self.dice else []
        parts += ["shuffle " + _numbers(shuffle) for shuffle in self.shuffles]
        parts += ["=" + self.mark] if self.mark else []
        return " | ".join(parts)


class Wishes(Struct, frozen=True):
    """A player's stop settings, valid from a place in the entries on."""

    seat: int
    words: str
    place: int

    def __str__(self) -> str:
        return f"wishes{self.seat + 1}: {self.words}"


class Advised(Struct, frozen=True):
    """A use of the adviser: a player, the adviser's level, and the place in the entries."""

    seat: int
    level: str
    place: int

    def __str__(self) -> str:
        return f"advised{self.seat + 1}: {self.level}"


class Record(Struct):
    """A recorded game."""

    variant: str = ""
    variant_version: str = ""
    ruleset: str = ""  # the rules as JSON, if they don't ship
    variant_file: str = ""  # older records: the file of rules that don't ship
    rules_hash: str = ""
    seed: int = 0
    payment: int = 1  # version of automatic payment
    # seats asked even if they can only pass
    sharing: list[int] = field(default_factory=list[int])
    program: str = ""
    options: dict[str, str] = field(default_factory=dict[str, str])
    # cards in the decks that don't ship, as JSON
    printed: list[str] = field(default_factory=list[str])
    # older records: marks of these cards
    cards: dict[str, str] = field(default_factory=dict[str, str])
    seats: list[SeatEntry] = field(default_factory=list[SeatEntry])
    entries: list[Entry] = field(default_factory=list[Entry])
    wishes: list[Wishes] = field(default_factory=list[Wishes])  # in the order of their places
    # uses of the adviser, in the order of their places
    advised: list[Advised] = field(default_factory=list[Advised])

    def wishes_of(self, seat: int) -> str:
        """Return a player's current stop settings; "" if never set."""
        return next((each.words for each in reversed(self.wishes) if each.seat == seat), "")

    def standing(self, place: int = 0) -> list[int]:
        """Return the places of the entries from `place` on that have not been undone."""
        return [number for number in self._followed()[0] if number >= place]

    def returns(self) -> dict[int, int]:
        """Return for each undo entry the place of the entry at which the game continues.

        An undo of more decisions than there are is left out.
        """
        return self._followed()[1]

    def _followed(self) -> tuple[list[int], dict[int, int]]:
        standing, returns = list[int](), dict[int, int]()
        for number, each in enumerate(self.entries):
            if not each.undone:
                standing.append(number)
            elif each.undone < len(standing):
                del standing[-each.undone :]
                returns[number] = standing[-1]
        return standing, returns

    def __str__(self) -> str:
        return "".join(line + "\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"spellfront record {FORMAT}"
        yield f"program: {self.program}"
        yield f"variant: {self.variant} {self.variant_version}"
        yield from [f"file: {self.variant_file}"] if self.variant_file else []
        yield f"rules: {self.rules_hash}"
        yield from (f"option: {key}={value}" for key, value in sorted(self.options.items()))
        yield from [f"ruleset: {self.ruleset}"] if self.ruleset else []
        yield from (f"printed: {card}" for card in self.printed)
        yield from (f"card: {mark} {name}" for name, mark in sorted(self.cards.items()))
        yield f"seed: {self.seed}"
        yield from [f"payment: {self.payment}"] if self.payment > 1 else []
        yield from (
            [f"sharing: {' '.join(str(seat + 1) for seat in self.sharing)}"] if self.sharing else []
        )
        for seat in self.seats:
            yield f"player: {seat.kind} {seat.name}"
            yield from (f"deck: {count} {name}" for count, name in seat.deck)
        wishes, advised = deque(self.wishes), deque(self.advised)
        for place, each in enumerate(self.entries):
            yield str(each)
            while wishes and wishes[0].place == place:
                yield str(wishes.popleft())
            while advised and advised[0].place == place:
                yield str(advised.popleft())


def deck_list(names: Iterable[str]) -> list[tuple[int, str]]:
    """Return a deck in its order as (count, name), with equal neighbors counted together."""
    return [(len(list(group)), name) for name, group in groupby(names)]


def entry(
    seat: int, action: str, events: Sequence[Event], mark: str, *, by_hand: bool = True
) -> Entry:
    """Return the entry of a decision with its events and the fingerprint after them."""
    dice = tuple(event.number for event in events if event.kind == "roll")
    shuffles = tuple(event.numbers for event in events if event.kind == "shuffle")
    return Entry(seat, action, dice, shuffles, mark, by_hand)


class Fingerprints:
    """Fingerprints of one game's positions, with the encoding of unchanged objects kept."""

    def __init__(self) -> None:
        self._objects: dict[int, GameObject] = {}
        self._written: dict[int, bytes] = {}

    def of(self, state: State) -> str:
        """Return eight hexadecimal digits for a position, the same on every machine."""
        before, written = self._objects.get, self._written
        for ident, obj in [
            pair for pair in state.objects.items() if before(pair[0]) is not pair[1]
        ]:
            written[ident] = json.encode(
                (
                    ident,
                    obj.printed.name,
                    obj.zone,
                    obj.controller,
                    obj.space,
                    obj.tapped,
                    obj.damage,
                    obj.counters,
                    obj.attached_to,
                )
            )
        self._objects = state.objects.copy()
        players = [
            (
                *(p.life, p.library, p.hand, p.graveyard, p.exile, p.pool, p.out),
                # field by field: the compiled engine's own records can't be encoded
                *filter(any, [p.snow, [(each.spend, each.pool, each.snow) for each in p.bound]]),
            )
            for p in state.players
        ]
        areas = [(a.land, a.face_up, a.holder, a.conquer_value) for a in state.areas]
        stack = [(item.id, item.name, item.targets) for item in state.stack]
        turn = (state.turn.number, state.turn.active, state.turn.step)
        rest = json.encode((players, areas, stack, turn, state.winners))
        objects = b",".join([written[ident] for ident in sorted(state.objects)])
        return blake2b(b"[[" + objects + b"]," + rest[1:], digest_size=4).hexdigest()


# --- Reading --------------------------------------------------------------------------------------


def load(path: Path) -> Record:
    """Return the record in a file, without a torn last line.

    Raises RecordError if the file is no record.
    """
    try:
        return parse(read_text(path, MOST_RECORD_BYTES), str(path))
    except UnreadableFileError as error:
        raise RecordError(f"{path}: {error}") from None


def parse(text: str, file: str = "record") -> Record:
    """Return the record in a text.

    Raises RecordError naming the file, line, text found and text allowed.
    """
    lines = text.split("\n")[:-1]  # after the last newline there is nothing, or a torn line
    if not lines or lines[0] != f"spellfront record {FORMAT}":
        found = repr(lines[0][:40]) if lines else "an empty file"
        raise RecordError(f"{file}: line 1: found {found}; allowed: 'spellfront record {FORMAT}'")
    record = Record()
    for number, line in enumerate(lines[1:], 2):
        try:
            _read_line(record, line, number)
        except _BadLine as bad:
            raise RecordError(
                f"{file}: line {number}: found {line[:60]!r}; allowed: {bad}"
            ) from None
    if not record.entries:
        raise RecordError(
            f"{file}: line {len(lines)}: found the end of the file; allowed: a 'start:' line"
        )
    return record


class _BadLine(Exception):  # noqa: N818 - private, and its text is what is allowed
    pass


def entry_of(record: Record, text: str) -> Entry:
    """Return the next entry of a record from its text. Raises RecordError."""
    key, _, value = text.partition(":")
    try:
        return _read_entry(record, key, value.strip(), 0)
    except (_BadLine, ValueError) as bad:
        raise RecordError(f"found {text[:60]!r}; allowed: {bad}") from None


def _read_line(record: Record, line: str, number: int) -> None:
    key, colon, value = line.partition(":")
    value = value.strip()
    if key == "start" or re.fullmatch(r"player[1-9]\d?", key):
        record.entries.append(_read_entry(record, key, value, number))
    elif record.entries and (found := re.fullmatch(r"wishes([1-9]\d?)", key)):
        record.wishes.append(_read_wishes(record, int(found[1]) - 1, value))
    elif record.entries and (found := re.fullmatch(r"advised([1-9]\d?)", key)):
        record.advised.append(_read_advised(record, int(found[1]) - 1, value))
    elif record.entries or not colon:
        raise _BadLine("a decision, such as 'player1: pass'")
    else:
        _read_header(record, key, value)


FORMS = {
    "variant": (r"([\w.-]+) (\S+)", "'variant:', its id and its version"),
    "option": (r"([^=]+)=(.*)", "'option: KEY=VALUE'"),
    "card": (r"([0-9a-f]{8}) (.+)", "'card:', eight hexadecimal digits and a card's name"),
    "seed": (r"(\d{1,1000})", "'seed:' and a whole number"),
    "payment": (f"([1-{PAYMENT}])", f"'payment:' and a number from 1 to {PAYMENT}"),
    "sharing": (
        r"([1-9](?: [1-9])*)",
        "'sharing:' and the numbers of players, as in 'sharing: 1 2'",
    ),
    "player": (
        r"(\S+) (.+)",
        "'player:', the kind of player and a name, as in 'player: human Edna'",
    ),
    "deck": (r"([1-9]\d{0,3}) (.+)", "'deck:', a number up to 9999 and a card's name"),
    **dict.fromkeys(("program", "file", "rules", "ruleset", "printed"), ("(.*)", "")),
}
"""Keys of the header, each with the pattern of its value and the text of allowed values."""


def _read_header(record: Record, key: str, value: str) -> None:
    if key not in FORMS:
        keys = (
            "program, variant, file, rules, option, ruleset, printed, card, seed, payment, "
            "player, deck, start or player1..."
        )
        raise _BadLine(keys)
    pattern, allowed = FORMS[key]
    if (found := re.fullmatch(pattern, value)) is None:
        raise _BadLine(allowed)
    first, *rest = found.groups()
    match key:
        case "variant":
            record.variant, record.variant_version = first, *rest
        case "file":
            record.variant_file = value
        case "rules":
            record.rules_hash = value
        case "option":
            record.options[first] = rest[0]
        case "card":
            record.cards[rest[0]] = first
        case "sharing":
            record.sharing = [int(seat) - 1 for seat in value.split()]
        case "player" | "deck":
            _read_seat(record, key, first, rest[0])
        case "printed":
            record.printed.append(value)
            if len(record.printed) > MOST_CARDS:
                raise _BadLine(f"at most {MOST_CARDS} cards that don't come with Spellfront")
        case _:
            setattr(record, key, int(value) if key in ("seed", "payment") else value)


def _read_seat(record: Record, key: str, what: str, name: str) -> None:
    if key == "player":
        if not name.isprintable():
            raise _BadLine("a name of printable characters")
        record.seats.append(SeatEntry(name, what))
        return
    if not record.seats:
        raise _BadLine("a 'player:' line before the first 'deck:' line")
    deck = record.seats[-1].deck
    deck.append((int(what), name))
    if sum(number for number, _ in deck) > MOST_CARDS:
        raise _BadLine(f"at most {MOST_CARDS} cards in a deck")


def _read_wishes(record: Record, seat: int, value: str) -> Wishes:
    if seat >= len(record.seats):
        raise _BadLine(f"wishes1 to wishes{len(record.seats)}")
    if not value or len(value) > LONGEST_WISHES or not value.isprintable():
        raise _BadLine(f"a player's stop settings, in up to {LONGEST_WISHES} printable characters")
    return Wishes(seat, value, len(record.entries) - 1)


def _read_advised(record: Record, seat: int, value: str) -> Advised:
    if seat >= len(record.seats):
        raise _BadLine(f"advised1 to advised{len(record.seats)}")
    if not re.fullmatch(r"[\w-]{1,40}", value):
        raise _BadLine("the adviser's level, in letters, digits, _ and -")
    return Advised(seat, value, len(record.entries) - 1)


def _read_entry(record: Record, key: str, value: str, line: int) -> Entry:
    action, *rest = (part.strip() for part in value.split("|"))
    seat = -1 if key == "start" else int(key.removeprefix("player")) - 1
    if (seat < 0) != (not record.entries):
        raise _BadLine("'start:' before the first decision, and only there")
    if seat >= len(record.seats):
        raise _BadLine(f"player1 to player{len(record.seats)}")
    dice: tuple[int, ...] = ()
    shuffles: list[tuple[int, ...]] = []
    mark, by_hand = "", True
    for part in rest:
        word, _, numbers = part.partition(" ")
        if word == "dice":
            dice = _ints(numbers)
        elif word == "shuffle":
            shuffles.append(places := _ints(numbers))
            if sorted(places) != list(range(len(places))):
                raise _BadLine(
                    f"a shuffle of {many(len(places), 'thing')}: each number from 0 to "
                    f"{len(places) - 1} once"
                )
        elif word.startswith("="):
            mark = word[1:]
        elif part == BY_ITSELF:
            by_hand = False
        else:
            raise _BadLine(
                "after the action, only '| by itself', '| dice 1 2', '| shuffle 1 0 2' and '| "
                "=fingerprint'"
            )
    return Entry(seat, action, dice, tuple(shuffles), mark, by_hand, line)


def _ints(text: str) -> tuple[int, ...]:
    try:
        return tuple(map(int, text.split()))
    except ValueError:
        raise _BadLine("whole numbers separated by spaces") from None


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))
