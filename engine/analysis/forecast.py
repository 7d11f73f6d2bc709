"""Foreseeing: where creatures could go and strike next, and what an action comes to if nobody
intervenes.

All of it is found out by the rules themselves, on forks of a position that somebody may know;
nothing here says what is legal.
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
from engine.magic.core.position import NOBODY, NOWHERE, GameObject, Speaker
from engine.magic.core.special_actions import SpecialAction
from engine.magic.core.step import Step
from engine.magic.turn.combat import FIRST
from engine.magic.turn.steps import FinishStep, Untap, count_turn, drop_ended, wear_off


class Prospect(Struct, frozen=True):
    """Where a creature could be next, and where it could strike; all of it by space."""

    go: frozenset[int]
    strike: frozenset[int]


NOTHING_AHEAD = Prospect(frozenset(), frozenset())


class Outlook(Struct, frozen=True):
    """The turn in which a player's creatures could next do something: the present one, if
    something of it is left to them, or the next.
    """

    game: Game  # the position as it is then
    moving: bool  # whether they may still move
    fighting: bool  # whether they may still strike

    def of(self, ident: int) -> Prospect:
        """What a creature could do in it."""
        obj = self.game.state.objects.get(ident)
        self.game.spend(len(self.game.rules.turn))
        if (
            obj is None
            or obj.zone != "battlefield"
            or not (obj.player_token or self.game.chars(ident).is_creature)
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


def outlook(game: Game, seat: int) -> Outlook:
    """What a player's creatures have before them."""
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
            return Outlook(game, moving, fighting)
    return Outlook(next_turn(game, seat), moving=True, fighting=True)


def next_turn(game: Game, seat: int) -> Game:
    """A player's next turn as it would begin if nothing happened until then: what lasts for this
    turn is over, what untaps has untapped.
    """
    fork = game.fork()
    state, before = fork.state, fork.state.turn.active
    state.set(agenda=(), stack=(), combat=None, pending=())
    wear_off(fork)
    fork.rules.untap_after(fork)
    count_turn(fork, seat)
    drop_ended(fork, before)
    for step in fork.rules.turn:
        if isinstance(step, Untap):
            step.begin(fork, seat)
    state.set(pending=())
    return fork


def bonuses(game: Game, ident: int) -> dict[int, tuple[int, int]]:
    """What each space would add to a creature's power and toughness that stood there, where it
    adds anything.
    """
    obj = game.state.objects.get(ident)
    if obj is None or not game.rules.terrain:
        return {}
    c, spaces = game.chars(ident), range(len(game.board.spaces))
    game.spend(len(spaces) // 4)
    found = {
        space: game.rules.terrain_bonus(game, replace(obj, space=space), c) for space in spaces
    }
    return {space: bonus for space, bonus in found.items() if bonus != (0, 0)}


def targets(game: Game, action: Action) -> frozenset[int]:
    """What a spell or ability could have as its first target, by id, players as -(seat + 1);
    nothing where something else comes first.
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
    """The creatures on the map, and whether a player's spells could target them as far as the
    map is concerned.
    """
    spell = Speaker(seat, 0, "A spell", is_spell=True)
    objects = game.state.objects
    there = [
        objects[i]
        for i in game.state.battlefield
        if objects[i].space >= 0 and (objects[i].player_token or game.chars(i).is_creature)
    ]
    return {obj.id: game.rules.target_refusal(game, spell, Target(), obj) is None for obj in there}


# --- what an action comes to ---

DECISIONS = 60  # how many decisions are played on at most
STILL = (DONE, PASS, Action("no"), Action("auto"))
"""The answers of somebody who does nothing of their own accord, the first that there is;
payments are made in a sensible way.
"""
MOVES = ("move", "carry")
ANNOUNCED = ("cast", "activate", "target", "name")
"""Verbs that announce something, or are the last word of it: what comes of them is their own
effect, not that of a fight around it.
"""
ANNOUNCING = frozenset({"mode", "x", "name", "target", "divide", "cost"})
"""Questions whose answers nobody can foresee for whoever announces something."""
PAYING = ANNOUNCING | {"payment", "color"}  # those, and what is paid for it


KINDS = (
    "leaves", "countered", "control", "destroyed", "enters", "hole", "size", "counters", "becomes",
    "attached", "taps", "untaps",
    "moves", "discards", "mills", "draws", "poison",
)  # fmt: skip
"""What a difference may be, the most important first."""
GRAVE = frozenset(KINDS[: KINDS.index("size")])  # those that weigh more than some points of life


class Difference(Struct, frozen=True):
    """Something that is otherwise afterwards: of a permanent or a spell, or where there is none,
    of a player.
    """

    kind: str  # one of KINDS
    ident: int = 0
    name: str = ""
    seat: int = NOBODY  # who controlled it before, or controls what comes; the player
    # the zone that it goes to, the kind of counters, what it has become or is attached to, the
    # space, whether it turns
    word: str = ""
    number: int = 0  # of counters or cards
    size: tuple[int, int] | None = None  # power and toughness now


class Fate(Struct, frozen=True):
    """What becomes of a creature, or a player's token, in a fight."""

    ident: int
    name: str
    seat: int
    size: tuple[int, int]  # power and toughness when it began
    left: int  # the toughness that was left then
    dealt: int
    taken: int
    dies: bool
    gone: str  # the zone that it leaves for without dying; empty where it stays or dies
    after: tuple[int, int] | None  # power and toughness when it is over, or as it left
    taps: bool
    first: bool  # it strikes first


class Interception(Struct, frozen=True):
    """Attacks that opponents can make on a piece as it passes, and what comes of all of them
    together.
    """

    attackers: tuple[int, ...]  # their ids
    space: str  # where the piece is then
    trial: Trial


class Trial(Struct, frozen=True):
    """What came of trying something out: who fought, what became of the land, of life and of the
    game.
    """

    fates: tuple[Fate, ...]  # of what was aimed at first
    space: str  # where land was attacked, or a fight took place; empty if nowhere
    damage: int  # dealt to that land
    value: int  # what it takes to conquer it; 0 where nothing does
    taken_by: int  # who takes it; -1: nobody
    life: tuple[tuple[int, int], ...]  # how each player's life changes
    winners: tuple[int, ...] | None
    blockers: int  # how many of others' creatures could block, or block as well
    chance: bool  # a die, or a card that nobody knows, has a say in it
    finished: bool  # it was played to its end
    # what comes of the fight during which something was announced, once that has resolved
    later: Trial | None = None
    # what else is otherwise then, the most important first
    differences: tuple[Difference, ...] = ()
    out: tuple[int, ...] = ()  # the players who are out of the game then
    # what opponents can do to a piece on its way, in order
    interceptions: tuple[Interception, ...] = ()


class Rehearsal(Game):
    """A game that halts at the end of every step."""

    __slots__ = ()

    @classmethod
    def of(cls, game: Game) -> Rehearsal:
        """A rehearsal of a game, as it goes on from here."""
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
    """What an action, or what is going on, comes to if nobody does anything of their own accord;
    None if it leaves more to choose.

    `then`: further orders of the same player, each carried out as soon as it is legal.
    """
    fork = Rehearsal.of(game)
    told: list[Event] = []
    before, paid = fork.fork(), None
    blockers = set[int]()
    interceptions: list[Interception] = []
    seat = fork.question.seat if fork.question is not None else NOBODY
    depth = _depth(fork, action)
    orders = [action, *then] if action is not None else []
    answer: Action | None
    for number in range(decisions * max(len(orders), 1)):
        question = fork.question
        if question is None:
            break
        if orders and (number == 0 or fork.offer.allows(fork, orders[0])):
            answer = orders.pop(0)
        else:
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
    over = is_over(fork, action, told, depth)
    later = (
        play_out(fork, None, decisions)
        if depth and over and fork.state.combat is not None
        else None
    )
    trial = _compare(before, paid or before, fork, told, over)
    # that somebody who moves is elsewhere then is no news
    moving = action is not None and action.verb in MOVES
    news = tuple(each for each in trial.differences if not moving or each.kind != "moves")
    aim = 0 if action is None else action.object if action.verb == "target" else action.target
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
    """Return what an opponent who is asked about it can do to a piece that comes by; nothing if
    all of it was `known` before.
    """
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
    """Return the difference for a creature that taps once all have moved, since its move enters
    land that tires (W-21).
    """
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


def _depth(game: Game, action: Action | None) -> int:
    """How high the stack is with what an action announces, or goes on announcing; 0 for other
    actions.
    """
    if action is None or action.verb not in ANNOUNCED:
        return 0
    return len(game.state.stack) + (action.verb in ("cast", "activate"))


def is_over(game: Game, action: Action | None, told: Sequence[Event], depth: int = 0) -> bool:
    """Whether all has been done that follows from an action; from what it announces, that stood
    at this `depth` of the stack.
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
    """Whether there will be a fight this turn for no other reason than that somebody has come to
    a space.
    """
    if any(event.kind in ("battle", "turn") for event in told):
        return False
    space, steps = (
        game.board.names.get(name, NOWHERE),
        game.rules.turn[max(game.state.turn.step, 0) :],
    )
    return any(step.is_fought_at(game, space) for step in steps)


def still(game: Game, seat: int, action: Action | None) -> Action | None:
    """What somebody answers who does nothing of their own accord; None where nobody can tell."""
    question = game.question
    assert question is not None
    legal = [each for each in game.legal_actions() if each.verb != "take-back"]
    # with everybody who can
    if action is not None and action.verb == "attack" and question.kind == "attackers":
        return next((each for each in legal if each.verb == "attacker" and not each.target), DONE)
    if question.seat == seat and question.kind in ANNOUNCING and DONE not in legal:
        return None
    if question.kind == "damage":
        return assign_damage(game, legal)
    # none: what was announced can only be taken back
    return next((each for each in (*STILL, *legal) if each in legal), None)


def _compare(before: Game, paid: Game, after: Game, told: Sequence[Event], finished: bool) -> Trial:
    """What was told of a trial, summed up; `paid` is the position once it was announced and paid
    for.
    """
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
    fighters = [obj for obj in there if obj.player_token or before.chars(obj.id).is_creature]
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


def _fate(before: Game, after: Game, obj: GameObject, damage: Sequence[Event], dies: bool) -> Fate:
    c, now = before.chars(obj.id), after.state.objects.get(obj.id)
    stays = now is not None and now.zone == "battlefield"
    last = after.state.gone.get(obj.id)
    later = after.chars(obj.id) if stays else last.characteristics if last is not None else None
    dies = dies or obj.player_token  # a token is no card: it leaves in no other way
    gone = "" if stays or dies else (last.went_to if last is not None else "") or "elsewhere"
    hits = {obj.id} | ({-(obj.owner + 1)} if obj.player_token else set[int]())
    return Fate(
        obj.id, obj.printed.name, obj.controller, (c.power, c.toughness), c.toughness - obj.damage,
        sum(e.number for e in damage if e.object == obj.id),
        sum(e.number for e in damage if e.other in hits),
        dies and not stays, gone, (later.power, later.toughness) if later is not None else None,
        now is not None and stays and now.tapped and not obj.tapped, bool(c.keywords & FIRST),
    )  # fmt: skip


# --- what else is otherwise then ---


def differences(
    before: Game, paid: Game, after: Game, told: Sequence[Event], fighters: Collection[int]
) -> tuple[Difference, ...]:
    """What differs between two positions, the most important first.

    `paid` is the position once whoever does something has paid for it: land that pays is no news.
    Of `fighters` it is told elsewhere.
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
    old, new = before.chars(ident), after.chars(ident)
    # a creature that taps to pay can do nothing else
    owed = obj if old.is_creature else paid.state.objects.get(ident, obj)
    turned = "" if fought or now.tapped == owed.tapped else "taps" if now.tapped else "untaps"
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
    """What comes onto the battlefield, but for the permanents that spells are."""
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
            c = after.chars(event.object)
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
