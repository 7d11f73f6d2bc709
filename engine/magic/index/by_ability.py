"""An index of permanents by ability, and of the players who may activate abilities.

Computed once per change, so that no rule has to loop over all permanents.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from engine.base.dirty_flags import SPECIAL
from engine.base.records import replace
from engine.cards.attack_limits import AttackLimit, attack_limit
from engine.cards.characteristics import may_reduce
from engine.cards.mana_abilities import is_as_of_basic_land, makes_fixed_mana, makes_plain_mana
from engine.cards.model import Ability, Activated, CastCost, PlayerRule, Static, Triggered
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY
from engine.magic.index.derived import derived

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore


A = TypeVar("A", bound=Ability)
K = TypeVar("K")
V = TypeVar("V")

# abilities of one kind: the permanent, the ability's index, the ability
Found = tuple[tuple[int, int, Ability], ...]
# an activated ability: the permanent, the ability's index, the ability
Act = tuple[int, int, Activated]


class Index(Struct, gc=False):
    """The abilities of all permanents and emblems, by kind."""

    # by kind: abilities that are neither activated, triggered, static nor rules about players
    kinds: dict[type, Found]
    # activated abilities, except mana abilities that cost only the use of their source
    others: tuple[Act, ...]
    # triggered abilities of permanents, by event
    triggers: dict[str, tuple[tuple[int, int, Triggered], ...]]
    cheapens: bool  # some ability may reduce the cost of spells
    varies: bool  # the amount of mana of some ability may depend on other objects
    face_down: tuple[int, ...]  # permanents that are face down
    rules: dict[str, tuple[tuple[int, PlayerRule], ...]]  # rules about players, by kind of rule
    # by creature: the conditions under which it can't attack a player
    limits: dict[int, tuple[AttackLimit, ...]]
    # `others` by controller, those of the map's lands under every seat; under NOBODY the abilities
    # that any player may activate
    acts: dict[int, tuple[Act, ...]] = {}
    # those of `acts` that don't need sorcery timing
    quick: dict[int, tuple[Act, ...]] = {}
    disguised: frozenset[int] = frozenset()  # the seats that control something face down

    def acts_of(self, seat: int, *, slow: bool = True) -> tuple[Act, ...]:
        """Return the activated abilities in `others` that a seat might activate.

        These are the abilities of the seat's permanents, of the map's lands (whose holder changes
        often) and those that any player may activate. `slow`: include abilities with sorcery
        timing.
        """
        acts = self.acts if slow else self.quick
        return acts.get(seat, ()) + acts.get(NOBODY, ()) if acts else ()


@derived(SPECIAL, "face_down", "emblems")
def whose_abilities(game: GameCore) -> Index:
    """Return the index of the abilities of permanents and emblems, without controllers."""
    objects, table = game.state.objects, game.permanents.table
    emblems = {ident: objects[ident].printed.base for ident in game.state.emblems}
    kinds: dict[type, list[tuple[int, int, Ability]]] = {}
    others: list[Act] = []
    waiting: dict[str, list[tuple[int, int, Triggered]]] = {}
    rules: dict[str, list[tuple[int, PlayerRule]]] = {}
    limits: dict[int, list[AttackLimit]] = {}
    cheapens = varies = False
    for ident, c in (*table.items(), *emblems.items()) if emblems else table.items():
        if not c.abilities:
            continue
        for number, ability in enumerate(c.abilities):
            if isinstance(ability, Static):  # layers apply the other static abilities
                if (limit := attack_limit(ability)) is not None:
                    limits.setdefault(ident, []).append(limit)
                continue
            if isinstance(ability, Activated):
                if is_as_of_basic_land(ability):  # most abilities
                    continue
                varies = varies or not makes_fixed_mana(ability)
                if not makes_plain_mana(ability):
                    others.append((ident, number, ability))
            elif isinstance(ability, Triggered):
                if ability.when.zone == "battlefield":
                    waiting.setdefault(ability.when.event, []).append((ident, number, ability))
            elif isinstance(ability, PlayerRule):
                rules.setdefault(ability.rule, []).append((ident, ability))
            else:
                kinds.setdefault(type(ability), []).append((ident, number, ability))
                cheapens = cheapens or (
                    isinstance(ability, CastCost)
                    and ability.of != "self"
                    and may_reduce(ability.amount)
                )
    face_down = tuple([ident for ident in table if objects[ident].face_down])
    return Index(
        _fixed(kinds),
        tuple(others),
        _fixed(waiting),
        cheapens,
        varies,
        face_down,
        _fixed(rules),
        _fixed(limits),
    )


@derived(whose_abilities, "owned controller")
def index_of(game: GameCore) -> Index:
    """Return the index of abilities, with controllers."""
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
    """Return whether an ability can be activated only when a sorcery could be cast."""
    return ability.sorcery_speed or ability.cost.loyalty is not None


def abilities_of(game: GameCore, kind: type[A]) -> tuple[tuple[int, int, A], ...]:
    """Return all permanents' and emblems' abilities of one kind: object, index and ability.

    Not for activated, triggered and static abilities, nor for rules about players.
    """
    return whose_abilities(game).kinds.get(kind, ())  # type: ignore[return-value] # the index is by kind


def triggers_on(game: GameCore, event: str) -> tuple[tuple[int, int, Triggered], ...]:
    """Return the abilities that trigger on an event; for state triggers "state"."""
    return whose_abilities(game).triggers.get(event, ())


def _fixed(found: dict[K, list[V]]) -> dict[K, tuple[V, ...]]:
    return {key: tuple(entries) for key, entries in found.items()} if found else {}
