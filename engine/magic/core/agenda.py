"""The agenda: work in progress as data.

A `Task` is done by the engine at once; a `Question` waits for a player. Both are frozen records on
a stack in the position, so that a game can be forked or saved while anything whatever is half done.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from engine.actions import DONE, TAKE_BACK, Action, Refusal
from engine.magic.core.legal_actions import Group, Offer, made

if TYPE_CHECKING:
    from engine.magic.core.game import Game
    from engine.magic.core.position import Speaker


class Task(Struct, frozen=True, gc=False):
    """Something to be done. `run` may put further tasks on the agenda (`game.push`)."""

    asks: ClassVar[bool] = False
    # whether damage of a fight is still to come as long as it stands on the agenda
    strikes: ClassVar[bool] = False
    # whether it stays on the agenda when the player whose seat it bears leaves the game
    survives: ClassVar[bool] = False

    def run(self, game: Game) -> None:
        raise NotImplementedError

    def left_by(self, game: Game, seat: int) -> tuple[Task, ...]:
        """What stands in its place when a player leaves the game: nothing if it was that
        player's (CR 800.4a), else itself.
        """
        theirs = (
            getattr(self, "seat", None) == seat
            or getattr(getattr(self, "item", None), "controller", None) == seat
        )
        return () if theirs and not self.survives else (self,)


class Question(Task, frozen=True, gc=False):
    """Something that a player must choose."""

    asks: ClassVar[bool] = True
    kind: ClassVar[str] = ""
    """What is asked, in a word: "priority", "target", "move"...

    Screens and computer players tell questions apart by it.
    """
    # whether a question with one possible answer is answered by itself
    forced: ClassVar[bool] = True
    # the name of the rule by which it is asked (`engine.base.reasons`)
    rule: ClassVar[str] = "question.effect"
    between: ClassVar[bool] = False
    """Whether it is asked while nothing is half done, so that state-based actions may be done
    before it is answered.
    """

    words: ClassVar[str] = ""
    """What is asked, in words: "{}" stands for the name of what it is about, "{self.number}" for
    what the question has as `number`.
    """

    seat: int

    def prompt(self, game: Game) -> str:
        """What is asked, in words."""
        return self.words.format(self.about(game), self=self)

    def about(self, game: Game) -> str:
        """The name of what it is about."""
        return ""

    def source(self, game: Game) -> int:
        """The object on whose behalf it is asked; 0 for none."""
        return 0

    def named(self, game: Game) -> tuple[str, ...]:
        """What each numbered answer stands for, from 1; none where numbers are numbers."""
        return ()

    def reveals(self, game: Game) -> tuple[int, ...]:
        """Cards of hidden zones that the seat may see while it is asked, by object id."""
        return ()

    def options(self, game: Game) -> Iterable[Action]:
        """Every legal answer, in any order, without repetition. There is always at least one."""
        raise NotImplementedError

    def offered(self, game: Game) -> list[Group]:
        """The same in groups, where not all of them need be found out to know of one."""
        if game.effort is not None:
            game.effort.spend(1 + len(game.state.battlefield) // 16)
        return [made(self.options(game))]

    def offer(self, game: Game) -> Offer:
        """The same, found out as far as it is asked for."""
        return Offer(self.offered(game))

    def idle(self, game: Game, offer: Offer) -> Action | None:
        """The answer that goes without asking, where the offer is no real choice."""
        return offer.only(game) if self.forced else None

    def barrier(self, game: Game) -> Refusal | None:
        """What keeps a player from acting at all, where a step's question answers itself
        although they have somebody who might act.
        """
        return None

    def needless(self, game: Game) -> Action | None:
        """The answer that a screen may give for a player, since all others come to nothing,
        though the rules allow them.
        """
        return None

    def is_courtesy(self, game: Game) -> bool:
        """Whether it offers no choice, and is asked only so that nobody can tell so."""
        return False

    def answer(self, game: Game, action: Action) -> None:
        """Carry out a legal answer. The question has left the agenda."""
        raise NotImplementedError

    def objection(self, game: Game, action: Action) -> Refusal | None:
        """Why an action is no answer to it, were it asked now; None if it is one."""
        return None if self.offer(game).allows(game, action) else self.refusal(game, action)

    def refusal(self, game: Game, action: Action) -> Refusal:
        """Why an action that is not among the options is refused."""
        fits = any(option.verb == action.verb for option in game.legal_actions())
        reason = (
            game.rules.choice_refusal(game, action)
            if fits
            else game.rules.elsewhere_refusal(game, self.seat, action)
        )
        if reason is not None:
            return reason
        why = "isn't legal that way" if fits else "isn't possible now"
        return Refusal("question.answer", f"'{action.verb}' {why}: {self.prompt(game)}", self.rule)


class Grouped(Question, frozen=True, gc=False):
    """Something that a player must choose whose answers are found out in groups: each of its
    kinds says which, as `offered` or `offer`.
    """

    def offered(self, game: Game) -> list[Group]:
        raise NotImplementedError

    def options(self, game: Game) -> list[Action]:
        return [action for group in self.offer(game).groups for action in group.actions(game)]


class Repeated(Question, frozen=True, gc=False):
    """What a player does as often as they like, until nothing is left to them but to be done, or
    to take back what they did.
    """

    def idle(self, game: Game, offer: Offer) -> Action | None:
        left = offer.all(game) if offer.number(game, 3) < 3 else ()
        return DONE if DONE in left and {DONE, TAKE_BACK}.issuperset(left) else None


class EffectQuestion(Question, frozen=True, gc=False):
    """What a spell or ability makes a player choose: `item` speaks."""

    item: Speaker

    def about(self, game: Game) -> str:
        return self.item.name

    def source(self, game: Game) -> int:
        return self.item.source


class YesOrNo(EffectQuestion, frozen=True, gc=False):
    """Whether a player does what they may."""

    kind = "may"

    def options(self, game: Game) -> list[Action]:
        return [Action("yes"), Action("no")]


class ObjectQuestion(Question, frozen=True, gc=False):
    """What is asked about an object: `ident` is its id."""

    ident: int

    def about(self, game: Game) -> str:
        return game.object_name(self.ident)

    def source(self, game: Game) -> int:
        return self.ident


class Asked:
    """Who must choose what, now.

    In words it is found out when somebody wants to read it, which may take all that can be done.
    """

    __slots__ = ("_game", "_question", "kind", "seat")

    def __init__(self, game: Game, question: Question) -> None:
        self._game = game
        self._question = question
        self.seat: int = question.seat
        self.kind: str = question.kind

    @property
    def prompt(self) -> str:
        """What is asked, in words."""
        return self._still().prompt(self._game)

    @property
    def source(self) -> int:
        """The object on whose behalf it is asked; 0 for none."""
        return self._still().source(self._game)

    @property
    def named(self) -> tuple[str, ...]:
        """What each numbered answer stands for, from 1; none where numbers are numbers."""
        return self._still().named(self._game)

    def told(self) -> Decision:
        """All of it."""
        return Decision(self.seat, self.kind, self.prompt, self.source, self.named)

    def _still(self) -> Question:
        """The question, while it is asked: later the game would answer for another position."""
        if self._game.question is not self._question:
            raise ValueError(f"the question '{self.kind}' is no longer open")
        return self._question


class Decision(Struct, frozen=True):
    """The same as a View has it, told in full."""

    seat: int
    kind: str
    prompt: str
    source: int = 0
    # what each numbered answer stands for, from 1; none where numbers are numbers
    named: tuple[str, ...] = ()
