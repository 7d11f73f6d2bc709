"""What keywords do that no other effect can say: hiding a card away, pairing, grafting, phasing out, cascading (CR 702)."""

from __future__ import annotations

from collections.abc import Callable

from engine.actions import Action
from engine.cards.model import ByKeyword
from engine.cards.terms import Filter
from engine.events import Event
from engine.magic import battlefield, faces, filters, phasing, zones
from engine.magic.choices import OneOf
from engine.magic.effects.casting_cards import ToBottom, cascade
from engine.magic.following import on_battlefield
from engine.magic.game import Game
from engine.magic.performing import performs
from engine.magic.state import Speaker


@performs(ByKeyword)
def by_keyword(game: Game, item: Speaker, effect: ByKeyword) -> None:
    WORDS[effect.word](game, item, effect)


def phase_out(game: Game, item: Speaker, effect: ByKeyword) -> None:
    for ident in on_battlefield(game, filters.affected(game, effect.what, item)):
        phasing.phase_out(game, ident)


def turn_over(game: Game, item: Speaker, effect: ByKeyword) -> None:
    for ident in on_battlefield(game, filters.affected(game, effect.what, item)):
        if effect.word == "turn-face-up":
            faces.turn_face_up(game, ident, item.x if ident == item.source else 0)
        else:
            faces.turn_face_down(game, ident)


def graft(game: Game, item: Speaker, effect: ByKeyword) -> None:
    """A +1/+1 counter moves from the source onto another creature, if both are still there (CR 702.58a, 122.5)."""
    there = on_battlefield(game, [item.source, *filters.affected(game, effect.what, item)])
    if len(there) == 2 and game.state.objects[item.source].count("+1/+1"):
        battlefield.add_counters(game, there[0], "+1/+1", -1)
        battlefield.add_counters(game, there[1], "+1/+1", 1)


def hideaway(game: Game, item: Speaker, effect: ByKeyword) -> None:
    """Look at the top cards, exile one face down, and put the rest on the bottom in a random order (CR 702.75a)."""
    cards = game.state.players[item.controller].library[-effect.number :] if effect.number > 0 else ()
    if cards:
        game.push(HideChoice(item.controller, item, cards))


class HideChoice(OneOf, frozen=True):
    """Which of the top cards is hidden away."""

    words = "Choose a card to exile face down with {}"
    forced = False

    def reveals(self, game: Game) -> tuple[int, ...]:
        return self.among

    def answer(self, game: Game, action: Action) -> None:
        rest = tuple(ident for ident in self.among if ident != action.object)
        hidden = zones.move(game, action.object, "exile", kind="hide", face_down=True)
        game.state.change(hidden, exiled_by=self.item.source, controller=self.seat)
        game.push(ToBottom(self.seat, rest))


def pair(game: Game, item: Speaker, effect: ByKeyword) -> None:
    """The source and another unpaired creature of its controller become a pair (CR 702.95b)."""
    if not _can_pair(game, item.source, item.controller):
        return
    if effect.what == "self":
        others = Filter(types=("Creature",), controller="you", other=True, paired=False)
        found = filters.within_reach(game, others, item)
    else:
        found = filters.affected(game, effect.what, item)
    able = tuple(ident for ident in found if ident != item.source and _can_pair(game, ident, item.controller))
    if able:
        game.push(PairChoice(item.controller, item, able))


def _can_pair(game: Game, ident: int, seat: int) -> bool:
    obj = game.state.objects.get(ident)
    if obj is None or obj.zone != "battlefield" or obj.controller != seat:
        return False
    return not obj.paired and game.chars(ident).is_creature


class PairChoice(OneOf, frozen=True):
    """With which creature another is paired."""

    words = "Choose the creature that {} is paired with"

    def answer(self, game: Game, action: Action) -> None:
        one, other = self.item.source, action.object
        game.state.change(one, paired=other)
        game.state.change(other, paired=one)
        names = game.object_name(one), game.object_name(other)
        game.tell(Event("pair", seat=self.seat, object=one, card=names[0], other=other, other_card=names[1]))


WORDS: dict[str, Callable[[Game, Speaker, ByKeyword], None]] = {
    "cascade": cascade,
    "graft": graft,
    "hideaway": hideaway,
    "pair": pair,
    "phase-out": phase_out,
    "turn-face-down": turn_over,
    "turn-face-up": turn_over,
}
