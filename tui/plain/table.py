"""Plain table: a game line by line, for simple terminals, pipes and screen readers.

Nothing is drawn, moved or colored: events, decisions and numbered answers are printed as sentences,
one below the other. An answer is a number, words from it, or the text form of an action, as after
`:` at the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from engine.actions import Action, IllegalAction
from engine.history.replay import GameFaultError
from engine.history.undo import BarredError
from engine.log import many
from engine.variant.clauses import cited
from engine.variant.rules_text import pages as rules_of
from engine.view import View, turn_words, whose
from tui.adviser.advice import NO_ADVICE, AdviceRequest, barred, new_number
from tui.plain import words
from tui.plain.answers import (
    PAGE,
    AnswerOption,
    because,
    by_clause,
    is_sure,
    matching,
    meant,
    numbers_of,
    options_of,
    outcome,
    reading,
)
from tui.plain.spoken import aloud
from tui.session.ai_process import ThinkingError
from tui.session.protocol import Next
from tui.session.seat_kinds import HUMAN
from tui.table import forecast, undo_log
from tui.table.action_builder import NOTHING, ActionBuilder
from tui.table.amounts import range_words
from tui.table.group_orders import is_same
from tui.table.stops import passing
from tui.table.stops.passing import Ahead
from tui.terminal.clause_numbers import without

if TYPE_CHECKING:
    from tui.session.protocol import GameSession

# empty lines between two players at one terminal, to hide the previous player's hand
BLANKS = 60
LATEST = 8  # lines of the log read out when a game is resumed
ADVICE_SECONDS = 1.0  # time of the adviser for an answer
LONGEST_PASSING = 200  # automatic passes in a row before the player is asked anyway

# an answer for several identical things: "2 all", "2 times 3"
SEVERAL = re.compile(r"([0-9]{1,4}) (?:all|times ([1-9][0-9]{0,3}))")


class Leave(Exception):  # noqa: N818 - the name says what it is
    """Signal that the player leaves the table."""


class NewsArrived(Exception):  # noqa: N818 - as above
    """Signal of news from the server: the decision may have changed."""


class PlainLines(NamedTuple):
    """The two ends of a conversation.

    `ask` reads a line after a prompt (EOFError at the end of input), `tell` writes a line, and
    `wait` returns when news has come from a server; `ask` raises NewsArrived then.
    """

    ask: Callable[[str], str]
    tell: Callable[[str], None]
    wait: Callable[[], None] = lambda: None


class PlainTable:
    """A session, played line by line."""

    def __init__(
        self,
        session: GameSession,
        lines: PlainLines,
        *,
        free: bool = False,
        numbered: bool = True,
        adviser: str = "on",
    ) -> None:
        """Begin a session; `numbered` shows clause numbers in the log and in refusals.

        `free` allows an undo whatever has happened since, against computer players only.
        `adviser` is the player's setting.
        """
        self.session = session
        self._adviser = adviser
        self._advised = (-1, NO_ADVICE)  # moment of the latest answer of the adviser
        self._shows_clauses = numbered
        self._free = free
        self._ask, self._tell, self._wait = lines
        self._heard: dict[int | None, int] = {}  # number of log lines read out to each player
        # a resumed game: read out a summary first
        self._is_resumed = session.view().turn.number > 0
        self._scene = ""  # turn and step read out last
        self._state = ("", "")  # attack and forecast read out last
        self._pool = ""  # the player's mana read out last
        self.builder = ActionBuilder(session.view())
        self.ahead: Ahead | None = None
        # answers by number, valid until the next decision
        self.options: list[AnswerOption] = []
        # answers by value, if a number is asked for
        self.numbers: Mapping[int, AnswerOption] = {}
        self._unread: list[AnswerOption] = []
        self._moment = -1
        self._orders: tuple[Action, ...] = ()  # remaining actions of an order for several things
        self._told_unsaved = ""  # error of saving read out last
        self._waits_for: int | None = None  # seat last announced as choosing
        # turn of each player in which they were last asked
        self._open: dict[int, int] = {}

    def tell(self, text: str) -> None:
        """Print a text, with its symbols in words."""
        self._tell(aloud(text))

    def _as_wanted(self, words: str) -> str:
        """Return a refusal or a line of the log, with or without clause numbers."""
        return words if self._shows_clauses else without(words)

    def play(self) -> str:
        """Play until the game is over or the player leaves; return "over", "left" or "fault"."""
        self._tell_beginning()
        try:
            while self._go_on():
                pass
        except (Leave, EOFError):
            self.tell(
                f"You left the game. Not saved: {self.session.unsaved}."
                if self.session.unsaved
                else "You left the game. It is saved."
            )
            return "left"
        except GameFaultError as fault:
            self._confess(fault)
            return "fault"
        return "over"

    def _go_on(self) -> bool:
        """Let the next player choose once; return False when the game is over or closed."""
        if closed := self._hear():
            self.tell(closed)
            return False
        # a decision already read out is the player's to answer
        for _ in range(LONGEST_PASSING if self._moment != self.session.moment else 0):
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
            with suppress(NewsArrived):
                self._wait_for_others() if waits_for is Next.OTHERS else self._ask_person()
        return True

    def _hear(self) -> str:
        """Print the server's replies; return why the server has closed the game, or ""."""
        heard = self.session.hear()
        if heard.refusal:
            self._orders = ()
            self.tell(words.full_stop(self._as_wanted(heard.refusal)))
        if heard.notice:
            self.tell(heard.notice)
        return heard.closed

    def _wait_for_others(self) -> None:
        """Print events while others choose, and carry out commands that are always possible."""
        session, asked = self.session, self.session.asked
        # the server's reply to an answer is on its way
        if asked == session.viewer or asked is None:
            self._wait()
            return
        self._tell_news()
        self.builder, self.options = ActionBuilder(session.view()), []
        name = self._view.players[asked].name
        if self._waits_for != asked:
            self._waits_for = asked
            self.tell(f"{name} is choosing.")
        first, _, rest = self._ask("").strip().partition(" ")
        if first in ANY_TIME:
            COMMANDS[first](self, rest.strip())
        elif first:
            self.tell(
                f"It's {name}'s turn to choose, so your answer was ignored. You can answer when "
                "you are asked."
            )

    def _let_computer_play(self) -> None:
        try:
            self.session.act(self.session.think())
        except (ThinkingError, IllegalAction) as error:
            self._tell_failure(error)
            if self._ask('Press Enter to ask again, or type "quit" to leave: ').strip() == "quit":
                raise Leave from None

    def _tell_failure(self, error: Exception) -> None:
        from tui.settings.paths import write_failure

        asked = self.session.asked
        name = self.session.view().players[asked].name if asked is not None else "It"
        saved = "" if self.session.unsaved else "The game is saved. "
        self.tell(f"{name} couldn't decide. {saved}{write_failure(error, self.session.path)}")

    def _hand_over(self) -> None:
        """Hide the game until the next player is at the keyboard."""
        asked = self.session.asked
        assert asked is not None
        self.session.viewer = None
        name = self.session.view().players[asked].name
        self.tell("\n" * BLANKS)
        self.tell(f"{name} chooses next. Hand the keyboard to {name}. Everybody else, look away.")
        if self._ask(f'{name}, press Enter when you are ready, or type "quit": ').strip() == "quit":
            raise Leave
        self.session.hand_over()

    # --- decisions ---

    def _ask_person(self) -> None:
        """Print the news and the decision, and carry out the answer."""
        self._tell_news()
        self._waits_for = None
        if (unsaved := self.session.unsaved) != self._told_unsaved:
            self._told_unsaved = unsaved
            if unsaved:
                self.tell(
                    f"Not saved: {unsaved}. You can play on; the game will be saved as soon as "
                    "possible."
                )
        if self._moment != self.session.moment:
            self._moment = self.session.moment
            self.builder, self.ahead = ActionBuilder(self.session.view()), self.session.ahead()
            if self._follow_order():
                return
            self._put_question()
        answer = self._ask("> ").strip()
        try:
            action = self._understood(answer)
            if action is not None:
                self._answer(action)
        except IllegalAction as refusal:
            self._orders = ()
            self.tell(f"That can't be done: {self._as_wanted(str(refusal))}.")

    def _answer(self, action: Action) -> None:
        """Carry out an action, after a confirmation if the turn ends. Raises IllegalAction."""
        if action != passing.closing(self._view) or not passing.ends_turn(self._view, self.ahead):
            self.session.answer(action)
        elif self._is_sure():
            self._end_turn()

    def _is_sure(self) -> bool:
        """Return whether the turn may end, after a warning about wasted actions."""
        left = passing.wasted(self._view).words() if self.session.ask_before_ending else []
        if not left:
            return True
        self.tell(f"Still possible: {', '.join(left)}.")
        if self._ask(
            'End the turn? Type "yes", or anything else to keep playing: '
        ).strip().lower() in ("yes", "y"):
            return True
        self.tell("Your turn continues.")
        return False

    def _end_turn(self) -> None:
        """Pass the rest of the turn automatically, until another decision."""
        view, answer = self._view, passing.closing(self._view)
        if view.seat is not None and answer is not None:
            self.session.stops[view.seat].ending = view.turn.number
            self._open.pop(view.seat, None)
            self.session.answer(answer)

    def _follow_order(self) -> bool:
        """Carry out the next action of an order for several things, and return True if any."""
        if not self._orders:
            return False
        wanted, *rest = self._orders
        action = next((legal for legal in self._view.actions if is_same(wanted, legal)), None)
        self._orders = tuple(rest) if action is not None else ()
        if action is None:
            lost = len(rest) + 1
            self.tell(
                f"Another question came up first: {many(lost, 'action')} of your order "
                f"{'was' if lost == 1 else 'were'} not carried out."
            )
            return False
        self.session.answer(action)
        return True

    @property
    def _view(self) -> View:
        return self.builder.view

    def _put_question(self) -> None:
        """Print a new turn, the top of the stack, the decision, and the first answers."""
        view, decision = self._view, self._view.decision
        scene = turn_words(view)
        if scene != self._scene:
            self._scene = scene
            self.tell("")
            self.tell(scene)
            if view.seat is not None:
                self.tell(words.player_words(view, view.players[view.seat]))
                self._pool = words.pool_words(view, view.players[view.seat])
        if view.seat is not None and view.turn.active == view.seat and view.turn.number:
            self._open[view.seat] = view.turn.number
        self._tell_state()
        assert decision is not None
        begun = self.builder.begun()
        self.tell(
            f"{view.players[decision.seat].name}: {begun}. Now choose:"
            if begun
            else words.full_stop(f"{view.players[decision.seat].name}: {decision.prompt}")
        )
        self.options, self.numbers = [], numbers_of(self.builder)
        options = options_of(self.builder, self.ahead)
        if self.numbers:
            others = [option.words for option in options if option.spot == NOTHING]
            self.options = options
            self.tell(f"Type {range_words(self.numbers)}.")
            self.tell(f"Or type: {', '.join(others)}." if others else "")
        else:
            self._offer(options)

    def _tell_state(self) -> None:
        """Print the top of the stack, the combat, its forecast and own mana, if changed."""
        view = self._view
        for item in view.stack[-1:]:
            self.tell(f"On top of the stack: {words.stack_words(view, item)}")
        trial = forecast.of(view).going_on()
        state = words.combat_words(view), forecast.results(view, trial) if trial is not None else ""
        if state[0] and state[0] != self._state[0]:
            self.tell(state[0])
        if state[1] and state != self._state:
            self.tell(f"If no one responds: {state[1]}.")
        self._state = state
        pool = (
            words.pool_words(view, view.players[view.seat]) if view.seat is not None else self._pool
        )
        if pool != self._pool:
            self._pool = pool
            self.tell(
                f"You have {pool}."
                if any(view.players[view.seat or 0].pool)
                else "You have no mana left."
            )

    def _offer(self, options: Sequence[AnswerOption]) -> None:
        """Read out answers: those with numbers keep them, new ones get the next numbers."""
        self.options += [option for option in options if option not in self.options]
        self._unread = list(options)
        self._read_out()

    def _read_out(self) -> None:
        """Print the next page of answers with numbers and forecasts."""
        page, self._unread = self._unread[:PAGE], self._unread[PAGE:]
        for option in page:
            said = outcome(self._view, self.builder, option)
            self.tell(
                f"{self.options.index(option) + 1}. "
                f"{option.words}{f'. Forecast: {said}.' if said else ''}"
            )
        if self._unread:
            self.tell(f'Type "more" to hear {many(len(self._unread), "more answer")}.')

    def _understood(self, answer: str) -> Action | None:
        """Return the action of an answer; None if another choice follows.

        Raises IllegalAction for a refused one.
        """
        first, _, rest = answer.partition(" ")
        if answer.isascii() and answer.isdigit():
            return self._by_number(int(answer))
        if several := SEVERAL.fullmatch(answer):
            return self._several(int(several[1]), int(several[2] or 0))
        if first in COMMANDS:
            COMMANDS[first](self, rest.strip())
            return None
        found = matching(answer, self.builder, self.options)
        if len(found) == 1 and is_sure(answer, found[0], self._view):
            return self._chosen(found[0])
        if found:
            self.tell(f"{len(found)} answers match:" if len(found) > 1 else "Did you mean this?")
            self._offer(found)
            return None
        done = meant(answer, self._view)
        if isinstance(done, Action):
            return done
        self.tell(done)
        return None

    def _by_number(self, number: int) -> Action | None:
        if self.numbers:
            option, wrong = (
                self.numbers.get(number),
                f"{number} is out of range: type {range_words(self.numbers)}.",
            )
        else:
            option = self._numbered(number)
            wrong = (
                f"There is no answer {number}. The answers are numbered 1 to {len(self.options)}."
            )
        if option is not None:
            return self._chosen(option)
        self.tell(wrong)
        return None

    def _numbered(self, number: int) -> AnswerOption | None:
        """Return the answer that was read out with a number, or None."""
        return (
            self.options[number - 1]
            if 1 <= number <= len(self.options) and not self.numbers
            else None
        )

    def _several(self, number: int, times: int) -> Action | None:
        """Begin an order for several identical things (0: all); return the first action."""
        option = self._numbered(number)
        if option is None or not option.alike:
            self.tell(
                f"Answer {number} is for only one creature or card, not several identical ones."
                if option
                else f"There is no answer {number}."
            )
            return None
        first, *others = option.alike[: times or None]
        self._orders = tuple(others)
        return first

    def _chosen(self, option: AnswerOption) -> Action | None:
        """Return the action of an answer; None after a further choice."""
        if option.action is not None:
            return option.action
        if option.options:
            self._offer(option.options)
            return None
        action = self.builder.pick(option.spot)
        if action is None:
            self._put_question()
        return action

    # --- output ---

    def _tell_beginning(self) -> None:
        """Print the variant, the players, the goal, and how to answer."""
        session, rules = self.session, self.session.rules
        names = [player.name for player in session.view().players]
        told = [
            name if kind == HUMAN else f"{name}, the computer ({kind.partition(':')[2]})"
            for name, kind in zip(names, session.kinds or [HUMAN] * len(names), strict=True)
        ]
        mine = session.viewer
        self.tell(f"{rules.name}.")
        if mine is not None:
            self.tell(
                f"You are {names[mine]}. You are playing against "
                f"{' and '.join(each for seat, each in enumerate(told) if seat != mine)}."
            )
        else:
            self.tell(f"{' and '.join(told)} are playing.")
        self.tell(
            next(
                (
                    page.lines[0]
                    for page in rules_of(rules, len(names))
                    if page.title == "How to win"
                ),
                rules.summary,
            )
        )
        if mine is not None and (deck := session.deck(mine)):
            self.tell(f'{next(words.deck_words(deck))} Type "deck" to hear the list.')
        self.tell('Answer with a number or with words. Type "help" to hear what else you can type.')

    def _tell_news(self) -> None:
        """Print what has happened since this player was last informed."""
        log, viewer = self.session.log(), self.session.viewer
        turn = self.session.view().turn.number
        if viewer is not None and self._open.get(viewer, turn) != turn:
            self._open.pop(viewer, None)
            self.tell("Your turn has ended, because you had nothing left to do.")
        if self._is_resumed and viewer not in self._heard:
            self._tell_summary(log)
            self._heard[viewer] = len(log)
        self._tell_log(self._heard.get(viewer, 0))
        self._heard[viewer] = len(log)
        for sentence in self.session.besides():
            self.tell(sentence)

    def _tell_log(self, since: int) -> None:
        """Print the lines of the log from a number on, with the sizes of creatures that enter."""
        sizes = words.sizes(self.session.view())
        news = self.session.told_of(self.session.viewer, since)
        for sentence in words.counted(
            [words.with_size(line, event, sizes) for event, line in news]
        ):
            self.tell(self._as_wanted(sentence))

    def _tell_summary(self, log: Sequence[str]) -> None:
        """Print the state of a resumed game and the latest events, not the whole log."""
        view = self.session.view()
        self.tell(f"The game continues in round {view.turn.round}.")
        for player in view.players:
            if player.seat != view.seat:  # the player's own line comes with the decision
                self.tell(words.player_words(view, player))
        if len(log) > LATEST:
            self.tell(f'Most recently (type "log {2 * LATEST}" to hear more):')
        self._tell_log(max(len(log) - LATEST, 0))

    def _tell_end(self) -> None:
        from tui.settings.paths import finish

        view = self.session.seen_by(None)
        if len(self.session.people) < 2:
            self._tell_news()
        winners = [view.players[seat].name for seat in view.winners or ()]
        self.tell("")
        self.tell(
            f"The game ended in round {view.turn.round}. "
            + (f"{' and '.join(winners)} won." if winners else "It is a draw.")
            + "".join(
                f" {player.name} conceded."
                for player in view.players
                if any(each.startswith(f"{player.name} concedes") for each in self.session.log())
            )
        )
        for player in view.players:
            self.tell(words.player_words(view, player))
        if (path := finish(self.session.path)) is not None:
            self.tell(f"To review the game: spellfront replay {path}")
            if any(kind != HUMAN for kind in self.session.kinds):
                self.tell(f"To rate your decisions: spellfront replay {path} --analyse")

    def _confess(self, fault: GameFaultError) -> None:
        from tui.settings.paths import write_report

        self.tell(f"{fault}. {write_report(fault, self.session.path)}")

    # --- commands ---

    def help(self, _: str) -> None:
        self.tell(words.HELP)

    def again(self, _: str) -> None:
        self._put_question()

    def more(self, _: str) -> None:
        if self._unread:
            self._read_out()
        else:
            self.tell('Those were all the answers. Type "again" to hear them once more.')

    def back(self, _: str) -> None:
        if self.builder.back():
            self._put_question()
        elif self.builder.aside("take-back") is not None:
            self.tell(
                'There is nothing to go back to. Type "take back" to cancel the action you have '
                "started."
            )
        else:
            self.tell("There is nothing to go back to.")

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

    def time(self, _: str) -> None:
        for sentence in self.session.besides(everything=True) or ["This game has no clocks."]:
            self.tell(sentence)

    def graveyard(self, rest: str) -> None:
        self._pile(rest, "graveyard")

    def exile(self, rest: str) -> None:
        self._pile(rest, "exile")

    def _pile(self, name: str, zone: str) -> None:
        for player in self._view.players:
            if player.name.lower().startswith(name.lower()):
                cards = ", ".join(card.name for card in getattr(player, zone))
                self.tell(f"{whose(player.name)} {zone}: {cards or 'no cards'}.")

    def look(self, rest: str) -> None:
        for line in words.about(self._view, rest):
            self.tell(line)

    def log(self, rest: str) -> None:
        number = min(int(rest), 1000) if rest.isascii() and rest.isdigit() and len(rest) < 5 else 15
        if not self.session.log():
            self.tell("Nothing has happened yet.")
        for sentence in words.counted(self.session.log()[-number:], clauses=self._shows_clauses):
            self.tell(self._as_wanted(sentence))

    def rules(self, rest: str) -> None:
        found = rules_of(self.session.rules, len(self._view.players))
        wanted = [
            page
            for number, page in enumerate(found, 1)
            if rest and (rest == str(number) or rest.lower() in page.title.lower())
        ]
        for page in wanted:
            self.tell(words.full_stop(page.title))
            for line in page.lines:
                self.tell(line)
        if not wanted:
            self.tell(
                f"There is no chapter '{rest}' in the rules. The chapters are:"
                if rest
                else "The chapters of the rules:"
            )
            for number, page in enumerate(found, 1):
                self.tell(f"{number}. {page.title}")
            self.tell('To hear a chapter, type "rules", then its number or a word from its title.')

    def deck(self, _: str) -> None:
        deck = self.session.deck(self.session.viewer) if self.session.viewer is not None else []
        for line in (
            words.deck_words(deck) if deck else ["There is no list of your deck for this game."]
        ):
            self.tell(line)

    def where(self, rest: str) -> None:
        for line in words.where_lines(self._view, rest):
            self.tell(line)

    def why(self, rest: str) -> None:
        first, _, said = rest.partition(" ")
        if first.lower() == "log" or cited(rest.upper()):
            self.tell(
                by_clause(rest.upper() if first.lower() != "log" else "", said, self.session.log())
            )
            return
        option = (
            self._numbered(int(rest))
            if rest.isascii() and rest.isdigit() and len(rest) < 5
            else None
        )
        if option is not None:
            for line in reading(self._view, self.builder, option):
                self.tell(line)
            return
        answers = [
            option for option in self.options if rest and rest.lower() in option.words.lower()
        ]
        if len(answers) == 1:
            self.tell(f"You can do that now: it is answer {self.options.index(answers[0]) + 1}.")
        else:
            self.tell(self._as_wanted(because(rest, self._view)))

    def hint(self, rest: str) -> None:
        """Tell what a strong player would do; with "why", what may come after it."""
        session = self.session
        if reason := barred(session.no_adviser, self._adviser, is_puzzle=session.is_puzzle):
            self.tell(reason)
            return
        if self._advised[0] != session.moment:
            session.note_advice()
            request = AdviceRequest(new_number(), session.view(), ADVICE_SECONDS)
            try:
                self._advised = session.moment, session.advise(request)
            except ThinkingError as error:
                self.tell(f"The adviser failed: {error}.")
                return
        for sentence in words.advice_words(self._advised[1], why=rest.strip() == "why"):
            self.tell(self._as_wanted(sentence))

    def end(self, _: str) -> None:
        view = self._view
        if view.turn.active != view.seat:
            self.tell(
                f"It's {whose(view.players[view.turn.active].name)} turn, so you can't end it."
            )
        elif not passing.can_end(view):
            self.tell("First finish or cancel the action you've started.")
        elif self._is_sure():
            self._end_turn()

    def wait(self, _: str) -> None:
        seat, pass_action = self.session.viewer, Action("pass")
        if seat is None or pass_action not in self._view.actions:
            self.tell("You can't pass here. Choose one of the answers.")
            return
        if (
            self._view.turn.active == seat
            and passing.is_closing(self._view)
            and not self._is_sure()
        ):
            return
        self._open.pop(seat, None)
        self.session.stops[seat].start_yield(self._view)
        self.session.answer(pass_action)

    def full(self, _: str) -> None:
        if (seat := self.session.viewer) is not None:
            stops = self.session.stops[seat]
            stops.full_control = not stops.full_control
            self.tell(
                "The game stops whenever you could act."
                if stops.full_control
                else "The game stops only at your stops."
            )

    def undo(self, _: str) -> None:
        if self.builder.picked:
            self.back("")
            return
        try:
            taken = self.session.take_back(free=self._free)
            if taken is not None:
                self.tell(undo_log.said(taken))
        except BarredError as barred:
            if (action := self.builder.aside("take-back")) is not None:
                self.session.answer(action)
            else:
                self.tell(
                    undo_log.why_not(
                        barred, [player.name for player in self._view.players], self.session.viewer
                    )
                )

    def concede(self, _: str) -> None:
        if self.session.viewer is None:
            self.tell("You are only watching, so you can't concede.")
            return
        if (
            self._ask('Concede this game? Type "yes", or anything else to keep playing: ')
            .strip()
            .lower()
            == "yes"
        ):
            self.session.concede(self.session.viewer)
            self._wait()

    def quit(self, _: str) -> None:
        raise Leave


COMMANDS: dict[str, Callable[[PlainTable, str], None]] = {
    name: getattr(PlainTable, name)
    for name in (
        "help", "again", "more", "back", "map", "where", "hand", "stack", "players", "deck",
        "time", "graveyard", "exile", "look", "log",
        "rules", "why", "hint", "end", "wait", "full", "undo", "concede", "quit",
    )
} | {"": PlainTable.again, "?": PlainTable.help, "w": PlainTable.why,
"board": PlainTable.map}  # fmt: skip
ANY_TIME = ("help", "map", "board", "where", "hand", "stack", "players", "deck", "time",
"graveyard", "exile", "look", "log", "rules",
            "why", "concede", "quit", "?")  # fmt: skip
"""Commands that are possible while others choose."""
