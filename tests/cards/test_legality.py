"""The deck check: each restriction with cards that offend and near misses that don't, and decks
as a whole.
"""

from __future__ import annotations

from typing import get_args

import pytest

from engine.base.schema import read
from engine.cards import model
from engine.cards.checks.restrictions import RESTRICTIONS, Restriction, breaks
from engine.cards.decks.legality import DeckRules, check, colors_of
from engine.cards.library import library
from engine.cards.model import Card
from engine.cards.terms import Costs, Count, Filter, Paid, Stat
from engine.variant.loading import load

CREATURES = Filter(types=("Creature",))
LANDS = Filter(types=("Land",))
CREATURE, LAND, PERMANENT = (
    model.Target(of=CREATURES),
    model.Target(of=LANDS),
    model.Target(of=Filter()),
)
ANY, PLAYER, OPPONENT = (
    model.Target(of=CREATURES, player="any"),
    model.Target(player="any"),
    model.Target(player="opponent"),
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


def spell(
    *effects: model.AnyEffect, targets: tuple[model.Target, ...] = (), **facts: object
) -> Card:
    return Card(
        name="Spell",
        types=("Sorcery",),
        abilities=(model.Spell(effects=effects, targets=targets),),
        **facts,
    )


def enchantment(*abilities: model.AnyAbility, **facts: object) -> Card:
    return Card(name="Rule", types=("Enchantment",), abilities=abilities, **facts)


def aura(on: Filter, *abilities: model.AnyAbility) -> Card:
    return enchantment(*abilities, subtypes=("Aura",), enchant=model.Target(of=on))


def planeswalker(last: model.AnyEffect) -> Card:
    ability = model.Activated(cost=Costs(loyalty=-8), effects=(last,), targets=(PLAYER,))
    return Card(
        name="Ally", types=("Planeswalker",), cost="{3}{R}", loyalty=6, abilities=(ability,)
    )


def modal(*modes: model.Mode) -> Card:
    return Card(name="Choice", types=("Instant",), abilities=(model.Spell(modes=modes),))


def tapped_for(mana: str) -> model.Activated:
    return model.Activated(cost=Costs(tap=True), effects=(model.AddMana(add=mana),))


OFFENDERS: dict[Restriction, dict[str, Card]] = {
    "untargetability": {
        "shroud": bear(keywords=("shroud",)),
        "hexproof": bear(keywords=("trample", "hexproof")),
        "hexproof from a colour": bear(keywords=("hexproof from black",)),
        "given by an Aura": aura(
            CREATURES, model.Static(what="attached", change=model.Change(keywords=("shroud",)))
        ),
        "given by a spell": spell(
            model.Modify(what="target", change=model.Change(keywords=("hexproof",))),
            targets=(CREATURE,),
        ),
        "given by an activated ability": bear(
            abilities=(
                model.Activated(
                    cost=Costs(mana="{1}"),
                    effects=(model.Modify(what="self", change=model.Change(keywords=("shroud",))),),
                ),
            )
        ),
        "of a token": spell(model.MakeToken(token=bear(keywords=("hexproof",)))),
        "as a counter": spell(model.PutCounters(on="target", kind="hexproof"), targets=(CREATURE,)),
    },
    "mass-creature-removal": {
        "destroy all": spell(model.Destroy(what=CREATURES)),
        "destroy all of a colour": spell(
            model.Destroy(what=Filter(types=("Creature",), colors=("green",)))
        ),
        "destroy all nonland permanents": spell(model.Destroy(what=Filter(not_types=("Land",)))),
        "destroy all of a creature type": spell(model.Destroy(what=Filter(subtypes=("Goblin",)))),
        "exile all": spell(model.Exile(what=CREATURES)),
        "return all": spell(model.Move(what=CREATURES, to="hand")),
        "damage to each": spell(model.Damage(amount=4, to=CREATURES)),
        "-2/-2 to all": spell(
            model.Modify(what=CREATURES, change=model.Change(power=-2, toughness=-2))
        ),
        "-X/-X to all": spell(
            model.Modify(what=CREATURES, change=model.Change(power="-X", toughness="-X"))
        ),
        "-1/-1 as long as it stays": enchantment(
            model.Static(what=CREATURES, change=model.Change(power=-1, toughness=-1))
        ),
        "-1/-1 counters on all": spell(model.PutCounters(on=CREATURES, kind="-1/-1")),
        "everybody sacrifices two": spell(model.Sacrifice(who="players", of=CREATURES, count=2)),
        "when cycled": Card(
            name="Cycled",
            types=("Sorcery",),
            keywords=("cycling {2}",),
            abilities=(
                model.Triggered(
                    when=model.When(event="cycles"), effects=(model.Damage(amount=1, to=CREATURES),)
                ),
            ),
        ),
        "all creatures of one player": spell(
            model.Damage(amount=4, to=Filter(types=("Creature",), controller="target")),
            targets=(PLAYER,),
        ),
        "a planeswalker's wrath at all": planeswalker(model.Destroy(what=CREATURES)),
        "a planeswalker at whose word others sacrifice": planeswalker(
            model.Sacrifice(who="opponents", of=CREATURES, count=2)
        ),
        "in a mode": modal(
            model.Mode(effects=(model.Draw(),)),
            model.Mode(effects=(model.Destroy(what=CREATURES),)),
        ),
        "only if kicked": spell(model.If(condition=Paid(), then=(model.Destroy(what=CREATURES),))),
        "later": spell(
            model.Delayed(
                when=model.When(event="step", step="end"), then=(model.Destroy(what=CREATURES),)
            )
        ),
        "in half of a split card": Card(
            name="Left // Right",
            types=("Instant",),
            halves=(spell(model.Draw()), spell(model.Damage(amount=1, to=CREATURES))),
        ),
    },
    "mass-attack-prevention": {
        "creatures without flying": enchantment(
            model.Static(
                what=Filter(types=("Creature",), not_keywords=("flying",)),
                change=model.Change(restrict=("cant-attack",)),
            )
        ),
        "an artifact against opponents": Card(
            name="Gate",
            types=("Artifact",),
            abilities=(
                model.Static(
                    what=Filter(types=("Creature",), controller="opponent"),
                    change=model.Change(restrict=("cant-block", "cant-attack")),
                ),
            ),
        ),
        "for a turn": spell(
            model.Modify(what=CREATURES, change=model.Change(restrict=("cant-attack",)))
        ),
    },
    "land-destruction": {
        "target land": spell(model.Destroy(what="target"), targets=(LAND,)),
        "all lands": spell(model.Destroy(what=LANDS)),
        "when something is done": spell(
            model.WhenDone(then=(model.Destroy(what="target"),), targets=(LAND,))
        ),
        "nonbasic lands": spell(
            model.Destroy(what="target"),
            targets=(model.Target(of=Filter(types=("Land",), not_supertypes=("Basic",))),),
        ),
        "a Forest by its type": spell(model.Destroy(what=Filter(subtypes=("Forest",)))),
        "artifact or land": spell(
            model.Destroy(what="target"),
            targets=(model.Target(of=Filter(types=("Artifact", "Land"))),),
        ),
        "any permanent": spell(model.Destroy(what="target"), targets=(PERMANENT,)),
        "exile a land": spell(model.Exile(what="target"), targets=(LAND,)),
        "return a land": spell(model.Move(what="target", to="library-top"), targets=(LAND,)),
        "the enchanted land": aura(
            LANDS,
            model.Triggered(
                when=model.When(event="step", step="upkeep"),
                effects=(model.Destroy(what="attached"),),
            ),
        ),
        "everybody sacrifices a land": spell(model.Sacrifice(who="players", of=LANDS)),
        "by a creature": bear(
            abilities=(
                model.Triggered(
                    when=model.When(event="enters"),
                    effects=(model.Destroy(what="target"),),
                    targets=(LAND,),
                ),
            )
        ),
        "as the second target": spell(model.Destroy(what="target2"), targets=(CREATURE, LAND)),
    },
    "mass-land-destruction": {
        "all lands": spell(model.Destroy(what=LANDS)),
        "all permanents": spell(model.Destroy(what=Filter())),
        "two target lands": spell(
            model.Destroy(what="target"), targets=(model.Target(of=LANDS, count=2),)
        ),
        "sacrificed in numbers": spell(model.Sacrifice(who="players", of=LANDS, count=4)),
        "returned to hands": spell(model.Move(what=LANDS, to="hand")),
    },
    "land-tapping": {
        "when the enchanted land is tapped": aura(
            LANDS,
            model.Triggered(
                when=model.When(event="taps", what="attached"), effects=(model.AddMana(add="{G}"),)
            ),
        ),
        "the enchanted land gets a tap ability": aura(
            LANDS,
            model.Static(what="attached", change=model.Change(abilities=(tapped_for("{B}"),))),
        ),
        "untap target land": enchantment(
            model.Activated(
                cost=Costs(mana="{1}"), effects=(model.Untap(what="target"),), targets=(LAND,)
            )
        ),
        "tap all Islands": spell(model.Tap(what=Filter(subtypes=("Island",)))),
        "tapping a land as a cost": enchantment(
            model.Activated(cost=Costs(tap_other=LANDS), effects=(model.Draw(),))
        ),
        "lands don't untap": enchantment(
            model.Static(what=LANDS, change=model.Change(restrict=("doesnt-untap",)))
        ),
        "more mana from lands": enchantment(model.PlayerRule(rule="land-mana-bonus")),
        "counting untapped lands": spell(
            model.Draw(count=Count(of=Filter(types=("Land",), tapped=False)))
        ),
    },
    "lands-become-creatures": {
        "target land": spell(
            model.Modify(what="target", change=model.Change(add_types=("Creature",))),
            targets=(LAND,),
        ),
        "all Forests": enchantment(
            model.Static(
                what=Filter(subtypes=("Forest",)), change=model.Change(add_types=("Creature",))
            )
        ),
        "the land itself": Card(
            name="Walking Land",
            types=("Land",),
            abilities=(
                model.Activated(
                    cost=Costs(mana="{1}"),
                    effects=(
                        model.Modify(what="self", change=model.Change(add_types=("Creature",))),
                    ),
                ),
            ),
        ),
    },
    "artifacts-become-creatures": {
        "all noncreature artifacts": enchantment(
            model.Static(
                what=Filter(types=("Artifact",), not_types=("Creature",)),
                change=model.Change(add_types=("Creature",)),
            )
        ),
        "an artifact that becomes a copy of a creature": spell(
            model.BecomeCopy(what="target", of="target2"),
            targets=(model.Target(of=Filter(types=("Artifact",))), CREATURE),
        ),
        "a copy that is a creature too": spell(
            model.BecomeCopy(
                what="target", of="target2", unlike=model.Unlike(add_types=("Creature",))
            ),
            targets=(model.Target(of=Filter(types=("Artifact",))), LAND),
        ),
    },
    "opponent-damage-only": {
        "each opponent": spell(model.Damage(amount=3, to="opponents")),
        "target player": spell(model.Damage(amount=3, to="target"), targets=(PLAYER,)),
        "target opponent loses life and you gain it": spell(
            model.LoseLife(amount=2), model.GainLife(amount=2), targets=(OPPONENT,)
        ),
        "an enchantment": enchantment(
            model.Triggered(
                when=model.When(event="step", step="upkeep"),
                effects=(model.Damage(amount=1, to="that-player"),),
            )
        ),
        "on a condition": spell(
            model.If(condition=Paid(), then=(model.Damage(amount=5, to="opponents"),))
        ),
    },
    "life-as-resource": {
        "life as an activation cost": enchantment(
            model.Activated(cost=Costs(life=2), effects=(model.Draw(),))
        ),
        "life as an additional cost": spell(model.Draw(count=2), additional=Costs(life=2)),
        "life as a kicker": spell(model.Draw(), kicker=Costs(life=1)),
        "life if you want": bear(
            abilities=(
                model.Triggered(
                    when=model.When(event="dies"),
                    effects=(model.May(cost=Costs(life=2), then=(model.Draw(),)),),
                ),
            )
        ),
        "life lost in return": spell(
            model.Search(of=Filter(), to="library-top"), model.LoseLife(who="you", amount=2)
        ),
        "damage in return": spell(
            model.Damage(amount=4, to="target"), model.Damage(amount=2, to="you"), targets=(ANY,)
        ),
        "Phyrexian mana": Card(
            name="Probe",
            types=("Sorcery",),
            cost="{U/P}",
            abilities=(model.Spell(effects=(model.Draw(),)),),
        ),
        "Phyrexian mana in an ability": enchantment(
            model.Activated(cost=Costs(mana="{G/P}"), effects=(model.Draw(),))
        ),
        "losing no game": enchantment(model.PlayerRule(rule="cant-lose")),
        "mana from life": enchantment(model.PlayerRule(rule="life-is-a-resource")),
        "power from life": bear(
            abilities=(model.Static(change=model.Change(base_power=Stat(what="life", of="you"))),)
        ),
    },
    "ante": {"ante": spell(model.Ante())},
    "dexterity": {"flip onto the table": spell(model.Dexterity())},
}

NEAR_MISSES: dict[Restriction, dict[str, Card]] = {
    "untargetability": {
        "protection from a colour": bear(keywords=("protection from black",)),
        "protection from everything": bear(keywords=("protection from everything",)),
        "destroying what has shroud": spell(
            model.Destroy(what="target"), targets=(model.Target(of=Filter(keywords=("shroud",))),)
        ),
        "taking hexproof away": spell(
            model.Modify(what="target", change=model.Change(lose_keywords=("hexproof",))),
            targets=(CREATURE,),
        ),
    },
    "mass-creature-removal": {
        "one target": spell(model.Destroy(what="target"), targets=(CREATURE,)),
        "damage divided among targets": spell(
            model.Damage(amount="X", to="target", divided=True),
            targets=(model.Target(of=CREATURES, count=3, up_to=True),),
        ),
        "all artifacts": spell(model.Destroy(what=Filter(types=("Artifact",)))),
        "all Auras": spell(model.Destroy(what=Filter(subtypes=("Aura",)))),
        "creature cards in graveyards": spell(
            model.Exile(what=Filter(zone="graveyard", types=("Creature",)))
        ),
        "your own": spell(
            model.Move(what=Filter(types=("Creature",), controller="you"), to="hand")
        ),
        "one sacrifice each": spell(model.Sacrifice(who="opponents", of=CREATURES)),
        "sacrificing your own": spell(model.Sacrifice(who="you", of=CREATURES, count=2)),
        "less power alone": spell(model.Modify(what=CREATURES, change=model.Change(power=-2))),
        "+1/+1 for all": enchantment(
            model.Static(what=CREATURES, change=model.Change(power=1, toughness=1))
        ),
        "an Aura with -2/-2": aura(
            CREATURES, model.Static(what="attached", change=model.Change(power=-2, toughness=-2))
        ),
        "whatever a trigger speaks of": enchantment(
            model.Triggered(
                when=model.When(event="deals-damage", what=CREATURES, to="player"),
                effects=(model.Destroy(what="it"),),
            )
        ),
        "tapping all": spell(model.Tap(what=CREATURES)),
        "a planeswalker's wrath at one player": planeswalker(
            model.Damage(amount=10, to=Filter(types=("Creature",), controller="target"))
        ),
    },
    "mass-attack-prevention": {
        "a creature with its own reach": bear(
            abilities=(
                model.Static(what=CREATURES, change=model.Change(restrict=("cant-attack",))),
            )
        ),
        "an Aura on one": aura(
            CREATURES,
            model.Static(
                what="attached", change=model.Change(restrict=("cant-attack", "cant-block"))
            ),
        ),
        "itself": bear(abilities=(model.Static(change=model.Change(restrict=("cant-attack",))),)),
        "creatures can't block": spell(
            model.Modify(what=CREATURES, change=model.Change(restrict=("cant-block",)))
        ),
        "your own": enchantment(
            model.Static(
                what=Filter(types=("Creature",), controller="you"),
                change=model.Change(restrict=("cant-attack",)),
            )
        ),
        "no combat damage": spell(model.Prevent(combat_only=True)),
    },
    "land-destruction": {
        "a new land type": aura(
            LANDS, model.Static(what="attached", change=model.Change(subtypes=("Island",)))
        ),
        "a nonland permanent": spell(
            model.Destroy(what="target"), targets=(model.Target(of=Filter(not_types=("Land",))),)
        ),
        "a black permanent": spell(
            model.Destroy(what="target"), targets=(model.Target(of=Filter(colors=("black",))),)
        ),
        "artifact or enchantment": spell(
            model.Destroy(what="target"),
            targets=(model.Target(of=Filter(types=("Artifact", "Enchantment"))),),
        ),
        "fetching a land card": spell(model.Search(of=LANDS, to="battlefield")),
        "a land card back from a graveyard": spell(
            model.Move(what="target", to="hand"),
            targets=(model.Target(of=Filter(zone="graveyard", types=("Land",))),),
        ),
        "itself in the end": enchantment(
            model.Triggered(
                when=model.When(event="step", step="end"), effects=(model.Destroy(what="self"),)
            )
        ),
    },
    "mass-land-destruction": {
        "one target land": spell(model.Destroy(what="target"), targets=(LAND,)),
        "one land each": spell(model.Sacrifice(who="players", of=LANDS)),
        "all creatures": spell(model.Destroy(what=CREATURES)),
    },
    "land-tapping": {
        "a mana creature": bear(abilities=(tapped_for("{G}"),)),
        "an artifact for mana": Card(
            name="Diamond", types=("Artifact",), cost="{2}", abilities=(tapped_for("{W}"),)
        ),
        "tap artifact, creature or land": spell(
            model.Tap(what="target"),
            targets=(model.Target(of=Filter(types=("Artifact", "Creature", "Land"))),),
        ),
        "untap all creatures": spell(model.Untap(what=CREATURES)),
        "tapping a creature as a cost": enchantment(
            model.Activated(cost=Costs(tap_other=CREATURES), effects=(model.Draw(),))
        ),
        "a new land type": aura(
            LANDS, model.Static(what="attached", change=model.Change(subtypes=("Island",)))
        ),
        "the enchanted creature's tap ability": aura(
            CREATURES,
            model.Static(what="attached", change=model.Change(abilities=(tapped_for("{G}"),))),
        ),
    },
    "lands-become-creatures": {
        "an artifact": spell(
            model.Modify(what="target", change=model.Change(add_types=("Creature",))),
            targets=(model.Target(of=Filter(types=("Artifact",))),),
        ),
        "a creature's new type": spell(
            model.Modify(what="target", change=model.Change(subtypes=("Frog",))),
            targets=(CREATURE,),
        ),
    },
    "artifacts-become-creatures": {
        "an artifact that becomes a copy of a land": spell(
            model.BecomeCopy(what="target", of="target2"),
            targets=(model.Target(of=Filter(types=("Artifact",))), LAND),
        ),
        "a creature that becomes a copy of another": spell(
            model.BecomeCopy(what="target", of="target2"), targets=(CREATURE, CREATURE)
        ),
        "a Shapeshifter that does": spell(
            model.BecomeCopy(what="target", of="target2"),
            targets=(model.Target(of=Filter(subtypes=("Shapeshifter",))), CREATURE),
        ),
        "creatures that become artifacts": enchantment(
            model.Static(what=CREATURES, change=model.Change(add_types=("Artifact",)))
        ),
        "a land": spell(
            model.Modify(what="target", change=model.Change(add_types=("Creature",))),
            targets=(LAND,),
        ),
    },
    "opponent-damage-only": {
        "any target": spell(model.Damage(amount=3, to="target"), targets=(ANY,)),
        "a creature that burns": bear(
            abilities=(
                model.Triggered(
                    when=model.When(event="enters"),
                    effects=(model.Damage(amount=1, to="opponents"),),
                ),
            )
        ),
        "with a card drawn": spell(
            model.Damage(amount=1, to="target"), model.Draw(), targets=(PLAYER,)
        ),
        "with cycling": spell(model.Damage(amount=3, to="opponents"), keywords=("cycling {2}",)),
        "creatures and players": spell(
            model.Damage(amount=1, to="target", also_to="each-opponent"), targets=(CREATURE,)
        ),
        "an enchantment with a lasting effect": enchantment(
            model.Static(what=CREATURES, change=model.Change(power=1)),
            model.Triggered(
                when=model.When(event="step", step="upkeep"),
                effects=(model.Damage(amount=1, to="opponents"),),
            ),
        ),
        "gaining life alone": spell(model.GainLife(amount=4)),
    },
    "life-as-resource": {
        "gaining life": spell(
            model.Regenerate(what="target"), model.GainLife(amount=3), targets=(CREATURE,)
        ),
        "lifelink": bear(keywords=("lifelink",)),
        "life that others lose": bear(
            abilities=(
                model.Triggered(
                    when=model.When(event="dies"),
                    effects=(model.LoseLife(who="opponents", amount=1),),
                ),
            )
        ),
        "life that others may pay": spell(
            model.May(who="that-player", cost=Costs(life=3), otherwise=(model.Draw(),))
        ),
        "counting power": bear(
            abilities=(
                model.Activated(
                    cost=Costs(tap=True),
                    effects=(model.AddMana(add="{G}", times=Stat(what="power")),),
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
    wrath = card("Wrath", abilities=(model.Spell(effects=(model.Destroy(what=CREATURES),)),))
    rain = card(
        "Rain", abilities=(model.Spell(effects=(model.Destroy(what="target"),), targets=(LAND,)),)
    )
    veil = card(
        "Veil",
        types=("Enchantment",),
        abilities=(model.Static(what=CREATURES, change=model.Change(keywords=("shroud",))),),
    )
    pact = card("Pact", additional=Costs(life=2), abilities=(model.Spell(effects=(model.Draw(),)),))

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
        abilities=(model.Spell(effects=(model.Destroy(what=CREATURES), model.Ante())),),
    )

    assert offences([*soldiers(60), both, both]) == [
        ("Both", "color", "C-8"),
        ("Both", "mass-creature-removal", "C-9"),
        ("Both", "ante", "C-9"),
        ("Both", "playable", "C-10"),
    ]


def test_other_rules_allow_what_these_forbid() -> None:
    wrath = card("Wrath", abilities=(model.Spell(effects=(model.Destroy(what=CREATURES),)),))
    armageddon = card(
        "Armageddon", "{3}{R}", abilities=(model.Spell(effects=(model.Destroy(what=LANDS),)),)
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
