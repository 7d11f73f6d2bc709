"""What a player with priority might do, in groups of which it is cheaply known how many actions
each has at most (`magic.offers`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from engine.actions import PASS, Action
from engine.cards.casting_options import Ways, ways_from
from engine.cards.costs import parse_cost
from engine.cards.model import Activated
from engine.magic.casting import permission
from engine.magic.core.game import Game
from engine.magic.core.legal_actions import Group, made
from engine.magic.core.mana_source import Source
from engine.magic.core.position import NOBODY, GameObject, State
from engine.magic.core.special_actions import CONCERNED, SpecialAction
from engine.magic.index.by_ability import index_of
from engine.magic.index.derived import derived_for
from engine.magic.mana import sources

UNKNOWN = 1 << 30  # how much mana there is, for all that is known: anything might be paid
NEVER = UNKNOWN + 1  # more than that
PASSING = made((PASS,), "pass")


class Casts(Group, frozen=True, gc=False):
    """Casting any of several equal cards of a zone, in those of these ways in which they can be
    cast.
    """

    seat: int
    idents: tuple[int, ...]
    ways: Ways

    def actions(self, game: Game) -> list[Action]:
        obj, available = game.state.objects[self.idents[0]], sources.sources(game, self.seat)
        budget = (
            UNKNOWN
            if index_of(game).cheapens
            else sources.most_mana(game.state.players[self.seat], available)
        )
        ways = [way for way in self.ways.all if way.least <= budget]
        words = [
            way.word
            for way in ways
            if permission.cast_refusal(game, self.seat, obj, way, available) is None
        ]
        return [Action("cast", object=ident, word=word) for ident in self.idents for word in words]

    def within(self, budget: int) -> Casts:
        """The same in those of the ways for which so much mana might be enough."""
        return (
            self
            if self.ways.dearest <= budget
            else _casts(self.seat, self.idents, self.ways.within(budget))
        )


class Activates(Group, frozen=True, gc=False):
    """Activating one ability, which is no plain mana ability."""

    seat: int
    ability: Activated
    number: int
    least: int  # it takes no less mana than this

    def actions(self, game: Game) -> list[Action]:
        obj, available = game.state.objects[self.object], sources.sources(game, self.seat)
        if self.is_beyond(game.state, sources.most_mana(game.state.players[self.seat], available)):
            return []
        if (
            permission.activate_refusal(game, self.seat, obj, self.ability, self.number, available)
            is not None
        ):
            return []
        return [Action("activate", object=self.object, ability=self.number + 1)]

    def is_beyond(self, state: State, budget: int) -> bool:
        """Whether a quick look shows that it can't be done: it takes more mana than there is,
        taps what is tapped, or is of other land.
        """
        obj = state.objects[self.object]
        if self.least > budget or (self.ability.cost.tap and obj.tapped):
            return True
        return obj.owner == NOBODY and obj.controller != self.seat and not self.ability.any_player


class Makes(Group, frozen=True, gc=False):
    """Making mana by abilities that cost nothing but their source, one's own or land's beside
    one's creatures.
    """

    seat: int

    def actions(self, game: Game) -> list[Action]:
        found: Sequence[Source] = sources.usable_makers(game, self.seat)
        if game.rules.mana.by_place:
            found = [
                *found,
                *[source for source in sources.sources(game, self.seat).plain if source.through],
            ]
        return [sources.activation(source) for source in found]


class Only(Group, frozen=True, gc=False):
    """Those of a group that something may be done with now."""

    group: Group
    may: Callable[[Game, Action], bool]

    def actions(self, game: Game) -> list[Action]:
        return [action for action in self.group.actions(game) if self.may(game, action)]


def only(groups: Sequence[Group], may: Callable[[Game, Action], bool]) -> list[Group]:
    """Of the actions of some groups those that may be taken now."""
    return [Only(group.verb, group.object, group.most, 0, group, may) for group in groups]


class Prospects(Struct, gc=False):
    """What a player might do at a time of one kind, however little mana there is."""

    specials: tuple[SpecialAction, ...]
    acts: tuple[Activates, ...]
    elsewhere: tuple[Activates, ...]  # those of cards in hidden zones and graveyards
    cheaper: bool  # spells may cost less than they say
    least: int  # none of the spells and abilities takes less mana than this


def deeds(game: Game, seat: int, *, slow: bool) -> list[Group]:
    """What might be done for whose sake a player is asked at all, which most have nothing of.

    `slow`: a sorcery could be cast.
    """
    found: list[Group] = []
    prospects = prospects_of(game, seat, slow)
    for special in prospects.specials:
        if special.is_worth_asking(game, seat):
            found += special.offered(game, seat)
    if prospects.least < NEVER:
        budget = (
            UNKNOWN
            if found
            else sources.most_mana(game.state.players[seat], sources.sources(game, seat))
        )
        if prospects.least <= budget:
            for act in prospects.acts:
                if not act.is_beyond(game.state, budget):
                    found.append(act)
            found += prospects.elsewhere
            budget = UNKNOWN if prospects.cheaper else budget
            found += [
                group.within(budget)
                for group in casts_of(game, seat, slow)
                if group.ways.cheapest <= budget
            ]
    if (
        slow
        and game.rules.mana.lasts
        and (game.rules.mana.by_place or sources.usable_makers(game, seat))
    ):
        found.append(_making(game, seat))
    return found


def rest(game: Game, seat: int, *, slow: bool) -> list[Group]:
    """What else may be done besides passing: mana is made for nothing yet."""
    found: list[Group] = []
    for special in prospects_of(game, seat, slow).specials:
        if not special.is_worth_asking(game, seat):
            found += special.offered(game, seat)
    if not slow or not game.rules.mana.lasts:  # else it is among the deeds
        found.append(_making(game, seat))
    return found


def _making(game: Game, seat: int) -> Makes:
    through = sources.sources(game, seat).through if game.rules.mana.by_place else 0
    return Makes(
        "activate", 0, len(sources.whose_makers(game).get(seat, ())) + through, through, seat
    )


@derived_for(index_of, "player.hand", "owned printed", "elsewhere", "owned zone", *CONCERNED)
def prospects_of(game: Game, seat: int, slow: bool) -> Prospects:
    """What a player might do. `slow`: a sorcery could be cast."""
    state, index = game.state, index_of(game)
    objects, least = state.objects, NEVER
    for ident in state.players[seat].hand:
        card = objects[ident].printed
        if card.least < least and (card.is_spell if slow else card.is_instant):
            least = card.least
    acts = (
        tuple([_activates(seat, *act) for act in index.acts_of(seat, slow=slow)])
        if index.acts
        else ()
    )
    for act in acts:
        least = min(least, act.least)
    elsewhere: list[Activates] = []
    if state.elsewhere:
        mine = [obj for ident in state.elsewhere if (obj := objects[ident]).owner == seat]
        elsewhere = [
            _activates(seat, obj.id, n, each)
            for obj in mine
            for n, each in obj.printed.activated_in.get(obj.zone, ())
        ]
        if elsewhere or casts_of(game, seat, slow):
            least = 0
    if index.cheapens and least < NEVER:
        least = 0
    # who may have something for Magic's own special actions
    own = state.elsewhere != () or seat in index.disguised
    specials = game.rules.special_at(slow=slow, own=own)
    if specials:
        specials = tuple([each for each in specials if each.concerns(game, seat)])
    return Prospects(specials, acts, tuple(elsewhere), index.cheapens, least)


@derived_for("player.hand", "owned printed", "elsewhere", "owned zone")
def casts_of(game: Game, seat: int, slow: bool) -> tuple[Casts, ...]:
    """The spells that a player might cast, however little mana there is.

    `slow`: a sorcery could be cast.
    """
    state, objects = game.state, game.state.objects
    cards = map(objects.__getitem__, state.players[seat].hand)
    casts = _together(
        seat,
        [card for card in cards if (card.printed.is_spell if slow else card.printed.is_instant)],
    )
    if state.elsewhere:
        there = map(objects.__getitem__, state.elsewhere)
        casts += _together(
            seat, [obj for obj in there if obj.owner == seat and obj.zone == "graveyard"]
        )
    return casts


def _activates(seat: int, ident: int, number: int, ability: Activated) -> Activates:
    mana_cost = ability.cost.mana
    return Activates(
        "activate",
        ident,
        1,
        0,
        seat,
        ability,
        number,
        parse_cost(mana_cost).least if mana_cost else 0,
    )


def _together(seat: int, cards: Sequence[GameObject]) -> tuple[Casts, ...]:
    """The ways to cast cards of one zone, of equal cards together."""
    alike: dict[int, Casts] = {}
    for obj in cards:
        key = id(obj.printed)
        if key in alike:
            alike[key] = _casts(seat, (*alike[key].idents, obj.id), alike[key].ways)
        elif (ways := ways_from(obj.printed, obj.zone)) is not None:
            alike[key] = _casts(seat, (obj.id,), ways)
    return tuple(alike.values())


def _casts(seat: int, idents: tuple[int, ...], ways: Ways) -> Casts:
    return Casts("cast", 0, len(idents) * len(ways.all), 0, seat, idents, ways)
