"""A table before the game: seats, decks, and who is ready.

The game begins for everyone when the host starts it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from tui.screens.pages import TextPage, rules_page
from tui.server.lobby.chat import ChatLine
from tui.server.screens.rows import SAID, MenuRow, reading, sentence
from tui.server.screens.talking import TalkingScreen
from tui.server.storage.decks import DECK, offered
from tui.server.storage.tables import OPEN, PLAYING, SeatRow, TableError, TableRow
from tui.session.game_setup import Header, header_of, rules_of, step
from tui.session.seat_kinds import HUMAN, in_words
from tui.settings import key_commands
from tui.terminal import theme
from tui.widgets.lines import styled

if TYPE_CHECKING:
    from tui.server.workers.tasks import DeckWords


class WaitingRoomScreen(TalkingScreen[int | None]):
    """A table before the game, for its players and for visitors without a seat.

    Dismissed with the table's number when the game begins, or None to return to the lobby.
    """

    BINDINGS = key_commands.bindings("waiting-room")
    scope = "waiting-room"

    def __init__(self, table: TableRow) -> None:
        super().__init__()
        self._table, self.table_number = table, table.id
        self._said: Sequence[ChatLine] = ()
        self._decks: list[str] = []  # decks that the player may choose here
        # loaded decks of this table, by name and list
        self._dealt: dict[tuple[str, str], DeckWords] = {}

    def on_mount(self) -> None:
        self.call_later(self.look)

    async def look(self) -> None:
        """Reload the table; dismiss the screen if the game has begun."""
        server = self.server_app.server
        try:
            self._table = await server.lobby.table(self.server_app.who, self._table.id)
        except TableError:
            self.dismiss(None)  # the host has removed the table
            return
        if self._table.state == PLAYING:
            if self.is_current:
                self.dismiss(self._table.id)
            return
        if self._table.state != OPEN:
            return
        self._said = await server.talk.latest(self._table.id, self.server_app.who, SAID)
        if not self._decks:
            own = [
                file.name
                for file in await server.files.listed(self.server_app.who.account)
                if file.kind == DECK
            ]
            self._decks = [*offered(self._variant), *own]
        await self._read_decks()
        self._show()

    async def _read_decks(self) -> None:
        """Load the decks not loaded yet, outside the event loop."""
        table, known = self._table, self._dealt
        new = {
            (seat.deck, seat.list): seat
            for seat in table.seats
            if seat.deck and (seat.deck, seat.list) not in known
        }

        for key, seat in new.items():
            with suppress(TableError):
                known[key] = await self.server_app.server.lobby.chore("deck-words", table, seat)

    @property
    def _variant(self) -> str:
        return self.server_app.server.tables.variant_of(self._table)

    @property
    def _header(self) -> Header:
        return header_of(self._variant)

    @property
    def _is_host(self) -> bool:
        return self._table.host == self.server_app.who.holder

    def _show(self) -> None:
        table, holder = self._table, self.server_app.who.holder
        self.heading = f"Table {table.id}: {self._header.name}"
        mine = table.seat_of(holder)
        rows = [MenuRow("Seats", f"code {table.code}" if mine is not None else "", heading=True)]
        decks = [self._dealt.get((seat.deck, seat.list)) for seat in table.seats]
        rows += [
            MenuRow(
                *words_of(seat, table, deck.title if deck is not None else seat.deck),
                strong=seat.seat == mine,
            )
            for seat, deck in zip(table.seats, decks, strict=True)
        ]
        plan = decks[mine] if mine is not None else None
        rows += reading(
            *([f"Your deck, {plan.title}: {plan.plan}"] if plan is not None and plan.plan else []),
            *about(table, self._header),
        )
        rows += [MenuRow("", heading=True), MenuRow(self._waits(), heading=True)]
        self.shown_keys = self._useful()
        self.show_said(self._said)
        self.show_rows(rows)

    @property
    def _may_sit(self) -> bool:
        """Return whether a player without a seat can take a seat here."""
        who = self.server_app.who
        return self._table.seat_of(who.holder) is None and any(
            seat.is_for(who) for seat in self._table.seats
        )

    def word_of(self, name: str) -> str:
        return "take a seat" if name == "start" and self._may_sit else ""

    def _useful(self) -> tuple[str, ...]:
        own = ("cards",) if self._table.own is not None and self._table.own.cards else ()
        if self._table.seat_of(self.server_app.who.holder) is None:
            return (*(("start",) if self._may_sit else ()), "rules", *own, "talk", "back", "help")
        return (
            "start" if self._is_host else "ready",
            "deck-to-right",
            "rules",
            *own,
            "talk",
            "back",
            "stand-up",
            "help",
        )

    def _waits(self) -> str:
        """Return a sentence about what the game is waiting for."""
        table = self._table
        if self._may_sit:
            return "Press Enter to take a seat."
        if not table.is_full:
            return "Waiting for players to take the free seats."
        if table.unready:
            mine = any(
                seat.holder == self.server_app.who.holder and not seat.ready for seat in table.seats
            )
            return (
                "Press r when you are ready."
                if mine and not self._is_host
                else f"Not ready yet: {', '.join(table.unready)}."
            )
        host = next((seat.name for seat in table.seats if seat.holder == table.host), "the host")
        return (
            "Press Enter to start the game."
            if self._is_host
            else f"Waiting for {host} to start the game."
        )

    # --- keys ---

    async def action_start(self) -> None:
        if self._table.seat_of(self.server_app.who.holder) is None:
            await self._sit_down()
            return
        if not self._is_host:
            await self.action_ready()
            return
        try:
            await self.server_app.server.lobby.start(self.server_app.who, self._table.id)
        except TableError as error:
            self.say(sentence(error))

    async def _sit_down(self) -> None:
        """Take a seat at the table shown."""
        try:
            self._table = await self.server_app.server.lobby.join(
                self.server_app.who, self._table, ready=False
            )
        except TableError as error:
            self.say(sentence(error))
        else:
            await self.look()

    async def action_ready(self) -> None:
        if self._is_host:
            self.say("You are the host: press Enter to start the game.")
            return
        try:
            holder = self.server_app.who.holder
            is_ready = any(seat.holder == holder and seat.ready for seat in self._table.seats)
            await self.server_app.server.lobby.be_ready(
                self.server_app.who, self._table, ready=not is_ready
            )
        except TableError as error:
            self.say(sentence(error))

    async def action_deck(self, by: int) -> None:
        seat = self._table.seat_of(self.server_app.who.holder)
        if seat is None or not self._decks:
            return
        try:
            name = step(self._decks, self._table.seats[seat].deck, by)
            await self.server_app.server.lobby.choose_deck(self.server_app.who, self._table, name)
        except TableError as error:
            self.say(sentence(error))

    def action_rules(self) -> None:
        rules = rules_of(self._variant, tuple(sorted(self._table.options.items())))
        self.app.push_screen(rules_page(rules, len(self._table.seats)))

    def action_cards(self) -> None:
        own = self._table.own
        if own is None or not own.cards:
            self.say("All cards at this table ship with the game.")
        else:
            lines = [
                styled(line, theme.PLAIN) for line in own.card_texts.expandtabs(4).splitlines()
            ]
            self.app.push_screen(TextPage(f"{own.cards}, by {own.whose}", lines))

    async def action_stand_up(self) -> None:
        try:
            await self.server_app.server.lobby.stand_up(self.server_app.who, self._table)
        except TableError as error:
            self.say(sentence(error))
        else:
            self.dismiss(None)

    def action_back(self) -> None:
        self.dismiss(None)


def words_of(seat: SeatRow, table: TableRow, deck: str) -> tuple[str, str]:
    """Return a seat's player and deck in words, with "ready" or "not ready yet"."""
    if seat.kind != HUMAN:
        return f"{seat.name} ({in_words(seat.kind)})", deck
    if not seat.holder:
        return (f"reserved for {seat.name}" if seat.invited else "an open seat"), ""
    readiness = "ready" if seat.ready else "not ready yet"
    how = "host" if seat.holder == table.host else readiness
    return seat.name, f"{deck}{' (custom deck)' if seat.list else ''}, {how}"


def about(table: TableRow, header: Header) -> list[str]:
    """Return the custom files, house rules, clock and visibility of a table as sentences."""
    found: list[str] = []
    if table.own is not None and table.own.variant:
        found.append(
            f"This is {table.own.whose}'s own variant, which does not ship with the game. Press "
            "R to read its rules."
        )
    if table.own is not None and table.own.cards:
        found.append(
            f"Decks here may contain {table.own.whose}'s own cards, which do not ship with the "
            "game. Press c to read them."
        )
    rules = [
        f"{option.label}: {table.options[key]}"
        for key, option in header.options.items()
        if key in table.options
    ]
    found.append(f"House rules: {'; '.join(rules)}." if rules else "House rules: default.")
    clock = f"{table.clock.told}" + (
        f"; out of time: {table.clock.end}." if table.clock.first else "."
    )
    watching = "Anyone can watch." if table.watchable else "No one can watch."
    return [*found, f"{clock} {watching}{' Private.' if table.private else ''}"]
