"""The cards that the tests of this folder play, drawn at random from those that were read.

The names were drawn when 7,891 cards with rules text beyond keywords were shipped. More cards, or
others, change what the same seed draws; that is why the drawn names are listed here.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

SEED = 5001


def draw(names: Iterable[str], number: int, seed: int = SEED) -> list[str]:
    """Return some of the names in random order; a smaller number takes the first of these."""
    ordered = sorted(names)
    Random(seed).shuffle(ordered)
    return ordered[:number]


DRAWN = (
    "Horror of Horrors",
    "Rampaging Monument",
    "Lightning Diadem",
    "Angelic Gift",
    "Heart-Piercer Bow",
    "Guttersnipe",
    "Riddlesmith",
    "Inquisitor's Ox",
    "Clickslither",
    "Aboshan's Desire",
    "Death Charmer",
    "El-Hajjâj",
    "Haze of Pollen",
    "Ornery Goblin",
    "Beastcaller Savant",
    "Krark-Clan Stoker",
    "Hopping Automaton",
    "Time Bomb",
    "Hissing Quagmire",
    "Craterhoof Behemoth",
    "Necroskitter",
    "Servo Exhibition",
    "Proclamation of Rebirth",
    "Concussive Bolt",
    "Iron Will",
    "Jeskai Sage",
    "Jeering Instigator",
    "Radiating Lightning",
    "Dread Drone",
    "Sakura-Tribe Scout",
    "Gloomlance",
    "Rakdos Ickspitter",
    "Queen's Commission",
    "Ophidian Eye",
    "Dread Charge",
    "Vivid Marsh",
    "Crackdown Construct",
    "Polar Kraken",
    "Defy Gravity",
    "Regress",
    "Spit Flame",
    "The Scorpion God",
    "Apprentice Wizard",
    "Fool's Tome",
    "Creakwood Ghoul",
    "Paragon of Eternal Wilds",
    "Sprinting Warbrute",
    "Fuel for the Cause",
    "Blightsoil Druid",
    "Exploding Borders",
    "Statute of Denial",
    "Ribbon Snake",
    "Restoration Gearsmith",
    "Marsh Flitter",
    "Lava Dart",
    "Diplomacy of the Wastes",
    "Sheer Drop",
    "Knight of the Skyward Eye",
    "Elvish Bard",
    "Claws of Gix",
    "Conclave Tribunal",
    "Beacon Hawk",
    "Unburial Rites",
    "Darkthicket Wolf",
    "Stormcaller's Boon",
    "Wild Leotau",
    "Renewing Dawn",
    "Razormane Masticore",
    "Emissary of Sunrise",
    "Urborg Emissary",
    "Rushwood Elemental",
    "Storm Entity",
    "Destructive Tampering",
    "Ranging Raptors",
    "Solidarity",
    "Jazal Goldmane",
    "Roil Spout",
    "Dawnstrider",
    "Mungha Wurm",
    "Silent-Chant Zubera",
)
"""The first 80 names of the drawing, in its order."""
