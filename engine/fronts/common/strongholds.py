"""Strongholds: loss, retaking, and the effects of a loss (C-40 to C-44, W-36 to W-38)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.actions import Action, Refusal
from engine.base import rule_words
from engine.cards.costs import SYMBOL_OF
from engine.cards.terms import Natural
from engine.events import Event
from engine.fronts.common.land import (
    BASIC_TYPES,
    armies,
    basic_land,
    creatures_of,
    held_areas,
    hold,
    homeless,
    lay,
    reveal,
)
from engine.fronts.common.terrain import secret_bonus
from engine.fronts.common.variant import map_rules
from engine.magic.abilities import triggers
from engine.magic.core.agenda import Question, Task
from engine.magic.core.game import GameCore
from engine.magic.core.position import NOBODY, NOWHERE, GameObject
from engine.magic.core.special_actions import SpecialAction
from engine.magic.index.by_space import places
from engine.magic.index.derived import derived
from engine.magic.turn import losing
from engine.rule import AREAS, Rule, Variant, table


class Strongholds(Rule, frozen=True):
    """The value of a Stronghold, how it is taken, and the effects on a player who lost it."""

    needs = (AREAS,)

    conquer_value: Natural = 7  # the damage that takes it; 0: it can't be taken by damage
    # turns after the loss within which it must be retaken; 0: no limit
    turns_to_retake: Natural = 5
    # the total power the owner's creatures need while the Stronghold is lost; 0: none
    least_power: Natural = 7
    # face up; otherwise only the owner knows its land until an opponent enters or the owner turns
    # it face up (W-4)
    face_up: bool = True
    # a player who is the only one with creatures there at the end of a turn takes it (W-36)
    by_presence: bool = False

    def told(self, rules: Variant) -> Iterator[str]:
        secret = "only you know until an opponent's creature enters it"
        yield (
            "Before the game, you choose the basic land type of your Stronghold, which "
            f"{'lies face up' if self.face_up else secret}."
        )
        if not self.face_up and any(terrain.in_secret for terrain in rules.terrain):
            yield (
                "The land of your Stronghold strengthens your creatures there even while it is "
                "face down. Opponents see their size "
                "without that bonus, and the land is turned face up as soon as it decides "
                "whether a creature there lives."
            )
        yield from self._told_of_loss(rules)

    def _told_of_loss(self, rules: Variant) -> Iterator[str]:
        attacked = bool(self.conquer_value) and rules.has_conquer_values
        if not attacked and not self.by_presence:
            yield "A Stronghold can't be taken."
            return
        if self.by_presence:
            yield (
                "At the end of each turn, a player who is the only one with creatures in an "
                "opponent's Stronghold takes it, and keeps "
                "it even when it is empty. It is retaken the same way."
            )
        if attacked:
            yield f"A Stronghold has Conquer Value {self.conquer_value}."
        if rules.has_conquer_values:
            retaking = ", and you may attack your Stronghold to retake it." if attacked else "."
            lost = (
                "While your Stronghold is lost, no one holds your {spaces}, you can't take "
                "any, and you produce no mana"
            )
            yield f"{lost}; you may still block{retaking}"
        if self.turns_to_retake:
            last = rule_words.ordinal(self.turns_to_retake)
            yield (
                "You are out of the game if you haven't retaken your Stronghold by the end of "
                f"your {last} turn after the loss."
            )
        if self.least_power:
            yield (
                "While your Stronghold is lost, you are out of the game as soon as your "
                "creatures' total power is less than "
                f"{self.least_power}."
            )
        if rules.is_duel:
            return
        yield (
            "A Stronghold whose holder leaves the game returns to its owner, if that player is "
            "still in the game."
        )
        if not self.turns_to_retake and not self.least_power:
            yield "A player who has lost their Stronghold is still in the game."
        if self.by_presence:
            yield "No one holds the Stronghold of a player who is out, and it no longer counts."
        elif attacked:
            yield (
                "A player who is out leaves with all their cards. Their Stronghold keeps its "
                "Conquer Value and the mana it gives its "
                "holder; bonuses, landwalk and targeting work there as anywhere else. It still "
                "doesn't count toward the {spaces} you "
                "need to win."
            )

    def lost(self, game: GameCore, seat: int) -> bool:
        """Return whether a player's Stronghold is lost."""
        stronghold = game.state.players[seat].stronghold
        return stronghold >= 0 and game.state.areas[stronghold].holder != seat

    def taken(self, game: GameCore, space: int, by: int) -> None:
        """Transfer a Stronghold to the player `by` (C-41)."""
        owner = game.state.areas[space].stronghold
        before = game.state.areas[space].holder
        hold(game, space, by)
        if game.state.players[owner].out:
            return
        if by == owner:
            game.state.change_player(owner, lost_turns=0)
            game.tell(
                Event(
                    "stronghold-retaken",
                    seat=owner,
                    space=game.space_name(space),
                    reason="stronghold.retaken",
                )
            )
            return
        game.tell(
            Event(
                "stronghold-lost",
                seat=owner,
                space=game.space_name(space),
                other=-(by + 1),
                reason="stronghold.lost",
            )
        )
        if before == owner:
            game.state.change_player(owner, lost_turns=0)
            for area in held_areas(game, owner):
                hold(game, area, NOBODY)
                game.tell(
                    Event(
                        "hold-lost",
                        seat=owner,
                        space=game.space_name(area),
                        reason="stronghold.released",
                    )
                )

    def check(self, game: GameCore) -> bool:
        """Turn up Strongholds that are no longer secret, and remove players with too little power.

        A player without a Stronghold needs enough power to retake it (C-43; W-4, W-25).
        """
        if not self.face_up and self._uncover(game):
            return True
        if not self.least_power:
            return False
        weak = [seat for seat in homeless(game) if self.power(game, seat) < self.least_power]
        if weak:
            words = f"has no Stronghold and less than {self.least_power} total power"
            losing.leave_together(
                game, [losing.Loser(seat, words, "losing.power") for seat in weak]
            )
        return bool(weak)

    def _uncover(self, game: GameCore) -> bool:
        """Turn up a face-down Stronghold's land that an opponent entered or that saves a creature.

        Returns True if one was turned up.
        """
        for space in _secret(game):
            area = game.state.areas[space]
            there = [
                game.state.objects[ident]
                for ident in places(game).get(space, ())
                if game.characteristics(ident).is_creature
            ]
            if any(obj.controller != area.stronghold or _lives_by_land(game, obj) for obj in there):
                reveal(game, space, area.stronghold, "reveal")
                return True
        return False

    def power(self, game: GameCore, seat: int) -> int:
        """Return the total power of a player's creatures."""
        return sum(game.characteristics(ident).power for ident in creatures_of(game, seat))

    def turn_ends(self, game: GameCore, seat: int) -> None:
        """Let players take Strongholds they occupy alone, and count turns without a Stronghold.

        The count is that of the active player (C-42, W-36, W-37).
        """
        if self.by_presence:
            for space in (game.state.players[owner].stronghold for owner in game.living()):
                self._occupy(game, space)
        player = game.state.players[seat]
        if player.out or not self.lost(game, seat):
            return
        game.state.change_player(seat, lost_turns=player.lost_turns + 1)
        if self.turns_to_retake and player.lost_turns + 1 >= self.turns_to_retake:
            losing.leave(game, seat, "didn't retake the Stronghold in time", "losing.time")

    def _occupy(self, game: GameCore, space: int) -> None:
        """Give a Stronghold to the only player with creatures there (W-38).

        An empty Stronghold stays with the player who took it last.
        """
        there = {seat: idents for (seat, place), idents in armies(game).items() if place == space}
        if len(there) == 1 and game.state.areas[space].holder not in there:
            ((seat, idents),) = there.items()
            self.taken(game, space, seat)
            for ident in idents:
                triggers.notice(game, "takes-area", ident, seat=seat)

    def player_left(self, game: GameCore, seat: int) -> None:
        """Release what a player who is out held; return Strongholds to their owners (C-44)."""
        own = game.state.players[seat].stronghold
        # a Stronghold leaves the game with its owner, whoever held it (W-40)
        if self.by_presence and own != NOWHERE:
            hold(game, own, NOBODY)
        for space, area in enumerate(game.state.areas):
            if area.holder != seat:
                continue
            owner = area.stronghold
            if owner in (NOBODY, seat) or game.state.players[owner].out:
                hold(game, space, NOBODY)
            else:
                self.taken(game, space, owner)

    def found(self, game: GameCore, seat: int, land: str) -> None:
        """Put a player's Stronghold on a land of the chosen type (C-5)."""
        space = next(i for i, s in enumerate(game.board.spaces) if s.stronghold == seat)
        lay(game, space, basic_land(land), face_up=self.face_up)
        game.state.change_area(space, conquer_value=self.conquer_value)
        hold(game, space, seat)
        game.state.change_player(seat, stronghold=space)


@derived("player.stronghold", "area.face_up", "area.land")
def _secret(game: GameCore) -> list[int]:
    areas = game.state.areas
    return [
        player.stronghold
        for player in game.state.players
        if not (area := areas[player.stronghold]).face_up and area.land
    ]


def _lives_by_land(game: GameCore, obj: GameObject) -> bool:
    """Return whether a creature would die without the bonus of the face-down land there (W-25)."""
    c = game.characteristics(obj.id)
    toughness = c.toughness - secret_bonus(game, obj, c)[1]
    return toughness < c.toughness and (
        toughness <= 0 or (obj.damage >= toughness and not c.has("indestructible"))
    )


class RevealStronghold(SpecialAction, frozen=True):
    """Turn the land of one's own Stronghold face up (W-4)."""

    needs = (table("stronghold"),)

    verb = "reveal"
    matters = False
    says = (
        "While you move, or when you have priority, you may turn the land of your Stronghold "
        "face up."
    )

    def options(self, game: GameCore, seat: int) -> Iterable[Action]:
        space = game.state.players[seat].stronghold
        if space >= 0 and not game.state.areas[space].face_up:
            yield Action("reveal", space=game.space_name(space))

    def perform(self, game: GameCore, seat: int, action: Action) -> None:
        reveal(game, game.board.names[action.space], seat, "reveal")

    def refusal(self, game: GameCore, seat: int, action: Action) -> Refusal:
        if game.board.names.get(action.space) != game.state.players[seat].stronghold:
            return Refusal("reveal", "you can turn only the land of your own Stronghold face up")
        return Refusal("reveal", "your Stronghold is already face up")


class FoundStronghold(Task, frozen=True):
    """Ask a player for the land type of their Stronghold (C-5, W-1).

    Only that player learns the suggested color of their deck.
    """

    seat: int

    def run(self, game: GameCore) -> None:
        colors = Counter(colors_of_deck(game, self.seat))
        game.push(StrongholdQuestion(self.seat, max(colors, key=colors.__getitem__, default="")))


class StrongholdQuestion(Question, frozen=True):
    """Choose the basic land type of one's Stronghold (C-5)."""

    kind = "land-type"
    rule = "setup.stronghold"
    words = "Choose your Stronghold's basic land type"
    color: str = ""  # most frequent color of the player's deck, as a symbol

    def known_to(self, seat: int | None) -> Task:
        return self if seat == self.seat or not self.color else StrongholdQuestion(self.seat)

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", word=name) for name in BASIC_TYPES]

    def answer(self, game: GameCore, action: Action) -> None:
        rules = map_rules(game).stronghold
        assert rules is not None
        rules.found(game, self.seat, action.word)
        where = game.space_name(game.state.players[self.seat].stronghold)
        known_to = None if rules.face_up else (self.seat,)
        game.tell(
            Event(
                "choose",
                seat=self.seat,
                word=action.word,
                space=where,
                reason="setup.stronghold",
                known_to=known_to,
            )
        )


def colors_of_deck(game: GameCore, seat: int) -> Iterator[str]:
    """Yield the colors of each card in a player's deck, as symbols."""
    objects = game.state.objects
    return (
        SYMBOL_OF[color]
        for ident in game.state.players[seat].library
        for color in sorted(objects[ident].printed.colors)
    )
