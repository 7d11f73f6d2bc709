"""The selection: the cursor, its possible moves, and the picks.

The module knows a View and no widgets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.actions import Action
from engine.analysis.forecast import PAYING
from engine.base.records import replace
from engine.base.schema import listed
from engine.view import ObjectView, PlayerView, SpaceView, View
from tui.table import forecast, group_orders, overlays, wording
from tui.table.action_builder import AUTO, NOTHING, ActionBuilder, Spot
from tui.table.board.layout import neighbor_towards
from tui.table.grouping import alike
from tui.table.hand_numbers import HandNumbers
from tui.terminal.typed_words import TypedQuery, spaces_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.analysis.forecast import Trial

# the panes that are lists; the map is the only other pane
LISTS = ("here", "hand", "stack", "zones", "choices")


class Selection:
    """A player's cursor and picks, kept from view to view."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.builder = ActionBuilder(view)
        self.pane = "map"
        self.space = self._first_space()
        self.spot = Spot("space", name=self.space)
        self.overlay = ""
        # no slow forecast is computed now: the screen follows the key first
        self.in_haste = False
        # the candidate that the player chose by name instead of by place
        self._aim = NOTHING
        self._card = NOTHING  # the hand's card that was last under the cursor
        self._asked: tuple[object, ...] = ()
        # id of the last permanent with an activated ability, if nothing else was done since; else 0
        self._activated = 0
        # groups of equal objects, by space and picks
        self._grouped: dict[tuple[str, tuple[Spot, ...]], list[list[ObjectView]]] = {}
        self._hand_numbers = HandNumbers()
        # the view and its suggested action
        self._suggestion: tuple[View, Action | None] | None = None
        # the view and its actions without a worthwhile target
        self._aimless: tuple[View, frozenset[Action]] | None = None
        # words about the targets of the present question if none of them helps the player
        self.useless = ""
        self._is_warned = False  # Tab has told them
        self._offered = 0  # id of the piece that the cursor was moved to automatically
        self._goes_in_order = False  # the player has moved a different piece
        # spaces of the pieces whose suggested move was not made, by id
        self._left_alone: dict[int, str] = {}
        self.show(view)

    # --- a new view ---

    def show(self, view: View) -> None:
        """Continue with a new view.

        The cursor stays where it was if that still exists, or goes to the subject of a new
        question.
        """
        place, has_taken, before = (
            self._place(),
            bool(self.builder.picked),
            list(self.builder.numbers()),
        )
        mover = self._note_move(view)
        source = self._next_source(view)
        self.view, self._aim, self._grouped = _without_arrivals(view), NOTHING, {}
        self.builder = ActionBuilder(self.view)
        question = _question(view)
        if source != NOTHING:
            self._goes_in_order, self.useless = False, ""
            self.aim_at(self.leader(source))
        elif view.actions and question != self._asked:
            self._goes_in_order, self.useless = False, ""
            self._meet_question()
        elif mover in before and (following := self._after_mover(mover, before)) is not None:
            self._offer(following)
        elif has_taken:
            self._leave_spent(place)
        self._asked = question
        if self.pane != "map" and self.spot not in self.items(self.pane):
            items = self.items(self.pane)
            self.spot = items[min(place, len(items) - 1)] if items else NOTHING
        if (self.spot.kind == "object" and self.find(self.spot) is None) or (
            self.pane == "stack" and not view.stack
        ):
            self.to_map()

    def _next_source(self, view: View) -> Spot:
        """Return the mana source to continue with after one was used to pay a cost, or NOTHING.

        That is the next source in the order of the last question.
        """
        now, then = view.decision, self.view.decision
        used = self.builder.picked[:1]
        if (
            now is None
            or then is None
            or not view.actions
            or now.kind != "payment"
            or then.kind not in ("payment", "color")
            or then.seat != now.seat
            or not used
            or used == (AUTO,)
        ):
            return NOTHING
        before, left = ActionBuilder(self.view).candidates(), ActionBuilder(view).candidates()
        at = before.index(used[0]) + 1 if used[0] in before else 0
        return next(
            (
                spot
                for spot in (*before[at:], *before[:at])
                if spot in left and spot.kind == "object"
            ),
            NOTHING,
        )

    def _place(self) -> int:
        """Return the cursor's index in its list."""
        items = self.items(self.pane)
        return items.index(self.spot) if self.spot in items else 0

    def _note_move(self, view: View) -> Spot:
        """Return the piece that has moved since moves were asked for, or NOTHING.

        Pieces that haven't moved when moves are done are left alone from then on.
        """
        decision, movers = (
            view.decision,
            {action.object for action in self.view.actions if action.verb == "move"},
        )
        if self.view.decision is None or self.view.decision.kind != "move":
            return NOTHING
        places = {item.id: item.space for item in self.view.permanents}
        if view.turn.number != self.view.turn.number or (
            decision is not None and decision.kind != "move"
        ):
            self._left_alone |= {
                item.id: item.space
                for item in self.view.permanents
                if item.id in movers and not item.moved
            }
        moved = (
            item.id for item in view.permanents if item.space != places.get(item.id, item.space)
        )
        return next((Spot("object", ident) for ident in moved if ident in movers), NOTHING)

    def _after_mover(self, mover: Spot, before: Sequence[Spot]) -> Spot | None:
        """Return the piece to continue with after a move, or None.

        The suggested piece comes first, then the next unmoved one. Once the player has moved a
        different piece than the one under the automatic cursor, the next unmoved piece comes first.
        """
        self._goes_in_order = self._goes_in_order or mover.ident != self._offered
        at, choices = before.index(mover) + 1, self.builder.numbers()
        waiting = {
            item.id
            for item in self.view.permanents
            if not item.moved and item.id not in self._left_alone
        }
        following = next(
            (
                spot
                for spot in (*before[at:], *before[:at])
                if spot in choices and spot.ident in waiting
            ),
            None,
        )
        return (
            following
            if self._goes_in_order and following is not None
            else self._suggested() or following
        )

    def _meet_question(self) -> None:
        """Move the cursor to the place where a new question is answered."""
        candidates = self.builder.candidates()
        kind = self.view.decision.kind if self.view.decision else ""
        if kind == "mulligan":
            self.pane_to("hand")
        elif kind in ("", "priority"):
            if self.view.stack and self.view.stack[-1].controller != self.view.seat:
                self.pane_to("stack")  # the spell or ability to respond to
            elif self._activates_again():
                self.go_to(Spot("object", self._activated))
            elif self.pane == "choices":
                self.to_map()
        elif candidates and self._is_waste():
            self._note_useless()
            self._rest()
        elif candidates:
            self._offer(self._suggested() or candidates[0])

    def _note_useless(self) -> None:
        """Note that all offered targets are the player's own, or all are opponents'."""
        from tui.table.suggestions import whose_targets

        if whose := whose_targets(self.view):
            self.useless = f"Every possible target is {whose}"
            self._is_warned = False

    def _offer(self, spot: Spot) -> None:
        """Move the cursor to a candidate automatically."""
        self._offered = spot.ident
        self.go_to(spot)

    def _activates_again(self) -> bool:
        """Return whether the last activated permanent can activate again."""
        return any(
            action.verb == "activate"
            and action.object == self._activated
            and not wording.is_for_mana(action, self.view)
            for action in self.view.actions
        )

    def _is_waste(self) -> bool:
        """Return whether every choice only harms or wastes something.

        Then the cursor starts elsewhere.
        """
        from tui.table.suggestions import is_waste

        return is_waste(self.view)

    def _rest(self) -> None:
        """Put the cursor on a space without a legal choice.

        The current space comes first, then the first own space, then the map's order.
        """
        choices = {self.space_of(spot) for spot in self.builder.candidates()}
        free = [space.name for space in self.view.spaces if space.name not in choices]
        home = self._first_space()
        self.go_to(
            Spot(
                "space",
                name=next(
                    (name for name in (self.space, home, *free) if name not in choices), self.space
                ),
            )
        )

    def _suggested(self) -> Spot | None:
        """Return the next pick toward the suggested action, or None.

        See `tui.table.suggestions`.
        """
        from tui.table.suggestions import suggestion

        if self._suggestion is None or self._suggestion[0] is not self.view:
            self._suggestion = self.view, suggestion(self.view, self._wanted())
        chosen, picked = self._suggestion[1], self.builder.picked
        path = self.builder.way_to(chosen) if chosen is not None else ()
        return (
            path[len(picked)] if path[: len(picked)] == picked and len(path) > len(picked) else None
        )

    def _wanted(self) -> list[Action]:
        """Return the legal actions without moves of pieces that are left alone."""
        places = {item.id: item.space for item in self.view.permanents}
        self._left_alone = {
            ident: space for ident, space in self._left_alone.items() if places.get(ident) == space
        }
        return [
            action
            for action in self.view.actions
            if action.verb != "move" or action.object not in self._left_alone
        ]

    def _leave_spent(self, place: int) -> None:
        """Leave a spot that was taken, when the same question comes again.

        The cursor goes to the next choice below in the list, or else above. It stays while the
        player has priority, since the next action need not be similar, and on the map, where a
        player goes by eye.
        """
        decision, choices = self.view.decision, self.builder.numbers()
        if (
            decision is None
            or decision.kind == "priority"
            or self.pane == "map"
            or not choices
            or self.spot in choices
        ):
            return
        items = self.items(self.pane)
        following = (
            spot for spot in (*items[place:], *reversed(items[:place]), *choices) if spot in choices
        )
        self.go_to(next(following))

    def _first_space(self) -> str:
        mine = [
            s.name
            for s in self.view.spaces
            if s.stronghold_of == self.view.seat and s.stronghold_of >= 0
        ]
        seat = self.view.seat
        mine += [
            item.space
            for item in self.view.permanents
            if item.player_token and item.controller == seat and item.space
        ]
        mine += [
            item.space for item in self.view.permanents if item.controller == seat and item.space
        ]
        mine += [s.name for s in self.view.spaces if s.home_of == seat and s.home_of >= 0]
        return next(iter(mine or [s.name for s in self.view.spaces]), "")

    # --- contents of the panes ---

    def items(self, pane: str) -> list[Spot]:
        """Return the spots of a list pane, in order."""
        if pane == "here":
            return [Spot("object", group[0].id) for group in self._groups(self.space)]
        if pane == "hand":
            return [Spot("object", card.id) for card in self.hand()]
        if pane == "stack":
            return [Spot("object", item.id) for item in reversed(self.view.stack)]
        if pane == "zones":
            return self._zone_items()
        return self._options() if pane == "choices" else []

    def _groups(self, space: str) -> list[list[ObjectView]]:
        """Return the objects of a space in groups of equal ones.

        A group is split if only some of its objects can be chosen.
        """
        now = space, self.builder.picked
        if now not in self._grouped:
            numbers, groups = self.builder.numbers(), list[list[ObjectView]]()
            for group in alike(self.view, self.standing(space), self.picked()):
                chosen = [item for item in group if Spot("object", item.id) in numbers]
                groups += [
                    part
                    for part in (chosen, [item for item in group if item not in chosen])
                    if part
                ]
            self._grouped[now] = groups
        return self._grouped[now]

    def _mana_sources(self) -> list[list[ObjectView]]:
        """Return mana sources off the map in groups of equal ones."""
        now = "off the map", self.builder.picked
        if now not in self._grouped:
            free = [
                Spot("object", item.id)
                for item in self.view.permanents
                if not item.space and not item.attached_to
            ]
            ready = {
                spot.ident
                for spot in free
                if spot in self.builder.numbers() and self.builder.is_for_mana(spot)
            }
            self._grouped[now] = alike(
                self.view,
                [item for item in self.view.permanents if item.id in ready],
                self.picked(),
            )
        return self._grouped[now]

    def _options(self) -> list[Spot]:
        """Return the candidates, only the first of each group."""
        return list(dict.fromkeys(self.leader(spot) for spot in self.builder.candidates()))

    def choices(self) -> list[Spot]:
        """Return the candidates that Tab visits, only the first of each group.

        Spells and abilities without a worthwhile target are left out, and where something else can
        be done, mana that pays for nothing yet.
        """
        useful = self._useful()
        decision = self.view.decision
        if decision is None or decision.kind != "priority" or self.builder.picked:
            return useful
        return [spot for spot in useful if not self.builder.is_for_mana(spot)] or useful

    def _useful(self) -> list[Spot]:
        """Return the candidates except those without a worthwhile target."""
        aimless = self._without_aim()
        if not aimless:
            return self._options()
        return [
            spot for spot in self._options() if not aimless.issuperset(self.builder.after(spot))
        ]

    def aimless(self) -> list[Spot]:
        """Return the candidates that Tab leaves out for want of a worthwhile target."""
        useful = self._useful()
        return [spot for spot in self._options() if spot not in useful]

    def _without_aim(self) -> frozenset[Action]:
        """Return the spells and abilities without a worthwhile target."""
        from tui.table.suggestions import aimless

        if self.builder.picked:
            return frozenset()
        if self._aimless is None or self._aimless[0] is not self.view:
            self._aimless = self.view, aimless(self.view)
        return self._aimless[1]

    def group(self, spot: Spot) -> list[Spot]:
        """Return the spots of the objects equal to a spot's, on its space or off the map."""
        item = self.find(spot)
        if item is None or item.zone != "battlefield":
            return [spot]
        groups = self._groups(item.space) if item.space else self._mana_sources()
        found = next(
            (group for group in groups if any(each.id == spot.ident for each in group)), []
        )
        return [Spot("object", each.id) for each in found] or [spot]

    def leader(self, spot: Spot) -> Spot:
        """Return the first spot of a group, which stands for the group in a list."""
        return self.group(spot)[0]

    def hand(self) -> tuple[ObjectView, ...]:
        """Return the cards in the viewer's hand, by number."""
        hand = self.view.players[self.view.seat].hand if self.view.seat is not None else ()
        numbers = self._hand_numbers.of(hand)
        return tuple(sorted(hand, key=lambda card: numbers[card.id]))

    def open_hand(self, player: PlayerView) -> tuple[ObjectView, ...]:
        """Return the visible cards in another player's hand."""
        return player.hand if player.seat != self.view.seat else ()

    def standing(self, space: str) -> list[ObjectView]:
        """Return the objects on a space, the viewer's first.

        Each is followed by its attachments and the objects that it carries.
        """
        found = [s for s in self.view.spaces if s.name == space]
        on_map = {item.id: item for item in self.view.permanents}
        # attachments and carried objects, by the id of their bearer
        borne: dict[int, list[ObjectView]] = {}
        for item in self.view.permanents:
            for host in {item.attached_to, item.carried_by} - {0}:
                borne.setdefault(host, []).append(item)
        things: list[ObjectView] = []
        there = (*found[0].creatures, *found[0].lying) if found else ()
        seats = {ident: on_map[ident].controller for ident in there if ident in on_map}
        for ident in sorted(
            there, key=lambda ident: (seats.get(ident, -1) != self.view.seat, seats.get(ident, -1))
        ):
            if ident in on_map:
                things += [on_map[ident], *borne.get(ident, ())]
        land = found[0].land if found else 0
        return things + [item for item in self.view.permanents if land and item.attached_to == land]

    def off_map(self, seat: int) -> list[ObjectView]:
        """Return a player's permanents off the map, without attachments."""
        return [
            item
            for item in self.view.permanents
            if item.controller == seat and not item.space and not item.attached_to
        ]

    def _zone_items(self) -> list[Spot]:
        spots: list[Spot] = []
        for player in self.view.players:
            spots.append(Spot("player", player.seat))
            for zone in (
                self.open_hand(player),
                self.off_map(player.seat),
                player.emblems,
                player.phased,
                player.top,
                reversed(player.graveyard),
                player.exile,
            ):
                spots += [Spot("object", item.id) for item in zone]
        return [*spots, *(Spot("object", item.id) for item in self.view.land_graveyard)]

    def find(self, spot: Spot) -> ObjectView | None:
        """Return the object of a spot, or None."""
        return wording.find(self.view, spot.ident) if spot.kind == "object" else None

    def space_of(self, spot: Spot) -> str:
        """Return the name of a spot's space; empty if off the map."""
        if spot.kind == "space":
            return spot.name
        item = self.find(spot)
        if item is not None and not item.space and (bearer := item.attached_to or item.carried_by):
            return self.space_of(Spot("object", bearer))
        if item is None and spot.kind == "object":
            return next((s.name for s in self.view.spaces if s.land == spot.ident), "")
        return item.space if item is not None else ""

    def here(self) -> SpaceView | None:
        """Return the space under the cursor, or None."""
        return next((s for s in self.view.spaces if s.name == self.space), None)

    # --- the cursor ---

    def go_to(self, spot: Spot) -> None:
        """Put the cursor on a spot, in the pane that shows it."""
        self.spot, self._aim = spot, NOTHING
        space = self.space_of(spot)
        if spot.kind == "space":
            self.pane, self.space = "map", spot.name
        elif space and self._is_land(spot, space):
            self.pane, self.space, self.spot = "map", space, Spot("space", name=space)
        elif space:
            self.pane, self.space = ("here" if spot in self._here_at(space) else "choices"), space
            self.spot = self.leader(spot)
        else:
            self.pane = next(
                (pane for pane in ("hand", "stack") if spot in self.items(pane)), "choices"
            )
            if self.pane == "choices" and spot not in self.items("choices"):
                self.pane = "zones"

    def _is_land(self, spot: Spot, space: str) -> bool:
        return any(s.name == space and s.land == spot.ident for s in self.view.spaces)

    def candidate(self) -> Spot:
        """Return the spot that Enter would pick, or NOTHING.

        That is the spot under the cursor, the space's land, or the only piece on a square.
        """
        candidates = self.builder.numbers()
        own = [] if self._rests else [self.spot]
        return next(
            (
                spot
                for spot in (self._aim, *own, *self._land_here(), *self._piece_here())
                if spot in candidates
            ),
            NOTHING,
        )

    @property
    def _rests(self) -> bool:
        """True if the cursor is on a space without a purpose.

        A stray key there must not carry out a rare action that can't be undone.
        """
        decision = self.view.decision
        return (
            self.spot.kind == "space"
            and decision is not None
            and decision.kind == "priority"
            and not self.builder.picked
        )

    def _land_here(self) -> list[Spot]:
        """Return the land under the cursor.

        Empty for a pure mana land under other objects, which are more likely meant.
        """
        here = self.here()
        if here is None or self.spot.kind != "space":
            return []
        land = Spot("object", here.land)
        return (
            [] if self._rests and self.items("here") and self.builder.is_for_mana(land) else [land]
        )

    def _piece_here(self) -> list[Spot]:
        """Return the only piece on the square under the cursor."""
        here = self.here()
        if here is None or not here.square or self.spot.kind != "space" or len(here.creatures) != 1:
            return []
        return [Spot("object", here.creatures[0])]

    def pointed_at(self) -> ObjectView | None:
        """Return the piece picked or under the cursor, or None."""
        picked = [spot for spot in self.builder.picked if spot.kind == "object"]
        for spot in (*picked[-1:], self.spot, *self._piece_here()):
            item = self.find(spot)
            if item is not None and item.space:
                return item
        return None

    def _here_at(self, space: str) -> list[Spot]:
        return [Spot("object", item.id) for item in self.standing(space)]

    def to_map(self) -> None:
        """Put the cursor on the map, at its last space."""
        self.go_to(Spot("space", name=self.space))

    def pane_to(self, pane: str) -> None:
        """Put the cursor into a pane.

        In the hand it goes to the last card; elsewhere to the first legal choice, or else to the
        top.
        """
        if pane == "map":
            self.to_map()
            return
        items = self.items(pane)
        choices = self.builder.numbers()
        self.pane = pane
        kept = [self._card] if pane == "hand" and self._card in items else []
        self._look_at(
            next(
                iter(kept),
                next((spot for spot in items if spot in choices), items[0] if items else NOTHING),
            )
        )

    def move(self, dx: int, dy: int) -> None:
        """Move the cursor one step on the map or in a list.

        A sideways step leaves a list for the map.
        """
        if self.pane == "map" or dx:
            if self.space:
                self.go_to(
                    Spot("space", name=neighbor_towards(self.view.spaces, self.space, dx, dy))
                )
        else:
            items = self.items(self.pane)
            at = items.index(self.spot) + dy if self.spot in items else 0
            if items:
                self._look_at(items[max(0, min(at, len(items) - 1))])

    def _look_at(self, spot: Spot) -> None:
        """Put the cursor on a spot of the current list.

        For an option, the map shows its space.
        """
        self.spot, self._aim = spot, NOTHING
        self._card = spot if self.pane == "hand" else self._card
        if self.pane == "choices":
            self.space = self.space_of(spot) or self.space

    def cycle(self, step: int) -> None:
        """Go to the next legal choice, or with a negative `step` to the previous one."""
        candidates = self.choices()
        if not candidates:
            return
        has_abilities = any(map(self.builder.is_own_ability, candidates))
        now, suggested = (
            self.leader(self.candidate()),
            self._suggested() if step > 0 and not has_abilities else None,
        )
        first = (
            candidates.index(leader)
            if suggested is not None and (leader := self.leader(suggested)) in candidates
            else 0
        )
        at = first if step > 0 else -1
        if now in candidates:
            at = candidates.index(now) + step
        self.aim_at(candidates[at % len(candidates)])

    def warning(self) -> str:
        """Return why Tab goes nowhere; empty if it goes to a choice.

        It stops once before targets that all only harm the player or help an opponent, so that
        Tab and Enter from habit choose none of them.
        """
        if not self.choices():
            return self.aimless_words()
        if self._is_warned or self.candidate() != NOTHING:
            return ""
        self._is_warned = True
        return self.useless

    def aimless_words(self) -> str:
        """Return words for the choices that Tab leaves out; empty if there are none."""
        aimless = self.aimless()
        if not aimless:
            return ""
        if len(aimless) > 1:
            return f"{len(aimless)} things that you could do have no good target now"
        item = self.find(aimless[0])
        return f"{item.name if item is not None else 'That'} has no good target now"

    def suggest(self) -> bool:
        """Make all picks of a suggested move but the last; go to the last.

        Returns whether there is a suggestion. The move is one of the picked creature or the one
        under the cursor. If that move is already shown, another creature's move is suggested.
        """
        from tui.table.suggestions import reason, suggestion

        picked, moves = (
            self.builder.picked,
            [action for action in self.view.actions if action.verb == "move"],
        )
        about = picked[0] if picked else self.candidate()
        own = [action for action in moves if Spot("object", action.object) == about]
        chosen = suggestion(self.view, own)
        if chosen is None and own and not picked:
            chosen = suggestion(self.view)
        if (
            chosen is not None
            and own
            and self.builder.way_to(chosen) == (*picked, self.candidate())
        ):
            others = [action for action in moves if action not in own]
            chosen = suggestion(self.view, others) if others else None
        if (
            chosen is not None
            and chosen.verb == "move"
            and self.view.is_of_squares
            and not reason(self.view, chosen)
        ):
            chosen = None  # a suggestion without a visible reason would only confuse
        path = self.builder.way_to(chosen) if chosen is not None else ()
        if not path:
            return False
        while self.builder.back():
            pass
        for spot in path[:-1]:
            self.builder.pick(spot)
        self.aim_at(path[-1])
        return True

    def why_suggested(self) -> str:
        """Return the reason for the suggested move under the cursor.

        Empty except on a board of squares.
        """
        from tui.table.suggestions import reason

        action = self.builder.action_at(self.candidate())
        return (
            reason(self.view, action)
            if action is not None and action.verb == "move" and self.view.is_of_squares
            else ""
        )

    def aim_at(self, chosen: Spot) -> None:
        """Go to a candidate, staying in the list of options if already there."""
        if self.pane == "choices":
            self._look_at(chosen)
        else:
            self.go_to(chosen)
        self._aim = chosen

    def press(self, spot: Spot, pane: str) -> Action | None:
        """Put the cursor on a clicked spot, or take the spot if the cursor is already there.

        Returns an action if the click completes one.
        """
        if spot == self.spot and pane == self.pane:
            return self.take()
        self.spot, self.pane, self._aim = spot, pane, NOTHING
        if spot.kind == "space":
            self.space = spot.name
        return None

    # --- choosing ---

    def can_take(self) -> bool:
        """Return whether Enter would take or open anything under the cursor."""
        return self.candidate() != NOTHING or self._may_go_in()

    def _may_go_in(self) -> bool:
        """Return whether Enter opens the list of a space's objects.

        After a pick, only if more can be picked there, and not in the picked piece's own space:
        Enter would not do what it seems to do.
        """
        here = self.items("here") if self.pane == "map" else []
        picked = self.builder.picked
        if not picked:
            return bool(here)
        return self.space_of(picked[-1]) != self.space and any(
            spot in self.builder.numbers() for spot in here
        )

    def take(self) -> Action | None:
        """Take the spot under the cursor; return an action if that completes one."""
        candidate = self.candidate()
        if candidate != NOTHING:
            action = self.builder.pick(candidate)
            following = self.builder.candidates()
            if action is None and following:
                self._go_on_to(following)
            if action is not None:
                self._note_activated(action)
            return action
        if self._may_go_in():
            self.pane_to("here")
        return None

    def _note_activated(self, action: Action) -> None:
        """Remember the activated permanent until something else is done.

        Announcing the ability and paying for it don't count.
        """
        if action.verb == "activate" and not wording.is_for_mana(action, self.view):
            self._activated = action.object
        elif (
            self.view.decision is not None
            and self.view.decision.kind == "priority"
            and not wording.is_for_mana(action, self.view)
        ):
            self._activated = 0

    def _go_on_to(self, following: list[Spot]) -> None:
        """Go to the next candidates; a move starts from the creature's space."""
        origin = self.space_of(self.builder.picked[-1])
        if origin and any(spot.kind == "space" for spot in following):
            self.go_to(Spot("space", name=origin))
        else:
            self.go_to(self._suggested() or following[0])

    def back(self) -> None:
        """Undo the last pick, or return to the map."""
        picked = self.builder.picked
        if self.builder.back():
            self.go_to(picked[-1])
        else:
            self.to_map()

    def picked(self) -> frozenset[int]:
        """Return the ids of the picked objects."""
        return frozenset(spot.ident for spot in self.builder.picked if spot.kind == "object")

    def seek(self, words: str, *, onward: bool = False) -> bool:
        """Go to the first option that contains some words; return whether there is one.

        Options or words that begin with the words come first. With `onward`, go to the next match.
        """
        query = TypedQuery(words.split(), spaces_of(self.view))
        ranks = {spot: query.rank(self.builder.label(spot)) for spot in self.items("choices")}
        found = sorted(
            (spot for spot, rank in ranks.items() if rank is not None),
            key=lambda spot: ranks[spot] or 0,
        )
        if found:
            at = found.index(self.spot) + 1 if onward and self.spot in found else 0
            self.pane = "choices"
            self._look_at(found[at % len(found)])
        return bool(found)

    def verb(self, *verbs: str) -> Action | None:
        """Return the first legal action of only a verb, such as pass or keep, or None."""
        return next(
            (action for verb in verbs for action in self.view.actions if action == Action(verb)),
            None,
        )

    def is_choice(self, spot: Spot) -> bool:
        """Return whether a spot can be chosen now."""
        return spot in self.builder.numbers()

    @property
    def numbers_are_the_hands(self) -> bool:
        """True if the number keys mean cards in hand.

        They do with priority, and whenever a card in hand can be chosen.
        """
        decision = self.view.decision
        if decision is not None and decision.kind == "priority" and not self.builder.picked:
            return True
        numbers = self.builder.numbers()
        return any(Spot("object", card.id) in numbers for card in self.hand())

    def number_of(self, spot: Spot) -> int:
        """Return the number of a candidate or card in hand, from 1; 0 if none."""
        numbers = self.builder.numbers()
        if spot not in numbers or not self.numbers_are_the_hands:
            return numbers.get(spot, 0)
        return self._hand_numbers.of(self.hand()).get(spot.ident, 0) if spot.kind == "object" else 0

    @property
    def numbers_play(self) -> bool:
        """True if the number keys play cards in hand directly."""
        decision = self.view.decision
        return decision is not None and decision.kind == "priority" and self.numbers_are_the_hands

    def number_that_plays(self, spot: Spot) -> int:
        """Return the number of the key that plays a card directly; 0 if none."""
        return self.number_of(spot) if self.numbers_play else 0

    def card_of_number(self, number: int) -> Spot:
        """Return the card in hand with a number, playable or not, or NOTHING."""
        numbers = self._hand_numbers.of(self.hand())
        return next(
            (Spot("object", card.id) for card in self.hand() if numbers[card.id] == number), NOTHING
        )

    def by_number(self, number: int) -> bool:
        """Go to a candidate or card by number; return whether there is one."""
        every = self.builder.numbers().items()
        by_order = next((spot for spot, each in every if each == number), NOTHING)
        chosen = self.card_of_number(number) if self.numbers_are_the_hands else by_order
        if chosen != NOTHING:
            self.go_to(chosen)
            self._aim = chosen if self.is_choice(chosen) else NOTHING
        return chosen != NOTHING

    # --- overlays and forecasts ---

    def next_overlay(self, step: int = 1) -> None:
        """Go to the next overlay, or with a negative `step` to the previous one."""
        offered = overlays.offered(self.view)
        at = offered.index(self.overlay) if self.overlay in offered else 0
        self.overlay = offered[(at + step) % len(offered)]

    def notes(self) -> dict[str, str]:
        """Return the overlay's text for each space."""
        return (
            overlays.notes(self.view, self.overlay, self.pointed_at(), self.spell())
            if self.overlay
            else {}
        )

    def legend(self) -> str:
        """Return the overlay's legend; empty without an overlay."""
        return (
            overlays.legend(self.view, self.overlay, self.pointed_at(), self.spell())
            if self.overlay
            else ""
        )

    def spell(self) -> Action | None:
        """Return the casting of the card under the cursor, or None."""
        return self.builder.begins(self.spot, "cast") if not self.builder.picked else None

    def reach(self) -> dict[str, str]:
        """Return the spaces that the piece or card under the cursor could reach.

        The values are as in `forecast.reach_of`, or `TARGET` for a card's targets. Own pieces count
        only for the rest of the turn, enemies also for their next turn.
        """
        if self.overlay:
            return {}
        decision, item = self.view.decision, self.pointed_at()
        if self.view.actions and decision is not None and decision.kind in PAYING:
            return {}  # nothing moves during an announcement
        if item is not None:
            ahead = forecast.of(self.view)
            return (
                {}
                if item.controller == self.view.seat and ahead.is_later(item.controller)
                else ahead.reach_of(item)
            )
        spell = self.spell()
        return (
            dict.fromkeys(overlays.aims(self.view, spell), forecast.TARGET)
            if spell is not None
            else {}
        )

    def foreseen(self) -> Trial | None:
        """Return the outcome of the choice under the cursor, or None.

        Without a choice, the outcome of the attack in progress or of the stack.
        """
        candidate, ahead = self.candidate(), forecast.of(self.view)
        if candidate == NOTHING:
            return ahead.going_on()
        action = self.builder.action_at(candidate)
        if action is not None and action.verb == group_orders.ALL:
            return ahead.together(group_orders.all_to(self.view, action))
        if action is not None and (whole := self._whole_attack(action) or ahead.detour(action)):
            return ahead.together(whole)
        return (
            ahead.trial(action)
            if action is not None and not (self.in_haste and not ahead.is_tried(action))
            else None
        )

    def _whole_attack(self, action: Action) -> tuple[Action, ...]:
        """Return all actions of an attack without a choice of attackers, or ()."""
        return (
            forecast.of(self.view).attack(action)
            if action.verb == "attack" and self.view.known.players
            else ()
        )

    def supposed(self) -> str:
        """Return words for the attackers that a forecast supposes; empty if chosen."""
        action, view = self.builder.action_at(self.candidate()), self.view
        if action is None:
            return ""
        if action.verb == "attack" and not self._whole_attack(action):
            return "with all that can attack"
        others = group_orders.attackers(view) - {action.object}
        return (
            "so far"
            if action.verb == "attacker"
            and not action.target
            and view.combat is not None
            and others
            else ""
        )

    def label(self, spot: Spot) -> str:
        """Return words for the effect of picking a candidate.

        A move names its detour if one is safer than the usual path.
        """
        action, words = self.builder.action_at(spot), self.builder.label(spot)
        parts = forecast.of(self.view).detour(action) if action is not None else ()
        return (
            f"{words} by way of {listed([part.space for part in parts[:-1]], 'and')}"
            if parts
            else words
        )

    def is_too_much(self) -> bool:
        """Return whether the forecast under the cursor was left out as too much work."""
        candidate, ahead = self.candidate(), forecast.of(self.view)
        action = ahead.continuing if candidate == NOTHING else self.builder.action_at(candidate)
        if action is not None and action.verb == group_orders.ALL:
            return ahead.is_too_much(tuple(group_orders.all_to(self.view, action)))
        return action is not None and ahead.is_too_much(action)

    def has_to_try(self) -> bool:
        """Return whether the forecast under the cursor is still to be computed."""
        action = self.builder.action_at(self.candidate()) if self.view.known.players else None
        return action is not None and not forecast.of(self.view).is_tried(action)


def _without_arrivals(view: View) -> View:
    """Return a view in which objects still to be placed are off the map."""
    arriving = {
        action.object for action in view.actions if action.verb == "place" and action.object
    }
    if not arriving:
        return view
    permanents = tuple(
        replace(item, space="") if item.id in arriving else item for item in view.permanents
    )
    spaces = [
        replace(space, creatures=tuple(ident for ident in space.creatures if ident not in arriving))
        for space in view.spaces
    ]
    return replace(view, permanents=permanents, spaces=tuple(spaces))


def _question(view: View) -> tuple[object, ...]:
    """Return a key that is equal for views with the same question.

    With priority, the key ignores the other legal actions: step and top of the stack decide.
    """
    decision, turn = view.decision, view.turn
    if decision is None:
        return ()
    if decision.kind == "priority":
        return (
            decision.kind,
            decision.seat,
            turn.number,
            turn.step,
            view.stack[-1].id if view.stack else 0,
        )
    return decision.kind, decision.seat, decision.source, decision.prompt
