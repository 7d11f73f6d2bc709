"""Rules about players: of permanents while they last, of spells until end of turn (CR 101.2)."""

from __future__ import annotations

from operator import attrgetter
from typing import NamedTuple

from engine.cards.model import PlayerRule
from engine.cards.terms import Filter
from engine.magic.continuous import amounts, filters
from engine.magic.core.game import GameCore
from engine.magic.core.position import AbilityContext, GameObject
from engine.magic.index.by_ability import whose_abilities
from engine.magic.index.derived import derived

Speaking = tuple[PlayerRule, AbilityContext]
"""A rule, and whose words it is."""
PERMITTING = ("play", "flashback")
"""The rules that let players play cards."""
SHOWING = ("reveal-top", "look-top", *PERMITTING)
"""The rules that show the top card of a library to somebody."""

_RULES_OF = attrgetter("rules")


@derived(whose_abilities, "player.rules")
def has_rules(game: GameCore) -> bool:
    """Return whether a rule of any kind may apply to any player now."""
    return bool(whose_abilities(game).rules) or any(map(_RULES_OF, game.state.players))


def rules_for(game: GameCore, seat: int, rule: str) -> list[Speaking]:
    """Return the rules of a kind that apply to a seat now."""
    if not has_rules(game):
        return []
    found: list[Speaking] = []
    for ident, ability in whose_abilities(game).rules.get(rule, ()):
        source = game.state.objects[ident]
        ours = ability.who == "players" or (source.controller == seat) is (ability.who == "you")
        speaker = source.speaker(ability)
        if ours and (ability.condition is None or amounts.holds(game, ability.condition, speaker)):
            found.append((ability, speaker))
    for lasting in game.state.players[seat].rules:
        if lasting.rule.rule == rule and not (lasting.waits or lasting.objects):
            found.append((lasting.rule, AbilityContext(lasting.controller, lasting.source)))
    return found


def player_rule(game: GameCore, seat: int, rule: str) -> int:
    """Return the number of rules of a kind that apply to a seat."""
    return len(rules_for(game, seat, rule))


def covers(game: GameCore, seat: int, rule: str, spell: GameObject) -> bool:
    """Return whether a rule about a seat's spells is about this spell, or card to be cast."""
    return any(
        filters.matches(game, ability.of or Filter(), spell, spell.printed.base, speaker)
        for ability, speaker in rules_for(game, seat, rule)
    )


class Permission(NamedTuple):
    """A rule that lets a player play cards from some zone, and whose words it is."""

    rule: PlayerRule
    speaker: AbilityContext
    objects: tuple[int, ...]  # these cards alone; none: all that the rule's filter finds


def permissions(game: GameCore, seat: int) -> list[Permission]:
    """Return what lets a player play cards that can't usually be played, or not so."""
    if not has_rules(game):
        return []
    found = [
        Permission(rule, speaker, ())
        for name in PERMITTING
        for rule, speaker in rules_for(game, seat, name)
    ]
    for lasting in game.state.players[seat].rules:
        if lasting.objects:
            speaker = AbilityContext(lasting.controller, lasting.source)
            found.append(Permission(lasting.rule, speaker, lasting.objects))
    return found


def shows_tops(game: GameCore) -> bool:
    """Return whether any rule may show the top card of a library to somebody."""
    if not has_rules(game):
        return False
    return any(map(_RULES_OF, game.state.players)) or not (
        whose_abilities(game).rules.keys().isdisjoint(SHOWING)
    )


def is_top_revealed(game: GameCore, seat: int) -> bool:
    """Return whether a player plays with the top card of their library revealed."""
    return bool(player_rule(game, seat, "reveal-top"))


def seen_tops(game: GameCore, viewer: int | None) -> tuple[int, ...]:
    """Return the cards on top of libraries that a seat sees now; None is a spectator.

    A player who may play the top card may look at it. While a spell is being announced no new top
    card is seen, because the announcement can be canceled.
    """
    if game.state.undo is not None or not shows_tops(game):
        return ()
    found: list[int] = []
    for player in game.state.players:
        if player.library and not player.out:
            mine = player.seat == viewer
            if is_top_revealed(game, player.seat) or (mine and _looks(game, player.seat)):
                found.append(player.library[-1])
    return tuple(found)


def _looks(game: GameCore, seat: int) -> bool:
    """Return whether a player may look at the top card of their library any time."""
    return bool(player_rule(game, seat, "look-top")) or any(
        (rule.of or Filter()).zone == "library" for rule, _, _ in permissions(game, seat)
    )
