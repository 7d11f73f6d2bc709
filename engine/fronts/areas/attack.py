"""Attacks area by area: declare attackers, block, deal damage, take the land (C-22 to C-28)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.actions import DONE, TAKE_BACK, Action, Refusal, chief
from engine.base.records import replace
from engine.cards.characteristics import MUST_BLOCK, Characteristics
from engine.events import Event
from engine.fronts.common.land import (
    creatures_at,
    creatures_of,
    held_areas,
    hold,
    special_owner,
    walked,
)
from engine.fronts.common.movement import gone
from engine.fronts.common.variant import map_rules
from engine.magic.abilities import landhome, triggers
from engine.magic.continuous import filters
from engine.magic.continuous.player_rules import rules_for
from engine.magic.core.agenda import Question, Repeated, Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, Attacker, Combat, GameObject
from engine.magic.core.step import Step
from engine.magic.damage import evasion
from engine.magic.index.by_ability import triggers_on
from engine.magic.index.by_type import by_type
from engine.magic.index.derived import derived_for
from engine.magic.turn import combat
from engine.magic.turn.priority import Round, Settle
from engine.magic.turn.steps import EndCombat
from engine.rule import AREAS, Variant

STILL_TO_ATTACK = Refusal(
    "attack.must", "you can't finish yet: a creature that must attack can still attack"
)
MUST_BE_BLOCKED = Refusal(
    "block.lure", "an attacker that must be blocked if able can still be blocked"
)
# events triggered by an attack on anything
ATTACKING = ("attacks", "attacks-alone", "attacks-unblocked", "declares-attack", "taps")


BLOCKING = (
    "Each opponent with untapped creatures there may block with them, in turn order, "
    "after seeing any earlier blocks."
)
BLOCKING_OF_ONE = "An opponent with untapped creatures there may block with them."
AREA_ATTACK = (
    (
        "A creature may attack in the {space} where it stands if it is untapped and has haste or "
        "has "
        "been there since the turn began."
    ),
    "You may attack in as many {spaces} as you like, one after another, but only once with each "
    "creature. Attacking taps creatures "
    "without vigilance.",
    BLOCKING,
    "Unblocked attackers deal their damage to the land, and attackers with trample deal their "
    "excess damage to it. If one attack deals "
    "damage to the land equal to or greater than its Conquer Value, you take it; otherwise the "
    "damage has no effect.",
    "Creatures that attack a {space} together may form bands in which at most one creature lacks "
    "banding. A creature that blocks one "
    "attacker in a band blocks the whole band. Damage to a group in which a creature has banding "
    "is divided by that group's own side.",
    "Everything else is as in Magic's combat: blocking, first strike, trample and so on.",
    "A {space} stays yours even when it is empty or opponents' creatures stand in it: it can be "
    "taken only by an attack. You take "
    "nothing by attacking a {space} you already hold.",
    "The {spaces} you hold, including your own Stronghold, count as lands you control, so an "
    "Island you hold keeps your creatures "
    "with islandhome alive.",
    "A creature put onto the battlefield attacking enters where that attack takes place.",
)
"""The rules of attacking land, one area after another."""


class AreaAttack(Step, frozen=True):
    """The active player attacks in any number of areas, one after another."""

    needs = (AREAS,)

    trigger = "combat"
    fights = True
    takes_land = True
    says = "attack in any number of {spaces}, one after another."

    def told_of_fights(self, rules: Variant) -> Iterator[str]:
        yield from (
            BLOCKING_OF_ONE if line == BLOCKING and rules.is_duel else line for line in AREA_ATTACK
        )
        if "Planeswalker" in rules.arrival.standing:
            yield "Attackers in a Stronghold may attack planeswalkers there instead of the land."
        yield (
            "A creature with landwalk can't be blocked on land of its landwalk type, except in "
            "the Stronghold of an opponent still in the "
            "game."
        )

    def strikes(self, game: GameCore, ident: int, spaces: frozenset[int]) -> frozenset[int]:
        seat = game.state.objects[ident].controller
        return frozenset(
            space
            for space in spaces
            if attack_refusal(gone(game, ident, space), seat, ident) is None
        )

    def begin(self, game: GameCore, seat: int) -> list[Task]:
        return [Settle(), AreaQuestion(seat)]

    def refusal(self, game: GameCore, action: Action) -> Refusal | None:
        attacking = action.verb in ("attack", "attacker", "block")
        if attacking and game.step_name() == self.name:
            return Refusal(
                "attack.open",
                "you must finish this attack first: you attack one area after another",
            )
        return (
            Refusal("attack.step", f"creatures can attack and block only in the {self.name} step")
            if attacking
            else None
        )

    def own_refusal(self, game: GameCore, seat: int, action: Action) -> Refusal | None:
        if action.verb == "attacker":
            return attack_refusal(game, seat, action.object)
        return AreaQuestion(seat).objection(game, action) if action.verb == "attack" else None


def attack_refusal(game: GameCore, seat: int, ident: int) -> Refusal | None:
    """Return why a creature can't attack where it is now (C-22, C-23); None if it can."""
    obj = game.state.objects.get(ident)
    c = (
        game.characteristics(ident)
        if obj is not None and obj.zone == "battlefield" and obj.space >= 0
        else None
    )
    if obj is None or c is None or "Creature" not in c.types:
        return Refusal("attack.creature", "only creatures on the map can attack")
    if obj.controller != seat:
        return Refusal("attack.controller", f"you don't control {c.name}")
    if obj.tapped:
        return Refusal("attack.tapped", f"{c.name} is tapped")
    return _held_back(game, obj, c) or _home_refusal(game, obj)


def _held_back(game: GameCore, obj: GameObject, c: Characteristics) -> Refusal | None:
    """Return why an untapped creature of the attacker can't attack in any space; None if it can."""
    turn = game.state.turn.number
    if obj.attacked == turn:
        return Refusal("attack.once", f"{c.name} has already attacked this turn")
    if "haste" not in c.keywords and (obj.on_map.since == turn or game.is_sick(obj.id)):
        return Refusal(
            "attack.arrived",
            f"{c.name} entered {game.space_name(obj.space)} this turn and doesn't have haste",
        )
    if c.stays_back or "cant-attack" in c.restrict:
        return Refusal(
            "attack.defender",
            f"{c.name} has defender and can't attack"
            if c.has("defender")
            else f"{c.name} can't attack",
        )
    return None


def _home_refusal(game: GameCore, obj: GameObject) -> Refusal | None:
    return landhome.attack_refusal(game, obj, filters.defender_at(game, obj.controller, obj.space))


def able(game: GameCore, seat: int) -> dict[int, list[int]]:
    """Return a player's creatures that can attack, by space."""
    found, objects = _rested(game, seat), game.state.objects
    if landhome.limits_attacks(game):
        ready = [
            (space, [i for i in idents if _home_refusal(game, objects[i]) is None])
            for space, idents in found.items()
        ]
        found = {space: idents for space, idents in ready if idents}
    return found


@derived_for(
    "tapped", "space", "controller", "attacked", "since", "on_map.since", "player.last_turn",
    "turn.number", "types", "keywords", "name",
    "restrict",
)  # fmt: skip
def _rested(game: GameCore, seat: int) -> dict[int, list[int]]:
    """Return a player's creatures that could attack regardless of landhome, by space."""
    objects, table = game.state.objects, game.permanents.table
    found: dict[int, list[int]] = {}
    for ident in creatures_of(game, seat):
        obj = objects[ident]
        if not obj.tapped and obj.space >= 0 and _held_back(game, obj, table[ident]) is None:
            found.setdefault(obj.space, []).append(ident)
    return found


def worth_attacking(game: GameCore, seat: int, space: int) -> bool:
    """Return whether a space has something to attack: land to take or opponents' permanents.

    Creatures that must attack need not attack anything else.
    """
    objects = game.state.objects
    opposed = any(
        objects[i].space == space and objects[i].controller not in (seat, NOBODY)
        for i in game.state.battlefield
    )
    return opposed or map_rules(game).may_take(game, seat, space)


def called_by(game: GameCore, seat: int) -> dict[int, list[int]]:
    """Return, by space, the planeswalkers that a player's creatures there attack if able."""
    found: dict[int, list[int]] = {}
    for _, speaker in rules_for(game, seat, "attack-source"):
        obj = game.state.objects.get(speaker.source)
        if obj is None or obj.controller in (seat, NOBODY):
            continue
        if obj.zone == "battlefield" and "Planeswalker" in game.characteristics(obj.id).types:
            found.setdefault(obj.space, []).append(obj.id)
    return found


class AreaQuestion(Repeated, frozen=True):
    """Choose the next area to attack, or finish attacking."""

    kind = "attack-area"
    rule = "attack"
    between = True
    words = "Choose an area to attack, or finish attacking"

    def options(self, game: GameCore) -> list[Action]:
        ready, table = able(game, self.seat), game.permanents.table
        found = [Action("attack", space=game.space_name(space)) for space in sorted(ready)]
        calling = called_by(game, self.seat)
        forced = [
            space
            for space, idents in ready.items()
            for ident in idents
            if "must-attack" in table[ident].restrict or space in calling
        ]
        return (
            found
            if any(worth_attacking(game, self.seat, space) for space in forced)
            else [*found, DONE]
        )

    def barrier(self, game: GameCore) -> Refusal | None:
        """Return why no creature of the player can attack; None if one can or has attacked.

        Only creatures with something to attack in their space count.
        """
        mine = [game.state.objects[ident] for ident in creatures_of(game, self.seat)]
        if any(obj.attacked == game.state.turn.number for obj in mine):
            return None
        spaces = {obj.space for obj in mine if obj.space >= 0}
        worth = {space for space in spaces if worth_attacking(game, self.seat, space)}
        return chief(attack_refusal(game, self.seat, obj.id) for obj in mine if obj.space in worth)

    def needless(self, game: GameCore) -> Action | None:
        """Return DONE if there is nothing to attack and attacking triggers nothing (C-27).

        An example is one's own empty Stronghold.
        """
        legal = game.legal_actions()
        aims = (game.board.names[action.space] for action in legal if action != DONE)
        useful = any(triggers_on(game, event) for event in ATTACKING) or any(
            worth_attacking(game, self.seat, space) for space in aims
        )
        return DONE if DONE in legal and not useful else None

    def answer(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            return
        game.state.set(combat=Combat(self.seat, game.board.names[action.space]))
        game.push(AttackersQuestion(self.seat))

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb == "attack" and action.space in game.board.names:
            space = game.board.names[action.space]
            reasons = (
                attack_refusal(game, self.seat, ident)
                for ident in creatures_at(game, space, self.seat)
            )
            return next(
                filter(None, reasons),
                Refusal("attack.creature", f"you have no creatures in {action.space}"),
            )
        if action == DONE:
            return STILL_TO_ATTACK
        return game.rules.step_refusal(game, action) or super().refusal(game, action)


class AttackersQuestion(Question, frozen=True):
    """Choose the attackers, each aimed at the land or a planeswalker there (C-28)."""

    kind = "attackers"
    rule = "attack"

    def prompt(self, game: GameCore) -> str:
        return f"Choose the attackers in {game.space_name(combat.the_combat(game).space)}"

    def options(self, game: GameCore) -> list[Action]:
        fight = combat.the_combat(game)
        chosen = {a.id for a in fight.attackers}
        waiting = [i for i in able(game, self.seat).get(fight.space, ()) if i not in chosen]
        called = called_by(game, self.seat).get(fight.space, [])
        aims = called or [0, *self._planeswalkers(game, fight.space)]
        found = [Action("attacker", object=i, target=aim) for i in waiting for aim in aims]
        leaders = [a.id for a in fight.attackers if a.band in (0, a.id)]
        found += [
            Action("band", object=i, target=lead)
            for i in waiting
            for lead in leaders
            if combat.may_band(game, i, lead)
        ]
        forced = bool(called and waiting) or any(
            "must-attack" in game.characteristics(i).restrict for i in waiting
        )
        if chosen and not forced:
            found.append(DONE)
        return [*found, TAKE_BACK]

    def _planeswalkers(self, game: GameCore, space: int) -> list[int]:
        objects = game.state.objects
        return [
            i
            for i in by_type(game).get("Planeswalker", ())
            if objects[i].space == space and objects[i].controller != self.seat
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        fight = combat.the_combat(game)
        if action == TAKE_BACK:
            game.state.set(combat=None)
            game.push(AreaQuestion(self.seat))
        elif action == DONE:
            combat.declare_attack(game)
            game.push(
                Round(self.seat), Blocks(), Round(self.seat), combat.DamageStep(True),
                combat.DamageStep(False), TakeLand(),
                Round(self.seat), EndCombat(), Settle(), AreaQuestion(self.seat),
            )  # fmt: skip
        elif action.verb == "band":
            combat.join_band(game, action.object, action.target)
            game.push(self)
        else:
            aim = action.target or game.state.areas[fight.space].land
            game.state.set(
                combat=replace(fight, attackers=(*fight.attackers, Attacker(action.object, aim)))
            )
            game.push(self)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action == DONE and combat.the_combat(game).attackers:
            return STILL_TO_ATTACK
        if action.verb not in ("attacker", "band"):
            return super().refusal(game, action)
        return attack_refusal(game, self.seat, action.object) or self._joining_refusal(game, action)

    def _joining_refusal(self, game: GameCore, action: Action) -> Refusal:
        """Return why a creature that can attack can't join this attack, aim or band."""
        fight, obj = combat.the_combat(game), game.state.objects[action.object]
        if obj.space != fight.space:
            return Refusal("attack.creature", f"{obj.printed.name} can attack only in its own area")
        if any(a.id == obj.id for a in fight.attackers):
            return Refusal("attack.once", f"{obj.printed.name} is already attacking")
        if action.verb == "attacker" and (called := called_by(game, self.seat).get(fight.space)):
            names = " or ".join([game.object_name(ident) for ident in called])
            return Refusal("attack.must", f"{obj.printed.name} must attack {names}")
        if action.verb == "attacker":
            return Refusal(
                "attack.aim", "a creature can attack only the land or an opponent's planeswalker"
            )
        if all(a.id != action.target or a.band not in (0, a.id) for a in fight.attackers):
            return Refusal(
                "band.attack", "to add a creature to a band, name the band's first attacker"
            )
        return Refusal("band.banding", "all but one of the creatures in a band must have banding")


# --- blocking ---


class Blocks(Task, frozen=True):
    """Ask each opponent with creatures there for blocks, clockwise from the attacker (C-24)."""

    def run(self, game: GameCore) -> None:
        fight = game.state.combat
        if fight is None:
            return
        others = [s for s in game.seats_from(fight.seat) if s != fight.seat]
        game.push(*[BlockQuestion(seat) for seat in others], Settled())


class Settled(Task, frozen=True):
    """Make the blocks final."""

    def run(self, game: GameCore) -> None:
        if game.state.combat is not None:
            combat.block_bands(game)
            combat.blocks_declared(game)


class BlockQuestion(Repeated, frozen=True):
    """Choose one block after another, or finish."""

    kind = "blockers"
    rule = "block"

    def prompt(self, game: GameCore) -> str:
        return (
            f"Choose blockers in {game.space_name(combat.the_combat(game).space)}, or finish "
            "blocking"
        )

    def _blockers(self, game: GameCore) -> list[int]:
        fight = combat.the_combat(game)
        blocks = Counter(b for a in fight.attackers for b in a.blockers)
        busy = {
            b
            for b, number in blocks.items()
            if "can-block-any-number" not in (c := game.characteristics(b)).restrict
            and number > c.extra_blocks
        }
        mine = creatures_at(game, fight.space, self.seat)
        return [i for i in mine if not game.state.objects[i].tapped and i not in busy]

    def _mine(self, game: GameCore) -> list[int]:
        objects = game.state.objects
        return [
            b
            for a in combat.the_combat(game).attackers
            for b in a.blockers
            if objects[b].controller == self.seat
        ]

    def options(self, game: GameCore) -> list[Action]:
        fight = combat.the_combat(game)
        on_land = walkable(game, fight.space, fight.seat)
        found = [
            Action("block", object=blocker, target=attacker.id)
            for blocker in self._blockers(game)
            for attacker in fight.attackers
            if blocker not in attacker.blockers
            and not _has_enough(game, attacker)
            and evasion.block_refusal(game, blocker, attacker.id, on_land) is None
        ]
        if lured := [
            block for block in found if _is_forced(game, block) and _will_do(game, block, found)
        ]:
            return [*lured, TAKE_BACK] if self._mine(game) else lured
        if not self._mine(game):
            return [*found, DONE]
        return [*found, TAKE_BACK] if self._half_blocked(game) else [*found, TAKE_BACK, DONE]

    def _half_blocked(self, game: GameCore) -> int:
        """Return an attacker with menace and only one blocker; 0 for none (CR 702.111b)."""
        fight = combat.the_combat(game)
        return next(
            (
                a.id
                for a in fight.attackers
                if len(a.blockers) == 1 and game.characteristics(a.id).has("menace")
            ),
            0,
        )

    def answer(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            return
        fight = combat.the_combat(game)
        if action == TAKE_BACK:
            mine = self._mine(game)
            attackers = tuple(
                replace(a, blockers=tuple(b for b in a.blockers if b not in mine))
                for a in fight.attackers
            )
            game.state.set(combat=replace(fight, attackers=attackers))
        else:
            attacker = next(a for a in fight.attackers if a.id == action.target)
            combat.set_attacker(
                game, replace(attacker, blockers=(*attacker.blockers, action.object))
            )
            names = game.object_name(action.object), game.object_name(action.target)
            game.tell(
                Event(
                    "block",
                    seat=self.seat,
                    object=action.object,
                    card=names[0],
                    other=action.target,
                    other_card=names[1],
                )
            )
        game.push(self)

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action == DONE:
            if half := self._half_blocked(game):
                return Refusal(
                    "block.menace",
                    (
                        f"{game.object_name(half)} has menace: it can't be blocked by just one "
                        "creature"
                    ),
                )
            return MUST_BE_BLOCKED
        if action.verb != "block":
            return super().refusal(game, action)
        fight = combat.the_combat(game)
        obj = game.state.objects.get(action.object)
        if (
            obj is None
            or obj.controller != self.seat
            or obj.space != fight.space
            or "Creature" not in game.characteristics(obj.id).types
        ):
            return Refusal(
                "block.area", f"only your creatures in {game.space_name(fight.space)} can block"
            )
        if obj.tapped:
            return Refusal("block.tapped", f"{obj.printed.name} is tapped")
        if all(a.id != action.target for a in fight.attackers):
            return Refusal("block.attacker", "that creature isn't attacking")
        reason = evasion.block_refusal(
            game, obj.id, action.target, walkable(game, fight.space, fight.seat)
        )
        if reason is None and any(
            a.id == action.target and _has_enough(game, a) for a in fight.attackers
        ):
            name = game.object_name(action.target)
            return Refusal("block.once", f"{name} can't be blocked by more than one creature")
        if reason is None and action.target not in {block.target for block in self.options(game)}:
            return MUST_BE_BLOCKED
        return reason or Refusal("block.once", f"{obj.printed.name} is already blocking")


def _is_forced(game: GameCore, block: Action) -> bool:
    """Return whether a creature must make a possible block.

    The attacker must be blocked if able, or provoked the blocker, or the blocker must block some
    attacker.
    """
    fight = combat.the_combat(game)
    own, wanted = (game.characteristics(i).restrict for i in (block.object, block.target))
    if f"{MUST_BLOCK}{block.target}" in own or "must-be-blocked" in wanted:
        return True
    if "must-block" in own and all(block.object not in a.blockers for a in fight.attackers):
        return True
    return "must-be-blocked-once" in wanted and any(
        a.id == block.target and not a.blockers for a in fight.attackers
    )


def _has_enough(game: GameCore, attacker: Attacker) -> bool:
    """Return whether an attacker that can't be blocked by more than one creature is blocked.

    With menace it can't be blocked at all.
    """
    c = game.characteristics(attacker.id)
    return "blocked-by-one" in c.restrict and (bool(attacker.blockers) or c.has("menace"))


def _will_do(game: GameCore, block: Action, found: list[Action]) -> bool:
    """Return whether a block and other possible blocks together are legal.

    A requirement never overrides a restriction (CR 509.1c).
    """
    attacker = next(a for a in combat.the_combat(game).attackers if a.id == block.target)
    blockers = len(attacker.blockers) + sum(other.target == block.target for other in found)
    return blockers > 1 or not game.characteristics(block.target).has("menace")


def walkable(game: GameCore, space: int, attacker: int) -> frozenset[str]:
    """Return the words of landwalk that apply in a space.

    None in the Stronghold of an opponent who is still in the game (C-32).
    """
    return walked(game, space) if special_owner(game, space) in (NOBODY, attacker) else frozenset()


# --- taking the land ---


class TakeLand(Task, frozen=True):
    """Give the attacker the land if it was dealt its Conquer Value (C-25 to C-27)."""

    def run(self, game: GameCore) -> None:
        fight = game.state.combat
        if fight is None or not map_rules(game).may_take(game, fight.seat, fight.space):
            return
        area = game.state.areas[fight.space]
        if not fight.to_land or fight.to_land < area.conquer_value:
            return
        game.tell(
            Event(
                "take",
                seat=fight.seat,
                space=game.space_name(fight.space),
                number=fight.to_land,
                reason="conquest",
            )
        )
        strongholds = map_rules(game).stronghold
        if area.stronghold != NOBODY and strongholds is not None:
            strongholds.taken(game, fight.space, fight.seat)
        else:
            hold(game, fight.space, fight.seat)
            self._warn(game, fight.seat)
        for attacker in fight.attackers:
            if attacker.aim == area.land:
                triggers.notice(game, "takes-area", attacker.id, seat=fight.seat)

    def _warn(self, game: GameCore, seat: int) -> None:
        """Log that a player needs just one more area to win (C-45)."""
        held, needed = (
            len(held_areas(game, seat)),
            map_rules(game).areas_to_win(len(game.state.players)),
        )
        if needed - held == 1:
            game.tell(Event("one-away", seat=seat, number=held, word="area"))
