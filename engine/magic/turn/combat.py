"""Combat damage (CR 510).

The variant's step decides on attacks and blocks.
"""

from __future__ import annotations

from typing import ClassVar

from engine.actions import Action
from engine.base.records import replace
from engine.events import Event
from engine.magic.abilities import triggers
from engine.magic.core.agenda import ObjectQuestion, Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import Attacker, Combat
from engine.magic.damage import dealing as damage_dealing
from engine.magic.turn.priority import Round
from engine.magic.zones.battlefield import set_tapped

Blows = tuple[damage_dealing.Blow, ...]
FIRST = frozenset({"first strike", "double strike"})


def the_combat(game: GameCore) -> Combat:
    combat = game.state.combat
    assert combat is not None
    return combat


def set_attacker(game: GameCore, new: Attacker) -> None:
    combat = the_combat(game)
    game.state.set(
        combat=replace(
            combat, attackers=tuple(new if a.id == new.id else a for a in combat.attackers)
        )
    )


def blocks_declared(game: GameCore) -> None:
    """Finish the declaration of blocks: attackers become blocked, abilities trigger (CR 509.3)."""
    game.state.set(combat=replace(the_combat(game), settled=True))
    for attacker in the_combat(game).attackers:
        if attacker.blockers:
            set_attacker(game, replace(attacker, blocked=True))
        else:
            triggers.notice(game, "attacks-unblocked", attacker.id, seat=the_combat(game).seat)
    notice_blocks(game)


def notice_blocks(game: GameCore) -> None:
    """Trigger abilities on blocks."""
    blockers: set[int] = set()
    for attacker in the_combat(game).attackers:
        if not attacker.blocked:
            continue
        number = len(attacker.blockers)
        for blocker in attacker.blockers:
            rest = blocker != attacker.blockers[0]
            triggers.notice(
                game, "becomes-blocked", attacker.id, by=blocker, amount=number, rest=rest
            )
        triggers.notice(game, "fights-in-combat", attacker.id)
        for blocker in attacker.blockers:
            triggers.notice(game, "becomes-blocked-by", attacker.id, by=blocker)
            triggers.notice(game, "blocks", blocker, by=attacker.id, rest=blocker in blockers)
            if blocker not in blockers:
                triggers.notice(game, "fights-in-combat", blocker)
            blockers.add(blocker)


def band_of(game: GameCore, ident: int) -> tuple[int, ...]:
    """Return the attacking creatures of an attacker's band, including that attacker.

    Empty for an attacker without a band.
    """
    attackers = the_combat(game).attackers
    band = next((a.band for a in attackers if a.id == ident), 0)
    return tuple(a.id for a in attackers if a.band == band) if band else ()


def may_band(game: GameCore, joining: int, leader: int) -> bool:
    """Return whether a creature may join an attacker's band (CR 702.22c).

    At most one creature of a band may lack banding.
    """
    members = (*(band_of(game, leader) or (leader,)), joining)
    return sum(not game.characteristics(ident).has("banding") for ident in members) <= 1


def join_band(game: GameCore, joining: int, leader: int) -> None:
    """Add a creature to an attacker's band, attacking the same target (CR 702.22d)."""
    lead = next(replace(a, band=leader) for a in the_combat(game).attackers if a.id == leader)
    set_attacker(game, lead)
    combat = the_combat(game)
    game.state.set(combat=replace(combat, attackers=(*combat.attackers, replace(lead, id=joining))))


def block_bands(game: GameCore) -> None:
    """Make a blocker of one creature of a band block the whole band (CR 702.22h)."""
    for attacker in the_combat(game).attackers:
        if attacker.band:
            members = band_of(game, attacker.id)
            blockers = dict.fromkeys(
                b for a in the_combat(game).attackers if a.id in members for b in a.blockers
            )
            set_attacker(game, replace(attacker, blockers=tuple(blockers)))


def deals_now(game: GameCore, ident: int, *, first: bool) -> bool:
    """Return whether a creature deals damage in this damage step (CR 510.4, 702.7b).

    `first`: the first-strike step, else the regular one.
    """
    keywords = game.characteristics(ident).keywords
    if first:
        return bool(keywords & FIRST)
    done = the_combat(game).first_strike_done
    return done is None or ident not in done or "double strike" in keywords


def fighters(game: GameCore) -> list[int]:
    """Return every attacking and blocking creature, attackers with trample last among attackers.

    Damage of other attackers counts toward lethal damage for them.
    """
    attackers = the_combat(game).attackers
    in_order = sorted(
        (a.id for a in attackers), key=lambda ident: game.characteristics(ident).has("trample")
    )
    return list(dict.fromkeys([*in_order, *(b for a in attackers for b in a.blockers)]))


class Assign(Task, frozen=True):
    """The task of assigning the damage of creatures one by one, then dealing all of it at once."""

    left: tuple[int, ...]
    blows: Blows

    def run(self, game: GameCore) -> None:
        if game.state.combat is None:
            return
        if not self.left:
            self.finish(game)
            return
        ident = self.left[0]
        power = game.characteristics(ident).power if ident in game.state.objects else 0
        if power <= 0:
            self.go_on(game)
        else:
            self.one(game, ident, power)

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        return (replace(self, blows=still_there(game, self.blows)),)

    def go_on(self, game: GameCore, blows: Blows = ()) -> None:
        game.push(replace(self, left=self.left[1:], blows=self.blows + blows))

    def finish(self, game: GameCore) -> None:
        """Deal the assigned damage."""
        damage_dealing.deal(
            game, (blow for blow in self.blows if blow[0] in game.state.objects), combat=True
        )

    def one(self, game: GameCore, ident: int, power: int) -> None:
        """Assign the damage of the first creature left."""
        combat, objects = the_combat(game), game.state.objects
        attacker = next((a for a in combat.attackers if a.id == ident), None)
        if attacker is None:
            among, past = tuple(a.id for a in combat.attackers if ident in a.blockers), 0
        else:
            among, past = (
                tuple(b for b in attacker.blockers if attacker.blocked and b in objects),
                attacker.aim,
            )
        chooser = divider(game, ident, among)
        tramples = game.characteristics(ident).has("trample") and (
            not among or chooser == combat.seat
        )
        if attacker is not None and attacker.blocked and not tramples:
            past = 0
        if len(among) > 1 or (among and past):
            game.push(Divide(chooser, ident, among, power, self, past))
        else:
            receiver = among[0] if among else past
            self.go_on(game, ((ident, receiver, power),) if receiver else ())


def divider(game: GameCore, dealer: int, receivers: tuple[int, ...]) -> int:
    """Return the seat that divides a creature's damage (CR 702.22j).

    That is the creature's controller, or the player with a banding creature among the recipients.
    """
    objects = game.state.objects
    banded = {
        objects[ident].controller
        for ident in receivers
        if ident in objects and game.characteristics(ident).has("banding")
    }
    return next(
        (seat for seat in game.seats_from(the_combat(game).seat) if seat in banded),
        objects[dealer].controller,
    )


class DamageStep(Task, frozen=True):
    """A combat damage step; the first of two only with first or double strike."""

    strikes = True

    assign: ClassVar[type[Assign]] = Assign  # the class that assigns damage

    first: bool

    def run(self, game: GameCore) -> None:
        combat = game.state.combat
        if combat is None:
            return
        dealing = tuple(
            ident for ident in fighters(game) if deals_now(game, ident, first=self.first)
        )
        if not self.first:
            game.push(self.assign(dealing, ()))
        elif dealing:
            game.state.set(combat=replace(combat, first_strike_done=dealing))
            game.push(self.assign(dealing, ()), Round(game.state.turn.active))


def still_there(game: GameCore, blows: Blows) -> Blows:
    """Return blows whose source and recipient are still there after a player has left."""
    objects = game.state.objects
    return tuple(
        blow for blow in blows if blow[0] in objects and (blow[1] < 0 or blow[1] in objects)
    )


def lethal(game: GameCore, ident: int, source: int, blows: Blows) -> int:
    """Return the remaining lethal damage for a creature, after assigned damage.

    `source`: the creature whose damage is assigned (CR 702.19b, 702.2c).
    """
    c, obj = game.characteristics(ident), game.state.objects[ident]
    coming = [(dealer, amount) for dealer, target, amount in blows if target == ident]
    need = max(0, c.toughness - obj.damage - sum(amount for _, amount in coming))
    if obj.player_token:
        return need
    if any(game.characteristics(dealer).has("deathtouch") for dealer, _ in coming):
        return 0
    return min(need, 1) if game.characteristics(source).has("deathtouch") else need


class Division(ObjectQuestion, frozen=True):
    """The choice of damage for a creature or group, at least lethal damage."""

    kind = "damage"
    rule = "question.division"
    among: tuple[int, ...]  # creatures that have not been assigned damage yet
    left: int
    assign: Assign  # the assignment in progress
    past: int = 0  # the recipient of trample's excess damage; 0: none

    def asked_for(self) -> tuple[int, ...]:
        """Return the creatures whose damage is chosen now."""
        return self.among

    def needed(self, game: GameCore) -> int:
        """Return the remaining lethal damage for these creatures."""
        return sum(
            lethal(game, target, self.ident, self.assign.blows) for target in self.asked_for()
        )

    def bound(self, game: GameCore) -> str:
        """Return a note for the prompt: the lethal damage."""
        return f"lethal: {self.needed(game)}"

    def least(self, game: GameCore) -> int:
        """Return the least damage that may be assigned."""
        return min(self.left, self.needed(game))

    def most(self, game: GameCore) -> int:
        """Return the most damage that may be assigned."""
        return self.left

    def prompt(self, game: GameCore) -> str:
        names = " and ".join(map(game.object_name, self.asked_for()))
        return (
            f"{game.object_name(self.ident)}: how much of its {self.left} damage goes to "
            f"{names} ({self.bound(game)})?"
        )

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        """Restart the assignment of the creature's damage among the creatures still there."""
        others = tuple(blow for blow in self.assign.blows if blow[0] != self.ident)
        return replace(self.assign, blows=others).left_by(game, seat)

    def options(self, game: GameCore) -> list[Action]:
        return [
            Action("assign", object=self.among[0], number=n)
            for n in range(self.least(game), self.most(game) + 1)
        ]


class Divide(Division, frozen=True):
    """The choice of combat damage for each of several creatures, and trample damage (CR 510.1c)."""

    all_lethal: bool = True  # every creature so far was assigned lethal damage
    excess: bool = False  # only damage beyond lethal for the first creature may go to the others

    def asked_for(self) -> tuple[int, ...]:
        return self.among[:1]

    def least(self, game: GameCore) -> int:
        if self.among[1:] and not self.excess:
            return 0
        return super().least(game) if self.excess or (self.past and self.all_lethal) else self.left

    def answer(self, game: GameCore, action: Action) -> None:
        number, left = action.number, self.left - action.number
        blow = ((self.ident, self.among[0], number),) if number else ()
        if left and len(self.among) > 1:
            onward = replace(self.assign, blows=self.assign.blows + blow)
            fine = self.all_lethal and number >= self.needed(game)
            game.push(
                replace(
                    self,
                    among=self.among[1:],
                    left=left,
                    assign=onward,
                    all_lethal=fine,
                    excess=False,
                )
            )
        else:
            self.assign.go_on(
                game, (*blow, (self.ident, self.past, left)) if left and self.past else blow
            )


def declare_attack(game: GameCore, *, taps: bool = True, on_space: bool = True) -> None:
    """Declare the attackers of the combat (CR 508.1f, 508.1m).

    `taps`: attackers tap. `on_space`: the attack is on a space, not on specific targets.
    """
    combat = the_combat(game)
    where = game.space_name(combat.space) if on_space else ""
    for attacker in combat.attackers:
        obj = game.state.change(attacker.id, attacked=game.state.turn.number)
        aim = 0 if on_space else attacker.aim
        name = game.ref_name(aim) if aim > 0 else ""
        game.tell(
            Event(
                "attack",
                seat=combat.seat,
                object=obj.id,
                card=obj.printed.name,
                space=where,
                other=aim,
                other_card=name,
            )
        )
        if taps and not game.characteristics(attacker.id).has("vigilance"):
            set_tapped(game, attacker.id, True)
    for attacker in combat.attackers:
        triggers.notice(game, "attacks", attacker.id, seat=combat.seat)
    triggers.notice(game, "declares-attack", 0, seat=combat.seat, amount=len(combat.attackers))
    if len(combat.attackers) == 1:
        triggers.notice(game, "attacks-alone", combat.attackers[0].id, seat=combat.seat)
