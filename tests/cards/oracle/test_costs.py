"""Costs and lines about the card itself, read from made-up sentences and written back."""

from __future__ import annotations

import pytest

from engine.cards.model import Activated, Alternative, Keyword
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import Costs, Exists, Filter

IN_GRAVEYARD = Filter(zone="graveyard", owner="you")


def read(text: str, kind: str = "Creature") -> Line:
    """Return what a line of a card adds to it."""
    line = read_line("Test", text, {"types": (kind,)})
    assert isinstance(line, Line), line
    return line


@pytest.mark.parametrize(
    ("cost", "data"),
    [
        ("{2}{G}, {T}", Costs(mana="{2}{G}", tap=True)),
        ("{Q}", Costs(untap=True)),
        ("Pay X life", Costs(life="X")),
        ("Sacrifice this creature", Costs(sacrifice="self")),
        ("Sacrifice two lands", Costs(sacrifice=Filter(types=("Land",)), sacrifice_count=2)),
        ("Discard a card at random", Costs(discard=1, discard_random=True)),
        (
            "Discard a creature card",
            Costs(discard=1, discard_of=Filter(types=("Creature",))),
        ),
        ("Discard your hand", Costs(discard="hand")),
        ("Exile this creature", Costs(exile_self=True)),
        ("Exile two cards from your graveyard", Costs(exile_other=IN_GRAVEYARD, exile_count=2)),
        ("Tap an untapped Elf you control", Costs(tap_other=Filter(subtypes=("Elf",)))),
        (
            "Tap three untapped artifacts you control",
            Costs(tap_other=Filter(types=("Artifact",)), tap_count=3),
        ),
        (
            "Return a land you control to its owner's hand",
            Costs(return_other=Filter(types=("Land",))),
        ),
        ("Remove a charge counter from this creature", Costs(remove_counter="charge")),
        (
            "Remove X charge counters from this creature",
            Costs(remove_counter="charge", remove_count="X"),
        ),
        ("Put a -1/-1 counter on this creature", Costs(put_counter="-1/-1")),
        ("Exile the top card of your library", Costs(exile_top=1)),
        ("+1", Costs(loyalty=1)),
        ("-X", Costs(loyalty="-X")),
        ("0", Costs(loyalty=0)),
    ],
)
def test_costs_are_read_and_written(cost: str, data: Costs) -> None:
    text = f"{cost}: You gain 1 life."
    [ability] = read(text).abilities
    assert isinstance(ability, Activated)
    assert ability.cost == data
    assert ability.zone == "battlefield"
    assert written_ability(ability, Said(this="creature")) == text


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("{1}, Exile this card from your graveyard: You gain 1 life.", "graveyard"),
        ("{1}, Discard this card: You gain 1 life.", "hand"),
    ],
)
def test_a_cost_tells_where_its_ability_works(text: str, zone: str) -> None:
    [ability] = read(text).abilities
    assert ability.zone == zone  # type: ignore[union-attr]
    assert written_ability(ability, Said(this="creature")) == text


@pytest.mark.parametrize(
    ("text", "keywords"),
    [
        ("Flying, first strike", ("flying", "first strike")),
        ("Flying; cycling {2}", ("flying", "cycling {2}")),
        (
            "Protection from black and from red",
            ("protection from black", "protection from red"),
        ),
        (
            "Protection from Elves, from Goblins, and from red",
            ("protection from Elves", "protection from Goblins", "protection from red"),
        ),
        ("Suspend 3—{1}{U}", ("suspend 3 {1}{U}",)),
        ("Affinity for artifacts", ("affinity for artifacts",)),
        ("Champion a Faerie or Elf", ("champion a Faerie or Elf",)),
        ("Basic landcycling {1}", ("basic landcycling {1}",)),
        ("Snow swampwalk", ("snow swampwalk",)),
        ("This spell can't be countered.", ("uncounterable",)),
    ],
)
def test_keyword_lines(text: str, keywords: tuple[str, ...]) -> None:
    assert read(text) == Line(keywords=keywords)


def test_keywords_with_other_costs_are_abilities() -> None:
    [ability] = read("Flashback—Tap three untapped white creatures you control.").abilities
    white = Filter(types=("Creature",), colors=("white",))
    assert ability == Keyword(word="flashback", cost=Costs(tap_other=white, tap_count=3))


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("Kicker {2}", "kicker", Costs(mana="{2}")),
        ("Kicker—Sacrifice a land.", "kicker", Costs(sacrifice=Filter(types=("Land",)))),
        (
            "As an additional cost to cast this spell, discard a card or pay {3}.",
            "additional",
            Costs(either=(Costs(discard=1), Costs(mana="{3}"))),
        ),
        (
            "If you control a Swamp, you may pay 4 life rather than pay this spell's mana cost.",
            "alternatives",
            (
                Alternative(
                    cost=Costs(life=4),
                    condition=Exists(of=Filter(subtypes=("Swamp",), controller="you")),
                ),
            ),
        ),
    ],
)
def test_costs_of_casting(text: str, name: str, value: object) -> None:
    assert read(text, "Instant") == Line(fields=((name, value),))


@pytest.mark.parametrize(
    "text",
    [
        "Fancy flying",
        "Affinity for tall creatures",
        "Protection from black and",
        "Hexproof from black",
        "Kicker {1} and/or {2}",
        "— {2}",
        "•",
        "Equip legendary creature {3}",
        "Uncounterable",
        "Unattach this creature: You gain 1 life.",
        "Tap a creature you control: You gain 1 life.",
    ],
)
def test_unknown_words_are_refused(text: str) -> None:
    assert isinstance(read_line("Test", text, {"types": ("Creature",)}), CardRefusal)


def test_a_spell_is_not_cast_as_it_resolves() -> None:
    text = "If you control a Swamp, you may cast this spell without paying its mana cost."
    free = Alternative(
        cost=Costs(), condition=Exists(of=Filter(subtypes=("Swamp",), controller="you"))
    )
    assert read(text, "Instant") == Line(fields=(("alternatives", (free,)),))
    joined = read_line("Test", f"{text} You gain 1 life.", {"types": ("Instant",)})
    assert isinstance(joined, CardRefusal)
