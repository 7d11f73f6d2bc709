"""The prompt: the current question and the effect of Enter."""

from __future__ import annotations

import re

from rich.text import Text

from engine.log import many
from engine.variant.clauses import cited, sentence
from tui.session import effort
from tui.settings import key_commands
from tui.table import forecast
from tui.table.action_builder import NOTHING
from tui.table.selection import Selection
from tui.terminal import symbols, theme
from tui.terminal.clause_numbers import are_shown, text_without
from tui.widgets.lines import Lines, cut_line, justified, styled, wrapped

# the end of a question that offers to pass or be done
CLOSING = re.compile(r",? or (pass|be done( with \w+)?( this turn)?)\b")
REFUSED = " ! "  # start of a refusal


LET_GO = re.compile(r"Let go of .*$")  # label of the key that cancels a pick
# usual and maximal lines of the prompt; extra lines shrink the log, then the map
ROWS, MOST_ROWS = 2, 5
# cells of an option's label that a forecast never displaces; a shorter label is never cut
LEAST_LABEL = 44


class Prompt(Lines):
    """The question, and below it the choice under the cursor or a message.

    Each takes one line, or more if needed.
    """

    def show_selection(
        self,
        selection: Selection,
        message: Text,
        waiting: str = "",
        *,
        closing: str = "",
        asking: str = "",
    ) -> None:
        """Draw the question and the effect of the key that passes (`closing`).

        A message takes the place of the choice; `waiting`, or a question of the screen's own
        (`asking`), takes the place of the question.
        """
        why = key_commands.first_key("table.why", getattr(self.app, "keymap", {}))

        shown = message if are_shown(self.app) else text_without(message)

        def lines(width: int, _: int) -> list[Text]:
            question = (
                styled(f" {asking}", theme.STRONG) if asking else question_line(selection, waiting)
            )
            short = None if asking or waiting else short_question(selection)
            asked = question_lines(question, closing, width, short)
            if shown.plain:
                return [*asked, *message_lines(shown, why, width)]
            return [*asked, *choice_lines(selection, width, choice_rows(selection, len(asked)))]

        self._take_room(len(lines(self.size.width or 80, ROWS)))
        self.paint(lines)

    def _take_room(self, wanted: int) -> None:
        """Set the height to `wanted` lines at the expense of the log at the bottom."""
        rows = min(max(wanted, ROWS), MOST_ROWS)
        if (self.styles.height is None or self.styles.height.value != rows) and self.is_attached:
            self.styles.height = rows
            usual = 2 if self.screen.has_class("-medium") else 1
            if self.screen.has_class("-tall"):
                usual = 4
            for log in self.screen.query("#foot-log"):
                log.styles.height = None if rows == ROWS else max(usual + ROWS - rows, 0)


def question_lines(
    question: Text, closing: str, width: int, short: Text | None = None
) -> list[Text]:
    """Return a question with the label of the key that passes at the right.

    If one line is too short, use the shortest words, then more lines.
    """
    # the label of the key already says so
    if said := CLOSING.search(question.plain) if closing else None:
        question = question[: said.start()] + question[said.end() :]
    ends = list(dict.fromkeys((closing, LET_GO.sub("Let go", closing))))
    for words, end in (
        (words, end) for words in (question, short) if words is not None for end in ends
    ):
        right = styled(f"{end} ", theme.CHOICE) if end else Text()
        if words.cell_len + bool(end) + right.cell_len <= width:
            return [justified(words, right, width)]
    lines = wrapped(question, width, "  ")
    right = styled(f"{ends[-1]} ", theme.CHOICE) if closing else Text()
    if lines[-1].cell_len + bool(closing) + right.cell_len > width:
        lines.append(Text())
    return [*lines[:-1], justified(lines[-1], right, width)]


def short_question(selection: Selection) -> Text | None:
    """Return a short question while a priority action is being composed, else None.

    The question names the begun action only, without the other possible actions.
    """
    decision, begun = selection.view.decision, selection.builder.begun()
    if decision is None or decision.kind != "priority" or not begun:
        return None
    text = question_line(selection)
    return text[: -len(decision.prompt)].append(f"{begun}…", theme.STRONG)


def question_line(selection: Selection, waiting: str = "") -> Text:
    """Return the question with the name of the deciding player."""
    decision = selection.view.decision
    if waiting or decision is None:
        return styled(f" {waiting or 'The game is over'}", theme.QUIET)
    text = Text(" ")
    player = selection.view.players[decision.seat]
    text.append(
        f" {symbols.letters_of(selection.view)[decision.seat]} ", theme.badge_style(decision.seat)
    )
    text.append(f" {player.name}: ", theme.seat_style(decision.seat))
    turn = selection.view.turn
    if decision.kind == "priority" and turn.active != decision.seat and turn.number:
        text.append(f"{selection.view.players[turn.active].name}'s turn, ", theme.PLAIN)
    text.append(decision.prompt, theme.STRONG)
    return text


def refusal(words: str) -> Text:
    """Return a styled message of refusal."""
    return styled(f"{REFUSED}{words}", theme.DANGER)


def message_lines(message: Text, key: str, width: int) -> list[Text]:
    """Return a message in as many lines as needed, a refusal with the key that explains."""
    line = told_line(message, key, width)
    if message.plain in line.plain and line.cell_len <= width:
        return [line]
    return wrapped(
        message.copy().append_text(_hint(key)) if message.plain.startswith(REFUSED) else message,
        width,
        "   ",
    )


def told_line(message: Text, key: str, width: int) -> Text:
    """Return a message; a refusal is followed by its clause's text.

    Without room for the text, the key that explains follows.
    """
    if not message.plain.startswith(REFUSED):
        return message
    for number in cited(message.plain)[:1]:
        whole = message.copy().append(f"  {sentence(number)}", theme.QUIET)
        if whole.cell_len <= width:
            return whole
    hint = _hint(key)
    return cut_line(message.copy(), width - hint.cell_len).append_text(hint)


def _hint(key: str) -> Text:
    """Return the key that explains a refusal."""
    return styled("  ", theme.QUIET).append(key, theme.KEY).append(" why", theme.QUIET)


def said_of(problem: Exception) -> str:
    """Return a refusal with its clause number first, where a long message can't hide it."""
    code, message = getattr(problem, "code", ""), getattr(problem, "message", str(problem))
    return f"{code}: {message}" if code else message


def notice(words: str) -> Text:
    """Return a styled message for information."""
    return styled(f" {words}", theme.HERE)


def choice_rows(selection: Selection, asked: int) -> int:
    """Return the maximal number of lines for the choice below a question of `asked` lines.

    A forecast always gets a second line.
    """
    return ROWS if asked < ROWS or selection.foreseen() is not None else 1


def choice_lines(selection: Selection, width: int, most: int) -> list[Text]:
    """Return the line of the choice, continued over at most `most` lines if too long."""
    line, whole = choice_line(selection, width), choice_line(selection)
    label = (
        selection.builder.label(candidate)
        if (candidate := selection.candidate()) != NOTHING
        else ""
    )
    is_cut = label not in line.plain or (line.plain.endswith("…") and not whole.plain.endswith("…"))
    if most < 2 or not is_cut:
        return [line]
    lines = wrapped(whole, width, "   ")
    rest = (
        Text(" ").join([lines[most - 1], *(each[3:] for each in lines[most:])])
        if len(lines) >= most
        else Text()
    )
    return [*lines[: most - 1], cut_outcome(rest, width)] if len(lines) >= most else lines


def choice_line(selection: Selection, width: int = 0) -> Text:
    """Return the effect of Enter, the number of choices, and a short forecast.

    The line is cut to `width` cells unless `width` is 0. The number of choices is dropped first,
    then the forecast is cut, which the inspector shows in full, then the label.
    """
    text, rest = Text(" "), Text()
    candidate = selection.candidate()
    choices = selection.choices()
    count = len(choices)
    if candidate != NOTHING:
        text.append(f"▸ {selection.label(candidate)}", theme.CHOICE)
        if (leader := selection.leader(candidate)) in choices:
            rest.append(f"  {choices.index(leader) + 1} of {count}", theme.QUIET)
    elif worded := keyed_answers(selection):
        text.append(worded, theme.CHOICE)
    else:
        text.append_text(_uncommitted(selection, count))
    trial = selection.foreseen()
    if trial is None and selection.is_too_much():
        rest.append(f"  {effort.TOO_MUCH}", theme.QUIET)
    if trial is not None and (
        words := forecast.results(selection.view, trial) or lifeless(selection)
    ):
        if rest.cell_len + text.cell_len + len(words) + 5 > width > 0:
            rest = Text()  # drop the number of choices first
        supposed = f"{supposed}: " if (supposed := selection.supposed()) else ""
        rest.append(f"  → {supposed}{words}", theme.HERE)
    elif text.cell_len <= width < text.cell_len + rest.cell_len:
        rest = Text()
    if not width or text.cell_len + rest.cell_len <= width:
        return text.append_text(rest)
    least = 0
    if trial is not None:
        least = LEAST_LABEL if ": " in text.plain else text.cell_len
    text = cut_line(text, max(width - rest.cell_len, min(least, width)))
    return text.append_text(cut_outcome(rest, width - text.cell_len))


def _uncommitted(selection: Selection, count: int) -> Text:
    """Return the line while Enter takes nothing: what is begun, and the choices of Tab."""
    if selection.useless or not count:
        return styled(selection.useless or selection.aimless_words(), theme.QUIET)
    begun = selection.builder.begun()
    text = styled(f"{begun}… " if begun else "", theme.CHOICE)
    tab = f"{many(count, 'choice')}: Tab goes {'through them' if count > 1 else 'to it'}"
    return text.append(tab, theme.QUIET)


def cut_outcome(text: Text, width: int) -> Text:
    """Return a forecast cut to a width after the last part that fits.

    If none fits, the first part is cut.
    """
    if text.cell_len <= width:
        return text
    ends = [found.end() for found in re.finditer("; ", text.plain)]
    fitting = [end for end in ends if text[:end].cell_len < width]
    return text[: fitting[-1]].append("…", theme.HERE) if fitting else cut_line(text, width)


def lifeless(selection: Selection) -> str:
    """Return a note that the targeted player has no life to lose; empty otherwise."""
    candidate = selection.candidate()
    player = selection.view.players[candidate.ident] if candidate.kind == "player" else None
    return (
        f"{player.name} has no life to lose" if player is not None and player.life is None else ""
    )


def keyed_answers(selection: Selection) -> str:
    """Return the labels of the answers if every answer has its own key, else "".

    Such answers are yes and no, keep and mulligan.
    """
    candidates = selection.builder.candidates()
    if not candidates or any(
        spot.kind != "word" or spot.name not in ("yes", "no", "keep", "mulligan")
        for spot in candidates
    ):
        return ""
    return " — or — ".join(selection.builder.label(spot) for spot in candidates)
