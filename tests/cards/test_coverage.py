"""Coverage of a collection: figures by type, the phrases that keep cards out, and probes."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.cards.collection.coverage import (
    blocking_phrases,
    coverage,
    find_card,
    probe,
    type_of,
)
from engine.cards.collection.reading import Collection
from engine.cards.oracle.printed import CardRefusal, PrintedCard
from tests.cards.collections_at_hand import (
    HERON,
    RIDDLE,
    TURNCOAT,
    card,
    fake_refusals,
    fake_understand,
    write,
)


@pytest.fixture
def cards(tmp_path: Path) -> Collection:
    return Collection(
        write(
            tmp_path / "cards.json",
            HERON,
            RIDDLE,
            TURNCOAT,
            card("Gull", oracle_text="Flying\nSoaring"),
            card("Hawk", oracle_text="Soaring\nDiving"),
            card("Kite", oracle_text="Soaring"),
            card("Sphinx", oracle_text="Flying", type_line="Artifact Creature — Sphinx"),
        )
    )


def test_cards_are_counted_by_type(cards: Collection) -> None:
    figures = coverage(cards, fake_refusals).figures()
    assert (figures["cards"], figures["understood"]) == (7, 2)
    by_type = figures["by_type"]
    assert isinstance(by_type, dict)
    assert by_type["creature"] == {"cards": 6, "understood": 2}
    assert by_type["instant"] == {"cards": 1, "understood": 0}
    assert figures["two_lines_or_more"] == {"cards": 3, "understood": 0}


def test_a_text_that_the_grammar_fails_on_is_refused(cards: Collection) -> None:
    def fails(_: PrintedCard) -> list[CardRefusal]:
        raise KeyError("slot")

    found = coverage(cards, fails)
    assert found.all.understood == 0
    assert found.refused["Gull"][0].reason == "reading failed: KeyError: 'slot'"


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("Artifact Creature — Golem", "creature"),
        ("Legendary Enchantment Artifact", "artifact"),
        ("Artifact Land", "land"),
        ("Tribal Instant — Goblin", "instant"),
        ("Sorcery // Creature", "sorcery"),
        ("Battle — Siege", "other"),
    ],
)
def test_a_card_of_several_types_counts_once(line: str, kind: str) -> None:
    assert type_of(line) in (kind, "creature") if "//" in line else type_of(line) == kind


def test_phrases_are_ranked_by_the_cards_that_they_alone_keep_out(cards: Collection) -> None:
    found = coverage(cards, fake_refusals)
    assert [each.phrase for each in found.refused["Hawk"]] == ["soaring", "diving"]
    first = next(
        each for each in blocking_phrases(found.refused) if not each.words.startswith("double")
    )
    assert (first.words, first.alone, first.any) == ("soaring", 2, 3)
    assert first.example == "Gull: ▸ soaring"


def test_the_beginning_that_many_phrases_share_is_found() -> None:
    refused = {
        **{f"a{number}": [stopped(f"for each card named {number}")] for number in range(9)},
        **{f"b{number}": [stopped(f"for the duration of {number}")] for number in range(3)},
        "c": [stopped("for each card named c"), stopped("something else")],
    }
    found = blocking_phrases(refused)
    assert [(each.words, each.alone, each.any) for each in found[:2]] == [
        ("for each card named", 9, 10),
        ("for the duration of", 3, 3),
    ]
    assert found[0].example == "Bird: draw a card ▸ for each card named"
    assert not blocking_phrases({})


def stopped(phrase: str) -> CardRefusal:
    """A refusal at a phrase in a longer line."""
    return CardRefusal(
        name="Bird", reason="no rule", line=f"You draw a card {phrase}.", phrase=f"{phrase} ."
    )


def test_a_probe_counts_the_cards_that_a_phrase_would_finish(cards: Collection) -> None:
    found = probe(cards, "soaring", "flying", fake_understand)
    assert (found.whole, found.finished, found.kept_out) == ([], ["Gull", "Kite"], ["Hawk"])
    assert probe(cards, "flying", "flying", fake_understand).whole == ["Ælder Heron", "Sphinx"]
    assert not probe(cards, ".*", "flying", fake_understand).kept_out
    draws = probe(cards, "draw a card .", "flying", fake_understand)
    assert draws.kept_out == ["Misty Riddle"]


@pytest.mark.parametrize("name", ["Day Guard // Night Beast", "night beast", "DAY GUARD"])
def test_a_card_is_found_by_the_name_of_a_face(cards: Collection, name: str) -> None:
    found = find_card(cards, name)
    assert found is not None
    assert found.printed.name == "Day Guard // Night Beast"
    assert find_card(cards, "Nobody") is None
