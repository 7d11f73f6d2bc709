"""Who somebody is: an account is an SSH public key, or several; a guest is a secret word that nobody else was told."""

from __future__ import annotations

import secrets
from hashlib import blake2b
from typing import TYPE_CHECKING

from msgspec import Struct
from sqlalchemy import Connection, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from tui.kinds import wrong_name
from tui.server.schema import ACCOUNTS, KEYS
from tui.server.store import now

if TYPE_CHECKING:
    from tui.server.store import Store

GUEST = "guest"
"""Whoever comes in by this name plays without an account; "guest-" and a word is somebody who has been here before."""
LONGEST_NAME = 24
MOST_KEYS = 20
"""Of an account."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters of words that people copy by hand."""


class Player(Struct, frozen=True):
    """Somebody who is here."""

    holder: str  # "account:12" or "guest:" and the secret word
    name: str
    account: int | None = None

    @property
    def is_guest(self) -> bool:
        return self.account is None


class BannedError(Exception):
    """This account may not come in; the message is why."""


class AccountError(Exception):
    """An account can't be made or changed so; the message is for its player."""


def word(length: int = 12) -> str:
    """A word that nobody guesses."""
    return "".join(secrets.choice(LETTERS) for _ in range(length))


def guest_of(username: str) -> Player | None:
    """The guest who comes in by a name, one who has been here before or a new one; none where the name is no guest's."""
    first, dash, secret = username.partition("-")
    if first != GUEST:
        return None
    if not dash:
        secret = word()
    if len(secret) != 12 or not set(secret) <= set(LETTERS):
        return None
    return Player(f"guest:{secret}", f"Guest {blake2b(secret.encode(), digest_size=2).hexdigest()}")  # a name that tells nothing of it


def wrong_account_name(name: str) -> str:
    """Why an account can't be called this; nothing where it can."""
    if not name.strip():
        return "a name has letters"
    if len(name) > LONGEST_NAME:
        return f"found a name of {len(name)} characters; allowed: at most {LONGEST_NAME}"
    if name.casefold().startswith(GUEST):
        return f"found '{name}'; allowed: a name that doesn't begin with 'guest'"
    return wrong_name(name)


class Accounts:
    """The accounts of the house."""

    def __init__(self, store: Store) -> None:
        """They are kept in a store."""
        self._store = store

    async def of_key(self, fingerprint: str) -> Player | None:
        """Whose key this is; none for a new one. Raises BannedError."""

        def ask(connection: Connection) -> tuple[int, str, str] | None:
            where = KEYS.join(ACCOUNTS, KEYS.c.account == ACCOUNTS.c.id)
            query = select(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.banned).select_from(where).where(KEYS.c.fingerprint == fingerprint)
            row = connection.execute(query).first()
            return (row[0], row[1], row[2]) if row is not None else None

        found = await self._store.read(ask)
        if found is None:
            return None
        ident, name, banned = found
        if banned:
            raise BannedError(banned)
        return Player(f"account:{ident}", name, ident)

    async def make(self, name: str, fingerprint: str, public: str) -> Player:
        """A new account for a new key. Raises AccountError where somebody else is called so."""
        name = " ".join(name.split())
        if problem := wrong_account_name(name):
            raise AccountError(problem)

        def do(connection: Connection) -> int:
            row = {"name": name, "folded": name.casefold(), "created": now(), "banned": "", "settings": "", "keymap": ""}
            ident = connection.execute(insert(ACCOUNTS).returning(ACCOUNTS.c.id), row).scalar_one()
            connection.execute(insert(KEYS), {"fingerprint": fingerprint, "account": ident, "public": public, "added": now()})
            return ident

        try:
            ident = await self._store.write(do)
        except IntegrityError:
            raise AccountError(f"'{name}' is somebody else's name here; choose another") from None
        return Player(f"account:{ident}", name, ident)

    async def add_key(self, account: int, fingerprint: str, public: str) -> None:
        """Another key for an account. Raises AccountError."""

        def do(connection: Connection) -> bool:
            number = connection.execute(select(func.count()).where(KEYS.c.account == account)).scalar_one()
            if number < MOST_KEYS:
                connection.execute(insert(KEYS), {"fingerprint": fingerprint, "account": account, "public": public, "added": now()})
            return number < MOST_KEYS

        try:
            added = await self._store.write(do)
        except IntegrityError:
            raise AccountError("this key belongs to an account already") from None
        if not added:
            raise AccountError(f"an account has at most {MOST_KEYS} keys")

    async def papers(self, account: int) -> tuple[str, str]:
        """The settings and the keys of an account's player, as TOML."""

        def ask(connection: Connection) -> tuple[str, str]:
            row = connection.execute(select(ACCOUNTS.c.settings, ACCOUNTS.c.keymap).where(ACCOUNTS.c.id == account)).one()
            return row[0], row[1]

        return await self._store.read(ask)

    async def keep_papers(self, account: int, settings: str, keymap: str) -> None:
        """Keep them."""
        await self._store.write(
            lambda connection: connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(settings=settings, keymap=keymap))
        )
