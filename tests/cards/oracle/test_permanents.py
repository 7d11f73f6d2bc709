"""Effects on permanents and descriptions of objects, read from made-up sentences and back."""

from __future__ import annotations

from typing import Any

import pytest

from engine.cards.model import (
    Activated,
    AddMana,
    Card,
    Change,
    CopyToken,
    Counter,
    Damage,
    Destroy,
    Exchange,
    Exile,
    Fight,
    MakeToken,
    May,
    Modify,
    Move,
    Prevent,
    PutCounters,
    Redirect,
    Share,
    Spell,
    Tap,
    Target,
    Unlike,
    Untap,
)
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Costs, Count, Filter

CREATURE = Filter(types=("Creature",))
ANY = Target(of=Filter(types=("Creature", "Planeswalker")), player="any")
OTHERS = Filter(types=("Creature",), apart_from="target")
ELVES = Count(of=Filter(subtypes=("Elf",), controller="you"))
LAND = Filter(types=("Land",))
NONBLACK = Filter(types=("Creature",), not_colors=("black",))
FLYING = Filter(types=("Creature",), keywords=("flying",))


def read(text: str, kind: str = "Sorcery") -> Line | CardRefusal:
    """Return what a line of a card adds to it, or why it isn't understood."""
    return read_line("Test", text, {"types": (kind,)})


def check(text: str, effects: tuple[Any, ...], *targets: Target) -> None:
    """Assert that a spell's text has these effects, and is written back."""
    spell = Spell(effects=effects, targets=targets)
    assert read(text) == Line(abilities=(spell,))
    assert written_ability(spell, Said(this="spell")) == text


@pytest.mark.parametrize(
    ("phrase", "of"),
    [
        ("land or nonblack creature", (LAND, NONBLACK)),
        ("creature or Vehicle", (CREATURE, Filter(subtypes=("Vehicle",)))),
        ("creature with flying or Wall", (FLYING, Filter(subtypes=("Wall",)))),
        ("artifact or creature with flying", (Filter(types=("Artifact",)), FLYING)),
        (
            "artifact, enchantment, or creature with flying",
            (Filter(types=("Artifact",)), Filter(types=("Enchantment",)), FLYING),
        ),
    ],
)  # fmt: skip
def test_either_of_two_descriptions(phrase: str, of: tuple[Filter, ...]) -> None:
    check(f"Destroy target {phrase}.", (Destroy(what="target"),), Target(of=Filter(any_of=of)))


@pytest.mark.parametrize(
    ("phrase", "of"),
    [
        ("artifact, creature, or land", Filter(types=("Artifact", "Creature", "Land"))),
        ("nonblue, nonblack creature", Filter(types=("Creature",), not_colors=("blue", "black"))),
        (
            "tapped creature an opponent controls",
            Filter(types=("Creature",), tapped=True, controller="opponent"),
        ),
        ("creature with power 2 or less", Filter(types=("Creature",), power_max=2)),
        ("creature with mana value X or less", Filter(types=("Creature",), value_max="X")),
        (
            "creature with power less than or equal to the number of Elves you control",
            Filter(types=("Creature",), power_max=ELVES),
        ),
        ("Elf or Goblin you control", Filter(subtypes=("Elf", "Goblin"), controller="you")),
        ("creature with a +1/+1 counter on it", Filter(types=("Creature",), counters="+1/+1")),
    ],
)  # fmt: skip
def test_descriptions(phrase: str, of: Filter) -> None:
    change = Change(keywords=("haste",))
    check(
        f"Target {phrase} gains haste until end of turn.",
        (Modify(what="target", change=change),),
        Target(of=of),
    )


@pytest.mark.parametrize(
    ("number", "target"),
    [
        ("two target creatures", Target(of=CREATURE, count=2)),
        ("up to one target creature", Target(of=CREATURE, up_to=True)),
        ("one or two target creatures", Target(of=CREATURE, count=2, at_least=1)),
        ("X target creatures", Target(of=CREATURE, count="X")),
    ],
)
def test_numbers_of_targets(number: str, target: Target) -> None:
    check(f"Tap {number}.", (Tap(what="target"),), target)


@pytest.mark.parametrize(
    ("text", "effects", "targets"),
    [
        (
            "This spell deals 2 damage to any target and 3 damage to you.",
            (Damage(amount=2, to="target", beside=(Share(amount=3, to="you"),)),),
            (ANY,),
        ),
        (
            "This spell deals 1 damage to each creature and each player.",
            (Damage(amount=1, to=CREATURE, also_to="each-player"),),
            (),
        ),
        (
            "This spell deals 4 damage divided as you choose among any number of targets.",
            (Damage(amount=4, to="target", divided=True),),
            (Target(of=ANY.of, player="any", count=4, up_to=True),),
        ),
        (
            "Destroy target artifact and target land.",
            (Destroy(what="target"), Destroy(what="target2")),
            (Target(of=Filter(types=("Artifact",))), Target(of=Filter(types=("Land",)))),
        ),
        (
            "Exile all cards from target player's graveyard.",
            (Exile(what=Filter(zone="graveyard", owner="target")),),
            (Target(player="any"),),
        ),
        (
            "Return target creature card from your graveyard to the battlefield tapped.",
            (Move(what="target", to="battlefield", tapped=True),),
            (Target(of=Filter(zone="graveyard", types=("Creature",), owner="you")),),
        ),
        (
            "Return all artifacts to their owners' hands.",
            (Move(what=Filter(types=("Artifact",)), to="hand"),),
            (),
        ),
        (
            "Put two +1/+1 counters on target creature.",
            (PutCounters(on="target", count=2),),
            (Target(of=CREATURE),),
        ),
        (
            "Prevent the next 3 damage that would be dealt to any target this turn.",
            (Prevent(amount=3, to="target"),),
            (ANY,),
        ),
        (
            "The next 2 damage that would be dealt to you this turn is dealt to target creature "
            "instead.",
            (Redirect(what="you", to="target", amount=2),),
            (Target(of=CREATURE),),
        ),
        (
            "Exchange control of two target creatures.",
            (Exchange(first="target", second="target"),),
            (Target(of=CREATURE, count=2),),
        ),
        (
            "Counter target spell unless its controller pays {2}.",
            (Counter(unless_pays=2),),
            (Target(of=Filter(zone="stack")),),
        ),
        (
            "Gain control of target creature until end of turn.",
            (Modify(what="target", change=Change(controller="you")),),
            (Target(of=CREATURE),),
        ),
        (
            "You may have target creature get +1/+0 until end of turn.",
            (May(then=(Modify(what="target", change=Change(power=1)),)),),
            (Target(of=CREATURE),),
        ),
        (
            "Destroy target creature and all other creatures with the same name as that creature.",
            (Destroy(what=Filter(types=("Creature",), shares="name", shares_with="target")),),
            (Target(of=CREATURE),),
        ),
        (
            "This spell deals 2 damage to target creature and each other creature that shares a "
            "color with it.",
            (
                Damage(
                    amount=2, to=Filter(types=("Creature",), shares="color", shares_with="target")
                ),
            ),
            (Target(of=CREATURE),),
        ),
        (
            "You may tap or untap target creature.",
            (May(then=(Tap(what="target"),), otherwise=(May(then=(Untap(what="target"),)),)),),
            (Target(of=CREATURE),),
        ),
        (
            "Target creature you control fights another target creature.",
            (Fight(first="target", second="target2"),),
            (Target(of=Filter(types=("Creature",), controller="you")), Target(of=OTHERS)),
        ),
        (
            "Target creature deals 2 damage to each other creature.",
            (Damage(amount=2, by="target", to=OTHERS),),
            (Target(of=CREATURE),),
        ),
        (
            "Create a token that's a copy of target creature, except it has haste.",
            (CopyToken(unlike=Unlike(keywords=("haste",))),),
            (Target(of=CREATURE),),
        ),
    ],
)  # fmt: skip
def test_effects_are_read_and_written(
    text: str, effects: tuple[Any, ...], targets: tuple[Target, ...]
) -> None:
    check(text, effects, *targets)


def test_tokens_with_quoted_abilities() -> None:
    """The quoted ability is that of the token."""
    mana = Activated(cost=Costs(sacrifice="self"), effects=(AddMana(add="{C}"),))
    token = Card(
        name="Eldrazi Scion", types=("Creature",), subtypes=("Eldrazi", "Scion"), power=1,
        toughness=1, abilities=(mana,),
    )  # fmt: skip
    check(
        'Create a 1/1 colorless Eldrazi Scion creature token with "Sacrifice this creature: Add '
        '{C}."',
        (MakeToken(token=token),),
    )


def test_tokens_are_counted() -> None:
    elf = Card(
        name="Elf Warrior", types=("Creature",), subtypes=("Elf", "Warrior"), colors=("green",),
        power=1, toughness=1,
    )  # fmt: skip
    forests = Count(of=Filter(subtypes=("Forest",), controller="you"))
    check(
        "Create a 1/1 green Elf Warrior creature token for each Forest you control.",
        (MakeToken(token=elf, count=forests),),
    )


def test_a_frog_with_base_power_and_toughness() -> None:
    line = read(
        "Until end of turn, target creature loses all abilities and becomes a blue Frog with base "
        "power and toughness 1/1."
    )
    frog = Change(
        lose_abilities=True, colors=("blue",), subtypes=("Frog",), base_power=1, base_toughness=1
    )
    spell = Spell(effects=(Modify(what="target", change=frog),), targets=(Target(of=CREATURE),))
    assert line == Line(abilities=(spell,))


def test_sizes_of_tokens() -> None:
    ooze = Card(
        name="Ooze", types=("Creature",), subtypes=("Ooze",), colors=("green",), power=0,
        toughness=0,
    )  # fmt: skip
    check(
        "Create an X/X green Ooze creature token, where X is the number of Elves you control.",
        (MakeToken(token=ooze, power=ELVES, toughness=ELVES),),
    )


@pytest.mark.parametrize(
    "text",
    [
        "Destroy target creature that attacked last turn.",
        "Destroy target creature. It loses.",
        "Tap target creature and each other creature.",  # other than the target
        "Tap another target creature.",  # a spell has no creature of its own
        "Return target creature to your hand.",
        "Create a 1/1 creature token.",  # a token of no type
        "Target creature gets +1/+1.",  # for how long?
        "Exile target creature or.",
        "Destroy all lands or all creatures.",  # a choice
    ],
)
def test_unclear_texts_are_refused(text: str) -> None:
    assert isinstance(read(text), CardRefusal)


def test_two_names_are_not_one() -> None:
    either = (Filter(name="Iron Bow"), Filter(name="Vial of Fire"))
    check(
        "Destroy target artifact named Iron Bow or Vial of Fire.",
        (Destroy(what="target"),),
        Target(of=Filter(types=("Artifact",), any_of=either)),
    )
