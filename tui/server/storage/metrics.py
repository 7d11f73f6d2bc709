"""Metrics for Prometheus on a local port, without names of players."""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from prometheus_client.core import Metric
    from prometheus_client.registry import CollectorRegistry

    from tui.server.game_server import GameServer

# upper bounds of the histogram in seconds
BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)
LOCAL = "127.0.0.1"
TICK = 0.25  # seconds between checks of the event loop's delay


class Times:
    """A histogram of durations."""

    def __init__(self) -> None:
        """Start empty."""
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0

    def add(self, seconds: float) -> None:
        """Count a duration."""
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def buckets(self) -> list[tuple[str, float]]:
        """Return the cumulative counts by upper bound."""
        found, so_far = list[tuple[str, float]](), 0
        for bound, count in zip((*map(str, BOUNDS), "+Inf"), self.counts, strict=True):
            so_far += count
            found.append((bound, so_far))
        return found


class WorkerMetrics(NamedTuple):
    """A worker's number, its matches, and the seconds since its current step began."""

    worker: int
    matches: int
    seconds: float


class Meter:
    """The metrics of a server."""

    def __init__(self, server: GameServer) -> None:
        """Prepare metrics, which are read when Prometheus asks."""
        self._server = server
        self._late = 0.0  # the longest delay of the event loop in seconds since the last scrape
        self._stop = lambda: None
        self._ticking: asyncio.Task[None] | None = None
        self.port = 0

    def open(self, port: int) -> None:
        """Serve metrics on a port; 0: any. Raises OSError if the port is taken."""
        from prometheus_client import (
            CollectorRegistry,
            GCCollector,
            ProcessCollector,
            start_http_server,
        )

        registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        registry.register(self)  # pyright: ignore[reportArgumentType]
        self._answer(registry, port, start_http_server)
        self._ticking = asyncio.create_task(self._tick(), name="meter")

    def _answer(self, registry: CollectorRegistry, port: int, start: object) -> None:
        server, thread = start(port, addr=LOCAL, registry=registry)  # pyright: ignore[reportCallIssue]
        self.port = server.server_port

        def stop() -> None:
            server.shutdown()
            server.server_close()
            thread.join()

        self._stop = stop

    def close(self) -> None:
        """Stop serving metrics."""
        if self._ticking is not None:
            self._ticking.cancel()
        self._stop()

    async def _tick(self) -> None:
        while True:
            since = time.monotonic()
            await asyncio.sleep(TICK)
            self._late = max(self._late, time.monotonic() - since - TICK)

    def collect(self) -> Iterator[Metric]:
        """Return all metrics. Called in the port's thread."""
        from prometheus_client.core import (
            CounterMetricFamily,
            GaugeMetricFamily,
            HistogramMetricFamily,
        )

        server, directory = self._server, self._server.lobby.directory
        host = directory.host
        gauges = {
            "terminals": ("Connected terminals", len(server.apps)),
            "players": ("Players online", len(server.lobby.here)),
            "matches_led": ("Matches run by this server", len(directory.led)),
            "matches_followed": (
                "Matches that someone here is playing or watching but another server runs",
                len(directory.followed),
            ),
            "thinking_waits": (
                "Computer players waiting for their turn to think",
                getattr(server.ai_pool, "waiting", 0),
            ),
            "thinking_seconds": (
                "Seconds of thinking time a computer player gets now",
                server.ai_pool.seconds,
            ),
            "loop_late_seconds": (
                "Longest delay of the event loop in seconds since the last scrape",
                self._late,
            ),
        }
        self._late = 0.0
        for name, (words, value) in gauges.items():
            yield GaugeMetricFamily(f"spellfront_{name}", words, value)
        counters = {
            "decisions": ("Decisions saved", server.store.decisions),
            "faults": ("Matches ended by an error in Spellfront", host.faults),
            "takeovers": ("Matches restarted from the database or taken over", host.takeovers),
        }
        for name, (words, value) in counters.items():
            yield CounterMetricFamily(f"spellfront_{name}", words, value)
        yield from self._workers()
        for name, words, times in (
            ("keep_seconds", "Time until a decision was on disk", server.store.times),
            (
                "answer_seconds",
                "Time from receiving a message until its result was sent",
                host.times,
            ),
        ):
            yield HistogramMetricFamily(f"spellfront_{name}", words, times.buckets(), times.total)

    def _workers(self) -> Iterator[Metric]:
        """Return metrics by number of worker, never by player or match."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily

        host = self._server.lobby.directory.host
        yield CounterMetricFamily(
            "spellfront_workers_ended", "Workers that ended unexpectedly", host.kills
        )
        matches = GaugeMetricFamily(
            "spellfront_worker_matches", "Matches that a worker hosts", labels=["worker"]
        )
        busy = GaugeMetricFamily(
            "spellfront_worker_step_seconds",
            "Time since a worker's current step began",
            labels=["worker"],
        )
        for each in host.numbers():
            matches.add_metric([str(each.worker)], each.matches)
            busy.add_metric([str(each.worker)], each.seconds)
        yield matches
        yield busy
