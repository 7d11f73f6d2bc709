"""Levels of creatures with level up: each is a size and abilities, for a range of counters."""

import pytest

from engine.cards.model import Activated, Card, Change, Draw, Static
from engine.cards.oracle.printed import CardRefusal, PrintedCard
from engine.cards.oracle.understanding import understand
from engine.cards.terms import Compare, Costs, Every, Filter, Stat
from tests.magic.positions import Position

LEVELS = Stat(what="counters", kind="level")
TEXT = """Level up {1}
LEVEL 1-2
2/3
Flying
LEVEL 3+
4/4
Flying, vigilance
{T}: Draw a card.
Other creatures you control get +1/+1."""


def squire(text: str = TEXT) -> Card | CardRefusal:
    """A creature with levels."""
    return understand(
        PrintedCard(
            name="Gray Squire", cost="{W}", type_line="Creature — Human", text=text, power="1",
            toughness="1",
        )
    )  # fmt: skip


def test_a_level_is_a_change_while_it_has_so_many_counters() -> None:
    card = squire()
    assert isinstance(card, Card), card
    assert card.keywords == ("level up {1}",)
    last = Compare(left=LEVELS, right=3)
    assert card.abilities == (
        Static(
            change=Change(base_power=2, base_toughness=3, keywords=("flying",)),
            condition=Every(of=(Compare(left=LEVELS, right=1), Compare(left=2, right=LEVELS))),
        ),
        Static(
            change=Change(
                base_power=4,
                base_toughness=4,
                keywords=("flying", "vigilance"),
                abilities=(Activated(cost=Costs(tap=True), effects=(Draw(),)),),
            ),
            condition=last,
        ),
        Static(
            what=Filter(types=("Creature",), controller="you", other=True),
            change=Change(power=1, toughness=1),
            condition=last,
        ),
    )


@pytest.mark.cr("711.2a", "711.2b")
def test_levels_count_while_their_counters_are_there() -> None:
    card = squire()
    assert isinstance(card, Card), card
    table = Position(plain=True)
    ident = table.put(card)
    for counters, size, words in (
        (0, (1, 1), set()),
        (2, (2, 3), {"flying"}),
        (3, (4, 4), {"flying", "vigilance"}),
    ):
        table.state.change(ident, counters=(("level", counters),) if counters else ())
        c = table.characteristics(ident)
        assert (table.size(ident), set(c.keywords) - {"level up {1}"}) == (size, words)


@pytest.mark.parametrize(
    "text",
    [
        "Level up {1}\nLEVEL 1+\nFlying",
        "Level up {1}\nLEVEL 1+\n2/2\nFrobnicate.",
        "Level up {1}\nLEVEL one\n2/2",
        "Level up {1}\nLEVEL 1+\n2/2\nThis creature enters tapped.",
    ],
)
def test_a_level_that_is_not_understood_refuses_the_card(text: str) -> None:
    assert isinstance(squire(text), CardRefusal)
