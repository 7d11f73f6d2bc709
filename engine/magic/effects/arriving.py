"""Cards that effects put onto the battlefield, and what must be chosen before they are there (CR 110, 303.4f, 614.12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from engine.actions import Action
from engine.agenda import Question, Task
from engine.cards.model import Enters
from engine.events import Event
from engine.magic import copying, entering, zones
from engine.magic.effects.permanents import hosts_of
from engine.magic.effects.speaking import remember
from engine.state import NOWHERE, Attacker, StackItem

if TYPE_CHECKING:
    from engine.game import Game


class Arrival(Struct, frozen=True, gc=False):
    """A card on its way to the battlefield: under whose control, tapped or not, and what was chosen for it so far."""

    ident: int
    controller: int
    tapped: bool = False
    host: int = 0
    chosen: str = ""
    named: int = NOWHERE
    at: int = NOWHERE  # the space where it enters, if not where it would arrive
    aim: int | None = None  # what it attacks as it enters; none if it doesn't attack
    copied: bool = False  # what it copies has been chosen
    asked: bool = False  # what is decided about its counters has been decided


def put_onto_battlefield(game: Game, item: StackItem, arrival: Arrival) -> int:
    """Put a card onto the battlefield. Returns the permanent's id, or 0 where something must be chosen first or it can't be there.

    A card that is no permanent card, or an Aura that nothing can hold, stays where it is (CR 303.4g, 304.4).
    """
    obj = game.state.objects.get(arrival.ident)
    if obj is None or obj.zone == "battlefield" or not obj.printed.is_permanent_card:
        return 0
    if "Aura" in obj.printed.base.subtypes and not arrival.host:
        hosts = hosts_of(game, obj.id, arrival.controller)
        if hosts:
            game.push(ChooseHost(arrival.controller, item, arrival, hosts))
        return 0
    if not arrival.copied and copying.asks(game, obj.id, arrival.controller, Arrive(item, replace(arrival, copied=True))):
        return 0
    if obj.printed.asks_on_entry and not arrival.asked:
        entering.ask(game, obj.id, arrival.controller, Arrive(item, replace(arrival, copied=True, asked=True)))
        return 0
    choice = next((a.choose for a in obj.printed.base.abilities if isinstance(a, Enters) and a.choose), "")
    if choice and not arrival.chosen:
        game.push(ChooseQuality(arrival.controller, item, arrival, choice))
        return 0
    if arrival.named == NOWHERE and game.rules.reach.names(obj.printed.base.abilities):
        game.push(ChooseSpace(arrival.controller, item, arrival))
        return 0
    entered = zones.enter(
        game, obj.printed, obj.owner, arrival.controller,
        came_from=obj.id, tapped=arrival.tapped, attached_to=arrival.host, chosen=arrival.chosen,
        named=arrival.named, at=arrival.at,
    )  # fmt: skip
    if entered and arrival.aim is not None:
        _join_attack(game, entered, arrival.aim)
    return entered


def _join_attack(game: Game, ident: int, aim: int) -> None:
    """A creature has entered attacking. It was never declared, so nothing triggers on its attacking (CR 508.4)."""
    combat = game.state.combat
    if combat is None:
        return
    aimed = game.state.objects.get(aim)
    struck = (aim,) if aimed is not None and aimed.player_token else ()  # a player's token strikes back
    game.state.combat = replace(combat, attackers=(*combat.attackers, Attacker(ident, aim, struck)))
    game.state.version += 1


class Arrive(Task, frozen=True):
    """A card goes on its way to the battlefield."""

    item: StackItem
    arrival: Arrival

    def run(self, game: Game) -> None:
        if entered := put_onto_battlefield(game, self.item, self.arrival):
            remember(game, self.item, entered)


class ArrivalQuestion(Question, frozen=True):
    """Something that is chosen as a card is put onto the battlefield."""

    item: StackItem
    arrival: Arrival

    def source(self, game: Game) -> int:
        return self.arrival.ident

    def go_on(self, game: Game, arrival: Arrival) -> None:
        """Something has been chosen."""
        if entered := put_onto_battlefield(game, self.item, arrival):
            remember(game, self.item, entered)


class ChooseHost(ArrivalQuestion, frozen=True):
    """What an Aura that isn't cast enchants."""

    kind = "choose"
    hosts: tuple[int, ...]

    def prompt(self, game: Game) -> str:
        return f"Choose what {game.object_name(self.arrival.ident)} enchants"

    def options(self, game: Game) -> list[Action]:
        return [Action("choose", object=ref) for ref in self.hosts]

    def answer(self, game: Game, action: Action) -> None:
        self.go_on(game, replace(self.arrival, host=action.object))


class ChooseQuality(ArrivalQuestion, frozen=True):
    """The colour or type that is chosen as a permanent enters."""

    kind = "choose"
    choice: str

    def prompt(self, game: Game) -> str:
        return f"Choose a {self.choice.replace('-', ' ')} for {game.object_name(self.arrival.ident)}"

    def options(self, game: Game) -> list[Action]:
        from engine.magic.resolving import CHOICES, creature_types

        return [Action("choose", word=word) for word in CHOICES.get(self.choice) or creature_types(game)]

    def answer(self, game: Game, action: Action) -> None:
        game.tell(Event("choose", seat=self.seat, card=game.object_name(self.arrival.ident), word=action.word))
        self.go_on(game, replace(self.arrival, chosen=action.word))


class ChooseSpace(ArrivalQuestion, frozen=True):
    """The space where a permanent's effects on creatures hold (W-32)."""

    kind = "name"

    def prompt(self, game: Game) -> str:
        return f"Name the terrain where {game.object_name(self.arrival.ident)} affects creatures"

    def options(self, game: Game) -> list[Action]:
        return [Action("name", space=game.space_name(space)) for space in game.rules.reach.nameable(game, self.seat)]

    def answer(self, game: Game, action: Action) -> None:
        self.go_on(game, replace(self.arrival, named=game.board.names[action.space]))
