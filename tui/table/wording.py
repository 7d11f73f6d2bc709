"""Words for actions and keys."""

from __future__ import annotations

from collections.abc import Callable, Set

from engine.actions import Action
from engine.base.records import replace
from engine.cards.characteristics import Printed
from engine.cards.describe import cost_text
from engine.cards.model import AnyAbility, Card
from engine.cards.terms import Costs
from engine.notation import write
from engine.view import ObjectView, View
from tui.table import auto_pay, forecast

COLOR_SYMBOLS = {
    "W": "white",
    "U": "blue",
    "B": "black",
    "R": "red",
    "G": "green",
    "C": "colorless",
}


SECRET = frozenset({"reveal"})
"""Verbs of actions that reveal a secret to everyone for good.

The player has to confirm such an action.
"""


def name_of(view: View, ident: int) -> str:
    """Return the name of an object, or of a player given as -(seat + 1)."""
    if ident < 0:
        return view.players[-ident - 1].name
    return view.object_name(ident) or "a hidden card"


def find(view: View, ident: int) -> ObjectView | None:
    """Return an object of a view by id, in any zone; None if hidden from the seat."""
    return forecast.of(view).items.get(ident)


def ability_text(view: View, ident: int, number: int) -> str:
    """Return the text of an object's ability, numbered from 1 as in actions.

    Returns the number if the ability isn't known.
    """
    from engine.cards.describe import ability_text as words_of

    ability = ability_of(view, ident, number)
    return (
        words_of(ability, view.known.objects[ident].printed.card)
        if ability is not None
        else f"ability {number}"
    )


def ability_of(view: View, ident: int, number: int) -> AnyAbility | None:
    """Return an object's ability, printed or granted, or None."""
    known = view.known.objects.get(ident)
    if known is None:
        return None
    own = known.printed.base.abilities
    if number > len(own):
        ahead = forecast.of(view)
        own = ahead.within(
            ("abilities", ident), lambda: ahead.game.characteristics(ident).abilities, own
        )
    return own[number - 1] if number <= len(own) else None


def is_for_mana(action: Action, view: View) -> bool:
    """Return whether an action does nothing but make mana."""
    from engine.cards.mana_abilities import is_mana_ability

    return action.verb == "activate" and is_mana_ability(
        ability_of(view, action.object, action.ability)
    )


Words = Callable[[Action, View], str]


def _plain(words: str) -> Words:
    """Return a function that fills names into a template such as "Sacrifice {object}"."""

    def say(action: Action, view: View) -> str:
        return words.format(
            object=name_of(view, action.object) if action.object else "",
            target=name_of(view, action.target) if action.target else "",
            space=action.space,
            number=action.number,
            word=action.word,
        )

    return say


def _turn_up(action: Action, view: View) -> str:
    cost = " for its mana cost" if action.word else ""
    return f"Turn {name_of(view, action.object)} face up{cost}"


def _cast(action: Action, view: View) -> str:
    """Return a card with its current cost, which may differ from the printed one."""
    from engine.magic.casting.paying import price

    obj, decision, cost = view.known.objects.get(action.object), view.decision, ""
    if obj is not None and decision is not None:
        ahead = forecast.of(view)
        # shown if computing the current cost takes too much work
        printed = obj.printed.card.cost
        cost = ahead.within(
            ("price", action), lambda: price(ahead.game, decision.seat, obj, action.word), printed
        )
    halves = dict[str, Card](
        zip(("left", "right"), obj.printed.card.halves if obj is not None else (), strict=False)
    )
    half = halves.get(action.word)
    way = f", {action.word}" if action.word else ""
    if half is not None:
        way = f"{way} half: {half.name}"
    chosen = _chosen_cost(obj.printed, action.word) if obj is not None else ""
    if chosen:  # the cost says more than the word of the way
        way, cost = "", f"{cost.removesuffix('{0}')} ({chosen})".lstrip()
    return f"Cast {name_of(view, action.object)}{way} {cost}".rstrip()


def _chosen_cost(card: Printed, word: str) -> str:
    """Return what a way to cast a card costs besides mana, if there is a choice of costs."""
    from engine.cards.casting_options import way_named

    way = way_named(card, word)
    if way is None or way.choice is None or way.choice == Costs(mana=way.choice.mana):
        return ""
    return cost_text(replace(way.choice, mana=""), card.card)


def _activate(action: Action, view: View) -> str:
    where = next((f" at {space.name}" for space in view.spaces if space.land == action.object), "")
    named, text = (
        f"{name_of(view, action.object)}{where}",
        ability_text(view, action.object, action.ability),
    )
    if action.target:  # the creature that taps comes first, since it is the choice
        return f"Tap {name_of(view, action.target)} for {named}: {text.removeprefix('{T}: ')}"
    return f"{named}: {text}"


def _move(action: Action, view: View) -> str:
    together = " with all creatures in its space" if action.word == "stack" else ""
    return f"Move {name_of(view, action.object)} to {action.space}{together}"


def _place(action: Action, view: View) -> str:
    return f"Put {name_of(view, action.object) if action.object else 'it'} at {action.space}"


def _attacker(action: Action, view: View) -> str:
    aim = f" {name_of(view, action.target)}" if action.target else ""
    return f"Attack{aim} with {name_of(view, action.object)}"


def _target(action: Action, view: View) -> str:
    """Return a target, with its space if another legal target has the same name."""
    name = name_of(view, action.object)
    others = (
        each.object
        for each in view.actions
        if each.verb == "target" and each.object != action.object
    )
    # `any` stops early if many targets share a name
    has_namesake = any(name_of(view, other) == name for other in others)
    item = find(view, action.object)
    return (
        "Target "
        f"{name}{f' at {item.space}' if item is not None and item.space and has_namesake else ''}"
    )


def aimed(action: Action, view: View) -> str:
    """Return a creature's part in a fight without the creature's name; empty for other actions."""
    verb = (
        {"attacker": "Attack", "band": "Attack", "block": "Block"}.get(action.verb, "")
        if action.target
        else ""
    )
    return f"{verb} {name_of(view, action.target)}" if verb else ""


def _choose(action: Action, view: View) -> str:
    if action.object:
        return f"Choose {name_of(view, action.object)}"
    word = COLOR_SYMBOLS.get(action.word, action.word)
    if view.decision is not None and view.decision.kind == "color" and len(action.word) > 1:
        word = "".join(f"{{{letter}}}" for letter in action.word)
    return f"Choose {word or action.space or _numbered(action, view)}"


def _order(action: Action, view: View) -> str:
    return f"Next: {_numbered(action, view)}"


def _numbered(action: Action, view: View) -> str:
    """Return the name of a numbered answer, or the number."""
    named = view.decision.named if view.decision else ()
    return named[action.number - 1] if 0 < action.number <= len(named) else str(action.number)


def _carry(action: Action, view: View) -> str:
    """Return words for a creature that carries another, or for an artifact that gets a carrier."""
    carrier, carried = name_of(view, action.object), name_of(view, action.target)
    if action.space:  # the carried creature comes first, since it distinguishes one carrier's moves
        return f"Carry {carried} to {action.space} with {carrier}"
    return f"{carried} carries {carrier}"


def _remove(action: Action, view: View) -> str:
    price = "life" if action.word == "life" else "its mana cost"
    return f"Remove {name_of(view, action.object)} from your token by paying {price}"


def _instead_of_mana(verb: str) -> Words:
    """Return words for an object tapped or exiled for a cost or for colored mana."""

    def say(action: Action, view: View) -> str:
        return f"{verb} {name_of(view, action.object)}" + (
            f" for {{{action.word}}}" if action.word else ""
        )

    return say


def _pay(action: Action, _: View) -> str:
    kind = COLOR_SYMBOLS.get(action.word[:1], "mana") + ", snow" * action.word.endswith("S")
    return f"Pay {{{action.word}}} ({kind})"


def _mode(action: Action, view: View) -> str:
    decision = view.decision
    item = find(view, decision.source) if decision else None
    modes = [mode.strip() for line in item.text for mode in line.split("•")[1:]] if item else []
    return modes[action.number - 1] if 0 < action.number <= len(modes) else f"Mode {action.number}"


def _side(verb: str) -> Words:
    place = {"top": "on top of the library", "bottom": "on the bottom of the library"}[verb]
    return lambda action, view: (
        f"Put {name_of(view, action.object) if action.object else 'it'} {place}"
    )


SENTENCES: dict[str, Words] = {
    "keep": _plain("Keep this hand"),
    "mulligan": _plain("Mulligan"),
    "pass": _plain("Pass"),
    "done": _plain("Done"),
    "take-back": _plain("Cancel"),
    "auto": lambda _, view: auto_pay.words(view),
    "yes": _plain("Yes"),
    "no": _plain("No"),
    "x": _plain("X = {number}"),
    "mode": _mode,
    "assign": _plain("Assign {number} damage"),
    "move": _move,
    "place": _place,
    "scout": _plain("Scout {space} with {object}"),
    "attack": _plain("Attack at {space}"),
    "attacker": _attacker,
    "block": _plain("Block {target} with {object}"),
    "cast": _cast,
    "activate": _activate,
    "target": _target,
    "choose": _choose,
    "pay": _pay,
    "order": _order,
    "find": _plain("Take {object}"),
    "top": _side("top"),
    "bottom": _side("bottom"),
    "discard": _plain("Discard {object}"),
    "sacrifice": _plain("Sacrifice {object}"),
    "tap": _instead_of_mana("Tap"),
    "exile": _instead_of_mana("Exile"),
    "return": _plain("Return {object} to its owner's hand"),
    "bury": _plain("Put {object} into the graveyard"),
    "play": _plain("Play {object}"),
    "suspend": _plain("Suspend {object}"),
    "turn-up": _turn_up,
    "draw": _plain("Draw a card"),
    "dredge": _plain("Dredge {object} instead of drawing"),
    "source": _plain("Choose {object}"),
    "name": _plain("Choose {space}"),
    "reveal": _plain("Turn your Stronghold's land face up"),
    "heal": _plain("Heal 1 damage on {object}"),
    "battle": _plain("Attack at {space}"),
    "stand": _plain("Enter at {space}"),
    "land": _plain("Place land: {word}"),
    "mark": _plain("Place the {word} at {space}"),
    "carry": _carry,
    "give": _plain("Give {object} to {target}"),
    "pick-up": _plain("Pick up {object}"),
    "drop": _plain("Drop {object}"),
    "remove": _remove,
    "band": _plain("Attack with {object} in a band with {target}"),
}
"""The words of each verb; a verb without an entry is shown in its text form."""

OF_THE_SCREEN: dict[str, Words] = {"move-all": _plain("Move all {number} that can go to {space}")}
"""The words of choices that belong to the screen, not to the game."""

OPENINGS = {
    "attacker": "Attack with",
    "cast": "Cast",
    "activate": "Activate",
    "block": "Block with",
    "carry": "Move",
    "band": "Attack with",
}
"""The words of a verb while the rest is still to be picked."""
GOING = {
    "move": "Move to",
    "carry": "Move to",
    "place": "Put it at",
    "activate": "Activate at",
    "cast": "Cast at",
}
"""The words of a verb after which a space is named."""


def sentence(action: Action, view: View) -> str:
    """Return a whole action in words."""
    say = SENTENCES.get(action.verb) or OF_THE_SCREEN.get(action.verb)
    return say(action, view) if say else write(action, view)


def word(action: Action, view: View) -> str:
    """Return an action as one of several words to pick from."""
    return (
        ability_text(view, action.object, action.ability)
        if action.ability
        else sentence(action, view)
    )


def opening(verbs: Set[str], name: str, *, place: bool = False) -> str:
    """Return the start of several actions with one object: "Attack with or move Grizzly Bears".

    With `place`, `name` is a space: "Move to or scout a4".
    """
    said = {**OPENINGS, **(GOING if place else {})}
    *others, last = sorted({said.get(verb, verb.replace("-", " ").capitalize()) for verb in verbs})
    words = f"{', '.join(others)} or {last}" if others else last
    return f"{words.capitalize()} {name}"
