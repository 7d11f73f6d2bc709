"""What makes no sense in a scenario: keys that its variant has no use for, names that a script could not speak of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.cards.characteristics import printed
from engine.cards.library import UnknownCard, library
from engine.ruleset import Ruleset
from engine.scenario.expecting import GAME
from engine.scenario.form import PermanentTable, PlayerTable, Scenario, SpaceTable
from engine.schema import Problem

OF_THE_SCRIPT = ("expect", "illegal", "until", "resolve", "not", *(name.partition(" ")[0] for name in GAME))
"""Words with which lines of a script, or what is expected, begin."""
STAYING = ("Artifact", "Creature", "Enchantment", "Land", "Planeswalker")
ATTACHED = ("Aura", "Equipment")


def check_name(where: str, name: str, taken: Sequence[str], *, others: str) -> Iterator[Problem]:
    """Why a script could not speak of a player or permanent by a name."""
    first = name.partition(" ")[0]
    if not name or name != " ".join(name.split()) or not name.isprintable() or ":" in name:
        yield Problem(where=where, found=repr(name), allowed="letters and other signs but ':', with single spaces between words")
    elif first in OF_THE_SCRIPT:
        yield Problem(where=where, found=repr(name), allowed=f"a name that doesn't begin with {first!r}, as lines of a script do")
    elif name.lower() in (other.lower() for other in taken):
        yield Problem(where=where, found=repr(name), allowed=f"a name that no other {others} has, nor anything else in this game")


def useless(scenario: Scenario, rules: Ruleset) -> Iterator[Problem]:
    """Keys with which nothing could be done here."""
    for number, player in enumerate(scenario.player, 1):
        yield from _of_player(f"player.{number}", player, rules)
    if all(player.out for player in scenario.player):
        yield Problem(where="player", found="nobody who is still in the game", allowed="somebody who is not 'out'")
    continent = rules.board.layouts[str(len(scenario.player))].from_decks
    for name, space in scenario.spaces.items():
        yield from _of_space(f"spaces.{name}", space, rules, continent=continent)
    for number, permanent in enumerate(scenario.permanent, 1):
        yield from _of_permanent(f"permanent.{number}", permanent, rules)


def _of_player(where: str, player: PlayerTable, rules: Ruleset) -> Iterator[Problem]:
    if player.life is not None and rules.setup.life is None:
        yield Problem(where=f"{where}.life", found=str(player.life), allowed=f"nothing: in {rules.name} players have no life")
    if rules.stronghold is None:
        strongholds = (("stronghold", player.stronghold), ("lost_turns", player.lost_turns))
        allowed = f"nothing: in {rules.name} there are no Strongholds"
        yield from (Problem(where=f"{where}.{key}", found=repr(value), allowed=allowed) for key, value in strongholds if value)


def _of_space(where: str, space: SpaceTable, rules: Ruleset, *, continent: bool) -> Iterator[Problem]:
    if space.hole and not continent:
        yield Problem(where=f"{where}.hole", found="true", allowed=f"nothing: in {rules.name} land never goes")
    if space.hole and space.land is not None:
        yield Problem(where=f"{where}.land", found=repr(space.land), allowed="nothing where there is a hole")
    if space.tapped_by is not None and (not continent or space.hole or space.face == "down"):
        yield Problem(where=f"{where}.tapped_by", found=repr(space.tapped_by), allowed="nothing: no land lies there to be tapped")
    if space.holder is not None and continent:
        yield Problem(where=f"{where}.holder", found=repr(space.holder), allowed=f"nothing: in {rules.name} nobody holds land")
    if space.conquer_value is not None and not rules.has_conquer_values:
        allowed = f"nothing: in {rules.name} there are no Conquer Values"
        yield Problem(where=f"{where}.conquer_value", found=str(space.conquer_value), allowed=allowed)


def _of_permanent(where: str, permanent: PermanentTable, rules: Ruleset) -> Iterator[Problem]:
    try:
        card = library().card(permanent.card)
    except UnknownCard:  # told already
        return
    if not any(kind in card.types for kind in STAYING):
        yield Problem(where=f"{where}.card", found=f"{card.name!r}, {' '.join(card.types)}", allowed="a card that stays on the battlefield")
    if permanent.attached_to and not any(kind in card.subtypes for kind in ATTACHED):
        yield Problem(where=f"{where}.attached_to", found=repr(permanent.attached_to), allowed=f"nothing: {card.name} is never attached")
    if permanent.carried_by and (rules.belongings is None or "Artifact" not in card.types):
        yield Problem(where=f"{where}.carried_by", found=repr(permanent.carried_by), allowed=f"nothing: {card.name} is never carried here")
    if permanent.named and not rules.reach.names(printed(card).base.abilities):
        yield Problem(where=f"{where}.named", found=repr(permanent.named), allowed=f"nothing: {card.name} names no space here")
