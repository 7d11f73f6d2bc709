"""Stops: in which steps and about what a player wants to be asked, and when passing goes on by itself until something happens.

Only priority is ever passed by itself. A question of which all answers but one come to nothing (`Question.needless`) is answered by
itself as well, unless the player has full control; every other is asked, but for those that a player who ends the turn is done with.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from engine.view import ObjectView, View
from tui import responses

OWN_WORDS = ("main", "attack", "combat")
OTHERS_WORDS = ("attack", "combat", "end")
"""Words in the names of steps that have a stop from the start, on one's own turn and on other players'."""
WISHES = {
    "concerns": "others' spells and abilities that concern you, or you could counter",
    "spells": "every spell of others",
    "abilities": "every ability of others",
    "moves": "every move of others that can be answered",
    "own attacks": "your own attacks, as they go on",
    "attacks": "attacks on you, your land and your creatures",
    "other attacks": "attacks of others on each other",
}
"""What a player may want to be asked about, whatever the step is."""
BY_HAND = "by hand"  # how costs are paid if a player is always asked
READ = ("own", "others", "ask", "passing", "ending", "resting", "everything", "paying")
"""The words with which the parts of a player's wishes begin, as they are kept with a game."""
NO_TURN = -1  # no turn's number: before the first turn it is 0
FROM_THE_START = frozenset({"concerns", "own attacks", "attacks", "other attacks"})


class Stops:
    """One player's stops, wishes and yields."""

    def __init__(self, steps: Sequence[str], mains: Collection[int] = (), ends: Collection[int] = (), *, shared: bool = False) -> None:
        """`mains` and `ends`: the main phases and end steps, whatever they are called.

        `shared`: others at the same screen could tell from not being asked what is in a hand (M-1).
        """
        self._mains, self._ends = frozenset(mains), frozenset(ends)
        self.own = {index for index, name in enumerate(steps) if _has(name, OWN_WORDS)} | set(mains)
        self.others = {index for index, name in enumerate(steps) if _has(name, OTHERS_WORDS)} | set(ends)
        self.wishes = set(FROM_THE_START)
        self.full_control = False  # asked at every opportunity
        self.pays_by_itself = True  # costs that leave no choice are paid without a question
        self.ending = NO_TURN  # number of the turn that the player is ending
        self.resting = NO_TURN  # number of the turn in which the player is asked about nothing but what strikes at them
        self.concerns: Callable[[View], bool] = responses.Concern(shared=shared)
        self._shared = shared
        self._yielding: int | None = None
        self.ordering = False  # an order for many is carried out: one's own attacks go on by themselves

    def toggle(self, step: int, *, own: bool) -> bool:
        """Set or clear the stop in a step. Returns whether it is set now: the last of one's main phases keeps its own."""
        chosen = self.own if own else self.others
        if not (own and self.is_last_main(step)):
            chosen.symmetric_difference_update({step})
        return step in chosen

    def is_last_main(self, step: int) -> bool:
        """Whether a step is the only one of one's main phases that has a stop: without it a whole turn could go by unasked."""
        return step in self._mains and self.own & self._mains == {step}

    def toggle_wish(self, wish: str) -> None:
        """Be asked about a kind of thing, or no more."""
        self.wishes.symmetric_difference_update({wish})

    @property
    def yielding(self) -> bool:
        """Whether priority is passed until something happens."""
        return self._yielding is not None

    def start_yield(self, view: View) -> None:
        """Pass until an opponent acts, an attack begins, another question comes, or one's own next turn begins."""
        self._yielding = view.turn.number

    def end_yield(self) -> None:
        """Something has happened: neither passing on nor the ending of a turn goes on."""
        self._yielding = None
        self.ending = NO_TURN

    def lift(self) -> bool:
        """Pass nothing by itself any more. Whether anything was."""
        lifted = self.yielding or self.resting != NO_TURN or self.ending != NO_TURN
        self.end_yield()
        self.resting = NO_TURN
        return lifted

    def __str__(self) -> str:
        """All of it in words, as it is kept with a game."""
        parts = [f"own {_numbers(self.own)}", f"others {_numbers(self.others)}", f"ask {', '.join(w for w in WISHES if w in self.wishes)}"]
        turns = (("passing", self._yielding), ("ending", self.ending), ("resting", self.resting))
        parts += [f"{word} {turn}" for word, turn in turns if turn not in (None, NO_TURN)]
        parts += ["everything"] * self.full_control + [f"paying {BY_HAND}"] * (not self.pays_by_itself)
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
        steps = {word: {int(number) - 1 for number in found.get(word, "").split()} for word in ("own", "others")}
        turns = {word: int(found[word]) for word in ("passing", "ending", "resting") if word in found}
        if not steps["own"] & self._mains and self._mains:
            raise ValueError(found.get("own", ""))
        if found.get("paying", BY_HAND) != BY_HAND:
            raise ValueError(found["paying"])
        self.pays_by_itself = "paying" not in found
        self.own, self.others, self.wishes, self.full_control = steps["own"], steps["others"], wishes, "everything" in found
        self._yielding, self.ending, self.resting = turns.get("passing"), turns.get("ending", NO_TURN), turns.get("resting", NO_TURN)

    def passing(self, view: View) -> str:
        """What is passed by itself now, in words; nothing where nothing is."""
        if self.resting == view.turn.number:
            return "until the turn ends"
        return "until something happens" if self.yielding else ""

    def wants(self, view: View) -> bool:
        """Whether the player of this view wants to be asked. Ends a yield when something has happened."""
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

    def _stops_at(self, view: View, seat: int) -> bool:
        """Whether the player has a stop in this step; as others' turns end only for what would still be there after them."""
        turn = view.turn
        if turn.active == seat:
            return turn.step in self.own or (not self._shared and responses.could_free(view))
        if turn.step not in self._ends:
            return turn.step in self.others
        return turn.step in self.others and (self._shared or responses.has_lasting_answer(view))

    def _wants_to_answer(self, view: View, top: ObjectView, seat: int) -> bool:
        """Whether the player wants to answer what lies on top of the stack."""
        if top.controller == seat or not self._has_answer(view):
            return False
        if responses.kind_of(view, top) in self.wishes or self._wants_fight(view, seat):
            return True
        return "concerns" in self.wishes and self.concerns(view)

    def _wants_fight(self, view: View, seat: int) -> bool:
        """Whether the player wants to be asked about the attack that goes on."""
        if view.combat is None or responses.is_fought_out(view) or not self._has_answer(view):
            return False
        if view.combat.seat == seat:
            return "own attacks" in self.wishes and not self.ordering
        return ("attacks" if responses.is_attacked(view, seat) else "other attacks") in self.wishes

    def _has_answer(self, view: View) -> bool:
        """Whether there is more to do than pass and make mana that pays for nothing."""
        return self._shared or responses.has_answer(view)

    def _is_struck(self, view: View, seat: int) -> bool:
        """Whether something strikes at the player: an attack, or a spell or ability with a target that is theirs."""
        top = view.stack[-1] if view.stack else None
        if top is not None and top.controller != seat and responses.targets_mine(view, top):
            return True
        return view.combat is not None and view.combat.seat != seat and responses.is_attacked(view, seat)


def _numbers(steps: Collection[int]) -> str:
    """Steps as they are counted, from 1 on."""
    return " ".join(str(step + 1) for step in sorted(steps))


def _has(name: str, words: Sequence[str]) -> bool:
    return any(word in name.lower() for word in words)
