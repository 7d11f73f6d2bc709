"""An environment for PettingZoo, in which agents see a View and choose among its legal actions.

    pip install spellfront[rl]
    python3 examples/pettingzoo_env.py

An action is a place in `View.actions`, which is sorted; the mask says which places there are. If a
decision has more than ACTIONS legal actions, only the first ones can be chosen.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

import engine as sf

ACTIONS = 1024
LARGE = 100.0  # numbers in observations are divided by this, and cut off at 1


class SpellfrontEnv(AECEnv):
    """A game of Spellfront, in which each decision is a step of the agent that makes it."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "spellfront_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self, variant: str = "conquering", players: int = 2, render_mode: str | None = None
    ) -> None:
        self.rules, self.render_mode = sf.load_variant(variant), render_mode
        decks = [sf.deck(name, self.rules) for name in sf.decks(self.rules)]
        self.possible_agents = [f"player_{number + 1}" for number in range(players)]
        self.seats = [
            sf.Seat(agent, decks[number % len(decks)])
            for number, agent in enumerate(self.possible_agents)
        ]
        size = len(features(sf.Game.start(self.rules, self.seats).view_for(0)))
        self.space = Dict(
            {
                "observation": Box(-1.0, 1.0, (size,), np.float32),
                "action_mask": Box(0, 1, (ACTIONS,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> Space[Any]:
        return self.space

    def action_space(self, agent: str) -> Space[Any]:
        return self.choices[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.game = sf.Game.start(self.rules, self.seats, seed=seed or 0)
        self.agents = self.possible_agents[:]
        self.choices = {agent: Discrete(ACTIONS, seed=seed) for agent in self.agents}
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        view = self.game.view_for(self.possible_agents.index(agent))
        mask = np.zeros(ACTIONS, np.int8)
        mask[: len(view.actions)] = 1
        return {"observation": features(view), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.game.apply(self.game.legal_actions()[action])
        view = self.game.view_for(None)
        for number, name in enumerate(self.possible_agents):
            if name in self.agents:
                over = view.winners is not None or view.players[number].out
                won = view.winners is not None and number in view.winners
                self.terminations[name] = over
                self.rewards[name] = (1.0 if won else -1.0) if over and view.winners != () else 0.0
        self._accumulate_rewards()
        self._select()
        self._deads_step_first()

    def render(self) -> str:
        return str(self.game)

    def close(self) -> None:
        """Nothing is open: no window, no process."""

    def _select(self) -> None:
        decision = self.game.decision
        if decision is not None:
            self.agent_selection = self.possible_agents[decision.seat]


def features(view: sf.View) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return a View as numbers from -1 to 1: each space, then each player, then the step."""
    sides = {view.seat: 1, -1: 0}
    strength = dict.fromkeys((space.name for space in view.spaces), 0)
    for item in view.permanents:
        if item.space:
            strength[item.space] += sides.get(item.controller, -1) * (1 + (item.power or 0))
    numbers: list[float] = []
    for space in view.spaces:
        numbers += [sides.get(space.holder, -1) * LARGE, space.conquer_value, strength[space.name]]
    for player in view.players:
        numbers += [player.life or 0, player.hand_count, player.library_count, player.areas_held]
    numbers += [view.turn.step, view.turn.active == view.seat]
    return np.clip(np.array(numbers, np.float32) / LARGE, -1.0, 1.0)


if __name__ == "__main__":
    from pettingzoo.test import api_test

    api_test(SpellfrontEnv(), num_cycles=1000, verbose_progress=True)
