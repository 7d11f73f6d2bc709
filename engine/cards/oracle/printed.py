"""Printed cards: the facts and the text that a collection of cards holds, and refusals of these."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from engine.cards.model import AnyAbility


class PrintedCard(Struct, frozen=True, kw_only=True):
    """A card as it is printed: facts and Oracle text, before the text is understood.

    Power, toughness and loyalty are words, since they can be "*", "1+*" or "X". `colors` is the
    color indicator in words ("green"), None if there is none.
    """

    name: str
    cost: str = ""
    type_line: str = ""
    text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    colors: tuple[str, ...] | None = None
    layout: str = "normal"


class CardRefusal(Struct, frozen=True, kw_only=True):
    """A card that wasn't understood: the reason, its line, and where understanding stopped.

    `phrase` is the part of the sentence that starts where no rule of the grammar goes on.
    """

    name: str
    reason: str
    line: str = ""
    phrase: str = ""


class Line(Struct, frozen=True):
    """Parts that a line of a text adds to its card: keywords, abilities, fields like "enchant"."""

    keywords: tuple[str, ...] = ()
    abilities: tuple[AnyAbility, ...] = ()
    fields: tuple[tuple[str, Any], ...] = ()
