"""From the words of a script to an action: names instead of ids, and whatever goes without saying left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from msgspec import Struct, field
from msgspec.structs import replace

from engine.actions import Action
from engine.notation import NUMBER
from engine.scenario.stage import PREFERRED, ScriptError, Stage

MOST_NAMES = 2
"""Objects or players that an action names at most; likewise spaces."""


class Phrase(Struct):
    """The words of an action, told apart. Each name is a list of the ids that it may stand for, the likeliest first."""

    verb: str
    names: list[list[int]] = field(default_factory=list[list[int]])
    spaces: list[str] = field(default_factory=list[str])
    ability: int = 0
    number: int = 0
    word: str = ""

    def readings(self) -> Iterator[Action]:
        """Every action that the words could stand for."""
        origin, space = ["", "", *self.spaces][-2:]
        for ids in product(*self.names):
            first, second = [*ids, 0, 0][:2]
            yield Action(self.verb, first, self.ability, second, origin, space, self.number, self.word)


def find_action(stage: Stage, text: str) -> Action:
    """The action that words stand for: a legal one if they fit one, else the likeliest. Raises ScriptError."""
    readings = list(_parse(stage, text).readings())
    fitting = [action for action in stage.game.legal_actions() if any(_fits(reading, action) for reading in readings)]
    legal = [action for action in fitting if action in readings] or fitting
    if len({_likeness(stage, action) for action in legal}) > 1:
        choices = ", ".join(f"{stage.game.object_name(action.object)}#{action.object}" for action in legal)
        raise ScriptError(f"words that tell which action is meant by {text!r}", f"several: {choices}")
    return legal[0] if legal else _filled_in(stage, readings[0])


def _parse(stage: Stage, text: str) -> Phrase:
    """Tell the words of an action apart. Raises ScriptError for a word that is none of this game."""
    verb, _, rest = text.partition(" ")
    phrase = Phrase(verb)
    names = [name for name in stage.all_names() if not stage.game.has_space(name)]
    while rest := rest.lstrip(" ,"):
        name = next((n for n in names if re.match(re.escape(n) + r"(?![\w'])", rest, re.IGNORECASE)), None)
        word = rest.split()[0]
        if name is not None:
            phrase.names.append(_ids(stage, name))
        elif not _take_word(stage, phrase, word):
            raise ScriptError(f"names, spaces and numbers of this game in {text!r}", f"{word!r}, which is none")
        rest = rest[len(name or word) :]
    if len(phrase.names) > MOST_NAMES or len(phrase.spaces) > MOST_NAMES:
        raise ScriptError("at most two names and two spaces in an action", repr(text))
    return phrase


def _take_word(stage: Stage, phrase: Phrase, word: str) -> bool:
    """Note a single word; False if it is none of this game."""
    if stage.game.has_space(word) and phrase.verb == "target" and stage.game.state.areas:
        phrase.names.append([stage.land(word)])
    elif stage.game.has_space(word):
        phrase.spaces.append(word)
    elif re.fullmatch(rf"\S*#{NUMBER}", word):
        phrase.names.append(_ids(stage, word))
    elif match := re.fullmatch(rf"player({NUMBER})", word):
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


def _ids(stage: Stage, name: str) -> list[int]:
    """What a name may stand for: players as -(seat + 1), objects, abilities on the stack."""
    for player in stage.game.state.players:
        if player.name.lower() == name.lower():
            return [-(player.seat + 1)]
    objects = sorted(stage.objects_called(name), key=lambda obj: PREFERRED.index(obj.zone))
    on_stack = [item.id for item in stage.game.state.stack if item.name.lower() == name.lower()]
    ids = list(dict.fromkeys([*(obj.id for obj in objects), *on_stack]))
    if not ids:
        raise ScriptError(f"something called {name!r}", "nothing of that name")
    return ids


def _fits(reading: Action, action: Action) -> bool:
    """Whether a legal action has everything that the words gave; what they left out may be anything."""
    if reading.verb != action.verb:
        return False
    given = ((getattr(reading, key), getattr(action, key)) for key in Action.__struct_fields__)
    return all(not said or said == has for said, has in given)


def _likeness(stage: Stage, action: Action) -> tuple[object, ...]:
    """What must be equal for two actions to be as good as each other: all but which of several equal objects they speak of."""
    first, second = _kind_of(stage, action.object), _kind_of(stage, action.target)
    return (action.verb, first, second, action.ability, action.origin, action.space, action.number, action.word)


def _kind_of(stage: Stage, ident: int) -> object:
    obj = stage.game.state.objects.get(ident)
    if obj is None or ident in stage.labels.values():
        return ident
    return (obj.printed.name, *stage.sameness(obj))


def _filled_in(stage: Stage, action: Action) -> Action:
    """An action that is not legal, with what its words left out: the space that it leaves, the only ability."""
    obj = stage.game.state.objects.get(action.object)
    if obj is None:
        return action
    if action.verb == "move" and not action.origin:
        return replace(action, origin=stage.game.space_name(obj.space))
    return replace(action, ability=1) if action.verb == "activate" and not action.ability else action
