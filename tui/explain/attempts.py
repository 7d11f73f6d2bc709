"""Attempts: actions a player may mean by the cursor's spot, legal or not.

The engine decides which are legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.actions import Action
from engine.base.records import replace
from engine.magic.core.position import NOBODY
from engine.view import ObjectView, SpaceView, View
from tui.session import effort
from tui.table.action_builder import Spot

if TYPE_CHECKING:
    from engine.game import Game
    from engine.magic.core.position import GameObject
    from tui.table.selection import Selection

ON_MAP = (
    "move",
    "carry",
    "attack",
    "attacker",
    "band",
    "block",
    "battle",
    "scout",
    "heal",
    "place",
    "stand",
)
"""Verbs of pieces on the map, never meant for a card in hand."""
BESIDE = ("cast", "activate")  # verbs that fit an object whatever the decision is
OF_PLAYERS = ("target", "attacker", "choose", "source")  # verbs whose object may be a player
NEAREST = 8  # most pieces considered if any of them might be meant


def attempts(selection: Selection) -> list[Action]:
    """Return what may be meant by the cursor's spot.

    Answers to the pending decision come first, then general actions with the object.
    """
    if selection.view.seat is None:
        return []
    found = list(_answers(selection))
    if not selection.builder.picked:
        found += _actions(selection)
    return list(dict.fromkeys(found))


# --- answers to the pending decision ---


def _answers(selection: Selection) -> Iterator[Action]:
    """Yield the legal actions with the cursor's spot in place of the next choice."""
    builder, decision = selection.builder, selection.view.decision
    if decision is None or (decision.kind == "priority" and not builder.picked):
        return
    depth = len(builder.about) + len(builder.picked)
    shapes: set[tuple[str, str]] = set()
    for action in builder.left():
        if action.verb in BESIDE and not builder.picked:
            continue
        fields = [
            name for name in ("object", "ability", "target", "space") if getattr(action, name)
        ]
        field = fields[depth] if depth < len(fields) else ""
        if field and (action.verb, field) not in shapes:
            meant = list(_filled(selection, action, field))
            shapes |= {(action.verb, field)} if meant else set()
            yield from meant


def _filled(selection: Selection, action: Action, field: str) -> Iterator[Action]:
    """Yield an action with the cursor's spot in one of its fields."""
    for spot in _meant(selection):
        if field == "space" and spot.kind == "space":
            yield replace(action, space=spot.name)
        elif field in ("object", "target") and spot.kind in ("object", "player"):
            ident = spot.ident if spot.kind == "object" else -spot.ident - 1
            item = selection.find(spot)
            if spot.kind == "player" and action.verb not in OF_PLAYERS:
                continue
            if action.verb in ON_MAP and (item is None or item.zone != "battlefield"):
                continue
            if (
                field == "object"
                and action.verb == "attacker"
                and action.target
                and item is not None
                and item.controller != selection.view.seat
            ):
                continue  # an opponent's piece is a target, not an attacker
            filled = (
                replace(action, object=ident)
                if field == "object"
                else replace(action, target=ident)
            )
            yield (
                replace(filled, origin=item.space)
                if field == "object" and action.origin and item is not None
                else filled
            )


def _meant(selection: Selection) -> list[Spot]:
    """Return the cursor's spot and, for a space, its land and its single piece."""
    here = selection.here()
    if selection.spot.kind != "space" or here is None:
        return [selection.spot]
    pieces = [Spot("object", here.creatures[0])] if here.square and len(here.creatures) == 1 else []
    return [selection.spot, *pieces, *([Spot("object", here.land)] if here.land else [])]


# --- general actions ---


def _actions(selection: Selection) -> Iterator[Action]:
    game, spot = effort.seen(selection.view), selection.spot
    if spot.kind == "object":
        yield from deeds_of(selection.view, game, spot.ident, selection.space)
    elif spot.kind == "space":
        yield from _deeds_at(selection, game)
    elif spot.kind == "player":
        yield from _against(selection.view, game, -spot.ident - 1, "")


def deeds_of(view: View, game: Game, ident: int, aimed: str = "") -> list[Action]:
    """Return actions with a card or permanent: cast, play, move, attack, activate.

    `aimed` is the space last under the cursor.
    """
    obj = game.state.objects.get(ident)
    if obj is None or view.seat is None:
        return []
    if obj.zone == "battlefield":
        return list(_with_permanent(view, game, obj, aimed))
    if not obj.printed.name:
        return []
    own = list(_with_card(game, obj)) if obj.owner == view.seat else []
    return list(dict.fromkeys((*own, *_permitted(game, view.seat, obj))))


def _permitted(game: Game, seat: int, obj: GameObject) -> Iterator[Action]:
    """Yield the ways to play a card by the permission of an effect."""
    from engine.cards.casting_options import all_ways
    from engine.magic.casting import from_elsewhere

    if obj.id not in from_elsewhere.cards(game, seat):
        return
    if from_elsewhere.allows_land(game, seat, obj):
        yield Action("play", object=obj.id)
    for way in all_ways(obj.printed):
        if way.is_open and from_elsewhere.allows(game, seat, obj, way):
            yield Action("cast", object=obj.id, word=way.word)


def _with_card(game: Game, obj: GameObject) -> Iterator[Action]:
    """Yield the ways to cast a card from its zone, and its abilities there."""
    from engine.cards.casting_options import casting_options

    if "Land" in obj.printed.base.types and game.rules.special_action("play") is not None:
        yield Action("play", object=obj.id)
    elif obj.zone == "hand" or any(way.zone == obj.zone for way in casting_options(obj.printed)):
        words = [way.word for way in casting_options(obj.printed) if way.zone == obj.zone]
        yield from (Action("cast", object=obj.id, word=word) for word in words or [""])
    yield from (
        Action("activate", object=obj.id, ability=number + 1)
        for number, _ in obj.printed.activated_in.get(obj.zone, ())
    )
    if obj.zone == "hand" and any(word.startswith("suspend") for word in obj.printed.base.keywords):
        yield Action("suspend", object=obj.id)


def _with_permanent(view: View, game: Game, obj: GameObject, aimed: str) -> Iterator[Action]:
    from engine.cards.model import Activated

    c = game.characteristics(obj.id)
    piece = "Creature" in c.types or obj.player_token
    mine = obj.controller == view.seat
    if piece and not mine and obj.space >= 0:
        yield from _against(view, game, obj.id, game.space_name(obj.space))
    if piece and obj.owner >= 0:
        origin = game.space_name(obj.space)
        yield Action("move", object=obj.id, origin=origin, space=_aim(view, origin, aimed))
    if piece and mine:
        yield from _attacks(view, game, obj)
        yield from _chores(view, game, obj)
    for number, ability in enumerate(c.abilities, 1):
        if (
            isinstance(ability, Activated)
            and ability.zone == "battlefield"
            and (mine or obj.loose or ability.any_player)
        ):
            yield Action("activate", object=obj.id, ability=number)
    if mine and obj.face_down:
        yield Action("turn-up", object=obj.id)
        yield Action("turn-up", object=obj.id, word="mana")


def _aim(view: View, origin: str, aimed: str) -> str:
    """Return a destination to try a move to.

    It is the space last under the cursor, a neighbor or, from beside the map, a home space.
    """
    here = next((space for space in view.spaces if space.name == origin), None)
    if aimed and aimed != origin:
        return aimed
    homes = [
        space.name for space in view.spaces if space.home_of == view.seat and not space.creatures
    ]
    return next(iter(here.neighbors if here is not None else homes), aimed)


def _attacks(view: View, game: Game, obj: GameObject) -> Iterator[Action]:
    """Yield an attack with an own piece, in the form that the variant uses."""
    where = game.space_name(obj.space)
    if has_verb(game, "attack"):
        yield (
            Action("attacker", object=obj.id)
            if game.state.combat is not None
            else Action("attack", space=where)
        )
    elif has_verb(game, "attacker"):
        foes = nearest(view, where, lambda item: item.controller != view.seat)
        yield Action("attacker", object=obj.id, target=foes[0].id if foes else 0)
    elif has_verb(game, "battle") and where:
        yield Action("battle", space=where)


def _chores(view: View, game: Game, obj: GameObject) -> Iterator[Action]:
    """Yield scouting and healing by an own creature."""
    here = next((space for space in view.spaces if space.name == game.space_name(obj.space)), None)
    if game.rules.special_action("scout") is not None and here is not None:
        hidden = [
            space.name
            for space in view.spaces
            if space.name in here.neighbors and not (space.face_up or space.hole)
        ]
        yield from (Action("scout", object=obj.id, space=name) for name in hidden[:1])
    if obj.damage > 0 and has_verb(game, "heal"):
        yield Action("heal", object=obj.id)


def has_verb(game: Game, verb: str) -> bool:
    """Return whether an action is part of this variant, in a step or as a special action."""
    action = Action(verb, object=1)
    return game.rules.special_action(verb) is not None or any(
        step.refusal(game, action) is not None for step in game.rules.turn
    )


def _deeds_at(selection: Selection, game: Game) -> Iterator[Action]:
    """Yield actions on a space: moves of the closest own pieces, and mana from its land."""
    view, here = selection.view, selection.here()
    if here is None:
        return
    on_map = {item.id: item for item in view.permanents}
    foes = [
        ident
        for ident in here.creatures
        if ident in on_map and on_map[ident].controller not in (view.seat, NOBODY)
    ]
    for ident in foes[:1]:
        yield from _against(view, game, ident, here.name)
    for item in nearest(
        view, here.name, lambda item: item.controller == view.seat and item.space != here.name
    ):
        yield Action("move", object=item.id, origin=item.space, space=here.name)
    land = game.state.objects.get(here.land)
    if land is not None and land.loose and here.face_up:
        yield Action("activate", object=here.land, ability=1)
    if has_verb(game, "attack"):
        yield Action("attack", space=here.name)


def _against(view: View, game: Game, ref: int, space: str) -> Iterator[Action]:
    """Yield attacks on a player or piece by own pieces, where attacks have targets."""
    if ref == -(view.seat or 0) - 1 or (
        has_verb(game, "attack") if ref > 0 else game.rules.special_action("attacker") is None
    ):
        return
    if has_verb(game, "attacker"):
        yield from (
            Action("attacker", object=item.id, target=ref)
            for item in nearest(view, space, lambda i: i.controller == view.seat)
        )


def nearest(view: View, space: str, wanted: Callable[[ObjectView], bool]) -> list[ObjectView]:
    """Return the wanted pieces on the map, closest to a space first."""
    places = {each.name: each for each in view.spaces}
    pieces = [
        item
        for item in view.permanents
        if item.space and (item.power is not None or item.player_token) and wanted(item)
    ]
    if space in places:
        pieces.sort(key=lambda item: _apart(places[space], places[item.space]))
    return pieces[:NEAREST]


def _apart(one: SpaceView, other: SpaceView) -> int:
    x, y = abs(one.x - other.x), abs(one.y - other.y)
    return max(x, y) if one.square else x + y
