"""What has happened this turn: "a creature died this turn", "that attacked this turn"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from engine.base.records import replace
from engine.cards.oracle.grammar import H, Reader, Reading, Writer, Written, category, phrase
from engine.cards.oracle.references import Said
from engine.cards.terms import Compare, Exists, Filter, Matches, Memory, Not, Stat

# --- Qualities of objects -------------------------------------------------------------------------

PAST = {
    "attacked-this-turn": "attacked this turn",
    "blocked-this-turn": "blocked this turn",
    "died-this-turn": "died this turn",
    "entered-this-turn": "entered this turn",
    "dealt-damage-this-turn": "dealt damage this turn",
    "dealt-damage-to-you-this-turn": "dealt damage to you this turn",
}
"""Deeds of objects, by what the language calls the objects."""
for among, words in PAST.items():
    phrase("quality", f"that {words}", Filter(among=cast(Memory, among)))
phrase(
    "quality",
    "dealt damage by <any:this> this turn",
    Filter(among="damaged-by-self-this-turn"),
)
phrase(
    "quality",
    "dealt damage by <any:host-itself> this turn",
    Filter(among="damaged-by-attached-this-turn"),
)


@category("host-itself")
class HostItself:
    """What the source is attached to, in words that always mean it."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield nothing that counts, after the words for the object."""
        for host in reader.read("attached-thing", at):
            yield Reading(None, host.end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the words for the object."""
        return Written(said.host, said)


# --- Conditions -----------------------------------------------------------------------------------

phrase(
    "condition",
    "you attacked this turn",
    Exists(of=Filter(controller="you", among="attacked-this-turn")),
)
for verb, what in (("gained", "life-gained-this-turn"), ("lost", "life-lost-this-turn")):
    mine = Stat(what=what, of="you")  # type: ignore[arg-type]
    phrase("condition", f"you {verb} life this turn", Compare(left=mine, right=1))
    phrase(
        "condition",
        f"you {verb} <right:integer> or more life this turn",
        Compare(left=mine, right=H.right),
    )
for deed, among in (("attacked", "attacked-this-turn"), ("blocked", "blocked-this-turn")):
    done = Matches(what=H.what, filter=Filter(among=cast(Memory, among)))
    phrase("condition", f"<what:thing!> {deed} this turn", done)
    phrase("condition", f"<what:thing!> didn't {deed[:-2]} this turn", Not(condition=done))
phrase("condition", "<of:deeds>", Exists(of=H.of))


@category("deeds")
class Deeds:
    """Objects to which something has happened this turn, as a sentence."""

    LOST = "left the battlefield this turn"

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the objects at a place."""
        if reader.word(at) in ("a", "an", "another"):
            for objects in reader.read("objects", at, "a"):
                yield from self._done(reader, objects)
        for words in ("you've cast", "you cast"):
            start = reader.at_words(at, words)
            for spells in reader.read("spells", start, "a") if start is not None else ():
                end = reader.at_words(spells.end, "this turn")
                if end is not None and spells.value.among is None:
                    of = replace(spells.value, controller="you", among="cast-this-turn")
                    yield Reading(of, end)
        start = reader.at_words(at, "you had")
        for objects in reader.read("objects", start, "a") if start is not None else ():
            for words in ("enter", "enter the battlefield"):
                end = reader.at_words(objects.end, f"{words} under your control this turn")
                if end is not None and _is_free(objects.value):
                    yield Reading(_yours(objects.value, "entered-this-turn"), end)

    def _done(self, reader: Reader, objects: Reading) -> Iterator[Reading]:
        of = objects.value
        if of.among is not None:
            return
        end = reader.at_words(objects.end, "died this turn")
        if end is not None:
            yield Reading(replace(of, among="died-this-turn"), end)
        if not _is_free(of):
            return
        end = reader.at_words(objects.end, f"you controlled {self.LOST}")
        if end is not None:
            yield Reading(_yours(of, "left-this-turn"), end)
        for words in ("entered", "entered the battlefield"):
            end = reader.at_words(objects.end, f"{words} under your control this turn")
            if end is not None:
                yield Reading(_yours(of, "entered-this-turn"), end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the sentence."""
        plain = replace(value, among=None)
        mine = replace(plain, controller="any") if value.controller == "you" else None
        if value.among == "died-this-turn":
            return _said(writer, "objects", plain, said, "", "died this turn")
        if mine is None:
            return None
        if value.among == "left-this-turn":
            return _said(writer, "objects", mine, said, "", f"you controlled {self.LOST}")
        if value.among == "cast-this-turn":
            return _said(writer, "spells", mine, said, "you've cast", "this turn")
        if value.among == "entered-this-turn":
            return _said(
                writer, "objects", mine, said, "you had", "enter under your control this turn"
            )
        return None


def _is_free(of: Filter) -> bool:
    """Return whether a description says nothing of a controller or of this turn."""
    return of.controller == "any" and of.zone == "battlefield" and of.among is None


def _yours(of: Filter, among: str) -> Filter:
    return replace(of, controller="you", among=among)


def _said(
    writer: Writer, kind: str, of: Filter, said: Said, before: str, after: str
) -> Written | None:
    objects = writer.write(kind, of, said, "a")
    return objects and objects._replace(text=f"{before} {objects.text} {after}".lstrip())
