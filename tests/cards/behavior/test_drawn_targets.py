"""Targets of drawn cards: of a table with everything, just what the text allows is offered."""

from __future__ import annotations

import pytest

from tests.cards.behavior.sitting import (
    BEAR,
    BIRD,
    GOLEM,
    KNIGHT,
    LAW,
    OX,
    RAT,
    ROCK,
    Sitting,
)
from tests.magic.positions import ANNA, BEN

CREATURES = {"Bear", "Ox", "Rat", "Knight", "Bird", "Golem"}
EVERYTHING = {*CREATURES, "Rock", "Law", "Swamp"}


def everything(seat: int = ANNA) -> tuple[Sitting, dict[int, str]]:
    """Return a table with a Bear and a Swamp of one player, the rest of the other; their names.

    The Ox and the Knight are tapped.
    """
    table = Sitting()
    other = BEN if seat == ANNA else ANNA
    idents = [
        table.put(BEAR, seat),
        table.put("Swamp", seat),
        *(table.put(card, other, tapped=card in (OX, KNIGHT)) for card in (OX, RAT, KNIGHT)),
        *(table.put(card, other) for card in (BIRD, GOLEM, ROCK, LAW)),
    ]
    return table, {ident: table.game.object_name(ident) for ident in idents}


@pytest.mark.parametrize(
    ("card", "names"),
    [
        ("Gloomlance", CREATURES),
        ("Defy Gravity", CREATURES),
        ("Roil Spout", CREATURES),
        ("Enshrouding Mist", CREATURES),
        ("Boulder Salvo", CREATURES),
        ("Show of Valor", CREATURES),
        ("Howling Fury", CREATURES),
        ("Trostani's Judgment", CREATURES),
        ("Stave Off", CREATURES),
        ("Iron Will", CREATURES),
        ("Bring Low", CREATURES),
        ("Fiery Finish", CREATURES),
        ("Grim Affliction", CREATURES),
        ("Sonic Assault", CREATURES),
        ("Open Fire", CREATURES),
        ("Lava Dart", CREATURES),
        ("Spit Flame", CREATURES),
        ("Sonic Seizure", CREATURES),
        ("Lightning Talons", CREATURES),
        ("Spiteful Motives", CREATURES),
        ("Lightning Diadem", CREATURES),
        ("Angelic Gift", CREATURES),
        ("Aboshan's Desire", CREATURES),
        ("Ophidian Eye", CREATURES),
        ("Mark of Fury", CREATURES),
        ("Tilonalli's Crown", CREATURES),
        ("Presence of Gond", CREATURES),
        ("Guildscorn Ward", CREATURES),
        ("Conviction", CREATURES),
        ("Mammoth Umbra", CREATURES),
        ("Sheer Drop", {"Ox", "Knight"}),
        ("Rending Volley", {"Knight", "Bird"}),
        ("Return to the Earth", {"Rock", "Law", "Golem", "Bird"}),
        ("Ritual of the Machine", {"Bear", "Ox", "Knight", "Bird"}),
        ("Regress", EVERYTHING),
        ("Pit Fight", {"Bear"}),
        ("Hunt the Hunter", {"Bear"}),
        ("Desecration Plague", {"Law", "Swamp"}),
        ("Seismic Shift", {"Swamp"}),
        ("Verdant Touch", {"Swamp"}),
        ("Contaminated Ground", {"Swamp"}),
    ],
)
def test_a_spell_is_offered_just_its_targets(card: str, names: set[str]) -> None:
    table, known = everything()
    table.give(BEAR)
    found = table.targets(table.give(card))
    assert {known[each] for each in found if each in known} == names


@pytest.mark.parametrize(
    ("card", "ability", "names"),
    [
        ("Horror of Horrors", 1, {"Rat"}),
        ("Rakdos Ickspitter", 1, CREATURES),
        ("The Scorpion God", 1, CREATURES),
        ("Paragon of Eternal Wilds", 1, {"Bear"}),
        ("Stalking Assassin", 1, CREATURES),
        ("Stalking Assassin", 2, {"Ox", "Knight"}),
        ("Rathi Assassin", 1, {"Ox", "Knight"}),
        ("Roon of the Hidden Realm", 1, CREATURES),
        ("Vectis Dominator", 1, CREATURES),
        ("Stern Constable", 1, CREATURES),
        ("Kuro, Pitlord", 1, CREATURES),
        ("Pathmaker Initiate", 1, CREATURES),
        ("Armored Guardian", 1, {"Bear"}),
        ("Eldrazi Displacer", 1, CREATURES),
        ("Mercurial Chemister", 2, CREATURES),
        ("Heliophial", 1, CREATURES),
        ("Mishra's Groundbreaker", 1, {"Swamp"}),
    ],
)
def test_an_ability_is_offered_just_its_targets(card: str, ability: int, names: set[str]) -> None:
    table, known = everything()
    table.give(BEAR)
    found = table.targets_of(table.put(card), ability)
    assert {known[each] for each in found if each in known} == names


@pytest.mark.parametrize(
    ("card", "names"),
    [
        ("Restoration Gearsmith", {"Golem", "Rock", "Bear"}),
        ("Unburial Rites", {"Golem", "Bear"}),
        ("Entreat the Dead", {"Golem", "Bear"}),
        ("Stir the Grave", {"Bear"}),
        ("Flood of Recollection", {"Regress"}),
        ("Mine Excavation", {"Golem", "Rock", "Law"}),
        ("Life from the Loam", {"Swamp"}),
        ("Proclamation of Rebirth", set[str]()),
    ],
)
def test_cards_in_graveyards_are_offered_by_their_types(card: str, names: set[str]) -> None:
    table = Sitting()
    known: dict[int, str] = {}
    for each in (BEAR, GOLEM, ROCK, LAW, "Swamp", "Regress"):
        ident = table.give(each, ANNA, "graveyard")
        known[ident] = table.game.object_name(ident)
    spell = table.give(card)
    if card == "Restoration Gearsmith":
        table.watchful()
        table.cast(spell)
        found = table.offers()
    else:
        found = table.targets(spell, x=2)
    assert {known[each] for each in found if each in known} == names
