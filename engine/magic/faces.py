"""Objects that are not what their card says: split spells, copies, face-down permanents (CR 707 to 709).

`GameObject.printed` is what an object appears to be, its copiable values; `real` is the card that it really is, where
that is another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.model import Card
from engine.events import Event
from engine.magic.characteristics import Printed, printed, unknown_card
from engine.state import NOWHERE, PHASED

if TYPE_CHECKING:
    from engine.game import Game
    from engine.state import GameObject, State

FACE_DOWN = printed(Card(name="Face-Down Creature", types=("Creature",), power=2, toughness=2))
"""What a face-down permanent is (CR 708.2a). The name is for the reader; no card asks for it."""


def turn_face_down(game: Game, ident: int) -> None:
    """A permanent is turned face down (CR 708.2); one that is so already stays so, and a player's token has no other side."""
    obj = game.state.objects[ident]
    if not obj.face_down and not obj.player_token:
        game.tell(Event("face-down", seat=obj.controller, object=ident, card=obj.printed.name))
        copied = obj.printed if obj.printed is not obj.own else None
        game.state.change(ident, printed=FACE_DOWN, real=obj.own, copy_of=copied, face_down=True, timestamp=game.state.new_id())


def turn_face_up(game: Game, ident: int, x: int = 0) -> None:
    """A face-down permanent is turned face up: it is the same permanent, and has not entered (CR 708.8).

    `x`: the value of X in the morph cost that was paid for it.
    """
    obj = game.state.objects[ident]
    if obj.face_down:
        named = obj.space if obj.named == NOWHERE and game.rules.reach.names(obj.beneath.base.abilities) else obj.named
        face, real, timestamp = obj.beneath, obj.own if obj.copy_of is not None else None, game.state.new_id()
        game.state.change(ident, printed=face, real=real, copy_of=None, face_down=False, named=named, timestamp=timestamp, x=x)
        game.tell(Event("face-up", seat=obj.controller, object=ident, card=face.name))
        from engine.magic.triggers import notice

        notice(game, "turned-up", ident, seat=obj.controller)


def reveal(game: Game, obj: GameObject) -> None:
    """A face-down permanent or spell that leaves its zone is shown to everybody (CR 708.9)."""
    if obj.face_down and obj.zone in ("battlefield", "stack"):
        game.tell(Event("reveal", seat=obj.owner, object=obj.id, card=obj.own.name))


def conceal(state: State, seat: int | None) -> None:
    """Blank what lies face down on the battlefield or the stack, or has phased out so, but for its controller (CR 708.5)."""
    for obj in tuple(state.objects.values()):
        if obj.face_down and obj.controller != seat and obj.zone in ("battlefield", "stack", PHASED):
            state.change(obj.id, real=unknown_card(), copy_of=None)


def copied(obj: GameObject) -> Printed:
    """What a copy of an object is: its copiable values, without counters, effects or status (CR 707.2)."""
    return obj.printed
