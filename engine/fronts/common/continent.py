"""A map of the players' own lands: dealt, turned up, controlled by who stands there (F-2, F-18,
F-21), alone or in stacks; pioneers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from engine.actions import Action, Refusal
from engine.base.dirty_flags import SPECIAL
from engine.cards.characteristics import Printed, printed
from engine.cards.costs import COLOR_OF, SYMBOL_OF, SYMBOLS
from engine.cards.model import Card, Modify, Static, Triggered
from engine.cards.remembered import of_each
from engine.cards.terms import Natural, Positive
from engine.events import Event
from engine.fronts.common.land import BASIC_TYPES, basic_land, creatures_of, hosts, land_at, lay
from engine.fronts.common.variant import variant
from engine.magic.core import dice
from engine.magic.core.agenda import Question, Task
from engine.magic.core.game import Game
from engine.magic.core.position import NOBODY, Area, GameObject
from engine.magic.index.by_space import places
from engine.magic.index.by_type import creatures
from engine.magic.index.derived import derived
from engine.magic.zones import battlefield
from engine.rule import CONTINENT, Rule, Variant

BANDING = "banding"
# what everybody knows of a land that lies face down
FACE_DOWN = printed(Card(name="Face-down land", types=("Land",), playable=False))


def deal(game: Game, lands: Sequence[Printed], rows: int, columns: int) -> None:
    """Shuffle lands and deal them face down, column by column; the rest is out of the game.

    Without lands the map has so many columns of basic lands, as many of each type as of the others.
    """
    state = game.state
    if not lands:
        lands = [
            basic_land(BASIC_TYPES[i % len(BASIC_TYPES)], playable=True)
            for i in range(rows * columns)
        ]
    state.set(lands=len(lands) // rows * rows)
    game.map_is_laid()
    order = dice.order(game, NOBODY, len(lands), "areas")
    columns = state.lands // rows
    state.set(areas=(Area(0),) * state.lands)
    for place in range(state.lands):
        x, y = divmod(place, rows)
        lay(game, y * columns + x, FACE_DOWN, hidden=lands[order[place]])


def turn_up(game: Game, space: int, seat: int) -> bool:
    """Turn up the card on a space, for everybody to see. False if it lies face up already, or is
    gone or away.
    """
    state = game.state
    area = state.areas[space]
    if area.hidden is None or not land_at(game, space):
        return False
    state.change(area.land, printed=area.hidden)
    state.change_area(space, face_up=True, hidden=None)
    game.tell(
        Event(
            "reveal-land",
            seat=seat,
            object=area.land,
            card=area.hidden.name,
            space=game.space_name(space),
        )
    )
    return True


@derived("area.land", "phased")
def _lands(game: Game) -> dict[int, int]:
    phased = game.state.phased
    return {
        space: area.land
        for space, area in enumerate(game.state.areas)
        if area.land and area.land not in phased
    }


@derived(_lands)
def holes(game: Game) -> frozenset[int]:
    """The spaces without land: it is gone, or away for a while."""
    return frozenset(range(len(game.state.areas))).difference(_lands(game))


@derived(_lands, places)
def free(game: Game) -> frozenset[int]:
    """The spaces with land on which nobody stands."""
    return frozenset(_lands(game).keys() - places(game).keys())


@derived(holes, "area.hidden")
def face_down(game: Game) -> frozenset[int]:
    """The spaces whose land lies face down."""
    return frozenset(
        [space for space, area in enumerate(game.state.areas) if area.hidden is not None]
    ) - holes(game)


def come(game: Game, space: int, seat: int) -> None:
    """A player's creatures came to a space, or the last of them left it to nobody, and so with
    the land there (F-21).
    """
    land = land_at(game, space) if space >= 0 else 0
    if land and game.state.objects[land].controller != seat:
        game.state.change(land, controller=seat)


def sync_control(game: Game) -> bool:
    """Everybody controls the lands on which their creatures stand, and no others (F-21). Whether
    anything changed.
    """
    found = _misheld(game)
    for land, holder in found:
        game.state.change(land, controller=holder)
    return bool(found)


@derived(_lands, places, "controller")
def _misheld(game: Game) -> list[tuple[int, int]]:
    """The lands that are not controlled by who stands there, and who should control them."""
    objects, lands = game.state.objects, _lands(game)
    holders = dict.fromkeys(lands, NOBODY)
    for space, idents in places(game).items():
        if space in holders:
            holders[space] = objects[idents[-1]].controller
    if [objects[land].controller for land in lands.values()] == list(holders.values()):
        return []
    return [
        (land, holders[space])
        for space, land in lands.items()
        if objects[land].controller != holders[space]
    ]


# --- stacks of creatures on one card, which banding makes possible (F-10, F-30) ---


@derived("types", "keywords", SPECIAL)
def banding(game: Game) -> set[int]:
    """The creatures with banding: banding at certain times is banding at all times (F-30)."""
    table = game.permanents.table
    return {
        ident
        for ident in creatures(game)
        if table[ident].has(BANDING) or any(map(_gives_banding, table[ident].abilities))
    }


@of_each
def _gives_banding(ability: object) -> bool:
    """Whether an ability gives its own creature banding by itself, whenever that may be."""
    if isinstance(ability, Static):
        return ability.what == "self" and BANDING in ability.change.keywords
    if isinstance(ability, Triggered):
        return any(
            isinstance(e, Modify) and e.what == "self" and BANDING in e.change.keywords
            for e in ability.effects
        )
    return False


def standing(game: Game, space: int) -> list[GameObject]:
    """The creatures on a card, those that came first into play first."""
    objects = game.state.objects
    return [objects[ident] for ident in places(game).get(space, ())]


def stacks(game: Game, seat: int) -> list[tuple[int, ...]]:
    """A player's creatures on each card on which several stand; on most there is one."""
    objects = game.state.objects
    shared = (
        [idents for space, idents in places(game).items() if len(idents) > 1 and space >= 0]
        if banding(game)
        else []
    )
    return [
        tuple([ident for ident in idents if objects[ident].controller == seat]) for idents in shared
    ]


def unbanded(game: Game, some: Iterable[GameObject]) -> int:
    """How many of some creatures have no banding."""
    able = banding(game)
    return sum([obj.id not in able for obj in some])


def may_share(game: Game, seat: int, number: int, there: list[GameObject]) -> bool:
    """Whether a player's creatures, so many without banding among them, may join others: all but
    one have banding, and one controller.
    """
    return not there or (
        all(obj.controller == seat for obj in there) and number + unbanded(game, there) <= 1
    )


def open_to(game: Game, movers: list[GameObject], spaces: Iterable[int]) -> list[int]:
    """Those of some cards on which creatures of one card may step: no hole, and nobody there with
    whom they can't share it.

    More than one without banding go nowhere together, though they stand on one card since they lost
    it.
    """
    able, empty = banding(game), free(game)
    number = unbanded(game, movers) if able else len(movers)
    if number > 1:
        return []
    found = [space for space in spaces if space in empty]
    if able:
        there, gone, seat = places(game), holes(game), movers[0].controller
        shared = [space for space in spaces if space in there and space not in gone]
        found += [space for space in shared if may_share(game, seat, number, standing(game, space))]
    return found


# --- pioneers ---


class Pioneers(Rule, frozen=True):
    """A creature token for each player, in the home row when the game begins; a player with no
    creatures creates a new one.
    """

    needs = (CONTINENT,)

    power: Natural = 1  # of the token
    toughness: Positive = 1  # of the token
    again: bool = True  # a player with no creatures creates a new one in the back row

    def told(self, rules: Variant) -> Iterator[str]:
        size = f"{self.power}/{self.toughness}"
        yield f"You put a {size} creature token of a color you choose on any card in your home row."
        if self.again:
            yield (
                f"Whenever you have no creatures, you create a new {size} token of that color "
                "in your back row."
            )

    def preparations(self, game: Game, seat: int, lands: Sequence[Printed] = ()) -> list[Task]:
        """What a player chooses: the colour, then the card. Whoever doesn't care takes the
        colour that most of the deck has.
        """
        objects = game.state.objects
        votes = Counter(
            SYMBOL_OF[color]
            for i in game.state.players[seat].library
            for color in objects[i].printed.colors
        )
        game.state.change_player(seat, mana_color=max(SYMBOLS[:5], key=votes.__getitem__))
        brought = ", ".join(
            f"{number} {name}"
            for name, number in Counter(land.name for land in lands).most_common()
        )
        return [PioneerColor(seat, brought), PioneerPlace(seat)]

    def create(self, game: Game, seat: int, reason: str) -> int:
        """A new pioneer in a player's back row, for a reason of this name."""
        card = pioneer_card(game.state.players[seat].mana_color, self.power, self.toughness)
        return battlefield.enter(
            game, card, seat, battlefield.Arrival(0, seat), token=True, reason=reason
        )

    def check(self, game: Game) -> bool:
        """A player without any creature at once gets a new pioneer (F-31). Whether anybody did."""
        if not self.again:
            return False
        without = _without_creatures(game)
        for seat in without:
            self.create(game, seat, "pioneer.again")
        return bool(without)


@derived(hosts, "player.out")
def _without_creatures(game: Game) -> list[int]:
    return [seat for seat in game.living() if not creatures_of(game, seat)]


@cache
def pioneer_card(symbol: str, power: int, toughness: int) -> Printed:
    """A pioneer as a token."""
    return printed(
        Card(
            name="Pioneer",
            types=("Creature",),
            subtypes=("Scout",),
            colors=(COLOR_OF[symbol],),
            power=power,
            toughness=toughness,
        )
    )


class PioneerColor(Question, frozen=True):
    """Which colour one's pioneers have (F-3)."""

    kind = "color"
    rule = "pioneer.color"
    lands: str = ""  # of the player's own deck, the most numerous first: "8 Forest, 7 Plains"

    def prompt(self, game: Game) -> str:
        return "Choose the color of your Pioneers" + (
            f": your deck has {self.lands}" if self.lands else ""
        )

    def options(self, game: Game) -> list[Action]:
        return [Action("choose", word=symbol) for symbol in SYMBOLS[:5]]

    def answer(self, game: Game, action: Action) -> None:
        game.state.change_player(self.seat, mana_color=action.word)
        game.tell(
            Event("choose", seat=self.seat, word=COLOR_OF[action.word], reason="pioneer.color")
        )


class PioneerPlace(Question, frozen=True):
    """On which card of the home row one's pioneer stands (F-3)."""

    kind = "place"
    rule = "pioneer.place"
    words = "Choose where in your home row your token starts"

    def options(self, game: Game) -> list[Action]:
        return [
            Action("place", space=space.name)
            for space in game.board.spaces
            if space.home == self.seat
        ]

    def answer(self, game: Game, action: Action) -> None:
        rules = variant(game).pioneer
        assert rules is not None
        space = game.board.names[action.space]
        obj = game.state.change(
            rules.create(game, self.seat, "pioneer.place"), space=space, since=0
        )
        game.tell(
            Event(
                "place",
                seat=self.seat,
                object=obj.id,
                card=obj.printed.name,
                space=action.space,
                reason="pioneer.place",
            )
        )

    def refusal(self, game: Game, action: Action) -> Refusal:
        return Refusal("pioneer.place", "your token must start on a card in your own home row")
