"""Attacks of pieces on pieces within range: legality, attacks of opportunity, and damage.

An attacked piece strikes back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.actions import DONE, Action, Refusal, chief
from engine.base import rule_words
from engine.base.records import replace
from engine.cards.characteristics import MUST_BLOCK, Characteristics
from engine.cards.terms import Positive
from engine.events import Event
from engine.fronts.common import pieces
from engine.fronts.common.squares import square_board, squares_of
from engine.fronts.common.variant import map_rules
from engine.magic.abilities import landhome, triggers
from engine.magic.core.agenda import ObjectQuestion, Task
from engine.magic.core.game import GameCore
from engine.magic.core.legal_actions import LegalActions
from engine.magic.core.position import NOWHERE, Attacker, Combat, GameObject
from engine.magic.damage import evasion
from engine.magic.turn.combat import (
    FIRST,
    Assign,
    DamageStep,
    Divide,
    band_of,
    notice_blocks,
    the_combat,
)
from engine.magic.turn.priority import Round
from engine.magic.turn.steps import EndCombat
from engine.magic.zones import battlefield
from engine.rule import SQUARES, WALKS, Rule, Variant, kind

TOGETHER = (
    "They deal damage to each other, but only once even if each attacks the other. A piece that "
    "attacks deals all of its damage to "
    "the piece it attacks; a piece that doesn't attack divides its damage among the pieces "
    "attacking it."
)
ALONE = "They deal combat damage to each other, and the one being attacked counts as a blocker."


class Engagements(Rule, frozen=True):
    """The range of attacks, and whether moving pieces may be attacked (T-12, T-13, T-18)."""

    needs = (SQUARES, WALKS, kind("turn", "ordered-attack", "attack-by-attack"))

    range: Positive = 1  # the range of attacks
    first_strike_range: Positive = 2  # the range with first strike or double strike
    # untapped pieces may attack opponents' pieces that move into their range
    opportunity: bool = True
    # Walls may attack despite defender (T-18); otherwise only if an effect allows it (B-18)
    walls_attack: bool = True
    tokens_attack: bool = True  # players' tokens may attack
    band_range: Positive = 1  # the maximum distance between creatures of a band
    attacked_taps: bool = False  # an attacked piece taps too, except Walls and tokens (B-17, B-18)
    attackers_untap: bool = True  # attackers untap at the end of the turn (T-16)
    # two creatures with the same landwalk may attack each other (T-17)
    landwalkers_meet: bool = True
    # the attacked piece blocks the attacker; otherwise both are blocked by each other (B-17, M-17)
    attacked_blocks: bool = False
    # a piece that must attack moves straight toward its goal, and a lured piece toward an attacker
    # (T-19)
    goes_to_attack: bool = True
    # a piece that must attack also moves toward pieces out of range that it can't attack (T-17)
    drawn_by_anything: bool = True
    # "each beyond the first" counts opponents' creatures within range, not those it fights (T-21)
    range_rampages: bool = True

    def told(self, rules: Variant) -> Iterator[str]:
        ordered = kind("turn", "ordered-attack").is_met(rules)
        farther = ""
        if self.first_strike_range != self.range:
            reach = rule_words.squares(self.first_strike_range)
            farther = f", or {reach} with first strike or double strike"
        yield f"Attacks reach {rule_words.squares(self.range)}{farther}."
        yield (
            f"Each untapped {'piece' if self.tokens_attack else 'creature'} without summoning "
            "sickness may attack one "
            f"{{piece}} within its reach that an opponent controls. "
            f"{TOGETHER if ordered else ALONE} A tapped {{piece}} can be "
            "attacked, and strikes back."
        )
        yield from self._told_of_tapping()
        meeting = ", unless both have the same landwalk" if self.landwalkers_meet else ""
        yield (
            "A creature can't attack a creature that it couldn't block because of "
            f"evasion{meeting}. A creature that merely can't "
            "block may attack; one that can block only creatures with flying can attack only "
            "those. Any creature can attack a token. "
            "An attack on a token can't be blocked."
        )
        if self.opportunity:
            yield (
                "During any player's turn, an untapped {piece} may attack an opponent's {piece} "
                "that comes within its range while "
                "moving, if the attack is legal. The mover stops there, the attack happens at "
                "once, and the attacker taps."
            )
        trampling = (
            "An attacker with trample may deal excess damage to opponents' other "
            "{pieces} within its reach."
        )
        yield trampling + (
            " Rampage counts opponents' creatures in range, beyond the first."
            if self.range_rampages
            else ""
        )
        if ordered:
            yield (
                "Banded creatures attack together, all within "
                f"{rule_words.squares(self.band_range)} of each other; their controller "
                "divides the damage dealt to them."
            )
        if self.goes_to_attack:
            yield (
                "A creature that must attack moves toward its target, or the nearest creature an "
                "opponent controls, along a shortest "
                "path, and attacks it when in range. A creature that must block moves toward a "
                "creature attacking this turn, and attacks "
                'that creature. "If it isn\'t blocked" means "if it attacks an opponent\'s token."'
            )

    def _told_of_tapping(self) -> Iterator[str]:
        tapping = "An attacker without vigilance taps, and so does any creature that is attacked."
        if not self.attacked_taps:
            tapping = (
                "Attackers without vigilance tap. A {piece} that is only attacked doesn't tap."
            )
        yield tapping + (
            " Attackers that survive untap at the end of the turn." if self.attackers_untap else ""
        )
        if idle := " and ".join(
            name
            for name, attacks in (("walls", self.walls_attack), ("tokens", self.tokens_attack))
            if not attacks
        ):
            freed = "" if self.walls_attack else ", except Walls that an effect allows to attack"
            yield f"{idle.capitalize()} can't attack{freed}."
        if self.walls_attack:
            yield "Walls can attack despite defender."
        if self.attacked_taps:
            yield "Walls and tokens don't tap when attacked."

    def range_of(self, c: Characteristics) -> int:
        """Return the range of a piece's attacks."""
        return self.first_strike_range if c.keywords & FIRST else self.range

    def struck_from(
        self, game: GameCore, attacker: GameObject, spaces: frozenset[int]
    ) -> frozenset[int]:
        """Return the spaces within a piece's range from any of `spaces`."""
        reach = self.range_of(game.characteristics(attacker.id))
        board = square_board(game)
        return frozenset(
            [square for space in spaces for square in squares_of(board.disc(space, reach))]
        )

    def in_range(self, game: GameCore, attacker: GameObject, target: GameObject) -> bool:
        """Return whether a piece is near enough to attack another."""
        return pieces.apart(game, attacker, target) <= self.range_of(
            game.characteristics(attacker.id)
        )

    @property
    def longest(self) -> int:
        """The greatest range of any attack."""
        return max(self.range, self.first_strike_range)

    def near(self, game: GameCore, attacker: GameObject) -> list[GameObject]:
        """Return the opposing pieces within a piece's range."""
        return pieces.opposing_near(
            game, attacker, self.range_of(game.characteristics(attacker.id))
        )

    def number_beside(self, game: GameCore, ident: int, engaged: set[int]) -> int:
        """Return the number of creatures that count as blocking a fighting creature (T-21).

        They are the `engaged` ones, or all opposing creatures within its range.
        """
        beside = (
            {obj.id for obj in self.near(game, game.state.objects[ident])}
            if self.range_rampages
            else engaged
        )
        return sum(game.characteristics(foe).is_creature for foe in beside)

    def able_refusal(
        self, game: GameCore, obj: GameObject | None, *, sick_too: bool
    ) -> Refusal | None:
        """Return why a piece can't attack at all now; None if it can.

        `sick_too`: summoning sickness is no reason.
        """
        if obj is None or obj.zone != "battlefield" or obj.space < 0:
            return Refusal("attack.piece", "only pieces on the map can attack")
        c, name = game.characteristics(obj.id), obj.printed.name
        if obj.tapped:
            return Refusal("attack.tapped", f"{name} is tapped")
        if not sick_too and game.is_sick(obj.id):
            return Refusal("attack.sick", f"{name} has summoning sickness")
        if not self.tokens_attack and obj.player_token:
            return Refusal("attack.able", f"{name} can't attack: it is a token")
        if "cant-attack" in c.restrict:
            return Refusal("attack.restricted", f"{name} can't attack")
        return self._defender_refusal(c)

    def _defender_refusal(self, c: Characteristics) -> Refusal | None:
        """Return why a creature can't attack because it is a Wall or has defender (M-13)."""
        if "attacks-despite-defender" in c.restrict:
            return None
        if c.is_of(pieces.WALL):
            return (
                None
                if self.walls_attack
                else Refusal("attack.able", f"{c.name} can't attack: it is a Wall")
            )
        return (
            Refusal("attack.defender", f"{c.name} has defender and can't attack")
            if c.has("defender")
            else None
        )

    def target_refusal(
        self, game: GameCore, attacker: GameObject, target: GameObject | None
    ) -> Refusal | None:
        """Return why a piece can't attack another from its square (T-17); None if it can."""
        name = attacker.printed.name
        if (
            target is None
            or target.zone != "battlefield"
            or target.space < 0
            or target.controller == attacker.controller
        ):
            return Refusal("attack.target", f"{name} can attack only an opponent's piece")
        if not self.in_range(game, attacker, target):
            reach = self.range_of(game.characteristics(attacker.id))
            return Refusal(
                "attack.range",
                (
                    f"{target.printed.name} is {pieces.apart(game, attacker, target)} away; "
                    f"{name}'s "
                    f"range is {reach}"
                ),
            )
        return self.legal_refusal(game, attacker, target)

    def could_attack(self, game: GameCore, ident: int, target: int) -> bool:
        """Return whether a piece could attack another, ignoring range and sickness."""
        attacker, other = game.state.objects.get(ident), game.state.objects.get(target)
        if (
            attacker is None
            or other is None
            or self.able_refusal(game, attacker, sick_too=True) is not None
        ):
            return False
        return self.legal_refusal(game, attacker, other) is None

    def may_attack_movers(self, game: GameCore, ident: int) -> bool:
        """Return whether a piece may attack passing pieces, even with summoning sickness (T-12)."""
        return (
            self.opportunity
            and self.able_refusal(game, game.state.objects.get(ident), sick_too=True) is None
        )

    def legal_refusal(
        self, game: GameCore, attacker: GameObject, target: GameObject
    ) -> Refusal | None:
        """Return why a piece can't attack another at any distance (T-17); None if it can."""
        if (reason := landhome.attack_refusal(game, attacker, target.controller)) is not None:
            return reason
        if target.player_token:
            return None
        ground = map_rules(game).ground
        if ground is not None and (reason := ground.attack_refusal(game, target)) is not None:
            return reason
        walks = game.characteristics(target.id).landwalks()
        meet = self.landwalkers_meet and not walks.isdisjoint(
            game.characteristics(attacker.id).landwalks()
        )
        walked = (
            pieces.lands_walked(game, attacker.controller)
            if walks and not meet
            else walks.difference(walks)
        )
        reason = evasion.attack_refusal(game, attacker.id, target.id, walked)
        return Refusal("attack.legal", reason.message) if reason is not None else None

    def barrier(self, game: GameCore, mine: Sequence[GameObject]) -> Refusal | None:
        """Return the reason that keeps most of some pieces from attacking opponents in range.

        None if no opponents are in range.
        """
        near = [(obj, foes) for obj in mine if (foes := self.near(game, obj))]
        return chief(
            self.able_refusal(game, obj, sick_too=False) or self.target_refusal(game, obj, foes[0])
            for obj, foes in near
        )

    # --- attacks of opportunity ---

    def watchers(self, game: GameCore, mover: GameObject) -> list[GameObject]:
        """Return the opposing pieces that may attack a piece passing its present square (T-12)."""
        if not self.opportunity:
            return []
        near = pieces.opposing_near(game, mover, self.longest)
        able = [
            obj
            for obj in near
            if self.in_range(game, obj, mover)
            and self.able_refusal(game, obj, sick_too=True) is None
        ]
        return [obj for obj in able if self.target_refusal(game, obj, mover) is None]

    def opportunities(self, game: GameCore, mover: GameObject) -> list[Task]:
        """Return questions to the players who may attack a piece passing its present square."""
        seats = {obj.controller for obj in self.watchers(game, mover)}
        return [
            OpportunityQuestion(seat, mover.id)
            for seat in game.seats_from(mover.controller)
            if seat in seats
        ]

    def threatened(self, game: GameCore, mover: GameObject) -> int:
        """Return the squares where a piece could be attacked as it passes, one bit each."""
        found, board = 0, square_board(game)
        for obj in pieces.opposing(game, mover.controller) if self.opportunity else ():
            if self.able_refusal(game, obj, sick_too=True) is None:
                found |= board.disc(obj.space, self.range_of(game.characteristics(obj.id)))
        return found

    def attackable(self, game: GameCore, mover: GameObject) -> int:
        """Return the squares where an attack on a passing piece is legal, one bit each (T-12)."""
        found, board = 0, square_board(game)
        for obj in pieces.opposing(game, mover.controller) if self.opportunity else ():
            if (
                self.able_refusal(game, obj, sick_too=True) is None
                and self.legal_refusal(game, obj, mover) is None
            ):
                found |= board.disc(obj.space, self.range_of(game.characteristics(obj.id)))
        return found

    # --- pieces that must attack (T-19) ---

    def goals(self, game: GameCore, obj: GameObject) -> list[GameObject]:
        """Return the opposing pieces of which a piece must attack one.

        They are the nearest ones that it must block, or else, if it must attack, the nearest ones.
        """
        compelled, objects = pieces.compelled(game), game.state.objects
        if obj.id in compelled:
            foes = pieces.opposing(game, obj.controller)
        else:
            foes = [
                foe
                for ident in compelled
                if (foe := objects[ident]).controller != obj.controller and foe.space >= 0
            ]
        if not foes or self.able_refusal(game, obj, sick_too=False) is not None:
            return []
        found = [
            foe
            for foe in foes
            if is_made_to_block(game, obj, foe) and self._is_goal(game, obj, foe)
        ]
        if not found and "must-attack" in game.characteristics(obj.id).restrict:
            found = [foe for foe in foes if self._is_goal(game, obj, foe)]
        least = min((pieces.apart(game, obj, foe) for foe in found), default=0)
        return [foe for foe in found if pieces.apart(game, obj, foe) == least]

    def _is_goal(self, game: GameCore, obj: GameObject, foe: GameObject) -> bool:
        """Return whether a piece could attack another if near enough."""
        if self.drawn_by_anything and not self.in_range(game, obj, foe):
            return True
        return self.legal_refusal(game, obj, foe) is None

    def allowed_moves(
        self, game: GameCore, obj: GameObject, spaces: tuple[int, ...]
    ) -> tuple[int, ...]:
        """Return the squares that a piece may move to.

        A piece that must attack may only move straight toward a goal, if `goes_to_attack` is set.
        """
        if not self.goes_to_attack:
            return spaces
        away, here = game.board.distances_from, obj.space
        steps, ways = away(here), [away(goal.space) for goal in self.goals(game, obj)]
        return (
            tuple([s for s in spaces if any(far[s] == far[here] - steps[s] for far in ways)])
            if ways
            else spaces
        )

    def waiting(self, game: GameCore, seat: int) -> list[GameObject]:
        """Return a player's pieces without a chosen attack."""
        ordered = {attack.id for attack in the_combat(game).attackers}
        return [obj for obj in pieces.pieces(game, seat) if obj.id not in ordered]

    def unsatisfied(self, game: GameCore, seat: int) -> list[int]:
        """Return those of a player's waiting pieces that must attack something in range."""
        return (
            [obj.id for obj in self.waiting(game, seat) if self.bound_to(game, obj)]
            if pieces.compelled(game)
            else []
        )

    def provoked(self, game: GameCore, seat: int) -> list[tuple[int, int]]:
        """Return a player's waiting pieces that must block an attacker in range.

        Each comes with the attacker.
        """
        bound = [
            (obj, game.state.objects[foe])
            for obj in self.waiting(game, seat)
            for foe in self.bound_to(game, obj)[:1]
        ]
        return [(obj.id, foe.id) for obj, foe in bound if is_made_to_block(game, obj, foe)]

    def bound_to(self, game: GameCore, obj: GameObject) -> list[int]:
        """Return the pieces in range of which a piece must attack one."""
        return [foe.id for foe in self.goals(game, obj) if self.in_range(game, obj, foe)]


def is_made_to_block(game: GameCore, obj: GameObject, foe: GameObject) -> bool:
    """Return whether a piece must move to and attack an attacker that it must block (T-19)."""
    combat, own = game.state.combat, game.characteristics(obj.id).restrict
    wanted = game.characteristics(foe.id).restrict
    bound = "must-block" in own or f"{MUST_BLOCK}{foe.id}" in own or "must-be-blocked" in wanted
    if not bound and "must-be-blocked-once" in wanted:  # one attack on it is enough
        bound = combat is None or all(a.aim != foe.id for a in combat.attackers)
    if not bound:
        return False
    return foe.attacked == game.state.turn.number or (
        combat is not None and any(a.id == foe.id for a in combat.attackers)
    )


def rules_of(game: GameCore) -> Engagements:
    """Return the variant's rules of attacking piece by piece."""
    rules = map_rules(game).combat
    assert rules is not None
    return rules


# --- attacks of opportunity (T-12) ---


class OpportunityQuestion(ObjectQuestion, frozen=True):
    """Choose the pieces that attack a piece moving into their range, or let it pass."""

    kind = "opportunity"
    rule = "opportunity"
    chosen: tuple[int, ...] = ()

    def prompt(self, game: GameCore) -> str:
        obj = game.state.objects[self.ident]
        return (
            f"{obj.printed.name} moves to {game.space_name(obj.space)}: attack it, or let it pass"
        )

    def options(self, game: GameCore) -> Iterator[Action]:
        yield DONE
        if obj := game.state.objects.get(self.ident):
            for each in rules_of(game).watchers(game, obj):
                if each.controller == self.seat and each.id not in self.chosen:
                    yield Action("attacker", object=each.id, target=self.ident)

    def idle(self, game: GameCore, offer: LegalActions) -> Action | None:
        return DONE if offer.single(game) == DONE else None

    def answer(self, game: GameCore, action: Action) -> None:
        if action != DONE:
            game.push(OpportunityQuestion(self.seat, self.ident, (*self.chosen, action.object)))
        elif self.chosen:
            game.push(Ambush(self.seat, self.ident, self.chosen))

    def refusal(self, game: GameCore, action: Action) -> Refusal:
        if action.verb != "attacker":
            return super().refusal(game, action)
        rules, obj = rules_of(game), game.state.objects.get(action.object)
        if obj is None or obj.controller != self.seat:
            return Refusal("opportunity", "you can attack only with your own pieces")
        if action.target != self.ident:
            return Refusal(
                "opportunity",
                f"right now you can attack only {game.object_name(self.ident)}, which is moving",
            )
        if (unable := rules.able_refusal(game, obj, sick_too=True)) is not None:
            return (
                unable
                if unable.reason == "attack.defender"
                else Refusal("opportunity", unable.message)
            )
        reason = rules.target_refusal(game, obj, game.state.objects[self.ident])
        return reason or Refusal("opportunity", f"{obj.printed.name} is already attacking")


class Ambush(Task, frozen=True):
    """Carry out an attack of opportunity: the moving piece stops and is attacked at once."""

    seat: int
    mover: int
    attackers: tuple[int, ...]

    def run(self, game: GameCore) -> None:
        game.state.change_on_map(self.mover, stopped=game.state.turn.number)
        begin_fight(game, self.seat)
        for ident in self.attackers:
            add_attack(game, ident, self.mover)
        with game.because("opportunity"):
            carry_out(game)


# --- attacks carried out (T-14 to T-16, T-20, T-21) ---


def begin_fight(game: GameCore, seat: int) -> None:
    """Begin a fight without attackers."""
    game.state.set(combat=Combat(seat, NOWHERE))


def add_attack(game: GameCore, attacker: int, target: int) -> None:
    """Add the attack of a piece on another.

    The attacked piece counts as a blocker, but an attack on a player's token is unblocked (T-19).
    """
    combat = the_combat(game)
    blocked = not game.state.objects[target].player_token
    attack = Attacker(attacker, target, (target,), blocked)
    game.state.set(combat=replace(combat, attackers=(*combat.attackers, attack)))


def carry_out(game: GameCore, *answers: Task, more: bool = False) -> None:
    """Carry out all chosen attacks at once.

    `answers`: tasks before damage. `more`: other attacks may follow before combat ends.
    """
    active, attacks = game.state.turn.active, the_combat(game).attackers
    if not attacks:
        game.state.set(combat=None)
        return
    declare(game, attacks)
    game.push(
        Round(active),
        *answers,
        ExchangeStep(True),
        ExchangeStep(False),
        Round(active),
        EndCombat(more),
    )


def declare(game: GameCore, attacks: Sequence[Attacker]) -> None:
    """Tap attackers without vigilance, and trigger abilities."""
    rules = rules_of(game)
    for attack in attacks:
        obj = game.state.change(attack.id, attacked=game.state.turn.number)
        names = obj.printed.name, game.object_name(attack.aim)
        game.tell(
            Event(
                "attack",
                seat=obj.controller,
                object=obj.id,
                card=names[0],
                other=attack.aim,
                other_card=names[1],
            )
        )
        if not game.characteristics(obj.id).has("vigilance"):
            battlefield.set_tapped(game, obj.id, True)
            game.state.change_on_map(obj.id, tapped_in_attack=True)
        # Walls and tokens don't tap (B-18)
        stays_up = game.state.objects[attack.aim].player_token or game.characteristics(
            attack.aim
        ).is_of(pieces.WALL)
        if rules.attacked_taps and not stays_up:
            battlefield.set_tapped(game, attack.aim, True)
    for attack in attacks:
        seat = game.state.objects[attack.id].controller
        triggers.notice(game, "attacks", attack.id, seat=seat)
        if sum(game.state.objects[a.id].controller == seat for a in attacks) == 1:
            triggers.notice(game, "attacks-alone", attack.id, seat=seat)
        if not attack.blocked:
            triggers.notice(game, "attacks-unblocked", attack.id, seat=seat)
    seats = dict.fromkeys(game.state.objects[attack.id].controller for attack in attacks)
    for seat in seats:
        triggers.notice(game, "declares-attack", 0, seat=seat)
    game.state.set(combat=replace(the_combat(game), settled=True))
    if rules.attacked_blocks:
        notice_blocks(game)
    else:
        _engaged(game, [(attack.id, attack.aim) for attack in attacks if attack.blocked])


def _engaged(game: GameCore, attacks: list[tuple[int, int]]) -> None:
    """Trigger abilities on attacked and fighting pieces.

    To fight is to block or be blocked (M-17).
    """
    foes: dict[int, list[int]] = {}
    attacked: set[int] = set()
    for attacker, target in attacks:
        triggers.notice(game, "blocks", target, by=attacker, rest=target in attacked)
        attacked.add(target)
        for one, other in ((attacker, target), (target, attacker)):
            if other not in foes.setdefault(one, []):
                foes[one].append(other)
    for one, others in foes.items():
        number = game.rules.blockers(game, one) or 0
        for other in others:
            triggers.notice(
                game, "becomes-blocked", one, by=other, amount=number, rest=other != others[0]
            )
        triggers.notice(game, "fights-in-combat", one)
        for other in others:
            triggers.notice(game, "becomes-blocked-by", one, by=other)


def untap_attackers(game: GameCore) -> None:
    """Untap pieces that tapped to attack, at the end of the turn (T-16)."""
    for ident in game.state.battlefield:
        if game.state.objects[ident].on_map.tapped_in_attack:
            battlefield.set_tapped(game, ident, False)


# --- damage ---


class ExchangeAssign(Assign, frozen=True):
    """Each piece deals its damage to the piece it attacks, or to those attacking it (T-15)."""

    def one(self, game: GameCore, ident: int, power: int) -> None:
        attack = next((a for a in the_combat(game).attackers if a.id == ident), None)
        others: tuple[int, ...] = ()
        # excess damage may go to other pieces in range (T-20)
        if attack is not None and game.characteristics(ident).has("trample"):
            near = rules_of(game).near(game, game.state.objects[ident])
            others = tuple(obj.id for obj in near if obj.id != attack.aim)
        # it isn't attacking, or the attacked piece has left combat
        if attack is None or not attack.blockers:
            self._strike_back(game, ident, power, others)
            return
        members = band_of(game, attack.aim)
        if len(members) > 1:
            game.push(
                Divide(game.state.objects[attack.aim].controller, ident, members, power, self)
            )
        elif others:
            game.push(
                Divide(
                    game.state.objects[ident].controller,
                    ident,
                    (attack.aim, *others),
                    power,
                    self,
                    excess=True,
                )
            )
        else:
            self.go_on(game, ((ident, attack.aim, power),))

    def _strike_back(self, game: GameCore, ident: int, power: int, others: tuple[int, ...]) -> None:
        """Assign the damage of a piece that isn't attacking to its attackers.

        Its controller divides the damage, or the attackers' controller if they are a band. `others`
        may be dealt it as well, even all of it: trample, if the attacked piece is gone (CR 702.19d,
        702.19e).
        """
        attackers = tuple(a.id for a in the_combat(game).attackers if ident in a.blockers)
        among = tuple(dict.fromkeys((*attackers, *others)))
        if len(among) < 2:
            self.go_on(game, tuple((ident, a, power) for a in among))
            return
        chooser = attackers[0] if any(len(band_of(game, a)) > 1 for a in attackers) else ident
        game.push(Divide(game.state.objects[chooser].controller, ident, among, power, self))


class ExchangeStep(DamageStep, frozen=True):
    """A damage step of a fight."""

    assign = ExchangeAssign
