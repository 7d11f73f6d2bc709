"""A map made of the players' own lands, dealt face down and turned up by exploring.

Players control the lands where their creatures stand (F-2, F-18, F-21), alone or in stacks.
Pioneers are their first creatures.
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
from engine.fronts.common.variant import map_rules
from engine.magic.core import dice
from engine.magic.core.agenda import Question, Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, Area, GameObject
from engine.magic.index.by_space import places
from engine.magic.index.by_type import creatures
from engine.magic.index.derived import derived
from engine.magic.zones import battlefield
from engine.rule import CONTINENT, Rule, Variant

BANDING = "banding"
# public face of a land that lies face down
FACE_DOWN = printed(Card(name="Face-down land", types=("Land",), playable=False))


def deal(game: GameCore, lands: Sequence[Printed], rows: int, columns: int) -> None:
    """Shuffle lands and deal them face down, column by column; leftover lands are out of the game.

    Without lands the map gets `columns` columns of basic lands, with equally many of each type.
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


def turn_up(game: GameCore, space: int, seat: int) -> bool:
    """Turn up the card on a space for everyone to see.

    Returns False if the card is already face up, or if there is no land or it has phased out.
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
def _lands(game: GameCore) -> dict[int, int]:
    phased = game.state.phased
    return {
        space: area.land
        for space, area in enumerate(game.state.areas)
        if area.land and area.land not in phased
    }


@derived(_lands)
def holes(game: GameCore) -> frozenset[int]:
    """Return the spaces without land, or whose land has phased out."""
    return frozenset(range(len(game.state.areas))).difference(_lands(game))


@derived(_lands, places)
def free(game: GameCore) -> frozenset[int]:
    """Return the spaces with land where no creature stands."""
    return frozenset(_lands(game).keys() - places(game).keys())


@derived(holes, "area.hidden")
def face_down(game: GameCore) -> frozenset[int]:
    """Return the spaces whose land lies face down."""
    return frozenset(
        [space for space, area in enumerate(game.state.areas) if area.hidden is not None]
    ) - holes(game)


def come(game: GameCore, space: int, seat: int) -> None:
    """Give a player control of the land on a space; NOBODY after the last creature left (F-21)."""
    land = land_at(game, space) if space >= 0 else 0
    if land and game.state.objects[land].controller != seat:
        game.state.change(land, controller=seat)


def sync_control(game: GameCore) -> bool:
    """Give players control of exactly the lands where their creatures stand (F-21).

    Returns True if anything changed.
    """
    found = _misheld(game)
    for land, holder in found:
        game.state.change(land, controller=holder)
    return bool(found)


@derived(_lands, places, "controller")
def _misheld(game: GameCore) -> list[tuple[int, int]]:
    """Return the lands with the wrong controller, each with the right one."""
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
def banding(game: GameCore) -> set[int]:
    """Return the creatures with banding; banding at some times counts at all times (F-30)."""
    table = game.permanents.table
    return {
        ident
        for ident in creatures(game)
        if table[ident].has(BANDING) or any(map(_gives_banding, table[ident].abilities))
    }


@of_each
def _gives_banding(ability: object) -> bool:
    """Return whether an ability ever gives its own creature banding."""
    if isinstance(ability, Static):
        return ability.what == "self" and BANDING in ability.change.keywords
    if isinstance(ability, Triggered):
        return any(
            isinstance(e, Modify) and e.what == "self" and BANDING in e.change.keywords
            for e in ability.effects
        )
    return False


def standing(game: GameCore, space: int) -> list[GameObject]:
    """Return the creatures on a card, in the order in which they entered the battlefield."""
    objects = game.state.objects
    return [objects[ident] for ident in places(game).get(space, ())]


def stacks(game: GameCore, seat: int) -> list[tuple[int, ...]]:
    """Return a player's creatures on each card that several creatures share."""
    objects = game.state.objects
    shared = (
        [idents for space, idents in places(game).items() if len(idents) > 1 and space >= 0]
        if banding(game)
        else []
    )
    return [
        tuple([ident for ident in idents if objects[ident].controller == seat]) for idents in shared
    ]


def unbanded(game: GameCore, some: Iterable[GameObject]) -> int:
    """Return the number of creatures without banding among `some`."""
    able = banding(game)
    return sum([obj.id not in able for obj in some])


def may_share(game: GameCore, seat: int, number: int, there: list[GameObject]) -> bool:
    """Return whether creatures may join others on a card.

    All but one creature on a card must have banding, and all must have one controller. `number`
    counts the joining creatures without banding.
    """
    return not there or (
        all(obj.controller == seat for obj in there) and number + unbanded(game, there) <= 1
    )


def open_to(game: GameCore, movers: list[GameObject], spaces: Iterable[int]) -> list[int]:
    """Return the cards among `spaces` where creatures from one card may move together.

    A hole is excluded, and so is a card with creatures that they can't share it with. Two or more
    creatures without banding can't move together, even if they share a card since losing banding.
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
    """Each player starts with a creature token, the Pioneer, in their home row."""

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

    def preparations(self, game: GameCore, seat: int, lands: Sequence[Printed] = ()) -> list[Task]:
        """Return a player's choices before the game: the color of the Pioneers, then the card.

        The default is the most frequent color of the player's deck.
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

    def create(self, game: GameCore, seat: int, reason: str) -> int:
        """Create a new Pioneer in a player's back row; `reason` names the reason for the log."""
        card = pioneer_card(game.state.players[seat].mana_color, self.power, self.toughness)
        return battlefield.enter(
            game, card, seat, battlefield.EnteringPermanent(0, seat), token=True, reason=reason
        )

    def check(self, game: GameCore) -> bool:
        """Create a Pioneer for each player without creatures (F-31); return True for any."""
        if not self.again:
            return False
        without = _without_creatures(game)
        for seat in without:
            self.create(game, seat, "pioneer.again")
        return bool(without)


@derived(hosts, "player.out")
def _without_creatures(game: GameCore) -> list[int]:
    return [seat for seat in game.living() if not creatures_of(game, seat)]


@cache
def pioneer_card(symbol: str, power: int, toughness: int) -> Printed:
    """Return a Pioneer token as a card."""
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
    """Choose the color of one's Pioneers (F-3)."""

    kind = "color"
    rule = "pioneer.color"
    lands: str = ""  # lands of the player's own deck, most frequent first: "8 Forest, 7 Plains"

    def known_to(self, seat: int | None) -> Task:
        return self if seat == self.seat or not self.lands else PioneerColor(self.seat)

    def prompt(self, game: GameCore) -> str:
        return "Choose the color of your Pioneers" + (
            f": your deck has {self.lands}" if self.lands else ""
        )

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", word=symbol) for symbol in SYMBOLS[:5]]

    def answer(self, game: GameCore, action: Action) -> None:
        game.state.change_player(self.seat, mana_color=action.word)
        game.tell(
            Event("choose", seat=self.seat, word=COLOR_OF[action.word], reason="pioneer.color")
        )


class PioneerPlace(Question, frozen=True):
    """Choose the card in one's home row where the Pioneer starts (F-3)."""

    kind = "place"
    rule = "pioneer.place"
    words = "Choose where in your home row your token starts"

    def options(self, game: GameCore) -> list[Action]:
        return [
            Action("place", space=space.name)
            for space in game.board.spaces
            if space.home == self.seat
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        rules = map_rules(game).pioneer
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

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        return Refusal("pioneer.place", "your token must start on a card in your own home row")
