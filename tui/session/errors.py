"""Start of games: random seeds, and errors of the setup."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from engine.base import chance


def new_seed() -> int:
    """Return a seed for a game of human players that can't be guessed."""
    return chance.fresh(secrets.randbits(chance.SEED_BITS))


class SetupError(Exception):
    """Error for a game that can't start; `problems` has one line each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)
