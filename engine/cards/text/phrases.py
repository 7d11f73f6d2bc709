"""Phrases of rules text: references, filters, targets and amounts.

A target is written in full where it is first named ("target creature you control") and by a short
word after that ("that creature"); `Context` keeps count.
"""

from __future__ import annotations

from typing import Literal, cast

from engine.base.records import replace
from engine.base.rule_words import ordinal
from engine.cards.model import Target
from engine.cards.terms import (
    COUNTED,
    REMEMBERED,
    RESULTS,
    TARGET_INDEX,
    Amount,
    Computed,
    Count,
    Filter,
    Memory,
    PerPlayer,
    Players,
    Ref,
    Stat,
    Sum,
    What,
)
from engine.cards.text.words import (
    IMPLIED,
    YOU,
    Context,
    Noun,
    additional,
    article,
    inflect,
    listed,
    number_word,
    plural,
)

Home = Literal["permanent", "card", "spell"]
"""The objects of a filter without a zone: cards or spells if the sentence is about them, whatever
the filter's `zone`.
"""

# with players, "any target" (CR 115.4)
ANY_TARGET = Filter(types=("Creature", "Planeswalker"))

REF_NOUNS: dict[str, Noun] = {
    "you": YOU,
    "all-targets": Noun("the targets", "many"),
    "chosen": Noun("what was chosen"),
    "opponents": Noun("each opponent"),
    "opponents-of-that-player": Noun("each of that player's opponents"),
    "players": Noun("each player"),
    "defending-player": Noun("defending player"),
    "chosen-player": Noun("the chosen player"),
    "exiled-by-self": Noun("the exiled card"),
    "creator": Noun("its creator"),
    "created-by-self": Noun("the tokens created with it", "many"),
    **{
        verb: Noun(f"the {verb} {kind}")
        for kind, verbs in (
            ("permanent", ("destroyed", "tapped", "untapped")),
            ("card", ("discarded", "milled", "drawn", "revealed", "moved")),
            ("object", ("exiled", "damaged")),
            ("token", ("created",)),
            ("spell", ("countered",)),
        )
        for verb in verbs
    },
}
FLAGS: dict[str, tuple[str, str]] = {
    "tapped": ("tapped", "untapped"),
    "attacking": ("attacking", "nonattacking"),
    "blocking": ("blocking", "nonblocking"),
    "blocked": ("blocked", "unblocked"),
    "paired": ("paired", "unpaired"),
    "monstrous": ("monstrous", "nonmonstrous"),
    "renowned": ("renowned", "nonrenowned"),
    "enchanted": ("enchanted", "unenchanted"),
    "colorless": ("colorless", "colored"),
    "multicolored": ("multicolored", "nonmulticolored"),
}
"""Adjectives for the boolean keys of a filter: for true, for false."""
WHO: dict[str, Ref] = {
    "you": "you",
    "target": "target",
    "that-player": "that-player",
    "defending-player": "defending-player",
    "chosen-player": "chosen-player",
}
SHARED = {
    "chosen-color": "of the chosen color",
    "chosen-type": "of the chosen type",
    "color": "that {share} a color with {it}",
    "creature-type": "that {share} a creature type with {it}",
    "mana-value": "that {have} the same mana value as {it}",
    "name": "with the same name as {it}",
    "card-type": "that {share} a card type with {it}",
}
CASTING_STATS = {
    "colors-spent": "the number of colors of mana spent to cast this",
    "spells-before": "the number of spells cast before it this turn",
    "times-paid": "the number of times its cost was paid",
    "targets": "the number of its targets",
    "damage-to-opponents": "the total damage dealt to opponents this turn",
}
LONE_FLAGS = {
    replace(Filter(), **{name: value}): pair[not value]
    for name, pair in FLAGS.items()
    for value in (True, False)
}
"""Filters with nothing but one of these adjectives."""
BOUNDS = (("power", "power"), ("toughness", "toughness"), ("value", "mana value"))
STAT_OF: dict[str, Literal["power", "toughness", "mana-value"]] = {
    "power": "power",
    "toughness": "toughness",
    "mana value": "mana-value",
}


HOMES: dict[str, Home] = {
    **dict.fromkeys(("exiled", "discarded", "milled", "drawn", "moved", "revealed"), "card"),
    "countered": "spell",
}
"""What results are, if they aren't permanents."""


# --- References -----------------------------------------------------------------------------------


def noun(ref: Ref, ctx: Context) -> Noun:
    """Return the noun for a reference."""
    if ref in TARGET_INDEX:
        return target_name(TARGET_INDEX[ref], ctx)
    if ref == "self":
        return Noun(ctx.this)
    if ref == "attached":
        return Noun(ctx.host)
    if ref == "it":
        return Noun(ctx.it)
    if ref == "sacrificed":
        return Noun(f"the sacrificed {ctx.sacrificed}")
    if ref == "that-player":
        return Noun("the player concerned" if any(t.player for t in ctx.targets) else "that player")
    role, _, whose = ref.partition("-of-")
    if whose in ("target", "it", "attached"):
        return Noun(f"{noun(cast('Ref', whose), ctx).owner} {role}")
    return REF_NOUNS[ref]


def actor(ref: Ref, ctx: Context) -> Noun:
    """Return the noun for the player of an instruction; "you" is left out."""
    return IMPLIED if ref == "you" else noun(ref, ctx)


def every(what: What, ctx: Context, preposition: str = "in") -> Noun:
    """Return a noun for all objects together: "all creatures", or the noun of a reference."""
    if isinstance(what, Filter):
        both = _with_its_like(what, "all other", ctx)
        words = filter_words(what, True, ctx, preposition=preposition)
        return Noun((both or "all ") + words, "many")
    return noun(what, ctx)


def _with_its_like(f: Filter, others: str, ctx: Context) -> str:
    """Return "target creature and all other ", before those that have something in common with it.

    "" if a filter's objects have nothing in common with a target, or the target isn't among them.
    """
    if not f.shares or f.apart_from is not None or f.shares_with not in TARGET_INDEX:
        return ""
    return f"{noun(f.shares_with, ctx).text} and {others} "


def each(what: What, ctx: Context) -> Noun:
    """Return a noun for the objects one by one: "each creature", or the noun of a reference."""
    if isinstance(what, Filter):
        both = _with_its_like(what, "each other", ctx)
        return Noun((both or "each ") + filter_words(what, False, ctx))
    return noun(what, ctx)


def any_of_them(what: What, ctx: Context) -> Noun:
    """Return a noun for any of the objects: "another creature", or the noun of a reference."""
    return (
        Noun(article(filter_words(what, False, ctx)))
        if isinstance(what, Filter)
        else noun(what, ctx)
    )


def subject(what: What, ctx: Context) -> Noun:
    """Return the objects as a subject: "other creatures you control", or a reference's noun."""
    if isinstance(what, Filter):
        both = _with_its_like(what, "all other", ctx)
        return Noun(both + filter_words(what, True, ctx), "many")
    return noun(what, ctx)


def recipient(what: What, ctx: Context) -> str:
    """Return the word by which an ability granted to objects calls its source: "this creature"."""
    if isinstance(what, Filter):
        return f"this {short_name(what)}"
    if what == "self":
        return ctx.this
    if what == "attached" and not ctx.host.startswith("the "):
        return f"this {ctx.host.split()[-1]}"
    if what in TARGET_INDEX and TARGET_INDEX[what] < len(ctx.targets):
        of = ctx.targets[TARGET_INDEX[what]].of
        return f"this {short_name(of) if of is not None else 'permanent'}"
    return "this permanent"


# --- Targets --------------------------------------------------------------------------------------


def target_name(index: int, ctx: Context) -> Noun:
    """Return a target's name: in full where it is first named, short after that."""
    if index >= len(ctx.targets):
        return Noun(("the target", "the second target", "the third target")[index])
    if index in ctx.named:
        return _named_before(index, ctx)
    ctx.named.append(index)
    return target_phrase(ctx.targets[index], ctx)


def _named_before(index: int, ctx: Context) -> Noun:
    names = [_short_name(ctx.targets[other]) for other in ctx.named]
    name, many = _short_name(ctx.targets[index]), ctx.targets[index].count != 1
    words = " or ".join(plural(word) for word in name.split(" or ")) if many else name
    if names.count(name) > 1:
        return Noun(f"the {ordinal(index + 1)} {words}", "many" if many else "one")
    return Noun(f"those {words}", "many") if many else Noun(f"that {words}")


def _short_name(target: Target) -> str:
    names: list[str] = []
    if target.of is not None:
        names.append(
            "target" if target.of == ANY_TARGET and target.player else short_name(target.of)
        )
    if target.player and names != ["target"]:
        names.append("player")
    if target.ability:
        names.append("ability")
    return " or ".join(names) or "target"


def short_name(f: Filter) -> str:
    """Return one word for the objects of a filter: "creature", "Goblin", "card"."""
    if f.zone != "battlefield":
        return "spell" if f.zone == "stack" else "card"
    if len(f.types) == 1:
        return f.types[0].lower()
    return f.subtypes[0] if len(f.subtypes) == 1 and not f.types else "permanent"


def target_phrase(target: Target, ctx: Context, word: str = "target") -> Noun:
    """Return a whole "target …" phrase, or with an empty `word` the one of an enchant ability."""
    one = target.count == 1
    before = f"{word} ".lstrip()
    if target.of is not None and target.of.other:
        before = ("another " if one and not target.up_to else "other ") + before
    if target.of == ANY_TARGET and target.player == "any":
        kind = "target" if one else "targets"
        before = "" if target.up_to or not one else "any "
    else:
        kind = _target_kind(target, ctx, not one)
    at_least = "" if target.at_least is None else f"{number_word(target.at_least)} or "
    if one:
        return Noun(f"{at_least}{'up to one ' if target.up_to else ''}{before}{kind}")
    number, least = how_many(target.count), target.at_least
    if (
        isinstance(target.count, int)
        and least is not None
        and least < target.count
        and not target.up_to
    ):
        at_least, number = (
            "",
            listed([number_word(some) for some in range(least, target.count + 1)], "or"),
        )
    words = (
        f"{'up to ' if target.up_to else ''}{number} {before}{kind}{equal_to(target.count, ctx)}"
    )
    return Noun(at_least + words, "many")


def _target_kind(target: Target, ctx: Context, many: bool) -> str:
    kinds: list[str] = []
    if target.of is not None:
        kinds.append(filter_words(replace(target.of, other=False), many, ctx, preposition="from"))
    if target.player:
        player = "opponent" if target.player == "opponent" else "player"
        kinds.append(plural(player) if many else player)
    return listed([*kinds, *_abilities_meant(target, ctx, many, bool(kinds))], "or") or "nothing"


def _abilities_meant(target: Target, ctx: Context, many: bool, apart: bool) -> list[str]:
    """Return the abilities on the stack that may be the target.

    `apart`: the abilities are alternatives to other targets.
    """
    if not target.ability and target.ability_of is None:
        return []
    words: list[str] = [target.ability]
    if target.ability == "any":
        words = ["activated", "triggered"] if apart else ["activated or triggered"]
    source = (
        ""
        if target.ability_of is None
        else f" of {article(filter_words(target.ability_of, False, ctx))}"
    )
    return [f"{word} {'abilities' if many else 'ability'}{source}".lstrip() for word in words]


# --- Filters --------------------------------------------------------------------------------------


def filter_words(
    f: Filter,
    plural: bool = False,
    ctx: Context | None = None,
    home: Home = "permanent",
    preposition: str = "in",
) -> str:
    """Return the objects of a filter without article: "other untapped creatures you control"."""
    ctx = ctx or Context()
    if f.among is not None and home == "permanent":
        home = HOMES.get(f.among, home)
    zone = "" if f.zone == "battlefield" else f.zone
    words = (
        *_adjectives(f),
        _head(f, plural, zone, home),
        *_qualities(f, plural, ctx),
        *_relations(f, plural, ctx),
    )
    place = _place(f, plural, ctx, home, preposition)
    return " ".join((*words, *place, *_alternatives(f, plural, ctx)))


def _adjectives(f: Filter) -> list[str]:
    words = ["other"] if f.other else []
    words += ["nontoken"] if f.token is False else []
    words += [
        pair[0 if getattr(f, name) else 1]
        for name, pair in FLAGS.items()
        if getattr(f, name) is not None
    ]
    words += [listed(flags, "or")] if (flags := _alternative_flags(f) or _further_types(f)) else []
    words += [listed([word.lower() for word in f.supertypes], "or")] if f.supertypes else []
    words += (
        [", ".join(f"non{word.lower()}" for word in f.not_supertypes)] if f.not_supertypes else []
    )
    words += [listed(f.colors, "or")] if f.colors else []
    words += [", ".join(f"non{word}" for word in f.not_colors)] if f.not_colors else []
    words += [", ".join(f"non{word.lower()}" for word in f.not_types)] if f.not_types else []
    words += [", ".join(f"non-{word}" for word in f.not_subtypes)] if f.not_subtypes else []
    return words


def _alternative_flags(f: Filter) -> list[str]:
    """Return the words of "attacking or blocking" if all alternatives are such words."""
    words = [LONE_FLAGS[option] for option in f.any_of if option in LONE_FLAGS]
    return words if len(words) > 1 and len(words) == len(f.any_of) else []


def _further_types(f: Filter) -> list[str]:
    """Return the word of "artifact creature" if only types are needed besides those of the noun."""
    option = f.any_of[0] if len(f.any_of) == 1 else None
    return (
        [word.lower() for word in option.types]
        if option is not None and option == Filter(types=option.types)
        else []
    )


def _head(f: Filter, many: bool, zone: str, home: Home) -> str:
    kinds = [word.lower() for word in f.types]
    noun_of_zone = "spell" if zone == "stack" else "card"
    last = noun_of_zone if zone else home
    tail: list[str] = [last] if last != "permanent" else []
    tail += ["token"] if f.token else []
    if tail:
        words = [listed(group, "or") for group in (f.subtypes, kinds) if group]
        return " ".join((*words, *tail[:-1], plural(tail[-1]) if many else tail[-1]))
    if kinds:
        words = [listed(f.subtypes, "or")] if f.subtypes else []
        return " ".join(
            (*words, listed([plural(kind) for kind in kinds]) if many else listed(kinds, "or"))
        )
    names = f.subtypes or ("permanent",)
    return listed([plural(name) for name in names]) if many else listed(names, "or")


def _qualities(f: Filter, many: bool, ctx: Context) -> list[str]:
    words = [f"with {listed(f.keywords, 'or')}"] if f.keywords else []
    words += [f"without {listed(f.not_keywords, 'or')}"] if f.not_keywords else []
    for key, name in BOUNDS:
        low, high = getattr(f, f"{key}_min"), getattr(f, f"{key}_max")
        words += (
            [f"with {_bounds(name, low, high, ctx)}"] if low is not None or high is not None else []
        )
    it, share, have, was = (
        ("them", "share", "have", "were") if many else ("it", "shares", "has", "was")
    )
    words += [f"with {article(f.counters)} counter on {it}"] if f.counters else []
    words += [f"named {f.name}"] if f.name else []
    if f.shares:
        other = "the source" if f.shares_with == "self" else noun(f.shares_with, ctx).text
        common = SHARED[f.shares].format(share=share, have=have, it=other)
        words.append(
            common
            if "{it}" in SHARED[f.shares] or other == "the source"
            else f"{common} and {other}"
        )
    elif f.shares_with != "self":
        words.append(f"that {share} nothing with {noun(f.shares_with, ctx).text}")
    if f.damaged is not None:
        negated = "" if f.damaged else "n't"
        words.append(f"that {was}{negated} dealt damage this turn")
    return words


def _bounds(name: str, low: Amount | None, high: Amount | None, ctx: Context) -> str:
    """Return "power 3 or less", "the greatest power among creatures you control" or the like."""
    if low is not None and high is not None:
        if low != high:
            return f"{name} from {amount_words(low, ctx)} to {amount_words(high, ctx)}"
        return f"{name} {'' if is_plain(low) else 'equal to '}{amount_words(low, ctx)}"
    bound = high if low is None else low
    assert bound is not None
    if is_plain(bound):
        return f"{name} {bound} or {'less' if low is None else 'greater'}"
    extreme = Stat(what=STAT_OF[name], of="self", take="least" if low is None else "greatest")
    if isinstance(bound, Stat) and replace(bound, of="self") == extreme:
        return amount_words(bound, ctx)
    than = "less than" if low is None else "greater than"
    return f"{name} {than} or equal to {amount_words(bound, ctx)}"


def _relations(f: Filter, many: bool, ctx: Context) -> list[str]:
    words = [f"attached to {ctx.this}"] if f.attached_to_self else []
    words += [_among(f.among, many, ctx)] if f.among is not None else []
    words += [f"other than {noun(f.apart_from, ctx).text}"] if f.apart_from is not None else []
    if f.targets is not None:
        verb = inflect("*target", "many" if many else "one")
        words.append(f"that {verb} {any_of_them(f.targets, ctx).text}")
    words += [f"{_holder(f.controller, 'control', many, ctx)}"] if f.controller != "any" else []
    if f.owner != "any" and f.zone in ("battlefield", "stack", "exile"):
        words.append(_holder(f.owner, "own", many, ctx))
    return words


MEMORY_WORDS: dict[str, str] = {
    "attacked-this-turn": "that attacked this turn",
    "blocked-this-turn": "that blocked this turn",
    "buried-this-turn": "put into a graveyard from anywhere this turn",
    "cast-this-turn": "cast this turn",
    "damaged-by-attached-this-turn": "dealt damage by {host} this turn",
    "damaged-by-self-this-turn": "dealt damage by {this} this turn",
    "dealt-damage-this-turn": "that dealt damage this turn",
    "dealt-damage-to-opponent-this-turn": "that dealt damage to an opponent this turn",
    "dealt-damage-to-self-this-turn": "that dealt damage to {this} this turn",
    "dealt-damage-to-you-this-turn": "that dealt damage to you this turn",
    "died-this-turn": "that died this turn",
    "discarded-this-turn": "discarded this turn",
    "entered-this-turn": "that entered this turn",
    "left-this-turn": "that left the battlefield this turn",
}
"""The objects of each word for what has happened this turn."""


def _among(ref: Ref | Memory, many: bool, ctx: Context) -> str:
    if ref in MEMORY_WORDS:
        return MEMORY_WORDS[ref].format(this=ctx.this, host=ctx.host)
    if ref in RESULTS:
        return f"{ref} this way"
    if ref == "created-by-self":
        return f"created with {ctx.this}"
    return f"from among {noun(ref, ctx).text}"  # type: ignore[arg-type]


def _holder(who: str, verb: str, many: bool, ctx: Context) -> str:
    if who == "opponent":
        return f"your opponents {verb}" if many else f"an opponent {verb}s"
    if who == "not-you":
        return f"you don't {verb}"
    holder = noun(WHO[who], ctx)
    return f"{holder.text} {inflect('*' + verb, holder.person)}"


def _place(f: Filter, many: bool, ctx: Context, home: Home, preposition: str) -> list[str]:
    if f.zone == "battlefield" or (f.zone == "stack" and home != "spell"):
        return []
    if f.zone == "stack":
        return ["on the stack"]
    if f.zone == "exile":
        return [f"{preposition} exile"]
    if f.owner == "any":
        return [f"{preposition} {f'all {plural(f.zone)}' if many else f'a {f.zone}'}"]
    if f.owner == "opponent":
        return [f"{preposition} an opponent's {f.zone}"]
    return [f"{preposition} {noun(WHO[f.owner], ctx).owner} {f.zone}"]


def _alternatives(f: Filter, many: bool, ctx: Context) -> list[str]:
    if not f.any_of or _alternative_flags(f) or _further_types(f):
        return []
    options = [filter_words(option, many, ctx) for option in f.any_of]
    options = [words if many else article(words) for words in options]
    options = [
        f"({words})" if option.any_of else words
        for option, words in zip(f.any_of, options, strict=True)
    ]
    either = "either " if len(options) > 1 else ""
    return [f"that {'are' if many else 'is'} {either}{listed(options, 'or')}"]


# --- Amounts --------------------------------------------------------------------------------------


def is_plain(amount: object) -> bool:
    """Return whether an amount is a number or X, which comes before the thing counted."""
    return isinstance(amount, int | str)


def amount_words(amount: Amount, ctx: Context) -> str:
    """Return an amount in words: "3", "X", "twice the number of Goblins you control"."""
    if isinstance(amount, int | str):
        return str(amount)
    base = _number_words(amount, ctx)
    words = {1: "", 2: "twice "}.get(amount.times, f"{number_word(amount.times)} times ") + base
    if amount.times == -1 and amount.plus > 0:
        words = f"{amount.plus} minus {base}"
    elif amount.plus:
        words += f" {'plus' if amount.plus > 0 else 'minus'} {abs(amount.plus)}"
    how = "up" if amount.halve == "up" else "down"
    return f"half of {words}, rounded {how}" if amount.halve else words


DIFFERENT = {
    "name": "different name",
    "color": "color",
    "card-type": "card type",
    "basic-land-type": "basic land type",
    "mana-value": "different mana value",
}
"""Qualities that are counted once each."""


def _number_words(amount: Computed, ctx: Context) -> str:
    """Return an amount in words, without its factor and constant."""
    match amount:
        case Count():
            among = f"{plural(DIFFERENT[amount.distinct])} among " if amount.distinct else ""
            return f"the number of {among}{filter_words(amount.of, True, ctx)}"
        case Stat():
            return _stat_words(amount, ctx)
        case PerPlayer():
            return _per_player_words(amount, ctx)
        case Players():
            plain = {"players": "players", "opponents": "opponents"}.get(amount.of)
            return f"the number of {plain or f'players among {noun(amount.of, ctx).text}'}"
        case Sum():
            return _sum_words(amount, ctx)
        case _:
            raise TypeError(f"no words for the amount {type(amount).__name__}")


def _sum_words(amount: Sum, ctx: Context) -> str:
    words = ""
    for place, part in enumerate(amount.of):
        less = isinstance(part, Computed) and part.times == -1 and not (part.plus or part.halve)
        if isinstance(part, Computed) and less and place:
            words += f" minus {amount_words(replace(part, times=1), ctx)}"
        else:
            words += f"{' plus ' if place else ''}{amount_words(part, ctx)}"
    return f"({words})" if len(amount.of) > 1 and amount.times != 1 else words or "nothing"


def _per_player_words(amount: PerPlayer, ctx: Context) -> str:
    """Return "the greatest number of lands a player controls", or the like in more words."""
    words, who = amount_words(amount.amount, ctx), ("an opponent", "your opponents")
    if amount.of == "players":
        who = ("a player", "players")
    number = f"the {amount.take} number of "
    if words.startswith("the number of ") and "that player" in words:
        words = number + words.removeprefix("the number of ")
        return words.replace("that player", who[0])
    return f"the {amount.take} of {words} among {who[1]}"


def _stat_words(stat: Stat, ctx: Context) -> str:
    if isinstance(stat.of, Filter) or stat.take is not None:
        return _taken_words(stat, ctx)
    kind = f" ({stat.kind})" if stat.kind else ""
    if stat.what in COUNTED or stat.what in REMEMBERED:
        return _result_words(stat, ctx) + kind
    if stat.what == "damage-dealt":
        return (
            "the damage dealt"
            + ("" if stat.of == "self" else f" by {noun(stat.of, ctx).text}")
            + kind
        )
    if stat.what == "counters":
        return (
            f"the number of {stat.kind + ' ' if stat.kind else ''}counters on "
            f"{noun(stat.of, ctx).text}"
        )
    if stat.what == "times-paid" and stat.kind and stat.of == "self":
        return (
            "the number of times "
            f"{'it was kicked' if stat.kind == 'multikicker' else f'its {stat.kind} cost was paid'}"
        )
    if stat.what in CASTING_STATS:
        return (
            CASTING_STATS[stat.what]
            + ("" if stat.of == "self" else f" for {noun(stat.of, ctx).text}")
            + kind
        )
    if stat.what == "blockers-beyond-first":
        return (
            "the number of blockers beyond the first"
            + ("" if stat.of == "self" else f" of {noun(stat.of, ctx).text}")
            + kind
        )
    owner = noun(stat.of, ctx).owner
    if stat.what == "devotion":
        return f"{owner} devotion" + (f" to {stat.kind}" if stat.kind else "")
    if stat.what in ("hand", "graveyard", "library"):
        return f"the number of cards in {owner} {stat.what}{kind}"
    return f"{owner} {STAT_NAMES.get(stat.what, stat.what)}{kind}"


STAT_NAMES = {"mana-value": "mana value", "life": "life total"}


def _result_words(stat: Stat, ctx: Context) -> str:
    """Return "the life lost this way" or the like; `of` "self" stands for everything."""
    when = "this turn" if stat.what in REMEMBERED else "this way"
    whose = None if stat.of == "self" or isinstance(stat.of, Filter) else noun(stat.of, ctx)
    if stat.what in REMEMBERED and whose is None:
        whose = noun(stat.of, ctx) if isinstance(stat.of, str) else None
    if stat.what.startswith("life-"):
        verb = "lost" if stat.what.startswith("life-lost") else "gained"
        return f"the life {f'{whose.text} ' if whose is not None else ''}{verb} {when}"
    if stat.what.startswith("damage-taken"):
        return f"the damage dealt {f'to {whose.text} ' if whose is not None else ''}{when}"
    verb, where = ("removed", "from") if stat.what == "counters-removed" else ("put", "on")
    place = f" {where} {whose.text}" if whose is not None else ""
    return f"the number of counters {verb}{place} this way"


def _taken_words(stat: Stat, ctx: Context) -> str:
    """Return a number of several objects: "the greatest power among creatures you control"."""
    kind = f" ({stat.kind})" if stat.kind else ""
    what = STAT_NAMES.get(stat.what, stat.what)
    if stat.what in ("hand", "graveyard", "library"):
        what = f"number of cards in the {stat.what}"
    elif stat.what == "counters":
        what = "number of counters"
    among = (
        filter_words(stat.of, True, ctx) if isinstance(stat.of, Filter) else noun(stat.of, ctx).text
    )
    joined = "of" if stat.take == "total" else "among"
    return f"the {stat.take or 'first'} {what}{kind} {joined} {among}"


def how_many(amount: Amount | Literal["all", "any"]) -> str:
    """Return an amount before the thing counted; "a number of" if `equal_to` has to follow."""
    if isinstance(amount, int):
        return number_word(amount)
    if amount == "any":
        return "any number of"
    return amount if isinstance(amount, str) else "a number of"


def equal_to(amount: Amount | Literal["all", "any"], ctx: Context) -> str:
    """Return the phrase " equal to the number of …" after `how_many`; "" if none is needed."""
    return "" if isinstance(amount, int | str) else f" equal to {amount_words(amount, ctx)}"


def repeatedly(times: Amount, ctx: Context) -> str:
    """Return a number of times: "", " twice", " X times", " for each creature you control"."""
    if is_plain(times):
        return (
            {1: "", 2: " twice"}.get(times, f" {number_word(times)} times")
            if isinstance(times, int)
            else f" {times} times"
        )
    if isinstance(times, Count) and times == Count(of=times.of, distinct=times.distinct):
        return for_each(times, ctx)
    if (
        isinstance(times, Stat)
        and times.what == "counters"
        and times.kind
        and (times.of, times.times, times.plus) == ("self", 1, 0)
    ):
        return f" for each {times.kind} counter on it"
    return f" a number of times equal to {amount_words(times, ctx)}"


def for_each(count: Count, ctx: Context) -> str:
    """Return " for each creature you control" or " for each color among …"."""
    if count.distinct:
        return f" for each {DIFFERENT[count.distinct]} among {filter_words(count.of, True, ctx)}"
    return f" for each {filter_words(count.of, False, ctx)}"


def counted(amount: Amount | Literal["any"], thing: str) -> str:
    """Return a number of things: "a card", "two cards", "X cards", "a number of cards".

    `equal_to` has to follow the last.
    """
    return article(thing) if amount == 1 else f"{how_many(amount)} {plural(thing)}"


def counted_objects(
    amount: Amount | Literal["any"], f: Filter, ctx: Context, home: Home = "permanent"
) -> str:
    """Return a number of a filter's objects: "another creature", "two basic land cards"."""
    words = filter_words(f, amount != 1, ctx, home)
    return article(words) if amount == 1 else f"{how_many(amount)} {words}"


COUNTING_RULES = ("spell-limit", "untap-limit", "extra-lands")
"""Rules about players that have a number."""


def needless_filter(rule: str, of: Filter | None, ctx: Context) -> str:
    """Return the filter of a rule about players in parentheses if the rule's words lack it."""
    if of is None or (of != Filter() and rule in FILTERING_RULES):
        return ""
    return f" (only {filter_words(of, True, ctx)})"


FILTERING_RULES = frozenset(
    {"cant-cast", "flash", "flashback", "play", "uncounterable", "untap-limit"}
)
"""Rules about players that hold for spells or permanents found by a filter."""


PLAYED_FROM = {
    "hand": "from {their} hand",
    "graveyard": "from {their} graveyard",
    "library": "from the top of {their} library",
    "exile": "from exile",
}
"""The words for the zone in which a player may play cards."""


def played(of: Filter, ctx: Context, their: str = "your") -> str:
    """Return the playing of cards as a verb: "play lands and cast spells from your graveyard"."""
    where = PLAYED_FROM.get(of.zone, "from the {zone}").format(their=their, zone=of.zone)
    cards = replace(of, zone="battlefield")
    if cards == Filter(types=("Land",)):
        return f"play lands {where}"
    if cards == Filter(not_types=("Land",)):
        return f"cast spells {where}"
    if cards == Filter():
        return f"play lands and cast spells {where}"
    verb = "play" if "Land" in cards.types or not cards.types else "cast"
    if cards.not_types[-1:] == ("Land",):
        verb, cards = "cast", replace(cards, not_types=cards.not_types[:-1])
    return f"{verb} {filter_words(cards, True, ctx, 'card' if verb == 'play' else 'spell')} {where}"


def for_nothing(rule: str, free: bool) -> str:
    """Return the words for a permission to play cards for nothing."""
    if not free:
        return ""
    return " without paying their mana costs" if rule == "play" else " (for nothing)"


def rule_of_players(
    rule: str, of: Filter | None, number: int, ctx: Context, their: str = "your"
) -> str:
    """Return a rule about players and their spells, permanents or lands as a predicate."""
    if rule == "play":
        return f"may {played(of or Filter(), ctx, their)}"
    if rule == "flashback":
        cards = filter_words(of or Filter(), True, ctx, "card")
        return f"*have flashback for {cards} at a cost equal to the card's mana cost"
    spells = filter_words(of or Filter(), True, ctx, "spell")
    if rule == "cant-cast":
        return f"can't cast {spells}"
    if rule == "spell-limit":
        return f"can't cast more than {counted(number, 'spell')} on each turn"
    if rule == "extra-lands":
        return f"may play {additional(number, 'land')} on each turn"
    if rule == "flash":
        return f"may cast {spells} as though they had flash"
    if rule == "uncounterable":
        return f"can't have {spells} countered"
    things = filter_words(of or Filter(), number != 1, ctx)
    return f"can't untap more than {number_word(number)} {things}"
