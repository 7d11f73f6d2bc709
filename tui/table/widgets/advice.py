"""The strip of the adviser: plans in words above the map, or what may come after the best one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from tui.adviser.advice import marked_words, plain_words
from tui.terminal import theme
from tui.widgets.lines import Lines, cut_line, styled, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tui.adviser.advice import Advice
    from tui.table.controllers.model import OpenAdvice

SHARE = 4  # the strip takes at most one of so many of the screen's lines
LEAST_ROWS = 5
THINKING = "The adviser is thinking…"
NOTHING = "The adviser has nothing to say about this."


class AdviceStrip(Lines):
    """The adviser's answer, hidden while the adviser isn't asked."""

    def show_advice(self, advice: OpenAdvice | None, width: int, height: int) -> None:
        """Draw the answer in as many lines as needed, at most a quarter of `height`."""
        most = max(height // SHARE, LEAST_ROWS)
        rows = [] if advice is None else advice_lines(advice, max(width, 20), most)
        if self.display != bool(rows):
            self.display = bool(rows)
        if rows and (self.styles.height is None or self.styles.height.value != len(rows)):
            self.styles.height = len(rows)
        self.paint(
            lambda wide, _: [] if advice is None else advice_lines(advice, max(wide, 20), most)
        )


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
        return _why_lines(open_advice, width, most)
    lines = [_heading(open_advice, width)]
    compares = any(plan.gain is not None for plan in advice.plans)
    for number, plan in enumerate(advice.plans):
        words = marked_words(plan) if number == 0 else plain_words(plan)
        before = styled(f" {percent(plan.chance)} ", theme.STRONG if number == 0 else theme.QUIET)
        if compares:
            before.append(f"{points(plan.gain)} ", theme.CHOICE if number == 0 else theme.QUIET)
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
    text = styled(" Adviser", theme.HERE).append(": your chance of winning after each", theme.QUIET)
    if open_advice.compared and any(
        plan.gain is not None for plan in (open_advice.advice.plans if open_advice.advice else ())
    ):
        text.append(f", and against '{open_advice.compared}'", theme.QUIET)
    elif open_advice.is_settled and _are_alike(open_advice.advice):
        text.append("; these come out about the same", theme.QUIET)
    if not open_advice.is_settled:
        text.append("; still thinking…", theme.QUIET)
    return cut_line(text, width)


def _are_alike(advice: Advice | None) -> bool:
    """Return whether the shown chances of several plans are equal."""
    shown = [] if advice is None else [percent(plan.chance) for plan in advice.plans]
    return len(shown) > 1 and len(set(shown)) == 1


def _why_lines(open_advice: OpenAdvice, width: int, most: int) -> list[Text]:
    """Return what may come after the best plan, in one imagined game."""
    assert open_advice.advice is not None
    best, why = open_advice.advice.plans[0], open_advice.advice.why
    head = "" if best.chance is None else f" ({percent(best.chance).strip()}), as it may go on"
    text = styled(f" Why{head}: ", theme.HERE)
    text.append(" ".join(f"{each.rstrip('.')}." for each in why) or marked_words(best), theme.PLAIN)
    return _cut(wrapped(text, width, "   "), most)


def _cut(lines: Sequence[Text], most: int) -> list[Text]:
    """Return at most so many lines, the last one with a mark if more were left out."""
    if len(lines) <= most:
        return list(lines)
    last = lines[most - 1].copy()
    last.truncate(max(last.cell_len - 2, 1))
    return [*lines[: most - 1], last.append(" …", theme.QUIET)]


def percent(chance: float | None) -> str:
    """Return a chance in four cells: " 62%"; blank if unknown."""
    if chance is None:
        return " " * 4
    # only what is decided is shown as such
    shown = round(100 * chance) if chance in (0.0, 1.0) else min(max(round(100 * chance), 1), 99)
    return f"{shown:3d}%"


def points(gain: float | None) -> str:
    """Return a difference of chances in five cells: "  +5", "  -12", "  =" for none."""
    if gain is None:
        return " " * 5
    number = round(100 * gain)
    return f"{number:+d}".rjust(4) + " " if number else "   = "
