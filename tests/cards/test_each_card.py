"""Cards played one by one: each is cast or used, does something and breaks nothing."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests import play_each_card
from tests.play_each_card import (
    Outcome,
    assigned,
    play_until_shown,
    playable_cards,
    read_results,
    report,
    shows_nothing,
)

MANY = 3_000  # fewer playable cards than this: the cards that are read don't ship here
SEED = 40


@pytest.mark.slow
def test_cards_drawn_at_random_are_used_and_do_something() -> None:
    cards = playable_cards()
    if len(cards) < MANY:
        pytest.skip("the cards that are read from Oracle text don't ship here")
    names = Random(SEED).sample(sorted(cards), 200)
    outcomes = [
        play_until_shown(card, variant, SEED, decisions=40)
        for card, variant in assigned((cards[name] for name in names), Counter())
    ]
    assert [each for each in outcomes if each.faults] == []
    idle = [each.card for each in outcomes if not each.used]
    assert len(idle) <= len(outcomes) // 20, idle
    still = [
        each.card
        for each in outcomes
        if each.used and not each.shown and not shows_nothing(cards[each.card])
    ]
    # conditions that a small position doesn't meet: deaths, attacks, cards of certain kinds
    assert len(still) <= len(outcomes) // 7, still


@pytest.mark.parametrize("variant", play_each_card.variants())
def test_a_creature_without_text_is_used_and_shows_nothing_but_combat(variant: str) -> None:
    outcome = play_until_shown(playable_cards()["Grizzly Bears"], variant, 1)
    assert outcome.used
    assert not outcome.faults
    assert not {"static", "lasting", "shield", "trigger"} & set(outcome.shown)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("Wrath of God", "dies"), ("Divination", "draw"), ("Glorious Anthem", "static"),
     ("Giant Growth", "lasting"), ("Drudge Skeletons", "shield")],
)  # fmt: skip
def test_what_a_card_does_is_noticed(name: str, kind: str) -> None:
    outcome = play_until_shown(playable_cards()[name], "tactical", 1)
    assert outcome.used
    assert kind in outcome.shown


def test_games_are_shared_among_the_variants_that_allow_a_card() -> None:
    bears = playable_cards()["Grizzly Bears"]
    games = Counter(variant for _, variant in assigned([bears] * 10, Counter()))
    assert set(games.values()) == {2}


def test_results_are_continued_after_a_line_that_was_cut_off(tmp_path: Path) -> None:
    path = tmp_path / "results"
    line = '{"card": "Shock", "variant": "tactical", "used": true, "shown": ["damage"], '
    path.write_text(line + '"decisions": 9, "faults": []}\n' + line)
    results = read_results(path)
    assert list(results) == ["Shock"]
    assert report(results)[0] == "1 cards in 9 decisions: 1 tactical"


def test_a_card_that_breaks_the_game_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> list[str]:
        raise KeyError("nothing")

    monkeypatch.setattr(play_each_card, "check_position", fail)
    outcome: Outcome = play_until_shown(playable_cards()["Shock"], "tactical", 1)
    assert outcome.faults == ("KeyError: 'nothing'",)
