"""Limits of the games on a server, far below those of a game at home."""

from __future__ import annotations

from engine.limits import Limits

USUAL = Limits(permanents=3_000, stack=1_000, letters=40)  # of a game if the host says nothing else
HIGHEST = Limits(permanents=30_000, stack=10_000, letters=100)  # that a host may set
