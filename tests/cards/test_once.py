"""What follows from records is remembered, and no more of it than has room."""

from __future__ import annotations

from engine.cards import remembered


class Record:
    """Told apart from others by identity alone."""


def test_it_is_found_out_once_for_each_record() -> None:
    asked: list[Record] = []
    find = remembered.of_each(lambda record: asked.append(record) or len(asked))
    one, other = Record(), Record()
    assert [find(one), find(other), find(one)] == [1, 2, 1]


def test_records_that_keep_coming_take_no_more_room() -> None:
    asked: list[Record] = []
    find = remembered.of_each(lambda record: asked.append(record), 3)
    records = [Record() for _ in range(7)]
    for record in records:
        find(record)
    find(records[-1])  # still remembered
    assert asked == records
    find(records[0])  # forgotten: found out again
    assert asked == [*records, records[0]]
