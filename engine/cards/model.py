"""Records of card data: cards, their abilities and effects (CR 109, 112, 113).

All are frozen and read from TOML by `engine.base.schema.read`.
"""

from __future__ import annotations

from typing import Literal

from engine.cards.terms import (
    Amount,
    ColorWord,
    Condition,
    Costs,
    DataRecord,
    Filter,
    Kind,
    Ref,
    Supertype,
    Until,
    Variable,
    What,
    kebab,
)

# --- Effects --------------------------------------------------------------------------------------


class Effect(DataRecord, frozen=True, tag_field="do", tag=kebab):
    """An instruction of a spell or ability; the instructions of a list are followed in order."""


class Share(DataRecord, frozen=True):
    """Damage dealt to others at the same time (CR 608.2c)."""

    amount: Amount
    to: What


class Damage(Effect, frozen=True):
    """`by` deals damage to each of `to` (CR 120).

    With `divided`, the damage is divided as chosen on announcement (CR 601.2d).
    """

    amount: Amount
    to: What
    by: Ref = "self"
    divided: bool = False
    also_to: Literal["", "each-player", "each-opponent"] = ""
    beside: tuple[Share, ...] = ()  # "and 3 damage to you", dealt at the same time
    preventable: bool = True
    # false: "a creature dealt damage this way can't be regenerated this turn"
    regenerate: bool = True


class Destroy(Effect, frozen=True):
    what: What
    regenerate: bool = True  # false: "it can't be regenerated"


class Exile(Effect, frozen=True):
    what: What
    until_source_leaves: bool = False


class Move(Effect, frozen=True):
    """Objects move to another zone: to a hand, onto the battlefield, into a library."""

    what: What
    to: Literal[
        "hand", "battlefield", "graveyard",
        "library-top", "library-second", "library-third", "library-bottom", "library-shuffled",
    ]  # fmt: skip
    under: Literal["owner", "you"] = "owner"  # controller on the battlefield
    tapped: bool = False
    # attacks the same player or planeswalker as the creature returned as a cost
    attacking: bool = False
    random_order: bool = False  # in the library


class Sacrifice(Effect, frozen=True):
    """A sacrifice by `who`: `count` permanents that `of` finds, or exactly the object `of`."""

    who: Ref = "you"
    of: Filter | Ref = "self"
    count: Amount | Literal["any"] = 1  # "any": as many as the player likes
    up_to: bool = False


class Draw(Effect, frozen=True):
    who: Ref = "you"
    count: Amount = 1


class Discard(Effect, frozen=True):
    """A discard by `who`.

    With `chooser` "you", the controller looks at the hand and chooses cards that `of` finds.
    """

    who: Ref = "you"
    count: Amount | Literal["all", "any"] = 1  # "any": as many as the player likes
    up_to: bool = False
    random: bool = False
    chooser: Literal["owner", "you"] = "owner"
    of: Filter | None = None


class Mill(Effect, frozen=True):
    who: Ref
    count: Amount


class Scry(Effect, frozen=True):
    count: Amount


class LookAtHand(Effect, frozen=True):
    who: Ref = "target"


class Search(Effect, frozen=True):
    """A search of `who`'s library for up to `count` cards, then a shuffle (CR 701.23)."""

    of: Filter
    to: Literal["hand", "battlefield", "graveyard", "library-top"]
    who: Ref = "you"
    count: Amount | Literal["any"] = 1  # "any": as many as the player likes
    tapped: bool = False
    reveal: bool = True
    optional: bool = False  # "may search"
    # zone of all but the first card, if another
    others_to: Literal["", "hand", "battlefield", "graveyard"] = ""


class LookAtTop(Effect, frozen=True):
    """The controller looks at the top cards of `who`'s library and takes some (CR 401.4).

    Only cards that `of` finds can be taken; the rest are put elsewhere.
    """

    count: Amount
    who: Ref = "you"
    take: Amount | Literal["all"] = 0  # "all": every card that `of` finds, without a choice
    of: Filter | None = None  # only cards that the filter finds can be taken, and none must be
    to: Literal["hand", "battlefield", "graveyard", "library-bottom"] = "hand"
    optional: bool = False  # "you may": none must be taken
    reveal: Literal["none", "taken", "all"] = "none"
    rest: Literal["library-bottom", "library-top", "graveyard", "hand"] = "library-bottom"
    random_order: bool = False  # of the rest


class Shuffle(Effect, frozen=True):
    """A shuffle of `who`'s library, after cards from `zones` are put into it."""

    who: Ref = "you"
    zones: tuple[Literal["hand", "graveyard"], ...] = ()


class GainLife(Effect, frozen=True):
    amount: Amount
    who: Ref = "you"


class SetLife(Effect, frozen=True):
    """A player's life total becomes an amount; the player gains or loses the rest (CR 119.5)."""

    amount: Amount
    who: Ref = "target"


class LoseLife(Effect, frozen=True):
    amount: Amount
    who: Ref = "target"


class Counter(Effect, frozen=True):
    """Counter a spell or ability, unless its controller pays (CR 701.6).

    `to` is the zone of a countered spell's card.
    """

    what: Ref = "target"
    unless_pays: Amount | None = None  # generic mana
    to: Literal["graveyard", "exile", "hand", "library-top"] = "graveyard"


class MakeToken(Effect, frozen=True):
    token: Card
    count: Amount = 1
    who: Ref = "you"
    tapped: bool = False
    power: Variable | None = None  # instead of the token's own number
    toughness: Variable | None = None


class Unlike(DataRecord, frozen=True):
    """The differences between a copy and its original (CR 707.9).

    Copies of the copy have them too.
    """

    name: str = ""  # name instead of the original's
    add_types: tuple[Kind, ...] = ()
    add_supertypes: tuple[Supertype, ...] = ()
    add_subtypes: tuple[str, ...] = ()
    colors: tuple[ColorWord, ...] | None = None  # colors instead of the original's
    power: int | None = None  # instead of the original's, even if an ability defines it
    toughness: int | None = None
    no_cost: bool = False  # it has no mana cost
    keywords: tuple[str, ...] = ()
    abilities: tuple[AnyAbility, ...] = ()


class CopyToken(Effect, frozen=True):
    """Tokens that are copies of a permanent (CR 707.2, 111.3)."""

    of: Ref = "target"
    count: Amount = 1
    unlike: Unlike | None = None


class BecomeCopy(Effect, frozen=True):
    """Permanents become copies of an object (CR 707.2, 613.2a).

    With `keeps` they also have the ability with this effect.
    """

    of: Ref
    what: What = "self"
    until: Until = "forever"
    unlike: Unlike | None = None
    keeps: bool = False


class Spend(DataRecord, frozen=True):
    """Uses of mana: the only ones, or those with more effects (CR 106.6)."""

    cast: Filter | None = None  # spells that the filter finds; none: no spells
    activate: Filter | None = None  # abilities of objects that the filter finds; none: no abilities
    only: bool = True  # the mana can be spent on nothing else
    uncounterable: bool = False  # a spell on which the mana is spent can't be countered
    haste: bool = False  # a creature spell on which the mana is spent gains haste


class AddMana(Effect, frozen=True):
    """Mana for `who`, `times` over: of exactly one of the kinds that the other keys describe."""

    add: str = ""  # fixed symbols: "{G}{G}"
    choice: tuple[ColorWord, ...] = ()  # one color chosen among these
    either: tuple[str, ...] = ()  # one of these strings of symbols, as chosen
    # the color chosen for the source; any type that the permanent tapped for mana produced
    like: Literal["", "chosen-color", "produced"] = ""
    could: What | None = None  # any type that one of these lands could produce (CR 106.7)
    colors_only: bool = False  # with `could`: any color, so not colorless
    among: What | None = None  # any color of one of these objects
    mixed: bool = False  # with `choice`: each of the `times` mana may be of another color
    times: Amount = 1
    who: Ref = "you"
    spend: Spend | None = None  # none: the mana can be spent on anything


class PutCounters(Effect, frozen=True):
    on: What
    kind: str = "+1/+1"
    count: Amount = 1


class RemoveCounters(Effect, frozen=True):
    on: What
    kind: str = "+1/+1"
    count: Amount | Literal["all"] = 1


class Tap(Effect, frozen=True):
    what: What


class Untap(Effect, frozen=True):
    what: What


class Regenerate(Effect, frozen=True):
    """A regeneration shield until end of turn (CR 701.19)."""

    what: What = "self"


class Prevent(Effect, frozen=True):
    """Prevention until end of turn (CR 615): the next `amount` damage to `to`, or all damage."""

    amount: Amount | Literal["all"] = "all"
    to: What | None = None  # none: damage to anything
    source: Filter | None = None  # only damage from these
    combat_only: bool = False
    # the next damage from a source of the controller's choice (CR 609.7a)
    next_time: bool = False


class Redirect(Effect, frozen=True):
    """Until end of turn, damage to `what` is dealt to `to` instead (CR 614.9).

    The effect applies to the next `amount` damage, or to all of it.
    """

    what: What
    to: Ref = "self"
    amount: Amount | Literal["all"] = "all"
    source: Filter | None = None  # only damage from these
    combat_only: bool = False
    next_time: bool = False  # as in `Prevent`


class Modify(Effect, frozen=True):
    """A continuous effect on the objects found on resolution (CR 611.2)."""

    what: What
    change: Change
    until: Until = "end-of-turn"


class Choose(Effect, frozen=True):
    """A choice of objects by `who`, without targets; later effects call them "chosen".

    "That player" is `who`.
    """

    of: Filter
    who: Ref = "you"
    count: Amount | Literal["any"] = 1  # "any": as many as the player likes
    up_to: bool = False


class ChooseQuality(Effect, frozen=True):
    """A choice of a color, a type or a keyword by `who`; later effects call it "chosen"."""

    quality: Literal["color", "basic-land-type", "creature-type", "keyword"] = "color"
    among: tuple[str, ...] = ()  # only these; required for keywords
    who: Ref = "you"


class Fight(Effect, frozen=True):
    first: Ref = "self"
    second: Ref = "target"


class AttachTo(Effect, frozen=True):
    """Attach the source to something (equip)."""

    to: Ref = "target"


class RemoveFromCombat(Effect, frozen=True):
    what: What


class If(Effect, frozen=True):
    condition: Condition
    then: tuple[AnyEffect, ...] = ()
    otherwise: tuple[AnyEffect, ...] = ()


class May(Effect, frozen=True):
    """An option of `who`: pay `cost`, if any, for `then`; else `otherwise` happens.

    "Unless" is a May with `otherwise` only.
    """

    then: tuple[AnyEffect, ...] = ()
    otherwise: tuple[AnyEffect, ...] = ()
    cost: Costs | None = None
    times: Amount = 1  # number of times the cost is paid
    who: Ref = "you"


class ForEach(Effect, frozen=True):
    """Effects for each of some objects or players, one after another.

    The object is "it" in them, the player "that player".
    """

    of: What
    then: tuple[AnyEffect, ...]


class Delayed(Effect, frozen=True):
    """A delayed trigger (CR 603.7): when `when` next happens, follow `then`; "it" is remembered."""

    when: When
    then: tuple[AnyEffect, ...]
    # each time until `until`; "it" is then the object of the event
    each_time: bool = False
    until: Literal["end-of-turn", "your-next-turn"] = "end-of-turn"
    x: Amount | None = None  # the X of `then`, found out at once; none: the X of the ability
    this_turn: bool = False  # only until the end of the turn: "when that creature dies this turn"


class WhenDone(Effect, frozen=True):
    """ "When you do": a reflexive trigger with targets of its own (CR 603.12)."""

    then: tuple[AnyEffect, ...]
    targets: tuple[Target, ...] = ()


class Again(Effect, frozen=True):
    """Copy the target spell; its controller may choose new targets (CR 707.10)."""

    what: Ref = "target"
    count: Amount = 1


class Cast(Effect, frozen=True):
    """An option of `who` to cast a card from its zone, free or for `cost` (CR 601.3, 702.62a)."""

    what: Ref = "it"
    cost: Costs | None = None  # none: without paying its mana cost
    way: Literal["", "suspend"] = ""  # way of casting that can be asked about afterwards
    # "may play": a land card too, within the lands allowed this turn (CR 305.2, 701.18b)
    play: bool = False
    must: bool = False  # cast if able
    otherwise: tuple[AnyEffect, ...] = ()  # if it isn't cast


class Proliferate(Effect, frozen=True):
    """Choose permanents and players with counters; each gets another of each kind (CR 701.34)."""


class Clash(Effect, frozen=True):
    """The controller and an opponent reveal their top cards; the higher value wins (CR 701.30)."""

    then: tuple[AnyEffect, ...] = ()  # if the controller wins
    otherwise: tuple[AnyEffect, ...] = ()


class SeparatePiles(Effect, frozen=True):
    """Objects are separated into two piles by one player, and another chooses a pile (CR 700.3).

    In the effects for each pile, "chosen" means its objects.
    """

    of: What
    by: Literal["you", "opponent"] = "opponent"  # one opponent, whom the controller chooses
    chooser: Literal["you", "opponent", "target"] = "you"
    then: tuple[AnyEffect, ...] = ()  # for the chosen pile
    otherwise: tuple[AnyEffect, ...] = ()  # for the other pile


class Repeat(Effect, frozen=True):
    """Follow the effects of the ability again from the first one: "repeat this process"."""


class FlipCoin(Effect, frozen=True):
    """A flip of a coin that the controller wins or loses (CR 705)."""

    then: tuple[AnyEffect, ...] = ()  # if the controller wins
    otherwise: tuple[AnyEffect, ...] = ()  # if the controller loses


class SkipNext(Effect, frozen=True):
    """A player skips the next turns or steps of a kind (CR 500.11, 614.10)."""

    what: Literal["turn", "untap", "draw"]
    who: Ref = "you"
    count: int = 1


class RuleThisTurn(Effect, frozen=True):
    """A rule about players for one turn, as in `PlayerRule`."""

    rule: Literal["cant-cast", "extra-lands", "attack-source", "play"]
    who: Ref = "you"
    of: Filter | None = None  # spells or cards
    number: int = 1
    # until end of turn, or during the next turn of each of the players
    during: Literal["this-turn", "next-turn"] = "this-turn"
    free: bool = False


class Permit(Effect, frozen=True):
    """A permission of the controller to play cards from where they are (CR 611.2, 702.34).

    It ends when a card changes zones.
    """

    what: What = "it"
    # "flashback": cast for its mana cost, and exiled afterwards
    way: Literal["play", "cast", "flashback"] = "play"
    free: bool = False  # without paying its mana cost
    until: Literal["end-of-turn", "forever"] = "end-of-turn"


class ExtraTurn(Effect, frozen=True):
    """An extra turn of a player after the current one (CR 500.7)."""

    who: Ref = "you"


class Exchange(Effect, frozen=True):
    """Two permanents change controllers, or two players life totals (CR 701.12)."""

    first: Ref
    second: Ref
    what: Literal["control", "life"] = "control"


class Reveal(Effect, frozen=True):
    """A player reveals a hand or the top cards of a library (CR 701.20).

    "It" is then the first of these cards; with `until` the last one that fits.
    """

    who: Ref = "you"
    zone: Literal["hand", "library"] = "library"
    count: Amount = 1  # cards of a library
    # cards from the top until `count` of them fit, or all; they stay where they are
    until: Filter | None = None
    exile: bool = False  # they are exiled, not only revealed


class Manifest(Effect, frozen=True):
    """The top cards of `who`'s library become face-down creatures (CR 701.40).

    "It" is then the first of them.
    """

    who: Ref = "you"
    count: Amount = 1


class MakeEmblem(Effect, frozen=True):
    """An emblem with abilities for `who`, which stays to the end of the game (CR 114)."""

    abilities: tuple[AnyAbility, ...]
    who: Ref = "you"


class BecomeMonarch(Effect, frozen=True):
    """A player becomes the monarch; there is only one (CR 725)."""

    who: Ref = "you"


class ByKeyword(Effect, frozen=True):
    """The action of a keyword that no other effect can express (CR 702)."""

    word: Literal[
        "become-monstrous",
        "become-renowned",
        "cascade",
        "cast-copy",
        "exert",
        "exploit",
        "explore",
        "graft",
        "hideaway",
        "pair",
        "phase-out",
        "turn-face-down",
        "turn-face-up",
    ]
    what: Ref = "self"
    number: int = 0


class WinGame(Effect, frozen=True):
    """A player wins the game (CR 104.2b)."""

    who: Ref = "you"


class LoseGame(Effect, frozen=True):
    """Players lose the game (CR 104.3e)."""

    who: Ref = "you"


class Ante(Effect, frozen=True):
    """Anything about playing for ante (CR 407).

    Cards with it can be named and checked, but not played.
    """


class Dexterity(Effect, frozen=True):
    """Anything done with the hands, such as flipping a card onto the table.

    Cards with it can be named and checked, but not played.
    """


AnyEffect = (
    Damage
    | Destroy
    | Exile
    | Move
    | Sacrifice
    | Draw
    | Discard
    | Mill
    | Scry
    | LookAtHand
    | Search
    | Shuffle
    | GainLife
    | LoseLife
    | SetLife
    | Counter
    | MakeToken
    | CopyToken
    | BecomeCopy
    | AddMana
    | PutCounters
    | RemoveCounters
    | Tap
    | Untap
    | Regenerate
    | Prevent
    | Redirect
    | Modify
    | Fight
    | AttachTo
    | RemoveFromCombat
    | LookAtTop
    | Choose
    | ChooseQuality
    | If
    | May
    | ForEach
    | Delayed
    | WhenDone
    | Again
    | Cast
    | Proliferate
    | Clash
    | SeparatePiles
    | Repeat
    | FlipCoin
    | SkipNext
    | RuleThisTurn
    | Permit
    | ExtraTurn
    | Exchange
    | Reveal
    | BecomeMonarch
    | MakeEmblem
    | Manifest
    | ByKeyword
    | WinGame
    | LoseGame
    | Ante
    | Dexterity
)
UNPLAYED = Ante | Dexterity  # effects of cards that are known but can't be played

# --- Abilities ------------------------------------------------------------------------------------


class Target(DataRecord, frozen=True):
    """A "target …" phrase: objects, players, abilities on the stack, or several (CR 115)."""

    of: Filter | None = None
    player: Literal["", "any", "opponent"] = ""
    ability: Literal["", "activated", "triggered", "any"] = ""
    # only abilities of sources that the filter finds, in whatever zone these are
    ability_of: Filter | None = None
    count: Amount = 1
    up_to: bool = False
    at_least: int | None = None  # least number of targets


class Mode(DataRecord, frozen=True):
    """A mode of a modal spell or ability (CR 700.2)."""

    effects: tuple[AnyEffect, ...]
    targets: tuple[Target, ...] = ()


class When(DataRecord, frozen=True):
    """The event of a triggered ability (CR 603).

    `what` is the object and `who` the player concerned.
    """

    event: Literal[
        "enters", "dies", "leaves", "attacks", "blocks", "becomes-blocked", "attacks-unblocked",
        "deals-damage",
        "is-dealt-damage", "cast", "taps", "untaps", "discards", "draws", "gains-life",
        "loses-life", "step",
        "becomes-target",
        "is-sacrificed", "cycles", "moves", "takes-area", "attacks-alone", "becomes-blocked-by",
        "fights-in-combat",
        "last-counter", "turned-up", "taps-for-mana", "becomes-monstrous", "becomes-renowned",
        "explores", "exploits", "is-exerted",
        "becomes-monarch", "surveils",
        "is-put-into-graveyard",  # from anywhere
        "plays-land", "activates", "counters-put", "shuffles", "becomes-unattached",
        "declares-attack",  # once for all creatures that attack at once
        "state",  # no event: whenever the ability's condition becomes true (CR 603.8)
    ]  # fmt: skip
    what: Ref | Filter = "self"
    # player of the step, spell, card and so on
    who: Literal[
        "any", "you", "opponent", "controller-of-attached", "chosen-player", "attached"
    ] = "any"  # fmt: skip
    by: Filter | None = None  # for becomes-blocked, blocks, is-dealt-damage: the other object
    # for deals-damage: the damaged object or player; for attacks: the attacked player
    to: Literal["any", "player", "opponent", "creature", "you", "you-or-planeswalker"] = "any"
    combat_only: bool = False
    # step that begins
    step: Literal[
        "", "upkeep", "draw", "main", "precombat-main", "postcombat-main", "combat", "end", "turn"
    ] = ""
    counters: str = ""  # for last-counter and counters-put: the kind of counter
    at_least: int = 1  # the least number of creatures that attack at once
    nth: int = 0  # only this event of the turn for its object or player; 0: each
    # the zone before the event, for enters, cast and is-put-into-graveyard
    origin: Literal["", "battlefield", "exile", "graveyard", "hand", "library"] = ""
    zone: Literal["battlefield", "graveyard", "exile"] = "battlefield"  # zone of the source


class Ability(DataRecord, frozen=True, tag_field="ability", tag=kebab):
    """An ability of a card."""


class Spell(Ability, frozen=True):
    """The spell ability of an instant or sorcery, or the part that all modes share."""

    effects: tuple[AnyEffect, ...] = ()
    targets: tuple[Target, ...] = ()
    modes: tuple[Mode, ...] = ()
    choose: int = 1  # number of modes
    choose_up_to: int | None = None  # the greatest number, if it isn't `choose`


class Activated(Ability, frozen=True):
    """An activated ability; a mana ability has no targets and only adds mana (CR 605)."""

    cost: Costs
    effects: tuple[AnyEffect, ...]
    targets: tuple[Target, ...] = ()
    modes: tuple[Mode, ...] = ()
    choose: int = 1
    choose_up_to: int | None = None
    sorcery_speed: bool = False
    instant_speed: bool = False  # only with priority: a mana ability that can't help to pay
    your_turn_only: bool = False
    once_each_turn: bool = False
    zone: Literal["battlefield", "hand", "graveyard"] = "battlefield"
    keyword: str = ""  # name of the keyword on the card: "equip", "cycling"
    any_player: bool = False
    condition: Condition | None = None  # activate only if this holds
    most_each_turn: int | None = None  # most activations each turn


class Triggered(Ability, frozen=True):
    when: When
    effects: tuple[AnyEffect, ...]
    targets: tuple[Target, ...] = ()
    modes: tuple[Mode, ...] = ()
    choose: int = 1
    choose_up_to: int | None = None
    condition: Condition | None = None  # intervening if (CR 603.4)
    optional: bool = False  # "you may"


class Static(Ability, frozen=True):
    """A continuous effect of a permanent (CR 611.3), or one that defines characteristics.

    The latter has `what` "self".
    """

    change: Change
    # "pair": the source and the creature paired with it
    what: Literal["self", "attached", "pair"] | Filter = "self"
    condition: Condition | None = None


class Enters(Ability, frozen=True):
    """Changes to a permanent as it enters: tapped, counters, a choice (CR 614.12)."""

    what: Literal["self"] | Filter = "self"  # permanents that the source changes as they enter
    tapped: bool = False
    counters: str = ""
    count: Amount = 0
    keywords: tuple[str, ...] = ()
    condition: Condition | None = None  # only if this holds
    may: bool = False  # its controller may choose not to
    # not if its controller pays this as it enters: life, or cards or permanents
    unless: Costs | None = None
    must: bool = False  # with `unless`: it is paid if it can be
    buried: bool = False  # put into its owner's graveyard instead of entering
    # any number of these may be sacrificed, for `count` counters each
    sacrifice: Filter | None = None
    # any number of these cards in hand may be revealed, for `count` counters each
    reveal: Filter | None = None
    choose: Literal["", "color", "basic-land-type", "creature-type", "player", "opponent"] = ""
    # its controller may have it enter as a copy of one of these (CR 707.5)
    copy_of: Filter | None = None
    unlike: Unlike | None = None  # differences from the original

    @property
    def asks(self) -> bool:
        """True if its controller chooses, as it enters, how many counters it has."""
        return self.may or self.sacrifice is not None or self.reveal is not None


class Replace(Ability, frozen=True):
    """A replacement or prevention effect of a permanent for one kind of event (CR 614, 615)."""

    event: Literal["damage", "dies", "draw", "discard", "gain-life", "counters"]
    what: What | None = None  # affected objects and players; none: all
    source: Filter | None = None  # only damage from these
    combat_only: bool = False
    prevent: Amount | Literal["all"] | None = None  # amount of damage prevented
    double: bool = False
    exile: bool = False  # "exile it instead"
    counters: str = ""  # only counters of this kind
    redirect: Ref | None = None  # the damage is dealt to this instead (CR 614.9)
    condition: Condition | None = None  # only while this holds
    then: tuple[AnyEffect, ...] = ()


class CastCost(Ability, frozen=True):
    """Spells that the filter finds in any zone cost `amount` generic mana, or `mana`, more.

    They cost less if `amount` is negative. With "self" the card itself does, where it is cast.
    """

    amount: Amount
    of: Filter | Literal["self"]
    mana: str = ""  # instead of generic mana, `amount` times over: "{2}{G}"
    who: Literal["any", "you", "opponent"] = "you"
    condition: Condition | None = None  # only if this holds


class PlayerRule(Ability, frozen=True):
    """A lasting rule about players, or about all creatures."""

    rule: Literal[
        "no-maximum-hand-size",
        "skip-draw",
        "skip-untap",
        "cant-cast-creatures",
        "cant-cast",  # spells that `of` finds
        "spell-limit",  # they cast at most `number` spells each turn
        "untap-limit",  # at most `number` of the permanents that `of` finds untap in untap steps
        "extra-lands",  # they may play `number` additional lands on each of their turns
        # they may play the cards that `of` finds in its zone, of a library the top card alone
        "play",
        # cards that `of` finds in their graveyards have flashback for their mana cost
        "flashback",
        "reveal-top",  # they play with the top card of their library revealed
        "look-top",  # they may look at the top card of their library any time
        "flash",  # they may cast spells that `of` finds as though these had flash
        "uncounterable",  # their spells that `of` finds can't be countered
        "land-mana-bonus",
        "cant-lose",
        "life-is-a-resource",
        "attack-source",  # their creatures attack the source, a planeswalker, if able
    ]
    who: Literal["you", "opponents", "players"] = "you"
    of: Filter | None = None  # spells, permanents or cards
    number: int = 1
    free: bool = False  # without paying their mana costs, which lands don't have
    condition: Condition | None = None  # only while this holds


class Keyword(Ability, frozen=True):
    """A keyword ability with a cost of more than mana: "flashback" with a sacrifice (CR 702)."""

    word: str
    cost: Costs


AnyAbility = (
    Spell | Activated | Triggered | Static | Enters | Replace | CastCost | PlayerRule | Keyword
)


class Change(DataRecord, frozen=True):
    """The changes of a continuous effect, layer by layer (CR 613)."""

    controller: Literal["", "you"] = ""  # layer 2
    types: tuple[Kind, ...] = ()  # layer 4: instead of all types
    add_types: tuple[Kind, ...] = ()
    # instead of all subtypes; "chosen" is the type chosen for the source
    subtypes: tuple[str, ...] = ()
    add_subtypes: tuple[str, ...] = ()
    # layer 5: instead of all colors
    colors: tuple[ColorWord | Literal["chosen"], ...] | None = None
    lose_abilities: bool = False  # layer 6
    keywords: tuple[str, ...] = ()
    lose_keywords: tuple[str, ...] = ()
    abilities: tuple[AnyAbility, ...] = ()
    base_power: Amount | None = None  # layer 7b (7a on "self")
    base_toughness: Amount | None = None
    power: Amount = 0  # layer 7c
    toughness: Amount = 0
    switch: bool = False  # layer 7d
    restrict: tuple[
        Literal["cant-attack", "cant-block", "cant-be-blocked", "must-attack",
        "cant-be-regenerated", "doesnt-untap",
                "cant-activate", "attacks-despite-defender", "can-block-any-number", "cant-move",
                "must-be-blocked", "must-be-blocked-once", "must-block", "must-block-source",
                "blocked-by-one", "dies-to-exile", "leaves-to-exile"], ...
    ] = ()  # fmt: skip
    blocked_only_by: Filter | None = None
    cant_be_blocked_by: Filter | None = None
    can_block_only: Filter | None = None
    extra_blocks: int = 0  # further attackers that it can block in a combat


class Alternative(DataRecord, frozen=True):
    """A cost that may be paid rather than a spell's mana cost (CR 118.9)."""

    cost: Costs
    condition: Condition | None = None  # only if this holds


class Card(DataRecord, frozen=True):
    """A card, the characteristics of a token, or half of a split card (CR 200 to 205)."""

    name: str
    types: tuple[Kind, ...]
    cost: str = ""  # "{X}{2}{G}"; empty: no mana cost
    supertypes: tuple[Supertype, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[ColorWord, ...] | None = None  # none: from the cost
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    # "flying", "protection from black", "rampage 2", "cumulative upkeep {1}"
    keywords: tuple[str, ...] = ()
    abilities: tuple[AnyAbility, ...] = ()
    enchant: Target | None = None  # an Aura's enchant ability (CR 702.5)
    additional: Costs | None = None  # additional cost of casting it
    alternatives: tuple[Alternative, ...] = ()
    kicker: Costs | None = None
    cast_only: Condition | None = None  # it can be cast only if this holds
    flash_cost: Costs | None = None  # paid to cast it as though it had flash
    flash_if: Condition | None = None  # while this holds it can be cast as though it had flash
    halves: tuple[Card, ...] = ()  # the halves of a split card (CR 709)
    vintage: Literal["legal", "restricted", "banned"] = "legal"
    playable: bool = True  # false: known to deck checks only
