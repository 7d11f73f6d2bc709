"""What this terminal can do, as far as it says: whether a screen can be drawn on it at all, how
many colours, which letters.

TERM and what the system knows of such terminals (terminfo) come first; COLORTERM adds colours only
to a terminal that has some, since it is passed on to whatever runs inside. NO_COLOR is a wish, and
is heard as one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from typing import NamedTuple

# how many colours there are, as settings name them
MONO, SIXTEEN, MANY, TRUE = "mono", "16", "256", "true"


class Known(NamedTuple):
    """What is known of a kind of terminal: how many colours it has, and whether the cursor can
    be put anywhere.
    """

    colors: int
    moves: bool


class Terminal(NamedTuple):
    """A terminal."""

    name: str
    draws: bool  # a whole screen can be drawn on it
    colors: str
    ascii: bool  # it has no letters but ASCII


def this_terminal(environ: Mapping[str, str] | None = None) -> Terminal:
    """The terminal that the program runs in."""
    environ = os.environ if environ is None else environ
    name = environ.get("TERM", "")
    if os.name == "nt":
        return Terminal("console", True, MONO if environ.get("NO_COLOR") else TRUE, False)
    return described(name, _looked_up(name) or by_name(name), environ)


def described(name: str, known: Known, environ: Mapping[str, str]) -> Terminal:
    """A terminal by its name, what is known of such, and what else is said of this one."""
    colors = MONO if environ.get("NO_COLOR") else _colors(known, environ)
    return Terminal(name, known.moves, colors, _has_ascii_alone(name, environ))


def _looked_up(name: str) -> Known | None:
    """What the system's terminfo says; nothing where there is none, or no such terminal in it.

    It looks up one name a process.
    """
    try:
        import curses

        curses.setupterm(name, 1)
        return Known(curses.tigetnum("colors"), bool(curses.tigetstr("cup")))
    # no curses on this system, no such entry, or one that can't be read: whatever it is, the name
    # must do
    except Exception:
        return None


def by_name(name: str) -> Known:
    """What the name of a terminal tells by itself."""
    if name in ("", "dumb", "unknown", "network", "emacs"):
        return Known(-1, False)
    if "direct" in name or name.endswith("truecolor"):
        return Known(1 << 24, True)
    if "256" in name or name.startswith(
        ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm")
    ):
        return Known(256, True)
    colorless = re.match(r"vt\d", name) or name.endswith(("-m", "-mono", "-nc"))
    return Known(-1 if colorless else 8, True)


def _colors(known: Known, environ: Mapping[str, str]) -> str:
    if known.colors < 8:
        return MONO
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit") or known.colors > 256:
        return TRUE
    return MANY if known.colors == 256 else SIXTEEN


def _has_ascii_alone(name: str, environ: Mapping[str, str]) -> bool:
    """Whether the terminal, or the language that it is set to, is from before Unicode.

    Where nothing is said, it is not.
    """
    if re.match(r"vt\d", name):
        return True
    locale = environ.get("LC_ALL") or environ.get("LC_CTYPE") or environ.get("LANG") or "UTF-8"
    return not re.search(r"utf-?8", locale, re.IGNORECASE)
