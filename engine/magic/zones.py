"""Zones and moving between them (CR 400): every change of zone makes a new object with a new id (CR 400.7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from engine import dice
from engine.actions import Action
from engine.agenda import Question, Task
from engine.cards.characteristics import FACE_DOWN, Characteristics, Printed
from engine.cards.model import AnyEffect, Cast, Change, Enters, Move, Replace, Triggered, When
from engine.events import Event
from engine.magic import amounts, filters, replacement, triggers
from engine.magic.bounds import MOST, MOST_CARDS, MOST_PERMANENTS, cut, within
from engine.magic.faces import reveal
from engine.magic.layers import off_battlefield
from engine.magic.replacement import Fate
from engine.records import replace
from engine.state import HIDDEN, NOBODY, NOWHERE, PHASED, GameObject, Lasting, LastKnown, StackItem

if TYPE_CHECKING:
    from engine.cards.terms import Until
    from engine.game import Game

NO_FATES: Mapping[int, Fate] = {}


def create(game: Game, printed: Printed, owner: int, zone: str, *, token: bool = False) -> int:
    """A new object, listed in a player's zone (or nowhere yet, for the battlefield and the stack)."""
    state = game.state
    ident = state.new_id()
    state.put(GameObject(ident, printed, owner, owner, zone, token=token))
    if zone not in ("battlefield", "stack"):
        player = state.players[owner]
        state.change_player(owner, **{zone: (*getattr(player, zone), ident)})
    return ident


def unlist(game: Game, obj: GameObject, *, among: Collection[int] = ()) -> None:
    """Take an object off the list of its zone, unless it is `among` those that have been taken off it together."""
    state = game.state
    if obj.zone == "battlefield":
        if obj.id not in among:
            state.set(battlefield=tuple(filter(obj.id.__ne__, state.battlefield)))
        combat = state.combat
        if combat is not None:
            remove_from_combat(game, obj.id)
        if obj.paired:
            unpair(game, obj)
    elif obj.zone == "stack":
        if any(item.id == obj.id for item in state.stack):  # it hasn't resolved, but is put elsewhere
            state.set(stack=tuple(item for item in state.stack if item.id != obj.id))
    elif obj.zone != PHASED:
        listed: tuple[int, ...] = getattr(state.players[obj.owner], obj.zone)
        state.change_player(obj.owner, **{obj.zone: tuple(filter(obj.id.__ne__, listed))})


def unpair(game: Game, obj: GameObject) -> None:
    """A creature and another are no longer paired (CR 702.95e)."""
    for ident in (obj.id, obj.paired):
        if ident in game.state.objects:
            game.state.change(ident, paired=0)


def remove_from_combat(game: Game, ident: int) -> None:
    """An object no longer attacks or blocks (CR 506.4); what it blocked stays blocked, and who attacks a planeswalker goes on attacking."""
    combat = game.state.combat
    if combat is None:
        return
    lost = ident if "Planeswalker" in filters.characteristics(game, ident).types else 0
    attackers = tuple(
        replace(a, blockers=tuple(b for b in a.blockers if b != ident), aim=0 if a.aim == lost else a.aim)
        for a in combat.attackers
        if a.id != ident
    )
    if attackers != combat.attackers:
        left = tuple(a for a in combat.attackers if a.id == ident)
        game.state.set(combat=replace(combat, attackers=attackers, left=combat.left + left))


def move(game: Game, ident: int, zone: str, *, position: str = "top", kind: str = "leaves", face_down: bool = False) -> int:
    """Put an object into a player's zone (not the battlefield). Returns its new id; 0 for a token, which ceases to exist.

    `position` is "top" or "bottom" of a library. `kind` names the event. What goes `face_down` nobody is told of.
    """
    return move_together(game, (ident,), zone, kind, position, face_down=face_down)[0]


def move_together(
    game: Game, idents: Sequence[int], zone: str, kind: str, position: str = "top", *, face_down: bool = False,
    fates: Mapping[int, Fate] = NO_FATES,
) -> list[int]:  # fmt: skip
    """Put objects into their owners' zones at the same time: those that leave the battlefield see each other leave (CR 603.10a).

    `fates`: what was chosen to happen to some that would die; of several effects on another the oldest applies.
    Returns their new ids, 0 for those that cease to exist.
    """
    buries = zone == "graveyard"
    if buries:
        zone = game.rules.zones.graveyard
    leaving: list[tuple[GameObject, Characteristics, str]] = []
    instead: tuple[tuple[StackItem, tuple[AnyEffect, ...]], ...] = ()
    for ident in idents:
        obj = game.state.objects[ident]
        where, c = "" if obj.stays else zone, off_battlefield(game, obj)
        if obj.zone == "stack" and "flashback" in obj.paid:
            where = "exile"  # wherever it would go (CR 702.34a)
        if obj.zone == "battlefield" and where:
            c = game.chars(ident)
            fate = fates.get(ident)
            if fate is None and buries:
                fate = next(iter(replacement.fates(game, obj)), None)
            if fate is not None:
                where = fate.zone
                instead += fate.happens
            elif "leaves-to-exile" in c.restrict:
                where = "exile"
            if where:
                triggers.leaving(game, obj, c, where)
        leaving.append((obj, c, where))
    objects = game.state.objects
    away = {obj.id for obj, _, where in leaving if where and obj.zone == "battlefield" and obj.owner != NOBODY}
    if away:
        game.state.set(battlefield=tuple(ident for ident in game.state.battlefield if ident not in away))
    found = [_relocate(game, objects[o.id], c, where, position, kind, away, face_down) if where else o.id for o, c, where in leaving]
    if game.state.delayed:
        give_back(game, [obj.id for obj, _, where in leaving if where])
    if instead:
        _happen_instead(game, instead)
    return found


def _happen_instead(game: Game, instead: tuple[tuple[StackItem, tuple[AnyEffect, ...]], ...]) -> None:
    """What replacement effects make happen, one after another."""
    from engine.magic.resolving import Follow

    game.push(*(Follow(item, effects) for item, effects in instead))


def give_back(game: Game, left: Collection[int]) -> None:
    """What was exiled until a permanent left returns as soon as that has left, without a trigger (CR 610.3)."""
    from engine.magic.effects.arriving import Arrival, put_onto_battlefield

    due = [each for each in game.state.delayed if each.at_once and each.source in left]
    if not due:
        return
    game.state.set(delayed=tuple(each for each in game.state.delayed if each not in due))
    returned = [
        put_onto_battlefield(game, StackItem(0, each.controller, each.source, "", each.ability), Arrival(obj.id, obj.owner))
        for each in due
        if (obj := game.state.objects.get(each.it)) is not None
    ]
    triggers.entered_together(game, [ident for ident in returned if ident])


def _relocate(
    game: Game, obj: GameObject, c: Characteristics, zone: str, position: str, kind: str, away: Collection[int], face_down: bool
) -> int:
    """The move itself, when replacement effects and triggers have had their say. `away`: what the battlefield's list has no more."""
    state = game.state
    if obj.owner == NOBODY:
        return _leave_map(game, obj, c, kind)
    reveal(game, obj)
    unlist(game, obj, among=away)
    state.remove(obj.id)
    state.set(last_deed=max(state.last_deed, obj.last_deed))
    new = 0
    if not obj.token:
        new = state.new_id()
        state.put(GameObject(new, obj.own, obj.owner, obj.owner, zone, timestamp=new, face_down=face_down))
        listed: tuple[int, ...] = getattr(state.players[obj.owner], zone)
        on_bottom = zone == "library" and position == "bottom"
        state.change_player(obj.owner, **{zone: (new, *listed) if on_bottom else (*listed, new)})
    last = state.gone.get(obj.id)
    state.remember(obj.id, LastKnown(obj, c, new, zone, last.spell if last is not None else None))
    _tell_move(game, obj, new, zone, kind, face_down)
    return new


LAND_GRAVEYARD = "land-graveyard"
"""Where lands go that have left the map."""


def _leave_map(game: Game, obj: GameObject, c: Characteristics, kind: str) -> int:
    """A land of the map goes to the land graveyard, wherever it would go, and leaves a hole (F-18)."""
    state, hidden = game.state, game.state.areas[obj.space].hidden
    unlist(game, obj)
    state.remove(obj.id)
    new = state.new_id()
    state.put(GameObject(new, hidden or obj.printed, NOBODY, NOBODY, LAND_GRAVEYARD, timestamp=new))
    state.set(land_graveyard=(*state.land_graveyard, new))
    state.change_area(obj.space, land=0, face_up=True, hidden=None, holder=NOBODY)
    state.remember(obj.id, LastKnown(obj, c, new))
    name = state.objects[new].printed.name
    game.tell(Event(kind, object=new, card=name, word="land graveyard", other=obj.id, space=game.space_name(obj.space)))
    return new


def _tell_move(game: Game, obj: GameObject, new: int, zone: str, kind: str, face_down: bool) -> None:
    if game.events is None:
        return
    concealed = face_down or (obj.face_down and obj.zone == "exile")
    hidden = zone in HIDDEN and (obj.zone in HIDDEN or concealed)
    known = () if concealed else (obj.owner,) if hidden else None
    where = game.space_name(obj.space) if obj.zone == "battlefield" and obj.space != NOWHERE else ""
    told = Event(kind, seat=obj.owner, object=new or obj.id, card=obj.own.name, space=where, word=zone, other=obj.id, known_to=known)
    game.tell(told)


def enter(
    game: Game,
    printed: Printed,
    owner: int,
    controller: int,
    *,
    came_from: int = 0,
    token: bool = False,
    tapped: bool = False,
    attached_to: int = 0,
    chosen: str = "",
    named: int = NOWHERE,
    x: int = 0,
    kicked: bool = False,
    face_down: bool = False,
    paid: tuple[str, ...] = (),
    at: int = NOWHERE,
    counters: tuple[tuple[str, int], ...] = (),
    alone: bool = True,
    reason: str = "arrival",
) -> int:
    """Put a permanent onto the battlefield (CR 110, 614.12). `came_from` is the object's former id, `at` the space where it
    enters if not where it would arrive. Returns the new id. Not `alone`: it is noticed later, with what enters at the same time.
    `reason`: by what rule it comes where it comes, if it is a creature.

    0 when the variant's rule of arrival has no place for it; the object then stays where it was.
    """
    state = game.state
    printed = FACE_DOWN if face_down else printed
    space = game.rules.arrival.space(game, printed, controller) if at == NOWHERE else at
    if space is None:
        return 0
    if space == NOWHERE:
        space = game.rules.lies_at(game, printed, controller, state.objects.get(came_from))
    if named == NOWHERE and game.rules.reach.names(printed.base.abilities):
        named = space
    ident = state.new_id()
    spent = ""
    real: Printed | None = None
    if came_from in state.objects:
        old = state.objects[came_from]
        spent, real = old.spent, old.own if old.own is not printed else None
        for kind, number in old.entry:
            counters = _with_counters(counters, kind, number)
        _leave_for_battlefield(game, old, printed, ident)
    entering = StackItem(0, controller, ident, printed.name, x=x, kicked=kicked, paid=paid, spent=spent)
    own = [
        (ability, 0 if ability.asks else amounts.number(game, ability.count, entering))
        for ability in printed.base.abilities
        if isinstance(ability, Enters) and amounts.holds(game, ability.condition, entering)
    ]
    if printed.card.loyalty is not None:
        counters = _with_counters(counters, "loyalty", printed.card.loyalty)
    entered = GameObject(
        ident, printed, owner, controller, "battlefield", space=space, tapped=tapped, counters=counters, attached_to=attached_to,
        timestamp=ident, entered_under=controller, since=state.turn.number, space_since=state.turn.number, token=token,
        chosen=chosen, named=named, x=x, kicked=kicked, paid=paid, spent=spent, real=real, face_down=face_down,
    )  # fmt: skip
    state.put(entered)
    state.set(battlefield=(*state.battlefield, ident))
    for ability, number in own:
        entered = _as_it_enters(game, entered, ability, number)
    _enters_with_more(game, entered)
    placed_later = at == NOWHERE and game.rules.arrival.chosen and "Creature" in printed.base.types
    where = game.space_name(space) if space != NOWHERE and not placed_later else ""
    arrives = reason if at == NOWHERE and "Creature" in printed.base.types else ""
    game.tell(Event("token" if token else "enters", seat=controller, object=ident, card=printed.name, space=where, reason=arrives))
    if alone:
        triggers.notice(game, "enters", ident, seat=controller)
    if at == NOWHERE:
        game.rules.arrived(game, ident)
    if "suspend" in paid and "Creature" in printed.base.types:
        _gains(game, entered, ("haste",), "you-control")
    return ident


def room_for(game: Game, number: int) -> int:
    """So many permanents, or as many as there is room for."""
    there = len(game.state.battlefield)
    return max(0, within(game, there + max(0, number), MOST_PERMANENTS, "permanents") - there)


def enter_tokens(game: Game, card: Printed, seat: int, number: int, *, tapped: bool = False) -> list[int]:
    """So many tokens enter at the same time, to be noticed together. Returns their ids, 0 for each that has no place.

    Where each finds the same place, and nothing is to be settled for it, what is found for the first goes for all.
    """
    number = room_for(game, number)
    alike = game.rules.arrival.is_the_same_for_all and not any(isinstance(ability, Enters) for ability in card.base.abilities)
    made = [enter(game, card, seat, seat, token=True, tapped=tapped, alone=False) for _ in range(min(number, 1) if alike else number)]
    if not alike or number < 2 or not made[0]:
        return made if len(made) == number else made * number
    state = game.state
    first = state.objects[made[0]]
    where = game.space_name(first.space) if first.space != NOWHERE else ""
    for _ in range(number - 1):
        ident = state.new_id()
        state.put(replace(first, id=ident, timestamp=ident))
        game.tell(
            Event("token", seat=seat, object=ident, card=card.name, space=where, reason="arrival" if "Creature" in card.base.types else "")
        )
        made.append(ident)
    state.set(battlefield=(*state.battlefield, *made[1:]))
    return made


def _as_it_enters(game: Game, obj: GameObject, ability: Enters, number: int) -> GameObject:
    """What an ability of a permanent says of how it enters, with so many counters, unless it won't have it there (CR 614.12)."""
    if not any(ability is other for other in game.chars(obj.id).abilities):
        return obj
    counters = _with_counters(obj.counters, ability.counters, number) if ability.counters and number > 0 else obj.counters
    if ability.keywords:
        _gains(game, obj, ability.keywords, "forever")
    return game.state.change(obj.id, tapped=obj.tapped or ability.tapped, counters=counters)


def _enters_with_more(game: Game, obj: GameObject) -> None:
    """A permanent enters with as many counters as are put on it there, effects on such things considered (CR 614.12, 122.6)."""
    counters = tuple((kind, replacement.so_many_counters(game, obj.id, kind, number)) for kind, number in obj.counters)
    if counters != obj.counters:
        game.state.change(obj.id, counters=counters)


def _leave_for_battlefield(game: Game, old: GameObject, printed: Printed, ident: int) -> None:
    """A card is no longer where it was; what lies face down stays a secret. What changed a spell changes the permanent (CR 400.7a)."""
    unlist(game, old)
    if old.zone == "stack" and any(old.id in each.objects for each in game.state.lasting):
        change_references(game, old.id, ident)
    game.state.remove(old.id)
    left = replace(old, real=None) if old.face_down and printed is FACE_DOWN else old
    game.state.remember(old.id, LastKnown(left, printed.base, ident))


def change_references(game: Game, old: int, *new: int) -> None:
    """Continuous effects on an object are effects on another from now on, or on none."""
    state = game.state
    state.set(
        lasting=tuple(
            replace(each, objects=tuple(n for i in each.objects for n in (new if i == old else (i,)))) if old in each.objects else each
            for each in state.lasting
        )
    )


def _gains(game: Game, obj: GameObject, keywords: tuple[str, ...], until: Until) -> None:
    """A permanent enters with keyword abilities, if any."""
    if not keywords:
        return
    state = game.state
    lasting = Lasting(state.new_id(), obj.controller, obj.id, (obj.id,), Change(keywords=keywords), until, state.turn.number)
    state.set(lasting=(*state.lasting, lasting))


# --- what is done to permanents ---


def destroy(game: Game, idents: Iterable[int], *, regenerate: bool = True) -> None:
    """Destroy permanents, all at once (CR 701.8)."""
    put_into_graveyards(game, doomed(game, idents, regenerate=regenerate))


def doomed(game: Game, idents: Iterable[int], *, regenerate: bool = True) -> list[int]:
    """Those of some permanents that are really destroyed: indestructible ones stay, regeneration shields replace it."""
    found: list[int] = []
    for ident in idents:
        obj = game.state.objects.get(ident)
        if obj is None or obj.zone != "battlefield" or obj.stays or game.chars(ident).has("indestructible"):
            continue
        if regenerate and obj.shields and "cant-be-regenerated" not in game.chars(ident).restrict:
            _regenerate(game, obj)
        else:
            found.append(ident)
    return found


def _regenerate(game: Game, obj: GameObject) -> None:
    """Use up a regeneration shield (CR 701.19a)."""
    game.state.change(obj.id, shields=obj.shields - 1, damage=min(obj.damage, 0), deathtouched=False)
    set_tapped(game, obj.id, True)
    remove_from_combat(game, obj.id)
    game.tell(Event("regenerate", seat=obj.controller, object=obj.id, card=obj.printed.name))
    game.rules.arrival.regenerated(game, obj.id)


def put_into_graveyards(game: Game, idents: Sequence[int], kind: str = "dies") -> None:
    """Permanents go to the graveyard at the same time; those that leave see each other leave (CR 603.10a).

    Where a player must first choose what happens instead, they all leave when that is settled.
    """
    if replacement.replacing(game, "dies"):
        from engine.magic.dying import Departure, asks

        if (question := asks(game, Departure(tuple(idents), kind))) is not None:
            game.push(question)
            return
    move_together(game, idents, "graveyard", kind)


def sacrifice(game: Game, idents: Sequence[int]) -> None:
    """Permanents are sacrificed by their controllers (CR 701.21)."""
    for ident in idents:
        if not game.state.objects[ident].stays:
            triggers.notice(game, "is-sacrificed", ident, seat=game.state.objects[ident].controller)
    put_into_graveyards(game, idents, kind="sacrifice")


def set_tapped(game: Game, ident: int, tapped: bool, by: int = NOBODY) -> None:
    """Tap or untap a permanent; nothing happens if it is so already. Lands of the map, unless they are loose, are never tapped (C-15).

    `by`: the seat that taps it, which a loose land remembers (F-20).
    """
    obj = game.state.objects.get(ident)
    if obj is None or obj.tapped is tapped or obj.zone != "battlefield" or (obj.owner == NOBODY and not obj.loose):
        return
    if not tapped and game.rules.movement.keeps_tapped(game, obj):
        return
    tapper = next((seat for seat in (by, obj.controller) if seat != NOBODY), game.state.turn.active) if obj.loose and tapped else NOBODY
    game.state.change(ident, tapped=tapped, tapped_in_attack=False, tapped_by=tapper)
    kind = "taps" if tapped else "untaps"
    if game.events is not None:
        game.tell(Event("tap" if tapped else "untap", seat=obj.controller, object=ident, card=obj.printed.name))
    triggers.notice(game, kind, ident, seat=obj.controller)


def add_counters(game: Game, ident: int, kind: str, number: int) -> None:
    """Put counters on a permanent, or take them off with a negative number, never below none (CR 122)."""
    if ident in game.state.objects:
        add_all_counters(game, (ident,), kind, number)


def add_all_counters(game: Game, idents: Sequence[int], kind: str, number: int) -> None:
    """Put counters on permanents at the same time, or take them off with a negative number, never below none (CR 122)."""
    objects = game.state.objects
    on = [(objects[ident], number) for ident in idents]
    if number > 0:  # what changes their number is found before the first of them is put anywhere
        on = [(obj, replacement.so_many_counters(game, obj.id, kind, number) if obj.zone == "battlefield" else number) for obj, _ in on]
    for obj, so_many in on:
        if so_many:
            _count(game, obj.id, kind, so_many)


def _count(game: Game, ident: int, kind: str, number: int) -> None:
    """There are so many counters more on a permanent, or less."""
    obj = game.state.objects[ident]
    there = obj.count(kind)
    number = within(game, there + number, MOST, f"{kind} counters".lstrip()) - there
    game.state.change(ident, counters=_with_counters(obj.counters, kind, number))
    game.tell(Event("counters", seat=obj.controller, object=ident, card=obj.printed.name, word=kind, number=number))
    if number < 0 < there <= -number:
        triggers.notice(game, "last-counter", obj.id, seat=obj.controller, step=kind)


def _with_counters(counters: tuple[tuple[str, int], ...], kind: str, number: int) -> tuple[tuple[str, int], ...]:
    """Counters with so many more of a kind; never fewer than none."""
    total = max(0, cut(dict(counters).get(kind, 0) + number))
    others = tuple(pair for pair in counters if pair[0] != kind)
    return tuple(sorted((*others, (kind, total)))) if total else others


# --- libraries and hands ---


class Draws(Task, frozen=True):
    """A player draws cards. `used`: the sources of the replacement effects that have led to it."""

    seat: int
    number: int
    used: tuple[int, ...] = ()
    undredged: bool = False  # whether the first is drawn, rather than another card returned, has been decided
    reason: str = ""  # the name of the rule by which they are drawn

    def run(self, game: Game) -> None:
        draw(game, self.seat, self.number, self.used, undredged=self.undredged, reason=self.reason)


def draw(game: Game, seat: int, number: int, used: tuple[int, ...] = (), *, undredged: bool = False, reason: str = "") -> None:
    """A player draws cards one by one (CR 121). Something else may happen instead of each (CR 614.11)."""
    for left in range(within(game, number, MOST_CARDS, "cards drawn at a time"), 0, -1):
        rest = (Draws(seat, left - 1, used, reason=reason),) if left > 1 else ()
        if game.state.elsewhere and not undredged:
            from engine.magic.drawing import DredgeQuestion, dredgers

            if dredgers(game, seat):
                game.push(DredgeQuestion(seat, used), *rest)
                return
        undredged = False
        if found := replacement.instead_of(game, "draw", seat, 0, used):
            game.push(InsteadOf(seat, "draw", tuple(item for _, item in found)), *rest)
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
        with game.because(reason):
            new = move(game, player.library[-1], "hand", kind="draw")
        game.state.change_player(seat, drawn=player.drawn + 1)
        triggers.notice(game, "draws", new, seat=seat)
        if not player.drawn and game.state.turn.number and "miracle" in game.state.objects[new].printed.costs:
            from engine.magic.drawing import MiracleQuestion

            game.push(MiracleQuestion(seat, new), *rest)
            return


class InsteadOf(Question, frozen=True):
    """Which of several effects replaces what would happen to a player, by who speaks (CR 616.1); the only one does so unasked."""

    kind = "choose"
    rule = "question.replacement"
    event: str
    found: tuple[StackItem, ...]

    def prompt(self, game: Game) -> str:
        return f"Choose what happens instead of your {self.event}"

    def named(self, game: Game) -> tuple[str, ...]:
        return tuple(item.name for item in self.found)

    def options(self, game: Game) -> list[Action]:
        return [Action("choose", number=n) for n in range(1, len(self.found) + 1)]

    def answer(self, game: Game, action: Action) -> None:
        item = self.found[action.number - 1]
        assert isinstance(item.ability, Replace)
        _happen_instead(game, ((item, item.ability.then),))


def _renew_library(game: Game, seat: int) -> None:
    """A player without a library shuffles the pile that stands for the graveyard into a new one (W-13)."""
    player = game.state.players[seat]
    pile = [] if player.library or player.out else _pile(game, seat)
    if not pile:
        return
    for ident in pile:
        move(game, ident, "library", kind="renew")
    game.tell(Event("new-library", seat=seat, number=len(pile), reason="library.renewed"))
    shuffle(game, seat)


def _pile(game: Game, seat: int) -> list[int]:
    """The cards in the zone that stands for a player's graveyard, without those for which something waits: a suspended card, say."""
    objects, awaited = game.state.objects, {each.it for each in game.state.delayed}
    cards: tuple[int, ...] = getattr(game.state.players[seat], game.rules.zones.graveyard)
    return [i for i in cards if i not in awaited and not objects[i].counters and objects[i].exiled_by not in objects]


def discard(game: Game, ident: int) -> int:
    """A card goes from its owner's hand to the graveyard (CR 701.9), one with madness into exile (CR 702.35)."""
    obj = game.state.objects[ident]
    seat, cost = obj.owner, obj.printed.costs.get("madness")
    zone = "graveyard" if cost is None else "exile"
    found = replacement.instead_of(game, "discard", seat, ident, ()) if cost is None else []
    if found:
        ability, item = found[0]
        zone = "exile" if ability.exile else "" if ability.then else zone
        if ability.then:
            _happen_instead(game, ((replace(item, moved=True), ability.then),))
    new = move(game, ident, zone, kind="discard") if zone else ident
    triggers.notice(game, "discards", new, seat=seat)
    triggers.of_card(game, "discards", new)
    if cost is not None:
        else_buried = (Move(what="self", to="graveyard"),)
        madness = Triggered(when=When(event="discards"), effects=(Cast(what="self", cost=cost, otherwise=else_buried),))
        triggers.pend(game, StackItem(0, seat, new, obj.printed.name, madness, it=new, that_player=seat))
    return new


def shuffle(game: Game, seat: int) -> None:
    """A player shuffles their library; the cards become new, unknown objects."""
    state = game.state
    library = state.players[seat].library
    order = dice.order(game, seat, len(library), "library")
    new_ids: list[int] = []
    for index in order:
        obj = state.remove(library[index])
        ident = state.new_id()
        state.put(GameObject(ident, obj.printed, seat, seat, "library"))
        new_ids.append(ident)
    state.change_player(seat, library=tuple(new_ids))
