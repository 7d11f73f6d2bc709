"""Wording of any year brought up to date: the text of a card as Oracle would put it today.

Reading a text starts here, so that the grammar knows one wording only. The order of the tables
matters: later replacements expect the results of earlier ones.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from engine.base.english import number_word
from engine.cards.oracle.own_name import OWN, mark_own_name, say_own_name
from engine.cards.oracle.printed import PrintedCard

LONGEST_TEXT = 20_000
"""The most characters of a text; longer texts are refused."""

Replacement = str | Callable[[re.Match[str]], str]
Rules = tuple[tuple[str, re.Pattern[str], Replacement], ...]

SUBTYPES = {
    "Cephalid": "Octopus",
    "Hound": "Dog",
    "Naga": "Snake",
    "Viashino": "Lizard",
}
"""Creature types that were merged with others, and what they are called now."""

ABILITY_WORDS = (
    "Adamant", "Addendum", "Alliance", "Battalion", "Bloodrush", "Celebration", "Channel",
    "Chroma", "Cohort", "Constellation", "Converge", "Corrupted", "Council's dilemma", "Coven",
    "Delirium", "Descend 4", "Descend 8", "Domain", "Eerie", "Eminence", "Enrage",
    "Fateful hour", "Fathomless descent", "Ferocious", "Flurry", "Formidable", "Grandeur",
    "Hellbent", "Heroic", "Imprint", "Inspired", "Join forces", "Kinship", "Landfall",
    "Lieutenant", "Magecraft", "Metalcraft", "Morbid", "Pack tactics", "Paradox", "Parley",
    "Radiance", "Raid", "Rally", "Renew", "Revolt", "Secret council", "Spell mastery", "Strive",
    "Survival", "Sweep", "Tempting offer", "Threshold", "Undergrowth", "Valiant", "Void",
    "Will of the council", "Will of the planeswalkers",
)  # fmt: skip
"""Words before a dash that have no rules meaning (CR 207.2c)."""


def present_wording(printed: PrintedCard) -> list[str]:
    """Return a card's text in present Oracle wording, one line for each ability or mode.

    Reminder text, ability words and rules for decks of Commander are left out, and the card's own
    name is "this creature", "this spell" or the like. Raises ValueError for a text of more than
    `LONGEST_TEXT` characters.
    """
    if len(printed.text) > LONGEST_TEXT:
        raise ValueError(f"the text has more than {LONGEST_TEXT:,} characters")
    text = _without_reminders(present_typography(printed.text))
    name = present_typography(printed.name).strip()
    text = _FOR_OTHER_GAMES.sub("", text)
    text = mark_own_name(text, name, printed.type_line)
    for step in _STEPS:
        text = step(text)
    if "Creature" in printed.type_line or "Planeswalker" in printed.type_line:
        text = _with_rules(text, _OWN_DYING)
    if "upport" in text:
        text = _with_support(text, printed.type_line)
    text = say_own_name(text, printed)
    return [line for line in (line.strip() for line in text.split("\n")) if line]


def present_subtypes(subtypes: tuple[str, ...]) -> tuple[str, ...]:
    """Return subtypes by their present names, each once."""
    return tuple(dict.fromkeys(SUBTYPES.get(word, word) for word in subtypes))


# --- Typography and reminder text -----------------------------------------------------------------

_CHARACTERS = str.maketrans({
    "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "’": "'", "‘": "'", "`": "'", "´": "'",
    "−": "-", "–": "-", "‑": "-", "‐": "-", "―": "—",
    "Æ": "Ae", "æ": "ae", "…": "...", "\u00a0": " ", "\t": " ", "\r": "\n", "\u2028": "\n",
    **dict.fromkeys(map(chr, (*range(9), 11, 12, *range(14, 32), 127)), ""),
    **dict.fromkeys("\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\ufeff", ""),
})  # fmt: skip
_FOR_OTHER_GAMES = re.compile(r"(?m)^[^\n.]{1,60} can be your commander\.$")
"""A line about decks of Commander, a way to play that no variant here knows (CR 903.3c)."""
_REMINDER = re.compile(r" ?\([^()]*\)")
_DEEPEST_REMINDER = 3


def present_typography(text: str) -> str:
    """Return a text with plain quotation marks, hyphens and minus signs, and without AE ligatures.

    Control characters and marks of text direction are left out.
    """
    return text.translate(_CHARACTERS).replace("AEther", "Aether")


def _without_reminders(text: str) -> str:
    for _ in range(_DEEPEST_REMINDER):
        if "(" not in text:
            break
        text = _REMINDER.sub("", text)
    return text


# --- Replacing ------------------------------------------------------------------------------------


def _rules(*rules: tuple[str, str, Replacement]) -> Rules:
    """Compile rules: a string without which nothing matches, a pattern and its replacement.

    `~` in a pattern or replacement is the card's own name.
    """
    return tuple(
        (
            needle.replace("~", OWN),
            re.compile(pattern.replace("~", OWN), re.MULTILINE),
            new.replace("~", OWN) if isinstance(new, str) else new,
        )
        for needle, pattern, new in rules
    )


def _with_rules(text: str, rules: Rules) -> str:
    for needle, pattern, new in rules:
        if needle in text:
            text = pattern.sub(new, text)
    return text


# --- Layout ---------------------------------------------------------------------------------------


def _modes_on_lines(match: re.Match[str]) -> str:
    modes = re.split(r"; or |; ", match["modes"].rstrip("."))
    return "\n• ".join(
        (match["choose"] + " —", *(f"{mode[:1].upper()}{mode[1:]}." for mode in modes))
    )


_LAYOUT = _rules(
    ("--", r" ?-- ?", " — "),
    (" - ", r"^((?:• )?[A-Z][\w' ]{2,24}|[^\n]*[Cc]hoose (?:one|two|three)[\w ]{0,20}) - ",
     r"\1 — "),
    # Modes in one sentence: "Choose one — Draw a card; or discard a card."
    ("; or ", r"(?P<choose>[Cc]hoose (?:one|two|three)[\w ]{0,20}) —\s(?P<modes>[^\n]{1,2000})$",
     _modes_on_lines),
    (" — ", rf"^(• )?(?:{'|'.join(ABILITY_WORDS)}) — ", r"\1"),
    ("Forecast — ", r"^Forecast — ([^\n]+)$",
     r"\1 Activate only during your upkeep and only once each turn."),
)  # fmt: skip

# --- Rules terms of earlier years -----------------------------------------------------------------

_OLD_TERMS = _rules(
    ("If the creature", r"\bIf the creature would die this", "If that creature would die this"),
    # "In play" is the battlefield since 2009.
    (" into play", r"\b([Cc])omes into play", r"enters the battlefield"),
    (" into play", r"\b([Cc])ome into play", r"enter the battlefield"),
    (" into play", r"\bcame into play", r"entered the battlefield"),
    (" into play", r"\bcoming into play", r"entering the battlefield"),
    (" into play", r" into play\b", " onto the battlefield"),
    (" in play", r" in play\b", " on the battlefield"),
    (" from play", r" from play\b", " from the battlefield"),
    (" play", r"\b([Ll]eaves?|[Ll]eft|[Ll]eaving) play\b", r"\1 the battlefield"),
    ("from the game", r"\bis removed from the game", "is exiled"),
    ("from the game", r"\bremoved from the game", "exiled"),
    ("from the game", r"\bRemove ([^.\n]{1,120}?) from the game", r"Exile \1"),
    ("from the game", r"\bremove(s?) ([^.\n]{1,120}?) from the game", r"exile\1 \2"),
    ("unblockable", r"\bis unblockable", "can't be blocked"),
    ("unblockable", r"\bare unblockable", "can't be blocked"),
    ("lay th", r"\bPlay this ability only", "Activate this ability only"),
    ("could play a", r"\bcould play (a sorcery|an instant)", r"could cast \1"),
    ("spell", r"\b([Pp])lays? (an?|another) ([\w ]{0,30})spell\b",
     lambda m: ("C" if m[1] == "P" else "c") + ("asts " if "plays" in m[0].lower() else "ast ")
     + f"{m[2]} {m[3]}spell"),
    ("end of turn,", r"\b([Aa])t end of turn,", r"\1t the beginning of the end step,"),
    # Mana pools are no longer named, and generic symbols never were mana.
    ("mana pool", r"\b([Aa]dds?) ([^.\n]{1,120}?) to (?:your|his or her|their|its controller's|"
     r"that player's) mana pool", r"\1 \2"),
    ("dd {", r"\b([Aa]dds?) \{([1-5])\}(?=[\s.])", lambda m: m[1] + " " + "{C}" * int(m[2])),
    ("converted mana cost", r"converted mana cost(s?)", r"mana value\1"),
    ("otem armor", r"\bTotem armor", "Umbra armor"),
    ("otem armor", r"\btotem armor", "umbra armor"),
    ("Hideaway", r"^Hideaway$", "Hideaway 4\n~ enters tapped."),
    ("each turn if able", r"\b(attacks?|blocks?|attacks or blocks) each turn if able",
     r"\1 each combat if able"),
    ("one of your opponents", r"\b(damage to|attacks) one of your opponents\b", r"\1 an opponent"),
    ("into a graveyard,", r"\b([Ww]hen enchanted (?:artifact|enchantment|land|permanent) is put "
     r"into a graveyard),", r"\1 from the battlefield,"),
    # a card that is cycled is discarded (CR 702.29d)
    ("cycle", r"\bcycle or discard\b", "discard"),
    ("cycle", r"\bcycles or discards\b", "discards"),
    ("cycled", r"\bcycled or discarded\b", "discarded"),
    ("with a creature this turn", r"\battacked with a creature this turn", "attacked this turn"),
    ("other creature types", r"\bin addition to (its|their) other creature types",
     r"in addition to \1 other types"),
    ("of their choice", r"\b([Ss]acrifices? [^.,:\n]{1,80}?) of their choice\b", r"\1"),
    ("cards are in", r"\b(\w{1,20} or more (?:\w{1,20} )?cards) are in", r"there are \1 in"),
    ("the end step", r"\bAt the beginning of the end step(?! of)",
     "At the beginning of each end step"),
    ("the end step", r"\bat the beginning of the end step(?! of)",
     "at the beginning of each end step"),
)  # fmt: skip

# --- Players: "they" ------------------------------------------------------------------------------

_IRREGULAR = {
    "does": "do", "doesn't": "don't", "goes": "go", "has": "have", "hasn't": "haven't",
    "is": "are", "isn't": "aren't", "was": "were", "wasn't": "weren't",
}  # fmt: skip
_AFTER_MATCH = {"controls", "owns", "controlled", "owned", "does"}


def plural_verb(verb: str) -> str:
    """Return a verb of "he or she" as "they" has it: "pays" becomes "pay", "may" stays."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith(("ches", "shes", "sses", "xes", "zes")):
        return verb[:-2]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb[:-1] if verb.endswith("s") and not verb.endswith("ss") else verb


def _they(match: re.Match[str]) -> str:
    subject = "They" if match["subject"][0] == "H" else "they"
    words = f"{subject} {match['adverb'] or ''}{plural_verb(match['verb'])}"
    rest: str = match["rest"] or ""
    if match["verb"] not in _AFTER_MATCH and rest:
        rest = re.sub(
            r"\b(and|or|then) ([a-z]+s)\b",
            lambda also: f"{also[1]} {_also_plural(also[2])}",
            rest,
        )
    return words + rest


_VERBS = frozenset(
    ("casts", "creates", "discards", "draws", "exiles", "gains", "gets", "loses", "mills",
     "pays", "puts", "returns", "reveals", "sacrifices", "searches", "shuffles", "taps", "untaps")
)  # fmt: skip


def _also_plural(word: str) -> str:
    return plural_verb(word) if word in _VERBS else word


_HE_OR_SHE = (
    r"\b(?P<subject>[Hh]e or she) (?P<adverb>(?:then|also|already|neither|both|next) )?"
    r"(?P<verb>[a-z']+)(?P<rest>[^.,:;\"\n]{0,200})?"
)
_PLAYERS = _rules(
    (" or she ", _HE_OR_SHE, _they),
    (" or she ", _HE_OR_SHE, _they),  # a second subject in the same clause
    (" or her", r"\b[Hh]is or hers\b", "theirs"),
    (" or her", r"\bHis or her\b", "Their"),
    (" or her", r"\bhis or her\b", "their"),
    (" or her", r"\bhim or her\b", "them"),
    ("self", r"\bhimself or herself\b", "themself"),
    # Planeswalkers.
    ("dealt to h", r"\b(would be dealt to )(?:him|her)\b(?! or)", r"\1it"),
    ("self", r"\b(damage to )(?:himself|herself)\b", r"\1itself"),
)  # fmt: skip

# --- Zones: enters, dies, mill, create, shuffle ---------------------------------------------------

_POST_MODIFIER = re.compile(r" (?:with|without|named|that|of the chosen|other than|from|whose) ")


def _entered_by(match: re.Match[str]) -> str:
    """Return "a creature you control enters" for "a creature enters under your control"."""
    whose = "you control" if match["whose"] == "your" else f"{match['whose'][:-2]} controls"
    subject = match["subject"]
    if (modifier := _POST_MODIFIER.search(subject)) is not None:
        at = modifier.start()
        subject = f"{subject[:at]} {whose}{subject[at:]}"
    else:
        subject = f"{subject} {whose}"
    return f"{match['when']} {subject} {match['verb']}"


_ENTERING = _rules(
    ("under ", r"\b(?P<when>[Ww]hen(?:ever)?) (?P<subject>[^.,:\"\n]{1,100}?) (?P<verb>enters?)"
     r" the battlefield under (?P<whose>your|an opponent's|enchanted player's|that player's)"
     r" control", _entered_by),
    # What happened earlier keeps its words: "if a creature entered the battlefield under your
    # control this turn"; so does what can't happen.
    ("the battlefield", r"(?<!can't )\b((?:[Ee]nter|[Ee]nters|[Ee]ntering)\b(?: or (?:attacks|dies)"
     r")?) the battlefield(?! under (?:your|an opponent's|their) control (?:this|last) turn)",
     r"\1"),
    ("would enter the", r"\b(would enter) the battlefield", r"\1"),
    ("entered the battlefield", r"\bentered the battlefield(?! under)", "entered"),
)  # fmt: skip

# Only creatures and planeswalkers die (CR 700.4), so not "an artifact or creature".
_MORTAL = (
    r"(?P<what>\b(?<!or )(?:[Cc]reature|planeswalker|creatures)(?: (?:you control"
    r"|an opponent controls|you don't control|tokens?|dealt damage by [\w~ ]{1,40} this turn"
    r"|of the chosen type|with (?:power|toughness|mana value) \d+ or (?:less|greater)))?)"
)


def _dies(match: re.Match[str]) -> str:
    forms = {"is": "dies", "are": "die", "was": "died", "were": "died", "would be": "would die"}
    return f"{match['what']} {forms[match['be']]}"


_DYING = _rules(
    ("from the battlefield", _MORTAL + r" (?P<be>is|are|was|were|would be) put "
     r"into (?:a graveyard|graveyards|its owner's graveyard|their owners' graveyards) "
     r"from the battlefield\b", _dies),
)  # fmt: skip
_OWN_DYING = _rules(
    ("from the battlefield", r"(?P<what>~) (?P<be>is|was|would be) put into "
     r"(?:a graveyard|its owner's graveyard) from the battlefield\b", _dies),
)  # fmt: skip

# A creature is exerted by an ability that triggers as it attacks.
_EXERTING = _rules(
    ("exert", r"You may exert (~) as it attacks\. When you do,",
     r"Whenever \1 attacks, you may exert \1. When you do,"),
    ("exert", r"You may exert (~) as it attacks\.", r"Whenever \1 attacks, you may exert \1."),
)  # fmt: skip

_SUPPORT = re.compile(r"\b([Ss])upport ([2-9])\b")


def _with_support(text: str, type_line: str) -> str:
    """Return a text with support written out; a permanent supports other creatures (CR 701.41)."""
    other = "" if re.search(r"\b(?:Instant|Sorcery)\b", type_line) else "other "

    def counters(match: re.Match[str]) -> str:
        put = "Put" if match[1] == "S" else "put"
        number = number_word(int(match[2]))
        return f"{put} a +1/+1 counter on each of up to {number} {other}target creatures"

    return _SUPPORT.sub(counters, text)


_NUMBER_OF = r"(?P<number>[\w ]{1,24}? cards?|card)"


def _number_milled(number: str) -> str:
    return "a card" if number == "card" else number


def _mills(match: re.Match[str]) -> str:
    return f"mills {_number_milled(match['number'])}"


def _mill(match: re.Match[str]) -> str:
    return f"{'M' if match['put'] == 'Put' else 'm'}ill {_number_milled(match['number'])}"


def _player_mills(match: re.Match[str]) -> str:
    who = match["who"]
    who = f"{who[0].upper()}{who[1:]}" if match["put"] == "Put" else who
    return f"{who} mills {_number_milled(match['number'])}"


def _mills_half(match: re.Match[str]) -> str:
    verb = {"Put": "Mill", "put": "mill", "puts": "mills"}[match["put"]]
    return f"{verb} half {match['whose']} library{match['rest'] or ''}"


_MILLING = _rules(
    ("graveyard", rf"\bputs the top {_NUMBER_OF} of their library into their graveyard", _mills),
    ("graveyard", rf"\b(?P<put>[Pp]ut) the top {_NUMBER_OF} of (?:your library into your|their "
     r"library into their) graveyard", _mill),
    ("graveyard", rf"\b(?P<put>[Pp]ut) the top {_NUMBER_OF} of (?P<who>target player|target "
     r"opponent|that player|enchanted player|each opponent)'s library into (?:that player's|their"
     r"|its owner's) graveyard", _player_mills),
    ("graveyard", r"\b(?P<put>[Pp]uts?) the top half of (?P<whose>your|their) library"
     r"(?P<rest>, rounded (?:up|down))?,? into (?:your|their) graveyard", _mills_half),
)  # fmt: skip

_TOKEN_NAME = r"[A-Z][\w'-]*(?: (?:[A-Z][\w'-]*|of|the))*"
_TOKEN_NAMED = re.compile(rf" named ({_TOKEN_NAME})")
_THIS_TOKEN = re.compile(r"\b([Tt])his token\b")


def _of_token(match: re.Match[str]) -> str:
    """Return a token's ability in which the token is "this creature" or the like."""
    before, quoted = match["before"], match["quoted"]
    text = match.string
    start = max(text.rfind("\n", 0, match.start()) + 1, match.start() - 200)
    line = text[start : match.end("before")]
    kind = next((kind for kind in ("creature", "artifact", "land") if f"{kind} token" in line), "")
    noun = kind or ("enchantment" if "enchantment token" in line else "token")
    quoted = _THIS_TOKEN.sub(rf"\1his {noun}", quoted)
    if (named := _TOKEN_NAMED.search(line)) is not None:
        quoted = re.sub(rf"(?<!named ){re.escape(named[1])}(?!\w)", f"this {noun}", quoted)
        quoted = re.sub(r"^this ", "This ", quoted)
    return f'{before}{quoted}"'


def _with_ability(match: re.Match[str]) -> str:
    """Return "a token with flying and …" for "a token with flying. It has …"."""
    had, words = match["with"], match["words"] or ""
    if had is None:
        return f"{match['token']} with {words}{match['quote']}"
    if words:
        return match[0]
    also = ", and" if " and " in had else " and"
    return f"{match['token']}{had.replace(' and ', ', ', 1)}{also} {match['quote']}"


_TOKENS = _rules(
    # "Put a 1/1 green Saproling creature token onto the battlefield."
    ("onto the battlefield", r"\b(?P<put>[Pp]uts?) (?P<what>[^.\n\"]{1,150}?\btokens?\b"
     r"(?P<with>[^.\n]{0,150}?)) onto the battlefield(?P<tapped> tapped(?: and attacking)?"
     r"| attacking)?(?: under (?:your|their) control)?",
     lambda m: _create(m)),
    # Tokens with a kind of their own (CR 111.10), and those that are named first.
    ("Treasure", r'\bcolorless Treasure artifact (tokens?) with "[^"\n]{1,80}\.?"(?P<ends>'
     r"(?= [A-Z]|$))?", lambda m: f"Treasure {m[1]}{'.' if m['ends'] is not None else ''}"),
    ("named Gold", r'\bcolorless artifact (tokens?) named Gold\. (?:It has|They have) '
     r'"[^"\n]{1,80}"', r"Gold \1."),
    (" legendary ", r"\b([Cc]reates?) (an? legendary [^.\n\"]{1,120}? token(?: with [^.\n\"]{1,80}?"
     rf")?) named ({_TOKEN_NAME})", r"\1 \3, \2"),
    ("oken", r"(?P<before>[Tt]oken[^\n\"]{0,120} \")(?P<quoted>[^\n\"]{1,400})\"", _of_token),
    ("oken", rf"(?P<token>\btokens?(?: named {_TOKEN_NAME})?)(?P<with> with [^.\n\"]{{1,80}})?\. "
     r"(?:It has|They have|They each have) (?P<words>[a-z, ]{1,80} )?(?P<quote>\"[^\n\"]{1,400}\")",
     _with_ability),
    ("token", r"\b([Cc]reates? [^.\n\"]{1,200}?\btokens?\b) under (?:your|their) control", r"\1"),
)  # fmt: skip


def _create(match: re.Match[str]) -> str:
    verb = {"Put": "Create", "put": "create", "puts": "creates"}[match["put"]]
    what, state = match["what"], match["tapped"] or ""
    if state == " tapped":
        what, state = re.sub(r"^(an?|\w+) ", r"\1 tapped ", what, count=1), ""
        what = what.replace("an tapped", "a tapped", 1)
    elif state:
        state = f" that's{state}" if what.startswith(("a ", "an ")) else f" that are{state}"
    return f"{verb} {what}{state}"


_SHUFFLING = _rules(
    ("huffle", r"\b([Ss]huffles?) (?:your|their|that player's) (?:library|libraries)"
     r"(?= and put)", r"\1"),
    ("huffle", r"\b([Ss]huffles?) (?:your|their) (?:library|libraries)\b", r"\1"),
    ("shuffle", r"\b(this way,? shuffles?) (?:it|them)(?=\.)", r"\1"),
    ("shuffle and put", r"\bshuffle and put (it|that card|them|those cards) on top of "
     r"(?:it|your library)", r"shuffle and put \1 on top"),
    ("earches their", r"(earches their library [^.\n]{1,160}?),? and puts ([^.\n]{1,160})\. "
     r"Then that player shuffles(?=\.)", r"\1, puts \2, then shuffles"),
    ("earch their", r"(earch their library [^.\n]{1,160}?),? and put ([^.\n]{1,160})\. If "
     r"(?:they do|that player does), (?:they|that player) shuffles?(?=\.)",
     r"\1, put \2, then shuffle"),
    ("Shuffle, then put", r"(earch your library [^.\n]{1,160}) and reveal that card\. Shuffle, "
     r"then put the card on top of it", r"\1, reveal it, then shuffle and put that card on top"),
    ("Shuffle, then put", r"(earch your library [^.\n]{1,160}) and reveal those cards\. Shuffle, "
     r"then put them on top of it", r"\1, reveal them, then shuffle and put those cards on top"),
    ("eveal those cards", r"([Rr]eveal those cards) and put ([^.\n]{1,80})\. Then shuffle(?=\.)",
     r"\1, put \2, then shuffle"),
    # The card found is "it".
    ("earch", r"([Ss]earch(?:es)? [^.\n]{1,160}?),? and put ([^.\n]{1,160})\. "
     r"(?:Then|If you do,) shuffle(?=\.)", r"\1, put \2, then shuffle"),
    ("library for a", r"(library for an? [^.\n]{1,120}, reveal )that card\b", r"\1it"),
    ("library for a", r"(library for an? [^.\n]{1,120}(?:,|(?<!shuffle) and) puts? )that card\b",
     r"\1it"),
    ("library for ", r"(library for [^.\n]{1,120}, reveal )those cards\b", r"\1them"),
    ("library for ", r"(library for [^.\n]{1,120}(?:,|(?<!shuffle) and) puts? )those cards\b",
     r"\1them"),
)  # fmt: skip

# --- Damage ---------------------------------------------------------------------------------------

_DAMAGE = _rules(
    ("creature or player", r"\ba third target creature or player", "a third target"),
    ("creature or player", r"\banother target creature or player(?=[^.\n]{0,60}a third target)",
     "another target"),
    ("creature or player", r"\banother target creature or player", "any other target"),
    ("creature or player", r"\btarget creature or player", "any target"),
    ("creature, player", r"\btarget creature, player,? or planeswalker", "any target"),
    ("creatures and/or player", r"\btarget creatures and/or players", "targets"),
    ("creatures and/or player", r"\bthose creatures and/or players",
     "those permanents and/or players"),
    ("to that creature or player", r" to that creature or player instead if\b", " instead if"),
    ("to that creature or player", r"(any target[^\n]{0,200}?\bIf [^.\n]{1,120}? deals (?:\d+|X) "
     r"damage) to that creature or player instead\.", r"\1 instead."),
    ("creature or player", r"\b(that|the|another|a) creature or player\b",
     lambda m: f"{m[1]} permanent or player"),
    ("any target", r"(?<=any target)([^\n]{1,200}?)\bthat creature's controller or that player",
     r"\1that permanent's controller or that player"),
    ("any target", r"(?<=any target)([^\n]{1,200}?)\bthat player or that creature's controller",
     r"\1that player or that permanent's controller"),
)  # fmt: skip

_AT_PLAYER = re.compile(
    r"\b(?P<deals>[Dd]eals? (?:[^.\n]{0,120}? )?damage (?:[^.\n]{0,80}? )?to )"
    r"(?P<who>target (?:player|opponent))(?! or\b|'s| previously)(?P<rest>[^.\n]{0,200})"
)
_CONTROLLER = "that player or that planeswalker's controller"
_BESIDE = re.compile(r"\b(creatures?) (?:that player controls|they control)\b")


def _at_planeswalkers(text: str) -> str:
    """Return a text in which damage to a target player may be dealt to a planeswalker (2018)."""
    if "damage" not in text or not ("target player" in text or "target opponent" in text):
        return text
    return "\n".join(_at_planeswalker(line) for line in text.split("\n"))


def _at_planeswalker(line: str) -> str:
    match = _AT_PLAYER.search(line)
    if match is None:
        return line
    rest = match["rest"]
    if (
        " and " in rest
        and (beside := _BESIDE.search(rest))
        and ", where " not in rest[: beside.start()]
    ):
        rest = _BESIDE.sub(rf"\1 {_CONTROLLER} controls", rest, count=1)
    elif "that player" in rest or "they control" in rest:
        return line
    later = line[match.end() :]
    later = later.replace(" to that player instead if ", " instead if ")
    later = re.sub(r"(damage to that player)\b(?!')", r"\1 or planeswalker", later)
    later = re.sub(
        r"(?<=\. )(?P<first>[^.\n]{0,80}?)\b(?P<that>[Tt])hat player\b(?! or|')",
        lambda m: f"{m['first']}{m['that']}{_CONTROLLER[1:]}",
        later,
    )
    later = re.sub(r"\bunless they (pay|discard|sacrifice)\b", rf"unless {_CONTROLLER} \1s", later)
    return f"{line[: match.start()]}{match['deals']}{match['who']} or planeswalker{rest}{later}"


# --- Costs and mana -------------------------------------------------------------------------------


def _cast_from_top(match: re.Match[str]) -> str:
    """Return the casting of a kind of spell from the top of a library, as it is said now."""
    kind = match["kind"].replace(" or ", " and ")
    return f"may cast {kind} spells from the top of your library"


_PLAYING = _rules(
    ("may play land cards", "may play land cards from", "may play lands from"),
    ("may play the top card", r"may play the top card of your library if it's a land card\b",
     "may play lands from the top of your library"),
    ("may play the top card", r"may play the top card of your library(?=\.)",
     "may play lands and cast spells from the top of your library"),
    ("may cast the top card", r"may cast the top card of your library if it's an? "
     r"(?P<kind>[\w -]{1,40}?) card\b", _cast_from_top),
)  # fmt: skip
_COSTS = _rules(
    (" and sorcery card ", r"\b([Ee])ach instant and sorcery card\b",
     r"\1ach instant or sorcery card"),
    ("ctivate this ability", r"\b([Aa])ctivate this ability (only|no more)", r"\1ctivate \2"),
    ("could cast", r"\bonly any time (?:you|they) could cast (a sorcery|an instant)",
     r"only as \1"),
    ("may activate this ability", r"\bmay activate this ability, but only",
     "may activate this ability but only"),
    # Mana in addition to what the tapped permanent makes.
    ("for mana, ", r"(\b[Ww]henever [^.\n]{1,80} for mana, (?:its controller|that player|you)? ?"
     r"adds?) (?=\{|(?:one|two|three) mana (?:of any color|in any|of the chosen color))",
     r"\1 an additional "),
)  # fmt: skip

# --- Subtypes -------------------------------------------------------------------------------------

_SUBTYPE_PLURALS = {
    "Cephalids": "Octopuses",
    "Hounds": "Dogs",
    "Nagas": "Snakes",
    "Viashinos": "Lizards",
}
_OLD_SUBTYPE = re.compile(rf"\b(?:{'|'.join((*_SUBTYPE_PLURALS, *SUBTYPES))})\b")
_NAMED_BEFORE = re.compile(r"\bnamed (?:[A-Z][\w'-]*,? |of |the |and |or ){0,12}$")


def _present_subtypes_in(text: str) -> str:
    if _OLD_SUBTYPE.search(text) is None:
        return text

    def present(match: re.Match[str]) -> str:
        if _NAMED_BEFORE.search(text[max(0, match.start() - 120) : match.start()]):
            return match[0]
        return _SUBTYPE_PLURALS.get(match[0]) or SUBTYPES[match[0]]

    return _OLD_SUBTYPE.sub(present, text)


# --- All of it ------------------------------------------------------------------------------------


def _step(rules: Rules) -> Callable[[str], str]:
    return lambda text: _with_rules(text, rules)


_GRAVEYARDS = _rules(
    (
        "'s graveyard",
        r"\b([Ee]xiles?) (target player|target opponent|that player)'s graveyard\b",
        r"\1 all cards from \2's graveyard",
    ),
    (" all graveyards", r"\b([Ee]xile) all graveyards\b", r"\1 all cards from all graveyards"),
)
_QUOTING = _rules(
    ('" until', r'([\w}])"(?= until end of turn\b)', r'\1."'),
    ('" and "', r'([\w}])"(?= and ")', r'\1."'),
    ("all creature types", r"\b(gains?|has|have|with) all creature types\b", r"\1 changeling"),
)

_STEPS: tuple[Callable[[str], str], ...] = (
    *map(_step, (_LAYOUT, _OLD_TERMS, _PLAYERS, _ENTERING, _DYING, _EXERTING, _MILLING, _TOKENS)),
    *map(_step, (_SHUFFLING, _DAMAGE, _PLAYING)),
    _at_planeswalkers,
    _step(_COSTS),
    _step(_GRAVEYARDS),
    _step(_QUOTING),
    _present_subtypes_in,
)
