"""Shipped cards that refer to results or to amounts, played."""

from __future__ import annotations

import pytest

from tests.magic.positions import ANNA, BEN, Position, artifact, creature, enchantment, player


def pay(table: Position, ident: int) -> None:
    """The cost is paid with this object; everybody passes."""
    if table.asked == "cost":
        table.choose("sacrifice", ident)
    table.resolve()


BEAR, OX, ELF = creature("Bear", 2, 2), creature("Ox", 2, 4), creature("Elf", 1, 1)


def plain(players: int = 2) -> Position:
    return Position(players=players, plain=True)


def test_gray_merchant_drains_every_opponent() -> None:
    table = plain(3)
    table.put(creature("Rat", 1, 1, cost="{B}{B}"))
    table.cast(table.give("Gray Merchant of Asphodel"))
    assert [table.player(seat).life for seat in range(3)] == [28, 16, 16]


@pytest.mark.parametrize(("card", "drawn"), [("Windfall", (3, 3)), ("Dark Deal", (0, 2))])
def test_wheels_count_the_cards_discarded(card: str, drawn: tuple[int, int]) -> None:
    table = plain()
    for seat, number in ((ANNA, 1), (BEN, 3)):
        table.library_of(seat, *[ELF] * 5)
        for _ in range(number):
            table.give(BEAR, seat)
    table.cast(table.give(card))
    assert (len(table.names(ANNA, "hand")), len(table.names(BEN, "hand"))) == drawn


def test_bane_of_progress_grows_by_what_it_destroys() -> None:
    table = plain()
    table.put(artifact("Rock")), table.put(enchantment("Law"), BEN), table.put(BEAR)
    bane = table.give("Bane of Progress")
    table.cast(bane)
    assert table.size(bane) == (4, 4)


def test_fling_deals_the_power_that_the_creature_had() -> None:
    table = plain()
    bear = table.put(BEAR, counters=(("+1/+1", 3),))
    table.cast(table.give("Fling"), on=player(BEN))
    pay(table, bear)
    assert (table.player(BEN).life, table.zone(bear)) == (15, "graveyard")


def test_momentous_fall_reads_both_numbers() -> None:
    table = plain()
    table.library_of(ANNA, *[ELF] * 4)
    ox = table.put(OX)
    table.cast(table.give("Momentous Fall"))
    pay(table, ox)
    assert (len(table.names(ANNA, "hand")), table.player(ANNA).life) == (2, 24)


def test_greater_good_draws_then_discards() -> None:
    table = plain()
    table.library_of(ANNA, *[ELF] * 4)
    good, giant = table.put("Greater Good"), table.put(creature("Giant", 4, 4))
    table.activate(good)
    pay(table, giant)
    for card in table.player(ANNA).hand[:3]:
        table.choose("discard", card)
    assert len(table.names(ANNA, "hand")) == 1


def test_altar_of_dementia_mills_by_power() -> None:
    table = plain()
    table.library_of(BEN, *[ELF] * 4)
    altar, bear = table.put("Altar of Dementia"), table.put(BEAR)
    table.activate(altar, on=player(BEN))
    pay(table, bear)
    assert len(table.names(BEN, "graveyard")) == 2


def test_disciple_of_bolas_alone_gets_nothing() -> None:
    table = plain()
    table.library_of(ANNA, *[ELF] * 4)
    table.cast(table.give("Disciple of Bolas"))
    assert (len(table.names(ANNA, "hand")), table.player(ANNA).life) == (0, 20)
    table.put(OX)
    table.cast(table.give("Disciple of Bolas"))
    disciple = table.permanents(ANNA)[0]
    table.choose("sacrifice", table.offered().difference({disciple}).pop())
    assert (len(table.names(ANNA, "hand")), table.player(ANNA).life) == (2, 22)


def test_syphons_count_all_opponents() -> None:
    table = plain(3)
    table.library_of(ANNA, *[ELF] * 4)
    table.give(BEAR, BEN), table.give(BEAR, 2)
    table.cast(table.give("Syphon Mind"))
    assert len(table.names(ANNA, "hand")) == 2
    table.cast(table.give("Syphon Soul"))
    assert [table.player(seat).life for seat in range(3)] == [24, 18, 18]
