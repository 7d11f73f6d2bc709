"""Views made by hand, for tests of what is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from engine.actions import Action
from engine.base.records import replace
from engine.cards.characteristics import printed
from engine.cards.model import Card
from engine.magic.core.agenda import DecisionView
from engine.magic.core.position import GameObject, State
from engine.variant.loading import load
from engine.variant.ruleset import Ruleset
from engine.view import ObjectView, PlayerView, SpaceView, TurnView, View

STEPS = (
    "Untap",
    "Mana Production",
    "Upkeep",
    "Draw",
    "Main",
    "Movement",
    "Attack/Conquer",
    "Main",
    "End",
)


def creature(
    ident: int, name: str, power: int, toughness: int, seat: int = 0, space: str = "", **more: Any
) -> ObjectView:
    """A creature on the battlefield, or in a hand when it has no space."""
    fields: dict[str, Any] = {
        "zone": "battlefield" if space else "hand",
        "types": ("Creature",),
        "subtypes": ("Bear",),
        "colors": ("green",),
        "cost": "{1}{G}",
        "text": (),
    }
    fields |= more
    return ObjectView(
        ident, name, owner=seat, controller=seat, power=power, toughness=toughness,
        printed_power=power, printed_toughness=toughness,
        space=space, **fields,
    )  # fmt: skip


def space(name: str, x: int, y: int, neighbors: Sequence[str] = (), **more: Any) -> SpaceView:
    """A space, face down and empty unless told otherwise."""
    fields: dict[str, Any] = {
        "face_up": False,
        "land": 0,
        "land_name": "",
        "land_types": (),
        "holder": -1,
        "conquer_value": 0,
        "stronghold_of": -1,
        "creatures": (),
    }
    fields |= more
    if fields["land_name"]:
        fields |= {"face_up": True, "land_types": (fields["land_name"],)}
    return SpaceView(name, x, y, tuple(neighbors), **fields)


def grid(rows: int, columns: int, **known: dict[str, Any]) -> tuple[SpaceView, ...]:
    """A grid of spaces a1, b1... with keyword fields for some, and a Stronghold above and below
    its middle.
    """
    names = {(x, y): f"{chr(97 + x)}{y + 1}" for x in range(columns) for y in range(rows)}
    middle = columns // 2
    names[middle, -1], names[middle, rows] = "north", "south"
    made: list[SpaceView] = []
    for (x, y), name in sorted(names.items(), key=lambda entry: (entry[0][1], entry[0][0])):
        around = [
            names[x + dx, y + dy]
            for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1))
            if (x + dx, y + dy) in names
        ]
        stronghold = {"north": 1, "south": 0}.get(name, -1)
        made.append(
            space(name, x, y, around, **({"stronghold_of": stronghold} | known.get(name, {})))
        )
    return tuple(made)


def player(seat: int, name: str, **more: Any) -> PlayerView:
    """A player with nothing but a name and full counts."""
    fields: dict[str, Any] = {
        "life": None,
        "hand_count": 7,
        "library_count": 53,
        "hand": (),
        "graveyard": (),
        "exile": (),
        "pool": (0, 0, 0, 0, 0, 0),
        "snow": (0, 0, 0, 0, 0, 0),
        "stronghold": ("south", "north")[seat % 2],
        "stronghold_holder": seat,
        "turns_left": None,
        "areas_held": 0,
        "areas_to_win": 5,
        "out": False,
    }
    return PlayerView(seat, name, **(fields | more))


@cache
def rules() -> Ruleset:
    """The Conquering's rules."""
    return load("conquering")


def known(objects: Sequence[ObjectView]) -> State:
    """A position in which these objects have their names, so that actions can be written as
    text.
    """
    state = State()
    for item in objects:
        card = Card(
            item.name, ("Creature",) if item.power is not None else ("Artifact",), item.cost
        )
        state.put(GameObject(item.id, printed(card), item.owner, item.controller, item.zone))
    return state


def view(
    spaces: Sequence[SpaceView] = (),
    permanents: Sequence[ObjectView] = (),
    actions: Sequence[Action] = (),
    decision: DecisionView | None = None,
    players: Sequence[PlayerView] = (),
    **more: Any,
) -> View:
    """A view for seat 0 of Edna against Dale in the first main phase of round 2."""
    players = players or (player(0, "Edna"), player(1, "Dale"))
    stack: Sequence[ObjectView] = more.get("stack", ())
    standing = {
        s.name: tuple(item.id for item in permanents if item.space == s.name) for s in spaces
    }
    fields: dict[str, Any] = {
        "seat": 0,
        "turn": TurnView(3, 2, 0, 4, STEPS),
        "stack": (),
        "combat": None,
        "revealed": (),
        "winners": None,
        "rules": rules(),
        "known": known(
            [
                *permanents,
                *stack,
                *(card for p in players for card in (*p.hand, *p.graveyard, *p.exile)),
            ]
        ),
    }
    drawn = tuple(s if s.creatures else _with_creatures(s, standing[s.name]) for s in spaces)
    return View(
        players=tuple(players),
        spaces=drawn,
        permanents=tuple(permanents),
        decision=decision,
        actions=tuple(actions),
        **(fields | more),
    )


def _with_creatures(drawn: SpaceView, ids: tuple[int, ...]) -> SpaceView:
    return replace(drawn, creatures=ids)


def battle() -> View:
    """A small war: Edna's bears and wurm against Dale's knight, with three cards in Edna's hand
    and a choice to make.
    """
    spaces = grid(
        3,
        3,
        north={"land_name": "Plains", "conquer_value": 7, "holder": 1},
        south={"land_name": "Forest", "conquer_value": 7, "holder": 0},
        b2={"land_name": "Swamp", "conquer_value": 3},
        b3={"land_name": "Forest", "conquer_value": 5, "holder": 0},
        a2={"land_name": "Mountain", "conquer_value": 2, "holder": 1},
    )
    permanents = (
        creature(11, "Grizzly Bears", 3, 4, 0, "b3"),
        creature(12, "Yavimaya Wurm", 6, 4, 0, "b2", keywords=("trample",), text=("Trample",),
        cost="{4}{G}{G}"),
        creature(13, "Llanowar Elves", 2, 2, 0, "south", sick=True, text=("{T}: Add {G}.",),
        cost="{G}"),
        creature(21, "White Knight", 2, 2, 1, "b2", keywords=("first strike",),
        text=("First strike, protection from black",), tapped=True),
        creature(22, "Savannah Lions", 2, 1, 1, "north"),
        ObjectView(31, "Glorious Anthem", "battlefield", 1, 1, ("Enchantment",), (), ("white",),
        "{1}{W}{W}",
            ("Creatures you control get +1/+1.",)),
    )  # fmt: skip
    hand = (
        creature(41, "Elvish Archers", 2, 1, text=("First strike",)),
        ObjectView(
            42,
            "Giant Growth",
            "hand",
            0,
            0,
            ("Instant",),
            (),
            ("green",),
            "{G}",
            ("Target creature gets +3/+3 until end of turn.",),
        ),
        creature(43, "Craw Wurm", 6, 4, cost="{4}{G}{G}"),
    )
    players = (
        player(0, "Edna", hand=hand, hand_count=3, areas_held=1, pool=(0, 0, 0, 0, 3, 0)),
        player(
            1,
            "Dale",
            hand_count=5,
            areas_held=1,
            graveyard=(creature(51, "Benalish Hero", 1, 1, 1),),
        ),
    )
    actions = (Action("cast", 41), Action("cast", 42), Action("pass"))
    return view(
        spaces,
        permanents,
        actions,
        DecisionView(0, "priority", "Cast spells, activate abilities, or pass"),
        players,
    )


def ring() -> tuple[SpaceView, ...]:
    """The board for three: a ring of nine areas, three inside, three Strongholds outside."""
    places = {
        "a1": (2, 1), "a2": (5, 1), "a3": (8, 1), "b1": (8, 2), "b2": (8, 3), "b3": (8, 4),
        "c1": (2, 4), "c2": (2, 3), "c3": (2, 2),
        "a4": (5, 2), "b4": (6, 3), "c4": (4, 3), "north": (5, 0), "east": (10, 3), "west": (0, 3),
    }  # fmt: skip
    order = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]
    pairs = [(order[i], order[(i + 1) % 9]) for i in range(9)]
    pairs += [
        ("a4", "b4"),
        ("b4", "c4"),
        ("a4", "c4"),
        ("a4", "a2"),
        ("b4", "b2"),
        ("c4", "c2"),
        ("a2", "north"),
        ("b2", "east"),
        ("c2", "west"),
    ]
    return tuple(
        space(
            name,
            x,
            y,
            sorted({b for a, b in pairs if a == name} | {a for a, b in pairs if b == name}),
        )
        for name, (x, y) in places.items()
    )
