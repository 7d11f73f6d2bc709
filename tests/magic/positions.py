"""Small positions for tests, set up in a few lines and played in a few more.

    table = Position()                            # Anna and Ben; Anna's first main phase
    bear = table.put(creature("Bear", 2, 2), BEN, at="b2")
    bolt = table.give("Lightning Bolt", ANNA)     # a card by name, or one made here
    table.cast(bolt, on=bear)                     # paid for; resolves after everybody passes
    assert table.zone(bear) == "graveyard"

`Position(plain=True)` is plain Magic on a map without effect: everything reaches everything, no
terrain, 20 life. Ids go stale when objects change zones; `table.now(ident)` is what an object has
become, and all the looks follow it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.actions import Action
from engine.base.records import replace
from engine.cards.casting_options import casting_options, way_named
from engine.cards.characteristics import Characteristics, printed
from engine.cards.costs import parse_cost
from engine.cards.library import library
from engine.cards.model import Activated, AnyAbility, AnyEffect, Card, Change, Spell, Target
from engine.cards.terms import Costs, Filter
from engine.events import Event
from engine.fronts.areas.attack import Settled
from engine.fronts.common.land import basic_land, hold
from engine.fronts.reach import Everywhere
from engine.game import Game
from engine.magic.abilities import mana_pool, triggers
from engine.magic.core.agenda import Question
from engine.magic.core.position import NOWHERE, Attacker, Combat, GameObject, OnMap, Player, State
from engine.magic.turn import combat
from engine.magic.turn.priority import Priority, Round, Settle
from engine.magic.turn.steps import EndCombat, begin_at
from engine.magic.zones import object_lists
from engine.variant.loading import load

ANNA, BEN, CARL, DORA = range(4)
NAMES = ("Anna", "Ben", "Carl", "Dora")
COLORS = ("G", "W", "U", "R")
LANDS = ("Forest", "Plains", "Island", "Mountain")
A_CREATURE = Target(of=Filter(types=("Creature",)))
ANYTHING = Target(of=Filter(types=("Creature", "Planeswalker")), player="any")
CREATURES = Filter(types=("Creature",))


# --- cards made by hand ---


def creature(
    name: str,
    power: int,
    toughness: int,
    *keywords: str,
    abilities: tuple[AnyAbility, ...] = (),
    **more: Any,
) -> Card:
    """A creature card; a green one for {1}{G} unless told otherwise."""
    more = {"cost": "{1}{G}", "subtypes": (name,)} | more
    return Card(
        name=name,
        types=("Creature",),
        power=power,
        toughness=toughness,
        keywords=keywords,
        abilities=abilities,
        **more,
    )


def sorcery(
    *effects: AnyEffect, targets: tuple[Target, ...] = (), name: str = "Sorcery", **more: Any
) -> Card:
    """A sorcery that does this; free unless a cost is given."""
    return Card(
        name=name,
        types=("Sorcery",),
        abilities=(Spell(effects=effects, targets=targets),),
        **({"cost": "{0}"} | more),
    )


def instant(
    *effects: AnyEffect, targets: tuple[Target, ...] = (), name: str = "Instant", **more: Any
) -> Card:
    """An instant that does this; free unless a cost is given."""
    return Card(
        name=name,
        types=("Instant",),
        abilities=(Spell(effects=effects, targets=targets),),
        **({"cost": "{0}"} | more),
    )


def artifact(name: str, *abilities: AnyAbility, **more: Any) -> Card:
    """An artifact card with these abilities; for {1} unless told otherwise."""
    return Card(name=name, types=("Artifact",), abilities=abilities, **({"cost": "{1}"} | more))


def enchantment(name: str, *abilities: AnyAbility, **more: Any) -> Card:
    """A white enchantment card with these abilities; for {1}{W} unless told otherwise."""
    return Card(
        name=name, types=("Enchantment",), abilities=abilities, **({"cost": "{1}{W}"} | more)
    )


def aura(name: str, *abilities: AnyAbility, enchant: Target = A_CREATURE, **more: Any) -> Card:
    """A white Aura; it enchants a creature and costs {W} unless told otherwise."""
    return enchantment(
        name, *abilities, subtypes=("Aura",), enchant=enchant, **({"cost": "{W}"} | more)
    )


def bigger(power: int, toughness: int) -> Change:
    """+power/+toughness."""
    return Change(power=power, toughness=toughness)


def player(seat: int) -> int:
    """A player as a target."""
    return -(seat + 1)


class Pause(Question, frozen=True):
    """Time stands still at the bottom of the agenda, so that a position never runs on by itself."""

    kind = "pause"
    forced = False
    survives = True

    def prompt(self, game: Game) -> str:
        return "The position is paused"

    def options(self, game: Game) -> list[Action]:
        return [Action("pass")]

    def answer(self, game: Game, action: Action) -> None:
        game.push(self)


class Attention(Priority, frozen=True):
    """Priority that isn't passed over, however little there is to do."""

    def idle(self, game: Game, options: tuple[Action, ...]) -> Action | None:
        return None


class Position:
    """A game at a moment of a turn, with nothing on the table but the map.

    `told` holds all events since the set-up.
    """

    def __init__(
        self, *, players: int = 2, variant: str = "conquering", active: int = ANNA, step: str = (
            "First "
            "Main"
        ), plain: bool = False,
        options: Mapping[str, str] | None = None,
    ) -> None:  # fmt: skip
        rules = load(variant, options)
        if plain:
            rules = replace(
                rules, reach=Everywhere(), terrain=(), setup=replace(rules.setup, life=20)
            )
        self.game = Game(rules, State())
        self.game.state.set(
            players=tuple(
                Player(seat, NAMES[seat], life=rules.setup.life) for seat in range(players)
            )
        )
        self._lay_map()
        begin_at(self.game, active, step)
        self.state.change_turn(step=[s.name for s in rules.turn].index(step))
        self.state.set(agenda=(Pause(active),))
        self.told: list[Event] = []
        self.cast_as: dict[int, int] = {}  # cards that were cast: the ids of the spells
        self.casting = 0  # the card that is being cast
        self._go_on()

    def _lay_map(self) -> None:
        """Lay the map; everybody has a Stronghold of their own colour."""
        self.game.rules.lay_out(self.game)
        self.game.push(*self.game.rules.preparations(self.game))
        self.game.advance()
        while (decision := self.game.decision) is not None:
            wanted = (COLORS[decision.seat], LANDS[decision.seat])
            self.game.apply(
                next(action for action in self.game.legal_actions() if action.word in wanted)
            )

    @property
    def state(self) -> State:
        return self.game.state

    # --- setting up ---

    def put(
        self,
        card: Card | str,
        seat: int = ANNA,
        *,
        at: str = "",
        on: int = 0,
        fresh: bool = False,
        **fields: Any,
    ) -> int:
        """Put a permanent onto the battlefield, nothing triggering.

        `at` a space (else where it would arrive), `on` a host.

        It has been there since before this turn unless it is `fresh`.
        """
        state, made = self.state, printed(_card(card))
        arrival = self.game.rules.arrival.space(self.game, made, seat)
        space = self.game.board.names[at] if at else arrival
        since = state.turn.number if fresh else 0
        if made.card.loyalty is not None:
            fields = {"counters": (("loyalty", made.card.loyalty),)} | fields
        ident = state.new_id()
        obj = GameObject(
            ident, made, seat, seat, "battlefield", space=-1 if space is None else space,
            attached_to=on, timestamp=ident,
            entered_under=seat, since=since,
        )  # fmt: skip
        on_map = {name: fields.pop(name) for name in OnMap.__struct_fields__ if name in fields}
        state.put(replace(obj, on_map=replace(OnMap(since), **on_map), **fields))
        state.set(battlefield=(*state.battlefield, ident))
        self._go_on()
        return ident

    def give(self, card: Card | str, seat: int = ANNA, zone: str = "hand") -> int:
        """Put a card into a player's zone; into a library on top."""
        ident = object_lists.create(self.game, printed(_card(card)), seat, zone)
        self._go_on()
        return ident

    def library_of(self, seat: int, *cards: Card | str) -> list[int]:
        """Fill a library, the first card on top."""
        return [self.give(card, seat, "library") for card in reversed(cards)][::-1]

    def mana(self, seat: int, symbols: str) -> None:
        """Add mana to a pool, to stay."""
        mana_pool.add(self.game, seat, parse_cost(symbols).fixed, keep=True)
        self._go_on()

    def snow(self, seat: int, symbols: str) -> None:
        """Add snow mana to a pool, until the step ends."""
        mana_pool.add(self.game, seat, parse_cost(symbols).fixed, snow=True)
        self._go_on()

    def area(
        self,
        space: str,
        land: str = "",
        *,
        holder: int | None = None,
        value: int = 3,
        face_up: bool = True,
    ) -> None:
        """Turn an area up, with this land, Conquer Value and holder."""
        index = self.game.board.names[space]
        if land:
            self.state.change(self.state.areas[index].land, printed=basic_land(land))
        self.state.change_area(index, face_up=face_up, conquer_value=value)
        if holder is not None:
            hold(self.game, index, holder)
        self._go_on()

    def dice(self, *results: int) -> None:
        """The results of the next dice."""
        self.state.set(dice=results)

    # --- playing ---

    def cast(
        self,
        card: int,
        *,
        on: int | Iterable[int] = (),
        x: int = 0,
        mode: int = 0,
        way: str = "",
        divide: Iterable[int] = (),
        free: bool = True,
        resolve: bool = True,
    ) -> int:
        """Its owner casts a card: `on` its targets in order, `divide` its damage among them, `way`
        "kicked", "flashback", a half...

        `free`: the mana for it is there. `resolve`: everybody passes until it has resolved or
        something is asked. Returns the id of the spell.
        """
        obj = self.state.objects[card]
        if free:
            self.mana(obj.owner, _whole_cost(obj.printed.card, way, x))
            self.snow(obj.owner, "{C}" * obj.printed.cost.snow)
        self._give_priority(obj.owner)
        return self._announce(Action("cast", object=card, word=way), on, x, mode, divide, resolve)

    def activate(
        self,
        source: int,
        ability: int = 1,
        *,
        by: int | None = None,
        on: int | Iterable[int] = (),
        x: int = 0,
        mode: int = 0,
        resolve: bool = True,
    ) -> int:
        """Its controller activates an ability, counted from 1. Returns the id on the stack."""
        source = self.now(source)
        self._give_priority(self.state.objects[source].controller if by is None else by)
        return self._announce(
            Action("activate", object=source, ability=ability), on, x, mode, (), resolve
        )

    def follow(
        self, *effects: AnyEffect, by: int = ANNA, on: int | Iterable[int] = (), **more: Any
    ) -> None:
        """Anna, or somebody, casts a free sorcery that has these effects; each target is a
        phrase of its own.
        """
        on = (on,) if isinstance(on, int) else tuple(on)
        anything = Target(of=Filter(), player="any")
        targets = tuple(
            replace(anything, of=Filter(zone=self.zone(ref))) if ref > 0 else anything for ref in on
        )
        card = instant(*effects, targets=targets, **more)
        self.cast(self.give(card, by), on=on)

    def _announce(
        self,
        action: Action,
        on: int | Iterable[int],
        x: int,
        mode: int,
        divide: Iterable[int],
        resolve: bool,
    ) -> int:
        chosen = iter([on] if isinstance(on, int) else list(on))
        parts = iter(divide)
        before = len(self.told)
        self.do(action)
        while (kind := self.asked) in ("mode", "x", "target", "divide", "payment"):
            if kind == "target":
                ref = next(chosen, 0)
                self.do(Action("target", object=self.now(ref)) if ref else Action("done"))
            elif kind == "payment":
                self.do(Action("auto"))
            else:
                number = {"mode": mode, "x": x}.get(kind) or (
                    next(parts) if kind == "divide" else 0
                )
                self.do(Action({"divide": "assign"}.get(kind, kind), number=number))
        announced = next(
            (event.object for event in self.told[before:] if event.kind in ("cast", "activate")), 0
        )
        if resolve:
            self.resolve()
        return announced

    def resolve(self) -> None:
        """Everybody passes until the stack is empty or something else is asked."""
        while self.state.stack and self.asked == "priority":
            self.do(Action("pass"))

    def in_order(self) -> None:
        """Waiting triggers go on the stack in the order in which they are listed, and resolve."""
        while self.asked == "order-triggers":
            self.do(self.game.legal_actions()[0])
        self.resolve()

    def watchful(self) -> None:
        """Everybody has something to do at any time, so that nobody is passed over and every
        step of a resolution can be seen.
        """
        for each in self.state.players:
            self.put(artifact("Hourglass", Activated(cost=Costs(), effects=())), each.seat)

    def passes(self, number: int = 1) -> None:
        """So many players in a row pass."""
        for _ in range(number):
            self.do(Action("pass"))

    def attend(self, seat: int = ANNA) -> None:
        """A player has priority, however little there is to do."""
        self._give_priority(seat)

    def _give_priority(self, seat: int) -> None:
        """Let a player act now."""
        if (
            self.asked == "priority"
            and self.game.decision is not None
            and self.game.decision.seat == seat
        ):
            self._go_on()
            return
        if self.asked == "priority":
            self.state.set(agenda=self.state.agenda[:-1])
        self.game.push(Settle(), Attention(seat))
        self._go_on()

    def priority(self, seat: int = ANNA) -> None:
        """State-based actions are checked, waiting triggers go on the stack and resolve; then
        time stands still again.
        """
        self.game.push(Round(seat))
        self._go_on()
        self.resolve()

    def attack(
        self, *attackers: int, blocks: Mapping[int, Iterable[int]] | None = None, aim: int = -2
    ) -> None:
        """The active player attacks Ben, or what `aim` says, and is blocked; all damage is dealt
        unless something is asked.

        `blocks`: the creatures that block each attacker. Whoever gets priority on the way passes.
        """
        blocks = {
            self.now(attacker): tuple(map(self.now, blockers))
            for attacker, blockers in (blocks or {}).items()
        }
        seat = self.state.turn.active
        idents = map(self.now, attackers)
        self.state.set(
            combat=Combat(
                seat,
                NOWHERE,
                tuple(Attacker(ident, aim, blocks.get(ident, ())) for ident in idents),
            )
        )
        combat.declare_attack(self.game)
        self.game.push(
            Round(seat),
            Settled(),
            Round(seat),
            combat.DamageStep(True),
            combat.DamageStep(False),
            Round(seat),
            EndCombat(),
            Settle(),
        )
        self._go_on()
        self.resolve()

    def begin(self, step: str, seat: int = ANNA) -> None:
        """Whatever triggers at the beginning of this step ("upkeep", "end") of a seat's turn
        does so and resolves.
        """
        triggers.notice(self.game, "step", 0, seat=seat, step=step)
        self.priority(seat)

    def happen(self, event: str, ident: int, **fields: Any) -> None:
        """Something happens that abilities may notice; they resolve."""
        triggers.notice(self.game, event, ident, **fields)
        self.priority()

    def do(self, action: Action) -> list[Event]:
        """The player whose choice it is takes an action."""
        events = self.game.apply(action)
        self.told += events
        if action.verb == "cast":
            self.casting = action.object
        for event in events:
            if event.kind == "cast" and self.casting:
                self.cast_as[self.casting], self.casting = event.object, 0
        return events

    def choose(self, verb: str, ident: int = 0, *, number: int = 0, word: str = "") -> list[Event]:
        """Answer what is asked: `choose("yes")`, `choose("discard", card)`."""
        return self.do(Action(verb, object=self.now(ident), number=number, word=word))

    def _go_on(self) -> None:
        self.game.events = []
        self.game.advance()
        self.told += self.game.events

    # --- looking ---

    @property
    def asked(self) -> str:
        """The kind of question that is asked now."""
        return self.game.decision.kind if self.game.decision is not None else ""

    @property
    def chooser(self) -> int:
        """Who must choose now."""
        assert self.game.decision is not None
        return self.game.decision.seat

    @property
    def prompt(self) -> str:
        """What is asked now, in words."""
        return self.game.decision.prompt if self.game.decision is not None else ""

    @property
    def named(self) -> tuple[str, ...]:
        """What the numbered answers to that stand for."""
        return self.game.decision.named if self.game.decision is not None else ()

    def offered(self, verb: str = "") -> set[int]:
        """The objects that may be chosen now."""
        return {action.object for action in self.game.legal_actions() if verb in ("", action.verb)}

    def offered_words(self, verb: str) -> set[str]:
        """The words that may be answered now with this verb."""
        return {action.word for action in self.game.legal_actions() if verb == action.verb}

    def may(self, verb: str, ident: int = 0) -> bool:
        """Whether an action is legal now."""
        return any(
            a.verb == verb and (not ident or a.object == self.now(ident))
            for a in self.game.legal_actions()
        )

    def now(self, ident: int) -> int:
        """What an object has become; 0 if it is nowhere any more.

        Players, and abilities on the stack, stay what they are.
        """
        if any(item.id == ident for item in self.state.stack):
            return ident
        while ident > 0 and ident not in self.state.objects:
            known = self.state.gone.get(ident)
            ident = known.became if known is not None else self.cast_as.get(ident, 0)
        return ident

    def look(self, ident: int) -> GameObject:
        """An object, wherever it is now."""
        return self.state.objects[self.now(ident)]

    def characteristics(self, ident: int) -> Characteristics:
        """What an object is now, after all effects."""
        return self.game.characteristics(self.now(ident))

    def size(self, ident: int) -> tuple[int, int]:
        """A creature's power and toughness."""
        c = self.characteristics(ident)
        return c.power, c.toughness

    def zone(self, ident: int) -> str:
        """The zone where an object is now; empty if it has ceased to exist."""
        return self.look(ident).zone if self.now(ident) else ""

    def at(self, ident: int) -> str:
        """The name of the space where an object is."""
        return self.game.space_name(self.look(ident).space)

    def player(self, seat: int) -> Player:
        """A player's record."""
        return self.state.players[seat]

    def names(self, seat: int, zone: str) -> list[str]:
        """The names of the cards in a player's zone; of a library from the top."""
        cards: tuple[int, ...] = getattr(self.player(seat), zone)
        return [
            self.game.object_name(ident)
            for ident in (reversed(cards) if zone == "library" else cards)
        ]

    def permanents(self, seat: int) -> list[int]:
        """The ids of a player's permanents, the lands of the map aside."""
        objects = self.state.objects
        return [
            i
            for i in self.state.battlefield
            if objects[i].controller == seat and objects[i].owner != -1
        ]

    def happened(self, kind: str) -> list[Event]:
        """The events of a kind, oldest first."""
        return [event for event in self.told if event.kind == kind]


def _card(card: Card | str) -> Card:
    return library().card(card) if isinstance(card, str) else card


def _whole_cost(card: Card, way: str, x: int) -> str:
    """The mana that pays for a card in full, generic parts with colourless mana."""
    made = printed(card)
    cost = (way_named(made, way) or casting_options(made)[0]).cost
    symbols = mana_pool.in_symbols(cost.fixed) + "{C}" * (cost.generic + cost.x * x)
    return symbols + "".join(
        f"{{{half[0] if half[0] != '2' else half[2]}}}" for half in cost.hybrid
    )
