"""The player's own decks, cards and variants: pasted or uploaded by SFTP, read, deleted."""

from __future__ import annotations

from tui.decks.own_decks import free_name
from tui.screens.pages import TextPage
from tui.server.screens.rows import MenuRow, RowsScreen, ago, reading
from tui.server.storage.accounts import AccountError
from tui.server.storage.database import now
from tui.server.storage.decks import CARDS, DECK, VARIANT, DeckError, UploadedFile
from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.lines import styled

KINDS = {DECK: "Decks", VARIANT: "Variants", CARDS: "Cards"}  # titles of the kinds of files


class OwnFilesScreen(RowsScreen[None]):
    """The files of an account."""

    BINDINGS = key_commands.bindings("own-files")
    scope = "own-files"
    heading = "Your decks on this server"
    shown_keys = ("open", "bring", "take-away", "back", "help")

    def __init__(self) -> None:
        super().__init__()
        self._files: list[UploadedFile | None] = []  # the file of each row; None: a row without one
        self._to_take = ""
        self._name = ""  # of the deck to be pasted next

    def on_mount(self) -> None:
        self.call_later(self.look)

    async def look(self) -> None:
        """Reload and show the list."""
        account = self.server_app.who.account
        found = await self.server_app.server.files.listed(account)
        titles = await self.server_app.server.files.titles(account)
        rows: list[MenuRow] = []
        self._files = []
        for kind, title in KINDS.items():
            if these := [file for file in found if file.kind == kind]:
                rows.append(MenuRow(title, heading=True))
                rows += [_row(file, titles.get(file.name, "")) for file in these]
                self._files += [None, *these]
        if not found:
            rows.append(MenuRow("You have no files here yet.", heading=True))
            self._files.append(None)
        read = reading(GUEST) if account is None else reading(*ABOUT)
        self._files += [None] * len(read)
        rows += read
        self.show_rows(rows)

    @property
    def _file(self) -> UploadedFile | None:
        return self._files[self.at] if self.at < len(self._files) else None

    def action_row(self, by: int) -> None:
        self._to_take = ""
        super().action_row(by)

    # --- keys ---

    async def action_open(self) -> None:
        """Show a file, and for a deck first where the deck is legal."""
        file, account = self._file, self.server_app.who.account
        if file is None or account is None:
            return
        try:
            text = await self.server_app.server.files.text(account, file.name)
        except DeckError as error:
            self.say(str(error))
            return
        verdicts: list[str] = []
        if file.kind == DECK:
            verdicts = [
                *await self.server_app.server.files.judged(account, file.name, text),
                "",
                "The list:",
            ]
        lines = [
            styled(line, theme.HERE if line.endswith(":") else theme.PLAIN)
            for line in (*verdicts, *text.expandtabs(4).splitlines())
        ]
        self.app.push_screen(TextPage(file.name, lines))

    def action_bring(self) -> None:
        if self.server_app.who.account is None:
            self.say(GUEST)
            return
        taken = [file.name.removesuffix(".txt") for file in self._files if file is not None]
        self.ask("Name of the new deck", self._named, free_name("my deck", taken), most=60)

    def _named(self, name: str) -> None:
        self._name = name.strip()
        self.ask(
            "Now paste its whole card list",
            lambda text: self.pasted(text) if text.strip() else None,
        )

    def pasted(self, text: str) -> None:
        self.now(self._bring(self._name or "my deck", text))

    async def _bring(self, name: str, text: str) -> None:
        self._name = ""
        try:
            brought = await self.server_app.server.files.bring(
                self.server_app.who, f"{name.removesuffix('.txt')}.txt", text.encode()
            )
        except (DeckError, AccountError) as error:
            self.say(f"This file can't be saved: {error}")
            return
        await self.look()
        self.at = next(
            (
                at
                for at, file in enumerate(self._files)
                if file is not None and file.name == brought.name
            ),
            self.at,
        )
        left = (
            "\n".join(("Left out:", *brought.notes))
            if brought.notes
            else "Choose it with the arrow keys at a table."
        )
        self.tell(f"{brought.name} is saved. {left}")

    async def action_take_away(self) -> None:
        """Delete a file; the first press only asks for confirmation."""
        file = self._file
        if file is None or self.server_app.who.account is None:
            return
        if self._to_take != file.name:
            self._to_take = file.name
            self.tell(f"Press D again to delete {file.name} from this server.")
            return
        self._to_take = ""
        try:
            await self.server_app.server.files.take_away(self.server_app.who, file.name)
        except (DeckError, AccountError) as error:
            self.say(str(error))
        else:
            await self.look()
            self.tell(f"{file.name} is deleted. Tables that already use it keep their copy.")

    def action_back(self) -> None:
        self.dismiss()


def _row(file: UploadedFile, title: str) -> MenuRow:
    """Return the row of a file; a deck's title comes before its name."""
    facts = f"{file.size:,} bytes, {ago(now() - file.changed)}"
    return MenuRow(title, f"{file.name}, {facts}") if title else MenuRow(file.name, facts)


ABOUT = (
    (
        "Press n, type a name, and paste the card list: plain lines such as 4 Grizzly Bears, or an "
        "export from another program."
    ),
    (
        "To upload a file: connect with sftp, then put my-deck.txt. Your own variants and cards "
        "(.toml) work the same way."
    ),
)
GUEST = (
    "The name 'guest' has no decks here, even with a key. Connect with a key under another "
    "name to keep what you upload."
)
