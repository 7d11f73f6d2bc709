"""One creature attacks another on every kind of map: the fight comes out as Magic's combat does
between attacker and blocker (M-11, M-17).

Where nobody blocks, the attacked counts as the blocker (B-17, F-23); in Tactical Magic the two deal
damage to each other (T-15).
"""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import scenario

# the step in which it attacks, where the two stand, and where others do who keep the turn from
# running away
VARIANTS = {
    "conquering": ("Attack/Conquer", "b2", "b2", "a1", "c1"),
    "battle_field": ("Attack", "e5", "e6", "a1", "a2"),
    "frontier": ("Main", "c3", "c2", "a5", "e1"),
    "tactical": ("Combat", "h5", "i5", "a1", "p1"),
}
LAND = "\n".join(
    f'spaces.{column}{row} = {{ land = "Island" }}' for column in "abcde" for row in range(1, 6)
)
AREAS = "\n".join(f'spaces.{space} = {{ land = "Island" }}' for space in ("a1", "b2", "c1"))
FIGHTS = {
    "flanking": ("Benalish Cavalry", "Gray Ogre", "def in graveyard", "att damage 1"),
    "bushido": ("Kitsune Blademaster", "Hill Giant", "def in graveyard", "att damage 0"),
    "bushido-attacked": ("Gray Ogre", "Devoted Retainer", "def in graveyard", "att in graveyard"),
    "becomes-blocked": ("Elvish Berserker", "Gray Ogre", "def in graveyard", "att in graveyard"),
    "attacks": ("Charging Paladin", "Hill Giant", "att in battlefield", "def damage 2"),
    "first-strike": ("White Knight", "Savannah Lions", "def in graveyard", "att damage 0"),
    "first-strike-attacked": ("Savannah Lions", "White Knight", "att in graveyard", "def damage 0"),
    "double-strike": ("Ridgetop Raptor", "Wall of Wood", "def in graveyard", "att damage 0"),
    "double-strike-attacked": ("Gray Ogre", "Ridgetop Raptor", "att in graveyard", "def damage 0"),
    "deathtouch": ("Typhoid Rats", "Craw Wurm", "att in graveyard", "def in graveyard"),
    "wither": ("Sickle Ripper", "Craw Wurm", "att in graveyard", "def counters -1/-1 2"),
    "exalted": ("Akrasan Squire", "Gray Ogre", "att in graveyard", "def in graveyard"),
    "battle-cry": ("Goblin Wardriver", "Gray Ogre", "att in graveyard", "def in graveyard"),
    "attackers-grow": (
        "Pianna, Nomad Captain",
        "Hill Giant",
        "att in graveyard",
        "def in graveyard",
    ),
    "blocked-by-white": (
        "Phyrexian Slayer",
        "Assault Griffin",
        "att in battlefield",
        "def in graveyard",
    ),
    "blocked-by-green": ("Phyrexian Reaper", "Craw Wurm", "att damage 0", "def in graveyard"),
}


def fight(variant: str, attacker: str, attacked: str, *expected: str) -> str:
    step, here, there, mine, theirs = VARIANTS[variant]
    stood = (
        (attacker, "Edna", here, "att"),
        (attacked, "Dale", there, "def"),
        ("Horned Turtle", "Edna", mine, "mine"),
    )
    stood = (*stood, ("Horned Turtle", "Dale", theirs, "theirs"))
    pieces = "\n".join(
        f'    {{ card = "{card}", controller = "{who}", space = "{space}", label = "{label}" }},'
        for card, who, space, label in stood
    )
    attack = (
        "Edna: attack b2 with att\nDale: block att with def"
        if variant == "conquering"
        else "Edna: attacker att, def"
    )
    lines = "\n".join(f"expect {each}" for each in expected)
    return f"""title = "A fight"
variant = "{variant}"
step = "{step}"
{LAND if variant == "frontier" else AREAS if variant == "conquering" else ""}
player = [{{ name = "Edna" }}, {{ name = "Dale" }}]
permanent = [
{pieces}
]
script = \"\"\"
{attack}
{"Dale: done" if variant == "tactical" else ""}
{lines}
\"\"\"
"""


@pytest.mark.rule("M-11", "M-13", "M-17", "C-24", "B-17", "F-23", "T-15")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("name", FIGHTS)
def test_attacker_and_attacked_fare_as_attacker_and_blocker_do(
    variant: str, name: str, tmp_path: Path
) -> None:
    file = tmp_path / "fight.toml"
    file.write_text(fight(variant, *FIGHTS[name]), encoding="utf-8")
    result = scenario.run(file)
    assert result.passed, str(result)
