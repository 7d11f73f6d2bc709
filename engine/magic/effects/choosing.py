"""Choices that are no targets: objects chosen as something resolves (CR 608.2d), and the top cards of a library looked at (CR 401)."""

from __future__ import annotations

from engine.actions import DONE, Action
from engine.cards.model import Choose, LookAtTop
from engine.events import Event
from engine.magic import amounts, filters, zones
from engine.magic.agenda import EffectQuestion, Question, Task
from engine.magic.arriving import Arrival, put_onto_battlefield
from engine.magic.following import remember_chosen
from engine.magic.game import Game
from engine.magic.performing import performs
from engine.magic.state import HIDDEN, Speaker
from engine.records import replace

# --- objects ---


@performs(Choose)
def choose(game: Game, item: Speaker, effect: Choose) -> Speaker | None:
    """Each player concerned chooses in turn; all that was chosen is "chosen" for the effects that follow."""
    number = amounts.number(game, effect.count, item)
    seats = tuple(filters.players_of(game, effect.who, item))
    return _choose_on(game, ObjectChoice(-1, item, effect, number), seats, ())


def _choose_on(game: Game, choice: ObjectChoice, seats: tuple[int, ...], chosen: tuple[int, ...]) -> Speaker | None:
    """The next player who has a choice is asked; what leaves none is chosen at once. Returns who speaks when all have chosen."""
    for index, seat in enumerate(seats):
        asked = replace(choice, seat=seat, chosen=chosen, before=len(chosen), later=seats[index + 1 :])
        found = asked.candidates(game)
        if found and choice.number and (choice.effect.up_to or len(found) > choice.number):
            game.push(asked)
            return None
        chosen += tuple(found[: choice.number])
    return replace(choice.item, chosen=chosen)


class ObjectChoice(EffectQuestion, frozen=True):
    """Which object a player chooses. `chosen` holds all that was chosen so far, `before` how many others have chosen of it."""

    kind = "choose"
    effect: Choose
    number: int  # how many each player chooses
    chosen: tuple[int, ...] = ()
    before: int = 0
    later: tuple[int, ...] = ()

    def candidates(self, game: Game) -> list[int]:
        """What this player may choose; "that player" of the filter is who chooses."""
        speaker = self.item if self.effect.who == "you" else replace(self.item, that_player=self.seat)
        objects = game.state.objects
        found = (ident for ident in filters.within_reach(game, self.effect.of, speaker) if not objects[ident].stays)
        return [ident for ident in found if ident not in self.chosen]

    def prompt(self, game: Game) -> str:
        left = self.number - len(self.chosen) + self.before
        return f"Choose for {self.item.name}{f' ({left} more)' if left > 1 else ''}"

    def reveals(self, game: Game) -> tuple[int, ...]:
        return tuple(self.candidates(game)) if self.effect.of.zone in HIDDEN else ()

    def options(self, game: Game) -> list[Action]:
        done = [DONE] if self.effect.up_to else []
        return [Action("choose", object=ident) for ident in self.candidates(game)] + done

    def answer(self, game: Game, action: Action) -> None:
        chosen = self.chosen if action.verb == "done" else (*self.chosen, action.object)
        asked = replace(self, chosen=chosen)
        if action.verb != "done" and len(chosen) - self.before < self.number and asked.candidates(game):
            game.push(asked)
        else:
            _others(game, self, chosen)

    def left_by(self, game: Game, seat: int) -> tuple[Task, ...]:
        """When the chooser leaves, the others still choose."""
        mine = seat == self.seat and seat != self.item.controller
        return (OthersChoose(self),) if mine else super().left_by(game, seat)


def _others(game: Game, choice: ObjectChoice, chosen: tuple[int, ...]) -> None:
    if done := _choose_on(game, choice, choice.later, chosen):
        remember_chosen(game, choice.item, done.chosen)


class OthersChoose(Task, frozen=True):
    """The choices go on without a player who has left."""

    choice: ObjectChoice

    def run(self, game: Game) -> None:
        _others(game, self.choice, self.choice.chosen[: self.choice.before])


# --- the top of a library ---


@performs(LookAtTop)
def look_at_top(game: Game, item: Speaker, effect: LookAtTop) -> None:
    """For one library after another; fewer cards are looked at where there are too few."""
    number = amounts.number(game, effect.count, item)
    take = amounts.number(game, effect.take, item)
    for owner in reversed(filters.players_of(game, effect.who, item)):
        library = game.state.players[owner].library
        cards = library[max(0, len(library) - number) :]
        if not cards:
            continue
        game.tell(Event("look-top", seat=item.controller, other=filters.seat_ref(owner), number=len(cards)))
        if effect.reveal == "all":
            _reveal(game, owner, cards)
        game.push(TakeCards(item, effect, owner, cards, take))


def _reveal(game: Game, owner: int, cards: tuple[int, ...]) -> None:
    for ident in cards:
        game.tell(Event("reveal", seat=owner, object=ident, card=game.object_name(ident)))


class TakeCards(Task, frozen=True):
    """Ask for the next card to be taken, if there is a choice; then see to the rest."""

    item: Speaker
    effect: LookAtTop
    owner: int
    cards: tuple[int, ...]
    left: int
    taken: tuple[int, ...] = ()

    def candidates(self, game: Game) -> list[int]:
        """The cards that may be taken now."""
        f, objects = self.effect.of, game.state.objects
        there = [ident for ident in self.cards if ident not in self.taken]
        return [i for i in there if f is None or filters.matches(game, f, objects[i], game.chars(i), self.item)]

    @property
    def free(self) -> bool:
        """Whether no card need be taken."""
        return self.effect.optional or self.effect.of is not None

    def run(self, game: Game) -> None:
        found = self.candidates(game) if self.left else []
        if found and (self.free or len(found) > self.left):
            game.push(TakeChoice(self.item.controller, self))
        else:
            self.finish(game, (*self.taken, *found[: self.left]))

    def finish(self, game: Game, taken: tuple[int, ...]) -> None:
        """Put what was taken where it belongs, then the rest."""
        effect = self.effect
        rest = tuple(ident for ident in self.cards if ident not in taken)
        if effect.reveal == "taken":
            _reveal(game, self.owner, taken)
        game.push(*(PutTaken(self, ident) for ident in taken), PutRest(self, rest))


class TakeChoice(Question, frozen=True):
    """Which of the top cards is taken."""

    kind = "search"
    taking: TakeCards

    def prompt(self, game: Game) -> str:
        return f"Choose a card to take for {self.taking.item.name}"

    def source(self, game: Game) -> int:
        return self.taking.item.source

    def reveals(self, game: Game) -> tuple[int, ...]:
        return self.taking.cards

    def options(self, game: Game) -> list[Action]:
        found = [Action("find", object=ident) for ident in self.taking.candidates(game)]
        return [*found, DONE] if self.taking.free else found

    def answer(self, game: Game, action: Action) -> None:
        taking = self.taking
        if action.verb == "done":
            taking.finish(game, taking.taken)
        else:
            game.push(replace(taking, left=taking.left - 1, taken=(*taking.taken, action.object)))


class PutTaken(Task, frozen=True):
    """One card that was taken goes where it belongs."""

    taking: TakeCards
    card: int

    def run(self, game: Game) -> None:
        taking = self.taking
        if self.card not in game.state.objects:
            return
        if taking.effect.to == "battlefield":
            put_onto_battlefield(game, taking.item, Arrival(self.card, taking.item.controller))
        else:
            zones.move(game, self.card, taking.effect.to, kind="find")


class PutRest(Task, frozen=True):
    """The cards that were not taken go where they belong; on top or bottom of the library in an order that is chosen."""

    taking: TakeCards
    cards: tuple[int, ...]

    def run(self, game: Game) -> None:
        to = self.taking.effect.rest
        there = tuple(ident for ident in self.cards if ident in game.state.objects)
        if to in ("graveyard", "hand"):
            for ident in there:
                zones.move(game, ident, to, kind="mill" if to == "graveyard" else "find")
        elif there:
            game.push(RestOrder(self.taking.item.controller, self.taking, there))


class RestOrder(Question, frozen=True):
    """Which card goes on top of a library, or on its bottom, next; the last one ends up outermost."""

    kind = "choose"
    taking: TakeCards
    left: tuple[int, ...]

    def prompt(self, game: Game) -> str:
        where = "on top of" if self.taking.effect.rest == "library-top" else "on the bottom of"
        return f"Choose what goes {where} the library next for {self.taking.item.name} (the last one ends up outermost)"

    def source(self, game: Game) -> int:
        return self.taking.item.source

    def reveals(self, game: Game) -> tuple[int, ...]:
        return self.left

    def options(self, game: Game) -> list[Action]:
        return [Action("choose", object=ident) for ident in self.left]

    def answer(self, game: Game, action: Action) -> None:
        owner = self.taking.owner
        others = tuple(ident for ident in game.state.players[owner].library if ident != action.object)
        on_top = self.taking.effect.rest == "library-top"
        game.state.change_player(owner, library=(*others, action.object) if on_top else (action.object, *others))
        if len(self.left) > 1:
            game.push(replace(self, left=tuple(ident for ident in self.left if ident != action.object)))
