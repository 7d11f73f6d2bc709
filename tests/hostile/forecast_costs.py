"""What forecasts of the worst cards cost the program that shows screens: each that a screen asks
for, timed one by one.

    python -m tests.hostile.forecast_costs --most 50

Prints the slowest of each kind in milliseconds, then those above `--most`; 1 if there are any.
"""

from __future__ import annotations

import argparse
import gc
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from engine.actions import Action, IllegalAction
from engine.base.records import replace
from engine.cards.library import Library
from engine.cards.model import Card
from engine.view import View
from tests.hostile import worst_cards
from tests.magic.positions import ANNA, BEN, Position, creature
from tui.explain.why import answers, reason
from tui.plain import answers as plain_answers
from tui.session.progress import ahead_of, last_deed, stops_of
from tui.table import auto_pay, available_mana, forecast, group_orders, overlays, suggestions
from tui.table.action_builder import Spot
from tui.table.selection import Selection
from tui.table.stops import passing, responses
from tui.table.widgets import inspector

MANY = 2_900  # permanents, a few less than a server allows
SOME = 250
MEMORY = 1 << 30  # bytes that this program may take
CROWD = creature("Rat", 1, 1, cost="", subtypes=("Rat",))


def worst() -> dict[str, Card]:
    """The worst cards, by what is worst about them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "worst.toml"
        file.write_text(worst_cards.card_file())
        cards = Library((file,))
        return {
            key: cards.card(worst_cards.names([text])[0]) for key, text in worst_cards.WORST.items()
        }


def positions(variant: str, only: str) -> Iterator[tuple[str, Position]]:
    """Positions that cost much, each with its name: Anna has priority in her main phase, with a
    hand of the worst cards.
    """
    cards = worst()
    for name, crowd, tables in (
        ("a crowd", MANY, ()),
        ("triggers without end", 5, ("nest", "loop")),
        ("layers", SOME, ("mirror", "mirror")),
        ("bells", SOME, ("bells",) * 4),
        ("engines", 20, ("engine",) * 20),
        ("a well", 5, ("well", "well", "counters", "choir", "hulk")),
        ("a crowd with bells", MANY, ("bells", "counters", "engine")),
    ):
        if only not in name:
            continue
        table = Position(variant=variant)
        for key in tables:
            table.put(cards[key])
        state = table.state
        first = table.put(CROWD)
        other = table.put(CROWD, BEN)
        more = [state.new_id() for _ in range(crowd)]
        for number, ident in enumerate(more):
            state.put(
                replace(state.objects[first if number % 3 else other], id=ident, timestamp=ident)
            )
        state.set(battlefield=(*state.battlefield, *more))
        for seat in (ANNA, BEN):
            for card in cards.values():
                table.give(card, seat)
        table.library_of(ANNA, *[CROWD] * 40)
        table._give_priority(ANNA)
        yield name, table


def views(variant: str, only: str) -> Iterator[tuple[str, View]]:
    """What players see of those positions: as they are, and with a spell of Anna's on the stack
    that Ben may respond to.
    """
    for name, table in positions(variant, only):
        yield name, table.game.view_for(ANNA)
        for word in ("Doubling Brood", "Echo without End", "Thousand Darts"):
            game = table.game.fork()
            cast = next(
                (
                    a
                    for a in game.legal_actions()
                    if a.verb == "cast" and game.object_name(a.object) == word
                ),
                None,
            )
            if cast is None:
                continue
            game.apply(cast)
            yield (
                f"{name}, {word} begun",
                game.view_for(game.question.seat if game.question else ANNA),
            )
            for _ in range(8):
                question = game.question
                if question is None or question.kind == "priority":
                    break
                game.apply(
                    next(
                        (a for a in game.legal_actions() if a.verb in ("done", "auto", "mode")),
                        game.legal_actions()[0],
                    )
                )
            if (
                game.question is not None
                and game.question.kind == "priority"
                and game.question.seat == ANNA
            ):
                game.apply(Action("pass"))
            if game.question is not None:
                yield f"{name}, {word} on the stack", game.view_for(game.question.seat)


def deeds(view: View) -> Iterator[tuple[str, Callable[[], object]]]:
    """What a screen asks about a view, each with a name."""
    seat = view.seat or 0
    stops = stops_of(view.rules)
    yield "stops", lambda: stops.would_want(view)
    yield "note", lambda: stops.note_asked(view)
    yield "lets pass", lambda: stops.lets_pass(view)
    yield "concern", lambda: view.stack and responses.Concern()(view)
    yield "lasting answers", lambda: responses.lasting_answers(view)
    yield "could free", lambda: responses.could_free(view)
    yield "ahead", lambda: ahead_of(view, stops)
    yield "wasted", lambda: passing.wasted(view).words()
    yield "suggestion", lambda: suggestions.suggestion(view)
    yield "merits", lambda: suggestions.merits(view)
    yield "going on", lambda: forecast.of(view).going_on()
    yield "presence", lambda: forecast.of(view).presence(0, 1)
    yield "struck", lambda: forecast.of(view).struck({0, 1})
    yield "strikers", lambda: forecast.of(view).strikers(view.spaces[0].name)
    yield "reach", lambda: [forecast.of(view).reach_of(item) for item in view.permanents[-1:]]
    yield "mana", lambda: [available_mana.words(view, player) for player in view.players]
    yield "auto-pay", lambda: auto_pay.words(view)
    for overlay in overlays.offered(view):
        yield (
            f"overlay {overlay}",
            lambda overlay=overlay: overlays.notes(view, overlay, view.permanents[-1], None),
        )
    shown: dict[str, list[Action]] = {}
    for action in view.actions:
        shown.setdefault(action.verb, []).append(action)
    by_verb = [
        (verb, action)
        for verb, several in shown.items()
        for action in (several[:2] if verb != "cast" else several)
    ]
    for verb, action in by_verb:
        what = f"{verb} {view.object_name(action.object)}"
        yield f"trial: {what}", lambda action=action: _told(view, action)
        yield f"last deed: {what}", lambda action=action: last_deed(view, stops, action)
        if verb == "cast":
            yield f"aims: {what}", lambda action=action: overlays.aims(view, action)
        if verb == "attack":
            yield f"walkover: {what}", lambda action=action: group_orders.walkover(view, action)
    attackers = [action for action in view.actions if action.verb == "attacker"]
    yield "together", lambda: forecast.of(view).together(attackers[:50])
    yield "refused", lambda: _refused(view, Action("cast", object=view.permanents[-1].id))
    yield "why", lambda: plain_answers.because(f"move {view.permanents[-1].name}", view)
    selection = Selection(view)  # which a screen makes once for a view
    for spot in (
        Spot("object", view.permanents[-1].id),
        *(Spot("object", card.id) for card in view.players[seat].hand[:2]),
    ):
        for what, ask in (
            ("refusal", reason),
            ("inspector", lambda selection: inspector.about(selection, 40)),
            ("oracle", answers),
        ):
            yield (
                f"{what}: {view.object_name(spot.ident)}",
                lambda spot=spot, ask=ask: ask(_at(selection, spot)),
            )


def _told(view: View, action: Action) -> object:
    trial = forecast.of(view).trial(action)
    return forecast.results(view, trial) if trial is not None else ""


def _refused(view: View, action: Action) -> None:
    with suppress(IllegalAction):
        plain_answers._legal(action, view)


def _at(selection: Selection, spot: Spot) -> Selection:
    selection.go_to(spot)
    return selection


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    arguments.add_argument(
        "--most", type=float, default=50.0, help="milliseconds that a deed may take"
    )
    arguments.add_argument("--variant", default="conquering")
    arguments.add_argument("--only", default="", help="only positions with this in their name")
    chosen = arguments.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    slow: list[tuple[float, str, str]] = []
    worst_of: dict[str, tuple[float, str]] = {}
    for place, view in views(chosen.variant, chosen.only):
        gc.collect()
        view.known.forget()  # as it comes from another process
        for name, deed in deeds(view):
            start = time.process_time()
            try:
                deed()
            except Exception as error:
                print(f"{place}: {name}: {type(error).__name__}: {error}", flush=True)
            took = (time.process_time() - start) * 1000
            kind = name.partition(":")[0]
            if took > worst_of.get(kind, (0.0, ""))[0]:
                worst_of[kind] = took, f"{place}: {name}"
            if took > chosen.most:
                slow.append((took, place, name))
    for kind, (took, where) in sorted(worst_of.items(), key=lambda each: -each[1][0]):
        print(f"{took:10.1f} ms  {kind:16} {where}")
    for took, place, name in sorted(slow, reverse=True):
        print(f"SLOW {took:10.1f} ms  {place}: {name}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
