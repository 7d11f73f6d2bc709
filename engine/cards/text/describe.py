"""The text of cards, written from their data in the phrasing of Magic's templates.

No text is stored. Different data always give different text, so that the text can be read back into
the data. This module describes cards and their abilities; `effects`, `changes`, `conditions` and
`phrases` describe their parts, and `words` has the English grammar.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from engine.base.records import replace
from engine.base.rule_words import how_often
from engine.cards import model, terms
from engine.cards.model import AnyAbility, AnyEffect, Card, Target
from engine.cards.oracle.levels import START as LEVELS
from engine.cards.oracle.levels import levels_of
from engine.cards.oracle.writing import means_another, oracle_words, words_for_both
from engine.cards.terms import Amount, Costs, Count, Filter, Stat
from engine.cards.text.changes import LASTING, change_predicate, except_words, one_line
from engine.cards.text.conditions import condition_words, cost_predicate, cost_words, trigger_words
from engine.cards.text.effects import choices, effect_clause, naming, sequence, uses_of_mana
from engine.cards.text.phrases import (
    COUNTING_RULES,
    amount_words,
    any_of_them,
    counted,
    each,
    equal_to,
    every,
    filter_words,
    for_each,
    for_nothing,
    is_plain,
    needless_filter,
    noun,
    recipient,
    repeatedly,
    rule_of_players,
    short_name,
    subject,
    target_phrase,
)
from engine.cards.text.words import (
    YOU,
    Context,
    Noun,
    capitalized,
    inflect,
    listed,
    number_word,
    stopped,
)

KIND_ORDER = ("Creature", "Planeswalker", "Battle", "Artifact", "Enchantment", "Land")
"""Types in the order in which a permanent names itself: "this creature"."""
ONLY = {
    "sorcery_speed": "Activate only as a sorcery.",
    "instant_speed": "Activate only as an instant.",
    "your_turn_only": "Activate only during your turn.",
    "once_each_turn": "Activate only once each turn.",
    "any_player": "Any player may activate this ability.",
}
FROM_ZONE = {
    "hand": "Activate only from your hand.",
    "graveyard": "Activate only from your graveyard.",
}
CHOICES = {
    "color": "a color",
    "basic-land-type": "a basic land type",
    "creature-type": "a creature type",
    "player": "a player",
    "opponent": "an opponent",
}
PLAYERS = {"you": YOU, "opponents": Noun("each opponent"), "players": Noun("each player")}
THE_OTHER = {
    "blocks": "the other creature",
    "becomes-blocked": "the other creature",
    "becomes-blocked-by": "the other creature",
    "deals-damage": "what was damaged",
    "is-dealt-damage": "the source of the damage",
}
"""The object called "it" after events of two objects."""
PLAYER_RULES = {
    "no-maximum-hand-size": "*have no maximum hand size",
    "skip-draw": "*skip {its} draw step",
    "skip-untap": "*skip {its} untap step",
    "reveal-top": "*play with the top card of {its} library revealed",
    "look-top": "may look at the top card of {its} library any time",
    "cant-cast-creatures": "can't cast creature spells",
    "land-mana-bonus": "*add one additional mana for each land tapped for mana",
    "cant-lose": "can't lose the game",
    "life-is-a-resource": "*use {its} life as a resource",
}


PLAIN_STATE = model.When(event="state")


# --- Cards ----------------------------------------------------------------------------------------


def describe(card: Card) -> str:
    """Return all facts about a card, one a line, its halves last.

    The lines are name and cost, type line, rules text, and power and toughness or loyalty.
    """
    lines = [f"{card.name} {card.cost}".rstrip(), type_line(card)]
    lines += [] if card.colors is None else [f"Color: {' and '.join(card.colors) or 'none'}"]
    lines += rules_text(card)
    if card.power is not None or card.toughness is not None:
        lines.append(
            "/".join(
                "-" if number is None else str(number) for number in (card.power, card.toughness)
            )
        )
    lines += [] if card.loyalty is None else [f"Loyalty: {card.loyalty}"]
    lines += [] if card.vintage == "legal" else [f"{card.vintage.capitalize()} in Vintage"]
    lines += [] if card.playable else ["Recognized by deck checks, but can't be played"]
    halves = [f"// {line}" for half in card.halves for line in describe(half).splitlines()]
    return "\n".join((*lines, *halves))


def type_line(card: Card) -> str:
    """Return the type line: "Legendary Creature — Elf Warrior"."""
    kinds = " ".join((*card.supertypes, *card.types)) or "No type"
    return f"{kinds} — {' '.join(card.subtypes)}" if card.subtypes else kinds


def cost_line(card: Card) -> str:
    """Return the printed mana cost, both if the card is split: "{R} // {2}{R}"."""
    return " // ".join(half.cost for half in card.halves) or card.cost


@lru_cache(4096)
def rules_text(card: Card) -> tuple[str, ...]:
    """Return a card's rules text, an ability on each line.

    The lines are the costs of casting, keywords, other abilities, and keywords with costs if they
    are at the end of the data's list.
    """
    return _lines(card, _in_words, paired=True)


def words_to_search(card: Card) -> tuple[str, ...]:
    """Return a card's rules text in plain words of our own, which are faster to write."""
    return _lines(card, one_line)


def _lines(
    card: Card, in_words: Callable[[AnyAbility, Context], str], *, paired: bool = False
) -> tuple[str, ...]:
    ctx = context_of(card)
    lines: list[str] = []
    if card.additional is not None:
        lines.append(
            "As an additional cost to cast this spell, "
            f"{inflect(cost_predicate(card.additional, ctx), 'you')}."
        )
    if card.cast_only is not None:
        when = condition_words(card.cast_only, ctx)
        time = when.removeprefix("it's ")
        lines.append(f"Cast this spell only {f'if {when}' if time == when else f'during {time}'}.")
    flash = "you may cast this spell as though it had flash"
    if card.flash_cost is not None:
        lines.append(f"{capitalized(flash)} if you pay {card.flash_cost.mana} more to cast it.")
    if card.flash_if is not None:
        lines.append(f"If {condition_words(card.flash_if, ctx)}, {flash}.")
    lines += [_alternative(each, ctx) for each in card.alternatives]
    if card.kicker is not None:
        lines.append(_priced("Kicker", card.kicker, ctx))
    if card.enchant is not None:
        lines.append(f"Enchant {target_phrase(card.enchant, ctx, '').text}")
    start = next(
        (index for index, word in enumerate(card.keywords) if "{" in word), len(card.keywords)
    )
    if not all("{" in word for word in card.keywords[start:]):
        start = len(card.keywords)
    first, last = card.keywords[:start], card.keywords[start:]
    lines += [capitalized(", ".join(first))] if first else []
    in_lines = tuple(_in_lines(card.abilities, ctx, in_words, paired=paired))
    costly = tuple(map(capitalized, last))
    if any(line.startswith(LEVELS) for line in in_lines):  # "level up {2}" stands before them
        return (*lines, *costly, *in_lines)
    return (*lines, *in_lines, *costly)


def _in_lines(
    abilities: tuple[AnyAbility, ...],
    ctx: Context,
    in_words: Callable[[AnyAbility, Context], str],
    *,
    paired: bool,
) -> Iterator[str]:
    """Yield abilities in words; as `paired`, two for "enters or attacks" are one line.

    Levels are then headed as on their cards.
    """
    this = ctx.this.removeprefix("this ")
    before, levels = levels_of(abilities) if paired else (abilities, [])
    left = list(before)
    while left:
        ability = left.pop(0)
        both = words_for_both(ability, left[0], this, ctx.host) if paired and left else None
        if both is not None:
            left.pop(0)
        yield both or in_words(ability, ctx)
    for level in levels:
        yield from level.heading
        if level.keywords:
            yield capitalized(", ".join(level.keywords))
        for ability in level.abilities:
            yield in_words(ability, ctx)


def _alternative(alternative: model.Alternative, ctx: Context) -> str:
    condition = (
        f"if {condition_words(alternative.condition, ctx)}, "
        if alternative.condition is not None
        else ""
    )
    words = inflect(cost_predicate(alternative.cost, ctx), "you")
    return stopped(f"{condition}you may {words} rather than pay this spell's mana cost")


def context_of(card: Card) -> Context:
    """Return the words of a card's text for its source and for the source's host."""
    host = "the permanent this is attached to"
    if card.enchant is not None and "Aura" in card.subtypes:
        host = (
            f"enchanted {short_name(card.enchant.of) if card.enchant.of is not None else 'player'}"
        )
    elif "Equipment" in card.subtypes:
        host = "equipped creature"
    elif any(keyword.startswith("bestow ") for keyword in card.keywords):
        host = "enchanted creature"
    costs = [cost for cost in (card.kicker, card.additional) if cost is not None]
    kinds = [cost.sacrifice for cost in costs if isinstance(cost.sacrifice, Filter)]
    return Context(
        this=f"this {_own_word(card)}",
        host=host,
        sacrificed=short_name(kinds[-1]) if kinds else "permanent",
    )


def _own_word(card: Card) -> str:
    if {"Instant", "Sorcery"} & set(card.types):
        return "spell"
    if "Creature" not in card.types:
        for subtype in ("Aura", "Equipment", "Vehicle"):
            if subtype in card.subtypes:
                return subtype
    return next((kind.lower() for kind in KIND_ORDER if kind in card.types), "card")


@one_line.register
def whole_card(card: Card, ctx: Context) -> str:
    """Return a card in one line, to quote an unusual token."""
    return " / ".join(describe(card).splitlines())


def ability_text(ability: AnyAbility, card: Card | None = None) -> str:
    """Return an ability in one line, in the words of its card or of an unknown permanent."""
    return _in_words(ability, context_of(card) if card is not None else Context())


def _in_words(ability: AnyAbility, ctx: Context) -> str:
    """Return an ability in Oracle's words, or in plain words of our own if the grammar has none."""
    this = ctx.this.removeprefix("this ")
    if words := oracle_words(ability, this, ctx.host):
        return words
    plain = one_line(ability, ctx)
    return f"{plain} (reworded)" if means_another(plain, ability) else plain


def effect_words(
    effect: AnyEffect, card: Card | None = None, targets: tuple[Target, ...] = ()
) -> str:
    """Return an effect as sentences; `targets` are those of its ability."""
    ctx = (context_of(card) if card is not None else Context()).with_targets(targets)
    return " ".join(stopped(sentence) for sentence in effect_clause(effect, ctx).sentences())


def cost_text(cost: Costs, card: Card | None = None) -> str:
    """Return a cost as before a colon: "{2}, {T}, Sacrifice this artifact"."""
    return cost_words(cost, context_of(card) if card is not None else Context())


def uses_text(spend: model.Spend) -> str:
    """Return the uses of restricted mana: "cast creature spells"."""
    return uses_of_mana(spend, Context())


# --- Instructions ---------------------------------------------------------------------------------


def _sentences(effects: Sequence[model.AnyEffect], ctx: Context) -> list[str]:
    return [sentence for effect in effects for sentence in effect_clause(effect, ctx).sentences()]


def _paragraph(before: str, sentences: Sequence[str]) -> str:
    """Return sentences after their beginning.

    After a beginning that ends with a comma the first sentence isn't capitalized.
    """
    first, *rest = sentences or ("nothing happens",)
    start = stopped(first) if not before.endswith(", ") else first + stopped(first)[len(first) :]
    return " ".join((before + start, *map(stopped, rest)))


def _instructions(
    ability: model.Spell | model.Activated | model.Triggered,
    ctx: Context,
    lead: Callable[[Context], str],
) -> str:
    """Return an ability's effects after its `lead`, the cost or event."""
    optional = isinstance(ability, model.Triggered) and ability.optional
    modal = bool(ability.modes) or ability.choose != 1 or ability.choose_up_to is not None

    def write(inner: Context, first: Sequence[str]) -> str:
        before, said = lead(inner), list(first)
        if optional and (ability.effects or not modal):
            said.append(f"you may {choices(ability.effects, inner)}")
        else:
            said += _sentences(ability.effects, inner)
        if modal:
            said.append(
                f"{'you may ' if optional and not ability.effects else ''}choose "
                f"{_how_many_modes(ability)} —"
            )
        return _paragraph(before, said)

    modes = [f" • {_mode(mode, ability.targets, ctx)}" for mode in ability.modes]
    return naming((), ability.targets, ctx, write) + "".join(modes)


def _how_many_modes(ability: model.Spell | model.Activated | model.Triggered) -> str:
    least, most = ability.choose, ability.choose_up_to
    if most is None:
        return number_word(least)
    if least < most == len(ability.modes):
        return "one or both" if (least, most) == (1, 2) else f"{number_word(least)} or more"
    return f"{number_word(least)} to {number_word(most)}"


def _mode(mode: model.Mode, shared: tuple[model.Target, ...], ctx: Context) -> str:
    def write(inner: Context, first: Sequence[str]) -> str:
        return _paragraph("", (*first, *_sentences(mode.effects, inner)))

    return naming(shared, mode.targets, ctx, write)


# --- Abilities ------------------------------------------------------------------------------------


@one_line.register
def spell(ability: model.Spell, ctx: Context) -> str:
    return _instructions(ability, ctx, lambda _: "")


@one_line.register
def activated(ability: model.Activated, ctx: Context) -> str:
    def lead(inner: Context) -> str:
        name = f"{capitalized(ability.keyword)} — " if ability.keyword else ""
        return f"{name}{cost_words(ability.cost, inner)}: "

    if isinstance(ability.cost.sacrifice, Filter):
        ctx = dataclasses.replace(ctx, sacrificed=short_name(ability.cost.sacrifice))
    limits = [sentence for name, sentence in ONLY.items() if getattr(ability, name)]
    if ability.most_each_turn is not None:
        limits.append(f"Activate no more than {how_often(ability.most_each_turn)} each turn.")
    if ability.condition is not None:
        limits.append(f"Activate only if {condition_words(ability.condition, ctx)}.")
    return " ".join(
        (_instructions(ability, ctx, lead), *limits, *filter(None, [FROM_ZONE.get(ability.zone)]))
    )


@one_line.register
def triggered(ability: model.Triggered, ctx: Context) -> str:
    def lead(inner: Context) -> str:
        if ability.when == PLAIN_STATE and ability.condition is not None:
            return f"When {condition_words(ability.condition, inner)}, "
        event = capitalized(trigger_words(ability.when, inner))
        condition = (
            f", if {condition_words(ability.condition, inner)}"
            if ability.condition is not None
            else ""
        )
        return f"{event}{condition}, "

    return _instructions(
        ability,
        dataclasses.replace(ctx, in_trigger=True, it=THE_OTHER.get(ability.when.event, "it")),
        lead,
    )


@one_line.register
def static(ability: model.Static, ctx: Context) -> str:
    condition = (
        f"as long as {condition_words(ability.condition, ctx)}, "
        if ability.condition is not None
        else ""
    )
    if ability.what == "pair":
        condition += f"as long as {ctx.this} is paired with another creature, "
    change = ability.change
    who = Noun("each of those creatures") if ability.what == "pair" else subject(ability.what, ctx)
    base = change.base_power
    only_base = change == model.Change(base_power=base, base_toughness=base)
    if change == model.Change(controller="you"):
        words = (
            f"you control {who.text if ability.what == 'pair' else every(ability.what, ctx).text}"
        )
    elif base is not None and only_base and not is_plain(base) and ability.what == "self":
        words = f"{who.owner} power and toughness are each equal to {amount_words(base, ctx)}"
    else:
        this = "this creature" if ability.what == "pair" else recipient(ability.what, ctx)
        predicate = change_predicate(change, ctx, LASTING, this)
        words = f"{who.text} {inflect(predicate, who.person)}"
    return stopped(condition + words)


@one_line.register
def enters(ability: model.Enters, ctx: Context) -> str:
    words = _changes_on_entry(ability, ctx)
    choice = f"as {ctx.this} enters, choose {CHOICES[ability.choose]}" if ability.choose else ""
    copies = (
        f"you may have {ctx.this} enter as a copy of {any_of_them(ability.copy_of, ctx).text}"
        if ability.copy_of is not None
        else ""
    )
    copies += except_words(ability.unlike, False, ctx.this, ctx)
    if words in (f"{ctx.this} enters", "it enters"):
        words = "" if choice or copies or ability.buried else words + " without changes"
    if ability.buried:
        words = _buried(ability, ctx, words)
    elif ability.unless is not None or ability.must:
        paid = inflect(cost_predicate(ability.unless or Costs(), ctx), "you")
        may = "" if ability.must else "you may "
        words = f"as {ctx.this} enters, {may}{paid}. If you don't, {words or 'nothing happens'}"
    return " ".join(stopped(sentence) for sentence in (words, choice, copies) if sentence)


def _buried(ability: model.Enters, ctx: Context, changes: str) -> str:
    """Return the text of an ability that may put its source into a graveyard instead."""
    also = f". {capitalized(changes)}" if changes else ""
    condition = ability.condition
    start = f"if {condition_words(condition, ctx)} and " if condition is not None else "if "
    if ability.unless is None and not ability.must:
        return f"{start}{ctx.this} would enter, put it into its owner's graveyard instead{also}"
    paid = inflect(cost_predicate(ability.unless or Costs(), ctx), "you")
    may = "" if ability.must else "you may "
    return (
        f"{start}{ctx.this} would enter, {may}{paid} instead. If you do, put {ctx.this} onto the "
        f"battlefield. If you don't, put it into its owner's graveyard{also}"
    )


def _changes_on_entry(ability: model.Enters, ctx: Context) -> str:
    """Return how a permanent enters, as a sentence."""
    who = each(ability.what, ctx) if ability.counters else subject(ability.what, ctx)
    this = "it" if ability.unless is not None and ability.what == "self" else who.text
    condition, after = ability.condition, ""
    start = f"if {condition_words(condition, ctx)}, " if condition is not None else ""
    if isinstance(condition, terms.Not) and ability == model.Enters(
        what=ability.what, tapped=True, condition=condition, unless=ability.unless
    ):
        start, after = "", f" unless {condition_words(condition.condition, ctx)}"
    may = "you may have " if ability.may else ""
    verb = "enter" if may else inflect("*enter", who.person)
    words = f"{start}{may}{this} {verb}{' tapped' if ability.tapped else ''}"
    if ability.counters or ability.count != 0:
        other = "additional " if ability.what != "self" else ""
        counters = counted(ability.count, f"{other}{ability.counters} counter".replace("  ", " "))
        on = "them" if who.person == "many" else "it"
        words += f" with {counters} on {on}{equal_to(ability.count, ctx)}"
    words += _for_each(ability, ctx)
    if ability.keywords:
        words += f"{' and' if ' with ' in words else ''} with {listed(ability.keywords)}"
    return words + after


def _for_each(ability: model.Enters, ctx: Context) -> str:
    words = ""
    if ability.sacrifice is not None:
        words += (
            f" for each of the {filter_words(ability.sacrifice, True, ctx)} you sacrifice "
            "as it enters (you may sacrifice any number)"
        )
    if ability.reveal is not None:
        words += (
            f" for each of the {filter_words(ability.reveal, True, ctx, 'card')} you reveal "
            "as it enters (you may reveal any number)"
        )
    return words


@one_line.register
def replaced(ability: model.Replace, ctx: Context) -> str:
    condition = (
        f"as long as {condition_words(ability.condition, ctx)}, "
        if ability.condition is not None
        else ""
    )
    event = _replaced_event(ability, ctx)
    plain = model.Replace(
        event="damage",
        what=ability.what,
        source=ability.source,
        combat_only=ability.combat_only,
        condition=ability.condition,
    )
    all_of_it = f"all {event.replace('damage would', 'damage that would', 1)}"
    if ability == replace(plain, prevent="all"):
        return stopped(f"{condition}prevent {all_of_it}")
    onto = noun(ability.redirect, ctx).text if ability.redirect is not None else ""
    if ability == replace(plain, redirect=ability.redirect) and onto:
        return stopped(f"{condition}{all_of_it} is dealt to {onto} instead")
    parts: list[str] = []
    if ability.prevent is not None:
        parts.append(
            "prevent "
            f"{'all' if ability.prevent == 'all' else amount_words(ability.prevent, ctx)} of it"
        )
    if ability.double:
        parts.append("double their number" if ability.event == "counters" else "double it")
    parts += ["exile it"] if ability.exile else []
    parts += [f"have it dealt to {onto}"] if onto else []
    words = f"{' and '.join(parts)} instead" if parts else ""
    if ability.event == "gain-life" and not ability.then and not parts:
        words = "no life is gained instead"
    elif ability.then or not parts:
        words += f"{', and ' if parts else 'instead '}{sequence(ability.then, ctx)}"
    return stopped(f"{condition}if {event}, {words}")


def _replaced_event(ability: model.Replace, ctx: Context) -> str:
    combat = "combat " if ability.combat_only else ""
    if ability.event == "damage":
        words = f"{combat}damage would be dealt"
        words += f" to {any_of_them(ability.what, ctx).text}" if ability.what is not None else ""
    elif ability.event == "counters":
        kind = f"{ability.counters} counters".lstrip()
        words = (
            f"one or more {kind} would be put on "
            f"{any_of_them(ability.what, ctx).text if ability.what is not None else 'anything'}"
        )
        words += " in combat" if ability.combat_only else ""
    else:
        # a permanent that isn't a creature doesn't die
        of_creatures = not isinstance(ability.what, Filter) or "Creature" in ability.what.types
        dying = "die" if of_creatures else "be put into a graveyard from the battlefield"
        verb = {
            "dies": dying,
            "draw": "draw a card",
            "discard": "discard a card",
            "gain-life": "gain life",
        }[ability.event]
        who = "anything" if ability.event == "dies" else "anyone"
        if ability.what is not None:
            who = any_of_them(ability.what, ctx).text
        words = f"{who} would {verb}{' in combat' if ability.combat_only else ''}"
    words += (
        f" with {ability.counters} counters"
        if ability.counters and ability.event != "counters"
        else ""
    )
    return words + (
        f" by {any_of_them(ability.source, ctx).text}" if ability.source is not None else ""
    )


@one_line.register
def others(ability: model.Keyword | model.CastCost | model.PlayerRule, ctx: Context) -> str:
    match ability:
        case model.Keyword():
            return stopped(_priced(capitalized(ability.word), ability.cost, ctx))
        case model.CastCost():
            return stopped(_changed_cost(ability, ctx))
        case model.PlayerRule():
            return stopped(_ruled(ability, ctx))


def _ruled(ability: model.PlayerRule, ctx: Context) -> str:
    """Return a rule about players in words, after its condition."""
    player = PLAYERS[ability.who]
    if ability.rule == "attack-source":
        words = f"creatures {player.text} {inflect('*control', player.person)} attack {ctx.this}"
        extra = f" ({ability.number})" if ability.number != 1 else ""
        extra += for_nothing(ability.rule, ability.free)
        extra += needless_filter(ability.rule, ability.of, ctx)
        condition = ability.condition
        start = f"as long as {condition_words(condition, ctx)}, " if condition is not None else ""
        return f"{start}{words} if able{extra}"
    if ability.rule in PLAYER_RULES:
        words = PLAYER_RULES[ability.rule].format(its=player.pronoun)
    else:
        words = rule_of_players(ability.rule, ability.of, ability.number, ctx, player.pronoun)
    text = f"{player.text} {inflect(words, player.person)}"
    if ability.rule == "untap-limit":
        text += f" during {player.pronoun} untap steps"
    elif ability.number != 1 and ability.rule not in COUNTING_RULES:
        text += f" ({ability.number})"
    text += for_nothing(ability.rule, ability.free)
    text += needless_filter(ability.rule, ability.of, ctx)
    if ability.condition is None:
        return text
    return f"as long as {condition_words(ability.condition, ctx)}, {text}"


def _changed_cost(ability: model.CastCost, ctx: Context) -> str:
    """Return "this spell costs {1} less to cast for each creature you control" or the like."""
    who = {"any": "", "you": " you cast", "opponent": " your opponents cast"}[ability.who]
    if isinstance(ability.of, Filter):
        words = f"{filter_words(ability.of, True, ctx, 'spell')}{who} cost "
    else:
        words = f"this spell{who.replace(' you cast', '')} costs "
    amount: Amount = ability.amount
    more = "more"
    if isinstance(amount, int):
        more = "less" if amount < 0 else "more"
        amount = abs(amount)
    elif isinstance(amount, str):
        more = "less" if amount == "-X" else "more"
        amount = "X"
    elif amount.times < 0 and not amount.plus:
        more = "less"
        amount = replace(amount, times=-amount.times)
    if ability.mana:
        words += f"{ability.mana} {more} to cast{_so_often(amount, ctx)}"
    elif amount == FURTHER_TARGETS:
        words += f"{{1}} {more} to cast for each target beyond the first"
    elif isinstance(amount, int | str):
        words += f"{{{amount}}} {more} to cast"
    elif isinstance(amount, Count) and replace(amount, times=1) == Count(
        of=amount.of, distinct=amount.distinct
    ):
        words += f"{{{amount.times}}} {more} to cast{for_each(amount, ctx)}"
    else:
        words += f"{{X}} {more} to cast, where X is {amount_words(amount, ctx)}"
    if ability.condition is not None:
        words += f" if {condition_words(ability.condition, ctx)}"
    return words


FURTHER_TARGETS = Stat(what="targets", plus=-1)


def _so_often(amount: Amount, ctx: Context) -> str:
    """Return the number of times that mana is added to a cost: "", " for each …"."""
    return (
        " for each target beyond the first"
        if amount == FURTHER_TARGETS
        else repeatedly(amount, ctx)
    )


def _priced(word: str, cost: Costs, ctx: Context) -> str:
    """Return a keyword with its cost: "Flashback {2}" or "Flashback—Sacrifice a creature"."""
    return (
        f"{word} {cost.mana}"
        if cost.mana and cost == Costs(mana=cost.mana)
        else f"{word}—{cost_words(cost, ctx)}"
    )
