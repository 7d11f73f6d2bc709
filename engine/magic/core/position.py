"""The position: flat tables of frozen records that refer to each other by id.

A change replaces one record. A fork copies the tables and shares the records. The position holds
everything that a game needs to continue, including work in progress (the agenda), so any position
can be forked, saved, compared and hashed.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from engine.base.dirty_flags import (
    ALL,
    ALL_CHARACTERISTICS,
    CHARACTERISTICS,
    LAND,
    MOST_VALUES,
    NOBODY_YET,
    OWNED,
    PRESENCE,
    SPECIAL,
    STATE_BASED_ACTIONS,
    Columns,
    Readers,
)
from engine.base.records import field_names, replace
from engine.cards.characteristics import FIELDS, Characteristics

if TYPE_CHECKING:
    from engine.cards.characteristics import Printed
    from engine.cards.model import AnyAbility, Change, PlayerRule, Spend, Triggered
    from engine.cards.terms import Filter, Until
    from engine.magic.core.agenda import Task
    from engine.magic.core.special_actions import StackAction

NOBODY = -1  # a seat that stands for no player
NOWHERE = -1  # a space that stands for "not on the map"
# every dirty mask except these, and except the mask of each single derived value
BUT_CHARACTERISTICS, BUT_STATE_BASED_ACTIONS = ALL ^ ALL_CHARACTERISTICS, ALL ^ STATE_BASED_ACTIONS
BUT_ONE = tuple([ALL ^ (1 << number) for number in range(MOST_VALUES)])
# The version of automatic payment. Records of games that began before version 2 say version 1.
PAYMENT = 2
HIDDEN = ("library", "hand")  # the zones whose cards are hidden from some players (CR 400.2)
PHASED = "phased"  # the zone of permanents that have phased out (CR 702.26)
COMMAND = "command"  # the zone of emblems (CR 114.2, 408)

Pool = tuple[int, ...]  # mana in a pool: white, blue, black, red, green, colorless
EMPTY_POOL: Pool = (0, 0, 0, 0, 0, 0)


class OnMap(Struct, frozen=True, gc=False):
    """The map's own state of an object: movement, carrying, fighting.

    The fields are columns ("on_map.steps"). Magic's own rules read none of them; the facts that
    Magic's rules need are properties of `GameObject`.
    """

    since: int = 0  # the turn in which the object came to its space
    moved: int = 0  # the turn in which the object last moved
    steps: int = 0  # the number of spaces moved in that turn
    walked: int = 0  # the distance moved in that turn, in hundredths of a unit
    # the last turns in which the object used all of its movement, two at most
    full_moves: tuple[int, ...] = ()
    stopped: int = 0  # the turn in which the object was last stopped on its way
    # the creature that this one carried to a space where that creature can't stand unaided
    carries: int = 0
    carried: bool = False  # this creature was carried to a space where it can't stand unaided
    carried_by: int = 0  # the piece that carries this artifact (0: none)
    named: int = NOWHERE  # the space named for this permanent's effects on creatures
    # the attacker's bonus from terrain, fixed when its attack was declared; None: not fixed
    braced: tuple[int, int] | None = None
    tapped_in_attack: bool = False  # the object was tapped because it attacked
    loose: bool = False  # a land of the map that is tapped and destroyed like any other
    tapped_by: int = NOBODY  # the seat that tapped a loose land, and untaps it
    player_token: bool = False  # the object is its owner's token on the map


class GameObject(Struct, frozen=True, gc=False):
    """A card, token or copy in a zone (CR 109).

    An object gets a new id whenever it changes zones (CR 400.7). `space` is here because Magic's
    rules pass it to the map; everything else that concerns the map is in `on_map`.
    """

    id: int
    printed: Printed
    owner: int
    controller: int
    zone: str
    space: int = NOWHERE
    on_map: OnMap = OnMap()  # one shared record for objects that have done nothing on a map
    tapped: bool = False
    damage: int = 0
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: int = 0  # an object's id; a player as -(seat + 1); 0 for nothing
    timestamp: int = 0
    entered_under: int = NOBODY  # the seat that controls the object unless an effect says otherwise
    since: int = 0  # the turn in which the controller gained control of the object
    attacked: int = 0  # the turn in which the object last attacked
    used: tuple[int, ...] = ()  # indexes of the abilities activated this turn
    token: bool = False
    deathtouched: bool = False  # dealt damage by a source with deathtouch since the last check
    hurt: int = 0  # the turn in which the object was last dealt damage
    shields: int = 0  # regeneration shields
    chosen: str = ""  # the color or type chosen as the object entered
    x: int = 0
    kicked: bool = False
    # the actual card where `printed` is something else: a half, a copy, face down
    real: Printed | None = None
    # what a face-down object is a copy of, and so will be again once face up
    copy_of: Printed | None = None
    # what the object is face up once no effect makes it a copy; None: no copy effect applies
    unchanged: Printed | None = None
    paid: tuple[str, ...] = ()  # the costs paid to cast the object, by name: "buyback", "evoke"
    spent: str = ""  # the colors of mana spent on the object, each once
    entry: tuple[tuple[str, int], ...] = ()  # counters chosen for the object to enter with
    exiled_by: int = 0  # the permanent whose ability exiled the object
    # the permanent whose ability created the token, if that or the token asks for it
    created_by: int = 0
    paired: int = 0  # the creature that this creature is paired with
    designations: tuple[str, ...] = ()  # "monstrous", "renowned"
    # on the battlefield or in exile: only its controller may look at the card
    face_down: bool = False
    # the permanent to which this one was attached when that permanent phased out
    phased_with: int = 0
    skips_untap: bool = False  # the object does not untap in its controller's next untap step

    @property
    def last_deed(self) -> int:
        """The turn in which the object last changed control, attacked or was damaged (W-40)."""
        return max(self.since, self.attacked, self.hurt)

    @property
    def own(self) -> Printed:
        """The object's printed characteristics in other zones."""
        return self.real or self.printed

    @property
    def beneath(self) -> Printed:
        """The printed characteristics that a face-down object has once turned face up."""
        return self.copy_of or self.own

    @property
    def player_token(self) -> bool:
        """True for the token that represents the object's owner on the map.

        A player token is not a card, and it is a permanent only where it is a creature (B-5).
        """
        return self.on_map.player_token

    @property
    def loose(self) -> bool:
        """True for a land of the map that is tapped and destroyed like any other land."""
        return self.on_map.loose

    @property
    def untaps_for(self) -> int:
        """The seat in whose untap step the object untaps.

        That is its controller, or for a loose land the player who tapped it.
        """
        return self.on_map.tapped_by if self.on_map.loose else self.controller

    @property
    def never_taps(self) -> bool:
        """True for a land of the map that isn't loose: no effect taps such a land (C-15)."""
        return self.owner == NOBODY and not self.on_map.loose

    @property
    def stays(self) -> bool:
        """True if the object can't leave the battlefield: a land of the map or a player token.

        A loose land of the map can leave.
        """
        return self.never_taps or self.on_map.player_token

    @property
    def adrift(self) -> bool:
        """True for an owned object without a controller, which lies idle on the map (B-28)."""
        return self.owner != NOBODY and self.controller == NOBODY

    def speaker(self, ability: AnyAbility | None = None, x: int = 0) -> AbilityContext:
        """Return the context of `ability`, or of any ability of the object if None.

        The context carries the space named for the object's effects on creatures.
        """
        return AbilityContext(
            self.controller, self.id, self.printed.name, ability, x=x, space=self.on_map.named
        )

    def count(self, kind: str) -> int:
        """Return the number of counters of a kind on the object."""
        for name, number in self.counters:
            if name == kind:
                return number
        return 0


class BoundMana(Struct, frozen=True, gc=False):
    """Mana in a pool that may be spent only as `spend` says (CR 106.6)."""

    spend: Spend
    pool: Pool
    snow: bool = False  # a snow source made the mana


class LastingRule(Struct, frozen=True, gc=False):
    """A rule about a player by the effect of a spell or ability."""

    rule: PlayerRule
    controller: int
    source: int
    waits: bool = False  # applies from the beginning of the player's next turn on
    objects: tuple[int, ...] = ()  # a permission for these cards alone
    lasts: bool = False  # not only until end of turn, but while one of the objects is there


class ShownCards(Struct, frozen=True, gc=False):
    """The cards in a player's hand and library that everybody knows, as far as that is certain.

    Everybody saw them on their way there, or revealed. It follows from what all players have seen,
    never from anything hidden. Each card is in one of the four fields only.
    """

    hand: tuple[Printed, ...] = ()
    # the library from the top down to the last card known by its place, the top card last;
    # None: an unknown card
    top: tuple[Printed | None, ...] = ()
    library: tuple[Printed, ...] = ()  # somewhere in the rest of the library
    either: tuple[Printed, ...] = ()  # in the hand or in the rest of the library
    # ids of cards revealed since players last had priority: all see where these go
    followed: tuple[int, ...] = ()

    @property
    def placed(self) -> tuple[Printed, ...]:
        """The cards known by their place in the library."""
        return tuple([card for card in self.top if card is not None])

    @property
    def every(self) -> tuple[Printed, ...]:
        """All of the cards."""
        return (*self.hand, *self.placed, *self.library, *self.either)


NOTHING_SHOWN = ShownCards()


class Player(Struct, frozen=True, gc=False):
    """One seat at the table."""

    seat: int
    name: str
    life: int | None = None  # None: players have no life (C-16)
    library: tuple[int, ...] = ()  # object ids, the top card last
    hand: tuple[int, ...] = ()
    graveyard: tuple[int, ...] = ()
    exile: tuple[int, ...] = ()
    pool: Pool = EMPTY_POOL
    kept: Pool = EMPTY_POOL  # the part of the pool that stays until the turn ends (C-14)
    # the part of the pool made by snow sources (CR 106.3); never part of `kept`
    snow: Pool = EMPTY_POOL
    # further mana, which may be spent on some things only; `pool` doesn't include it
    bound: tuple[BoundMana, ...] = ()
    # the player's color: of mana from die rolls, and of tokens from exploring
    mana_color: str = ""
    stronghold: int = NOWHERE  # the space of the player's own Stronghold
    lost_turns: int = 0  # turns of the player that ended since the Stronghold was lost
    mulligans: int = 0
    lands_played: int = 0
    last_turn: int = 0  # the number of the player's latest turn
    turn_before: int = 0  # the number of the player's turn before `last_turn`
    token: int = 0  # the object id of the player's token on the map
    drew_from_empty: bool = False
    drawn: int = 0  # cards that the player has drawn this turn
    hurt: int = 0  # the turn in which the player was last dealt damage
    harm: int = 0  # the damage dealt to the player in that turn
    # the creature types of creatures that dealt combat damage to a player this turn
    prowlers: tuple[str, ...] = ()
    spells: int = 0  # spells that the player has cast this turn
    skips: tuple[str, ...] = ()  # the next turns and steps that the player skips: "turn", "untap"
    rules: tuple[LastingRule, ...] = ()  # rules about the player for a turn
    shown: int = 0  # the top card of the library when it was last told to others, if it was
    # what everybody knows of the hand and the library; None: nobody keeps track of it, as in
    # imagined games
    shown_cards: ShownCards | None = NOTHING_SHOWN
    poison: int = 0
    energy: int = 0
    designations: tuple[str, ...] = ()  # "monarch", "blessing" (the city's blessing)
    fallen: bool = False  # the player's token is dead, but the player is still in the game (B-34)
    out: bool = False


PLAYER_COUNTERS = ("poison", "energy")
"""The kinds of counters that players can have, which are fields of a player."""


class Area(Struct, frozen=True, gc=False):
    """The contents of a space of the map: its land, holder and Stronghold."""

    land: int  # the land's object id
    face_up: bool = False
    holder: int = NOBODY
    conquer_value: int = 0
    stronghold: int = NOBODY  # the seat whose Stronghold lies here
    hidden: Printed | None = None  # the face-down land that lies here, if no player may know it


class Outcome(Struct, frozen=True, gc=False):
    """A thing that an effect, or the payment of a cost, has really done: "this way"."""

    verb: str  # one of `engine.cards.terms.RESULTS`, or "life" or "counters"
    # the object: by its old id if it was a permanent or spell, else by its new id; a player as
    # -(seat + 1)
    ident: int
    number: int = 0  # the damage, or the change of life or counters


class AbilityContext(Struct, frozen=True, gc=False):
    """The context in which the text of a spell or ability is read: who "you" and "this" are.

    "You" is `controller`, "this" is `source`; the other fields say what targets, modes and earlier
    events the text may refer to.
    """

    controller: int
    source: int  # object id of the spell, or of the ability's source
    name: str = ""
    ability: AnyAbility | StackAction | None = None  # None: a permanent spell
    id: int = 0  # the id on the stack (0: not on the stack); for a spell the object id of its card
    targets: tuple[tuple[int, ...], ...] = ()  # per target phrase; a player is -(seat + 1)
    division: tuple[int, ...] = ()  # damage divided among the first phrase's targets
    modes: tuple[int, ...] = ()
    is_spell: bool = False
    announced: bool = False  # the spell or ability has been announced completely and paid for
    x: int = 0
    kicked: bool = False
    paid: tuple[str, ...] = ()  # the costs chosen, by name, each as often as it is paid
    spent: str = ""  # the colors of mana spent, each once
    aim: int = 0  # the object attacked by the creature that was returned to pay a cost
    it: int = 0  # the object that the text calls "it"
    moved: bool = False  # "it" changed zones in the event: the object that it became is meant
    chosen: tuple[int, ...] = ()  # objects chosen, but not targeted, during resolution
    word: str = ""  # the color, type or keyword chosen during resolution
    that_player: int = NOBODY
    amount: int = 0  # the damage, or another number, of the event that triggered the ability
    # sources of the replacement effects already applied to this event (CR 614.5)
    used: tuple[int, ...] = ()
    space: int = NOWHERE  # the space named for effects on creatures
    later: bool = False  # a delayed trigger, which finds its object in whatever zone that is
    # results of its cost, or of the effects that made it trigger
    results: tuple[Outcome, ...] = ()


class StackItem(AbilityContext, frozen=True, gc=False):
    """A spell or ability on the stack (CR 405), being announced, or waiting as a trigger."""

    cast_from: str = ""  # the zone from which the spell was cast
    copy: bool = False
    firm: bool = False  # the mana spent on the spell keeps it from being countered


class Attacker(Struct, frozen=True, gc=False):
    """An attacking creature in the current combat."""

    id: int
    aim: int = 0  # object id of the land or planeswalker attacked; a player as -(seat + 1)
    blockers: tuple[int, ...] = ()
    blocked: bool = False
    band: int = 0  # the attacker that identifies the band, its own members included; 0: no band


class Combat(Struct, frozen=True, gc=False):
    """One attack, from its declaration to its end."""

    seat: int
    space: int
    attackers: tuple[Attacker, ...] = ()
    to_land: int = 0  # damage dealt to the attacked land in this attack
    # the creatures that dealt damage in the first of two damage steps; None: no such step yet
    first_strike_done: tuple[int, ...] | None = None
    since: int = 0  # the next object id when the attack began
    settled: bool = False  # blocks have been declared
    left: tuple[Attacker, ...] = ()  # creatures that attacked and were removed from this combat


class ContinuousEffect(Struct, frozen=True, gc=False):
    """A continuous effect of a resolved spell or ability (CR 611.2)."""

    timestamp: int
    controller: int
    source: int
    objects: tuple[int, ...]
    change: Change
    until: Until
    turn: int  # the turn in which the effect began
    x: int = 0
    copy: Printed | None = None  # what the objects are copies of while the effect lasts (CR 613.2a)
    # the player whose next untap step ends the effect, if not the controller of the objects
    whose: int = NOBODY


class Shield(Struct, frozen=True, gc=False):
    """A prevention or redirection effect that waits for damage (CR 615, 614.9)."""

    controller: int
    source_id: int
    to: tuple[int, ...] | Filter | None  # None: anything
    amount: int | None = None  # None: all of the damage
    source: Filter | None = None
    combat_only: bool = False
    space: int = NOWHERE  # only damage to objects on this space
    by: int = 0  # the object whose damage is prevented; 0: any source that matches `source`
    # only the next time that such damage would be dealt, whatever the amount
    next_time: bool = False
    # the shield has applied, and goes once all simultaneous damage has been dealt
    spent: bool = False
    # the object or player to whom the damage is redirected; 0: the damage is prevented
    onto: int = 0
    number: int = 0  # tells redirection effects apart


class DelayedTrigger(Struct, frozen=True, gc=False):
    """A triggered ability that waits for its event (CR 603.7)."""

    controller: int
    source: int
    ability: Triggered
    it: int = 0
    x: int = 0
    # not a trigger: "it" returns as soon as the source has left (CR 610.3)
    at_once: bool = False
    each_time: bool = False  # triggers again and again until the end of the turn
    this_turn: bool = False  # waits until the end of the turn
    results: tuple[Outcome, ...] = ()  # of the effects before it
    # the turn in which the ability began, if it waits until its controller's next turn; else 0
    since: int = 0


class LastKnown(Struct, frozen=True, gc=False):
    """Last known information about an object as it left a zone (CR 608.2h)."""

    object: GameObject
    characteristics: Characteristics
    became: int = 0
    went_to: str = ""  # the zone that the object went to
    # the spell, if a spell left the stack without resolving
    spell: StackItem | None = None


class Deed(Struct, frozen=True, gc=False):
    """An event of the turn, as triggered abilities notice it."""

    event: str
    ident: int  # the object; 0 for none
    seat: int = NOBODY  # the player of the event
    by: int = 0  # the other object, or a player as -(seat + 1)
    amount: int = 0


class Turn(Struct, frozen=True, gc=False):
    """The current turn and step."""

    number: int = 0  # 0 before the first turn
    active: int = 0
    step: int = -1  # index of the variant's turn step; -1 before the first
    first_seat: int = 0
    begun: tuple[str, ...] = ()  # the blocks of actions begun this turn, by verb
    block: str = ""  # the block in progress, by verb
    spells: int = 0  # spells cast this turn
    # for an extra turn, the seat whose usual turn came last; turns go on from there
    after: int = NOBODY
    # the events so far; None: no card of the game asks for them
    deeds: tuple[Deed, ...] | None = None


class AfterEffects(Struct, gc=False):
    """Characteristics of all permanents after all effects.

    `engine.magic.continuous.characteristics` fills them in.
    """

    table: dict[int, Characteristics]
    attached: frozenset[int]  # permanents that are attached to something
    # some Aura among them restricts what it may enchant more than usual
    # (engine.magic.index.dependencies)
    demanding: bool
    # some permanent that entered under one player's control may now be under another's
    disputed: bool


def _none_kept() -> list[Any]:
    return [None] * MOST_VALUES


def _unknown() -> AfterEffects:
    """Return an empty table: no permanent's characteristics are known yet."""
    return AfterEffects({}, frozenset(), False, False)


class State(Struct, eq=False):
    """A whole position.

    Only this module writes the fields. Other modules call `set`, `change`, `put` and similar
    methods.
    """

    objects: dict[int, GameObject] = field(default_factory=dict[int, GameObject])
    players: tuple[Player, ...] = ()
    areas: tuple[Area, ...] = ()
    # the land type with which players marked each space; "" for none
    ground: tuple[str, ...] = ()
    battlefield: tuple[int, ...] = ()
    phased: tuple[int, ...] = ()  # permanents that have phased out
    emblems: tuple[int, ...] = ()  # objects in the command zone, the oldest first
    stack: tuple[StackItem, ...] = ()
    # cards outside the battlefield whose abilities work in their zone
    elsewhere: tuple[int, ...] = ()
    lasting: tuple[ContinuousEffect, ...] = ()
    shields: tuple[Shield, ...] = ()
    delayed: tuple[DelayedTrigger, ...] = ()
    pending: tuple[StackItem, ...] = ()  # triggered abilities not yet on the stack
    # objects that left a zone this turn
    gone: dict[int, LastKnown] = field(default_factory=dict[int, LastKnown])
    # what the resolution or payment under way has done so far; None: nothing asks
    results: tuple[Outcome, ...] | None = None
    combat: Combat | None = None
    turn: Turn = Turn()
    agenda: tuple[Task, ...] = ()  # unfinished tasks, the next task last
    undo: State | None = None  # the position before the announcement in progress
    # results of the next die rolls, used before the generator
    dice: tuple[int, ...] = ()
    # orders of the next shuffles, used before the generator
    shuffles: tuple[tuple[int, ...], ...] = ()
    rng: int = 0  # the state of the random number generator
    next_id: int = 1
    idle_turns: int = 0  # consecutive turns in which no player had a decision
    extra_turns: tuple[int, ...] = ()  # the seats of extra turns, the next one last
    lands: int = 0  # the number of lands that make up the map, if the decks supply them
    land_graveyard: tuple[int, ...] = ()  # lands that have left the map
    stalled_turns: int = 0  # consecutive turns at whose end no player had anything left to act with
    # the turn in which an object that has left the battlefield last came, attacked or was dealt
    # damage
    last_deed: int = 0
    winners: tuple[int, ...] | None = None  # None while the game goes on; empty for a draw
    # not part of the position:
    version: int = 0  # increases with every change
    holes: int = 0  # objects removed from the table since it was last packed
    # the masks of the derived values that must be recomputed (engine.base.dirty_flags)
    dirty: int = ALL
    readers: Readers = NOBODY_YET  # the masks that a change of each column sets
    permanents: AfterEffects = field(default_factory=_unknown)
    # permanents that changed since then, with their earlier records
    touched: dict[int, GameObject | None] = field(default_factory=dict[int, "GameObject | None"])
    # permanents that changed since the last check of state-based actions
    unchecked: set[int] = field(default_factory=set[int])
    shares: bool = False  # a fork shares the tables
    # other derived values, by their numbers (engine.magic.index.derived)
    kept: list[Any] = field(default_factory=_none_kept)

    def fork(self) -> State:
        """Return an independent copy."""
        # copying a dictionary with many deleted entries is several times slower
        if self.holes > len(self.objects) // 4:
            self.objects, self.holes = dict(self.objects), 0
        self.shares = True  # the first of the two to write into a shared table copies it
        new = replace(self)
        new.objects, new.gone = self.objects.copy(), self.gone.copy()
        return new

    def keep_before(self, question: Task) -> None:
        """Save the position before an announcement, so that canceling returns to `question`."""
        before = self.fork()
        before.undo, before.agenda = None, (*before.agenda, question)
        self.undo = before
        self.version += 1

    def _part(self) -> None:
        """Copy the tables that are shared with forks."""
        self.shares = False
        self.kept, self.touched, self.unchecked = (
            self.kept.copy(),
            self.touched.copy(),
            self.unchecked.copy(),
        )

    def key(self) -> tuple[Any, ...]:
        """Return everything that makes up the position, for comparison."""
        return (
            self.objects, self.gone, self.players, self.areas, self.ground, self.battlefield,
            self.stack, self.lasting, self.shields,
            self.delayed, self.pending, self.agenda, self.dice, self.shuffles, self.combat,
            self.winners, self.turn, self.rng, self.next_id,
            self.idle_turns, self.stalled_turns, self.last_deed, self.lands, self.land_graveyard,
            self.results, self.extra_turns, self.emblems,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.key() == other.key()

    def __ne__(self, other: object) -> bool:  # a Struct's own would compare all fields
        return not self == other

    def __hash__(self) -> int:
        return hash(
            (
                tuple(sorted(self.objects)),
                self.players,
                self.areas,
                self.agenda,
                self.turn,
                self.rng,
            )
        )

    # --- the only writers: each sets the masks of the values that depend on the changed columns ---

    def set(self, **fields: Any) -> None:
        """Replace whole fields of the position."""
        masks = self.readers.whole
        for name, value in fields.items():
            setattr(self, name, value)
            self.dirty |= masks[name]
        self.version += 1

    def restack(self, stack: tuple[StackItem, ...]) -> None:
        """Replace the stack.

        A separate method, for speed: the stack changes often.
        """
        self.stack = stack
        self.dirty |= self.readers.whole["stack"]
        self.version += 1

    def change_turn(self, **fields: Any) -> None:
        """Replace fields of the turn."""
        self.turn = replace(self.turn, **fields)
        self.dirty |= _masks(self.readers.turn, fields)
        self.version += 1

    def change_player(self, seat: int, **fields: Any) -> Player:
        """Replace fields of one player."""
        players = [*self.players]
        new = players[seat] = replace(players[seat], **fields)
        self.players = tuple(players)
        self.dirty |= _masks(self.readers.players, fields)
        self.version += 1
        return new

    def change_area(self, space: int, **fields: Any) -> Area:
        """Replace fields of one area."""
        areas = self.areas
        new = replace(areas[space], **fields)
        self.areas = (*areas[:space], new, *areas[space + 1 :])
        self.dirty |= _masks(self.readers.areas, fields)
        self.version += 1
        return new

    def put_areas(self, column: str, areas: tuple[Area, ...]) -> None:
        """Replace all areas by records that differ only in `column`."""
        self.areas = areas
        self.dirty |= self.readers.areas[column]
        self.version += 1

    def change(self, ident: int, **fields: Any) -> GameObject:
        """Replace fields of one object."""
        before, readers = self.objects[ident], self.readers
        masks = readers.objects if before.owner != NOBODY else readers.land
        return self._replace(before, replace(before, **fields), _masks(masks, fields))

    def change_on_map(self, ident: int, **fields: Any) -> GameObject:
        """Replace fields of an object's `on_map` record."""
        before = self.objects[ident]
        return self._replace(
            before,
            replace(before, on_map=replace(before.on_map, **fields)),
            _masks(self.readers.on_map, fields),
        )

    def _replace(self, before: GameObject, now: GameObject, masks: int) -> GameObject:
        """Replace one object's record and set the masks in `masks`.

        `masks`: the derived values that depend on the fields that differ.
        """
        self.objects[before.id] = now
        if masks:
            self.dirty |= masks
            if self.shares:
                self._part()
            if masks & CHARACTERISTICS and before.id not in self.touched:
                self.touched[before.id] = before if before.zone == "battlefield" else None
            if masks & STATE_BASED_ACTIONS:
                self.unchecked.add(before.id)
        self.version += 1
        return now

    def move(self, ident: int, space: int, *, taps: bool = False, **fields: Any) -> GameObject:
        """Move an object to another space, from this turn on.

        `taps`: tap the object as well. `fields`: further fields of its `on_map` record.
        """
        before, readers = self.objects[ident], self.readers
        masks = readers.objects["space"] | readers.on_map["since"] | _masks(readers.on_map, fields)
        if taps:
            masks |= readers.objects["tapped"]
        on_map = replace(before.on_map, since=self.turn.number, **fields)
        return self._replace(
            before, replace(before, space=space, tapped=taps or before.tapped, on_map=on_map), masks
        )

    def tap(self, ident: int, tapped: bool, by: int = NOBODY) -> None:
        """Tap or untap an object.

        `by`: the seat that taps a loose land, which the land remembers; NOBODY: the active player
        (F-20).
        """
        before, readers = self.objects[ident], self.readers
        on_map, masks = (
            before.on_map,
            (readers.objects if before.owner != NOBODY else readers.land)["tapped"],
        )
        tapper = NOBODY
        if tapped and on_map.loose:
            tapper = self.turn.active if by == NOBODY else by
        if on_map.tapped_in_attack or on_map.tapped_by != tapper:
            on_map = replace(on_map, tapped_in_attack=False, tapped_by=tapper)
            masks |= readers.on_map["tapped_in_attack"] | readers.on_map["tapped_by"]
        self._replace(before, replace(before, tapped=tapped, on_map=on_map), masks)

    def put(self, obj: GameObject) -> None:
        """Add an object to the table of objects."""
        self.objects[obj.id] = obj
        self._comes_or_goes(obj, None)
        if obj.zone == "battlefield":
            self.unchecked.add(obj.id)
        if obj.zone == COMMAND:
            self.set(emblems=(*self.emblems, obj.id))
        if obj.zone in obj.printed.elsewhere:
            self.set(elsewhere=(*self.elsewhere, obj.id))
        if obj.printed.asks_for_turn and self.turn.deeds is None:
            self.change_turn(deeds=())

    def remove(self, ident: int) -> GameObject:
        """Take an object off the table of objects."""
        obj = self.objects.pop(ident)
        self._comes_or_goes(obj, obj)
        self.holes += 1
        if ident in self.elsewhere:
            self.set(elsewhere=tuple(i for i in self.elsewhere if i != ident))
        if ident in self.emblems:
            self.set(emblems=tuple(i for i in self.emblems if i != ident))
        if ident in self.phased:
            self.set(phased=tuple(i for i in self.phased if i != ident))
        return obj

    def _comes_or_goes(self, obj: GameObject, before: GameObject | None) -> None:
        if obj.zone == "battlefield":
            if self.shares:
                self._part()
            self.touched.setdefault(obj.id, before)
            self.dirty |= self.readers.present
        else:
            self.dirty |= self.readers.elsewhere
        self.version += 1

    def swap(self, out: Set[int], into: dict[int, GameObject]) -> None:
        """Remove the objects `out` and put `into`; none may be a permanent.

        Objects in `into` are new or replace those with their ids.
        """
        if out:
            self.objects = {ident: obj for ident, obj in self.objects.items() if ident not in out}
        self.objects |= into
        self.dirty |= self.readers.elsewhere | (
            self.readers.objects["printed"] & ~(ALL_CHARACTERISTICS | STATE_BASED_ACTIONS)
        )
        self.version += 1

    def remember(self, ident: int, last: LastKnown) -> None:
        """Save last known information about an object that leaves a zone."""
        self.gone[ident] = last
        self.dirty |= self.readers.whole["gone"]
        self.version += 1

    def new_id(self) -> int:
        """Return an id that no object of this game has had."""
        ident = self.next_id
        self.next_id = ident + 1
        return ident

    def push(self, tasks: tuple[Task, ...]) -> None:
        """Put tasks on the agenda; the first one is done first."""
        self.agenda += tasks if len(tasks) == 1 else tasks[::-1]

    def done(self, agenda: tuple[Task, ...]) -> None:
        """Take the next task off `agenda`."""
        self.agenda = agenda[:-1]

    def answered(self) -> None:
        """Take the answered question off the agenda.

        The version increases even if the answer changes nothing else.
        """
        self.agenda = self.agenda[:-1]
        self.version += 1

    # --- derived values ---

    def keep(self, number: int, value: Any) -> None:
        """Store a derived value and clear its dirty flag."""
        if self.shares:
            self._part()
        self.kept[number] = value
        self.dirty &= BUT_ONE[number]

    def set_dirty(self, masks: int) -> None:
        """Set dirty masks: the derived values must be recomputed."""
        self.dirty |= masks

    def begin_permanents(self, permanents: AfterEffects) -> dict[int, GameObject | None]:
        """Store unfinished characteristics while they are recomputed.

        Returns the permanents that changed since the last time, with their earlier records.
        """
        touched, self.touched = self.touched, {}
        self.permanents = permanents
        self.dirty &= BUT_CHARACTERISTICS
        return touched

    def look_again(self, idents: Iterable[int], masks: int = STATE_BASED_ACTIONS) -> None:
        """Mark permanents for the next check of state-based actions, as other objects changed.

        `masks`: the derived values that depend on the permanents, if not all checks.
        """
        if self.shares:
            self._part()
        self.unchecked.update(idents)
        self.dirty |= masks

    def begin_checks(self) -> None:
        """Clear the dirty flag of state-based actions before they are checked.

        A change made during the check sets the flag again.
        """
        self.dirty &= BUT_STATE_BASED_ACTIONS

    def end_checks(self, *, settled: bool) -> None:
        """Finish a check of state-based actions. `settled`: none applied."""
        if settled and not self.dirty & STATE_BASED_ACTIONS:
            self.unchecked = set()
        else:
            self.dirty |= STATE_BASED_ACTIONS

    def end_permanents(self, permanents: AfterEffects, readers: Readers) -> None:
        """Store the recomputed characteristics, with the readers that apply from now on."""
        self.permanents, self.readers = permanents, readers
        self.dirty &= BUT_CHARACTERISTICS

    def try_out(self) -> tuple[list[Any], int]:
        """Save the derived values, so that characteristics can change temporarily.

        Returns the values that `take_back` restores.
        """
        if self.shares:
            self._part()
        before = self.kept, self.dirty
        self.kept = self.kept.copy()
        self.dirty |= self.readers.now
        return before

    def take_back(self, before: tuple[list[Any], int]) -> None:
        """Restore the derived values that `try_out` saved."""
        self.kept, self.dirty = before

    def forget(self, *, wholly: bool = True) -> None:
        """Forget the derived values, which may reveal hidden cards, and the change counters.

        Characteristics that are up to date follow from the position alone, so they are kept unless
        `wholly`.
        """
        self.version = self.holes = 0
        self.touched, self.unchecked, self.kept = {}, set(), _none_kept()
        if wholly or self.dirty & ALL_CHARACTERISTICS:
            self.dirty, self.readers, self.permanents = ALL, NOBODY_YET, _unknown()
        else:
            self.dirty, self.unchecked = BUT_CHARACTERISTICS, set(self.permanents.table)

    def __reduce__(self) -> tuple[object, ...]:
        bare = replace(self)
        bare.forget()  # derived values are recomputed after loading
        return State, tuple([getattr(bare, name) for name in field_names(State)])

    def on_stack(self, ident: int) -> StackItem | None:
        """Return the spell or ability on the stack with this id, or None."""
        return next((item for item in self.stack if item.id == ident), None)


def _masks(masks: dict[str, int], columns: dict[str, Any]) -> int:
    """Return the combined dirty masks of some columns."""
    found = 0
    for column in columns:
        found |= masks[column]
    return found


Columns.on_map = frozenset(f"on_map.{name}" for name in OnMap.__struct_fields__)
Columns.objects = Columns.on_map.union(GameObject.__struct_fields__) - {"on_map"}
Columns.parted = frozenset(
    part + name for part in (OWNED, LAND) for name in Columns.objects - Columns.on_map
)
Columns.players = frozenset(f"player.{name}" for name in Player.__struct_fields__)
Columns.areas = frozenset(f"area.{name}" for name in Area.__struct_fields__)
Columns.turn = frozenset(f"turn.{name}" for name in Turn.__struct_fields__)
Columns.whole = frozenset(State.__struct_fields__)
Columns.now = frozenset((*FIELDS, SPECIAL))
Columns.of_permanents = Columns.objects | Columns.parted | Columns.now | {PRESENCE}
NOBODY_YET.fill()
