"""Costs of several objects, counters or cards, and of X of them (CR 107.3, 118, 601.2f)."""

import pytest

from engine.actions import Action
from engine.cards.model import Activated, Draw, GainLife, May
from engine.cards.terms import Costs, Filter
from tests.magic.asking import may_activate, may_cast_by
from tests.magic.mana_sources import pool
from tests.magic.positions import ANNA, BEN, Position, artifact, creature, instant, player

HAND = Filter(zone="hand", owner="you")


def pay(table: Position, *paid: int) -> None:
    """Each of these pays a part of a cost."""
    for each in paid:
        (action,) = [
            a for a in table.game.legal_actions() if a.object == each and a.verb != "activate"
        ]
        table.do(action)


def start(table: Position, source: int, ability: int = 1) -> None:
    table.attend()
    table.do(Action("activate", object=source, ability=ability))


@pytest.mark.cr("118.3")
def test_two_cards_of_the_graveyard_are_exiled() -> None:
    table = Position(plain=True)
    wizard = table.put("Grim Lavamancer")
    table.state.change(wizard, since=-1)
    table.put("Mountain")
    first = table.give("Forest", zone="graveyard")
    assert not may_activate(table, wizard)
    second, third = (table.give("Forest", zone="graveyard") for _ in range(2))
    start(table, wizard)
    table.do(Action("target", object=player(BEN)))
    pay(table, third, first)
    if table.asked == "payment":
        table.do(Action("auto"))
    table.resolve()
    assert table.player(BEN).life == 18
    assert [table.zone(each) for each in (first, second, third)] == [
        "exile",
        "graveyard",
        "exile",
    ]


@pytest.mark.cr("118.3")
def test_counters_are_removed_together() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Forest")
    glass = table.put("Arcane Spyglass")
    table.state.change(glass, counters=(("charge", 2),))
    assert not may_activate(table, glass)
    table.state.change(glass, counters=(("charge", 4),))
    table.activate(glass, 2)
    assert table.look(glass).count("charge") == 1
    assert table.names(ANNA, "hand") == ["Forest"]


@pytest.mark.cr("107.3a")
def test_x_counters_become_x_mana() -> None:
    table = Position(plain=True)
    table.put("Forest")
    reef = table.put("Dreadship Reef")
    table.state.change(reef, counters=(("storage", 3),))
    start(table, reef, 3)
    assert [each.number for each in table.game.legal_actions() if each.verb == "x"] == [0, 1, 2, 3]
    table.do(Action("x", number=2))
    if table.asked == "payment":
        table.do(Action("auto"))
    table.do(Action("choose", word="UB"))
    assert pool(table) == "{U}{B}"
    assert table.look(reef).count("storage") == 1


@pytest.mark.cr("107.3a")
def test_x_goats_are_sacrificed() -> None:
    table = Position(plain=True)
    pasture = table.put("Springjack Pasture")
    goats = [table.put(creature("Goat", 0, 1)) for _ in range(3)]
    start(table, pasture, 3)
    assert max(each.number for each in table.game.legal_actions() if each.verb == "x") == 3
    table.do(Action("x", number=2))
    pay(table, *goats[:2])
    table.do(Action("choose", word="R"))
    assert (pool(table), table.player(ANNA).life) == ("{R}{R}", 22)
    assert [table.zone(each) for each in goats] == ["graveyard", "graveyard", "battlefield"]


@pytest.mark.cr("107.3a", "601.2b")
def test_x_cards_are_exiled_for_damage() -> None:
    table = Position(plain=True)
    ogre = table.put(creature("Ogre", 3, 3), BEN)
    cards = [table.give("Forest", zone="graveyard") for _ in range(4)]
    pyre = table.give("Harvest Pyre")
    for _ in range(2):
        table.put("Mountain")
    table.attend()
    table.do(Action("cast", object=pyre))
    table.do(Action("x", number=3))
    table.do(Action("target", object=ogre))
    pay(table, *cards[:3])
    if table.asked == "payment":
        table.do(Action("auto"))
    table.resolve()
    assert table.zone(ogre) == "graveyard"
    assert table.names(ANNA, "graveyard") == ["Forest", "Harvest Pyre"]


@pytest.mark.cr("107.3a")
def test_x_mana_and_x_life() -> None:
    table = Position(plain=True)
    for _ in range(9):
        table.put("Swamp")
    table.state.change_player(ANNA, life=5)
    bond = table.give("Bond of Agony")
    table.attend()
    table.do(Action("cast", object=bond))
    assert max(each.number for each in table.game.legal_actions() if each.verb == "x") == 5
    table.do(Action("x", number=4))
    table.do(Action("auto")) if table.asked == "payment" else None
    table.resolve()
    assert (table.player(ANNA).life, table.player(BEN).life) == (1, 16)


@pytest.mark.cr("118.3")
def test_the_whole_hand_is_discarded() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Island", "Island", "Island")
    slate = table.put("Slate of Ancestry")
    table.put(creature("Ogre", 3, 3))
    cards = [table.give("Forest") for _ in range(3)]
    for _ in range(4):
        table.put("Forest")
    table.activate(slate)
    assert {table.zone(each) for each in cards} == {"graveyard"}
    assert table.names(ANNA, "hand") == ["Island"]


@pytest.mark.cr("118.3")
@pytest.mark.parametrize(
    ("name", "zone"), [("Millikin", "graveyard"), ("Royal Herbalist", "exile")]
)
def test_the_top_card_of_the_library_pays(name: str, zone: str) -> None:
    table = Position(plain=True)
    source = table.put(name)
    table.state.change(source, since=-1)
    for _ in range(2):
        table.put("Forest")
    assert not may_activate(table, source)
    (card,) = table.library_of(ANNA, "Island")
    table.activate(source)
    assert table.zone(card) == zone
    assert table.player(ANNA).library == ()


@pytest.mark.cr("118.3")
def test_a_counter_is_put_on_the_source() -> None:
    table = Position(plain=True)
    druid = table.put("Devoted Druid")
    table.state.change(druid, tapped=True)
    table.activate(druid, 2)
    assert (table.size(druid), table.look(druid).tapped) == ((-1, 1), False)
    table.activate(druid, 2)
    assert table.zone(druid) == "graveyard"


@pytest.mark.cr("118.3")
def test_counters_are_removed_from_among_creatures() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Island")
    table.put("Island")
    sages = table.put("Novijen Sages")
    table.state.change(sages, counters=(("+1/+1", 1),))
    assert not may_activate(table, sages)
    other = table.put(creature("Ooze", 1, 1))
    table.state.change(other, counters=(("+1/+1", 1),))
    start(table, sages)
    pay(table, other, sages)
    while table.asked == "payment":
        table.do(Action("auto"))
    table.resolve()
    assert table.names(ANNA, "hand") == ["Island"]
    assert table.look(other).count("+1/+1") == 0


@pytest.mark.cr("118.12")
def test_revealed_cards_are_different_ones() -> None:
    table = Position(plain=True)
    cost = Costs(reveal=Filter(colors=("black",)), reveal_count="X")
    martyr = table.put(artifact("Martyr", Activated(cost=cost, effects=(GainLife(amount="X"),))))
    cards = [table.give(creature("Imp", 1, 1, cost="{B}")) for _ in range(2)]
    table.give(creature("Elf", 1, 1, cost="{G}"))
    start(table, martyr)
    assert max(each.number for each in table.game.legal_actions() if each.verb == "x") == 2
    table.do(Action("x", number=2))
    pay(table, *(cards[:1] if table.asked == "cost" else ()))
    if table.asked == "cost":
        assert table.offered("choose") == {cards[1]}
        pay(table, cards[1])
    table.resolve()
    assert table.player(ANNA).life == 22
    assert {table.zone(each) for each in cards} == {"hand"}


@pytest.mark.cr("118.12", "107.3")
def test_a_cost_while_something_resolves_uses_its_x() -> None:
    table = Position(plain=True)
    table.library_of(ANNA, "Island", "Island", "Island", "Island")
    effect = May(cost=Costs(life="X"), then=(Draw(count=1),))
    table.cast(table.give(instant(effect, cost="{X}{G}")), x=3)
    table.do(Action("yes"))
    assert (table.player(ANNA).life, len(table.player(ANNA).hand)) == (17, 1)


def test_a_counter_cannot_be_cast_with_too_few_of_anything() -> None:
    table = Position(plain=True)
    card = instant(Draw(), additional=Costs(exile_other=HAND, exile_count=2))
    held = table.give(card)
    table.give("Forest")
    assert not may_cast_by(table, held)
    table.give("Forest")
    assert may_cast_by(table, held)


@pytest.mark.cr("118.3")
def test_all_counters_are_removed_and_counted() -> None:
    table = Position(plain=True)
    bottle = table.put("Essence Bottle")
    table.state.change(bottle, counters=(("elixir", 3),))
    table.activate(bottle, 2)
    assert (table.player(ANNA).life, table.look(bottle).count("elixir")) == (26, 0)


@pytest.mark.cr("118.3")
def test_a_creature_and_a_swamp_are_sacrificed() -> None:
    table = Position(plain=True)
    drone, ogre = table.put("Viscerid Drone"), table.put(creature("Ogre", 3, 3), BEN)
    table.state.change(drone, since=-1)
    goblin = table.put(creature("Goblin", 1, 1))
    assert not may_activate(table, drone)
    swamp = table.put("Swamp")
    start(table, drone)
    table.do(Action("target", object=ogre))
    while table.asked == "cost":
        choices = [a for a in table.game.legal_actions() if a.verb == "sacrifice"]
        wanted = [a for a in choices if a.object in (goblin, swamp)]
        table.do(wanted[0])
    table.resolve()
    assert [table.zone(each) for each in (ogre, goblin, swamp, drone)] == [
        "graveyard",
        "graveyard",
        "graveyard",
        "battlefield",
    ]


@pytest.mark.cr("118.3")
def test_a_counter_is_put_on_another_creature() -> None:
    table = Position(plain=True)
    bully, ogre = table.put("Hatchet Bully"), table.put(creature("Ogre", 3, 3))
    table.state.change(bully, since=-1)
    for _ in range(3):
        table.put("Mountain")
    start(table, bully)
    table.do(Action("target", object=player(BEN)))
    pay(table, ogre)
    while table.asked == "payment":
        table.do(Action("auto"))
    table.resolve()
    assert (table.size(ogre), table.player(BEN).life) == ((2, 2), 18)


@pytest.mark.cr("601.2b", "601.2c")
def test_x_of_a_cost_bounds_the_targets() -> None:
    table = Position(plain=True)
    aryel = table.put("Aryel, Knight of Windgrace")
    table.state.change(aryel, since=-1)
    table.put("Swamp")
    ogre = table.put(creature("Ogre", 2, 2), BEN)
    knights = [table.put(creature("Knight", 2, 2))]
    table.attend()
    assert Action("activate", object=aryel, ability=2) not in table.game.legal_actions()
    knights.append(table.put(creature("Knight", 2, 2)))
    start(table, aryel, 2)
    numbers = [each.number for each in table.game.legal_actions() if each.verb == "x"]
    assert numbers == [2]
    table.do(Action("x", number=2))
    table.do(Action("target", object=ogre))
    while table.asked in ("cost", "payment"):
        table.do(next(a for a in table.game.legal_actions() if a.verb in ("tap", "auto")))
    table.resolve()
    assert table.zone(ogre) == "graveyard"
    assert all(table.look(each).tapped for each in (aryel, *knights))
