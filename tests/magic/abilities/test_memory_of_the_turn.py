"""What has happened this turn: asked by conditions, amounts, filters and targets."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    Activated,
    Damage,
    Destroy,
    Draw,
    Enters,
    Exile,
    GainLife,
    If,
    LoseLife,
    Move,
    PutCounters,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Compare, Condition, Costs, Count, Exists, Filter, Matches, Stat
from engine.magic.turn.steps import count_turn
from tests.magic.positions import ANNA, BEN, Position, creature, player, sorcery

BEAR, OX = creature("Bear", 2, 2), creature("Ox", 2, 4)
A_CREATURE = Filter(types=("Creature",))
DIED = Filter(types=("Creature",), among="died-this-turn")
BOLT = sorcery(
    Damage(amount=2, to="target"),
    targets=(Target(of=A_CREATURE, player="any"),),
    name="Bolt",
)


def asking(condition: Condition) -> Position:
    """Return a table where Anna has a sorcery that gains life if a condition holds."""
    table = Position(plain=True)
    spell = sorcery(If(condition=condition, then=(GainLife(amount=5),)), name="Question")
    table.asked_with = table.give(spell)  # type: ignore[attr-defined]
    return table


def holds(table: Position) -> bool:
    """Return whether the condition of `asking` holds now."""
    before = table.player(ANNA).life or 0
    table.cast(table.asked_with)  # type: ignore[attr-defined]
    return table.player(ANNA).life == before + 5


def test_nothing_is_remembered_where_no_card_asks() -> None:
    table = Position(plain=True)
    table.cast(table.give(BOLT), on=table.put(BEAR, BEN))
    assert table.state.turn.deeds is None


@pytest.mark.parametrize("dies", [True, False])
def test_morbid_asks_whether_a_creature_died(dies: bool) -> None:
    table = asking(Exists(of=DIED))
    table.cast(table.give(BOLT), on=table.put(BEAR if dies else OX, BEN))
    assert holds(table) is dies


def test_a_new_turn_forgets() -> None:
    table = asking(Exists(of=DIED))
    table.cast(table.give(BOLT), on=table.put(BEAR, BEN))
    assert table.state.turn.deeds
    count_turn(table.game, BEN)
    assert table.state.turn.deeds == ()


@pytest.mark.parametrize(
    ("attackers", "needed", "fine"), [(0, 1, False), (1, 1, True), (1, 2, False)]
)
def test_raid_counts_attackers_even_dead_ones(attackers: int, needed: int, fine: bool) -> None:
    attacked = Filter(controller="you", among="attacked-this-turn")
    table = asking(Exists(of=attacked, at_least=needed))
    bears = [table.put(BEAR) for _ in range(2)]
    for bear in bears[:attackers]:
        table.happen("attacks", bear, seat=ANNA)
    for bear in bears:
        table.cast(table.give(BOLT), on=bear)
    assert holds(table) is fine


def test_another_spell_is_none_but_the_asking_one() -> None:
    other = Filter(zone="stack", controller="you", among="cast-this-turn", other=True)
    table = asking(Exists(of=other))
    assert not holds(table)
    table = asking(Exists(of=other))
    table.cast(table.give(BOLT), on=player(BEN))
    assert holds(table)


def test_the_permanent_that_a_spell_became_is_no_other_spell() -> None:
    other = Filter(zone="stack", controller="you", among="cast-this-turn", other=True)
    enters = Triggered(
        when=When(event="enters"), condition=Exists(of=other), effects=(GainLife(amount=5),)
    )
    table = Position(plain=True)
    for life in (20, 25):
        table.cast(table.give(creature("Sage", 1, 1, abilities=(enters,))))
        table.resolve()
        assert table.player(ANNA).life == life


def test_a_land_counts_though_it_has_left() -> None:
    table = asking(Exists(of=Filter(types=("Land",), controller="you", among="entered-this-turn")))
    assert not holds(table)
    table = asking(
        Exists(of=Filter(types=("Creature",), controller="you", among="entered-this-turn"))
    )
    bear = table.give(BEAR)
    table.cast(bear)
    table.cast(table.give(BOLT), on=table.now(bear))
    assert holds(table)


@pytest.mark.parametrize(
    ("what", "of", "number"),
    [
        ("life-gained-this-turn", "you", 3),
        ("life-lost-this-turn", "you", 2),
        ("damage-taken-this-turn", "you", 2),
        ("life-lost-this-turn", "opponents", 4),
    ],
)
def test_numbers_of_players_are_sums(what: str, of: str, number: int) -> None:
    stat = Stat(what=what, of=of, take="greatest" if of == "opponents" else None)  # type: ignore[arg-type]
    for bound, fine in ((number, True), (number + 1, False)):
        table = asking(Compare(left=stat, right=bound))
        table.cast(table.give(BOLT), on=player(ANNA))
        table.cast(table.give(sorcery(GainLife(amount=3), LoseLife(who="opponents", amount=4))))
        assert holds(table) is fine


def test_a_vampire_grows_by_what_it_has_wounded() -> None:
    wounded = Filter(types=("Creature",), among="damaged-by-self-this-turn")
    grow = Triggered(when=When(event="dies", what=wounded), effects=(PutCounters(on="self"),))
    ping = Activated(
        cost=Costs(), effects=(Damage(amount=1, to="target"),), targets=(Target(of=A_CREATURE),)
    )
    table = Position(plain=True)
    vampire = table.put(creature("Vampire", 4, 4, abilities=(grow, ping)))
    ox, bear = table.put(OX, BEN), table.put(BEAR, BEN)
    table.activate(vampire, 2, on=ox)
    table.resolve()
    table.cast(table.give(BOLT), on=bear)
    table.resolve()
    assert table.size(vampire) == (4, 4)
    table.cast(table.give(BOLT), on=ox), table.cast(table.give(BOLT), on=ox)
    table.resolve()
    assert table.size(vampire) == (5, 5)


def test_targets_are_what_is_still_there() -> None:
    hit = Target(of=Filter(types=("Creature",), among="dealt-damage-to-you-this-turn"))
    table = Position(plain=True)
    pinger = Activated(
        cost=Costs(), effects=(Damage(amount=1, to="target"),), targets=(Target(player="any"),)
    )
    imp, bear = table.put(creature("Imp", 1, 1, abilities=(pinger,)), BEN), table.put(BEAR, BEN)
    answer = table.give(sorcery(Exile(what="target"), targets=(hit,), name="Answer"))
    assert not table.may("cast", answer)
    table.priority(BEN)
    table.activate(imp, on=player(ANNA))
    table.resolve()
    table.priority(ANNA)
    table.cast(answer, on=imp)
    assert table.zone(imp) == "exile"
    assert table.zone(bear) == "battlefield"


def test_cards_put_there_from_the_battlefield_return() -> None:
    buried = Filter(zone="graveyard", owner="you", types=("Creature",), among="died-this-turn")
    table = Position(plain=True)
    table.give(BEAR, zone="graveyard")
    ox = table.put(OX)
    rescue = table.give(sorcery(Move(what=buried, to="hand"), name="Rescue"))
    table.cast(table.give(sorcery(Destroy(what=A_CREATURE), name="Wrath")))
    table.cast(rescue)
    assert table.names(ANNA, "hand") == ["Ox"]
    assert table.zone(ox) == "hand"


def test_each_death_counts_tokens_and_cards() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, *[BEAR] * 5)
    table.put(BEAR), table.put(OX, BEN)
    draw = table.give(sorcery(Draw(count=Count(of=DIED)), name="Toll"))
    table.cast(table.give(sorcery(Destroy(what=A_CREATURE), name="Wrath")))
    table.cast(draw)
    assert len(table.names(ANNA, "hand")) == 2


def test_a_creature_knows_that_it_attacked() -> None:
    attacked = Matches(what="self", filter=Filter(among="attacked-this-turn"))
    gain = Activated(cost=Costs(), effects=(If(condition=attacked, then=(GainLife(amount=1),)),))
    table = Position(plain=True)
    bear = table.put(creature("Bear", 2, 2, abilities=(gain,)))
    table.activate(bear)
    table.resolve()
    assert table.player(ANNA).life == 20
    table.happen("attacks", bear, seat=ANNA)
    table.activate(bear)
    table.resolve()
    assert table.player(ANNA).life == 21


@pytest.mark.cr("614.12", "400.7")
def test_a_permanent_that_enters_is_not_another_spell() -> None:
    others = Filter(zone="stack", other=True, among="cast-this-turn")
    table = Position(plain=True)
    for size in (1, 2):
        heir = table.give(
            creature("Heir", 1, 1, abilities=(Enters(counters="+1/+1", count=Count(of=others)),))
        )
        table.cast(heir)
        assert table.size(heir) == (size, size)
