"""Convoke and delve: what pays for a spell in the place of mana (CR 702.51, 702.66)."""

from __future__ import annotations

from engine.cards.costs import SYMBOL_OF
from engine.magic import mana_pool
from engine.magic.game import Game
from engine.magic.mana import Sources
from engine.magic.sources import Source
from engine.magic.state import EMPTY_POOL, GameObject, Speaker

HELPS = frozenset({"convoke", "delve"})
"""The keywords that let something else than mana pay for a spell."""
CONVOKE, DELVE = -1, -2
"""What stands in a source's place of an ability where a creature is tapped, or a card exiled, instead of paying mana."""


def helpers(game: Game, seat: int, obj: GameObject) -> list[Source]:
    """What could pay for a spell in mana's place: creatures by convoke, cards of the graveyard by delve (CR 702.51, 702.66)."""
    keywords = obj.printed.base.keywords
    found: list[Source] = []
    if "convoke" in keywords:
        found += [_by_tapping(game, ident) for ident in convokers(game, seat)]
    if "delve" in keywords:
        found += [
            Source(ident, DELVE, 1, (("", EMPTY_POOL),), taps=False, leaves=True)
            for ident in game.state.players[seat].graveyard
            if ident != obj.id
        ]
    return found


def with_help(game: Game, item: Speaker, sources: Sources, *, tapping: bool = True) -> Sources:
    """Mana sources and what else could pay for what is announced, if anything, what each creature could do side by side.

    `tapping`: whether creatures may still be tapped for it.
    """
    if not needs_help(item, game):
        return sources
    help_ = (s for s in helpers(game, item.controller, game.state.objects[item.source]) if tapping or s.ability != CONVOKE)
    return Sources((*sources.plain, *help_), sources.costly)


def convokers(game: Game, seat: int) -> list[int]:
    """A player's untapped creatures, which summoning sickness doesn't keep from this."""
    objects = game.state.objects
    mine = (objects[i] for i in game.state.battlefield if objects[i].controller == seat and not objects[i].tapped)
    return [obj.id for obj in mine if game.chars(obj.id).is_creature and not obj.player_token]


def _by_tapping(game: Game, ident: int) -> Source:
    colors = sorted(SYMBOL_OF[color] for color in game.chars(ident).colors)
    makes = tuple((letter, mana_pool.symbol(letter)) for letter in colors) or (("", EMPTY_POOL),)
    return Source(ident, CONVOKE, 1, makes)


def needs_help(item: Speaker, game: Game) -> bool:
    """Whether there is another way than mana to pay for what is announced; not for what is cast face down."""
    obj = game.state.objects.get(item.source)
    if not item.is_spell or obj is None or "morph" in item.paid:
        return False
    return not HELPS.isdisjoint(obj.printed.base.keywords)
