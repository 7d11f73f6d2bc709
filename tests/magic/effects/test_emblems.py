"""Emblems (CR 114): objects with abilities in the command zone."""

from __future__ import annotations

import pickle

import pytest

from engine.base.records import replace
from engine.cards.model import (
    AnyAbility,
    CastCost,
    Change,
    Damage,
    Destroy,
    Draw,
    GainLife,
    MakeEmblem,
    PlayerRule,
    Replace,
    SetLife,
    Static,
    Triggered,
    When,
)
from engine.cards.terms import Count, Filter
from engine.magic.core.limits import MOST_EMBLEMS
from engine.magic.effects.emblems import give_emblem
from engine.magic.turn.losing import leave
from tests.magic.positions import (
    ANNA,
    ANYTHING,
    BEN,
    CARL,
    Position,
    bigger,
    creature,
    enchantment,
    player,
)

BEAR = creature("Bear", 2, 2)
YOURS = Filter(types=("Creature",), controller="you")
LARGER = Static(what=YOURS, change=bigger(1, 1))
MAGIC = pytest.mark.rule("M-13")


def table_with(*abilities: AnyAbility, seat: int = ANNA, players: int = 2) -> Position:
    """A table at which a player has an emblem with some abilities."""
    table = Position(plain=True, players=players)
    table.follow(MakeEmblem(abilities=abilities), by=seat)
    return table


@MAGIC
@pytest.mark.cr("114.1", "114.2", "114.5", "408.2")
def test_an_emblem_is_in_the_command_zone_and_is_neither_card_nor_permanent() -> None:
    table = table_with(LARGER)
    (ident,) = table.state.emblems
    emblem = table.state.objects[ident]
    assert (emblem.zone, emblem.owner, emblem.controller) == ("command", ANNA, ANNA)
    assert not emblem.printed.base.types
    table.follow(Destroy(what=Filter()))
    assert table.state.emblems == (ident,)
    assert not table.game.view_for(ANNA).permanents


@MAGIC
@pytest.mark.cr("114.4", "611.3a")
def test_a_static_ability_of_an_emblem_applies_to_what_there_is_and_what_comes() -> None:
    table = Position(plain=True)
    mine, theirs = table.put(BEAR), table.put(BEAR, BEN)
    table.follow(MakeEmblem(abilities=(LARGER,)))
    later = table.put(BEAR)
    assert [table.size(each) for each in (mine, theirs, later)] == [(3, 3), (2, 2), (3, 3)]
    table.follow(MakeEmblem(abilities=(LARGER,)))
    assert table.size(mine) == (4, 4)


@MAGIC
@pytest.mark.cr("114.4")
def test_a_static_ability_of_an_emblem_counts_and_takes_its_turn_among_others() -> None:
    number = Count(of=YOURS)
    table = table_with(Static(what=YOURS, change=Change(base_power=number, base_toughness=number)))
    bear = table.put(BEAR)
    assert table.size(bear) == (1, 1)
    table.put(BEAR)
    assert table.size(bear) == (2, 2)
    grants = Static(what=YOURS, change=Change(abilities=(LARGER,)))
    table.put(enchantment("Gift", grants))  # static abilities that are granted
    assert table.size(bear) == (4, 4)


@MAGIC
@pytest.mark.cr("114.4", "603.2")
def test_an_emblem_has_triggered_abilities_with_targets() -> None:
    ability = Triggered(
        when=When(event="step", step="upkeep", who="you"),
        effects=(Damage(amount=2, to="target"),),
        targets=(ANYTHING,),
    )
    table = table_with(ability)
    table.begin("upkeep", BEN)
    assert table.asked != "target"
    table.begin("upkeep")
    table.choose("target", player(BEN))
    table.resolve()
    assert table.player(BEN).life == 18


@MAGIC
@pytest.mark.cr("114.4")
def test_an_emblem_has_rules_replacements_and_changes_of_costs() -> None:
    table = table_with(
        PlayerRule(rule="no-maximum-hand-size"),
        Replace(event="gain-life", what="you", double=True),
        CastCost(amount=-1, of=Filter(types=("Creature",))),
    )
    table.follow(GainLife(amount=3))
    assert table.player(ANNA).life == 26


@MAGIC
@pytest.mark.cr("119.5")
@pytest.mark.parametrize(("total", "gained"), [(5, -15), (20, 0), (26, 6)])
def test_a_life_total_becomes_a_number_by_gain_or_loss(total: int, gained: int) -> None:
    table = Position(plain=True)
    table.follow(SetLife(amount=total, who="target"), on=player(BEN))
    assert table.player(BEN).life == total
    assert [event.number for event in table.happened("life")] == [gained] * bool(gained)


@pytest.mark.rule("C-16")
def test_where_players_have_no_life_no_total_becomes_anything() -> None:
    table = Position()
    table.follow(SetLife(amount=5, who="players"))
    assert table.player(ANNA).life is None


@MAGIC
@pytest.mark.cr("114.2", "109.5")
def test_another_player_may_get_the_emblem() -> None:
    gains = Triggered(when=When(event="draws", who="you"), effects=(GainLife(amount=1),))
    table = Position(plain=True)
    for seat in (ANNA, BEN):
        table.library_of(seat, "Forest", "Forest")
    table.follow(MakeEmblem(abilities=(gains,), who="target"), on=player(BEN))
    table.follow(Draw(who="players"))
    assert (table.player(ANNA).life, table.player(BEN).life) == (20, 21)
    assert [(event.seat, event.card) for event in table.happened("emblem")] == [(BEN, "Instant")]


@MAGIC
@pytest.mark.cr("800.4a")
def test_an_emblem_goes_with_the_player_who_leaves() -> None:
    shrinks = Static(what=Filter(types=("Creature",)), change=bigger(-1, -1))
    table = table_with(shrinks, seat=CARL, players=3)
    bear = table.put(BEAR)
    assert table.size(bear) == (1, 1)
    leave(table.game, CARL, "leaves", "losing.conceded")
    assert (table.state.emblems, table.size(bear)) == ((), (2, 2))


@MAGIC
@pytest.mark.cr("114.5")
def test_everybody_sees_each_emblem_and_its_text() -> None:
    table = table_with(LARGER, seat=BEN)
    for seat in (ANNA, BEN, None):
        view = table.game.view_for(seat)
        (emblem,) = view.players[BEN].emblems
        assert emblem.text == ("Creatures you control get +1/+1.",)
        assert (emblem.name, emblem.zone, view.players[ANNA].emblems) == (
            "Instant emblem",
            "command",
            (),
        )
        assert view.known.emblems == table.state.emblems


@MAGIC
def test_an_emblem_is_part_of_the_position_that_is_saved() -> None:
    table = table_with(LARGER)
    bear = table.put(BEAR)
    again = table.game.fork()
    again.state = pickle.loads(pickle.dumps(table.state))
    assert again.state.emblems == table.state.emblems
    assert again.characteristics(bear).power == 3
    assert replace(table.state, emblems=()).key() != table.state.key()


@pytest.mark.rule("C-33")
@pytest.mark.cr("114.4")
def test_an_emblem_reaches_the_whole_map() -> None:
    table = Position()
    near, far = table.put(BEAR), table.put(BEAR, at="a1")
    before = [table.size(each)[0] for each in (near, far)]
    table.follow(MakeEmblem(abilities=(LARGER,)))
    assert [table.size(each)[0] for each in (near, far)] == [size + 1 for size in before]
    destroys = Triggered(
        when=When(event="step", step="end", who="you"),
        effects=(Destroy(what=Filter(types=("Creature",))),),
    )
    table.follow(MakeEmblem(abilities=(destroys,)))
    table.begin("end")
    assert [table.zone(each) for each in (near, far)] == ["graveyard", "graveyard"]


@pytest.mark.cr("114.2")
def test_there_is_a_limit_to_emblems() -> None:
    table = table_with(LARGER)
    face = table.state.objects[table.state.emblems[0]].printed
    for _ in range(MOST_EMBLEMS - 1):
        give_emblem(table.game, ANNA, face, -1)
    table.follow(MakeEmblem(abilities=(LARGER,)))
    assert len(table.state.emblems) == MOST_EMBLEMS
