"""Stop settings as a message, saved with the seat so that stops work while the player is away."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from tui.table.stops.stops import Stops


class StopSettings(Struct, frozen=True):
    """All settings of `Stops`."""

    own: tuple[int, ...]
    others: tuple[int, ...]
    wishes: tuple[str, ...]
    full_control: bool
    ending: int
    resting: int
    yielding: int | None
    pays_by_itself: bool = True
    held: tuple[int, ...] = ()
    places_by_itself: bool = True
    finishing: int = -1

    @classmethod
    def of(cls, stops: Stops) -> StopSettings:
        """Return the settings of `stops`."""
        return cls(
            tuple(sorted(stops.own)), tuple(sorted(stops.others)), tuple(sorted(stops.wishes)),
            stops.full_control, stops.ending, stops.resting, stops._yielding, stops.pays_by_itself,
            tuple(sorted(stops.held)),
            stops.places_by_itself, stops.finishing,
        )  # fmt: skip

    def grant(self, stops: Stops) -> None:
        """Copy these settings to `stops`."""
        stops.finishing = self.finishing
        stops.own, stops.others, stops.wishes = set(self.own), set(self.others), set(self.wishes)
        stops.full_control, stops.ending, stops.resting, stops._yielding = (
            self.full_control,
            self.ending,
            self.resting,
            self.yielding,
        )
        stops.pays_by_itself, stops.places_by_itself, stops.held = (
            self.pays_by_itself,
            self.places_by_itself,
            set(self.held),
        )


class TellingStops(Stops):
    """Stops that report each change by their player."""

    tell: Callable[[], object] | None = None  # None: changes are not reported

    def __setattr__(self, name: str, value: object) -> None:
        changed = getattr(self, name, None) != value
        super().__setattr__(name, value)
        if changed and name != "tell":
            self._changed()

    def toggle(self, step: int, *, own: bool) -> bool:
        is_set = super().toggle(step, own=own)
        self._changed()
        return is_set

    def toggle_wish(self, wish: str) -> None:
        super().toggle_wish(wish)
        self._changed()

    def toggle_held(self, ident: int) -> bool:
        is_held = super().toggle_held(ident)
        self._changed()
        return is_held

    def _changed(self) -> None:
        if self.tell is not None:
            self.tell()
