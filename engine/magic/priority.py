"""Priority and the stack (CR 117, 405): who may act, and what happens when nobody does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from engine.actions import Action, Refusal
from engine.agenda import Question, Task
from engine.cards.model import Activated, CastCost
from engine.magic import casting, mana, state_based
from engine.magic.known import abilities_of
from engine.state import StackItem

if TYPE_CHECKING:
    from engine.game import Game

PASS = Action("pass")


class Round(Task, frozen=True):
    """A player gets priority, after state-based actions and waiting triggers (CR 117.5). `passed` players passed in a row."""

    survives = True
    seat: int
    passed: int = 0

    def run(self, game: Game) -> None:
        if not settle(game, self):
            return
        seat, state = self.seat, game.state
        if state.turn.block and not state.stack and state.combat is None:
            return  # nobody acts between the moves or the attacks of a block
        if state.players[seat].out:
            seat = game.next_seat(seat)
        game.push(Priority(seat, passed=self.passed))

    def left_by(self, game: Game, seat: int) -> tuple[Task, ...]:
        """Whoever has passed and left is no longer counted."""
        return (Round(self.seat, self.passed - _had_passed(game, self.seat, self.passed, seat)),)


def _had_passed(game: Game, holder: int, passed: int, leaver: int) -> bool:
    """Whether a player who is leaving is among the last players who passed before `holder`."""
    players = game.state.players
    before = (*reversed(players[:holder]), *reversed(players[holder:]))
    return leaver in [p.seat for p in before if not p.out or p.seat == leaver][:passed]


class Settle(Task, frozen=True):
    """State-based actions and triggers without giving priority, before something else goes on."""

    def run(self, game: Game) -> None:
        settle(game, self)


def settle(game: Game, again: Task) -> bool:
    """Check state-based actions and put waiting triggers on the stack (CR 704.3). False when `again` must run later:
    a question has come up."""
    while done := state_based.check(game):
        if game.state.winners is not None:
            return False
        if isinstance(done, Question):
            game.push(done, again)
            return False
    if not game.state.pending:
        return True
    game.push(again)
    _put_triggers(game)
    return False


def _put_triggers(game: Game) -> None:
    """Waiting triggers go on the stack, the active player's first; each player orders their own (CR 603.3b)."""
    pending, game.state.pending = game.state.pending, ()
    game.state.version += 1
    for seat in reversed(game.seats_from(game.state.turn.active)):
        mine = tuple(item for item in pending if item.controller == seat)
        if mine:
            game.push(PutTriggers(seat, mine))


class PutTriggers(Task, frozen=True):
    """One player's triggers go on the stack, in an order of that player's choice."""

    seat: int
    items: tuple[StackItem, ...]

    def run(self, game: Game) -> None:
        first, rest = self.items[0], self.items[1:]
        if any((item.source, item.ability) != (first.source, first.ability) for item in rest):
            game.push(OrderTriggers(self.seat, self.items))
            return
        if rest:
            game.push(PutTriggers(self.seat, rest))
        casting.put_trigger(game, first)


class OrderTriggers(Question, frozen=True):
    """Which of several triggers goes on the stack next (the last one resolves first)."""

    kind = "order-triggers"
    items: tuple[StackItem, ...]

    def prompt(self, game: Game) -> str:
        names = ", ".join(f"{n}: {item.name}" for n, item in enumerate(self.items, 1))
        return f"Choose which trigger goes on the stack first and so resolves last ({names})"

    def options(self, game: Game) -> list[Action]:
        return [Action("order", object=item.source, number=n) for n, item in enumerate(self.items, 1)]

    def answer(self, game: Game, action: Action) -> None:
        index = action.number - 1
        rest = self.items[:index] + self.items[index + 1 :]
        game.push(PutTriggers(self.seat, rest))
        casting.put_trigger(game, self.items[index])


class Priority(Question, frozen=True):
    """Cast, activate or pass."""

    kind = "priority"
    passed: int = 0

    def prompt(self, game: Game) -> str:
        if game.state.stack:
            return f"Respond to {game.state.stack[-1].name}, or pass"
        return f"{game.step_name()}: cast, activate, or pass"

    def options(self, game: Game) -> list[Action]:
        available = mana.sources(game, self.seat)
        special = [action for each in game.rules.action for action in each.options(game, self.seat)]
        beside = [mana.activation(source) for source in available if source.through]
        return [PASS, *castable(game, self.seat, available), *activatable(game, self.seat, available), *beside, *special]

    def idle(self, game: Game, options: tuple[Action, ...]) -> Action | None:
        """A window in which nothing but mana could be made is no choice."""
        if all(action.verb == "pass" or self._only_mana(game, action) for action in options):
            return PASS
        return None

    def _only_mana(self, game: Game, action: Action) -> bool:
        if action.verb != "activate":
            return False
        ability = game.chars(action.object).abilities[action.ability - 1]
        return isinstance(ability, Activated) and mana.is_mana_ability(ability) and mana.is_plain(ability)

    def answer(self, game: Game, action: Action) -> None:
        if action.verb == "pass":
            self._pass(game)
            return
        if (special := game.rules.special_action(action.verb)) is not None:
            game.push(Round(self.seat))
            special.perform(game, self.seat, action)
            return
        self._remember(game)
        if action.verb == "cast":
            game.push(Round(self.seat))
            casting.begin_cast(game, self.seat, action.object, action.word)
            return
        ability = game.chars(action.object).abilities[action.ability - 1]
        game.push(Round(self.seat))
        if isinstance(ability, Activated) and mana.is_mana_ability(ability) and mana.is_plain(ability):
            from engine.magic.paying import make_mana

            game.state.undo = None
            make_mana(game, self.seat, action.object, action.ability - 1, through=action.target)
        else:
            casting.begin_activation(game, self.seat, action.object, action.ability - 1)

    def _remember(self, game: Game) -> None:
        """Keep the position for taking the announcement back."""
        state = game.state
        before = state.fork()
        before.undo = None
        before.agenda = (*before.agenda, self)
        state.undo = before

    def _pass(self, game: Game) -> None:
        living = len(game.living())
        if self.passed + 1 < living:
            game.push(Round(game.next_seat(self.seat), self.passed + 1))
        elif game.state.stack:
            from engine.magic.resolving import ResolveTop

            game.push(ResolveTop(), Round(game.state.turn.active))

    def left_by(self, game: Game, seat: int) -> tuple[Task, ...]:
        """Priority passes on to the next player (CR 800.4a)."""
        if seat == self.seat:
            return (Round(game.next_seat(seat), self.passed),)
        return (replace(self, passed=self.passed - _had_passed(game, self.seat, self.passed, seat)),)

    def refusal(self, game: Game, action: Action) -> Refusal:
        obj = game.state.objects.get(action.object)
        if action.verb == "cast" and obj is not None:
            face = dict(casting.faces(obj.printed)).get(action.word, obj.printed)
            reason = casting.cast_refusal(game, self.seat, obj, action.word, face)
            return reason or Refusal("cast.way", f"{obj.printed.name} can't be cast in that way")
        if action.verb == "activate" and obj is not None:
            abilities = game.chars(obj.id).abilities
            index = action.ability - 1
            if 0 <= index < len(abilities) and isinstance(ability := abilities[index], Activated):
                reason = casting.activate_refusal(game, self.seat, obj, ability, index)
                return reason or Refusal("activate.zone", "this ability can't be activated now")
            return Refusal("activate.none", f"{obj.printed.name} has no activated ability {action.ability}")
        if (special := game.rules.special_action(action.verb)) is not None:
            return special.refusal(game, self.seat, action)
        return game.rules.step_refusal(game, action) or super().refusal(game, action)


def castable(game: Game, seat: int, available: Sequence[mana.Source]) -> Iterable[Action]:
    """Every card that a player could begin to cast now, with these mana sources."""
    objects = game.state.objects
    hand = game.state.players[seat].hand
    if not game.sorcery_time(seat):  # the quick look first: most windows allow instants only
        hand = tuple(i for i in hand if objects[i].printed.is_instant)
    budget = sum(game.state.players[seat].pool) + sum(source.number for source in available)
    cheaper = any(ability.amount < 0 for _, _, ability in abilities_of(game, CastCost))
    for ident in hand:
        obj = objects[ident]
        for word, face in casting.faces(obj.printed):
            if face.least > budget and not cheaper:
                continue
            if casting.cast_refusal(game, seat, obj, word, face, available) is None:
                yield Action("cast", object=ident, word=word)


def activatable(game: Game, seat: int, available: Sequence[mana.Source]) -> Iterable[Action]:
    """Every ability that a player could begin to activate now, with these mana sources."""
    state = game.state
    objects, player = state.objects, state.players[seat]
    own = abilities_of(game, Activated, seat)
    others = [entry for entry in abilities_of(game, Activated) if entry[2].any_player and objects[entry[0]].controller != seat]
    for ident, index, ability in (*own, *others):
        if casting.activate_refusal(game, seat, objects[ident], ability, index, available) is None:
            yield Action("activate", object=ident, ability=index + 1)
    for zone in ("hand", "graveyard"):
        for ident in getattr(player, zone):
            for index, ability in objects[ident].printed.activated_in.get(zone, ()):
                if casting.activate_refusal(game, seat, objects[ident], ability, index, available) is None:
                    yield Action("activate", object=ident, ability=index + 1)
