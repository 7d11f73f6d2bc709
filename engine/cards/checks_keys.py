"""Keys that say nothing where they stand: beside others that rule them out, with numbers too small, in the wrong zone.

The game would pass over them without a word, so whoever wrote the card is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar, cast

from engine.cards import model as m
from engine.cards import terms
from engine.schema import Problem

R = TypeVar("R", bound=terms.Record)


def idle_keys(where: str, part: terms.Record) -> Iterator[Problem]:
    """Every key of a record that means nothing there, or is missing."""
    for rule in RULES:
        if isinstance(part, rule.kind) and not rule.holds(part):
            yield from _against(rule, where, part)
    for kind, key, allowed in NEVER_EMPTY:
        if isinstance(part, kind) and _is_empty(part):
            yield Problem(where=f"{where}.{key}", found="nothing", allowed=allowed)
    yield from _too_small(where, part)
    yield from _repeated(where, part)


class Rule(NamedTuple):
    """Keys that stand only where something holds of their record."""

    kind: type[terms.Record]
    keys: tuple[str, ...]
    holds: Callable[[terms.Record], bool]
    allowed: str


def only(kind: type[R], key: str, holds: Callable[[R], bool], allowed: str) -> Rule:
    """A rule about a kind of record; `key` may be several words."""
    return Rule(kind, tuple(key.split()), cast("Callable[[terms.Record], bool]", holds), allowed)


def _against(rule: Rule, where: str, part: terms.Record) -> Iterator[Problem]:
    for key in rule.keys:
        value = getattr(part, key)
        if value != _default(type(part), key):
            yield Problem(where=f"{where}.{key}", found=shown(value), allowed=rule.allowed)


def _default(kind: type[terms.Record], key: str) -> object:
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    number = fields.index(key) - len(fields) + len(defaults)
    return defaults[number] if number >= 0 else None


def shown(value: object) -> str:
    """A value in the words of a problem."""
    if isinstance(value, terms.Record):
        return "a table"
    return str(value).lower() if isinstance(value, bool) else "a list" if isinstance(value, tuple) else repr(value)


# --- what goes with what ---

SPELLS = frozenset({"Instant", "Sorcery"})
SEVERAL = ("opponents", "players", "all-targets", "exiled-by-self", "chosen")
"""References that may speak of more than one."""
PLAYERS = (
    "you", "that-player", "opponents", "players", "defending-player", "controller-of-target", "owner-of-target",
    "controller-of-it", "owner-of-it", "controller-of-attached",
)  # fmt: skip
TARGETED = (*terms.TARGETS, "all-targets")
CHOSEN = (*TARGETED, "chosen", "controller-of-target", "owner-of-target")
"""References to what is chosen only as an ability is used."""
DAMAGE = ("deals-damage", "is-dealt-damage")
OF_TWO = (*DAMAGE, "blocks", "becomes-blocked", "becomes-blocked-by", "becomes-target")
"""Events in which there is another object."""
OF_NO_OBJECT = ("step", "state", "draws", "gains-life")
OF_KINDS = ("counters", "devotion", "times-paid")
"""Numbers of which there are kinds."""
OF_OBJECTS = ("power", "toughness", "mana-value", "counters")
"""Numbers that only objects have."""


def _listed(words: tuple[str, ...]) -> str:
    *head, tail = map(repr, words)
    return f"{', '.join(head)} or {tail}"


def _in_sight(f: terms.Filter | None, *owners: str) -> bool:
    """Whether choosing among what a filter finds shows nobody what they may not know."""
    return f is None or (f.zone != "library" and (f.zone != "hand" or f.owner in owners))


def _on_battlefield(kind: type[terms.Record], key: str) -> Rule:
    """A filter that looks on the battlefield only."""

    def holds(part: terms.Record) -> bool:
        f = getattr(part, key)
        return not isinstance(f, terms.Filter) or f.zone == "battlefield"

    return Rule(kind, (key,), holds, "a filter of permanents, with no other zone than the battlefield")


def _objects(kind: type[terms.Record], key: str) -> Rule:
    """A reference that must be to objects, since nothing of the kind can be done with players."""

    def holds(part: terms.Record) -> bool:
        return getattr(part, key) not in PLAYERS

    return Rule(kind, (key,), holds, "objects, not players")


def _bounded(kind: type[terms.Record], low: str, high: str) -> Rule:
    """A number that isn't beyond another."""

    def holds(part: terms.Record) -> bool:
        least, most = getattr(part, low), getattr(part, high)
        return not isinstance(least, int) or not isinstance(most, int) or least <= most

    return Rule(kind, (low,), holds, f"no more than {high}")


TO_BATTLEFIELD = "with 'battlefield' as the zone that they go to"
MODES = "no more than there are modes"
ANY = terms.Filter()
OF_A_KIND = "a filter that asks for something, or no source: any one can be chosen"
RULES: tuple[Rule, ...] = (
    # events
    only(m.When, "to", lambda when: when.event == "deals-damage", "to with the event 'deals-damage'"),
    only(m.When, "combat_only", lambda when: when.event in DAMAGE, f"combat_only with the event {_listed(DAMAGE)}"),
    only(m.When, "by", lambda when: when.event in OF_TWO, f"by with the event {_listed(OF_TWO)}"),
    only(m.When, "counters", lambda when: when.event == "last-counter", "counters with the event 'last-counter'"),
    only(m.When, "step", lambda when: when.event == "step", "step with the event 'step'"),
    only(m.When, "what", lambda when: when.what not in CHOSEN, "what the ability knows before it triggers"),
    only(m.When, "what", lambda when: when.event not in OF_NO_OBJECT, f"what with another event than {_listed(OF_NO_OBJECT)}"),
    # replacement; what goes with life and counters is said in `checks`
    only(m.Replace, "what", lambda part: part.what not in CHOSEN, "what the ability knows all the time"),
    only(m.Replace, "source combat_only prevent", lambda part: part.event not in ("dies", "draw", "discard"), "with the event 'damage'"),
    only(m.Replace, "exile", lambda part: part.event not in ("damage", "draw"), "exile with the event 'dies' or 'discard'"),
    only(m.Replace, "double", lambda part: part.event not in ("dies", "draw", "discard"), "double of damage, life or counters"),
    # other abilities
    only(m.Spell, "choose", lambda ability: ability.choose <= max(1, len(ability.modes)), MODES),
    only(m.Activated, "choose", lambda ability: ability.choose <= max(1, len(ability.modes)), MODES),
    only(m.Triggered, "choose", lambda ability: ability.choose <= max(1, len(ability.modes)), MODES),
    only(m.Activated, "most_each_turn", lambda ability: not ability.once_each_turn, "once_each_turn or most_each_turn, not both"),
    _on_battlefield(m.Static, "what"),
    _on_battlefield(m.Enters, "sacrifice"),
    _on_battlefield(m.Enters, "copy_of"),
    only(m.Enters, "unlike", lambda enters: enters.copy_of is not None, "unlike beside copy_of"),
    only(m.Enters, "count may sacrifice reveal", lambda enters: bool(enters.counters), "beside counters of some kind"),
    only(m.Enters, "counters", lambda enters: enters.count != 0, "counters and how many of them, in count"),
    only(m.Enters, "reveal", lambda enters: enters.sacrifice is None, "sacrifice or reveal, not both"),
    # targets
    only(m.Target, "of", lambda target: _in_sight(target.of), "a filter of permanents, spells, or cards in graveyards or in exile"),
    only(m.Target, "at_least", lambda target: not target.up_to, "at_least or up_to, not both"),
    _bounded(m.Target, "at_least", "count"),
    _on_battlefield(m.Target, "ability_of"),
    only(m.Target, "ability_of", lambda target: bool(target.ability), "ability_of beside ability"),
    only(m.Target, "ability_of", lambda target: target.ability_of != ANY, "a filter that asks for something, or no ability_of: any source"),
    # costs
    _on_battlefield(terms.Costs, "sacrifice"),
    _on_battlefield(terms.Costs, "tap_other"),
    _on_battlefield(terms.Costs, "return_other"),
    only(terms.Costs, "sacrifice_count", lambda cost: isinstance(cost.sacrifice, terms.Filter), "beside a filter of what is sacrificed"),
    only(terms.Costs, "tap_count", lambda cost: cost.tap_other is not None, "tap_count beside tap_other"),
    only(terms.Costs, "discard_random discard_of", lambda cost: cost.discard > 0, "beside a number of cards to discard"),
    only(terms.Costs, "discard_of", lambda cost: not cost.discard_random, "discard_of or discard_random, not both"),
    only(terms.Costs, "exile_other", lambda cost: _in_sight(cost.exile_other, "you"), "permanents, or cards in sight"),
    only(terms.Costs, "exile_other", lambda cost: not cost.exile_other or cost.exile_other.zone != "stack", "what is no spell"),
    only(terms.Costs, "tap", lambda cost: not cost.untap, "tap or untap, not both"),
    # numbers and filters
    only(terms.Stat, "kind", lambda stat: stat.what in OF_KINDS, f"kind with {_listed(OF_KINDS)}"),
    only(terms.Stat, "of", lambda stat: stat.of not in SEVERAL, "one object or player"),
    only(terms.Stat, "of", lambda stat: stat.what not in OF_OBJECTS or stat.of not in PLAYERS, "an object, not a player"),
    _bounded(terms.Exists, "at_least", "at_most"),
    _bounded(terms.Filter, "power_min", "power_max"),
    _bounded(terms.Filter, "toughness_min", "toughness_max"),
    _bounded(terms.Filter, "value_min", "value_max"),
    # effects
    *(_objects(kind, "what") for kind in (m.Destroy, m.Exile, m.Move, m.Tap, m.Untap, m.Regenerate, m.RemoveFromCombat, m.Modify)),
    *(_objects(kind, "what") for kind in (m.Counter, m.Again, m.Cast, m.ByKeyword)),
    _objects(m.Fight, "first"),
    _objects(m.Fight, "second"),
    *(_objects(kind, "of") for kind in (m.CopyToken, m.BecomeCopy)),
    _objects(m.BecomeCopy, "what"),
    _on_battlefield(m.BecomeCopy, "what"),
    only(m.BecomeCopy, "of", lambda effect: effect.of != effect.what, "another object than what becomes a copy of it"),
    _objects(m.Sacrifice, "of"),
    _on_battlefield(m.Modify, "what"),
    only(m.Prevent, "source", lambda effect: not effect.next_time or effect.source != ANY, OF_A_KIND),
    only(m.Redirect, "source", lambda effect: not effect.next_time or effect.source != ANY, OF_A_KIND),
    only(m.Damage, "divided", lambda damage: damage.to in TARGETED, "divided among targets"),
    only(m.Choose, "of", lambda choose: _in_sight(choose.of, "you" if choose.who == "you" else "that-player"), "what the chooser may see"),
    only(m.Move, "under tapped attacking", lambda move: move.to == "battlefield", TO_BATTLEFIELD),
    only(m.Sacrifice, "count", lambda effect: isinstance(effect.of, terms.Filter), "count beside a filter of what is sacrificed"),
    only(m.Discard, "random of", lambda effect: not (effect.random and effect.of), "random, or of which kind, not both"),
    only(m.Search, "tapped", lambda search: "battlefield" in (search.to, search.others_to), TO_BATTLEFIELD),
    only(m.Search, "others_to", lambda search: search.others_to != search.to and search.count != 1, "another zone for further cards"),
    only(m.LookAtTop, "of to optional", lambda look: look.take != 0, "beside a number of cards to take"),
    only(m.AddMana, "choice", lambda effect: not effect.add, "add or choice, not both"),
    only(m.ByKeyword, "number", lambda effect: effect.word == "hideaway", "number with 'hideaway'"),
    only(m.MakeToken, "token", lambda effect: SPELLS.isdisjoint(effect.token.types), "a token that is a permanent"),
)

# --- what must be said ---

NEVER_EMPTY: tuple[tuple[type[terms.Record], str, str], ...] = (
    (m.Spell, "effects", "effects or modes"),
    (m.Activated, "effects", "effects or modes"),
    (m.Triggered, "effects", "effects or modes"),
    (m.Static, "change", "what is different"),
    (m.Modify, "change", "what is different"),
    (m.Enters, "tapped", "how it enters"),
    (m.Unlike, "name", "what is different"),
    (m.May, "then", "then or otherwise"),
    (m.If, "then", "then or otherwise"),
    (m.AddMana, "add", "add or choice"),
    (m.Target, "of", "of, player or ability"),
)
"""Records in which something must be said in one key or another, and what."""


def _is_empty(part: terms.Record) -> bool:
    """Whether a record leaves out all that it is there for."""
    match part:
        case m.Spell() | m.Activated() | m.Triggered():
            return not part.effects and not part.modes
        case m.Static() | m.Modify():
            return part.change == m.Change()
        case m.Enters():
            return part == m.Enters(condition=part.condition)
        case m.Unlike():
            return part == m.Unlike()
        case m.May() | m.If():
            return not part.then and not part.otherwise
        case m.AddMana():
            return not part.add and not part.choice
        case _:
            return isinstance(part, m.Target) and part.of is None and not part.player and not part.ability


# --- numbers and lists ---

LEAST: dict[str, int] = {
    **dict.fromkeys(("amount", "prevent", "unless_pays", "times", "take", "count", "discard", "life", "at_least", "at_most", "number"), 0),
    **dict.fromkeys(("sacrifice_count", "tap_count", "choose", "most_each_turn"), 1),
}
"""The least number that a key may have."""
SIGNED = (terms.Count, terms.Stat, m.CastCost)
"""Records whose numbers may be below zero."""


def _too_small(where: str, part: terms.Record) -> Iterator[Problem]:
    for key in [key for key in part.__struct_fields__ if key in LEAST] if not isinstance(part, SIGNED) else ():
        value, least = getattr(part, key), 1 if isinstance(part, m.Target) and key == "count" else LEAST[key]
        if value == "-X" or (isinstance(value, int) and value < least):
            yield Problem(where=f"{where}.{key}", found=shown(value), allowed=f"a number from {least}")


def _repeated(where: str, part: terms.Record) -> Iterator[Problem]:
    """A word that stands in a list twice; a keyword may be had more than once."""
    for key in part.__struct_fields__:
        value = getattr(part, key)
        words = cast("tuple[object, ...]", value) if isinstance(value, tuple) and key != "keywords" else ()
        for number, word in enumerate(words, 1):
            if isinstance(word, str) and word in words[: number - 1]:
                yield Problem(where=f"{where}.{key}.{number}", found=f"{word!r} again", allowed="each word once")
