"""The agenda: work in progress as data.

The engine does a `Task` at once; a `Question` waits for a player. Both are frozen records on a
stack in the position, so that a game can be forked or saved at any moment.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from msgspec import Struct

from engine.actions import DONE, TAKE_BACK, Action, Refusal
from engine.magic.core.legal_actions import ActionGroup, LegalActions, known_actions

if TYPE_CHECKING:
    from engine.magic.core.game import GameCore
    from engine.magic.core.position import AbilityContext


class Task(Struct, frozen=True, gc=False):
    """A unit of work. `run` may put further tasks on the agenda (`game.push`)."""

    asks: ClassVar[bool] = False
    # whether fight damage is still to come while the task is on the agenda
    strikes: ClassVar[bool] = False
    # whether the task stays on the agenda when the player in its `seat` leaves the game
    survives: ClassVar[bool] = False

    def run(self, game: GameCore) -> None:
        raise NotImplementedError

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        """Return the tasks that replace this one when a player leaves the game.

        The tasks of the leaving player are removed (CR 800.4a); others stay as they are.
        """
        subject = getattr(self, "ctx", None) or getattr(self, "item", None)
        theirs = getattr(self, "seat", None) == seat or getattr(subject, "controller", None) == seat
        return () if theirs and not self.survives else (self,)

    def known_to(self, seat: int | None) -> Task:
        """Return the task as a seat may know it while it waits on the agenda.

        A field that tells what only the task's own player may know is blank for others. Ids of
        hidden cards are no such fields: they are veiled anyway.
        """
        return self


class Question(Task, frozen=True, gc=False):
    """A choice that a player must make."""

    asks: ClassVar[bool] = True
    kind: ClassVar[str] = ""
    """The kind of question, in a word: "priority", "target", "move".

    Screens and computer players tell questions apart by it.
    """
    # whether a question with only one legal answer is answered automatically
    forced: ClassVar[bool] = True
    # the name of the rule that asks the question (`engine.base.reasons`)
    rule: ClassVar[str] = "question.effect"
    between: ClassVar[bool] = False
    """Whether the question is asked between actions.

    If true, state-based actions are checked before the answer.
    """

    words: ClassVar[str] = ""
    """The prompt, a format string.

    "{}" stands for the name of the subject, "{self.number}" for the field `number`.
    """

    seat: int

    def prompt(self, game: GameCore) -> str:
        """Return the prompt."""
        return self.words.format(self.about(game), self=self)

    def about(self, game: GameCore) -> str:
        """Return the name of the question's subject."""
        return ""

    def source(self, game: GameCore) -> int:
        """Return the object on whose behalf the question is asked; 0 for none."""
        return 0

    def named(self, game: GameCore) -> tuple[str, ...]:
        """Return the meaning of each numbered answer, from 1; empty for plain numbers."""
        return ()

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        """Return the ids of hidden cards that the seat may see while answering."""
        return ()

    def options(self, game: GameCore) -> Iterable[Action]:
        """Return every legal answer, in any order, without repetition.

        There is always at least one.
        """
        raise NotImplementedError

    def offered(self, game: GameCore) -> list[ActionGroup]:
        """Return the legal answers in groups, each computed only when needed."""
        if game.effort is not None:
            game.effort.spend(1 + len(game.state.battlefield) // 16)
        return [known_actions(self.options(game))]

    def offer(self, game: GameCore) -> LegalActions:
        """Return the legal answers, computed only as far as needed."""
        return LegalActions(self.offered(game))

    def idle(self, game: GameCore, offer: LegalActions) -> Action | None:
        """Return the answer to give without asking if `offer` is no real choice, else None."""
        return offer.single(game) if self.forced else None

    def barrier(self, game: GameCore) -> Refusal | None:
        """Return the reason why a player can't act at all, or None.

        Asked when a step's question is answered automatically although the player has creatures
        that might act.
        """
        return None

    def needless(self, game: GameCore) -> Action | None:
        """Return the answer that a screen may give automatically, or None.

        The rules allow other answers, but none of them has any effect.
        """
        return None

    def is_courtesy(self, game: GameCore) -> bool:
        """Return whether the question offers no choice and only hides that fact from opponents."""
        return False

    def answer(self, game: GameCore, action: Action) -> None:
        """Carry out a legal answer. The question has left the agenda."""
        raise NotImplementedError

    def objection(self, game: GameCore, action: Action) -> Refusal | None:
        """Return the reason why `action` isn't a legal answer; None if it is legal."""
        return None if self.offer(game).allows(game, action) else self.refusal(game, action)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        """Return the reason why an action that is not among the options is refused."""
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
    """A question whose answers are computed in groups: subclasses define `offered` or `offer`."""

    def offered(self, game: GameCore) -> list[ActionGroup]:
        raise NotImplementedError

    def options(self, game: GameCore) -> list[Action]:
        return [action for group in self.offer(game).groups for action in group.actions(game)]


class Repeated(Question, frozen=True, gc=False):
    """A choice made repeatedly, until only "done" or "take back" is left."""

    def idle(self, game: GameCore, offer: LegalActions) -> Action | None:
        left = offer.all(game) if offer.number(game, 3) < 3 else ()
        return DONE if DONE in left and {DONE, TAKE_BACK}.issuperset(left) else None


class EffectQuestion(Question, frozen=True, gc=False):
    """A choice that a spell or ability makes a player take."""

    ctx: AbilityContext

    def about(self, game: GameCore) -> str:
        return self.ctx.name

    def source(self, game: GameCore) -> int:
        return self.ctx.source


class YesOrNo(EffectQuestion, frozen=True, gc=False):
    """The choice to do or not to do an optional part of an effect."""

    kind = "may"

    def options(self, game: GameCore) -> list[Action]:
        return [Action("yes"), Action("no")]


class ObjectQuestion(Question, frozen=True, gc=False):
    """A question about an object; `ident` is the object's id."""

    ident: int

    def about(self, game: GameCore) -> str:
        return game.object_name(self.ident)

    def source(self, game: GameCore) -> int:
        return self.ident


class PendingDecision:
    """A pending decision: the seat, the kind of question and the prompt.

    The prompt is computed only when read, since that may take all legal actions.
    """

    __slots__ = ("_game", "_question", "kind", "seat")

    def __init__(self, game: GameCore, question: Question) -> None:
        self._game = game
        self._question = question
        self.seat: int = question.seat
        self.kind: str = question.kind

    @property
    def prompt(self) -> str:
        """The prompt."""
        return self._still().prompt(self._game)

    @property
    def source(self) -> int:
        """The object on whose behalf the question is asked; 0 for none."""
        return self._still().source(self._game)

    @property
    def named(self) -> tuple[str, ...]:
        """The meaning of each numbered answer, from 1; empty for plain numbers."""
        return self._still().named(self._game)

    def __str__(self) -> str:
        return f"{self._game.state.players[self.seat].name} decides: {self.prompt}"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.kind}: {self}>"

    def told(self) -> DecisionView:
        """Return a complete copy of the decision for a View."""
        return DecisionView(self.seat, self.kind, self.prompt, self.source, self.named)

    def _still(self) -> Question:
        """Return the question. Raises ValueError if the question is no longer open."""
        if self._game.question is not self._question:
            raise ValueError(f"the question '{self.kind}' is no longer open")
        return self._question


class DecisionView(Struct, frozen=True):
    """A pending decision as part of a View, with every field computed."""

    seat: int
    kind: str
    prompt: str
    source: int = 0
    # the meaning of each numbered answer, from 1; empty if numbers are plain numbers
    named: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"player{self.seat + 1} decides: {self.prompt or self.kind}"
