"""Mana that effects add, and what it can be spent on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.base.english import listed
from engine.cards.model import AddMana, Spend
from engine.cards.oracle.grammar import H, Reader, Reading, Writer, Written, category, phrase
from engine.cards.oracle.references import Said
from engine.cards.terms import Count

COLORS = {"{W}": "white", "{U}": "blue", "{B}": "black", "{R}": "red", "{G}": "green"}
ANY_COLOR = ("white", "blue", "black", "red", "green")


@category("mana-choice")
class ManaChoicePhrase:
    """One of several colors of mana: "{W}, {U}, or {B}"; with the mode "and/or", in any numbers."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the colors at a place, two or more."""
        joiner = mode.replace("/", " / ") or "or"
        colors: list[str] = []
        while reader.word(at) in COLORS:
            colors.append(COLORS[reader.word(at)])
            comma = reader.word(at + 1) == ","
            last = reader.at_words(at + 1 + comma, joiner)
            if last is not None and reader.word(last) in COLORS:
                yield Reading((*colors, COLORS[reader.word(last)]), last + 1)
            at += 2

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the colors as symbols."""
        symbols = {color: symbol for symbol, color in COLORS.items()}
        if len(value) < 2 or value == ANY_COLOR:
            return None
        return Written(listed([symbols[color] for color in value], mode or "or"), said)


@category("mana-sets")
class ManaSets:
    """One of several strings of symbols: "{W}{W}, {W}{U}, or {U}{U}"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the strings at a place, two or more."""
        sets: list[str] = []
        for mana in reader.read("mana", at):
            sets.append(mana.value)
            at = mana.end
        while sets:
            comma = reader.word(at) == ","
            last = reader.word(at + comma) == "or"
            found = list(reader.read("mana", at + comma + last))
            if not found or not (comma or last):
                return
            sets.append(found[0].value)
            at = found[0].end
            if last:
                if any(len(each) > 3 for each in sets):  # otherwise a choice of colors
                    yield Reading(tuple(sets), at)
                return

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the strings of symbols."""
        return Written(listed(list(value), "or"), said) if len(value) > 1 else None


# --- Uses -----------------------------------------------------------------------------------------

_SPEND: tuple[tuple[str, Spend], ...] = (
    ("cast <cast:spells.many>", Spend(cast=H.cast)),
    ("cast <cast:spells.a>", Spend(cast=H.cast)),
    ("activate abilities of <activate:objects.many>", Spend(activate=H.activate)),
    (
        "cast <cast:spells.many> or activate abilities of <activate:objects.many>",
        Spend(cast=H.cast, activate=H.activate),
    ),
    (
        "cast <cast:spells.many> and activate abilities of <activate:objects.many>",
        Spend(cast=H.cast, activate=H.activate),
    ),
)
for _index, (words, record) in enumerate(_SPEND):
    phrase("spend", f"spend this mana only to {words}", record, read_only=_index in (1, 4))
phrase(
    "spend",
    "spend this mana only to cast <cast:spells.a> , and that spell can't be countered",
    Spend(cast=H.cast, uncounterable=True),
)
for words in ("<cast:spells.a>",):
    phrase(
        "spend",
        f"if that mana is spent on {words} , that spell can't be countered",
        Spend(cast=H.cast, only=False, uncounterable=True),
    )
    phrase(
        "spend",
        f"if that mana is spent on {words} , it gains haste until end of turn",
        Spend(cast=H.cast, only=False, haste=True),
    )

# --- Kinds of mana --------------------------------------------------------------------------------

_KINDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("<add:mana>", {"add": H.add}),
    ("<choice:mana-choice>", {"choice": H.choice}),
    ("<either:mana-sets>", {"either": H.either}),
    ("one mana of any color", {"choice": ANY_COLOR}),
    ("<times:count.x> mana of any one color", {"choice": ANY_COLOR, "times": H.times}),
    (
        "<times:count.x> mana in any combination of colors",
        {"choice": ANY_COLOR, "times": H.times, "mixed": True},
    ),
    (
        "<times:count.x> mana in any combination of <choice:mana-choice.and/or>",
        {"choice": H.choice, "times": H.times, "mixed": True},
    ),
    ("one mana of the chosen color", {"like": "chosen-color"}),
    ("<times:count.x> mana of the chosen color", {"like": "chosen-color", "times": H.times}),
    ("one mana of any type <could:lands-could-produce>", {"could": H.could}),
    ("one mana of any color <could:lands-could-produce>", {"could": H.could, "colors_only": True}),
    ("one mana of any type that the sacrificed land could produce", {"could": "sacrificed"}),
    ("one mana of any color among <among:objects.many>", {"among": H.among}),
    ("one mana of any of the exiled card's colors", {"among": "exiled-by-self"}),
    ("an amount of <add:mana> equal to <times:quantity>", {"add": H.add, "times": H.times}),
    ("<add:mana> for each <of:objects.one>", {"add": H.add, "times": Count(of=H.of)}),
)
for words, fields in _KINDS:
    for rest, spend in (("", {}), (" . <spend:spend>", {"spend": H.spend})):
        phrase("effect", f"<who:doer!> *add {words}{rest}", AddMana(who=H.who, **fields, **spend))
phrase(
    "effect",
    "<who:doer!> *add an additional one mana of the chosen color",
    AddMana(who=H.who, like="chosen-color"),
    read_only=True,
)
phrase(
    "effect",
    "<who:doer!> *add one mana of any type that land produced",
    AddMana(who=H.who, like="produced"),
    "<who:doer!> *add an additional one mana of any type that land produced",
    "<who:doer!> *add one additional mana of any type that land produced",
)


@category("lands-could-produce")
class LandsCouldProduce:
    """The lands whose types of mana count: "that a land you control could produce"."""

    def read(self, reader: Reader, at: int, mode: str) -> Iterator[Reading]:
        """Yield the lands at a place."""
        start = reader.at_words(at, "that")
        if start is not None:
            for lands in reader.read("objects", start, "a"):
                end = reader.at_words(lands.end, "could produce")
                if end is not None:
                    yield Reading(lands.value, end)

    def write(self, writer: Writer, value: Any, said: Said, mode: str) -> Written | None:
        """Return the lands in words."""
        lands = writer.write("objects", value, said, "a")
        return lands and lands._replace(text=f"that {lands.text} could produce")
