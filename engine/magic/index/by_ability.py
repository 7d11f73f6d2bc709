"""Which permanents have which abilities, and who may use them: looked up once, so that nobody
goes through all permanents.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from engine.base.dirty_flags import SPECIAL, WITH
from engine.base.records import replace
from engine.cards.mana_abilities import is_as_of_basic_land, makes_fixed_mana, makes_plain_mana
from engine.cards.model import Ability, Activated, CastCost, PlayerRule, Static, Triggered
from engine.magic.core.game import Game
from engine.magic.core.position import NOBODY
from engine.magic.index.derived import derived

if TYPE_CHECKING:
    from engine.magic.core.game import Game


A = TypeVar("A", bound=Ability)
K = TypeVar("K")
V = TypeVar("V")

# abilities of one kind: whose, which of its abilities, the ability
Found = tuple[tuple[int, int, Ability], ...]
Act = tuple[int, int, Activated]  # an activated ability: whose, which of its abilities, the ability


class Index(Struct, gc=False):
    """Which permanents have which abilities."""

    kinds: dict[type, Found]  # by kind: those that are neither activated, triggered nor static
    # those that are activated, but for mana abilities that cost nothing but their source
    others: tuple[Act, ...]
    # by the event for which they wait on the battlefield
    triggers: dict[str, tuple[tuple[int, int, Triggered], ...]]
    cheapens: bool  # something may make spells cost less
    varies: bool  # how much mana an ability makes may go by something else
    face_down: tuple[int, ...]  # what lies or stands face down
    # by controller: the `others`, those of the map's land for all; under NOBODY what all may use
    acts: dict[int, tuple[Act, ...]] = {}
    # those of `acts` for which there is a time beside that of sorceries
    quick: dict[int, tuple[Act, ...]] = {}
    disguised: frozenset[int] = frozenset()  # who controls something face down

    def acts_of(self, seat: int, *, slow: bool = True) -> tuple[Act, ...]:
        """The activated abilities of other kinds that a seat might use: those of its permanents,
        and those that any player may.

        Those of the map's land are among them whoever controls that, which goes from hand to hand.

        `slow`: those among them that take the time of a sorcery.
        """
        acts = self.acts if slow else self.quick
        return acts.get(seat, ()) + acts.get(NOBODY, ()) if acts else ()


@derived(WITH + SPECIAL, WITH + "face_down")
def whose_abilities(game: Game) -> Index:
    """Which permanents have which abilities, whoever controls them."""
    objects, table = game.state.objects, game.permanents.table
    kinds: dict[type, list[tuple[int, int, Ability]]] = {}
    others: list[Act] = []
    waiting: dict[str, list[tuple[int, int, Triggered]]] = {}
    cheapens = varies = False
    for ident, c in table.items():
        if not c.abilities:
            continue
        for number, ability in enumerate(c.abilities):
            if isinstance(ability, Static):  # which layers look after
                continue
            if isinstance(ability, Activated):
                if is_as_of_basic_land(ability):  # as nearly all are
                    continue
                varies = varies or not makes_fixed_mana(ability)
                if not makes_plain_mana(ability):
                    others.append((ident, number, ability))
            elif isinstance(ability, Triggered):
                if ability.when.zone == "battlefield":
                    waiting.setdefault(ability.when.event, []).append((ident, number, ability))
            else:
                kinds.setdefault(type(ability), []).append((ident, number, ability))
                cheapens = cheapens or (isinstance(ability, CastCost) and ability.amount < 0)
    face_down = tuple([ident for ident in table if objects[ident].face_down])
    return Index(_fixed(kinds), tuple(others), _fixed(waiting), cheapens, varies, face_down)


@derived(whose_abilities, "owned controller")
def index_of(game: Game) -> Index:
    """Which permanents have which abilities now, and who may use them."""
    index, records = whose_abilities(game), game.state.objects
    acts: dict[int, list[Act]] = {}
    for act in index.others:
        obj = records[act[0]]
        if act[2].any_player:
            whose: Iterable[int] = (NOBODY,)
        elif obj.owner == NOBODY:
            whose = range(len(game.state.players))
        else:
            whose = (obj.controller,) if obj.controller != NOBODY else ()
        for seat in whose:
            acts.setdefault(seat, []).append(act)
    quick = {
        seat: found
        for seat, mine in acts.items()
        if (found := tuple(act for act in mine if not is_slow(act[2])))
    }
    disguised = frozenset(records[ident].controller for ident in index.face_down)
    return replace(index, acts=_fixed(acts), quick=quick, disguised=disguised)


def is_slow(ability: Activated) -> bool:
    """Whether an ability is activated only when a sorcery could be cast."""
    return ability.sorcery_speed or ability.cost.loyalty is not None


def abilities_of(game: Game, kind: type[A]) -> tuple[tuple[int, int, A], ...]:
    """The abilities of one kind of all permanents, neither activated, triggered nor static:
    whose, which of its abilities, the ability.
    """
    return whose_abilities(game).kinds.get(kind, ())  # type: ignore[return-value] # the index is by kind


def triggers_on(game: Game, event: str) -> tuple[tuple[int, int, Triggered], ...]:
    """The abilities of all permanents that trigger on one kind of event; state triggers are
    those on "state".
    """
    return whose_abilities(game).triggers.get(event, ())


def _fixed(found: dict[K, list[V]]) -> dict[K, tuple[V, ...]]:
    return {key: tuple(entries) for key, entries in found.items()}


def player_rule(game: Game, seat: int, rule: str) -> int:
    """How many permanents' rules of a kind hold for a seat."""
    number = 0
    for ident, _, ability in abilities_of(game, PlayerRule):
        mine = game.state.objects[ident].controller == seat
        number += ability.rule == rule and (
            ability.who == "players" or mine is (ability.who == "you")
        )
    return number
