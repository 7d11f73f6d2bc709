"""Who somebody is: an account is an SSH public key, or several; a guest is a secret word that nobody else was told."""

from __future__ import annotations

import re
import secrets
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct
from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from tui.border import clean
from tui.kinds import wrong_name
from tui.server.schema import ACCOUNTS, KEYS, PASSES
from tui.server.store import now

if TYPE_CHECKING:
    from tui.server.store import Store

GUEST = "guest"  # whoever comes in by this name plays without an account; "guest-" and a word is somebody who has been here before
LONGEST_NAME = 24
MOST_KEYS = 20  # of an account
LONGEST_KEY = 4_000  # characters of a public key as a line
LEAST_BITS = 2_048  # of an RSA key
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
        return "a name needs at least one letter"
    if len(name) > LONGEST_NAME:
        return f"found a name of {len(name)} characters; allowed: at most {LONGEST_NAME}"
    if name.casefold().startswith(GUEST):
        return f"found '{name}'; allowed: a name that doesn't begin with 'guest'"
    return wrong_name(name)


def _allowed(name: str) -> str:
    """A name as it is kept. Raises AccountError where no account can be called so."""
    name = " ".join(name.split())
    if problem := wrong_account_name(name):
        raise AccountError(problem)
    return name


def _taken(name: str) -> AccountError:
    return AccountError(f"'{name}' is taken here; choose another name")


KEY = re.compile(r"(?:ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(?:256|384|521)|sk-[a-z0-9-]+@openssh\.com) [A-Za-z0-9+/]+=*(?: .*)?")
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
    """The fingerprint of a public key and the key as it is kept. Raises AccountError for what is none."""
    import asyncssh

    text = " ".join(text.split())
    if "PRIVATE KEY" in text:
        raise AccountError("that is a private key: keep it to yourself. Paste the line from the file whose name ends in .pub")
    if len(text) > LONGEST_KEY or not KEY.fullmatch(text):
        raise AccountError("paste a public key: the single line of a file such as ~/.ssh/id_ed25519.pub")
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

    def __init__(self, store: Store) -> None:
        """They are kept in a store."""
        self._store = store

    async def of_key(self, fingerprint: str) -> Player | None:
        """Whose key this is; none for a new one. Raises BannedError."""

        columns = [ACCOUNTS.c[name] for name in ("id", "name", "banned", "settings", "keymap")]
        query = select(*columns).select_from(KEYS.join(ACCOUNTS, KEYS.c.account == ACCOUNTS.c.id)).where(KEYS.c.fingerprint == fingerprint)
        row = await self._store.read(lambda connection: connection.execute(query).first())
        if row is None:
            return None
        if row.banned:
            raise BannedError(row.banned)
        seen = update(KEYS).where(KEYS.c.fingerprint == fingerprint).values(used=now())
        await self._store.write(lambda connection: connection.execute(seen))
        return Player(f"account:{row.id}", row.name, row.id, row.settings, row.keymap)

    async def make(self, name: str, fingerprint: str, public: str) -> Player:
        """A new account for a new key. Raises AccountError where somebody else is called so."""
        name = _allowed(name)

        def do(connection: Connection) -> int:
            row = {"name": name, "folded": name.casefold(), "created": now(), "banned": "", "settings": "", "keymap": ""}
            ident = connection.execute(insert(ACCOUNTS).returning(ACCOUNTS.c.id), row).scalar_one()
            connection.execute(
                insert(KEYS), {"fingerprint": fingerprint, "account": ident, "public": public, "added": now(), "used": now()}
            )
            return ident

        try:
            ident = await self._store.write(do)
        except IntegrityError:
            raise _taken(name) from None
        return Player(f"account:{ident}", name, ident)

    async def add_key(self, account: int, fingerprint: str, public: str) -> None:
        """Another key for an account. Raises AccountError."""

        try:
            added = await self._store.write(lambda connection: _add_key(connection, account, fingerprint, public))
        except IntegrityError:
            raise AccountError("this key already belongs to an account") from None
        if not added:
            raise AccountError(f"an account can have at most {MOST_KEYS} keys; remove one first")

    async def keys(self, account: int) -> list[Key]:
        """The keys of an account, the oldest first."""
        columns = [KEYS.c[name] for name in Key._fields]
        query = select(*columns).where(KEYS.c.account == account).order_by(KEYS.c.added, KEYS.c.fingerprint)
        return await self._store.read(lambda connection: [Key(*row) for row in connection.execute(query)])

    async def take_key_away(self, account: int, fingerprint: str) -> None:
        """A key opens this account no more. Raises AccountError for the last one, without which nobody could come in."""
        mine = KEYS.c.account == account

        def do(connection: Connection) -> str:
            connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(id=account))  # one at a time, on any database
            if connection.execute(select(func.count()).where(mine)).scalar_one() < 2:
                return "this is your only key; without it you couldn't log in again"
            gone = connection.execute(delete(KEYS).where(mine, KEYS.c.fingerprint == fingerprint)).rowcount
            return "" if gone else "you have no key like that"

        if problem := await self._store.write(do):
            raise AccountError(problem)

    # --- from another machine ---

    async def give_pass(self, account: int) -> str:
        """A code with which its player comes in from another machine, once and soon."""
        code, until = word(PASS_LETTERS), now() + PASS_MINUTES * 60_000

        def do(connection: Connection) -> None:
            connection.execute(delete(PASSES).where(or_(PASSES.c.account == account, PASSES.c.until < now())))
            connection.execute(insert(PASSES), {"code": code, "account": account, "until": until})

        await self._store.write(do)
        return "-".join(code[at : at + 4] for at in range(0, PASS_LETTERS, 4))

    async def use_pass(self, code: str, fingerprint: str, public: str) -> Player:
        """Add the key of another machine to the account whose code was typed there. Raises AccountError."""
        code = code.replace("-", "").strip().casefold()

        def do(connection: Connection) -> str:
            good = and_(PASSES.c.code == code, PASSES.c.until >= now())
            account = connection.execute(select(PASSES.c.account).where(good)).scalar()
            if account is None or not connection.execute(delete(PASSES).where(good)).rowcount:
                return f"this code is wrong or has expired: a code works once, within {PASS_MINUTES} minutes"
            return "" if _add_key(connection, account, fingerprint, public) else f"that account already has {MOST_KEYS} keys"

        try:
            problem = await self._store.write(do)
        except IntegrityError:
            problem = "this key already belongs to an account"
        if problem:
            raise AccountError(problem)
        player = await self.of_key(fingerprint)
        assert player is not None
        return player

    async def keep_papers(self, account: int, settings: str, keymap: str) -> None:
        """Keep the settings and the keys of an account's player, as TOML."""
        await self._store.write(
            lambda connection: connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(settings=settings, keymap=keymap))
        )

    # --- for whoever runs the house ---

    async def all(self) -> list[Account]:
        """All accounts, by name."""
        keys, used = func.count(KEYS.c.fingerprint), func.coalesce(func.max(KEYS.c.used), 0)
        query = (
            select(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.created, ACCOUNTS.c.banned, keys, used)
            .select_from(ACCOUNTS.outerjoin(KEYS, KEYS.c.account == ACCOUNTS.c.id))
            .group_by(ACCOUNTS.c.id, ACCOUNTS.c.name, ACCOUNTS.c.created, ACCOUNTS.c.banned, ACCOUNTS.c.folded)
            .order_by(ACCOUNTS.c.folded)
        )
        return await self._store.read(lambda connection: [Account(*row) for row in connection.execute(query)])

    async def called(self, name: str) -> Player:
        """The player of an account, whatever the case of its name. Raises AccountError where there is none."""
        folded = " ".join(name.split()).casefold()
        query = select(ACCOUNTS.c.id, ACCOUNTS.c.name).where(ACCOUNTS.c.folded == folded)
        row = await self._store.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise AccountError(f"there is no player here called '{clean(name)[:LONGEST_NAME]}'")
        return Player(f"account:{row.id}", row.name, row.id)

    async def rename(self, account: int, name: str) -> str:
        """Call an account something else; at tables that go on its player keeps the old name. Returns the name. Raises AccountError."""
        name = _allowed(name)
        change = update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(name=name, folded=name.casefold())
        try:
            await self._store.write(lambda connection: connection.execute(change))
        except IntegrityError:
            raise _taken(name) from None
        return name

    async def ban(self, account: int, why: str) -> None:
        """Let an account in no more; without a reason, let it in again."""
        why = clean(why).strip()[:200]
        await self._store.write(lambda connection: connection.execute(update(ACCOUNTS).where(ACCOUNTS.c.id == account).values(banned=why)))

    async def banned(self, accounts: Sequence[int]) -> dict[int, str]:
        """Those of some accounts that may not be here, and why."""
        query = select(ACCOUNTS.c.id, ACCOUNTS.c.banned).where(ACCOUNTS.c.id.in_(accounts), ACCOUNTS.c.banned != "")
        return await self._store.read(lambda connection: {row.id: row.banned for row in connection.execute(query)})

    async def hand(self, account: int, fingerprint: str, public: str) -> None:
        """Have a new key open an account, and no other any more. Raises AccountError where it opens another one."""

        def do(connection: Connection) -> None:
            connection.execute(delete(KEYS).where(KEYS.c.account == account))
            connection.execute(delete(PASSES).where(PASSES.c.account == account))
            connection.execute(insert(KEYS), {"fingerprint": fingerprint, "account": account, "public": public, "added": now()})

        try:
            await self._store.write(do)
        except IntegrityError:
            raise AccountError("this key already belongs to another account") from None


def _add_key(connection: Connection, account: int, fingerprint: str, public: str) -> bool:
    """Another key for an account, if it may have one more."""
    number = connection.execute(select(func.count()).where(KEYS.c.account == account)).scalar_one()
    if number < MOST_KEYS:
        connection.execute(insert(KEYS), {"fingerprint": fingerprint, "account": account, "public": public, "added": now()})
    return number < MOST_KEYS
