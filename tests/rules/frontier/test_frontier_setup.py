"""Frontier Magic, before the game: decks, the continent, pioneers and hands (F-1 to F-4, F-32,
F-33).
"""

from __future__ import annotations

from collections import Counter

import pytest

from engine.actions import Action
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.legality import check
from engine.cards.decks.lists import cards_of, load_deck
from engine.cards.library import library
from engine.cards.model import Card, Search
from engine.cards.terms import Filter
from engine.fronts.common.layouts import Continent
from engine.game import Game
from engine.log import sentence
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from tests.magic.positions import ANNA, BEN
from tests.rules.frontier_table import Trek
from tests.rules.table import BEAR

RULES = load("frontier")


def card(name: str) -> Card:
    return library().card(name)


def deck(*lands: tuple[int, str], size: int = 60) -> tuple[Card, ...]:
    """A deck of so many lands, the rest of it bears."""
    found = [card(name) for number, name in lands for _ in range(number)]
    return (*found, *[BEAR] * (size - len(found)))


def start(first: tuple[Card, ...], second: tuple[Card, ...], seed: int = 3) -> Game:
    """A game at its first question."""
    return Game.start(RULES, [Seat("Anna", first), Seat("Ben", second)], seed)


def dealt(game: Game) -> Counter[str]:
    """What lies on the continent, by name."""
    return Counter(area.hidden.name for area in game.state.areas if area.hidden is not None)


def begun(game: Game) -> Game:
    """A game in which pioneers are placed and hands are kept."""
    while game.decision is not None and game.decision.kind in ("color", "place", "mulligan"):
        game.apply(next(a for a in game.legal_actions() if a.verb != "mulligan"))
    return game


def legal() -> list[str]:
    """The shipped decks that may be played."""
    return [
        name
        for name, file in shipped_decks().items()
        if not check(cards_of(load_deck(file)), RULES.deck)
    ]


# --- decks ---


@pytest.mark.rule("F-1")
def test_two_players_with_twenty_life() -> None:
    game = start(deck((22, "Forest")), deck((22, "Plains")))

    assert [player.life for player in game.state.players] == [20, 20]
    with pytest.raises(ValueError, match="is for 2 players"):
        Game.start(RULES, [Seat(name, deck((22, "Forest"))) for name in ("A", "B", "C")])


@pytest.mark.rule("F-1")
@pytest.mark.parametrize(
    ("lands", "size", "clauses"),
    [
        (22, 60, []),
        (20, 60, []),
        (25, 61, []),
        (22, 59, ["F-1"]),
        (19, 60, ["F-1"]),
        (26, 60, ["F-1"]),
    ],
)
def test_a_deck_has_sixty_cards_and_twenty_to_twenty_five_lands(
    lands: int, size: int, clauses: list[str]
) -> None:
    names = (
        "Grizzly Bears", "Lynx", "Cat Warriors", "Craw Wurm", "Spined Wurm", "Trained Armodon",
        "Timber Wolves", "War Mammoth",
        "Llanowar Elves", "Fyndhorn Elves", "Elvish Mystic",
    )  # fmt: skip
    rest = [card(name) for name in names for _ in range(4)][: size - lands]

    offences = check([*rest, *[card("Forest")] * lands], RULES.deck)

    assert [offence.clause for offence in offences] == clauses


@pytest.mark.rule("F-1")
def test_all_lands_leave_both_decks_and_are_shuffled_together() -> None:
    game = start(deck((20, "Forest")), deck((25, "Plains")))

    assert dealt(game) == {"Forest": 20, "Plains": 25}
    for player, cards in zip(game.state.players, (40, 35), strict=True):
        names = [game.object_name(ident) for ident in (*player.library, *player.hand)]
        assert names == ["Bear"] * cards
    first, second = (
        [
            a.hidden.name
            for a in start(deck((20, "Forest")), deck((25, "Plains")), seed).state.areas
            if a.hidden
        ]
        for seed in (1, 2)
    )
    assert first != second


@pytest.mark.rule("F-32")
@pytest.mark.parametrize("name", ["Armageddon", "Treetop Village"])
def test_what_does_not_work_here_is_not_allowed(name: str) -> None:
    offences = check([card(name)], RULES.deck)

    assert "F-32" in [offence.clause for offence in offences if offence.card == name]


@pytest.mark.rule("F-32")
def test_artifacts_that_become_creatures_are_not_allowed_and_single_destruction_is() -> None:
    from engine.cards.model import Activated, Change, Modify
    from engine.cards.terms import Costs

    become = Modify(
        what="self", change=Change(add_types=("Creature",), base_power=3, base_toughness=3)
    )
    staff = Card(
        name="Staff",
        types=("Artifact",),
        cost="{4}",
        abilities=(Activated(cost=Costs(mana="{3}"), effects=(become,)),),
    )

    assert [o.clause for o in check([staff], RULES.deck) if o.card == "Staff"] == ["F-32"]
    assert [o.clause for o in check([card("Stone Rain")], RULES.deck) if o.card] == []


def test_at_least_four_decks_of_different_plans_ship() -> None:
    mine = [name for name in legal() if name.startswith("frontier-")]
    plans = {load_deck(shipped_decks()[name]).plan for name in mine}

    assert len(mine) >= 4
    assert len(plans) == len(mine)
    for name in mine:
        keywords = Counter(
            word for each in cards_of(load_deck(shipped_decks()[name])) for word in each.keywords
        )
        assert keywords, name


# --- the continent ---


@pytest.mark.rule("F-2")
@pytest.mark.parametrize(
    ("first", "second", "columns"),
    [(20, 20, 8), (22, 22, 8), (22, 23, 9), (25, 24, 9), (25, 25, 10)],
)
def test_the_continent_has_five_rows_and_as_many_columns_as_the_lands_fill(
    first: int, second: int, columns: int
) -> None:
    game = start(deck((first, "Forest")), deck((second, "Plains")))
    spaces = game.board.spaces

    assert (max(s.x for s in spaces) + 1, max(s.y for s in spaces) + 1) == (columns, 5)
    assert len(spaces) == len(game.state.areas) == 5 * columns
    assert sum(dealt(game).values()) == 5 * columns  # the remainder is out of the game
    assert not any(obj.printed.name in ("Forest", "Plains") for obj in game.state.objects.values())


@pytest.mark.rule("F-2")
def test_everything_lies_face_down_and_nobody_knows_what_it_is() -> None:
    game = start(deck((22, "Forest")), deck((22, "Plains")))

    for seat in (ANNA, BEN, None):
        view = game.view_for(seat)
        assert all(
            not space.face_up and not space.land_name and not space.land_types
            for space in view.spaces
        )
        assert all(not area.hidden or not area.hidden.name for area in view.known.areas)
        assert view.lands == ()
    assert all(
        not game.characteristics(area.land).subtypes
        and not game.characteristics(area.land).abilities
        for area in game.state.areas
    )


@pytest.mark.rule("F-2")
def test_the_players_sit_at_the_two_long_edges() -> None:
    game = start(deck((22, "Forest")), deck((22, "Plains")))

    homes = {seat: {s.name for s in game.board.spaces if s.home == seat} for seat in (ANNA, BEN)}

    assert homes[ANNA] == {f"{letter}5" for letter in "abcdefgh"}
    assert homes[BEN] == {f"{letter}1" for letter in "abcdefgh"}
    assert game.board.neighbor_names[game.board.names["b2"]] == ("b1", "a2", "c2", "b3")


@pytest.mark.rule("F-2")
def test_the_number_of_rows_is_a_house_rule() -> None:
    game = Game.start(
        load("frontier", {"rows": "3"}),
        [Seat("Anna", deck((22, "Forest"))), Seat("Ben", deck((22, "Plains")))],
        1,
    )

    assert (max(s.x for s in game.board.spaces) + 1, max(s.y for s in game.board.spaces) + 1) == (
        14,
        3,
    )


# --- pioneers and hands ---


@pytest.mark.rule("F-3")
def test_each_player_puts_a_token_of_a_colour_of_their_choice_on_the_home_row() -> None:
    game = start(deck((22, "Forest")), deck((22, "Plains")))

    assert (game.decision.kind, game.decision.seat) == ("color", ANNA)
    assert {action.word for action in game.legal_actions()} == set("WUBRG")
    told = game.apply(Action("choose", word="R"))
    assert sentence(told[0], ("Anna", "Ben")) == "Anna chooses red"
    assert {action.space for action in game.legal_actions()} == {
        f"{letter}5" for letter in "abcdefgh"
    }
    game.apply(Action("place", space="c5"))
    assert (game.decision.kind, game.decision.seat) == ("color", BEN)
    game.apply(Action("choose", word="W"))
    game.apply(Action("place", space="f1"))

    pioneers = [
        game.state.objects[i] for i in game.state.battlefield if game.state.objects[i].token
    ]
    assert [(p.controller, game.space_name(p.space)) for p in pioneers] == [
        (ANNA, "c5"),
        (BEN, "f1"),
    ]
    assert [
        (
            game.characteristics(p.id).power,
            game.characteristics(p.id).toughness,
            *game.characteristics(p.id).colors,
        )
        for p in pioneers
    ] == [
        (1, 1, "red"),
        (1, 1, "white"),
    ]
    assert not game.state.areas[game.board.names["c5"]].face_up


@pytest.mark.rule("F-3")
def test_only_the_player_choosing_a_token_color_is_told_the_lands_of_the_deck() -> None:
    game = start(deck((8, "Forest"), (14, "Plains")), deck((22, "Swamp")))

    assert (
        game.view_for(ANNA).decision.prompt
        == "Choose the color of your Pioneers: your deck has 14 Plains, 8 Forest"
    )
    assert "Plains" not in game.view_for(BEN).decision.prompt


@pytest.mark.rule("F-3")
def test_everybody_draws_seven_cards_and_may_mulligan_as_in_magic() -> None:
    game = start(deck((22, "Forest")), deck((22, "Plains")))
    while game.decision is not None and game.decision.kind != "mulligan":
        game.apply(game.legal_actions()[0])
    first = game.decision.seat

    assert [len(player.hand) for player in game.state.players] == [7, 7]
    game.apply(Action("mulligan"))
    game.apply(Action("keep"))
    game.apply(game.legal_actions()[0])
    assert len(game.state.players[first].hand) == 6


@pytest.mark.rule("F-4")
def test_a_deck_list_is_not_changed_by_a_game() -> None:
    name = "frontier-walkers"
    before = cards_of(load_deck(shipped_decks()[name]))
    seats = [Seat("Anna", before), Seat("Ben", deck((22, "Plains")))]

    game = begun(Game.start(RULES, seats, 5))
    game.concede(ANNA)

    assert seats[0].deck == before
    assert sum("Land" in each.types for each in seats[0].deck) == 22
    again = Game.start(RULES, seats, 6)
    assert dealt(again)["Forest"] + dealt(again)["Plains"] == 40


@pytest.mark.rule("F-33")
def test_who_searches_the_library_for_a_land_finds_none() -> None:
    trek = Trek()
    trek.game = begun(start(deck((22, "Forest")), deck((22, "Plains"))))

    trek.follow(Search(of=Filter(zone="library", types=("Land",)), to="hand"))

    assert not trek.offered("search")
    trek.choose("done")
    assert trek.happened("find") == []
    assert "Forest" not in trek.names(ANNA, "hand")


@pytest.mark.rule("F-2")
def test_a_continent_that_is_only_drawn_has_five_rows_of_nine() -> None:
    board = Continent().build()
    assert (len(board.spaces), board.spaces[0].name, board.spaces[-1].name) == (45, "a1", "i5")
