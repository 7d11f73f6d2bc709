"""Ways to win a game, besides being the last player in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from engine.base import rule_words
from engine.base.schema import listed
from engine.cards.terms import Natural, Positive, kebab
from engine.events import Event
from engine.fronts.common.land import area_holders, creatures_of, homeless
from engine.fronts.common.variant import map_rules
from engine.log import many
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY
from engine.magic.mana.sources import has_activated
from engine.magic.turn import losing
from engine.rule import AREAS, CONQUEST, Rule, Variant, table

WARNING = 5  # rounds before a draw by inactivity at which players are warned


class Victory(Rule, frozen=True, tag_field="kind", tag=kebab):
    """A way to win."""

    is_draw: ClassVar[bool] = False  # True if the game ends in a draw

    def check(self, game: GameCore) -> bool:
        """End the game if a player has won in this way. Returns True if so."""
        return False

    def turn_ends(self, game: GameCore) -> None:
        """Count what this rule counts at the end of a turn."""

    def areas_to_win(self, players: int) -> int:
        """Return the number of areas that wins; 0 if areas don't win."""
        return 0


class HoldAreas(Victory, frozen=True):
    """A player who holds enough areas wins, not counting Strongholds (C-45).

    `areas`: the number needed, by number of players.
    """

    needs = (AREAS, CONQUEST)

    areas: dict[str, Positive]

    def told(self, rules: Variant) -> list[str]:
        numbers = {number: self.areas[str(number)] for number in rules.players}
        alike = {
            areas: [str(number) for number in numbers if numbers[number] == areas]
            for areas in numbers.values()
        }
        first, *others = (
            f"{areas} ({listed(players)} players)" for areas, players in alike.items()
        )
        needed = (
            listed([first.replace(" (", " {spaces} ("), *others])
            if others
            else many(int(first.partition(" (")[0]), "{space}")
        )
        return [f"You win as soon as you hold {needed}, not counting Strongholds."]

    def areas_to_win(self, players: int) -> int:
        return self.areas[str(players)]

    def check(self, game: GameCore) -> bool:
        held_by = area_holders(game)
        needed = self.areas_to_win(len(game.state.players))
        if len(held_by) < needed:
            return False
        for seat in game.living():
            if (number := held_by.count(seat)) >= needed:
                _has_won(game, seat, number, "areas")
                return True
        return False


class HoldStrongholds(Victory, frozen=True):
    """A player who controls all Strongholds of players still in the game wins (W-39).

    The player's own Stronghold is one of them.
    """

    needs = (table("stronghold"),)
    says = "You win when you control every Stronghold, including your own."

    def check(self, game: GameCore) -> bool:
        if not homeless(game):
            return False
        living = game.living()
        holders = {game.state.areas[game.state.players[seat].stronghold].holder for seat in living}
        if len(holders) > 1 or len(living) < 2 or NOBODY in holders:
            return False
        _has_won(game, holders.pop(), len(living), "Strongholds")
        return True


class Stalemate(Victory, frozen=True):
    """The game is a draw if no player gains supply or can act for `rounds` rounds (W-40).

    A player with a creature or card left to act with can act. The game is also a draw if for
    `standstill` rounds nothing enters, attacks or is damaged, and no Stronghold changes hands:
    marching alone doesn't count.
    """

    is_draw = True

    rounds: Positive = 1  # rounds without a possible action, after which the game ends
    # rounds in which nothing enters, attacks or is damaged, after which the game ends; 0: never
    standstill: Natural = 0

    def told(self, rules: Variant) -> Iterator[str]:
        rounds, standstill = (
            rule_words.many(self.rounds, "round"),
            rule_words.many(self.standstill, "round"),
        )
        yield (
            f"The game is a draw if, for {rounds}, no player gains supply or has a creature or "
            "card left to act with."
        )
        if self.standstill:
            yield (
                f"It is also a draw if, for {standstill}, nothing enters the battlefield, "
                "attacks or is dealt damage, and no Stronghold "
                "changes hands; marching alone doesn't count."
            )

    def turn_ends(self, game: GameCore) -> None:
        players = len(game.living())
        idle = not any(_can_act(game, seat) for seat in game.living())
        words = (
            "no player has gained supply or had anything left to act with for "
            f"{many(self.rounds, 'round')}"
        )
        if _has_waited(game, idle, self.rounds, words) or not self.standstill:
            return
        objects, there = game.state.objects, game.state.battlefield
        recent = game.state.turn.number - (self.standstill - WARNING) * players
        # almost always true
        if any(objects[ident].last_deed > recent for ident in reversed(there)):
            return
        last = max((game.state.last_deed, *(objects[ident].last_deed for ident in there)))
        left = self.standstill * players - (game.state.turn.number - last)
        if left <= 0:
            rounds = many(self.standstill, "round")
            _is_quiet(
                game,
                (
                    f"for {rounds} nothing has entered the battlefield, attacked or been dealt "
                    "damage, and no Stronghold has changed hands"
                ),
            )
        elif left == WARNING * players:
            game.tell(Event("quiet", number=WARNING, reason="victory.quiet"))


class Quiet(Victory, frozen=True):
    """The game is a draw if all tokens are dead and no player attacked for `rounds` full rounds."""

    is_draw = True

    needs = (table("token"),)

    rounds: Positive = 10  # rounds without an attack, after which the game ends

    def told(self, rules: Variant) -> list[str]:
        return [
            (
                "The game is a draw if every token is dead and no player has attacked for "
                f"{rule_words.many(self.rounds, 'full round')}."
            )
        ]

    def turn_ends(self, game: GameCore) -> None:
        state = game.state
        fighting = any(state.objects[i].attacked == state.turn.number for i in state.battlefield)
        idle = not fighting and all(state.players[seat].fallen for seat in game.living())
        _has_waited(
            game,
            idle,
            self.rounds,
            (
                "no player's token is alive, and no player has attacked for "
                f"{many(self.rounds, 'round')}"
            ),
        )


def _has_won(game: GameCore, seat: int, number: int, what: str) -> None:
    with game.because("victory.held"):
        game.tell(Event("conquered", seat=seat, number=number, word=what))
        losing.finish(game, (seat,))


def _has_waited(game: GameCore, idle: bool, rounds: int, words: str) -> bool:
    """Count turns without events, and end the game after `rounds` rounds. Returns True if so."""
    game.state.set(stalled_turns=game.state.stalled_turns + 1 if idle else 0)
    over = game.state.stalled_turns >= rounds * len(game.living())
    if over:
        _is_quiet(game, words)
    return over


def _is_quiet(game: GameCore, words: str) -> None:
    with game.because("victory.quiet"):
        losing.finish(game, (), words)


def _can_act(game: GameCore, seat: int) -> bool:
    """Return whether a player gains supply or has anything left to act with.

    That is a creature, an activated ability, or a card other than a creature that they can pay for.
    """
    if (
        map_rules(game).may_produce(game, seat)
        or creatures_of(game, seat)
        or has_activated(game, seat)
    ):
        return True
    player, objects = game.state.players[seat], game.state.objects
    cards = (*player.library, *player.hand, *player.graveyard, *player.exile)
    pool = sum(player.pool)
    return any(
        "Creature" not in objects[i].printed.base.types
        and game.rules.mana.price(objects[i].printed.cost).value <= pool
        for i in cards
    )
