"""Typed commands: an action's text form, a space's name, or a command of the table."""

from __future__ import annotations

from textual.suggester import Suggester, SuggestFromList

from engine import notation
from engine.actions import Action, IllegalAction
from engine.base.nearest import nearest
from engine.view import View
from tui.settings import key_commands
from tui.table.action_builder import Spot


class UnknownCommand(Exception):  # noqa: N818 - the name says what it is
    """Typed words without a meaning at the table."""


def understand(text: str, view: View) -> Action | Spot | key_commands.Command:
    """Return the action, spot or command that a typed line means.

    Raises IllegalAction or UnknownCommand with a message for the player.
    """
    words = text.split()
    if not words:
        raise UnknownCommand(
            "Type an action such as 'pass', a space such as 'b2', or a command such as 'help'."
        )
    if len(words) == 1 and view.has_space(words[0]):
        return Spot("space", name=words[0])
    if (command := key_commands.BY_ID.get(f"table.{'-'.join(words)}")) is not None:
        return command
    verbs = {action.verb for action in view.actions}
    known = verbs | {command.name for command in key_commands.in_scope("table")}
    if words[0] not in VERBS | verbs:
        near = nearest(words[0], known)
        raise UnknownCommand(
            f"'{words[0]}' is not an action, space or command here."
            + (f" Did you mean '{near[0]}'?" if near else "")
        )
    try:
        return notation.read(text, view)
    except IllegalAction as problem:
        named = _by_name(words, view)
        if named is None:
            raise problem from None
        return named


def _by_name(words: list[str], view: View) -> Action | None:
    """Return the only legal action with all of some words in its text form, or None.

    A word need not contain an object's number.
    """
    found = [action for action in view.actions if _matches(words, _parts(action, view))]
    return found[0] if len(found) == 1 else None


def _parts(action: Action, view: View) -> list[str]:
    """Return the words of an action's text form, and each word of a choice such as "Time Lord"."""
    start, word = notation.part_word(notation.write(action, view))
    return [*start.split(), *([f"={word}"] if word else []), *word.split(), *word.lower().split()]


def _matches(words: list[str], written: list[str]) -> bool:
    return words[0] == written[0] and all(
        any(_is_meant(word, part) for part in written[1:]) for word in words[1:]
    )


def _is_meant(word: str, part: str) -> bool:
    """Return whether a typed word matches a part of a text form.

    A name matches by its beginning; a number or space only as a whole.
    """
    if any(sign.isdigit() for sign in word):
        return word in (part, part.partition("#")[0])
    return part.startswith(word)


def suggester(view: View) -> Suggester:
    """Return a suggester of the legal actions' text forms and of the commands."""
    actions = [notation.write(action, view) for action in view.actions]
    return SuggestFromList(
        [*actions, *(command.name for command in key_commands.in_scope("table"))],
        case_sensitive=False,
    )


VERBS = frozenset(
    ("pass", "cast", "activate", "move", "attack", "attacker", "block", "target", "pay", "choose",
    "done", "take-back", "keep", "mulligan")
)  # fmt: skip
"""Verbs whose refusals are worth reading even if no such action is legal now."""
