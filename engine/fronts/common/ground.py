"""Land on squares: land types of squares and their effects on pieces (B-37 to B-39).

The map, the players before the game, or land cards give squares land types.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal

from engine.actions import Action, Refusal
from engine.base import rule_words
from engine.board import Board
from engine.cards.characteristics import Characteristics
from engine.cards.terms import Natural, Positive
from engine.events import Event
from engine.fronts.common import pieces
from engine.fronts.common.land import BASIC_TYPES, TYPE_OF_COLOR
from engine.fronts.common.variant import map_rules
from engine.magic.abilities import triggers
from engine.magic.casting import from_elsewhere
from engine.magic.continuous import player_rules
from engine.magic.core.agenda import Question, Task
from engine.magic.core.game import GameCore
from engine.magic.core.legal_actions import ActionGroup, known_actions
from engine.magic.core.position import NOWHERE, AbilityContext, GameObject
from engine.magic.core.special_actions import SpecialAction
from engine.magic.index.derived import derived_for
from engine.magic.zones import dying
from engine.magic.zones.entering import EnteringPermanent, put_onto_battlefield
from engine.rule import OWN_LAND, SQUARES, Rule, Variant

WATER = "Island"


class Ground(Rule, frozen=True):
    """Squares that become land in addition to those the map marks, and the land's effects."""

    needs = (SQUARES,)

    # lands played (B-37), or basic lands placed before the game (B-38)
    marks: Literal["", "land-drops", "players"] = ""
    number: Natural = 20  # the total number of lands that players place
    landwalkers_safe: bool = False  # landwalkers can't be attacked on land of their type
    own_color_only: bool = False  # creatures can enter only land of their color
    # aquatic creatures must stay on Islands; only blue creatures and those with flying can also
    # enter them
    aquatic_stay: bool = False
    # the creature types that are aquatic, in addition to creatures with islandhome
    aquatic: tuple[str, ...] = ()

    def told(self, rules: Variant) -> Iterator[str]:
        yield {
            "": "Only squares marked as land on the map are land.",
            "land-drops": (
                "Each land you play lies on your token's square, or on the nearest square that "
                "isn't land yet; while that land is "
                "untapped, its square is land of its types."
            ),
            "players": (
                "Before the game, the players take turns placing basic lands, "
                f"{self.number} in all."
            ),
        }[self.marks]
        if self.marks:
            yield "Squares marked as land on the map are land too."
        if self.landwalkers_safe:
            yield "A landwalker can't be attacked on land of its type."
        if self.own_color_only:
            yield (
                "Creatures can enter only land of their color and squares without land; tokens "
                "can go anywhere."
            )
        if self.aquatic_stay:
            yield (
                "Aquatic creatures must stay on Islands, and die elsewhere. Among other "
                "creatures, only blue creatures and creatures with "
                "flying can enter Islands."
            )
            yield f"A creature is aquatic if it has islandhome or is a {' or '.join(self.aquatic)}."

    def place_for(self, game: GameCore, controller: int) -> int:
        """Return the square for a player's new land.

        It is the square of the player's token or the nearest that isn't marked as land yet; NOWHERE
        if playing a land marks no square.
        """
        home = pieces.token_space(game, controller)
        if self.marks != "land-drops" or home == NOWHERE:
            return NOWHERE
        marked = {obj.space for obj in _lying(game)}
        free = [space for space in _unmarked(game) if space not in marked]
        return next(iter(pieces.nearest(game, home, free)), NOWHERE)

    def preparations(self, game: GameCore) -> list[Task]:
        """Return the tasks in which the players take turns placing lands before the game."""
        state = game.state
        if self.marks != "players":
            return []
        state.set(ground=_of_map(game.board))
        seats = game.seats_from(state.turn.first_seat)
        return [
            MarkQuestion(seats[number % len(seats)])
            for number in range(min(self.number, len(_unmarked(game))))
        ]

    @property
    def bars(self) -> bool:
        """True if there is land that some creatures can't enter."""
        return self.own_color_only or self.aquatic_stay

    def is_aquatic(self, c: Characteristics) -> bool:
        """Return whether a creature is aquatic."""
        return "islandhome" in c.keywords or not c.subtypes.isdisjoint(self.aquatic)

    def barred_to(self, game: GameCore, c: Characteristics) -> int:
        """Return the squares whose land a creature can't enter, one bit each."""
        found = 0
        if self.own_color_only:
            own = {TYPE_OF_COLOR[color] for color in c.colors}
            found |= everywhere(game, BASIC_TYPES) & ~everywhere(game, sorted(own))
        if self.aquatic_stay:
            water = everywhere(game, (WATER,))
            if self.is_aquatic(c):
                found |= ~water & ((1 << len(game.board.spaces)) - 1)
            elif "blue" not in c.colors and not c.has("flying"):
                found |= water
        return found

    def checked(self) -> tuple[str, ...]:
        """Return the columns that `check` depends on and other state-based actions don't.

        Tapped land doesn't count as land (B-39).
        """
        return ("tapped",) if self.aquatic_stay else ()

    def check(self, game: GameCore) -> bool:
        """Put aquatic creatures on dry land into graveyards. Returns True if any died."""
        if not self.aquatic_stay:
            return False
        found = [
            obj.id
            for obj in pieces.everybody(game)
            if not obj.player_token and self.is_aquatic(game.characteristics(obj.id))
        ]
        dry = [
            ident for ident in found if WATER not in types_at(game, game.state.objects[ident].space)
        ]
        if dry:
            dying.put_into_graveyards(game, dry)
        return bool(dry)

    def attack_refusal(self, game: GameCore, target: GameObject) -> Refusal | None:
        """Return why a creature can't be attacked on the land where it stands; None if it can."""
        if not self.landwalkers_safe or target.player_token:
            return None
        here = types_at(game, target.space)
        walk = next(
            (
                walk
                for word in here
                if (walk := f"{word.lower()}walk") in game.characteristics(target.id).keywords
            ),
            "",
        )
        return (
            Refusal(
                "attack.terrain",
                f"{target.printed.name} can't be attacked here because it has {walk}",
            )
            if walk
            else None
        )


def barred(game: GameCore, obj: GameObject) -> int:
    """Return the squares whose land a piece can't enter, one bit each."""
    rules = map_rules(game).ground
    return (
        rules.barred_to(game, game.characteristics(obj.id))
        if rules is not None and rules.bars and not obj.player_token
        else 0
    )


# --- land types ---


def printed_type(game: GameCore, space: int) -> str:
    """Return the land type that the map or the players gave a square; "" for none."""
    return _printed_types(game)[space]


def _printed_types(game: GameCore) -> tuple[str, ...]:
    return game.state.ground or _of_map(game.board)


@lru_cache(16)
def _of_map(board: Board) -> tuple[str, ...]:
    return tuple([space.terrain for space in board.spaces])


def _lying(game: GameCore, besides: int = 0) -> list[GameObject]:
    """Return the permanents that make their squares land.

    A land that is a creature stands on its square like any other piece. `besides` is left out.
    """
    found = [
        obj
        for i in game.state.battlefield
        if (obj := game.state.objects[i]).space >= 0 and i != besides
    ]
    return [
        obj
        for obj in found
        if "Land" in obj.printed.base.types and not game.characteristics(obj.id).is_creature
    ]


def types_at(game: GameCore, space: int, besides: int = 0) -> frozenset[str]:
    """Return the current land types of a square; a tapped land gives none (B-39).

    `besides`: a creature that isn't counted, even if it is a land.
    """
    lying = [
        game.characteristics(obj.id).subtypes
        for obj in _lying(game, besides)
        if obj.space == space and not obj.tapped
    ]
    return frozenset({printed_type(game, space)} - {""}).union(*lying)


def by_space(game: GameCore) -> dict[int, frozenset[str]]:
    """Return the land types of all squares that are land, as `types_at` does."""
    found = {space: {name} for space, name in enumerate(_printed_types(game)) if name}
    for obj in _lying(game):
        if not obj.tapped:
            found.setdefault(obj.space, set()).update(game.characteristics(obj.id).subtypes)
    return {space: frozenset(types) for space, types in sorted(found.items()) if types}


def everywhere(game: GameCore, types: Sequence[str]) -> int:
    """Return the squares that have one of some land types now, one bit each."""
    found = _with_types(_printed_types(game), tuple(types))
    for obj in _lying(game):
        if not obj.tapped and not game.characteristics(obj.id).subtypes.isdisjoint(types):
            found |= 1 << obj.space
    return found


@lru_cache(1024)
def _with_types(ground: tuple[str, ...], types: tuple[str, ...]) -> int:
    return sum(1 << space for space, name in enumerate(ground) if name in types)


# --- placing land before the game ---


def _unmarked(game: GameCore) -> list[int]:
    spaces = game.board.spaces
    return [i for i, space in enumerate(spaces) if not space.obstacle and not printed_type(game, i)]


class MarkQuestion(Question, frozen=True):
    """Choose a basic land to place before the game, then its square (B-38)."""

    kind = "mark"
    rule = "setup.land"
    land: str = ""

    def prompt(self, game: GameCore) -> str:
        return (
            f"Choose a square for the {self.land}"
            if self.land
            else "Choose a basic land to place on the map"
        )

    def options(self, game: GameCore) -> list[Action]:
        if not self.land:
            return [Action("land", word=name) for name in BASIC_TYPES]
        return [
            Action("mark", space=game.space_name(space), word=self.land)
            for space in _unmarked(game)
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        if not self.land:
            game.push(MarkQuestion(self.seat, action.word))
            return
        state, space = game.state, game.board.names[action.space]
        state.set(ground=(*state.ground[:space], action.word, *state.ground[space + 1 :]))
        game.tell(
            Event("mark", seat=self.seat, card=action.word, space=action.space, reason="setup.land")
        )


# --- land cards (CR 305) ---


# the reason for a land that is played, not put onto the battlefield by an effect
PLAYED = "land.played"


class PlayLand(SpecialAction, frozen=True):
    """Play a land from hand in one's own main phase while the stack is empty (CR 116.2a)."""

    needs = (OWN_LAND,)

    verb = "play"
    sorcery_speed = True
    deed = "play a land"
    per_turn: Positive = 1  # lands that may be played in a turn

    def told(self, rules: Variant) -> list[str]:
        return [
            (
                f"You may play {rule_words.many(self.per_turn, 'land')} a turn in your "
                f"{rules.mains}, as in Magic."
            )
        ]

    def most(self, game: GameCore, seat: int) -> int:
        """Return the number of lands that a player may play this turn (CR 305.2)."""
        if not player_rules.has_rules(game):
            return self.per_turn
        further = player_rules.rules_for(game, seat, "extra-lands")
        return self.per_turn + sum([rule.number for rule, _ in further])

    def offered(self, game: GameCore, seat: int) -> Sequence[ActionGroup]:
        if game.state.players[seat].lands_played >= self.most(game, seat):
            return ()
        hand = _lands_in_hand(game, seat)
        if not player_rules.has_rules(game):
            return hand
        found = [
            Action("play", object=ident)
            for ident in from_elsewhere.cards(game, seat)
            if _is_land_elsewhere(game, seat, ident)
        ]
        return (*hand, known_actions(found, self.verb)) if found else hand

    def is_allowed_by_effect(self, game: GameCore, seat: int) -> bool:
        """Return whether a player may play another land this turn (CR 305.2, 305.3)."""
        return game.state.turn.active == seat and game.state.players[seat].lands_played < self.most(
            game, seat
        )

    def perform(self, game: GameCore, seat: int, action: Action) -> None:
        card = game.state.objects[action.object]
        game.state.change_player(seat, lands_played=game.state.players[seat].lands_played + 1)
        with game.because(PLAYED):
            land = put_onto_battlefield(
                game,
                AbilityContext(seat, card.id, card.printed.name),
                EnteringPermanent(card.id, seat),
            )
        triggers.notice(game, "plays-land", land or card.id, seat=seat)

    def refusal(self, game: GameCore, seat: int, action: Action) -> Refusal:
        card = game.state.objects.get(action.object)
        if (
            card is None
            or "Land" not in card.printed.base.types
            or not (_is_in_hand(card, seat) or from_elsewhere.allows_land(game, seat, card))
        ):
            return Refusal("land.card", "you can play only land cards from your hand")
        if not game.sorcery_time(seat):
            return Refusal(
                "land.timing",
                f"you can play lands only in your {game.rules.mains} with an empty stack",
            )
        if game.state.players[seat].lands_played >= (most := self.most(game, seat)):
            return Refusal(
                "land.once",
                f"you have already played {rule_words.many(most, 'land')} this turn",
            )
        return Refusal("land.card", f"{card.printed.name} can't be played")


def _is_in_hand(card: GameObject, seat: int) -> bool:
    return card.zone == "hand" and card.owner == seat


def _is_land_elsewhere(game: GameCore, seat: int, ident: int) -> bool:
    """Return whether an effect lets a player play a land that isn't in their hand."""
    card = game.state.objects[ident]
    return not _is_in_hand(card, seat) and from_elsewhere.allows_land(game, seat, card)


@derived_for("player.hand", "printed")
def _lands_in_hand(game: GameCore, seat: int) -> tuple[ActionGroup, ...]:
    hand, objects = game.state.players[seat].hand, game.state.objects
    found = [
        Action("play", object=ident)
        for ident in hand
        if "Land" in objects[ident].printed.card.types
    ]
    return (known_actions(found, PlayLand.verb),) if found else ()
