"""Stops: in which steps and about what a player wants to be asked, and when passing goes on by
itself until something happens.

Only priority is ever passed by itself. A question of which all answers but one come to nothing
(`Question.needless`) is answered by itself as well, unless the player has full control; every other
is asked, but for those that a player who ends the turn is done with.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from engine.actions import DONE, Action
from engine.view import ObjectView, View
from tui.table import forecast
from tui.table.stops import responses
from tui.table.stops.stakes import Stakes, attacks_gain_nothing, own_attacks_are_idle

if TYPE_CHECKING:
    from engine.magic.core.position import State

OWN_WORDS = ("main", "attack", "combat")
OTHERS_WORDS = ("attack", "combat", "end")
"""Words in the names of steps that have a stop from the start, on one's own turn and on other
players'.
"""
WISHES = {
    "concerns": "spells and abilities that affect you, or that you could counter",
    "spells": "every spell other players cast",
    "abilities": "every ability of other players",
    "moves": "every move by other players that you can respond to",
    "own attacks": "your own attacks, as they proceed",
    "attacks": "attacks on you, your land and your creatures",
    "other attacks": "attacks by other players on each other",
}
"""What a player may want to be asked about, whatever the step is."""
BY_HAND = "by hand"  # how costs are paid and creatures are placed if a player is always asked
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
"""The words with which the parts of a player's wishes begin, as they are kept with a game."""
NO_TURN = -1  # no turn's number: before the first turn it is 0
# kinds of questions in which pieces attack in another's turn
ATTACKS_OF_OTHERS = ("opportunity", "orders")
FROM_THE_START = frozenset({"concerns", "own attacks", "attacks", "other attacks"})


class OfferedAttacks:
    """The attacks of opportunity that a player was asked about in a turn."""

    def __init__(self) -> None:
        self._turn = NO_TURN
        self._now: State | None = None  # the position in which something is asked
        self._attacks = set[tuple[int, int]]()

    def note(self, view: View) -> None:
        """Remember what is asked now."""
        if view.decision is None or view.decision.kind != "opportunity":
            return
        if view.turn.number != self._turn:
            self._attacks.clear()
        self._turn, self._now = view.turn.number, view.known
        self._attacks |= _attacks(view)

    def is_asked(self, view: View) -> bool:
        """Return whether this is what the player is being asked."""
        return view.known is self._now

    def is_repeated(self, view: View) -> bool:
        """Return whether all of it was asked earlier in the turn."""
        is_opportunity = view.decision is not None and view.decision.kind == "opportunity"
        return is_opportunity and view.turn.number == self._turn and _attacks(view) <= self._attacks


class Freeing:
    """The creatures that a player could have let out of where they are shut in, and was asked
    about.
    """

    def __init__(self) -> None:
        self._now: State | None = None  # the position in which something is asked
        self._asked = frozenset[tuple[int, int]]()  # each with its space

    def is_new(self, view: View) -> bool:
        """Return whether there is one to let out that the player was not asked about before, or
        is asked about now.
        """
        return view.known is self._now or not responses.could_free(view) <= self._asked

    def note(self, view: View) -> None:
        """Remember what is asked now."""
        decision = view.decision
        if decision is None or decision.kind != "priority" or view.stack or view.combat is not None:
            return
        if found := responses.could_free(view):
            self._now, self._asked = view.known, found


class OwnAttack:
    """The position in which a player was asked last about an attack of their own, if nobody can
    block it.

    As long as nothing but the step changes there, the player has answered already.
    """

    def __init__(self) -> None:
        self._now: State | None = None
        self._asked: tuple[object, ...] = ()
        self._answers = frozenset[Action]()

    def note(self, view: View) -> None:
        """Remember what is asked now."""
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
        """Return whether the player has passed in this position, with at least the same answers."""
        if view.known is self._now or not self._asked:
            return False
        return self._asked == _standing(view) and self._answers.issuperset(responses.answers(view))


class Foreboding:
    """The step of another's turn in which a player was asked before any attack was declared.

    A player who passes there expects to be asked once more when an attack dooms a creature,
    whatever an answer would be worth.
    """

    def __init__(self) -> None:
        self._asked = NO_TURN, -1  # the turn and the step

    def note(self, view: View) -> None:
        """Remember what is asked now."""
        decision, turn = view.decision, view.turn
        if (
            decision is not None
            and decision.kind == "priority"
            and turn.active != decision.seat
            and view.combat is None
        ):
            self._asked = turn.number, turn.step

    def comes_true(self, view: View, held: Collection[int]) -> bool:
        """Return whether a creature of the player's dies in the attack that goes on, and there
        is any answer.
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
    """Return what a player sees of an attack, and of everything that has a say in it, but for
    the damage to the land.
    """
    combat = view.combat
    fight = (combat.seat, combat.space, combat.attackers) if combat is not None else ()
    hands = tuple((player.life, player.hand_count, player.pool) for player in view.players)
    return view.turn.number, fight, view.stack, hands, view.permanents


def _attacks(view: View) -> set[tuple[int, int]]:
    return {(action.object, action.target) for action in view.actions if action.verb == "attacker"}


class Stops:
    """One player's stops, wishes and yields."""

    def __init__(
        self,
        steps: Sequence[str],
        mains: Collection[int] = (),
        ends: Collection[int] = (),
        *,
        shared: bool = False,
    ) -> None:
        """`mains` and `ends`: the main phases and end steps, whatever they are called.

        `shared`: others at the same screen could tell from not being asked what is in a hand (M-1).
        """
        self._mains, self._ends = frozenset(mains), frozenset(ends)
        self.own = {index for index, name in enumerate(steps) if _has(name, OWN_WORDS)} | set(mains)
        self.others = {index for index, name in enumerate(steps) if _has(name, OTHERS_WORDS)} | set(
            ends
        )
        self.wishes = set(FROM_THE_START)
        self.full_control = False  # asked at every opportunity
        self.pays_by_itself = True  # costs that leave no choice are paid without a question
        # creatures enter on the suggested space if they can move on from there
        self.places_by_itself = True
        self.ending = NO_TURN  # number of the turn that the player is ending
        # number of the turn whose main phases are over for the player, who still wants to attack
        self.finishing = NO_TURN
        # number of the turn in which the player is asked about nothing but what strikes at them
        self.resting = NO_TURN
        self.concerns: Callable[[View], bool] = responses.Concern(shared=shared)
        self.held = set[int]()  # ids of permanents that the player is not asked about
        self._usual = frozenset(self.own), frozenset(self.others)  # stops that were not set by hand
        self._stakes = Stakes()
        self._asked_in = NO_TURN  # number of the turn in which the player was asked something last
        self._offered = OfferedAttacks()
        self._freeing = Freeing()
        self._own_attack = OwnAttack()
        self._foreboding = Foreboding()
        self._shared = shared
        self._yielding: int | None = None
        # an order for many is carried out: one's own attacks go on by themselves
        self.ordering = False

    def toggle(self, step: int, *, own: bool) -> bool:
        """Set or clear the stop in a step.

        Returns whether it is set now: the last of one's main phases keeps its own.
        """
        chosen = self.own if own else self.others
        if not (own and self.is_last_main(step)):
            chosen.symmetric_difference_update({step})
        return step in chosen

    def is_last_main(self, step: int) -> bool:
        """Whether a step is the only one of one's main phases that has a stop: without it a
        whole turn could go by unasked.
        """
        return step in self._mains and self.own & self._mains == {step}

    def toggle_wish(self, wish: str) -> None:
        """Be asked about a kind of thing, or no more."""
        self.wishes.symmetric_difference_update({wish})

    @property
    def yielding(self) -> bool:
        """Whether priority is passed until something happens."""
        return self._yielding is not None

    def start_yield(self, view: View) -> None:
        """Pass until an opponent acts, an attack begins, another question comes, or one's own
        next turn begins.
        """
        self._yielding = view.turn.number

    def end_yield(self) -> None:
        """Something has happened: neither passing on nor the ending of a turn goes on."""
        self._yielding = None
        self.ending = NO_TURN

    def lift(self) -> bool:
        """Pass nothing by itself any more. Whether anything was."""
        lifted = self.yielding or not self.resting == self.ending == self.finishing == NO_TURN
        self.end_yield()
        self.resting = self.finishing = NO_TURN
        return lifted

    def __str__(self) -> str:
        """All of it in words, as it is kept with a game."""
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
        """Take over what such words say. Raises ValueError for others."""
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
        """What is passed by itself now, in words; nothing where nothing is."""
        if self.resting == view.turn.number:
            return "until the turn ends"
        return "until something happens" if self.yielding else ""

    def wants(self, view: View) -> bool:
        """Whether the player of this view wants to be asked.

        Ends a yield when something has happened.
        """
        wanted = self.would_want(view)
        if wanted:
            self.end_yield()
        return wanted

    def would_want(self, view: View) -> bool:
        """The same of what is only looked at as yet: a yield goes on."""
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
        """Return whether an attack offered is let pass: it would gain nothing, or was offered
        already in another's turn.

        Whoever comes by is asked about once in a turn, unless another piece could attack then.
        """
        decision = view.decision
        if decision is not None and decision.kind == "attack-area":
            return not self.full_control and not self._shared and own_attacks_are_idle(view)
        if (
            decision is None
            or decision.kind not in ATTACKS_OF_OTHERS
            or view.turn.active == decision.seat
            or self.full_control
        ):
            return False
        if DONE not in view.actions or any(action.verb == "take-back" for action in view.actions):
            return False  # something is begun already
        if self._offered.is_asked(view):
            return False
        return self._offered.is_repeated(view) or attacks_gain_nothing(view, self.held)

    def note_asked(self, view: View) -> None:
        """Remember what the player is asked about now."""
        self._asked_in = view.turn.number
        self._offered.note(view)
        self._own_attack.note(view)
        self._foreboding.note(view)
        self._freeing.note(view)
        if view.decision is not None and view.decision.kind == "priority":
            self.finishing = NO_TURN  # something has happened, or another turn has begun

    def toggle_held(self, ident: int) -> bool:
        """Hold a permanent, or let it be on guard again; return whether the player isn't asked
        about it from now on.
        """
        self.held.symmetric_difference_update({ident})
        return ident in self.held

    def _stops_at(self, view: View, seat: int) -> bool:
        """Return whether the player has a stop in this step.

        A usual one stops only where something is at stake.
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
        """Return whether a main phase offers anything of use.

        The last one counts as such if the player hasn't been asked in the turn.
        """
        if not view.actions or (
            view.turn.step == max(self._mains) and self._asked_in != view.turn.number
        ):
            return True
        return bool(responses.free_answers(view)) or (
            responses.has_answer(view) and self._is_at_stake(view)
        )

    def _wants_to_answer(self, view: View, top: ObjectView, seat: int) -> bool:
        """Return whether the player wants to answer what lies on top of the stack."""
        if top.controller == seat or not self._has_answer(view):
            return False
        if responses.kind_of(view, top) in self.wishes or self._wants_fight(view, seat):
            return True
        return "concerns" in self.wishes and self.concerns(view) and self._is_at_stake(view)

    def _wants_fight(self, view: View, seat: int) -> bool:
        """Return whether the player wants to be asked about the attack that goes on."""
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
        """Return whether there is more to do than pass and make mana that pays for nothing."""
        return self._shared or responses.has_answer(view)

    def _is_at_stake(self, view: View, *, free: bool = True) -> bool:
        """Return whether an answer could change anything for the better; at a shared screen
        always, for others could tell (M-1).
        """
        return self._shared or self._stakes(view, self.held, free_cards=free)

    def _is_struck(self, view: View, seat: int) -> bool:
        """Whether something strikes at the player: an attack, or a spell or ability with a
        target that is theirs.
        """
        top = view.stack[-1] if view.stack else None
        if top is not None and top.controller != seat and responses.targets_mine(view, top):
            return True
        return (
            view.combat is not None
            and view.combat.seat != seat
            and responses.is_attacked(view, seat)
        )


def _wins(view: View, seat: int) -> bool:
    """Return whether the attack in progress wins the game for a player if nobody does anything,
    and nobody can block it.
    """
    trial = forecast.of(view).going_on() if view.known.players else None
    return (
        trial is not None
        and trial.winners == (seat,)
        and trial.finished
        and not trial.chance
        and not trial.blockers
    )


def _numbers(steps: Collection[int]) -> str:
    """Steps as they are counted, from 1 on."""
    return " ".join(str(step + 1) for step in sorted(steps))


def _has(name: str, words: Sequence[str]) -> bool:
    return any(word in name.lower() for word in words)
