"""The account page: name and keys."""

from __future__ import annotations

from engine.base.records import replace
from tui.server.screens.rows import MenuRow, RowsScreen, ago, reading
from tui.server.storage.accounts import LONGEST_KEY, LONGEST_NAME, AccountError, Key, read_key
from tui.server.storage.database import now
from tui.settings import key_commands


class AccountScreen(RowsScreen[None]):
    """The player's own account."""

    BINDINGS = key_commands.bindings("account")
    scope = "account"
    shown_keys = ("add", "code", "take-away", "rename", "settings", "back", "help")

    def __init__(self) -> None:
        super().__init__()
        self._keys: list[Key] = []
        # the fingerprint of the key that the next press of the same command removes
        self._to_take = ""

    def on_mount(self) -> None:
        self.call_later(self.look)

    async def look(self) -> None:
        """Reload the keys and show them."""
        self._keys = await self.server_app.server.accounts.keys(self.server_app.who.account or 0)
        self._show()

    def _show(self) -> None:
        self.heading = f"Your account: {self.server_app.who.name}"
        rows = [MenuRow("Keys that open your account", heading=True)]
        rows += [row_of(key, here=key.fingerprint == self.server_app.key[0]) for key in self._keys]
        if self._keys:
            place = min(max(self.at - 1, 0), len(self._keys) - 1)
            rows += [
                MenuRow("", heading=True),
                MenuRow(f"  {self._keys[place].fingerprint}", heading=True, quiet=True),
            ]
        rows += reading(ABOUT)
        self.show_rows(rows)

    def action_row(self, by: int) -> None:
        super().action_row(by)
        self._to_take = ""
        self._show()

    # --- keys ---

    def action_add(self) -> None:
        self.ask(
            "Paste the public key of the other machine (the line from a .pub file)",
            lambda text: self.now(self._add(text)),
            most=LONGEST_KEY,
        )

    async def _add(self, text: str) -> None:
        try:
            await self.server_app.server.accounts.add_key(self.server_app.who, *read_key(text))
        except AccountError as error:
            self.say(f"No key was added: {error}.")
        else:
            await self.look()
            self.tell("This key now opens your account.")

    def pasted(self, text: str) -> None:
        self.now(self._add(text))

    async def action_code(self) -> None:
        try:
            code = await self.server_app.server.accounts.give_pass(self.server_app.who)
        except AccountError as error:
            self.say(f"A code couldn't be made: {error}.")
            return
        self.tell(
            "Connect with ssh from the other machine, and when it asks for a name, type "
            f"{code}\nThe code works once, within ten minutes."
        )

    async def action_take_away(self) -> None:
        """Remove a key; the first press only asks for confirmation."""
        if not 0 <= (place := self.at - 1) < len(self._keys):
            return
        key = self._keys[place]
        if self._to_take != key.fingerprint and len(self._keys) > 1:
            self._to_take = key.fingerprint
            self.tell(f"Press D again to remove the key '{key.label}' from your account.")
            return
        try:
            await self.server_app.server.accounts.take_key_away(
                self.server_app.who, key.fingerprint
            )
        except AccountError as error:
            self.say(f"The key was not removed: {error}.")
        else:
            self._to_take = ""
            await self.look()
            self.tell(f"The key '{key.label}' no longer opens your account.")

    def action_rename(self) -> None:
        self.ask(
            "Your name",
            lambda name: self.now(self._rename(name)),
            self.server_app.who.name,
            most=LONGEST_NAME,
        )

    async def _rename(self, name: str) -> None:
        try:
            name = await self.server_app.server.accounts.rename(self.server_app.who, name)
        except AccountError as error:
            self.say(f"Your name was not changed: {error}.")
        else:
            self.server_app.be(replace(self.server_app.who, name=name))
            self._show()
            self.tell(
                f"You are now called {name}. At tables where you already have a seat, you keep "
                "your old name."
            )

    def action_settings(self) -> None:
        from tui.settings.screens.settings import SettingsScreen

        self.app.push_screen(SettingsScreen())

    def action_back(self) -> None:
        self.dismiss()


ABOUT = (
    "To play from another machine, press c for a code to type there, or press a and paste that "
    "machine's public key. "
    "Anyone with one of these keys can play as you, so remove the key of a machine you have lost."
)


def row_of(key: Key, *, here: bool) -> MenuRow:
    """Return a key as a row; `here`: the key of this connection."""
    last = f"used {ago(now() - key.used)}" if key.used else "never used"
    used = "here now" if here else last
    return MenuRow(key.label, f"added {ago(now() - key.added)}, {used}", strong=here)
