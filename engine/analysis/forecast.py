"""Forecasts: a creature's possible moves and strikes, and the result of an action.

The result assumes that nobody intervenes. Everything is found by the rules themselves on forks of a
position as some player knows it; this module decides no legality.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from engine.actions import DONE, PASS, Action
from engine.ai.determinize import Halt, until_step_ends
from engine.ai.heuristics.areas import assign_damage
from engine.base.records import replace
from engine.cards.model import Target
from engine.events import Event
from engine.game import Game
from engine.information.build_view import changes_of
from engine.magic.core.agenda import Task
from engine.magic.core.position import NOBODY, NOWHERE, AbilityContext, GameObject
from engine.magic.core.special_actions import SpecialAction
from engine.magic.core.step import Step
from engine.magic.turn.combat import FIRST
from engine.magic.turn.steps import FinishStep, UntapStep, count_turn, drop_ended, wear_off


class Prospect(Struct, frozen=True):
    """Spaces that a creature could move to next, and spaces that it could strike."""

    go: frozenset[int]
    strike: frozenset[int]


NOTHING_AHEAD = Prospect(frozenset(), frozenset())


class NextTurnOutlook(Struct, frozen=True):
    """The turn in which a player's creatures can next act: if possible the current one."""

    game: Game  # the position in that turn
    moving: bool  # movement is still to come
    fighting: bool  # an attack or a battle is still to come

    def of(self, ident: int) -> Prospect:
        """Return a creature's possible moves and strikes in this turn."""
        obj = self.game.state.objects.get(ident)
        self.game.spend(len(self.game.rules.turn))
        if (
            obj is None
            or obj.zone != "battlefield"
            or not (obj.player_token or self.game.characteristics(ident).is_creature)
        ):
            return NOTHING_AHEAD
        rules = self.game.rules
        go = (
            rules.movement.could_go(self.game, ident) if self.moving else frozenset((obj.space,))
        ) - {NOWHERE}
        fights: tuple[Step | SpecialAction, ...] = (
            (*rules.turn, *rules.action) if self.fighting else ()
        )
        return Prospect(
            go,
            frozenset[int]().union(
                *(rule.strikes(self.game, ident, go) for rule in fights if rule.fights)
            ),
        )


def outlook(game: Game, seat: int) -> NextTurnOutlook:
    """Return the turn in which a player's creatures can next act."""
    turn = game.state.turn
    if turn.active == seat and turn.step >= 0:
        steps = game.rules.turn[turn.step :]
        over = set(turn.begun) - {turn.block}
        left = [
            action
            for action in game.rules.action
            if action.verb not in over and any(map(action.is_for, steps))
        ]
        to_come: tuple[Step | SpecialAction, ...] = (*steps, *left)
        moving, fighting = any(rule.moves for rule in to_come), any(rule.fights for rule in to_come)
        if moving or fighting:
            return NextTurnOutlook(game, moving, fighting)
    return NextTurnOutlook(next_turn(game, seat), moving=True, fighting=True)


def next_turn(game: Game, seat: int) -> Game:
    """Return a fork at the beginning of a player's next turn, if nothing happened before.

    Effects until end of turn have ended, and permanents have untapped.
    """
    fork = game.fork()
    state, before = fork.state, fork.state.turn.active
    state.set(agenda=(), stack=(), combat=None, pending=())
    wear_off(fork)
    fork.rules.untap_after(fork)
    count_turn(fork, seat)
    drop_ended(fork, before)
    for step in fork.rules.turn:
        if isinstance(step, UntapStep):
            step.begin(fork, seat)
    state.set(pending=())
    return fork


def bonuses(game: Game, ident: int) -> dict[int, tuple[int, int]]:
    """Return the bonuses of spaces to a creature's power and toughness, without zeros."""
    obj = game.state.objects.get(ident)
    if obj is None or not game.rules.terrain:
        return {}
    c, spaces = game.characteristics(ident), range(len(game.board.spaces))
    game.spend(len(spaces) // 4)
    found = {
        space: game.rules.terrain_bonus(game, replace(obj, space=space), c) for space in spaces
    }
    return {space: bonus for space, bonus in found.items() if bonus != (0, 0)}


def targets(game: Game, action: Action) -> frozenset[int]:
    """Return the ids of legal first targets of a spell or ability, players as -(seat + 1).

    Return nothing if another choice comes before the target.
    """
    if not game.offer.allows(game, action):
        return frozenset()
    fork = game.fork()
    fork.apply(action)
    question = fork.question
    aimed = question is not None and question.kind == "target"
    return (
        frozenset(each.object for each in fork.legal_actions() if each.verb == "target")
        if aimed
        else frozenset()
    )


def in_magics_reach(game: Game, seat: int) -> dict[int, bool]:
    """Return for each creature on the map whether it is in range of a player's spells."""
    spell = AbilityContext(seat, 0, "A spell", is_spell=True)
    objects = game.state.objects
    there = [
        objects[i]
        for i in game.state.battlefield
        if objects[i].space >= 0
        and (objects[i].player_token or game.characteristics(i).is_creature)
    ]
    return {obj.id: game.rules.target_refusal(game, spell, Target(), obj) is None for obj in there}


# --- results of an action ---

DECISIONS = 60  # most decisions played out
STILL = (DONE, PASS, Action("no"), Action("auto"))
"""Actions of a player who does nothing voluntarily, by preference; payments are automatic."""
MOVES = ("move", "carry")
ANNOUNCED = ("cast", "activate", "target", "name")
"""Verbs that announce an item or complete an announcement.

The result of such an action is the item's own effect, not that of combat around it.
"""
ANNOUNCING = frozenset({"mode", "x", "name", "target", "divide", "cost"})
"""Decisions within an announcement that nobody but its player can foresee."""
PAYING = ANNOUNCING | {"payment", "color"}  # announcement decisions and payments


KINDS = (
    "leaves", "countered", "control", "destroyed", "enters", "hole", "size", "counters", "becomes",
    "attached", "taps", "untaps",
    "moves", "discards", "mills", "draws", "poison",
)  # fmt: skip
"""Kinds of differences, most important first."""
GRAVE = frozenset(KINDS[: KINDS.index("size")])  # kinds that weigh more than some points of life


class Difference(Struct, frozen=True):
    """A change to a permanent, a spell or, without an `ident`, a player."""

    kind: str  # one of KINDS
    ident: int = 0
    name: str = ""
    seat: int = NOBODY  # its controller before the change, or of a newcomer; the player
    # destination zone, kind of counters, new property, object attached to, space, or
    # "taps"/"untaps"
    word: str = ""
    number: int = 0  # number of counters or cards
    size: tuple[int, int] | None = None  # new power and toughness


class FightOutcome(Struct, frozen=True):
    """A creature's or player token's result of a fight."""

    ident: int
    name: str
    seat: int
    size: tuple[int, int]  # power and toughness before the fight
    left: int  # toughness less damage before the fight
    dealt: int
    taken: int
    dies: bool
    gone: str  # destination zone if it leaves without dying, else empty
    after: tuple[int, int] | None  # power and toughness after the fight, or as it left
    taps: bool
    first: bool  # has first strike or double strike


class Interception(Struct, frozen=True):
    """Opponents' attacks on a passing piece, with the result of all of them together."""

    attackers: tuple[int, ...]  # ids of the attackers
    space: str  # space of the piece at that moment
    trial: Trial


class Trial(Struct, frozen=True):
    """The result of trying an action out: fights, land, life and the end of the game."""

    fates: tuple[FightOutcome, ...]  # fates of fighters, the target's first
    space: str  # space of the attack or fight; empty if there was none
    damage: int  # damage dealt to that area
    value: int  # Conquer Value of that area; 0: not applicable
    taken_by: int  # seat that takes the area; -1: none
    life: tuple[tuple[int, int], ...]  # (seat, change of life)
    winners: tuple[int, ...] | None
    blockers: int  # number of opponents' creatures that could block or join a block
    chance: bool  # a die or an unknown card affects the result
    finished: bool  # the action was played to its end
    # result of the combat during which an item was announced, after the item resolves
    later: Trial | None = None
    # other differences afterward, most important first
    differences: tuple[Difference, ...] = ()
    out: tuple[int, ...] = ()  # seats of players who lose the game
    # opponents' attacks on a moving piece, in order
    interceptions: tuple[Interception, ...] = ()


class Rehearsal(Game):
    """A game that halts at the end of every step."""

    __slots__ = ()

    @classmethod
    def of(cls, game: Game) -> Rehearsal:
        """Return a rehearsal of a game from the current position."""
        fork = until_step_ends(game)
        new = cls(fork.rules, fork.state)
        new._board, new.effort = fork._board, fork.effort
        return new

    def push(self, *tasks: Task) -> None:
        for task in reversed(tasks):
            super().push(*((HALT, task) if isinstance(task, FinishStep) else (task,)))


HALT = Halt(NOBODY)


def play_out(
    game: Game,
    action: Action | None = None,
    decisions: int = DECISIONS,
    then: Sequence[Action] = (),
) -> Trial | None:
    """Return the result of an action, or of the current events, if nobody acts voluntarily.

    None if a choice is left to the player. A source of mana in a payment is tried alone. `then`
    holds further actions of the same player, each carried out as soon as it is legal.
    """
    fork = Rehearsal.of(game)
    before, told = fork.fork(), list[Event]()
    paid: Game | None = None
    blockers, interceptions = set[int](), list[Interception]()
    seat = fork.question.seat if fork.question is not None else NOBODY
    is_source = _is_source(fork, action)
    depth = 0 if is_source else _depth(fork, action)
    orders = [action, *then] if action is not None else []
    answer: Action | None
    for number in range(decisions * max(len(orders), 1)):
        question = fork.question
        if question is None:
            break
        if orders and (number == 0 or fork.offer.allows(fork, orders[0])):
            answer = orders.pop(0)
        else:
            if is_source:  # the player still chooses the other sources
                paid = fork
                break
            paid = paid or (fork.fork() if question.kind not in PAYING else None)
            if is_over(fork, action, told, depth):
                break
            interceptions += _interceptions(fork, action, seat, interceptions)
            answer = still(fork, seat, action)
            if answer is None:
                return None
            blockers |= {each.object for each in fork.legal_actions() if each.verb == "block"}
        if not fork.offer.allows(fork, answer):
            return None
        fork.events = []
        told += fork.apply(answer)
    over = is_source or is_over(fork, action, told, depth)
    later = (
        play_out(fork, None, decisions)
        if depth and over and fork.state.combat is not None
        else None
    )
    trial = _compare(before, paid or before, fork, told, over)
    # the move itself is no news
    moving = action is not None and action.verb in MOVES
    news = tuple(each for each in trial.differences if not moving or each.kind != "moves")
    aim = 0
    if action is not None:
        aim = action.object if action.verb == "target" else action.target
    aim = aim if aim >= 0 else before.state.players[-aim - 1].token
    fates = tuple(sorted(trial.fates, key=lambda fate: fate.ident != aim))
    news += (
        _tiring(before, fork, action, news, {fate.ident for fate in fates})
        if moving and action is not None
        else ()
    )
    return replace(
        trial,
        fates=fates,
        blockers=0 if depth else len(blockers),
        later=later,
        differences=news,
        interceptions=tuple(interceptions),
    )


def _interceptions(
    game: Game, action: Action | None, seat: int, known: Sequence[Interception]
) -> list[Interception]:
    """Return the attacks an opponent may now make on a passing piece; empty if all are `known`."""
    question = game.question
    if (
        action is None
        or action.verb not in MOVES
        or question is None
        or question.kind != "opportunity"
        or question.seat == seat
    ):
        return []
    attacks = [each for each in game.legal_actions() if each.verb == "attacker"]
    if {each.object for each in attacks}.issubset(
        {ident for one in known for ident in one.attackers}
    ):
        return []
    fork = game.fork()
    for attack in attacks[:-1]:
        fork.apply(attack)
    trial = play_out(fork, attacks[-1])
    where = game.space_name(game.state.objects[action.object].space)
    return (
        [Interception(tuple(each.object for each in attacks), where, trial)]
        if trial is not None
        else []
    )


def _tiring(
    before: Game, after: Game, action: Action, news: Sequence[Difference], fought: Collection[int]
) -> tuple[Difference, ...]:
    """Return the difference for a creature that will tap for entering tiring terrain (W-21)."""
    obj, known = (
        after.state.objects.get(action.object),
        {each.ident for each in news if each.kind == "taps"} | set(fought),
    )
    if (
        obj is None
        or obj.id in known
        or obj.tapped
        or not after.rules.movement.tires(after, obj.space)
    ):
        return ()
    return (
        Difference(
            "taps",
            obj.id,
            before.object_name(obj.id),
            obj.controller,
            f"at the end of {before.step_name()}",
        ),
    )


def _is_source(game: Game, action: Action | None) -> bool:
    """Return whether an action activates a mana ability in order to pay a cost."""
    question = game.question
    return (
        action is not None
        and action.verb == "activate"
        and question is not None
        and question.kind == "payment"
    )


def _depth(game: Game, action: Action | None) -> int:
    """Return the stack's height with the item that an action announces; 0 for other actions."""
    if action is None or action.verb not in ANNOUNCED:
        return 0
    return len(game.state.stack) + (action.verb in ("cast", "activate"))


def is_over(game: Game, action: Action | None, told: Sequence[Event], depth: int = 0) -> bool:
    """Return whether everything that follows from an action is done.

    `depth` is the height of the stack with the announced item.
    """
    state, question = game.state, game.question
    if question is None:
        return True
    if depth:
        return len(state.stack) < depth and (
            isinstance(question, Halt) or question.between or question.kind == "priority"
        )
    if isinstance(question, Halt):
        return action is None or not _fight_follows(game, action.space, told)
    if (
        state.combat is not None
        or state.stack
        or not (question.between or question.kind == "priority")
    ):
        return False
    return not (
        action is not None and action.verb in MOVES and _fight_follows(game, action.space, told)
    )


def _fight_follows(game: Game, name: str, told: Sequence[Event]) -> bool:
    """Return whether moving to a space leads to a fight this turn."""
    if any(event.kind in ("battle", "turn") for event in told):
        return False
    space, steps = (
        game.board.names.get(name, NOWHERE),
        game.rules.turn[max(game.state.turn.step, 0) :],
    )
    return any(step.is_fought_at(game, space) for step in steps)


def still(game: Game, seat: int, action: Action | None) -> Action | None:
    """Return the action of a player who does nothing voluntarily; None if it can't be foreseen."""
    question = game.question
    assert question is not None
    legal = [each for each in game.legal_actions() if each.verb != "take-back"]
    # attack with every creature that can
    if action is not None and action.verb == "attack" and question.kind == "attackers":
        return next((each for each in legal if each.verb == "attacker" and not each.target), DONE)
    if question.seat == seat and question.kind in ANNOUNCING and DONE not in legal:
        return None
    if question.kind == "damage":
        return assign_damage(game, legal)
    # None: the only legal action is to cancel the announcement
    return next((each for each in (*STILL, *legal) if each in legal), None)


def _compare(before: Game, paid: Game, after: Game, told: Sequence[Event], finished: bool) -> Trial:
    """Return the summary of a trial; `paid` is the position after announcing and paying."""
    after.spend(len(told) + len(before.state.battlefield))
    damage = [event for event in told if event.kind == "damage"]
    dead = {event.other for event in told if event.kind in ("dies", "sacrifice")}
    fought = {ident for event in damage for ident in (event.object, event.other)}
    fought |= {
        ident
        for event in told
        if event.kind in ("attack", "block")
        for ident in (event.object, event.other)
    } | dead
    objects = before.state.objects
    there = [
        objects[i] for i in sorted(fought) if i in objects and objects[i].zone == "battlefield"
    ]
    fighters = [
        obj for obj in there if obj.player_token or before.characteristics(obj.id).is_creature
    ]
    fates = tuple(_fate(before, after, obj, damage, obj.id in dead) for obj in fighters)
    players = list(zip(before.state.players, after.state.players, strict=True))
    combat = next(
        (c for c in (before.state.combat, after.state.combat) if c is not None and c.space >= 0),
        None,
    )
    where = next((e.space for e in told if e.kind in ("attack", "battle", "take") and e.space), "")
    where = where or (before.space_name(combat.space) if combat is not None else "")
    area = before.state.areas[before.board.names[where]] if where and before.state.areas else None
    value = area.conquer_value if area is not None and before.rules.has_conquer_values else 0
    return Trial(
        fates, where, sum(e.number for e in damage if area is not None and e.other == area.land),
        value,
        next((e.seat for e in told if e.kind == "take"), -1),
        tuple((a.seat, (b.life or 0) - (a.life or 0)) for a, b in players if a.life != b.life),
        after.state.winners,
        0, any(e.kind in ("roll", "shuffle", "draw") for e in told), finished,
        differences=differences(before, paid, after, told, {fate.ident for fate in fates}),
        out=tuple(b.seat for a, b in players if b.out and not a.out),
    )  # fmt: skip


def _fate(
    before: Game, after: Game, obj: GameObject, damage: Sequence[Event], dies: bool
) -> FightOutcome:
    c, now = before.characteristics(obj.id), after.state.objects.get(obj.id)
    stays = now is not None and now.zone == "battlefield"
    last = after.state.gone.get(obj.id)
    left_as = last.characteristics if last is not None else None
    later = after.characteristics(obj.id) if stays else left_as
    dies = dies or obj.player_token  # a player's token leaves in no other way
    went_to = last.went_to if last is not None else ""
    gone = "" if stays or dies else went_to or "elsewhere"
    hits = {obj.id} | ({-(obj.owner + 1)} if obj.player_token else set[int]())
    return FightOutcome(
        obj.id, obj.printed.name, obj.controller, (c.power, c.toughness), c.toughness - obj.damage,
        sum(e.number for e in damage if e.object == obj.id),
        sum(e.number for e in damage if e.other in hits),
        dies and not stays, gone, (later.power, later.toughness) if later is not None else None,
        now is not None and stays and now.tapped and not obj.tapped, bool(c.keywords & FIRST),
    )  # fmt: skip


# --- other differences ---


def differences(
    before: Game, paid: Game, after: Game, told: Sequence[Event], fighters: Collection[int]
) -> tuple[Difference, ...]:
    """Return the differences between two positions, most important first.

    `paid` is the position after costs are paid: permanents tapped for mana are no news. Fates
    of `fighters` are reported separately.
    """
    countered = (
        Difference("countered", event.object, event.card, event.seat)
        for event in told
        if event.kind == "counter"
    )
    found = [
        *_permanents(before, paid, after, fighters),
        *countered,
        *_newcomers(before, after, told),
        *_players(before, after, told),
    ]
    return tuple(sorted(found, key=lambda each: KINDS.index(each.kind)))


def _permanents(
    before: Game, paid: Game, after: Game, fighters: Collection[int]
) -> Iterator[Difference]:
    for ident in before.state.battlefield:
        obj, now = before.state.objects[ident], after.state.objects.get(ident)
        if now is not None and now.zone == "battlefield" and ident not in after.state.phased:
            yield from _lasting(before, paid, after, obj, now, fought=ident in fighters)
        elif ident not in fighters and ident in paid.state.objects:
            yield _leaving(before, after, obj)


def _leaving(before: Game, after: Game, obj: GameObject) -> Difference:
    last = after.state.gone.get(obj.id)
    zone = last.went_to if last is not None else ""
    name, seat = before.object_name(obj.id), obj.controller
    if obj.owner == NOBODY:
        return Difference("hole", obj.id, name, word=before.space_name(obj.space))
    kind = "destroyed" if zone == "graveyard" else "leaves"
    return Difference(
        kind, obj.id, name, seat, "" if obj.token and zone not in ("graveyard", "exile") else zone
    )


def _lasting(
    before: Game, paid: Game, after: Game, obj: GameObject, now: GameObject, *, fought: bool
) -> Iterator[Difference]:
    ident, name, seat = obj.id, before.object_name(obj.id), obj.controller
    if now.controller != obj.controller and now.controller >= 0 and obj.owner != NOBODY:
        yield Difference("control", ident, name, now.controller)
    old, new = before.characteristics(ident), after.characteristics(ident)
    # a creature tapped to pay can do nothing else, so its tapping is news
    owed = obj if old.is_creature else paid.state.objects.get(ident, obj)
    turned = ""
    if not fought and now.tapped != owed.tapped:
        turned = "taps" if now.tapped else "untaps"
    resized = (
        new.is_creature and (old.power, old.toughness) != (new.power, new.toughness) and not fought
    )
    if resized:
        yield Difference("size", ident, name, seat, turned, size=(new.power, new.toughness))
    counts = Counter(dict(now.counters))
    counts.subtract(dict(obj.counters))
    for kind, number in sorted(counts.items()):
        if number:
            yield Difference("counters", ident, name, seat, kind, number)
    for line in changes_of(after, new, now.printed):
        if line not in changes_of(before, old, obj.printed):
            yield Difference("becomes", ident, name, seat, line)
    if now.attached_to != obj.attached_to and now.attached_to:
        yield Difference("attached", ident, name, seat, after.object_name(now.attached_to))
    if turned and not resized:
        yield Difference(turned, ident, name, seat)
    if now.space != obj.space:
        yield Difference("moves", ident, name, seat, after.space_name(now.space))


def _newcomers(before: Game, after: Game, told: Sequence[Event]) -> Iterator[Difference]:
    """Yield permanents that enter, except permanents that resolving spells become."""
    spells = {last.became for last in after.state.gone.values() if last.object.zone == "stack"}
    known = before.state.objects
    for event in told:
        now = after.state.objects.get(event.object)
        came = (
            event.kind in ("enters", "token")
            and event.object not in known
            and event.object not in spells
        )
        if came and now is not None and now.zone == "battlefield":
            c = after.characteristics(event.object)
            size = (c.power, c.toughness) if c.is_creature else None
            yield Difference("enters", event.object, event.card, event.seat, event.space, size=size)


def _players(before: Game, after: Game, told: Sequence[Event]) -> Iterator[Difference]:
    counts = Counter((event.kind, event.seat) for event in told)
    for old, new in zip(before.state.players, after.state.players, strict=True):
        numbers = {f"{kind}s": counts[kind, old.seat] for kind in ("discard", "mill", "draw")} | {
            "poison": new.poison - old.poison
        }
        yield from (
            Difference(kind, name=old.name, seat=old.seat, number=number)
            for kind, number in numbers.items()
            if number > 0
        )
