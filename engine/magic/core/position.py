"""The position: flat tables of frozen records, ids instead of references.

A change replaces one record. A fork copies the tables and shares the records. Everything that a
game needs to go on is here, work in progress included (the agenda), so any position can be forked,
saved, compared and hashed.
"""

from __future__ import annotations

from collections.abc import Iterable, Set
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from engine.base.dirty_flags import (
    ALL,
    CHECKS,
    LAND,
    MOST_VALUES,
    NOBODY_YET,
    NOW,
    OWNED,
    PERMANENTS,
    PRESENCE,
    SPECIAL,
    Columns,
    Readers,
)
from engine.base.records import field_names, replace
from engine.cards.characteristics import FIELDS, Characteristics

if TYPE_CHECKING:
    from engine.cards.characteristics import Printed
    from engine.cards.model import AnyAbility, Change, Triggered
    from engine.cards.terms import Filter, Until
    from engine.magic.core.agenda import Task
    from engine.magic.core.special_actions import Deed

NOBODY = -1  # a seat that stands for no player
NOWHERE = -1  # a space that stands for "not on the map"
# all marks but these, and but that of each derived value
BUT_NOW, BUT_CHECKS = ALL ^ NOW, ALL ^ CHECKS
BUT_ONE = tuple([ALL ^ (1 << number) for number in range(MOST_VALUES)])
# the way in which what is paid by itself is paid. Records of games that were begun before know of
# the first one
PAYMENT = 2
HIDDEN = ("library", "hand")  # the zones whose cards not everybody sees (CR 400.2)
PHASED = "phased"  # the zone of what has phased out (CR 702.26)

Pool = tuple[int, ...]  # mana in a pool: white, blue, black, red, green, colourless
EMPTY_POOL: Pool = (0, 0, 0, 0, 0, 0)


class OnMap(Struct, frozen=True, gc=False):
    """What only a map makes of an object, beside the space where it is: its way, what it carries,
    what it stands for.

    Its fields are columns ("on_map.steps"). Magic's own rules read none of them; what they have to
    know is a property of the object.
    """

    since: int = 0  # the turn in which it came to its space
    moved: int = 0  # the turn in which it last moved
    steps: int = 0  # the spaces that it has moved in that turn
    walked: int = 0  # how far it has moved in that turn, in hundredths of a unit
    # the last turns in which it used all of its movement, two at most
    full_moves: tuple[int, ...] = ()
    stopped: int = 0  # the turn in which it was last stopped on its way
    carries: int = 0  # the creature that it carried to where that one can't stand unaided
    carried: bool = False  # it was carried to where it can't stand unaided
    carried_by: int = 0  # the piece that carries it, where artifacts are carried
    named: int = NOWHERE  # the space named for its effects on creatures
    # what terrain gave an attacker as its attack was declared, which it keeps
    braced: tuple[int, int] | None = None
    tapped_in_attack: bool = False  # tapped because it attacked
    loose: bool = False  # a land of the map that is tapped and destroyed like any other
    tapped_by: int = NOBODY  # who tapped a loose land, and untaps it
    player_token: bool = False  # it is its owner's token on the map


class GameObject(Struct, frozen=True, gc=False):
    """A card, token or copy in a zone (CR 109).

    It gets a new id whenever it changes zones (CR 400.7).

    Where it is, its `space`, is Magic's business too: it hands that on wherever it asks the map
    something. All else of a map is `on_map`.
    """

    id: int
    printed: Printed
    owner: int
    controller: int
    zone: str
    space: int = NOWHERE
    on_map: OnMap = OnMap()  # the same one for all that have done nothing on a map
    tapped: bool = False
    damage: int = 0
    counters: tuple[tuple[str, int], ...] = ()
    attached_to: int = 0  # an object's id; a player as -(seat + 1); 0 for nothing
    timestamp: int = 0
    entered_under: int = NOBODY  # who controls it while no effect says otherwise
    since: int = 0  # the turn in which its controller came to control it
    attacked: int = 0  # the turn in which it last attacked
    used: tuple[int, ...] = ()  # its abilities activated this turn, by index
    token: bool = False
    deathtouched: bool = False  # dealt damage by a source with deathtouch since the last check
    hurt: int = 0  # the turn in which it was last dealt damage
    shields: int = 0  # regeneration shields
    chosen: str = ""  # the colour or type chosen as it entered
    x: int = 0
    kicked: bool = False
    # the card that it really is, where `printed` is something else: a half, a copy, face down
    real: Printed | None = None
    # what it is a copy of where it is face down, and so will be again face up
    copy_of: Printed | None = None
    # what it is face up as soon as no effect makes it a copy any more, where one does now
    unchanged: Printed | None = None
    paid: tuple[str, ...] = ()  # the costs by which it was cast, by name: "buyback", "evoke"
    spent: str = ""  # the colours of mana spent on it, each once
    entry: tuple[tuple[str, int], ...] = ()  # counters that it will enter with, as chosen
    exiled_by: int = 0  # the permanent whose ability exiled it
    paired: int = 0  # the creature that it is paired with
    face_down: bool = False  # on the battlefield or in exile: only its controller may look at it
    phased_with: int = 0  # the permanent to which it was attached when that phased out
    skips_untap: bool = False  # it does not untap in its controller's next untap step

    @property
    def last_deed(self) -> int:
        """The turn in which it last came, attacked or was hurt (W-40)."""
        return max(self.since, self.attacked, self.hurt)

    @property
    def own(self) -> Printed:
        """What it is in other zones."""
        return self.real or self.printed

    @property
    def beneath(self) -> Printed:
        """What it is face up, where it is face down."""
        return self.copy_of or self.own

    @property
    def player_token(self) -> bool:
        """Whether it stands on the map for its owner: no card, and no permanent either where it
        is no creature (B-5).
        """
        return self.on_map.player_token

    @property
    def loose(self) -> bool:
        """Whether it is land of the map that is tapped and destroyed like any other."""
        return self.on_map.loose

    @property
    def untaps_for(self) -> int:
        """In whose untap step it untaps: its controller's, or a loose land in that of whoever
        tapped it.
        """
        return self.on_map.tapped_by if self.on_map.loose else self.controller

    @property
    def never_taps(self) -> bool:
        """Whether it is a land of the map that isn't loose: nothing taps it (C-15)."""
        return self.owner == NOBODY and not self.on_map.loose

    @property
    def stays(self) -> bool:
        """Whether nothing makes it leave the battlefield: a land of the map that isn't loose, or
        a player's token.
        """
        return self.never_taps or self.on_map.player_token

    @property
    def adrift(self) -> bool:
        """Whether nobody controls it, although somebody owns it: it lies there and does nothing
        (B-28).
        """
        return self.owner != NOBODY and self.controller == NOBODY

    def speaker(self, ability: AnyAbility | None = None, x: int = 0) -> Speaker:
        """Who speaks in one of its abilities, if in this one, whose effects on creatures are for
        the space named for it.
        """
        return Speaker(
            self.controller, self.id, self.printed.name, ability, x=x, space=self.on_map.named
        )

    def count(self, kind: str) -> int:
        """How many counters of a kind are on it."""
        for name, number in self.counters:
            if name == kind:
                return number
        return 0


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
    snow: Pool = EMPTY_POOL  # the part that something snow made (CR 106.3); none of it is kept
    # the player's colour: of the mana that dice make, and of the tokens that explore
    mana_color: str = ""
    stronghold: int = NOWHERE  # the space of the player's own Stronghold
    lost_turns: int = 0  # turns of the player that ended since the Stronghold was lost
    mulligans: int = 0
    lands_played: int = 0
    last_turn: int = 0  # the number of the player's latest turn
    turn_before: int = 0  # the number of the one before it
    token: int = 0  # the object id of the player's token on the map
    drew_from_empty: bool = False
    drawn: int = 0  # cards that the player has drawn this turn
    hurt: int = 0  # the turn in which the player was last dealt damage
    harm: int = 0  # how much that was in that turn
    # the creature types whose creatures dealt combat damage to a player this turn
    prowlers: tuple[str, ...] = ()
    poison: int = 0
    fallen: bool = False  # the player's token is dead, and the player plays on (B-34)
    out: bool = False


class Area(Struct, frozen=True, gc=False):
    """What lies on a space of the map."""

    land: int  # the land's object id
    face_up: bool = False
    holder: int = NOBODY
    conquer_value: int = 0
    stronghold: int = NOBODY  # whose Stronghold it is
    hidden: Printed | None = None  # the land that lies here face down, where nobody may know it


class Speaker(Struct, frozen=True, gc=False):
    """Who speaks where words are understood: "you" is the controller, "this" the source; and
    what else they may speak of.
    """

    controller: int
    source: int  # object id of the spell, or of the ability's source
    name: str = ""
    ability: AnyAbility | Deed | None = None  # none: a permanent spell
    id: int = 0  # of what is on the stack, if it is there; a spell's is its card's object id
    targets: tuple[tuple[int, ...], ...] = ()  # per target phrase; a player is -(seat + 1)
    division: tuple[int, ...] = ()  # damage divided among the first phrase's targets
    modes: tuple[int, ...] = ()
    is_spell: bool = False
    announced: bool = False  # it has been announced in full and paid for
    x: int = 0
    kicked: bool = False
    paid: tuple[str, ...] = ()  # the costs chosen for it, by name, each as often as it is paid
    spent: str = ""  # the colours of mana spent on it, each once
    aim: int = 0  # what the creature attacked that was returned to pay for it
    it: int = 0  # the object that a trigger speaks of
    moved: bool = False  # "it" changed zones then: what it became there is meant
    chosen: tuple[int, ...] = ()  # what was chosen, without being targets, while it resolves
    that_player: int = NOBODY
    amount: int = 0  # the damage, or other number, that a trigger speaks of
    used: tuple[int, ...] = ()  # sources of the replacement effects that have led to this
    space: int = NOWHERE  # the space named for its effects on creatures
    later: bool = False  # a delayed trigger, which finds what it was made for wherever that is


class StackItem(Speaker, frozen=True, gc=False):
    """A spell or ability on the stack (CR 405), one that is being announced, or a triggered
    ability that waits for that.
    """

    cast_from: str = ""  # the zone from which it was cast
    copy: bool = False


class Attacker(Struct, frozen=True, gc=False):
    """An attacking creature in the combat that is going on."""

    id: int
    aim: int = 0  # object id of the land or planeswalker attacked; a player as -(seat + 1)
    blockers: tuple[int, ...] = ()
    blocked: bool = False
    band: int = 0  # the attacker whose band it belongs to, itself included


class Combat(Struct, frozen=True, gc=False):
    """One attack, from its declaration to its end."""

    seat: int
    space: int
    attackers: tuple[Attacker, ...] = ()
    to_land: int = 0  # damage that the land attacked has taken in this attack
    # who dealt damage in the first of two damage steps
    first_strike_done: tuple[int, ...] | None = None
    since: int = 0  # objects with this id or a later one came while it was going on
    settled: bool = False  # blocks are declared
    left: tuple[Attacker, ...] = ()  # creatures that attacked and were removed from this combat


class Lasting(Struct, frozen=True, gc=False):
    """A continuous effect of a resolved spell or ability (CR 611.2)."""

    timestamp: int
    controller: int
    source: int
    objects: tuple[int, ...]
    change: Change
    until: Until
    turn: int  # when it began
    x: int = 0
    copy: Printed | None = None  # what its objects are copies of meanwhile (CR 613.2a)
    # the player for whose next untap step it lasts, where that is not whoever controls its objects
    whose: int = NOBODY


class Shield(Struct, frozen=True, gc=False):
    """A prevention or redirection effect that waits for damage (CR 615, 614.9)."""

    controller: int
    source_id: int
    to: tuple[int, ...] | Filter | None  # none: anything
    amount: int | None = None  # none: all of it
    source: Filter | None = None
    combat_only: bool = False
    space: int = NOWHERE  # only damage to what stands there
    by: int = 0  # the object whose damage it waits for; 0: anything that `source` finds
    next_time: bool = False  # only the next time that there is such damage, however much that is
    # it has met such damage, and goes when all that is dealt at the same time has been
    spent: bool = False
    onto: int = 0  # the object or player to whom it redirects the damage; 0: it prevents it
    number: int = 0  # tells those that redirect apart


class DelayedTrigger(Struct, frozen=True, gc=False):
    """A triggered ability that waits for its event (CR 603.7)."""

    controller: int
    source: int
    ability: Triggered
    it: int = 0
    x: int = 0
    # it is no trigger: "it" returns as soon as the source has left (CR 610.3)
    at_once: bool = False


class LastKnown(Struct, frozen=True, gc=False):
    """What an object was as it left a zone (CR 608.2h), and what it became."""

    object: GameObject
    characteristics: Characteristics
    became: int = 0
    went_to: str = ""  # the zone that it left for
    # the spell that it was, where it left the stack without resolving
    spell: StackItem | None = None


class Turn(Struct, frozen=True, gc=False):
    """Where in the game we are."""

    number: int = 0  # 0 before the first turn
    active: int = 0
    step: int = -1  # index of the variant's turn step; -1 before the first
    first_seat: int = 0
    begun: tuple[str, ...] = ()  # the blocks of actions that were begun this turn, by verb
    block: str = ""  # the one that is going on
    spells: int = 0  # spells cast in it


class AfterEffects(Struct, gc=False):
    """What permanents are now, after all effects (`engine.magic.continuous.characteristics`)."""

    table: dict[int, Characteristics]
    attached: frozenset[int]  # permanents that are attached to something
    # an Aura among them asks more of what it enchants than others (engine.magic.index.dependencies)
    demanding: bool
    disputed: bool  # somebody may control what entered under another player's control


def _none_kept() -> list[Any]:
    return [None] * MOST_VALUES


def _unknown() -> AfterEffects:
    """That nothing is known of them yet."""
    return AfterEffects({}, frozenset(), False, False)


class State(Struct, eq=False):
    """A whole position.

    Its fields are written in this module alone: everybody else calls `set`, `change`, `put` and the
    like.
    """

    objects: dict[int, GameObject] = field(default_factory=dict[int, GameObject])
    players: tuple[Player, ...] = ()
    areas: tuple[Area, ...] = ()
    # the land type that each space is marked with, where the players mark them; "" for none
    ground: tuple[str, ...] = ()
    battlefield: tuple[int, ...] = ()
    phased: tuple[int, ...] = ()  # permanents that have phased out
    stack: tuple[StackItem, ...] = ()
    # cards with abilities that work in the zone where they are, beside the battlefield
    elsewhere: tuple[int, ...] = ()
    lasting: tuple[Lasting, ...] = ()
    shields: tuple[Shield, ...] = ()
    delayed: tuple[DelayedTrigger, ...] = ()
    pending: tuple[StackItem, ...] = ()  # triggered abilities not yet on the stack
    # objects that left a zone this turn
    gone: dict[int, LastKnown] = field(default_factory=dict[int, LastKnown])
    combat: Combat | None = None
    turn: Turn = Turn()
    agenda: tuple[Task, ...] = ()  # what is still to be done, the next task last
    undo: State | None = None  # the position before the announcement in progress
    # results that the next dice will show, before the generator is asked
    dice: tuple[int, ...] = ()
    shuffles: tuple[tuple[int, ...], ...] = ()  # orders that the next shuffles will give, likewise
    rng: int = 0  # the generator's state
    next_id: int = 1
    idle_turns: int = 0  # turns in a row in which nobody had anything to decide
    lands: int = 0  # how many lands the map is made of, where the decks bring them
    land_graveyard: tuple[int, ...] = ()  # lands that have left the map
    stalled_turns: int = 0  # turns in a row at whose end nobody had anything left to act with
    # the turn in which something that has left the battlefield last came, attacked or was hurt
    last_deed: int = 0
    winners: tuple[int, ...] | None = None  # none while the game goes on; empty for a draw
    # no part of the position:
    version: int = 0  # grows with every change
    holes: int = 0  # objects removed from the table since it was last packed
    # the marks of the derived values that have to be found out again (engine.base.dirty_flags)
    stale: int = ALL
    readers: Readers = NOBODY_YET  # which marks a change of each column sets
    permanents: AfterEffects = field(default_factory=_unknown)  # what every permanent is
    # those that changed since, as they were
    touched: dict[int, GameObject | None] = field(default_factory=dict[int, "GameObject | None"])
    # those that changed since state-based actions were last looked for
    unchecked: set[int] = field(default_factory=set[int])
    shares: bool = False  # a fork has the same tables as these
    # other derived values, by their numbers (engine.magic.index.derived)
    kept: list[Any] = field(default_factory=_none_kept)

    def fork(self) -> State:
        """An independent copy."""
        # a dictionary full of holes is several times as slow to copy
        if self.holes > len(self.objects) // 4:
            self.objects, self.holes = dict(self.objects), 0
        self.shares = True  # whoever of the two first writes into what they share copies it
        new = replace(self)
        new.objects, new.gone = self.objects.copy(), self.gone.copy()
        return new

    def keep_before(self, question: Task) -> None:
        """Keep the position before an announcement, to go back to the question that began it."""
        before = self.fork()
        before.undo, before.agenda = None, (*before.agenda, question)
        self.undo = before
        self.version += 1

    def _part(self) -> None:
        """Have tables of its own in place of those that it shares with forks."""
        self.shares = False
        self.kept, self.touched, self.unchecked = (
            self.kept.copy(),
            self.touched.copy(),
            self.unchecked.copy(),
        )

    def key(self) -> tuple[Any, ...]:
        """Everything that makes this position what it is, for comparing."""
        return (
            self.objects, self.gone, self.players, self.areas, self.ground, self.battlefield,
            self.stack, self.lasting, self.shields,
            self.delayed, self.pending, self.agenda, self.dice, self.shuffles, self.combat,
            self.winners, self.turn, self.rng, self.next_id,
            self.idle_turns, self.stalled_turns, self.last_deed, self.lands, self.land_graveyard,
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

    # --- the only writers: each sets the marks of what goes by the columns that it changes ---

    def set(self, **fields: Any) -> None:
        """Replace whole fields of the position."""
        marks = self.readers.whole
        for name, value in fields.items():
            setattr(self, name, value)
            self.stale |= marks[name]
        self.version += 1

    def restack(self, stack: tuple[StackItem, ...]) -> None:
        """Replace what is on the stack, which is done so often that it has a way of its own."""
        self.stack = stack
        self.stale |= self.readers.whole["stack"]
        self.version += 1

    def change_turn(self, **fields: Any) -> None:
        """Replace fields of the turn."""
        self.turn = replace(self.turn, **fields)
        self.stale |= _marks(self.readers.turn, fields)
        self.version += 1

    def change_player(self, seat: int, **fields: Any) -> Player:
        """Replace fields of one player."""
        players = [*self.players]
        new = players[seat] = replace(players[seat], **fields)
        self.players = tuple(players)
        self.stale |= _marks(self.readers.players, fields)
        self.version += 1
        return new

    def change_area(self, space: int, **fields: Any) -> Area:
        """Replace fields of one area."""
        areas = self.areas
        new = replace(areas[space], **fields)
        self.areas = (*areas[:space], new, *areas[space + 1 :])
        self.stale |= _marks(self.readers.areas, fields)
        self.version += 1
        return new

    def put_areas(self, column: str, areas: tuple[Area, ...]) -> None:
        """Put others in the place of all areas, which differ from them in one field alone."""
        self.areas = areas
        self.stale |= self.readers.areas[column]
        self.version += 1

    def change(self, ident: int, **fields: Any) -> GameObject:
        """Replace fields of one object."""
        before, readers = self.objects[ident], self.readers
        marks = readers.objects if before.owner != NOBODY else readers.land
        return self._replace(before, replace(before, **fields), _marks(marks, fields))

    def change_on_map(self, ident: int, **fields: Any) -> GameObject:
        """Replace fields of what one object is on the map."""
        before = self.objects[ident]
        return self._replace(
            before,
            replace(before, on_map=replace(before.on_map, **fields)),
            _marks(self.readers.on_map, fields),
        )

    def _replace(self, before: GameObject, now: GameObject, marks: int) -> GameObject:
        """Put one object in another's place.

        `marks`: those of the derived values that go by what differs.
        """
        self.objects[before.id] = now
        if marks:
            self.stale |= marks
            if self.shares:
                self._part()
            if marks & PERMANENTS and before.id not in self.touched:
                self.touched[before.id] = before if before.zone == "battlefield" else None
            if marks & CHECKS:
                self.unchecked.add(before.id)
        self.version += 1
        return now

    def move(self, ident: int, space: int, *, taps: bool = False, **fields: Any) -> GameObject:
        """Put an object on another space, where it is from this turn on.

        `taps`: as it goes. `fields`: what else it is on the map.
        """
        before, readers = self.objects[ident], self.readers
        marks = readers.steps if before.space >= 0 and space >= 0 else readers.objects["space"]
        marks |= readers.on_map["since"] | _marks(readers.on_map, fields)
        if taps:
            marks |= readers.objects["tapped"]
        on_map = replace(before.on_map, since=self.turn.number, **fields)
        return self._replace(
            before, replace(before, space=space, tapped=taps or before.tapped, on_map=on_map), marks
        )

    def tap(self, ident: int, tapped: bool, by: int = NOBODY) -> None:
        """Tap or untap an object.

        `by`: who taps it, which a loose land remembers; if nobody does, the active player (F-20).
        """
        before, readers = self.objects[ident], self.readers
        on_map, marks = (
            before.on_map,
            (readers.objects if before.owner != NOBODY else readers.land)["tapped"],
        )
        tapper = (self.turn.active if by == NOBODY else by) if tapped and on_map.loose else NOBODY
        if on_map.tapped_in_attack or on_map.tapped_by != tapper:
            on_map = replace(on_map, tapped_in_attack=False, tapped_by=tapper)
            marks |= readers.on_map["tapped_in_attack"] | readers.on_map["tapped_by"]
        self._replace(before, replace(before, tapped=tapped, on_map=on_map), marks)

    def put(self, obj: GameObject) -> None:
        """Add an object to the table of objects."""
        self.objects[obj.id] = obj
        self._comes_or_goes(obj, None)
        if obj.zone == "battlefield":
            self.unchecked.add(obj.id)
        if obj.zone in obj.printed.elsewhere:
            self.set(elsewhere=(*self.elsewhere, obj.id))

    def remove(self, ident: int) -> GameObject:
        """Take an object off the table of objects."""
        obj = self.objects.pop(ident)
        self._comes_or_goes(obj, obj)
        self.holes += 1
        if ident in self.elsewhere:
            self.set(elsewhere=tuple(i for i in self.elsewhere if i != ident))
        if ident in self.phased:
            self.set(phased=tuple(i for i in self.phased if i != ident))
        return obj

    def _comes_or_goes(self, obj: GameObject, before: GameObject | None) -> None:
        if obj.zone == "battlefield":
            if self.shares:
                self._part()
            self.touched.setdefault(obj.id, before)
            self.stale |= self.readers.present | Readers.of(self.readers.borne, obj)
        else:
            self.stale |= self.readers.elsewhere
        self.version += 1

    def swap(self, out: Set[int], into: dict[int, GameObject]) -> None:
        """Put other objects into the table in place of some, or of those with their ids; none of
        them is a permanent.
        """
        if out:
            self.objects = {ident: obj for ident, obj in self.objects.items() if ident not in out}
        self.objects |= into
        self.stale |= self.readers.elsewhere | (self.readers.objects["printed"] & ~(NOW | CHECKS))
        self.version += 1

    def remember(self, ident: int, last: LastKnown) -> None:
        """Note what an object was as it left a zone."""
        self.gone[ident] = last
        self.stale |= self.readers.whole["gone"]
        self.version += 1

    def new_id(self) -> int:
        """An id that no object of this game has had."""
        ident = self.next_id
        self.next_id = ident + 1
        return ident

    def push(self, tasks: tuple[Task, ...]) -> None:
        """Put tasks on the agenda; the first one is done first."""
        self.agenda += tasks if len(tasks) == 1 else tasks[::-1]

    def done(self, agenda: tuple[Task, ...]) -> None:
        """Take the task off the agenda that is done next."""
        self.agenda = agenda[:-1]

    def answered(self) -> None:
        """A question has been answered, which makes this another position even if nothing else
        happens.
        """
        self.agenda = self.agenda[:-1]
        self.version += 1

    # --- what is derived ---

    def keep(self, number: int, value: Any) -> None:
        """A derived value has been found out."""
        if self.shares:
            self._part()
        self.kept[number] = value
        self.stale &= BUT_ONE[number]

    def mark(self, marks: int) -> None:
        """Derived values have to be found out again."""
        self.stale |= marks

    def begin_permanents(self, permanents: AfterEffects) -> dict[int, GameObject | None]:
        """What permanents are is being found out, and this is it so far.

        Returns those that changed since it was, as they were.
        """
        touched, self.touched = self.touched, {}
        self.permanents = permanents
        self.stale &= BUT_NOW
        return touched

    def look_again(self, idents: Iterable[int], marks: int = CHECKS) -> None:
        """State-based actions may concern some permanents for what others are.

        `marks`: of what goes by these, where that isn't all.
        """
        if self.shares:
            self._part()
        self.unchecked.update(idents)
        self.stale |= marks

    def begin_checks(self) -> None:
        """State-based actions are being looked for; whoever changes something they look at
        meanwhile says so again.
        """
        self.stale &= BUT_CHECKS

    def end_checks(self, *, settled: bool) -> None:
        """They have been looked for. `settled`: none was due."""
        if settled and not self.stale & CHECKS:
            self.unchecked = set()
        else:
            self.stale |= CHECKS

    def end_permanents(self, permanents: AfterEffects, readers: Readers) -> None:
        """What permanents are has been found out, and these readers tell who goes by what from
        now on.
        """
        self.permanents, self.readers = permanents, readers
        self.stale &= BUT_NOW

    def try_out(self) -> tuple[list[Any], int]:
        """What permanents are will be something else for a moment.

        Returns what `take_back` needs.
        """
        if self.shares:
            self._part()
        before = self.kept, self.stale
        self.kept = self.kept.copy()
        self.stale |= self.readers.now
        return before

    def take_back(self, before: tuple[list[Any], int]) -> None:
        """That moment is over: what was derived before it is true again."""
        self.kept, self.stale = before

    def forget(self, *, wholly: bool = True) -> None:
        """Forget what was derived of it, which may tell of more than a player may know, and how
        often it was changed.

        What permanents are follows from what the position is now, if it is up to date: so it may be
        kept.
        """
        self.version = self.holes = 0
        self.touched, self.unchecked, self.kept = {}, set(), _none_kept()
        if wholly or self.stale & NOW:
            self.stale, self.readers, self.permanents = ALL, NOBODY_YET, _unknown()
        else:
            self.stale, self.unchecked = BUT_NOW, set(self.permanents.table)

    def __reduce__(self) -> tuple[object, ...]:
        bare = replace(self)
        bare.forget()  # elsewhere all is found out again
        return State, tuple([getattr(bare, name) for name in field_names(State)])

    def on_stack(self, ident: int) -> StackItem | None:
        """The spell or ability on the stack with this id."""
        return next((item for item in self.stack if item.id == ident), None)


def _marks(marks: dict[str, int], columns: dict[str, Any]) -> int:
    """The marks of all that goes by some columns."""
    found = 0
    for column in columns:
        found |= marks[column]
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
