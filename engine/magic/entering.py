"""What is decided as a permanent enters: what it copies, whether with counters, what is sacrificed or revealed for them (CR 614.12).

The counters are noted on the card that is on its way (`entry`); `battlefield.enter` puts them on the permanent.
"""

from __future__ import annotations

from engine.actions import DONE, Action
from engine.cards.model import Enters, Sacrifice
from engine.events import Event
from engine.magic import amounts, faces, filters
from engine.magic.agenda import EffectQuestion, Task, YesOrNo
from engine.magic.bounds import MOST
from engine.magic.choices import Choices, SoFar, reveal
from engine.magic.game import Game
from engine.magic.performing import perform
from engine.magic.state import Speaker
from engine.records import replace


def asks_for_copy(game: Game, speaker: Speaker, then: Task) -> bool:
    """Whether a card on its way to the battlefield could enter as a copy of something: then that is asked, and a task goes on."""
    abilities = game.state.objects[speaker.source].printed.base.abilities
    found = next((ability for ability in abilities if isinstance(ability, Enters) and ability.copy_of is not None), None)
    if found is None or not (question := ChooseCopied(speaker.controller, speaker, found)).candidates(game):
        return False
    game.push(question, then)
    return True


class ChooseCopied(EffectQuestion, frozen=True):
    """Which permanent a permanent enters as a copy of, if any."""

    words = "Choose what {} enters as a copy of, or be done"
    kind = "choose"
    forced = False
    ability: Enters

    def candidates(self, game: Game) -> list[int]:
        """What it could be a copy of."""
        objects, f = game.state.objects, self.ability.copy_of
        return [ident for ident in filters.find(game, f, self.item) if not objects[ident].player_token] if f is not None else []

    def options(self, game: Game) -> list[Action]:
        return [*(Action("choose", object=ident) for ident in self.candidates(game)), DONE]

    def answer(self, game: Game, action: Action) -> None:
        if action == DONE:
            return
        obj, original = game.state.objects[self.item.source], game.state.objects[action.object]
        names = obj.printed.name, original.printed.name
        game.tell(Event("copies", seat=self.seat, object=obj.id, card=names[0], other=original.id, other_card=names[1]))
        game.state.change(obj.id, printed=faces.copied(original, self.ability.unlike), real=obj.own)


def ask(game: Game, speaker: Speaker, then: Task) -> None:
    """Ask whatever else must be decided as a card enters, and go on with a task."""
    asked: list[Task] = []
    for ability in game.state.objects[speaker.source].printed.base.abilities:
        if isinstance(ability, Enters) and (ability.sacrifice or ability.reveal):
            asked.append(AnyNumber(speaker.controller, speaker, SoFar(MOST), ability))
        elif isinstance(ability, Enters) and ability.asks:
            asked.append(WithCounters(speaker.controller, speaker, ability))
    game.push(*asked, then)


def _note(game: Game, item: Speaker, ability: Enters, times: int) -> None:
    """A card that is on its way will enter with its counters, so many times over."""
    number = amounts.number(game, ability.count, item) * times
    if number > 0:
        obj = game.state.objects[item.source]
        game.state.change(obj.id, entry=(*obj.entry, (ability.counters, number)))


class WithCounters(YesOrNo, frozen=True):
    """Whether a permanent enters with counters (CR 702.98)."""

    ability: Enters

    def prompt(self, game: Game) -> str:
        number = amounts.number(game, self.ability.count, self.item)
        counters = f"{number} {self.ability.counters} counters" if number > 1 else f"a {self.ability.counters} counter"
        return f"Have {self.item.name} enter with {counters}?"

    def answer(self, game: Game, action: Action) -> None:
        _note(game, self.item, self.ability, action.verb == "yes")


class AnyNumber(Choices, frozen=True):
    """Which permanents are sacrificed, or cards revealed, for counters (CR 702.38, 702.82); all at once in the end."""

    optional = True
    ability: Enters

    def candidates(self, game: Game) -> list[int]:
        item, objects = self.item, game.state.objects
        f = self.ability.sacrifice or self.ability.reveal
        found = [ident for ident in filters.find(game, f, item) if ident != item.source] if f is not None else []
        if self.ability.sacrifice is None:
            return [ident for ident in found if objects[ident].owner == self.seat]
        mine = [ident for ident in found if objects[ident].controller == self.seat and not objects[ident].stays]
        return [ident for ident in mine if game.rules.reach.sacrifice_refusal(game, item, objects[ident]) is None]

    def prompt(self, game: Game) -> str:
        return f"Choose what to {'sacrifice' if self.ability.sacrifice else 'reveal'} for {self.item.name}, or be done"

    def done(self, game: Game, refs: tuple[int, ...]) -> None:
        if self.ability.sacrifice is not None:
            perform(game, replace(self.item, chosen=refs), Sacrifice(of="chosen"))
        else:
            reveal(game, self.seat, refs)
        _note(game, self.item, self.ability, len(refs))
