"""Rules text of effects: a function for each effect of `engine.cards.model`.

Each function asks for its words in their order in the text, since a target is written in full where
it is first named.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import singledispatch

from engine.base.records import replace
from engine.cards import model, terms
from engine.cards.text.changes import (
    BEGINNING,
    UNTIL,
    change_predicate,
    except_words,
    one_line,
    size_words,
    until_words,
)
from engine.cards.text.conditions import (
    condition_words,
    cost_predicate,
    cost_words,
    delayed_words,
    repeated_words,
)
from engine.cards.text.phrases import (
    COUNTING_RULES,
    actor,
    amount_words,
    counted,
    counted_objects,
    each,
    equal_to,
    every,
    filter_words,
    for_nothing,
    how_many,
    is_plain,
    needless_filter,
    noun,
    recipient,
    repeatedly,
    rule_of_players,
    short_name,
    subject,
    target_name,
)
from engine.cards.text.words import (
    IMPLIED,
    YOU,
    Clause,
    Context,
    Noun,
    article,
    inflect,
    listed,
    plural,
)

PUT = {
    "hand": "into {their} hand",
    "battlefield": "onto the battlefield",
    "graveyard": "into {their} graveyard",
    "library-top": "on top of {their} library",
}
LEFT_OVER = {
    **PUT,
    "library-bottom": "on the bottom of {their} library",
    "library-top": "back on top of {their} library",
}
STAYS_TAPPED = model.Change(restrict=("doesnt-untap",))
USUAL_TOKEN = ("", None, None, None, (), None, (), "legal", True)
COLOR_SYMBOLS = {"white": "{W}", "blue": "{U}", "black": "{B}", "red": "{R}", "green": "{G}"}
MOVES = {
    "hand": ("return", "to", "hand"),
    "graveyard": ("put", "into", "graveyard"),
    "library-top": ("put", "on top of", "library"),
    "library-second": ("put", "into", "library second from the top"),
    "library-third": ("put", "into", "library third from the top"),
    "library-bottom": ("put", "on the bottom of", "library"),
    "library-shuffled": ("shuffle", "into", "library"),
}


@singledispatch
def effect_clause(effect: model.AnyEffect, ctx: Context) -> Clause:
    """Return an effect as a clause. Raises TypeError for any other record."""
    raise TypeError(f"no words for the effect {type(effect).__name__}")


def sequence(effects: Sequence[model.AnyEffect], ctx: Context) -> str:
    """Return several effects in one sentence: "draw a card, then discard a card"."""
    return (
        ", then ".join([effect_clause(effect, ctx).within() for effect in effects])
        or "nothing happens"
    )


def choices(effects: Sequence[model.AnyEffect], ctx: Context, who: terms.Ref = "you") -> str:
    """Return several effects in the form that follows "you may"."""
    chooser = noun(who, ctx)
    return (
        ", then ".join([effect_clause(effect, ctx).after_may(chooser) for effect in effects])
        or "do nothing"
    )


# function that writes a text in a context, after some sentences
Write = Callable[[Context, Sequence[str]], str]


def naming(
    shared: tuple[model.Target, ...], own: tuple[model.Target, ...], ctx: Context, write: Write
) -> str:
    """Return a text that names its `own` targets in order, or begins by choosing them all."""
    inner = ctx.with_targets(shared + own, len(shared))
    text = write(inner, ())
    if inner.named == list(range(len(inner.targets))):
        return text
    inner = ctx.with_targets(shared + own, len(shared))
    names = [target_name(index, inner).text for index in range(len(shared), len(inner.targets))]
    return write(inner, (f"choose {listed(names)}",))


# --- Damage and destruction -----------------------------------------------------------------------


@effect_clause.register
def damage(effect: model.Damage, ctx: Context) -> Clause:
    by = noun(effect.by, ctx)
    words = f"*deal {f'{effect.amount} damage' if is_plain(effect.amount) else 'damage'}"
    words += "" if effect.preventable else " that can't be prevented"
    words += (
        f" {'divided as you choose among' if effect.divided else 'to'} {each(effect.to, ctx).text}"
    )
    words += {"": "", "each-player": " and each player", "each-opponent": " and each opponent"}[
        effect.also_to
    ]
    words += equal_to(effect.amount, ctx)
    for share in effect.beside:
        much = f"{share.amount} damage to " if is_plain(share.amount) else "damage to "
        much = "" if share.amount == effect.amount else much
        words += f" and {much}{each(share.to, ctx).text}{equal_to(share.amount, ctx)}"
    return Clause(
        by,
        words,
        ()
        if effect.regenerate
        else ("a creature dealt damage this way can't be regenerated this turn",),
    )


@effect_clause.register
def to_permanents(
    effect: model.Destroy
    | model.Exile
    | model.Sacrifice
    | model.Regenerate
    | model.Fight
    | model.RemoveFromCombat
    | model.Tap
    | model.Untap
    | model.AttachTo
    | model.PutCounters
    | model.RemoveCounters,
    ctx: Context,
) -> Clause:
    match effect:
        case model.Destroy():
            what = every(effect.what, ctx)
            pronoun = "they" if what.person == "many" else "it"
            return Clause(
                IMPLIED,
                f"*destroy {what.text}",
                () if effect.regenerate else (f"{pronoun} can't be regenerated",),
            )
        case model.Exile():
            until = (
                f" until {ctx.this} leaves the battlefield" if effect.until_source_leaves else ""
            )
            return Clause(IMPLIED, f"*exile {every(effect.what, ctx, 'from').text}{until}")
        case model.Sacrifice():
            who, count = actor(effect.who, ctx), effect.count
            if isinstance(effect.of, terms.Filter):
                ctx.sacrificed = short_name(effect.of)
                given = counted_objects(count, effect.of, ctx)
            else:
                given = ("" if count == 1 else f"{how_many(count)} of ") + noun(effect.of, ctx).text
            up_to = "up to " if effect.up_to else ""
            return Clause(who, f"*sacrifice {up_to}{given}{equal_to(count, ctx)}")
        case model.Regenerate():
            return Clause(IMPLIED, f"*regenerate {each(effect.what, ctx).text}")
        case model.Fight():
            return Clause(noun(effect.first, ctx), f"*fight {noun(effect.second, ctx).text}")
        case model.RemoveFromCombat():
            return Clause(IMPLIED, f"*remove {every(effect.what, ctx).text} from combat")
        case model.Tap() | model.Untap():
            verb = "tap" if isinstance(effect, model.Tap) else "untap"
            return Clause(IMPLIED, f"*{verb} {every(effect.what, ctx).text}")
        case model.AttachTo():
            return Clause(IMPLIED, f"*attach {ctx.this} to {noun(effect.to, ctx).text}")
        case model.PutCounters() | model.RemoveCounters():
            counter = f"{effect.kind} counter".lstrip()
            if effect.count == "all":
                counters = f"all {plural(counter)}"
            else:
                counters = counted(effect.count, counter)
            verb, onto = (
                ("put", "on") if isinstance(effect, model.PutCounters) else ("remove", "from")
            )
            where = each(effect.on, ctx).text
            return Clause(
                IMPLIED, f"*{verb} {counters} {onto} {where}{equal_to(effect.count, ctx)}"
            )


@effect_clause.register
def prevent(effect: model.Prevent | model.Redirect, ctx: Context) -> Clause:
    to = effect.to if isinstance(effect, model.Prevent) else effect.what
    when, met = (
        _next_time(effect, to, ctx) if effect.next_time else ("", _damage_met(effect, to, ctx))
    )
    if isinstance(effect, model.Redirect):
        return Clause(
            IMPLIED, f"{when}{met} is dealt to {noun(effect.to, ctx).text} instead", compound=True
        )
    return Clause(IMPLIED, f"{when}{'' if when else '*'}prevent {met}", compound=effect.next_time)


def _next_time(
    effect: model.Prevent | model.Redirect, to: terms.What | None, ctx: Context
) -> tuple[str, str]:
    """Return the next damage from a source of one's choice, and the amount meant, in words."""
    asked, chosen = effect.source, "source of your choice"
    found = "" if asked is None else filter_words(asked, False, ctx)
    of_any_type = (
        asked is not None
        and asked != terms.Filter()
        and not (asked.types or asked.subtypes or asked.zone != "battlefield")
    )
    found = found.replace("permanent", chosen, 1) if of_any_type else f"{found} {chosen}".lstrip()
    combat = "combat " if effect.combat_only else ""
    victim = f" to {every(to, ctx).text}" if to is not None else ""
    when = f"the next time {article(found)} would deal {combat}damage{victim} this turn, "
    if effect.amount == "all":
        return when, "that damage"
    much = effect.amount if is_plain(effect.amount) else "some"
    return when, f"{much} of that damage{equal_to(effect.amount, ctx)}"


def _damage_met(effect: model.Prevent | model.Redirect, to: terms.What | None, ctx: Context) -> str:
    """Return all damage of a kind, or the next amount of damage, in words."""
    combat = "combat " if effect.combat_only else ""
    if effect.amount == "all":
        words = f"all {combat}damage"
    elif is_plain(effect.amount):
        words = f"the next {effect.amount} {combat}damage"
    else:
        words = f"the next {combat}damage{equal_to(effect.amount, ctx)}"
    words += " that would be dealt this turn"
    words += f" to {every(to, ctx).text}" if to is not None else ""
    return words + (
        f" by {filter_words(effect.source, True, ctx)}" if effect.source is not None else ""
    )


# --- Cards in hands and libraries -----------------------------------------------------------------


@effect_clause.register
def move(effect: model.Move, ctx: Context) -> Clause:
    what = every(effect.what, ctx, "from")
    many = what.person == "many"
    if effect.to == "battlefield":
        words = f"*put {what.text} onto the battlefield"
    else:
        verb, preposition, zone = MOVES[effect.to]
        owned = f"their owners' {plural(zone)}" if many else f"its owner's {zone}"
        words = f"*{verb} {what.text} {preposition} {owned}"
    words += " tapped" if effect.tapped else ""
    words += " attacking" if effect.attacking else ""
    words += " in a random order" if effect.random_order else ""
    return Clause(IMPLIED, words + (" under your control" if effect.under == "you" else ""))


@effect_clause.register
def with_cards(
    effect: model.Draw
    | model.Mill
    | model.Scry
    | model.LookAtHand
    | model.Shuffle
    | model.Choose
    | model.ChooseQuality
    | model.Clash,
    ctx: Context,
) -> Clause:
    match effect:
        case model.Draw() | model.Mill():
            verb = "draw" if isinstance(effect, model.Draw) else "mill"
            return Clause(
                actor(effect.who, ctx),
                f"*{verb} {counted(effect.count, 'card')}{equal_to(effect.count, ctx)}",
            )
        case model.Scry():
            number = str(effect.count) if is_plain(effect.count) else "a number"
            return Clause(IMPLIED, f"*scry {number}{equal_to(effect.count, ctx)}")
        case model.LookAtHand():
            return Clause(IMPLIED, f"*look at {noun(effect.who, ctx).owner} hand")
        case model.Shuffle():
            who = actor(effect.who, ctx)
            zones = f"{who.pronoun} {listed(effect.zones)} into " if effect.zones else ""
            return Clause(who, f"*shuffle {zones}{who.pronoun} library")
        case model.ChooseQuality():
            what = f"a {effect.quality.replace('-', ' ')}"
            if effect.among:
                what += f" among {listed(effect.among, 'or')}"
            return Clause(actor(effect.who, ctx), f"*choose {what}")
        case model.Choose():
            who = actor(effect.who, ctx)
            if effect.up_to and effect.count == 1:
                return Clause(who, f"*choose up to one {filter_words(effect.of, False, ctx)}")
            words = counted_objects(effect.count, effect.of, ctx) + equal_to(effect.count, ctx)
            return Clause(who, f"*choose {'up to ' if effect.up_to else ''}{words}")
        case model.Clash():
            follow = [f"if you win, {sequence(effect.then, ctx)}"] if effect.then else []
            follow += (
                [f"if you don't win, {sequence(effect.otherwise, ctx)}"] if effect.otherwise else []
            )
            return Clause(IMPLIED, "*clash with an opponent", tuple(follow))


@effect_clause.register
def separate_piles(effect: model.SeparatePiles, ctx: Context) -> Clause:
    by = IMPLIED if effect.by == "you" else Noun("an opponent")
    chooser = Noun("an opponent") if effect.chooser == "opponent" else noun(effect.chooser, ctx)
    follow = [f"{chooser.text} {inflect('*choose', chooser.person)} one of the piles"]
    for pile, effects in (("that pile", effect.then), ("the other pile", effect.otherwise)):
        follow += [f"for {pile}, {sequence(effects, ctx)}"] if effects else []
    return Clause(by, f"*separate {every(effect.of, ctx).text} into two piles", tuple(follow))


@effect_clause.register
def flip_coin(effect: model.FlipCoin, ctx: Context) -> Clause:
    follow = [f"if you win the flip, {sequence(effect.then, ctx)}"] if effect.then else []
    if effect.otherwise:
        follow.append(f"if you lose the flip, {sequence(effect.otherwise, ctx)}")
    return Clause(IMPLIED, "*flip a coin", tuple(follow))


@effect_clause.register
def repeat(effect: model.Repeat, ctx: Context) -> Clause:
    return Clause(IMPLIED, "*repeat this process")


@effect_clause.register
def skip_next(effect: model.SkipNext, ctx: Context) -> Clause:
    who = noun(effect.who, ctx)
    what = effect.what if effect.what == "turn" else f"{effect.what} step"
    times = what if effect.count == 1 else f"{how_many(effect.count)} {plural(what)}"
    return Clause(who, f"*skip {who.pronoun} next {times}")


@effect_clause.register
def rule_this_turn(effect: model.RuleThisTurn, ctx: Context) -> Clause:
    if effect.rule == "attack-source" or effect.during == "next-turn":
        return _rule_in_turn(effect, ctx)
    who = noun(effect.who, ctx)
    words = rule_of_players(effect.rule, effect.of, effect.number, ctx, who.pronoun)
    counted = effect.number == 1 or effect.rule in COUNTING_RULES
    number = "" if counted else f" ({effect.number})"
    words = words.removesuffix(" on each turn") + for_nothing(effect.rule, effect.free)
    words += " this turn" + number + needless_filter(effect.rule, effect.of, ctx)
    return Clause(who, words)


@effect_clause.register
def permit(effect: model.Permit, ctx: Context) -> Clause:
    if effect.way == "flashback":
        what, until = every(effect.what, ctx), UNTIL_WORDS[effect.until]
        cost = "the flashback cost is equal to its mana cost"
        free = " (for nothing)" if effect.free else ""
        return Clause(what, f"*gain flashback{free} {until}".rstrip(), (cost,))
    words = f"may {effect.way} {every(effect.what, ctx).text}"
    words += " without paying its mana cost" if effect.free else ""
    until = "this turn" if effect.until == "end-of-turn" else "for as long as it remains exiled"
    return Clause(YOU, f"{words} {until}")


UNTIL_WORDS = {"end-of-turn": "until end of turn", "forever": ""}
"""The words for how long cards have flashback."""


def _rule_in_turn(effect: model.RuleThisTurn, ctx: Context) -> Clause:
    """Return a rule for the players' next turn, or about creatures that attack the source."""
    who = noun(effect.who, ctx)
    extra = for_nothing(effect.rule, effect.free) + needless_filter(effect.rule, effect.of, ctx)
    if effect.number != 1 and effect.rule not in COUNTING_RULES:
        extra += f" ({effect.number})"
    if effect.during == "next-turn":
        that = "you" if who.person == "you" else "that player"
        when = f"during {who.owner} next turn, "
    else:
        that, when = who.text, ""
    verb = "control" if that == "you" or who.person == "many" else "controls"
    if effect.rule == "attack-source":
        turn = "" if when else " this turn"
        words = f"{when}creatures {that} {verb} attack {ctx.this}{turn} if able{extra}"
        return Clause(IMPLIED, words)
    rule = rule_of_players(effect.rule, effect.of, effect.number, ctx)
    rule = inflect(rule.removesuffix(" on each turn"), "you" if that == "you" else "one")
    return Clause(IMPLIED, f"{when}{that} {rule}{extra}")


@effect_clause.register
def extra_turn(effect: model.ExtraTurn, ctx: Context) -> Clause:
    return Clause(actor(effect.who, ctx), "*take an extra turn after this one")


@effect_clause.register
def reveal(effect: model.Reveal, ctx: Context) -> Clause:
    who, count = actor(effect.who, ctx), effect.count
    if effect.zone == "hand":
        words = f"*reveal {who.pronoun} hand"
        if count != 1:
            words += f" ({amount_words(count, ctx)})"
        if effect.until is not None:  # data that no card has
            words += f" (until {filter_words(effect.until, False, ctx, 'card')})"
        return Clause(who, words + (" (exiled)" if effect.exile else ""))
    if effect.until is not None:
        verb = "exile" if effect.exile else "reveal"
        until = counted_objects(count, effect.until, ctx, "card") + equal_to(count, ctx)
        return Clause(
            who,
            f"*{verb} cards from the top of {who.pronoun} library until "
            f"{'you' if who == IMPLIED else 'they'} {verb} {until}",
        )
    number = "card" if count == 1 else f"{how_many(count)} cards"
    verb = "*exile" if effect.exile else "*reveal"
    return Clause(who, f"{verb} the top {number} of {who.pronoun} library{equal_to(count, ctx)}")


@effect_clause.register
def discard(effect: model.Discard, ctx: Context) -> Clause:
    who = actor(effect.who, ctx)
    by_chance = " at random" if effect.random else ""
    if effect.chooser == "owner":
        up_to = "up to " if effect.up_to else ""
        if effect.count == "all" and effect.of is None:
            return Clause(who, f"*discard {up_to}{who.pronoun} hand{by_chance}")
        return Clause(who, f"*discard {up_to}{_cards(effect, ctx)}{by_chance}")
    up_to = "up to " if effect.up_to else ""
    chosen = f"you choose {up_to}{_cards(effect, ctx)}{by_chance} from it"
    again = Clause(
        actor(effect.who, ctx), f"*discard {'that card' if effect.count == 1 else 'those cards'}"
    )
    return Clause(who, f"*reveal {who.pronoun} hand", (chosen, again.main()))


def _cards(effect: model.Discard, ctx: Context) -> str:
    """Return the cards to discard; a filter that finds all cards is mentioned too."""
    any_kind = " of any kind" if effect.of == terms.Filter() else ""
    of = effect.of or terms.Filter()
    if effect.count == "all":
        return f"all {filter_words(of, True, ctx, 'card')}{any_kind}"
    return counted_objects(effect.count, of, ctx, "card") + any_kind + equal_to(effect.count, ctx)


@effect_clause.register
def search(effect: model.Search, ctx: Context) -> Clause:
    """Return a search: "search your library for a card, put it into your hand, then shuffle".

    If the search is optional, the shuffle is a sentence of its own.
    """
    who, one = actor(effect.who, ctx), effect.count == 1
    them = "it" if one else "them"
    if effect.count == "any":
        found = f"any number of {filter_words(effect.of, True, ctx, 'card')}"
    else:
        found = counted_objects(effect.count, effect.of, ctx, "card") + equal_to(effect.count, ctx)
        found = found if one else f"up to {found}"
    steps = [f"*search {who.pronoun} library for {found}"]
    hidden = bool({"hand", "library-top"} & {effect.to, effect.others_to})
    steps += [f"*reveal {them}"] if hidden and effect.reveal else []
    put = (
        f"*put {'one of them' if effect.others_to else them} "
        f"{PUT[effect.to].format(their=who.pronoun)}"
    )
    put += " tapped" if effect.tapped else ""
    put += (
        f" and the others {PUT[effect.others_to].format(their=who.pronoun)}"
        if effect.others_to
        else ""
    )
    put += f" without revealing {them}" if not hidden and not effect.reveal else ""
    last = f"*shuffle and {put}" if effect.to == "library-top" else "*shuffle"
    steps += [] if effect.to == "library-top" else [put]
    if not effect.optional:
        return Clause(who, f"{', '.join(steps)}, then {last}")
    follow = (
        f"if you search this way, {inflect(last, 'you')}"
        if who == IMPLIED
        else f"each player who searches this way {inflect(last, 'one')}"
    )
    return Clause(
        YOU if who == IMPLIED else who, "may " + listed(steps).replace("*", ""), (follow,)
    )


@effect_clause.register
def look_at_top(effect: model.LookAtTop, ctx: Context) -> Clause:
    """Return a look at the top cards of a library, with the cards taken and the rest."""
    whose = noun(effect.who, ctx)
    number = "card" if effect.count == 1 else f"{how_many(effect.count)} cards"
    verb = "*reveal" if effect.reveal == "all" else "*look at"
    first = f"{verb} the top {number} of {whose.owner} library{equal_to(effect.count, ctx)}"
    rest = LEFT_OVER[effect.rest].format(their=whose.pronoun)
    if effect.random_order:
        rest += " in a random order"
    elif effect.rest.startswith("library") and effect.count != 1:
        rest += " in any order"
    if effect.reveal != "taken" and effect == model.LookAtTop(
        count=effect.count,
        who=effect.who,
        reveal=effect.reveal,
        rest=effect.rest,
        random_order=effect.random_order,
    ):
        return Clause(IMPLIED, f"{first}, then *put {'it' if effect.count == 1 else 'them'} {rest}")
    may = "you may put" if effect.optional else "put"
    if effect.of is not None:
        of = effect.of
        words = filter_words(of, effect.take != 1, ctx, "card") + (
            " of any kind" if of == terms.Filter() else ""
        )
        if effect.take == "all":
            taken = f"all {filter_words(of, True, ctx, 'card')} among them"
        elif effect.take == 1:
            taken = f"{article(words) if effect.optional else f'up to one {words}'} from among them"
        else:
            taken = f"up to {how_many(effect.take)} {words} from among them"
    else:
        taken = "one of them" if effect.take == 1 else f"{how_many(effect.take)} of them"
    shown = ", revealed," if effect.reveal == "taken" else ""
    put = (
        f"{may} {taken}{shown} "
        f"{LEFT_OVER[effect.to].format(their=whose.pronoun)}{equal_to(effect.take, ctx)}, and the "
        f"rest {rest}"
    )
    return Clause(IMPLIED, first, (put,))


# --- Life, spells, tokens, mana -------------------------------------------------------------------


@effect_clause.register
def life(effect: model.GainLife | model.LoseLife, ctx: Context) -> Clause:
    verb, amount = "gain" if isinstance(effect, model.GainLife) else "lose", effect.amount
    return Clause(
        noun(effect.who, ctx),
        f"*{verb} {f'{amount} life' if is_plain(amount) else 'life'}{equal_to(amount, ctx)}",
    )


@effect_clause.register
def set_life(effect: model.SetLife, ctx: Context) -> Clause:
    total = amount_words(effect.amount, ctx)
    total = total if is_plain(effect.amount) else f"equal to {total}"
    return Clause(IMPLIED, f"{noun(effect.who, ctx).owner} life total becomes {total}")


@effect_clause.register
def counter(effect: model.Counter, ctx: Context) -> Clause:
    words = f"*counter {noun(effect.what, ctx).text}"
    if effect.unless_pays is not None:
        price = (
            f"{{{effect.unless_pays}}}"
            if is_plain(effect.unless_pays)
            else f"mana{equal_to(effect.unless_pays, ctx)}"
        )
        words += f" unless its controller pays {price}"
    place = {
        "exile": "exile it",
        "hand": "put it into its owner's hand",
        "library-top": "put it on top of its owner's library",
    }
    if effect.to == "graveyard":
        return Clause(IMPLIED, words)
    follow = (
        f"if that spell is countered this way, {place[effect.to]} instead of putting it "
        "into its owner's graveyard"
    )
    return Clause(IMPLIED, words, (follow,))


@effect_clause.register
def again(effect: model.Again, ctx: Context) -> Clause:
    copied = f"*copy {noun(effect.what, ctx).text}"
    if effect.count == 1:
        return Clause(IMPLIED, copied, ("you may choose new targets for the copy",))
    return Clause(
        IMPLIED,
        copied + repeatedly(effect.count, ctx),
        ("you may choose new targets for the copies",),
    )


@effect_clause.register
def make_token(effect: model.MakeToken, ctx: Context) -> Clause:
    who = actor(effect.who, ctx)
    token, where = effect.token, ""
    size = ""
    if effect.power is not None or effect.toughness is not None:
        power = token.power if effect.power is None else effect.power
        toughness = token.toughness if effect.toughness is None else effect.toughness
        size, where = size_words(power, toughness, ctx)
        size += "" if (token.power, token.toughness) == (0, 0) else f" ({token_size(token)})"
    words = ("tapped " if effect.tapped else "") + token_words(token, effect.count != 1, ctx, size)
    tokens = article(words) if effect.count == 1 else f"{how_many(effect.count)} {words}"
    return Clause(who, f"*create {tokens}{equal_to(effect.count, ctx)}{where}")


@effect_clause.register
def copy_token(effect: model.CopyToken, ctx: Context) -> Clause:
    tokens = (
        "a token that is a copy"
        if effect.count == 1
        else f"{how_many(effect.count)} tokens that are copies"
    )
    but = except_words(effect.unlike, False, "this token", ctx)
    return Clause(
        IMPLIED,
        f"*create {tokens} of {noun(effect.of, ctx).text}{equal_to(effect.count, ctx)}{but}",
    )


@effect_clause.register
def become_copy(effect: model.BecomeCopy, ctx: Context) -> Clause:
    until = "" if effect.until == "forever" else f" {UNTIL[effect.until].format(this=ctx.this)}"
    but = except_words(effect.unlike, effect.keeps, recipient(effect.what, ctx), ctx)
    return Clause(
        subject(effect.what, ctx), f"*become a copy of {noun(effect.of, ctx).text}{until}{but}"
    )


@effect_clause.register
def add_mana(effect: model.AddMana, ctx: Context) -> Clause:
    who = actor(effect.who, ctx)
    parts = [
        *([_mana_of_choice(effect)] if effect.choice or effect.mixed else []),
        *([_mana_of_either(effect)] if effect.either else []),
        *([f"{how_many(effect.times)} mana of {LIKE[effect.like]}"] if effect.like else []),
        *([_mana_of_objects(effect, effect.among, ctx)] if effect.among is not None else []),
        *([_mana_of_lands(effect, ctx)] if effect.could is not None or effect.colors_only else []),
    ]
    number = equal_to(effect.times, ctx) if parts else ""
    parts = [*([_symbols(effect, ctx)] if effect.add or not parts else []), *parts]
    follow = (_uses(effect, effect.spend, ctx),) if effect.spend is not None else ()
    return Clause(who, f"*add {' and '.join(parts)}{number}", follow)


LIKE = {"chosen-color": "the chosen color", "produced": "any type that land produced"}
"""The kinds of mana that follow something else."""


def _mana_of_either(effect: model.AddMana) -> str:
    one_of = "one of " if len(effect.either) < 2 else ""
    times = "" if effect.times == 1 else f" {how_many(effect.times)} times"
    return one_of + listed(effect.either, "or") + times


def _mana_of_objects(effect: model.AddMana, among: terms.What, ctx: Context) -> str:
    color = "color" if effect.times == 1 else "one color"
    objects = (
        filter_words(among, True, ctx) if isinstance(among, terms.Filter) else noun(among, ctx).text
    )
    return f"{how_many(effect.times)} mana of any {color} among {objects}"


def _mana_of_lands(effect: model.AddMana, ctx: Context) -> str:
    kind = "color" if effect.colors_only else "type"
    kind = kind if effect.times == 1 else f"one {kind}"
    if effect.could is None:
        return f"{how_many(effect.times)} mana of any {kind} that nothing could produce"
    could = effect.could
    lands = (
        article(filter_words(could, False, ctx))
        if isinstance(could, terms.Filter)
        else noun(could, ctx).text
    )
    return f"{how_many(effect.times)} mana of any {kind} that {lands} could produce"


def _uses(effect: model.AddMana, spend: model.Spend, ctx: Context) -> str:
    """Return the sentence on the uses of restricted mana."""
    one = effect.times == 1 and effect.add.count("{") < 2 and not effect.either
    if spend.only:
        return f"spend this mana only to {uses_of_mana(spend, ctx, one=one)}"
    return f"if this mana is spent to {uses_of_mana(spend, ctx, one=True)}"


def uses_of_mana(spend: model.Spend, ctx: Context, *, one: bool = False) -> str:
    """Return the uses of restricted mana: "cast creature spells".

    `one`: in the singular, as for one mana.
    """
    uses: list[str] = []
    if spend.cast is not None:
        spells = filter_words(spend.cast, not one, ctx, "spell")
        uses.append(f"cast {article(spells) if one else spells}")
    if spend.activate is not None:
        sources = filter_words(spend.activate, not one, ctx)
        uses.append(
            f"activate an ability of {article(sources)}"
            if one
            else f"activate abilities of {sources}"
        )
    that = "that spell" if one else "those spells"
    more = [f"{that} can't be countered"] if spend.uncounterable else []
    gain = "gains" if one else "gain"
    more += [f"{that} {gain} haste"] if spend.haste else []
    joiner = ", and " if spend.only else ", "
    words = " or ".join(uses) or "do nothing"
    return words + joiner + " and ".join(more) if more else words


def _symbols(effect: model.AddMana, ctx: Context) -> str:
    """Return mana symbols with their number.

    For example "{G}{G}", "{G}{G} for each creature" or "an amount of {G} equal to your devotion to
    green".
    """
    symbols, times = effect.add, effect.times
    if not symbols:
        return "no mana" + repeatedly(times, ctx)
    if isinstance(times, int) and 1 <= times <= 10:
        return symbols * times
    # such as two for each
    if (
        isinstance(times, terms.Count)
        and 1 < times.times <= 10
        and times == terms.Count(of=times.of, times=times.times)
    ):
        symbols, times = symbols * times.times, replace(times, times=1)
    words = repeatedly(times, ctx)
    if symbols.count("{") == 1 and not words.startswith(" for each"):
        return f"an amount of {symbols} equal to {amount_words(times, ctx)}"
    return symbols + words


def _mana_of_choice(effect: model.AddMana) -> str:
    number = how_many(effect.times)
    symbols = [COLOR_SYMBOLS[color] for color in effect.choice]
    if effect.mixed:
        every = effect.choice == tuple(COLOR_SYMBOLS)
        kinds = "colors" if every else " and/or ".join(symbols) or "no colors"
        return f"{number} mana in any combination of {kinds}"
    if effect.choice == tuple(COLOR_SYMBOLS):
        return f"{number} mana of any {'color' if effect.times == 1 else 'one color'}"
    if effect.times == 1 and len(symbols) > 1 and not effect.add:
        return listed(symbols, "or")
    return (
        f"{number} mana of {'one of the colors' if len(symbols) > 1 else 'the color'} "
        f"{listed(symbols)}"
    )


# --- Permanents -----------------------------------------------------------------------------------


NEXT_UNTAP: dict[str, terms.Ref] = {"your-next-untap": "you", "target-next-untap": "target"}
"""The player whose next untap step ends an effect."""


@effect_clause.register
def modify(effect: model.Modify, ctx: Context) -> Clause:
    until = until_words(effect.change, effect.until, ctx)
    if effect.change == model.Change(controller="you"):
        return Clause(IMPLIED, f"*gain control of {every(effect.what, ctx).text} {until}")
    who = subject(effect.what, ctx)
    if effect == model.Modify(what=effect.what, change=STAYS_TAPPED, until="next-untap"):
        return Clause(who, "*don't untap during *its controller's next untap step")
    if effect.change == STAYS_TAPPED and effect.until in NEXT_UNTAP:
        return Clause(
            who, f"*don't untap during {noun(NEXT_UNTAP[effect.until], ctx).owner} next untap step"
        )
    predicate = change_predicate(effect.change, ctx, BEGINNING, recipient(effect.what, ctx))
    change, where, meaning = predicate.rpartition(", where ")
    if where and '"' not in meaning:  # the meaning of letters comes last
        return Clause(who, f"{change} {until}{where}{meaning}")
    return Clause(who, f"{predicate} {until}")


# --- Effects made of effects ----------------------------------------------------------------------


@effect_clause.register
def for_each_(effect: model.ForEach, ctx: Context) -> Clause:
    if isinstance(effect.of, terms.Filter):
        who = f"each {filter_words(effect.of, False, ctx)}"
    elif effect.of in ("players", "opponents"):
        who = noun(effect.of, ctx).text
    else:
        who = f"each of {noun(effect.of, ctx).text}"
    if len(effect.then) == 1:
        only = effect_clause(effect.then[0], ctx)
        return _compound(f"for {who}, {only.main()}", *only.follow)
    return _compound(f"for {who}, {sequence(effect.then, ctx)}")


def _compound(first: str, *follow: str) -> Clause:
    return Clause(IMPLIED, first, follow, compound=True)


@effect_clause.register
def if_(effect: model.If, ctx: Context) -> Clause:
    if _is_dearer(effect) and not ctx.in_trigger:
        first = sequence(effect.otherwise, ctx)
        return _compound(
            first,
            f"if {condition_words(effect.condition, ctx)}, {sequence(effect.then, ctx)} instead",
        )
    if ctx.in_trigger:  # an "if" right after the event would be the trigger's condition (CR 603.4)
        first = f"{sequence(effect.then, ctx)} if {condition_words(effect.condition, ctx)}"
    else:
        first = f"if {condition_words(effect.condition, ctx)}, {sequence(effect.then, ctx)}"
    return _compound(
        first, *([f"otherwise, {sequence(effect.otherwise, ctx)}"] if effect.otherwise else [])
    )


def _is_dearer(effect: model.If) -> bool:
    """Return whether a paid cost replaces one plain effect by another.

    Cards mention the effect without the cost first.
    """
    plain = not any(isinstance(each, model.If) for each in (*effect.then, *effect.otherwise))
    return (
        isinstance(effect.condition, terms.Paid)
        and bool(effect.then and effect.otherwise)
        and plain
    )


@effect_clause.register
def may(effect: model.May, ctx: Context) -> Clause:
    if effect.otherwise and not effect.then:
        return _unless(effect, ctx)
    who = noun(effect.who, ctx)
    they = "you" if who == YOU else "they"
    if effect.cost is None:
        # in a trigger, a plain "you may" would make the trigger optional
        may = "may choose to" if ctx.in_trigger and who == YOU else "may"
        first = [
            (
                f"{who.text} {may} "
                f"{choices(effect.then, ctx, effect.who)}{repeatedly(effect.times, ctx)}"
            )
        ]
    else:
        first = [
            (
                f"{who.text} may "
                f"{inflect(cost_predicate(effect.cost, ctx), 'you')}{repeatedly(effect.times, ctx)}"
            )
        ]
        first.append(f"if {they} do, {sequence(effect.then, ctx)}")
    return _compound(
        *first,
        *([f"if {they} don't, {sequence(effect.otherwise, ctx)}"] if effect.otherwise else []),
    )


def _unless(effect: model.May, ctx: Context) -> Clause:
    """Return a threat with a way out: "sacrifice this creature unless you pay {G}"."""
    threat = sequence(effect.otherwise, ctx)
    who = noun(effect.who, ctx)
    way_out = "*decide against it" if effect.cost is None else cost_predicate(effect.cost, ctx)
    return _compound(
        f"{threat} unless {who.text} {inflect(way_out, who.person)}{repeatedly(effect.times, ctx)}"
    )


# --- Casting, keyword actions ---------------------------------------------------------------------

BY_KEYWORD = {
    "cascade": "cascade",
    "cast-copy": "cast a copy of the encoded card",
    "hideaway": "hide a card away",
    "pair": "pair it with another unpaired creature you control",
}


VERBS = {
    "become-monstrous": "become monstrous",
    "become-renowned": "become renowned",
    "exploit": "exploit the creature",
    "explore": "explore",
    "phase-out": "phase out",
}
"""What an object itself does."""


@effect_clause.register
def cast(effect: model.Cast, ctx: Context) -> Clause:
    what = noun(effect.what, ctx).text
    price = (
        "without paying its mana cost"
        if effect.cost is None
        else f"by paying {cost_words(effect.cost, ctx)} rather than its mana cost"
    )
    words = (
        f"{'play' if effect.play else 'cast'} {what} "
        f"{price}{f' as {effect.way} does' if effect.way else ''}"
    )
    follow = (f"if you don't, {sequence(effect.otherwise, ctx)}",) if effect.otherwise else ()
    return (
        Clause(IMPLIED, f"*{words} if able", follow)
        if effect.must
        else Clause(YOU, f"may {words}", follow)
    )


@effect_clause.register
def others(
    effect: model.WinGame
    | model.LoseGame
    | model.Proliferate
    | model.Exchange
    | model.Delayed
    | model.Ante
    | model.Dexterity,
    ctx: Context,
) -> Clause:
    match effect:
        case model.WinGame() | model.LoseGame():
            verb = "win" if isinstance(effect, model.WinGame) else "lose"
            return Clause(noun(effect.who, ctx), f"*{verb} the game")
        case model.Proliferate():
            return Clause(IMPLIED, "*proliferate")
        case model.Exchange():
            first, second = noun(effect.first, ctx).text, noun(effect.second, ctx).text
            both = first if effect.first == effect.second else f"{first} and {second}"
            return Clause(
                IMPLIED,
                f"*exchange {'the life totals' if effect.what == 'life' else 'control'} of {both}",
            )
        case model.Delayed():
            known = f", where X is {amount_words(effect.x, ctx)}" if effect.x is not None else ""
            event = (repeated_words if effect.each_time else delayed_words)(effect.when, ctx)
            event += " this turn" if effect.this_turn else ""
            if effect.until == "your-next-turn":
                longer = event.replace("until end of turn", "until your next turn", 1)
                event = longer if longer != event else f"{event} until your next turn"
            return _compound(f"{event}, {sequence(effect.then, ctx)}{known}")
        case model.Ante():
            return Clause(IMPLIED, "*play for ante")
        case model.Dexterity():
            return Clause(IMPLIED, "*perform a feat of dexterity")


@effect_clause.register
def by_keyword(effect: model.ByKeyword, ctx: Context) -> Clause:
    number = f" {effect.number}" if effect.number else ""
    if effect.word in VERBS:
        return Clause(noun(effect.what, ctx), f"*{VERBS[effect.word]}{number}")
    if effect.word.startswith("turn-"):
        return Clause(
            IMPLIED,
            f"*turn {noun(effect.what, ctx).text} {effect.word[5:].replace('-', ' ')}{number}",
        )
    if effect.word == "exert":
        return Clause(IMPLIED, f"*exert {noun(effect.what, ctx).text}{number}")
    if effect.word == "graft":
        return Clause(
            IMPLIED,
            (
                f"*move a +1/+1 counter from {noun('self', ctx).text} onto "
                f"{noun(effect.what, ctx).text}{number}"
            ),
        )
    what = "" if effect.what == "self" else f" ({noun(effect.what, ctx).text})"
    return Clause(IMPLIED, f"*{BY_KEYWORD[effect.word]}{number}{what}")


@effect_clause.register
def manifest(effect: model.Manifest, ctx: Context) -> Clause:
    who = actor(effect.who, ctx)
    cards = "card" if effect.count == 1 else f"{how_many(effect.count)} cards"
    return Clause(
        who, f"*manifest the top {cards} of {who.pronoun} library{equal_to(effect.count, ctx)}"
    )


@effect_clause.register
def become_monarch(effect: model.BecomeMonarch, ctx: Context) -> Clause:
    return Clause(noun(effect.who, ctx), "*become the monarch")


@effect_clause.register
def make_emblem(effect: model.MakeEmblem, ctx: Context) -> Clause:
    inner = ctx.quoting("this emblem")
    words = listed([ctx.quote(one_line(ability, inner)) for ability in effect.abilities])
    return Clause(noun(effect.who, ctx), f"*get an emblem with {words}")


@effect_clause.register
def when_done(effect: model.WhenDone, ctx: Context) -> Clause:
    def write(inner: Context, first: Sequence[str]) -> str:
        return ", then ".join((*first, sequence(effect.then, inner)))

    return _compound(f"when you do, {naming((), effect.targets, ctx, write)}")


# --- Tokens ---------------------------------------------------------------------------------------


def token_size(card: model.Card) -> str:
    """Return a token's power and toughness: "1/1"; "" if it has none."""
    if card.power is None and card.toughness is None:
        return ""
    return "/".join("-" if n is None else str(n) for n in (card.power, card.toughness))


def token_words(card: model.Card, many: bool, ctx: Context, size: str = "") -> str:
    """Return the description of a token: "1/1 white Soldier creature token with flying".

    A token with a cost or other unusual facts is quoted whole. `size`: other than its own.
    """
    inner = ctx.quoting(
        f"this {card.types[0].lower()}" if len(card.types) == 1 else "this permanent"
    )
    unusual = (
        card.cost,
        card.loyalty,
        card.enchant,
        card.additional,
        card.alternatives,
        card.kicker,
        card.halves,
        card.vintage,
        card.playable,
    )
    if unusual != USUAL_TOKEN:
        return (
            f"{size} {'tokens that are each' if many else 'token that is'} "
            f"{ctx.quote(one_line(card, inner))}"
        ).lstrip()
    words = [size or token_size(card)]
    words += [] if card.colors is None else [listed(card.colors) or "colorless"]
    words += (
        [word.lower() for word in card.supertypes]
        + list(card.subtypes)
        + [word.lower() for word in card.types]
    )
    words.append("tokens" if many else "token")
    words += [] if card.name == " ".join(card.subtypes) else [f"named {card.name}"]
    features = [
        *card.keywords,
        *(ctx.quote(one_line(ability, inner)) for ability in card.abilities),
    ]
    return " ".join(filter(None, words)) + (f" with {listed(features)}" if features else "")
