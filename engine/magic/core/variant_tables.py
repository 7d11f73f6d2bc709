"""Tables of a variant's file for setup, zones and damage, which Magic's rules leave open."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from engine.base import rule_words
from engine.cards.terms import DataRecord, Positive
from engine.rule import Variant

Players = Annotated[int, Meta(ge=2, le=4)]


class Setup(DataRecord, frozen=True):
    """The start of a game: hands, life and the first player."""

    hand: Positive = 7  # the number of cards in an opening hand
    life: Positive | None = None  # none: players have no life
    # the numbers of players for which the first player skips the first draw
    first_player_skips_draw: tuple[Players, ...] = (2,)
    # the number of sides of the die that decides who goes first
    first_player_die: Annotated[int, Meta(ge=2, le=1000)] = 6
    empty_library_loses: bool = True  # a player who must draw from an empty library loses
    # the number of rounds with empty libraries and no possible decisions after which the game is a
    # draw
    idle_rounds: Positive = 10

    def told(self, rules: Variant) -> list[str]:
        """Return the table as sentences."""
        skipping = [number for number in self.first_player_skips_draw if number in rules.players]
        clockwise = "" if rules.is_duel else " Turns go clockwise around the table."
        words = [
            (
                f"A roll of {rule_words.a_die(self.first_player_die)} decides who goes "
                f"first.{clockwise}"
            ),
            f"Each player draws {rule_words.many(self.hand, 'card')}; mulligans work as in Magic.",
        ]
        if skipping:
            numbers = " or ".join(map(rule_words.in_number, skipping))
            words.append(f"With {numbers} players, the player who goes first skips the first draw.")
        words.append(
            f"Each player has {self.life} life."
            if self.life
            else (
                "Players have no life: it can't be paid, gained or lost, and damage to players "
                "does nothing."
            )
        )
        if not self.empty_library_loses:
            words.append("A player who draws from an empty library doesn't lose the game.")
        return words


class ZoneRules(DataRecord, frozen=True):
    """The zones that used cards go to."""

    graveyard: Literal["graveyard", "exile"] = "graveyard"  # the zone used as the graveyard
    # a player who must draw from an empty library shuffles that zone into a new library
    renews_library: bool = False

    def told(self, rules: Variant) -> list[str]:
        """Return the table as sentences."""
        exile = self.graveyard == "exile"
        dies = (
            'So nothing "dies": abilities that trigger on dying never trigger, but effects '
            "that replace dying still apply."
        )
        words = [f"A card that would go to a graveyard is exiled instead. {dies}"] if exile else []
        if self.renews_library:
            pile = "their exiled cards" if exile else "their graveyard"
            words.append(
                f"A player who must draw from an empty library shuffles {pile} into a new library."
            )
        return words


class DamageRules(DataRecord, frozen=True):
    """The effects of damage on creatures."""

    wears_off: bool = True  # damage wears off at the end of the turn
    # an effect that lets a target player gain life may target a creature instead (B-7)
    creatures_gain_life: bool = False

    def told(self, rules: Variant) -> list[str]:
        """Return the table as sentences."""
        words = [
            "Damage on creatures wears off at the end of the turn."
            if self.wears_off
            else "Damage stays on creatures."
        ]
        if self.creatures_gain_life:
            words.append(
                "So a creature has life: its toughness minus the damage on it. An effect that "
                "lets a target player gain life may target a "
                'creature instead, which may end up with more life than toughness. "You gain '
                'life" still affects only you.'
            )
            words.append(
                "Changes to a creature's toughness also change its life for as long as they "
                "last. A creature with no life left dies."
            )
        return words
