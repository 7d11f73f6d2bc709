"""Positions that no game can come to: a game that is over, land that would have been turned up, Strongholds lost and not lost."""

from __future__ import annotations

from collections.abc import Iterator

from engine.fronts.land import creatures_at
from engine.game import Game
from engine.magic.priority import Settle
from engine.magic.state import NOBODY
from engine.scenario.form import Scenario
from engine.schema import Problem

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
