"""Costs, choices and changes as permanents enter (CR 614.1c, 614.12)."""

import pytest

from engine.actions import Action
from engine.cards.model import CopyToken, Enters, MakeToken, Move
from engine.cards.terms import Filter
from tests.magic.positions import ANNA, BEN, Position, artifact, creature

ELF = creature("Elf", 1, 1)
WARRIOR = creature("Warrior", 1, 1)


def enter(table: Position, name: str, seat: int = ANNA) -> int:
    """A card enters the battlefield from its owner's graveyard."""
    card = table.give(name, seat, zone="graveyard")
    table.follow(Move(what="target", to="battlefield"), on=card)
    return card


@pytest.mark.cr("614.12", "119.4")
@pytest.mark.parametrize(("answer", "life", "tapped"), [("yes", 18, False), ("no", 20, True)])
def test_two_life_keep_a_land_from_entering_tapped(answer: str, life: int, tapped: bool) -> None:
    table = Position(plain=True)
    land = enter(table, "Hallowed Fountain")
    assert "pay 2 life" in table.prompt
    table.do(Action(answer))
    table.resolve()
    assert table.zone(land) == "battlefield"
    assert (table.player(ANNA).life, table.look(land).tapped) == (life, tapped)


@pytest.mark.cr("119.4")
def test_a_player_with_too_little_life_is_not_asked() -> None:
    table = Position(plain=True)
    table.state.change_player(ANNA, life=1)
    land = enter(table, "Overgrown Tomb")
    assert (table.zone(land), table.look(land).tapped) == ("battlefield", True)


@pytest.mark.parametrize("variant", ["conquering", "war_game", "tactical"])
def test_players_without_life_cannot_pay_it(variant: str) -> None:
    table = Position(variant=variant, step="Casting" if variant == "war_game" else "First Main")
    land = enter(table, "Overgrown Tomb")
    if table.asked == "name":
        table.do(table.game.legal_actions()[0])
        table.resolve()
    if table.player(ANNA).life is None:
        assert table.look(land).tapped
    else:
        assert table.asked == "may"


@pytest.mark.cr("614.12")
def test_a_revealed_card_keeps_a_land_from_entering_tapped() -> None:
    table = Position(plain=True)
    table.give(ELF)
    land = enter(table, "Secluded Glen")
    assert table.look(land).tapped  # nothing to reveal
    faerie = table.give(creature("Faerie", 1, 1))
    second = enter(table, "Secluded Glen")
    table.do(Action("choose", object=faerie))
    table.resolve()
    assert not table.look(second).tapped
    assert [event.object for event in table.happened("reveal")] == [faerie]
    assert table.zone(faerie) == "hand"


@pytest.mark.cr("614.1d", "614.12")
def test_opponents_permanents_enter_tapped() -> None:
    table = Position(plain=True, active=BEN)
    table.put("Kismet")
    mine, theirs = enter(table, "Llanowar Elves"), table.give(ELF, BEN)
    table.cast(theirs)
    assert not table.look(mine).tapped
    assert table.look(theirs).tapped
    land = enter(table, "Forest", BEN)
    assert table.look(land).tapped


@pytest.mark.cr("614.12")
def test_a_permanent_that_taps_all_enters_tapped_itself() -> None:
    table = Position(plain=True)
    orb, maze = table.give("Orb of Dreams"), table.give("Root Maze")
    table.cast(maze)
    assert not table.look(maze).tapped
    table.cast(orb)
    assert table.look(orb).tapped
    vent = enter(table, "Steam Vents")
    table.do(Action("yes"))
    table.resolve()
    assert table.look(vent).tapped  # by the Orb


@pytest.mark.cr("614.12")
def test_tokens_enter_tapped_as_well() -> None:
    table = Position(plain=True)
    table.put("Orb of Dreams")
    table.follow(MakeToken(token=ELF, count=3))
    elves = [each for each in table.permanents(ANNA) if table.look(each).token]
    assert [table.look(each).tapped for each in elves] == [True, True, True]


@pytest.mark.cr("122.6", "614.12")
def test_other_warriors_enter_with_a_counter() -> None:
    table = Position(plain=True)
    paragon = table.give("Bramblewood Paragon")
    table.cast(paragon)
    warrior, elf = table.give(WARRIOR), table.give(ELF)
    table.cast(warrior)
    table.cast(elf)
    sizes = [table.size(each) for each in (paragon, warrior, elf)]
    assert sizes == [(2, 2), (2, 2), (1, 1)]
    table.follow(CopyToken(of="target"), on=warrior)
    copies = [each for each in table.permanents(ANNA) if table.look(each).token]
    assert [table.size(each) for each in copies] == [(2, 2)]


@pytest.mark.cr("614.12", "607.2d")
def test_creatures_of_the_chosen_type_enter_with_a_counter() -> None:
    table = Position(plain=True)
    mimic = table.give("Metallic Mimic")
    table.cast(mimic)
    table.do(Action("choose", word="Elf"))
    table.resolve()
    assert "Elf" in table.characteristics(mimic).subtypes
    elf, other = table.give(ELF), table.give(WARRIOR)
    table.cast(elf)
    table.cast(other)
    assert [table.size(each) for each in (mimic, elf, other)] == [(2, 1), (2, 2), (1, 1)]


@pytest.mark.cr("607.2d", "614.12")
def test_the_chosen_opponent_is_damaged_in_the_own_upkeep() -> None:
    table = Position(plain=True, players=3)
    vise = table.give("Black Vise")
    table.cast(vise)
    assert len(table.game.legal_actions()) == 2
    table.do(Action("choose", object=-(BEN + 1)))
    table.resolve()
    for _ in range(6):
        table.give("Forest", BEN)
        table.give("Forest", 2)
    for seat, life in ((2, 20), (BEN, 18)):
        table.begin("upkeep", seat)
        table.resolve()
        assert table.player(seat).life == life


def test_the_only_opponent_is_chosen_without_a_question() -> None:
    table = Position(plain=True)
    vise = table.give("Black Vise")
    table.cast(vise)
    assert table.look(vise).chosen == "player2"


@pytest.mark.parametrize("variant", ["conquering", "war_game", "battle_field", "tactical"])
def test_others_enter_tapped_in_variants(variant: str) -> None:
    table = Position(variant=variant, step="Casting" if variant == "war_game" else "First Main")
    sovereign = artifact("Sovereign", Enters(what=Filter(types=("Artifact",)), tapped=True))
    first, second = table.give(sovereign), table.give(artifact("Gem"))
    for card in (first, second):
        table.cast(card)
        while table.asked not in ("priority", "pause"):
            table.do(table.game.legal_actions()[0])
        table.resolve()
    assert table.look(second).tapped


@pytest.mark.cr("614.12", "614.6")
def test_a_mox_is_buried_unless_a_land_is_discarded() -> None:
    table = Position(plain=True)
    first = table.give("Mox Diamond")
    table.give(ELF)
    table.cast(first)
    assert table.zone(first) == "graveyard"
    second, forest = table.give("Mox Diamond"), table.give("Forest")
    table.cast(second)
    assert table.asked == "may"
    table.do(Action("yes"))
    while table.asked == "discard":
        table.do(table.game.legal_actions()[0])
    table.resolve()
    assert (table.zone(second), table.zone(forest)) == ("battlefield", "graveyard")
    third, other = table.give("Mox Diamond"), table.give("Forest")
    table.cast(third)
    table.do(Action("no"))
    table.resolve()
    assert (table.zone(third), table.zone(other)) == ("graveyard", "hand")
    assert not [event for event in table.happened("enters") if event.card == "Mox Diamond"][1:]


@pytest.mark.cr("614.12", "614.6")
def test_untapped_lands_must_be_sacrificed_if_there_are_enough() -> None:
    table = Position(plain=True)
    lands = [table.put("Forest"), table.put("Forest")]
    table.state.change(lands[0], tapped=True)
    vale = enter(table, "Lotus Vale")
    assert table.zone(vale) == "graveyard"
    table.state.change(lands[0], tapped=False)
    second = enter(table, "Lotus Vale")
    while table.asked == "sacrifice":
        table.do(table.game.legal_actions()[0])
    table.resolve()
    assert table.zone(second) == "battlefield"
    assert {table.zone(land) for land in lands} == {"graveyard"}


@pytest.mark.cr("607.2d")
def test_numbers_follow_the_chosen_player() -> None:
    table = Position(plain=True)
    order, beast = table.give("Lost Order of Jarkeld"), table.give("Nyxathid")
    table.cast(order)
    table.cast(beast)
    assert [table.size(order), table.size(beast)] == [(1, 1), (7, 7)]
    table.put(ELF, BEN)
    table.put(ELF, ANNA)
    for _ in range(2):
        table.give("Forest", BEN)
    assert [table.size(order), table.size(beast)] == [(2, 2), (5, 5)]
