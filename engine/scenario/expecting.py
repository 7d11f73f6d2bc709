"""Expectations in a script: what players can see of a position, compared with what a line says.

A line names a subject and one of its properties; the properties are the tables OBJECT, SPACE, PLAYER and GAME below.
What is seen is read from the players' Views, so that a scenario sees no more than they do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from engine.magic.costs import SYMBOLS, parse_cost
from engine.scenario.stage import ScriptError, Stage
from engine.state import GameObject
from engine.view import ObjectView, PlayerView, SpaceView, View

Check = tuple[bool, str]
"""Whether it is as expected, and what was found."""


def expect(stage: Stage, text: str) -> None:
    """Compare the position with a line such as `b2 holder Edna`. Raises ScriptError where it is otherwise."""
    positive = text.removeprefix("not ")
    holds, found = _look(stage, positive.strip())
    if holds is (positive != text):
        raise ScriptError(text, found)


def _look(stage: Stage, text: str) -> Check:
    word, _, rest = text.partition(" ")
    if word in GAME:
        return GAME[word](stage, rest.strip())
    subject = next((name for name in stage.all_names() if re.match(re.escape(name) + r"\s", text, re.IGNORECASE)), None)
    if subject is None and (match := re.match(r"\S*#\d+\s", text)):
        subject = match[0].strip()
    if subject is None:
        raise ScriptError(f"a player, space, permanent or one of {', '.join(GAME)} at the beginning", repr(text))
    rest = text[len(subject) :].strip()
    if stage.game.has_space(subject):
        return _property(SPACE, rest)(stage, _space(stage, subject), _argument(SPACE, rest))
    if subject.lower() in (player.name.lower() for player in stage.game.state.players):
        return _property(PLAYER, rest)(stage, _player(stage, subject), _argument(PLAYER, rest))
    if rest.startswith("in "):
        return _is_in(stage, subject, rest[3:].strip())
    obj = stage.one_object(subject)
    return _property(OBJECT, rest)(stage, _visible(stage, obj), _argument(OBJECT, rest))


def _property(table: dict[str, Callable[..., Check]], text: str) -> Callable[..., Check]:
    for name in table:
        if text == name or text.startswith(name + " "):
            return table[name]
    raise ScriptError(f"one of these: {', '.join(table)}", repr(text))


def _argument(table: dict[str, Callable[..., Check]], text: str) -> str:
    name = next(name for name in table if text == name or text.startswith(name + " "))
    return text[len(name) :].strip()


# --- seeing ---


def _everything(stage: Stage) -> View:
    return stage.game.view_for(None)


def _player(stage: Stage, name: str) -> PlayerView:
    """A player as that player sees it, hand included."""
    seat = stage.seat(name)
    return stage.game.view_for(seat).players[seat]


def _space(stage: Stage, name: str) -> SpaceView:
    return next(space for space in _everything(stage).spaces if space.name == name)


def _visible(stage: Stage, obj: GameObject) -> ObjectView:
    """An object as its owner sees it."""
    view = stage.game.view_for(obj.owner)
    player = view.players[obj.owner]
    shown = (*view.permanents, *view.stack, *player.hand, *player.graveyard, *player.exile)
    for each in shown:
        if each.id == obj.id:
            return each
    raise ScriptError(f"{obj.printed.name} where its owner can see it", stage.place(obj))


def _is_in(stage: Stage, name: str, place: str) -> Check:
    """`in b2`, `in hand`, `in Edna's graveyard`; of several things of one name, one is enough."""
    found = stage.objects_called(name)
    owner, _, zone = place.rpartition("'s ")
    seats = {stage.seat(owner)} if owner else set(range(len(stage.game.state.players)))
    places = [stage.place(obj) for obj in found]
    holds = any(where in (zone, zone.lower()) or (zone == obj.zone) for obj, where in zip(found, places, strict=True) if obj.owner in seats)
    return holds, ", ".join(f"{stage.player_name(o.owner)}'s {p}" for o, p in zip(found, places, strict=True)) or "nowhere"


def _equal(found: object, expected: str) -> Check:
    return str(found).lower() == expected.lower(), str(found)


def _among(found: Iterable[str], expected: str) -> Check:
    words = list(found)
    return expected.lower() in [word.lower() for word in words], ", ".join(words) or "none"


def _flag(holds: bool, yes: str, no: str) -> Check:
    return holds, yes if holds else no


def _counters(shown: ObjectView, text: str) -> Check:
    """`counters +1/+1 2`."""
    kind, _, number = text.rpartition(" ")
    return _equal(dict(shown.counters).get(kind, 0), number)


def _mana(pool: tuple[int, ...], text: str) -> Check:
    """`mana {G}{G}{U}` or `mana none`."""
    expected = parse_cost("" if text == "none" else text).fixed
    found = "".join(f"{{{symbol}}}" * number for symbol, number in zip(SYMBOLS, pool, strict=True))
    return tuple(pool) == expected, found or "none"


# --- properties ---

OBJECT: dict[str, Callable[[Stage, ObjectView, str], Check]] = {
    "power": lambda stage, shown, text: _equal(shown.power, text),
    "toughness": lambda stage, shown, text: _equal(shown.toughness, text),
    "damage": lambda stage, shown, text: _equal(shown.damage, text),
    "loyalty": lambda stage, shown, text: _equal(dict(shown.counters).get("loyalty", 0), text),
    "counters": lambda stage, shown, text: _counters(shown, text),
    "controller": lambda stage, shown, text: _equal(stage.player_name(shown.controller), text),
    "owner": lambda stage, shown, text: _equal(stage.player_name(shown.owner), text),
    "keyword": lambda stage, shown, text: _among(shown.keywords, text),
    "color": lambda stage, shown, text: _among(shown.colors, text),
    "type": lambda stage, shown, text: _among((*shown.types, *shown.subtypes), text),
    "tapped": lambda stage, shown, text: _flag(shown.tapped, "tapped", "untapped"),
    "untapped": lambda stage, shown, text: _flag(not shown.tapped, "untapped", "tapped"),
    "sick": lambda stage, shown, text: _flag(shown.sick, "sick", "ready"),
    "attacking": lambda stage, shown, text: _flag(shown.attacking, "attacking", "not attacking"),
    "blocking": lambda stage, shown, text: _among(map(stage.game.object_name, shown.blocking), text),
    "attached to": lambda stage, shown, text: _attached(stage, shown, text),
    "x": lambda stage, shown, text: _equal(shown.x, text),
    "movement": lambda stage, shown, text: _equal("none" if shown.movement_left is None else shown.movement_left, text),
}

SPACE: dict[str, Callable[[Stage, SpaceView, str], Check]] = {
    "holder": lambda stage, space, text: _equal(stage.player_name(space.holder), text),
    "conquer value": lambda stage, space, text: _equal(space.conquer_value, text),
    "face": lambda stage, space, text: _equal("up" if space.face_up else "down", text),
    "land": lambda stage, space, text: _among(space.land_types, text),
    "stronghold of": lambda stage, space, text: _equal(stage.player_name(space.stronghold_of), text),
    "creatures": lambda stage, space, text: _equal(len(space.creatures), text),
    "tapped": lambda stage, space, text: _flag(space.tapped, "tapped", "untapped"),
    "hole": lambda stage, space, text: _flag(space.hole, "a hole", "there"),
}

PLAYER: dict[str, Callable[[Stage, PlayerView, str], Check]] = {
    "hand": lambda stage, player, text: _equal(player.hand_count, text),
    "library": lambda stage, player, text: _equal(player.library_count, text),
    "graveyard": lambda stage, player, text: _equal(len(player.graveyard), text),
    "exile": lambda stage, player, text: _equal(len(player.exile), text),
    "life": lambda stage, player, text: _equal("none" if player.life is None else player.life, text),
    "mana": lambda stage, player, text: _mana(player.pool, text),
    "snow mana": lambda stage, player, text: _mana(player.snow, text),
    "areas": lambda stage, player, text: _equal(player.areas_held, text),
    "turns left": lambda stage, player, text: _equal("none" if player.turns_left is None else player.turns_left, text),
    "out": lambda stage, player, text: _flag(player.out, "out", "in the game"),
    "may": lambda stage, player, text: _may(stage, player, text),
}

GAME: dict[str, Callable[[Stage, str], Check]] = {
    "winner": lambda stage, text: _winner(stage, text),
    "decision": lambda stage, text: _decision(stage, text),
    "step": lambda stage, text: _equal(stage.game.step_name(), text),
    "active": lambda stage, text: _equal(stage.player_name(stage.game.state.turn.active), text),
    "stack": lambda stage, text: _equal(len(_everything(stage).stack), text),
    "permanents": lambda stage, text: _permanents(stage, text),
}


def _attached(stage: Stage, shown: ObjectView, text: str) -> Check:
    """`attached to Grizzly Bears`, or to a space's land."""
    lands = {space.land: space.name for space in _everything(stage).spaces}
    found = lands.get(shown.attached_to) or stage.game.object_name(shown.attached_to) or "nothing"
    labels = [label for label, ident in stage.labels.items() if ident == shown.attached_to]
    return text.lower() in (name.lower() for name in (found, *labels)), found


def _may(stage: Stage, player: PlayerView, text: str) -> Check:
    """`may cast`, `may pass`: whether the player is asked now and has an answer with this verb."""
    decision = stage.game.decision
    if decision is None or decision.seat != player.seat:
        return False, "is not asked"
    return _among(sorted({action.verb for action in stage.game.legal_actions()}), text)


def _winner(stage: Stage, text: str) -> Check:
    """`winner Edna`, `winner nobody` in a draw, `winner none` while the game goes on."""
    winners = _everything(stage).winners
    if winners is None:
        return text == "none", "none yet"
    return _equal(", ".join(map(stage.player_name, winners)) or "nobody", text)


def _decision(stage: Stage, text: str) -> Check:
    """`decision Dale blockers`, or `decision none` when the game is over."""
    decision = stage.game.decision
    found = "none" if decision is None else f"{stage.player_name(decision.seat)} {decision.kind}"
    return _equal(found, text)


def _permanents(stage: Stage, text: str) -> Check:
    """`permanents 2 Grizzly Bears`: how many there are of a name."""
    number, _, name = text.partition(" ")
    shown = [each for each in _everything(stage).permanents if each.name.lower() == name.lower()]
    return _equal(len(shown), number)
