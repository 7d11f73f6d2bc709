"""The text of cards, written from their data in the phrasing of Magic's templates; no text is stored anywhere.

Different data always give different text, so that text can be read back into the data it came from. The grammar is spread by what
it speaks of: `text_abilities`, `text_effects`, `text_changes`, `text_conditions`, `text_phrases`, and `text_words` for English.
"""

from __future__ import annotations

from functools import lru_cache

from engine.cards.model import AnyAbility, AnyEffect, Card, Target
from engine.cards.terms import Costs, Filter
from engine.cards.text_abilities import one_line
from engine.cards.text_conditions import cost_predicate, cost_words
from engine.cards.text_effects import effect_clause
from engine.cards.text_phrases import filter_words as _filter_words
from engine.cards.text_phrases import short_name, target_phrase
from engine.cards.text_words import Context, capitalized, inflect, stopped

KIND_ORDER = ("Creature", "Planeswalker", "Battle", "Artifact", "Enchantment", "Land")
"""By which of its types a permanent calls itself: "this creature"."""


def describe(card: Card) -> str:
    """All that a card says, in lines: name and cost, type line, rules text, power and toughness or loyalty; its halves after that."""
    lines = [f"{card.name} {card.cost}".rstrip(), type_line(card)]
    lines += [] if card.colors is None else [f"Color: {' and '.join(card.colors) or 'none'}"]
    lines += rules_text(card)
    if card.power is not None or card.toughness is not None:
        lines.append("/".join("-" if number is None else str(number) for number in (card.power, card.toughness)))
    lines += [] if card.loyalty is None else [f"Loyalty: {card.loyalty}"]
    lines += [] if card.vintage == "legal" else [f"{card.vintage.capitalize()} in Vintage"]
    lines += [] if card.playable else ["Can be judged by deck checks, but not played"]
    halves = [f"// {line}" for half in card.halves for line in describe(half).splitlines()]
    return "\n".join((*lines, *halves))


def type_line(card: Card) -> str:
    """The type line: "Legendary Creature — Elf Warrior"."""
    kinds = " ".join((*card.supertypes, *card.types)) or "No type"
    return f"{kinds} — {' '.join(card.subtypes)}" if card.subtypes else kinds


@lru_cache(4096)
def rules_text(card: Card) -> tuple[str, ...]:
    """A card's rules text, a line an ability: what concerns casting it, its keywords, its other abilities.

    Keywords that cost something ("equip {2}") come last when they are the last in the data.
    """
    ctx = context_of(card)
    lines: list[str] = []
    if card.additional is not None:
        lines.append(f"As an additional cost to cast this spell, {inflect(cost_predicate(card.additional, ctx), 'you')}.")
    if card.kicker is not None:
        mana_only = card.kicker == Costs(mana=card.kicker.mana) and card.kicker.mana
        lines.append(f"Kicker {card.kicker.mana}" if mana_only else f"Kicker—{cost_words(card.kicker, ctx)}")
    if card.enchant is not None:
        lines.append(f"Enchant {target_phrase(card.enchant, ctx, '').text}")
    first, last = _keyword_lines(card.keywords)
    return (*lines, *first, *(one_line(ability, ctx) for ability in card.abilities), *last)


def _keyword_lines(keywords: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Lines of keywords before and after the other abilities; each line's order is the data's."""
    start = next((index for index, word in enumerate(keywords) if "{" in word), len(keywords))
    if not all("{" in word for word in keywords[start:]):
        start = len(keywords)
    return [capitalized(", ".join(words)) for words in [keywords[:start]] if words], [capitalized(word) for word in keywords[start:]]


def context_of(card: Card) -> Context:
    """How a card's text speaks of its own source, and of what that is attached to."""
    host = "the permanent this is attached to"
    if card.enchant is not None and "Aura" in card.subtypes:
        host = f"enchanted {short_name(card.enchant.of) if card.enchant.of is not None else 'player'}"
    elif "Equipment" in card.subtypes:
        host = "equipped creature"
    return Context(this=f"this {_own_word(card)}", host=host)


def _own_word(card: Card) -> str:
    if {"Instant", "Sorcery"} & set(card.types):
        return "spell"
    if "Creature" not in card.types:
        for subtype in ("Aura", "Equipment"):
            if subtype in card.subtypes:
                return subtype
    return next((kind.lower() for kind in KIND_ORDER if kind in card.types), "card")


@one_line.register
def whole_card(card: Card, ctx: Context) -> str:
    """A card in one line, as a token is quoted that has unusual facts."""
    return " / ".join(describe(card).splitlines())


def ability_text(ability: AnyAbility, card: Card | None = None) -> str:
    """One ability in a line, in the words of the card that has it (or of a permanent that nothing is known of)."""
    return one_line(ability, context_of(card) if card is not None else Context())


def effect_words(effect: AnyEffect, card: Card | None = None, targets: tuple[Target, ...] = ()) -> str:
    """One effect as a sentence or more; `targets` are those of the ability that it is part of."""
    ctx = (context_of(card) if card is not None else Context()).with_targets(targets)
    return " ".join(stopped(sentence) for sentence in effect_clause(effect, ctx).sentences())


def filter_words(f: Filter, plural: bool = False) -> str:
    """The objects that a filter finds, without an article: "untapped Goblin creature you control"."""
    return _filter_words(f, plural)


def cost_text(cost: Costs, card: Card | None = None) -> str:
    """A cost as it stands before a colon: "{2}, {T}, Sacrifice this artifact"."""
    return cost_words(cost, context_of(card) if card is not None else Context())
