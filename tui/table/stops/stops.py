"""Stops: the steps and events where a player is asked, and automatic passing otherwise.

Only priority is passed automatically. A question where all answers but one are pointless
(`Question.needless`) is answered automatically too, unless the player has full control. All other
questions are asked, except of a player who has ended the turn.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from engine.actions import DONE, Action
from engine.view import ObjectView, View
from tui.table import forecast
from tui.table.group_orders import on_own_ground
from tui.table.stops import responses
from tui.table.stops.stakes import Stakes, attacks_gain_nothing, own_attacks_are_idle

if TYPE_CHECKING:
    from engine.magic.core.position import State

OWN_WORDS = ("main", "attack", "combat")
OTHERS_WORDS = ("attack", "combat", "end")
"""Words in the names of steps with a default stop, in one's own and in others' turns."""
WISHES = {
    "concerns": "spells and abilities that affect you, or that you could counter",
    "spells": "every spell other players cast",
    "abilities": "every ability of other players",
    "moves": "every move by other players that you can respond to",
    "own attacks": "your own attacks, as they proceed",
    "attacks": "attacks on you, your land and your creatures",
    "other attacks": "attacks by other players on each other",
}
"""Events about which a player can ask to be asked in any step."""
BY_HAND = "by hand"  # setting for payment and placement: always ask
READ = (
    "own",
    "others",
    "ask",
    "passing",
    "ending",
    "finishing",
    "resting",
    "held",
    "everything",
    "paying",
    "placing",
)
"""The first words of the parts of a player's settings, as stored with a game."""
NO_TURN = -1  # never a turn's number; before the first turn the number is 0
# kinds of questions about attacks during another player's turn
ATTACKS_OF_OTHERS = ("opportunity", "orders")
FROM_THE_START = frozenset({"concerns", "own attacks", "attacks", "other attacks"})


class OfferedAttacks:
    """The attacks of opportunity that a player was asked about this turn."""

    def __init__(self) -> None:
        self._turn = NO_TURN
        self._now: State | None = None  # the position of the latest question; None: no question yet
        self._attacks = set[tuple[int, int]]()

    def note(self, view: View) -> None:
        """Remember the attacks of the current question."""
        if view.decision is None or view.decision.kind != "opportunity":
            return
        if view.turn.number != self._turn:
            self._attacks.clear()
        self._turn, self._now = view.turn.number, view.known
        self._attacks |= _attacks(view)

    def is_asked(self, view: View) -> bool:
        """Return whether a view is that of the latest question."""
        return view.known is self._now

    def is_repeated(self, view: View) -> bool:
        """Return whether all attacks were offered earlier in the turn."""
        is_opportunity = view.decision is not None and view.decision.kind == "opportunity"
        return is_opportunity and view.turn.number == self._turn and _attacks(view) <= self._attacks


class Freeing:
    """The trapped creatures about which a player was asked.

    The player could have let one of them out.
    """

    def __init__(self) -> None:
        self._now: State | None = None  # the position of the latest question; None: no question yet
        # trapped creatures with the indexes of their spaces
        self._asked = frozenset[tuple[int, int]]()

    def is_new(self, view: View) -> bool:
        """Return whether a trapped creature is new or belongs to the current question."""
        return view.known is self._now or not responses.could_free(view) <= self._asked

    def note(self, view: View) -> None:
        """Remember the trapped creatures of the current question."""
        decision = view.decision
        if decision is None or decision.kind != "priority" or view.stack or view.combat is not None:
            return
        if found := responses.could_free(view):
            self._now, self._asked = view.known, found


class OwnAttack:
    """The position of the player's last question about an unblockable attack of their own.

    The player has already answered as long as only the step changes.
    """

    def __init__(self) -> None:
        self._now: State | None = None
        self._asked: tuple[object, ...] = ()
        self._answers = frozenset[Action]()

    def note(self, view: View) -> None:
        """Remember the attack of the current question."""
        decision, combat = view.decision, view.combat
        if (
            decision is None
            or decision.kind != "priority"
            or combat is None
            or combat.seat != decision.seat
        ):
            return
        trial = forecast.of(view).going_on() if view.known.players else None
        is_open = trial is None or trial.blockers > 0
        self._now, self._asked = view.known, () if is_open else _standing(view)
        self._answers = frozenset(responses.answers(view))

    def is_repeated(self, view: View) -> bool:
        """Return whether the player has passed in this position.

        True only if the player had at least the same responses then.
        """
        if view.known is self._now or not self._asked:
            return False
        return self._asked == _standing(view) and self._answers.issuperset(responses.answers(view))


class Foreboding:
    """The step of another player's turn in which a question came before any attack.

    A player who passes there expects another question if an attack dooms a creature, whatever a
    response is worth.
    """

    def __init__(self) -> None:
        self._asked = NO_TURN, -1  # number of the turn, index of the step

    def note(self, view: View) -> None:
        """Remember the step of the current question."""
        decision, turn = view.decision, view.turn
        if (
            decision is not None
            and decision.kind == "priority"
            and turn.active != decision.seat
            and view.combat is None
        ):
            self._asked = turn.number, turn.step

    def comes_true(self, view: View, held: Collection[int]) -> bool:
        """Return whether the attack kills one of the player's creatures.

        False without a response, or in another step than the noted one.
        """
        if (view.turn.number, view.turn.step) != self._asked or not view.known.players:
            return False
        if all(action.object in held for action in responses.answers(view)):
            return False
        trial = forecast.of(view).going_on()
        return trial is not None and any(
            fate.seat == view.seat and fate.dies for fate in trial.fates
        )


def _standing(view: View) -> tuple[object, ...]:
    """Return the visible state of an attack, without the damage to the land."""
    combat = view.combat
    fight = (combat.seat, combat.space, combat.attackers) if combat is not None else ()
    hands = tuple((player.life, player.hand_count, player.pool) for player in view.players)
    return view.turn.number, fight, view.stack, hands, view.permanents


def _attacks(view: View) -> set[tuple[int, int]]:
    return {(action.object, action.target) for action in view.actions if action.verb == "attacker"}


class Stops:
    """A player's stops, settings, and automatic passes."""

    def __init__(
        self,
        steps: Sequence[str],
        mains: Collection[int] = (),
        ends: Collection[int] = (),
        *,
        shared: bool = False,
    ) -> None:
        """`mains` and `ends`: indexes of the main phases and end steps, whatever their names.

        `shared`: other players at the same screen could infer the contents of a hand from a missing
        question (M-1).
        """
        self._mains, self._ends = frozenset(mains), frozenset(ends)
        self.own = {index for index, name in enumerate(steps) if _has(name, OWN_WORDS)} | set(mains)
        self.others = {index for index, name in enumerate(steps) if _has(name, OTHERS_WORDS)} | set(
            ends
        )
        self.wishes = set(FROM_THE_START)
        self.full_control = False  # the player is asked at every opportunity
        self.pays_by_itself = True  # costs without a choice are paid without a question
        # creatures enter in the suggested space if they can move on from there
        self.places_by_itself = True
        self.ending = NO_TURN  # number of the turn that the player has ended
        # number of the turn in which the player skips further main phases but not attacks
        self.finishing = NO_TURN
        # number of the turn in which the player is asked only about attacks, spells and abilities
        # aimed at them
        self.resting = NO_TURN
        self.concerns: Callable[[View], bool] = responses.Concern(shared=shared)
        self.held = set[int]()  # ids of permanents on hold, about which the player is not asked
        # default stops of own turns and of others' turns
        self._usual = frozenset(self.own), frozenset(self.others)
        self._stakes = Stakes()
        self._asked_in = NO_TURN  # number of the turn of the last question
        self._offered = OfferedAttacks()
        self._freeing = Freeing()
        self._own_attack = OwnAttack()
        self._foreboding = Foreboding()
        self._shared = shared
        self._yielding: int | None = None
        # a group order is in progress: the player's own attacks proceed without questions
        self.ordering = False

    def toggle(self, step: int, *, own: bool) -> bool:
        """Set or clear the stop in a step; return whether the stop is set now.

        The last stop in one of the player's own main phases can't be cleared.
        """
        chosen = self.own if own else self.others
        if not (own and self.is_last_main(step)):
            chosen.symmetric_difference_update({step})
        return step in chosen

    def is_last_main(self, step: int) -> bool:
        """Return whether a step is the player's only main phase with a stop.

        Without the stop a whole turn could pass without a question.
        """
        return step in self._mains and self.own & self._mains == {step}

    def toggle_wish(self, wish: str) -> None:
        """Switch questions about a kind of event on or off."""
        self.wishes.symmetric_difference_update({wish})

    @property
    def yielding(self) -> bool:
        """True while priority is passed until something happens."""
        return self._yielding is not None

    def start_yield(self, view: View) -> None:
        """Pass until something happens.

        That is an opponent's action, an attack, another question, or the player's next turn.
        """
        self._yielding = view.turn.number

    def end_yield(self) -> None:
        """Stop passing automatically, because something has happened."""
        self._yielding = None
        self.ending = NO_TURN

    def lift(self) -> bool:
        """Cancel all automatic passing; return whether any was active."""
        lifted = self.yielding or not self.resting == self.ending == self.finishing == NO_TURN
        self.end_yield()
        self.resting = self.finishing = NO_TURN
        return lifted

    def __str__(self) -> str:
        """Return all settings as a string, as stored with a game."""
        parts = [
            f"own {_numbers(self.own)}",
            f"others {_numbers(self.others)}",
            f"ask {', '.join(w for w in WISHES if w in self.wishes)}",
        ]
        turns = (
            ("passing", self._yielding),
            ("ending", self.ending),
            ("finishing", self.finishing),
            ("resting", self.resting),
        )
        parts += [f"{word} {turn}" for word, turn in turns if turn not in (None, NO_TURN)]
        parts += [f"held {' '.join(map(str, sorted(self.held)))}"] if self.held else []
        parts += ["everything"] * self.full_control + [f"paying {BY_HAND}"] * (
            not self.pays_by_itself
        )
        parts += [f"placing {BY_HAND}"] * (not self.places_by_itself)
        return "; ".join(part.rstrip() for part in parts)

    def read(self, words: str) -> None:
        """Restore the settings from the string of `__str__`; raises ValueError if malformed."""
        found = dict[str, str]()
        for part in words.split("; "):
            word, _, rest = part.partition(" ")
            if word not in READ or word in found:
                raise ValueError(part)
            found[word] = rest
        wishes = set(filter(None, found.get("ask", "").split(", ")))
        if not wishes <= WISHES.keys():
            raise ValueError(found["ask"])
        steps = {
            word: {int(number) - 1 for number in found.get(word, "").split()}
            for word in ("own", "others")
        }
        held = {int(ident) for ident in found.get("held", "").split()}
        turns = {
            word: int(found[word])
            for word in ("passing", "ending", "finishing", "resting")
            if word in found
        }
        if not steps["own"] & self._mains and self._mains:
            raise ValueError(found.get("own", ""))
        for word in ("paying", "placing"):
            if found.get(word, BY_HAND) != BY_HAND:
                raise ValueError(found[word])
        self.pays_by_itself, self.places_by_itself = "paying" not in found, "placing" not in found
        self.own, self.others, self.wishes, self.full_control = (
            steps["own"],
            steps["others"],
            wishes,
            "everything" in found,
        )
        self.held = held
        self._yielding, self.ending, self.resting = (
            turns.get("passing"),
            turns.get("ending", NO_TURN),
            turns.get("resting", NO_TURN),
        )
        self.finishing = turns.get("finishing", NO_TURN)

    def passing(self, view: View) -> str:
        """Return words for the automatic passing in progress; empty if none."""
        if self.resting == view.turn.number:
            return "until the turn ends"
        return "until something happens" if self.yielding else ""

    def wants(self, view: View) -> bool:
        """Return whether the player wants to be asked, and end a yield if so."""
        wanted = self.would_want(view)
        if wanted:
            self.end_yield()
        return wanted

    def would_want(self, view: View) -> bool:
        """Return whether the player would want to be asked, without ending a yield."""
        decision = view.decision
        if decision is None or decision.kind != "priority" or self.full_control:
            return True
        seat, turn = decision.seat, view.turn
        if self.resting == turn.number and turn.active != seat:
            return self._is_struck(view, seat)
        if view.stack:
            return self._wants_to_answer(view, view.stack[-1], seat)
        if self.ending == turn.number and turn.active == seat:
            return False
        if self._yielding is not None and turn.active == seat and turn.number != self._yielding:
            return True
        if self._yielding is not None:
            return view.combat is not None and view.combat.seat != seat
        return self._wants_fight(view, seat) or (view.combat is None and self._stops_at(view, seat))

    def lets_pass(self, view: View) -> bool:
        """Return whether an offered attack is declined automatically.

        It is if it would gain nothing or was already offered this turn. A passing piece is asked
        about once in a turn, unless another piece could attack later.
        """
        decision = view.decision
        if decision is not None and decision.kind == "attack-area":
            if self.full_control:
                return False
            return _stays_at_home(view) or (not self._shared and own_attacks_are_idle(view))
        if (
            decision is None
            or decision.kind not in ATTACKS_OF_OTHERS
            or view.turn.active == decision.seat
            or self.full_control
        ):
            return False
        if DONE not in view.actions or any(action.verb == "take-back" for action in view.actions):
            return False  # an attack is already begun
        if self._offered.is_asked(view):
            return False
        return self._offered.is_repeated(view) or attacks_gain_nothing(view, self.held)

    def note_asked(self, view: View) -> None:
        """Remember the question that the player is asked now."""
        self._asked_in = view.turn.number
        self._offered.note(view)
        self._own_attack.note(view)
        self._foreboding.note(view)
        self._freeing.note(view)
        if view.decision is not None and view.decision.kind == "priority":
            self.finishing = NO_TURN  # something has happened, or a new turn has begun

    def toggle_held(self, ident: int) -> bool:
        """Put a permanent on hold or release it; return whether it is on hold now."""
        self.held.symmetric_difference_update({ident})
        return ident in self.held

    def _stops_at(self, view: View, seat: int) -> bool:
        """Return whether the player has a stop in the current step.

        A default stop counts only if something is at stake.
        """
        turn = view.turn
        own = turn.active == seat
        if turn.step not in (self.own if own else self.others):
            return own and not self._shared and self._freeing.is_new(view)
        if own and turn.step in self._mains and self.finishing == turn.number:
            return False
        if self._shared or turn.step not in self._usual[not own]:
            return True
        if own and turn.step in self._mains:
            return self._is_of_use(view)
        if turn.step in self._ends:
            lasting = responses.lasting_answers(view)
            return (
                not view.actions
                or any(a.verb == "cast" for a in lasting)
                or (bool(lasting) and self._is_at_stake(view, free=False))
            )
        return self._is_at_stake(view, free=not own)

    def _is_of_use(self, view: View) -> bool:
        """Return whether a main phase offers anything useful.

        The last main phase does if the player hasn't been asked anything this turn.
        """
        if not view.actions or (
            view.turn.step == max(self._mains) and self._asked_in != view.turn.number
        ):
            return True
        return bool(responses.free_answers(view)) or (
            responses.has_answer(view) and self._is_at_stake(view)
        )

    def _wants_to_answer(self, view: View, top: ObjectView, seat: int) -> bool:
        """Return whether the player wants to respond to the top of the stack."""
        if top.controller == seat or not self._has_answer(view):
            return False
        if responses.kind_of(view, top) in self.wishes or self._wants_fight(view, seat):
            return True
        return "concerns" in self.wishes and self.concerns(view) and self._is_at_stake(view)

    def _wants_fight(self, view: View, seat: int) -> bool:
        """Return whether the player wants to be asked about the attack in progress."""
        if view.combat is None or responses.is_fought_out(view):
            return False
        if view.combat.seat == seat:
            if _wins(view, seat):
                return False
            wish = (
                ""
                if self.ordering or (not self._shared and self._own_attack.is_repeated(view))
                else "own attacks"
            )
        else:
            wish = "attacks" if responses.is_attacked(view, seat) else "other attacks"
        if wish not in self.wishes:
            return False
        return self._is_at_stake(view) or (
            wish == "attacks" and self._foreboding.comes_true(view, self.held)
        )

    def _has_answer(self, view: View) -> bool:
        """Return whether there is a response other than mana that pays for nothing."""
        return self._shared or responses.has_answer(view)

    def _is_at_stake(self, view: View, *, free: bool = True) -> bool:
        """Return whether a response could improve anything.

        Always True at a shared screen, where other players could draw conclusions (M-1).
        """
        return self._shared or self._stakes(view, self.held, free_cards=free)

    def _is_struck(self, view: View, seat: int) -> bool:
        """Return whether an attack, spell or ability is aimed at the player."""
        top = view.stack[-1] if view.stack else None
        if top is not None and top.controller != seat and responses.targets_mine(view, top):
            return True
        return (
            view.combat is not None
            and view.combat.seat != seat
            and responses.is_attacked(view, seat)
        )


def _stays_at_home(view: View) -> bool:
    """Return whether every offered attack is on an area of the player's own without an opponent."""
    attacks = {action for action in view.actions if action.verb == "attack"}
    return bool(attacks) and DONE in view.actions and attacks == on_own_ground(view)


def _wins(view: View, seat: int) -> bool:
    """Return whether the attack in progress wins the game unblocked if nobody intervenes."""
    trial = forecast.of(view).going_on() if view.known.players else None
    return (
        trial is not None
        and trial.winners == (seat,)
        and trial.finished
        and not trial.chance
        and not trial.blockers
    )


def _numbers(steps: Collection[int]) -> str:
    """Return the numbers of steps, counted from 1."""
    return " ".join(str(step + 1) for step in sorted(steps))


def _has(name: str, words: Sequence[str]) -> bool:
    return any(word in name.lower() for word in words)
