"""Offers: one answer checked, one drawn or all shown, and no more found out than that takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from string import Formatter

import pytest

from engine.actions import DONE, PASS, Action, IllegalAction
from engine.analysis import invariants
from engine.base.records import replace
from engine.game import Game
from engine.magic.core.agenda import Question
from engine.magic.core.legal_actions import ActionGroup, LegalActions, known_actions
from engine.magic.turn.setup import Seat
from engine.variant.inheritance import shipped
from engine.variant.loading import load
from tests.forms import only_as_written
from tui.commands.common import all_decks
from tui.tools.random_play import choose, draw

DECISIONS = 120
DRAWS = 4_000


with_groups_of_its_own = only_as_written(
    "a record that Python derives from a native one has no fields of its own"
)


class Some(ActionGroup, frozen=True):
    """A group for tests: it notes that it has been made."""

    found: tuple[Action, ...]
    asked: list[str]

    def actions(self, game: Game) -> Sequence[Action]:
        self.asked.append(self.verb)
        return self.found


def of(verb: str, number: int, most: int, asked: list[str], sure: int = 0) -> Some:
    """So many actions of a verb, where there might be more."""
    return Some(
        verb, 0, most, sure, tuple(Action(verb, object=n) for n in range(1, number + 1)), asked
    )


@pytest.fixture(scope="module")
def game() -> Game:
    return start("tactical", 5)


def start(variant: str, seed: int, decisions: int = 0) -> Game:
    """A game of shipped decks, so many decisions on."""
    rules = load(variant)
    decks = all_decks(rules)
    random = Random(seed)
    game = Game.start(rules, [Seat(name, random.choice(decks)) for name in ("Edna", "Dale")], seed)
    for _ in range(decisions):
        game.apply(choose(game.legal_actions(), random))
    return game


def offers() -> Iterator[tuple[LegalActions, list[str]]]:
    """The same offer again and again, nothing of it found out."""
    while True:
        asked: list[str] = []
        yield (
            LegalActions(
                [
                    known_actions((PASS, DONE)),
                    of("move", 3, 5, asked),
                    of("cast", 0, 2, asked),
                    of("play", 1, 1, asked),
                ]
            ),
            asked,
        )


def at(offer: LegalActions, game: Game, place: int) -> Action | None:
    """The answer that is drawn when chance falls on a place; None if chance has to be asked once
    more.
    """
    chances = iter([(place + 0.5) / sum(offer.upper_bounds())])
    try:
        return offer.sample(game, lambda: next(chances))
    except StopIteration:
        return None


@with_groups_of_its_own
def test_each_place_has_an_answer_of_its_own_or_none(game: Game) -> None:
    fresh = offers()
    most = sum(next(fresh)[0].upper_bounds())
    assert most == 10
    hits = Counter(at(next(fresh)[0], game, place) for place in range(most))
    assert hits.pop(None) == 4
    assert hits == Counter(next(fresh)[0].all(game))


@with_groups_of_its_own
def test_each_place_has_an_answer_of_its_own_once_some_are_known(game: Game) -> None:
    for known in range(10):
        hits: Counter[Action | None] = Counter()
        offer, _ = next(offers())
        at(offer, game, known)
        for place in range(sum(offer.upper_bounds())):
            again, _ = next(offers())
            at(again, game, known)
            assert sum(again.upper_bounds()) == sum(offer.upper_bounds())
            hits[at(again, game, place)] += 1
        assert set(hits.values()) - {hits.pop(None, 0)} <= {1}
        assert set(hits) == set(offer.all(game))


@with_groups_of_its_own
def test_no_more_is_found_out_than_it_takes(game: Game) -> None:
    offer, asked = next(offers())
    assert offer.allows(game, PASS)
    assert offer.number(game, 2) == 2
    assert not asked
    assert offer.allows(game, Action("move", object=2))
    assert not offer.allows(game, Action("move", object=4))
    assert asked == ["move"]
    assert at(offer, game, 3) == Action("move", object=2)
    assert asked == ["move"]
    assert not offer.is_made
    assert len(offer.all(game)) == 6
    assert asked == ["move", "cast", "play"]
    assert offer.is_made


@with_groups_of_its_own
def test_what_is_sure_needs_no_finding_out(game: Game) -> None:
    asked: list[str] = []
    offer = LegalActions([of("move", 3, 5, asked, sure=1)])
    offer.add_optional([known_actions((DONE,))])
    assert offer.is_worth_asking(game)
    assert offer.number(game, 2) == 2
    assert not asked
    assert offer.number(game, 9) == 4
    assert asked == ["move"]


@with_groups_of_its_own
def test_what_is_not_worth_asking_does_not_matter(game: Game) -> None:
    asked: list[str] = []
    offer = LegalActions([of("move", 0, 3, asked)])
    offer.add_optional([known_actions((PASS,)), of("activate", 1, 1, asked)])
    assert not offer.is_worth_asking(game)
    assert asked == ["move"]
    assert len(offer.all(game)) == 2


@with_groups_of_its_own
def test_a_group_that_has_more_than_it_says_is_a_fault(game: Game) -> None:
    with pytest.raises(AssertionError, match="has 3 answers"):
        LegalActions([of("move", 3, 2, [])]).all(game)


@pytest.mark.parametrize("variant", shipped())
def test_offers_are_all_legal_actions_and_no_others(variant: str) -> None:
    game, random = start(variant, 3), Random(3)
    for _ in range(DECISIONS):
        question = game.question
        if question is None:
            break
        assert invariants.offer_faults(game) == []
        legal = tuple(sorted(question.options(game)))
        assert question.offer(game).all(game) == legal
        one = random.choice(legal)
        assert question.offer(game).allows(game, one)
        if (other := replace(one, object=one.object + 1)) not in legal:
            assert not question.offer(game).allows(game, other)
        assert question.offer(game).number(game, 2) == min(len(legal), 2)
        game.apply(one)


def position() -> Game:
    """A position in which few groups of an offer have as many actions as they might."""
    game, random = start("tactical", 8), Random(8)
    while True:
        question = game.question
        assert question is not None
        offer = question.offer(game)
        if (
            len(offer.groups) > 6
            and sum(offer.upper_bounds()) > len(offer.all(game))
            and len(game.legal_actions()) < 40
        ):
            most = sum(question.offer(game).upper_bounds())
            if most > len(game.legal_actions()) + 2:
                return game
        game.apply(choose(game.legal_actions(), random))


def test_every_legal_action_is_drawn_equally_often() -> None:
    game, random = position(), Random(1)
    legal = game.legal_actions()
    drawn_so_often: Counter[Action] = Counter()
    for _ in range(DRAWS):
        game._offer = None
        drawn_so_often[draw(game, random)] += 1
    assert set(drawn_so_often) == set(legal)
    expected = DRAWS / len(legal)
    spread = sum((number - expected) ** 2 / expected for number in drawn_so_often.values())
    degrees = len(legal) - 1
    assert abs(spread - degrees) < 4 * (2 * degrees) ** 0.5


def test_a_draw_takes_nothing_back_while_there_is_something_else() -> None:
    game, random = start("conquering", 2), Random(2)
    seen = 0
    for _ in range(400):
        legal = game.legal_actions()
        game._offer = None
        action = draw(game, random)
        backs = [each for each in legal if each.verb == "take-back"]
        seen += bool(backs)
        assert action.verb != "take-back" or len(legal) == 1
        game.apply(action)
    assert seen


@pytest.mark.rule("M-19")
def test_draws_from_a_seed_are_the_same_each_time() -> None:
    assert [marks(seed) for seed in (1, 2)] == [marks(seed) for seed in (1, 2)]


def marks(seed: int) -> list[Action]:
    game, random, found = start("frontier", 4), Random(seed), list[Action]()
    for _ in range(60):
        found.append(draw(game, random))
        game.apply(found[-1])
    return found


def test_a_fork_finds_out_for_itself_what_is_not_known() -> None:
    game = start("tactical", 8, 40)
    assert not game.offer.is_made
    fork = game.fork()
    assert fork.offer is not game.offer
    assert fork.legal_actions() == game.legal_actions()
    assert game.fork().offer is game.offer


def test_what_is_refused_leaves_the_offer_as_it_was() -> None:
    game = start("frontier", 4, 30)
    with pytest.raises(IllegalAction):
        game.apply(Action("move", object=9999, space="nowhere"))
    fork = Game(game.rules, game.state.fork())
    assert game.legal_actions() == fork.legal_actions()


class Twice(Question, frozen=True):
    """A question for tests, with one answer too many."""

    def options(self, game: Game) -> list[Action]:
        return [DONE]

    def offered(self, game: Game) -> list[ActionGroup]:
        return [known_actions((DONE,), "pass"), of("move", 1, 0, [])]


@with_groups_of_its_own
def test_an_offer_of_other_actions_than_are_legal_is_a_fault() -> None:
    game = start("conquering", 4)
    assert invariants.offer_faults(game) == []
    game._offer = LegalActions([known_actions(game.legal_actions()[1:])])
    assert invariants.offer_faults(game) == ["an offer is of other actions than are legal"]
    game._offer = LegalActions([known_actions((DONE,)), known_actions((Action("move", object=1),))])
    game.state.push((Twice(0),))
    first, second = invariants.offer_faults(game)
    assert first.endswith("has 1 actions")
    assert "is in a group that has no such actions" in second


def test_whoever_asks_who_must_choose_finds_out_no_answers(game: Game) -> None:
    fork = game.fork()
    while fork.decision is not None and (fork.decision.kind != "priority" or fork.offer.is_made):
        fork.apply(draw(fork, Random(1)))
    asked = fork.decision
    assert asked is not None
    assert not fork.offer.is_made, "what can be done is found out when somebody asks"
    assert "pass" in asked.prompt
    assert fork.offer.is_made, "the words tell of all that can be done"


def test_a_question_that_has_been_answered_has_no_words_any_more(game: Game) -> None:
    fork = game.fork()
    asked = fork.decision
    assert asked is not None
    told = asked.told()
    assert (told.seat, told.kind, told.prompt) == (asked.seat, asked.kind, asked.prompt)
    fork.apply(fork.legal_actions()[0])
    with pytest.raises(ValueError, match="no longer open"):
        assert asked.prompt


def questions(kind: type[Question] = Question) -> Iterator[type[Question]]:
    yield kind
    for narrower in kind.__subclasses__():
        yield from questions(narrower)


def test_the_words_of_a_question_speak_of_what_it_has() -> None:
    spoken = [
        (kind, name)
        for kind in questions()
        for _, name, _, _ in Formatter().parse(kind.words)
        if name
    ]
    assert spoken
    for kind, name in spoken:
        own, field, *_ = name.split(".")
        assert own == "self"
        assert field in kind.__struct_fields__, f"{kind.__name__} asks '{kind.words}'"
