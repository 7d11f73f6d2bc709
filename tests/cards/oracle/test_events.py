"""Events, modes and limits of abilities, read from made-up sentences and written back."""

from __future__ import annotations

import pytest

from engine.cards.model import Activated, Draw, Triggered, When
from engine.cards.oracle.grammar import Writer
from engine.cards.oracle.printed import CardRefusal, Line
from engine.cards.oracle.references import Said
from engine.cards.oracle.tokens import text_of
from engine.cards.oracle.understanding import read_line
from engine.cards.oracle.writing import written_ability
from engine.cards.terms import During, Every, Exists, Filter, Stat

CREATURE = {"types": ("Creature",)}
A_CREATURE = Filter(types=("Creature",))


def abilities(text: str, *, kind: str = "Creature") -> tuple[object, ...]:
    """Return the abilities that a line of a card stands for."""
    line = read_line("Test", text, {"types": (kind,)})
    assert isinstance(line, Line), line
    return line.abilities


def written(ability: object) -> str | None:
    """Return an ability of a creature in words."""
    return written_ability(ability, Said(this="creature", host="enchanted creature"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("event", "when"),
    [
        ("When this creature enters", When(event="enters")),
        ("When this creature dies", When(event="dies")),
        ("When this creature leaves the battlefield", When(event="leaves")),
        ("Whenever this creature attacks alone", When(event="attacks-alone")),
        ("Whenever this creature blocks or becomes blocked", When(event="fights-in-combat")),
        ("Whenever this creature blocks a creature", When(event="blocks", by=A_CREATURE)),
        (
            "Whenever a creature you control becomes blocked by a creature",
            When(
                event="becomes-blocked-by",
                what=Filter(types=("Creature",), controller="you"),
                by=A_CREATURE,
            ),
        ),
        (
            "Whenever this creature deals combat damage to a player",
            When(event="deals-damage", to="player", combat_only=True),
        ),
        (
            "Whenever a creature deals damage to you",
            When(event="is-dealt-damage", what="you", by=A_CREATURE),
        ),
        (
            "Whenever this creature becomes the target of a spell or ability an opponent controls",
            When(event="becomes-target", who="opponent"),
        ),
        (
            "Whenever an artifact is put into a graveyard from the battlefield",
            When(event="dies", what=Filter(types=("Artifact",))),
        ),
        ("When you cast this spell", When(event="cast")),
        ("When you cycle this card", When(event="cycles", who="you")),
        (
            "Whenever an opponent discards a card",
            When(event="discards", what=Filter(), who="opponent"),
        ),
        (
            "Whenever you tap a land for mana",
            When(event="taps-for-mana", what=Filter(types=("Land",)), who="you"),
        ),
        (
            "Whenever you sacrifice a creature",
            When(event="is-sacrificed", what=A_CREATURE, who="you"),
        ),
        ("Whenever an opponent gains life", When(event="gains-life", who="opponent")),
        ("At the beginning of combat on your turn", When(event="step", step="combat", who="you")),
        ("At the beginning of each upkeep", When(event="step", step="upkeep")),
        (
            "At the beginning of the upkeep of enchanted creature's controller",
            When(event="step", step="upkeep", who="controller-of-attached"),
        ),
    ],
)
def test_events_are_read_and_written(event: str, when: When) -> None:
    text = f"{event}, you gain 1 life."
    [ability] = abilities(text)
    assert isinstance(ability, Triggered)
    assert ability.when == when
    assert written(ability) == text


@pytest.mark.parametrize(
    ("text", "events"),
    [
        ("Whenever this creature attacks or blocks, you gain 1 life.", ["attacks", "blocks"]),
        ("When this creature enters or dies, you gain 1 life.", ["enters", "dies"]),
        ("When you cycle this card or it dies, you gain 1 life.", ["cycles", "dies"]),
        (
            "Whenever this creature blocks or becomes blocked by a creature, that creature gains "
            "flying until end of turn.",
            ["blocks", "becomes-blocked-by"],
        ),
        (
            "Whenever this creature blocks or becomes blocked by a creature, you gain 1 life.",
            ["blocks", "becomes-blocked-by"],
        ),
        (
            "Whenever this creature or another creature you control enters, you gain 1 life.",
            ["enters", "enters"],
        ),
    ],
)
def test_two_events_are_two_abilities(text: str, events: list[str]) -> None:
    found = abilities(text)
    assert [ability.when.event for ability in found] == events  # type: ignore[attr-defined]
    said = Said(this="creature", host="enchanted creature")
    written = Writer().write("abilities", found, said)
    assert written is not None
    assert text_of(written.text) == text


def test_cycling_is_discarding() -> None:
    [ability] = abilities("Whenever you cycle or discard a card, you gain 1 life.")
    assert ability.when == When(event="discards", what=Filter(), who="you")  # type: ignore[attr-defined]


def test_the_second_object_of_an_event_is_that_creature() -> None:
    [ability] = abilities(
        "Whenever this creature blocks a creature, it deals 1 damage to that creature."
    )
    [damage] = ability.effects  # type: ignore[attr-defined]
    assert (damage.by, damage.to) == ("self", "it")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("Whenever this creature becomes blocked, untap it.", "self"),
        ("Whenever this creature becomes blocked by a creature, untap that creature.", "it"),
        ("Whenever enchanted creature becomes blocked, untap that creature.", "attached"),
        ("Whenever a creature deals damage to you, untap it.", "it"),
        ("Whenever a creature deals damage to this creature, untap that creature.", "it"),
        ("Whenever this creature deals damage to a creature, untap that creature.", "it"),
        ("Whenever a creature attacks, untap it.", "it"),
        ("Whenever a creature dies, return it to its owner's hand.", "it"),
        (
            "At the beginning of the upkeep of enchanted creature's controller, untap that "
            "creature.",
            "attached",
        ),
    ],
)
def test_objects_after_an_event(text: str, what: str) -> None:
    [ability] = abilities(text)
    assert ability.effects[0].what == what  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("At the beginning of each player's upkeep, that player draws a card.", "that-player"),
        ("Whenever an opponent casts a spell, that player draws a card.", "that-player"),
        ("Whenever this creature deals damage to a player, that player draws a card.",
         "that-player"),
        ("Whenever a creature dies, its controller draws a card.", "controller-of-it"),
    ],
)  # fmt: skip
def test_players_after_an_event(text: str, who: str) -> None:
    [ability] = abilities(text)
    assert ability.effects[0].who == who  # type: ignore[attr-defined]
    assert written(ability) == text


@pytest.mark.parametrize(
    "text",
    [
        # no player is named
        "Whenever a creature dies, that player draws a card.",
        "When this creature enters, that player draws a card.",
        # the blocking creature can't be referred to: "it" is the other one
        "Whenever a creature blocks, put a +1/+1 counter on it.",
        "Whenever a creature deals damage, tap it.",
        "Whenever a creature becomes blocked, tap that creature.",
        "Whenever a creature deals damage to this creature, tap it.",
        "Whenever you gain life, that player draws a card.",
        "When this creature enters, choose three — • Draw a card. • You gain 1 life.",
        "At the beginning of your upkeep, draw a card. Activate only as a sorcery.",
        "{T}: Draw a card. Activate only as a sorcery and only.",
    ],
)
def test_sentences_without_a_meaning_are_refused(text: str) -> None:
    assert isinstance(read_line("Test", text, CREATURE), CardRefusal)


@pytest.mark.parametrize(
    ("text", "toughness_of"),
    [
        ("Whenever this creature or another creature you control enters, you gain life equal to "
         "that creature's toughness.", ["self", "it"]),
        ("Whenever another creature enters, if this creature is tapped, you gain life equal to "
         "that creature's toughness.", ["it"]),
    ],
)  # fmt: skip
def test_that_creature_is_the_object_of_the_event(text: str, toughness_of: list[str]) -> None:
    found = [ability.effects[0].amount.of for ability in abilities(text)]  # type: ignore[attr-defined]
    assert found == toughness_of


def test_a_condition_can_name_the_source() -> None:
    [ability] = abilities(
        "At the beginning of each end step, if this creature wasn't kicked, sacrifice it."
    )
    assert ability.effects[0].of == "self"  # type: ignore[attr-defined]


def test_life_of_an_event_is_that_much() -> None:
    [ability] = abilities("Whenever an opponent loses life, you gain that much life.")
    assert ability.effects[0].amount == Stat(what="life-lost")  # type: ignore[attr-defined]


def test_modes_have_targets_of_their_own() -> None:
    text = "When this creature enters, choose one — • Destroy target artifact. • Draw a card."
    [ability] = abilities(text)
    assert isinstance(ability, Triggered)
    assert [len(mode.targets) for mode in ability.modes] == [1, 0]
    assert ability.targets == ()
    assert written(ability) == text


@pytest.mark.parametrize(
    ("limit", "fields"),
    [
        ("Activate only as a sorcery.", {"sorcery_speed": True}),
        (
            "Activate only during your turn and only once each turn.",
            {"your_turn_only": True, "once_each_turn": True},
        ),
        ("Any player may activate this ability.", {"any_player": True}),
        (
            "Any player may activate this ability but only as a sorcery.",
            {"any_player": True, "sorcery_speed": True},
        ),
        ("Activate no more than twice each turn.", {"most_each_turn": 2}),
        ("Activate only during your upkeep.", {"condition": During(step="upkeep")}),
        (
            "Activate only during your upkeep and only if you control a Swamp.",
            {
                "condition": Every(
                    of=(
                        During(step="upkeep"),
                        Exists(of=Filter(subtypes=("Swamp",), controller="you")),
                    )
                )
            },
        ),
    ],
)
def test_limits_of_activation(limit: str, fields: dict[str, object]) -> None:
    text = f"{{T}}: Draw a card. {limit}"
    [ability] = abilities(text)
    assert isinstance(ability, Activated)
    assert {name: getattr(ability, name) for name in fields} == fields
    assert written(ability) == text


@pytest.mark.parametrize(
    ("event", "when"),
    [
        ("Whenever you attack", When(event="declares-attack", who="you")),
        (
            "Whenever you attack with three or more creatures",
            When(event="declares-attack", who="you", at_least=3),
        ),
        (
            "Whenever one or more creatures attack you",
            When(event="declares-attack", what=A_CREATURE, to="you"),
        ),
        (
            "Whenever this creature and at least two other creatures attack",
            When(event="attacks", at_least=3),
        ),
        (
            "Whenever this creature attacks for the first time each turn",
            When(event="attacks", nth=1),
        ),
        (
            "Whenever a creature attacks you or a planeswalker you control",
            When(event="attacks", what=A_CREATURE, to="you-or-planeswalker"),
        ),
        (
            "Whenever this creature becomes the target of a spell",
            When(event="becomes-target", by=Filter(zone="stack")),
        ),
        (
            "Whenever one or more +1/+1 counters are put on this creature",
            When(event="counters-put", counters="+1/+1"),
        ),
        (
            "Whenever you cast your second spell each turn",
            When(event="cast", what=Filter(), who="you", nth=2),
        ),
        (
            "Whenever an opponent plays a land",
            When(event="plays-land", what=Filter(types=("Land",)), who="opponent"),
        ),
        (
            "Whenever a player activates an ability that isn't a mana ability",
            When(event="activates", what=Filter()),
        ),
        (
            "Whenever you cast a spell from your graveyard",
            When(event="cast", what=Filter(), who="you", origin="graveyard"),
        ),
        (
            "When this creature is put into your graveyard from your library",
            When(event="is-put-into-graveyard", origin="library"),
        ),
        (
            "When a spell or ability an opponent controls causes you to discard this card",
            When(event="discards", who="you", by=Filter(controller="opponent")),
        ),
        (
            "Whenever this creature deals combat damage to a white creature",
            When(
                event="deals-damage",
                by=Filter(types=("Creature",), colors=("white",)),
                combat_only=True,
            ),
        ),
        (
            "Whenever enchanted creature deals damage to you",
            When(event="deals-damage", what="attached", to="you"),
        ),
        ("Whenever an opponent shuffles", When(event="shuffles", who="opponent")),
        (
            "Whenever enchanted player casts a spell",
            When(event="cast", what=Filter(), who="attached"),
        ),
        (
            "Whenever a source an opponent controls deals damage to you",
            When(event="is-dealt-damage", what="you", by=Filter(controller="opponent")),
        ),
    ],
)
def test_events_of_several_objects_and_of_players(event: str, when: When) -> None:
    text = f"{event}, draw a card."
    found = abilities(text)[0]
    assert found == Triggered(when=when, effects=(Draw(),))
    assert written(found) == text


@pytest.mark.parametrize(
    "event",
    [
        "Whenever you attack with a friend",
        "Whenever you put one or more -1/-1 counters on a creature",
        "Whenever you activate an ability",  # mana abilities count, too
        "Whenever a +1/+1 counter is put on this creature",  # once for each counter
        "Whenever this creature attacks for the second time",
    ],
)
def test_other_events_are_refused(event: str) -> None:
    assert isinstance(read_line("Test", f"{event}, draw a card.", CREATURE), CardRefusal)
