"""Fights drawn from random games: what the forecast says of them, and what then happens when nobody
intervenes.

python3 -m tests.tui.fights --count 100 --seed 1        prints the table
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from msgspec import Struct

from engine.actions import Action
from engine.analysis.forecast import Rehearsal, Trial, is_over, still
from engine.events import Event
from engine.game import Game
from engine.variant.loading import load
from engine.view import View
from tests.hiding import VARIANTS, seats_for
from tui.table import forecast, wording
from tui.tools.random_play import choose_eagerly

FIGHTING = ("attack", "attacker", "battle", "block", "move")
APART = 7  # so many decisions lie between two fights of a game at least


class Fight(Struct, frozen=True):
    """A fight: in which game, what was foreseen of it, and what happened."""

    variant: str
    words: str
    foretold: dict[str, object]
    happened: dict[str, object]
    results: str

    @property
    def agrees(self) -> bool:
        """Whether it went as foretold."""
        return self.foretold == self.happened


def fights(variant: str, seed: int, number: int) -> Iterator[Fight]:
    """Fights from random games of a variant."""
    found = 0
    for each in range(seed, seed + 50):
        random, game, last = (
            Random(each),
            Game.start(load(variant), seats_for(variant), each),
            -APART,
        )
        for decision in range(1500):
            if game.decision is None:
                break
            legal = [
                action
                for action in game.legal_actions()
                if action.verb not in ("mulligan", "take-back", "concede")
            ]
            fighting = [action for action in legal if action.verb in FIGHTING]
            if (
                fighting
                and decision - last >= APART
                and (fight := _fight(game, random.choice(fighting))) is not None
            ):
                yield fight
                found, last = found + 1, decision
                if found == number:
                    return
            game.apply(choose_eagerly(legal, random))


def _fight(game: Game, action: Action) -> Fight | None:
    """The fight that an action brings on, if it does."""
    assert game.decision is not None
    view = game.view_for(game.decision.seat)
    trial = forecast.of(view).trial(action)
    if trial is None or not any(fate.dealt or fate.taken for fate in trial.fates):
        return None
    words = wording.sentence(action, view)
    return Fight(
        game.rules.id,
        words,
        _foretold(view, trial),
        _happened(game, action, trial),
        forecast.results(view, trial),
    )


def _foretold(view: View, trial: Trial) -> dict[str, object]:
    lives = {player.seat: player.life for player in view.players}
    return {
        "dead or gone": sorted(fate.ident for fate in trial.fates if fate.dies or fate.gone),
        "taken": {fate.ident: fate.taken for fate in trial.fates if fate.taken},
        "dealt": {fate.ident: fate.dealt for fate in trial.fates if fate.dealt},
        "size": {
            fate.ident: fate.after
            for fate in trial.fates
            if fate.after and not (fate.dies or fate.gone)
        },
        "life": {seat: (life or 0) + dict(trial.life).get(seat, 0) for seat, life in lives.items()},
        "taken by": trial.taken_by,
    }


def _happened(game: Game, action: Action, trial: Trial) -> dict[str, object]:
    """The same of the game itself, which knows all cards: read off the position, and off what
    was told.
    """
    # the true position, which only stops at the end of each step
    fork, told = Rehearsal.of(game), list[Event]()
    seat, answer = game.decision.seat if game.decision else -1, action
    holder = _holder(fork, trial.space)
    while answer is not None:
        fork.events = []
        told += fork.apply(answer)
        answer = None if is_over(fork, action, told) else still(fork, seat, action)
    objects, idents = fork.state.objects, [fate.ident for fate in trial.fates]
    there = [ident for ident in idents if ident in objects and objects[ident].zone == "battlefield"]
    tokens = {-(player.seat + 1): player.token for player in fork.state.players if player.token}
    damage = [
        (e.object, tokens.get(e.other, e.other), e.number) for e in told if e.kind == "damage"
    ]
    now = _holder(fork, trial.space)
    return {
        "dead or gone": sorted(set(idents) - set(there)),
        "taken": _sums(idents, [(target, amount) for _, target, amount in damage]),
        "dealt": _sums(idents, [(source, amount) for source, _, amount in damage]),
        "size": {
            ident: (fork.characteristics(ident).power, fork.characteristics(ident).toughness)
            for ident in there
        },
        "life": {player.seat: player.life or 0 for player in fork.state.players},
        "taken by": now if now != holder else -1,
    }


def _holder(game: Game, space: str) -> int:
    return game.state.areas[game.board.names[space]].holder if space and game.state.areas else -1


def _sums(idents: list[int], pairs: list[tuple[int, int]]) -> dict[int, int]:
    found = {ident: sum(amount for who, amount in pairs if who == ident) for ident in idents}
    return {ident: amount for ident, amount in found.items() if amount}


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for variant in VARIANTS:
        drawn = list(fights(variant, given.seed, given.count // len(VARIANTS)))
        for fight in drawn:
            print(
                f"{'as foretold' if fight.agrees else 'OTHERWISE':12} {variant:13} "
                f"{fight.words[:60]:60} {fight.results}"
            )
            for key in fight.foretold if not fight.agrees else ():
                if fight.foretold[key] != fight.happened[key]:
                    print(
                        f"{'':13}{key}: {fight.foretold[key]} was foretold, "
                        f"{fight.happened[key]} happened"
                    )
        print(f"{variant}: {sum(fight.agrees for fight in drawn)} of {len(drawn)} as foretold\n")


if __name__ == "__main__":
    main()
