"""Spellfront as a library: the rules, maps, cards and computer players of Magic on a map.

No screen, clock or network is part of it. Importing this package is quick: each name is loaded
when it is first used.

    import engine as sf

    rules = sf.load_variant("conquering")
    seats = [sf.Seat("Edna", sf.deck("white-knights")), sf.Seat("Dale", sf.deck("red-raiders"))]
    game = sf.Game.start(rules, seats, seed=7)
    print(game)  # the map in ASCII, the turn, the decision
    game.push_text("choose =Forest")  # an action in notation

The names in `__all__` are the public API: they change only with a new minor version, and
CHANGELOG.md says how. All other names may change at any time.
"""

from importlib import import_module

# type checkers take this for true; importing it from `typing` would take ten times as long as this
TYPE_CHECKING = False
if TYPE_CHECKING:
    from engine.actions import Action, IllegalAction, Refusal
    from engine.ai.player import ComputerPlayer
    from engine.api import (
        ScenarioError,
        card,
        deck,
        decks,
        load_record,
        load_scenario,
        player,
        run_scenario,
        start_scenario,
        variants,
    )
    from engine.base.compiled import FORM
    from engine.base.version import VERSION as __version__  # noqa: N811
    from engine.cards.decks.find import DeckError
    from engine.cards.library import UnknownCard
    from engine.cards.model import Card
    from engine.events import Event
    from engine.game import Game
    from engine.history.record import Record, RecordError
    from engine.history.recording import Recorder
    from engine.history.replay import replay
    from engine.magic.core.agenda import DecisionView, PendingDecision
    from engine.magic.turn.setup import Seat
    from engine.scenario.form import Scenario
    from engine.variant.loading import RulesetError
    from engine.variant.loading import load as load_variant
    from engine.variant.ruleset import Ruleset
    from engine.view import CombatView, ObjectView, PlayerView, SpaceView, TurnView, View

__all__ = [
    "FORM",
    "Action",
    "Card",
    "CombatView",
    "ComputerPlayer",
    "DecisionView",
    "DeckError",
    "Event",
    "Game",
    "IllegalAction",
    "ObjectView",
    "PendingDecision",
    "PlayerView",
    "Record",
    "RecordError",
    "Recorder",
    "Refusal",
    "Ruleset",
    "RulesetError",
    "Scenario",
    "ScenarioError",
    "Seat",
    "SpaceView",
    "TurnView",
    "UnknownCard",
    "View",
    "__version__",
    "card",
    "deck",
    "decks",
    "load_record",
    "load_scenario",
    "load_variant",
    "player",
    "replay",
    "run_scenario",
    "start_scenario",
    "variants",
]

# the module of each public name, and its name there if that is another
_HOMES = {
    "FORM": "base.compiled",
    "__version__": "base.version:VERSION",
    "Action": "actions",
    "Card": "cards.model",
    "DecisionView": "magic.core.agenda",
    "DeckError": "cards.decks.find",
    "Event": "events",
    "Game": "game",
    "IllegalAction": "actions",
    "PendingDecision": "magic.core.agenda",
    "ComputerPlayer": "ai.player",
    "Record": "history.record",
    "RecordError": "history.record",
    "Recorder": "history.recording",
    "Refusal": "actions",
    "Ruleset": "variant.ruleset",
    "RulesetError": "variant.loading",
    "Scenario": "scenario.form",
    "ScenarioError": "api",
    "Seat": "magic.turn.setup",
    "UnknownCard": "cards.library",
    "CombatView": "view",
    "ObjectView": "view",
    "PlayerView": "view",
    "SpaceView": "view",
    "TurnView": "view",
    "View": "view",
    "card": "api",
    "deck": "api",
    "decks": "api",
    "load_record": "api",
    "load_scenario": "api",
    "load_variant": "variant.loading:load",
    "player": "api",
    "replay": "history.replay",
    "run_scenario": "api",
    "start_scenario": "api",
    "variants": "api",
}


if not TYPE_CHECKING:  # or type checkers would take any name for public

    def __getattr__(name: str) -> object:
        """Load a public name when it is first used."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        module, _, original = _HOMES[name].partition(":")
        value = getattr(import_module(f"{__name__}.{module}"), original or name)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted(__all__)
