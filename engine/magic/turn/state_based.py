"""State-based actions (CR 704), checked before every priority until none applies."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from engine.actions import Action
from engine.base.dirty_flags import CHARACTERISTICS, STATE_BASED_ACTIONS
from engine.cards.characteristics import Characteristics
from engine.magic.abilities import replacement, triggers
from engine.magic.continuous import filters
from engine.magic.continuous.filters import asks_more
from engine.magic.continuous.player_rules import player_rule
from engine.magic.core.agenda import Question, Task
from engine.magic.core.map_interface import Loser
from engine.magic.core.position import (
    NOBODY,
    AbilityContext,
    AfterEffects,
    Combat,
    GameObject,
    State,
)
from engine.magic.index.by_type import all_keywords
from engine.magic.zones import battlefield, durations, dying, face_down, object_lists
from engine.magic.zones.designations import ascend
from engine.magic.zones.durations import goes_on, sync_control

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore


def check(game: GameCore) -> bool | Question:
    """Perform the state-based actions that apply.

    Returns whether any did, or the choice that a player must make first. Skipped while no column on
    which they depend has changed (`engine.magic.index.dependencies`).
    """
    state = game.state
    if state.dirty & CHARACTERISTICS:
        game.bring_up_to_date()  # changed permanents must be checked
    # no player gets priority before the first turn
    if not state.dirty & STATE_BASED_ACTIONS or not state.turn.number:
        return False
    state.begin_checks()
    done = _see_to_effects(game) or _look_and_do(game)
    if state.dirty & CHARACTERISTICS:
        game.bring_up_to_date()
    state.end_checks(settled=not done)
    return done


def _see_to_effects(game: GameCore) -> bool:
    """End effects, update control and combat, which is due as often as state-based actions.

    Returns whether any permanent changed control.
    """
    state = game.state
    if state.lasting:  # effects that last while their source stays end with it (CR 611.2b, 702.26f)
        durations.end(
            game, lambda effect: not goes_on(game, effect.until, effect.source, effect.controller)
        )
    if sync_control(game):  # control changes at once (CR 613.1b)
        return True
    if state.combat is not None:
        _leave_combat(game, state.combat)
    return False


def _look_and_do(game: GameCore) -> bool | Question:
    state = game.state
    depth = len(state.agenda)
    losers = _losers(game)
    # at the same time as players lose: permanents killed by a loser's effects die (CR 704.3)
    done = _permanents(game)
    if len(state.agenda) == depth:  # otherwise a replacement must be chosen first
        done = _lose(game, losers) or done
    blessed = "ascend" in all_keywords(game) and ascend(game)
    return blessed or done or game.rules.check(game)


def _leave_combat(game: GameCore, combat: Combat) -> None:
    """Remove permanents that are no longer creatures from combat (CR 506.4)."""
    objects = game.state.objects
    fighting = {ident for a in combat.attackers for ident in (a.id, *a.blockers)}
    for ident in sorted(fighting & objects.keys()):
        if not game.characteristics(ident).is_creature and not objects[ident].player_token:
            object_lists.remove_from_combat(game, ident)


def _losers(game: GameCore) -> list[Loser]:
    """Return the losers: 0 life, ten poison counters, or a draw from an empty library.

    See CR 704.5a to c.
    """
    losers: list[Loser] = []
    for player in game.state.players:
        if player.out or player.fallen:
            continue
        if player.life is not None and game.rules.life_left(game, player) <= 0:
            losers.append(Loser(player.seat, "has no life left", "losing.life"))
        elif player.poison >= 10:
            losers.append(Loser(player.seat, "has ten poison counters", "losing.poison"))
        elif player.drew_from_empty and game.rules.setup.empty_library_loses:
            losers.append(Loser(player.seat, "drew from an empty library", "losing.library"))
    return (
        [each for each in losers if not player_rule(game, each.seat, "cant-lose")]
        if losers
        else losers
    )


def _lose(game: GameCore, losers: list[Loser]) -> bool:
    """Make players lose.

    A player who drew from an empty library and didn't lose won't lose for that draw later (CR
    704.5b).
    """
    for player in game.state.players:
        if player.drew_from_empty:
            game.state.change_player(player.seat, drew_from_empty=False)
    return game.rules.players_lose(game, losers)


class Due(Struct):
    """The state-based actions on permanents that apply at one time."""

    buried: list[int] = []  # put into the graveyard, which regeneration doesn't replace
    destroyed: list[int] = []
    fallen_off: list[int] = []  # attached illegally
    unbestowed: list[int] = []  # bestowed, and attached illegally
    opposed: list[int] = []  # with both +1/+1 and -1/-1 counters
    parted: list[int] = []  # no longer paired
    unharmed: list[int] = []  # survived damage from deathtouch
    unique: bool = False  # a legendary permanent or a world enchantment came or changed


def _permanents(game: GameCore) -> bool | Question:
    """Perform state-based actions on permanents and counters."""
    permanents, state = game.permanents, game.state
    objects, table, looked_at = state.objects, permanents.table, state.unchecked
    if looked_at and permanents.attached:
        looked_at = looked_at.union(_unsure(state, permanents))
    doubtful = [
        ident
        for ident in looked_at
        if ident in table and not _is_plain(objects[ident], table[ident])
    ]
    if not doubtful:
        return False
    due = Due()
    if game.effort is not None:
        game.effort.spend(len(doubtful))
    for ident in sorted(doubtful):
        if not objects[ident].stays:
            _look(game, due, objects[ident], table[ident])
    for ident in due.fallen_off:
        host, seat = objects[ident].attached_to, objects[ident].controller
        triggers.notice(game, "becomes-unattached", ident, seat=seat, by=host)
        state.change(ident, attached_to=0)
    for ident in due.unbestowed:
        face_down.end_bestow(game, ident)
    for ident in due.parted:
        object_lists.unpair(game, objects[ident])
    for ident in due.unharmed:
        state.change(ident, deathtouched=False)
    gone = due.buried + dying.doomed(game, due.destroyed)  # all at once
    if gone:
        with game.because(
            "death.creature" if all(table[ident].is_creature for ident in gone) else "death"
        ):
            dying.put_into_graveyards(game, gone)
        return True  # other actions are checked again once these have left
    _cancel_out(game, due.opposed)
    if due.destroyed or due.fallen_off or due.unbestowed or due.opposed or due.parted:
        return True
    return due.unique and _legends(game)


def _cancel_out(game: GameCore, opposed: list[int]) -> None:
    """Remove +1/+1 and -1/-1 counters in pairs (CR 704.5q).

    Permanents that died at the same time have left with all their counters.
    """
    objects = game.state.objects
    for ident in opposed:
        if ident in objects:
            number = min(objects[ident].count("+1/+1"), objects[ident].count("-1/-1"))
            battlefield.add_counters(game, ident, "+1/+1", -number)
            battlefield.add_counters(game, ident, "-1/-1", -number)


def _unsure(state: State, permanents: AfterEffects) -> list[int]:
    """Return attachments to check: the host has changed, or the Aura depends on other objects."""
    objects, table, changed = state.objects, permanents.table, state.unchecked
    attached = permanents.attached
    unsure = [
        ident
        for ident in attached
        if (host := objects[ident].attached_to) in changed or host not in table
    ]
    return (
        unsure + [ident for ident in attached if asks_more(objects[ident].printed)]
        if permanents.demanding
        else unsure
    )


def _is_plain(obj: GameObject, c: Characteristics) -> bool:
    """Return whether a quick check shows that no action applies to a permanent."""
    if (
        obj.damage
        or obj.deathtouched
        or obj.counters
        or obj.attached_to
        or obj.paired
        or c.supertypes
        or "Planeswalker" in c.types
    ):
        return "Basic" in c.supertypes and obj.never_taps
    return "Aura" not in c.subtypes and ("Creature" not in c.types or c.toughness > 0)


def _look(game: GameCore, due: Due, obj: GameObject, c: Characteristics) -> None:
    ident, types = obj.id, c.types
    is_aura = "Enchantment" in types and "Aura" in c.subtypes
    stray = is_aura and not _aura_legal(game, obj, c)
    if stray and "bestow" in obj.paid:  # it stays, as a creature (CR 702.103f)
        due.unbestowed.append(ident)
    elif (
        # a creature that gained life has negative damage
        ("Creature" in types and c.toughness <= min(obj.damage, 0))
        or ("Planeswalker" in types and not obj.count("loyalty"))
        or stray
    ):
        due.buried.append(ident)
    elif (
        "Creature" in types
        and (obj.damage >= c.toughness or obj.deathtouched)
        and "indestructible" not in c.keywords
    ):
        due.destroyed.append(ident)
    elif obj.deathtouched:
        due.unharmed.append(ident)
    if obj.attached_to and not is_aura and not _equipment_legal(game, obj, c):
        due.fallen_off.append(ident)
    # a creature that leaves or changes control is unpaired at once
    if obj.paired and "Creature" not in types:
        due.parted.append(ident)
    if len(obj.counters) > 1 and obj.count("+1/+1") and obj.count("-1/-1"):
        due.opposed.append(ident)
    if "Legendary" in c.supertypes or "World" in c.supertypes:
        due.unique = True


def _aura_legal(game: GameCore, obj: GameObject, c: Characteristics) -> bool:
    """Return whether an Aura is attached to a legal object or player (CR 704.5m)."""
    enchant = obj.printed.card.enchant
    host = game.state.objects.get(obj.attached_to) if obj.attached_to > 0 else None
    if obj.attached_to < 0:
        seat = filters.ref_seat(obj.attached_to)
        mine = enchant is not None and enchant.player == "opponent" and seat == obj.controller
        return not mine and not game.state.players[seat].out
    if (
        enchant is None
        or enchant.of is None
        or host is None
        or host.zone != "battlefield"
        or "Creature" in c.types
    ):
        return False
    ctx = AbilityContext(obj.controller, obj.id, obj.printed.name)
    fits = filters.matches(game, enchant.of, host, game.characteristics(host.id), ctx)
    return fits and not replacement.protection_from(game, host.id, obj.id)


def _equipment_legal(game: GameCore, obj: GameObject, c: Characteristics) -> bool:
    """Return whether a non-Aura may stay attached: a noncreature Equipment on a creature.

    See CR 704.5n and 704.5p.
    """
    host = game.state.objects.get(obj.attached_to)
    if (
        host is None
        or host.zone != "battlefield"
        or "Equipment" not in c.subtypes
        or "Creature" in c.types
    ):
        return False
    return game.characteristics(host.id).is_creature and not replacement.protection_from(
        game, host.id, obj.id
    )


def _legends(game: GameCore) -> bool | Question:
    """Apply the legend rule (CR 704.5j) and the world rule (CR 704.5k).

    A player keeps one of several legendary permanents with a name; the newest world stays.
    """
    legends: dict[tuple[int, str], list[int]] = {}
    worlds: list[int] = []
    for ident, c in game.permanents.table.items():
        controller = game.state.objects[ident].controller
        # not permanents that lie on the map without a controller
        if "Legendary" in c.supertypes and controller != NOBODY:
            legends.setdefault((controller, c.name), []).append(ident)
        if "World" in c.supertypes:
            worlds.append(ident)
    if len(worlds) > 1:
        with game.because("death.rival"):
            dying.put_into_graveyards(
                game, sorted(worlds, key=lambda i: game.state.objects[i].timestamp)[:-1]
            )
        return True
    groups = {key: tuple(idents) for key, idents in legends.items() if len(idents) > 1}
    if not groups:
        return False
    order = game.seats_from(game.state.turn.active)
    chosen = [
        (seat, groups[seat, name])
        for seat, name in sorted(groups, key=lambda key: (order.index(key[0]), key[1]))
    ]
    return KeepLegend(*chosen[0], tuple(chosen[1:]))


class KeepLegend(Question, frozen=True):
    """The choice of the legendary permanent to keep among several with one name.

    The others go at once when all players have chosen (CR 101.4).
    """

    kind = "choose"
    rule = "death.rival"
    idents: tuple[int, ...]
    later: tuple[tuple[int, tuple[int, ...]], ...] = ()  # the later choices: seats and permanents
    others: tuple[int, ...] = ()  # permanents not kept

    def prompt(self, game: GameCore) -> str:
        return (
            f"Choose the {game.object_name(self.idents[0])} to keep; the others go to the graveyard"
        )

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", object=ident) for ident in self.idents]

    def answer(self, game: GameCore, action: Action) -> None:
        others = (*self.others, *(ident for ident in self.idents if ident != action.object))
        if self.later:
            game.push(KeepLegend(*self.later[0], self.later[1:], others))
        else:
            with game.because("death.rival"):
                dying.put_into_graveyards(game, others)

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        """Remove the question: the legend rule is checked again."""
        return ()
