"""The text of an analysis, kept beside the record of its game as one JSON object.

It begins with what it was made from: versions of the engine, of the computer players' weights and
of the record. An analysis made from anything else is made anew.
"""

from __future__ import annotations

from hashlib import blake2b
from itertools import pairwise
from typing import Annotated

from msgspec import DecodeError, Meta, Struct, ValidationError, json

from engine.analysis.game_analysis import GameAnalysis, Number, PlaceChances, RatedDecision
from engine.history.record import Record

FORMAT = 1  # version of the file format that this program writes and reads
MOST_ANALYSIS_BYTES = 8 << 20
MOST_PLACES = 20_000  # most decisions of a game that can be analyzed
ENDING = ".analysis"  # added to the name of the record's file

Stamp = Annotated[str, Meta(max_length=100)]


class AnalysisError(Exception):
    """An analysis that can't be read or made: what was found, and what is allowed."""


class AnalysisSource(Struct, frozen=True):
    """Versions of everything an analysis was made from; one with another source is out of date."""

    engine: Stamp
    weights: Stamp
    record: Stamp
    effort: Stamp  # the time or the number of steps for each decision


class _AnalysisFile(Struct, forbid_unknown_fields=True):
    spellfront_analysis: Annotated[int, Meta(ge=1)]
    engine: Stamp
    weights: Stamp
    record: Stamp
    effort: Stamp
    looked: Number
    places: Annotated[list[PlaceChances], Meta(max_length=MOST_PLACES)]
    decisions: Annotated[list[RatedDecision], Meta(max_length=MOST_PLACES)]


def record_mark(record: Record) -> str:
    """Return a fingerprint of a recorded game: its rules, players and decisions."""
    digest = blake2b(digest_size=8)
    seats = [(seat.name, seat.deck) for seat in record.seats]
    digest.update(repr((record.variant, record.rules_hash, record.options, seats)).encode())
    for each in record.entries:
        digest.update(f"{each}\n".encode())
    return digest.hexdigest()


def written(analysis: GameAnalysis, source: AnalysisSource) -> str:
    """Return the text of an analysis."""
    kept = _AnalysisFile(
        FORMAT, source.engine, source.weights, source.record, source.effort,
        analysis.looked, analysis.places, analysis.decisions,
    )  # fmt: skip
    return json.encode(kept).decode() + "\n"


def parsed(text: str, source: AnalysisSource, record: Record) -> GameAnalysis | None:
    """Return the analysis in a text; None if it is out of date.

    Raises AnalysisError, which says what was found and what is allowed.
    """
    try:
        kept = json.decode(text, type=_AnalysisFile)
    except (DecodeError, ValidationError, RecursionError) as error:
        found = str(error) or "endlessly nested lists"
        raise AnalysisError(f"found {found}; allowed: an analysis of Spellfront") from None
    made_from = AnalysisSource(kept.engine, kept.weights, kept.record, kept.effort)
    if kept.spellfront_analysis != FORMAT or made_from != source:
        return None
    standing = record.standing()
    _check(kept, standing, len(record.seats))
    return GameAnalysis(kept.places, kept.decisions, len(standing), kept.looked)


def _check(kept: _AnalysisFile, standing: list[int], seats: int) -> None:
    """Compare an analysis with its game. Raises AnalysisError."""
    places = [each.place for each in kept.places]
    if places != standing[: len(places)]:
        raise AnalysisError("found places out of order; allowed: the places of the game in order")
    for each in kept.places:
        if len(each.chances) != seats or len(each.expected) != seats or each.by >= seats:
            raise AnalysisError(
                f"found {len(each.chances)} chances at place {each.place}; allowed: {seats}"
            )
    choices = {each.place for each in kept.places if each.choice}
    decisions = [each.place for each in kept.decisions]
    in_order = all(one < other for one, other in pairwise(decisions))
    if not in_order or not choices.issuperset(decisions):
        raise AnalysisError(
            "found ratings out of order; allowed: one for each decision of the game, in order"
        )
    for each in kept.decisions:
        if each.seat >= seats or each.place > kept.looked:
            raise AnalysisError(
                f"found a rating of player {each.seat + 1} at place {each.place}; allowed: "
                f"players 1 to {seats}, up to place {kept.looked}"
            )
        if not all(step.isprintable() for step in each.plan):
            raise AnalysisError(
                f"found a plan at place {each.place} with signs that can't be printed; allowed: "
                "actions as the game writes them"
            )
