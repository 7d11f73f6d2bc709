"""Continuous effects of resolved spells and abilities (CR 611.2), copies among them, and tokens (CR 111, 707)."""

from __future__ import annotations

from engine.cards.characteristics import Printed, printed
from engine.cards.model import Activated, BecomeCopy, Change, CopyToken, MakeToken, Modify, Triggered
from engine.cards.terms import Amount, Ref, Until
from engine.events import Event
from engine.magic import amounts, filters, lasting, triggers
from engine.magic.arriving import create_tokens
from engine.magic.faces import copied, settle
from engine.magic.following import on_battlefield, speaks_of
from engine.magic.game import Game
from engine.magic.lasting import goes_on, sync_control
from engine.magic.performing import performs
from engine.magic.state import NOBODY, GameObject, Speaker
from engine.records import replace


@performs(Modify)
def modify(game: Game, item: Speaker, effect: Modify) -> None:
    """What is found now is changed, by amounts as they are now. Nothing happens for a time that is over already (CR 611.2b)."""
    objects = tuple(ref for ref in filters.affected(game, effect.what, item) if ref in game.state.objects)
    if objects and goes_on(game, effect.until, item.source, item.controller):
        change, last = locked_in(game, effect.change, item), whose(game, item, effect.until)
        lasting.begin(game, item.controller, item.source, objects, change, effect.until, x=item.x, whose=last)
        if change.controller:
            sync_control(game)


def whose(game: Game, item: Speaker, until: Until) -> int:
    """The player for whose next untap step an effect lasts, if it is for a certain player's."""
    if until == "target-next-untap":
        return next(iter(filters.players_of(game, "all-targets", item)), NOBODY)
    return item.controller if until == "your-next-untap" else NOBODY


def locked_in(game: Game, change: Change, item: Speaker) -> Change:
    """A change with its amounts as the numbers that they are now (CR 608.2i, 611.2c)."""
    power, toughness = change.base_power, change.base_toughness
    return replace(
        change,
        power=amounts.bonus(game, change.power, item),
        toughness=amounts.bonus(game, change.toughness, item),
        base_power=None if power is None else amounts.amount(game, power, item),
        base_toughness=None if toughness is None else amounts.amount(game, toughness, item),
    )


# --- copies and tokens ---


@performs(BecomeCopy)
def become_copy(game: Game, item: Speaker, effect: BecomeCopy) -> None:
    """Permanents become copies of what an object is now, or last was; they don't follow it when it changes (CR 707.2c)."""
    state, until = game.state, effect.until
    original = _original(game, item, effect.of)
    if original is None or not goes_on(game, until, item.source, item.controller):
        return
    found = (state.objects[ident] for ident in on_battlefield(game, filters.affected(game, effect.what, item)))
    objects = tuple(obj.id for obj in found if obj.owner != NOBODY and not obj.player_token)
    kept = item.ability if effect.keeps and isinstance(item.ability, Activated | Triggered) else None
    face, last = copied(original, effect.unlike, kept), whose(game, item, until)
    now = lasting.begin(game, item.controller, item.source, objects, Change(), until, copy=face, whose=last)
    for ident in objects:
        obj, name = state.change(ident, timestamp=now), original.printed.name
        game.tell(Event("copies", seat=obj.controller, object=ident, card=obj.printed.name, other=original.id, other_card=name))
        settle(game, ident)


@performs(MakeToken)
def make_token(game: Game, item: Speaker, effect: MakeToken) -> Speaker | None:
    return _create(game, item, printed(effect.token), effect.count, filters.players_of(game, effect.who, item), tapped=effect.tapped)


@performs(CopyToken)
def copy_token(game: Game, item: Speaker, effect: CopyToken) -> Speaker | None:
    """Create tokens with the copiable values of a permanent, or those that it last had (CR 608.2h)."""
    original = _original(game, item, effect.of)
    return _create(game, item, copied(original, effect.unlike), effect.count, [item.controller]) if original is not None else None


def _create(game: Game, item: Speaker, face: Printed, count: Amount, seats: list[int], *, tapped: bool = False) -> Speaker | None:
    """Players create tokens (CR 111); what follows may speak of the first of them."""
    number = amounts.number(game, count, item)
    made = [ident for seat in seats for ident in create_tokens(game, item, face, seat, number, tapped=tapped)]
    for ident in made:  # they have entered at the same time (CR 603.6a)
        triggers.notice(game, "enters", ident, seat=game.state.objects[ident].controller)
    return speaks_of(item, made)


def _original(game: Game, item: Speaker, of: Ref) -> GameObject | None:
    """What is copied, or what it last was (CR 608.2h); nobody's token on the map."""
    found = filters.last_object(game, item.it if of == "it" else next(iter(filters.resolve(game, of, item)), 0))
    return None if found is None or found.player_token else found
