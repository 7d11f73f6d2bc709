"""Responses: whether what an opponent does concerns a player, found by trying it out on a game
imagined from the player's own View.
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

LONGEST = 40  # so many decisions it may take until what is tried out has happened
WIDEST = 60  # so many choices of an announcement are looked through for one that aims at a spell


def kind_of(view: View, item: ObjectView) -> str:
    """What lies on the stack: one of the "spells", "abilities" or "moves"."""
    from engine.magic.core.special_actions import StackAction

    known = view.known.on_stack(item.id)
    if known is not None and isinstance(known.ability, StackAction):
        return "moves"
    return "abilities" if "Ability" in item.types else "spells"


NO_ANSWERS = frozenset({"pass", "done", "take-back", "reveal"})  # verbs that answer nothing


class Concern:
    """Whether the top of the stack concerns the player of a View: it targets or changes what is
    theirs, or they could counter it.

    For one of several players at a screen (`shared`) it does whatever it is, but for moves: the
    others could tell from an answer that depends on a hand what is in it (M-1). What was found out
    is kept for one View.
    """

    def __init__(self, *, shared: bool = False) -> None:
        self.shared = shared
        # the View that was looked at last: another one of the same stack may say otherwise
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
        # in an imagined game more may go wrong than in the real one: whoever can't tell asks
        except Exception:
            return True


def answers(view: View) -> list[Action]:
    """Return all that the player of a View could do but pass, take something back, show a secret
    or make mana.
    """
    from tui.table.wording import is_for_mana

    return [
        action
        for action in view.actions
        if action.verb not in NO_ANSWERS and not is_for_mana(action, view)
    ]


def has_answer(view: View) -> bool:
    """Return whether the player of a View has an answer; True where it isn't shown what can be
    done.
    """
    return not view.actions or bool(answers(view))


def free_answers(view: View) -> list[Action]:
    """Return the answers that are of some use by themselves in a main phase.

    That is all but spells that have nothing to aim at, and abilities for which something is
    sacrificed without an opponent losing something, or that can be aimed only at the player's own
    permanents. If that takes too much work to tell, it is all of them.
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
        return not (aims and aims <= mine)

    return [action for action in answers(view) if is_free(action)]


def _takes(game: Game, action: Action, seat: int) -> bool:
    """Return whether an ability, aimed at one thing of an opponent's, takes it; False if its
    costs ask something first.
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
    """Return the answers whose effect would still be there when the turn has ended; all of them
    if that takes too much work to tell.
    """
    found = answers(view)
    try:
        with effort.limited(effort.FORECAST):
            return [action for action in found if _lasts(view, action)]
    except TooMuchError:
        return found


def _lasts(view: View, action: Action) -> bool:
    """Return whether the effect of an action outlasts the turn: it doesn't if all changes, shields
    and preventions end with the turn.

    A spell without a target worth aiming at has no effect at all.
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
    """The spell or the ability that an action begins, as its card says it; none for anything
    else.
    """
    from engine.cards.casting_options import way_named
    from tui.table.wording import ability_of

    obj = view.known.objects.get(action.object)
    way = way_named(obj.printed, action.word) if obj is not None and action.verb == "cast" else None
    spoken = (
        way.face.spell
        if way is not None
        else ability_of(view, action.object, action.ability)
        if action.verb == "activate"
        else None
    )
    return spoken if isinstance(spoken, Spell | Activated) else None


def could_free(view: View) -> frozenset[tuple[int, int]]:
    """Return the creatures that are shut in, if the player could give one of them keywords that let
    it out, just before moves.

    Each comes with its space, by number. None if that takes too much work to tell.
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
    """Return the creatures of a player that could move but for the land around them."""
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
    """Return whether an action, aimed at one of the creatures that are shut in if it is aimed at
    all, gives one a way out.
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
    """Whether something on the stack has a target that is the player, or theirs."""
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
    """Whether the attack in progress is on a player, on land that is theirs, or where creatures
    of theirs stand.
    """
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
    """Whether the fight that goes on has nothing before it any more but its end: what is done
    now could be done as well after it.
    """
    agenda = view.known.agenda
    return view.combat is not None and bool(agenda) and not any(task.strikes for task in agenda)


def _changes_mine(view: View, top: ObjectView) -> bool:
    """Whether anything of the player's is different once the top of the stack has resolved, if
    nobody answers it.
    """
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
    """All that is a player's: permanents with size and state, land, life, the numbers of cards."""
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
    """Whether something that the player could cast or activate now may aim at the top of the
    stack.
    """
    base = None
    for action in view.actions:
        if action.verb in ("cast", "activate"):
            base = base or effort.imagined(view)
            if _aims(base, (action.verb, action.object, action.ability, action.word), top.id):
                return True
    return False


def _aims(base: Game, begun: tuple[str, int, int, str], top: int) -> bool:
    """Whether an announcement leads to a choice of the top of the stack."""
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
