"""Priority and the stack (CR 117, 405)."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from engine.actions import PASS, Action, Refusal
from engine.base.dirty_flags import CHARACTERISTICS, STATE_BASED_ACTIONS
from engine.base.records import replace
from engine.cards.casting_options import way_meant, way_named
from engine.cards.checks.nested import flat
from engine.cards.mana_abilities import is_mana_ability, makes_plain_mana
from engine.cards.model import (
    Activated,
    AnyAbility,
    AnyEffect,
    GainLife,
    Prevent,
    Regenerate,
    Spell,
)
from engine.events import Event
from engine.magic.abilities import triggers
from engine.magic.casting import announcing, permission, priority_actions
from engine.magic.casting.paying import make_mana
from engine.magic.continuous import player_rules
from engine.magic.core import results, shown_cards
from engine.magic.core.agenda import Grouped, Question, Task
from engine.magic.core.legal_actions import ActionGroup, LegalActions
from engine.magic.core.position import StackItem
from engine.magic.index.by_ability import index_of
from engine.magic.index.derived import derived
from engine.magic.turn import losing, state_based
from engine.magic.turn.resolving import ResolveTop, stack_text

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore

DUE = CHARACTERISTICS | STATE_BASED_ACTIONS  # the masks without which no state-based action applies
# the number of successive state-based actions without a choice that counts as an endless loop
FOREVER = 300


class Round(Task, frozen=True):
    """The task of giving priority, after state-based actions and waiting triggers (CR 117.5)."""

    survives = True
    seat: int
    passed: int = 0  # the number of players who have passed in succession
    healing: bool = False  # only healing and preventing damage is allowed (W-29)

    def run(self, game: GameCore) -> None:
        if game.state.results is not None:
            results.end(game)
        if not settle(game, self):
            return
        state = game.state
        if state.turn.block and not state.stack and state.combat is None:
            return  # no player acts between the moves or attacks of a block
        seat, passed, everybody = self.seat, self.passed, len(game.living())
        if state.players[seat].out:
            seat = game.next_seat(seat)
        while True:  # no event can come between players who can do nothing
            slow = seat == state.turn.active and game.sorcery_time(seat)
            deeds = priority_actions.main_actions(game, seat, slow=slow)
            if deeds or game.holds or (game.sharing and shows(game, seat)):
                question = Priority(seat, passed=passed, healing=self.healing)
                offer = LegalActions(question.open_now(deeds))
                if offer.is_worth_asking(game) or shows(game, seat):
                    game.ask(question, question.whole(game, offer, slow=slow))
                    return
            passed += 1
            if passed >= everybody:
                all_have_passed(game, healing=self.healing)
                return
            seat = game.next_seat(seat)

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        """Stop counting a player who has passed and leaves the game."""
        return (
            replace(self, passed=self.passed - _had_passed(game, self.seat, self.passed, seat)),
        )


def _had_passed(game: GameCore, holder: int, passed: int, leaver: int) -> bool:
    """Return whether a leaving player is among the last who passed before `holder`."""
    players = game.state.players
    before = (*reversed(players[:holder]), *reversed(players[holder:]))
    return leaver in [p.seat for p in before if not p.out or p.seat == leaver][:passed]


class Settle(Task, frozen=True):
    """The task of state-based actions and triggers without priority."""

    def run(self, game: GameCore) -> None:
        settle(game, self)


def settle(game: GameCore, again: Task) -> bool:
    """Check state-based actions and put waiting triggers on the stack (CR 704.3).

    Returns False if `again` must run later.
    """
    state = game.state
    for _ in range(FOREVER):
        if not state.dirty & DUE:
            break
        depth = len(state.agenda)
        if not (done := state_based.check(game)):
            break
        if game.state.winners is not None:
            return False
        agenda = game.state.agenda
        # questions of a permanent that returned to the battlefield come first
        if isinstance(done, Question) or len(agenda) > depth:
            game.state.set(
                agenda=(
                    *agenda[:depth],
                    again,
                    *agenda[depth:],
                    *([done] if isinstance(done, Question) else []),
                )
            )
            return False
    else:
        losing.end_in_draw(game)
        return False
    if is_watched(game):
        show_tops(game)
        triggers.states(game)
    pending = game.state.pending
    if not pending:
        return True
    game.push(again)
    game.state.set(pending=())
    # the active player's triggers go first; players order their own (CR 603.3b)
    for seat in reversed(game.seats_from(game.state.turn.active)):
        if mine := tuple(item for item in pending if item.controller == seat):
            game.push(PutTriggers(seat, mine))
    return False


_SHOWN_OF = attrgetter("shown")


@derived(triggers.state_triggers, player_rules.has_rules, "player.shown", "player.shown_cards")
def is_watched(game: GameCore) -> bool:
    """Return whether state triggers watch the position, or rules that may show cards on top.

    So do all players, if cards were revealed since they last had priority.
    """
    players = game.state.players
    shows = player_rules.has_rules(game) or any(map(_SHOWN_OF, players))
    return shows or bool(triggers.state_triggers(game)) or shown_cards.any_followed(players)


def show_tops(game: GameCore) -> None:
    """Tell what is on top of libraries, as far as players see it and haven't been told.

    Others hear of a card that is revealed, the player alone of one to look at.
    """
    state, shows = game.state, player_rules.shows_tops(game)
    for player in state.players:
        known = player.shown_cards
        if known is not None and known.followed:
            state.change_player(player.seat, shown_cards=shown_cards.unfollowed(known))
        if not (shows or player.shown):
            continue
        seat, top = player.seat, player.library[-1:]
        seen = top if top and top[0] in player_rules.seen_tops(game, seat) else ()
        now = seen[0] if seen else 0
        if now == player.shown:
            continue
        state.change_player(seat, shown=now)
        if not now:
            continue
        name = state.objects[now].printed.name
        if player_rules.is_top_revealed(game, seat):
            shown_cards.note_revealed(state, top, on_top=True)
            game.tell(Event("reveal", seat=seat, object=now, card=name))
        else:
            game.tell(Event("sees", seat=seat, object=now, card=name, known_to=(seat,)))


class PutTriggers(Task, frozen=True):
    """The task of putting a player's triggers on the stack, in an order of that player's choice."""

    seat: int
    items: tuple[StackItem, ...]

    def run(self, game: GameCore) -> None:
        first, rest = self.items[0], self.items[1:]
        if any((item.source, item.ability) != (first.source, first.ability) for item in rest):
            game.push(OrderTriggers(self.seat, self.items))
            return
        if rest:
            game.push(PutTriggers(self.seat, rest))
        announcing.put_trigger(game, first)


class OrderTriggers(Question, frozen=True):
    """The choice of the next trigger to put on the stack (the last one resolves first)."""

    kind = "order-triggers"
    rule = "question.order"
    words = "Choose the ability to put on the stack first (it resolves last)"
    items: tuple[StackItem, ...]

    def named(self, game: GameCore) -> tuple[str, ...]:
        return tuple(": ".join((item.name, *stack_text(item))) for item in self.items)

    def options(self, game: GameCore) -> list[Action]:
        return [
            Action("order", object=item.source, number=n) for n, item in enumerate(self.items, 1)
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        index = action.number - 1
        game.push(PutTriggers(self.seat, self.items[:index] + self.items[index + 1 :]))
        announcing.put_trigger(game, self.items[index])


def all_have_passed(game: GameCore, *, healing: bool) -> None:
    """Resolve the top of the stack, if any, after all players have passed (CR 117.4)."""
    if game.state.stack:
        game.push(ResolveTop(), Round(game.state.turn.active, healing=healing))


class Priority(Grouped, frozen=True):
    """The choice of an action with priority: cast, activate, another action, or pass."""

    kind = "priority"
    rule = "question.announcement"
    between = True
    passed: int = 0
    healing: bool = False

    def prompt(self, game: GameCore) -> str:
        if self.healing:
            return "Damage is about to be dealt: heal, prevent or pass"
        if game.state.turn.block and game.rules.busy_refusal(game, self.seat) is not None:
            return f"{game.step_name()}: pass, then finish what you started"
        if game.state.stack:
            return f"Respond to {game.state.stack[-1].name}, or pass"
        deeds = self._in_words(game)
        if not deeds:
            return f"{game.step_name()}: pass"
        comma = "," if len(deeds) > 1 else ""
        return f"{game.step_name()}: {', '.join(deeds)}{comma} or pass"

    def _in_words(self, game: GameCore) -> list[str]:
        """Return the possible actions besides passing, as words."""
        actions = game.legal_actions()
        verbs = {action.verb for action in actions}
        found = ["cast"] if "cast" in verbs else []
        if "activate" in verbs:
            activations = [action for action in actions if action.verb == "activate"]
            for_mana = all(
                is_mana_ability(game.characteristics(action.object).abilities[action.ability - 1])
                for action in activations
            )
            found.append("add mana" if for_mana else "activate")
        return found + game.rules.deeds(verbs)

    def offer(self, game: GameCore) -> LegalActions:
        return self.whole(game, self._deeds(game), slow=game.sorcery_time(self.seat))

    def _deeds(self, game: GameCore) -> LegalActions:
        """Return the actions that make the player worth asking, even amid moves or attacks."""
        return LegalActions(
            self.open_now(
                priority_actions.main_actions(game, self.seat, slow=game.sorcery_time(self.seat))
            )
        )

    def open_now(self, groups: list[ActionGroup]) -> list[ActionGroup]:
        """Return the groups allowed now: while damage is about to be dealt only healing."""
        if not self.healing:
            return groups
        return priority_actions.only(
            [group for group in groups if group.verb in ("cast", "activate")], is_healing
        )

    def whole(self, game: GameCore, offer: LegalActions, *, slow: bool) -> LegalActions:
        """Return all legal actions, given those that make the player worth asking.

        `slow`: a sorcery could be cast.
        """
        rest = self.open_now(priority_actions.other_actions(game, self.seat, slow=slow))
        if game.state.turn.block and game.rules.busy_refusal(game, self.seat) is not None:
            offer, rest = (
                LegalActions(priority_actions.only(offer.groups, _is_of_attack)),
                priority_actions.only(rest, _is_of_attack),
            )
        offer.add_optional((priority_actions.PASSING, *rest))
        return offer

    def idle(self, game: GameCore, offer: LegalActions) -> Action | None:
        """Return PASS if the only other actions make mana, else None.

        Where mana lasts, making mana in the player's own main phase is a choice.
        """
        return None if shows(game, self.seat) or self._matters(game, offer) else PASS

    def is_courtesy(self, game: GameCore) -> bool:
        return shows(game, self.seat) and not self._matters(game, game.offer)

    def needless(self, game: GameCore) -> Action | None:
        """Return PASS if nothing else is legal until moves or attacks are finished (F-7, F-8)."""
        return (
            PASS
            if game.rules.busy_refusal(game, self.seat) is not None
            and game.offer.single(game) is not None
            else None
        )

    def _matters(self, game: GameCore, offer: LegalActions) -> bool:
        """Return whether there is an action besides passing.

        Amid moves or attacks, actions that are illegal only for that reason count as well, so that
        the player is told why.
        """
        return (self._deeds(game) if game.state.turn.block else offer).is_worth_asking(game)

    def answer(self, game: GameCore, action: Action) -> None:
        if action.verb == "pass":
            if self.passed + 1 < len(game.living()):
                Round(game.next_seat(self.seat), self.passed + 1, self.healing).run(game)
            else:
                all_have_passed(game, healing=self.healing)
            return
        following = Round(self.seat, healing=self.healing)
        if (special := game.rules.special_action(action.verb)) is not None:
            game.push(following)
            special.perform(game, self.seat, action)
            return
        state, ident, index = game.state, action.object, action.ability - 1
        if action.verb == "activate" and makes_plain_mana(
            game.characteristics(ident).abilities[index]
        ):
            state.set(undo=None)
            game.push(following)
            make_mana(game, self.seat, ident, index, through=action.target)
            return
        state.keep_before(self)
        game.push(following)
        if action.verb == "cast":
            way = way_named(state.objects[ident].printed, action.word)
            assert way is not None
            announcing.begin_cast(game, self.seat, ident, way)
        else:
            announcing.begin_activation(game, self.seat, ident, index)

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        """Pass priority to the next player (CR 800.4a)."""
        if seat == self.seat:
            return (Round(game.next_seat(seat), self.passed, self.healing),)
        return (
            replace(self, passed=self.passed - _had_passed(game, self.seat, self.passed, seat)),
        )

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action != PASS and (busy := game.rules.busy_refusal(game, self.seat)) is not None:
            return busy
        obj = game.state.objects.get(action.object)
        if action.verb == "cast" and obj is not None:
            way = way_meant(obj.printed, action.word, obj.zone)
            reason = way and permission.explained(
                game, self.seat, obj, way, permission.cast_refusal(game, self.seat, obj, way)
            )
            return (
                reason
                or self._harmful(game, action)
                or Refusal("cast.way", f"{obj.printed.name} can't be cast that way")
            )
        if action.verb == "activate" and obj is not None:
            if obj.adrift:
                return Refusal(
                    "activate.lying", f"{obj.printed.name} has no controller and does nothing"
                )
            abilities = game.characteristics(obj.id).abilities
            index = action.ability - 1
            if 0 <= index < len(abilities) and isinstance(ability := abilities[index], Activated):
                reason = permission.activate_refusal(game, self.seat, obj, ability, index)
                reason = permission.explained(
                    game, self.seat, obj, ability, reason
                ) or self._harmful(game, action)
                return reason or Refusal("activate.zone", "you can't activate this ability now")
            which = (
                (f"activated ability {action.ability}")
                if action.ability
                else "unnumbered ability: give a number, such as ability1"
            )
            return Refusal("activate.none", f"{obj.printed.name} has no {which}")
        if (special := game.rules.special_action(action.verb)) is not None:
            return special.refusal(game, self.seat, action)
        return game.rules.step_refusal(game, action) or super().refusal(game, action)

    def _harmful(self, game: GameCore, action: Action) -> Refusal | None:
        """Return the reason why an action is illegal while damage is about to be dealt, or None."""
        only_now = self.healing and not is_healing(game, action)
        return (
            Refusal("cast.healing", "damage is about to be dealt: you can only heal or prevent now")
            if only_now
            else None
        )


HEALING = Prevent | Regenerate | GainLife


def is_healing(game: GameCore, action: Action) -> bool:
    """Return whether a spell or ability heals or prevents damage, in each of its modes."""
    obj = game.state.objects[action.object]
    says: AnyAbility | None
    if action.verb == "cast":
        says = dict(permission.faces(obj.printed)).get(action.word, obj.printed).spell
    else:
        abilities = game.characteristics(obj.id).abilities
        says = abilities[action.ability - 1] if 0 < action.ability <= len(abilities) else None
    if not isinstance(says, Spell | Activated):
        return False
    return _heals(says.effects) or (
        bool(says.modes) and all(_heals(mode.effects) for mode in says.modes)
    )


def _heals(effects: tuple[AnyEffect, ...]) -> bool:
    return any(isinstance(effect, HEALING) for effect in flat(effects, later=False))


def _is_of_attack(game: GameCore, action: Action) -> bool:
    """Return whether an action belongs to an ongoing attack: ninjutsu (CR 702.49) and the like."""
    if action.verb != "activate":
        return False
    ability = game.characteristics(action.object).abilities[action.ability - 1]
    spent = ability.cost.return_other if isinstance(ability, Activated) else None
    return spent is not None and bool(spent.attacking)


def shows(game: GameCore, seat: int) -> bool:
    """Return whether to ask a player who can only pass, to hide that fact from others (M-1)."""
    if game.holds or seat not in game.sharing:
        return game.holds
    return bool(game.state.players[seat].hand) or seat in index_of(game).disguised
