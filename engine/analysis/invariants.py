"""Invariants of every position and of every step from one position to the next.

The fuzzer and the tests use them. Each function returns the faults it finds, in words; an empty
list means none. Sums are checked by other means than the game's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import chain

from engine import notation
from engine.actions import TAKE_BACK, Action, IllegalAction
from engine.base.dirty_flags import EVERYTHING, VALUES
from engine.events import Event
from engine.fronts.common import pieces
from engine.fronts.common.continent import may_share, standing, unbanded
from engine.fronts.common.land import land_at
from engine.fronts.squares.items import carried, is_carriable
from engine.fronts.squares.movement import Walk
from engine.game import Game
from engine.magic.core.legal_actions import ANY
from engine.magic.core.position import COMMAND, NOBODY, NOWHERE, PHASED, GameObject, State
from engine.magic.index.by_ability import Index, index_of, whose_abilities
from engine.magic.index.derived import ANSWERS, ASKS
from engine.magic.turn import state_based
from engine.magic.zones.object_lists import LAND_GRAVEYARD

LISTED = ("library", "hand", "graveyard", "exile")  # zones of each player


def faults(game: Game) -> list[str]:
    """Return the faults of a position that waits for a decision or is over."""
    checks = (
        _zone_faults,
        _object_faults,
        _piece_faults,
        _area_faults,
        _land_faults,
        _decision_faults,
        _pool_faults,
        _shown_faults,
    )
    return [fault for check in checks for fault in check(game)]


def _is_settled(game: Game) -> bool:
    """Return whether state-based actions have just been checked."""
    return game.decision is not None and game.decision.kind == "priority"


def _pool_faults(game: Game) -> Iterator[str]:
    """Yield negative pools, and pools with more kept and snow mana than mana."""
    for player in game.state.players:
        if any(min(each.pool) < 0 or not any(each.pool) for each in player.bound):
            yield f"{player.name} has no mana, or less than none, of a restricted kind"
        if min(*player.pool, *player.kept, *player.snow) < 0:
            yield (
                f"{player.name} has {player.pool} in the pool, {player.kept} of it kept and "
                f"{player.snow} snow"
            )
        if any(
            kept + snow > number
            for number, kept, snow in zip(player.pool, player.kept, player.snow, strict=True)
        ):
            yield (
                f"{player.name} has only {player.pool} in the pool, but {player.kept} of it "
                f"kept and {player.snow} snow"
            )


def _shown_faults(game: Game) -> Iterator[str]:
    """Yield players whose hidden zones lack a card that everybody knows to be there."""
    objects = game.state.objects
    for player in game.state.players:
        known = player.shown_cards
        if known is None:
            continue
        top = player.library[max(0, len(player.library) - len(known.top)) :]
        if len(top) < len(known.top) or any(
            card is not None and objects[ident].own != card
            for ident, card in zip(top, known.top, strict=False)
        ):
            yield f"{player.name}'s library has not the known cards {known.top} on top"
        hand = Counter([objects[ident].own for ident in player.hand])
        library = Counter([objects[ident].own for ident in player.library])
        library -= Counter(known.placed)
        for where, there, cards in (
            ("hand", hand, known.hand),
            ("library", library, known.library),
        ):
            if not Counter(cards) <= there:
                yield f"{player.name}'s {where} has not all of the known cards {cards}"
        rest = hand - Counter(known.hand) + (library - Counter(known.library))
        if not Counter(known.either) <= rest:
            yield f"{player.name} has not all of the known cards {known.either} in hand or library"


def _zone_faults(game: Game) -> Iterator[str]:
    """Yield objects that are not in exactly one list, that of their zone, with a unique id."""
    state, objects = game.state, game.state.objects
    spells = tuple(item.id for item in state.stack if item.is_spell and not item.copy)
    lists = [
        ("battlefield", state.battlefield),
        (PHASED, state.phased),
        (COMMAND, state.emblems),
        (LAND_GRAVEYARD, state.land_graveyard),
        ("stack", spells),
    ]
    for player in state.players:
        for zone in LISTED:
            ids: tuple[int, ...] = getattr(player, zone)
            lists.append((zone, ids))
            strange = (
                ident for ident in ids if ident in objects and objects[ident].owner != player.seat
            )
            yield from (f"#{ident} of another owner in {player.name}'s {zone}" for ident in strange)
    times = Counter(chain.from_iterable(ids for _, ids in lists))
    yield from (f"#{ident} is in {number} places" for ident, number in times.items() if number > 1)
    for zone, ids in lists:
        for ident in ids:
            obj = objects.get(ident)
            if obj is None or obj.id != ident or obj.zone != zone:
                yield f"#{ident} in the list of the {zone} is {obj and (obj.id, obj.zone)}"
    stray = (objects[ident] for ident in objects.keys() - times.keys())
    yield from (
        f"#{obj.id} ({obj.printed.name}) is in no list" for obj in stray if obj.zone != "stack"
    )
    if state.objects and max(state.objects) >= state.next_id:
        yield f"the next id {state.next_id} is in use"


def _should_stand(game: Game, obj: GameObject) -> bool:
    """Return whether a creature without a space should have one; tokens have one from turn 1 on."""
    arrival = game.rules.arrival
    if obj.player_token:
        return game.state.turn.number > 0
    return not arrival.off_map and arrival.has_room(
        game, game.characteristics(obj.id), obj.controller
    )


def _object_faults(game: Game) -> Iterator[str]:
    state, settled = game.state, _is_settled(game)
    for ident in state.battlefield:
        obj = state.objects[ident]
        name = f"{obj.printed.name}#{ident}"
        c = game.characteristics(ident)
        healed = obj.player_token or game.rules.damage.creatures_gain_life
        if (obj.damage < 0 and not healed) or any(number <= 0 for _, number in obj.counters):
            yield f"{name} has {obj.damage} damage and counters {obj.counters}"
        if (
            "Creature" in c.types
            and not 0 <= obj.space < len(game.board.spaces)
            # what becomes a creature, or finds room, while a cost is paid is put on the map later
            and settled
            and _should_stand(game, obj)
        ):
            yield f"{name} is a creature in no space"
        if obj.attached_to > 0 and settled and obj.attached_to not in state.battlefield:
            yield f"{name} is attached to #{obj.attached_to}, which is not there"
        if (
            settled
            and "Creature" in c.types
            and c.toughness <= min(obj.damage, 0)
            and not obj.player_token
        ):
            yield f"{name} lives with toughness {c.toughness}"
        if settled and obj.controller != NOBODY and state.players[obj.controller].out:
            yield f"{name} is controlled by a player who is out"


def _piece_faults(game: Game) -> Iterator[str]:
    """Yield faults of pieces on squares: shared squares, obstacles, tokens whose life differs.

    Several pieces share a square only where tapped ones don't occupy it (B-14; T-3 to T-5).
    """
    if game.rules.token is None:
        return
    spaces = game.board.spaces
    shared = isinstance(game.rules.movement, Walk) and not game.rules.movement.tapped_occupy
    for space, number in Counter(obj.space for obj in pieces.everybody(game)).items():
        if number > 1 and not shared:
            yield f"{number} pieces stand on {spaces[space].name}"
        if spaces[space].obstacle:
            yield f"a piece stands on the obstacle {spaces[space].name}"
    yield from _carrier_faults(game)
    for obj in pieces.everybody(game):
        life = game.state.players[obj.owner].life
        if (
            obj.player_token
            and life is not None
            and obj.printed.base.toughness - obj.damage != life
        ):
            yield f"{obj.printed.name} has {obj.damage} damage at {life} life"


def _carrier_faults(game: Game) -> Iterator[str]:
    """Yield faults of artifacts (B-26 to B-30).

    Each must be carried by a piece of its controller's with room, or lie on a square
    uncontrolled.
    """
    if game.rules.belongings is None or not _is_settled(game):
        return
    objects = game.state.objects
    for obj in (objects[i] for i in game.state.battlefield):
        name, carrier = f"{obj.printed.name}#{obj.id}", objects.get(obj.on_map.carried_by)
        if obj.adrift != (is_carriable(game.characteristics(obj.id)) and not obj.on_map.carried_by):
            yield (
                f"{name} is controlled by {obj.controller} and carried by #{obj.on_map.carried_by}"
            )
        if obj.adrift and obj.space == NOWHERE:
            yield f"{name} lies nowhere"
        if obj.on_map.carried_by and (
            carrier is None or carrier.controller != obj.controller or carrier.space == NOWHERE
        ):
            yield f"{name} is carried by #{obj.on_map.carried_by}, who can't"
    for obj in pieces.everybody(game):
        load = len(carried(game, obj.id))
        if load and load > game.characteristics(obj.id).toughness and not obj.player_token:
            yield f"{obj.printed.name}#{obj.id} carries {load} artifacts"


def _area_faults(game: Game) -> Iterator[str]:
    state = game.state
    for space, area in zip(game.board.spaces, state.areas, strict=bool(state.areas)):
        if area.holder != NOBODY and (state.players[area.holder].out and state.winners is None):
            yield f"{space.name} is held by a player who is out"
        if area.holder != NOBODY and not area.face_up and area.stronghold == NOBODY:
            yield f"{space.name} is held but face down"
        valued = (
            game.rules.has_conquer_values
            and area.land
            and area.stronghold == NOBODY
            and state.turn.number
        )
        if valued and area.face_up != (area.conquer_value > 0):
            yield (
                f"{space.name} is face {'up' if area.face_up else 'down'} with Conquer Value "
                f"{area.conquer_value}"
            )


def _land_faults(game: Game) -> Iterator[str]:
    """Yield faults of a continent's lands: hidden cards that show, or wrong controllers (F-21)."""
    state, settled = game.state, _is_settled(game)
    for index, area in enumerate(state.areas if state.lands else ()):
        name, land = game.board.spaces[index].name, state.objects.get(land_at(game, index))
        if area.face_up is not (area.hidden is None):
            yield f"{name} is face {'up' if area.face_up else 'down'} and hides {area.hidden}"
        if land is not None and area.hidden is not None and land.printed.name == area.hidden.name:
            yield f"{name} shows what it hides"
        there = {obj.controller for obj in standing(game, index)}
        if settled and len(there) > 1:  # a stack is parted after a change of control
            yield f"creatures of {len(there)} players stand on {name}"
        if settled and land is not None and land.controller != next(iter(there), NOBODY):
            yield f"the land at {name} is controlled by {land.controller}, and {there} stand there"
        if settled and _has_crowded(game, standing(game, index)):
            yield f"creatures without banding share {name}"


def _has_crowded(game: Game, there: list[GameObject]) -> bool:
    """Return whether a creature entered a card this turn without room for it.

    Creatures that lose banding later stay (F-30).
    """
    came = [obj for obj in there if obj.on_map.since == game.state.turn.number]
    return (
        bool(came)
        and len(there) > 1
        and not may_share(game, there[0].controller, unbanded(game, there[:1]), there[1:])
    )


def _decision_faults(game: Game) -> Iterator[str]:
    decision, legal = game.decision, game.legal_actions()
    if (decision is None) != (game.state.winners is not None):
        yield f"the decision is {game.question} and the winners are {game.state.winners}"
    if decision is None:
        return
    if not legal:
        yield f"nothing answers {game.question}"
    if list(legal) != sorted(set(legal)):
        yield "the legal actions are not sorted, or not unique"
    if decision.seat < 0:
        yield f"{game.question} is asked of nobody"
    elif game.state.players[decision.seat].out:
        yield f"{game.question} is asked of a player who is out"
    for action in legal:
        text = notation.write(action, game)
        if notation.read(text, game) != action:
            yield f"'{text}' reads back as {notation.read(text, game)}, not {action}"


def offer_faults(game: Game) -> list[str]:
    """Return faults of the groups of legal actions: wrong actions, duplicates or wrong bounds.

    Together the groups must contain every legal action exactly once.
    """
    question = game.question
    if question is None:
        return []
    groups = [(group, group.actions(game)) for group in question.offer(game).groups]
    found = [
        f"{group} has {len(actions)} actions"
        for group, actions in groups
        if not group.sure <= len(actions) <= group.most
    ]
    for group, actions in groups:
        strange = [
            a
            for a in actions
            if group.verb not in (ANY, a.verb) or group.object not in (0, a.object)
        ]
        found += [f"{action} is in a group that has no such actions: {group}" for action in strange]
    if sorted(action for _, actions in groups for action in actions) != list(game.legal_actions()):
        found.append("an offer is of other actions than are legal")
    return found


def known_faults(game: Game) -> list[str]:
    """Return derived values kept up to date that differ from values computed from scratch."""
    fresh = game.fork()
    fresh.state.forget()
    found = other_permanents(game, fresh)
    if _in_order(index_of(game)) != _in_order(index_of(fresh)):
        found.append(
            "permanents are known to have other abilities, or others' abilities, than they have"
        )
    found += derived_faults(game, fresh)
    if _is_settled(game) and state_based.check(fresh):
        found.append("state-based actions are due that were not looked for")
    return found


def other_permanents(game: Game, fresh: Game) -> list[str]:
    """Return permanents whose characteristics differ from those in a fresh copy of the position."""
    anew = fresh.permanents.table
    found = [
        f"{c.name}#{ident} is known to be other than it is"
        for ident, c in anew.items()
        if not game.characteristics(ident).equals(c)
    ]
    return found + [
        f"#{ident} is known to be a permanent"
        for ident in game.permanents.table.keys() - anew.keys()
    ]


def derived_faults(game: Game, fresh: Game) -> list[str]:
    """Return derived values that differ from those in a fresh copy of the position."""
    found: list[str] = []
    for number, ask in ASKS.items():
        kept, value = game.state.kept[number], VALUES[number]
        if (
            game.state.dirty & value.mask
            or ask is index_of
            or ask is whose_abilities
            or EVERYTHING in value.columns
        ):
            continue
        answers = kept if number in ANSWERS else {(): kept}
        others = (args for args, answer in answers.items() if ask(fresh, *args) != answer)
        found += [f"{ask.__name__}{args} is known to be other than it is" for args in others]
    return found


def _in_order(index: Index) -> tuple[object, ...]:
    """Return an index of abilities with each kind sorted: discovery order is irrelevant."""
    tables = (index.kinds, index.triggers, index.acts)
    return (
        index.cheapens,
        index.disguised,
        *({key: sorted(each[:2] for each in found) for key, found in t.items()} for t in tables),
    )


def fork_faults(game: Game, tried: Sequence[Action] | None = None) -> list[str]:
    """Return faults of forks: actions listed as legal but refused, or changes to the original game.

    `tried` limits the check to some actions; None: all legal ones.
    """
    before = game.state.fork()
    found = [] if before == game.state else ["a fork differs from its game"]
    for action in game.legal_actions() if tried is None else tried:
        fork = game.fork()
        try:
            fork.apply(action)
        except IllegalAction as illegal:
            found.append(f"{action} is listed as legal but refused: {illegal}")
    if game.state != before:
        found.append("playing on a fork has changed the game")
    return found


def same_position(first: State, second: State) -> bool:
    """Return whether two positions reached by playing and by replaying are the same.

    The random generator is ignored, since a replay doesn't use it.
    """
    forks, gone = (first.fork(), second.fork()), list[dict[int, tuple[GameObject, int]]]()
    for fork in forks:
        gone.append({ident: (last.object, last.became) for ident, last in fork.gone.items()})
        fork.set(rng=0, gone={})
    return forks[0] == forks[1] and gone[0] == gone[1]


# --- from one decision to the next ---


def account_faults(events: Sequence[Event], before: State, after: State) -> list[str]:
    """Return changes of cards, life and mana that the events don't account for."""
    if any(event.kind == "take-back" for event in events):
        return [*_card_faults(before, after)]  # canceled events have not happened
    return [
        *_card_faults(before, after),
        *_life_faults(events, before, after),
        *_mana_faults(events, before, after),
    ]


def _card_faults(before: State, after: State) -> Iterator[str]:
    had, has = _cards(before), _cards(after)
    for player in after.players:
        if not player.out and had[player.seat] != has[player.seat]:
            lost, more = had[player.seat] - has[player.seat], has[player.seat] - had[player.seat]
            yield f"{player.name} has lost {dict(lost)} and has {dict(more)} that were not there"


def _cards(state: State) -> dict[int, Counter[str]]:
    found = {player.seat: Counter[str]() for player in state.players}
    for obj in state.objects.values():
        is_card = not obj.token and not obj.player_token and obj.zone != COMMAND
        if obj.owner != NOBODY and is_card:
            found[obj.owner][obj.own.name] += 1
    return found


def _life_faults(events: Sequence[Event], before: State, after: State) -> Iterator[str]:
    changed = Counter[int]()
    for event in events:
        if event.kind == "life":
            changed[event.seat] += event.number
    for was, now in zip(before.players, after.players, strict=True):
        if (
            was.life is not None
            and now.life is not None
            and now.life != was.life + changed[now.seat]
        ):
            yield (
                f"{now.name} had {was.life} life, changed by {changed[now.seat]}, and has "
                f"{now.life}"
            )


def _mana_faults(events: Sequence[Event], before: State, after: State) -> Iterator[str]:
    made = {player.seat: list(player.pool) for player in before.players}
    for event in events:
        if event.kind == "mana":
            made[event.seat] = [
                have + more for have, more in zip(made[event.seat], event.numbers, strict=True)
            ]
    for player in after.players:
        if any(has > might for has, might in zip(player.pool, made[player.seat], strict=True)):
            yield (
                f"{player.name} has {player.pool} in the pool, and could have "
                f"{made[player.seat]} at most"
            )


def attachment_faults(game: Game) -> list[str]:
    """Return attachments to missing objects or to themselves (CR 301.5, 303.4)."""
    objects = game.state.objects
    return [
        f"{obj.printed.name}#{obj.id} {fault}"
        for obj in (
            objects[ident] for ident in (game.state.battlefield if _is_settled(game) else ())
        )
        if obj.attached_to and (fault := _attachment_fault(game, obj))
    ]


def _attachment_fault(game: Game, obj: GameObject) -> str:
    c = game.characteristics(obj.id)
    if obj.attached_to < 0:
        seat = -obj.attached_to - 1
        return "is attached to a player who is out" if game.state.players[seat].out else ""
    host = game.state.objects.get(obj.attached_to)
    if host is None or host.zone != obj.zone:
        return f"is attached to #{obj.attached_to}, which is not there"
    if "Creature" in c.types:
        return "is a creature and attached"
    if "Equipment" in c.subtypes and "Creature" not in game.characteristics(host.id).types:
        return f"is Equipment attached to {host.printed.name}, which is no creature"
    seen, link = {obj.id}, host
    while link.attached_to > 0 and link.id not in seen:
        seen.add(link.id)
        link = game.state.objects.get(link.attached_to, link)
    return "hangs on itself" if link.id in seen and len(seen) > 1 and link.attached_to else ""


def combat_faults(game: Game) -> list[str]:
    """Return faults of combat: absent fighters, double attacks, attacks on the own side."""
    combat, objects = game.state.combat, game.state.objects
    if combat is None or not _is_settled(game):
        return []
    found = list[str]()
    attackers, left = (
        [attacker.id for attacker in combat.attackers],
        [attacker.id for attacker in combat.left],
    )
    if len(attackers) != len(set(attackers)):
        found.append(f"something attacks twice: {attackers}")
    for attacker in combat.attackers:
        fighters = {ident: objects.get(ident) for ident in (attacker.id, *attacker.blockers)}
        found += [
            f"#{ident} fights and isn't there"
            for ident, obj in fighters.items()
            if obj is None or obj.zone != "battlefield"
        ]
        sides = [obj.controller for obj in fighters.values() if obj is not None]
        if sides[:1] == [NOBODY] or sides[0] in sides[1:]:
            found.append(f"#{attacker.id} attacks its own side or for nobody: {sides}")
        # the band's first creature may have left
        if attacker.band and attacker.band not in (*attackers, *left):
            found.append(f"#{attacker.id} is in a band with #{attacker.band}, which doesn't attack")
    return found


def dying_faults(game: Game) -> list[str]:
    """Return creatures alive with lethal damage or toughness 0 (CR 704.5f, 704.5g).

    They are checked only when a player has priority.
    """
    if not _is_settled(game):
        return []
    found: list[str] = []
    for ident in game.state.battlefield:
        obj, c = game.state.objects[ident], game.characteristics(ident)
        # damage is negative if the creature has gained life (B-6)
        if "Creature" not in c.types or obj.stays or c.toughness > obj.damage:
            continue
        if c.toughness <= min(obj.damage, 0) or "indestructible" not in c.keywords:
            found.append(
                f"{obj.printed.name}#{ident} lives with {obj.damage} damage and toughness "
                f"{c.toughness}"
            )
    return found


def refusal_faults(game: Game, tried: Sequence[Action]) -> list[str]:
    """Return illegal actions that are allowed, or that change the game when refused."""
    fork, before, legal = game.fork(), game.state.fork(), set(game.legal_actions())
    for action in (each for each in tried if each not in legal):
        with suppress(IllegalAction):
            fork.apply(action)
            return [f"{action} is not listed as legal and was allowed"]
        if fork.state != before or fork.legal_actions() != game.legal_actions():
            return [f"refusing {action} has changed the game"]
    return []


def may_take_back(game: Game) -> bool:
    """Return whether an announcement in progress can be canceled, now or after an interruption."""
    return game.state.undo is not None or game.offer.allows(game, TAKE_BACK)


def take_back_faults(game: Game, before: State | None) -> list[str]:
    """Return faults of canceling an announcement (CR 732.1).

    The position must be exactly as before the announcement, dice included.
    """
    if before is None or not game.offer.allows(game, TAKE_BACK):
        return []
    fork = game.fork()
    fork.apply(TAKE_BACK)
    # the cancellation counts as a decision, so idle turns may differ
    fork.state.set(idle_turns=before.idle_turns)
    if fork.state == before:
        return []
    parts = (
        "objects", "gone", "players", "areas", "battlefield", "stack", "lasting", "shields",
        "delayed", "pending", "agenda", "combat",
        "turn",
    )  # fmt: skip
    other = [name for name in parts if getattr(fork.state, name) != getattr(before, name)]
    return [
        "taking back leads to another position than that before the announcement: "
        + ", ".join(other or ["something else"])
    ]
