"""Script actions: the text form of `engine.notation`, and shorthands for common sequences.

move Yavimaya Wurm b3
cast Fireball x 3 on Serra Angel
activate Royal Assassin on White Knight
attack b2 with Yavimaya Wurm + Grizzly Bears
block Yavimaya Wurm with White Knight
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from engine.actions import DECLINES, DONE, PASS, Action
from engine.cards.costs import INDEX, SYMBOLS, parse_cost
from engine.cards.model import Activated
from engine.game import Game
from engine.scenario.stage import ScriptError, Stage
from engine.scenario.wording import find_action, parse

AND = " + "  # separates several names
# most decisions declined in search of a step
MOST_PASSES = 400


def act(stage: Stage, seat: int, text: str) -> None:
    """Carry out a line for a player.

    Raises IllegalAction if the rules forbid it, and ScriptError if it can't be understood.
    """
    text = text.strip()
    if text == "concede":
        stage.follow(stage.game.concede(seat))
        return
    decision = stage.game.decision
    if decision is None:
        raise ScriptError(f"{text!r} by {stage.player_name(seat)}", "the game is over")
    if decision.seat != seat:
        found = f"the decision is {stage.player_name(decision.seat)}'s: {decision.prompt}"
        raise ScriptError(f"{text!r} by {stage.player_name(seat)}", found)
    verb = text.partition(" ")[0]
    if verb in ("cast", "activate"):
        _announce(stage, seat, text)
    elif verb == "attack" and " with " in _plain(stage, text):
        _attack(stage, seat, text)
    elif verb == "block" and " with " in _plain(stage, text):
        _block(stage, seat, text)
    else:
        stage.apply(find_action(stage, text))


def resolve(stage: Stage) -> None:
    """Pass for all players until the top of the stack has resolved, or another decision comes up.

    Items added meanwhile stay on the stack. If no player could act, the top has already
    resolved by itself.
    """
    stack = stage.game.state.stack
    top = stack[-1].id if stack else 0
    while (
        (decision := stage.game.decision) is not None
        and decision.kind == "priority"
        and stage.game.state.on_stack(top) is not None
    ):
        stage.apply(PASS)


def at(stage: Stage, step: str) -> None:
    """Decline everything for all players until a step of this turn.

    Raises ScriptError if the turn has no such step, or the game is past it.
    """
    game = stage.game
    steps = [each.name for each in game.rules.turn]
    if step not in steps:
        raise ScriptError("a step: " + ", ".join(steps), repr(step))
    number = game.state.turn.number
    for _ in range(MOST_PASSES):
        if (
            game.state.turn.number != number
            or game.state.turn.step >= steps.index(step)
            or game.decision is None
        ):
            break
        _decline(stage, step)
    if game.state.turn.number != number or game.step_name() != step or game.decision is None:
        found = f"it is {stage.player_name(game.state.turn.active)}'s {game.step_name()}"
        raise ScriptError(
            f"{step} of this turn",
            "the game is over" if game.decision is None else f"{found}, which is later",
        )


def until(stage: Stage, seat: int | None, step: str) -> None:
    """Decline everything for all players until a decision in a later step.

    `seat` (None: any) and `step` (empty: any) limit the step to wait for. Raises ScriptError if
    it never comes.
    """
    game = stage.game
    start = game.state.turn
    for _ in range(MOST_PASSES):
        if game.decision is None:
            break
        now = game.state.turn
        elsewhere = (now.number, now.step) != (start.number, start.step)
        if elsewhere and step in ("", game.step_name()) and seat in (None, now.active):
            return
        _decline(stage, step)
    raise ScriptError(
        f"a decision in {step or 'the turn'}",
        "the game is over" if game.decision is None else "none so far",
    )


def _decline(stage: Stage, step: str) -> None:
    game = stage.game
    assert game.decision is not None
    declining = next(
        (action for verb in DECLINES for action in game.legal_actions() if action.verb == verb),
        None,
    )
    if declining is None:
        raise ScriptError(
            f"nothing to decide before {step or 'the turn'}",
            f"{stage.player_name(game.decision.seat)}: {game.decision.prompt}",
        )
    stage.apply(declining)


# --- shorthands ---


def _announce(stage: Stage, seat: int, text: str) -> None:
    """Cast or activate with the given modes, X and targets, and pay.

    A line that ends in `...` stops after the announcement.
    """
    text, by_hand = text.removesuffix("...").strip(), text.endswith("...")
    text, targets = halves(stage, text, " on ")
    text, modes = _take(stage, r"\bmode ([0-9]+)", text)
    text, numbers = _take(stage, r"\bx ([0-9]+)", text)
    text, words = _take(stage, r"\b(kicked|left|right)$", text)
    head = text.strip() + "".join(f" ={word}" for word in words)
    aims = _several(stage, targets)
    _understand(stage, (f"target {name}" for name in aims))
    stage.apply(find_action(stage, head))
    answers = {
        "mode": [f"mode {number}" for number in modes],
        "x": [f"x {number}" for number in numbers],
        "target": [f"target {name}" for name in aims],
    }
    if not by_hand:
        _answer_announcement(stage, seat, answers)
    if left := [answer for kind in answers.values() for answer in kind]:
        raise ScriptError(f"a question that {left[0]!r} answers", _asked(stage))


def _answer_announcement(stage: Stage, seat: int, answers: dict[str, list[str]]) -> None:
    """Answer decisions with `answers` until the item is paid or no answer fits."""
    while (decision := stage.game.decision) is not None and decision.seat == seat:
        verbs = {action.verb for action in stage.game.legal_actions()}
        if waiting := answers.get(decision.kind, []):
            stage.apply(find_action(stage, waiting.pop(0)))
        elif decision.kind == "target" and "done" in verbs:
            stage.apply(DONE)
        elif decision.kind == "payment" and "auto" in verbs:
            stage.apply(_payment(stage.game, seat))
        else:
            return


def _payment(game: Game, seat: int) -> Action:
    """Return the payment action that leaves most mana for the player's other cards.

    Return the automatic payment if the kind of mana makes no difference.
    """
    player = game.state.players[seat]
    wanted = Counter[str]()
    for cost in _costs(game, seat):
        wanted.update(dict(zip(SYMBOLS, parse_cost(cost).fixed, strict=True)))
    found = [
        action for action in game.legal_actions() if action.verb == "pay" and action.word in INDEX
    ]
    if len(found) < 2 or any(player.snow) or not any(wanted[action.word] for action in found):
        return Action("auto")
    return max(found, key=lambda action: player.pool[INDEX[action.word]] - wanted[action.word])


def _costs(game: Game, seat: int) -> Iterator[str]:
    """Yield the mana costs of a player's hand and of abilities of the player's permanents."""
    state = game.state
    yield from (state.objects[ident].printed.card.cost for ident in state.players[seat].hand)
    for ident in state.battlefield:
        if state.objects[ident].controller == seat:
            yield from (
                ability.cost.mana
                for ability in game.characteristics(ident).abilities
                if isinstance(ability, Activated)
            )


def _attack(stage: Stage, seat: int, text: str) -> None:
    area, names = halves(stage, text, " with ")
    attackers = _several(stage, names)
    _understand(stage, (f"attacker {name}" for name in attackers))
    stage.apply(find_action(stage, area))
    for name in attackers:
        if not _asks(stage, seat, "attackers"):
            raise ScriptError(
                f"a question that asks for attackers, so that {name} can be named", _asked(stage)
            )
        stage.apply(find_action(stage, f"attacker {name}"))
    if _asks(stage, seat, "attackers"):
        stage.apply(DONE)


def _block(stage: Stage, seat: int, text: str) -> None:
    """Block one attacker with some creatures, and finish."""
    attacker, names = halves(stage, text.removeprefix("block "), " with ")
    blocks = [f"block {name}, {attacker}" for name in _several(stage, names)]
    _understand(stage, blocks)
    for block in blocks:
        stage.apply(find_action(stage, block))
    if _asks(stage, seat, "blockers"):
        stage.apply(DONE)


def _understand(stage: Stage, parts: Iterable[str]) -> None:
    """Check the later parts of a line first, since they may never be reached.

    Raises ScriptError for words that can't be understood.
    """
    for part in parts:
        parse(stage, part)


def _asks(stage: Stage, seat: int, kind: str) -> bool:
    decision = stage.game.decision
    return decision is not None and decision.seat == seat and decision.kind == kind


def _asked(stage: Stage) -> str:
    decision = stage.game.decision
    return (
        "the game is over"
        if decision is None
        else f"{stage.player_name(decision.seat)} is asked: {decision.prompt}"
    )


# --- separators, which may occur in names as well ---


def _plain(stage: Stage, text: str) -> str:
    """Return a text of equal length with names blotted out, to find the words between names."""
    names = "|".join(map(re.escape, stage.all_names()))
    return re.sub(
        rf"(?<![\w'])({names})(?![\w'])", lambda name: "_" * len(name[0]), text, flags=re.IGNORECASE
    )


def halves(stage: Stage, text: str, between: str) -> tuple[str, str]:
    """Return the text before and after a separator; without one the second half is empty."""
    at = _plain(stage, text).find(between)
    return (text[:at].strip(), text[at + len(between) :].strip()) if at >= 0 else (text.strip(), "")


def _several(stage: Stage, text: str) -> list[str]:
    names: list[str] = []
    while text:
        name, text = halves(stage, text, AND)
        names.append(name)
    return names


def _take(stage: Stage, pattern: str, text: str) -> tuple[str, list[str]]:
    """Return a text without the matches of a pattern outside names, and the matched groups."""
    found = list(re.finditer(pattern, _plain(stage, text)))
    for match in reversed(found):
        text = text[: match.start()] + text[match.end() :]
    return " ".join(text.split()), [match[1] for match in found]
