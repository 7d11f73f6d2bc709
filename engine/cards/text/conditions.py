"""Rules text of costs, conditions and trigger events."""

from __future__ import annotations

from engine.base.records import replace
from engine.base.rule_words import ordinal
from engine.cards.model import When
from engine.cards.subtypes import creature_types
from engine.cards.terms import (
    Compare,
    Condition,
    Costs,
    Designated,
    During,
    Either,
    Every,
    Exists,
    Filter,
    Hurt,
    Many,
    Matches,
    Not,
    Paid,
    Present,
    Recent,
    TurnIs,
    What,
)
from engine.cards.text.phrases import (
    LONE_FLAGS,
    Home,
    amount_words,
    any_of_them,
    counted,
    counted_objects,
    filter_words,
    how_many,
    noun,
    repeatedly,
)
from engine.cards.text.words import (
    YOU,
    Context,
    Noun,
    article,
    capitalized,
    inflect,
    listed,
    number_word,
    plural,
)

# --- Costs ----------------------------------------------------------------------------------------


def cost_words(cost: Costs, ctx: Context) -> str:
    """Return a cost as before a colon: "{2}, {T}, Sacrifice a creature"."""
    symbols = [cost.mana] if cost.mana else []
    symbols += ["{T}"] if cost.tap else []
    symbols += ["{Q}"] if cost.untap else []
    if cost.loyalty is not None:
        symbols.insert(
            0,
            f"{cost.loyalty:+d}"
            if isinstance(cost.loyalty, int) and cost.loyalty
            else str(cost.loyalty),
        )
    return (
        ", ".join((*symbols, *(capitalized(inflect(part, "you")) for part in _deeds(cost, ctx))))
        or "No cost"
    )


def cost_predicate(cost: Costs, ctx: Context) -> str:
    """Return a cost as a predicate with starred verbs: "*pay {2} and *sacrifice a creature"."""
    parts = [f"*change {ctx.this}'s loyalty by {cost.loyalty}"] if cost.loyalty is not None else []
    parts += [f"*pay {cost.mana}"] if cost.mana else []
    parts += [f"*tap {ctx.this}"] if cost.tap else []
    parts += [f"*untap {ctx.this}"] if cost.untap else []
    return listed([*parts, *_deeds(cost, ctx)]) or "*pay nothing"


def _deeds(cost: Costs, ctx: Context) -> list[str]:
    """Return the parts of a cost that aren't symbols, as predicates."""
    parts = (
        [_sacrifice(cost, ctx)] if cost.sacrifice is not None or cost.sacrifice_count != 1 else []
    )
    if cost.discard or cost.discard_random or cost.discard_of is not None:
        parts.append(
            f"*discard {_discarded(cost, ctx)}{' at random' if cost.discard_random else ''}"
        )
    parts += [f"*pay {cost.life} life"] if cost.life else []
    parts += [f"*pay {energy_words(cost.energy)}"] if cost.energy else []
    parts += _counters(cost, ctx)
    parts += [f"*exert {ctx.this}"] if cost.exert else []
    if cost.crew:
        parts.append(f"*tap any number of untapped creatures with total power {cost.crew} or more")
    parts += [f"*exile {ctx.this}"] if cost.exile_self else []
    parts += [f"*return {ctx.this} to its owner's hand"] if cost.return_self else []
    parts += ["*discard this card"] if cost.discard_self else []
    parts += ["*reveal this card from your hand"] if cost.reveal_self else []
    if cost.tap_other is not None:
        parts.append(f"*tap {_some_of_yours(cost.tap_other, cost.tap_count, ctx)}")
    elif cost.tap_count != 1:
        parts.append(f"*tap nothing (the card says {cost.tap_count}, but not which permanents)")
    if cost.return_other is not None or cost.return_count != 1:
        owner = "its owner's hand" if cost.return_count == 1 else "their owner's hand"
        yours = _all_of_yours(cost.return_other, cost.return_count, ctx)
        parts.append(f"*return {yours} to {owner}")
    if cost.exile_other is not None or cost.exile_count != 1:
        parts.append(f"*exile {_all_of_yours(cost.exile_other, cost.exile_count, ctx)}")
    if cost.exile_top:
        top = "card" if cost.exile_top == 1 else f"{number_word(cost.exile_top)} cards"
        parts.append(f"*exile the top {top} of your library")
    parts += [f"*mill {counted(cost.mill, 'card')}"] if cost.mill else []
    if cost.reveal is not None or cost.reveal_count != 1:
        f = None if cost.reveal is None else replace(cost.reveal, zone="hand", owner="you")
        parts.append(f"*reveal {_all_of_yours(f, cost.reveal_count, ctx)}")
    parts += _of_others(cost)
    for each in cost.also:
        parts += _deeds(each, ctx) or ["*pay nothing more"]
    if cost.either:
        parts.append(listed([cost_predicate(each, ctx) for each in cost.either], "or"))
    return parts


MOST_SYMBOLS = 10  # more energy counters are a word and one symbol


def energy_words(number: Many) -> str:
    """Return a number of energy counters: "{E}{E}", "eight {E}", "X {E}"."""
    if isinstance(number, int) and 0 < number <= MOST_SYMBOLS:
        return "{E}" * number
    return f"{number if isinstance(number, str) else number_word(number)} {{E}}"


def _of_others(cost: Costs) -> list[str]:
    """Return the parts of a cost that other players see or get, as predicates."""
    one, each = cost.opponent_gains, cost.others_gain
    parts = ["*reveal your hand"] if cost.reveal_hand else []
    parts += [f"*have an opponent gain {one} life"] if one else []
    return parts + ([f"*have each other player gain {each} life"] if each else [])


def _counters(cost: Costs, ctx: Context) -> list[str]:
    """Return the counters to remove and to put as predicates."""
    parts: list[str] = []
    if cost.remove_counter or cost.remove_count != 1 or cost.remove_from is not None:
        kind = f"{cost.remove_counter} counter".lstrip()
        counters = (
            f"all {plural(kind)}"
            if cost.remove_count == "all"
            else counted(cost.remove_count, kind)
        )
        holder = ctx.this
        if cost.remove_from is not None:
            f = cost.remove_from
            if cost.remove_count == 1:
                holder = _one_of_yours(f, ctx)
            elif f.controller == "any":
                holder = f"among {filter_words(replace(f, controller='you'), True, ctx)}"
            else:
                holder = f"among the {filter_words(f, True, ctx)}"
        parts.append(f"*remove {counters} from {holder}")
    if cost.put_counter or cost.put_on is not None:
        on = ctx.this if cost.put_on is None else _one_of_yours(cost.put_on, ctx)
        parts.append(f"*put {article(f'{cost.put_counter} counter'.lstrip())} on {on}")
    return parts


def _all_of_yours(f: Filter | None, number: Many, ctx: Context) -> str:
    """Return a number of objects of a cost that must be yours anyway."""
    if f is None:
        return f"nothing (the card says {number}, but not what)"
    if f.zone != "battlefield":
        words = filter_words(f, number != 1, ctx, preposition="from")
    elif number == 1:
        return _one_of_yours(f, ctx)
    elif f.controller != "any":
        return f"{how_many(number)} of the {filter_words(f, True, ctx)}"
    else:
        words = filter_words(replace(f, controller="you"), True, ctx)
    return article(words) if number == 1 else f"{how_many(number)} {words}"


def _discarded(cost: Costs, ctx: Context) -> str:
    if cost.discard == "hand":
        of = cost.discard_of
        return "your hand" + ("" if of is None else f" of {filter_words(of, True, ctx, 'card')}")
    if cost.discard_of is None:
        return counted(cost.discard, "card")
    any_kind = " of any kind" if cost.discard_of == Filter() else ""
    return counted_objects(cost.discard, cost.discard_of, ctx, "card") + any_kind


def _some_of_yours(f: Filter, number: Many, ctx: Context) -> str:
    if number == 1:
        return _one_of_yours(f, ctx, untapped=True)
    if f.controller != "any" or f.tapped is not None:
        return f"{how_many(number)} of the {filter_words(f, True, ctx)}"
    return (
        f"{how_many(number)} {filter_words(replace(f, controller='you', tapped=False), True, ctx)}"
    )


def _one_of_yours(f: Filter, ctx: Context, untapped: bool = False) -> str:
    """Return an object of a cost that must be yours (and untapped) anyway.

    A filter with these keys is told apart by "one" instead of an article.
    """
    if f.controller != "any" or (untapped and f.tapped is not None):
        return f"one {filter_words(f, False, ctx)}"
    return article(
        filter_words(
            replace(f, controller="you", tapped=False if untapped else f.tapped), False, ctx
        )
    )


def _sacrifice(cost: Costs, ctx: Context) -> str:
    if isinstance(cost.sacrifice, Filter):
        return f"*sacrifice {counted_objects(cost.sacrifice_count, cost.sacrifice, ctx)}"
    words = "*sacrifice nothing" if cost.sacrifice is None else f"*sacrifice {ctx.this}"
    return words + repeatedly(cost.sacrifice_count, ctx)


# --- Conditions -----------------------------------------------------------------------------------


def condition_words(condition: Condition, ctx: Context, holds: bool = True) -> str:
    """Return a condition as after "if"; with `holds` false, its negation."""
    if isinstance(condition, Every | Either):
        joiner = "and" if isinstance(condition, Every) is holds else "or"
        words = [condition_words(each, ctx, holds) for each in condition.of]
        if len(words) > 1 and not any(isinstance(c, Every | Either) for c in condition.of):
            return listed(words, joiner)
        amount = "all" if isinstance(condition, Every) is holds else "any"
        return f"{amount} of the following is true ({'; '.join(words)})"
    if isinstance(condition, Designated):
        return _designated(condition, ctx, holds)
    return _one_condition(condition, ctx, holds)


def _one_condition(
    condition: Exists | Compare | Matches | Paid | Recent | Present | Hurt | TurnIs | During | Not,
    ctx: Context,
    holds: bool,
) -> str:
    match condition:
        case Exists():
            return _exists(condition, ctx, holds)
        case Compare():
            left, right = amount_words(condition.left, ctx), amount_words(condition.right, ctx)
            if isinstance(condition.right, int):
                return f"{left} is {f'{right} or more' if holds else f'less than {right}'}"
            return f"{left} is {'at least' if holds else 'less than'} {right}"
        case Matches():
            return _matches(condition, ctx, holds)
        case Paid():
            cost = (
                "this spell {} kicked"
                if condition.cost == "kicker"
                else f"its {condition.cost} cost {{}} paid"
            )
            cost = "tribute {} paid" if condition.cost == "tribute" else cost
            return cost.format("was" if holds else "wasn't")
        case Recent():
            came = "came" if holds else "didn't come"
            return f"{ctx.this} {came} under your control since the beginning of your last upkeep"
        case Present():
            return f"{ctx.this} {'is' if holds else 'is not'} on the battlefield"
        case Hurt(who="you"):
            were = "were" if holds else "weren't"
            return f"you {were} dealt damage this turn"
        case Hurt():
            return f"{'an' if holds else 'no'} opponent was dealt damage this turn"
        case During() | TurnIs():
            return _time(condition, holds)
        case Not():
            return (
                condition_words(condition.condition, ctx, False)
                if holds
                else f"it isn't true that {condition_words(condition, ctx)}"
            )


def _designated(condition: Designated, ctx: Context, holds: bool) -> str:
    who = noun(condition.who, ctx)
    if condition.who == "opponents":
        who = Noun(f"{'an' if holds else 'no'} opponent")
        holds = True
    if condition.what == "monarch":
        return f"{who.text} {inflect('*be', who.person)} {'' if holds else 'not '}the monarch"
    if not holds:
        return f"{who.text} {inflect('*do', who.person)} not have the city's blessing"
    return f"{who.text} {inflect('*have', who.person)} the city's blessing"


def _time(condition: During | TurnIs, holds: bool) -> str:
    if isinstance(condition, TurnIs):
        whose = "your" if condition.whose == "you" else "an opponent's"
        return f"it's {'' if holds else 'not '}{whose} turn"
    owner = {"any": "each player's", "you": "your", "opponent": "an opponent's"}[condition.whose]
    return f"it's {'' if holds else 'not '}{owner} {STEPS[condition.step]}"


def _exists(condition: Exists, ctx: Context, holds: bool) -> str:
    yours = condition.of.controller == "you" and condition.of.zone == "battlefield"
    f = replace(condition.of, controller="any") if yours else condition.of
    one = condition.at_most is None and condition.at_least == 1
    words = filter_words(f, not one, ctx)
    quantity = (
        article(words) if one else f"{_quantity(condition.at_least, condition.at_most)} {words}"
    )
    if yours and not condition.alike:
        return "you " + ("control " if holds else "don't control ") + quantity
    if condition.alike:
        verb = "share" if holds else "don't share"
        return f"{quantity} {verb} a {condition.alike.replace('-', ' ')}"
    verb = inflect("*be" if holds else "*aren't", "one" if one else "many")
    return f"there {verb} {quantity}"


def _quantity(low: int, high: int | None) -> str:
    if high is None:
        return f"{number_word(low)} or more"
    if low == 0:
        return "no" if high == 0 else f"{number_word(high)} or fewer"
    return (
        f"exactly {number_word(low)}"
        if low == high
        else f"from {number_word(low)} to {number_word(high)}"
    )


def _matches(condition: Matches, ctx: Context, holds: bool) -> str:
    who = noun(condition.what, ctx)
    verb = inflect("*be" if holds else "*aren't", who.person)
    if condition.filter in LONE_FLAGS:
        return f"{who.text} {verb} {LONE_FLAGS[condition.filter]}"
    many = who.person == "many"
    words = filter_words(condition.filter, many, ctx)
    return f"{who.text} {verb} {words if many else article(words)}"


# --- Events ---------------------------------------------------------------------------------------

PLAYERS: dict[str, Noun] = {"any": Noun("a player"), "you": YOU, "opponent": Noun("an opponent")}
PLAYER_EVENTS = {
    "cast": "*cast",
    "discards": "*discard",
    "cycles": "*cycle",
    "draws": "*draw a card",
    "gains-life": "*gain life",
    "loses-life": "*lose life",
    "shuffles": "*shuffle",
    "plays-land": "*play",
    "activates": "*activate an ability of",
    "declares-attack": "*attack",
}
"""Predicates for players, followed by the object."""
OBJECT_EVENTS = {
    "enters": "*enter",
    "dies": "*die",
    "leaves": "*leave the battlefield",
    "attacks": "*attack",
    "blocks": "*block",
    "becomes-blocked": "*become blocked",
    "attacks-unblocked": "*attack and *aren't blocked",
    "deals-damage": "*deal damage",
    "is-dealt-damage": "*be dealt damage",
    "taps": "*become tapped",
    "taps-for-mana": "*be tapped for mana",
    "untaps": "*become untapped",
    "becomes-target": "*become the target of a spell or ability",
    "is-sacrificed": "*be sacrificed",
    "moves": "*move",
    "takes-area": "*take an area",
    "attacks-alone": "*attack alone",
    "becomes-blocked-by": "*be blocked",
    "fights-in-combat": "*block or *become blocked",
    "last-counter": "*lose the last counter",
    "turned-up": "*be turned face up",
    "becomes-monstrous": "*become monstrous",
    "explores": "*explore",
    "exploits": "*exploit a creature",
    "is-exerted": "*be exerted",
    "becomes-monarch": "*become the monarch",
    "surveils": "*surveil",
    "becomes-unattached": "*become unattached from a permanent",
    "counters-put": "*get counters",
    "is-put-into-graveyard": "*be put into a graveyard from anywhere",
    "becomes-renowned": "*become renowned",
}
"""Predicates for objects."""
MORTALS = frozenset({"this creature", "this planeswalker", "this permanent"})
"""Sources that die; other permanents are put into a graveyard (CR 700.4)."""
ONCE = frozenset(
    {
        "enters", "dies", "leaves", "cast", "discards", "cycles", "is-sacrificed",
        "is-put-into-graveyard",
    }
)  # fmt: skip
"""Events that happen to an object only once: their triggers say "when"."""
STEPS = {
    "": "step",
    "upkeep": "upkeep",
    "draw": "draw step",
    "main": "main phase",
    "precombat-main": "precombat main phase",
    "postcombat-main": "postcombat main phase",
    "combat": "combat",
    "end": "end step",
    "turn": "turn",
}


def trigger_words(when: When, ctx: Context) -> str:
    """Return the event of a triggered ability: "whenever this creature attacks".

    For a step: "at the beginning of your upkeep".
    """
    if when.event == "step":
        whose = {"any": "each", "you": "your", "opponent": "each opponent's"}.get(when.who)
        return f"at the beginning of {_step(when, ctx, whose)}{_event_details(when, ctx)}"
    if when.event == "state":
        return f"when {_state(when, ctx)}"
    once = when.event in ONCE and not isinstance(when.what, Filter)
    return f"{'when' if once else 'whenever'} {_event(when, ctx)}"


def _state(when: When, ctx: Context) -> str:
    """Return the beginning of a state trigger, before its condition."""
    about = "" if when.what == "self" else f" for {any_of_them(when.what, ctx).text}"
    return f"the following becomes true{_control(when, ctx)}{about}{_event_details(when, ctx)}"


def repeated_words(when: When, ctx: Context) -> str:
    """Return the event of a trigger for the rest of the turn."""
    if when.event in ("step", "state"):
        return f"until end of turn, each time, {trigger_words(when, ctx)}"
    return f"until end of turn, whenever {_event(when, ctx)}"


def delayed_words(when: When, ctx: Context) -> str:
    """Return the event of a delayed trigger: "at the beginning of the next end step".

    For other events: "the next time this creature dies".
    """
    if when.event == "state":
        return f"the next time {_state(when, ctx)}"
    if when.event == "step":
        whose = {"any": "the next", "you": "your next", "opponent": "an opponent's next"}.get(
            when.who
        )
        return f"at the beginning of {_step(when, ctx, whose, 'next ')}{_event_details(when, ctx)}"
    return f"the next time {_event(when, ctx)}"


def _other_player(when: When, ctx: Context) -> Noun:
    return noun(
        when.who if when.who in ("chosen-player", "attached") else "controller-of-attached", ctx
    )


def _step(when: When, ctx: Context, whose: str | None, which: str = "") -> str:
    step = STEPS[when.step]
    words = f"{whose} {step}"
    if when.who == "chosen-player":
        words = f"{noun('chosen-player', ctx).owner} {which}{step}"
    elif whose is None:
        words = f"the {which}{step} of {_other_player(when, ctx).text}"
    return words if when.what == "self" else f"{words} for {any_of_them(when.what, ctx).text}"


def _event(when: When, ctx: Context) -> str:
    if when.event in PLAYER_EVENTS:
        who = PLAYERS.get(when.who) or _other_player(when, ctx)
        words = f"{who.text} {inflect(PLAYER_EVENTS[when.event], who.person)}{_object(when, ctx)}"
    else:
        what = any_of_them(when.what, ctx)
        buried = when.event == "dies" and not _is_mortal(when.what, ctx)
        predicate = (
            "*be put into a graveyard from the battlefield" if buried else OBJECT_EVENTS[when.event]
        )
        if when.combat_only:
            predicate = predicate.replace("damage", "combat damage")
        words = f"{what.text}{_control(when, ctx)} {inflect(predicate, what.person)}"
    return words + _event_details(when, ctx)


def _is_mortal(what: What, ctx: Context) -> bool:
    """Return whether the objects die: creatures, planeswalkers, and anything that may be one."""
    if isinstance(what, Filter):
        return not {"Creature", "Planeswalker"}.isdisjoint(what.types) or (
            not what.types and bool(creature_types(what.subtypes))
        )
    if what == "attached":
        return ctx.host.endswith(("creature", "planeswalker", "attached to"))
    return what != "self" or ctx.this in MORTALS


def _object(when: When, ctx: Context) -> str:
    if when.event in ("draws", "gains-life", "loses-life", "shuffles"):
        return "" if when.what == "self" else f" ({any_of_them(when.what, ctx).text})"
    if when.event == "declares-attack":
        return _attackers(when, ctx)
    if when.event == "activates":
        return f" {any_of_them(when.what, ctx).text}"
    home: Home = "spell" if when.event == "cast" else "card"
    if isinstance(when.what, Filter):
        return f" {article(filter_words(when.what, False, ctx, home))}"
    return f" this {home}" if when.what == "self" else f" {noun(when.what, ctx).text}"


def _attackers(when: When, ctx: Context) -> str:
    """Return the creatures that attack at once: " with two or more Goblins"."""
    if when.what == "self" and when.at_least == 1:
        return ""
    if isinstance(when.what, Filter):
        words = filter_words(when.what, True, ctx)
    else:
        words = "creatures" if when.what == "self" else noun(when.what, ctx).text
    return f" with {number_word(when.at_least)} or more {words}"


def _control(when: When, ctx: Context) -> str:
    controllers = {
        "any": "",
        "you": " under your control",
        "opponent": " under an opponent's control",
    }
    words = controllers.get(when.who)
    return f" under the control of {_other_player(when, ctx).text}" if words is None else words


def _event_details(when: When, ctx: Context) -> str:
    words = (
        " in combat"
        if when.combat_only and "damage" not in OBJECT_EVENTS.get(when.event, "")
        else ""
    )
    words += {
        "any": "",
        "player": " to a player",
        "opponent": " to an opponent",
        "creature": " to a creature",
        "you": " to you" if when.event == "deals-damage" else " you",
        "you-or-planeswalker": " you or a planeswalker you control",
    }[when.to]
    if when.at_least != 1 and when.event != "declares-attack":
        words += f" with at least {number_word(when.at_least - 1)} other creatures"
    words += f" from {'exile' if when.origin == 'exile' else article(when.origin)}" * bool(
        when.origin
    )
    words += f" for the {ordinal(when.nth)} time each turn" if when.nth else ""
    if when.by is not None:
        preposition = {"blocks": "", "deals-damage": " to"}.get(when.event, " by")
        words += f"{preposition} {any_of_them(when.by, ctx).text}"
    words += f" of the kind {when.counters}" if when.counters else ""
    words += f" during the {STEPS[when.step]}" if when.step and when.event != "step" else ""
    where = {
        "battlefield": "",
        "graveyard": " while this card is in your graveyard",
        "exile": " while this card is exiled",
    }
    return words + where[when.zone]
