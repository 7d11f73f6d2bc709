"""How much of anything a game keeps track of: far more than is ever played for, and little enough that nothing takes for ever.

What would be more is cut at the bound; what a player chooses is offered up to it.
"""

MOST = 1_000_000
"""Of any number that an effect speaks of: damage, life, counters of a kind, cards."""
MOST_PERMANENTS = 100_000
"""Permanents; tokens beyond that are not created."""
MOST_MANA = 10_000
"""Mana of a kind in a pool."""
MOST_X = 1_000
"""X, and the times that a cost is paid which may be paid any number of times."""
MOST_CARDS = 1_000
"""Cards drawn at one time."""


def cut(number: int, most: int = MOST) -> int:
    """A number no further from nothing than the bound."""
    return max(-most, min(number, most))
