"""The consequences of passing: the next question, and options that a turn's end would waste.

Both are found by simulation in a game imagined from the player's own View, where no other player
acts. No rule is repeated here.
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

LONGEST_WALK = 400  # decisions of a turn that are simulated at most
CLOSING = ("priority", "move", "attack-area", "strike", "next-attack", "next-move", "orders")
"""Kinds of questions where passing ends the player's part of a step.

Other questions belong to something under way.
"""
ATTACKS = ("attack-area", "strike", "orders", "attackers", "battle")
"""Kinds of questions in which the active player chooses attacks."""
OPEN = (*CLOSING, "heal", "supply")
"""Kinds of questions with a free decision, before which news of other players is shown."""
LAST_DEED = "That was the last thing you could do this turn"
LAST = "discard"  # kind of the last question of a turn


class Ahead(Struct, frozen=True):
    """A player's next question if nobody else acts: its step and kind, or the turn's end."""

    step: int = -1
    kind: str = ""
    over: bool = False


def closing(view: View) -> Action | None:
    """Return the action that ends the player's part: to pass or to be done; None if neither."""
    return next((action for action in (PASS, DONE) if action in view.actions), None)


def is_closing(view: View) -> bool:
    """Return whether passing or being done may end the turn.

    False while a spell or an attack of the player's is under way.
    """
    decision, combat = view.decision, view.combat
    if decision is None or closing(view) is None or view.turn.active != decision.seat:
        return False
    attacks = combat is not None and (bool(combat.attackers) or decision.kind != "orders")
    return decision.kind in CLOSING and not view.stack and not attacks


def can_end(view: View) -> bool:
    """Return whether the active player could end the turn now.

    False while an attack is being declared or a choice is required.
    """
    decision = view.decision
    own = decision is not None and view.turn.active == decision.seat and closing(view) is not None
    return own and decision is not None and (decision.kind == "priority" or is_closing(view))


def ahead(view: View, asks: Callable[[Game], bool]) -> Ahead | None:
    """Return the player's next question after passing or being done, or None.

    `asks` returns whether the player wants to be asked the question of a game.
    """
    answer = closing(view)
    if answer is None or view.decision is None:
        return None
    try:
        with effort.limited(effort.SCREEN):
            return _ahead(view, answer, asks)
    # an imagined game may fail where the real one doesn't; real faults are reported elsewhere
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
    """Return the options that the player would clearly waste by ending the turn now.

    Without `attacks`, attacks don't count, as for a turn that ends after them. Permanents on hold
    (`held`, by id) don't count either: they were kept on purpose.
    """
    answer, left = closing(view), Left(view, held, attacks=attacks)
    if answer is not None and view.seat is not None:
        # as in `ahead`; options found before a failure are valid
        with suppress(Exception), effort.limited(effort.SCREEN):
            left.note(effort.seen(view), view.actions)
            _look_through(view, answer, left)
    return left


def _look_through(view: View, answer: Action, left: Left) -> None:
    """Note the options in the rest of a turn, and the mana lost at its end."""
    seat = view.seat or 0
    for game in _walk(view, answer):
        question = game.question
        if game.state.turn.number != view.turn.number:
            left.mana = max(sum(view.players[seat].pool) - sum(game.state.players[seat].pool), 0)
        elif question is not None and question.needless(game) is None:
            left.note(game, game.legal_actions())


class UnusedOption(Struct, frozen=True):
    """An option of a creature, a card or an area: all its variants, and enemies in reach."""

    verb: str
    what: int | str
    ways: frozenset[Way]
    # power with which seats could attack the creature's space, as (seat, power)
    strikers: tuple[tuple[int, int], ...] = ()


# an action's target, space, and ids of the creatures there
Way = tuple[int, str, tuple[int, ...]]


class Left:
    """The options still open in a turn."""

    def __init__(self, view: View, held: Collection[int] = (), *, attacks: bool = True) -> None:
        self._held = held
        self.mana = 0  # mana lost at the end of the turn
        self._attacks = attacks
        self._view = view
        self._ways: dict[tuple[str, int | str], set[Way]] = {}
        self._tokens = {item.id for item in view.permanents if item.player_token}
        self._standing = {space.name: space.creatures for space in view.spaces}

    def note(self, game: Game, actions: Collection[Action]) -> None:
        """Add the actions that would clearly be wasted (`_is_wasted`)."""
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
        """Return the options that a player may knowingly leave unused turn after turn.

        They stay known as long as nothing about them changes. Attacks are left out, since every
        turn offers a new chance.
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
        """Return words for all options, the most important first.

        Empty if all of them were left unused on purpose before. Lost mana counts only if a spell
        or ability could use it.
        """
        if on_purpose and all(self._thing(*way) in on_purpose for way in self._ways):
            return []
        counts = Counter(verb for verb, _ in self._ways)
        said = _counted(counts)
        return (
            [*said, f"{self.mana} mana will be lost"]
            if self.mana and not counts.keys().isdisjoint(("cast", "activate"))
            else said
        )

    def kept(self, on_purpose: Collection[UnusedOption]) -> list[str]:
        """Return words for the open options if all were left unused on purpose before.

        Otherwise a question about all of them comes, so that there is one count of them.
        """
        things = self.things()
        if not on_purpose or self.words(on_purpose):
            return []
        return _counted(Counter(thing.verb for thing in things if thing in on_purpose))


def _counted(counts: Mapping[str, int]) -> list[str]:
    return [say(counts[verb]) for verb, say in SAID.items() if verb in counts]


def _is_wasted(game: Game, action: Action, seat: int) -> bool:
    """Return whether leaving an action undone clearly wastes something.

    That is a land not played; a castable card with a worthwhile target that can't wait for another
    player's turn, if mana doesn't last; an attack that gains something at no cost; and any move of
    a creature. The player is asked about moves only if nothing has moved yet.
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
    """Return whether a permanent of a player has moved this turn."""
    turn, objects = game.state.turn.number, game.state.objects
    game.spend(len(game.state.battlefield) // 16)
    return any(
        objects[ident].controller == seat and objects[ident].on_map.moved == turn
        for ident in game.state.battlefield
    )


def _can_wait(game: Game, action: Action) -> bool:
    """Return whether a card can also be cast during another player's turn."""
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
"""The words for a number of options, by verb, the most important first.

Abilities are left out: most could be activated next turn as well.
"""


def _walk(view: View, answer: Action) -> Iterator[Game]:
    """Yield the game at each later decision of the player this turn, and at the turn's end.

    No player does anything in it.
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


STILL = (PASS, DONE, Action("auto"))  # the answers of a passive player


# the position between the turn's last action and the turn's end, and the events until then
LastDeed = tuple[View, list[Event]]


def last_deed(
    view: View, action: Action, asks: Callable[[Game], bool], *, unforeseen: bool = False
) -> LastDeed | None:
    """Return the result of the player's last action of the turn, before the turn ends.

    None if the player is asked something else this turn, or if the action can't be undone anyway
    because of a die roll or a revealed card. `asks` is as for `ahead`. With `unforeseen`, such an
    action returns the present position without events.
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
    except Exception:  # as in `ahead`
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
"""The label of being done, by kind of question."""
NEXT = {
    "move": "Choose moves", "orders": "Choose attacks", "strike": "Choose attacks",
    "attack-area": "Choose attacks",
    "attackers": "Choose attacks", "battle": "Choose battles",
}  # fmt: skip
"""The label for moving on to another question in the same step, by kind of question."""
END_TURN = "End turn"


def ends_turn(view: View, found: Ahead | None) -> bool:
    """Return whether the label of the key that passes is to say that the turn ends."""
    return found is not None and found.over and is_closing(view)


def doing(view: View) -> str:
    """Return the label of being done with the current question: "Done moving"."""
    if view.decision is not None and view.decision.kind == "priority":
        return f"Leave {view.turn.steps[view.turn.step]}"
    return DOING.get(view.decision.kind, "Done") if view.decision is not None else "Done"


def words(view: View, found: Ahead | None) -> str:
    """Return the label of the key that passes; empty if the key does nothing."""
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
