"""Possible actions of a player with priority, in groups of cheaply known size.

See `engine.magic.core.legal_actions`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from engine.actions import PASS, Action
from engine.cards.casting_options import CastingOptions, permitted_ways, ways_from
from engine.cards.costs import parse_cost
from engine.cards.model import Activated
from engine.magic.casting import from_elsewhere, permission
from engine.magic.continuous import player_rules
from engine.magic.core.game import GameCore
from engine.magic.core.legal_actions import ActionGroup, known_actions
from engine.magic.core.mana_source import Source
from engine.magic.core.position import NOBODY, GameObject, State
from engine.magic.core.special_actions import CONCERNED, SpecialAction
from engine.magic.index.by_ability import index_of
from engine.magic.index.derived import derived_for
from engine.magic.mana import sources

UNKNOWN = 1 << 30  # an amount of mana that pays for anything: the real amount is unknown
NEVER = UNKNOWN + 1  # more than any amount
PASSING = known_actions((PASS,), "pass")


class Casts(ActionGroup, frozen=True, gc=False):
    """A group of actions: casting any of several equal cards in a zone."""

    seat: int
    idents: tuple[int, ...]
    ways: CastingOptions

    def actions(self, game: GameCore) -> list[Action]:
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
        """Return the group without ways that cost more mana than `budget`."""
        return (
            self
            if self.ways.dearest <= budget
            else _casts(self.seat, self.idents, self.ways.within(budget))
        )


class Activates(ActionGroup, frozen=True, gc=False):
    """A group of actions: activating one ability, except plain mana abilities."""

    seat: int
    ability: Activated
    number: int
    least: int  # the least amount of mana that the ability costs

    def actions(self, game: GameCore) -> list[Action]:
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
        """Return whether a quick check shows that the ability can't be activated.

        It costs too much mana, taps a tapped permanent, or belongs to land that the player doesn't
        control.
        """
        obj = state.objects[self.object]
        if self.least > budget or (self.ability.cost.tap and obj.tapped):
            return True
        return obj.owner == NOBODY and obj.controller != self.seat and not self.ability.any_player


class Makes(ActionGroup, frozen=True, gc=False):
    """A group of actions: making mana by plain abilities of own permanents or adjacent land."""

    seat: int

    def actions(self, game: GameCore) -> list[Action]:
        found: Sequence[Source] = sources.usable_makers(game, self.seat)
        if game.rules.mana.by_place:
            mine = sources.sources(game, self.seat)
            found = [
                *found,
                *[source for source in (*mine.plain, *mine.bound) if source.through],
            ]
        return [sources.activation(source) for source in found]


class Only(ActionGroup, frozen=True, gc=False):
    """The actions of a group that pass a test."""

    group: ActionGroup
    may: Callable[[GameCore, Action], bool]

    def actions(self, game: GameCore) -> list[Action]:
        return [action for action in self.group.actions(game) if self.may(game, action)]


def only(
    groups: Sequence[ActionGroup], may: Callable[[GameCore, Action], bool]
) -> list[ActionGroup]:
    """Return groups reduced to the actions that pass a test."""
    return [Only(group.verb, group.object, group.most, 0, group, may) for group in groups]


class PriorityCandidates(Struct, gc=False):
    """All possible actions of a player at one kind of time, whatever the mana."""

    specials: tuple[SpecialAction, ...]
    acts: tuple[Activates, ...]
    elsewhere: tuple[Activates, ...]  # abilities of cards in hidden zones and graveyards
    any_spell: bool  # any spell can be cast now, not instants alone
    ruled: bool  # rules about players may permit more
    cheaper: bool  # spells may cost less than their printed cost
    least: int  # the least amount of mana that any of the spells and abilities costs


def main_actions(game: GameCore, seat: int, *, slow: bool) -> list[ActionGroup]:
    """Return the possible actions that make a player worth asking; for most players none.

    `slow`: a sorcery could be cast.
    """
    found: list[ActionGroup] = []
    prospects = priority_candidates(game, seat, slow)
    for special in prospects.specials:
        if special.is_worth_asking(game, seat):
            found += special.offered(game, seat)
    permitted = casts_elsewhere(game, seat, prospects.any_spell) if prospects.ruled else ()
    if prospects.least < NEVER or permitted:
        budget = (
            UNKNOWN
            if found
            else sources.most_mana(game.state.players[seat], sources.sources(game, seat))
        )
        if prospects.least <= budget or permitted:
            for act in prospects.acts:
                if not act.is_beyond(game.state, budget):
                    found.append(act)
            found += prospects.elsewhere
            budget = UNKNOWN if prospects.cheaper else budget
            casts = (*casts_of(game, seat, prospects.any_spell), *permitted)
            found += [group.within(budget) for group in casts if group.ways.cheapest <= budget]
    if (
        slow
        and game.rules.mana.lasts
        and (game.rules.mana.by_place or sources.usable_makers(game, seat))
    ):
        found.append(_making(game, seat))
    return found


def other_actions(game: GameCore, seat: int, *, slow: bool) -> list[ActionGroup]:
    """Return the other possible actions besides passing, such as making mana for later."""
    found: list[ActionGroup] = []
    for special in priority_candidates(game, seat, slow).specials:
        if not special.is_worth_asking(game, seat):
            found += special.offered(game, seat)
    if not slow or not game.rules.mana.lasts:  # otherwise main_actions includes it
        found.append(_making(game, seat))
    return found


def _making(game: GameCore, seat: int) -> Makes:
    through = sources.sources(game, seat).through if game.rules.mana.by_place else 0
    return Makes(
        "activate", 0, len(sources.whose_makers(game).get(seat, ())) + through, through, seat
    )


@derived_for(
    index_of,
    player_rules.has_rules,
    "player.hand",
    "owned printed",
    "elsewhere",
    "owned zone",
    *CONCERNED,
)
def priority_candidates(game: GameCore, seat: int, slow: bool) -> PriorityCandidates:
    """Return the possible actions of a player. `slow`: a sorcery could be cast."""
    state, index = game.state, index_of(game)
    objects, least, any_spell = state.objects, NEVER, slow or "flash" in index.rules
    for ident in state.players[seat].hand:
        card = objects[ident].printed
        if card.least < least and (card.is_spell if any_spell else card.is_instant):
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
        if elsewhere or casts_of(game, seat, any_spell):
            least = 0
    if index.cheapens and least < NEVER:
        least = 0
    # the player may have one of Magic's own special actions
    own = state.elsewhere != () or seat in index.disguised
    specials = game.rules.special_at(slow=slow, own=own)
    if specials:
        specials = tuple([each for each in specials if each.concerns(game, seat)])
    ruled = player_rules.has_rules(game)
    return PriorityCandidates(
        specials, acts, tuple(elsewhere), any_spell, ruled, index.cheapens, least
    )


@derived_for("player.hand", "owned printed", "elsewhere", "owned zone")
def casts_of(game: GameCore, seat: int, slow: bool) -> tuple[Casts, ...]:
    """Return the spells that a player might cast, whatever the mana.

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


def casts_elsewhere(game: GameCore, seat: int, slow: bool) -> tuple[Casts, ...]:
    """Return the spells that a player might cast by the permission of an effect."""
    objects = game.state.objects
    found: list[Casts] = []
    for ident in from_elsewhere.cards(game, seat):
        obj = objects[ident]
        ways = permitted_ways(obj.printed)
        if ways is not None and (obj.printed.is_spell if slow else obj.printed.is_instant):
            if obj.zone == "hand" and obj.owner == seat:  # the usual ways are open anyway
                ways = ways.permitted_only()
            if ways is not None:
                found.append(_casts(seat, (ident,), ways))
    return tuple(found)


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
    """Return the ways to cast cards of one zone, with equal cards in one group."""
    alike: dict[int, Casts] = {}
    for obj in cards:
        key = id(obj.printed)
        if key in alike:
            alike[key] = _casts(seat, (*alike[key].idents, obj.id), alike[key].ways)
        elif (ways := ways_from(obj.printed, obj.zone)) is not None:
            alike[key] = _casts(seat, (obj.id,), ways)
    return tuple(alike.values())


def _casts(seat: int, idents: tuple[int, ...], ways: CastingOptions) -> Casts:
    return Casts("cast", 0, len(idents) * len(ways.all), 0, seat, idents, ways)
