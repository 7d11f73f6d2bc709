"""Suggestions: the first position of the cursor and the first stop of Tab.

The player decides; a suggestion only saves keys. An attack is suggested by its forecast, any other
action by the computer players' heuristics, from the player's own knowledge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import DONE
from engine.log import many
from tui.session import effort
from tui.table import forecast
from tui.table.wording import SECRET, is_for_mana

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.actions import Action
    from engine.analysis.forecast import Trial
    from engine.view import View

ATTACKS = ("attack", "attacker")
MOST_TRIED = 16  # attacks of which forecasts are compared
TAKEN = 20.0  # worth of a taken area, in points of power and toughness
LIFE = 2.0  # worth of a point of life, in the same unit
# limit of a token's worth as a target, that of the player: its size is life, not strength
TOKEN = 1.5


def suggestion(view: View, among: Sequence[Action] = ()) -> Action | None:
    """Return the answer where the cursor should begin, or None.

    None if the answer would be to pass or would reveal a secret. `among` limits the actions
    considered; empty means all legal actions.
    """
    if not view.known.players or view.decision is None or not view.actions:
        return None
    try:
        with effort.limited(effort.SCREEN):
            return _suggestion(view, among or view.actions, view.decision.kind)
    # an imagined game may fail where the real one doesn't: nothing is suggested then
    except Exception:
        return None


def _suggestion(view: View, offered: Sequence[Action], kind: str) -> Action | None:
    attacks = [action for action in offered if action.verb in ATTACKS]
    if attacks and kind != "priority":
        return _best_attack(view, attacks)
    return _by_thumb(view, offered)


def is_waste(view: View) -> bool:
    """Return whether no target helps the player, or no attack gains anything."""
    if not view.known.players or view.decision is None:
        return False
    return forecast.of(view).within("waste", lambda: _is_waste(view), False, effort.SCREEN)


def _is_waste(view: View) -> bool:
    if found := merits(view):
        return max(found.values()) <= 0
    attacks = [action for action in view.actions if action.verb == "attack"]
    if not attacks or DONE not in view.actions or len(attacks) > MOST_TRIED:
        return False
    return max(_score(view, forecast.of(view).trial(action)) for action in attacks) <= 0


def aimless(view: View) -> frozenset[Action]:
    """Return the spells and abilities that have targets, but none worthwhile for the player.

    They can be begun all the same. Empty without priority, or if that takes too much work.
    """
    begun = [action for action in view.actions if action.verb in ("cast", "activate")]
    if view.decision is None or view.decision.kind != "priority" or not begun:
        return frozenset()
    return forecast.of(view).within("aimless", lambda: _aimless(view, begun), frozenset())


def _aimless(view: View, begun: Sequence[Action]) -> frozenset[Action]:
    from engine.ai.heuristics.spells import has_aim

    game, seat = forecast.of(view).game, view.seat or 0
    return frozenset(
        action
        for action in begun
        if not is_for_mana(action, view) and not has_aim(game, seat, action)
    )


def whose_targets(view: View) -> str:
    """Return whose all offered targets are: "yours", "an opponent's", or "" if mixed."""
    owners = {item.id: item.controller for item in (*view.permanents, *view.stack)}
    seats = {
        owners.get(action.object) if action.object > 0 else -action.object - 1
        for action in view.actions
        if action.verb == "target"
    }
    if seats == {view.seat}:
        return "yours"
    return "" if view.seat in seats or None in seats else "an opponent's"


def reason(view: View, action: Action) -> str:
    """Return the reason for a suggested move over squares; empty if none is visible on the map."""
    pieces = {item.id: item for item in view.permanents}
    mover, ahead = pieces.get(action.object), forecast.of(view)
    if mover is None or not mover.space:
        return ""
    foes = [
        item
        for item in view.permanents
        if item.space and item.power is not None and item.controller not in (view.seat, -1)
    ]
    trial = ahead.trial(action)
    met = trial.interceptions if trial is not None else ()
    if any(fate.ident == mover.id and fate.dies for one in met for fate in one.trial.fates):
        return ""
    danger = [
        sum(power for seat, power in ahead.strikers(at).items() if seat != view.seat)
        for at in (mover.space, action.space)
    ]
    if danger[1] < danger[0]:
        return f"enemy power in reach falls from {danger[0]} to {danger[1]}"
    reach = mover.attack_range or 1
    near = [
        foe
        for foe in foes
        if ahead.apart(action.space, foe.space) <= reach < ahead.apart(mover.space, foe.space)
    ]
    if target := next((foe for foe in near if ahead.could_attack(mover.id, foe.id)), None):
        return f"from there it can attack {target.name}"
    gains = [
        (ahead.apart(mover.space, foe.space) - ahead.apart(action.space, foe.space), foe.name)
        for foe in foes
        if foe.player_token
    ]
    gain, name = max(gains, default=(0, ""))
    return f"{many(gain, 'square')} nearer to {name}" if gain > 0 else ""


def merits(view: View) -> dict[Action, float]:
    """Return the benefit of each offered target to the player.

    Positive for a target that should be hit, negative for one that should not.
    """
    if not view.known.players:
        return {}
    from engine.ai.heuristics.spells import aimed

    tokens = {item.id for item in view.permanents if item.player_token}
    try:
        with effort.limited(effort.FORECAST):
            game = forecast.of(view).game
            found = {
                action: aimed(game, action) for action in view.actions if action.verb == "target"
            }
    except Exception:  # as above
        return {}
    return {
        action: max(-TOKEN, min(TOKEN, merit)) if action.object in tokens else merit
        for action, merit in found.items()
    }


def _by_thumb(view: View, offered: Sequence[Action]) -> Action | None:
    from engine.ai.search import policy

    chosen = policy(forecast.of(view).game, offered)
    if chosen.verb == "target":
        found = merits(view)
        fights = _fights(view, [action for action in offered if found.get(action, 0) > 0])
        best = (action for action in offered if action in found)
        chosen = max(
            best,
            key=lambda action: (fights.get(action, (0.0, False)), found[action]),
            default=chosen,
        )
    return chosen if chosen in offered and chosen.verb not in SECRET else None


def _fights(view: View, targets: Sequence[Action]) -> dict[Action, tuple[float, bool]]:
    """Return the value of the attack in progress for each target, and whether the player owns it.

    The flag says whether the target is one of the player's fighters. Empty without an attack.
    """
    if view.combat is None:
        return {}
    fighters = {
        ident
        for attacker, _, blockers, _ in view.combat.attackers
        for ident in (attacker, *blockers)
    }
    mine = fighters & {item.id for item in view.permanents if item.controller == view.seat}
    trials = {action: forecast.of(view).trial(action) for action in targets[:MOST_TRIED]}
    return {
        action: (
            _score(view, trial.later or trial) if trial is not None else 0.0,
            action.object in mine,
        )
        for action, trial in trials.items()
    }


def _best_attack(view: View, attacks: list[Action]) -> Action:
    ahead = forecast.of(view)
    scores = {action: _score(view, ahead.trial(action)) for action in attacks[:MOST_TRIED]}
    return max(scores, key=lambda action: scores[action])


def _score(view: View, trial: Trial | None) -> float:
    """Return the value of an attack for the viewer if nobody intervenes."""
    if trial is None:
        return 0.0
    score = TAKEN * (trial.taken_by == view.seat) + LIFE * sum(
        change if seat == view.seat else -change for seat, change in trial.life
    )
    for fate in trial.fates:
        if fate.dies or fate.gone:
            score += sum(fate.size) * (-1 if fate.seat == view.seat else 1)
        elif fate.seat != view.seat and not view.rules.damage.wears_off:
            score += fate.taken
    return score
