"""Scenarios in play: the game, and the meaning of a script's words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from engine.actions import Action
from engine.events import Event
from engine.game import Game
from engine.magic.core.position import PHASED, GameObject
from engine.magic.zones.object_lists import LAND_GRAVEYARD
from engine.notation import NUMBER, slug

PREFERRED = (
    "battlefield",
    "stack",
    "hand",
    "graveyard",
    "exile",
    "library",
    PHASED,
    LAND_GRAVEYARD,
)
"""Zones in which to look for a name, in order of preference."""


class ScriptError(Exception):
    """Error for a script line that fails or can't be understood, with expected and found text."""

    def __init__(self, expected: str, found: str) -> None:
        super().__init__(f"expected {expected}; found {found}")
        self.expected = expected
        self.found = found


class Stage:
    """A game and the labels of its permanents.

    Labels follow a permanent into other zones.
    """

    def __init__(self, game: Game, labels: Mapping[str, int]) -> None:
        self.game = game
        self.labels = dict(labels)
        # (seat, kind) of decisions since the last acting line began
        self.asked: list[tuple[int, str]] = []

    def fork(self) -> Stage:
        """Return an independent copy."""
        game = self.game.fork()
        game.events = []
        return Stage(game, self.labels)

    def apply(self, action: Action) -> None:
        """Carry out an action. Raises IllegalAction."""
        self.follow(self.game.apply(action))

    def follow(self, events: Sequence[Event]) -> None:
        """Update each label to the object that its object has become.

        After a long chain of events only the events tell this object.
        """
        if (asked := self.game.question) is not None:
            self.asked.append((asked.seat, asked.kind))
        gone = self.game.state.gone
        became = {ident: last.became for ident, last in gone.items()}
        became |= {event.other: event.object for event in events if event.word in PREFERRED}
        for label, ident in self.labels.items():
            while ident not in self.game.state.objects and became.get(ident, ident) != ident:
                ident = became[ident]
            self.labels[label] = ident

    # --- meaning of words ---

    def seat(self, name: str) -> int:
        """Return the seat of a player, by name or as player1. Raises ScriptError."""
        players = self.game.state.players
        for player in players:
            if name.lower() in (player.name.lower(), f"player{player.seat + 1}"):
                return player.seat
        raise ScriptError("a player: " + ", ".join(player.name for player in players), repr(name))

    def player_name(self, seat: int) -> str:
        """Return a player's name; "nobody" for no seat."""
        return self.game.state.players[seat].name if seat >= 0 else "nobody"

    def subjects(self, ident: int) -> set[str]:
        """Return the words that may stand for an object, in lower case."""
        name = self.game.object_name(ident)
        labels = {label.lower() for label, labelled in self.labels.items() if labelled == ident}
        return {name.lower(), f"{slug(name)}#{ident}", f"#{ident}"} | labels

    def objects_called(self, words: str) -> list[GameObject]:
        """Return every object that the words may stand for; a label stands for its object alone."""
        wanted = words.lower()
        objects = self.game.state.objects
        for label, ident in self.labels.items():
            if label.lower() == wanted:
                return [objects[ident]] if ident in objects else []
        if match := re.fullmatch(rf"\S*#({NUMBER})", wanted):
            found = objects.get(int(match[1]))
            return [found] if found is not None and wanted in self.subjects(found.id) else []
        return [obj for _, obj in sorted(objects.items()) if obj.printed.name.lower() == wanted]

    def one_object(self, words: str) -> GameObject:
        """Return the object that the words stand for.

        Raises ScriptError if no object has the name, or several different ones do.
        """
        found = self.objects_called(words)
        if not found:
            raise ScriptError(f"something called {words!r}", "nothing by that name")
        best = [
            obj for obj in found if obj.zone == min((o.zone for o in found), key=PREFERRED.index)
        ]
        if len({self.sameness(obj) for obj in best}) > 1:
            places = ", ".join(sorted(f"{self.place(obj)} (#{obj.id})" for obj in best))
            raise ScriptError(
                f"a label that says which {words} is meant", f"one in each of {places}"
            )
        return best[0]

    def place(self, obj: GameObject) -> str:
        """Return an object's space or, off the map, its zone."""
        return (self.game.space_name(obj.space) if obj.zone == "battlefield" else "") or obj.zone

    def land(self, space: str) -> int:
        """Return the id of a space's land."""
        return self.game.state.areas[self.game.board.names[space]].land

    def all_names(self) -> list[str]:
        """Return all names that a line may use, the longest first."""
        game = self.game
        names = {obj.printed.name for obj in game.state.objects.values()} | set(self.labels)
        names |= {item.name for item in game.state.stack} | {
            player.name for player in game.state.players
        }
        names |= {space.name for space in game.board.spaces}
        return sorted((name for name in names if name), key=len, reverse=True)

    def sameness(self, obj: GameObject) -> tuple[object, ...]:
        """Return a key that is equal for interchangeable objects of one name."""
        if obj.zone != "battlefield":
            return (obj.zone, obj.owner)
        state = (
            obj.tapped,
            obj.damage,
            obj.counters,
            obj.attached_to,
            obj.since,
            obj.on_map.since,
            obj.attacked,
            obj.on_map.moved,
        )
        return (obj.controller, obj.space, *state)
