"""Battles: where a player's creatures come upon opponents', whole terrains fight (W-22, W-24 to
W-31).
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import DONE, Action, Refusal
from engine.base.records import replace
from engine.cards.model import Triggered
from engine.events import Event
from engine.fronts.common.land import armies, creatures_at, creatures_of, special_owner
from engine.magic.core.agenda import Question, Task
from engine.magic.core.game import Game
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
"""How a battle goes, whatever brings it on."""


class Battles(Step, frozen=True):
    """The active player fights wherever their creatures stand with opponents' creatures, in an
    order of their choice (W-24).
    """

    needs = (AREAS,)

    trigger = "combat"
    fights = True
    entered_only: bool = True  # only where one of their creatures moved this turn
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

    def begin(self, game: Game, seat: int) -> list[Task]:
        return [Settle(), BattleQuestion(seat, self.entered_only, self.owner_taps)]

    def is_fought_at(self, game: Game, space: int) -> bool:
        return space in BattleQuestion(game.state.turn.active, self.entered_only).spaces(game)

    def strikes(self, game: Game, ident: int, spaces: frozenset[int]) -> frozenset[int]:
        obj = game.state.objects[ident]
        stays = not self.entered_only or obj.on_map.moved == game.state.turn.number
        return frozenset(space for space in spaces if stays or space != obj.space)

    def refusal(self, game: Game, action: Action) -> Refusal | None:
        return (
            Refusal("battle.step", f"creatures can fight only in the {self.name} step")
            if action.verb == "battle"
            else None
        )


def opponents_at(game: Game, space: int, seat: int) -> list[int]:
    """The creatures in a space that a player doesn't control, by seats in turn order."""
    return [
        ident
        for other in game.seats_from(seat)
        if other != seat
        for ident in creatures_at(game, space, other)
    ]


class BattleQuestion(Question, frozen=True):
    """Where to fight next; there is no way round a battle."""

    kind = "battle"
    rule = "battle"
    between = True
    words = "Choose the terrain of the next battle"
    entered_only: bool
    owner_taps: bool = True
    fought: tuple[int, ...] = ()  # spaces where there was a battle this turn

    def spaces(self, game: Game) -> list[int]:
        """Where there is a battle."""
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

    def options(self, game: Game) -> list[Action]:
        return [Action("battle", space=game.space_name(space)) for space in self.spaces(game)] or [
            DONE
        ]

    def answer(self, game: Game, action: Action) -> None:
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
            Fight(True),
            Fight(False),
            Round(self.seat),
            EndCombat(),
            Settle(),
            following,
        )
        begin_battle(game, self.seat, space)

    def refusal(self, game: Game, action: Action) -> Refusal:
        if action.verb in ("battle", "done"):
            return Refusal(
                "battle.forced", "battles happen only where your creatures met opponents' creatures"
            )
        return game.rules.step_refusal(game, action) or super().refusal(game, action)


def begin_battle(game: Game, seat: int, space: int) -> None:
    """All creatures there take part: the active player's attack and become blocked, the others
    block (M-17). Nobody taps.
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


def sides(game: Game) -> tuple[list[int], list[int]]:
    """The creatures that fight on the attacker's side and against it."""
    fight = combat.the_combat(game)
    attackers = [attacker.id for attacker in fight.attackers]
    return attackers, list(
        dict.fromkeys(ident for attacker in fight.attackers for ident in attacker.blockers)
    )


def reinforce(game: Game) -> None:
    """Creatures that have come into the terrain meanwhile take part as well."""
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


class Fight(Task, frozen=True):
    """All untapped creatures of both sides deal damage; those with first or double strike in a
    step before the rest (W-26, W-28).
    """

    strikes = True

    first: bool

    def run(self, game: Game) -> None:
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
    """Which of the attackers of one's Stronghold to tap, if any (W-22)."""

    kind = "tap-attacker"
    rule = "battle.gate"
    words = "Tap one of the creatures attacking your Stronghold, or tap none"

    def options(self, game: Game) -> list[Action]:
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

    def answer(self, game: Game, action: Action) -> None:
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

    def refusal(self, game: Game, action: Action) -> Refusal:
        if action.verb != "tap":
            return super().refusal(game, action)
        return Refusal(
            "battle.gate", "you can tap only one untapped creature attacking your Stronghold"
        )


# --- sharing out damage (W-26 to W-30) ---


def room(game: Game, ident: int, blows: Blows) -> int:
    """How much more damage may be assigned to a creature: its toughness less the damage on it
    and what is assigned already (W-27).
    """
    coming = sum(amount for _, target, amount in blows if target == ident)
    return max(0, game.chars(ident).toughness - game.state.objects[ident].damage - coming)


def receivers(game: Game, dealer: int) -> tuple[int, ...]:
    """The creatures among which a creature's damage is divided: the attacker's, or those of all
    its opponents (W-30).
    """
    attackers = combat.the_combat(game).attackers
    mine = next((attacker for attacker in attackers if attacker.id == dealer), None)
    return mine.blockers if mine is not None else tuple(attacker.id for attacker in attackers)


class BattleAssign(combat.Assign, frozen=True):
    """Divide the damage of one creature after another, the attacker's first; then players may
    heal, then all is dealt at once.
    """

    def finish(self, game: Game) -> None:
        game.push(
            *(
                [Round(game.state.turn.active, healing=True), Strike((), self.blows)]
                if self.blows
                else []
            )
        )

    def one(self, game: Game, ident: int, power: int) -> None:
        group = receivers(game, ident)
        if among := tuple(i for i in group if room(game, i, self.blows)):
            game.push(Share(combat.divider(game, ident, group), ident, among, power, self))
        else:
            self.go_on(game)


class Share(combat.Divide, frozen=True):
    """How much of a creature's damage goes to each of those who can receive any. As much of a
    side's as can be must be assigned (W-27).
    """

    rule = "damage.share"

    def bound(self, game: Game) -> str:
        return f"at most {room(game, self.among[0], self.assign.blows)}"

    def least(self, game: Game) -> int:
        others = sum(room(game, other, self.assign.blows) for other in self.among[1:])
        return min(self.most(game), max(0, _least(game, self) - others))

    def most(self, game: Game) -> int:
        return min(self.left, room(game, self.among[0], self.assign.blows))

    def refusal(self, game: Game, action: Action) -> Refusal:
        if action.verb != "assign":
            return super().refusal(game, action)
        words = (
            f"assign from {self.least(game)} to {self.most(game)} damage to "
            f"{game.object_name(self.among[0])}"
        )
        return Refusal("damage.share", words)


def _least(game: Game, share: Share) -> int:
    """How much of a creature's damage must be assigned: what the rest of its side can't put in its
    place, or does not matter who does.

    Not all damage does the same, and its side chooses whose is lost where there is too much (W-26
    to W-28).
    """
    mine = sum(room(game, ident, share.assign.blows) for ident in share.among)
    group = receivers(game, share.ident)
    waiting = [i for i in share.assign.left[1:] if i in game.state.objects]
    mates = [
        i
        for i in waiting
        if receivers(game, i) == group and combat.divider(game, i, group) == share.seat
    ]
    others = sum(max(0, game.chars(i).power) for i in mates)
    everywhere = sum(room(game, ident, share.assign.blows) for ident in group)
    most = min(share.left, mine)
    nature = _nature(game, share.ident, group)
    if all(_nature(game, i, group) == nature for i in mates):
        return most
    return max(0, min(most + others, everywhere) - others)


def _nature(game: Game, dealer: int, group: tuple[int, ...]) -> tuple[object, ...]:
    """What a creature's damage does but for its amount: its keywords, what triggers, what
    becomes of it for each of those who get it.
    """
    c = game.chars(dealer)
    triggered = tuple(ability for ability in c.abilities if isinstance(ability, Triggered))
    fates = tuple(
        prevention.fate(game, prevention.Hit(dealer, target, 1, combat=True)) for target in group
    )
    return c.keywords & dealing.OF_DAMAGE, triggered, fates


class Strike(combat.Assign, frozen=True):
    """The damage that was divided is dealt, all at once."""

    strikes = True

    def run(self, game: Game) -> None:
        dealing.deal(game, self.blows, combat=True)
