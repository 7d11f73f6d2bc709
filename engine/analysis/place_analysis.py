"""Chances at the places of a recorded game, and the worth of its decisions.

Everything is found from the View of one player at a time, so that an analysis knows no more than
that player did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from engine.actions import DONE, PASS, Action, IllegalAction
from engine.ai.determinize import determinize
from engine.ai.plan_search import PlanSearch, RatedPlan
from engine.ai.player import OutOfTime
from engine.ai.search import ANNOUNCING, Plan, policy, run_of_thumb
from engine.ai.weights import Weights, with_replies
from engine.ai.winning_chance import chance
from engine.analysis.game_analysis import MOST_STEPS, PlaceChances, RatedDecision
from engine.base.chance import SeededGenerator, below
from engine.cards.characteristics import Printed
from engine.cards.costs import SYMBOLS
from engine.events import Event
from engine.fronts.common.mana import ManaProduction, Supply
from engine.fronts.common.movement import AreaMoves
from engine.game import Game
from engine.history.record import CONCEDE, DRAW, HUMAN, Record
from engine.history.timeline import Timeline
from engine.magic.core.position import State
from engine.notation import read, write
from engine.view import View

RE_DEALS = 8  # number of other draws and dice that are compared with the real ones
SURE = 1.0  # standard errors by which another plan must be better than what was done
CONFIRMED = 3  # number of other plans that are rated in more imagined games once time is out
MOST_BETWEEN = 60  # most decisions between a pass and a plan that is begun later in the turn
BY_THEMSELVES = frozenset({"payment", "order-triggers"})
"""Kinds of decisions that are not rated: they are matters of convenience."""
IN_ONE = frozenset({"attackers", "blockers"})
"""Kinds of decisions whose answers follow each other and are rated as one plan."""

LimitMaker = Callable[[], OutOfTime]


def result_of(state: State, seat: int) -> float:
    """Return a player's result at the end of a game: 1 for a win, and a share of a draw."""
    if state.winners:
        return 1.0 if seat in state.winners else 0.0
    return 1 / len(state.players)


def seen_chance(view: View, weights: Weights) -> float:
    """Return the chance of the player of a View as the position looks to that player."""
    assert view.seat is not None
    return _chance(view.known.fork(), view, weights)


def _chance(state: State, view: View, weights: Weights) -> float:
    assert view.seat is not None
    if state.winners is not None:
        return result_of(state, view.seat)
    return chance(Game(view.rules, state), view.seat, weights)


# --- dice, draws and reveals ---


def expected_chance(view: View, events: Sequence[Event], weights: Weights, seed: int) -> float:
    """Return the mean chance over other draws and dice than those of the last decision.

    `events` are those of the decision as the View's player saw them, and the View is the position
    after them. Draws are drawn again from the cards that the player had not seen.
    """
    actual = seen_chance(view, weights)
    dealer = SeededGenerator(seed)
    chances = [_chance(other, view, weights) for other in _re_dealt(view, events, dealer) or ()]
    return sum(chances, 0.0) / len(chances) if chances else actual


def _re_dealt(view: View, events: Sequence[Event], dealer: SeededGenerator) -> Iterator[State]:
    """Yield positions that other draws and dice would have led to; none without any of these."""
    if view.known.winners is not None:
        return
    drawn = _drawn(view, events)
    pool = _undrawn(view, drawn) if drawn else []
    rolled = [event for event in events if event.kind == "roll"]
    values = [event for event in events if event.kind == "conquer-value"]
    if not pool and not rolled and not values:
        return
    for _ in range(RE_DEALS):
        state = view.known.fork()
        for ident, card in zip(drawn, dealer.shuffled(pool), strict=False):
            state.change(ident, printed=card)
        for event in rolled:
            _roll_again(state, view, event, dealer)
        for event in values:
            _roll_value_again(state, view, event, dealer)
        yield state


def _drawn(view: View, events: Sequence[Event]) -> list[int]:
    """Return the cards that the View's player has just drawn and still holds."""
    assert view.seat is not None
    hand = view.known.players[view.seat].hand
    return [
        event.object
        for event in events
        if event.kind == "draw" and event.seat == view.seat and event.object in hand
    ]


def _undrawn(view: View, drawn: Sequence[int]) -> list[Printed]:
    """Return the cards that could have been drawn: the library as far as it can be known."""
    assert view.seat is not None
    imagined = determinize(view, view.rules, 0).state
    library = [imagined.objects[ident].printed for ident in imagined.players[view.seat].library]
    known = [card for card in library if card.name]
    return [*known, *(view.known.objects[ident].printed for ident in drawn)] if known else []


def _roll_again(state: State, view: View, event: Event, dealer: SeededGenerator) -> None:
    """Roll a player's mana or supply again, unless some of it has been spent."""
    for step in view.rules.turn:
        player = state.players[event.seat]
        if isinstance(step, ManaProduction) and event.word == "mana" and player.mana_color:
            at = SYMBOLS.index(player.mana_color)
        elif isinstance(step, Supply) and event.word == "supply":
            at = len(SYMBOLS) - 1
        else:
            continue
        pool = list(player.pool)
        if pool[at] >= event.number:
            pool[at] += below(dealer, step.die) + 1 - event.number
            state.change_player(event.seat, pool=tuple(pool))
        return


def _roll_value_again(state: State, view: View, event: Event, dealer: SeededGenerator) -> None:
    """Roll the Conquer Value of a space again."""
    movement = view.rules.movement
    for at, space in enumerate(view.spaces):
        if space.name == event.space and isinstance(movement, AreaMoves) and at < len(state.areas):
            state.change_area(at, conquer_value=below(dealer, movement.conquer_die) + 1)


# --- all places of a game ---


def decided_by(before: Game, record: Record, place: int) -> int:
    """Return the seat whose decision led from a position to a place.

    A pass lets the game go on as the player of the top item, or of the turn, has decided.
    """
    each = record.entries[place]
    if each.action != str(PASS) or before.decision is None:
        return each.seat
    state = before.state
    if state.stack:
        return state.stack[-1].controller
    return state.turn.active if state.turn.number else each.seat


def place_chances(tape: Timeline, weights: Weights, after: int = -1) -> Iterator[PlaceChances]:
    """Yield the chances at all places after `after`, without those that were taken back."""
    standing = tape.record.standing()
    seats = range(len(tape.names))
    for before, place in zip([-1, *standing], standing, strict=False):
        if place <= after:
            continue
        game = tape.position(place)
        views = [game.view_for(seat) for seat in seats]
        chances = [round(seen_chance(view, weights), 4) for view in views]
        if before < 0:
            yield PlaceChances(place, -1, tuple(chances), tuple(chances), choice=False)
            continue
        expected = [
            round(expected_chance(view, tape.events(place, seat), weights, place), 4)
            for seat, view in enumerate(views)
        ]
        earlier = tape.position(before)
        yield PlaceChances(
            place,
            decided_by(earlier, tape.record, place),
            tuple(expected),
            tuple(chances),
            choice=is_choice(earlier, tape.record, place),
            apart=tape.record.entries[place].action in (CONCEDE, DRAW),
        )


def is_choice(before: Game, record: Record, place: int) -> bool:
    """Return whether the decision that led to a place is rated: there was another choice.

    A person for whom the game passed by itself was not asked. (The passes of computer players
    count as made by themselves, but they are decisions.)
    """
    each, decision = record.entries[place], before.decision
    if decision is None or each.action in (CONCEDE, DRAW) or decision.seat != each.seat:
        return False
    if not each.by_hand and record.seats[each.seat].kind == HUMAN:
        return False
    if decision.kind in BY_THEMSELVES:
        return False
    found = 0
    for action in before.legal_actions():
        found += action.verb != "take-back"
        if found > 1:
            return True
    return False


def choices_in(tape: Timeline, after: int = 0) -> Iterator[int]:
    """Yield the places after `after` whose decisions are to be rated."""
    for place in tape.record.standing(after + 1):
        if place and is_choice(tape.position(place - 1), tape.record, place):
            yield place


def rated_decision(
    view: View, done: Plan, place: int, weights: Weights, out_of_time: OutOfTime
) -> RatedDecision | None:
    """Return the rating of a decision from the View of the player who made it.

    `done` are the player's next actions: the decision, and what it was meant for. None if the
    decision can't be rated.
    """
    assert view.seat is not None
    search = PlanSearch(view, 2 * place, with_replies(weights), done)
    while not out_of_time() and search.improve(out_of_time):
        pass
    found = search.rate(done) or search.rate(done[:1])
    if found is None:
        return None
    first = done[:1]
    hopeful = [each for each in search.rated() if each.plan[:1] != first]
    hopeful.sort(key=_gain, reverse=True)
    # a plan that was looked at only once or twice is played out in more imagined games, and the
    # usual one even if time was out at once
    plans = [each.plan for each in hopeful[:CONFIRMED]]
    usual = run_of_thumb(search.imagined())
    plans += [usual] if usual and usual[:1] != first and usual not in plans else []
    others = [each for plan in plans if (each := search.rate(plan)) is not None]
    mine = max([found.chance, *(each.chance for each in search.rated() if each.plan[:1] == first)])
    if first == (PASS,):
        mine = max([mine, *_chances_later(search, others)])
    gain = mine - found.chance  # what the decision could still lead to, beyond what followed
    lost, plan, alone = 0.0, Plan(), 0.0
    for each in others:
        surely = each.better_by - SURE * each.error - gain
        if surely > lost:
            lost, plan = surely, each.plan
    if others and not lost:
        everything = [*others, *hopeful[CONFIRMED:]]
        alone = min(gain - each.better_by - SURE * each.error for each in everything)
    mine = min(max(mine, 0.0), 1.0)
    best = min(mine + lost, 1.0)
    return RatedDecision(
        place,
        view.seat,
        round(seen_chance(view, weights), 4),
        round(best, 4),
        round(best - lost if lost else mine, 4),
        tuple(_written(plan[:MOST_STEPS], view)),
        round(min(max(alone, 0.0), 1.0), 4),
    )


def _chances_later(search: PlanSearch, better: Sequence[RatedPlan]) -> Iterator[float]:
    """Yield the chances of the better plans if they are begun after a pass, in the same turn."""
    for each in better:
        if each.better_by <= 0:
            continue
        later = _begun_later(search.imagined(), each.plan)
        rated = search.rate(later) if later else None
        if rated is not None:
            yield rated.chance


def _begun_later(game: Game, plan: Plan) -> Plan:
    """Return a plan with the passes before it, if it can be begun later in the turn; else nothing.

    `game` is an imagined game, which is played on; its player has other things to do than to pass.
    """
    asked, turn = game.question, game.state.turn.number
    passed: list[Action] = []
    if asked is None:
        return ()
    seat = asked.seat
    for _ in range(MOST_BETWEEN):
        question = game.question
        if question is None or game.state.turn.number != turn:
            break
        if question.seat != seat:
            game.apply(policy(game))
            continue
        if passed and game.offer.allows(game, plan[0]):
            return (*passed, *plan)
        action = next((each for each in (PASS, DONE) if game.offer.allows(game, each)), None)
        passed.append(policy(game) if action is None else action)
        game.apply(passed[-1])
    return ()


def _gain(rated: RatedPlan) -> float:
    return rated.better_by


def _written(plan: Plan, view: View) -> Iterator[str]:
    """Yield a plan's actions as text, as far as the View can name them."""
    for action in plan:
        try:
            yield write(action, view)
        except (IllegalAction, KeyError, IndexError):
            return


def rate_place(
    tape: Timeline, place: int, weights: Weights, out_of_time: OutOfTime
) -> RatedDecision | None:
    """Return the rating of the decision that led to a place; None if it can't be rated."""
    standing = tape.record.standing()
    at = standing.index(place)
    before = tape.position(place - 1)
    decision = before.decision
    if decision is None:
        return None
    view = before.view_for(decision.seat)
    done = done_plan(tape, standing[at:])
    return rated_decision(view, done, place, weights, out_of_time) if done else None


def done_plan(tape: Timeline, places: Sequence[int]) -> Plan:
    """Return a decision's action, followed by those of its player that complete it.

    `places` are the decision's place and those that followed.
    """
    done: list[Action] = []
    kinds = ANNOUNCING
    seat = -1
    for place in places[:MOST_STEPS]:
        before = tape.position(place - 1)
        each, decision = tape.record.entries[place], before.decision
        if decision is None or each.action in (CONCEDE, DRAW) or each.undone:
            break
        if not done:
            seat = decision.seat
            if decision.kind in IN_ONE or decision.kind == "attack-area":
                kinds = ANNOUNCING | IN_ONE
        elif decision.seat != seat or decision.kind not in kinds:
            break
        done.append(read(each.action, before))
        if done[-1] == PASS:
            break
    return tuple(done)
