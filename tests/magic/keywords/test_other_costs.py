"""Keywords that are other ways of casting a card: awaken, dash, jump-start, overload (CR 702)."""

import pytest

from engine.cards.altered_faces import altered_faces
from engine.cards.checks.whole_card import misfits
from engine.cards.model import (
    Activated,
    Card,
    Counter,
    Damage,
    Destroy,
    Draw,
    GainLife,
    Spell,
    Target,
)
from engine.cards.oracle.printed import PrintedCard
from engine.cards.oracle.understanding import understand
from engine.cards.terms import Costs, During, Filter
from tests.magic.positions import (
    A_CREATURE,
    ANNA,
    ANYTHING,
    BEN,
    Position,
    creature,
    instant,
    sorcery,
)

BEAR = creature("Bear", 2, 2)
MAGIC = pytest.mark.rule("M-13")
THEIRS = Target(of=Filter(types=("Creature",), controller="opponent"))
BOLTS = instant(
    Damage(amount=2, to="target"), targets=(THEIRS,), cost="{R}", keywords=("overload {2}{R}",)
)


# --- dash ---


@MAGIC
@pytest.mark.cr("702.109a")
def test_a_dashed_creature_has_haste_and_returns_at_the_end_of_turn() -> None:
    table = Position(plain=True)
    goblin = table.cast(table.give(creature("Goblin", 2, 1, "dash {R}")), way="dash")
    assert "haste" in table.characteristics(goblin).keywords
    table.begin("end")
    assert table.zone(goblin) == "hand"


@MAGIC
@pytest.mark.cr("702.109a")
def test_cast_for_its_mana_cost_it_neither_hurries_nor_returns() -> None:
    table = Position(plain=True)
    goblin = table.cast(table.give(creature("Goblin", 2, 1, "dash {R}")))
    assert "haste" not in table.characteristics(goblin).keywords
    table.begin("end")
    assert table.zone(goblin) == "battlefield"


# --- overload ---


@MAGIC
@pytest.mark.cr("702.96a")
def test_an_overloaded_spell_affects_all_that_it_could_target() -> None:
    table = Position(plain=True)
    mine, theirs, others = table.put(BEAR), table.put(BEAR, BEN), table.put(BEAR, BEN)
    shrouded = table.put(creature("Troll", 2, 2, "shroud"), BEN)
    table.cast(table.give(BOLTS), way="overload")
    zones = [table.zone(each) for each in (mine, theirs, others, shrouded)]
    assert zones == ["battlefield", "graveyard", "graveyard", "graveyard"]


@MAGIC
@pytest.mark.cr("702.96a")
def test_for_its_mana_cost_it_has_a_target() -> None:
    table = Position(plain=True)
    one, other = table.put(BEAR, BEN), table.put(BEAR, BEN)
    table.cast(table.give(BOLTS), on=one)
    assert (table.zone(one), table.zone(other)) == ("graveyard", "battlefield")


@MAGIC
@pytest.mark.cr("702.96b")
def test_an_overloaded_spell_needs_no_target() -> None:
    table = Position(plain=True)
    spell = table.cast(table.give(BOLTS), way="overload")
    assert table.zone(spell) == "graveyard"


@MAGIC
@pytest.mark.cr("702.96a")
@pytest.mark.parametrize(
    "spell",
    [
        Spell(effects=(Draw(),)),
        Spell(effects=(Damage(amount=1, to="target"),), targets=(ANYTHING,)),
        Spell(effects=(Counter(),), targets=(Target(of=Filter(zone="stack")),)),
    ],
)
def test_overload_on_a_spell_that_cannot_be_overloaded_is_a_mistake(spell: Spell) -> None:
    card = Card(
        name="Surge",
        types=("Instant",),
        cost="{R}",
        keywords=("overload {2}{R}",),
        abilities=(spell,),
    )
    assert "overload" not in altered_faces(card)
    assert any("overload" in problem.found for problem in misfits(card, "Surge"))


# --- awaken ---


RISE = sorcery(
    Destroy(what="target"), targets=(A_CREATURE,), cost="{1}{B}", keywords=("awaken 3 {4}{B}",)
)
ISLE = Card(name="Isle", types=("Land",))


@MAGIC
@pytest.mark.cr("702.113a")
def test_an_awakened_land_is_a_creature_and_still_a_land() -> None:
    table = Position(plain=True)
    isle, bear = table.put(ISLE), table.put(BEAR, BEN)
    table.cast(table.give(RISE), way="awaken", on=(bear, isle))
    c = table.characteristics(isle)
    assert (table.zone(bear), table.size(isle)) == ("graveyard", (3, 3))
    assert (c.types, c.subtypes, "haste" in c.keywords) == (
        {"Land", "Creature"},
        {"Elemental"},
        True,
    )


@MAGIC
@pytest.mark.cr("702.113a", "702.113b")
def test_a_spell_that_is_not_awakened_has_no_land_as_a_target() -> None:
    table = Position(plain=True)
    isle, bear = table.put(ISLE), table.put(BEAR, BEN)
    table.cast(table.give(RISE), on=bear)
    assert (table.zone(bear), table.characteristics(isle).types) == ("graveyard", {"Land"})


# --- jump-start ---


TONIC = instant(GainLife(amount=3), cost="{W}", keywords=("jump-start",))


def jump_started(table: Position) -> int:
    """Anna casts a card from her graveyard for a card of her hand; the spell."""
    bear, tonic = table.give(BEAR), table.give(TONIC, zone="graveyard")
    table.cast(tonic, way="jump-start", resolve=False)
    if table.asked == "cost":
        table.choose("discard", bear)
    assert table.zone(bear) == "graveyard"
    return table.now(tonic)


@MAGIC
@pytest.mark.cr("702.133a")
def test_jump_start_costs_a_card_and_exiles_the_spell() -> None:
    table = Position(plain=True)
    spell = jump_started(table)
    table.resolve()
    assert (table.zone(spell), table.player(ANNA).life) == ("exile", 23)


@MAGIC
@pytest.mark.cr("702.133a", "701.6a")
def test_a_countered_spell_with_jump_start_is_exiled_too() -> None:
    table = Position(plain=True)
    table.watchful()
    spell = jump_started(table)
    table.follow(Counter(), by=BEN, on=spell)
    assert (table.zone(spell), table.player(ANNA).life) == ("exile", 20)


@MAGIC
@pytest.mark.cr("702.133a")
def test_without_a_card_to_discard_it_stays_in_the_graveyard() -> None:
    table = Position(plain=True)
    card = table.give(TONIC, zone="graveyard")
    table.mana(ANNA, "{W}")
    table.attend()
    assert not table.may("cast", card)


# --- surge ---


SURGING = instant(GainLife(amount=3), cost="{5}{W}", keywords=("surge {W}",))


@MAGIC
@pytest.mark.cr("702.117a")
@pytest.mark.parametrize(("caster", "castable"), [(None, False), (BEN, False), (ANNA, True)])
def test_surge_needs_another_spell_of_its_player_this_turn(
    caster: int | None, castable: bool
) -> None:
    table = Position(plain=True)
    card = table.give(SURGING)
    if caster is not None:
        table.follow(GainLife(amount=1), by=caster)
    table.mana(ANNA, "{W}")
    table.attend()
    assert table.may("cast", card) is castable
    if castable:
        table.cast(card, way="surge", free=False)
        assert table.player(ANNA).life == 24


# --- forecast ---


FORESEEN = Activated(
    cost=Costs(mana="{W}", reveal_self=True),
    effects=(GainLife(amount=1),),
    zone="hand",
    condition=During(step="upkeep", whose="you"),
    once_each_turn=True,
)


@MAGIC
@pytest.mark.cr("702.57a", "702.57b")
def test_a_forecast_card_is_revealed_once_in_its_owners_upkeep() -> None:
    table = Position(plain=True, step="Upkeep")
    herald = table.give(creature("Herald", 1, 1, abilities=(FORESEEN,)))
    table.mana(ANNA, "{W}{W}")
    table.activate(herald)
    assert (table.player(ANNA).life, table.zone(herald)) == (21, "hand")
    assert [event.card for event in table.happened("reveal")] == ["Herald"]
    table.attend()
    assert not table.may("activate", herald)


@MAGIC
@pytest.mark.cr("702.57a")
def test_nothing_is_forecast_in_a_main_phase() -> None:
    table = Position(plain=True)
    herald = table.give(creature("Herald", 1, 1, abilities=(FORESEEN,)))
    table.mana(ANNA, "{W}")
    table.attend()
    assert not table.may("activate", herald)


def test_a_forecast_ability_is_read() -> None:
    text = "Forecast — {W}, Reveal Gray Herald from your hand: You gain 1 life."
    card = understand(
        PrintedCard(
            name="Gray Herald", cost="{W}", type_line="Creature — Human", text=text, power="1",
            toughness="1",
        )
    )  # fmt: skip
    assert card.abilities == (FORESEEN,)  # type: ignore[union-attr]


# --- emerge ---


HORROR = creature("Horror", 5, 5, "emerge {5}{U}", cost="{7}{U}")


@MAGIC
@pytest.mark.cr("702.119a", "702.119b")
def test_a_spell_emerges_from_a_creature_for_less() -> None:
    table = Position(plain=True)
    ox = table.put(creature("Ox", 3, 3, cost="{3}{G}"))
    table.put(BEAR)
    horror = table.give(HORROR)
    table.mana(ANNA, "{U}{C}")
    table.cast(horror, way="emerge", free=False, resolve=False)
    assert table.offered("sacrifice") == {ox}
    table.choose("sacrifice", ox)
    table.resolve()
    assert (table.zone(ox), table.zone(horror)) == ("graveyard", "battlefield")
    assert table.player(ANNA).pool == (0,) * 6


@MAGIC
@pytest.mark.cr("702.119a")
@pytest.mark.parametrize("mana", ["{U}", "{C}{C}{C}{C}"])
def test_nothing_emerges_without_enough_mana_of_its_color(mana: str) -> None:
    table = Position(plain=True)
    table.put(BEAR)
    horror = table.give(HORROR)
    table.mana(ANNA, mana)
    table.attend()
    assert not table.may("cast", horror)


@MAGIC
@pytest.mark.cr("702.119a", "601.2")
def test_a_creature_that_is_sacrificed_makes_no_mana_for_it() -> None:
    table = Position(plain=True)
    elf = table.put("Llanowar Elves")
    horror = table.give(HORROR)
    table.mana(ANNA, "{U}{C}{C}{C}")
    table.attend()
    assert not table.may("cast", horror)
    table.mana(ANNA, "{C}")
    table.attend()
    table.cast(horror, way="emerge", free=False, resolve=False)
    if table.asked == "cost":
        table.choose("sacrifice", elf)
    table.resolve()
    assert table.zone(horror) == "battlefield"


@pytest.mark.rule("M-1")
@pytest.mark.cr("702.57a", "402.3")
def test_the_card_of_a_forecast_ability_is_not_pointed_out_among_a_hand() -> None:
    table = Position(plain=True, step="Upkeep")
    herald = table.give(creature("Herald", 1, 1, abilities=(FORESEEN,)))
    table.mana(ANNA, "{W}")
    table.activate(herald)
    (resolved,) = table.happened("resolve")
    assert (resolved.object, resolved.card) == (0, "Herald")
