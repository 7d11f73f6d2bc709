"""`spellfront lab collect`, `fit` and `calibrate`: chances of winning that hold."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

import tomli_w

from engine.base.files import UnreadableFileError, parse_toml, read_text, write_whole
from engine.log import many
from tui.commands.common import CommandError, check_number
from tui.lab.fitting import calibrate, fit
from tui.lab.positions import CollectedGame, collect, read_positions
from tui.lab.tasks import SEATS, own_weights, rules_of

if TYPE_CHECKING:
    from engine.ai.weights import Weights
    from engine.variant.ruleset import Ruleset
    from tui.lab.fitting import Calibration

GAMES = 100  # the default of --games


def run_collect(arguments: argparse.Namespace) -> str:
    """Play games of the rules of thumb and append their positions to a file; return a report."""
    options = tuple(arguments.option)
    check_number(rules_of(arguments.variant, options), SEATS, "2 players")
    if arguments.names or not arguments.out:
        raise CommandError("collect: expected --out FILE for the positions, and no names")
    number = arguments.games or GAMES
    first = arguments.seed
    seeds = range(first, first + number)
    games = positions = 0
    path = Path(arguments.out)
    for game in collect(arguments.variant, options, seeds, arguments.jobs, path):
        games += 1
        positions += len(game.turns)
    left_out = f" {many(number - games, 'game')} had no end." if games < number else ""
    return f"{many(games, 'game')} with {many(positions, 'position')} in {path}.{left_out}"


def run_fit(arguments: argparse.Namespace) -> str:
    """Fit the weights of the counts to positions; return them as TOML, or write a file."""
    rules, weights = _weights(arguments)
    games = _games("fit", arguments, rules)
    found = fit(games, weights.chance.turns)
    if not arguments.out:
        return _toml({"chance": {"counts": found}}).rstrip()
    path = Path(arguments.out)
    try:
        table = parse_toml(read_text(path)) if path.exists() else {}
        table.setdefault("chance", {})["counts"] = found
        write_whole(path, _toml(table))
    except (UnreadableFileError, OSError, AttributeError) as error:
        raise CommandError(f"{path}: {error}") from error
    return f"{many(len(found), 'count')} fitted to {many(len(games), 'game')}, in {path}."


def run_calibrate(arguments: argparse.Namespace) -> str:
    """Return a table of how well the chances hold in positions."""
    rules, weights = _weights(arguments)
    if not weights.chance.counts:
        raise CommandError(f"calibrate: the chances of {rules.name} haven't been fitted yet")
    found = calibrate(_games("calibrate", arguments, rules), weights)
    if arguments.json:
        bins = [each._asdict() for each in found.bins]
        data = {"variant": rules.id, "games": found.games, "positions": found.positions}
        return json.dumps(
            {**data, "loss": found.loss, "worst": found.worst, "bins": bins}, indent=1
        )
    return "\n".join(table(rules.name, found))


def table(name: str, found: Calibration) -> list[str]:
    """Return the lines of a table of calibration."""
    lines = [
        f"{name}: log-loss {found.loss:.3f} on {many(found.positions, 'position')} of "
        f"{many(found.games, 'game')}",
        "   chance  positions  foretold     won     off",
    ]
    for number, each in enumerate(found.bins):
        span = f"{10 * number:3}-{10 * number + 10}%"
        if each.positions:
            off = each.won - each.foretold
            lines.append(
                f"{span:>9}  {each.positions:9}  {each.foretold:8.3f}  {each.won:6.3f}  {off:+6.3f}"
            )
        else:
            lines.append(f"{span:>9}  {0:9}")
    return lines


def _weights(arguments: argparse.Namespace) -> tuple[Ruleset, Weights]:
    from engine.ai.weights import weights_of

    rules = rules_of(arguments.variant, tuple(arguments.option))
    own = own_weights(arguments.weights, rules) if arguments.weights else ""
    return rules, weights_of(rules, own=own)


def _games(action: str, arguments: argparse.Namespace, rules: Ruleset) -> list[CollectedGame]:
    """Return the variant's games in the files; with --games, only so many."""
    if not arguments.names:
        raise CommandError(f"{action}: expected a file of positions; 'lab collect' writes one")
    found = [
        game
        for name in arguments.names
        for game in read_positions(Path(name))
        if game.variant == rules.id
    ]
    if not found:
        raise CommandError(f"{action}: the files have no position of {rules.name}")
    return found[: arguments.games] if arguments.games else found


def _toml(table: dict[str, object]) -> str:
    return (
        tomli_w.dumps(table).replace("[\n    ", "[").replace(",\n]", "]").replace(",\n    ", ", ")
    )
