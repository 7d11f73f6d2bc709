"""What can be typed after a colon: an action's text form, a space's name, or a command of the
table.
"""

from __future__ import annotations

from textual.suggester import Suggester, SuggestFromList

from engine import notation
from engine.actions import Action, IllegalAction
from engine.base.nearest import nearest
from engine.view import View
from tui.settings import key_commands
from tui.table.action_builder import Spot


class UnknownCommand(Exception):  # noqa: N818 - the name says what it is
    """Words that mean nothing at the table."""


def understand(text: str, view: View) -> Action | Spot | key_commands.Command:
    """What a line means. Raises IllegalAction or UnknownCommand with words for the player."""
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
    """A legal action whose text form has all these words in it, numbers of objects left out;
    none unless exactly one.
    """
    found = [
        action for action in view.actions if _matches(words, notation.write(action, view).split())
    ]
    return found[0] if len(found) == 1 else None


def _matches(words: list[str], written: list[str]) -> bool:
    return words[0] == written[0] and all(
        any(_is_meant(word, part) for part in written[1:]) for word in words[1:]
    )


def _is_meant(word: str, part: str) -> bool:
    """Return whether a typed word stands for a part of a text form: the beginning of a name, but
    a whole number or space.
    """
    if any(sign.isdigit() for sign in word):
        return word in (part, part.partition("#")[0])
    return part.startswith(word)


def suggester(view: View) -> Suggester:
    """Completes the text forms of the legal actions, then the key_commands."""
    actions = [notation.write(action, view) for action in view.actions]
    return SuggestFromList(
        [*actions, *(command.name for command in key_commands.in_scope("table"))],
        case_sensitive=False,
    )


VERBS = frozenset(
    ("pass", "cast", "activate", "move", "attack", "attacker", "block", "target", "pay", "choose",
    "done", "take-back", "keep", "mulligan")
)  # fmt: skip
"""Verbs whose refusals are worth hearing even when no such action is legal now."""
