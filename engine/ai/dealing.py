"""Hidden cards of imagined games, dealt from what the player of a View may know.

The cards are those of a shipped deck that fits everything seen of a player's cards, so an opponent
casts creatures, removal and counterspells. Nothing is taken from the decks in play.
"""

from __future__ import annotations

from collections import Counter

from engine.base import chance
from engine.base.records import replace
from engine.cards.characteristics import Printed, printed
from engine.cards.costs import COLOR_OF
from engine.cards.decks.find import legal_decks
from engine.cards.remembered import of_all
from engine.magic.core.position import GameObject, Player, State
from engine.variant.ruleset import Ruleset


class ShippedDeck:
    """The cards of a shipped deck that players draw, with their number by name."""

    __slots__ = ("cards", "counts")

    def __init__(self, cards: list[Printed]) -> None:
        self.cards = cards
        self.counts = Counter([card.name for card in cards])

    def fits(self, seen: Counter[str]) -> bool:
        """Return whether all cards seen can be from this deck."""
        return all(self.counts[name] >= number for name, number in seen.items())


def deal_cards(state: State, rules: Ruleset) -> None:
    """Deal cards for all blank ones in libraries and hands, by the position's generator."""
    decks = _shipped(rules, len(state.players))
    if not decks:
        return
    dealt: dict[int, GameObject] = {}
    for player in state.players:
        hidden = [
            obj
            for ident in (*player.hand, *player.library)
            if not (obj := state.objects[ident]).printed.name
        ]
        if hidden:
            pool = _likely(state, player, decks)
            left: list[Printed] = []
            for obj in hidden:
                if not left:
                    left = [*pool]
                card = left.pop(chance.below(state, len(left)))
                dealt[obj.id] = replace(obj, printed=card)
    if not dealt:
        return
    state.swap(frozenset(), dealt)
    working = [ident for ident, obj in dealt.items() if obj.zone in obj.printed.elsewhere]
    if working:
        state.set(elsewhere=(*state.elsewhere, *working))
    if state.turn.deeds is None and any(obj.printed.asks_for_turn for obj in dealt.values()):
        state.change_turn(deeds=())


def _likely(state: State, player: Player, decks: tuple[ShippedDeck, ...]) -> list[Printed]:
    """Return the cards that a player may hold besides those seen."""
    seen: Counter[str] = Counter()
    colors: set[str] = set()
    if player.mana_color in COLOR_OF:
        colors.add(COLOR_OF[player.mana_color])
    for obj in state.objects.values():
        if obj.owner == player.seat and not obj.token and not obj.player_token and obj.own.name:
            seen[obj.own.name] += 1
            colors |= obj.own.colors
    fitting = [deck for deck in decks if deck.fits(seen)]
    if fitting:
        deck = fitting[chance.below(state, len(fitting))]
        rest = seen.copy()
        found: list[Printed] = []
        for card in deck.cards:
            if rest[card.name] > 0:
                rest[card.name] -= 1
            else:
                found.append(card)
        if found:
            return found
    every = [card for deck in decks for card in deck.cards]
    return [card for card in every if card.colors <= colors] or every


@of_all
def _shipped(rules: Ruleset, players: int) -> tuple[ShippedDeck, ...]:
    found = [
        [printed(card) for card in cards if not rules.is_laid(card, players)]
        for cards in legal_decks(rules.deck, rules.id, rules.extends)
    ]
    return tuple([ShippedDeck(cards) for cards in found if cards])
