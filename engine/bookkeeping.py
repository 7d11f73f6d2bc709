"""What must add up from one decision to the next, found by other means than those that the game goes by: for the fuzzer and for tests.

Each function returns what is wrong, in words; nothing wrong is an empty list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.actions import Action, IllegalAction
from engine.events import Event
from engine.game import Game
from engine.magic.drafting import TAKE_BACK
from engine.magic.state import NOBODY, GameObject, State


def account_faults(events: Sequence[Event], before: State, after: State) -> list[str]:
    """Cards, life and mana change by what is told, and by nothing else."""
    if any(event.kind == "take-back" for event in events):
        return [*_card_faults(before, after)]  # what was told meanwhile has not happened
    return [*_card_faults(before, after), *_life_faults(events, before, after), *_mana_faults(events, before, after)]


def _card_faults(before: State, after: State) -> Iterator[str]:
    """Who plays on has the cards that they had, wherever these are now."""
    had, has = _cards(before), _cards(after)
    for player in after.players:
        if player.out:
            continue
        if had[player.seat] != has[player.seat]:
            lost, more = had[player.seat] - has[player.seat], has[player.seat] - had[player.seat]
            yield f"{player.name} has lost {dict(lost)} and has {dict(more)} that were not there"


def _cards(state: State) -> dict[int, Counter[str]]:
    """The cards that each player owns, by name."""
    found = {player.seat: Counter[str]() for player in state.players}
    for obj in state.objects.values():
        if obj.owner != NOBODY and not obj.token and not obj.player_token:
            found[obj.owner][obj.own.name] += 1
    return found


def _life_faults(events: Sequence[Event], before: State, after: State) -> Iterator[str]:
    """A player's life is what it was and what was gained and lost since."""
    changed = Counter[int]()
    for event in events:
        if event.kind == "life":
            changed[event.seat] += event.number
    for was, now in zip(before.players, after.players, strict=True):
        if was.life is not None and now.life is not None and now.life != was.life + changed[now.seat]:
            yield f"{now.name} had {was.life} life, changed by {changed[now.seat]}, and has {now.life}"


def _mana_faults(events: Sequence[Event], before: State, after: State) -> Iterator[str]:
    """Nobody has mana that was not made."""
    made = {player.seat: list(player.pool) for player in before.players}
    for event in events:
        if event.kind == "mana":
            made[event.seat] = [have + more for have, more in zip(made[event.seat], event.numbers, strict=True)]
    for player in after.players:
        if any(has > might for has, might in zip(player.pool, made[player.seat], strict=True)):
            yield f"{player.name} has {player.pool} in the pool, and could have {made[player.seat]} at most"


def attachment_faults(game: Game) -> list[str]:
    """What is attached is attached to something that is there, and to nothing that hangs on itself (CR 301.5, 303.4)."""
    objects = game.state.objects
    return [
        f"{obj.printed.name}#{obj.id} {fault}"
        for obj in (objects[ident] for ident in (game.state.battlefield if _is_settled(game) else ()))
        if obj.attached_to and (fault := _attachment_fault(game, obj))
    ]


def _attachment_fault(game: Game, obj: GameObject) -> str:
    c = game.chars(obj.id)
    if obj.attached_to < 0:
        seat = -obj.attached_to - 1
        return "is attached to a player who is out" if game.state.players[seat].out else ""
    host = game.state.objects.get(obj.attached_to)
    if host is None or host.zone != obj.zone:
        return f"is attached to #{obj.attached_to}, which is not there"
    if "Creature" in c.types:
        return "is a creature and attached"
    if "Equipment" in c.subtypes and "Creature" not in game.chars(host.id).types:
        return f"is Equipment attached to {host.printed.name}, which is no creature"
    seen, link = {obj.id}, host
    while link.attached_to > 0 and link.id not in seen:
        seen.add(link.id)
        link = game.state.objects.get(link.attached_to, link)
    return "hangs on itself" if link.id in seen and len(seen) > 1 and link.attached_to else ""


def combat_faults(game: Game) -> list[str]:
    """Who fights is on the battlefield, attacks once, and fights somebody else's."""
    combat, objects = game.state.combat, game.state.objects
    if combat is None or not _is_settled(game):
        return []
    found = list[str]()
    attackers = [attacker.id for attacker in combat.attackers]
    if len(attackers) != len(set(attackers)):
        found.append(f"something attacks twice: {attackers}")
    for attacker in combat.attackers:
        fighters = {ident: objects.get(ident) for ident in (attacker.id, *attacker.blockers)}
        found += [f"#{ident} fights and isn't there" for ident, obj in fighters.items() if obj is None or obj.zone != "battlefield"]
        sides = [obj.controller for obj in fighters.values() if obj is not None]
        if sides[:1] == [NOBODY] or sides[0] in sides[1:]:
            found.append(f"#{attacker.id} attacks its own side or for nobody: {sides}")
        if attacker.band and attacker.band not in attackers:
            found.append(f"#{attacker.id} is in a band with #{attacker.band}, which doesn't attack")
    return found


def dying_faults(game: Game) -> list[str]:
    """No creature is there with lethal damage, or none of its toughness left, when somebody may act (CR 704.5f, g)."""
    if not _is_settled(game):
        return []
    found: list[str] = []
    for ident in game.state.battlefield:
        obj, c = game.state.objects[ident], game.chars(ident)
        if "Creature" not in c.types or obj.stays or c.toughness > max(obj.damage, 0):
            continue
        if c.toughness <= 0 <= obj.damage or "indestructible" not in c.keywords:
            found.append(f"{obj.printed.name}#{ident} lives with {obj.damage} damage and toughness {c.toughness}")
    return found


def refusal_faults(game: Game, tried: Sequence[Action]) -> list[str]:
    """Actions that are not legal are refused and change nothing."""
    legal, found = set(game.legal_actions()), list[str]()
    fork = game.fork()
    before = fork.state.fork()
    for action in tried:
        if action in legal:
            continue
        try:
            fork.apply(action)
            return [*found, f"{action} is not listed as legal and was allowed"]
        except IllegalAction:
            pass
        if fork.state != before or fork.legal_actions() != game.legal_actions():
            return [*found, f"refusing {action} has changed the game"]
    return found


def may_take_back(game: Game) -> bool:
    """Whether something is under way that can be taken back, now or when what interrupts it is over."""
    return game.state.undo is not None or game.offer.allows(game, TAKE_BACK)


def take_back_faults(game: Game, before: State | None) -> list[str]:
    """Taking an announcement back leads to the position in which it began, to the last die (CR 732.1)."""
    if before is None or not game.offer.allows(game, TAKE_BACK):
        return []
    fork = game.fork()
    fork.apply(TAKE_BACK)
    fork.state.set(idle_turns=before.idle_turns)  # somebody has decided something, if only to take it back
    if fork.state == before:
        return []
    names = (
        "objects",
        "gone",
        "players",
        "areas",
        "battlefield",
        "stack",
        "lasting",
        "shields",
        "delayed",
        "pending",
        "agenda",
        "combat",
        "turn",
    )
    other = [name for name in names if getattr(fork.state, name) != getattr(before, name)]
    return ["taking back leads to another position than that before the announcement: " + ", ".join(other or ["something else"])]


def _is_settled(game: Game) -> bool:
    """Whether state-based actions have just been looked for."""
    return game.decision is not None and game.decision.kind == "priority"
