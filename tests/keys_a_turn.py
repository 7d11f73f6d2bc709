"""Keys a turn: play seeded games at the table's own screen and count what a player has to press and
is asked.

    python3 -m tests.keys_a_turn                                  # 10 games of every variant
    python3 -m tests.keys_a_turn --games 2 --variants war_game tactical

The first seat is a person at default settings, the others are easy computer players. For each
question the driver takes what a `normal` computer player would choose, and presses the shortest
keys that do it. The screen is the real one, with its real bindings; only painting is left out. Four
figures come out for each variant:

- keys: pressed by the player, for each of their own turns
- questions: shown to the player, for each of their own turns: each time that another question is
  asked, as the selection tells questions apart; the question of a step counts once however often
  the screen comes back to it (the moves of one Movement, the attacks of one combat, the spells of
  one main phase), and anew in another turn; the screen's own questions count as well
- passes: the share of these that was answered by nothing but a pass, or by being done
- stops: questions in opponents' turns, for each of the player's own turns

Behind them stand the number of turns, the decisions a turn (each answer counts, moves one by one),
and the share of passes among these.
"""

from __future__ import annotations

import argparse
import asyncio
import copy
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.util import find_spec

from msgspec import Struct
from textual.pilot import Pilot

import tui  # noqa: F401 - chooses the compiled engine, before it is imported
from engine import ai, notation
from engine.actions import DONE, PASS, Action
from engine.base.records import replace
from engine.game import Game
from engine.magic.core.agenda import DecisionView
from engine.view import View
from tui.app import SpellfrontApp
from tui.session.ai_process import AIProcess
from tui.session.game_setup import GameSetup
from tui.session.protocol import Next
from tui.settings.key_commands import BY_ID
from tui.table import group_orders
from tui.table.action_builder import Spot
from tui.table.board.layout import neighbor_towards
from tui.table.screens.game_over import GameOverScreen
from tui.table.screens.table import TableScreen
from tui.table.selection import Selection, _question
from tui.table.stops import passing
from tui.table.wording import sentence

# whether amounts are typed as numbers, which older versions don't know
AMOUNTS = find_spec("tui.table.amounts") is not None
FIVE = ("conquering", "war_game", "battle_field", "tactical", "frontier")
SIZE = (80, 24)
ALONE = {
    "pass": "space",
    "done": "space",
    "keep": "y",
    "yes": "y",
    "mulligan": "n",
    "no": "n",
    "take-back": "U",
    "auto": "a",
}
"""The keys of actions that stand alone."""
PANES = {"m": "map", "full_stop": "here", "c": "hand", "s": "stack", "p": "zones", "o": "choices"}
STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
DEEPEST = 4  # keys that are tried to reach a choice before its space is typed
WIDEST = 400  # places of the cursor that are looked at for that
# words of a screen that wants a key that passes pressed once more
AGAIN = ("Press the key again", "nothing was passed")
PATIENCE = 120.0  # seconds until something must have come of a key
LONGEST = 400  # decisions that are looked ahead to the end of a turn
CLOSING = (PASS, DONE)
ATTACKING = ("attack", "attacker", "band", "assign")  # verbs of what is chosen in one's own combat


class Tally(Struct):
    """What a player has pressed and was asked."""

    turns: int = 0
    keys: int = 0
    questions: int = 0
    passes: int = 0
    stops: int = 0
    decisions: int = 0
    passed: int = 0

    def add(self, other: Tally) -> None:
        """Add what another game came to."""
        for name in self.__struct_fields__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    def __str__(self) -> str:
        turns, passes, passed = (
            self.turns or 1,
            self.passes / (self.questions or 1),
            self.passed / (self.decisions or 1),
        )
        questions, stops = self.questions / turns, self.stops / turns
        figures = f"{self.keys / turns:8.1f}{questions:11.1f}{passes:8.0%}{stops:8.2f}"
        return f"{figures}{self.turns:8}{self.decisions / turns:11.1f}{passed:8.0%}"


class InProcess(AIProcess):
    """Computer players that think in this process, as long as they like: the same game for the
    same seed.
    """

    def __init__(self) -> None:
        super().__init__()
        self._players: dict[int, ai.ComputerPlayer] = {}

    def choose(self, level: str, seed: int, view: View) -> str:
        player = self._players.setdefault(seed, ai.make(level, seed))
        return notation.write(player.choose(view, never), view)


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def never() -> bool:
    """Return False: nobody runs out of time here."""
    return False


# --- the shortest keys ---


def keys_to_act(screen: TableScreen, action: Action) -> list[str]:
    """The shortest keys, of those tried, that carry out an action from where the cursor is."""
    if action == Action(action.verb) and action.verb in ALONE:
        return [ALONE[action.verb]]
    selection = _copied(screen.selection)
    if selection.builder.picked:
        return ["escape", *keys_to_act(_elsewhere(screen), action)]
    return _keys_along(selection, action)


def _keys_along(selection: Selection, action: Action) -> list[str]:
    """The keys for the picks that lead to an action."""
    if AMOUNTS and action.verb in ("x", "assign"):
        is_there = selection.builder.action_at(selection.candidate()) == action
        return ["enter"] if is_there else [*str(action.number), "enter"]
    found = list[str]()
    for spot in selection.builder.way_to(action):
        number = _plays(selection, spot)
        if number:
            selection.by_number(number)
        found += [str(number)] if number else [*_keys_to(selection, spot), "enter"]
        if selection.take() is not None:
            break
    return found


def _elsewhere(screen: TableScreen) -> TableScreen:
    """A stand-in for a screen whose player has put back what was picked."""
    stand_in = copy.copy(screen)
    stand_in.selection = _copied(screen.selection)
    while stand_in.selection.builder.picked:
        stand_in.selection.back()
    return stand_in


def _copied(selection: Selection) -> Selection:
    """A selection of its own at the same place."""
    new = copy.copy(selection)
    new.builder = copy.copy(selection.builder)
    new._grouped = {}
    return new


def _plays(selection: Selection, spot: Spot) -> int:
    """The number key that plays a card in hand at once; 0 where there is none, as in versions
    without numbers of the hand's own.
    """
    decision, number = selection.view.decision, selection.number_of(spot)
    at_once = (
        getattr(selection, "numbers_are_the_hands", False)
        and decision is not None
        and decision.kind == "priority"
    )
    return number if at_once and not selection.builder.picked and 0 < number < 10 else 0


def _keys_to(selection: Selection, spot: Spot) -> list[str]:
    """The keys that bring the cursor to a choice; the selection is brought there."""
    edge: list[tuple[Selection, list[str]]] = [(selection, [])]
    met = {_place(selection)}
    while edge:
        further = list[tuple[Selection, list[str]]]()
        for here, keys in edge:
            if selection.leader(here.candidate()) == selection.leader(spot) and here.can_take():
                _bring(selection, here)
                return keys
            for key, there in (
                _one_key_on(here, first=not keys)
                if len(keys) < DEEPEST and len(met) < WIDEST
                else ()
            ):
                if (place := _place(there)) not in met:
                    met.add(place)
                    further.append((there, [*keys, key]))
        edge = further
    return _by_name(selection, spot)


def _one_key_on(selection: Selection, *, first: bool) -> Iterator[tuple[str, Selection]]:
    """Where one key takes the cursor."""
    for number in range(1, 10) if first else ():
        there = _copied(selection)
        if there.by_number(number):
            yield str(number), there
    for key, (dx, dy) in STEPS.items():
        there = _copied(selection)
        there.move(dx, dy)
        yield key, there
    for key, step in (("tab", 1), ("shift+tab", -1)):
        there = _copied(selection)
        there.cycle(step)
        yield key, there
    for key, pane in PANES.items() if first else ():
        there = _copied(selection)
        there.pane_to(pane)
        yield key, there


def _by_name(selection: Selection, spot: Spot) -> list[str]:
    """The keys with which a choice is reached by the name of its space, or by its number and on
    from there.
    """
    if spot.kind == "space":
        selection.go_to(spot)
        others = any(
            space.name.startswith(spot.name) and space.name != spot.name
            for space in selection.view.spaces
        )
        return [
            "g",
            *("space" if letter == " " else letter for letter in spot.name),
            *["enter"] * others,
        ]
    numbers = list(selection.builder.numbers())
    place = numbers.index(spot) + 1
    selection.by_number(place)
    return [str(min(place, 9)), *["tab"] * (place - 9)]


def _keys_to_space(selection: Selection, space: str) -> list[str]:
    """The keys that bring the cursor to a space of the map; the selection is brought there."""
    if selection.space == space:
        return []
    return _by_name(selection, Spot("space", name=space))


def _is_no_move(game: Game) -> bool:
    return game.question is None or game.question.kind != "move"


def _bring(selection: Selection, here: Selection) -> None:
    selection.pane, selection.space, selection.spot, selection._aim, selection._card = (
        here.pane,
        here.space,
        here.spot,
        here._aim,
        here._card,
    )


def _place(selection: Selection) -> tuple[object, ...]:
    return selection.pane, selection.space, selection.spot, selection._aim


# --- the driver ---


def _asked_in_step(view: View) -> tuple[object, ...]:
    """What is asked, as the selection tells questions apart, in one step of one turn.

    Attacks are ordered one by one: how many there are so far, which the words of the question say,
    makes it no other question.
    """
    question, turn = _question(view), view.turn
    same = (
        question[:-1] if view.decision is not None and view.decision.kind == "orders" else question
    )
    return (*same, turn.number, turn.step)


class Driver:
    """The person at the keys of one game."""

    def __init__(
        self,
        pilot: Pilot[None],
        screen: TableScreen,
        seed: int,
        *,
        turns: int,
        told: Callable[[str], None] | None,
    ) -> None:
        self.pilot, self.screen, self.session = pilot, screen, screen.session
        self.player = ai.make("normal", seed)
        self.tally = Tally()
        self.verbs: Counter[str] = Counter()  # what was answered, by kind of question and verb
        self._turns, self._told, self._counted = turns, told, -1
        self._question: object = None  # what is asked
        self._met = set[object]()  # what was asked in this turn
        self._untouched = False  # whether nothing was done there yet

    async def play(self) -> None:
        """Play until the game is over, or enough turns have gone by."""
        while await self._asked():
            view = self.session.view()
            if view.turn.active == view.seat and view.turn.number != self._counted:
                if self.tally.turns >= self._turns:
                    return
                self._counted, self.tally.turns = view.turn.number, self.tally.turns + 1
                self._met.clear()
            await self._answer(view)

    async def _asked(self) -> bool:
        """Wait until the player is asked something; False once the game is over."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            await asyncio.sleep(0)
            screen = self.screen
            if isinstance(self.pilot.app.screen, GameOverScreen) or self.session.asked is None:
                return False
            if screen.model.held or (screen.model.question is not None):
                return True
            waits = (
                self.session.next() is Next.PERSON
                and not screen.model.working
                and screen.model.orders is None
            )
            if (
                waits
                and screen.model.shown == self.session.moment
                and screen.selection.view.actions
            ):
                return True
            await asyncio.sleep(0.001)
        raise TimeoutError("the screen asks nobody")

    async def _answer(self, view: View) -> None:
        if self.screen.model.held or self.screen.model.question is not None:
            held = self.screen.model.question is None
            self._meet(view, self._of_the_screen())
            await self._press(
                view,
                "held" if held else "confirm",
                self.screen.waiting,
                ["space" if held else "y"],
                is_pass=True,
            )
            return
        assert view.decision is not None
        self._meet(view, _asked_in_step(view))
        wanted = self.player.choose(view, never)
        keys, moment, asking = (
            self._shortest(view, wanted),
            self.session.moment,
            self.screen.model.question,
        )
        await self._press(
            view, view.decision.kind, notation.write(wanted, view), keys, is_pass=wanted in CLOSING
        )
        if moment == self.session.moment and any(
            words in self.screen.message.plain for words in AGAIN
        ):
            # a pass that could have been meant for the step before is pressed twice
            self.tally.keys += len(keys)
            await self.pilot.press(*keys)
        is_held = bool(self.screen.model.held)
        if (moment, asking, is_held) == (
            self.session.moment,
            self.screen.model.question,
            False,
        ) and not self.screen.model.working:
            raise RuntimeError(
                f"{keys} did nothing: {wanted}; {self.screen.message.plain}; {view.decision}"
            )

    def _of_the_screen(self) -> object:
        """What the screen itself asks; where only the end of the turn is left, that is what the
        step asks.
        """
        if self.screen.model.question is not None:
            return "confirm"
        return (
            "held"
            if getattr(self.screen, "_pending", None) is None
            else _asked_in_step(self.screen.selection.view) or "held"
        )

    def _meet(self, view: View, question: object) -> None:
        """Count a question that is another one than the one before."""
        if question == self._question and not isinstance(question, str):
            return
        self._question = question
        self._untouched = question not in self._met or isinstance(question, str)
        self._met.add(question)
        if self._untouched:
            self.tally.questions += 1
            self.tally.stops += view.turn.active != view.seat

    async def _press(
        self, view: View, kind: str, what: str, keys: list[str], *, is_pass: bool
    ) -> None:
        self.tally.keys += len(keys)
        self.tally.decisions += 1
        self.tally.passed += is_pass
        self.tally.passes += is_pass and self._untouched
        self._untouched = False
        own = "own" if view.turn.active == view.seat else "others'"
        step = view.turn.steps[view.turn.step] if view.turn.step >= 0 else ""
        self.verbs[f"{own} {step}: {kind}: {(what or kind).split()[0]}"] += 1
        if self._told is not None:
            self._told(f"  {view.turn.number} {own} {step}: {kind}: {what} {' '.join(keys)}")
            if is_pass and kind == "priority" and self.tally.questions:
                sentences = dict.fromkeys(sentence(action, view) for action in view.actions)
                self._told(f"        {', '.join(sentences)}"[:200])
        for key in keys:
            await self.pilot.press(key)

    def _shortest(self, view: View, wanted: Action) -> list[str]:
        """The keys for what is wanted, or for that and what is wanted after it."""
        if wanted.verb == "attacker" and self._attacks_with_all(view):
            return ["A"]
        if wanted in CLOSING and passing.can_end(view) and self._wants_no_more():
            return ["space"] if passing.ends_turn(view, self.screen.model.ahead) else ["E"]
        if (
            wanted == PASS
            and "table.finish-turn" in BY_ID
            and passing.can_end(view)
            and self._wants_only_attacks()
        ):
            return ["F"]
        keys = keys_to_act(self.screen, wanted)
        others = (
            self._move_all(view, wanted),
            self._step(view, wanted),
            self._again(view, wanted),
            self._suggested(wanted),
        )
        return min((keys, *filter(None, others)), key=len)

    def _step(self, view: View, wanted: Action) -> list[str]:
        """The keys that move a creature a space that way, in versions that have them."""
        knows = "table.step-to-left" in BY_ID and any(
            space.name == wanted.origin for space in view.spaces
        )
        if (
            wanted.verb != "move"
            or wanted.word
            or not knows
            or self.screen.selection.builder.picked
        ):
            return []
        way = next(
            (
                key
                for key, (dx, dy) in STEPS.items()
                if neighbor_towards(view.spaces, wanted.origin, dx, dy) == wanted.space
            ),
            "",
        )
        return (
            [
                *_keys_to(_copied(self.screen.selection), Spot("object", wanted.object)),
                f"shift+{way}",
            ]
            if way
            else []
        )

    def _suggested(self, wanted: Action) -> list[str]:
        """The keys that take what is suggested, first or for the creature that is to move, in
        versions that suggest.
        """
        if "table.suggest" not in BY_ID or self.screen.selection.builder.picked:
            return []
        at_piece = _copied(self.screen.selection)
        ways: list[tuple[list[str], Selection]] = [([], _copied(self.screen.selection))]
        if wanted.verb == "move" and Spot("object", wanted.object) in at_piece.builder.numbers():
            ways.append((_keys_to(at_piece, Spot("object", wanted.object)), at_piece))
        for keys, selection in ways:
            if selection.suggest() and selection.builder.action_at(selection.candidate()) == wanted:
                return [*keys, "d", "enter"]
        return []

    def _again(self, view: View, wanted: Action) -> list[str]:
        """The key that gives the last order again."""
        last = self.screen.model.last
        return ["r"] if last is not None and group_orders.again(view, *last) == wanted else []

    def _move_all(self, view: View, wanted: Action) -> list[str]:
        """The keys that move all of a space where that is what is wanted; none where it isn't."""
        if wanted.verb != "move" or self.screen.selection.builder.picked:
            return []
        there = {item.id: item.space for item in view.permanents}
        able = [
            a
            for a in view.actions
            if a.verb == "move"
            and a.space == wanted.space
            and there[a.object] == there[wanted.object]
        ]
        if len(able) < 2:
            return []
        later = {(action.object, action.space) for action in self._later(stop_at=_is_no_move)}
        if any((action.object, action.space) not in later for action in able):
            return []
        selection = _copied(self.screen.selection)
        keys = [*_keys_to_space(selection, there[wanted.object]), "A"]
        goals = group_orders.goals(view, there[wanted.object])
        assert view.decision is not None
        selection.show(
            replace(
                view,
                actions=tuple(goals),
                decision=DecisionView(view.decision.seat, group_orders.ALL, ""),
            )
        )
        goal = next(action for action in goals if action.space == wanted.space)
        return [*keys, *_keys_along(selection, goal)]

    def _attacks_with_all(self, view: View) -> bool:
        """Whether the key that attacks with all does what is wanted, and saves keys."""
        all_of_them = self.screen.table.orders.attacks_of_all()
        if len(all_of_them) < 2:
            return False
        chosen = [
            (action.object, action.target)
            for action in self._later(stop_at=lambda game: game.decision.kind != view.decision.kind)
        ]
        return {(a.object, a.target) for a in all_of_them} == {pair for pair in chosen if pair[0]}

    def _wants_no_more(self) -> bool:
        """Whether the player wants nothing but to pass and be done in what is left of their
        turn.
        """
        return all(action in CLOSING for action in self._later())

    def _wants_only_attacks(self) -> bool:
        """Whether the player wants to attack in what is left of their turn, and nothing else."""
        later = list(self._later())
        return all(a in CLOSING or a.verb in ATTACKING for a in later) and any(
            a.verb in ATTACKING for a in later
        )

    def _later(self, stop_at: Callable[[Game], bool] = lambda game: False) -> Iterator[Action]:
        """What the player would choose in the rest of this turn if nobody else did anything."""
        game, player = self.session.game.fork(), copy.deepcopy(self.player)
        game.events, turn, seat = None, game.state.turn.number, self.session.viewer
        for _ in range(LONGEST):
            decision = game.decision
            if decision is None or game.state.turn.number != turn or stop_at(game):
                return
            legal = game.legal_actions()
            answer = next((action for action in CLOSING if action in legal), legal[0])
            if decision.seat == seat:
                answer = player.choose(game.view_for(seat), never)
                yield answer
            game.apply(answer)


# --- games ---


async def play(
    variant: str, seed: int, *, turns: int, told: Callable[[str], None] | None = None
) -> tuple[Tally, Counter[str]]:
    """Play one game. Returns what it came to, and what was answered how often."""
    setup = GameSetup.new()
    setup.choose_variant(variant)
    setup.seed = str(seed)
    session = setup.start()
    session.thinker.close()
    session.thinker = InProcess()
    async with SpellfrontApp(session, pace=0).run_test(size=SIZE) as pilot:
        await pilot.pause()
        screen = pilot.app.screen
        assert isinstance(screen, TableScreen)
        driver = Driver(pilot, screen, seed, turns=turns, told=told)
        await driver.play()
    return driver.tally, driver.verbs


def main() -> None:
    """Play the games, and print a line for each variant."""
    parser = argparse.ArgumentParser(description="Count keys and questions a turn.")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--first", type=int, default=1, help="seed of the first game")
    parser.add_argument(
        "--turns", type=int, default=60, help="own turns after which a game is stopped"
    )
    parser.add_argument("--variants", nargs="+", default=list(FIVE))
    parser.add_argument("--answers", action="store_true", help="list what was answered how often")
    parser.add_argument("--tell", action="store_true", help="print every answer")
    options = parser.parse_args()
    TableScreen.redraw = lambda self: None  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home, "XDG_CACHE_HOME": home}
        say(
            f"{'':16}{'keys':>8}{'questions':>11}{'passes':>8}{'stops':>8}{'turns':>8}{'decisions':>11}{'passed':>8}"
        )
        for variant in options.variants:
            total, answers = Tally(), Counter[str]()
            for seed in range(options.first, options.first + options.games):
                told = say if options.tell else None
                tally, verbs = asyncio.run(play(variant, seed, turns=options.turns, told=told))
                total.add(tally)
                answers += verbs
            say(f"{variant:16}{total}")
            for answer, number in answers.most_common() if options.answers else ():
                say(f"    {number:6} {answer}")


if __name__ == "__main__":
    main()
