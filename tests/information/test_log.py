"""Events as sentences: names, hidden cards, and a line (or a decision for silence) for every
kind of event.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.events import Event
from engine.log import LINES, SILENT, merged, sentence, several

NAMES = ("Edna", "Boris")
EDNA, BORIS = 0, 1
ENGINE = Path(__file__).parents[2] / "engine"


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Event("roll", EDNA, number=4, word="mana"), "Edna rolls a 4 for mana"),
        (Event("keep", EDNA, number=6), "Edna keeps 6 cards"),
        (
            Event("cast", EDNA, card="Fireball", number=3, other=-2),
            "Edna casts Fireball with X = 3, targeting Boris",
        ),
        (Event("cast", EDNA, card="Giant Growth", other=12), "Edna casts Giant Growth"),
        (Event("activate", EDNA, card="Prodigal Sorcerer"), "Edna activates Prodigal Sorcerer"),
        (Event("trigger", EDNA, card="Nekrataal"), "Nekrataal triggers"),
        (
            Event("cast", EDNA, card="Fork", other=7, other_card="Bear", further=("Wall", "Boris")),
            "Edna casts Fork, targeting Bear, Wall and Boris",
        ),
        (
            Event("trigger", EDNA, card="Thrower", other=7, other_card="Bear", further=("Bear",)),
            "Thrower triggers, targeting 2 Bears",
        ),
        (
            Event("attack", EDNA, card="Pioneer", other=7, other_card="Pioneer", whose=(0, 1)),
            "Edna's Pioneer attacks Boris' Pioneer",
        ),
        (
            Event("block", BORIS, card="Bear", other=7, other_card="Bear", whose=(1, 0)),
            "Boris' Bear blocks Edna's Bear",
        ),
        (Event("gate", BORIS, card="Bear", space="s2"), "Boris taps Bear as it attacks at s2"),
        (Event("counter", BORIS, card="Mind Rot"), "Mind Rot is countered"),
        (Event("enters", EDNA, card="Mountain", reason="land.played"), "Edna plays Mountain"),
        (
            Event("enters", EDNA, card="Grizzly Bears", space="b0"),
            "Grizzly Bears enters at b0 under Edna's control",
        ),
        (Event("token", EDNA, card="Soldier", space="b0"), "Edna creates a Soldier token at b0"),
        (
            Event("dies", BORIS, card="Grizzly Bears", word="graveyard", creature=True),
            "Grizzly Bears dies",
        ),
        (
            Event("dies", BORIS, card="Marble Diamond", word="graveyard"),
            "Marble Diamond goes to Boris' graveyard",
        ),
        (
            Event("return", EDNA, card="Serra Angel", word="hand"),
            "Serra Angel returns to Edna's hand",
        ),
        (Event("leaves", EDNA, card="Serra Angel", word="exile"), "Serra Angel goes to exile"),
        (Event("find", EDNA, card="Forest", word="hand"), "Edna puts Forest into their hand"),
        (
            Event("damage", card="Lightning Bolt", other=-2, number=3),
            "Lightning Bolt deals 3 damage to Boris",
        ),
        (
            Event("damage", card="Terror", other=7, other_card="Moss Monster", number=1),
            "Terror deals 1 damage to Moss Monster",
        ),
        (Event("prevent", object=3, other=-1), "Damage to Edna is prevented"),
        (
            Event("redirect", object=3, other=7, other_card="Wall", number=2),
            "2 damage is redirected to Wall",
        ),
        (Event("life", EDNA, number=-2), "Edna loses 2 life"),
        (
            Event("counters", EDNA, card="Hydra", word="+1/+1", number=1),
            "A +1/+1 counter is put on Hydra",
        ),
        (
            Event("counters", EDNA, card="Hydra", word="+1/+1", number=-2),
            "2 +1/+1 counters are removed from Hydra",
        ),
        (Event("mana", EDNA, word="{G}{G}"), "Edna gets {G}{G}"),
        (
            Event("move", EDNA, card="Grizzly Bears", word="b2", space="b3"),
            "Grizzly Bears moves from b2 to b3",
        ),
        (Event("reveal-land", EDNA, card="Island", space="b2"), "Edna turns Island at b2 face up"),
        (
            Event("conquer-value", EDNA, number=5, space="b2"),
            "Edna rolls a Conquer Value of 5 for b2",
        ),
        (
            Event("attack", EDNA, card="Grizzly Bears", space="b2"),
            "Edna attacks at b2 with Grizzly Bears",
        ),
        (
            Event("attack", EDNA, card="Grizzly Bears", other=-2),
            "Edna attacks Boris with Grizzly Bears",
        ),
        (
            Event("attack", EDNA, card="Grizzly Bears", other=5, other_card="Wall"),
            "Edna attacks Wall with Grizzly Bears",
        ),
        (
            Event("damage", card="Lightning Bolt", number=3),
            "Lightning Bolt deals 3 damage to something",
        ),
        (Event("block", BORIS, card="Wall", other=5, other_card="Bears"), "Wall blocks Bears"),
        (Event("take", EDNA, space="b2", number=5), "Edna takes b2 with 5 damage"),
        (
            Event("stronghold-lost", BORIS, space="b4", other=-1),
            "Boris' Stronghold at b4 falls to Edna",
        ),
        (Event("out", BORIS, word="concedes"), "Boris concedes and is out"),
        (Event("turn", EDNA, number=3), "Round 2: Edna's turn"),
        (Event("turn", BORIS, number=4), "Round 2: Boris' turn"),
        (Event("choose", EDNA, word="Forest", space="b0"), "Edna chooses Forest for b0"),
        (Event("look", EDNA, other=-2, number=3), "Edna looks at Boris' hand"),
        (Event("draw-game", word="nobody is left"), "The game is a draw: nobody is left"),
        (
            Event("quiet", number=5),
            "The game will be a draw in 5 rounds unless a permanent enters, something attacks or "
            "is dealt damage, or a Stronghold changes "
            "hands",
        ),
    ],
)
def test_an_event_reads_as_a_sentence(event: Event, line: str) -> None:
    assert sentence(event, NAMES) == line


def test_dice_that_another_line_tells_of_are_not_told_twice() -> None:
    assert sentence(Event("roll", EDNA, number=4, word="conquer value", space="b2"), NAMES) is None


def test_a_resolved_spell_that_goes_to_the_graveyard_is_no_news() -> None:
    assert sentence(Event("goes", EDNA, card="Terror", word="graveyard"), NAMES) is None
    assert (
        sentence(Event("goes", EDNA, card="Terror", word="exile"), NAMES) == "Terror goes to exile"
    )


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("kind", ["draw", "bottom", "find", "goes", "sees", "discard", "reveal"])
def test_a_hidden_card_stays_hidden_from_whoever_may_not_know_it(kind: str) -> None:
    event = Event(
        kind, EDNA, object=9, card="Serra Angel", other=4, word="library", known_to=(EDNA,)
    )

    assert "Serra Angel" in (sentence(event.for_seat(EDNA), NAMES) or "")
    assert "Serra Angel" not in (sentence(event.for_seat(BORIS), NAMES) or "")
    assert "Serra Angel" not in (sentence(event.for_seat(None), NAMES) or "")


def test_a_hidden_draw_is_told_as_a_card() -> None:
    event = Event("draw", EDNA, object=9, card="Serra Angel", word="hand", known_to=(EDNA,))

    assert sentence(event.for_seat(BORIS), NAMES) == "Edna draws a card"
    assert sentence(event.for_seat(EDNA), NAMES) == "Edna draws Serra Angel"


@pytest.mark.parametrize("kind", sorted(LINES))
def test_no_line_speaks_of_you_or_breaks_on_an_event_with_little_in_it(kind: str) -> None:
    for event in (
        Event(kind, EDNA),
        Event(kind, EDNA, card="Wall", other=-2, other_card="", space="b2", number=2, word="hand"),
    ):
        line = sentence(event, NAMES)
        assert line is None or (line and not re.search(r"\byour?\b", line, re.I))


def test_every_kind_of_event_the_rules_tell_has_a_line_or_is_meant_to_be_silent() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in sorted(ENGINE.rglob("*.py")))
    told = set(re.findall(r'\bEvent\(\s*"([a-z-]+)"', source)) | set(
        re.findall(r'\bkind: str = "([a-z-]+)"', source)
    )
    told |= set(re.findall(r'zones\.move\([^()]*kind="([a-z-]+)"', source))

    assert len(told) > 30
    assert told <= set(LINES) | SILENT
    assert not set(LINES) & SILENT


@pytest.mark.parametrize(
    ("name", "two"),
    [
        ("Wind Drake", "2 Wind Drakes"),
        ("Grizzly Bears", "2 Grizzly Bears"),
        ("Wall of Stone", "2 Walls of Stone"),
        ("Birds of Paradise", "2 Birds of Paradise"),
        ("Timber Wolf", "2 Timber Wolves"),
        ("Merfolk of the Pearl Trident", "2 Merfolk of the Pearl Trident"),
        ("Samite Healer at b2", "2 Samite Healers at b2"),
        ("Krenko, Mob Boss", "2 Krenko, Mob Boss"),
        ("Crypt Mercenary", "2 Crypt Mercenaries"),
        ("Scryb Witch", "2 Scryb Witches"),
    ],
)
def test_several_cards_of_a_name_are_said_in_the_plural(name: str, two: str) -> None:
    assert several(1, name) == name
    assert several(2, name) == two


def test_attackers_of_one_attack_are_told_in_one_line() -> None:
    bears = Event("attack", EDNA, object=1, card="Grizzly Bears", space="b2")
    tap = Event("tap", EDNA, object=1, card="Grizzly Bears")
    wurm = Event("attack", EDNA, object=2, card="Craw Wurm", space="b2")
    elsewhere = Event("attack", EDNA, object=3, card="Craw Wurm", space="b3")
    told = [
        (place, sentence(event, NAMES))
        for place, event in merged([bears, tap, bears, tap, wurm, elsewhere])
    ]
    assert [pair for pair in told if pair[1]] == [
        (0, "Edna attacks at b2 with 2 Grizzly Bears and Craw Wurm"),
        (5, "Edna attacks at b3 with Craw Wurm"),
    ]
