"""Players without a screen: somebody's own bot, who plays by `ssh host decide`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

import asyncssh

from tests.server.server_tests import NO_HELP

Told = dict[str, Any]


class Bot:
    """Somebody who comes with words."""

    def __init__(self, port: int, name: str) -> None:
        self.port, self.name = port, name
        self.key = asyncssh.generate_private_key("ssh-ed25519")

    async def come(self) -> Bot:
        """Come in, and have an account."""
        await self.come_back(self.port)
        await self.says(f"name {self.name}")
        return self

    async def come_back(self, port: int) -> None:
        """Come in again."""
        self.line = await asyncssh.connect(
            "127.0.0.1", port, username=self.name, client_keys=[self.key], **NO_HELP
        )

    async def says(self, words: str, **more: Any) -> Told:
        """What is answered. Fails where it was refused."""
        done = await self.line.run(f"{words} --json", **more)
        assert done.exit_status == 0, (words, done.stdout, done.stderr)
        return json.loads(str(done.stdout))

    async def tries(self, words: str, **more: Any) -> tuple[int | None, str, str]:
        """How it ends, and what is told on both streams."""
        done = await self.line.run(words, **more)
        return done.exit_status, str(done.stdout), str(done.stderr)

    def go(self) -> None:
        self.line.abort()


def by_chance(seed: int) -> Callable[[Told], str]:
    """Takes anything, but neither gives up what it has begun nor a hand; attacks and moves
    rather than passing.
    """
    random = Random(seed)

    def choose(position: Told) -> str:
        actions = position["question"]["actions"]
        wanted = [
            action
            for action in actions
            if action.split()[0] not in ("mulligan", "take-back", "concede")
        ]
        busy = [action for action in wanted if action.split()[0] not in ("pass", "done")]
        return random.choice(busy if busy and random.random() < 0.8 else wanted or actions)

    return choose


LAST = ("mulligan", "take-back", "concede")  # nobody who wants a game to end does these
EAGER = ("attack", "cast", "play", "target", "aim")


def eager(seed: int) -> Callable[[Told], str]:
    """Attacks and casts as soon as that can be."""
    random = Random(seed)

    def choose(position: Told) -> str:
        actions = position["question"]["actions"]
        wanted = [action for action in actions if action.split()[0] not in LAST] or actions
        first = [action for action in wanted if action.split()[0] in EAGER]
        if first and random.random() < 0.7:
            return random.choice(first)
        busy = [action for action in wanted if action.split()[0] not in ("pass", "done")]
        return random.choice(busy if busy and random.random() < 0.7 else wanted)

    return choose


def lazy(position: Told) -> str:
    """Does as little as can be."""
    actions = position["question"]["actions"]
    found = [
        action
        for verb in ("pass", "done", "keep", "no")
        for action in actions
        if action.split()[0] == verb
    ]
    return (found or actions)[0]


async def at_one_table(one: Bot, other: Bot, variant: str) -> int:
    """Two bots begin a game."""
    table = (await one.says(f"make {variant} human"))["table"]["table"]
    await other.says(f"join {table}")
    await one.says(f"start {table}")
    return table


async def play(bot: Bot, table: int, choose: Callable[[Told], str], most: int = 5_000) -> Told:
    """Play to the end. The last position."""
    position = (await bot.says(f"show {table} --wait"))["position"]
    for _ in range(most):
        if position["asked"] is None:
            return position
        if position["question"] is None:
            position = (await bot.says(f"show {table} --wait"))["position"]
            continue
        position = (
            await bot.says(
                f'decide {table} "{choose(position)}" --wait --number {position["number"]}'
            )
        )["position"]
    raise AssertionError(f"no end after {most} decisions")


async def play_out(one: Bot, other: Bot, table: int) -> list[Told]:
    """Both play to the end, one of them eagerly: the last position as each has it."""
    return list(await asyncio.gather(play(one, table, eager(3)), play(other, table, lazy)))
