"""Quotas per player and per address, so that no player can exhaust the server.

`Shares` has the numbers, `SHARES` the texts that docs/SERVER.md shows. Rates are counted in the
memory of each server process; tables and games are counted in the database.
"""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.base.records import replace
from engine.log import many
from tui.server.token_buckets import TokenBuckets

if TYPE_CHECKING:
    from tui.server.storage.accounts import ServerPlayer

DAY, HOUR, MINUTE = 86_400, 3_600, 60
USUAL_CONNECTIONS = 100  # connections per address for which the defaults are meant
LONGEST_WAIT = 5.0  # seconds that a command may wait before the server refuses to run it
AT_ONCE = 4  # seconds' worth of commands that may arrive at once


class Shares(Struct, frozen=True):
    """The quotas. A host can raise each up to `TIMES` times the default."""

    new_accounts: int = 20
    open_tables: int = 5
    games: int = 50
    guest_games: int = 10
    new_tables: int = 20
    guest_minutes: int = 60
    plain: int = 100
    plain_kept: int = 25
    plain_player: int = 4
    plain_address: int = 20
    reviews: int = 100
    reviews_player: int = 3
    reviews_address: int = 20
    files_player: int = 200
    files_address: int = 400
    words_player: int = 50
    words_address: int = 100
    lines: int = 5

    def of_connections(self, connections: int) -> Shares:
        """Return these quotas scaled to the number of connections that an address may open.

        Quotas per player stay the same.
        """
        times = connections / USUAL_CONNECTIONS
        return replace(
            self, **{name: max(1, round(getattr(self, name) * times)) for name in BY_ADDRESS}
        )


USUAL_SHARES = Shares()
SHARES = {
    "new_accounts": "new accounts from one address per day",
    "open_tables": "tables of one player whose games have not started",
    "games": "games at which one player has a seat, started or not",
    "guest_games": "games at which one guest has a seat",
    "new_tables": "new tables from one address per hour",
    "guest_minutes": (
        "minutes after which a guest's table is removed if it is unused and its "
        "game has not started"
    ),
    "plain": "games played line by line at the same time",
    "plain_kept": (
        "of those, games reserved for accounts that aren't playing another game line by line"
    ),
    "plain_player": "games that one player can play line by line at the same time",
    "plain_address": "the same, for all players at one address",
    "reviews": "games reviewed at the same time",
    "reviews_player": "games that one player can review at the same time",
    "reviews_address": "the same, for all players at one address",
    "files_player": "files that one account can upload or have checked per day",
    "files_address": "the same, for all players at one address",
    "words_player": "commands from one player per second",
    "words_address": "the same, for all players at one address",
    "lines": "messages from one account, or from all guests at one address, in ten seconds",
}
"""A description of each quota."""
BY_ADDRESS = tuple(
    name for name in SHARES if name in ("new_accounts", "new_tables") or name.endswith("_address")
)
"""The quotas that grow with the number of connections per address."""
LEAST, TIMES = 1, 100  # the lowest value of a quota, and the largest factor a host may apply


class Rate:
    """A rate limit per player or address."""

    def __init__(self, most: float, seconds: float) -> None:
        """Allow `most` actions at once, and as many again every `seconds` seconds."""
        self._buckets = TokenBuckets(most / seconds, most)

    def take(self, who: str) -> float:
        """Count an action if allowed and return 0; otherwise return the seconds to wait."""
        wait = self._buckets.of(who).owe(1) if who else 0.0
        if wait:
            self.give_back(who)
        return wait

    def owe(self, who: str) -> float:
        """Count an action and return the seconds until the action may happen."""
        return self._buckets.of(who).owe(1) if who else 0.0

    def give_back(self, who: str) -> None:
        """Take back the last count, because the action failed."""
        if who:
            self._buckets.of(who).give_back()


class Places(Struct):
    """Slots for a concurrent activity, such as games played line by line."""

    doing: str  # the activity, with a gap for the games, as in "playing {} line by line"
    most: int
    of_player: int
    of_address: int
    kept: int = 0  # slots reserved for accounts that hold none
    taken: Counter[str] = Counter()

    def __post_init__(self) -> None:
        self.taken = Counter()

    @property
    def total(self) -> int:
        """The number of slots in use."""
        return self.taken["all"]

    def refusal(self, player: ServerPlayer) -> str:
        """Return why a player can't have another slot now; empty if allowed."""
        mine, here = (
            self.taken[player.holder],
            self.taken[f"at {player.address}"] if player.address else 0,
        )
        if mine >= self.of_player:
            return (
                f"you are already {self.doing.format(many(mine, 'game'))}; allowed: at most "
                f"{self.of_player}"
            )
        needs_one = not mine and not player.is_guest
        # other players at the address don't keep an account from its first slot
        if here >= self.of_address * (2 if needs_one else 1):
            return (
                f"too many players at your address are {self.doing.format('games')} right "
                f"now; allowed: at most {self.of_address}"
            )
        if self.total >= self.most:
            return (
                f"too many players are {self.doing.format('games')} right now; try again in a while"
            )
        if self.total >= self.most - self.kept and not needs_one:
            doing = self.doing.format("a game")
            return (
                f"the last places are reserved for players with an account who aren't {doing} "
                "yet; try again in a while"
            )
        return ""

    def count(self, players: Iterable[tuple[ServerPlayer, int]]) -> None:
        """Replace the counts: `players` lists each player with the number of slots in use."""
        self.taken.clear()
        for player, number in players:
            self.taken.update(dict.fromkeys(_holders(player), number))

    @contextmanager
    def place(self, player: ServerPlayer) -> Generator[None]:
        """Hold a slot within the `with` block."""
        holders = _holders(player)
        self.taken.update(holders)
        try:
            yield
        finally:
            self.taken.subtract(holders)
            for each in holders:
                if not self.taken[each]:
                    del self.taken[each]


def _holders(player: ServerPlayer) -> tuple[str, ...]:
    return "all", player.holder, f"at {player.address}"


class Allowances:
    """The quotas of a server and how much of each is used."""

    def __init__(self, shares: Shares) -> None:
        """Start with nothing used."""
        self._usual = shares
        self.plain = Places(
            "playing {} line by line",
            shares.plain,
            shares.plain_player,
            shares.plain_address,
            shares.plain_kept,
        )
        self.reviews = Places(
            "reviewing {}", shares.reviews, shares.reviews_player, shares.reviews_address
        )
        self._set(shares)

    def of_connections(self, connections: int) -> None:
        """Rescale the quotas to the number of connections that an address may open."""
        self._set(self._usual.of_connections(connections))

    def _set(self, shares: Shares) -> None:
        self.shares = shares
        self.plain.of_address, self.reviews.of_address = (
            shares.plain_address,
            shares.reviews_address,
        )
        self._accounts = Rate(shares.new_accounts, DAY)
        self._tables = Rate(shares.new_tables, HOUR)
        self._files = (Rate(shares.files_player, DAY), Rate(shares.files_address, DAY))
        self._words = (
            Rate(AT_ONCE * shares.words_player, AT_ONCE),
            Rate(AT_ONCE * shares.words_address, AT_ONCE),
        )

    def new_account(self, address: str) -> str:
        """Count a new account.

        Returns why no account can be created; empty if allowed.
        """
        wait = self._accounts.take(address)
        return (
            f"too many new accounts have come from your address; try again in {in_words(wait)}"
            if wait
            else ""
        )

    def no_account(self, address: str) -> None:
        """Take back the last count of a new account, because none was created."""
        self._accounts.give_back(address)

    def new_table(self, player: ServerPlayer) -> str:
        """Count a new table.

        Returns why no table can be created; empty if allowed.
        """
        wait = self._tables.take(player.address)
        return (
            f"too many new tables have come from your address; try again in {in_words(wait)}"
            if wait
            else ""
        )

    def file(self, player: ServerPlayer) -> str:
        """Count an uploaded or checked file.

        Returns why the file is refused; empty if allowed.
        """
        whose = (player.holder, "your account") if not player.is_guest else ("", "")
        for rate, (who, name) in zip(
            self._files, (whose, (player.address, "your address")), strict=True
        ):
            if wait := rate.take(who):
                return f"too many files have come from {name}; try again in {in_words(wait)}"
        return ""

    async def await_command(self, address: str) -> str:
        """Count a command of an address, and wait until the command may run.

        Returns why the command is refused; empty if allowed.
        """
        return await _turn(self._words[1], address, "your address is sending")

    async def await_command_of(self, player: ServerPlayer) -> str:
        """Count a command of a player, and wait until the command may run.

        Returns why the command is refused; empty if allowed.
        """
        return await _turn(self._words[0], player.holder, "you are sending")

    def seats(self, player: ServerPlayer) -> int:
        """Return the number of games at which a player may have a seat."""
        return self.shares.guest_games if player.is_guest else self.shares.games


async def _turn(rate: Rate, who: str, whose: str) -> str:
    """Wait for a rate limit; return a refusal if the wait would exceed `LONGEST_WAIT`."""
    wait = rate.owe(who)
    if wait > LONGEST_WAIT:
        rate.give_back(who)
        return f"{whose} commands too quickly; try again in {in_words(wait)}"
    if wait:
        await asyncio.sleep(wait)
    return ""


def in_words(seconds: float) -> str:
    """Return a duration in words, rounded up to its largest unit."""
    sizes: Sequence[tuple[int, str]] = ((HOUR, "hour"), (MINUTE, "minute"), (1, "second"))
    size, name = next((each for each in sizes if seconds > each[0]), sizes[-1])
    return many(math.ceil(seconds / size), name)
