"""Counters (CR 122) and tokens (CR 111)."""

import pytest

from engine.cards.model import (
    Activated,
    Card,
    Change,
    Damage,
    Destroy,
    Draw,
    Enters,
    GainLife,
    If,
    MakeToken,
    Modify,
    Move,
    PutCounters,
    RemoveCounters,
    Sacrifice,
    Static,
    Tap,
    Target,
    Triggered,
    When,
)
from engine.cards.terms import Costs, Count, Filter, Matches, Stat
from tests.magic.positions import (
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    aura,
    bigger,
    creature,
    enchantment,
    instant,
    player,
)

BEAR = creature("Bear", 2, 2)
SOLDIER = creature("Soldier", 1, 1, cost="", colors=("white",))
SOLDIERS = Filter(types=("Creature",), subtypes=("Soldier",))


# --- counters ---


@pytest.mark.rule("M-12")
@pytest.mark.cr("122.1a", "613.4c")
@pytest.mark.parametrize(
    ("kind", "size"), [("+1/+1", (4, 4)), ("-1/-1", (0, 0)), ("charge", (2, 2))]
)
def test_what_counters_do_to_size(kind: str, size: tuple[int, int]) -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.state.change(bear, counters=((kind, 2),))
    assert table.size(bear) == size


@pytest.mark.cr("122.1", "122.6")
def test_counters_of_different_kinds_are_kept_apart() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR)
    table.follow(
        PutCounters(on="target", kind="charge", count=2),
        PutCounters(on="target", kind="+1/+1"),
        on=bear,
    )
    table.follow(PutCounters(on="target", kind="charge"), on=bear)
    assert table.look(bear).counters == (("+1/+1", 1), ("charge", 3))


@pytest.mark.cr("122.3", "704.5q")
@pytest.mark.parametrize(
    ("plus", "minus", "left"), [(3, 1, (("+1/+1", 2),)), (1, 2, (("-1/-1", 1),)), (2, 2, ())]
)
def test_opposed_counters_cancel_out_pair_by_pair(
    plus: int, minus: int, left: tuple[tuple[str, int], ...]
) -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, counters=(("+1/+1", plus),))
    table.follow(PutCounters(on="target", kind="-1/-1", count=minus), on=bear)
    assert table.look(bear).counters == left


@pytest.mark.cr("122.1", "118.3")
def test_no_more_counters_are_removed_than_there_are() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, counters=(("+1/+1", 1),))
    table.follow(RemoveCounters(on="target", count=3), on=bear)
    assert (table.look(bear).counters, table.size(bear)) == ((), (2, 2))


@pytest.mark.rule("M-2")
@pytest.mark.cr("122.2", "400.7")
def test_counters_do_not_go_along_to_another_zone() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, counters=(("charge", 4),))
    table.follow(Move(what="target", to="graveyard"), on=bear)
    assert table.look(bear).counters == ()


@pytest.mark.cr("122.1", "208.3")
def test_counters_on_what_is_no_creature_wait_until_it_is_one() -> None:
    table = Position(plain=True)
    statue = table.put(artifact("Statue"))
    table.follow(PutCounters(on="target", count=2), on=statue)
    table.follow(
        Modify(
            what="target", change=Change(add_types=("Creature",), base_power=1, base_toughness=1)
        ),
        on=statue,
    )
    assert table.size(statue) == (3, 3)


@pytest.mark.cr("122.1", "608.2c")
def test_each_of_ones_creatures_gets_a_counter() -> None:
    table = Position(plain=True)
    mine, theirs = [table.put(BEAR), table.put(SOLDIER)], table.put(BEAR, BEN)
    table.follow(PutCounters(on=Filter(types=("Creature",), controller="you")))
    assert [table.size(ident) for ident in (*mine, theirs)] == [(3, 3), (2, 2), (2, 2)]


@pytest.mark.cr("122.1", "604.3")
def test_a_number_of_counters_may_be_read() -> None:
    table = Position(plain=True)
    gem = table.put(
        artifact(
            "Gem",
            Activated(
                cost=Costs(tap=True),
                effects=(GainLife(amount=Stat(what="counters", kind="charge")),),
            ),
        )
    )
    table.follow(PutCounters(on="target", kind="charge", count=4), on=gem)
    table.activate(gem)
    assert table.player(ANNA).life == 24


@pytest.mark.cr("122.1", "118.8", "602.2b")
def test_the_counters_of_a_sacrificed_artifact_are_read_as_they_were() -> None:
    burst = Activated(
        cost=Costs(sacrifice="self"),
        effects=(GainLife(amount=Stat(what="counters", kind="charge")),),
    )
    table = Position(plain=True)
    gem = table.put(artifact("Gem", burst), counters=(("charge", 3),))
    table.activate(gem)
    assert table.player(ANNA).life == 23


@pytest.mark.cr("122.1f", "704.5c", "104.3d")
@pytest.mark.parametrize(("number", "out"), [(9, False), (10, True)])
def test_ten_poison_counters_lose(number: int, out: bool) -> None:
    table = Position(plain=True)
    table.follow(PutCounters(on="target", kind="poison", count=number), on=player(BEN))
    assert table.player(BEN).out is out


@pytest.mark.cr("122.6a", "614.12", "603.6a")
def test_what_enters_with_counters_has_them_when_its_entering_is_noticed() -> None:
    grown = Matches(what="it", filter=Filter(counters="+1/+1"))
    notice = Triggered(
        when=When(event="enters", what=CREATURES), condition=grown, effects=(GainLife(amount=1),)
    )
    table = Position(plain=True)
    table.put(enchantment("Scale", notice))
    table.cast(table.give(creature("Hydra", 0, 0, abilities=(Enters(counters="+1/+1", count=2),))))
    table.cast(table.give(BEAR))
    assert table.player(ANNA).life == 21


@pytest.mark.cr("122.1a", "704.5f", "704.3")
def test_minus_counters_kill_many_at_once() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Wake",
            Triggered(when=When(event="dies", what=CREATURES), effects=(GainLife(amount=1),)),
        )
    )
    for _ in range(3):
        table.put(SOLDIER, BEN)
    bear = table.put(BEAR, BEN)
    table.follow(PutCounters(on=CREATURES, kind="-1/-1"))
    table.in_order()
    assert (table.player(ANNA).life, table.size(bear)) == (23, (1, 1))


@pytest.mark.cr("122.1", "603.4", "608.2c")
def test_a_tower_that_counts_its_upkeeps() -> None:
    full = Matches(what="self", filter=Filter(counters="charge"))
    tick = Triggered(
        when=When(event="step", step="upkeep", who="you"),
        effects=(
            If(
                condition=full,
                then=(Sacrifice(of="self"), Draw()),
                otherwise=(PutCounters(on="self", kind="charge"),),
            ),
        ),
    )
    table = Position(plain=True)
    table.library_of(ANNA, BEAR)
    tower = table.put(artifact("Tower", tick))
    table.begin("upkeep")
    assert table.look(tower).count("charge") == 1
    table.begin("upkeep")
    assert (table.zone(tower), table.names(ANNA, "hand")) == ("graveyard", ["Bear"])


# --- tokens ---


@pytest.mark.rule("M-12")
@pytest.mark.cr("111.2", "111.1")
@pytest.mark.parametrize(
    ("who", "seats"), [("you", [ANNA]), ("opponents", [BEN]), ("players", [ANNA, BEN])]
)
def test_a_token_belongs_to_who_creates_it(who: str, seats: list[int]) -> None:
    table = Position(plain=True)
    table.follow(MakeToken(token=SOLDIER, who=who))  # type: ignore[arg-type] # one of its words
    tokens = [ident for seat in (ANNA, BEN) for ident in table.permanents(seat)]
    assert [(table.look(ident).owner, table.look(ident).controller) for ident in tokens] == [
        (seat, seat) for seat in seats
    ]


@pytest.mark.cr("111.1", "701.7a", "603.6a")
def test_tokens_are_created_together_and_each_is_seen_to_enter() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Gate",
            Triggered(when=When(event="enters", what=SOLDIERS), effects=(GainLife(amount=1),)),
        )
    )
    table.follow(MakeToken(token=SOLDIER, count=3))
    assert table.player(ANNA).life == 23


@pytest.mark.cr("111.1", "110.5b")
def test_a_token_may_be_created_tapped() -> None:
    table = Position(plain=True)
    table.follow(MakeToken(token=SOLDIER, tapped=True))
    assert table.look(table.permanents(ANNA)[0]).tapped


@pytest.mark.cr("111.1", "608.2h")
def test_as_many_tokens_as_there_are_creatures_now() -> None:
    table = Position(plain=True)
    table.put(BEAR)
    table.put(BEAR, BEN)
    table.follow(MakeToken(token=SOLDIER, count=Count(of=CREATURES)))
    assert len(table.permanents(ANNA)) == 3


@pytest.mark.cr("111.3", "302.6")
def test_a_token_has_summoning_sickness() -> None:
    mage = creature(
        "Mage",
        1,
        1,
        cost="",
        abilities=(Activated(cost=Costs(tap=True), effects=(GainLife(amount=1),)),),
    )
    table = Position(plain=True)
    table.follow(MakeToken(token=mage))
    token = table.permanents(ANNA)[0]
    table._give_priority(ANNA)
    assert not table.may("activate", token)


@pytest.mark.cr("111.3", "202.1b", "202.3b")
def test_a_token_has_no_mana_value_and_the_colours_it_was_given() -> None:
    table = Position(plain=True)
    table.follow(MakeToken(token=SOLDIER))
    token = table.permanents(ANNA)[0]
    assert (table.look(token).printed.value, table.characteristics(token).colors) == (
        0,
        frozenset({"white"}),
    )


@pytest.mark.cr("111.7", "603.6c", "704.5d")
def test_a_token_dies_before_it_ceases_to_exist() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Wake",
            Triggered(when=When(event="dies", what=CREATURES), effects=(GainLife(amount=1),)),
        )
    )
    token = table.put(SOLDIER, token=True)
    table.follow(Destroy(what="target"), on=token)
    assert (table.zone(token), table.player(ANNA).life) == ("", 21)


@pytest.mark.cr("111.1", "608.2c")
def test_what_follows_speaks_of_the_token() -> None:
    table = Position(plain=True)
    table.follow(MakeToken(token=SOLDIER), PutCounters(on="it", count=2), Tap(what="it"))
    token = table.permanents(ANNA)[0]
    assert (table.size(token), table.look(token).tapped) == ((3, 3), True)


# --- interactions ---


@pytest.mark.cr("111.3", "613.4c", "611.3a")
def test_a_lord_leads_tokens_of_its_kind() -> None:
    table = Position(plain=True)
    table.put(enchantment("Drill", Static(what=SOLDIERS, change=bigger(1, 1))))
    table.follow(MakeToken(token=SOLDIER, count=2))
    assert {
        table.size(ident)
        for ident in table.permanents(ANNA)
        if table.characteristics(ident).is_creature
    } == {(2, 2)}


@pytest.mark.cr("111.7", "702.93a", "603.10a")
def test_undying_does_not_bring_a_token_back() -> None:
    table = Position(plain=True)
    token = table.put(creature("Wolf", 2, 2, "undying", cost=""), token=True)
    table.follow(Destroy(what="target"), on=token)
    assert (table.zone(token), table.permanents(ANNA)) == ("", [])


@pytest.mark.cr("111.3", "701.21a", "603.2c")
def test_tokens_may_be_sacrificed_like_any_creature() -> None:
    outlet = Activated(cost=Costs(sacrifice=CREATURES), effects=(GainLife(amount=2),))
    table = Position(plain=True)
    altar = table.put(artifact("Altar", outlet))
    table.follow(MakeToken(token=SOLDIER, count=2))
    for _ in range(2):
        table.activate(altar)
        table.choose("sacrifice", next(i for i in table.permanents(ANNA) if i != altar))
        table.resolve()
    assert (table.player(ANNA).life, table.permanents(ANNA)) == (24, [altar])


@pytest.mark.cr("122.1a", "613.4b", "613.4d", "702.2b")
def test_counters_bonuses_a_set_size_and_a_switch_all_at_once() -> None:
    """Base 1/4 set by an effect, one +1/+1 counter, +2/+0, then switched: 5/4."""
    table = Position(plain=True)
    bear = table.put(BEAR, counters=(("+1/+1", 1),))
    table.follow(
        Modify(what="target", change=Change(switch=True)),
        Modify(what="target", change=bigger(2, 0)),
        on=bear,
    )
    table.follow(Modify(what="target", change=Change(base_power=1, base_toughness=4)), on=bear)
    assert table.size(bear) == (5, 4)


@pytest.mark.cr("122.1", "303.4", "704.5f", "603.6c")
def test_an_aura_that_holds_its_creature_up_against_counters() -> None:
    table = Position(plain=True)
    soldier = table.put(SOLDIER)
    halo = table.put(aura("Halo", Static(what="attached", change=bigger(1, 1))), on=soldier)
    table.follow(PutCounters(on="target", kind="-1/-1"), on=soldier)
    assert table.size(soldier) == (1, 1)
    table.follow(Destroy(what="target"), on=halo)
    assert table.zone(soldier) == "graveyard"


@pytest.mark.cr("120.3d", "122.1a", "702.80a", "704.5q")
def test_withering_damage_eats_up_plus_counters() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, counters=(("+1/+1", 2),))
    imp = table.put(creature("Imp", 1, 1, "wither"), BEN)
    table.follow(Damage(amount=1, to="target", by="target2"), on=(bear, imp))
    assert (table.look(bear).counters, table.size(bear), table.look(bear).damage) == (
        (("+1/+1", 1),),
        (3, 3),
        0,
    )


@pytest.mark.cr("111.3", "707.2", "614.12")
def test_a_token_of_a_kind_that_enters_with_counters_has_them() -> None:
    table = Position(plain=True)
    table.follow(
        MakeToken(
            token=creature("Hydra", 0, 0, cost="", abilities=(Enters(counters="+1/+1", count=3),))
        )
    )
    assert table.size(table.permanents(ANNA)[0]) == (3, 3)


@pytest.mark.cr("111.1", "301.5", "115.1")
def test_an_artifact_token_is_no_creature() -> None:
    treasure = Card(name="Treasure", types=("Artifact",), subtypes=("Treasure",))
    table = Position(plain=True)
    table.follow(MakeToken(token=treasure))
    kill = table.give(instant(Destroy(what="target"), targets=(Target(of=CREATURES),)))
    table._give_priority(ANNA)
    assert not table.may("cast", kill)


@pytest.mark.cr("614.12", "613.1f")
def test_who_will_have_no_abilities_enters_without_its_counters_and_untapped() -> None:
    humbled = Change(lose_abilities=True, base_power=1, base_toughness=1)
    table = Position(plain=True)
    table.put(enchantment("Humility", Static(what=CREATURES, change=humbled)))
    spike = table.give(
        creature("Spike", 0, 0, abilities=(Enters(counters="+1/+1", count=3, tapped=True),))
    )
    table.cast(spike)
    assert (table.size(spike), table.look(spike).tapped) == ((1, 1), False)


@pytest.mark.cr("122.1a")
def test_a_counter_adds_what_it_says_to_power_and_to_toughness() -> None:
    table = Position(plain=True)
    beast = table.put(creature("Beast", 0, 4), counters=(("+1/+0", 3), ("charge", 2), ("-0/-2", 1)))
    assert table.size(beast) == (3, 2)
