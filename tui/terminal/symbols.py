"""Symbols for players, lands, mana and states, each one cell wide."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.style import Style
from rich.text import Text

from engine.view import ObjectView, PlayerView, SpaceView, View
from tui.terminal import theme

TAPPED = "↷"
SICK = "°"
ATTACKING = "»"
BLOCKING = "«"
STRONGHOLD = "♜"
FACE_DOWN = "?"
CHOICE, PICKED = "•", "▸"
NEWS = "!"  # marks what is new since the player's last decision

LAND_LETTERS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
MOST_REPEATED = 3  # equal mana symbols up to this number are written out
POOL_LETTERS = "WUBRGC"


def seat_letters(names: Sequence[str]) -> tuple[str, ...]:
    """Return a different letter for each player.

    The first letter of the name that no earlier player has, or else a number.
    """
    taken: list[str] = []
    for number, name in enumerate(names, 1):
        letters = [c for c in name.upper() if c.isalnum() and c.isascii() and c not in taken]
        taken.append(letters[0] if letters else str(number))
    return tuple(taken)


def letters_of(view: View) -> tuple[str, ...]:
    """Return the players' letters in a view, by seat."""
    return seat_letters([player.name for player in view.players])


def land_letters(space: SpaceView) -> str:
    """Return the mana letters of a space's land, such as "GW" for a Savannah.

    Empty for a face-down land, or one without a basic land type.
    """
    return "".join(LAND_LETTERS[kind] for kind in space.land_types if kind in LAND_LETTERS)


def land_label(view: View, space: SpaceView) -> str:
    """Return the name of a space's land, or its basic land types after a change."""
    land = view.known.objects.get(space.land)
    printed = set(land.printed.card.subtypes) if land is not None else {space.land_name}
    is_changed = bool(space.land_types) and set(space.land_types) != printed & LAND_LETTERS.keys()
    return " ".join(space.land_types) if space.land_name and is_changed else space.land_name


def state_marks(item: ObjectView) -> str:
    """Return the symbols for a permanent that is attacking, blocking, tapped or summoning sick."""
    marks = ATTACKING if item.attacking else ""
    marks += BLOCKING if item.blocking else ""
    marks += TAPPED if item.tapped else ""
    return marks + (SICK if item.sick and not item.tapped and item.power is not None else "")


SIGNS = {ATTACKING: "attacking", BLOCKING: "blocking", TAPPED: "tapped", SICK: "summoning sick"}
"""The meanings of the symbols next to a permanent."""


def signs_told(marks: str) -> str:
    """Return symbols with their meanings: "↷ tapped, ° summoning sick"; empty for none."""
    return ", ".join(f"{sign} {words}" for sign, words in SIGNS.items() if sign in marks)


def stats(item: ObjectView) -> str:
    """Return size and damage of a creature: "3/3", "3/3-2", or "3/3+1" with extra life.

    A planeswalker has its loyalty; other objects nothing. For a player's token, the second number
    is the remaining life.
    """
    if item.player_token and item.power is not None:
        return f"{item.power}/{(item.toughness or 0) - item.damage}"
    if item.power is not None:
        return f"{item.power}/{item.toughness}" + (f"{-item.damage:+}" if item.damage else "")
    loyalty = dict(item.counters).get("loyalty")
    return f"[{loyalty}]" if loyalty is not None else ""


def counters(item: ObjectView) -> str:
    """Return the number of counters, such as "(3)", except loyalty; empty for none."""
    number = sum(count for kind, count in item.counters if kind != "loyalty")
    return f"({number})" if number else ""


def mana_text(symbols: str, *, braces: bool = True) -> Text:
    """Return a cost or pool such as "{2}{G}" or "{G}×7", with colored symbols.

    Without `braces`, "2G"; only symbols of several letters keep theirs.
    """
    text = Text()
    for part in re.split(r"(\{[^{}]+\})", symbols):
        is_symbol = part.startswith("{")
        bare = is_symbol and not braces and len(part) == len("{G}")
        text.append(
            part[1:-1] if bare else part,
            Style(color=theme.MANA_COLORS.get(part[1], theme.MANA_COLORS["C"]))
            if is_symbol
            else theme.PLAIN,
        )
    return text


def pool_symbols(player: PlayerView, *, short: bool = False) -> str:
    """Return a pool as symbols: "{G}{G}", snow mana as "{GS}".

    `short`: many symbols of one kind are counted, as in "{G}×8".
    """
    found: list[str] = []
    for letter, number, snow in zip(POOL_LETTERS, player.pool, player.snow, strict=True):
        found += [
            symbols(name, count, short=short)
            for name, count in ((letter, number - snow), (f"{letter}S", snow))
        ]
    kinds = [each for each in found if each]
    # a number must not run into the next symbol
    return (" " if any("×" in each for each in kinds) else "").join(kinds)


def symbols(name: str, count: int, *, short: bool = True) -> str:
    """Return equal mana symbols, as a count if many and `short`."""
    return f"{{{name}}}×{count}" if short and count > MOST_REPEATED else f"{{{name}}}" * count


def pool_words(view: View, player: PlayerView) -> Text:
    """Return a player's mana as symbols, or in the variant's words for colorless mana."""
    if view.rules.mana.colored:
        return mana_text(pool_symbols(player, short=True))
    return Text(view.rules.mana.in_words(player.pool), theme.STRONG)


def conquests(view: View, player: PlayerView) -> tuple[int, int, str]:
    """Return how much a player holds, how much wins, and the unit: areas or Strongholds."""
    if player.areas_to_win:
        return player.areas_held, player.areas_to_win, "areas"
    strongholds = [
        space
        for space in view.spaces
        if space.stronghold_of >= 0 and not view.players[space.stronghold_of].out
    ]
    return (
        sum(space.holder == player.seat for space in strongholds),
        len(strongholds),
        "Strongholds",
    )


def used_up(view: View, player: PlayerView) -> tuple[int, str]:
    """Return the number of cards a player has used, and the word for their zone."""
    if view.rules.zones.graveyard == "exile":
        return len(player.exile), "exile"
    return len(player.graveyard), "grave"


def rules_style(line: str) -> Text:
    """Return a line of rules text with colored mana symbols."""
    text = Text(line, theme.PLAIN)
    for match in re.finditer(r"\{[^{}]*\}", line):
        text.stylize(
            Style(color=theme.MANA_COLORS.get(match[0][1], theme.GOLD)), match.start(), match.end()
        )
    return text
