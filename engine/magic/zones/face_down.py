"""Split spells, copies and face-down permanents (CR 707 to 709)."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeVar

from engine.base.records import replace
from engine.cards.characteristics import FACE_DOWN, Printed, printed, unknown_card
from engine.cards.model import AnyAbility, Static, Unlike
from engine.events import Event
from engine.magic.abilities.triggers import notice
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, PHASED, GameObject, State

T = TypeVar("T")


def turn_face_down(game: GameCore, ident: int) -> None:
    """Turn a permanent face down (CR 708.2).

    No effect on a face-down permanent, a player token or land of the map, which never becomes a
    creature.
    """
    obj = game.state.objects[ident]
    if not obj.face_down and not obj.player_token and obj.owner != NOBODY:
        game.tell(Event("face-down", seat=obj.controller, object=ident, card=obj.printed.name))
        copied = obj.printed if obj.printed is not obj.own else None
        game.state.change(
            ident,
            printed=FACE_DOWN,
            real=obj.own,
            copy_of=copied,
            face_down=True,
            timestamp=game.state.new_id(),
        )


def turn_face_up(game: GameCore, ident: int, x: int = 0) -> None:
    """Turn a face-down permanent face up, which is not entering (CR 708.8).

    `x`: the X of the morph cost paid.
    """
    obj = game.state.objects[ident]
    if obj.face_down:
        face, real, timestamp = (
            obj.beneath,
            obj.own if obj.copy_of is not None else None,
            game.state.new_id(),
        )
        designations = tuple(each for each in obj.designations if each != "manifested")
        game.state.change(
            ident, printed=face, real=real, copy_of=None, face_down=False, timestamp=timestamp, x=x,
            designations=designations,
        )  # fmt: skip
        game.rules.reach.name_here(game, obj, face.base.abilities)
        game.tell(Event("face-up", seat=obj.controller, object=ident, card=face.name))
        notice(game, "turned-up", ident, seat=obj.controller)


def reveal(game: GameCore, obj: GameObject) -> None:
    """Reveal a face-down permanent or spell that leaves its zone (CR 708.9)."""
    if obj.face_down and obj.zone in ("battlefield", "stack"):
        game.tell(Event("reveal", seat=obj.owner, object=obj.id, card=obj.own.name))


def end_bestow(game: GameCore, ident: int) -> None:
    """Make a bestowed Aura the creature that it really is (CR 702.103f)."""
    obj = game.state.objects[ident]
    paid = tuple(each for each in obj.paid if each != "bestow")
    game.state.change(ident, printed=obj.own, real=None, attached_to=0, paid=paid)


def conceal(state: State, seat: int | None) -> None:
    """Blank face-down permanents and spells for a player who doesn't control them (CR 708.5).

    `seat`: the player; None: blank all of them.
    """
    for obj in tuple(state.objects.values()):
        if (
            obj.face_down
            and obj.controller != seat
            and obj.zone in ("battlefield", "stack", PHASED)
        ):
            state.change(obj.id, real=unknown_card(), copy_of=None, unchanged=None)


def copied(
    obj: GameObject, unlike: Unlike | None = None, kept: AnyAbility | None = None
) -> Printed:
    """Return the copiable values of an object (CR 707.2), with the exceptions `unlike`.

    `kept`: an ability that the copy has in addition.
    """
    original = obj.own if "bestow" in obj.paid else obj.printed
    return (
        original
        if unlike is None and kept is None
        else _differing(original, unlike or Unlike(), kept)
    )


@lru_cache(1024)
def _differing(original: Printed, unlike: Unlike, kept: AnyAbility | None) -> Printed:
    card = original.card
    defined = unlike.power is not None or unlike.toughness is not None
    # the copy's size is set, so abilities that define it are not copied (CR 707.9d)
    own = (ability for ability in card.abilities if not (defined and _defines_size(ability)))
    return printed(
        replace(
            card,
            name=unlike.name or card.name,
            cost="" if unlike.no_cost else card.cost,
            colors=card.colors if unlike.colors is None else unlike.colors,
            types=_joined(card.types, unlike.add_types),
            supertypes=_joined(card.supertypes, unlike.add_supertypes),
            subtypes=_joined(card.subtypes, unlike.add_subtypes),
            power=card.power if unlike.power is None else unlike.power,
            toughness=card.toughness if unlike.toughness is None else unlike.toughness,
            keywords=_joined(card.keywords, unlike.keywords),
            abilities=(*own, *unlike.abilities, *((kept,) if kept is not None else ())),
        )
    )


def _joined(words: tuple[T, ...], more: tuple[T, ...]) -> tuple[T, ...]:
    return tuple(dict.fromkeys((*words, *more)))


def _defines_size(ability: AnyAbility) -> bool:
    """Return whether an ability defines its creature's power or toughness (CR 604.3)."""
    if not isinstance(ability, Static) or ability.what != "self" or ability.condition is not None:
        return False
    return ability.change.base_power is not None or ability.change.base_toughness is not None


def settle(game: GameCore, ident: int) -> None:
    """Set a permanent's copied values by the latest copy effect, or restore its own.

    See CR 613.2a and 613.7.
    """
    obj = game.state.objects.get(ident)
    if obj is None or obj.zone not in ("battlefield", PHASED):
        return
    copies = [
        effect.copy
        for effect in game.state.lasting
        if effect.copy is not None and ident in effect.objects
    ]
    unchanged = obj.unchanged or (obj.beneath if obj.face_down else obj.printed)
    face, own = copies[-1] if copies else unchanged, obj.own
    is_copy = face is not own
    game.state.change(
        ident,
        printed=obj.printed if obj.face_down else face,
        real=own if is_copy or obj.face_down else None,
        copy_of=face if is_copy and obj.face_down else None,
        unchanged=unchanged if copies else None,
        used=(),
    )
    game.rules.reach.name_here(game, obj, face.base.abilities)
