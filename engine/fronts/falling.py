"""A player's token dies, and the player plays on with the creatures that are left (B-34, B-35)."""

from __future__ import annotations

from engine.cards.characteristics import Characteristics
from engine.events import Event
from engine.fronts import pieces
from engine.magic import dying, placing, zones
from engine.magic.game import Game
from engine.magic.map import Loser
from engine.magic.state import LastKnown


def fall(game: Game, seat: int, words: str) -> None:
    """A token dies: its player keeps nothing but creatures, artifacts and walls among them aside."""
    state = game.state
    with game.because("token.fallen"):
        game.tell(Event("fall", seat=seat, word=words))
        for ident in state.players[seat].hand:
            zones.discard(game, ident)
        mine = [ident for ident in state.battlefield if state.objects[ident].controller == seat and not state.objects[ident].stays]
        dying.put_into_graveyards(game, [ident for ident in mine if _is_lost(game.chars(ident))])
        player = state.players[seat]
        for ident in (*player.library, *player.graveyard):
            zones.move(game, ident, "exile", kind="put-away")
    _remove_token(game, player.token)
    state.change_player(seat, token=0, fallen=True, life=None, drew_from_empty=False)


def _is_lost(c: Characteristics) -> bool:
    """Whether a permanent goes with its player's token: everything but creatures, and of these artifacts, enchantments and walls."""
    return not c.is_creature or bool(c.types & {"Artifact", "Enchantment", "Land"}) or c.is_of(pieces.WALL)


def _remove_token(game: Game, ident: int) -> None:
    """A dead token leaves the map; it is no card, and goes nowhere."""
    state = game.state
    obj, c = state.objects[ident], game.chars(ident)
    placing.unlist(game, obj)
    state.remove(ident)
    state.remember(ident, LastKnown(obj, c))


def last_creatures_gone(game: Game) -> list[Loser]:
    """The players whose token is dead and who have no creature left: they are out."""
    living = [player for player in game.state.players if player.fallen and not player.out]
    gone = [player.seat for player in living if not pieces.pieces(game, player.seat)]
    return [Loser(seat, "has neither a token nor a creature left", "losing.creatures") for seat in gone]
