"""A request for a new table, checked in one place for screens, commands and programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from engine.base.records import replace
from tui.server.storage.clocks import CHOICES, LOSE, NO_CLOCK, THEN, Clock
from tui.server.storage.tables import Own, TableError
from tui.session.errors import SetupError
from tui.session.game_setup import header_of, variant_ids
from tui.session.seat_kinds import HUMAN, KINDS
from tui.terminal.sanitize import clean

if TYPE_CHECKING:
    from tui.server.storage.accounts import ServerPlayer

MOST_OTHERS = 3  # other seats at a table
# chosen house rules, and characters in the name or value of one
MOST_OPTIONS, LONGEST_OPTION = 50, 60


class TableWish(Struct, frozen=True):
    """A table as its host requests it, unchecked."""

    variant: str
    kinds: Sequence[str]  # of the other seats
    options: Mapping[str, str]  # house rules
    decks: Sequence[str]  # of all seats; empty: assigned automatically
    invited: Mapping[int, ServerPlayer]  # the only players who may take some seats
    clock: Clock = NO_CLOCK
    own: Own | None = None  # a variant and cards of the host's own


def check_wish(host: ServerPlayer, wish: TableWish, decks: Sequence[str]) -> None:
    """Check a request; raise TableError for one that no screen would produce.

    `decks` are those that can be assigned. House rules are compared with their choices where the
    variant is read (`option_fault`): for a player's own variant, in a worker.
    """
    if not (wish.own is not None and wish.own.variant) and wish.variant not in variant_ids():
        raise _found(wish.variant, "", variant_ids())
    if len(wish.kinds) > MOST_OTHERS:
        raise TableError(f"found {1 + len(wish.kinds)} seats; allowed: at most {1 + MOST_OTHERS}")
    for kind in wish.kinds:
        if kind not in KINDS:
            raise _found(kind, " for a seat", KINDS)
    for deck in wish.decks:
        if deck not in decks:
            raise _found(deck, " as a deck", decks)
    if replace(wish.clock, then=LOSE) not in CHOICES or wish.clock.then not in THEN:
        raise _found(wish.clock.words, " as a clock", [clock.words for clock in CHOICES])
    if wish.own is not None and host.is_guest:
        raise TableError("guests have no files here; log in with a key to upload some")
    parts = [part for option in wish.options.items() for part in option]
    if len(wish.options) > MOST_OPTIONS or any(len(part) > LONGEST_OPTION for part in parts):
        raise TableError(
            f"allowed: at most {MOST_OPTIONS} house rules of at most {LONGEST_OPTION} letters"
        )
    _check_invited(host, wish)


def _check_invited(host: ServerPlayer, wish: TableWish) -> None:
    """Raise TableError if a seat can't be reserved for an invited player."""
    holders = [host.holder]
    for seat, guest in wish.invited.items():
        if not 1 <= seat <= len(wish.kinds) or wish.kinds[seat - 1] != HUMAN:
            raise TableError(f"seat {seat + 1} can't be reserved for {guest.name}")
        if guest.holder in holders:
            raise TableError(f"{guest.name} can't sit in two seats")
        holders.append(guest.holder)


def _found(found: str, where: str, allowed: Sequence[str]) -> TableError:
    return TableError(
        f"found '{clean(found)[:LONGEST_OPTION]}'{where}; allowed: {', '.join(allowed)}"
    )


def option_fault(variant: str, options: Mapping[str, str]) -> str:
    """Return why house rules can't be chosen; empty if allowed.

    Only the choices listed in the variant are allowed: free answers, such as the path of a map, are
    for local games.
    """
    try:
        rules = header_of(variant).options
    except SetupError as error:
        return str(error)
    for key, choice in options.items():
        if key not in rules:
            return (
                f"found the house rule '{clean(key)[:LONGEST_OPTION]}'; allowed: "
                f"{', '.join(rules) or 'none in this variant'}"
            )
        if choice not in rules[key].choices:
            return (
                f"{key}: found '{clean(choice)[:LONGEST_OPTION]}'; allowed: "
                f"{', '.join(rules[key].choices)}"
            )
    return ""
