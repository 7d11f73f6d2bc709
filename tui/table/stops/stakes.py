"""Stakes: whether any response would turn out better than passing, found by simulation.

Responses are tried in a game imagined from the player's own View and judged by the computer
players' evaluation. A stop without stakes is skipped, unless the player has full control. Attacks
during other players' turns are judged by their forecast alone, which depends on no hidden
information.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.actions import DONE, PASS
from tui.session import effort
from tui.table.stops import responses

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.ai.search import Budget
    from engine.analysis.forecast import Trial
    from engine.cards.model import Activated
    from engine.game import Game
    from engine.magic.core.position import State
    from engine.view import View

# positions examined for one stop; if they don't suffice, the player is asked
NODES = 300
LEAST = 0.01  # smaller gains are ignored
# questions about the attackers of one attack; the player is asked after that
MOST_ATTACKERS = 100
BEGUN = ("cast", "activate")  # verbs that announce a spell or ability
REPEATS = 6  # activations of one ability in a row that are tried


class Stakes:
    """A test for stakes in a View; the last result is kept."""

    def __init__(self) -> None:
        self._known: tuple[State, int | None, frozenset[int], bool, bool] | None = None

    def __call__(self, view: View, held: Collection[int] = (), *, free_cards: bool = True) -> bool:
        """Return whether a response would turn out better than passing.

        True if a simulation isn't possible. `held` are the ids of permanents on hold, which don't
        count. With `free_cards`, losing a card with a worthwhile target costs nothing: the player
        is asked whenever the card would do any good.
        """
        key = frozenset(held)
        if (
            self._known is None
            or self._known[0] is not view.known
            or self._known[1:4] != (view.seat, key, free_cards)
        ):
            self._known = (
                view.known,
                view.seat,
                key,
                free_cards,
                _is_at_stake(view, key, free_cards=free_cards),
            )
        return self._known[4]


def _is_at_stake(view: View, held: Collection[int], *, free_cards: bool) -> bool:
    answers = [action for action in responses.answers(view) if action.object not in held]
    if not answers or not view.actions:
        return not view.actions
    try:
        with effort.limited(effort.SCREEN):
            return _gains(view, answers, free_cards=free_cards)
    # an imagined game may fail where the real one doesn't: the player is asked then
    except Exception:
        return True


def _gains(view: View, answers: Collection[Action], *, free_cards: bool) -> bool:
    """Return whether one of the responses turns out better than passing."""
    from engine.ai import search
    from engine.ai.heuristics.spells import has_aim
    from engine.ai.player import never

    game, seat = effort.imagined(view), view.seat or 0
    possible = [action for action in answers if game.offer.allows(game, action)]
    budget = search.Budget(NODES, never, judge=_lasting_value)
    passing = search.tried(game, (PASS,), seat, budget)
    if (
        passing is None
        or len(possible) < len(answers)
        or search.policy(game, view.actions) in answers
    ):
        return True
    begun = _different(game, possible)
    # a card is worth nothing to its player if it can only harm the player or help opponents
    aimed = {action for action in begun if free_cards and has_aim(game, seat, action)}
    others = [action for action in possible if action.verb not in BEGUN]
    ideas = [*search.each(game, others, seat, budget)]
    if any(idea.value > passing.value + LEAST for idea in ideas):
        return True
    for idea in search.announcements(game, begun, seat, budget):
        allowance = _worth_in_hand(game, idea.plan[0]) if idea.plan[0] in aimed else 0.0
        if idea.value + allowance > passing.value + LEAST:
            return True
    again = (
        value
        for action in begun
        if action.verb == "activate"
        for value in _repeated(game, action, seat, budget)
    )
    return any(value > passing.value + LEAST for value in again) or budget.spent


def _different(game: Game, possible: Collection[Action]) -> list[Action]:
    """Return the spells and abilities to try, each card in hand only once."""
    objects = game.state.objects
    found: dict[object, Action] = {}
    for action in possible:
        if action.verb in BEGUN:
            obj = objects.get(action.object)
            what: object = action
            if obj is not None and obj.zone == "hand":
                what = obj.printed.name, action.verb, action.ability, action.word
            found.setdefault(what, action)
    return list(found.values())


def _lasting_value(game: Game, seat: int) -> float:
    """Return the value of a position without effects that last until end of turn."""
    from engine.ai.evaluate import evaluate
    from engine.magic.turn.steps import wear_off

    wear_off(game)
    return evaluate(game, seat)


def _worth_in_hand(game: Game, action: Action) -> float:
    """Return the value that a position loses with a card in hand; 0 for other objects."""
    from engine.ai import card_values
    from engine.ai.weights import weights_of

    objects = game.state.objects
    obj = objects.get(action.object)
    if obj is None or obj.zone != "hand":
        return 0.0
    hand = game.state.players[obj.owner].hand
    rest = [objects[ident].printed for ident in hand if ident != obj.id]
    worth = card_values.hand([*rest, obj.printed]) - card_values.hand(rest)
    return weights_of(game.rules).evaluation.material * worth


def _repeated(game: Game, action: Action, seat: int, budget: Budget) -> Iterator[float]:
    """Yield the values of activating an ability twice, three times and so on."""
    from engine.ai import search
    from engine.ai.determinize import until_step_ends

    fork = until_step_ends(game)
    for number in range(REPEATS):
        if budget.spent or not fork.offer.allows(fork, action):
            return
        height = len(fork.state.stack)
        fork.apply(action)
        budget.spend()
        while (question := fork.question) is not None and question.kind != "halt":
            if question.kind == "priority" and len(fork.state.stack) <= height:
                break
            fork.apply(PASS if question.kind == "priority" else search.policy(fork))
            budget.spend()
        if fork.question is None or fork.question.seat != seat:
            return
        if number:
            yield search.settle(fork.fork(), seat, budget)


# --- attacks in other players' turns ---


def attacks_gain_nothing(view: View, held: Collection[int] = ()) -> bool:
    """Return whether no attack offered in another player's turn is useful.

    Attacks by `held` pieces don't count. An attack on a passing piece is useless if it only kills
    the attacker, or if, during a fight, it gains nothing and costs its player life. An ordered
    attack is useless if its result is no better than being done.
    """
    attacks = [
        action for action in view.actions if action.verb == "attacker" and action.object not in held
    ]
    if not attacks:
        return True
    if not view.known.players:
        return False
    try:
        with effort.limited(effort.SCREEN):
            return not any(_is_of_use(view, together) for together in _joined(attacks))
    except Exception:  # as above
        return False


def _joined(attacks: Sequence[Action]) -> list[tuple[Action, ...]]:
    """Return each attack by itself, then all attacks on the same target together."""
    aims = dict.fromkeys(action.target for action in attacks)
    together = [tuple(action for action in attacks if action.target == aim) for aim in aims]
    return [*((action,) for action in attacks), *(group for group in together if len(group) > 1)]


def _is_of_use(view: View, attacks: tuple[Action, ...]) -> bool:
    from engine.analysis.forecast import play_out
    from tui.table import forecast

    game = forecast.of(view).game.fork()
    nothing = play_out(game, DONE)
    for action in attacks[:-1]:
        game.apply(action)
    trial = play_out(game, attacks[-1])
    if trial is None or nothing is None or trial.chance or not trial.finished:
        return True
    fates = {fate.ident: fate for fate in trial.fates}
    if _is_gain(view, trial, nothing):
        return True
    is_ordered = view.decision is not None and view.decision.kind == "orders"
    only_dies = all(action.object in fates and fates[action.object].dies for action in attacks)
    return not (
        is_ordered or only_dies or (bool(nothing.fates) and _costs_life(view, trial, nothing))
    )


def _costs_life(view: View, trial: Trial, nothing: Trial) -> bool:
    """Return whether the player loses more life than by doing nothing."""
    before = dict(nothing.life)
    return any(seat == view.seat and change < before.get(seat, 0) for seat, change in trial.life)


def _is_gain(view: View, trial: Trial, nothing: Trial) -> bool:
    """Return whether any result is better for the player than by doing nothing."""
    before = {fate.ident: fate for fate in nothing.fates}
    tokens = {item.id for item in view.permanents if item.player_token}
    wounds_stay = not view.rules.damage.wears_off
    for fate in trial.fates:
        other = before.get(fate.ident)
        died, taken = (
            (other.dies or bool(other.gone), other.taken) if other is not None else (False, 0)
        )
        dies = fate.dies or bool(fate.gone)
        if fate.seat == view.seat:
            if died and not dies:
                return True
        elif (dies and not died) or (fate.taken > taken and (wounds_stay or fate.ident in tokens)):
            return True
    lives = dict(nothing.life)
    return trial.winners != nothing.winners or any(
        (change > lives.get(seat, 0)) == (seat == view.seat)
        for seat, change in trial.life
        if change != lives.get(seat, 0)
    )


# --- division of damage ---


def division(view: View) -> Action | None:
    """Return a division of damage if all have the same result in another player's combat.

    Otherwise None. The results are equal if no division kills more than another, and the damage
    wears off. The player is asked in main phases, with attacks still to come, and if one of the
    player's cards or abilities could exploit the damage later in the turn.
    """
    decision, turn = view.decision, view.turn
    if (
        decision is None
        or decision.kind != "damage"
        or turn.active == decision.seat
        or not view.rules.damage.wears_off
    ):
        return None
    if view.rules.turn[turn.step].is_main or not view.known.players or _could_add(view):
        return None
    from engine.analysis.forecast import play_out
    from tui.table import forecast

    try:
        with effort.limited(effort.SCREEN):
            trials = [play_out(forecast.of(view).game.fork(), action) for action in view.actions]
    except Exception:  # as above
        return None
    outcomes = {_outcome(view, trial) for trial in trials if trial is not None}
    is_foreseen = all(trial is not None and trial.finished and not trial.chance for trial in trials)
    return view.actions[0] if is_foreseen and len(outcomes) == 1 else None


def _could_add(view: View) -> bool:
    """Return whether the player could damage or shrink a creature later in the turn."""
    from engine.cards.mana_abilities import is_mana_ability
    from engine.cards.model import Activated
    from tui.table import forecast

    seat = view.seat or 0
    hand = [view.known.objects.get(card.id) for card in view.players[seat].hand]
    if any(card is None or card.printed.is_instant for card in hand):
        return True

    def has_ability() -> bool:
        game = forecast.of(view).game
        own = [
            game.characteristics(item.id).abilities
            for item in view.permanents
            if item.controller == seat
        ]
        abilities = [
            ability for found in own for ability in found if isinstance(ability, Activated)
        ]
        return any(
            not is_mana_ability(ability) and not _is_for_itself(ability) for ability in abilities
        )

    return forecast.of(view).within("could add", has_ability, True)


def _is_for_itself(ability: Activated) -> bool:
    """Return whether an ability only changes or shields the permanent that has it."""
    from engine.cards.checks.nested import flat
    from engine.cards.model import Modify, Regenerate

    return not ability.targets and all(
        isinstance(effect, Modify | Regenerate) and effect.what == "self"
        for effect in flat(ability.effects)
    )


def _outcome(view: View, trial: Trial) -> tuple[object, ...]:
    """Return the result of a fight without damage that only wears off."""
    tokens = {item.id for item in view.permanents if item.player_token}
    lost = frozenset((fate.ident, fate.gone) for fate in trial.fates if fate.dies or fate.gone)
    hurt = frozenset(
        (fate.ident, fate.taken) for fate in trial.fates if fate.ident in tokens and fate.taken
    )
    return lost, hurt, frozenset(trial.life), trial.winners, trial.taken_by, trial.out


# --- attacks in the player's own turn ---


def gains_at_no_cost(game: Game, action: Action, seat: int) -> bool:
    """Return whether an attack takes or kills something without losses.

    No other player intervenes in the simulation. False if any creature could block or chance is
    involved.
    """
    from engine.analysis.forecast import play_out

    try:
        trial = play_out(game, action)
    except Exception:  # as above
        return False
    if trial is None or trial.blockers or trial.chance or not trial.finished:
        return False
    if any(fate.seat == seat and (fate.dies or fate.gone) for fate in trial.fates):
        return False
    killed = any(fate.seat != seat and (fate.dies or fate.gone) for fate in trial.fates)
    return (
        killed
        or trial.taken_by == seat
        or any(change < 0 for other, change in trial.life if other != seat)
    )


def own_attacks_are_idle(view: View) -> bool:
    """Return whether no attack on an area takes, kills or changes anything.

    False if an opponent has a creature in an attacked area, since a bad block is possible, or if
    the player would get priority during an attack.
    """
    attacks = [action for action in view.actions if action.verb == "attack"]
    if DONE not in view.actions or not attacks or not view.known.players:
        return False
    opposed = {item.space for item in view.permanents if item.controller not in (view.seat, -1)}
    if opposed.intersection(action.space for action in attacks):
        return False
    try:
        with effort.limited(effort.SCREEN):
            return not any(_does_something(view, action) for action in attacks)
    except Exception:  # as above
        return False


def _does_something(view: View, attack: Action) -> bool:
    """Return whether an attack with all creatures does more than tap the attackers.

    True as well if its player gets priority.
    """
    game = effort.seen(view).fork()
    before = (
        [(space.holder, space.conquer_value) for space in game.state.areas],
        len(game.state.objects),
    )
    game.apply(attack)
    for _ in range(MOST_ATTACKERS):
        question = game.question
        if question is None or question.kind == "priority" or question.seat != view.seat:
            return True
        if question.kind != "attackers":
            break
        legal = game.legal_actions()
        game.apply(next((action for action in legal if action.verb == "attacker"), DONE))
    return before != (
        [(space.holder, space.conquer_value) for space in game.state.areas],
        len(game.state.objects),
    )
