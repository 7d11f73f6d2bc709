"""Convoke and delve: what pays for a spell in the place of mana (CR 702.51, 702.66)."""

from __future__ import annotations

from engine.cards.costs import SYMBOL_OF
from engine.magic import mana_pool
from engine.magic.game import Game
from engine.magic.mana import Sources
from engine.magic.sources import Source
from engine.magic.state import EMPTY_POOL, GameObject, Speaker

HELPS = frozenset({"convoke", "delve"})  # the keywords that let something else than mana pay for a spell
CONVOKE, DELVE = -1, -2
"""What stands in a source's place of an ability where a creature is tapped, or a card exiled, instead of paying mana."""


def helpers(game: Game, seat: int, obj: GameObject) -> list[Source]:
    """What could pay for a spell in mana's place: untapped creatures by convoke, cards of the graveyard by delve (CR 702.51, 702.66)."""
    keywords, objects = obj.printed.base.keywords, game.state.objects
    found: list[Source] = []
    for ident in game.state.battlefield if "convoke" in keywords else ():
        helper, c = objects[ident], game.chars(ident)
        if helper.controller == seat and not helper.tapped and c.is_creature and not helper.player_token:
            colors = sorted(SYMBOL_OF[color] for color in c.colors)
            makes = tuple((letter, mana_pool.symbol(letter)) for letter in colors) or (("", EMPTY_POOL),)
            found.append(Source(ident, CONVOKE, 1, makes))
    for ident in game.state.players[seat].graveyard if "delve" in keywords else ():
        if ident != obj.id:
            found.append(Source(ident, DELVE, 1, (("", EMPTY_POOL),), taps=False, leaves=True))
    return found


def with_help(game: Game, item: Speaker, sources: Sources, *, tapping: bool = True) -> Sources:
    """Mana sources and what else could pay for what is announced, side by side. `tapping`: whether creatures may still be tapped for it."""
    if not needs_help(item, game):
        return sources
    help_ = (s for s in helpers(game, item.controller, game.state.objects[item.source]) if tapping or s.ability != CONVOKE)
    return Sources((*sources.plain, *help_), sources.costly)


def needs_help(item: Speaker, game: Game) -> bool:
    """Whether there is another way than mana to pay for what is announced; not for what is cast face down."""
    if not item.is_spell or "morph" in item.paid or (obj := game.state.objects.get(item.source)) is None:
        return False
    return not HELPS.isdisjoint(obj.printed.base.keywords)
