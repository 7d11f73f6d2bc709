"""No stop that matters is lost: where a normal computer player acts in another's turn, a person
is asked.
"""

from __future__ import annotations

import gzip

import pytest

from tests.tui import acting
from tui.session.progress import stops_of


def test_there_are_two_hundred_positions() -> None:
    texts = gzip.decompress(acting.FILE.read_bytes()).decode().split("\n\n")
    assert sum(len(text.partition("\n")[0].partition(": ")[2].split()) for text in texts) >= 200


@pytest.mark.slow
@pytest.mark.parametrize("part", range(acting.PARTS))
def test_a_person_is_asked_wherever_a_normal_player_acts_in_anothers_turn(part: int) -> None:
    for seat, game in acting.recorded(part):
        view, stops, question = game.view_for(seat), stops_of(game.rules), game.question
        assert question is not None
        is_asked = (
            stops.would_want(view) if question.kind == "priority" else not stops.lets_pass(view)
        )
        assert is_asked, f"{game.rules.id}, turn {view.turn.number}: {question.kind}"
