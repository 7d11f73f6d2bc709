"""Pages of a table: help, settings, log, review and the like, and the ways to leave."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from engine.actions import Action
from tui.table.controllers.table import Controller
from tui.table.widgets.prompt import REFUSED
from tui.terminal.clause_numbers import are_shown


class Pages(Controller):
    """Keys that open another page or leave the table."""

    def action_help(self) -> None:
        from tui.screens.pages import here_page

        lasting = self.table.strip.lasting_keys()
        places = [place for place in self.table.strip.useful_keys() if place not in lasting]
        self.ui.push(
            here_page(
                self.selection,
                self.table.words.waiting,
                places,
                self.ui.seen(),
                self.ui.keymap,
                self.ui.help_scope,
            )
        )

    def action_settings(self) -> None:
        from tui.settings.screens.settings import SettingsScreen

        self.ui.push(SettingsScreen(), lambda _: self._settings_changed())

    def _settings_changed(self) -> None:
        self.model.pace = self.model.watching.pause = getattr(self.ui.app, "pace", self.model.pace)
        self.ui.redraw()

    def action_log(self) -> None:
        from tui.screens.pages import log_page

        self.ui.push(log_page(self.session.log(), numbered=are_shown(self.ui.app)))

    def action_look_back(self) -> None:
        from tui.table.screens.rewind import RewindScreen

        self.model.message = Text()
        if (tape := self.session.tape) is not None:
            self.table.flow.stop_for(RewindScreen(tape, self.session.viewer))
        else:
            self.ui.refuse("You can review this game when it is over.")

    def action_read(self) -> None:
        from tui.screens.pages import about_page

        self.ui.push(about_page(self.selection, self.table.words.waiting, self.ui.size.width))

    def action_why(self) -> None:
        from tui.screens.pages import oracle_page

        refused = self.model.message.plain if self.model.message.plain.startswith(REFUSED) else ""
        self.ui.push(oracle_page(self.selection, refused, self.ui.size.width, self.session.log()))

    def action_rules(self) -> None:
        from tui.screens.pages import rules_page

        self.ui.push(rules_page(self.session.rules, len(self.selection.view.players)))

    def action_everything(self) -> None:
        from tui.table.screens.action_list import EverythingScreen

        if not self.selection.view.actions:
            self.ui.refuse(
                self.table.words.cant_act()
                if self.table.words.waiting
                else "There is nothing to do."
            )
            return
        self.model.message = Text()
        self.ui.push(EverythingScreen(self.selection.view), self._do_all)

    def _do_all(self, actions: Sequence[Action] | None) -> None:
        """Carry out an entry of the list of all actions, for a number of equal objects."""
        if actions and len(actions) > 1:
            self.table.orders.order(tuple(actions))
        elif actions:
            self.table.orders.act(actions[0])

    def action_concede(self) -> None:
        if self.table.stops.plays() and self.session.asked is not None:
            self.table.answers.confirm("Concede this game?", self._concede)

    def _concede(self) -> None:
        assert self.session.viewer is not None
        viewer = self.session.viewer
        self.table.flow.do(lambda: self.session.concede(viewer))

    def action_leave(self) -> None:
        unsaved = self.session.unsaved
        kept = (
            "Nothing has been decided yet: the game won't be saved."
            if self.session.is_untouched
            else "The game is saved."
        )
        saved = f"The last action will be lost: {unsaved}." if unsaved else kept
        self.table.answers.confirm(
            f"Leave the table? {saved}", lambda: self.table.flow.leave("left")
        )
