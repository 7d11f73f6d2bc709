"""The mana that players could make now, and their lands, in few words: for whoever looks at the table without looking into any list."""

from __future__ import annotations

from collections import Counter

from engine.view import PlayerView, View
from tui import forecast, marks


def could_make(view: View, player: PlayerView) -> Counter[str]:
    """How much mana a player's permanents could make now, by the letters of the colours of which each can make one: "G", "WU"."""
    from engine.magic.mana import sources

    found: Counter[str] = Counter()
    if view.rules.mana.colored and view.known.players and not player.out:
        best: dict[int, tuple[int, str]] = {}  # of several abilities of one thing only one is used
        for source in sources(forecast.of(view).game, player.seat).plain:
            number, letters = best.get(source.object, (0, ""))
            also = (letter for _, pool in source.makes for letter, count in zip(marks.POOL_LETTERS, pool, strict=True) if count)
            best[source.object] = max(number, source.number), "".join(sorted({*letters, *also}, key=marks.POOL_LETTERS.index))
        for number, letters in best.values():
            found[letters] += number
    return found


def lands(view: View, player: PlayerView) -> tuple[int, int]:
    """How many of a player's lands beside the map are untapped, and how many there are."""
    own = [item for item in view.permanents if item.controller == player.seat and "Land" in item.types and not item.space]
    return sum(not item.tapped for item in own), len(own)


def words(view: View, player: PlayerView, *, short: bool = False) -> str:
    """Lands and mana: "lands 3/5: 2G 1W 1WU", or "+2G 1W" where there is little room. Nothing where there is neither."""
    kept, about = forecast.of(view).kept, ("mana", player.seat, short)
    if about not in kept:
        kept[about] = {"": _words(view, player, short=short)}
    return kept[about][""]


def _words(view: View, player: PlayerView, *, short: bool) -> str:
    made, (untapped, owned) = could_make(view, player), lands(view, player)
    mana = " ".join(f"{number}{letters}" for letters, number in sorted(made.items(), key=_in_order) if number)
    if short:
        return f"+{mana.replace(' ', '+')}" if mana else ""
    counted = f"lands {untapped}/{owned}" if owned else "can make" if mana else ""
    return f"{counted}{': ' if owned and mana else ' ' if mana else ''}{mana}"


def _in_order(entry: tuple[str, int]) -> tuple[int, list[int]]:
    """One colour before several, in Magic's order."""
    return len(entry[0]), [marks.POOL_LETTERS.index(letter) for letter in entry[0]]
