"""Enchantments and artifacts on a map of squares: their squares and carriers (B-21 to B-30)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from engine.actions import DONE, Action, Refusal
from engine.base import rule_words
from engine.base.records import replace
from engine.cards.characteristics import Characteristics, Printed
from engine.cards.model import Activated, AttachTo, Prevent
from engine.cards.terms import Natural
from engine.events import Event
from engine.fronts.common import pieces
from engine.fronts.common.squares import mask
from engine.fronts.common.variant import map_rules
from engine.fronts.squares.player_tokens import removes
from engine.magic.abilities import targets
from engine.magic.continuous import filters
from engine.magic.core.agenda import ObjectQuestion, Question, Task
from engine.magic.core.game import GameCore
from engine.magic.core.legal_actions import ActionGroup, known_actions
from engine.magic.core.position import NOBODY, NOWHERE, AbilityContext, GameObject
from engine.magic.core.special_actions import SpecialAction
from engine.magic.index.derived import derived, derived_for
from engine.magic.zones import dying, moving
from engine.rule import Rule, Variant, table


class Belongings(Rule, frozen=True):
    """The ranges for removing enchantments and artifacts, and of a token's enchantments."""

    needs = (table("token"),)

    # the maximum distance from a player's piece to an enchantment or artifact to remove (B-25)
    removal_range: Natural = 1
    # the maximum distance from a token to creatures covered by enchantments traveling with it
    # (B-22)
    cover_range: Natural = 1
    # a spell that removes a world enchantment is exiled with all its copies (B-24)
    removal_of_worlds_exiles: bool = True

    # --- enchantments ---

    def told(self, rules: Variant) -> list[str]:
        return [
            "Auras travel with the permanents they enchant. Auras on players, and enchantments "
            "that protect their controller, such as the "
            "Circles of Protection, travel with that player's token and cover the player's "
            "creatures within "
            f"{rule_words.squares(self.cover_range)}.",
            "Every other enchantment lies on the square where its controller stood when it was "
            "cast; world enchantments lie beside the "
            "map.",
            "A world enchantment can be removed from anywhere"
            + (
                ", but a player who removes one with a spell exiles that spell's card and every "
                "other copy of that card from their hand, "
                "library and graveyard."
                if self.removal_of_worlds_exiles
                else "."
            ),
            "Any other enchantment, or a noncreature artifact, can be targeted for removal only "
            f"by a player with a {{piece}} within "
            f"{rule_words.squares(self.removal_range)} of it. Effects that remove without "
            "targeting reach everything.",
            "Noncreature artifacts are carried: by your token, which has no limit, or by "
            "creatures connected to it by a chain of your "
            "adjacent creatures. A creature can carry at most as many artifacts as its "
            "toughness. You control what you and your creatures "
            "carry. Equipment is attached to its carrier while equipped.",
            "A creature that carries more artifacts than its toughness drops the excess. A "
            "dropped artifact has no controller and does "
            "nothing until a {piece} enters its square and picks it up. A carrier that dies "
            "takes its artifacts to the graveyard with it; "
            "one that leaves in any other way drops them.",
        ]

    def lies_at(self, game: GameCore, card: Printed, controller: int, cast_at: int) -> int:
        """Return the square of a new permanent that isn't a piece; NOWHERE beside the map.

        An enchantment lies on its player's square unless it travels with a permanent or player.
        """
        c = card.base
        if (
            "Enchantment" not in c.types
            or "Aura" in c.subtypes
            or "World" in c.supertypes
            or travels_with_token(card)
        ):
            return NOWHERE
        return cast_at if cast_at != NOWHERE else pieces.token_space(game, controller)

    def covers(self, game: GameCore, source: int, refs: Iterable[int], target: int) -> bool:
        """Return whether an effect on a player also covers a creature near that player (B-22).

        It does if its source travels with a token.
        """
        obj, speaker = game.state.objects.get(target), filters.last_object(game, source)
        if obj is None or speaker is None or obj.player_token or not pieces.is_piece(game, obj):
            return False
        if not (
            travels_with_token(speaker.printed)
            or (speaker.attached_to < 0 and "Enchantment" in speaker.printed.base.types)
        ):
            return False
        homes = [
            pieces.token_space(game, filters.ref_seat(ref))
            for ref in refs
            if ref == filters.seat_ref(obj.controller)
        ]
        return any(
            home != NOWHERE and game.board.distance(home, obj.space) <= self.cover_range
            for home in homes
        )

    def worlds(self, game: GameCore) -> tuple[int, ...]:
        """Return the world enchantments, if their removal has a price."""
        found = game.state.battlefield if self.removal_of_worlds_exiles else ()
        return tuple(i for i in found if "World" in game.state.objects[i].printed.base.supertypes)

    def world_removed(self, game: GameCore, ctx: AbilityContext) -> None:
        """Exile a spell and all its copies after it removed a world enchantment (B-24).

        The copies are those in the hand, library and graveyard of the spell's player.
        """
        player = game.state.players[ctx.controller]
        cards = (*player.hand, *player.library, *player.graveyard)
        name = (
            game.state.objects[ctx.source].printed.name
            if ctx.source in game.state.objects
            else ctx.name
        )
        copies = [ident for ident in cards if game.state.objects[ident].printed.name == name]
        with game.because("worlds"):
            game.tell(Event("worlds-price", seat=ctx.controller, card=name, number=len(copies)))
            for ident in copies:
                moving.move(game, ident, "exile", kind="exile")

    # --- squares ---

    def location(self, game: GameCore, obj: GameObject) -> int:
        """Return the square of a permanent; NOWHERE beside the map.

        A carried or attached permanent is on the square of its carrier or host.
        """
        if obj.on_map.carried_by or obj.attached_to > 0:
            host = game.state.objects.get(obj.on_map.carried_by or obj.attached_to)
            return self.location(game, host) if host is not None and host.id != obj.id else NOWHERE
        if obj.attached_to < 0:
            return pieces.token_space(game, filters.ref_seat(obj.attached_to))
        if obj.space == NOWHERE and travels_with_token(obj.printed):
            return pieces.token_space(game, obj.controller)
        return obj.space

    def target_refusal(
        self, game: GameCore, ctx: AbilityContext, obj: GameObject
    ) -> Refusal | None:
        """Return why an object can't be targeted to remove or equip it (B-25, B-26)."""
        if obj.zone != "battlefield":
            return None
        effects = targets.effects_of(ctx)
        c = game.characteristics(obj.id)
        is_thing = "Enchantment" in c.types or is_carriable(c)
        if is_thing and "World" not in c.supertypes and removes(effects, regenerating=False):
            place = self.location(game, obj)
            if place != NOWHERE and not pieces.near(
                game, ctx.controller, place, self.removal_range
            ):
                where = f"{obj.printed.name} at {game.space_name(place)}"
                return Refusal(
                    "removal.range",
                    f"to remove {where}, you must have a creature or your token next to it",
                )
        if any(isinstance(effect, AttachTo) for effect in effects):
            return self._equip_refusal(game, ctx, obj)
        return None

    def _equip_refusal(
        self, game: GameCore, ctx: AbilityContext, host: GameObject
    ) -> Refusal | None:
        equipment = game.state.objects.get(ctx.source)
        if (
            equipment is None
            or equipment.on_map.carried_by in (0, host.id)
            or any(obj.id == host.id for obj in self.takers(game, equipment))
        ):
            return None
        return self.taking_refusal(game, equipment, host.id)

    # --- carrying ---

    def room(self, game: GameCore, obj: GameObject) -> bool:
        """Return whether a piece can carry another artifact (B-27).

        A token always can; a creature carries up to its toughness.
        """
        return (
            obj.player_token or len(carried(game, obj.id)) < game.characteristics(obj.id).toughness
        )

    def carriers(self, game: GameCore, seat: int, thing: GameObject) -> list[GameObject]:
        """Return a player's pieces with room, connected to an artifact's carrier (B-26).

        The carrier is included.
        """
        return [
            obj
            for obj in connected(game, seat, game.state.objects.get(thing.on_map.carried_by))
            if self.room(game, obj)
        ]

    def taking_refusal(self, game: GameCore, thing: GameObject, ident: int) -> Refusal:
        """Return why a piece can't take an artifact: not connected (B-26), or no room (B-27)."""
        carrier, name = (
            game.state.objects.get(thing.on_map.carried_by),
            game.object_name(ident) or "that",
        )
        taker = next(
            (obj for obj in connected(game, thing.controller, carrier) if obj.id == ident), None
        )
        if taker is None:
            return Refusal(
                "carry.connected", f"{name} isn't connected to the carrier of {thing.printed.name}"
            )
        if ident == thing.on_map.carried_by:
            return Refusal("carry.connected", f"{name} already carries {thing.printed.name}")
        return Refusal("carry.room", f"{name} can't carry more artifacts than its toughness")

    def takers(self, game: GameCore, thing: GameObject) -> list[GameObject]:
        """Return the pieces that an artifact can be handed over to."""
        return [
            obj
            for obj in self.carriers(game, thing.controller, thing)
            if obj.id != thing.on_map.carried_by
        ]

    def arrived(self, game: GameCore, ident: int) -> None:
        """Give a new artifact to the token, and let its player choose a connected carrier."""
        seat = game.state.objects[ident].controller
        token = game.state.players[seat].token
        if token in game.state.objects and is_carriable(game.characteristics(ident)):
            game.state.change_on_map(ident, carried_by=token)
            game.push(CarrierQuestion(seat, ident))

    def attached(self, game: GameCore, ident: int) -> None:
        """Let Equipment be carried by its bearer, even if the bearer dies at once (B-29, B-30)."""
        obj = game.state.objects[ident]
        if is_carriable(game.characteristics(ident)) and obj.attached_to > 0:
            game.state.change_on_map(ident, carried_by=obj.attached_to)

    def lying(self, game: GameCore) -> int:
        """Return the squares with an artifact to pick up, one bit each."""
        return mask([game.state.objects[ident].space for ident in _dropped(game)])

    def entered(self, game: GameCore, mover: GameObject) -> list[Task]:
        """Return the question to pick up artifacts on a square that a piece has entered (B-28)."""
        there = _lying(game, mover.space) and self.room(game, mover)
        return [PickUpQuestion(mover.controller, mover.id)] if there else []

    # --- checks ---

    def check(self, game: GameCore) -> bool | Question:
        """Move artifacts with their carriers or drop them.

        Returns True if anything was done, or a question that a player must answer first.
        """
        things = artifacts(game)
        if not things:
            return False
        if any(self._put_right(game, obj) for obj in things):
            return True
        for ident, number in Counter(obj.on_map.carried_by for obj in things).items():
            carrier = game.state.objects.get(ident)
            if (
                carrier is not None
                and not carrier.player_token
                and number > max(0, game.characteristics(ident).toughness)
            ):
                return DropQuestion(carrier.controller, ident)
        return False

    def _put_right(self, game: GameCore, obj: GameObject) -> bool:
        state, ident = game.state, obj.id
        if obj.adrift:
            return False
        if not is_carriable(game.characteristics(ident)):
            if obj.on_map.carried_by:
                state.change_on_map(ident, carried_by=0)
            return bool(obj.on_map.carried_by)
        if obj.attached_to > 0 and obj.on_map.carried_by != obj.attached_to:
            state.change_on_map(ident, carried_by=obj.attached_to)
            return True
        carrier = state.objects.get(obj.on_map.carried_by)
        if carrier is None or not pieces.is_piece(game, carrier):
            self._lose_carrier(game, obj)
            return True
        if carrier.controller == obj.controller:
            return False
        # it changes control with its carrier (B-30)
        state.change(ident, controller=carrier.controller, entered_under=carrier.controller)
        return True

    def _lose_carrier(self, game: GameCore, obj: GameObject) -> None:
        """Put an artifact without carrier into the graveyard, or drop it (B-29).

        It goes to the graveyard with its carrier, else it stays on the carrier's square.
        """
        last, gone = (
            filters.last_object(game, obj.on_map.carried_by),
            game.state.gone.get(obj.on_map.carried_by),
        )
        if last is None or last.space == NOWHERE:
            self._to_token(game, obj)
        elif gone is not None and gone.went_to == "graveyard":
            with game.because("belongings.lost"):
                dying.put_into_graveyards(game, [obj.id])
        else:
            drop(game, obj.id, last.space, "belongings.dropped")

    def changed_sides(self, game: GameCore, idents: Iterable[int]) -> None:
        """Move artifacts to the tokens of their new controllers, except those they carry."""
        for obj in [game.state.objects[ident] for ident in idents]:
            carrier = game.state.objects.get(obj.on_map.carried_by)
            if carrier is not None and carrier.controller != obj.controller:
                self._to_token(game, obj)

    def _to_token(self, game: GameCore, obj: GameObject) -> None:
        """Let the controller's token carry an artifact.

        Without a token it is put into the graveyard.
        """
        if token := game.state.players[obj.controller].token:
            game.state.change(obj.id, attached_to=0)
            game.state.change_on_map(obj.id, carried_by=token)
        else:
            dying.put_into_graveyards(game, [obj.id])

    def player_left(self, game: GameCore, seat: int) -> None:
        """Keep artifacts on the map that a leaving player's pieces carried for others.

        An artifact stays with its carrier if the carrier only changes control.
        """
        for obj in artifacts(game):
            if obj.controller == seat and obj.owner != seat and obj.on_map.carried_by:
                carrier = game.state.objects.get(obj.on_map.carried_by)
                if carrier is None:  # the carrier died as its controller lost
                    self._lose_carrier(game, obj)
                elif seat in (carrier.owner, carrier.entered_under):
                    drop(game, obj.id, carrier.space, "belongings.dropped")
                else:
                    game.state.change(
                        obj.id,
                        controller=carrier.entered_under,
                        entered_under=carrier.entered_under,
                    )


def travels_with_token(card: Printed) -> bool:
    """Return whether an enchantment protects its player, as the Circles of Protection do (B-22).

    Such an enchantment travels with the player's token.
    """
    if "Enchantment" not in card.base.types or "Aura" in card.base.subtypes:
        return False
    uses = [ability for ability in card.base.abilities if isinstance(ability, Activated)]
    return any(
        isinstance(effect, Prevent) and effect.to == "you"
        for ability in uses
        for effect in ability.effects
    )


def is_carriable(c: Characteristics) -> bool:
    """Return whether something is a noncreature artifact."""
    return "Artifact" in c.types and "Creature" not in c.types


@derived("types", "on_map.carried_by")
def _artifacts(game: GameCore) -> tuple[int, ...]:
    objects, table = game.state.objects, game.permanents.table
    return tuple(
        [
            ident
            for ident in game.state.battlefield
            if objects[ident].on_map.carried_by or "Artifact" in table[ident].types
        ]
    )


def artifacts(game: GameCore) -> list[GameObject]:
    """Return all artifacts on the battlefield."""
    return [game.state.objects[ident] for ident in _artifacts(game)]


@derived(_artifacts, "on_map.carried_by")
def _burdens(game: GameCore) -> dict[int, list[int]]:
    """Return the artifacts that each carrier carries.

    The result is kept, since every piece is checked for room for every artifact.
    """
    objects = game.state.objects
    found: dict[int, list[int]] = {}
    for ident in _artifacts(game):
        found.setdefault(objects[ident].on_map.carried_by, []).append(ident)
    return found


def carried(game: GameCore, ident: int) -> list[GameObject]:
    """Return the artifacts that a piece carries."""
    return [game.state.objects[thing] for thing in _burdens(game).get(ident, ())]


@derived(_artifacts, "controller")
def _dropped(game: GameCore) -> list[int]:
    return [ident for ident in _artifacts(game) if game.state.objects[ident].adrift]


def _lying(game: GameCore, space: int) -> list[GameObject]:
    objects = game.state.objects
    return [obj for ident in _dropped(game) if (obj := objects[ident]).space == space]


def connected(game: GameCore, seat: int, start: GameObject | None) -> list[GameObject]:
    """Return a player's pieces connected to a piece by a chain of adjacent ones (B-26).

    The piece itself is included.
    """
    if start is None:
        return []
    left = [obj for obj in pieces.pieces(game, seat) if obj.id != start.id]
    found = [start]
    for here in found:  # the list grows during the loop
        near = [obj for obj in left if game.board.distance(here.space, obj.space) <= 1]
        found += near
        left = [obj for obj in left if obj not in near]
    return found


def drop(game: GameCore, ident: int, space: int, reason: str) -> None:
    """Put an artifact on a square, where no player controls it, whatever effects say (B-28)."""
    state = game.state
    holding = [
        lasting
        for lasting in state.lasting
        if lasting.change.controller and ident in lasting.objects
    ]
    if holding:
        freed = [
            replace(lasting, objects=tuple(i for i in lasting.objects if i != ident))
            for lasting in holding
        ]
        state.set(
            lasting=(
                *(each for each in state.lasting if each not in holding),
                *(each for each in freed if each.objects),
            )
        )
    obj = state.change(ident, attached_to=0, controller=NOBODY, entered_under=NOBODY, space=space)
    state.change_on_map(ident, carried_by=0)
    game.tell(
        Event(
            "drop", object=ident, card=obj.printed.name, space=game.space_name(space), reason=reason
        )
    )


def hand_to(
    game: GameCore, ident: int, carrier: GameObject, reason: str = "belongings.carried"
) -> None:
    """Let a piece take an artifact; the piece's controller controls it now."""
    before, seat = game.state.objects[ident], carrier.controller
    since, under = (
        (before.since, before.entered_under)
        if before.controller == seat
        else (game.state.turn.number, seat)
    )
    obj = game.state.change(
        ident, attached_to=0, controller=seat, entered_under=under, space=NOWHERE, since=since
    )
    game.state.change_on_map(ident, carried_by=carrier.id)
    game.tell(Event(
        "carry", seat=seat, object=ident, card=obj.printed.name, other=carrier.id,
        other_card=carrier.printed.name,
        space=game.space_name(carrier.space), reason=reason,
    ))  # fmt: skip


class CarrierQuestion(ObjectQuestion, frozen=True):
    """Choose the carrier of a new artifact."""

    kind = "carry"
    rule = "carry"
    words = "Choose a carrier for {}"

    def options(self, game: GameCore) -> list[Action]:
        obj, rules = game.state.objects.get(self.ident), map_rules(game).belongings
        if obj is None or obj.on_map.carried_by not in game.state.objects or rules is None:
            return [DONE]
        return [
            Action("carry", object=obj.id, target=each.id)
            for each in rules.carriers(game, self.seat, obj)
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        if action.verb == "carry":
            hand_to(game, action.object, game.state.objects[action.target])

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        thing, rules = game.state.objects.get(self.ident), map_rules(game).belongings
        if action.verb != "carry" or thing is None or rules is None:
            return super().refusal(game, action)
        return rules.taking_refusal(game, thing, action.target)


class PickUpQuestion(ObjectQuestion, frozen=True):
    """Choose an artifact for a piece to pick up from its square, or finish."""

    kind = "pick-up"
    rule = "carry.lying"
    words = "Choose an artifact for {} to pick up, or finish"

    def options(self, game: GameCore) -> list[Action]:
        mover, rules = game.state.objects.get(self.ident), map_rules(game).belongings
        if mover is None or rules is None or not rules.room(game, mover):
            return [DONE]
        return [
            DONE,
            *(
                Action("pick-up", object=obj.id, target=mover.id)
                for obj in _lying(game, mover.space)
            ),
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        if action != DONE:
            hand_to(game, action.object, game.state.objects[self.ident], "belongings.picked-up")
            game.push(self)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb != "pick-up":
            return super().refusal(game, action)
        mover, rules = game.state.objects.get(self.ident), map_rules(game).belongings
        if mover is not None and rules is not None and not rules.room(game, mover):
            return Refusal(
                "carry.room", f"{mover.printed.name} can't carry more artifacts than its toughness"
            )
        return Refusal(
            "carry.lying",
            f"{game.object_name(self.ident)} can pick up only artifacts on its square",
        )


class DropQuestion(ObjectQuestion, frozen=True):
    """Choose an artifact for an overloaded creature to drop (B-27)."""

    kind = "drop"
    words = "{} is carrying too much: choose an artifact for it to drop"

    def options(self, game: GameCore) -> list[Action]:
        return [Action("drop", object=obj.id) for obj in carried(game, self.ident)] or [DONE]

    def answer(self, game: GameCore, action: Action) -> None:
        if action != DONE:
            drop(game, action.object, game.state.objects[self.ident].space, "belongings.too-many")

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        return Refusal("carry.room", f"you must do this first: {self.prompt(game)}")


class HandOver(SpecialAction, frozen=True):
    """Hand an artifact over to a connected piece in one's own main phase (B-26).

    Pieces are connected by chains of adjacent creatures.
    """

    needs = (table("belongings"),)

    verb = "give"
    sorcery_speed = True

    def told(self, rules: Variant) -> list[str]:
        words = (
            f"In your {rules.mains}, you may hand an artifact over to a {{piece}} connected "
            "to its carrier by a chain of your"
        )
        return [f"{words} adjacent creatures."]

    def offered(self, game: GameCore, seat: int) -> Sequence[ActionGroup]:
        return _hand_overs(game, seat)

    def perform(self, game: GameCore, seat: int, action: Action) -> None:
        hand_to(game, action.object, game.state.objects[action.target])

    def refusal(self, game: GameCore, seat: int, action: Action) -> Refusal:
        obj = game.state.objects.get(action.object)
        if obj is None or obj.controller != seat or not obj.on_map.carried_by:
            return Refusal(
                "carry.controller", "you can hand over only artifacts that your side carries"
            )
        if not game.sorcery_time(seat):
            return Refusal(
                "carry.timing",
                f"you can do this only in your {game.rules.mains} with an empty stack",
            )
        rules = map_rules(game).belongings
        assert rules is not None
        return rules.taking_refusal(game, obj, action.target)


@derived_for(_burdens, pieces.anywhere, "controller", "space", "toughness")
def _hand_overs(game: GameCore, seat: int) -> tuple[ActionGroup, ...]:
    rules = map_rules(game).belongings
    assert rules is not None
    mine = [obj for obj in artifacts(game) if obj.controller == seat and obj.on_map.carried_by]
    found = [
        Action("give", object=obj.id, target=taker.id)
        for obj in mine
        for taker in rules.takers(game, obj)
    ]
    return (known_actions(found, HandOver.verb),) if found else ()
