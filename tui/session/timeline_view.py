"""Looking back on a game: where on its tape one is, through whose eyes, and what is said of
that.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.base.records import replace
from engine.events import round_of
from engine.history.record import CONCEDE, DRAW
from engine.history.timeline import ALL, Eyes
from engine.log import Line, many, owner
from tui.session.seat_kinds import HUMAN
from tui.table.recap import recap_of
from tui.table.wording import sentence

if TYPE_CHECKING:
    from engine.history.timeline import Tape
    from engine.view import View

# the eyes of the only person who played; where there were several or none, nobody's
PERSON: Eyes = -2
# decisions that everybody sees even where nothing is told of them
OPEN = ("pass", "done", "keep", "mulligan")


class Rewinding:
    """A place on a tape, and eyes.

    While a game goes on one's own eyes are the only ones; when it is over there are all.
    """

    def __init__(self, tape: Tape, viewer: Eyes = PERSON) -> None:
        """`viewer` is who looks."""
        people = [seat for seat, entry in enumerate(tape.record.seats) if entry.kind == HUMAN]
        person = people[0] if len(people) == 1 else None
        self.tape = tape
        self.viewer = person if viewer == PERSON else viewer
        self.place = 0
        self.eyes: Eyes = self.viewer
        self.wanted = ""  # the words that were looked for last
        self._seen: tuple[int, Eyes, View] | None = None

    # --- whose eyes ---

    def offered(self) -> list[Eyes]:
        """The eyes through which one may look."""
        if not self.tape.is_over:
            return [self.viewer]
        seats: Sequence[Eyes] = range(len(self.tape.names))
        return [*seats, ALL]

    def open_eyes(self) -> None:
        """The whole game is on the tape: of one that is over, whoever did not play sees
        everything.
        """
        if self.eyes not in self.offered():
            self.eyes = ALL

    def next_eyes(self) -> bool:
        """Look through the next eyes. Whether there are any."""
        offered = self.offered()
        self.eyes = (
            offered[(offered.index(self.eyes) + 1) % len(offered)]
            if self.eyes in offered
            else offered[0]
        )
        return len(offered) > 1

    def eyes_words(self) -> str:
        """Whose eyes these are."""
        if self.eyes is None:
            return "public view"
        return (
            "all cards revealed"
            if self.eyes == ALL
            else f"{owner(self.tape.names[self.eyes])} view"
        )

    # --- where one is ---

    def go_to(self, place: int) -> bool:
        """Go to a place, or as near to it as there is one. Whether that is another one."""
        before, self.place = self.place, max(0, min(place, self.tape.last))
        return self.place != before

    def turn(self, step: int) -> bool:
        """Go to where the next turn begins, or this one, or the one before."""
        return self.go_to(
            self.tape.turn_on(self.place) if step > 0 else self.tape.turn_back(self.place)
        )

    def seek(self, *, back: bool = False) -> bool:
        """Go to the next place, or the one before, of which something is told that has the
        wanted words. Whether there is one.
        """
        found = (
            self.tape.find(self.wanted, self.place, self.eyes, back=back) if self.wanted else None
        )
        return found is not None and self.go_to(found)

    # --- what there is to see ---

    def view(self) -> View:
        """The position as these eyes see it; nothing can be done about it any more."""
        if self._seen is None or self._seen[:2] != (self.place, self.eyes):
            view = self.tape.view(self.place, self.eyes)
            self._seen = self.place, self.eyes, replace(view, actions=())
        return self._seen[2]

    def log(self) -> Sequence[Line]:
        """What was told of the present step so far."""
        return self.tape.told_of_step(self.place, self.eyes)

    def changed(self) -> frozenset[str | int]:
        """The spaces and permanents that the decision which led here concerned."""
        found = recap_of(self.tape.events(self.place, self.eyes), replace(self.view(), seat=None))
        return found.spaces | found.objects

    def whole_log(self) -> Sequence[Line]:
        """All that was told up to here."""
        return self.tape.told_until(self.place, self.eyes)

    def heading(self) -> str:
        """Where one is: the decision, whose turn of which round, and the step."""
        moment = self.tape.moments[self.place]
        steps = self.view().turn.steps
        where = (
            f"Decision {self.place} of {self.tape.last}"
            if self.place
            else f"The beginning ({many(self.tape.last, 'decision')} in all)"
        )
        if not moment.turn:
            return f"{where}, before the first turn"
        step = f", {steps[moment.step]}" if 0 <= moment.step < len(steps) else ""
        return f"{where}, round {self.round} ({owner(self.tape.names[moment.active])} turn){step}"

    @property
    def round(self) -> int:
        """The round in which one is."""
        return round_of(self.tape.moments[self.place].turn, len(self.tape.names))

    def deed(self) -> str:
        """What was decided to come here, as far as these eyes could see it."""
        each = self.tape.decision(self.place)
        if each is None:
            return "The game begins"
        who = self.tape.names[each.seat]
        if each.action == DRAW:
            return "All agree to a draw"
        if each.action == CONCEDE:
            return f"{who} concedes"
        if each.undone:
            return f"{who} takes back {many(each.undone, 'decision')}"
        action = self.tape.action(self.place)
        if action is not None and (self.eyes in (each.seat, ALL) or action.verb in OPEN):
            return (
                f"{who}: {sentence(action, self.tape.position(self.place - 1).view_for(each.seat))}"
            )
        told = self.tape.told(self.place, self.eyes)
        return told[0] if told else f"{who} makes a hidden decision"
