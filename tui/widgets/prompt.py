"""The prompt: what is asked and what Enter would do."""

from __future__ import annotations

import re

from rich.text import Text

from engine.clauses import cited, sentence
from tui import forecast, keys, marks, theme
from tui.choosing import NOTHING
from tui.desk import Desk
from tui.widgets.lines import Lines, cut_line, justified, styled

CLOSING = re.compile(r",? or (pass|be done( with \w+)?( this turn)?)\b")
"""How questions say that one may pass or be done."""
REFUSED = " ! "
"""How a refusal begins."""


class Prompt(Lines):
    """Two lines: the question, and the choice under the cursor or a message."""

    def show_desk(self, desk: Desk, message: Text, waiting: str = "", *, closing: str = "", asking: str = "") -> None:
        """Draw the question, and what the key that passes does (`closing`).

        A message stands in place of the choice, `waiting` or what the screen itself is `asking` in place of the question.
        """
        why = keys.key_words(getattr(self.app, "keymap", {}).get("table.why", keys.BY_ID["table.why"].keys))[0]

        def lines(width: int, _: int) -> list[Text]:
            question = styled(f" {asking}", theme.STRONG) if asking else question_line(desk, waiting)
            return [_closed(question, closing, width), told_line(message, why, width) if message.plain else choice_line(desk, width)]

        self.paint(lines)


def _closed(question: Text, closing: str, width: int) -> Text:
    """A question with what the key that passes does, which stands at the right and is never cut off for the question's sake."""
    if not closing:
        return cut_line(question, width)
    if said := CLOSING.search(question.plain):  # what its key says need not be said twice
        question = question[: said.start()] + question[said.end() :]
    return justified(question, styled(f"{closing} ", theme.CHOICE), width)


def question_line(desk: Desk, waiting: str = "") -> Text:
    """Who is asked what."""
    decision = desk.view.decision
    if waiting or decision is None:
        return styled(f" {waiting or 'The game is over'}", theme.QUIET)
    text = Text(" ")
    player = desk.view.players[decision.seat]
    text.append(f" {marks.letters_of(desk.view)[decision.seat]} ", theme.badge_style(decision.seat))
    text.append(f" {player.name}: ", theme.seat_style(decision.seat))
    turn = desk.view.turn
    if decision.kind == "priority" and turn.active != decision.seat and turn.number:
        text.append(f"{desk.view.players[turn.active].name}'s turn, ", theme.PLAIN)
    text.append(decision.prompt, theme.STRONG)
    return text


def refusal(words: str) -> Text:
    """A message that something can't be done."""
    return styled(f"{REFUSED}{words}", theme.DANGER)


def told_line(message: Text, key: str, width: int) -> Text:
    """A message; after a refusal what its clause says or, where there is no room, the key that tells."""
    if not message.plain.startswith(REFUSED):
        return message
    for number in cited(message.plain)[:1]:
        whole = message.copy().append(f"  {sentence(number)}", theme.QUIET)
        if whole.cell_len <= width:
            return whole
    hint = styled("  ", theme.QUIET).append(key, theme.KEY).append(" why", theme.QUIET)
    return cut_line(message.copy(), width - hint.cell_len).append_text(hint)


def said_of(problem: Exception) -> str:
    """A refusal with its clause first, so that the clause is read however long the rest is."""
    code, message = getattr(problem, "code", ""), getattr(problem, "message", str(problem))
    return f"{code}: {message}" if code else message


def notice(words: str) -> Text:
    """A message that something is so."""
    return styled(f" {words}", theme.HERE)


def choice_line(desk: Desk, width: int = 0) -> Text:
    """What Enter does now, how many other choices there are, and what comes of it in few words; cut to a width if one is given."""
    text, rest = Text(" "), Text()
    candidate = desk.candidate()
    count = len(desk.choosing.numbers())
    if candidate != NOTHING:
        text.append(f"▸ {desk.choosing.label(candidate)}", theme.CHOICE)
        rest.append(f"  {desk.number_of(candidate)} of {count}", theme.QUIET)
    elif worded := keyed_answers(desk):
        text.append(worded, theme.CHOICE)
    elif count:
        text.append(f"{begun}… " if (begun := desk.choosing.begun()) else "", theme.CHOICE)
        text.append(f"{count} choice{'s' if count > 1 else ''}: Tab goes to the first", theme.QUIET)
    trial = desk.foreseen()
    if trial is not None and (words := forecast.results(desk.view, trial)):
        if rest.cell_len + text.cell_len + len(words) + 3 > width > 0:
            rest = Text()  # the number of choices goes first
        rest.append(f"  → {words}", theme.HERE)
    return (cut_line(text, max(width - rest.cell_len, 0)) if width else text).append_text(rest)


def keyed_answers(desk: Desk) -> str:
    """The answers, where all of them have keys of their own: yes and no, keep and mulligan."""
    candidates = desk.choosing.candidates()
    if not candidates or any(spot.kind != "word" or spot.name not in ("yes", "no", "keep", "mulligan") for spot in candidates):
        return ""
    return " — or — ".join(desk.choosing.label(spot) for spot in candidates)
