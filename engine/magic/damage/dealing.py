"""Dealing damage (CR 120)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action
from engine.base.records import replace
from engine.cards.characteristics import Characteristics
from engine.cards.model import AnyEffect, Change, Replace
from engine.events import Event
from engine.magic.abilities import triggers
from engine.magic.abilities.replacement import WhichFirst, chooser
from engine.magic.abilities.resolve_effects import follow_each, remember
from engine.magic.continuous import filters
from engine.magic.core import results
from engine.magic.core.agenda import Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, AbilityContext, GameObject
from engine.magic.damage import prevention
from engine.magic.damage.life import change_life
from engine.magic.damage.prevention import Hit
from engine.magic.zones import battlefield, durations

# source (object id), recipient (object id, or a player as -(seat + 1)), amount
Blow = tuple[int, int, int]
# keyword abilities that change the results of damage (CR 120.3)
OF_DAMAGE = frozenset(("deathtouch", "infect", "lifelink", "wither"))


def deal(
    game: GameCore,
    blows: Iterable[Blow],
    *,
    combat: bool = False,
    preventable: bool = True,
    regenerate: bool = True,
    ctx: AbilityContext | None = None,
) -> int | None:
    """Deal damage, all at the same time.

    Returns the total; None if a player must choose first: then the context `ctx` receives it
    later.
    """
    meant = _on_persons(game, blows)
    hits = tuple(
        Hit(source, target, amount, combat, preventable, regenerate)
        for source, target, amount in meant
        if amount > 0
    )
    return _go_on(game, Dealing(hits, ctx))


class Dealing(Task, frozen=True):
    """The task of dealing damage: hits that may still change, and hits that won't."""

    left: tuple[Hit, ...]
    ctx: AbilityContext | None = None
    done: tuple[Hit, ...] = ()
    # additional effects after the damage
    after: tuple[tuple[AbilityContext, tuple[AnyEffect, ...]], ...] = ()
    chosen: bool = False  # the first hit of several sources' damage was chosen by the player

    def run(self, game: GameCore) -> None:
        total = _go_on(game, self)
        if total is not None and self.ctx is not None:
            remember(game, self.ctx, amount=total)


def _go_on(game: GameCore, dealing: Dealing) -> int | None:
    """Apply effects on the damage one by one, asking for the order if relevant, then deal it."""
    left, done = (
        [hit for hit in dealing.left if prevention.is_there(game, hit.target)],
        list(dealing.done),
    )
    while left:
        hit = left[0]
        found = prevention.modifiers(game, hit) if hit.amount > 0 else ()
        if not found:
            done += [hit] if hit.amount > 0 else []
            del left[0]
            continue
        first = found[0] if len(found) == 1 else prevention.first_to_apply(game, found, hit)
        rest = replace(dealing, left=tuple(left), done=tuple(done))
        seat = chooser(game, hit.target)
        if (
            seat is not None
            and not dealing.chosen
            and (rivals := prevention.rivals(game, rest.left, first or found[0]))
        ):
            game.push(ChooseDamage(seat, rest, rivals))
            return None
        if first is None and seat is not None:
            game.push(ChooseModifier(seat, rest, tuple(found)))
            return None
        dealing = apply(game, rest, first or found[0])
        left = list(dealing.left)
    return _dealt(game, tuple(done), dealing.after)


def apply(game: GameCore, dealing: Dealing, modifier: prevention.Modifier) -> Dealing:
    """Apply an effect to the first of the hits left."""
    hit = dealing.left[0]
    hits, shields = prevention.changed(modifier, hit, game.state.shields)
    game.state.set(shields=shields)
    if (stopped := hit.amount - hits[0].amount) > 0:
        other = modifier.onto or hit.target
        name = game.object_name(other) if other > 0 else ""
        kind = "redirect" if modifier.onto else "prevent"
        game.tell(
            Event(kind, object=max(hit.source, 0), other=other, other_card=name, number=stopped)
        )
    after = dealing.after
    if (speaker := modifier.speaker) is not None:
        assert isinstance(speaker.ability, Replace)
        after += ((speaker, speaker.ability.then),)
    return replace(dealing, left=(*hits, *dealing.left[1:]), after=after, chosen=False)


class OfDealing(WhichFirst, frozen=True):
    """A choice about damage. After a player leaves, the dealing starts again with what is left."""

    dealing: Dealing

    def source(self, game: GameCore) -> int:
        return self.dealing.left[0].source

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        return (self.dealing,)


class ChooseDamage(OfDealing, frozen=True):
    """The choice of the damage, of several sources, that a shield changes first (CR 615.7)."""

    rivals: tuple[Hit, ...]

    def prompt(self, game: GameCore) -> str:
        return (
            f"Damage is about to be dealt to {game.ref_name(self.rivals[0].target)}. Choose "
            "which damage to modify first"
        )

    def named(self, game: GameCore) -> tuple[str, ...]:
        return tuple(f"{hit.amount} from {game.object_name(hit.source)}" for hit in self.rivals)

    def answer(self, game: GameCore, action: Action) -> None:
        hit = self.rivals[action.number - 1]
        others = [other for other in self.dealing.left if other != hit]
        game.push(replace(self.dealing, left=(hit, *others), chosen=True))


class ChooseModifier(OfDealing, frozen=True):
    """The choice of the effect that applies to damage first (CR 616.1)."""

    found: tuple[prevention.Modifier, ...]

    def prompt(self, game: GameCore) -> str:
        hit = self.dealing.left[0]
        return (
            f"{hit.amount} damage is about to be dealt to {game.ref_name(hit.target)}. Choose "
            "which effect applies first"
        )

    def named(self, game: GameCore) -> tuple[str, ...]:
        onto = [
            f", to {game.ref_name(modifier.onto)}" if modifier.onto else ""
            for modifier in self.found
        ]
        return tuple(modifier.name + to for modifier, to in zip(self.found, onto, strict=True))

    def answer(self, game: GameCore, action: Action) -> None:
        game.push(apply(game, self.dealing, self.found[action.number - 1]))


def _dealt(
    game: GameCore,
    hits: tuple[Hit, ...],
    after: tuple[tuple[AbilityContext, tuple[AnyEffect, ...]], ...],
) -> int:
    """Deal the damage, all at the same time. Return the total."""
    shields, players = game.state.shields, game.state.players
    # "next time" shields go once all simultaneous damage has been dealt (CR 615.8)
    if any(shield.spent for shield in shields):
        game.state.set(shields=tuple(shield for shield in shields if not shield.spent))
    there = [hit for hit in hits if prevention.is_there(game, hit.target)]
    # damage to a player without life does nothing (C-16), after all replacement effects
    dealt = _together(
        [
            hit
            for hit in there
            if hit.target > 0 or players[filters.ref_seat(hit.target)].life is not None
        ]
    )
    # types before any damage is dealt
    all_types = [
        game.characteristics(hit.target).types if hit.target > 0 else frozenset[str]()
        for hit in dealt
    ]
    dealers = [filters.characteristics(game, hit.source) for hit in dealt]
    for hit, types, dealer in zip(dealt, all_types, dealers, strict=True):
        _mark(game, hit, types, dealer)
    linked = (
        (hit.source, hit.amount)
        for hit, dealer in zip(dealt, dealers, strict=True)
        if dealer.has("lifelink")
    )
    for source, amount in _sums(linked).items():
        _gain(game, source, amount)
    _notice(game, dealt)
    follow_each(game, after)
    return sum(hit.amount for hit in dealt)


def _together(hits: list[Hit]) -> list[Hit]:
    """Join redirected damage with other damage of the same source to the same recipient."""
    if not any(hit.redirected for hit in hits):
        return hits
    found: dict[tuple[int, int], Hit] = {}
    for hit in hits:
        key = (hit.source, hit.target)
        found[key] = replace(hit, amount=hit.amount + found[key].amount) if key in found else hit
    return list(found.values())


def _on_persons(game: GameCore, blows: Iterable[Blow]) -> list[Blow]:
    """Return blows with player tokens replaced by their players, damaged only once each."""
    meant = list(blows)
    if not any(player.token for player in game.state.players):
        return meant
    to_players = {blow for blow in meant if blow[1] < 0}
    found: list[Blow] = []
    for source, target, amount in meant:
        blow = (source, filters.person(game, target), amount)
        if blow[1] == target or blow not in to_players:
            found.append(blow)
    return found


def _sums(parts: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return simultaneous damage added up by source or recipient."""
    found: dict[int, int] = {}
    for who, amount in parts:
        found[who] = found.get(who, 0) + amount
    return found


def _gain(game: GameCore, source: int, amount: int) -> None:
    """Gain the life of simultaneous damage of a source with lifelink (CR 702.15b, 702.15e)."""
    dealer = filters.last_object(game, source)
    if dealer is None:
        return
    seat = dealer.owner if dealer.controller == NOBODY else dealer.controller
    if seat != NOBODY:
        change_life(game, seat, amount)


def _mark(game: GameCore, hit: Hit, types: frozenset[str], c: Characteristics) -> None:
    """Apply the results of damage except gained life (CR 120.3).

    `types`: the recipient's types. `c`: the source's characteristics.
    """
    source, target, amount = hit.source, hit.target, hit.amount
    results.note(game, "damaged", target, amount)
    if game.events is not None:
        name = "" if target < 0 else game.state.objects[target].printed.name
        game.tell(
            Event(
                "damage", object=source, card=c.name, other=target, other_card=name, number=amount
            )
        )
    if target < 0:
        seat = filters.ref_seat(target)
        player, turn = game.state.players[seat], game.state.turn.number
        game.state.change_player(
            seat, hurt=turn, harm=amount + (player.harm if player.hurt == turn else 0)
        )
        if c.has("infect"):
            game.state.change_player(seat, poison=game.state.players[seat].poison + amount)
        else:
            change_life(game, seat, -amount)
        return
    obj = game.state.objects[target]
    if "Creature" in types:
        _mark_creature(game, obj, amount, c.keywords)
        if not hit.regenerate:  # this turn
            dealer = filters.last_object(game, source)
            controller = NOBODY if dealer is None else dealer.controller
            durations.begin(
                game,
                controller,
                source,
                (target,),
                Change(restrict=("cant-be-regenerated",)),
                "end-of-turn",
            )
    if "Planeswalker" in types:
        battlefield.add_counters(game, target, "loyalty", -amount)
    combat = game.state.combat
    if (
        combat is not None
        and hit.combat
        and "Land" in types
        and target in [attacker.aim for attacker in combat.attackers]
    ):
        game.state.set(combat=replace(combat, to_land=combat.to_land + amount))


def _mark_creature(game: GameCore, obj: GameObject, amount: int, keywords: frozenset[str]) -> None:
    turn, deathtouched = game.state.turn.number, obj.deathtouched or "deathtouch" in keywords
    if "wither" in keywords or "infect" in keywords:
        battlefield.add_counters(game, obj.id, "-1/-1", amount)
        amount = 0
    game.state.change(obj.id, damage=obj.damage + amount, hurt=turn, deathtouched=deathtouched)


def _notice(game: GameCore, hits: list[Hit]) -> None:
    """Trigger abilities on damage.

    For one source or recipient, simultaneous damage triggers once.
    """
    by_source, to_target = (
        _sums((hit.source, hit.amount) for hit in hits),
        _sums((hit.target, hit.amount) for hit in hits),
    )
    for hit in hits:
        source, target, amount, combat = hit.source, hit.target, hit.amount, hit.combat
        dealer = filters.last_object(game, source)
        seat = filters.ref_seat(target) if target < 0 else NOBODY
        dealt, taken = by_source.pop(source, None), to_target.pop(target, None)
        if dealer is not None and combat and target < 0:
            _note_prowlers(game, dealer)
        if dealer is not None:
            rest = dealt is None
            triggers.notice(
                game,
                "deals-damage",
                source,
                seat=seat,
                by=target,
                amount=amount,
                combat=combat,
                total=dealt,
                rest=rest,
            )
        rest = taken is None
        triggers.notice(
            game,
            "is-dealt-damage",
            target,
            seat=seat,
            by=source,
            amount=amount,
            combat=combat,
            total=taken,
            rest=rest,
        )


def heal(game: GameCore, ident: int, amount: int) -> None:
    """Give life to a creature in a variant where creatures have life (B-6, B-7).

    Its damage is reduced, possibly below 0.
    """
    obj = game.state.objects.get(ident)
    if obj is None or obj.zone != "battlefield" or not amount:
        return
    game.state.change(ident, damage=obj.damage - amount)
    game.tell(
        Event(
            "creature-life",
            seat=obj.controller,
            object=ident,
            card=obj.printed.name,
            number=amount,
            reason="heal.life",
        )
    )


def _note_prowlers(game: GameCore, dealer: GameObject) -> None:
    """Remember the creature types of a source of combat damage to a player (CR 702.76a)."""
    player = game.state.players[dealer.controller] if dealer.controller >= 0 else None
    kinds = filters.characteristics(game, dealer.id).kinds()
    if player is not None and not kinds <= set(player.prowlers):
        game.state.change_player(player.seat, prowlers=tuple(sorted({*player.prowlers, *kinds})))
