"""The strip of the adviser: plans in words above the map, or what may come after the best one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from tui.adviser.advice import marked_words, plain_words
from tui.terminal import theme
from tui.widgets.lines import Lines, cut_line, styled, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.adviser.advice import Advice, AdvisedPlan
    from tui.table.controllers.model import OpenAdvice

SHARE = 4  # the strip takes at most one of so many of the screen's lines
LEAST_ROWS = 5
MORE = " …"  # after text that goes on
THINKING = "The adviser is thinking…"
NOTHING = "The adviser has nothing to say about this."


class AdviceStrip(Lines):
    """The adviser's answer, hidden while the adviser isn't asked."""

    def show_advice(self, advice: OpenAdvice | None, width: int, height: int) -> None:
        """Draw the answer in as many lines as needed, at most a quarter of `height`."""
        most = most_rows(height)
        rows = [] if advice is None else advice_lines(advice, max(width, 20), most)
        if self.display != bool(rows):
            self.display = bool(rows)
        if rows and (self.styles.height is None or self.styles.height.value != len(rows)):
            self.styles.height = len(rows)
        self.paint(
            lambda wide, _: [] if advice is None else advice_lines(advice, max(wide, 20), most)
        )


def most_rows(height: int) -> int:
    """Return the most lines of the strip on a screen of some height."""
    return max(height // SHARE, LEAST_ROWS)


def advice_lines(open_advice: OpenAdvice, width: int, most: int) -> list[Text]:
    """Return the lines of an answer: the plans with their chances, or the reason."""
    if open_advice.problem:
        return _cut(wrapped(styled(f" {open_advice.problem}", theme.DANGER), width, "   "), most)
    advice = open_advice.advice
    if advice is None:
        return [styled(f" {THINKING}", theme.HERE)]
    if not advice.plans:
        return [styled(f" {NOTHING}", theme.HERE)]
    if open_advice.tells_why:
        pages = why_pages(open_advice, width, most)
        return pages[min(open_advice.page, len(pages) - 1)]
    lines = [_heading(open_advice, width)]
    compares = any(plan.gain is not None for plan in advice.plans)
    for number, plan in enumerate(advice.plans):
        words = marked_words(plan) if number == 0 else plain_words(plan)
        before = styled(f" {percent(plan.chance)} ", theme.STRONG if number == 0 else theme.QUIET)
        if compares:
            before.append(f"{points(plan)} ", theme.CHOICE if number == 0 else theme.QUIET)
        text = before.append(words, theme.CHOICE if number == 0 else theme.PLAIN)
        rows = 2 if number == 0 else 1
        indent = " " * (12 if compares else 6)
        lines += _cut(wrapped(text, width, indent), rows)
    return lines[:most]


def _heading(open_advice: OpenAdvice, width: int) -> Text:
    """Return the line above the plans: what their numbers mean."""
    if open_advice.advice is not None and open_advice.advice.plans[0].chance is None:
        return styled(" Adviser: what this step asks for", theme.HERE)
    if open_advice.goes_on:
        return styled(" Adviser: the plan goes on", theme.HERE)
    advice = open_advice.advice
    end = "" if open_advice.is_settled else "; still thinking…"
    head = ": chance of winning"
    if open_advice.compared and advice and any(plan.gain is not None for plan in advice.plans):
        named = f"{head}, against '{open_advice.compared}'"
        fits = len(f" Adviser{named}{end}") <= width
        head = named if fits else f"{head}, against the choice at the cursor"
    elif not end and _are_alike(advice):
        end = "; these come out about the same"
    text = styled(" Adviser", theme.HERE).append(f"{head}{end}", theme.QUIET)
    return cut_line(text, width)


def _are_alike(advice: Advice | None) -> bool:
    """Return whether the shown chances of several plans are equal."""
    shown = [] if advice is None else [percent(plan.chance) for plan in advice.plans]
    return len(shown) > 1 and len(set(shown)) == 1


def why_pages(open_advice: OpenAdvice, width: int, most: int) -> list[list[Text]]:
    """Return what the best plan achieves and what may come after it, in parts of `most` lines."""
    if open_advice.advice is None or not open_advice.advice.plans:
        return [[]]
    advice = open_advice.advice
    best = advice.plans[0]
    chance = "" if best.chance is None else f" ({percent(best.chance).strip()})"
    told = _as_text(advice.why) or marked_words(best)
    if advice.outcome:
        text = styled(f" Why{chance}: ", theme.HERE).append(_as_text(advice.outcome), theme.CHOICE)
        text.append(" It may go on like this: ", theme.HERE)
    else:
        text = styled(f" Why{chance}{', as it may go on' if chance else ''}: ", theme.HERE)
    lines = list(wrapped(text.append(told, theme.PLAIN), width - len(MORE), "   "))
    pages = [lines[at : at + most] for at in range(0, len(lines), most)]
    for page in pages[:-1]:
        page[-1] = page[-1].copy().append(MORE, theme.QUIET)
    return pages


def _as_text(sentences: Sequence[str]) -> str:
    return " ".join(f"{each.rstrip('.')}." for each in sentences)


def _cut(lines: Sequence[Text], most: int) -> list[Text]:
    """Return at most so many lines, the last one with a mark if more were left out.

    Words are left out whole.
    """
    if len(lines) <= most:
        return list(lines)
    last = lines[most - 1].copy()
    if len(lines[most - 1].plain.split()) > 1:
        last.truncate(len(last.plain.rstrip()[: -len(MORE)].rpartition(" ")[0]))
    else:
        last.truncate(max(last.cell_len - len(MORE), 1))
    return [*lines[: most - 1], last.append(MORE, theme.QUIET)]


def percent(chance: float | None) -> str:
    """Return a chance in four cells: " 62%"; blank if unknown."""
    if chance is None:
        return " " * 4
    return f"{_shown(chance):3d}%"


def _shown(chance: float) -> int:
    """Return a chance as the number that is shown: only what is decided is 0 or 100."""
    if chance in (0.0, 1.0):
        return round(100 * chance)
    return min(max(round(round(100 * chance, 6)), 1), 99)


def points(plan: AdvisedPlan) -> str:
    """Return by how much a plan is better: "  +5", "  -12", "  =" for none, in five cells.

    It is the difference of the numbers that are shown.
    """
    if plan.gain is None or plan.chance is None:
        return " " * 5
    number = _shown(plan.chance) - _shown(round(plan.chance - plan.gain, 9))
    return f"{number:+d}".rjust(4) + " " if number else "   = "
