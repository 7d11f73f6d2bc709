"""The one spelling of each meaning in card data.

The card language can say some things in two ways. `one_spelling` turns the other way into the usual
one, wherever data is read: from the text of a card, a file of one's own, a saved game or a record.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from operator import is_
from typing import Any

from msgspec import json

from engine.base.records import class_of, is_tuple, replace
from engine.cards.model import (
    Ability,
    Activated,
    Card,
    Change,
    Choose,
    Counter,
    Delayed,
    Exile,
    If,
    LookAtTop,
    May,
    Move,
    Sacrifice,
    Search,
    Spell,
    Static,
    Triggered,
    When,
)
from engine.cards.rewriting import with_parts
from engine.cards.terms import Compare, Computed, Costs, Count, Exists, Filter, Matches, Not, Stat


def one_spelling(record: Any) -> Any:
    """Return data with every part in its one spelling."""
    if is_tuple(record):
        items = tuple(one_spelling(item) for item in record)  # type: ignore[misc]
        items = _looked_at(tuple(part for item in items for part in _optional_choice(item)))
        same = len(items) == len(record) and all(map(is_, items, record))
        return record if same else items
    record = with_parts(record, one_spelling)
    fold = FOLDS.get(class_of(record))
    return fold(record) if fold is not None else record


TOP = LookAtTop(count=1, rest="library-top")
PUT_AWAY = May(then=(Move(what="it", to="graveyard"),))


def _looked_at(effects: tuple[Any, ...]) -> tuple[Any, ...]:
    """A look at the top card, and putting it into the graveyard, is a look that may take it."""
    for place, (look, deed) in enumerate(pairwise(effects)):
        if deed == PUT_AWAY and look == replace(TOP, who=getattr(look, "who", "you")):
            taken = replace(look, take=1, to="graveyard", optional=True)
            return (*effects[:place], taken, *_looked_at(effects[place + 2 :]))
    return effects


def _optional_choice(item: Any) -> tuple[Any, ...]:
    """An optional choice of one object, and a deed done to it, is a choice of up to one."""
    if not isinstance(item, May) or item != May(then=item.then):
        return (item,)
    return _up_to_one(item.then) or (item,)


def _up_to_one(effects: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(effects) != 2 or not isinstance(effects[0], Choose):
        return ()
    choice, deed = effects
    of_you = choice == Choose(of=choice.of, up_to=choice.up_to)
    done = any(getattr(deed, name, "") == "chosen" for name in ("what", "on"))
    return (replace(choice, up_to=True), deed) if of_you and done else ()


def _may(effect: May) -> Any:
    """An optional search is a search; "unless its controller pays" belongs to a counter effect."""
    if len(effect.then) == 1 and effect == May(then=effect.then, who=effect.who):
        only = effect.then[0]
        if isinstance(only, Search) and only.who == effect.who:
            return replace(only, optional=True)
    if len(effect.otherwise) == 1 and isinstance(effect.otherwise[0], Counter):
        counter = effect.otherwise[0]
        generic = _generic(effect.cost)
        if effect.times != 1:
            generic = _multiplied(generic, effect.times)
        pays = replace(effect, then=())
        owner = f"controller-of-{counter.what}"
        if generic is not None and effect == pays and effect.who == owner:
            return replace(counter, unless_pays=generic)
    return effect


def _multiplied(generic: Any, times: Any) -> Any:
    """Return an amount of generic mana so many times, None if no amount says that."""
    if generic == 1:
        return times
    plain = isinstance(generic, int) and isinstance(times, Computed)
    whole = plain and times == replace(times, times=1, plus=0, halve=False)
    return replace(times, times=generic) if whole else None


def _generic(cost: Costs | None) -> Any:
    """Return a cost of generic mana as an amount, None if it is another cost."""
    if cost is None or cost != Costs(mana=cost.mana):
        return None
    number = cost.mana[1:-1]
    if number == "X":
        return "X"
    return int(number) if number.isdigit() else None


def _triggered(ability: Triggered) -> Any:
    """A trigger whose whole effect is optional is an optional trigger, unless it is a search."""
    when = ability.when
    if when.event in ("dies", "leaves") and when.what in ("self", "attached"):
        ability = replace(ability, effects=_as_moved(ability.effects, when.what))
    if ability.when.event == "blocks" and ability.when.by == A_CREATURE and of_other(ability):
        ability = replace(ability, when=replace(ability.when, by=None))
    if ability.optional and (chosen := _up_to_one(ability.effects)):
        return replace(ability, effects=chosen, optional=False)
    if len(ability.effects) != 1:
        return ability
    only = ability.effects[0]
    if isinstance(only, May) and only == May(then=only.then):
        return replace(ability, effects=only.then, optional=True)
    if isinstance(only, Search) and ability.optional and only.who == "you":
        return replace(ability, effects=(replace(only, optional=True),), optional=False)
    return ability


def of_other(ability: Triggered) -> bool:
    """Return whether an ability speaks of the second object of its event."""
    return any(word in json.encode(ability.effects) for word in OTHER)


A_CREATURE = Filter(types=("Creature",))
OTHER = (b'"it"', b'"controller-of-it"', b'"owner-of-it"')
"""References to the second object of an event, in the JSON of effects."""


def _as_moved(record: Any, gone: Any) -> Any:
    """Return effects in which an object that has gone, the source or its host, is moved as "it"."""
    if is_tuple(record):
        return tuple(_as_moved(item, gone) for item in record)  # type: ignore[misc]
    if isinstance(record, May | If):
        then, otherwise = _as_moved(record.then, gone), _as_moved(record.otherwise, gone)
        return replace(record, then=then, otherwise=otherwise)
    if isinstance(record, Delayed):
        return replace(record, then=_as_moved(record.then, gone))
    if isinstance(record, Move | Exile) and record.what == gone:
        return replace(record, what="it")
    return record


def _count(amount: Count) -> Any:
    """The number of all cards in a player's hand or graveyard is a number of that player."""
    of = amount.of
    if of.zone not in ("hand", "graveyard") or of.owner in ("any", "opponent"):
        return amount
    if amount.halve or amount.distinct or of != Filter(zone=of.zone, owner=of.owner):
        return amount
    return Stat(what=of.zone, of=of.owner, times=amount.times, plus=amount.plus)


def _exists(condition: Exists) -> Any:
    """A number of all cards in a graveyard is compared (threshold)."""
    if condition.at_most is not None or condition.of.zone != "graveyard":
        return condition
    stat = _count(Count(of=condition.of))
    return condition if isinstance(stat, Count) else Compare(left=stat, right=condition.at_least)


BOUNDED = {"power": "power", "toughness": "toughness", "mana-value": "value"}
"""Numbers of an object that filters can bound, with their names in the filter."""


def _compare(condition: Compare) -> Any:
    """A bound of an object's power is a quality of the object."""
    for number, bound, end in (
        (condition.left, condition.right, "min"),
        (condition.right, condition.left, "max"),
    ):
        if isinstance(number, Stat) and isinstance(bound, int) and isinstance(number.of, str):
            name = BOUNDED.get(number.what, "")
            if name and number == Stat(what=number.what, of=number.of):
                fields: dict[str, Any] = {f"{name}_{end}": bound}
                return Matches(what=number.of, filter=Filter(**fields))
    return condition


def _matches(condition: Matches) -> Any:
    """An object matches a filter wherever it is."""
    if condition.filter.zone == "battlefield":
        return condition
    return replace(condition, filter=replace(condition.filter, zone="battlefield"))


def _search(effect: Search) -> Any:
    """A card that is put where everybody sees it needs no revealing."""
    public = ("battlefield", "graveyard")
    if effect.reveal or effect.to not in public or effect.others_to == "hand":
        return effect
    return replace(effect, reveal=True)


def _choose(effect: Choose) -> Any:
    """The player who chooses is "that player" in the filter."""
    if effect.who == "you":
        return effect
    of = effect.of
    fields = {
        name: "that-player" for name in ("owner", "controller") if getattr(of, name) == effect.who
    }
    return replace(effect, of=replace(of, **fields)) if fields else effect


def _filter(of: Filter) -> Any:
    """Types of which one is enough are a list; "other" is other than the source."""
    if of.apart_from == "self":
        of = replace(of, apart_from=None, other=True)
    options = of.any_of
    if len(options) < 2 or of.types:
        return of
    if any(option != Filter(types=option.types) for option in options):
        return of
    types = tuple(kind for option in options for kind in option.types)
    return replace(of, any_of=(), types=types)


def _card(card: Card) -> Any:
    """The two abilities of landhome are the keyword."""
    for ability in card.abilities:
        if not isinstance(ability, Triggered) or ability.condition is None:
            continue
        condition = ability.condition
        of = condition.of if isinstance(condition, Exists) else Filter()
        home = Filter(subtypes=of.subtypes, controller="you")
        none = Exists(of=home, at_least=0, at_most=0)
        leaves = Triggered(when=When(event="state"), effects=(Sacrifice(),), condition=none)
        theirs = Exists(of=replace(home, controller="defending-player"))
        stays = Static(change=Change(restrict=("cant-attack",)), condition=Not(condition=theirs))
        if len(of.subtypes) == 1 and ability == leaves and stays in card.abilities:
            keyword = f"{of.subtypes[0].lower()}home"
            rest = tuple(each for each in card.abilities if each not in (leaves, stays))
            return replace(card, abilities=rest, keywords=(*card.keywords, keyword))
    return card


def _damage(ability: Any) -> Any:
    """Damage dealt by the effects of a spell or activated ability is one of their results."""
    return with_parts(ability, _with_results, ("effects", "modes"))


OF_EVENTS = (Ability, Card, Delayed)
"""Records in which the damage dealt may be that of an event."""


def _with_results(record: Any) -> Any:
    """Return effects in which the damage that they have dealt is called a result."""
    if isinstance(record, Stat):
        return replace(record, what="damage-taken") if record.what == "damage-dealt" else record
    if isinstance(record, OF_EVENTS):
        return record
    return with_parts(record, _with_results)


FOLDS: dict[type, Callable[[Any], Any]] = {
    Card: _card,
    Compare: _compare,
    Matches: _matches,
    May: _may,
    Search: _search,
    Triggered: _triggered,
    Spell: _damage,
    Activated: _damage,
    Count: _count,
    Exists: _exists,
    Choose: _choose,
    Filter: _filter,
}
"""What turns other spellings of a record into the usual one."""
