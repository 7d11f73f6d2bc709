"""Play each card once: a small position with the card in hand and mana to spare, then at random.

    python -m tests.play_each_card RESULTS --seed 1
    python -m tests.play_each_card RESULTS --only "Gray Merchant of Asphodel"

Each card is played in the variant that allows it with the fewest games so far. Both players act at
random, but prefer the card. A line of RESULTS has what happened to one card; cards that have a line
aren't played again, so that the script can be stopped and continued. Every position is checked.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import NamedTuple

import tomli_w

from engine.actions import Action
from engine.base.records import replace
from engine.cards.characteristics import printed
from engine.cards.checks.nested import walk
from engine.cards.costs import parse_cost
from engine.cards.decks.legality import check
from engine.cards.library import library
from engine.cards.model import Card, CastCost, PlayerRule, Replace, Static
from engine.cards.terms import Filter
from engine.events import Event
from engine.game import Game
from engine.magic.abilities import mana_pool
from engine.scenario import stage_of
from engine.variant.loading import load
from engine.variant.ruleset import Ruleset
from tui.commands.common import NAMES
from tui.tools.fuzz import Sample, apply_checked, check_position
from tui.tools.random_play import choose, choose_eagerly
from tui.tools.random_positions import MANA

DECISIONS = 60  # decisions in a game of one card
ATTEMPTS = 4  # games with a card whose text hasn't shown
ENOUGH = 30  # decisions after which a game ends once the card's text has shown
EVERY = 25  # decisions between two costly checks
TRIES = 2  # samples of costly checks
PREFERENCE = 0.85  # how often an action with the card is chosen if there is one
SELF_TARGETS = 0.3  # how often the card is chosen as a target if it can be
LOW = 12  # mana in a pool that is filled up again
HASTE = 0.7  # how often a player pays in the usual way, or passes
NEAR = 8  # spaces at each side of the middle of the map where creatures may be
HELPERS = 4  # cards in the position that the card's filters ask for

BYSTANDERS = (
    "Grizzly Bears", "Hill Giant", "Air Elemental", "Savannah Lions", "Scathe Zombies",
    "Ornithopter", "Sol Ring", "Glorious Anthem", "Forest", "Swamp", "Island",
)  # fmt: skip
"""Permanents of each player, where the variant allows them."""

HAND = ("Shock", "Giant Growth", "Grizzly Bears", "Forest", "Forest")
GRAVEYARD = ("Grizzly Bears", "Shock", "Pacifism", "Ornithopter", "Forest")
LIBRARY = ("Plains", "Shock", "Hill Giant", "Swamp", "Air Elemental", "Pacifism", "Sol Ring")

USES = frozenset({"activate", "cast", "enters", "face-up", "play", "suspend"})
"""Events of the card that show that it was cast or used."""

ORDINARY = USES | {
    "attack", "back", "battle", "block", "blocked", "carry", "dies", "discard", "draw", "drop",
    "fizzle", "goes", "heal", "leaves", "look-top", "mark", "move", "off-map", "passed-over",
    "place", "put-away", "quiet", "resolve", "return", "reveal-land", "roll", "sacrifice", "scout",
    "stays", "step", "take", "take-back", "tap", "turn", "untap",
}  # fmt: skip
"""Events that happen to every card, whatever its text says."""

COMBAT = frozenset({"attack", "block", "blocked", "damage", "prevent"})
"""Events of any creature in combat."""

STOPS = frozenset({"cast", "activate", "fizzle", "put-away", "resolve", "step", "turn"})
"""Events with which the effects of a resolved spell or ability are over."""

OF_PLAYERS = frozenset({
    "discard", "draw", "goes", "leaves", "destroy", "dies", "sacrifice", "return", "move", "tap",
    "untap", "look-top", "enters",
})  # fmt: skip
"""Events that show an effect if they happen to something else than the card."""


LOOKS = ("power", "toughness", "types", "subtypes", "colors")
"""What abilities of a permanent change about itself; keywords are part of its text."""


class Outcome(NamedTuple):
    """The result of a game with one card."""

    card: str
    variant: str
    used: bool
    shown: tuple[str, ...]  # kinds of events that the card caused
    decisions: int
    faults: tuple[str, ...]


class Watch:
    """The events of one card: whether it was used, and what it caused."""

    def __init__(self, game: Game, name: str) -> None:
        self.name = name
        self.ids = {ident for ident, obj in game.state.objects.items() if obj.printed.name == name}
        self.used = False
        self.shown: set[str] = set()
        self._resolving = False
        self._at_rest = False  # a player had priority before the last action

    def hear(self, action: Action, events: Sequence[Event], game: Game) -> None:
        """Note the events of one action."""
        if self._at_rest:
            # a mana ability resolves at once
            self._resolving = action.verb == "activate" and action.object in self.ids
        for event in events:
            if event.kind in STOPS:
                self._resolving = event.kind == "resolve" and event.card == self.name
            fighting = game.state.combat is not None and not self._resolving
            if self._is_own(event):
                self.used = self.used or event.kind in USES
                self.used = self.used or event.kind == "trigger"
                if event.kind not in ORDINARY | (COMBAT if fighting else frozenset()):
                    self.shown.add(event.kind)
            elif self._resolving and (event.kind not in ORDINARY or event.kind in OF_PLAYERS):
                self.shown.add(event.kind)
        self._at_rest = game.decision is not None and game.decision.kind == "priority"

    def _is_own(self, event: Event) -> bool:
        if event.card != self.name and event.object not in self.ids:
            return False
        if event.card == self.name:
            self.ids.add(event.object)
        return True

    def look(self, game: Game) -> None:
        """Note what lasts because of the card, and whether permanents are other because of it."""
        state = game.state
        if any(each.source in self.ids for each in (*state.lasting, *state.delayed)):
            self.shown.add("lasting")
        if any(each.source_id in self.ids for each in state.shields) or (
            self._resolving and any(obj.shields for obj in state.objects.values())
        ):
            self.shown.add("shield")
        if "static" in self.shown:
            return
        there = [ident for ident in game.state.battlefield if ident in self.ids]
        if there and _changes_anything(game, there):
            self.shown.add("static")


def _changes_anything(game: Game, idents: Sequence[int]) -> bool:
    """Return whether permanents would be other if some of them had no text."""
    fork = game.fork()
    for ident in idents:
        obj = fork.state.objects[ident]
        plain = replace(obj.printed.card, abilities=(), keywords=())
        fork.state.put(replace(obj, printed=printed(plain)))
    fork.state.forget()
    for ident in game.state.battlefield:
        c, other = game.characteristics(ident), fork.characteristics(ident)
        if ident not in idents:
            if not c.equals(other):
                return True
        elif any(getattr(c, each) != getattr(other, each) for each in LOOKS):
            return True
    return False


# --- the position ---


@cache
def playable_cards() -> Mapping[str, Card]:
    """Return the cards of the library that can be played, by name."""
    cards = {name: library().card(name) for name in sorted(library().names())}
    return {name: card for name, card in cards.items() if card.playable}


@cache
def _by_word() -> Mapping[str, Sequence[str]]:
    """Return the names of cards by type, subtype and color."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    for name, card in playable_cards().items():
        for word in (*card.types, *card.subtypes, *card.supertypes):
            found[word].append(name)
    return found


def _helpers(card: Card, random: Random) -> list[str]:
    """Return cards of the kinds that a card's filters name."""
    words = {
        word
        for ability in card.abilities
        for node in walk(ability)
        if isinstance(node, Filter)
        for word in (*node.subtypes, *(node.types if not node.subtypes else ()))
    }
    known = sorted(word for word in words if word in _by_word())
    return [random.choice(_by_word()[word]) for word in known for _ in range(2)][:HELPERS]


def _set_up(variant: str, players: Sequence[object], permanents: Sequence[object]) -> Game | None:
    given = {
        "title": "One card",
        "script": "",
        "variant": variant,
        "player": list(players),
        "permanent": list(permanents),
    }
    stage, _, problems = stage_of(tomli_w.dumps(given))
    return None if stage is None or problems else stage.game


def _players(extra: Sequence[str] = (), helpers: Sequence[str] = ()) -> list[dict[str, object]]:
    return [
        {
            "name": name,
            "hand": [*(extra if seat == 0 else ()), *HAND, *helpers[:2]],
            "library": [*helpers, *LIBRARY],
            "graveyard": [*GRAVEYARD, *helpers[:2]],
            "mana": MANA,
        }
        for seat, name in enumerate(NAMES[:2])
    ]


@cache
def _bystanders(variant: str) -> tuple[Mapping[str, str], ...]:
    """Return the permanents that a variant allows beside each other, of both players."""
    found: list[Mapping[str, str]] = []
    for name in BYSTANDERS:
        for seat in range(2):
            found += _placed(variant, name, seat, _players(), found)
    hosts = [each["label"] for each in found if "space" in each]
    aura = {"card": "Pacifism", "controller": NAMES[0], "attached_to": hosts[-1]}
    enchanted = _set_up(variant, _players(), [*found, aura])
    return (*found, aura) if enchanted else tuple(found)


def _placed(
    variant: str,
    name: str,
    seat: int,
    players: Sequence[object],
    others: Sequence[Mapping[str, str]],
) -> list[Mapping[str, str]]:
    """Return a permanent beside others, a creature near the middle of the map; [] if none fits."""
    one = {"card": name, "controller": NAMES[seat], "label": f"{name} {seat} {len(others)}"}
    places: list[dict[str, str]] = [{}]
    if "Creature" in library().card(name).types:
        spaces = _spaces(variant)
        middle = len(spaces) // 2
        places = [{"space": each} for each in spaces[max(middle - NEAR, 0) : middle + NEAR]]
    for place in places:
        if _set_up(variant, players, [*others, one | place]):
            return [one | place]
    return []


@cache
def rules_of(variant: str) -> Ruleset:
    """Return the rules of a variant."""
    return load(variant)


@cache
def _spaces(variant: str) -> Sequence[str]:
    return [space.name for space in rules_of(variant).board_for(2).spaces]


@cache
def _plays_lands(variant: str) -> bool:
    """Return whether land cards can be played from a hand in a variant."""
    game = _set_up(variant, _players(), ())
    return game is not None and any(action.verb == "play" for action in game.legal_actions())


def position(card: Card, variant: str, random: Random, *, ready: bool = False) -> Game:
    """Return a game with a card in hand, and what its text may ask for on the battlefield.

    With `ready`, a permanent card is on the battlefield as well, if it can be.
    """
    helpers = _helpers(card, random)
    players = _players((card.name, card.name), helpers)
    permanents = [*_bystanders(variant)]
    if ready and not {"Instant", "Sorcery"} & {*card.types}:
        permanents += _placed(variant, card.name, 0, players, permanents)
    for number, name in enumerate(helpers):
        permanents += _placed(variant, name, number % 2, players, permanents)
    game = _set_up(variant, players, permanents)
    if game is None:
        raise ValueError(f"{card.name} can't be in a hand in {variant}")
    return game


# --- playing ---


@cache
def variants() -> Sequence[str]:
    """Return the variants that stand for themselves."""
    return sorted(
        path.name.removesuffix(".toml")
        for path in files("variants").iterdir()
        if path.name.endswith(".toml")
    )


def play_card(
    card: Card, variant: str, seed: int, decisions: int = DECISIONS, *, ready: bool = False
) -> Outcome:
    """Play a card in a position of its own; return what happened to it."""
    random = Random(f"{seed} {card.name}")
    sample = Sample(Random(seed), TRIES)
    number, faults = 0, list[str]()
    watch: Watch | None = None
    try:
        game = position(card, variant, random, ready=ready)
        watch = Watch(game, card.name)
        while not (game.is_over or faults or number >= (ENOUGH if watch.shown else decisions)):
            faults = check_position(game, sample if number % EVERY == EVERY - 1 else None)
            if faults:
                break
            action = _choice(game, watch.ids, random)
            events, faults = apply_checked(game, game.apply, action)
            watch.hear(action, events, game)
            if game.decision is not None and game.decision.kind == "priority":
                watch.look(game)
                _fill_pool(game)
            number += 1
    except Exception as error:  # any exception is a fault to report
        faults = [*faults, f"{type(error).__name__}: {error}"]
    return Outcome(
        card.name,
        variant,
        watch is not None and watch.used,
        tuple(sorted(watch.shown)) if watch is not None else (),
        number,
        tuple(faults),
    )


def play_until_shown(card: Card, variant: str, seed: int, decisions: int = DECISIONS) -> Outcome:
    """Play a card again, in other variants too, until its text shows or a fault is found."""
    others = [each for each in allowed_in(card) if each != variant]
    best: Outcome | None = None
    for attempt in range(ATTEMPTS):
        where = [variant, *others][attempt % (1 + len(others))]
        outcome = play_card(card, where, seed + attempt, decisions, ready=attempt % 2 == 1)
        used = outcome.used or (best is not None and best.used)
        if best is None or outcome.faults or outcome.shown or not best.used:
            best = outcome._replace(used=used)
        if outcome.faults or outcome.shown or (outcome.used and shows_nothing(card)):
            break
    assert best is not None
    return best


def _fill_pool(game: Game) -> None:
    """Give the player who acts as much mana as at the beginning."""
    seat = game.decision.seat if game.decision is not None else -1
    if seat >= 0 and sum(game.state.players[seat].pool) < LOW:
        mana_pool.add(game, seat, parse_cost(MANA).fixed, keep=True)
        game.events = []
        game.advance()


def _choice(game: Game, ids: set[int], random: Random) -> Action:
    """Return a random action, usually one with the card."""
    legal = game.legal_actions()
    own = [
        action
        for action in legal
        if (action.object in ids or action.target in ids) and action.verb != "take-back"
    ] or [action for action in legal if action.verb == "play"]
    # a card that always targets itself shows little
    wanted = SELF_TARGETS if any(action.verb == "target" for action in own) else PREFERENCE
    if own and random.random() < wanted:
        return choose(own, random)
    if random.random() < HASTE:
        for action in legal:
            if action.verb in ("auto", "pass"):
                return action
    return choose_eagerly(legal, random)


def allowed_in(card: Card) -> list[str]:
    """Return the variants that allow a card in a deck."""
    return [
        variant
        for variant in variants()
        if not any(offence.card for offence in check([card], rules_of(variant).deck))
        and ("Land" not in card.types or _plays_lands(variant))
    ]


def assigned(cards: Iterable[Card], games: Counter[str]) -> Iterator[tuple[Card, str]]:
    """Yield each card with the variant that allows it with the fewest games so far."""
    for card in cards:
        if allowed := allowed_in(card):
            variant = min(allowed, key=lambda each: (games[each], each))
            games[variant] += 1
            yield card, variant


def shows_nothing(card: Card) -> bool:
    """Return whether a card's text can't show in events: rules of the game, or no text at all."""
    return all(
        isinstance(ability, Static | Replace | CastCost | PlayerRule) for ability in card.abilities
    )


# --- results ---


def read_results(path: Path) -> dict[str, Outcome]:
    """Return the results of a file by card; a line that was cut off is ignored."""
    found: dict[str, Outcome] = {}
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            outcome = Outcome(**json.loads(line))
        except (ValueError, TypeError):
            continue
        found[outcome.card] = outcome
    return found


def report(results: Mapping[str, Outcome]) -> list[str]:
    """Return the figures of all results, and the cards that need a look."""
    outcomes = list(results.values())
    cards = playable_cards()
    unused = [each for each in outcomes if not each.used]
    idle = [each for each in outcomes if each.used and not each.shown]
    wrong = [each for each in outcomes if each.faults]
    excused = [each for each in idle if each.card in cards and shows_nothing(cards[each.card])]
    games = Counter(each.variant for each in outcomes)
    lines = [
        f"{len(outcomes)} cards in {sum(each.decisions for each in outcomes)} decisions: "
        + ", ".join(f"{number} {variant}" for variant, number in sorted(games.items())),
        f"{len(unused)} not used, {len(idle)} without effect ({len(excused)} of them can't show "
        f"any), {len(wrong)} with faults",
    ]
    lines += [f"not used: {each.card} ({each.variant})" for each in unused]
    lines += [f"no effect: {each.card} ({each.variant})" for each in idle if each not in excused]
    lines += [f"can't show any: {each.card} ({each.variant})" for each in excused]
    lines += [f"fault: {each.card} ({each.variant}): {each.faults[0]}" for each in wrong]
    return lines


def main() -> int:
    """Play the cards that have no result yet; print the figures; return 1 if any has a fault."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cards", type=int, default=0, help="at most so many cards now; 0: all")
    parser.add_argument("--decisions", type=int, default=DECISIONS)
    parser.add_argument("--only", nargs="*", default=[], help="names of cards to play again")
    arguments = parser.parse_args()
    results = read_results(arguments.results)
    cards = playable_cards()
    names = arguments.only or sorted(name for name in cards if name not in results)
    if not arguments.only:
        Random(arguments.seed).shuffle(names)
        names = names[: arguments.cards or None]
    games = Counter(outcome.variant for outcome in results.values())
    with arguments.results.open("a") as file:
        for card, variant in assigned((cards[name] for name in names), games):
            outcome = play_until_shown(card, variant, arguments.seed, arguments.decisions)
            results[card.name] = outcome
            print(json.dumps(outcome._asdict()), file=file, flush=True)
            if outcome.faults:
                print(f"{card.name} ({variant}): {outcome.faults[0]}", flush=True)
    print(*report(results), sep="\n")
    return 1 if any(outcome.faults for outcome in results.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
