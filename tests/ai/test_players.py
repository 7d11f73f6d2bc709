"""Computer players: always a legal answer, the same one for the same game, and in time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from engine import ai
from engine.actions import Action
from engine.ai import easy, normal, search
from engine.ai.player import ComputerPlayer, OutOfTime
from engine.ai.weights import weights_of
from engine.base import chance
from engine.base.records import replace
from engine.cards.costs import COLOR_OF
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.lists import cards_of, load_deck
from engine.fronts.common.land import SYMBOL_OF_TYPE
from engine.fronts.common.strongholds import StrongholdQuestion
from engine.game import Game
from engine.magic.core.agenda import Question
from engine.magic.turn.priority import Priority
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from engine.variant.ruleset import Ruleset
from tests.against_nobody import VARIANTS, rounds_to_win
from tests.forms import only_as_written
from tests.magic.positions import ANNA
from tests.rules.table import BEAR, GOLEM, Table

RULES = load("conquering")


def start(seed: int, players: int = 2, rules: Ruleset = RULES) -> Game:
    shipped = [load_deck(file) for _, file in sorted(shipped_decks().items())]
    decks = [cards_of(deck) for deck in shipped if deck.variant in ("", rules.id)]
    names = ("Edna", "Dale", "Theresa", "Abe")[:players]
    return Game.start(
        rules, [Seat(name, decks[(seed + i) % len(decks)]) for i, name in enumerate(names)], seed
    )


def play(game: Game, levels: tuple[str, ...], decisions: int) -> list[str]:
    """Let players of these levels decide; every answer must be legal.

    Returns the answers as text.
    """
    players = [ai.make(level, seed) for seed, level in enumerate(levels, 1)]
    answers: list[str] = []
    while game.decision is not None and len(answers) < decisions:
        seat = game.decision.seat
        action = players[seat].choose(game.view_for(seat))
        assert action in game.legal_actions()
        answers.append(f"{seat} {action}")
        game.apply(action)
    return answers


@pytest.mark.slow
@pytest.mark.parametrize("level", ["random", "easy", "normal", "hard"])
def test_the_same_game_gets_the_same_answers(level: str) -> None:
    first = play(start(4), (level, level), 40)
    assert first == play(start(4), (level, level), 40)
    assert len(first) == 40


@pytest.mark.rule("C-5", "W-1")
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
@pytest.mark.parametrize("rules", [RULES, load("war_game")], ids=lambda rules: rules.id)
def test_a_stronghold_s_land_is_of_the_colour_that_most_of_its_player_s_deck_has(
    level: str, rules: Ruleset
) -> None:
    chosen: set[str] = set()
    for seed in range(8):
        game = start(seed, rules=rules)
        cards = [game.state.objects[i].printed for i in game.state.players[0].library]
        color = COLOR_OF[SYMBOL_OF_TYPE[ai.make(level, 1).choose(game.view_for(0)).word]]
        assert sum(color in card.colors for card in cards) == max(
            Counter(c for card in cards for c in card.colors).values()
        )
        chosen.add(color)
    assert len(chosen) > 1


@pytest.mark.rule("M-1", "W-1")
def test_nobody_is_told_what_color_another_player_s_deck_is_before_the_game() -> None:
    game = start(1, rules=load("war_game"))
    for seat in (1, None):
        assert not game.view_for(seat).known.agenda
    told = [
        (task.seat, task.color)
        for task in game.view_for(0).known.agenda
        if isinstance(task, StrongholdQuestion)
    ]
    assert [seat for seat, color in told if color] == [0]


@pytest.mark.slow
def test_easy_players_conquer_the_map() -> None:
    game = start(2)
    play(game, ("easy", "easy"), 2_000)
    assert game.state.winners is not None
    assert len(game.state.winners) == 1


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_careless_player_wins_against_nobody(variant: str) -> None:
    """`python -m tests.against_nobody` plays 20 games a variant and compares them with the
    normal player's.
    """
    rounds = [rounds_to_win(variant, "easy", seed) for seed in (1, 2, 3)]
    assert all(number is not None and number <= 18 for number in rounds), rounds


def test_what_an_easy_player_overlooks_it_overlooks_for_the_turn_and_does_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table()
    home = table.game.space_name(table.player(ANNA).stronghold)
    left, right = (table.put(BEAR, at=home) for _ in range(2))
    table.turn("Movement")
    # the first creature is overlooked, the second isn't
    view, rolls = table.game.view_for(ANNA), iter([0, 99])
    player = ai.make("easy", 1)
    monkeypatch.setattr(chance, "below", lambda _, limit: next(rolls) if limit == 100 else 0)
    moved = player.choose(view)
    assert moved.verb == "move"
    assert moved == player.choose(view)
    assert {moved.object} < {left, right}


@pytest.mark.rule("C-22", "C-25")
def test_nobody_leaves_land_that_it_could_take_to_creatures_that_have_just_come() -> None:
    table = Table()
    bear = table.put(BEAR, at="b2")
    table.put(GOLEM, at="b2", tapped=True)  # it has moved, and can't attack
    table.area("b2", "Forest", value=2)
    table.turn("Movement")
    assert not [a for a in (easy.answer(table.game),) if a.object == bear]


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4])
def test_several_easy_players_come_to_an_end(players: int) -> None:
    game = start(3, players)
    play(game, ("easy",) * players, 4_000)
    assert game.state.winners is not None


def test_a_player_without_time_still_answers() -> None:
    game = start(5)
    player = ai.make("normal", 1)
    for _ in range(25):
        assert game.decision is not None
        action = player.choose(game.view_for(game.decision.seat), lambda: True)
        assert action in game.legal_actions()
        game.apply(action)


def test_an_idea_without_a_step_is_no_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(normal, "IDEAS", {})
    monkeypatch.setattr(search, "each", lambda *_: iter([search.Idea((), search.WON)]))
    monkeypatch.setattr(
        search, "foreseen", lambda _game, plan, *_: search.Idea(plan, 0.0 if plan else search.WON)
    )
    game = start(5)
    assert game.question is not None
    actions = game.legal_actions()
    plan = normal._judge([lambda: game], actions, search.Budget(9, lambda: False))
    assert plan[0] in actions


@only_as_written(
    "C calls a function without looking for it by its name, where a test may put something else"
)
def test_where_the_rule_of_thumb_comes_out_best_nothing_is_weighed_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worse = iter(range(99, 0, -1))
    looked = list[search.Plan]()

    def foreseen(_game: Game, plan: search.Plan, *_rest: object) -> search.Idea:
        looked.append(plan)
        return search.Idea(plan, 0.0)

    monkeypatch.setattr(search, "foreseen", foreseen)
    monkeypatch.setattr(
        search, "tried", lambda _game, plan, *_: search.Idea(plan, float(next(worse)))
    )
    game = start(5)
    weighed: set[Action] = set()
    first = normal._judge(
        [lambda: game], game.legal_actions(), search.Budget(99, lambda: False), weighed=weighed
    )
    assert len(looked) == search.DEEP + 1
    assert weighed == {action for action in game.legal_actions() if action != first[0]}

    looked.clear()
    assert (
        normal._judge(
            [lambda: game], game.legal_actions(), search.Budget(99, lambda: False), weighed=weighed
        )
        == first
    )
    assert looked == []


@only_as_written(
    "C calls a function without looking for it by its name, where a test may put something else"
)
def test_what_comes_out_just_as_the_rule_of_thumb_is_not_looked_at_with_foresight(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "foreseen", lambda *_: pytest.fail("nothing is to be foreseen"))
    game = start(5)
    assert (
        len(
            {
                idea.value
                for idea in search.each(
                    game, game.legal_actions(), 0, search.Budget(99, lambda: False)
                )
            }
        )
        == 1
    )
    assert normal._judge(
        [lambda: game], game.legal_actions(), search.Budget(99, lambda: False)
    ) == (search.policy(game),)


@only_as_written(
    "C calls a function without looking for it by its name, where a test may put something else"
)
def test_the_quiet_end_of_another_s_turn_is_left_to_the_rules_of_thumb(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(search, "is_of_use", lambda *_: True)
    game = start(5)
    play(game, ("easy", "easy"), 60)
    question = Priority(0)
    assert not game.state.stack
    for active in (0, 1):
        game.state.set(turn=replace(game.state.turn, active=active), combat=None)
        assert normal._by_thumb(game, question, (Action("pass"),)) is (active != question.seat)


def test_of_ideas_that_come_out_alike_one_is_among_the_likeliest() -> None:
    bear, other_bear, giant = (Action("cast", object=number) for number in (1, 2, 3))
    ideas = [search.Idea((bear,), 2.0), search.Idea((other_bear,), 2.0), search.Idea((giant,), 5.0)]
    assert search.likeliest(ideas) == [(giant,), (bear,)]


def test_only_what_is_close_to_the_best_is_looked_at_in_a_second_world() -> None:
    values = {"best": 9.0, "close": 8.5, "far": 7.0}
    looked = list[tuple[int, str]]()

    def run(world: Game, name: str) -> search.Idea:
        looked.append((world.state.rng, name))
        return search.Idea((), values[name])

    worlds = [lambda seed=seed: start(seed) for seed in (1, 2)]
    numbers = weights_of(worlds[0]().rules).normal
    budget = search.Budget(99, lambda: False)
    found = normal._race(worlds, tuple(values), "", budget, numbers, run)
    assert [name for _, name in looked] == ["best", "close", "far", "best", "close"]
    assert found == values


class Dreamer(ComputerPlayer):
    """Looks at its worlds, and tells how many it has imagined by then."""

    worlds = 2

    def think(
        self, worlds: Sequence[Any], actions: Sequence[Action], out_of_time: OutOfTime
    ) -> Action:
        self.imagined = [sum(world.cache_info().misses for world in worlds)]
        for world in (worlds[0], worlds[0], worlds[1]):
            world()
            self.imagined.append(sum(world.cache_info().misses for world in worlds))
        return actions[0]


@only_as_written("a class of a test can't derive from one that is compiled")
def test_a_world_is_imagined_when_it_is_looked_at() -> None:
    player = Dreamer(7)
    player.choose(start(5).view_for(0))
    assert player.imagined == [0, 1, 1, 2]


def test_a_level_that_is_none_is_named_with_those_that_are() -> None:
    with pytest.raises(ValueError, match=r"genius.*easy.*normal"):
        ai.make("genius", 1)


def test_a_player_asked_nothing_says_so() -> None:
    game = start(6)
    assert game.decision is not None
    other = 1 - game.decision.seat
    with pytest.raises(ValueError, match="has nothing to decide"):
        ai.make("easy", 1).choose(game.view_for(other))


class Riddle(Question, frozen=True):
    """Something that no computer player has ever been asked."""

    kind = "riddle"

    def prompt(self, game: Game) -> str:
        return "What walks on four legs in the morning?"

    def options(self, game: Game) -> list[Action]:
        return [Action("answer", word=word) for word in ("cat", "table", "man")]

    def answer(self, game: Game, action: Action) -> None:
        """Nothing comes of it."""


@pytest.mark.parametrize("level", ai.PLAYERS)
def test_a_question_of_a_new_kind_is_answered(level: str) -> None:
    game = start(1)
    game.push(Riddle(0))
    game.advance()
    action = ai.make(level, 1).choose(game.view_for(0))
    assert action in game.legal_actions()


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_every_kind_of_question_gets_a_legal_answer(level: str) -> None:
    """Chance plays the game, so that odd positions come up; the player, in a hurry, is asked
    about each of them.
    """
    chance, player = ai.make("random", 3), ai.make(level, 3)
    kinds: set[str] = set()
    for seed in (7, 8):
        game = start(seed)
        for _ in range(250):
            if game.decision is None:
                break
            kinds.add(game.decision.kind)
            view = game.view_for(game.decision.seat)
            assert player.choose(view, lambda: True) in game.legal_actions()
            game.apply(chance.choose(view))
    assert {
        "mulligan",
        "land-type",
        "priority",
        "target",
        "payment",
        "move",
        "attack-area",
        "attackers",
        "discard",
    } <= kinds


@pytest.mark.slow
def test_normal_players_conquer_the_map() -> None:
    """In a hurry, so that the test is: they then go by the rules of thumb alone."""
    game = start(9)
    players = [ai.make("normal", seed) for seed in (1, 2)]
    for _ in range(2_000):
        if game.decision is None:
            break
        game.apply(
            players[game.decision.seat].choose(game.view_for(game.decision.seat), lambda: True)
        )
    assert game.state.winners is not None
    assert len(game.state.winners) == 1
