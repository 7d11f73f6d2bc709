"""Explanations of illegal actions, numbers, reach and rules text.

They are made from a View and a selection; everything about rules is asked of the engine, in the
position as the seat knows it.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from rich.text import Text

from engine.actions import Action, Refusal
from engine.base.effort import TooMuchError
from engine.base.records import replace
from engine.base.schema import listed
from engine.log import damage_words, many, owner
from engine.magic.core.position import COMMAND
from engine.variant.clauses import about, cited, sentence
from engine.view import ObjectView, PlayerView, SpaceView, View
from engine.why_not import lasting_objection, objection, targets_of
from tui.explain.attempts import attempts, has_verb, nearest
from tui.session import effort
from tui.table import wording
from tui.table.widgets.inspector import describe
from tui.terminal import symbols, theme
from tui.widgets.lines import styled

if TYPE_CHECKING:
    from engine.game import Game
    from tui.table.action_builder import Spot
    from tui.table.selection import Selection

MOST_NAMES = 14  # most names listed before the rest are counted
OF_THE_MOMENT = ("step", "open", "timing", "block", "finish", "answer")
"""Reasons about timing, by the last part of their names."""


class AttemptResult(NamedTuple):
    """An attempted action in words, with its refusal and clause; None and "" if legal."""

    action: Action
    words: str
    refusal: Refusal | None
    clause: str

    @property
    def is_of_the_moment(self) -> bool:
        """Return whether the action is wrong only at this moment."""
        return self.refusal is not None and self.refusal.reason.rpartition(".")[2] in OF_THE_MOMENT

    @property
    def told(self) -> str:
        """The refusal with its clause, such as "C-17: Bear is tapped.", as a sentence."""
        return told(self.refusal, self.clause) if self.refusal is not None else ""


def told(refusal: Refusal, clause: str) -> str:
    """Return a refusal with its clause, as a sentence."""
    words = refusal.message.rstrip(".")
    return f"{clause}: {words}." if clause else f"{words[:1].upper()}{words[1:]}."


def verdict(view: View, game: Game, action: Action) -> AttemptResult:
    """Return the engine's verdict on an action of a View's player."""
    assert view.seat is not None
    refusal = objection(game, view.seat, action)
    # a lasting objection says more
    if refusal is not None and refusal.reason == "question.answer":
        refusal = lasting_objection(game, view.seat, action) or Refusal(
            refusal.reason, _no_answer(view, action), refusal.asked_by
        )
    return AttemptResult(
        action,
        wording.sentence(action, view).rstrip("."),
        refusal,
        view.rules.clause(refusal.rule) if refusal is not None else "",
    )


def _no_answer(view: View, action: Action) -> str:
    """Return a sentence that an object is not among the choices."""
    what = action.space or wording.name_of(view, action.object or action.target)
    prompt = view.decision.prompt if view.decision is not None else ""
    return f"{what} can't be chosen for this: {prompt}"


def verdicts(selection: Selection) -> list[AttemptResult]:
    """Return the verdicts on everything that may be meant by the cursor's spot."""
    found: list[AttemptResult] = []
    if selection.view.winners is None:
        # keep the verdicts found so far
        with suppress(TooMuchError), effort.limited(effort.FORECAST):
            game = effort.seen(selection.view)
            for action in attempts(selection):
                found.append(verdict(selection.view, game, action))
        effort.check()
    return found


# --- message of Enter ---


def reason(selection: Selection, tail: str = "Tab goes through the choices.") -> str:
    """Return why Enter does nothing at the cursor: the refusal of the likeliest action.

    `tail` suggests what to do instead.
    """
    view = selection.view
    if view.winners is not None:
        return "The game is over."
    found = verdicts(selection)
    possible = next((each for each in found if each.refusal is None), None)
    barred = next((each for each in found if each.refusal is not None), None)
    mine = view.decision is not None and view.decision.seat == view.seat
    if not mine:
        return (
            " ".join(filter(None, (moment(view), barred.told if barred is not None else "")))
            or "You can't act right now."
        )
    if possible is not None:
        return f"{_first(view, possible.action)}. {tail}"
    words = barred.told if barred is not None else _nothing_to_do(selection)
    return f"{words} {tail}" if selection.builder.candidates() else words


def moment(view: View) -> str:
    """Return whose turn it is and who is choosing, for a player who has to wait."""
    turn, decision = view.turn, view.decision
    if decision is None:
        return ""
    step = turn.steps[turn.step] if turn.step >= 0 else "turn"
    chooser = view.players[decision.seat].name
    active = view.players[turn.active].name
    return f"It is {active}'s {step}" + (
        "." if chooser == active else f", and {chooser} is choosing."
    )


def _first(view: View, action: Action) -> str:
    """Return how to take a possible action other than by Enter at the cursor."""
    if action.verb == "move":
        return f"Pick {wording.name_of(view, action.object)} first, then {action.space}"
    return f"You can do this: {wording.sentence(action, view)}"


def _nothing_to_do(selection: Selection) -> str:
    """Return a sentence about an object that allows no actions."""
    spot, view = selection.spot, selection.view
    if view.seat is None:
        return "You are watching."
    item = selection.find(spot)
    if item is not None and item.zone == "stack":
        return f"{item.name} resolves once all players have passed."
    if item is not None and item.zone == "battlefield":
        whose = "yours" if item.controller == view.seat else _whose(view, item.controller)
        return f"{item.name} is {whose}: you can't do anything with it now."
    if item is not None and item.zone == COMMAND:
        return f"{item.name} works by itself. Emblems can't be activated or removed."
    if item is not None:
        return (
            f"{item.name} is in {_whose(view, item.owner)} {item.zone}: you can't do anything "
            "with it there."
        )
    if spot.kind == "player":
        return (
            f"You can choose {view.players[spot.ident].name} only when a spell or ability "
            "asks for a player."
        )
    if spot.kind != "space":
        return "There is nothing here."
    here = [
        item for item in view.permanents if item.space == spot.name and item.controller == view.seat
    ]
    if here:
        names = listed([item.name for item in here], "and")
        return f"You can't do anything now with what you have here: {names}."
    return "You have nothing here, and nothing that could get here."


def _whose(view: View, seat: int) -> str:
    if seat < 0:
        return "unclaimed"
    return "your" if seat == view.seat else f"{view.players[seat].name}'s"


# --- page ---


class ExplanationLines:
    """Lines of a page, where each clause is quoted once, after its first mention."""

    def __init__(self) -> None:
        self.lines: list[Text] = []
        self._quoted: set[str] = set()

    def head(self, words: str) -> None:
        """Begin a section."""
        self.lines += (
            [Text(), styled(words, theme.HERE)] if self.lines else [styled(words, theme.HERE)]
        )

    def say(self, line: str | Text, label: str = "") -> None:
        """Add a line, and quote the clauses in it."""
        body = styled(line, theme.PLAIN) if isinstance(line, str) else line
        self.lines.append(styled(f"{label:<6} ", theme.STRONG).append_text(body) if label else body)
        self.quote(cited(body.plain))

    def quote(self, numbers: Iterable[str]) -> None:
        """Add the sentences of clauses not yet quoted."""
        for number in numbers:
            if number not in self._quoted:
                self._quoted.add(number)
                self.lines.append(styled(f"  {number}  {sentence(number)}", theme.QUIET))


def answers(selection: Selection, refused: str = "", width: int = 76) -> tuple[str, list[Text]]:
    """Return a title and all explanations about the cursor's spot, the last refusal first."""
    view, spot, page = selection.view, selection.spot, ExplanationLines()
    if refused:
        page.head("Refused")
        page.say(refused.strip(" !"))
    name, description = describe(selection, width)
    item = selection.find(spot)
    try:
        with effort.limited(effort.SCREEN):
            _tell_of_rules(page, selection, effort.seen(view), item)
    except TooMuchError:
        page.say(effort.TOO_MUCH)
    if description:
        page.head(name or "What it is")
        page.lines += description
    if (about := item or _about(selection, spot)) is not None:
        _tell_words(page, view, about)
    return name or "Here", page.lines


def _tell_of_rules(
    page: ExplanationLines, selection: Selection, game: Game, item: ObjectView | None
) -> None:
    """Add sections that need rules work: possible actions, and the object's reach and size."""
    view, spot = selection.view, selection.spot
    _tell_now(page, selection, game)
    if item is not None:
        _tell_of_object(page, view, game, item)
    elif spot.kind == "player":
        _tell_of_player(page, view, view.players[spot.ident])
    elif (here := selection.here()) is not None and spot.kind == "space":
        _tell_of_space(page, view, here)
        _tell_bonuses(page, view, game, here)


def _about(selection: Selection, spot: Spot) -> ObjectView | None:
    """Return the source of the pending decision, for an option without an object."""
    decision = selection.view.decision
    return (
        wording.find(selection.view, decision.source)
        if spot.kind == "word" and decision is not None
        else None
    )


def _tell_now(page: ExplanationLines, selection: Selection, game: Game) -> None:
    """Add the actions possible now, and the refusals of others.

    If only the moment is wrong, later objections are added.
    """
    view, found = selection.view, verdicts(selection)
    mine = view.decision is not None and view.decision.seat == view.seat
    page.head("Now")
    if selection.spot.kind == "word" and view.decision is not None:
        page.say(view.decision.prompt)
        page.say(selection.builder.label(selection.spot), "can")
        return
    if not mine and (waiting := moment(view)):
        page.say(waiting)
    for each, more in _alike(found):
        likewise = f" (and {more} more like it)" if more else ""
        page.say(each.words, "can") if each.refusal is None else page.say(
            f"{each.words}. {each.told}{likewise}", "can't"
        )
        if (
            each.is_of_the_moment
            and view.turn.active == view.seat
            and (later := _later(view, game, each))
        ):
            page.say(later, "and")
    if not found:
        page.say(_nothing_to_do(selection) if view.winners is None else "The game is over.")


def _alike(found: list[AttemptResult]) -> list[tuple[AttemptResult, int]]:
    """Return the verdicts with similar refusals merged, each with the number of others."""
    kept: dict[object, list[AttemptResult]] = {}
    for each in found:
        key = (
            (each.action.verb, each.action.ability, each.action.word, each.refusal.reason)
            if each.refusal is not None
            else each.action
        )
        kept.setdefault(key, []).append(each)
    return [(several[0], len(several) - 1) for several in kept.values()]


def _later(view: View, game: Game, each: AttemptResult) -> str:
    """Return why an action would be illegal even later this turn; "" if legal then."""
    assert view.seat is not None
    refusal = lasting_objection(game, view.seat, each.action)
    if refusal is None:
        return ""
    words = told(refusal, view.rules.clause(refusal.rule))
    return "" if words == each.told or refusal.reason.rpartition(".")[2] in OF_THE_MOMENT else words


# --- objects ---


def _tell_of_object(page: ExplanationLines, view: View, game: Game, item: ObjectView) -> None:
    if item.power is not None and item.id in game.state.objects:
        _tell_size(page, game, item)
    if (
        item.zone == "battlefield"
        and (item.power is not None or item.player_token)
        and item.controller >= 0
    ):
        _tell_reach(page, view, game, item)
    if item.zone == "battlefield" and view.seat is not None:
        _tell_magic_on(page, view, game, item)
    if item.zone in ("hand", "graveyard") and item.owner == view.seat:
        _tell_targets(page, view, game, item)


def _tell_size(page: ExplanationLines, game: Game, item: ObjectView) -> None:
    """Add the reasons for power and toughness, movement and range."""
    from engine.magic.continuous.explain_size import explained

    parts = explained(game, item.id)
    if len(parts) < 2 and item.zone != "battlefield":
        return
    page.head(f"Why {item.power}/{item.toughness}")
    for part in parts:
        page.say(f"  {part.words}")
    if item.damage:
        page.say(
            f"  {damage_words(item.damage)}: {(item.toughness or 0) - item.damage} left of "
            f"{item.toughness}"
        )
    obj, rules = game.state.objects[item.id], game.rules
    if (
        item.zone == "battlefield"
        and item.movement is not None
        and (why := rules.movement.reckoned(game, obj))
    ):
        page.say(f"  moves {item.movement}: {why}")
    if item.attack_range is not None:
        both = ("double strike", "first strike")
        strikes = next((word for word in both if word in item.keywords), "")
        page.say(
            f"  attack range {item.attack_range}"
            + (f", because it has {strikes}" if strikes else "")
        )


def _tell_reach(page: ExplanationLines, view: View, game: Game, item: ObjectView) -> None:
    """Add where a piece can go and what it can attack, with the refusals of the rest."""
    page.head(
        "Where it can go, and what it can attack"
        if item.controller == view.seat
        else "Where it could go, and what it could attack"
    )
    _tell_ways(page, view, game, item)
    if not has_verb(game, "attacker") or has_verb(game, "attack"):
        return
    foes = nearest(view, item.space, lambda other: other.controller not in (item.controller, -1))
    barred: dict[str, list[str]] = {}
    for foe in foes:
        refusal = lasting_objection(
            game, item.controller, Action("attacker", object=item.id, target=foe.id)
        )
        barred.setdefault(
            told(refusal, view.rules.clause(refusal.rule)) if refusal is not None else "", []
        ).append(f"{foe.name} at {foe.space}")
    if able := barred.pop("", []):
        page.say(_row(able), "can")
    for words, names in barred.items():
        page.say(
            f"{_row(names)}. {words}" if len(barred) > 1 or len(names) == 1 else words, "can't"
        )


def _tell_ways(page: ExplanationLines, view: View, game: Game, item: ObjectView) -> None:
    moves = game.rules.movement
    refusal = moves.refusal(game, item.controller, item.id)
    if refusal is not None:
        page.say(told(refusal, view.rules.clause(refusal.rule)), "can't")
        return
    obj = game.state.objects[item.id]
    to = game.rules.allowed_moves(game, obj, moves.destinations(game, item.id))
    names = sorted((game.space_name(space) for space in to), key=_in_order)
    page.say(f"go to {_row(names)}" if names else "go nowhere", "can")
    here = next((space for space in view.spaces if space.name == item.space), None)
    barred: dict[str, list[str]] = {}
    near = [name for name in (here.neighbors if here is not None else ()) if name not in names]
    far = next(
        (
            space.name
            for space in reversed(view.spaces)
            if space.name not in (*names, *near, item.space) and not space.obstacle
        ),
        "",
    )
    for name in (*near, *([far] if far else [])):
        stopped = lasting_objection(
            game, item.controller, Action("move", object=item.id, origin=item.space, space=name)
        )
        if stopped is not None:
            barred.setdefault(view.rules.clause(stopped.rule) or stopped.reason, []).append(
                told(stopped, view.rules.clause(stopped.rule))
            )
    for words in barred.values():
        page.say(
            words[0] + (f" (and {len(words) - 1} more like it)" if len(words) > 1 else ""), "can't"
        )


def _in_order(name: str) -> tuple[str, int, str]:
    """Return a sort key for names of spaces: b9 before b10."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0), name


def _row(names: list[str]) -> str:
    more = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _tell_targets(page: ExplanationLines, view: View, game: Game, item: ObjectView) -> None:
    """Add what a card in hand could target, with the refusals of the rest."""
    assert view.seat is not None
    found = targets_of(game, view.seat, item.id)
    if not found:
        return
    page.head("What it could target")
    able = [
        wording.name_of(view, ref) + _at(game, ref) for ref, refusal in found if refusal is None
    ]
    page.say(_row(able) if able else "nothing as things stand", "can")
    barred: dict[str, list[tuple[int, Refusal]]] = {}
    for ref, refusal in found:
        if refusal is not None:
            barred.setdefault(view.rules.clause(refusal.rule) or refusal.reason, []).append(
                (ref, refusal)
            )
    for several in barred.values():
        refusal = several[0][1]
        names = _row([wording.name_of(view, ref) + _at(game, ref) for ref, _ in several])
        page.say(f"{names}. {told(refusal, view.rules.clause(refusal.rule))}", "can't")


def _tell_magic_on(page: ExplanationLines, view: View, game: Game, item: ObjectView) -> None:
    """Add which cards in hand could target a permanent, with the refusals of the rest."""
    assert view.seat is not None
    able, barred = list[str](), list[tuple[str, str]]()
    for card in view.players[view.seat].hand:
        for refusal in (
            reason for ref, reason in targets_of(game, view.seat, card.id) if ref == item.id
        ):
            if refusal is None:
                able.append(card.name)
            else:
                barred.append((card.name, told(refusal, view.rules.clause(refusal.rule))))
    if able or barred:
        page.head("Your cards that could target it")
    if able:
        page.say(_row(list(dict.fromkeys(able))), "can")
    for name, words in dict.fromkeys(barred):
        page.say(f"{name}. {words}", "can't")


def _at(game: Game, ref: int) -> str:
    obj = game.state.objects.get(ref)
    return f" at {game.space_name(obj.space)}" if obj is not None and obj.space >= 0 else ""


# --- spaces and players ---


def _tell_of_space(page: ExplanationLines, view: View, space: SpaceView) -> None:
    if space.conquer_value:
        whence = (
            "a Stronghold always has this value"
            if space.stronghold_of >= 0
            else "a die roll set it when the land was turned face up"
        )
        page.head(f"Why Conquer Value {space.conquer_value}")
        page.say(f"  {whence[0].upper()}{whence[1:]}; that much damage in one attack takes it.")


def _tell_bonuses(page: ExplanationLines, view: View, game: Game, space: SpaceView) -> None:
    """Add what the space gives the creatures that stand there, and why."""
    page.head("What creatures get here")
    if not space.face_up and not space.square:
        page.say("  The land is face down: its type isn't known yet.")
    at = next(
        (index for index in range(len(view.spaces)) if game.space_name(index) == space.name), -1
    )
    said = _bonus_lines(view, game, at)
    for ident in space.creatures:
        obj = game.state.objects[ident]
        for power, toughness, why in game.rules.parts_of_bonus(
            game, obj, game.characteristics(ident)
        ):
            said.append(f"{view.object_name(ident)} gets {power:+}/{toughness:+}: {why}")
    for line in dict.fromkeys(said):
        page.say(f"  {line}.")
    if not said and (space.face_up or space.square):
        page.say("  Nothing: a creature here has the same size as elsewhere.")


def _bonus_lines(view: View, game: Game, at: int) -> list[str]:
    """Return what a space gives to creatures of each color, by player if they differ."""
    from engine.fronts.common.terrain import offered

    state = game.state
    ident = next((ident for ident in state.battlefield if state.objects[ident].space >= 0), 0)
    ident = ident or next(iter(state.objects), 0)
    if not view.rules.terrain or at < 0 or not ident:
        return []
    seats = [player.seat for player in view.players if not player.out]
    found: dict[tuple[str, int, int, str], list[int]] = {}
    for seat in seats:
        like = replace(state.objects[ident], controller=seat)
        for gift in offered(game, view.rules.terrain, at, like):
            found.setdefault(gift, []).append(seat)
    return [
        f"{_receivers(view, color, whose, seats)} {power:+}/{toughness:+}: {why}"
        for (color, power, toughness, why), whose in found.items()
    ]


def _receivers(view: View, color: str, whose: list[int], seats: list[int]) -> str:
    """Return the subject and verb: "A black creature of Edna's gets"."""
    article = "An" if color[:1] in ("a", "e", "i", "o", "u") else "A"
    what = f"{article} {color} creature" if color else "Any creature"
    if whose == seats:
        return f"{what} gets"
    owners = listed([owner(view.players[seat].name) for seat in whose], "or")
    return f"{what} of {owners} gets"


def _tell_of_player(page: ExplanationLines, view: View, player: PlayerView) -> None:
    """Add how close a player is to winning and losing."""
    lines = (
        [f"  {many(player.areas_held, 'area')} held, {player.areas_to_win} needed to win."]
        if player.areas_to_win
        else []
    )
    lines += (
        [f"  {player.life} life left; at 0 life, a player loses."]
        if player.life is not None
        else []
    )
    lines += (
        [f"  {many(player.turns_left, 'turn')} left to retake the Stronghold."]
        if player.turns_left is not None
        else []
    )
    lines += [
        f"  {many(player.library_count, 'card')} in the library, {player.hand_count} in hand."
    ]
    page.head(f"How {player.name} is doing")
    for line in lines:
        page.say(line)


# --- words ---


def _tell_words(page: ExplanationLines, view: View, item: ObjectView) -> None:
    """Add the meaning of keywords and verbs, in Magic and in this variant."""
    from engine.cards.reminders import keyword_name, reminders

    found = reminders(item.keywords, item.text)
    if not found:
        return
    page.head("Its text")
    for word, meaning in found:
        line = styled(f"{word}: ", theme.STRONG).append_text(symbols.rules_style(meaning + "."))
        page.lines.append(line)
        page.quote(about(view.rules, keyword_name(word) or word))
