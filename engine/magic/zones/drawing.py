"""Drawing cards (CR 121), with dredge and miracle (CR 702.52, 702.94)."""

from __future__ import annotations

from engine.actions import Action
from engine.cards.model import Cast, Triggered, When
from engine.events import Event
from engine.magic.abilities import replacement, triggers
from engine.magic.abilities.replacement import WhichInstead
from engine.magic.abilities.resolve_effects import follow
from engine.magic.core import shown_cards
from engine.magic.core.agenda import Question, Task, YesOrNo
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST_CARDS, within
from engine.magic.core.position import StackItem
from engine.magic.zones.moving import move, shuffle


class Draws(Task, frozen=True):
    """The task of drawing cards one by one (CR 121.2), each with replacements (CR 614.11)."""

    seat: int
    number: int
    used: tuple[int, ...] = ()  # sources of replacement effects already applied to the draw
    # whether the player has chosen to draw the first card instead of dredging
    undredged: bool = False
    reason: str = ""  # the name of the rule that causes the draw

    def run(self, game: GameCore) -> None:
        seat, undredged = self.seat, self.undredged
        for left in range(within(game, self.number, MOST_CARDS, "cards drawn at once"), 0, -1):
            rest = (Draws(seat, left - 1, self.used, reason=self.reason),) if left > 1 else ()
            if game.state.elsewhere and not undredged and dredgers(game, seat):
                game.push(DredgeQuestion(seat, self.used), *rest)
                return
            undredged = False
            if found := replacement.instead_of(game, "draw", seat, 0, self.used):
                game.push(InsteadOf(seat, tuple(found)), *rest)
                return
            if game.rules.zones.renews_library:
                _renew_library(game, seat)
            player = game.state.players[seat]
            if player.out:
                return
            if not player.library:
                game.state.change_player(seat, drew_from_empty=True)
                game.tell(Event("draw-empty", seat=seat, reason="library.empty"))
                return
            with game.because(self.reason):
                new = move(game, player.library[-1], "hand", kind="draw")
            game.state.change_player(seat, drawn=player.drawn + 1)
            triggers.notice(game, "draws", new, seat=seat)
            drawn = game.state.objects[new]
            if (
                not player.drawn
                and game.state.turn.number
                and (cost := drawn.printed.costs.get("miracle")) is not None
            ):
                miracle = Triggered(
                    when=When(event="draws"), effects=(Cast(what="self", cost=cost),)
                )
                item = StackItem(seat, new, drawn.printed.name, miracle, it=new, that_player=seat)
                game.push(MiracleQuestion(seat, item), *rest)
                return


class InsteadOf(WhichInstead, frozen=True):
    """The choice of an effect that replaces a draw; a single effect applies without asking."""

    words = "Choose what happens instead of your draw"

    def answer(self, game: GameCore, action: Action) -> None:
        ability, item = self.found[action.number - 1]
        follow(game, item, ability.then)


def _renew_library(game: GameCore, seat: int) -> None:
    """Shuffle the variant's graveyard zone into a player's empty library (W-13).

    Suspended cards stay.
    """
    player = game.state.players[seat]
    if player.library or player.out:
        return
    objects, awaited = game.state.objects, {each.it for each in game.state.delayed}
    cards: tuple[int, ...] = getattr(player, game.rules.zones.graveyard)
    pile = [
        i
        for i in cards
        if i not in awaited and not objects[i].counters and objects[i].exiled_by not in objects
    ]
    if not pile:
        return
    for ident in pile:
        move(game, ident, "library", kind="renew")
    game.tell(Event("new-library", seat=seat, number=len(pile), reason="library.renewed"))
    shuffle(game, seat)


def dredgers(game: GameCore, seat: int) -> dict[int, int]:
    """Return the cards that a player could dredge, with the number of cards to mill for each."""
    state = game.state
    cards = [state.objects[ident] for ident in state.elsewhere]
    mine = {
        obj.id: obj.printed.dredge for obj in cards if obj.owner == seat and obj.zone == "graveyard"
    }
    return {
        ident: number
        for ident, number in mine.items()
        if 0 < number <= len(state.players[seat].library)
    }


class DredgeQuestion(Question, frozen=True):
    """The choice to draw a card or to return a card with dredge (CR 702.52a)."""

    words = "Draw a card, or return a card with dredge"
    kind = "dredge"
    used: tuple[int, ...] = ()  # sources of replacement effects already applied to the draw

    def options(self, game: GameCore) -> list[Action]:
        return [
            Action("draw"),
            *(Action("dredge", object=ident) for ident in dredgers(game, self.seat)),
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        if action.verb == "draw":
            game.push(Draws(self.seat, 1, self.used, undredged=True))
            return
        for _ in range(dredgers(game, self.seat)[action.object]):
            move(game, game.state.players[self.seat].library[-1], "graveyard", kind="mill")
        move(game, action.object, "hand", kind="return")


class MiracleQuestion(YesOrNo, frozen=True):
    """The choice to reveal the first card drawn in a turn for its miracle cost (CR 702.94a).

    `ctx`: the miracle ability that then triggers.
    """

    words = "Reveal {} to cast it for its miracle cost?"

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return (self.ctx.source,)

    def answer(self, game: GameCore, action: Action) -> None:
        item = self.ctx
        assert isinstance(item, StackItem)
        if action.verb == "yes" and item.source in game.state.objects:
            shown_cards.note_revealed(game.state, (item.source,))
            game.tell(Event("reveal", seat=self.seat, object=item.source, card=item.name))
            triggers.pend(game, item)
