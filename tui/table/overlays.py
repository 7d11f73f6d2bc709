"""Overlays: extra information on the map, one kind at a time, each with a legend."""

from __future__ import annotations

from engine.actions import Action
from engine.view import ObjectView, View
from tui.session import effort
from tui.table import forecast
from tui.terminal import symbols

NONE, THREAT, REACH, HOLDERS, TERRAIN, MAGIC = "", "threat", "reach", "holders", "terrain", "magic"
# all overlays in the order of the key that cycles through them; the first is no overlay
OVERLAYS = (NONE, THREAT, REACH, HOLDERS, TERRAIN, MAGIC)


def offered(view: View) -> tuple[str, ...]:
    """Return the overlays that apply to the game."""
    return tuple(each for each in OVERLAYS if each != TERRAIN or view.rules.terrain)


def notes(
    view: View, overlay: str, item: ObjectView | None, spell: Action | None
) -> dict[str, str]:
    """Return an overlay's text for each space.

    `item` is the piece under the cursor, `spell` the casting of the card there.
    """
    if not view.known.players:
        return {}
    kept, about = (
        forecast.of(view).kept,
        (overlay, item.id if item is not None and overlay == TERRAIN else 0, spell),
    )
    if about not in kept:
        kept[about] = forecast.of(view).within(
            about, lambda: _notes(view, overlay, item, spell), {}, effort.SCREEN
        )
    return kept[about]


def _notes(
    view: View, overlay: str, item: ObjectView | None, spell: Action | None
) -> dict[str, str]:
    viewer = view.seat if view.seat is not None else view.turn.active
    others = {player.seat for player in view.players if not player.out} - {viewer}
    if overlay in (THREAT, REACH):
        return _power(view, others if overlay == THREAT else {viewer})
    if overlay == HOLDERS:
        return _holders(view)
    if overlay == TERRAIN:
        return _bonuses(view, item)
    return _magic(view, viewer, spell) if overlay == MAGIC else {}


def legend(view: View, overlay: str, item: ObjectView | None, spell: Action | None) -> str:
    """Return the legend of an overlay in one line."""
    power = "power that could strike there" if view.is_of_squares else "power there + in reach"
    held = (
        "most power to strike there, = for a tie"
        if view.is_of_squares
        else "a space's holder, or armies there"
    )
    magic = (
        f"Magic: where {view.object_name(spell.object)} has a legal target"
        if spell is not None
        else ""
    )
    if overlay == MAGIC and spell is None:
        magic = _magic_legend(view, notes(view, overlay, item, spell))
    words = {
        THREAT: f"Threats: enemy {power}",
        REACH: f"Your reach: your {power}",
        HOLDERS: f"Holders: {held}",
        TERRAIN: f"Terrain bonus for {item.name}"
        if item is not None
        else "Terrain: put the cursor on a creature",
        MAGIC: magic,
    }
    return words.get(overlay, "")


def _magic_legend(view: View, reached: dict[str, str]) -> str:
    """Return the legend of spell range; if nothing limits the range, words that say so."""
    if not reached or "no" in reached.values():
        return "Magic: what your spells can reach"
    return f"Magic: your spells reach every {'square' if view.is_of_squares else 'creature'}"


def _power(view: View, seats: set[int]) -> dict[str, str]:
    ahead = forecast.of(view)
    if view.is_of_squares:
        return {name: str(power) for name, power in ahead.struck(seats).items()}
    return {
        name: f"{power.here}+{power.near}"
        for name, power in ahead.presence(*sorted(seats)).items()
        if power.here or power.near
    }


def _holders(view: View) -> dict[str, str]:
    letters = symbols.letters_of(view)
    if view.is_of_squares:
        by_seat = [
            (letters[player.seat], forecast.of(view).struck({player.seat}))
            for player in view.players
            if not player.out
        ]
        return {name: _strongest(name, by_seat) for _, struck in by_seat for name in struck}
    on_map = {item.id: item for item in view.permanents}
    found: dict[str, str] = {}
    for space in view.spaces:
        there = {on_map[ident].controller for ident in space.creatures if ident in on_map}
        seats = [space.holder] if space.holder >= 0 else sorted(seat for seat in there if seat >= 0)
        if seats:
            found[space.name] = "".join(letters[seat] for seat in seats)
    return found


def _strongest(name: str, by_seat: list[tuple[str, dict[str, int]]]) -> str:
    """Return the letter of the player who could attack a space with most power; "=": a tie."""
    most = max(struck.get(name, 0) for _, struck in by_seat)
    letters = [letter for letter, struck in by_seat if struck.get(name, 0) == most]
    return letters[0] if len(letters) == 1 else "="


def _bonuses(view: View, item: ObjectView | None) -> dict[str, str]:
    from engine.analysis.forecast import bonuses

    if item is None:
        return {}
    game = forecast.of(view).game
    return {
        game.space_name(space): f"{power:+d}/{toughness:+d}"
        for space, (power, toughness) in bonuses(game, item.id).items()
    }


def aims(view: View, spell: Action) -> list[str]:
    """Return the spaces with a target for a spell."""
    if not view.known.players:
        return []
    return forecast.of(view).within(("aims", spell), lambda: _aims(view, spell), [])


def _aims(view: View, spell: Action) -> list[str]:
    from engine.analysis.forecast import targets

    spaces = _spaces(view)
    aimed = (
        view.players[-ident - 1].token if ident < 0 else ident
        for ident in sorted(targets(forecast.of(view).game, spell))
    )
    return [spaces[ident] for ident in aimed if spaces.get(ident)]


def _spaces(view: View) -> dict[int, str]:
    """Return the space of every object and land on the map, by id."""
    return {item.id: item.space for item in view.permanents} | {
        space.land: space.name for space in view.spaces if space.land
    }


def _magic(view: View, viewer: int, spell: Action | None) -> dict[str, str]:
    from engine.analysis.forecast import in_magics_reach

    if spell is not None:
        return dict.fromkeys(aims(view, spell), "yes")
    spaces, found = _spaces(view), dict[str, str]()
    for ident, reached in in_magics_reach(forecast.of(view).game, viewer).items():
        if name := spaces.get(ident):
            found[name] = "yes" if reached or found.get(name) == "yes" else "no"
    return found
