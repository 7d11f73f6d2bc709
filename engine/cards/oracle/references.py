"""References of a text: targets by their place in it, and pronouns by what stands before them.

Reading leaves a `Mention` wherever the text speaks of an object or a player, with its place. When
an ability is whole, `resolved` numbers its targets in the order of the text and finds out what each
pronoun means. A pronoun that has nothing to refer to is refused. Writing does the reverse: `Said`
is what a text has named by then.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from engine.base.records import class_of, field_names, is_tuple, replace
from engine.cards import model
from engine.cards.model import Target
from engine.cards.rewriting import PLAIN, with_parts
from engine.cards.terms import RESULTS, TARGETS, Count, Filter, Paid, Stat


class Mention(Struct, frozen=True):
    """A place where a text speaks of an object or a player.

    One of `ref` (a reference of the card language), `target` (a target named in full) and `word` (a
    pronoun such as "it" or "that creature") says what it is. `role` is "controller" or "owner" if
    the text speaks of that player of the object, and "next-untap" if it speaks of the next untap
    step of the player.
    """

    at: int
    ref: str = ""
    target: Target | None = None
    word: str = ""
    role: str = ""


class Number(Struct, frozen=True):
    """An amount as a text gives it, which words after it can multiply: "a card for each …"."""

    at: int
    value: Any


class ThatMuch(Struct, frozen=True):
    """A number that an event or an earlier effect gives: "that many", "that much".

    With `plus`: "that many cards plus one".
    """

    at: int
    plus: int = 0


class Named(Struct, frozen=True):
    """A sentence that only names a target, which later sentences speak of: "choose any target"."""

    target: Mention


class PlacedEffect(Struct, frozen=True):
    """An effect and the place where its text ends; later pronouns can refer to its results."""

    effect: Any
    end: int


class UnresolvedError(ValueError):
    """A pronoun has nothing to refer to, or refers to what the card language can't say."""


class Antecedents(Struct):
    """The meanings of pronouns at some place of a text: references by the words for them."""

    object: Any = ""  # "it", "that creature"; a filter for "those creatures"
    other: str = ""  # the second object of an event: "that creature" beside "it"
    several: str = ""  # "those tokens", if "it" is one of them
    player: str = ""  # "that player", "they"
    amount: Any = None  # "that many", "that much"
    targets: list[Target] = []
    # the reference whose object a delayed trigger remembers; none: the first target
    remembered: str = ""
    zone: str = ""  # the zone of the source, if the text names it
    own: str = "self"  # the source
    subject: str = ""  # the source of damage: "itself"
    found: int = 0  # the number of times that an effect has found what "it" is
    types: dict[str, tuple[str, ...]] = {}  # card types of what references mean, where known


NEXT_UNTAP = "next-untap"
EITHER = "that permanent or player"
"""A target that can be a player, named again."""
EACH = ("players", "opponents")
PLAYER_WORDS = frozenset({"that player", "they", "them", "their", "those players"})
FOUND: dict[type, str] = {
    model.MakeToken: "it",
    model.CopyToken: "it",
    model.Choose: "chosen",
    model.Search: "it",
    model.LookAtTop: "it",
    model.Reveal: "it",
    model.Manifest: "it",
}
"""The reference by which later effects call what an effect has found or made."""


def resolved(record: Any, before: Antecedents) -> Any:
    """Return a record with all mentions replaced by references, in the order of the text.

    `before` is what stands before the record, and is brought up to date. Raises UnresolvedError.
    """
    places: list[_Place] = []
    _collect(record, places, "")
    meanings: dict[Any, Any] = {}
    # a target of "if this spell was kicked, it deals 4 damage instead" is named before that
    for _, _, item, scope in sorted(places, key=lambda place: (*place[:2], place[3] == KICKED)):
        if isinstance(item, model.WhenDone):
            meanings[item] = _reflexive(item, before)
        elif isinstance(item, _Branch | _EachTime):
            item.pass_by(before)
        elif isinstance(item, PlacedEffect):
            _follow(item.effect, before, meanings)
        elif isinstance(item, ThatMuch):
            if before.amount is None:
                raise UnresolvedError("that many")
            known = before.amount
            meanings[item] = replace(known, plus=known.plus + item.plus) if item.plus else known
        elif item not in meanings:
            meanings[item] = _scoped(item, before, scope)
    return _with_meanings(record, meanings)


OBJECTS_OF: dict[type, str] = {
    model.Destroy: "destroyed",
    model.Sacrifice: "sacrificed",
    model.Exile: "exiled",
    model.Discard: "discarded",
    model.Mill: "milled",
    model.Draw: "drawn",
    model.Tap: "tapped",
    model.Untap: "untapped",
}
NUMBERS_OF: dict[type, str] = {
    model.LoseLife: "life-lost",
    model.GainLife: "life-gained",
    model.Damage: "damage-taken",
    model.RemoveCounters: "counters-removed",
    model.PutCounters: "counters-added",
}


def _amount_of(effect: Any) -> Any:
    """Return what "that many" means after an effect, None if the effect has no number."""
    kind = class_of(effect)
    if kind in OBJECTS_OF:
        who = getattr(effect, "who", "")
        each = (who.ref if isinstance(who, Mention) else who) in EACH
        of = Filter(among=OBJECTS_OF[kind], owner="that-player" if each else "any")  # type: ignore[arg-type]
        return Count(of=of)
    return Stat(what=NUMBERS_OF[kind]) if kind in NUMBERS_OF else None  # type: ignore[arg-type]


_Place = tuple[int, int, Any, str]
LATER, KICKED, SUBJECT, EVENT, OWN = "later", "kicked", "subject", "event", "own"
"""Scopes of a text: what a delayed trigger does, what happens if a spell was kicked, the source of
damage, which "it" in the same clause doesn't mean, the event of a delayed trigger, and counters "on
it" that say how much damage the source deals.
"""


class _Branch(Struct, eq=False):
    """Effects that may not happen; what they name first isn't known after them.

    Targets are known even if a condition doesn't hold.
    """

    keeps_targets: bool
    inside: bool = False
    object: Any = ""
    player: str = ""
    found: int = 0
    meant: Any = ""  # what a cost has made of the source, which "it" means then

    def pass_by(self, before: Antecedents) -> None:
        """Go into the branch, or out of it."""
        if not self.inside:
            self.inside, self.object, self.player = True, before.object, before.player
            self.found = before.found
            before.object = self.meant or before.object
            return
        if before.found != self.found and self.object == "it":
            before.object = ""  # the engine calls something else "it" if the branch is taken
        known = TARGETS if self.keeps_targets else ()
        before.object = before.object if before.object in (self.object, *known) else ""
        before.player = before.player if before.player in (self.player, *known) else ""


class _EachTime(Struct, eq=False):
    """The effects of a trigger that is repeated, in which "it" is the object of the event."""

    whose: str = ""  # the player of the event
    dealt: bool = False  # the event is damage, "that much"
    inside: bool = False
    object: Any = ""
    remembered: str = ""
    player: str = ""
    amount: Any = None

    def pass_by(self, before: Antecedents) -> None:
        """Go into the effects, or out of them."""
        if not self.inside:
            self.inside, self.object, self.remembered = True, before.object, before.remembered
            self.player, self.amount = before.player, before.amount
            before.object = before.remembered = "it"
            before.player = self.whose or before.player
            before.amount = Stat(what="damage-dealt") if self.dealt else before.amount
            return
        before.object, before.remembered = self.object, self.remembered
        before.player, before.amount = self.player, self.amount


def _is_repeated(record: Any) -> bool:
    """Return whether effects happen to several objects in turn, each of which is "it" then."""
    if isinstance(record, model.Delayed):
        return record.each_time
    return isinstance(record, model.ForEach) and isinstance(record.of, Filter)


def _collect_each_time(
    record: model.Delayed | model.ForEach, places: list[_Place], scope: str
) -> None:
    inner: list[_Place] = []
    _collect(record.then, inner, scope)
    if inner:
        event = record.when.event if isinstance(record, model.Delayed) else ""
        whose = "that-player" if event == "taps-for-mana" else ""
        each = _EachTime(whose=whose, dealt=event == "deals-damage")
        places.append((min(place[0] for place in inner), -1, each, scope))
        places.append((max(place[0] for place in inner), 2, each, scope))
    places += inner


def _collect_branch(record: model.If | model.May, places: list[_Place], scope: str) -> None:
    inner: list[_Place] = []
    _collect(record.then, inner, scope)
    if inner:
        branch = _Branch(keeps_targets=isinstance(record, model.If), meant=_paid_with(record))
        places.append((min(place[0] for place in inner), -1, branch, scope))
        # "put a counter on equipped creature if it's green": the condition speaks of what they name
        within = list(inner)
        if isinstance(record, model.If):
            _collect(record.condition, within, scope)
        places.append((max(place[0] for place in within), 2, branch, scope))
    places += inner


def _paid_with(record: model.If | model.May) -> str:
    """Return the result that "it" means after a cost: "you may exile this creature"."""
    exiled = isinstance(record, model.May) and record.cost is not None and record.cost.exile_self
    return "exiled" if exiled else ""


def _collect(record: Any, places: list[_Place], scope: str) -> None:
    if isinstance(record, Mention | ThatMuch):
        places.append((record.at, 0, record, scope))
    elif is_tuple(record):
        for item in record:  # type: ignore[misc]
            _collect(item, places, scope)
    elif isinstance(record, model.WhenDone):
        inner: list[_Place] = []
        _collect(record.then, inner, "")
        places.append((min((place[0] for place in inner), default=0), 0, record, scope))
    else:
        if isinstance(record, PlacedEffect):
            places.append((record.end, 1, record, scope))
        outer, scope = scope, LATER if isinstance(record, model.Delayed) else scope
        by = record.by if isinstance(record, model.Damage) else None
        if isinstance(by, Mention) and by.ref == "self":
            places.append((by.at, 0, by, SUBJECT))
        branching = record if isinstance(record, model.If | model.May) else None
        scopes = _scopes(record, scope, outer)
        for name in field_names(class_of(record)):  # type: ignore[arg-type]
            inner_scope = scopes.get(name, scope)
            if branching is not None and not branching.otherwise and name == "then":
                _collect_branch(branching, places, inner_scope)
            elif name == "then" and _is_repeated(record):
                _collect_each_time(record, places, inner_scope)  # type: ignore[arg-type]
            elif type(value := getattr(record, name)) not in PLAIN:
                _collect(value, places, inner_scope)


def _scopes(record: Any, scope: str, outer: str) -> dict[str, str]:
    """Return the scopes of the fields of a record that have one of their own."""
    scopes: dict[str, str] = {}
    if isinstance(record, model.If) and isinstance(record.condition, Paid):
        scopes["then"] = KICKED
    if scope == LATER:
        scopes["when"] = EVENT
    if isinstance(record, model.Delayed):
        scopes["x"] = outer  # found out at once
    if scope == "" and _counts_own(record):
        scopes["amount"] = OWN
    return scopes


def _counts_own(record: Any) -> bool:
    """Return whether the source deals as much damage as there are counters on it."""
    if not isinstance(record, model.Damage):
        return False
    by: Any = record.by
    to: Any = record.to
    amount: Any = record.amount
    value = amount.value if isinstance(amount, Number) else amount
    if not isinstance(value, Stat) or value.what != "counters":
        return False
    of: Any = value.of
    named = isinstance(by, Mention) and by.ref == "self"
    first = isinstance(of, Mention) and isinstance(to, Mention) and of.at < to.at
    return named and first and of.word == "it"


def _follow(effect: Any, before: Antecedents, meanings: dict[Any, Any]) -> None:
    """Let later pronouns refer to what an effect has found, made or moved."""
    found = FOUND.get(type(effect))  # type: ignore[arg-type]
    before.object = found or _done_to(effect) or before.object
    before.amount = _amount_of(effect) or before.amount
    if isinstance(effect, GROUPED):
        what = effect.on if isinstance(effect, model.PutCounters) else effect.what
        if isinstance(what, Filter):
            # "those creatures": the same ones again
            before.object = _with_meanings(what, meanings)
    before.found += bool(found)
    if found == "it":
        made = isinstance(effect, MADE)
        before.types["it"] = () if made else (A_CARD,)
        before.remembered = "it"
        before.several = "created" if made else ""
        if isinstance(effect, model.Reveal) and effect.exile:
            before.several = "exiled"
    elif isinstance(effect, model.Delayed):
        before.object = "" if _moves(effect) else before.object
    elif isinstance(effect, model.Move | model.Exile):
        moved = meanings.get(effect.what, "")
        before.remembered = moved if moved in FOLLOWED else before.remembered
        entered = isinstance(effect, model.Move) and effect.to == "battlefield"
        if entered:
            before.types.pop("it", None)
        if moved in TARGETS and entered:  # the card is a new object
            before.object = "it"
        if moved == "self":  # the source is a new object, which the engine calls "it"
            before.object = before.own = before.remembered = "it"
        elif moved == "attached" and before.object == moved:
            before.object = ""
        if isinstance(effect, model.Move) and effect.to in OWNERS and moved in ("target", "it"):
            before.player = f"owner-of-{moved}"  # "… to its owner's hand. That player …"


MADE = (model.MakeToken, model.CopyToken)
A_SPELL = "Spell"
"""Beside the types of an object: it is a spell on the stack."""
A_CARD = "Card"
"""Instead of the types of an object: it is a card in a hand or library, and no permanent."""


def _moves(delayed: model.Delayed) -> bool:
    """Return whether objects are moved later, so that "it" is none of them until then."""
    effects: tuple[Any, ...] = delayed.then
    plain = [each.effect if isinstance(each, PlacedEffect) else each for each in effects]
    return any(isinstance(each, model.Move) for each in plain)


OWNERS = ("hand", "library-top", "library-bottom", "library-shuffled")
"""Places of an owner to which objects are moved."""
GROUPED = (model.Modify, model.PutCounters, model.Tap, model.Untap)
"""Effects on all objects of a filter, after which the filter finds the same ones."""


def _done_to(effect: Any) -> str:
    """Return the result that "that creature" or "those creatures" means after an effect.

    Nobody has named the objects before: a player chose them, or a filter found them.
    """
    kind = class_of(effect)
    if kind in (model.Sacrifice, model.Discard):
        return (
            OBJECTS_OF[kind] if not isinstance(getattr(effect, "of", None), Mention | str) else ""
        )
    if kind is model.Mill:
        return OBJECTS_OF[kind] if effect.count == 1 or _is_one(effect.count) else ""
    if kind in (model.Destroy, model.Exile):
        return OBJECTS_OF[kind] if isinstance(effect.what, Filter) else ""
    return ""


def _is_one(count: Any) -> bool:
    return isinstance(count, Number) and count.value == 1


FOLLOWED = (*TARGETS, "self", "it")
"""References to objects that the engine calls "it" after an effect has moved them."""


def _scoped(mention: Mention, before: Antecedents, scope: str) -> Any:
    """Return the meaning of a mention, as it is said in its part of the text."""
    if mention.target is not None and scope == EVENT and not before.targets:
        _new_target(mention.target, before)
        if before.remembered:
            raise UnresolvedError("a target in an event")
        return "it"  # "when target creature dies this turn"
    if mention.target is not None and scope:
        raise UnresolvedError(f"a target in what happens {scope}")
    if scope == OWN:
        return before.own
    object = before.object
    found = _meaning(mention, before)
    if scope == SUBJECT:
        before.subject = before.own
        before.object = object or before.object
    if scope not in (LATER, EVENT):
        return found
    if isinstance(found, Filter):
        return found
    role, of, ref = found.rpartition("-of-")
    if ref not in ("it", "chosen", *TARGETS):
        return found
    if ref == (before.remembered or TARGETS[0]) or (ref == "it" and before.remembered):
        return f"{role}{of}it"
    raise UnresolvedError(f"{ref} later")


def _reflexive(record: model.WhenDone, before: Antecedents) -> model.WhenDone:
    """Return a reflexive trigger, which has targets of its own."""
    types = {ref: known for ref, known in before.types.items() if ref not in TARGETS}
    inner = replace(before, targets=[], types=types)
    inner.object = "" if before.object in TARGETS else before.object
    inner.player = "" if before.player in TARGETS else before.player
    then = resolved(record.then, inner)
    return model.WhenDone(then=then, targets=tuple(inner.targets))


def _with_meanings(record: Any, meanings: dict[Any, Any]) -> Any:
    if isinstance(record, Mention | ThatMuch | model.WhenDone):
        return meanings[record]
    if isinstance(record, Number):
        return _with_meanings(record.value, meanings)
    if isinstance(record, PlacedEffect):
        return _with_meanings(record.effect, meanings)
    return with_parts(record, lambda part: _with_meanings(part, meanings))


def _meaning(mention: Mention, before: Antecedents) -> Any:
    ref = _reference(mention, before)
    if mention.role == "graveyard":
        before.zone = mention.role
        return ref
    if not mention.role:
        return ref
    if mention.role == NEXT_UNTAP and ref == TARGETS[0]:
        return f"{ref}-{NEXT_UNTAP}"
    if mention.role == "opponents" and ref == "that-player":
        before.player = ""
        return "opponents-of-that-player"
    if ref not in ("target", "it", "attached"):
        raise UnresolvedError(f"the {mention.role} of {mention.word or ref}")
    player = f"{mention.role}-of-{ref}"
    before.player = player
    return player


def _named(ref: str, before: Antecedents) -> Any:
    """Return what a reference by name means, which later pronouns can refer to."""
    if ref == "self":
        if before.object in ("it", *TARGETS):
            before.other = before.object  # "that creature" is never the source
        before.object = before.own
        return before.own
    if ref in ("attached", "chosen", *RESULTS):
        before.object = ref
    elif ref in EACH:
        before.player = "that-player"  # each of them in turn
    elif ref in ("defending-player", "chosen-player"):
        before.player = ref
    return ref


def _reference(mention: Mention, before: Antecedents) -> Any:
    if mention.target is not None:
        return _new_target(mention.target, before)
    if mention.ref:
        return _named(mention.ref, before)
    if mention.word == EITHER:
        either = [
            ref
            for ref, each in zip(TARGETS, before.targets, strict=False)
            if each.player and each.of is not None
        ]
        if len(either) != 1:
            raise UnresolvedError(EITHER)
        return either[0]
    if mention.word == "itself" and before.subject:
        return before.subject
    if mention.word in PLAYER_WORDS:
        found = before.player
    else:
        found = (before.other if mention.word.startswith("that ") else "") or before.object
        found = _of_its_kind(found, mention.word, before)
        before.object = found  # "it" is then the same object
    many = mention.word.startswith("those")
    if not found or (isinstance(found, Filter) and not many):
        raise UnresolvedError(mention.word)
    if many and found == "it" and before.several:
        return before.several
    if many and found in ("self", "attached", "it", "sacrificed"):
        raise UnresolvedError(mention.word)
    if found == "self" != before.other and mention.word.startswith("that "):
        raise UnresolvedError(mention.word)
    return found


def _of_its_kind(found: Any, word: str, before: Antecedents) -> Any:
    """Return the last object that "that land" can mean: a target creature is none."""
    kind = word.removeprefix("that ").capitalize()
    if kind not in KINDS or not isinstance(found, str):
        return found
    known = before.types.get(found, ())
    if not known or kind in known:
        return found
    fitting = [ref for ref, types in before.types.items() if kind in types]
    if len(fitting) == 1:
        return fitting[0]
    animated = kind == "Creature" and not fitting and A_CARD not in known
    return found if animated else ""  # "that creature": an animated land


KINDS = ("Artifact", "Creature", "Enchantment", "Land", "Planeswalker", A_SPELL)
"""Card types, and spells, by which a text speaks of an object again: "that creature"."""


def _another(target: Target, before: list[Target]) -> Target:
    """Return a target of which "another" means other than the target before it, if there is one."""
    earlier = [ref for ref, each in zip(TARGETS, before, strict=False) if each.of is not None]
    if target.of is None or not target.of.other or not earlier:
        return target
    if len(earlier) > 1 or target.player:
        raise UnresolvedError("another target")
    of = replace(target.of, other=False, apart_from=earlier[0])  # type: ignore[arg-type]
    return replace(target, of=of)


PLANESWALKERS = Filter(types=("Planeswalker",))


def _new_target(target: Target, before: Antecedents) -> str:
    if len(before.targets) == len(TARGETS):
        raise UnresolvedError("a fourth target")
    target = _another(target, before.targets)
    inner: list[_Place] = []
    _collect(target, inner, "")
    meanings = {place[2]: _meaning(place[2], before) for place in inner}
    target = _with_meanings(target, meanings)
    ref = TARGETS[len(before.targets)]
    before.targets.append(target)
    if target.of is not None and target.of.zone == "stack":
        before.types[ref] = (*target.of.types, A_SPELL)
    elif target.of is not None and target.of.types:
        before.types[ref] = target.of.types
    if target.player and target.of is None:
        before.player = ref
    else:
        before.object, before.other = ref, ""
        if target.player and target.of == PLANESWALKERS:
            before.player = ref  # "that player or that planeswalker's controller"
    return ref


OF_SPELLS = ("cast-this-turn",)
"""Objects that are spells: another one is other than the spell that asks."""


def other_than_what(ability: Any) -> bool:
    """Return whether "other" in an ability doesn't mean other than its source.

    In a spell it never does; after a target or an object of the event it means other than that one.
    """
    if isinstance(ability, model.Spell):
        return _says_other(ability)
    if isinstance(ability, model.Triggered) and isinstance(ability.when.what, Filter):
        types = ability.when.what.types if ability.when.event != "cast" else ("Instant",)
        return _says_other(ability.effects, types)
    targets: tuple[Target, ...] = ability.targets
    return any(target.of for target in targets) and _says_other(ability.effects)


def apart_from_target(ability: Any) -> Any:
    """Return a spell in which "each other creature" is other than its only target."""
    if not isinstance(ability, model.Spell) or [bool(t.of) for t in ability.targets] != [True]:
        return ability
    return replace(ability, effects=_apart(ability.effects))


def each_decides(ability: Any) -> Any:
    """Return an ability in which each player decides: "each opponent … unless they pay {3}"."""
    effects = tuple(_decided(effect) for effect in ability.effects)
    return ability if effects == ability.effects else replace(ability, effects=effects)


def _decided(effect: Any) -> Any:
    if not isinstance(effect, model.May) or effect.who != "that-player":
        return effect
    doers: set[Any] = {getattr(each, "who", "") for each in (*effect.then, *effect.otherwise)} & {
        *EACH
    }
    if len(doers) != 1:
        return effect
    then = tuple(_done_by_each(each, doers) for each in effect.then)
    otherwise = tuple(_done_by_each(each, doers) for each in effect.otherwise)
    [of] = doers
    return model.ForEach(of=of, then=(replace(effect, then=then, otherwise=otherwise),))


def _done_by_each(effect: Any, doers: set[Any]) -> Any:
    return replace(effect, who="that-player") if getattr(effect, "who", "") in doers else effect


def _apart(record: Any) -> Any:
    if isinstance(record, Filter) and record.other and record.among not in OF_SPELLS:
        return replace(record, other=False, apart_from=TARGETS[0])
    return with_parts(record, _apart)


def _says_other(record: Any, types: tuple[str, ...] = ()) -> bool:
    """Return whether a record says "other" of objects that an object of some types can be among."""
    if is_tuple(record):
        return any(_says_other(item, types) for item in record)  # type: ignore[misc]
    if isinstance(record, Filter) and record.other and record.among not in OF_SPELLS:
        return not (types and record.types) or not set(types).isdisjoint(record.types)
    return any(_says_other(getattr(record, name), types) for name in field_names(class_of(record)))  # type: ignore[arg-type]


# --- Writing --------------------------------------------------------------------------------------


class Said(Struct, frozen=True):
    """The context that a text has made by some place, so that the next phrase can refer to it.

    `this` and `host` are the words for the source and for what it is attached to. `object`,
    `player` and `amount` are what "it", "that player" and "that many" would mean there, `other` is
    what "that creature" would, `other_noun` a noun for what the engine calls "it", and `remembered`
    the object that a delayed trigger calls so. With `several` the object is more than one, with
    `yours` it is a card from one of your zones. As `shown` several cards of your library are
    revealed. `after` is an amount whose words must follow at the
    end of the clause, and their kind: "for each creature you control", "where X is its power".
    `receiver` is the word by which an ability that is granted there calls its source.
    """

    this: str = "permanent"
    host: str = "permanent"
    targets: tuple[Target, ...] = ()
    named: tuple[int, ...] = ()
    object: Any = ""
    other: str = ""
    other_noun: str = "creature"
    player: str = ""
    amount: Any = None
    remembered: str = ""
    several: bool = False
    yours: bool = False
    shown: bool = False
    after: tuple[str, Any] | None = None
    receiver: str = "creature"
    zone: str = "battlefield"
    depth: int = 0


def _shows(effect: Any, said: Said) -> bool:
    """Return whether several cards of your library are revealed after an effect."""
    if isinstance(effect, model.Reveal) and effect.until is not None:
        return effect.who == "you" and not effect.exile
    return said.shown


def followed(effect: Any, said: Said) -> Said:
    """Return what has been said after an effect in words; later pronouns can refer to its results.

    This is the reverse of `_follow`, for an effect whose references have their meanings.
    """
    found = FOUND.get(class_of(effect), "")
    done_to = _done_to(effect)
    said = replace(said, amount=_amount_of(effect) or said.amount, shown=_shows(effect, said))
    if found or done_to:
        several = isinstance(getattr(effect, "what", None), Filter)
        yours = getattr(effect, "who", "") == "you" and not isinstance(effect, MADE)
        said = replace(said, object=found or done_to, several=several, yours=yours)
    if isinstance(effect, GROUPED):
        what = effect.on if isinstance(effect, model.PutCounters) else effect.what
        return replace(said, object=what) if isinstance(what, Filter) else said
    if found == "it":
        noun = "token" if isinstance(effect, MADE) else "card"
        return replace(said, other_noun=noun, remembered="it")
    if isinstance(effect, model.Delayed):
        return replace(said, object="") if _moves(effect) else said
    if isinstance(effect, model.Move | model.Exile):
        moved = effect.what
        if moved in FOLLOWED:
            said = replace(said, remembered=moved)
        entered = isinstance(effect, model.Move) and effect.to == "battlefield"
        if moved == "self":
            return replace(said, object="it", remembered="it", other="", other_noun="this")
        if moved in TARGETS and entered:
            return replace(said, object="it", other_noun="creature", yours=False)
        if entered:
            said = replace(said, other_noun="creature")
        if moved == "attached" and said.object == moved:
            return replace(said, object="")
        if isinstance(effect, model.Move) and effect.to in OWNERS and moved in ("target", "it"):
            return replace(said, player=f"owner-of-{moved}")
    return said


def remembered_as(record: Any, ref: str) -> Any:
    """Return what a delayed trigger does with the object that it remembers called by a reference.

    The engine calls that object "it" later; a text calls it as before.
    """
    if isinstance(record, str):
        role, of, it = record.rpartition("-of-")
        return f"{role}{of}{ref}" if it == "it" else record
    if is_tuple(record):
        return tuple(remembered_as(item, ref) for item in record)  # type: ignore[misc]
    names = field_names(class_of(record))
    if not names:
        return record
    changed = {
        name: new
        for name in names
        if (new := remembered_as(old := getattr(record, name), ref)) != old
    }
    return replace(record, **changed) if changed else record
