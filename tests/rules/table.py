"""The table for tests of clauses: small positions whose time runs.

table = Table()                                  # Anna (green, s1), Ben (white, s2); map face down
wurm = table.put(WURM, ANNA, at="b2")
table.area("b2", "Swamp", value=3)
table.turn("Attack/Conquer", ANNA)               # the step begins; at its end the table rests
table.attack("b2", wurm)
table.fight()                                    # nobody blocks
assert table.holder("b2") == ANNA
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.actions import Action, IllegalAction
from engine.cards.model import Activated, AddMana, Card
from engine.cards.terms import Costs
from engine.game import Game
from engine.magic.core.agenda import Question
from engine.magic.core.position import Area
from engine.magic.turn.setup import Seat
from engine.magic.turn.steps import begin_at
from engine.variant.loading import load
from engine.view import SpaceView
from tests.magic.positions import ANNA, BEN, Position, creature

BEAR = creature("Bear", 2, 2)
GOLEM = creature("Golem", 3, 3, cost="{3}")  # colourless: no land is its own
GIANT = creature("Giant", 7, 7, cost="{7}")
OGRE = creature("Ogre", 6, 6, cost="{6}")
KNIGHT = creature("Knight", 2, 2, "first strike", cost="{W}{W}")
WURM = creature("Wurm", 6, 4, "trample", cost="{4}{G}{G}")
WALL = creature("Wall", 0, 5, "defender")
ELF = creature(
    "Elf",
    1,
    1,
    cost="{G}",
    abilities=(Activated(cost=Costs(tap=True), effects=(AddMana(add="{G}"),)),),
)

# the answers of somebody who wants nothing, the first that is allowed
SETTLING = ("pass", "done", "keep", "no")
MANY = 5_000


class Rest(Question, frozen=True):
    """The table rests until the test goes on."""

    kind = "rest"
    forced = False

    def prompt(self, game: Game) -> str:
        return "The table rests"

    def options(self, game: Game) -> list[Action]:
        return [Action("pass")]

    def answer(self, game: Game, action: Action) -> None:
        """Time runs again."""


class Table(Position):
    """A position of the Conquering, played step by step."""

    def turn(self, step: str, of: int = ANNA) -> None:
        """This step of a player's turn begins and is played up to its first question; the table
        rests at its end.
        """
        begin_at(self.game, of, step)
        begin = self.state.agenda[-1]
        self.state.set(agenda=())
        self.game.events = []
        begin.run(self.game)
        self.told += self.game.events
        finish, *tasks = self.state.agenda
        self.state.set(agenda=(finish, Rest(of), *tasks))
        self._go_on()

    def until(self, step: str, of: int = ANNA) -> None:
        """Everybody wants nothing until this step of a player's turn is about to begin; there
        the table rests.
        """
        self.game.events = []
        run_until(self.game, step, of)
        self.told += self.game.events
        if self.state.winners is None:
            self.game.push(Rest(of))
            self._go_on()

    # --- map ---

    def move(self, ident: int, space: str) -> None:
        """The active player moves a creature."""
        self.do(self.moving(ident, space))

    def moving(self, ident: int, space: str) -> Action:
        """A creature's move as an action."""
        return Action("move", object=ident, origin=self.at(ident), space=space)

    def land(self, space: str) -> int:
        """The id of a space's land."""
        return self._area(space).land

    def holder(self, space: str) -> int:
        """Who holds a space."""
        return self._area(space).holder

    def conquer_value(self, space: str) -> int:
        """A space's Conquer Value."""
        return self._area(space).conquer_value

    def seen(self, space: str) -> SpaceView:
        """A space as everybody sees it."""
        return next(each for each in self.game.view_for(None).spaces if each.name == space)

    def _area(self, space: str) -> Area:
        return self.state.areas[self.game.board.names[space]]

    def lose_stronghold(self, seat: int, to: int) -> None:
        """Somebody takes a player's Stronghold."""
        rules = self.game.rules.stronghold
        assert rules is not None
        rules.taken(self.game, self.player(seat).stronghold, to)

    def lost(self, seat: int) -> bool:
        """Whether a player is out."""
        return self.player(seat).out

    def tap_for_mana(self, ident: int) -> None:
        """The player who has priority uses a permanent's mana ability."""
        self.do(Action("activate", object=ident, ability=1))

    # --- combat ---

    def attack(self, space: str, *attackers: int, aim: int = 0) -> None:
        """The active player attacks somewhere, with these creatures (all aimed at a
        planeswalker, if one is given).
        """
        self.do(Action("attack", space=space))
        for ident in attackers:
            self.do(Action("attacker", object=ident, target=aim))
        self.do(Action("done"))

    def fight(self, *blocks: tuple[int, int], damage: Iterable[int] = ()) -> None:
        """The attack is carried through: each (blocker, attacker) blocks, `damage` is assigned
        as asked, nobody does anything else.
        """
        parts, left = iter(damage), list(blocks)
        while self.state.combat is not None and self.state.winners is None:
            if self.asked == "blockers":
                block = next(
                    (pair for pair in left if self.look(pair[0]).controller == self.chooser), None
                )
                if block is not None:
                    left.remove(block)
                self.do(
                    Action("block", object=block[0], target=block[1]) if block else Action("done")
                )
            elif self.asked == "damage":
                number = next(parts)
                self.do(
                    next(action for action in self.game.legal_actions() if action.number == number)
                )
            else:
                self.do(Action("pass"))
        assert not left, "some of the blocks were never asked for"

    def attackable(self) -> set[str]:
        """The spaces that the active player may attack now."""
        return {action.space for action in self.game.legal_actions() if action.verb == "attack"}

    # --- targets ---

    def announce(self, source: int, ability: int = 1) -> None:
        """A permanent's controller begins to activate an ability."""
        self._give_priority(self.look(source).controller)
        self.do(Action("activate", object=source, ability=ability))

    def announce_cast(self, card: int) -> None:
        """A card's owner, who has the mana, begins to cast it."""
        self.mana(self.look(card).owner, self.look(card).printed.card.cost)
        self._give_priority(self.look(card).owner)
        self.do(Action("cast", object=card))

    # --- looking ---

    def refused(self, action: Action) -> str:
        """The clause by which an action is refused; the game stays as it was."""
        before = self.state.key()
        with pytest.raises(IllegalAction) as refusal:
            self.game.apply(action)
        assert self.state.key() == before
        return refusal.value.code

    def refused_target(self, card: int, target: int) -> str:
        """The clause by which a target is refused to a card that is being cast; nothing has been
        cast in the end.
        """
        action = Action("target", object=target)
        assert action not in self.game.legal_actions()
        code = self.refused(action)
        self.do(Action("take-back"))
        return code

    def pool(self, seat: int) -> str:
        """A player's mana, in the order WUBRGC."""
        return "".join(
            letter * number for letter, number in zip("WUBRGC", self.player(seat).pool, strict=True)
        )


# --- positions that several clauses need ---


def battle(players: int = 2, value: int = 3) -> Table:
    """A table with an area b2 (i1 for three players, c2 for four) that is no creature's own
    land, to fight about.
    """
    table = Table(players=players)
    table.area({2: "b2", 3: "i1", 4: "c2"}[players], "Island", value=value)
    return table


def lost_by_ben(players: int = 2, *army: int) -> Table:
    """A table where Anna holds Ben's Stronghold, and Ben has creatures with this power in a1 (r1
    for three players).
    """
    table = Table(players=players)
    for power in army or (9,):
        table.put(creature("Soldier", power, 9, cost="{7}"), BEN, at="a1" if players != 3 else "r1")
    table.lose_stronghold(BEN, to=ANNA)
    return table


# --- games from their beginning ---


def start(players: int, *, seed: int = 1, deck: tuple[Card, ...] = (BEAR,) * 60) -> Game:
    """A game of the Conquering, at its first question."""
    return Game.start(
        load("conquering"), [Seat(f"Player {n + 1}", deck) for n in range(players)], seed
    )


def run_until(game: Game, step: str, of: int) -> None:
    """Everybody wants nothing until this step of a player's turn begins again, or the game is
    over.
    """
    wanted = ([each.name for each in game.rules.turn].index(step), of)
    for _ in range(MANY):
        before = game.state.turn
        if game.state.winners is None:
            _one_task(game)
        now = game.state.turn
        if game.state.winners is not None or (
            (now.step, now.active) == wanted
            and (before.step, before.number) != (now.step, now.number)
        ):
            return
    raise AssertionError(f"{step} never came")


def _one_task(game: Game) -> None:
    top = game.state.agenda[-1]
    game.state.set(agenda=game.state.agenda[:-1])
    if isinstance(top, Question):
        offer = top.offer(game)
        top.answer(game, top.idle(game, offer) or _wanting_nothing(offer.all(game)))
    else:
        top.run(game)


def _wanting_nothing(options: tuple[Action, ...]) -> Action:
    return next(
        (action for verb in SETTLING for action in options if action.verb == verb), options[0]
    )
