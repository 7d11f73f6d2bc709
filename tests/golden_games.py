"""Games played at random once and kept: what they were when they were recorded they are still,
decision by decision.

    python3 -m tests.golden_games        record them again, after a change meant to change play

`golden_games.toml` has the decks of each game, its house rules and a digest of every twentieth
stretch of decisions: the positions and all legal actions. Whether another digest is right is for
whoever made the change to say.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator, Mapping
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

import tomli_w

import tui  # noqa: F401 - chooses the compiled engine, before it is imported
from engine.cards.library import library
from engine.game import Game
from engine.history.record import Fingerprints
from engine.magic.turn.setup import Seat
from engine.variant.inheritance import shipped
from engine.variant.loading import load
from engine.variant.ruleset import Ruleset
from tui.tools.random_decks import random_deck
from tui.tools.random_play import choose_eagerly

FILE = Path(__file__).parent / "golden_games.toml"
GAMES = 10  # so many of each variant that changes no other; of a house variant, one
DECISIONS = 200
STRETCH = 20
NAMES = ("Edna", "Dale", "Theresa", "Vern")


def golden() -> dict[str, dict[str, Any]]:
    """The games as they were recorded, by name."""
    return tomllib.loads(FILE.read_text(encoding="utf-8"))


def played(entry: Mapping[str, Any]) -> Iterator[str]:
    """Play a game and digest each stretch of it."""
    rules = load(entry["variant"], entry["rules"])
    decks = [tuple(library().card(name) for name in deck) for deck in entry["decks"]]
    game = Game.start(
        rules, [Seat(name, deck) for name, deck in zip(NAMES, decks, strict=False)], entry["seed"]
    )
    random, marks = Random(entry["seed"]), Fingerprints()
    stretch = blake2b(digest_size=4)
    for number in range(1, DECISIONS + 1):
        if game.decision is None:
            break
        stretch.update(
            f"{marks.of(game.state)} {game.decision.seat} {game.legal_actions()}".encode()
        )
        if number % STRETCH == 0:
            yield stretch.hexdigest()
            stretch = blake2b(digest_size=4)
        game.apply(choose_eagerly(game.legal_actions(), random))
    yield stretch.hexdigest()


def drawn(variant: str, number: int) -> dict[str, Any]:
    """A new game: decks of any cards, every second time any house rules."""
    random = Random(f"{variant} {number}")
    rules: Ruleset = load(variant)
    chosen = {
        key: random.choice(list(option.choices))
        for key, option in rules.options.items()
        if number % 2
    }
    seats = rules.players[number % len(rules.players)]
    decks = [
        [card.name for card in random_deck(load(variant, chosen).deck, random)]
        for _ in range(seats)
    ]
    return {"variant": variant, "seed": number, "rules": chosen, "decks": decks}


def main() -> int:
    """Play all games anew; those of the file keep their decks."""
    known = golden() if FILE.exists() else {}
    for variant in shipped():
        for number in range(1, (1 if load(variant).extends else GAMES) + 1):
            name = f"{variant}-{number}"
            known[name] = {**(known.get(name) or drawn(variant, number)), "digests": ""}
    for entry in known.values():
        entry["digests"] = " ".join(played(entry))
    FILE.write_text(tomli_w.dumps(known), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
