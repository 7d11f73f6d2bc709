"""Keys that have no effect: ruled out by other keys, in the wrong zone, or with numbers too small.

The game would ignore these keys without a message, so the check reports them to the card's author.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar, cast

from msgspec import Struct

from engine.base.schema import Problem, listed, shown
from engine.cards import model, terms
from engine.cards.checks.nested import entries, walk, words
from engine.cards.mana_abilities import SYMBOLS as OF_BASIC_LANDS
from engine.cards.mana_abilities import is_mana_ability

R = TypeVar("R", bound=terms.DataRecord)


def idle_keys(where: str, part: terms.DataRecord) -> Iterator[Problem]:
    """Yield problems with the keys of a record that have no effect there, or that are missing."""
    for rule in RULES:
        if isinstance(part, rule.kind) and not rule.holds(part):
            for key in rule.keys:
                value = getattr(part, key)
                if rule.needed or value != default_of(type(part), key):
                    found = "nothing" if rule.needed else shown(value)
                    yield Problem(
                        where=f"{where}.{key}", found=found, allowed=rule.allowed.format(key=key)
                    )
    yield from _too_small(where, part)
    yield from _repeated(where, part)


class KeyRule(NamedTuple):
    """A rule about keys: allowed only if a condition holds, or `needed` for it to hold."""

    kind: type[terms.DataRecord]
    keys: tuple[str, ...]
    holds: Callable[[terms.DataRecord], object]
    allowed: str  # {key} stands for the key
    needed: bool = False


def only(kind: type[R], key: str, holds: Callable[[R], object], allowed: str) -> KeyRule:
    """Return a rule that allows keys of a record only if `holds`; `key` may be several words."""
    return KeyRule(
        kind, tuple(key.split()), cast("Callable[[terms.DataRecord], object]", holds), allowed
    )


def needed(kind: type[R], key: str, holds: Callable[[R], object], allowed: str) -> KeyRule:
    """Return a rule that needs one of some keys; the first is reported as missing."""
    return only(kind, key, holds, allowed)._replace(needed=True)


def beside(kind: type[R], key: str, other: str) -> KeyRule:
    """Return a rule that allows a key of a record only if another key is given."""
    return only(
        kind,
        key,
        lambda record: getattr(record, other) != default_of(kind, other),
        f"{key!r} together with {other!r}",
    )


def default_of(kind: type[Struct], key: str) -> object:
    """Return the value of a key that isn't given; None if the key is required."""
    fields, defaults = kind.__struct_fields__, kind.__struct_defaults__
    number = fields.index(key) - len(fields) + len(defaults)
    return defaults[number] if number >= 0 else None


# --- rules ---

SPELLS = frozenset({"Instant", "Sorcery"})
COLORED = frozenset(OF_BASIC_LANDS.values())  # symbols of one colored mana each
# references that may mean several objects or players
SEVERAL = (
    "opponents", "opponents-of-that-player", "players", "all-targets", "exiled-by-self",
    "created-by-self", "chosen",
)  # fmt: skip
PLAYERS = (
    "you", "that-player", "opponents", "opponents-of-that-player", "players", "defending-player",
    "controller-of-target",
    "owner-of-target",
    "controller-of-it", "owner-of-it", "controller-of-attached", "chosen-player",
)  # fmt: skip
TARGETED = (*terms.TARGETS, "all-targets")
# references to choices made only as an ability is activated, triggers or resolves
CHOSEN = (*TARGETED, "chosen", "controller-of-target", "owner-of-target")
DAMAGE = ("deals-damage", "is-dealt-damage")
# events with a second object
OF_TWO = (
    *DAMAGE,
    "blocks",
    "becomes-blocked",
    "becomes-blocked-by",
    "becomes-target",
    "discards",
    "becomes-unattached",
)
OF_ATTACKS = ("attacks", "declares-attack")
OF_TURNS = ("attacks", "cast", "draws")  # events that are numbered in a turn
OF_MOVES = ("cast", "enters", "is-put-into-graveyard")
OF_NO_OBJECT = ("step", "state", "draws", "gains-life", "loses-life", "shuffles")
OF_KINDS = ("counters", "devotion", "times-paid")  # numbers with kinds
OF_OBJECTS = ("power", "toughness", "mana-value", "counters")  # numbers that only objects have


def _compares_targets(f: terms.Filter | None) -> bool:
    """Return whether a filter compares objects with a target or another choice.

    "Another target" than the first one is none of these: it is checked as the targets are chosen.
    """
    if f is None:
        return False
    refs = (f.shares_with, f.among, f.apart_from if f.apart_from != "target" else None)
    return any(ref in CHOSEN for ref in refs) or any(map(_compares_targets, f.any_of))


def _means_several(of: terms.What) -> bool:
    """Return whether a reference or filter means several objects or players."""
    return isinstance(of, terms.Filter) or of in SEVERAL


def _in_sight(f: terms.Filter | None, *owners: str) -> bool:
    """Return whether choosing among what a filter finds reveals no hidden information."""
    if f is None or f.among == "revealed":
        return True
    return f.zone != "library" and (f.zone != "hand" or f.owner in owners)


def _kinds_of_mana(effect: model.AddMana) -> int:
    """Return the number of keys that say which mana an effect adds."""
    objects = (effect.could is not None, effect.among is not None)
    keys = (effect.add, effect.choice, effect.either, effect.like, *objects)
    return sum(map(bool, keys))


def _is_a_part(cost: terms.Costs) -> bool:
    """Return whether a cost is a single part that may be paid beside others of its kind."""
    sacrificed = terms.Costs(sacrifice=cost.sacrifice, sacrifice_count=cost.sacrifice_count)
    exiled = terms.Costs(exile_other=cost.exile_other, exile_count=cost.exile_count)
    chosen = isinstance(cost.sacrifice, terms.Filter) or cost.exile_other is not None
    return chosen and cost in (sacrificed, exiled)


def _is_paid_on_entry(cost: terms.Costs) -> bool:
    """Return whether a cost can be paid as a permanent enters."""
    kinds = (
        terms.Costs(life=cost.life),
        terms.Costs(reveal=cost.reveal),
        terms.Costs(discard=cost.discard, discard_of=cost.discard_of),
        terms.Costs(sacrifice=cost.sacrifice, sacrifice_count=cost.sacrifice_count),
    )
    numbers = (cost.life, cost.discard, cost.sacrifice_count)
    return cost in kinds and cost != terms.Costs() and all(isinstance(n, int) for n in numbers)


def _on_battlefield(kind: type[terms.DataRecord], key: str) -> KeyRule:
    allowed = "a filter for permanents, with no zone other than the battlefield"
    return only(
        kind,
        key,
        lambda part: getattr(getattr(part, key), "zone", "battlefield") == "battlefield",
        allowed,
    )


def _objects(kind: type[terms.DataRecord], key: str) -> KeyRule:
    """Return a rule for a reference that must mean objects, not players."""
    return only(kind, key, lambda part: getattr(part, key) not in PLAYERS, "objects, not players")


def _bounded(kind: type[terms.DataRecord], low: str, high: str) -> KeyRule:

    def holds(part: terms.DataRecord) -> bool:
        least, most = getattr(part, low), getattr(part, high)
        return not isinstance(least, int) or not isinstance(most, int) or least <= most

    return only(kind, low, holds, f"at most {high}")


def _says_something(
    kind: type[model.Spell | model.Activated | model.Triggered],
) -> tuple[KeyRule, KeyRule, KeyRule]:
    return (
        needed(
            kind, "effects", lambda ability: ability.effects or ability.modes, "effects or modes"
        ),
        only(
            kind,
            "choose",
            lambda ability: ability.choose <= max(1, len(ability.modes)),
            "at most the number of modes",
        ),
        only(
            kind,
            "choose_up_to",
            lambda ability: ability.choose < (ability.choose_up_to or 0) <= len(ability.modes),
            "more than 'choose', and at most the number of modes",
        ),
    )


TO_BATTLEFIELD = "with 'battlefield' as the zone that they go to"
TO_OBJECTS = (
    model.Destroy, model.Exile, model.Move, model.Tap, model.Untap, model.Regenerate,
    model.RemoveFromCombat, model.Modify, model.Counter, model.Again, model.Cast, model.ByKeyword,
)  # fmt: skip
ALONE = "only 'redirect' with the event 'damage'"
STATE = "a condition, with the event 'state'"
ANY = terms.Filter()
OF_A_KIND = "a filter with at least one key, or no 'source' (any source can then be chosen)"


def _fits_counters(part: model.Replace) -> bool:
    """Return whether a replacement of counters only doubles them."""
    plain = model.Replace(
        event="counters",
        what=part.what,
        counters=part.counters,
        condition=part.condition,
        double=True,
    )
    return part.event != "counters" or part == plain


def _fits_life(part: model.Replace) -> bool:
    """Return whether a replacement of life gain only doubles it or does something instead."""
    plain = model.Replace(
        event="gain-life",
        what=part.what,
        condition=part.condition,
        double=part.double,
        then=part.then,
    )
    return part.event != "gain-life" or (
        part == plain
        and not (part.double and part.then)
        and not isinstance(part.what, terms.Filter)
    )


RULES: tuple[KeyRule, ...] = (
    # events
    only(
        model.When,
        "to",
        lambda when: (
            when.event == "deals-damage" or (when.event in OF_ATTACKS and when.to.startswith("you"))
        ),
        "'to' with the event 'deals-damage', or 'you' with attacks",
    ),
    only(
        model.When,
        "to",
        lambda when: when.event in OF_ATTACKS or when.to != "you-or-planeswalker",
        f"planeswalkers with the events {listed(map(repr, OF_ATTACKS))}",
    ),
    only(
        model.When,
        "at_least",
        lambda when: when.event in OF_ATTACKS and when.at_least >= 1,
        f"a number from 1, with the events {listed(map(repr, OF_ATTACKS))}",
    ),
    only(
        model.When,
        "nth",
        lambda when: when.event in OF_TURNS and when.nth >= 1,
        f"a number from 1, with the events {listed(map(repr, OF_TURNS))}",
    ),
    only(
        model.When,
        "origin",
        lambda when: when.event in OF_MOVES,
        f"'origin' with the events {listed(map(repr, OF_MOVES))}",
    ),
    only(
        model.When,
        "combat_only",
        lambda when: when.event in DAMAGE,
        f"'combat_only' with the event {listed(map(repr, DAMAGE))}",
    ),
    only(
        model.When,
        "by",
        lambda when: when.event in OF_TWO,
        f"'by' with the event {listed(map(repr, OF_TWO))}",
    ),
    only(
        model.When,
        "counters",
        lambda when: when.event in ("last-counter", "counters-put"),
        "'counters' with the event 'last-counter' or 'counters-put'",
    ),
    only(model.When, "step", lambda when: when.event == "step", "'step' with the event 'step'"),
    only(
        model.When,
        "what",
        lambda when: when.what not in CHOSEN,
        "objects and players that the ability refers to before it triggers",
    ),
    only(
        model.When,
        "what",
        lambda when: when.event not in OF_NO_OBJECT,
        f"'what' with an event other than {listed(map(repr, OF_NO_OBJECT))}",
    ),
    needed(
        model.When,
        "step",
        lambda when: when.event != "step" or when.step,
        "the name of a step, with the event 'step'",
    ),
    # replacement
    only(
        model.Replace,
        "what",
        lambda part: part.what not in CHOSEN,
        "objects and players that the ability can always refer to",
    ),
    only(
        model.Replace,
        "source combat_only prevent",
        lambda part: part.event not in ("dies", "draw", "discard"),
        "with the event 'damage'",
    ),
    only(
        model.Replace,
        "exile",
        lambda part: part.event not in ("damage", "draw"),
        "'exile' with the event 'dies' or 'discard'",
    ),
    only(
        model.Replace,
        "double",
        lambda part: part.event not in ("dies", "draw", "discard"),
        "'double' of damage, life or counters",
    ),
    only(
        model.Replace,
        "counters",
        lambda part: part.event == "counters",
        "'counters' with the event 'counters'",
    ),
    only(
        model.Replace,
        "event",
        _fits_counters,
        "'counters' with 'double', and optionally 'what', 'counters' and 'condition'",
    ),
    only(
        model.Replace,
        "event",
        _fits_life,
        "'gain-life' with 'double' or 'then', and optionally 'condition' and players as 'what'",
    ),
    only(
        model.Replace,
        "redirect",
        lambda part: part.event == "damage" and part.prevent is None,
        ALONE,
    ),
    only(
        model.Replace, "redirect", lambda part: not (part.double or part.exile or part.then), ALONE
    ),
    only(
        model.Replace,
        "redirect",
        lambda part: part.redirect not in (*SEVERAL, *CHOSEN),
        "one object or player, and no target",
    ),
    # other abilities
    *(
        rule
        for kind in (model.Spell, model.Activated, model.Triggered)
        for rule in _says_something(kind)
    ),
    needed(
        model.Triggered,
        "condition",
        lambda ability: ability.when.event != "state" or ability.condition,
        STATE,
    ),
    needed(
        model.Static, "change", lambda part: part.change != model.Change(), "at least one change"
    ),
    needed(
        model.Modify, "change", lambda part: part.change != model.Change(), "at least one change"
    ),
    needed(
        model.Enters,
        "tapped",
        lambda enters: (
            enters
            != model.Enters(condition=enters.condition, what=enters.what, unless=enters.unless)
        ),
        "at least one change to how it enters",
    ),
    needed(
        model.Unlike, "name", lambda unlike: unlike != model.Unlike(), "at least one difference"
    ),
    only(
        model.Activated,
        "most_each_turn",
        lambda ability: not ability.once_each_turn,
        "'once_each_turn' or 'most_each_turn', not both",
    ),
    _on_battlefield(model.Static, "what"),
    _on_battlefield(model.Enters, "what"),
    only(
        model.Enters,
        "may unless sacrifice reveal choose copy_of buried",
        lambda enters: enters.what == "self",
        "{key!r} for the card itself",
    ),
    only(
        model.Enters,
        "may sacrifice reveal choose copy_of",
        lambda enters: enters.unless is None,
        "{key!r} without 'unless'",
    ),
    only(
        model.Enters,
        "unless",
        lambda enters: enters.unless is None or _is_paid_on_entry(enters.unless),
        "life, one card to reveal, or a number of cards to discard or permanents to sacrifice",
    ),
    only(model.Enters, "must", lambda enters: enters.unless is not None, "'must' with 'unless'"),
    only(
        model.Enters,
        "buried",
        lambda enters: (
            enters
            == model.Enters(
                buried=True, unless=enters.unless, must=enters.must, condition=enters.condition
            )
        ),
        "'buried' with 'unless', 'must' and 'condition' alone",
    ),
    _on_battlefield(model.Enters, "sacrifice"),
    _on_battlefield(model.Enters, "copy_of"),
    beside(model.Enters, "unlike", "copy_of"),
    only(
        model.Enters,
        "count may sacrifice reveal",
        lambda enters: bool(enters.counters),
        "together with counters of some kind",
    ),
    only(
        model.Enters,
        "counters",
        lambda enters: enters.count != 0,
        "'counters', and their number in 'count'",
    ),
    only(
        model.Enters,
        "reveal",
        lambda enters: enters.sacrifice is None,
        "'sacrifice' or 'reveal', not both",
    ),
    # cards
    only(
        model.Card,
        "cost additional alternatives kicker cast_only flash_cost flash_if",
        lambda card: "Land" not in card.types,
        "no {key!r} on lands, which aren't cast",
    ),
    only(
        model.Card,
        "keywords abilities additional alternatives kicker cast_only flash_cost flash_if",
        lambda card: not card.halves,
        "{key!r} in the halves of a split card",
    ),
    # targets
    needed(
        model.Target,
        "of",
        lambda target: target.of or target.player or target.ability,
        "'of', 'player' or 'ability'",
    ),
    only(
        model.Target,
        "of",
        lambda target: _in_sight(target.of),
        "a filter for permanents, spells, or cards in graveyards or in exile",
    ),
    only(
        model.Target, "at_least", lambda target: not target.up_to, "'at_least' or 'up_to', not both"
    ),
    _bounded(model.Target, "at_least", "count"),
    _on_battlefield(model.Target, "ability_of"),
    beside(model.Target, "ability_of", "ability"),
    only(
        model.Target,
        "ability_of",
        lambda target: target.ability_of != ANY,
        "a filter with at least one key, or no 'ability_of' (which means any source)",
    ),
    # costs
    _on_battlefield(terms.Costs, "sacrifice"),
    _on_battlefield(terms.Costs, "tap_other"),
    _on_battlefield(terms.Costs, "return_other"),
    only(
        terms.Costs,
        "sacrifice_count",
        lambda cost: isinstance(cost.sacrifice, terms.Filter),
        "together with a filter for the permanents that are sacrificed",
    ),
    beside(terms.Costs, "tap_count", "tap_other"),
    beside(terms.Costs, "return_count", "return_other"),
    beside(terms.Costs, "exile_count", "exile_other"),
    beside(terms.Costs, "reveal_count", "reveal"),
    only(
        terms.Costs,
        "remove_count remove_from",
        lambda cost: cost.remove_counter != "",
        "together with 'remove_counter'",
    ),
    _on_battlefield(terms.Costs, "remove_from"),
    _on_battlefield(terms.Costs, "put_on"),
    beside(terms.Costs, "put_on", "put_counter"),
    only(
        terms.Costs,
        "remove_from",
        lambda cost: cost.remove_count != "all",
        "a number of counters, not 'all'",
    ),
    only(
        terms.Costs,
        "also",
        lambda cost: all(map(_is_a_part, cost.also)),
        "permanents to sacrifice or objects to exile, one part in each",
    ),
    only(
        terms.Costs,
        "either",
        lambda cost: len(cost.either) > 1 and not any(each.either for each in cost.either),
        "two costs or more, without further choices",
    ),
    only(
        terms.Costs,
        "discard_random discard_of",
        lambda cost: cost.discard not in (0, "hand"),
        "together with a number of cards to discard",
    ),
    only(
        terms.Costs,
        "discard_of",
        lambda cost: not cost.discard_random,
        "'discard_of' or 'discard_random', not both",
    ),
    only(
        terms.Costs,
        "exile_other",
        lambda cost: _in_sight(cost.exile_other, "you"),
        "permanents, or cards in a public zone or your hand",
    ),
    only(
        terms.Costs,
        "exile_other",
        lambda cost: not cost.exile_other or cost.exile_other.zone != "stack",
        "objects other than spells",
    ),
    only(terms.Costs, "tap", lambda cost: not cost.untap, "'tap' or 'untap', not both"),
    # numbers and filters
    only(
        terms.Stat,
        "kind",
        lambda stat: stat.what in OF_KINDS,
        f"'kind' with {listed(map(repr, OF_KINDS))}",
    ),
    needed(
        terms.Stat,
        "take",
        lambda stat: stat.take or stat.what in terms.COUNTED or not _means_several(stat.of),
        "how several numbers become one",
    ),
    only(
        terms.Stat,
        "take",
        lambda stat: _means_several(stat.of) or stat.of in terms.RESULTS or stat.of in TARGETED,
        "'take' with several objects or players",
    ),
    only(
        terms.Stat,
        "take",
        lambda stat: stat.what not in terms.COUNTED,
        "no 'take' with results, which are added up",
    ),
    only(
        terms.Stat,
        "of",
        lambda stat: stat.what in OF_OBJECTS or not isinstance(stat.of, terms.Filter),
        "objects only for numbers that objects have",
    ),
    needed(terms.Sum, "of", lambda part: part.of, "amounts to add up"),
    only(
        terms.Sum,
        "of",
        lambda part: len(part.of) != 1 or part.of in (("X",), ("-X",)),
        "two amounts or more, or X, since other amounts have factors of their own",
    ),
    needed(
        terms.Sum,
        "times",
        lambda part: len(part.of) != 1 or part != terms.Sum(of=part.of),
        "'X' itself",
    ),
    only(
        terms.PerPlayer,
        "amount",
        lambda part: not isinstance(part.amount, terms.Stat) or part.amount.of != "that-player",
        "a 'stat' of these players, with 'take'",
    ),
    only(
        terms.PerPlayer,
        "amount",
        lambda part: isinstance(part.amount, terms.Computed),
        "an amount that differs from player to player",
    ),
    only(
        terms.Players,
        "of",
        lambda part: part.of in PLAYERS or part.of in TARGETED,
        "players",
    ),
    _bounded(terms.Exists, "at_least", "at_most"),
    only(
        terms.Filter,
        "shares_with",
        lambda f: f.shares and not f.shares.startswith("chosen-"),
        "'shares_with' together with 'shares'",
    ),
    only(
        terms.Filter,
        "shares_with",
        lambda f: f.shares_with not in PLAYERS,
        "objects, not players",
    ),
    only(
        terms.Filter,
        "among apart_from",
        lambda f: f.among not in PLAYERS and f.apart_from not in PLAYERS,
        "objects, not players",
    ),
    only(
        model.Target,
        "of",
        lambda target: not _compares_targets(target.of),
        "a filter that doesn't depend on another target",
    ),
    _bounded(terms.Filter, "power_min", "power_max"),
    _bounded(terms.Filter, "toughness_min", "toughness_max"),
    _bounded(terms.Filter, "value_min", "value_max"),
    # effects
    *(_objects(kind, "what") for kind in TO_OBJECTS),
    _objects(model.Fight, "first"),
    _objects(model.Fight, "second"),
    *(_objects(kind, "of") for kind in (model.CopyToken, model.BecomeCopy)),
    _objects(model.BecomeCopy, "what"),
    _on_battlefield(model.BecomeCopy, "what"),
    only(
        model.BecomeCopy,
        "of",
        lambda effect: effect.of != effect.what,
        "an object other than the one that becomes a copy",
    ),
    _objects(model.Sacrifice, "of"),
    _on_battlefield(model.Modify, "what"),
    only(
        model.Prevent,
        "source",
        lambda effect: not effect.next_time or effect.source != ANY,
        OF_A_KIND,
    ),
    only(
        model.Redirect,
        "source",
        lambda effect: not effect.next_time or effect.source != ANY,
        OF_A_KIND,
    ),
    only(model.Redirect, "to", lambda effect: effect.to not in SEVERAL, "one object or player"),
    needed(
        model.May, "then", lambda effect: effect.then or effect.otherwise, "'then' or 'otherwise'"
    ),
    needed(
        model.If, "then", lambda effect: effect.then or effect.otherwise, "'then' or 'otherwise'"
    ),
    needed(
        model.AddMana,
        "add",
        lambda effect: _kinds_of_mana(effect) > 0,
        "'add', 'choice', 'either', 'like', 'could' or 'among'",
    ),
    only(model.Damage, "divided", lambda damage: damage.to in TARGETED, "'divided' among targets"),
    only(
        model.Choose,
        "of",
        lambda choose: _in_sight(choose.of, "you" if choose.who == "you" else "that-player"),
        "objects that the chooser can see",
    ),
    only(
        model.Move, "under tapped attacking", lambda move: move.to == "battlefield", TO_BATTLEFIELD
    ),
    only(
        model.Sacrifice,
        "up_to",
        lambda effect: isinstance(effect.of, terms.Filter) and effect.count != "any",
        "'up_to' with a number of permanents to choose",
    ),
    only(
        model.Discard,
        "up_to",
        lambda effect: effect.count not in ("all", "any") and not effect.random,
        "'up_to' with a number of cards to choose",
    ),
    only(
        model.Choose,
        "up_to",
        lambda effect: effect.count != "any",
        "'up_to' with a number of objects",
    ),
    only(
        model.Discard,
        "random",
        lambda effect: effect.count not in ("all", "any"),
        "'random' with a number of cards",
    ),
    only(
        model.Reveal,
        "until exile",
        lambda effect: effect.zone == "library",
        "'until' and 'exile' with cards of a library",
    ),
    only(
        model.Reveal,
        "exile",
        lambda effect: effect.zone == "library",
        "'exile' with cards of a library; otherwise use the effect 'exile'",
    ),
    only(
        model.Move,
        "random_order",
        lambda effect: effect.to == "library-bottom",
        "'random_order' on the bottom of a library",
    ),
    only(
        model.LookAtTop,
        "random_order",
        lambda effect: effect.rest == "library-bottom",
        "'random_order' on the bottom of a library",
    ),
    needed(model.ForEach, "then", lambda effect: effect.then, "effects"),
    only(
        model.ForEach,
        "of",
        lambda effect: (
            isinstance(effect.of, terms.Filter)
            or effect.of in SEVERAL
            or effect.of in terms.RESULTS
            or effect.of in TARGETED
        ),
        "several objects or players",
    ),
    only(
        model.Sacrifice,
        "count",
        lambda effect: isinstance(effect.of, terms.Filter),
        "'count' together with a filter for the permanents that are sacrificed",
    ),
    only(
        model.Discard,
        "random of",
        lambda effect: not (effect.random and effect.of),
        "'random' or 'of', not both",
    ),
    only(
        model.Search,
        "tapped",
        lambda search: "battlefield" in (search.to, search.others_to),
        TO_BATTLEFIELD,
    ),
    only(
        model.Search,
        "others_to",
        lambda search: search.others_to != search.to and search.count != 1,
        "another zone for further cards",
    ),
    only(
        model.LookAtTop,
        "of to optional",
        lambda look: look.take != 0,
        "together with a number of cards to take",
    ),
    only(
        model.AddMana,
        "add choice either like could among",
        lambda effect: _kinds_of_mana(effect) <= 1,
        "one of 'add', 'choice', 'either', 'like', 'could' and 'among'",
    ),
    only(
        model.AddMana,
        "either",
        lambda effect: len(effect.either) > 1 and not set(effect.either) <= COLORED,
        "several strings of symbols; 'choice' is for one mana of a color",
    ),
    only(
        model.AddMana,
        "times",
        lambda effect: not effect.either or effect.times == 1,
        "'times' without 'either'",
    ),
    only(
        model.AddMana,
        "mixed",
        lambda effect: len(effect.choice) > 1 and effect.times != 1,
        "'mixed' with several mana of several colors",
    ),
    beside(model.AddMana, "colors_only", "could"),
    only(
        model.AddMana,
        "could",
        lambda effect: (
            not isinstance(effect.could, terms.Filter)
            or (effect.could.zone == "battlefield" and "Land" in effect.could.types)
        ),
        "a filter for lands on the battlefield",
    ),
    only(
        model.Delayed,
        "each_time",
        lambda effect: effect.when.event not in ("step", "state"),
        "'each_time' with an event that can happen several times in a turn",
    ),
    only(model.Delayed, "until", lambda effect: effect.each_time, "'until' with 'each_time'"),
    only(
        model.Delayed,
        "x",
        lambda effect: any(
            word == "X" for then in effect.then for part in walk(then) for _, _, word in words(part)
        ),
        "'x' for an X in 'then'",
    ),
    only(
        model.Activated,
        "instant_speed",
        lambda ability: is_mana_ability(ability) and not ability.sorcery_speed,
        "'instant_speed' on mana abilities",
    ),
    needed(
        model.Spend,
        "cast",
        lambda spend: spend.cast is not None or spend.activate is not None,
        "'cast' or 'activate'",
    ),
    only(
        model.Spend,
        "uncounterable haste",
        lambda spend: spend.cast is not None,
        "{key!r} together with 'cast'",
    ),
    only(
        model.Spend,
        "only",
        lambda spend: spend.only or spend.uncounterable or spend.haste,
        "'only' = false together with 'uncounterable' or 'haste'",
    ),
    _objects(model.AddMana, "among"),
    _objects(model.AddMana, "could"),
    only(
        model.ByKeyword,
        "number",
        lambda effect: effect.word == "hideaway",
        "'number' with 'hideaway'",
    ),
    only(
        model.CastCost,
        "who",
        lambda part: part.of != "self",
        "'who' with a filter for the spells of some players",
    ),
    needed(model.CastCost, "amount", lambda part: part.amount != 0, "a change of the cost"),
    only(
        model.CastCost,
        "mana",
        lambda part: part.mana.strip("{}0123456789") != "" or part.mana.count("{") != 1,
        "'amount' alone for generic mana",
    ),
    only(
        model.MakeToken,
        "power toughness",
        lambda effect: "Creature" in effect.token.types,
        "{key!r} of a creature",
    ),
    only(
        model.MakeToken,
        "token",
        lambda effect: SPELLS.isdisjoint(effect.token.types),
        "a token that is a permanent",
    ),
)

# --- numbers and lists ---

LEAST: dict[str, int] = {
    **dict.fromkeys(
        (
            "amount",
            "prevent",
            "unless_pays",
            "times",
            "take",
            "count",
            "discard",
            "life",
            "at_least",
            "at_most",
            "number",
            "exile_top",
            "mill",
            "opponent_gains",
            "others_gain",
        ),
        0,
    ),
    **dict.fromkeys(
        (
            "sacrifice_count",
            "tap_count",
            "return_count",
            "exile_count",
            "reveal_count",
            "remove_count",
            "choose",
            "most_each_turn",
        ),
        1,
    ),
}
"""The smallest number allowed for a key."""
SIGNED = (terms.Computed, model.CastCost)  # records whose numbers may be negative


def _too_small(where: str, part: terms.DataRecord) -> Iterator[Problem]:
    for key in (
        [key for key in part.__struct_fields__ if key in LEAST]
        if not isinstance(part, SIGNED)
        else ()
    ):
        value, least = (
            getattr(part, key),
            1 if isinstance(part, model.Target) and key == "count" else LEAST[key],
        )
        if value == "-X" or (isinstance(value, int) and value < least):
            yield Problem(
                where=f"{where}.{key}", found=shown(value), allowed=f"a number, {least} or greater"
            )


def _repeated(where: str, part: terms.DataRecord) -> Iterator[Problem]:
    """Yield problems with words that are twice in a list; keywords may be repeated."""
    seen: set[tuple[str, object]] = set()
    for key, place, word in entries(part):
        if isinstance(word, str) and place != key and key != "keywords":
            if (key, word) in seen:
                yield Problem(
                    where=f"{where}.{place}", found=f"{word!r} again", allowed="each word once"
                )
            seen.add((key, word))
