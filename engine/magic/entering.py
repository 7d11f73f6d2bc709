"""What is decided as a permanent enters: whether with counters, what is sacrificed or revealed for them (CR 614.12).

The counters are noted on the card that is on its way (`entry`); `battlefield.enter` puts them on the permanent.
"""

from __future__ import annotations

from engine.actions import DONE, Action
from engine.cards.model import Enters, Sacrifice
from engine.cards.terms import Filter
from engine.events import Event
from engine.magic import amounts, filters
from engine.magic.agenda import Question, Task
from engine.magic.game import Game
from engine.magic.performing import perform
from engine.magic.state import Speaker
from engine.records import replace


def ask(game: Game, ident: int, controller: int, then: Task) -> None:
    """Ask whatever must be decided as a card enters under somebody's control, and go on with a task."""
    abilities = game.state.objects[ident].printed.base.abilities
    asking = [a for a in abilities if isinstance(a, Enters) and a.asks]
    game.push(*(Decide(controller, ident, ability) for ability in asking), then)


def note(game: Game, ident: int, kind: str, number: int) -> None:
    """A card that is on its way will enter with so many more counters."""
    obj = game.state.objects[ident]
    if number > 0:
        game.state.change(ident, entry=(*obj.entry, (kind, number)))


class Decide(Task, frozen=True):
    """Ask about one ability, if there is anything to choose."""

    seat: int
    ident: int
    ability: Enters

    def run(self, game: Game) -> None:
        obj = game.state.objects.get(self.ident)
        if obj is None:
            return
        speaker = Speaker(self.seat, self.ident, obj.printed.name)
        f = self.ability.sacrifice or self.ability.reveal
        if f is None:
            game.push(WithCounters(self.seat, speaker, self.ability))
        elif candidates(game, speaker, f, sacrificed=self.ability.sacrifice is not None):
            game.push(AnyNumber(self.seat, speaker, self.ability, f))


def candidates(game: Game, speaker: Speaker, f: Filter, *, sacrificed: bool) -> list[int]:
    """What could be sacrificed or revealed."""
    objects = game.state.objects
    found = [ident for ident in filters.find(game, f, speaker) if ident != speaker.source]
    if not sacrificed:
        return [ident for ident in found if objects[ident].owner == speaker.controller]
    mine = [ident for ident in found if objects[ident].controller == speaker.controller and not objects[ident].stays]
    return [ident for ident in mine if game.rules.reach.sacrifice_refusal(game, speaker, objects[ident]) is None]


class EntryQuestion(Question, frozen=True):
    """Something that is decided as a card enters; `speaker` speaks for the card."""

    speaker: Speaker
    ability: Enters

    def source(self, game: Game) -> int:
        return self.speaker.source

    def times(self, game: Game, number: int) -> None:
        """The counters will be there, so many times over."""
        each = amounts.number(game, self.ability.count, self.speaker)
        note(game, self.speaker.source, self.ability.counters, each * number)


class WithCounters(EntryQuestion, frozen=True):
    """Whether a permanent enters with counters (CR 702.98)."""

    kind = "may"

    def prompt(self, game: Game) -> str:
        number = amounts.number(game, self.ability.count, self.speaker)
        counters = f"{number} {self.ability.counters} counters" if number > 1 else f"a {self.ability.counters} counter"
        return f"Have {self.speaker.name} enter with {counters}?"

    def options(self, game: Game) -> list[Action]:
        return [Action("yes"), Action("no")]

    def answer(self, game: Game, action: Action) -> None:
        self.times(game, action.verb == "yes")


class AnyNumber(EntryQuestion, frozen=True):
    """Which permanents are sacrificed, or cards revealed, for counters (CR 702.38, 702.82); all at once in the end."""

    kind = "choose"
    of: Filter
    chosen: tuple[int, ...] = ()

    @property
    def sacrifices(self) -> bool:
        return self.ability.sacrifice is not None

    def prompt(self, game: Game) -> str:
        return f"Choose what to {'sacrifice' if self.sacrifices else 'reveal'} for {self.speaker.name}, or be done"

    def options(self, game: Game) -> list[Action]:
        found = candidates(game, self.speaker, self.of, sacrificed=self.sacrifices)
        return [*(Action("choose", object=ident) for ident in found if ident not in self.chosen), DONE]

    def answer(self, game: Game, action: Action) -> None:
        if action != DONE:
            game.push(replace(self, chosen=(*self.chosen, action.object)))
            return
        if self.sacrifices:
            perform(game, replace(self.speaker, chosen=self.chosen), Sacrifice(of="chosen"))
        else:
            for ident in self.chosen:
                game.tell(Event("reveal", seat=self.seat, object=ident, card=game.object_name(ident)))
        self.times(game, len(self.chosen))
