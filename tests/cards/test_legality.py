"""The deck check: each restriction with cards that offend and near misses that don't, and decks
as a whole.
"""

from __future__ import annotations

from typing import get_args

import pytest

from engine.base.schema import read
from engine.cards import model as m
from engine.cards.checks.restrictions import RESTRICTIONS, Restriction, breaks
from engine.cards.decks.legality import DeckRules, check, colors_of
from engine.cards.library import library
from engine.cards.model import Card
from engine.cards.terms import Costs, Count, Filter, Paid, Stat
from engine.variant.loading import load

CREATURES = Filter(types=("Creature",))
LANDS = Filter(types=("Land",))
CREATURE, LAND, PERMANENT = m.Target(of=CREATURES), m.Target(of=LANDS), m.Target(of=Filter())
ANY, PLAYER, OPPONENT = (
    m.Target(of=CREATURES, player="any"),
    m.Target(player="any"),
    m.Target(player="opponent"),
)

CONQUERING = DeckRules(
    size=60,
    copies=4,
    lands=False,
    one_color=True,
    vintage=True,
    forbid=(
        "untargetability", "mass-creature-removal", "mass-attack-prevention", "land-destruction",
        "land-tapping",
        "opponent-damage-only", "life-as-resource", "ante", "dexterity",
    ),
    clauses={
        "size": "C-7", "copies": "C-7", "lands": "C-7", "vintage": "C-7", "color": "C-8",
        "playable": "C-10",
        "untargetability": "C-9", "mass-creature-removal": "C-9", "mass-attack-prevention": "C-9",
        "land-destruction": "C-9",
        "land-tapping": "C-9", "opponent-damage-only": "C-9", "life-as-resource": "C-9",
        "ante": "C-9", "dexterity": "C-9",
    },
)  # fmt: skip


def bear(**facts: object) -> Card:
    return Card(name="Bear", types=("Creature",), cost="{1}{G}", power=2, toughness=2, **facts)


def spell(*effects: m.AnyEffect, targets: tuple[m.Target, ...] = (), **facts: object) -> Card:
    return Card(
        name="Spell",
        types=("Sorcery",),
        abilities=(m.Spell(effects=effects, targets=targets),),
        **facts,
    )


def enchantment(*abilities: m.AnyAbility, **facts: object) -> Card:
    return Card(name="Rule", types=("Enchantment",), abilities=abilities, **facts)


def aura(on: Filter, *abilities: m.AnyAbility) -> Card:
    return enchantment(*abilities, subtypes=("Aura",), enchant=m.Target(of=on))


def planeswalker(last: m.AnyEffect) -> Card:
    ability = m.Activated(cost=Costs(loyalty=-8), effects=(last,), targets=(PLAYER,))
    return Card(
        name="Ally", types=("Planeswalker",), cost="{3}{R}", loyalty=6, abilities=(ability,)
    )


def modal(*modes: m.Mode) -> Card:
    return Card(name="Choice", types=("Instant",), abilities=(m.Spell(modes=modes),))


def tapped_for(mana: str) -> m.Activated:
    return m.Activated(cost=Costs(tap=True), effects=(m.AddMana(add=mana),))


OFFENDERS: dict[Restriction, dict[str, Card]] = {
    "untargetability": {
        "shroud": bear(keywords=("shroud",)),
        "hexproof": bear(keywords=("trample", "hexproof")),
        "hexproof from a colour": bear(keywords=("hexproof from black",)),
        "given by an Aura": aura(
            CREATURES, m.Static(what="attached", change=m.Change(keywords=("shroud",)))
        ),
        "given by a spell": spell(
            m.Modify(what="target", change=m.Change(keywords=("hexproof",))), targets=(CREATURE,)
        ),
        "given by an activated ability": bear(
            abilities=(
                m.Activated(
                    cost=Costs(mana="{1}"),
                    effects=(m.Modify(what="self", change=m.Change(keywords=("shroud",))),),
                ),
            )
        ),
        "of a token": spell(m.MakeToken(token=bear(keywords=("hexproof",)))),
        "as a counter": spell(m.PutCounters(on="target", kind="hexproof"), targets=(CREATURE,)),
    },
    "mass-creature-removal": {
        "destroy all": spell(m.Destroy(what=CREATURES)),
        "destroy all of a colour": spell(
            m.Destroy(what=Filter(types=("Creature",), colors=("green",)))
        ),
        "destroy all nonland permanents": spell(m.Destroy(what=Filter(not_types=("Land",)))),
        "destroy all of a creature type": spell(m.Destroy(what=Filter(subtypes=("Goblin",)))),
        "exile all": spell(m.Exile(what=CREATURES)),
        "return all": spell(m.Move(what=CREATURES, to="hand")),
        "damage to each": spell(m.Damage(amount=4, to=CREATURES)),
        "-2/-2 to all": spell(m.Modify(what=CREATURES, change=m.Change(power=-2, toughness=-2))),
        "-X/-X to all": spell(
            m.Modify(what=CREATURES, change=m.Change(power="-X", toughness="-X"))
        ),
        "-1/-1 as long as it stays": enchantment(
            m.Static(what=CREATURES, change=m.Change(power=-1, toughness=-1))
        ),
        "-1/-1 counters on all": spell(m.PutCounters(on=CREATURES, kind="-1/-1")),
        "everybody sacrifices two": spell(m.Sacrifice(who="players", of=CREATURES, count=2)),
        "when cycled": Card(
            name="Cycled",
            types=("Sorcery",),
            keywords=("cycling {2}",),
            abilities=(
                m.Triggered(
                    when=m.When(event="cycles"), effects=(m.Damage(amount=1, to=CREATURES),)
                ),
            ),
        ),
        "all creatures of one player": spell(
            m.Damage(amount=4, to=Filter(types=("Creature",), controller="target")),
            targets=(PLAYER,),
        ),
        "a planeswalker's wrath at all": planeswalker(m.Destroy(what=CREATURES)),
        "a planeswalker at whose word others sacrifice": planeswalker(
            m.Sacrifice(who="opponents", of=CREATURES, count=2)
        ),
        "in a mode": modal(
            m.Mode(effects=(m.Draw(),)), m.Mode(effects=(m.Destroy(what=CREATURES),))
        ),
        "only if kicked": spell(m.If(condition=Paid(), then=(m.Destroy(what=CREATURES),))),
        "later": spell(
            m.Delayed(when=m.When(event="step", step="end"), then=(m.Destroy(what=CREATURES),))
        ),
        "in half of a split card": Card(
            name="Left // Right",
            types=("Instant",),
            halves=(spell(m.Draw()), spell(m.Damage(amount=1, to=CREATURES))),
        ),
    },
    "mass-attack-prevention": {
        "creatures without flying": enchantment(
            m.Static(
                what=Filter(types=("Creature",), not_keywords=("flying",)),
                change=m.Change(restrict=("cant-attack",)),
            )
        ),
        "an artifact against opponents": Card(
            name="Gate",
            types=("Artifact",),
            abilities=(
                m.Static(
                    what=Filter(types=("Creature",), controller="opponent"),
                    change=m.Change(restrict=("cant-block", "cant-attack")),
                ),
            ),
        ),
        "for a turn": spell(m.Modify(what=CREATURES, change=m.Change(restrict=("cant-attack",)))),
    },
    "land-destruction": {
        "target land": spell(m.Destroy(what="target"), targets=(LAND,)),
        "all lands": spell(m.Destroy(what=LANDS)),
        "when something is done": spell(
            m.WhenDone(then=(m.Destroy(what="target"),), targets=(LAND,))
        ),
        "nonbasic lands": spell(
            m.Destroy(what="target"),
            targets=(m.Target(of=Filter(types=("Land",), not_supertypes=("Basic",))),),
        ),
        "a Forest by its type": spell(m.Destroy(what=Filter(subtypes=("Forest",)))),
        "artifact or land": spell(
            m.Destroy(what="target"), targets=(m.Target(of=Filter(types=("Artifact", "Land"))),)
        ),
        "any permanent": spell(m.Destroy(what="target"), targets=(PERMANENT,)),
        "exile a land": spell(m.Exile(what="target"), targets=(LAND,)),
        "return a land": spell(m.Move(what="target", to="library-top"), targets=(LAND,)),
        "the enchanted land": aura(
            LANDS,
            m.Triggered(
                when=m.When(event="step", step="upkeep"), effects=(m.Destroy(what="attached"),)
            ),
        ),
        "everybody sacrifices a land": spell(m.Sacrifice(who="players", of=LANDS)),
        "by a creature": bear(
            abilities=(
                m.Triggered(
                    when=m.When(event="enters"),
                    effects=(m.Destroy(what="target"),),
                    targets=(LAND,),
                ),
            )
        ),
        "as the second target": spell(m.Destroy(what="target2"), targets=(CREATURE, LAND)),
    },
    "mass-land-destruction": {
        "all lands": spell(m.Destroy(what=LANDS)),
        "all permanents": spell(m.Destroy(what=Filter())),
        "two target lands": spell(m.Destroy(what="target"), targets=(m.Target(of=LANDS, count=2),)),
        "sacrificed in numbers": spell(m.Sacrifice(who="players", of=LANDS, count=4)),
        "returned to hands": spell(m.Move(what=LANDS, to="hand")),
    },
    "land-tapping": {
        "when the enchanted land is tapped": aura(
            LANDS,
            m.Triggered(
                when=m.When(event="taps", what="attached"), effects=(m.AddMana(add="{G}"),)
            ),
        ),
        "the enchanted land gets a tap ability": aura(
            LANDS, m.Static(what="attached", change=m.Change(abilities=(tapped_for("{B}"),)))
        ),
        "untap target land": enchantment(
            m.Activated(cost=Costs(mana="{1}"), effects=(m.Untap(what="target"),), targets=(LAND,))
        ),
        "tap all Islands": spell(m.Tap(what=Filter(subtypes=("Island",)))),
        "tapping a land as a cost": enchantment(
            m.Activated(cost=Costs(tap_other=LANDS), effects=(m.Draw(),))
        ),
        "lands don't untap": enchantment(
            m.Static(what=LANDS, change=m.Change(restrict=("doesnt-untap",)))
        ),
        "more mana from lands": enchantment(m.PlayerRule(rule="land-mana-bonus")),
        "counting untapped lands": spell(
            m.Draw(count=Count(of=Filter(types=("Land",), tapped=False)))
        ),
    },
    "lands-become-creatures": {
        "target land": spell(
            m.Modify(what="target", change=m.Change(add_types=("Creature",))), targets=(LAND,)
        ),
        "all Forests": enchantment(
            m.Static(what=Filter(subtypes=("Forest",)), change=m.Change(add_types=("Creature",)))
        ),
        "the land itself": Card(
            name="Walking Land",
            types=("Land",),
            abilities=(
                m.Activated(
                    cost=Costs(mana="{1}"),
                    effects=(m.Modify(what="self", change=m.Change(add_types=("Creature",))),),
                ),
            ),
        ),
    },
    "artifacts-become-creatures": {
        "all noncreature artifacts": enchantment(
            m.Static(
                what=Filter(types=("Artifact",), not_types=("Creature",)),
                change=m.Change(add_types=("Creature",)),
            )
        ),
        "an artifact that becomes a copy of a creature": spell(
            m.BecomeCopy(what="target", of="target2"),
            targets=(m.Target(of=Filter(types=("Artifact",))), CREATURE),
        ),
        "a copy that is a creature too": spell(
            m.BecomeCopy(what="target", of="target2", unlike=m.Unlike(add_types=("Creature",))),
            targets=(m.Target(of=Filter(types=("Artifact",))), LAND),
        ),
    },
    "opponent-damage-only": {
        "each opponent": spell(m.Damage(amount=3, to="opponents")),
        "target player": spell(m.Damage(amount=3, to="target"), targets=(PLAYER,)),
        "target opponent loses life and you gain it": spell(
            m.LoseLife(amount=2), m.GainLife(amount=2), targets=(OPPONENT,)
        ),
        "an enchantment": enchantment(
            m.Triggered(
                when=m.When(event="step", step="upkeep"),
                effects=(m.Damage(amount=1, to="that-player"),),
            )
        ),
        "on a condition": spell(m.If(condition=Paid(), then=(m.Damage(amount=5, to="opponents"),))),
    },
    "life-as-resource": {
        "life as an activation cost": enchantment(
            m.Activated(cost=Costs(life=2), effects=(m.Draw(),))
        ),
        "life as an additional cost": spell(m.Draw(count=2), additional=Costs(life=2)),
        "life as a kicker": spell(m.Draw(), kicker=Costs(life=1)),
        "life if you want": bear(
            abilities=(
                m.Triggered(
                    when=m.When(event="dies"),
                    effects=(m.May(cost=Costs(life=2), then=(m.Draw(),)),),
                ),
            )
        ),
        "life lost in return": spell(
            m.Search(of=Filter(), to="library-top"), m.LoseLife(who="you", amount=2)
        ),
        "damage in return": spell(
            m.Damage(amount=4, to="target"), m.Damage(amount=2, to="you"), targets=(ANY,)
        ),
        "Phyrexian mana": Card(
            name="Probe",
            types=("Sorcery",),
            cost="{U/P}",
            abilities=(m.Spell(effects=(m.Draw(),)),),
        ),
        "Phyrexian mana in an ability": enchantment(
            m.Activated(cost=Costs(mana="{G/P}"), effects=(m.Draw(),))
        ),
        "losing no game": enchantment(m.PlayerRule(rule="cant-lose")),
        "mana from life": enchantment(m.PlayerRule(rule="life-is-a-resource")),
        "power from life": bear(
            abilities=(m.Static(change=m.Change(base_power=Stat(what="life", of="you"))),)
        ),
    },
    "ante": {"ante": spell(m.Ante())},
    "dexterity": {"flip onto the table": spell(m.Dexterity())},
}

NEAR_MISSES: dict[Restriction, dict[str, Card]] = {
    "untargetability": {
        "protection from a colour": bear(keywords=("protection from black",)),
        "protection from everything": bear(keywords=("protection from everything",)),
        "destroying what has shroud": spell(
            m.Destroy(what="target"), targets=(m.Target(of=Filter(keywords=("shroud",))),)
        ),
        "taking hexproof away": spell(
            m.Modify(what="target", change=m.Change(lose_keywords=("hexproof",))),
            targets=(CREATURE,),
        ),
    },
    "mass-creature-removal": {
        "one target": spell(m.Destroy(what="target"), targets=(CREATURE,)),
        "damage divided among targets": spell(
            m.Damage(amount="X", to="target", divided=True),
            targets=(m.Target(of=CREATURES, count=3, up_to=True),),
        ),
        "all artifacts": spell(m.Destroy(what=Filter(types=("Artifact",)))),
        "all Auras": spell(m.Destroy(what=Filter(subtypes=("Aura",)))),
        "creature cards in graveyards": spell(
            m.Exile(what=Filter(zone="graveyard", types=("Creature",)))
        ),
        "your own": spell(m.Move(what=Filter(types=("Creature",), controller="you"), to="hand")),
        "one sacrifice each": spell(m.Sacrifice(who="opponents", of=CREATURES)),
        "sacrificing your own": spell(m.Sacrifice(who="you", of=CREATURES, count=2)),
        "less power alone": spell(m.Modify(what=CREATURES, change=m.Change(power=-2))),
        "+1/+1 for all": enchantment(
            m.Static(what=CREATURES, change=m.Change(power=1, toughness=1))
        ),
        "an Aura with -2/-2": aura(
            CREATURES, m.Static(what="attached", change=m.Change(power=-2, toughness=-2))
        ),
        "whatever a trigger speaks of": enchantment(
            m.Triggered(
                when=m.When(event="deals-damage", what=CREATURES, to="player"),
                effects=(m.Destroy(what="it"),),
            )
        ),
        "tapping all": spell(m.Tap(what=CREATURES)),
        "a planeswalker's wrath at one player": planeswalker(
            m.Damage(amount=10, to=Filter(types=("Creature",), controller="target"))
        ),
    },
    "mass-attack-prevention": {
        "a creature with its own reach": bear(
            abilities=(m.Static(what=CREATURES, change=m.Change(restrict=("cant-attack",))),)
        ),
        "an Aura on one": aura(
            CREATURES,
            m.Static(what="attached", change=m.Change(restrict=("cant-attack", "cant-block"))),
        ),
        "itself": bear(abilities=(m.Static(change=m.Change(restrict=("cant-attack",))),)),
        "creatures can't block": spell(
            m.Modify(what=CREATURES, change=m.Change(restrict=("cant-block",)))
        ),
        "your own": enchantment(
            m.Static(
                what=Filter(types=("Creature",), controller="you"),
                change=m.Change(restrict=("cant-attack",)),
            )
        ),
        "no combat damage": spell(m.Prevent(combat_only=True)),
    },
    "land-destruction": {
        "a new land type": aura(
            LANDS, m.Static(what="attached", change=m.Change(subtypes=("Island",)))
        ),
        "a nonland permanent": spell(
            m.Destroy(what="target"), targets=(m.Target(of=Filter(not_types=("Land",))),)
        ),
        "a black permanent": spell(
            m.Destroy(what="target"), targets=(m.Target(of=Filter(colors=("black",))),)
        ),
        "artifact or enchantment": spell(
            m.Destroy(what="target"),
            targets=(m.Target(of=Filter(types=("Artifact", "Enchantment"))),),
        ),
        "fetching a land card": spell(m.Search(of=LANDS, to="battlefield")),
        "a land card back from a graveyard": spell(
            m.Move(what="target", to="hand"),
            targets=(m.Target(of=Filter(zone="graveyard", types=("Land",))),),
        ),
        "itself in the end": enchantment(
            m.Triggered(when=m.When(event="step", step="end"), effects=(m.Destroy(what="self"),))
        ),
    },
    "mass-land-destruction": {
        "one target land": spell(m.Destroy(what="target"), targets=(LAND,)),
        "one land each": spell(m.Sacrifice(who="players", of=LANDS)),
        "all creatures": spell(m.Destroy(what=CREATURES)),
    },
    "land-tapping": {
        "a mana creature": bear(abilities=(tapped_for("{G}"),)),
        "an artifact for mana": Card(
            name="Diamond", types=("Artifact",), cost="{2}", abilities=(tapped_for("{W}"),)
        ),
        "tap artifact, creature or land": spell(
            m.Tap(what="target"),
            targets=(m.Target(of=Filter(types=("Artifact", "Creature", "Land"))),),
        ),
        "untap all creatures": spell(m.Untap(what=CREATURES)),
        "tapping a creature as a cost": enchantment(
            m.Activated(cost=Costs(tap_other=CREATURES), effects=(m.Draw(),))
        ),
        "a new land type": aura(
            LANDS, m.Static(what="attached", change=m.Change(subtypes=("Island",)))
        ),
        "the enchanted creature's tap ability": aura(
            CREATURES, m.Static(what="attached", change=m.Change(abilities=(tapped_for("{G}"),)))
        ),
    },
    "lands-become-creatures": {
        "an artifact": spell(
            m.Modify(what="target", change=m.Change(add_types=("Creature",))),
            targets=(m.Target(of=Filter(types=("Artifact",))),),
        ),
        "a creature's new type": spell(
            m.Modify(what="target", change=m.Change(subtypes=("Frog",))), targets=(CREATURE,)
        ),
    },
    "artifacts-become-creatures": {
        "an artifact that becomes a copy of a land": spell(
            m.BecomeCopy(what="target", of="target2"),
            targets=(m.Target(of=Filter(types=("Artifact",))), LAND),
        ),
        "a creature that becomes a copy of another": spell(
            m.BecomeCopy(what="target", of="target2"), targets=(CREATURE, CREATURE)
        ),
        "a Shapeshifter that does": spell(
            m.BecomeCopy(what="target", of="target2"),
            targets=(m.Target(of=Filter(subtypes=("Shapeshifter",))), CREATURE),
        ),
        "creatures that become artifacts": enchantment(
            m.Static(what=CREATURES, change=m.Change(add_types=("Artifact",)))
        ),
        "a land": spell(
            m.Modify(what="target", change=m.Change(add_types=("Creature",))), targets=(LAND,)
        ),
    },
    "opponent-damage-only": {
        "any target": spell(m.Damage(amount=3, to="target"), targets=(ANY,)),
        "a creature that burns": bear(
            abilities=(
                m.Triggered(
                    when=m.When(event="enters"), effects=(m.Damage(amount=1, to="opponents"),)
                ),
            )
        ),
        "with a card drawn": spell(m.Damage(amount=1, to="target"), m.Draw(), targets=(PLAYER,)),
        "with cycling": spell(m.Damage(amount=3, to="opponents"), keywords=("cycling {2}",)),
        "creatures and players": spell(
            m.Damage(amount=1, to="target", also_to="each-opponent"), targets=(CREATURE,)
        ),
        "an enchantment with a lasting effect": enchantment(
            m.Static(what=CREATURES, change=m.Change(power=1)),
            m.Triggered(
                when=m.When(event="step", step="upkeep"),
                effects=(m.Damage(amount=1, to="opponents"),),
            ),
        ),
        "gaining life alone": spell(m.GainLife(amount=4)),
    },
    "life-as-resource": {
        "gaining life": spell(
            m.Regenerate(what="target"), m.GainLife(amount=3), targets=(CREATURE,)
        ),
        "lifelink": bear(keywords=("lifelink",)),
        "life that others lose": bear(
            abilities=(
                m.Triggered(
                    when=m.When(event="dies"), effects=(m.LoseLife(who="opponents", amount=1),)
                ),
            )
        ),
        "life that others may pay": spell(
            m.May(who="that-player", cost=Costs(life=3), otherwise=(m.Draw(),))
        ),
        "counting power": bear(
            abilities=(
                m.Activated(
                    cost=Costs(tap=True), effects=(m.AddMana(add="{G}", times=Stat(what="power")),)
                ),
            )
        ),
        "hybrid mana": Card(name="Hybrid", types=("Creature",), cost="{G/W}", power=1, toughness=1),
    },
    "ante": {"a bear": bear()},
    "dexterity": {"a bear": bear()},
}


def cases(table: dict[Restriction, dict[str, Card]]) -> list[object]:
    return [
        pytest.param(restriction, card, id=f"{restriction}: {label}")
        for restriction, found in table.items()
        for label, card in found.items()
    ]


@pytest.mark.rule("C-9")
@pytest.mark.parametrize(("restriction", "card"), cases(OFFENDERS))
def test_a_card_that_offends_is_found(restriction: Restriction, card: Card) -> None:
    assert breaks(card, restriction)


@pytest.mark.rule("C-9")
@pytest.mark.parametrize(("restriction", "card"), cases(NEAR_MISSES))
def test_a_near_miss_is_let_through(restriction: Restriction, card: Card) -> None:
    assert not breaks(card, restriction)


def test_every_restriction_that_rules_may_name_has_a_predicate_and_cases() -> None:
    named = set(get_args(Restriction))

    assert set(RESTRICTIONS) == named
    assert set(OFFENDERS) == named
    assert set(NEAR_MISSES) == named


# --- Whole decks ----------------------------------------------------------------------------------


def soldiers(number: int) -> list[Card]:
    """White creatures of which no card has more than four copies."""
    return [
        Card(name=f"Soldier {i // 4}", types=("Creature",), cost="{W}", power=1, toughness=1)
        for i in range(number)
    ]


def offences(cards: list[Card], rules: DeckRules = CONQUERING) -> list[tuple[str, str, str]]:
    return [(found.card, found.reason, found.clause) for found in check(cards, rules)]


def card(name: str, cost: str = "{W}", **facts: object) -> Card:
    return Card(name=name, cost=cost, **{"types": ("Instant",), **facts})


@pytest.mark.rule("C-7")
def test_sixty_cards_with_four_of_each_are_legal_and_one_card_fewer_is_not() -> None:
    assert offences(soldiers(60)) == []
    assert offences(soldiers(59)) == [("", "size", "C-7")]
    assert "59 cards" in str(check(soldiers(59), CONQUERING)[0])


@pytest.mark.rule("C-7")
def test_a_fifth_copy_and_any_land_are_refused() -> None:
    plains = Card(name="Plains", types=("Land",), supertypes=("Basic",), subtypes=("Plains",))

    deck = [*soldiers(60), *[card("Bolt")] * 5, *[plains] * 5]

    assert offences(deck) == [("Bolt", "copies", "C-7"), ("Plains", "lands", "C-7")]


@pytest.mark.rule("C-7")
def test_vintage_lists_hold_one_copy_of_a_restricted_card_and_none_of_a_banned_one() -> None:
    wheel, shahrazad = card("Wheel", vintage="restricted"), card("Subgame", vintage="banned")

    assert offences([*soldiers(60), wheel]) == []
    assert offences([*soldiers(60), wheel, wheel, shahrazad]) == [
        ("Wheel", "vintage", "C-7"),
        ("Subgame", "vintage", "C-7"),
    ]


@pytest.mark.rule("C-8")
@pytest.mark.parametrize(
    ("facts", "refused"),
    [
        ({"cost": "{1}{B}"}, True),
        ({"cost": "{W}{U}"}, True),
        ({"cost": "{W/U}"}, True),
        ({"cost": "{2/W}"}, True),
        ({"cost": "{W}", "colors": ("white", "red")}, True),
        ({"cost": "{3}"}, False),
        ({"cost": "{X}{W}"}, False),
        ({"cost": "{B}", "colors": ()}, False),  # devoid
        ({"cost": "{W/P}"}, False),  # of one colour; its life is another clause's business
    ],
)
def test_only_the_decks_colour_and_colourless_cards(
    facts: dict[str, object], refused: bool
) -> None:
    rules = DeckRules(one_color=True, clauses={"color": "C-8"})

    found = offences([*soldiers(60), card("Other", **facts)], rules)

    assert found == ([("Other", "color", "C-8")] if refused else [])


@pytest.mark.rule("C-8")
def test_a_split_card_needs_both_halves_of_the_colour() -> None:
    white = Card(
        name="Left // Right", types=("Instant",), halves=(card("Left"), card("Right", "{2}{W}"))
    )
    mixed = Card(name="Up // Down", types=("Instant",), halves=(card("Up"), card("Down", "{R}")))

    assert colors_of(mixed) == {"white", "red"}
    assert offences([*soldiers(60), white, mixed]) == [("Up // Down", "color", "C-8")]


@pytest.mark.rule("C-8")
def test_the_colour_is_the_one_that_most_cards_have() -> None:
    gold = [card(f"Gold {i}", "{U}{R}") for i in range(70)]

    found = check([card("Blue", "{U}"), *gold, *soldiers(2)], CONQUERING)

    assert (
        next(offence for offence in found if offence.card == "Blue").words
        == "is blue, but the deck is white"
    )
    assert "Soldier 0" not in {offence.card for offence in found}


@pytest.mark.rule("C-8")
def test_a_deck_without_any_colour_is_legal() -> None:
    assert (
        offences(
            [Card(name=f"Golem {i}", types=("Artifact", "Creature"), cost="{3}") for i in range(60)]
        )
        == []
    )


@pytest.mark.rule("C-9", "C-10")
def test_a_deck_with_six_different_offences_gets_six_with_their_clauses() -> None:
    wrath = card("Wrath", abilities=(m.Spell(effects=(m.Destroy(what=CREATURES),)),))
    rain = card("Rain", abilities=(m.Spell(effects=(m.Destroy(what="target"),), targets=(LAND,)),))
    veil = card(
        "Veil",
        types=("Enchantment",),
        abilities=(m.Static(what=CREATURES, change=m.Change(keywords=("shroud",))),),
    )
    pact = card("Pact", additional=Costs(life=2), abilities=(m.Spell(effects=(m.Draw(),)),))

    found = check(
        [*soldiers(40), *[card("Bolt", "{R}")], wrath, rain, rain, veil, pact], CONQUERING
    )

    assert [(offence.card, offence.reason, offence.clause) for offence in found] == [
        ("", "size", "C-7"),
        ("Bolt", "color", "C-8"),
        ("Wrath", "mass-creature-removal", "C-9"),
        ("Rain", "land-destruction", "C-9"),
        ("Veil", "untargetability", "C-9"),
        ("Pact", "life-as-resource", "C-9"),
    ]
    assert [str(offence) for offence in found][:3] == [
        "the deck has 46 cards; it needs at least 60 (C-7)",
        "Bolt is red, but the deck is white (C-8)",
        "Wrath is mass creature removal (C-9)",
    ]


@pytest.mark.rule("C-10")
def test_a_card_is_named_once_for_each_of_its_offences() -> None:
    both = card(
        "Both",
        "{B}",
        playable=False,
        abilities=(m.Spell(effects=(m.Destroy(what=CREATURES), m.Ante())),),
    )

    assert offences([*soldiers(60), both, both]) == [
        ("Both", "color", "C-8"),
        ("Both", "mass-creature-removal", "C-9"),
        ("Both", "ante", "C-9"),
        ("Both", "playable", "C-10"),
    ]


def test_other_rules_allow_what_these_forbid() -> None:
    wrath = card("Wrath", abilities=(m.Spell(effects=(m.Destroy(what=CREATURES),)),))
    armageddon = card(
        "Armageddon", "{3}{R}", abilities=(m.Spell(effects=(m.Destroy(what=LANDS),)),)
    )
    plains = Card(name="Plains", types=("Land",), supertypes=("Basic",), subtypes=("Plains",))
    cave = Card(name="Cave", types=("Land",))
    rules = DeckRules(
        size=40, forbid=("mass-land-destruction",), clauses={"mass-land-destruction": "F-32"}
    )

    assert offences([*soldiers(20), *[plains] * 20, wrath, armageddon], rules) == [
        ("Armageddon", "mass-land-destruction", "F-32")
    ]
    assert offences([*soldiers(40), *[cave] * 5], rules) == [("Cave", "copies", "")]


def test_rules_are_read_from_a_table_and_a_misspelt_restriction_is_a_problem() -> None:
    rules, problems = read(
        DeckRules,
        {"size": 40, "lands": False, "forbid": ["ante"], "clauses": {"ante": "C-9"}},
        "deck",
    )
    assert problems == []
    assert rules == DeckRules(size=40, lands=False, forbid=("ante",), clauses={"ante": "C-9"})

    rules, problems = read(
        DeckRules, {"size": 0, "forbid": ["antes"], "clauses": {"copys": "C-7"}}, "deck"
    )
    assert rules is None
    assert {problem.where for problem in problems} == {
        "deck.size",
        "deck.forbid.1",
        "deck.clauses.copys",
    }
    assert "did you mean 'copies'?" in [problem.hint for problem in problems]


# --- Real cards -----------------------------------------------------------------------------------


@pytest.mark.rule("C-9")
@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("Wrath of God", "mass-creature-removal"),
        ("Massacre", "mass-creature-removal"),
        ("Slice and Dice", "mass-creature-removal"),
        ("Moat", "mass-attack-prevention"),
        ("Teferi's Moat", "mass-attack-prevention"),
        ("Arboria", "mass-attack-prevention"),
        ("Stone Rain", "land-destruction"),
        ("Armageddon", "land-destruction"),
        ("Wild Growth", "land-tapping"),
        ("Caustic Tar", "land-tapping"),
        ("Earthcraft", "land-tapping"),
        ("Sizzle", "opponent-damage-only"),
        ("Channel", "life-as-resource"),
        ("Vampiric Tutor", "life-as-resource"),
        ("Lich", "life-as-resource"),
        ("Troll Ascetic", "untargetability"),
        ("Contract from Below", "ante"),
        ("Chaos Orb", "dexterity"),
        ("Falling Star", "dexterity"),
    ],
)
def test_what_the_conquering_forbids_is_recognised_by_its_data(
    name: str, reason: Restriction
) -> None:
    found = check([library().card(name)], CONQUERING)

    assert reason in {offence.reason for offence in found if offence.card == name}


@pytest.mark.rule("C-9")
@pytest.mark.parametrize(
    "name",
    [
        "Peacekeeper", "White Knight", "Sea's Claim", "Phantasmal Terrain", "Chandra Nalaar",
        "Jace Beleren", "Dead // Gone",
        "Royal Assassin",
        "Nekrataal", "Terror", "Marble Diamond", "Llanowar Elves", "Krosan Tusker",
        "Veteran Explorer", "Wheel of Fortune", "Mind Rot",
        "Prodigal Sorcerer", "Lightning Bolt", "Sunken City", "Gaea's Anthem", "Disenchant",
        "Refresh", "Stronghold Assassin",
    ],
)  # fmt: skip
def test_what_the_conquering_names_as_playable_passes(name: str) -> None:
    found = check([library().card(name)], CONQUERING)

    assert [offence for offence in found if offence.card == name] == []


def test_a_keyword_without_rules_in_a_variant_keeps_its_card_out() -> None:
    hero = library().card("Benalish Hero")

    assert [
        each.reason for each in check([hero] * 4, DeckRules(size=1, unplayed_keywords=("banding",)))
    ] == ["playable"]
    assert check([hero] * 4, DeckRules(size=1)) == []


# --- snow-covered lands ---

SNOW_COVERED = tuple(
    f"Snow-Covered {name}" for name in ("Plains", "Island", "Swamp", "Mountain", "Forest")
)


@pytest.mark.cr("100.2a", "205.4c")
@pytest.mark.parametrize("name", SNOW_COVERED)
def test_snow_covered_lands_are_basic_any_number_of_them(name: str) -> None:
    assert check([library().card(name)] * 60, DeckRules(size=60)) == []


@pytest.mark.parametrize(("variant", "clause"), [("conquering", "C-7"), ("war_game", "W-1")])
@pytest.mark.parametrize("name", [*SNOW_COVERED, "Frost Marsh"])
def test_where_decks_hold_no_lands_they_hold_no_snow_covered_ones(
    variant: str, clause: str, name: str
) -> None:
    rules = load(variant).deck
    found = {(each.card, each.reason, each.clause) for each in check([library().card(name)], rules)}
    assert (name, "lands", clause) in found


def test_a_continent_is_made_of_snow_covered_lands_too() -> None:
    deck = [library().card(name) for name in SNOW_COVERED for _ in range(5)]
    assert {each.reason for each in check(deck, load("frontier").deck)} <= {"size"}
