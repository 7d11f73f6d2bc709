"""The interface between Magic's rules and a map: everything that this package asks of a variant.

`engine.fronts.map_rules` implements the interface. Magic's own rules know no kind of map. The map
decides where objects stand, how far effects reach, which moves are possible and what happens on the
map; a test makes sure that Magic's rules ask nothing else.
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
from engine.magic.core.position import AbilityContext, GameObject, Player
from engine.magic.core.special_actions import SpecialAction

if TYPE_CHECKING:
    from engine.board import Board
    from engine.magic.core.game import GameCore
    from engine.magic.core.mana_source import Source
    from engine.magic.core.step import Step
    from engine.magic.core.variant_tables import DamageRules, Setup, ZoneRules
    from engine.magic.index.dependencies import Declared


class Loser(NamedTuple):
    """A player who loses: the seat, the reason in words, and the name of the rule."""

    seat: int
    words: str
    reason: str


class MapReach(Protocol):
    """The range of spells and abilities."""

    by_place: ClassVar[bool]  # whether `affects` depends on positions on the map

    def affects(self, game: GameCore, ctx: AbilityContext, obj: GameObject) -> bool:
        """Return whether the text of `ctx` can concern an object at its space."""
        ...

    def player_refusal(
        self, game: GameCore, ctx: AbilityContext, phrase: Target, seat: int
    ) -> Refusal | None:
        """Return the reason why a target phrase of `ctx` can't target a player, or None."""
        ...

    def sacrifice_refusal(
        self, game: GameCore, ctx: AbilityContext, obj: GameObject
    ) -> Refusal | None:
        """Return the reason why an object can't be sacrificed to `ctx` from its space, or None."""
        ...

    def tap_refusal(self, game: GameCore, ctx: AbilityContext, obj: GameObject) -> Refusal | None:
        """Return the reason why an object can't be tapped for a cost of `ctx` from its space."""
        ...

    def removal_refusal(
        self, game: GameCore, ctx: AbilityContext, obj: GameObject
    ) -> Refusal | None:
        """Return the reason why an object can't be exiled or returned for `ctx`, or None."""
        ...

    def names(self, parts: Sequence[AnyEffect | AnyAbility]) -> bool:
        """Return whether these effects and abilities require a space to be named.

        A space is named for effects on creatures.
        """
        ...

    def nameable(self, game: GameCore, seat: int) -> tuple[int, ...]:
        """Return the spaces that a player may name."""
        ...

    def name_here(self, game: GameCore, obj: GameObject, abilities: Sequence[AnyAbility]) -> None:
        """Name a space for a permanent that gains abilities after entering."""
        ...


class MapArrival(Protocol):
    """The rules for the spaces where permanents arrive."""

    chosen: ClassVar[bool]  # whether a creature's space is chosen after the creature has entered

    @property
    def is_the_same_for_all(self) -> bool:
        """True if all equal permanents of a player arrive alike, however many enter together."""
        ...

    def space(self, game: GameCore, printed: Printed, controller: int) -> int | None:
        """Return the space where a permanent arrives.

        NOWHERE: off the map. None: there is no legal space.
        """
        ...

    def returning(self, game: GameCore, obj: GameObject) -> int:
        """Return the space where a permanent that had phased out returns."""
        ...

    def regenerated(self, game: GameCore, ident: int) -> None:
        """React to the regeneration of a permanent."""
        ...


class MapMovement(Protocol):
    """The rules for moving creatures."""

    def keeps_tapped(self, game: GameCore, obj: GameObject) -> bool:
        """Return whether a permanent can't untap because of an earlier move."""
        ...

    def tires(self, game: GameCore, space: int) -> bool:
        """Return whether a creature that enters a space becomes tapped once all moves are done."""
        ...


class ManaKind(Protocol):
    """The rules for mana on a map."""

    colored: ClassVar[bool]  # whether mana has a color
    lasts: ClassVar[bool]  # whether unspent mana stays in the pool
    all_make: ClassVar[bool]  # whether every ability that says it makes mana does so
    by_place: ClassVar[bool]  # whether `more_sources` depends on positions on the map

    def price(self, cost: ManaCost) -> ManaCost:
        """Return the cost that a player actually has to pay."""
        ...

    def cost_in_words(self, written: str, cost: ManaCost) -> str:
        """Return a cost as shown to players."""
        ...

    def made(self, mana: Sequence[int]) -> Sequence[int]:
        """Return the mana added to a pool when an ability makes `mana`."""
        ...

    def makes(self, game: GameCore, ident: int, ability: object) -> bool:
        """Return whether an object's mana ability really makes mana."""
        ...

    def more_sources(self, game: GameCore, seat: int) -> list[Source]:
        """Return mana abilities of permanents that a player doesn't control but may use now."""
        ...

    def in_words(self, mana: Sequence[int]) -> str:
        """Return mana as text."""
        ...


class MapInterface(Protocol):
    """The rules of a variant, as Magic's rules see them."""

    # --- rules that Magic leaves open ---

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
        """The name of the variant's main phases."""
        ...

    # --- before the game ---

    def board_for(self, players: int, lands: int = 0) -> Board:
        """Return the board for a number of players and, if the decks supply the map, of lands."""
        ...

    def is_laid(self, card: Card, players: int) -> bool:
        """Return whether a card of a deck belongs to the map instead of the library."""
        ...

    def lay_out(self, game: GameCore, lands: Sequence[Printed] = ()) -> None:
        """Deal the map, from `lands` of the decks if the decks supply the map."""
        ...

    def preparations(self, game: GameCore, laid: Sequence[Sequence[Printed]] = ()) -> list[Task]:
        """Return the choices that players make before the game."""
        ...

    def openings(self, game: GameCore) -> list[Task]:
        """Return the changes that players make to the map before the game, in turn order."""
        ...

    # --- positions and their consequences ---

    @property
    def reach(self) -> MapReach: ...
    @property
    def arrival(self) -> MapArrival: ...
    @property
    def movement(self) -> MapMovement: ...
    @cached_property
    def homes_on_map(self) -> bool:
        """True if islandhome and landhome restrict where creatures stand.

        False if these abilities restrict which lands their controllers must control, as in Magic.
        """
        ...

    @cached_property
    def declared(self) -> Declared:
        """The columns on which permanents and state-based actions depend under the map's rules."""
        ...

    def terrain_bonus(self, game: GameCore, obj: GameObject, c: Characteristics) -> tuple[int, int]:
        """Return the power and toughness that the map adds to an object."""
        ...

    def parts_of_bonus(
        self, game: GameCore, obj: GameObject, c: Characteristics
    ) -> list[tuple[int, int, str]]:
        """Return the terrain bonus rule by rule, each part with its reason."""
        ...

    def as_shown(
        self, game: GameCore, obj: GameObject, c: Characteristics, seat: int | None
    ) -> Characteristics:
        """Return an object's characteristics as a player sees them.

        A face-down land may add to them, which the player may not know. None: the view of no
        player.
        """
        ...

    def stands_at(self, game: GameCore, seat: int) -> int:
        """Return the square where a player stands, if relevant for casting."""
        ...

    def lies_at(
        self, game: GameCore, card: Printed, controller: int, before: GameObject | None
    ) -> int:
        """Return the square on which a permanent that is not a piece comes to lie."""
        ...

    def covers(self, game: GameCore, source: int, refs: Iterable[int], target: int) -> bool:
        """Return whether a permanent's text about players also covers a creature near them.

        `refs`: the objects and players that the text is about.
        """
        ...

    def blockers(self, game: GameCore, ident: int) -> int | None:
        """Return the number of creatures that block a creature or have it in range.

        None if the creature isn't fighting.
        """
        ...

    def worlds(self, game: GameCore) -> tuple[int, ...]:
        """Return the world enchantments in play, if the player who removes them matters."""
        ...

    # --- legal actions ---

    def special_action(self, verb: str) -> SpecialAction | None:
        """Return the special action with this verb, or None."""
        ...

    def special_at(self, *, slow: bool, own: bool = True) -> tuple[SpecialAction, ...]:
        """Return the special actions for a player who has priority or is moving.

        `slow`: include those that need sorcery timing. `own`: include Magic's own special actions,
        which few players can use.
        """
        ...

    def deeds(self, verbs: Set[str]) -> list[str]:
        """Return the names of the actions with these verbs."""
        ...

    def busy_refusal(self, game: GameCore, seat: int) -> Refusal | None:
        """Return the reason why a player amid moves or attacks can only pass, or None."""
        ...

    def step_refusal(self, game: GameCore, action: Action) -> Refusal | None:
        """Return the reason why an action that belongs to another step of the turn is refused."""
        ...

    def elsewhere_refusal(self, game: GameCore, seat: int, action: Action) -> Refusal | None:
        """Return the reason why an action for another step, or that needs priority, is refused."""
        ...

    def choice_refusal(self, game: GameCore, action: Action) -> Refusal | None:
        """Return the map's reason why an object can't be chosen or given up without targeting."""
        ...

    def cast_refusal(self, game: GameCore, seat: int, face: Printed) -> Refusal | None:
        """Return the map's reason why a player can't cast a spell that Magic's rules allow."""
        ...

    def target_refusal(
        self, game: GameCore, ctx: AbilityContext, phrase: Target, obj: GameObject
    ) -> Refusal | None:
        """Return the map's reason why an object can't be a target that Magic's rules allow."""
        ...

    def further_costs(self, game: GameCore, ctx: AbilityContext) -> list[Task]:
        """Return the costs that the map adds to an announced spell or ability."""
        ...

    # --- events ---

    def arrived(self, game: GameCore, ident: int) -> None:
        """React to a permanent that has just entered the battlefield."""
        ...

    def attached(self, game: GameCore, ident: int) -> None:
        """React to a permanent that has just been attached to an object or player."""
        ...

    def changed_sides(self, game: GameCore, idents: Iterable[int]) -> None:
        """React to a change of controller of some permanents."""
        ...

    def world_removed(self, game: GameCore, ctx: AbilityContext) -> None:
        """React to a spell that has removed a world enchantment from play."""
        ...

    def life_left(self, game: GameCore, player: Player) -> int:
        """Return the amount of life that a player with a life total can still lose."""
        ...

    def check(self, game: GameCore) -> bool | Question:
        """Check the map's state-based actions.

        Returns whether any applied, or the choice that a player must make first.
        """
        ...

    def is_won(self, game: GameCore) -> bool:
        """Return whether a player has won by one of the map's own rules."""
        ...

    def players_lose(self, game: GameCore, losers: list[Loser]) -> bool:
        """Make players lose, each with a reason. Return whether anything happened."""
        ...

    def player_left(self, game: GameCore, seat: int) -> None:
        """Remove or hand over a leaving player's objects on the map."""
        ...

    def turn_ends(self, game: GameCore, seat: int) -> None:
        """Update the counts kept at the end of a turn."""
        ...
