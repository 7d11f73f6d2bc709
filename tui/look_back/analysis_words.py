"""An analysis in words, for the screen and for the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine import notation
from engine.actions import IllegalAction
from engine.events import round_of
from engine.history.record import CONCEDE, DRAW
from engine.log import many, owner
from tui.table.wording import sentence

if TYPE_CHECKING:
    from engine.actions import Action
    from engine.analysis.game_analysis import GameAnalysis, RatedDecision, ResultSources
    from engine.history.record import Record
    from engine.history.timeline import Timeline
    from engine.view import View

QUIET_STEPS = ("done", "auto", "pass")  # verbs of a plan's later steps that need no words
MOST_STEPS = 4  # most steps of a plan that are told
KINDS = {"??": "blunder", "?": "mistake", "?!": "inaccuracy"}
PLURALS = {"inaccuracy": "inaccuracies"}


def percent(chance: float) -> str:
    """Return a chance in percent."""
    return f"{round(100 * chance)}%"


def points(difference: float) -> str:
    """Return a difference of chances in points, with its sign."""
    number = round(100 * difference)
    return f"{'−' if number < 0 else '+'}{abs(number)}"


def steps_of(plan: Sequence[str], view: View) -> list[Action]:
    """Return the actions of a plan as far as the View of its player can read them."""
    found: list[Action] = []
    for text in plan:
        try:
            found.append(notation.read(text, view))
        except (IllegalAction, ValueError, KeyError):
            break
    return found


def plan_words(plan: Sequence[str], view: View) -> str:
    """Return a plan in words; "" if the View can't read it."""
    told: list[str] = []
    for number, action in enumerate(steps_of(plan, view)):
        if number and action.verb in QUIET_STEPS:
            continue
        words = sentence(action, view)
        if words not in told:
            told.append(words)
    more = len(told) - MOST_STEPS
    return ", ".join(told[:MOST_STEPS]) + (f" and {more} more" if more > 0 else "")


def done_words(each: RatedDecision, tape: Timeline) -> str:
    """Return a decision in words, as its player saw it."""
    before = tape.position(each.place - 1)
    action = tape.action_from(before, each.place)
    return "" if action is None else sentence(action, before.view_for(each.seat))


def better_words(each: RatedDecision, tape: Timeline) -> str:
    """Return the better plan of a decision in words; "" without one."""
    return plan_words(each.plan, tape.position(each.place - 1).view_for(each.seat))


def when(each: RatedDecision, tape: Timeline) -> str:
    """Return the time of a decision in words."""
    turn = tape.moments[each.place - 1].turn
    return f"round {round_of(turn, len(tape.names))}" if turn else "before the first turn"


def marked_line(each: RatedDecision, tape: Timeline) -> str:
    """Return a marked decision as a line: when, who, what, its mark and the better plan."""
    line = (
        f"{each.place}, {when(each, tape)}, {tape.names[each.seat]}: {done_words(each, tape)} "
        f"{each.mark} ({percent(each.best)}"
    )
    if not each.plan:
        return f"{line})"
    better = better_words(each, tape)
    return f"{line} to {percent(each.done)})" + (f". Better: {better}" if better else "")


def sources_line(found: ResultSources, name: str, *, alone: bool = False, apart: str = "") -> str:
    """Return where a player's result came from, as a sentence.

    `alone`: the player has one opponent. `apart`: words for the concession or agreed draw that
    counts apart from the decisions; "" if there was none.
    """
    others = "the opponent's" if alone else "the others'"
    last = f", {apart} {points(found.apart)}" if apart else ""
    return (
        f"{name}: {percent(found.start)} at the start, own decisions {points(found.own)}, "
        f"{others} {points(found.others)}, chance {points(found.chance)}{last}: "
        f"{percent(found.result)}."
    )


def apart_words(record: Record, seat: int) -> str:
    """Return words for the concession or agreed draw that ended a game, as a player sees it."""
    entries = [record.entries[place] for place in record.standing()]
    if any(each.action == DRAW for each in entries):
        return "the agreed draw"
    conceded = [each.seat for each in entries if each.action == CONCEDE]
    if seat in conceded:
        return "conceding"
    others = "the opponent's" if len(record.seats) == 2 else "the others'"
    return f"{others} conceding" if conceded else ""


def accuracy_words(analysis: GameAnalysis, seat: int) -> str:
    """Return a player's accuracy; 100% is said only of a player without a marked mistake."""
    found = analysis.accuracy(seat)
    if found is None:
        return ""
    return f"{min(round(found), 99 if analysis.mistakes(seat) else 100)}%"


def summary_lines(
    analysis: GameAnalysis, tape: Timeline, seats: Sequence[int] | None = None
) -> Iterator[str]:
    """Yield an analysis in a few sentences.

    They tell each player's accuracy, the worst mistake, and where the results of `seats` came from
    (None: of all players).
    """
    told = [
        f"{name} {found}"
        for seat, name in enumerate(tape.names)
        if (found := accuracy_words(analysis, seat))
    ]
    if told:
        yield f"Accuracy{'' if analysis.is_whole else ' so far'}: {', '.join(told)}."
    worst = analysis.worst()
    if worst is not None:
        yield (
            f"Worst {KINDS[worst.mark]}: {owner(tape.names[worst.seat])} in "
            f"{when(worst, tape).removeprefix('in ')}, {points(-worst.lost)}: "
            f"{done_words(worst, tape)}."
        )
    elif analysis.is_whole:
        yield "No mistakes were found."
    for seat in range(len(tape.names)) if seats is None else seats:
        found = analysis.sources(seat)
        if found is not None:
            yield sources_line(
                found,
                tape.names[seat],
                alone=len(tape.names) == 2,
                apart=apart_words(tape.record, seat),
            )


def counts_line(analysis: GameAnalysis, seat: int) -> str:
    """Return the numbers of a player's marks, in words."""
    marks = [each.mark for each in analysis.of(seat)]
    return ", ".join(
        many(marks.count(mark), word, PLURALS.get(word, "")) for mark, word in KINDS.items()
    )
