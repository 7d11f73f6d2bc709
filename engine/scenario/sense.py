"""What makes no sense in a scenario: names that a script could not speak of, keys of no use, positions that no game can come to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from engine.cards.characteristics import printed
from engine.cards.checks_keys import default_of
from engine.cards.library import UnknownCard, library
from engine.cards.model import UNPLAYED, Card
from engine.cards.nested import walk
from engine.fronts.land import creatures_at
from engine.game import Game
from engine.magic.priority import Settle
from engine.magic.state import NOBODY
from engine.ruleset import Ruleset
from engine.scenario.expecting import GAME
from engine.scenario.form import Scenario, SpaceTable, Table
from engine.schema import Problem, shown

OF_THE_SCRIPT = ("expect", "illegal", "until", "resolve", "not", *(name.partition(" ")[0] for name in GAME))
"""Words with which lines of a script, or what is expected, begin."""
STAYING = ("Artifact", "Creature", "Enchantment", "Land", "Planeswalker")
ATTACHED = ("Aura", "Equipment")


def check_name(where: str, name: str, taken: Sequence[str], *, others: str) -> Iterator[Problem]:
    """Why a script could not speak of a player or permanent by a name."""
    first = name.partition(" ")[0]
    if not name or name != " ".join(name.split()) or not name.isprintable() or ":" in name:
        yield Problem(where=where, found=repr(name), allowed="letters and other signs but ':', with single spaces between words")
    elif first in OF_THE_SCRIPT:
        yield Problem(where=where, found=repr(name), allowed=f"a name that doesn't begin with {first!r}, as lines of a script do")
    elif name.lower() in (other.lower() for other in taken):
        yield Problem(where=where, found=repr(name), allowed=f"a name that no other {others} has, nor anything else in this game")


def useless(scenario: Scenario, rules: Ruleset) -> Iterator[Problem]:
    """Keys with which nothing could be done here."""
    for number, player in enumerate(scenario.player, 1):
        yield from _idle(f"player.{number}", player, _of_player(rules))
    if all(player.out for player in scenario.player):
        yield Problem(where="player", found="nobody who is still in the game", allowed="somebody who is not 'out'")
    continent = rules.board.layouts[str(len(scenario.player))].from_decks
    for name, space in scenario.spaces.items():
        yield from _idle(f"spaces.{name}", space, _of_space(space, rules, continent=continent))
    for number, permanent in enumerate(scenario.permanent, 1):
        with suppress(UnknownCard):  # told already
            card = library().card(permanent.card)
            if not any(kind in card.types for kind in STAYING):
                found, allowed = f"{card.name!r}, {' '.join(card.types)}", "a card that stays on the battlefield"
                yield Problem(where=f"permanent.{number}.card", found=found, allowed=allowed)
            elif any(isinstance(part, UNPLAYED) for part in walk(card)):
                yield Problem(where=f"permanent.{number}.card", found=f"{card.name!r}, only judged", allowed="a card that is played")
            yield from _idle(f"permanent.{number}", permanent, _of_permanent(card, rules))


Idle = Iterator[tuple[str, bool, str]]  # keys of a table, each with whether it has no use, and what there is instead


def _idle(where: str, table: Table, keys: Idle) -> Iterator[Problem]:
    for key, idle, instead in keys:
        if idle and (value := getattr(table, key)) != default_of(type(table), key):
            yield Problem(where=f"{where}.{key}", found=shown(value), allowed=f"nothing{instead}")


def _of_player(rules: Ruleset) -> Idle:
    no_stronghold = f": in {rules.name} there are no Strongholds"
    yield "life", rules.setup.life is None, f": in {rules.name} players have no life"
    yield "stronghold", rules.stronghold is None, no_stronghold
    yield "lost_turns", rules.stronghold is None, no_stronghold


def _of_space(space: SpaceTable, rules: Ruleset, *, continent: bool) -> Idle:
    yield "hole", not continent, f": in {rules.name} land never goes"
    yield "land", space.hole, " where there is a hole"
    yield "tapped_by", not continent or space.hole or space.face == "down", ": no land lies there to be tapped"
    yield "holder", continent, f": in {rules.name} nobody holds land"
    yield "conquer_value", not rules.has_conquer_values, f": in {rules.name} there are no Conquer Values"


def _of_permanent(card: Card, rules: Ruleset) -> Idle:
    yield "attached_to", not any(kind in card.subtypes for kind in ATTACHED), f": {card.name} is never attached"
    yield "carried_by", rules.belongings is None or "Artifact" not in card.types, f": {card.name} is never carried here"
    yield "named", not rules.reach.names(printed(card).base.abilities), f": {card.name} names no space here"


# --- positions that no game can come to ---

POSSIBLE = "a position that a game can come to"


def impossible(game: Game, scenario: Scenario) -> Iterator[Problem]:
    """What is wrong with a position in which nothing has happened yet."""
    found = [*_face_down(game, scenario), *_lost(game, scenario)]
    yield from found or _over(game)


def turn_up_strongholds(game: Game, scenario: Scenario) -> None:
    """A Stronghold of which the file says nothing lies face up where an opponent stands in it or holds it (W-4)."""
    for index, area in enumerate(game.state.areas):
        if (
            not area.face_up
            and area.stronghold != NOBODY
            and game.space_name(index) not in scenario.spaces
            and _has_been_entered(game, index)
        ):
            game.state.change_area(index, face_up=True)


def _has_been_entered(game: Game, space: int) -> bool:
    """Whether somebody else than its owner has come into a Stronghold."""
    area = game.state.areas[space]
    others = [seat for seat in range(len(game.state.players)) if seat != area.stronghold]
    return area.holder in others or any(creatures_at(game, space, seat) for seat in others)


def _face_down(game: Game, scenario: Scenario) -> Iterator[Problem]:
    """Land on which somebody has come to stand lies face up (C-19, W-4); only where creatures explore it do they begin on it (F-6)."""
    for name, table in scenario.spaces.items():
        space = game.board.names[name]
        area = game.state.areas[space]
        if table.face == "up" or game.state.lands:
            continue
        stronghold = area.stronghold != NOBODY
        there = _has_been_entered(game, space) if stronghold else any(creatures_at(game, space, p.seat) for p in game.state.players)
        if there:
            why = "an opponent has been there" if stronghold else "a creature stands there"
            yield Problem(where=f"spaces.{name}.face", found=f"'down', though {why}", allowed="'up'")


def _lost(game: Game, scenario: Scenario) -> Iterator[Problem]:
    """Only who has lost the Stronghold can have had turns without it, and not so many that it would be too late (C-42)."""
    rule = game.rules.stronghold
    if rule is None:
        return
    for seat, player in enumerate(scenario.player):
        lost = rule.lost(game, seat) and not player.out
        if player.lost_turns and not lost:
            yield Problem(where=f"player.{seat + 1}.lost_turns", found=str(player.lost_turns), allowed="0: the Stronghold is not lost")
        if lost and rule.turns_to_retake and player.lost_turns >= rule.turns_to_retake:
            allowed = f"less than {rule.turns_to_retake}: after so many turns a player is out"
            yield Problem(where=f"player.{seat + 1}.lost_turns", found=str(player.lost_turns), allowed=allowed)


def _over(game: Game) -> Iterator[Problem]:
    """The game is over, or somebody out of it, before anything happens: 5 areas are held (C-45), all Strongholds (W-39)."""
    trial = game.fork()
    trial.state.set(agenda=())
    trial.push(Settle())
    trial.advance()
    winners = trial.state.winners
    if winners is not None:
        names = " and ".join(game.state.players[seat].name for seat in winners)
        yield Problem(where="", found=f"a game that {f'{names} has won' if names else 'is a draw'} already", allowed=POSSIBLE)
        return
    for before, after in zip(game.state.players, trial.state.players, strict=True):
        if after.out and not before.out:
            yield Problem(where=f"player.{before.seat + 1}", found=f"'{before.name}', who would be out already", allowed=POSSIBLE)
