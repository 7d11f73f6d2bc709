"""A card's own name in its text, in place of which present Oracle text says "this creature"."""

from __future__ import annotations

import re

from engine.cards.oracle.printed import PrintedCard
from engine.cards.subtypes import CREATURE_TYPES, TYPE_OF

OWN = "\x02"
"""The mark of a card's own name while its text is brought up to date."""
GRANTER = "\x03"
"""The mark of the name inside quotation marks, where it is the object that grants the ability."""
NAMELESS_GRANTER = "its creator"
"""The words for a granter of a kind that "this" and a noun would confuse with the receiver.

Only the abilities of tokens can speak of it: it has created them.
"""

_NAMED_BY_SUBTYPE = (
    "Aura", "Equipment", "Vehicle", "Fortification", "Saga", "Class", "Case", "Spacecraft",
)  # fmt: skip
GRANTERS = ("Aura", "Equipment", "Fortification")
"""Words that name a granter inside quotation marks, because no receiver is called so."""
_NAMED_BY_TYPE = ("Planeswalker", "Battle", "Artifact", "Enchantment", "Land")
_KNOWN_WORDS = frozenset(CREATURE_TYPES) | frozenset(TYPE_OF)
_TITLE = r"[A-Z][\w'-]*(?:(?: (?:of|the|to|in|and|from|for|with|en|on))* [A-Z][\w'-]*){0,8}"
_NAMED = re.compile(
    rf"\b(?:named|name is|name is still) {_TITLE}(?:(?:, {_TITLE}){{0,5}},? (?:and|or) {_TITLE})?"
)
_INSTRUCTED = re.compile(r" (?:target|all|each|an?|another|up to|two|three|X)\b")
_AS_SUBTYPE_BEFORE = re.compile(
    r"\b(?:[Tt]arget|another|other|attacking|blocking|untapped|tapped|an?|each|all|non-?) ?$"
)
_AS_SUBTYPE_AFTER = re.compile(r" (?:creature|token|card|permanent|spell)s?\b")
_SENTENCE_STARTS = ("\n", ". ", "! ", "? ", "• ", ": ", "— ", '"')

# The object is a card in another zone than the stack or the battlefield.
_CARD_BEFORE = re.compile(
    r"(?:\b[Dd]iscard|\bcycle|\bcycled|\bbegin the game with|\b[Ff]oretell|\b[Pp]lot"
    r"|\b[Ss]plice|\b[Ss]uspend) $"
)
_CARD_AFTER = re.compile(
    r" from (?:your|a|their|its owner's|any|the|an opponent's) (?:graveyard|hand|library|deck)"
    r"| from (?:anywhere|exile|your opening hand)\b| haunts\b| as you draft"
    r"| (?:is|was|isn't) (?:suspended|exiled|in exile|in (?:your|a|its owner's) (?:graveyard|hand"
    r"|opening hand|library)|the top card of)"
    r"| (?:is|was|would be|are) put into (?:your|an?|its owner's|an opponent's) (?:graveyard|hand)"
    r" from (?:anywhere|your library|your hand)\b"
)
_MOVED = re.compile(r"\b(?:[Rr]eturn|[Pp]ut|[Rr]eturned) $")
_ONTO_BATTLEFIELD = re.compile(r" (?:to|onto) the battlefield")
_WHOLE_LINE = re.compile(
    OWN + r" (?:is|was) (?:suspended|in (?:your|a) (?:graveyard|hand|opening hand))"
    rf"|[Rr]eveal {OWN} from your hand|{OWN} would be put into a graveyard from anywhere"
)
# The object is a spell, though the card is a permanent's.
_SPELL_BEFORE = re.compile(r"\b(?:[Cc]ast|[Cc]asting|[Cc]ounter|[Cc]opy|[Cc]asts) $")
_SPELL_AFTER = re.compile(
    r" (?:can't be countered|costs (?:\{|up to|X|an additional)|can't be copied"
    r"|resolves|has flash|is countered|would be countered|is on the stack|'s total cost"
    r"|as though it had flash)|'s (?:mana|morph|kicker|total) cost"
)
_GRANTS_ITSELF = re.compile(rf"(?:{OWN}|\bit\b)[^\".,:\n]{{0,150}}$")
_MARKS = re.compile(f"[{OWN}{GRANTER}]")


def kind_noun(type_line: str) -> str:
    """Return the noun by which a permanent names itself: "creature", "Aura"; else "spell"."""
    if "Creature" in type_line:
        return "creature"
    words = set(type_line.split())
    for subtype in _NAMED_BY_SUBTYPE:
        if subtype in words:
            return subtype
    return next((kind.lower() for kind in _NAMED_BY_TYPE if kind in words), "spell")


def short_names(name: str, type_line: str) -> tuple[str, ...]:
    """Return the shorter names by which a legendary card may call itself, the longest first."""
    if "Legendary" not in type_line and "Planeswalker" not in type_line:
        return ()
    found = {name.partition(", ")[0]}
    if "Creature" in type_line or "Planeswalker" in type_line:
        found |= {name.partition(" of ")[0], name.partition(" the ")[0]}
    if "Creature" in type_line:
        found.add(name.partition(" ")[0].rstrip(","))
    plain = {short for short in found if short not in _KNOWN_WORDS and short != "The"}
    return tuple(sorted(plain - {name, ""}, key=len, reverse=True))


def mark_own_name(text: str, name: str, type_line: str) -> str:
    """Return a text in which a card's own name is `OWN`, or `GRANTER` inside quotation marks.

    The name stays after "named", where it is the first word of an instruction ("Exile target
    creature" on a card called Exile), and where it is a subtype ("each other attacking Aurochs").
    """
    names = [each for each in (name, *short_names(name, type_line)) if each and each in text]
    if not names:
        return text
    spans = [match.span() for match in _NAMED.finditer(text)] if "name" in text else []
    is_planeswalker = "Planeswalker" in type_line
    for each in names:
        tail = r"(?! planeswalker)" if is_planeswalker else ""
        pattern = re.compile(rf"(?<![\w'-]){re.escape(each)}(?![\w-]){tail}")
        text = _mark(text, pattern, spans, each)
        spans = [match.span() for match in _NAMED.finditer(text)] if spans else []
    return _mark_granters(text) if '"' in text else text


def _mark(text: str, pattern: re.Pattern[str], named: list[tuple[int, int]], name: str) -> str:
    def marked(match: re.Match[str]) -> str:
        at = match.start()
        if any(start <= at < end for start, end in named):
            return match[0]
        before = text[max(0, at - 12) : at]
        opens = at == 0 or before.endswith(_SENTENCE_STARTS)
        if " " not in name and opens and _INSTRUCTED.match(text, match.end()):
            return match[0]
        if name in _KNOWN_WORDS and (
            _AS_SUBTYPE_BEFORE.search(before) or _AS_SUBTYPE_AFTER.match(text, match.end())
        ):
            return match[0]
        return OWN

    return pattern.sub(marked, text)


def _mark_granters(text: str) -> str:
    lines: list[str] = []
    for line in text.split("\n"):
        pieces = line.split('"')
        outside = ""
        for index, piece in enumerate(pieces):
            if index % 2 == 0:
                outside = (outside + piece)[-160:]
            elif OWN in piece and not _GRANTS_ITSELF.search(outside):
                pieces[index] = piece.replace(OWN, GRANTER)
        lines.append('"'.join(pieces))
    return "\n".join(lines)


def say_own_name(text: str, printed: PrintedCard) -> str:
    """Return a text with nouns in place of its marks: "this creature", "this spell", "this card".

    In one line, all mentions after the first of the card in another zone are of the card.
    """
    if OWN not in text and GRANTER not in text:
        return text
    noun = kind_noun(printed.type_line)
    return "\n".join(_said(line, noun) for line in text.split("\n"))


def _said(line: str, noun: str) -> str:
    granter = f"this {noun}" if noun in GRANTERS else NAMELESS_GRANTER
    pieces: list[str] = []
    is_card, in_quotes, done = bool(_WHOLE_LINE.search(line)), False, 0
    for match in _MARKS.finditer(line):
        at, end = match.span()
        before, after = line[max(0, at - 24) : at], line[end : end + 80]
        in_quotes ^= line.count('"', done, at) % 2 == 1
        if match[0] == GRANTER:
            words = granter
        else:
            this_card = _is_card(before, after)
            is_card = is_card or (this_card and not in_quotes)
            words = "this card" if this_card or (is_card and not in_quotes) else f"this {noun}"
            if words != "this card" and (_SPELL_BEFORE.search(before) or _SPELL_AFTER.match(after)):
                words = "this spell"
        if at == 0 or before.endswith(_SENTENCE_STARTS):
            words = words[0].upper() + words[1:]
        pieces += [line[done:at], words]
        done = end
    return "".join((*pieces, line[done:]))


def _is_card(before: str, after: str) -> bool:
    if _CARD_BEFORE.search(before) or _CARD_AFTER.match(after):
        return True
    return bool(_MOVED.search(before) and _ONTO_BATTLEFIELD.match(after))
