"""Battles: all creatures in a terrain fight when opponents meet (W-22, W-24 to W-31)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import DONE, Action, Refusal
from engine.base.records import replace
from engine.cards.model import Triggered
from engine.events import Event
from engine.fronts.common.land import armies, creatures_at, creatures_of, special_owner
from engine.magic.core.agenda import Question, Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, Attacker, Combat
from engine.magic.core.step import Step
from engine.magic.damage import dealing, prevention
from engine.magic.turn import combat
from engine.magic.turn.combat import Blows
from engine.magic.turn.priority import Round, Settle
from engine.magic.turn.steps import EndCombat
from engine.magic.zones import battlefield
from engine.rule import AREAS, Variant

BATTLE = (
    "In a battle, every creature in the {space} takes part, and there is no blocking. Players "
    "may cast spells first; then the untapped "
    "creatures of both sides deal damage equal to their power, all at once. Each side divides "
    "its damage as it likes, the attacker "
    "first; if the receiving side has a creature with banding, that side divides it instead.",
    "With several opponents there, the attacker divides damage among all their creatures, and "
    "each opponent divides damage among the "
    "attacker's creatures.",
    "A creature can't be assigned more damage than its toughness minus the damage on it; the "
    "rest is lost. Creatures with first "
    "strike or double strike deal damage earlier. Before damage is dealt, players may heal "
    "creatures and prevent damage. Flying, "
    "landwalk and the like don't matter here.",
    "Damage is tracked by source, and protection prevents damage from sources with that quality.",
    "Creatures with lethal damage are exiled.",
)
"""The rules of a battle."""


class Battles(Step, frozen=True):
    """The active player's creatures fight battles against creatures in the same terrain (W-24).

    The active player chooses the order of the battles.
    """

    needs = (AREAS,)

    trigger = "combat"
    fights = True
    entered_only: bool = True  # battles only where one of the player's creatures moved this turn
    # the owner of an attacked Stronghold may tap one of the attackers (W-22)
    owner_taps: bool = True

    def told(self, rules: Variant) -> list[str]:
        where = (
            "wherever creatures you moved this turn"
            if self.entered_only
            else "wherever your creatures"
        )
        words = (
            f"{where} share a {{space}} with opponents' creatures, a battle takes place; you "
            "choose the order of the battles. "
            "Battles aren't optional."
        )
        return [
            f"{words} The owner of an attacked Stronghold may tap one of the attackers first."
            if self.owner_taps
            else words
        ]

    def told_of_fights(self, rules: Variant) -> Iterable[str]:
        return BATTLE

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        return [Settle(), BattleQuestion(seat, self.entered_only, self.owner_taps)]

    def is_fought_at(self, game: GameCore, space: int) -> bool:
        return space in BattleQuestion(game.state.turn.active, self.entered_only).spaces(game)

    def strikes(self, game: GameCore, ident: int, spaces: frozenset[int]) -> frozenset[int]:
        obj = game.state.objects[ident]
        stays = not self.entered_only or obj.on_map.moved == game.state.turn.number
        return frozenset(space for space in spaces if stays or space != obj.space)

    def refusal(self, game: GameCore, action: Action) -> Refusal | None:
        return (
            Refusal("battle.step", f"creatures can fight only in the {self.name} step")
            if action.verb == "battle"
            else None
        )


def opponents_at(game: GameCore, space: int, seat: int) -> list[int]:
    """Return other players' creatures in a space, by seat in turn order."""
    return [
        ident
        for other in game.seats_from(seat)
        if other != seat
        for ident in creatures_at(game, space, other)
    ]


class BattleQuestion(Question, frozen=True):
    """Choose the next battle; battles aren't optional."""

    kind = "battle"
    rule = "battle"
    between = True
    words = "Choose the terrain of the next battle"
    entered_only: bool
    owner_taps: bool = True
    fought: tuple[int, ...] = ()  # spaces of this turn's earlier battles

    def spaces(self, game: GameCore) -> list[int]:
        """Return the spaces where a battle takes place."""
        state = game.state
        mine = [state.objects[ident] for ident in creatures_of(game, self.seat)]
        spaces = {
            obj.space
            for obj in mine
            if not self.entered_only or obj.on_map.moved == state.turn.number
        }.difference(self.fought)
        if not spaces:
            return []
        opposed = {
            space for seat, space in armies(game) if space >= 0 and seat not in (self.seat, NOBODY)
        }
        return sorted(spaces & opposed)

    def options(self, game: GameCore) -> list[Action]:
        return [Action("battle", space=game.space_name(space)) for space in self.spaces(game)] or [
            DONE
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            return
        space = game.board.names[action.space]
        owner = special_owner(game, space)
        tapping = (
            [TapAttacker(owner)] if self.owner_taps and owner not in (NOBODY, self.seat) else []
        )
        following = replace(self, fought=(*self.fought, space))
        game.push(
            *tapping,
            Round(self.seat),
            FightBattle(True),
            FightBattle(False),
            Round(self.seat),
            EndCombat(),
            Settle(),
            following,
        )
        begin_battle(game, self.seat, space)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb in ("battle", "done"):
            return Refusal(
                "battle.forced", "battles happen only where your creatures met opponents' creatures"
            )
        return game.rules.step_refusal(game, action) or super().refusal(game, action)


def begin_battle(game: GameCore, seat: int, space: int) -> None:
    """Begin a battle with all creatures in a space (M-17).

    The active player's creatures attack and become blocked, the others block. No creature taps.
    """
    state = game.state
    defenders = tuple(opponents_at(game, space, seat))
    attackers = tuple(
        Attacker(ident, blockers=defenders) for ident in creatures_at(game, space, seat)
    )
    state.set(combat=Combat(seat, space, attackers, since=state.next_id))
    game.tell(Event("battle", seat=seat, space=game.space_name(space), reason="battle"))
    combat.declare_attack(game, taps=False)
    combat.blocks_declared(game)


def sides(game: GameCore) -> tuple[list[int], list[int]]:
    """Return the creatures on the attacker's side and those on the other side."""
    fight = combat.the_combat(game)
    attackers = [attacker.id for attacker in fight.attackers]
    return attackers, list(
        dict.fromkeys(ident for attacker in fight.attackers for ident in attacker.blockers)
    )


def reinforce(game: GameCore) -> None:
    """Add creatures that have entered the terrain since the battle began."""
    fight = combat.the_combat(game)
    known = {ident for side in sides(game) for ident in side}
    new = tuple(
        i
        for i in opponents_at(game, fight.space, fight.seat)
        if i >= fight.since and i not in known
    )
    attackers = tuple(
        replace(attacker, blockers=(*attacker.blockers, *new)) for attacker in fight.attackers
    )
    against = attackers[0].blockers if attackers else ()
    joining = [
        i
        for i in creatures_at(game, fight.space, fight.seat)
        if i >= fight.since and i not in known
    ]
    if new or joining:
        attackers += tuple(Attacker(ident, blockers=against, blocked=True) for ident in joining)
        game.state.set(combat=replace(fight, attackers=attackers))


class FightBattle(Task, frozen=True):
    """All untapped creatures of both sides deal damage (W-26, W-28).

    Creatures with first strike or double strike deal damage in a step before the others.
    """

    strikes = True

    first: bool

    def run(self, game: GameCore) -> None:
        if game.state.combat is None:
            return
        reinforce(game)
        ready = [
            ident for side in sides(game) for ident in side if not game.state.objects[ident].tapped
        ]
        dealers = tuple(ident for ident in ready if combat.deals_now(game, ident, first=self.first))
        if not dealers:
            return
        if self.first:
            game.state.set(combat=replace(combat.the_combat(game), first_strike_done=dealers))
            game.push(BattleAssign(dealers, ()), Round(game.state.turn.active))
        else:
            game.push(BattleAssign(dealers, ()))


# --- attacking a Stronghold (W-22) ---


class TapAttacker(Question, frozen=True):
    """Choose an attacker of one's Stronghold to tap, or none (W-22)."""

    kind = "tap-attacker"
    rule = "battle.gate"
    words = "Tap one of the creatures attacking your Stronghold, or tap none"

    def options(self, game: GameCore) -> list[Action]:
        fight = game.state.combat
        attackers = [attacker.id for attacker in fight.attackers] if fight is not None else []
        return [
            DONE,
            *(
                Action("tap", object=ident)
                for ident in attackers
                if not game.state.objects[ident].tapped
            ),
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        if action != DONE:
            obj = game.state.objects[action.object]
            where = game.space_name(obj.space)
            game.tell(
                Event(
                    "gate",
                    seat=self.seat,
                    object=obj.id,
                    card=obj.printed.name,
                    space=where,
                    reason="battle.gate",
                )
            )
            battlefield.set_tapped(game, obj.id, True)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb != "tap":
            return super().refusal(game, action)
        return Refusal(
            "battle.gate", "you can tap only one untapped creature attacking your Stronghold"
        )


# --- dividing damage (W-26 to W-30) ---


def room(game: GameCore, ident: int, blows: Blows) -> int:
    """Return how much more damage may be assigned to a creature (W-27).

    It is the creature's toughness minus the damage on it and the damage in `blows`.
    """
    coming = sum(amount for _, target, amount in blows if target == ident)
    return max(0, game.characteristics(ident).toughness - game.state.objects[ident].damage - coming)


def receivers(game: GameCore, dealer: int) -> tuple[int, ...]:
    """Return the creatures among which a creature's damage is divided (W-30).

    They are the attacker's creatures, or those of all its opponents.
    """
    attackers = combat.the_combat(game).attackers
    mine = next((attacker for attacker in attackers if attacker.id == dealer), None)
    return mine.blockers if mine is not None else tuple(attacker.id for attacker in attackers)


class BattleAssign(combat.Assign, frozen=True):
    """Divide the damage of one creature after another, the attacker's first.

    Then players may heal creatures, and all damage is dealt at once.
    """

    def finish(self, game: GameCore) -> None:
        game.push(
            *(
                [Round(game.state.turn.active, healing=True), Strike((), self.blows)]
                if self.blows
                else []
            )
        )

    def one(self, game: GameCore, ident: int, power: int) -> None:
        group = receivers(game, ident)
        if among := tuple(i for i in group if room(game, i, self.blows)):
            game.push(ShareDamage(combat.divider(game, ident, group), ident, among, power, self))
        else:
            self.go_on(game)


class ShareDamage(combat.Divide, frozen=True):
    """Divide a creature's damage among the creatures that can receive any (W-27).

    A side must assign as much of its damage as possible.
    """

    rule = "damage.share"

    def bound(self, game: GameCore) -> str:
        return f"at most {room(game, self.among[0], self.assign.blows)}"

    def least(self, game: GameCore) -> int:
        others = sum(room(game, other, self.assign.blows) for other in self.among[1:])
        return min(self.most(game), max(0, _least(game, self) - others))

    def most(self, game: GameCore) -> int:
        return min(self.left, room(game, self.among[0], self.assign.blows))

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb != "assign":
            return super().refusal(game, action)
        words = (
            f"assign from {self.least(game)} to {self.most(game)} damage to "
            f"{game.object_name(self.among[0])}"
        )
        return Refusal("damage.share", words)


def _least(game: GameCore, share: ShareDamage) -> int:
    """Return the least damage of a creature that its controller must assign.

    The rest of its side may be able to replace it. Different creatures' damage can have different
    effects, and a side chooses which damage is lost if there is too much (W-26 to W-28).
    """
    mine = sum(room(game, ident, share.assign.blows) for ident in share.among)
    group = receivers(game, share.ident)
    waiting = [i for i in share.assign.left[1:] if i in game.state.objects]
    mates = [
        i
        for i in waiting
        if receivers(game, i) == group and combat.divider(game, i, group) == share.seat
    ]
    others = sum(max(0, game.characteristics(i).power) for i in mates)
    everywhere = sum(room(game, ident, share.assign.blows) for ident in group)
    most = min(share.left, mine)
    nature = _nature(game, share.ident, group)
    if all(_nature(game, i, group) == nature for i in mates):
        return most
    return max(0, min(most + others, everywhere) - others)


def _nature(game: GameCore, dealer: int, group: tuple[int, ...]) -> tuple[object, ...]:
    """Return everything but the amount that distinguishes a creature's damage.

    That is the creature's keywords and triggered abilities, and what happens to damage dealt to
    each creature of the group.
    """
    c = game.characteristics(dealer)
    triggered = tuple(ability for ability in c.abilities if isinstance(ability, Triggered))
    fates = tuple(
        prevention.fate(game, prevention.Hit(dealer, target, 1, combat=True)) for target in group
    )
    return c.keywords & dealing.OF_DAMAGE, triggered, fates


class Strike(combat.Assign, frozen=True):
    """Deal the divided damage, all at once."""

    strikes = True

    def run(self, game: GameCore) -> None:
        dealing.deal(game, self.blows, combat=True)
