"""Responses: the effects of an opponent's spell, ability or attack on the player.

They are found by simulation in a game imagined from the player's own View.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import DONE, PASS
from engine.base.effort import TooMuchError
from engine.cards.model import Activated, Modify, Prevent, Redirect, Regenerate, Spell
from tui.session import effort

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.game import Game
    from engine.view import ObjectView, View

LONGEST = 40  # decisions simulated at most until an effect has happened
WIDEST = 60  # choices of an announcement examined at most


def kind_of(view: View, item: ObjectView) -> str:
    """Return the kind of an object on the stack: "spells", "abilities" or "moves"."""
    from engine.magic.core.special_actions import StackAction

    known = view.known.on_stack(item.id)
    if known is not None and isinstance(known.ability, StackAction):
        return "moves"
    return "abilities" if "Ability" in item.types else "spells"


# verbs that don't count as responses
NO_ANSWERS = frozenset({"pass", "done", "take-back", "reveal"})


class Concern:
    """A test whether the top of the stack concerns the player.

    It does if it targets or changes something of the player's, or if the player could counter it.
    At a shared screen (`shared`) everything but a move does: other players could otherwise infer
    the contents of a hand from a missing question (M-1). The result is kept for one View.
    """

    def __init__(self, *, shared: bool = False) -> None:
        self.shared = shared
        # the last View and its result; another View of the same stack may differ
        self._last: tuple[View, bool] | None = None

    def __call__(self, view: View) -> bool:
        if self._last is None or self._last[0] is not view:
            self._last = view, self._found(view, view.stack[-1])
        return self._last[1]

    def _found(self, view: View, top: ObjectView) -> bool:
        if self.shared:
            return kind_of(view, top) != "moves" or targets_mine(view, top)
        try:
            with effort.limited(effort.FORECAST):
                return (
                    targets_mine(view, top)
                    or _changes_mine(view, top)
                    or _can_be_countered(view, top)
                )
        # an imagined game may fail where the real one doesn't: the player is asked then
        except Exception:
            return True


def answers(view: View) -> list[Action]:
    """Return the player's responses: all actions but passing, undoing, revealing or making mana."""
    from tui.table.wording import is_for_mana

    return [
        action
        for action in view.actions
        if action.verb not in NO_ANSWERS and not is_for_mana(action, view)
    ]


def has_answer(view: View) -> bool:
    """Return whether the player has a response; True if the View hides the legal actions."""
    return not view.actions or bool(answers(view))


def free_answers(view: View) -> list[Action]:
    """Return the responses that are useful by themselves in a main phase.

    Left out are spells and abilities without a worthwhile target, abilities with a sacrifice that
    costs no opponent anything, and abilities that can target only the player's own permanents. If
    the analysis takes too much work, all responses are returned.
    """
    try:
        with effort.limited(effort.SCREEN):
            return _free_answers(view)
    except TooMuchError:
        return answers(view)


def _free_answers(view: View) -> list[Action]:
    from engine.ai.heuristics.spells import has_aim
    from engine.analysis.forecast import targets

    game, seat = effort.seen(view), view.seat or 0

    def is_free(action: Action) -> bool:
        if action.verb == "cast":
            return has_aim(game, seat, action)
        spoken = _spoken(view, action)
        if not isinstance(spoken, Activated):
            return True
        aims = targets(game, action)
        mine = {item.id for item in view.permanents if item.controller == seat}
        if spoken.cost.sacrifice:
            return _takes(game, action, seat)
        return not (aims and aims <= mine) and has_aim(game, seat, action)

    return [action for action in answers(view) if is_free(action)]


def _takes(game: Game, action: Action, seat: int) -> bool:
    """Return whether an ability can destroy or take an opponent's object with a single target.

    False if its costs require a choice first.
    """
    from engine.analysis.forecast import GRAVE, play_out

    fork = game.fork()
    fork.apply(action)
    if fork.question is None or fork.question.kind != "target":
        return False
    for aim in [each for each in fork.legal_actions() if each.verb == "target"][:WIDEST]:
        trial = play_out(fork, aim)
        if trial is not None and (
            any(fate.seat != seat and (fate.dies or fate.gone) for fate in trial.fates)
            or any(each.kind in GRAVE and each.seat != seat for each in trial.differences)
        ):
            return True
    return False


def lasting_answers(view: View) -> list[Action]:
    """Return the responses with effects that outlast the turn.

    If the analysis takes too much work, all responses are returned.
    """
    found = answers(view)
    try:
        with effort.limited(effort.FORECAST):
            return [action for action in found if _lasts(view, action)]
    except TooMuchError:
        return found


def _lasts(view: View, action: Action) -> bool:
    """Return whether an action's effect outlasts the turn.

    It doesn't if all its changes, regeneration shields and preventions end with the turn. A spell
    without a worthwhile target has no effect at all.
    """
    from engine.ai.heuristics.spells import has_aim
    from engine.cards.checks import nested

    if action.verb == "cast" and not has_aim(effort.seen(view), view.seat or 0, action):
        return False
    spoken = _spoken(view, action)
    if spoken is None or spoken.modes:
        return True
    return not all(
        isinstance(effect, Regenerate | Prevent | Redirect)
        or (isinstance(effect, Modify) and effect.until == "end-of-turn")
        for effect in nested.flat(spoken.effects)
    )


def _spoken(view: View, action: Action) -> Spell | Activated | None:
    """Return the spell or activated ability that an action begins, or None."""
    from engine.cards.casting_options import way_named
    from tui.table.wording import ability_of

    obj = view.known.objects.get(action.object)
    way = way_named(obj.printed, action.word) if obj is not None and action.verb == "cast" else None
    spoken: object = None
    if way is not None:
        spoken = way.face.spell
    elif action.verb == "activate":
        spoken = ability_of(view, action.object, action.ability)
    return spoken if isinstance(spoken, Spell | Activated) else None


def could_free(view: View) -> frozenset[tuple[int, int]]:
    """Return trapped creatures if the player could give one a keyword that lets it out.

    Each comes with the index of its space. Empty except just before moves, or if the analysis takes
    too much work.
    """
    try:
        with effort.limited(effort.FORECAST):
            return _could_free(view)
    except TooMuchError:
        return frozenset()


def _could_free(view: View) -> frozenset[tuple[int, int]]:
    from engine.cards.checks import nested

    seat, turn = view.seat, view.turn
    ahead = view.rules.turn[turn.step + 1 : turn.step + 2]
    if seat is None or turn.active != seat or not ahead or not ahead[0].moves:
        return frozenset()
    giving = [
        action
        for action in view.actions
        if (said := _spoken(view, action)) is not None
        and any(
            isinstance(effect, Modify) and effect.change.keywords
            for effect in nested.flat(said.effects)
        )
    ]
    game = effort.seen(view)
    shut_in = _shut_in(game, seat) if giving else frozenset[int]()
    freed = any(_frees(view, action, shut_in) for action in giving)
    return (
        frozenset((ident, game.state.objects[ident].space) for ident in shut_in)
        if freed
        else frozenset()
    )


def _shut_in(game: Game, seat: int) -> frozenset[int]:
    """Return the player's creatures that only the land around them keeps from moving."""
    moves, state = game.rules.movement, game.state
    mine = (
        ident
        for ident in state.battlefield
        if state.objects[ident].controller == seat and state.objects[ident].space >= 0
    )
    return frozenset(
        ident
        for ident in mine
        if moves.refusal(game, seat, ident) is None and not moves.destinations(game, ident)
    )


def _frees(view: View, action: Action, shut_in: frozenset[int]) -> bool:
    """Return whether an action lets one of the trapped creatures move.

    A target is chosen among the trapped creatures.
    """
    from engine.ai.search import policy

    for ident in shut_in:
        game = effort.imagined(view)
        height = len(game.state.stack)
        game.apply(action)
        for _ in range(LONGEST):
            question = game.question
            if question is None or (
                question.kind == "priority" and len(game.state.stack) <= height
            ):
                break
            legal = game.legal_actions()
            aim = next(
                (each for each in legal if each.verb == "target" and each.object == ident), None
            )
            game.apply(aim or (PASS if PASS in legal else policy(game, legal)))
        if _shut_in(game, view.seat or 0) < shut_in:
            return True
    return False


def targets_mine(view: View, top: ObjectView) -> bool:
    """Return whether an object on the stack targets the player or the player's objects."""
    seat = view.seat
    mine = {item.id for item in (*view.permanents, *view.stack) if item.controller == seat}
    mine |= {space.land for space in view.spaces if space.holder == seat}
    mine |= {
        card.id
        for player in view.players
        if player.seat == seat
        for card in (*player.graveyard, *player.exile)
    }
    return any(-target - 1 == seat if target < 0 else target in mine for target in top.targets)


def is_attacked(view: View, seat: int) -> bool:
    """Return whether the attack in progress is on a player or the player's land or creatures."""
    combat = view.combat
    if combat is None:
        return False
    at = next((space for space in view.spaces if space.name == combat.space), None)
    if at is not None and seat in (at.holder, at.stronghold_of):
        return True
    theirs = {item.id for item in view.permanents if item.controller == seat}
    near = at is not None and any(ident in theirs for ident in at.creatures)
    return near or any(
        aim in theirs or -aim - 1 == seat or theirs.intersection(blockers)
        for _, aim, blockers, _ in combat.attackers
    )


def is_fought_out(view: View) -> bool:
    """Return whether the fight in progress has no damage left to deal.

    A response could then wait until after the fight.
    """
    agenda = view.known.agenda
    return view.combat is not None and bool(agenda) and not any(task.strikes for task in agenda)


def _changes_mine(view: View, top: ObjectView) -> bool:
    """Return whether resolving the top of the stack changes anything of the player's."""
    seat, game = view.seat, effort.imagined(view)
    assert seat is not None
    before = _belongings(game, seat)
    for _ in range(LONGEST):
        decision = game.decision
        if decision is None or game.state.on_stack(top.id) is None:
            break
        if decision.seat == seat and decision.kind != "priority":
            return True
        legal = game.legal_actions()
        game.apply(next((action for action in (PASS, DONE) if action in legal), legal[0]))
    return _belongings(game, seat) != before


def _belongings(game: Game, seat: int) -> tuple[object, ...]:
    """Return a player's permanents with size and state, land, life, and card counts."""
    state = game.state
    player, held = (
        state.players[seat],
        [space for space, area in enumerate(state.areas) if area.holder == seat],
    )
    own = [
        state.objects[ident]
        for ident in state.battlefield
        if state.objects[ident].controller == seat
    ]
    sizes = [
        ((c := game.characteristics(obj.id)).power, c.toughness, c.keywords, c.types) for obj in own
    ]
    states = [(obj.id, obj.tapped, obj.damage, obj.space, obj.counters) for obj in own]
    return sizes, states, held, player.life, player.poison, len(player.hand), len(player.library)


def _can_be_countered(view: View, top: ObjectView) -> bool:
    """Return whether the player has a spell or ability that can target the stack's top."""
    base = None
    for action in view.actions:
        if action.verb in ("cast", "activate"):
            base = base or effort.imagined(view)
            if _aims(base, (action.verb, action.object, action.ability, action.word), top.id):
                return True
    return False


def _aims(base: Game, begun: tuple[str, int, int, str], top: int) -> bool:
    """Return whether an announcement leads to a choice of the stack's top."""
    edge = [base.fork()]
    first = next(a for a in base.legal_actions() if (a.verb, a.object, a.ability, a.word) == begun)
    edge[0].apply(first)
    for _ in range(WIDEST):
        if not edge:
            return False
        game = edge.pop()
        decision = game.decision
        if decision is None or decision.kind not in ("mode", "x", "cost", "target"):
            continue
        legal = [action for action in game.legal_actions() if action.verb != "take-back"]
        if any(top in (action.object, action.target) for action in legal):
            return True
        if decision.kind != "target":
            for action in legal[:WIDEST]:
                further = game.fork()
                further.apply(action)
                edge.append(further)
    return False
