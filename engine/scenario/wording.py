"""Translation between script words and actions: names for ids, and defaults left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product

from msgspec import Struct, field

from engine.actions import Action
from engine.base.nearest import likeness
from engine.base.nearest import nearest as likest
from engine.base.records import replace
from engine.cards.model import Activated
from engine.fronts.areas.neighbors import able_refusal
from engine.fronts.common.continent import standing
from engine.fronts.continent.movement import STACK
from engine.magic.core.position import PHASED
from engine.notation import NUMBER, part_word, slug, write_word
from engine.scenario.stage import PREFERRED, ScriptError, Stage

MOST_SUGGESTED = 3  # legal actions suggested after a refusal
SLIP = 0.75  # likeness from which a word counts as a misspelling of another


CARDS = ("hand", "graveyard", "exile", "library")  # zones of cards that are not in play
IN_PLAY = ("battlefield", PHASED)  # zones of permanents
FORMS: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    ((), ("keep", "mulligan", "stand SPACE", "land =TYPE", "mark SPACE =TYPE")),  # start of a game
    (
        (),
        (
            "pass",
            "done",
            "yes",
            "no",
            "take-back",
            "choose NAME, SPACE, =WORD or NUMBER",
            "order NAME NUMBER",
            "name SPACE",
        ),
    ),
    (CARDS, ("cast NAME =WAY", "play NAME", "suspend NAME", "dredge NAME")),
    (("hand",), ("discard NAME",)),
    (IN_PLAY, ("turn-up NAME", "tap NAME =MANA", "sacrifice NAME")),
    (
        (),
        (
            "activate NAME abilityN NAME",
            "mode NUMBER",
            "x NUMBER",
            "target NAME or SPACE",
            "assign NAME NUMBER",
        ),
    ),
    ((), ("auto", "pay =MANA", "exile NAME =MANA", "return NAME", "bury NAME")),  # payment
    ((), ("draw", "find NAME", "top NAME", "bottom NAME", "source NAME")),  # cards
    (
        IN_PLAY,
        (
            "move NAME SPACE SPACE =stack",
            "place NAME SPACE",
            "scout NAME SPACE",
            "carry NAME, NAME SPACE SPACE",
            "give NAME, NAME",
        ),
    ),
    (IN_PLAY, ("pick-up NAME, NAME", "drop NAME", "remove NAME =PRICE", "heal NAME")),
    (IN_PLAY, ("attacker NAME, NAME", "band NAME, NAME", "block NAME, NAME")),
    ((), ("reveal SPACE", "attack SPACE", "battle SPACE")),
)
"""Verbs as people write them, with the most names, spaces, number, =WORD or abilityN.

Each group begins with the zones where the first named object must be, the likeliest first; empty:
anywhere.
"""
# form of each verb
VERBS = {form.partition(" ")[0]: form for _, forms in FORMS for form in forms}
# zones for the first name of each verb
ZONES = {form.partition(" ")[0]: zones for zones, forms in FORMS for form in forms}


class Phrase(Struct):
    """The parsed words of an action.

    Each name is a list of ids that it may stand for, the likeliest first.
    """

    verb: str
    names: list[list[int]] = field(default_factory=list[list[int]])
    spaces: list[str] = field(default_factory=list[str])
    ability: int = 0
    number: int = 0
    word: str = ""

    def readings(self) -> Iterator[Action]:
        """Yield every action that the words could mean."""
        origin, space = ["", "", *self.spaces][-2:]
        for ids in product(*self.names):
            first, second = [*ids, 0, 0][:2]
            yield Action(
                self.verb, first, self.ability, second, origin, space, self.number, self.word
            )


def find_action(stage: Stage, text: str) -> Action:
    """Return the action that words mean: a legal one if any fits, else the likeliest.

    Raises ScriptError if the words can't be understood or fit several different actions.
    """
    readings = list(parse(stage, text).readings())
    legal = _fitting(stage, readings) or _fitting(
        stage, [each for reading in readings for each in _in_stacks(stage, reading)]
    )
    if len({_likeness(stage, action) for action in legal}) > 1:
        choices = ", ".join(
            f"{slug(stage.game.object_name(action.object))}#{action.object}" for action in legal
        )
        raise ScriptError(f"words that say which action {text!r} means", f"several: {choices}")
    return legal[0] if legal else _filled_in(stage, readings[0])


def may_do(stage: Stage, text: str) -> bool:
    """Return whether words fit any legal action.

    Raises ScriptError for words that are no action.
    """
    if text in VERBS:
        return any(action.verb == text for action in stage.game.legal_actions())
    return bool(_fitting(stage, list(parse(stage, text).readings())))


def _fitting(stage: Stage, readings: list[Action]) -> list[Action]:
    """Return the legal actions that fit the readings; exact matches, if any, go first."""
    fitting = [
        action
        for action in stage.game.legal_actions()
        if any(_fits(reading, action) for reading in readings)
    ]
    plain = [
        action for action in fitting if any(action.word == reading.word for reading in readings)
    ]
    return [action for action in fitting if action in readings] or plain or fitting


# --- parsing ---


def parse(stage: Stage, text: str) -> Phrase:
    """Return the parsed words of an action.

    Raises ScriptError for a word unknown in this game, and for words that are no action.
    """
    verb, _, rest = text.partition(" ")
    if verb not in VERBS:
        raise ScriptError(
            "an action that begins with one of: " + ", ".join(VERBS) + _did_you_mean(verb, VERBS),
            repr(text),
        )
    phrase = Phrase(verb)
    if "=WORD" in VERBS[verb]:  # which may have spaces
        rest, phrase.word = part_word(rest)
    names = [name for name in stage.all_names() if not stage.game.has_space(name)]
    while rest := rest.lstrip(" ,"):
        name = next(
            (n for n in names if re.match(re.escape(n) + r"(?![\w'#])", rest, re.IGNORECASE)), None
        )
        word = rest.split()[0].rstrip(",")
        if name is not None:
            phrase.names.append(_ids(stage, name))
        elif not _take_word(stage, phrase, word):
            meant = _did_you_mean(rest, names)
            raise ScriptError(
                f"names, spaces and numbers of this game in {text!r}{meant}",
                f"{word!r}, which is none of these",
            )
        rest = rest[len(name or word) :]
    _check_form(stage, phrase, text)
    return phrase


def _take_word(stage: Stage, phrase: Phrase, word: str) -> bool:
    """Add a single word to a phrase; return False if the word is unknown in this game."""
    if stage.game.has_space(word) and phrase.verb == "target" and stage.game.state.areas:
        phrase.names.append([stage.land(word)])
    elif stage.game.has_space(word):
        phrase.spaces.append(word)
    elif re.fullmatch(rf"\S*#{NUMBER}", word):
        phrase.names.append(_ids(stage, word))
    elif (match := re.fullmatch(rf"player({NUMBER})", word)) and int(match[1]) <= len(
        stage.game.state.players
    ):
        phrase.names.append([-int(match[1])])
    elif match := re.fullmatch(rf"ability({NUMBER})", word):
        phrase.ability = int(match[1])
    elif re.fullmatch(rf"{NUMBER}|0", word):
        phrase.number = int(word)
    elif word.startswith("="):
        phrase.word = word[1:]
    else:
        return False
    return True


def _check_form(stage: Stage, phrase: Phrase, text: str) -> None:
    """Check that a verb takes the given words, and that the first object is in a fitting zone.

    Raises ScriptError otherwise.
    """
    form, zones = VERBS[phrase.verb], ZONES[phrase.verb]
    given = ((phrase.ability, "abilityN"), (phrase.number, "NUMBER"), (phrase.word, "="))
    too_many = len(phrase.names) > form.count("NAME") or len(phrase.spaces) > form.count("SPACE")
    if too_many or any(said and sign not in form for said, sign in given):
        raise ScriptError(f"no more than '{form}'", repr(text))
    if not phrase.names or not zones:
        return
    asked = stage.game.question
    seat = asked.seat if asked is not None else None
    there = [
        obj
        for obj in map(stage.game.state.objects.get, phrase.names[0])
        if obj is not None and obj.zone in zones
    ]
    if not there:
        raise ScriptError(f"something in the {' or '.join(zones)}, as in '{form}'", repr(text))
    there.sort(key=lambda obj: (zones.index(obj.zone), seat not in (obj.controller, obj.owner)))
    phrase.names[0] = [obj.id for obj in there]


def _ids(stage: Stage, name: str) -> list[int]:
    """Return the ids a name may stand for.

    They are players as -(seat + 1), objects, spells on the stack, and abilities by source.
    """
    for player in stage.game.state.players:
        if player.name.lower() == name.lower():
            return [-(player.seat + 1)]
    objects = sorted(stage.objects_called(name), key=lambda obj: PREFERRED.index(obj.zone))
    sources = {obj.id for obj in objects}
    on_stack = [
        item.id
        for item in stage.game.state.stack
        if item.name.lower() == name.lower() or item.source in sources
    ]
    ids = list(dict.fromkeys([*(obj.id for obj in objects), *on_stack]))
    if not ids:
        raise ScriptError(f"something called {name!r}", "nothing by that name")
    return ids


def _fits(reading: Action, action: Action) -> bool:
    """Return whether a legal action has everything the words give; omitted parts may vary."""
    if reading.verb != action.verb:
        return False
    given = ((getattr(reading, key), getattr(action, key)) for key in Action.__struct_fields__)
    return all(not said or said == has for said, has in given)


def _likeness(stage: Stage, action: Action) -> tuple[object, ...]:
    """Return a key that is equal for interchangeable actions.

    Such actions differ only in equal objects.
    """
    first, second = _kind_of(stage, action.object), _kind_of(stage, action.target)
    return (
        action.verb,
        first,
        second,
        action.ability,
        action.origin,
        action.space,
        action.number,
        action.word,
    )


def _kind_of(stage: Stage, ident: int) -> object:
    if (item := stage.game.state.on_stack(ident)) is not None and not item.is_spell:
        return (item.name, item.controller, item.source, "stack")
    obj = stage.game.state.objects.get(ident)
    if obj is None or ident in stage.labels.values():
        return ident
    return (obj.printed.name, *stage.sameness(obj))


def _in_stacks(stage: Stage, action: Action) -> Iterator[Action]:
    """Yield the same action for creatures that share a card with the named ones (F-30).

    A stack attacks, moves and is attacked as one. A creature that leaves its stack is named
    itself.
    """
    together = action.verb == "attacker" or (action.verb == "move" and action.word == STACK)
    if not stage.game.state.lands or not together:
        return
    for first in _sharing(stage, action.object, attacking=action.verb == "attacker"):
        for second in _sharing(stage, action.target, attacking=False):
            yield replace(action, object=first, target=second)


def _sharing(stage: Stage, ident: int, *, attacking: bool) -> list[int]:
    """Return the creatures that share a card with a creature, itself first.

    An attacker that can't attack has no substitutes.
    """
    obj = stage.game.state.objects.get(ident)
    if obj is None or obj.zone != "battlefield" or obj.space < 0:
        return [ident]
    if attacking and able_refusal(stage.game, obj.controller, obj) is not None:
        return [ident]
    return [
        ident,
        *(
            other.id
            for other in standing(stage.game, obj.space)
            if other.id != ident and other.controller == obj.controller
        ),
    ]


def _filled_in(stage: Stage, action: Action) -> Action:
    """Return an illegal action with its omitted parts: the origin, or the only ability."""
    obj = stage.game.state.objects.get(action.object)
    if obj is None:
        return action
    if action.verb in ("move", "carry") and not action.origin and action.space:
        return replace(action, origin=stage.game.space_name(obj.space))
    if action.verb != "activate" or action.ability:
        return action
    abilities = enumerate(stage.game.characteristics(obj.id).abilities, 1)
    return replace(
        action,
        ability=next(
            (number for number, ability in abilities if isinstance(ability, Activated)), 1
        ),
    )


# --- suggestions ---


def _did_you_mean(found: str, allowed: Iterable[str]) -> str:
    """Return " (did you mean ...?)" with the closest word, or "" if none is close."""
    words = list(allowed)
    start = max(words, key=lambda word: _likeness_of_start(found, word), default="")
    best = likest(found, words, cutoff=SLIP) or (
        [start] if _likeness_of_start(found, start) >= SLIP else []
    )
    return f" (did you mean {best[0]!r}?)" if best else ""


def _likeness_of_start(found: str, word: str) -> float:
    """Return how closely the beginning of some words resembles another word."""
    return likeness(word.lower(), found[: len(word)].lower())


def nearest(stage: Stage, text: str) -> list[str]:
    """Return the legal actions closest to some words, in script words."""
    said = list(dict.fromkeys(in_words(stage, action) for action in stage.game.legal_actions()))
    verb = text.partition(" ")[0]

    def rank(words: str) -> tuple[bool, float]:
        return words.partition(" ")[0] == verb, likeness(words.lower(), text.lower())

    return sorted(said, key=rank, reverse=True)[:MOST_SUGGESTED]


def in_words(stage: Stage, action: Action) -> str:
    """Return a legal action in script words."""
    names = ", ".join(_name(stage, ident) for ident in (action.object, action.target) if ident)
    ability = f"ability{action.ability}" if action.ability > 1 else ""
    number = str(action.number) if action.number else ""
    words = (
        action.verb,
        names,
        ability,
        action.space,
        number,
        write_word(action.word) if action.word else "",
    )
    return " ".join(word for word in words if word)


def _name(stage: Stage, ident: int) -> str:
    """Return a player's name, a label or a card name; with the id if ambiguous."""
    obj = stage.game.state.objects.get(ident)
    if obj is None:
        return stage.game.ref_name(ident)
    label = next((label for label, labelled in stage.labels.items() if labelled == ident), None)
    rivals = [other for other in stage.objects_called(obj.printed.name) if other.zone == obj.zone]
    clear = len({stage.sameness(other) for other in rivals}) == 1
    return label or (obj.printed.name if clear else f"{slug(obj.printed.name)}#{ident}")
