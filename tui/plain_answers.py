"""The answers that the plain table reads out, and what somebody means who types words instead of a number."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine import notation
from engine.actions import Action, IllegalAction
from engine.game import Game
from engine.view import View
from tui import plain_words
from tui.choosing import ASIDE, NOTHING, Choosing, Spot
from tui.command_line import UnknownCommand, understand
from tui.wording import sentence


class Option(Struct, frozen=True):
    """An answer in words: an action, a spot to pick on the way to one, or several answers that are read out when it is chosen."""

    words: str
    spot: Spot = NOTHING
    action: Action | None = None
    options: tuple[Option, ...] = ()


def options_of(choosing: Choosing) -> list[Option]:
    """Everything that can be answered now: equals once, what only makes mana together, and last what stands beside the question."""
    view = choosing.view
    found: dict[str, list[Spot]] = {}
    for spot in choosing.candidates():
        found.setdefault(plainly(choosing, spot), []).append(spot)
    options = [(spots[0], Option(_counted(words, len(spots)), spots[0])) for words, spots in found.items()]
    mana = [option for spot, option in options if choosing.is_for_mana(spot)]
    others = [option for spot, option in options if option not in mana]
    grouped = [Option(f"Make mana by hand, in one of {len(mana)} ways", options=tuple(mana))] if len(mana) > 1 and others else mana
    beside = [Option(sentence(action, view), action=action) for action in view.actions if action.verb in ASIDE and not choosing.picked]
    return [*others, *beside, *grouped] if others else [*grouped, *beside]


def plainly(choosing: Choosing, spot: Spot) -> str:
    """A candidate in words: what picking it does, and what tells it from others of its name."""
    label, about = choosing.label(spot), plain_words.spot_words(choosing.view, spot)
    return f"{label.removesuffix('…')} {about}".rstrip() + ("…" if label.endswith("…") else "")


def _counted(words: str, number: int) -> str:
    return words if number == 1 else f"{words}; one of {number} alike"


def matching(answer: str, choosing: Choosing, options: Sequence[Option]) -> list[Option]:
    """The answers that somebody may mean: a space by its name, or those that have all the words."""
    spot = Spot("space", name=answer)
    if spot in choosing.numbers():
        return [Option(answer, spot)]
    wanted = answer.lower().split()
    whole = [option for option in options if option.words.lower() == answer.lower()]
    every = [*options, *(inner for option in options for inner in option.options)]
    return whole or [option for option in every if all(_has(option.words, word) for word in wanted)]


def _has(words: str, wanted: str) -> bool:
    """Whether one of several words begins with what is wanted."""
    return f" {wanted}" in f" {words.lower()}"


def meant(answer: str, view: View) -> Action | str:
    """An action in its text form; otherwise what there is to say to the words. Raises IllegalAction for an action that is refused."""
    try:
        done = understand(answer, view)
    except UnknownCommand:
        return f"'{answer}' is no answer here. 'again' reads out the answers, 'help' says what else can be typed."
    if isinstance(done, Action):
        return done
    if isinstance(done, Spot):
        return "\n".join(plain_words.about(view, done.name))
    return f"'{answer}' is a command of the drawn table. 'help' says what can be typed here."


def because(answer: str, view: View) -> str:
    """Why something that somebody names in words can't be done."""
    try:
        action = _wanted(answer, view)
    except LookupError as missing:
        return f"Nothing here is called '{missing.args[0]}'."
    if action is None:
        return "Say what you would do and with what, such as: why cast craw wurm, or why move bears b3."
    if action in view.actions:
        return "That can be done now."
    if any(_begins(legal, action) for legal in view.actions):
        return "That can be begun now; what is asked then is chosen after it."
    try:
        Game(view.rules, view.known).fork().apply(action)
    except IllegalAction as refusal:
        return f"{refusal}."
    return "That can be done now."


def _begins(legal: Action, action: Action) -> bool:
    """Whether an action says the beginning of a legal one."""
    return legal.verb == action.verb and action.object in (0, legal.object) and action.space in ("", legal.space)


def _wanted(answer: str, view: View) -> Action | None:
    """The action of a verb, a thing's name and a space, each as far as it is named; none without a verb. Raises LookupError."""
    try:
        return notation.read(answer, view)
    except IllegalAction:
        pass
    verb, *rest = answer.lower().split() or [""]
    spaces = [word for word in rest if view.has_space(word)]
    name = " ".join(word for word in rest if word not in spaces)
    things = plain_words.things_named(view, name) if name else []
    if name and not things:
        raise LookupError(name)
    if not verb:
        return None
    return Action(verb, things[0].id if things else 0, space=spaces[-1] if spaces else "")
