"""Why a creature has its power and toughness: line by line, and the lines add up."""

from __future__ import annotations

import pytest

from engine.cards.model import Card, Change, Destroy, Mode, Modify, Spell, Static, Tap, Target
from engine.cards.terms import Filter
from engine.game import Game
from engine.magic.continuous.explain_size import explained
from engine.why_not import targets_of
from tests.magic.positions import (
    ANNA,
    BEN,
    CREATURES,
    Position,
    artifact,
    bigger,
    creature,
    enchantment,
)
from tests.tui.positions_at_random import VARIANTS, positions


def told(game: Game, ident: int) -> list[str]:
    return [part.words for part in explained(game, ident)]


def test_what_is_printed_comes_first_and_then_each_effect_by_name() -> None:
    table = Position()
    table.area("a2", "Forest")
    bear = table.put("Grizzly Bears", at="a2")
    table.put(enchantment("Anthem", Static(what=CREATURES, change=bigger(1, 1))))
    table.mana(ANNA, "{G}")
    table.cast(table.give("Giant Growth"), on=bear)
    assert told(table.game, bear) == [
        "2/2 printed",
        "+1/+1: Anthem",
        "+3/+3: Giant Growth, until end of turn",
        "+1/+1: Forest under it",
    ]
    assert table.size(bear) == (7, 7)


def test_counters_are_told_by_kind_and_number() -> None:
    table = Position(plain=True)
    bear = table.put("Grizzly Bears", counters=(("+1/+1", 2), ("charge", 1), ("-1/-1", 1)))
    assert told(table.game, bear) == [
        "2/2 printed",
        "+2/+2: 2 +1/+1 counters",
        "-1/-1: 1 -1/-1 counter",
    ]


def test_what_sets_a_size_stands_in_place_of_what_was() -> None:
    table = Position(plain=True)
    bear = table.put("Grizzly Bears")
    table.put(
        enchantment(
            "Smallness", Static(what=CREATURES, change=Change(base_power=1, base_toughness=1))
        )
    )
    table.put(enchantment("Anthem", Static(what=CREATURES, change=bigger(1, 1))))
    assert told(table.game, bear) == ["2/2 printed", "1/1 instead: Smallness", "+1/+1: Anthem"]


def test_an_effect_whose_spell_is_forgotten_is_told_without_a_name() -> None:
    table = Position(plain=True)
    bear = table.put("Grizzly Bears")
    table.follow(Modify(what="target", change=bigger(1, 0), until="forever"), on=bear)
    assert told(table.game, bear)[1].endswith("for the rest of the game")


def test_an_ability_that_an_effect_gives_speaks_for_whoever_has_it() -> None:
    table = Position(plain=True)
    elf = table.put(creature("Elf", 1, 1))
    inner = Static(what="self", change=bigger(1, 0))
    table.put(enchantment("Gift", Static(what=CREATURES, change=Change(abilities=(inner,)))))
    table.put(
        creature("Golem", 3, 3, abilities=(Static(what=CREATURES, change=bigger(0, 1)),)), BEN
    )
    assert table.game.permanents.entangled
    assert told(table.game, elf) == ["1/1 printed", "+1/+0: its own text", "+0/+1: Golem"]
    assert table.size(elf) == (2, 2)


def test_looking_changes_nothing() -> None:
    table = Position(plain=True)
    table.put(
        enchantment(
            "Gift",
            Static(
                what=CREATURES, change=Change(abilities=(Static(what="self", change=bigger(1, 0)),))
            ),
        )
    )
    elf = table.put(creature("Elf", 1, 1))
    before, permanents = table.size(elf), table.state.permanents
    told(table.game, elf)
    assert table.state.permanents is permanents
    assert table.size(elf) == before


def test_what_is_no_creature_has_no_size_to_explain() -> None:
    table = Position(plain=True)
    assert explained(table.game, table.put(enchantment("Nothing"))) == []


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_lines_add_up_in_every_position_of_random_games(variant: str) -> None:
    # random games until some creature is changed, whatever cards there are
    assert any(_add_up(variant, seed) for seed in range(1, 9))


def _add_up(variant: str, seed: int) -> int:
    """Check the positions of a random game; return the number of changed creatures."""
    several = 0
    for game in positions(variant, seed, every=30, decisions=390):
        for seat in (0, 1):
            seen = Game(game.rules, game.view_for(seat).known)
            for ident in seen.state.battlefield:
                c, parts = seen.characteristics(ident), explained(seen, ident)
                if not c.is_creature:
                    continue
                power, toughness = parts[0].then
                for part in parts[1:]:
                    if part.does == "adds":
                        power, toughness = power + part.power, toughness + part.toughness
                    else:
                        power, toughness = part.then
                    assert (power, toughness) == part.then
                assert (power, toughness) == (c.power, c.toughness)
                several += len(parts) > 1
                assert all(part.why for part in parts)
                assert "depend on one another" not in parts[-1].why
    return several


@pytest.mark.cr("601.2c", "700.2")
def test_what_a_card_could_target_is_what_fits_its_first_words_in_each_mode() -> None:
    table = Position(plain=True)
    bear, stone, seal = (
        table.put(creature("Bear", 2, 2)),
        table.put(artifact("Stone")),
        table.put(enchantment("Seal")),
    )
    phrases = [Target(of=Filter(types=(kind,))) for kind in ("Creature", "Artifact", "Enchantment")]
    modes = (
        Mode(
            effects=(Tap(what="target"), Destroy(what="target2")), targets=(phrases[0], phrases[1])
        ),
        Mode(effects=(Destroy(what="target"),), targets=(phrases[2],)),
    )
    charm = table.give(
        Card(name="Charm", types=("Instant",), cost="{0}", abilities=(Spell(modes=modes),))
    )

    assert targets_of(table.game, ANNA, charm) == [(bear, None), (seal, None)]
    assert stone in table.permanents(ANNA)
