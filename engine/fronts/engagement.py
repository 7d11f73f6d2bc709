"""Engagements: pieces attack pieces within range, and whoever is attacked strikes back. Who may attack whom, and from where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import rulewords
from engine.actions import DONE, Action, Refusal, chief
from engine.cards.characteristics import Characteristics
from engine.cards.terms import Positive
from engine.fronts import exchange, pieces
from engine.fronts.squares import square_board, squares_of
from engine.fronts.variant import variant
from engine.fronts.walking import Walk, is_wall, safest_path
from engine.magic import evasion, homes
from engine.magic.agenda import ObjectQuestion, Task
from engine.magic.combat import FIRST, the_combat
from engine.magic.game import Game
from engine.magic.offers import Offer
from engine.magic.state import GameObject
from engine.rule import SQUARES, WALKS, Rule, Variant, kind

TOGETHER = (
    "Both deal damage to each other, once even if each attacks the other; a piece deals all of its damage to the one that it attacks, or "
    "divides it among those that attack it."
)
ALONE = "They deal combat damage to each other, the attacked as if it blocked."


class Engagements(Rule, frozen=True):
    """How far attacks reach, and whether pieces that pass by may be attacked (T-12, T-13, T-18)."""

    needs = (SQUARES, WALKS, kind("turn", "ordered-attack", "attack-by-attack"))

    range: Positive = 1  # how far attacks reach
    first_strike_range: Positive = 2  # how far they reach with first strike or double strike
    opportunity: bool = True  # untapped pieces may attack opponents that come within their range
    walls_attack: bool = True  # in spite of defender
    tokens_attack: bool = True  # players' tokens may attack
    band_range: Positive = 1  # how near to each other the creatures of a band are
    attacked_taps: bool = False  # so does what is attacked, walls and tokens aside (B-17, B-18)
    attackers_untap: bool = True  # at the end of the turn (T-16)
    landwalkers_meet: bool = True  # two creatures that walk on the same land may attack each other (T-17)
    attacked_blocks: bool = False  # what is attacked blocks the attacker; otherwise both are blocked by each other (B-17, M-17)
    range_rampages: bool = True  # "each beyond the first" counts the opponents within range, not those that one is engaged with (T-21)

    def told(self, rules: Variant) -> Iterator[str]:
        ordered = kind("turn", "ordered-attack").is_met(rules)
        farther = f", those of whoever has first strike or double strike {rulewords.squares(self.first_strike_range)}"
        yield f"Attacks reach {rulewords.squares(self.range)}{farther if self.first_strike_range != self.range else ''}."
        yield (
            f"Each untapped {'piece' if self.tokens_attack else 'creature'} without summoning sickness may attack one opposing {{piece}} "
            f"that it reaches. {TOGETHER if ordered else ALONE} Who is tapped can be attacked, and strikes back."
        )
        yield from self._told_of_tapping()
        meeting = "; two that walk on the same land can" if self.landwalkers_meet else ""
        yield (
            f"Who could not block a creature, for its evasion, can't attack it{meeting}. Who only can't block may attack; who blocks only "
            "creatures with flying attacks only those. Tokens can be attacked by everybody. An attack on a token is not blocked."
        )
        if self.opportunity:
            yield (
                "In anyone's turn, an untapped {piece} may attack any opponent that comes within its range as it moves, if the attack is "
                "legal. That stops it there, the attack follows at once, and the attacker taps."
            )
        trampling = "What tramples may deal damage beyond what is lethal to other opposing {pieces} that it reaches."
        yield trampling + (" Rampage counts the opposing creatures in range, each beyond the first." if self.range_rampages else "")
        if ordered:
            yield (
                f"Banded creatures attack together, all within {rulewords.squares(self.band_range)} of each other; their controller "
                "divides the damage dealt to them."
            )
            yield (
                "Who must attack goes towards its target, or the nearest opposing creature, by a shortest way, and attacks it once in "
                'range. Who is made to block goes towards the attacker and attacks it. "If it isn\'t blocked" means: if it attacks an '
                "opponent's token."
            )

    def _told_of_tapping(self) -> Iterator[str]:
        tapping = "Attacker and attacked both tap, vigilant attackers aside."
        if not self.attacked_taps:
            tapping = "Attackers tap, vigilant ones aside. Who is only attacked doesn't tap."
        yield tapping + (" Attackers that survive untap at the end of the turn." if self.attackers_untap else "")
        if idle := " and ".join(name for name, attacks in (("walls", self.walls_attack), ("tokens", self.tokens_attack)) if not attacks):
            yield f"{idle.capitalize()} don't attack."
        if self.attacked_taps:
            yield "Walls and tokens don't tap for being attacked."

    def range_of(self, c: Characteristics) -> int:
        """How far a piece's attacks reach."""
        return self.first_strike_range if c.keywords & FIRST else self.range

    def struck_from(self, game: Game, attacker: GameObject, spaces: frozenset[int]) -> frozenset[int]:
        """The spaces within a piece's reach from any of these."""
        reach = self.range_of(game.chars(attacker.id))
        return frozenset[int]().union(*(squares_of(square_board(game).disc(space, reach)) for space in spaces))

    def in_range(self, game: Game, attacker: GameObject, target: GameObject) -> bool:
        """Whether a piece is near enough to attack another."""
        return pieces.apart(game, attacker, target) <= self.range_of(game.chars(attacker.id))

    def near(self, game: Game, attacker: GameObject) -> list[GameObject]:
        """The opposing pieces within a piece's range."""
        return [target for target in pieces.opposing(game, attacker.controller) if self.in_range(game, attacker, target)]

    def number_beside(self, game: Game, ident: int) -> int:
        """How many creatures count as blocking one that fights: those that it is engaged with, or all opponents within its range (T-21)."""
        if self.range_rampages:
            beside = {obj.id for obj in self.near(game, game.state.objects[ident])}
        else:
            attackers = game.state.combat.attackers if game.state.combat is not None else ()
            fights = [(a.id, *a.blockers) for a in attackers]
            beside = {foe for fight in fights if ident in fight for foe in fight if foe != ident}
        return sum(game.chars(foe).is_creature for foe in beside)

    def able_refusal(self, game: Game, obj: GameObject | None, *, sick_too: bool) -> Refusal | None:
        """Why a piece can attack nobody at all now; `sick_too`: summoning sickness is no hindrance."""
        if obj is None or obj.zone != "battlefield" or obj.space < 0:
            return Refusal("attack.piece", "only pieces on the map attack")
        c, name = game.chars(obj.id), obj.printed.name
        if obj.tapped:
            return Refusal("attack.tapped", f"{name} is tapped")
        if not sick_too and game.is_sick(obj.id):
            return Refusal("attack.sick", f"{name} has summoning sickness")
        if (not self.walls_attack and is_wall(c)) or (obj.player_token and not self.tokens_attack):
            return Refusal("attack.able", f"{name} can't attack: it is a {'token' if obj.player_token else 'wall'}")
        if "cant-attack" in c.restrict:
            return Refusal("attack.restricted", f"{name} can't attack")
        return None

    def target_refusal(self, game: Game, attacker: GameObject, target: GameObject | None) -> Refusal | None:
        """Why a piece can't attack another from where they stand (T-17); None if it can."""
        name = attacker.printed.name
        if target is None or target.zone != "battlefield" or target.space < 0 or target.controller == attacker.controller:
            return Refusal("attack.target", f"{name} can attack only an opponent's piece")
        if not self.in_range(game, attacker, target):
            reach = self.range_of(game.chars(attacker.id))
            return Refusal("attack.range", f"{target.printed.name} is {pieces.apart(game, attacker, target)} away; {name} reaches {reach}")
        if (reason := homes.attack_refusal(game, attacker, target.controller)) is not None:
            return reason
        if target.player_token:
            return None
        ground = variant(game).ground
        if ground is not None and (reason := ground.attack_refusal(game, target)) is not None:
            return reason
        meet = game.chars(attacker.id).landwalks() if self.landwalkers_meet else ()
        shared = {f"{word}walk" for word in meet} & game.chars(target.id).keywords
        walked = frozenset[str]() if shared else pieces.lands_walked(game, attacker.controller)
        reason = evasion.pair_refusal(game, attacker.id, target.id, walked, "attack")
        return Refusal("attack.legal", reason.message) if reason is not None else None

    def targets(self, game: Game, attacker: GameObject) -> list[GameObject]:
        """The opposing pieces that a piece may attack from where it stands."""
        return [target for target in self.near(game, attacker) if self.target_refusal(game, attacker, target) is None]

    def barrier(self, game: Game, mine: Sequence[GameObject]) -> Refusal | None:
        """What keeps the most of some pieces from attacking the opponents within their range; none where nobody is."""
        near = [(obj, foes) for obj in mine if (foes := self.near(game, obj))]
        return chief(self.able_refusal(game, obj, sick_too=False) or self.target_refusal(game, obj, foes[0]) for obj, foes in near)

    # --- pieces that pass by ---

    def watchers(self, game: Game, mover: GameObject) -> list[GameObject]:
        """The opposing pieces that may attack a piece that comes to where it stands now (T-12)."""
        others = pieces.opposing(game, mover.controller) if self.opportunity else []
        near = [obj for obj in others if self.in_range(game, obj, mover)]
        return [
            obj for obj in near if self.able_refusal(game, obj, sick_too=True) is None and self.target_refusal(game, obj, mover) is None
        ]

    def opportunities(self, game: Game, mover: GameObject) -> list[Task]:
        """Questions to those who may attack a piece that has just come to where it stands."""
        seats = {obj.controller for obj in self.watchers(game, mover)}
        return [OpportunityQuestion(seat, mover.id) for seat in game.seats_from(mover.controller) if seat in seats]

    def threatened(self, game: Game, mover: GameObject) -> int:
        """The squares on which a piece could be attacked as it passes, with a bit for each."""
        found, board = 0, square_board(game)
        for obj in pieces.opposing(game, mover.controller) if self.opportunity else ():
            if self.able_refusal(game, obj, sick_too=True) is None:
                found |= board.disc(obj.space, self.range_of(game.chars(obj.id)))
        return found

    # --- pieces that must attack (T-19) ---

    def goals(self, game: Game, obj: GameObject) -> list[GameObject]:
        """The opposing pieces one of which a piece must attack: those that must be blocked, else the nearest if it must attack at all."""
        if not pieces.any_compelled(game) or self.able_refusal(game, obj, sick_too=False) is not None:
            return []
        foes = pieces.opposing(game, obj.controller)
        lures = [foe for foe in foes if "must-be-blocked" in game.chars(foe.id).restrict and self._could_attack(game, obj, foe)]
        if not lures and "must-attack" in game.chars(obj.id).restrict:
            lures = [foe for foe in foes if self._could_attack(game, obj, foe)]
        least = min((pieces.apart(game, obj, foe) for foe in lures), default=0)
        return [foe for foe in lures if pieces.apart(game, obj, foe) == least]

    def _could_attack(self, game: Game, obj: GameObject, foe: GameObject) -> bool:
        """Whether a piece could attack another if only it were near enough."""
        reason = self.target_refusal(game, obj, foe)
        return reason is None or reason.reason == "attack.range"

    def allowed_moves(self, game: Game, obj: GameObject, spaces: tuple[int, ...]) -> tuple[int, ...]:
        """Those of some squares to which a piece may go: a piece that must attack goes nowhere but straight towards its goal."""
        found, distance = self.goals(game, obj), game.board.distance
        if not found:
            return spaces
        far = {goal.space: distance(obj.space, goal.space) for goal in found}
        return tuple(s for s in spaces if any(distance(s, goal) == far[goal] - distance(obj.space, s) for goal in far))

    def press_on(self, game: Game, seat: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The ways that a player's pieces must still go towards what they have to attack: which piece, along which squares."""
        moves = variant(game).movement
        assert isinstance(moves, Walk)
        for obj in pieces.pieces(game, seat):
            aims = self.goals(game, obj)
            if not aims or any(self.in_range(game, obj, aim) for aim in aims) or moves.refusal(game, seat, obj.id) is not None:
                continue
            if path := self._way(game, moves, obj, aims):
                yield obj.id, path

    def _way(self, game: Game, moves: Walk, obj: GameObject, aims: list[GameObject]) -> tuple[int, ...]:
        """The way to the square nearest to a goal, and no further than needed to attack it; nothing if no square is nearer."""
        distance, reach = game.board.distance, self.range_of(game.chars(obj.id))

        def gap(space: int) -> int:
            return max(reach, min(distance(space, aim.space) for aim in aims))

        spaces = moves.destinations(game, obj.id)
        best = min(spaces, key=lambda space: (gap(space), distance(obj.space, space), space), default=obj.space)
        if gap(best) >= gap(obj.space):
            return ()
        return safest_path(game, obj, best, moves.left(game, obj), flies=moves.flies(game, obj))

    def unsatisfied(self, game: Game, seat: int) -> list[int]:
        """A player's pieces that must attack somebody within their range and have not been ordered to."""
        ordered = {attack.id for attack in the_combat(game).attackers}
        return [obj.id for obj in pieces.pieces(game, seat) if obj.id not in ordered and self.bound_to(game, obj)]

    def bound_to(self, game: Game, obj: GameObject) -> list[int]:
        """The pieces within range one of which a piece must attack rather than any other."""
        return [foe.id for foe in self.goals(game, obj) if self.in_range(game, obj, foe)]


def rules_of(game: Game) -> Engagements:
    """The variant's rules of attacking piece by piece."""
    rules = variant(game).combat
    assert rules is not None
    return rules


# --- attacks of opportunity (T-12) ---


class OpportunityQuestion(ObjectQuestion, frozen=True):
    """Which of a player's pieces attack the piece that comes within their range; none, if the player is done without any."""

    kind = "opportunity"
    rule = "opportunity"
    chosen: tuple[int, ...] = ()

    def prompt(self, game: Game) -> str:
        obj = game.state.objects[self.ident]
        return f"{obj.printed.name} comes to {game.space_name(obj.space)}: attack it, or let it pass"

    def options(self, game: Game) -> Iterator[Action]:
        yield DONE
        if obj := game.state.objects.get(self.ident):
            for each in rules_of(game).watchers(game, obj):
                if each.controller == self.seat and each.id not in self.chosen:
                    yield Action("attacker", object=each.id, target=self.ident)

    def idle(self, game: Game, offer: Offer) -> Action | None:
        return DONE if offer.only(game) == DONE else None

    def answer(self, game: Game, action: Action) -> None:
        if action != DONE:
            game.push(OpportunityQuestion(self.seat, self.ident, (*self.chosen, action.object)))
        elif self.chosen:
            game.push(Ambush(self.seat, self.ident, self.chosen))

    def refusal(self, game: Game, action: Action) -> Refusal:
        if action.verb != "attacker":
            return super().refusal(game, action)
        rules, obj = rules_of(game), game.state.objects.get(action.object)
        if obj is None or obj.controller != self.seat:
            return Refusal("opportunity", "only your own pieces attack for you")
        if action.target != self.ident:
            return Refusal("opportunity", f"only {game.object_name(self.ident)} can be attacked now: it is moving")
        if (unable := rules.able_refusal(game, obj, sick_too=True)) is not None:
            return Refusal("opportunity", unable.message)
        reason = rules.target_refusal(game, obj, game.state.objects[self.ident])
        return reason or Refusal("opportunity", f"{obj.printed.name} attacks already")


class Ambush(Task, frozen=True):
    """The attack of opportunity: the piece stops where it is, and the attack follows at once."""

    seat: int
    mover: int
    attackers: tuple[int, ...]

    def run(self, game: Game) -> None:
        game.state.change_on_map(self.mover, stopped=game.state.turn.number)
        exchange.begin(game, self.seat)
        for ident in self.attackers:
            exchange.add_attack(game, ident, self.mover)
        with game.because("opportunity"):
            exchange.carry_out(game)
