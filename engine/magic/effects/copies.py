"""Effects that create tokens, copies of permanents among them, or make permanents copies (CR 111, 707)."""

from __future__ import annotations

from engine.cards.characteristics import printed
from engine.cards.model import Activated, BecomeCopy, Change, CopyToken, MakeToken, Triggered
from engine.cards.terms import Ref
from engine.events import Event
from engine.magic import amounts, filters, triggers
from engine.magic.arriving import create_tokens
from engine.magic.control import goes_on
from engine.magic.effects.continuous import whose
from engine.magic.faces import copied, settle
from engine.magic.following import on_battlefield, speaks_of
from engine.magic.game import Game
from engine.magic.performing import performs
from engine.magic.state import NOBODY, GameObject, Lasting, Speaker


@performs(MakeToken)
def make_token(game: Game, item: Speaker, effect: MakeToken) -> Speaker | None:
    """Create tokens (CR 111); what follows may speak of the first of them."""
    number = amounts.number(game, effect.count, item)
    made: list[int] = []
    for seat in filters.players_of(game, effect.who, item):
        made += create_tokens(game, item, printed(effect.token), seat, number, tapped=effect.tapped)
    triggers.entered_at_once(game, made)
    return speaks_of(item, made)


@performs(CopyToken)
def copy_token(game: Game, item: Speaker, effect: CopyToken) -> Speaker | None:
    """Create tokens with the copiable values of a permanent, or those that it last had (CR 608.2h)."""
    original = _original(game, item, effect.of)
    if original is None:
        return None
    number, seat = amounts.number(game, effect.count, item), item.controller
    made = create_tokens(game, item, copied(original, effect.unlike), seat, number)
    triggers.entered_at_once(game, made)
    return speaks_of(item, made)


@performs(BecomeCopy)
def become_copy(game: Game, item: Speaker, effect: BecomeCopy) -> None:
    """Permanents become copies of what an object is now, or last was; they don't follow it when it changes (CR 707.2c)."""
    state = game.state
    original = _original(game, item, effect.of)
    if original is None or not goes_on(game, effect.until, item.source, item.controller):
        return
    found = (state.objects[ident] for ident in on_battlefield(game, filters.affected(game, effect.what, item)))
    objects = tuple(obj.id for obj in found if obj.owner != NOBODY and not obj.player_token)
    kept = item.ability if effect.keeps and isinstance(item.ability, Activated | Triggered) else None
    now, face = state.new_id(), copied(original, effect.unlike, kept)
    until, lasting_for = effect.until, whose(game, item, effect.until)
    begun = Lasting(now, item.controller, item.source, objects, Change(), until, state.turn.number, copy=face, whose=lasting_for)
    state.set(lasting=(*state.lasting, begun))
    for ident in objects:
        obj, name = state.change(ident, timestamp=now), original.printed.name
        game.tell(Event("copies", seat=obj.controller, object=ident, card=obj.printed.name, other=original.id, other_card=name))
        settle(game, ident)


def _original(game: Game, item: Speaker, of: Ref) -> GameObject | None:
    """What is copied, or what it last was (CR 608.2h); nobody's token on the map."""
    found = filters.last_object(game, item.it if of == "it" else next(iter(filters.resolve(game, of, item)), 0))
    return None if found is None or found.player_token else found
