"""Battle Field, house rules: shadow, land on the grid and its effects (B-36 to B-39)."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.actions import Action, IllegalAction
from engine.cards.library import library
from engine.cards.model import Card, Change, Destroy, Move, Static, Tap, Untap
from engine.cards.terms import Filter
from engine.variant.loading import RulesetError, load
from tests.magic.positions import ANNA, BEN, creature, enchantment
from tests.rules.field import Field, start
from tests.rules.table import BEAR

FOREST, ISLAND = library().card("Forest"), library().card("Island")
STALKER = creature("Stalker", 2, 2, "shadow", cost="{1}{B}")
GREEN, BLUE, RED = (
    creature("Elf", 2, 3, cost="{G}"),
    creature("Wizard", 2, 3, cost="{U}"),
    creature("Orc", 2, 3, cost="{R}"),
)
GOLEM = creature("Golem", 2, 3, cost="{3}")
BOTH = creature("Hybrid", 2, 3, cost="{U}{G}")
WALKER = creature("Walker", 2, 2, "islandwalk", cost="{R}")
SHARK = creature("Shark", 3, 3, cost="{U}")
MERMAN = creature("Merman", 2, 2, "islandhome", cost="{R}")
BIRD = creature("Bird", 2, 2, "flying", cost="{R}")
ARBOR = Card(
    name="Arbor",
    types=("Land", "Creature"),
    subtypes=("Forest",),
    colors=("green",),
    power=1,
    toughness=1,
)


def drawn(tmp_path: Path, *rows: str, **options: str) -> Field:
    """A field that is drawn; on five rows Anna's token is on a3 and Ben's on e3."""
    file = tmp_path / "map.txt"
    file.write_text("\n".join(rows), encoding="utf-8")
    return Field(options={"map": str(file)} | options)


def lake(tmp_path: Path, **options: str) -> Field:
    """Five squares a side with a column of islands, c, in the middle and a forest on d1."""
    return drawn(tmp_path, "..IF.", "..I..", "..I..", "..I..", "..I..", **options)


def squares_of(field: Field, land: str) -> set[str]:
    """The squares that everybody sees to be land of a type."""
    return {space.name for space in field.game.view_for(None).spaces if land in space.land_types}


@pytest.mark.rule("B-39")
def test_a_token_walks_on_any_land(tmp_path: Path) -> None:
    field = drawn(tmp_path, "I....", ".....", ".....", ".....", ".....")
    corner = next(name for name, space in field.game.board.names.items() if space == 0)
    field.stand(ANNA, "a2" if corner != "a2" else "b2")
    field.turn("First Main")

    assert corner in field.reach(field.token(ANNA))


# --- B-36 ---


@pytest.mark.rule("B-36")
def test_the_two_kinds_share_squares_and_pass_each_other() -> None:
    field = Field(options={"shadow": "apart"})
    stalker, bear = field.put(STALKER, at="e5"), field.put(BEAR, at="g5")
    wolf, shade = field.put(BEAR, BEN, at="f5"), field.put(STALKER, BEN, at="f4")
    field.turn("First Main")

    assert "f5" in field.reach(stalker)
    assert "f4" not in field.reach(stalker)
    assert "f4" in field.reach(bear)
    assert "f5" not in field.reach(bear)
    field.walk(stalker, "f5")
    assert field.at(stalker) == field.at(wolf)
    assert field.look(shade).controller == BEN


@pytest.mark.rule("B-36")
def test_new_creatures_share_squares_likewise() -> None:
    field = Field(options={"shadow": "apart"})
    field.put(BEAR, at="b6")
    field.put(STALKER, at="b5")
    stalker = field.give(STALKER)

    field.cast(stalker)

    assert field.places() == {"a5", "b6", "a6", "a7", "b7"}  # the token's own square as well


@pytest.mark.rule("B-36")
def test_it_is_off_by_default() -> None:
    field = Field()
    stalker = field.put(STALKER, at="e5")
    field.put(BEAR, BEN, at="f5")
    field.turn("First Main")

    assert "f5" not in field.reach(stalker)


# --- B-37 ---


@pytest.mark.rule("B-37")
def test_a_land_marks_the_tokens_square_or_the_nearest_unmarked_one() -> None:
    field = Field(options={"land": "drops"})
    first, second, third = field.give(FOREST), field.give(ISLAND), field.give(FOREST)

    field.turn("First Main")
    field.choose("play", first)
    assert squares_of(field, "Forest") == {"a6"}
    field.turn("First Main")
    field.state.change_player(ANNA, lands_played=0)
    field._go_on()
    field.choose("play", second)
    assert len(squares_of(field, "Island")) == 1
    assert squares_of(field, "Island") < {"a5", "a7", "b5", "b6", "b7"}
    field.stand(ANNA, "d8")
    field.state.change_player(ANNA, lands_played=0)
    field._go_on()
    field.choose("play", third)

    assert squares_of(field, "Forest") == {"a6", "d8"}


@pytest.mark.rule("B-37")
def test_lands_lie_beside_the_grid_otherwise() -> None:
    field = Field()
    forest = field.give(FOREST)
    field.turn("First Main")

    field.choose("play", forest)

    assert squares_of(field, "Forest") == set()


@pytest.mark.rule("B-37", "B-38")
@pytest.mark.parametrize(("land", "where"), [("drops", "a6"), ("20-placed", ""), ("none", "")])
def test_a_land_put_onto_the_battlefield_takes_a_square_only_if_land_drops_do(
    land: str, where: str
) -> None:
    field = Field(options={"land": land})
    forest = field.give(FOREST)

    field.follow(Move(what="target", to="battlefield"), on=forest)

    assert (field.zone(forest), field.at(forest)) == ("battlefield", where)
    assert [event.space for event in field.happened("enters")] == [where]
    assert squares_of(field, "Forest") == ({where} if where else set())


@pytest.mark.rule("B-37")
def test_a_land_that_leaves_leaves_a_plain_square() -> None:
    field = Field(options={"land": "drops"})
    forest = field.put(FOREST, at="d4")
    assert squares_of(field, "Forest") == {"d4"}

    field.follow(Destroy(what=Filter(types=("Land",))))

    assert field.zone(forest) == "graveyard"
    assert squares_of(field, "Forest") == set()


@pytest.mark.rule("B-37")
def test_a_land_on_a_square_is_in_nobodys_way() -> None:
    field = Field(options={"land": "drops"})
    field.put(FOREST, BEN, at="f5")
    bear = field.put(BEAR, at="e5")
    field.turn("First Main")

    assert "f5" in field.reach(bear)


# --- B-38 ---


@pytest.mark.rule("B-38")
def test_players_in_turn_place_basic_lands_until_there_are_enough() -> None:
    game = start(3, seed=2, options={"land": "8-placed"})
    first = game.state.turn.first_seat
    asked: list[int] = []
    for number in range(8):
        assert game.decision is not None
        assert game.decision.kind == "mark"
        asked.append(game.decision.seat)
        assert {action.word for action in game.legal_actions()} == {
            "Plains",
            "Island",
            "Swamp",
            "Mountain",
            "Forest",
        }
        game.apply(Action("land", word="Swamp"))
        spaces = {action.space for action in game.legal_actions()}
        assert len(spaces) == 225 - number
        game.apply(Action("mark", space=max(spaces), word="Swamp"))

    assert asked == [(first + number) % 3 for number in range(8)]
    assert game.decision is not None
    assert game.decision.kind == "start"
    assert sum(space.land_types == ("Swamp",) for space in game.view_for(None).spaces) == 8


@pytest.mark.rule("B-38")
@pytest.mark.parametrize(
    "name", [choice for choice in load("battle_field").options["map"].choices if choice != "bare"]
)
def test_map_files_come_with_the_game(name: str) -> None:
    rules = load("battle_field", {"map": name})
    kinds = {space.terrain for space in rules.boards["2"].spaces}

    assert len(kinds - {""}) >= 3
    assert len(load("battle_field").options["map"].choices) >= 4


@pytest.mark.rule("B-38")
def test_a_map_file_gives_squares_their_land(tmp_path: Path) -> None:
    field = lake(tmp_path)

    assert squares_of(field, "Island") == {"c1", "c2", "c3", "c4", "c5"}
    assert squares_of(field, "Forest") == {"d1"}


@pytest.mark.rule("B-38")
def test_a_map_with_another_letter_says_what_is_allowed(tmp_path: Path) -> None:
    with pytest.raises(RulesetError) as error:
        drawn(tmp_path, ".....", "..X..", ".....", ".....", ".....")

    assert "'X' in row 2" in str(error.value)
    assert "P, I, S, M, F for land" in str(error.value)


@pytest.mark.rule("B-38")
def test_lands_are_placed_on_squares_that_the_map_leaves_plain(tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_text("IIIII\nIIIII\nI#.II\nIIIII\nIIIII\n", encoding="utf-8")

    game = start(options={"map": str(file), "land": "8-placed"})
    game.apply(Action("land", word="Forest"))

    assert game.decision is not None
    assert game.decision.kind == "start"  # there was but one square left, and so no choice


# --- B-39 ---


@pytest.mark.rule("B-39")
@pytest.mark.parametrize(("safe", "attacked"), [("usual", True), ("safe", False)])
def test_landwalkers_cannot_be_attacked_on_their_land(
    tmp_path: Path, safe: str, attacked: bool
) -> None:
    field = lake(tmp_path, landwalk=safe)
    bear, walker = field.put(BEAR, at="b2"), field.put(WALKER, BEN, at="c2")
    field.put(BEAR, at="d4")
    field.turn("Attack")

    assert (walker in field.attacks(bear)) is attacked
    if not attacked:
        assert field.refused(field.attacker(bear, walker)) == "B-39"


@pytest.mark.rule("B-39")
def test_off_their_land_they_can(tmp_path: Path) -> None:
    field = lake(tmp_path, landwalk="safe")
    bear, walker = field.put(BEAR, at="b2"), field.put(WALKER, BEN, at="b3")
    field.turn("Attack")

    assert walker in field.attacks(bear)


@pytest.mark.rule("B-39")
@pytest.mark.parametrize(
    ("card", "enters"), [(GREEN, False), (BLUE, True), (GOLEM, False), (BOTH, True), (BIRD, False)]
)
def test_creatures_enter_only_land_of_their_colour(
    tmp_path: Path, card: object, enters: bool
) -> None:
    field = lake(tmp_path, enter="own")
    piece = field.put(card, at="b2")  # type: ignore[arg-type]
    field.turn("First Main")

    assert ("c2" in field.reach(piece)) is enters
    assert ("d2" in field.reach(piece)) is enters  # there is no way round
    assert "b4" in field.reach(piece)
    if not enters:
        assert field.refused(field.moving(piece, "c2")) == "B-39"
        with pytest.raises(IllegalAction, match="land on the way to d2 stops"):
            field.do(field.moving(piece, "d2"))


@pytest.mark.rule("B-39")
def test_tokens_go_anywhere(tmp_path: Path) -> None:
    field = lake(tmp_path, enter="own", water="wet")
    field.stand(ANNA, "b2")
    field.turn("First Main")

    assert "c2" in field.reach(field.token(ANNA))


@pytest.mark.rule("B-39")
def test_new_creatures_come_to_stand_only_where_they_may_be(tmp_path: Path) -> None:
    field = lake(tmp_path, enter="own")
    field.stand(ANNA, "b3")
    orc = field.give(RED)

    field.cast(orc)

    assert field.places() == {"a2", "a3", "a4", "b2", "b4"}


@pytest.mark.rule("B-39")
@pytest.mark.parametrize(("card", "power"), [(GREEN, 2), (BLUE, 3), (GOLEM, 2), (BOTH, 3)])
def test_land_of_its_colour_gives_power(tmp_path: Path, card: object, power: int) -> None:
    field = lake(tmp_path, bonus="power")
    piece = field.put(card, at="b2")  # type: ignore[arg-type]
    assert field.size(piece) == (2, 3)
    field.turn("First Main")

    field.walk(piece, "c2")

    assert field.size(piece) == (power, 3)


@pytest.mark.rule("B-39")
def test_a_tapped_land_gives_nothing_until_it_untaps() -> None:
    field = Field(options={"land": "drops", "bonus": "power"})
    forest, elf = field.put(FOREST, at="e5"), field.put(GREEN, at="e5")
    assert field.size(elf) == (3, 3)

    field.follow(Tap(what="target"), on=forest)
    assert field.size(elf) == (2, 3)
    assert squares_of(field, "Forest") == set()
    field.follow(Untap(what="target"), on=forest)

    assert field.size(elf) == (3, 3)


@pytest.mark.rule("B-39")
@pytest.mark.parametrize("land", ["none", "drops"])
def test_a_land_that_is_a_creature_is_no_terrain(land: str) -> None:
    field = Field(options={"land": land, "bonus": "power"})
    forest, elf = field.put(FOREST, at="e5"), field.put(GREEN, at="e5")
    awake = Change(add_types=("Creature",), colors=("green",), base_power=1, base_toughness=1)
    arbor = field.put(ARBOR, at="c3")

    field.put(
        enchantment("Living Lands", Static(what=Filter(types=("Land",)), change=awake)), at="a1"
    )
    field.priority()

    assert (field.size(forest), field.size(arbor), field.size(elf)) == ((1, 1), (1, 1), (2, 3))


@pytest.mark.rule("B-39")
@pytest.mark.parametrize("fish", [SHARK, MERMAN])
def test_aquatic_creatures_stay_on_islands(tmp_path: Path, fish: object) -> None:
    field = lake(tmp_path, water="wet")
    piece = field.put(fish, at="c2")  # type: ignore[arg-type]
    field.turn("First Main")

    assert {"c1", "c3", "c4"} <= field.reach(piece) <= {"c1", "c3", "c4", "c5"}
    assert field.refused(field.moving(piece, "b2")) == "B-39"


@pytest.mark.rule("B-39")
@pytest.mark.parametrize(("card", "crosses"), [(GREEN, False), (BLUE, True), (BIRD, True)])
def test_only_blue_and_flying_creatures_cross_islands(
    tmp_path: Path, card: object, crosses: bool
) -> None:
    field = lake(tmp_path, water="wet")
    piece = field.put(card, at="b2")  # type: ignore[arg-type]
    field.turn("First Main")

    assert ("d2" in field.reach(piece)) is crosses


@pytest.mark.rule("B-39")
def test_a_new_aquatic_creature_goes_to_an_island_or_cannot_be_cast(tmp_path: Path) -> None:
    field = lake(tmp_path, water="wet")
    shark = field.give(SHARK)
    field.cast(shark)
    assert field.places() == {"c1", "c2", "c3", "c4", "c5"}
    field.place(shark, "c1")
    assert field.look(shark).tapped  # an island next to the token there was none

    dry = Field(options={"water": "wet"})
    shark = dry.give(SHARK)
    dry.mana(ANNA, "{U}")
    dry._give_priority(ANNA)
    assert not dry.may("cast", shark)
    assert dry.refused(Action("cast", object=shark)) == "B-9"


@pytest.mark.rule("B-39")
def test_an_aquatic_creature_dies_where_its_island_is_tapped() -> None:
    field = Field(options={"land": "drops", "water": "wet"})
    island, shark = field.put(ISLAND, at="e5"), field.put(SHARK, at="e5")
    field.priority()
    assert field.zone(shark) == "battlefield"

    field.follow(Tap(what="target"), on=island)
    field.priority()

    assert field.zone(shark) == "graveyard"


@pytest.mark.rule("B-39")
def test_an_island_that_is_tapped_for_mana_is_tapped_too() -> None:
    field = Field(options={"land": "drops", "water": "wet"})
    field.watchful()
    island, shark = field.put(ISLAND, at="e5"), field.put(SHARK, at="e5")
    field.priority()

    field.activate(island)

    assert field.zone(shark) == "graveyard"


@pytest.mark.rule("B-39")
def test_without_the_switch_sharks_walk() -> None:
    field = Field(options={"land": "drops"})
    shark = field.put(SHARK, at="e5")
    field.turn("First Main")

    assert "e6" in field.reach(shark)
    assert field.zone(shark) == "battlefield"
