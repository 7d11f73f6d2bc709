"""The adviser's plans in words: what they say, and what they don't know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine import ai
from engine.actions import PASS, Action
from engine.analysis.leak_check import twin
from engine.cards.decks.files import shipped_decks
from engine.cards.decks.lists import cards_of, load_deck
from engine.game import Game
from engine.magic.turn.setup import Seat
from engine.variant.loading import load
from engine.view import View
from tests.tui.games import FRONT, PIECES, asked, play_until, session, session_of
from tui.adviser.advice import (
    BETWEEN_PEOPLE,
    ONLY_LESSONS,
    SWITCHED_OFF,
    Advice,
    AdviceRequest,
    AdvisedPlan,
    PlanStep,
    barred,
    marked_words,
    plain_words,
)
from tui.adviser.plan_words import steps_of
from tui.adviser.thinking import Adviser, _without_names
from tui.session.ai_process import AIProcess
from tui.session.game_setup import suited_decks
from tui.table import forecast
from tui.table.controllers.model import OpenAdvice
from tui.table.widgets.advice import advice_lines, percent, points, why_pages

VARIANTS = ("conquering", "war_game", "frontier", "battle_field", "tactical")


def advice_on(view: View, *, improved: int = 1, following: tuple[Action, ...] = ()) -> Advice:
    """Return what the adviser says of a view after a fixed amount of work."""
    adviser, answer = Adviser(), Advice(())
    for _ in range(improved):
        left = iter(range(60))
        request = AdviceRequest(1, view, 1.0, following, view.actions[0])
        answer = adviser.advise(request, lambda left=left: next(left, None) is None)
    return answer


def questions(variant: str, number: int) -> Iterator[Game]:
    """Yield a game of a variant at one question each of several kinds."""
    first, second = suited_decks(variant, own=False)[:2]
    decks = shipped_decks()
    seats = [
        Seat("Edna", cards_of(load_deck(decks[first]))),
        Seat("Dale", cards_of(load_deck(decks[second]))),
    ]
    game = Game.start(load(variant), seats, seed=5)
    player, met = ai.make("thumb", 1), set[str]()
    for _ in range(3000):
        decision = game.decision
        if decision is None or len(met) == number:
            return
        if game.state.turn.number > 2 and decision.kind not in met:
            view = game.view_for(decision.seat)
            if len(view.actions) > 1:
                met.add(decision.kind)
                yield game.fork()
        game.apply(player.choose(game.view_for(decision.seat)))


def test_a_plan_is_told_in_one_sentence_with_letters_for_the_map() -> None:
    steps = (
        PlanStep("Cast Shock {R}"),
        PlanStep("target Savannah Lions", goal="b2"),
        PlanStep("move Craw Wurm to b2", "b3", "b2"),
    )
    plan = AdvisedPlan((), steps)
    assert plain_words(plan) == ("Cast Shock {R}, target Savannah Lions, then move Craw Wurm to b2")
    assert marked_words(plan) == (
        "Cast Shock {R}, target Savannah Lions (a), then move Craw Wurm to b2 (b)"
    )


def test_attackers_of_one_plan_are_told_together_and_payments_not_at_all() -> None:
    view = session_of(FRONT).view()
    first, second = [item for item in view.permanents if item.name == "Craw Wurm"][:2]
    (lions, *_) = [item for item in view.permanents if item.name == "Savannah Lions"]
    attacks = [
        next(
            action
            for action in view.actions
            if action.verb == "attacker" and action.object == wurm.id
        )
        for wurm in (first, second)
    ]
    assert lions.id in {attack.target for attack in attacks}
    steps = steps_of(view, forecast.of(view).game, (*attacks, Action("pass")))
    assert [step.words for step in steps][:1] == ["Attack Savannah Lions with Craw Wurm"]
    assert "Pass" not in [step.words for step in steps]
    assert [(step.start, step.goal) for step in steps][:1] == [("b3", "b2")]


def test_a_game_or_a_setting_can_do_without_the_adviser() -> None:
    assert barred("", "on", is_puzzle=False) == ""
    assert barred("", "lessons", is_puzzle=True) == ""
    assert barred("", "lessons", is_puzzle=False) == ONLY_LESSONS
    assert barred("", "off", is_puzzle=True) == SWITCHED_OFF
    assert session(("human", "human")).no_adviser == BETWEEN_PEOPLE
    assert session().no_adviser == ""


@pytest.mark.slow
def test_more_time_improves_the_same_answer_and_another_question_gets_a_new_one() -> None:
    view = session_of(PIECES).view()
    adviser = Adviser()
    soon = adviser.advise(AdviceRequest(1, view, 1.0), lambda: False)
    late = adviser.advise(AdviceRequest(1, view, 1.0, (), view.actions[0]), lambda: False)
    assert plain_words(soon.plans[0]) == "Attack Savannah Lions with Craw Wurm"
    assert late.worlds >= soon.worlds
    assert late.is_final
    assert soon.plans[0].gain is None
    assert late.plans[0].gain is not None
    assert all(plan.actions[0] in view.actions for plan in late.plans)
    assert any("Savannah Lions dies" in sentence for sentence in late.why)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_adviser_tells_nothing_that_its_player_cannot_know(variant: str) -> None:
    """Positions that differ only in what is hidden from a player get the same advice, word for
    word.
    """
    compared = 0
    for game in questions(variant, 4):
        assert game.decision is not None
        seat = game.decision.seat
        said = advice_on(game.view_for(seat), improved=2)
        for seed in (1, 2):
            other = twin(game, seat, seed)
            assert advice_on(other.view_for(seat), improved=2) == said
            compared += 1
    assert compared >= 6


@pytest.mark.slow
def test_the_process_of_the_computer_players_advises_and_goes_on_to_play() -> None:
    played = play_until(session(), asked(0, "priority", "First Main"))
    view, thinker = played.view(), AIProcess(seconds=0.2)
    try:
        thinker.advise(AdviceRequest(0, view, 0.0))  # ready from here on
        soon = thinker.advise(AdviceRequest(1, view, 0.2))
        assert soon.plans
        assert soon.plans[0].actions[0] in view.actions
        late = thinker.advise(AdviceRequest(1, view, 0.2, (), view.actions[0]))
        assert late.worlds >= soon.worlds
        assert thinker.choose("easy", 1, view)
    finally:
        thinker.close()


def test_plans_are_listed_by_their_chance_and_a_piece_that_is_picked_is_asked_about() -> None:
    view = session_of(FRONT).view()
    adviser, answer = Adviser(), Advice(())
    piece = next(each.id for each in view.permanents if each.space == "d3")
    for number in (1, 2):
        request = AdviceRequest(number, view, 1.0, (), view.actions[0], piece if number > 1 else 0)
        for _ in range(2):
            left = iter(range(60))
            answer = adviser.advise(request, lambda left=left: next(left, None) is None)
        chances = [plan.chance or 0.0 for plan in answer.plans]
        assert chances == sorted(chances, reverse=True)
    assert answer.plans
    assert {plan.actions[0].object for plan in answer.plans} == {piece}


def test_the_outcome_of_a_plan_comes_first_and_what_is_only_imagined_has_no_name() -> None:
    answer = advice_on(session_of(PIECES).view(), improved=2)
    assert "Savannah Lions dies" in " ".join(answer.outcome)
    assert not any(" draws " in each or " enters at " in each for each in answer.why)
    unknown = {"Somebody": "creature", "Shock": "card"}
    for said, told in (
        ("Dale casts Somebody", "Dale casts a creature"),
        ("Somebody moves from s2 to b1", "A creature moves from s2 to b1"),
        (
            "Dale casts Shock, targeting Edna's Somebody",
            "Dale casts a card, targeting Edna's creature",
        ),
    ):
        assert _without_names(said, unknown) == told


def test_the_numbers_of_the_strip_agree_and_its_heading_and_reason_fit() -> None:
    step = (PlanStep("Pass"),)
    base = 0.559
    plans = tuple(
        AdvisedPlan((PASS,), step, chance, chance - base) for chance in (base, 0.537, 0.516)
    )
    assert [percent(plan.chance) for plan in plans] == [" 56%", " 54%", " 52%"]
    assert [points(plan).strip() for plan in plans] == ["=", "-2", "-4"]
    why = tuple(f"Kalonian Tusker moves from a{at} to b{at}" for at in range(1, 40))
    opened = OpenAdvice(
        1, "Move Cat Warriors to d5", Advice(plans, why, outcome=("Edna takes b3",))
    )
    heading = advice_lines(opened, 80, 6)[0].plain
    assert len(heading) <= 80
    assert "…" not in heading.removesuffix("still thinking…")
    opened.compared = "Cast Garruk's Companion {G}{G} at the far end of the map"
    assert advice_lines(opened, 80, 6)[0].plain.endswith(
        "against the choice at the cursor; still thinking…"
    )
    opened.tells_why = True
    pages = why_pages(opened, 80, 6)
    assert pages[0][0].plain.startswith(" Why (56%): Edna takes b3. It may go on like this: ")
    told = " ".join(line.plain.removesuffix(" …").strip() for page in pages for line in page)
    for each in why:
        assert f"{each}." in told
    assert all(line.cell_len <= 80 for page in pages for line in page)
