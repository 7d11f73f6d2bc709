"""The turn (CR 500): a variant lists its steps in TOML, and a record defines each step.

The records are here and in `engine.fronts`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.actions import Action
from engine.base import rule_words
from engine.base.records import replace
from engine.cards.terms import Filter, Natural
from engine.events import Event
from engine.magic.abilities import mana_pool, triggers
from engine.magic.continuous import filters
from engine.magic.continuous.player_rules import player_rule, rules_for
from engine.magic.core.agenda import Question, Task
from engine.magic.core.position import NOBODY, ContinuousEffect, GameObject, LastingRule
from engine.magic.core.step import Step
from engine.magic.index.derived import derived
from engine.magic.turn import losing, state_based
from engine.magic.turn.priority import Round, Settle
from engine.magic.zones import battlefield, drawing, durations, moving, phasing

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore
    from engine.rule import Variant


SKIPPED = {"turn": "a turn", "untap": "an untap step", "draw": "a draw step"}
"""The turns and steps that effects make players skip."""


def skips_now(game: GameCore, seat: int, what: str) -> bool:
    """Return whether a player skips a turn or step that would begin now; it counts as skipped."""
    skips = list(game.state.players[seat].skips)
    if what not in skips:
        return False
    skips.remove(what)
    game.state.change_player(seat, skips=tuple(skips))
    game.tell(Event("skips", seat=seat, word=SKIPPED[what]))
    return True


class UntapStep(Step, frozen=True, tag="untap"):
    """The untap step (CR 502): the active player's permanents untap. Players don't get priority."""

    trigger = "untap"
    says = "your permanents untap."

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        if player_rule(game, seat, "skip-untap") or skips_now(game, seat, "untap"):
            return []
        phasing.untap_step(game, seat)
        objects = game.state.objects
        held = [
            obj
            for ident in game.state.battlefield
            if (obj := objects[ident]).tapped or obj.skips_untap
        ]
        mine = [obj for obj in held if obj.untaps_for == seat]
        untapping = _untapping(game, seat, mine)
        limits = _limits(game, seat, untapping)
        bound = {ident for group, _ in limits for ident in group}
        for obj in mine:
            if obj.skips_untap:
                game.state.change(obj.id, skips_untap=False)
            elif obj.id in untapping and obj.id not in bound:
                battlefield.set_tapped(game, obj.id, False)
        _have_not_untapped(game, seat)
        return [UntapChoice(seat, limits)] if limits else []


Limit = tuple[tuple[int, ...], int]
"""Permanents, and the number of them that can untap."""


def _limits(game: GameCore, seat: int, untapping: Sequence[int]) -> tuple[Limit, ...]:
    """Return the limits on untapping that matter, each for more permanents than may untap."""
    found: list[Limit] = []
    for rule, speaker in rules_for(game, seat, "untap-limit"):
        about = rule.of or Filter()
        group = tuple(
            ident
            for ident in untapping
            if filters.matches(
                game, about, game.state.objects[ident], game.characteristics(ident), speaker
            )
        )
        if len(group) > rule.number:
            found.append((group, rule.number))
    return tuple(found)


class UntapChoice(Question, frozen=True):
    """The choice of the permanents that untap where a rule limits their number (CR 502.3)."""

    kind = "choose"
    rule = "turn.untap"
    words = "Choose a permanent to untap"
    limits: tuple[Limit, ...]
    chosen: tuple[int, ...] = ()

    def options(self, game: GameCore) -> list[Action]:
        bound = dict.fromkeys(ident for group, _ in self.limits for ident in group)
        return [
            Action("choose", object=ident)
            for ident in bound
            if ident not in self.chosen
            and all(
                ident not in group or len({*group}.intersection(self.chosen)) < most
                for group, most in self.limits
            )
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        """Untap the permanent, and ask for another one if the limits allow one."""
        battlefield.set_tapped(game, action.object, False)
        further = replace(self, chosen=(*self.chosen, action.object))
        if further.options(game):
            game.push(further)


# durations that end with an untap step
UNTAPPING = ("next-untap", "your-next-untap", "target-next-untap")


def _untapping(game: GameCore, seat: int, mine: Sequence[GameObject]) -> list[int]:
    """Return the permanents that untap, all at once.

    Effects for another player's untap step don't stop them.
    """
    state, every = game.state, game.state.lasting
    own = tuple(effect for effect in every if effect.whose in (NOBODY, seat))
    if len(own) < len(every):
        state.set(lasting=own)
    found = [
        obj.id
        for obj in mine
        if obj.tapped and "doesnt-untap" not in game.characteristics(obj.id).restrict
    ]
    if len(own) < len(every):
        state.set(lasting=every)
    return found


def _have_not_untapped(game: GameCore, seat: int) -> None:
    """End effects that last until this player's next untap step."""
    state = game.state
    if not any(effect.until in UNTAPPING for effect in state.lasting):
        return
    left: list[ContinuousEffect] = []
    for effect in state.lasting:
        if effect.whose == seat:
            continue
        objects = effect.objects
        if effect.until == "next-untap":
            objects = tuple(
                i for i in objects if i in state.objects and state.objects[i].controller != seat
            )
        if objects:
            left.append(replace(effect, objects=objects))
    durations.keep(game, left)


class Upkeep(Step, frozen=True):
    """The upkeep step (CR 503), with abilities that trigger at its beginning."""

    trigger = "upkeep"
    says = '"at the beginning of your upkeep" abilities trigger.'

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        return [Round(seat)]


class DrawStep(Step, frozen=True, tag="draw"):
    """The draw step (CR 504): the active player draws cards."""

    trigger = "draw"
    count: Natural = 1  # cards drawn

    def told(self, rules: Variant) -> list[str]:
        return [
            "draw a card." if self.count == 1 else f"draw {rule_words.many(self.count, 'card')}."
        ]

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        turn = game.state.turn
        skipped = (
            turn.number == 1 and len(game.state.players) in game.rules.setup.first_player_skips_draw
        )
        draws = (
            not skipped
            and not game.state.players[seat].fallen
            and not player_rule(game, seat, "skip-draw")
            and not skips_now(game, seat, "draw")
        )
        return [
            *([drawing.Draws(seat, self.count, reason="turn.draw")] if draws else []),
            Round(seat),
        ]


class Main(Step, frozen=True):
    """A main phase (CR 505)."""

    is_main = True
    trigger = "main"
    says = "cast any kind of spell."

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        return [Round(seat)]


class End(Step, frozen=True):
    """The end step and cleanup (CR 512 to 514): discard, then "until end of turn" effects end."""

    trigger = "end"
    hand_size: Natural = 7  # the maximum hand size

    def told(self, rules: Variant) -> list[str]:
        return [
            (
                f"discard down to {rule_words.many(self.hand_size, 'card')}; then effects that "
                "last "
                "until end of turn wear off."
            )
        ]

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        return [Round(seat), Cleanup(self.hand_size)]


class DiscardStep(Step, frozen=True, tag="discard"):
    """The discard step: discard down to the hand size, with end step triggers (CR 513, 514.1)."""

    trigger = "end"
    hand_size: Natural = 7  # the maximum hand size

    def told(self, rules: Variant) -> list[str]:
        return [f"discard down to {rule_words.many(self.hand_size, 'card')}."]

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        return [Round(seat), DiscardDown(seat, self.hand_size)]


class CleanupStep(Step, frozen=True, tag="cleanup"):
    """The cleanup step: damage and "until end of turn" effects wear off (CR 514.2), no priority."""

    says = "damage and effects that last until end of turn wear off."

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        return [Cleanup()]


class DiscardDown(Task, frozen=True):
    """The task of discarding down to the maximum hand size (CR 514.1)."""

    seat: int
    size: int

    def run(self, game: GameCore) -> None:
        if number := self.number(game):
            game.push(DiscardQuestion(self.seat, number), self)

    def number(self, game: GameCore) -> int:
        """Return the number of cards to discard."""
        player = game.state.players[self.seat]
        bound = (
            not player.out
            and len(player.hand) > self.size
            and not player_rule(game, self.seat, "no-maximum-hand-size")
        )
        return len(player.hand) - self.size if bound else 0


class DiscardQuestion(Question, frozen=True):
    """The choice of a card to discard at the end of the turn."""

    kind = "discard"
    rule = "turn.hand-size"
    words = "Discard down to the maximum hand size: {self.number} to go"
    number: int

    def options(self, game: GameCore) -> list[Action]:
        return [Action("discard", object=ident) for ident in game.state.players[self.seat].hand]

    def answer(self, game: GameCore, action: Action) -> None:
        with game.because("turn.hand-size"):
            moving.discard(game, action.object)


class Cleanup(Task, frozen=True):
    """The task of discarding to the hand size, if any, and ending effects of the turn (CR 514)."""

    hand_size: int | None = None

    def run(self, game: GameCore) -> None:
        if self.hand_size is not None and (
            down := DiscardDown(game.state.turn.active, self.hand_size)
        ).number(game):
            game.push(down, self)
        else:
            clean_up(game, self)


def clean_up(game: GameCore, again: Task) -> bool:
    """End effects of the turn. Return False if that caused anything.

    Then players get priority, and the task `again` follows (CR 514.3a).
    """
    wear_off(game)
    durations.sync_control(game)  # control goes back at once, which is not a state-based action
    depth = len(game.state.agenda)
    found = state_based.check(game)
    if not found and not game.state.pending:
        return True
    agenda = game.state.agenda  # new questions come before priority
    later = (again, Round(game.state.turn.active))
    game.state.set(
        agenda=(
            *agenda[:depth],
            *later,
            *agenda[depth:],
            *([found] if isinstance(found, Task) else []),
        )
    )
    return False


def wear_off(game: GameCore) -> None:
    """End everything that lasts until end of turn."""
    state = game.state
    if state.lasting:
        durations.end(game, lambda effect: effect.until in ("end-of-turn", "end-of-combat"))
    lasting = tuple(
        [each for each in state.delayed if each.since or not (each.each_time or each.this_turn)]
    )
    if len(lasting) < len(state.delayed):
        state.set(delayed=lasting)
    if state.shields:
        state.set(shields=())
    for player in state.players:
        if player.rules:
            state.change_player(player.seat, rules=_lasting(game, player.rules))
    for ident in _worn(game):
        obj = state.objects[ident]
        heals = game.rules.damage.wears_off and not obj.player_token
        if heals or obj.shields or obj.deathtouched or obj.used:
            state.change(
                ident, damage=0 if heals else obj.damage, shields=0, deathtouched=False, used=()
            )
    if state.gone and not state.stack and not state.pending:
        remembered = {delayed.source for delayed in state.delayed}
        state.set(gone={ident: known for ident, known in state.gone.items() if ident in remembered})


def _lasting(game: GameCore, rules: tuple[LastingRule, ...]) -> tuple[LastingRule, ...]:
    """Return the rules about a player that don't end with the turn."""
    objects = game.state.objects
    return tuple(
        [
            each
            for each in rules
            if each.waits or (each.lasts and any(ident in objects for ident in each.objects))
        ]
    )


@derived("damage", "shields", "deathtouched", "used", "phased", "elsewhere")
def _worn(game: GameCore) -> list[int]:
    """Return the permanents and cards with damage, shields or other state of the turn."""
    state = game.state
    there = map(state.objects.__getitem__, (*state.battlefield, *state.phased, *state.elsewhere))
    return [obj.id for obj in there if obj.damage or obj.shields or obj.deathtouched or obj.used]


class EndCombat(Task, frozen=True):
    """The end of a combat, with effects that last until end of combat.

    `more`: another combat follows in the step, so these effects last.
    """

    more: bool = False

    def run(self, game: GameCore) -> None:
        game.state.set(combat=None)
        if not self.more:
            durations.end(game, lambda effect: effect.until == "end-of-combat")


def drop_ended(game: GameCore, before: int) -> None:
    """End effects until a player's next turn that would have begun after `before` (CR 800.4m).

    `before`: the seat of the turn before.
    """
    turn, number = game.state.turn, len(game.state.players)
    begun = {(before + step) % number for step in range(1, (turn.active - before - 1) % number + 2)}
    durations.end(
        game,
        lambda effect: (
            effect.until == "your-next-turn"
            and effect.controller in begun
            and effect.turn < turn.number
        ),
    )
    waiting = game.state.delayed
    if any(each.since for each in waiting):
        left = tuple(
            [
                each
                for each in waiting
                if not each.since or each.since == turn.number or each.controller not in begun
            ]
        )
        game.state.set(delayed=left)


# --- sequence of steps ---


class BeginTurn(Task, frozen=True):
    """The beginning of a player's turn, or of the next player's if that player is out."""

    survives = True
    seat: int
    after: int = NOBODY  # for an extra turn, the seat whose usual turn came last
    skipped: bool = False  # another turn that would have come before was skipped

    def run(self, game: GameCore) -> None:
        state = game.state
        seat = game.seats_from(self.seat)[0]
        # an extra turn is the next one of its player only, and a skipped turn hasn't begun
        alone = self.skipped or self.after != NOBODY
        before = seat - 1 if alone else usual_seat(game)
        count_turn(game, seat)
        if self.after != state.turn.after:
            state.change_turn(after=self.after)
        game.tell(Event("turn", seat=seat, number=state.turn.number))
        drop_ended(game, before)
        game.push(BeginStep(0))


def usual_seat(game: GameCore) -> int:
    """Return the seat whose usual turn came last: the active one, but for extra turns."""
    turn = game.state.turn
    return turn.active if turn.after == NOBODY else turn.after


def following_turn(game: GameCore) -> BeginTurn:
    """Return the next turn: an extra one, or that of the player after the latest usual turn."""
    state, usual, skips = game.state, usual_seat(game), False
    while True:
        planned = [seat for seat in state.extra_turns if not state.players[seat].out]
        if planned:
            state.set(extra_turns=tuple(planned[:-1]))
            following = BeginTurn(planned[-1], usual, skips)
        else:
            usual = game.next_seat(usual)
            following = BeginTurn(usual, skipped=skips)
        if not skips_now(game, following.seat, "turn"):
            return following
        skips = True


def count_turn(game: GameCore, seat: int) -> None:
    """Start counting a player's turn as the current one."""
    state = game.state
    number = state.turn.number + 1
    state.change_turn(number=number, active=seat, step=-1, spells=0, begun=(), block="")
    if state.turn.deeds:
        state.change_turn(deeds=())
    for player in state.players:
        if player.drawn or player.prowlers or player.spells:
            state.change_player(player.seat, drawn=0, prowlers=(), spells=0)
    state.change_player(
        seat, last_turn=number, turn_before=state.players[seat].last_turn, lands_played=0
    )
    rules = state.players[seat].rules
    if any(each.waits for each in rules):
        now = tuple([replace(each, waits=False) for each in rules])
        state.change_player(seat, rules=now)


class BeginStep(Task, frozen=True):
    """The beginning of a step: triggers wait, then the step's tasks follow."""

    index: int

    def run(self, game: GameCore) -> None:
        state = game.state
        step = game.rules.turn[self.index]
        seat = state.turn.active
        state.change_turn(step=self.index)
        if game.events is not None:
            game.tell(Event("step", seat=seat, word=step.name))
        game.push(FinishStep(self.index))
        tasks: list[Task] = []
        if not state.players[seat].out:
            tasks = step.begin(game, seat)
        elif step.trigger not in ("", "untap"):
            tasks = [Round(seat)]  # the turn continues without an active player (CR 800.4j)
        if step.trigger:
            triggers.notice(game, "step", 0, seat=seat, step=step.trigger)
        for trigger in self._sides(game) if step.is_main else ():
            triggers.notice(game, "step", 0, seat=seat, step=trigger)
        if len(tasks) == 1 and not tasks[0].asks:
            tasks[0].run(game)
        elif tasks:
            game.push(*tasks)

    def _sides(self, game: GameCore) -> tuple[str, ...]:
        """Return whether a main phase is before or after combat, in the words of abilities.

        A turn's only main phase is both.
        """
        mains = [index for index, each in enumerate(game.rules.turn) if each.is_main]
        before = ("precombat-main",) if self.index == mains[0] else ()
        after = ("postcombat-main",) if self.index != mains[0] or len(mains) == 1 else ()
        return (*before, *after)


class FinishStep(Task, frozen=True):
    """The end of a step: combat ends, mana is lost, and the next step or turn follows."""

    index: int

    def run(self, game: GameCore) -> None:
        last = self.index + 1 >= len(game.rules.turn)
        if game.state.combat is not None:  # the attacking player has left the game
            EndCombat().run(game)
        mana_pool.empty_pools(game, turn_ends=last)
        following = EndTurn() if last else BeginStep(self.index + 1)
        following.run(game)


class EndTurn(Task, frozen=True):
    """The end of a turn, before the next player's."""

    def run(self, game: GameCore) -> None:
        if not clean_up(game, self):
            return
        seat = game.state.turn.active
        game.rules.turn_ends(game, seat)
        if game.state.winners is None:
            self._count_idle(game)
            # abilities that trigger as the turn ends resolve in it, and wear off with it (CR
            # 514.3a)
            triggered = bool(game.state.pending)
            game.push(Cleanup() if triggered else Settle(), following_turn(game))

    def _count_idle(self, game: GameCore) -> None:
        """Count turns without any choice, and end an endless game in a draw (M-18).

        A draw needs enough such turns, and empty libraries.
        """
        state = game.state
        state.set(idle_turns=state.idle_turns + 1)
        living = [player for player in state.players if not player.out]
        if state.idle_turns > game.rules.setup.idle_rounds * len(living) and not any(
            player.library for player in living
        ):
            with game.because("victory.loop"):
                losing.finish(game, (), "no player has any choices or cards left")


def begin_at(game: GameCore, seat: int, step_name: str, turn: int = 0) -> None:
    """Start a game that was set up by hand at a named step of a seat's turn.

    For scenarios and tests. `turn`: the turn number; 0: a number after every player's first turn.
    Creatures on the battlefield count as there since before the turn. Raises ValueError for a step
    that the variant's turn lacks.
    """
    names = [step.name.lower() for step in game.rules.turn]
    if step_name.lower() not in names:
        raise ValueError(
            f"'{step_name}' isn't a step of this turn: "
            f"{', '.join(step.name for step in game.rules.turn)}"
        )
    state = game.state
    seats = len(state.players)
    number = turn or max(state.turn.number, seats + 1)
    state.change_turn(number=number, active=seat)
    for player in state.players:
        last = max(0, number - (seat - player.seat) % seats)
        state.change_player(player.seat, last_turn=last, turn_before=max(0, last - seats))
    state.set(agenda=())
    game.push(BeginStep(names.index(step_name.lower())))
