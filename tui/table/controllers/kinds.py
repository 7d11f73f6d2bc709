"""The controllers of an ordinary table: a game at one terminal."""

from __future__ import annotations

from tui.table.controllers.addition import Addition
from tui.table.controllers.adviser import AdviserKey
from tui.table.controllers.answers import Answers
from tui.table.controllers.cursor import Cursor
from tui.table.controllers.flow import GameFlow
from tui.table.controllers.orders import Orders
from tui.table.controllers.pages import Pages
from tui.table.controllers.passing import Passing
from tui.table.controllers.playback import Playback
from tui.table.controllers.stops import StopKeys
from tui.table.controllers.strip import Strip
from tui.table.controllers.table import ControllerKinds
from tui.table.controllers.undo import Undo
from tui.table.controllers.words import PromptWords

AT_HOME = ControllerKinds(
    flow=GameFlow,
    answers=Answers,
    cursor=Cursor,
    orders=Orders,
    passing=Passing,
    stops=StopKeys,
    playback=Playback,
    undo=Undo,
    pages=Pages,
    words=PromptWords,
    strip=Strip,
    adviser=AdviserKey,
    addition=Addition,
)
