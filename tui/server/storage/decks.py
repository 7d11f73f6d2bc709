"""The decks of a server: shipped ones, and the accounts' own decks, cards and variants.

Files of the server's host are not offered to players. Uploaded files are checked on arrival and
stored in the database, never on disk: a name can't lead to another path.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Awaitable, Callable, Generator, Iterable
from contextlib import ExitStack, contextmanager
from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import TYPE_CHECKING, Any, TypeVar, cast

from msgspec import Struct
from sqlalchemy import Connection, and_, delete, func, insert, select, update

from engine.base.files import UnreadableFileError, parse_toml, write_whole
from engine.base.records import replace
from tui.decks.own_decks import ENDINGS
from tui.server.storage.accounts import check_key
from tui.server.storage.database import now
from tui.server.storage.own_folders import DAY, own_folder
from tui.server.storage.schema import FILES
from tui.server.storage.tables import Own, TableError
from tui.server.workers.game_limits import USUAL
from tui.session.game_setup import rules_of, shipped_files, suited_decks, variant_ids
from tui.settings.paths import wrong_file_name
from tui.terminal.sanitize import clean

if TYPE_CHECKING:
    from engine.cards.decks.lists import Decklist
    from engine.cards.library import Library
    from engine.variant.ruleset import Ruleset
    from tui.server.quotas import Allowances
    from tui.server.storage.accounts import ServerPlayer
    from tui.server.storage.database import Store
    from tui.server.storage.tables import SeatRow, TableRow

Found = TypeVar("Found")
CardFiles = tuple[tuple[str, str], ...]  # card files as pairs of name and text

DECK, CARDS, VARIANT = "deck", "cards", "variant"  # the kinds of uploaded files
FILE_KINDS = {DECK: "a deck", CARDS: "cards", VARIANT: "a variant"}  # the kinds in sentences
TOML = ".toml"
MOST_BYTES = 64 << 10  # bytes per file
MOST_FILES = 100
MOST_IN_ALL = 1 << 20  # bytes of all files of an account
# seconds of processor time to read a variant, which every screen that shows it does again
LONGEST_READING = 0.5
MOST_PROBLEMS = 20  # problems reported per file
MOST_TITLE = 60  # characters of a deck's title
MOST_TEXT = 200  # characters of a problem
PLAIN = re.compile(r"[A-Za-z0-9_-]{1,60}")  # names of shipped maps


class DeckError(TableError):
    """A file is refused or missing; `problems` has one line for each reason."""

    def __init__(self, *problems: str) -> None:
        cleaned = _in_words(problems[:MOST_PROBLEMS])
        more = len(problems) - MOST_PROBLEMS
        self.problems = [*cleaned, *([f"and {more} more"] if more > 0 else [])]
        super().__init__("\n".join(self.problems))


class UploadedFile(Struct, frozen=True):
    """An uploaded file. `notes` describe what was left out of a deck."""

    name: str
    kind: str
    size: int
    changed: int
    notes: tuple[str, ...] = ()


# --- shipped decks ---


def offered(variant: str) -> list[str]:
    """Return the names of the shipped decks that suit a variant."""
    return suited_decks(variant, own=False)


def file_of(name: str) -> Path:
    """Return the file of a shipped deck.

    Raises TableError if no shipped deck has the name.
    """
    if (file := shipped_files().get(name)) is None:
        raise TableError(
            f"'{name}' isn't allowed here: the deck must be one that ships with the game"
        )
    return file


# --- uploaded files ---


class Files:
    """The uploaded files of all accounts."""

    def __init__(
        self, store: Store, chore: Callable[..., Awaitable[Any]], allowances: Allowances
    ) -> None:
        """Keep files in `store`; `chore` lets a worker check them."""
        self._store, self._chore, self._allowances = store, chore, allowances

    async def bring(self, player: ServerPlayer, name: str, data: bytes) -> UploadedFile:
        """Check and save a file, replacing one of the same name.

        Raises DeckError with all problems of the file, or AccountError if the player's key no
        longer opens the account.
        """
        if player.account is None:
            raise DeckError("guests have no folder here; log in with a key to get one")
        name = named(name)
        _check_size(name, data)
        if problem := self._allowances.file(player):
            raise DeckError(problem)
        text, kind = await self._chore("look-at-file", name, data)
        notes = (
            await self._chore("left-out", name, text, await self.own_cards(player.account))
            if kind == DECK
            else ()
        )
        brought = UploadedFile(name, kind, len(text.encode()), now(), notes)
        if problem := await self._store.write(
            lambda connection: _kept(connection, check_key(connection, player), brought, text)
        ):
            raise DeckError(problem)
        return brought

    async def listed(self, account: int | None) -> list[UploadedFile]:
        """Return an account's files by name; guests have none."""
        if account is None:
            return []
        query = (
            select(FILES.c.name, FILES.c.kind, FILES.c.size, FILES.c.changed)
            .where(FILES.c.account == account)
            .order_by(FILES.c.name)
        )
        return await self._store.read(
            lambda connection: [UploadedFile(*row) for row in connection.execute(query)]
        )

    async def titles(self, account: int | None) -> dict[str, str]:
        """Return the titles of an account's decks by file name."""
        if account is None:
            return {}
        query = select(FILES.c.name, FILES.c.text).where(
            FILES.c.account == account, FILES.c.kind == DECK
        )
        found = await self._store.read(
            lambda connection: [(name, text) for name, text in connection.execute(query)]
        )
        return {name: await self._chore("deck-title", name, text) for name, text in found}

    async def text(self, account: int, name: str) -> str:
        """Return the text of a file. Raises DeckError if there is no such file."""
        mine = and_(FILES.c.account == account, FILES.c.name == name)
        found = await self._store.read(
            lambda connection: connection.execute(select(FILES.c.text).where(mine)).scalar()
        )
        if found is None:
            raise _no_file(name)
        return found

    async def own_cards(self, account: int | None) -> CardFiles:
        """Return the names and texts of an account's card files."""
        mine = and_(FILES.c.account == account, FILES.c.kind == CARDS)
        query = select(FILES.c.name, FILES.c.text).where(mine).order_by(FILES.c.name)
        return await self._store.read(
            lambda connection: tuple((name, text) for name, text in connection.execute(query))
        )

    async def judged(self, account: int | None, name: str, text: str) -> list[str]:
        """Return sentences about where a deck is legal, with the account's own cards."""
        return await self._chore("judge-deck", name, text, await self.own_cards(account))

    async def own(self, player: ServerPlayer, variant: str, cards: str) -> Own | None:
        """Return the named variant and card files of a player; None if no name is given.

        Raises DeckError.
        """
        if not variant and not cards:
            return None
        if player.account is None:
            raise DeckError("guests have no files here; log in with a key to upload some")
        rules = await self._text_of(player.account, variant, VARIANT) if variant else ""
        return Own(
            player.name,
            variant,
            rules,
            cards,
            await self._text_of(player.account, cards, CARDS) if cards else "",
        )

    async def _text_of(self, account: int, name: str, kind: str) -> str:
        """Return the text of a file of the given kind. Raises DeckError."""
        found = next((file.kind for file in await self.listed(account) if file.name == name), kind)
        if found != kind:
            raise DeckError(
                f"{name}: found a file of {FILE_KINDS[found]}; allowed: a file of "
                f"{FILE_KINDS[kind]}"
            )
        return await self.text(account, name)

    async def take_away(self, player: ServerPlayer, name: str) -> None:
        """Delete a file.

        Raises DeckError if there is no such file, or AccountError if the player's key no longer
        opens the account.
        """

        def do(connection: Connection) -> int:
            mine = and_(FILES.c.account == check_key(connection, player), FILES.c.name == name)
            return connection.execute(delete(FILES).where(mine)).rowcount

        if not await self._store.write(do):
            raise _no_file(name)


def _no_file(name: str) -> DeckError:
    return DeckError(f"you have no file '{name}' here")


def named(name: str) -> str:
    """Return a file name in normal form. Raises DeckError if the name isn't allowed."""
    stem, ending = Path(name).stem, Path(name).suffix.lower()
    if problem := wrong_file_name(stem if name == Path(name).name else name):
        raise DeckError(problem)
    if ending not in (*ENDINGS, TOML):
        raise DeckError(
            f"found '{name}'; allowed: a name that ends in {', '.join(ENDINGS)} for a deck, in "
            f"{TOML} for cards or a variant"
        )
    return stem + ending


def _check_size(name: str, data: bytes) -> None:
    """Raise DeckError if a file is too large."""
    if len(data) > MOST_BYTES:
        raise DeckError(f"{name}: found {len(data):,} bytes; allowed: at most {MOST_BYTES:,}")


def looked_at(name: str, data: bytes) -> tuple[str, str]:
    """Return the text and the kind of a file after checking it.

    Slow. Raises DeckError with all problems of the file.
    """
    _check_size(name, data)
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise DeckError(f"{name}: this isn't a text file; allowed: text in UTF-8") from None
    if stray := next((sign for sign in text if not sign.isprintable() and sign not in "\n\t"), ""):
        raise DeckError(
            f"{name}: found the invisible character U+{ord(stray):04X}; allowed: printable "
            "characters, tabs and line breaks"
        )
    if not name.endswith(TOML):
        _check_deck(name, text)
        return text, DECK
    try:
        kind = CARDS if "card" in parse_toml(text) else VARIANT
    except UnreadableFileError as error:
        raise DeckError(f"{name}: {error}") from None
    if kind == CARDS:
        _check_cards(name, text)
    else:
        began = process_time()
        own_rules(name, text, {})
        if process_time() - began > LONGEST_READING:
            raise DeckError(
                f"{name}: this variant takes too long to read; allowed: at most "
                f"{LONGEST_READING:g} seconds"
            )
    return text, kind


def read_own(name: str, text: str, cards: Library | None = None) -> Decklist:
    """Return the deck of a list, named after the file if the list has no name."""
    from engine.cards.decks.lists import read_deck

    deck = read_deck(text, name, cards)
    return replace(deck, name=clean(deck.name)[:MOST_TITLE] or Path(name).stem)


def title_of(name: str, text: str) -> str:
    """Return the title of a deck."""
    return read_own(name, text).name


def variant_in(folder: Path, variant: str, own: Own | None) -> str:
    """Return a table's variant for reading its rules: an id, or the path of a custom file."""
    return str(at_hand(folder, own)) if own is not None and own.variant else variant


def at_hand(folder: Path, own: Own) -> Path:
    """Return the path of a custom variant's file, written if missing.

    The same text always has the same path.
    """
    path = folder / blake2b(own.rules.encode(), digest_size=8).hexdigest() / own.variant
    try:
        if time.time() - path.stat().st_mtime > DAY:
            os.utime(path)  # marks the file as used, for `own_folders.sweep`
    except OSError:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, own.rules)
    return path


@contextmanager
def _as_file(name: str, text: str) -> Generator[Path]:
    """Provide an uploaded text as a temporary file of the given name."""
    with TemporaryDirectory(dir=own_folder()) as folder:
        file = Path(folder) / name
        file.write_text(text, encoding="utf-8")
        yield file


@lru_cache(16)
def library_of(own: CardFiles) -> Library:
    """Return the shipped cards together with a player's own."""
    from engine.cards.library import Library, shipped_files
    from engine.cards.stores.shipped import shipped_store

    with ExitStack() as stack:
        files = (stack.enter_context(_as_file(name, text)) for name, text in own)
        return Library((*shipped_files(), *files), (shipped_store(),))


def cards_known(own: Own | None) -> Library | None:
    """Return the cards of a table; None if only shipped cards are allowed."""
    return library_of(((own.cards, own.card_texts),)) if own is not None and own.cards else None


def dealt(table: TableRow, seat: SeatRow) -> Decklist:
    """Return the deck of a seat. Raises TableError."""
    from engine.cards.decks.lists import load_deck

    cards = cards_known(table.own)
    return (
        read_own(seat.deck, seat.list, cards) if seat.list else load_deck(file_of(seat.deck), cards)
    )


def against(table: TableRow, seat: SeatRow, variant: str) -> list[str]:
    """Return why a seat's deck may not be played at a table; for its owner only.

    Raises TableError.
    """
    from engine.cards.decks.legality import check
    from engine.cards.decks.lists import cards_of

    found = dealt(table, seat)
    if found.problems:
        return _in_words(found.problems)
    rules = rules_of(variant, tuple(sorted(table.options.items())))
    return [str(offence) for offence in check(cards_of(found, cards_known(table.own)), rules.deck)]


def judged(name: str, text: str, own: CardFiles) -> list[str]:
    """Return sentences about where a deck is legal; `own` are the player's own cards."""
    from engine.cards.decks.legality import check
    from engine.cards.decks.lists import cards_of

    found, known, of_own = _read_with(name, text, own)
    rules = [rules_of(variant, ()) for variant in variant_ids()]
    offences = {
        each.name: [str(offence) for offence in check(cards_of(found, known), each.deck)]
        for each in rules
    }
    lines = [of_own] if of_own else []
    legal = ", ".join(name for name, against in offences.items() if not against)
    lines += [f"Legal in: {legal or 'no variant'}"]
    lines += (
        ["Not understood:", *(f"  {problem}" for problem in found.problems[:MOST_PROBLEMS])]
        if found.problems
        else []
    )
    for variant, against in offences.items():
        lines += (
            [f"Not legal in {variant}:", *(f"  {offence}" for offence in against[:3])]
            if against
            else []
        )
    return [clean(line) for line in lines]


def _check_deck(name: str, text: str) -> None:
    """Raise DeckError if a text isn't a deck at all.

    An unknown card is no error: the card may be one of the player's own.
    """
    found = read_own(name, text)
    if not found.main and not found.missing:
        raise DeckError(*map(str, found.problems))


def left_out(name: str, text: str, own: CardFiles) -> tuple[str, ...]:
    """Return notes on a deck list in words; `own` are the player's own cards."""
    from tui.decks.imported_lists import told

    found, _, of_own = _read_with(name, text, own)
    return tuple(_in_words([*([of_own] if of_own else []), *told(found, ())[:MOST_PROBLEMS]]))


def _read_with(name: str, text: str, own: CardFiles) -> tuple[Decklist, Library | None, str]:
    """Read a deck, with a player's own cards if necessary.

    Returns the deck, the cards used (None: shipped cards only), and a sentence about the player's
    own cards.
    """
    found = read_own(name, text)
    if not found.missing or not own:
        return found, None, ""
    known = library_of(own)
    with_own = read_own(name, text, known)
    lacking = {each for _, each in with_own.missing}
    used = [f"{copies} {each}" for copies, each in found.missing if each not in lacking]
    if not used:
        return found, None, ""
    return with_own, known, f"Your own cards, for tables that allow them: {', '.join(used)}."


def _in_words(problems: Iterable[object]) -> list[str]:
    """Return problems as cleaned texts of limited length."""
    return [clean(str(problem))[:MOST_TEXT] for problem in problems]


def _check_cards(name: str, text: str) -> None:
    """Raise DeckError with all problems of a card file."""
    from engine.cards.library import Library, check, library
    from engine.cards.long_words import long_words

    with _as_file(name, text) as file:
        if problems := check(file) or library().clashes(file, in_stores=True):
            raise DeckError(*map(str, problems))
        own, most = Library((file,)), USUAL.letters
    if most is not None and (
        problems := [
            problem for each in own.names() for problem in long_words(own.card(each), most)
        ]
    ):
        raise DeckError(*(f"{name}: {problem}" for problem in problems))


@cache
def _ids() -> frozenset[str]:
    from engine.variant.inheritance import shipped

    return frozenset(shipped())


def own_rules(name: str, text: str, options: dict[str, str]) -> Ruleset:
    """Return the rules of a custom variant, which extends a shipped one.

    Raises DeckError with all problems of the file.
    """
    from engine.variant.loading import RulesetError, load

    data = parse_toml(text)
    base = data.get("extends", "")
    if base not in _ids() and "extends" in data:
        raise DeckError(
            f"{name}: extends: found {base!r}; allowed on this server: {', '.join(sorted(_ids()))}"
        )
    if data.get("id", "") in _ids():
        raise DeckError(
            f"{name}: id: found {data['id']!r}, the id of a variant that comes with Spellfront; "
            "allowed: an id of its own"
        )
    if stray := next((value for value in _maps(data) if not PLAIN.fullmatch(value)), ""):
        raise DeckError(
            f"{name}: map: found {stray[:60]!r}; allowed on this server: a map that ships with "
            "the game"
        )
    with _as_file(name, text) as file:
        try:
            return load(file, options)
        except RulesetError as error:
            raise DeckError(
                *(str(problem).replace(f"{file.parent}/", "") for problem in error.problems)
            ) from None


def _maps(data: object) -> list[str]:
    """Return all map names in a variant's data."""
    if isinstance(data, list):
        return [found for each in cast("list[object]", data) for found in _maps(each)]
    if not isinstance(data, dict):
        return []
    found: list[str] = []
    for key, value in cast("dict[str, object]", data).items():
        found += (
            [value]
            if isinstance(value, str) and (key == "map" or key.endswith(".map"))
            else _maps(value)
        )
    return found


def _kept(connection: Connection, account: int, brought: UploadedFile, text: str) -> str:
    """Save a file; return why there is no room for the file, or an empty string."""
    others = and_(FILES.c.account == account, FILES.c.name != brought.name)
    number, size = connection.execute(
        select(func.count(), func.coalesce(func.sum(FILES.c.size), 0)).where(others)
    ).one()
    if number >= MOST_FILES:
        return f"you have {number} files here; allowed: at most {MOST_FILES}, so delete one first"
    if size + brought.size > MOST_IN_ALL:
        return (
            f"your files would take up {size + brought.size:,} bytes; allowed: at most "
            f"{MOST_IN_ALL:,}, so delete one first"
        )
    values = {"kind": brought.kind, "text": text, "size": brought.size, "changed": brought.changed}
    mine = and_(FILES.c.account == account, FILES.c.name == brought.name)
    if not connection.execute(update(FILES).where(mine).values(**values)).rowcount:
        connection.execute(insert(FILES), {"account": account, "name": brought.name, **values})
    return ""
