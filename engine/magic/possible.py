"""What a player with priority might do, in groups of which it is cheaply known how many actions each has at most (`magic.offers`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.actions import PASS, Action
from engine.cards.casting_options import Way, ways_of
from engine.cards.costs import parse_cost
from engine.cards.model import Activated
from engine.magic import castability, mana
from engine.magic.ability_index import Act, Index, index_of
from engine.magic.game import Game
from engine.magic.offers import Group, made
from engine.magic.state import GameObject, State

UNKNOWN = 1 << 30  # how much mana there is, for all that is known: anything might be paid
PASSING = made((PASS,), "pass")


class Casts(Group, frozen=True, gc=False):
    """Casting any of several equal cards of a zone, in those of these ways in which they can be cast."""

    seat: int
    idents: tuple[int, ...]
    ways: tuple[Way, ...]

    def actions(self, game: Game) -> list[Action]:
        obj, available = game.state.objects[self.idents[0]], mana.sources(game, self.seat)
        budget = UNKNOWN if index_of(game).cheapens else mana.most_mana(game.state.players[self.seat], available)
        ways = [way for way in self.ways if way.least <= budget]
        words = [way.word for way in ways if castability.cast_refusal(game, self.seat, obj, way, available) is None]
        return [Action("cast", object=ident, word=word) for ident in self.idents for word in words]


class Activates(Group, frozen=True, gc=False):
    """Activating one ability, which is no plain mana ability."""

    seat: int
    ability: Activated
    number: int

    def actions(self, game: Game) -> list[Action]:
        obj, available = game.state.objects[self.object], mana.sources(game, self.seat)
        if _is_beyond(obj, self.ability, mana.most_mana(game.state.players[self.seat], available)):
            return []
        if castability.activate_refusal(game, self.seat, obj, self.ability, self.number, available) is not None:
            return []
        return [Action("activate", object=self.object, ability=self.number + 1)]


class Makes(Group, frozen=True, gc=False):
    """Making mana by abilities that cost nothing but their source, one's own or land's beside one's creatures."""

    seat: int

    def actions(self, game: Game) -> list[Action]:
        mine = [Action("activate", object=ident, ability=number + 1) for ident, number, _ in mana.usable_makers(game, self.seat)]
        if not game.rules.mana.by_place:
            return mine
        return mine + [mana.activation(source) for source in mana.sources(game, self.seat).plain if source.through]


class Only(Group, frozen=True, gc=False):
    """Those of a group that something may be done with now."""

    group: Group
    may: Callable[[Game, Action], bool]

    def actions(self, game: Game) -> list[Action]:
        return [action for action in self.group.actions(game) if self.may(game, action)]


def only(groups: Sequence[Group], may: Callable[[Game, Action], bool]) -> list[Group]:
    """Of the actions of some groups those that may be taken now."""
    return [Only(group.verb, group.object, group.most, 0, group, may) for group in groups]


def deeds(game: Game, seat: int, *, slow: bool) -> list[Group]:
    """What might be done for whose sake a player is asked at all, which most have nothing of. `slow`: a sorcery could be cast."""
    found: list[Group] = []
    state, index = game.state, index_of(game)
    for special in game.rules.special_at(slow=slow, own=_has_own(state, index, seat)):
        if special.is_worth_asking(game, seat):
            found += special.offered(game, seat)
    cards, acts = timely(state, seat, slow=slow), index.acts_of(seat, slow=slow)
    if cards or acts or state.elsewhere:
        _add_cards(game, seat, found, cards, acts)
    if slow and game.rules.mana.lasts and (game.rules.mana.by_place or mana.usable_makers(game, seat)):
        found.append(_making(game, seat))
    return found


def rest(game: Game, seat: int, *, slow: bool) -> list[Group]:
    """What else may be done besides passing: mana is made for nothing yet."""
    found: list[Group] = []
    for special in game.rules.special_at(slow=slow, own=_has_own(game.state, index_of(game), seat)):
        if not special.is_worth_asking(game, seat):
            found += special.offered(game, seat)
    if not slow or not game.rules.mana.lasts:  # else it is among the deeds
        found.append(_making(game, seat))
    return found


def _has_own(state: State, index: Index, seat: int) -> bool:
    """Whether a player may have something for Magic's own special actions: cards to suspend, or something face down."""
    return state.elsewhere != () or seat in index.disguised


def _making(game: Game, seat: int) -> Makes:
    through = sum([source.through != 0 for source in mana.sources(game, seat).plain]) if game.rules.mana.by_place else 0
    return Makes("activate", 0, len(index_of(game).makers.get(seat, ())) + through, through, seat)


def _add_cards(game: Game, seat: int, found: list[Group], cards: list[GameObject], acts: Sequence[Act]) -> None:
    """Add which of these cards and abilities might be cast or activated, and what is elsewhere; how much mana there is if it matters."""
    state, cheaper = game.state, index_of(game).cheapens
    objects = state.objects
    elsewhere = [obj for ident in state.elsewhere if (obj := objects[ident]).owner == seat] if state.elsewhere else []
    if not cards and not acts and not elsewhere:
        return
    budget = UNKNOWN if found else mana.most_mana(state.players[seat], mana.sources(game, seat))
    for ident, number, ability in acts:
        if not _is_beyond(objects[ident], ability, budget):
            found.append(Activates("activate", ident, 1, 0, seat, ability, number))
    for obj in elsewhere:
        found += [Activates("activate", obj.id, 1, 0, seat, each, n) for n, each in obj.printed.activated_in.get(obj.zone, ())]
        if obj.zone == "graveyard":
            cards.append(obj)
    alike: dict[tuple[int, str], Casts] = {}
    for obj in cards:
        if not cheaper and obj.printed.least > budget:
            continue
        key = id(obj.printed), obj.zone
        if key in alike:
            equal = alike[key]
            alike[key] = Casts("cast", 0, equal.most + len(equal.ways), 0, seat, (*equal.idents, obj.id), equal.ways)
        elif ways := tuple([way for way in ways_of(obj.printed) if way.zone == obj.zone and (cheaper or way.least <= budget)]):
            alike[key] = Casts("cast", 0, len(ways), 0, seat, (obj.id,), ways)
    found += alike.values()


def timely(state: State, seat: int, *, slow: bool) -> list[GameObject]:
    """The cards in a player's hand that the time allows to cast. `slow`: a sorcery could be cast."""
    hand, objects = state.players[seat].hand, state.objects
    if slow:
        return [obj for ident in hand if (obj := objects[ident]).printed.is_spell]
    return [obj for ident in hand if (obj := objects[ident]).printed.is_instant]


def _is_beyond(obj: GameObject, ability: Activated, budget: int) -> bool:
    """Whether a quick look shows that an ability can't be activated: it would tap what is tapped, or takes more mana than there is."""
    cost = ability.cost
    return (cost.tap and obj.tapped) or (cost.mana != "" and parse_cost(cost.mana).least > budget)
