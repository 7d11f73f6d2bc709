"""What comes when a player passes or is done, and what a turn that ends leaves undone.

Both are tried out on a game that is imagined from the player's own View, as if nobody else did
anything: no rule is repeated here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.actions import DONE, PASS, Action
from engine.base.records import replace
from engine.events import Event
from engine.history.undo import SHOWING
from engine.log import many
from engine.magic.core.agenda import DecisionView
from engine.view import View
from tui.session import effort
from tui.table import wording

if TYPE_CHECKING:
    from engine.game import Game

LONGEST_WALK = 400  # so many decisions a turn is walked through at most
CLOSING = ("priority", "move", "attack-area", "strike", "next-attack", "next-move", "orders")
"""Kinds of questions with which a player says that nothing more is wanted of a step: in all
others something is under way.
"""
ATTACKS = ("attack-area", "strike", "orders", "attackers", "battle")
"""Kinds of questions in which a player chooses attacks on their own turn."""
OPEN = (*CLOSING, "heal", "supply")
"""Kinds of questions in which a player decides what to do, so that first there is time to hear
what others have done.
"""
LAST_DEED = "That was the last thing you could do this turn"
LAST = "discard"  # what is asked of somebody whose turn is all but over


class Ahead(Struct, frozen=True):
    """What a player is asked next, if nobody else does anything: in which step, of what kind; or
    that the turn is over by then.
    """

    step: int = -1
    kind: str = ""
    over: bool = False


def closing(view: View) -> Action | None:
    """The answer with which whoever is asked wants nothing more: to pass, or to be done."""
    return next((action for action in (PASS, DONE) if action in view.actions), None)


def is_closing(view: View) -> bool:
    """Whether that answer finishes no spell and no attack that is under way, so that it may end
    the turn.
    """
    decision, combat = view.decision, view.combat
    if decision is None or closing(view) is None or view.turn.active != decision.seat:
        return False
    attacks = combat is not None and (bool(combat.attackers) or decision.kind != "orders")
    return decision.kind in CLOSING and not view.stack and not attacks


def can_end(view: View) -> bool:
    """Whether whoever is asked could end their own turn now: no attack is being declared,
    nothing has to be chosen.
    """
    decision = view.decision
    own = decision is not None and view.turn.active == decision.seat and closing(view) is not None
    return own and decision is not None and (decision.kind == "priority" or is_closing(view))


def ahead(view: View, asks: Callable[[Game], bool]) -> Ahead | None:
    """What the player of a View is asked next after passing or being done; none where that is no
    answer.

    `asks` tells of a game whether the player wants to be asked what is asked there.
    """
    answer = closing(view)
    if answer is None or view.decision is None:
        return None
    try:
        with effort.limited(effort.SCREEN):
            return _ahead(view, answer, asks)
    # in an imagined game more may go wrong than in the real one, whose faults are told elsewhere
    except Exception:
        return None


def _ahead(view: View, answer: Action, asks: Callable[[Game], bool]) -> Ahead:
    for game in _walk(view, answer):
        decision, turn = game.decision, game.state.turn
        if decision is None or turn.number != view.turn.number or decision.kind == LAST:
            break
        if asks(game):
            return Ahead(turn.step, decision.kind)
    return Ahead(over=True)


def wasted(view: View, held: Collection[int] = (), *, attacks: bool = True) -> Left:
    """Return what the player of a View would clearly waste by ending the turn now; without
    `attacks`, by ending it after these.

    What permanents on hold (`held`, by id) could do is none of it: they were kept on purpose.
    """
    answer, left = closing(view), Left(view, held, attacks=attacks)
    if answer is not None and view.seat is not None:
        # as above: what was found so far is so
        with suppress(Exception), effort.limited(effort.SCREEN):
            left.note(effort.seen(view), view.actions)
            _look_through(view, answer, left)
    return left


def _look_through(view: View, answer: Action, left: Left) -> None:
    """Note what the rest of a turn offers, and the mana that is lost as it ends."""
    seat = view.seat or 0
    for game in _walk(view, answer):
        question = game.question
        if game.state.turn.number != view.turn.number:
            left.mana = max(sum(view.players[seat].pool) - sum(game.state.players[seat].pool), 0)
        elif question is not None and question.needless(game) is None:
            left.note(game, game.legal_actions())


class UnusedOption(Struct, frozen=True):
    """Something that could still be done, by a creature, with a card or in an area: all ways in
    which it could, and who is near.
    """

    verb: str
    what: int | str
    ways: frozenset[Way]
    # the power with which seats could strike where the creature stands
    strikers: tuple[tuple[int, int], ...] = ()


# the target and the space of an action, and who stands there
Way = tuple[int, str, tuple[int, ...]]


class Left:
    """What could still be done."""

    def __init__(self, view: View, held: Collection[int] = (), *, attacks: bool = True) -> None:
        self._held = held
        self.mana = 0  # so much is lost
        self._attacks = attacks
        self._view = view
        self._ways: dict[tuple[str, int | str], set[Way]] = {}
        self._tokens = {item.id for item in view.permanents if item.player_token}
        self._standing = {space.name: space.creatures for space in view.spaces}

    def note(self, game: Game, actions: Collection[Action]) -> None:
        """Add those of some actions that would clearly be wasted (`_is_wasted`)."""
        view, tokens, standing = self._view, self._tokens, self._standing
        moves = any(action.verb in MOVING for action in actions) and not _has_moved(
            game, view.seat or 0
        )
        for action in actions:
            if action.verb in MOVING and not moves:
                continue
            is_attack = action.verb in ("attack", "attacker")
            if (is_attack and not self._attacks) or not _is_wasted(game, action, view.seat or 0):
                continue
            what = action.space if action.verb == "attack" else action.object
            if not what or action.object in self._held or wording.is_for_mana(action, view):
                continue
            verb = "move" if action.verb == "carry" else action.verb
            verb = "move-token" if verb == "move" and action.object in tokens else verb
            self._ways.setdefault((verb, what), set()).add(
                (action.target, action.space, standing.get(action.space, ()))
            )

    def things(self) -> frozenset[UnusedOption]:
        """Return all that may be left undone turn after turn, once the player knows it, as long as
        nothing changes about it.

        Attacks are another chance in every turn.
        """
        return frozenset(
            self._thing(verb, what)
            for verb, what in self._ways
            if verb not in ("attacker", "attack")
        )

    def _thing(self, verb: str, what: int | str) -> UnusedOption:
        from tui.table import forecast

        space = next((item.space for item in self._view.permanents if item.id == what), "")
        near = forecast.of(self._view).strikers(space) if space else {}
        strikers = tuple(
            sorted((seat, power) for seat, power in near.items() if seat != self._view.seat)
        )
        return UnusedOption(verb, what, frozenset(self._ways[verb, what]), strikers)

    def words(self, on_purpose: Collection[UnusedOption] = ()) -> list[str]:
        """What has not been left undone on purpose, what matters most first.

        Mana that is lost counts only where something takes it.
        """
        counts = Counter(
            verb
            for verb, what in self._ways
            if not on_purpose or self._thing(verb, what) not in on_purpose
        )
        said = _counted(counts)
        return (
            [*said, f"{self.mana} mana will be lost"]
            if self.mana and not counts.keys().isdisjoint(("cast", "activate"))
            else said
        )

    def kept(self, on_purpose: Collection[UnusedOption]) -> list[str]:
        """What has been left undone on purpose before and could still be done, in the same
        words.
        """
        return (
            _counted(Counter(thing.verb for thing in self.things() if thing in on_purpose))
            if on_purpose
            else []
        )


def _counted(counts: Mapping[str, int]) -> list[str]:
    return [say(counts[verb]) for verb, say in SAID.items() if verb in counts]


def _is_wasted(game: Game, action: Action, seat: int) -> bool:
    """Return whether leaving an action undone wastes something for no reason that a screen could
    guess.

    That is a land that isn't played; mana that doesn't last while a card could be cast that can't
    wait for another's turn; an attack that gains something and costs nothing; and all moves of
    creatures, which are asked about if the player has moved nothing yet.
    """
    if action.verb == "cast":
        from engine.ai.heuristics.spells import has_aim

        return (
            not game.rules.mana.lasts
            and not _can_wait(game, action)
            and has_aim(game, seat, action)
        )
    if action.verb in ("attack", "attacker"):
        from tui.table.stops.stakes import gains_at_no_cost

        return gains_at_no_cost(game, action, seat)
    if action.verb in MOVING:
        return not game.state.objects[action.object].player_token
    return action.verb == "play"


def _has_moved(game: Game, seat: int) -> bool:
    """Return whether a permanent of a player has moved in this turn."""
    turn, objects = game.state.turn.number, game.state.objects
    game.spend(len(game.state.battlefield) // 16)
    return any(
        objects[ident].controller == seat and objects[ident].on_map.moved == turn
        for ident in game.state.battlefield
    )


def _can_wait(game: Game, action: Action) -> bool:
    """Return whether a card can be cast in another's turn as well."""
    obj = game.state.objects.get(action.object)
    return obj is not None and obj.printed.is_instant


MOVING = ("move", "carry", "scout")
SAID: dict[str, Callable[[int], str]] = {
    "attack": lambda n: f"{many(n, 'area')} can be attacked",
    "attacker": lambda n: f"{n} can attack",
    "play": lambda n: "a land can be played",
    "cast": lambda n: f"{many(n, 'card')} castable",
    "move": lambda n: f"{many(n, 'creature')} can move",
    "scout": lambda n: f"{n} can scout",
    "move-token": lambda n: "your token can move",
}
"""How much could be done with each verb, what matters most first.

Abilities are no news: most could be used in the next turn as well.
"""


def _walk(view: View, answer: Action) -> Iterator[Game]:
    """The game at each later decision of the View's player in this turn, and when it is over, if
    nobody does anything.
    """
    game = effort.imagined(view)
    turn = game.state.turn.number
    for _ in range(LONGEST_WALK):
        game.apply(answer)
        decision = game.decision
        if decision is None or game.state.turn.number != turn:
            yield game
            return
        if decision.seat == view.seat:
            yield game
        legal = game.legal_actions()
        answer = next((action for action in STILL if action in legal), legal[0])


STILL = (PASS, DONE, Action("auto"))  # the answers of a player who does nothing of their own accord


# the position after the last thing of a turn, before the turn ends, and what has happened by then
LastDeed = tuple[View, list[Event]]


def last_deed(
    view: View, action: Action, asks: Callable[[Game], bool], *, unforeseen: bool = False
) -> LastDeed | None:
    """Return what comes of an action with which the player's turn is over, before the turn ends.

    None if the player is asked something more in the turn, or if the action can't be undone anyway:
    a die falls, a card is shown. `asks` is as for `ahead`. `unforeseen`: return the present
    position for such an action, without any events.
    """
    if view.decision is None or view.turn.active != view.seat or action in (PASS, DONE):
        return None
    try:
        with effort.limited(effort.SCREEN):
            found = _last_deed(
                view,
                action,
                lambda game: (
                    game.question is not None and game.question.kind != "payment" and asks(game)
                ),
            )
    except Exception:  # as above
        return None
    return found if found is None or found[1] or unforeseen else None


def _last_deed(view: View, action: Action, asks: Callable[[Game], bool]) -> LastDeed | None:
    from engine.ai.determinize import until_step_ends

    if not _ahead(view, action, asks).over:
        return None
    game = until_step_ends(effort.imagined(view))
    game.events = []
    told = [*game.apply(action)]
    while (question := game.question) is not None and question.kind != "halt":
        legal = game.legal_actions()
        answer = next((each for each in STILL if each in legal), None)
        if (
            answer is None
            or (question.seat == view.seat and asks(game))
            or len(told) > LONGEST_WALK
        ):
            return None
        told += game.apply(answer)
    if game.question is None:
        return None
    if any(event.kind in SHOWING or event.kind in ("roll", "shuffle") for event in told):
        return replace(view, decision=None, actions=()), []
    asked = DecisionView(game.state.turn.active, "priority", LAST_DEED)
    return replace(game.view_for(view.seat), decision=asked, actions=()), [
        event.for_seat(view.seat) for event in told
    ]


# --- in words ---

DOING = {
    "move": "Done moving",
    "next-move": "Done moving",
    "attack-area": "Done attacking",
    "strike": "Done attacking",
    "next-attack": "Done attacking",
    "orders": "Done attacking",
    "attackers": "Attack",
    "blockers": "Done blocking",
    "opportunity": "Let it pass",
    "heal": "Done healing",
    "tap-attacker": "Tap none",
}
"""What being done says, by the kind of question."""
NEXT = {
    "move": "Choose moves", "orders": "Choose attacks", "strike": "Choose attacks",
    "attack-area": "Choose attacks",
    "attackers": "Choose attacks", "battle": "Choose battles",
}  # fmt: skip
"""What is asked next in the same step, in words that are not those of going on to a step."""
END_TURN = "End turn"


def ends_turn(view: View, found: Ahead | None) -> bool:
    """Whether passing or being done now is to say that one's turn is over."""
    return found is not None and found.over and is_closing(view)


def doing(view: View) -> str:
    """What being done with what is asked comes to: "Done moving"."""
    if view.decision is not None and view.decision.kind == "priority":
        return f"Leave {view.turn.steps[view.turn.step]}"
    return DOING.get(view.decision.kind, "Done") if view.decision is not None else "Done"


def words(view: View, found: Ahead | None) -> str:
    """What the key that passes does now; nothing where it does nothing."""
    decision, turn, answer = view.decision, view.turn, closing(view)
    if decision is None or answer is None:
        return ""
    if found is None:
        return answer.verb.capitalize()
    own = turn.active == decision.seat
    there = "" if found.over or found.step == turn.step else turn.steps[found.step]
    if ends_turn(view, found):
        return END_TURN
    if decision.kind != "priority":
        done = doing(view)
        return f"{done}, on to {there}" if there and decision.kind in CLOSING else done
    if view.stack:
        return (
            f"Resolve {view.stack[-1].name}"
            if view.stack[-1].controller == decision.seat
            else f"Let {view.stack[-1].name} resolve"
        )
    if view.combat is not None:
        return "Continue the attack"
    if not own:
        return f"Let {view.players[turn.active].name} continue"
    return f"On to {there}" if there else NEXT.get(found.kind, "Continue")
