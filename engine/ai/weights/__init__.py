"""Everything measured or tuned of computer players, as data: one record for each variant.

`default.toml` has every number. `<variant>.toml` beside it changes some; a variant that extends
another also takes that one's. Files of kept players, such as `normal-1.toml`, count alone.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, cast

import msgspec
from msgspec import Struct

from engine.ai.heuristics.squares import Mood
from engine.base.files import UnreadableFileError, parse_toml, read_toml
from engine.base.records import replace
from engine.variant.ruleset import Ruleset

DEFAULT = "default"
Table = dict[str, Any]


class Evaluation(Struct, frozen=True, forbid_unknown_fields=True):
    """Values in the evaluation of a position, in its points."""

    area: float  # an area by itself
    progress: float  # the last area but one before victory; the first ones count far less
    last_area: float  # the winning area
    material: float  # factor on the values of permanents and hands
    head: float  # each creature, in addition to its value
    life: float
    token: float  # a player's token on the map, if its player outlives it
    breath: float  # the token's last few points of life together
    fading: float  # factor on each further point of life
    mana: float  # a mana that can still be spent this turn
    eager: float  # factor on the player's own marches, compared with opponents'
    restless: float  # added to `eager` as the game gets late
    saved: float  # a mana that never empties from the pool
    enough: int  # lasting mana worth saving
    wound: float  # a point of damage that never wears off
    now: float  # a conquest possible this turn, or by an opponent before the player's next turn
    later: float  # a conquest possible in the turn after the opponents'
    promise: float  # a campaign that would strike at once
    stronghold: float  # a Stronghold
    deadly: float  # a Stronghold whose loss eliminates its owner
    held_stronghold: float
    patience: int  # rounds after which land counts more and material less, round by round
    haste: float  # increase each round


class Chance(Struct, frozen=True, forbid_unknown_fields=True):
    """The step from a position to a chance of winning.

    `counts` has two numbers for each count of `winning_chance`: its weight at the start of the
    game, and what is added to it after `turns` turns. Without counts the evaluation is used.
    """

    scale: float  # points of the evaluation that make victory 2.7 times as likely
    turns: int
    counts: dict[str, tuple[float, float]]


class Normal(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits and preferences of the normal player's search."""

    nodes: int  # most positions examined for one decision
    margin: float  # how much a plan must beat the rule of thumb by
    # ideas worse than the best by more than this are dropped from further imagined games, which
    # hardly ever change the order
    close: float
    # spells and abilities in one turn after which the player only passes, so that turns end
    busy: int
    # styles for a turn with pieces on squares, from the usual to a rush and to holding back
    moods: tuple[Mood, ...]
    # whether to think before creatures move or fight if no main phase comes earlier
    before_march: bool
    deals_cards: bool  # as for the hard player


class Hard(Struct, frozen=True, forbid_unknown_fields=True):
    """Limits below which the hard player keeps to the normal player's choice."""

    errors: float  # standard errors by which a plan must be better
    least: float  # chance of winning by which it must be better
    games: int  # imagined games in which it must have been played out
    # looks at the clock in one decision, each after some work: its limit if there is much time
    looks: int
    busy: int  # departures in one turn after which the normal player decides alone
    # imagined hands and libraries have cards: of the player's own deck, those that everybody has
    # seen, and those of decks that fit; otherwise half of each opponent's hand is plain creatures
    deals_cards: bool
    # plans are valued by the fitted counts of `chance`; else by the evaluation
    by_counts: bool
    # most positions in which a win within the turn is looked for at one decision; 0: it isn't
    winning: int
    # how opponents may answer in imagined games, of which the worst counts; 0: not at all, since
    # opponents that are imagined too weak are worse than none; 1: as usual; 2: boldly as well; 3:
    # with a win on the spot in all games
    replies: int
    # most positions in which an imagined opponent looks for a win on the spot; 0: none looks
    danger: int
    # searches in a turn that may end without a result; after them, no win is looked for
    searches: int


class Easy(Struct, frozen=True, forbid_unknown_fields=True):
    """Attention of the easy player."""

    inattention: int  # percentage of creatures, cards and areas that it overlooks for a turn


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that is measured or tuned, for one variant."""

    player: str  # the level that a file of weights is meant for, in the lab
    evaluation: Evaluation
    chance: Chance
    normal: Normal
    hard: Hard
    easy: Easy


def weights_of(rules: Ruleset, name: str = "", own: str = "") -> Weights:
    """Return the weights of a variant, or of a kept player if there is a `name`.

    `own` is a TOML text whose values count instead of these. Raises ValueError with what is wrong
    with it.
    """
    return _weights(rules.id, rules.extends, name, own)


def with_replies(weights: Weights) -> Weights:
    """Return weights by which plans are played out through replies and valued by the counts.

    So the look-back rates decisions: it tells what a decision cost, and plays no game itself.
    """
    hard = replace(weights.hard, by_counts=True, replies=max(weights.hard.replies, 1))
    return replace(weights, hard=hard)


@cache
def _weights(variant: str, parent: str, name: str, own: str) -> Weights:
    table: Table = dict(_file(DEFAULT))
    for each in (name,) if name else (parent, variant):
        table = _merged(table, _file(each) if each else {})
    if own:
        try:
            table = _merged(table, parse_toml(own))
        except UnreadableFileError as error:
            raise ValueError(f"weights: {error}") from error
    try:
        found = msgspec.convert(table, Weights)
    except msgspec.ValidationError as error:
        raise ValueError(f"weights: {error}") from error
    if found.chance.scale <= 0 or found.chance.turns <= 0:
        raise ValueError("weights: chance.scale and chance.turns must be above 0")
    return found


def _merged(table: Table, other: Table) -> Table:
    """Return the first table with the values of the second; `counts` are replaced as a whole."""
    merged = dict(table)
    for key, value in other.items():
        known = merged.get(key)
        both = key != "counts" and isinstance(known, dict) and isinstance(value, dict)
        merged[key] = _merged(cast("Table", known), cast("Table", value)) if both else value
    return merged


@cache
def _file(name: str) -> Table:
    """Return the table of a shipped file; empty if there is none."""
    path = files("engine.ai.weights") / f"{name}.toml"
    return read_toml(path) if path.is_file() else {}
