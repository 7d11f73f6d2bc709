"""Hidden cards of imagined games, dealt from what the player of a View may know.

The player's own library has the rest of the player's own deck. Others have the cards that everybody
has seen go to their hands and libraries. Their other cards are those of a shipped deck that fits
everything seen of them, so an opponent casts creatures, removal and counterspells. Nothing is taken
from the decks in play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.base import chance
from engine.base.records import replace
from engine.cards.characteristics import Printed, printed
from engine.cards.costs import COLOR_OF
from engine.cards.decks.find import every_shipped_deck, legal_decks
from engine.cards.decks.legality import check
from engine.cards.remembered import of_all
from engine.magic.core.position import (
    COMMAND,
    NOTHING_SHOWN,
    GameObject,
    Player,
    ShownCards,
    State,
)
from engine.variant.ruleset import Ruleset
from engine.view import View


class ShippedDeck:
    """The cards of a shipped deck that players draw, with their number by name."""

    __slots__ = ("cards", "counts")

    def __init__(self, cards: list[Printed]) -> None:
        self.cards = cards
        self.counts = Counter([card.name for card in cards])

    def fits(self, seen: Counter[str]) -> bool:
        """Return whether all cards seen can be from this deck."""
        return all(self.counts[name] >= number for name, number in seen.items())


class Slots:
    """The blank cards in a player's hand and library, dealt one by one."""

    __slots__ = ("dealt", "hand", "library", "state")

    def __init__(self, state: State, player: Player) -> None:
        self.state = state
        self.hand = _blank(state, player.hand)
        self.library = _blank(state, player.library)
        self.dealt: dict[int, Printed] = {}

    def place(self, ident: int, card: Printed) -> None:
        """Deal a card to a known place of the library."""
        if ident in self.library:
            self.library.remove(ident)
            self.dealt[ident] = card

    def deal(self, cards: Iterable[Printed], *zones: list[int]) -> None:
        """Deal cards to any blank cards of some zones, as far as there are any."""
        for card in cards:
            room = sum(map(len, zones))
            if not room:
                return
            at = chance.below(self.state, room)
            for zone in zones:
                if at < len(zone):
                    self.dealt[zone.pop(at)] = card
                    break
                at -= len(zone)

    def fill(self, pool: list[Printed]) -> None:
        """Deal all that is left from a pool of cards, which is used again once it is empty."""
        left: list[Printed] = []
        for ident in (*self.hand, *self.library):
            if not left:
                left = [*pool]
            self.dealt[ident] = left.pop(chance.below(self.state, len(left)))


def _blank(state: State, idents: tuple[int, ...]) -> list[int]:
    return [ident for ident in idents if not state.objects[ident].printed.name]


def deal_cards(state: State, view: View, rules: Ruleset) -> None:
    """Deal cards for all blank ones in libraries and hands, by the position's generator.

    `state` is the position that the View knows, or the one before an announcement in progress.
    """
    decks = _shipped(rules, len(state.players))
    dealt: dict[int, GameObject] = {}
    for player in state.players:
        slots = Slots(state, player)
        if not slots.hand and not slots.library:
            continue
        shown = _unseen(state, player)
        for depth, card in enumerate(reversed(shown.top), 1):
            if card is not None and depth <= len(player.library):
                slots.place(player.library[-depth], card)
        seen = _seen(state, player.seat)
        if player.seat == view.seat and view.deck:
            pool = _left_of(view.deck, seen, slots.dealt.values())
        else:
            slots.deal(shown.hand, slots.hand)
            slots.deal(shown.library, slots.library)
            slots.deal(shown.either, slots.hand, slots.library)
            pool = _likely(state, player, [*seen, *shown.every], decks, rules)
        if pool:
            slots.fill(pool)
        for ident, card in slots.dealt.items():
            dealt[ident] = replace(state.objects[ident], printed=card)
    if not dealt:
        return
    state.swap(frozenset(), dealt)
    working = [ident for ident, obj in dealt.items() if obj.zone in obj.printed.elsewhere]
    if working:
        state.set(elsewhere=(*state.elsewhere, *working))
    if state.turn.deeds is None and any(obj.printed.asks_for_turn for obj in dealt.values()):
        state.change_turn(deeds=())


def _unseen(state: State, player: Player) -> ShownCards:
    """Return what everybody knows of a hand and library without the cards that are visible now."""
    shown = player.shown_cards or NOTHING_SHOWN
    hand = [card for ident in player.hand if (card := state.objects[ident].printed).name]
    library = [card for ident in player.library if (card := state.objects[ident].printed).name]
    if not hand and not library:
        return shown
    hands, libraries, either = [*shown.hand], [*shown.library], [*shown.either]
    for found, there in ((hand, hands), (library, libraries)):
        for card in found:
            if card in there:
                there.remove(card)
            elif card in either and card not in shown.top:
                either.remove(card)
    depth = len(shown.top)
    seen = [state.objects[ident].printed.name for ident in player.library[-depth:]] if depth else []
    return replace(
        shown,
        hand=tuple(hands),
        library=tuple(libraries),
        either=tuple(either),
        top=tuple([None if name else card for name, card in zip(seen, shown.top, strict=False)]),
    )


def _seen(state: State, seat: int) -> list[Printed]:
    """Return the cards that a player owns and that are no blank ones, tokens or copies."""
    return [
        card
        for obj in state.objects.values()
        if obj.owner == seat
        and not obj.token
        and not obj.player_token
        and obj.zone != COMMAND
        and (card := obj.own).name
    ]


def _left_of(
    deck: tuple[tuple[Printed, int], ...], seen: Iterable[Printed], dealt: Iterable[Printed]
) -> list[Printed]:
    """Return the cards of a player's own deck that are in none of the places that they see."""
    gone = Counter([card.name for card in (*seen, *dealt)])
    found: list[Printed] = []
    for card, number in deck:
        missing = min(gone[card.name], number)
        gone[card.name] -= missing
        found += [card] * (number - missing)
    return found


def _likely(
    state: State,
    player: Player,
    known: list[Printed],
    decks: tuple[ShippedDeck, ...],
    rules: Ruleset,
) -> list[Printed]:
    """Return the cards that another player may have besides those known.

    They are those of a shipped deck that fits, or of the player's colors in all shipped decks.
    """
    seen = Counter([card.name for card in known])
    fitting = [deck for deck in decks if deck.fits(seen)]
    if fitting:
        deck = fitting[chance.below(state, len(fitting))]
        found: list[Printed] = []
        for card in deck.cards:
            if seen[card.name] > 0:
                seen[card.name] -= 1
            else:
                found.append(card)
        if found:
            return found
    colors = frozenset[str]().union(*(card.colors for card in known))
    if player.mana_color in COLOR_OF:
        colors |= {COLOR_OF[player.mana_color]}
    every = [card for deck in decks for card in deck.cards]
    for cards in (every, _playable(rules, len(state.players))):
        if suitable := [card for card in cards if card.colors <= colors]:
            return suitable
    return every


@of_all
def _playable(rules: Ruleset, players: int) -> list[Printed]:
    """Return the cards of all shipped decks that may be in a deck of a variant, by name."""
    cards = {card.name: card for deck in every_shipped_deck() for card in deck}
    return [
        printed(card)
        for _, card in sorted(cards.items())
        if not rules.is_laid(card, players)
        and not any(each.card for each in check((card,), rules.deck))
    ]


@of_all
def _shipped(rules: Ruleset, players: int) -> tuple[ShippedDeck, ...]:
    found = [
        [printed(card) for card in cards if not rules.is_laid(card, players)]
        for cards in legal_decks(rules.deck, rules.id, rules.extends)
    ]
    return tuple([ShippedDeck(cards) for cards in found if cards])
