"""The capabilities of a terminal: cursor movement, colors and characters.

TERM and the system's terminfo decide first. COLORTERM only adds colors to a terminal that has some,
since the variable is passed on to any program inside. NO_COLOR is respected.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import NamedTuple

# numbers of colors, as settings name them
MONO, SIXTEEN, MANY, TRUE = "mono", "16", "256", "true"


class TerminalKind(NamedTuple):
    """The capabilities of a type of terminal: number of colors, and a movable cursor."""

    colors: int
    moves: bool


class Terminal(NamedTuple):
    """A terminal."""

    name: str
    draws: bool  # whether a full screen can be drawn
    colors: str
    ascii: bool  # whether the terminal is limited to ASCII


def this_terminal(environ: Mapping[str, str] | None = None) -> Terminal:
    """Return the terminal that the program runs in."""
    environ = os.environ if environ is None else environ
    name = environ.get("TERM", "")
    if os.name == "nt":
        return Terminal("console", True, MONO if environ.get("NO_COLOR") else TRUE, False)
    return described(name, _looked_up(name) or by_name(name), environ)


def described(name: str, known: TerminalKind, environ: Mapping[str, str]) -> Terminal:
    """Return a terminal of a known type, adjusted to the environment."""
    colors = MONO if environ.get("NO_COLOR") else _colors(known, environ)
    return Terminal(name, known.moves, colors, _has_ascii_alone(name, environ))


def _looked_up(name: str) -> TerminalKind | None:
    """Return the terminfo entry of a terminal; None without one.

    Only one name can be looked up per process.
    """
    try:
        import curses

        curses.setupterm(name, 1)
        return TerminalKind(curses.tigetnum("colors"), bool(curses.tigetstr("cup")))
    # no curses, no entry or an unreadable one: `by_name` must do
    except Exception:
        return None


def by_name(name: str) -> TerminalKind:
    """Return the capabilities suggested by the name of a terminal."""
    if name in ("", "dumb", "unknown", "network", "emacs"):
        return TerminalKind(-1, False)
    if "direct" in name or name.endswith("truecolor"):
        return TerminalKind(1 << 24, True)
    if "256" in name or name.startswith(
        ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm")
    ):
        return TerminalKind(256, True)
    colorless = re.match(r"vt\d", name) or name.endswith(("-m", "-mono", "-nc"))
    return TerminalKind(-1 if colorless else 8, True)


def _colors(known: TerminalKind, environ: Mapping[str, str]) -> str:
    if known.colors < 8:
        return MONO
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit") or known.colors > 256:
        return TRUE
    return MANY if known.colors == 256 else SIXTEEN


def _has_ascii_alone(name: str, environ: Mapping[str, str]) -> bool:
    """Return whether the terminal or its locale predates Unicode.

    Without any information, it does not.
    """
    if re.match(r"vt\d", name):
        return True
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or "UTF-8"
    return not re.search(r"utf-?8", locale, re.IGNORECASE)
