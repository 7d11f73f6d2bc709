"""Attacks carried out: pieces tap, abilities trigger, and pieces that are engaged deal damage to each other (T-14 to T-16, T-20, T-21)."""

from __future__ import annotations

from engine.events import Event
from engine.fronts.variant import variant
from engine.fronts.walking import is_wall
from engine.magic import battlefield, triggers
from engine.magic.agenda import Task
from engine.magic.combat import Assign, DamageStep, Divide, band_of, notice_blocks, set_attacker, the_combat
from engine.magic.game import Game
from engine.magic.priority import Round
from engine.magic.state import NOWHERE, Attacker, Combat
from engine.magic.turn import end_combat_effects
from engine.records import replace


def begin(game: Game, seat: int) -> None:
    """A fight begins in which nobody attacks yet."""
    game.state.set(combat=Combat(seat, NOWHERE))


def add_attack(game: Game, attacker: int, target: int, band: int = 0) -> None:
    """A piece is to attack another. What is attacked counts as blocking; an attack on a player's token is unblocked all the same (T-19)."""
    combat = the_combat(game)
    blocked = not game.state.objects[target].player_token
    attack = Attacker(attacker, target, (target,), blocked, band)
    game.state.set(combat=replace(combat, attackers=(*combat.attackers, attack)))


def carry_out(game: Game, *, ends_combat: bool = True) -> None:
    """All attacks ordered happen together. `ends_combat`: what lasts until end of combat ends with them."""
    active = game.state.turn.active
    if not the_combat(game).attackers:
        game.state.set(combat=None)
        return
    _declare(game)
    game.push(Round(active), ExchangeStep(True), ExchangeStep(False), Round(active), EndFight(ends_combat))


def _declare(game: Game) -> None:
    """The attackers tap, vigilance aside, and abilities trigger."""
    attacks, rules = the_combat(game).attackers, variant(game).combat
    assert rules is not None
    for attack in attacks:
        obj = game.state.change(attack.id, attacked=game.state.turn.number)
        names = obj.printed.name, game.object_name(attack.aim)
        game.tell(Event("attack", seat=obj.controller, object=obj.id, card=names[0], other=attack.aim, other_card=names[1]))
        if not game.chars(obj.id).has("vigilance"):
            battlefield.set_tapped(game, obj.id, True)
            game.state.change_on_map(obj.id, tapped_in_attack=True)
        if rules.attacked_taps and not _stays_up(game, attack.aim):
            battlefield.set_tapped(game, attack.aim, True)
    for attack in attacks:
        seat = game.state.objects[attack.id].controller
        triggers.notice(game, "attacks", attack.id, seat=seat)
        if sum(game.state.objects[a.id].controller == seat for a in attacks) == 1:
            triggers.notice(game, "attacks-alone", attack.id, seat=seat)
        if not attack.blocked:
            triggers.notice(game, "attacks-unblocked", attack.id, seat=seat)
    game.state.set(combat=replace(the_combat(game), settled=True))
    if rules.attacked_blocks:
        notice_blocks(game)
    else:
        _engaged(game, [(attack.id, attack.aim) for attack in attacks if attack.blocked])


def _stays_up(game: Game, ident: int) -> bool:
    """Whether being attacked doesn't tap a piece: a wall, or a player's token (B-18)."""
    return game.state.objects[ident].player_token or is_wall(game.chars(ident))


def _engaged(game: Game, attacks: list[tuple[int, int]]) -> None:
    """Abilities notice who is attacked, and who is engaged with whom: to block or be blocked is to be attacked (M-17)."""
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
            triggers.notice(game, "becomes-blocked", one, by=other, amount=number, rest=other != others[0])
        triggers.notice(game, "fights-in-combat", one)
        for other in others:
            triggers.notice(game, "becomes-blocked-by", one, by=other)


class EndFight(Task, frozen=True):
    """A fight is over."""

    ends_combat: bool = True

    def run(self, game: Game) -> None:
        game.state.set(combat=None)
        if self.ends_combat:
            end_combat_effects(game)


def untap_attackers(game: Game) -> None:
    """At the end of the turn the survivors that tapped to attack untap (T-16)."""
    for ident in game.state.battlefield:
        if game.state.objects[ident].on_map.tapped_in_attack:
            battlefield.set_tapped(game, ident, False)


# --- damage ---


class Exchange(Assign, frozen=True):
    """Each piece deals its damage to the one it attacks, or to those that attack it (T-15)."""

    def one(self, game: Game, ident: int, power: int) -> None:
        attack = next((a for a in the_combat(game).attackers if a.id == ident), None)
        others = self._trampled(game, attack) if attack is not None and game.chars(ident).has("trample") else ()
        if attack is None or not attack.blockers:  # it attacks nobody, or what it attacked is out of the fight
            self._strike_back(game, ident, power, others)
            return
        members = band_of(game, attack.aim)
        if len(members) > 1:
            seat = game.state.objects[attack.aim].controller
            game.push(Divide(seat, ident, members, 0, power, self))
            return
        if others:
            game.push(Divide(game.state.objects[ident].controller, ident, (attack.aim, *others), 0, power, self, excess=True))
        else:
            self.go_on(game, ((ident, attack.aim, power),))

    def _trampled(self, game: Game, attack: Attacker) -> tuple[int, ...]:
        """To whom what is more than lethal may go: the other opposing pieces within range (T-20).

        That is all of it once what was attacked is out of the fight (CR 702.19e).
        """
        rules = variant(game).combat
        assert rules is not None
        return tuple(obj.id for obj in rules.near(game, game.state.objects[attack.id]) if obj.id != attack.aim)

    def _strike_back(self, game: Game, ident: int, power: int, others: tuple[int, ...]) -> None:
        """Damage of a piece that attacks nobody goes to those that attack it, as its controller chooses, or theirs if they are a band.

        Those to whom trample goes when what was attacked is gone may be given it as well (CR 702.19d).
        """
        attackers = tuple(a.id for a in the_combat(game).attackers if ident in a.blockers)
        among = tuple(dict.fromkeys((*attackers, *others)))
        if len(among) < 2:
            self.go_on(game, tuple((ident, a, power) for a in among))
            return
        banded = any(len(band_of(game, a)) > 1 for a in attackers)
        chooser = attackers[0] if banded else ident
        game.push(Divide(game.state.objects[chooser].controller, ident, among, 0, power, self))


class ExchangeStep(DamageStep, frozen=True):
    """One damage step of a fight."""

    assign = Exchange


def join(game: Game, joining: int, leader: int) -> None:
    """A piece attacks in the band of another, which from now on is a band."""
    lead = next(a for a in the_combat(game).attackers if a.id == leader)
    set_attacker(game, replace(lead, band=lead.band or leader))
    add_attack(game, joining, lead.aim, lead.band or leader)


def retract(game: Game, seat: int) -> None:
    """A player takes the attacks ordered so far back."""
    combat = the_combat(game)
    kept = tuple(a for a in combat.attackers if game.state.objects[a.id].controller != seat)
    game.state.set(combat=replace(combat, attackers=kept))
