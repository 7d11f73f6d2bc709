"""The first login with a key: asks for the name of a new account."""

from __future__ import annotations

import re

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input

from tui.server.screens.rows import sentence, server_app_of
from tui.server.ssh.limits import TooManyGuessesError
from tui.server.storage.accounts import LONGEST_NAME, AccountError, ServerPlayer
from tui.terminal import theme
from tui.widgets.lines import Lines, styled, wrapped

# the format of a code from the account page of another machine
CODE = re.compile(r"\w{4}-\w{4}-\w{4}")
MOST_TRIES = 10
WELCOME = (
    "This key is new here. What should other players call you?",
    "",
    (
        "Press Enter to create your account. Your key is all you need to log in again: there is no "
        "password, and nothing else to fill in."
    ),
    "",
    (
        "Already have an account on another machine? Press a, then c, on that machine, and type "
        "the "
        "code it shows here."
    ),
    "",
    "Press Escape to leave. To play without an account, connect as guest: ssh guest@...",
)


class NameScreen(Screen[ServerPlayer | None]):
    """The screen that asks for a name. Dismissed with the new account, or None."""

    BINDINGS = [Binding("escape", "leave", "leave", show=False)]
    AUTO_FOCUS = "#name"

    def compose(self) -> ComposeResult:
        yield Lines(id="page-title")
        yield Lines(id="page-body")
        line = Input(placeholder="your name", id="name", max_length=LONGEST_NAME)
        line.cursor_blink = False
        yield line

    def on_mount(self) -> None:
        self._tries = 0
        self.query_one("#page-title", Lines).show([styled(" Welcome to Spellfront", theme.HERE)])
        self._say("")

    def _say(self, problem: str) -> None:
        lines = (problem, "", *WELCOME) if problem else WELCOME
        styles = [
            theme.DANGER if problem and not number else theme.PLAIN for number in range(len(lines))
        ]
        self.query_one("#page-body", Lines).paint(
            lambda width, _: [
                piece
                for line, style in zip(lines, styles, strict=True)
                for piece in wrapped(styled(line, style), width)
            ]
        )

    @on(Input.Submitted, "#name")
    async def _given(self, event: Input.Submitted) -> None:
        app, typed = server_app_of(self), event.value.strip()
        accounts = app.server.accounts
        try:
            self.dismiss(
                await (
                    self._use_pass(typed)
                    if CODE.fullmatch(typed)
                    else accounts.make(typed, *app.key, app.channel.address)
                )
            )
        except (AccountError, TooManyGuessesError) as error:
            self._tries += 1
            if self._tries >= MOST_TRIES:  # limits guessing of codes
                self.dismiss(None)
            else:
                self._say(sentence(error))

    async def _use_pass(self, code: str) -> ServerPlayer:
        """Log in with a typed code.

        Raises AccountError or TooManyGuessesError.
        """
        app = server_app_of(self)
        who = app.key[0], app.channel.address
        app.server.pass_guesses.begin(*who)
        try:
            player = await app.server.accounts.use_pass(code, *app.key)
        except AccountError:
            app.server.pass_guesses.was_wrong(app.channel.address)
            raise
        app.server.pass_guesses.was_right(*who)
        return player

    def action_leave(self) -> None:
        self.dismiss(None)
