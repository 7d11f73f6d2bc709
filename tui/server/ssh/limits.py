"""What nobody gets more of than is good for the others: connections, logins, time of the loop,
keys.

Whoever stays within what a person needs never waits. Whoever sends more is read more slowly, all
such together no faster than one after another, so that many of them take no more from the others
than one.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable
from ipaddress import ip_address, ip_network

from msgspec import Struct

from tui.server.storage.tables import TableError
from tui.server.token_buckets import Bucket, Buckets

LOG = logging.getLogger("spellfront.limits")


class Limits(Struct, frozen=True):
    """How much there is."""

    per_address: int = 100  # open connections of one address
    new: int = 10  # of an address, at once and in a second in the long run
    rate: float = 40.0  # new ones a second of all addresses, in the long run
    burst: int = 200
    connections: int = 2_000  # open ones in all
    unfinished: int = 200  # connections of which nobody has logged in yet
    unfinished_per_address: int = 20
    login: float = 20.0  # seconds in which whoever comes must have said who they are
    channels: int = 8  # open at once on a connection
    share: float = 0.1  # of the loop's time that one connection's packets may take, beyond a moment
    moment: float = 0.05  # seconds of it at once
    bytes: int = 256_000  # a second of a connection
    keys: float = 30.0  # a second of an address that are never too many
    keys_burst: int = 90
    extra_keys: float = 60.0  # a second of all terminals that send more
    sizes: float = 0.3  # of a terminal a second that are never too many

    @classmethod
    def of_addresses(cls, connections: int) -> Limits:
        """Those of a house that lets an address have so many connections, a tenth of them new in
        a second.
        """
        new = max(1, connections // 10)
        keys = max(1.0, connections / 100)
        most, burst = max(2_000, connections), int(90 * keys)
        return cls(
            per_address=connections,
            new=new,
            rate=max(40.0, new),
            connections=most,
            keys=30 * keys,
            keys_burst=burst,
        )


def address_of(peer: str) -> str:
    """Return an address as limits count it: an IPv6 address by its network of 64 bits, of which
    one customer has all.
    """
    try:
        address = ip_address(peer.partition("%")[0])
    except ValueError:
        return peer
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((address, 64), strict=False))


class TooManyGuessesError(TableError):
    """Too many wrong codes were tried."""


class Guesses:
    """Codes that are tried: few wrong ones of a player or of an address, which are logged
    without the code.
    """

    MOST, WITHIN = 10, 300.0  # so many wrong codes at once, and as many again in so many seconds

    def __init__(self, what: str) -> None:
        """`what` the codes are, for the log."""
        self._what = what
        self._buckets = Buckets(self.MOST / self.WITHIN, self.MOST)

    def begin(self, player: str, address: str) -> None:
        """Count a code before it is looked up, so that many at once count as well.

        Raises TooManyGuessesError.
        """
        may = (
            self._buckets.of(f"player {player}").take()
            & self._buckets.of(f"address {address}").take()
        )  # both are counted, whichever is empty
        if not may:
            LOG.warning("%s: too many attempts at %s", address, self._what)
            raise TooManyGuessesError(
                f"too many wrong codes; try again in {int(self.WITHIN / self.MOST)} seconds"
            )

    def was_wrong(self, address: str) -> None:
        """Log it."""
        LOG.info("%s: a wrong attempt at %s", address, self._what)

    def was_right(self, player: str, address: str) -> None:
        """Don't count the code that was counted last."""
        for bucket in (
            self._buckets.of(f"player {player}"),
            self._buckets.of(f"address {address}"),
        ):
            bucket.give_back()


class Gate:
    """Who may come in, by how many have come from where."""

    def __init__(self, limits: Limits) -> None:
        """Nobody has come yet."""
        self.limits = limits
        self._rate = Bucket(limits.rate, limits.burst)
        self._rates = Buckets(limits.new, limits.new)
        self._open: Counter[str] = Counter()
        # in the order in which they came
        self._unfinished: dict[object, tuple[str, Callable[[], object]]] = {}

    def admits(self, address: str) -> str:
        """Why a connection from an address is not let in; nothing where it is."""
        limits = self.limits
        mine = self._rates.of(address)
        if self._open[address] >= limits.per_address or self._open.total() >= limits.connections:
            return "too many connections are open"
        if not mine.take() or not self._rate.take():
            return "too many connections at once"
        return ""

    def come(self, who: object, address: str, refuse: Callable[[], object]) -> None:
        """A connection is there, of which nobody has logged in yet.

        Of too many, the oldest of the busiest address goes.
        """
        self._open[address] += 1
        self._unfinished[who] = (address, refuse)
        waiting = Counter(each for each, _ in self._unfinished.values())
        crowd, most = waiting.most_common(1)[0]
        if (
            most > self.limits.unfinished_per_address
            or len(self._unfinished) > self.limits.unfinished
        ):
            oldest = next(each for each, (where, _) in self._unfinished.items() if where == crowd)
            self._unfinished.pop(oldest)[1]()

    def log_in(self, who: object) -> None:
        """Somebody has said who they are."""
        self._unfinished.pop(who, None)

    def go(self, who: object, address: str) -> None:
        """A connection is gone."""
        self._unfinished.pop(who, None)
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


class Patience:
    """Where those wait who send more than they should: one is served after another, and the others
    have the loop in between.

    What it takes to serve one is seen by how late the next one's turn comes: that is waited for
    several times over.
    """

    def __init__(self, pause: float = 3.0, least: float = 0.001) -> None:
        """`pause`: so many times as long as it took nobody is served after it, and for so many
        seconds at `least`.
        """
        self._pause, self._least = pause, least
        self._due = 0.0  # when the next turn was to come
        self._queue: deque[Callable[[], object]] = deque()
        self._serving = False

    def wait(self, do: Callable[[], object]) -> None:
        """Have something done in its turn."""
        self._queue.append(do)
        if not self._serving:
            self._serving, self._due = True, time.monotonic()
            asyncio.get_running_loop().call_soon(self._serve)

    def _serve(self) -> None:
        if not self._queue:
            self._serving = False
            return
        late = time.monotonic() - self._due
        begun = time.monotonic()
        try:
            self._queue.popleft()()
        finally:  # whatever happens to one, it is the next one's turn
            now = time.monotonic()
            pause = max(self._least, (now - begun + late) * self._pause)
            self._due = now + pause
            asyncio.get_running_loop().call_later(pause, self._serve)


class Throttle:
    """Stands before a connection's packets: what comes is read in slices, and more slowly the
    more of the loop's time they take.
    """

    SLICE = 4_096

    def __init__(
        self,
        transport: asyncio.Transport,
        read: Callable[[bytes], object],
        limits: Limits,
        patience: Patience,
    ) -> None:
        """`read` reads packets; `transport` is where they come from."""
        self._transport, self._read, self._patience = transport, read, patience
        self._time, self._bytes = (
            Bucket(limits.share, limits.moment),
            Bucket(limits.bytes, 2 * limits.bytes),
        )
        self._waiting = bytearray()
        self._is_waiting = False

    def received(self, data: bytes, datatype: object = None) -> None:
        """Packets, or parts of them, have come."""
        self._waiting += data
        if not self._is_waiting:
            self._next()

    def _next(self) -> None:
        """Read a slice, and the next one as soon as may be."""
        self._is_waiting = False
        while self._waiting and not self._transport.is_closing():
            begun = time.perf_counter()
            part = bytes(self._waiting[: self.SLICE])
            del self._waiting[: self.SLICE]
            self._read(part)
            pause = max(self._time.owe(time.perf_counter() - begun), self._bytes.owe(len(part)))
            if pause:
                self._is_waiting = True
                self._transport.pause_reading()
                asyncio.get_running_loop().call_later(pause, self._patience.wait, self._next)
                return
        if self._transport.is_closing():
            self._waiting.clear()
        else:
            self._transport.resume_reading()
