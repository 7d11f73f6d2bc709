"""The mana that players could make now, and their lands, in short form."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from engine.view import PlayerView, View
from tui.table import forecast
from tui.terminal import symbols

if TYPE_CHECKING:
    from engine.magic.core.position import Player
    from engine.magic.mana.sources import Sources


def could_make(view: View, player: PlayerView) -> dict[str, int]:
    """Return the mana that a player's permanents can make at once, by possible colors.

    A key names the colors that one mana can have: "G", "WU". The amounts are what a payment could
    use: two lands that only one creature can tap count once. If no list by colors would be right,
    the total is under "".
    """
    from engine.magic.mana.sources import sources

    if not view.rules.mana.colored or not view.known.players or player.out:
        return {}
    game = forecast.of(view).game
    return _by_colors(sources(game, player.seat), game.state.players[player.seat])


def _by_colors(sources: Sources, player: Player) -> dict[str, int]:
    from engine.magic.mana.payment import most_of

    made = {
        letter
        for source in sources.plain
        for _, pool in source.makes
        for letter in _letters_of(pool)
    }
    letters = "".join(letter for letter in symbols.POOL_LETTERS if letter in made)
    groups = [
        "".join(group) for size in range(len(letters) + 1) for group in combinations(letters, size)
    ]
    most = {group: most_of(sources, group, player) for group in groups}
    total = most[letters]
    found: dict[str, int] = {}
    for group in groups[1:]:  # mana limited to these colors, less mana limited to fewer of them
        others = "".join(letter for letter in letters if letter not in group)
        found[group] = (
            total
            - most[others]
            - sum(number for part, number in found.items() if set(part) < set(group))
        )
    if min(found.values(), default=0) < 0 or any(
        _is_of_one_color(source.number, len(source.makes)) for source in sources.plain
    ):
        return {"": total}
    return {group: number for group, number in found.items() if number}


def _letters_of(pool: tuple[int, ...]) -> list[str]:
    return [letter for letter, number in zip(symbols.POOL_LETTERS, pool, strict=True) if number]


def _is_of_one_color(number: int, choices: int) -> bool:
    """Return whether a source makes several mana of a single chosen color.

    A list by colors can't express such a source.
    """
    return number > 1 and choices > 1


def lands(view: View, player: PlayerView) -> tuple[int, int]:
    """Return a player's untapped lands and all lands, as numbers; lands of the map don't count."""
    own = [
        item
        for item in view.permanents
        if item.controller == player.seat and "Land" in item.types and not item.space
    ]
    return sum(not item.tapped for item in own), len(own)


def words(view: View, player: PlayerView, *, short: bool = False) -> str:
    """Return lands and mana: "lands 3/5: {G}{G} {W/U}", or "+{G}{G}" if `short`.

    Empty without lands and mana.
    """
    kept, about = forecast.of(view).kept, ("mana", player.seat, short)
    if about not in kept:
        kept[about] = {
            "": forecast.of(view).within(about, lambda: _words(view, player, short=short), "")
        }
    return kept[about][""]


def _words(view: View, player: PlayerView, *, short: bool) -> str:
    made, (untapped, owned) = could_make(view, player), lands(view, player)
    unit = "" if short else " mana"
    counted = sorted(made.items(), key=_in_order)
    mana = " ".join(
        symbols.symbols("/".join(letters), number) if letters else f"{number}{unit}"
        for letters, number in counted
    )
    if short:
        return f"+{mana.replace(' ', '+')}" if mana else ""
    if owned:
        return f"lands {untapped}/{owned}{': ' if mana else ''}{mana}"
    return f"can produce {mana}" if mana else ""


def _in_order(entry: tuple[str, int]) -> tuple[int, list[int]]:
    """Return a sort key: one color before several, in Magic's order."""
    return len(entry[0]), [symbols.POOL_LETTERS.index(letter) for letter in entry[0]]
