"""Answers that the plain table reads out, and the meaning of typed words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from engine import notation
from engine.actions import Action, IllegalAction, Refusal
from engine.base.effort import TooMuchError
from engine.log import LogLine, many
from engine.variant import clauses
from engine.view import View
from engine.why_not import objection
from tui.plain import words as plain_words
from tui.plain.spoken import aloud
from tui.session import effort
from tui.table import forecast
from tui.table.action_builder import ASIDE, NOTHING, ActionBuilder, Spot
from tui.table.amounts import amounts
from tui.table.grouping import Looks, set_apart
from tui.table.stops import passing
from tui.table.stops.passing import Ahead
from tui.table.typed_commands import UnknownCommand, understand
from tui.table.wording import find, sentence
from tui.terminal.typed_words import TypedQuery, spaces_of

SAME = {"pass": ("pass", "done"), "done": ("done", "pass"), "y": ("yes", "keep"), "yes": ("yes",
"keep"), "n": ("no", "mulligan"),
        "no": ("no", "mulligan")}  # fmt: skip
"""Answers with the same meaning where only one of them is possible."""
PAGE = 12  # answers that are read out at once
# words that don't distinguish answers
FILLERS = frozenset(("to", "with", "at", "in", "from", "the", "a", "an", "my", "on"))


class AnswerOption(Struct, frozen=True):
    """An answer in words: an action, a spot to pick, or several answers to read out next.

    `alike` holds the actions of all identical things if the answer means one of several.
    """

    words: str
    spot: Spot = NOTHING
    action: Action | None = None
    options: tuple[AnswerOption, ...] = ()
    alike: tuple[Action, ...] = ()


def options_of(builder: ActionBuilder, ahead: Ahead | None = None) -> list[AnswerOption]:
    """Return all answers possible now.

    Identical ones appear once, mana abilities together, and answers that decline last.
    """
    view = builder.view
    looks, found = Looks(view), dict[object, list[Spot]]()
    for spot in builder.candidates():
        found.setdefault(_look(builder, spot, looks), []).append(spot)
    firsts = [spots[0] for spots in found.values()]
    words = [plainly(builder, spot) for spot in firsts]
    items = [looks.item(spot.ident) if spot.kind == "object" else None for spot in firsts]
    extra = set_apart(words, [looks.ties(item) if item is not None else [] for item in items])
    options = [
        (spots[0], _option(builder, ", ".join(filter(None, said)), spots))
        for *said, spots in zip(words, extra, found.values(), strict=True)
    ]
    if len(options) > PAGE and all(spot.kind == "space" for spot, _ in options):
        options = [
            (
                NOTHING,
                _spaces(
                    builder,
                    [
                        option
                        for _, option in sorted(options, key=lambda pair: _in_order(pair[0].name))
                    ],
                ),
            )
        ]
    mana = [option for spot, option in options if builder.is_for_mana(spot)]
    others = [option for spot, option in options if option not in mana]
    grouped = (
        [AnswerOption(f"Add mana manually ({len(mana)} ways)", options=tuple(mana))]
        if len(mana) > 1 and others
        else mana
    )
    aside = [action for action in view.actions if action.verb in ASIDE and not builder.picked]
    beside = [AnswerOption(_beside(action, view, ahead), action=action) for action in aside]
    return [*others, *beside, *grouped] if others else [*grouped, *beside]


def _look(builder: ActionBuilder, spot: Spot, looks: Looks) -> object:
    """Return a candidate's appearance and possible next steps, equal for interchangeable ones."""
    ways = frozenset(looks.done(action) for action in builder.after(spot))
    return plainly(builder, spot), looks.of(spot.ident) if spot.kind == "object" else spot, ways


def _spaces(builder: ActionBuilder, options: Sequence[AnswerOption]) -> AnswerOption:
    """Return one answer for many spaces of a board, instead of one for each."""
    prompt = builder.begun() or "Choose"
    names = ", ".join(option.spot.name for option in options)
    return AnswerOption(
        f"{prompt}: name one of these {len(options)} spaces: {names}", options=tuple(options)
    )


def _in_order(name: str) -> tuple[str, int]:
    """Return a sort key for names of squares: a2 before a10."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


def _option(builder: ActionBuilder, words: str, spots: Sequence[Spot]) -> AnswerOption:
    if len(spots) == 1:
        return AnswerOption(words, spots[0])
    actions = [builder.action_at(spot) for spot in spots]
    alike = tuple(action for action in actions if action is not None)
    return AnswerOption(
        f"{words}; one of {len(spots)} identical",
        spots[0],
        alike=alike if len(alike) == len(spots) else (),
    )


def _beside(action: Action, view: View, ahead: Ahead | None) -> str:
    """Return passing, finishing or canceling in words, with the step that follows."""
    said = sentence(action, view)
    if (
        action != passing.closing(view)
        or not (comes := passing.words(view, ahead))
        or comes == said
    ):
        return said
    if comes == passing.END_TURN:
        comes = "your turn ends"
    return comes if comes.startswith(said) else f"{said}: {comes[0].lower()}{comes[1:]}"


def numbers_of(builder: ActionBuilder) -> Mapping[int, AnswerOption]:
    """Return the answers by number if the decision asks for a number, else an empty mapping."""
    return {
        number: AnswerOption(plainly(builder, spot), spot)
        for number, spot in amounts(builder).items()
    }


def plainly(builder: ActionBuilder, spot: Spot) -> str:
    """Return a candidate in words: effect, number of continuations, and place or state."""
    label, about = builder.label(spot), plain_words.spot_words(builder.view, spot)
    action = builder.action_at(spot)
    if action is not None and action.verb == "cast":
        label = plain_words.price_words(builder.view, label.replace(" {", " for {", 1))
    elif action is not None and action.verb == "pay":
        label = label.partition(" (")[0]
    if label.endswith("…"):
        label = f"{label[:-1]} ({many(builder.ways(spot), 'way')})"
    # the name of a space is enough
    unnamed = spot.kind == "space" and spot.name not in label.split()
    return aloud(f"{label.rstrip('.')}; {about}" if about and not unnamed else label)


def matching(
    answer: str, builder: ActionBuilder, options: Sequence[AnswerOption]
) -> list[AnswerOption]:
    """Return the answers that words may mean.

    They are a space by its name, answers with all the words, or whole actions.
    """
    spot = Spot("space", name=answer.lower())
    if spot in builder.numbers():
        return [AnswerOption(answer, spot)]
    said = aloud(answer).lower()
    if (
        said in SAME
        and (named := builder.aside(*SAME[said]) or _alone(builder, SAME[said])) is not None
    ):
        return [AnswerOption(said, action=named)]
    whole = [
        option
        for option in options
        if said in (option.words.lower(), option.action.verb if option.action is not None else "")
    ]
    every = [*options, *(inner for option in options for inner in option.options)]
    query = TypedQuery(said.split(), spaces_of(builder.view), FILLERS)
    return (
        whole
        or [option for option in dict.fromkeys(every) if query.begins_words(option.words)]
        or _whole_actions(query, builder)
    )


def is_sure(answer: str, option: AnswerOption, view: View) -> bool:
    """Return whether words can only mean the answer found.

    They may not if they name a space that the answer mentions as the place of a piece, while
    the piece would go elsewhere.
    """
    about = option.words.partition(";")[0].lower().split()
    goal = option.action.space.lower() if option.action is not None else ""
    named = spaces_of(view).intersection(answer.lower().split())
    return not goal or not named or bool(named.intersection((goal, *about)))


def _alone(builder: ActionBuilder, verbs: Sequence[str]) -> Action | None:
    """Return the first legal action that consists of one of these verbs alone, or None."""
    return next((action for action in builder.view.actions if action in map(Action, verbs)), None)


def _whole_actions(query: TypedQuery, builder: ActionBuilder) -> list[AnswerOption]:
    """Return whole actions for words that give several answers at once.

    An example is "move black knight b3 a3".
    """
    looks, found = Looks(builder.view), dict[object, AnswerOption]()
    for action in builder.left():
        words = plain_words.with_place(
            builder.view,
            aloud(sentence(action, builder.view)),
            find(builder.view, action.object),
        )
        if query.begins_words(words):
            found.setdefault((words, looks.done(action)), AnswerOption(words, action=action))
    return list(found.values())


def meant(answer: str, view: View) -> Action | str:
    """Return the legal action for a text form, else a reply to the words.

    Raises IllegalAction for any other action.
    """
    try:
        done = understand(answer, view)
    except UnknownCommand:
        return (
            f'\'{answer}\' is not an answer here. Type "again" to hear the answers, or "help" '
            "to hear what else you can type."
        )
    except IllegalAction as refusal:
        if refusal.code:
            raise
        return f'{because(answer, view)} Type "again" to hear the answers.'
    if isinstance(done, Action):
        return _legal(done, view)
    if isinstance(done, Spot):
        return "\n".join(plain_words.about(view, done.name))
    if answer.lower() in SAME:
        return f'You can\'t answer {answer.lower()} here. Type "again" to hear the answers.'
    return f"'{answer}' works only on the screen. Type \"help\" to hear what you can type here."


def _legal(action: Action, view: View) -> Action:
    """Return an action if legal now.

    Raises IllegalAction with the reason otherwise.
    """
    if action not in view.actions:
        effort.attempt(view, action)
        raise IllegalAction("", "that isn't one of the answers right now")
    return action


def because(answer: str, view: View) -> str:
    """Return why the action that some words name is impossible, in words."""
    try:
        action = _wanted(answer, view)
    except LookupError as missing:
        return f"There is nothing called '{missing.args[0]}' here."
    if action is None:
        return (
            'Type "why", then what you want to do and with what, such as "why cast craw wurm" '
            'or "why move bears b3".'
        )
    if action in view.actions:
        return "You can do that now."
    if any(_begins(legal, action) for legal in view.actions):
        return "You can start that now. You will be asked for the rest afterward."
    try:
        _try(view, action)
    except IllegalAction as refusal:
        return plain_words.full_stop(f"{str(refusal)[:1].upper()}{str(refusal)[1:]}")
    return "You can do that now."


def _try(view: View, action: Action) -> None:
    """Try an action in the position as the player knows it. Raises IllegalAction.

    A player without a decision gets the refusal that would apply with priority.
    """
    if (
        view.seat is None
        or view.winners is not None
        or (view.decision is not None and view.decision.seat == view.seat)
    ):
        effort.attempt(view, action)
    elif (refusal := _objection(view, view.seat, action)) is not None:
        raise IllegalAction(view.rules.clause(refusal.rule), refusal.message)
    elif view.decision is not None:
        raise IllegalAction("", f"{view.players[view.decision.seat].name} is choosing")


def _objection(view: View, seat: int, action: Action) -> Refusal | None:
    try:
        with effort.limited(effort.FORECAST):
            return objection(effort.seen(view), seat, action)
    except TooMuchError:
        return Refusal("question.answer", effort.TOO_MUCH_TO_TRY)


def by_clause(numbers: str, said: str, log: Sequence[LogLine]) -> str:
    """Return the text of cited clauses.

    Without any, return that of the clause behind the last line of the log with all the words.
    """
    if found := clauses.cited(numbers):
        return " ".join(f"{number}: {clauses.sentence(number)}" for number in found)
    wanted = said.lower().split()
    line = next(
        (
            line
            for line in reversed(log)
            if line.clause and all(word in line.lower() for word in wanted)
        ),
        None,
    )
    if line is None:
        return (
            "No line of the log with these words cites a clause."
            if wanted
            else "No line of the log cites a clause yet."
        )
    return f"{plain_words.full_stop(line)} {line.clause}: {clauses.sentence(line.clause)}".strip()


def outcome(view: View, builder: ActionBuilder, option: AnswerOption) -> str:
    """Return the result of an answer if nobody responds, in a few words.

    It is empty if there is no result, or if a further choice follows.
    """
    action = option.action or (builder.action_at(option.spot) if option.spot != NOTHING else None)
    if action is None or action.verb in ASIDE or builder.is_for_mana(option.spot):
        return ""
    trial = forecast.of(view).trial(action)
    return forecast.results(view, trial) if trial is not None else ""


def reading(view: View, builder: ActionBuilder, option: AnswerOption) -> Iterator[str]:
    """Yield lines about an answer: its forecast, then everything about its object."""
    from tui.explain.why import answers
    from tui.table.selection import Selection

    action = option.action or builder.action_at(option.spot)
    trial = forecast.of(view).trial(action) if action is not None else None
    yield from forecast.told(view, trial) if trial is not None else ()
    if forecast.of(view).is_too_much(action):
        yield effort.TOO_MUCH
    spot = (
        next(iter(builder.way_to(action)), NOTHING)
        if option.spot == NOTHING and action is not None
        else option.spot
    )
    if spot.kind in ("", "word"):
        yield plain_words.full_stop(option.words)
        return
    selection = Selection(view)
    selection.builder = builder
    selection.go_to(spot)
    name, lines = answers(selection, width=plain_words.WIDE)
    yield plain_words.full_stop(name)
    yield from (plain_words.spoken(line.plain) for line in lines if line.plain.strip())


def _begins(legal: Action, action: Action) -> bool:
    """Return whether an action is the beginning of a legal one."""
    return (
        legal.verb == action.verb
        and action.object in (0, legal.object)
        and action.space in ("", legal.space)
    )


def _wanted(answer: str, view: View) -> Action | None:
    """Return the action with the verb, name and space in an answer; None without a verb.

    Raises LookupError for an unknown name.
    """
    try:
        return notation.read(answer, view)
    except IllegalAction:
        pass
    verb, *rest = answer.lower().split() or [""]
    spaces = [word for word in rest if view.has_space(word)]
    name = " ".join(word for word in rest if word not in spaces and word not in FILLERS)
    things = plain_words.things_named(view, name) if name else []
    if name and not things:
        raise LookupError(name)
    if not verb:
        return None
    return Action(verb, things[0].id if things else 0, space=spaces[-1] if spaces else "")
