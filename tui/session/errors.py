"""How a game starts: the seed of one for which none is chosen, and what may stand in its way."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from engine.base import chance


def new_seed() -> int:
    """A seed for a game of people: nobody finds it by trying."""
    return chance.fresh(secrets.randbits(chance.SEED_BITS))


class SetupError(Exception):
    """The game can't start; `problems` are one line each."""

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = list(problems)
