"""Effects on cards: drawing, discarding, milling, scrying, searching and moving.

See CR 121, 400, 401 and 701.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import json

from engine.actions import DONE, Action
from engine.base.records import replace
from engine.cards.model import (
    Card,
    Discard,
    Draw,
    Exile,
    LookAtHand,
    LookAtTop,
    Manifest,
    Mill,
    Move,
    Scry,
    Search,
    Shuffle,
    Triggered,
    When,
)
from engine.cards.terms import Filter
from engine.events import Event
from engine.magic.abilities import triggers
from engine.magic.abilities.choices import Choices, OneOf, SoFar, reveal
from engine.magic.abilities.resolve_effects import (
    FOLLOWED,
    effect_handler,
    on_battlefield,
    remember,
    speaks_of,
)
from engine.magic.continuous import amounts, filters
from engine.magic.core import dice, shown_cards
from engine.magic.core.agenda import EffectQuestion, Task, YesOrNo
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST
from engine.magic.core.position import NOBODY, AbilityContext, DelayedTrigger
from engine.magic.effects.spells import ToBottom, leave_stack
from engine.magic.zones import battlefield, drawing, dying, moving
from engine.magic.zones.entering import EnteringPermanent, put_onto_battlefield

# --- hands ---


@effect_handler(Draw)
def draw(game: GameCore, ctx: AbilityContext, effect: Draw) -> None:
    """Make players draw cards, one player after another (CR 121.2c)."""
    who = effect.who
    game.push(
        *(
            drawing.Draws(seat, amounts.to_player(game, effect.count, ctx, who, seat), ctx.used)
            for seat in filters.players_of(game, who, ctx)
        )
    )


@effect_handler(LookAtHand)
def look_at_hand(game: GameCore, ctx: AbilityContext, effect: LookAtHand) -> None:
    """Show a hand to the controller, who confirms."""
    for owner in filters.players_of(game, effect.who, ctx):
        if owner == ctx.controller:
            continue
        hand = game.state.players[owner].hand
        game.tell(
            Event("look", seat=ctx.controller, other=filters.seat_ref(owner), number=len(hand))
        )
        # all players hear that a hand was looked at; only its viewer and owner see the cards
        for ident in hand:
            game.tell(
                Event(
                    "sees",
                    seat=ctx.controller,
                    object=ident,
                    card=game.object_name(ident),
                    known_to=(ctx.controller, owner),
                )
            )
        game.push(LookQuestion(ctx.controller, ctx, owner))


class LookQuestion(EffectQuestion, frozen=True):
    """The confirmation after looking at a hand."""

    kind = "look"
    forced = False
    owner: int

    def prompt(self, game: GameCore) -> str:
        return f"Look at {game.state.players[self.owner].name}'s hand"

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return game.state.players[self.owner].hand

    def options(self, game: GameCore) -> list[Action]:
        return [DONE]

    def answer(self, game: GameCore, action: Action) -> None:
        """Do nothing: the question is only a confirmation."""


@effect_handler(Discard)
def discard(game: GameCore, ctx: AbilityContext, effect: Discard) -> None:
    seats = tuple(filters.players_of(game, effect.who, ctx))
    if effect.count == "all":
        _discard_all(
            game, ctx, [ident for seat in seats for ident in _cards(game, ctx, effect, seat)]
        )
        return
    if effect.random and effect.count != "any":
        numbers = [
            (seat, amounts.to_player(game, effect.count, ctx, effect.who, seat)) for seat in seats
        ]
        for seat, number in numbers:
            for _ in range(number):
                if cards := _cards(game, ctx, effect, seat):
                    moving.discard(
                        game,
                        cards[dice.roll(game, seat, len(cards), "random discard") - 1],
                        ctx.source,
                    )
        return
    if effect.chooser == "you":
        for seat in seats:
            reveal(game, seat, game.state.players[seat].hand)
    DiscardChoice(NOBODY, ctx, SoFar(0, later=seats), effect).go_on(game, ())


def _cards(game: GameCore, ctx: AbilityContext, effect: Discard, seat: int) -> list[int]:
    return filters.among(game, game.state.players[seat].hand, effect.of, ctx)


def _discard_all(game: GameCore, ctx: AbilityContext, idents: Iterable[int]) -> None:
    for ident in idents:
        if ident in game.state.objects:
            moving.discard(game, ident, ctx.source)


class DiscardChoice(Choices, frozen=True):
    """The choice of cards to discard, all together."""

    kind = "discard"
    verb = "discard"
    effect: Discard

    def chooser(self, player: int) -> int:
        return self.ctx.controller if self.effect.chooser == "you" else player

    def wanted(self, game: GameCore, player: int) -> int:
        count = self.effect.count
        if count == "all" or count == "any":
            return MOST
        return amounts.to_player(game, count, self.ctx, self.effect.who, player)

    def may_stop(self, game: GameCore) -> bool:
        return self.effect.up_to or self.effect.count == "any"

    def candidates(self, game: GameCore) -> list[int]:
        return _cards(game, self.ctx, self.effect, self.so_far.player)

    def done(self, game: GameCore, refs: tuple[int, ...]) -> None:
        _discard_all(game, self.ctx, refs)

    def prompt(self, game: GameCore) -> str:
        owner = self.so_far.player
        whose = "" if self.seat == owner else f" of {game.state.players[owner].name}'s"
        return f"Choose a card{whose} to discard for {self.ctx.name}{self.so_far.more}"

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return game.state.players[self.so_far.player].hand


# --- libraries ---


@effect_handler(Mill)
def mill(game: GameCore, ctx: AbilityContext, effect: Mill) -> None:
    """Mill cards, as many as there are if there are too few (CR 701.17b)."""
    numbers = [
        (seat, amounts.to_player(game, effect.count, ctx, effect.who, seat))
        for seat in filters.players_of(game, effect.who, ctx)
    ]
    for seat, number in numbers:
        for _ in range(number):
            if library := game.state.players[seat].library:
                moving.move(game, library[-1], "graveyard", kind="mill")


@effect_handler(Manifest)
def manifest(game: GameCore, ctx: AbilityContext, effect: Manifest) -> AbilityContext | None:
    """Put the top cards of libraries onto the battlefield face down, one at a time (CR 701.40e)."""
    made: list[int] = []
    for seat in filters.players_of(game, effect.who, ctx):
        for _ in range(amounts.to_player(game, effect.count, ctx, effect.who, seat)):
            if library := game.state.players[seat].library:
                arrival = EnteringPermanent(library[-1], seat, manifested=True)
                obj = game.state.objects[library[-1]]
                made.append(battlefield.enter(game, obj.own, obj.owner, arrival))
    return speaks_of(ctx, list(filter(None, made)))


@effect_handler(Shuffle)
def shuffle(game: GameCore, ctx: AbilityContext, effect: Shuffle) -> None:
    for seat in filters.players_of(game, effect.who, ctx):
        for zone in effect.zones:
            cards: tuple[int, ...] = getattr(game.state.players[seat], zone)
            for ident in cards:
                moving.move(game, ident, "library", kind="goes")
        moving.shuffle(game, seat)


@effect_handler(Scry)
def scry(game: GameCore, ctx: AbilityContext, effect: Scry) -> None:
    number = min(
        amounts.number(game, effect.count, ctx), len(game.state.players[ctx.controller].library)
    )
    if number > 0:
        game.tell(Event("scry", seat=ctx.controller, number=number))
        game.push(ScryChoice(ctx.controller, ctx, number))


class ScryChoice(EffectQuestion, frozen=True):
    """The choice of a card to put on the bottom of the library or back on top.

    The last card put on top is the topmost.
    """

    words = (
        "Scry for {}: put a card on the bottom of your library or back on top (the last one "
        "ends up on top)"
    )
    kind = "scry"
    left: int
    back: int = 0  # the number of cards already put back on top, above the cards left

    def _cards(self, game: GameCore) -> tuple[int, ...]:
        library = game.state.players[self.seat].library
        end = len(library) - self.back
        return library[end - self.left : end]

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return self._cards(game)

    def options(self, game: GameCore) -> list[Action]:
        return [
            Action(verb, object=ident) for verb in ("top", "bottom") for ident in self._cards(game)
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        on_top = action.verb == "top"
        put_outermost(game, self.seat, action.object, on_top=on_top)
        if self.left > 1:
            game.push(replace(self, left=self.left - 1, back=self.back + on_top))


@effect_handler(Search)
def search(game: GameCore, ctx: AbilityContext, effect: Search) -> None:
    chosen = SoFar(MOST if effect.count == "any" else amounts.number(game, effect.count, ctx))
    searches = [
        FindChoice(seat, ctx, chosen, effect) for seat in filters.players_of(game, effect.who, ctx)
    ]
    game.push(*(MaySearch(s.seat, ctx, s) if effect.optional else s for s in searches))


class MaySearch(YesOrNo, frozen=True):
    """The choice to search or not; without a search there is no shuffle."""

    words = "Search your library with {}?"
    search: FindChoice

    def answer(self, game: GameCore, action: Action) -> None:
        if action.verb == "yes":
            game.push(self.search)


class FindChoice(Choices, frozen=True):
    """The choice of a card in the player's library.

    A search for a specific kind of card may fail to find any (CR 701.23b).
    """

    kind = "search"
    verb = "find"
    forced = False
    effect: Search

    def candidates(self, game: GameCore) -> list[int]:
        return filters.among(game, game.state.players[self.seat].library, self.effect.of, self.ctx)

    def may_stop(self, game: GameCore) -> bool:
        """Return whether the search may stop: not if any card would do (CR 701.23d)."""
        any_card = replace(self.effect.of, zone="library", owner="any", controller="any") == Filter(
            zone="library"
        )
        return not any_card or not self.left(game)

    def prompt(self, game: GameCore) -> str:
        some = 1 < self.so_far.number < MOST
        more = f" ({self.so_far.missing} more)" if some else ""
        return f"Choose a card from your library for {self.ctx.name}{more}"

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return game.state.players[self.seat].library

    def done(self, game: GameCore, refs: tuple[int, ...]) -> None:
        """Put the cards found into their zones and shuffle.

        Cards for the top of the library go there after the shuffle.
        """
        effect, seat = self.effect, self.seat
        if effect.reveal and {"hand", "library-top"} & {effect.to, effect.others_to}:
            reveal(game, seat, refs)
        if effect.to == "library-top":
            player = game.state.players[seat]
            game.state.change_player(
                seat, library=tuple(ident for ident in player.library if ident not in refs)
            )
            cards = [game.state.objects[ident].own for ident in refs]
            moving.shuffle(game, seat)
            player = game.state.players[seat]
            known = player.shown_cards
            if known is not None and effect.reveal:
                known = shown_cards.note_put_on_top(known, cards)
            game.state.change_player(seat, library=(*player.library, *refs), shown_cards=known)
            return
        game.push(ShuffleAfter(seat))
        places = (effect.to, *[effect.others_to or effect.to] * (len(refs) - 1))
        arrived = [
            _put(game, self.ctx, EnteringPermanent(i, seat, effect.tapped), to)
            for i, to in zip(refs, places, strict=False)
        ]
        triggers.entered_together(game, on_battlefield(game, arrived))
        if any(arrived):
            remember(game, self.ctx, it=next(filter(None, arrived)), moved=False)


def _put(game: GameCore, ctx: AbilityContext, found: EnteringPermanent, to: str) -> int:
    """Put a card found into its zone. Return the new id, or 0 if it hasn't entered yet."""
    return (
        put_onto_battlefield(game, ctx, found)
        if to == "battlefield"
        else moving.move(game, found.ident, to, kind="find")
    )


class ShuffleAfter(Task, frozen=True):
    """The task of shuffling a library after a search and all choices for the cards found."""

    seat: int

    def run(self, game: GameCore) -> None:
        moving.shuffle(game, self.seat)


@effect_handler(LookAtTop)
def look_at_top(game: GameCore, ctx: AbilityContext, effect: LookAtTop) -> None:
    """Look at the top cards of libraries, one library after another.

    Fewer cards are looked at if there are too few.
    """
    number = amounts.number(game, effect.count, ctx)
    take = number if effect.take == "all" else amounts.number(game, effect.take, ctx)
    if number and _surveils(effect):
        game.push(Surveiled(ctx.controller))
    for owner in reversed(filters.players_of(game, effect.who, ctx)):
        library = game.state.players[owner].library
        cards = library[max(0, len(library) - number) :]
        if not cards:
            continue
        game.tell(
            Event("look-top", seat=ctx.controller, other=filters.seat_ref(owner), number=len(cards))
        )
        if effect.reveal == "all":
            reveal(game, owner, cards, on_top=True)
        game.push(TakeCards(TakeChoice(ctx.controller, ctx, SoFar(take), effect, owner, cards)))


def _surveils(effect: LookAtTop) -> bool:
    """Return whether looking at cards is surveilling (CR 701.25a)."""
    surveil = LookAtTop(
        count=effect.count, take=effect.count, to="graveyard", optional=True, rest="library-top"
    )
    return effect == surveil


class Surveiled(Task, frozen=True):
    """The task of triggering abilities once a player has surveiled."""

    seat: int

    def run(self, game: GameCore) -> None:
        triggers.notice(game, "surveils", 0, seat=self.seat)


class TakeCards(Task, frozen=True):
    """The task of asking which of the top cards to take, if there is a choice."""

    choice: TakeChoice

    def run(self, game: GameCore) -> None:
        self.choice.begin(game)


class TakeChoice(Choices, frozen=True):
    """The choice of cards to take from the top cards."""

    words = "Choose a card to take for {}"
    kind = "search"
    verb = "find"
    effect: LookAtTop
    owner: int
    cards: tuple[int, ...]

    def candidates(self, game: GameCore) -> list[int]:
        return filters.among(game, self.cards, self.effect.of, self.ctx)

    def may_stop(self, game: GameCore) -> bool:
        effect = self.effect
        return effect.optional or (effect.of is not None and effect.take != "all")

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return self.cards

    def done(self, game: GameCore, refs: tuple[int, ...]) -> None:
        """Put the cards taken into their zone, then the rest."""
        if self.effect.reveal == "taken":
            reveal(game, self.owner, refs)
        rest = tuple(ident for ident in self.cards if ident not in refs)
        game.push(*(PutTaken(self, ident) for ident in refs), PutRest(self, rest))


class PutTaken(Task, frozen=True):
    """The task of putting one taken card into its zone."""

    taking: TakeChoice
    card: int

    def run(self, game: GameCore) -> None:
        item = self.taking.ctx
        if self.card not in game.state.objects:
            return
        if self.taking.effect.to == "library-bottom":
            put_outermost(game, self.taking.owner, self.card, on_top=False)
        else:
            _put(game, item, EnteringPermanent(self.card, item.controller), self.taking.effect.to)


class PutRest(Task, frozen=True):
    """The task of putting the cards not taken into their zone.

    The player chooses the order on top or bottom of the library.
    """

    taking: TakeChoice
    cards: tuple[int, ...]

    def run(self, game: GameCore) -> None:
        item, to = self.taking.ctx, self.taking.effect.rest
        there = tuple(ident for ident in self.cards if ident in game.state.objects)
        if to in ("graveyard", "hand"):
            for ident in there:
                moving.move(game, ident, to, kind="mill" if to == "graveyard" else "find")
        elif there and self.taking.effect.random_order:
            game.push(ToBottom(self.taking.owner, there))
        elif there:
            game.push(RestOrder(item.controller, item, there, to == "library-top"))


class OrderChoice(OneOf, frozen=True):
    """The choice of the next card to put on top or bottom of its owner's library.

    The last one ends up outermost.
    """

    on_top: bool

    def prompt(self, game: GameCore) -> str:
        where, end = (
            ("on top of", "on top") if self.on_top else ("on the bottom of", "on the bottom")
        )
        return (
            f"Choose the next card to put {where} the library for {self.ctx.name} (the last "
            f"one ends up {end})"
        )

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        objects = game.state.objects
        return tuple(i for i in self.among if i in objects and objects[i].zone == "library")

    def put(self, game: GameCore, ident: int) -> None:
        """Put one object on top or bottom of its owner's library."""
        if ident in game.state.objects:
            leave_stack(game, ident)
            moving.move(
                game, ident, "library", position="top" if self.on_top else "bottom", kind="goes"
            )

    def answer(self, game: GameCore, action: Action) -> None:
        self.put(game, action.object)
        if left := tuple(ident for ident in self.among if ident != action.object):
            game.push(replace(self, among=left))


class RestOrder(OrderChoice, frozen=True):
    """The choice of an order for cards that stay in the library."""

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return self.among

    def put(self, game: GameCore, ident: int) -> None:
        put_outermost(game, game.state.objects[ident].owner, ident, on_top=self.on_top)


def put_outermost(game: GameCore, seat: int, ident: int, *, on_top: bool) -> None:
    """Move a card within a library to the top or bottom."""
    player = game.state.players[seat]
    others = tuple(other for other in player.library if other != ident)
    game.state.change_player(
        seat,
        library=(*others, ident) if on_top else (ident, *others),
        shown_cards=shown_cards.after_shuffle(player),
    )


@effect_handler(Exile)
def exile(game: GameCore, ctx: AbilityContext, effect: Exile) -> AbilityContext | None:
    """Exile objects.

    "Until the source leaves": they return then, and are not exiled if the source has already left
    (CR 610.3).
    """
    source = game.state.objects.get(ctx.source)
    if effect.until_source_leaves and (source is None or source.zone != "battlefield"):
        return None
    exiled = _all_away(game, _objects(game, effect, ctx), "exile", "exile")
    speaker = filters.last_object(game, ctx.source)
    if speaker is not None and _knows_again(speaker.printed.card):
        for ident in exiled:
            game.state.change(ident, exiled_by=ctx.source)
    if effect.until_source_leaves:
        ability = Triggered(when=When(event="leaves"), effects=(Move(what="it", to="battlefield"),))
        for ident in exiled:
            waiting = DelayedTrigger(ctx.controller, ctx.source, ability, it=ident, at_once=True)
            game.state.set(delayed=(*game.state.delayed, waiting))
    return speaks_of(ctx, exiled) if effect.what in FOLLOWED else None


@lru_cache(256)
def _knows_again(card: Card) -> bool:
    """Return whether an ability of a card refers to the cards that it exiled (CR 607.2a)."""
    return b'"exiled-by-self"' in json.encode(card)


@effect_handler(Move)
def move(game: GameCore, ctx: AbilityContext, effect: Move) -> AbilityContext | None:
    idents, moved = _objects(game, effect, ctx), list[int]()
    if effect.to == "battlefield":
        moved = [new for ident in idents if (new := _enter(game, ctx, effect, ident))]
        triggers.entered_together(game, moved)
    elif effect.to == "graveyard":
        moved = _into_graveyards(game, idents)
        # the permanent stays until its replacement has been chosen
        if moved and moved[0] in idents and effect.what in FOLLOWED:
            return replace(ctx, it=moved[0], moved=True)
    elif effect.to == "hand":
        moved = _all_away(game, idents, "hand", "return")
    else:
        _into_libraries(game, ctx, idents, "random" if effect.random_order else effect.to)
    return speaks_of(ctx, moved) if effect.what in FOLLOWED else None


def _objects(game: GameCore, effect: Exile | Move, ctx: AbilityContext) -> list[int]:
    return [ref for ref in filters.affected(game, effect.what, ctx) if ref in game.state.objects]


def _all_away(game: GameCore, idents: list[int], zone: str, kind: str) -> list[int]:
    """Move objects at the same time. Return the new ids of those that still exist."""
    for ident in idents:
        leave_stack(game, ident)
    return [new for new in moving.move_together(game, idents, zone, kind) if new]


def _enter(game: GameCore, ctx: AbilityContext, effect: Move, ident: int) -> int:
    controller = ctx.controller if effect.under == "you" else game.state.objects[ident].owner
    arrival, combat = EnteringPermanent(ident, controller, effect.tapped), game.state.combat
    if effect.attacking and combat is not None:
        relieved = filters.last_object(game, ctx.it)
        arrival = replace(
            arrival, at=relieved.space if relieved is not None else combat.space, aim=ctx.aim
        )
    return put_onto_battlefield(game, ctx, arrival)


def _into_graveyards(game: GameCore, idents: list[int]) -> list[int]:
    """Move objects to graveyards; permanents among them die."""
    objects = game.state.objects
    permanents = [ident for ident in idents if objects[ident].zone == "battlefield"]
    others = [ident for ident in idents if objects[ident].zone != "battlefield"]
    dying.put_into_graveyards(game, permanents)
    return [new for ident in permanents if (new := filters.current_id(game, ident))] + _all_away(
        game, others, "graveyard", "goes"
    )


DEPTHS = {"library-second": 1, "library-third": 2}
"""The number of cards above a card that isn't put on top."""


class Sink(Task, frozen=True):
    """The task of moving cards from the top of a library below the next cards (CR 401.7)."""

    seat: int
    depth: int
    number: int  # cards that sink

    def run(self, game: GameCore) -> None:
        library = game.state.players[self.seat].library
        rest, sunk = library[: -self.number], library[-self.number :]
        above = rest[max(0, len(rest) - self.depth) :]
        below = rest[: len(rest) - len(above)]
        game.state.change_player(
            self.seat,
            library=(*below, *sunk, *above),
            shown_cards=shown_cards.after_shuffle(game.state.players[self.seat]),
        )


def _into_libraries(game: GameCore, ctx: AbilityContext, idents: list[int], place: str) -> None:
    """Move objects to their owners' libraries; owners order several of their own (CR 401.4).

    Land of the map, which has no owner, leaves the map.
    """
    objects = game.state.objects
    _all_away(game, [i for i in idents if objects[i].owner == NOBODY], "library", "goes")
    idents = [ident for ident in idents if ident in objects and objects[ident].owner != NOBODY]
    owners = [objects[ident].owner for ident in idents]
    if place == "library-shuffled":
        _all_away(game, idents, "library", "goes")
    depth = DEPTHS.get(place, 0)

    def beneath(seat: int) -> tuple[Task, ...]:
        return (Sink(seat, depth, owners.count(seat)),) if depth else ()

    for seat in dict.fromkeys(owners):
        if place == "library-shuffled":
            moving.shuffle(game, seat)
        elif place == "random":
            mine = [i for i, owner in zip(idents, owners, strict=True) if owner == seat]
            game.push(ToBottom(seat, tuple(mine)))
        else:
            own = tuple(ident for ident, owner in zip(idents, owners, strict=True) if owner == seat)
            game.push(OrderChoice(seat, ctx, own, place != "library-bottom"), *beneath(seat))
