"""Look for misunderstandings: change one word of a card's text, and see whether its data changes.

    python -m tests.oracle_guards COLLECTION --changes 20000 --seed 1

A word that can be deleted or changed without a change of data is a word that nobody has read.

    python -m tests.oracle_guards COLLECTION --back

writes each understood card's data as text and reads that again. What reads back as other data is a
fault of the grammar.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.cards.describe import nouns_of
from engine.cards.model import Card
from engine.cards.oracle.facts import facts_of
from engine.cards.oracle.printed import CardRefusal, PrintedCard
from engine.cards.oracle.understanding import lines_of, understand, understand_lines
from engine.cards.oracle.writing import meanings, written_ability
from engine.cards.spelling import one_spelling

NUMBERS = ("one", "two", "three", "four", "five", "six", "seven")
SWAPS = {
    "another": "a",
    "other": "",
    "may": "",
    "each": "a",
    "all": "two",
    "target": "",
    "until end of turn": "until your next turn",
    "this turn": "",
    "you control": "",
    "an opponent controls": "you control",
    "or less": "or greater",
    "attacking": "blocking",
    "gains": "loses",
    "whenever": "when",
    "your": "each",
    "unless": "if",
    "nonblack": "black",
    "untapped": "tapped",
}


def printed_card(fields: dict[str, Any]) -> PrintedCard:
    """Return a card of a collection in Scryfall's shape."""
    colors = fields.get("color_indicator")
    return PrintedCard(
        name=fields["name"],
        cost=fields.get("mana_cost", ""),
        type_line=fields["type_line"],
        text=fields.get("oracle_text", ""),
        power=fields.get("power") or None,
        toughness=fields.get("toughness") or None,
        loyalty=fields.get("loyalty") or None,
        colors=tuple(colors) if colors else None,
    )


def collection(path: Path) -> Iterator[PrintedCard]:
    """Yield the cards of a file of JSON lines, packed or not, without those that aren't cards."""
    with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
        for line in lines:
            fields = json.loads(line)
            if not fields["name"].startswith(";"):
                yield printed_card(fields)


def changed(lines: list[str], dice: random.Random) -> tuple[list[str], str] | None:
    """Return the lines of a card with one change, and a name for the change; None if none fits."""
    index = dice.randrange(len(lines))
    line = lines[index]
    kind = dice.choice(("delete", "delete", "number", "swap"))
    if kind == "delete":
        words = list(re.finditer(r"[A-Za-z'/+0-9-]+ ?", line))
        if len(words) < 2:
            return None
        word = dice.choice(words)
        new = line[: word.start()] + line[word.end() :]
        name = f"delete {word[0].strip()}"
    elif kind == "number":
        numbers = list(re.finditer(r"\b(\d+|" + "|".join(NUMBERS[:-1]) + r")\b", line))
        if not numbers:
            return None
        number = dice.choice(numbers)
        old = number[0]
        more = str(int(old) + 1) if old.isdigit() else NUMBERS[NUMBERS.index(old) + 1]
        new = line[: number.start()] + more + line[number.end() :]
        name = "another number"
    else:
        there = [word for word in SWAPS if re.search(rf"\b{word}\b", line)]
        if not there:
            return None
        word = dice.choice(there)
        new = re.sub(rf"\b{word}\b", SWAPS[word], line, count=1).replace("  ", " ")
        name = f"{word} to {SWAPS[word] or 'nothing'}"
    if new == line or not new.strip():
        return None
    return [*lines[:index], new, *lines[index + 1 :]], name


def changes(cards: list[tuple[PrintedCard, Card]], number: int, seed: int) -> Counter[str]:
    """Return how often changed texts were refused, had other data and had the same data."""
    dice = random.Random(seed)
    found: Counter[str] = Counter()
    while sum(found[kind] for kind in ("refused", "other data", "same data")) < number:
        printed, card = dice.choice(cards)
        lines = lines_of(printed)
        facts = facts_of(printed)
        new = changed(lines, dice) if lines else None
        if new is None or isinstance(facts, CardRefusal):
            continue
        read = understand_lines(printed, facts, new[0])
        if isinstance(read, CardRefusal):
            found["refused"] += 1
        elif read != card:
            found["other data"] += 1
        else:
            found["same data"] += 1
            found[f"same: {new[1]}"] += 1
            if found[f"same: {new[1]}"] <= 2:
                print(f"  same data, {new[1]}: {printed.name}: {' / '.join(new[0])}")
    return found


def written_back(cards: list[tuple[PrintedCard, Card]], shown: int = 5) -> Counter[str]:
    """Return how many abilities are written as in the text, otherwise, wrongly and not at all."""
    found: Counter[str] = Counter()
    for printed, card in cards:
        lines = lines_of(printed)
        texts = {*lines, " ".join(lines)}
        for ability in card.abilities:
            said = nouns_of(card)
            words = written_ability(ability, said)
            read = [] if words is None else meanings(words, ability, said.this)
            if words is None:
                result = "not written"
            elif not read:
                result = "written and refused"
            elif read != [one_spelling(ability)]:
                result = "written as something else"
            else:
                result = "as in the text" if words in texts else "in other words"
            found[result] += 1
            if result not in ("as in the text", "in other words") and found[result] <= shown:
                print(f"  {result}: {printed.name}: {words or ' / '.join(lines)}")
    return found


def main() -> None:
    """Run the changes and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("collection", type=Path)
    parser.add_argument("--changes", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--step", type=int, default=1, help="only every n-th card")
    parser.add_argument("--back", action="store_true", help="write the data and read that again")
    parser.add_argument("--shown", type=int, default=5, help="examples of each fault")
    arguments = parser.parse_args()
    cards = [
        (printed, card)
        for printed in list(collection(arguments.collection))[:: arguments.step]
        if isinstance(card := understand(printed), Card)
    ]
    print(f"{len(cards)} cards understood")
    if arguments.back:
        for kind, count in written_back(cards, arguments.shown).most_common():
            print(f"{count:6} {kind}")
        return
    found = changes(cards, arguments.changes, arguments.seed)
    for kind, count in found.most_common():
        print(f"{count:6} {count / arguments.changes:6.2%} {kind}")


if __name__ == "__main__":
    main()
