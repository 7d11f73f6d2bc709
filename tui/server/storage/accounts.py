"""Who somebody is: an account is an SSH public key, or several; a guest is a secret word that
nobody else was told.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Collection
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tui.server.quotas import USUAL, Allowances
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
# milliseconds for which nobody else can take the old name of a renamed account
REST = 30 * 86_400_000
MOST_RESTING = 3  # so many old names of an account rest at most
USE_NOTED = 60_000  # milliseconds between two notes that a key was used
PASS_MINUTES = 10  # so long a code for another machine is good
PASS_LETTERS = 12
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"  # letters of words that people copy by hand


class Player(Struct, frozen=True):
    """Somebody who is here."""

    holder: str  # "account:12" or "guest:" and the secret word
    name: str
    account: int | None = None
    settings: str = ""  # what they want of the program, as TOML
    keymap: str = ""
    key: str = ""  # the fingerprint of the key that they came in with; empty for guests
    # where they came from (`limits.address_of`); empty: from this machine's own program
    address: str = ""

    @property
    def is_guest(self) -> bool:
        return self.account is None

    @property
    def way_back(self) -> str:
        """The name by which a guest comes in again; nothing for others."""
        return f"{GUEST}-{self.holder.partition(':')[2]}" if self.is_guest else ""


class BannedError(Exception):
    """This account may not come in; the message is why."""


class AccountError(Exception):
    """An account can't be made or changed so; the message is for its player."""


class RevokedError(AccountError):
    """The key that somebody came in with doesn't open the account any more."""

    def __init__(self) -> None:
        super().__init__("the key you logged in with no longer opens this account")


def word(length: int = 12) -> str:
    """A word that nobody guesses."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def guest_of(username: str, salt: bytes = b"") -> Player | None:
    """Return the guest who comes in by a name, one who has been here before or a new one; None if
    the name is no guest's.

    `salt` is the server's own, for guests' names.
    """
    first, dash, secret = username.partition("-")
    if first != GUEST:
        return None
    if not dash:
        secret = word()
    if len(secret) != 12 or not set(secret) <= set(LETTERS):
        return None
    return Player(f"guest:{secret}", guest_name(secret, salt))


def _allowed(name: str) -> str:
    """Return a name as it is kept. Raises AccountError if no account can have it."""
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
"""A public key as OpenSSH writes it in a line."""


class Key(NamedTuple):
    """A key of an account."""

    fingerprint: str
    public: str
    added: int
    used: int  # 0: never

    @property
    def label(self) -> str:
        """What its owner calls it; its kind, where nothing was said."""
        kind, _, rest = self.public.partition(" ")
        return clean(rest.partition(" ")[2])[:40].strip() or kind


class Account(NamedTuple):
    """An account as whoever runs the house sees it."""

    ident: int
    name: str
    created: int
    banned: str
    keys: int
    used: int


def read_key(text: str) -> tuple[str, str]:
    """The fingerprint of a public key and the key as it is kept.

    Raises AccountError for what is none.
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
    """The accounts of the house."""

    def __init__(self, store: Store, allowances: Allowances | None = None) -> None:
        """They are kept in a store; `allowances` say how many an address may make."""
        self._store = store
        self._allowances = allowances or Allowances(USUAL)
        # called when a key opens an account that it didn't before
        self.on_opened: Callable[[Player], object] = lambda player: None
        # called when a key that may be in use was taken away here
        self.on_revoked: Callable[[], object] = lambda: None

    async def of_key(self, fingerprint: str) -> Player | None:
        """Return the player whose key this is, None for a new key. Raises BannedError.

        Every command of a player comes here, so the key's last use is noted once a minute only.
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
            # nothing can be saved now, but everybody can come in and look
            with suppress(SQLAlchemyError):
                await self._store.write(lambda connection: connection.execute(seen))
        return Player(f"account:{row.id}", row.name, row.id, row.settings, row.keymap, fingerprint)

    async def make(self, name: str, fingerprint: str, public: str, address: str = "") -> Player:
        """A new account for a new key.

        Raises AccountError where somebody else is called so, or an address has made too many.
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
        player = Player(f"account:{ident}", name, ident, key=fingerprint, address=address)
        self.on_opened(player)
        return player

    async def add_key(self, player: Player, fingerprint: str, public: str) -> None:
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
        """The keys of an account, the oldest first."""
        columns = [KEYS.c[name] for name in Key._fields]
        query = (
            select(*columns)
            .where(KEYS.c.account == account)
            .order_by(KEYS.c.added, KEYS.c.fingerprint)
        )
        return await self._store.read(
            lambda connection: [Key(*row) for row in connection.execute(query)]
        )

    async def take_key_away(self, player: Player, fingerprint: str) -> None:
        """Have a key open a player's account no more.

        Raises AccountError for the last one, without which nobody could come in.
        """

        def do(connection: Connection) -> str:
            mine = KEYS.c.account == check_key(connection, player)
            if connection.execute(select(func.count()).where(mine)).scalar_one() < 2:
                return "this is your only key; without it you couldn't log in again"
            gone = connection.execute(
                delete(KEYS).where(mine, KEYS.c.fingerprint == fingerprint)
            ).rowcount
            # the key's owner may have asked for one
            connection.execute(delete(PASSES).where(PASSES.c.account == player.account))
            return "" if gone else "you have no key like that"

        if problem := await self._store.write(do):
            raise AccountError(problem)
        self.on_revoked()

    # --- from another machine ---

    async def give_pass(self, player: Player) -> str:
        """Return a code with which a player comes in from another machine, once and soon.

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

    async def use_pass(self, code: str, fingerprint: str, public: str) -> Player:
        """Add the key of another machine to the account whose code was typed there.

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

    async def keep_papers(self, player: Player, settings: str, keymap: str) -> None:
        """Keep the settings and the keys of an account's player, as TOML. Raises AccountError."""

        def do(connection: Connection) -> None:
            account = check_key(connection, player)
            connection.execute(
                update(ACCOUNTS)
                .where(ACCOUNTS.c.id == account)
                .values(settings=settings, keymap=keymap)
            )

        await self._store.write(do)

    async def rename(self, player: Player, name: str) -> str:
        """Give a player's account another name; the old one rests.

        Returns the name. Raises AccountError.

        At tables whose games go on the player keeps the old name.
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

    async def name_question(self, player: Player) -> str:
        """Return what a player is asked whose name breaks a rule that is younger than the
        account: once; empty for all others.
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
            return ""  # nothing can be saved now: another time

    # --- for whoever runs the house ---

    async def all(self) -> list[Account]:
        """All accounts, by name."""
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

    async def called(self, name: str) -> Player:
        """The player of an account, whatever the case of its name.

        Raises AccountError where there is none.
        """
        # the second: as names were kept before
        folded = {normal(name).casefold(), " ".join(name.split()).casefold()}
        query = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.folded.in_(folded))
        row = await self._store.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise AccountError(f"there is no player here called '{clean(name)[:LONGEST_NAME]}'")
        return Player(f"account:{row.id}", row.name, row.id)

    async def give_name(self, account: int, name: str) -> str:
        """Give an account another name, for whoever runs the house.

        Returns the name. Raises AccountError.
        """
        name = _allowed(name)
        return await self._renamed(lambda connection: _rename(connection, account, name), name)

    async def ban(self, account: int, why: str) -> None:
        """Let an account in no more; without a reason, let it in again."""
        why = clean(why).strip()[:200]
        await self._store.write(
            lambda connection: connection.execute(
                update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(banned=why)
            )
        )

    async def owners(self, fingerprints: Collection[str]) -> dict[str, tuple[int, str]]:
        """Return the accounts that some keys open, with why each is banned, if it is."""
        query = select(KEYS.c.fingerprint, ACCOUNTS.c.id, ACCOUNTS.c.banned).join(
            ACCOUNTS, KEYS.c.account == ACCOUNTS.c.id
        )
        wanted = query.where(KEYS.c.fingerprint.in_(fingerprints))
        return await self._store.read(
            lambda connection: {row[0]: (row[1], row[2]) for row in connection.execute(wanted)}
        )

    async def hand(self, account: int, fingerprint: str, public: str) -> None:
        """Have a new key open an account, and no other any more.

        Raises AccountError where it opens another one.
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
    """Another key for an account, if it may have one more."""
    number = connection.execute(select(func.count()).where(KEYS.c.account == account)).scalar_one()
    if number < MOST_KEYS:
        connection.execute(
            insert(KEYS),
            {"fingerprint": fingerprint, "account": account, "public": public, "added": now()},
        )
    return number < MOST_KEYS


def _lock(connection: Connection, account: int) -> None:
    """Let nobody else change an account until the transaction ends, on any database."""
    connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(id=account))


def check_key(connection: Connection, player: Player) -> int:
    """Return a player's account if the key they came in with still opens it, which stays so until
    the transaction ends.

    Raises RevokedError if the key was taken away or the account was banned since.
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
    """Keep a name as it looks for an account.

    Raises AccountError, or IntegrityError, where a name that looks the same is another's.
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
    """Give an account another name; the old one rests."""
    current = and_(NAMES.c.account == account, NAMES.c.until == 0)
    connection.execute(update(NAMES).where(current).values(until=now() + REST))
    _take_name(connection, account, name)
    connection.execute(
        update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(name=name, folded=name.casefold())
    )
