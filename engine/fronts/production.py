"""Mana from dice and from land that is held."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from engine import rulewords
from engine.actions import Action, Refusal
from engine.cards.costs import SYMBOLS
from engine.cards.terms import Sides
from engine.fronts.land import BASIC_TYPES, SYMBOL_OF_TYPE, held_areas, land_types
from engine.fronts.strongholds import mana_color_task
from engine.fronts.variant import variant
from engine.magic import dice, mana_pool
from engine.magic.agenda import Question, Task
from engine.magic.game import Game
from engine.magic.state import NOBODY
from engine.magic.step import Step
from engine.rule import AREAS, Variant, table

Amount = Annotated[int, Meta(ge=0, le=100)]


class ManaProduction(Step, frozen=True):
    """Roll a die for mana of one's colour, and gain mana of the land that one holds (C-13 to C-15). Nobody gets priority."""

    needs = (AREAS, table("stronghold"))

    die: Sides = 6  # the die that is rolled for mana
    per_area: Amount = 1  # mana for each area of the right colour
    per_stronghold: Amount = 2  # for each opposing Stronghold held

    def told(self, rules: Variant) -> list[str]:
        return [
            f"roll {rulewords.a_die(self.die)} and gain that much mana of your deck's colour, or of the one that you chose before the "
            f"game, {rulewords.in_number(self.per_area)} more of its type for each {{space}} that you hold and "
            f"{rulewords.in_number(self.per_stronghold)} for each opposing Stronghold; your own adds none. Where land has several types "
            "you choose one. This mana stays until the turn ends. Nothing can be cast or activated here, and {spaces} are never tapped; at "
            "other times creatures and artifacts make mana as usual."
            + (" Without your Stronghold you gain none." if rules.stronghold is not None else "")
        ]

    def use_refusal(self, action: Action) -> Refusal:
        words = f"no spell or ability, not even for mana, is used in {self.name}"
        return Refusal("cast.step", words) if action.verb == "cast" else Refusal("activate.step", words)

    def preparations(self, game: Game, seat: int) -> list[Task]:
        return mana_color_task(game, seat)

    def begin(self, game: Game, seat: int) -> list[Task]:
        if not variant(game).may_produce(game, seat):
            return []
        player = game.state.players[seat]
        made = [0] * len(SYMBOLS)
        made[SYMBOLS.index(player.mana_color)] += dice.roll(game, seat, self.die, "mana")
        areas = game.state.areas
        numbers = dict.fromkeys(held_areas(game, seat), self.per_area)
        foreign = (space for space, area in enumerate(areas) if area.stronghold not in (NOBODY, seat) and area.holder == seat)
        numbers |= dict.fromkeys(foreign, self.per_stronghold)
        asked: list[Task] = []
        for space, number in numbers.items():
            letters = tuple(SYMBOL_OF_TYPE[word] for word in BASIC_TYPES if word in land_types(game, space))
            if len(letters) > 1 and number:
                asked.append(LandManaQuestion(seat, space, letters, number))
            elif letters:
                made[SYMBOLS.index(letters[0])] += number
        with game.because("production"):
            mana_pool.add(game, seat, made, keep=True)
        return asked


class LandManaQuestion(Question, frozen=True):
    """Of which of its types a land of several types makes mana for its holder (C-13)."""

    kind = "color"
    rule = "production"
    space: int
    letters: tuple[str, ...]
    number: int

    def prompt(self, game: Game) -> str:
        return f"Choose the colour of the mana that the land at {game.space_name(self.space)} makes"

    def options(self, game: Game) -> list[Action]:
        return [Action("choose", word=letter) for letter in self.letters]

    def answer(self, game: Game, action: Action) -> None:
        with game.because("production"):
            mana_pool.add(game, self.seat, mana_pool.symbol(action.word, self.number), keep=True)
