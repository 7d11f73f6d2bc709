"""The plain table: a game line by line, for terminals that draw nothing, for pipes, and for whoever has the screen read aloud.

Nothing is ever drawn, moved or coloured: what has happened, what is asked and the numbered answers are told in sentences, one below
the other. An answer is a number, words of it, or the text form of an action, as after `:` at the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from engine.actions import Action, IllegalAction
from engine.replay import GameFaultError
from engine.view import View
from tui import plain_words as words
from tui.choosing import Choosing
from tui.plain_answers import Option, because, matching, meant, options_of
from tui.session import Next, Session
from tui.thinking import ThinkingError

PAGE = 12
"""So many answers are read out at once."""
BLANKS = 60
"""Empty lines between two people at one terminal, so that nobody reads the other's hand."""
LONGEST_PASSING = 200
"""Times that priority is passed by itself in a row before the player is asked after all."""

HELP = """\
Answer with a number, or with words of the answer, such as: cast bears. The name of a space answers, too, where spaces are chosen.
At any time you can also type:
  again: hear the question once more. more: hear further answers. back: undo the last part of an answer.
  look NAME: all about a space, a card, a piece or a player. map: every space with who stands there. hand, stack, players: what is there.
  graveyard NAME, exile NAME: the cards there. log: what happened lately; log 50: the last 50 things. rules: the rules of this game.
  why WORDS: why something can't be done, such as: why cast wurm, or why move bears b3.
  wait: pass until something happens. full: be asked at every opportunity, or only at your stops again.
  undo: take back what can be taken back. concede: give up. quit: leave; the game is saved after every decision."""


class Leave(Exception):  # noqa: N818 - the name says what it is
    """Whoever plays leaves the table."""


class Lines(NamedTuple):
    """The two ends of a conversation: a line is asked for with a prompt (EOFError where there are no more), lines are told."""

    ask: Callable[[str], str]
    tell: Callable[[str], None]


class PlainTable:
    """A session, played line by line."""

    def __init__(self, session: Session, lines: Lines) -> None:
        self.session = session
        self._ask, self.tell = lines
        self._heard: dict[int | None, int] = {}  # how much of the log each player has been told
        self._scene = ""  # the turn and step that were told last
        self.choosing = Choosing(session.view())
        self.options: list[Option] = []
        self._from = 0  # the answers read out so far
        self._moment = -1

    def play(self) -> str:
        """Play until the game is "over", or one has "left" it. Whatever is said last is told."""
        self.tell(f"{self.session.game.rules.name}. Answer with a number or with words; 'help' says what else can be typed.")
        try:
            while self._go_on():
                pass
        except (Leave, EOFError):
            unsaved = self.session.recorder.unsaved
            self.tell(f"Left. Not saved: {unsaved}." if unsaved else "Left. The game is saved.")
            return "left"
        except GameFaultError as fault:
            self._confess(fault)
            return "fault"
        return "over"

    def _go_on(self) -> bool:
        """Have whoever must choose next do so, once. False when the game is over."""
        for _ in range(LONGEST_PASSING):
            if not self.session.pass_by_itself():
                break
        waits_for = self.session.next()
        if waits_for is Next.NOBODY:
            self._tell_end()
            return False
        if waits_for is Next.COMPUTER:
            self._let_computer_play()
        elif waits_for is Next.HAND_OVER:
            self._hand_over()
        else:
            self._ask_person()
        return True

    def _let_computer_play(self) -> None:
        try:
            self.session.act(self.session.think())
        except (ThinkingError, IllegalAction) as error:
            self.tell(f"The computer player failed: {error}")
            if self._ask("Enter asks it again, 'quit' leaves: ").strip() == "quit":
                raise Leave from None

    def _hand_over(self) -> None:
        """Nothing of the game is in sight until the next player is there."""
        decision = self.session.game.decision
        assert decision is not None
        self.session.viewer = None
        name = self.session.game.state.players[decision.seat].name
        self.tell("\n" * BLANKS)
        self.tell(f"{name} is to choose. Please hand over to {name}; everybody else looks away.")
        if self._ask(f"{name}, press Enter when you are there, or type quit: ").strip() == "quit":
            raise Leave
        self.session.hand_over()

    # --- asking ---

    def _ask_person(self) -> None:
        """Tell what is new and what is asked, and carry out what is answered."""
        self._tell_news()
        if unsaved := self.session.recorder.unsaved:
            self.tell(f"Not saved: {unsaved}. The game goes on, and is saved as soon as it can be.")
        if self._moment != self.session.moment:
            self._moment = self.session.moment
            self.choosing = Choosing(self.session.view())
            self._put_question()
        answer = self._ask("> ").strip()
        try:
            action = self._understood(answer)
        except IllegalAction as refusal:
            self.tell(f"That can't be done: {refusal}.")
            return
        if action is not None:
            try:
                self.session.answer(action)
            except IllegalAction as refusal:
                self.tell(f"That can't be done: {refusal}.")

    @property
    def _view(self) -> View:
        return self.choosing.view

    def _put_question(self) -> None:
        """The turn if it is another, what is on the stack, the question and the first answers."""
        view, decision = self._view, self._view.decision
        scene = words.turn_words(view)
        if scene != self._scene:
            self._scene = scene
            self.tell("")
            self.tell(scene)
            if view.seat is not None:
                self.tell(words.player_words(view, view.players[view.seat]))
        for item in view.stack[-1:]:
            self.tell(f"On top of the stack: {words.stack_words(view, item)}")
        assert decision is not None
        begun = self.choosing.begun()
        self.tell(
            f"{view.players[decision.seat].name}: {begun}. Now choose:"
            if begun
            else f"{view.players[decision.seat].name}: {decision.prompt}."
        )
        self.options = options_of(self.choosing)
        self._from = 0
        self._read_out()

    def _read_out(self) -> None:
        """The next answers with their numbers."""
        page = self.options[self._from : self._from + PAGE]
        for number, option in enumerate(page, self._from + 1):
            self.tell(f"{number}. {option.words}")
        self._from += len(page)
        if left := len(self.options) - self._from:
            self.tell(f"'more' reads out {left} more.")

    def _understood(self, answer: str) -> Action | None:
        """The action that an answer settles on, if it does. Raises IllegalAction for one that is refused."""
        first, _, rest = answer.partition(" ")
        if answer.isascii() and answer.isdigit():
            return self._by_number(int(answer))
        if first in COMMANDS:
            COMMANDS[first](self, rest.strip())
            return None
        found = matching(answer, self.choosing, self.options)
        if len(found) == 1:
            return self._chosen(found[0])
        if len(found) > 1:
            self.tell(f"{len(found)} answers have these words:")
            self.options, self._from = found, 0
            self._read_out()
            return None
        done = meant(answer, self._view)
        if isinstance(done, Action):
            return done
        self.tell(done)
        return None

    def _by_number(self, number: int) -> Action | None:
        if 1 <= number <= len(self.options):
            return self._chosen(self.options[number - 1])
        self.tell(f"There is no answer {number}: they go from 1 to {len(self.options)}.")
        return None

    def _chosen(self, option: Option) -> Action | None:
        """The action of an answer, or the next part of the question."""
        if option.action is not None:
            return option.action
        if option.options:
            self.options, self._from = list(option.options), 0
            self._read_out()
            return None
        action = self.choosing.pick(option.spot)
        if action is None:
            self._put_question()
        return action

    # --- telling ---

    def _tell_news(self) -> None:
        """What has happened since this player was told last."""
        log, viewer = self.session.log(), self.session.viewer
        for sentence in words.counted(log[self._heard.get(viewer, 0) :]):
            self.tell(sentence)
        self._heard[viewer] = len(log)

    def _tell_end(self) -> None:
        from tui.saves import finish

        view = self.session.game.view_for(None)
        if len(self.session.people) == 1:
            self._tell_news()
        winners = [view.players[seat].name for seat in view.winners or ()]
        self.tell("")
        self.tell(f"The game is over, in round {view.turn.round}. " + (f"{' and '.join(winners)} won." if winners else "It is a draw."))
        for player in view.players:
            self.tell(words.player_words(view, player))
        if (path := finish(self.session.recorder.path)) is not None:
            self.tell(f"It can be looked at again: spellfront replay {path}")

    def _confess(self, fault: GameFaultError) -> None:
        from tui.saves import write_report

        self.tell(f"{fault}. {write_report(fault, self.session.recorder.path)}")

    # --- commands ---

    def help(self, _: str) -> None:
        self.tell(HELP)

    def again(self, _: str) -> None:
        self._put_question()

    def more(self, _: str) -> None:
        if self._from < len(self.options):
            self._read_out()
        else:
            self.tell("That was all; 'again' begins anew.")

    def back(self, _: str) -> None:
        self.choosing.back()
        self._put_question()

    def map(self, rest: str) -> None:
        for line in words.map_lines(self._view, everything=rest == "all"):
            self.tell(line)

    def hand(self, _: str) -> None:
        view = self._view
        cards = view.players[view.seat].hand if view.seat is not None else ()
        for card in cards:
            self.tell(words.card_words(card))
        if not cards:
            self.tell("No cards in hand.")

    def stack(self, _: str) -> None:
        for item in reversed(self._view.stack):
            self.tell(words.stack_words(self._view, item))
        if not self._view.stack:
            self.tell("Nothing is on the stack.")

    def players(self, _: str) -> None:
        for player in self._view.players:
            self.tell(words.player_words(self._view, player))

    def graveyard(self, rest: str) -> None:
        self._pile(rest, "graveyard")

    def exile(self, rest: str) -> None:
        self._pile(rest, "exile")

    def _pile(self, name: str, zone: str) -> None:
        for player in self._view.players:
            if player.name.lower().startswith(name.lower()):
                cards = ", ".join(card.name for card in getattr(player, zone))
                self.tell(f"{words.whose(player.name)} {zone}: {cards or 'no cards'}.")

    def look(self, rest: str) -> None:
        for line in words.about(self._view, rest):
            self.tell(line)

    def log(self, rest: str) -> None:
        number = min(int(rest), 1000) if rest.isascii() and rest.isdigit() and len(rest) < 5 else 15
        for sentence in words.counted(self.session.log()[-number:]):
            self.tell(sentence)

    def rules(self, _: str) -> None:
        from engine.rulespage import pages

        for page in pages(self.session.game.rules):
            self.tell(page.title)
            for line in page.lines:
                self.tell(line)

    def why(self, rest: str) -> None:
        self.tell(because(rest, self._view))

    def wait(self, _: str) -> None:
        seat, passing = self.session.viewer, Action("pass")
        if seat is None or passing not in self._view.actions:
            self.tell("There is no priority to pass: this must be chosen.")
            return
        self.session.stops[seat].start_yield(self._view)
        self.session.answer(passing)

    def full(self, _: str) -> None:
        if (seat := self.session.viewer) is not None:
            stops = self.session.stops[seat]
            stops.full_control = not stops.full_control
            self.tell("You are asked at every opportunity." if stops.full_control else "You are asked at your stops.")

    def undo(self, _: str) -> None:
        if (action := self.choosing.aside("take-back")) is not None:
            self.session.answer(action)
        elif self.choosing.picked:
            self.back("")
        else:
            self.tell("There is nothing to take back.")

    def concede(self, _: str) -> None:
        if self._ask("Give up this game? Type yes, or anything else to go on: ").strip().lower() == "yes":
            assert self.session.viewer is not None
            self.session.concede(self.session.viewer)

    def quit(self, _: str) -> None:
        raise Leave


COMMANDS: dict[str, Callable[[PlainTable, str], None]] = {
    name: getattr(PlainTable, name)
    for name in (
        "help", "again", "more", "back", "map", "hand", "stack", "players", "graveyard", "exile", "look", "log", "rules", "why",
        "wait", "full", "undo", "concede", "quit",
    )
} | {"": PlainTable.again, "?": PlainTable.help}  # fmt: skip
