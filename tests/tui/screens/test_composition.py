"""The table by composition: a small screen, and controllers that differ from table to table."""

from __future__ import annotations

import pytest

from tui.server.screens.table import ServerTableScreen
from tui.table.screens.puzzle_table import PuzzleTable
from tui.table.screens.table import TableScreen

MOST = 40  # methods of the table's screen, those of its base among them


def test_the_table_screen_stays_small() -> None:
    """Keys go from the screen to one controller, and from there to the model."""
    classes = [each for each in TableScreen.__mro__ if each.__module__.startswith("tui.")]
    methods = {name for each in classes for name, found in vars(each).items() if _is_method(found)}
    assert len(methods) <= MOST


def _is_method(found: object) -> bool:
    return callable(found) or isinstance(found, property)


@pytest.mark.parametrize("kind", [PuzzleTable, ServerTableScreen])
def test_a_kind_of_table_has_other_controllers_and_no_behavior(kind: type[TableScreen]) -> None:
    assert [name for name, found in vars(kind).items() if _is_method(found)] == []
    assert kind.kinds != TableScreen.kinds


def test_no_other_class_derives_from_the_table_screen() -> None:
    assert {*TableScreen.__subclasses__()} == {PuzzleTable, ServerTableScreen}
