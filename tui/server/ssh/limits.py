"""Limits on connections, logins, event-loop time and keys.

A client with human needs never waits. Clients that send more are throttled together, one after
another, so that many of them take no more from other players than one would.
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
from tui.server.token_buckets import TokenBucket, TokenBuckets

LOG = logging.getLogger("spellfront.limits")


class ConnectionLimits(Struct, frozen=True):
    """The limits of a server."""

    per_address: int = 100  # open connections per address
    new: int = 10  # new connections per address, at once and per second
    rate: float = 40.0  # new connections per second from all addresses, on average
    burst: int = 200
    connections: int = 2_000  # open connections in total
    unfinished: int = 200  # connections not logged in yet
    unfinished_per_address: int = 20
    login: float = 20.0  # seconds in which a client must log in
    channels: int = 8  # open channels per connection
    share: float = 0.1  # share of event-loop time for one connection's packets, beyond a burst
    moment: float = 0.05  # the burst, in seconds
    bytes: int = 256_000  # per second and connection
    keys: float = 30.0  # keys per second and address that are never throttled
    keys_burst: int = 90
    extra_keys: float = 60.0  # throttled keys per second, all terminals together
    sizes: float = 0.3  # resizes per second and terminal that are never throttled

    @classmethod
    def of_addresses(cls, connections: int) -> ConnectionLimits:
        """Return limits for `connections` per address, a tenth of them new in one second."""
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
    """Return the address by which limits count a client.

    An IPv6 address counts as its 64-bit network, all of which belongs to one customer.
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


class CodeAttempts:
    """A limit on wrong codes per player and address.

    Wrong codes are logged without the code.
    """

    MOST, WITHIN = 10, 300.0  # wrong codes allowed at once, and as many again per this many seconds

    def __init__(self, what: str) -> None:
        """Name the purpose of the codes, for the log."""
        self._what = what
        self._buckets = TokenBuckets(self.MOST / self.WITHIN, self.MOST)

    def begin(self, player: str, address: str) -> None:
        """Count a code before looking it up, so that parallel attempts count as well.

        Raises TooManyGuessesError.
        """
        may = (
            self._buckets.of(f"player {player}").take()
            & self._buckets.of(f"address {address}").take()
        )  # `&` takes from both buckets even if the first is empty
        if not may:
            LOG.warning("%s: too many attempts at %s", address, self._what)
            raise TooManyGuessesError(
                f"too many wrong codes; try again in {int(self.WITHIN / self.MOST)} seconds"
            )

    def was_wrong(self, address: str) -> None:
        """Log a wrong code."""
        LOG.info("%s: a wrong attempt at %s", address, self._what)

    def was_right(self, player: str, address: str) -> None:
        """Return the tokens of the last code."""
        for bucket in (
            self._buckets.of(f"player {player}"),
            self._buckets.of(f"address {address}"),
        ):
            bucket.give_back()


class AdmissionGate:
    """The admission gate for new connections, by address."""

    def __init__(self, limits: ConnectionLimits) -> None:
        """Start with no connections."""
        self.limits = limits
        self._rate = TokenBucket(limits.rate, limits.burst)
        self._rates = TokenBuckets(limits.new, limits.new)
        self._open: Counter[str] = Counter()
        # in order of arrival
        self._unfinished: dict[object, tuple[str, Callable[[], object]]] = {}

    def admits(self, address: str) -> str:
        """Return why a connection from an address is refused; empty if admitted."""
        limits = self.limits
        mine = self._rates.of(address)
        if self._open[address] >= limits.per_address or self._open.total() >= limits.connections:
            return "too many connections are open"
        if not mine.take() or not self._rate.take():
            return "too many connections at once"
        return ""

    def come(self, who: object, address: str, refuse: Callable[[], object]) -> None:
        """Add a connection that is not logged in yet.

        If there are too many, the oldest of the busiest address is refused.
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
        """Note that a connection has logged in."""
        self._unfinished.pop(who, None)

    def go(self, who: object, address: str) -> None:
        """Remove a closed connection."""
        self._unfinished.pop(who, None)
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]


class WaitQueue:
    """A queue for throttled work, served one at a time with pauses for other players.

    The length of a pause is a multiple of the time that the last item cost, including its delay.
    """

    def __init__(self, pause: float = 3.0, least: float = 0.001) -> None:
        """Set the length of pauses.

        `pause`: how many times the duration of an item to wait after it; `least`: the shortest
        pause in seconds.
        """
        self._pause, self._least = pause, least
        self._due = 0.0  # the planned time of the next item
        self._queue: deque[Callable[[], object]] = deque()
        self._serving = False

    def wait(self, do: Callable[[], object]) -> None:
        """Add work to the queue."""
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
        finally:  # an error must not stop the queue
            now = time.monotonic()
            pause = max(self._least, (now - begun + late) * self._pause)
            self._due = now + pause
            asyncio.get_running_loop().call_later(pause, self._serve)


class Throttle:
    """A throttle for a connection's incoming packets.

    Packets are read in slices, more slowly the more event-loop time they take.
    """

    SLICE = 4_096

    def __init__(
        self,
        transport: asyncio.Transport,
        read: Callable[[bytes], object],
        limits: ConnectionLimits,
        wait_queue: WaitQueue,
    ) -> None:
        """Throttle `transport`, passing its data to `read`."""
        self._transport, self._read, self._wait_queue = transport, read, wait_queue
        self._time, self._bytes = (
            TokenBucket(limits.share, limits.moment),
            TokenBucket(limits.bytes, 2 * limits.bytes),
        )
        self._waiting = bytearray()
        self._is_waiting = False

    def received(self, data: bytes, datatype: object = None) -> None:
        """Receive packets or parts of packets."""
        self._waiting += data
        if not self._is_waiting:
            self._next()

    def _next(self) -> None:
        """Read slices until a limit is reached, then pause."""
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
                asyncio.get_running_loop().call_later(pause, self._wait_queue.wait, self._next)
                return
        if self._transport.is_closing():
            self._waiting.clear()
        else:
            self._transport.resume_reading()
