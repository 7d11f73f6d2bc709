"""The verbs of actions in a script: what each takes, and what it is said of."""

from __future__ import annotations

from msgspec import Struct

from engine.magic.state import PHASED

CARDS = ("hand", "graveyard", "exile", "library")
"""Where cards are that are not in play."""
IN_PLAY = ("battlefield", PHASED)
"""Where permanents are."""


class Verb(Struct, frozen=True):
    """What may follow a verb: so many names and spaces at most, and a number, a =WORD or abilityN."""

    form: str  # as people write it
    names: int = 0
    spaces: int = 0
    number: bool = False
    word: bool = False
    ability: bool = False
    zones: tuple[str, ...] = ()  # where the first thing named must be, the likeliest first; none: anywhere

    @property
    def verb(self) -> str:
        return self.form.partition(" ")[0]


_ALL = (
    # beginning a game
    Verb("keep"),
    Verb("mulligan"),
    Verb("stand SPACE", spaces=1),
    Verb("land =TYPE", word=True),
    Verb("mark SPACE =TYPE", spaces=1, word=True),
    # any question
    Verb("pass"),
    Verb("done"),
    Verb("yes"),
    Verb("no"),
    Verb("take-back"),
    Verb("choose NAME, =WORD or NUMBER", names=1, spaces=1, number=True, word=True),
    Verb("order NAME NUMBER", names=1, number=True),
    Verb("name SPACE", spaces=1),
    # casting and activating
    Verb("cast NAME =WAY", names=1, word=True, zones=CARDS),
    Verb("activate NAME abilityN NAME", names=2, ability=True),
    Verb("play NAME", names=1, zones=CARDS),
    Verb("suspend NAME", names=1, zones=CARDS),
    Verb("turn-up NAME", names=1, zones=IN_PLAY),
    Verb("mode NUMBER", number=True),
    Verb("x NUMBER", number=True),
    Verb("target NAME", names=1, spaces=1),
    Verb("assign NAME NUMBER", names=1, number=True),
    # paying
    Verb("auto"),
    Verb("pay =MANA", word=True),
    Verb("tap NAME =MANA", names=1, word=True, zones=IN_PLAY),
    Verb("exile NAME =MANA", names=1, word=True),
    Verb("sacrifice NAME", names=1, zones=IN_PLAY),
    Verb("discard NAME", names=1, zones=("hand",)),
    Verb("return NAME", names=1),
    Verb("bury NAME", names=1),
    # cards
    Verb("draw"),
    Verb("dredge NAME", names=1, zones=CARDS),
    Verb("find NAME", names=1),
    Verb("top NAME", names=1),
    Verb("bottom NAME", names=1),
    Verb("source NAME", names=1),
    # on the map
    Verb("move NAME SPACE SPACE =stack", names=1, spaces=2, word=True, zones=IN_PLAY),
    Verb("place NAME SPACE", names=1, spaces=1, zones=IN_PLAY),
    Verb("scout NAME SPACE", names=1, spaces=1, zones=IN_PLAY),
    Verb("carry NAME, NAME SPACE SPACE", names=2, spaces=2, zones=IN_PLAY),
    Verb("give NAME, NAME", names=2, zones=IN_PLAY),
    Verb("pick-up NAME, NAME", names=2, zones=IN_PLAY),
    Verb("drop NAME", names=1, zones=IN_PLAY),
    Verb("remove NAME =PRICE", names=1, word=True, zones=IN_PLAY),
    Verb("reveal SPACE", spaces=1),
    Verb("heal NAME", names=1, zones=IN_PLAY),
    # fighting
    Verb("attack SPACE", spaces=1),
    Verb("attacker NAME, NAME", names=2, zones=IN_PLAY),
    Verb("band NAME, NAME", names=2, zones=IN_PLAY),
    Verb("block NAME, NAME", names=2, zones=IN_PLAY),
    Verb("battle SPACE", spaces=1),
)

VERBS = {each.verb: each for each in _ALL}
"""Every verb, by name."""
