"""Accounts and guests: an account has SSH public keys, a guest has a secret word."""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tui.server.quotas import USUAL_SHARES, Allowances
from tui.server.storage.account_names import (
    GUEST,
    LONGEST_NAME,
    guest_name,
    normal,
    skeleton,
    wrong_account_name,
)
from tui.server.storage.database import now
from tui.server.storage.schema import ACCOUNTS, KEYS, NAMES, PASSES
from tui.terminal.sanitize import clean

if TYPE_CHECKING:
    from tui.server.storage.database import Store

MOST_KEYS = 20  # of an account
LONGEST_KEY = 4_000  # characters of a public key as a line
LEAST_BITS = 2_048  # of an RSA key
# milliseconds for which the old name of a renamed account stays reserved
REST = 30 * 86_400_000
MOST_RESTING = 3  # reserved old names of an account
USE_NOTED = 60_000  # milliseconds between two updates of a key's last use
PASS_MINUTES = 10  # minutes for which a code for another machine is valid
PASS_LETTERS = 12
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # letters of words that people type by hand


class ServerPlayer(Struct, frozen=True):
    """A player, with an account or as a guest."""

    holder: str  # "account:12" or "guest:" and the secret word
    name: str
    account: int | None = None
    settings: str = ""  # as TOML
    keymap: str = ""
    key: str = ""  # the fingerprint of the key used to log in; empty for guests
    # the client's address (`limits.address_of`); empty: this machine
    address: str = ""

    @property
    def is_guest(self) -> bool:
        return self.account is None

    @property
    def way_back(self) -> str:
        """The user name with which a guest can return; empty for accounts."""
        return f"{GUEST}-{self.holder.partition(':')[2]}" if self.is_guest else ""


class BannedError(Exception):
    """The account is banned; the message is the reason."""


class AccountError(Exception):
    """An account can't be made or changed as requested; the message is for the player."""


class RevokedError(AccountError):
    """The key used to log in no longer opens the account."""

    def __init__(self) -> None:
        super().__init__("the key you logged in with no longer opens this account")


def word(length: int = 12) -> str:
    """Return a random word that can't be guessed."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def guest_of(username: str, salt: bytes = b"") -> ServerPlayer | None:
    """Return the guest of a user name, returning or new; None if the name isn't a guest's.

    `salt` is the server's own, for guests' names.
    """
    first, dash, secret = username.partition("-")
    if first != GUEST:
        return None
    if not dash:
        secret = word()
    if len(secret) != 12 or not set(secret) <= set(LETTERS):
        return None
    return ServerPlayer(f"guest:{secret}", guest_name(secret, salt))


def _allowed(name: str) -> str:
    """Return a name in normal form. Raises AccountError if the name isn't allowed."""
    name = normal(name)
    if problem := wrong_account_name(name):
        raise AccountError(problem)
    return name


def _taken(name: str) -> AccountError:
    return AccountError(f"'{name}' is taken here; choose another name")


KEY = re.compile(
    r"(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)|sk-[a-z0-9-]+@openssh\.com) "
    r"[A-Za-z0-9+/]+=*(?: .*)?"
)
"""A public key as one line in OpenSSH's format."""


class Key(NamedTuple):
    """A key of an account."""

    fingerprint: str
    public: str
    added: int
    used: int  # 0: never

    @property
    def label(self) -> str:
        """The key's comment, or its type without one."""
        kind, _, rest = self.public.partition(" ")
        return clean(rest.partition(" ")[2])[:40].strip() or kind


class Account(NamedTuple):
    """An account as the server's host sees it."""

    ident: int
    name: str
    created: int
    banned: str
    keys: int
    used: int


def read_key(text: str) -> tuple[str, str]:
    """Return the fingerprint and the normalized text of a public key.

    Raises AccountError if the text isn't an acceptable public key.
    """
    import asyncssh

    text = " ".join(text.split())
    if "PRIVATE KEY" in text:
        raise AccountError(
            "that is a private key: keep it to yourself. Paste the line from the file whose name "
            "ends in .pub"
        )
    if len(text) > LONGEST_KEY or not KEY.fullmatch(text):
        raise AccountError(
            "paste a public key: the single line of a file such as ~/.ssh/id_ed25519.pub"
        )
    kind, data, *comment = text.split(" ", 2)
    try:
        key = asyncssh.import_public_key(f"{kind} {data}")
    except asyncssh.KeyImportError as error:
        raise AccountError(f"this public key can't be read ({error})") from None
    if key.algorithm == b"ssh-rsa" and (bits := getattr(key.pyca_key, "key_size", 0)) < LEAST_BITS:
        raise AccountError(f"found an RSA key of {bits} bits; allowed: at least {LEAST_BITS}")
    return key.get_fingerprint(), f"{kind} {data} {clean(''.join(comment))[:80]}".strip()


class Accounts:
    """The accounts of the server."""

    def __init__(self, store: Store, allowances: Allowances | None = None) -> None:
        """Keep accounts in `store`; `allowances` limit new accounts per address."""
        self._store = store
        self._allowances = allowances or Allowances(USUAL_SHARES)
        # called when a key newly opens an account
        self.on_opened: Callable[[ServerPlayer], object] = lambda player: None
        # called when a key that may be in use was removed
        self.on_revoked: Callable[[], object] = lambda: None

    async def of_key(self, fingerprint: str) -> ServerPlayer | None:
        """Return the player of a key; None for a new key. Raises BannedError.

        Every command of a player comes through here, so the last use is saved at most once a
        minute.
        """
        columns = [
            *(ACCOUNTS.c[name] for name in ("id", "name", "banned", "settings", "keymap")),
            KEYS.c.used,
        ]
        query = (
            select(*columns)
            .select_from(KEYS.join(ACCOUNTS, KEYS.c.account == ACCOUNTS.c.id))
            .where(KEYS.c.fingerprint == fingerprint)
        )
        row = await self._store.read(lambda connection: connection.execute(query).first())
        if row is None:
            return None
        if row.banned:
            raise BannedError(row.banned)
        if not 0 <= now() - row.used < USE_NOTED:
            seen = update(KEYS).where(KEYS.c.fingerprint == fingerprint).values(used=now())
            # players can log in even while nothing can be saved
            with suppress(SQLAlchemyError):
                await self._store.write(lambda connection: connection.execute(seen))
        return ServerPlayer(
            f"account:{row.id}", row.name, row.id, row.settings, row.keymap, fingerprint
        )

    async def make(
        self, name: str, fingerprint: str, public: str, address: str = ""
    ) -> ServerPlayer:
        """Create an account for a new key.

        Raises AccountError if the name is taken or the address has created too many accounts.
        """
        name = _allowed(name)
        if problem := self._allowances.new_account(address):
            raise AccountError(problem)

        def do(connection: Connection) -> int:
            row = {
                "name": name,
                "folded": name.casefold(),
                "created": now(),
                "banned": "",
                "settings": "",
                "keymap": "",
            }
            ident = connection.execute(insert(ACCOUNTS).returning(ACCOUNTS.c.id), row).scalar_one()
            _take_name(connection, ident, name)
            connection.execute(
                insert(KEYS),
                {
                    "fingerprint": fingerprint,
                    "account": ident,
                    "public": public,
                    "added": now(),
                    "used": now(),
                },
            )
            return ident

        try:
            ident = await self._store.write(do)
        except BaseException as error:
            self._allowances.no_account(address)
            if isinstance(error, IntegrityError):
                raise _taken(name) from None
            raise
        player = ServerPlayer(f"account:{ident}", name, ident, key=fingerprint, address=address)
        self.on_opened(player)
        return player

    async def add_key(self, player: ServerPlayer, fingerprint: str, public: str) -> None:
        """Add another key to a player's account. Raises AccountError."""

        def do(connection: Connection) -> bool:
            return _add_key(connection, check_key(connection, player), fingerprint, public)

        try:
            added = await self._store.write(do)
        except IntegrityError:
            raise AccountError("this key already belongs to an account") from None
        if not added:
            raise AccountError(f"an account can have at most {MOST_KEYS} keys; remove one first")

    async def keys(self, account: int) -> list[Key]:
        """Return the keys of an account, oldest first."""
        columns = [KEYS.c[name] for name in Key._fields]
        query = (
            select(*columns)
            .where(KEYS.c.account == account)
            .order_by(KEYS.c.added, KEYS.c.fingerprint)
        )
        return await self._store.read(
            lambda connection: [Key(*row) for row in connection.execute(query)]
        )

    async def take_key_away(self, player: ServerPlayer, fingerprint: str) -> None:
        """Remove a key from a player's account.

        Raises AccountError for the last key, without which the player could not log in.
        """

        def do(connection: Connection) -> str:
            mine = KEYS.c.account == check_key(connection, player)
            if connection.execute(select(func.count()).where(mine)).scalar_one() < 2:
                return "this is your only key; without it you couldn't log in again"
            gone = connection.execute(
                delete(KEYS).where(mine, KEYS.c.fingerprint == fingerprint)
            ).rowcount
            # a thief of the key may have requested a code
            connection.execute(delete(PASSES).where(PASSES.c.account == player.account))
            return "" if gone else "you have no key like that"

        if problem := await self._store.write(do):
            raise AccountError(problem)
        self.on_revoked()

    # --- codes for another machine ---

    async def give_pass(self, player: ServerPlayer) -> str:
        """Return a code that adds another machine's key, once and within ten minutes.

        Raises AccountError.
        """
        code, until = word(PASS_LETTERS), now() + PASS_MINUTES * 60_000

        def do(connection: Connection) -> None:
            account = check_key(connection, player)
            connection.execute(
                delete(PASSES).where(or_(PASSES.c.account == account, PASSES.c.until < now()))
            )
            connection.execute(insert(PASSES), {"code": code, "account": account, "until": until})

        await self._store.write(do)
        return "-".join(code[at : at + 4] for at in range(0, PASS_LETTERS, 4))

    async def use_pass(self, code: str, fingerprint: str, public: str) -> ServerPlayer:
        """Add a key to the account whose code was typed.

        Raises AccountError.
        """
        code = code.replace("-", "").strip().casefold()

        def do(connection: Connection) -> str:
            good = and_(PASSES.c.code == code, PASSES.c.until >= now())
            account = connection.execute(select(PASSES.c.account).where(good)).scalar()
            if account is not None:
                _lock(connection, account)
            if account is None or not connection.execute(delete(PASSES).where(good)).rowcount:
                return (
                    "this code is wrong or has expired: a code works once, within "
                    f"{PASS_MINUTES} minutes"
                )
            if connection.execute(
                select(ACCOUNTS.c.banned).where(ACCOUNTS.c.id == account)
            ).scalar():
                return "that account is banned from this server"
            return (
                ""
                if _add_key(connection, account, fingerprint, public)
                else f"that account already has {MOST_KEYS} keys"
            )

        try:
            problem = await self._store.write(do)
        except IntegrityError:
            problem = "this key already belongs to an account"
        if problem:
            raise AccountError(problem)
        player = await self.of_key(fingerprint)
        assert player is not None
        self.on_opened(player)
        return player

    async def keep_papers(self, player: ServerPlayer, settings: str, keymap: str) -> None:
        """Save a player's settings and keymap, as TOML. Raises AccountError."""

        def do(connection: Connection) -> None:
            account = check_key(connection, player)
            connection.execute(
                update(ACCOUNTS)
                .where(ACCOUNTS.c.id == account)
                .values(settings=settings, keymap=keymap)
            )

        await self._store.write(do)

    async def rename(self, player: ServerPlayer, name: str) -> str:
        """Rename a player's account; the old name stays reserved for a while.

        Returns the new name in normal form. Raises AccountError. In games in progress the player
        keeps the old name.
        """
        name = _allowed(name)

        def do(connection: Connection) -> None:
            account = check_key(connection, player)
            resting = select(func.count()).where(NAMES.c.account == account, NAMES.c.until > now())
            if connection.execute(resting).scalar_one() >= MOST_RESTING:
                raise AccountError(
                    f"you have changed your name {MOST_RESTING} times in a month; try again later"
                )
            _rename(connection, account, name)

        return await self._renamed(do, name)

    async def _renamed(self, do: Callable[[Connection], object], name: str) -> str:
        try:
            await self._store.write(do)
        except IntegrityError:
            raise _taken(name) from None
        return name

    async def name_question(self, player: ServerPlayer) -> str:
        """Return a request to change a name that breaks a newer rule; empty if not needed.

        Each player is asked only once.
        """
        if player.account is None:
            return ""
        looks, ident = skeleton(normal(player.name)), player.account
        whose = select(NAMES.c.account).where(NAMES.c.skeleton == looks, NAMES.c.until == 0)

        def do(connection: Connection) -> str:
            problem = wrong_account_name(normal(player.name))
            if not problem and connection.execute(whose).scalar() != ident:
                problem = "another player's name looks the same"
            never = and_(ACCOUNTS.c.id == ident, ACCOUNTS.c.asked_name == 0)
            if (
                not problem
                or not connection.execute(
                    update(ACCOUNTS).where(never).values(asked_name=now())
                ).rowcount
            ):
                return ""
            return (
                f"Please choose another name on your account page: {problem}. You can keep "
                "yours if you like."
            )

        try:
            return await self._store.write(do)
        except SQLAlchemyError:
            return ""  # nothing can be saved now; ask another time

    # --- administration ---

    async def all(self) -> list[Account]:
        """Return all accounts by name."""
        keys, used = func.count(KEYS.c.fingerprint), func.coalesce(func.max(KEYS.c.used), 0)
        query = (
            select(
                ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.created, ACCOUNTS.c.banned, keys, used
            )
            .select_from(ACCOUNTS.outerjoin(KEYS, KEYS.c.account == ACCOUNTS.c.id))
            .group_by(
                ACCOUNTS.c.id,
                ACCOUNTS.c.name,
                ACCOUNTS.c.created,
                ACCOUNTS.c.banned,
                ACCOUNTS.c.folded,
            )
            .order_by(ACCOUNTS.c.folded)
        )
        return await self._store.read(
            lambda connection: [Account(*row) for row in connection.execute(query)]
        )

    async def called(self, name: str) -> ServerPlayer:
        """Return the player of an account, ignoring case.

        Raises AccountError if there is none.
        """
        # the second form: names as older versions stored them
        folded = {normal(name).casefold(), " ".join(name.split()).casefold()}
        query = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.folded.in_(folded))
        row = await self._store.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise AccountError(f"there is no player here called '{clean(name)[:LONGEST_NAME]}'")
        return ServerPlayer(f"account:{row.id}", row.name, row.id)

    async def give_name(self, account: int, name: str) -> str:
        """Rename an account on behalf of the server's host.

        Returns the new name in normal form. Raises AccountError.
        """
        name = _allowed(name)
        return await self._renamed(lambda connection: _rename(connection, account, name), name)

    async def ban(self, account: int, why: str) -> None:
        """Ban an account; an empty reason lifts the ban."""
        why = clean(why).strip()[:200]
        await self._store.write(
            lambda connection: connection.execute(
                update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(banned=why)
            )
        )

    async def owners(self, fingerprints: Collection[str]) -> dict[str, tuple[int, str]]:
        """Return the account and the reason of a ban for each known fingerprint."""
        query = select(KEYS.c.fingerprint, ACCOUNTS.c.id, ACCOUNTS.c.banned).join(
            ACCOUNTS, KEYS.c.account == ACCOUNTS.c.id
        )
        wanted = query.where(KEYS.c.fingerprint.in_(fingerprints))
        return await self._store.read(
            lambda connection: {row[0]: (row[1], row[2]) for row in connection.execute(wanted)}
        )

    async def hand(self, account: int, fingerprint: str, public: str) -> None:
        """Replace all keys of an account by a new one.

        Raises AccountError if the key opens another account.
        """

        def do(connection: Connection) -> None:
            _lock(connection, account)
            connection.execute(delete(KEYS).where(KEYS.c.account == account))
            connection.execute(delete(PASSES).where(PASSES.c.account == account))
            connection.execute(
                insert(KEYS),
                {"fingerprint": fingerprint, "account": account, "public": public, "added": now()},
            )

        try:
            await self._store.write(do)
        except IntegrityError:
            raise AccountError("this key already belongs to another account") from None


def _add_key(connection: Connection, account: int, fingerprint: str, public: str) -> bool:
    """Add a key to an account; return False if the account has too many."""
    number = connection.execute(select(func.count()).where(KEYS.c.account == account)).scalar_one()
    if number < MOST_KEYS:
        connection.execute(
            insert(KEYS),
            {"fingerprint": fingerprint, "account": account, "public": public, "added": now()},
        )
    return number < MOST_KEYS


def _lock(connection: Connection, account: int) -> None:
    """Lock an account until the transaction ends, on any database."""
    connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(id=account))


def check_key(connection: Connection, player: ServerPlayer) -> int:
    """Return the account of a player whose key is still valid, locked for the transaction.

    Raises RevokedError if the key was removed or the account was banned since.
    """
    if player.account is None:
        raise AccountError("guests have no account")
    _lock(connection, player.account)
    opens = and_(
        KEYS.c.fingerprint == player.key, KEYS.c.account == player.account, ACCOUNTS.c.banned == ""
    )
    found = select(KEYS.c.account).join(ACCOUNTS, KEYS.c.account == ACCOUNTS.c.id).where(opens)
    if connection.execute(found).first() is None:
        raise RevokedError
    return player.account


def _take_name(connection: Connection, account: int, name: str) -> None:
    """Reserve the skeleton of a name for an account.

    Raises IntegrityError if another account's name looks the same.
    """
    looks = skeleton(name)
    free = and_(
        NAMES.c.skeleton == looks,
        or_(NAMES.c.account == account, and_(NAMES.c.until > 0, NAMES.c.until <= now())),
    )
    if connection.execute(update(NAMES).where(free).values(account=account, until=0)).rowcount:
        return
    connection.execute(insert(NAMES), {"skeleton": looks, "account": account})


def _rename(connection: Connection, account: int, name: str) -> None:
    """Rename an account and reserve the old name for a while."""
    current = and_(NAMES.c.account == account, NAMES.c.until == 0)
    connection.execute(update(NAMES).where(current).values(until=now() + REST))
    _take_name(connection, account, name)
    connection.execute(
        update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(name=name, folded=name.casefold())
    )
