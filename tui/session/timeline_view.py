"""Review of a game: the place on its timeline, whose View is shown, and the log lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.base.records import replace
from engine.events import round_of
from engine.history.record import CONCEDE, DRAW
from engine.history.timeline import ALL, Eyes
from engine.log import LogLine, many, owner
from tui.session.seat_kinds import HUMAN
from tui.table.recap import recap_of
from tui.table.wording import sentence

if TYPE_CHECKING:
    from engine.analysis.game_analysis import GameAnalysis, RatedDecision
    from engine.history.timeline import Timeline
    from engine.view import View

# the eyes of the only human player; with several or none, a spectator's
PERSON: Eyes = -2
# verbs that are public even without a log line
OPEN = ("pass", "done", "keep", "mulligan")


class Rewinding:
    """A place on a timeline, seen through some eyes.

    During a game only the player's own eyes are available; afterward all are.
    """

    def __init__(self, tape: Timeline, viewer: Eyes = PERSON) -> None:
        """Begin at the start of the timeline; `viewer` is the reviewing player."""
        people = [seat for seat, entry in enumerate(tape.record.seats) if entry.kind == HUMAN]
        person = people[0] if len(people) == 1 else None
        self.tape = tape
        self.viewer = person if viewer == PERSON else viewer
        self.place = 0
        self.eyes: Eyes = self.viewer
        self.wanted = ""  # text of the last search
        self.analysis: GameAnalysis | None = None  # of a finished game, as far as it is known
        # whether the position before a mistake is shown, with the better plan
        self.shows_better = False
        self._seen: tuple[int, Eyes, View] | None = None

    # --- eyes ---

    def offered(self) -> list[Eyes]:
        """Return the available eyes."""
        if not self.tape.is_over:
            return [self.viewer]
        seats: Sequence[Eyes] = range(len(self.tape.names))
        return [*seats, ALL]

    def open_eyes(self) -> None:
        """Switch to eyes that see everything, if the game is over and the viewer did not play."""
        if self.eyes not in self.offered():
            self.eyes = ALL

    def next_eyes(self) -> bool:
        """Switch to the next eyes; return False if only these are available."""
        offered = self.offered()
        self.eyes = (
            offered[(offered.index(self.eyes) + 1) % len(offered)]
            if self.eyes in offered
            else offered[0]
        )
        return len(offered) > 1

    def eyes_words(self) -> str:
        """Return a description of the eyes."""
        if self.eyes is None:
            return "public view"
        return (
            "all cards revealed"
            if self.eyes == ALL
            else f"{owner(self.tape.names[self.eyes])} view"
        )

    # --- place ---

    def go_to(self, place: int) -> bool:
        """Go to a place, or the closest one; return whether the place changed."""
        self.shows_better = False
        before, self.place = self.place, max(0, min(place, self.tape.last))
        return self.place != before

    def turn(self, step: int) -> bool:
        """Go to the start of the next turn or, with a negative `step`, back by turns."""
        return self.go_to(
            self.tape.turn_on(self.place) if step > 0 else self.tape.turn_back(self.place)
        )

    def seek(self, *, back: bool = False) -> bool:
        """Go to the next (with `back`, previous) place with the wanted text.

        Return whether there is such a place.
        """
        found = (
            self.tape.find(self.wanted, self.place, self.eyes, back=back) if self.wanted else None
        )
        return found is not None and self.go_to(found)

    def to_mistake(self, by: int) -> bool:
        """Go to the next mistake or, with a negative `by`, the one before; return False if none.

        After the last mistake, the next one is the first of the game.
        """
        if self.analysis is None:
            return False
        found = self.analysis.next_mistake(self.place, by)
        if found is None and by > 0:
            found = self.analysis.next_mistake(-1, by)
        return found is not None and self.go_to(found)

    # --- the analysis ---

    @property
    def rated(self) -> RatedDecision | None:
        """The rating of the decision that led here; None without one."""
        return None if self.analysis is None else self.analysis.decision(self.place)

    def show_better(self) -> bool:
        """Show the better plan of the decision that led here, or the decision again.

        Return False without a better plan.
        """
        rated = self.rated
        self.shows_better = not self.shows_better and rated is not None and bool(rated.plan)
        return rated is not None and bool(rated.plan)

    @property
    def shown_place(self) -> int:
        """The place whose position is shown: the one before a mistake with its better plan."""
        return self.place - 1 if self.shows_better else self.place

    # --- contents ---

    def view(self) -> View:
        """Return the View of the place for these eyes, without legal actions and decks."""
        place = self.shown_place
        if self._seen is None or self._seen[:2] != (place, self.eyes):
            view = self.tape.view(place, self.eyes)
            # a tape that was sent has no hidden cards, so it can't tell what a deck has
            self._seen = place, self.eyes, replace(view, actions=(), deck=())
        return self._seen[2]

    def log(self) -> Sequence[LogLine]:
        """Return the log lines of the current step so far, with the marks of the analysis."""
        if self.analysis is None:
            return self.tape.told_of_step(self.place, self.eyes)
        begun = self.tape.moments[self.place]
        first = self.place
        while (
            first
            and (at := self.tape.moments[first - 1]).step == begun.step
            and at.turn == begun.turn
        ):
            first -= 1
        marked = any(self.analysis.mark(place) for place in range(first, self.place + 1))
        if not marked:
            return self.tape.told_of_step(self.place, self.eyes)
        return [line for place in range(first, self.place + 1) for line in self._marked(place)]

    def _marked(self, place: int) -> list[LogLine]:
        """Return the log lines of a decision, with its mark after the first."""
        told = self.tape.told(place, self.eyes, self.place)
        each = self.tape.decision(place)
        mark = "" if self.analysis is None else self.analysis.mark(place)
        if not mark or each is None:
            return told
        if not told:
            told = [LogLine(f"{self.tape.names[each.seat]}: {each.action}")]
        return [type(told[0])(f"{told[0]} {mark}", told[0].clause), *told[1:]]

    def changed(self) -> frozenset[str | int]:
        """Return the spaces and permanents affected by the decision that led here."""
        found = recap_of(self.tape.events(self.place, self.eyes), replace(self.view(), seat=None))
        return found.spaces | found.objects

    def whole_log(self) -> Sequence[LogLine]:
        """Return all log lines up to this place."""
        return self.tape.told_until(self.place, self.eyes)

    def heading(self) -> str:
        """Return the place in words: decision, round, turn and step."""
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
        """The round of the place."""
        return round_of(self.tape.moments[self.place].turn, len(self.tape.names))

    def decision_words(self) -> str:
        """Return the decision that led here in words, as far as these eyes could see it."""
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
