"""The words that may stand behind the house's name: `ssh host games`, `show 17`, `decide 17 pass`. Nothing else is ever carried out.

Each answers in sentences, or with `--json` for programs, and ends with 0 where it was done, 1 where the house or the game refused it, 2
where the words make no sense, 3 where the house had to end it. docs/WITHOUT_A_SCREEN.md is their description.
"""

from __future__ import annotations

import asyncio
import re
import shlex
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct, json

from engine.log import many
from engine.record import RecordError
from engine.records import replace
from tui.border import clean
from tui.game_setup import variant_ids
from tui.kinds import HUMAN, LEVELS
from tui.server import lines as plain
from tui.server.accord import proposed
from tui.server.accounts import AccountError, Player
from tui.server.clocks import CHOICES, LOSE, NO_CLOCK, THEN, Clock, in_a_sentence
from tui.server.lines import PlainVisit
from tui.server.messages import LONGEST_WORD, Agree, Concede, Decide, Decline, Propose
from tui.server.seat import SeatSession
from tui.server.tables import OPEN, OVER, PLAYING, TableError, TableRow
from tui.server.talk import TalkError
from tui.server.told import position_told, table_told

if TYPE_CHECKING:
    from tui.server.house import House
    from tui.server.messages import Line, Proposal, Standing, Word
    from tui.server.told import PositionTold, TableTold

DONE, REFUSED, MISUSED, ENDED = 0, 1, 2, 3  # how a word ends
LONGEST_COMMAND = 2 * LONGEST_WORD  # letters of everything that stands behind the house's name
PATIENCE = 30.0  # seconds in which a decision is carried out or refused
PART = 32_000  # letters that are written at once
ACCORDS = {"draw": Propose("draw"), "take-back": Propose("take-back")}  # what can be proposed
FAULT = "something went wrong on this server; its log has the details, so please tell the host"
HALL = "hall"  # where everybody talks


class WordError(Exception):
    """A word can't be done; the message is for whoever said it."""

    def __init__(self, message: str, code: int = REFUSED) -> None:
        super().__init__(message)
        self.code = code


class Errand(Protocol):
    """Whoever has come with words, and the two ends of the line to them."""

    house: House
    player: Player | None  # nobody for a key without an account

    @property
    def address(self) -> str:
        """Where the errand's connection comes from; of IPv6 the network."""
        ...

    @property
    def key(self) -> tuple[str, str]:
        """The fingerprint and the text of the key that was shown; empty for guests."""
        ...

    async def write(self, text: str) -> None:
        """Write to standard output, and wait until the line has caught up."""
        ...

    async def complain(self, text: str) -> None:
        """Write to standard error."""
        ...

    async def read_all(self, most: int) -> bytes:
        """All of standard input. Raises WordError for more than so many bytes."""
        ...

    async def converse(self, visit: PlainVisit, session: SeatSession) -> str:
        """Have somebody play line by line."""
        ...

    def plain_visit(self, line: Line) -> PlainVisit:
        """Somebody who plays line by line at the end of this line."""
        ...


class Said(Struct):
    """What was said, taken apart."""

    word: str
    rest: list[str]
    flags: set[str]
    values: dict[str, list[str]]

    @property
    def json(self) -> bool:
        return "--json" in self.flags

    def value(self, name: str) -> str:
        """The last value of an option; nothing where it was not given."""
        return self.values.get(name, [""])[-1]


class Usage(Struct, frozen=True):
    """A word: what does it, how it is used, how many further words it takes, and its flags and options."""

    do: Callable[[Errand, Said], Awaitable[int]]
    usage: str
    about: str
    least: int = 0
    most: int = 0
    flags: tuple[str, ...] = ()
    options: tuple[str, ...] = ()


async def run(command: str, errand: Errand) -> int:
    """Do what was said; how it ended. Every error is told."""
    as_json = " --json" in f" {command}"
    try:
        said = taken_apart(command)
        return await WORDS[said.word].do(errand, said)
    except WordError as error:
        return await _told(errand, str(error), error.code, as_json=as_json)
    except (TableError, AccountError, TalkError, RecordError) as error:
        return await _told(errand, str(error), REFUSED, as_json=as_json)


async def refuse(command: str, errand: Errand, why: str) -> int:
    """Answer a command that nobody even looks at, such as one of a banned player."""
    return await _told(errand, why, REFUSED, as_json=" --json" in f" {command}")


async def report_fault(command: str, errand: Errand) -> int:
    """Answer a command that failed for a reason nobody foresaw: a line and exit code 1, never silence."""
    return await _told(errand, FAULT, REFUSED, as_json=" --json" in f" {command}")


async def _told(errand: Errand, message: str, code: int, *, as_json: bool) -> int:
    """Say why something was not done."""
    names = {REFUSED: "refused", MISUSED: "misused", ENDED: "ended"}
    if as_json:
        await errand.write(json.encode({"error": names[code], "message": clean(message, "\n")}).decode() + "\n")
    else:
        await errand.complain("".join(f"{clean(line)}\n" for line in message.splitlines()))
    return code


def taken_apart(command: str) -> Said:
    """What was said. Raises WordError for what makes no sense."""
    if len(command) > LONGEST_COMMAND:
        raise WordError(f"found {len(command)} characters; allowed: at most {LONGEST_COMMAND}", MISUSED)
    try:
        word, *words = shlex.split(command) or ["help"]
    except ValueError:
        raise WordError('found an unmatched quotation mark; allowed: words, and "several words" in quotes', MISUSED) from None
    if (usage := WORDS.get(word)) is None:
        raise WordError(f"found '{word[:40]}'; allowed: {', '.join(WORDS)}. Try `help`", MISUSED)
    said = Said(word, [], set(), {})
    while words:
        each = words.pop(0)
        name, equals, value = each.partition("=")
        if not each.startswith("--"):
            said.rest.append(each)
        elif each == "--json" or each in usage.flags:
            said.flags.add(each)
        elif name in usage.options and (equals or (words and not words[0].startswith("--"))):
            said.values.setdefault(name, []).append(value if equals else words.pop(0))
        else:
            allowed = ", ".join((*usage.flags, *usage.options, "--json"))
            raise WordError(f"{word}: found '{each[:40]}'; allowed: {allowed}. Usage: {usage.usage}", MISUSED)
    if not usage.least <= len(said.rest) <= usage.most:
        raise WordError(f"{word}: found {many(len(said.rest), 'argument')}. Usage: {usage.usage}", MISUSED)
    return said


# --- who and where ---


def _who(errand: Errand) -> Player:
    if errand.player is None:
        raise WordError("this key has no account here yet; make one with `name NAME`, or log in once with plain `ssh`")
    return errand.player


def _number(text: str) -> int:
    if not re.fullmatch(r"[1-9][0-9]{0,8}", text):
        raise WordError(f"found '{text[:40]}'; allowed: the number of a table; `games` lists them", MISUSED)
    return int(text)


async def _table(errand: Errand, text: str) -> TableRow:
    """A table that somebody may see. Raises TableError for others as for tables that are not there."""
    return await errand.house.hall.table(_who(errand), _number(text))


async def _answer(errand: Errand, said: Said, told: object, words: Callable[[], Sequence[str]]) -> int:
    """Answer as JSON or in sentences."""
    text = (await asyncio.to_thread(json.encode, told)).decode() if said.json else "\n".join(map(clean, words()))
    return await _write(errand, f"{text}\n")


async def _write(errand: Errand, text: str) -> int:
    """Write something that may be long."""
    for start in range(0, len(text), PART):
        await errand.write(text[start : start + PART])
    return DONE


# --- words ---


async def _help(errand: Errand, said: Said) -> int:
    lines = [f"{usage.usage}\n    {usage.about}" for usage in WORDS.values()]
    told = {"words": {name: {"usage": usage.usage, "about": usage.about} for name, usage in WORDS.items()}}
    return await _answer(errand, said, told, lambda: "\n".join(lines).split("\n"))


async def _name(errand: Errand, said: Said) -> int:
    if errand.player is not None:
        raise WordError(f"you already have an account, {errand.player.name}")
    player = errand.player = await errand.house.accounts.make(said.rest[0], *errand.key)
    return await _answer(errand, said, {"name": player.name}, lambda: [f"You are {player.name}."])


async def _games(errand: Errand, said: Said) -> int:
    who = _who(errand)
    listed = await errand.house.hall.listed(who)
    standings = await errand.house.hall.matches.standings(listed)
    tables = [_table_told(errand, table, standings.get(table.id)) for table in listed]
    told = {"tables": tables, "name": who.name}
    return await _answer(errand, said, told, lambda: [_in_a_line(table) for table in tables] or ["There are no tables yet."])


def _table_told(errand: Errand, table: TableRow, standing: Standing | None = None) -> TableTold:
    """A table, told to whoever asks; and how it stands there."""
    return table_told(table, errand.house.tables.variant_of(table), _who(errand).holder, standing)


def _in_a_line(table: TableTold) -> str:
    """A table in a sentence."""
    names = " against ".join(seat.name or "an open seat" for seat in table.seats)
    if table.asked is not None:
        state = "it is your turn" if table.asked == table.you else f"{table.seats[table.asked - 1].name} is choosing"
    else:
        state = {"open": "not started", "playing": "in progress"}.get(table.state, table.state)
    yours = f" You have seat {table.you}." if table.you is not None else ""
    variant = table.variant_name + (" (custom)" if table.own else "")
    return f"{table.table}. {variant}: {names}; {state}.{yours}{_time_words(table)}"


def _time_words(table: TableTold) -> str:
    """How time is kept at a table, and what is left of it."""
    if (told := table.clock) is None:
        return ""
    clock = Clock(told.minutes, told.seconds, told.days, told.then)
    left = told.left if table.state == PLAYING else ()
    running = None if told.running is None else told.running - 1
    return f" {in_a_sentence(clock, left, running, [seat.name for seat in table.seats])}"


async def _make(errand: Errand, said: Said) -> int:
    who, (variant, *kinds) = _who(errand), said.rest
    if variant not in variant_ids():
        raise WordError(f"found '{variant[:40]}'; allowed: {', '.join(variant_ids())}", MISUSED)
    for kind in kinds:
        if kind not in (HUMAN, *LEVELS):
            raise WordError(f"found '{kind[:40]}' for a seat; allowed: {', '.join((HUMAN, *LEVELS))}", MISUSED)
    options = dict[str, str]()
    for option in said.values.get("--option", []):
        key, equals, value = option.partition("=")
        if not equals:
            raise WordError(f"--option: found '{option[:40]}'; allowed: KEY=VALUE", MISUSED)
        options[key] = value
    others = [kind if kind == HUMAN else f"ai:{kind}" for kind in kinds or [HUMAN]]
    table = await errand.house.hall.make(who, variant, others, options, clock=_clock(said))
    return await _seated(errand, said, table)


CLOCKS = {f"{each.days}d" if each.days else f"{each.minutes}+{each.seconds}": each for each in CHOICES if each.first}
"""The clocks that can be asked for: minutes and seconds a decision, or days a turn."""
ENDS = {kind.removeprefix("ai:"): kind for kind in THEN}  # what can become of whoever has no time left


def _clock(said: Said) -> Clock:
    """The clock that was asked for. Raises WordError."""
    clock, then = said.value("--clock"), said.value("--then")
    if clock and clock not in CLOCKS:
        raise WordError(f"--clock: found '{clock[:40]}'; allowed: {', '.join(CLOCKS)}", MISUSED)
    if then and (then not in ENDS or not clock):
        raise WordError(f"--then: found '{then[:40]}'; allowed: {', '.join(ENDS)}, and only with --clock", MISUSED)
    return replace(CLOCKS[clock], then=ENDS[then or LOSE]) if clock else NO_CLOCK


async def _join(errand: Errand, said: Said) -> int:
    who, which = _who(errand), said.rest[0]
    table = await _table(errand, which) if which.isdecimal() else await errand.house.hall.by_code(who, errand.address, which)
    return await _seated(errand, said, await errand.house.hall.join(who, table))


async def _seated(errand: Errand, said: Said, table: TableRow) -> int:
    """Somebody has sat down: with the deck of their choice."""
    who, hall = _who(errand), errand.house.hall
    if deck := said.value("--deck"):
        try:
            await hall.choose_deck(who, table, deck)
            if table.host != who.holder:
                await hall.be_ready(who, table)
        except BaseException:
            await asyncio.shield(hall.stand_up(who, table))  # nothing half-made stays: no table, no seat
            raise
        table = await errand.house.tables.get(table.id)
    told, back = _table_told(errand, table), who.way_back
    as_json = {"table": told} | ({"come_back_as": back} if back else {})
    return await _answer(errand, said, as_json, lambda: [_in_a_line(told)] + ([f"To come back: ssh {back}@..."] if back else []))


async def _start(errand: Errand, said: Said) -> int:
    who, table = _who(errand), await _table(errand, said.rest[0])
    await errand.house.hall.start(who, table.id)
    told = _table_told(errand, await errand.house.tables.get(table.id))
    return await _answer(errand, said, {"table": told}, lambda: [_in_a_line(told)])


async def _leave(errand: Errand, said: Said) -> int:
    who, table = _who(errand), await _table(errand, said.rest[0])
    if table.state != OPEN:
        raise WordError("that game has started; use `concede` to give it up")
    await errand.house.hall.stand_up(who, table)
    return await _answer(errand, said, {"left": table.id}, lambda: [f"You left table {table.id}."])


# --- games ---


class Seated:
    """A seat at a match for as long as a word takes, and word of what comes."""

    def __init__(self, table: TableRow, session: SeatSession) -> None:
        """As `_at_match` makes it."""
        self.table, self.session = table, session
        self._news = asyncio.Event()
        session.listen(self._news.set)

    async def until(self, so: Callable[[], bool], seconds: float | None = None) -> str:
        """Wait until something is so; why something was refused meanwhile. Raises WordError where the match is led no more."""
        refusal = ""
        async with asyncio.timeout(seconds):
            while not so() and not refusal:
                await self._news.wait()
                self._news.clear()
                heard = self.session.hear()
                refusal = heard.refusal
                if heard.closed:
                    raise WordError(heard.closed, ENDED)
        return refusal

    async def until_asked(self) -> None:
        """Wait until it is for this seat to choose, or the game is over."""
        await self.until(lambda: self.session.asked in (None, self.session.viewer))

    async def told(self) -> PositionTold:
        """The game as it is now."""
        session = self.session
        return await asyncio.to_thread(position_told, self.table.id, session.update, session.viewer, session.news())


@asynccontextmanager
async def _at_match(errand: Errand, table: TableRow, *, plays: bool = True) -> AsyncGenerator[Seated]:
    """Sit down at a match; if one needn't be who `plays` there, also to watch. Raises TableError, and WordError for who has no seat."""
    session = await errand.house.hall.sit(_who(errand), table.id)
    try:
        if plays and session.viewer is None:
            raise WordError("you have no seat at that table")
        yield Seated(table, session)
    finally:
        session.close()


async def _show(errand: Errand, said: Said) -> int:
    table = await _table(errand, said.rest[0])
    told = _table_told(errand, table)
    if table.state != PLAYING:
        return await _answer(errand, said, {"table": told, "position": None}, lambda: [_in_a_line(told)])
    async with _at_match(errand, table, plays=False) as seated:
        if "--wait" in said.flags and seated.session.viewer is not None:
            await seated.until_asked()
        return await _position(errand, said, seated)


async def _position(errand: Errand, said: Said, seated: Seated) -> int:
    """Tell a table and the position there."""
    position = await seated.told()
    table = _table_told(errand, await errand.house.tables.get(seated.table.id), seated.session.standing)
    return await _answer(errand, said, {"table": table, "position": position}, lambda: _in_lines(table, position, seated.session))


def _in_lines(table: TableTold, position: PositionTold, session: SeatSession) -> list[str]:
    """A position in sentences."""
    from tui import plain_words

    view = session.view()
    lines = [_in_a_line(table), *position.news, plain_words.turn_words(view)]
    lines += [plain_words.player_words(view, player) for player in view.players]
    lines += plain_words.map_lines(view)
    if (proposal := session.standing.proposal) is not None:
        lines.append(proposed(proposal, [player.name for player in view.players], table.table))
    if position.winners is not None:
        names = [view.players[seat - 1].name for seat in position.winners]
        return [*lines, f"The game is over. {' and '.join(names)} won." if names else "The game is over. It was a draw."]
    if position.question is None:
        return lines
    return [*lines, f"Decision {position.number}: {position.question.prompt}", *(f"  {action}" for action in position.question.actions)]


async def _decide(errand: Errand, said: Said) -> int:
    table, action = await _table(errand, said.rest[0]), " ".join(said.rest[1:])
    number = said.value("--number")
    if number and not re.fullmatch(r"[0-9]{1,9}", number):
        raise WordError(f"--number: found '{number[:40]}'; allowed: the number of a decision, as shown by `show`", MISUSED)
    async with _at_match(errand, table) as seated:
        session = seated.session
        if session.asked is None:
            raise WordError("the game is over")
        if session.asked != session.viewer:
            raise WordError(f"it is {session.view().players[session.asked].name}'s choice")
        before = session.moment
        session.say(Decide(int(number) if number else before, action))
        return await _carried_out(errand, said, seated, lambda: session.moment > before)


async def _carried_out(errand: Errand, said: Said, seated: Seated, so: Callable[[], bool]) -> int:
    """Wait until what was said is carried out, and tell what has come of it."""
    try:
        if refusal := await seated.until(so, PATIENCE):
            raise WordError(refusal)
    except TimeoutError:
        raise WordError(f"no reply within {PATIENCE:g} seconds; use `show` to see whether it worked", ENDED) from None
    if "--wait" in said.flags:
        await seated.until_asked()
    return await _position(errand, said, seated)


async def _concede(errand: Errand, said: Said) -> int:
    async with _at_match(errand, await _table(errand, said.rest[0])) as seated:
        before = seated.session.moment
        seated.session.say(Concede())
        return await _carried_out(errand, said, seated, lambda: seated.session.moment > before)


# --- what all must agree to, and talk ---


async def _propose(errand: Errand, said: Said) -> int:
    if said.rest[1] not in ACCORDS:
        raise WordError(f"propose: found '{said.rest[1][:40]}'; allowed: {', '.join(ACCORDS)}", MISUSED)
    return await _say_of_accord(errand, said, lambda _: ACCORDS[said.rest[1]])


async def _agree(errand: Errand, said: Said) -> int:
    return await _say_of_accord(errand, said, lambda standing: Agree(_proposed(standing).what))


async def _decline(errand: Errand, said: Said) -> int:
    return await _say_of_accord(errand, said, lambda standing: Decline())


def _proposed(standing: Standing) -> Proposal:
    if standing.proposal is None:
        raise WordError("there is nothing to agree to")
    return standing.proposal


async def _say_of_accord(errand: Errand, said: Said, word: Callable[[Standing], Word]) -> int:
    """Say something of what all must agree to, and tell the position as soon as that has changed what is proposed, or the game."""
    async with _at_match(errand, await _table(errand, said.rest[0])) as seated:
        session = seated.session
        before, moment = session.standing.proposal, session.moment
        session.say(word(session.standing))
        return await _carried_out(errand, said, seated, lambda: session.standing.proposal != before or session.moment != moment)


async def _place(errand: Errand, text: str) -> int | None:
    """The table that is meant; nothing for the hall."""
    _who(errand)
    return None if text == HALL else (await _table(errand, text)).id


async def _say(errand: Errand, said: Said) -> int:
    where, words = await _place(errand, said.rest[0]), " ".join(said.rest[1:])
    await errand.house.talk.say(_who(errand), where, words)
    return await _answer(errand, said, {"table": where}, lambda: ["Sent."])


async def _heard(errand: Errand, said: Said) -> int:
    where = await _place(errand, said.rest[0])
    lines = await errand.house.talk.latest(where, _who(errand))
    heard = [{"name": line.name, "words": line.words, "at": line.at, "watching": line.watching} for line in lines]
    told = {"table": where, "said": heard}
    return await _answer(errand, said, told, lambda: [f"{line.speaker}: {line.words}" for line in lines] or ["No messages yet."])


async def _play(errand: Errand, said: Said) -> int:
    if "--plain" not in said.flags:
        raise WordError("play works only with `--plain`; to play on a screen, connect with `ssh` and no command", MISUSED)
    if said.json:
        raise WordError("play: `--json` works with `show` and `decide`, not in a game played line by line", MISUSED)
    if PlainVisit.now >= plain.MOST_AT_ONCE:
        raise WordError("too many players are playing line by line right now; try again in a while", ENDED)
    table, who = await _table(errand, said.rest[0]), _who(errand)
    visit = errand.plain_visit(await errand.house.hall.place(who, table.id))
    session = await SeatSession.at(visit.line)
    session.kinds, session.table, session.clock = [seat.kind for seat in table.seats], table.id, table.clock
    return {"over": DONE, "left": DONE}.get(await errand.converse(visit, session), ENDED)


async def _replay(errand: Errand, said: Said) -> int:
    """The record of a game that is over or closed: never before, for it holds the seed and all hidden cards."""
    table = await _table(errand, said.rest[0])
    if table.state != OVER and not table.is_limited:
        raise WordError("the record of a game is available once the game is over")
    record = str(await errand.house.tables.record(table.id))
    if said.json:
        return await _answer(errand, said, {"table": table.id, "record": record}, list)
    return await _write(errand, record)


async def _decks(errand: Errand, said: Said) -> int:
    """What an account has brought; or a deck looked at, and kept nowhere."""
    from tui.server.decks import MOST_BYTES

    who, what = _who(errand), said.rest[0]
    if what == "list":
        files = await errand.house.hall.files.listed(who.account)
        told = {"files": [{"name": file.name, "kind": file.kind, "size": file.size} for file in files]}
        lines = [f"{file.name}: {file.kind}, {file.size:,} bytes" for file in files] or ["You have no files here yet."]
        return await _answer(errand, said, told, lambda: lines)
    if what != "check":
        raise WordError(f"decks: found '{what[:40]}'; allowed: list, check", MISUSED)
    data, chore = await errand.read_all(MOST_BYTES), errand.house.hall.chore
    text, _ = await chore("look-at-file", "deck.txt", data)
    found = await chore("judge-deck", "deck.txt", text)
    return await _answer(errand, said, {"found": found}, lambda: found)


WORDS: Mapping[str, Usage] = {
    "help": Usage(_help, "help", "Lists these commands."),
    "name": Usage(_name, "name NAME", "Makes an account for your key.", 1, 1),
    "games": Usage(_games, "games", "Lists the tables you can see, those waiting for you first."),
    "show": Usage(_show, "show TABLE [--wait]", "Shows a table and its game. --wait: waits until it is your turn.", 1, 1, ("--wait",)),
    "make": Usage(
        _make, "make VARIANT [human|easy|normal]... [--deck NAME] [--option KEY=VALUE]... [--clock TIME [--then lose|easy|normal]]",
        "Makes a table and takes its first seat; further arguments give the kind of player in each of the other seats. --clock: such "
        "as 15+10 (minutes, plus seconds per decision) or 3d (days per turn); --then: what happens to a player who runs out of time.", 1, 8,
        options=("--deck", "--option", "--clock", "--then"),
    ),
    "join": Usage(_join, "join TABLE|CODE [--deck NAME]", "Takes a seat at a table.", 1, 1, options=("--deck",)),
    "start": Usage(_start, "start TABLE", "Starts the game at a table you made.", 1, 1),
    "leave": Usage(_leave, "leave TABLE", "Leaves a table whose game has not started.", 1, 1),
    "play": Usage(_play, "play TABLE --plain", "Plays or watches a game line by line.", 1, 1, ("--plain",)),
    "decide": Usage(
        _decide, "decide TABLE ACTION [--number DECISION] [--wait]",
        "Makes the current decision, for example: decide 17 \"move #12 b2 b3\". --number: only if it is still that decision.", 2, 20,
        ("--wait",), ("--number",),
    ),
    "concede": Usage(_concede, "concede TABLE", "Concedes the game.", 1, 1),
    "propose": Usage(_propose, "propose TABLE draw|take-back", "Proposes a draw, or asks to take back a decision. All must agree.", 2, 2),
    "agree": Usage(_agree, "agree TABLE", "Agrees to the proposal.", 1, 1),
    "decline": Usage(_decline, "decline TABLE", "Declines the proposal, or withdraws your own proposal.", 1, 1),
    "say": Usage(_say, "say TABLE|hall WORDS...", "Sends a message to a table or to the hall.", 2, 200),
    "talk": Usage(_heard, "talk TABLE|hall", "Shows the messages.", 1, 1),
    "decks": Usage(_decks, "decks list|check < deck.txt", "Lists your files, or says where a deck is legal.", 1, 1),
    "replay": Usage(_replay, "replay TABLE > game.sf", "Writes the record of a finished game.", 1, 1),
}  # fmt: skip
"""All that may be said."""
