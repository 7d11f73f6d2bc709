"""The deck check: all ways in which a deck breaks a variant's deck rules (C-7 to C-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.base import rule_words
from engine.cards.characteristics import own_colors
from engine.cards.checks.nested import walk
from engine.cards.checks.restrictions import FORBIDDEN, RESTRICTIONS, Restriction, breaks, faces
from engine.cards.costs import parse_cost
from engine.cards.model import Card, Change
from engine.log import many

# reason for refusing a deck
Reason = Literal["size", "copies", "lands", "color", "vintage", "playable"] | Restriction


class DeckRules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The decks that a variant allows: its `[deck]` table."""

    size: Annotated[int, Meta(ge=1)] = 60  # the minimum number of cards
    # the maximum number of copies of a card, except basic lands (CR 100.2a)
    copies: Annotated[int, Meta(ge=1)] = 4
    lands: bool = True  # land cards are allowed
    least_lands: Annotated[int, Meta(ge=0)] = 0  # the minimum number of land cards
    most_lands: Annotated[int, Meta(ge=0)] | None = None  # the maximum number of land cards
    # keyword abilities that don't work here, so cards can't have or grant them
    unplayed_keywords: tuple[str, ...] = ()
    one_color: bool = False  # only cards of one color, plus colorless cards
    vintage: bool = True  # Vintage's banned and restricted lists apply
    forbid: tuple[Restriction, ...] = ()  # kinds of cards that aren't allowed
    clauses: dict[Reason, str] = {}  # the clause for each reason: {"size": "C-7"}

    def told(self) -> list[str]:
        """Return the rules in words."""
        words = [
            (
                f"At least {many(self.size, 'card')}, at most "
                f"{rule_words.in_number(self.copies)} of "
                "each"
            )
            + (" except basic lands." if self.lands else ", no lands.")
        ]
        words += [f"At least {many(self.least_lands, 'land')}."] if self.least_lands else []
        words += (
            [f"At most {many(self.most_lands, 'land')}."] if self.most_lands is not None else []
        )
        words += (
            [f"No cards with {', '.join(self.unplayed_keywords)}."]
            if self.unplayed_keywords
            else []
        )
        words += ["Cards of one color only, plus colorless cards."] if self.one_color else []
        words += ["Vintage's banned and restricted lists apply."] if self.vintage else []
        return (
            [
                *words,
                "Not allowed: "
                + ", ".join(FORBIDDEN[restriction] for restriction in self.forbid)
                + ".",
            ]
            if self.forbid
            else words
        )


class Offence(Struct, frozen=True):
    """A way in which a deck breaks the rules, with its clause and words.

    `card` is empty for the deck as a whole.
    """

    card: str
    reason: Reason
    clause: str
    words: str

    def __str__(self) -> str:
        clause = f" ({self.clause})" if self.clause else ""
        return f"{self.card or 'the deck'} {self.words}{clause}"


Finding = tuple[str, Reason, str]


def check(cards: Sequence[Card], rules: DeckRules) -> list[Offence]:
    """Return all offenses of a deck, given card by card; a card has one offense for each reason."""
    copies = Counter(card.name for card in cards)
    different = {card.name: card for card in cards}
    findings: list[Finding] = []
    if len(cards) < rules.size:
        findings.append(
            ("", "size", f"has {many(len(cards), 'card')}; it needs at least {rules.size}")
        )
    lands = sum(map(is_land, cards))
    if lands < rules.least_lands:
        findings.append(
            ("", "lands", f"has {many(lands, 'land card')}; it needs at least {rules.least_lands}")
        )
    if rules.most_lands is not None and lands > rules.most_lands:
        findings.append(
            (
                "",
                "lands",
                f"has {many(lands, 'land card')}; at most {_are(rules.most_lands)} allowed",
            )
        )
    votes = Counter(
        color for card in cards if len(colors := colors_of(card)) == 1 for color in colors
    )
    # the most frequent color among cards of one color
    deck_color = frozenset(color for color, _ in votes.most_common(1))
    for name, card in different.items():
        findings += _by_number(card, copies[name], rules)
        if rules.one_color:
            findings += _by_color(card, deck_color)
        findings += _by_what_it_does(card, rules)
    return [
        Offence(name, reason, rules.clauses.get(reason, ""), words)
        for name, reason, words in findings
    ]


def _are(number: int) -> str:
    return f"{number} {'is' if number == 1 else 'are'}"


def is_land(card: Card) -> bool:
    """Return whether a card is a land card."""
    return any("Land" in face.types for face in faces(card))


def colors_of(card: Card) -> frozenset[str]:
    """Return the colors of a card outside the game; those of both halves, if split (CR 709.4)."""
    if card.halves:
        return frozenset[str]().union(*map(colors_of, card.halves))
    return own_colors(card)


def _by_number(card: Card, copies: int, rules: DeckRules) -> Iterator[Finding]:
    if is_land(card) and not rules.lands:
        yield card.name, "lands", "is a land card"
    if copies > rules.copies and not (is_land(card) and "Basic" in card.supertypes):
        yield card.name, "copies", f"has {copies} copies; at most {_are(rules.copies)} allowed"
    if rules.vintage and card.vintage == "banned":
        yield card.name, "vintage", "is banned in Vintage"
    if rules.vintage and card.vintage == "restricted" and copies > 1:
        yield card.name, "vintage", f"has {copies} copies, but Vintage restricts it to 1"


def _by_color(card: Card, allowed: frozenset[str]) -> Iterator[Finding]:
    colors = colors_of(card)
    if len(colors) > 1:
        yield card.name, "color", f"has several colors: {', '.join(sorted(colors))}"
    # CR 107.4e
    elif any(
        not symbol.endswith("/P") for face in faces(card) for symbol in parse_cost(face.cost).hybrid
    ):
        yield card.name, "color", "has hybrid mana in its cost"
    elif not colors <= allowed:
        yield card.name, "color", f"is {''.join(colors)}, but the deck is {''.join(allowed)}"


def _by_what_it_does(card: Card, rules: DeckRules) -> Iterator[Finding]:
    for restriction in rules.forbid:
        if breaks(card, restriction):
            yield card.name, restriction, RESTRICTIONS[restriction][1]
    keywords = {
        word for part in walk(card) if isinstance(part, Card | Change) for word in part.keywords
    }
    for keyword in sorted(word for word in keywords if word.split()[0] in rules.unplayed_keywords):
        yield card.name, "playable", f"has {keyword}, which this variant doesn't allow"
    if not card.playable:
        yield card.name, "playable", "is known, but can't be played yet"
