"""The adviser's key: what a strong player would do now, and why."""

from __future__ import annotations

import asyncio
from itertools import dropwhile
from typing import TYPE_CHECKING

from rich.text import Text

from tui.adviser.advice import Advice, AdviceRequest, AdvisedPlan, barred, new_number
from tui.session.ai_process import ThinkingError
from tui.session.background import BackgroundTask
from tui.settings.settings import Settings
from tui.table import forecast, wording
from tui.table.action_builder import NOTHING, Spot, path_of
from tui.table.controllers.model import OpenAdvice
from tui.table.controllers.table import Controller, Table
from tui.table.widgets.advice import most_rows, why_pages

if TYPE_CHECKING:
    from engine.actions import Action

SECONDS = (0.2, 0.35, 0.4, 0.4)
"""Times of one answer after another: a first one soon, better ones within a second and a half."""

BY_THEMSELVES = frozenset({"pass", "auto", "pay", "tap"})
"""Verbs of steps that are left out where a plan goes on: the game mostly takes them by itself."""
WARMING = 1.0  # seconds after the start of a table until the adviser's process is started


class AdviserKey(Controller):
    """The key that asks the adviser, and the strip with the answer."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._following: tuple[Action, ...] = ()  # the rest of the plan that was begun last
        self._chance: float | None = None  # of winning after that plan
        self._turn = 0  # number of the turn in which that plan is carried out; 0: it isn't

    def begin(self) -> None:
        """Have the adviser's process started soon, so that its first answer comes at once."""
        if not self.no_adviser and not self.session.is_puzzle and self.session.viewer is not None:
            self.ui.set_timer(WARMING, self._warm_up)

    def _warm_up(self) -> None:
        request = AdviceRequest(0, self.session.view(), 0.0)
        BackgroundTask(lambda: self.session.advise(request))

    @property
    def no_adviser(self) -> str:
        """The reason why this player may not ask the adviser; "" if the player may."""
        setting = getattr(self.ui.app, "settings", Settings()).adviser
        session = self.session
        return barred(session.no_adviser, setting, is_puzzle=session.is_puzzle)

    def action_hint(self) -> None:
        self.ask()

    def ask(self) -> None:
        """Ask the adviser; if its answer is on the screen, tell the reason, or the plans again."""
        shown = self.model.advice
        if shown is not None:
            if shown.advice is not None and shown.advice.plans:
                self._turn_page(shown)
                self.ui.redraw()
            return
        if reason := self.no_adviser or self._no_question():
            self.ui.refuse(reason)
            return
        self.table.answers.withdraw_question()
        self.model.message, self.model.recap = Text(), None
        compared = self._under_cursor()
        opened = OpenAdvice(
            self.session.moment,
            wording.sentence(compared, self.selection.view) if compared is not None else "",
        )
        self.model.advice = opened
        self.session.note_advice()
        self.ui.redraw()
        self.ui.run_worker(self.think(opened, compared), group="adviser", exclusive=True)

    def _turn_page(self, shown: OpenAdvice) -> None:
        """Show the reason after the plans, the rest of the reason, and the plans again."""
        if shown.tells_why and self.has_more(shown):
            shown.page += 1
        else:
            shown.tells_why, shown.page = not shown.tells_why, 0

    def has_more(self, shown: OpenAdvice) -> bool:
        """Return whether the reason goes on after the part that is shown."""
        size = self.ui.size
        return shown.page + 1 < len(why_pages(shown, size.width, most_rows(size.height)))

    def _no_question(self) -> str:
        """Return why there is nothing to advise on now; "" if there is."""
        if self.table.words.waiting:
            return self.table.words.cant_act()
        return "" if self.selection.view.actions else "There is nothing to decide now."

    def _under_cursor(self) -> Action | None:
        """Return the action that Enter would take, or None."""
        candidate = self.selection.candidate()
        action = self.selection.builder.action_at(candidate) if candidate != NOTHING else None
        return action if action in self.session.view().actions else None

    async def think(self, opened: OpenAdvice, compared: Action | None) -> None:
        """Show one answer after another while the strip is open."""
        view, number = self.session.view(), new_number()
        picked = self.selection.builder.picked
        piece = next((spot.ident for spot in picked if spot.kind == "object"), 0)
        for seconds in SECONDS:
            request = AdviceRequest(number, view, seconds, self._following, compared, piece)
            try:
                advice = await asyncio.to_thread(self.session.advise, request)
            except ThinkingError as error:
                opened.problem = f"The adviser failed: {error}"
                advice = None
            if self.model.advice is not opened:
                return
            if advice is not None:
                opened.advice = advice
                opened.is_settled = advice.is_final or seconds == SECONDS[-1]
            self.ui.redraw()
            if opened.problem or opened.is_settled:
                return

    def close(self) -> bool:
        """Close the strip without drawing; return False if it isn't open."""
        was_open, self.model.advice = self.model.advice is not None, None
        return was_open

    def take(self) -> bool:
        """Take the first step of the best plan; return False if no plan is on the screen."""
        opened = self.model.advice
        if opened is None or opened.advice is None or not opened.advice.plans:
            return False
        if opened.moment != self.session.moment:
            self.close()
            return False
        best = opened.advice.plans[0]
        self.close()
        if best.chance is not None:
            self._chance, self._turn = best.chance, self.selection.view.turn.number
        self.follow(best.actions, best.steps[0].goal if best.steps else "")
        return True

    def follow(self, actions: tuple[Action, ...], space: str) -> None:
        """Carry out the first action of a plan; without any, go to its space."""
        if actions:
            self._following = actions
            self.table.orders.act(actions[0])
        elif space:
            self.selection.go_to(Spot("space", name=space))
            self.table.cursor.after_key()

    def note(self, action: Action) -> None:
        """Note an action of the player: the plan goes on after it, or is given up for another."""
        if action in self._following:
            self._following = self._following[self._following.index(action) + 1 :]
        elif self.model.orders is None:
            self._turn = 0

    def resume(self) -> None:
        """Go on with the plan that was begun: show its next step, with the cursor on it.

        Nothing is shown if the step isn't possible now.
        """
        view, session = self.selection.view, self.session
        if not self._turn or not view.actions or session.asked != session.viewer:
            return
        left = tuple(dropwhile(lambda each: each.verb in BY_THEMSELVES, self._following))
        if self._turn != view.turn.number or not left:
            self._turn = 0
            return
        if (step := left[0]) not in view.actions:
            return
        from tui.adviser.plan_words import steps_of

        ahead = forecast.of(view)
        steps = ahead.within(("plan", left), lambda: steps_of(view, ahead.game, left), ())
        if not steps:
            return
        plan = AdvisedPlan(left, steps, self._chance)
        self.model.advice = OpenAdvice(
            session.moment, "", Advice((plan,), is_final=True), is_settled=True, goes_on=True
        )
        spot = next(
            (each for each in path_of(step) if each in self.selection.builder.numbers()), None
        )
        if spot is not None:
            self.selection.go_to(spot)
