"""Obvious faults of computer players, counted in games of a player against itself.

A fault is found by its outcome on forks of the game as it is, so a count says nothing about what
the player could know; compare players, not numbers.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from functools import partial
from multiprocessing import get_context
from random import Random
from typing import TYPE_CHECKING

from engine.log import many
from tui.commands.common import CommandError, check_number, start_worker
from tui.lab.tasks import LEVELS, SEATS, decks_of, rules_of
from tui.tools.computer_games import by_effort, thinker

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.game import Game

FAULTS = {
    "returns": ("removal of a creature that comes back at once", "removals"),
    "wasted": ("removal of what is worth less than half of another target", "removals"),
    "unused": ("counterspell discarded that had a target lately", "discarded counterspells"),
    "alone": ("creature that moved alone into a guard, and died", "such moves"),
}
"""Each fault in words, and of what it is a share."""
GAMES = 50  # the default of --games
LATELY = 2  # turns
SETTLING = 80  # most decisions until a spell has resolved
CLOSE = 1  # steps within which a friend isn't far


def run_blunders(arguments: argparse.Namespace) -> str:
    """Play games of each player and return a table of their faults."""
    options = tuple(arguments.option)
    check_number(rules_of(arguments.variant, options), SEATS, "2 players")
    for name in arguments.names:
        if name not in LEVELS:
            raise CommandError(
                f"blunders: found '{name[:40]}'; allowed: players ({', '.join(LEVELS)})"
            )
    if not arguments.names:
        raise CommandError(f"blunders: expected players, such as normal ({', '.join(LEVELS)})")
    number = arguments.games or GAMES
    seeds = range(arguments.seed, arguments.seed + number)
    found: dict[str, Counter[str]] = {}
    for level in arguments.names:
        play = partial(faults_of, arguments.variant, options, level, arguments.effort)
        total: Counter[str] = Counter()
        if arguments.jobs == 1:
            for counts in map(play, seeds):
                total.update(counts)
        else:
            with get_context("spawn").Pool(arguments.jobs, start_worker) as pool:
                for counts in pool.imap(play, seeds):
                    total.update(counts)
        found[level] = total
    if arguments.json:
        return json.dumps({"variant": arguments.variant, "games": number, "faults": found})
    return "\n".join(table(found, number))


def table(found: dict[str, Counter[str]], games: int) -> list[str]:
    """Return the lines of a table of faults by player."""
    lines = [f"{many(games, 'game')} of each player against itself"]
    for fault, (words, base) in FAULTS.items():
        each = ", ".join(
            f"{level} {counts[fault]} of {counts[base]} {base}" for level, counts in found.items()
        )
        lines.append(f"{words}: {each}")
    return lines


def faults_of(
    variant: str, options: tuple[str, ...], level: str, effort: int, seed: int
) -> Counter[str]:
    """Play a game of a player against itself, with one deck, and return the faults in it."""
    from engine.base import chance
    from engine.game import Game
    from engine.magic.turn.setup import Seat
    from tui.tools.computer_games import MOST

    rules, decks = rules_of(variant, options), decks_of(variant, options)
    deck = decks[Random(f"blunders {seed}").choice(sorted(decks))]
    game = Game.start(rules, [Seat(name, deck) for name in ("Edna", "Dale")], seed)
    players = [
        thinker(level, chance.own_seed(seed, seat), by_effort(effort)) for seat in range(SEATS)
    ]
    watch = FaultWatch()
    for _ in range(MOST):
        if (decision := game.decision) is None:
            break
        action = players[decision.seat](game)
        watch.before(game, action)
        game.apply(action)
        watch.after(game, decision.seat, action)
    return watch.found


class FaultWatch:
    """Watches a game and counts faults."""

    def __init__(self) -> None:
        self.found: Counter[str] = Counter()
        self.usable: dict[int, int] = {}  # counterspells, with the last turn they had a target
        self.moved: dict[int, tuple[int, int]] = {}  # creatures, with their player and turn

    def before(self, game: Game, action: Action) -> None:
        """Look at a decision that is about to be carried out."""
        decision = game.decision
        assert decision is not None
        if decision.kind == "target" and action.verb == "target":
            self._removal(game, decision.seat, action)
        elif decision.kind == "priority":
            for each in game.legal_actions():
                if each.verb == "cast" and _counters(game, each.object):
                    self.usable[each.object] = game.state.turn.number
        elif decision.kind == "discard" and _counters(game, action.object):
            self.found["discarded counterspells"] += 1
            last = self.usable.get(action.object, -LATELY)
            self.found["unused"] += game.state.turn.number - last < LATELY

    def after(self, game: Game, seat: int, action: Action) -> None:
        """Look at the position after a decision."""
        state = game.state
        for ident, (owner, turn) in list(self.moved.items()):
            if not _stands(game, ident):
                self.found["alone"] += 1
                del self.moved[ident]
            elif state.turn.active == owner and state.turn.number > turn:
                del self.moved[ident]
        if action.verb == "move" and state.turn.active == seat and _is_lost(game, action.object):
            self.found["such moves"] += action.object not in self.moved
            self.moved[action.object] = seat, state.turn.number

    def _removal(self, game: Game, seat: int, action: Action) -> None:
        """Count a spell or ability by which another player's creature leaves the battlefield."""
        from engine.ai.heuristics import spells

        obj = game.state.objects.get(action.object)
        if obj is None or obj.controller == seat or not _is_creature(game, obj.id):
            return
        after = _resolved(game, action)
        if _stands(after, obj.id):
            return
        self.found["removals"] += 1
        owner = obj.controller
        self.found["returns"] += _creatures(after, owner) >= _creatures(game, owner)
        worth = spells.worth(game, obj.id)
        self.found["wasted"] += any(
            spells.worth(game, other.object) > 2 * worth
            and not _stands(_resolved(game, other), other.object)
            for other in game.legal_actions()
            if other.verb == "target" and _is_others(game, other.object, seat)
        )


def _counters(game: Game, ident: int) -> bool:
    """Return whether a card counters spells."""
    from engine.cards import model

    obj = game.state.objects.get(ident)
    return obj is not None and any(
        isinstance(effect, model.Counter)
        for ability in obj.printed.card.abilities
        if isinstance(ability, model.Spell)
        for effect in ability.effects
    )


def _resolved(game: Game, action: Action) -> Game:
    """Return a fork in which an action was carried out and its item has resolved."""
    from engine.actions import PASS
    from engine.ai import search

    fork = game.fork()
    fork.apply(action)
    height = len(game.state.stack)
    for _ in range(SETTLING):
        question = fork.question
        if question is None:
            break
        if question.kind == "priority":
            if len(fork.state.stack) < max(height, 1):
                break
            fork.apply(PASS)
        else:
            fork.apply(search.policy(fork))
    return fork


def _is_creature(game: Game, ident: int) -> bool:
    return _stands(game, ident) and game.characteristics(ident).is_creature


def _stands(game: Game, ident: int) -> bool:
    obj = game.state.objects.get(ident)
    return obj is not None and obj.zone == "battlefield"


def _is_others(game: Game, ident: int, seat: int) -> bool:
    return _is_creature(game, ident) and game.state.objects[ident].controller != seat


def _creatures(game: Game, seat: int) -> int:
    return sum(
        game.state.objects[ident].controller == seat and _is_creature(game, ident)
        for ident in game.state.battlefield
    )


def _is_lost(game: Game, ident: int) -> bool:
    """Return whether a creature stands alone beside an untapped one that it can't survive."""
    from engine.ai.table import lay, outcome

    pieces = lay(game).pieces
    mine = next((piece for piece in pieces if piece.id == ident), None)
    if mine is None or mine.space < 0:
        return False
    away = game.board.distances_from(mine.space)
    near = CLOSE if game.rules.combat is not None else 0
    others = [piece for piece in pieces if piece.id != ident and piece.space >= 0]
    if any(p.seat == mine.seat and away[p.space] <= CLOSE for p in others):
        return False
    return any(
        p.seat != mine.seat
        and not p.tapped
        and 0 <= away[p.space] <= near
        and outcome(mine, p) == (True, False)
        for p in others
    )
