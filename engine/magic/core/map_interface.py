"""What Magic asks of a map: all that the rules in this room need to know of a variant.
`engine.fronts.map_rules` has the answers.

Magic's own rules know no kind of map. Where something stands, how far it reaches, what it may do
there and what becomes of it is the map's to say; a test sees to it that nothing else is asked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, NamedTuple, Protocol

from engine.actions import Action, Refusal
from engine.cards.characteristics import Characteristics, Printed
from engine.cards.costs import ManaCost
from engine.cards.model import AnyAbility, AnyEffect, Card, Target
from engine.magic.core.agenda import Question, Task
from engine.magic.core.position import GameObject, Player, Speaker
from engine.magic.core.special_actions import SpecialAction

if TYPE_CHECKING:
    from engine.board import Board
    from engine.magic.core.game import Game
    from engine.magic.core.mana_source import Source
    from engine.magic.core.step import Step
    from engine.magic.core.variant_tables import DamageRules, Setup, ZoneRules
    from engine.magic.index.dependencies import Declared


class Loser(NamedTuple):
    """Somebody who loses: the seat, why in words, and the name of the rule by which it is so."""

    seat: int
    words: str
    reason: str


class Reach(Protocol):
    """How far spells and abilities reach."""

    by_place: ClassVar[bool]  # whether `affects` goes by where something stands

    def affects(self, game: Game, item: Speaker, obj: GameObject) -> bool:
        """Whether what `item` says can concern an object where it is."""
        ...

    def may_part(self, game: Game, item: Speaker, was: GameObject, now: GameObject) -> bool:
        """Whether that may be another answer where an object has come to than where it was,
        whoever speaks having stayed.
        """
        ...

    def player_refusal(
        self, game: Game, item: Speaker, phrase: Target, seat: int
    ) -> Refusal | None:
        """Why a phrase of `item` can't target a player."""
        ...

    def sacrifice_refusal(self, game: Game, item: Speaker, obj: GameObject) -> Refusal | None:
        """Why an object can't be sacrificed to `item` where it is."""
        ...

    def tap_refusal(self, game: Game, item: Speaker, obj: GameObject) -> Refusal | None:
        """Why an object can't be tapped for a cost of `item` where it is."""
        ...

    def removal_refusal(self, game: Game, item: Speaker, obj: GameObject) -> Refusal | None:
        """Return why an object can't be exiled or returned for a cost of `item` where it is."""
        ...

    def names(self, parts: Sequence[AnyEffect | AnyAbility]) -> bool:
        """Whether something with these effects or abilities names a space for what it does to
        creatures.
        """
        ...

    def nameable(self, game: Game, seat: int) -> tuple[int, ...]:
        """The spaces that a player may name."""
        ...

    def name_here(self, game: Game, obj: GameObject, abilities: Sequence[AnyAbility]) -> None:
        """A permanent comes to have abilities, for which no space was named as it entered."""
        ...


class Arrival(Protocol):
    """Where permanents arrive."""

    chosen: ClassVar[bool]  # whether the space of a creature is chosen once it has entered

    @property
    def is_the_same_for_all(self) -> bool:
        """Whether equal permanents of a player arrive in the same way, however many come at
        once.
        """
        ...

    def space(self, game: Game, printed: Printed, controller: int) -> int | None:
        """The space where a permanent arrives; NOWHERE off the map; None if there is no place
        for it.
        """
        ...

    def returning(self, game: Game, obj: GameObject) -> int:
        """The space where a permanent that had phased out returns."""
        ...

    def regenerated(self, game: Game, ident: int) -> None:
        """A permanent has just regenerated."""
        ...


class Movement(Protocol):
    """How creatures move."""

    def keeps_tapped(self, game: Game, obj: GameObject) -> bool:
        """Whether a permanent can't untap because of how it moved."""
        ...

    def tires(self, game: Game, space: int) -> bool:
        """Tell whether a creature that enters a space taps when all have moved."""
        ...


class ManaKind(Protocol):
    """What mana is here."""

    colored: ClassVar[bool]  # whether mana has a colour
    lasts: ClassVar[bool]  # whether unspent mana stays
    all_make: ClassVar[bool]  # whether whatever says so makes mana
    by_place: ClassVar[bool]  # whether `more_sources` goes by who stands where

    def price(self, cost: ManaCost) -> ManaCost:
        """What really has to be paid for a cost."""
        ...

    def cost_in_words(self, written: str, cost: ManaCost) -> str:
        """A cost as players are told of it."""
        ...

    def made(self, mana: Sequence[int]) -> Sequence[int]:
        """What goes into the pool when this is made."""
        ...

    def makes(self, game: Game, ident: int, ability: object) -> bool:
        """Whether an object's ability that says so makes mana."""
        ...

    def more_sources(self, game: Game, seat: int) -> list[Source]:
        """Mana abilities that a player may use now though nothing of theirs has them."""
        ...

    def in_words(self, mana: Sequence[int]) -> str:
        """Mana that was made, in words."""
        ...


class Map(Protocol):
    """The rules of a variant, as Magic sees them."""

    # --- what Magic leaves open ---

    @property
    def setup(self) -> Setup: ...
    @property
    def turn(self) -> tuple[Step, ...]: ...
    @property
    def damage(self) -> DamageRules: ...
    @property
    def zones(self) -> ZoneRules: ...
    @property
    def mana(self) -> ManaKind: ...
    @property
    def action(self) -> tuple[SpecialAction, ...]: ...

    @cached_property
    def mains(self) -> str:
        """The main phases as the variant calls them."""
        ...

    # --- before the game ---

    def board_for(self, players: int, lands: int = 0) -> Board:
        """The board for a number of players and, where their decks make it, of lands."""
        ...

    def is_laid(self, card: Card, players: int) -> bool:
        """Whether a card of a deck is laid on the map rather than put into the library."""
        ...

    def lay_out(self, game: Game, lands: Sequence[Printed] = ()) -> None:
        """Deal the map, of lands from the decks if it is made of these."""
        ...

    def preparations(self, game: Game, laid: Sequence[Sequence[Printed]] = ()) -> list[Task]:
        """What players choose before the game."""
        ...

    def openings(self, game: Game) -> list[Task]:
        """What players do to the map in turn order before the game."""
        ...

    # --- where things are, and what that means ---

    @property
    def reach(self) -> Reach: ...
    @property
    def arrival(self) -> Arrival: ...
    @property
    def movement(self) -> Movement: ...
    @cached_property
    def homes_on_map(self) -> bool:
        """Whether islandhome and landhome say where creatures stand, not what land their
        controllers need.
        """
        ...

    @cached_property
    def declared(self) -> Declared:
        """What the map makes permanents and state-based actions go by."""
        ...

    def terrain_bonus(self, game: Game, obj: GameObject, c: Characteristics) -> tuple[int, int]:
        """Power and toughness that the map adds to an object."""
        ...

    def parts_of_bonus(
        self, game: Game, obj: GameObject, c: Characteristics
    ) -> list[tuple[int, int, str]]:
        """The same, rule by rule, each with its reason."""
        ...

    def as_shown(
        self, game: Game, obj: GameObject, c: Characteristics, seat: int | None
    ) -> Characteristics:
        """What an object is as a player sees it, to whom the land that adds to it may be
        unknown.
        """
        ...

    def stands_at(self, game: Game, seat: int) -> int:
        """The square where a player stands, if it matters for what the player casts."""
        ...

    def lies_at(self, game: Game, card: Printed, controller: int, before: GameObject | None) -> int:
        """The square that a permanent which is no piece comes to lie on."""
        ...

    def covers(self, game: Game, source: int, refs: Iterable[int], target: int) -> bool:
        """Whether what a permanent says of players holds for a creature near them as well."""
        ...

    def blockers(self, game: Game, ident: int) -> int | None:
        """How many creatures block a creature, or are in its range; None if it doesn't fight."""
        ...

    def worlds(self, game: Game) -> tuple[int, ...]:
        """The world enchantments in play, where it matters who removes them."""
        ...

    # --- what may be done ---

    def special_action(self, verb: str) -> SpecialAction | None:
        """The kind of special action that a verb stands for."""
        ...

    def special_at(self, *, slow: bool, own: bool = True) -> tuple[SpecialAction, ...]:
        """What may be done besides casting and activating by whoever has priority or moves. `slow`:
        when a sorcery could be cast.

        `own`: Magic's own actions as well, which most players have nothing for.
        """
        ...

    def deeds(self, verbs: Set[str]) -> list[str]:
        """What actions of these verbs are called."""
        ...

    def busy_refusal(self, game: Game, seat: int) -> Refusal | None:
        """Why a player with priority can only pass, being in the middle of moves or attacks."""
        ...

    def step_refusal(self, game: Game, action: Action) -> Refusal | None:
        """Why an action that belongs to another step of the turn is refused."""
        ...

    def elsewhere_refusal(self, game: Game, seat: int, action: Action) -> Refusal | None:
        """Why an action that belongs to another step, or to whoever has priority, is refused."""
        ...

    def choice_refusal(self, game: Game, action: Action) -> Refusal | None:
        """Why what is chosen or given up without being targeted can't be this here."""
        ...

    def cast_refusal(self, game: Game, seat: int, face: Printed) -> Refusal | None:
        """Why a player can't cast a spell here that could be cast otherwise."""
        ...

    def target_refusal(
        self, game: Game, item: Speaker, phrase: Target, obj: GameObject
    ) -> Refusal | None:
        """Why something can't target an object here that it could target otherwise."""
        ...

    def further_costs(self, game: Game, item: Speaker) -> list[Task]:
        """What the map adds to the cost of what has been announced."""
        ...

    # --- what happens ---

    def arrived(self, game: Game, ident: int) -> None:
        """A permanent has just entered the battlefield."""
        ...

    def attached(self, game: Game, ident: int) -> None:
        """A permanent has just been attached to something."""
        ...

    def changed_sides(self, game: Game, idents: Iterable[int]) -> None:
        """Other players control permanents now."""
        ...

    def world_removed(self, game: Game, item: Speaker) -> None:
        """A spell has made a world enchantment leave play."""
        ...

    def life_left(self, game: Game, player: Player) -> int:
        """How much life a player who has any life has to lose."""
        ...

    def check(self, game: Game) -> bool | Question:
        """State-based actions of the map: whether anything happened, or what a player must
        choose first.
        """
        ...

    def is_won(self, game: Game) -> bool:
        """Whether somebody has won in a way of the map's own."""
        ...

    def players_lose(self, game: Game, losers: list[Loser]) -> bool:
        """Players who would lose, and why, do so. Whether anything happened."""
        ...

    def player_left(self, game: Game, seat: int) -> None:
        """What becomes of what a leaving player had on the map."""
        ...

    def turn_ends(self, game: Game, seat: int) -> None:
        """What is counted at the end of a turn."""
        ...
