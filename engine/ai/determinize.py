"""Imagined games for computer players: a playable game made from a View.

Hidden cards are dealt (`dealing`), or they stay blank, and nobody can cast them. Face-down areas
are dealt again from unseen land, and dice show middle values, so that no plan depends on a lucky
roll.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import cycle, islice

from engine.actions import Action
from engine.ai.dealing import deal_cards
from engine.base import chance
from engine.base.records import replace
from engine.cards.characteristics import Printed, printed
from engine.cards.costs import COLOR_OF
from engine.cards.model import Card
from engine.fronts.common.land import BASIC_TYPES, TYPE_OF_COLOR, basic_land
from engine.game import Game
from engine.magic.core.agenda import Question
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, Player, State
from engine.magic.turn.steps import FinishStep
from engine.variant.ruleset import Ruleset
from engine.view import View

# dice rolls in an imagined game; a die with fewer sides shows its highest
MIDDLE_DICE = (3, 4) * 100


def determinize(view: View, rules: Ruleset, seed: int, *, deals_cards: bool = True) -> Game:
    """Return a game to try things out in, made from everything that a View knows.

    The same seed gives the same game. `deals_cards`: libraries and hands get the cards of the
    player's own deck, those that everybody has seen go there, and for the rest cards of shipped
    decks that fit what was seen. Otherwise libraries stay blank, and half of the cards in
    opponents' hands are plain creatures.
    """
    game = Game(rules, view.known.fork())
    game.events = None
    game.state.set(rng=seed, dice=MIDDLE_DICE if seed % 2 else ())
    _deal_hidden_land(game.state, rules)
    undo = game.state.undo
    if deals_cards:
        deal_cards(game.state, view, rules)
        if undo is not None:
            undo = undo.fork()
            undo.set(rng=seed, dice=game.state.dice)
            deal_cards(undo, view, rules)
            game.state.set(undo=undo)
    elif view.seat is not None:
        _fill_hands(game.state, view.seat)
    game.state.set(players=_uncounted(game.state))
    return game


def _uncounted(state: State) -> tuple[Player, ...]:
    """Return the players of an imagined game, in which nobody keeps track of cards shown."""
    return tuple([replace(player, shown_cards=None) for player in state.players])


def _deal_hidden_land(state: State, rules: Ruleset) -> None:
    if state.lands:
        _deal_hidden_lands_of_decks(state)
        return
    hidden = [
        area for area in state.areas if area.land and not state.objects[area.land].printed.name
    ]
    if not hidden:
        return
    seen = Counter(
        state.objects[a.land].printed.name
        for a in state.areas
        if a.face_up and a.stronghold == NOBODY
    )
    each = rules.board.lands_per_type[str(len(state.players))]
    unseen = [name for name in BASIC_TYPES for _ in range(each - seen[name])]
    for area in hidden:
        name = (
            unseen.pop(chance.below(state, len(unseen)))
            if unseen
            else BASIC_TYPES[chance.below(state, len(BASIC_TYPES))]
        )
        state.change(area.land, printed=basic_land(name))


def _deal_hidden_lands_of_decks(state: State) -> None:
    """Deal face-down land where decks supply it: the players' colors, and land seen before."""
    likely = [
        TYPE_OF_COLOR[COLOR_OF[p.mana_color]] for p in state.players if p.mana_color in COLOR_OF
    ] or list(BASIC_TYPES)
    seen = [state.objects[a.land].printed for a in state.areas if a.face_up and a.land]
    pool = [basic_land(name, playable=True) for _ in range(4) for name in likely] + seen
    # one random start is enough for all of them
    dealt = islice(cycle(pool), chance.below(state, len(pool)), None)
    state.put_areas(
        "hidden",
        tuple(
            area if area.hidden is None else replace(area, hidden=next(dealt))
            for area in state.areas
        ),
    )


def _fill_hands(state: State, seat: int) -> None:
    """Make half of the cards in opponents' hands plain creatures of their colors.

    Otherwise imagined opponents would never cast a creature.
    """
    for player in state.players:
        if player.seat != seat and player.mana_color in COLOR_OF:
            unseen = [
                obj for ident in player.hand[::2] if not (obj := state.objects[ident]).printed.name
            ]
            state.swap(
                frozenset(),
                {obj.id: replace(obj, printed=somebody(player.mana_color)) for obj in unseen},
            )


@cache
def somebody(symbol: str) -> Printed:
    """Return a plain creature card of a color, for hidden hands."""
    return printed(
        Card(name="Somebody", types=("Creature",), cost=f"{{2}}{{{symbol}}}", power=2, toughness=2)
    )


class Halt(Question, frozen=True):
    """The end of an imagined game: on the agenda in front of everything that must not happen."""

    kind = "halt"
    forced = False
    words = "The computer player looks no further ahead"

    def options(self, game: GameCore) -> list[Action]:
        return [Action("halt")]

    def answer(self, game: GameCore, action: Action) -> None:
        """Do nothing, so that the game continues."""


def until_step_ends(game: Game) -> Game:
    """Return a fork of a game that halts at the end of the current step."""
    fork = game.fork()
    agenda = fork.state.agenda
    end = max((i for i, task in enumerate(agenda) if isinstance(task, FinishStep)), default=-1) + 1
    fork.state.set(agenda=(*agenda[:end], Halt(NOBODY), *agenda[end:]))
    return fork
