"""Forecasts: creatures' next moves and attacks, and the outcome of an action.

An outcome supposes that nobody intervenes. The engine computes everything on forks of the position
as far as the player may know it (`View.known`), and the results are kept while the view is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

from engine.actions import Action
from engine.analysis.forecast import ANNOUNCED
from engine.base.effort import TooMuchError
from engine.base.records import replace
from engine.base.schema import listed
from engine.log import damage_words, many
from engine.view import ObjectView, View
from tui.session import effort
from tui.table import group_orders
from tui.table.grouping import visible_objects

if TYPE_CHECKING:
    from engine.analysis.auto_payment import Choice
    from engine.analysis.forecast import (
        Difference,
        FightOutcome,
        Interception,
        NextTurnOutlook,
        Prospect,
        Trial,
    )
    from engine.game import Game

Found = TypeVar("Found")

GO, STRIKE, TARGET = "go", "strike", "target"
# key for a position whose permanents' characteristics already take too much work
PERMANENTS = "permanents"
TRIED = frozenset(
    {"attack", "attacker", "band", "block", "battle", "move", "carry", "done", "pass", *ANNOUNCED}
)
"""Verbs of actions with a forecast.

They may start a fight, are part of one, or announce a spell or ability.
"""
MOST_CHANGES = 3  # further changes listed in one line
FORKS = 400  # limit of trials for one view


class Presence(Struct, frozen=True):
    """Power in a space: of creatures ready to attack there, and of others in reach."""

    here: int
    near: int


class Forecast:
    """The forecasts for one view, computed when first needed."""

    def __init__(self, view: View) -> None:
        self.view = view
        self._outlooks: dict[int, NextTurnOutlook] = {}
        self._prospects: dict[int, Prospect] = {}
        self._presences: dict[tuple[int, ...], dict[str, Presence]] = {}
        self.kept: dict[object, dict[str, str]] = {}  # texts on the map by subject, then by space
        self._trials: dict[Action | None, Trial | None] = {}
        self._attacks: dict[Action, tuple[Action, ...]] = {}
        self._detours: dict[Action, tuple[Action, ...]] = {}
        self._together: dict[tuple[Action, ...], Trial | None] = {}
        self._too_much: set[object] = set()  # subjects whose computation exceeded the limit of work

    @cached_property
    def items(self) -> dict[int, ObjectView]:
        """All objects visible to the seat, in every zone, by id."""
        return visible_objects(self.view)

    @cached_property
    def _known(self) -> Game:
        return effort.seen(self.view)

    @property
    def game(self) -> Game:
        """The position as the player knows it; work counts toward the present limit."""
        return effort.counted(self._known)

    def within(
        self,
        about: object,
        find: Callable[[], Found],
        otherwise: Found,
        work: int = effort.FORECAST,
    ) -> Found:
        """Return the result of `find` with limited work, or `otherwise` if it exceeds `work`.

        Exceeding the limit is remembered under `about`, so that the work is not tried again.
        """
        if not self.is_too_much(about):
            try:
                with effort.limited(effort.FORECAST):
                    self.game.permanents  # noqa: B018 # every other computation needs the permanents
            except TooMuchError:
                effort.check()
                self._too_much.add(PERMANENTS)
        if not self.is_too_much(about):
            try:
                with effort.limited(work):
                    return find()
            except TooMuchError:
                effort.check()
                self._too_much.add(about)
        return otherwise

    def is_too_much(self, about: object) -> bool:
        """Return whether a computation was given up for exceeding the limit of work."""
        return about in self._too_much or PERMANENTS in self._too_much

    @cached_property
    def payment(self) -> Choice | None:
        """The payment that leaves the most cards payable; None without a payment question."""
        from engine.analysis.auto_payment import choice

        return (
            self.within("payment", lambda: choice(self.game), None) if self.view.actions else None
        )

    # --- moves and attacks ---

    def prospect(self, ident: int) -> Prospect:
        """Return the spaces that a creature could go to or attack.

        The time considered is the rest of the turn, or else its controller's next turn.
        """
        from engine.analysis.forecast import NOTHING_AHEAD

        obj = self.view.known.objects.get(ident)
        if obj is None or obj.controller < 0 or not self.view.known.players:
            return NOTHING_AHEAD
        if ident not in self._prospects:
            self._prospects[ident] = self.within(
                ("prospect", ident), lambda: self._outlook(obj.controller).of(ident), NOTHING_AHEAD
            )
        return self._prospects[ident]

    def _outlook(self, seat: int) -> NextTurnOutlook:
        from engine.analysis.forecast import outlook

        if seat not in self._outlooks:
            self._outlooks[seat] = outlook(self.game, seat)
        effort.counted(self._outlooks[seat].game)
        return self._outlooks[seat]

    def is_later(self, seat: int) -> bool:
        """Return whether a player's creatures can't move or attack before their next turn."""
        if not self.view.known.players:
            return False
        return self.within(
            ("outlook", seat), lambda: self._outlook(seat).game is not self._known, False
        )

    def reach_of(self, item: ObjectView) -> dict[str, str]:
        """Return the spaces that a piece could go to (`GO`) or attack (`STRIKE`)."""
        if item.id not in self.kept:
            self.kept[item.id] = self._reach(item)
        return self.kept[item.id]

    def _reach(self, item: ObjectView) -> dict[str, str]:
        ahead, name = self.prospect(item.id), self.game.space_name
        foes = {
            other.space
            for other in self.view.permanents
            if other.power is not None and other.controller != item.controller
        }
        found = {name(space): STRIKE for space in ahead.strike}
        found |= {
            where: GO
            for space in ahead.go
            if (where := name(space)) not in foes or where not in found
        }
        found.pop(item.space, None)
        return found

    def presence(self, *seats: int) -> dict[str, Presence]:
        """Return the power of some players' creatures in and near each space."""
        if seats not in self._presences:
            self._presences[seats] = self.within(
                ("presence", seats), lambda: self._presence(seats), {}, effort.SCREEN
            )
        return self._presences[seats]

    def _presence(self, seats: Collection[int]) -> dict[str, Presence]:
        here, near = dict[str, int](), dict[str, int]()
        for item in self.view.permanents:
            if item.controller not in seats or not item.power or item.power < 0:
                continue
            ahead = self.prospect(item.id)
            if item.space and (
                not self.view.known.players or self.game.board.names[item.space] in ahead.strike
            ):
                here[item.space] = here.get(item.space, 0) + item.power
            gains = self._terrain(item)
            for space in ahead.go | ahead.strike:
                name = self.game.space_name(space)
                if name != item.space:
                    gain = gains.get(space, 0) if space in ahead.go else 0
                    near[name] = near.get(name, 0) + max(item.power + gain, 0)
        return {name: Presence(here.get(name, 0), near.get(name, 0)) for name in here | near}

    def _terrain(self, item: ObjectView) -> dict[int, int]:
        """Return the power that a creature would gain from each space's terrain.

        The gain is relative to its present space; empty without terrain.
        """
        if not self.view.rules.terrain or not self.view.known.players or not item.space:
            return {}
        from engine.analysis.forecast import bonuses

        found, here = bonuses(self.game, item.id), self.game.board.names[item.space]
        lost = found.get(here, (0, 0))[0]
        return {
            space: found.get(space, (0, 0))[0] - lost
            for space in range(len(self.game.board.spaces))
        }

    def struck(self, seats: Collection[int]) -> dict[str, int]:
        """Return the power with which some players' pieces could attack each space."""
        return self.within(
            ("struck", frozenset(seats)), lambda: self._struck(seats), {}, effort.SCREEN
        )

    def _struck(self, seats: Collection[int]) -> dict[str, int]:
        total: dict[int, int] = {}
        for item in self.view.permanents:
            if item.controller in seats and item.power and item.power > 0:
                for space in self.prospect(item.id).strike:
                    total[space] = total.get(space, 0) + item.power
        return {self.game.space_name(space): power for space, power in total.items()}

    def strikers(self, name: str) -> dict[int, int]:
        """Return the power of each seat's pieces that could attack one space."""
        return self.within(("strikers", name), lambda: self._strikers(name), {}, effort.SCREEN)

    def _strikers(self, name: str) -> dict[int, int]:
        space = self.game.board.names.get(name, -1) if self.view.known.players else -1
        total: dict[int, int] = {}
        for item in self.view.permanents:
            if item.power and item.power > 0 and space in self.prospect(item.id).strike:
                total[item.controller] = total.get(item.controller, 0) + item.power
        return total

    def could_attack(self, ident: int, target: int) -> bool:
        """Return whether a piece could attack another on its own.

        Distance and summoning sickness are ignored.
        """
        if not self.view.known.players or (combat := self.view.rules.combat) is None:
            return False
        return self.within(
            ("could attack", ident, target),
            lambda: combat.could_attack(self.game, ident, target),
            False,
        )

    def may_attack_movers(self, ident: int) -> bool:
        """Return whether a piece could attack an enemy moving into its range.

        Summoning sickness doesn't prevent such an attack (T-12).
        """
        if not self.view.known.players or (combat := self.view.rules.combat) is None:
            return False
        return self.within(
            ("movers", ident), lambda: combat.may_attack_movers(self.game, ident), False
        )

    def apart(self, one: str, other: str) -> int:
        """Return the distance between two spaces."""
        names = self.game.board.names
        return self.game.board.distance(names[one], names[other])

    # --- outcomes of actions ---

    def trial(self, action: Action | None) -> Trial | None:
        """Return the outcome of an action if nobody intervenes, or None if unknown.

        With `action` None, the outcome of the attack in progress or of the stack.
        """
        from engine.analysis.forecast import play_out

        view = self.view
        if (
            view.decision is None
            or not view.actions
            or (action is not None and action.verb not in TRIED)
        ):
            return None
        if action not in self._trials and len(self._trials) < FORKS:
            self._trials[action] = self.within(action, lambda: play_out(self.game, action), None)
        return self._trials.get(action)

    def attack(self, action: Action) -> tuple[Action, ...]:
        """Return the whole attack begun by an action, if no attackers have to be chosen.

        See `group_orders.at_once`; empty for other actions.
        """
        if action not in self._attacks:
            self._attacks[action] = group_orders.at_once(self.view, action)
        return self._attacks[action]

    def together(self, actions: Sequence[Action]) -> Trial | None:
        """Return the outcome of several actions in a row, or None if unknown."""
        from engine.analysis.forecast import play_out

        key = tuple(actions)
        if key not in self._together and key and self.view.actions and len(self._together) < FORKS:
            self._together[key] = self.within(
                key, lambda: play_out(self.game, key[0], then=key[1:]), None
            )
        return self._together.get(key)

    def detour(self, action: Action) -> tuple[Action, ...]:
        """Return a move in steps that avoids attacks of opportunity.

        Empty unless the usual path leads past an enemy able to attack and another path doesn't.
        """
        if (
            action.verb != "move"
            or action.word
            or not self.view.known.players
            or action not in self.view.actions
        ):
            return ()
        if action not in self._detours:
            self._detours[action] = self.within(
                ("detour", action), lambda: self._detour(action), ()
            )
        return self._detours[action]

    def _detour(self, action: Action) -> tuple[Action, ...]:
        game = self.game.fork()
        spaces, at = game.board.names, action.origin
        parts: list[Action] = []
        for space in map(
            game.space_name, game.rules.movement.detour(game, action.object, spaces[action.space])
        ):
            parts.append(replace(action, origin=at, space=space))
            at = space
        for part in parts:
            if not game.offer.allows(game, part):
                return ()
            game.apply(part)
            if game.question is not None and game.question.kind == "opportunity":
                return ()
        return tuple(parts)

    def is_tried(self, action: Action | None) -> bool:
        """Return whether an action's outcome is already known, or can't be known."""
        return (
            action in self._trials
            or len(self._trials) >= FORKS
            or (action is not None and action.verb not in TRIED)
        )

    def going_on(self) -> Trial | None:
        """Return the outcome of the attack in progress or of the stack, or None.

        The player is supposed to pass or be done.
        """
        still = self.continuing
        return self.trial(still) if still is not None else None

    @property
    def continuing(self) -> Action | None:
        """The action that lets an attack or the stack proceed; None if neither exists."""
        still = next((each for each in self.view.actions if each.verb in ("done", "pass")), None)
        return still if self.view.combat is not None or self.view.stack else None


_latest = [Forecast.__new__(Forecast)]


def of(view: View) -> Forecast:
    """Return the forecast of a view; the last one is kept while its view is shown."""
    if getattr(_latest[0], "view", None) is not view:
        _latest[0] = Forecast(view)
    return _latest[0]


# --- in words ---


def results(view: View, trial: Trial) -> str:
    """Return an outcome in a few words.

    The order is the game's end, land taken, deaths and life lost, then everything else. Deaths of
    tokens and of the player's own pieces precede lost life; other deaths follow it.
    """
    parts: list[str] = [_intercepted(view, each) for each in trial.interceptions]
    if trial.winners is not None:
        parts.append(_won(view, trial.winners))
    parts += _out(view, trial)
    land = _land(view, trial)
    parts += [land] if land and trial.taken_by >= 0 else []
    dying = sorted(
        (fate for fate in trial.fates if fate.dies),
        key=lambda fate: (not _is_token(view, fate), fate.seat != view.seat),
    )
    die = "die" if len(dying) > 1 else "dies"
    deaths = [f"{_listed(view, dying)} {die}"] if dying else []
    lost = _life(view, trial, lost=True)
    parts += (
        [*deaths, *lost]
        if dying and (_is_token(view, dying[0]) or dying[0].seat == view.seat)
        else [*lost, *deaths]
    )
    leaving = [fate for fate in trial.fates if fate.gone]
    for zone in dict.fromkeys(fate.gone for fate in leaving):
        parts.append(
            f"{_listed(view, [fate for fate in leaving if fate.gone == zone])} {_goes(zone)}"
        )
    parts += [*_few(otherwise(view, trial, grave=True)), *_life(view, trial, lost=False)]
    parts += [land] if land and trial.taken_by < 0 else []
    parts += [f"{trial.blockers} could block"] if trial.blockers else []
    parts += _few(otherwise(view, trial, grave=False))
    if trial.fates and not dying and not leaving and any(fate.taken for fate in trial.fates):
        parts.append("no creature dies")
    return "; ".join([*parts, *_fight_then(view, trial)])


def _intercepted(view: View, one: Interception) -> str:
    """Return words for enemies that can attack a moving piece, and for the outcome."""
    outcome = results(view, one.trial)
    return (
        f"{_attackers(view, one)} can attack it at {one.space}{f': {outcome}' if outcome else ''}"
    )


def _attackers(view: View, one: Interception) -> str:
    return listed(map(view.object_name, one.attackers), "and")


def _told_of_way(view: View, one: Interception) -> list[str]:
    """Return the lines about attacks on a moving piece."""
    return [
        f"{_attackers(view, one)} can attack it at {one.space}. Then:",
        *told(view, one.trial)[1:],
    ]


def _won(view: View, winners: Sequence[int]) -> str:
    """Return words for a game won by `winners`; without any, for a draw."""
    if view.seat is not None and list(winners) == [view.seat]:
        return "you win the game"
    names = " and ".join(view.players[seat].name for seat in winners)
    return f"{names} win{'s' * (len(winners) == 1)} the game" if winners else "the game is a draw"


def _is_token(view: View, fate: FightOutcome) -> bool:
    """Return whether a fighter is a player's token, which decides games."""
    return any(item.player_token for item in view.permanents if item.id == fate.ident)


def _out(view: View, trial: Trial) -> list[str]:
    """Return words for players who are out while the game continues."""
    return (
        [f"{view.players[seat].name} is out" for seat in trial.out] if trial.winners is None else []
    )


def _playing_on(view: View, trial: Trial, fate: FightOutcome) -> list[str]:
    """Return words for a player who loses the token but stays in the game."""
    plays_on = (
        fate.dies and trial.winners is None and fate.seat not in trial.out and _is_token(view, fate)
    )
    return [f"{view.players[fate.seat].name} plays on with only creatures"] if plays_on else []


def _life(view: View, trial: Trial, *, lost: bool) -> list[str]:
    """Return words for the life that players lose or gain."""
    return [
        f"{view.players[seat].name} {change:+d} life"
        for seat, change in trial.life
        if (change < 0) is lost
    ]


def _fight_then(view: View, trial: Trial) -> list[str]:
    """Return words for the outcome of a fight after an action announced during combat."""
    then = results(view, trial.later) if trial.later is not None else ""
    return [f"then in combat: {then}"] if then else []


def _land(view: View, trial: Trial) -> str:
    """Return words for the fate of the attacked land."""
    if not trial.value or not (trial.damage or trial.taken_by >= 0):
        return ""
    if trial.taken_by >= 0:
        return f"{view.players[trial.taken_by].name} takes {trial.space}"
    holder = next((space.holder for space in view.spaces if space.name == trial.space), -1)
    whose = f"{view.players[holder].name}'s" if holder >= 0 else "unclaimed"
    return f"{trial.space} stays {whose}" + (
        f", {trial.damage} of {trial.value}" if trial.damage < trial.value else ""
    )


def _listed(view: View, fates: Sequence[FightOutcome | Difference]) -> str:
    """Return the names of objects, equal ones counted, with owners if names are ambiguous."""
    counts = Counter((fate.name, fate.seat) for fate in fates)
    names = Counter(name for name, _ in counts)
    said = {
        key: f"{view.players[key[1]].name}'s {key[0]}"
        if names[key[0]] > 1 and key[1] >= 0
        else key[0]
        for key in counts
    }
    return ", ".join(
        f"{number}× {said[key]}" if number > 1 else said[key] for key, number in counts.items()
    )


ZONES = {
    "exile": "exile",
    "hand": "its owner's hand",
    "library": "its owner's library",
    "graveyard": "the graveyard",
}


def _goes(zone: str) -> str:
    """Return the predicate for an object that leaves for a zone."""
    if zone == "exile":
        return "is exiled"
    return f"goes to {ZONES[zone]}" if zone in ZONES else "leaves"


def _few(changes: list[str]) -> list[str]:
    """Return the first `MOST_CHANGES` changes and the number of further ones."""
    more = len(changes) - MOST_CHANGES
    return [*changes[:MOST_CHANGES], *([f"{many(more, 'more change')}"] if more > 0 else [])]


def otherwise(view: View, trial: Trial, *, grave: bool) -> list[str]:
    """Return words for other changes, equal ones together, the most important first.

    With `grave`, only changes that outweigh life; without, only the others.
    """
    from engine.analysis.forecast import GRAVE

    groups: dict[object, list[Difference]] = {}
    for each in (each for each in trial.differences if (each.kind in GRAVE) is grave):
        groups.setdefault(
            (
                each.kind,
                each.word,
                each.number,
                each.size,
                each.seat if each.kind == "control" else 0,
            ),
            [],
        ).append(each)
    return [
        words
        for group in groups.values()
        if (words := _difference(view, group[0], _listed(view, group), len(group) > 1))
    ]


def _difference(view: View, one: Difference, who: str, several: bool) -> str:
    """Return words for one kind of change."""
    are, number, size = (
        "are" if several else "is",
        one.number,
        "{}/{}".format(*one.size) if one.size is not None else "",
    )
    turns = {
        "taps": "tap and become" if several else "taps and becomes",
        "untaps": "untap and become" if several else "untaps and becomes",
    }
    counters = f"{many(abs(number), f'{one.word} counter')}"
    cards = many(number, "card")
    said = {
        "leaves": f"{who} {_goes(one.word)}",
        "destroyed": f"{who} {_goes('graveyard')}",
        "countered": f"{who} {are} countered",
        "control": f"{view.players[one.seat].name} gains {who}",
        "enters": " ".join(
            filter(
                None,
                (who, size, "enter" if several else "enters", f"at {one.word}" if one.word else ""),
            )
        ),
        "hole": f"{one.name} at {one.word} is destroyed",
        "size": f"{who} {turns.get(one.word, are)} {size}",
        "counters": f"{who} {'gets' if number > 0 else 'loses'} {counters}",
        "becomes": f"{who} {_has(one.word)}",
        "attached": f"{who} goes onto {one.word}",
        "taps": f"{who} {'tap' if several else 'taps'}{f' {one.word}' if one.word else ''}",
        "untaps": f"{who} {'untap' if several else 'untaps'}",
        "moves": f"{who} goes to {one.word or 'the back row'}",
        "discards": f"{who} discards {cards}",
        "mills": f"{who} mills {cards}",
        "draws": f"{who} draws {cards}",
        "poison": f"{who} gets {many(number, 'poison counter')}",
    }
    return said[one.kind]


def _has(line: str) -> str:
    """Return a permanent's changed text as a predicate, without its subject."""
    for this in ("This creature ", "This land ", "This permanent ", "This artifact "):
        line = line.removeprefix(this)
    return line.removesuffix(".")


def told(view: View, trial: Trial) -> list[str]:
    """Return the lines of an outcome, one for each fighter, then everything else."""
    fought = [fate for fate in trial.fates if fate.dealt or fate.taken or fate.dies or fate.gone]
    lines = [
        line
        for fate in fought
        for line in (_fate(fate, is_token=_is_token(view, fate)), *_playing_on(view, trial, fate))
    ]
    ends = [*([_won(view, trial.winners)] if trial.winners is not None else []), *_out(view, trial)]
    rest = [*otherwise(view, trial, grave=True)]
    rest += [*_life(view, trial, lost=True), *_life(view, trial, lost=False)]
    rest += otherwise(view, trial, grave=False)
    rest += [land] if (land := _land(view, trial)) else []
    rest += [f"{many(trial.blockers, 'enemy creature')} could block"] if trial.blockers else []
    rest += _fight_then(view, trial)
    lines = [*(line for one in trial.interceptions for line in _told_of_way(view, one)), *lines]
    if not ends and not lines and not rest:
        return []
    sure = "" if trial.finished else ", as far as the game can tell"
    doubt = ["(a die roll or an unknown card may change this)"] if trial.chance else []
    return [f"If no one interferes{sure}:", *ends, *lines, *rest, *doubt]


def _fate(fate: FightOutcome, *, is_token: bool) -> str:
    """Return a line for a fighter: size, death or departure, damage dealt and taken, changes."""
    first = " first" if fate.first else ""
    outcomes = [f"deals {fate.dealt}{first}"] if fate.dealt else []
    outcomes += [f"takes {fate.taken}"] if fate.taken else []
    if fate.dies or fate.gone:
        shrunk = fate.after is not None and fate.after != fate.size
        first_of_all = "becomes {}/{} and ".format(*fate.after) if fate.after and shrunk else ""
        outcomes.insert(0, first_of_all + ("dies" if fate.dies else _goes(fate.gone)))
    elif fate.after is not None and fate.after != fate.size:
        outcomes.append(
            f"{'taps and ' if fate.taps else ''}becomes {fate.after[0]}/{fate.after[1]}"
        )
    elif fate.taps:
        outcomes.append("taps")
    damage = fate.size[1] - fate.left
    hurt = f" ({damage_words(damage)})" if damage and not is_token else ""
    return (
        f"{fate.name} {fate.size[0]}/{fate.left if is_token else fate.size[1]}{hurt} "
        f"{', '.join(outcomes)}"
    )
