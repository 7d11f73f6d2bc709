"""Static abilities of permanents, read from made-up sentences and written back."""

from __future__ import annotations

import pytest

from engine.cards.model import (
    Activated,
    AddMana,
    AnyAbility,
    CastCost,
    Change,
    Enters,
    Move,
    PlayerRule,
    Replace,
    Static,
)
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Costs, Count, Exists, Filter, Matches, Not, TurnIs

CREATURES = Filter(types=("Creature",))
SPIRIT = Static(what="attached", change=Change(subtypes=("Spirit",)))
MOUNTAINS = Filter(subtypes=("Mountain",))
MY_CREATURES = Filter(types=("Creature",), controller="you")
MANA = Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),))


@pytest.mark.parametrize(
    ("text", "ability"),
    [
        ("This creature can't be blocked.", Static(change=Change(restrict=("cant-be-blocked",)))),
        (
            "This creature can't block and can't be blocked.",
            Static(change=Change(restrict=("cant-block", "cant-be-blocked"))),
        ),
        (
            "This creature can't block creatures with power 3 or greater.",
            Static(change=Change(can_block_only=Filter(types=("Creature",), power_max=2))),
        ),
        (
            "Enchanted creature gets +1/+1 for each Elf you control.",
            Static(
                what="attached",
                change=Change(
                    power=Count(of=Filter(subtypes=("Elf",), controller="you")),
                    toughness=Count(of=Filter(subtypes=("Elf",), controller="you")),
                ),
            ),
        ),
        (
            "Enchanted creature gets +2/+0 and has first strike.",
            Static(what="attached", change=Change(power=2, keywords=("first strike",))),
        ),
        (
            "This creature's power and toughness are each equal to the number of Elves you "
            "control.",
            Static(
                change=Change(
                    base_power=Count(of=Filter(subtypes=("Elf",), controller="you")),
                    base_toughness=Count(of=Filter(subtypes=("Elf",), controller="you")),
                )
            ),
        ),
        (
            'Creatures you control have "{T}: Add {G}."',
            Static(what=MY_CREATURES, change=Change(abilities=(MANA,))),
        ),
        (
            "Creatures you control have flying and protection from black and from red.",
            Static(
                what=MY_CREATURES,
                change=Change(keywords=("flying", "protection from black", "protection from red")),
            ),
        ),
        (
            "Enchanted creature is a Goblin in addition to its other types.",
            Static(what="attached", change=Change(add_subtypes=("Goblin",))),
        ),
        (
            "As long as enchanted creature is tapped, it has defender.",
            Static(
                what="attached",
                change=Change(keywords=("defender",)),
                condition=Matches(what="attached", filter=Filter(tapped=True)),
            ),
        ),
        (
            "This creature can't attack unless you control a Forest.",
            Static(
                change=Change(restrict=("cant-attack",)),
                condition=Not(condition=Exists(of=Filter(subtypes=("Forest",), controller="you"))),
            ),
        ),
        (
            "Enchanted creature can't block, and its activated abilities can't be activated.",
            Static(what="attached", change=Change(restrict=("cant-block", "cant-activate"))),
        ),
        ("Enchanted creature is a Spirit.", SPIRIT),
        (
            "This creature can't be blocked except by Walls and creatures with flying.",
            Static(
                change=Change(
                    blocked_only_by=Filter(
                        any_of=(
                            Filter(subtypes=("Wall",)),
                            Filter(types=("Creature",), keywords=("flying",)),
                        )
                    )
                )
            ),
        ),
        ("This creature enters tapped.", Enters(tapped=True)),
        (
            "This creature enters with two +1/+1 counters on it.",
            Enters(counters="+1/+1", count=2),
        ),
        ("As this creature enters, choose a color.", Enters(choose="color")),
        (
            "You may have this creature enter as a copy of any artifact on the battlefield.",
            Enters(copy_of=Filter(types=("Artifact",))),
        ),
        (
            "Prevent all combat damage that would be dealt to this creature.",
            Replace(event="damage", what="self", combat_only=True, prevent="all"),
        ),
        (
            "All damage that would be dealt to you by artifacts is dealt to this creature instead.",
            Replace(
                event="damage", what="you", source=Filter(types=("Artifact",)), redirect="self"
            ),
        ),
        (
            "If this creature would die, exile it instead.",
            Replace(event="dies", what="self", exile=True),
        ),
        (
            "If a creature you control would die, return it to its owner's hand instead.",
            Replace(event="dies", what=MY_CREATURES, then=(Move(what="it", to="hand"),)),
        ),
        (
            "Goblin spells you cast cost {1} less to cast.",
            CastCost(amount=-1, of=Filter(subtypes=("Goblin",))),
        ),
        (
            "Noncreature spells cost {2} more to cast.",
            CastCost(amount=2, of=Filter(not_types=("Creature",)), who="any"),
        ),
        (
            "This spell costs {1} less to cast for each Elf you control.",
            CastCost(
                of="self",
                amount=Count(of=Filter(subtypes=("Elf",), controller="you"), times=-1),
            ),
        ),
        (
            "This spell costs {2} less to cast if you control an Elf.",
            CastCost(
                of="self",
                amount=-2,
                condition=Exists(of=Filter(subtypes=("Elf",), controller="you")),
            ),
        ),
        (
            "Creatures your opponents control enter tapped.",
            Enters(what=Filter(types=("Creature",), controller="opponent"), tapped=True),
        ),
        (
            "Each other Elf you control enters with an additional +1/+1 counter on it.",
            Enters(
                what=Filter(subtypes=("Elf",), controller="you", other=True),
                counters="+1/+1",
                count=1,
            ),
        ),
        (
            (
                "As this creature enters, you may pay 2 life. If you don't, this creature enters "
                "tapped."
            ),
            Enters(tapped=True, unless=Costs(life=2)),
        ),
        ("All Mountains are Plains.", Static(what=MOUNTAINS, change=Change(subtypes=("Plains",)))),
        ("You have no maximum hand size.", PlayerRule(rule="no-maximum-hand-size")),
        ("Players skip their untap steps.", PlayerRule(rule="skip-untap", who="players")),
        (
            "Your opponents can't cast blue creature spells.",
            PlayerRule(
                rule="cant-cast",
                who="opponents",
                of=Filter(types=("Creature",), colors=("blue",)),
            ),
        ),
        (
            "Your opponents can't cast spells during your turn.",
            PlayerRule(
                rule="cant-cast", who="opponents", of=Filter(), condition=TurnIs(whose="you")
            ),
        ),
        (
            "Each player can't cast more than one spell each turn.",
            PlayerRule(rule="spell-limit", who="players"),
        ),
        (
            "You may cast artifact spells as though they had flash.",
            PlayerRule(rule="flash", of=Filter(types=("Artifact",))),
        ),
        (
            "Creature spells you control can't be countered.",
            PlayerRule(
                rule="uncounterable",
                who="players",
                of=Filter(types=("Creature",), controller="you"),
            ),
        ),
        (
            "As long as this creature is untapped, players can't untap more than two permanents "
            "during their untap steps.",
            PlayerRule(
                rule="untap-limit",
                who="players",
                of=Filter(),
                number=2,
                condition=Matches(what="self", filter=Filter(tapped=False)),
            ),
        ),
        (
            "You may play two additional lands on each of your turns.",
            PlayerRule(rule="extra-lands", number=2),
        ),
    ],
)
def test_static_abilities(text: str, ability: AnyAbility) -> None:
    assert read_line("Test", text, {"types": ("Creature",)}) == Line(abilities=(ability,))
    said = Said(this="spell" if "spell" in text else "creature", host="enchanted creature")
    assert written_ability(ability, said) == text


@pytest.mark.parametrize(
    "text",
    [
        "This creature gets +1/+1 as long as it's happy.",
        "As long as you control a Forest, it gets +1/+1.",  # what does?
        "This creature enters tapped on your turn.",
        "Creatures you control have protection from black and can't.",
        'Creatures you control have "{T}: Add {G}.',
        "Creatures you control have flying, haste.",
        "If this creature would die, exile it and draw instead.",
        "Players can't cast more than one spell during combat.",
        "You may cast spells as though they had haste.",
        "You may play an additional card on each of your turns.",
    ],
)
def test_unclear_statics_are_refused(text: str) -> None:
    assert isinstance(read_line("Test", text, {"types": ("Creature",)}), CardRefusal)


def test_otherwise_the_opposite_condition() -> None:
    """Both changes are about the same creature."""
    tapped = Matches(what="attached", filter=Filter(tapped=True))
    line = read_line(
        "Test",
        "As long as enchanted creature is tapped, it gets +2/+2. Otherwise, it can't block.",
        {"types": ("Enchantment",)},
    )
    assert line == Line(
        abilities=(
            Static(what="attached", change=Change(power=2, toughness=2), condition=tapped),
            Static(
                what="attached",
                change=Change(restrict=("cant-block",)),
                condition=Not(condition=tapped),
            ),
        )
    )


def test_a_quotation_of_two_abilities() -> None:
    line = read_line(
        "Test",
        'Enchanted creature has "Whenever this creature attacks or blocks, draw a card."',
        {"types": ("Enchantment",)},
    )
    assert isinstance(line, Line)
    (static,) = line.abilities
    assert isinstance(static, Static)
    assert [ability.when.event for ability in static.change.abilities] == ["attacks", "blocks"]  # type: ignore[union-attr]
