"""Kinds of mana, and the steps that produce it.

Mana is colored as in Magic, or points that pay for anything, or comes from lands near a player's
creatures (F-19).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec import Meta

from engine.actions import DONE, Action, Refusal
from engine.base import rule_words
from engine.base.records import replace
from engine.cards.costs import COLOR_OF, SYMBOLS, ManaCost
from engine.cards.model import Activated, Regenerate
from engine.cards.terms import Natural, Positive, Sides, kebab
from engine.events import Event
from engine.fronts.common.land import (
    BASIC_TYPES,
    SYMBOL_OF_TYPE,
    creatures_of,
    held_areas,
    land_types,
)
from engine.fronts.common.strongholds import colors_of_deck
from engine.fronts.common.variant import map_rules
from engine.magic.abilities import mana_pool
from engine.magic.abilities.kinds_of_mana import symbol
from engine.magic.casting import paying
from engine.magic.continuous import filters
from engine.magic.core import dice
from engine.magic.core.agenda import Question, Task
from engine.magic.core.game import GameCore
from engine.magic.core.mana_source import Source
from engine.magic.core.position import NOBODY
from engine.magic.core.step import Step
from engine.magic.index.by_space import places
from engine.magic.index.by_type import barred, sick
from engine.magic.mana import sources as mana_sources
from engine.magic.turn.priority import Round, Settle
from engine.rule import AREAS, CONTINENT, Rule, Variant, kind, table


class Mana(Rule, frozen=True, tag_field="kind", tag=kebab):
    """The kind of mana: its sources, what it pays for and how long it lasts."""

    colored: ClassVar[bool] = True  # True if mana has a color, so that players may choose one
    lasts: ClassVar[bool] = False  # True if unspent mana stays in the pool
    all_make: ClassVar[bool] = True  # True if every mana ability adds mana
    # True if the places of creatures may give a player more mana sources
    by_place: ClassVar[bool] = False

    def more_sources(self, game: GameCore, seat: int) -> list[Source]:
        """Return mana abilities that a player may activate without having them.

        No permanent of the player has these abilities.
        """
        return []

    def price(self, cost: ManaCost) -> ManaCost:
        """Return the cost that is actually paid for a cost."""
        return cost

    def made(self, mana: Sequence[int]) -> Sequence[int]:
        """Return the mana added to the pool when `mana` is made, in the order WUBRGC."""
        return mana

    def makes(self, game: GameCore, ident: int, ability: object) -> bool:
        """Return whether a mana ability of an object really adds mana."""
        return True

    def in_words(self, mana: Sequence[int]) -> str:
        """Return an amount of mana in the words of the log."""
        return mana_pool.in_symbols(mana)

    def cost_in_words(self, written: str, cost: ManaCost) -> str:
        """Return a cost in words for a player who can't pay it; `written`: the card's cost."""
        return written


class Colors(Mana, frozen=True):
    """Six kinds of mana that are lost at the end of each step, as in Magic (CR 106)."""

    def told(self, rules: Variant) -> list[str]:
        return []


class SupplyPoints(Mana, frozen=True):
    """Points that each pay for one mana of any kind and carry over (W-8, W-9).

    Points are kept in the pool as colorless mana. Only creatures' abilities with {T} in their cost
    add any.
    """

    colored: ClassVar[bool] = False
    lasts: ClassVar[bool] = True
    all_make: ClassVar[bool] = False
    says = (
        "A supply point pays for one mana of any kind: colors don't matter; {2}{G}{G} costs four "
        "points. Unspent points carry over. "
        "Only creatures make more; artifacts' mana abilities do nothing."
    )

    def price(self, cost: ManaCost) -> ManaCost:
        if not any(cost.fixed) and not cost.hybrid and not cost.snow:
            return cost
        return ManaCost(
            generic=sum(cost.fixed) + cost.generic + cost.snow + len(cost.hybrid), x=cost.x
        )

    def made(self, mana: Sequence[int]) -> Sequence[int]:
        return symbol(SYMBOLS[-1], sum(mana))

    def makes(self, game: GameCore, ident: int, ability: object) -> bool:
        return (
            isinstance(ability, Activated)
            and ability.cost.tap
            and "Creature" in filters.characteristics(game, ident).types
        )

    def in_words(self, mana: Sequence[int]) -> str:
        return f"{sum(mana)} supply"

    def cost_in_words(self, written: str, cost: ManaCost) -> str:
        return f"{self.price(cost).least} supply"


class ThroughCreatures(Mana, frozen=True):
    """Players tap lands under their creatures, or tap a creature to tap a land beside it (F-19)."""

    needs = (CONTINENT,)

    by_place: ClassVar[bool] = True

    def told(self, rules: Variant) -> list[str]:
        return [
            "You may tap a face-up untapped land for mana if you have a creature on it, or if "
            "you also tap a creature you control "
            "that is next to it and doesn't have summoning sickness. You can't tap a land under "
            "an opponent's creature.",
            "A land untaps in the untap step of the player who tapped it. You control the lands "
            "your creatures stand on, and no "
            "others; those are the only lands you can sacrifice.",
            (
                "Nonbasic lands work by their own mana abilities. Players can't play lands from "
                "their hands."
            ),
        ]

    def more_sources(self, game: GameCore, seat: int) -> list[Source]:
        found: list[Source] = []
        objects, tired = game.state.objects, sick(game)
        able = [
            obj
            for ident in creatures_of(game, seat)
            if ident not in tired and not (obj := objects[ident]).tapped and obj.space >= 0
        ]
        if not able:
            return found
        areas, neighbors, made, standing, unable = (
            game.state.areas,
            game.board.neighbors,
            mana_sources.makers(game).of,
            places(game),
            barred(game),
        )
        for helper in able:
            for space in neighbors[helper.space]:
                if space in standing or (land := areas[space].land) not in made:
                    continue
                there = objects[land]
                for source in (
                    made[land] if there.controller == NOBODY and land not in unable else ()
                ):
                    # a player can sacrifice only lands under their own creatures (F-21)
                    if not (source.leaves or (source.taps and there.tapped)):
                        found.append(replace(source, through=helper.id))
        return found


Amount = Annotated[int, Meta(ge=0, le=100)]


# --- steps that produce mana ---


class ManaProduction(Step, frozen=True):
    """The active player rolls for mana of their color and adds mana from held land (C-13 to C-15).

    Players don't get priority.
    """

    needs = (AREAS, table("stronghold"))

    die: Sides = 6  # the number of sides of the die rolled for mana
    per_area: Amount = 1  # mana for each area held, of its land's type
    per_stronghold: Amount = 2  # mana for each opponent's Stronghold held, of its land's type

    def told(self, rules: Variant) -> list[str]:
        return [
            f"roll {rule_words.a_die(self.die)} and add that much mana of your deck's color (or "
            "the color you chose before the game). "
            f"You also add {rule_words.in_number(self.per_area)} mana for each {{space}} you "
            "hold and "
            f"{rule_words.in_number(self.per_stronghold)} mana for each opponent's Stronghold "
            "you hold, of that land's type; your own "
            "Stronghold adds none. If a land has several types, you choose one. This mana lasts "
            "until end of turn. Nothing can be cast "
            "or activated during this step, and {spaces} are never tapped for mana; at other "
            "times, creatures and artifacts make mana "
            "as in Magic."
            + (
                " Without your Stronghold, you produce no mana."
                if rules.stronghold is not None
                else ""
            )
        ]

    def use_refusal(self, action: Action) -> Refusal:
        words = (
            f"you can't cast spells or activate abilities, even mana abilities, during {self.name}"
        )
        return (
            Refusal("cast.step", words)
            if action.verb == "cast"
            else Refusal("activate.step", words)
        )

    def preparations(self, game: GameCore, seat: int) -> list[Task]:
        """Set the color of a player's dice mana, or return a question about it.

        A deck of one color needs no question, so its color is known before any choice.
        """
        colors = set(colors_of_deck(game, seat))
        symbols = [symbol for symbol in SYMBOLS[:5] if symbol in colors] or list(SYMBOLS[:5])
        if len(symbols) > 1:
            return [ManaColorQuestion(seat, tuple(symbols))]
        _settle(game, seat, symbols[0])
        return []

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        if not map_rules(game).may_produce(game, seat):
            return []
        player = game.state.players[seat]
        made = [0] * len(SYMBOLS)
        made[SYMBOLS.index(player.mana_color)] += dice.roll(game, seat, self.die, "mana")
        numbers = dict.fromkeys(held_areas(game, seat), self.per_area)
        foreign = (
            space
            for space, area in enumerate(game.state.areas)
            if area.stronghold not in (NOBODY, seat) and area.holder == seat
        )
        numbers |= dict.fromkeys(foreign, self.per_stronghold)
        asked: list[Task] = []
        for space, number in numbers.items():
            letters = tuple(
                SYMBOL_OF_TYPE[word] for word in BASIC_TYPES if word in land_types(game, space)
            )
            if len(letters) > 1 and number:
                asked.append(LandManaQuestion(seat, letters, space, number))
            elif letters:
                made[SYMBOLS.index(letters[0])] += number
        with game.because("production"):
            mana_pool.add(game, seat, made, keep=True)
        return asked


class ManaColorQuestion(Question, frozen=True):
    """Choose the color of one's dice mana if the deck has several colors or none (C-13)."""

    kind = "color"
    rule = "production"
    words = "Choose the color of mana for your die rolls"
    symbols: tuple[str, ...]

    def known_to(self, seat: int | None) -> Task:
        """Return the question without the colors of the deck, which only its player knows."""
        return self if seat == self.seat else ManaColorQuestion(self.seat, tuple(SYMBOLS[:5]))

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", word=symbol) for symbol in self.symbols]

    def answer(self, game: GameCore, action: Action) -> None:
        _settle(game, self.seat, action.word)


def _settle(game: GameCore, seat: int, symbol: str) -> None:
    game.state.change_player(seat, mana_color=symbol)
    game.tell(Event("choose", seat=seat, word=COLOR_OF[symbol]))


class LandManaQuestion(ManaColorQuestion, frozen=True):
    """Choose the type of mana from a held land of several types (C-13)."""

    space: int
    number: int

    def known_to(self, seat: int | None) -> Task:
        """Return the question itself: everybody sees the land."""
        return self

    def prompt(self, game: GameCore) -> str:
        return f"Choose the color of mana for the land at {game.space_name(self.space)}"

    def answer(self, game: GameCore, action: Action) -> None:
        with game.because("production"):
            mana_pool.add(game, self.seat, symbol(action.word, self.number), keep=True)


class Supply(Step, frozen=True):
    """The active player rolls a die for supply points and may tap creatures for more (W-8, W-9).

    Players don't get priority.
    """

    needs = (kind("mana", "supply-points"),)

    die: Sides = 6  # the number of sides of the die rolled for supply points

    def told(self, rules: Variant) -> list[str]:
        words = (
            f"roll {rule_words.a_die(self.die)} and add that many supply points; you may tap "
            "creatures with mana abilities for more."
        )
        return [
            f"{words} Without your Stronghold, you don't roll."
            if rules.stronghold is not None
            else words
        ]

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        if map_rules(game).may_produce(game, seat):
            with game.because("supply"):
                mana_pool.add(
                    game,
                    seat,
                    symbol(SYMBOLS[-1], dice.roll(game, seat, self.die, "supply")),
                    keep=True,
                )
        return [Settle(), SupplyQuestion(seat)]


class SupplyQuestion(Question, frozen=True):
    """Tap a creature for supply, or finish (W-9)."""

    kind = "supply"
    rule = "supply"
    words = "Tap creatures for supply, or finish"

    def options(self, game: GameCore) -> list[Action]:
        mine = mana_sources.sources(game, self.seat)
        return [DONE, *map(mana_sources.activation, (*mine.plain, *mine.bound))]

    def answer(self, game: GameCore, action: Action) -> None:
        if action != DONE:
            game.push(self)
            paying.make_mana(
                game, self.seat, action.object, action.ability - 1, through=action.target
            )


# --- healing ---


class UpkeepHeal(Step, frozen=True):
    """Upkeep as in Magic, followed by healing for supply points (W-10, W-12).

    Creatures with regeneration also heal for free.
    """

    needs = (kind("mana", "supply-points"),)

    trigger = "upkeep"
    price: Positive = 1  # supply points per damage healed
    most: Natural = 2  # the maximum damage that points can heal on a creature each turn
    free: Natural = 1  # damage healed for free on each creature with regeneration

    def told(self, rules: Variant) -> list[str]:
        price = (
            f"{rule_words.many(self.price, 'point')} "
            f"{'heals' if self.price == 1 else 'heal'} 1 damage"
        )
        words = (
            f"pay upkeep; then {price}, up to {self.most} damage per creature."
            if self.most
            else "pay upkeep."
        )
        free = (
            f" Creatures with regeneration also heal {self.free} damage for free."
            if self.free
            else ""
        )
        return [words + free]

    def refusal(self, game: GameCore, action: Action) -> Refusal | None:
        return (
            Refusal("heal", f"you can heal creatures only in the {self.name} step")
            if action.verb == "heal"
            else None
        )

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        return [Round(seat), HealFreely(seat, self.free), HealQuestion(seat, self.price, self.most)]


class HealFreely(Task, frozen=True):
    """Heal the active player's creatures with regeneration."""

    seat: int
    damage: int

    def run(self, game: GameCore) -> None:
        for ident in _wounded(game, self.seat):
            if regenerates(game, ident):
                heal(game, ident, self.damage)


def regenerates(game: GameCore, ident: int) -> bool:
    """Return whether a creature's or an attached permanent's ability can regenerate it."""
    attached = [i for i in game.state.battlefield if game.state.objects[i].attached_to == ident]
    return _has_regeneration(game, ident, "self") or any(
        _has_regeneration(game, i, "attached") for i in attached
    )


def _has_regeneration(game: GameCore, ident: int, what: str) -> bool:
    abilities = [
        ability
        for ability in game.characteristics(ident).abilities
        if isinstance(ability, Activated)
    ]
    return any(
        isinstance(effect, Regenerate) and effect.what == what
        for ability in abilities
        for effect in ability.effects
    )


def _wounded(game: GameCore, seat: int) -> list[int]:
    """Return a player's creatures with damage that can be healed.

    The damage of a player's token is lost life and can't be healed.
    """
    objects = game.state.objects
    return [
        ident
        for ident in creatures_of(game, seat)
        if objects[ident].damage > 0 and not objects[ident].player_token
    ]


def heal(game: GameCore, ident: int, damage: int) -> None:
    """Remove damage from a creature."""
    obj = game.state.objects[ident]
    healed = min(damage, obj.damage)
    game.state.change(ident, damage=obj.damage - healed)
    game.tell(
        Event(
            "heal",
            seat=obj.controller,
            object=ident,
            card=obj.printed.name,
            number=healed,
            reason="heal",
        )
    )


class HealQuestion(Question, frozen=True):
    """Pay to heal one damage after another, or finish."""

    kind = "heal"
    rule = "heal"
    words = (
        "Heal damage for {self.price} supply each, up to {self.most} per creature, or finish "
        "healing"
    )
    price: int
    most: int
    healed: tuple[int, ...] = ()  # creatures, one entry for each damage healed

    def options(self, game: GameCore) -> list[Action]:
        if sum(game.state.players[self.seat].pool) < self.price:
            return [DONE]
        return [
            DONE,
            *(
                Action("heal", object=i)
                for i in _wounded(game, self.seat)
                if self.healed.count(i) < self.most
            ),
        ]

    def barrier(self, game: GameCore) -> Refusal | None:
        """Return why no creature can be healed; None if one has been healed or none is damaged."""
        wounded = [game.object_name(ident) for ident in _wounded(game, self.seat)]
        if self.healed or not wounded or not self.most:
            return None
        return Refusal(
            "heal", f"you can't heal {' or '.join(wounded)}: you have less than {self.price} supply"
        )

    def answer(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            return
        paying.pay_sensibly(game, self.seat, ManaCost(generic=self.price))
        heal(game, action.object, 1)
        game.push(HealQuestion(self.seat, self.price, self.most, (*self.healed, action.object)))

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb != "heal":
            return game.rules.step_refusal(game, action) or super().refusal(game, action)
        obj = game.state.objects.get(action.object)
        if (
            obj is None
            or obj.controller != self.seat
            or action.object not in creatures_of(game, self.seat)
        ):
            return Refusal("heal", "you can heal only your own creatures")
        if self.healed.count(action.object) >= self.most:
            return Refusal(
                "heal",
                (
                    f"{obj.printed.name} can't be healed again this turn: the limit is {self.most} "
                    "damage"
                ),
            )
        return Refusal(
            "heal",
            f"{obj.printed.name} isn't damaged"
            if not obj.damage
            else f"healing costs {self.price} supply",
        )
