"""Games that are looked back on come from workers in parts, and say exactly what the tape of the
whole game says.
"""

from __future__ import annotations

from random import Random

import pytest

from engine.base.records import replace
from engine.history.timeline import ALL, Timeline
from tests.server.server_tests import progress_of
from tui.server.match.sent_timeline import SentTimeline, read_part
from tui.session.progress import GameInProgress
from tui.session.timeline_view import Rewinding

pytestmark = pytest.mark.slow

PLACES = 7


def played(decisions: int, seed: int = 3) -> GameInProgress:
    """A game in progress, with decisions that were taken back."""
    progress, random = progress_of(), Random(seed)
    for number in range(decisions):
        asked = progress.asked
        assert asked is not None
        progress.decide(random.choice(progress.seen_by(asked).actions))
        if number == decisions // 2:
            progress.go_back_over(progress.past.last(progress.game, asked, free=True))
    return progress


async def whole(progress: GameInProgress, eyes: int | None) -> SentTimeline:
    """The tape as it comes in parts."""
    record = progress.recorder.record

    async def fetch(first: int) -> bytes:
        return read_part(1, str(record), first, PLACES, eyes)

    tape = SentTimeline(record, eyes, fetch)
    while not await tape.read_on():
        pass
    return tape


@pytest.mark.rule("M-1")
@pytest.mark.parametrize("eyes", [0, 1, None, ALL])
async def test_parts_say_what_the_whole_tape_says(eyes: int | None) -> None:
    progress = played(40)
    seen, tape = await whole(progress, eyes), Timeline.of(progress.recorder.record)
    tape.read()
    assert (seen.last, seen.names, seen.is_over) == (tape.last, tape.names, tape.is_over)
    one, other = Rewinding(seen, eyes), Rewinding(tape, eyes)
    one.eyes = other.eyes = eyes
    for place in range(tape.last + 1):
        one.go_to(place)
        other.go_to(place)
        assert replace(one.view(), known=other.view().known) == other.view()
        assert (one.log(), one.heading(), one.decision_words(), one.changed()) == (
            other.log(),
            other.heading(),
            other.decision_words(),
            other.changed(),
        )


@pytest.mark.rule("M-1")
async def test_parts_for_one_pair_of_eyes_hold_no_hidden_card() -> None:
    progress = played(30)
    tape = await whole(progress, 0)
    for place in range(tape.last + 1):
        state = tape.position(place).state
        assert not [
            item
            for item in state.objects.values()
            if item.owner == 1 and item.zone in ("hand", "library") and item.printed.name
        ]


async def test_a_part_of_anything_else_is_refused() -> None:
    progress = played(3)

    async def fetch(first: int) -> bytes:
        return b"nonsense"

    with pytest.raises(Exception, match="can't be read"):
        await SentTimeline(progress.recorder.record, 0, fetch).read_on()
