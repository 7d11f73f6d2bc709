"""Terms that card data is made of: references, filters, amounts, costs and conditions.

All records are frozen and come from TOML by `engine.base.schema.read`; they have no behavior.
"""

from __future__ import annotations

from typing import Annotated, Literal, get_args

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
    # everything chosen for the first, second or third entry of `targets`
    "target", "target2", "target3",
    "all-targets",  # everything chosen
    "it",  # the object that a trigger or an earlier effect in the list refers to
    "chosen",  # what an earlier `choose` in the list has chosen
    "that-player",  # the player that a trigger refers to
    "attached",  # the permanent or player that the source Aura or Equipment is attached to
    "defending-player",  # the player that the source, or "it", attacks
    "exiled-by-self",  # the cards that the source has exiled with its own ability
    "creator",  # for an ability of a token: the permanent whose ability created the token
    "created-by-self",  # the tokens that the source has created with its own abilities
    "opponents", "players",  # all opponents; all players, in turn order from the active player
    "controller-of-target", "owner-of-target", "controller-of-it", "owner-of-it",
    "controller-of-attached",
    "opponents-of-that-player",
    "chosen-player",  # the player chosen as the source entered
    # the results so far: what earlier effects of the ability, or its cost, have really done
    "destroyed", "sacrificed", "exiled", "discarded", "milled", "drawn", "moved", "created",
    "countered", "revealed", "tapped", "untapped", "damaged",
]  # fmt: skip
"""References to objects and players in effects."""
RESULTS: tuple[str, ...] = (
    "destroyed", "sacrificed", "exiled", "discarded", "milled", "drawn", "moved", "created",
    "countered", "revealed", "tapped", "untapped", "damaged",
)  # fmt: skip
"""References to the objects of results: "the sacrificed creature", "cards discarded this way"."""
TARGETS: tuple[str, ...] = ("target", "target2", "target3")
"""References to the choices for an ability's first, second and third target phrases."""
TARGET_INDEX = {ref: index for index, ref in enumerate(TARGETS)}
COUNTED: tuple[str, ...] = (
    "life-lost", "life-gained", "damage-taken", "counters-removed", "counters-added",
)  # fmt: skip
"""Numbers that are results: "the life lost this way"."""
Memory = Literal[
    "attacked-this-turn", "blocked-this-turn", "buried-this-turn", "cast-this-turn",
    "damaged-by-attached-this-turn", "damaged-by-self-this-turn", "dealt-damage-this-turn",
    "dealt-damage-to-opponent-this-turn", "dealt-damage-to-self-this-turn",
    "dealt-damage-to-you-this-turn", "died-this-turn", "discarded-this-turn", "entered-this-turn",
    "left-this-turn",
]  # fmt: skip
"""Words for the objects to which something has happened this turn."""
MEMORIES: tuple[str, ...] = get_args(Memory)
OF_THE_PAST: tuple[str, ...] = (
    "buried-this-turn", "cast-this-turn", "died-this-turn", "discarded-this-turn",
    "left-this-turn",
)  # fmt: skip
"""Words for objects that aren't what they were, so that they are counted as they were."""
REMEMBERED: tuple[str, ...] = (
    "life-gained-this-turn", "life-lost-this-turn", "damage-taken-this-turn",
)  # fmt: skip
"""Numbers of what has happened to a player or object this turn."""

Until = Literal[
    "end-of-turn", "your-next-turn", "end-of-combat", "source-leaves", "you-control", "forever",
    # until the end of the next untap step of the player who controls the permanent then
    "next-untap",
    # until the next untap step of the effect's controller, or of the targeted player
    "your-next-untap", "target-next-untap",
]  # fmt: skip
"""Durations of a continuous effect (CR 611.2)."""


Natural = Annotated[int, Meta(ge=0)]  # a number that may be zero
Positive = Annotated[int, Meta(ge=1)]  # a number greater than zero
Sides = Annotated[int, Meta(ge=1, le=1000)]  # number of sides of a die


def kebab(name: str) -> str:
    """Return the tag of a record in TOML: "gain-life" for `GainLife`."""
    return "".join(("-" if i and c.isupper() else "") + c.lower() for i, c in enumerate(name))


class DataRecord(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Base of all card data: frozen, compared by value, with unknown keys refused."""


class Filter(DataRecord, frozen=True):
    """A description of objects: all given keys must hold, within a key any of its values."""

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
    keywords: tuple[str, ...] = ()  # has any of these: "flying", "islandwalk"
    not_keywords: tuple[str, ...] = ()
    name: str = ""
    controller: Literal[
        "any", "you", "not-you", "opponent", "that-player", "target", "defending-player",
        "chosen-player",
    ] = "any"  # fmt: skip
    owner: Literal["any", "you", "opponent", "that-player", "target", "chosen-player"] = "any"
    tapped: bool | None = None
    attacking: bool | None = None
    blocking: bool | None = None
    blocked: bool | None = None  # an attacking creature after blocks are declared
    paired: bool | None = None  # with another creature (CR 702.95)
    monstrous: bool | None = None  # CR 701.37
    renowned: bool | None = None  # CR 702.112
    token: bool | None = None
    damaged: bool | None = None
    enchanted: bool | None = None
    power_min: Amount | None = None
    power_max: Amount | None = None
    toughness_min: Amount | None = None
    toughness_max: Amount | None = None
    value_min: Amount | None = None  # mana value (CR 202.3)
    value_max: Amount | None = None
    counters: str = ""  # has at least one counter of this kind
    # a quality in common with `shares_with`, or the one chosen for the source
    shares: Literal[
        "", "chosen-color", "chosen-type", "color", "creature-type", "mana-value", "name",
        "card-type",
    ] = ""  # fmt: skip
    shares_with: Ref = "self"
    other: bool = False  # not the source
    # only objects that the reference means: "milled", "chosen"; or objects of this turn
    among: Ref | Memory | None = None
    apart_from: Ref | None = None  # no object that the reference means
    attached_to_self: bool = False  # attached to the source
    targets: Ref | Filter | None = None  # a spell with one of these among its targets
    any_of: tuple[Filter, ...] = ()  # matches at least one of these as well


What = Ref | Filter  # objects or players by reference, or all objects that a filter finds


class Computed(DataRecord, frozen=True, kw_only=True, tag_field="count", tag=kebab):
    """An amount to be found out: times a factor, plus a constant, then halved."""

    times: int = 1
    plus: int = 0
    halve: bool | Literal["up"] = False  # half of it, rounded down, or up


Taken = Literal["total", "greatest", "least"]
"""How several numbers become one."""


class Count(Computed, frozen=True, kw_only=True, tag="objects"):
    """The number of objects that a filter finds, or of different qualities among them."""

    of: Filter
    # count each of these only once
    distinct: Literal["", "name", "color", "card-type", "basic-land-type", "mana-value"] = ""


class Stat(Computed, frozen=True, kw_only=True, tag="stat"):
    """A number read from an object or player: power, counters, cards in a hand and so on."""

    what: Literal[
        "power", "toughness", "mana-value", "counters", "hand", "life", "damage-dealt",
        "graveyard", "library", "devotion", "blockers-beyond-first",
        "colors-spent", "spells-before", "times-paid", "targets", "damage-to-opponents",
        # `COUNTED`; with `of` "self" by or of anything
        "life-lost", "life-gained", "damage-taken", "counters-removed", "counters-added",
        # `REMEMBERED`
        "life-gained-this-turn", "life-lost-this-turn", "damage-taken-this-turn",
    ]  # fmt: skip
    of: Ref | Filter = "self"
    kind: str = ""  # kind of counter, color of devotion, or cost that was paid
    take: Taken | None = None  # for several objects or players; none: there is only one


class PerPlayer(Computed, frozen=True, kw_only=True, tag="players"):
    """An amount found out for each of some players, "that player" in it."""

    amount: Amount
    of: Literal["players", "opponents"] = "players"
    take: Taken = "greatest"


class Players(Computed, frozen=True, kw_only=True, tag="number-of-players"):
    """The number of players that a reference means."""

    of: Ref


class Sum(Computed, frozen=True, kw_only=True, tag="sum"):
    """Several amounts added up: "X plus the number of …", "half of X"."""

    of: tuple[Amount, ...]


# "X" is the X paid for (CR 107.3)
Variable = Literal["X", "-X"] | Count | Stat | PerPlayer | Players | Sum
# a number, known now or on resolution
Amount = int | Variable


Many = int | Literal["X"]  # a number in a cost; "X" is chosen as the cost is paid (CR 107.3)


class Costs(DataRecord, frozen=True):
    """A cost, all parts of which must be paid (CR 118)."""

    mana: str = ""  # "{2}{G}"
    tap: bool = False
    untap: bool = False
    # the source, or permanents that the filter finds
    sacrifice: Literal["self"] | Filter | None = None
    sacrifice_count: Many = 1
    discard: Many | Literal["hand"] = 0  # "hand": all cards in hand
    discard_random: bool = False
    discard_of: Filter | None = None  # only cards that the filter finds
    life: Many = 0
    energy: Many = 0  # energy counters (CR 107.14)
    loyalty: int | Literal["-X"] | None = None  # cost of a loyalty ability (CR 606)
    remove_counter: str = ""  # counters of this kind, from the source unless `remove_from` is given
    remove_count: Many | Literal["all"] = 1
    remove_from: Filter | None = None  # each counter from one of these permanents of yours
    put_counter: str = ""  # put a counter of this kind on the source, or on one of `put_on`
    put_on: Filter | None = None
    # tap untapped creatures of yours with at least this much power together (CR 702.122)
    crew: int = 0
    exert: bool = False  # exert the source (CR 701.43)
    exile_self: bool = False  # from its zone
    return_self: bool = False  # to its owner's hand
    discard_self: bool = False  # as in cycling
    reveal_self: bool = False  # from your hand, as in forecast
    tap_other: Filter | None = None  # tap untapped permanents of yours
    tap_count: Many = 1  # number of permanents to tap
    return_other: Filter | None = None  # return permanents of yours to their owner's hand
    return_count: Many = 1
    exile_other: Filter | None = None  # exile objects of yours
    exile_count: Many = 1
    exile_top: int = 0  # number of cards to exile from the top of your library
    mill: int = 0  # number of cards to mill
    reveal: Filter | None = None  # reveal cards from your hand
    reveal_count: Many = 1
    reveal_hand: bool = False  # reveal your hand
    opponent_gains: int = 0  # life that an opponent of your choice gains
    others_gain: int = 0  # life that each other player gains
    either: tuple[Costs, ...] = ()  # exactly one of these as well
    # further parts: the source, or permanents to sacrifice, or objects to exile
    also: tuple[Costs, ...] = ()


# --- Conditions -----------------------------------------------------------------------------------


class Exists(DataRecord, frozen=True, tag_field="if", tag="count"):
    """The filter finds at least `at_least` and at most `at_most` objects."""

    of: Filter
    at_least: int = 1
    at_most: int | None = None
    # so many of them have one such quality in common
    alike: Literal["", "name", "color", "card-type", "mana-value"] = ""


class Compare(DataRecord, frozen=True, tag_field="if", tag="compare"):
    """`left` is at least `right`."""

    left: Amount
    right: Amount


class Matches(DataRecord, frozen=True, tag_field="if", tag="is"):
    """The object of the reference matches the filter, in whatever zone it is."""

    what: Ref
    filter: Filter


PaidCost = Literal[
    "kicker",
    "awaken",
    "buyback",
    "conspire",
    "dash",
    "entwine",
    "evoke",
    "flashback",
    "prowl",
    "surge",
    "suspend",
    "tribute",
    "unearth",
]
"""Costs that can be asked about after casting."""


class Paid(DataRecord, frozen=True, tag_field="if", tag="kicked"):
    """The spell was kicked (CR 702.33), or another of its costs was paid."""

    cost: PaidCost = "kicker"


class Recent(DataRecord, frozen=True, tag_field="if", tag="recent"):
    """The source has come under its player's control since their last upkeep began (CR 702.30a)."""


class Present(DataRecord, frozen=True, tag_field="if", tag="present"):
    """The source is on the battlefield (CR 702.24a)."""


class Hurt(DataRecord, frozen=True, tag_field="if", tag="hurt"):
    """A player was dealt damage this turn (CR 702.54a)."""

    who: Literal["you", "opponent"] = "opponent"


class TurnIs(DataRecord, frozen=True, tag_field="if", tag="turn"):
    """It's the turn of the controller, or of an opponent."""

    whose: Literal["you", "opponent"]


class Designated(DataRecord, frozen=True, tag_field="if", tag="designated"):
    """One of some players is the monarch, or has the city's blessing (CR 702.131, 725)."""

    who: Ref = "you"
    what: Literal["monarch", "blessing"] = "monarch"


class During(DataRecord, frozen=True, tag_field="if", tag="during"):
    """It's a step of the controller's turn, or of any turn."""

    step: Literal["upkeep", "draw", "main", "combat", "end"]
    whose: Literal["any", "you", "opponent"] = "you"


class Not(DataRecord, frozen=True, tag_field="if", tag="not"):
    """The condition doesn't hold."""

    condition: Condition


class Every(DataRecord, frozen=True, tag_field="if", tag="all"):
    """All of the conditions hold."""

    of: tuple[Condition, ...]


class Either(DataRecord, frozen=True, tag_field="if", tag="any"):
    """At least one of the conditions holds."""

    of: tuple[Condition, ...]


Condition = (
    Exists
    | Compare
    | Matches
    | Paid
    | Recent
    | Present
    | Hurt
    | TurnIs
    | Designated
    | During
    | Not
    | Every
    | Either
)
