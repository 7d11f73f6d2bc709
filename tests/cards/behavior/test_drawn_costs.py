"""Costs of activated abilities of drawn cards: each part of them has to be paid."""

from __future__ import annotations

import pytest

from tests.cards.behavior.sitting import BEAR, PLENTY, Sitting
from tests.magic.positions import ANNA, BEN


def setting(card: str, *, in_hand: bool, tapped: bool = False) -> tuple[Sitting, int]:
    """Return a position with a card and whatever its abilities could need."""
    table = Sitting(variant="tactical")
    bear, _ = table.put(BEAR), table.put(BEAR, BEN, tapped=True)
    table.give(BEAR, ANNA, "graveyard")
    table.library_of(ANNA, BEAR, BEAR)
    if in_hand:
        table.give(BEAR)
    more = {"on": bear} if card == "Conviction" else {}
    return table, table.put(card, tapped=tapped, **more)


@pytest.mark.parametrize(
    ("card", "ability", "mana"),
    [
        ("The Scorpion God", 1, "BRC"),
        ("Fool's Tome", 1, "CC"),
        ("Paragon of Eternal Wilds", 1, "G"),
        ("Ribbon Snake", 1, "CC"),
        ("Claws of Gix", 1, "C"),
        ("Jazal Goldmane", 1, "WWCCC"),
        ("Dawnstrider", 1, "G"),
        ("Balduvian Dead", 1, "RCC"),
        ("Stalking Assassin", 1, "UCCC"),
        ("Stalking Assassin", 2, "BCCC"),
        ("Mercurial Chemister", 1, "U"),
        ("Mercurial Chemister", 2, "R"),
        ("Heliophial", 1, "CC"),
        ("Soul Shepherd", 1, "W"),
        ("Thelonite Druid", 1, "GC"),
        ("Bloodtracker", 1, "B"),
        ("Flickering Spirit", 1, "WCCC"),
        ("Sealock Monster", 1, "UUCCCCC"),
        ("Armored Guardian", 1, "WWC"),
        ("Armored Guardian", 2, "UUC"),
        ("Roon of the Hidden Realm", 1, "CC"),
        ("Rathi Assassin", 1, "BBC"),
        ("Rathi Assassin", 2, "CCC"),
        ("Rootwalla", 1, "GC"),
        ("Harbor Bandit", 1, "UC"),
        ("Sunhome Guildmage", 1, "RWC"),
        ("Sunhome Guildmage", 2, "RWCC"),
        ("Conviction", 1, "W"),
        ("Ebony Treefolk", 1, "BG"),
        ("Frostwind Invoker", 1, "CCCCCCCC"),
        ("Whirlermaker", 1, "CCCC"),
        ("Urza's Factory", 2, "CCCCCCC"),
        ("Withered Wretch", 1, "C"),
        ("Eldrazi Displacer", 1, "CCC"),
        ("Lionheart Maverick", 1, "WCCCC"),
        ("Firefly", 1, "R"),
        ("Weldfast Monitor", 1, "R"),
        ("Apprentice Wizard", 1, "U"),
        ("Wanderer's Twig", 1, "C"),
    ],
)
def test_an_ability_takes_all_of_its_mana(card: str, ability: int, mana: str) -> None:
    symbols = [f"{{{symbol}}}" for symbol in mana]
    for missing in range(len(symbols)):
        table, source = setting(card, in_hand=card != "Fool's Tome")
        short = "".join(symbols[:missing] + symbols[missing + 1 :])
        assert not table.may_use(source, ability, short)
    table, source = setting(card, in_hand=card != "Fool's Tome")
    assert table.may_use(source, ability, "".join(symbols))


@pytest.mark.parametrize(
    ("card", "ability"),
    [
        ("Time Bomb", 1),
        ("Vivid Marsh", 1),
        ("Vivid Marsh", 2),
        ("Vivid Meadow", 1),
        ("Vivid Meadow", 2),
        ("Scavenger Grounds", 1),
        ("Scavenger Grounds", 2),
        ("Temple of Abandon", 1),
        ("Stalking Assassin", 1),
        ("Stalking Assassin", 2),
        ("Rathi Assassin", 1),
        ("Rathi Assassin", 2),
        ("Mishra's Groundbreaker", 1),
        ("Ghost Town", 1),
        ("Urza's Factory", 1),
        ("Urza's Factory", 2),
        ("Hissing Quagmire", 1),
    ],
)
def test_an_ability_taps_its_source(card: str, ability: int) -> None:
    counters = (("charge", 2),)
    table, source = setting(card, in_hand=True, tapped=True)
    table.put("Forest")
    table.state.change(source, counters=counters)
    assert not table.may_use(source, ability, PLENTY)
    table.state.tap(source, False)
    assert table.may_use(source, ability)
