"""Thumb player: the rules of thumb that imagined games are played on by, without looking ahead."""

from __future__ import annotations

from collections.abc import Sequence

from engine.actions import Action
from engine.ai import search
from engine.ai.player import ComputerPlayer, OutOfTime, World


class ThumbPlayer(ComputerPlayer):
    """A player by rules of thumb that overlooks nothing, for measurements."""

    def think(
        self, worlds: Sequence[World], actions: Sequence[Action], out_of_time: OutOfTime
    ) -> Action:
        return search.policy(worlds[0](), actions)
