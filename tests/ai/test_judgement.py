"""How positions, plans and effects are judged."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.ai import area_goals, card_values
from engine.ai import table as tables
from engine.ai.evaluate import WON, evaluate
from engine.cards.characteristics import printed
from engine.cards.library import library
from engine.magic.core.position import StackItem
from tests.magic.positions import ANNA, BEN, creature
from tests.rules.table import BEAR, GIANT, GOLEM, WALL, Table, battle

# --- positions ---


def test_what_is_good_for_one_is_bad_for_the_other() -> None:
    table = battle()
    table.put(GOLEM, ANNA, at="b2")
    table.area("a1", "Swamp", holder=ANNA)
    assert evaluate(table.game, ANNA) == pytest.approx(-evaluate(table.game, BEN))
    assert evaluate(table.game, ANNA) > 0


def test_every_area_is_worth_more_than_the_one_before() -> None:
    table = Table()
    values = [evaluate(table.game, ANNA)]
    for space in ("a1", "b1", "c1", "a2"):
        table.area(space, "Swamp", holder=ANNA)
        values.append(evaluate(table.game, ANNA))
    gains = [after - before for before, after in pairwise(values)]
    assert gains == sorted(gains)
    assert gains[0] > 0


def test_a_won_game_is_worth_more_than_anything() -> None:
    table = Table()
    table.state.set(winners=(BEN,))
    assert evaluate(table.game, BEN) == WON
    assert evaluate(table.game, ANNA) == -WON


def test_a_lost_stronghold_weighs_heavily() -> None:
    table = Table()
    table.put(GIANT, ANNA, at="b2")
    before = evaluate(table.game, ANNA)
    table.lose_stronghold(ANNA, BEN)
    assert evaluate(table.game, ANNA) < before - 40


def test_a_threat_to_the_stronghold_is_seen() -> None:
    table = Table()
    table.put(GOLEM, ANNA, at="b2")
    giant = table.put(GIANT, BEN, at="b3")
    away = evaluate(table.game, ANNA)
    table.state.change(giant, space=table.game.board.names["s1"])
    assert evaluate(table.game, ANNA) < away - 20


# --- fights at a glance ---


def test_flyers_pass_over_walkers() -> None:
    table = battle()
    bird, wall = (
        table.put(creature("Bird", 2, 1, "flying"), ANNA, at="b2"),
        table.put(WALL, BEN, at="b2"),
    )
    pieces = {piece.id: piece for piece in tables.lay(table.game).pieces}
    assert not tables.can_block(table.game, pieces[wall], pieces[bird])
    assert tables.through(table.game, [pieces[bird]], [pieces[wall]]) == 2


def test_first_strike_kills_before_it_is_struck() -> None:
    table = battle()
    knight, bear = (
        table.put(creature("Knight", 2, 2, "first strike"), ANNA, at="b2"),
        table.put(BEAR, BEN, at="b2"),
    )
    pieces = {piece.id: piece for piece in tables.lay(table.game).pieces}
    assert tables.outcome(pieces[knight], pieces[bear]) == (False, True)
    assert tables.outcome(pieces[bear], pieces[knight]) == (True, False)


# --- campaigns ---


def test_nobody_is_sent_on_two_campaigns() -> None:
    table = Table()
    for space in ("s1", "b3", "b3", "b2"):
        table.put(BEAR, ANNA, at=space)
    found = area_goals.plan(table.game, tables.lay(table.game), ANNA)
    sent = [piece.id for each in found for piece in each.pieces]
    assert len(sent) == len(set(sent)) == 4


def test_without_a_stronghold_only_the_stronghold_counts() -> None:
    table = battle()
    table.put(GIANT, ANNA, at="b2")
    table.lose_stronghold(ANNA, BEN)
    found = area_goals.plan(table.game, tables.lay(table.game), ANNA)
    assert [table.game.space_name(each.space) for each in found] == ["s1"]


# --- intents ---


def item_of(name: str) -> StackItem:
    made = printed(library().card(name))
    return StackItem(ANNA, 1, name, made.spell, is_spell=True, id=1)


@pytest.mark.parametrize(
    ("name", "phrase", "sign"),
    [("Lightning Bolt", 0, -1), ("Doom Blade", 0, -1), ("Giant Growth", 0, 1), ("Unsummon", 0, -1),
    ("Raise Dead", 0, 1),
     ("Prey Upon", 0, 1), ("Prey Upon", 1, -1), ("Counterspell", 0, -1), ("Turn the Tables", 0,
     -1)],
)  # fmt: skip
def test_what_a_spell_means_for_its_target(name: str, phrase: int, sign: int) -> None:
    assert card_values.of_target(item_of(name), phrase) * sign > 0


@pytest.mark.parametrize(
    ("name", "sign"), [("Unholy Strength", 1), ("Rancor", 1), ("Pacifism", -1), ("Pariah", -1)]
)
def test_what_an_aura_means_for_its_bearer(name: str, sign: int) -> None:
    assert card_values.of_enchanting(library().card(name)) * sign > 0
