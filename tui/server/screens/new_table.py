"""A table as it is made: what is played, by how many, and who may sit down."""

from __future__ import annotations

from tui import keys
from tui.game_setup import header_of, step, variant_ids
from tui.kinds import HUMAN, KINDS, in_words
from tui.screens.laid_out import when_laid_out
from tui.server.screens.rows import Row, RowsScreen
from tui.server.tables import TableError, TableRow


class NewTableScreen(RowsScreen[TableRow | None]):
    """A form. Dismissed with the table that was made, or nothing."""

    BINDINGS = keys.bindings("new-table")
    scope = "new-table"
    heading = "A new table"

    def __init__(self) -> None:
        super().__init__()
        self._variant = variant_ids()[0]
        self._kinds = [HUMAN]  # of the seats besides one's own

    def on_mount(self) -> None:
        when_laid_out(self, self._show)

    def _show(self) -> None:
        header = header_of(self._variant)
        rows = [Row("Variant", header.name), Row("Players", str(len(self._kinds) + 1))]
        rows += [Row(f"Seat {number}", "open" if kind == HUMAN else in_words(kind)) for number, kind in enumerate(self._kinds, 2)]
        self.show_rows(rows)

    def action_change(self, by: int) -> None:
        players = header_of(self._variant).players
        if self.at == 0:
            self._variant = step(variant_ids(), self._variant, by)
            self._seat(min(header_of(self._variant).players, key=lambda number: abs(number - len(self._kinds) - 1)))
        elif self.at == 1:
            self._seat(int(step([str(number) for number in players], str(len(self._kinds) + 1), by)))
        else:
            self._kinds[self.at - 2] = step(KINDS, self._kinds[self.at - 2], by)
        self._show()

    def _seat(self, players: int) -> None:
        self._kinds = (self._kinds + [HUMAN] * players)[: players - 1]

    async def action_start(self) -> None:
        try:
            self.dismiss(await self.house_app.house.hall.make(self.house_app.who, self._variant, self._kinds))
        except TableError as error:
            self.say(str(error))

    def action_back(self) -> None:
        self.dismiss(None)
