"""Keywords that are spoken of by their names, whatever number, cost or words belong to them (CR
702, 113).
"""

import pytest

from engine.cards.keywords import keyword_problem
from engine.cards.model import Card, Change, Keyword, Modify, Static
from engine.cards.terms import Costs, Filter
from engine.magic.damage.evasion import block_refusal
from tests.magic.positions import ANNA, BEN, Position, artifact, aura, bigger, creature

BEAR = creature("Bear", 2, 2)
MAGIC = pytest.mark.rule("M-13")


@MAGIC
@pytest.mark.cr("702.29f", "702.14a", "702.16a")
@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("cycling", "cycling {2}"),
        ("cycling", "plainscycling {2}"),
        ("landwalk", "islandwalk"),
        ("landwalk", "nonbasic landwalk"),
        ("protection", "protection from black"),
        ("bushido", "bushido 2"),
        ("echo", "echo {1}{G}"),
    ],
)
def test_a_name_finds_the_keyword_with_all_that_belongs_to_it(name: str, word: str) -> None:
    table = Position(plain=True)
    bear, other = table.put(BEAR), table.put(creature("Other", 2, 2, word))
    table.put(artifact("Horn", Static(what=Filter(keywords=(name,)), change=bigger(1, 0))))
    table.put(
        artifact(
            "Drum",
            Static(what=Filter(types=("Creature",), not_keywords=(name,)), change=bigger(0, 1)),
        )
    )
    assert (table.size(bear), table.size(other)) == ((2, 3), (3, 2))


@MAGIC
@pytest.mark.cr("702.45a", "702.24a", "702.16a", "702.14a", "613.1f")
@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("bushido", "bushido 2"),
        ("cumulative upkeep", "cumulative upkeep {2}"),
        ("protection", "protection from black"),
        ("landwalk", "swampwalk"),
        ("rampage", "rampage 1"),
    ],
)
def test_a_keyword_is_lost_by_its_name_with_the_abilities_that_it_stands_for(
    name: str, word: str
) -> None:
    table = Position(plain=True)
    ronin = table.put(creature("Ronin", 2, 2, "flying", word))
    table.follow(Modify(what="target", change=Change(lose_keywords=(name,))), on=ronin)
    assert table.characteristics(ronin).keywords == {"flying"}
    assert table.characteristics(ronin).abilities == ()


@MAGIC
@pytest.mark.cr("702.24a", "613.1f")
def test_a_keyword_whose_cost_is_more_than_mana_is_lost_by_its_name() -> None:
    table = Position(plain=True)
    price = Keyword(word="cumulative upkeep", cost=Costs(life=1))
    ghoul = table.put(creature("Ghoul", 2, 2, abilities=(price,)))
    table.follow(
        Modify(what="target", change=Change(lose_keywords=("cumulative upkeep",))), on=ghoul
    )
    table.begin("upkeep")
    assert (table.zone(ghoul), table.look(ghoul).counters, table.player(ANNA).life) == (
        "battlefield",
        (),
        20,
    )


@MAGIC
@pytest.mark.cr("702.24a", "113.1b")
def test_a_keyword_whose_cost_is_more_than_mana_may_be_given_to_another() -> None:
    table = Position(plain=True)
    bear = table.put(BEAR, BEN)
    price = Keyword(word="cumulative upkeep", cost=Costs(life=1))
    table.put(aura("Rot", Static(what="attached", change=Change(abilities=(price,)))), on=bear)
    table.begin("upkeep", BEN)
    table.choose("yes")
    assert (table.player(BEN).life, table.look(bear).count("age")) == (19, 1)


@MAGIC
@pytest.mark.cr("702.14a", "702.14c")
@pytest.mark.parametrize(
    ("word", "land"),
    [
        ("desertwalk", Card(name="Dunes", types=("Land",), subtypes=("Desert",))),
        ("artifact landwalk", Card(name="Vault", types=("Artifact", "Land"))),
        ("legendary landwalk", Card(name="Shrine", types=("Land",), supertypes=("Legendary",))),
    ],
)
def test_landwalk_may_be_of_any_type_or_supertype(word: str, land: Card) -> None:
    assert keyword_problem(word) is None
    table = Position(plain=True)
    nomad, bear, there = (
        table.put(creature("Nomad", 2, 2, word)),
        table.put(BEAR, BEN),
        table.put(land, BEN),
    )
    assert block_refusal(table.game, bear, nomad, ()) is None
    refusal = block_refusal(table.game, bear, nomad, table.characteristics(there).walked())
    assert refusal is not None
    assert refusal.reason == "block.landwalk"


@MAGIC
@pytest.mark.cr("702.14a")
def test_landwalk_of_no_land_in_particular_is_a_name_and_no_keyword_of_a_card() -> None:
    assert keyword_problem("landwalk", bare=True) is None
    assert keyword_problem("landwalk") is not None
