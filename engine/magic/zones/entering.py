"""Entering the battlefield, with the choices made before (CR 110, 303.4f, 614.12)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.actions import DONE, Action
from engine.base.records import replace
from engine.cards.casting_options import count
from engine.cards.characteristics import Printed
from engine.cards.checks.nested import walk, words
from engine.cards.costs import COLOR_WORDS
from engine.cards.describe import ability_text
from engine.cards.keyword_abilities import number_of_keyword
from engine.cards.model import AnyEffect, Card, Discard, Enters, LoseLife, Move, Sacrifice
from engine.cards.remembered import of_each
from engine.cards.subtypes import CREATURE_TYPES, creature_types
from engine.cards.terms import Costs, Filter
from engine.events import Event
from engine.magic.abilities import replacement
from engine.magic.abilities.choices import Choices, SoFar, reveal
from engine.magic.abilities.resolve_effects import ResolveEffects, perform, remember
from engine.magic.continuous import amounts, filters
from engine.magic.core.agenda import EffectQuestion, Task, YesOrNo
from engine.magic.core.game import GameCore
from engine.magic.core.limits import MOST
from engine.magic.core.position import NOWHERE, AbilityContext, Attacker, GameObject
from engine.magic.zones import battlefield, face_down, object_lists
from engine.magic.zones.battlefield import EnteringPermanent


def put_onto_battlefield(game: GameCore, ctx: AbilityContext, arrival: EnteringPermanent) -> int:
    """Put an object onto the battlefield.

    Returns the permanent's id, or 0 if a choice must be made first or the object can't enter. An
    object that can't enter stays in its zone (CR 303.4g, 304.4), except a resolving spell or a copy
    of a spell (CR 707.10a).
    """
    obj = game.state.objects.get(arrival.ident)
    if obj is None or obj.zone in STAYING or not obj.printed.is_permanent_card:
        return 0
    if obj.zone == "stack" and not (arrival.spell or arrival.token):
        # not a resolving spell, so the permanent is a new object
        object_lists.change_references(game, obj.id)
        if obj.token:
            return object_lists.put_away(game, obj)
        if obj.face_down:  # the card is put there face up
            face_down.reveal(game, obj)
            obj = game.state.change(obj.id, printed=obj.own, real=None, face_down=False)
    if _asked(game, ctx, arrival, obj):
        return 0
    if obj.printed.pays_on_entry and _is_buried(game, arrival, obj):
        return _bury(game, arrival)
    if "Aura" in obj.printed.base.subtypes and not arrival.host:
        return _stays_away(game, arrival)
    entered = battlefield.enter(game, obj.printed, obj.owner, arrival, token=obj.token)
    if not entered:
        return _stays_away(game, arrival)
    if arrival.spell and arrival.host:
        host = game.ref_name(arrival.host)
        game.tell(
            Event(
                "attach",
                seat=ctx.controller,
                object=entered,
                card=obj.printed.name,
                other=arrival.host,
                other_card=host,
            )
        )
    if arrival.aim is not None:
        _join_attack(game, entered, arrival.aim)
    return entered


# zones whose objects can't be put onto the battlefield
STAYING = ("battlefield", object_lists.LAND_GRAVEYARD)


def can_be_attached(game: GameCore, ident: int, host: int, seat: int) -> bool:
    """Return whether an Aura or Equipment can be attached to an object or player.

    The attachment may be in any zone; `seat` is its controller.
    """
    c = game.characteristics(ident)
    card = game.state.objects[ident].printed.card
    if host < 0:
        who = card.enchant.player if card.enchant is not None else ""
        return who == "any" or (who == "opponent" and filters.ref_seat(host) != seat)
    obj = game.state.objects.get(host)
    if (
        obj is None
        or host == ident
        or obj.zone != "battlefield"
        or replacement.protection_from(game, host, ident)
    ):
        return False
    if "Equipment" in c.subtypes:
        return game.characteristics(host).is_creature and not c.is_creature
    enchanted = card.enchant.of if card.enchant is not None else None
    speaker = AbilityContext(seat, ident, card.name)
    return enchanted is not None and filters.matches(
        game, enchanted, obj, game.characteristics(host), speaker
    )


def hosts_of(game: GameCore, ident: int, seat: int) -> tuple[int, ...]:
    """Return the objects and players that an Aura could enchant without being cast (CR 303.4f)."""
    players = (filters.seat_ref(seat) for seat in game.living())
    return tuple(
        ref
        for ref in (*players, *game.state.battlefield)
        if can_be_attached(game, ident, ref, seat)
    )


def _asked(
    game: GameCore, ctx: AbilityContext, arrival: EnteringPermanent, obj: GameObject
) -> bool:
    """Ask for the next choice before an object enters. Return False if none is left.

    After the answer the object continues on its way.
    """
    seat, printed = arrival.controller, obj.printed
    speaker = AbilityContext(seat, obj.id, printed.name)
    copied = replace(arrival, copied=True)
    if (
        "Aura" in printed.base.subtypes
        and not arrival.host
        and (hosts := hosts_of(game, obj.id, seat))
    ):
        game.push(ChooseHost(seat, ctx, arrival, hosts))
    elif (
        printed.copies and not arrival.copied and asks_for_copy(game, speaker, Arrive(ctx, copied))
    ):
        pass
    elif printed.asks_on_entry and not arrival.asked:
        ask_what_else(game, speaker, Arrive(ctx, replace(copied, asked=True)))
    elif printed.pays_on_entry and _asked_to_pay(game, ctx, arrival, speaker):
        pass
    elif printed.choice and not arrival.chosen and _choices_of(game, seat, printed.choice):
        game.push(QualityOnEntering(seat, ctx, arrival, printed.choice))
    elif "tribute" in printed.costs and not arrival.tributed:
        _ask_for_tribute(game, ctx, replace(arrival, tributed=True))
    elif arrival.named == NOWHERE and game.rules.reach.names(printed.base.abilities):
        game.push(ChooseSpace(seat, ctx, arrival))
    else:
        return False
    return True


def _is_buried(game: GameCore, arrival: EnteringPermanent, obj: GameObject) -> bool:
    """Return whether an object is put into a graveyard instead of onto the battlefield."""
    speaker = AbilityContext(arrival.controller, obj.id, obj.printed.name)
    return any(
        isinstance(ability, Enters)
        and ability.buried
        and place not in arrival.averted
        and amounts.holds(game, ability.condition, speaker)
        for place, ability in enumerate(obj.printed.base.abilities)
    )


def _bury(game: GameCore, arrival: EnteringPermanent) -> int:
    """Put an object that would enter into its owner's graveyard. Returns 0."""
    obj = game.state.objects[arrival.ident]
    if not (arrival.spell or arrival.token):
        speaker = AbilityContext(arrival.controller, obj.id, obj.printed.name)
        perform(game, speaker, Move(what="self", to="graveyard"))
    return _stays_away(game, arrival)


def _asked_to_pay(
    game: GameCore, ctx: AbilityContext, arrival: EnteringPermanent, speaker: AbilityContext
) -> bool:
    """Ask whether to pay so that an ability doesn't change how an object enters.

    Returns False if there is no such ability, or the player can pay for none.
    """
    for place, ability in enumerate(game.state.objects[arrival.ident].printed.base.abilities):
        if (
            not isinstance(ability, Enters)
            or ability.unless is None
            or place in arrival.asked_to_pay
            or not amounts.holds(game, ability.condition, speaker)
        ):
            continue
        settled = replace(arrival, asked_to_pay=(*arrival.asked_to_pay, place))
        question = PayAsItEnters(
            arrival.controller, ctx, settled, place, ability.unless, ability.must
        )
        if question.ways(game):
            game.push(question)
            return True
    return False


def _can_pay(game: GameCore, seat: int, ident: int, cost: Costs) -> bool:
    """Return whether a player can pay the parts of a cost that effects pay as an object enters."""
    player = game.state.players[seat]
    speaker = AbilityContext(seat, ident, game.object_name(ident))
    if cost.life and (player.life is None or player.life < count(cost.life)):
        return False
    hand = [card for card in player.hand if card != ident]
    if count(cost.discard) > len(filters.among(game, hand, cost.discard_of, speaker)):
        return False
    if not isinstance(cost.sacrifice, Filter):
        return True
    found = filters.find(game, cost.sacrifice, speaker)
    mine = filters.can_be_sacrificed(game, seat, speaker, found)
    return len(mine) >= count(cost.sacrifice_count)


def _paid_by(cost: Costs) -> tuple[AnyEffect, ...]:
    """Return the effects that pay a cost as a permanent enters, except for revealing cards."""
    found: list[AnyEffect] = []
    if cost.life:  # paying life is losing it (CR 119.4)
        found.append(LoseLife(who="you", amount=count(cost.life)))
    if cost.discard:
        found.append(Discard(count=count(cost.discard), of=cost.discard_of))
    if isinstance(cost.sacrifice, Filter):
        found.append(Sacrifice(of=cost.sacrifice, count=count(cost.sacrifice_count)))
    return tuple(found)


def _stays_away(game: GameCore, arrival: EnteringPermanent) -> int:
    """Handle an object that can't enter: a card stays, a spell or token is removed."""
    if arrival.spell:
        object_lists.put_away(game, game.state.objects[arrival.ident])
    elif arrival.token:
        game.state.remove(arrival.ident)
    return 0


def create_tokens(
    game: GameCore,
    ctx: AbilityContext,
    face: Printed,
    seat: int,
    number: int,
    *,
    tapped: bool = False,
) -> list[int]:
    """Create tokens under a player's control (CR 111).

    Returns the tokens that have entered; the caller triggers abilities on them together. Tokens
    with choices enter later.
    """
    chooses = face.asks_on_entry or face.choice or face.copies or "Aura" in face.base.subtypes
    chooses = chooses or face.pays_on_entry or "tribute" in face.costs
    source = game.state.objects.get(ctx.source)
    asked = source is not None and (asks_for_tokens(source.printed.card) or asks_for_creator(face))
    creator = ctx.source if asked else 0
    if not chooses and not game.rules.reach.names(face.base.abilities):
        return [
            ident
            for ident in battlefield.enter_tokens(
                game, face, seat, number, tapped=tapped, created_by=creator
            )
            if ident
        ]
    made = [
        object_lists.create(game, face, seat, "stack", token=True)
        for _ in range(battlefield.room_for(game, number))
    ]
    game.push(
        *(
            Arrive(ctx, EnteringPermanent(ident, seat, tapped, token=True, created_by=creator))
            for ident in made
        )
    )
    return []


@of_each
def asks_for_tokens(card: Card) -> bool:
    """Return whether a card speaks of the tokens that it has created."""
    return _says(card, "created-by-self")


@of_each
def asks_for_creator(face: Printed) -> bool:
    """Return whether a token speaks of the permanent that created it."""
    return _says(face.card, "creator")


def _says(card: Card, ref: str) -> bool:
    return any(word == ref for part in walk(card) for _, _, word in words(part))


def _join_attack(game: GameCore, ident: int, aim: int) -> None:
    """Add a creature that has entered attacking to the combat.

    Nothing triggers on its attack, since it was never declared as an attacker (CR 508.4).
    """
    combat = game.state.combat
    if combat is None:
        return
    aimed = game.state.objects.get(aim)
    # a player token fights back
    struck = (aim,) if aimed is not None and aimed.player_token else ()
    game.state.set(
        combat=replace(combat, attackers=(*combat.attackers, Attacker(ident, aim, struck)))
    )


class Arrive(Task, frozen=True):
    """The task of an object entering the battlefield."""

    ctx: AbilityContext
    arrival: EnteringPermanent

    def run(self, game: GameCore) -> None:
        if entered := put_onto_battlefield(game, self.ctx, self.arrival):
            remember(game, self.ctx, it=entered, moved=False)


def who_sees_entering(game: GameCore, seat: int, ident: int) -> tuple[int, ...] | None:
    """Return the players who see a card while its player makes a choice for it; None: all."""
    return (seat,) if shown_entering(game, seat, ident) else None


def shown_entering(game: GameCore, seat: int, ident: int) -> tuple[int, ...]:
    """Return the card that enters if its player sees it only for the choice: in a library."""
    obj = game.state.objects.get(ident)
    hidden = obj is not None and (
        obj.zone == "library" or (obj.zone == "hand" and obj.owner != seat)
    )
    return (ident,) if hidden else ()


class ArrivalQuestion(EffectQuestion, frozen=True):
    """A choice made as an object enters the battlefield."""

    arrival: EnteringPermanent

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return shown_entering(game, self.seat, self.arrival.ident)

    def about(self, game: GameCore) -> str:
        return game.object_name(self.arrival.ident)

    def source(self, game: GameCore) -> int:
        return self.arrival.ident

    def go_on(self, game: GameCore, **chosen: Any) -> None:
        """Continue with the choice in the arrival's fields."""
        game.push(Arrive(self.ctx, replace(self.arrival, **chosen)))


def _ask_for_tribute(game: GameCore, ctx: AbilityContext, arrival: EnteringPermanent) -> None:
    """Ask an opponent of the controller's choice for tribute (CR 702.104a)."""
    seat = arrival.controller
    opponents = tuple(
        filters.seat_ref(each) for each in game.seats_from(game.state.turn.active) if each != seat
    )
    if len(opponents) > 1:
        game.push(TributeOpponent(seat, ctx, arrival, opponents))
    elif opponents:
        game.push(Tribute(filters.ref_seat(opponents[0]), ctx, arrival))
    else:
        game.push(Arrive(ctx, arrival))


class TributeOpponent(ArrivalQuestion, frozen=True):
    """The choice of the opponent who is asked for tribute."""

    words = "Choose an opponent who may pay tribute to {}"
    kind = "choose"
    opponents: tuple[int, ...]

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", object=ref) for ref in self.opponents]

    def answer(self, game: GameCore, action: Action) -> None:
        game.push(Tribute(filters.ref_seat(action.object), self.ctx, self.arrival))

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        return () if seat == self.seat else (Arrive(self.ctx, self.arrival),)


class Tribute(ArrivalQuestion, frozen=True):
    """An opponent's choice to put counters on a creature as it enters."""

    words = "Pay tribute to {}: it enters with +1/+1 counters"
    kind = "may"

    def options(self, game: GameCore) -> list[Action]:
        return [Action("yes"), Action("no")]

    def answer(self, game: GameCore, action: Action) -> None:
        if action.verb == "no":
            self.go_on(game)
            return
        obj = game.state.objects[self.arrival.ident]
        number = number_of_keyword(obj.printed.card.keywords, "tribute")
        game.state.change(obj.id, entry=(*obj.entry, ("+1/+1", number)))
        self.go_on(game, paid=(*self.arrival.paid, "tribute"))

    def left_by(self, game: GameCore, seat: int) -> tuple[Task, ...]:
        """Go on without tribute if the opponent has left the game."""
        return (Arrive(self.ctx, self.arrival),) if seat == self.seat else ()


class ChooseHost(ArrivalQuestion, frozen=True):
    """The choice of a host for an Aura that enters without being cast."""

    words = "Choose an object or player for {} to enchant"
    kind = "choose"
    hosts: tuple[int, ...]

    def options(self, game: GameCore) -> list[Action]:
        return [Action("choose", object=ref) for ref in self.hosts]

    def answer(self, game: GameCore, action: Action) -> None:
        self.go_on(game, host=action.object)


class PayAsItEnters(ArrivalQuestion, frozen=True):
    """The choice to pay so that an ability doesn't change how a permanent enters."""

    kind = "may"
    place: int  # the ability, by index
    cost: Costs
    must: bool = False  # the cost is paid if it can be

    def prompt(self, game: GameCore) -> str:
        card = game.state.objects[self.arrival.ident].printed.card
        ability = game.state.objects[self.arrival.ident].printed.base.abilities[self.place]
        assert isinstance(ability, Enters)
        return ability_text(ability, card)

    def ways(self, game: GameCore) -> list[Action]:
        """Return the answers that pay the cost; [] if it can't be paid."""
        if not _can_pay(game, self.seat, self.arrival.ident, self.cost):
            return []
        if self.cost.reveal is None:
            return [Action("yes")]
        hand = [ident for ident in game.state.players[self.seat].hand if ident != self.source(game)]
        speaker = AbilityContext(self.seat, self.arrival.ident)
        return [
            Action("choose", object=ident)
            for ident in filters.among(game, hand, self.cost.reveal, speaker)
        ]

    def options(self, game: GameCore) -> list[Action]:
        ways = self.ways(game)
        return ways if self.must and ways else [*ways, Action("no")]

    def answer(self, game: GameCore, action: Action) -> None:
        if action.verb == "no":
            self.go_on(game)
            return
        if action.object:
            reveal(game, self.seat, (action.object,))
        averted = replace(self.arrival, averted=(*self.arrival.averted, self.place))
        speaker = AbilityContext(self.seat, self.arrival.ident, self.about(game))
        game.push(ResolveEffects(speaker, _paid_by(self.cost)), Arrive(self.ctx, averted))


CHOICES = {
    "color": COLOR_WORDS,
    "basic-land-type": ("Plains", "Island", "Swamp", "Mountain", "Forest"),
}


class QualityOnEntering(ArrivalQuestion, frozen=True):
    """The choice of a color, type or player as a permanent enters."""

    kind = "choose"
    choice: str

    def prompt(self, game: GameCore) -> str:
        return (
            f"Choose a {self.choice.replace('-', ' ')} for {game.object_name(self.arrival.ident)}"
        )

    def options(self, game: GameCore) -> list[Action]:
        return _choices_of(game, self.seat, self.choice)

    def answer(self, game: GameCore, action: Action) -> None:
        chosen = filters.word_of_player(action.object) if action.object else action.word
        game.tell(
            Event(
                "choose",
                seat=self.seat,
                card=game.object_name(self.arrival.ident),
                word=game.ref_name(action.object) if action.object else action.word,
                known_to=who_sees_entering(game, self.seat, self.arrival.ident),
            )
        )
        self.go_on(game, chosen=chosen)


def _choices_of(game: GameCore, seat: int, choice: str) -> list[Action]:
    """Return the answers to a choice as a permanent enters; [] if there is none."""
    if choice in ("player", "opponent"):
        return [
            Action("choose", object=filters.seat_ref(other))
            for other in game.seats_from(seat)
            if choice == "player" or other != seat
        ]
    return [Action("choose", word=word) for word in words_for(game, choice)]


def words_for(game: GameCore, choice: str) -> Sequence[str]:
    """Return the colors, basic land types or creature types to choose from."""
    return CHOICES.get(choice) or every_creature_type(game)


def every_creature_type(game: GameCore) -> list[str]:
    """Return every creature type (CR 205.3m), plus new types of creatures on the battlefield."""
    table = (game.characteristics(ident) for ident in game.state.battlefield)
    present = {subtype for c in table if c.is_creature for subtype in creature_types(c.subtypes)}
    return sorted(present.union(CREATURE_TYPES))


class ChooseSpace(ArrivalQuestion, frozen=True):
    """The choice of the space where a permanent affects creatures (W-32)."""

    words = "Choose the terrain where {} affects creatures"
    kind = "name"

    def options(self, game: GameCore) -> list[Action]:
        return [
            Action("name", space=game.space_name(space))
            for space in game.rules.reach.nameable(game, self.seat)
        ]

    def answer(self, game: GameCore, action: Action) -> None:
        self.go_on(game, named=game.board.names[action.space])


def asks_for_copy(game: GameCore, speaker: AbilityContext, then: Task) -> bool:
    """Ask what a card enters as a copy of. Return False if there is no such choice.

    `then`: the task after the answer.
    """
    abilities = game.state.objects[speaker.source].printed.base.abilities
    found = next(
        (
            ability
            for ability in abilities
            if isinstance(ability, Enters) and ability.copy_of is not None
        ),
        None,
    )
    if found is None or not (
        question := ChooseCopied(speaker.controller, speaker, found)
    ).candidates(game):
        return False
    game.push(question, then)
    return True


class ChooseCopied(EffectQuestion, frozen=True):
    """The choice of the permanent that a permanent enters as a copy of, if any."""

    words = "Choose an object for {} to copy as it enters, or copy nothing"
    kind = "choose"
    forced = False
    ability: Enters

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return shown_entering(game, self.seat, self.ctx.source)

    def candidates(self, game: GameCore) -> list[int]:
        """Return the permanents that could be copied."""
        objects, f = game.state.objects, self.ability.copy_of
        return (
            [ident for ident in filters.find(game, f, self.ctx) if not objects[ident].player_token]
            if f is not None
            else []
        )

    def options(self, game: GameCore) -> list[Action]:
        return [*(Action("choose", object=ident) for ident in self.candidates(game)), DONE]

    def answer(self, game: GameCore, action: Action) -> None:
        if action == DONE:
            return
        obj, original = game.state.objects[self.ctx.source], game.state.objects[action.object]
        names = obj.printed.name, original.printed.name
        game.tell(
            Event(
                "copies",
                seat=self.seat,
                object=obj.id,
                card=names[0],
                other=original.id,
                other_card=names[1],
                known_to=who_sees_entering(game, self.seat, obj.id),
            )
        )
        game.state.change(
            obj.id, printed=face_down.copied(original, self.ability.unlike), real=obj.own
        )


def ask_what_else(game: GameCore, speaker: AbilityContext, then: Task) -> None:
    """Ask for all other choices as a card enters, then continue with the task `then`."""
    asked: list[Task] = []
    for ability in game.state.objects[speaker.source].printed.base.abilities:
        if isinstance(ability, Enters) and (ability.sacrifice or ability.reveal):
            asked.append(AnyNumber(speaker.controller, speaker, SoFar(MOST), ability))
        elif isinstance(ability, Enters) and ability.asks:
            asked.append(WithCounters(speaker.controller, speaker, ability))
    game.push(*asked, then)


def _note_counters(game: GameCore, ctx: AbilityContext, ability: Enters, times: int) -> None:
    """Note counters with which a card will enter, `times` times the ability's number.

    `battlefield.enter` puts them on.
    """
    number = amounts.number(game, ability.count, ctx) * times
    if number > 0:
        obj = game.state.objects[ctx.source]
        game.state.change(obj.id, entry=(*obj.entry, (ability.counters, number)))


class WithCounters(YesOrNo, frozen=True):
    """The choice to have a permanent enter with counters or not (CR 702.98)."""

    ability: Enters

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return shown_entering(game, self.seat, self.ctx.source)

    def prompt(self, game: GameCore) -> str:
        number = amounts.number(game, self.ability.count, self.ctx)
        counters = (
            f"{number} {self.ability.counters} counters"
            if number > 1
            else f"a {self.ability.counters} counter"
        )
        return f"Have {self.ctx.name} enter with {counters}?"

    def answer(self, game: GameCore, action: Action) -> None:
        _note_counters(game, self.ctx, self.ability, action.verb == "yes")


class AnyNumber(Choices, frozen=True):
    """The choice of permanents to sacrifice, or cards to reveal, for counters.

    All at once, when the choice is complete (CR 702.38, 702.82).
    """

    optional = True
    ability: Enters

    def reveals(self, game: GameCore) -> tuple[int, ...]:
        return shown_entering(game, self.seat, self.ctx.source)

    def candidates(self, game: GameCore) -> list[int]:
        item, objects = self.ctx, game.state.objects
        f = self.ability.sacrifice or self.ability.reveal
        found = (
            [ident for ident in filters.find(game, f, item) if ident != item.source]
            if f is not None
            else []
        )
        if self.ability.sacrifice is None:
            return [ident for ident in found if objects[ident].owner == self.seat]
        return filters.can_be_sacrificed(game, self.seat, item, found)

    def prompt(self, game: GameCore) -> str:
        return (
            f"Choose what to {'sacrifice' if self.ability.sacrifice else 'reveal'} for "
            f"{self.ctx.name}, or finish"
        )

    def done(self, game: GameCore, refs: tuple[int, ...]) -> None:
        if self.ability.sacrifice is not None:
            perform(game, replace(self.ctx, chosen=refs), Sacrifice(of="chosen"))
        else:
            reveal(game, self.seat, refs)
        _note_counters(game, self.ctx, self.ability, len(refs))
