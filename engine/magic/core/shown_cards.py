"""Knowledge that everybody has of the cards in players' hands and libraries (CR 400.2, M-1).

A card that all players saw on its way to a hidden zone, or revealed there, is known until it may
have gone elsewhere unseen. All of it follows from what everybody sees: of the cards that leave a
hand or a library face down, only their number counts, never which ones they are.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from engine.base.records import replace
from engine.cards.characteristics import Printed
from engine.magic.core.position import HIDDEN, NOTHING_SHOWN, GameObject, Player, ShownCards

if TYPE_CHECKING:
    from engine.magic.core.position import State

Cards = tuple[Printed, ...]

FROM_TOP = ("draw", "mill")
"""Kinds of moves that always take the top card of a library."""


# --- moves ---


def note_move(
    player: Player,
    obj: GameObject,
    new: int,
    zone: str,
    kind: str,
    fields: dict[str, Any],
    *,
    concealed: bool,
) -> None:
    """Note what everybody knows once a card has left a hidden zone or come into one.

    `player`: the card's owner before the move; `new`, `zone`: the card's new id and zone, empty if
    it leaves for the stack or the battlefield. `kind`: the kind of event, or "bottom" of a library.
    `concealed`: others don't see the card on its way. The result goes to `fields`, which has the
    player's lists after the move.
    """
    known = player.shown_cards
    if known is None or (obj.zone in HIDDEN and known == NOTHING_SHOWN):
        return
    follows = obj.id in known.followed
    seen = follows or not (concealed or (obj.zone in HIDDEN and zone in HIDDEN))
    if obj.zone == "hand":
        known, seen = _out_of_hand(known, player, obj, zone, seen=seen)
    elif obj.zone == "library":
        known, seen = _out_of_library(known, player, obj, zone, kind, seen=seen)
    if zone == "hand" and seen:
        known = replace(known, hand=(*known.hand, obj.own))
    elif zone == "library":
        known = _into_library(known, obj.own if seen else None, on_top=kind != "bottom")
    if follows:
        others = tuple([ident for ident in known.followed if ident != obj.id])
        known = replace(known, followed=(*others, new) if new and zone in HIDDEN else others)
    hand: tuple[int, ...] = fields.get("hand", player.hand)
    library: tuple[int, ...] = fields.get("library", player.library)
    fields["shown_cards"] = _settled(known, len(hand), len(library))


def _out_of_hand(
    known: ShownCards, player: Player, obj: GameObject, zone: str, *, seen: bool
) -> tuple[ShownCards, bool]:
    """Take a card out of a hand; return also whether everybody knows which one it is.

    A card that nobody sees may be any: one of each name isn't certain to be in the hand any more.
    """
    card = obj.own
    if seen:
        if card in known.hand:
            return replace(known, hand=_without(known.hand, card)), True
        return replace(known, either=_without(known.either, card)), True
    if known.hand.count(card) == len(player.hand):  # all cards of the hand are alike
        return replace(known, hand=_without(known.hand, card)), True
    # only some cards can be cast face down
    doubtful = _one_of_each(known.hand if zone else _with_morph(known.hand))
    return _unseen(known, "hand", doubtful, zone, morph=not zone), False


def _out_of_library(
    known: ShownCards, player: Player, obj: GameObject, zone: str, kind: str, *, seen: bool
) -> tuple[ShownCards, bool]:
    """Take a card out of a library; return also whether everybody knows which one it is."""
    card = obj.own
    if kind in FROM_TOP or (not zone and not seen):  # the top card is manifested
        if player.library[-1] != obj.id:
            known = unordered(known)
        elif known.top:
            entry, known = known.top[-1], replace(known, top=_trimmed(known.top[:-1]))
            if entry is not None:
                return known, True
    else:
        known = unordered(known)
    if seen:
        if card in known.library:
            return replace(known, library=_without(known.library, card)), True
        return replace(known, either=_without(known.either, card)), True
    if zone == "library":
        return known, False
    rest = len(player.library) - len(known.placed)
    if known.library.count(card) == rest:
        return replace(known, library=_without(known.library, card)), True
    return _unseen(known, "library", _one_of_each(known.library), zone), False


def _unseen(
    known: ShownCards, zone: str, doubtful: Cards, to: str, *, morph: bool = False
) -> ShownCards:
    """Return what is certain once one card has left a zone unseen.

    It may be any of the cards `doubtful`: they are then in the hand or the library, or if the card
    has gone elsewhere, perhaps in neither. `morph`: it is a card that can be cast face down.
    """
    left: Cards = known.hand if zone == "hand" else known.library
    for card in doubtful:
        left = _without(left, card)
    either = known.either
    if to in HIDDEN:
        either += doubtful
    else:
        for card in _one_of_each(_with_morph(either) if morph else either):
            either = _without(either, card)
    if zone == "hand":
        return replace(known, hand=left, either=either)
    return replace(known, library=left, either=either)


def _into_library(known: ShownCards, card: Printed | None, *, on_top: bool) -> ShownCards:
    """Put a card into a library; `card` is None if not everybody sees it."""
    if on_top:
        if card is None and not known.top:
            return known
        return replace(known, top=(*known.top, card))
    return known if card is None else replace(known, library=(*known.library, card))


def _settled(known: ShownCards, hand: int, library: int) -> ShownCards:
    """Return the same for zones of these sizes: cards can only be where there is room for them."""
    if not known.either:
        return known
    if len(known.hand) >= hand:
        return replace(known, library=known.library + known.either, either=())
    if len(known.library) + len(known.placed) >= library:
        return replace(known, hand=known.hand + known.either, either=())
    return known


# --- other changes ---


def unordered(known: ShownCards) -> ShownCards:
    """Return the same with every place in the library forgotten, as after a shuffle."""
    return replace(known, top=(), library=known.library + known.placed) if known.top else known


def after_shuffle(player: Player) -> ShownCards | None:
    """Return what everybody knows of a player's cards if the order of the library is secret."""
    if player.shown_cards is None:
        return None
    return unordered(player.shown_cards)


def note_revealed(state: State, idents: Iterable[int], *, on_top: bool = False) -> None:
    """Note that cards were revealed to everybody at the same time.

    `on_top`: they are known to be the top cards of a library.
    """
    by_seat: dict[int, list[GameObject]] = {}
    for ident in idents:
        obj = state.objects.get(ident)
        if obj is not None and obj.zone in HIDDEN:
            by_seat.setdefault(obj.owner, []).append(obj)
    for seat, shown in by_seat.items():
        player = state.players[seat]
        known = player.shown_cards
        if known is None:
            continue
        known = _located(known, "hand", [obj.own for obj in shown if obj.zone == "hand"])
        found = [obj for obj in shown if obj.zone == "library"]
        if not on_top:
            known = _located(known, "library", [obj.own for obj in found])
        elif found:
            known = _located_on_top(known, player, found)
        followed = [obj.id for obj in shown if obj.id not in known.followed]
        known = replace(known, followed=(*known.followed, *followed))
        state.change_player(
            seat, shown_cards=_settled(known, len(player.hand), len(player.library))
        )


def note_put_on_top(known: ShownCards, cards: Iterable[Printed]) -> ShownCards:
    """Return the same once cards known to be in a library lie on top, the last one topmost."""
    for card in cards:
        known = replace(known, library=_without(known.library, card), top=(*known.top, card))
    return known


def any_followed(players: Iterable[Player]) -> bool:
    """Return whether everybody can follow some card that was revealed."""
    return any((known := each.shown_cards) is not None and known.followed for each in players)


def unfollowed(known: ShownCards) -> ShownCards:
    """Return the same when players get priority: the cards revealed before can be mixed up now."""
    return replace(known, followed=())


def _located(known: ShownCards, zone: str, cards: list[Printed]) -> ShownCards:
    """Return the same once these cards of a zone were revealed; some may have been known before."""
    for card in sorted(_one_of_each(tuple(cards)), key=_name):
        there = known.hand if zone == "hand" else known.library + known.placed
        for _ in range(cards.count(card) - there.count(card)):
            either = _without(known.either, card)
            known = (
                replace(known, hand=(*known.hand, card), either=either)
                if zone == "hand"
                else replace(known, library=(*known.library, card), either=either)
            )
    return known


def _located_on_top(known: ShownCards, player: Player, found: list[GameObject]) -> ShownCards:
    """Return the same once the top cards of a library were revealed."""
    places = {obj.id: obj.own for obj in found}
    depth = max(len(known.top), len(found))
    before = (None,) * (depth - len(known.top)) + known.top
    top: list[Printed | None] = []
    for ident, entry in zip(player.library[-depth:], before, strict=True):
        card = places.get(ident)
        if card is not None and entry is None:
            if card in known.library:
                known = replace(known, library=_without(known.library, card))
            else:
                known = replace(known, either=_without(known.either, card))
        top.append(entry if card is None else card)
    return replace(known, top=_trimmed(tuple(top)))


def _trimmed(top: tuple[Printed | None, ...]) -> tuple[Printed | None, ...]:
    """Return the top of a library down to the last known card."""
    first = 0
    while first < len(top) and top[first] is None:
        first += 1
    return top[first:]


def _without(cards: Cards, card: Printed) -> Cards:
    """Return cards without one of those equal to `card`, if there is any."""
    if card not in cards:
        return cards
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def _one_of_each(cards: Cards) -> Cards:
    return tuple(dict.fromkeys(cards))


def _name(card: Printed) -> str:
    return card.name


def _with_morph(cards: Cards) -> Cards:
    """Return the cards that can be cast face down (CR 702.37)."""
    return tuple([card for card in cards if card.morph is not None])


# --- which cards these may be ---


def pinned(state: State, player: Player) -> tuple[set[int], set[int]]:
    """Return cards that can't change, for a position that looks the same to everybody.

    The first ones are known by their place, the others are one choice of cards with the names that
    everybody knows.
    """
    known = player.shown_cards
    if known is None:
        return set(), set()
    depth = len(known.top)
    placed = {
        ident
        for ident, card in zip(
            player.library[len(player.library) - depth :], known.top, strict=True
        )
        if card is not None
    }
    placed |= {ident for ident in known.followed if ident in state.objects}
    named: set[int] = set()
    for cards, zone in (
        (known.hand, player.hand),
        (known.library, player.library),
        (known.either, (*player.hand, *player.library)),
    ):
        for card in cards:
            found = (
                ident
                for ident in zone
                if ident not in named
                and (ident not in placed or ident in known.followed)
                and state.objects[ident].own == card
            )
            ident = next(found, 0)
            if ident:
                named.add(ident)
    return placed, named
