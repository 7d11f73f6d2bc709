"""What each player has more of than the player who has the least of it."""

import pytest

from engine.cards.oracle.printed import Line
from engine.cards.oracle.understanding import read_line
from engine.fronts.common.land import basic_land
from tests.magic.positions import ANNA, BEN, Position, creature

BEAR = creature("Bear", 2, 2)
FOREST = basic_land("Forest").card
EVEN = (
    "Each player chooses a number of lands they control equal to the number of lands controlled "
    "by the player who controls the fewest, then sacrifices the rest. Players discard cards and "
    "sacrifice creatures the same way."
)


@pytest.mark.cr("608.2c", "701.21a")
def test_players_keep_as_much_as_who_has_the_least() -> None:
    line = read_line("Test", EVEN, {"types": ("Sorcery",)})
    assert isinstance(line, Line)
    [spell] = line.abilities
    table = Position(variant="tactical", step="First Main", plain=True)
    for seat, lands, bears, cards in ((ANNA, 1, 3, 0), (BEN, 3, 1, 2)):
        for _ in range(lands):
            table.put(FOREST, seat)
        for _ in range(bears):
            table.put(BEAR, seat)
        for _ in range(cards):
            table.give(BEAR, seat)
    table.follow(*spell.effects)  # type: ignore[attr-defined]
    while table.asked in ("sacrifice", "discard"):
        table.do(table.game.legal_actions()[0])
    for seat in (ANNA, BEN):
        names = [table.look(ident).printed.name for ident in table.permanents(seat)]
        assert (names.count("Forest"), names.count("Bear")) == (1, 1)
        assert table.player(seat).hand == ()
