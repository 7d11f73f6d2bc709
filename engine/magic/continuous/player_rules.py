"""Rules about players: of permanents while they last, of spells until end of turn (CR 101.2)."""

from __future__ import annotations

from engine.cards.model import PlayerRule
from engine.cards.terms import Filter
from engine.magic.continuous import amounts, filters
from engine.magic.core.game import GameCore
from engine.magic.core.position import AbilityContext, GameObject
from engine.magic.index.by_ability import whose_abilities

Speaking = tuple[PlayerRule, AbilityContext]
"""A rule, and whose words it is."""


def is_free(game: GameCore, seat: int) -> bool:
    """Return whether no rule of any kind can apply to a seat now."""
    return not whose_abilities(game).rules and not game.state.players[seat].rules


def rules_for(game: GameCore, seat: int, rule: str) -> list[Speaking]:
    """Return the rules of a kind that apply to a seat now."""
    found: list[Speaking] = []
    for ident, ability in whose_abilities(game).rules.get(rule, ()):
        source = game.state.objects[ident]
        ours = ability.who == "players" or (source.controller == seat) is (ability.who == "you")
        speaker = source.speaker(ability)
        if ours and (ability.condition is None or amounts.holds(game, ability.condition, speaker)):
            found.append((ability, speaker))
    for lasting in game.state.players[seat].rules:
        if lasting.rule.rule == rule and not lasting.waits:
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
