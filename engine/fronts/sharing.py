"""Sharing out a side's damage among the other side's creatures (W-26 to W-30)."""

from __future__ import annotations

from engine.actions import Action, Refusal
from engine.cards.model import Triggered
from engine.magic import combat, damage, prevention
from engine.magic.agenda import ObjectQuestion, Task
from engine.magic.combat import Blows, still_there
from engine.magic.game import Game
from engine.magic.priority import Round
from engine.records import replace


def room(game: Game, ident: int, blows: Blows) -> int:
    """How much more damage may be assigned to a creature: its toughness less the damage on it and what is assigned already (W-27)."""
    coming = sum(amount for _, target, amount in blows if target == ident)
    return max(0, game.chars(ident).toughness - game.state.objects[ident].damage - coming)


def receivers(game: Game, dealer: int) -> tuple[int, ...]:
    """The creatures among which a creature's damage is divided: the attacker's, or those of all its opponents (W-30)."""
    attackers = combat.the_combat(game).attackers
    mine = next((attacker for attacker in attackers if attacker.id == dealer), None)
    return mine.blockers if mine is not None else tuple(attacker.id for attacker in attackers)


def divider(game: Game, dealer: int) -> int:
    """Who divides a creature's damage: its controller, or whoever has a creature with banding among those who receive it (W-26)."""
    objects = game.state.objects
    banded = {objects[ident].controller for ident in receivers(game, dealer) if game.chars(ident).has("banding")}
    own = objects[dealer].controller
    return next((seat for seat in game.seats_from(combat.the_combat(game).seat) if seat in banded), own)


class Divide(Task, frozen=True):
    """Divide the damage of one creature after another, the attacker's first; then players may heal, then all is dealt at once."""

    left: tuple[int, ...]
    blows: Blows = ()

    def run(self, game: Game) -> None:
        if game.state.combat is None:
            return
        if not self.left:
            game.push(*([Round(game.state.turn.active, healing=True), Strike(self.blows)] if self.blows else []))
            return
        ident, rest = self.left[0], self.left[1:]
        objects = game.state.objects
        power = game.chars(ident).power if ident in objects else 0
        among = tuple(i for i in receivers(game, ident) if room(game, i, self.blows)) if power > 0 else ()
        if among:
            game.push(Share(divider(game, ident), ident, among, power, rest, self.blows))
        else:
            game.push(Divide(rest, self.blows))

    def left_by(self, game: Game, seat: int) -> tuple[Task, ...]:
        return (replace(self, blows=still_there(game, self.blows)),)


class Share(ObjectQuestion, frozen=True):
    """How much of a creature's damage goes to each of those who can receive any. As much of a side's as can be must be assigned (W-27)."""

    kind = "damage"
    rule = "damage.share"
    among: tuple[int, ...]  # the creatures that are still to be given damage
    left: int
    rest: tuple[int, ...]  # whose damage is divided after this one's
    blows: Blows

    def prompt(self, game: Game) -> str:
        target = self.among[0]
        words = f"how much of {self.left} damage to {game.object_name(target)} (at most {room(game, target, self.blows)})?"
        return f"{game.object_name(self.ident)}: {words}"

    def options(self, game: Game) -> list[Action]:
        target, *others = self.among
        least = max(0, _least(game, self) - sum(room(game, other, self.blows) for other in others))
        most = min(self.left, room(game, target, self.blows))
        return [Action("assign", object=target, number=number) for number in range(min(least, most), most + 1)]

    def left_by(self, game: Game, seat: int) -> tuple[Task, ...]:
        """The creature's damage is divided anew, by whoever is to do so now, and the others' after it."""
        others = tuple(blow for blow in self.blows if blow[0] != self.ident)
        return (Divide((self.ident, *self.rest), still_there(game, others)),)

    def answer(self, game: Game, action: Action) -> None:
        number = action.number
        blows = (*self.blows, (self.ident, self.among[0], number)) if number else self.blows
        left = self.left - number
        if left and len(self.among) > 1:
            game.push(replace(self, among=self.among[1:], left=left, blows=blows))
        else:
            game.push(Divide(self.rest, blows))

    def refusal(self, game: Game, action: Action) -> Refusal:
        if action.verb != "assign":
            return super().refusal(game, action)
        numbers = [option.number for option in self.options(game)]
        target = game.object_name(self.among[0])
        return Refusal("damage.share", f"{target} is given {min(numbers)} to {max(numbers)} damage: nobody gets too much")


def _least(game: Game, share: Share) -> int:
    """How much of a creature's damage must be assigned: what the rest of its side can't put in its place, or does not matter who does.

    Not all damage does the same, and its side chooses whose is lost where there is too much (W-26 to W-28).
    """
    mine = sum(room(game, ident, share.blows) for ident in share.among)
    group = receivers(game, share.ident)
    mates = [i for i in share.rest if i in game.state.objects and receivers(game, i) == group and divider(game, i) == share.seat]
    others = sum(max(0, game.chars(i).power) for i in mates)
    everywhere = sum(room(game, ident, share.blows) for ident in group)
    most = min(share.left, mine)
    nature = _nature(game, share.ident, group)
    if all(_nature(game, i, group) == nature for i in mates):
        return most
    return max(0, min(most + others, everywhere) - others)


def _nature(game: Game, dealer: int, group: tuple[int, ...]) -> tuple[object, ...]:
    """What a creature's damage does but for its amount: its keywords, what triggers, what becomes of it for each of those who get it."""
    c = game.chars(dealer)
    triggered = tuple(ability for ability in c.abilities if isinstance(ability, Triggered))
    fates = tuple(prevention.fate(game, prevention.Hit(dealer, target, 1, combat=True)) for target in group)
    return c.keywords & damage.OF_DAMAGE, triggered, fates


class Strike(Task, frozen=True):
    """The damage that was divided is dealt, all at once."""

    strikes = True

    blows: Blows

    def run(self, game: Game) -> None:
        damage.deal(game, self.blows, combat=True)

    def left_by(self, game: Game, seat: int) -> tuple[Task, ...]:
        return (replace(self, blows=still_there(game, self.blows)),)
