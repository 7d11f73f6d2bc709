"""Rules text written from card data: the phrasing of Magic's templates for every corner of the
vocabulary.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.base.plain_data import in_data
from engine.cards.describe import (
    ability_text,
    cost_text,
    describe,
    effect_words,
    rules_text,
    type_line,
)
from engine.cards.model import (
    Activated,
    AddMana,
    Again,
    AnyAbility,
    CastCost,
    Change,
    Counter,
    Damage,
    Delayed,
    Destroy,
    Discard,
    Draw,
    Enters,
    Exile,
    Fight,
    GainLife,
    If,
    LookAtTop,
    LoseLife,
    MakeToken,
    May,
    Mode,
    Modify,
    Move,
    PlayerRule,
    Prevent,
    PutCounters,
    Redirect,
    Regenerate,
    Replace,
    Sacrifice,
    Scry,
    Search,
    Shuffle,
    Spell,
    Static,
    Target,
    Triggered,
    When,
)
from engine.cards.model import Card as CardData
from engine.cards.terms import (
    Compare,
    Costs,
    Count,
    Exists,
    Filter,
    Matches,
    Not,
    Paid,
    Stat,
    TurnIs,
)

CREATURE = Filter(types=("Creature",))
ANY_TARGET = Target(of=Filter(types=("Creature", "Planeswalker")), player="any")
A_CREATURE = Target(of=CREATURE)
A_PLAYER = Target(player="any")
ALL_COLORS = ("white", "blue", "black", "red", "green")


def card(*abilities: AnyAbility, kind: str = "Creature", **facts: Any) -> CardData:
    return CardData(
        name=facts.pop("name", "Something"), types=(kind,), abilities=abilities, **facts
    )


def spell(*effects: Any, targets: tuple[Target, ...] = (), **fields: Any) -> str:
    return rules_text(card(Spell(effects=effects, targets=targets, **fields), kind="Sorcery"))[0]


# --- Whole cards ----------------------------------------------------------------------------------


def test_a_creature_with_keywords_reads_from_name_to_power_and_toughness() -> None:
    angel = CardData(
        name="Serra Angel",
        types=("Creature",),
        cost="{3}{W}{W}",
        subtypes=("Angel",),
        power=4,
        toughness=4,
        keywords=("flying", "vigilance"),
    )

    assert describe(angel) == "Serra Angel {3}{W}{W}\nCreature — Angel\nFlying, vigilance\n4/4"


def test_a_vanilla_creature_has_no_rules_text() -> None:
    assert rules_text(card(power=2, toughness=2)) == ()


def test_a_type_line_has_supertypes_types_and_subtypes() -> None:
    golem = CardData(
        name="Karn", types=("Artifact", "Creature"), supertypes=("Legendary",), subtypes=("Golem",)
    )

    assert type_line(golem) == "Legendary Artifact Creature — Golem"


def test_an_aura_says_what_it_enchants_and_speaks_of_the_enchanted_creature() -> None:
    strength = card(
        Static(what="attached", change=Change(power=2, toughness=1)),
        kind="Enchantment",
        subtypes=("Aura",),
        enchant=A_CREATURE,
    )

    assert rules_text(strength) == ("Enchant creature", "Enchanted creature gets +2/+1.")


def test_an_aura_that_changes_a_land_speaks_of_the_land() -> None:
    claim = card(
        Enters(choose="basic-land-type"),
        Static(what="attached", change=Change(subtypes=("chosen",))),
        kind="Enchantment",
        subtypes=("Aura",),
        enchant=Target(of=Filter(types=("Land",))),
    )

    assert rules_text(claim) == (
        "Enchant land",
        "As this Aura enters, choose a basic land type.",
        "Enchanted land is the chosen type.",
    )


def test_equipment_ends_with_its_equip_ability() -> None:
    blade = card(
        Static(what="attached", change=Change(power=2, keywords=("first strike",))),
        kind="Artifact",
        subtypes=("Equipment",),
        keywords=("equip {2}",),
    )

    assert rules_text(blade) == ("Equipped creature gets +2/+0 and has first strike.", "Equip {2}")


def test_a_planeswalkers_abilities_begin_with_loyalty_costs() -> None:
    chandra = CardData(
        name="Chandra Nalaar",
        types=("Planeswalker",),
        subtypes=("Chandra",),
        loyalty=6,
        abilities=(
            Activated(
                cost=Costs(loyalty=1), effects=(Damage(amount=1, to="target"),), targets=(A_PLAYER,)
            ),
            Activated(
                cost=Costs(loyalty="-X"),
                effects=(Damage(amount="X", to="target"),),
                targets=(A_CREATURE,),
            ),
            Activated(
                cost=Costs(loyalty=-8),
                effects=(
                    Damage(amount=10, to="target"),
                    Damage(amount=10, to=Filter(types=("Creature",), controller="target")),
                ),
                targets=(A_PLAYER,),
            ),
        ),
    )

    assert describe(chandra).splitlines()[2:] == [
        "+1: This planeswalker deals 1 damage to target player.",
        "-X: This planeswalker deals X damage to target creature.",
        (
            "-8: This planeswalker deals 10 damage to target player. This planeswalker deals 10 "
            "damage to each creature that player controls."
        ),
        "Loyalty: 6",
    ]


def test_a_split_card_describes_both_halves() -> None:
    dead = CardData(
        name="Dead",
        types=("Instant",),
        cost="{R}",
        abilities=(Spell(effects=(Damage(amount=2, to="target"),), targets=(A_CREATURE,)),),
    )
    gone = CardData(
        name="Gone",
        types=("Instant",),
        cost="{2}{R}",
        abilities=(
            Spell(
                effects=(Move(what="target", to="hand"),),
                targets=(Target(of=Filter(types=("Creature",), controller="opponent")),),
            ),
        ),
    )

    assert describe(
        CardData(name="Dead // Gone", types=("Instant",), halves=(dead, gone))
    ).splitlines() == [
        "Dead // Gone",
        "Instant",
        "// Dead {R}",
        "// Instant",
        "// This spell deals 2 damage to target creature.",
        "// Gone {2}{R}",
        "// Instant",
        "// Return target creature an opponent controls to its owner's hand.",
    ]


def test_a_card_says_how_it_may_be_used() -> None:
    lotus = CardData(
        name="Chaos Orb", types=("Artifact",), colors=(), vintage="banned", playable=False
    )

    assert describe(lotus).splitlines()[2:] == [
        "Color: none",
        "Banned in Vintage",
        "Recognized by deck checks, but can't be played",
    ]


def test_kicker_and_additional_costs_come_first() -> None:
    kicked = If(condition=Paid(), then=(Draw(count=2),), otherwise=(Draw(),))
    dearly = card(
        Spell(effects=(kicked,)),
        kind="Sorcery",
        kicker=Costs(mana="{4}"),
        additional=Costs(sacrifice=CREATURE),
    )

    assert rules_text(dearly) == (
        "As an additional cost to cast this spell, sacrifice a creature.",
        "Kicker {4}",
        "Draw a card. If this spell was kicked, draw two cards instead.",
    )


# --- Targets --------------------------------------------------------------------------------------


def test_a_target_is_named_in_full_once() -> None:
    text = spell(
        Modify(what="target", change=Change(power=4)),
        GainLife(amount=2, who="controller-of-target"),
        targets=(A_CREATURE,),
    )

    assert text == "Target creature gets +4/+0 until end of turn. Its controller gains 2 life."


def test_two_targets_are_told_apart() -> None:
    mine = Target(of=Filter(types=("Creature",), controller="you"))
    theirs = Target(of=Filter(types=("Creature",), controller="opponent"))
    text = spell(
        PutCounters(on="target"),
        Fight(first="target", second="target2"),
        Destroy(what="target2"),
        targets=(mine, theirs),
    )

    assert text == (
        "Put a +1/+1 counter on target creature you control. It fights target "
        "creature an opponent controls. Destroy it."
    )


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (Target(of=CREATURE, player="any"), "permanent or player"),
        (ANY_TARGET, "permanent or player"),
        (Target(player="any"), "player"),
    ],
)
def test_a_target_named_again_is_whatever_it_may_be(target: Target, words: str) -> None:
    damage = Damage(amount=1, to="target")
    assert spell(damage, damage, targets=(target,)).endswith(
        f". This spell deals 1 damage to that {words}."
    )


@pytest.mark.parametrize(
    ("target", "words"),
    [
        (ANY_TARGET, "any target"),
        (Target(of=CREATURE, player="any"), "target creature or player"),
        (Target(of=CREATURE, count=2), "two target creatures"),
        (Target(of=CREATURE, count=3, up_to=True), "up to three target creatures"),
        (Target(of=CREATURE, count=3, at_least=1), "one, two, or three target creatures"),
        (Target(of=CREATURE, count="X"), "X target creatures"),
        (
            Target(of=Filter(zone="graveyard", owner="you", types=("Creature",))),
            "target creature card from your graveyard",
        ),
        (
            Target(
                of=Filter(zone="graveyard", owner="you", types=("Artifact", "Creature", "Land"))
            ),
            "target artifact, creature, or land card from your graveyard",
        ),
        (Target(of=Filter(zone="stack", not_types=("Creature",))), "target noncreature spell"),
        (
            Target(of=Filter(zone="stack", colors=("white", "black", "red"))),
            "target white, black, or red spell",
        ),
    ],
)
def test_targets(target: Target, words: str) -> None:
    assert spell(Exile(what="target"), targets=(target,)) == f"Exile {words}."


# --- Abilities ------------------------------------------------------------------------------------

TAPPED = Filter(types=("Creature",), tapped=True)
SWAMPS = Count(of=Filter(subtypes=("Swamp",), controller="you"))
ALLIES = Filter(subtypes=("Ally",), controller="you")
UPKEEP = When(event="step", step="upkeep", who="you")
BASIC_LAND = Filter(types=("Land",), supertypes=("Basic",))


@pytest.mark.parametrize(
    ("ability", "text"),
    [
        (
            Activated(
                cost=Costs(tap=True),
                effects=(Destroy(what="target"),),
                targets=(Target(of=TAPPED),),
            ),
            "{T}: Destroy target tapped creature.",
        ),
        (Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)), "{T}: Add {G}."),
        (
            Activated(
                cost=Costs(mana="{1}", tap=True, sacrifice="self"),
                effects=(AddMana(choice=ALL_COLORS),),
            ),
            "{1}, {T}, Sacrifice this creature: Add one mana of any color.",
        ),
        (
            Activated(cost=Costs(mana="{1}{B}"), effects=(Regenerate(),)),
            "{1}{B}: Regenerate this creature.",
        ),
        (
            Activated(
                cost=Costs(discard=1), effects=(Draw(),), sorcery_speed=True, once_each_turn=True
            ),
            ("Discard a card: Draw a card. Activate only as a sorcery and only once each turn."),
        ),
        (
            Activated(
                cost=Costs(mana="{0}"),
                effects=(Modify(what="self", change=Change(keywords=("flying",))),),
                any_player=True,
            ),
            (
                "{0}: This creature gains flying until end of turn. Any player may activate this "
                "ability."
            ),
        ),
        (
            Triggered(when=When(event="enters"), effects=(Draw(),)),
            "When this creature enters, draw a card.",
        ),
        (
            Triggered(
                when=When(event="dies", what=Filter(types=("Creature",), other=True)),
                effects=(PutCounters(on="self"),),
            ),
            "Whenever another creature dies, put a +1/+1 counter on this creature.",
        ),
        (
            Triggered(
                when=When(event="deals-damage", to="player", combat_only=True),
                effects=(Discard(who="that-player"),),
                optional=True,
            ),
            (
                "Whenever this creature deals combat damage to a player, you may have that player "
                "discard a card."
            ),
        ),
        (
            Triggered(
                when=UPKEEP, effects=(May(cost=Costs(mana="{G}{G}"), otherwise=(Sacrifice(),)),)
            ),
            "At the beginning of your upkeep, sacrifice this creature unless you pay {G}{G}.",
        ),
        (
            Triggered(
                when=UPKEEP,
                condition=Exists(of=Filter(subtypes=("Wall",), controller="you"), at_least=2),
                effects=(Draw(),),
            ),
            "At the beginning of your upkeep, if you control two or more Walls, draw a card.",
        ),
        (
            Triggered(
                when=UPKEEP, condition=Exists(of=ALLIES, at_least=0, at_most=0), effects=(Draw(),)
            ),
            "At the beginning of your upkeep, if you control no Allies, draw a card.",
        ),
        (
            Triggered(
                when=UPKEEP, condition=Exists(of=ALLIES, at_least=0, at_most=2), effects=(Draw(),)
            ),
            "At the beginning of your upkeep, if you control two or fewer Allies, draw a card.",
        ),
        (
            Triggered(
                when=UPKEEP,
                effects=(
                    If(
                        condition=Exists(of=Filter(subtypes=("Wall",), controller="you")),
                        then=(Draw(),),
                    ),
                ),
            ),
            "At the beginning of your upkeep, draw a card if you control a Wall.",
        ),
        (
            Triggered(
                when=When(event="dies"),
                effects=(
                    Search(who="players", of=BASIC_LAND, to="battlefield", count=2, optional=True),
                ),
            ),
            "When this creature dies, each player may search their library for up to two basic "
            "land cards, put them onto the battlefield, then shuffle.",
        ),
        (
            Triggered(
                when=When(event="cycles", who="you"),
                optional=True,
                effects=(Search(of=BASIC_LAND, to="hand"),),
            ),
            (
                "When you cycle this card, you may search your library for a basic land card, "
                "reveal "
                "it, put it into your hand, then shuffle."
            ),
        ),
        (
            Static(
                what=Filter(subtypes=("Goblin",), other=True),
                change=Change(power=1, toughness=1, keywords=("mountainwalk",)),
            ),
            "Other Goblins get +1/+1 and have mountainwalk.",
        ),
        (
            Static(change=Change(base_power=SWAMPS, base_toughness=SWAMPS)),
            (
                "This creature's power and toughness are each equal to the number of Swamps you "
                "control."
            ),
        ),
        (
            Static(change=Change(power=SWAMPS)),
            "This creature gets +1/+0 for each Swamp you control.",
        ),
        (
            Static(change=Change(power=Stat(what="hand", of="you"), toughness=-1)),
            "This creature gets +X/-1, where X is the number of cards in your hand.",
        ),
        (
            Static(
                change=Change(restrict=("cant-block",)),
                condition=Not(condition=TurnIs(whose="you")),
            ),
            "This creature can't block unless it's your turn.",
        ),
        (
            Static(what=CREATURE, change=Change(restrict=("cant-attack",))),
            "All creatures can't attack.",
        ),
        (
            Static(change=Change(blocked_only_by=Filter(types=("Artifact",), colors=("black",)))),
            "This creature can't be blocked except by black artifacts.",
        ),
        (Enters(tapped=True), "This creature enters tapped."),
        (Enters(counters="+1/+1", count="X"), "This creature enters with X +1/+1 counters on it."),
        (
            Replace(event="damage", what="self", prevent="all", combat_only=True),
            "Prevent all combat damage that would be dealt to this creature.",
        ),
        (
            Replace(event="dies", what=CREATURE, exile=True),
            "If a creature would die, exile it instead.",
        ),
        (
            Replace(event="dies", what=Filter(), exile=True),
            "If a permanent would be put into a graveyard from the battlefield, exile it instead.",
        ),
        (
            Replace(event="gain-life", what="you", double=True),
            "If you would gain life, you gain twice that much life instead.",
        ),
        (Replace(event="gain-life"), "Players can't gain life."),
        (
            Replace(event="counters", what=CREATURE, counters="+1/+1", double=True),
            (
                "If one or more +1/+1 counters would be put on a creature, twice that many "
                "+1/+1 counters are put on it instead."
            ),
        ),
        (
            Replace(event="damage", what="you", redirect="self"),
            "All damage that would be dealt to you is dealt to this creature instead.",
        ),
        (
            Replace(
                event="damage",
                what="you",
                redirect="self",
                condition=Matches(what="self", filter=TAPPED),
            ),
            (
                "As long as this creature is a tapped creature, all damage that would be dealt to "
                "you is dealt to this creature instead."
            ),
        ),
        (
            CastCost(amount=-1, of=Filter(subtypes=("Zombie",))),
            "Zombie spells you cast cost {1} less to cast.",
        ),
        (PlayerRule(rule="no-maximum-hand-size"), "You have no maximum hand size."),
        (PlayerRule(rule="skip-draw", who="players"), "Each player skips their draw step."),
    ],
)
def test_abilities_of_a_creature(ability: AnyAbility, text: str) -> None:
    assert rules_text(card(ability)) == (text,)


def test_a_granted_ability_stands_in_quotation_marks_and_speaks_of_whoever_has_it() -> None:
    ping = Activated(
        cost=Costs(tap=True), effects=(Damage(amount=1, to="target"),), targets=(ANY_TARGET,)
    )
    staff = card(
        Static(what="attached", change=Change(abilities=(ping,))),
        kind="Artifact",
        subtypes=("Equipment",),
    )

    assert rules_text(staff) == (
        'Equipped creature has "{T}: This creature deals 1 damage to any target."',
    )


def test_a_cost_says_which_cards_are_to_be_discarded() -> None:
    two = Activated(
        cost=Costs(discard=2, discard_of=Filter(types=("Creature",))), effects=(Draw(),)
    )

    assert rules_text(card(two)) == ("Discard two creature cards: Draw a card.",)


def test_an_ability_alone_speaks_of_a_permanent() -> None:
    assert (
        ability_text(Triggered(when=When(event="attacks"), effects=(Draw(),)))
        == "Whenever this permanent attacks, draw a card."
    )


def test_only_creatures_and_planeswalkers_are_said_to_die() -> None:
    star = card(Triggered(when=When(event="dies"), effects=(Draw(),)), kind="Artifact")

    assert rules_text(star) == (
        "When this artifact is put into a graveyard from the battlefield, draw a card.",
    )


@pytest.mark.cr("700.4")
def test_lands_and_artifacts_are_put_into_a_graveyard() -> None:
    def begins(what: Filter) -> str:
        return ability_text(Triggered(when=When(event="dies", what=what), effects=(Draw(),)))

    assert (
        begins(Filter(types=("Land",)))
        == "Whenever a land is put into a graveyard from the battlefield, draw a card."
    )
    assert begins(Filter(types=("Artifact",), subtypes=("Equipment",))).startswith(
        "Whenever an Equipment artifact is put into"
    )
    assert (
        begins(Filter(types=("Artifact", "Creature")))
        == "Whenever an artifact or creature is put into a graveyard from the battlefield, "
        "draw a card."
    )
    assert begins(Filter(subtypes=("Goblin",))) == "Whenever a Goblin dies, draw a card."


def test_a_cost_in_permanents_of_yours_says_so() -> None:
    assert cost_text(Costs(tap_other=CREATURE)) == "Tap an untapped creature you control"
    assert (
        cost_text(Costs(exile_other=Filter(zone="graveyard", owner="you")))
        == "Exile a card from your graveyard"
    )
    assert (
        cost_text(Costs(return_other=Filter(types=("Land",))))
        == "Return a land you control to its owner's hand"
    )


def test_what_cant_be_done_until_end_of_turn_cant_be_done_this_turn() -> None:
    assert (
        effect_words(Modify(what="it", change=Change(restrict=("cant-block",))))
        == "It can't block this turn."
    )


def test_a_cost_reads_as_it_stands_before_a_colon() -> None:
    assert cost_text(Costs(mana="{2}", tap=True, life=2)) == "{2}, {T}, Pay 2 life"
    assert cost_text(Costs()) == "No cost"


# --- Effects --------------------------------------------------------------------------------------

SOLDIER = CardData(
    name="Soldier",
    types=("Creature",),
    subtypes=("Soldier",),
    colors=("white",),
    power=1,
    toughness=1,
)
DRAGON = CardData(
    name="Smoke",
    types=("Creature",),
    subtypes=("Dragon",),
    colors=("red",),
    power=8,
    toughness=8,
    keywords=("flying",),
)


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (
            Damage(
                amount=2,
                to=Filter(types=("Creature",), not_keywords=("flying",)),
                also_to="each-player",
            ),
            "This permanent deals 2 damage to each creature without flying and each player.",
        ),
        (
            Damage(amount=SWAMPS, to="it"),
            (
                "This permanent deals damage to that creature equal to the number of Swamps "
                "you control."
            ),
        ),
        (
            Destroy(what=CREATURE, regenerate=False),
            "Destroy all creatures. They can't be regenerated.",
        ),
        (Move(what=CREATURE, to="hand"), "Return all creatures to their owners' hands."),
        (
            Move(what=Filter(zone="graveyard", owner="you"), to="battlefield", tapped=True),
            "Return all cards from your graveyard to the battlefield tapped.",
        ),
        (
            Sacrifice(who="opponents", of=CREATURE, count=2),
            "Each opponent sacrifices two creatures.",
        ),
        (Draw(count="X"), "Draw X cards."),
        (Discard(who="players", count="all"), "Each player discards their hand."),
        (
            Discard(who="opponents", chooser="you", of=Filter(not_types=("Land",))),
            (
                "Each opponent reveals their hand. You choose a nonland card from it. That "
                "player discards that card."
            ),
        ),
        (Scry(count=2), "Scry 2."),
        (
            Search(of=Filter(), to="library-top", reveal=False),
            "Search your library for a card, then shuffle and put that card on top.",
        ),
        (
            Shuffle(zones=("hand", "graveyard")),
            "Shuffle your hand and graveyard into your library.",
        ),
        (LoseLife(amount=3, who="opponents"), "Each opponent loses 3 life."),
        (Counter(what="it", unless_pays="X"), "Counter it unless its controller pays {X}."),
        (
            Counter(what="it", to="exile"),
            (
                "Counter it. If that spell is countered this way, exile it instead of putting it "
                "into its owner's graveyard."
            ),
        ),
        (MakeToken(token=SOLDIER, count=2), "Create two 1/1 white Soldier creature tokens."),
        (
            MakeToken(token=DRAGON),
            "Create an 8/8 red Dragon creature token named Smoke with flying.",
        ),
        (
            AddMana(add="{G}", times=Count(of=Filter(subtypes=("Elf",)))),
            "Add an amount of {G} equal to the number of Elves on the battlefield.",
        ),
        (AddMana(choice=("red", "green")), "Add {R} or {G}."),
        (
            Prevent(amount=3, to="it"),
            "Prevent the next 3 damage that would be dealt to it this turn.",
        ),
        (
            Redirect(what="you", to="it", amount=2),
            "The next 2 damage that would be dealt to you this turn is dealt to it instead.",
        ),
        (
            Redirect(what="it", to="you", next_time=True, source=Filter(colors=("red",))),
            (
                "The next time a red source of your choice would deal damage to it this turn, that "
                "damage is dealt to you instead."
            ),
        ),
        (Prevent(combat_only=True), "Prevent all combat damage that would be dealt this turn."),
        (
            Modify(what="it", change=Change(controller="you"), until="forever"),
            "Gain control of it.",
        ),
        (
            Modify(
                what=Filter(types=("Land",)),
                change=Change(add_types=("Creature",), base_power=1, base_toughness=1),
            ),
            ("All lands become 1/1 creatures until end of turn. It's still a land."),
        ),
        (
            Delayed(when=When(event="step", step="end"), then=(Sacrifice(of="it"),)),
            "Sacrifice it at the beginning of the next end step.",
        ),
        (
            May(cost=Costs(mana="{2}"), who="players", then=(Draw(),)),
            "Each player may pay {2}. If that player does, draw a card.",
        ),
        (
            If(
                condition=Compare(left=Stat(what="power", of="it"), right=4),
                then=(Draw(), Discard()),
            ),
            "If its power is 4 or greater, draw a card, then discard a card.",
        ),
        (
            If(condition=Matches(what="it", filter=TAPPED), then=(Draw(),)),
            "If it's a tapped creature, draw a card.",
        ),
        (Again(what="it"), "Copy it. You may choose new targets for the copy."),
        (
            Modify(
                what="it", change=Change(power=Stat(what="power", of="it"), keywords=("trample",))
            ),
            "It gains trample and gets +X/+0 until end of turn, where X is its power.",
        ),
        (
            Prevent(to="you", next_time=True, source=Filter(shares="chosen-color")),
            (
                "The next time a permanent of the chosen color of your choice would deal "
                "damage to you this turn, prevent that damage."
            ),
        ),
        (
            AddMana(add="{G}", times=Count(of=CREATURE)),
            "Add an amount of {G} equal to the number of creatures on the battlefield.",
        ),
        (
            AddMana(add="{G}", times=Count(of=CREATURE, times=2)),
            "Add an amount of {G} equal to twice the number of creatures on the battlefield.",
        ),
        (
            AddMana(add="{G}", times=Count(of=CREATURE, times=2, plus=1)),
            (
                "Add an amount of {G} equal to twice the number of creatures on the "
                "battlefield plus 1."
            ),
        ),
        (
            AddMana(add="{G}{W}", times=Count(of=CREATURE, times=2, halve=True)),
            (
                "Add an amount of {G}{W} equal to half twice the number of creatures on the "
                "battlefield, rounded down."
            ),
        ),
        (
            AddMana(add="{C}", times=Stat(what="counters", kind="charge")),
            "Add an amount of {C} equal to the number of charge counters on this permanent.",
        ),
        (
            AddMana(add="{C}{C}", times=Stat(what="counters", kind="charge")),
            "Add an amount of {C}{C} equal to the number of charge counters on this permanent.",
        ),
        (
            AddMana(add="{G}", times=Stat(what="power", of="it")),
            "Add an amount of {G} equal to its power.",
        ),
        (
            Again(what="it", count=2),
            "Copy it two times. You may choose new targets for the copies.",
        ),
        (
            Again(what="it", count="X"),
            "Copy it X times. You may choose new targets for the copies.",
        ),
        (
            Again(what="it", count=Stat(what="power", of="it")),
            (
                "Copy it a number of times equal to its power. You may choose new targets for the "
                "copies."
            ),
        ),
        (
            May(cost=Costs(mana="{2}"), times=3, then=(Draw(),)),
            "You may pay {2} three times. If you do, draw a card.",
        ),
        (
            LookAtTop(count=1, rest="library-top"),
            "Look at the top card of your library.",
        ),
    ],
)
def test_effects(effect: Any, text: str) -> None:
    assert effect_words(effect) == text


def test_modes_are_listed_each_with_its_own_targets() -> None:
    modes = (
        Mode(effects=(Destroy(what="target"),), targets=(Target(of=Filter(types=("Artifact",))),)),
        Mode(effects=(Draw(who="target", count=2),), targets=(A_PLAYER,)),
    )

    assert (
        spell(modes=modes)
        == "Choose one — • Destroy target artifact. • Target player draws two cards."
    )


def test_what_no_text_says_is_shown_as_data() -> None:
    assert effect_words(AddMana(add="{G}", times=11)) == "Add mana (add: '{G}', times: 11)."
    assert ability_text(Replace(event="dies", exile=True, then=(Draw(),))) == (
        "Replace (event: dies, exile: yes, then: [draw])"
    )


def test_different_data_that_no_text_says_are_shown_differently() -> None:
    one, other = Again(what="it", count=True), Again(what="it", count="True")  # type: ignore[arg-type]
    assert in_data(one) != in_data(other)
