"""Made-up cards in the shapes of published collections, and a reader of very simple texts."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

from engine.cards.model import Card
from engine.cards.oracle.printed import CardRefusal, PrintedCard

HERON = {
    "object": "card",
    "lang": "en",
    "name": "Ælder Heron",
    "mana_cost": "{1}{U}",
    "type_line": "Creature — Bird",
    "oracle_text": "Flying",
    "power": "1",
    "toughness": "2",
    "layout": "normal",
    "legalities": {"vintage": "legal"},
    "prices": {"usd": None, "[": '"}]{'},
}
RIDDLE = {
    "object": "card",
    "name": "Misty Riddle",
    "mana_cost": "{U}",
    "type_line": "Instant",
    "oracle_text": "Ponder the riddle.\nDraw a card.",
}
TURNCOAT = {
    "object": "card",
    "name": "Day Guard // Night Beast",
    "layout": "transform",
    "type_line": "Creature — Human // Creature — Wolf",
    "card_faces": [
        {"name": "Day Guard", "mana_cost": "{G}", "type_line": "Creature — Human", "power": "1"},
        {"name": "Night Beast", "type_line": "Creature — Wolf"},
    ],
}


def fake_understand(printed: PrintedCard) -> Card | CardRefusal:
    """Understands cards without text and those with flying."""
    lines = printed.text.lower().splitlines()
    if strange := [line for line in lines if line != "flying"]:
        return CardRefusal(name=printed.name, reason="no rule", line=strange[0], phrase=strange[0])
    kinds, _, subtypes = printed.type_line.partition(" — ")
    return Card(
        name=printed.name,
        types=tuple(kinds.split()),  # type: ignore[arg-type]
        subtypes=tuple(subtypes.split()),
        cost=printed.cost,
        power=None if printed.power is None else int(printed.power),
        toughness=None if printed.toughness is None else int(printed.toughness),
        keywords=("flying",) if lines else (),
    )


def fake_refusals(printed: PrintedCard) -> list[CardRefusal]:
    """A refusal for each line that `fake_understand` doesn't know."""
    lines = [line for line in printed.text.lower().splitlines() if line != "flying"]
    return [
        CardRefusal(name=printed.name, reason="no rule", line=line, phrase=line) for line in lines
    ]


def card(name: str, **values: object) -> dict[str, object]:
    """An entry like the heron's, with something else in it."""
    return HERON | {"name": name} | values


def write(path: Path, *cards: object, form: str = "scryfall") -> Path:
    """Write entries in a form: scryfall, lines, mtgjson or the same with gz at its end."""
    shape = form.removesuffix(".gz")
    if shape == "lines":
        text = "".join(json.dumps(each, ensure_ascii=False) + "\n" for each in cards)
    elif shape == "mtgjson":
        entries = {str(each["name"]): [each] for each in cards}  # type: ignore[index]
        text = json.dumps({"meta": {"date": "x", "data": {"a": [1]}}, "data": entries}, indent=1)
    else:
        text = json.dumps(cards, indent=2 if shape == "indented" else None)
    data = text.encode()
    path.write_bytes(gzip.compress(data) if form.endswith(".gz") else data)
    return path
