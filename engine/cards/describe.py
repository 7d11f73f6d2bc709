"""The text of cards, written from their data in the phrasing of Magic's templates.

No text is stored. The grammar of Oracle text (`engine.cards.oracle`) writes abilities and costs;
this module puts cards together from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from engine.base.english import capitalized
from engine.base.plain_data import in_data
from engine.cards import model
from engine.cards.model import AnyAbility, AnyEffect, Card, Target
from engine.cards.oracle.levels import START as LEVELS
from engine.cards.oracle.levels import levels_of
from engine.cards.oracle.references import Said
from engine.cards.oracle.writing import (
    oracle_words,
    words_for_both,
    words_of_cost,
    words_of_effect,
    words_of_field,
    words_of_uses,
    written_ability,
)
from engine.cards.terms import Costs, Filter

KIND_ORDER = ("Creature", "Planeswalker", "Battle", "Artifact", "Enchantment", "Land")
"""Types in the order in which a permanent names itself: "this creature"."""
FIELDS = ("additional", "cast_only", "flash_cost", "flash_if", "alternatives", "kicker", "enchant")
"""Fields of a card that are lines of its text, in their order."""


# --- Cards ----------------------------------------------------------------------------------------


def describe(card: Card) -> str:
    """Return all facts about a card, one a line, its halves last.

    The lines are name and cost, type line, rules text, and power and toughness or loyalty.
    """
    lines = [f"{card.name} {card.cost}".rstrip(), type_line(card)]
    lines += [] if card.colors is None else [f"Color: {' and '.join(card.colors) or 'none'}"]
    lines += rules_text(card)
    if card.power is not None or card.toughness is not None:
        lines.append(
            "/".join(
                "-" if number is None else str(number) for number in (card.power, card.toughness)
            )
        )
    lines += [] if card.loyalty is None else [f"Loyalty: {card.loyalty}"]
    lines += [] if card.vintage == "legal" else [f"{card.vintage.capitalize()} in Vintage"]
    lines += [] if card.playable else ["Recognized by deck checks, but can't be played"]
    halves = [f"// {line}" for half in card.halves for line in describe(half).splitlines()]
    return "\n".join((*lines, *halves))


def type_line(card: Card) -> str:
    """Return the type line: "Legendary Creature — Elf Warrior"."""
    kinds = " ".join((*card.supertypes, *card.types)) or "No type"
    return f"{kinds} — {' '.join(card.subtypes)}" if card.subtypes else kinds


def cost_line(card: Card) -> str:
    """Return the printed mana cost, both if the card is split: "{R} // {2}{R}"."""
    return " // ".join(half.cost for half in card.halves) or card.cost


@lru_cache(4096)
def rules_text(card: Card) -> tuple[str, ...]:
    """Return a card's rules text, an ability on each line.

    The lines are the costs of casting, keywords, other abilities, and keywords with costs if they
    are at the end of the data's list.
    """
    return _lines(card, _in_words, paired=True)


def words_to_search(card: Card) -> tuple[str, ...]:
    """Return a card's rules text as it is searched: faster, since it isn't read once more."""
    return _lines(card, _first_words)


def _lines(
    card: Card, in_words: Callable[[AnyAbility, Said], str], *, paired: bool = False
) -> tuple[str, ...]:
    said = nouns_of(card)
    lines: list[str] = []
    for name in FIELDS:
        value = getattr(card, name)
        ways = [(way,) for way in value] if name == "alternatives" else [value]
        lines += [_of_field(name, way, said) for way in ways if way is not None]
    start = next(
        (index for index, word in enumerate(card.keywords) if "{" in word), len(card.keywords)
    )
    if not all("{" in word for word in card.keywords[start:]):
        start = len(card.keywords)
    first, last = card.keywords[:start], card.keywords[start:]
    lines += [capitalized(", ".join(first))] if first else []
    in_lines = tuple(_in_lines(card.abilities, said, in_words, paired=paired))
    costly = tuple(map(capitalized, last))
    if any(line.startswith(LEVELS) for line in in_lines):  # "level up {2}" stands before them
        return (*lines, *costly, *in_lines)
    return (*lines, *in_lines, *costly)


def _of_field(name: str, value: object, said: Said) -> str:
    words = words_of_field(name, value, said) or f"{name.replace('_', ' ')}: {in_data(value)}"
    return capitalized(words)


def _in_lines(
    abilities: tuple[AnyAbility, ...],
    said: Said,
    in_words: Callable[[AnyAbility, Said], str],
    *,
    paired: bool,
) -> Iterator[str]:
    """Yield abilities in words; as `paired`, two for "enters or attacks" are one line.

    Levels are then headed as on their cards.
    """
    before, levels = levels_of(abilities) if paired else (abilities, [])
    left = list(before)
    while left:
        ability = left.pop(0)
        both = words_for_both(ability, left[0], said.this, said.host) if paired and left else None
        if both is not None:
            left.pop(0)
        yield both or in_words(ability, said)
    for level in levels:
        yield from level.heading
        if level.keywords:
            yield capitalized(", ".join(level.keywords))
        for ability in level.abilities:
            yield in_words(ability, said)


def unsaid(card: Card) -> Iterator[tuple[str, str]]:
    """Yield what the text of a card can't say: the place in the card, and the data there."""
    said = nouns_of(card)
    for name in FIELDS:
        value = getattr(card, name)
        ways = [(way,) for way in value] if name == "alternatives" else [value]
        for way in ways:
            if way is not None and words_of_field(name, way, said) is None:
                yield name, in_data(way)
    for number, ability in enumerate(card.abilities, 1):
        if oracle_words(ability, said.this, said.host) is None:
            yield f"ability {number}", in_data(ability)


def nouns_of(card: Card | None) -> Said:
    """Return the words of a card's text for its source and for the source's host."""
    if card is None:
        return Said()
    host = "the permanent this is attached to"
    if card.enchant is not None and "Aura" in card.subtypes:
        of = card.enchant.of
        host = f"enchanted {_host_word(of) if of is not None else 'player'}"
    elif "Equipment" in card.subtypes:
        host = "equipped creature"
    elif any(keyword.startswith("bestow ") for keyword in card.keywords):
        host = "enchanted creature"
    return Said(this=_own_word(card), host=host)


def _host_word(of: Filter) -> str:
    """Return one word for what an Aura enchants: "creature", "Forest", "card"."""
    if of.zone != "battlefield":
        return "spell" if of.zone == "stack" else "card"
    if len(of.types) == 1:
        return of.types[0].lower()
    return of.subtypes[0] if len(of.subtypes) == 1 and not of.types else "permanent"


def _own_word(card: Card) -> str:
    if {"Instant", "Sorcery"} & set(card.types):
        return "spell"
    if "Creature" not in card.types:
        for subtype in ("Aura", "Equipment", "Vehicle"):
            if subtype in card.subtypes:
                return subtype
    return next((kind.lower() for kind in KIND_ORDER if kind in card.types), "card")


def ability_text(ability: AnyAbility, card: Card | None = None) -> str:
    """Return an ability in one line, in the words of its card or of an unknown permanent.

    Abilities that keywords stand for aren't on cards, so that their words needn't read as them.
    """
    said = nouns_of(card)
    return oracle_words(ability, said.this, said.host) or capitalized(_first_words(ability, said))


def _in_words(ability: AnyAbility, said: Said) -> str:
    """Return an ability of a card in words that read as it, or its data if there are none."""
    return oracle_words(ability, said.this, said.host) or capitalized(in_data(ability))


def _first_words(ability: AnyAbility, said: Said) -> str:
    """Return an ability in the first words that the grammar has for it."""
    try:
        return written_ability(ability, said) or in_data(ability)
    except (AttributeError, TypeError):  # data that no card has
        return in_data(ability)


def effect_words(
    effect: AnyEffect, card: Card | None = None, targets: tuple[Target, ...] = ()
) -> str:
    """Return an effect as sentences; `targets` are those of its ability."""
    return words_of_effect(effect, targets, nouns_of(card)) or f"{capitalized(in_data(effect))}."


def cost_text(cost: Costs, card: Card | None = None) -> str:
    """Return a cost as before a colon: "{2}, {T}, Sacrifice this artifact"."""
    if cost == Costs():
        return "No cost"
    return words_of_cost(cost, nouns_of(card)) or capitalized(in_data(cost))


ONLY_TO, IF_SPENT = "Spend this mana only to ", "If that mana is spent on "


def uses_text(spend: model.Spend) -> str:
    """Return the uses of restricted mana: "cast creature spells"."""
    words = (words_of_uses(spend, Said()) or "").rstrip(".")
    if words.startswith(IF_SPENT):
        return f"cast {words.removeprefix(IF_SPENT)}"
    return words.removeprefix(ONLY_TO) or in_data(spend)
