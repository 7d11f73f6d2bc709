"""The terms in which cards speak: whom and what an ability means, how many, at what cost and on
what condition.

Every record is frozen and comes from TOML by `engine.base.schema.read`; nothing here does anything.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

ColorWord = Literal["white", "blue", "black", "red", "green"]
Zone = Literal["battlefield", "graveyard", "hand", "library", "stack", "exile"]
Kind = Literal[
    "Artifact",
    "Battle",
    "Creature",
    "Enchantment",
    "Instant",
    "Land",
    "Planeswalker",
    "Sorcery",
    "Tribal",
]
Supertype = Literal["Basic", "Legendary", "Snow", "World"]
Ref = Literal[
    "self",  # the source of the ability; for a spell, the spell itself
    "you",  # the controller of the ability
    # what the first, second, third `targets` entry chose (all of them)
    "target", "target2", "target3",
    "all-targets",  # everything chosen
    "it",  # the object that a trigger or an earlier effect in the same list speaks of
    "chosen",  # what an earlier `choose` in the same list has chosen
    "that-player",  # the player that a trigger speaks of
    "attached",  # what the source Aura or Equipment is attached to
    "defending-player",  # whom the source, or "it", attacks
    "exiled-by-self",  # the cards that the source has exiled with an ability of its own
    "opponents", "players",  # every opponent; every player, from the active one round the table
    "controller-of-target", "owner-of-target", "controller-of-it", "owner-of-it",
    "controller-of-attached",
]  # fmt: skip
"""Whom or what an effect speaks of."""
TARGETS: tuple[str, ...] = ("target", "target2", "target3")
"""What a spell's or ability's first, second and third target phrases have chosen."""
TARGET_INDEX = {ref: index for index, ref in enumerate(TARGETS)}

Until = Literal[
    "end-of-turn", "your-next-turn", "end-of-combat", "source-leaves", "you-control", "forever",
    "next-untap",  # to the end of the next untap step of whoever controls the permanent by then
    # of the controller of the effect; of the player who was targeted
    "your-next-untap", "target-next-untap",
]  # fmt: skip
"""How long a continuous effect lasts (CR 611.2)."""


Natural = Annotated[int, Meta(ge=0)]  # a number that may be nothing
Positive = Annotated[int, Meta(ge=1)]  # a number that can't be nothing
Sides = Annotated[int, Meta(ge=1, le=1000)]  # the sides of a die


def kebab(name: str) -> str:
    """The tag of a record in TOML: `GainLife` is "gain-life"."""
    return "".join(("-" if i and c.isupper() else "") + c.lower() for i, c in enumerate(name))


class Record(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Base of all card data: frozen, compared by value, unknown keys refused."""


class Filter(Record, frozen=True):
    """Which objects: every given key must hold; within one key any of its values serves."""

    zone: Zone = "battlefield"
    types: tuple[Kind, ...] = ()
    not_types: tuple[Kind, ...] = ()
    supertypes: tuple[Supertype, ...] = ()
    not_supertypes: tuple[Supertype, ...] = ()
    subtypes: tuple[str, ...] = ()
    not_subtypes: tuple[str, ...] = ()
    colors: tuple[ColorWord, ...] = ()
    not_colors: tuple[ColorWord, ...] = ()
    colorless: bool | None = None
    multicolored: bool | None = None
    keywords: tuple[str, ...] = ()  # has any of them: "flying", "islandwalk"
    not_keywords: tuple[str, ...] = ()
    name: str = ""
    controller: Literal[
        "any", "you", "not-you", "opponent", "that-player", "target", "defending-player"
    ] = "any"
    owner: Literal["any", "you", "opponent", "that-player", "target"] = "any"
    tapped: bool | None = None
    attacking: bool | None = None
    blocking: bool | None = None
    blocked: bool | None = None  # of an attacking creature, once blocks are declared
    paired: bool | None = None  # with another creature (CR 702.95)
    token: bool | None = None
    damaged: bool | None = None
    enchanted: bool | None = None
    power_min: int | None = None
    power_max: int | None = None
    toughness_min: int | None = None
    toughness_max: int | None = None
    value_min: int | None = None  # mana value (CR 202.3)
    value_max: int | None = None
    counters: str = ""  # has at least one counter of this kind
    # with the source
    shares: Literal["", "chosen-color", "chosen-type", "color", "creature-type", "mana-value"] = ""
    other: bool = False  # not the source itself
    attached_to_self: bool = False  # only what is attached to the source
    any_of: tuple[Filter, ...] = ()  # and at least one of these holds


What = Ref | Filter  # objects or players by reference, or every object that a filter finds


class Count(Record, frozen=True, tag_field="count", tag="objects"):
    """The number of objects that a filter finds, times a factor, plus a constant."""

    of: Filter
    times: int = 1
    plus: int = 0
    halve: bool = False  # half of it, rounded down


class Stat(Record, frozen=True, tag_field="count", tag="stat"):
    """A number read from an object or player: its power, its counters, the cards in a hand..."""

    what: Literal[
        "power", "toughness", "mana-value", "counters", "hand", "life", "damage-dealt",
        "graveyard", "devotion", "blockers-beyond-first",
        "colors-spent", "spells-before", "times-paid", "damage-to-opponents",
    ]  # fmt: skip
    of: Ref = "self"
    kind: str = ""  # the kind of counter, the colour of devotion, or the cost that was paid
    times: int = 1
    plus: int = 0


# a number, known now or when the ability resolves; "X" is the X paid for (CR 107.3)
Amount = int | Literal["X", "-X"] | Count | Stat


class Costs(Record, frozen=True):
    """What must be paid, all of it (CR 118)."""

    mana: str = ""  # "{2}{G}"
    tap: bool = False
    untap: bool = False
    # one permanent: this one, or one that the filter finds
    sacrifice: Literal["self"] | Filter | None = None
    sacrifice_count: int = 1
    discard: int = 0
    discard_random: bool = False
    discard_of: Filter | None = None  # only such cards
    life: int = 0
    loyalty: int | Literal["-X"] | None = None  # a loyalty ability (CR 606)
    remove_counter: str = ""  # one counter of this kind from the source
    exile_self: bool = False  # from where it is
    return_self: bool = False  # to its owner's hand
    discard_self: bool = False  # cycling
    tap_other: Filter | None = None  # tap untapped permanents of yours
    tap_count: int = 1  # how many of them
    return_other: Filter | None = None  # return one permanent of yours to its owner's hand
    exile_other: Filter | None = None  # exile one object of yours


# --- Conditions -----------------------------------------------------------------------------------


class Exists(Record, frozen=True, tag_field="if", tag="count"):
    """The filter finds at least `at_least` and at most `at_most` objects."""

    of: Filter
    at_least: int = 1
    at_most: int | None = None


class Compare(Record, frozen=True, tag_field="if", tag="compare"):
    """`left` is at least `right`."""

    left: Amount
    right: Amount


class Matches(Record, frozen=True, tag_field="if", tag="is"):
    """What the reference speaks of passes the filter (wherever it is)."""

    what: Ref
    filter: Filter


PaidCost = Literal[
    "kicker", "buyback", "conspire", "entwine", "evoke", "flashback", "prowl", "suspend", "unearth"
]
"""The costs by which a spell can be told apart."""


class Paid(Record, frozen=True, tag_field="if", tag="kicked"):
    """The spell was kicked (CR 702.33), or another cost of it was paid."""

    cost: PaidCost = "kicker"


class Recent(Record, frozen=True, tag_field="if", tag="recent"):
    """The source came under its controller's control since the beginning of that player's last
    upkeep (CR 702.30a).
    """


class Present(Record, frozen=True, tag_field="if", tag="present"):
    """The source is on the battlefield (CR 702.24a)."""


class Hurt(Record, frozen=True, tag_field="if", tag="hurt"):
    """A player was dealt damage this turn (CR 702.54a)."""

    who: Literal["you", "opponent"] = "opponent"


class TurnIs(Record, frozen=True, tag_field="if", tag="turn"):
    """It is the turn of the controller, or of an opponent."""

    whose: Literal["you", "opponent"]


class Not(Record, frozen=True, tag_field="if", tag="not"):
    """The condition does not hold."""

    condition: Condition


Condition = Exists | Compare | Matches | Paid | Recent | Present | Hurt | TurnIs | Not
